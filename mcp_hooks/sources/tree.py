"""The work tree: what git tracks or would track, or a plain folder, and in it the files that may be MCP configurations."""
from __future__ import annotations

import os

from mcp_hooks.sources import disk, git, marks
from mcp_hooks.sources.look import Limits, is_nothing, on_disk
from mcp_hooks.sources.scope import Ahead, Scope, scope_of
from mcp_hooks.sources.source import MAX_BYTES, MAX_CAPTURE, Capture, Skipped, Source
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from mcp_hooks.sources.marks import Chooser

BARE = 'a repository without a work tree; --history reads what was committed'
TAGS = (b'H ', b'S ', b'M ', b'h ', b's ', b'm ')  # in small letters: assumed to be unchanged
GREP_FROM = 5_000  # candidates: below, reading them takes less than git grep takes to compare all names with their endings


class Options(NamedTuple):
    """``excluded`` answers for paths that the settings leave out; ``changed`` are those that are read wherever they are."""

    include_ignored: bool = False
    max_bytes: int | None = MAX_BYTES
    excluded: Callable[[str], bool] | None = None
    max_capture: int | None = MAX_CAPTURE
    changed: Collection[str] = ()

    @property
    def limits(self) -> Limits:
        return Limits(self.max_bytes, self.max_capture)

    def leaves_out(self, path: str) -> bool:
        return self.excluded is not None and self.excluded(path.rstrip('/'))


class Listed:
    """What git names, before anything is read."""

    __slots__ = ('absent', 'buffer', 'folders', 'kinds', 'left_out', 'others', 'sparse', 'unseen')

    def __init__(self) -> None:
        self.kinds: dict[str, str] = {}  # path -> kind, see marks
        self.unseen: set[str] = set()  # tracked, and git does not look whether they changed on disk
        self.absent: dict[str, str] = {}  # of those what is read from the index, whatever is in it: path -> kind
        self.left_out = 0  # and how many others only their content could have told
        self.folders: list[str] = []  # files under a name of a client's folder: links, or submodules
        self.sparse: set[str] = set()  # tracked, and not on disk by intention
        self.buffer = b''  # of what is tracked, each name with a tag
        self.others = b''  # of what is neither tracked nor ignored

    def known(self, path: str) -> bool:
        """Is the path tracked, or untracked and not ignored?"""
        name = os.fsencode(path) + b'\0'
        return any(self.buffer.startswith(tag + name) or b'\0' + tag + name in self.buffer for tag in TAGS) or (
            self.others.startswith(name) or b'\0' + name in self.others)

    def repository_of(self, path: str) -> str:
        """The repository in the tree that holds the path; empty when there is none."""
        name = os.fsencode(path)
        return next((git.decode(one) for one in repositories(self.others) if name.startswith(one)), '')


def discover(scope: Scope | str, options: Options = Options(),  # noqa: B008 — immutable
             ahead: Ahead | None = None) -> Iterator[Source | Capture | Skipped]:
    """Every file worth reading, one after the other, and what was passed over. Raises SourceError.

    What is tracked comes first, then what is not, then what a sparse checkout left out, each sorted by path. ``ahead`` is what
    ``scope.start`` gave for the same scope.
    """
    where = scope_of(scope) if isinstance(scope, str) else scope
    if where.file:
        yield _one_file(where, options)
    elif where.git:
        try:
            with ahead or Ahead(where) as started:
                yield from _repository(where, options, started)
        except git.GitError as error:
            if error.kind != 'no-repository':
                raise
            # what a copied submodule or work tree is: a .git file that points to nowhere
            yield Skipped('.git', f'not a usable repository ({error}); scanned as a plain folder')
            yield from _plain(where, options)
    else:
        if git.bare_of(where.root):
            yield Skipped('.', BARE)
        yield from _plain(where, options)


def _one_file(where: Scope, options: Options) -> Source | Capture | Skipped:
    """A file that was asked for: whatever it is, something is said of it."""
    from mcp_hooks.sources.files import one_file

    full = os.path.join(where.root, where.file)
    if marks.is_capture(where.file) or where.file.lower().endswith('.json'):
        found = on_disk(os.path.realpath(full), where.file, marks.CAPTURE, options.limits)
        if isinstance(found, Capture):
            source = one_file(full, where.root, options.max_bytes)
            return found._replace(source=source) if isinstance(source, Source) else found
    return one_file(full, where.root, options.max_bytes)


