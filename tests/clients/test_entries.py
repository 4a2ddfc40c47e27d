"""From a text to servers: where the map stands, which member plays which role, what the transport is."""
from __future__ import annotations

import json

import pytest
from cases import case, kinds_with_a_case, wrong
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import marked, names_of, spans_of, unmarked
from pace import within

from mcp_hooks import documents
from mcp_hooks.clients import registry
from mcp_hooks.clients.entries import config_files, map_nodes, stray_maps
from mcp_hooks.servers import ConfigFile, Server


def opened(path: str, text: str, exists: tuple[str, ...] = ()) -> ConfigFile:
    return next(config_files(path, documents.parse(text, documents.format_of(path, text)), exists.__contains__))


def one(path: str, text: str) -> Server:
    server, = opened(path, text).servers
    return server


@pytest.mark.parametrize('kind', kinds_with_a_case())
def test_each_kind_builds_servers(kind: str) -> None:
    path, servers, text = case(kind)
    file = opened(path, text)
    assert file.kind.id == kind
    assert [(server.name, server.transport) for server in file.servers] == servers
    for server in file.servers:
        assert server.key is None or server.key.text == server.name
        assert server.file is file


@pytest.mark.parametrize(('kind', 'path', 'rule', 'text'), [
    pytest.param(kind, path, rule, text, id=f'{kind} {rule}') for kind in kinds_with_a_case() for path, rule, text in wrong(kind)])
def test_mistakes_of_a_case(kind: str, path: str, rule: str, text: str) -> None:
    assert opened(path, unmarked(text)).kind.id == kind
    assert spans_of(path, text) == marked(text)
    assert set(names_of(path, text)) == {rule}


def test_no_kind_is_forgotten() -> None:
    assert set(registry.all_ids()) - set(kinds_with_a_case()) == {
        'copilot-cloud-agent', 'no-repo-file',  # no file
        'vscode-root-mcp-json', 'qwen-mcp-json',  # never the owner of a path
    }


def test_roles_are_filled_by_the_clients_own_spelling() -> None:
    server = one('opencode.json',
                 '{"mcp": {"a": {"type": "local", "command": ["npx", "-y", "x"], '
                 '"environment": {"A": "b"}, "env": {"C": "d"}}}}')
    assert (server.command, [node.text for node in server.args], [member.name for member in server.env]) == ('npx', ['-y', 'x'],
                                                                                                             ['A'])
    server = one('.continue/config.yaml',
                 'mcpServers:\n  - name: a\n    url: https://x.example\n    requestOptions:\n      headers:\n        A: b\n')
    assert [member.name for member in server.headers] == ['A']
    server = one('server.json',
                 '{"name": "io.example/a", "packages": [{"registryType": "npm", "identifier": "p", "environmentVariables": '
                 '[{"name": "A", "value": "b"}, {"name": "C"}, {"name": "D", "default": "e"}, 3]}]}')
    assert [(member.name, member.value.text) for member in server.env] == [('A', 'b'), ('D', 'e')]


@pytest.mark.parametrize(('text', 'kind', 'names'), [
    ('{"mcpServers": {"a": {"command": "x"}}}', 'object', ['a']),
    ('{"mcpServers": []}', 'array', []),
    ('{"mcpServers": [{"name": "a", "command": "x"}]}', 'array', []),
    ('{"mcpServers": "x"}', 'string', []),
    ('{"mcpServers": null}', 'null', []),
    ('{"mcpServers": 3}', 'number', []),
    ('{"mcpServers": {"a": [], "b": null, "c": "d", "e": {"command": ["x"], "url": 3, "args": {}, "type": []}}}', 'object',
     ['a', 'b', 'c', 'e']),
])
def test_nothing_is_taken_for_granted(text: str, kind: str, names: list[str]) -> None:
    file = opened('.mcp.json', text)
    assert [node.kind for node in map_nodes(file)] == [kind]
    assert [server.name for server in file.servers] == names


@pytest.mark.parametrize('text', ['', '[]', '3', 'null', '{}', '{"mcpServers"', '[' * 1000, '{"a": {"b": "c"}}', '\0'])
def test_a_file_without_servers_still_has_its_readers(text: str) -> None:
    for path in ('.mcp.json', '.vscode/mcp.json', 'plugins/a/.mcp.json', '.claude/settings.json', 'opencode.json', 'kilo.json'):
        files = list(config_files(path, documents.parse(text, 'json')))
        kinds = [file.kind for file in files]
        assert tuple(kind.id for kind in kinds) == registry.readers_of(path)
        assert [file.servers for file in files] == [[]] * len(files)
        assert [file.readers for file in files] == [(kind, *kinds[:number]) for number, kind in enumerate(kinds)]


def test_a_map_under_another_clients_key_is_read_with_the_generic_record() -> None:
    file = opened('.vscode/mcp.json', '{"mcpServers": {"a": {"url": "https://x.example"}}}')
    assert map_nodes(file) == []
    assert [(member.name, where) for member, where in stray_maps(file)] == [('mcpServers', '')]
    assert [(server.name, server.kind.id) for server in file.servers] == [('a', 'generic')]


