"""Write a file whole or not at all: killed at any moment, the old file or the new one is there, never half of one."""
from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

STALE = 600  # seconds after which nobody is still writing
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, 'O_BINARY', 0)


def write_atomically(path: str, data: bytes | str) -> None:
    """Replace the file at ``path`` by ``data`` (text is written as UTF-8, line ends as they are).

    Raises ``OSError`` with a message for people (``strerror``) and the path (``filename``); nothing is left behind then.
    A device or a pipe is written to directly, for it cannot be replaced.
    """
    raw = data.encode('utf-8', 'surrogateescape') if isinstance(data, str) else data
    temporary = ''
    try:
        mode = _mode_of(path)
        if mode is None:
            with open(path, 'wb') as stream:
                stream.write(raw)
            return
        folder, name = os.path.split(path)
        _clear(folder, name)
        temporary = os.path.join(folder, f'.{name}.{os.urandom(6).hex()}.tmp')
        if not _without_name(temporary, raw):
            with open(os.open(temporary, NEW, 0o666), 'wb') as stream:
                _fill(stream, raw)
        if mode:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        _remove(temporary)
        gone = isinstance(error, FileNotFoundError) and not os.path.isdir(os.path.dirname(path) or '.')
        why = 'the folder for it is not there' if gone else error.strerror or str(error)
        raise OSError(error.errno, f'cannot be written: {why}', path) from None
    except BaseException:
        _remove(temporary)
        raise
    _sync_folder(os.path.dirname(path) or '.')


def _without_name(temporary: str, raw: bytes) -> bool:
    """Write a file that gets its name when it is whole, where the system can do that (Linux, most file systems): killed before,
    nothing of it is left."""
    flag = getattr(os, 'O_TMPFILE', 0)
    if not flag or not os.path.isdir('/proc/self/fd'):
        return False
    try:
        handle = os.open(os.path.dirname(temporary) or '.', flag | os.O_WRONLY, 0o666)
    except OSError:
        return False
    with open(handle, 'wb') as stream:
        _fill(stream, raw)
        try:
            os.link(f'/proc/self/fd/{handle}', temporary, src_dir_fd=handle)  # which makes Python follow that link
        except OSError:
            return False
    return True


def _fill(stream: IO[bytes], raw: bytes) -> None:
    stream.write(raw)
    stream.flush()
    os.fsync(stream.fileno())


def _mode_of(path: str) -> int | None:
    """The permissions to keep; 0 for a new file; None for what must be written in place."""
    if path.startswith(('/dev/', '/proc/')):
        return None
    try:
        found = os.stat(path).st_mode
    except FileNotFoundError:
        return 0
    if stat.S_ISREG(found):
        return stat.S_IMODE(found)
    if stat.S_ISDIR(found):
        raise IsADirectoryError(21, 'it is a directory', path)
    return None


def _clear(folder: str, name: str) -> None:
    """Remove what a run that was killed left of this file: it may hold all that the file holds."""
    try:
        names = [other for other in os.listdir(folder or '.') if other.startswith(f'.{name}.') and other.endswith('.tmp')]
    except OSError:
        return
    for other in names:
        middle = other[len(name) + 2:-4]
        if len(middle) == 12 and not middle.strip('0123456789abcdef') and _age(os.path.join(folder, other)) > STALE:
            _remove(os.path.join(folder, other))


def _age(path: str) -> float:
    import time

    try:
        return time.time() - os.lstat(path).st_mtime
    except OSError:
        return 0


def _remove(temporary: str) -> None:
    if temporary:
        try:
            os.unlink(temporary)
        except OSError:
            pass


def _sync_folder(folder: str) -> None:
    """So that the new name survives a power cut; not every system lets a folder be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
