"""What a scan finds in trees that are not as one expects: names in capitals, pipes, links out, repositories in each other."""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within
from repository import MAP, Repository

from mcp_hooks.sources import git, marks, names, process, scope, tree
from mcp_hooks.sources.source import Skipped, Source, SourceError

posix = pytest.mark.skipif(os.name != 'posix', reason='links and permissions of POSIX')
NOT_ROOT = pytest.mark.skipif(not hasattr(os, 'geteuid') or os.geteuid() == 0, reason='root reads everything')
CHOOSE = marks.chooser()


def found(where: str | scope.Scope, **options: object) -> tuple[dict[str, str], dict[str, str]]:
    """path → origin, and path → reason."""
    everything = list(tree.discover(where, tree.Options(**options)))  # type: ignore[arg-type]
    sources = [one for one in everything if isinstance(one, Source)]
    assert len({one.path for one in sources}) == len(sources)
    return {one.path: one.origin for one in sources}, {one.path: one.reason for one in everything if isinstance(one, Skipped)}


def both(repo: Repository, paths: dict[str, str]) -> None:
    """git and the walk without it see the same."""
    assert found(repo.path) == (paths, {})
    assert found(scope.scope_of(repo.path, no_git=True)) == (dict.fromkeys(paths, 'file'), {})


def test_names_in_capitals(repo: Repository) -> None:
    for name in ('MCP.JSON', 'A.Json', 'B.JsonC', 'x/SERVERS.JSON.BAK', 'y/OLD.JSON~'):
        repo.write(name)
    repo.write('C.YAML', 'mcpServers:\n  a:\n    command: x\n')
    repo.write('D.TOML', '[mcp_servers.a]\ncommand = "x"\n')
    repo.write('README.MD', f'```json\n{MAP}```\n')
    repo.write('SETUP.PS1', 'claude mcp add docs -- docs-mcp\n')
    repo.write('PHOTO.JPG', MAP)
    repo.write('PACKAGE-LOCK.JSON')
    repo.commit()
    both(repo, dict.fromkeys(('MCP.JSON', 'A.Json', 'B.JsonC', 'x/SERVERS.JSON.BAK', 'y/OLD.JSON~', 'C.YAML', 'D.TOML', 'README.MD',
                              'SETUP.PS1'), 'file'))


def test_files_that_build_a_container_have_any_ending(repo: Repository) -> None:
    for name in ('Dockerfile.dev', 'deploy/Containerfile.mcp', 'Makefile.local', 'x.Dockerfile', 'Dockerfile.d/run'):
        repo.write(name, 'RUN claude mcp add docs -- docs-mcp\n')
    repo.commit()
    repo.write('Dockerfile.new', 'RUN claude mcp add docs -- docs-mcp\n')
    wanted = dict.fromkeys(('Dockerfile.dev', 'deploy/Containerfile.mcp', 'Makefile.local', 'x.Dockerfile'), 'file')
    both(repo, {**wanted, 'Dockerfile.new': 'untracked'})


def test_samples_and_copies(repo: Repository) -> None:
    wanted = ['mcp.json-example', 'mcp.json_bak', '.mcp.json.1', 'mcp.json.local', 'servers.json-old', 'MCP.JSON_OLD']
    for name in wanted:
        repo.write(name)
    repo.write('config.toml-dist', '[mcp_servers.a]\ncommand = "x"\n')
    for name in ('.env-example', '.env_prod', 'mcp.env-local'):
        repo.write(name, 'MCP_SERVER_TOKEN=x\n')
    repo.write('mcp.jsonx')
    repo.write('mcp.json-files/x')
    repo.commit()
    both(repo, dict.fromkeys([*wanted, 'config.toml-dist', '.env-example', '.env_prod', 'mcp.env-local'], 'file'))


ENDING = st.sampled_from([*marks.ENDINGS, *marks.TEXTS, *marks.CAPTURES])
NAME = st.builds(lambda begin, ending, turn, end: f'{begin}.{turn(ending)}{end}', st.sampled_from(['a', 'd/B', 'Dockerfile', '']), ENDING,
                 st.sampled_from([str.lower, str.upper, str.title]), st.sampled_from(['', '~', '.bak', '.BAK', '-old', '_1']))


