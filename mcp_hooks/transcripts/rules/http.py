"""Streamable HTTP: what is negotiated in headers and said in statuses, where a capture has them."""
from __future__ import annotations

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import END, FRAME, NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, NOTE, S2C, WARNING, named, note, rule, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.message import Http
    from mcp_hooks.transcripts.rules.common import Faults

# headers that every HTTP client sends: where none of them was recorded, a missing header proves nothing
ALWAYS = ('host', ':authority', 'user-agent', 'content-length', 'connection')
JSON, SSE = 'application/json', 'text/event-stream'
SESSION, VERSION = 'mcp-session-id', 'mcp-protocol-version'
KEPT = 4096  # SSE event ids that are remembered
STREAMS = 64  # that may be open beside each other
MESSAGES = (REQUEST, NOTIFICATION, RESPONSE)


def http_of(event: Event) -> Http | None:
    return event.frame.http if event.frame is not None else None


def is_complete(http: Http) -> bool:
    """Every header of the request was recorded."""
    headers = http.request_headers
    return any(name in headers for name in ALWAYS)


def _records(http: Http, another: str) -> bool:
    """The recorder kept what MCP adds to a request, ``another`` of its headers among it."""
    return 'accept' in http.request_headers and another in http.request_headers


def speaks_streamable(event: Event, http: Http) -> bool:
    """Not the HTTP+SSE transport of 2024-11-05, which has two addresses and answers on the first one's stream."""
    if event.revision is not None and 'streamable-http' not in event.revision.features:
        return False
    path = http.url.partition('?')[0]
    if path.endswith('/sse') or '/messages' in path or 'sessionId=' in http.url or 'session_id=' in http.url:
        return False
    return 'old transport' not in event.session.memory


@on(FRAME, *MESSAGES, http=True)
def accept(event: Event) -> Faults:
    http = http_of(event)
    if http is None or event.direction != C2S:
        return CLEAN
    session = event.session
    if event.kind == FRAME and http.method == 'GET' and session.first is None and session.count == 1:
        session.memory['old transport'] = True  # a stream that is opened before initialize is that of HTTP+SSE
    if not speaks_streamable(event, http) or http.method not in ('POST',
                                                                 'GET', '') or (http.method == '' and event.kind == FRAME):
        return CLEAN
    value = http.request_headers.get('accept')
    wanted = (SSE,) if http.method == 'GET' else (JSON, SSE)
    if value is None:
        if not is_complete(http):
            return CLEAN
        return Fault(f'the Accept header is missing; it must list {" and ".join(wanted)}', key=f'accept none {http.method}'),
    kinds = [part.partition(';')[0].strip().lower() for part in value.split(',')]
    missing = [each for each in wanted if each not in kinds]
    if not missing:
        return CLEAN
    if '*/*' in kinds or all(f'{each.partition("/")[0]}/*' in kinds for each in missing):
        return Fault(f'the Accept header lists {" and ".join(missing)} only by a wildcard; some servers answer 406',
                     severity=WARNING,
                     key=f'accept wildcard {http.method}'),
    return Fault(f'the Accept header does not list {" and ".join(missing)}', key=f'accept {missing} {http.method}'),


@on(FRAME, RESPONSE, END, http=True)
def answer_type(event: Event) -> Faults:
    if event.kind == END:
        # but for those whose answer came on the stream of a GET, which is said there
        return tuple(
            Fault(f'{one.request.method} is a request and is answered with 202; the answer is JSON or an event stream', event=one,
                  key='202 for a request') for one in event.session.memory.get('only accepted', {}).values())
    http, request = http_of(event), event.request
    asked = http_of(request) if request is not None else None
    if http is None or asked is None or request is None or event.direction != S2C or not speaks_streamable(event, asked):
        return CLEAN
    status = http.status
    if status is None or http.method not in ('POST', ''):
        return CLEAN
    if request.kind == REQUEST:
        kind = http.response_headers.get('content-type', '').partition(';')[0].strip().lower()
        if status == 202 and event.kind == FRAME:
            note(event.session, 'accepted', id_key(request.id))  # not to be named unanswered as well
            only = event.session.memory.setdefault('only accepted', {})
            if len(only) < KEPT and id_key(request.id) not in event.session.memory.get('answered on GET', ()):
                only[id_key(request.id)] = event
            return CLEAN
        if status == 200 and kind and kind not in (JSON, SSE):
            note(event.session, 'accepted', id_key(request.id))
            return Fault(f'the answer to {request.method} is of the type {named(kind)}; it must be {JSON} or {SSE}',
                         key=f'content type {kind[:40]}'),
    elif request.kind in (NOTIFICATION, RESPONSE) and 200 <= status < 300 and status != 202:
        what = 'a notification' if request.kind == NOTIFICATION else 'a response'
        return Fault(f'{what} is accepted with {status}; it must be 202 without a body', key=f'accepted {status}'),
    return CLEAN


