"""JSON or an address in an address, percent-encoded once or twice: the links with which pages offer to install a server.

https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGINNINGS = ('%7B%22', '%7b%22', '%257B%2522', '%257b%2522', 'https%3A%2F%2F', 'https%3a%2f%2f', 'https%253A%252F%252F')
_ENDS = frozenset(' \t\r\n"\'<>()[]{}`|\\^&#')
_LONGEST = 20_000
_MOST = 200  # links of a text
_HEX = frozenset('0123456789abcdefABCDEF')


def may_hold(value: str) -> bool:
    """Whether such a piece begins somewhere."""
    return '%7B%2' in value or '%7b%2' in value or '%25' in value or '%3A%2F%2F' in value or '%3a%2f%2f' in value


def blocks(value: str) -> Iterator[tuple[str, list[int]]]:
    """Each piece decoded, with the offset in ``value`` of each of its characters and of its end."""
    at = found = 0
    while found < _MOST:
        starts = [start for start in (value.find(beginning, at) for beginning in _BEGINNINGS) if start >= 0]
        if not starts:
            return
        start = end = min(starts)
        while end < len(value) and end - start < _LONGEST and value[end] not in _ENDS:
            end += 1
        text, offsets = value[start:end], list(range(start, end + 1))
        for _ in range(2 if '%25' in value[start : start + 8] else 1):
            text, offsets = _decoded(text, offsets)
        yield text, offsets
        at, found = end, found + 1


def _decoded(text: str, offsets: list[int]) -> tuple[str, list[int]]:
    """Signs beyond ASCII stay as they are: nothing of a credential is in them."""
    out: list[str] = []
    kept: list[int] = []
    at = 0
    while at < len(text):
        sign, step = text[at], 1
        if sign == '%' and at + 2 < len(text) and text[at + 1] in '234567' and text[at + 2] in _HEX:
            sign, step = chr(int(text[at + 1 : at + 3], 16)), 3
        out.append(sign)
        kept.append(offsets[at])
        at += step
    return ''.join(out), [*kept, offsets[-1]]
