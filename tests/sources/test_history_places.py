"""What a history is made of beside the commits of branches: other work trees, stashes, tags of anything, clones with holes."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from repository import Repository

from mcp_hooks.sources import cat_file, git, history, refs, versions, walk
from mcp_hooks.sources.history import History, Verdict
from mcp_hooks.sources.source import Skipped, SourceError


def judge(path: str, data: bytes) -> Verdict:
    """Finds what follows ``SECRET=``; ``NAMED=`` is a file that an entry names."""
    lines = data.decode('utf-8', 'replace').split('\n')
    found = [({'rule': 'MCP400', 'json_path': '$', 'line': number, 'end_line': number}, line.partition('SECRET=')[2])
             for number, line in enumerate(lines, 1) if 'SECRET=' in line]
    return Verdict(found, tuple(line.partition('NAMED=')[2] for line in lines if 'NAMED=' in line))


def scan(repo: Repository, **more: Any) -> History:
    """With the cache, and the same without."""
    found = history.scan_history(repo.path, judge, lambda secret, salt: f'{len(salt)} {secret}', **more)
    afresh = history.scan_history(repo.path, judge, lambda secret, salt: f'{len(salt)} {secret}', use_cache=False, **more)
    assert (found.findings, found.skipped) == (afresh.findings, afresh.skipped)
    return found


def seen(found: History) -> list[tuple[str, str, bool]]:
    return [(past.path, past.commit, past.at_head) for past in found.findings]


def text(*lines: str) -> str:
    return '{"mcpServers": {\n' + '\n'.join(lines) + '\n}}\n'


# --- what is held on to without a branch -----------------------------------------------------------------------------------

def test_the_head_of_another_work_tree(repo: Repository, tmp_path: Path) -> None:
    repo.write('.mcp.json', text())
    repo.commit()
    other = Repository.at(tmp_path / 'other')
    repo.git('worktree', 'add', '-q', '--detach', str(other.folder))
    assert scan(repo).findings == []
    other.write('.mcp.json', text('SECRET=one'))
    commit = other.commit()
    assert seen(scan(repo)) == [('.mcp.json', commit, False)]  # no ref of this work tree moved
    assert seen(scan(other)) == [('.mcp.json', commit, True)]


def test_work_trees_share_what_was_judged(repo: Repository, tmp_path: Path) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    other = Repository.at(tmp_path / 'other')
    repo.git('worktree', 'add', '-q', '-b', 'other', str(other.folder))
    assert scan(other).judged == 1
    assert scan(repo).judged == 0
    assert [path.relative_to(repo.folder).as_posix() for path in repo.folder.rglob('mcp-hooks/*')] == ['.git/mcp-hooks/history']


def test_every_entry_of_the_stash(repo: Repository) -> None:
    repo.write('.mcp.json', text())
    repo.commit()
    for number in range(3):
        repo.write('.mcp.json', text(f'SECRET={number}'))
        repo.git('stash', '-q')
        assert [past.at_head for past in scan(repo).findings] == [False] * (number + 1)
    repo.git('stash', 'drop', '-q', 'stash@{1}')
    assert len(scan(repo).findings) == 2


def test_tags_of_trees_and_files(repo: Repository) -> None:
    repo.write('a.txt', 'x')
    repo.commit()
    blob = repo.git('hash-object', '-w', '--stdin', stdin=text('SECRET=one').encode()).strip()
    other = repo.git('hash-object', '-w', '--stdin', stdin=text('SECRET=two').encode()).strip()
    tree = repo.git('mktree', stdin=f'100644 blob {blob}\t.mcp.json\n120000 blob {other}\tmcp.json\n'.encode()).strip()
    repo.git('tag', '-a', '-m', 'x', 'tree', tree)
    assert seen(scan(repo)) == [('.mcp.json', '', False)]
    repo.git('tag', '-a', '-m', 'x', 'again', 'tree')
    repo.git('update-ref', 'refs/odd/mcp.json', other)
    found = scan(repo)
    assert seen(found) == [('.mcp.json', '', False), ('refs/odd/mcp.json', '', False)]
    assert [past.date for past in found.findings] == ['', '']
    repo.git('tag', '-d', 'tree', 'again')
    assert seen(scan(repo)) == [('refs/odd/mcp.json', '', False)]


def test_tips(repo: Repository, tmp_path: Path) -> None:
    common = str(repo.folder / '.git')
    assert refs.tips(repo.path, common) == refs.Tips([], [], [])
    repo.write('a')
    head = repo.commit()
    assert refs.tips(repo.path, common) == refs.Tips([head], [], [])
    repo.git('tag', 'light')
    repo.git('notes', 'add', '-m', 'x')
    notes = repo.git('rev-parse', 'refs/notes/commits').strip()
    repo.git('worktree', 'add', '-q', '--detach', str(tmp_path / 'other'))
    assert refs.tips(repo.path, common) == refs.Tips(sorted([head, notes]), [], [('refs/tags/light', head)])
    assert refs.files_of(repo.path, [('refs/tags/light', head)]) == []


def test_neither_a_graft_nor_a_replacement_hides(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    first = repo.commit()
    repo.write('.mcp.json', text('SECRET=two'))
    second = repo.commit()
    repo.write('.mcp.json', text())
    repo.commit()
    (repo.folder / '.git' / 'info' / 'grafts').write_text(f'{second}\n')
    wanted = [('.mcp.json', first, False), ('.mcp.json', second, False)]
    assert seen(scan(repo)) == wanted
    (repo.folder / '.git' / 'info' / 'grafts').unlink()
    repo.git('replace', '--graft', second)
    assert seen(scan(repo, revisions='main')) == wanted
    assert len(scan(repo).findings) == 2


def test_a_branch_that_comes_later_and_is_older(repo: Repository) -> None:
    repo.write('a')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'old')
    repo.write('.mcp.json', text('SECRET=one'))
    old = repo.commit(GIT_COMMITTER_DATE='2026-01-03T03:04:05+01:00')
    repo.git('checkout', '-q', '--detach', 'main')
    repo.git('branch', '-q', '-D', 'old')
    repo.write('.mcp.json', text('SECRET=one'))
    new = repo.commit(GIT_COMMITTER_DATE='2026-01-04T03:04:05+01:00')
    assert seen(scan(repo)) == [('.mcp.json', new, True)]
    repo.git('branch', 'old', old)
    assert seen(scan(repo)) == [('.mcp.json', old, True)]


# --- files that entries name -----------------------------------------------------------------------------------------------

def test_a_file_that_an_entry_names(repo: Repository) -> None:
    repo.write('conf/dev.txt', 'SECRET=one')
    first = repo.commit()
    assert scan(repo).findings == []
    repo.write('.mcp.json', text('NAMED=conf/dev.txt'))
    repo.commit()
    assert seen(scan(repo)) == [('conf/dev.txt', first, True)]
    repo.write('conf/dev.txt', 'SECRET=two')
    second = repo.commit()
    repo.git('rm', '-q', '.mcp.json', 'conf/dev.txt')
    repo.commit()
    found = scan(repo)
    assert (seen(found), found.versions) == ([('conf/dev.txt', first, False), ('conf/dev.txt', second, False)], 5)


def test_the_oldest_of_both_is_the_first(repo: Repository) -> None:
    repo.write('dev.env', 'SECRET=one')
    first = repo.commit()
    repo.write('dev.env', '')
    repo.write('.mcp.json', text('SECRET=one', 'NAMED=dev.env'))
    repo.commit()
    past, = scan(repo).findings
    assert (past.path, past.commit, past.paths, past.at_head) == ('dev.env', first, ('.mcp.json', 'dev.env'), True)


def test_named_on_a_side_branch_once_a_folder_and_left_out(repo: Repository) -> None:
    repo.git('config', 'log.follow', 'true')
    repo.write('.mcp.json', text('NAMED=dev.env', 'NAMED=no/dev.env', 'NAMED=a\0b', 'NAMED=:(top)x'))
    repo.write('dev.env/deep', 'SECRET=of a folder')
    repo.write('no/dev.env', 'SECRET=left out')
    repo.commit()
    repo.git('rm', '-q', '-r', 'dev.env')
    repo.write('dev.env', 'A=1')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('dev.env', 'SECRET=one')
    commit = repo.commit()
    repo.write('dev.env', 'A=1')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('other')
    repo.commit()
    repo.git('merge', '-q', '-m', 'x', 'side')
    assert seen(scan(repo, excluded=lambda path: path.startswith('no/'))) == [('dev.env', commit, False)]
    assert scan(repo, revisions='main~2..side').findings == []  # its entry is older


def test_more_named_files_than_are_looked_at(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, 'MOST_NAMED', 2)
    for name in 'abc':
        repo.write(f'{name}.env', f'SECRET={name}')
    repo.write('.mcp.json', text('NAMED=a.env', 'NAMED=b.env', 'NAMED=c.env'))
    repo.commit()
    for _ in range(2):
        found = scan(repo)
        assert [past.path for past in found.findings] == ['a.env', 'b.env']
        assert found.notes == ['1 more files that entries name were not looked at, for there are more than 2']


def test_a_file_that_is_not_named_any_more(repo: Repository) -> None:
    """Names count as long as a version that has them does, be it judged, known from the cache, or like one that was judged."""
    repo.write('a.env', 'SECRET=one')
    repo.write('x/.mcp.json', text('NAMED=a.env', '"n": 1'))
    repo.commit()
    repo.write('x/.mcp.json', text('NAMED=a.env', '"n": 2'))
    repo.commit()
    assert [past.path for past in scan(repo).findings] == ['a.env']
    assert scan(repo, excluded=lambda path: path.startswith('x/'), scope='x').findings == []
    assert [past.path for past in scan(repo, scope='y').findings] == ['a.env']
    assert [past.path for past in scan(repo, revisions='HEAD').findings] == ['a.env']
    assert [past.path for past in scan(repo, within=lambda path: path == 'a.env').findings] == []
    tree = repo.git('rev-parse', 'HEAD^{tree}').strip()
    repo.git('reset', '-q', '--hard', repo.git('commit-tree', '-m', 'x', tree).strip())
    repo.git('reflog', 'expire', '--expire=now', '--all')
    assert [past.path for past in scan(repo).findings] == ['a.env']
    repo.git('rm', '-q', '-r', 'x')
    repo.git('commit', '-q', '--amend', '-m', 'x')
    repo.git('reflog', 'expire', '--expire=now', '--all')
    assert scan(repo).findings == []


# --- what is left out ------------------------------------------------------------------------------------------------------

def test_what_was_left_out_is_looked_at_when_it_counts_again(repo: Repository) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    repo.write('b/.mcp.json', text('SECRET=two'))
    repo.commit()

    def paths(left_out: str) -> list[str]:
        return [past.path for past in scan(repo, excluded=lambda path: path.startswith(left_out), scope=left_out).findings]

    assert paths('a/') == ['b/.mcp.json']
    assert paths('x/') == ['a/.mcp.json', 'b/.mcp.json']
    assert paths('b/') == ['a/.mcp.json']
    repo.write('a/.mcp.json', text('SECRET=three'))
    repo.commit()
    assert paths('b/') == ['a/.mcp.json', 'a/.mcp.json']


def test_some_paths_only(repo: Repository) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    repo.write('b/.mcp.json', text('SECRET=two'))
    repo.commit()
    assert [past.path for past in scan(repo, within=lambda path: path.startswith('b/')).findings] == ['b/.mcp.json']
    assert len(scan(repo).findings) == 2
    found = scan(repo, within=lambda path: path.startswith('b/'), revisions='main')
    assert ([past.path for past in found.findings], found.versions) == (['b/.mcp.json'], 1)


def test_what_was_skipped_is_named_every_time(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=large') + ' ' * 2000)
    repo.write('lfs/.mcp.json', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n')
    first = repo.commit()
    skipped = [Skipped(f'{first[:12]}:.mcp.json', f'{len(text("SECRET=large")) + 2000:,} bytes are more than --max-bytes 1,000'),
               Skipped(f'{first[:12]}:lfs/.mcp.json', 'a Git LFS pointer, its content is not here (git lfs pull)')]
    for _ in range(2):
        assert scan(repo, max_bytes=1000).skipped == skipped
        repo.write('x')
        repo.commit()
    assert seen(scan(repo)) == [('.mcp.json', first, True)]
    assert scan(repo, max_bytes=1000).findings == []


def test_a_verdict_that_failed_is_asked_for_again(repo: Repository) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()

    def failing(path: str, data: bytes) -> Verdict:
        return Verdict([], failed=True)

    assert history.scan_history(repo.path, failing, lambda secret, salt: '').findings == []
    assert len(scan(repo).findings) == 1


# --- clones with holes, damaged blobs ------------------------------------------------------------------------------------

def clone(repo: Repository, folder: Path, *options: str) -> Repository:
    repo.git('config', 'uploadpack.allowFilter', 'true')
    repo.git('clone', '-q', *options, f'file://{repo.path}', str(folder))
    return Repository.at(folder)


NOTE = 'of files could not be read: the content is not in this clone (made with --filter?) or is damaged (git fsck tells)'


@pytest.mark.parametrize('format', ['sha1', 'sha256'])
def test_a_partial_clone(tmp_path: Path, format: str) -> None:
    """What is here is read, and nothing is fetched."""
    repo = Repository(tmp_path / 'repo')
    shutil.rmtree(repo.folder / '.git')
    repo.git('init', '-q', '-b', 'main', f'--object-format={format}')
    commits = []
    for number in range(30):
        repo.write('.mcp.json', text(f'SECRET={number}'))
        commits.append(repo.commit())
    here = clone(repo, tmp_path / 'clone', '--filter=blob:none')
    for _ in range(2):
        found = scan(here)
        assert seen(found) == [('.mcp.json', commits[-1], True)]
        assert found.notes == [f'29 versions {NOTE}']
        assert len(found.skipped) == versions.MOST_MISSING
        assert {one.reason for one in found.skipped} == {'its content is not in this clone'}
    missing = here.git('rev-list', '--objects', '--all', '--missing=print')
    assert missing.count('\n?') == 29
    here.git('cat-file', '-p', 'HEAD~1:.mcp.json')  # git fetches this one
    assert len(scan(here).findings) == 2


def test_a_clone_without_folders(repo: Repository, tmp_path: Path) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.write('a/.mcp.json', text('SECRET=two'))
    repo.commit()
    here = clone(repo, tmp_path / 'clone', '--filter=tree:0')
    with pytest.raises(SourceError, match=r'made with --filter=tree:0\?\); clone it without a filter'):
        scan(here)


def damage(repo: Repository, name: str) -> None:
    blob = repo.git('rev-parse', name).strip()
    file = repo.folder / '.git' / 'objects' / blob[:2] / blob[2:]
    file.chmod(0o644)
    data = file.read_bytes()
    file.write_bytes(data[:len(data) // 2])


def test_damaged_blobs(repo: Repository) -> None:
    """git ends over one that is cut off; the others are read all the same."""
    for number in range(20):
        repo.write('.mcp.json', text(f'SECRET={number}', *(f'"{at}{number}"' for at in range(200))))
        repo.commit()
    for back in (3, 9, 15):
        damage(repo, f'HEAD~{back}:.mcp.json')
    found = scan(repo)
    assert (len(found.findings), len(found.skipped), found.notes) == (17, 3, [f'3 versions {NOTE}'])


def test_a_reader_survives_damage(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    names = []
    for number in range(8):
        repo.write('a', f'{number} ' * 9000)
        repo.commit()
        names.append(repo.git('rev-parse', 'HEAD:a').strip())
    damage(repo, names[0])
    damage(repo, names[5])
    damage(repo, names[7])
    with cat_file.BlobReader(repo.path) as reader:
        answers = [None if data is None else len(data) if isinstance(data, bytes) else -data for data in reader.stream(names)]
        assert reader.read(names[1]) == b'1 ' * 9000
        assert reader.read(names[0]) is None
    assert answers == [None, 18000, 18000, 18000, 18000, None, 18000, None]
    monkeypatch.setattr(cat_file, 'MOST_ENDED', 1)
    with cat_file.BlobReader(repo.path) as reader, pytest.raises(git.GitError, match='git cat-file ended early; run git fsck'):
        list(reader.stream(names))


def test_a_missing_folder_is_no_end(repo: Repository) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.write('a/.mcp.json', text('SECRET=two'))
    repo.commit()
    tree = repo.git('rev-parse', 'HEAD~1:a').strip()
    (repo.folder / '.git' / 'objects' / tree[:2] / tree[2:]).unlink()
    with pytest.raises(SourceError, match='git log'):
        scan(repo)
    assert not (repo.folder / '.git' / 'mcp-hooks').exists()


@pytest.mark.skipif(os.name != 'posix', reason='a script in the place of git')
def test_a_walk_that_is_killed_is_not_the_whole(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is: the second answer, asked for the reason, would be fine."""
    for number in range(3):
        repo.write('.mcp.json', text(f'SECRET={number}'))
        repo.commit()
    real = shutil.which('git')
    (tmp_path / 'bin').mkdir()
    (tmp_path / 'bin' / 'git').write_text(
        f'#!/bin/sh\nfor word in "$@"; do if [ "$word" = --raw ] && [ ! -e "{tmp_path}/once" ]; then\n'
        f'touch "{tmp_path}/once"; "{real}" "$@" | head -c 200; kill -9 $$; fi; done\nexec "{real}" "$@"\n')
    (tmp_path / 'bin' / 'git').chmod(0o755)
    monkeypatch.setenv('PATH', f'{tmp_path}/bin{os.pathsep}{os.environ["PATH"]}')
    git.program.cache_clear()
    try:
        with pytest.raises(SourceError, match=r'git log ended early \(killed by signal 9\)'):
            history.scan_history(repo.path, judge, lambda secret, salt: secret)
    finally:
        monkeypatch.undo()
        git.program.cache_clear()
    assert len(scan(repo).findings) == 3


