"""One mistake is one finding, whichever rules could say something about it; and what one says is enough to mend it."""

from __future__ import annotations

import pytest
from marks import marked, unmarked

from mcp_hooks.api import check_text
from mcp_hooks.fixing import fix_text
from mcp_hooks.text import Lines


def found(path: str, text: str) -> list[tuple[int, int, str]]:
    lines = Lines(text)
    return [
        (lines.offset(f.place.line, f.place.column), lines.offset(f.place.end_line, f.place.end_column), f.name)
        for f in check_text(text, path)
    ]


def entry(inner: str) -> str:
    return f'{{"mcpServers": {{"a": {{{inner}}}}}}}'


@pytest.mark.parametrize(
    ('path', 'text', 'name'),
    [
        pytest.param('.mcp.json', entry('"command": "a", "env": {"A": «True»}'), 'env-not-strings', id='Python in env'),
        pytest.param('.mcp.json', entry('"command": "a", "args": [«None»]'), 'args-not-strings', id='Python in args'),
        pytest.param('.mcp.json', entry('"command": "a", "x": «True»'), 'syntax-error', id='Python elsewhere'),
        pytest.param('.mcp.json', entry('"command": "a", "timeout": «01»'), 'syntax-error', id='number of another language'),
        pytest.param('.mcp.json', entry(r'"command": «"C:\Users\new\a.exe"»'), 'windows-escape', id='path with a line end'),
        pytest.param(
            '.mcp.json', entry(r'"command": «"C:\Users\dev\a.exe"»'), 'windows-escape', id='path without known escapes'
        ),
        pytest.param('.mcp.json', entry(r'"command": "a", "args": ["x«\d»+"]'), 'syntax-error', id='no path'),
        pytest.param('.mcp.json', entry('"command": «"a\0b"»'), 'null-character', id='raw NUL'),
        pytest.param('.mcp.json', entry('"command": «"   "»'), 'no-transport', id='blanks for a command'),
        pytest.param('.mcp.json', entry('"type": "http", "url": "«\t»"'), 'syntax-error', id='a tab for an address'),
    ],
)
def test_one(path: str, text: str, name: str) -> None:
    assert [(*span, name) for span in marked(text)] == found(path, unmarked(text))


def test_the_lesser_finding_never_hides_the_greater() -> None:
    text = entry('"command": "a", "args": [True]')
    assert [(f.name, f.severity) for f in check_text(text, '.mcp.json')] == [('args-not-strings', 'error')]
    assert [f.severity for f in check_text(text, '.warp/.mcp.json') if f.name == 'syntax-error'] == ['error']


@pytest.mark.parametrize(
    'text',
    [
        entry('"command": "a", "env": {"A": True}'),
        entry(r'"command": "C:\Users\dev\a.exe"'),
        entry(r'"command": "C:\temp\new\a.exe"'),
    ],
)
def test_one_fix_is_enough(text: str) -> None:
    new, titles = fix_text('.mcp.json', text)
    assert len(titles) == 1
    assert check_text(new, '.mcp.json') == []
