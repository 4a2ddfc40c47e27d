"""The work tree: what git tracks or would track, or a plain folder, and in it the files that may be MCP configurations."""
from __future__ import annotations

import os

from mcp_hooks.sources import disk, git, marks
from mcp_hooks.sources.source import MAX_BYTES, Skipped, Source, SourceError
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_hooks.sources.marks import Chooser

DELETED = 'deleted in the work tree'
SPARSE = 'outside of the sparse checkout and its content is not here'
NESTED = 'a repository of its own, not entered'
BYTES_A_FILE = 100  # in git's index, about
SUBMODULE = 'a submodule, not entered'


class Scope(NamedTuple):
    """What is scanned: ``root`` (resolved; paths are relative to it), ``prefix`` of the folder below it (``sub/`` or empty),
    whether git lists the files, and the one file when a file was named."""

    root: str
    prefix: str
    git: bool
    file: str = ''


class Options(NamedTuple):
    """``excluded`` answers for paths that the settings leave out; ``choose`` replaces the client table."""

    include_ignored: bool = False
    max_bytes: int | None = MAX_BYTES
    excluded: Callable[[str], bool] | None = None
    choose: Chooser | None = None


class Listed(NamedTuple):
    """Names before anything is read; ``origin`` of a path is ``file`` when it has none."""

    kinds: dict[str, str]  # path -> kind, see marks
    folders: list[str]  # tracked names of clients' folders: links, or submodules
    origin: dict[str, str]
    sparse: set[str]  # tracked, and not on disk by intention
    buffer: bytes  # what git printed

    def known(self, path: str) -> bool:
        """Is the path tracked, or untracked and not ignored?"""
        name = os.fsencode(path) + b'\0'
        return any(tag + name in self.buffer for tag in (b'H ', b'? ', b'S ', b'M '))


def scope_of(path: str, no_git: bool = False) -> Scope:
    """Where a scan of ``path`` takes place. ``.``, ``./``, an absolute path and ``..`` from below give the same.

    Raises SourceError when there is nothing at ``path``.
    """
    if not os.path.lexists(path):
        raise SourceError(f'{git.printable(path)}: no such file or folder')
    real = os.path.realpath(path)
    root = git.root_of(real)
    if os.path.isdir(real):
        if root is None:
            return Scope(real, '', False)
        below = disk.inside(root, real)
        return Scope(root, f'{below}/' if below else '', not no_git)
    if root is None:
        root = os.path.dirname(real)
    return Scope(root, '', False, disk.inside(root, real) or os.path.basename(real))


def discover(scope: Scope | str, options: Options = Options(),  # noqa: B008 — immutable
             ahead: Ahead | None = None) -> Iterator[Source | Skipped]:
    """Every file worth reading, one after the other, and what was passed over. Raises SourceError.

    With one root the sources come sorted by path, save for what a sparse checkout left out, which comes last. ``ahead`` is what
    ``start`` gave for the same scope.
    """
    where = scope_of(scope) if isinstance(scope, str) else scope
    if where.file:
        from mcp_hooks.sources.files import one_file

        yield one_file(os.path.join(where.root, where.file), where.root, options.max_bytes)
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
        yield from _plain(where, options)


def _repository(where: Scope, options: Options, ahead: Ahead) -> Iterator[Source | Skipped]:
    listed, skipped = _list(where, options, ahead)
    aliases, refused = _links(where.root, listed, options)
    yield from skipped
    yield from refused
    missing: list[str] = []
    folders: dict[str, bool] = {}
    for path in sorted(listed.kinds):
        if options.excluded is not None and options.excluded(path):
            continue
        if not disk.in_real_folder(where.root, path, folders):
            yield Skipped(path, 'reached through a linked folder')
            continue
        data = disk.read_regular(os.path.join(where.root, path), path, options.max_bytes)
        if isinstance(data, bytes):
            if path in aliases or marks.worth_reading(listed.kinds[path], data):
                yield Source(path, data, listed.origin.get(path, 'file'), links=tuple(aliases.get(path, ())))
        elif data.reason == disk.VANISHED and path not in listed.origin:
            missing.append(path)
        else:
            yield data
    if missing:
        yield from _absent(where.root, missing, listed, options)