# --- a repository's own settings -------------------------------------------------------------------------------------------

def test_no_setting_changes_what_is_found(repo: Repository) -> None:
    repo.write('a/.mcp.json', text('SECRET=one'))
    repo.commit()
    repo.git('mv', 'a/.mcp.json', 'b.json')
    repo.commit()
    wanted = scan(repo).findings
    for setting in ('diff.orderFile=/nowhere/at/all', 'i18n.logOutputEncoding=utf-16', 'log.follow=true', 'log.date=relative',
                    'log.showRoot=false', 'log.decorate=full', 'format.pretty=oneline', 'diff.renames=copies', 'core.abbrev=4',
                    'color.ui=always', 'log.showSignature=true', 'log.diffMerges=first-parent', 'core.commitGraph=false',
                    'diff.noprefix=true', 'diff.relative=true', 'log.mailmap=true', 'transfer.hideRefs=refs/heads'):
        repo.git('config', *setting.split('=', 1))
    assert scan(repo).findings == wanted
    assert history.scan_history(repo.path, judge, lambda secret, salt: secret, revisions='main').findings == wanted


@pytest.mark.parametrize(('author', 'date'), [
    ('A <a@example.org> 1700000000 +1345', '2023-11-15T11:58:20+13:45'),
    ('A <a@example.org> 1700000000 -0930', '2023-11-14T12:43:20-09:30'),
    ('\udcff <\udcfe> 1700000000 +0100', '2023-11-14T23:13:20+01:00'), ('A <a@example.org>', ''), ('A <a@example.org> 5 x', ''),
    ('A <a@example.org> -5 +0000', ''), ('nobody', '')])
