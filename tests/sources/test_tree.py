"""What a scan of the work tree looks at, under which path, and what it names instead of reading it."""
from __future__ import annotations

import os
from pathlib import Path

import pytest
from repository import MAP, Repository

from mcp_hooks.sources import git, tree
from mcp_hooks.sources.source import Capture, Skipped, Source, SourceError

posix = pytest.mark.skipif(os.name != 'posix', reason='links and permissions of POSIX')


def found(where: str | tree.Scope, **options: object) -> tuple[dict[str, str], dict[str, str]]:
    """path → origin, and path → reason."""
    everything = list(tree.discover(where, tree.Options(**options)))  # type: ignore[arg-type]
    sources = [one for one in everything if isinstance(one, Source)]
    assert len({one.path for one in sources}) == len(sources)
    return {one.path: one.origin for one in sources}, {one.path: one.reason for one in everything if isinstance(one, Skipped)}


def test_by_path_and_by_content(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.write('sub/.cursor/mcp.json', '{}')
    repo.write('.vscode/mcp.json', '{"servers": {}}')
    repo.write('config/anything.json')
    repo.write('config/some.yaml', 'mcpServers:\n  a:\n    command: x\n')
    repo.write('config/other.toml', '[mcp_servers.a]\ncommand = "x"\n')
    repo.write('settings/zed.jsonc', '{"context_servers": {}} // x')
    repo.write('mcp.json.example')
    repo.write('docs/README.md', '```json\n' + MAP + '```\n')
    repo.write('package.json', '{"name": "x"}')
    repo.write('openapi.json', '{"servers": [{"url": "https://x.example"}]}')
    repo.write('package-lock.json')
    repo.write('main.py', 'mcpServers = 1')
    repo.commit()
    assert found(repo.path) == (dict.fromkeys((
        '.mcp.json', '.vscode/mcp.json', 'config/anything.json', 'config/other.toml', 'config/some.yaml', 'docs/README.md',
        'mcp.json.example', 'settings/zed.jsonc', 'sub/.cursor/mcp.json'), 'file'), {})


def test_sources_come_sorted(repo: Repository) -> None:
    for path in ('b/.mcp.json', 'a.json', '.mcp.json', 'b.json', 'a/x.json'):
        repo.write(path)
    paths = [one.path for one in tree.discover(repo.path)]
    assert paths == sorted(paths)
    assert len(paths) == 5


def test_untracked_and_ignored(repo: Repository) -> None:
    repo.write('.gitignore', '.mcp.json\nnode_modules/\n')
    repo.write('.mcp.json')
    repo.write('node_modules/x/.mcp.json')
    repo.git('add', '.gitignore')
    assert found(repo.path) == ({}, {})
    repo.write('new.json')
    assert found(repo.path) == ({'new.json': 'untracked'}, {})
    assert found(repo.path, include_ignored=True) == (
        {'new.json': 'untracked', '.mcp.json': 'ignored', 'node_modules/x/.mcp.json': 'ignored'}, {})


def test_a_tracked_file_may_match_gitignore(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.commit()
    repo.write('.gitignore', '*.json\n')
    assert found(repo.path) == ({'.mcp.json': 'file'}, {})


def test_one_path_however_it_is_asked_for(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.mcp.json')
    repo.write('sub/x.json')
    repo.commit()
    monkeypatch.chdir(repo.folder)
    want = ({'.mcp.json': 'file', 'sub/x.json': 'file'}, {})
    assert found('.') == found('./') == found(repo.path) == want
    monkeypatch.chdir(repo.folder / 'sub')
    assert found('..') == want
    # a folder below limits the scan, paths stay those of the repository
    assert found('.') == found(repo.path + '/sub') == ({'sub/x.json': 'file'}, {})
    assert found('x.json') == ({'sub/x.json': 'file'}, {})


@posix
def test_through_a_linked_folder(repo: Repository, tmp_path: Path) -> None:
    repo.write('.mcp.json')
    (tmp_path / 'link').symlink_to(repo.folder)
    assert found(str(tmp_path / 'link')) == ({'.mcp.json': 'untracked'}, {})


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match='no such file or folder'):
        found(str(tmp_path / 'missing'))


@posix
def test_links(repo: Repository, tmp_path: Path) -> None:
    repo.write('shared/mcp.json')
    for link, target in (('.mcp.json', 'shared/mcp.json'), ('.cursor/mcp.json', '../shared/mcp.json'),
                         ('.vscode/mcp.json', '/dev/zero'),
                         ('.roo/mcp.json', '/etc/hostname'), ('.kilocode/mcp.json', 'mcp.json'),
                         ('.trae/mcp.json', '../nowhere.json'),
                         ('.kiro/settings/mcp.json', '../../.git/config'), ('.amazonq/mcp.json', '../shared')):
        (repo.folder / link).parent.mkdir(parents=True, exist_ok=True)
        (repo.folder / link).symlink_to(target)
    repo.commit()
    sources, skipped = found(repo.path)
    assert sources == {'shared/mcp.json': 'file'}
    assert skipped == {
        '.vscode/mcp.json': 'a link out of the tree', '.roo/mcp.json': 'a link out of the tree',
        '.kilocode/mcp.json': 'a link that leads back to itself', '.trae/mcp.json': 'a link to nothing',
        '.kiro/settings/mcp.json': "a link into git's own folder", '.amazonq/mcp.json': 'a link to a folder'}
    source = next(one for one in tree.discover(repo.path) if isinstance(one, Source))
    assert source.links == ('.cursor/mcp.json', '.mcp.json')


@posix
def test_a_link_to_what_git_ignores(repo: Repository) -> None:
    repo.write('.gitignore', 'mine.json\n')
    repo.write('mine.json')
    (repo.folder / '.mcp.json').symlink_to('mine.json')
    repo.commit()
    assert found(repo.path) == ({}, {'.mcp.json': 'a link to mine.json, which git ignores'})


@posix
def test_a_link_to_a_name_that_nobody_would_read(repo: Repository) -> None:
    repo.write('servers.conf')
    (repo.folder / '.mcp.json').symlink_to('servers.conf')
    repo.commit()
    source, = tree.discover(repo.path)
    assert source == Source('servers.conf', MAP.encode(), 'file', links=('.mcp.json',))


@posix
def test_a_linked_folder_is_another_name(repo: Repository) -> None:
    repo.write('agents/mcp.json', '{"servers": {}}')
    (repo.folder / '.vscode').symlink_to('agents')
    (repo.folder / '.cursor').symlink_to('/etc')
    repo.commit()
    sources = [one for one in tree.discover(repo.path) if isinstance(one, Source)]
    assert [(one.path, one.links) for one in sources] == [('agents/mcp.json', ('.vscode/mcp.json',))]


@posix
def test_a_folder_that_became_a_link(repo: Repository, tmp_path: Path) -> None:
    repo.write('config/.mcp.json')
    repo.commit()
    (tmp_path / 'elsewhere').mkdir()
    (tmp_path / 'elsewhere' / '.mcp.json').write_text(MAP)
    (repo.folder / 'config' / '.mcp.json').unlink()
    (repo.folder / 'config').rmdir()
    (repo.folder / 'config').symlink_to(tmp_path / 'elsewhere')
    assert found(repo.path) == ({}, {'config/.mcp.json': 'reached through a linked folder'})


@posix
@pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='no pipes')
def test_what_is_no_regular_file(repo: Repository) -> None:
    repo.write('a/.mcp.json')
    repo.commit()
    (repo.folder / 'a' / '.mcp.json').unlink()
    os.mkfifo(repo.folder / 'a' / '.mcp.json')
    assert found(repo.path) == ({}, {'a/.mcp.json': 'not a regular file'})


@posix
@pytest.mark.skipif(hasattr(os, 'geteuid') and os.geteuid() == 0, reason='root reads everything')
def test_no_permission(repo: Repository) -> None:
    repo.write('.mcp.json').chmod(0)
    assert found(repo.path) == ({}, {'.mcp.json': 'no permission to read it'})


def test_deleted_large_and_lfs(repo: Repository) -> None:
    repo.write('gone/.mcp.json')
    repo.write('large/.mcp.json', MAP + ' ' * 3000)
    repo.write('large.json', MAP + ' ' * 3000)
    repo.write('rows.json', ' ' * 3000)
    repo.write('lfs/.mcp.json', 'version https://git-lfs.github.com/spec/v1\noid sha256:' + '0' * 64 + '\nsize 12\n')
    repo.commit()
    (repo.folder / 'gone/.mcp.json').unlink()
    size = len(MAP) + 3000
    assert found(repo.path, max_bytes=2000) == ({}, {
        'gone/.mcp.json': 'deleted in the work tree',
        'lfs/.mcp.json': 'a Git LFS pointer, its content is not here (git lfs pull)',
        'large/.mcp.json': f'{size:,} bytes are more than --max-bytes 2,000',
        'large.json': f'{size:,} bytes are more than --max-bytes 2,000'})


def test_a_file_that_goes_while_the_scan_runs(repo: Repository) -> None:
    for name in ('a.json', 'b.json'):
        repo.write(name)
    scan = tree.discover(repo.path)
    first = next(scan)
    (repo.folder / 'b.json').unlink()
    assert isinstance(first, Source)
    assert list(scan) == [Skipped('b.json', 'gone before it could be read')]


def test_submodule_nested_repository_and_work_tree(repo: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json')
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other.path, 'sub')
    repo.commit()
    nested = Repository(repo.folder / 'nested')
    nested.write('.mcp.json')
    nested.commit()
    repo.git('worktree', 'add', '-q', 'trees/one', '-b', 'one')
    assert found(repo.path) == ({}, {
        'sub': 'a submodule, not entered', 'nested/': 'a repository of its own, not entered',
        'trees/one/': 'a repository of its own, not entered'})
    # each is scanned where it is asked for
    assert found(repo.path + '/sub') == ({'.mcp.json': 'file'}, {})


def test_a_work_tree_of_its_own(repo: Repository) -> None:
    repo.write('a.txt', 'x')
    repo.commit()
    repo.git('worktree', 'add', '-q', '.claude/worktrees/w1', '-b', 'w1')
    repo.write('.claude/worktrees/w1/.mcp.json')
    assert found(repo.path + '/.claude/worktrees/w1') == ({'.mcp.json': 'untracked'}, {})


def test_a_git_file_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / '.git').write_text('gitdir: ../.git/modules/sub\n')
    (tmp_path / '.mcp.json').write_text(MAP)
    sources, skipped = found(str(tmp_path))
    assert sources == {'.mcp.json': 'file'}
    assert list(skipped) == ['.git']
    assert 'scanned as a plain folder' in skipped['.git']


