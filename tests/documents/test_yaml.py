from __future__ import annotations

import io
import math

import pytest
from documents.trees import check_tree, problems, value
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from pace import within
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from mcp_hooks.documents import parse
from mcp_hooks.documents.spans import inner_span
from mcp_hooks.documents.yaml_ import MAX_DEPTH, parse_yaml

# ruamel.yaml writes a few of these wrongly itself, so the text that it cannot read back is left out
words = st.text(st.characters(codec='utf-8', exclude_characters='\x85\u2028\u2029\ufeff', exclude_categories=['Cc',
    'Cs']) | st.sampled_from('\n "\'#:-'))
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=15)


@given(values, st.sampled_from([True, False, None]), st.sampled_from(['\n', '\r\n']))
@settings(max_examples=150, deadline=None)
def test_agrees_with_what_was_dumped_and_each_span_reads_back(data, flow, line_end):
    yaml = YAML(typ='safe', pure=True)
    yaml.default_flow_style = flow
    out = io.StringIO()
    yaml.dump(data, out)
    text = out.getvalue()
    try:
        assume(YAML(typ='safe', pure=True).load(text) == data)
    except YAMLError:
        reject()
    document = parse_yaml(text.replace('\n', line_end))
    assert document.problems == []
    assert value(document.root) == data
    check_tree(document)
    for node in document.root.walk():
        if node.kind in ('number', 'boolean'):
            assert value(parse_yaml(document.text[node.start:node.end]).root) == node.value
        for text_node in [node] * (node.kind == 'string') + [m.key for m in node.members]:
            start, end = inner_span(document, text_node, 0, len(text_node.text))
            assert text_node.start <= start <= end <= text_node.end
            if '\n' not in (written := document.text[text_node.start:text_node.end]) and '\r' not in written:
                again = parse_yaml(written)
                assert again.root.text == text_node.text or written != document.text[text_node.start:text_node.end].strip()


CONFIG = """\
# who reads this
name: docs
mcpServers:   # the servers
  - name: 'it''s'
    command: npx
    args: [-y, "pkg\\n", 8080]
    env: {KEY: "${{ secrets.KEY }}"}
    text: |
      one # two
      three
    none:
    off: no
"""


def test_a_config():
    document = parse_yaml(CONFIG)
    assert value(document.root) == {'name': 'docs', 'mcpServers': [{
        'name': "it's", 'command': 'npx', 'args': ['-y', 'pkg\n', 8080], 'env': {'KEY': '${{ secrets.KEY }}'},
        'text': 'one # two\nthree\n', 'none': None, 'off': 'no'}]}
    assert [c.text for c in document.comments] == [' who reads this', ' the servers']
    assert document.problems == []
    check_tree(document)
    entry = document.root.get('mcpServers').items[0]
    spans = {m.name: (CONFIG[m.key.start:m.key.end], CONFIG[m.value.start:m.value.end]) for m in entry.members}
    assert spans == {
        'name': ('name', "'it''s'"), 'command': ('command', 'npx'), 'args': ('args', '[-y, "pkg\\n", 8080]'),
        'env': ('env', '{KEY: "${{ secrets.KEY }}"}'), 'text': ('text', '|\n      one # two\n      three'), 'none': ('none',
        ''),
        'off': ('off', 'no')}
    assert CONFIG[entry.start:entry.end].startswith("name: 'it''s'")
    assert CONFIG[entry.start:entry.end].endswith('off: no')


