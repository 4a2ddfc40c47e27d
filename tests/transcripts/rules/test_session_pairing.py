from __future__ import annotations

import pytest
from talk import Side, cached, client, discovered, found, handshake, modern, modern_listing, over_http, server

from mcp_hooks.transcripts.message import Http

LIST = client.ask(1, 'tools/list')
EMPTY = server.answer(1, tools=[])


def test_orphan():
    assert found([*handshake(), LIST, server.answer(2, tools=[])]) == ['4 warning unanswered', '5 error orphan-response id']


def test_orphan_of_a_client():
    assert found([*handshake(), client.answer(7, {})]) == ['4 error orphan-response id']


@pytest.mark.parametrize('how', [{'lossy': True}, {'ordered': False}])
def test_a_capture_that_may_have_lost_the_request_proves_nothing(how):
    assert found([*handshake(), server.answer(2, tools=[])], **how) == []


def test_the_request_may_be_before_the_capture():
    assert found([LIST, EMPTY, server.answer(7, {})]) == []


def test_a_capture_may_begin_with_an_answer():
    assert found([server.answer(7, {}), LIST, EMPTY]) == []


def test_an_answer_cannot_name_an_id_that_is_none():
    assert found([*handshake(), client.ask(1.5, 'ping'), client.ask(2, 'ping'), server.answer(2, {})]) == [
        '4 error request-id id'
    ]


def test_the_request_may_be_cut():
    assert found([*handshake(), client.cut(), server.answer(2, tools=[])]) == ['4 note truncated-frame']


def test_a_notification_is_never_answered():
    said = [*handshake(), server.says({'jsonrpc': '2.0', 'error': {'code': -32601, 'message': 'm'}})]
    assert found(said) == ['4 error orphan-response']


def test_parse_errors_have_no_id():
    said = [*handshake(), server.says({'jsonrpc': '2.0', 'error': {'code': -32700, 'message': 'm'}})]
    assert found(said) == []


def test_duplicate():
    assert found([*handshake(), LIST, EMPTY, EMPTY]) == ['6 error duplicate-response id']


def test_a_ping_that_either_side_may_have_sent_has_an_id_of_its_own():
    someone = Side('')
    ping = [someone.ask(1, 'ping'), someone.answer(1, {})]
    assert found([*handshake(), *ping, *ping]) == []


def test_a_server_of_the_legacy_era_may_leave_a_probe_unanswered():
    probe = client.ask('p', 'server/discover', _meta=modern())
    assert found([probe, *handshake()]) == []
    assert found([probe, client.ask(1, 'tools/list', _meta=modern()), server.answer(1, cached(tools=[]))]) == ['1 warning unanswered']


def test_directions_have_ids_of_their_own():
    said = [*handshake(), LIST, server.ask(1, 'ping'), client.answer(1, {}), EMPTY]
    assert found(said) == []


def test_a_resumed_stream_delivers_again():
    resumed = Http('GET', 'https://x.example/mcp', request_headers={'last-event-id': '4', 'accept': 'text/event-stream'})
    assert found([*handshake(), LIST, EMPTY, client.http(resumed), EMPTY]) == []


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([LIST], ['4 warning unanswered'], id='the last message of a client'),
        pytest.param(
            [LIST, server.tell('notifications/message', level='info', data=1)], ['4 warning unanswered'], id='and more came'
        ),
        pytest.param([LIST, server.cut()], ['5 note truncated-frame'], id='the answer may be cut'),
        pytest.param(
            [LIST, server.noise('{'), server.noise('"id": 1}')],
            ['5 error stdout-noise', '6 error stdout-noise'],
            id='the answer may be the noise',
        ),
        pytest.param([LIST, client.tell('notifications/cancelled', requestId=1)], [], id='cancelled'),
        pytest.param([server.ask(1, 'roots/list')], [], id='asked last by a server whose client has gone'),
        pytest.param(
            [server.ask(1, 'roots/list'), LIST, EMPTY], ['4 warning unanswered'], id='a client that goes on without an answer'
        ),
    ],
)
def test_unanswered(said, expected):
    assert found([*handshake(), *said]) == expected


def test_unanswered_in_a_lossy_capture():
    assert found([*handshake(), LIST], lossy=True) == []


def test_a_batch_without_answers_is_one_fault():
    batch = client.says([{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}, {'jsonrpc': '2.0', 'id': 2, 'method': 'ping'}])
    assert found([*handshake('2025-03-26'), batch]) == ['4 warning unanswered']


def test_http_statuses_answer():
    asked = over_http(client.ask(1, 'tools/list'), Http('POST', exchange='1'))
    gone = server.http(Http('POST', status=503, exchange='1'), 'Service Unavailable')
    assert found([*handshake(), asked, gone]) == []


