"""git is started without subprocess: nothing may be lost, and nobody may wait for ever."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from repository import Repository

from mcp_hooks.sources import cat_file, git

pytestmark = pytest.mark.skipif(not hasattr(os, 'posix_spawn'), reason='other systems use subprocess')


def shell(text: str, stdin: bool = False, whole: bool = False) -> object:
    from mcp_hooks.sources.process import Spawned

    return Spawned(['/bin/sh', '-c', text], dict(os.environ), stdin, whole)


@pytest.mark.parametrize('whole', [False, True])
def test_output_and_exit_code(whole: bool) -> None:
    with shell('echo a; echo b >&2; exit 3', whole=whole) as process:  # type: ignore[attr-defined]
        process.wait()
        assert process.stdout.read() == b'a\n'
    assert process.returncode == 3
    assert process.poll() == 3
    process.terminate()


def test_nobody_reads_along() -> None:
    """More than any pipe takes: kept by the system until it is asked for."""
    with shell('head -c 5000000 /dev/zero', whole=True) as process:  # type: ignore[attr-defined]
        process.wait()
        assert len(process.stdout.read()) == 5_000_000


def test_input() -> None:
    with shell('cat', stdin=True) as process:  # type: ignore[attr-defined]
        process.stdin.write(b'x' * 1000)
        process.stdin.close()
        assert process.stdout.read() == b'x' * 1000
    assert process.returncode == 0


def test_ended_early() -> None:
    with shell('exec sleep 60') as process:  # type: ignore[attr-defined]
        assert process.poll() is None
        process.terminate()
    assert process.returncode == -15
    with shell('exec yes') as process:  # type: ignore[attr-defined]
        assert process.stdout.read(2) == b'y\n'
    assert process.returncode == -13  # SIGPIPE is at its default again


def test_a_program_that_is_not_there() -> None:
    from mcp_hooks.sources.process import Spawned

    before = len(os.listdir('/dev/fd')) if os.path.isdir('/dev/fd') else 0
    for whole in (True, False):
        with pytest.raises(OSError):
            Spawned(['/nowhere/git'], {}, True, whole)
    assert (len(os.listdir('/dev/fd')) if before else 0) == before


def test_started_with_closed_streams(repo: Repository) -> None:
    """The numbers of closed streams are free, and the next pipe gets them."""
    repo.write('.mcp.json')
    repo.commit()
    code = (f'import os, sys; sys.path[:0] = {sys.path!r}\n'
            'for number in (0, 1, 2): os.close(number)\n'
            'from mcp_hooks.sources import cat_file, git\n'
            f'names = git.run({repo.path!r}, ["ls-files", "-z"])\n'
            f'with cat_file.BlobReader({repo.path!r}) as reader: data = reader.read("HEAD:.mcp.json")\n'
            f'open({repo.path + "/out"!r}, "wb").write(names + data)\n')
    subprocess.run([sys.executable, '-I', '-c', code], check=True, timeout=600)
    assert (repo.folder / 'out').read_bytes() == b'.mcp.json\0' + (repo.folder / '.mcp.json').read_bytes()


def test_a_blob_as_a_stream(repo: Repository) -> None:
    data = os.urandom(3_000_000)
    repo.write('large.bin', data)
    repo.commit()
    with cat_file.blob(repo.path, 'HEAD:large.bin') as stream:
        assert stream.read() == data
    with cat_file.blob(repo.path, 'HEAD:large.bin') as stream:
        assert stream.read(10) == data[:10]
    assert stream.closed
    with cat_file.blob(repo.path, 'HEAD:nothing') as stream:
        assert stream.read() == b''


def test_what_went_wrong_is_said_in_gits_words(repo: Repository) -> None:
    with pytest.raises(git.GitError, match='git cat-file: Not a valid object name nothing'):
        git.run(repo.path, ['cat-file', '-t', 'nothing'])


def test_as_fast_as_promised() -> None:
    code = ('import sys; from mcp_hooks.sources import git, tree; git.run(".", ["--version"])\n'
            'print([name for name in ("subprocess", "threading", "selectors", "signal") if name in sys.modules])')
    done = subprocess.run([sys.executable, '-I', '-c', code], capture_output=True, encoding='utf-8', check=True, cwd=Path(__file__).parent)
    assert done.stdout.strip() == '[]'
