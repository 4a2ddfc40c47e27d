from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest
from documents.trees import check_tree, problems, value
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from mcp_hooks.documents import parse
from mcp_hooks.documents.jsonc import MAX_DEPTH, parse_json
from mcp_hooks.documents.node import json_path

ROOT = str(Path(__file__).resolve().parent.parent.parent)

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20)


def render(data, pick, comments):
    """``data`` as JSON with white space (and comments) wherever it may stand."""
    def gap():
        pieces = [' ', '\n', '\t', '\r\n', '', '', '']
        if comments:
            pieces += ['/* " } */', '// x, ]\n']
        return ''.join(pick(pieces) for _ in range(2))

    def comma():
        return ',' if comments and pick((True, False)) else ''

    def put(item):
        if isinstance(item, dict):
            pairs = ','.join(gap() + dump(k) + gap() + ':' + put(v) for k, v in item.items())
            return gap() + '{' + (pairs + comma() if pairs else '') + gap() + '}' + gap()
        if isinstance(item, list):
            parts = ','.join(put(v) for v in item)
            return gap() + '[' + (parts + comma() if parts else '') + gap() + ']' + gap()
        return gap() + dump(item) + gap()

    def dump(item):
        return json.dumps(item, ensure_ascii=pick((True, False)))

    return put(data)


@given(values, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=150, deadline=None)
def test_agrees_with_json_and_each_span_reads_back(data, random_, comments):
    text = render(data, random_.choice, comments)
    document = parse_json(text)
    assert value(document.root) == data
    assert problems(document, 'comment', 'trailing-comma', 'lone-surrogate', 'duplicate-key') == []
    if not comments:
        assert problems(document) == []
    check_tree(document)
    for node in document.root.walk():
        assert value(parse_json(text[node.start:node.end]).root) == value(node)
        if node.kind not in ('object', 'array'):
            assert json.loads(text[node.start:node.end]) == node.value
        for member in node.members:
            assert json.loads(text[member.key.start:member.key.end]) == member.name


@given(values, st.text(max_size=5), st.text(max_size=5))
@settings(max_examples=50, deadline=None)
def test_a_slice_has_the_offsets_of_the_whole_text(data, before, after):
    text = json.dumps(data)
    alone = parse_json(text)
    within = parse_json(before + text + after, len(before), len(before) + len(text))
    assert within.text == before + text + after
    assert value(within.root) == data
    assert [n.span for n in within.root.walk()] == [(n.start + len(before), n.end + len(before)) for n in alone.root.walk()]
    check_tree(within)


