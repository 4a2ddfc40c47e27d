from __future__ import annotations

import base64

import pytest
from talk import (
    MODERN,
    Said,
    cached,
    client,
    complete,
    discovered,
    found,
    handshake,
    modern,
    modern_listing,
    over_http,
    server,
    tool,
)

from mcp_hooks.transcripts.message import Http

URL = 'https://x.example/mcp'
BOTH = 'application/json, text/event-stream'


def sent(said: Said, exchange: str = '', method: str = 'POST', url: str = URL, **headers: str) -> Said:
    named = {name.replace('_', '-'): value for name, value in headers.items()}
    return over_http(said, Http(method, url, request_headers=named, exchange=exchange))


def got(said: Said, status: int | None = 200, exchange: str = '', method: str = 'POST', **headers: str) -> Said:
    named = {name.replace('_', '-'): value for name, value in headers.items()}
    return over_http(said, Http(method, URL, status, response_headers=named, exchange=exchange))


def nothing(status: int, exchange: str = '', raw: str = '', **headers: str) -> Said:
    named = {name.replace('_', '-'): value for name, value in headers.items()}
    return server.http(Http('', URL, status, response_headers=named, exchange=exchange), raw)


def asks(method: str, exchange: str = '', **headers: str) -> Said:
    named = {name.replace('_', '-'): value for name, value in headers.items()}
    return client.http(Http(method, URL, request_headers=named, exchange=exchange))


def opened(revision: str = '2025-11-25', session: str = '', **headers: str) -> list[Said]:
    """Lines 1 to 4: a handshake over HTTP with everything right."""
    ask, answer, ready = handshake(revision)
    given = {'mcp_session_id': session} if session else {}
    version = {'mcp_protocol_version': revision} if revision >= '2025-06-18' else {}
    return [
        sent(ask, '0', accept=BOTH, host='x', **headers),
        got(answer, 200, '0', content_type='application/json', **given),
        sent(ready, '1', accept=BOTH, host='x', **version, **given, **headers),
        nothing(202, '1'),
    ]


LIST, LISTED = client.ask(1, 'tools/list'), server.answer(1, tools=[])
RIGHT = {'accept': BOTH, 'host': 'x', 'mcp_protocol_version': '2025-11-25'}


def test_a_right_session_is_silent():
    for session in ('', 's1'):
        given = {'mcp_session_id': session} if session else {}
        assert found([*opened(session=session), sent(LIST, '2', **RIGHT, **given), got(LISTED, 200, '2')]) == []


@pytest.mark.parametrize(
    ('headers', 'expected'),
    [
        ({'accept': BOTH}, ''),
        ({'accept': 'text/event-stream;q=0.9,application/json'}, ''),
        ({'accept': 'application/json'}, 'error'),
        ({'accept': '*/*'}, 'warning'),
        ({'accept': 'application/*, text/*'}, 'warning'),
        ({'accept': 'text/html'}, 'error'),
        ({}, ''),
        ({'host': 'x'}, 'error'),
    ],
)
def test_accept(headers, expected):
    said = [sent(LIST, '1', **headers), got(LISTED, 200, '1')]
    assert found(said) == ([f'1 {expected} accept-header'] if expected else [])


def test_accept_of_get():
    assert found([*opened(), asks('GET', '2', **{**RIGHT, 'accept': 'text/event-stream'}), nothing(405, '2')]) == []
    assert found([*opened(), asks('GET', '2', **{**RIGHT, 'accept': 'text/html'}), nothing(405, '2')]) == [
        '5 error accept-header'
    ]


@pytest.mark.parametrize(
    'begin',
    [
        pytest.param([sent(LIST, '1', url='https://x.example/messages?sessionId=1', accept='*/*')], id='by its address'),
        pytest.param(
            [asks('GET', '0', accept='text/event-stream'), sent(LIST, '1', accept='*/*')], id='by the stream that comes first'
        ),
    ],
)
def test_the_old_transport_is_not_judged(begin):
    assert found([*begin, nothing(202, '1'), LISTED]) == []


def test_2024_11_05_has_no_such_header():
    ask, answer, ready = handshake('2024-11-05')
    assert found([sent(ask, '0', accept='*/*'), got(answer, 200, '0'), sent(ready, '1', accept='*/*'), nothing(200, '1')]) == []


