from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within

from mcp_hooks.findings import Place
from mcp_hooks.text import Lines, decode, line_at


@pytest.mark.parametrize(('data', 'text', 'encoding', 'had_bom'), [
    pytest.param(b'', '', 'utf-8', False, id='empty'),
    pytest.param('é😀'.encode(), 'é😀', 'utf-8', False, id='utf-8'),
    pytest.param(b'\xef\xbb\xbf{}', '{}', 'utf-8', True, id='utf-8 with mark'),
    pytest.param('{"é": "😀"}'.encode('utf-16'), '{"é": "😀"}', 'utf-16-le', True, id='utf-16 little endian'),
    pytest.param(b'\xfe\xff' + '{"é": "😀"}'.encode('utf-16-be'), '{"é": "😀"}', 'utf-16-be', True, id='utf-16 big endian'),
])
def test_decode(data, text, encoding, had_bom):
    assert decode(data) == (text, encoding, had_bom, None)


def test_what_is_not_decodable_is_named_at_its_offset():
    decoded = decode('{"é": "'.encode() + b'caf\xe9"}\nmore \xff')
    assert decoded.text == '{"é": "caf�"}\nmore �'
    assert decoded.problem == (10, 'byte 0xe9 is not UTF-8')


def test_utf_16_that_ends_in_half_a_character():
    decoded = decode(b'\xff\xfe{\x00}')
    assert decoded.text == '{�'
    assert decoded.problem is not None
    assert decoded.problem[0] == 1


@pytest.mark.parametrize('encoding', ['utf-16-le', 'utf-16-be'])
def test_utf_16_without_a_mark_is_read_and_named(encoding):
    assert decode('{"é": 1}'.encode(encoding)) == ('{"é": 1}', encoding, False, (0, 'UTF-16 without a byte-order mark'))
    assert decode('{"é": 1}'.encode(encoding) + b'\0').encoding == 'utf-8'


def test_nul_bytes_alone_are_no_utf_16():
    assert decode(b'\0\0\0\0') == ('\0\0\0\0', 'utf-8', False, None)
    assert decode(b'{\0') == ('{\0', 'utf-8', False, None)


@given(st.binary(max_size=60))
def test_decode_takes_any_bytes(data):
    decoded = decode(data)
    assert decoded.problem is None or 0 <= decoded.problem[0] <= len(decoded.text)


@pytest.mark.parametrize(('text', 'span', 'place'), [
    pytest.param('abc', (0, 1), Place(1, 1, 1, 2), id='first character'),
    pytest.param('a\nbc', (2, 4), Place(2, 1, 2, 3), id='second line'),
    pytest.param('a\r\nbc', (3, 5), Place(2, 1, 2, 3), id='CRLF is one line end'),
    pytest.param('a\rbc', (2, 4), Place(2, 1, 2, 3), id='CR is a line end'),
    pytest.param('\r\r\n\n', (4, 4), Place(4, 1, 4, 1), id='mixed line ends'),
    pytest.param('😀😀x', (2, 3), Place(1, 3, 1, 4), id='astral characters are one column'),
    pytest.param('{\n"a": {\n}\n}', (7, 10), Place(2, 6, 3, 2), id='over two lines'),
    pytest.param('ab\ncd', (0, 3), Place(1, 1, 1, 4), id='ends with the line end'),
    pytest.param('ab', (2, 2), Place(1, 3, 1, 3), id='nothing at the end'),
    pytest.param('ab\n', (3, 3), Place(2, 1, 2, 1), id='after the last line end'),
    pytest.param('ab', (-5, 99), Place(1, 1, 1, 3), id='outside'),
    pytest.param('', (0, 0), Place(1, 1, 1, 1), id='empty text'),
])
def test_place(text, span, place):
    assert Lines(text).place(*span) == place


@given(st.text(st.sampled_from('a\r\n😀'), max_size=20), st.data())
def test_lines_agree_with_a_split(text, data):
    lines = Lines(text)
    parts = re.split('\r\n|\r|\n', text)
    assert [lines.line_text(n + 1) for n in range(len(parts))] == parts
    assert lines.line_text(0) == lines.line_text(len(parts) + 1) == ''
    offset = data.draw(st.integers(0, len(text)))
    place = lines.place(offset, offset)
    assert place.line == line_at(text, offset)
    if text[offset:offset + 1] not in ('\r', '\n'):
        assert lines.offset(place.line, place.column) == offset


def test_offset_is_clamped():
    lines = Lines('ab\r\ncd')
    assert [lines.offset(1, 99), lines.offset(2, 1), lines.offset(9, 1), lines.offset(0, 5),
        lines.offset(2, -1)] == [2, 4, 6, 0, 4]


def test_five_megabytes_on_one_line_are_quick():
    lines = Lines('x' * 5_000_000)
    assert within(1, lambda: all(lines.place(n, n + 1).column == n + 1 for n in range(10_000)))
