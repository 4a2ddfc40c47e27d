"""What is known of one connection, and what each event changes in it. Nothing here judges.

Whatever grows is bounded by what is open, or by a fixed number (``KEPT``).
"""
from __future__ import annotations

from mcp_hooks.transcripts import event as _event
from mcp_hooks.transcripts import handshake, listed
from mcp_hooks.transcripts.ids import KEPT, Answered, Ids, id_key
from mcp_hooks.transcripts.message import C2S, NOISE, OTHER_SIDE, S2C, TRUNCATED
from mcp_hooks.transcripts.routes import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.message import Frame

REQUEST, RESPONSE, NOTIFICATION = _event.REQUEST, _event.RESPONSE, _event.NOTIFICATION
MALFORMED, BATCH, FRAME = _event.MALFORMED, _event.BATCH, _event.FRAME
LEGACY, MODERN = _event.LEGACY, _event.MODERN
OTHER = OTHER_SIDE
# their results, or they themselves, change what later messages are judged by
_STATEFUL = frozenset(('tools/list', 'initialize', 'server/discover', 'notifications/initialized', 'notifications/cancelled',
                       'notifications/tools/list_changed'))


class State:
    """One connection of one client with one server.

    id                  the reader's name for the session, '' where the capture holds only one
    ordered             False where the capture does not say how the two directions interleave (txtar): no verdict on order
    lossy               True where the recorder may drop or fold messages wrongly (Inspector exports): pairing needs caution
    has_http            a frame with an HTTP side was seen
    http_session        the Mcp-Session-Id in use, '' for none
    started_mid         the capture may have begun in the middle of the session: True until a request opens one (initialize) or
                        can stand alone (modern); a ping can come at any time and says nothing
    ended_early         set by ``end``: the capture was cut (last frame truncated)
    first               the first request or notification, of any direction; a ping does not count
    last                the event before this one
    count               frames so far

    era                 LEGACY, MODERN or None: what a message that does not say itself is judged by
    revision            the negotiated revision (legacy), or that of the last modern exchange; None while unknown
    initialize_request  the Event, None if it was not seen
    initialize_response the Event of a *result*, None if it was not seen; an error is in ``initialize_error``
    initialized_seen    notifications/initialized was sent
    client_capabilities legacy: from initialize; None where it was not seen (of a modern exchange: event.client_capabilities)
    server_capabilities from initialize's or the last server/discover's result; None where neither was seen
    supported_versions  what the server said it supports (discover, -32022), None where it did not

    open                {C2S: {id key: request Event}, S2C: …, '': …} by the direction of the *sender*, oldest first
    answered            {direction of the request: {id key: Answered}}, at least the last KEPT
    used_ids            {direction of the request: Ids}: every id that a request was sent with
    forgotten           requests that fell out of ``open`` because more than KEPT were open
    cancelled           {direction of the request: {id key: the notifications/cancelled Event}}, of open requests only
    progress_tokens     {direction of the request: {id key of the token: request Event}}, of open requests
                        (and of task-augmented ones: ``settle`` keeps those, at most KEPT)
    unreadable          {direction: frames of that sender that could not be read and that no answer without id has answered}
    blind               {direction: frames of that sender that the logger cut before the id: each may have been the answer, or
                        the request, that seems to be missing}
    last_from           {direction: the last event of that sender, None}
    pages               of tools/list, where more are to come: tools so far, and the cursor that goes on (see ``listed``)
    tools               name → definition, what is known of the server's tools
    tools_complete      ``tools`` is the whole list: every page was seen and no list_changed since
    memory              for the checks, each under its own name
    answered_tokens     {direction of the request: {progress token: Answered}} of the requests in ``answered`` that had one
    max_id              the largest integer a request of the client had for its id, None before the first
    signed              what both declared, and that as a text (see ``lists``)
    routes              of messages that no check had a word for since the state of the session last changed (see ``light``)
    """

    __slots__ = ('_exchanges', 'answered', 'answered_tokens', 'blind', 'cancelled', 'client_capabilities', 'count',
                 'ended_early', 'era', 'first', 'forced_era', 'forced_revision', 'forgotten', 'has_http', 'http_session',
                 'id', 'initialize_error', 'initialize_request', 'initialize_response', 'initialized_seen', 'last',
                 'last_from', 'lossy', 'max_id', 'memory', 'open', 'ordered', 'pages', 'progress_tokens', 'revision', 'routes',
                 'server_capabilities', 'signed', 'started_mid', 'supported_versions', 'tools', 'tools_complete', 'unreadable',
                 'used_ids')

    def __init__(self, id: str = '', *, ordered: bool = True, lossy: bool = False, revision: Any = None,
                 era: str | None = None) -> None:
        """``revision`` and ``era`` force what the capture would otherwise decide."""
        self.id = id
        self.ordered = ordered
        self.lossy = lossy
        self.has_http = False
        self.http_session = ''
        self.started_mid = True
        self.ended_early = False
        self.first: Event | None = None
        self.last: Event | None = None
        self.count = 0
        if revision is not None:
            era = MODERN if revision.modern else LEGACY
        self.forced_revision = revision
        self.forced_era = era
        self.era: str | None = era
        self.revision = revision
        self.initialize_request: Event | None = None
        self.initialize_response: Event | None = None
        self.initialize_error: Event | None = None
        self.initialized_seen = False
        self.client_capabilities: dict[str, Any] | None = None
        self.server_capabilities: dict[str, Any] | None = None
        self.supported_versions: list[str] | None = None
        self.open: dict[str, dict[Any, Event]] = {C2S: {}, S2C: {}, '': {}}
        self.answered: dict[str, dict[Any, Answered]] = {C2S: {}, S2C: {}, '': {}}
        self.used_ids = {C2S: Ids(), S2C: Ids(), '': Ids()}
        self.forgotten = 0
        self.cancelled: dict[str, dict[Any, Event]] = {C2S: {}, S2C: {}, '': {}}
        self.progress_tokens: dict[str, dict[Any, Event]] = {C2S: {}, S2C: {}, '': {}}
        self.unreadable = {C2S: 0, S2C: 0, '': 0}
        self.blind = {C2S: 0, S2C: 0, '': 0}
        self.last_from: dict[str, Event | None] = {C2S: None, S2C: None, '': None}
        self.tools: dict[str, dict[str, Any]] = {}
        self.tools_complete = False
        self.memory: dict[str, Any] = {}
        self.routes = NONE
        self.signed: tuple[Any, Any, str | None] | None = None
        self.max_id: int | None = None
        self.answered_tokens: dict[str, dict[Any, Answered]] = {C2S: {}, S2C: {}, '': {}}
        self._exchanges: dict[str, Event] = {}  # HTTP exchange → the event it asks for an answer to
        self.pages: tuple[dict[str, dict[str, Any]], Any] | None = None

    def settle(self, event: Event) -> None:
        """Take an event into the state, after the checks have seen it."""
        kind = event.kind
        frame = event.frame
        direction = event.direction
        if kind == RESPONSE or (kind == MALFORMED and event.request is not None):
            self._settle_response(event, direction)
        elif kind == REQUEST:
            self._settle_request(event, direction)
        elif kind == NOTIFICATION:
            if event.method in _STATEFUL or self.first is None:
                self._settle_notification(event, direction)
        elif kind == MALFORMED:
            self.unreadable[direction] += 1
        elif kind == FRAME and frame is not None:
            self._settle_frame(event, frame)
        self.last = event
        if kind != BATCH:
            self.last_from[direction] = event
        if frame is not None and frame.http is not None:
            self.exchanged(event, frame)

    def exchanged(self, event: Event, frame: Frame) -> None:
        """Take in that a message has an HTTP side."""
        event.frame = frame
        self.has_http = True
        http = frame.http
        if http is not None and event.direction == C2S:
            self._exchanges[http.exchange] = event
            if len(self._exchanges) > 64:
                del self._exchanges[next(iter(self._exchanges))]

    def _settle_request(self, event: Event, direction: str) -> None:
        if self.first is None and event.method != 'ping':
            self.first = event
            self.started_mid = event.era != MODERN and event.method not in ('initialize', 'server/discover')
        key = id_key(event.message['id'])
        if key is not None:
            self._wait(event, direction, key)
            if type(key) is int and direction == C2S and (self.max_id is None or key > self.max_id):
                self.max_id = key
        if event.era == MODERN:
            if self.era is None and self.forced_era is None:
                self.era = MODERN
            if self.era == MODERN:
                self.revision = event.revision
        if event.method == 'initialize' and direction != S2C:
            self.forget()
            handshake.asked(self, event)

    def _wait(self, event: Event, direction: str, key: Any) -> None:
        waiting = self.open[direction]
        waiting[key] = event
        if len(waiting) > KEPT:
            del waiting[next(iter(waiting))]
            self.forgotten += 1
        self.used_ids[direction].add(key)
        params = event.message.get('params')
        if type(params) is dict and '_meta' in params:
            token = event.token = _token(params['_meta'])
            if token is not None:
                tokens = self.progress_tokens[direction]
                tokens[token] = event
                if len(tokens) > KEPT:
                    del tokens[next(iter(tokens))]

    def _settle_response(self, event: Event, direction: str) -> None:
        asker = OTHER[direction]
        request = event.request
        if request is None:
            if event.mismatch and self.unreadable[asker]:
                self.unreadable[asker] -= 1
            elif self.blind[asker]:
                self.blind[asker] -= 1
            return
        method, asker = request.method, request.direction
        key = request.message.get('id')
        if type(key) is not int and type(key) is not str:
            key = id_key(key)
        waiting = self.open[asker]
        if waiting.get(key) is request:
            del waiting[key]
        cancels = self.cancelled[asker]
        cancelled = bool(cancels) and cancels.pop(key, None) is not None
        result = event.message.get('result')
        token = request.token
        if token is not None and not (type(result) is dict and 'task' in result and isinstance(result['task'], dict)):
            self.progress_tokens[asker].pop(token, None)
        self.remember(asker, key, Answered(method, event.line, event.time, cancelled, token))
        if event.kind != RESPONSE:
            return
        if type(result) is dict:
            if request.era == MODERN and self.initialize_response is None and self.forced_era is None:
                self.era = MODERN
            if method not in _STATEFUL:
                return
            self.forget()
            if method == 'tools/list':
                listed.take(self, request, result)
            elif method == 'initialize':
                handshake.answered(self, event, result)
            elif method == 'server/discover':
                handshake.discovered(self, result)
        elif 'error' in event.message:
            handshake.refused(self, event, method)

    def forget(self) -> None:
        """The state has changed that messages were found right in."""
        self.routes = NONE

    def release(self) -> None:
        """Let go of what was said, after the end: sessions and their events hold each other, which would only be seen later."""
        self.first = self.last = None
        self.initialize_request = self.initialize_response = self.initialize_error = None
        for each in (self.last_from, self.open, self.answered, self.answered_tokens, self.cancelled, self.progress_tokens,
                     self.memory, self.tools, self._exchanges):
            each.clear()
        self.forget()

    def remember(self, asker: str, key: Any, one: Answered) -> None:
        """Take in that a request was answered."""
        answered = self.answered[asker]
        answered[key] = one
        if one.token is not None:
            self.answered_tokens[asker][one.token] = one
        if len(answered) > KEPT * 2:
            # all at once: the first key of a dict is far to find when those before it were deleted one by one
            answered = self.answered[asker] = dict(list(answered.items())[-KEPT:])
            self.answered_tokens[asker] = {each.token: each for each in answered.values() if each.token is not None}

    def _settle_notification(self, event: Event, direction: str) -> None:
        method = event.method
        if self.first is None:
            self.first = event
        if method == 'notifications/initialized':
            self.initialized_seen = True
            self.forget()
        elif method == 'notifications/cancelled':
            key = id_key(event.params.get('requestId'))
            if key in self.open[direction]:
                self.cancelled[direction][key] = event
        elif method == 'notifications/tools/list_changed':
            self.tools_complete = False

    def _settle_frame(self, event: Event, frame: Frame) -> None:
        direction = frame.direction
        if frame.kind == NOISE:
            self.unreadable[direction] += 1
        elif frame.kind == TRUNCATED:
            if event.request is not None:
                self._close(event.request, event)
            elif event.method and id_key(event.id) is not None:
                self._wait(event, direction, id_key(event.id))
            elif not event.method.startswith('notifications/'):
                for sender in (direction,) if direction else (C2S, S2C):
                    self.blind[sender] += 1
        elif event.request is not None and frame.http is not None and (frame.http.status or 0) >= 400:
            self._close(event.request, event)

    def _close(self, request: Event, event: Event) -> None:
        """An answer that is no message: the request does not wait any more."""
        key = id_key(request.id)
        if key is None or self.open[request.direction].get(key) is not request:
            return
        del self.open[request.direction][key]
        self.cancelled[request.direction].pop(key, None)
        token = request.token
        self.progress_tokens[request.direction].pop(token, None)
        self.remember(request.direction, key, Answered(request.method, event.line, event.time, False, token))


def _token(meta: Any) -> Any:
    """The key of the progress token in a ``_meta``, None when it has none."""
    return id_key(meta.get('progressToken')) if type(meta) is dict else None
