"""Every version that any ref reaches, each blob once; and the second run is short."""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from repository import MAP, Repository

from mcp_hooks.sources import history
from mcp_hooks.sources.cache import Cache
from mcp_hooks.sources.history import History, Verdict
from mcp_hooks.sources.known_lines import CLEAN, LEAKING, KnownLines
from mcp_hooks.sources.source import Skipped, SourceError


class Judge:
    """Finds what follows ``SECRET=`` on a line, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, path: str, data: bytes) -> Verdict:
        self.asked.append(path)
        lines = data.decode('utf-8', 'replace').split('\n')
        return Verdict([({'rule': 'MCP400', 'json_path': '$', 'line': number, 'end_line': number}, line.partition('SECRET=')[2])
                        for number, line in enumerate(lines, 1) if 'SECRET=' in line])


def identify(secret: str, salt: str) -> str:
    assert len(salt) == 32 or not salt
    return f'id of {len(secret)} {secret[-3:]}'


def scan(repo: Repository, judge: Judge | None = None, **more: Any) -> History:
    return history.scan_history(repo.path, judge or Judge(), identify, **more)


def text(*lines: str) -> str:
    return '{"mcpServers": {\n' + '\n'.join(lines) + '\n}}\n'


DATE = '2026-01-02T03:04:05+01:00'


def test_what_is_gone_is_found(repo: Repository) -> None:
    repo.write('a.py', 'x')
    repo.commit()
    repo.write('packages/cli/.mcp.json', text('SECRET=one'))
    first = repo.commit()
    repo.write('packages/cli/.mcp.json', text('${one}'))
    repo.commit()
    found = scan(repo)
    past, = found.findings
    blob = repo.git('rev-parse', f'{first}:packages/cli/.mcp.json').strip()
    assert past == history.Past({'rule': 'MCP400', 'json_path': '$', 'line': 2, 'end_line': 2}, 'packages/cli/.mcp.json',
                                first, DATE, False, ('packages/cli/.mcp.json',), blob)
    assert (found.versions, found.judged, found.skipped, found.notes) == (2, 2, [], [])


def test_deleted_on_another_branch_in_a_stash_and_under_a_tag(repo: Repository) -> None:
    repo.write('README.txt')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'other')
    repo.write('any.json', text('SECRET=branch'))
    repo.commit()
    repo.git('checkout', '-q', '--detach')
    repo.write('.mcp.json', text('SECRET=detached'))
    repo.commit()
    repo.git('tag', '-a', '-m', 'x', 'v1')
    repo.git('checkout', '-q', 'main')
    repo.write('.cursor/mcp.json', text('SECRET=stashed'))
    repo.git('stash', '-q', '--include-untracked')
    assert sorted(past.path for past in scan(repo).findings) == ['.cursor/mcp.json', '.mcp.json', 'any.json']
    assert [past.path for past in scan(repo, revisions='main..other').findings] == ['any.json']
    assert scan(repo, revisions='main').findings == []


def test_one_finding_for_one_secret(repo: Repository) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    first = repo.commit()
    for number in range(3):
        repo.write('a/.mcp.json', text('SECRET=one', f'"{number}x"' * (number + 1)))
        repo.write('b.json', text(f'"{number}"', 'SECRET=one'))
        repo.commit()
    found = scan(repo).findings
    assert [(past.path, past.commit, past.paths, past.at_head) for past in found] == [('a/.mcp.json', first,
        ('a/.mcp.json', 'b.json'), True)]


def test_a_changed_secret_is_another_one(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=pass123'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=pass456'))
    second = repo.commit()
    assert [(past.commit == second, past.at_head) for past in scan(repo).findings] == [(False, False), (True, True)]


def test_still_at_head_in_a_later_version(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=one', '"version": 1'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=one', '"version": 2'))
    repo.commit()
    judge = Judge()
    assert [past.at_head for past in scan(repo, judge).findings] == [True]


def test_a_merge_that_brings_its_own(repo: Repository) -> None:
    repo.write('a.txt', 'a')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'other')
    repo.write('b.txt', 'b')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('c.txt', 'c')
    repo.commit()
    repo.git('merge', '-q', '--no-commit', 'other')
    repo.write('.mcp.json', text('SECRET=merged'))
    merge = repo.commit()
    assert [(past.path, past.commit) for past in scan(repo).findings] == [('.mcp.json', merge)]


def test_each_version_once(repo: Repository) -> None:
    for content in (MAP, '{}', MAP, '{}'):
        repo.write('.mcp.json', content)
        repo.write('copy.json', content)
        repo.commit()
    judge = Judge()
    found = scan(repo, judge)
    assert (found.versions, judge.asked) == (4, ['.mcp.json', 'copy.json', '.mcp.json'])  # {} has no mark under the other name


def test_versions_that_differ_in_short_numbers_only(repo: Repository) -> None:
    for number in (1, 22, 333):
        repo.write('.mcp.json', text(f'"image": "server:1.{number}"', f'"port": {number}'))
        repo.commit()
    judge = Judge()
    assert scan(repo, judge).judged == 1
    repo.write('.mcp.json', text('"image": "server:1.1"', '"pin": "483920174652"'))
    repo.commit()
    repo.write('.mcp.json', text('"image": "server:1.1"', '"pin": "583920174652"'))
    repo.commit()
    assert scan(repo, judge, use_cache=False).judged == 3


def test_names_links_and_content(repo: Repository) -> None:
    repo.write('é "x"/.mcp.json', text('SECRET=odd'))
    repo.write('plain.json', '{"SECRET": "SECRET=nobody"}')
    repo.write('package-lock.json', text('SECRET=lock'))
    repo.write('main.py', text('SECRET=code'))
    if os.name == 'posix':
        (repo.folder / '.mcp.json').symlink_to('SECRET=x')
    repo.commit()
    assert [past.path for past in scan(repo).findings] == ['é "x"/.mcp.json']


def test_large_files_and_what_the_settings_leave_out(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=large') + ' ' * 2000)
    repo.write('a/.mcp.json', text('SECRET=left out'))
    commit = repo.commit()
    found = scan(repo, max_bytes=1000, excluded=lambda path: path.startswith('a/'))
    assert found.findings == []
    assert found.skipped == [Skipped(f'{commit[:12]}:.mcp.json',
                                     f'{len(text("SECRET=large")) + 2000:,} bytes are more than --max-bytes 1,000')]


def test_a_shallow_clone_says_so(repo: Repository, tmp_path: Path) -> None:
    repo.write('.mcp.json', text('SECRET=old'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=new'))
    repo.commit()
    clone = Repository.__new__(Repository)
    clone.folder = tmp_path / 'clone'
    subprocess.run(['git', 'clone', '-q', '--depth=1', f'file://{repo.path}', clone.path], check=True)
    found = scan(clone)
    assert len(found.findings) == 1
    assert 'this clone is shallow' in found.notes[0]
    clone.git('fetch', '-q', '--unshallow')
    found = scan(clone)
    assert ([past.at_head for past in found.findings], found.notes) == ([False, True], [])


def test_nothing_committed(repo: Repository, tmp_path: Path) -> None:
    assert scan(repo) == History([], [], 0, 0, [])
    with pytest.raises(SourceError, match='is not a range of commits'):
        scan(repo, revisions='--output=x')
    with pytest.raises(SourceError, match='nowhere'):
        scan(repo, revisions='nowhere')
    with pytest.raises(SourceError, match='is not in a git repository'):
        history.scan_history(str(tmp_path), Judge(), identify)


@pytest.mark.parametrize('safe', ['all', 'explicit'])  # git 3.0 looks for none by itself
def test_a_bare_repository(safe: str, repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (('COUNT', '1'), ('KEY_0', 'safe.bareRepository'), ('VALUE_0', safe)):
        monkeypatch.setenv(f'GIT_CONFIG_{name}', value)
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.git('clone', '-q', '--bare', '.', str(tmp_path / 'bare'))
    found = history.scan_history(str(tmp_path / 'bare'), Judge(), identify)
    assert [past.path for past in found.findings] == ['.mcp.json']


def test_progress(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, 'STEP', 2)
    for number in range(5):
        repo.write('.mcp.json', text(f'"{number}"'))
        repo.commit()
    steps: list[tuple[int, int]] = []
    scan(repo, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(2, 5), (4, 5), (5, 5)]


def test_started_early(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.git('branch', 'other')
    for revisions in ('', 'main', 'other~0'):
        ahead = history.start(repo.path, revisions)
        assert ahead is not None
        assert len(scan(repo, revisions=revisions, ahead=ahead).findings) == 1
        assert ahead.process.returncode == 0
    assert history.start(repo.path) is None  # there is a cache now
    ahead = history.start(repo.path, 'main')
    assert ahead is not None
    assert len(scan(repo, ahead=ahead).findings) == 1  # not what was asked for
    assert ahead.process.returncode is not None


# --- the cache -----------------------------------------------------------------------------------------------------------

def cache_of(repo: Repository) -> Path:
    return repo.folder / '.git' / 'mcp-hooks' / 'history'


def test_the_second_run_asks_nothing(repo: Repository) -> None:
    for number in range(5):
        repo.write('.mcp.json', text('"x"' * number, 'SECRET=one'))
        repo.commit()
    first = scan(repo)
    judge = Judge()
    again = scan(repo, judge)
    assert again.findings == first.findings
    assert (judge.asked, again.versions) == ([], 5)
    repo.write('.mcp.json', text('SECRET=two'))
    repo.commit()
    third = scan(repo, judge)
    assert ([past.at_head for past in third.findings], judge.asked, third.versions) == ([False, True], ['.mcp.json'], 6)


def test_the_cache_holds_no_secret(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=very private'))
    repo.commit()
    scan(repo)
    assert b'very private' not in cache_of(repo).read_bytes()


def test_another_key_is_another_cache(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    scan(repo, key='1')
    judge = Judge()
    scan(repo, judge, key='2')
    assert judge.asked == ['.mcp.json']


KEY = ' 5000000'  # of the runs here: no settings, the usual limit
HEAD: dict[str, Any] = {'version': 2, 'key': KEY, 'salt': 'x', 'tips': [], 'order': [], 'results': {}, 'versions': 0, 'clean': 0,
                        'others': 0, 'skipped': [], 'named': {}, 'leads': []}


def line(**change: object) -> bytes:
    return summed(json.dumps({**HEAD, **change}).encode() + b'\n')


def summed(data: bytes) -> bytes:
    return data + hashlib.blake2b(data, digest_size=32).digest()


def test_such_a_cache_would_be_read(repo: Repository) -> None:
    cache_of(repo).parent.mkdir()
    cache_of(repo).write_bytes(line())
    assert Cache.load(str(cache_of(repo)), KEY).salt == 'x'
    assert Cache.load(str(cache_of(repo)), 'other').salt != 'x'


@pytest.mark.parametrize('broken', [
    b'', b'{', b'null\n', b'{}\n', b'[1]\n', b'\xff\xfe', b'[' * 100_000, b'{"version": 2, "key": ""}\n',
    *map(summed, (b'', b'{', b'null\n', b'{}\n', b'[1]\n', b'\xff\xfe', b'[' * 100_000, b'{"version": 2, "key": ""}\n')),
    line(version=1), line(tips=['a'], order=[['a', 'b', 'c', 'd']]), line(results={'a b': [[1, 2]]}), line(results={'a b': 5}),
    line(versions='x'), line(others='x'), line(skipped=['x']), line(skipped=[['x']]), line(named=[1]), line(named=None),
    line(named={'a b': 'c'}), line(leads=[1]), line(leads=None),
    line(salt=None), line(tips='abc'), line(order=[['a']]), line(clean=7)[:-32] + b'short', line() + b'too long'])
def test_a_broken_cache_counts_as_none(repo: Repository, broken: bytes) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    scan(repo)
    cache_of(repo).write_bytes(broken)
    judge = Judge()
    assert len(scan(repo, judge).findings) == 1
    assert judge.asked == ['.mcp.json']
    assert json.loads(cache_of(repo).read_bytes().split(b'\n')[0])['version'] == 2


def test_a_bit_that_fell_over(repo: Repository) -> None:
    """Wherever it is, in what is shown (a commit, a path) as well: what the file says is not believed."""
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    found = scan(repo).findings
    good = cache_of(repo).read_bytes()
    for at in range(0, len(good), 17):
        cache_of(repo).write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
        judge = Judge()
        assert (scan(repo, judge).findings, judge.asked) == (found, ['.mcp.json'])


@pytest.mark.skipif(os.name != 'posix', reason='pipes and devices of POSIX')
@pytest.mark.parametrize('kind', ['pipe', 'device', 'folder', 'link'])
def test_something_else_where_the_cache_should_be(repo: Repository, tmp_path: Path, kind: str) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    cache_of(repo).parent.mkdir()
    (tmp_path / 'mine').write_text('mine')
    if kind == 'pipe':
        os.mkfifo(cache_of(repo))
    elif kind == 'folder':
        cache_of(repo).mkdir()
    else:
        cache_of(repo).symlink_to('/dev/zero' if kind == 'device' else tmp_path / 'mine')
    assert len(scan(repo).findings) == 1
    assert (tmp_path / 'mine').read_text() == 'mine'


def test_a_forced_push(repo: Repository) -> None:
    repo.write('a.txt', 'x')
    base = repo.commit()
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    assert len(scan(repo).findings) == 1
    repo.git('reset', '-q', '--hard', base)
    repo.write('b.txt', 'x')
    repo.commit()
    assert scan(repo).findings == []


def test_a_branch_that_inherited_a_finding_outlives_the_first(repo: Repository) -> None:
    repo.write('a.txt', 'x')
    base = repo.commit()
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=one', '"n": 1'))
    repo.commit()
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    scan(repo)
    tree = repo.git('rev-parse', 'HEAD~1^{tree}').strip()
    alone = repo.git('commit-tree', tree, '-p', base, '-m', 'x').strip()
    repo.git('reset', '-q', '--hard', alone)
    repo.git('reflog', 'expire', '--expire=now', '--all')
    found = scan(repo).findings
    assert [(past.commit, past.at_head) for past in found] == [(alone, True)]


def test_killed_and_taken_up_again(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(300):
        repo.write(f'd{number}/.mcp.json', text('x' * number, f'SECRET=s{number}'))
    repo.commit()
    monkeypatch.setattr(history, 'SAVE_AFTER', -1.0)

    class Stop(Exception):
        pass

    class Killed(Judge):
        def __call__(self, path: str, data: bytes) -> Verdict:
            if len(self.asked) == 280:
                raise Stop
            return super().__call__(path, data)

    with pytest.raises(Stop):
        scan(repo, Killed())
    judge = Judge()
    found = scan(repo, judge)
    assert len(found.findings) == 300
    assert len(judge.asked) == 300 - 257


def test_a_git_folder_that_cannot_be_written(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    (repo.folder / '.git' / 'mcp-hooks').write_text('in the way')
    found = scan(repo)
    assert len(found.findings) == 1
    assert found.notes == ['the result could not be remembered in the git folder, so the next run takes as long']


# --- what need not be judged again ---------------------------------------------------------------------------------------

words = st.lists(st.sampled_from(['a', 'b1', 'b22', 'SECRET=x1', 'SECRET=x22', 'SECRET=yy', '{', '}']), max_size=6)


@given(st.lists(words, max_size=8))
@settings(max_examples=300)
def test_no_secret_is_passed_over(versions: list[list[str]]) -> None:
    """Whatever the versions of a file: every secret of every version is found by judging those that are not known."""
    lines, judge = KnownLines(), Judge()
    found: set[str] = set()
    for version in versions:
        data = '\n'.join(version).encode()
        known = lines.known(data)
        here = judge('x', data).findings
        if known:
            assert {secret for _, secret in here} <= found
            assert (known == CLEAN) is (not here) or known == LEAKING
            continue
        lines.learn(data, [finding for finding, _ in here])
        found |= {secret for _, secret in here}


def test_order_counts() -> None:
    lines = KnownLines()
    lines.learn(b'a\nb\nc', [])
    assert lines.known(b'a\nb\nc') == CLEAN
    assert lines.known(b'a\nc\nb') == ''
    assert lines.known(b'b\nc') == ''
