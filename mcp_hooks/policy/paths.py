"""Path patterns of the settings: the part of .gitignore's language that needs no order."""
from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def covered(path: str, patterns: Sequence[str]) -> bool:
    """Does one of the patterns cover the path (relative to the repository, with ``/``)?"""
    return any(covers(pattern, path) for pattern in patterns)


def covers(pattern: str, path: str) -> bool:
    """``*`` and ``?`` stand for text inside one segment, ``**`` for any number of segments.

    A pattern without ``/`` is compared with every segment; one that covers a folder covers all below it.
    """
    parts, anchored, below = _split(pattern)
    segments = path.split('/')
    if not anchored:
        return any(segment_fits(parts[0], segment) for segment in (segments[:-1] if below else segments)) if parts else False
    return any(length < len(segments) or (length == len(segments) and not below) for length in _prefixes(parts, segments))


@cache
def _split(pattern: str) -> tuple[tuple[str, ...], bool, bool]:
    """The segments, whether they begin at the top, and whether only what lies below is meant (``a/``, ``a/**``)."""
    plain = pattern.removeprefix('./').rstrip('/')
    parts = [part for part in plain.split('/') if part]
    below = pattern.endswith('/')
    anchored = '/' in plain or parts[:1] == ['**']
    while parts and parts[-1] == '**':
        parts.pop()
        below = True
    return tuple(parts), anchored, below


def _prefixes(parts: Sequence[str], segments: Sequence[str]) -> set[int]:
    """How many first segments the whole pattern can stand for. Steps through the pattern with all possibilities at once, so
    that no pattern takes longer than its length times the path's."""
    reached = {0}
    for part in parts:
        if part == '**':
            reached = set(range(min(reached), len(segments) + 1)) if reached else set()
        else:
            reached = {at + 1 for at in reached if at < len(segments) and segment_fits(part, segments[at])}
    return reached


def segment_fits(pattern: str, segment: str) -> bool:
    """``*`` and ``?`` against one segment, without backtracking further than the last star."""
    at = start = 0
    star = -1
    mark = 0
    while at < len(segment):
        if start < len(pattern) and pattern[start] == '*':
            star, mark, start = start, at, start + 1
        elif start < len(pattern) and pattern[start] in ('?', segment[at]):
            at, start = at + 1, start + 1
        elif star >= 0:
            mark += 1
            at, start = mark, star + 1
        else:
            return False
    return all(char == '*' for char in pattern[start:])