def test_sparse_checkout(repo: Repository) -> None:
    repo.write('in/.mcp.json')
    repo.write('out/.mcp.json')
    repo.write('out/anything.json')
    repo.commit()
    repo.git('sparse-checkout', 'set', '--no-cone', 'in/')
    assert not (repo.folder / 'out').exists()
    assert found(repo.path) == (
        {'in/.mcp.json': 'file', 'out/.mcp.json': 'index'},
        {'.': '1 outside of the sparse checkout, whose names say nothing of MCP; scan --history reads them'})


def test_unmerged(repo: Repository) -> None:
    repo.write('.mcp.json', '{"mcpServers": {"a": {}}}')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'other')
    repo.write('.mcp.json', '{"mcpServers": {"b": {}}}')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('.mcp.json', '{"mcpServers": {"c": {}}}')
    repo.commit()
    with pytest.raises(AssertionError):
        repo.git('merge', 'other')
    source, = tree.discover(repo.path)
    assert source.path == '.mcp.json'
    assert b'<<<<<<<' in source.data  # type: ignore[union-attr]


@posix
@pytest.mark.parametrize('path', ['-rf/.mcp.json', '--output=x/.mcp.json', 'a b/.mcp.json', 'é😀/.mcp.json', 'a\nb/.mcp.json',
                                  '::warning::x/.mcp.json', '"q"/.mcp.json', 'a*b[c]/.mcp.json', ':(top)/.mcp.json'])
