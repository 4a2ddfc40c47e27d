"""One file's bytes, wherever they come from."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

MAX_BYTES = 5_000_000  # a file that is larger is named and not read; --max-bytes changes it
MAX_CAPTURE = 200_000_000  # of a captured session, which is read as it passes and never held; --max-bytes changes it too


class Source(NamedTuple):
    """``path`` is relative to the root of the scan, with ``/``; ``origin`` says where the bytes came from:
    ``file``, ``untracked``, ``ignored``, ``index``, ``stdin`` or ``commit``. ``links`` are the paths of symbolic links that
    lead here: clients read the file under those names too."""

    path: str
    data: bytes
    origin: str = 'file'
    commit: str = ''
    date: str = ''
    links: tuple[str, ...] = ()


class Skipped(NamedTuple):
    """A file that was not looked at, and why: it is named, never passed over in silence."""

    path: str
    reason: str


class Capture(NamedTuple):
    """What may be a captured session, by its name and its first 64 KiB (``head``). ``open`` gives all of its bytes as a stream
    that the caller closes, and raises OSError; ``source`` is what the file is otherwise, None when it is nothing to us."""

    path: str
    head: bytes
    open: Callable[[], IO[bytes]]
    origin: str = 'file'
    source: Source | None = None


class SourceError(Exception):
    """What was asked for cannot be read as asked: a usage error, with a message that says what to do instead."""
