"""One mistake is one finding, whichever rules could say something about it; and what one says is enough to mend it."""

from __future__ import annotations

import pytest
from marks import fix_text, marked, unmarked

from mcp_hooks.api import check_text
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
        pytest.param('.mcp.json', entry(r'"command": «"C:\Users\dev\a.exe"»'), 'windows-escape', id='path without known escapes'),
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


@pytest.mark.parametrize(
    ('path', 'text', 'name'),
    [
        pytest.param('.mcp.json', entry('"command": "a", «"enviroment"»: {"A": "1"}'), 'misspelt-key', id='misspelt word of others'),
        pytest.param(
            '.mcp.json',
            entry('"command": "docker", "args": ["run", "-i", «"-e"», "image"]'),
            'container-variable-name',
            id='image for a variable',
        ),
        pytest.param('.gemini/settings.json', entry('"command": "a"').replace('"a":', '«"a_b"»:'), 'server-name', id='underscore'),
        pytest.param(
            '.amazonq/mcp.json',
            entry('"url": "https://a.example/mcp", "headers": {"A": "«$TOKEN»"}'),
            'reference-in-this-field',
            id='dialect of another field',
        ),
        pytest.param(
            'opencode.json', '{"mcp": {"a": {"type": "local", "command": [«"npx -y a"»]}}}', 'command-line-in-command', id='line in a list'
        ),
        pytest.param(
            '.codex/config.toml',
            '[mcp_servers.a]\nurl = "https://a.example/mcp"\n«bearer_token» = "${TOKEN}"\n',
            'unknown-key',
            id='token of Codex',
        ),
        pytest.param(
            '.continue/mcpServers/a.yaml', '«mcpServers»:\n  - name: a\n    command: a\n', 'missing-root-field', id='block without a name'
        ),
        pytest.param(
            'server.json',
            '{"name": "io.a/b", "description": "c", "version": «"latest"», "remotes": [{"type": "sse", "url": "https://a.example/sse"}]}',
            'inexact-version',
            id='latest',
        ),
    ],
)
def test_one_for_each_client(path: str, text: str, name: str) -> None:
    assert [(*span, name) for span in marked(text)] == [one for one in found(path, unmarked(text)) if one[2] != 'sse-transport']


def test_help_speaks_of_this_client() -> None:
    def help_of(path: str, text: str) -> list[str]:
        return [finding.help for finding in check_text(text, path)]

    assert help_of('opencode.json', '{"mcp": {"a": {"type": "local", "command": ["npx -y a"]}}}') == [
        'Put the program first and each argument into an element of its own after it.'
    ]
    assert help_of('.gemini/settings.json', '{"mcpServers": {"a_b": {"command": "a"}}}') == ['Write `a-b`.']
    assert help_of('.mcp.json', entry('"command": ["a"]')) == ['Write a string: the program here, the rest in `args`.']
    assert help_of('.codex/config.toml', '[mcp_servers.a]\ncommand = "a"\ndisabled = true\n') == ['Write `enabled = false`.']


@pytest.mark.parametrize(
    ('path', 'text', 'name'),
    [
        pytest.param('.mcp.json', entry('"command": «" npx"»'), 'command-line-in-command', id='blank before the command'),
        pytest.param('.mcp.json', entry('"type": "http", "url": «"wss://a.example/mcp"»'), 'invalid-url', id='socket by http'),
        pytest.param('.mcp.json', '«{»"command": "a", "args": ["b"]}', 'missing-root-key', id='one server at the top'),
        pytest.param(
            '.cursor/mcp.json',
            entry('"url": "https://a.example/mcp", «"envFile"»: ".env"'),
            'key-of-other-transport',
            id='file of variables for a remote server',
        ),
        pytest.param('plugins/a/.mcp.json', '{"a": {«"url"»: "https://a.example/mcp"}}', 'missing-type', id='bare map of a plugin'),
    ],
)
def test_one_for_each_kind(path: str, text: str, name: str) -> None:
    assert [(*span, name) for span in marked(text)] == found(path, unmarked(text))