def test_odd_names(repo: Repository, path: str) -> None:
    repo.write(path)
    assert found(repo.path) == ({path: 'untracked'}, {})
    repo.commit()
    assert found(repo.path) == ({path: 'file'}, {})
    folder = path.rpartition('/')[0]
    assert found(f'{repo.path}/{folder}') == ({path: 'file'}, {})


@posix
def test_a_name_that_is_not_utf8(repo: Repository) -> None:
    name = os.fsdecode(b'caf\xe9')
    try:
        repo.write(f'{name}/.mcp.json')
    except OSError:
        pytest.skip('the file system takes UTF-8 only')
    repo.commit()
    assert found(repo.path) == ({f'{name}/.mcp.json': 'file'}, {})


def test_attributes_do_not_hide_a_file(repo: Repository) -> None:
    repo.write('.gitattributes', '*.json binary -diff\n')
    repo.write('any.json')
    repo.commit()
    assert found(repo.path) == ({'any.json': 'file'}, {})


def test_utf16(repo: Repository) -> None:
    repo.write('any.json', MAP.encode('utf-16'))
    repo.write('.mcp.json', MAP.encode('utf-16'))
    assert found(repo.path) == ({'.mcp.json': 'untracked', 'any.json': 'untracked'}, {})


def test_what_the_settings_leave_out(repo: Repository) -> None:
    repo.write('a/.mcp.json')
    repo.write('b/.mcp.json')
    repo.commit()
    assert found(repo.path, excluded=lambda path: path.startswith('a/')) == ({'b/.mcp.json': 'file'}, {})