@pytest.mark.parametrize(('text', 'expected', 'found'), [
    pytest.param('', None, [('empty', '')], id='empty'),
    pytest.param(' \n', None, [('empty', '')], id='blank'),
    pytest.param('{"a": 1, // x\n "b": /* y */ 2}', {'a': 1, 'b': 2}, [('comment', '// x'), ('comment', '/* y */')],
                 id='comments'),
    pytest.param('# x\n{"a": 1}', {'a': 1}, [('hash-comment', '# x')], id='hash comment'),
    pytest.param('{"a": 1} /* x', {'a': 1}, [('unclosed-comment', '/*'), ('comment', '/* x')], id='unclosed comment'),
    pytest.param('{"a": 1,}', {'a': 1}, [('trailing-comma', ',')], id='trailing comma in an object'),
    pytest.param('[1, ]', [1], [('trailing-comma', ',')], id='trailing comma in an array'),
    pytest.param('{"a": 1,, "b": 2}', {'a': 1, 'b': 2}, [('stray', ',')], id='two commas'),
    pytest.param('[, 1]', [1], [('stray', ',')], id='leading comma'),
    pytest.param('{"a": 1 "b": 2}', {'a': 1, 'b': 2}, [('missing-comma', '1')], id='missing comma in an object'),
    pytest.param('{"a": {}\n"b": 2}', {'a': {}, 'b': 2}, [('missing-comma', '}')], id='missing comma after an object'),
    pytest.param('["a" "b"]', ['a', 'b'], [('missing-comma', '"')], id='missing comma in an array'),
    pytest.param('["a""b"]', ['a', 'b'], [('missing-comma', '"')], id='missing comma between strings that touch'),
    pytest.param('{"a": 1; "b": 2}', {'a': 1, 'b': 2}, [('missing-comma', ';')], id='semicolon'),
    pytest.param('{"a" 1}', {'a': 1}, [('missing-colon', '"a"')], id='missing colon'),
    pytest.param('{"a" = 1, "b" => 2}', {'a': 1, 'b': 2}, [('missing-colon', '=')], id='equals signs'),
    pytest.param('{"-y", "x"}', {'': 'x'}, [('missing-colon', '"-y"')], id='a list in braces'),
    pytest.param('["a": 1]', {'a': 1}, [('wrong-bracket', '[')], id='an object in brackets'),
    pytest.param('{"a": , "b": 1}', {'a': None, 'b': 1}, [('missing-value', '"a":')], id='missing value'),
    pytest.param('{"a":}', {'a': None}, [('missing-value', '"a":')], id='missing value at the end'),
    pytest.param('{{"a": 1}}', {'': {'a': 1}}, [('missing-key', '{')], id='doubled braces'),
    pytest.param('{: 1}', {'': 1}, [('missing-key', ':')], id='no name before the colon'),
    pytest.param('{a: 1, b: 2}', {'a': 1, 'b': 2}, [('unquoted-key', 'a')], id='unquoted keys are one mistake'),
    pytest.param("{'a': 'it\\'s', 'b': 1}", {'a': "it's", 'b': 1}, [('single-quotes', "'a'")],
                 id='single quotes are one mistake'),
    pytest.param('{“a”: “b”}', {'a': 'b'}, [('curly-quotes', '“a”')], id='curly quotes'),
    pytest.param('{"a": True, "b": None, "c": 1}', {'a': True, 'b': None, 'c': 1},
                 [('bad-literal', 'True'), ('bad-literal', 'None')], id='Python literals'),
    pytest.param('{"a": undefined}', {'a': None}, [('bad-literal', 'undefined')], id='undefined'),
    pytest.param('[-Infinity]', [-math.inf], [('bad-literal', '-Infinity')], id='infinity'),
    pytest.param('[01, .5, 1., +1, 0x1F, 1_000]', [1, 0.5, 1, 1, 31, 1000],
                 [('bad-number', w) for w in ('01', '.5', '1.', '+1', '0x1F', '1_000')], id='numbers'),
    pytest.param('[1٢]', [12], [('bad-number', '1٢')], id='digits of another script'),
    pytest.param('{"a": hello, "b": 1}', {'a': 'hello', 'b': 1}, [('unquoted-value', 'hello')], id='unquoted value'),
    pytest.param('{"a": http://x/y // c\n}', {'a': 'http://x/y'}, [('unquoted-value', 'http://x/y'), ('comment', '// c')],
                 id='unquoted address'),
    pytest.param('{"a": ${PORT}, "b": <KEY>}', {'a': '${PORT}', 'b': '<KEY>'}, [('unquoted-value', '${PORT}')],
                 id='unquoted reference'),
    pytest.param('{"a": {{ token }}, "b": 1}', {'a': '{{ token }}', 'b': 1}, [('template', '{{ token }}')], id='template'),
    pytest.param('{"a": 1, ...}', {'a': 1}, [('stray', '...')], id='dots for a property'),
    pytest.param('{"a": [...]}', {'a': []}, [('stray', '...')], id='dots for items'),
    pytest.param(r'{"a": "C:\Users\me"}', {'a': r'C:\Users\me'}, [('bad-escape', r'\U')], id='one bad escape for a path'),
    pytest.param(r'["\u12G4"]', [r'\u12G4'], [('bad-escape', r'\u')], id='bad unicode escape'),
    pytest.param('["\\ud83d\\ude00"]', ['😀'], [], id='surrogate pair'),
    pytest.param('["\\ud83d"]', ['\ud83d'], [('lone-surrogate', '"\\ud83d"')], id='lone surrogate'),
    pytest.param('["\\q\\ud83d"]', ['\\q\ud83d'], [('lone-surrogate', '"\\q\\ud83d"'), ('bad-escape', '\\q')],
                 id='surrogate, slow path'),
    pytest.param('["a\tb"]', ['a\tb'], [('control-character', '\t')], id='tab in a string'),
    pytest.param('["a\nb"]', ['a\nb'], [('control-character', '"a\nb"')], id='line end in a string'),
    pytest.param('{"a": "x,\n "b": 2}', {'a': 'x', 'b': 2}, [('unclosed-string', '"x')], id='no closing quote'),
    pytest.param('{"a": "x', {'a': 'x'}, [('unclosed-string', '"x')], id='cut in a string'),
    pytest.param('{"a": "say "hi" now", "b": 1}', {'a': 'say "hi" now', 'b': 1}, [('unescaped-quote', '"')],
                 id='quotes in a string'),
    pytest.param('{"a": ["b", {"c": 1', {'a': ['b', {'c': 1}]}, [('unclosed', '1')], id='cut file'),
    pytest.param('{"a": {"b": ["x" }}', {'a': {'b': ['x']}}, [('unclosed', '"')], id='missing bracket'),
    pytest.param('{"a": [\n"x"\n}', {'a': ['x']}, [('unclosed', '"')], id='missing bracket over lines'),
    pytest.param('{\n  "a": [\n    "x"\n  },\n  "b": 1\n}', {'a': ['x'], 'b': 1}, [('wrong-bracket', '}')], id='wrong bracket'),
    pytest.param('{"a": 1]', {'a': 1}, [('wrong-bracket', ']')], id='wrong bracket at the end'),
    pytest.param('{"a": 1}}', {'a': 1}, [('extra-bracket', '}')], id='a brace too many'),
    pytest.param('{"a": 1}]}}', {'a': 1}, [('extra-bracket', ']')], id='many brackets too many'),
    pytest.param('{"a": {}}, "b": 2}', {'a': {}, 'b': 2}, [('extra-bracket', '}')], id='closed too early'),
    pytest.param('{"a": {"b": {}}}, "c": {}}}', {'a': {'b': {}, 'c': {}}}, [('extra-bracket', '}')],
                 id='closed too early, two levels'),
    pytest.param('"a": {"b": 1}', {'a': {'b': 1}}, [('missing-braces', '"a"')], id='no braces around'),
    pytest.param('{"a": 1} {"b": 2}', {'a': 1}, [('extra-data', '{')], id='second document'),
    pytest.param('{"a": 1},\n', {'a': 1}, [('stray', ',')], id='comma after the document'),
    pytest.param('{"a": 1} tail', {'a': 1}, [('stray', 'tail')], id='text after the document'),
    pytest.param('const x = {"a": 1};', {'a': 1}, [('stray', 'const x = ')], id='code around'),
    pytest.param('a: 1\nb: [2]', None, [('stray', 'a: 1')], id='YAML'),
    pytest.param('[server]\na = 1\n', ['server'], [('unquoted-value', 'server'), ('stray', 'a = 1')], id='TOML'),
    pytest.param('{"a": 1}\0\0', {'a': 1}, [('nul', '\0')], id='NUL'),
    pytest.param('{\xa0"a": 1}', {'a': 1}, [('stray', '\xa0')], id='no-break space'),
    pytest.param('{"a": 1, "a": 2}', {'a': 2}, [('duplicate-key', '"a"')], id='duplicate key'),
    pytest.param('{"//": 1, "//": 2}', {'//': 2}, [], id='names that stand for comments may come twice'),
    pytest.param('```json\n{"a": 1}\n```\n', {'a': 1}, [('stray', '```json')], id='a fence of Markdown'),
    pytest.param('{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}', {'a': 2}, [('merge-conflict', '<<<<<<< HEAD')],
                 id='conflict'),
])
def test_one_mistake_one_problem(text, expected, found):
    document = parse_json(text)
    assert value(document.root) == expected
    assert problems(document) == found
    check_tree(document)


