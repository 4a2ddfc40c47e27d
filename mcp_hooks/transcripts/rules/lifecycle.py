"""The handshake of the legacy era, and where the two eras meet."""
from __future__ import annotations

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import END, FRAME, MODERN, NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.revisions.shape import near
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, NOTE, S2C, WARNING, certain, named, rule, spec
from mcp_hooks.transcripts.session import MODERN_ERRORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

INITIALIZED = 'notifications/initialized'


@on(REQUEST, methods=('initialize',))
def again(event: Event) -> Faults:
    session = event.session
    http = event.frame.http if event.frame is not None else None
    if session.initialize_response is None or session.lossy or event.era == MODERN or event.direction == S2C:
        return CLEAN
    if http is not None:
        return CLEAN  # over HTTP an initialize opens a session of its own; the id of another with it is said by its own rule
    return Fault(f'initialize was already answered on line {session.initialize_response.line} of this session', key='again'),


@on(REQUEST, END)
def before_initialize(event: Event) -> Faults:
    session = event.session
    if event.kind == END:
        return _server_early(session)
    if session.initialized_seen or event.era == MODERN or session.lossy or not session.ordered:
        return CLEAN
    method = event.method
    if session.initialize_request is None or method in ('ping', 'initialize'):
        return CLEAN
    if event.direction == C2S:
        refused = session.initialize_error
        if session.initialize_response is not None:
            return CLEAN
        if refused is not None:
            return Fault(f'initialize was refused on line {refused.line}, and {method} is sent all the same: there is no session',
                         key='after a refusal'),
        return Fault(f'{method} is sent before the answer to initialize has come', key='before the answer'),
    if event.direction == S2C and certain(event):
        session.memory.setdefault('server early', event)
    return CLEAN


def _server_early(session: Session) -> Faults:
    first = session.memory.get('server early')
    if first is None or (not session.initialized_seen and ('operates' in session.memory or 'misnamed' in session.memory)):
        return CLEAN  # where the client works and never says that it is initialized, the fault is the client's
    return Fault(f'the server sends {first.method} before notifications/initialized has come', event=first,
                 key='before initialized'),


@on(REQUEST, NOTIFICATION, END)
def not_initialized(event: Event) -> Faults:
    session = event.session
    if session.initialized_seen or session.initialize_response is None:
        return CLEAN
    if event.kind == END:
        return _never_initialized(session)
    memory = session.memory
    if event.method == INITIALIZED and event.kind == REQUEST:
        memory['misnamed'] = True
    if event.era == MODERN or event.direction == S2C or event.method in (INITIALIZED, 'ping', 'initialize'):
        return CLEAN
    if event.kind == NOTIFICATION:
        if near(INITIALIZED, [event.method]) is not None or event.method == 'initialized':
            memory['misnamed'] = True
    elif 'operates' not in memory:
        memory['operates'] = event
    return CLEAN


def _never_initialized(session: Session) -> Iterator[Fault]:
    first = session.memory.get('operates')
    if first is None or session.lossy or session.blind[C2S] or first.where.endswith('.request'):
        return  # a recorder of pairs (agent-vcr) keeps no notification of the client
    last = session.last_from[C2S]
    answered = session.open[first.direction].get(id_key(first.id)) is not first
    if not answered and (last is None or last is first):
        return  # the capture may end before it
    yield Fault(f'{first.method} is sent, and notifications/initialized never is', event=first, key='not initialized',
                severity=WARNING if 'misnamed' in session.memory else None)


@on(NOTIFICATION, END, methods=(INITIALIZED,))
def initialized_early(event: Event) -> Faults:
    session = event.session
    if event.kind == END:
        early = session.memory.get('initialized early')
        if early is None or session.last_from[S2C] is None:
            return CLEAN  # a log of one side only shows no answer at all
        return Fault('notifications/initialized is sent before the answer to initialize has come', event=early,
                     key='initialized early'),
    if session.initialize_request is None or session.initialize_response is not None or not session.ordered or session.lossy:
        return CLEAN
    if session.blind[S2C] or event.era == MODERN or id_key(session.initialize_request.id) not in session.open[C2S]:
        return CLEAN
    session.memory.setdefault('initialized early', event)
    return CLEAN


