"""Files by name: under which path they are reported, and what is refused."""
from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from repository import MAP, Repository

from mcp_hooks.sources import files
from mcp_hooks.sources.source import Skipped, Source, SourceError

DATA = MAP.encode()
posix = pytest.mark.skipif(os.name != 'posix', reason='links of POSIX')


def read(*names: str, cwd: object = '', **more: object) -> list[Source | Skipped]:
    return list(files.from_arguments(names, str(cwd), **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(('given', 'path'), [
    ('.mcp.json', '.mcp.json'), ('./.mcp.json', '.mcp.json'), ('././sub/../.mcp.json', '.mcp.json'),
    ('sub//x.json', 'sub/x.json'),
    ('-x.json', '-x.json'), ('./-x.json', '-x.json'), ('--output=x/.mcp.json', '--output=x/.mcp.json'),
    ('a b é.json', 'a b é.json'),
])
def test_paths(repo: Repository, given: str, path: str) -> None:
    repo.write(path)
    (repo.folder / 'sub').mkdir(exist_ok=True)
    assert read(given, cwd=repo.path) == [Source(path, DATA)]
    assert read(os.path.join(repo.path, given)) == [Source(os.path.join(repo.path, path).replace(os.sep, '/'), DATA)]
    assert read(os.path.join(repo.path, given), cwd=repo.path) == [Source(path, DATA)]


def test_below_the_top_paths_stay_those_of_the_repository(repo: Repository) -> None:
    repo.write('.vscode/mcp.json')
    assert read('mcp.json', cwd=repo.folder / '.vscode') == [Source('.vscode/mcp.json', DATA)]


def test_outside_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / 'here').mkdir()
    (tmp_path / 'x.json').write_text(MAP)
    (tmp_path / 'here' / 'y.json').write_text(MAP)
    assert read('y.json', '../x.json', cwd=tmp_path / 'here') == [
        Source('y.json', DATA), Source(str(tmp_path / 'x.json').replace(os.sep, '/'), DATA)]


def test_each_file_once(repo: Repository) -> None:
    repo.write('x.json')
    assert len(read('x.json', './x.json', repo.path + '/x.json', cwd=repo.path)) == 1


def test_what_is_no_file(repo: Repository) -> None:
    repo.write('sub/x.json')
    with pytest.raises(SourceError, match=r'^sub is a folder; mcp-hooks scan sub looks through folders$'):
        read('sub', cwd=repo.path)
    with pytest.raises(SourceError, match=r'^missing\.json: no such file$'):
        read('sub/x.json', 'missing.json', cwd=repo.path)
    with pytest.raises(SourceError, match=r"^a\?\[2Jb: no such file$"):
        read('a\x1b[2Jb', cwd=repo.path)
    with pytest.raises(SourceError, match='is not a file name'):
        read('', cwd=repo.path)


def test_too_large(repo: Repository) -> None:
    repo.write('x.json')
    assert read('x.json', cwd=repo.path, max_bytes=10) == [Skipped('x.json', f'{len(DATA)} bytes are more than --max-bytes 10')]
    assert read('x.json', cwd=repo.path, max_bytes=None) == [Source('x.json', DATA)]
    assert read('x.json', cwd=repo.path, max_bytes=len(DATA)) == [Source('x.json', DATA)]


@posix
def test_links(repo: Repository, tmp_path: Path) -> None:
    repo.write('shared/mcp.json')
    (tmp_path / 'secret.json').write_text(MAP)
    for name, target in (('.mcp.json', 'shared/mcp.json'), ('out.json', tmp_path / 'secret.json'), ('zero.json', '/dev/zero'),
                         ('loop.json', 'loop.json'), ('away', tmp_path)):
        (repo.folder / name).symlink_to(target)
    assert read('.mcp.json', 'shared/mcp.json', cwd=repo.path) == [Source('shared/mcp.json', DATA, links=('.mcp.json',))]
    assert read('out.json', 'zero.json', 'away/secret.json', cwd=repo.path) == [
        Skipped('out.json', 'a link out of the tree'), Skipped('zero.json', 'a link out of the tree'),
        Skipped('away/secret.json', 'a link out of the tree')]
    # whatever comes first, the file and the links to it are one, with all its names
    for names in (('.mcp.json', 'shared/mcp.json', 'second.json'), ('shared/mcp.json', 'second.json', '.mcp.json')):
        (repo.folder / 'second.json').unlink(missing_ok=True)
        (repo.folder / 'second.json').symlink_to('.mcp.json')
        (one,) = read(*names, cwd=repo.path)
        assert isinstance(one, Source)
        assert (one.path, sorted(one.links)) == ('shared/mcp.json', ['.mcp.json', 'second.json'])
    assert read('loop.json', cwd=repo.path) == [Skipped('loop.json', 'a link that leads back to itself')]


@posix
def test_links_elsewhere_stay_in_their_own_folder(tmp_path: Path) -> None:
    for folder in ('here', 'there'):
        (tmp_path / folder).mkdir()
    (tmp_path / 'there' / 'x.json').write_text(MAP)
    (tmp_path / 'there' / 'link.json').symlink_to('x.json')
    (tmp_path / 'there' / 'out.json').symlink_to('/etc/hostname')
    there = str(tmp_path / 'there')
    assert read(f'{there}/link.json', f'{there}/out.json', cwd=tmp_path / 'here') == [
        Source(f'{there}/x.json', DATA, links=(f'{there}/link.json',)), Skipped(f'{there}/out.json', 'a link out of the tree')]


@posix
@pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='no pipes')
def test_a_pipe_is_not_waited_for(repo: Repository) -> None:
    os.mkfifo(repo.folder / 'x.json')
    assert read('x.json', cwd=repo.path) == [Skipped('x.json', 'not a regular file')]
    assert read('/dev/zero', cwd=repo.path) == [Skipped('/dev/zero', 'not a regular file')]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        def __init__(self, data: bytes) -> None:
            self.buffer = io.BytesIO(data)

    monkeypatch.setattr(sys, 'stdin', Stream(DATA))
    assert files.from_stdin('./.mcp.json') == Source('.mcp.json', DATA, 'stdin')
    monkeypatch.setattr(sys, 'stdin', Stream(DATA))
    assert files.from_stdin('.mcp.json', 5) == Skipped('.mcp.json', 'standard input holds more than --max-bytes 5')


def test_no_module_that_a_clean_file_does_not_need(repo: Repository) -> None:
    repo.write('.mcp.json')
    code = ('import sys; from mcp_hooks.sources import files; from mcp_hooks.policy import select, settings, suppress\n'
            f'list(files.from_arguments([".mcp.json"], {repo.path!r})); found = settings.load({repo.path!r})\n'
            'suppress.apply([], {}, found); select.choose((), (), ())\n'
            'print([name for name in ("subprocess", "tomllib", "pathlib", "tempfile", "difflib", "json", "hashlib")'
            ' if name in sys.modules])')
    done = subprocess.run([sys.executable, '-I', '-c', code], capture_output=True, encoding='utf-8', check=True)
    assert done.stdout.strip() == '[]'


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('sys.stdin', None)
    with pytest.raises(SourceError, match='standard input is closed'):
        files.from_stdin('.mcp.json')
