"""What a recorder tells of a message beside it: who sent it, when, and in which session."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, S2C
from mcp_hooks.transcripts.readers.words import IN, OUT, meaning, seconds, turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# a word under the first of these may be any phrase with the parties in it; under the others only a known word counts
DIRECTION_KEYS = ('dir', 'direction', 'from', 'sender', 'origin', 'source', 'src', 'side', 'flow', 'way', '_dir',
                  '_direction')
LOOSE_KEYS = ('stream', 'channel', 'role', 'type', 'kind', 'event')
TIME_KEYS = ('ts', 't', 't_ms', 'timestamp', 'time', 'at', 'observedAt', 'startedAt', 'timestamp_ms', 'ts_ms', 'elapsed_ms',
             'offset_ms', 'date')
SESSION_KEYS = ('session', 'session_id', 'sessionId', 'conn', 'conn_id', 'connection', 'connection_id', 'connectionId')
SERVER_KEYS = ('server', 'server_name', 'serverName', 'backend')
NAMING = frozenset((*SESSION_KEYS, *SERVER_KEYS))


class Told:
    """Reads the members of entries. ``meanings`` are the words for a direction as this file uses them, ``settled`` says that it has
    shown who keeps it; ``restarts`` counts the runs that were added to it."""

    __slots__ = ('_own', 'meanings', 'restarts', 'settled')

    def __init__(self) -> None:
        self.meanings: dict[Any, str] = {}
        self._own = C2S  # what "out" means: the log is kept by the client unless it shows otherwise
        self.settled = False
        self.restarts = 0

    def direction(self, entry: dict[str, Any]) -> tuple[str, str | None]:
        for key in (*DIRECTION_KEYS, *LOOSE_KEYS):
            word = entry.get(key)
            if type(word) is not str:
                continue
            found = self.meanings.get(word) or meaning(word, key in DIRECTION_KEYS)
            if found:
                if found in (C2S, S2C) and len(self.meanings) < 64:
                    self.meanings[word] = found
                return found, key
        to = meaning(entry.get('to'))
        return (turned(to), 'to') if to in (C2S, S2C) else ('', None)

    def resolve(self, direction: str, message: Any) -> str:
        """``out`` and ``in`` to the direction they are in this file."""
        if direction not in (OUT, IN):
            return direction
        if not self.settled and isinstance(message, dict):
            from mcp_hooks.transcripts.direction import CLIENT, SERVER
            method = message.get('method')
            if isinstance(method, str) and (method in CLIENT or method in SERVER):
                sender = C2S if method in CLIENT else S2C
                self._own = sender if direction == OUT else turned(sender)
                self.settled = True
        return self._own if direction == OUT else turned(self._own)

    def time(self, entry: dict[str, Any]) -> tuple[float | None, str | None]:
        for key in TIME_KEYS:
            value = entry.get(key)
            if value is not None:
                time = seconds(value, key)
                if time is not None:
                    return time, key
        return None, None

    def session(self, entry: dict[str, Any]) -> str:
        server = session = ''
        if not self.restarts and NAMING.isdisjoint(entry):
            return ''
        for key in SERVER_KEYS:
            value = entry.get(key)
            if type(value) is str:
                server = value
                break
        for key in SESSION_KEYS:
            value = entry.get(key)
            if type(value) is str or type(value) is int:
                session = str(value)
                break
        if self.restarts:
            session = f'{session}#{self.restarts + 1}'
        if session:
            return f'{server}#{session.lstrip("#")}' if server or session.startswith('#') else session
        return server
