"""One list of messages, written down the way each recorder does it. Nothing here is a real capture."""

from __future__ import annotations

import base64
import json
from typing import Any, NamedTuple

EPOCH = 1_793_610_000.0  # 2026-11-02T09:00:00Z


class Said(NamedTuple):
    direction: str  # c2s or s2c
    message: Any
    time: float = 0.0  # seconds after EPOCH


def iso(seconds: float) -> str:
    import datetime

    at = datetime.datetime.fromtimestamp(EPOCH + seconds, datetime.UTC)
    return at.strftime('%Y-%m-%dT%H:%M:%S.') + f'{at.microsecond // 1000:03d}Z'


def compact(value: Any) -> str:
    return json.dumps(value, separators=(',', ':'))


def lines(of: Any) -> Any:
    def render(said: list[Said]) -> str:
        return ''.join(of(number, one) + '\n' for number, one in enumerate(said))

    return render


def arrow(direction: str, there: str, back: str) -> str:
    return there if direction == 'c2s' else back


def wrapped(message: str, **fields: Any) -> Any:
    """JSON Lines with the message under a name; a field's value is a pair of words for the two directions, or 'time'."""

    def one(number: int, said: Said) -> str:
        entry = {}
        for name, value in fields.items():
            if value == 'time':
                entry[name] = EPOCH + said.time
            elif value == 'iso':
                entry[name] = iso(said.time)
            elif value == 'ms':
                entry[name] = int(said.time * 1000)
            elif isinstance(value, tuple):
                entry[name] = arrow(said.direction, *value)
            else:
                entry[name] = value
        name, _, form = message.partition(':')
        entry[name] = compact(said.message) if form == 'text' else said.message
        return compact(entry)

    return lines(one)


def array(said: list[Said]) -> str:
    return json.dumps([one.message for one in said], indent=1) + '\n'


def wrapped_array(said: list[Said]) -> str:
    return json.dumps([{'from': arrow(one.direction, 'client', 'server'), 'msg': one.message} for one in said], indent=2)


def pretty(said: list[Said]) -> str:
    return '\n'.join(json.dumps(one.message, indent=4) for one in said)


def one_line(said: list[Said]) -> str:
    return ''.join(compact(one.message) for one in said)


def claude_desktop(said: list[Said]) -> str:
    out = [
        f'{iso(0)} [demo] [info] Initializing server... {{ metadata: undefined }}',
        f'{iso(0)} [demo] [info] Server started and connected successfully {{ metadata: undefined }}',
        'hello from standard error',
    ]
    out += [
        f'{iso(one.time)} [demo] [info] Message from {arrow(one.direction, "client", "server")}: {compact(one.message)} '
        '{ metadata: undefined }'
        for one in said
    ]
    return '\n'.join(out) + '\n'


def claude_desktop_old(said: list[Said]) -> str:
    return ''.join(
        f'{iso(one.time)} [info] [demo] Message from {arrow(one.direction, "client", "server")}: {compact(one.message)}\n' for one in said
    )


def vs_code(said: list[Said]) -> str:
    def stamp(one: Said) -> str:
        return iso(one.time).replace('T', ' ').removesuffix('Z')

    out = [f'{stamp(said[0])} [info] Connection state: Starting'] if said else []
    out += [f'{stamp(one)} [debug] [{arrow(one.direction, "editor -> server", "server -> editor")}] {compact(one.message)}' for one in said]
    return '\n'.join([*out, '2026-11-02 09:14:05.940 [warning] [server stderr] listening', ''])


def stream_json(said: list[Said]) -> str:
    out = []
    for number, one in enumerate(said):
        if one.direction == 'c2s':
            out.append(
                {
                    'type': 'control_request',
                    'request_id': f'r{number}',
                    'request': {'subtype': 'mcp_message', 'server_name': 'demo', 'message': one.message},
                }
            )
        else:
            out.append(
                {
                    'type': 'control_response',
                    'response': {'subtype': 'success', 'request_id': 'x', 'response': {'mcp_response': one.message}},
                }
            )
    return ''.join(compact(one) + '\n' for one in [{'type': 'system', 'subtype': 'init'}, *out])


def paste(said: list[Said]) -> str:
    body = '\n'.join(f'{arrow(one.direction, "-->", "<--")} {compact(one.message)}' for one in said)
    return f'# It breaks\n\nHere is what I saw:\n\n```\n{body}\n```\n\nThanks.\n'


