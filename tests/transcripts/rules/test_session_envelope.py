from __future__ import annotations

import pytest
from talk import client, discovered, faults, found, handshake, listing, modern, over_http, server, tool

from mcp_hooks.transcripts.message import Http

PING = [client.ask(1, 'ping'), server.answer(1, {})]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([server.noise('Server started')], ['1 error stdout-noise'], id='banner'),
        pytest.param([client.noise('{"jsonrpc":')], ['1 error stdout-noise'], id='broken JSON'),
        pytest.param([server.noise('   ')], [], id='a blank line'),
        pytest.param([server.noise('Content-Length: 40')], ['1 error stdout-noise'], id='a header'),
        pytest.param([server.cut()], ['1 note truncated-frame'], id='cut by the logger'),
        pytest.param([server.says([1])], ['1 error malformed-message'], id='a number in a batch'),
        pytest.param([server.says('x')], ['1 error malformed-message'], id='a string'),
        pytest.param([server.says({'level': 'info', 'msg': 'started'})], ['1 error malformed-message'], id='a log record'),
        pytest.param([server.says({'jsonrpc': '2.0', 'id': 1, 'metod': 'ping'})], ['1 error malformed-message'], id='neither'),
        pytest.param(
            [*handshake(), client.ask(1, 'ping'), server.says({'jsonrpc': '2.0', 'id': 1, 'result': {}, 'error': {}})],
            ['5 error malformed-message'],
            id='both',
        ),
        pytest.param(
            [server.says({'jsonrpc': '2.0', 'id': 1, 'method': 5})], ['1 error malformed-message method'], id='method'
        ),
        pytest.param(
            [server.says({'jsonrpc': '2.0', 'id': 1, 'method': 'ping', 'result': {}})],
            ['1 error malformed-message'],
            id='request and response',
        ),
        pytest.param(
            [*handshake(), client.ask(1, 'ping'), server.says({'jsonrpc': '2.0', 'id': 1, 'method': 'ping', 'result': {}})],
            ['5 error malformed-message'],
            id='request and response, for a request',
        ),
    ],
)
def test_what_is_no_message(said, expected):
    assert found(said) == expected


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [*PING, client.says({'id': 2, 'method': 'ping'}), server.answer(2, {})],
            ['3 error jsonrpc-version jsonrpc'],
            id='missing once',
        ),
        pytest.param(
            [client.says({'id': 2, 'method': 'ping'}), server.answer(2, {})],
            ['1 error jsonrpc-version jsonrpc'],
            id='missing first',
        ),
        pytest.param(
            [client.says({'id': 2, 'method': 'ping'}), server.says({'id': 2, 'result': {}})], [], id='a recorder without it'
        ),
        pytest.param(
            [*PING, client.says({'jsonrpc': '1.0', 'id': 2, 'method': 'ping'}), server.answer(2, {})],
            ['3 error jsonrpc-version jsonrpc'],
            id='1.0',
        ),
        pytest.param(
            [*PING, client.says({'jsonrpc': 2.0, 'id': 2, 'method': 'ping'}), server.answer(2, {})],
            ['3 error jsonrpc-version jsonrpc'],
            id='a number',
        ),
    ],
)
def test_jsonrpc(said, expected):
    assert found(said) == expected


@pytest.mark.parametrize(
    ('answer', 'expected'),
    [
        pytest.param({'result': []}, ['2 error result-not-object result'], id='an array'),
        pytest.param({'result': None}, ['2 error result-not-object result'], id='null'),
        pytest.param({'result': {}}, [], id='an object'),
        pytest.param({'error': {'code': -32601, 'message': 'm'}}, [], id='an error'),
        pytest.param({'error': 'no'}, ['2 error error-object error'], id='an error that is text'),
        pytest.param({'error': {'message': 'm'}}, ['2 error error-object error.code'], id='no code'),
        pytest.param({'error': {'code': '-32601', 'message': 'm'}}, ['2 error error-object error.code'], id='code as text'),
        pytest.param({'error': {'code': 0, 'message': 'm'}}, [], id='an application code'),
        pytest.param({'error': {'code': 1}}, ['2 error error-object error.message'], id='no message'),
        pytest.param({'error': {'code': 1, 'message': 5}}, ['2 error error-object error.message'], id='message is a number'),
    ],
)
def test_results_and_errors(answer, expected):
    assert found([client.ask(1, 'ping'), server.says({'jsonrpc': '2.0', 'id': 1, **answer})]) == expected


@pytest.mark.parametrize(
    ('params', 'expected'),
    [
        pytest.param([], ['4 error params-not-object params'], id='an array'),
        pytest.param('x', ['4 error params-not-object params'], id='text'),
        pytest.param({}, [], id='an object'),
    ],
)
def test_params(params, expected):
    assert found([*handshake(), client.ask(1, 'tools/list', params), server.answer(1, tools=[])]) == expected


def test_params_null():
    said = [
        *handshake(),
        client.says({'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list', 'params': None}),
        server.answer(1, tools=[]),
    ]
    assert found(said) == ['4 error params-not-object params']


