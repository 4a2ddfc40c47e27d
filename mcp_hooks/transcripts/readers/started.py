"""What a file holds in any order, in the order in which it began.

Browsers write an exchange down when it is over, proxies a stream when the connection closes, and tools sort by what they show.
(HAR 1.2, entries: "the reader application should always make sure the array is sorted"). All of a file of the usual size is put in
order; of a larger one what stands near each other.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from mcp_hooks.transcripts.message import Frame

MOST = 4096  # that wait
LARGEST = 1 << 23  # code points of what waits


class Started:
    """``add`` gives what is due, sorted, when much waits; ``rest`` all that is left. What has no time stands behind what was added
    before it. Where times only ever fall, the newest stands first, those of one moment too."""

    __slots__ = ('_count', '_falls', '_last', '_rises', '_size', '_waiting')

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, int, Any]] = []  # start, number, size, item
        self._count = self._size = 0
        self._last = float('-inf')
        self._rises = self._falls = False

    def add(self, item: Any, start: float | None, size: int) -> Sequence[Any]:
        if start is None:
            start = self._last
        else:
            self._rises = self._rises or start > self._last > float('-inf')
            self._falls = self._falls or start < self._last
            self._last = start
        self._count += 1
        self._size += size
        self._waiting.append((start, self._count, size, item))
        if len(self._waiting) < MOST and self._size < LARGEST:
            return ()
        return self._due(max(len(self._waiting) // 2, 1))

    def rest(self) -> Sequence[Any]:
        return self._due(len(self._waiting))

    def _due(self, count: int) -> list[Any]:
        if self._falls and not self._rises:
            self._waiting.reverse()
            self._waiting.sort(key=_start)
        else:
            self._waiting.sort()  # by start, then by number: no two have the same
        due = self._waiting[:count]
        del self._waiting[:count]
        self._size -= sum(one[2] for one in due)
        return [one[3] for one in due]


def _start(one: tuple[float, int, int, Any]) -> float:
    return one[0]


def oldest_first(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Frames turned round where a file has the newest first: their times fall, and never rise."""
    held: list[Frame] = []
    falls = False
    last = None
    for frame in frames:
        time = frame.time
        if time is None or (last is not None and time > last) or len(held) >= MOST:
            yield from held
            yield frame
            yield from frames
            return
        falls = falls or (last is not None and time < last)
        held.append(frame)
        last = time
    yield from reversed(held) if falls else held
