from __future__ import annotations

import json
import math
import tomllib

import pytest
from documents.trees import check_tree, problems, value
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from mcp_hooks.documents import parse
from mcp_hooks.documents.spans import inner_span
from mcp_hooks.documents.toml_ import parse_toml

words = st.text(st.characters(codec='utf-8', exclude_categories=['Cs']) | st.sampled_from('\n\t "\'#=[].\\'), max_size=12)
names = st.text(st.sampled_from('abc-_1'), min_size=1, max_size=5) | words
scalars = (st.booleans() | st.integers(-2**63, 2**63 - 1) | st.floats(allow_nan=False) | words
           | st.dates() | st.times().map(lambda t: t.replace(microsecond=0))
           | st.datetimes().map(lambda d: d.replace(microsecond=0)))
inline = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6)
tables = st.recursive(st.dictionaries(names, inline, max_size=4), lambda inner: st.dictionaries(
    names, inline | inner | st.lists(inner, min_size=1, max_size=3), max_size=3), max_leaves=6)


class Writer:
    """A small TOML writer that uses every way to say the same."""

    def __init__(self, pick, line_end):
        self.pick = pick
        self.line_end = line_end

    def blank(self):
        return self.pick(['', ' ', '\t', '  '])

    def gap(self):
        return self.pick(['', ' ', self.line_end, f' # [x] = "{self.line_end}'])

    def string(self, text):
        forms = [self.basic(text)]
        printable = all(c == '\t' or (c >= ' ' and c != '\x7f') for c in text)
        if printable and "'" not in text:
            forms.append(f"'{text}'")
        if all(c in '\t\n' or (c >= ' ' and c != '\x7f') for c in text):
            if "''" not in text and not text.endswith("'"):
                forms.append("'''" + self.line_end + text.replace('\n', self.line_end) + "'''")
            escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', self.line_end)
            forms.append('"""' + self.line_end + escaped + '"""')
            forms.append('"""\\' + self.line_end + '  \\u0041\\' + self.line_end + '"""' if text == 'A' else forms[0])
        return self.pick(forms)

    def basic(self, text):
        return json.dumps(text, ensure_ascii=False).replace('\x7f', '\\u007f')

    def key(self, name):
        forms = [self.basic(name)]
        if (name and name.replace('-', '').replace('_', '').isalnum() and name.isascii()) or (name.strip('-_') == '' and name):
            forms += [name, name]
        if "'" not in name and all(c >= ' ' and c != '\x7f' for c in name):
            forms.append(f"'{name}'")
        return self.pick(forms)

    def value(self, item):
        if isinstance(item, bool):
            return 'true' if item else 'false'
        if isinstance(item, float):
            return 'inf' if item == math.inf else '-inf' if item == -math.inf else repr(item)
        if isinstance(item, int):
            return self.pick([str(item), hex(item) if item >= 0 else str(item)])
        if isinstance(item, str):
            return self.string(item)
        if isinstance(item, list):
            parts = ','.join(self.gap() + self.value(i) + self.gap() for i in item)
            return '[' + parts + (self.pick(['', ',']) if parts else '') + self.gap() + ']'
        if isinstance(item, dict):
            return '{' + ','.join(self.pair(k, v) for k, v in item.items()) + self.blank() + '}'
        return item.isoformat()

    def pair(self, name, item):
        return self.blank() + self.key(name) + self.blank() + '=' + self.blank() + self.value(item) + self.blank()

    def table(self, data, path):
        """The lines of a table; its tables as headers, or inline."""
        lines, later = [], []
        for name, item in data.items():
            if isinstance(item, dict) and self.pick([True, True, False]):
                later.append((f'[{self.path([*path, name])}]', name, item))
            elif isinstance(item, list) and item and all(isinstance(i, dict) for i in item) and self.pick([True, False]):
                later += [(f'[[{self.path([*path, name])}]]', name, i) for i in item]
            elif isinstance(item, dict) and len(item) == 1 and self.pick([True, False]):
                inner, = item
                lines.append(self.key(name) + self.blank() + '.' + self.pair(inner, item[inner]))
            else:
                lines.append(self.pair(name, item) + self.pick(['', '# = ']))
        for header, name, item in later:
            lines += [self.blank() + header, *self.table(item, [*path, name])]
        return lines

    def path(self, path):
        return (self.blank() + '.' + self.blank()).join(self.key(name) for name in path)


