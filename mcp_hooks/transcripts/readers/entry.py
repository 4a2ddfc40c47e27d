"""One JSON value of a recorder to frames: the message itself, a wrapper around it, or a whole exchange.

There are some twenty recorders and no standard. Nearly all of them are read by the same three questions: under which name is
the message, under which the direction, under which the time. What the first entry answered is tried first on the next.
"""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, HTTP, MESSAGE, NOISE, S2C, STDERR, TRUNCATED, Frame, Http
from mcp_hooks.transcripts.readers import partial
from mcp_hooks.transcripts.readers.archive import Archive
from mcp_hooks.transcripts.readers.exchange import VERBS, came, headers, is_refusal, parse, sides
from mcp_hooks.transcripts.readers.merge import Merge
from mcp_hooks.transcripts.readers.sse import looks_like
from mcp_hooks.transcripts.readers.started import Started
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.words import IN, OUT, meaning, seconds, turned
from mcp_hooks.transcripts.screen import is_clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

MESSAGE_KEYS = ('message', 'msg', 'frame', 'data', 'payload', 'raw', 'body', 'rpc', 'jsonrpc_message', 'json', 'content',
                'packet', 'line', 'text', 'value', 'event')
# a word under the first of these may be any phrase with the parties in it; under the others only a known word counts
DIRECTION_KEYS = ('dir', 'direction', 'from', 'sender', 'origin', 'source', 'src', 'side', 'flow', 'way', '_dir',
                  '_direction')
LOOSE_KEYS = ('stream', 'channel', 'role', 'type', 'kind', 'event')
# under these a text is what stood on the channel; under the others it may be a remark
RAW_KEYS = frozenset(('raw', 'line', 'data', 'frame', 'body', 'payload', 'packet'))
TIME_KEYS = ('ts', 't', 't_ms', 'timestamp', 'time', 'at', 'observedAt', 'startedAt', 'timestamp_ms', 'ts_ms', 'elapsed_ms',
             'offset_ms', 'date')
SESSION_KEYS = ('session', 'session_id', 'sessionId', 'conn', 'conn_id', 'connection', 'connection_id', 'connectionId')
SERVER_KEYS = ('server', 'server_name', 'serverName', 'backend')
NAMING = frozenset((*SESSION_KEYS, *SERVER_KEYS))
ENVELOPE = frozenset(('jsonrpc', 'id', 'method', 'params', 'result', 'error'))
START_WORDS = frozenset(('start', 'started', 'session_start', 'sessionstart', 'spawn', 'open', 'connect', 'connected',
                         'header'))


def is_message(value: Any) -> bool:
    """Whether it is meant as a JSON-RPC message, right or wrong."""
    if type(value) is dict:
        if 'jsonrpc' in value:
            return True
        return ('method' in value or 'result' in value or 'error' in value) and not value.keys() - ENVELOPE
    return type(value) is list and any(type(one) is dict and is_message(one) for one in value[:50])


class Shape:
    """Where the entries of this file keep what: names of members, None where there is none, and how many members there are."""

    __slots__ = ('direction', 'in_seconds', 'message', 'named', 'size', 'suffix', 'time')

    def __init__(self, message: str, direction: str | None, time: str | None, size: int, named: bool) -> None:
        self.message = message
        self.direction = direction
        self.time = time
        self.size = size
        self.named = named  # a member names the session or the server
        self.suffix = f'.{message}'
        # the name of the member tells no other unit
        self.in_seconds = time is not None and seconds(1.5, time) == 1.5


