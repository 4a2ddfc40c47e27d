"""What people call who embed the checks."""
from __future__ import annotations

from unittest import mock

import pytest

import mcp_hooks
from mcp_hooks import check_text, check_texts

NO_TYPE = '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}'
VARIABLE = '{"mcpServers": {"a": {"command": "a", "env": {"A": "${A}"}}}}'


def names(findings: list[mcp_hooks.Finding]) -> list[str]:
    return [finding.name for finding in findings]


def test_text_and_bytes() -> None:
    assert names(check_text(NO_TYPE, '.mcp.json')) == ['missing-type']
    assert check_text(NO_TYPE.encode(), '.mcp.json') == check_text(NO_TYPE, '.mcp.json')
    assert check_text('a text', 'README.md') == []


def test_one_word_is_a_word_and_not_letters() -> None:
    for word in ('missing-type', 'MCP205', 'transport'):
        assert names(check_text(NO_TYPE, '.mcp.json', select=word)) == ['missing-type']
        assert names(check_text(NO_TYPE, '.mcp.json', select=[word])) == ['missing-type']
        assert names(check_text(NO_TYPE, '.mcp.json', ignore=word)) == []
    assert names(check_text(VARIABLE, '.mcp.json')) == []
    assert names(check_text(VARIABLE, '.mcp.json', clients='Qwen Code')) == ['literal-reference']
    assert names(check_text(VARIABLE, '.mcp.json', clients=('qwen-mcp-json',))) == ['literal-reference']


@pytest.mark.parametrize(('options', 'message'), [
    ({'select': 'missing-typ'}, "did you mean 'missing-type'"),
    ({'ignore': ['nothing-like-it-at-all']}, 'no rule or category'),
    ({'clients': 'cursr'}, "did you mean 'cursor'"),
])
def test_words_that_name_nothing(options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_text(NO_TYPE, '.mcp.json', **options)


def test_several_are_seen_side_by_side() -> None:
    here = '{"mcpServers": {"a": {"type": "http", "url": "https://one.example/mcp"}}}'
    there = '{"servers": {"a": {"type": "http", "url": "https://two.example/mcp"}}}'
    assert 'name-conflict' in names(check_texts([('.mcp.json', here), ('.vscode/mcp.json', there)]))
    assert names(check_texts([('.mcp.json', here)])) == []


def test_an_internal_error_holds_nothing_of_the_text() -> None:
    with (mock.patch('mcp_hooks.engine.read', side_effect=KeyError('violet-lantern-42')),
          pytest.raises(RuntimeError, match='KeyError') as raised):
        check_text(NO_TYPE, '.mcp.json')
    assert 'violet' not in str(raised.value)
