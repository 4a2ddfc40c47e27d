"""What surrounds a run: closed streams, a folder that is gone, no git, no home, odd names, another locale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import fake
import pytest

BAD = '{"mcpServers": {"a": {"command": 1}}}'
# what the user's own PYTHONPATH holds is not what is tested here
OURS = {} if os.environ.get('MCP_HOOKS_TEST_INSTALLED') else {'PYTHONPATH': os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}
posix = pytest.mark.skipif(os.name != 'posix', reason='a shell of POSIX')


def run(*arguments: str | bytes, cwd: Path, given: str | None = None, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, '-m', 'mcp_hooks', *arguments],
        cwd=cwd,
        capture_output=True,
        input=(given or '').encode(),
        timeout=600,
        env={**(os.environ if env is None else env), **OURS},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def shell(text: str, cwd: Path) -> tuple[int, str, str]:
    env = {**os.environ, 'PYTHONUNBUFFERED': '', 'PYTHON': sys.executable, **OURS}
    done = subprocess.run(['/bin/sh', '-c', text], cwd=cwd, capture_output=True, timeout=600, env=env)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_name_behind_two_hyphens_is_never_an_option(tmp_path: Path) -> None:
    name = '--output=x.mcp.json'
    (tmp_path / name).write_text(BAD)
    for arguments in (['--', name], ['--format', 'json', '--', name], ['--format', 'json', '--', name, name]):
        code, out, err = run('check', *arguments, cwd=tmp_path)
        assert (code, err) == (1, '')
        assert name in out
    assert sorted(os.listdir(tmp_path)) == [name]
    code, out, _ = run('check', '--as', '.mcp.json', '--', '-', cwd=tmp_path, given=BAD)
    assert code == 1


@posix
@pytest.mark.parametrize('command', [['check', '--unknown'], ['check', '--as', 'x'], ['fix', '--dry-run'], ['inspect', '--hook'], ['scan']])
def test_complaints_about_odd_names(tmp_path: Path, command: list[str]) -> None:
    folder = 'a\n::error::x \x1b[31m\u202e##[error]'
    (tmp_path / folder).mkdir()
    os.symlink('nowhere', tmp_path / folder / '.mcp.json')
    for name in (folder, f'{folder}/.mcp.json', f'{folder}/missing.json'):
        _, out, err = run(*command, name, cwd=tmp_path)
        assert [sign for sign in ('\x1b', '\u202e', '\n::', '##[') if sign in out + err] == []


@posix
def test_odd_names(tmp_path: Path) -> None:
    names = ['a\nb', 'q\'"', '%0A', '\x1b[31m', '\u202eb', '::error::x', 'é😀', '-d']
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / '.mcp.json').write_text(BAD)
    code, out, err = run('check', '--format', 'json', '--', *(f'{name}/.mcp.json' for name in names), cwd=tmp_path)
    assert (code, err) == (1, '')
    assert sorted({finding['path'] for finding in json.loads(out)['findings']}) == sorted(f'{name}/.mcp.json' for name in names)
    for format in ('text', 'github', 'markdown', 'junit'):
        code, out, err = run('check', '--format', format, '--', *(f'{name}/.mcp.json' for name in names), cwd=tmp_path)
        assert (code, err) == (1, '')
        assert [sign for sign in ('\x1b', '\u202e', '\nb/.mcp') if sign in out] == []
        assert format == 'github' or not any(line.startswith('::') for line in out.splitlines())


@posix
def test_closed_and_full_streams(tmp_path: Path) -> None:
    (tmp_path / '.mcp.json').write_text(BAD)
    for redirection, code in (('>&-', 1), ('>&- 2>&-', 1), ('| true', 0), ('2>&-', 1)):
        assert shell(f'"$PYTHON" -m mcp_hooks check .mcp.json {redirection}', tmp_path)[::2] == (code, ''), redirection
    if os.path.exists('/dev/full'):
        code, _, err = shell('"$PYTHON" -m mcp_hooks check .mcp.json > /dev/full', tmp_path)
        assert (code, err) == (2, 'mcp-hooks: standard output: No space left on device\n')
        for command in ('--version', 'clients', 'explain MCP401'):
            assert shell(f'"$PYTHON" -m mcp_hooks {command} > /dev/full', tmp_path) == (
                2, '', 'mcp-hooks: standard output: No space left on device\n'), command
        for command in ('check --unknown', 'check missing', 'nothing'):
            assert shell(f'"$PYTHON" -m mcp_hooks {command} 2> /dev/full', tmp_path) == (2, '', ''), command
    shell('git init -q', tmp_path)
    for command in ('check - --as .mcp.json', 'scan --diff -', 'inspect -', 'inspect --against - -', 'explain-value'):
        code, _, err = shell(f'"$PYTHON" -m mcp_hooks {command} <&-', tmp_path)
        assert (code, err) == (2, 'mcp-hooks: standard input is closed\n'), command


def test_a_value_to_explain_is_not_repeated_when_it_is_given_as_an_argument(tmp_path: Path) -> None:
    value = fake.base62(12, 'argument')
    told = 'mcp-hooks: the value comes on standard input, never as an argument, which a shell would remember'
    for words, guess in (((value,), ''), (('--name', 'X', value), ''), (('--nam', value), ', did you mean --name?'), ((f'--{value}',), '')):
        assert run('explain-value', *words, cwd=tmp_path) == (2, '', f'{told}{guess}; see mcp-hooks explain-value --help\n')


@posix
def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    for command in ('check .mcp.json', 'scan', 'scan .', 'fix x', 'config'):
        code, out, err = shell(f'mkdir gone && cd gone && rmdir ../gone && "$PYTHON" -m mcp_hooks {command}', tmp_path)
        assert (code, out, err) == (2, '', 'mcp-hooks: the current folder does not exist any more; change to another one\n'), command


def test_a_credential_that_was_replaced_still_has_to_be_revoked(tmp_path: Path) -> None:
    file = tmp_path / '.mcp.json'
    file.write_text(json.dumps({'mcpServers': {'a': {'command': 'a', 'env': {'A_TOKEN': fake.github_pat('fix')}}}}))
    code, out, err = run('fix', '--credentials', '.mcp.json', cwd=tmp_path)
    assert (code, err) == (0, '')
    assert out.endswith('.mcp.json: write `${A_TOKEN}`\n'
                        'A credential that was ever committed has to be revoked: the history keeps it.\n')
    assert run('fix', '--credentials', '.mcp.json', cwd=tmp_path) == (0, 'nothing to mend\n', '')


def test_a_fix_says_what_it_leaves(tmp_path: Path) -> None:
    """`nothing to mend` beside a file that cannot be read, or with a credential in it, reads like `all is well`."""
    broken, leak, address = '{"mcpServers": {"a": 1 "b": 2}}', fake.github_pat('left'), 'https://docs.example/mcp'
    (tmp_path / '.mcp.json').write_text(broken)
    (tmp_path / 'README.md').write_text(f'    claude mcp add a -e A_TOKEN={leak} -- a\n')
    (tmp_path / 'b').mkdir()
    (tmp_path / 'b/.mcp.json').write_text(json.dumps({'mcpServers': {'a b': {'url': address, 'headers': {'X-Api-Key': leak}}}}))
    names = '.mcp.json', 'README.md'
    told = 'left for you: 1 error in .mcp.json, 1 error in README.md; mcp-hooks check says more\n'
    assert run('fix', *names, cwd=tmp_path) == (0, f'nothing was mended\n{told}', '')
    assert run('fix', '--credentials', *names, cwd=tmp_path) == (0, f'nothing was mended\n{told}', '')
    assert run('fix', '--hook', *names, cwd=tmp_path) == (0, '', '')
    assert run('fix', '--select', 'transport', *names, cwd=tmp_path)[1].startswith('nothing ')
    code, out, err = run('fix', '--dry-run', 'b/.mcp.json', cwd=tmp_path)
    assert (code, err) == (0, '')
    assert out.endswith('b/.mcp.json: add `type`: `http`\nnothing was written: --dry-run\n'
                        'left for you: 1 error and 1 warning in b/.mcp.json; mcp-hooks check says more\n')
    code, out, err = run('fix', 'b/.mcp.json', cwd=tmp_path)
    assert (code, err, leak in out) == (0, '', False)
    assert out.endswith('b/.mcp.json: add `type`: `http`\nleft for you: 1 error and 1 warning in b/.mcp.json; mcp-hooks check says more\n')
    (tmp_path / '.mcp-hooks.toml').write_text('[[suppress]]\nreason = "x"\nrule = "syntax-error"\npath = ".mcp.json"\n')
    assert run('fix', '.mcp.json', cwd=tmp_path) == (0, 'nothing to mend\n', '')
    (tmp_path / '.mcp-hooks.toml').write_text('baseline = "known.json"\n')
    assert run('fix', '.mcp.json', cwd=tmp_path) == (0, 'nothing to mend\n', ''), 'a baseline that is not there'
    run('check', *names, '--write-baseline', 'known.json', cwd=tmp_path)
    assert run('fix', *names, cwd=tmp_path) == (0, 'nothing to mend\n', '')
    assert run('fix', 'b/.mcp.json', cwd=tmp_path)[1] == (
        'nothing was mended\nleft for you: 1 error and 1 warning in b/.mcp.json; mcp-hooks check says more\n')


@posix
def test_without_git_home_and_locale(tmp_path: Path) -> None:
    subprocess.run(['git', 'init', '-q', str(tmp_path)], check=True)
    (tmp_path / '.mcp.json').write_text(BAD.replace('"a"', '"é"').replace('1', '[]'))
    bare = {'PATH': '/nonexistent', 'LC_ALL': 'C'}
    code, out, err = run('check', '.mcp.json', cwd=tmp_path, env=bare)
    assert (code, err) == (1, '')
    assert 'é' in out
    code, out, err = run('fix', '--credentials', '--env-file', '.env', '.mcp.json', cwd=tmp_path, env=bare)
    assert (code, out) == (2, '')
    assert err.startswith('mcp-hooks: the git program was not found on PATH')
    (tmp_path / 'empty').mkdir()
    code, out, err = run('scan', '--no-git', cwd=tmp_path / 'empty', env=bare)
    assert (code, err) == (0, '')
    assert out == 'No MCP configuration was found in this folder.\nnothing was checked\n'


@pytest.mark.parametrize(
    ('path', 'reader'),
    [
        ('C:\\proj\\.cursor\\mcp.json', 'Cursor'),
        ('..\\.vscode\\mcp.json', 'VS Code'),
        ('/abs/.roo/mcp.json', 'Roo Code'),
        ('./.mcp.json', 'Claude Code'),
    ],
)
def test_the_path_of_standard_input(tmp_path: Path, path: str, reader: str) -> None:
    root = 'servers' if reader == 'VS Code' else 'mcpServers'
    code, out, _ = run('check', '-', '--as', path, '--format', 'json', cwd=tmp_path, given=BAD.replace('mcpServers', root))
    assert code == 1
    assert [finding['readers'][0] for finding in json.loads(out)['findings']] == [reader]


@posix
def test_no_credential_is_written_where_a_tracked_link_leads(tmp_path: Path) -> None:
    (tmp_path / 'away').mkdir()
    work = tmp_path / 'work'
    work.mkdir()
    (work / '.env').symlink_to('../away/public')
    (work / '.mcp.json').write_text(json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'A_TOKEN': fake.github_pat('link')}}}}))
    for words in (['init', '-q'], ['add', '.']):
        subprocess.run(['git', *words], cwd=work, check=True)
    code, _, err = run('fix', '--credentials', '--env-file', '.env', '.mcp.json', cwd=work)
    assert (code, 'is a link that git tracks' in err, os.listdir(tmp_path / 'away')) == (2, True, [])


def test_a_console_of_windows_changes_nothing(tmp_path: Path) -> None:
    """Its code page has no such letters, and its line ends have two characters."""
    (tmp_path / '.mcp.json').write_text(BAD.replace('"a"', '"→ 日本"'), encoding='utf-8')
    windows = ('import io, sys\nfor name in ("stdout", "stderr"):\n'
               '    setattr(sys, name, io.TextIOWrapper(getattr(sys, name).buffer, encoding="cp1252", newline="\\r\\n"))\n'
               'from mcp_hooks.cli import console\nconsole()')
    env = {**os.environ, **OURS}
    for words in (['check', '.mcp.json'], ['check', '--format', 'sarif', '.mcp.json'], ['check', 'nothing'], ['clients']):
        there, here = (subprocess.run([sys.executable, *program, *words], cwd=tmp_path, env=env, capture_output=True)
                       for program in (['-c', windows], ['-m', 'mcp_hooks']))
        assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
        assert b'\r' not in there.stdout + there.stderr


@posix
def test_nor_where_the_folder_is_named_by_a_link(tmp_path: Path) -> None:
    (tmp_path / 'away').mkdir()
    work = tmp_path / 'work'
    work.mkdir()
    (tmp_path / 'short').symlink_to('work')
    (work / '.env').symlink_to('../away/public')
    (work / '.mcp.json').write_text(json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'A_TOKEN': fake.github_pat('link')}}}}))
    for words in (['init', '-q'], ['add', '.']):
        subprocess.run(['git', *words], cwd=work, check=True)
    code, _, err = run('fix', '--credentials', '--env-file', '../short/.env', '.mcp.json', cwd=work)
    assert (code, 'is a link that git tracks' in err, os.listdir(tmp_path / 'away')) == (2, True, [])
