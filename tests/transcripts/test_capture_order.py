"""In what order things were said, where the file has another: archives in any order, and what a session begins with."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from transcripts import captures
from transcripts.test_capture_formats import INITIALIZE, INITIALIZED, LIST, READY, answer, ask, recorded, verdicts

from mcp_hooks.transcripts.checking import Options, inspect
from mcp_hooks.transcripts.rules import session_rules


def refused(id: Any, code: int, message: str) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': id, 'error': {'code': code, 'message': message}}


def initialize(id: Any) -> list[tuple[str, Any]]:
    return [('client', {**INITIALIZE, 'id': id}), ('server', {**INITIALIZED, 'id': id}), ('client', READY)]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        ([('client', ask(1, 'tools/list')), ('server', refused(1, -32602, 'Invalid request parameters')), *initialize(1)], [1]),
        ([('client', ask(2, 'tools/list')), ('server', refused(2, -32600, 'Server not initialized')), *initialize(1)], [1]),
        # the end of one session, and another run that counts anew
        ([('client', ask(7, 'tools/list')), ('server', refused(7, -32603, 'no database')), *initialize(1)], []),
        ([('client', ask(1, 'tools/list')), ('server', answer(1, tools=[])), *initialize(1)], []),
    ],
)
def test_a_request_was_refused_and_initialize_counts_anew(said: list[tuple[str, Any]], expected: list[int]) -> None:
    assert verdicts(recorded(*said)) == [f'{line} error initialize-not-first' for line in expected]


def exchange(
    start: float | None, message: Any, status: int, said: Any = None, *, url: str = 'https://x.example/mcp', took: float = 0.04, **sent: str
) -> dict[str, Any]:
    """An entry of a HAR. ``said`` is a message, a list of those on an event stream, or a text."""
    streamed = isinstance(said, list)
    text = ''.join(f'data: {json.dumps(one)}\n\n' for one in said) if streamed else said if isinstance(said, str) else json.dumps(said)
    mime = 'text/event-stream' if streamed else 'text/plain' if isinstance(said, str) else 'application/json'
    headers = {'accept': 'application/json, text/event-stream', **{name.replace('_', '-'): value for name, value in sent.items()}}
    return {
        **({} if start is None else {'startedDateTime': captures.iso(start), 'time': took * 1000}),
        'request': {
            'method': 'POST',
            'url': url,
            'headers': [{'name': name, 'value': value} for name, value in headers.items()],
            'postData': {'mimeType': 'application/json', 'text': json.dumps(message)},
        },
        'response': {
            'status': status,
            'headers': [{'name': 'content-type', 'value': mime}] if said is not None else [],
            'content': {'mimeType': mime, 'text': text} if said is not None else {'size': 0},
        },
    }


def archive(entries: list[dict[str, Any]]) -> str:
    return json.dumps({'log': {'version': '1.2', 'entries': entries}})


def findings(entries: list[dict[str, Any]]) -> list[str]:
    return verdicts(archive(entries), 'x.har')


def metrics(entries: list[dict[str, Any]]) -> tuple[int, int]:
    """Sessions, and requests without an answer."""
    report = inspect(io.BytesIO(archive(entries).encode()), 'x.har', Options(session_rules()))
    return report.metrics.sessions, report.metrics.unanswered


@pytest.mark.parametrize(
    ('status', 'said', 'sent', 'expected'),
    [
        (400, refused(None, -32000, 'Bad Request: Server not initialized'), {}, True),
        (400, 'Missing session id', {}, True),
        (200, refused(1, -32602, 'Invalid request parameters'), {}, True),
        (404, 'nothing here', {}, False),
        (401, 'who are you?', {}, False),
        # the session has ended, and the client begins a new one: rightly
        (404, refused(1, -32001, 'Session not found'), {'mcp_session_id': 'old', 'mcp_protocol_version': '2025-11-25'}, False),
        # of the modern era, but for its _meta, which is said elsewhere
        (400, refused(1, -32602, 'no _meta'), {'mcp_protocol_version': '2026-07-28'}, False),
    ],
)
def test_refused_over_http_before_initialize(status: int, said: Any, sent: dict[str, str], expected: bool) -> None:
    found = findings(
        [
            exchange(0, LIST, status, said, **sent),
            exchange(1, {**INITIALIZE, 'id': 2}, 200, {**INITIALIZED, 'id': 2}),
            exchange(2, READY, 202),
        ]
    )
    assert [one for one in found if 'initialize-not-first' in one] == (['1 error initialize-not-first'] if expected else [])


def streamable(session: str, start: float, *, wrong: bool = False) -> list[dict[str, Any]]:
    """The entries of one session, in their order: requests overlap, and answers cross."""
    known = {'mcp_session_id': session, 'mcp_protocol_version': '2025-11-25'} if session else {'mcp_protocol_version': '2025-11-25'}
    opening = exchange(start, INITIALIZE, 200, INITIALIZED)
    if session:
        opening['response']['headers'].append({'name': 'Mcp-Session-Id', 'value': session})
    calls = [
        exchange(start + 2 + n / 100, ask(n, 'ping'), 200, answer(n), took=(7 - n) / 50, **known) for n in range(1, 7)
    ]
    if wrong:
        calls.append(exchange(start + 3, ask(6, 'ping'), 200, answer(6), **known))
    return [opening, exchange(start + 1, READY, 202, **known), *calls]


def connection(name: str, start: float, endpoint: str, *, timed: bool = True) -> list[dict[str, Any]]:
    """HTTP+SSE: the stream, and then what was posted."""
    heard = [{**INITIALIZED, 'id': 0}, answer(1), answer(2)]
    heard[0]['result'] = {**INITIALIZED['result'], 'protocolVersion': '2024-11-05'}
    said = [ask(0, 'initialize', **{**INITIALIZE['params'], 'protocolVersion': '2024-11-05'}), READY, ask(1, 'ping'), ask(2, 'ping')]
    text = f'event: endpoint\ndata: {endpoint.format(name)}\n\n' + ''.join(f'data: {json.dumps(one)}\n\n' for one in heard)
    stream = {
        **({'startedDateTime': captures.iso(start), 'time': 30_000} if timed else {}),
        'request': {
            'method': 'GET',
            'url': 'https://x.example/mcp/sse',
            'headers': [{'name': 'Accept', 'value': 'text/event-stream'}],
        },
        'response': {
            'status': 200,
            'headers': [{'name': 'content-type', 'value': 'text/event-stream'}],
            'content': {'mimeType': 'text/event-stream', 'text': text},
        },
    }
    url = f'https://x.example/mcp/messages?session={name}'
    return [stream, *(exchange(start + n if timed else None, one, 202, 'Accepted', url=url) for n, one in enumerate(said, 1))]


ORDERS = {
    'as it was': lambda entries: entries,
    'streams last': lambda entries: [*(one for one in entries if 'postData' in one['request']), *(
        one for one in entries if 'postData' not in one['request'])],
    'newest first': lambda entries: entries[::-1],
    'in no order': lambda entries: entries[1::3] + entries[::3][::-1] + entries[2::3],
}
ENDPOINTS = ['/mcp/messages?session={}', 'messages?session={}', 'https://x.example/mcp/messages?session={}',
             '//x.example/mcp/messages?session={}']


@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize('endpoint', ENDPOINTS)
def test_an_archive_of_http_and_sse_in_any_order(order: str, endpoint: str) -> None:
    one = ORDERS[order](connection('a', 0, endpoint))
    assert (findings(one), metrics(one)) == ([], (1, 0))
    two = ORDERS[order](sorted(connection('a', 0, endpoint) + connection('b', 0.5, endpoint), key=lambda one: one['startedDateTime']))
    assert (findings(two), metrics(two)) == ([], (2, 0))


@pytest.mark.parametrize('order', ['as it was', 'streams last'])
def test_an_archive_of_http_and_sse_without_times(order: str) -> None:
    entries = ORDERS[order](connection('a', 0, ENDPOINTS[0], timed=False))
    assert (findings(entries), metrics(entries)) == ([], (1, 0))


def test_an_archive_of_http_and_sse_without_headers() -> None:
    entries = connection('a', 0, ENDPOINTS[0])
    for entry in entries:
        entry['request']['headers'] = []
    assert (findings(entries), metrics(entries)) == ([], (1, 0))


def test_the_event_that_names_the_address_may_be_written_in_any_way() -> None:
    entries = connection('a', 0, ENDPOINTS[0])
    content = entries[0]['response']['content']
    content['text'] = content['text'].replace('event: endpoint\ndata: ', ': hello\r\n\r\ndata:').replace('\n\n', '\nevent:endpoint\n\n', 1)
    assert (findings(entries), metrics(entries)) == ([], (1, 0))


@pytest.mark.parametrize('order', ORDERS)
def test_an_archive_of_parallel_sessions_in_any_order(order: str) -> None:
    one = streamable('s1', 0)
    assert (findings(ORDERS[order](one)), metrics(ORDERS[order](one))) == ([], (1, 0))
    two = sorted(one + streamable('s2', 0.02), key=lambda one: one['startedDateTime'])
    assert (findings(ORDERS[order](two)), metrics(ORDERS[order](two))) == ([], (2, 0))


def test_what_is_wrong_is_found_where_it_stands_in_the_file() -> None:
    entries = streamable('s1', 0, wrong=True)
    assert findings(entries) == ['1 error id-reused']
    lines = json.dumps({'log': {'entries': entries[::-1]}}, indent=1).split('\n')
    expected = next(number for number, line in enumerate(lines, 1) if line.strip().startswith('"request"'))
    assert verdicts('\n'.join(lines), 'x.har') == [f'{expected} error id-reused']


@pytest.mark.parametrize('apart', [0.01, 0.05, 30])
def test_clients_without_a_session_id_that_share_an_address(apart: float) -> None:
    entries = sorted(streamable('', 0) + streamable('', apart), key=lambda one: one['startedDateTime'])
    assert (findings(entries), metrics(entries)[0]) == ([], 2)


def test_more_than_can_wait_is_put_in_order_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.transcripts.readers import started

    monkeypatch.setattr(started, 'MOST', 8)
    entries = streamable('s1', 0)
    for at in range(0, len(entries) - 1, 2):
        entries[at], entries[at + 1] = entries[at + 1], entries[at]
    assert findings(entries) == []


def timed(number: int, **entry: Any) -> dict[str, Any]:
    return {'timestamp': captures.iso(number), **entry}


PAIRS = [
    timed(0, request=INITIALIZE, response=INITIALIZED, latency_ms=4),
    timed(1, direction='client', message=READY),
    timed(2, request=LIST, response=answer(1, tools=[]), latency_ms=4),
    timed(3, direction='client', message=ask(2, 'ping')),
    timed(4, direction='server', message=answer(2)),
    timed(5, request=ask(3, 'ping'), response=answer(3), latency_ms=4),
]
ALONE = [
    timed(number, direction=side, message=message)
    for number, (side, message) in enumerate(
        [('client', INITIALIZE), ('server', INITIALIZED), ('client', READY), ('client', LIST), ('server', answer(1, tools=[]))]
    )
]
INSPECTOR = [
    timed(0, direction='request', origin='client', message=INITIALIZE, response=INITIALIZED, duration=4),
    timed(1, direction='notification', origin='client', message=READY),
    timed(2, direction='request', origin='client', message=LIST, response=answer(1, tools=[]), duration=4),
]


@pytest.mark.parametrize('entries', [PAIRS, ALONE, INSPECTOR], ids=['pairs', 'messages', 'inspector'])
def test_an_array_may_have_the_newest_first(entries: list[dict[str, Any]]) -> None:
    for one in (entries, entries[::-1]):
        report = inspect(io.BytesIO(json.dumps(one).encode()), 'x.json', Options(session_rules()))
        assert [finding.name for finding in report.findings] == []
        assert (report.metrics.sessions, report.metrics.unanswered) == (1, 0)


def test_a_pair_is_answered_before_a_later_message_that_stands_alone() -> None:
    assert verdicts(''.join(json.dumps(one) + '\n' for one in PAIRS), 'x.jsonl') == []
    without = [{name: value for name, value in one.items() if name != 'timestamp'} for one in PAIRS]
    assert verdicts(json.dumps(without), 'x.json') == []


def test_a_log_may_have_the_newest_first() -> None:
    lines = [json.dumps(one) + '\n' for one in ALONE]
    assert verdicts(''.join(reversed(lines)), 'x.jsonl') == []
    # two times may be those of two clocks
    assert verdicts(''.join(reversed(lines[:2])), 'x.jsonl') == ['2 warning unanswered']


def streamed_by_get(start: float, *messages: Any) -> dict[str, Any]:
    entry = exchange(start, None, 200, list(messages), **KNOWN)
    del entry['request']['postData']
    entry['request']['method'] = 'GET'
    return entry


KNOWN = {'mcp_protocol_version': '2025-11-25'}
OPENING = [exchange(0, INITIALIZE, 200, INITIALIZED), exchange(1, READY, 202, **KNOWN)]


@pytest.mark.parametrize(
    ('entries', 'expected'),
    [
        ([exchange(2, ask(1, 'ping'), 202, **KNOWN)], ['1 error http-answer']),
        ([exchange(2, ask(1, 'ping'), 200, [answer(2)], **KNOWN)], ['1 error orphan-response']),
        ([exchange(2, ask(1, 'ping'), 200, answer('1'), **KNOWN)], ['1 error response-id']),
        ([exchange(2, ask(1, 'ping'), 202, **KNOWN), streamed_by_get(2.01, answer(1))], ['1 error response-on-get']),
        ([streamed_by_get(1.5, answer(1)), exchange(2, ask(1, 'ping'), 202, **KNOWN)], ['1 error response-on-get']),
    ],
)
def test_one_mistake_over_http_is_told_once(entries: list[dict[str, Any]], expected: list[str]) -> None:
    assert findings([*OPENING, *entries]) == expected


@pytest.mark.parametrize('status', [200, 202])
@pytest.mark.parametrize('body', [{}, {'status': 'accepted'}])
def test_a_notification_has_no_body_for_an_answer(status: int, body: Any) -> None:
    entries = [OPENING[0], exchange(1, READY, status, body, **KNOWN)]
    report = inspect(io.BytesIO(archive(entries).encode()), 'x.har', Options(session_rules()))
    assert [(finding.name, finding.message) for finding in report.findings] == [
        ('malformed-message', 'a notification is answered with a body that is no message; it must be 202 without a body')
    ]


@pytest.mark.parametrize('timed', [True, False])
def test_connections_one_after_the_other_may_have_the_same_address_to_post_to(timed: bool) -> None:
    entries = []
    for start in (0, 60):
        of_one = connection('', start, '/mcp/messages', timed=timed)
        for entry in of_one[1:]:
            entry['request']['url'] = 'https://x.example/mcp/messages'
        entries += of_one
    assert (findings(entries), metrics(entries)) == ([], (2, 0))


@pytest.mark.parametrize('kept', [True, False], ids=['without its body', 'not at all'])
def test_a_stream_of_http_and_sse_that_the_capture_does_not_have(kept: bool) -> None:
    stream, *posted = connection('a', 0, ENDPOINTS[0])
    stream['response']['content'] = {'mimeType': 'text/event-stream', 'size': 0}
    assert findings([stream, *posted] if kept else posted) == ['1 note truncated-frame']


def test_a_stream_that_had_its_turn_is_forgotten() -> None:
    from mcp_hooks.transcripts.readers.archive import Archive

    reader = Archive()
    for number in range(5):
        for entry in connection(str(number), number, ENDPOINTS[0]):
            list(reader.entry(entry, 1, '$', json.dumps(entry)))
    assert len(reader._named) == 6  # each with its query, and the one without
    list(reader.rest())
    assert reader._named == {}
