"""Bytes to text, and offsets in the text to lines and columns."""
from __future__ import annotations

from bisect import bisect_right

from mcp_hooks.findings import Place
from mcp_hooks.tuples import NamedTuple

_BOMS = ((b'\xef\xbb\xbf', 'utf-8'), (b'\xff\xfe', 'utf-16-le'), (b'\xfe\xff', 'utf-16-be'))


class Decoded(NamedTuple):
    """``text`` is without the byte-order mark. ``problem`` is (offset in code points, message) of what is not ``encoding``."""

    text: str
    encoding: str
    had_bom: bool
    problem: tuple[int, str] | None


def decode(data: bytes) -> Decoded:
    """UTF-8, or what a byte-order mark says (UTF-8, UTF-16). Never raises: what is not decodable becomes U+FFFD."""
    encoding, had_bom = 'utf-8', False
    for bom, name in _BOMS:
        if data.startswith(bom):
            data, encoding, had_bom = data[len(bom):], name, True
            break
    if not had_bom and b'\0' in data[:4]:
        unmarked = _unmarked_utf_16(data)
        if unmarked:
            return unmarked
    try:
        return Decoded(data.decode(encoding), encoding, had_bom, None)
    except UnicodeDecodeError as error:
        before = len(data[:error.start].decode(encoding, 'replace'))
        if encoding == 'utf-8':
            message = f'byte 0x{data[error.start]:02x} is not UTF-8'
        else:
            message = f'not {encoding.upper()}: {error.reason}'
        return Decoded(data.decode(encoding, 'replace'), encoding, had_bom, (before, message))


def _unmarked_utf_16(data: bytes) -> Decoded | None:
    """UTF-16 without a byte-order mark, told by the zero bytes of its first two characters: no client reads it, but we can."""
    zeros = [byte == 0 for byte in data[:4]]
    encoding = 'utf-16-le' if zeros == [False, True] * 2 else 'utf-16-be' if zeros == [True, False] * 2 else None
    if encoding is None:
        return None
    try:
        return Decoded(data.decode(encoding), encoding, False, (0, 'UTF-16 without a byte-order mark'))
    except UnicodeDecodeError:
        return None


def line_at(text: str, offset: int) -> int:
    """The line (from 1) of one offset; for many offsets ``Lines`` is quicker."""
    line = text.count('\n', 0, offset) + 1
    if '\r' in text:
        line += text.count('\r', 0, offset) - text.count('\r\n', 0, offset + 1)
    return line


class Lines:
    """Where the lines of a text begin. CRLF, CR and LF end a line. The table is made at the first question."""

    __slots__ = ('_starts', 'text')

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """The offset of each line's first character."""
        if self._starts is None:
            self._starts = _line_starts(self.text)
        return self._starts

    def place(self, start: int, end: int) -> Place:
        """Offsets (code points, ``end`` exclusive) to lines and columns from 1; offsets outside of the text are clamped."""
        starts = self.starts
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        line = bisect_right(starts, start)
        # a span that ends with a line end ends on that line, not at the beginning of the next
        end_line = bisect_right(starts, end - 1, line - 1) if end > start else line
        return Place(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def line_end(self, line: int) -> int:
        """The offset behind the last character of a line (from 1, and not behind the last), before its line end."""
        starts = self.starts
        if line >= len(starts):
            return len(self.text)
        end = starts[line] - 1
        return end - 1 if end > starts[line - 1] and self.text[end - 1:end + 1] == '\r\n' else end

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; the empty string outside of the text."""
        starts = self.starts
        if not 1 <= line <= len(starts):
            return ''
        return self.text[starts[line - 1]:self.line_end(line)]

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column (both from 1), clamped to the line and to the text."""
        starts = self.starts
        if line < 1:
            return 0
        if line > len(starts):
            return len(self.text)
        start = starts[line - 1]
        return min(start + max(column - 1, 0), start + len(self.line_text(line)))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    if '\r' in text:
        import re
        starts.extend(found.end() for found in re.finditer(r'\r\n?|\n', text))
        return starts
    at = text.find('\n')
    while at >= 0:
        starts.append(at + 1)
        at = text.find('\n', at + 1)
    return starts
