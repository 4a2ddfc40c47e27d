from __future__ import annotations

import pytest
from talk import cached, client, complete, discovered, found, handshake, modern, server

INFO = {'name': 'x', 'version': '1'}
TEXT = {'type': 'text', 'text': 'x'}


def ask(method, params, result, revision='2025-11-25'):
    return [*handshake(revision), client.ask(1, method, params), server.answer(1, result)]


@pytest.mark.parametrize(
    ('params', 'expected'),
    [
        ({'capabilities': {}, 'clientInfo': INFO}, ['1 error params-fields params.protocolVersion']),
        (
            {'protocol_version': '2025-11-25', 'clientCapabilities': {}, 'clientInfo': INFO},
            ['1 error params-fields params.clientCapabilities', '1 error params-fields params.protocol_version'],
        ),
        ({'protocolVersion': 1, 'capabilities': {}, 'clientInfo': INFO}, ['1 error params-fields params.protocolVersion']),
        (
            {'protocolVersion': '2025-11-25', 'capabilities': {'roots': True}, 'clientInfo': INFO},
            ['1 error params-fields params.capabilities.roots'],
        ),
        (
            {'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'x'}},
            ['1 error params-fields params.clientInfo.version'],
        ),
        ({'protocolVersion': '2025-11-25', 'capabilities': {'extensions': {'x/y': {}}, 'new': {}}, 'clientInfo': INFO}, []),
    ],
)
def test_initialize_params(params, expected):
    assert found([client.ask(0, 'initialize', params), server.refuse(0, -32602)]) == expected


def test_params_missing():
    assert found([client.ask(0, 'initialize'), server.refuse(0, -32602)]) == ['1 error params-fields params']


@pytest.mark.parametrize(
    ('method', 'params', 'result', 'expected'),
    [
        ('tools/call', {'arguments': {}}, {'content': []}, ['4 error params-fields params.name']),
        ('tools/call', {'name': 'x', 'arguments': []}, {'content': []}, ['4 error params-fields params.arguments']),
        ('tools/call', {'name': 'x'}, {'content': 'text'}, ['5 error result-fields result.content']),
        ('tools/call', {'name': 'x'}, {}, ['5 error result-fields result.content']),
        ('tools/call', {'name': 'x'}, {'toolResult': {}}, ['5 error result-fields result.content']),
        ('tools/call', {'name': 'x'}, {'content': [], 'isError': 'no'}, ['5 error result-fields result.isError']),
        (
            'tools/call',
            {'name': 'x'},
            {'content': [TEXT], 'structuredContent': []},
            ['5 error result-fields result.structuredContent'],
        ),
        ('prompts/get', {'name': 'x', 'arguments': {'a': 1}}, {'messages': []}, ['4 error params-fields params.arguments.a']),
        (
            'prompts/get',
            {'name': 'x'},
            {'messages': [{'role': 'system', 'content': {'type': 'text', 'text': 'x'}}]},
            ['5 error result-fields result.messages[0].role'],
        ),
        ('prompts/list', {}, {'prompts': [{'name': 'a'}, {'title': 'b'}]}, ['5 error result-fields result.prompts[1].name']),
        ('resources/list', {}, {'resources': {}}, ['5 error result-fields result.resources']),
        ('resources/list', {'cursor': 5}, {'resources': []}, ['4 error params-fields params.cursor']),
        ('resources/list', {}, {'resources': [], 'nextCursor': None}, ['5 error result-fields result.nextCursor']),
        ('resources/read', {}, {'contents': []}, ['4 error params-fields params.uri']),
        ('resources/read', {'url': 'x:y'}, {'contents': []}, ['4 error params-fields params.url']),
        ('logging/setLevel', {'level': 'verbose'}, {}, ['4 error params-fields params.level']),
        (
            'completion/complete',
            {'ref': {'type': 'ref/tool', 'name': 'x'}, 'argument': {'name': 'a', 'value': ''}},
            {'completion': {'values': []}},
            ['4 error params-fields params.ref.type'],
        ),
        (
            'completion/complete',
            {'ref': {'name': 'x'}, 'argument': {'name': 'a', 'value': ''}},
            {'completion': {'values': []}},
            ['4 error params-fields params.ref.type'],
        ),
        (
            'completion/complete',
            {'ref': {'type': 'ref/prompt', 'name': 'x'}, 'argument': {'name': 'a', 'value': 5}},
            {'completion': {'values': ['x', 1]}},
            ['4 error params-fields params.argument.value', '5 error result-fields result.completion.values[1]'],
        ),
        (
            'tools/list',
            {},
            {'tools': [{'name': 'a', 'inputSchema': {'type': 'object'}, 'annotations': {'readOnlyHint': 'yes'}}]},
            ['5 error result-fields result.tools[0].annotations.readOnlyHint'],
        ),
        ('vendor/x', {'name': 1}, {'anything': None}, []),
    ],
)
def test_params_and_results(method, params, result, expected):
    assert found(ask(method, params, result)) == expected


@pytest.mark.parametrize(
    ('revision', 'expected'), [('2025-03-26', []), ('2025-06-18', ['5 error result-fields result.prompts[0].title'])]
)
def test_members_of_later_revisions_are_not_judged(revision, expected):
    assert found(ask('prompts/list', {}, {'prompts': [{'name': 'a', 'title': 5}]}, revision)) == expected


def test_what_no_revision_was_named_for_is_judged_by_what_all_ask():
    assert found([client.ask(1, 'tools/call', arguments={}), server.answer(1, content=[])]) == [
        '1 error params-fields params.name'
    ]


def test_modern_results():
    said = [
        *discovered(),
        client.ask(1, 'tools/call', name='x', _meta=modern()),
        server.answer(1, complete(content=None)),
        client.ask(2, 'resources/read', uri='x:y', _meta=modern()),
        server.answer(2, cached()),
        client.ask(3, 'tools/call', name='x', _meta=modern()),
        server.answer(3, complete(content=[TEXT], structuredContent=None)),
    ]
    assert found(said) == ['4 error result-fields result.content', '6 error result-fields result.contents']


@pytest.mark.parametrize(
    ('result', 'expected'),
    [
        ({'content': [], 'isErr': True}, ['5 note near-miss-member result.isErr']),
        ({'content': [TEXT], 'structured_content': {}}, ['5 note near-miss-member result.structured_content']),
        ({'content': [], 'vendor': {}}, []),
        ({'content': [], '_meta': {}}, []),
    ],
)
def test_near_misses(result, expected):
    assert found(ask('tools/call', {'name': 'x'}, result)) == expected


def test_near_miss_in_params():
    assert found(ask('tools/call', {'name': 'x', 'argument': {}}, {'content': []})) == [
        '4 note near-miss-member params.argument'
    ]


# ---- _meta ----


@pytest.mark.parametrize(
    ('revision', 'key', 'expected'),
    [
        ('2025-11-25', 'vendor', False),
        ('2025-11-25', 'com.example/key', False),
        ('2025-11-25', 'com.example/', False),
        ('2025-11-25', 'fastmcp', False),
        ('2025-11-25', '_fastmcp', True),
        ('2025-11-25', 'com.example/key!', True),
        ('2025-11-25', 'com..example/key', True),
        ('2025-11-25', '1com/key', True),
        ('2025-11-25', 'dev.mcp/key', True),
        ('2025-11-25', 'com.mcp.tools/key', True),
        ('2025-11-25', 'com.example.mcp/key', False),
        ('2025-11-25', 'mcp.dev/key', False),
        ('2025-06-18', 'mcp.dev/key', True),
        ('2025-06-18', 'tools.mcp.com/key', True),
        ('2025-11-25', 'io.modelcontextprotocol/an-extension', False),
        ('2025-03-26', '_anything/goes here', False),
    ],
)
def test_meta_keys(revision, key, expected):
    said = ask('tools/list', {}, {'tools': [], '_meta': {key: 1}}, revision)
    assert [each.split()[:3] for each in found(said)] == ([['5', 'error', 'meta-key']] if expected else [])


def test_meta_of_items():
    block = {'type': 'text', 'text': 'x', '_meta': {'_x': 1}}
    assert found(ask('tools/call', {'name': 'x'}, {'content': [block]})) == ['5 error meta-key result.content[0]._meta._x']


def test_meta_must_be_an_object():
    assert found(ask('tools/list', {'_meta': []}, {'tools': []})) == ['4 error meta-key params._meta']


@pytest.mark.parametrize(('value', 'expected'), [(1.5, True), ({}, True), (True, True), ('t', False), (7, False), (7.0, False)])
def test_progress_token_values(value, expected):
    said = ask('tools/list', {'_meta': {'progressToken': value}}, {'tools': []})
    assert found(said) == (['4 error meta-value params._meta.progressToken'] if expected else [])


@pytest.mark.parametrize(
    ('value', 'expected'),
    [
        ('00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', False),
        ('00-0AF7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', True),
        ('00-00000000000000000000000000000000-00f067aa0ba902b7-01', True),
        ('ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', True),
        ('00-0af7651916cd43dd8448eb211c80319c', True),
    ],
)
def test_trace_parent(value, expected):
    said = [*discovered(), client.ask(1, 'tools/list', _meta=modern(traceparent=value)), server.answer(1, cached(tools=[]))]
    assert found(said) == (['3 error meta-value params._meta.traceparent'] if expected else [])


def test_modern_meta_values():
    said = [
        *discovered(),
        client.ask(1, 'tools/list', _meta=modern({'tools': {}, 'sampling': True})),
        server.answer(1, cached(tools=[])),
    ]
    assert found(said) == ['3 error meta-value params._meta["io.modelcontextprotocol/clientCapabilities"].sampling']
