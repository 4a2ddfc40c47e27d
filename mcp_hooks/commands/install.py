"""mcp-hooks install: writes the hook, or the workflow, into this repository. Asks nothing, prints the diff, changes nothing twice."""
from __future__ import annotations

import os
import sys

from mcp_hooks.cli import CLEAN, UsageError
from mcp_hooks.commands.hook_config import PRE_COMMIT, PREK, REPOSITORY, pinned, with_our_hook, with_our_hook_of_prek
from mcp_hooks.options import Option
from mcp_hooks.sources.roots import way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_hooks.options import Arguments

WORKFLOW = '.github/workflows/mcp-hooks.yml'
MARK = 'Installed by mcp-hooks'
ACTION = REPOSITORY.removeprefix('https://github.com/')

OPTIONS = (
    Option('--github', action='store_true', help=f'write {WORKFLOW} as well'),
    Option('--git-hook', action='store_true',
           help='write a plain git hook even where pre-commit is used; never outside of this repository, whatever core.hooksPath says'),
    Option('--dry-run', action='store_true', help='print the diff and change nothing'),
    Option('--rev', metavar='REV', help='the release to pin (default: this one)'),
)

# whoever commits may not have it: a shared hook is in every clone, and a graphical client has a PATH of its own
GIT_HOOK = f'''#!/bin/sh
# {MARK}: checks what is staged. `git commit --no-verify` goes around it.
if ! command -v mcp-hooks >/dev/null 2>&1; then
  echo 'mcp-hooks is not on the PATH, so nothing was checked: pipx install git+{REPOSITORY}' >&2
  exit 1
fi
exec mcp-hooks scan --staged --hook
'''
LINE = 'mcp-hooks scan --staged --hook || exit 1'

WORKFLOW_TEXT = '''# MCP configurations: credentials, and entries that will not start
name: mcp-hooks
on:
  pull_request:
  push:
    branches: [{branch}]
permissions:
  contents: read
jobs:
  mcp-hooks:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0 # v7.0.0
        with:
          fetch-depth: 2
          persist-credentials: false
      - uses: {repository}@{rev}{pin}
        with:
          trust-base: true  # what a pull request says in settings or comments silences no credential
'''


def run(arguments: Arguments) -> int:
    from mcp_hooks import __version__
    from mcp_hooks.sources import git

    root = git.root_of(os.path.realpath('.'))
    if root is None:
        raise UsageError('not in a git repository: run it where the hook should stand, or make one with git init')
    rev = f'v{__version__}' if arguments.rev is None else arguments.rev
    if not rev[:1].isalnum() or not all(character.isalnum() or character in '._/+-' for character in rev):
        raise UsageError(f'--rev: {rev!r} is no tag, branch or commit of git; write one, such as v{__version__}')
    changes: list[tuple[str, str, bool]] = []
    notes: list[str] = []
    hook, starter = _hook_path(root)
    if not arguments.git_hook:
        for path, name in _configurations(root):
            text = _read(path)
            new = with_our_hook_of_prek(text, rev) if name == PREK else with_our_hook(text, rev, name)
            changes.append((path, new, False))
            notes += _told_of_the_release(name, text, rev)
            starter = f'{"pre-commit" if name == PRE_COMMIT else "prek"} install'
            if any(word in _there(hook) for word in ('pre-commit', 'prek')):
                starter = ''
    if not changes:
        changes.append((hook, _git_hook(hook, root), True))
    if arguments.github:
        path = os.path.join(root, *WORKFLOW.split('/'))
        if not _has_workflow(root):
            if os.path.exists(path):
                notes.append(f'{WORKFLOW} is there and does something else, so it is left as it is: add a step with '
                             f'uses: {ACTION}@{rev}')
            else:
                pin = '' if _is_commit(rev) else ' # pin the full SHA of the release'
                changes.append((path, WORKFLOW_TEXT.format(repository=ACTION, rev=rev, pin=pin, branch=_default_branch(root)), False))
    for path, text, _ in changes:
        if text != _there(path) and not _is_inside(path, root):
            raise UsageError(f'{path} leads out of this repository to {os.path.realpath(path)}, so nothing was written')
    changed = [_apply(path, text, root, executable, arguments.dry_run) for path, text, executable in changes]
    if not any(changed):
        print('mcp-hooks is installed already: nothing to change')
    elif changes[0][2] and not _on_the_path():
        notes.append(f'mcp-hooks is not on the PATH here, and the hook needs it there: pipx install git+{REPOSITORY}')
    notes += [f'{starter} lets git run it, once in each clone'] if starter else []
    if arguments.dry_run and any(changed):
        notes = ['nothing was written: --dry-run', *notes]
    print(*notes, sep='\n', end='\n' if notes else '')
    return CLEAN


