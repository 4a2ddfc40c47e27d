from __future__ import annotations

import json

import pytest
from documents.trees import value
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.documents import parse
from mcp_hooks.documents.spans import all_nodes, inner_span, shift


@pytest.mark.parametrize(('format', 'text', 'part', 'written'), [
    pytest.param('json', '["ab TOKEN c"]', 'TOKEN', 'TOKEN', id='JSON'),
    pytest.param('json', r'["a\n\"TOKEN\" c"]', 'TOKEN', 'TOKEN', id='JSON after escapes'),
    pytest.param('json', r'["\ud83d\ude00TO\u004bEN"]', 'TOKEN', r'TO\u004bEN', id='JSON surrogates'),
    pytest.param('json', r'["\u00e9\\é"]', '\\é', r'\\é', id='JSON escaped backslash'),
    pytest.param('json', r"['it\'s TOKEN']", 'TOKEN', 'TOKEN', id='single quotes'),
    pytest.param('json', r'["C:\Windows\TOKEN"]', 'TOKEN', 'TOKEN', id='JSON bad escapes'),
    pytest.param('json', '["say "TOKEN" x"]', 'TOKEN', 'TOKEN', id='quotes that are not escaped'),
    pytest.param('json', '[x TOKEN]', 'TOKEN', 'TOKEN', id='no quotes'),
    pytest.param('json', '["x TOKEN,\n1]', 'TOKEN', 'TOKEN', id='no closing quote'),
    pytest.param('yaml', 'a: x TOKEN y', 'TOKEN', 'TOKEN', id='plain'),
    pytest.param('yaml', 'a: x\n  y\n\n  TOKEN z', 'y\nTOKEN', 'y\n\n  TOKEN', id='plain over lines'),
    pytest.param('yaml', "a: 'it''s TOKEN'", 's TOKEN', 's TOKEN', id='single quotes'),
    pytest.param('yaml', 'a: "\\x41\\t\\"TOKEN\\"\\\n   x"', 'TOKEN', 'TOKEN', id='double quotes'),
    pytest.param('yaml', 'a: |\n  one\n  two TOKEN\n   x\n', 'TOKEN', 'TOKEN', id='literal block'),
    pytest.param('yaml', 'a: |-\r\n    one\r\n    two TOKEN\r\n', 'TOKEN', 'TOKEN', id='literal block with CRLF'),
    pytest.param('yaml', 'a: >\n  one\n  two TOKEN\n', 'TOKEN', '>\n  one\n  two TOKEN', id='folded block: the whole'),
    pytest.param('yaml', 'a: &x !!str TOKEN', 'TOKEN', 'TOKEN', id='anchor and tag'),
    pytest.param('toml', 'a = "x\\u0041\\nTOKEN"', 'A\nTOKEN', '\\u0041\\nTOKEN', id='TOML'),
    pytest.param('toml', "a = 'C:\\TOKEN'", 'TOKEN', 'TOKEN', id='TOML literal'),
    pytest.param('toml', 'a = """\r\nx\\\r\n   y\r\nTOKEN\\t"""', 'y\nTOKEN\t', 'y\r\nTOKEN\\t', id='TOML lines'),
    pytest.param('toml', "a = '''\nx\nTOKEN'''", 'TOKEN', 'TOKEN', id='TOML literal lines'),
    pytest.param('env', 'A="x\\"y\\nTOKEN"', 'TOKEN', 'TOKEN', id='env'),
    pytest.param('env', "A='x\\TOKEN'", 'TOKEN', 'TOKEN', id='env single quotes'),
    pytest.param('env', 'A=x TOKEN # c', 'TOKEN', 'TOKEN', id='env without quotes'),
])
def test_inner_span(format, text, part, written):
    document = parse(text, format)
    node = next(n for n in document.root.walk() if n.kind == 'string')
    start = node.text.index(part)
    begin, end = inner_span(document, node, start, start + len(part))
    assert text[begin:end] == written


@given(st.text(min_size=1), st.booleans(), st.data())
def test_each_part_of_a_json_string_reads_back(content, ascii_only, data):
    text = json.dumps([content], ensure_ascii=ascii_only)
    document = parse(text, 'json')
    node = document.root.items[0]
    assert node.text == content
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    begin, stop = inner_span(document, node, start, end)
    assert json.loads(f'"{text[begin:stop]}"') == content[start:end]


def test_what_is_outside_is_clamped():
    document = parse('["abc"]', 'json')
    node = document.root.items[0]
    assert inner_span(document, node, -3, 99) == (2, 5)
    assert inner_span(document, node, 2, 1) == (4, 4)
    assert inner_span(parse('[""]', 'json'), parse('[""]', 'json').root.items[0], 0, 0) == (2, 2)


def test_an_alias_is_its_own_span():
    document = parse('a: &x "to ken"\nb: *x', 'yaml')
    node = document.root.get('b')
    assert node.text == 'to ken'
    assert inner_span(document, node, 3, 6) == node.span


def test_shift_moves_shared_nodes_once():
    document = parse('a: &x [1]\nb: *x\nc: *x', 'yaml')
    before = {id(node): node.span for node in all_nodes(document)}
    shift(document, 10)
    assert {id(node): (node.start - 10, node.end - 10) for node in all_nodes(document)} == before
    assert value(document.root) == {'a': [1], 'b': [1], 'c': [1]}
