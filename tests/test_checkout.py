"""A checkout is the same on every system, whatever the user's git does to line ends."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(not (ROOT / '.git').exists(), reason='no checkout')
def test_line_ends_are_those_of_the_repository() -> None:
    words = ['git', '-c', 'core.autocrlf=true', '-c', f'safe.directory={ROOT.as_posix()}', 'ls-files', '--eol', '-z']
    plain = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
    listed = subprocess.run(words, cwd=ROOT, env=plain, capture_output=True, check=True).stdout.split(b'\0')
    heads = {line.partition(b'\t')[0] for line in listed if line}
    assert {tuple(head.split()[0:1] + head.split()[2:]) for head in heads} <= {
        (b'i/lf', b'attr/text=auto', b'eol=lf'), (b'i/none', b'attr/text=auto', b'eol=lf')}