@pytest.mark.parametrize(
    ('answer', 'expected'),
    [
        (got(LISTED, 200, '2', content_type='application/json; charset=utf-8'), []),
        (got(LISTED, 200, '2', content_type='text/event-stream'), []),
        (got(LISTED, 200, '2', content_type='text/plain'), ['6 error http-answer']),
        (nothing(200, '2', '<html>', content_type='text/html'), ['6 error http-answer']),
        (nothing(202, '2'), ['6 error http-answer']),
    ],
)
def test_answers_to_requests(answer, expected):
    assert found([*opened(), sent(LIST, '2', **RIGHT), answer]) == expected


@pytest.mark.parametrize(
    ('status', 'expected'), [(202, []), (200, ['6 error http-answer']), (204, ['6 error http-answer']), (400, [])]
)
def test_answers_to_notifications(status, expected):
    note = sent(client.tell('notifications/roots/list_changed'), '2', **RIGHT)
    assert found([*opened(), note, nothing(status, '2')]) == expected


@pytest.mark.parametrize(
    ('status', 'headers', 'expected'),
    [
        (405, {}, []),
        (200, {'content_type': 'text/event-stream'}, []),
        (404, {}, ['6 warning get-status']),
        (401, {}, []),
        (500, {}, []),
        (200, {'content_type': 'text/html'}, ['6 warning get-status']),
    ],
)
def test_get(status, headers, expected):
    said = [*opened(), asks('GET', '2', **{**RIGHT, 'accept': 'text/event-stream'}), nothing(status, '2', **headers)]
    assert [each for each in found(said) if 'unauthorized' not in each] == expected


def test_get_with_a_session_that_has_ended():
    said = [
        *opened(session='s'),
        asks('GET', '2', **{**RIGHT, 'accept': 'text/event-stream', 'mcp_session_id': 's'}),
        nothing(404, '2'),
    ]
    assert found(said) == []


def test_a_response_on_the_stream_of_a_get():
    stream = asks('GET', '2', **{**RIGHT, 'accept': 'text/event-stream'})
    ask = sent(LIST, '3', **RIGHT)
    assert found([*opened(), stream, ask, got(LISTED, 200, '2', 'GET')]) == ['7 error response-on-get']
    resumed = asks('GET', '2', **{**RIGHT, 'accept': 'text/event-stream', 'last_event_id': '4'})
    answer = over_http(LISTED, Http('GET', URL, 200, {'last-event-id': '4'}, exchange='2'))
    assert found([*opened(), ask, resumed, answer]) == []


# ---- sessions ----

SESSION = {**RIGHT, 'mcp_session_id': 's'}


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([sent(LIST, '2', **RIGHT), got(LISTED, 200, '2')], ['5 error session-id'], id='left out'),
        pytest.param(
            [sent(LIST, '2', accept=BOTH, mcp_protocol_version='2025-11-25'), got(LISTED, 200, '2')],
            ['5 error session-id'],
            id='left out by a recorder of few headers',
        ),
        pytest.param(
            [sent(LIST, '2'), got(LISTED, 200, '2')],
            [],
            id='perhaps not recorded',
        ),
        pytest.param(
            [sent(LIST, '2', **SESSION), nothing(404, '2'), sent(client.ask(2, 'ping'), '3', **SESSION), nothing(404, '3')],
            ['7 error session-id'],
            id='used after 404',
        ),
        pytest.param(
            [asks('DELETE', '2', **SESSION), nothing(200, '2'), sent(LIST, '3', **SESSION), nothing(404, '3')],
            ['7 error session-id'],
            id='used after DELETE',
        ),
        pytest.param(
            [asks('DELETE', '2', **SESSION), nothing(405, '2'), sent(LIST, '3', **SESSION), got(LISTED, 200, '3')],
            [],
            id='DELETE is not supported',
        ),
        pytest.param(
            [sent(LIST, '2', **SESSION), nothing(400, '2', 'Bad Request: No valid session ID')],
            ['6 error session-id'],
            id='unknown is 404',
        ),
        pytest.param(
            [sent(LIST, '2', **SESSION), nothing(400, '2', 'Bad Request: malformed body')], [], id='400 for something else'
        ),
    ],
)
def test_sessions(said, expected):
    assert found([*opened(session='s'), *said]) == expected