@on(FRAME, http=True)
def get_status(event: Event) -> Faults:
    http, request = http_of(event), event.request
    if http is None or request is None or event.direction != S2C or request.kind != FRAME:
        return CLEAN
    asked = http_of(request)
    if asked is None or asked.method not in ('GET', 'DELETE') or not speaks_streamable(event, asked) or http.status is None:
        return CLEAN
    status = http.status
    if status == 0:
        return CLEAN  # given up by the client
    used = revisions.find(asked.request_headers.get(VERSION, ''))
    if event.modern and used is not None and used.modern and 200 <= status < 400:
        return Fault(f'{asked.method} of {used.date} is answered with {status}; it has neither streams of GET nor sessions: 405',
                     key=f'modern {asked.method} {status}'),
    if event.modern:
        if status < 400 and asked.method == 'GET' and 'session-id' not in asked.request_headers:
            return CLEAN
        return CLEAN if status in (401, 403, 405, 429) or status >= 500 or status < 300 else (
            Fault(f'{asked.method} is answered with {status}; where there is neither stream nor session it is 405',
                  key=f'modern {asked.method} {status}'),)
    if asked.method != 'GET' or status >= 500 or status in (400, 401, 403, 405, 406, 408, 429):
        return CLEAN
    if status == 404 and SESSION in asked.request_headers:
        return CLEAN  # the session has ended
    kind = http.response_headers.get('content-type', '').partition(';')[0].strip().lower()
    if 200 <= status < 400 and (not kind or kind == SSE or status >= 300):
        return CLEAN
    return Fault(f'GET is answered with {status}; without a stream to offer it is 405', key=f'get {status}'),


@on(RESPONSE, http=True)
def get_stream(event: Event) -> Faults:
    http = http_of(event)
    if http is None or http.method != 'GET' or event.direction != S2C or event.request is None or event.revision is None:
        return CLEAN
    if 'resume' not in event.revision.features or not speaks_streamable(event, http) or 'last-event-id' in http.request_headers:
        return CLEAN
    asked = http_of(event.request)
    if asked is None or (asked.exchange and asked.exchange == http.exchange):
        return CLEAN
    event.session.memory.get('only accepted', {}).pop(id_key(event.request.id), None)
    note(event.session, 'answered on GET', id_key(event.request.id))
    return Fault(f'the answer to {event.method} comes on the stream of a GET, not on that of its POST', key='response on GET'),


@on(RESPONSE, NOTIFICATION, REQUEST, FRAME, http=True)
def event_ids(event: Event) -> Faults:
    """Looked at once for each stream: its frames share the ids."""
    http, memory = http_of(event), event.session.memory
    if http is None or not http.event_ids or event.direction != S2C or event.revision is None:
        return CLEAN
    stream = http.exchange or event.line
    if 'resume' not in event.revision.features or stream in memory.setdefault('ids of', {}):
        return CLEAN
    memory['ids of'][stream] = None
    if len(memory['ids of']) > STREAMS:
        del memory['ids of'][next(iter(memory['ids of']))]
    seen: dict[str, None] = memory.setdefault('event ids', {})
    again = ''
    for one in http.event_ids:
        again = again or (one if one in seen else '')
        seen[one] = None
    if len(seen) > KEPT * 2:
        memory['event ids'] = dict.fromkeys(list(seen)[-KEPT:])
    if not again or 'last-event-id' in http.request_headers:
        return CLEAN  # a resumed stream delivers again what was lost
    return Fault(f'the SSE event id {named(again)} stands on two events of this session; an id names one event of one stream',
                 key='event id twice'),


# ---- sessions ----

