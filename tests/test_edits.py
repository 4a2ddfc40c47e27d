"""Edits keep quoting, indentation and line ends, in each format."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_hooks import documents, edits
from mcp_hooks.documents.node import STRING, Document, Node
from mcp_hooks.findings import Edit


def parse(text: str, format: str = 'json') -> Document:
    document = documents.parse(text, format)
    assert document.root is not None
    assert not document.problems
    return document


def at(document: Document, *steps: str | int) -> Node:
    node = document.root
    for step in steps:
        assert node is not None
        node = node.items[step] if isinstance(step, int) else node.get(step)
    assert node is not None
    return node


def done(document: Document, *changes: Edit | None) -> str:
    text = document.text
    for edit in sorted((e for e in changes if e is not None), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@given(st.text(max_size=12), st.text(max_size=12))
@settings(max_examples=200, deadline=None)
def test_a_string_is_replaced_by_any_other(old: str, new: str) -> None:
    if any('\ud800' <= c <= '\udfff' for c in old + new):
        return
    text = '{"k": ' + json.dumps(old) + ', "x": [1]}'
    document = documents.parse(text, 'json')
    assert json.loads(done(document, edits.replace_string(document, at(document, 'k'), new))) == {'k': new, 'x': [1]}


def test_only_the_part_changes() -> None:
    document = parse('{"k": "a\\/\\u00e9 $A \\ud83d\\ude00"}')
    node = at(document, 'k')
    edit = edits.replace_within(document, node, 4, 6, '${A}"')
    assert done(document, edit) == '{"k": "a\\/\\u00e9 ${A}\\" \\ud83d\\ude00"}'


def test_rename() -> None:
    document = parse('{\n  "environment" : {"A": "1"}\n}')
    assert document.root is not None
    assert done(document, edits.rename_key(document, document.root.members[0], 'env')) == '{\n  "env" : {"A": "1"}\n}'


@pytest.mark.parametrize(
    ('text', 'after'),
    [
        ('{}', '{"t": 1}'),
        ('{ }', '{"t": 1 }'),
        ('{"a": 2}', '{"t": 1, "a": 2}'),
        ('{"a":2}', '{"t": 1, "a":2}'),
        ('{\n  "a": 2\n}', '{\n  "t": 1,\n  "a": 2\n}'),
        ('{\r\n\t"a": 2\r\n}', '{\r\n\t"t": 1,\r\n\t"a": 2\r\n}'),
        ('{\n\n  "a": 2\n}', '{\n\n  "t": 1,\n  "a": 2\n}'),
        ('{ // why\n  "a": 2\n}', '{ // why\n  "t": 1,\n  "a": 2\n}'),
    ],
)
def test_insert_member(text: str, after: str) -> None:
    document = documents.parse(text, 'json')
    assert document.root is not None
    assert done(document, edits.insert_member(document, document.root, 't', 1)) == after


@pytest.mark.parametrize(
    ('text', 'after'),
    [
        ('{"k": []}', '{"k": ["x"]}'),
        ('{"k": [1]}', '{"k": ["x", 1]}'),
        ('{"k": [\n  1\n]}', '{"k": [\n  "x",\n  1\n]}'),
    ],
)
def test_insert_item(text: str, after: str) -> None:
    document = parse(text)
    assert done(document, edits.insert_item(document, at(document, 'k'), 'x')) == after


@pytest.mark.parametrize(
    ('text', 'key', 'after'),
    [
        ('{"a": 1}', 'a', '{}'),
        ('{"a": 1, "b": 2}', 'a', '{"b": 2}'),
        ('{"a": 1, "b": 2}', 'b', '{"a": 1}'),
        ('{\n  "a": 1,\n  "b": 2\n}', 'a', '{\n  "b": 2\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', 'b', '{\n  "a": 1\n}'),
        ('{\r\n  "a": 1,\r\n  "b": 2\r\n}', 'a', '{\r\n  "b": 2\r\n}'),
        ('{"a": 1 , "b": 2}', 'a', '{"b": 2}'),
    ],
)
def test_remove_member(text: str, key: str, after: str) -> None:
    document = parse(text)
    assert document.root is not None
    member = document.root.member(key)
    assert member is not None
    removed = edits.remove_member(document, document.root, member)
    assert removed is not None
    assert json.loads(done(document, *removed)) == json.loads(after)
    assert done(document, *removed).replace(' ', '') == after.replace(' ', '')


def test_comments_survive_a_removal() -> None:
    text = '{\n  "a": 1, // one\n  // before b\n  "b": 2 // two, of two\n}'
    document = documents.parse(text, 'json')
    assert document.root is not None
    for key in ('a', 'b'):
        member = document.root.member(key)
        assert member is not None
        removed = edits.remove_member(document, document.root, member)
        assert removed is not None
        after = done(document, *removed)
        assert '// one' in after
        assert '// before b' in after
        assert '// two, of two' in after
        again = documents.parse(after, 'json')
        assert {p.code for p in again.problems} == {'comment'}
        assert again.root is not None
        assert [m.name for m in again.root.members] == ['b' if key == 'a' else 'a']


@pytest.mark.parametrize(
    ('text', 'after'),
    [
        ('{"k": ["a b"]}', '{"k": ["a", "b"]}'),
        ('{"k": [1, "a b", 2]}', '{"k": [1, "a", "b", 2]}'),
        ('{"k": [\n    "a b"\n  ]}', '{"k": [\n    "a",\n    "b"\n  ]}'),
        ('{"k": [\r\n\t"a b"\r\n]}', '{"k": [\r\n\t"a",\r\n\t"b"\r\n]}'),
    ],
)
def test_one_item_becomes_several(text: str, after: str) -> None:
    document = parse(text)
    item = next(node for node in at(document, 'k').items if node.kind == STRING)
    assert done(document, edits.replace_item(document, item, ['a', 'b'])) == after


YAML = """# servers
mcpServers:
  - name: docs   # kept
    command: docs-mcp
    env:
      PLAIN: ${KEY}/x
      SINGLE: 'it''s ${KEY}'
      DOUBLE: "a\\t${KEY}"
      FLOW: [a, b]
      BLOCK: |
        ${KEY}
    args:
      - -y docs-mcp
      - last