def test_a_recorder_that_keeps_few_headers_shows_that_one_is_missing():
    """Neither Host nor User-Agent were recorded, and what MCP adds was."""
    few = {'accept': BOTH, 'mcp_protocol_version': '2025-11-25'}
    begun = opened(session='s')
    begun[0].http.request_headers.pop('host')
    begun[2].http.request_headers.pop('host')
    assert found([*begun, sent(LIST, '2', **few), got(LISTED, 200, '2')]) == ['5 error session-id']
    begun[2].http.request_headers.pop('mcp-session-id')
    assert found(begun) == ['3 error session-id']
    begun[2].http.request_headers.pop('mcp-protocol-version')
    assert found(begun) == []  # nothing says that the recorder keeps such headers
    begun[2].http.request_headers['mcp-session-id'] = 's'
    assert found(begun) == ['3 error version-header']


def test_an_initialize_with_the_id_of_a_session_is_one_mistake():
    again = sent(handshake()[0], '2', **RIGHT, mcp_session_id='s')
    assert found([*opened(session='s'), again, got(handshake()[1], 200, '2')]) == ['5 error session-id']


def test_a_new_initialize_has_no_session():
    ask, answer, ready = handshake()
    assert found([sent(ask, '0', accept=BOTH, mcp_session_id='old'), got(answer, 200, '0'), ready]) == ['1 error session-id']


def test_characters_of_a_session():
    ask, answer, ready = handshake()
    said = [sent(ask, '0', accept=BOTH), got(answer, 200, '0', mcp_session_id='a b'), ready]
    assert found(said) == ['2 error session-id']


# ---- the version header ----


@pytest.mark.parametrize(
    ('revision', 'headers', 'status', 'expected'),
    [
        ('2025-11-25', {'mcp_protocol_version': '2025-11-25'}, 200, []),
        ('2025-11-25', {}, 200, ['5 error version-header']),
        ('2025-03-26', {}, 200, []),
        ('2025-11-25', {'mcp_protocol_version': '2025-06-18'}, 200, ['5 warning version-header']),
        ('2025-11-25', {'mcp_protocol_version': 'not-a-version'}, 200, ['5 warning version-header', '6 error version-header']),
        ('2025-11-25', {'mcp_protocol_version': 'not-a-version'}, 400, ['5 warning version-header']),
        ('2025-11-25', {'mcp_protocol_version': '2031-01-01'}, 200, ['5 warning version-header']),
    ],
)
def test_version_header(revision, headers, status, expected):
    answer = got(LISTED, status, '2') if status == 200 else nothing(status, '2')
    assert found([*opened(revision), sent(LIST, '2', accept=BOTH, host='x', **headers), answer]) == expected


def test_a_header_that_was_perhaps_not_recorded():
    ask, answer, ready = handshake()
    said = [sent(ask, '0', accept=BOTH), got(answer, 200, '0'), sent(ready, '1', accept=BOTH), nothing(202, '1')]
    assert found(said) == []


def test_401():
    refused = nothing(401, '2', content_type='text/plain', date='x')
    assert found([*opened(), sent(LIST, '2', **RIGHT), refused]) == ['6 note unauthorized-header']
    told = nothing(401, '2', content_type='text/plain', www_authenticate='Bearer')
    assert found([*opened(), sent(LIST, '2', **RIGHT), told]) == []


# ---- modern headers ----


def mirrored(said: Said, exchange: str = '1', **headers: str) -> Said:
    values = {'accept': BOTH, 'host': 'x', 'mcp_protocol_version': MODERN, 'mcp_method': said.message['method']}
    return sent(said, exchange, **{name: value for name, value in (values | headers).items() if value is not None})


def call(name='x', **arguments):
    return client.ask(1, 'tools/call', name=name, arguments=arguments, _meta=modern())


DONE = server.answer(1, complete(content=[]))
REFUSED = server.refuse(1, -32020)


