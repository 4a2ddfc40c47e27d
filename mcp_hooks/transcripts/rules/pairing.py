"""Requests and responses belong together, one to one, for each direction on its own."""
from __future__ import annotations

from mcp_hooks.transcripts.event import END, FRAME, MODERN, NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.message import NOISE
from mcp_hooks.transcripts.rules.common import (
    C2S,
    CLEAN,
    ERROR,
    NOTE,
    OTHER,
    S2C,
    SIDE,
    WARNING,
    is_before,
    named,
    note,
    revision_of,
    rule,
    spec,
)
from mcp_hooks.transcripts.rules.envelope import could_not_be_read
from mcp_hooks.transcripts.session import SHARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

NOTED = 1000  # ids that are remembered for one reason
PROBES = 16  # modern requests of a dual-era client before its initialize


@on(RESPONSE)
def orphan(event: Event) -> Faults:
    if event.request is not None:
        return CLEAN
    session, asker = event.session, OTHER[event.direction]
    key = id_key(event.id)
    if key is not None and asker == S2C and session.has_http:
        if event.era == MODERN and session.initialize_request is None and session.ordered and not session.lossy:
            return Fault(f'the client posts a response; in {revision_of(event).date} servers send no requests', key='posted response'),
        return CLEAN  # the server asks on the stream of a GET: the Inspector keeps none, and a proxy notes it when it ends
    if key is None:
        return _answers_nothing(event) if 'error' in event.message else CLEAN
    if key in session.answered[asker] or key in session.answered[''] or not _can_tell(session, asker):
        return CLEAN
    if 'error' in event.message and (turned := _turned_away(event, asker)) is not None:
        note(session, 'not taken', (asker, id_key(turned.id)), NOTED)
        return Fault(f'the error has the id {named(event.id)}, and {turned.method} has {named(turned.id)}; HTTP says that it is the '
                     'answer', at='id', severity=NOTE, key='another id over HTTP'),
    if 'result' in event.message and (asked := _of_exchange(event, asker)) is not None and id_key(asked.id) in session.open[asker]:
        note(session, 'not taken', (asker, id_key(asked.id)), NOTED)  # not to be named unanswered as well
        return Fault(f'the answer has the id {named(event.id)}, and {asked.method}, which it answers, has {named(asked.id)}', at='id',
                     key='another id over HTTP'),
    if session.started_mid and key not in session.used_ids[asker]:
        return CLEAN  # the request may have come before the capture
    return Fault(f'no request with the id {named(event.id)} waits for an answer', at='id', key=f'orphan {event.direction}'),


def _turned_away(event: Event, asker: str) -> Event | None:
    """The request that was refused for what is not in its body: a server that has not read the body does not know its id."""
    http = event.frame.http if event.frame is not None else None
    return _of_exchange(event, asker) if http is not None and http.status is not None and http.status >= 400 else None


def _of_exchange(event: Event, asker: str) -> Event | None:
    """The request that was posted where this came back."""
    http = event.frame.http if event.frame is not None else None
    last = event.session.last_from[asker]
    if http is None or not http.exchange or last is None or last.kind != REQUEST or last.frame is None:
        return None
    asked = last.frame.http
    return last if asked is not None and asked.exchange == http.exchange else None


def _can_tell(session: Session, asker: str) -> bool:
    """Nothing that the capture left out or mixed up may have been the request."""
    return session.ordered and not session.lossy and not session.forgotten and not session.blind[asker] \
        and not session.unreadable[asker]


def _answers_nothing(event: Event) -> Faults:
    session, asker = event.session, OTHER[event.direction]
    if could_not_be_read(event) or not _can_tell(session, asker):
        return CLEAN
    last = session.last_from[asker]
    if last is not None and last.kind == NOTIFICATION:
        return Fault(f'this answers {last.method}: a notification is never answered', key='answer to a notification'),
    if session.started_mid:
        return CLEAN
    return Fault('this error has no id and answers no request', key='answer to nothing'),


@on(RESPONSE, FRAME)
def duplicate(event: Event) -> Faults:
    session, frame = event.session, event.frame
    http = frame.http if frame is not None else None
    if http is not None and event.request is not None and _is_not_taken(http.status):
        note(session, 'not taken', (event.request.direction, id_key(event.request.id)), NOTED)
    if event.kind == FRAME:
        if http is not None and 'last-event-id' in http.request_headers:
            session.memory['resumes'] = True  # a resumed stream delivers again what was lost
        return CLEAN
    if event.request is not None:
        return CLEAN
    asker = OTHER[event.direction]
    key = id_key(event.id)
    before = session.answered[asker].get(key) or session.answered[''].get(key) if key is not None else None
    if before is None or session.lossy or not session.ordered or 'resumes' in session.memory:
        return CLEAN
    twice = session.memory.get('ids twice', ())
    if (asker, key) in twice or ('', key) in twice:
        return CLEAN  # two requests have this id, and two answers
    if SHARED in session.memory:
        session.lossy = True
        return CLEAN
    what = f' ({before.method})' if before.method else ''
    return Fault(f'the request {named(event.id)}{what} was already answered on line {before.line}', at='id',
                 key=f'duplicate {event.direction}'),


def _is_not_taken(status: int | None) -> bool:
    """The request came to a gateway, or was turned away: after a redirect, a login or a wait the client sends it once more."""
    # 0 is how browsers note what they have given up
    return status is not None and (300 <= status < 400 or status >= 500 or status in (0, 401, 403, 407, 408, 429))


