"""Which session a frame belongs to, where a file holds several: by the reader's name, by Mcp-Session-Id, by a new beginning."""
from __future__ import annotations

from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.message import C2S
from mcp_hooks.transcripts.session import FOLLOWED, SHARED, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.transcripts.message import Frame

HELD = 128  # sessions that are kept open at once


class Sessions:
    """``ended`` holds the sessions that have come to their end since it was last emptied."""

    __slots__ = ('_by_exchange', '_by_http', '_last', '_last_name', '_make', 'count', 'ended', 'live')

    def __init__(self, make: Callable[[str], Session]) -> None:
        self._make = make
        self.live: dict[str, Session] = {}
        self._by_http: dict[tuple[str, str], Session] = {}
        self._by_exchange: dict[str, Session] = {}  # of requests without a session id that have no answer yet
        self._last: Session | None = None
        self._last_name = ''
        self.ended: list[Session] = []
        self.count = 0

    def of(self, frame: Frame) -> Session:
        """The session of a frame, opened when it is the first of it."""
        name = frame.session
        data = frame.data
        opens = type(data) is dict and data.get('method') == 'initialize'
        session = self._last if name == self._last_name else self.live.get(name)
        if frame.http is not None:
            session = self._over_http(frame, session, opens)
        elif session is not None and opens and frame.direction != 's2c' and session.restarts(frame):
            session.memory[FOLLOWED] = frame.line, data.get('id')
            self._end(session)
            session = None
        if session is None:
            session = self._open(name)
        self._last, self._last_name = session, name
        return session

    def _over_http(self, frame: Frame, session: Session | None, opens: bool) -> Session | None:
        """Several sessions may share an address; the header tells them apart. An initialize without the header is a new one
        when this session has had its own."""
        http = frame.http
        assert http is not None
        asked = http.request_headers.get('mcp-session-id', '')
        if not asked:
            return self._without_id(frame, session, opens)
        key = frame.session, asked
        known = self._by_http.get(key)
        if known is not None:
            return known
        if session is not None and session.http_session in ('', asked):
            session.http_session = asked
            self._by_http[key] = session
            return session
        if session is None:
            session = self._open(frame.session)
            session.http_session = asked
            self._by_http[key] = session
            return session
        self._keep(frame.session, session)
        session = self._open(frame.session)
        session.http_session = asked
        self._by_http[key] = session
        return session

    def _without_id(self, frame: Frame, session: Session | None, opens: bool) -> Session | None:
        """An answer belongs where its request does. Of several sessions without an id a request may belong to any."""
        exchange = frame.http.exchange if frame.http is not None else ''
        if frame.direction != C2S:
            known = self._by_exchange.get(exchange) if exchange else None
            return self._answered(frame, session if known is None else known)
        if opens and session is not None and _is_another(session):
            self._keep(frame.session, session)
            session = self._open(frame.session)
            session.memory[SHARED] = True
        if session is None:
            session = self._open(frame.session)
        if exchange:
            self._by_exchange[exchange] = session
            if len(self._by_exchange) > HELD:
                del self._by_exchange[next(iter(self._by_exchange))]
        return session

    def _answered(self, frame: Frame, session: Session | None) -> Session | None:
        """What answers the initialize of another session than the last one opened."""
        http = frame.http
        given = http.response_headers.get('mcp-session-id', '') if http is not None else ''
        if given and frame.direction != C2S:
            known = self._by_http.get((frame.session, given))
            if known is not None:
                return known
            if session is not None:
                self._by_http[frame.session, given] = session
        return session

    def _open(self, name: str) -> Session:
        self.count += 1
        session = self._make(name)
        self.live[name] = session
        if len(self.live) > HELD:
            self._end(self.live[next(iter(self.live))])
        if len(self._by_http) > HELD:
            del self._by_http[next(iter(self._by_http))]
        return session

    def _keep(self, name: str, session: Session) -> None:
        """Make room for another session of that name; the old one lives on under its header's value."""
        if self.live.get(name) is not session:
            return
        del self.live[name]
        self.live[f'{name}\0{self.count}'] = session
        if len(self.live) > HELD:
            self._end(self.live[next(iter(self.live))])

    def _end(self, session: Session) -> None:
        for name, one in list(self.live.items()):
            if one is session:
                del self.live[name]
        if self._last is session:
            self._last, self._last_name = None, '\0'
        self.ended.append(session)

    def rest(self) -> list[Session]:
        """All that are open, at the end of the file."""
        ended, self.ended = self.ended + list(self.live.values()), []
        self.live = {}
        return ended


def _is_another(session: Session) -> bool:
    """Whether one more initialize is not of this session: it was answered, or still waits for its answer."""
    asked = session.initialize_request
    return session.initialize_response is not None or (
        asked is not None and session.open[C2S].get(id_key(asked.id)) is asked)


def maker(revision: Any, era: str | None, ordered: bool, lossy: Callable[[], bool]) -> Callable[[str], Session]:
    """How sessions are made with these settings. ``lossy`` is asked when a session begins."""
    def make(name: str) -> Session:
        return Session(name, ordered=ordered, lossy=lossy(), revision=revision, era=era)
    return make