COMMON = ('json', 'jsonc', 'json5', 'yaml', 'yml', 'toml', 'md', 'txt', 'ps1', 'bat', 'cmd', 'sh', 'env', 'ipynb', 'markdown', 'dockerfile',
          'har', 'log', 'jsonl', 'ndjson')


@given(st.lists(NAME, max_size=8))
def test_what_the_names_say_in_capitals(paths: list[str]) -> None:
    buffer = b''.join(b'H ' + path.encode() + b'\0' for path in paths)
    among = {record[2:].decode() for record in names.candidates(buffer)}
    assert among <= set(paths)
    # an ending that nobody writes in capitals is not looked for: .Ksh, .Fish, .Zsh …
    common = {path for path in paths if re.split('[-_~]', path.lower().removesuffix('.bak').split('.')[-1])[0] in COMMON}
    assert {path for path in common if marks.kind_of(path, CHOOSE)} <= among


@pytest.mark.parametrize('unit', [b'.json_', b'.env.', b'.Json.', b'.Js', b'dockerfile.', b'.md-', b'.mcp-auth/', b'a.json\0H x'])
def test_no_name_of_any_length_takes_longer_than_to_read_it(unit: bytes) -> None:
    """An index may hold names that no file system takes."""
    within(3, lambda: list(names.candidates(b'H x/' + unit * 40_000 + b'/x\0')))  # half a minute when each place is searched to the end


@pytest.mark.parametrize('code', ['utf-16', 'utf-16-be'])
@pytest.mark.parametrize(('name', 'text'), [
    ('a.toml', '[mcp_servers.a]\ncommand = "x"\n'), ('a.yaml', 'mcpServers:\n  a:\n    command: x\n'), ('a.json', MAP),
    ('zed.json', '{"context_servers": {"a": {"command": "x"}}}'), ('a.md', f'```json\n{MAP}```\n'),
    ('vs.json', '{"servers": {"a": {"command": "docs-mcp"}}}'), ('run.ps1', 'claude mcp add docs -- docs-mcp\n')])
def test_utf_16(repo: Repository, name: str, text: str, code: str) -> None:
    repo.write(name, ('\ufeff' if code == 'utf-16-be' else '').encode(code) + text.encode(code))
    repo.commit()
    both(repo, {name: 'file'})


@posix
def test_a_list_of_what_is_ignored_that_is_a_pipe(tmp_path: Path) -> None:
    for folder in ('a', 'b', 'c'):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / 'x.json').write_text(MAP)
    os.mkfifo(tmp_path / 'a/.gitignore')
    (tmp_path / 'b/.gitignore').write_text('x.json\n')
    (tmp_path / 'c/.gitignore').mkdir()
    assert found(str(tmp_path)) == ({'a/x.json': 'file', 'c/x.json': 'file'}, {'a/.gitignore': 'not a regular file'})
    os.mkfifo(tmp_path / '.gitignore')
    assert found(str(tmp_path)) == ({'a/x.json': 'file', 'b/x.json': 'file', 'c/x.json': 'file'},
                                    {'.gitignore': 'not a regular file', 'a/.gitignore': 'not a regular file'})


def test_a_list_of_what_is_ignored_and_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / '.gitignore').write_text('x.json\n')
    (tmp_path / 'x.json').write_text(MAP)
    assert found(str(tmp_path)) == ({}, {})
    monkeypatch.setenv('PATH', str(tmp_path))
    git.program.cache_clear()
    try:
        assert found(str(tmp_path)) == ({'x.json': 'file'}, {'.gitignore': 'not heeded, for git is not installed'})
        assert found(str(tmp_path), include_ignored=True) == ({'x.json': 'file'}, {})
    finally:
        git.program.cache_clear()


def test_what_the_user_ignores_everywhere_says_nothing_of_a_plain_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / 'plain').mkdir()
    (tmp_path / 'plain/.gitignore').write_text('x.json\n')
    for name in ('x.json', 'y.json'):
        (tmp_path / 'plain' / name).write_text(MAP)
    (tmp_path / 'mine').write_text('y.json\n')
    (tmp_path / 'config').write_text(f'[core]\nexcludesFile = {(tmp_path / "mine").as_posix()}\n')
    monkeypatch.setenv('GIT_CONFIG_GLOBAL', str(tmp_path / 'config'))
    assert found(str(tmp_path / 'plain')) == ({'y.json': 'file'}, {})
    Repository(tmp_path / 'plain')
    assert found(str(tmp_path / 'plain')) == ({}, {})


