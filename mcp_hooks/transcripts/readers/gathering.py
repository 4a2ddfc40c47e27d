"""The lines of one pretty-printed message, until its closing brace, which stands where its line began."""
from __future__ import annotations

from mcp_hooks.transcripts.readers.stream import LONGEST, scan
from mcp_hooks.transcripts.readers.words import seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST = 20000  # lines of one message
ATTEMPTS = 64  # braces that may have been the last


class Gathering:
    """``lines`` is empty while nothing is gathered. ``number`` is the line on which it began, ``prefix`` what stood before it."""

    __slots__ = ('_attempts', '_indentation', '_size', 'lines', 'number', 'prefix')

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.number = self._size = self._attempts = 0
        self.prefix = self._indentation = ''

    def begin(self, text: str, line: str, number: int, prefix: str) -> None:
        self._indentation = line[:len(line) - len(line.lstrip())]
        self.number, self.prefix = number, prefix
        self.lines.append(text)
        self._size, self._attempts = len(text), 0

    def ends_before(self, line: str) -> bool:
        """Whether a line cannot belong to it: a complete message, or a line of a log."""
        if line.startswith('{"') and not self._indentation and line.rstrip().endswith('}') and not self.prefix:
            return True
        return bool(self.prefix) and line[:2].isdigit() and seconds(line[:10] + line[10:23].split('Z')[0]) is not None

    def add(self, line: str) -> bool:
        """Take a line in. True when it may be the last."""
        self.lines.append(line)
        self._size += len(line)
        text = line.lstrip()
        closes = text[:1] in ('}', ']') and len(line) - len(text) <= len(self._indentation)
        self._attempts += closes
        return closes

    @property
    def is_too_much(self) -> bool:
        return len(self.lines) > MOST or self._size > LONGEST or self._attempts > ATTEMPTS

    def value(self) -> tuple[Any, str, str] | None:
        """(value, its text, what follows it), once it is complete; nothing is gathered any more then."""
        text = '\n'.join(self.lines)
        try:
            value, end = scan(text, 0)
        except (ValueError, StopIteration, RecursionError):
            return None  # a brace that closes something inner; the size is bounded
        self.lines.clear()
        return value, text[:end], text[end:]

    def give_up(self) -> list[str]:
        lines, self.lines = self.lines, []
        return lines
