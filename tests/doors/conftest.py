"""What the door tests share: this checkout as a repository that others can clone, and environments that are built once.

Packages come from a folder that is filled once from the lock file, so a door needs no index while it runs, and what it needs
beyond the lock file would show.
"""
from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from doors.tools import BIN, ROOT, Run, once
from repository import ENVIRONMENT, Repository

LEFT_OUT = ('tests/', 'benchmarks/', 'docs/')


@pytest.fixture(scope='session')
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run see."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if 'PYTEST_XDIST_WORKER' in os.environ else base


@pytest.fixture(scope='session')
def wheels(shared: Path) -> Path:
    if importlib.util.find_spec('pip') is None:
        pytest.skip('no pip in this environment (uv venv --seed, or uv pip install pip)')

    def download(folder: Path) -> None:
        subprocess.run([sys.executable, '-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--require-hashes',
                        '--only-binary', ':all:', '-d', folder, '-r', ROOT / 'action/requirements.txt'], check=True)

    return once(shared / 'wheels', download)


@pytest.fixture(scope='session')
def checkout(shared: Path) -> Repository:
    """This tree, committed as it is now, without what an installation does not need."""
    def copy(folder: Path) -> None:
        names = subprocess.run(['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=ROOT, capture_output=True, check=True)
        repo = Repository(folder)
        for name in os.fsdecode(names.stdout).split('\0'):
            if name and not name.startswith(LEFT_OUT) and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        repo.commit('this tree')

    return Repository.at(once(shared / 'checkout', copy))


@pytest.fixture(scope='session')
def door_environment(shared: Path, wheels: Path) -> dict[str, str]:
    """Nothing of the user's, no index, homes of the tools in the temporary folder."""
    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(('GIT_', 'PIP_', 'UV_', 'PRE_COMMIT', 'PREK', 'MCP_HOOKS', 'GITHUB_', 'RUNNER_'))
             and name not in ('PYTHONPATH', 'NO_COLOR', 'FORCE_COLOR', 'SKIP', 'VIRTUAL_ENV')}
    return {**plain, **ENVIRONMENT, 'PATH': f'{BIN}{os.pathsep}{os.environ["PATH"]}',
            'PIP_NO_INDEX': '1', 'PIP_FIND_LINKS': str(wheels), 'PIP_CONFIG_FILE': os.devnull, 'PIP_DISABLE_PIP_VERSION_CHECK': '1',
            'UV_NO_INDEX': '1', 'UV_FIND_LINKS': str(wheels), 'UV_NO_CONFIG': '1', 'UV_OFFLINE': '1',
            'PRE_COMMIT_HOME': str(shared / 'pre-commit-home'), 'PREK_HOME': str(shared / 'prek-home'),
            'PRE_COMMIT_COLOR': 'never', 'PREK_COLOR': 'never'}


@pytest.fixture
def run(door_environment: Mapping[str, str], tmp_path: Path) -> Run:
    """Run a command; standard output and error together, as pre-commit shows them."""
    def start(*command: str | Path, cwd: str | Path = tmp_path, **more: str) -> subprocess.CompletedProcess[str]:
        program = shutil.which(str(command[0]), path=door_environment['PATH']) or str(command[0])
        return subprocess.run([program, *map(str, command[1:])], cwd=cwd, env={**door_environment, **more}, encoding='utf-8',
                              errors='backslashreplace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)

    return start