@on(REQUEST, RESPONSE, END, methods=('initialize',))
def version(event: Event) -> Faults:
    session = event.session
    if event.kind == END:
        return _client_left(session)
    asked = (event if event.request is None else event.request).params.get('protocolVersion')
    if event.kind == REQUEST:
        return () if not isinstance(asked, str) or _is_dated(asked) else (
            Fault(f'{named(asked)} is no revision: they are named by a date, as in {revisions.last_of("legacy").date}',
                  at='params.protocolVersion', severity=NOTE, key='no date'),)
    result = event.result
    answered = result.get('protocolVersion') if isinstance(result, dict) else None
    if not isinstance(answered, str) or revisions.find(answered) is not None or (answered == asked and not _is_dated(asked)):
        return CLEAN
    return Fault(f'the revision {named(answered)} is not known to this tool; the session is judged by '
                 f'{event.revision.date if event.revision is not None else "the oldest"}', at='result.protocolVersion',
                 severity=NOTE, key=f'unknown {answered[:20]}'),


def _is_dated(version: str) -> bool:
    """YYYY-MM-DD, or a draft on the way to it."""
    parts = version[:10].split('-')
    dated = [len(part) for part in parts if part.isdecimal()] == [4, 2, 2]
    return dated or 'draft' in version.lower()


def _client_left(session: Session) -> Faults:
    answer = session.initialize_response
    if answer is None or answer.request is None or session.initialized_seen or session.lossy or not session.ordered:
        return CLEAN
    asked, answered = answer.request.params.get('protocolVersion'), answer.result.get('protocolVersion')
    last = session.last_from[C2S]
    if asked == answered or not isinstance(asked, str) or not isinstance(answered, str) or last is not answer.request:
        return CLEAN
    if any(each is not None and each.modern for each in (revisions.find(asked), revisions.find(answered))):
        return CLEAN  # which is said where it stands
    return Fault(f'the client asked for {named(asked)}, the server answered {named(answered)}, and the client left',
                 at='result.protocolVersion', event=answer, key='client left'),


@on(FRAME, RESPONSE, methods=('initialize',))
def version_refused(event: Event) -> Faults:
    frame, request = event.frame, event.request
    if frame is None or frame.http is None or frame.http.status != 400 or request is None or request.method != 'initialize':
        return CLEAN
    if event.kind == FRAME:
        text = frame.raw
    else:
        error = event.error
        if not isinstance(error, dict) or error.get('code') in MODERN_ERRORS or error.get('code') == -32602:
            return CLEAN  # a modern server has no other answer; -32602 is the example of the specification
        text = str(error.get('message'))
    if 'version' not in text[:2000].lower():
        return CLEAN
    return Fault('the server rejects initialize with 400 because of the version; it must answer with a version it supports',
                 key='version refused'),


@on(REQUEST, RESPONSE, methods=('initialize',))
def era_mix(event: Event) -> Faults:
    if event.kind == RESPONSE:
        return _modern_answer(event)
    asked = event.params.get('protocolVersion')
    revision = revisions.find(asked) if isinstance(asked, str) else None
    if revision is None or not revision.modern or event.era == MODERN:
        return CLEAN
    return Fault(f'{revision.date} has no initialize: name the version in the _meta of each request, or ask for '
                 f'{revisions.last_of("legacy").date} here', at='params.protocolVersion', key='era mix'),


def _modern_answer(event: Event) -> Faults:
    answered = event.result.get('protocolVersion') if isinstance(event.result, dict) else None
    asked = event.request.params.get('protocolVersion') if event.request is not None else None
    revision = revisions.find(answered) if isinstance(answered, str) and answered != asked else None
    if revision is None or not revision.modern:
        return CLEAN
    return Fault(f'the server answers initialize with {revision.date}, which has no initialize: it takes a legacy version here, or '
                 f'refuses', at='result.protocolVersion', key='era mix'),