class Ahead:
    """git at work on a scope: names and content by two processes at once, for a tree may be large, and there is more than one
    core. Whoever starts it early does something else meanwhile (loading the rules takes as long). A context manager."""

    __slots__ = ('grep', 'grep_command', 'names', 'names_command', 'scope')

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.names_command = ['ls-files', '-t', '-z', '-c', '-o', '--exclude-standard', '--full-name']
        self.grep_command = git.grep_arguments(marks.GREP, marks.PATHSPECS)
        self.names = git.start(scope.root, self.names_command, folder=scope.prefix)
        self.grep = git.start(scope.root, self.grep_command, folder=scope.prefix)

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        git.stop(self.names)
        git.stop(self.grep)

    def listed(self) -> bytes:
        return git.finish(self.names, self.scope.root, self.names_command, folder=self.scope.prefix)

    def marked(self) -> set[bytes]:
        output = git.finish(self.grep, self.scope.root, self.grep_command, folder=self.scope.prefix, fine=(0, 1))
        return set(output.split(b'\0'))


def start(scope: Scope) -> Ahead | None:
    """Let git begin with a scope; None where git is not asked. Give the answer to ``discover``. Raises SourceError."""
    return Ahead(scope) if scope.git else None


def _list(where: Scope, options: Options, ahead: Ahead) -> tuple[Listed, list[Skipped]]:
    choose = options.choose or marks.chooser(_size_of_index(where.root) // BYTES_A_FILE)  # while git is at work
    listed, skipped = _sorted_out(ahead.listed())
    hits = ahead.marked()
    for path in [*listed.kinds]:
        kind = marks.kind_of(path, choose)
        # what git grep looked at and did not name has no marks
        if not kind or (kind == marks.CONTENT and path not in listed.origin and path.endswith(_PLAIN)
                        and os.fsencode(path) not in hits):
            del listed.kinds[path]
        else:
            listed.kinds[path] = kind
    skipped += [one for one in _submodules(where.root) if one.path.startswith(where.prefix)]
    if options.include_ignored:
        _add_ignored(where, choose, listed, skipped)
    return listed, skipped


def _size_of_index(root: str) -> int:
    try:
        return os.stat(os.path.join(root, '.git', 'index')).st_size
    except OSError:
        return 0


_PLAIN = tuple(f'.{ending}' for ending in marks.ENDINGS)


def _sorted_out(buffer: bytes) -> tuple[Listed, list[Skipped]]:
    """What can be data by its name. Written for 100,000 records: each pass over all of them is one expression."""
    listed = Listed({}, [], {}, set(), buffer)
    skipped: list[Skipped] = []
    records = buffer.split(b'\0')
    for record in [record for record in records if record[:2] != b'H ' and record]:  # few
        if record[:2] == b'? ':
            _untracked(git.decode(record[2:]), 'untracked', listed, skipped)
        elif record[:2] == b'S ':
            listed.sparse.add(git.decode(record[2:]))
    ends = {ending[-3:].encode() for ending in (*_PLAIN, *marks.samples(), *marks.folders())}
    folders = marks.folders()
    for record in [record for record in records if record[-3:] in ends or record[-1:] == b'~']:
        path = git.decode(record[2:])
        if marks.is_data(path):
            listed.kinds[path] = marks.CONTENT
        elif path[path.rfind('/') + 1:] in folders:
            listed.folders.append(path)
    return listed, skipped


def _submodules(root: str) -> list[Skipped]:
    """Where ``.gitmodules`` says that submodules are, and the index agrees."""
    if not os.path.lexists(os.path.join(root, '.gitmodules')):
        return []
    code, output = git.run_code(root, ['config', '-z', '-f', '.gitmodules', '--get-regexp', r'^submodule\..*\.path$'],
                                fine=(0, 1, 3, 128))
    paths = [git.decode(record.partition(b'\n')[2]) for record in output.split(b'\0') if b'\n' in record] if code == 0 else []
    if not paths:
        return []
    entries = git.ls_files(root, paths=paths)
    return [Skipped(path, SUBMODULE) for path, entry in entries.items() if entry.mode == git.SUBMODULE]


def _untracked(path: str, origin: str, listed: Listed, skipped: list[Skipped]) -> None:
    if path.endswith('/'):
        skipped.append(Skipped(path, NESTED))
    elif path not in listed.kinds:
        listed.kinds[path] = marks.CONTENT
        listed.origin[path] = origin


def _add_ignored(where: Scope, choose: Chooser, listed: Listed, skipped: list[Skipped]) -> None:
    output = git.run(where.root, ['ls-files', '-o', '-i', '-z', '--full-name', '--exclude-standard'], folder=where.prefix)
    for record in filter(None, output.split(b'\0')):
        path = git.decode(record)
        kind = marks.kind_of(path, choose)
        if kind or path.endswith('/'):
            _untracked(path, 'ignored', listed, skipped)
        if path in listed.kinds:
            listed.kinds[path] = kind


def _links(root: str, listed: Listed, options: Options) -> tuple[dict[str, list[str]], list[Skipped]]:
    """Where links with a client's name lead: each target is read once, under its own path."""
    aliases: dict[str, list[str]] = {}
    skipped: list[Skipped] = []
    links = [path for path, kind in listed.kinds.items() if kind != marks.CONTENT and os.path.islink(os.path.join(root, path))]
    for link in sorted(links):
        kind = listed.kinds.pop(link)
        if kind != marks.PATH or (options.excluded is not None and options.excluded(link)):
            continue
        target, reason = disk.resolve_link(root, link)
        if target is None:
            skipped.append(Skipped(link, reason))
        elif not listed.known(target) and not options.include_ignored:
            skipped.append(Skipped(link, f'a link to {target}, which git ignores'))
        else:
            aliases.setdefault(target, []).append(link)
            listed.kinds.setdefault(target, kind)
    for folder in listed.folders:
        if os.path.islink(os.path.join(root, folder)):
            _linked_folder(root, folder, listed, options.choose or marks.chooser(), aliases)
    return aliases, skipped


def _linked_folder(root: str, link: str, listed: Listed, choose: Chooser, aliases: dict[str, list[str]]) -> None:
    """A linked folder gives the files in it a second name, which may be one that a client reads (``.cursor`` →
    ``shared/agents``)."""
    target = disk.inside(root, os.path.realpath(os.path.join(root, link)))
    if not target or not os.path.isdir(os.path.join(root, target)):
        return
    for record in listed.buffer.split(b'\0'):
        path = git.decode(record[2:])
        if path.startswith(target + '/') and marks.is_data(path):
            other = link + path[len(target):]
            if choose.is_client_path(other):
                aliases.setdefault(path, []).append(other)
                listed.kinds.setdefault(path, marks.PATH)


def _absent(root: str, missing: list[str], listed: Listed, options: Options) -> Iterator[Source | Skipped]:
    """Tracked, but not on disk: deleted, or left out by a sparse checkout, where git will still commit what the index says."""
    for path in missing:
        if path not in listed.sparse:
            yield Skipped(path, DELETED)
    wanted = [path for path in missing if path in listed.sparse]
    if not wanted:
        return
    entries = git.ls_files(root, paths=wanted)
    with git.BlobReader(root, options.max_bytes) as reader:
        for path, data in zip(wanted, reader.stream(entries[path].oid.decode() for path in wanted), strict=True):
            if data is None:
                yield Skipped(path, SPARSE)
            elif isinstance(data, int):
                yield Skipped(path, disk.too_large(data, options.max_bytes or 0))
            elif disk.is_lfs_pointer(data):
                yield Skipped(path, disk.lfs())
            elif marks.worth_reading(listed.kinds[path], data):
                yield Source(path, data, 'index')


def _plain(where: Scope, options: Options) -> Iterator[Source | Skipped]:
    from mcp_hooks.sources.folder import walk

    return walk(where, options)
