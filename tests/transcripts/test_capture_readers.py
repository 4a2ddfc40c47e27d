"""Every form of capture reads back to the messages it was made of."""

from __future__ import annotations

import io
import json
from typing import Any

import captures
import pytest
from captures import FORMATS, Said, compact
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_hooks.transcripts.message import C2S, HTTP, MESSAGE, NOISE, OTHER, S2C, STDERR, TRUNCATED, Frame
from mcp_hooks.transcripts.readers import open_capture
from mcp_hooks.transcripts.session import Session


def read(text: str | bytes, name: str = 'capture.log') -> list[Frame]:
    data = text.encode() if isinstance(text, str) else text
    return list(open_capture(io.BytesIO(data), name).frames())


def messages(frames: list[Frame]) -> list[Any]:
    return [frame.data for frame in frames if frame.kind == MESSAGE]


def directions(frames: list[Frame]) -> list[str]:
    """Recorded, or concluded by a session."""
    session = Session()
    found = []
    for frame in frames:
        for event in session.feed(frame):
            session.settle(event)
        if frame.kind == MESSAGE:
            found.append(frame.direction)
    return found


INITIALIZE = {
    'jsonrpc': '2.0',
    'id': 0,
    'method': 'initialize',
    'params': {'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'probe', 'version': '1'}},
}
INITIALIZED = {
    'jsonrpc': '2.0',
    'id': 0,
    'result': {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'demo', 'version': '1'}},
}
OPENING = [
    Said('c2s', INITIALIZE, 0),
    Said('s2c', INITIALIZED, 0.1),
    Said('c2s', {'jsonrpc': '2.0', 'method': 'notifications/initialized'}, 0.2),
]