def inspector(said: list[Said]) -> str:
    """Answers are folded into the entry of their request, by the bare id."""
    entries: list[dict[str, Any]] = []
    waiting: dict[Any, dict[str, Any]] = {}
    for one in said:
        message = one.message
        if 'method' not in message and message['id'] in waiting:
            entry = waiting.pop(message['id'])
            entry['response'] = message
            entry['duration'] = round((one.time - entry.pop('at')) * 1000)
            continue
        kind = 'response' if 'method' not in message else 'request' if 'id' in message else 'notification'
        entry = {
            'id': f'uuid-{len(entries)}',
            'timestamp': iso(one.time),
            'direction': kind,
            'origin': arrow(one.direction, 'client', 'server'),
            'message': message,
            'at': one.time,
        }
        if kind == 'request':
            waiting[message['id']] = entry
        entries.append(entry)
    for entry in entries:
        entry.pop('at', None)
    return json.dumps(entries, indent=2)


def har(said: list[Said], *, stream: bool = True, encoded: bool = False) -> str:
    """A POST for each message of the client; what the server said before the next one comes back on its event stream."""
    entries: list[dict[str, Any]] = []
    for index, one in enumerate(said):
        if one.direction != 'c2s':
            continue
        came = []
        for other in said[index + 1 :]:
            if other.direction == 'c2s':
                break
            came.append(other)
        is_stream = stream and bool(came)
        text = (
            ''.join(f'event: message\ndata: {compact(other.message)}\n\n' for other in came)
            if is_stream
            else (compact(came[0].message) if came else '')
        )
        content: dict[str, Any] = {
            'size': len(text),
            'mimeType': 'text/event-stream' if is_stream else 'application/json',
            'text': text,
        }
        if encoded:
            content.update(text=base64.b64encode(text.encode()).decode(), encoding='base64')
        end = came[-1].time if came else one.time
        entries.append(
            {
                'startedDateTime': iso(one.time),
                'time': (end - one.time) * 1000,
                'request': {
                    'method': 'POST',
                    'url': 'https://mcp.example/mcp',
                    'httpVersion': 'HTTP/1.1',
                    'headers': [
                        {'name': 'Accept', 'value': 'application/json, text/event-stream'},
                        {'name': 'Content-Type', 'value': 'application/json'},
                    ],
                    'postData': {'mimeType': 'application/json', 'text': compact(one.message)},
                },
                'response': {
                    'status': 200 if came else 202,
                    'headers': [{'name': 'Content-Type', 'value': content['mimeType']}],
                    'content': content,
                },
            }
        )
    return json.dumps({'log': {'version': '1.2', 'creator': {'name': 'x', 'version': '1'}, 'entries': entries}}, indent=1)


def vcr(said: list[Said]) -> str:
    """agent-vcr: the handshake apart, then pairs."""
    pairs: list[dict[str, Any]] = []
    for number, one in enumerate(said):
        if one.direction == 'c2s':
            pairs.append({'sequence': number, 'request': one.message, 'response': None, 'notifications': [], 'latency_ms': 5})
        elif 'method' in one.message:
            pairs[-1]['notifications'].append(one.message)
        else:
            pairs[-1]['response'] = one.message
    return json.dumps(
        {
            'format_version': '1.0.0',
            'metadata': {'transport': 'stdio'},
            'session': {
                'initialize_request': pairs[0]['request'],
                'initialize_response': pairs[0]['response'],
                'interactions': pairs[1:],
            },
        }
    )


def mcp_recorder(said: list[Said]) -> str:
    pairs: list[dict[str, Any]] = []
    for one in said:
        if one.direction == 'c2s':
            pairs.append(
                {
                    'type': 'jsonrpc_request',
                    'request': one.message,
                    'response': None,
                    'response_is_sse': True,
                    'response_status': 200,
                    'latency_ms': 8,
                }
            )
        else:
            pairs[-1]['response'] = one.message
    return json.dumps({'version': '1.0', 'metadata': {}, 'interactions': pairs}, indent=1)


def txtar(said: list[Said]) -> str:
    client = ''.join(compact(one.message) + '\n' for one in said if one.direction == 'c2s')
    server = ''.join(compact(one.message) + '\n' for one in said if one.direction == 's2c')
    return f'Some words.\n\n-- client --\n{client}-- server --\n{server}'


def python_sdk(said: list[Said]) -> str:
    def model(message: dict[str, Any]) -> str:
        name = (
            ('JSONRPCRequest' if 'id' in message else 'JSONRPCNotification')
            if 'method' in message
            else ('JSONRPCResponse' if 'result' in message else 'JSONRPCError')
        )
        fields = ', '.join(f'{key}={value!r}' for key, value in message.items())
        return f'root={name}({fields})'

    return ''.join(
        f'2026-11-02 09:14:{number % 60:02d},120 - mcp.client.streamable_http - DEBUG - '
        f'{arrow(one.direction, "Sending client", "Received server")} message: {model(one.message)}\n'
        for number, one in enumerate(said)
    )