@on(REQUEST, RESPONSE, methods=('initialize',))
def era_mismatch(event: Event) -> Faults:
    if event.kind == REQUEST:
        return _falls_back(event)
    error = event.error
    if 'fell back' in event.session.memory:
        return CLEAN
    if not isinstance(error, dict) or error.get('code') not in MODERN_ERRORS or event.request is None:
        return CLEAN
    return Fault('a client of the legacy era meets a server that speaks the modern era only; there is no session between them',
                 event=event.request, key='era mismatch'),


def _falls_back(event: Event) -> Faults:
    """After -32022 the client takes one of the versions that the error names, which may be a legacy one."""
    session, asked = event.session, event.params.get('protocolVersion')
    supported = session.supported_versions
    if 'version refused' not in session.memory or not supported or not isinstance(asked, str) or asked in supported:
        return CLEAN
    session.memory['fell back'] = True
    return Fault(f'the server refused a version with -32022 and supports {", ".join(map(named, supported[:5]))}; the client falls '
                 f'back to initialize with {named(asked)}', at='params.protocolVersion', severity=WARNING, key='falls back'),


_lifecycle = spec('2025-11-25', 'basic/lifecycle')
_versioning = spec('2026-07-28', 'basic/versioning')
RULES = (
    rule('MCP620', 'initialize-again', ERROR, 'initialize is sent a second time in one session.',
         'Initialize once for each connection. (2025-11-25, Lifecycle, Initialization: "The initialization phase MUST be the '
         'first interaction between client and server.")', _lifecycle, again),
    rule('MCP621', 'before-initialize', WARNING, 'A request other than ping before the handshake allows it.',
         'Wait for the answer to initialize (client) or for notifications/initialized (server). (2025-11-25, Lifecycle, '
         'Initialization: "The client SHOULD NOT send requests other than pings before the server has responded to the '
         'initialize request. The server SHOULD NOT send requests other than pings and logging before receiving the '
         'initialized notification.")', _lifecycle, before_initialize),
    rule('MCP623', 'not-initialized', ERROR, 'The client works without ever sending notifications/initialized.',
         'Send {"jsonrpc": "2.0", "method": "notifications/initialized"} after the answer to initialize. (2025-11-25, '
         'Lifecycle, Initialization: "After successful initialization, the client MUST send an initialized notification")',
         _lifecycle, not_initialized),
    rule('MCP624', 'initialized-early', ERROR, 'notifications/initialized comes before the answer to initialize.',
         'Wait for the result of initialize. (2025-11-25, Lifecycle, Initialization: "After successful initialization, the '
         'client MUST send an initialized notification")', _lifecycle, initialized_early),
    rule('MCP625', 'version-mismatch', WARNING, 'The two sides found no common version, or speak one this tool does not know.',
         'Answer with the version that was asked where the server supports it. (2025-11-25, Lifecycle, Version Negotiation: '
         '"If the server supports the requested protocol version, it MUST respond with the same version. […] If the client '
         'does not support the version in the server\'s response, it SHOULD disconnect.")', _lifecycle, version),
    rule('MCP626', 'version-refused', ERROR, 'The server refuses initialize because of its version.',
         'Answer initialize with a version the server supports and let the client decide. (2025-11-25, Lifecycle, Version '
         'Negotiation: "Otherwise, the server MUST respond with another protocol version it supports.")',
         _lifecycle, version_refused),
    rule('MCP627', 'era-mix', ERROR, 'initialize asks for a revision that has no initialize.',
         'Ask for a legacy revision in initialize, or speak the modern one without it. (2026-07-28, Versioning, Terminology: '
         '"Modern: protocol versions that convey version, identity, and capabilities as per-request metadata"; Key Changes: '
         'initialize was removed)', _versioning, era_mix),
    rule('MCP628', 'era-mismatch', NOTE, 'A legacy client and a modern-only server.',
         'Use a client that speaks 2026-07-28, or a server that still answers initialize. (2026-07-28, Versioning, '
         'Compatibility Matrix: Legacy client, Modern server: "Fails."; Backward Compatibility: "a recognized modern JSON-RPC '
         'error […] identifies a modern server: the client retries with a supported version rather than falling back")',
         _versioning, era_mismatch),
)
