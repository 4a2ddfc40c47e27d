from __future__ import annotations

import pytest
from talk import ALL_SERVER, MODERN, client, discovered, found, handshake, listing, modern, over_http, server, tool

from mcp_hooks.transcripts.message import Http

INFO = {'name': 'x', 'version': '1'}
ASK, ANSWER, READY = handshake()


def initialize(version: str, id: int = 0):
    return client.ask(id, 'initialize', protocolVersion=version, capabilities={}, clientInfo=INFO)


def accept(version: str, id: int = 0):
    return server.answer(id, protocolVersion=version, capabilities=ALL_SERVER, serverInfo=INFO)


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [*handshake(), initialize('2025-11-25', 1), accept('2025-11-25', 1)], ['4 error initialize-again'], id='twice'
        ),
        pytest.param(
            [initialize('2030-01-01'), server.refuse(0, -32602), *handshake()], ['3 error id-reused id'], id='again after a refusal'
        ),
        pytest.param(
            [
                initialize('2025-06-18'),
                server.refuse(0, -32602, 'version', supported=['2024-11-05'], requested='x'),
                initialize('2024-11-05', 1),
                accept('2024-11-05', 1),
                READY,
            ],
            [],
            id='with another version',
        ),
    ],
)
def test_initialize_again(said, expected):
    assert [each for each in found(said) if 'id-reused' not in each] == [each for each in expected if 'id-reused' not in each]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [ASK, client.ask(1, 'tools/list'), ANSWER, READY, server.answer(1, tools=[])],
            ['2 warning before-initialize'],
            id='before the answer',
        ),
        pytest.param([ASK, client.ask(1, 'ping'), server.answer(1, {}), ANSWER, READY], [], id='ping is free'),
        pytest.param(
            [ASK, ANSWER, client.ask(1, 'logging/setLevel', level='info'), server.answer(1, {}), READY],
            [],
            id='between the answer and initialized',
        ),
        pytest.param(
            [ASK, ANSWER, server.ask(1, 'roots/list'), READY, client.answer(1, roots=[])],
            ['3 warning before-initialize'],
            id='a server before initialized',
        ),
        pytest.param([ASK, ANSWER, server.ask(1, 'ping'), client.answer(1, {}), READY], [], id='a server may ping'),
        pytest.param([ASK, server.tell('notifications/message', level='info', data='x'), ANSWER, READY], [], id='and log'),
    ],
)
def test_before_the_handshake_is_done(said, expected):
    assert found(said) == expected


@pytest.mark.parametrize('how', [{'lossy': True}, {'ordered': False}])
def test_order_is_not_judged_where_it_is_not_known(how):
    assert found([ASK, client.ask(1, 'tools/list'), ANSWER, READY, server.answer(1, tools=[])], **how) == []


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [client.ask(5, 'tools/list'), server.refuse(5, -32602), *handshake()],
            ['1 error initialize-not-first'],
            id='refused',
        ),
        pytest.param([*listing(tool(), id=5), *handshake()], [], id='served: another session ends here'),
        pytest.param(
            [*listing(tool(), id=0), initialize('2025-11-25', id=1), accept('2025-11-25', id=1), READY],
            ['1 error initialize-not-first'],
            id='served, and the ids leave no room for an initialize',
        ),
        pytest.param(
            [client.ask(5, 'tools/list'), initialize('2025-11-25', id=6), accept('2025-11-25', id=6), READY],
            ['1 error initialize-not-first'],
            id='without an answer, which is not said as well',
        ),
        pytest.param(
            [client.ask(5, 'tools/list'), server.refuse(5, -32600, 'Server not initialized')],
            ['1 warning initialize-not-first'],
            id='the server says it, and no initialize comes',
        ),
        pytest.param(
            [client.ask(5, 'prompts/list'), server.refuse(5, -32602, 'Received request before initialization was complete')],
            ['1 warning initialize-not-first'],
            id='in other words',
        ),
        pytest.param(
            [client.ask(5, 'tools/list'), server.refuse(5, -32603, 'Database not initialized')], [], id='something else is not ready'
        ),
        pytest.param(
            [client.ask(5, 'tools/call', name='x'), server.refuse(5, -32603, 'MCP server not initialized')],
            [],
            id='a tool of a gateway',
        ),
        pytest.param(
            [*listing(tool(), id=5), client.ask(6, 'prompts/list'), server.refuse(6, -32603, 'Session not initialized')],
            [],
            id='after something was served',
        ),
        pytest.param(
            [client.ask('p', 'server/discover', _meta=modern()), server.refuse('p', -32601), *handshake()], [], id='a probe'
        ),
        pytest.param([client.ask('p', 'ping'), server.answer('p', {}), *handshake()], [], id='ping'),
    ],
)
def test_not_first(said, expected):
    assert found(said) == expected


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [ASK, ANSWER, *listing(tool()), client.ask(2, 'ping'), server.answer(2, {})],
            ['3 error not-initialized'],
            id='never',
        ),
        pytest.param(
            [ASK, ANSWER, client.tell('initialized'), *listing(tool())],
            ['3 error unknown-method method', '4 warning not-initialized'],
            id='under its old name',
        ),
        pytest.param([ASK, ANSWER, *listing(tool()), READY], [], id='late'),
        pytest.param([ASK, ANSWER], [], id='the capture ends before it'),
        pytest.param([ASK, ANSWER, client.ask(1, 'ping'), server.answer(1, {})], [], id='ping alone'),
        pytest.param([ASK, READY, ANSWER], ['2 error initialized-early'], id='before the answer'),
    ],
)
def test_initialized(said, expected):
    assert found(said) == expected


