"""The page that is generated from the records."""
from __future__ import annotations

import os

import pytest

import mcp_hooks
from mcp_hooks.clients import describe, registry

PAGE = os.path.join(mcp_hooks.__path__[0], '..', 'docs', 'clients.md')


def test_the_page_is_fresh() -> None:
    with open(PAGE, encoding='utf-8') as page:
        assert page.read() == describe.markdown(), 'run python -m mcp_hooks.clients.describe'


def test_the_page_names_every_kind() -> None:
    text = describe.markdown()
    for kind_id in registry.all_ids():
        assert f'[{kind_id}](#{kind_id})' in text or f'| {kind_id} |' in text, kind_id
        for address in registry.load(kind_id).sources:
            assert address in text


def test_table() -> None:
    lines = describe.table().splitlines()
    assert len(lines) == len(registry.all_ids())
    line = next(line for line in lines if line.startswith('vscode-workspace '))
    assert line.split()[:4] == ['vscode-workspace', 'VS', 'Code', '.vscode/mcp.json,']


@pytest.mark.parametrize('kind_id', registry.all_ids())
def test_explain(kind_id: str) -> None:
    text = describe.explain(kind_id)
    assert text.startswith(f'{kind_id}: ')
    assert f'Checked: {registry.load(kind_id).checked}' in text
    assert '\n\n\n' not in text


def test_explain_says_what_is_asked() -> None:
    text = describe.explain('opencode')
    assert 'Written by mistake: args for command, arguments for command, cmd for command, env for environment' in text
    assert 'A credential is written: {env:NAME}\n' in text
    with pytest.raises(KeyError):
        describe.explain('nobody')
