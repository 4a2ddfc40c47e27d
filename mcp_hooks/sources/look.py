"""One file that its name makes worth a look: how much of it is read, and what its content makes of it."""
from __future__ import annotations

import os
from functools import partial

from mcp_hooks.sources import disk, marks
from mcp_hooks.sources.source import MAX_CAPTURE, Capture, Skipped, Source, SourceError
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    Found = Source | Capture | Skipped | None

MOST = 1 << 30  # bytes of a large file in which marks are looked for


class Limits(NamedTuple):
    """Bytes: of what is read whole, and of what is read as it passes. None: no limit."""

    whole: int | None
    passing: int | None = MAX_CAPTURE


def on_disk(full: str, path: str, kind: str, limits: Limits, origin: str = 'file', links: tuple[str, ...] = ()) -> Found:
    """The file at ``full``, known as ``path``; None when nothing in it is of interest."""
    again = partial(disk.stream, full)
    if kind == marks.CAPTURE or (kind == marks.BARE and not links):
        peeked = disk.peek(full, path, marks.HEAD if kind == marks.CAPTURE else 2)
        if isinstance(peeked, Skipped):
            if kind == marks.BARE and peeked.reason == disk.NOT_REGULAR and os.path.lexists(os.path.join(full, '.git')):
                return Skipped(path, disk.NESTED)
            return _unread(kind, peeked)
        if kind == marks.CAPTURE:
            if disk.is_lfs_pointer(peeked[0]):
                return _unread(kind, Skipped(path, disk.lfs()))
            return _capture(path, *peeked, again, limits, origin)
        if peeked[0] != b'#!':
            return None
    data = disk.read_regular(full, path, limits.whole)
    if isinstance(data, bytes):
        return of_bytes(path, kind, data, origin, links, again, limits)
    if disk.TOO_LARGE in data.reason and kind != marks.PATH and not links:
        return _large(path, kind, data, again, limits, origin)
    return _unread(kind, data)


def is_nothing(full: str, path: str) -> bool:
    """A first look at one of thousands of files that only their content could make interesting: is there nothing in it that
    configurations, commands and captures have in common? Not so when it cannot be read; nothing is said here."""
    if marks.tells_little(path):
        return False
    try:
        handle = os.open(full, disk.FLAGS)
    except OSError:
        return False
    try:
        data = os.read(handle, SMALL)
        if data[:1] in (b'\xff', b'\xfe'):
            return False
        for word in marks.COMMON:
            if word in data:
                return False
        return len(data) < SMALL or not _later(handle, data, marks.COMMON_LATER if path.lower().endswith('.json') else marks.COMMON)
    except OSError:
        return False
    finally:
        os.close(handle)


SMALL, LATER = 1 << 14, 1 << 18
OVERLAP = 16  # bytes: the longest word that is looked for, less one


def _later(handle: int, before: bytes, last_words: tuple[bytes, ...]) -> bool:
    """Is one of the words in the rest of a file, after its first part one of ``last_words``? Through one small piece of memory,
    for new memory costs more than the search."""
    words = marks.COMMON
    buffer = bytearray(LATER)
    view = memoryview(buffer)
    buffer[:OVERLAP] = before[-OVERLAP:]
    with open(handle, 'rb', buffering=0, closefd=False) as stream:
        while True:
            count = stream.readinto(view[OVERLAP:]) or 0
            end = OVERLAP + count
            if not count:
                return False
            for word in words:
                if buffer.find(word, 0, end) >= 0:
                    return True
            buffer[:OVERLAP] = buffer[end - OVERLAP:end]
            words = last_words


def of_bytes(path: str, kind: str, data: bytes, origin: str, links: tuple[str, ...], again: Callable[[], IO[bytes]],
             limits: Limits) -> Found:
    """A file that was read whole. ``again`` opens it anew."""
    if disk.is_lfs_pointer(data):
        return _unread(kind, Skipped(path, disk.lfs()))
    what = marks.SOURCE if links else marks.content_of(kind, path, data)
    if what == marks.SOURCE:
        return Source(path, data, origin, links=links)
    if what != marks.SESSION:
        return None
    otherwise = kind != marks.CAPTURE and (marks.has_marks(data) or marks.has_commands(data) or marks.talks_to_server(data))
    return Capture(path, data[:marks.HEAD], again, origin, Source(path, data, origin) if otherwise else None)


def too_large(path: str, kind: str, size: int, again: Callable[[], IO[bytes]], limits: Limits, origin: str) -> Found:
    """A file that is too large to be read whole."""
    why = Skipped(path, disk.too_large(size, limits.whole or 0))
    return why if kind == marks.PATH else _large(path, kind, why, again, limits, origin, size)


def _capture(path: str, head: bytes, size: int, again: Callable[[], IO[bytes]], limits: Limits, origin: str) -> Found:
    if size == len(head) and path.lower().endswith('.har') and marks.content_of(marks.CAPTURE, path, head) == marks.SOURCE:
        return Source(path, head, origin)
    if not marks.may_be_session(path, head) and not (path.lower().endswith('.har') and size > len(head) and _speaks_later(again)):
        return None
    if limits.passing is not None and size > limits.passing:
        return Skipped(path, disk.too_large(size, limits.passing))
    return Capture(path, head, again, origin)


def _speaks_later(again: Callable[[], IO[bytes]]) -> bool:
    """A browser's archive may begin with anything: the messages are looked for in all of it."""
    try:
        with again() as stream:
            return disk.holds(stream, (marks.SESSION_MARKS, marks.METHODS), MOST)
    except (OSError, SourceError):
        return False


def _large(path: str, kind: str, why: Skipped, again: Callable[[], IO[bytes]], limits: Limits, origin: str,
           size: int | None = None) -> Found:
    """Rows of data are large as well: only what carries the marks of a configuration, or is a capture, is worth a word."""
    try:
        with again() as stream:
            head = stream.read(marks.HEAD)
            if kind == marks.CAPTURE or (path.lower().endswith('.json') and marks.may_be_session(path, head)):
                return _capture(path, head, stream.seek(0, 2) if size is None else size, again, limits, origin)
        if kind == marks.BARE and head[:2] != b'#!':
            return None
        with again() as stream:
            wanted = marks.MARK_BYTES if kind in (marks.CONTENT, marks.HINT) else marks.IN_LARGE
            if head[:2] in (b'\xff\xfe', b'\xfe\xff'):  # UTF-16
                wanted = tuple(bytes(word.decode(), 'utf-16-le')[:-1] for word in wanted)
            return why if disk.holds(stream, (wanted,), MOST) else None
    except (OSError, SourceError):
        return why


def _unread(kind: str, why: Skipped) -> Skipped | None:
    """What neither a client reads nor a name promises is not missed: a link, whose target is read itself, or a script that cannot
    be read."""
    if kind in (marks.PATH, marks.HINT) or (kind == marks.CAPTURE and why.reason != disk.A_LINK and marks.is_named_capture(why.path)):
        return why
    return None if kind != marks.CONTENT or why.reason in (disk.A_LINK, disk.NOT_REGULAR, disk.lfs()) else why
