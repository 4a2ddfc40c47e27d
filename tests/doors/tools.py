"""Where the doors and their tools are, and how what they share is made once."""
from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
Run = Callable[..., subprocess.CompletedProcess[str]]


def once(folder: Path, make: Callable[[Path], None]) -> Path:
    """``folder``, made by whoever comes first; the others wait."""
    done = folder.with_name(f'{folder.name}.done')
    try:
        folder.with_name(f'{folder.name}.lock').mkdir()
    except FileExistsError:
        until = time.monotonic() + 900
        while not done.exists():
            assert time.monotonic() < until, f'nobody made {folder.name}'
            time.sleep(0.05)
    else:
        try:
            make(folder)
        finally:
            done.touch()
    return folder
