"""Path patterns."""
from __future__ import annotations

import pytest
from pace import within

from mcp_hooks.policy.paths import covers


@pytest.mark.parametrize(('pattern', 'path', 'fits'), [
    ('.mcp.json', '.mcp.json', True), ('.mcp.json', 'a/.mcp.json', True), ('/.mcp.json', 'a/.mcp.json', False),
    ('*.json', 'a/b/x.json', True), ('*.json', 'a/x.jsonc', False), ('a/*.json', 'a/x.json', True),
    ('a/*.json', 'a/b/x.json', False),
    ('a/**/x.json', 'a/x.json', True), ('a/**/x.json', 'a/b/c/x.json', True), ('**/x.json', 'x.json', True),
    ('a/**', 'a/b/c', True),
    ('a/**', 'a', False), ('tests', 'tests/a/b', True), ('tests/', 'tests/a', True), ('tests/', 'tests', False),
    ('tests/', 'x/tests/a', True),
    ('a/b', 'a/b/c/d', True), ('a/b', 'x/a/b', False), ('./a/b', 'a/b', True), ('?.json', 'a.json', True),
    ('?.json', 'ab.json', False),
    ('[a].json', '[a].json', True), ('', 'a', False), ('/', 'a', False), ('**', 'a/b', True), ('*', 'a/b', True),
    ('a//b', 'a/b', True),
])
def test_patterns(pattern: str, path: str, fits: bool) -> None:
    assert covers(pattern, path) is fits


def test_no_pattern_takes_long() -> None:
    assert not within(2, lambda: covers('/'.join(['**', 'a'] * 200) + '/b', '/'.join('a' * 1000)))
    assert not within(2, lambda: covers('*a' * 2000 + 'b', 'a' * 2000))