def test_initialized_may_be_missing_from_a_lossy_capture():
    assert found([ASK, ANSWER, *listing(tool())], lossy=True) == []


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param(
            [initialize('2025-06-18'), accept('2025-11-25')],
            ['2 warning version-mismatch result.protocolVersion'],
            id='the client leaves',
        ),
        pytest.param([initialize('2025-06-18'), accept('2025-11-25'), READY], [], id='the client stays'),
        pytest.param([initialize('2025-06-18'), accept('2025-06-18')], [], id='the same version'),
        pytest.param(
            [initialize('2025-11-25'), accept('2031-01-01'), READY],
            ['2 note version-mismatch result.protocolVersion'],
            id='a version this tool does not know',
        ),
    ],
)
def test_versions(said, expected):
    assert found(said) == expected


def refused(raw: str):
    asked = over_http(initialize('2025-11-25'), Http('POST', exchange='1'))
    return [asked, server.http(Http('POST', status=400, exchange='1'), raw)]


@pytest.mark.parametrize(
    ('raw', 'expected'),
    [
        pytest.param('Bad Request: Unsupported protocol version', ['2 error version-refused'], id='for the version'),
        pytest.param('Bad Request: missing host', [], id='for something else'),
    ],
)
def test_refused_over_http(raw, expected):
    assert found(refused(raw)) == expected


@pytest.mark.parametrize(
    ('code', 'expected'), [(-32000, ['2 error version-refused']), (-32602, []), (-32022, ['1 note era-mismatch'])]
)
def test_refused_with_an_error(code, expected):
    asked = over_http(initialize('2025-11-25'), Http('POST', exchange='1'))
    answer = server.refuse(0, code, 'Unsupported protocol version', supported=[MODERN], requested='2025-11-25')
    assert found([asked, over_http(answer, Http('POST', status=400, exchange='1'))]) == expected


def test_a_modern_revision_has_no_initialize():
    assert found([initialize(MODERN), accept(MODERN)]) == ['1 error era-mix params.protocolVersion']


def test_eras_that_do_not_meet():
    said = [initialize('2025-11-25'), server.refuse(0, -32022, supported=[MODERN], requested='2025-11-25')]
    assert found(said) == ['1 note era-mismatch']


def test_dual_era_is_legal():
    probe = [client.ask('p', 'server/discover', _meta=modern()), server.refuse('p', -32601)]
    assert found([*probe, *handshake(), *listing(tool())]) == []
    assert found([*discovered(), *handshake(), *listing(tool())]) == []


def test_a_log_of_one_side_shows_no_answers():
    said = [ASK, READY, client.ask(1, 'tools/list'), client.ask(2, 'ping')]
    assert found(said) == []
    assert found([*said, server.answer(2, {})]) == [
        '1 warning unanswered',
        '2 error initialized-early',
        '3 warning unanswered',
    ]


@pytest.mark.parametrize(
    ('supported', 'expected'),
    [
        ([MODERN], ['3 warning era-mismatch params.protocolVersion']),
        ([MODERN, '2025-11-25'], ['3 note era-mismatch']),
        ([], ['2 error wrong-error error.data.supported', '3 note era-mismatch']),
    ],
)
def test_falling_back_after_an_error_of_the_modern_era(supported, expected):
    said = [
        client.ask('p', 'server/discover', _meta=modern(version='2027-01-01')),
        server.refuse('p', -32022, supported=supported, requested='2027-01-01'),
        initialize('2025-11-25'),
        server.refuse(0, -32022, supported=[MODERN], requested='2025-11-25'),
    ]
    assert found(said) == expected


def test_a_session_that_was_refused_is_none():
    refused = [ASK, server.refuse(0, -32603)]
    assert found([*refused, client.ask(1, 'tools/list'), server.answer(1, tools=[])]) == ['3 warning before-initialize']
    assert found([*refused, client.ask(1, 'ping'), server.answer(1, {})]) == []
    assert found([*refused, client.ask(1, 'tools/list', _meta=modern()), server.refuse(1, -32601)]) == []


def test_a_modern_version_is_no_answer_to_initialize():
    assert found([ASK, accept(MODERN)]) == ['2 error era-mix result.protocolVersion']