def _repository(where: Scope, options: Options, ahead: Ahead) -> Iterator[Source | Capture | Skipped]:
    from mcp_hooks.sources import names

    choose = marks.chooser()
    names.endings()  # takes as long to make as to use, and git is still at work
    listed = _tracked(ahead.tracked(), choose)
    submodules = list(_submodules(where, options))
    yield from submodules
    _drop_without_marks(where, listed, options.changed)
    if listed.left_out:
        from mcp_hooks.sources.absent import UNNAMED

        yield Skipped(where.prefix or '.', UNNAMED.format(listed.left_out))
    for one in submodules:
        listed.kinds.pop(one.path, None)
    look = _Look(where.root, listed, options)
    links = look.links_among(listed.kinds)
    folders = look.linked_folders()
    named = sorted(path for path, kind in listed.kinds.items() if kind in _BY_NAME)
    unnamed = sorted(listed.kinds.keys() - set(named))
    early = [] if links or folders else named
    yield from look.at(early)
    # git is still at work on the rest, which may hold links to these
    held = {path: list(look.at([path])) for path in look.unless_nothing(unnamed)}
    listed.others = ahead.others()
    yield from look.add(listed.others, 'untracked', choose)
    yield from (Skipped(folder, why) for folder, why in ahead.not_entered() if not options.leaves_out(folder))
    if options.include_ignored:
        output = git.run(where.root, ['ls-files', '-o', '-i', '-z', '--full-name', '--exclude-standard'], folder=where.prefix)
        yield from look.add(output, 'ignored', choose)
    elif where.prefix and not listed.buffer and not listed.others and _is_ignored(where):
        yield Skipped(where.prefix, 'ignored by git; --include-ignored looks at it')
    links = sorted(look.links_among(listed.kinds.keys() - set(early)))
    folders = look.linked_folders()
    if links or folders:
        from mcp_hooks.sources.links import follow

        yield from follow(where.root, links, folders, listed, look.aliases, choose, options)
    before = set(named) | set(unnamed)
    for group in (sorted(before - set(early)), look.unless_nothing(sorted(listed.kinds.keys() - before))):
        for path in group:
            if path in listed.kinds:
                yield from held[path] if path in held and path not in look.aliases else look.at([path])
    if look.missing or listed.absent:
        listed.kinds.update(listed.absent)
        absent = [path for path in sorted(listed.absent) if not options.leaves_out(path)]
        yield from _missing(where.root, look.missing + absent, listed, options)


class _Look:
    """Reads what is listed. ``missing`` collects what is tracked and not there, ``aliases`` target -> links that lead there."""

    def __init__(self, root: str, listed: Listed, options: Options) -> None:
        self.root = root
        self.listed = listed
        self.options = options
        self.missing: list[str] = []
        self.aliases: dict[str, list[str]] = {}
        self.origins: dict[str, str] = {}
        self._real: dict[str, bool] = {}

    def at(self, paths: Iterable[str]) -> Iterator[Source | Capture | Skipped]:
        options = self.options
        for path in paths:
            if options.excluded is not None and options.excluded(path):
                continue
            kind = marks.PATH if path in self.aliases else self.listed.kinds[path]
            if not disk.in_real_folder(self.root, path, self._real):
                if kind in _BY_NAME:
                    yield Skipped(path, 'reached through a linked folder')
                continue
            one = on_disk(os.path.join(self.root, path), path, kind, options.limits, self.origins.get(path, 'file'),
                          tuple(self.aliases.get(path, ())))
            if isinstance(one, Skipped) and one.reason == disk.VANISHED and path not in self.origins:
                self.missing.append(path)
            elif one is not None:
                yield one

    def unless_nothing(self, paths: list[str]) -> list[str]:
        """Without those of which a first look says that nothing is in them; they are no longer listed."""
        kinds, root, excluded = self.listed.kinds, os.path.join(self.root, ''), self.options.excluded
        out = []
        for path in paths:
            if excluded is not None and excluded(path):
                continue
            if kinds[path] == marks.CONTENT and path not in self.aliases and disk.in_real_folder(
                    self.root, path, self._real) and is_nothing(root + path, path):
                del kinds[path]
            else:
                out.append(path)
        return out

    def add(self, buffer: bytes, origin: str, choose: Chooser) -> Iterator[Skipped]:
        """What of a list of names without tags is worth a look; repositories in the tree are named."""
        from mcp_hooks.sources.names import candidates

        for record in repositories(buffer):
            path = git.decode(record)
            if not self.options.leaves_out(path):
                yield Skipped(path, disk.NESTED)
        folders = marks.folders()
        for record in candidates(buffer):
            path = git.decode(record)
            if path[path.rfind('/') + 1:] in folders:
                self.listed.folders.append(path)
            kind = marks.kind_of(path, choose) if path[-1:] != '/' else marks.NOTHING
            if kind and path not in self.listed.kinds:
                self.listed.kinds[path] = kind
                self.origins[path] = origin

    def linked_folders(self) -> list[str]:
        """Folders of clients that are links."""
        return [path for path in self.listed.folders if os.path.islink(os.path.join(self.root, path))]

    def links_among(self, paths: Iterable[str]) -> list[str]:
        """Links under a name that a client knows."""
        kinds = self.listed.kinds
        return [path for path in paths if kinds[path] in _BY_NAME and os.path.islink(os.path.join(self.root, path))]


