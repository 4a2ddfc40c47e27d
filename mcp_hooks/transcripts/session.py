"""What one connection has said so far: frames go in, events come out, and the checks look at the state in between.

    for event in session.feed(frame):
        ...                       # checks see the event and the state *before* it
        session.settle(event)     # then the state takes the event in
    event = session.end()         # once, after the last frame: open requests are still in ``session.open``

A truncated frame is a FRAME event; where its id and method could still be read it stands in ``open`` (or closes its request)
like the message it was: a check that looks into ``event.request.message`` asks first whether ``event.request.kind`` is REQUEST.

``state`` has what is known of the connection.
"""
from __future__ import annotations

from mcp_hooks.transcripts import direction as _direction
from mcp_hooks.transcripts import event as _event
from mcp_hooks.transcripts import message as _message
from mcp_hooks.transcripts.eras import MODERN_ERRORS, known
from mcp_hooks.transcripts.ids import KEPT, id_key
from mcp_hooks.transcripts.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.message import Frame

Event = _event.Event
REQUEST, RESPONSE, NOTIFICATION = _event.REQUEST, _event.RESPONSE, _event.NOTIFICATION
MALFORMED, BATCH, FRAME, END = _event.MALFORMED, _event.BATCH, _event.FRAME, _event.END
LEGACY, MODERN = _event.LEGACY, _event.MODERN
C2S, S2C = _message.C2S, _message.S2C
MESSAGE, TRUNCATED = _message.MESSAGE, _message.TRUNCATED
VERSION_KEY, SUBSCRIPTION_KEY = _event.VERSION_KEY, _event.SUBSCRIPTION_KEY
_TELLING = frozenset(('initialize', 'notifications/cancelled', 'notifications/progress'))  # say whose rules they stand under
FOLLOWED = 'followed'  # in ``memory``: line and id of the initialize that ended the session because it opens another
SHARED = 'shared'  # in ``memory``: other sessions have the address, and nothing tells them apart
NOTHING: dict[str, Any] = {}  # the params of what has none; nobody writes into it
OTHER = _message.OTHER_SIDE

__all__ = ['FOLLOWED', 'KEPT', 'MODERN_ERRORS', 'SHARED', 'Session']