"""


def env(document: Document, name: str) -> Node:
    return at(document, 'mcpServers', 0, 'env', name)


@pytest.mark.parametrize(
    ('name', 'new', 'line'),
    [
        ('PLAIN', '${env:KEY}', 'PLAIN: ${env:KEY}/x'),
        ('PLAIN', '{env:KEY}', 'PLAIN: "{env:KEY}/x"'),
        ('SINGLE', "'", "SINGLE: 'it''s '''"),
        ('DOUBLE', '"', 'DOUBLE: "a\\t\\""'),
    ],
)
def test_a_part_of_a_yaml_string(name: str, new: str, line: str) -> None:
    document = parse(YAML, 'yaml')
    node = env(document, name)
    start = node.text.index('${KEY}')
    after = done(document, edits.replace_within(document, node, start, start + 6, new))
    old = next(one for one in YAML.split('\n') if f'{name}:' in one)
    assert after == YAML.replace(old, '      ' + line)


def test_yaml_keeps_what_it_cannot_write() -> None:
    document = parse(YAML, 'yaml')
    assert edits.replace_within(document, env(document, 'BLOCK'), 0, 6, 'x') is None
    item = at(document, 'mcpServers', 0, 'env', 'FLOW', 0)
    assert done(document, edits.replace_string(document, item, 'a, b')) == YAML.replace('[a, b]', '["a, b", b]')


def test_yaml_lists_and_keys() -> None:
    document = parse(YAML, 'yaml')
    args = at(document, 'mcpServers', 0, 'args')
    assert done(document, edits.replace_item(document, args.items[0], ['-y', 'docs-mcp'])) == YAML.replace(
        '      - -y docs-mcp\n', '      - -y\n      - docs-mcp\n'
    )
    entry = at(document, 'mcpServers', 0)
    assert done(document, edits.insert_member(document, entry, 'type', 'stdio')) == YAML.replace(
        '  - name: docs', '  - type: "stdio"\n    name: docs'
    )
    variables = at(document, 'mcpServers', 0, 'env')
    assert done(document, edits.insert_member(document, variables, 'A', 'b')) == YAML.replace(
        '      PLAIN', '      A: "b"\n      PLAIN'
    )
    member = entry.member('env')
    assert member is not None
    assert done(document, edits.rename_key(document, member, 'environment')) == YAML.replace('    env:', '    environment:')
    single = variables.member('SINGLE')
    assert single is not None
    assert done(document, *(edits.remove_member(document, variables, single) or ())) == YAML.replace(
        "      SINGLE: 'it''s ${KEY}'\n", ''
    )


TOML = """# servers
[mcp_servers.docs]  # kept
command = "docs-mcp"
args = ["-y docs", 'last $A']
env = { A = "one", 'B' = 'two' }

[mcp_servers.docs.env_of_old]
K = "v"  # note
L = 'x'

[mcp_servers.bare]
"""


def test_toml() -> None:
    document = parse(TOML, 'toml')
    docs, old = at(document, 'mcp_servers', 'docs'), at(document, 'mcp_servers', 'docs', 'env_of_old')
    args, variables = at(document, 'mcp_servers', 'docs', 'args'), at(document, 'mcp_servers', 'docs', 'env')
    assert done(document, edits.replace_item(document, args.items[0], ['-y', 'docs'])) == TOML.replace(
        '"-y docs"', '"-y", "docs"'
    )
    assert done(document, edits.replace_within(document, args.items[1], 5, 7, '${A}')) == TOML.replace('$A', '${A}')
    assert done(document, edits.replace_within(document, args.items[1], 5, 7, "it's")) == TOML.replace(
        "'last $A'", '"last it\'s"'
    )
    assert done(document, edits.insert_member(document, docs, 'env_vars', ['A'])) == TOML.replace(
        '# kept\n', '# kept\nenv_vars = ["A"]\n'
    )
    assert (
        done(document, edits.insert_member(document, at(document, 'mcp_servers', 'bare'), 'url', 'x')) == TOML + 'url = "x"\n'
    )
    assert done(document, edits.insert_member(document, variables, 'a b', {'x': True})) == TOML.replace(
        '{ A', '{ "a b" = { x = true }, A'
    )
    for holder, key, before, after in (
        (variables, 'A', '{ A = "one", ', '{ '),
        (variables, 'B', ", 'B' = 'two'", ''),
        (old, 'K', 'K = "v"  # note\n', '  # note\n'),
        (old, 'L', "L = 'x'\n", ''),
    ):
        member = holder.member(key)
        assert member is not None
        removed = edits.remove_member(document, holder, member)
        assert removed is not None
        assert done(document, *removed).replace(' ', '') == TOML.replace(before, after).replace(' ', '')
        assert not documents.parse(done(document, *removed), 'toml').problems
    member = docs.member('command')
    assert member is not None
    assert done(document, edits.rename_key(document, member, 'cmd')) == TOML.replace('command', 'cmd')
    assert done(document, edits.rename_key(document, member, 'a b')) == TOML.replace('command', '"a b"')