def plain(item):
    """tomllib's answer in the words of our tree: dates as they are written."""
    if isinstance(item, dict):
        return {name: plain(inner) for name, inner in item.items()}
    if isinstance(item, list):
        return [plain(inner) for inner in item]
    return item if isinstance(item, (bool, int, float, str)) else item.isoformat()


@given(tables, st.randoms(use_true_random=False), st.sampled_from(['\n', '\r\n']))
@settings(max_examples=200, deadline=None)
def test_agrees_with_tomllib_and_each_span_reads_back(data, random_, line_end):
    text = line_end.join(Writer(random_.choice, line_end).table(data, []))
    truth = tomllib.loads(text)
    document = parse_toml(text)
    assert document.problems == []
    assert value(document.root) == plain(truth)
    for node in document.root.walk():
        written = text[node.start:node.end]
        if node.kind not in ('object',
            'array') or written[:1] == '{' or (written[:1] == '[' and written[1:2] != '[' and node.kind == 'array'):
            assert plain(tomllib.loads('x = ' + written)['x']) == value(node)
        for key in [m.key for m in node.members]:
            assert tomllib.loads(text[key.start:key.end] + ' = 1') == {key.text: 1}
        if node.kind == 'string':
            start, end = inner_span(document, node, 0, len(node.text))
            assert node.start < start <= end < node.end or (not node.text and node.start <= start <= end <= node.end)


CODEX = '''\
# Codex
model = "x" # which

[mcp_servers.docs]
command = 'npx'
args = ["-y", # yes
  "pkg",
]
startup_timeout_sec = 10.5
env = { KEY = "a\\tb", "x.y" = '' }

[mcp_servers.docs.tools]
on.off = true
[[hooks]]
name = "é😀"
[[hooks]]
when = 2026-11-30T10:00:00Z
'''


def test_a_config():
    document = parse_toml(CODEX)
    assert value(document.root) == {
        'model': 'x', 'mcp_servers': {'docs': {
            'command': 'npx', 'args': ['-y', 'pkg'], 'startup_timeout_sec': 10.5, 'env': {'KEY': 'a\tb', 'x.y': ''},
            'tools': {'on': {'off': True}}}},
        'hooks': [{'name': 'é😀'}, {'when': '2026-11-30T10:00:00Z'}]}
    assert document.problems == []
    assert [c.text for c in document.comments] == [' Codex', ' which', ' yes']
    docs = document.root.get('mcp_servers').get('docs')
    assert docs.path() == ('mcp_servers', 'docs')
    spans = {m.name: (CODEX[m.key.start:m.key.end], CODEX[m.value.start:m.value.end]) for m in docs.members}
    assert spans['command'] == ('command', "'npx'")
    assert spans['args'] == ('args', '["-y", # yes\n  "pkg",\n]')
    assert spans['env'] == ('env', '{ KEY = "a\\tb", "x.y" = \'\' }')
    assert spans['tools'][1] == '[mcp_servers.docs.tools]\non.off = true'
    assert CODEX[docs.start:docs.end].startswith('[mcp_servers.docs]\n')
    assert CODEX[docs.start:docs.end].endswith("'' }")
    when = document.root.get('hooks').items[1].get('when')
    assert (when.kind, when.value, when.path()) == ('other', '2026-11-30T10:00:00Z', ('hooks', 1, 'when'))


