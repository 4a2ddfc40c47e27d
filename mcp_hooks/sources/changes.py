"""What changed: since the merge base with a commit, in the index, or as a diff says."""
from __future__ import annotations

import os
import stat

from mcp_hooks.sources import disk, git, marks, unified
from mcp_hooks.sources.source import MAX_BYTES, Skipped, SourceError
from mcp_hooks.sources.unified import WHOLE as WHOLE
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcp_hooks.sources.source import Capture, Source
    from mcp_hooks.sources.unified import Ranges, Section

FETCH = 'in a workflow, give actions/checkout fetch-depth: 0 (or 2 for the merge commit of a pull request)'
# a submodule counts by the commit it stands at, so nothing is started in it; an order file of the user's may be missing
DIFF = ['diff', '--text', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--submodule=short',
        '--src-prefix=a/', '--dst-prefix=b/', '--inter-hunk-context=0', f'-O{os.devnull}']
RENAMES, NO_RENAMES = '-M', '--no-renames'
MANY = 500  # names that are handed to git one by one
# what a text begins with that a diff may stand in, or has none to tell: of git log, git format-patch, a mail, other tools
BEGINNINGS = (b'diff ', b'commit ', b'From ', b'From: ', b'Index: ', b'Only in ', b'--- ', b'tag ', b'Subject: ')


class Changes(NamedTuple):
    """Path → its added lines, from 1, as (first, last). ``lines`` is None where nothing is known and everything counts;
    ``note`` is a sentence for the user. ``closed``: what git does not know yet did not change either."""

    lines: dict[str, Ranges] | None
    note: str = ''
    closed: bool = False


def since(root: str, ref: str) -> Changes:
    """What the work tree has and the merge base of ``ref`` and HEAD has not, committed or not.

    A base that is not here (unknown, or cut off by a shallow clone) gives changes that hold everything, and a note.
    Raises SourceError.
    """
    top = git.root_of(root)
    if top is None:
        raise SourceError(f'{git.printable(root)} is not in a git repository, so nothing is known of changes')
    if not ref or ref.startswith('-'):
        raise SourceError(f'{git.printable(ref)!r} names no commit')
    name = git.printable(ref)
    if git.commit_of(top, 'HEAD') is None:
        return Changes(None, 'nothing is committed on this branch yet, so the whole tree was scanned')
    commit = git.commit_of(top, ref)
    if commit is None:
        return Changes(None, f'{name} is not in this clone{_cut(top)}, so the whole tree was scanned; {FETCH}')
    code, output = git.run_code(top, ['merge-base', commit, 'HEAD'], fine=(0, 1))
    base = output.split()
    if code or not base:
        cut = _cut(top)
        return Changes(None, f'{name} and HEAD have no common commit in this clone{cut}, so the whole tree was scanned'
                             + (f'; {FETCH}' if cut else ''))
    return _between(top, _without_filters(top), [base[0].decode()])


def of_index(root: str) -> Changes:
    """What is staged, line by line. Raises SourceError."""
    top = git.root_of(root)
    if top is None:
        raise SourceError(f'{git.printable(root)} is not in a git repository, so nothing is staged')
    return _between(top, [], ['--cached'])


def _between(top: str, before: list[str], what: list[str]) -> Changes:
    """A change of the whole source code is large: lines are asked for where a name can be of interest. Any other file counts
    whole, since an entry may name it."""
    try:
        names = _names(top, [*before, *DIFF, RENAMES, *what])
        return Changes(_lines(top, [*before, *DIFF, RENAMES, *what], names, on_disk=what != ['--cached']))
    except git.GitError as error:
        from mcp_hooks.sources.partial import is_partial

        if not is_partial(top):
            names = _names(top, [*before, *DIFF, NO_RENAMES, *what])
            return Changes(dict.fromkeys(names, WHOLE), f'{error}, so every line of a changed file counts')
    left_out = 'this partial clone does not have all of what was there before'
    try:
        names = _names(top, [*before, *DIFF, NO_RENAMES, *what])
    except git.GitError:
        return Changes(None, f'{left_out}, so the whole tree was scanned; in a workflow, give actions/checkout no filter')
    return Changes(dict.fromkeys(names, WHOLE), f'{left_out}, so every line of a changed file counts')


