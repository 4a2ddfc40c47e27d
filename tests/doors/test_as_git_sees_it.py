"""What is staged, and what changed, seen as git sees it: the command itself in real repositories."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import fake
import pytest
from repository import ENVIRONMENT, MAP, Repository

NPX = {'command': 'docs-mcp'}
CLEAN = json.dumps({'mcpServers': {'docs': NPX}})
NAMES_ENV = json.dumps({'servers': {'docs': {**NPX, 'envFile': '${workspaceFolder}/.env'}}})
NAMES_KEY = json.dumps({'mcpServers': {'docs': {**NPX, 'args': ['--key=./deploy/id_rsa']}}})


def leak(seed: str = 'git') -> str:
    return json.dumps({'mcpServers': {'docs': {**NPX, 'env': {'GITHUB_TOKEN': fake.github_pat(seed)}}}})


class Scan:
    def __init__(self, where: Path, *words: str, stdin: bytes = b'', **environment: str) -> None:
        plain = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
        done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'scan', '--format', 'json', *words], cwd=where, input=stdin,
                              env={**plain, **ENVIRONMENT, 'PYTHONPATH': str(Path(__file__).resolve().parents[2]), **environment},
                              capture_output=True, timeout=600, check=False)
        self.code, self.err = done.returncode, done.stderr.decode()
        self.data: dict[str, Any] = json.loads(done.stdout) if done.stdout.startswith(b'{') else {}

    @property
    def credentials(self) -> list[str]:
        return sorted({one['path'] for one in self.data['findings'] if one['category'] == 'credential' and one['severity'] == 'error'})

    @property
    def rules(self) -> list[tuple[str, str, int]]:
        return [(one['rule'], one['path'], one['line']) for one in self.data['findings']]


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repo = Repository(tmp_path / 'repo')
    repo.write('src/x.txt', 'x')
    repo.commit()
    return repo


@pytest.mark.parametrize('words', [['--staged'], ['--since', 'HEAD'], ['--diff', '-']])
def test_a_change_is_one_of_the_whole_repository_wherever_one_stands(repo: Repository, words: list[str]) -> None:
    for name in ('.mcp.json', 'src/.mcp.json'):
        repo.write(name, leak(name))
    repo.git('add', '.')
    diff = repo.git('diff', '--cached').encode()
    for where in ('.', 'src', '.git'):
        assert Scan(repo.folder / where, *words, stdin=diff).credentials == ['.mcp.json', 'src/.mcp.json']
    assert Scan(repo.folder / 'src', *words, '.', stdin=diff).credentials == ['src/.mcp.json']
    assert Scan(repo.folder, *words, 'src/.mcp.json', stdin=diff).credentials == ['src/.mcp.json']
    # a work tree itself is looked at from where one stands
    assert Scan(repo.folder / 'src').credentials == ['src/.mcp.json']


def test_what_is_staged_and_not_on_disk(repo: Repository) -> None:
    repo.write('new/.mcp.json', leak())
    repo.git('add', '.')
    (repo.folder / 'new/.mcp.json').unlink()
    (repo.folder / 'new').rmdir()
    for path in ('new', 'new/', './new/.mcp.json', repo.path + '/new'):
        assert Scan(repo.folder, '--staged', path).credentials == ['new/.mcp.json']
    done = Scan(repo.folder, '--staged', 'newer')
    assert (done.code, done.err.strip()) == (2, 'mcp-hooks: newer: no such file or folder')


def test_a_git_folder_that_only_the_environment_names(tmp_path: Path) -> None:
    """As hooks of a repository with core.worktree see it."""
    store = Repository(tmp_path / 'store')
    work = tmp_path / 'work'
    (work / 'sub').mkdir(parents=True)
    (work / '.mcp.json').write_text(leak())
    store.git('config', 'core.worktree', str(work))
    git_dir = str(store.folder / '.git')
    subprocess.run(['git', 'add', '.mcp.json'], cwd=work, check=True, env={**os.environ, **ENVIRONMENT, 'GIT_DIR': git_dir})
    assert Scan(work, '--staged', GIT_DIR=git_dir).credentials == ['.mcp.json']
    assert Scan(work, '--staged', GIT_DIR=git_dir, GIT_INDEX_FILE=git_dir + '/index').credentials == ['.mcp.json']
    assert Scan(work, '--staged', GIT_DIR=str(tmp_path / 'nothing')).code == 2
    bare = tmp_path / 'bare.git'
    subprocess.run(['git', 'init', '-q', '--bare', str(bare)], check=True, env={**os.environ, **ENVIRONMENT})
    assert 'is not in a git repository' in Scan(bare, '--staged', GIT_DIR='.').err


@pytest.mark.parametrize('words', [['-m', 'x'], ['-am', 'x'], ['-m', 'x', '.mcp.json']])
def test_a_hook_that_leaves_the_top(repo: Repository, words: list[str]) -> None:
    """git tells it where the index is by a path from the top."""
    repo.write('.mcp.json', MAP)
    repo.commit()
    hook = repo.write('.git/hooks/pre-commit', f'#!/bin/sh\ncd src\n"{sys.executable}" -m mcp_hooks scan --staged >../said 2>&1\n')
    hook.chmod(0o755)
    repo.write('.mcp.json', leak())
    if '-am' not in words:
        repo.git('add', '.')
    environment = {**os.environ, **ENVIRONMENT, 'PYTHONPATH': str(Path(__file__).resolve().parents[2])}
    done = subprocess.run(['git', 'commit', *words], cwd=repo.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 1
    assert (repo.folder / 'said').read_text(encoding='utf-8').startswith('.mcp.json:1:')


@pytest.mark.parametrize('environment', [
    {'GIT_INDEX_FILE': '.git/index'}, {'GIT_DIR': '.git'}, {'GIT_DIR': '.git', 'GIT_INDEX_FILE': '.git/index'},
    {'GIT_DIR': '../.git', 'GIT_WORK_TREE': '..', 'GIT_INDEX_FILE': '.git/index'}])
def test_paths_in_the_environment_seen_from_below(repo: Repository, environment: dict[str, str]) -> None:
    repo.write('.mcp.json', leak())
    repo.git('add', '.')
    assert Scan(repo.folder / 'src', '--staged', **environment).credentials == ['.mcp.json']


EXCLUDED, NOT = 'exclude = [".mcp.json"]\n', 'exclude = []\n'


@pytest.mark.parametrize(('name', 'head'), [('.mcp-hooks.toml', ''), ('pyproject.toml', '[tool.mcp-hooks]\n')])
@pytest.mark.parametrize(('in_index', 'on_disk', 'found'), [
    (EXCLUDED, NOT, []), (NOT, EXCLUDED, ['.mcp.json']), (None, EXCLUDED, []), (EXCLUDED, EXCLUDED, [])])
def test_settings_are_those_that_git_would_commit(repo: Repository, name: str, head: str, in_index: str | None, on_disk: str,
                                                  found: list[str]) -> None:
    """pre-commit puts aside what is not staged, and leaves what git does not know."""
    if in_index is not None:
        repo.write(name, head + in_index)
        repo.git('add', '.')
    repo.write('.mcp.json', leak())
    repo.git('add', '.mcp.json')
    repo.write(name, head + on_disk)
    assert Scan(repo.folder, '--staged').credentials == found
    assert Scan(repo.folder).credentials == ([] if on_disk == EXCLUDED else ['.mcp.json'])


@pytest.mark.parametrize(('entry', 'text', 'path', 'secret'), [
    ('.vscode/mcp.json', NAMES_ENV, '.env', 'GITHUB_TOKEN={pat}\n'), ('.mcp.json', NAMES_KEY, 'deploy/id_rsa', '{key}'),
    ('.mcp.json', NAMES_KEY.replace('id_rsa', 'prod_rsa'), 'deploy/prod_rsa', '{key}'),
    ('.mcp.json', json.dumps({'mcpServers': {'docs': {**NPX, 'env': {'PGPASSFILE': './.pgpass'}}}}), '.pgpass',
     'db.example.org:5432:app:app:{pat}\n')])
def test_a_file_that_an_entry_names(repo: Repository, entry: str, text: str, path: str, secret: str) -> None:
    secret = secret.format(pat=fake.github_pat('env'), key=fake.private_key())
    repo.write(entry, text)
    repo.write(path, 'A=1\n')
    repo.commit()
    # it changed, and the entry did not
    repo.write(path, secret)
    repo.git('add', '.')
    diff = repo.git('diff', '--cached').encode()
    every = (['--staged'], ['--since', 'HEAD'], ['--diff', '-'])
    for words in (*every, ['--staged', '--changed-lines'], ['--since', 'HEAD', '--changed-lines']):
        assert Scan(repo.folder, *words, stdin=diff).credentials == [path]
        assert Scan(repo.folder, *words, 'src', stdin=diff).credentials == []
    repo.commit()
    # the entry changed, and it did not
    repo.write(entry, text + '\n')
    repo.git('add', '.')
    diff = repo.git('diff', '--cached').encode()
    for words in every:
        assert Scan(repo.folder, *words, stdin=diff).credentials == []
    # both
    for words in (['--since', 'HEAD~2'], ['--since', 'HEAD~1']):
        assert Scan(repo.folder, *words).credentials == [path]
    assert Scan(repo.folder).credentials == [path]


def test_one_of_many_env_files_is_named(repo: Repository) -> None:
    repo.write('.mcp.json', json.dumps({'mcpServers': {'docs': {**NPX, 'args': ['--key=keys/zz.pem']}}}))
    repo.commit()
    for number in range(150):
        repo.write(f'keys/{number}.pem', 'x')
    repo.write('keys/zz.pem', fake.private_key())
    repo.git('add', '.')
    for words in (['--staged'], ['--since', 'HEAD']):
        assert Scan(repo.folder, *words).credentials == ['keys/zz.pem']


def test_nobody_names_it(repo: Repository) -> None:
    repo.write('.mcp.json', MAP)
    repo.commit()
    repo.write('.env', f'GITHUB_TOKEN={fake.github_pat("env")}\n')
    repo.git('add', '.')
    assert Scan(repo.folder, '--staged').credentials == []
    assert Scan(repo.folder, '--since', 'HEAD').credentials == []


@pytest.mark.parametrize('words', [['--staged'], ['--since', 'HEAD'], ['--diff', '-']])
def test_lines_that_end_with_a_carriage_return_alone(repo: Repository, words: list[str]) -> None:
    text = '{"mcpServers": {\r"a": {"command": "docs-mcp"},\r"b": {"command": "docs-mcp"}}}\r'
    repo.write('.mcp.json', text)
    repo.commit()
    repo.write('.mcp.json', text.replace('"command": "docs-mcp"', '"url": "https://docs.example/mcp"', 1))
    repo.git('add', '.')
    found = Scan(repo.folder, *words, '--changed-lines', stdin=repo.git('diff', '--cached').encode())
    assert found.rules == [('MCP205', '.mcp.json', 2)]


def test_a_new_link_to_what_did_not_change(repo: Repository) -> None:
    repo.write('conf/real.json', leak())
    repo.commit()
    (repo.folder / '.mcp.json').symlink_to('conf/real.json')
    repo.git('add', '.')
    for words in (['--staged'], ['--staged', '--changed-lines'], ['--since', 'HEAD'], ['--since', 'HEAD', '--changed-lines']):
        assert Scan(repo.folder, *words).credentials == ['conf/real.json']


def test_an_order_file_that_is_missing(repo: Repository) -> None:
    repo.write('.mcp.json', leak())
    repo.git('add', '.')
    repo.git('config', 'diff.orderFile', '/nonexistent')
    assert Scan(repo.folder, '--staged').credentials == ['.mcp.json']


def test_what_does_not_stand_in_the_diff(repo: Repository) -> None:
    repo.write('.mcp.json', leak('a'))
    diff = 'diff --git a/.mcp.json b/.mcp.json\nold mode 100644\nnew mode 100755\n'
    repo.commit()
    repo.write('new/.mcp.json', leak('b'))  # not in it
    done = Scan(repo.folder, '--diff', '-', stdin=diff.encode())
    assert (done.credentials, done.data['notes']) == (['.mcp.json'], [])
    done = Scan(repo.folder, '--diff', '-', stdin=diff.replace('.mcp', 'q/.mcp').encode())
    assert (done.code, done.data['notes']) == (0, ['the diff is of another tree, or of another folder: q/.mcp.json is not here'])
    done = Scan(repo.folder, '--diff', '-', stdin=b'.mcp.json\n')
    assert (done.code, done.err.strip()) == (
        2, 'mcp-hooks: --diff was given a text that is no unified diff; git diff, diff -u and git format-patch write them')


def test_a_submodule_that_changed_is_named(repo: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json', leak())
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'sub')
    for words in (['--staged'], ['--since', 'HEAD']):
        done = Scan(repo.folder, *words)
        assert (done.credentials, done.data['skipped']) == ([], [{'path': 'sub', 'reason': 'a submodule, not entered'}])
    repo.commit()
    assert Scan(repo.folder, '--since', 'HEAD').data['skipped'] == []


def test_a_baseline_is_the_one_that_git_would_commit(repo: Repository) -> None:
    repo.write('.mcp.json', leak())
    assert Scan(repo.folder, '--write-baseline', 'known').credentials == []
    written = (repo.folder / 'known').read_bytes()
    repo.git('add', '.')
    assert Scan(repo.folder, '--staged', '--baseline', 'known').credentials == []
    (repo.folder / 'known').unlink()
    assert Scan(repo.folder, '--staged', '--baseline', 'known').credentials == [], 'gone from the work tree only'

    repo.write('.mcp.json', leak('another'))
    assert Scan(repo.folder, '--write-baseline', 'known').credentials == []
    repo.git('add', '.mcp.json')
    assert Scan(repo.folder, '--staged', '--baseline', 'known').credentials == ['.mcp.json'], 'what is known is not staged'
    assert Scan(repo.folder / 'src', '--staged', '--baseline', '../known').credentials == ['.mcp.json']

    repo.git('rm', '-q', '--cached', '-f', 'known')
    assert Scan(repo.folder, '--staged', '--baseline', 'known').credentials == [], 'git does not have it'
    (repo.folder / 'kept').write_bytes(written)
    (repo.folder / 'known').unlink()
    (repo.folder / 'known').symlink_to('kept')
    repo.git('add', 'known')
    assert Scan(repo.folder, '--staged', '--baseline', 'known').credentials == ['.mcp.json'], 'a link leads to the file on disk'


def test_a_token_in_the_place_of_a_commit_is_not_shown(repo: Repository) -> None:
    token = fake.github_pat('pasted')
    repo.git('clone', '-q', '--depth', '1', repo.folder.as_uri(), str(repo.folder / 'shallow'))
    for where in ('.', 'shallow'):
        done = Scan(repo.folder / where, '--since', token)
        assert done.code in (0, 2)
        assert token[8:20] not in json.dumps(done.data) + done.err


def test_a_named_file_whose_staged_content_is_missing_is_named(repo: Repository) -> None:
    repo.write('.vscode/mcp.json', NAMES_ENV)
    repo.write('.env', f'GITHUB_TOKEN={fake.github_pat()}')
    repo.git('add', '-f', '.')
    oid = repo.git('rev-parse', ':.env').strip()
    (repo.folder / '.git/objects' / oid[:2] / oid[2:]).unlink()
    skipped = {(one['path'], one['reason']) for one in Scan(repo.folder, '--staged').data['skipped']}
    assert skipped == {('.env', 'its staged content is not here (a partial clone, or git fsck finds it missing)')}


def test_a_value_is_read_as_utf_8_whatever_the_console_says() -> None:
    done = subprocess.run([sys.executable, '-m', 'mcp_hooks', 'explain-value', '--name', 'GREETING'], input='grüß dich'.encode(),
                          env={**os.environ, 'PYTHONIOENCODING': 'ascii', 'PYTHONPATH': str(Path(__file__).resolve().parents[2])},
                          capture_output=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, b'')


@pytest.mark.parametrize('setting', ['bare = true', 'bare = false\n\tworktree = ..'])
def test_a_repository_among_the_tracked_files_hides_nothing(repo: Repository, setting: str) -> None:
    """git takes any folder with HEAD, objects and refs for a repository: its exclude file would have a say in the listing."""
    repo.write('tools/HEAD', 'ref: refs/heads/main\n')
    repo.write('tools/objects/info/packs', '')
    repo.write('tools/refs/heads/.gitkeep', '')
    repo.write('tools/info/exclude', '*\n')
    repo.write('tools/config', f'[core]\n\trepositoryformatversion = 0\n\t{setting}\n')
    repo.write('tools/.mcp.json', leak())
    repo.write('tools/.cursor/mcp.json', leak('new'))
    repo.git('add', '-A')
    repo.git('reset', '-q', '--', 'tools/.cursor')
    for where, words in (('.', ['tools']), ('tools', []), ('tools', ['.']), ('.', [])):
        found = Scan(repo.folder / where, *words)
        assert (found.code, found.err) == (1, '')
        assert found.credentials == ['tools/.cursor/mcp.json', 'tools/.mcp.json']
        assert found.data['skipped'] == []
    assert Scan(repo.folder / 'tools', '--staged', '.').credentials == ['tools/.mcp.json']


def test_a_broken_git_folder_is_none_of_the_repository_around_it(repo: Repository) -> None:
    """As a copy leaves it that took no objects along: git passes it by, and answers for the repository above."""
    repo.write('vendor/.mcp.json', leak())
    repo.commit()
    repo.write('vendor/.git/HEAD', 'ref: refs/heads/main\n')
    for where, words in (('.', ['vendor']), ('vendor', [])):
        found = Scan(repo.folder / where, *words)
        assert (found.code, found.credentials) == (1, ['.mcp.json'])
        [skipped] = found.data['skipped']
        assert skipped['path'] == '.git'
        assert skipped['reason'].startswith('not a usable repository (git ls-files: not a git repository: ')
    staged = Scan(repo.folder / 'vendor', '--staged')
    assert (staged.code, staged.err) == (2, 'mcp-hooks: git diff: not a git repository\n')
