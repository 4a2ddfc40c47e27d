"""Generated files are what the code says today."""
from __future__ import annotations

import pytest

from tests.regenerate import GENERATED, ROOT


@pytest.mark.parametrize('name', GENERATED)
def test_generated_file_is_fresh(name: str) -> None:
    assert (ROOT / name).read_text(encoding='utf-8') == GENERATED[name](), f'{name} is stale: run python tests/regenerate.py'
