"""Thin calls of the ``git`` program, the only process that this project starts.

A repository may come from anywhere, so nothing that its configuration or attributes name is run: no hook, no file-system
monitor, no external diff, no text conversion, no pager, no alias (only built-in commands are called), and nothing is fetched
for a partial clone. What the repository is, is found without starting anything (``root_of``).
"""
from __future__ import annotations

import os
import sys
from functools import cache

from mcp_hooks.sources.roots import bare_of as bare_of
from mcp_hooks.sources.roots import is_repository as is_repository
from mcp_hooks.sources.roots import root_of as root_of
from mcp_hooks.sources.source import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Mapping, Sequence

    from mcp_hooks.sources.process import Spawned

    Process = subprocess.Popen[bytes] | Spawned

# repository settings that would start a program, write to the repository or change what is printed
SAFE = ('core.fsmonitor=false', 'core.quotepath=false', f'core.hooksPath={os.devnull}', 'color.ui=false',
        'diff.autoRefreshIndex=false', 'diff.relative=false', 'protocol.allow=never', 'submodule.recurse=false',
        'log.showSignature=false')
# which repository: true of the folder that the process was started in only
OF_THIS_REPOSITORY = ('GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY', 'GIT_NAMESPACE',
                      'GIT_PREFIX', 'GIT_ALTERNATE_OBJECT_DIRECTORIES')
# what changes the meaning of our arguments
NEVER = ('GIT_LITERAL_PATHSPECS', 'GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS', 'GIT_EXTERNAL_DIFF',
         'GIT_DIFF_OPTS', 'GIT_PAGER', 'GIT_TRACE')
# GIT_NO_LAZY_FETCH is unknown to git before 2.44, and a repository that sets protocol.ext.allow overrides protocol.allow of ours:
# its remote may then be a command line (ext::sh -c …). The variable counts for more than any setting, and an empty list allows none:
# https://git-scm.com/docs/git#Documentation/git.txt-GITALLOWPROTOCOL (2026-12-01)
NO_PROTOCOL = {'GIT_ALLOW_PROTOCOL': '', 'GIT_PROTOCOL_FROM_USER': '0'}


MEMORY = hasattr(os, 'memfd_create')  # Linux


class GitError(SourceError):
    """``git`` is missing, or refused; ``kind`` is ``missing``, ``no-repository`` or ``failed``."""

    def __init__(self, message: str, kind: str = 'failed') -> None:
        super().__init__(message)
        self.kind = kind


@cache
def program() -> str:
    """The ``git`` of an absolute folder of PATH: never one of the folder we stand in, which may be the scanned tree."""
    names = ('git.exe',) if sys.platform == 'win32' else ('git',)
    for folder in os.environ.get('PATH', os.defpath).split(os.pathsep):
        for name in names if os.path.isabs(folder) else ():
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    raise GitError('the git program was not found on PATH; install it, or scan plain files with --no-git', 'missing')


def environment(root: str, folder: str = '') -> dict[str, str]:
    """The environment for a call about ``root``, in a folder below it. What a surrounding git said holds for its own repository
    only; where nothing was said, git is told which one it is. Left to look for itself it takes a folder with ``HEAD``, ``objects``
    and ``refs`` among the tracked files for a repository, and passes by a ``.git`` that is broken:
    https://git-scm.com/docs/git-config#Documentation/git-config.txt-safebareRepository (2026-12-01)."""
    out = {name: value for name, value in os.environ.items() if name not in NEVER}
    if any(name in out for name in OF_THIS_REPOSITORY):
        here = root_of(os.getcwd()) or bare_of(os.getcwd())  # a server's hooks run in a bare repository
        for name in OF_THIS_REPOSITORY:
            value = out.pop(name, None)
            if value is not None and here == root and name not in ('GIT_PREFIX', 'GIT_NAMESPACE'):
                out[name] = value if os.pathsep in value else _absolute(name, value, root)
        if 'GIT_DIR' in out and here != bare_of(root):  # without it git takes the folder that it is started in for the top
            out.setdefault('GIT_WORK_TREE', root)
    if 'GIT_DIR' not in out and is_repository(root):
        out['GIT_DIR'] = os.path.join(root, '.git')
        if folder:  # else it is the folder that git stands in, unless the repository says otherwise
            out.setdefault('GIT_WORK_TREE', root)
    elif 'GIT_DIR' not in out and bare_of(root) is not None:  # which git may have been told not to find by itself (see above)
        out['GIT_DIR'] = root
    out.update(NO_PROTOCOL)
    out.update(GIT_OPTIONAL_LOCKS='0', GIT_TERMINAL_PROMPT='0', GIT_NO_LAZY_FETCH='1', GIT_PAGER='cat', LC_ALL='C',
               GIT_ADVICE='0', GIT_NO_REPLACE_OBJECTS='1', GIT_GRAFT_FILE=os.devnull)
    return out


def _absolute(name: str, value: str, root: str) -> str:
    """git runs hooks at the top of the work tree, with relative paths; the hook may have left it since. That of the index counts
    from the top wherever one stands, as for git itself."""
    at_top = os.path.join(root, value)
    if name == 'GIT_INDEX_FILE' or (name != 'GIT_WORK_TREE' and not os.path.lexists(value) and os.path.lexists(at_top)):
        return at_top
    return os.path.abspath(value)