def _names(top: str, diff: list[str]) -> dict[str, str]:
    """Path → the one it was renamed from, or itself, of all files that are left."""
    fields = git.run(top, [*diff, '--raw', '--no-abbrev', '-z']).split(b'\0')
    names: dict[str, str] = {}
    at = 0
    while at < len(fields) - 1:
        letter = fields[at].rsplit(b' ', 1)[-1][:1]
        count = 2 if letter in (b'R', b'C') else 1
        former, path = fields[at + 1:at + 1 + count][0], fields[at + 1:at + 1 + count][-1]
        if letter != b'D':
            names[git.decode(path)] = git.decode(former)
        at += 1 + count
    return names


def _lines(top: str, diff: list[str], names: dict[str, str], *, on_disk: bool) -> dict[str, Ranges]:
    choose = marks.chooser()
    wanted = {path: former for path, former in names.items() if marks.kind_of(path, choose) or '.env' in path}
    if on_disk:  # git ends over a pipe or a socket, which the scan will name
        wanted = {path: former for path, former in wanted.items() if not _is_special(os.path.join(top, path))}
    lines = {path: WHOLE for path in names if path not in wanted}
    if wanted:
        both = dict.fromkeys((*wanted, *wanted.values()))
        paths = list(both) if len(both) <= MANY else []
        lines.update(unified.parse(git.run(top, ['--literal-pathspecs', *diff, '-U0', '--', *paths])))
    return lines


def _is_special(path: str) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode))


def from_diff(data: bytes, root: str, below: Iterable[str] = ()) -> Changes:
    """What a unified diff says of the tree at ``root``. ``below`` are the folders, each with a slash behind it, that its names may
    be relative to as well (``git diff --relative``). Raises SourceError for a text that is none."""
    exists = exists_below(root)
    found = unified.sections(data, exists)
    for folder in filter(None, below):
        of_folder = exists_below(os.path.join(root, folder))
        other = unified.sections(data, of_folder)
        if _is_relative(other, root, folder):
            found = [_moved(one, folder) for one in other]
            break
    lines = unified.lines_of(found)
    if lines:
        left = {path for one in found for path in (one.gone, one.source)}  # by a later commit of the same text
        missing = [path for path in lines if path not in left and not exists(path)]
        return Changes(lines, _not_here(root, missing, every=len(missing) == len(lines)), closed=True)
    if not found and b'content-transfer-encoding: base64' in data.lower():
        raise SourceError('--diff was given a mail whose text is encoded in base64; save the patch itself, or give it the output of '
                          'git diff')
    if not found and data.strip() and not data.lstrip().startswith(BEGINNINGS) and b'\ndiff --git ' not in data:
        raise SourceError('--diff was given a text that is no unified diff; git diff, diff -u and git format-patch write them')
    return Changes(lines, 'the diff names no file that is left after it', closed=True)


def _is_relative(found: list[Section], root: str, folder: str) -> bool:
    """Do the names of a diff count from the folder? They do when one is there only; where all are in both places, git's id of what
    one became tells them apart."""
    here, at_top = exists_below(os.path.join(root, folder)), exists_below(root)
    paths = [(one.path, one.ids) for one in found if one.path is not None and here(one.path)]
    if any(not at_top(path) for path, _ in paths):
        return True
    return any(ids is not None and _is_blob(os.path.join(root, folder, path), ids[1])
               and not _is_blob(os.path.join(root, path), ids[1]) for path, ids in paths[:MANY])


def _is_blob(path: str, id: bytes) -> bool:
    """Is the file what git calls by this id, or by one that begins so?"""
    import hashlib

    data = disk.read_regular(path, path, MAX_BYTES)
    if isinstance(data, Skipped) or len(id) < 4:
        return False
    return any(hash(b'blob %d\0' % len(data) + data, usedforsecurity=False).hexdigest().encode().startswith(id)
               for hash in (hashlib.sha1, hashlib.sha256))