@on(FRAME, *MESSAGES, http=True)
def session_id(event: Event) -> Faults:
    http, session = http_of(event), event.session
    if http is None or event.modern:
        return CLEAN
    if event.revision is not None and 'session-id' not in event.revision.features:
        return CLEAN
    if event.direction == C2S:
        return _session_request(event, http)
    given = http.response_headers.get(SESSION)
    if given is not None and not (given.isascii() and given.isprintable() and ' ' not in given):
        return Fault('the session id holds characters outside visible ASCII (0x21 to 0x7E)', key='session characters'),
    request = event.request
    asked = http_of(request) if request is not None else None
    if asked is None or request is None:
        return CLEAN
    memory = session.memory
    used = asked.request_headers.get(SESSION)
    deleted = asked.method == 'DELETE' and http.status is not None and 200 <= http.status < 300
    if used is not None and (deleted or http.status == 404):
        memory['gone'] = used
    elif http.status == 400 and used is not None and request.method != 'initialize' and _speaks_of_session(event):
        return Fault('a session that the server does not know is answered with 400; it must be 404, so that the client begins '
                     'a new one',
                     key='unknown session'),
    elif request.method == 'initialize' and given:
        memory['session'] = given
    return CLEAN


def _speaks_of_session(event: Event) -> bool:
    error = event.error if event.kind == RESPONSE else None
    text = error.get('message') if isinstance(error, dict) else event.frame.raw if event.frame is not None else ''
    text = text[:400].lower() if isinstance(text, str) else ''
    return 'session' in text and 'version' not in text


def _session_request(event: Event, http: Http) -> Faults:
    memory = event.session.memory
    used = http.request_headers.get(SESSION)
    gone = memory.get('gone')
    if used is not None:
        memory['session used'] = True
        if event.method == 'initialize' and event.kind == REQUEST:
            return Fault('a new initialize carries a session id; it opens a session and has none',
                         key='initialize with session'),
        if gone == used:
            return Fault('the session was ended (404 or DELETE) and is used again; it must be followed by a new initialize '
                         'without its id', key='ended session'),
        return CLEAN
    # the reader may have told sessions apart by this header; then the one without it is judged by what it answered itself
    if event.method == 'initialize' or 'session' not in memory or http.method == 'OPTIONS' or not http.request_headers:
        return CLEAN
    if not (is_complete(http) or 'session used' in memory or _records(http, VERSION)):
        return CLEAN
    return Fault('the server gave a session id, and this request does not carry it (Mcp-Session-Id)', key='no session id'),


@on(FRAME, *MESSAGES, http=True)
def version_header(event: Event) -> Faults:
    """Of the legacy era; in the modern one the header mirrors the body."""
    http, session = http_of(event), event.session
    if http is None or event.modern:
        return CLEAN
    if event.direction == S2C:
        return _version_accepted(event, http)
    answer = session.initialize_response
    if answer is None or event.method == 'initialize':
        return CLEAN
    if answer.revision is None or 'version-header' not in answer.revision.features:
        return CLEAN
    if not speaks_streamable(event, http) or http.method in ('OPTIONS', 'DELETE'):
        return CLEAN
    used = http.request_headers.get(VERSION)
    agreed = answer.result.get('protocolVersion')
    if used is None:
        if not http.request_headers:
            return CLEAN
        if not (is_complete(http) or 'version header' in session.memory or _records(http, SESSION)):
            return CLEAN
        return Fault('the header MCP-Protocol-Version is missing; after initialize every request carries it',
                     key='no version header'),
    session.memory['version header'] = True
    if used == agreed or not isinstance(agreed, str):
        return CLEAN
    return Fault(f'the header MCP-Protocol-Version is {named(used)}; {named(agreed)} was negotiated', severity=WARNING,
                 key=f'version {used[:20]}'),


def _version_accepted(event: Event, http: Http) -> Faults:
    request = event.request
    asked = http_of(request) if request is not None else None
    if request is None or asked is None or http.status is None or request.method == 'initialize':
        return CLEAN
    used = asked.request_headers.get(VERSION)
    if used is None or not 200 <= http.status < 300 or revisions.find(used) is not None or _is_date(used):
        return CLEAN
    if event.revision is not None and 'version-header' not in event.revision.features:
        return CLEAN
    return Fault(f'the request has the invalid MCP-Protocol-Version {named(used)} and is accepted; the answer is 400',
                 key='invalid version accepted'),