def test_many_data_files(repo: Repository) -> None:
    for number in range(400):
        repo.write(f'data/{number}.json', '{}')
    repo.write('data/x/.mcp.json', '{}')
    repo.write('data/hidden.json')
    repo.commit()
    assert found(repo.path) == ({'data/hidden.json': 'file', 'data/x/.mcp.json': 'file'}, {})


def test_nothing_of_the_repository_runs(repo: Repository, tmp_path: Path) -> None:
    """A repository's settings and attributes name programs for nearly everything."""
    if os.name != 'posix':
        pytest.skip('a shell script')
    trap = tmp_path / 'trap'
    trap.write_text(f'#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n')
    trap.chmod(0o755)
    repo.write('.gitattributes', '*.json diff=trap filter=trap\n')
    repo.write('.mcp.json')
    repo.write('any.json')
    repo.commit()
    for key in ('core.fsmonitor', 'core.pager', 'pager.grep', 'pager.diff', 'pager.ls-files', 'diff.external',
                'diff.trap.textconv',
                'diff.trap.command', 'filter.trap.clean', 'filter.trap.smudge', 'filter.trap.process', 'core.sshCommand',
                'core.editor'):
        repo.git('config', key, str(trap))
    for alias in ('grep', 'ls-files', 'diff', 'config', 'log'):
        repo.git('config', f'alias.{alias}', f'!{trap}')
    repo.git('config', 'core.hooksPath', str(tmp_path))
    for hook in ('post-index-change', 'pre-commit', 'fsmonitor-watchman'):
        (tmp_path / hook).write_text(trap.read_text())
        (tmp_path / hook).chmod(0o755)
    (tmp_path / 'sprung').unlink(missing_ok=True)
    repo.write('.mcp.json', MAP + ' ')
    from mcp_hooks.sources import changes, history, staged

    assert set(found(repo.path)[0]) == {'.mcp.json', 'any.json'}
    list(staged.staged(repo.path))
    changes.since(repo.path, 'HEAD')
    changes.of_index(repo.path)
    history.scan_history(repo.path, lambda path, data: history.Verdict([]), lambda secret, salt: '', use_cache=False)
    assert not (tmp_path / 'sprung').exists()


