"""What one connection has said so far: frames go in, events come out, and the checks look at the state in between.

    for event in session.feed(frame):
        ...                       # checks see the event and the state *before* it
        session.settle(event)     # then the state takes the event in
    event = session.end()         # once, after the last frame: open requests are still in ``session.open``

Nothing here judges. Whatever grows is bounded by what is open, or by a fixed number (``KEPT``).
"""
from __future__ import annotations

from mcp_hooks.transcripts import direction as _direction
from mcp_hooks.transcripts import event as _event
from mcp_hooks.transcripts import message as _message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.message import Frame

KEPT = 4096  # open requests, answered ids and known tools that are remembered for each direction

Event_ = _event.Event
REQUEST, RESPONSE, NOTIFICATION = _event.REQUEST, _event.RESPONSE, _event.NOTIFICATION
MALFORMED, BATCH, FRAME, END = _event.MALFORMED, _event.BATCH, _event.FRAME, _event.END
LEGACY, MODERN = _event.LEGACY, _event.MODERN
C2S, S2C = _message.C2S, _message.S2C
OTHER = {C2S: S2C, S2C: C2S, '': ''}

MODERN_ERRORS = (-32020, -32021, -32022)  # codes that only a server of the modern era has a meaning for


class Answered:
    """What is remembered of a request that was answered."""

    __slots__ = ('cancelled', 'line', 'method', 'time', 'token')

    def __init__(self, method: str, line: int, time: float | None, cancelled: bool, token: Any) -> None:
        self.method = method
        self.line = line  # of the answer
        self.time = time
        self.cancelled = cancelled
        self.token = token  # the request's progress token as ``id_key`` gives it, None where it had none


class Ids:
    """Which ids one sender has used: whole runs of integers in constant space, of other ids the last ``KEPT`` * 8."""

    __slots__ = ('_first', '_last', '_others')

    def __init__(self) -> None:
        self._first = 0
        self._last = -1
        self._others: dict[Any, None] = {}

    def __contains__(self, key: Any) -> bool:
        return (type(key) is int and self._first <= key <= self._last) or key in self._others

    def add(self, key: Any) -> None:
        if type(key) is int:
            if self._last < self._first:
                self._first = self._last = key
                return
            if key == self._last + 1:
                self._last = key
                return
            if key in self:
                return
        self._others[key] = None
        if len(self._others) > KEPT * 8:
            del self._others[next(iter(self._others))]


def id_key(value: Any) -> Any:
    """A dict key that keeps 1, "1" and true apart, and takes 1.0 for 1 as JSON Schema does. None for null."""
    if type(value) is int or type(value) is str or value is None:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return type(value).__name__, repr(value)[:200]


class Session:
    """One connection of one client with one server.

    id                  the reader's name for the session, '' where the capture holds only one
    ordered             False where the capture does not say how the two directions interleave (txtar): no verdict on order
    lossy               True where the recorder may drop or fold messages wrongly (Inspector exports): pairing needs caution
    has_http            a frame with an HTTP side was seen
    http_session        the Mcp-Session-Id in use, '' for none
    started_mid         the first message neither opens a session (initialize) nor can stand alone (modern, ping)
    ended_early         set by ``end``: the capture was cut (last frame truncated)
    first               the first request or notification, of any direction
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
    answered            {direction of the request: {id key: Answered}}, the last KEPT
    used_ids            {direction of the request: Ids}: every id that a request was sent with
    forgotten           requests that fell out of ``open`` because more than KEPT were open
    cancelled           {direction of the request: {id key: the notifications/cancelled Event}}, of open requests only
    progress_tokens     {direction of the request: {id key of the token: request Event}}, of open requests
                        (and of task-augmented ones: ``settle`` keeps those, at most KEPT)
    unreadable          {direction: frames of that sender that could not be read and that no answer without id has answered}
    tools               name → definition, what is known of the server's tools
    tools_complete      ``tools`` is the whole list: every page was seen and no list_changed since
    memory              for the checks, each under its own name
    """

    __slots__ = ('_exchanges', '_max_id', '_pages', 'answered', 'cancelled', 'client_capabilities', 'count', 'ended_early', 'era',
                 'first', 'forced_era', 'forced_revision', 'forgotten', 'has_http', 'http_session', 'id', 'initialize_error',
                 'initialize_request', 'initialize_response', 'initialized_seen', 'last', 'lossy', 'memory', 'open', 'ordered',
                 'progress_tokens', 'revision', 'server_capabilities', 'started_mid', 'supported_versions', 'tools',
                 'tools_complete', 'unreadable', 'used_ids')

    def __init__(self, id: str = '', *, ordered: bool = True, lossy: bool = False, revision: Any = None,
                 era: str | None = None) -> None:
        """``revision`` and ``era`` force what the capture would otherwise decide."""
        self.id = id
        self.ordered = ordered
        self.lossy = lossy
        self.has_http = False
        self.http_session = ''
        self.started_mid = False
        self.ended_early = False
        self.first: Event | None = None
        self.last: Event | None = None
        self.count = 0
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
        self.tools: dict[str, dict[str, Any]] = {}
        self.tools_complete = False
        self.memory: dict[str, Any] = {}
        self._exchanges: dict[str, Event] = {}  # HTTP exchange → the event it asks for an answer to
        self._pages: tuple[dict[str, dict[str, Any]], Any] | None = None  # tools so far, the cursor that goes on
        self._max_id: int | None = None
