"""What a command prints on a terminal of its own (POSIX)."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path


def on_a_terminal(command: list[str], stream: str, *, folder: Path, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
    """Exit code, what `stream` (`stdout` or `stderr`) wrote to the terminal, and what the other one wrote to a file."""
    import pty

    ours, theirs = pty.openpty()
    other = 'stdout' if stream == 'stderr' else 'stderr'
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          **{stream: theirs, other: subprocess.PIPE}) as process:  # type: ignore[call-overload]
        os.close(theirs)
        said = b''
        while part := _read(ours):  # a terminal gives what was written in parts, as its kernel gets to it
            said += part
        rest = process.communicate(timeout=600)[0 if other == 'stdout' else 1]
    os.close(ours)
    return process.returncode, said, rest


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b''
