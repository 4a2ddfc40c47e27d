"""The real command in a real repository: every option of `check` and `scan`, every exit code, and nothing that ends a run early."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fake
import pytest
from doors.tools import BIN
from repository import ENVIRONMENT, Repository
from terminal import on_a_terminal

from mcp_hooks.commands import check, scan

COMMAND = shutil.which('mcp-hooks', path=str(BIN)) or ''
PROGRAM = [COMMAND] if COMMAND else [sys.executable, '-m', 'mcp_hooks']
SECRET = fake.github_pat('command')
CLEAN = '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}\n'
WARNING = '{"mcpServers": {"a b/c": {"command": "docs-mcp"}}}\n'
LEAK = json.dumps({'mcpServers': {'github': {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': SECRET}}}}, indent=2) + '\n'
BROKEN = '{"mcpServers": {"docs": {"type": "http" "url": "https://docs.example/mcp"}}}\n'
NO_TYPE = '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}\n'
CASES: set[str] = set()  # options that were used


class Done:
    def __init__(self, done: subprocess.CompletedProcess[bytes]) -> None:
        self.code = done.returncode
        self.out = done.stdout.decode('utf-8')
        self.err = done.stderr.decode('utf-8')

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found

    @property
    def names(self) -> list[tuple[str, str]]:
        """(path, rule) of each finding of a JSON report."""
        return [(one['path'], one['name']) for one in self.data['findings']]


class Here(Repository):
    def __call__(self, *arguments: str, stdin: str | bytes = b'', program: list[str] | None = None, cwd: str = '', **more: str) -> Done:
        plain = {name: value for name, value in os.environ.items()
                 if not name.startswith(('GIT_', 'PYTHON')) and name not in ('NO_COLOR', 'FORCE_COLOR', 'TERM')}
        done = subprocess.run([*(program or PROGRAM), *arguments], cwd=self.folder / cwd, env={**plain, **ENVIRONMENT, **more}, timeout=600,
                              input=stdin.encode() if isinstance(stdin, str) else stdin, capture_output=True)
        return Done(done)


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path / 'repo')


@pytest.fixture
def three(here: Here) -> Here:
    """A clean file, one with a warning and one with a credential, committed."""
    here.write('clean/.mcp.json', CLEAN)
    here.write('warning/.mcp.json', WARNING)
    here.write('leak/.mcp.json', LEAK)
    here.commit()
    return here


FILES = ('clean/.mcp.json', 'leak/.mcp.json', 'warning/.mcp.json')
LEAKING, WARNED = ('leak/.mcp.json', 'credential-in-env'), ('warning/.mcp.json', 'server-name')


@pytest.mark.parametrize('command', [('check', *FILES), ('scan',), ('scan', '.'), ('scan', *FILES)])
def test_findings_make_it_fail(three: Here, command: tuple[str, ...]) -> None:
    done = three(*command)
    assert done.code == 1
    assert done.err == ''
    assert 'leak/.mcp.json:6:26: error MCP401 credential-in-env: ' in done.out
    assert '      |                          ^^^^^^^^^^\n' in done.out
    assert done.out.endswith('1 error, 1 warning in 2 files, 3 files checked\n')
    assert SECRET not in done.out
    assert '\x1b' not in done.out
    assert done.out == three(*command).out, 'the same bytes for the same input'


@pytest.mark.parametrize('command', [('check', 'clean/.mcp.json'), ('scan', 'clean')])
def test_a_clean_run(three: Here, command: tuple[str, ...]) -> None:
    done = three(*command)
    assert (done.code, done.out, done.err) == (0, 'clean: 1 file checked\n', '')


@pytest.mark.parametrize(('threshold', 'codes'), [
    ('error', (0, 0, 1)), ('warning', (0, 1, 1)), ('note', (0, 1, 1)), ('never', (0, 0, 0))])
@pytest.mark.parametrize('command', ['check', 'scan'])
def test_fail_on(three: Here, command: str, threshold: str, codes: tuple[int, ...]) -> None:
    paths = ('clean/.mcp.json', 'warning/.mcp.json', 'leak/.mcp.json')
    assert tuple(three(command, path, '--fail-on', threshold).code for path in paths) == codes


@pytest.mark.parametrize(('options', 'found'), [
    (('--select', 'credential'), [LEAKING]),
    (('--select', 'MCP401'), [LEAKING]),
    (('--select=mcp401,server-name',), [LEAKING, WARNED]),
    (('--select', 'server-name', '--select', 'syntax'), [WARNED]),
    (('--ignore', 'credential'), [WARNED]),
    (('--ignore', 'credential, server-name'), []),
    (('--select', 'credential', '--ignore', 'credential-in-env'), []),
    (('--credentials',), [LEAKING]),
    (('--credentials', '--select', 'server-name'), [WARNED]),
])
@pytest.mark.parametrize('command', [('check', *FILES), ('scan',)])
def test_what_to_look_for(three: Here, command: tuple[str, ...], options: tuple[str, ...], found: list[tuple[str, str]]) -> None:
    done = three(*command, *options, '--format', 'json')
    assert done.names == found
    assert done.code == (1 if LEAKING in found else 0)


@pytest.mark.parametrize(('arguments', 'message'), [
    (('check',), 'name a file to check, or - for standard input; mcp-hooks scan looks through a folder'),
    (('check', 'nowhere.json'), 'nowhere.json: no such file'),
    (('check', 'leak'), 'leak is a folder; mcp-hooks scan leak looks through folders'),
    (('check', '-'), 'standard input needs --as PATH: the path decides which client reads it'),
    (('check', 'leak/.mcp.json', '--select', 'credentail'), "did you mean 'credential'?"),
    (('check', 'leak/.mcp.json', '--ignore', 'MCP9999'), "no rule or category 'MCP9999'"),
    (('check', 'leak/.mcp.json', '--client', 'claud-code'), "no client 'claud-code', did you mean 'claude-code'?"),
    (('check', 'leak/.mcp.json', '--format', 'xml'), 'invalid choice'),
    (('check', 'leak/.mcp.json', '--fail-on', 'sometimes'), 'invalid choice'),
    (('check', 'leak/.mcp.json', '--color', 'blue'), 'invalid choice'),
    (('scan', '--select', 'MCP205', '--ignore', 'MCP2'), 'what is selected and what is ignored leave no rule to check'),
    (('inspect', 'leak/.mcp.json', '--ignore', 'all'), 'what is selected and what is ignored leave no rule to check'),
    (('check', 'leak/.mcp.json', '--max-bytes', '0'), '--max-bytes takes a number of bytes above 0'),
    (('check', 'leak/.mcp.json', '--max-bytes', 'many'), 'argument --max-bytes: invalid int value'),
    (('check', 'leak/.mcp.json', '--outptu', 'x'), 'did you mean --output?; see mcp-hooks check --help'),
    (('check', 'leak/.mcp.json', '--settings', 'nowhere.toml'), 'nowhere.toml'),
    (('check', 'leak/.mcp.json', '--prune'), '--baseline FILE'),
    (('check', 'leak/.mcp.json', '--baseline', 'nowhere'), 'nowhere'),
    (('check', 'leak/.mcp.json', '--output', 'no/such/folder/x'), 'no/such/folder/x: cannot be written'),
    (('check', 'leak/.mcp.json', '--output', 'leak'), 'leak: cannot be written'),
    (('check', '--hook', 'leak/.mcp.json', '--output', 'x'), 'a hook is given names from the repository'),
    (('check', '--hook', 'leak/.mcp.json', '--write-baseline', 'x'), 'a hook is given names from the repository'),
    (('scan', 'nowhere'), 'nowhere'),
    (('scan', '--staged', '--since', 'HEAD'), '--staged and --since cannot be asked at once'),
    (('scan', '--history', '--changed-lines'), '--changed-lines does not go with --history'),
    (('scan', '--history', 'nowhere..HEAD'), "mcp-hooks: git log: bad revision 'nowhere..HEAD'"),
    (('scan', '--changed-lines'), '--changed-lines needs --since, --diff or --staged'),
    (('scan', '--since', '--output'), 'expected one argument'),
    (('scan', '--diff', 'nowhere.diff'), 'nowhere.diff: No such file or directory'),
    (('scan', '--trust-settings-from', 'nowhere'), 'nowhere'),
    (('chekc',), "no command 'chekc', did you mean 'check'?"),
    (('--nope',), "no command '--nope'"),
    (('leak',), "no command 'leak'; mcp-hooks scan leak looks at that folder"),
    (('leak/.mcp.json',), "no command 'leak/.mcp.json'; mcp-hooks check leak/.mcp.json looks at that file"),
    (('--staged',), '--staged stands behind a command that takes it: scan'),
    (('--against=x', 'y'), '--against stands behind a command that takes it: inspect'),
    (('--fingerprint',), '--fingerprint stands behind a command that takes it: explain-value'),
    (('check', '--as', '.cursor/mcp.json', 'leak/.mcp.json'),
     '--as names what standard input holds, so it goes with -: mcp-hooks check - --as .cursor/mcp.json'),
    (('inspect', '--as', 'x.jsonl', 'leak/.mcp.json'), 'mcp-hooks inspect - --as x.jsonl'),
    (('scan', '--bogus'), 'unrecognized arguments: --bogus; see mcp-hooks scan --help'),
    (('inspect', '--hook', 'leak/.mcp.json', '--output', 'x'), 'a hook is given names from the repository'),
    (('inspect', '--hook', 'leak/.mcp.json', '--write-baseline', 'x'), 'a hook is given names from the repository'),
    (('inspect', 'leak'), 'leak is a folder; mcp-hooks scan leak finds the captures in it'),
    (('inspect', '--against', 'leak', 'clean/.mcp.json'), 'leak is a folder; mcp-hooks scan leak finds the captures in it'),
    (('fix', 'leak/.mcp.json', 'leak'), 'leak is a folder, and fix takes files: mcp-hooks scan leak says of which it can mend something'),
    (('rules', 'MCP205'), 'rules takes no name; mcp-hooks explain MCP205 explains a rule; see mcp-hooks rules --help'),
    (('rules', '--formt', 'json'), 'unrecognized arguments: --formt json, did you mean --format?'),
    (('clients', 'cursor'), 'clients takes no name; mcp-hooks clients --explain cursor says all that is known'),
    (('clients', '--explain', 'cursr'), "no client 'cursr', did you mean 'cursor'?"),
    (('clients', '--explain', 'mcp.json'), "no client is known to read 'mcp.json' by its path; mcp-hooks clients lists the paths"),
    (('explain', 'Credential'), 'credential is a category, and explain takes a rule of it: mcp-hooks rules lists them'),
    (('inspect', '--as', 'x.jsonl', '--against', 'leak/.mcp.json', 'clean/.mcp.json'), 'mcp-hooks inspect - --as x.jsonl'),
])
def test_a_usage_error_is_one_line_and_exit_2(three: Here, arguments: tuple[str, ...], message: str) -> None:
    done = three(*arguments)
    assert done.code == 2
    assert done.out == ''
    assert message in done.err
    assert done.err.startswith('mcp-hooks: ')
    assert done.err.count('\n') == 1
    assert 'internal error' not in done.err


@pytest.mark.parametrize('command', ['check', 'scan', 'fix', 'inspect', 'rules', 'explain', 'clients', 'explain-value', 'config',
                                     'install'])
def test_help_of_each_command(here: Here, command: str) -> None:
    done = here(command, '--help')
    assert (done.code, done.err) == (0, '')
    assert done.out.startswith(f'usage: mcp-hooks {command}')


def test_who_reads_a_path(here: Here) -> None:
    for path in ('.cursor/mcp.json', 'app/.cursor/mcp.json', 'C:\\app\\.cursor\\mcp.json'):
        done = here('clients', '--explain', path)
        assert (done.code, done.err) == (0, '')
        assert [line.partition(':')[0] for line in done.out.splitlines() if line.startswith(('cursor: ', 'visual-studio: '))] == [
            'cursor', 'visual-studio']


def test_help_and_version(here: Here) -> None:
    import mcp_hooks

    for flag in ('-h', '--help', 'help'):
        done = here(flag)
        assert (done.code, done.err) == (0, '')
        assert '  check ' in done.out
        assert 'action' not in done.out, 'nobody calls it by hand'
        assert done.out.endswith('exit codes: 0 clean, 1 findings at or above --fail-on (default: error), 2 a usage or internal error\n')
    assert here().code == 2
    for flag in ('--version', '-V'):
        assert here(flag).out == f'mcp-hooks {mcp_hooks.__version__}\n'


def test_every_option_of_check_and_scan_is_in_this_file() -> None:
    text = Path(__file__).read_text(encoding='utf-8')
    for option in (*check.OPTIONS, *scan.OPTIONS):
        assert f"'{option.flags[0]}" in text or not option.flags[0].startswith('-'), option.flags


@pytest.mark.parametrize('format', ['text', 'json', 'sarif', 'github', 'markdown', 'junit', 'gitlab', 'rdjson', 'html'])
def test_output_writes_what_would_be_printed(three: Here, format: str) -> None:
    printed = three('check', *FILES, '--format', format, '--color', 'never')
    written = three('check', *FILES, '--format', format, '--output', 'report.out')
    assert (written.code, written.out, written.err) == (1, '', '')
    assert (three.folder / 'report.out').read_text(encoding='utf-8') == printed.out
    assert SECRET not in printed.out
    assert three('check', *FILES, '--format', format, '--output', '-').out == printed.out
    assert [path.name for path in three.folder.iterdir() if 'report' in path.name] == ['report.out'], 'no temporary file is left'


def test_options_may_stand_between_the_names(three: Here) -> None:
    done = three('check', 'leak/.mcp.json', '--format', 'json', 'warning/.mcp.json', '--fail-on', 'never', 'clean/.mcp.json')
    assert done.code == 0
    assert done.names == [LEAKING, WARNED]
    assert three('check', '--format', 'json', '--', 'leak/.mcp.json').names == [LEAKING]


@pytest.mark.parametrize(('environment', 'options', 'colored'), [
    ({}, (), False),
    ({'FORCE_COLOR': '1'}, (), True),
    ({'FORCE_COLOR': '1', 'NO_COLOR': '1'}, (), False),
    ({'FORCE_COLOR': ''}, (), False),
    ({'NO_COLOR': '1'}, ('--color', 'always'), True),
    ({'FORCE_COLOR': '1'}, ('--color', 'never'), False),
    ({'FORCE_COLOR': '1'}, ('--format', 'json'), False),
    ({'FORCE_COLOR': '1'}, ('--output', '/dev/stdout'), False),
    ({}, ('--color', 'auto'), False),
])
def test_color(three: Here, environment: dict[str, str], options: tuple[str, ...], colored: bool) -> None:
    if os.name == 'nt' and '/dev/stdout' in options:
        pytest.skip('no such device here')
    assert ('\x1b[' in three('check', 'leak/.mcp.json', *options, **environment).out) is colored
    three('check', 'leak/.mcp.json', *options, '--output', 'colors.txt', **environment)
    in_file = '--color' in options and options[-1] == 'always'
    assert ('\x1b[' in (three.folder / 'colors.txt').read_text(encoding='utf-8')) is in_file, 'only who asked for it gets it in a file'


@pytest.mark.skipif(sys.platform == 'win32', reason='no pseudo-terminal here')
@pytest.mark.parametrize(('environment', 'colored'), [
    ({'TERM': 'xterm-256color'}, True), ({'TERM': 'dumb'}, False), ({'TERM': 'xterm', 'NO_COLOR': '1'}, False)])
def test_color_on_a_terminal(three: Here, environment: dict[str, str], colored: bool) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in ('NO_COLOR', 'FORCE_COLOR', 'TERM')}
    code, out, err = on_a_terminal([*PROGRAM, 'check', 'leak/.mcp.json'], 'stdout', folder=three.folder,
                                   environment={**plain, **environment})
    assert (code, b'\x1b[' in out, err) == (1, colored, b'')


@pytest.mark.parametrize(('path', 'found'), [
    ('.mcp.json', ['missing-type']),
    ('a/./.mcp.json', ['missing-type']),
    ('.cursor/mcp.json', []),
    ('.vscode/mcp.json', ['wrong-root-key']),
])
def test_standard_input_is_read_as_what_it_stands_for(here: Here, path: str, found: list[str]) -> None:
    done = here('check', '-', '--as', path, '--format', 'json', '--select', 'missing-type,wrong-root-key', stdin=NO_TYPE)
    assert [name for _, name in done.names] == found
    assert done.code == (1 if found else 0)


def test_what_the_other_hook_checks_is_told_once(here: Here) -> None:
    here.write('.mcp.json', LEAK)
    here.write('notes.md', f'```json\n{LEAK}\n```\n')
    done = here('check', '--credentials', '--beside', '.mcp.json', 'notes.md')
    assert done.code == 1
    assert 'notes.md:' in done.out
    assert '.mcp.json:' not in done.out
    assert here('check', '--credentials', '--beside', '.mcp.json').code == 0


def test_a_capture_that_the_other_hook_checks_is_told_once(here: Here) -> None:
    said = '[\n{"jsonrpc": "2.0", "id": 1, "method": "tools/list"},\n{"jsonrpc": "1.0", "id": 1, "result": {"tools": []}}\n]\n'
    for name in ('inspector-protocol-1.json', 'session.mcp.jsonl'):
        here.write(name, said.replace('\n', ' ') if name.endswith('l') else said)
    done = here('inspect', '--hook', '--beside', 'inspector-protocol-1.json', 'session.mcp.jsonl')
    assert (done.code, 'session.mcp.jsonl:' in done.out, 'inspector-protocol-1.json:' in done.out) == (1, True, False)
    assert here('inspect', '--hook', '--beside', 'inspector-protocol-1.json').code == 0
    assert here('inspect', '--hook', 'inspector-protocol-1.json').code == 1


def test_standard_input_beside_files(three: Here) -> None:
    done = three('check', 'leak/.mcp.json', '-', '--as', 'x/.mcp.json', '--format', 'json', stdin=LEAK)
    assert done.names == [LEAKING, ('x/.mcp.json', 'credential-in-env')]
    assert three('check', '-', '--as', '.mcp.json', stdin=b'').code in (0, 1)
    assert three('check', '-', '--as', '.mcp.json', '--max-bytes', '10', stdin=LEAK).out.startswith('skipped .mcp.json: standard input')


def test_in_a_subfolder_paths_are_those_of_the_repository(three: Here) -> None:
    assert three('check', '.mcp.json', '--format', 'json', cwd='leak').names == [LEAKING]
    assert three('scan', '--format', 'json', cwd='leak').names == [LEAKING]


ODD = {
    'env is a list': '{"mcpServers": {"a": {"command": "x", "env": ["A=1"]}}}',
    'servers are a list': '{"mcpServers": []}',
    'args are an object': '{"mcpServers": {"a": {"command": "x", "args": {}}}}',
    'numbers and nulls': '{"mcpServers": {"a": {"command": 1, "url": null, "type": [], "args": [null, {}], "env": {"A": null}}, "b": 7}}',
    'null': '{"mcpServers": null}',
    'a number': '7',
    'a string': '"mcpServers"',
    'nothing': '',
    'blanks': ' \r\n\t',
    'broken': BROKEN,
    'cut': LEAK[:60],
    'deep': '[' * 100_000,
    'deep objects': '{"mcpServers":' * 50_000,
    'NUL': '{"mcpServers": {"a\0": {"command": "\0"}}}',
    'surrogates': '{"mcpServers": {"\\ud800": {"command": "\\udfff"}}}',
    'duplicate keys': '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}, "mcpServers": {}}',
    'controls': '{"mcpServers": {"\\u001b[31m": {"command": "\\u202e"}}}',
    'a mark': '\ufeff' + CLEAN,
    'long line': '{"mcpServers": {"a": {"command": "' + 'x' * 300_000 + '"}}}',
    'keys': '{"mcpServers": {' + ', '.join(f'"k{n}": {n}' for n in range(2_000)) + '}}',
}
RAW = {'not UTF-8': b'{"mcpServers": {"caf\xe9": {}}}', 'UTF-16': CLEAN.encode('utf-16'), 'UTF-16 cut': CLEAN.encode('utf-16')[:-3],
       'binary': bytes(range(256)) * 40}


@pytest.mark.parametrize('command', ['check', 'scan'])
def test_one_odd_file_never_ends_a_run(here: Here, command: str) -> None:
    names = []
    for number, content in enumerate([*ODD.values(), *RAW.values()]):
        for name in (f'{number:02}/.mcp.json', f'{number:02}/.vscode/mcp.json', f'{number:02}/.codex/config.toml',
                     f'{number:02}/.continue/config.yaml'):
            here.write(name, content)
            names.append(name)
    here.write('zz/.mcp.json', LEAK)
    here.git('add', '-A')
    done = here(command, *([*names, 'zz/.mcp.json'] if command == 'check' else []), '--format', 'json')
    assert done.code == 1, done.err
    assert done.data['errors'] == []
    assert done.err == ''
    assert ('zz/.mcp.json', 'credential-in-env') in done.names, 'the files after it are still checked'
    found = {path for path, _ in done.names}
    titles = [*ODD, *RAW]
    for title in ('env is a list', 'servers are a list', 'args are an object', 'numbers and nulls', 'broken', 'cut', 'deep', 'NUL',
                  'duplicate keys', 'not UTF-8', 'UTF-16 cut'):
        assert f'{titles.index(title):02}/.mcp.json' in found, title


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can reach; pytest's own is private."""
    before = os.umask(0o022)
    folder = Path(tempfile.mkdtemp(prefix='mcp-hooks-test-'))
    folder.chmod(0o755)
    yield folder
    os.umask(before)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == 'win32', reason='no such permissions here')