class Recorder:
    """Turns values into frames. ``lossy`` is set when what the recorder writes cannot be trusted to be complete."""

    __slots__ = ('_archive', '_meanings', '_merge', '_names', '_order', '_own', '_restarts', '_served', '_unsettled', 'lossy',
                 'recognised', 'shape')

    def __init__(self, sorts: bool = False) -> None:
        self.lossy = False
        self.recognised = False
        self._archive: Archive | None = None
        self._merge: Merge | None = None
        self._order = Started() if sorts else None
        self.shape: Shape | None = None
        self._meanings: dict[Any, str] = {}  # words for a direction, as this file uses them
        self._own = C2S  # what "out" means: the log is kept by the client unless it shows otherwise
        self._unsettled = True
        self._restarts = 0
        # Claude Code: request id → server name and who asks, None for a notification; and its only server, '' once there are several
        self._names: dict[str, tuple[str, str] | None] = {}
        self._served: tuple[str, str] | None = None

    def frames(self, value: Any, line: int, where: str, text: str) -> Iterable[Frame]:
        """The frames of one value. ``text`` is what it was parsed from."""
        if type(value) is not dict:
            if type(value) is list and (is_message(value) or (not value and self.recognised)):
                self.recognised = True
                frame = Frame(MESSAGE, line, where, value, text)
                return (frame,) if self._merge is None else self._in_turn([frame], [], len(text))
            return ()
        shape = self.shape
        if shape is None:
            if 'jsonrpc' in value and len(value) < 5:
                self.recognised = True
                return (Frame(MESSAGE, line, where, value, text),)
        elif (alike := self.unwrapped(shape, value)) is not None:
            data, direction, time, session = alike
            if '\n' in text:
                line = member_line(text, line, shape.message)
            return (Frame(MESSAGE, line, where + shape.suffix, data, text, direction, time, None, session),)
        found = self._understand(value, line, where, text)
        if self._merge is None or type(found) is not tuple:
            return found
        return self._in_turn(list(found), [], len(text))

    def unwrapped(self, shape: Shape, value: dict[str, Any]) -> tuple[dict[str, Any], str, float | None, str] | None:
        """(message, direction, time, session) of an entry like those before it; None when it is another."""
        if len(value) != shape.size:
            return None
        data, word = value.get(shape.message), value.get(shape.direction or '')
        direction = self._meanings.get(word) if type(word) is str else None
        if direction is None or type(data) is not dict or 'jsonrpc' not in data:
            return None
        time = value.get(shape.time or '')
        if type(time) is not float or not shape.in_seconds or not -1e11 < time < 1e11:
            time = seconds(time, shape.time or '')
        return data, direction, time, self._session(value) if shape.named or self._restarts else ''

    @property
    def plain(self) -> bool:
        """No wrapper was seen: the file holds messages as they are."""
        return self.shape is None

    def rest(self) -> Iterator[Frame]:
        """Frames that were held back to come in their time."""
        if self._archive is not None:
            yield from self._archive.rest()
        if self._merge is not None:
            for sent, came, stream in self._order.rest() if self._order is not None else ():
                yield from self._merge.add(sent, came, stream)
            yield from self._merge.rest()

    def _in_turn(self, sent: list[Frame], came: list[Frame], size: int, stream: bool = False) -> Iterator[Frame]:
        """What an entry holds of both directions, each frame when its time has come."""
        if self._merge is None:
            self._merge = Merge()
            self.shape = None  # what stands alone has its turn as well
        if not sent and not came:
            return
        if self._order is None:
            yield from self._merge.add(sent, came, stream)
            return
        for due in self._order.add((sent, came, stream), (sent or came)[0].time, size):
            yield from self._merge.add(*due)

    # ---- the families ----

    def _understand(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterable[Frame]:
        if 'requestHeaders' in entry or 'responseStatus' in entry or ('requestBody' in entry and 'url' in entry):
            self._archive = self._archive or Archive()
            self.recognised = True
            return self._archive.network(entry, line, where, text)
        if entry.get('type') in ('control_request', 'control_response'):
            return self._claude_code(entry, line, where)
        if is_message(entry):
            self.recognised = True
            direction = self._direction(entry)[0]
            return (Frame(MESSAGE, line, where, entry, text, direction if direction in (C2S, S2C) else '',
                          self._time(entry)[0]),)
        if isinstance(entry.get('message'), dict) and entry.get('direction') in ('request', 'response', 'notification'):
            return self._inspector(entry, line, where, text)
        request, response = entry.get('request'), entry.get('response')
        if isinstance(request, dict | str) or isinstance(response, dict | str):
            if isinstance(request, dict) and ('postData' in request or 'startedDateTime' in entry or 'httpVersion' in request
                                              or (isinstance(response, dict) and isinstance(response.get('content'), dict)
                                                  and 'url' in request)):
                self._archive = self._archive or Archive()
                self.recognised = True
                return self._archive.entry(entry, line, where, text)
            return self._pair(entry, line, where, text)
        return self._wrapped(entry, line, where, text)

    def _wrapped(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterable[Frame]:
        direction, direction_key = self._direction(entry)
        time, time_key = self._time(entry)
        http = _http(entry, direction)
        session = self._session(entry)
        for key in MESSAGE_KEYS:
            value = entry.get(key)
            if value is None:
                continue
            parsed = parse(value) if type(value) is str else value
            if parsed is None and type(value) is str and '"jsonrpc"' in value and not (key == 'raw' and direction in (C2S, S2C)):
                said, parsed = _spoken(value)
                direction = direction or said
            suffix = ''
            if type(value) is dict and not is_message(value):
                inner = self._inside(value)
                if inner is None and not (direction in (C2S, S2C) and key in ('message', 'msg', 'frame', 'rpc')):
                    continue
                suffix, parsed = inner or ('', value)
            elif parsed is not None and not is_message(parsed) and not (
                    direction in (C2S, S2C) and (key == 'raw' or (parsed == [] and key in ('message', 'msg', 'frame', 'rpc')))):
                continue
            if parsed is not None:
                if not isinstance(parsed, dict | list):
                    continue
                self.recognised = True
                resolved = self.resolve('' if direction == STDERR else direction, parsed)
                if direction_key and not self._unsettled and direction in (OUT, IN) and len(self._meanings) < 64:
                    self._meanings[entry[direction_key]] = resolved
                if http is None and type(value) is dict and not suffix and self._merge is None and direction_key != 'to':
                    named = any(name in entry for name in (*SERVER_KEYS, *SESSION_KEYS))
                    self.shape = Shape(key, direction_key, time_key, len(entry), named)
                channel = 'http' if http is not None else ''
                if http is not None and resolved == S2C and is_refusal(http, parsed):
                    return (Frame(HTTP, line, f'{where}.{key}', None, text, resolved, time, http, session, channel),)
                return (Frame(MESSAGE, member_line(text, line, key), f'{where}.{key}{suffix}', parsed, text, resolved, time,
                              http, session, channel),)
            certain = key in RAW_KEYS or ('level' not in entry and direction_key in ('dir', 'direction', 'from'))
            if type(value) is str and (certain or direction in (STDERR, '')):
                frame = Frame(NOISE, line, f'{where}.{key}', None, value, '', time, http, session)
                frames = self._text(value, direction, frame)
                if frames:
                    return frames
        if http is not None and direction in (C2S, S2C):
            self.recognised = True
            return (Frame(HTTP, line, where, None, '', direction, time, http, session, 'http'),)
        return self._flattened(entry, direction, line, where, text)

    def _text(self, value: str, direction: str, frame: Frame) -> Iterable[Frame]:
        """A text where a message could be: standard error, noise on the channel, a cut message, or a remark of the recorder."""
        if direction == STDERR or (not direction and frame.where.endswith('.message')):
            frame.kind = STDERR
            self.recognised = self.recognised or direction == STDERR
            return (frame,) if value.strip() else ()
        if direction in (OUT, IN):
            direction = self.resolve(direction, None)
        if direction not in (C2S, S2C):
            return ()
        frame.direction = direction
        self.recognised = True
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

    def _flattened(self, entry: dict[str, Any], direction: str, line: int, where: str, text: str) -> Iterable[Frame]:
        """A message whose members stand beside the recorder's own, or an entry without a message."""
        if direction in (OUT, IN):
            direction = self.resolve(direction, entry)
        if 'schemaVersion' in entry:
            self.recognised = True  # mcp-trace without bodies: what there was is known, what it said is not
            return ()
        word = entry.get('event', entry.get('type'))
        if isinstance(word, str) and 'id' not in entry and word.startswith(('request_', 'notification_')):
            self.recognised = True  # FastMCP's LoggingMiddleware: what was handled, without the messages
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
            self.recognised = True
            return (Frame(kind, line, where, message, text, direction, self._time(entry)[0], None, self._session(entry)),)
        if (isinstance(word, str) and word.lower() in START_WORDS) or any(name.endswith('_log') for name in entry):
            self._restarts += self.recognised  # another run was added to the file
        return ()

    def _inside(self, value: dict[str, Any]) -> tuple[str, Any] | None:
        """One wrapper inside another: ``{"data": {"message": {…}}}``, or a captured body ``{"format": "json", "value": …}``."""
        for key in ('message', 'value', 'payload', 'frame', 'raw', 'body', 'root'):
            inner = value.get(key)
            inner = parse(inner) if type(inner) is str else inner
            if is_message(inner):
                return f'.{key}', inner
        return None

    def _inspector(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterator[Frame]:
        """The Inspector's protocol export keeps the answer in the entry of its request. It finds the request by the bare id,
        whichever side sent it, so a pair may be wrong (clients/web/src/App.tsx, read 2026-11-30)."""
        self.lossy = self.recognised = True
        origin = meaning(entry.get('origin'))
        direction = origin if origin in (C2S, S2C) else ''
        time = self._time(entry)[0]
        session = self._session(entry)
        frame = Frame(MESSAGE, member_line(text, line, 'message'), f'{where}.message', entry['message'], text, direction, time,
                      None, session)
        frame.quiet = quiet = is_clear(text)
        folded = entry.get('response')
        if not is_message(folded) or _misfolded(entry['message'], folded):
            yield from self._in_turn([frame], [], len(text))
            return
        duration = entry.get('duration')
        end = time + max(duration, 0) / 1000 if time is not None and isinstance(duration, int | float) else time
        answer = Frame(MESSAGE, member_line(text, line, 'response'), f'{where}.response', folded, '',
                       turned(direction) if direction else '', end, None, session)
        answer.quiet = quiet
        yield from self._in_turn([frame], [answer], len(text))

    def _pair(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterator[Frame]:
        """Request and answer in one entry: agent-vcr, mcp-recorder, mcp-trace, and what people make by hand."""
        request, response = entry.get('request'), entry.get('response')
        request = parse(request) if isinstance(request, str) else request
        response_value = parse(response) if isinstance(response, str) else response
        time = self._time(entry)[0]
        duration = next((entry[name] for name in ('latency_ms', 'duration_ms', 'durationMs', 'duration', 'elapsed_ms')
                         if isinstance(entry.get(name), int | float)), None)
        end = time + duration / 1000 if time is not None and duration is not None else time
        session = self._session(entry)
        lines = member_line(text, line, 'request'), member_line(text, line, 'response')
        if isinstance(request, dict) and not is_message(request) and _is_http(request):
            self.recognised = True
            yield from self._http_pair(entry, request, response_value, lines, where, (time, end), session, text)
            return
        http = None
        status = entry.get('response_status', entry.get('status'))
        if type(status) is int and 100 <= status < 600:
            http = Http('POST', '', status, {}, {}, has_headers=False, exchange=where)
        sent, came = [], []
        if is_message(request):
            sent.append(Frame(MESSAGE, lines[0], f'{where}.request', request, '', C2S, time, http, session))
        for index, one in enumerate(_list(entry.get('notifications'))):
            if is_message(one):
                came.append(Frame(MESSAGE, member_line(text, line, 'notifications'), f'{where}.notifications[{index}]', one,
                                  '', S2C, end, http, session))
        for suffix, one in _answers(response_value):
            came.append(Frame(MESSAGE, lines[1], f'{where}.response{suffix}', one, '', S2C, end, http, session))
        if not came and isinstance(response, str) and 'data:' in response:
            came = sides(http or Http(), lines, ('', f'{where}.response'), (None, response), (time, end), session)[1]
        self.recognised = self.recognised or bool(sent or came)
        yield from self._in_turn(sent, came, len(text))

    def _http_pair(self, entry: dict[str, Any], request: dict[str, Any], response: Any, lines: tuple[int, int],
                   where: str, times: tuple[float | None, float | None], session: str, text: str) -> Iterator[Frame]:
        response = response if isinstance(response, dict) else {}
        status = response.get('status', response.get('statusCode', response.get('status_code')))
        url = request.get('url', entry.get('upstream', request.get('path')))
        http = Http(str(request.get('method', request.get('httpMethod', 'POST'))).upper(), url if isinstance(url, str) else '',
                    status if type(status) is int else None, headers(request.get('headers')), headers(response.get('headers')),
                    has_headers='headers' in request, exchange=where)
        sent, answer = _body(request), _body(response)
        lost = answer is None and http.status in (200, 201)
        if sent is None and http.method == 'POST':
            return  # bodies were not recorded: there is nothing to judge
        before, after = sides(http, lines, (f'{where}.request.body', f'{where}.response.body'), (sent, answer), times, session,
                              lost)
        yield from self._in_turn(before, after, len(text), http.method == 'GET')

    def _claude_code(self, entry: dict[str, Any], line: int, where: str) -> Iterator[Frame]:
        """stream-json between the CLI and an SDK that serves tools in process: the CLI is the client. What the server says by
        itself comes as a control request too."""
        inner = entry.get('request') if entry['type'] == 'control_request' else entry.get('response')
        if not isinstance(inner, dict):
            return
        if entry['type'] == 'control_request':
            message, server, request = inner.get('message'), inner.get('server_name'), entry.get('request_id')
            if inner.get('subtype') != 'mcp_message' or not is_message(message):
                return
            self.recognised = True
            name = server if isinstance(server, str) else ''
            direction = _said_by(message)
            if isinstance(request, str) and isinstance(message, dict):
                # what answers a notification is the control protocol's receipt, no message
                self._names[request] = (name, direction) if 'id' in message else None
                self._served = (name, C2S) if self._served in (None, (name, C2S)) else ('', C2S)
                if len(self._names) > 4096:
                    del self._names[next(iter(self._names))]
            yield Frame(MESSAGE, line, f'{where}.request.message', message, '', direction, self._time(entry)[0], None, name, 'stdio',
                        not direction)
            return
        asked = self._names.pop(str(inner.get('request_id')), self._served or ('', C2S))
        body = inner.get('response')
        message = body.get('mcp_response') if isinstance(body, dict) else None
        if asked is not None and is_message(message):
            self.recognised = True
            yield Frame(MESSAGE, line, f'{where}.response.response.mcp_response', message, '', turned(asked[1] or C2S),
                        self._time(entry)[0], None, asked[0], 'stdio')

    # ---- the three questions ----

    def _direction(self, entry: dict[str, Any]) -> tuple[str, str | None]:
        for key in (*DIRECTION_KEYS, *LOOSE_KEYS):
            word = entry.get(key)
            if type(word) is not str:
                continue
            found = self._meanings.get(word) or meaning(word, key in DIRECTION_KEYS)
            if found:
                if found in (C2S, S2C) and len(self._meanings) < 64:
                    self._meanings[word] = found
                return found, key
        to = meaning(entry.get('to'))
        return (turned(to), 'to') if to in (C2S, S2C) else ('', None)

    def resolve(self, direction: str, message: Any) -> str:
        """``out`` and ``in`` to the direction they are in this file."""
        if direction not in (OUT, IN):
            return direction
        if self._unsettled and isinstance(message, dict):
            from mcp_hooks.transcripts.direction import CLIENT, SERVER
            method = message.get('method')
            if isinstance(method, str) and (method in CLIENT or method in SERVER):
                sender = C2S if method in CLIENT else S2C
                self._own = sender if direction == OUT else turned(sender)
                self._unsettled = False
        return self._own if direction == OUT else turned(self._own)

    def _time(self, entry: dict[str, Any]) -> tuple[float | None, str | None]:
        for key in TIME_KEYS:
            value = entry.get(key)
            if value is not None:
                time = seconds(value, key)
                if time is not None:
                    return time, key
        return None, None

    def _session(self, entry: dict[str, Any]) -> str:
        server = session = ''
        if not self._restarts and NAMING.isdisjoint(entry):
            return ''
        for key in SERVER_KEYS:
            value = entry.get(key)
            if type(value) is str:
                server = value
                break
        for key in SESSION_KEYS:
            value = entry.get(key)
            if type(value) is str or type(value) is int:
                session = str(value)
                break
        if self._restarts:
            session = f'{session}#{self._restarts + 1}'
        if session:
            return f'{server}#{session.lstrip("#")}' if server or session.startswith('#') else session
        return server


def _said_by(message: Any) -> str:
    """Who says what comes as a control request: the CLI as a rule, '' where a token or an id has to tell."""
    from mcp_hooks.transcripts.direction import SERVER
    method = message.get('method') if isinstance(message, dict) else None
    if not isinstance(method, str) or method in ('notifications/progress', 'notifications/cancelled'):
        return ''
    return S2C if method in SERVER else C2S


def _misfolded(request: dict[str, Any], response: Any) -> bool:
    """The answer is one to the other side's request of that id: it has what only a client says, or lacks it."""
    from mcp_hooks.transcripts.direction import CLIENT, CLIENT_RESULTS, SERVER
    method = request.get('method')
    result = response.get('result') if isinstance(response, dict) else None
    if not isinstance(result, dict) or not result or not isinstance(method, str):
        return False
    of_client = any(name in result for name in CLIENT_RESULTS)
    return (method in CLIENT and of_client) or (method in SERVER and not of_client and 'task' not in result)


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


def _is_http(request: dict[str, Any]) -> bool:
    verb = request.get('method', request.get('httpMethod'))
    return (isinstance(verb, str) and verb.upper() in VERBS) or ('headers' in request and 'body' in request)


def _body(half: dict[str, Any]) -> Any:
    """A recorded body: text, a JSON value, or mcp-trace's ``{"format": …, "value": …}``."""
    body = half.get('body', half.get('text', half.get('content')))
    if isinstance(body, dict) and 'value' in body and 'format' in body:
        body = body['value'] if body['format'] in ('json', 'text') and not body.get('truncated') else None
    return body if isinstance(body, str | dict | list) else None


def _answers(response: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(response, dict) and not is_message(response):
        response = response.get('body', response.get('message'))
        response = parse(response) if isinstance(response, str) else response
    if isinstance(response, list) and not all(isinstance(one, dict) and 'method' not in one for one in response):
        # a stream's messages one by one, not a batch of answers
        for index, one in enumerate(response):
            if is_message(one):
                yield f'[{index}]', one
    elif is_message(response):
        yield '', response


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
