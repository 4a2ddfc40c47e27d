"""The runs of servers in one log: which session a line belongs to, and what was written twice."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST = 1000  # servers that are told apart
RECENT = 16  # messages among which a double is looked for


class Runs:
    """``doubles`` turns True once a log is seen to hold everything twice."""

    __slots__ = ('_recent', '_runs', '_seen', 'doubles')

    def __init__(self) -> None:
        self._seen: set[str] = set()  # servers with messages since their last start
        self._runs: dict[str, int] = {}  # server → how often it was started
        self.doubles = False
        self._recent: list[tuple[str, str]] = []

    def start(self, server: str) -> None:
        """A logger says that a server is started."""
        if server in self._seen:
            self._seen.discard(server)
            self._runs[server] = self._runs.get(server, 1) + 1
        self._recent.clear()
        self.doubles = False
        if len(self._runs) > MOST:
            del self._runs[next(iter(self._runs))]

    def met(self, server: str) -> None:
        """There is a message of it."""
        if server not in self._seen and len(self._seen) < MOST:
            self._seen.add(server)

    def session(self, server: str) -> str:
        count = self._runs.get(server, 0)
        return f'{server}#{count}' if count > 1 else server

    def is_double(self, direction: str, session: str, text: str, value: Any) -> bool:
        """Claude Desktop may start a server twice at once and write both into one file: every message then stands there twice.
        It is that, and no double answer, when initialize itself was written twice."""
        seen = (session + direction, text)
        again = seen in self._recent
        if again and isinstance(value, dict) and value.get('method') == 'initialize':
            self.doubles = True
        if again and self.doubles:
            self._recent.remove(seen)
            return True
        self._recent.append(seen)
        if len(self._recent) > RECENT:
            del self._recent[0]
        return False