CONFIG = '''\
{
  "mcpServers": {
    "a": {
      "command": "npx",
      "args": [
        "-y",
        "pkg"
      ],
      "env": {
        "K": "v"
      }
    },
    "b": {
      "url": "http://x"
    }
  }
}
'''


@pytest.mark.parametrize(('before', 'after', 'line', 'code'), [
    pytest.param('      ],\n', '', 7, 'unclosed', id='] and comma'),
    pytest.param('      ],\n      "env"', '      "env"', 7, 'unclosed', id=']'),
    pytest.param('"pkg"\n      ],', '"pkg",', 7, 'unclosed', id='] before the comma'),
    pytest.param('\n      }\n    },', '\n    },', 16, 'unclosed', id='} of an inner object'),
    pytest.param('\n      }\n    },', '\n      },', 16, 'unclosed', id='} of an entry'),
    pytest.param('    },\n    "b"', '    "b"', 16, 'unclosed', id='} and comma of an entry'),
    pytest.param('    },\n    "b"', '    }\n    "b"', 12, 'missing-comma', id='comma between entries'),
    pytest.param('  }\n}\n', '  }\n', 16, 'unclosed', id='the last }'),
    pytest.param('    },\n    "b"', '    }},\n    "b"', 12, 'extra-bracket', id='} too many'),
    pytest.param('  }\n}\n', '  }\n}\n}\n', 18, 'extra-bracket', id='} too many at the end'),
    pytest.param('"npx",', '"npx,', 4, 'unclosed-string', id='closing quote'),
    pytest.param('"npx",\n     ', '"npx,', 4, 'unclosed-string', id='closing quote, next name on the line'),
    pytest.param('"npx",', 'npx",', 4, 'unquoted-value', id='opening quote'),
    pytest.param('"npx"', 'npx', 4, 'unquoted-value', id='both quotes'),
    pytest.param('"command"', 'command"', 4, 'unquoted-key', id='opening quote of a name'),
    pytest.param('"command"', '"command', 4, 'unclosed-string', id='closing quote of a name'),
    pytest.param('"command": "npx"', '"command: "npx"', 4, 'unclosed-string', id='closing quote of a name, no blank'),
    pytest.param('"command"', 'command', 4, 'unquoted-key', id='both quotes of a name'),
    pytest.param('"command": "npx"', 'command = npx', 4, 'unquoted-key', id='another language'),
    pytest.param('"mcpServers": {', '"mcpServers":', 2, 'missing-braces', id='{ of the map'),
    pytest.param('"a": {', '"a":', 3, 'missing-braces', id='{ of an entry'),
    pytest.param('"args": [', '"args":', 6, 'missing-braces', id='[ of a list'),
    pytest.param('{\n  "mcp', '\n  "mcp', 2, 'missing-braces', id='the first {'),
    pytest.param('"-y",', '"-y"', 6, 'missing-comma', id='comma in a list'),
    pytest.param('"K": "v"', '"K" "v"', 10, 'missing-colon', id='colon'),
    pytest.param('"b": {', '"b" {', 13, 'missing-colon', id='colon before an object'),
    pytest.param('"http://x"\n    }', '"http://x"\n    ]', 15, 'wrong-bracket', id=']} for }'),
    pytest.param('      ],', '      },', 8, 'wrong-bracket', id='} for ]'),
    pytest.param('"b": {', '"b": [', 13, 'wrong-bracket', id='[ for {'),
    pytest.param('"v"', '"v",', 10, 'trailing-comma', id='comma too many'),
    pytest.param('"v"', "'v'", 10, 'single-quotes', id='single quotes'),
])
def test_one_slip_is_one_problem_and_the_tree_is_whole(before, after, line, code):
    text = CONFIG.replace(before, after, 1)
    assert text != CONFIG
    document = parse_json(text)
    assert [(p.code, text.count('\n', 0, p.start) + 1) for p in document.problems] == [(code, line)]
    assert value(document.root) == json.loads(CONFIG)
    check_tree(document)


