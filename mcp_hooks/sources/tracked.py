"""Files that something else names, as git has them: in the index or on disk, and behind links."""
from __future__ import annotations

import os

from mcp_hooks.sources import cat_file, disk, files, git
from mcp_hooks.sources.source import Skipped, Source
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

MOST_LINKS = 40  # on the way to one file, as on Linux
LONGEST = 4096  # bytes of what a link holds
NOT_STAGED = 'a link to what is not a staged or committed file'
IN_A_CIRCLE = 'a link that leads back to itself'


class Found(NamedTuple):
    """Where a name leads: the path of a file that git has, with the id of its blob where it is to be read from the index; or
    ``reason``, why it is not read."""

    path: str
    oid: str = ''
    reason: str = ''
    origin: str = 'file'  # as in Source


def read(top: str, paths: Iterable[str], limit: int, *, cached: bool) -> Iterator[Source | Skipped]:
    """The files that the paths lead to, each once, under its own path; ``cached`` reads the index, else what ``git add`` would add
    counts as well. An ignored ``.env`` is where credentials belong. Raises GitError."""
    yield from read_found(top, find(top, paths, cached=cached), limit)


def read_found(top: str, found: dict[str, Found], limit: int) -> Iterator[Source | Skipped]:
    names: dict[str, list[str]] = {}
    for path, one in found.items():
        if one.reason:
            yield Skipped(path, one.reason)
        else:
            names.setdefault(one.path, []).extend([path] if path != one.path else [])
    oids = {one.path: one.oid for one in found.values() if not one.reason}
    origins = {one.path: one.origin for one in found.values()}
    of_index = [path for path in names if oids[path]]
    if of_index:
        with cat_file.BlobReader(top, limit) as reader:
            for path, data in zip(of_index, reader.stream(oids[path] for path in of_index), strict=True):
                if isinstance(data, int):
                    yield Skipped(path, disk.too_large(data, limit))
                elif data is None:
                    yield Skipped(path, disk.NOT_STORED)
                elif disk.is_lfs_pointer(data):
                    yield Skipped(path, disk.lfs())
                else:
                    yield Source(path, data, 'index', links=tuple(names[path]))
    for path in names:
        if not oids[path]:
            one_file = files.one_file(os.path.join(top, path), top, limit)
            yield one_file._replace(links=tuple(names[path]), origin=origins[path]) if isinstance(one_file, Source) else one_file


def find(top: str, paths: Iterable[str], *, cached: bool) -> dict[str, Found]:
    """Of the paths those that git has something to say of. Raises GitError."""
    wanted = [path for path in dict.fromkeys(paths) if '\n' not in path]  # what an entry cannot name
    if not wanted:
        return {}
    return dict(_in_index(top, wanted) if cached else _on_disk(top, wanted))


def is_plain(top: str, path: str) -> bool:
    """Is no part of the path a link on disk? Starts no process."""
    full = os.path.join(top, *path.split('/'))
    return not os.path.islink(full) and os.path.normcase(os.path.realpath(full)) == os.path.normcase(os.path.normpath(full))


def links_to(top: str, paths: Collection[str]) -> set[str]:
    """Links of the index that lead to one of the files, over other links as well. Raises GitError."""
    output = git.run(top, ['ls-files', '-s', '-z', '--full-name'])
    if git.LINK + b' ' not in output:
        return set()
    links = [(git.decode(path), entry.oid.decode()) for path, entry in map(git.entry_of, filter(None, output.split(b'\0')))
             if entry.mode == git.LINK]
    with cat_file.BlobReader(top, LONGEST) as reader:
        texts = list(reader.stream(oid for _, oid in links))
    ways: dict[str, list[str]] = {}
    for (link, _), text in zip(links, texts, strict=True):
        target = git.target_of(link, text)
        if target is not None:
            ways.setdefault(target, []).append(link)
    found: set[str] = set()
    todo = list(paths)
    while todo:
        for link in ways.get(todo.pop(), ()):
            if link not in found:
                found.add(link)
                todo.append(link)
    return found


# ---- in the index

def _in_index(top: str, paths: list[str]) -> Iterator[tuple[str, Found]]:
    entries = git.ls_files(top, paths=paths)
    others = [path for path in paths if path not in entries or entries[path].mode == git.LINK]
    for path in paths:
        entry = entries.get(path)
        if entry is not None and entry.mode not in (git.LINK, git.SUBMODULE):
            yield path, Found(path, entry.oid.decode())
    # a folder that is one on disk, and no link, will not be a link in the index: most names of what git does not have end here
    others = [path for path in others if path in entries or not is_plain(top, path) or not _has_folder(top, path)]
    if others:
        with cat_file.BlobReader(top, LONGEST) as reader:
            for path in others:
                found = _followed(top, path, entries.get(path), reader)
                if found is not None:
                    yield path, found