_BY_NAME = (marks.PATH, marks.HINT)


def repositories(buffer: bytes) -> list[bytes]:
    """Of a list of what git does not track: it does not enter other repositories, and names them with a slash."""
    return [record for record in buffer.split(b'\0') if record[-1:] == b'/'] if b'/\0' in buffer else []


def _tracked(buffer: bytes, choose: Chooser) -> Listed:
    from mcp_hooks.sources.names import candidates

    listed = Listed()
    listed.buffer = buffer
    folders = marks.folders()
    kinds = listed.kinds
    for record in candidates(buffer):
        path = git.decode(record[2:])
        kind = marks.kind_of(path, choose)
        if kind:
            kinds[path] = kind
            tag = record[:1]
            if tag not in (b'H', b'M'):
                listed.unseen.add(path)
                if tag in (b'S', b's'):
                    listed.sparse.add(path)
        if path[path.rfind('/') + 1:] in folders:
            listed.folders.append(path)
    return listed


def _drop_without_marks(where: Scope, listed: Listed, changed: Collection[str]) -> None:
    """In a tree with very many candidates git finds those with marks: it has a thread for each core."""
    folders: dict[str, bool] = {}
    for path in [path for path in listed.sparse if listed.kinds.get(path) not in _BY_NAME]:
        if path in listed.kinds and not _is_there(where.root, path, folders):
            kind = listed.kinds.pop(path)
            if marks.is_named_capture(path) or path in changed:
                listed.absent[path] = kind
            else:
                listed.left_out += 1
    if len(listed.kinds) < GREP_FROM:
        return
    endings = {path[path.rfind('.'):] for path, kind in listed.kinds.items() if kind not in (*_BY_NAME, marks.BARE)}
    endings &= {f'.{ending}' for ending in (*marks.ENDINGS, *marks.TEXTS, *marks.CAPTURES)}
    hits = set(git.grep_files(where.root, marks.GREP, [f'*{ending}' for ending in sorted(endings)], folder=where.prefix))
    for path in [path for path, kind in listed.kinds.items() if kind not in (*_BY_NAME, marks.BARE)]:
        # git reads from the index what it was told to take for unchanged
        if path not in hits and path not in listed.unseen and path.endswith(tuple(endings)) and not marks.tells_little(path):
            del listed.kinds[path]


def _is_there(root: str, path: str, folders: dict[str, bool]) -> bool:
    """Some files are kept although git was told to leave them out (``update-index --skip-worktree``)."""
    folder = path.rpartition('/')[0]
    there = folders.get(folder)
    if there is None:
        there = folders[folder] = os.path.lexists(os.path.join(root, folder))
    return there and os.path.lexists(os.path.join(root, path))


def _is_ignored(where: Scope) -> bool:
    code, _ = git.run_code(where.root, ['check-ignore', '-q', '--', where.prefix], fine=(0, 1, 128))
    return code == 0


def _submodules(where: Scope, options: Options) -> Iterator[Skipped]:
    if os.path.lexists(os.path.join(where.root, '.gitmodules')):
        from mcp_hooks.sources.absent import submodules

        yield from (one for one in submodules(where.root)
                    if f'{one.path}/'.startswith(where.prefix) and not options.leaves_out(one.path))


def _missing(root: str, missing: list[str], listed: Listed, options: Options) -> Iterator[Source | Capture | Skipped]:
    from mcp_hooks.sources.absent import deleted, from_index

    yield from deleted([path for path in missing if path not in listed.sparse], listed.kinds)
    wanted = [path for path in missing if path in listed.sparse]
    if wanted:
        yield from from_index(root, wanted, listed.kinds, options)


def _plain(where: Scope, options: Options) -> Iterator[Source | Capture | Skipped]:
    from mcp_hooks.sources.folder import walk

    return walk(where, options)