@pytest.mark.parametrize(('text', 'expected', 'message'), [
    pytest.param('{\n  "m": {\n    "a": { "x": [1]\n  }\n}\n', {'m': {'a': {'x': [1]}}},
                 '`}` missing: the object of `a` (line 3) is not closed', id='before a closing brace'),
    pytest.param('{\n  "m": {\n    "a": {\n      "x": 1,\n    "b": {\n      "y": 2\n    }\n  }\n}\n',
                 {'m': {'a': {'x': 1}, 'b': {'y': 2}}},
                 '`}` missing: the object of `a` (line 3) is not closed', id='before the next entry'),
    pytest.param('{\n  "m": {\n    "a": {\n      "x": 1\n    "b": {\n      "y": 2\n    }\n  }\n}\n',
                 {'m': {'a': {'x': 1}, 'b': {'y': 2}}},
                 '`}` missing: the object of `a` (line 3) is not closed', id='brace and comma'),
    pytest.param('{"m": {"a": 1}\n', {'m': {'a': 1}}, '`}` missing: the object that begins on line 1 is not closed',
                 id='the last brace'),
    pytest.param('{\n"m": {\n"a": {\n"x": 1\n}\n}\n', {'m': {'a': {'x': 1}}},
                 '`}` missing: the object that begins on line 1 is not closed', id='no indentation'),
])
def test_the_indentation_tells_which_bracket_is_missing(text, expected, message):
    document = parse_json(text)
    assert value(document.root) == expected
    assert [p.message for p in document.problems] == [message]
    assert problems(document) == [('unclosed', '}')]
    check_tree(document)
    for node in document.root.walk():
        if node.kind == 'number':
            assert text[node.start:node.end] == str(node.value)


