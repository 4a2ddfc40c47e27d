"""From all the names of a large tree those that can be worth a look: a few passes over one buffer, nothing for each name.

A list of 100,000 names takes git 15 ms; to make a string of each takes Python as long again.
"""
from __future__ import annotations

from functools import cache

from mcp_hooks.credentials.stores import STORES
from mcp_hooks.sources import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

LONGEST = 256  # bytes of a name in a file system; an index may hold longer ones
_END = r'\0'
_SAMPLE = r'(?:[._-][^/\0]{0,255}|~)?\0'
_BELOW = r'[^\0]*\0'
# files that came from systems where case does not matter: MCP.JSON, README.MD, Setup.Ps1
_CAPITALS = {'J': 'Ss', 'Y': 'AaMm', 'T': 'OoXx', 'M': 'AaDdKk', 'S': 'Hh', 'P': 'Ss', 'B': 'Aa', 'C': 'MmOo', 'E': 'Nn', 'I': 'Pp',
             'D': 'Oo', 'H': 'AaTt', 'L': 'Oo', 'N': 'Dd'}
# Dockerfile.dev: what stands before the last of these dots says what it is
_BEGUN = (b'ocker', b'ontainer', b'ake')
# of a name without an ending nothing is left but slashes
_NOT_SHAPE = bytes(code for code in range(256) if code not in b'/.\0')


def candidates(buffer: bytes) -> Iterator[bytes]:
    """The records of a NUL-terminated list whose names can be of interest: those with an ending that is known, then those
    without one. A name can come twice. Whatever ``marks.kind_of`` knows is among them, if its ending is in small letters or
    begins with a capital."""
    for match in endings().finditer(buffer):
        yield buffer[buffer.rfind(b'\0', 0, match.start()) + 1:match.end() - 1]
    at = buffer.find(b'file.')
    while at >= 0:
        if buffer.endswith(_BEGUN, 0, at):
            end = buffer.find(b'\0', at, at + LONGEST)
            if end >= 0 and buffer.find(b'/', at, end) < 0:
                yield buffer[buffer.rfind(b'\0', 0, at) + 1:end]
        at = buffer.find(b'file.', at + 5)
    shapes = b'\0' + buffer.translate(None, _NOT_SHAPE)
    if b'/\0' in shapes or b'\0\0' in shapes:
        yield from _without_ending(buffer, shapes)


def _without_ending(buffer: bytes, shapes: bytes) -> Iterator[bytes]:
    import re

    records = buffer.split(b'\0')
    number = at = 0
    for match in re.finditer(rb'[/\0](?=\0)', shapes):
        end = match.end()
        number += shapes.count(b'\0', at, end)
        at = end
        yield records[number - 1]


@cache
def endings() -> re.Pattern[bytes]:
    """Finds the known endings in a list of names."""
    import re

    words = [(ending, _SAMPLE) for ending in marks.ENDINGS]
    words.append(('env', _SAMPLE))
    words += [(ending, _END) for ending in (*marks.TEXTS, *marks.CAPTURES)]
    words += [(folder[1:], _END) for folder in marks.folders()]
    words += [(store[2:], _BELOW) for store in STORES if store.startswith('/.')]
    capitals = '|'.join(f'(?<={head})[{second}]' for head, second in _CAPITALS.items())
    return re.compile(rf'\.(?:{_tree(words)}|[{"".join(_CAPITALS)}](?:{capitals})[0-9A-Za-z_-]{{0,40}}{_SAMPLE})'.encode())


def _tree(words: Iterable[tuple[str, str]]) -> str:
    """An expression for the words, each with what follows it, that decides at each character at once: quick where most names
    end in something else."""
    heads: dict[str, list[tuple[str, str]]] = {}
    tails: dict[str, None] = {}
    for word, tail in words:
        if word:
            heads.setdefault(word[0], []).append((word[1:], tail))
        else:
            tails[tail] = None
    parts = []
    for head, rest in sorted(heads.items()):
        plain = head if head.isalnum() else '\\' + head
        inner = _tree(rest)
        parts.append(f'{plain}{inner}' if len(rest) == 1 else f'{plain}(?:{inner})')
    return '|'.join([*parts, *tails])
