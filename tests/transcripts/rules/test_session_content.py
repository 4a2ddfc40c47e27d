from __future__ import annotations

import pytest
from talk import client, found, handshake, listing, server, tool

TEXT = {'type': 'text', 'text': 'x'}
IMAGE = {'type': 'image', 'data': 'aGk=', 'mimeType': 'image/png'}
AUDIO = {'type': 'audio', 'data': 'aGk=', 'mimeType': 'audio/wav'}
LINK = {'type': 'resource_link', 'uri': 'x:y', 'name': 'a'}
RESOURCE = {'type': 'resource', 'resource': {'uri': 'x:y', 'text': 'x'}}


def without(block, name):
    return {key: value for key, value in block.items() if key != name}


def called(*content, revision='2025-11-25'):
    return found([*handshake(revision), client.ask(1, 'tools/call', name='x'), server.answer(1, content=list(content))])


@pytest.mark.parametrize(
    ('block', 'expected'),
    [
        (TEXT, ''),
        (IMAGE, ''),
        (AUDIO, ''),
        (LINK, ''),
        (RESOURCE, ''),
        ({'type': 'text'}, '.text'),
        ({'type': 'text', 'text': 5}, '.text'),
        ({'type': 'text', 'text': None}, '.text'),
        (without(IMAGE, 'data'), '.data'),
        (without(IMAGE, 'mimeType'), '.mimeType'),
        (without(AUDIO, 'mimeType'), '.mimeType'),
        ({**IMAGE, 'data': 'not base64!'}, '.data'),
        ({**IMAGE, 'data': 'aGk'}, '.data'),
        ({**IMAGE, 'data': 'aG\nk=\n'}, ''),
        ({**IMAGE, 'data': '__--'}, '.data'),
        ({**IMAGE, 'data': ''}, ''),
        (without(LINK, 'uri'), '.uri'),
        (without(LINK, 'name'), '.name'),
        ({'type': 'resource'}, '.resource'),
        ({'type': 'resource', 'resource': {'text': 'x'}}, '.resource.uri'),
        ({'type': 'resource', 'resource': {'uri': 'x:y'}}, '.resource'),
        ({'type': 'resource', 'resource': {'uri': 'x:y', 'text': 'x', 'blob': ''}}, '.resource'),
        ({'type': 'resource', 'resource': {'uri': 'x:y', 'blob': '!'}}, '.resource.blob'),
        ({'type': 'resource', 'resource': {'uri': 'x:y', 'text': 5}}, '.resource.text'),
        ({'type': 'json', 'json': {}}, '.type'),
        ({'type': 5}, '.type'),
        ({'text': 'x'}, '.type'),
        ({'type': 'tool_use', 'id': '1', 'name': 'x', 'input': {}}, '.type'),
    ],
)
def test_blocks(block, expected):
    assert called(TEXT, block) == ([f'5 error content-block result.content[1]{expected}'] if expected else [])


@pytest.mark.parametrize('block', ['text', None, []])
def test_what_is_no_block(block):
    assert called(block) == ['5 error content-block result.content[0]']


@pytest.mark.parametrize(('block', 'first'), [(AUDIO, '2025-03-26'), (LINK, '2025-06-18')])
def test_blocks_of_later_revisions(block, first):
    for revision in ('2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'):
        assert called(block, revision=revision) == (
            [] if revision >= first else ['5 error content-block result.content[0].type']
        )


@pytest.mark.parametrize(
    ('content', 'expected'),
    [
        (TEXT, []),
        ([TEXT], ['5 error content-block result.messages[0].content']),
        ('x', ['5 error content-block result.messages[0].content']),
        ({'type': 'text'}, ['5 error content-block result.messages[0].content.text']),
    ],
)
def test_prompt_messages(content, expected):
    answer = server.answer(1, messages=[{'role': 'user', 'content': content}])
    assert found([*handshake(), client.ask(1, 'prompts/get', name='x'), answer]) == expected