def _is_date(text: str) -> bool:
    """A revision that this tool may not know yet."""
    return len(text) == 10 and text[4] == text[7] == '-' and text.replace('-', '').isdecimal()


@on(FRAME, http=True)
def unauthorized(event: Event) -> Faults:
    http = http_of(event)
    if http is None or http.status != 401 or event.direction != S2C or len(http.response_headers) < 2:
        return CLEAN
    if 'www-authenticate' in http.response_headers:
        return CLEAN
    return Fault('401 without the header WWW-Authenticate: a client cannot find out where to get a token',
                 key='no WWW-Authenticate'),


_transports = spec('2025-11-25', 'basic/transports')
RULES = (
    rule('MCP830', 'accept-header', ERROR, 'The Accept header does not list what the server may answer with.',
         'Send "Accept: application/json, text/event-stream" with every POST and "text/event-stream" with GET. (2025-11-25, '
         'Transports, Sending Messages: "The client MUST include an Accept header, listing both application/json and '
         'text/event-stream as supported content types.")', _transports, accept),
    rule('MCP831', 'http-answer', ERROR, 'A message is answered in a way Streamable HTTP does not know.',
         'Answer a request with JSON or an event stream, a notification or response with 202 and no body. (2025-11-25, '
         'Transports, Sending Messages: "the server MUST return HTTP status code 202 Accepted with no body"; "the server MUST '
         'either return Content-Type: text/event-stream […] or Content-Type: application/json")', _transports, answer_type),
    rule('MCP832',
         'get-status', WARNING, 'GET or DELETE is answered with another status than 405 where there is nothing behind it.',
         'Answer 405 Method Not Allowed. (2025-11-25, Transports, Listening: "The server MUST either return Content-Type: '
         'text/event-stream in response to this HTTP GET, or else return HTTP 405 Method Not Allowed"; 2026-07-28: SHOULD '
         'respond with 405)', _transports, get_status),
    rule('MCP833', 'response-on-get', ERROR, 'A response comes on the stream of a GET.',
         'Send the response on the stream of its POST. (2025-11-25, Transports, Listening: "The server MUST NOT send a '
         'JSON-RPC response on the stream unless resuming a stream associated with a previous client request.")',
         _transports, get_stream),
    rule('MCP834', 'session-id', ERROR, 'A session id is missing, misused, or answered with the wrong status.',
         'Carry Mcp-Session-Id from the answer to initialize on; after 404 initialize anew without it. (2025-11-25, '
         'Transports, Session Management: clients "MUST include it in the MCP-Session-Id header on all of their subsequent '
         'HTTP requests"; "it MUST respond to requests containing that session ID with HTTP 404 Not Found"; "it MUST start a '
         'new session by sending a new InitializeRequest without a session ID attached")', _transports, session_id),
    rule('MCP835',
         'version-header', ERROR, 'MCP-Protocol-Version is missing, not what was negotiated, or invalid and accepted.',
         'Send the negotiated version with every request after initialize, and refuse an invalid one with 400. (2025-11-25, '
         'Transports, Protocol Version Header: "the client MUST include the MCP-Protocol-Version"; "SHOULD be the one '
         'negotiated during initialization"; "If the server receives a request with an invalid or unsupported '
         'MCP-Protocol-Version, it MUST respond with 400 Bad Request")', _transports, version_header),
    rule('MCP836', 'unauthorized-header', NOTE, '401 without a way to a token.',
         'Send WWW-Authenticate with resource_metadata. (2025-06-18, Authorization: "MCP servers MUST use the HTTP header '
         'WWW-Authenticate when returning a 401 Unauthorized"; 2025-11-25: one of two ways)',
         spec('2025-06-18', 'basic/authorization'), unauthorized),
    rule('MCP841', 'event-id-reused', ERROR, 'Two SSE events of one session have the same id.',
         'Count ids up over all streams of a session: a client that lost its connection names the last id it saw, and the server '
         'finds the stream by it. (2025-11-25, Transports, Resumability and Redelivery: "If present, the ID MUST be globally '
         'unique across all streams within that session")', _transports, event_ids),
)