@pytest.mark.parametrize('command', ['check', 'scan'])
def test_what_may_not_be_read_is_named_and_the_rest_is_checked(open_folder: Path, command: str) -> None:
    here = Here(open_folder / 'repo')
    here.write('a/.mcp.json', LEAK).chmod(0)
    here.write('b/.mcp.json', LEAK)
    words = ['a/.mcp.json', 'b/.mcp.json'] if command == 'check' else ['--no-git', '.']
    done = as_somebody(here.folder, command, *words, '--format', 'json')
    assert done.code == 1, done.err
    assert done.names == [('b/.mcp.json', 'credential-in-env')]
    assert [one['path'] for one in done.data['skipped']] == ['a/.mcp.json']


def as_somebody(folder: Path, *arguments: str) -> Done:
    """Run the command as a user whom permissions hold for; an administrator may read everything."""
    environment = {**os.environ, 'PYTHONPATH': str(Path(check.__file__).parents[2])}
    if os.geteuid() != 0:
        return Done(subprocess.run([*PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True))
    for program in (PROGRAM, ['/usr/bin/python3', '-m', 'mcp_hooks']):
        try:
            if subprocess.run([*program, '--version'], user=65534, cwd=folder, env=environment, capture_output=True).returncode == 0:
                return Done(subprocess.run([*program, *arguments], user=65534, cwd=folder, env=environment, capture_output=True))
        except OSError:
            continue
    pytest.skip('no Python that another user may start')


def test_files_that_are_too_large_or_no_files_are_named(here: Here) -> None:
    here.write('.mcp.json', LEAK)
    done = here('check', '.mcp.json', '--max-bytes', '20')
    assert done.code == 0
    assert done.out.startswith('skipped .mcp.json: ')
    assert done.out.endswith('nothing was checked (1 skipped)\n')
    assert here('check', '.mcp.json', '--max-bytes', '100000').code == 1
    if hasattr(os, 'mkfifo'):
        os.mkfifo(here.folder / 'pipe.mcp.json')
        done = here('check', 'pipe.mcp.json', '.mcp.json')
        assert done.code == 1
        assert 'skipped pipe.mcp.json: ' in done.out


def test_a_scan_that_looks_at_nothing_says_so(here: Here) -> None:
    here.write('README.md', 'Nothing.\n')
    here.commit()
    for words, message in (((), 'No MCP configuration was found'), (('--staged',), 'No MCP configuration was found among what is staged.'),
                           (('--no-git',), 'No MCP configuration was found')):
        done = here('scan', *words)
        assert (done.code, done.err) == (0, '')
        assert message in done.out
        assert done.out.endswith('nothing was checked\n')


def test_a_scan_of_what_the_settings_leave_out_says_so(here: Here) -> None:
    here.write('examples/.mcp.json', '{"mcpServers": {"docs": {"url": "https://docs.example"}}}\n')
    here.write('.mcp-hooks.toml', 'exclude = ["examples/**"]\n')
    done = here('scan', 'examples')
    assert (done.code, done.out) == (0, 'No MCP configuration was found below examples.\n'
                                        '`exclude` in .mcp-hooks.toml leaves paths out; --no-settings looks at them too.\n'
                                        'nothing was checked\n')
    assert here('scan', '--no-settings', 'examples').code == 1


def test_a_hook_is_silent_when_there_is_nothing_to_say(three: Here) -> None:
    for words in (('check', '--hook'), ('check', '--hook', 'clean/.mcp.json'), ('scan', '--hook', 'clean')):
        done = three(*words)
        assert (done.code, done.out, done.err) == (0, '', '')
    assert three('check', '--hook', 'leak/.mcp.json').code == 1
    assert three('scan', '--hook').code == 1


def test_settings(three: Here) -> None:
    three.write('.mcp-hooks.toml', 'ignore = ["credential"]\n')
    three.write('other.toml', 'fail-on = "warning"\n')
    assert three('scan', '--format', 'json').names == [WARNED]
    assert three('scan', '--format', 'json', '--no-settings').names == [LEAKING, WARNED]
    assert three('scan', 'warning', '--settings', 'other.toml').code == 1
    assert three('check', *FILES, '--format', 'json').names == [WARNED]
    three.write('.mcp-hooks.toml', 'ignroe = ["credential"]\n')
    done = three('scan')
    assert done.code == 2
    assert "did you mean 'ignore'?" in done.err


def test_clients(here: Here) -> None:
    here.write('.mcp.json', '{"mcpServers": {"docs": {"type": "streamable-http", "url": "https://docs.example/mcp"}}}\n')
    plain = here('check', '.mcp.json', '--format', 'json')
    noted = here('check', '.mcp.json', '--format', 'json', '--all-readers')
    used = here('check', '.mcp.json', '--format', 'json', '--client', 'visual-studio,copilot', '--client', 'qwen')
    assert len(plain.names) < len(noted.names)
    assert {one['severity'] for one in noted.data['findings'] if one not in plain.data['findings']} == {'note'}
    assert {one['severity'] for one in used.data['findings']} - {'note'}


def test_staged_since_diff_and_changed_lines(three: Here) -> None:
    three.write('clean/.mcp.json', LEAK)  # not staged
    three.write('new/.mcp.json', WARNING)
    three.git('add', 'new')
    three.write('new/.mcp.json', CLEAN)  # mended in the work tree only
    assert three('scan', '--staged', '--format', 'json').names == [('new/.mcp.json', 'server-name')]
    three.git('checkout', '-q', '--', 'clean', 'new')
    assert three('scan', '--since', 'HEAD', '--format', 'json').names == [('new/.mcp.json', 'server-name')]
    assert three('scan', '--staged', '--changed-lines', '--format', 'json').names == [('new/.mcp.json', 'server-name')]
    assert three('scan', '--since', 'HEAD', '--changed-lines', '--format', 'json').names == [('new/.mcp.json', 'server-name')]
    diff = three.git('diff', '--cached')
    assert three('scan', '--diff', '-', '--format', 'json', stdin=diff).names == [('new/.mcp.json', 'server-name')]
    (three.folder / 'change.diff').write_text(diff)
    assert three('scan', '--diff', 'change.diff', '--format', 'json').names == [('new/.mcp.json', 'server-name')]


def test_a_missing_base_is_said_and_everything_is_scanned(three: Here) -> None:
    done = three('scan', '--since', 'origin/main', '--format', 'json')
    assert done.names == [LEAKING, WARNED]
    assert 'fetch-depth' in ' '.join(done.data['notes'])


def test_history(three: Here) -> None:
    three.write('leak/.mcp.json', CLEAN)
    three.commit('mended')
    assert three('scan', '--format', 'json').names == [WARNED]
    for words in (('--history',), ('--history', '--no-cache'), ('--history',), ('--history', 'HEAD~1')):
        done = three('scan', *words, '--format', 'json')
        assert LEAKING in done.names
        assert SECRET not in done.out
    assert 'no longer at HEAD' in three('scan', '--history').out


def test_the_home_folder(three: Here, tmp_path: Path) -> None:
    home = tmp_path / 'home'
    (home / '.cursor').mkdir(parents=True)
    (home / '.cursor/mcp.json').write_text(LEAK)
    done = three('scan', '--user', '--format', 'json', HOME=str(home), USERPROFILE=str(home), XDG_CONFIG_HOME=str(home / '.config'),
                 APPDATA=str(home / 'AppData'))
    assert [name for _, name in done.names] == ['credential-in-env']
    assert done.code == 1


def test_the_clients_of_a_home_folder_are_not_those_of_one_project(here: Here, tmp_path: Path) -> None:
    for path, package in (('.cursor/mcp.json', 'docs-mcp'), ('.gemini/settings.json', 'manual-mcp')):
        for folder in (here.folder, tmp_path / 'home'):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(json.dumps({'mcpServers': {'docs': {'command': 'npx', 'args': ['-y', package]}}}))
    home = str(tmp_path / 'home')
    done = here('scan', '--user', '--format', 'json', HOME=home, USERPROFILE=home, XDG_CONFIG_HOME=f'{home}/x', APPDATA=f'{home}/y')
    assert (done.names, done.data['summary']['checked']) == ([], 2)
    assert here('scan', '--format', 'json').names == [('.gemini/settings.json', 'name-conflict')]


def test_the_home_folder_has_its_own_settings(three: Here, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp('home')
    (home / '.cursor').mkdir(parents=True)
    (home / '.cursor/mcp.json').write_text(LEAK)
    at_home = {'HOME': str(home), 'USERPROFILE': str(home), 'XDG_CONFIG_HOME': str(home / '.config'), 'APPDATA': str(home / 'AppData')}
    three.write('.mcp-hooks.toml', 'ignore = ["credential"]\nexclude = ["**"]\n')  # whoever this repository comes from
    assert [name for _, name in three('scan', '--user', '--format', 'json', **at_home).names] == ['credential-in-env']
    (home / '.mcp-hooks.toml').write_text('ignore = ["credential-in-env"]\n')
    assert three('scan', '--user', '--format', 'json', **at_home).names == []
    done = three('scan', '--user', '.', **at_home)
    assert (done.code, done.err) == (2, 'mcp-hooks: --user looks at the home folder, and takes no PATH\n')


def test_untracked_ignored_and_no_git(here: Here) -> None:
    here.write('.gitignore', 'ignored/\n')
    here.write('tracked/.mcp.json', CLEAN)
    here.commit()
    here.write('untracked/.mcp.json', LEAK)
    here.write('ignored/.mcp.json', LEAK)
    done = here('scan', '--format', 'json')
    assert done.names == [('untracked/.mcp.json', 'credential-in-env')]
    assert done.data['summary']['untracked'] == ['untracked/.mcp.json']
    both = [('ignored/.mcp.json', 'credential-in-env'), ('untracked/.mcp.json', 'credential-in-env')]
    assert here('scan', '--include-ignored', '--format', 'json').names == both
    assert here('scan', '--no-git', '--include-ignored', '--format', 'json').names == both


def test_baseline(three: Here) -> None:
    written = three('scan', '--write-baseline', 'known.json')
    assert written.code == 0, written.err
    assert SECRET not in (three.folder / 'known.json').read_text(encoding='utf-8')
    done = three('scan', '--baseline', 'known.json')
    assert (done.code, done.err) == (0, '')
    assert '2 suppressed' in done.out
    assert three('check', *FILES, '--baseline', 'known.json').code == 0
    three.write('leak/.mcp.json', LEAK.replace(SECRET, fake.github_pat('another')))
    assert three('scan', '--baseline', 'known.json', '--format', 'json').names == [LEAKING], 'a changed value is a new finding'
    three.write('leak/.mcp.json', CLEAN)
    assert 'no longer match' in three('scan', '--baseline', 'known.json').out
    three('scan', '--baseline', 'known.json', '--prune')
    assert 'no longer match' not in three('scan', '--baseline', 'known.json').out


def test_what_is_set_aside_in_sarif(three: Here) -> None:
    three('scan', '--write-baseline', 'known.json')
    noted = LEAK.replace('mcpServers', 'servers').replace('"GITHUB', '// mcp-hooks: ignore[MCP401] for a test\n"GITHUB')
    three.write('note/.vscode/mcp.json', noted)
    words = ('--baseline', 'known.json', '--format', 'sarif')
    for command in (('scan',), ('check', *FILES, 'note/.vscode/mcp.json')):
        assert three(*command, *words).data['runs'][0]['results'] == []
        done = three(*command, *words, '--sarif-suppressed')
        assert done.code == 0
        assert SECRET not in done.out
        assert [one['suppressions'] for one in done.data['runs'][0]['results']] == [
            [{'kind': 'external', 'justification': 'known in known.json'}], [{'kind': 'inSource', 'justification': 'for a test'}],
            [{'kind': 'external', 'justification': 'known in known.json'}]]


def test_a_tree_cannot_silence_itself_when_the_base_is_trusted(three: Here) -> None:
    base = three.git('rev-parse', 'HEAD').strip()
    three.write('.mcp-hooks.toml', 'ignore = ["credential", "server-name"]\n')
    three.commit()
    assert three('scan', '--format', 'json').names == []
    assert three('scan', '--format', 'json', '--trust-settings-from', base).names == [LEAKING]


@pytest.mark.skipif(sys.platform == 'win32', reason='no such pipes here')
@pytest.mark.parametrize('words', [('check', *FILES), ('scan', '--format', 'sarif'), ('rules',), ('clients',)])
def test_a_reader_that_goes_away_changes_nothing(three: Here, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*PROGRAM, *words], cwd=three.folder, stdout=writing, stderr=subprocess.PIPE, timeout=600)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1 if words[0] in ('check', 'scan') else 0, b'')