@pytest.mark.parametrize(
    ('item', 'expected'),
    [
        ({'uri': 'x:y', 'text': ''}, ''),
        ({'uri': 'x:y', 'blob': 'aGk='}, ''),
        ({'uri': 'x:y'}, ' result.contents[0]'),
        ({'uri': 'x:y', 'text': '', 'blob': ''}, ' result.contents[0]'),
        ({'uri': 'x:y', 'blob': 'a'}, ' result.contents[0].blob'),
    ],
)
def test_resource_contents(item, expected):
    said = [*handshake(), client.ask(1, 'resources/read', uri='x:y'), server.answer(1, contents=[item])]
    assert found(said) == ([f'5 error content-block{expected}'] if expected else [])


# ---- annotations and icons ----


@pytest.mark.parametrize(
    ('value', 'expected'),
    [
        ({'audience': ['user', 'assistant'], 'priority': 0.5, 'lastModified': '2026-11-30T10:00:00Z'}, ''),
        ({'lastModified': '2026-11-30'}, ''),
        ({'priority': 2}, 'error content-block result.content[0].annotations.priority'),
        ({'priority': 'high'}, 'error content-block result.content[0].annotations.priority'),
        ({'audience': ['model']}, 'error content-block result.content[0].annotations.audience[0]'),
        ({'audience': 'user'}, 'error content-block result.content[0].annotations.audience'),
        ({'lastModified': 5}, 'error content-block result.content[0].annotations.lastModified'),
        ({'lastModified': 'yesterday'}, 'warning annotations result.content[0].annotations.lastModified'),
        ('x', 'error content-block result.content[0].annotations'),
    ],
)
def test_annotations(value, expected):
    assert called({**TEXT, 'annotations': value}) == ([f'5 {expected}'] if expected else [])


def test_annotations_of_resources():
    item = {'uri': 'x:y', 'name': 'a', 'annotations': {'priority': -1}}
    said = [*handshake(), client.ask(1, 'resources/list'), server.answer(1, resources=[item])]
    assert found(said) == ['5 error result-fields result.resources[0].annotations.priority']


@pytest.mark.parametrize(
    ('icon', 'expected'),
    [
        ({'src': 'https://x.example/a.png', 'sizes': ['48x48', 'any'], 'theme': 'dark'}, ''),
        ({'src': 'data:image/png;base64,aGk='}, ''),
        ({'src': 'http://x.example/a.png'}, ''),
        ({'src': 'javascript:alert(1)'}, 'error icons result.tools[0].icons[0].src'),
        ({'src': 'file:///a.png'}, 'error icons result.tools[0].icons[0].src'),
        ({}, 'error result-fields result.tools[0].icons[0].src'),
        ({'src': 'https://x.example/a.png', 'theme': 'blue'}, 'error result-fields result.tools[0].icons[0].theme'),
        ({'src': 'https://x.example/a.png', 'sizes': '48x48'}, 'error result-fields result.tools[0].icons[0].sizes'),
        ({'src': 'https://x.example/a.png', 'sizes': ['large']}, 'warning icons result.tools[0].icons[0].sizes'),
    ],
)
def test_icons(icon, expected):
    assert found([*handshake(), *listing(tool(icons=[icon]))]) == ([f'5 {expected}'] if expected else [])


def test_icons_of_a_client():
    said = handshake()
    said[0].message['params']['clientInfo'] = {'name': 'x', 'version': '1', 'icons': [{'src': 'ftp://x.example/a'}]}
    assert found(said) == ['1 error icons params.clientInfo.icons[0].src']


# ---- sampling ----

USE = {'type': 'tool_use', 'id': 'u1', 'name': 'x', 'input': {}}
RESULT = {'type': 'tool_result', 'toolUseId': 'u1', 'content': [TEXT]}
TOOLS = {'tools': [tool()], 'maxTokens': 5}


def sampled(messages, **more):
    request = server.ask(1, 'sampling/createMessage', {'messages': messages, **TOOLS, **more})
    return found([*handshake(), request, client.answer(1, role='assistant', content=TEXT, model='m')])


def user(*content):
    return {'role': 'user', 'content': list(content)}


def assistant(*content):
    return {'role': 'assistant', 'content': list(content)}