class Session(State):
    """One connection of one client with one server: what its frames are."""

    __slots__ = ()

    def feed(self, frame: Frame) -> Iterable[Event]:
        """The events of a frame: one, or for a batch one for the whole and one for each element. Between two of them the
        caller settles the first: the second is made when it is asked for."""
        self.count += 1
        if frame.http is not None:
            self.has_http = True
        if frame.kind == MESSAGE:
            data = frame.data
            if type(data) is dict:
                return (self.message(frame, data, frame.where, None),)
            if type(data) is list:
                return self._batch(frame, data)
            return (Event(MALFORMED, self, frame, data, frame.where, None, self.revision, self.era, ''),)
        return (self._other(frame),)

    def _batch(self, frame: Frame, elements: list[Any]) -> Iterator[Event]:
        if not frame.direction:
            frame.direction = next(filter(None, (_direction.infer(self, element) for element in elements)), '')
            frame.inferred = True
        yield Event(BATCH, self, frame, elements, frame.where, None, self.revision, self.era, '', elements)
        for number, element in enumerate(elements):
            where = f'{frame.where}[{number}]'
            if type(element) is dict:
                yield self.message(frame, element, where, elements)
            else:
                yield Event(MALFORMED, self, frame, element, where, None, self.revision, self.era, '', elements)

    def message(self, frame: Frame, data: dict[str, Any], where: str, batch: list[Any] | None = None) -> Event:
        """The event of one JSON object. ``feed`` uses it; a caller that counts the frames itself may ask for it at once, which
        saves a fifth of the time on the usual frame."""
        if not frame.direction and batch is None:
            frame.direction = _direction.infer(self, data)
            frame.inferred = True
        method = data.get('method')
        has_result, has_error = 'result' in data, 'error' in data
        if type(method) is str and not has_result and not has_error:
            kind = REQUEST if 'id' in data else NOTIFICATION
            params = data.get('params')
            if self.forced_era is None and ((type(params) is dict and '_meta' in params) or method in _TELLING):
                era, revision = self._rules(params, method, frame.direction)
            else:
                era, revision = self.era, self.revision
            return Event(kind, self, frame, data, where, None, revision, era, method, batch, '',
                         params if type(params) is dict else NOTHING)
        kind = RESPONSE if 'method' not in data and has_result != has_error else MALFORMED
        key = data.get('id')
        request, mismatch = None, ''
        if (has_result or has_error) and (type(key) is int or type(key) is str):
            request = self.open[OTHER[frame.direction]].get(key)
        if request is None and 'method' not in data:
            request, mismatch = self._asked(frame, data)
        if request is None:
            return Event(kind, self, frame, data, where, None, self.revision, self.era, '', batch, mismatch, NOTHING)
        revision, era = request.revision, request.era
        if has_result and era == LEGACY and request.method == 'initialize':
            revision = self._agreed(data['result']) or revision
        asked = request.method if kind == RESPONSE else ''
        return Event(kind, self, frame, data, where, request, revision, era, asked, batch, mismatch, NOTHING)

    def _other(self, frame: Frame) -> Event:
        """Noise, what the logger cut, HTTP without a message."""
        request = None
        if frame.kind == TRUNCATED and isinstance(frame.data, dict):
            if 'method' not in frame.data:
                request, _ = self._asked(frame, frame.data)
        if request is None and frame.http is not None and frame.direction == S2C:
            request = self._exchanges.get(frame.http.exchange)
        era, revision = (request.era, request.revision) if request is not None else (self.era, self.revision)
        method = frame.data.get('method') if isinstance(frame.data, dict) else ''
        return Event(FRAME, self, frame, frame.data, frame.where, request, revision, era, method)

    def _asked(self, frame: Frame, data: dict[str, Any]) -> tuple[Event | None, str]:
        """The request that a response answers, and what is odd about the id."""
        asker = OTHER[frame.direction]
        waiting = self.open[asker]
        identifier = data.get('id')
        key = id_key(identifier)
        if key is not None:
            request = waiting.get(key)
            if request is None and not asker:
                request = self.open[C2S].get(key) or self.open[S2C].get(key)
            if request is None and asker:
                request = self.open[''].get(key)
            if request is not None:
                return request, _event.SAME
            if type(key) is int:
                request = waiting.get(str(key))
            elif type(key) is str and key.isascii() and key.isdigit() and len(key) < 16:
                request = waiting.get(int(key))
            return request, _event.OTHER_TYPE if request is not None else _event.SAME
        mismatch = _event.NULL_ID if 'id' in data else _event.NO_ID
        if frame.http is not None:
            request = self._exchanges.get(frame.http.exchange)
            if request is not None and self._is_open(request):
                return request, mismatch
        if self.unreadable[asker] and 'error' in data:
            return None, mismatch  # it answers what could not be read
        last = self.last_from[asker]
        if last is not None and self._is_open(last) and ('error' in data or len(waiting) == 1):
            return last, mismatch
        return None, mismatch

    def _is_open(self, request: Event) -> bool:
        key = id_key(request.id)
        return key is not None and self.open[request.direction].get(key) is request

    # ---- which rules ----

    def _rules(self, params: Any, method: str, direction: str) -> tuple[str | None, Any]:
        """Era and revision of a request or notification, by itself first, then by the connection."""
        if type(params) is dict:
            meta = params.get('_meta')
            if type(meta) is dict:
                if VERSION_KEY in meta:
                    return MODERN, known(meta[VERSION_KEY], True)
                if SUBSCRIPTION_KEY in meta:
                    return MODERN, self.revision if self.era == MODERN else known(None, True)
            if method == 'initialize':
                return LEGACY, known(params.get('protocolVersion'), False)
            if method == 'notifications/cancelled':
                return self._as(self.open[direction].get(id_key(params.get('requestId'))))
            if method == 'notifications/progress':
                return self._as(self.progress_tokens[OTHER[direction]].get(id_key(params.get('progressToken'))))
        elif method == 'initialize':
            return LEGACY, known(None, False)
        return self.era, self.revision

    def _as(self, request: Event | None) -> tuple[str | None, Any]:
        return (self.era, self.revision) if request is None else (request.era, request.revision)

    def _agreed(self, result: Any) -> Any:
        version = result.get('protocolVersion') if isinstance(result, dict) else None
        return known(version, False) if isinstance(version, str) else None

    # ---- its bounds ----

    def end(self) -> Event:
        """The event after the last frame."""
        last = self.last
        self.ended_early = last is not None and last.kind == FRAME and last.frame is not None and last.frame.kind == TRUNCATED
        return Event(END, self, None, None, '', None, self.revision, self.era, '')

    def restarts(self, frame: Frame) -> bool:
        """Whether an ``initialize`` opens another session of the same client, as in a log that several runs were added to:
        ids that start over say so. With an id that goes on, it is a second initialize in this session."""
        key = id_key(frame.data.get('id'))
        if self.initialize_request is None and (self.max_id is None or not self.answered[C2S]):
            return False
        if key in self.open[C2S]:
            return False
        if type(key) is int and self.max_id is not None:
            return key <= self.max_id
        return self.initialize_request is not None and key == id_key(self.initialize_request.id)