@pytest.mark.skipif(not os.path.exists('/dev/full'), reason='no such device here')
def test_a_full_disk_is_said(three: Here) -> None:
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([*PROGRAM, 'check', *FILES], cwd=three.folder, stdout=full, stderr=subprocess.PIPE, timeout=600)
    assert done.returncode == 2
    assert done.stderr.startswith(b'mcp-hooks: standard output: No space left on device')
    assert done.stderr.count(b'\n') == 1


@pytest.mark.skipif(sys.platform == 'win32', reason='no shell that closes handles')
def test_closed_streams(three: Here) -> None:
    for closed in ('>&-', '2>&-', '<&-', '>&- 2>&- <&-'):
        done = subprocess.run(['sh', '-c', f'"$@" {closed}', 'sh', *PROGRAM, 'check', *FILES], cwd=three.folder,
                              capture_output=True, timeout=600)
        assert (done.returncode, done.stderr) == (1, b''), closed


FAILING = '''
from mcp_hooks import cli, rules
from mcp_hooks.rules.rule import FILE, Rule

def check(file):
    if 'boom' in file.path:
        raise ValueError(file.document.text)
    return ()

planted = Rule(id='MCP999', name='planted', category='shape', severity='error', summary='Fails.', help='', source='', checked='',
               check=check, subject=FILE)
real = rules.config_rules()
rules.config_rules = lambda: (*real, planted)
cli.console()
'''