def mcptap(said: list[Said]) -> str:
    """The members of the message beside the recorder's own, no jsonrpc."""
    out = []
    for one in said:
        entry = {
            'ts': iso(one.time),
            'server': 'demo',
            'dir': arrow(one.direction, 'client->server', 'server->client'),
            'kind': 'request' if 'method' in one.message else 'response',
        }
        if 'method' in one.message and 'id' not in one.message:
            entry['kind'] = 'notification'
        entry.update((key, value) for key, value in one.message.items() if key != 'jsonrpc')
        out.append(compact(entry))
    return '\n'.join(out) + '\n'


def mcp_trace(said: list[Said]) -> str:
    out = []
    for number, one in enumerate(said):
        out.append(
            compact(
                {
                    'schemaVersion': 2,
                    'transport': 'stdio',
                    'id': f'u{number}',
                    'observedAt': iso(one.time),
                    'bytes': 1,
                    'direction': arrow(one.direction, 'client-to-server', 'server-to-client'),
                    'metadata': {'kind': 'request', 'method': 'x'},
                    'body': {'bytes': 1, 'format': 'json', 'redacted': False, 'truncated': False, 'value': one.message},
                }
            )
        )
    return '\n'.join(out)


def prefixed(there: str, back: str, form: str = '{way} {message}') -> Any:
    return lines(lambda number, one: form.format(way=arrow(one.direction, there, back), message=compact(one.message), time=iso(one.time)))


# name → (renderer, are directions recorded, does it hold requests of the server and messages the client did not ask for)
FORMATS: dict[str, tuple[Any, bool, bool]] = {
    'JSON Lines': (lines(lambda number, one: compact(one.message)), False, True),
    'array': (array, False, True),
    'pretty-printed': (pretty, False, True),
    'all on one line': (one_line, False, True),
    'tee': (wrapped('message', ts='time', dir=('c2s', 's2c')), True, True),
    'from and msg': (wrapped('msg', **{'from': ('client', 'server')}), True, True),
    'array of from and msg': (wrapped_array, True, True),
    'arrows in a log': (
        lines(lambda n, one: f'{iso(one.time)} {arrow(one.direction, ">", "<")} {compact(one.message)}'),
        True,
        True,
    ),
    'named in a log': (
        lines(lambda n, one: f'[{iso(one.time)}] {arrow(one.direction, "client -> server", "server -> client")}: {compact(one.message)}'),
        True,
        True,
    ),
    'mcpgaze': (wrapped('raw:text', t='ms', type='message', dir=('c2s', 's2c'), kind='request'), True, True),
    'stretto': (wrapped('message', t_ms='ms', **{'from': ('client', 'server')}), True, True),
    'tumiki-proxy': (
        wrapped('message', timestamp='iso', type='message', direction=('client→backend', 'backend→client')),
        True,
        True,
    ),
    'mcptap of furkan708': (wrapped('data', ts='iso', dir=('c2s', 's2c')), True, True),
    'mcptap of WayV': (mcptap, True, True),
    'mcp-cassette': (wrapped('frame', type='frame', t='ms', dir=('c2s', 's2c')), True, True),
    'cassette, out and in': (wrapped('msg', seq=1, t='ms', dir=('out', 'in')), True, True),
    'inspector proxy': (wrapped('message', t='time', dir=('client->server', 'server->client')), True, True),
    'mcp-trace': (mcp_trace, True, True),
    'Claude Desktop': (claude_desktop, True, True),
    'Claude Desktop, older': (claude_desktop_old, True, True),
    'VS Code': (vs_code, True, True),
    'Claude Code': (stream_json, True, True),
    'paste': (paste, True, True),
    'Python SDK': (python_sdk, True, True),
    'Inspector': (inspector, True, True),
    'HAR': (har, True, False),
    'HAR, base64': (lambda said: har(said, encoded=True), True, False),
    'agent-vcr': (vcr, True, False),
    'mcp-recorder': (mcp_recorder, True, False),
    'txtar': (txtar, True, False),
    'C and S': (prefixed('C:', 'S:'), True, True),
    'the names of the sides': (prefixed('client:', 'server:'), True, True),
    'long arrows': (prefixed('>>>', '<<<'), True, True),
    'OUT and IN': (prefixed('[OUT]', '[IN]', '{time} {way} {message}'), True, True),
    'sent and received': (prefixed('Sent message:', 'Received message:', '{time} INFO mcp {way} {message}'), True, True),
    'columns': (prefixed('C->S', 'S->C', '{time} | {way} | {message}'), True, True),
    'commas': (prefixed('c2s', 's2c', '{time},{way},{message}'), True, True),
    'tabs': (prefixed('c2s', 's2c', '{time}\t{way}\t{message}'), True, True),
    'colours': (prefixed('-->', '<--', '\x1b[32m{way}\x1b[0m {message}'), True, True),
    'to': (wrapped('message', to=('server', 'client')), True, True),
    'standard streams': (wrapped('line:text', stream=('stdin', 'stdout')), True, True),
}
