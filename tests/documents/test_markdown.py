from __future__ import annotations

import json

import pytest
from documents.trees import check_tree, problems, value
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from mcp_hooks.documents import parse
from mcp_hooks.documents.jsonc import parse_json
from mcp_hooks.documents.markdown import fences, front_matter
from mcp_hooks.documents.notebook import pieces

AGENT = '''\
---
name: "agent é😀"
mcp-servers:
  docs: {url: http://x}
---
# Body
'''


def test_front_matter_has_the_offsets_of_the_file():
    document = front_matter(AGENT)
    assert document.format == 'yaml'
    assert document.text == AGENT
    assert value(document.root) == {'name': 'agent é😀', 'mcp-servers': {'docs': {'url': 'http://x'}}}
    node = document.root.get('mcp-servers').get('docs').get('url')
    assert AGENT[node.start:node.end] == 'http://x'
    check_tree(document)
    assert value(parse(AGENT, 'markdown').root) == value(document.root)


@pytest.mark.parametrize(('text', 'expected'), [
    pytest.param('+++\na = 1\n+++\n', {'a': 1}, id='TOML'),
    pytest.param('---\r\na: 1\r\n---\r\nx', {'a': 1}, id='CRLF'),
    pytest.param('---\na: 1\n...\n', {'a': 1}, id='dots'),
    pytest.param('---\n---\n', None, id='empty'),
])
def test_front_matter(text, expected):
    assert value(front_matter(text).root) == expected


@pytest.mark.parametrize('text', ['', 'text', '# a\n---\nb: 1\n---\n', '---\nno end', '----\na: 1\n----\n',
    ' ---\na: 1\n---\n'])
def test_no_front_matter(text):
    assert front_matter(text) is None
    assert parse(text, 'markdown').root is None


PAGE = '''\
Text ```json {"no": 1}``` text.

```json title="x"
{"a": "é😀"}
```
1. In a list:
   ~~~~yaml
   b: [1, 2] # c
   ~~~~~
> quoted
> ```jsonc
> {
>   "c": 3 // >
> }
> ```
``` {.toml}
d = 4
```
```
{"e": 5}
```
```sh
export F=6
```
- ```env
  G=7
  ```
> ```json
> {"h": 8}
after
````json
{"i": 9}
```
'''


def test_fences():
    found = fences(PAGE)
    assert [(e.language, e.document.format, value(e.document.root)) for e in found] == [
        ('json', 'json', {'a': 'é😀'}),
        ('yaml', 'yaml', {'b': [1, 2]}),
        ('jsonc', 'json', {'c': 3}),
        ('toml', 'toml', {'d': 4}),
        ('', 'json', {'e': 5}),
        ('sh', 'text', None),
        ('env', 'env', {'G': '7'}),
        ('json', 'json', {'h': 8}),
        ('json', 'json', {'i': 9}),  # three backticks do not close four
    ]
    for embedded in found[:-1]:
        document = embedded.document
        assert document.text == PAGE
        check_tree(document)
        if document.root is None:
            continue
        assert embedded.start <= document.root.start <= document.root.end <= embedded.end
        for node in document.root.walk():
            if node.kind == 'number':
                assert PAGE[node.start:node.end] == str(node.value)
    assert PAGE[found[0].start:found[0].end] == '{"a": "é😀"}\n'
    assert [PAGE[c.start:c.end] for c in found[1].document.comments] == ['# c']
    assert [p.code for p in found[-1].document.problems] == ['stray']


def test_problems_stand_at_their_place_in_the_page():
    text = 'x\n> ```json\n> {"a": 1,}\n> ```\n'
    assert problems(fences(text)[0].document) == [('trailing-comma', ',')]


def test_many_blocks_are_named_not_dropped():
    text = '```yaml\na: 1\n```\n' * 310
    found = fences(text)
    assert len(found) == 310
    assert [p.code for p in found[305].document.problems] == ['too-large']


NOTEBOOK = json.dumps({'cells': [
    {'cell_type': 'markdown', 'source': ['# T "é"\n', '```json\n', '{"a": 1}\n', '```']},
    {'cell_type': 'code', 'source': 'x = "😀"\ny', 'outputs': [
        {'output_type': 'stream', 'text': ['out\n', 'more']}, {'data': {'text/plain': 'res', 'image/png': 'AAAA'}}]},
    {'cell_type': 'raw', 'source': 7}, 3, {'source': []},
]}, indent=1)


def test_notebook_cells_lead_back_to_the_json():
    found = pieces(parse_json(NOTEBOOK))
    assert [(p.kind, p.text) for p in found] == [
        ('markdown', '# T "é"\n```json\n{"a": 1}\n```'), ('code', 'x = "😀"\ny'), ('output', 'out\nmore'), ('output', 'res')]
    for piece in found:
        for start in range(len(piece.text)):
            for end in (start + 1, len(piece.text)):
                begin, stop = piece.span(start, end)
                if begin < stop and '",' not in NOTEBOOK[begin:stop]:
                    assert json.loads(f'"{NOTEBOOK[begin:stop]}"') == piece.text[start:end]
    markdown = found[0]
    block = fences(markdown.text)[0].document
    begin, end = markdown.span(*block.root.get('a').span)
    assert NOTEBOOK[begin:end] == '1'
    assert markdown.node_at(block.root.start).path() == ('cells', 0, 'source', 2)


@pytest.mark.parametrize('text', ['', '[]', '{"cells": {}}', '{"cells": [1, "x", null, {"source": {"a": 1}}]}'])
def test_no_notebook(text):
    assert pieces(parse_json(text)) == []


@given(st.lists(st.sampled_from(['```', '~~~', '````', 'json', '\n', '> ', '- ', '1. ', '{"a": 1}', ' ', '\r', 'x', '---\n',
    '{', 'yaml']), max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_order_of_tokens(tokens):
    text = ''.join(tokens)
    front_matter(text)
    last = 0
    for embedded in fences(text):
        assert last <= embedded.start <= embedded.end <= len(text)
        last = embedded.end
        check_tree(embedded.document)


@pytest.mark.parametrize('text', [
    '```json\n' * 50_000, '```yaml\na\n```\n' * 20_000, '> ' * 200_000 + '```', '`' * 500_000, '~' * 500_000,
    '---\n' + 'a\n' * 100_000,
    '- ' * 200_000, '```json\n' + '[' * 200_000, '```yaml\n' + 'a: b\n' * 100_000 + '```', '\n' * 300_000,
    '```yaml\n' + 'x: y\n' * 2_000 + '```\n',
], ids=range(11))
def test_hostile_text_is_read_in_bounded_time(text):
    within(2, lambda: (front_matter(text), fences(text)))  # under one second on a free machine