@pytest.mark.parametrize(('text', 'expected', 'found'), [
    pytest.param('', {}, [], id='empty'),
    pytest.param('a = 1\na = 2', {'a': 2}, [('duplicate-key', 'a')], id='duplicate key'),
    pytest.param('[a]\nb = 1\n[a]\nc = 2', {'a': {'b': 1, 'c': 2}}, [('duplicate-key', 'a')], id='duplicate table'),
    pytest.param('[a]\nb = 1\n[a.c]\nd = 1\n[a]\nb = 2\n[a.c]\nd = 2', {'a': {'b': 2, 'c': {'d': 2}}}, [('duplicate-key', 'a')],
                 id='a table with its sub-table, written twice'),
    pytest.param('[a]\nb = 1\n[a]\nb = 2\n[c]\nd = 1\nd = 2', {'a': {'b': 2}, 'c': {'d': 2}},
                 [('duplicate-key', 'a'), ('duplicate-key', 'd')], id='the next table is judged again'),
    pytest.param('a = {b = 1}\n[a]\nc = 2', {'a': {'b': 1, 'c': 2}}, [('duplicate-key', 'a')], id='table after inline table'),
    pytest.param('[a.b]\n[a]\n[c]\n[a.d]', {'a': {'b': {}, 'd': {}}, 'c': {}}, [], id='tables in any order'),
    pytest.param('a = hello there # c\nb = 1', {'a': 'hello there', 'b': 1}, [('unquoted-value', 'hello there')],
                 id='no quotes'),
    pytest.param('a = True', {'a': 'True'}, [('unquoted-value', 'True')], id='Python literal'),
    pytest.param('a: 1\nb: x', {'a': 1, 'b': 'x'}, [('missing-equals', ':')], id='colons are one mistake'),
    pytest.param('a = "x\nb = 2', {'a': 'x', 'b': 2}, [('unclosed-string', '"x')], id='no closing quote'),
    pytest.param('a = """x\nb = 2', {'a': 'x', 'b': 2}, [('unclosed-string', '"""x')], id='no closing triple quotes'),
    pytest.param('a = "C:\\path"', {'a': 'C:\\path'}, [('bad-escape', '\\')], id='bad escape'),
    pytest.param('a = "x\ty\x01"', {'a': 'x\ty\x01'}, [('control-character', '\x01')], id='control character'),
    pytest.param('a = [1, 2\nb = 3', {'a': [1, 2], 'b': 3}, [('unclosed', '2')], id='no closing bracket'),
    pytest.param('a = [1, 2\n[b]\nc = 1', {'a': [1, 2], 'b': {'c': 1}}, [('unclosed', '2')],
                 id='no closing bracket before a table'),
    pytest.param('a = ["x" "y"]', {'a': ['x', 'y']}, [('missing-comma', '"')], id='missing comma'),
    pytest.param('a = ["-k="abc", "d"]', {'a': ['-k=', 'abc', 'd']}, [('missing-comma', '"')],
                 id='quotes inside of quotes are one mistake'),
    pytest.param('a = [1,, 2]', {'a': [1, 2]}, [('stray', ',')], id='two commas'),
    pytest.param('a = {b = 1', {'a': {'b': 1}}, [('unclosed', '1')], id='no closing brace'),
    pytest.param('a = {b = 1, }', {'a': {'b': 1}}, [('inline-table', ',')], id='comma in an inline table'),
    pytest.param('a = {\n  b = 1\n}', {'a': {'b': 1}}, [('inline-table', '{')], id='inline table over lines'),
    pytest.param('a = 1,\nb = 2', {'a': 1, 'b': 2}, [('stray', ',')], id='comma at the end of a line'),
    pytest.param('a = 1 b = 2', {'a': '1 b = 2'}, [('unquoted-value', '1 b = 2')], id='two on one line'),
    pytest.param('a =\nb = 1', {'a': None, 'b': 1}, [('missing-value', 'a =')], id='no value'),
    pytest.param('[a\nb = 1', {'a': {'b': 1}}, [('unclosed', '[a')], id='header without bracket'),
    pytest.param('// x\na = 1', {'a': 1}, [('stray', '// x')], id='comment of another language'),
    pytest.param('{"a": 1}', {}, [('stray', '{')], id='JSON'),
    pytest.param('é = 1', {'é': 1}, [('unquoted-key', 'é')], id='name that needs quotes'),
    pytest.param('a = 2026-02-30', {'a': '2026-02-30'}, [('bad-number', '2')], id='no such day'),
    pytest.param('just words', {}, [('missing-equals', 'just')], id='words'),
])
def test_problems(text, expected, found):
    document = parse_toml(text)
    assert value(document.root) == expected
    assert problems(document) == found
    for problem in document.problems:
        assert problem.message


