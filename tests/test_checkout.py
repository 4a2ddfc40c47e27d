"""A checkout is the same on every system, whatever the user's git does to line ends; CI runs on what is promised."""
from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(not (ROOT / '.git').exists(), reason='no checkout')
def test_line_ends_are_those_of_the_repository() -> None:
    words = ['git', '-c', 'core.autocrlf=true', '-c', f'safe.directory={ROOT.as_posix()}', 'ls-files', '--eol', '-z']
    plain = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
    listed = subprocess.run(words, cwd=ROOT, env=plain, capture_output=True, check=True).stdout.split(b'\0')
    heads = {line.partition(b'\t')[0] for line in listed if line}
    assert {tuple(head.split()[0:1] + head.split()[2:]) for head in heads} <= {
        (b'i/lf', b'attr/text=auto', b'eol=lf'), (b'i/none', b'attr/text=auto', b'eol=lf')}


def test_every_python_that_is_promised_is_one_of_ci() -> None:
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text(encoding='utf-8'))
    prefix = 'Programming Language :: Python :: 3.'
    promised = [name.removeprefix(prefix[:-2]) for name in project['project']['classifiers'] if name.startswith(prefix)]
    matrix = YAML(typ='safe').load(ROOT / '.github/workflows/ci.yml')['jobs']['test']['strategy']['matrix']
    assert sorted({*matrix['python'], *(one['python'] for one in matrix['include'])}) == promised
    assert project['project']['requires-python'] == f'>={promised[0]}'
    assert project['tool']['ruff']['target-version'] == f'py{promised[0].replace(".", "")}'
    assert f'Python {promised[0]} or newer' in (ROOT / 'dev.py').read_text(encoding='utf-8')
