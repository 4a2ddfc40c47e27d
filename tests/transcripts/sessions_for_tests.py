"""Right sessions of both eras, with most of what the protocol has."""

from __future__ import annotations

from typing import Any

from captures import Said

VERSION = 'io.modelcontextprotocol/protocolVersion'
CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
TOOL = {
    'name': 'search',
    'description': 'Looks for it.',
    'inputSchema': {'type': 'object', 'properties': {'q': {'type': 'string'}, 'limit': {'type': 'integer'}}, 'required': ['q']},
}
COUNT = {
    'name': 'count',
    'description': 'Counts.',
    'inputSchema': {'type': 'object', 'properties': {}},
    'outputSchema': {'type': 'object', 'properties': {'n': {'type': 'integer'}}, 'required': ['n']},
}


def legacy(calls: int = 3) -> list[Said]:
    said: list[Said] = []

    def add(direction: str, **members: Any) -> None:
        said.append(Said(direction, {'jsonrpc': '2.0', **members}, len(said) * 0.1))

    add(
        'c2s',
        id=0,
        method='initialize',
        params={
            'protocolVersion': '2025-11-25',
            'clientInfo': {'name': 'probe', 'version': '1'},
            'capabilities': {'roots': {'listChanged': True}, 'sampling': {}, 'elicitation': {'form': {}}},
        },
    )
    add(
        's2c',
        id=0,
        result={
            'protocolVersion': '2025-11-25',
            'serverInfo': {'name': 'demo', 'version': '1'},
            'capabilities': {'tools': {'listChanged': True}, 'resources': {'subscribe': True}, 'prompts': {}, 'logging': {}},
        },
    )
    add('c2s', method='notifications/initialized')
    add('c2s', id=1, method='tools/list')
    add('s2c', id=1, result={'tools': [TOOL, COUNT]})
    add('c2s', id=2, method='resources/read', params={'uri': 'file:///a'})
    add('s2c', id=2, result={'contents': [{'uri': 'file:///a', 'text': 'x'}]})
    add('c2s', id=3, method='prompts/list')
    add('s2c', id=3, result={'prompts': [{'name': 'greet'}]})
    for number in range(4, 4 + calls):
        add(
            'c2s',
            id=number,
            method='tools/call',
            params={'name': 'search', 'arguments': {'q': 'x', 'limit': number}, '_meta': {'progressToken': number}},
        )
        add('s2c', method='notifications/progress', params={'progressToken': number, 'progress': 1, 'total': 2})
        add('s2c', method='notifications/message', params={'level': 'info', 'data': 'at work'})
        add('s2c', id=number, result={'content': [{'type': 'text', 'text': 'found it'}], 'isError': False})
    add(
        's2c',
        id=0,
        method='sampling/createMessage',
        params={'maxTokens': 10, 'messages': [{'role': 'user', 'content': {'type': 'text', 'text': 'Hi'}}]},
    )
    add('c2s', id=0, result={'role': 'assistant', 'model': 'm', 'content': {'type': 'text', 'text': 'Ho'}})
    add('c2s', id=9100, method='tools/call', params={'name': 'count', 'arguments': {}})
    add('s2c', id=9100, result={'content': [{'type': 'text', 'text': '{"n":1}'}], 'structuredContent': {'n': 1}})
    add('c2s', id=9101, method='ping')
    add('s2c', id=9101, result={})
    return said


def modern(calls: int = 3) -> list[Said]:
    said: list[Said] = []
    meta = {
        VERSION: '2026-07-28',
        CAPABILITIES: {'elicitation': {'form': {}}},
        'io.modelcontextprotocol/clientInfo': {'name': 'probe', 'version': '1'},
    }

    def ask(identifier: Any, method: str, result: dict[str, Any], token: Any = None, **params: Any) -> None:
        own = {**meta, 'progressToken': token} if token is not None else meta
        said.append(
            Said(
                'c2s',
                {'jsonrpc': '2.0', 'id': identifier, 'method': method, 'params': {**params, '_meta': own}},
                len(said) * 0.1,
            )
        )
        if token is not None:
            said.append(
                Said(
                    's2c',
                    {'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': {'progressToken': token, 'progress': 0.5}},
                    len(said) * 0.1,
                )
            )
        said.append(
            Said('s2c', {'jsonrpc': '2.0', 'id': identifier, 'result': {'resultType': 'complete', **result}}, len(said) * 0.1)
        )

    cached = {'ttlMs': 0, 'cacheScope': 'private'}
    ask(
        'd',
        'server/discover',
        {
            'supportedVersions': ['2026-07-28'],
            'capabilities': {'tools': {}},
            **cached,
            '_meta': {'io.modelcontextprotocol/serverInfo': {'name': 'demo', 'version': '1'}},
        },
    )
    ask(1, 'tools/list', {'tools': [TOOL, COUNT], **cached})
    for number in range(2, 2 + calls):
        ask(
            number,
            'tools/call',
            {'content': [{'type': 'text', 'text': 'found it'}]},
            number,
            name='search',
            arguments={'q': 'x'},
        )
    ask(
        9099,
        'tools/call',
        {'content': [{'type': 'text', 'text': '{"n": 1}'}], 'structuredContent': {'n': 1}},
        name='count',
        arguments={},
    )
    return said