def test_a_slice_has_the_offsets_of_the_whole_text():
    text = '```\na = "é😀" # c\n```'
    document = parse_toml(text, 4, text.index('\n```', 4))
    assert value(document.root) == {'a': 'é😀'}
    assert [text[n.start:n.end] for n in document.root.walk()] == ['a = "é😀" # c', '"é😀"']
    assert [text[c.start:c.end] for c in document.comments] == ['# c']
    assert document.problems == []
    assert value(parse('a = 1', 'toml').root) == {'a': 1}


def test_a_message_never_quotes_a_value():
    for text in ('K = hunter22', 'K = "hunter22', 'K = 1\nK = "hunter22"', "K = 'hunter22'x", '[a]\nK: hunter22',
        'K = ["hunter22'):
        document = parse_toml(text)
        assert document.problems
        assert 'hunter22' not in ' '.join(p.message for p in document.problems)


HOSTILE = {
    'arrays': 'a = ' + '[' * 100_000, 'tables': 'a = ' + '{a=' * 100_000, 'mixed': 'a = ' + '[{a=' * 100_000,
    'dots': 'a.' * 100_000 + 'a = 1',
    'header': '[' + 'a.' * 100_000 + 'a]', 'brackets': '[' * 100_000, 'array tables': '[[a]]\n' * 20_000,
    'quotes': "a = '" * 50_000,
    'triple': 'a = """' + '\\' * 500_000, 'lines': 'a = "\n' * 50_000, 'digits': 'a = ' + '1' * 500_000,
    'comments': '#\n' * 100_000,
    'same key': 'a = 1\n' * 20_000, 'keys': ''.join(f'a{n} = 1\n' for n in range(20_000)),
    'one line': 'a = [' + '1,' * 100_000 + ']',
    'nul': '\0' * 100_000, 'words': 'x y\n' * 50_000, 'long': 'a = "' + 'x' * 5_000_000 + '"', 'cr': 'a = 1\r' * 20_000,
    'commas': 'a = [' + ',' * 100_000, 'surrogate': 'a = "\ud800\\ud800"', 'deep keys': ('a.' * 70 + 'b = 1\n') * 3_000,
}


@pytest.mark.parametrize('text', HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_bounded_time(text):
    document = within(2, lambda: parse_toml(text))  # under one second on a free machine
    assert len(document.problems) <= 102
    for node in document.root.walk():
        assert 0 <= node.start <= node.end <= len(text)


@given(st.lists(st.sampled_from(['a', '.', ' = ', '[', ']', '[[', ']]', '{', '}', ',', '"', "'", '"""', "'''", '\n', '\r\n',
                                 '#', '\\', '1',
                                 'true', '-', ' ', ':', '2026-11-30', '\0', 'é', 'a = 1\n', '[a]\n']), max_size=30))
@settings(max_examples=500, deadline=None)
def test_any_order_of_tokens(tokens):
    text = ''.join(tokens)
    document = parse_toml(text)
    try:
        truth = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert document.problems
    else:
        assert document.problems == []
        assert value(document.root) == plain(truth)
    for node in document.root.walk():
        assert 0 <= node.start <= node.end <= len(text)
        for member in node.members:
            assert member.value.parent is node
    if '[' not in text and '.' not in text:
        check_tree(document)


@pytest.mark.parametrize(('text', 'found', 'meant'), [
    ('a = { b = "c"\nd = { e = "f" }\ng = 1\n', [('unclosed', '"')], {'a': {'b': 'c'}, 'd': {'e': 'f'}, 'g': 1}),
    ('a = { b = "c"  # note\n[d]\ne = 1\n', [('unclosed', '"')], {'a': {'b': 'c'}, 'd': {'e': 1}}),
    ('a = { b = "c"\n}\nd = 1\n', [('inline-table', '{')], {'a': {'b': 'c'}, 'd': 1}),
    ('a = { b = "c",\n  d = 1 }\n', [('inline-table', '{')], {'a': {'b': 'c', 'd': 1}}),
    ('a = { b = "c"\n  , d = 1 }\n', [('inline-table', '{')], {'a': {'b': 'c', 'd': 1}}),
])
def test_a_brace_that_is_missing_is_one_mistake(text, found, meant):
    document = parse_toml(text)
    assert problems(document) == found
    assert value(document.root) == meant
    assert len(document.comments) == text.count('#')
