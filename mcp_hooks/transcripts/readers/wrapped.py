"""A message in a wrapper, under a name of the recorder's choice, or with its members beside those of the recorder."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, HTTP, MESSAGE, NOISE, S2C, STDERR, TRUNCATED, Frame, Http
from mcp_hooks.transcripts.readers import partial
from mcp_hooks.transcripts.readers.exchange import VERBS, came, headers, is_refusal, parse
from mcp_hooks.transcripts.readers.shape import Shape, is_message
from mcp_hooks.transcripts.readers.sse import looks_like
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.told import SERVER_KEYS, SESSION_KEYS
from mcp_hooks.transcripts.readers.words import IN, OUT, meaning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from mcp_hooks.transcripts.readers.entry import Recorder

MESSAGE_KEYS = ('message', 'msg', 'frame', 'data', 'payload', 'raw', 'body', 'rpc', 'jsonrpc_message', 'json', 'content',
                'packet', 'line', 'text', 'value', 'event')
# under these a text is what stood on the channel; under the others it may be a remark
RAW_KEYS = frozenset(('raw', 'line', 'data', 'frame', 'body', 'payload', 'packet'))
START_WORDS = frozenset(('start', 'started', 'session_start', 'sessionstart', 'spawn', 'open', 'connect', 'connected',
                         'header'))


def frames(recorder: Recorder, entry: dict[str, Any], line: int, where: str, text: str) -> Iterable[Frame]:
    """The frame of an entry with a message in it, or beside its own members."""
    told = recorder.told
    direction, direction_key = told.direction(entry)
    time, time_key = told.time(entry)
    http = _http(entry, direction)
    session = told.session(entry)
    for key in MESSAGE_KEYS:
        value = entry.get(key)
        if value is None:
            continue
        if direction == STDERR and type(value) is str:  # whatever it looks like
            return _text(recorder, value, direction, Frame(NOISE, line, f'{where}.{key}', None, value, '', time, http, session))
        parsed = parse(value) if type(value) is str else value
        if parsed is None and type(value) is str and '"jsonrpc"' in value and not (key == 'raw' and direction in (C2S, S2C)):
            said, parsed = _spoken(value)
            direction = direction or said
        suffix = ''
        if type(value) is dict and not is_message(value):
            inner = _inside(value)
            if inner is None and not (direction in (C2S, S2C) and key in ('message', 'msg', 'frame', 'rpc')):
                continue
            suffix, parsed = inner or ('', value)
        elif parsed is not None and not is_message(parsed) and not (
                direction in (C2S, S2C) and (key == 'raw' or (key in ('message', 'msg', 'frame', 'rpc') and _is_odd_batch(parsed)))):
            continue
        if parsed is not None:
            if not isinstance(parsed, dict | list):
                continue
            recorder.recognised = True
            resolved = told.resolve('' if direction == STDERR else direction, parsed)
            if direction_key and told.settled and direction in (OUT, IN) and len(told.meanings) < 64:
                told.meanings[entry[direction_key]] = resolved
            if http is None and type(value) is dict and not suffix and recorder.turns is None and direction_key != 'to':
                named = any(name in entry for name in (*SERVER_KEYS, *SESSION_KEYS))
                recorder.shape = Shape(key, direction_key, time_key, len(entry), named)
            channel = 'http' if http is not None else ''
            if http is not None and resolved == S2C and is_refusal(http, parsed):
                return (Frame(HTTP, line, f'{where}.{key}', None, text, resolved, time, http, session, channel),)
            return (Frame(MESSAGE, member_line(text, line, key), f'{where}.{key}{suffix}', parsed, text, resolved, time,
                          http, session, channel),)
        certain = key in RAW_KEYS or ('level' not in entry and direction_key in ('dir', 'direction', 'from'))
        if type(value) is str and (certain or direction in (STDERR, '')):
            frame = Frame(NOISE, line, f'{where}.{key}', None, value, '', time, http, session)
            frames = _text(recorder, value, direction, frame)
            if frames:
                return frames
    if http is not None and direction in (C2S, S2C):
        recorder.recognised = True
        return (Frame(HTTP, line, where, None, '', direction, time, http, session, 'http'),)
    return _flattened(recorder, entry, direction, line, where, text)


def _text(recorder: Recorder, value: str, direction: str, frame: Frame) -> Iterable[Frame]:
    """A text where a message could be: standard error, noise on the channel, a cut message, or a remark of the recorder."""
    if direction == STDERR or (not direction and frame.where.endswith('.message')):
        frame.kind = STDERR
        recorder.recognised = recorder.recognised or direction == STDERR
        return (frame,) if value.strip() else ()
    if direction in (OUT, IN):
        direction = recorder.told.resolve(direction, None)
    if direction not in (C2S, S2C):
        return ()
    frame.direction = direction
    recorder.recognised = True
    if frame.http is not None:
        if direction == S2C and looks_like(value):
            return came(frame.http, frame.line, frame.where, value, frame.time, frame.session, False)
        frame.channel = 'http'
        frame.kind = HTTP if not value.strip() or direction == S2C else NOISE
    elif partial.is_cut(value):
        frame.kind, frame.data = TRUNCATED, partial.envelope(value)
    elif not value.strip():
        return ()
    else:
        frame.channel = 'stdio'
    return (frame,)


def _flattened(recorder: Recorder, entry: dict[str, Any], direction: str, line: int, where: str, text: str) -> Iterable[Frame]:
    """A message whose members stand beside the recorder's own, or an entry without a message."""
    told = recorder.told
    if direction in (OUT, IN):
        direction = told.resolve(direction, entry)
    if 'schemaVersion' in entry:
        recorder.recognised = True  # mcp-trace without bodies: what there was is known, what it said is not
        return ()
    word = entry.get('event', entry.get('type'))
    if isinstance(word, str) and 'id' not in entry and word.startswith(('request_', 'notification_')):
        recorder.recognised = True  # FastMCP's LoggingMiddleware: what was handled, without the messages
        return ()
    said = isinstance(entry.get('method'), str) or 'result' in entry or 'error' in entry
    if direction in (C2S, S2C) and said and not ('id' not in entry and 'request' in (entry.get('kind'), entry.get('type'))):
        message = {'jsonrpc': '2.0'}
        message.update((name, entry[name]) for name in ('id', 'method', 'params', 'result', 'error') if name in entry)
        if 'result' in message or 'error' in message:
            message.pop('method', None)  # the recorder says which request it answers
        if message.get('id') is None and 'method' in message:
            message.pop('id', None)  # its word for "no id"
        kind = TRUNCATED if partial.is_cut(text) else MESSAGE
        recorder.recognised = True
        return (Frame(kind, line, where, message, text, direction, told.time(entry)[0], None, told.session(entry)),)
    if (isinstance(word, str) and word.lower() in START_WORDS) or any(name.endswith('_log') for name in entry):
        told.restarts += recorder.recognised  # another run was added to the file
    return ()