def _has_folder(top: str, path: str) -> bool:
    return os.path.lexists(os.path.join(top, path.rpartition('/')[0]))


def _followed(top: str, path: str, entry: git.Entry | None, reader: cat_file.BlobReader) -> Found | None:
    import posixpath

    at = path
    for _ in range(MOST_LINKS):
        if entry is not None and entry.mode == git.SUBMODULE:
            return None
        if entry is not None and entry.mode != git.LINK:
            return Found(at, entry.oid.decode())
        link, text = (at, reader.read(entry.oid.decode())) if entry is not None else _linked_folder(at, reader)
        if not isinstance(text, bytes) or not text:
            return None if at == path else Found(path, reason=NOT_STAGED)
        target = git.target_of(link, text)
        if target is None:
            return Found(path, reason=disk.OUTSIDE)
        at = posixpath.normpath(target + at[len(link):])
        entry = git.ls_files(top, paths=[at]).get(at)
    return Found(path, reason=IN_A_CIRCLE)


def _linked_folder(path: str, reader: cat_file.BlobReader) -> tuple[str, bytes | int | None]:
    """The first folder on the way that is a link in the index, and what it holds: no file has others below it."""
    at = path.find('/')
    while at >= 0:
        text = reader.read(f':0:{path[:at]}')
        if isinstance(text, bytes):
            return path[:at], text
        at = path.find('/', at + 1)
    return path, None


# ---- on disk

def _on_disk(top: str, paths: list[str]) -> Iterator[tuple[str, Found]]:
    targets = {path: disk.inside(top, os.path.realpath(os.path.join(top, *path.split('/')))) for path in paths}
    first = {path: _first_link(top, path) for path in paths}
    entries = git.ls_files(top, paths=dict.fromkeys([*paths, *filter(None, targets.values()), *filter(None, first.values())]))
    missing = []
    new = _untracked(top, [path for path in paths if not first[path] and path not in entries])
    for path, target in targets.items():
        link = first[path]
        if not link:
            entry = entries.get(path)
            if path in new:
                yield path, Found(path, origin='untracked')
            if entry is None or entry.mode in (git.LINK, git.SUBMODULE):
                continue
            if os.path.lexists(os.path.join(top, path)):
                yield path, Found(path)
            else:
                missing.append(path)
        elif link not in entries:  # a link of this machine: git has nothing of what it leads to
            continue
        elif target is None:
            yield path, Found(path, reason=disk.OUTSIDE)
        elif target in entries and os.path.isfile(os.path.join(top, target)):
            yield path, Found(target)
        elif os.path.islink(os.path.join(top, target)):
            yield path, Found(path, reason=IN_A_CIRCLE)
        elif os.path.lexists(os.path.join(top, target)):
            yield path, Found(path, reason=f'a link to {git.printable(target)}, which git does not track')
        else:
            yield path, Found(path, reason='a link to nothing')
    if missing:
        left_out = _left_out(top, missing)
        for path in missing:
            yield path, Found(path, entries[path].oid.decode()) if path in left_out else Found(path, reason=disk.DELETED)


def _first_link(top: str, path: str) -> str:
    """The first part of the path that is a link on disk; '' when none is."""
    if is_plain(top, path):
        return ''
    at = path.find('/')
    while at >= 0:
        if os.path.islink(os.path.join(top, path[:at])):
            return path[:at]
        at = path.find('/', at + 1)
    return path if os.path.islink(os.path.join(top, path)) else ''


def _untracked(top: str, paths: list[str]) -> set[str]:
    """Those that are there, and neither tracked nor ignored."""
    paths = [path for path in paths if os.path.lexists(os.path.join(top, path)) and not os.path.isdir(os.path.join(top, path))]
    if not paths:
        return set()
    output = git.run(top, ['--literal-pathspecs', 'ls-files', '-o', '-z', '--full-name', '--exclude-standard', '--', *paths])
    return {git.decode(record) for record in output.split(b'\0') if record}


def _left_out(top: str, paths: list[str]) -> set[str]:
    """Those that a sparse checkout left out, or ``update-index --skip-worktree`` did."""
    output = git.run(top, ['--literal-pathspecs', 'ls-files', '-t', '-z', '--full-name', '--', *paths])
    return {git.decode(record[2:]) for record in output.split(b'\0') if record[:1] == b'S'}
