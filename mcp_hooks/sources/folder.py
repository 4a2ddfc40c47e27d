"""A plain folder, walked without git. Repositories that lie in it are listed by their own git."""
from __future__ import annotations

import os
from itertools import islice

from mcp_hooks.sources import disk, git, marks
from mcp_hooks.sources.look import is_nothing, on_disk
from mcp_hooks.sources.source import Capture, Skipped, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.sources.marks import Chooser
    from mcp_hooks.sources.scope import Scope
    from mcp_hooks.sources.tree import Options

MAX_ENTRIES = 1_000_000
MAX_DEPTH = 100
OF_VERSION_CONTROL = frozenset(('.git', '.hg', '.svn', '.jj'))
INSTALLED = frozenset(('node_modules', 'site-packages', '__pycache__', '.venv', 'venv', '.tox', '.nox', 'bower_components'))


def walk(where: Scope, options: Options) -> Iterator[Source | Capture | Skipped]:
    """What is worth reading below the folder, unsorted. Links to folders are not followed, so there are no loops."""
    choose = marks.chooser()
    found: list[tuple[str, str]] = []  # path, kind
    links: list[str] = []
    repositories: list[str] = []
    passed: list[Skipped] = []  # folders
    lists: list[str] = []  # of what is ignored
    closed: list[str] = []  # folders whose list of what is ignored must not be opened
    entries = 0
    without_git = git.is_repository(where.root)  # git was turned off on purpose, or does not work here
    todo = [(where.prefix, 0)]
    while todo:
        folder, depth = todo.pop()
        try:
            with os.scandir(os.path.join(where.root, folder)) as listing:
                names = sorted(islice(listing, MAX_ENTRIES + 1 - entries), key=lambda entry: entry.name)
        except OSError as error:
            passed.append(Skipped(folder or '.', disk.reason_of(error)))
            continue
        entries += len(names)
        if entries > MAX_ENTRIES:
            passed.append(Skipped(folder or '.', f'the walk ended here, after {MAX_ENTRIES:,} files and folders'))
            break
        for entry in names:
            path = folder + entry.name
            if entry.is_symlink():
                links.append(path)
            elif entry.is_dir(follow_symlinks=False):
                reason = _not_entered(entry.name, depth, options)
                if entry.name in OF_VERSION_CONTROL:
                    continue
                if reason:
                    passed.append(Skipped(path + '/', reason))
                elif not without_git and git.is_repository(os.path.join(where.root, path)):
                    repositories.append(path)
                else:
                    todo.append((path + '/', depth + 1))
            elif entry.name == '.gitignore':
                lists.append(path)
                if not entry.is_file(follow_symlinks=False):  # git would wait for a pipe
                    closed.append(folder)
                    yield Skipped(path, disk.NOT_REGULAR)
            else:
                kind = marks.kind_of(path, choose)
                if kind:
                    found.append((path, kind))
    ignored: set[str] = set()
    if lists and not options.include_ignored and not without_git:
        if not _has_git():
            yield Skipped(lists[0], 'not heeded, for git is not installed')
        asked = [*(path for path, _ in found), *links, *repositories, *(one.path.rstrip('/') for one in passed if one.path != '.')]
        ignored = git.ignored_in_plain_folder(where.root, [path for path in asked if not path.startswith(tuple(closed))])

    def wanted(path: str) -> bool:
        return path.rstrip('/') not in ignored and not options.leaves_out(path)

    yield from (one for one in passed if wanted(one.path))
    for path in filter(wanted, sorted(repositories)):
        yield from _nested(where, path, options)
    found = [(path, kind) for path, kind in found if wanted(path)]
    yield from _read(where.root, found, list(filter(wanted, links)), ignored, choose, options)


def _has_git() -> bool:
    try:
        return bool(git.program())
    except git.GitError:
        return False


def _not_entered(name: str, depth: int, options: Options) -> str:
    if name in INSTALLED and not options.include_ignored:
        return 'installed packages; --include-ignored enters it'
    if depth >= MAX_DEPTH:
        return f'more than {MAX_DEPTH} folders deep'
    return ''


def _nested(where: Scope, path: str, options: Options) -> Iterator[Source | Capture | Skipped]:
    """A repository in a plain folder: git says what of it counts."""
    from mcp_hooks.sources.scope import Scope
    from mcp_hooks.sources.tree import discover

    inner = options.excluded
    below = options._replace(excluded=(lambda name: inner(f'{path}/{name}')) if inner is not None else None)
    root = os.path.realpath(os.path.join(where.root, path))
    try:
        for one in discover(Scope(root, '', True), below):
            if isinstance(one, Source):
                yield _below(one, path)
            elif isinstance(one, Capture):
                yield one._replace(path=f'{path}/{one.path}', source=_below(one.source, path) if one.source else None)
            else:
                yield one._replace(path=f'{path}/{one.path}')
    except git.GitError as error:
        yield Skipped(path + '/', str(error))


def _below(source: Source, folder: str) -> Source:
    return source._replace(path=f'{folder}/{source.path}', links=tuple(f'{folder}/{link}' for link in source.links))


def _read(root: str, found: list[tuple[str, str]], links: list[str], ignored: set[str], choose: Chooser,
          options: Options) -> Iterator[Source | Capture | Skipped]:
    aliases: dict[str, list[str]] = {}
    kinds = dict(found)
    yield from _follow(root, links, kinds, aliases, ignored, choose, options)
    for path in sorted(kinds):
        if kinds[path] == marks.CONTENT and is_nothing(os.path.join(root, path), path):
            continue
        one = on_disk(os.path.join(root, path), path, kinds[path], options.limits, links=tuple(aliases.get(path, ())))
        if one is not None:
            yield one


def _follow(root: str, links: list[str], kinds: dict[str, str], aliases: dict[str, list[str]], ignored: set[str],
            choose: Chooser, options: Options) -> Iterator[Skipped]:
    """Where links lead: to ``kinds``, and to ``aliases`` (target -> links)."""
    found = list(kinds)
    for link in links:
        target, reason = disk.resolve_link(root, link)
        if marks.kind_of(link, choose) == marks.PATH:
            if target is None:
                yield Skipped(link, reason)
            elif target in ignored:
                yield Skipped(link, f'a link to {target}, which .gitignore leaves out')
            elif not options.leaves_out(target):
                aliases.setdefault(target, []).append(link)
                kinds.setdefault(target, marks.PATH)
        elif reason == disk.OUTSIDE and os.path.isdir(os.path.join(root, link)):
            yield Skipped(link, disk.ELSEWHERE)
        elif reason == disk.A_FOLDER and link[link.rfind('/') + 1:] in marks.folders():  # .cursor → shared/agents
            below = disk.inside(root, os.path.realpath(os.path.join(root, link)))
            for path in found if below else ():
                if path.startswith(f'{below}/') and marks.is_data(path) and choose.is_client_path(link + path[len(below or ''):]):
                    aliases.setdefault(path, []).append(link + path[len(below or ''):])
                    kinds[path] = marks.PATH
