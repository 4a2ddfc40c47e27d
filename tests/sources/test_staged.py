"""What the next commit will hold, whatever the work tree says; and nothing changes by looking."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from repository import MAP, Repository

from mcp_hooks.sources import staged
from mcp_hooks.sources.source import Skipped, Source, SourceError

DATA = MAP.encode()
posix = pytest.mark.skipif(os.name != 'posix', reason='links of POSIX')


def found(repo: Repository, **more: object) -> tuple[dict[str, bytes], dict[str, str]]:
    everything = list(staged.staged(repo.path, **more))  # type: ignore[arg-type]
    assert all(one.origin == 'index' for one in everything if isinstance(one, Source))
    return ({one.path: one.data for one in everything if isinstance(one, Source)},
            {one.path: one.reason for one in everything if isinstance(one, Skipped)})


def test_the_first_commit(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.write('any.json')
    repo.write('plain.json', '{}')
    repo.write('untracked.json')
    repo.git('add', '.mcp.json', 'any.json', 'plain.json')
    assert found(repo) == ({'.mcp.json': DATA, 'any.json': DATA}, {})


def test_nothing_staged(repo: Repository) -> None:
    assert found(repo) == ({}, {})
    repo.write('.mcp.json')
    repo.commit()
    repo.write('.mcp.json', '{}')
    assert found(repo) == ({}, {})


def test_staged_and_not_the_work_tree(repo: Repository) -> None:
    repo.write('.mcp.json', 'staged')
    repo.git('add', '.')
    repo.write('.mcp.json', 'work tree')
    before = repo.git('write-tree')
    assert found(repo) == ({'.mcp.json': b'staged'}, {})
    assert repo.git('write-tree') == before
    (repo.folder / '.mcp.json').unlink()
    assert found(repo) == ({'.mcp.json': b'staged'}, {})


def test_partly_staged(repo: Repository) -> None:
    lines = [f'"k{number}": 1,' for number in range(20)]
    repo.write('.mcp.json', '\n'.join(lines))
    repo.commit()
    lines[0] = '"first": 1,'
    repo.write('.mcp.json', '\n'.join(lines))
    repo.git('add', '.')
    half = '\n'.join(lines)
    lines[19] = '"last": 1,'
    repo.write('.mcp.json', '\n'.join(lines))
    assert found(repo) == ({'.mcp.json': half.encode()}, {})


def test_only_what_changed_is_looked_at(repo: Repository) -> None:
    repo.write('old/.mcp.json')
    repo.commit()
    repo.write('notes.txt', 'hi')
    repo.git('add', '.')
    assert found(repo) == ({}, {})


def test_renamed_deleted_and_intended(repo: Repository) -> None:
    repo.write('a/.mcp.json')
    repo.write('b/.mcp.json', MAP + ' ')
    repo.commit()
    repo.git('mv', 'a/.mcp.json', 'c.json')
    repo.git('rm', '-q', 'b/.mcp.json')
    repo.write('later/.mcp.json')
    repo.git('add', '-N', 'later/.mcp.json')
    assert found(repo) == ({'c.json': DATA}, {})


def test_unmerged(repo: Repository) -> None:
    repo.write('.mcp.json', '{"a": 1}')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'other')
    repo.write('.mcp.json', '{"b": 1}')
    repo.write('new/.mcp.json')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('.mcp.json', '{"c": 1}')
    repo.commit()
    with pytest.raises(AssertionError):
        repo.git('merge', 'other')
    assert found(repo) == ({'new/.mcp.json': DATA}, {'.mcp.json': 'not merged yet, git will not commit it'})


def test_a_submodule(repo: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json')
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other.path, 'sub')
    assert found(repo) == ({}, {'sub': 'a submodule, not entered'})


def test_a_work_tree(repo: Repository) -> None:
    repo.write('a.txt', 'x')
    repo.commit()
    repo.git('worktree', 'add', '-q', 'trees/w1', '-b', 'w1')
    repo.write('trees/w1/.mcp.json')
    subprocess.run(['git', 'add', '.mcp.json'], cwd=repo.folder / 'trees' / 'w1', check=True)
    assert list(staged.staged(str(repo.folder / 'trees' / 'w1'))) == [Source('.mcp.json', DATA, 'index')]
    assert found(repo) == ({}, {})


def test_large_and_lfs(repo: Repository) -> None:
    repo.write('.mcp.json', MAP + ' ' * 2000)
    repo.write('any.json', MAP + ' ' * 2000)
    repo.write('rows.json', '[' + ' ' * 2000 + ']')
    repo.write('sub/.mcp.json', 'version https://git-lfs.github.com/spec/v1\noid sha256:' + '0' * 64 + '\nsize 12\n')
    repo.git('add', '.')
    size = f'{len(MAP) + 2000:,} bytes are more than --max-bytes 1,000'
    assert found(repo, max_bytes=1000) == ({}, {
        '.mcp.json': size, 'any.json': size, 'sub/.mcp.json': 'a Git LFS pointer, its content is not here (git lfs pull)'})


def test_line_ends_as_git_stores_them(repo: Repository) -> None:
    repo.write('.gitattributes', '*.json text eol=crlf\n')
    repo.write('.mcp.json', MAP.replace('\n', '\r\n'))
    repo.git('add', '.')
    assert found(repo) == ({'.mcp.json': DATA}, {})


@posix
def test_staged_links(repo: Repository, tmp_path: Path) -> None:
    repo.write('shared/servers.conf')
    repo.write('untracked.json')
    repo.git('add', 'shared')
    repo.git('commit', '-qm', 'x')
    for link, target in (('.mcp.json', 'shared/servers.conf'), ('.cursor/mcp.json', '/etc/hostname'),
                         ('.roo/mcp.json', '../../up.json'),
                         ('.vscode/mcp.json', '../untracked.json'), ('other.json', 'shared/servers.conf')):
        (repo.folder / link).parent.mkdir(exist_ok=True)
        (repo.folder / link).symlink_to(target)
        repo.git('add', link)
    everything = list(staged.staged(repo.path))
    assert [one for one in everything if isinstance(one, Source)] == [Source('shared/servers.conf', DATA, 'index',
        links=('.mcp.json',))]
    assert {one.path: one.reason for one in everything if isinstance(one, Skipped)} == {
        '.cursor/mcp.json': 'a link out of the tree', '.roo/mcp.json': 'a link out of the tree',
        '.vscode/mcp.json': 'a link to what is not a staged or committed file'}


@posix
@pytest.mark.parametrize('path', ['-x/.mcp.json', 'a b/.mcp.json', 'é😀/.mcp.json', 'a\nb/.mcp.json', ':0:x/.mcp.json'])
def test_odd_names(repo: Repository, path: str) -> None:
    repo.write(path)
    repo.git('add', '.')
    assert found(repo) == ({path: DATA}, {})


def test_the_index_of_a_running_commit(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """``git commit FILE`` gives its hooks another index."""
    repo.write('a.json')
    repo.write('b.json')
    repo.git('add', 'a.json')
    index = repo.folder / '.git' / 'next-index-1.lock'
    index.write_bytes((repo.folder / '.git' / 'index').read_bytes())
    repo.git('add', 'b.json')
    monkeypatch.chdir(repo.folder)
    monkeypatch.setenv('GIT_INDEX_FILE', '.git/next-index-1.lock')
    assert found(repo) == ({'a.json': DATA}, {})


def test_from_a_folder_below(repo: Repository) -> None:
    repo.write('sub/.mcp.json')
    repo.git('add', '.')
    assert list(staged.staged(str(repo.folder / 'sub'))) == [Source('sub/.mcp.json', DATA, 'index')]


def test_sha256(tmp_path: Path) -> None:
    repo = Repository.__new__(Repository)
    repo.folder = tmp_path / 'repo'
    repo.folder.mkdir()
    repo.git('init', '-q', '--object-format=sha256', '.')
    repo.write('.mcp.json')
    repo.git('add', '.')
    assert found(repo) == ({'.mcp.json': DATA}, {})


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match='is not in a git repository, so nothing is staged'):
        list(staged.staged(str(tmp_path)))


def test_many(repo: Repository) -> None:
    for number in range(600):
        repo.write(f'd/{number}.json', MAP.replace('docs', f'docs{number}'))
    repo.git('add', '.')
    sources, skipped = found(repo)
    assert sources == {f'd/{number}.json': MAP.replace('docs', f'docs{number}').encode() for number in range(600)}
    assert skipped == {}


def test_what_the_settings_leave_out(repo: Repository) -> None:
    repo.write('a/.mcp.json')
    repo.write('b/.mcp.json')
    repo.git('add', '.')
    assert found(repo, excluded=lambda path: path.startswith('a/')) == ({'b/.mcp.json': DATA}, {})
