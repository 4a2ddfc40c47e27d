"""What a value of a recorder is: a message, or a wrapper of the same shape as the one before it."""
from __future__ import annotations

from mcp_hooks.transcripts.readers.words import seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ENVELOPE = frozenset(('jsonrpc', 'id', 'method', 'params', 'result', 'error'))


def is_message(value: Any) -> bool:
    """Whether it is meant as a JSON-RPC message, right or wrong."""
    if type(value) is dict:
        if 'jsonrpc' in value:
            return True
        return ('method' in value or 'result' in value or 'error' in value) and not value.keys() - ENVELOPE
    return type(value) is list and any(type(one) is dict and is_message(one) for one in value[:50])


class Shape:
    """Where the entries of this file keep what: names of members, None where there is none, and how many members there are."""

    __slots__ = ('direction', 'in_seconds', 'message', 'named', 'size', 'suffix', 'time')

    def __init__(self, message: str, direction: str | None, time: str | None, size: int, named: bool) -> None:
        self.message = message
        self.direction = direction
        self.time = time
        self.size = size
        self.named = named  # a member names the session or the server
        self.suffix = f'.{message}'
        # the name of the member tells no other unit
        self.in_seconds = time is not None and seconds(1.5, time) == 1.5
