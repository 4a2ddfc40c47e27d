"""The files that a user, or a hook, names. No process is started."""
from __future__ import annotations

import os
import sys

from mcp_hooks.sources import disk
from mcp_hooks.sources.roots import root_of
from mcp_hooks.sources.source import MAX_BYTES, Skipped, Source, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO


def from_arguments(arguments: Iterable[str], cwd: str = '', max_bytes: int | None = MAX_BYTES) -> Iterator[Source | Skipped]:
    """The named files in their order, each once. ``cwd`` is the folder that names are relative to.

    A path is relative to the top of the repository that ``cwd`` is in, else to ``cwd``; what lies outside of it keeps its
    absolute path. Raises SourceError before anything is read when a name is a folder or nothing at all.
    """
    names = list(arguments)
    folder = os.path.realpath(cwd or os.curdir)
    for name in names:
        _usable(name, os.path.join(folder, name))
    return _read(names, folder, max_bytes)


def _usable(name: str, full: str) -> None:
    if not name or '\0' in name:
        raise SourceError(f'{_shown(name)} is not a file name')
    if os.path.isdir(full):
        raise SourceError(f'{_shown(name)} is a folder; mcp-hooks scan {_shown(name)} looks through folders')
    try:
        os.lstat(full)
    except PermissionError:  # of its folder: said where it is read
        pass
    except (OSError, ValueError):
        raise SourceError(f'{_shown(name)}: no such file') from None


def _shown(name: str) -> str:
    return ''.join(char if char.isprintable() else '?' for char in name) or "''"


def _read(names: list[str], folder: str, max_bytes: int | None) -> Iterator[Source | Skipped]:
    base = root_of(folder) or folder
    links: dict[str, list[str]] = {}  # of which file, among those that are named
    for name in names:
        plain = os.path.normpath(os.path.join(folder, name))
        known = disk.inside(base, plain) if os.path.islink(plain) else None
        if known is not None:
            links.setdefault(os.path.realpath(plain), []).append(known)
    seen: set[str] = set()
    for name in names:
        full = os.path.join(folder, name)
        one = one_file(full, base, max_bytes)
        if one.path not in seen:
            seen.add(one.path)
            if links and isinstance(one, Source):
                one = one._replace(links=tuple(dict.fromkeys((*one.links, *links.get(os.path.realpath(full), ())))))
            yield one


def one_file(full: str, base: str, max_bytes: int | None = MAX_BYTES) -> Source | Skipped:
    """One file, given by its absolute path. ``base`` is the top of the tree that we are in, resolved.

    A file of the tree is reported at its resolved path, relative to ``base``, and must not lead out of the tree. A file from
    elsewhere was asked for by name: it is reported at its absolute path, and links must stay in its own repository or folder.
    """
    plain = os.path.normpath(full)
    real = os.path.realpath(full)
    name = disk.inside(base, plain)
    path = disk.inside(base, real)
    if path is None and name is not None:
        return Skipped(name, disk.OUTSIDE)
    root = base
    if path is None:
        above = os.path.realpath(os.path.dirname(plain))
        root = root_of(above) or above
        path, name = real.replace(os.sep, '/'), plain.replace(os.sep, '/')
    if os.path.islink(plain):
        link = os.path.join(os.path.realpath(os.path.dirname(plain)), os.path.basename(plain))
        target, reason = disk.resolve_link(root, os.path.relpath(link, root))
        if target is None:
            return Skipped(name or path, reason)
    data = disk.read_regular(real, path, max_bytes)
    if isinstance(data, Skipped):
        return data
    return Source(path, data, links=(name,) if name is not None and name != path and os.path.islink(plain) else ())


def standard_input() -> BinaryIO:
    """Raises SourceError where the caller closed it (``<&-``)."""
    if sys.stdin is None:
        raise SourceError('standard input is closed')
    return sys.stdin.buffer


def from_stdin(path: str, max_bytes: int | None = MAX_BYTES) -> Source | Skipped:
    """Standard input, under the name that says who would read it."""
    stream = standard_input()
    data = stream.read() if max_bytes is None else stream.read(max_bytes + 1)
    name = path if '/' in path and os.sep == '/' else path.replace('\\', '/')  # a path of Windows, on whatever system
    name = name.removeprefix('./')
    if max_bytes is not None and len(data) > max_bytes:
        return Skipped(name, f'standard input holds more than --max-bytes {max_bytes:,}')
    return Source(name, data, 'stdin')