def _configurations(root: str) -> list[tuple[str, str]]:
    """What pre-commit and prek read here: (path, name). prek prefers its own where there are both, pre-commit knows only one."""
    names = [PRE_COMMIT, PREK]
    if not os.path.lexists(os.path.join(root, PRE_COMMIT)):
        names[0] = PRE_COMMIT.replace('.yaml', '.yml')  # prek reads this spelling, pre-commit does not
    return [(path, name) for name in names if os.path.lexists(path := os.path.join(root, name))]


def _told_of_the_release(name: str, text: str, rev: str) -> list[str]:
    """A pin stays as it is: it may be there for a reason."""
    old = [one for one in pinned(text, name) if one != rev and not _is_commit(one)]
    from mcp_hooks.redact import clean_path
    from mcp_hooks.reports.escape import terminal_line

    return [terminal_line(f'{name} has it at {clean_path(old[0])}; write {rev} there for that release')] if old else []


def _is_commit(rev: str) -> bool:
    return len(rev) >= 40 and all(character in '0123456789abcdef' for character in rev.lower())


def _has_workflow(root: str) -> bool:
    """Does a workflow use our action, whatever its name is?"""
    folder = os.path.join(root, os.path.dirname(WORKFLOW))
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if name.endswith(('.yml', '.yaml')):
            try:
                if f'{ACTION}@' in _read(os.path.join(folder, name)):
                    return True
            except UsageError:
                continue
    return False


def _default_branch(root: str) -> str:
    """The branch whose pushes are worth a look, as YAML: the remote's, or one of the usual names, or the one that is checked out."""
    import json

    from mcp_hooks.sources import git

    def asked(*words: str) -> str:
        _, out = git.run_code(root, list(words), fine=(0, 1, 128))
        return git.decode(out.strip())

    name = asked('symbolic-ref', '-q', '--short', 'refs/remotes/origin/HEAD').removeprefix('origin/')
    for usual in () if name else ('main', 'master'):
        if asked('rev-parse', '-q', '--verify', f'refs/heads/{usual}'):
            name = usual
            break
    name = name or asked('symbolic-ref', '-q', '--short', 'HEAD') or 'main'
    return name if name in ('main', 'master', 'trunk', 'develop') else json.dumps(name)


def _on_the_path() -> bool:
    from shutil import which

    return which('mcp-hooks') is not None


def _hook_path(root: str) -> tuple[str, str]:
    """Where a hook of this repository belongs, and what has to be run so that git finds it there, if anything."""
    folder = _hooks_folder(root)
    husky = os.path.join(root, '.husky')
    # husky 9 writes .husky/_ anew at each `npm install`, and runs .husky/pre-commit from there
    if folder and os.path.normpath(folder) == os.path.join(husky, '_'):
        return os.path.join(husky, 'pre-commit'), ''
    if not folder and os.path.isdir(husky):
        return os.path.join(husky, 'pre-commit'), 'npx husky'
    return os.path.join(folder or os.path.join(_shared_folder(root), 'hooks'), 'pre-commit'), ''


def _hooks_folder(root: str) -> str:
    """core.hooksPath, '' where it is not set."""
    from mcp_hooks.sources import git

    for scope in ('--worktree', '--local', '--global', '--system'):
        _, found = git.run_code(root, ['config', scope, '--type=path', '--get', 'core.hooksPath'], fine=(0, 1, 128))
        folder = git.decode(found.rstrip(b'\n'))
        if folder:
            return os.path.join(root, folder)
    return ''


def _shared_folder(root: str) -> str:
    """git's own folder, which all work trees share."""
    from mcp_hooks.sources import git

    return os.path.join(root, git.decode(git.run(root, ['rev-parse', '--git-common-dir']).rstrip(b'\n')))


def _is_inside(path: str, root: str) -> bool:
    """Does what is written to ``path`` land in the work tree, or in git's own folder, with links followed?"""
    real = os.path.realpath(path)
    return any(real.startswith(os.path.join(os.path.realpath(folder), '')) for folder in (root, _shared_folder(root)))


