from __future__ import annotations

from pathlib import Path

import pytest
from repository import ENVIRONMENT, Repository


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / 'repo')


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run inside of a hook, where git has set what belongs to the repository around them."""
    for name in ('GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE', 'GIT_PREFIX'):
        monkeypatch.delenv(name, raising=False)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])
