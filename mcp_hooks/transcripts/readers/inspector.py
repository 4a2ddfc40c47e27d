"""The Inspector's protocol export: an answer is kept in the entry of its request."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, S2C, Frame
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.words import later, meaning, turned
from mcp_hooks.transcripts.screen import is_clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.readers.told import Told


def sides(entry: dict[str, Any], line: int, where: str, text: str, told: Told) -> tuple[list[Frame], list[Frame]]:
    """The Inspector's protocol export keeps the answer in the entry of its request. It finds the request by the bare id,
    whichever side sent it, so a pair may be wrong (clients/web/src/App.tsx, read 2026-11-30)."""
    origin = meaning(entry.get('origin'))
    direction = origin if origin in (C2S, S2C) else ''
    time = told.time(entry)[0]
    session = told.session(entry)
    frame = Frame(MESSAGE, member_line(text, line, 'message'), f'{where}.message', entry['message'], text, direction, time,
                  None, session)
    frame.quiet = quiet = is_clear(text)
    folded = entry.get('response')
    if not is_message(folded) or _misfolded(entry['message'], folded):
        return [frame], []
    end = later(time, entry.get('duration'))
    answer = Frame(MESSAGE, member_line(text, line, 'response'), f'{where}.response', folded, '',
                   turned(direction) if direction else '', end, None, session)
    answer.quiet = quiet
    return [frame], [answer]


def _misfolded(request: dict[str, Any], response: Any) -> bool:
    """The answer is one to the other side's request of that id: it has what only a client says, or lacks it."""
    from mcp_hooks.transcripts.direction import CLIENT, CLIENT_RESULTS, SERVER
    method = request.get('method')
    result = response.get('result') if isinstance(response, dict) else None
    if not isinstance(result, dict) or not result or not isinstance(method, str):
        return False
    of_client = any(name in result for name in CLIENT_RESULTS)
    return (method in CLIENT and of_client) or (method in SERVER and not of_client and 'task' not in result)