@pytest.mark.parametrize('command', ['check', 'scan'])
@pytest.mark.parametrize('format', ['text', 'json', 'sarif', 'github', 'markdown', 'junit', 'html'])
def test_an_internal_error_is_named_without_the_text_of_the_file(here: Here, command: str, format: str) -> None:
    here.write('a/.mcp.json', LEAK)
    here.write('boom/.mcp.json', LEAK)
    here.write('c/.mcp.json', LEAK)
    here.git('add', '-A')
    words = ['a/.mcp.json', 'boom/.mcp.json', 'c/.mcp.json'] if command == 'check' else ['.']
    done = here(command, *words, '--format', format, program=[sys.executable, '-c', FAILING])
    assert done.code == 2
    assert 'internal error: ValueError' in done.out
    assert 'please report it' in done.out
    assert 'boom/.mcp.json' in done.out
    assert 'Traceback' not in done.out + done.err
    assert SECRET not in done.out + done.err
    assert 'c/.mcp.json' in done.out, 'the files after it are still checked'


def test_an_error_in_the_middle_of_the_command_is_one_line(here: Here) -> None:
    here.write('.mcp.json', LEAK)
    program = [sys.executable, '-c', f'from mcp_hooks import cli, engine\nengine.run = lambda *_: [].pop({SECRET!r})\ncli.console()']
    done = here('check', '.mcp.json', program=program)
    assert done.code == 2
    assert done.err.startswith('mcp-hooks: internal error: TypeError')
    assert SECRET not in done.err
    assert done.err.count('\n') == 1


@pytest.mark.skipif(sys.platform == 'win32', reason='no such signals here')
def test_an_interruption_is_quiet(here: Here) -> None:
    program = [sys.executable, '-c', 'from mcp_hooks import cli, engine\ndef run(*_): raise KeyboardInterrupt\nengine.run = run\n'
               'cli.console()']
    here.write('.mcp.json', LEAK)
    done = here('check', '.mcp.json', program=program)
    assert (done.code, done.err) == (130, 'mcp-hooks: interrupted\n')
