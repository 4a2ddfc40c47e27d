"""One file's bytes, wherever they come from."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

MAX_BYTES = 5_000_000  # a file that is larger is named and not read; --max-bytes changes it


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


class SourceError(Exception):
    """What was asked for cannot be read as asked: a usage error, with a message that says what to do instead."""
