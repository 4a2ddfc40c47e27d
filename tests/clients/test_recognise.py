"""What the content proves, whatever the name."""
from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from pace import within

from mcp_hooks import documents
from mcp_hooks.clients import recognise as module
from mcp_hooks.clients import registry
from mcp_hooks.clients.entries import config_files
from mcp_hooks.clients.recognise import mentions_mcp, recognise
from mcp_hooks.clients.record import FileKind

ENTRY = {'command': 'npx', 'args': ['-y', 'x-mcp']}
REMOTE = {'type': 'http', 'url': 'https://x.example/mcp'}


def kind_of(path: str, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    kind = recognise(path, documents.parse(text, documents.format_of(path, text)))
    return kind.id if kind else ''


@pytest.mark.parametrize(('path', 'value', 'kind'), [
    ('config/servers.json', {'mcpServers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'mcpServers': {}}, 'generic'),
    ('anything.json', {'mcpServers': [{'name': 'a', **ENTRY}]}, 'generic'),
    ('anything.json', {'mcpServers': []}, 'generic'),
    ('anything.json', {'mcpServers': {'a': {}}}, 'generic'),
    ('anything.json', {'mcpServers': {'a': {'comand': 'npx', 'args': ['x']}}}, 'generic'),
    ('anything.json', {'mcpServers': {'a': {'command': 5}}}, 'generic'),
    ('anything.json', {'mcp_servers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'context_servers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'mcp-servers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'amp.mcpServers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'mcp.servers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'servers': {'a': ENTRY}}, 'generic'),
    ('anything.json', {'servers': {'a': REMOTE, 'b': ENTRY}}, 'generic'),
    ('anything.json', {'mcp': {'a': {'type': 'local', 'command': ['npx', 'x']}}}, 'generic'),
    ('anything.json', {'mcp': {'servers': {'a': ENTRY}}}, 'generic'),
    ('anything.json', {'deep': [{'er': {'mcpServers': {'a': ENTRY}}}]}, 'generic'),
    ('mcp/one.json', ENTRY, 'generic'),
    ('one.json', ENTRY, 'generic'),
    ('mcp.json', {'a': ENTRY, 'b': REMOTE}, 'generic'),
    ('mcp.json', '{"mcpServers": {"a": {"command": "x", }', 'generic'),
    ('server.json', {'$schema': 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'},
     'mcp-registry-server-json'),
    ('any.json', {'name': 'io.example/a', 'packages': [{'registryType': 'npm', 'identifier': 'a'}]},
     'mcp-registry-server-json'),
    ('any.json', {'name': 'io.example/a', 'remotes': [{'type': 'sse', 'url': 'https://a.example'}]},
     'mcp-registry-server-json'),
    ('manifest.json', {'manifest_version': '0.3', 'server': {'type': 'node', 'entry_point': 'a.js', 'mcp_config': ENTRY}},
     'mcpb-manifest'),
    ('x.json', {'dxt_version': '0.1', 'server': {'type': 'node', 'entry_point': 'a.js'}}, 'mcpb-manifest'),
    ('mcp.json', {'$schema': 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json', 'mcpServers': {'a': ENTRY}},
     'agent-plugins'),
    ('x.json', {'$schema': 'https://opencode.ai/config.json', 'mcp': {}}, 'opencode'),
    ('x.mcp.json', {'$schema': 'https://charm.land/crush.json', 'mcp': {}}, 'crush'),
    ('mcp.json', {'mcpServers': {'a': {**REMOTE, 'protocolEra': 'modern'}}}, 'inspector'),
    ('inspector.config.json', {'mcpServers': {'a': REMOTE}}, 'inspector'),
    ('mcp_settings.json', {'mcpServers': {'a': ENTRY}, 'users': [], 'groups': []}, 'mcphub'),
    ('mcp_settings.json', {'mcpServers': {'a': ENTRY}}, 'generic'),
    ('registry.json', {'version': '1', 'last_updated': 'x', 'servers': {'a': {'image': 'a/b', 'transport': 'stdio'}}},
     'toolhive-registry'),
    ('catalog.json', {'registry': {'a': {'type': 'server', 'image': 'a/b'}}}, 'docker-catalog'),
    ('x.json', {'extensions': {'a': {'type': 'stdio', 'cmd': 'npx', 'args': []}}}, 'goose'),
    ('x.json', {'extensions': [{'type': 'stdio', 'cmd': 'npx', 'args': []}]}, 'goose-recipe'),
    ('x.json', {'title': 'r', 'prompt': 'p', 'extensions': [{'type': 'streamable-http', 'uri': 'https://x.example'}]}, 'goose-recipe'),
    ('x.json', {'title': 'r', 'instructions': 'i', 'extensions': [{'type': 'stdio', 'command': 'npx'}]}, 'goose-recipe'),
    ('x.json', {'startCommand': {'type': 'stdio', 'commandFunction': '() => ({})'}}, 'smithery'),
    ('mcpo/config.json', {'mcpServers': {'a': ENTRY}}, 'mcpo'),
    ('config.json', {'mcpServers': {'a': ENTRY}}, 'generic'),
    ('config/callers.json', {'mcpServers': {'a': ENTRY}}, 'generic'),
    ('fastmcp-client.json', {'mcpServers': {'a': ENTRY}}, 'fastmcp-client'),
    ('fastmcp.json', {'mcpServers': {'a': ENTRY}}, 'fastmcp-client'),
    ('fastmcp.json', {'source': {'path': 'a.py'}, 'deployment': {}}, 'fastmcp-project'),
    ('x.json', {'source': {'path': 'a.py'}, 'deployment': {'transport': 'http'}}, 'fastmcp-project'),
    ('vscode/mcp.json', {'servers': {'a': ENTRY}}, 'vscode-workspace'),
    ('gemini/settings.json', {'mcpServers': {'a': ENTRY}}, 'gemini-settings'),
])
def test_recognised(path: str, value: object, kind: str) -> None:
    assert kind_of(path, value) == kind


@pytest.mark.parametrize(('path', 'value'), [
    ('server.json', {'posts': [{'id': 1}], 'name': 'a'}),
    ('server.json', {'port': 80, 'name': 'a/b', 'packages': ['x']}),
    ('manifest.json', {'manifest_version': 3, 'name': 'extension', 'background': {'service_worker': 'a.js'}}),
    ('manifest.json', {'name': 'app', 'icons': []}),
    ('openapi.json', {'openapi': '3.1.0', 'servers': [{'url': 'https://x.example'}]}),
    ('asyncapi.json', {'servers': {'production': {'url': 'kafka.example', 'protocol': 'kafka'}}}),
    ('config.json', {'servers': {'web': {'host': 'a', 'port': 80}}}),
    ('config.json', {'servers': {'a': {'command': 'x', 'args': []}, 'b': {'host': 'h'}}}),
    ('locales/en.json', {'mcpServers': {'form': {'command': 'Command', 'url': 'Address', 'args': 'Arguments'}}}),
    ('en.json', {'mcpServers': 'MCP servers'}),
    ('en.json', {'mcpServers': {'title': 'MCP servers', 'add': 'Add'}}),
    ('en.json', {'mcpServers': {'form': {'type': 'Type', 'args': 'Arguments', 'env': 'Variables'}}}),
    ('schema.json', {'$schema': 'http://json-schema.org/draft-07/schema#', 'properties': {'mcpServers': {'command': {}}}}),
    ('package.json', {'name': 'x-mcp', 'scripts': {'start': 'node .'}}),
    ('launch.json', {'command': 'npm', 'args': ['test'], 'type': 'shell'}),
    ('tasks.json', {'tasks': [{'command': 'npm', 'args': ['run', 'mcp']}]}),
    ('opencode-theme.json', {'command': {'test': {'template': 'x'}}}),
    ('x.json', {'extensions': ['a', 'b']}),
    ('x.json', {'mcp': True}),
    ('x.json', {'mcp': {'enabled': True}}),
    ('x.json', []), ('x.json', 'null'), ('x.json', '"mcpServers"'), ('x.json', ''), ('mcp.json', ''), ('mcp.txt', 'mcpServers'),
])
def test_left_alone(path: str, value: object) -> None:
    assert kind_of(path, value) == ''


def made_from(mark: str) -> dict[str, Any]:
    """The least that the conditions of a mark ask for."""
    root: dict[str, Any] = {}
    for word in mark.split():
        if word[0] == '!':
            continue
        way, _, text = word.partition('~')
        value: Any = {'{}': {}, '[]': []}.get(way[-2:], text or 'x')
        *before, last = way.removesuffix('{}').removesuffix('[]').replace('*', 'any').split('/')
        node = root
        for step in before:
            node = node.setdefault(step, {})
        node[last] = value
    return root


@pytest.mark.parametrize(('kind', 'mark'), registry.content_marks())
def test_every_mark_of_the_registry_is_enough(kind: str, mark: str) -> None:
    value = made_from(mark)
    assert kind_of('any.json', value) == kind
    for word in mark.split():
        missing = made_from(' '.join(other for other in mark.split() if other != word)) if word[0] != '!' else {
            **value, word[1:]: {}}
        assert kind_of('any.json', missing) != kind


def test_what_a_file_says_of_itself_comes_first() -> None:
    assert kind_of('x.json', {'startCommand': {'configSchema': {}}, '$schema': 'https://opencode.ai/config.json'}) == 'opencode'


@pytest.mark.parametrize('value', [
    {'$schema': {'opencode.ai/': 1}}, {'$schema': ['https://opencode.ai/']}, {'users': [], 'groups': [], 'mcpServers': []},
    {'users': {}, 'groups': {}, 'mcpServers': {'a': ENTRY}}, {'server': {'mcp_config': {}}}, {'startCommand': 'configSchema'},
])
def test_a_mark_asks_for_its_kind_of_value(value: object) -> None:
    assert kind_of('any.json', value) in ('', 'generic')


def test_a_client_known_by_its_content_is_a_record_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = FileKind(id='made-up', client='Made Up', servers_at=(('tools', 'remote'),))
    monkeypatch.setitem(sys.modules, 'mcp_hooks.clients.made_up', SimpleNamespace(KINDS=(kind,)))
    monkeypatch.setattr(registry, 'KINDS', (*registry.KINDS, ('made-up', 'made_up', ('!tools.json', '=tools/remote made~up'), ())))
    caches = (registry._index, registry._first_look, registry._modules, registry.load, module._marks)
    for one in caches:
        one.cache_clear()
    try:
        text = json.dumps({'made': 'it up', 'tools': {'remote': {'a': REMOTE}}})
        file, = config_files('some/where.json', documents.parse(text, 'json'))
        assert (file.kind.id, file.recognised_by, [server.name for server in file.servers]) == ('made-up', 'content', ['a'])
        assert kind_of('some/where.json', {'tools': {'remote': {'a': REMOTE}}}) == ''
    finally:
        monkeypatch.undo()
        for one in caches:
            one.cache_clear()


def test_ways_of_a_generic_file_lead_to_its_servers() -> None:
    text = json.dumps({'profiles': {'a': {'mcpServers': {'x': ENTRY}}}, 'list': [{'mcpServers': {'y': ENTRY}}]})
    file, = config_files('some.json', documents.parse(text, 'json'))
    assert file.kind.servers_at == (('list', '*', 'mcpServers'), ('profiles', 'a', 'mcpServers'))
    assert [server.name for server in file.servers] == ['x', 'y']
    assert file.recognised_by == 'content'


@pytest.mark.parametrize(('data', 'said'), [
    (b'{"mcpServers": {}}', True), (b'[mcp_servers.a]', True), (b'{"context_servers": {}}', True),
    (b'{"command": "npx", "args": ["x-MCP"]}', True),
    ('{"mcpServers": {}}'.encode('utf-16'), True), ('{"mcp": {}}'.encode('utf-16-be'), True), (b'{"dxt_version": "0.1"}', True),
    (b'{"scripts": {}}', False), (b'', False), (b'\xff\xfe', False),
])
def test_mentions_mcp(data: bytes, said: bool) -> None:
    assert mentions_mcp(data) is said


def test_a_hostile_document_is_judged_in_time() -> None:
    deep = '{"a":' * 20_000 + '{"mcpServers": {"x": {"command": "y"}}}' + '}' * 20_000
    wide = json.dumps({f'k{n}': {'mcpServers': {'x': ENTRY}} for n in range(5_000)})
    for text in (deep, wide):
        document = documents.parse(text, 'json')
        files = within(2, lambda document=document: list(config_files('mcp.json', document)))
        assert [len(file.servers) for file in files] in ([], [5_000])


@pytest.mark.parametrize('value', ['[' * 1000 + ']' * 1000, '[{"command": "x"', '{"a": {"command" "x"}}'])
def test_a_map_that_syntax_spoiled_is_known_by_its_key(value: str) -> None:
    file, = config_files('some.mcp.json', documents.parse(f'{{"mcpServers": {value}}}', 'json'))
    assert file.document.problems