@pytest.mark.parametrize(
    ('messages', 'expected'),
    [
        pytest.param([user(TEXT), assistant(USE), user(RESULT)], [], id='right'),
        pytest.param([user(TEXT)], [], id='no tools'),
        pytest.param([{'role': 'user', 'content': TEXT}], [], id='one block'),
        pytest.param(
            [user(TEXT), assistant(USE), user(RESULT, TEXT)], ['sampling-messages params.messages[2].content'], id='mixed'
        ),
        pytest.param(
            [user(TEXT), assistant(USE), user(TEXT)], ['sampling-messages params.messages[2].content'], id='not answered'
        ),
        pytest.param([user(TEXT), assistant(USE)], ['sampling-messages params.messages[1]'], id='at the end'),
        pytest.param(
            [user(TEXT), assistant(USE), user({'type': 'tool_result', 'content': []})],
            ['content-block params.messages[2].content[0].toolUseId'],
            id='a result that names no use',
        ),
        pytest.param([user(RESULT)], ['sampling-messages params.messages[0].content'], id='a result of nothing'),
        pytest.param(
            [user(TEXT), assistant(USE), user(RESULT), assistant(USE), user(RESULT)],
            ['sampling-messages params.messages[3].content'],
            id='an id twice',
        ),
        pytest.param(
            [user({'type': 'resource', 'resource': {'uri': 'x:y', 'text': ''}})],
            ['content-block params.messages[0].content[0].type'],
            id='a block of tools',
        ),
        pytest.param(
            [user(TEXT), assistant(USE), user({**RESULT, 'content': [{'type': 'x'}]})],
            ['content-block params.messages[2].content[0].content[0].type'],
            id='inside a result',
        ),
    ],
)
def test_sampling_messages(messages, expected):
    assert sampled(messages) == [f'4 error {each}' for each in expected]


def test_arrays_in_sampling_came_with_2025_11_25():
    request = server.ask(1, 'sampling/createMessage', {'messages': [user(TEXT)], 'maxTokens': 5})
    said = [*handshake('2025-06-18', {'sampling': {}}), request, client.answer(1, role='assistant', content=TEXT, model='m')]
    assert found(said) == ['4 error content-block params.messages[0].content']


@pytest.mark.parametrize(
    ('asked', 'answer', 'expected'),
    [
        (TOOLS, {'content': USE, 'stopReason': 'toolUse'}, []),
        (TOOLS, {'content': [USE, TEXT], 'stopReason': 'toolUse'}, []),
        (TOOLS, {'content': TEXT, 'stopReason': 'toolUse'}, ['warning sampling-answer result.stopReason']),
        ({'maxTokens': 5}, {'content': USE}, ['error sampling-answer result.content']),
        ({**TOOLS, 'toolChoice': {'mode': 'none'}}, {'content': USE}, ['error sampling-answer result.content']),
        ({**TOOLS, 'toolChoice': {'mode': 'required'}}, {'content': TEXT}, ['error sampling-answer result.content']),
        ({**TOOLS, 'toolChoice': {'mode': 'required'}}, {'content': USE}, []),
    ],
)
def test_sampling_answers(asked, answer, expected):
    request = server.ask(1, 'sampling/createMessage', {'messages': [user(TEXT)], **asked})
    said = [*handshake(), request, client.answer(1, role='assistant', model='m', **answer)]
    assert found(said) == [f'5 {each}' for each in expected]


# ---- elicitation ----


def asked(schema, answer=None, **more):
    request = server.ask(1, 'elicitation/create', {'message': 'x', 'requestedSchema': schema, **more})
    return [*handshake(), request, client.answer(1, answer or {'action': 'cancel'})]


def field(schema):
    return {'type': 'object', 'properties': {'f': schema}}