def test_in_a_file_that_no_client_reads_only_what_holds_everywhere_is_judged() -> None:
    text = json.dumps({'mcpServers': {
        'a': {'url': 'https://docs.example/mcp'},
        'b': {'command': 'docs-mcp', 'cwd': 'services', 'environment': {'A': 'b'}, 'env': {'KEY': '${env:KEY}'}},
        'c': {'command': 'npx', 'args': ['mcp-remote@0.1.10', 'https://docs.example/mcp']},
    }})
    assert names_of('.claude/mcp.json', text) == ['unread-location', 'vulnerable-version']
    assert names_of('.windsurf/mcp.json', text) == ['unread-location', 'vulnerable-version']
    assert {server.kind.id for server in opened('.claude/mcp.json', text).servers} == {'generic'}
    assert one('.windsurf/mcp.json', '{"mcpServers": {"a": {"command": "x"}}}').kind.reference == '${env:NAME}'
    sample = opened('.claude/mcp.json.example', text).servers  # nobody is told that a sample is not read
    assert {server.kind.id for server in sample} == {'claude-code-unread'}


def test_a_misplaced_map_says_where_it_belongs() -> None:
    file = opened('.vscode/settings.json',
                  '{"github.copilot.chat.mcp.servers": {"a": {"command": "x"}}, "mcp": {"servers": {"b": {"command": "y"}}}}')
    assert [(member.name, where) for member,
            where in stray_maps(file)] == [('github.copilot.chat.mcp.servers', '.vscode/mcp.json')]
    assert [(server.name, server.kind.id) for server in file.servers] == [('a', 'generic'), ('b', 'vscode-settings')]


@pytest.mark.parametrize(('text', 'names'), [
    ('{"mcp": {"a": {"type": "local", "command": ["x"]}}}', ['a']),
    ('{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}', ['a']),
    ('{"mcp": {"servers": {"type": "local", "command": ["x"]}}}', ['servers']),
    ('{"mcp": {"servers": {"type": "local", "command": ["x"]}, "b": {"type": "remote", "url": "https://x.example"}}}',
     ['servers', 'b']),
])
def test_two_layouts_of_one_client(text: str, names: list[str]) -> None:
    assert [server.name for server in opened('opencode.json', text).servers] == names


def test_both_keys_for_two_readers_of_one_file() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}}, "servers": {"b": {"command": "y"}}}'
    files = {file.kind.id: file for file in config_files('.mcp.json', documents.parse(text, 'json'))}
    assert [server.name for server in files['visual-studio'].servers] == ['a', 'b']
    assert [(server.name, server.kind.id) for server in files['claude-code-project'].servers] == [
        ('a', 'claude-code-project'), ('b', 'generic')]


@pytest.mark.parametrize(('path', 'exists', 'names'), [
    ('.mcp.json', (), []), ('.mcp.json', ('.claude-plugin/plugin.json',), ['a']), ('plugins/p/.mcp.json', (), ['a']),
])
def test_a_bare_map_belongs_to_a_plugin(path: str, exists: tuple[str, ...], names: list[str]) -> None:
    file = opened(path, '{"a": {"command": "x", "args": []}}', exists)
    assert [server.name for server in file.servers] == names


def test_samples_and_files_of_the_home_folder() -> None:
    sample = opened('.mcp.json.example', '{"mcpServers": {}}').kind
    assert (sample.id, sample.template, sample.comments, sample.home_only) == ('claude-code-project', True, True, '')
    assert opened('.mcp.json', '{}').kind.template is False
    home = opened('.copilot/mcp-config.json', '{}').kind
    assert (home.id, home.home_only) == ('copilot-cli', '~/.copilot/mcp-config.json')
    assert opened('.github/mcp.json', '{}').kind.home_only == ''
    assert opened('.codeium/windsurf/mcp_config.json', '{}').kind.home_only == '~/.codeium/windsurf/mcp_config.json'


def test_duplicate_entries_are_all_there() -> None:
    file = opened('.mcp.json', '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')
    assert [(server.name, server.command) for server in file.servers] == [('a', 'x'), ('a', 'y')]


WORDS = ('mcpServers', 'servers', 'mcp', 'mcp_servers', 'context_servers', 'projects', 'a', 'command', 'url', 'type', 'args',
         'env', 'headers',
         'transport', 'registry', 'packages', 'remotes', 'server', 'extensions', 'startCommand', 'deployment', 'settings',
         'customizations',
         'vscode', 'name', '$schema', 'plugins', 'experimental', 'modelContextProtocolServers', 'http', 'stdio', '')
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4), max_leaves=20)
PATHS = tuple(case(kind)[0] for kind in kinds_with_a_case() if kind != 'codex')


@given(VALUES, st.sampled_from(PATHS))
@settings(max_examples=400, deadline=None)
def test_no_shape_is_too_odd(value: object, path: str) -> None:
    text = json.dumps(value)
    for file in config_files(path, documents.parse(text, 'json')):
        map_nodes(file)
        for member, where in stray_maps(file):
            assert text[member.key.start] == '"'
            assert isinstance(where, str)
        for server in file.servers:
            assert server.place.end <= len(text)
            assert isinstance(server.command, str)
            assert all(member.name == member.key.text for member in (*server.env, *server.headers))
            assert all(node.parent is not None for node in server.args)


@pytest.mark.parametrize('path', ['.mcp.json', 'opencode.json', '.vscode/settings.json', 'mcp.json', '.claude/settings.json'])
def test_many_duplicates_cost_no_more_than_their_number(path: str) -> None:
    entries = '{"a": {"command": "x"}}'
    text = '{' + ', '.join([f'"mcp": {{"servers": {entries}}}, "mcpServers": {entries}'] * 3_000) + '}'
    document = documents.parse(text, 'json')
    assert within(4, lambda: list(config_files(path, document)))


def test_an_empty_spelling_gives_way_to_a_filled_one() -> None:
    server = one('.gemini/settings.json', '{"mcpServers": {"a": {"httpUrl": "", "url": "https://x.example", "type": "sse"}}}')
    assert (server.url.text if server.url else '', server.transport) == ('https://x.example', 'sse')
