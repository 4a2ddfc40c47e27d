"""What changed, line by line; and what is said when nobody can tell."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from repository import MAP, Repository

from mcp_hooks.sources import changes, git
from mcp_hooks.sources.changes import WHOLE, Changes
from mcp_hooks.sources.source import Skipped, Source, SourceError


def numbered(*lines: int | str) -> str:
    return ''.join(f'{line}\n' for line in lines)


@pytest.fixture
def branched(repo: Repository) -> Repository:
    repo.write('.mcp.json', numbered(*range(1, 21)))
    repo.write('same.json')
    repo.write('gone.json')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'feature')
    return repo


def test_since(branched: Repository) -> None:
    branched.write('.mcp.json', numbered(1, 'two', *range(3, 10), 'new', 'newer', *range(10, 20)))  # 20 is gone
    branched.write('new.json', 'a\nb')
    (branched.folder / 'gone.json').unlink()
    branched.commit()
    branched.git('checkout', '-q', 'main')
    branched.write('same.json', 'changed on main')
    branched.commit()
    branched.git('checkout', '-q', 'feature')
    assert changes.since(branched.path, 'main') == Changes({'.mcp.json': ((2, 2), (10, 11)), 'new.json': ((1, 2),)})


def test_since_holds_what_is_not_committed(branched: Repository) -> None:
    branched.write('.mcp.json', numbered('one', *range(2, 21)))
    branched.git('add', '.')
    branched.write('.mcp.json', numbered('one', *range(2, 20), 'twenty'))
    assert changes.since(branched.path, 'main') == Changes({'.mcp.json': ((1, 1), (20, 20))})


def test_renames_and_odd_names(branched: Repository) -> None:
    for name in ('a "quoted" b.json', 'é.json', 'tab\there.json', '-x.json', 'b/b/x.json'):
        branched.write(name, name.replace('\t', ' ') * 9 + ' and nothing of the others\n')
    branched.git('mv', 'same.json', 'moved.json')
    branched.commit()
    branched.git('config', 'diff.noprefix', 'true')
    branched.git('config', 'diff.mnemonicPrefix', 'true')
    branched.git('config', 'diff.context', '9')
    branched.git('config', 'diff.relative', 'true')
    branched.git('config', 'color.ui', 'always')
    found = changes.since(branched.path, 'main')
    assert found.note == ''
    one = ((1, 1),)
    assert found.lines == {'moved.json': (), 'a "quoted" b.json': one, 'é.json': one, 'tab\there.json': one, '-x.json': one,
                           'b/b/x.json': one}


def test_lines_without_an_end_and_utf16(branched: Repository) -> None:
    branched.write('.mcp.json', numbered(*range(1, 21)).rstrip('\n'))
    branched.write('wide.json', MAP.encode('utf-16'))
    branched.commit()
    assert changes.since(branched.path, 'main').lines == {'.mcp.json': ((20, 20),), 'wide.json': ((1, 2),)}


def test_a_touched_file_did_not_change(branched: Repository) -> None:
    import os

    os.utime(branched.folder / '.mcp.json', (1, 1))
    before = (branched.folder / '.git' / 'index').read_bytes()
    assert changes.since(branched.path, 'main') == Changes({})
    assert (branched.folder / '.git' / 'index').read_bytes() == before


def test_a_base_that_is_not_here(branched: Repository, tmp_path: Path) -> None:
    found = changes.since(branched.path, 'origin/main')
    assert found.lines is None
    assert found.note.startswith('origin/main is not in this clone, so the whole tree was scanned; in a workflow, give ')
    branched.write('x.json')
    branched.commit()
    subprocess.run(['git', 'clone', '-q', '--depth=1', f'file://{branched.path}', str(tmp_path / 'clone')], check=True)
    found = changes.since(str(tmp_path / 'clone'), 'HEAD^1')
    assert found.lines is None
    assert 'HEAD^1 is not in this clone, which is shallow' in found.note
    assert 'fetch-depth: 0' in found.note
    branched.git('checkout', '-q', '--orphan', 'alone')
    branched.commit()
    found = changes.since(branched.path, 'main')
    assert found.lines is None
    assert found.note == 'main and HEAD have no common commit in this clone, so the whole tree was scanned'


def test_no_common_commit_is_left_of_a_shallow_clone(branched: Repository, tmp_path: Path) -> None:
    branched.write('x.json')
    branched.commit()
    subprocess.run(['git', 'clone', '-q', '--depth=1', '--no-single-branch', f'file://{branched.path}', str(tmp_path / 'clone')],
                   check=True)
    found = changes.since(str(tmp_path / 'clone'), 'origin/main')
    assert found.lines is None
    assert 'have no common commit in this clone, which is shallow' in found.note
    assert 'fetch-depth: 0' in found.note


@pytest.mark.parametrize('ref', ['HEAD', 'main', 'origin/main'])
def test_nothing_committed(repo: Repository, tmp_path: Path, ref: str) -> None:
    assert changes.since(repo.path, ref) == Changes(None, 'nothing is committed on this branch yet, so the whole tree was scanned')
    with pytest.raises(SourceError, match='names no commit'):
        changes.since(repo.path, '--output=x')
    with pytest.raises(SourceError, match='is not in a git repository'):
        changes.since(str(tmp_path), 'main')


def test_of_the_index(branched: Repository) -> None:
    branched.write('.mcp.json', numbered(*range(1, 21), 21))
    branched.git('add', '.')
    branched.write('.mcp.json', numbered(*range(1, 21), 21, 22))
    assert changes.of_index(branched.path) == Changes({'.mcp.json': ((21, 21),)})


def test_a_change_of_mode_alone(branched: Repository) -> None:
    branched.git('update-index', '--chmod=+x', '.mcp.json')
    (branched.folder / '.mcp.json').chmod(0o755)
    assert changes.since(branched.path, 'main') == Changes({'.mcp.json': ()})
    assert changes.of_index(branched.path) == Changes({'.mcp.json': ()})


def test_a_file_that_an_entry_may_name(branched: Repository) -> None:
    branched.write('deploy/key.pem', 'x')
    branched.write('.env', 'A=1\n')
    branched.commit()
    assert changes.since(branched.path, 'main') == Changes({'deploy/key.pem': WHOLE, '.env': ((1, 1),)})


def test_an_order_file_that_is_missing(branched: Repository) -> None:
    branched.write('new.json', 'a')
    branched.git('add', '.')
    branched.git('config', 'diff.orderFile', '/nonexistent')
    assert changes.since(branched.path, 'main') == Changes({'new.json': ((1, 1),)})
    assert changes.of_index(branched.path) == Changes({'new.json': ((1, 1),)})


def test_an_older_git_is_asked_what_it_understands(branched: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    branched.write('new.json', 'a')
    branched.git('add', '.')
    words: list[str] = []
    command = git.command
    monkeypatch.setattr(git, 'command', lambda *given: words.extend(command(*given)) or command(*given))
    assert changes.since(branched.path, 'main') == Changes({'new.json': ((1, 1),)})
    assert '-U0' in words
    assert {'--no-relative', '--end-of-options'}.isdisjoint(words)  # of git 2.28 and 2.24
    assert changes.since(branched.path, 'HEAD').lines == {'new.json': ((1, 1),)}
    for ref in ('--all', '-x', '--end-of-options'):
        with pytest.raises(SourceError):
            changes.since(branched.path, ref)


def test_a_submodule_counts_by_its_commit(branched: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('x.json')
    other.commit()
    branched.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'sub')
    branched.commit()
    found = changes.since(branched.path, 'main').lines
    assert found is not None
    assert 'sub' in found
    (branched.folder / 'sub' / 'x.json').write_text('changed')
    assert changes.since(branched.path, 'HEAD') == Changes({})


@pytest.mark.parametrize('ref', ['HEAD~1', 'v1', 'v2', ':/first', 'HEAD^{/first}', 'main~1', 'heads/main~1', 'v2^{}'])
def test_names_of_a_commit(repo: Repository, ref: str) -> None:
    repo.write('a.json')
    repo.commit('first')
    repo.git('tag', 'v1')
    repo.git('tag', '-a', '-m', 'm', 'v2')
    repo.write('b.json', 'x')
    repo.commit('second')
    assert changes.since(repo.path, ref) == Changes({'b.json': ((1, 1),)})


@pytest.mark.parametrize(('kind', 'lines', 'note'), [
    ('blob:none', {'.mcp.json': WHOLE}, 'this partial clone does not have all of what was there before, so every line of a changed '
                                        'file counts'),
    ('tree:0', None, 'this partial clone does not have all of what was there before, so the whole tree was scanned; in a workflow, '
                     'give actions/checkout no filter'),
])
def test_a_partial_clone(branched: Repository, tmp_path: Path, kind: str, lines: object, note: str) -> None:
    branched.write('.mcp.json', numbered('one', *range(2, 21)))
    branched.commit()
    branched.git('config', 'uploadpack.allowFilter', 'true')
    clone = tmp_path / 'clone'
    branched.git('clone', '-q', f'--filter={kind}', '--branch', 'feature', f'file://{branched.path}', str(clone))
    packs = sorted(path.name for path in (clone / '.git/objects/pack').iterdir())
    assert changes.since(str(clone), 'origin/main') == Changes(lines, note)  # type: ignore[arg-type]
    assert sorted(path.name for path in (clone / '.git/objects/pack').iterdir()) == packs  # nothing was fetched


def test_a_diff_of_another_tree(repo: Repository) -> None:
    repo.write('.mcp.json')
    diff = b''.join(b'--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-a\n+b\n' % (name, name) for name in (b'.mcp.json', b'q/mcp.json', b'q.c'))
    assert changes.from_diff(diff, repo.path) == Changes(
        {'.mcp.json': ((1, 1),), 'q/mcp.json': ((1, 1),), 'q.c': ((1, 1),)},
        'the diff is of another tree, or of another folder: q/mcp.json is not here', closed=True)
    repo.write('q/mcp.json')
    repo.git('add', '.')
    (repo.folder / 'q' / 'mcp.json').unlink()  # as a sparse checkout leaves it
    assert changes.from_diff(diff, repo.path).note == ''


def test_a_file_that_a_later_commit_takes_away(repo: Repository) -> None:
    for name in ('a.json', 'b.json'):
        repo.write(name, name * 20)
    repo.commit()
    repo.git('rm', '-q', 'a.json')
    repo.git('mv', 'b.json', 'c.json')
    repo.commit()
    for words in (['log', '-p', '--root'], ['log', '-p', '--root', '--reverse'], ['format-patch', '--stdout', '--root', 'HEAD']):
        found = changes.from_diff(repo.git(*words).encode(), repo.path)
        assert found.note == ''
        assert found.lines == {'a.json': ((1, 1),), 'b.json': ((1, 1),), 'c.json': WHOLE}


@pytest.mark.parametrize('text', [b'hello\n', b'{"a": 1}', b'.mcp.json\nb.json\n', b'\0\xff' * 9, b'*** a\n--- b\n*** 1 ****\n'])
def test_a_text_that_is_no_diff(repo: Repository, text: bytes) -> None:
    with pytest.raises(SourceError, match='is no unified diff'):
        changes.from_diff(text, repo.path)


@pytest.mark.parametrize('text', [b'', b' \n', b'commit 12\nAuthor: x\n', b'--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
                                  b'diff --git a/x.json b/x.json\n'])
def test_a_diff_after_which_nothing_is_left(repo: Repository, text: bytes) -> None:
    assert changes.from_diff(text, repo.path) == Changes({}, 'the diff names no file that is left after it', closed=True)


def test_what_exists() -> None:
    exists = changes.exists_below(str(Path(__file__).parent))
    assert [exists(path) for path in ('test_changes.py', '', 'nope', '../sources', __file__, 'a\0b', '..')] == [
        True, True, False, False, False, False, False]


def test_limit() -> None:
    found = [Source('a.json', b''), Source('b.json', b''), Source('new.json', b'', 'untracked'), Skipped('c.json', 'why'),
             Skipped('d.json', 'why'), Source('real.json', b'', links=('.mcp.json',))]
    some = Changes({'a.json': ((1, 1),), 'c.json': WHOLE, '.mcp.json': ()})
    assert [one.path for one in changes.limit(found, some)] == ['a.json', 'new.json', 'c.json', 'real.json']
    assert list(changes.limit(found, Changes(None))) == found
    some = Changes({'.cursor': ()})
    linked = Source('shared/mcp.json', b'', links=('.cursor/mcp.json',))
    assert [one.path for one in changes.limit([linked, Source('x/.cursor', b'')], some)] == ['shared/mcp.json']
    assert some.lines == {'.cursor': (), 'shared/mcp.json': WHOLE}
    # a diff tells all that changed
    some = Changes({'a.json': ((1, 1),)}, closed=True)
    assert [one.path for one in changes.limit(found, some)] == ['a.json']


@pytest.mark.parametrize(('data', 'lines'), [(b'a\rb\r', WHOLE), (b'a\r\nb\rc', WHOLE), (b'a\r\r\n', WHOLE), (b'a\r\n', ()), (b'a\n', ())])
def test_lines_that_git_counts_in_another_way(data: bytes, lines: object) -> None:
    some = Changes({'a.json': ()})
    assert list(changes.limit([Source('a.json', data)], some)) == [Source('a.json', data)]
    assert some.lines == {'a.json': lines}


@pytest.mark.parametrize(('path', 'category', 'first', 'last', 'counts'), [
    ('a.json', 'transport', 3, 3, True), ('a.json', 'transport', 1, 2, False), ('a.json', 'transport', 1, 9, True),
    ('a.json', 'transport', 6, 6, False), ('a.json', 'credential', 1, 1, True), ('a.json', 'syntax', 1, 1, True),
    ('b.json', 'credential', 1, 1, False), ('b.json', 'syntax', 1, 1, False), ('renamed.json', 'credential', 1, 1, True),
    ('renamed.json', 'transport', 1, 1, False),
])
def test_which_findings_concern_a_change(path: str, category: str, first: int, last: int, counts: bool) -> None:
    some = Changes({'a.json': ((3, 5),), 'renamed.json': ()})
    assert changes.concerns(some, path, category, first, last) is counts
    assert changes.concerns(Changes(None), path, category, first, last)
