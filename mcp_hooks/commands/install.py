"""mcp-hooks install: writes the hook, or the workflow, into this repository. Asks nothing, prints the diff, changes nothing twice."""
from __future__ import annotations

import os
import sys

from mcp_hooks.cli import CLEAN, UsageError
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.options import Arguments

REPOSITORY = 'https://github.com/mcp-hooks/mcp-hooks'
PRE_COMMIT = '.pre-commit-config.yaml'
PREK = 'prek.toml'  # where prek has settings of its own; otherwise it reads pre-commit's
WORKFLOW = '.github/workflows/mcp-hooks.yml'
MARK = 'Installed by mcp-hooks'

OPTIONS = (
    Option('--github', action='store_true', help=f'write {WORKFLOW} as well'),
    Option('--git-hook', action='store_true',
           help='write a plain git hook even where pre-commit is used; never outside of this repository, whatever core.hooksPath says'),
    Option('--dry-run', action='store_true', help='print the diff and change nothing'),
    Option('--rev', metavar='REV', help='the release to pin (default: this one)'),
)

GIT_HOOK = f'''#!/bin/sh
# {MARK}: checks what is staged. `git commit --no-verify` goes around it.
exec mcp-hooks scan --staged --hook
'''

WORKFLOW_TEXT = '''# MCP configurations: credentials, and entries that will not start
name: mcp-hooks
on:
  pull_request:
  push:
    branches: [main]
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
      - uses: {repository}@{rev}
        with:
          trust-base: true  # what a pull request says in settings or comments silences no credential
'''


def run(arguments: Arguments) -> int:
    from mcp_hooks import __version__
    from mcp_hooks.sources import git

    root = git.root_of(os.path.realpath('.'))
    if root is None:
        raise UsageError('not in a git repository: run it where the hook should stand')
    rev = arguments.rev or f'v{__version__}'
    changes: list[tuple[str, str, bool]] = []
    pre_commit, prek = os.path.join(root, PRE_COMMIT), os.path.join(root, PREK)
    starter = ''
    if os.path.exists(pre_commit) and not arguments.git_hook:
        changes.append((pre_commit, with_our_hook(_read(pre_commit), rev), False))
        starter = 'pre-commit install'
    elif os.path.exists(prek) and not arguments.git_hook:
        changes.append((prek, with_our_hook_of_prek(_read(prek), rev), False))
        starter = 'prek install'
    else:
        path = _hook_path(root)
        changes.append((path, _git_hook(path, root), True))
    if arguments.github:
        path = os.path.join(root, *WORKFLOW.split('/'))
        if not os.path.exists(path):
            changes.append((path, WORKFLOW_TEXT.format(repository=REPOSITORY.removeprefix('https://github.com/'), rev=rev), False))
    for path, text, _ in changes:
        if text != _there(path) and not _is_inside(path, root):
            raise UsageError(f'{path} leads out of this repository to {os.path.realpath(path)}, so nothing was written')
    changed = [_apply(path, text, root, executable, arguments.dry_run) for path, text, executable in changes]
    if not any(changed):
        print('mcp-hooks is installed already: nothing to change')
    if starter and not os.path.exists(_hook_path(root)):
        print(f'{starter} lets git run it, once in each clone')
    return CLEAN


def with_our_hook(text: str, rev: str) -> str:
    """The pre-commit configuration with our hooks in it: comments, order and what is there already stay.

    Raises UsageError for a file that is not a pre-commit configuration.
    """
    ours = {'repo': REPOSITORY, 'rev': rev, 'hooks': [{'id': 'mcp-hooks'}, {'id': 'mcp-credentials', 'args': ['--beside']}]}
    data = _parsed(text)
    if data is None:
        data = {'repos': []}
    if not isinstance(data, dict) or 'repos' not in data or not isinstance(data['repos'], list | None):
        raise UsageError(f'{PRE_COMMIT} has no list `repos`')
    repos = data['repos'] or []
    if any(isinstance(repo, dict) and _is_ours(repo) for repo in repos):
        return text
    wanted = {**data, 'repos': [*repos, ours]}
    # appended as text where that is enough: a dump also rewrites white space that is none of our business
    for out in (_appended(text, ours, _indentation(text)), _dumped(text, ours)):
        try:
            if _parsed(out) == wanted:
                return out
        except UsageError:
            continue
    raise UsageError(f'{PRE_COMMIT} is written in an unusual way; add repo: {REPOSITORY}, rev: {rev}, hooks mcp-hooks and '
                     'mcp-credentials to it')