@pytest.mark.parametrize(
    ('schema', 'expected'),
    [
        ({'type': 'string', 'format': 'email', 'minLength': 1}, ''),
        ({'type': 'number', 'minimum': 0.5}, ''),
        ({'type': 'integer', 'maximum': 5}, ''),
        ({'type': 'boolean', 'default': True}, ''),
        ({'type': 'string', 'pattern': 'x'}, ''),
        ({'type': 'string', 'enum': ['a'], 'enumNames': ['A']}, ''),
        ({'type': 'string', 'oneOf': [{'const': 'a', 'title': 'A'}]}, ''),
        ({'type': 'array', 'items': {'type': 'string', 'enum': ['a']}}, ''),
        ({'type': 'array', 'items': {'anyOf': [{'const': 'a', 'title': 'A'}]}}, ''),
        ({'type': 'integer', 'default': 1.5}, ''),
        ({'type': 'string', 'default': '', 'title': 'F', 'description': ''}, ''),
        ({'type': 'array', 'items': {'enum': ['a']}, 'default': ['a']}, ''),
        ({'type': 'string', 'default': None}, '.properties.f'),
        ({'type': 'integer', 'default': 'x'}, '.properties.f'),
        ({'type': 'number', 'default': True}, '.properties.f'),
        ({'type': 'boolean', 'default': 'true'}, '.properties.f'),
        ({'type': 'array', 'items': {'enum': ['a']}, 'default': 'a'}, '.properties.f'),
        ({'type': 'string', 'title': 1}, '.properties.f'),
        ({'type': 'boolean', 'description': ['a']}, '.properties.f'),
        ({'type': 'object', 'properties': {}}, '.properties.f'),
        ({'type': 'array', 'items': {'type': 'object'}}, '.properties.f'),
        ({'type': 'array'}, '.properties.f'),
        ({'type': 'string', 'format': 'password'}, '.properties.f'),
        ({}, '.properties.f'),
        ({'enum': ['a']}, '.properties.f'),
        ({'type': 'string', 'enum': [1]}, '.properties.f'),
        ({'$ref': '#/x'}, '.properties.f'),
        ({'type': ['string', 'null']}, '.properties.f'),
        ({'type': 'number', 'minimum': '0'}, '.properties.f'),
        (True, '.properties.f'),
        ({'type': 'string', 'oneOf': [{'const': 'a'}]}, '.properties.f'),
    ],
)
def test_fields_of_forms(schema, expected):
    assert found(asked(field(schema))) == ([f'4 error requested-schema params.requestedSchema{expected}'] if expected else [])


@pytest.mark.parametrize(
    ('schema', 'expected'),
    [
        ({'properties': {}}, 'error requested-schema params.requestedSchema.type'),
        ({'type': 'object'}, 'error requested-schema params.requestedSchema.properties'),
        ('x', 'error requested-schema params.requestedSchema'),
        ({'type': 'object', 'properties': {}, 'required': ['a']}, 'warning requested-schema params.requestedSchema.required'),
        ({'type': 'object', 'properties': {}, 'required': 'a'}, 'error requested-schema params.requestedSchema.required'),
    ],
)
def test_forms(schema, expected):
    assert found(asked(schema)) == [f'4 {expected}']


def test_defaults_of_other_kinds_came_with_2025_11_25():
    def said(schema):
        ask = server.ask(1, 'elicitation/create', {'message': 'x', 'requestedSchema': field(schema)})
        return found([*handshake('2025-06-18'), ask, client.answer(1, action='cancel')])

    assert said({'type': 'integer', 'default': 'x'}) == []
    assert said({'type': 'boolean', 'default': 'x'}) == ['4 error requested-schema params.requestedSchema.properties.f']


def test_choices_came_with_2025_11_25():
    request = server.ask(
        1,
        'elicitation/create',
        {'message': 'x', 'requestedSchema': field({'type': 'array', 'items': {'type': 'string', 'enum': ['a']}})},
    )
    said = [*handshake('2025-06-18'), request, client.answer(1, action='cancel')]
    assert found(said) == ['4 error requested-schema params.requestedSchema.properties.f']


@pytest.mark.parametrize(
    ('name', 'expected'),
    [
        ('password', True),
        ('apiKey', True),
        ('api_key', True),
        ('access-token', True),
        ('token', True),
        ('creditCardNumber', True),
        ('API_KEY', True),
        ('maxTokens', False),
        ('secretary', False),
        ('name', False),
        ('passwordless', False),
        ('tokens', False),
    ],
)
def test_secrets_in_forms(name, expected):
    said = found(asked({'type': 'object', 'properties': {name: {'type': 'string'}}}))
    assert [each.split()[1:3] for each in said] == ([['warning', 'elicitation-secret']] if expected else [])


FORM = {'type': 'object', 'properties': {'n': {'type': 'number'}, 's': {'type': 'string'}}, 'required': ['n']}


