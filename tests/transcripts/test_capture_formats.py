"""What a form of capture can and cannot show: whole files to verdicts."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from mcp_hooks.transcripts import timeline
from mcp_hooks.transcripts.checking import Options, inspect
from mcp_hooks.transcripts.readers import prefix
from mcp_hooks.transcripts.rules import session_rules

INFO = {'name': 'x', 'version': '1'}


def verdicts(text: str, name: str = 'capture.log') -> list[str]:
    report = inspect(io.BytesIO(text.encode()), name, Options(tuple(rule for rule in session_rules() if rule.default)))
    assert report.errors == []
    return sorted(f'{one.place.line} {one.severity} {one.name}' for one in report.findings)


def ask(id: Any, method: str, **params: Any) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': id, 'method': method, **({'params': params} if params else {})}


def answer(id: Any, **result: Any) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': id, 'result': result}


def tell(method: str, **params: Any) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'method': method, **({'params': params} if params else {})}


INITIALIZE = ask(0, 'initialize', protocolVersion='2025-11-25', capabilities={}, clientInfo=INFO)
INITIALIZED = answer(0, protocolVersion='2025-11-25', capabilities={'tools': {}}, serverInfo=INFO)
READY = tell('notifications/initialized')
LIST, LISTED = ask(1, 'tools/list'), answer(1, tools=[])


def test_a_recorder_of_pairs_keeps_no_notification_of_the_client() -> None:
    session = {
        'initialize_request': INITIALIZE,
        'initialize_response': INITIALIZED,
        'interactions': [{'sequence': 0, 'request': LIST, 'response': LISTED, 'notifications': [], 'latency_ms': 12}],
    }
    assert verdicts(json.dumps({'format_version': '1.0.0', 'metadata': {}, 'session': session}), 'x.vcr') == []


def recorded(*messages: tuple[str, Any]) -> str:
    return ''.join(json.dumps({'from': side, 'msg': message}) + '\n' for side, message in messages)


def test_an_empty_array_is_said_to_be_none() -> None:
    opening = [('client', INITIALIZE), ('server', INITIALIZED), ('client', READY)]
    assert verdicts(recorded(*opening, ('client', []))) == ['4 error batch']
    plain = [message for _, message in opening]
    assert verdicts('[\n' + ',\n'.join(json.dumps(message) for message in [*plain, []]) + '\n]') == ['5 error batch']


def test_what_a_middleware_says_of_requests_is_no_message() -> None:
    lines = [
        {'event': 'request_start', 'method': 'tools/call', 'source': 'client', 'type': 'request', 'payload': '{"name": "a"}'},
        {'event': 'request_success', 'method': 'tools/call', 'source': 'client', 'duration_ms': 3},
        {'event': 'notification_start', 'method': 'notifications/cancelled', 'source': 'client', 'payload': '{}'},
    ]
    assert verdicts(''.join(json.dumps(line) + '\n' for line in lines)) == []


def test_the_inspector_may_fold_an_answer_onto_the_request_of_the_other_side() -> None:
    def entry(origin: str, message: Any, response: Any) -> dict[str, Any]:
        time = '2026-11-02T09:14:05.120Z'
        return {'id': 'u', 'timestamp': time, 'direction': 'request', 'origin': origin, 'message': message, 'response': response}

    call, called = ask(1, 'tools/call', name='a'), answer(1, content=[])
    roots, rooted = ask(1, 'roots/list'), answer(1, roots=[])
    crossed = [entry('client', call, rooted), entry('server', roots, called)]
    assert verdicts(json.dumps(crossed), 'inspector-protocol-x.json') == []
    wrong = [entry('client', call, answer(1, content='x'))]
    assert verdicts(json.dumps(wrong), 'inspector-protocol-x.json') == ['1 error result-fields']


def archive(*exchanges: tuple[Any, Any], times: tuple[str, ...] = ()) -> str:
    entries = []
    for number, (request, response) in enumerate(exchanges):
        body = {'mimeType': 'application/json', 'text': json.dumps(response)} if response else {'size': 0}
        entries.append(
            {
                'startedDateTime': times[number] if times else '2026-11-02T09:14:05.120Z',
                'time': 40,
                'request': {
                    'method': 'POST',
                    'url': 'https://x.example/mcp',
                    'headers': [],
                    'postData': {'mimeType': 'application/json', 'text': json.dumps(request)},
                },
                'response': {'status': 200 if response else 202, 'headers': [], 'content': body},
            }
        )
    return json.dumps({'log': {'version': '1.2', 'entries': entries}})


def test_exchanges_that_began_at_the_same_time_are_in_the_order_of_the_file() -> None:
    said = [(INITIALIZE, INITIALIZED), (READY, None), (LIST, LISTED)]
    assert verdicts(archive(*said), 'x.har') == []
    rounded = ('2026-11-02T09:14:05.120Z', '2026-11-02T09:14:05.159Z', '2026-11-02T09:14:06.000Z')
    assert verdicts(archive(*said, times=rounded), 'x.har') == []
    crossed = ('2026-11-02T09:14:05.120Z', '2026-11-02T09:14:05.121Z', '2026-11-02T09:14:06.000Z')
    assert verdicts(archive(*said, times=crossed), 'x.har') == ['1 error initialized-early']


def streams(*bodies: str, resumed: bool = False) -> str:
    """A session over HTTP whose answers after the handshake are these event streams."""
    shared = {'url': 'https://x.example/mcp', 'category': 'transport', 'timestamp': '2026-11-02T09:14:05.120Z'}
    sent = {'accept': 'application/json, text/event-stream', 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25'}
    entries = [
        {
            'method': 'POST',
            'requestHeaders': {'accept': sent['accept']},
            'requestBody': json.dumps(INITIALIZE),
            'responseStatus': 200,
            'responseHeaders': {'content-type': 'application/json', 'mcp-session-id': 's'},
            'responseBody': json.dumps(INITIALIZED),
        },
        {'method': 'POST', 'requestHeaders': sent, 'requestBody': json.dumps(READY), 'responseStatus': 202},
    ]
    for number, body in enumerate(bodies, 1):
        entries.append(
            {
                'method': 'GET' if resumed and number > 1 else 'POST',
                'requestHeaders': {**sent, 'last-event-id': 'a'} if resumed and number > 1 else sent,
                'requestBody': None if resumed and number > 1 else json.dumps(ask(number, 'ping')),
                'responseStatus': 200,
                'responseHeaders': {'content-type': 'text/event-stream'},
                'responseBody': body,
            }
        )
    return '[\n' + ',\n'.join(json.dumps({**entry, **shared}) for entry in entries) + '\n]\n'


def event(message: Any, id: str = '') -> str:
    return (f'id: {id}\n' if id else '') + 'event: message\ndata: ' + json.dumps(message) + '\n\n'


LOG = tell('notifications/progress', progressToken=1, progress=1)


def test_an_event_id_names_one_event() -> None:
    def said(*bodies: str, **how: bool) -> list[str]:
        return [one for one in verdicts(streams(*bodies, **how), 'inspector-network-x.json') if 'event-id' in one]

    first, second = answer(1), answer(2)
    assert said(event(LOG, 'a') + event(first, 'b'), event(second, 'c')) == []
    assert said(event(LOG) + event(first), event(second)) == []
    assert said(event(LOG, 'a') + event(first, 'a')) == ['4 error event-id-reused']
    assert said(event(first, 'a'), event(second, 'a')) == ['5 error event-id-reused']
    assert said('id: a\ndata:\n\n' + event(first, 'a')) == ['4 error event-id-reused']
    assert said(event(LOG, 'a') + event(LOG, 'b'), event(LOG, 'b') + event(first, 'c'), resumed=True) == []


def test_two_faults_at_one_place_are_two() -> None:
    tool = {'name': 'n', 'inputSchema': {'type': 'object'}, 'outputSchema': {'type': 'object', 'required': ['n']}}
    tool['outputSchema']['properties'] = {'n': {'type': 'integer'}}
    text = [{'type': 'text', 'text': 'x'}]
    said = [('client', INITIALIZE), ('server', INITIALIZED), ('client', READY), ('client', LIST), ('server', answer(1, tools=[tool]))]
    for number, structured in enumerate([{'n': 'x'}, {}, {'n': 'y'}], 2):
        said.append(('client', ask(number, 'tools/call', name='n', arguments={})))
        said.append(('server', answer(number, content=text, structuredContent=structured)))
    assert verdicts(recorded(*said)) == ['7 error structured-content', '9 error structured-content']


def test_stream_json_has_one_session_and_both_sides_ask() -> None:
    def asked(number: int, message: Any, server: str = 'demo') -> dict[str, Any]:
        request = {'subtype': 'mcp_message', 'server_name': server, 'message': message}
        return {'type': 'control_request', 'request_id': f'r{number}', 'request': request}

    def said(number: int, message: Any) -> dict[str, Any]:
        response = {'subtype': 'success', 'request_id': f'r{number}', 'response': {'mcp_response': message}}
        return {'type': 'control_response', 'response': response}

    def lines(*entries: dict[str, Any]) -> str:
        return ''.join(json.dumps(entry) + '\n' for entry in entries)

    initialize = ask(0, 'initialize', protocolVersion='2025-11-25', capabilities={'roots': {}}, clientInfo=INFO)
    opened = [asked(0, initialize), said(0, INITIALIZED), asked(1, READY), said(1, answer(0))]
    roots = [asked(7, ask(0, 'roots/list')), said(7, answer(0, roots=[{'uri': 'file:///w'}]))]
    assert verdicts(lines(*opened, asked(2, LIST), said(2, LISTED), *roots)) == []
    assert verdicts(lines(*opened, asked(2, LIST), said(99, LISTED))) == []
    logged = asked(8, tell('notifications/message', level='info', data='x'))
    assert verdicts(lines(*opened, logged)) == ['5 error undeclared-notification']
    second = asked(3, ask(0, 'ping'), 'other')
    assert verdicts(lines(*opened, second, said(3, answer(0)))) == []


def test_a_long_wait_has_a_word_in_the_timeline() -> None:
    assert [timeline.wait(seconds) for seconds in (0.12, 9.9999, 29.9, 46.0)] == ['120 ms', '10000 ms', '29.9 s', '46.0 s, slow']


def test_nan_is_no_json() -> None:
    opening = [('client', INITIALIZE), ('server', INITIALIZED), ('client', READY)]
    call, called = ask(1, 'tools/call', name='n'), answer(1, content=[], structuredContent={'n': float('nan')})
    right = ask(2, 'ping'), answer(2)
    said = [*opening, ('client', call), ('server', called), ('client', right[0]), ('server', right[1])]
    assert verdicts(recorded(*said)) == ['5 error stdout-noise']
    assert verdicts(''.join(json.dumps(message) + '\n' for _, message in said)) == ['5 error stdout-noise']
    raw = ''.join(json.dumps({'from': side, 'raw': json.dumps(message)}) + '\n' for side, message in said)
    assert verdicts(raw) == ['5 error stdout-noise']
    assert verdicts(archive((INITIALIZE, INITIALIZED), (READY, None), (call, called)), 'x.har') == ['1 error stdout-noise']
    words = answer(1, content=[{'type': 'text', 'text': 'NaN and Infinity'}])
    assert verdicts(recorded(*opening, ('client', call), ('server', words))) == []


def test_words_before_a_message_on_the_channel_are_noise() -> None:
    line = {'from': 'server', 'raw': 'Server says: ' + json.dumps(LISTED)}
    opening = recorded(('client', INITIALIZE), ('server', INITIALIZED), ('client', READY), ('client', LIST))
    assert verdicts(opening + json.dumps(line) + '\n') == ['5 error stdout-noise']


def test_an_event_stream_that_was_recorded_as_text() -> None:
    sent = {'accept': 'application/json, text/event-stream'}
    later = sent | {'mcp-protocol-version': '2025-11-25'}
    stream = {'status': 200, 'headers': {'content-type': 'text/event-stream'}}

    def post(message: Any, headers: dict[str, str] = later) -> dict[str, Any]:
        return {'from': 'client', 'http': {'method': 'POST', 'headers': headers}, 'msg': message}

    lines = [
        post(INITIALIZE, sent),
        {'from': 'server', 'http': stream, 'raw': event(INITIALIZED)},
        post(READY),
        {'from': 'server', 'http': {'status': 202}, 'raw': ''},
        post(LIST),
        {'from': 'server', 'http': stream, 'raw': 'id: a\ndata:\n\n' + event(LISTED, 'b')},
    ]
    assert verdicts(''.join(json.dumps(line) + '\n' for line in lines)) == []
    lines[5]['raw'] = event(LOG, 'a') + event(answer(1, tools={}), 'a')
    said = ['6 error event-id-reused', '6 error progress-token', '6 error result-fields']
    assert verdicts(''.join(json.dumps(line) + '\n' for line in lines)) == said


def exchanges(*halves: tuple[Any, int, Any]) -> str:
    lines = []
    for number, (request, status, body) in enumerate(halves):
        http = {'method': 'POST', 'exchange': str(number), 'headers': {}}
        lines.append({'from': 'client', 'http': http, 'msg': request})
        answered: dict[str, Any] = {'from': 'server', 'http': {'status': status, 'exchange': str(number)}}
        lines.append({**answered, **({'raw': body} if isinstance(body, str) else {'msg': body})})
    return ''.join(json.dumps(line) + '\n' for line in lines)


def test_what_an_http_error_says_is_no_message() -> None:
    refused = {'error': 'invalid_token', 'error_description': 'The token has expired'}
    opened = [(INITIALIZE, 401, refused), (INITIALIZE, 200, INITIALIZED), (READY, 202, '')]
    for body in (refused, json.dumps(refused), {'message': 'Forbidden'}, ''):
        assert verdicts(exchanges(*opened, (LIST, 401, body), (LIST, 200, LISTED))) == []
    for status in (307, 429, 502):
        assert verdicts(exchanges(*opened, (LIST, status, ''), (LIST, 200, LISTED))) == []
    assert verdicts(exchanges(*opened, (LIST, 200, LISTED), (LIST, 200, LISTED))) == ['9 error id-reused']
    assert verdicts(exchanges(*opened, (LIST, 307, ''))) == []


def test_the_same_in_an_archive() -> None:
    text = archive((INITIALIZE, {'error': 'invalid_token'}), (INITIALIZE, INITIALIZED), (READY, None), (LIST, LISTED))
    entries = json.loads(text)
    entries['log']['entries'][0]['response']['status'] = 401
    assert verdicts(json.dumps(entries), 'x.har') == []


def test_what_is_refused_before_it_is_read_has_an_id_of_its_own() -> None:
    error = {'jsonrpc': '2.0', 'id': 'server-error', 'error': {'code': -32600, 'message': 'Not Acceptable'}}
    assert verdicts(exchanges((INITIALIZE, 406, error))) == ['2 note orphan-response']
    assert verdicts(exchanges((INITIALIZE, 200, error))) == ['1 warning unanswered', '2 error orphan-response']


def test_what_a_browser_gave_up() -> None:
    opened = [(INITIALIZE, 200, INITIALIZED), (READY, 202, '')]
    assert verdicts(exchanges(*opened, (LIST, 0, ''))) == []


def test_events_of_other_names_are_the_server_s_own() -> None:
    beat = 'event: heartbeat\ndata: {}\n\n'
    assert verdicts(streams(beat + event(answer(1))), 'inspector-network-x.json') == []


@pytest.mark.parametrize(
    ('before', 'direction'),
    [
        ('2026-11-02 09:14:05,120 - mcp.client.transport - DEBUG - Sending message:', 'c2s'),
        ('2026-11-02 09:14:05.120 [main] DEBUG io.modelcontextprotocol.client.Transport -- Received message:', ''),
        ('09:14:05.120 DEBUG demo.mcp.server: sent', 's2c'),
        ('DEBUG:mcp.client.session:sending', 'c2s'),
        ('DEBUG:mcp.client.session:received', ''),
        ('2026-11-02T09:14:05Z [server] received:', ''),
        ('2026-11-02T09:14:05Z [server] sent:', 's2c'),
        ('2026-11-02T09:14:05Z server received', ''),
        ('2026-11-02T09:14:05Z received from client:', 'c2s'),
        ('Dec  1 09:14:05 host mcp-proxy[123]: client->server', 'c2s'),
        ('Dec 11 09:14:05 host mcp-server[123]:', ''),
        ('Dec  1 09:14:05 host mcp-proxy[123]: recv', 'in'),
        ('Message from server:', 's2c'),
        ('2026/11/02 09:14:05 write:', 'out'),
        ('2026/11/02 09:14:05.123456 read:', 'in'),
    ],
)
def test_the_name_of_a_logger_is_no_direction(before: str, direction: str) -> None:
    assert prefix.read(before)[0] == direction
