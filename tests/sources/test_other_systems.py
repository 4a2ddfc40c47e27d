"""git on systems that lack what Linux has: memory files (macOS), and a way to start a program without subprocess (Windows)."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from repository import Repository

from mcp_hooks.cli import main
from mcp_hooks.sources import git, roots, scope, tree

pytestmark = pytest.mark.skipif(os.name != 'posix', reason='a shell of POSIX')


@pytest.fixture(params=['this', 'macOS', 'Windows'])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param != 'this':
        monkeypatch.delattr(os, 'memfd_create', raising=False)
        monkeypatch.setattr(git, 'MEMORY', False)
    if request.param == 'Windows':
        monkeypatch.delattr(os, 'posix_spawn')
        monkeypatch.setattr(subprocess, '_USE_POSIX_SPAWN', False)  # Python decides it once, and 3.13 uses it more often
    return str(request.param)


@pytest.mark.usefixtures('system')
def test_a_long_answer_keeps_nobody_waiting(repo: Repository) -> None:
    """More than a pipe takes."""
    blob = repo.git('hash-object', '-w', '--stdin', stdin=b'x').strip()
    names = [f'some/folder/with/names/{number:05}.txt' for number in range(8_000)]
    repo.git('update-index', '--index-info', stdin=''.join(f'100644 {blob}\t{name}\n' for name in names).encode())
    assert list(git.ls_files(repo.path)) == names
    assert git.run(repo.path, ['ls-files', '-z']).count(b'\0') == 8_000
    with scope.Ahead(scope.scope_of(repo.path)) as ahead:
        assert ahead.tracked().count(b'\0') == 8_000
        assert ahead.others() == b''
        assert list(ahead.not_entered()) == []


@pytest.mark.usefixtures('system')
def test_complaints_are_heard(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    warn = 'echo "warning: could not open directory \'a/b/\': Permission denied" >&2'
    shell = f'echo one; i=0; while [ $i -lt 1500 ]; do {warn}; i=$((i+1)); done'
    monkeypatch.setattr(git, 'command', lambda *_: ['/bin/sh', '-c', shell])
    with scope.Ahead(scope.scope_of(repo.path)) as ahead:
        assert ahead.others() == b'one\n'
        assert set(ahead.not_entered()) == {('a/b/', 'no permission to read it')}


@pytest.mark.usefixtures('system')
def test_a_refusal_is_in_gits_words(repo: Repository) -> None:
    with pytest.raises(git.GitError, match='git cat-file: Not a valid object name nothing'):
        git.run(repo.path, ['cat-file', '-t', 'nothing'])
    process = git.start(repo.path, ['ls-files', '--no-such-option'], whole=True)
    with pytest.raises(git.GitError, match='git ls-files: unknown option `no-such-option'):
        git.finish(process, repo.path, ['ls-files', '--no-such-option'])


@pytest.mark.usefixtures('system')
def test_nobody_wants_the_answer(repo: Repository) -> None:
    repo.write('.mcp.json')
    for whole in (True, False):
        process = git.start(repo.path, ['cat-file', '--batch'], stdin=True, whole=whole)
        git.stop(process)
        assert process.returncode is not None


@pytest.mark.usefixtures('system')
def test_a_tree(repo: Repository) -> None:
    repo.write('.mcp.json')
    repo.write('a/.cursor/mcp.json')
    repo.commit()
    repo.write('b/.mcp.json')
    assert sorted(one.path for one in tree.discover(repo.path)) == ['.mcp.json', 'a/.cursor/mcp.json', 'b/.mcp.json']


def test_a_name_that_a_system_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows takes no bytes that are not UTF-8 for a name."""
    monkeypatch.setattr(os, 'fsdecode', lambda name: name.decode('utf-8', 'surrogatepass'))
    assert git.decode('é'.encode()) == 'é'
    assert git.decode(b'a\xff') == 'a\udcff'


def test_where_no_way_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To another drive, on Windows: https://docs.python.org/3/library/os.path.html#os.path.relpath (2026-12-01)."""
    assert roots.way(str(tmp_path / 'a' / 'b'), str(tmp_path / 'c')) == '../a/b'

    def relpath(path: str, start: str = '') -> str:
        raise ValueError(f"path is on mount 'D:', start on mount 'C:' ({path}, {start})")

    monkeypatch.setattr(os.path, 'relpath', relpath)
    assert roots.way(str(tmp_path / 'a'), str(tmp_path / 'c')) == str(tmp_path / 'a')


def test_a_baseline_of_another_drive(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('.mcp.json', '{"mcpServers": {"a": {"command": 1}}}')
    repo.commit()
    monkeypatch.chdir(repo.folder)
    known = str(tmp_path / 'known.json')
    monkeypatch.setattr(roots, 'way', lambda path, folder: path)
    assert main(['scan', '--write-baseline', known]) == 0
    for more in ([], ['--staged'], ['--trust-settings-from', 'HEAD']):
        assert main(['scan', '--baseline', known, *more]) == 0
