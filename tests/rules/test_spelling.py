"""Strings that are not written as they were meant: escapes, quotes, several words in one, letters from a web page."""
from __future__ import annotations

import json

import pytest
from marks import applied, hits_of, marked, spans_of, unmarked
from test_breakage import entry, npx


@pytest.mark.parametrize(
    ('written', 'mended'),
    [
        (r'«"c:\temp\notes"»', r'"c:\\temp\\notes"'),
        (r'«"C:\\Users\\me\new"»', r'"C:\\Users\\me\\new"'),
        (r'«"--dir=D:\new\files"»', r'"--dir=D:\\new\\files"'),
        (r'«"\\\\server\tools\bin"»', r'"\\\\server\\tools\\bin"'),
        (r'«".\tools\new.js"»', r'".\\tools\\new.js"'),
        (r'"C:\\tools\\new"', ''),
        (r'"line one\nline two"', ''),
        (r'"key:\n  value"', ''),
        (r'"print(\"x\")\n\treturn"', ''),
        (r'"C:/tools/new"', ''),
    ],
)
def test_windows_escape(written: str, mended: str) -> None:
    text = '{"mcpServers": {"d": {"command": "d", "args": [' + written + ']}}}'
    assert spans_of('.mcp.json', text, 'windows-escape') == marked(text)
    for _, hit in hits_of('.mcp.json', text, 'windows-escape'):
        assert hit.fix is not None
        assert applied(text, hit.fix) == unmarked(text).replace(unmarked(written), mended)


def test_windows_escape_in_a_table_of_toml() -> None:
    text = ('[mcp_servers.d]\ncommand = "d"\n[mcp_servers.e]\ncommand = "e"\nenv = {NOTE = """C:\\\\new\nfolder"""}\n'
            '[mcp_servers.d.env]\nDIR = «"C:\\temp\\notes"»\nOTHER = \'C:\\temp\'\n')
    assert spans_of('.codex/config.toml', text, 'windows-escape') == marked(text)


@pytest.mark.parametrize(
    ('value', 'mended'),
    [
        ('"my docs"', 'my docs'),
        ("'my docs'", 'my docs'),
        ('KEY="a b"', 'KEY=a b'),
        ("--name='x'", '--name=x'),
        ('{"a": "b"}', None),
        ('"a" "b"', None),
        ('say "hi"', None),
        ('', None),
        ('"', None),
        ('a="b" c="d"', None),
        ('["a"]', None),
        ('select "x"', None),
        ("it's", None),
    ],
)
def test_quotes_in_argument(value: str, mended: str | None) -> None:
    text = npx('-y', 'docs-mcp', value)
    found = hits_of('.mcp.json', text, 'quotes-in-argument')
    assert bool(found) is (mended is not None)
    for _, hit in found:
        assert hit.fix is not None
        assert json.loads(applied(text, hit.fix))['mcpServers']['docs']['args'][2] == mended


def test_quotes_that_somebody_takes_away() -> None:
    assert spans_of('.mcp.json', entry(command='sh', args=['-c', '"docs mcp"']), 'quotes-in-argument') == []
    assert spans_of('.mcp.json', entry(command='cmd', args=['/c', '"C:/Program Files/x.exe"']), 'quotes-in-argument') == []
    assert spans_of('.mcp.json', entry(command='node', args=['-e', '"x"']), 'quotes-in-argument') == []


def test_quotes_in_values() -> None:
    text = '{"mcpServers": {"d": {"command": "d", "env": {"A": «"\\"x y\\""», "B": "{\\"a\\": 1}"}}}}'
    assert spans_of('.mcp.json', text, 'quotes-in-argument') == marked(text)
    [(_, hit)] = hits_of('.mcp.json', unmarked(text), 'quotes-in-argument')
    assert hit.help == 'Leave the inner quotes out: no shell takes them away.'  # nothing about `args`


@pytest.mark.parametrize(
    ('args', 'mended'),
    [
        (['-y docs-mcp'], ['-y', 'docs-mcp']),
        (['-y', 'docs-mcp', '--port 8080'], ['-y', 'docs-mcp', '--port', '8080']),
        (['run --with mcp[cli] docs-mcp --port 1'], ['run', '--with', 'mcp[cli]', 'docs-mcp', '--port', '1']),
        (['mcp-remote https://x.example/mcp'], ['mcp-remote', 'https://x.example/mcp']),
        (['run mcp'], ['run', 'mcp']),
        (['my server'], None),
        (['-y', 'docs-mcp', '--header', 'X-Team: a b'], None),
        (['-y', 'docs-mcp', 'a sentence about -x things'], None),
        (['-y', 'docs-mcp', '/path with blanks/x'], None),
        (['--title=My docs'], None),
        (['-y', 'gateway', '--stdio', 'npx -y docs-mcp'], None),
        (['{"a": 1, "b": 2}'], None),
    ],
)
def test_unsplit_arguments(args: list[str], mended: list[str] | None) -> None:
    text = npx(*args)
    found = hits_of('.mcp.json', text, 'unsplit-arguments')
    assert bool(found) is (mended is not None)
    for _, hit in found:
        assert hit.fix is not None
        assert json.loads(applied(text, hit.fix))['mcpServers']['docs']['args'] == mended


def test_words_for_a_shell() -> None:
    assert spans_of('.mcp.json', entry(command='sh', args=['-c', 'npx -y docs-mcp']), 'unsplit-arguments') == []
    assert spans_of('.mcp.json', entry(command='cmd', args=['/c', 'npx -y docs-mcp']), 'unsplit-arguments') == []


def test_an_argument_on_its_own_line_is_split_into_lines() -> None:
    text = '{"mcpServers": {\n    "d": {\n      "command": "npx",\n      "args": [\n        "-y docs-mcp"\n      ]\n    }\n}}\n'
    [(_, hit)] = hits_of('.mcp.json', text, 'unsplit-arguments')
    assert hit.fix is not None
    assert applied(text, hit.fix) == text.replace('"-y docs-mcp"', '"-y",\n        "docs-mcp"')


@pytest.mark.parametrize(
    'text',
    [
        npx('«\u2013»y', 'docs-mcp'),
        npx('-y', '«\u2014»port', '1'),
        npx('-y', 'docs-mcp«\u200b»'),
        npx('-y', 'docs\u2013mcp', 'caf\u00e9', '\u5730\u56fe'),
        npx('-y', 'docs-mcp', '--title=a \u2013 b', 'it\u2019s fine', '\u201d'[:0]),
        npx('-y', 'docs-mcp', '«\u201c»x\u201d'),
        entry(command='npx«\u00a0»', args=['-y', 'docs-mcp']),
        entry(command='d', env={'A': '\u5317\u4eac \u201d'}),
        entry(command='d', env={'A«\u200b»': '1'}),
    ],
)
def test_lookalike_character(text: str) -> None:
    assert spans_of('.mcp.json', text, 'lookalike-character') == marked(text)