@pytest.mark.parametrize(('text', 'expected'), [
    pytest.param('a: 1\nb: 0x1F\nc: 0o17\nd: -1.5e3\ne: 1_000\nf: 010',
                 {'a': 1, 'b': 31, 'c': 15, 'd': -1500.0, 'e': '1_000', 'f': 10}, id='numbers'),
    pytest.param('[.inf, -.INF, 1., .5, 1e3]', [math.inf, -math.inf, 1.0, 0.5, 1000.0], id='floats'),
    pytest.param('[yes, off, true, FALSE, ~, null, Null, nil]', ['yes', 'off', True, False, None, None, None, 'nil'],
                 id='words'),
    pytest.param('["1", !!str 2, !!int "3", ! 4]', ['1', '2', 3, '4'], id='tags of the core schema'),
    pytest.param('2001-01-01', '2001-01-01', id='a date is a string'),
    pytest.param('a: &x [1, 2]\nb: *x', {'a': [1, 2], 'b': [1, 2]}, id='alias'),
    pytest.param('a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}', {'a': {'k': 1, 'l': 2}, 'b': {'k': 1, 'l': 3}}, id='merge'),
    pytest.param('- &x {k: 1}\n- &y {l: 2}\n- {<<: [*x, *y]}', [{'k': 1}, {'l': 2}, {'k': 1, 'l': 2}], id='merge of two'),
    pytest.param('{"<<": {a: 1}}', {'<<': {'a': 1}}, id='a quoted merge key is a key'),
    pytest.param('1: a\ntrue: b', {'1': 'a', 'true': 'b'}, id='keys are strings'),
    pytest.param('? [a]\n: 1', {'': 1}, id='a key that is a list'),
    pytest.param('-\n- 1\n-', [None, 1, None], id='empty items'),
    pytest.param('a: &x\nb: *x', {'a': None, 'b': None}, id='anchor of nothing'),
    pytest.param('{"a":"b","c":[1,{"d":null}]}', {'a': 'b', 'c': [1, {'d': None}]}, id='JSON'),
    pytest.param('a: !env KEY', {'a': 'KEY'}, id='tag of the application'),
])
def test_values(text, expected):
    document = parse_yaml(text)
    assert value(document.root) == expected
    assert document.problems == []


def test_a_tag_that_json_has_no_word_for_is_other():
    assert [n.kind for n in parse_yaml('[!env KEY, !!binary aGk=, !!str x]').root.items] == ['other', 'other', 'string']


def test_documents_after_the_first():
    document = parse_yaml('a: 1\n---\nb: 2\n---\nc: 3\n')
    assert value(document.root) == {'a': 1}
    assert [value(r) for r in document.extra_roots] == [{'b': 2}, {'c': 3}]
    assert document.problems == []


@pytest.mark.parametrize(('text', 'expected', 'found'), [
    pytest.param('', None, [('empty', '')], id='empty'),
    pytest.param('# nothing\n', None, [('empty', '')], id='only a comment'),
    pytest.param('a: 1\n\tb: 2', {'a': 1}, [('tab', '\t')], id='tab'),
    pytest.param('a: b: c', {'a': 'b'}, [('yaml', ':')], id='colon in a plain value'),
    pytest.param('a: 1\na: 2\n', {'a': 2}, [('duplicate-key', 'a')], id='duplicate key'),
    pytest.param('a: "x\nb: 1\n', {'a': None}, [('unclosed-string', '"')], id='no closing quote'),
    pytest.param('a: [1, 2\nb: 3', {'a': [1, '2 b']}, [('unclosed', ':')], id='no closing bracket'),
    pytest.param('a: [1, 2', {'a': [1, 2]}, [('unclosed', '2')], id='no closing bracket at the end'),
    pytest.param('a: "\\q"', {'a': None}, [('bad-escape', 'q')], id='bad escape'),
    pytest.param('a: `x`', {'a': None}, [('yaml', '`')], id='a character that begins nothing'),
    pytest.param('a: *b', {'a': None}, [('unknown-alias', '*b')], id='alias without anchor'),
    pytest.param('a: &b [*b]', {'a': [None]}, [('recursive-alias', '*b')], id='alias in its own anchor'),
    pytest.param('a: \x01', {'a': '\ufffd'}, [('control-character', '\x01')], id='control character'),
    pytest.param('a: \0\0', {'a': '\ufffd\ufffd'}, [('nul', '\0')], id='NUL'),
    pytest.param('a: \ud800', {'a': '\ufffd'}, [('lone-surrogate', '\ud800')], id='lone surrogate'),
    pytest.param('a: "\\UFFFFFFFF"', {'a': None}, [('yaml', ':')], id='code point out of range'),
])
def test_problems(text, expected, found):
    document = parse_yaml(text)
    assert value(document.root) == expected
    assert problems(document) == found
    check_tree(document)


