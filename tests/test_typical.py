"""What people rightly write is passed over in silence, in every client's file, and nothing in it is "mended"."""

from __future__ import annotations

import pytest
from marks import fix_text
from typical import STATE, TYPICAL

from mcp_hooks.api import check_text
from mcp_hooks.clients.entries import config_files
from mcp_hooks.clients.registry import all_ids, patterns_of
from mcp_hooks.engine import read
from mcp_hooks.sources.source import Source

ALL = (*TYPICAL, STATE)


@pytest.mark.parametrize(('kind', 'path', 'text'), TYPICAL, ids=[f'{kind} {path}' for kind, path, _ in TYPICAL])
def test_silent(kind: str, path: str, text: str) -> None:
    file = next(config_files(path, read(Source(path, text.encode()))))
    assert file.kind.id == kind
    assert [(f.place.line, f.name, f.message) for f in check_text(text, path)] == []
    assert fix_text(path, text) == (text, [])
    windows = text.replace('\n', '\r\n')
    assert check_text(windows, path) == []
    assert fix_text(path, windows) == (windows, [])


def test_each_kind_of_file_that_somebody_reads_is_there() -> None:
    missing = set(all_ids()) - {kind for kind, _, _ in ALL}
    nobody = {kind for kind in missing if kind.endswith('-unread') or patterns_of(kind) == ((), ())}
    second = {'qwen-mcp-json', 'vscode-root-mcp-json'}  # further readers of a path that another client owns
    assert missing == nobody | second