def test_duplicates_are_all_kept_and_the_last_one_counts():
    document = parse_json('{"a": 1, "b": 2, "a": 3, "a": 4}')
    assert [(m.name, m.value.value) for m in document.root.members] == [('a', 1), ('b', 2), ('a', 3), ('a', 4)]
    assert document.root.get('a').value == 4
    assert next((p.start, p.message) for p in document.problems) == (
        17, '`a` stands twice in one object (first on line 1): readers take the last and drop the other')
    assert len(document.problems) == 2


def test_paths_lead_down_from_the_root():
    document = parse_json('{"a": [{"b c": 1}, 2]}')
    node = document.root.get('a').items[0].members[0]
    assert json_path(node.value.path()) == json_path(node.key.path()) == '$.a[0]["b c"]'


def test_comments_are_kept_with_their_markers_in_the_span():
    document = parse_json('{ // one\n/* two */ "a": 1 # three\n}')
    assert [(document.text[c.start:c.end], c.text) for c in document.comments] == [
        ('// one', ' one'), ('/* two */', ' two '), ('# three', ' three')]


def test_further_documents_are_kept():
    document = parse_json('{"a": 1}\n{"b": 2}\n{"c": 3}\n')
    assert [value(r) for r in document.extra_roots] == [{'b': 2}, {'c': 3}]
    assert problems(document) == [('extra-data', '{')]


def test_a_message_does_not_show_what_may_be_a_credential():
    name = 'k' * 20 + '0123456789' * 3
    text = f'{{"{name}": 1, "{name}": 2, "{name}": [1}}'
    messages = ' '.join(p.message for p in parse_json(text).problems)
    assert 'missing' in messages
    assert name not in messages


def test_numbers_that_python_would_refuse():
    document = parse_json('[' + '9' * 5000 + ', 1e999, -0, 12345678901234567890]')
    assert value(document.root) == [math.inf, math.inf, 0, 12345678901234567890]
    assert document.problems == []