def with_our_hook_of_prek(text: str, rev: str) -> str:
    """The same for prek.toml: our table goes to the end. Raises UsageError where it cannot stand there."""
    data = _toml(text)
    repos = data.get('repos', [])
    if isinstance(repos, list) and any(isinstance(repo, dict) and _is_ours(repo) for repo in repos):
        return text
    block = (f'[[repos]]\nrepo = "{REPOSITORY}"\nrev = "{rev}"\n'
             'hooks = [\n  { id = "mcp-hooks" },\n  { id = "mcp-credentials", args = ["--beside"] },\n]\n')
    newline = '\r\n' if '\r\n' in text else '\n'
    head = text if not text or text.endswith('\n') else text + newline
    out = head + (newline if head.strip() else '') + block.replace('\n', newline)
    try:
        fits = _toml(out) == {**data, 'repos': [*repos, *_toml(block)['repos']]}
    except (UsageError, TypeError):
        fits = False
    if not fits:
        raise UsageError(f'{PREK} has its repos in a list; add repo = "{REPOSITORY}", rev = "{rev}", hooks mcp-hooks and '
                         'mcp-credentials to it')
    return out


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f'{PREK} does not parse: {str(error) or "too deep"}') from None


def _parsed(text: str) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ='safe', pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        raise UsageError(f'{PRE_COMMIT} does not parse: {(str(error) or "too deep").splitlines()[0]}') from None


def _dumped(text: str, ours: dict[str, Any]) -> str:
    from io import StringIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    indent = _indentation(text)
    yaml.indent(mapping=2, sequence=indent + 2, offset=indent)
    data = yaml.load(text)
    if data is None:
        data = {}
    data['repos'] = data.get('repos') or []
    if not data['repos'] and hasattr(data['repos'], 'fa'):
        data['repos'].fa.set_block_style()
    data['repos'].append(ours)
    out = StringIO()
    if text and not text.endswith('\n'):
        text += '\n'
    yaml.dump(data, out)
    kept = out.getvalue()
    if not text.strip().replace('-', '') or all(line.startswith('#') or not line.strip() for line in text.splitlines()):
        kept = text.replace('\r\n', '\n') + kept  # nothing but comments: ruamel has no place to keep them
    return kept.replace('\n', '\r\n') if '\r\n' in text else kept


def _appended(text: str, ours: dict[str, Any], indent: int) -> str:
    newline = '\r\n' if '\r\n' in text else '\n'
    lines = [f'repo: {ours["repo"]}', f'rev: {ours["rev"]}', 'hooks:']
    for hook in ours['hooks']:
        lines.append(f'{" " * indent}- id: {hook["id"]}')
        if 'args' in hook:
            lines.append(f'{" " * indent}  args: [{", ".join(hook["args"])}]')
    block = [f'{" " * indent}- {lines[0]}'] + [f'{" " * (indent + 2)}{line}' for line in lines[1:]]
    keep = text.splitlines(keepends=True)
    at = _end_of_list(keep)
    if at and not keep[at - 1].endswith(('\n', '\r')):
        keep[at - 1] += newline
    return ''.join([*keep[:at], *(f'{line}{newline}' for line in block), *keep[at:]])