def _moved(one: Section, folder: str) -> Section:
    one.path, one.gone, one.source = (folder + path if path is not None else None for path in (one.path, one.gone, one.source))
    return one


def _not_here(root: str, paths: list[str], *, every: bool) -> str:
    """A diff of another branch than the one that is checked out would pass in silence."""
    choose = marks.chooser()
    paths = sorted(path for path in paths if every or marks.kind_of(path, choose))
    top = git.root_of(root) if paths else None
    if top is not None:  # a sparse checkout leaves files out
        tracked = git.ls_files(top, paths=paths)
        paths = [path for path in paths if path not in tracked]
    if not paths:
        return ''
    shown = ', '.join(map(git.printable, paths[:3])) + (f' and {len(paths) - 3} more' if len(paths) > 3 else '')
    return f'the diff is of another tree, or of another folder: {shown} {"is" if len(paths) == 1 else "are"} not here'


def _cut(top: str) -> str:
    return ', which is shallow' if git.is_shallow(top) else ''


def _without_filters(top: str) -> list[str]:
    """Settings that keep git from running the clean filters of a repository: comparing a file would start them."""
    code, output = git.run_code(top, ['config', '-z', '--name-only', '--get-regexp', r'^filter\.'], fine=(0, 1))
    names = {git.decode(name).rpartition('.')[0] for name in output.split(b'\0') if name} if code == 0 else set()
    words = []
    for name in sorted(names):
        if '=' in name:
            raise git.GitError(f'a filter with = in its name cannot be turned off: {git.printable(name)}')
        words += [word for key, value in (('clean', ''), ('smudge', ''), ('process', ''), ('required', 'false'))
                  for word in ('-c', f'{name}.{key}={value}')]
    return words


def limit(found: Iterable[Source | Capture | Skipped], changes: Changes) -> Iterator[Source | Capture | Skipped]:
    """Let pass what changed. A file that git does not know yet is new in all its lines."""
    folders: set[str] | None = None
    for one in found:
        lines = changes.lines
        if lines is None:
            yield one
            continue
        if isinstance(one, Skipped) and one.path not in lines:
            folders = {folder for path in lines for folder in _with_folders(path)} if folders is None else folders
            # a folder that is not entered with a change in it; what only the work tree lacks, the commits may have added
            if one.path.rstrip('/') in folders or (one.reason in (disk.DELETED, disk.NO_PERMISSION) and not changes.closed):
                yield one
            continue
        if not isinstance(one, Skipped):
            if one.origin in ('untracked', 'ignored') and not changes.closed:
                lines.setdefault(one.path, WHOLE)
            if any(name in lines for link in getattr(one, 'links', ()) for name in _with_folders(link)):  # read under a new name
                lines.setdefault(one.path, WHOLE)
            if one.path in lines and _are_others_lines(getattr(one, 'data', b'')):
                lines[one.path] = WHOLE
        if one.path in lines:
            yield one


def _with_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition('/')[0]


def _are_others_lines(data: bytes) -> bool:
    """A lone carriage return ends a line for editors, and in our reports; for git it does not."""
    return b'\r' in data and data.count(b'\r') > data.count(b'\r\n')


def concerns(changes: Changes, path: str, category: str, first: int, last: int) -> bool:
    """Does a finding on these lines count when only added lines do? A credential counts when its file changed at all (the file
    is about to be published again), a syntax error always (the client reads nothing of the file)."""
    if changes.lines is None:
        return True
    ranges = changes.lines.get(path)
    if ranges is None:
        return False
    if category in ('credential', 'syntax'):
        return True
    return any(start <= last and first <= end for start, end in ranges)


def exists_below(root: str) -> Callable[[str], bool]:
    """Is there a file at this path of the tree?"""
    def exists(path: str) -> bool:
        return not os.path.isabs(path) and '..' not in path.split('/') and os.path.lexists(os.path.join(root, path))

    return exists