@pytest.mark.parametrize(
    ('headers', 'right'),
    [
        ({'mcp_name': 'x'}, True),
        ({'mcp_name': '=?base64?eA==?='}, True),
        ({}, False),
        ({'mcp_name': 'y'}, False),
        ({'mcp_name': '=?base64?eQ==?='}, False),
        ({'mcp_name': '=?base64?!?='}, False),
        ({'mcp_name': 'x', 'mcp_method': 'tools/list'}, False),
        ({'mcp_name': 'x', 'mcp_method': None}, False),
        ({'mcp_name': 'x', 'mcp_protocol_version': '2025-11-25'}, False),
        ({'mcp_name': 'x', 'mcp_protocol_version': None}, False),
        ({'mcp_name': 'X'}, False),
    ],
)
def test_mirrored_headers(headers, right):
    ask = mirrored(call(), **headers)
    assert found([ask, got(DONE, 200, '1')]) == ([] if right else ['1 error mirrored-header', '2 error mirrored-header'])
    if not right:
        assert found([ask, got(REFUSED, 400, '1')]) == ['1 error mirrored-header']


def test_names_that_no_header_can_hold():
    name = 'wetter für berlin'
    encoded = f'=?base64?{base64.b64encode(name.encode()).decode()}?='
    assert found([mirrored(call(name), mcp_name=encoded), got(DONE, 200, '1')]) == []


def test_a_resource_is_named_by_its_uri():
    read = client.ask(1, 'resources/read', uri='x:y', _meta=modern())
    answer = got(server.answer(1, cached(contents=[])), 200, '1')
    assert found([mirrored(read, mcp_name='x:y'), answer]) == []
    assert found([mirrored(read), answer]) == ['1 error mirrored-header', '2 error mirrored-header']


def test_headers_that_were_perhaps_not_recorded():
    assert found([sent(call(), '1', accept=BOTH), got(DONE, 200, '1')]) == []


MARKED = tool(
    'x',
    {
        'type': 'object',
        'properties': {
            'region': {'type': 'string', 'x-mcp-header': 'Region'},
            'count': {'type': 'integer', 'x-mcp-header': 'Count'},
            'deep': {'type': 'object', 'properties': {'flag': {'type': 'boolean', 'x-mcp-header': 'Flag'}}},
        },
    },
)


@pytest.mark.parametrize(
    ('arguments', 'headers', 'right'),
    [
        ({'region': 'eu'}, {'mcp_param_region': 'eu'}, True),
        ({'region': 'eu'}, {}, False),
        ({'region': 'eu'}, {'mcp_param_region': 'us'}, False),
        ({'region': 'ä'}, {'mcp_param_region': '=?base64?w6Q=?='}, True),
        ({}, {}, True),
        ({}, {'mcp_param_region': 'eu'}, False),
        ({'count': 42}, {'mcp_param_count': '42'}, True),
        ({'count': 42}, {'mcp_param_count': '42.0'}, True),
        ({'count': 42}, {'mcp_param_count': 'many'}, False),
        ({'deep': {'flag': True}}, {'mcp_param_flag': 'true'}, True),
        ({'deep': {'flag': True}}, {'mcp_param_flag': 'True'}, False),
    ],
)
def test_param_headers(arguments, headers, right):
    ask = mirrored(call(**arguments), '9', mcp_name='x', **headers)
    said = [*discovered(), *modern_listing(MARKED), ask, got(DONE, 200, '9')]
    assert found(said) == ([] if right else ['5 error param-header', '6 error param-header'])
    refused = [*said[:-1], got(server.refuse(DONE.message['id'], -32020), 400, '9')]
    assert found(refused) == ([] if right else ['5 error param-header'])