@on(END, FRAME)
def unanswered(event: Event) -> Faults:
    session = event.session
    if event.kind == FRAME:
        if event.frame is not None and event.frame.kind == NOISE:
            session.memory.setdefault('noise', {})[event.direction] = event
        return CLEAN
    if session.lossy or session.ended_early or (session.initialized_seen and session.last_from[S2C] is None):
        return CLEAN  # a client that goes on had its answers: a log of one side only does not show them
    return _unanswered(session)


def _unanswered(session: Session) -> Iterator[Fault]:
    for asker, waiting in session.open.items():
        frames: dict[int, list[Event]] = {}
        for key, request in waiting.items():
            twice = not session.ordered and (asker, key) in session.memory.get('ids twice', ())
            if key not in session.cancelled[asker] and not twice and _should_be_answered(session, asker, request):
                frames.setdefault(id(request.frame), []).append(request)
        for requests in frames.values():
            first = requests[0]
            ids = ', '.join(named(request.id) for request in requests[:10])
            methods = ', '.join(dict.fromkeys(request.method for request in requests[:10]))
            yield Fault(f'no response to {"ids" if len(requests) > 1 else "id"} {ids} ({methods}) in this capture', at='',
                        event=first, key=f'unanswered {asker} {methods}')


def _should_be_answered(session: Session, asker: str, request: Event) -> bool:
    if request.method == 'subscriptions/listen':
        return False  # its answer is a stream, and ends with the connection
    if request.method.startswith('notifications/'):
        return False  # that it has an id is its own fault
    if request.method == 'server/discover' and session.initialize_request is not None:
        return False  # a probe: a server of the legacy era may stay silent (2026-07-28, Versioning, Compatibility Matrix)
    if 'begun' in session.memory and session.initialize_request is not None and is_before(request, session.initialize_request):
        return False  # what comes before initialize is said to, and may be dropped
    answerer = OTHER[asker]
    if (asker, id_key(request.id)) in session.memory.get('not taken', ()):
        return False
    if type(id_key(request.id)) not in (int, str):
        return False  # no answer can name such an id, which is said of the request
    noise = session.memory.get('noise', {}).get(answerer)
    if session.blind[answerer] or (noise is not None and not is_before(noise, request)):
        return False
    if asker != S2C:
        return id_key(request.id) not in session.memory.get('accepted', ())
    if request.modern:
        return False  # such a request must not be sent at all, and a client has nothing to answer it with
    # a client that has gone needs no reproach for what it was asked last
    last = session.last_from[C2S]
    return last is not None and is_before(request, last)


@on(REQUEST)
def reused(event: Event) -> Faults:
    session, direction = event.session, event.direction
    value = event.message['id']
    key = value if type(value) is int or type(value) is str else id_key(value)
    if (direction, key) in session.memory.get('not taken', ()):
        session.memory['not taken'].pop((direction, key), None)
        return CLEAN
    if event.era == MODERN:
        if key not in session.open[direction]:
            if session.initialize_request is None:
                probes = session.memory.setdefault('probes', set())
                if len(probes) < PROBES:
                    probes.add(key)
            return CLEAN
        if key is None or session.lossy:
            return CLEAN
        before = session.open[direction][key]
        note(session, 'ids twice', (direction, key), NOTED)
        return Fault(f'the id {named(value)} is that of a request ({before.method}, line {before.line}) that is still to be '
                     f'answered', at='id', key=f'in flight {direction}'),
    if key is None or key not in session.used_ids[direction] or session.lossy or event.method == 'initialize':
        return CLEAN
    if not direction:
        note(session, 'ids twice', (direction, key), NOTED)
        return CLEAN  # each side may have used it once
    if SHARED in session.memory:
        session.lossy = True  # another client's: what is whose cannot be told from here on
        return CLEAN
    if key in session.memory.get('probes', ()):
        session.memory['probes'].discard(key)  # the probe was before the session
        return CLEAN
    note(session, 'ids twice', (direction, key), NOTED)
    return Fault(f'{SIDE[direction]} used the id {named(value)} before in this session', at='id', key=f'reused {direction}'),


RULES = (
    rule('MCP611', 'orphan-response', ERROR, 'A response that no request asked for.',
         'Answer requests only, each with its own id; say nothing to notifications. (2025-11-25, Base Protocol, Responses: '
         '"Result responses MUST include the same ID as the request they correspond to."; Notifications: "The receiver MUST '
         'NOT send a response.")', spec('2025-11-25', 'basic'), orphan),
    rule('MCP612', 'duplicate-response', ERROR, 'A second response to one request.',
         'Answer each request once. (2025-11-25, Base Protocol, Responses; JSON-RPC 2.0, section 5: "the Server MUST reply '
         'with a Response"; one for each request)', spec('2025-11-25', 'basic'), duplicate),
    rule('MCP613', 'unanswered', WARNING, 'A request without a response in the capture.',
         'Answer every request, with an error if need be; where the capture simply ends too early, nothing is wrong. (JSON-RPC '
         '2.0, section 5: "When a rpc call is made, the Server MUST reply with a Response, except for in the case of '
         'Notifications.")', 'https://www.jsonrpc.org/specification#response_object', unanswered),
    rule('MCP614', 'id-reused', ERROR, 'A request has an id that its sender used before.',
         'Count ids up. (2025-11-25, Base Protocol, Requests: "The request ID MUST NOT have been previously used by the '
         'requestor within the same session."; 2026-07-28: "MUST NOT match the ID of any other request the sender has issued '
         'and not yet received a response for")', spec('2025-11-25', 'basic'), reused),
)
