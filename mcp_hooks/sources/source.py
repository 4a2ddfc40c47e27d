"""One file's bytes, wherever they come from."""
from __future__ import annotations

from typing import NamedTuple


class Source(NamedTuple):
    """``path`` is relative to the root of the scan, with ``/``; ``origin`` says where the bytes came from:
    ``file``, ``untracked``, ``index``, ``stdin`` or ``commit``."""

    path: str
    data: bytes
    origin: str = 'file'
    commit: str = ''
    date: str = ''


class Skipped(NamedTuple):
    """A file that was not looked at, and why: it is named, never passed over in silence."""

    path: str
    reason: str
