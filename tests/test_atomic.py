"""The old file or the new one, never half of one."""
from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mcp_hooks.atomic import write_atomically

posix = pytest.mark.skipif(os.name != 'posix', reason='permissions and signals of POSIX')


def test_new_and_again(tmp_path: Path) -> None:
    file = tmp_path / 'x.json'
    write_atomically(str(file), 'é\r\n')
    assert file.read_bytes() == 'é\r\n'.encode()
    write_atomically(str(file), b'\xff')
    assert file.read_bytes() == b'\xff'
    assert os.listdir(tmp_path) == ['x.json']


def test_in_the_folder_we_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomically('x', 'y')
    assert (tmp_path / 'x').read_text() == 'y'


@posix
def test_permissions_stay(tmp_path: Path) -> None:
    file = tmp_path / 'x'
    file.write_text('old')
    file.chmod(0o640)
    write_atomically(str(file), 'new')
    assert file.stat().st_mode & 0o777 == 0o640


@posix
def test_a_link_is_replaced_not_followed(tmp_path: Path) -> None:
    (tmp_path / 'target').write_text('mine')
    (tmp_path / 'x').symlink_to('target')
    write_atomically(str(tmp_path / 'x'), 'new')
    assert (tmp_path / 'target').read_text() == 'mine'
    assert (tmp_path / 'x').read_text() == 'new'


@posix
def test_devices_are_written_to(capfd: pytest.CaptureFixture[str]) -> None:
    write_atomically('/dev/stdout', 'text')
    write_atomically('/dev/null', 'text')
    assert capfd.readouterr().out == 'text'
    assert not os.path.isfile('/dev/null')


def test_no_folder_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OSError, match='cannot be written: the folder for it is not there') as raised:
        write_atomically(str(tmp_path / 'missing' / 'x'), 'y')
    assert raised.value.filename == str(tmp_path / 'missing' / 'x')
    with pytest.raises(OSError, match='cannot be written: it is a directory'):
        write_atomically(str(tmp_path), 'y')


@pytest.mark.parametrize(('call', 'code'), [('fsync', errno.ENOSPC), ('replace', errno.EACCES), ('open', errno.EROFS)])
def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int) -> None:
    (tmp_path / 'x').write_text('old')

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(OSError, match=f'cannot be written: {os.strerror(code)}') as raised:
            write_atomically(str(tmp_path / 'x'), 'new')
    assert (raised.value.errno, raised.value.filename) == (code, str(tmp_path / 'x'))
    assert os.listdir(tmp_path) == ['x']
    assert (tmp_path / 'x').read_text() == 'old'


@posix
@pytest.mark.skipif(not os.path.exists('/dev/full'), reason='no full device')
def test_a_full_device() -> None:
    with pytest.raises(OSError, match='cannot be written: No space left on device'):
        write_atomically('/dev/full', 'text')


@posix
def test_killed_at_any_moment(tmp_path: Path) -> None:
    file = tmp_path / 'x'
    whole = {b'a' * 300_000, b'b' * 300_000}
    code = ('from mcp_hooks.atomic import write_atomically\nwhile True:\n'
            f'    write_atomically({str(file)!r}, b"a" * 300_000)\n    write_atomically({str(file)!r}, b"b" * 300_000)\n')
    for pause in (0.15, 0.151, 0.157, 0.16, 0.163):
        process = subprocess.Popen([sys.executable, '-c', code])
        try:
            time.sleep(pause)
        finally:  # it would write for ever
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert not file.exists() or file.read_bytes() in whole


def test_what_a_killed_run_left_goes_with_the_next_write(tmp_path: Path) -> None:
    names = ['.x.0123456789ab.tmp', '.x.ba9876543210.tmp', '.x.mine.tmp', '.y.0123456789ab.tmp', '.x.0123456789ab.tmp.bak']
    for name in names:
        (tmp_path / name).write_text('half')
        os.utime(tmp_path / name, (1, 1))
    os.utime(tmp_path / names[1])  # somebody is writing
    write_atomically(str(tmp_path / 'x'), 'new')
    assert sorted(os.listdir(tmp_path)) == sorted([*names[1:], 'x'])


@pytest.mark.parametrize('lacking', ['O_TMPFILE', 'link', 'proc'])
def test_where_a_file_must_have_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    """Other systems, file systems that cannot give a name later, containers without /proc."""
    if lacking == 'link':
        def link(*_: object, **__: object) -> None:
            raise OSError(errno.EPERM, 'no')

        monkeypatch.setattr(os, 'link', link)
    elif lacking == 'proc':
        monkeypatch.setattr(os.path, 'isdir', lambda path: False)
    else:
        monkeypatch.setattr(os, 'O_TMPFILE', 0, raising=False)
    file = tmp_path / 'x'
    for text in ('old', 'new'):
        write_atomically(str(file), text)
        assert (file.read_text(), os.listdir(tmp_path)) == (text, ['x'])


@posix
def test_a_new_file_has_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    for umask, mode in ((0o022, 0o644), (0o077, 0o600)):
        before = os.umask(umask)
        try:
            write_atomically(str(tmp_path / str(umask)), 'x')
        finally:
            os.umask(before)
        assert (tmp_path / str(umask)).stat().st_mode & 0o777 == mode