def _is_odd_batch(parsed: Any) -> bool:
    """An empty batch, or one inside another: nothing else that a recorder keeps under such a name looks like it."""
    return parsed == [] or (type(parsed) is list and any(type(each) is list and is_message(each) for each in parsed[:100]))


def _inside(value: dict[str, Any]) -> tuple[str, Any] | None:
    """One wrapper inside another: ``{"data": {"message": {…}}}``, or a captured body ``{"format": "json", "value": …}``."""
    for key in ('message', 'value', 'payload', 'frame', 'raw', 'body', 'root'):
        inner = value.get(key)
        inner = parse(inner) if type(inner) is str else inner
        if is_message(inner):
            return f'.{key}', inner
    return None


def _spoken(text: str) -> tuple[str, Any]:
    """A message inside of a sentence: ``Message from client: {…}`` in a structured log."""
    at = text.find('{"')
    parsed = parse(text[at:]) if at > 0 else None
    return (meaning(text[:at].strip(': ')[:60]), parsed) if is_message(parsed) else ('', None)


def _http(entry: dict[str, Any], direction: str) -> Http | None:
    found = entry.get('http')
    if not isinstance(found, dict):
        status = entry.get('status')
        if not ('headers' in entry and ('url' in entry or (type(status) is int and 100 <= status < 600))):
            return None
        found = entry
    status = found.get('status', found.get('statusCode', found.get('status_code')))
    recorded = found.get('headers')
    verb = found.get('method')
    http = Http(verb.upper() if isinstance(verb, str) and verb.upper() in VERBS else '',
                found['url'] if isinstance(found.get('url'), str) else '', status if type(status) is int else None,
                headers(found.get('request_headers', found.get('requestHeaders'))),
                headers(found.get('response_headers', found.get('responseHeaders'))))
    if isinstance(recorded, dict | list):
        if direction == S2C:
            http.response_headers = headers(recorded)
        else:
            http.request_headers = headers(recorded)
    http.has_headers = isinstance(recorded, dict | list) or bool(http.request_headers or http.response_headers)
    exchange = found.get('exchange', found.get('id', found.get('request_id')))
    if isinstance(exchange, str | int) and found is not entry:
        http.exchange = str(exchange)
    return http
