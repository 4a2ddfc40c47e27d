"""What the next commit will hold: the index, never the work tree."""
from __future__ import annotations

import os
from functools import partial

from mcp_hooks.sources import cat_file, disk, git, marks
from mcp_hooks.sources.look import Limits, of_bytes, too_large
from mcp_hooks.sources.source import MAX_BYTES, MAX_CAPTURE, Capture, Skipped, Source, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# the letters that pre-commit asks for: everything but deletions
CHANGED = ['diff', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv',
           '--ignore-submodules=none', '--diff-filter=ACMRTUXB', f'-O{os.devnull}']
UNMERGED = 'not merged yet, git will not commit it'
SUBMODULE = 'a submodule, not entered'


class Changed(dict[str, tuple[bytes, str]]):
    """path -> (mode, blob id) of what was staged."""


def staged(root: str, max_bytes: int | None = MAX_BYTES, excluded: Callable[[str], bool] | None = None,
           max_capture: int | None = MAX_CAPTURE, names: set[str] | None = None) -> Iterator[Source | Capture | Skipped]:
    """The staged content of every staged file worth reading; ``root`` is any folder of the work tree. ``names`` takes the
    paths of all staged files, worth it or not.

    Neither the index nor the work tree is changed. Raises SourceError.
    """
    top = git.root_of(root)
    if top is None:
        raise SourceError(f'{git.printable(root)} is not in a git repository, so nothing is staged')
    changed, skipped = _changed(git.run(top, CHANGED))
    if names is not None:
        names.update(changed)
    yield from skipped
    choose = marks.chooser()
    kinds: dict[str, str] = {}
    blobs: dict[str, str] = {}
    links: dict[str, list[str]] = {}
    folders: list[str] = []
    for path, (mode, oid) in sorted(changed.items()):
        if excluded is not None and excluded(path):
            continue
        kind = marks.kind_of(path, choose)
        if mode == git.LINK:
            if kind == marks.PATH:
                links[path] = []
            elif path[path.rfind('/') + 1:] in marks.folders():
                folders.append(path)
        elif kind:
            kinds[path] = kind
            blobs[path] = oid
    if links:
        yield from _follow(top, links, oids={path: changed[path][1] for path in links}, kinds=kinds, blobs=blobs)
    aliases: dict[str, list[str]] = {}
    if folders:
        yield from _follow_folders(top, {path: changed[path][1] for path in folders}, kinds, blobs, aliases, choose, excluded)
    for link, targets in links.items():
        for target in targets:
            aliases.setdefault(target, []).append(link)
    yield from _read(top, kinds, blobs, aliases, Limits(max_bytes, max_capture))


def texts_of(top: str, names: Iterable[str], limit: int) -> dict[str, bytes]:
    """What the index has of the files at the top, by name, up to ``limit`` bytes each. Raises GitError."""
    wanted = list(names)
    with cat_file.BlobReader(top, limit) as reader:
        answers = zip(wanted, reader.stream(f':0:{name}' for name in wanted), strict=True)
        # nothing in it: it was announced with git add -N, and stays on disk as it is
        return {name: text for name, text in answers if isinstance(text, bytes) and text}


def _changed(output: bytes) -> tuple[Changed, list[Skipped]]:
    changed = Changed()
    skipped: list[Skipped] = []
    fields = output.split(b'\0')
    for head, name in zip(fields[::2], fields[1::2], strict=False):
        path = git.decode(name)
        _, mode, _, oid, letter = head.lstrip(b':').split(b' ')
        if letter[:1] == b'U':
            if marks.is_data(path):
                skipped.append(Skipped(path, UNMERGED))
        elif mode == git.SUBMODULE:
            skipped.append(Skipped(path, SUBMODULE))
        elif oid.strip(b'0'):  # all zeros: announced with git add -N, nothing of it will be committed
            changed[path] = mode, oid.decode()
    for one in skipped:
        changed.pop(one.path, None)
    return changed, sorted(set(skipped))


def _follow(root: str, links: dict[str, list[str]], oids: dict[str, str], kinds: dict[str, str],
            blobs: dict[str, str]) -> Iterator[Skipped]:
    """A staged link makes a configuration of the file it leads to, as that file stands in the index."""
    with cat_file.BlobReader(root, 4096) as reader:
        contents = list(reader.stream(oids[link] for link in links))
    targets = {}
    for link, content in zip(links, contents, strict=True):
        target = git.target_of(link, content)
        if target is None:
            yield Skipped(link, disk.OUTSIDE)
        else:
            targets[link] = target
    entries = git.ls_files(root, paths=sorted(set(targets.values()))) if targets else {}
    for link, target in targets.items():
        entry = entries.get(target)
        if entry is None or entry.mode[:3] != b'100':
            yield Skipped(link, 'a link to what is not a staged or committed file')
        else:
            links[link].append(target)
            kinds.setdefault(target, marks.PATH)
            blobs[target] = entry.oid.decode()


def _follow_folders(root: str, folders: dict[str, str], kinds: dict[str, str], blobs: dict[str, str], aliases: dict[str, list[str]],
                    choose: marks.Chooser, excluded: Callable[[str], bool] | None) -> Iterator[Skipped]:
    """A staged link of a client's folder (``.cursor`` → ``shared/agents``) gives the files in it a name that the client reads."""
    with cat_file.BlobReader(root, 4096) as reader:
        contents = list(reader.stream(folders.values()))
    for link, content in zip(folders, contents, strict=True):
        target = git.target_of(link, content)
        if target is None:
            yield Skipped(link, disk.ELSEWHERE)
            continue
        for path, entry in (git.ls_files(root, paths=[target]) if target != '.' else {}).items():
            other = link + path[len(target):]
            if entry.mode[:3] == b'100' and marks.is_data(path) and choose.is_client_path(other) and not (excluded and excluded(path)):
                kinds[path] = marks.PATH
                blobs[path] = entry.oid.decode()
                aliases.setdefault(path, []).append(other)


def _read(root: str, kinds: dict[str, str], blobs: dict[str, str], aliases: dict[str, list[str]],
          limits: Limits) -> Iterator[Source | Capture | Skipped]:
    if not kinds:
        return
    paths = sorted(kinds)
    large: list[tuple[str, int]] = []
    with cat_file.BlobReader(root, limits.whole) as reader:
        for path, data in zip(paths, reader.stream(blobs[path] for path in paths), strict=True):
            if data is None:
                yield Skipped(path, disk.NOT_STORED)
            elif isinstance(data, int):
                large.append((path, data))
            else:
                one = of_bytes(path, kinds[path], data, 'index', tuple(aliases.get(path, ())),
                               partial(cat_file.blob, root, blobs[path]), limits)
                if one is not None:
                    yield one
    for path, size in large:
        again = partial(cat_file.blob, root, blobs[path])
        one = too_large(path, kinds[path], size, again, limits, 'index')
        if one is not None:
            yield one
