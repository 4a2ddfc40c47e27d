"""What ``git log`` tells of a history: which blob came under which path, and with which commit first."""
from __future__ import annotations

import os

from mcp_hooks.sources import git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Change = tuple[str, str, str]  # blob, path, commit

# no setting of the repository may change what is told: an order of files that cannot be read would end git
LOG = ['-c', 'log.showRoot=true', '-c', 'log.follow=false', '--literal-pathspecs', 'log', '--topo-order', '--reverse', '--raw', '-c',
       '-z', '--no-renames', '--no-abbrev', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all',
       '--no-show-signature', '--no-notes', f'-O{os.devnull}', '--encoding=UTF-8', '--format=%x01%H']


class Ahead:
    """git at work on a history, so that something else can be done meanwhile. Give it to ``scan_history``."""

    __slots__ = ('arguments', 'process')

    def __init__(self, root: str, arguments: list[str]) -> None:
        self.arguments = arguments
        self.process = git.start(root, arguments)


def start(root: str, revisions: str = '') -> Ahead | None:
    """Let git begin with the walk where it is sure to be needed: for a range, or without a cache. Raises SourceError."""
    top = git.root_of(root)
    if top is None or revisions.startswith('-') or '\0' in revisions:
        return None
    folder = os.path.join(top, '.git')
    if not revisions and (not os.path.isdir(folder) or os.path.lexists(os.path.join(folder, 'mcp-hooks', 'history'))):
        return None
    return Ahead(top, arguments_of([revisions] if revisions else ['--all']))


def arguments_of(revisions: list[str], stdin: bool = False, every_merge: bool = False) -> list[str]:
    """The words of a walk; ``stdin`` if revisions or paths follow there. ``every_merge``: of some paths, on all sides of a merge."""
    more = [*(['--full-history'] if every_merge else []), *(['--stdin'] if stdin else [])]
    return [*LOG, *more, *words_of(revisions)]


def words_of(revisions: list[str]) -> list[str]:
    """Revisions as git's arguments: none of them is taken for an option or a path."""
    return [*(revisions if revisions[0] == '--all' else ['--end-of-options', *revisions]), '--']


def changes(root: str, arguments: list[str], stdin: bytes | None, name_of: Callable[[bytes], str],
            tell: Callable[[int], object] | None = None, ahead: Ahead | None = None, step: int = 500,
            links: set[tuple[str, str]] | None = None) -> Iterator[Change]:
    """Every (blob, path) of a regular file once, the oldest commit first.

    ``name_of`` gives the path as text, '' for what is of no interest. ``tell`` hears how many commits were read, after each
    ``step`` and at the end. ``links`` takes blob and path of links. Raises GitError.
    """
    known: set[tuple[bytes, bytes]] = set()
    names: dict[bytes, str] = {}
    commits, commit, head = 0, '', b''
    process = ahead.process if ahead is not None else None
    for fields in _fields(root, arguments, stdin, process):
        for field in fields:
            if not head:  # what follows a commit, or a path
                if field[:1] == b'\n':
                    field = field.lstrip(b'\n')
                if field[:1] == b':':
                    head = field
                elif field:
                    commit = field[1:].decode()
                    commits += 1
                    if tell is not None and commits % step == 0:
                        tell(commits)
                continue
            raw, head = head, b''
            name = names.get(field)
            if name is None:
                name = names[field] = name_of(field)
            if not name:
                continue
            if raw[1:2] != b':':  # ":MODE MODE BLOB BLOB LETTER"
                mode, blob = raw[8:14], raw.rsplit(b' ', 2)[1]
            else:  # a merge: as many colons, modes and blobs as parents, then those of the result
                words = raw.split(b' ')
                parents = words[0].count(b':')
                mode, blob = words[parents], words[2 * parents + 1]
            if mode == git.LINK and links is not None:
                links.add((blob.decode(), name))
            if mode[:3] == b'100' and (blob, field) not in known:
                known.add((blob, field))
                yield blob.decode(), name, commit
    if tell is not None:
        tell(commits)


def _fields(root: str, arguments: list[str], stdin: bytes | None, process: git.Process | None) -> Iterator[list[bytes]]:
    """The fields of git log's output, in parts."""
    process = process or git.start(root, arguments, stdin=stdin is not None)
    with process:
        if process.stdin is not None:
            try:
                process.stdin.write(stdin or b'')
                process.stdin.close()
            except OSError:
                pass  # git has ended: its exit code tells
        stream = process.stdout
        assert stream is not None
        rest = b''
        while True:
            part = stream.read1(1 << 18) if hasattr(stream, 'read1') else stream.read(1 << 18)
            fields = (rest + part).split(b'\0')
            rest = fields.pop() if part else b''
            yield fields
            if not part:
                break
    if process.returncode:
        raise _why(root, arguments, stdin, process.returncode)


def _why(root: str, arguments: list[str], stdin: bytes | None, code: int) -> git.GitError:
    """What a git that ended early has to say: it is asked again, with somebody listening."""
    from mcp_hooks.sources.partial import is_partial

    if code < 0:
        return git.GitError(f'git log ended early (killed by signal {-code})')
    try:
        at = arguments.index('log') + 1
        git.run(root, [*arguments[:at], '--max-count=1', *arguments[at:]], stdin=stdin)
        said = git.GitError(f'git log ended early (exit {code}); run git fsck')
    except git.GitError as error:
        said = error
    if 'promisor' in str(said) or ('bad' not in str(said) and is_partial(root)):
        return git.GitError('this clone has not all folders of its history (made with --filter=tree:0?); clone it without a filter')
    return said


def places(root: str, revisions: list[str], commits: set[str]) -> dict[str, int]:
    """Where each of the commits stands, from the oldest."""
    found: dict[str, int] = {}
    with git.start(root, ['rev-list', '--topo-order', '--reverse', *words_of(revisions)]) as process:
        assert process.stdout is not None
        for number, line in enumerate(process.stdout):
            commit = line[:-1].decode()
            if commit in commits:
                found[commit] = number
    return found


def dates(root: str, commits: Iterable[str]) -> dict[str, str]:
    """Authors' dates, asked for the few commits that need one: formatting all of them would take a tenth of the walk. A date
    that git cannot read is missing."""
    stdin = '\n'.join(sorted({commit for commit in commits if commit})).encode() + b'\n'
    if not stdin.strip():
        return {}
    words = ['log', '--no-walk=unsorted', '--stdin', '--no-show-signature', '--encoding=UTF-8', '--format=%H %aI']
    output = git.run(root, words, stdin=stdin)
    pairs = (line.partition(' ') for line in output.decode().splitlines())
    return {commit: date for commit, _, date in pairs if date[:1].isdigit()}  # "%aI" as it is, where it says nothing
