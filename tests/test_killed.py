"""Killed, out of room, or not allowed to: the old file or the new one, never half of one, and words for people."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import fake
import pytest
from repository import ENVIRONMENT, Repository

from mcp_hooks.policy import baseline

pytestmark = pytest.mark.skipif(os.name != 'posix', reason='signals, limits and permissions of POSIX')

TOKEN = fake.github_pat('killed')
LEAK = json.dumps({'mcpServers': {'github': {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': TOKEN}}}}, indent=2) + '\n'
MENDABLE = '{"mcpServers": {"docs": {"type": "htp", "url": "https://docs.example/mcp"}}}\n'

# dies at the given moment of its first write of a file that counts, as after a power cut
DYING = '''
import os, signal, sys
moment = sys.argv.pop(1)
def die(*_, **__): os.kill(os.getpid(), signal.SIGKILL)
real = {name: getattr(os, name) for name in ('open', 'fsync', 'replace', 'link')}
unnamed = getattr(os, 'O_TMPFILE', 0)
if moment.startswith('named '):  # on other systems
    moment, os.O_TMPFILE = moment[6:], 0
def opened(path, flags, *rest, **named):
    handle = real['open'](path, flags, *rest, **named)
    if (flags & os.O_CREAT and str(path).endswith('.tmp')) or (unnamed and flags & unnamed == unnamed):
        if moment == 'created': die()
        if moment == 'written': os.write(handle, b'{"half'); die()
    return handle
os.open = opened
if moment == 'before-sync': os.fsync = die
if moment == 'before-link' and unnamed: os.link = die
if moment in ('before-link', 'before-replace'): os.replace = die
if moment == 'replaced': os.replace = lambda *names: (real['replace'](*names), die())
from mcp_hooks.cli import main
sys.exit(main(sys.argv[1:]))
'''
EARLY = ('created', 'written', 'before-sync', 'before-link')
SOME_MOMENTS = ('written', 'before-link', 'before-replace', 'replaced', 'named written')
MOMENTS = (*EARLY, 'before-replace', 'replaced', 'named created', 'named written', 'named before-replace')


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repo = Repository(tmp_path / 'repo')
    repo.write('.mcp.json', LEAK)
    repo.write('sub/.mcp.json', MENDABLE)
    repo.commit()
    return repo


def environment() -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
    return {**plain, **ENVIRONMENT, 'PYTHONPATH': os.pathsep.join(sys.path)}


def run(repo: Repository, *arguments: str, program: list[str] | None = None, limit: int = 0, allowed: bool = True,
        **more: str) -> subprocess.CompletedProcess[str]:
    def prepare() -> None:
        if limit:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        if not allowed:
            give_up_power()

    return subprocess.run([sys.executable, *(program or ['-m', 'mcp_hooks']), *arguments], cwd=repo.folder, env={**environment(), **more},
                          capture_output=True, encoding='utf-8', timeout=600, preexec_fn=prepare)


def left_behind(repo: Repository) -> list[str]:
    return sorted(path.name for path in repo.folder.rglob('*.tmp'))


def may_leave(repo: Repository, moment: str) -> bool:
    """Is there a file with a name at that moment, which a killed run cannot take away?"""
    try:
        os.close(os.open(repo.folder, getattr(os, 'O_TMPFILE', os.O_CREAT) | os.O_WRONLY))
    except OSError:
        return moment != 'replaced'
    return moment not in (*EARLY, 'replaced')


# --- killed -------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('moment', MOMENTS)
def test_a_baseline(repo: Repository, moment: str) -> None:
    file = repo.folder / 'known.json'
    assert run(repo, 'scan', '--write-baseline', 'known.json').returncode == 0
    old = file.read_bytes()
    repo.write('third/.mcp.json', LEAK.replace('github', 'other'))
    done = run(repo, moment, 'scan', '--write-baseline', 'known.json', program=['-c', DYING])
    assert done.returncode == -9
    entries = len(baseline.load(str(file)).entries)
    assert (file.read_bytes() == old) is (moment != 'replaced')
    assert entries == len(old.splitlines()) - 2 + (moment == 'replaced')
    assert bool(left_behind(repo)) is may_leave(repo, moment)
    assert run(repo, 'scan', '--write-baseline', 'known.json').returncode == 0  # and the next run is not troubled by what is left
    assert len(baseline.load(str(file)).entries) == len(old.splitlines()) - 1


@pytest.mark.parametrize('moment', SOME_MOMENTS)
def test_the_cache_of_a_history(repo: Repository, moment: str) -> None:
    wanted = run(repo, 'scan', '--history', '--no-cache').stdout
    done = run(repo, moment, 'scan', '--history', program=['-c', DYING])
    assert done.returncode == -9
    assert bool(left_behind(repo)) is may_leave(repo, moment)
    for _ in range(2):
        assert run(repo, 'scan', '--history').stdout == wanted


@pytest.mark.parametrize('moment', SOME_MOMENTS)
def test_a_mended_file(repo: Repository, moment: str) -> None:
    file = repo.folder / 'sub' / '.mcp.json'
    assert run(repo, moment, 'fix', 'sub/.mcp.json', program=['-c', DYING]).returncode == -9
    assert file.read_text(encoding='utf-8') == (MENDABLE.replace('htp', 'http') if moment == 'replaced' else MENDABLE)
    file.write_text(MENDABLE)
    for left in file.parent.glob('*.tmp'):
        os.utime(left, (1, 1))
    run(repo, 'fix', 'sub/.mcp.json')
    assert file.read_text(encoding='utf-8') == MENDABLE.replace('htp', 'http')
    assert left_behind(repo) == []


@pytest.mark.parametrize(('moment', 'format'), [('written', 'html'), ('before-replace', 'sarif'), ('replaced', 'json'),
                                                ('replaced', 'html')])
def test_a_report(repo: Repository, moment: str, format: str) -> None:
    words = ['scan', '--format', format, '--output', 'report']
    assert run(repo, *words).returncode == 1
    old = (repo.folder / 'report').read_bytes()
    (repo.folder / '.mcp.json').write_text(MENDABLE)
    assert run(repo, moment, *words, program=['-c', DYING]).returncode == -9
    now = (repo.folder / 'report').read_bytes()
    assert (now == old) is (moment != 'replaced')
    if format != 'html':
        json.loads(now)
    else:
        assert now.rstrip().endswith(b'</html>')


def test_killed_at_random_moments(repo: Repository) -> None:
    """From the outside, at whatever it was about to do."""
    import time

    file = repo.folder / 'known.json'
    begin = time.monotonic()
    assert run(repo, 'scan', '--write-baseline', 'known.json').returncode == 0
    whole = time.monotonic() - begin
    for number in range(6):
        process = subprocess.Popen([sys.executable, '-m', 'mcp_hooks', 'scan', '--write-baseline', 'known.json'], cwd=repo.folder,
                                   env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * (number + 1) / 6)
        process.kill()
        process.wait()
        assert len(baseline.load(str(file)).entries) == 2


# --- no room ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('words', [
    ('scan', '--write-baseline', 'out'), ('scan', '--format', 'json', '--output', 'out'), ('scan', '--format', 'html', '--output', 'out'),
])
def test_no_room_for_a_file(repo: Repository, words: tuple[str, ...]) -> None:
    (repo.folder / 'out').write_text('old')
    if '--write-baseline' in words:
        run(repo, *words[:-1], 'out2')
        shutil.move(repo.folder / 'out2', repo.folder / 'out')
    old = (repo.folder / 'out').read_bytes()
    done = run(repo, *words, limit=40)
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr == 'mcp-hooks: out: cannot be written: File too large\n'
    assert (repo.folder / 'out').read_bytes() == old
    assert left_behind(repo) == []


def test_no_room_for_the_cache(repo: Repository) -> None:
    done = run(repo, 'scan', '--history', '--format', 'json', limit=100)
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, '')
    assert [one['name'] for one in report['findings']] == ['credential-in-env']
    assert any('could not be remembered' in note for note in report['notes'])
    assert not (repo.folder / '.git' / 'mcp-hooks' / 'history').exists()
    assert list((repo.folder / '.git' / 'mcp-hooks').glob('*.tmp')) == []


def test_no_room_to_mend(repo: Repository) -> None:
    done = run(repo, 'fix', 'sub/.mcp.json', limit=20)
    assert done.returncode == 2
    assert 'sub/.mcp.json: cannot be written: File too large' in done.stderr + done.stdout
    assert (repo.folder / 'sub' / '.mcp.json').read_text(encoding='utf-8') == MENDABLE
    assert left_behind(repo) == []


@pytest.mark.skipif(not hasattr(os, 'geteuid') or os.geteuid() != 0 or not sys.platform.startswith('linux'), reason='a disk is needed')
def test_a_full_disk(repo: Repository, tmp_path: Path) -> None:
    disk = tmp_path / 'disk'
    disk.mkdir()
    if subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', str(disk)], capture_output=True).returncode:
        pytest.skip('no disk can be mounted here')
    try:
        (disk / 'out').write_text('old')
        (disk / 'filler').write_bytes(b'x' * 56_000)
        with pytest.raises(OSError), (disk / 'more').open('wb') as stream:
            stream.write(b'x' * 56_000)
        done = run(repo, 'scan', '--format', 'html', '--output', str(disk / 'out'))
        assert (done.returncode, done.stdout) == (2, '')
        assert done.stderr == f'mcp-hooks: {disk}/out: cannot be written: No space left on device\n'
        assert (disk / 'out').read_text(encoding='utf-8') == 'old'
        assert sorted(os.listdir(disk)) == ['filler', 'more', 'out']
    finally:
        subprocess.run(['umount', str(disk)], check=True)


# --- not allowed --------------------------------------------------------------------------------------------------------

def give_up_power() -> None:
    """The superuser may do everything, unless it gives that up: then permissions hold for it as for anybody."""
    if os.geteuid() == 0:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        for power in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, power, 0, 0, 0):  # PR_CAPBSET_DROP
                os._exit(77)


def can_give_up_power() -> bool:
    if not hasattr(os, 'geteuid') or (os.geteuid() == 0 and not sys.platform.startswith('linux')):
        return False
    return subprocess.run([sys.executable, '-c', ''], preexec_fn=give_up_power).returncode == 0


powerless = pytest.mark.skipif(not can_give_up_power(), reason='this superuser cannot give up its power')


@pytest.fixture
def closed(repo: Repository) -> Callable[[str, int], None]:
    changed: list[Path] = []

    def close(path: str, mode: int) -> None:
        target = repo.folder / path
        changed.append(target)
        target.chmod(mode)
    yield close  # type: ignore[misc]
    for target in changed:
        target.chmod(0o755)


@powerless
@pytest.mark.parametrize('words', [(), ('--no-git',)])
def test_files_and_folders_that_may_not_be_read(repo: Repository, closed: Callable[[str, int], None], words: tuple[str, ...]) -> None:
    repo.write('shut/.mcp.json', LEAK)
    repo.write('b/.mcp.json', LEAK)
    repo.write('b/any.json', LEAK)
    repo.commit()
    closed('b/.mcp.json', 0)
    closed('b/any.json', 0)
    closed('shut', 0)
    done = run(repo, 'scan', '--format', 'json', *words, allowed=False)
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, '')
    assert {one['path'] for one in report['findings']} == {'.mcp.json', 'sub/.mcp.json'}
    reasons = {one['path']: one['reason'] for one in report['skipped']}
    assert reasons.pop('b/.mcp.json') == reasons.pop('b/any.json') == 'no permission to read it'
    assert {path[:4] for path in reasons} == {'shut'}
    assert set(reasons.values()) == {'no permission to read it'}


@powerless
def test_a_tree_that_may_not_be_written(repo: Repository, closed: Callable[[str, int], None]) -> None:
    before = {path: path.read_bytes() for path in repo.folder.rglob('*') if path.is_file()}
    for path in ('.git', 'sub', '.'):
        closed(path, 0o555)
    for words in (('scan',), ('scan', '--staged'), ('check', '.mcp.json')):
        assert run(repo, *words, allowed=False).returncode in (0, 1)
    done = run(repo, 'scan', '--history', '--format', 'json', allowed=False)
    assert any('could not be remembered' in note for note in json.loads(done.stdout)['notes'])
    for words, name in ((('scan', '--write-baseline', 'known.json'), 'known.json'),
                        (('scan', '--output', 'sub/report'), 'sub/report')):
        done = run(repo, *words, allowed=False)
        assert (done.returncode, done.stdout) == (2, '')
        assert done.stderr == f'mcp-hooks: {name}: cannot be written: Permission denied\n'
    done = run(repo, 'fix', 'sub/.mcp.json', allowed=False)
    assert done.returncode == 2
    assert 'sub/.mcp.json: cannot be written: Permission denied' in done.stderr + done.stdout
    assert {path: path.read_bytes() for path in repo.folder.rglob('*') if path.is_file()} == before


# --- git goes down --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(('verb', 'words'), [
    ('ls-files', ()), ('cat-file', ('--staged',)), ('diff', ('--staged',)), ('log', ('--history',)), ('cat-file', ('--history',))])
def test_git_is_killed(repo: Repository, tmp_path: Path, verb: str, words: tuple[str, ...]) -> None:
    """By the system, for its memory."""
    real = shutil.which('git')
    (tmp_path / 'bin').mkdir()
    program = tmp_path / 'bin' / 'git'
    program.write_text(f'#!/bin/sh\nfor word in "$@"; do [ "$word" = {verb} ] && kill -9 $$; done\nexec "{real}" "$@"\n')
    program.chmod(0o755)
    repo.write('.mcp.json', LEAK + ' ')
    repo.git('add', '-A')
    done = run(repo, 'scan', *words, PATH=f'{tmp_path}/bin{os.pathsep}{os.environ["PATH"]}')
    assert done.returncode == 2
    assert done.stdout == ''
    assert done.stderr.startswith('mcp-hooks: git ' + verb)
    assert done.stderr.count('\n') == 1


# --- others go on -------------------------------------------------------------------------------------------------------

@powerless
def test_one_file_that_may_not_be_written_keeps_nobody_else_waiting(repo: Repository, closed: Callable[[str, int], None]) -> None:
    repo.write('shut/.mcp.json', MENDABLE)
    closed('shut', 0o555)
    done = run(repo, 'fix', 'shut/.mcp.json', 'sub/.mcp.json', allowed=False)
    assert done.returncode == 2
    assert done.stderr == f'mcp-hooks: {(repo.folder / "shut" / ".mcp.json").resolve()}: cannot be written: Permission denied\n'
    assert (repo.folder / 'sub' / '.mcp.json').read_text(encoding='utf-8') == MENDABLE.replace('htp', 'http')
    assert (repo.folder / 'shut' / '.mcp.json').read_text(encoding='utf-8') == MENDABLE
    closed('shut', 0)
    done = run(repo, 'check', 'shut/.mcp.json', '.mcp.json', allowed=False)
    assert done.returncode == 1
    assert 'skipped shut/.mcp.json: no permission to read it' in done.stdout


CHANGING = '''
import sys
from mcp_hooks import fixing
real = fixing.fix_data
def fixed(path, *rest):
    if path.startswith('sub/'): open(path, 'a').write('\\n')
    return real(path, *rest)
fixing.fix_data = fixed
from mcp_hooks.cli import main
sys.exit(main(sys.argv[1:]))
'''


def test_what_an_editor_saved_meanwhile_stays(repo: Repository) -> None:
    repo.write('third/.mcp.json', MENDABLE)
    done = run(repo, 'fix', 'sub/.mcp.json', 'third/.mcp.json', program=['-c', CHANGING])
    assert done.returncode == 2
    assert done.stderr.endswith('sub/.mcp.json: was changed by somebody else meanwhile, and is left as it is\n')
    assert (repo.folder / 'sub' / '.mcp.json').read_text(encoding='utf-8') == MENDABLE + '\n'
    assert (repo.folder / 'third' / '.mcp.json').read_text(encoding='utf-8') == MENDABLE.replace('htp', 'http')


def test_no_empty_env_file_is_left(repo: Repository) -> None:
    repo.write('.gitignore', '.env\n')
    done = run(repo, 'fix', '--credentials', '--env-file', '.env', '.mcp.json', limit=10)
    assert (done.returncode, done.stderr) == (2, 'mcp-hooks: .env: cannot be written: File too large\n')
    assert not (repo.folder / '.env').exists()
    assert (repo.folder / '.mcp.json').read_text(encoding='utf-8') == LEAK