texts = st.text(st.characters(blacklist_categories=('Cs',)), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
methods = st.sampled_from(['tools/list', 'tools/call', 'resources/read', 'prompts/get'])
notes = st.sampled_from(['notifications/message', 'notifications/tools/list_changed'])


@st.composite
def sessions(draw: st.DrawFn) -> list[Said]:
    """A session that any recorder can hold: requests one after the other, answers, notifications before them."""
    said = list(OPENING)
    for number in range(1, draw(st.integers(1, 5)) + 1):
        identifier = draw(st.sampled_from([number, f'id-{number}']))
        said.append(
            Said(
                'c2s',
                {
                    'jsonrpc': '2.0',
                    'id': identifier,
                    'method': draw(methods),
                    'params': draw(st.dictionaries(texts, values, max_size=3)),
                },
                number,
            )
        )
        if draw(st.booleans()):
            said.append(Said('s2c', {'jsonrpc': '2.0', 'method': draw(notes), 'params': {'data': draw(values)}}, number + 0.25))
        answer: dict[str, Any] = {'jsonrpc': '2.0', 'id': identifier}
        if draw(st.booleans()):
            answer['result'] = draw(st.dictionaries(texts, values, max_size=3))
        else:
            answer['error'] = {'code': -32603, 'message': draw(texts)}
        said.append(Said('s2c', answer, number + 0.5))
    return said


@pytest.mark.parametrize('name', FORMATS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(said=sessions())
def test_every_form_reads_back(name: str, said: list[Said]) -> None:
    render, recorded, whole = FORMATS[name]
    if not whole:  # a recorder of pairs keeps no notifications for itself, or in another order
        said = [one for one in said if one.direction == 'c2s' or 'method' not in one.message]
    frames = read(render(said), 'paste.md' if name == 'paste' else 'capture.log')
    assert messages(frames) == [one.message for one in said]
    assert [frame.kind for frame in frames if frame.kind not in (MESSAGE, HTTP, STDERR)] == []
    assert directions(frames) == [one.direction for one in said]
    if recorded and name != 'agent-vcr':  # it has no direction for the two messages of the handshake
        assert not any(frame.inferred for frame in frames)


@pytest.mark.parametrize('name', FORMATS)
def test_lines_and_paths_are_those_of_the_file(name: str) -> None:
    said = [
        *OPENING,
        Said('c2s', {'jsonrpc': '2.0', 'id': 7, 'method': 'tools/call', 'params': {'name': 'marked'}}, 1),
        Said('s2c', {'jsonrpc': '2.0', 'id': 7, 'result': {'content': []}}, 2),
    ]
    text = FORMATS[name][0](said)
    frame = next(
        one
        for one in read(text, 'paste.md' if name == 'paste' else 'x.log')
        if isinstance(one.data, dict) and one.data.get('method') == 'tools/call'
    )
    line = text.split('\n')[frame.line - 1]
    nearby = '\n'.join(text.split('\n')[frame.line - 1 : frame.line + 20])
    assert 'marked' in nearby
    assert '{' in line or 'JSONRPCRequest' in line
    if name in ('array', 'array of from and msg', 'Inspector', 'JSON Lines', 'tee'):
        document = json.loads(text) if text.lstrip().startswith('[') else [json.loads(one) for one in text.splitlines()]
        value = document
        for step in frame.where.removeprefix('$').replace('[', '.[').split('.')[1:]:
            value = value[int(step[1:-1])] if step.startswith('[') else value[step]
        assert value == frame.data


def test_times_are_seconds_whatever_the_unit() -> None:
    for name in ('tee', 'mcpgaze', 'tumiki-proxy', 'Claude Desktop', 'VS Code', 'arrows in a log'):
        frames = [frame for frame in read(FORMATS[name][0](OPENING)) if frame.kind == MESSAGE]
        first, second = frames[0].time, frames[1].time
        assert first is not None
        assert second is not None
        assert round(second - first, 3) == 0.1, name


@pytest.mark.parametrize('number', ['1' + '0' * 400, '-1' + '0' * 400, '1e400', '-5', 'true', 'null', '[1]'])
def test_times_and_durations_may_be_any_number(number: str) -> None:
    """A whole number may have thousands of digits; what is no time is none, and the messages are read all the same."""
    question, answer = compact({'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}), compact({'jsonrpc': '2.0', 'id': 1, 'result': {}})
    entry = ('{"startedDateTime": "2026-01-01T00:00:00Z", "time": %s, "request": {"method": "POST", "url": "http://a.example/mcp", '
             '"headers": [], "postData": {"text": %s}}, "response": {"status": 200, "headers": [], "content": {"mimeType": '
             '"application/json", "text": %s}}}')
    har = '{"log": {"version": "1.2", "entries": [' + entry % (number, json.dumps(question), json.dumps(answer)) + ']}}'
    network = ('{"timestamp": 1767225600000, "duration": %s, "method": "POST", "url": "http://a.example/mcp", "requestHeaders": {}, '
               '"requestBody": %s, "responseStatus": 200, "responseHeaders": {}, "responseBody": %s}')
    inspector = '{"timestamp": 1767225600000, "direction": "request", "duration": %s, "message": %s, "response": %s}'
    pair = '{"timestamp": 1767225600.0, "duration_ms": %s, "request": %s, "response": %s}'
    for text in (har, network % (number, json.dumps(question), json.dumps(answer)), inspector % (number, question, answer),
                 pair % (number, question, answer)):
        read_frames = [frame for frame in read(text, 'capture.json') if frame.kind == MESSAGE]
        assert [frame.data for frame in read_frames] == [json.loads(question), json.loads(answer)], text
        assert [frame.time for frame in read_frames] == [1767225600.0, 1767225600.0]
    for unit in ('timestamp', 'timestamp_ms', 'timestamp_us', 'timestamp_ns'):
        line = f'{{"direction": "c2s", "{unit}": {number}, "message": {question}}}'
        [frame] = [frame for frame in read(line) if frame.kind == MESSAGE]
        assert frame.data == json.loads(question)


# ---- what is special about one form or another ----


def test_a_nested_array_is_a_batch_and_the_file_is_not() -> None:
    batch = [{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}, {'jsonrpc': '2.0', 'id': 2, 'method': 'ping'}]
    assert messages(read(json.dumps([INITIALIZE, batch]))) == [INITIALIZE, batch]
    assert messages(read(compact(batch) + '\n' + compact(batch) + '\n')) == [batch, batch]
    assert messages(read(compact(batch))) == batch


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert messages(read(f'# started\n\n// here\n{compact(INITIALIZE)}\n\n')) == [INITIALIZE]


def test_text_between_bare_messages_is_noise() -> None:
    frames = read(f'STDIO server started\n{compact(INITIALIZE)}\n[WARN] slow\n{compact(INITIALIZED)}\n', 'session.jsonl')
    assert [(frame.kind, frame.line) for frame in frames] == [(NOISE, 1), (MESSAGE, 2), (NOISE, 3), (MESSAGE, 4)]


def test_text_in_a_log_of_a_client_is_no_noise() -> None:
    assert [frame.kind for frame in read(captures.claude_desktop(OPENING))] == [MESSAGE] * 3
    assert NOISE not in [frame.kind for frame in read(captures.vs_code(OPENING))]
    assert [frame.kind for frame in read(captures.paste(OPENING), 'issue.md')] == [MESSAGE] * 3


def test_a_recorder_s_raw_text_is_noise_on_the_side_that_wrote_it() -> None:
    text = (
        '{"from":"server","raw":"listening on 1"}\n{"from":"client","raw":"{\\"jsonrpc\\":"}\n'
        '{"dir":"stderr","raw":"a traceback"}\n' + captures.FORMATS['from and msg'][0](OPENING)
    )
    frames = read(text)
    assert [(frame.kind, frame.direction) for frame in frames[:3]] == [(NOISE, S2C), (NOISE, C2S), (STDERR, '')]


def test_standard_error_is_no_message_whatever_it_looks_like() -> None:
    text = (
        '{"t":1,"type":"server_stderr","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":7,\\"method\\":\\"ping\\"}"}\n'
        + captures.FORMATS['from and msg'][0](OPENING)
    )
    assert [(frame.kind, frame.direction) for frame in read(text)[:2]] == [(STDERR, ''), (MESSAGE, C2S)]


ECHO = {'jsonrpc': '2.0', 'id': 0, 'method': 'initialize', 'params': {'clientInfo': {'name': 'probe (via mcp-remote 0.1.37)'}}}


@pytest.mark.parametrize('client', ['claude_desktop', 'vs_code'])
@pytest.mark.parametrize(
    'echo',
    [
        '[25848] [Local→Remote] initialize\n[25848] ' + json.dumps(ECHO, indent=2),
        json.dumps(ECHO),
        json.dumps(ECHO, indent=2),
        json.dumps(ECHO)[:40],
        'DEBUG:demo:received ' + json.dumps(ECHO),
        json.dumps({'ts': 1.0, 'dir': 'c2s', 'message': ECHO}),
        "DEBUG:mcp:Sending message via SSE: root=JSONRPCRequest(method='ping', params=None, jsonrpc='2.0', id=7)",
    ],
)
def test_what_a_server_echoes_to_standard_error_is_no_message_of_a_client_s_log(client: str, echo: str) -> None:
    log = getattr(captures, client)(OPENING).splitlines()
    first = next(at for at, line in enumerate(log) if '"initialize"' in line)
    text = '\n'.join([*log[: first + 1], echo, *log[first + 1 :]]) + '\n'
    assert messages(read(text)) == messages(read(getattr(captures, client)(OPENING)))
    assert {frame.kind for frame in read(text)} <= {MESSAGE, STDERR}


def test_a_paste_of_a_client_s_log_may_hold_other_messages() -> None:
    ping = {'jsonrpc': '2.0', 'id': 9, 'method': 'ping'}
    text = f'# A fault\n\n```\n{captures.claude_desktop(OPENING)}```\n\n```json\n{json.dumps(ping)}\n```\n'
    assert messages(read(text, 'issue.md'))[-1] == ping


def test_a_batch_in_a_batch_is_a_message_of_the_channel() -> None:
    nested = [[{'jsonrpc': '2.0', 'id': 7, 'method': 'ping'}]]
    text = captures.FORMATS['tee'][0](OPENING) + json.dumps({'ts': 9.0, 'dir': 'c2s', 'message': nested}) + '\n'
    assert [(frame.kind, frame.data) for frame in read(text)[3:]] == [(MESSAGE, nested)]
    chat = '{"from":"client","message":[{"type":"text","text":"hello"}]}\n' + captures.FORMATS['from and msg'][0](OPENING)
    assert [frame.kind for frame in read(chat)] == [MESSAGE] * 3


def test_a_structured_log_is_no_noise() -> None:
    text = '{"level":"info","source":"server","msg":"listening"}\n' + captures.FORMATS['tee'][0](OPENING)
    assert [frame.kind for frame in read(text)] == [MESSAGE] * 3


def test_vs_code_says_what_it_could_not_parse() -> None:
    text = captures.vs_code(OPENING) + '2026-11-02 09:14:05.950 [warning] Failed to parse message: "Server \\"a\\" runs\\n"\n'
    noise = [frame for frame in read(text) if frame.kind == NOISE]
    assert [(frame.raw, frame.direction) for frame in noise] == [('Server "a" runs\n', S2C)]


def test_claude_desktop_says_what_it_could_not_parse_once() -> None:
    text = captures.claude_desktop(OPENING) + (
        f'{captures.iso(1)} [demo] [error] Unexpected token \'D\', "[DEBUG] 202"... is not valid JSON {{\n  metadata: {{\n'
        "    context: 'connection',\n"
        '    stack: `SyntaxError: Unexpected token \'D\', "[DEBUG] 202"... is not valid JSON\\n` +\n'
        "      '    at JSON.parse (<anonymous>)\\n'\n  }\n}\n"
    )
    noise = [frame for frame in read(text) if frame.kind == NOISE]
    assert [(frame.direction, frame.session) for frame in noise] == [(S2C, 'demo')]


def test_several_sessions_and_servers_of_one_log_are_kept_apart() -> None:
    one, other = captures.claude_desktop(OPENING), captures.claude_desktop(OPENING).replace('[demo]', '[other]')
    names = [frame.session for frame in read(one + other + one) if frame.kind == MESSAGE]
    assert names == ['demo'] * 3 + ['other'] * 3 + ['demo#2'] * 3


def test_messages_written_twice_by_two_processes_are_read_once() -> None:
    line = captures.claude_desktop(OPENING[:1]).splitlines()[-1]
    answer = captures.claude_desktop(OPENING[1:2]).splitlines()[-1]
    frames = read('\n'.join([line, line, answer, answer]))
    assert messages(frames) == [INITIALIZE, INITIALIZED]


def test_what_the_logger_cut_is_told_from_what_is_broken() -> None:
    cut = '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a...[11759 chars truncated]...'
    text = captures.claude_desktop(OPENING) + f'{captures.iso(2)} [demo] [info] Message from server: {cut}\n'
    frame = read(text)[-1]
    assert (frame.kind, frame.direction, frame.data) == (TRUNCATED, S2C, {'jsonrpc': '2.0', 'id': 1})
    asked = '{"method":"tools/call","params":{"name":"x","arguments":{"a":"b...[9 chars truncated]...'
    frame = read(captures.claude_desktop(OPENING) + f'{captures.iso(2)} [demo] [info] Message from client: {asked}\n')[-1]
    assert (frame.kind, frame.direction, frame.data) == (TRUNCATED, C2S, {'jsonrpc': '2.0', 'method': 'tools/call'})


def test_a_message_that_speaks_of_truncation_is_whole() -> None:
    said = {'jsonrpc': '2.0', 'id': 1, 'result': {'content': [{'type': 'text', 'text': 'log …[truncated 9 chars]…'}]}}
    assert messages(read(captures.FORMATS['tee'][0]([*OPENING, Said('s2c', said, 1)])))[-1] == said


def test_a_pretty_printed_answer_in_a_log() -> None:
    text = (
        captures.claude_desktop(OPENING[:1])
        + (f'{captures.iso(1)} [demo] [info] Message from server: ' + json.dumps(INITIALIZED, indent=4) + '\n')
        + captures.claude_desktop(OPENING[2:])
    )
    assert messages(read(text)) == [one.message for one in OPENING]


def test_inspector_answers_come_in_their_time() -> None:
    slow = {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'slow'}}
    quick = {'jsonrpc': '2.0', 'id': 2, 'method': 'ping'}
    said = [
        Said('c2s', slow, 1),
        Said('c2s', quick, 2),
        Said('s2c', {'jsonrpc': '2.0', 'id': 2, 'result': {}}, 3),
        Said('s2c', {'jsonrpc': '2.0', 'id': 1, 'result': {}}, 9),
    ]
    capture = open_capture(io.BytesIO(captures.inspector(said).encode()), 'inspector-protocol-demo.json')
    frames = list(capture.frames())
    assert [(frame.data['id'], frame.direction) for frame in frames] == [(1, C2S), (2, C2S), (2, S2C), (1, S2C)]
    assert capture.lossy


def test_inspector_network_export() -> None:
    entry = {
        'id': 'x',
        'timestamp': captures.iso(0),
        'method': 'POST',
        'url': 'http://localhost:3001/mcp',
        'category': 'transport',
        'requestHeaders': {'accept': 'application/json, text/event-stream'},
        'requestBody': compact(INITIALIZE),
        'responseStatus': 200,
        'responseHeaders': {'content-type': 'text/event-stream'},
        'responseBody': f'event: message\ndata: {compact(INITIALIZED)}\n\n',
        'duration': 44,
    }
    stream = {
        **entry,
        'timestamp': captures.iso(1),
        'requestBody': '',
        'method': 'GET',
        'responseBody': '',
        'responseStatus': 405,
    }
    frames = read(json.dumps([entry, stream]))
    assert messages(frames) == [INITIALIZE, INITIALIZED]
    assert [(frame.kind, frame.http.status) for frame in frames if frame.http] == [
        (MESSAGE, 200),
        (MESSAGE, 200),
        (HTTP, 405),
        (HTTP, 405),
    ]


def test_inspector_console_export_holds_no_messages() -> None:
    frames = read(json.dumps([{'timestamp': captures.iso(0), 'message': 'a stack trace'}]))
    assert [(frame.kind, frame.raw) for frame in frames] == [(STDERR, 'a stack trace')]


def test_har_puts_a_server_s_request_before_what_answers_it() -> None:
    call = {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'ask'}}
    ask = {'jsonrpc': '2.0', 'id': 0, 'method': 'sampling/createMessage', 'params': {}}
    answer = {'jsonrpc': '2.0', 'id': 0, 'result': {'role': 'assistant'}}
    done = {'jsonrpc': '2.0', 'id': 1, 'result': {'content': []}}
    stream = ''.join(f'id: 1\ndata: {compact(one)}\n\n' for one in (ask, done))

    def entry(start: float, took: float, body: Any, text: str) -> dict[str, Any]:
        return {
            'startedDateTime': captures.iso(start),
            'time': took * 1000,
            'request': {'method': 'POST', 'url': 'https://x.example/mcp', 'headers': [], 'postData': {'text': compact(body)}},
            'response': {
                'status': 200 if text else 202,
                'headers': [],
                'content': {'mimeType': 'text/event-stream', 'text': text},
            },
        }

    found = read(json.dumps({'log': {'entries': [entry(0, 5, call, stream), entry(1, 0.1, answer, '')]}}))
    assert messages(found) == [call, ask, answer, done]


@pytest.mark.parametrize('took', [60000, 3, 0, -1, None], ids=['whole', 'its head', 'nothing', 'unknown', 'none'])
def test_har_of_http_and_sse_ties_the_answers_on_the_stream_to_the_posts(took: int | None) -> None:
    stream = f'event: endpoint\ndata: /messages?sessionId=1\n\nevent: message\ndata: {compact(INITIALIZED)}\n\n'
    entries = [
        {
            'startedDateTime': captures.iso(0),
            **({} if took is None else {'time': took}),
            'request': {
                'method': 'GET',
                'url': 'https://x.example/sse',
                'headers': [{'name': 'Accept', 'value': 'text/event-stream'}],
            },
            'response': {'status': 200, 'headers': [], 'content': {'mimeType': 'text/event-stream', 'text': stream}},
        },
        {
            'startedDateTime': captures.iso(1),
            'time': 5,
            'request': {
                'method': 'POST',
                'url': 'https://x.example/messages?sessionId=1',
                'headers': [],
                'postData': {'text': compact(INITIALIZE)},
            },
            'response': {'status': 202, 'headers': [], 'content': {'text': ''}},
        },
    ]
    frames = read(json.dumps({'log': {'entries': entries}}))
    assert messages(frames) == [INITIALIZE, INITIALIZED]
    assert len({frame.session for frame in frames if frame.kind == MESSAGE}) == 1


def test_har_without_the_stream_s_body_says_so() -> None:
    text = captures.har(OPENING).replace('"text": "event', '"lost": "event')
    kinds = [frame.kind for frame in read(text)]
    assert kinds == [MESSAGE, TRUNCATED, MESSAGE, HTTP]


def test_har_keeps_other_traffic_for_the_credential_judge_only() -> None:
    entry = {
        'startedDateTime': captures.iso(0),
        'time': 1,
        'request': {'method': 'GET', 'url': 'https://x.example/app.js', 'headers': []},
        'response': {'status': 200, 'headers': [], 'content': {'mimeType': 'text/javascript', 'text': 'let a'}},
    }
    assert {frame.kind for frame in read(json.dumps({'log': {'entries': [entry]}}))} == {OTHER}


def test_headers_are_found_in_every_shape() -> None:
    for recorded in ({'Accept': 'a/b'}, [{'name': 'accept', 'value': 'a/b'}], [['ACCEPT', 'a/b']], {'accept': ['a/b']}):
        text = compact({'from': 'client', 'http': {'method': 'POST', 'headers': recorded}, 'msg': INITIALIZE})
        http = read(text)[0].http
        assert http is not None
        assert http.request_headers == {'accept': 'a/b'}


def test_stream_json_s_receipt_for_a_notification_is_no_message() -> None:
    text = (
        captures.stream_json(OPENING)
        + compact(
            {
                'type': 'control_response',
                'response': {
                    'subtype': 'success',
                    'request_id': 'r2',
                    'response': {'mcp_response': {'jsonrpc': '2.0', 'result': {}}},
                },
            }
        )
        + '\n'
    )
    assert messages(read(text)) == [one.message for one in OPENING]


def test_a_python_server_s_chunks() -> None:
    chunk = repr(f'event: message\r\ndata: {compact(INITIALIZED)}\r\n\r\n'.encode())
    frames = read(f'2026-11-02 09:14:05,120 - sse_starlette.sse - DEBUG - chunk: {chunk}\n')
    assert [(frame.data, frame.direction) for frame in frames] == [(INITIALIZED, S2C)]


def test_a_message_in_a_sentence_of_a_structured_log() -> None:
    text = ''.join(
        compact(
            {'level': 20, 'time': 1, 'msg': f'Message from {captures.arrow(one.direction, "client", "server")}: {compact(one.message)}'}
        )
        + '\n'
        for one in OPENING
    )
    frames = read(text)
    assert messages(frames) == [one.message for one in OPENING]
    assert [frame.direction for frame in frames] == [one.direction for one in OPENING]


def test_the_go_sdk_writes_messages_over_several_lines() -> None:
    text = (
        'Words.\n\n-- tools --\ngreet\n-- client --\n{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "method": "ping"\n}\n'
        '{ "jsonrpc":"2.0", "id": 2, "method":"ping" }\n{ "jsonrpc": "2.0",\n{"jsonrpc":"2.0","id":3,"method":"ping"}\n\n'
        '-- server --\n{\n\t"jsonrpc": "2.0",\n\t"id": 1,\n\t"result": {\n\t}\n}\n{\n\t"jsonrpc": "2.0"\n'
    )
    assert [(one.line, one.direction, one.kind, (one.data or {}).get('id')) for one in read(text, 's.txtar')] == [
        (6, 'c2s', 'message', 1),
        (16, 's2c', 'message', 1),
        (22, 's2c', 'noise', None),
        (11, 'c2s', 'message', 2),
        (12, 'c2s', 'noise', None),
        (13, 'c2s', 'message', 3),
    ]


def test_what_curl_shows_of_a_stream() -> None:
    text = f': ping\n\nevent: message\nid: 1\ndata: {compact(INITIALIZED)}\n\n'
    assert [(frame.data, frame.direction) for frame in read(text)] == [(INITIALIZED, S2C)]


def test_out_and_in_are_turned_when_the_server_keeps_the_log() -> None:
    text = ''.join(compact({'dir': word, 'msg': one.message}) + '\n' for word, one in zip(('in', 'out', 'in'), OPENING, strict=True))
    assert [frame.direction for frame in read(text)] == [C2S, S2C, C2S]


def test_utf_16_and_a_byte_order_mark() -> None:
    text = captures.FORMATS['tee'][0](OPENING)
    for data in (text.encode('utf-16'), b'\xef\xbb\xbf' + text.encode(), text.replace('\n', '\r\n').encode()):
        assert messages(read(data)) == [one.message for one in OPENING]


def test_bytes_that_are_no_utf_8_break_nothing() -> None:
    data = captures.FORMATS['tee'][0](OPENING).encode().replace(b'probe', b'pro\xffbe')
    assert messages(read(data))[0]['params']['clientInfo']['name'] == 'pro\ufffdbe'


def test_an_array_that_ends_early_gives_what_was_there() -> None:
    text = captures.array([*OPENING, Said('c2s', {'jsonrpc': '2.0', 'id': 9, 'method': 'ping'}, 1)])
    capture = open_capture(io.BytesIO(text[:-30].encode()), 'x.json')
    frames = list(capture.frames())
    assert messages(frames) == [one.message for one in OPENING]
    assert frames[-1].kind == TRUNCATED
    assert len(capture.trouble) == 1


def test_a_broken_element_does_not_end_the_reading() -> None:
    text = f'[\n{compact(INITIALIZE)},\n{{"jsonrpc": oops}},\n{compact(INITIALIZED)}\n]'
    assert messages(read(text)) == [INITIALIZE, INITIALIZED]


@pytest.mark.parametrize(
    'text',
    [
        '',
        ' \n\n',
        '{',
        '[',
        '[[',
        '{"log":',
        '{"log":{"entries":[',
        '{"log":{"entries":[{}]}}',
        '"text"',
        '12',
        'null',
        '[1,2',
        '{}',
        '{"a":' * 5000,
        '[' * 5000,
        '{"jsonrpc":"2.0","id":' + '9' * 5000 + '}',
        '-- client --\n{"a"\n-- server --\n[]\n',
        '\0\1\2',
        '{"dir":{},"message":{"jsonrpc":"2.0"}}',
        '{"request":1,"response":[]}',
        '{"type":"control_request"}',
        '{"ts":[],"dir":"c2s","msg":{"jsonrpc":"2.0"}}\n{"ts":{},"dir":["x"],"msg":{"jsonrpc":"2.0"}}',
    ],
)
def test_nothing_in_a_file_raises(text: str) -> None:
    read(text)


def test_one_message_may_be_large_and_a_line_without_end_is_let_go() -> None:
    large = {'jsonrpc': '2.0', 'id': 1, 'result': {'content': [{'type': 'text', 'text': 'x' * 3_000_000}]}}
    assert messages(read(f'{compact(INITIALIZE)}\n{compact(large)}\n{compact(INITIALIZED)}\n')) == [
        INITIALIZE,
        large,
        INITIALIZED,
    ]
    assert messages(read(json.dumps([INITIALIZE, large, INITIALIZED]))) == [INITIALIZE, large, INITIALIZED]
    endless = '{"jsonrpc":"2.0","id":1,"result":"' + 'x' * 20_000_000
    frames = read(f'{compact(INITIALIZE)}\n{endless}\n{compact(INITIALIZED)}\n')
    assert [frame.kind for frame in frames] == [MESSAGE, TRUNCATED, MESSAGE]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_blocks_may_end_anywhere(data: st.DataObject) -> None:
    """Reading does not depend on how the bytes come in."""
    name = data.draw(st.sampled_from(['tee', 'array', 'HAR', 'Claude Desktop', 'pretty-printed']))
    text = FORMATS[name][0](OPENING).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))

    class Slow:
        def __init__(self) -> None:
            self.parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

        def read(self, size: int) -> bytes:
            while self.parts and not self.parts[0]:
                del self.parts[0]
            if not self.parts:
                return b''
            part = self.parts[0][:size]
            self.parts[0] = self.parts[0][size:]
            return part

    assert [frame.data for frame in open_capture(Slow(), 'x').frames() if frame.kind == MESSAGE] == [one.message for one in OPENING]


