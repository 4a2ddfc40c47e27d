"""No file of this repository holds a token-shaped string: it would set off every push protection of whoever forks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_hooks.credentials.judge import JWT, PRIVATE_KEY, TOKEN
from mcp_hooks.credentials.shapes import shapes
from mcp_hooks.credentials.verdict import Place

ROOT = Path(__file__).resolve().parents[2]
ENDINGS = {'.py', '.md', '.json', '.jsonc', '.toml', '.yaml', '.yml', '.txt', '.sh', '.jsonl', '.har', '.html', '.js', '.cfg'}


def files() -> list[Path]:
    found = []
    for folder in ('mcp_hooks', 'tests', 'docs', 'benchmarks', 'page', '.github'):
        found += [path for path in (ROOT / folder).rglob('*') if path.is_file() and path.suffix in ENDINGS]
    return sorted([*found, *(path for path in ROOT.glob('*') if path.suffix in ENDINGS)])


@pytest.mark.parametrize('path', files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_token_shaped_string(path: Path) -> None:
    text = path.read_text(encoding='utf-8', errors='replace')
    found = [one for one in shapes(text, Place('', 'text')) if one.form in (TOKEN, JWT, PRIVATE_KEY)]
    assert [text.count('\n', 0, one.start) + 1 for one in found] == []
