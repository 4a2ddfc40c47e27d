"""Where the characters of a string stand, and how a value is written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_hooks import documents, writing
from mcp_hooks.documents.node import Document, Node


def value_of(document: Document) -> Node:
    assert document.root is not None
    return document.root.members[0].value


@given(st.text(max_size=20), st.data())
@settings(max_examples=200, deadline=None)
def test_a_place_in_a_value_is_found_whatever_the_escapes(value: str, data: st.DataObject) -> None:
    ascii_only = data.draw(st.booleans())
    text = '{"k": ' + json.dumps(value, ensure_ascii=ascii_only) + '}'
    if any('\ud800' <= c <= '\udfff' for c in value):
        return
    document = documents.parse(text, 'json')
    node = value_of(document)
    start = data.draw(st.integers(0, len(value)))
    end = data.draw(st.integers(start, len(value)))
    first, last = writing.place_in(document, node, start, end)
    assert json.loads('"' + text[first:last] + '"') == value[start:end]


@pytest.mark.parametrize(('format', 'text', 'start', 'end', 'span'), [
    pytest.param('json', '{"k": "a\\tb$A"}', 3, 5, (11, 13), id='behind an escape'),
    pytest.param('json', '{"k": "\\ud83d\\ude00$A"}', 1, 3, (19, 21), id='behind a pair of surrogates'),
    pytest.param('yaml', "k: 'it''s $A'", 5, 7, (10, 12), id='behind a doubled quote'),
    pytest.param('yaml', 'k: a $A', 2, 4, (5, 7), id='without quotes'),
    pytest.param('yaml', 'k: "a\n  b $A"', 4, 6, None, id='a folded line'),
    pytest.param('yaml', 'k: |\n  a $A\n', 2, 4, None, id='a block'),
    pytest.param('toml', 'k = "a\\u0041 $A"', 3, 5, (13, 15), id='behind a code'),
    pytest.param('toml', 'k = """a\\t$A"""', 2, 4, None, id='three quotes'),
])
def test_a_part_and_back(format: str, text: str, start: int, end: int, span: tuple[int, int] | None) -> None:
    document = documents.parse(text, format)
    node = value_of(document)
    assert writing.exact_place(document, node, start, end) == span
    assert writing.place_in(document, node, start, end) == (span or node.span)
    if span is not None:
        assert text[slice(*span)] == node.text[start:end] == '$A'
        assert writing.value_span(document, node, span) == (start, end)
    assert writing.value_span(document, node, node.span) == (0, len(node.text))


def test_what_falls_between_characters_is_no_part() -> None:
    document = documents.parse('{"k": "a\\tb"}', 'json')
    assert writing.value_span(document, value_of(document), (9, 11)) is None
