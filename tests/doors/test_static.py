"""Static is proven, not promised: every door runs over hostile files while an audit hook watches (see watched.py).

No socket, no process but git, no code from the scanned tree, no file opened outside of it, nothing written.
"""
from __future__ import annotations

import ast
import json
import multiprocessing
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import fake
import pytest
from repository import ENVIRONMENT, Repository

import mcp_hooks

WATCHED = Path(__file__).with_name('watched.py')
OURS = Path(mcp_hooks.__file__).parent
# where Python and the packages live, and what every program may look at
ALLOWED = tuple({os.path.realpath(path) for path in (
    OURS, sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values(), os.devnull, '/dev/urandom', '/usr/lib',
    '/usr/share/zoneinfo', '/proc/self', '/sys/devices/system/cpu', '/sys/fs/cgroup')})
HOSTILE_MODULE = 'import os, pathlib\npathlib.Path(os.environ["PWNED"]).write_text(__file__)\n'
EVIL = 'touch "$PWNED"'


@pytest.fixture(scope='module')
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``tree`` is scanned, ``outside`` must never be opened, ``pwned`` must never come to be."""
    place = tmp_path_factory.mktemp('static')
    outside = place / 'outside'
    outside.mkdir()
    (outside / 'secret.env').write_text(f'TOKEN={fake.github_pat("outside")}\n')
    (outside / '.mcp.json').write_text(json.dumps({'mcpServers': {'x': {'env': {'API_TOKEN': fake.github_pat('outside')}}}}))
    repo = Repository(place / 'tree')
    for name in ('argparse.py', 'json.py', 're.py', 'os.py', 'tomllib.py', 'ruamel/__init__.py', 'ruamel/yaml.py', 'sitecustomize.py',
                 'mcp_hooks/__init__.py', 'mcp_hooks/cli.py', 'conftest.py', 'git', 'git.exe', 'jsonschema_rs.py'):
        file = repo.write(name, HOSTILE_MODULE if name.endswith('.py') else f'#!/bin/sh\n{EVIL}\n')
        file.chmod(0o755)
    hostile = {
        'shell': {'command': 'sh', 'args': ['-c', EVIL]}, 'substituted': {'command': f'$({EVIL})'}, 'ticks': {'command': f'`{EVIL}`'},
        'remote': {'type': 'http', 'url': 'http://127.0.0.1:9/mcp'}, 'schema': {'$ref': 'http://127.0.0.1:9/schema.json'},
        'file': {'command': 'x', 'envFile': '${workspaceFolder}/../outside/secret.env', 'env': {'A': '${file:../outside/secret.env}'}},
        'home': {'command': '~/../../etc/passwd', 'cwd': '/etc', 'env': {'LD_PRELOAD': './evil.so', 'A': '{file:/etc/passwd}'}},
        'env': {'command': 'x', 'env': {'API_TOKEN': fake.github_pat('static'), 'B': '${env:HOME}', 'C': '!cmd', 'D': '$(id)'}},
    }
    repo.write('.mcp.json', json.dumps({'$schema': 'http://127.0.0.1:9/schema.json', 'mcpServers': hostile}, indent=2))
    repo.write('.vscode/mcp.json', json.dumps({'servers': hostile, 'inputs': [{'id': 'a', 'type': 'command', 'command': EVIL}]}))
    repo.write('.continue/mcpServers/a.yaml', '!!python/object/apply:os.system\nargs: [\'touch "$PWNED"\']\n')
    repo.write('.continue/mcpServers/b.yaml', 'mcpServers:\n  - &a {name: x, command: !!python/name:os.system "x", args: [*a]}\n')
    repo.write('.codex/config.toml', f'[mcp_servers.x]\ncommand = "sh"\nargs = ["-c", {json.dumps(EVIL)}]\n')
    repo.write('.env', 'OPENAI_API_KEY=$(cat ../outside/secret.env)\n')
    repo.write('README.md', f'```sh\nclaude mcp add x -e A=$({EVIL}) -- npx -y x\n```\n')
    repo.write('a.ipynb', json.dumps({'cells': [{'cell_type': 'code', 'source': ['!claude mcp add x -- sh -c "touch $PWNED"\n']}]}))
    repo.write('config.json', '[' * 100_000 + '{"mcpServers": ')
    repo.write('session.mcp.jsonl', '\n'.join(json.dumps(message) for message in (
        {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'},
        {'jsonrpc': '2.0', 'id': 1, 'result': {'tools': [{'name': 'a', 'inputSchema': {
            '$schema': 'http://127.0.0.1:9/meta.json', 'type': 'object', '$ref': 'file:///etc/passwd',
            'properties': {'x': {'$ref': 'http://127.0.0.1:9/schema.json'}}}}]}},
        {'jsonrpc': '2.0', 'id': 2, 'method': 'tools/call', 'params': {'name': 'a', 'arguments': {'x': 1}}},
        {'jsonrpc': '2.0', 'id': 2, 'result': {'content': []}})) + '\n')
    repo.write('pyproject.toml', '[tool.mcp-hooks]\nclients = ["claude-code"]\n')
    for name, target in (('links/.mcp.json', '../../outside/.mcp.json'), ('.cursor/mcp.json', '/dev/zero'),
                         ('.roo/mcp.json', '/proc/self/environ'),
                         ('up', '..'), ('.env.link', str(outside / 'secret.env'))):
        path = repo.folder / name
        path.parent.mkdir(exist_ok=True)
        try:
            path.symlink_to(target)
        except OSError:
            break
    # what a repository's own configuration and attributes would have git run
    repo.write('.gitattributes', '* filter=evil diff=evil\n')
    for name in ('pre-commit', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'):
        hook = repo.write(f'.git/hooks/{name}', f'#!/bin/sh\n{EVIL}\n')
        hook.chmod(0o755)
    repo.git('add', '-f', '-A', PWNED=str(place / 'ignored'))
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--no-verify', '-m', 'first', PWNED=str(place / 'ignored'))
    repo.write('.git/config', (repo.folder / '.git/config').read_text() + f'''
[core]
	fsmonitor = {json.dumps(EVIL)}
	pager = {json.dumps(EVIL)}
	editor = {json.dumps(EVIL)}
	sshCommand = {json.dumps(EVIL)}
[filter "evil"]
	clean = {json.dumps(EVIL)}
	smudge = {json.dumps(EVIL)}
	process = {json.dumps(EVIL)}
	required = true
[diff]
	external = {json.dumps(EVIL)}
[diff "evil"]
	textconv = {json.dumps(EVIL)}
	command = {json.dumps(EVIL)}
[alias]
	ls-files = {json.dumps('!' + EVIL)}
	grep = {json.dumps('!' + EVIL)}
[interactive]
	diffFilter = {json.dumps(EVIL)}
''')
    repo.write('.mcp.json', json.dumps({'mcpServers': hostile}, indent=1))  # differs from the index: comparing would start a filter
    return place


DOORS = {
    'check': ('cli', 'main', ['check', '.mcp.json', '.vscode/mcp.json', '.continue/mcpServers/a.yaml', '.continue/mcpServers/b.yaml',
                              '.codex/config.toml', '.env', 'README.md', 'a.ipynb', 'config.json', 'links/.mcp.json', '.cursor/mcp.json',
                              '.roo/mcp.json', '.env.link', '--all-readers']),
    'check as SARIF': ('cli', 'main', ['check', '.mcp.json', '--format', 'sarif']),
    'check as HTML': ('cli', 'main', ['check', '.mcp.json', '--format', 'html']),
    'scan': ('cli', 'main', ['scan', '.']),
    'scan of ignored files': ('cli', 'main', ['scan', '--include-ignored']),
    'scan without git': ('cli', 'main', ['scan', '--no-git', '.']),
    'scan of the index': ('cli', 'main', ['scan', '--staged']),
    'scan of changed lines of the index': ('cli', 'main', ['scan', '--staged', '--changed-lines']),
    'scan since a commit': ('cli', 'main', ['scan', '--since', 'HEAD', '--trust-settings-from', 'HEAD']),
    'scan of the history': ('cli', 'main', ['scan', '--history', '--no-cache']),
    'scan of the home folder': ('cli', 'main', ['scan', '--user']),
    'fix': ('cli', 'main', ['fix', '--dry-run', '--credentials', '.mcp.json', '.vscode/mcp.json']),
    'inspect': ('cli', 'main', ['inspect', 'session.mcp.jsonl']),
    'hook check': ('hooks', 'check', ['.mcp.json', '.vscode/mcp.json', 'links/.mcp.json']),
    'hook credentials': ('hooks', 'credentials', ['.mcp.json', 'README.md', '.env', 'a.ipynb', '.env.link']),
    'hook scan': ('hooks', 'scan', []),
    'hook fix': ('hooks', 'fix', ['--dry-run', '.mcp.json']),
    'hook transcripts': ('hooks', 'transcripts', ['session.mcp.jsonl']),
    'action': ('cli', 'main', ['action']),
}
MAY_WRITE = {'action': ('mcp-hooks.sarif', 'out.txt', 'summary.md')}


def watch(place: Path, module: str, function: str, arguments: list[str], **more: str) -> tuple[int, str, list[tuple[object, ...]]]:
    """Exit code, output and audit events of one run in the tree."""
    log = place / 'events.log'
    log.unlink(missing_ok=True)
    work = place / 'work'
    work.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('GIT_', 'MCP_HOOKS_', 'GITHUB_', 'PYTHON'))}
    environment |= {**ENVIRONMENT, 'PWNED': str(place / 'pwned'), 'HOME': str(place / 'tree'), 'USERPROFILE': str(place / 'tree'),
                    'XDG_CONFIG_HOME': str(place / 'tree/.config'), 'TMPDIR': str(work), 'PYTHONPATH': str(OURS.parent),
                    'PYTHONDONTWRITEBYTECODE': '1', 'PYTHONSAFEPATH': '1', 'RUNNER_TEMP': str(work), 'GITHUB_OUTPUT': str(work / 'out.txt'),
                    'GITHUB_STEP_SUMMARY': str(work / 'summary.md'), **more}
    done = subprocess.run([sys.executable, str(WATCHED), str(log), f'mcp_hooks.{module}', function, *arguments], cwd=place / 'tree',
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
    return done.returncode, done.stdout.decode('utf-8', 'replace'), [ast.literal_eval(line) for line in log.read_text().splitlines()]


def within(path: object, *folders: str | Path) -> bool:
    """The first folder is where relative paths begin."""
    real = os.path.realpath(os.path.join(folders[0], os.fsdecode(path)))  # type: ignore[arg-type]
    return any(real == str(folder) or real.startswith(os.path.join(str(folder), '')) for folder in folders)


@pytest.mark.parametrize('door', DOORS)
def test_a_door_leaves_nothing_and_starts_nothing(door: str, place: Path) -> None:
    module, function, arguments = DOORS[door]
    code, output, events = watch(place, module, function, arguments)
    tree, work = os.path.realpath(place / 'tree'), os.path.realpath(place / 'work')
    assert code in (0, 1), output
    assert 'internal error' not in output
    assert not (place / 'pwned').exists(), 'a program of the repository was run'
    assert events
    assert events[-1][0] == 'modules', output
    assert not [name for name in events[-1][1:] if name != 'None' and within(name, tree)], 'a module of the tree was imported'
    written = []
    for event, *details in events[:-1]:
        name = str(event)
        if name == 'open':
            path, _, flags = details
            if isinstance(path, int):
                continue
            if isinstance(flags, int) and flags & getattr(os, 'O_NOFOLLOW', 0):  # refused by the system when it is a link
                path = os.path.dirname(os.fsdecode(path)) or tree  # type: ignore[arg-type]
            assert within(path, tree, work, *ALLOWED), (name, details)
            without_name = getattr(os, 'O_TMPFILE', 0)
            if isinstance(flags, int) and without_name and flags & without_name == without_name:
                continue  # it gets its name with os.link
            if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                written.append(os.fsdecode(details[0]))  # type: ignore[arg-type]
        elif name in ('subprocess.Popen', 'os.posix_spawn'):
            program = os.fsdecode(details[0])  # type: ignore[arg-type]
            assert os.path.basename(program).removesuffix('.exe') == 'git', details
            assert not within(program, tree), details
        elif name == 'exec':
            assert str(details[0]).startswith('<') or not within(details[0], tree), details  # <string>: named tuples of the library
        elif name == 'import':
            assert details[1] is None or not within(details[1], tree), details
        elif name in ('os.mkdir', 'os.rmdir', 'os.remove', 'os.rename', 'os.chmod', 'shutil.rmtree', 'tempfile.mkdtemp', 'tempfile.mkstemp',
                      'os.link', 'os.symlink', 'os.truncate', 'os.utime', 'os.chown'):
            if name == 'os.link' and str(details[0]).startswith('/proc/self/fd/'):  # a file of our own gets its name
                details = details[1:]
                written.append(os.fsdecode(details[0]))  # type: ignore[arg-type]
            assert os.path.isabs(os.fsdecode(details[0])), (name, details)  # type: ignore[arg-type]
            assert within(details[0], work), (name, details)
        elif name != 'os.kill':  # a git that nobody waits for any more
            assert not name.startswith(('socket', 'ssl', 'urllib', 'http', 'os.', 'pty', 'pickle', 'subprocess')), (name, details)
    allowed = MAY_WRITE.get(door, ())
    assert all(os.path.basename(path).endswith(allowed) or '.mcp-hooks.sarif.' in path or path == os.devnull for path in written), written


def test_the_package_runs_no_text() -> None:
    for path in OURS.rglob('*.py'):
        calls = {node.func.id for node in ast.walk(ast.parse(path.read_text(encoding='utf-8')))
                 if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert not calls & {'exec', 'eval', 'compile', 'breakpoint', 'input'}, path


def test_nothing_outside_was_read(place: Path) -> None:
    """The links out of the tree are named, and what they lead to is not in the report."""
    _, output, _ = watch(place, 'cli', 'main', ['scan', '.'])
    assert 'outside' not in output.replace('outside of the repository', '').replace('outside of the tree', '') or 'skipped' in output
    assert fake.github_pat('outside') not in output
    assert 'skipped links/.mcp.json' in output


@pytest.mark.skipif(sys.platform != 'linux', reason='elsewhere the workers are started anew, and the hook does not follow them')
def test_workers_are_watched_too(tmp_path: Path) -> None:
    repo = Repository(tmp_path / 'tree')
    for number in range(420):
        repo.write(f'{number}/.mcp.json', json.dumps({'mcpServers': {'x': {'command': f'$({EVIL})', 'env': {'A_TOKEN': '$(id)'}}}}))
    code, output, events = watch(tmp_path, 'cli', 'main', ['scan', '--no-git', '.'])
    assert code in (0, 1), output
    assert '420 files checked' in output
    assert any(name == 'os.fork' for name, *_ in events)
    forbidden = ('socket.', 'subprocess.', 'os.system', 'os.exec', 'os.spawn', 'os.posix_spawn')
    assert not [event for event in events if str(event[0]).startswith(forbidden)]
    assert not (tmp_path / 'pwned').exists()


SPAWNING = '''import sys
from mcp_hooks.cli import main
from mcp_hooks import parallel

parallel.PAYS_FROM, parallel.AT_ONCE, parallel.CHUNK, parallel.cores = 30, 4, 7, lambda: 2
pool = parallel._pool
parallel._pool = lambda *given: print('several processes') or pool(*given)
if __name__ == '__main__':
    import multiprocessing

    multiprocessing.set_start_method(sys.argv[1])
    code = main(sys.argv[2:])
    print(__import__('os').environ.get('PYTHONSAFEPATH', 'as before'))
    sys.exit(code)
'''


@pytest.mark.parametrize('method', multiprocessing.get_all_start_methods())
def test_a_worker_imports_nothing_of_the_folder_it_is_started_in(tmp_path: Path, method: str) -> None:
    """macOS and Windows start workers with ``python -c``, Linux does so from Python 3.14 on: the folder is the first place then."""
    tree = tmp_path / 'tree'
    for name in ('multiprocessing/__init__.py', 'multiprocessing/spawn.py', 'pickle.py', 'socket.py', 'selectors.py', 'struct.py',
                 'mcp_hooks/__init__.py', 'mcp_hooks/parallel.py', 'json.py', 'concurrent/__init__.py', 'sitecustomize.py'):
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HOSTILE_MODULE)
    for number in range(40):
        (tree / str(number)).mkdir()
        (tree / str(number) / '.mcp.json').write_text('{"mcpServers": {"docs": {"command": "docs-mcp"}}}')
    script = tmp_path / 'script.py'
    script.write_text(SPAWNING)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('GIT_', 'MCP_HOOKS_', 'PYTHON'))}
    environment |= {'PWNED': str(tmp_path / 'pwned'), 'PYTHONPATH': str(OURS.parent), 'PYTHONDONTWRITEBYTECODE': '1'}
    done = subprocess.run([sys.executable, str(script), method, 'scan', '--no-git', '.'], cwd=tree, env=environment, encoding='utf-8',
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, '')
    assert done.stdout == 'several processes\nclean: 40 files checked\nas before\n'
    assert not (tmp_path / 'pwned').exists()


@pytest.mark.skipif(sys.platform == 'win32', reason='the older git is a shell script')
@pytest.mark.parametrize('arguments', [['scan', '--history', '--no-cache'], ['scan', '--since', 'HEAD~1'], ['scan', '--staged']],
                         ids=' '.join)
def test_the_remote_of_a_partial_clone_is_no_command_line(tmp_path: Path, arguments: list[str]) -> None:
    """Git before 2.44 fetches what such a clone has left behind, and one of the ways to a remote is a command."""
    origin = Repository(tmp_path / 'origin')
    for number in range(3):
        origin.write('.mcp.json', json.dumps({'mcpServers': {f'docs{number}': {'command': 'docs-mcp'}}}))
        origin.commit()
    origin.git('config', 'uploadpack.allowFilter', 'true')
    origin.git('clone', '-q', '--no-checkout', '--filter=blob:none', origin.folder.as_uri(), str(tmp_path / 'tree'))
    repo = Repository.at(tmp_path / 'tree')
    repo.git('read-tree', 'HEAD')
    repo.write('.mcp.json')
    for name in ('protocol.allow', 'protocol.ext.allow', 'protocol.file.allow'):
        repo.git('config', name, 'always')
    repo.git('config', 'remote.origin.url', f'ext::touch {tmp_path / "pwned"}')
    older = tmp_path / 'bin/git'
    older.parent.mkdir()
    older.write_text(f'#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nPATH={os.environ["PATH"]}\nexec git "$@"\n')
    older.chmod(0o755)
    code, output, _ = watch(tmp_path, 'cli', 'main', arguments, PATH=str(older.parent))
    assert (code, (tmp_path / 'pwned').exists()) == (0, False), output
    assert 'internal error' not in output