HOSTILE = {
    'arrays': '[' * 100_000, 'objects': '{"a":' * 100_000, 'pairs': '[{' * 100_000, 'closers': '}' * 100_000,
    'mixed': '[}' * 50_000,
    'quotes': '"' * 300_000, 'quotes in an object': '{"a": ' + '"' * 100_000, 'backslashes': '"' + '\\' * 1_000_000,
    'escapes': '["' + '\\x' * 100_000 + '"]',
    'commas': ',' * 300_000,
    'comments': '//\n' * 100_000, 'slashes': '/' * 100_000, 'open comments': '/*' * 100_000, 'nul': '\0' * 300_000,
    'unquoted': '[' + '{a:1},' * 50_000, 'single': "['a'," * 50_000, 'inner quotes': '["a"b' * 50_000,
    'lines': '["a\n' * 50_000,
    'words': '{' + 'x y ' * 50_000, 'digits': '1' * 1_000_000, 'templates': '{{' * 100_000, 'references': '[' + '${' * 100_000,
    'surrogates': '["' + '\\ud800' * 50_000 + '"]', 'raw surrogates': '["' + '\ud800' * 50_000 + '"]',
    'conflict': '=======\n' * 50_000,
    'duplicates': '{' + '"a":1,' * 50_000 + '"a":1}', 'blanks': '\xa0' * 100_000, 'cr': '[1,\r' * 400,
    'colons': '{"a"' + ':' * 100_000,
    'reopened': '{"a":1}' + ',"b":1}' * 20_000, 'dots': '[' + '...' * 50_000, 'unclosed by indent': '{\n' + ' {"a": {\n' * 400,
}


