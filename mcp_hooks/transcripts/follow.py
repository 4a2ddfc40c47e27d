"""A file that is still written to, as a stream that waits at its end."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO


class Following:
    """``read1`` gives what is new; at the end of the file it waits until there is more. The first time it comes to the end it
    gives nothing, so that a reader may look at the beginning of a short log. ``wait`` sleeps, and ends the stream by
    returning False. A file that got shorter was begun anew and is read from its start."""

    __slots__ = ('_at', '_begun', '_stream', '_wait')

    def __init__(self, stream: BinaryIO, wait: Callable[[], bool] | None = None) -> None:
        self._stream = stream
        self._begun = False
        self._at = 0
        self._wait = wait or _nap

    def read(self, size: int) -> bytes:
        """The next bytes, at most ``size``."""
        import os
        while True:
            data = self._stream.read(size)
            if data:
                self._at += len(data)
                return data
            if not self._begun:
                self._begun = True
                return b''
            if os.fstat(self._stream.fileno()).st_size < self._at:
                self._stream.seek(0)
                self._at = 0
                continue
            if not self._wait():
                return b''

    read1 = read


def _nap() -> bool:
    import time
    time.sleep(0.2)
    return True