def test_odd_authors(repo: Repository, author: str, date: str) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    tree = repo.git('rev-parse', f'{repo.commit()}^{{tree}}').strip()
    raw = f'tree {tree}\nauthor {author}\ncommitter C <c@example.org> 1700000000 +0000\nencoding latin-1\n\nm\udce4\n'
    commit = repo.git('hash-object', '-w', '-t', 'commit', '--literally', '--stdin', stdin=os.fsencode(raw)).strip()
    repo.git('update-ref', 'refs/heads/main', commit)
    past, = history.scan_history(repo.path, judge, lambda secret, salt: secret).findings
    assert (past.commit, past.date) == (commit, date) or sys.platform == 'win32'


@pytest.mark.parametrize('revisions', ['main:', 'HEAD^{tree}', 'HEAD:.mcp.json'])
def test_what_is_no_commit(repo: Repository, revisions: str) -> None:
    repo.write('.mcp.json', text('SECRET=one'))
    repo.commit()
    with pytest.raises(SourceError, match='is not a range of commits'):
        history.scan_history(repo.path, judge, lambda secret, salt: secret, revisions=revisions)
    assert history.scan_history(repo.path, judge, lambda secret, salt: secret, revisions='^main').versions == 0


def test_a_range_that_a_shallow_clone_has_not(repo: Repository, tmp_path: Path) -> None:
    for number in range(3):
        repo.write('.mcp.json', text(f'SECRET={number}'))
        repo.commit()
    here = clone(repo, tmp_path / 'clone', '--depth=1')
    with pytest.raises(SourceError, match=r"bad revision 'HEAD~2\.\.HEAD'; this clone is shallow: .*fetch-depth: 0"):
        scan(here, revisions='HEAD~2..HEAD')