def test_a_walk_ends_within_one_folder_of_very_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        (tmp_path / f'{number}.json').write_text(MAP)
    monkeypatch.setattr('mcp_hooks.sources.folder.MAX_ENTRIES', 5)
    assert found(str(tmp_path)) == ({}, {'.': 'the walk ended here, after 5 files and folders'})
    monkeypatch.setattr('mcp_hooks.sources.folder.MAX_ENTRIES', 6)
    assert len(found(str(tmp_path))[0]) == 6


def test_the_folder_of_git_is_not_its_work_tree(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.commit()
    (repo.folder / '.git/hooks').mkdir(exist_ok=True)
    (repo.folder / '.git/hooks/x.json').write_text(MAP)
    bare = 'a repository without a work tree; --history reads what was committed'
    assert found(repo.path + '/.git') == ({'hooks/x.json': 'file'}, {'.': bare})
    assert found(repo.path + '/.git/hooks') == ({'x.json': 'file'}, {})


@pytest.mark.parametrize('code', ['utf-8', 'utf-16-le', 'utf-16-be'])
def test_a_large_file_with_marks_is_named_in_any_encoding(repo: Repository, code: str) -> None:
    begin = '' if code == 'utf-8' else '\ufeff'
    repo.write('a.json', (begin + MAP + ' ' * 500).encode(code))
    repo.write('b.sh', (begin + 'claude mcp add docs\n' + '# x\n' * 100).encode(code))
    repo.write('c.json', (begin + '{"a": 1}' + ' ' * 500).encode(code))
    files, skipped = found(repo.path, max_bytes=100)
    assert (files, sorted(skipped)) == ({}, ['a.json', 'b.sh'])


@posix
def test_what_a_plain_folder_ignores_is_neither_entered_nor_named(tmp_path: Path) -> None:
    (tmp_path / '.gitignore').write_text('vendor/\nnode_modules/\nout\nx.json\n')
    for name in ('vendor', 'kept'):
        Repository(tmp_path / name).write('.mcp.json')
    (tmp_path / 'node_modules').mkdir()
    (tmp_path / 'out').symlink_to('/')
    (tmp_path / 'x.json').write_text(MAP)
    (tmp_path / '.mcp.json').symlink_to('x.json')
    assert found(str(tmp_path)) == ({'kept/.mcp.json': 'untracked'}, {'.mcp.json': 'a link to x.json, which .gitignore leaves out'})
    assert found(str(tmp_path), include_ignored=True) == (
        {'kept/.mcp.json': 'untracked', 'vendor/.mcp.json': 'untracked', 'x.json': 'file'},
        {'out': 'a link to a folder out of the tree'})


@posix
@pytest.mark.parametrize('git', [True, False])
def test_what_is_excluded_is_not_named(repo: Repository, git: bool) -> None:
    repo.write('a.json')
    repo.write('away/x.json')
    repo.write('away/big.json', MAP + ' ' * 100)
    for name, target in (('away/.mcp.json', '/etc/hosts'), ('.mcp.json', 'away/x.json'), ('away/node_modules', '/')):
        (repo.folder / name).symlink_to(target)
    repo.commit()
    Repository(repo.folder / 'away/inner').write('.mcp.json')
    where = scope.scope_of(repo.path, no_git=not git)
    assert found(where, excluded=lambda path: path == 'away' or path.startswith('away/'), max_bytes=100) == ({'a.json': 'file'}, {})


def test_an_excluded_submodule_is_not_named(repo: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / 'other')
    other.write('.mcp.json')
    other.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', str(other.folder), 'vendor/lib')
    assert found(repo.path) == ({}, {'vendor/lib': 'a submodule, not entered'})
    assert found(repo.path, excluded=lambda path: path.startswith('vendor')) == ({}, {})
    # not there yet: what was asked for is the submodule itself
    clone = tmp_path / 'clone'
    repo.commit()
    subprocess.run(['git', 'clone', '-q', repo.path, str(clone)], check=True, env={**os.environ})
    assert found(str(clone / 'vendor/lib')) == ({}, {'vendor/lib': 'a submodule, not entered'})


def test_an_ignored_folder_that_was_asked_for(repo: Repository) -> None:
    repo.write('.gitignore', 'build/\n')
    repo.write('build/x.json')
    repo.write('empty/x.txt', '')
    repo.commit()
    assert found(repo.path + '/build') == ({}, {'build/': 'ignored by git; --include-ignored looks at it'})
    assert found(repo.path + '/build', include_ignored=True) == ({'build/x.json': 'ignored'}, {})
    assert found(repo.path + '/build/x.json') == ({'build/x.json': 'file'}, {})
    assert found(repo.path + '/empty') == ({}, {})
    (repo.folder / 'new').mkdir()
    assert found(repo.path + '/new') == ({}, {})


@posix
def test_a_link_into_a_repository_in_the_tree(repo: Repository) -> None:
    Repository(repo.folder / 'inner').write('x.json')
    (repo.folder / '.mcp.json').symlink_to('inner/x.json')
    assert found(repo.path) == ({}, {'.mcp.json': 'a link into inner/, which is a repository of its own',
                                     'inner/': 'a repository of its own, not entered'})


@posix
def test_a_link_to_what_is_ignored_and_ends_as_a_tracked_name(repo: Repository) -> None:
    repo.write('.gitignore', '/a.json\n')
    repo.write('a.json')
    repo.write('x/H a.json')
    (repo.folder / '.mcp.json').symlink_to('a.json')
    repo.commit()
    assert found(repo.path) == ({'x/H a.json': 'file'}, {'.mcp.json': 'a link to a.json, which git ignores'})


@posix
def test_a_linked_folder_of_a_client(repo: Repository, tmp_path: Path) -> None:
    repo.write('shared/mcp.json', '{}')
    (repo.folder / '.cursor').symlink_to('shared')
    (tmp_path / 'out').mkdir()
    (repo.folder / '.kiro').symlink_to(tmp_path / 'out')
    repo.git('add', '.cursor', '.kiro')
    everything = list(tree.discover(repo.path))
    assert [(one.path, one.origin, one.links) for one in everything if isinstance(one, Source)] == [
        ('shared/mcp.json', 'untracked', ('.cursor/mcp.json',))]
    assert [one for one in everything if isinstance(one, Skipped)] == [Skipped('.kiro', 'a link to a folder out of the tree')]


@posix
def test_a_linked_folder_that_git_does_not_track(repo: Repository) -> None:
    repo.write('shared/servers/mcp.json', '{}')
    repo.write('other.json', '{}')
    repo.commit()
    (repo.folder / '.cursor').symlink_to('shared/servers')
    (repo.folder / '.vscode').symlink_to('.')  # in itself
    for where in (scope.scope_of(repo.path), scope.scope_of(repo.path, no_git=True)):
        assert [(one.path, one.origin, one.links) for one in tree.discover(where) if isinstance(one, Source)] == [
            ('shared/servers/mcp.json', 'file', ('.cursor/mcp.json',))]


def test_a_file_that_is_kept_although_git_was_told_to_leave_it_out(repo: Repository) -> None:
    for name in ('kept.json', 'gone.json', 'away/gone.json', '.mcp.json', 'away/.mcp.json'):
        repo.write(name)
    repo.commit()
    repo.git('update-index', '--skip-worktree', 'kept.json', 'gone.json', 'away/gone.json', '.mcp.json', 'away/.mcp.json')
    for name in ('gone.json', 'away/gone.json', 'away/.mcp.json'):
        (repo.folder / name).unlink()
    (repo.folder / 'away').rmdir()
    assert found(repo.path) == (
        {'kept.json': 'file', '.mcp.json': 'file', 'away/.mcp.json': 'index'},
        {'.': '2 outside of the sparse checkout, whose names say nothing of MCP; scan --history reads them'})


@posix
def test_a_named_link_out_of_its_repository(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / 'out.json').write_text(MAP)
    (repo.folder / '.mcp.json').symlink_to(tmp_path / 'out.json')
    other = Repository(tmp_path / 'other')
    other.write('x.json')
    (repo.folder / 'other.json').symlink_to(other.folder / 'x.json')
    for name in ('.mcp.json', 'other.json'):
        assert found(f'{repo.path}/{name}') == ({}, {name: 'a link out of the tree'})
    (repo.folder / 'out').symlink_to(other.folder)
    Repository(other.folder / 'deep').write('y.json')
    for name in ('out/x.json', 'out/deep/y.json'):
        assert found(f'{repo.path}/{name}') == ({}, {name: 'a link out of the tree'})
    # whoever names a folder means it, as whoever changes to it; and a link of a plain folder as well
    assert found(f'{repo.path}/out') == ({'x.json': 'untracked'}, {'deep/': 'a repository of its own, not entered'})
    (tmp_path / 'to').symlink_to(repo.folder)
    repo.write('x.json')
    assert found(str(tmp_path / 'to/x.json')) == ({'x.json': 'file'}, {})
    (tmp_path / 'mine.json').symlink_to(other.folder / 'x.json')
    assert found(str(tmp_path / 'mine.json')) == ({'x.json': 'file'}, {})


def test_a_bare_repository_says_where_its_files_are(tmp_path: Path) -> None:
    subprocess.run(['git', 'init', '-q', '--bare', str(tmp_path / 'bare')], check=True)
    (tmp_path / 'bare/x.json').write_text(MAP)
    assert found(str(tmp_path / 'bare')) == (
        {'x.json': 'file'}, {'.': 'a repository without a work tree; --history reads what was committed'})


def test_one_folder_in_two_spellings(repo: Repository, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.cli import main

    monkeypatch.chdir(repo.folder)
    repo.write('s/x/a.json', '{"mcpServers": {"docs": {"command": 1}}}')
    repo.commit()
    assert main(['scan', '--format', 'json', 's', './s', 's/x', 's/x/a.json', 's/../s', '.']) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report['summary']['checked'], [one['path'] for one in report['findings']]) == (1, ['s/x/a.json'])


@pytest.mark.parametrize('path', ['nothing', '', 'a\0b', 'x/' * 3000, 'x.json/y'])
def test_what_is_not_there(repo: Repository, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(repo.folder)
    repo.write('x.json')
    with pytest.raises(SourceError, match='no such file or folder'):
        scope.scope_of(path)


@NOT_ROOT
def test_a_folder_that_git_cannot_read_is_named(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.folder)
    repo.write('open/x.json')
    repo.write('closed/x.json')
    repo.write('away/x.json')
    for name in ('closed', 'away'):
        (repo.folder / name).chmod(0)
    try:
        assert found(repo.path, excluded=lambda path: path == 'away') == (
            {'open/x.json': 'untracked'}, {'closed/': 'no permission to read it'})
        assert found('closed/x.json') == ({}, {'closed/x.json': 'no permission to read it'})
    finally:
        for name in ('closed', 'away'):
            (repo.folder / name).chmod(0o755)


def test_what_git_says_of_folders_it_could_not_read(repo: Repository) -> None:
    ahead = scope.Ahead(scope.scope_of(repo.path))
    with ahead:
        ahead.tracked(), ahead.others()
        assert list(ahead.not_entered()) == []
    said = (b"warning: could not open directory 'a/b/': Permission denied\nwarning: something else\n"
            b"warning: could not open directory 'it's: '/': File name too long\nwarning: could not open directory 'cut")
    ahead._others = SimpleNamespace(said=said)  # type: ignore[assignment]
    assert list(ahead.not_entered()) == [('a/b/', 'no permission to read it'), ("it's: '/", 'file name too long')]


@pytest.mark.skipif(not hasattr(os, 'memfd_create'), reason='kept on Linux')
def test_what_a_program_complains_of_is_kept_when_all_is_kept() -> None:
    words = ['/bin/sh', '-c', 'echo out; echo err >&2; exit 3']
    for whole, said in ((True, b'err\n'), (False, b'')):
        with process.Spawned(words, {}, False, whole) as started:
            if whole:
                started.wait()
            assert started.stdout is not None
            assert started.stdout.read() == b'out\n'
        assert (started.returncode, started.said) == (3, said)


def test_git_gets_large_pages_unless_the_user_has_settings_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv('GLIBC_TUNABLES', raising=False)
    assert scope._memory() == {'GLIBC_TUNABLES': 'glibc.malloc.hugetlb=1'}
    monkeypatch.setenv('GLIBC_TUNABLES', 'glibc.malloc.check=1')
    assert scope._memory() == {}
