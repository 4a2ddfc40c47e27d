"""Nothing is left out of a run without a word: files behind links, outside of a sparse checkout, in a partial clone."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake
import pytest
from repository import ENVIRONMENT, Repository

from mcp_hooks import cli

TOKEN = fake.github_pat('left-out')
CLEAN = '{"mcpServers": {"docs": {"command": "docs-mcp"}}}\n'
LEAK = json.dumps({'mcpServers': {'github': {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': TOKEN}}}}) + '\n'
VARIABLES = f'GITHUB_TOKEN={TOKEN}\n'
POINTER = f'version https://git-lfs.github.com/spec/v1\noid sha256:{"a" * 64}\nsize 123\n'

Run = Callable[..., tuple[list[str], list[tuple[str, str]], list[str]]]


def naming(path: str) -> str:
    return json.dumps({'servers': {'docs': {'type': 'stdio', 'command': 'docs-mcp', 'envFile': '${workspaceFolder}/' + path}}}) + '\n'


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / 'repo')


@pytest.fixture
def run(repo: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A scan in the repository: the findings as ``path:rule``, what was skipped, and the notes."""
    for name in [name for name in os.environ if name.startswith('GIT_')]:
        monkeypatch.delenv(name)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    monkeypatch.chdir(repo.folder)

    def call(*arguments: str) -> tuple[list[str], list[tuple[str, str]], list[str]]:
        words = [*arguments, '--format', 'json']
        cli.main(words if arguments and arguments[0] in cli.COMMANDS else ['scan', *words])
        out = capsys.readouterr()
        assert out.err == ''
        assert TOKEN not in out.out
        report: dict[str, Any] = json.loads(out.out)
        return ([f'{one["path"]}:{one["name"]}' for one in report['findings']],
                [(one['path'], one['reason']) for one in report['skipped']], report['notes'])

    return call


@pytest.mark.parametrize('door', ['--staged', '.'])
def test_a_link_that_an_entry_names_is_followed(door: str, repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('shared/variables', VARIABLES)
    (repo.folder / '.env.link').symlink_to('shared/variables')
    (repo.folder / '.env.prod').symlink_to('.env.link')
    repo.git('add', '-A')
    findings, skipped, _ = run(door)
    assert (findings, skipped) == (['.vscode/mcp.json:tracked-env-file', 'shared/variables:credential-in-env'], [])


@pytest.mark.parametrize('door', ['--staged', '.'])
def test_a_linked_folder_on_the_way(door: str, repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('conf/.env.prod'))
    repo.write('real/.env.prod', VARIABLES)
    (repo.folder / 'conf').symlink_to('real')
    repo.git('add', '-A')
    assert run(door)[:2] == (['.vscode/mcp.json:tracked-env-file', 'real/.env.prod:credential-in-env'], [])


@pytest.mark.parametrize(('target', 'staged', 'on_disk'), [
    ('../elsewhere', 'a link out of the tree', 'a link out of the tree'),
    ('/elsewhere', 'a link out of the tree', 'a link out of the tree'),
    ('nothing', 'a link to what is not a staged or committed file', 'a link to nothing'),
    ('.env.ignored', 'a link to what is not a staged or committed file', 'a link to .env.ignored, which git does not track'),
    ('.env.prod', 'a link that leads back to itself', 'a link that leads back to itself')])
def test_a_link_that_leads_to_nothing_of_git_is_named(target: str, staged: str, on_disk: str, repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('.gitignore', '.env.ignored\n')
    repo.write('.env.ignored', VARIABLES)
    (repo.folder.parent / 'elsewhere').write_text(VARIABLES)
    (repo.folder / '.env.prod').symlink_to(target)
    repo.git('add', '-A')
    assert run('--staged')[:2] == ([], [('.env.prod', staged)])
    findings, skipped, _ = run('.')
    assert (findings, skipped) == ([], [('.env.prod', on_disk)])


def test_a_link_of_this_machine_is_where_credentials_belong(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env'))
    repo.write('.gitignore', '.env\n')
    (repo.folder.parent / 'variables').write_text(VARIABLES)
    (repo.folder / '.env').symlink_to('../variables')
    repo.git('add', '-A')
    for door in ('--staged', '.'):
        assert run(door)[:2] == ([], [])


def test_the_changed_target_of_a_link_that_an_unchanged_entry_names(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('.env.real', 'A=1\n')
    (repo.folder / '.env.prod').symlink_to('.env.real')
    repo.commit()
    repo.write('.env.real', VARIABLES)
    repo.git('add', '-A')
    assert run('--staged')[0] == ['.env.real:credential-in-env']
    repo.commit()
    assert run('--since', 'HEAD~1')[0] == ['.env.real:credential-in-env']


@pytest.mark.parametrize(('entry', 'path', 'text'), [
    ({'args': ['--config', './server.conf']}, 'server.conf', f'[api]\ntoken = {TOKEN}\n'),
    ({'args': ['--config', './settings.yaml']}, 'settings.yaml', f'api:\n  token: {TOKEN}\n'),
    ({'env': {'API_TOKEN_FILE': './run/token.txt'}}, 'run/token.txt', f'{TOKEN}\n')])
def test_changed_settings_that_an_unchanged_entry_names(entry: dict[str, Any], path: str, text: str, repo: Repository, run: Run) -> None:
    repo.write('.mcp.json', json.dumps({'mcpServers': {'docs': {'command': 'docs-mcp', **entry}}}))
    repo.write(path, 'a: 1\n')
    repo.write('unnamed.conf', 'a: 1\n')
    repo.commit()
    repo.write(path, text)
    repo.write('unnamed.conf', text)
    repo.git('add', '-A')
    assert run('--staged')[0] == [f'{path}:credential-elsewhere']
    repo.commit()
    assert run('--since', 'HEAD~1')[0] == [f'{path}:credential-elsewhere']


def test_a_staged_pointer_of_lfs_is_named(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('.env.prod', POINTER)
    repo.git('add', '-A')
    assert run('--staged')[1] == [('.env.prod', 'a Git LFS pointer, its content is not here (git lfs pull)')]


def test_a_partial_clone_that_cannot_be_searched_says_so(tmp_path: Path, repo: Repository, run: Run,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('.env.prod', 'A=1\n')
    repo.commit()
    repo.git('config', 'uploadpack.allowFilter', 'true')
    repo.git('clone', '-q', '--filter=blob:none', '--no-checkout', f'file://{repo.path}', str(tmp_path / 'clone'))
    clone = Repository.at(tmp_path / 'clone')
    clone.git('read-tree', 'HEAD')
    clone.write('.env.prod', VARIABLES)
    clone.git('add', '.env.prod')
    monkeypatch.chdir(clone.folder)
    assert run('--staged')[2][0] == (
        'whether an entry that did not change names .env.prod is not known: git cannot search the configurations (this is a partial '
        'clone, or git fsck finds some missing)')
    missing = clone.git('rev-list', '--objects', '--missing=print', 'HEAD')
    assert missing.count('\n?') == 2  # nothing was fetched


def test_an_env_file_outside_of_the_sparse_checkout_is_read_from_the_index(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('conf/.env.prod'))
    repo.write('conf/.env.prod', VARIABLES)
    repo.commit()
    repo.git('sparse-checkout', 'set', '.vscode')
    assert not (repo.folder / 'conf').exists()
    assert 'conf/.env.prod:credential-in-env' in run('.')[0]