def _end_of_list(lines: list[str]) -> int:
    """The line after the last entry of ``repos``: where a key at the left (or the document's end) comes, or the end."""
    inside = False
    last = len(lines)
    for number, line in enumerate(lines):
        if line.startswith('repos:'):
            inside = True
            continue
        if not inside or not line.strip() or line.lstrip().startswith('#'):
            continue
        if not line.startswith((' ', '-')) or line.startswith('---'):
            return last
        last = number + 1
    return last


def _indentation(text: str) -> int:
    """How far the entries of ``repos`` stand to the right."""
    inside = False
    for line in text.splitlines():
        if line.startswith('repos:'):
            inside = True
        elif inside and line.lstrip().startswith('- '):
            return len(line) - len(line.lstrip())
    return 2


def _is_ours(repo: Any) -> bool:
    hooks = repo.get('hooks')
    return str(repo.get('repo', '')).rstrip('/').removesuffix('.git') == REPOSITORY or any(
        isinstance(hook, dict) and str(hook.get('id', '')) in ('mcp-hooks', 'mcp-credentials', 'mcp-scan')
        for hook in (hooks if isinstance(hooks, list) else ()))


def _hook_path(root: str) -> str:
    """Where git looks for the hook: core.hooksPath, else the hooks folder that all work trees share."""
    from mcp_hooks.sources import git

    for scope in ('--worktree', '--local', '--global', '--system'):
        _, found = git.run_code(root, ['config', scope, '--type=path', '--get', 'core.hooksPath'], fine=(0, 1, 128))
        folder = git.decode(found.rstrip(b'\n'))
        if folder:
            return os.path.join(root, folder, 'pre-commit')
    return os.path.join(_shared_folder(root), 'hooks', 'pre-commit')


def _shared_folder(root: str) -> str:
    """git's own folder, which all work trees share."""
    from mcp_hooks.sources import git

    return os.path.join(root, git.decode(git.run(root, ['rev-parse', '--git-common-dir']).rstrip(b'\n')))


def _is_inside(path: str, root: str) -> bool:
    """Does what is written to ``path`` land in the work tree, or in git's own folder, with links followed?"""
    real = os.path.realpath(path)
    return any(real.startswith(os.path.join(os.path.realpath(folder), '')) for folder in (root, _shared_folder(root)))


def _git_hook(path: str, root: str) -> str:
    line = 'mcp-hooks scan --staged --hook || exit 1'
    if os.path.exists(path):
        text = _read(path)
        if 'mcp-hooks' in text:
            return text
    if not _is_inside(path, root):
        import shlex

        own = shlex.quote(os.path.realpath(os.path.join(_shared_folder(root), 'hooks')))
        raise UsageError(f'git takes its hooks from {os.path.dirname(path)}, outside of this repository (core.hooksPath, or a link), '
                         f'so nothing was written; add this line to {path}: {line}; or give this repository hooks of its own, '
                         f'git config core.hooksPath {own}, and run mcp-hooks install again')
    if os.path.exists(path):
        raise UsageError(f'{path} exists; add this line to it: {line}')
    return GIT_HOOK


def _read(path: str) -> str:
    from mcp_hooks.sources import disk

    with disk.stream(os.path.realpath(path)) as stream:  # a link of the repository may lead to a device
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(f'{path} is larger than {LARGEST:,} bytes')
    try:
        return data.decode('utf-8')
    except UnicodeDecodeError:
        raise UsageError(f'{path} is not UTF-8') from None


LARGEST = 5_000_000


def _there(path: str) -> str:
    return _read(path) if os.path.exists(path) else ''


def _apply(path: str, text: str, root: str, executable: bool, dry_run: bool) -> bool:
    from mcp_hooks.atomic import write_atomically
    from mcp_hooks.diff import diff

    path = os.path.realpath(path)  # a link stays a link
    old = _there(path)
    if old == text:
        return False
    shown = os.path.relpath(path, os.path.realpath(root)).replace(os.sep, '/')
    sys.stdout.write(diff(shown, old, text))
    if not dry_run:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomically(path, text)
        if executable:
            os.chmod(path, 0o755)  # noqa: S103 — git runs the hook for whoever commits here
    return True
