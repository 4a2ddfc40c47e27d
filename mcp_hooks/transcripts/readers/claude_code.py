"""Claude Code's stream-json: messages in the control protocol between the CLI and an SDK that serves tools in process."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, S2C, Frame
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.words import turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.readers.told import Told

MOST = 4096  # requests that wait for their answer


class ControlProtocol:
    """Remembers which server was asked what."""

    __slots__ = ('_names', '_served', '_told')

    def __init__(self, told: Told) -> None:
        self._told = told
        # request id → server name and who asks, None for a notification; and the only server, '' once there are several
        self._names: dict[str, tuple[str, str] | None] = {}
        self._served: tuple[str, str] | None = None

    def frame(self, entry: dict[str, Any], line: int, where: str) -> Frame | None:
        """The message in a control request or answer, None where it holds none. The CLI is the client; what the server says by
        itself comes as a control request too."""
        inner = entry.get('request') if entry['type'] == 'control_request' else entry.get('response')
        if not isinstance(inner, dict):
            return None
        if entry['type'] == 'control_request':
            message, server, request = inner.get('message'), inner.get('server_name'), entry.get('request_id')
            if inner.get('subtype') != 'mcp_message' or not is_message(message):
                return None
            name = server if isinstance(server, str) else ''
            direction = _said_by(message)
            if isinstance(request, str) and isinstance(message, dict):
                # what answers a notification is the control protocol's receipt, no message
                self._names[request] = (name, direction) if 'id' in message else None
                self._served = (name, C2S) if self._served in (None, (name, C2S)) else ('', C2S)
                if len(self._names) > MOST:
                    del self._names[next(iter(self._names))]
            return Frame(MESSAGE, line, f'{where}.request.message', message, '', direction, self._told.time(entry)[0], None, name,
                         'stdio', not direction)
        asked = self._names.pop(str(inner.get('request_id')), self._served or ('', C2S))
        body = inner.get('response')
        message = body.get('mcp_response') if isinstance(body, dict) else None
        if asked is not None and is_message(message):
            return Frame(MESSAGE, line, f'{where}.response.response.mcp_response', message, '', turned(asked[1] or C2S),
                         self._told.time(entry)[0], None, asked[0], 'stdio')
        return None


def _said_by(message: Any) -> str:
    """Who says what comes as a control request: the CLI as a rule, '' where a token or an id has to tell."""
    from mcp_hooks.transcripts.direction import SERVER
    method = message.get('method') if isinstance(message, dict) else None
    if not isinstance(method, str) or method in ('notifications/progress', 'notifications/cancelled'):
        return ''
    return S2C if method in SERVER else C2S