def test_git_of_another_folder_is_not_run(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name != 'posix':
        pytest.skip('a shell script')
    evil = repo.write('git', '#!/bin/sh\ntouch sprung\n')
    evil.chmod(0o755)
    repo.write('.mcp.json')
    monkeypatch.chdir(repo.folder)
    monkeypatch.setenv('PATH', os.pathsep.join(('.', '', os.environ['PATH'])))
    git.program.cache_clear()
    try:
        assert found('.') == ({'.mcp.json': 'untracked'}, {})
    finally:
        git.program.cache_clear()
    assert not (repo.folder / 'sprung').exists()


def test_without_the_git_program(repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repo.write('.mcp.json')
    monkeypatch.setenv('PATH', str(tmp_path))
    git.program.cache_clear()
    try:
        with pytest.raises(SourceError,
                           match='the git program was not found on PATH; install it, or scan plain files with --no-git'):
            found(repo.path)
        assert found(tree.scope_of(repo.path, no_git=True)) == ({'.mcp.json': 'file'}, {})
    finally:
        git.program.cache_clear()


def test_a_broken_index(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.commit()
    (repo.folder / '.git' / 'index').write_bytes(b'DIRC broken')
    with pytest.raises(SourceError, match=r'git ls-files: .*index file'):
        found(repo.path)


def test_a_surrounding_hook_is_about_its_own_repository(repo: Repository, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    other = Repository(tmp_path / 'other')
    other.write('other.json')
    other.commit()
    repo.write('.mcp.json')
    repo.commit()
    monkeypatch.chdir(other.folder)
    monkeypatch.setenv('GIT_DIR', str(other.folder / '.git'))
    monkeypatch.setenv('GIT_INDEX_FILE', str(other.folder / '.git' / 'index'))
    assert found(repo.path) == ({'.mcp.json': 'file'}, {})
    assert found('.') == ({'other.json': 'file'}, {})


def test_inside_of_a_hook_of_a_linked_work_tree(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('a.txt', 'x')
    repo.commit()
    repo.git('worktree', 'add', '-q', 'trees/w1', '-b', 'w1')
    repo.write('trees/w1/sub/.mcp.json')
    repo.write('trees/w1/.mcp.json')
    monkeypatch.chdir(repo.folder / 'trees' / 'w1')
    monkeypatch.setenv('GIT_DIR', str(repo.folder / '.git' / 'worktrees' / 'w1'))
    assert found('.') == ({'.mcp.json': 'untracked', 'sub/.mcp.json': 'untracked'}, {})
    assert found('sub') == ({'sub/.mcp.json': 'untracked'}, {})


@pytest.mark.skipif(not hasattr(os, 'geteuid') or os.geteuid() != 0, reason='only root gives files away')
def test_a_repository_of_another_user(repo: Repository) -> None:
    """As in a container, where the checkout belongs to the host's user."""
    repo.write('.mcp.json')
    repo.commit()
    for folder, _, names in os.walk(repo.path):
        for name in ('', *names):
            os.lchown(os.path.join(folder, name), 12345, 12345)
    assert found(repo.path) == ({'.mcp.json': 'file'}, {})


def test_the_scan_leaves_no_trace(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.commit()
    os.utime(repo.folder / '.mcp.json', (1, 1))
    before = (repo.folder / '.git' / 'index').read_bytes()
    found(repo.path)
    assert (repo.folder / '.git' / 'index').read_bytes() == before
    assert not list((repo.folder / '.git').glob('*.lock'))


# --- plain folders -------------------------------------------------------------------------------------------------------

def test_a_plain_folder(tmp_path: Path) -> None:
    for path in ('.mcp.json', 'a/b/any.json', 'a/plain.json', 'node_modules/x/.mcp.json', '.hg/x.json'):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text('{}' if 'plain' in path else MAP)
    assert found(str(tmp_path)) == ({'.mcp.json': 'file', 'a/b/any.json': 'file'},
                                    {'node_modules/': 'installed packages; --include-ignored enters it'})
    assert found(str(tmp_path), include_ignored=True) == (
        {'.mcp.json': 'file', 'a/b/any.json': 'file', 'node_modules/x/.mcp.json': 'file'}, {})


def test_a_plain_folder_with_gitignore(tmp_path: Path) -> None:
    (tmp_path / 'sub').mkdir()
    (tmp_path / '.gitignore').write_text('*.local.json\n')
    (tmp_path / 'sub' / '.gitignore').write_text('/x.json\n')
    for path in ('a.local.json', 'a.json', 'x.json', 'sub/x.json', 'sub/y.json'):
        (tmp_path / path).write_text(MAP)
    assert found(str(tmp_path)) == ({'a.json': 'file', 'sub/y.json': 'file', 'x.json': 'file'}, {})


def test_repositories_in_a_plain_folder(tmp_path: Path) -> None:
    inner = Repository(tmp_path / 'one' / 'inner')
    inner.write('.gitignore', 'ignored.json\n')
    inner.write('ignored.json')
    inner.write('.mcp.json')
    inner.commit()
    (tmp_path / 'loose.json').write_text(MAP)
    assert found(str(tmp_path)) == ({'loose.json': 'file', 'one/inner/.mcp.json': 'file'}, {})


def test_no_git(repo: Repository) -> None:
    repo.write('.gitignore', 'ignored.json\n')
    repo.write('ignored.json')
    repo.write('sub/.mcp.json')
    assert found(tree.scope_of(repo.path, no_git=True)) == ({'ignored.json': 'file', 'sub/.mcp.json': 'file'}, {})
    assert found(tree.scope_of(repo.path + '/sub', no_git=True)) == ({'sub/.mcp.json': 'file'}, {})


@posix
def test_links_in_a_plain_folder(tmp_path: Path) -> None:
    inside = tmp_path / 'in'
    (inside / 'a').mkdir(parents=True)
    (inside / 'a' / 'x.json').write_text(MAP)
    (inside / 'loop').symlink_to('.')
    (inside / 'a' / 'up').symlink_to('..')
    (inside / '.mcp.json').symlink_to('a/x.json')
    (inside / 'out').symlink_to('/etc')
    (inside / '.cursor').mkdir()
    (inside / '.cursor' / 'mcp.json').symlink_to('/dev/zero')
    assert found(str(inside)) == ({'a/x.json': 'file'}, {'.cursor/mcp.json': 'a link out of the tree',
                                                         'out': 'a link to a folder out of the tree'})


def test_deep_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('mcp_hooks.sources.folder.MAX_DEPTH', 3)
    folder = tmp_path.joinpath(*'abcdef')
    folder.mkdir(parents=True)
    (folder / '.mcp.json').write_text(MAP)
    assert found(str(tmp_path)) == ({}, {'a/b/c/d/': 'more than 3 folders deep'})


COMMAND = 'claude mcp add docs --env KEY=x -- docs-mcp\n'
SESSION = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}\n'


def captures(where: str | tree.Scope, **options: object) -> dict[str, str]:
    return {one.path: one.origin for one in tree.discover(where, tree.Options(**options)) if isinstance(one, Capture)}  # type: ignore[arg-type]


def everything(repo: Repository) -> set[str]:
    """Writes files of every kind; the names of those that are to be read."""
    repo.write('.mcp-auth/mcp-remote-1/x_code_verifier.txt', 'x')
    repo.write('backup/.mcp-inspector/secrets.json', '{}')
    for name in ('setup.sh', 'setup.ps1', 'docs/a.mdx', 'docs/a.rst', 'README.md', 'Makefile', 'sub/Dockerfile', 'a.ipynb', 'ci.yml',
                 'package.json'):
        repo.write(name, COMMAND)
    for name in ('bin/setup', '.husky/post-checkout', 'v1.2/run'):
        repo.write(name, '#!/usr/bin/env bash\n' + COMMAND)
    read = {path.relative_to(repo.folder).as_posix() for path in repo.folder.rglob('*') if path.is_file() and '.git' not in path.parts}
    for name in ('other.sh', 'LICENSE', 'docs/b.md', 'rows.json', 'rows.jsonl', 'some.log', 'bin/tool', 'bin/data'):
        repo.write(name, {'bin/data': COMMAND, 'bin/tool': '#!/bin/sh\necho\n'}.get(name, 'nothing'))
    repo.write('main.py', COMMAND)
    repo.write('a.mcp.jsonl', SESSION)
    repo.write('logs/mcp-server.log', SESSION)
    repo.write('sessions/one.json', SESSION)
    return read


def test_stores_scripts_documents_and_captures(repo: Repository) -> None:
    read = everything(repo)
    assert found(repo.path) == (dict.fromkeys(read, 'untracked'), {})
    sessions = {'a.mcp.jsonl', 'logs/mcp-server.log', 'sessions/one.json'}
    assert captures(repo.path) == dict.fromkeys(sessions, 'untracked')
    repo.commit()
    assert found(repo.path) == (dict.fromkeys(read, 'file'), {})
    assert captures(repo.path) == dict.fromkeys(sessions, 'file')
    assert found(tree.scope_of(repo.path, no_git=True)) == (dict.fromkeys(read, 'file'), {})
    assert captures(tree.scope_of(repo.path, no_git=True)) == dict.fromkeys(sessions, 'file')


def test_git_grep_for_very_many_files_finds_the_same(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    everything(repo)
    repo.write('deep/er/config.yaml', 'mcpServers:\n  a:\n    command: x\n')
    repo.write('mcp.json.local', MAP)
    repo.commit()
    repo.write('new.json', MAP)
    both = found(repo.path), captures(repo.path)
    monkeypatch.setattr(tree, 'GREP_FROM', 1)
    assert (found(repo.path), captures(repo.path)) == both
    assert found(f'{repo.path}/deep') == ({'deep/er/config.yaml': 'file'}, {})


@posix
def test_a_link_makes_a_configuration_of_what_has_no_marks(repo: Repository) -> None:
    repo.write('shared/servers.json', '{}')
    repo.commit()
    assert found(repo.path) == ({}, {})
    (repo.folder / '.mcp.json').symlink_to('shared/servers.json')  # untracked
    assert found(repo.path) == ({'shared/servers.json': 'file'}, {})
    source, = (one for one in tree.discover(repo.path) if isinstance(one, Source))
    assert source.links == ('.mcp.json',)
    repo.commit()
    assert [one.links for one in tree.discover(repo.path) if isinstance(one, Source)] == [('.mcp.json',)]


@posix
def test_an_untracked_link_to_what_is_read_by_its_own_name(repo: Repository) -> None:
    repo.write('.mcp.json', '{}')
    repo.commit()
    (repo.folder / '.cursor').mkdir()
    (repo.folder / '.cursor' / 'mcp.json').symlink_to('../.mcp.json')
    assert found(repo.path) == ({'.mcp.json': 'file'}, {})


def test_a_name_that_was_taken_by_a_folder(repo: Repository) -> None:
    """git lists a tracked file; on the disk there is a folder with untracked ones."""
    repo.write('.cursor', 'x')
    repo.commit()
    (repo.folder / '.cursor').unlink()
    repo.write('.cursor/mcp.json', '{}')
    assert found(repo.path) == ({'.cursor/mcp.json': 'untracked'}, {})


def test_one_file_that_was_asked_for(repo: Repository) -> None:
    repo.write('any.name', 'x')
    repo.write('a.jsonl', SESSION)
    repo.write('b.jsonl', 'rows')
    repo.write('c.json', SESSION)
    assert found(f'{repo.path}/any.name') == ({'any.name': 'file'}, {})
    assert found(f'{repo.path}/b.jsonl') == ({'b.jsonl': 'file'}, {})
    for name in ('a.jsonl', 'c.json'):
        capture, = tree.discover(f'{repo.path}/{name}')
        assert isinstance(capture, Capture)
        assert capture.source == Source(name, SESSION.encode())


def test_a_large_capture_is_read_as_it_passes(repo: Repository) -> None:
    repo.write('a.mcp.jsonl', SESSION + ' ' * 5000)
    assert captures(repo.path, max_bytes=1000) == {'a.mcp.jsonl': 'untracked'}
    assert found(repo.path, max_bytes=1000, max_capture=2000) == (
        {}, {'a.mcp.jsonl': f'{len(SESSION) + 5000:,} bytes are more than --max-bytes 2,000'})


def test_what_the_settings_leave_out_is_not_even_opened(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('a/any.json')
    repo.write('a/new.json')
    repo.git('add', 'a/any.json')
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(os, 'open', lambda path, *rest, **named: opened.append(str(path)) or real(path, *rest, **named))
    assert found(repo.path, excluded=lambda path: path.startswith('a/')) == ({}, {})
    assert [path for path in opened if path.endswith('.json')] == []


@posix
def test_content_that_is_gone_linked_or_elsewhere_is_not_missed(repo: Repository, tmp_path: Path) -> None:
    repo.write('gone.json')
    repo.write('script.sh', COMMAND)
    repo.write('folder/any.json')
    (repo.folder / 'link.json').symlink_to('gone.json')
    repo.commit()
    (repo.folder / 'gone.json').unlink()
    (repo.folder / 'script.sh').unlink()
    outside = tmp_path / 'outside'
    outside.mkdir()
    (outside / 'any.json').write_text(MAP)
    (repo.folder / 'folder' / 'any.json').unlink()
    (repo.folder / 'folder').rmdir()
    (repo.folder / 'folder').symlink_to(outside)
    assert found(repo.path) == ({}, {})


@posix
@pytest.mark.parametrize('text', ['[submodule "a"]\n\tpath =\n[submodule "b"]\n\tpath = ../../etc\n[submodule "c"]\n\tpath = /etc\n', None])
def test_a_spoiled_list_of_submodules(repo: Repository, text: str | None) -> None:
    repo.write('.mcp.json')
    repo.commit()
    if text is None:
        os.mkfifo(repo.folder / '.gitmodules')
    else:
        repo.write('.gitmodules', text)
    assert found(repo.path)[0] == {'.mcp.json': 'file'}
    assert git.ls_files(repo.path, paths=['', '/etc', '../x', 'a\0b']) == {}
