"""Read a file of a tree that nobody vouches for: never a device, never out of the tree, never more than asked."""
from __future__ import annotations

import errno
import os
import stat

from mcp_hooks.sources.source import Skipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

LFS_POINTER = b'version https://git-lfs.github.com/spec/'
CHUNK = 1 << 20
# O_NONBLOCK: opening a pipe must not wait for somebody to write into it
FLAGS = os.O_RDONLY
for _name in ('O_NONBLOCK', 'O_NOFOLLOW', 'O_CLOEXEC', 'O_BINARY'):
    FLAGS |= getattr(os, _name, 0)
FOLLOWS = not hasattr(os, 'O_NOFOLLOW')  # Windows

NOT_REGULAR = 'not a regular file'
NO_PERMISSION = 'no permission to read it'
VANISHED = 'gone before it could be read'
TOO_LARGE = 'bytes are more than --max-bytes'
A_LINK = 'a link'
OUTSIDE = 'a link out of the tree'
A_FOLDER = 'a link to a folder'
ELSEWHERE = 'a link to a folder out of the tree'
NESTED = 'a repository of its own, not entered'
DELETED = 'deleted in the work tree'
NOT_STORED = 'its staged content is not here (a partial clone, or git fsck finds it missing)'


def read_regular(path: str, name: str, max_bytes: int | None) -> bytes | Skipped:
    """The bytes of the regular file at ``path``, or why not, under ``name``. A link at the last step is not followed."""
    opened = _open(path, name)
    if isinstance(opened, Skipped):
        return opened
    handle, size = opened
    try:
        if max_bytes is not None and size > max_bytes:
            return Skipped(name, too_large(size, max_bytes))
        data = _read(handle, size, max_bytes)
    except OSError as error:
        return Skipped(name, reason_of(error))
    finally:
        os.close(handle)
    if max_bytes is not None and len(data) > max_bytes:
        return Skipped(name, too_large(len(data), max_bytes))
    if is_lfs_pointer(data):
        return Skipped(name, lfs())
    return data


def peek(path: str, name: str, count: int) -> tuple[bytes, int] | Skipped:
    """The first ``count`` bytes of a regular file, and its size; or why not, as above."""
    opened = _open(path, name)
    if isinstance(opened, Skipped):
        return opened
    handle, size = opened
    try:
        return os.read(handle, count), size
    except OSError as error:
        return Skipped(name, reason_of(error))
    finally:
        os.close(handle)


def _open(path: str, name: str) -> tuple[int, int] | Skipped:
    """A handle of a regular file, which the caller closes, and its size in bytes; or why not."""
    try:
        if FOLLOWS and os.path.islink(path):
            return Skipped(name, A_LINK)
        handle = os.open(path, FLAGS)
    except OSError as error:
        return Skipped(name, reason_of(error))
    found = os.fstat(handle)
    if stat.S_ISREG(found.st_mode):
        return handle, found.st_size
    os.close(handle)
    return Skipped(name, NOT_REGULAR)


def stream(path: str) -> IO[bytes]:
    """The regular file as a stream that the caller closes. Raises OSError."""
    handle = os.open(path, FLAGS)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, NOT_REGULAR, path)
    return os.fdopen(handle, 'rb')


def holds(reading: IO[bytes], groups: Sequence[Sequence[bytes]], limit: int) -> bool:
    """Is one text of each group somewhere in the first ``limit`` bytes? Read in parts, so a file may be of any size."""
    overlap = max(len(text) for group in groups for text in group) - 1
    open_groups = list(groups)
    rest = b''
    read = 0
    while read < limit and open_groups:
        part = reading.read(CHUNK)
        if not part:
            break
        read += len(part)
        part = rest + part
        open_groups = [group for group in open_groups if not any(text in part for text in group)]
        rest = part[-overlap:]
    return not open_groups


def _read(handle: int, size: int, max_bytes: int | None) -> bytes:
    data = os.read(handle, min(size + 1, CHUNK))
    if len(data) == size <= CHUNK - 1:
        return data
    parts, total = [data], len(data)
    while data and (max_bytes is None or total <= max_bytes):
        data = os.read(handle, CHUNK)
        parts.append(data)
        total += len(data)
    return b''.join(parts)


def is_lfs_pointer(data: bytes) -> bool:
    return len(data) < 1024 and data.startswith(LFS_POINTER)


def lfs() -> str:
    return 'a Git LFS pointer, its content is not here (git lfs pull)'


def too_large(size: int, max_bytes: int) -> str:
    return f'{size:,} {TOO_LARGE} {max_bytes:,}'


def reason_of(error: OSError) -> str:
    """A short reason without the path in it."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return VANISHED
    if error.errno in (errno.EACCES, errno.EPERM):
        return NO_PERMISSION
    if error.errno == errno.ELOOP:
        return A_LINK
    if error.errno == errno.ENXIO:
        return NOT_REGULAR
    return (error.strerror or type(error).__name__).lower()


def inside(real_root: str, real_path: str) -> str | None:
    """The path relative to the root, with ``/``; None when it is not below the root. Both must be resolved already."""
    root = real_root if real_root.endswith(os.sep) else real_root + os.sep
    if real_path.startswith(root):
        return real_path[len(root):].replace(os.sep, '/')
    if os.path.normcase(real_path).startswith(os.path.normcase(root)):  # one file, two spellings, on systems that fold case
        return real_path[len(root):].replace(os.sep, '/')
    return None


def resolve_link(root: str, path: str) -> tuple[str | None, str]:
    """Follow the link at ``root``/``path``: (path of a regular file inside the root, '') or (None, why not)."""
    full = os.path.join(root, path)
    try:
        found = os.stat(full)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None, 'a link that leads back to itself'
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return None, 'a link to nothing'
        return None, reason_of(error)
    real_root, real = os.path.realpath(root), os.path.realpath(full)
    target = inside(real_root, real)
    if target is None:
        return None, A_FOLDER if real == real_root else OUTSIDE
    if target == '.git' or target.startswith('.git/'):
        return None, 'a link into git\'s own folder'
    if not stat.S_ISREG(found.st_mode):
        return None, A_FOLDER if stat.S_ISDIR(found.st_mode) else f'a link to what is {NOT_REGULAR}'
    return target, ''


def in_real_folder(real_root: str, path: str, known: dict[str, bool]) -> bool:
    """False when a folder on the way from the root to ``path`` is a link: then the file there is not the one that git means."""
    folder = path.rpartition('/')[0]
    found = known.get(folder)
    if found is None:
        plain = os.path.join(real_root, *folder.split('/')) if folder else real_root
        found = known[folder] = os.path.normcase(os.path.realpath(plain)) == os.path.normcase(plain)
    return found