def sse_connection(name: str, start: float, stream: list[Any], posted: list[Any], took: float = 3) -> list[dict[str, Any]]:
    text = f'event: endpoint\ndata: /messages?session={name}\n\n' + ''.join(f'data: {compact(one)}\n\n' for one in stream)
    address = f'https://x.example/messages?session={name}'
    first = {
        'startedDateTime': captures.iso(start),
        'time': took,
        'request': {
            'method': 'GET',
            'url': 'https://x.example/sse',
            'headers': [{'name': 'Accept', 'value': 'text/event-stream'}],
        },
        'response': {'status': 200, 'headers': [], 'content': {'mimeType': 'text/event-stream', 'text': text}},
    }
    return [
        first,
        *(
            {
                'startedDateTime': captures.iso(start + number),
                'time': 3,
                'request': {'method': 'POST', 'url': address, 'headers': [], 'postData': {'text': compact(one)}},
                'response': {'status': 202, 'headers': [], 'content': {'text': 'Accepted'}},
            }
            for number, one in enumerate(posted, 1)
        ),
    ]


@pytest.mark.parametrize('apart', [0.5, 60], ids=['at once', 'one after the other'])
def test_har_keeps_two_connections_of_http_and_sse_apart(apart: float) -> None:
    entries = [
        *sse_connection('a', 0, [INITIALIZED], [INITIALIZE]),
        *sse_connection('b', apart, [INITIALIZED], [INITIALIZE]),
    ]
    entries.sort(key=lambda entry: str(entry['startedDateTime']))
    frames = [frame for frame in read(json.dumps({'log': {'entries': entries}})) if frame.kind == MESSAGE]
    by_session: dict[str, list[Any]] = {}
    for frame in frames:
        by_session.setdefault(frame.session, []).append(frame.data)
    assert list(by_session.values()) == [[INITIALIZE, INITIALIZED]] * 2