def test_before_a_push_is_taken(repo: Repository, tmp_path: Path) -> None:
    """A server's hook sees what came with the push, which lies beside the repository until the hook agrees."""
    bare = tmp_path / 'bare'
    repo.write('.mcp.json', text())
    repo.commit()
    repo.git('clone', '-q', '--bare', '.', str(bare))
    repo.write('.mcp.json', text('SECRET=one'))
    commit = repo.commit()
    program = ('import json, sys; from mcp_hooks.sources import history; '
               'print(json.dumps([past.commit for past in history.scan_history(".", lambda path, data: history.Verdict('
               '[({"rule": "x", "line": 1, "end_line": 1}, "s")] if b"SECRET" in data else []), '
               'lambda secret, salt: secret, revisions=sys.argv[1]).findings]))')
    hook = bare / 'hooks' / 'pre-receive'
    hook.parent.mkdir(exist_ok=True)
    words = ' '.join(f"'{word}'" for word in (sys.executable, '-c', program))
    hook.write_text(f'#!/bin/sh\nread old new ref\nPYTHONPATH=\'{os.pathsep.join(sys.path)}\' {words} $old..$new > "{tmp_path}/said" 2>&1\n'
                    'exit 1\n')
    hook.chmod(0o755)
    subprocess.run(['git', 'push', '-q', str(bare), 'main'], cwd=repo.folder, capture_output=True)
    assert json.loads((tmp_path / 'said').read_text()) == [commit]


def test_places(repo: Repository) -> None:
    commits = [repo.commit(str(number)) for number in range(3)]
    assert walk.places(repo.path, ['--all'], {commits[0], commits[2]}) == {commits[0]: 0, commits[2]: 2}
    assert walk.places(repo.path, ['main~1'], {commits[2]}) == {}
    assert walk.dates(repo.path, ['']) == {}