def _git_hook(path: str, root: str) -> str:
    import shlex

    text = _there(path)
    if any('mcp-hooks' in line and not line.lstrip().startswith('#') for line in text.splitlines()):
        return text
    folder = os.path.dirname(path)
    own = f'git config core.hooksPath {shlex.quote(os.path.realpath(os.path.join(_shared_folder(root), "hooks")))}'
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise UsageError(f'git runs no hooks here, core.hooksPath is {folder}, so nothing was written; give this repository hooks of its '
                         f'own, {own}, and run mcp-hooks install again')
    if not _is_inside(path, root):
        raise UsageError(f'git takes its hooks from {folder}, outside of this repository (core.hooksPath, or a link), '
                         f'so nothing was written; add this line to {path}: {LINE}; or give this repository hooks of its own, '
                         f'{own}, and run mcp-hooks install again')
    lefthook = next((name for name in LEFTHOOK if os.path.exists(os.path.join(root, name))), '')
    if lefthook or 'lefthook' in text:
        lefthook = lefthook or LEFTHOOK[0]
        if 'mcp-hooks' in _there(os.path.join(root, lefthook)):
            return text
        raise UsageError(f'lefthook writes the hooks of this repository; add to the commands of pre-commit in {lefthook}: '
                         'mcp-hooks: {run: mcp-hooks scan --staged --hook}')
    if 'generated by pre-commit' in text or 'generated by prek' in text:
        advice = ('run this without --git-hook' if _configurations(root) else
                  f'write `repos: []` into {PRE_COMMIT} and run this again')
        raise UsageError(f'{path} belongs to pre-commit or prek, which runs what its configuration lists: {advice}')
    if text.strip():
        raise UsageError(f'{path} exists; add this line to it: {LINE}')
    return GIT_HOOK


LEFTHOOK = ('lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml', 'lefthook.toml', '.lefthook.toml', 'lefthook.json',
            '.lefthook.json')


def _read(path: str) -> str:
    from mcp_hooks.sources import disk

    try:
        with disk.stream(os.path.realpath(path)) as stream:  # a link of the repository may lead to a device
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f'{path}: cannot be read: {error.strerror}') from None
    if len(data) > LARGEST:
        raise UsageError(f'{path} is larger than {LARGEST:,} bytes')
    try:
        return data.decode('utf-8')
    except UnicodeDecodeError:
        raise UsageError(f'{path} is not UTF-8: save it as UTF-8, then run this again') from None


LARGEST = 500_000  # a configuration or a hook; ruamel.yaml takes its time


def _there(path: str) -> str:
    return _read(path) if os.path.exists(path) else ''


def _masked(path: str, text: str) -> Callable[[str], str]:
    """What may be shown of a line of this file: the lines around ours may hold a credential, or what a terminal would obey."""
    from mcp_hooks import engine
    from mcp_hooks.credentials.places import secrets_in
    from mcp_hooks.redact import Redactor
    from mcp_hooks.reports.escape import terminal_line
    from mcp_hooks.sources.source import Source

    owner = engine.owner_of(Source(path, text.encode()), engine.Options(()))
    redactor = Redactor(secrets_in(owner.document, (owner,)))
    return lambda line: terminal_line(redactor.clean(line.removesuffix('\r')))


def _made_executable(path: str, root: str, dry_run: bool) -> bool:
    """git passes over a hook that is not executable. husky's files need not be."""
    if os.access(path, os.X_OK) or not os.path.exists(path) or not _is_inside(path, root) or os.path.basename(
            os.path.dirname(path)) == '.husky':
        return False
    if not dry_run:
        os.chmod(path, 0o755)  # noqa: S103 — git runs the hook for whoever commits here
    print(f'chmod +x {way(path, os.path.realpath(root))}: git ignores a hook that is not executable')
    return True


def _apply(path: str, text: str, root: str, executable: bool, dry_run: bool) -> bool:
    from mcp_hooks.atomic import write_atomically
    from mcp_hooks.diff import diff

    path = os.path.realpath(path)  # a link stays a link
    old = _there(path)
    if old == text:
        return executable and _made_executable(path, root, dry_run)
    shown = way(path, os.path.realpath(root))
    sys.stdout.write(diff(shown, old, text, _masked(shown, old)))
    if not dry_run:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomically(path, text)
        if executable:
            os.chmod(path, 0o755)  # noqa: S103 — git runs the hook for whoever commits here
    return True
