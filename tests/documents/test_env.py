from __future__ import annotations

import pytest
from documents.trees import check_tree, problems, value
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from mcp_hooks.documents import parse
from mcp_hooks.documents.env import parse_env
from mcp_hooks.documents.spans import inner_span

ENV = '''\
# first
PLAIN=value
export EXPORTED = spaced out  # why
QUOTED="a # b\\n\\"c\\"" # comment
SINGLE='raw \\n $X'
TICK=`x`
URL=http://host/#part
EMPTY=
NOTHING=""
yaml_style: v
MULTI="one
two"
  INDENTED=1
# LAST=old
'''


def test_a_file():
    document = parse_env(ENV)
    assert value(document.root) == {
        'PLAIN': 'value', 'EXPORTED': 'spaced out', 'QUOTED': 'a # b\n"c"', 'SINGLE': 'raw \\n $X', 'TICK': 'x',
        'URL': 'http://host/#part', 'EMPTY': '', 'NOTHING': '', 'yaml_style': 'v', 'MULTI': 'one\ntwo', 'INDENTED': '1'}
    assert document.problems == []
    assert [c.text for c in document.comments] == [' first', ' why', ' comment', ' LAST=old']
    check_tree(document)
    spans = {m.name: ENV[m.value.start:m.value.end] for m in document.root.members}
    assert spans['EXPORTED'] == 'spaced out'
    assert spans['QUOTED'] == '"a # b\\n\\"c\\""'
    assert spans['EMPTY'] == ''
    node = document.root.get('QUOTED')
    start, end = inner_span(document, node, 7, 8)
    assert ENV[start:end] == 'c'


@pytest.mark.parametrize(('text', 'expected', 'found'), [
    pytest.param('', {}, [], id='empty'),
    pytest.param('A=1\r\nB=2\r\n', {'A': '1', 'B': '2'}, [], id='CRLF'),
    pytest.param('A="x\nB=2', {'A': '"x', 'B': '2'}, [('unclosed-string', '"x')], id='no closing quote'),
    pytest.param("A='it's'", {'A': "it's"}, [], id='quote inside'),
    pytest.param('A=1\nA=2', {'A': '2'}, [('duplicate-key', 'A')], id='twice'),
    pytest.param('source x\nfi\nA=1', {'A': '1'}, [('stray', 'source x')], id='other lines are one problem'),
    pytest.param('A=#x', {'A': '#x'}, [], id='hash without a blank'),
    pytest.param('A= #x', {'A': ''}, [], id='only a comment'),
    pytest.param('A="x" y', {'A': '"x" y'}, [('unclosed-string', '"x" y')], id='text after the quotes'),
    pytest.param('A="\\\\"', {'A': '\\'}, [], id='escaped backslash before the quote'),
    pytest.param('A="x\ny\\"\nB=2', {'A': '"x', 'B': '2'}, [('unclosed-string', '"x'), ('stray', 'y\\"')],
                 id='the last quote further down is escaped'),
    pytest.param('A="x\ny\\"\nz"\nB=2', {'A': 'x\ny"\nz', 'B': '2'}, [], id='an escaped quote before the last one'),
])
def test_problems(text, expected, found):
    document = parse_env(text)
    assert value(document.root) == expected
    assert problems(document) == found
    check_tree(document)


def test_a_slice():
    text = 'xx\nA="é😀" # c\nyy'
    document = parse_env(text, 3, text.index('\nyy'))
    assert [text[m.value.start:m.value.end] for m in document.root.members] == ['"é😀"']
    assert [text[c.start:c.end] for c in document.comments] == ['# c']
    assert value(parse('A=1', 'env').root) == {'A': '1'}


@given(st.lists(st.sampled_from(['A', '=', '"', "'", '`', '\n', '\r', '#', ' ', '\\', 'export ', ': ', '\0', 'é']),
    max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_order_of_tokens(tokens):
    check_tree(parse_env(''.join(tokens)))


@pytest.mark.parametrize('text', [
    'A="b"c\n' * 50_000, 'A="' * 100_000, 'A="\n' * 80_000, 'A=' + '\\' * 1_000_000, 'A="' + '\\"' * 200_000, '"' * 300_000,
    '\0' * 300_000, 'x\n' * 99_000,
    'A="' + 'x"' * 200_000, ' ' * 1_000_000, 'A=' + ' ' * 1_000_000, 'A="' + '\\' * 19_000 + '"' * 19_000,
    ('A="' + 'y"' * 9990 + 'y\n') * 20,
], ids=range(13))
def test_hostile_text_is_read_in_bounded_time(text):
    within(3, lambda: check_tree(parse_env(text)))