@pytest.mark.parametrize(
    ('schema', 'right'),
    [
        ({'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}, True),
        ({'properties': {'a': {'type': 'number', 'x-mcp-header': 'A'}}}, False),
        ({'properties': {'a': {'type': 'string', 'x-mcp-header': ''}}}, False),
        ({'properties': {'a': {'type': 'string', 'x-mcp-header': 'a b'}}}, False),
        ({'properties': {'a': {'type': 'string', 'x-mcp-header': 5}}}, False),
        ({'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}, 'b': {'type': 'string', 'x-mcp-header': 'a'}}}, False),
        ({'properties': {'a': {'type': 'array', 'items': {'type': 'string', 'x-mcp-header': 'A'}}}}, False),
        ({'anyOf': [{'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}]}, False),
        ({'properties': {'x-mcp-header': {'type': 'string'}}}, True),
        ({'x-mcp-header': 'A'}, False),
    ],
)
def test_definitions_of_param_headers(schema, right):
    definition = tool('x', {'type': 'object', **schema})
    said = [*discovered(), *modern_listing(definition)]
    assert [each for each in found(said) if 'param' in each] == (
        [] if right else ['4 note param-header-definition result.tools[0].inputSchema']
    )
    ask = sent(said[2], '1', accept=BOTH)
    said = [*discovered(), ask, got(said[3], 200, '1')]
    assert [each for each in found(said) if 'param' in each] == (
        [] if right else ['4 error param-header-definition result.tools[0].inputSchema']
    )


@pytest.mark.parametrize(
    ('code', 'status', 'right'),
    [
        (-32020, 400, True),
        (-32020, 200, False),
        (-32021, 400, True),
        (-32021, 500, False),
        (-32601, 404, True),
        (-32601, 200, False),
        (-32602, 200, True),
        (-32602, 400, True),
        (-32603, 200, True),
    ],
)
def test_statuses_of_errors(code, status, right):
    data = {'requiredCapabilities': {'sampling': {}}} if code == -32021 else {}
    ask = mirrored(client.ask(1, 'tools/call', name='x', _meta=modern()), mcp_name='x')
    said = [*discovered(), ask, got(server.refuse(1, code, **data), status, '1')]
    assert [each for each in found(said) if 'wrong-error' not in each and 'capability' not in each] == (
        [] if right else ['4 error error-status error.code']
    )


def test_the_status_of_missing_meta():
    ask = sent(client.ask(1, 'tools/list', _meta={}), '1', accept=BOTH)
    said = [*discovered(), ask, got(server.refuse(1, -32602), 200, '1')]
    assert found(said) == ['3 error meta-missing params._meta', '4 error error-status error.code']


def test_get_and_delete_in_the_modern_era():
    said = [*discovered(), asks('GET', '1', accept='text/event-stream', host='x'), nothing(404, '1')]
    assert found(said) == ['4 warning get-status']
    said = [*discovered(), asks('GET', '1', accept='text/event-stream', host='x'), nothing(405, '1')]
    assert found(said) == []


def test_ids_of_events():
    def streamed(number: int, *ids: str, **headers: str) -> list[Said]:
        ask = sent(client.ask(number, 'ping'), str(number + 1), **RIGHT, **headers)
        answer = got(server.answer(number, {}), 200, str(number + 1), content_type='text/event-stream')
        answer.http.request_headers = ask.http.request_headers
        answer.http.event_ids = ids
        return [ask, answer]

    assert found([*opened(), *streamed(1, 'a', 'b'), *streamed(2, 'c')]) == []
    assert found([*opened(), *streamed(1, 'a', 'b'), *streamed(2, 'b')]) == ['8 error event-id-reused']
    assert found([*opened(), *streamed(1, 'a', 'b'), *streamed(2, 'b', last_event_id='a')]) == []


def test_delete_in_the_modern_era():
    begun = [mirrored(client.ask(1, 'tools/list', _meta=modern()), '1'), got(server.answer(1, cached(tools=[])), 200, '1')]
    ended = asks('DELETE', '2', mcp_protocol_version=MODERN)
    assert found([*begun, ended, nothing(405, '2')]) == []
    assert found([*begun, ended, nothing(200, '2')]) == ['4 warning get-status']


def test_a_header_that_names_a_modern_version_asks_for_meta():
    bare = sent(client.ask(1, 'tools/list'), '1', accept=BOTH, mcp_protocol_version=MODERN, mcp_method='tools/list')
    assert found([bare, got(server.refuse(1, -32602), 400, '1')]) == ['1 error meta-missing params._meta']
    legacy = sent(client.ask(1, 'tools/list'), '1', accept=BOTH, mcp_protocol_version='2025-11-25')
    assert found([legacy, got(server.refuse(1, -32602), 400, '1')]) == []


def test_headers_are_ascii():
    said = [mirrored(client.ask(1, 'tools/call', name='\xe9', _meta=modern()), '1', mcp_name='\xe9')]
    assert found([*said, got(server.refuse(1, -32020), 400, '1')]) == ['1 error mirrored-header']