def test_a_message_never_quotes_the_text():
    for text in ('K: !hunter!22 x', 'K: *hunter22', 'K: hunter22: x', 'K: "hunter22\nx', 'K: @hunter22', 'K: [hunter22',
        '%hunter22 x'):
        document = parse_yaml(text)
        assert document.problems
        assert 'hunter22' not in ' '.join(p.message for p in document.problems)


def test_a_slice_has_the_offsets_of_the_whole_text():
    text = '---\n# c\na: [x, "é😀"]\n---\nrest: 1'
    document = parse_yaml(text, 4, text.index('---', 4))
    assert value(document.root) == {'a': ['x', 'é😀']}
    assert [text[n.start:n.end] for n in document.root.walk()] == ['a: [x, "é😀"]', '[x, "é😀"]', 'x', '"é😀"']
    assert [text[c.start:c.end] for c in document.comments] == ['# c']
    assert parse('a: 1', 'yaml').root.get('a').value == 1


HOSTILE = {
    'flow': '[' * 100_000, 'maps': '{a: ' * 50_000, 'sequences': '- ' * 100_000, 'questions': '? ' * 50_000,
    'comments': '#\n' * 100_000,
    'keys': 'a: b\n' * 20_000, 'lines': 'x: |\n' + ' x\n' * 50_000, 'one word': 'x' * 5_000_000,
    'breaks': 'a:\n' + '\n' * 1_000_000,
    'tags': 'x: ' + '!' * 100_000, 'anchors': 'a: &b !c !d ' * 10_000, 'hashes': 'a: b' + ' #' * 100_000,
    'binary': '\0\1\2\xff' * 50_000,
    'deep blocks': '\n'.join(' ' * i + 'a:' for i in range(500)), 'flat': '[' + 'a, ' * 8_000 + ']',
    'laughs': 'a: &a [x,x,x,x,x,x,x,x,x]\n' + ''.join(
        f'{chr(98 + i)}: &{chr(98 + i)} [{",".join(["*" + chr(97 + i)] * 9)}]\n' for i in range(20)),
    'merged laughs': 'a: &a {x: 1}\n' + ''.join(
        f'{chr(98 + i)}: &{chr(98 + i)} {{k: *{chr(97 + i)}, l: *{chr(97 + i)}, <<: *{chr(97 + i)}}}\n' for i in range(24)),
}


@pytest.mark.parametrize('text', HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_bounded_time(text):
    document = within(2, lambda: parse_yaml(text))  # under one second on a free machine
    assert len(document.problems) <= 102
    if document.root is not None:
        assert sum(1 for _ in document.root.walk()) < 250_000


def test_too_deep():
    for text in ('a: ' + '[' * 100_000, 'a: \n' + '- ' * 100_000):
        document = parse_yaml(text)
        assert [p.code for p in document.problems] == ['too-deep']
        assert max(len(n.path()) for n in document.root.walk()) <= MAX_DEPTH


@pytest.mark.parametrize('text', [': ? \n: [\n', '&a &a : ', '? a\n? b\n: 1\n'])
def test_a_value_that_is_not_written_stands_between_its_key_and_the_next(text):
    check_tree(parse_yaml(text))


@given(st.lists(st.sampled_from(['a', ': ', '- ', '\n', '  ', '[', ']', '{', '}', ',', '"', "'", '|', '>', '#', ' #', '&a ',
    '*a', '!x ', '? ',
                                 '---\n', '...\n', '<<: ', '%', '\t', '\r\n', '\\', '1']), max_size=30))
@settings(max_examples=400, deadline=None)
def test_any_order_of_tokens_gives_a_tree(tokens):
    document = parse_yaml(''.join(tokens))
    if '*a' not in tokens and '<<: ' not in tokens:  # both show nodes of another place here
        check_tree(document)
    for node in document.root.walk() if document.root else ():
        assert 0 <= node.start <= node.end <= len(document.text)