def test_a_listen_stream_stays_open():
    said = [*discovered(), client.ask('s', 'subscriptions/listen', _meta=modern(), notifications={})]
    assert found(said) == []


@pytest.mark.parametrize('value', [1, '1'])
def test_reused(value):
    first, second = client.ask(value, 'ping'), server.answer(value, {})
    assert found([*handshake(), first, second, first, second]) == ['6 error id-reused id']


def test_one_and_one_as_text_differ():
    said = [*handshake(), client.ask(1, 'ping'), server.answer(1, {}), client.ask('1', 'ping'), server.answer('1', {})]
    assert found(said) == []


def test_reused_by_the_other_side():
    said = [*handshake(), client.ask(1, 'ping'), server.answer(1, {}), server.ask(1, 'ping'), client.answer(1, {})]
    assert found(said) == []


def test_modern_ids_may_come_back_when_they_are_answered():
    assert found([*discovered(), *modern_listing(id=1), *modern_listing(id=1)]) == []


def test_modern_ids_in_flight():
    ask = client.ask(1, 'tools/list', _meta=modern())
    assert found([*discovered(), ask, ask, server.answer(1, cached(tools=[]))]) == ['4 error id-reused id']


def test_the_id_of_a_probe_is_free():
    probe = [client.ask(1, 'server/discover', _meta=modern()), server.refuse(1, -32601)]
    assert found([*probe, *handshake(), client.ask(1, 'ping'), server.answer(1, {})]) == []


def test_an_id_of_two_requests_is_one_mistake():
    one, other = (client.ask(1, 'tools/list', _meta=modern()) for _ in range(2))
    answer = server.answer(1, cached(tools=[]))
    assert found([*discovered(), one, other, answer, answer]) == ['4 error id-reused id']
    cancelled = client.tell('notifications/cancelled', requestId=1)
    assert found([*discovered(), one, cancelled, other, answer]) == ['5 error id-reused id']
    said = [*handshake(), LIST, LIST, EMPTY]
    assert found(said) == ['5 error id-reused id']
    assert found([*handshake(), LIST, EMPTY, LIST], ordered=False) == ['6 error id-reused id']
    assert found([*handshake(), LIST, EMPTY, LIST]) == ['6 error id-reused id', '6 warning unanswered']


def test_a_second_answer_where_nobody_says_who_asked():
    someone = Side('')
    ping = someone.ask(1, 'ping')
    assert found([*handshake(), ping, server.answer(1, {}), server.answer(1, {})]) == ['6 error duplicate-response id']
    assert found([*handshake(), ping, ping, server.answer(1, {}), server.answer(1, {})]) == []


PING = [client.ask(10, 'ping'), server.answer(10)]


@pytest.mark.parametrize('before', [[], PING, [server.answer(3, content=[])]], ids=['nothing', 'a ping', 'an answer'])
@pytest.mark.parametrize(
    'said',
    [
        client.tell('notifications/cancelled', requestId=9),
        server.tell('notifications/progress', progressToken='p', progress=1),
        server.tell('notifications/resources/updated', uri='demo://a'),
        server.answer(9, content=[]),
    ],
    ids=['cancelled', 'progress', 'updated', 'answer'],
)
def test_a_capture_that_begins_in_the_middle_may_lack_what_a_message_speaks_of(before, said):
    assert found([*before, said]) == []


def test_a_ping_before_initialize_says_nothing_of_where_the_capture_begins():
    assert found([*PING, *handshake(), server.answer(9, tools=[])]) == ['6 error orphan-response id']


def test_what_a_client_answers_over_http_may_have_been_asked_on_a_stream_that_is_not_in_the_capture():
    said = [*handshake(), client.answer(0, roots=[])]
    assert found(said) == ['4 error orphan-response id']
    assert 'orphan-response' not in ' '.join(found([over_http(one, Http('POST')) for one in said]))


def test_a_response_that_is_posted_in_the_modern_era():
    said = [over_http(one, Http('POST')) for one in [*discovered(), client.answer(0, roots=[])]]
    assert [one for one in found(said) if 'orphan' in one] == ['3 error orphan-response']


def test_a_notification_with_an_id_is_not_unanswered_as_well():
    assert found([*handshake(), client.ask(1, 'notifications/roots/list_changed')]) == ['4 error request-id id']


def test_an_initialize_of_the_server_is_one_mistake():
    initialize = server.ask(1, 'initialize', handshake()[0].message['params'])
    assert found([*handshake(), initialize, client.refuse(1, -32601)]) == ['4 error wrong-direction method']
