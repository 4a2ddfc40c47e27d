"""What git keeps under an id, read through ``git cat-file``."""
from __future__ import annotations

import sys

from mcp_hooks.sources import git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

    from mcp_hooks.sources.partial import Alone

CAT_FILE = ['cat-file', '--batch']
# git's exit code for "fatal: …"; and SIGPIPE, where what it started to fetch, which may not, ends before it has heard for what
DIED = (128, -13)
MOST_ENDED = 100  # damaged blobs, until it is the repository that has to be mended
# requests on their way to cat-file: their names must fit the pipe (64 KiB; 4 KiB on Windows), or both sides wait for each other
WINDOW = 32 if sys.platform == 'win32' else 256


def blob(root: str, oid: str) -> IO[bytes]:
    """One blob of any size as a stream; closing it ends git. Raises GitError."""
    import io

    process = git.start(root, ['cat-file', 'blob', oid])

    class Reader(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            stream = process.stdout
            part = stream.read(len(buffer)) if stream is not None and not stream.closed else b''
            buffer[:len(part)] = part
            return len(part)

        def close(self) -> None:
            if not self.closed:
                git.stop(process)
            super().close()

    return io.BufferedReader(Reader(), 1 << 17)


class BlobReader:
    """Reads blobs through one ``git cat-file --batch``. A context manager; ``limit`` in bytes, None for no limit.

    A blob that git cannot give (damaged, or left out of a partial clone) ends git; it is started anew for the others.
    """

    def __init__(self, root: str, limit: int | None = None) -> None:
        self.root = root
        self.limit = limit
        self.ended = 0  # times that git ended over a blob
        self.alone: Alone | None = None
        self.process = git.start(root, CAT_FILE, stdin=True)

    def __enter__(self) -> BlobReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        git.stop(self.process)
        if self.alone is not None:
            self.alone.close()

    def read(self, oid: str) -> bytes | int | None:
        """The bytes; or the size of a blob over the limit; or None when the object is not here."""
        return next(self.stream((oid,)))

    def stream(self, oids: Iterable[str]) -> Iterator[bytes | int | None]:
        """The answers for all ids, in their order. A window of requests is under way, so git reads while we judge.

        Raises GitError when git goes away.
        """
        from collections import deque

        waiting: deque[str] = deque()
        queue: list[str] = []
        for oid in oids:
            queue.append(oid)
            if len(queue) >= WINDOW // 2:
                self._ask(queue)
                waiting += queue
                queue = []
                while len(waiting) > WINDOW // 2:
                    yield self._next(waiting)
        if queue:
            self._ask(queue)
            waiting += queue
        while waiting:
            yield self._next(waiting)

    def _ask(self, oids: Iterable[str]) -> None:
        ahead = self.process.stdin
        try:
            if ahead is not None:
                ahead.write(b''.join([oid.encode() + b'\n' for oid in oids]))
                ahead.flush()
        except OSError:
            pass  # git has ended: what it still said is read first

    def _next(self, waiting: deque[str]) -> bytes | int | None:
        """The answer to the first of the questions that are under way."""
        try:
            answer = self._answer()
        except EOFError:
            return self._again(waiting)
        waiting.popleft()
        return answer

    def _answer(self) -> bytes | int | None:
        reading = self.process.stdout
        head = reading.readline() if reading is not None else b''
        if reading is None or not head:
            raise EOFError
        words = head.split()
        if len(words) != 3 or not words[2].isdigit():
            return None  # "ID missing", or ambiguous
        size = int(words[2])
        if words[1] != b'blob' or (self.limit is not None and size > self.limit):
            _drop(reading, size + 1)
            return size if words[1] == b'blob' else None
        data = reading.read(size + 1)
        if len(data) != size + 1:
            raise EOFError
        return data[:-1]

    def _again(self, waiting: deque[str]) -> bytes | int | None:
        """Git ended over the first question: the others are asked once more."""
        from mcp_hooks.sources.partial import Alone, is_partial

        code = self.process.wait()
        self.ended += 1
        if code not in DIED or self.ended > MOST_ENDED:
            raise git.GitError('git cat-file ended early' + (f' (killed by signal {-code})' if code < 0 else '; run git fsck'))
        git.stop(self.process)
        if self.alone is None and is_partial(self.root):
            self.alone = Alone(self.root)
            self.process = self.alone.start()
            self._ask(waiting)
            return self._next(waiting)
        waiting.popleft()
        self.process = self.alone.start() if self.alone is not None else git.start(self.root, CAT_FILE, stdin=True)
        self._ask(waiting)
        return None


def _drop(reading: IO[bytes], count: int) -> None:
    while count > 0:
        part = reading.read(min(count, 1 << 20))
        if not part:
            raise EOFError
        count -= len(part)