@pytest.mark.parametrize(
    ('answer', 'expected'),
    [
        ({'action': 'accept', 'content': {'n': 1.5, 's': 'x'}}, ''),
        ({'action': 'accept', 'content': {'n': 1, 'more': True}}, ''),
        ({'action': 'accept', 'content': {'n': 'x'}}, 'error elicitation-answer result.content.n'),
        ({'action': 'accept', 'content': {}}, 'error elicitation-answer result.content.n'),
        ({'action': 'accept'}, 'error elicitation-answer result.content.n'),
        ({'action': 'accept', 'content': []}, 'error elicitation-answer result.content'),
        ({'action': 'decline'}, ''),
        ({'action': 'decline', 'content': {'n': 1}}, 'note elicitation-answer result.content'),
        ({'action': 'reject'}, 'error result-fields result.action'),
    ],
)
def test_answers_to_forms(answer, expected):
    assert found(asked(FORM, answer)) == ([f'5 {expected}'] if expected else [])


def by_url(url='https://x.example/a', id='e1', **more):
    return {'mode': 'url', 'message': 'x', 'url': url, 'elicitationId': id, **more}


@pytest.mark.parametrize(
    ('params', 'answer', 'expected'),
    [
        (by_url(), {'action': 'accept'}, []),
        (by_url('http://localhost:8080/a'), {'action': 'accept'}, []),
        (by_url('http://x.example/a'), {'action': 'accept'}, ['4 warning url-elicitation params.url']),
        (by_url('https://user:pw@x.example/a'), {'action': 'accept'}, ['4 warning url-elicitation params.url']),
        (by_url('x.example/a'), {'action': 'accept'}, ['4 error url-elicitation params.url']),
        (by_url('https://'), {'action': 'accept'}, ['4 error url-elicitation params.url']),
        (
            {'mode': 'url', 'message': 'x', 'url': 'https://x.example'},
            {'action': 'accept'},
            ['4 error params-fields params.elicitationId'],
        ),
        ({'mode': 'popup', 'message': 'x'}, {'action': 'accept'}, ['4 error params-fields params.mode']),
        (by_url(), {'action': 'accept', 'content': {'a': 1}}, ['5 warning elicitation-answer result.content']),
    ],
)
def test_url_mode(params, answer, expected):
    assert found([*handshake(), server.ask(1, 'elicitation/create', params), client.answer(1, answer)]) == expected


def test_an_elicitation_id_is_used_once():
    said = [
        *handshake(),
        server.ask(1, 'elicitation/create', by_url()),
        client.answer(1, action='accept'),
        server.ask(2, 'elicitation/create', by_url()),
        client.answer(2, action='accept'),
    ]
    assert found(said) == ['6 error url-elicitation params.elicitationId']


def test_completion_of_an_elicitation():
    def done(id):
        return server.tell('notifications/elicitation/complete', elicitationId=id)

    begin = [*handshake(), server.ask(1, 'elicitation/create', by_url()), client.answer(1, action='accept')]
    assert found([*begin, done('e1')]) == []
    assert found([*begin, done('e2')]) == ['6 error url-elicitation params.elicitationId']
    assert found([*begin, done('e2')], lossy=True) == []
    call = [client.ask(5, 'tools/call', name='x'), server.refuse(5, -32042, elicitations=[by_url(id='e2')])]
    assert found([*begin, *call, done('e2')]) == []


@pytest.mark.parametrize(
    ('data', 'expected'),
    [
        ({'elicitations': [by_url()]}, []),
        ({}, ['5 error url-elicitation-required error.data.elicitations']),
        (
            {'elicitations': [{'mode': 'url', 'message': 'x', 'url': 'https://x.example'}]},
            ['5 error url-elicitation-required error.data.elicitations[0].elicitationId'],
        ),
        (
            {'elicitations': [{**by_url(), 'mode': 'form'}]},
            ['5 error url-elicitation-required error.data.elicitations[0].mode'],
        ),
        (
            {'elicitations': [{'mode': 'form', 'message': 'm', 'requestedSchema': {'type': 'object', 'properties': {}}}]},
            ['5 error url-elicitation-required error.data.elicitations[0].mode'],
        ),
    ],
)
def test_url_elicitation_required(data, expected):
    said = [*handshake(), client.ask(1, 'tools/call', name='x'), server.refuse(1, -32042, **data)]
    assert found(said) == expected