@pytest.mark.parametrize(
    ('message', 'expected'),
    [
        pytest.param({'id': None, 'method': 'ping'}, ['4 error request-id id'], id='null'),
        pytest.param({'id': True, 'method': 'ping'}, ['4 error request-id id'], id='a boolean'),
        pytest.param({'id': 1.5, 'method': 'ping'}, ['4 error request-id id'], id='a fraction'),
        pytest.param({'id': {}, 'method': 'ping'}, ['4 error request-id id'], id='an object'),
        pytest.param({'method': 'tools/list'}, ['4 error request-id id'], id='missing'),
        pytest.param(
            {'id': 9, 'method': 'notifications/roots/list_changed'}, ['4 error request-id id'], id='notification with id'
        ),
        pytest.param({'method': 'notifications/roots/list_changed'}, [], id='notification'),
        pytest.param({'method': 'vendor/hello'}, [], id="a vendor's notification"),
    ],
)
def test_request_ids(message, expected):
    said = [*handshake(), client.says({'jsonrpc': '2.0', **message})]
    assert [each for each in found(said) if 'unanswered' not in each] == expected


def test_integral_float_is_an_integer():
    assert found([client.ask(1.0, 'ping'), server.answer(1, {})]) == ['1 note request-id id']


@pytest.mark.parametrize(
    ('answer', 'expected'),
    [
        pytest.param({'id': 1, 'result': {'tools': []}}, ['5 error response-id id'], id='a number for a string'),
        pytest.param({'id': None, 'result': {'tools': []}}, ['5 error response-id id'], id='null'),
        pytest.param({'result': {'tools': []}}, ['5 error response-id id'], id='missing'),
        pytest.param(
            {'id': None, 'error': {'code': -32603, 'message': 'm'}}, ['5 note response-id id'], id='an error with null'
        ),
        pytest.param({'error': {'code': -32603, 'message': 'm'}}, ['5 error response-id id'], id='an error without'),
        pytest.param({'id': '1', 'result': {'tools': []}}, [], id='right'),
    ],
)
def test_response_ids(answer, expected):
    assert found([*handshake(), client.ask('1', 'tools/list'), server.says({'jsonrpc': '2.0', **answer})]) == expected


def test_an_error_to_what_could_not_be_read_has_no_id():
    said = [
        *handshake(),
        client.noise('{"jsonrpc":'),
        server.says({'jsonrpc': '2.0', 'error': {'code': -32700, 'message': 'm'}}),
    ]
    assert found(said) == ['4 error stdout-noise']


def test_http_says_which_request_an_error_without_id_answers():
    asked = over_http(client.ask(1, 'server/discover', _meta=modern()), Http('POST', exchange='1'))
    refused = over_http(
        server.refuse(None, -32000, 'Bad Request: Server not initialized'), Http('POST', status=400, exchange='1')
    )
    assert found([asked, refused]) == []


@pytest.mark.parametrize(
    ('revision', 'expected'),
    [
        pytest.param('2024-11-05', ['4 warning batch'], id='2024-11-05 says nothing'),
        pytest.param('2025-03-26', [], id='2025-03-26 has them'),
        pytest.param('2025-06-18', ['4 error batch'], id='2025-06-18 removed them'),
        pytest.param('2025-11-25', ['4 error batch'], id='2025-11-25'),
    ],
)
def test_batches(revision, expected):
    batch = client.says([{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}, {'jsonrpc': '2.0', 'id': 2, 'method': 'ping'}])
    answers = server.says([{'jsonrpc': '2.0', 'id': 2, 'result': {}}, {'jsonrpc': '2.0', 'id': 1, 'result': {}}])
    said = [*handshake(revision), batch, answers]
    assert [each for each in found(said) if not each.startswith('5')] == expected


@pytest.mark.parametrize('mixed', [[0, 1], [1, 0], [2, 1]])
def test_a_batch_asks_or_answers(mixed):
    parts = [{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}, {'jsonrpc': '2.0', 'id': 9, 'result': {}},
             {'jsonrpc': '2.0', 'method': 'notifications/roots/list_changed'}]
    batch = client.says([parts[number] for number in mixed])
    answer = [server.says([{'jsonrpc': '2.0', 'id': 1, 'result': {}}])] if 0 in mixed else []
    assert found([*handshake('2025-03-26'), server.ask(9, 'ping'), batch, *answer]) == ['5 error batch']


def test_empty_batch():
    assert found([*handshake('2025-03-26'), client.says([])]) == ['4 error batch']


def test_initialize_in_a_batch():
    said = handshake('2025-03-26')
    said[0].message = [said[0].message]
    assert found(said) == ['1 error batch']


def test_batch_of_an_unknown_revision_is_not_judged():
    batch = client.says([{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}])
    assert found([batch, server.says([{'jsonrpc': '2.0', 'id': 1, 'result': {}}])]) == []


def test_modern_and_legacy_right_sessions_are_silent():
    assert found(discovered()) == []
    assert found([*handshake(), *listing(tool())]) == []


def test_a_message_over_several_lines_is_one_mistake():
    lines = [server.noise(line) for line in ('{', '"jsonrpc": "2.0",', '"method": "notifications/tools/list_changed"', '}')]
    first, *others = faults([*lines, *handshake(), server.noise('ready')], only=frozenset({'stdout-noise'}))
    assert [fault.key for _, _, fault in others] == [first[2].key, first[2].key, first[2].key, 'text s2c']
    assert first[2].message == "a line on the server's stdout begins like a message and is broken JSON"


def test_a_header_of_another_protocol_is_named():
    (fault,) = faults([server.noise('Content-Length: 40')])
    assert fault[2].message == ("a Content-Length header on the server's stdout: other protocols frame messages so; here each "
                                'stands on one line')
