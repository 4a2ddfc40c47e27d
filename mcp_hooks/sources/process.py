"""A started process, as far as git needs one. ``subprocess`` does the same and takes 8 ms to import, which is a fifth of what a
scan of a small repository takes."""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO

PIPE = 1 << 20  # bytes that may be under way, on Linux: git goes on while we judge
SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ
SIGPIPE, SIGTERM, SIGXFSZ = 13, 15, 25  # the same on every system that has posix_spawn
BUFFER = 1 << 17
SAID = 1 << 16


class Spawned:
    """As ``subprocess.Popen``: ``stdout``, ``stdin`` (None unless asked for), ``poll``, ``wait``, ``terminate``, ``with``.

    With ``whole`` the output goes into memory that the system keeps, so the process never waits for its reader; it can be read
    after ``wait``, and the beginning of what was written to the standard error is in ``said`` then; without it, that is dropped.
    Raises OSError when the program cannot be started.
    """

    __slots__ = ('_errors', 'pid', 'returncode', 'said', 'stdin', 'stdout', 'whole')

    def __init__(self, words: list[str], environment: Mapping[str, str], stdin: bool, whole: bool) -> None:
        self.returncode: int | None = None
        self.whole = whole and hasattr(os, 'memfd_create')
        reading, theirs_out = _memory() if self.whole else _pipe()
        self.said = b''
        self._errors = _memory()[0] if self.whole else -1
        theirs_in, writing = _pipe() if stdin else (-1, -1)
        actions = [
            (os.POSIX_SPAWN_DUP2, theirs_in, 0) if stdin else (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, theirs_out, 1),
            (os.POSIX_SPAWN_DUP2, self._errors, 2) if self.whole else (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        try:
            # Python ignores these two signals, and a child would inherit that
            self.pid = os.posix_spawn(words[0], words, environment, file_actions=actions, setsigdef=(SIGPIPE, SIGXFSZ))
        except OSError:
            for handle in {reading, theirs_out, theirs_in, writing, self._errors} - {-1}:
                os.close(handle)
            raise
        for handle in {theirs_out, theirs_in} - {-1, reading}:
            os.close(handle)
        self.stdout: IO[bytes] | None = open(reading, 'rb', BUFFER)  # noqa: SIM115 — closed with the process
        self.stdin: IO[bytes] | None = open(writing, 'wb', BUFFER) if stdin else None  # noqa: SIM115

    def poll(self) -> int | None:
        return self._reap(os.WNOHANG)

    def wait(self) -> int:
        code = self._reap(0)
        if self.whole and self.stdout is not None and not self.stdout.closed:
            self.stdout.seek(0)
        return code or 0

    def _reap(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # somebody else waited for it
                pid, status = self.pid, 255 << 8
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
                if self._errors >= 0:
                    self.said = os.pread(self._errors, SAID, 0)
                    os.close(self._errors)
                    self._errors = -1
        return self.returncode

    def terminate(self) -> None:
        if self.returncode is None:
            try:
                os.kill(self.pid, SIGTERM)
            except ProcessLookupError:
                pass

    def __enter__(self) -> Spawned:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        self.wait()


def _pipe() -> tuple[int, int]:
    reading, writing = _high(*os.pipe())
    if sys.platform == 'linux':
        import fcntl

        try:
            fcntl.fcntl(writing, SET_PIPE_SIZE, PIPE)
        except OSError:  # the user's pipes are at their limit
            pass
    return reading, writing


def _memory() -> tuple[int, int]:
    handle, = _high(os.memfd_create('git'))
    return handle, handle


def _high(*handles: int) -> tuple[int, ...]:
    """Where a standard stream is closed, its number is free, and would be taken from a child by the next redirection."""
    if min(handles) > 2:
        return handles
    import fcntl

    moved = tuple(fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, 3) for handle in handles)
    for handle in handles:
        os.close(handle)
    return moved