@pytest.mark.parametrize('text', HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_under_a_second(text):
    document = within(1, lambda: parse_json(text))
    assert document.problems or text.startswith('1')
    assert len(document.problems) <= 25_000
    check_tree(document)


def test_what_is_too_deep_is_one_problem_and_the_rest_is_kept():
    document = parse_json('{"a": "x", "b": ' + '[' * 100_000)
    assert [(p.code, p.start) for p in document.problems] == [('too-deep', 16 + MAX_DEPTH - 1)]
    assert document.root.get('a').value == 'x'


def test_five_megabytes_on_one_line():
    entry = {'command': 'npx', 'args': ['-y', '@scope/server', '--flag'], 'env': {'NAME': '${NAME}'}, 'disabled': False}
    text = json.dumps({'mcpServers': {f'server{n}': entry for n in range(41_000)}})
    assert len(text) > 5_000_000
    document = within(4, lambda: parse_json(text))  # some 1.0 s on a free machine
    assert document.problems == []
    assert len(document.root.get('mcpServers').members) == 41_000


@given(st.lists(st.sampled_from(
    ['{', '}', '[', ']', ',', ':', '"a"', '"', "'", '\n', ' ', '1', 'true', 'x', '//', '/*', '*/', '#', '\\', '\\u', '\0',
    '{{', '${',
     '\r', '='],
), max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_order_of_tokens_gives_a_sound_tree(tokens):
    document = parse_json(''.join(tokens))
    check_tree(document)
    try:
        expected = json.loads(document.text)
    except ValueError:
        assert document.problems or '\0' in document.text
    else:
        assert value(document.root) == expected
        assert problems(document, 'duplicate-key') == []


def test_flipped_characters_never_raise():
    entry = {'mcpServers': {'docs': {'command': 'npx', 'args': ['-y', 'x'], 'env': {'A': 'é😀'}}}}
    good = json.dumps(entry, indent=2, ensure_ascii=False)
    random_ = random.Random(1)
    for _ in range(2000):
        text = list(good)
        for _ in range(random_.randrange(1, 4)):
            place = random_.randrange(len(text))
            text[place:place + random_.randrange(3)] = random_.choice('{}[]",:\\/#\'\0\n\t a1é')
        check_tree(parse_json(''.join(text)))


def test_parse_knows_json():
    assert value(parse('{"a": 1}', 'json').root) == {'a': 1}
    assert parse('x', 'text').root is None
    with pytest.raises(ValueError, match='not a format'):
        parse('', 'xml')


@pytest.mark.parametrize(('text', 'place', 'meant'), [
    ('{"a": {"env: {"A": "b"}, "c": 1}}', '"env', {'a': {'env': {'A': 'b'}, 'c': 1}}),
    ('{"a": {"args: [], "env": {}}}', '"args', {'a': {'args': [], 'env': {}}}),
    ('{"disabled: false, "timeout": 120}', '"disabled', {'disabled': False, 'timeout': 120}),
    ('{"list: [{"name": "x"}]}', '"list', {'list': [{'name': 'x'}]}),
    ('{"a b : {"name": "x"}}', '"a b ', {'a b': {'name': 'x'}}),
])
def test_a_name_without_its_closing_quote_is_one_mistake(text, place, meant):
    document = parse_json(text)
    assert problems(document) == [('unclosed-string', place)]
    assert value(document.root) == meant
    check_tree(document)


@pytest.mark.parametrize(('text', 'meant'), [
    ('{"a": {"headers": {"A": "Bearer ${T} }\n  }\n}', {'a': {'headers': {'A': 'Bearer ${T}'}}}),
    ('{"a": {"args": ["-y", "x] }\n}', {'a': {'args': ['-y', 'x']}}),
    ('{"a": ["x],\n"b": 1}', {'a': ['x'], 'b': 1}),
    ('{"a": ["x[1]],\n"b": 1}', {'a': ['x[1]'], 'b': 1}),
    ('{"a": "x}\n', {'a': 'x'}),
    ('{"a": "x],\n"b": 1}', {'a': 'x]', 'b': 1}),
    ('{"a": "x,\n"b": 1}', {'a': 'x', 'b': 1}),
    ('{"c": {"a": ["-y", "x], "b": 1}}', {'c': {'a': ['-y', 'x'], 'b': 1}}),
    ('{"h": {"A": "Bearer ${T} }, "tools": []}', {'h': {'A': 'Bearer ${T}'}, 'tools': []}),
])
def test_brackets_behind_a_string_without_closing_quote(text, meant):
    document = parse_json(text)
    assert [code for code, _ in problems(document)] == ['unclosed-string']
    assert value(document.root) == meant
    check_tree(document)


@pytest.mark.parametrize('text', ['{"a": "b\\q"}', '{"a": "b\n"}', '{"a": "b', '{"a": "\\u12"}', '{"a": "\t", "b": "c"}'])
def test_an_odd_string_where_nobody_has_loaded_json(text: str) -> None:
    """The scanner in C looks for its exception in a module that is there."""
    code = ('import sys; from mcp_hooks.documents.jsonc import parse_json; '
            f'print(sorted({{problem.code for problem in parse_json({text!r}).problems}}), "json" in sys.modules)')
    done = subprocess.run([sys.executable, '-I', '-S', '-X', 'utf8', '-c', f'import sys; sys.path.insert(0, {ROOT!r}); {code}'],
                          capture_output=True, encoding='utf-8')
    assert (done.stderr, done.returncode) == ('', 0)
    assert done.stdout == f'{sorted({problem.code for problem in parse_json(text).problems})} True\n'


def test_a_small_text_without_escapes_loads_no_json() -> None:
    code = ('from mcp_hooks.documents.jsonc import parse_json; '
            'print(parse_json(\'{"größe": ["x y", 12, true, null, {}]}\').problems, "json" in sys.modules)')
    done = subprocess.run([sys.executable, '-I', '-S', '-X', 'utf8', '-c', f'import sys; sys.path.insert(0, {ROOT!r}); {code}'],
                          capture_output=True, encoding='utf-8')
    assert done.stdout == '[] False\n'