def command(root: str, arguments: Sequence[str], folder: str = '') -> list[str]:
    """The words of a call, started in ``folder``."""
    settings = [word for setting in (*SAFE, f'safe.directory={root}') for word in ('-c', setting)]
    return [program(), '--no-pager', *(('-C', folder) if folder else ()), *settings, *arguments]


def start(root: str, arguments: Sequence[str], *, folder: str = '', stdin: bool = False, whole: bool = False,
          more: Mapping[str, str] | None = None) -> Process:
    """Start git in ``root`` (or in a folder below it). Its standard error is dropped: ``run`` the same again to hear it.
    ``more`` is added to the environment.

    With ``whole`` nobody reads along: what it prints is kept by the system, of any length, where it can do that, and ``said`` has
    its complaints in the end.
    """
    words = command(root, arguments, os.path.join(root, folder))
    try:
        if hasattr(os, 'posix_spawn') and (MEMORY or not whole):
            from mcp_hooks.sources.process import Spawned

            return Spawned(words, {**environment(root, folder), **(more or {})}, stdin, whole)
        import subprocess

        return subprocess.Popen(  # noqa: S603 — a fixed program, no shell
            words, env={**environment(root, folder), **(more or {})}, stdout=subprocess.PIPE,
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stderr=subprocess.PIPE if whole else subprocess.DEVNULL, bufsize=1 << 17)
    except OSError as error:
        raise GitError(f'git cannot be started in {printable(root)}: {error.strerror}') from None


def stop(process: Process) -> None:
    """End a started git whose answer nobody wants any more."""
    for stream in (process.stdin, process.stdout, getattr(process, 'stderr', None)):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                pass
    if process.poll() is None:
        process.terminate()
    process.wait()


def finish(process: Process, root: str, arguments: Sequence[str], *, folder: str = '', fine: tuple[int, ...] = (0,)) -> bytes:
    """All that a started git prints. Raises GitError with git's own words when it fails."""
    output = _output(process)
    if process.returncode in fine:
        return output
    return run(root, arguments, folder=folder, fine=fine)


def _output(process: Process) -> bytes:
    """All that it prints until it has ended."""
    if getattr(process, 'stderr', None) is not None:  # read both: it waits for whichever pipe is full
        output, said = process.communicate()  # type: ignore[union-attr]
        process.said = said  # type: ignore[union-attr]
        return output
    if getattr(process, 'whole', False):
        process.wait()
    with process:
        return process.stdout.read() if process.stdout else b''


def said(process: Process) -> bytes:
    """What a git that was started with ``whole`` wrote to its standard error, once it has ended."""
    return getattr(process, 'said', b'')


def run(root: str, arguments: Sequence[str], *, folder: str = '', stdin: bytes | None = None,
        fine: tuple[int, ...] = (0,)) -> bytes:
    """Run git to its end. Raises GitError when its exit code is not among ``fine``."""
    return run_code(root, arguments, folder=folder, stdin=stdin, fine=fine)[1]


def run_code(root: str, arguments: Sequence[str], *, folder: str = '', stdin: bytes | None = None,
             fine: tuple[int, ...] = (0,)) -> tuple[int, bytes]:
    if stdin is None and hasattr(os, 'posix_spawn'):  # subprocess takes 8 ms to import: only who speaks or complains needs it
        process = start(root, arguments, folder=folder, whole=MEMORY)
        output = _output(process)
        if process.returncode in fine:
            return process.returncode, output
    import subprocess

    try:
        done = subprocess.run(command(root, arguments, os.path.join(root, folder)), env=environment(root, folder),  # noqa: S603
                              capture_output=True, input=b'' if stdin is None else stdin, check=False)
    except OSError as error:
        raise GitError(f'git cannot be started in {printable(root)}: {error.strerror}') from None
    if done.returncode not in fine:
        raise failure(arguments, done.returncode, done.stderr)
    return done.returncode, done.stdout


def failure(arguments: Sequence[str], code: int, stderr: bytes) -> GitError:
    """Git's own last complaint in one line."""
    lines = [line.strip() for line in stderr.decode('utf-8', 'replace').splitlines() if line.strip()]
    if 'usage: git diff --no-index [<options>] <path> <path>' in lines:  # what it takes where there is no repository
        lines = ['fatal: not a git repository']
    last = lines[-1] if lines else f'exit {code}'
    said = next((line for line in reversed(lines) if line.startswith(('fatal:', 'error:'))), last)
    said = printable(said.removeprefix('fatal: ').removeprefix('error: '))[:300]
    verb = next((word for before, word in zip(('', *arguments), arguments, strict=False)
                 if not word.startswith('-') and before != '-c'), 'git')  # -c NAME=VALUE stands before the verb
    kind = 'no-repository' if 'not a git repository' in said or 'must be run in a work tree' in said else 'failed'
    return GitError(f'git {verb}: {said}', kind)