def test_har_keeps_what_speaks_of_a_request_of_http_and_sse_behind_it() -> None:
    call = {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'x', '_meta': {'progressToken': 9}}}
    step = {'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': {'progressToken': 9, 'progress': 1}}
    done = {'jsonrpc': '2.0', 'id': 1, 'result': {'content': []}}
    entries = sse_connection('a', 0, [INITIALIZED, step, done], [INITIALIZE, call])
    assert messages(read(json.dumps({'log': {'entries': entries}}))) == [INITIALIZE, INITIALIZED, call, step, done]


def test_inspector_network_lacks_the_answers_of_http_and_sse() -> None:
    stream = {
        'method': 'GET',
        'url': 'http://x.example/sse',
        'requestHeaders': {'accept': 'text/event-stream'},
        'responseStatus': 200,
        'responseHeaders': {'content-type': 'text/event-stream'},
        'timestamp': captures.iso(0),
        'duration': 3,
        'category': 'transport',
    }
    sent = [
        {
            'method': 'POST',
            'url': 'http://x.example/messages?sessionId=1',
            'requestHeaders': {},
            'requestBody': compact(one),
            'responseStatus': 202,
            'responseHeaders': {},
            'responseBody': 'Accepted',
            'timestamp': captures.iso(number),
            'duration': 3,
            'category': 'transport',
        }
        for number, one in enumerate([INITIALIZE, {'jsonrpc': '2.0', 'method': 'notifications/initialized'}], 1)
    ]
    frames = read(json.dumps([stream, *sent], indent=2))
    kinds = [(frame.kind, frame.direction) for frame in frames if frame.kind in (MESSAGE, TRUNCATED)]
    assert kinds == [(MESSAGE, C2S), (TRUNCATED, S2C), (MESSAGE, C2S)]
