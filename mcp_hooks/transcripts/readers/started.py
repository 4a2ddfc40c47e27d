"""What a file holds in any order, in the order in which it began.

Browsers write an exchange down when it is over, proxies a stream when the connection closes, and tools sort by what they show.
(HAR 1.2, entries: "the reader application should always make sure the array is sorted"). All of a file of the usual size is put in
order; of a larger one what stands near each other.
"""
from __future__ import annotations

from functools import partial

from mcp_hooks.transcripts.message import OTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from mcp_hooks.transcripts.message import Entry, Frame

MOST = 4096  # that wait
LARGEST = 1 << 23  # code points of what waits
NEVER = float('-inf')
FALLING = 3  # times that fall one after the other: two may be those of clocks that differ


class Started:
    """``add`` gives what is due, sorted, when much waits; ``rest`` all that is left. What has no time stands behind what was added
    before it. Where times only ever fall, the newest stands first, those of one moment too."""

    __slots__ = ('_count', '_falls', '_last', '_most', '_rises', '_size', '_waiting')

    def __init__(self, most: int = 0) -> None:
        """``most`` are held where the file has the oldest first, without it ``MOST``."""
        self._most = most
        self._waiting: list[tuple[float, int, int, Any]] = []  # start, number, size, item
        self._count = self._size = 0
        self._last = NEVER
        self._rises, self._falls = False, 1  # different times that fell

    def add(self, item: Any, start: float | None, size: int) -> Sequence[Any]:
        last = self._last
        if start is None:
            start = last
        else:
            if start > last:
                self._rises = self._rises or last > NEVER
            elif start < last:
                self._falls += 1
            self._last = start
        self._count += 1
        self._size += size
        self._waiting.append((start, self._count, size, item))
        most = self._most if self._most and self._rises else MOST
        if len(self._waiting) < most and self._size < LARGEST:
            return ()
        return self._due(max(len(self._waiting) // 2, 1))

    def rest(self) -> Sequence[Any]:
        return self._due(len(self._waiting))

    def _due(self, count: int) -> list[Any]:
        if self._falls >= FALLING and not self._rises:
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
    times: list[float] = []
    for frame in frames:
        if not _may_fall(times, frame.time) or len(held) >= MOST:
            yield from held
            yield frame
            yield from frames
            return
        held.append(frame)
    yield from reversed(held) if len(times) >= FALLING else held


def oldest_batch_first(batches: Iterator[list[Frame | Entry]]) -> Iterator[Iterable[Frame | Entry]]:
    """The same for what comes many at a time: it is held only where all of the first falls."""
    held: list[list[Frame | Entry]] = []
    times: list[float] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += len(batch)
        if count > MOST or not all(map(partial(_may_fall, times), map(_time, batch))) or len(times) < FALLING:
            yield from held
            yield from batches
            return
    for batch in reversed(held):
        batch.reverse()
        yield batch


def _time(one: Frame | Entry) -> float | None:
    if type(one) is tuple:
        return one[6]
    return NEVER if one.kind == OTHER else one.time  # type: ignore[union-attr]  # not narrowed by ``type``


def _may_fall(times: list[float], time: float | None) -> bool:
    """Note a time among those that were different. False where it rises, or there is none; what a logger says by itself has no
    place among them."""
    if time == NEVER:
        return True
    if time is None or (times and time > times[-1]):
        return False
    if not times or time < times[-1]:
        times.append(time)
    return True
