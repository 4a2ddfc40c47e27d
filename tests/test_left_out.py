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

from mcp_hooks import cli, engine

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


@pytest.mark.parametrize(('path', 'text'), [
    ('package.json', '{"scripts": {"login": "API_TOKEN=$TOKEN node login.js"}, "dependencies": {"js-tokens": "^9.0.0"}}\n'),
    ('.github/workflows/ci.yml', 'on: push\njobs:\n  a:\n    env:\n      TOKEN: ${{ secrets.TOKEN }}\n')])
def test_changed_settings_without_a_credential_start_no_search(path: str, text: str, repo: Repository, run: Run,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.mcp.json', json.dumps({'mcpServers': {'docs': {'command': 'docs-mcp', 'args': ['--config', path]}}}))
    repo.commit()
    repo.write(path, text)
    repo.git('add', '-A')
    searched: list[tuple[str, ...]] = []
    monkeypatch.setattr('mcp_hooks.sources.git.grep_files', lambda top, patterns, *_, **__: searched.append(tuple(patterns)) or [])
    assert run('--staged')[0] == []
    repo.write(path, text.replace('API_TOKEN=$TOKEN', f'API_TOKEN={TOKEN}').replace('${{ secrets.TOKEN }}', TOKEN))
    repo.git('add', '-A')
    run('--staged')
    assert searched == [(path.rpartition('/')[2],)]


@pytest.mark.parametrize('name', ['.mcp.json', 'conf/tools.yaml'])
def test_where_very_much_changed_the_configurations_are_asked(name: str, repo: Repository, run: Run) -> None:
    repo.write(name, json.dumps({'mcpServers': {'docs': {'command': 'docs-mcp', 'args': ['--config', './deploy/s.yaml']}}}))
    repo.commit()
    for number in range(120):
        repo.write(f'charts/{number}.yaml', f'token: {TOKEN}\n')
    repo.write('deploy/s.yaml', f'token: {TOKEN}\n')
    repo.git('add', '-A')
    assert run('--staged')[0] == ['deploy/s.yaml:credential-elsewhere']
    repo.commit()
    assert run('--since', 'HEAD~1')[0] == ['deploy/s.yaml:credential-elsewhere']


def test_what_only_speaks_of_a_changed_file_is_not_judged_for_it(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('other.json', naming('.env.prod'))
    for number in range(5):
        repo.write(f'texts/{number}.json', '{"help": "copy .env to .env.prod"}\n')
    repo.commit()
    repo.write('.env.prod', VARIABLES)
    repo.git('add', '-A')
    judged: list[str] = []
    examine = engine.examine
    monkeypatch.setattr(engine, 'examine', lambda source, options: judged.append(source.path) or examine(source, options))
    assert run('--staged')[0] == ['.env.prod:credential-in-env']
    assert judged == ['.vscode/mcp.json', 'other.json', '.env.prod']


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


def session() -> str:
    messages: tuple[dict[str, Any], ...] = (
        {'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {
            'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'a', 'version': '1'}}},
        {'jsonrpc': '2.0', 'id': 1, 'result': {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
                                               'serverInfo': {'name': 'a', 'version': '1'}}},
        {'jsonrpc': '2.0', 'method': 'notifications/initialized'},
        {'jsonrpc': '2.0', 'id': 2, 'method': 'tools/call', 'params': {'name': 'x', 'arguments': {'token': TOKEN}}},
        {'jsonrpc': '2.0', 'id': 2, 'result': {'content': []}})
    return ''.join(json.dumps(message) + '\n' for message in messages)


def test_what_a_sparse_checkout_left_out(repo: Repository, run: Run) -> None:
    repo.write('a/.mcp.json', CLEAN)
    repo.write('logs/x.mcp.jsonl', session())
    repo.write('logs/large.mcp.jsonl', session() + ' ' * 6_000_000)
    repo.write('logs/pointer.mcp.jsonl', POINTER)
    for path in ('docs/one.md', 'docs/two.json', 'docs/code.py'):
        repo.write(path, 'x\n')
    repo.commit()
    repo.git('sparse-checkout', 'set', 'a')
    assert not (repo.folder / 'logs').exists()
    findings, skipped, _ = run('.')
    assert findings == ['logs/large.mcp.jsonl:captured-credential', 'logs/x.mcp.jsonl:captured-credential']
    assert skipped == [('.', '2 outside of the sparse checkout, whose names say nothing of MCP; scan --history reads them'),
                       ('logs/pointer.mcp.jsonl', 'a Git LFS pointer, its content is not here (git lfs pull)')]


def test_a_change_outside_of_the_sparse_checkout_is_read_from_the_index(repo: Repository, run: Run) -> None:
    repo.write('a/.mcp.json', CLEAN)
    repo.write('docs/setup.md', 'x\n')
    repo.write('docs/other.md', 'x\n')
    repo.write('b/run.sh', 'x\n')
    repo.commit()
    repo.write('docs/setup.md', f'```json\n{LEAK}```\n')
    repo.write('b/run.sh', f'claude mcp add x --env GITHUB_TOKEN={TOKEN} -- x\n')
    repo.commit()
    repo.git('sparse-checkout', 'set', 'a')
    assert run('--since', 'HEAD~1')[:2] == (['b/run.sh:credential-in-text', 'docs/setup.md:credential-in-env'], [])
    (repo.folder / 'change.diff').write_text(repo.git('diff', 'HEAD~1'))
    assert run('--diff', 'change.diff')[0] == ['b/run.sh:credential-in-text', 'docs/setup.md:credential-in-env']


@pytest.mark.parametrize('more', [[], ['--changed-lines']])
def test_what_became_a_pipe_is_named_and_the_rest_is_judged(more: list[str], repo: Repository, run: Run) -> None:
    repo.write('.mcp.json', CLEAN)
    repo.commit()
    repo.write('.cursor/mcp.json', LEAK)
    repo.commit()
    (repo.folder / '.mcp.json').unlink()
    os.mkfifo(repo.folder / '.mcp.json')
    assert run('--since', 'HEAD~1', *more)[:2] == (['.cursor/mcp.json:credential-in-env'], [('.mcp.json', 'not a regular file')])


def test_what_only_the_work_tree_lacks_is_named(repo: Repository, run: Run) -> None:
    repo.write('.cursor/mcp.json', CLEAN)
    repo.commit()
    repo.write('.mcp.json', LEAK)
    repo.commit()
    (repo.folder / '.mcp.json').unlink()
    assert run('--since', 'HEAD~1')[:2] == ([], [('.mcp.json', 'deleted in the work tree')])


def test_a_repository_that_git_tracks_without_a_word_in_gitmodules(repo: Repository, run: Run) -> None:
    repo.write('.mcp.json', CLEAN)
    repo.commit()
    inner = Repository(repo.folder / 'inner')
    inner.write('.mcp.json', LEAK)
    inner.commit()
    repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'inner')
    repo.git('commit', '-q', '-m', 'x')
    named = [('inner', 'a repository of its own, not entered')]
    assert run('.')[:2] == ([], named)
    assert run('--since', 'HEAD~1')[:2] == ([], named)


@pytest.fixture
def changed(repo: Repository) -> Callable[[str], None]:
    """A credential comes into a file below ``sub``."""
    def change(path: str = 'sub/.mcp.json') -> None:
        repo.write(path, CLEAN)
        repo.write('sub/notes.txt', 'x\n')
        repo.commit()
        repo.write(path, LEAK)
        repo.commit()

    return change


def test_a_diff_relative_to_the_folder_in_which_it_is_read(repo: Repository, run: Run, changed: Callable[[], None],
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    changed()
    (repo.folder.parent / 'change.diff').write_text(repo.git('diff', '--relative=sub', 'HEAD~1'))
    file = str(repo.folder.parent / 'change.diff')
    found = ['sub/.mcp.json:credential-in-env']
    assert run('--diff', file) == ([], [], ['the diff is of another tree, or of another folder: .mcp.json is not here'])
    assert run('--diff', file, 'sub')[0] == found
    monkeypatch.chdir(repo.folder / 'sub')
    assert run('--diff', file)[0] == found
    # where both are there, git's id of what it became tells them apart
    repo.write('.mcp.json', CLEAN)
    assert run('--diff', file)[0] == found
    (repo.folder.parent / 'change.diff').write_text(repo.git('diff', 'HEAD~1'))
    assert run('--diff', file)[0] == found
    repo.git('rm', '-q', '--cached', 'sub/.mcp.json')
    repo.write('sub/.mcp.json', LEAK)
    repo.write('.mcp.json', LEAK.replace('docs', 'other') + '\n')
    repo.commit()
    (repo.folder.parent / 'change.diff').write_text(repo.git('diff', 'HEAD~1', '--', '.mcp.json'))
    assert run('--diff', file)[0] == ['.mcp.json:credential-in-env']


def test_a_diff_of_which_no_file_is_here(repo: Repository, run: Run) -> None:
    repo.write('.mcp.json', CLEAN)
    repo.write('other.diff', '--- a/src/x.py\n+++ b/src/x.py\n@@ -1 +1 @@\n-a\n+b\n')
    assert run('--diff', 'other.diff')[2] == ['the diff is of another tree, or of another folder: src/x.py is not here']


def test_a_diff_that_names_what_git_ignores(repo: Repository, run: Run) -> None:
    repo.write('.gitignore', '.mcp.json\n')
    repo.write('.mcp.json', LEAK)
    repo.commit()
    repo.write('my.diff', '--- /dev/null\n+++ b/.mcp.json\n@@ -0,0 +1 @@\n+x\n')
    assert run('--diff', 'my.diff')[:2] == (
        [], [('.mcp.json', 'the diff names it, and git does not list it here; name it, or add --include-ignored')])
    assert run('--diff', 'my.diff', '--include-ignored')[0] == ['.mcp.json:credential-in-env']
    repo.write('.mcp-hooks.toml', 'exclude = [".mcp.json"]\n')
    assert run('--diff', 'my.diff')[1] == []


def test_a_diff_within_a_submodule_names_it(repo: Repository, run: Run, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json', CLEAN)
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '-q', 'add', other.path, 'vendor/other')
    repo.commit()
    repo.write('my.diff', 'Submodule vendor/other 1234567..89abcde:\ndiff --git a/vendor/other/.mcp.json b/vendor/other/.mcp.json\n'
                          'index 1234567..89abcde 100644\n--- a/vendor/other/.mcp.json\n'
                          '+++ b/vendor/other/.mcp.json\n@@ -1 +1 @@\n-a\n+b\n')
    assert run('--diff', 'my.diff')[:2] == ([], [('vendor/other', 'a submodule, not entered')])


def test_a_mail_in_base64_is_no_empty_diff(repo: Repository, capsys: pytest.CaptureFixture[str], run: Run) -> None:
    repo.write('mail', 'From: a@example.org\nSubject: x\nContent-Transfer-Encoding: BASE64\n\nZGlmZg==\n')
    assert cli.main(['scan', '--diff', 'mail']) == 2
    assert capsys.readouterr().err == ('mcp-hooks: --diff was given a mail whose text is encoded in base64; save the patch itself, or '
                                       'give it the output of git diff\n')


NOT_READ = ('{} is not read: settings are those of .mcp-hooks.toml, else of pyproject.toml, at the top of the repository; --settings '
            'FILE takes another')


@pytest.mark.parametrize(('name', 'text'), [('.mcp-hooks.toml', 'exclude = ["*"]\n'), ('mcp-hooks.toml', 'fail-on = "never"\n'),
                                            ('pyproject.toml', '[tool.mcp-hooks]\nexclude = ["*"]\n')])
def test_settings_below_the_top_are_told_not_to_be_read(name: str, text: str, repo: Repository, run: Run,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write(f'sub/{name}', text)
    repo.write('sub/deep/.mcp.json', LEAK)
    repo.write('clean/.mcp.json', CLEAN)
    repo.write('clean/.mcp-hooks.toml', '')
    repo.git('add', '-A')
    said = [NOT_READ.format(f'sub/{name}')]
    for words in (['.'], ['sub'], ['--staged'], ['check', 'sub/deep/.mcp.json']):
        assert run(*words)[2] == said
    assert run('--no-settings')[2] == []
    assert run('check', 'clean/.mcp.json')[2] == []
    monkeypatch.chdir(repo.folder / 'sub')
    assert run('check', '../clean/.mcp.json')[2] == said


def test_settings_that_others_win_over(repo: Repository, run: Run, capsys: pytest.CaptureFixture[str],
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.mcp-hooks.toml', 'fail-on = "error"\n')
    repo.write('pyproject.toml', '[tool.mcp-hooks]\nfail-on = "never"\n')
    repo.write('sub/pyproject.toml', '[project]\nname = "mcp-hooks-sample"\n')
    repo.write('sub/.mcp.json', LEAK)
    assert run('.')[2] == ['pyproject.toml [tool.mcp-hooks] is not read, because .mcp-hooks.toml is there']
    repo.write('sub/.mcp-hooks.toml', '')
    monkeypatch.chdir(repo.folder / 'sub')
    assert cli.main(['config', '--show']) == 0
    assert capsys.readouterr().out.endswith('# ' + NOT_READ.format('sub/.mcp-hooks.toml') + '\n')


def test_excluded_changes_are_told(repo: Repository, run: Run) -> None:
    repo.write('.mcp-hooks.toml', 'exclude = ["sub/"]\n')
    repo.commit()
    repo.write('sub/.mcp.json', LEAK)
    repo.commit()
    assert run('--since', 'HEAD~1') == ([], [], ['`exclude` in .mcp-hooks.toml leaves paths out; --no-settings looks at them too.'])
    repo.write('other.txt', 'x')
    repo.commit()
    assert run('--since', 'HEAD~1') == ([], [], [])


OTHER_CASE = ('{}: clients look for small letters in these names, and find the file on Windows and macOS only; what a client makes of an '
              'entry was not checked')


@pytest.mark.parametrize('path', ['.VSCODE/mcp.json', '.Cursor/MCP.JSON', '.MCP.json', 'App/.Kiro/settings/mcp.json'])
def test_a_path_of_a_client_in_capitals(path: str, repo: Repository, run: Run) -> None:
    repo.write(path, '{"inputs": []}\n')
    repo.git('add', '-A')
    for words in (['.'], ['--staged'], ['check', path]):
        assert run(*words) == ([], [], [OTHER_CASE.format(path)])
    repo.write(path, LEAK)
    assert run('.')[0] == [f'{path}:credential-in-env']


@pytest.mark.parametrize('path', ['App/.vscode/mcp.json', 'README.md', 'Mcp.json', 'Servers.json', '.github/CODEOWNERS.json'])
def test_capitals_that_mean_nothing(path: str, repo: Repository, run: Run) -> None:
    repo.write(path, '{"servers": {"docs": {"type": "stdio", "command": "docs-mcp"}}}\n')
    assert OTHER_CASE.format(path) not in run('.')[2]


def test_paths_of_several_repositories_say_what_to_do(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    for name in ('one', 'two words'):
        Repository(tmp_path / name).write('.mcp.json', LEAK)
    monkeypatch.chdir(tmp_path)
    assert cli.main(['scan', 'one', 'two words', 'one/.mcp.json']) == 2
    assert capsys.readouterr().err == (
        'mcp-hooks: the paths belong to different repositories or folders, each with its own settings; scan one after the other: '
        "mcp-hooks scan one one/.mcp.json; mcp-hooks scan 'two words' (scan of a folder above them that is in no repository looks into "
        'all)\n')
    assert run('.')[0] == ['one/.mcp.json:credential-in-env', 'two words/.mcp.json:credential-in-env']


def test_a_link_that_an_entry_named_once(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.write('shared/variables', VARIABLES)
    (repo.folder / '.env.link').symlink_to('shared/variables')
    (repo.folder / '.env.prod').symlink_to('.env.link')
    (repo.folder / '.env').symlink_to('../out')
    repo.commit()
    repo.git('rm', '-q', 'shared/variables', '.env.link', '.env.prod')
    repo.commit()
    for words in (['--history'], ['--history'], ['--history', '--no-cache'], ['--history', 'HEAD~1']):
        assert run(*words)[0] == ['shared/variables:credential-elsewhere']


@pytest.mark.parametrize('target', ['shared/agents', './shared/agents/'])
def test_a_staged_link_of_a_clients_folder(target: str, repo: Repository, run: Run) -> None:
    repo.write('shared/agents/mcp.json', '{"servers": {"docs": {"command": "docs-mcp"}}}\n')
    repo.write('shared/agents/notes.py', '')
    repo.commit()
    (repo.folder / '.cursor').symlink_to(target)
    repo.git('add', '-A')
    assert run('--staged')[0] == run('.')[0] == ['shared/agents/mcp.json:wrong-root-key']


def test_a_staged_link_of_a_clients_folder_out_of_the_tree(repo: Repository, run: Run) -> None:
    (repo.folder / '.cursor').symlink_to('../agents')
    (repo.folder.parent / 'agents').mkdir()
    repo.git('add', '-A')
    assert run('--staged')[1] == run('.')[1] == [('.cursor', 'a link to a folder out of the tree')]


def test_where_nothing_is_found_what_git_ignores_is_told(repo: Repository, run: Run) -> None:
    repo.write('.gitignore', '.mcp.json\n.cursor/\nnode_modules/\n*.log\n')
    for path in ('sub/.mcp.json', '.cursor/mcp.json', 'node_modules/x/.mcp.json', 'a.log'):
        repo.write(path, LEAK)
    repo.git('add', '-A')
    nothing = 'No MCP configuration was found in this folder.'
    assert run()[2] == [nothing, 'git ignores .cursor/, sub/.mcp.json, and what it ignores was not looked at; --include-ignored does']
    assert run('sub')[2] == ['No MCP configuration was found below sub.',
                             'git ignores sub/.mcp.json, and what it ignores was not looked at; --include-ignored does']
    repo.write('.mcp-hooks.toml', '')
    repo.write('seen/mcp.json', CLEAN)
    assert run()[2] == []


def test_in_a_part_without_anything_the_whole_is_named(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.mcp.json', LEAK)
    repo.write('src/app/main.py', '')
    repo.commit()
    monkeypatch.chdir(repo.folder / 'src/app')
    nothing = 'No MCP configuration was found in this folder.'
    assert run() == ([], [], [nothing, 'It is a part of a repository: mcp-hooks scan ../.. looks at all of it.'])
    assert run('.') == ([], [], [nothing])
    assert run('../..')[0] == ['.mcp.json:credential-in-env']
    assert run('--staged')[2] == ['No MCP configuration was found among what is staged.']


def test_a_named_env_file_that_git_would_add(repo: Repository, run: Run) -> None:
    repo.write('.vscode/mcp.json', naming('.env.prod'))
    repo.commit()
    repo.write('.env.prod', VARIABLES)
    assert run('.')[0] == ['.env.prod:credential-in-env']
    repo.write('.gitignore', '.env.prod\n')
    assert run('.')[0] == []
    (repo.folder / '.env.prod').unlink()
    os.mkfifo(repo.folder / '.env.prod')
    assert run('--no-git')[1] == [('.env.prod', 'not a regular file')]


def test_a_hook_names_the_captures_that_it_does_not_judge(repo: Repository, monkeypatch: pytest.MonkeyPatch,
                                                          capsys: pytest.CaptureFixture[str]) -> None:
    repo.write('.mcp-hooks.toml', 'exclude = ["logs/"]\n')
    repo.write('logs/x.mcp.jsonl', session())
    repo.write('pointer.mcp.jsonl', POINTER)
    monkeypatch.chdir(repo.folder)
    assert cli.main(['inspect', '--hook', 'logs/x.mcp.jsonl', 'pointer.mcp.jsonl']) == 0
    assert capsys.readouterr().out == ('skipped logs/x.mcp.jsonl: excluded by .mcp-hooks.toml\n'
                                       'skipped pointer.mcp.jsonl: a Git LFS pointer, its content is not here (git lfs pull)\n'
                                       'nothing was checked (2 skipped)\n')
    assert cli.main(['inspect', 'pointer.mcp.jsonl']) == 2
    assert capsys.readouterr().out == ('pointer.mcp.jsonl: a Git LFS pointer, its content is not here (git lfs pull)\n'
                                       'nothing was checked (1 failed)\n')
    assert cli.main(['inspect', 'logs/x.mcp.jsonl']) == 1  # whoever names it means it
    assert 'captured-credential' in capsys.readouterr().out


def test_a_hook_says_what_of_the_commit_it_did_not_look_at_and_nothing_else(
        repo: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(repo.folder)
    repo.write('.mcp-hooks.toml', 'exclude = ["sub/"]\n')
    repo.write('code.py', '')
    repo.git('add', '-A')
    assert cli.main(['scan', '--staged', '--hook']) == 0
    assert capsys.readouterr().out == ''
    repo.write('.cursor/mcp.json', CLEAN)
    repo.write('.mcp.json', POINTER)
    repo.git('add', '-A')
    assert cli.main(['scan', '--staged', '--hook']) == 0
    assert capsys.readouterr().out == ('skipped .mcp.json: a Git LFS pointer, its content is not here (git lfs pull)\n'
                                       'clean: 1 file checked (1 skipped)\n')
    repo.git('rm', '-q', '--cached', '.cursor/mcp.json', '.mcp.json')
    repo.write('sub/.mcp.json', LEAK)
    repo.git('add', 'sub')
    assert cli.main(['scan', '--staged', '--hook']) == 0
    assert capsys.readouterr().out == ('`exclude` in .mcp-hooks.toml leaves paths out; --no-settings looks at them too.\n'
                                       'nothing was checked\n')
    repo.commit()
    repo.write('sub/code.py', '')
    repo.write('sub/package.json', '{}')
    repo.git('add', 'sub')
    assert cli.main(['scan', '--staged', '--hook']) == 0
    assert capsys.readouterr().out == ''  # no file that a client reads was left out


def test_a_history_names_submodules(repo: Repository, run: Run, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json', LEAK)
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '-q', 'add', other.path, 'vendor/other')
    repo.commit()
    assert run('--history')[1] == [('vendor/other', 'a submodule, not entered')]


@pytest.mark.parametrize('told', ['--assume-unchanged', '--skip-worktree'])
@pytest.mark.parametrize('searched', [1, 5_000])
def test_a_file_that_git_takes_for_unchanged_is_read_on_disk(searched: int, told: str, repo: Repository, run: Run,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('mcp_hooks.sources.tree.GREP_FROM', searched)
    for path in ('conf/one.json', 'conf/two.json', 'three.json'):
        repo.write(path, '{}\n')
    (repo.folder / '.mcp.json').symlink_to('three.json')
    repo.commit()
    repo.git('update-index', told, 'conf/one.json', 'three.json')
    repo.write('conf/one.json', LEAK)
    repo.write('three.json', LEAK)
    assert run('.')[0] == ['conf/one.json:credential-in-env', 'three.json:credential-in-env']


@pytest.mark.parametrize(('mode', 'reads'), [('--staged', 'the index'), ('--user', 'the home folder'), ('--history', 'what was committed')])
@pytest.mark.parametrize('option', ['--no-git', '--include-ignored'])
def test_an_option_without_an_effect_is_refused(option: str, mode: str, reads: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(['scan', mode, option]) == 2
    assert capsys.readouterr().err == f'mcp-hooks: {option} does not go with {mode}, which reads {reads}\n'
