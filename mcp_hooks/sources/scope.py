"""Where a scan takes place, and git that lists the names there. It is all that has to be loaded before git can start."""
from __future__ import annotations

import os

from mcp_hooks.sources import disk, git
from mcp_hooks.sources.source import SourceError
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TRACKED = ['ls-files', '-v', '-z', '-c', '--full-name']
OTHERS = ['ls-files', '-z', '-o', '--exclude-standard', '--full-name']


class Scope(NamedTuple):
    """What is scanned: ``root`` (resolved; paths are relative to it), ``prefix`` of the folder below it (``sub/`` or empty),
    whether git lists the files, and the one file when a file was named."""

    root: str
    prefix: str
    git: bool
    file: str = ''


def scope_of(path: str, no_git: bool = False) -> Scope:
    """Where a scan of ``path`` takes place. ``.``, ``./``, an absolute path and ``..`` from below give the same.

    Raises SourceError when there is nothing at ``path``.
    """
    try:
        os.lstat(path)
    except PermissionError:  # of its folder: said where it is read
        pass
    except (OSError, ValueError):
        raise SourceError((git.printable(path) or "''") + ': no such file or folder') from None
    real = os.path.realpath(path)
    root = git.root_of(real)
    if os.path.isdir(real):
        if root is None:
            return Scope(real, '', False)
        below = disk.inside(root, real)
        if below and below.split('/')[0] == '.git':  # git lists the work tree, whichever of its own folders it is asked for
            return Scope(real, '', False)
        return Scope(root, f'{below}/' if below else '', not no_git)
    plain = os.path.abspath(path)
    if os.path.normcase(plain) != os.path.normcase(real):
        top = _left(plain, real)
        if top is not None:  # its files may come from anybody: who reads the file says that it leads out
            return Scope(os.path.realpath(top), '', False, disk.inside(top, plain) or '')
    if root is None:
        root = os.path.dirname(real)
    return Scope(root, '', False, disk.inside(root, real) or os.path.basename(real))


def in_index(path: str) -> Scope | None:
    """The scope of a file or folder that git has in its index, on disk or not."""
    real = os.path.realpath(path)
    root = git.root_of(real)
    name = disk.inside(root, real) if root is not None else None
    if root is None or not name or not git.ls_files(root, paths=[name]):
        return None
    return Scope(root, f'{name}/', True)


def _left(plain: str, real: str) -> str | None:
    """The repository that the path goes through, by the names that stand in it, and leaves by a link."""
    folder = os.path.dirname(plain)
    while True:
        if not os.path.islink(folder) and git.is_repository(folder) and disk.inside(os.path.realpath(folder), real) is None:
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


class Ahead:
    """git at work on a scope: what is tracked and what is not by two processes at once, for a tree may be large, and there is
    more than one core. Whoever starts it early does something else meanwhile (loading the rules takes as long). A context
    manager."""

    __slots__ = ('_others', '_tracked', 'scope')

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        # the longer one first: git reads every folder for it
        self._others = self._start(OTHERS)
        self._tracked = self._start(TRACKED)

    def _start(self, command: list[str]) -> git.Process:
        return git.start(self.scope.root, command, folder=self.scope.prefix, whole=True, more=_memory())

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        git.stop(self._tracked)
        git.stop(self._others)

    def tracked(self) -> bytes:
        """Names with the tags of ``ls-files -v``."""
        return git.finish(self._tracked, self.scope.root, TRACKED, folder=self.scope.prefix)

    def others(self) -> bytes:
        """Names of what is neither tracked nor ignored."""
        return git.finish(self._others, self.scope.root, OTHERS, folder=self.scope.prefix)

    def not_entered(self) -> Iterator[tuple[str, str]]:
        """Folders that git could not read, once it has ended, and why: it warns, and lists the rest."""
        for line in git.said(self._others).split(b'\n'):
            if line.startswith(_NOT_OPENED) and b"': " in line:
                folder, _, why = line[len(_NOT_OPENED):].rpartition(b"': ")
                yield git.printable(git.decode(folder)), _REASONS.get(why, why.decode('ascii', 'replace').lower())


_NOT_OPENED = b"warning: could not open directory '"
_REASONS = {b'Permission denied': disk.NO_PERMISSION, b'No such file or directory': disk.VANISHED}


def _memory() -> dict[str, str]:
    """The index of a large repository takes git a tenth less time in large pages, where the system gives them only to those who
    ask: https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html (2026-12-01). Others ignore it."""
    return {} if 'GLIBC_TUNABLES' in os.environ else {'GLIBC_TUNABLES': 'glibc.malloc.hugetlb=1'}


def start(scope: Scope) -> Ahead | None:
    """Let git begin with a scope; None where git is not asked. Give the answer to ``tree.discover``. Raises SourceError."""
    return Ahead(scope) if scope.git else None