def printable(text: str) -> str:
    return ''.join(char if char.isprintable() else '?' for char in text)


def decode(name: bytes) -> str:
    """A path as git gives it; bytes that are not UTF-8 come back the same way when the file is opened."""
    try:
        return os.fsdecode(name)
    except UnicodeDecodeError:  # Windows, where no file has such a name
        return name.decode('utf-8', 'surrogateescape')


def target_of(link: str, content: object) -> str | None:
    """The path, from the top, that a link of the index leads to; ``content`` is what its blob holds. None when that is nothing, or
    not in the tree."""
    import posixpath

    text = decode(content).replace('\\', '/') if isinstance(content, bytes) else ''
    target = posixpath.normpath(posixpath.join(posixpath.dirname(link), text))
    return None if not text or target == '..' or target.startswith(('/', '../')) or text[1:2] == ':' else target


class Entry:
    """One line of the index: the mode (octal, as text), the blob's id, and whether it is one of several unmerged stages."""

    __slots__ = ('mode', 'oid', 'stage')

    def __init__(self, mode: bytes, oid: bytes, stage: bytes) -> None:
        self.mode = mode
        self.oid = oid
        self.stage = stage


LINK = b'120000'
SUBMODULE = b'160000'


def entry_of(record: bytes) -> tuple[bytes, Entry]:
    """Split one record of ``ls-files -s -z``."""
    head, _, path = record.partition(b'\t')
    mode, oid, stage = head.split(b' ')
    return path, Entry(mode, oid, stage)


def ls_files(root: str, folder: str = '', paths: Iterable[str] | None = None) -> dict[str, Entry]:
    """The index entries of a folder, or of exact paths (relative to the root); a path that no index can hold has none."""
    wanted = [path for path in paths or () if _may_be_tracked(path)]
    if paths is not None and not wanted:
        return {}
    many = sum(map(len, wanted)) > WORDS  # more than a command line may hold, in bytes, on some systems
    arguments = ['--literal-pathspecs', 'ls-files', '-s', '-z', '--full-name', '--', *(() if many else wanted)]
    output = run(root, arguments, folder=folder)
    entries = {decode(path): entry for path, entry in map(entry_of, filter(None, output.split(b'\0')))}
    return {path: entries[path] for path in wanted if path in entries} if many else entries


def _may_be_tracked(path: str) -> bool:
    """git ends with an error where one of the paths it is asked for is none, or lies outside."""
    return bool(path) and '\0' not in path and path[0] != '/' and '..' not in path.split('/')


WORDS = 8_000  # characters of paths in one call


def grep_arguments(patterns: Iterable[str], pathspecs: Iterable[str], *, cached: bool = False) -> list[str]:
    """``git grep`` for names of files that hold one of the fixed texts. ``-a``: an attribute must not hide a file as binary."""
    words = [word for pattern in patterns for word in ('-e', pattern)]
    return ['grep', '-a', '-z', '-l', '-F', '--full-name', '--no-color', '--no-recurse-submodules', '--no-textconv',
            *(['--cached'] if cached else []), *words, '--', *pathspecs]


def grep_files(root: str, patterns: Iterable[str], pathspecs: Iterable[str], *, folder: str = '',
               cached: bool = False) -> list[str]:
    """Paths (relative to the root) of tracked files that hold one of the fixed texts."""
    output = run(root, grep_arguments(patterns, pathspecs, cached=cached), folder=folder, fine=(0, 1))
    return [decode(path) for path in output.split(b'\0') if path]


def is_shallow(root: str) -> bool:
    return run(root, ['rev-parse', '--is-shallow-repository']).strip() == b'true'


def commit_of(root: str, ref: str) -> str | None:
    """The id of the commit that ``ref`` names, None when there is none here."""
    if not ref or ref.startswith('-') or '\0' in ref:
        return None
    name = ref if ref.startswith(':/') else ref + '^{commit}'  # of :/text all is text, and it finds commits only
    # no --end-of-options, which git before 2.24 does not know, and before 2.30 echoes: the name begins with no dash
    code, output = run_code(root, ['rev-parse', '--verify', '--quiet', name], fine=(0, 1, 128))
    words = output.split()
    return words[-1].decode() if code == 0 and words else None


def ignored_in_plain_folder(folder: str, paths: Sequence[str]) -> set[str]:
    """Which paths the ``.gitignore`` files of a folder outside of any repository leave out; empty without git.

    An empty repository in the system's temporary folder lends git's own matching.
    """
    import tempfile

    try:
        with tempfile.TemporaryDirectory(prefix='mcp-hooks-') as empty:
            run(empty, ['init', '-q', '--bare', '--template=', '.'])
            base = [f'--git-dir={empty}', f'--work-tree={folder}', '-c', 'core.bare=false',
                    '-c', f'core.excludesFile={os.devnull}', 'check-ignore', '--no-index', '-z', '--stdin']
            stdin = b'\0'.join(os.fsencode(path) for path in paths)
            _, output = run_code(folder, base, stdin=stdin, fine=(0, 1))
    except (GitError, OSError):
        return set()
    return {decode(path) for path in output.split(b'\0') if path}
