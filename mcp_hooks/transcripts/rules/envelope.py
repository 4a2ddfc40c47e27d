"""The JSON-RPC envelope: what is a message at all, its version, ids, batches, results and errors."""
from __future__ import annotations

from mcp_hooks.transcripts.event import (
    BATCH,
    FRAME,
    MALFORMED,
    NO_ID,
    NOTIFICATION,
    NULL_ID,
    OTHER_TYPE,
    REQUEST,
    RESPONSE,
    SAME,
    Fault,
    on,
)
from mcp_hooks.transcripts.message import NOISE, TRUNCATED
from mcp_hooks.transcripts.readers.exchange import is_lax
from mcp_hooks.transcripts.revisions import ALL
from mcp_hooks.transcripts.revisions.shape import is_integer, kind_of, near
from mcp_hooks.transcripts.rules.common import (
    C2S,
    CLEAN,
    ERROR,
    NOTE,
    OTHER,
    S2C,
    WARNING,
    named,
    revision_of,
    rule,
    spec,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

CHANNEL = {S2C: "the server's stdout", C2S: "the server's stdin", '': 'the protocol channel'}
BODY = {S2C: 'the body of the answer', C2S: 'the body of the request', '': 'the body'}
UNREADABLE = (-32700, -32600)  # errors that say: what came in could not be read, so neither could its id
MEMBERS = ['method', 'result', 'error', 'params', 'id', 'jsonrpc']
REQUESTS = frozenset(name for each in ALL for name in (*each.methods, *each.embedded)
                     if not name.startswith('notifications/'))


@on(FRAME)
def noise(event: Event) -> Faults:
    frame = event.frame
    if frame is None or frame.kind != NOISE or not frame.raw.strip():
        return CLEAN
    channel = CHANNEL[frame.direction] if frame.http is None else BODY[frame.direction]
    if frame.raw.lstrip()[:1] in ('{', '['):
        text, key = f'a line on {channel} begins like a message and is broken JSON', 'broken'
        if is_lax(frame.raw):
            text, key = f'a message on {channel} holds NaN or Infinity, which JSON does not have: send null', 'lax'
        elif frame.http is None:
            event.session.memory['broken line'] = frame.direction, event
    elif frame.raw.lstrip()[:15].lower() == 'content-length:':
        text, key = f'a Content-Length header on {channel}: other protocols frame messages so; here each stands on one line', 'header'
    elif _goes_on(event):
        text, key = f'a line on {channel} begins like a message and is broken JSON', 'broken'
    else:
        text, key = f'text on {channel} that is no JSON-RPC message', 'text'
    return Fault(text, key=f'{key} {frame.direction}'),


def _goes_on(event: Event) -> bool:
    """Whether this is the next line of a message that was written over several, which is one mistake."""
    memory = event.session.memory
    before = memory.get('broken line')
    if before is None or before[0] != event.direction or before[1] is not event.session.last_from[event.direction]:
        return False
    memory['broken line'] = event.direction, event
    return True


@on(FRAME)
def truncated(event: Event) -> Faults:
    if event.frame is None or event.frame.kind != TRUNCATED:
        return CLEAN
    return Fault('the logger cut this message short: it was not checked, and what answers it or what it answers cannot be '
                 'judged',
                 key='truncated'),


@on(MALFORMED)
def malformed(event: Event) -> Iterator[Fault]:
    message = event.message
    if not isinstance(message, dict):
        yield Fault(f'a message is an object, this is {kind_of(message)}', key=f'malformed {kind_of(message)}')
        return
    if 'result' in message and 'error' in message:
        yield Fault('a response has either result or error, this one has both', key='both')
    elif 'method' in message:
        if not isinstance(message['method'], str):
            yield Fault(f'method must be a string, not {kind_of(message["method"])}', at='method')
        elif 'result' in message or 'error' in message:
            yield Fault('a message with a method is a request, one with a result or error its response; this one is both',
                        key='request and response')
    elif (what := _posted_before(event)) is not None:
        yield Fault(f'{what} is answered with a body that is no message; it must be 202 without a body', key=f'body for {what}')
    elif 'result' not in message and 'error' not in message:
        meant = next((pair for name in MEMBERS[:3] if (pair := near(name, list(message))) is not None), None)
        hint = f': did you mean {next(n for n in MEMBERS[:3] if near(n, [meant]))} by {named(meant)}?' if meant else ''
        yield Fault(f'this object has neither method, result nor error{hint}', key=f'neither{hint}')


def _posted_before(event: Event) -> str | None:
    """What this object answers over HTTP where nothing of it is to be answered."""
    http = event.frame.http if event.frame is not None else None
    last = event.session.last_from[C2S] if event.direction == S2C else None
    asked = last.frame.http if last is not None and last.frame is not None else None
    if http is None or last is None or asked is None or not http.exchange or asked.exchange != http.exchange:
        return None
    return {NOTIFICATION: 'a notification', RESPONSE: 'a response'}.get(last.kind)


@on(REQUEST, RESPONSE, NOTIFICATION)
def jsonrpc(event: Event) -> Faults:
    message, memory = event.message, event.session.memory
    version = message.get('jsonrpc')
    known = memory.get('jsonrpc')
    if version == '2.0':
        if known is True:
            return CLEAN
        memory['jsonrpc'] = True
        # a recorder that drops the member drops it everywhere: only now it is clear that this one keeps it
        return CLEAN if known is None else (_without_jsonrpc(known),)
    if 'jsonrpc' in message:
        return Fault(f'jsonrpc must be "2.0", not {named(version)}', at='jsonrpc', key='jsonrpc'),
    if known is True:
        return _without_jsonrpc(event),
    if known is None:
        memory['jsonrpc'] = event
    return CLEAN


def _without_jsonrpc(event: Event) -> Fault:
    return Fault('jsonrpc is missing; it must be "2.0"', at='jsonrpc', event=event, key='jsonrpc missing')


@on(RESPONSE)
def result_object(event: Event) -> Faults:
    message = event.message
    if 'result' not in message or type(message['result']) is dict:
        return CLEAN
    return Fault(f'result must be an object, not {kind_of(message["result"])}; an empty answer is {{}}', at='result',
                 key=f'result {kind_of(message["result"])}'),


@on(REQUEST, NOTIFICATION)
def params_object(event: Event) -> Faults:
    message = event.message
    if 'params' not in message or type(message['params']) is dict:
        return CLEAN
    return Fault(f'params must be an object, not {kind_of(message["params"])}; leave it out where there are none', at='params',
                 key=f'params {kind_of(message["params"])}'),


@on(RESPONSE)
def error_object(event: Event) -> Faults:
    return _error_faults(event) if 'error' in event.message else CLEAN


def _error_faults(event: Event) -> Iterator[Fault]:
    error = event.message['error']
    if type(error) is not dict:
        yield Fault(f'error must be an object with code and message, not {kind_of(error)}', at='error')
        return
    if 'code' not in error:
        yield Fault('error.code is missing', at='error.code')
    elif not is_integer(error['code']):
        yield Fault(f'error.code must be an integer, not {kind_of(error["code"])}', at='error.code')
    if 'message' not in error:
        yield Fault('error.message is missing', at='error.message')
    elif not isinstance(error['message'], str):
        yield Fault(f'error.message must be a string, not {kind_of(error["message"])}', at='error.message')


@on(REQUEST, NOTIFICATION, MALFORMED)
def request_id(event: Event) -> Faults:
    message = event.message
    if type(message) is not dict or 'method' not in message or 'result' in message or 'error' in message:
        return CLEAN
    method = event.method
    if 'id' not in message:
        if method.startswith('notifications/') or method not in REQUESTS:
            return CLEAN
        return Fault(f'{method} is a request and has no id: a receiver takes it for a notification and never answers', at='id',
                     key=f'no id {method}'),
    value = message['id']
    if method.startswith('notifications/'):
        return Fault(f'a notification has no id: with one, {method} is a request that waits for an answer', at='id',
                     key=f'notification id {method}'),
    if type(value) is int or type(value) is str:
        return CLEAN
    if is_integer(value):
        return Fault(f'the id {value!r} is written with a fraction: some receivers answer with another spelling of it', at='id',
                     severity=NOTE, key='float id'),
    return Fault(f'the id of a request must be a string or an integer, not {kind_of(value)}',
                 at='id', key=f'id {kind_of(value)}'),


@on(RESPONSE)
def response_id(event: Event) -> Faults:
    if event.mismatch == SAME and event.request is not None:
        return CLEAN
    message = event.message
    value = message.get('id')
    if value is not None and not isinstance(value, str) and not is_integer(value):
        return Fault(f'the id of a response must be a string or an integer, not {kind_of(value)}', at='id'),
    if event.mismatch == OTHER_TYPE and event.request is not None:
        asked = event.request.message['id']
        return Fault(f'the id must be the one of the request: {named(asked)} ({_type(asked)}) was asked, {named(value)} '
                     f'({_type(value)}) answers', at='id', key='id type'),
    if value is not None:
        return CLEAN
    what = 'null' if 'id' in message else 'missing'
    if 'result' in message:
        return Fault(f'a result needs the id of its request; the id is {what}', at='id', key=f'result id {what}'),
    if event.request is None or could_not_be_read(event):
        return CLEAN
    if event.mismatch == NULL_ID:
        return Fault('the id is null although that of the request could be read; the answer cannot be told from others',
                     at='id',
                     severity=NOTE, key='error id null'),
    if event.mismatch == NO_ID:
        return Fault('the id is missing although that of the request could be read', at='id', key='error id missing'),
    return CLEAN


def _type(value: object) -> str:
    return 'string' if isinstance(value, str) else 'number'


def could_not_be_read(event: Event) -> bool:
    """The error says so, a frame before it was broken, or HTTP says which request it answers."""
    error = event.error
    code = error.get('code') if isinstance(error, dict) else None
    if code in UNREADABLE or event.session.unreadable[OTHER[event.direction]] > 0:
        return True
    http = event.frame.http if event.frame else None
    return http is not None and http.status is not None and http.status >= 400


@on(BATCH)
def batch(event: Event) -> Iterator[Fault]:
    if not event.message:
        yield Fault('an empty array is no batch and no message', key='empty batch')
        return
    if any(isinstance(each, dict) and each.get('method') == 'initialize' for each in event.message):
        yield Fault('initialize must not be part of a batch', key='initialize in a batch')
        return
    revision = event.revision
    if revision is None or 'batch' in revision.features:
        asks = any(isinstance(each, dict) and 'method' in each for each in event.message)
        if asks and any(isinstance(each, dict) and 'method' not in each and ('result' in each or 'error' in each)
                        for each in event.message):
            yield Fault('a batch holds requests and notifications, or responses: this one mixes them', key='mixed batch')
        return
    first = event.revision is ALL[0]
    what = 'knows no' if first else 'has no'
    yield Fault(f'{revision_of(event).date} {what} batches: each message is sent on its own',
                severity=WARNING if first else None,
                key='batch')


def _transports(date: str) -> str:
    return spec(date, 'basic/transports')


_basic = spec('2025-11-25', 'basic')
RULES = (
    rule('MCP601', 'stdout-noise', ERROR, 'Something that is no JSON-RPC message stands on the protocol channel.',
         'Write logs and banners to stderr, and each message on one line. (2025-11-25, Transports, stdio: "The server MUST NOT '
         'write anything to its stdout that is not a valid MCP message."; the client likewise to stdin)',
         _transports('2025-11-25'), noise),
    rule('MCP602', 'truncated-frame', NOTE, 'The logger cut a message short.',
         'Capture with a tool that keeps whole messages, or raise its limit; nothing is wrong with the session because of it. '
         '(no rule of the specification: logs of hosts end long messages with "…[11759 chars truncated]…")',
         'https://modelcontextprotocol.io/docs/develop/connect-local-servers', truncated),
    rule('MCP603',
         'malformed-message', ERROR, 'A JSON value on the channel is neither a request, a notification nor a response.',
         'A request has id and method, a notification method, a response id and either result or error. (2025-11-25, Base '
         'Protocol, Messages: "All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.")',
         _basic, malformed),
    rule('MCP604', 'jsonrpc-version', ERROR, 'The member `jsonrpc` is missing or not "2.0".',
         'Send "jsonrpc": "2.0" in every message. (2025-11-25, Base Protocol, Messages; JSON-RPC 2.0, section 4: "A String '
         'specifying the version of the JSON-RPC protocol. MUST be exactly "2.0".")', _basic, jsonrpc),
    rule('MCP605', 'result-not-object', ERROR, 'The result of a response is not an object.',
         'Answer with an object, {} where there is nothing to say. (2025-11-25, Base Protocol, Responses: "The result MAY '
         'follow any JSON object structure"; schema: Result is an object)', _basic, result_object),
    rule('MCP606', 'params-not-object', ERROR, 'The params of a request or notification are not an object.',
         'Send params by name, as an object, or leave them out. (2025-11-25, Base Protocol, Requests: params?: { [key: '
         'string]: unknown })', _basic, params_object),
    rule('MCP607', 'error-object', ERROR, 'The error of a response lacks an integer code or a message.',
         'An error is {"code": integer, "message": string, "data"?: any}. (2025-11-25, Base Protocol, Error Responses: "Error '
         'responses MUST include an error field with a code and message. Error codes MUST be integers.")',
         _basic, error_object),
    rule('MCP608', 'request-id', ERROR, 'A request has no usable id, or a notification has one.',
         'Give each request a string or integer id, and a notification none. (2025-11-25, Base Protocol, Requests: "Requests '
         'MUST include a string or integer ID. Unlike base JSON-RPC, the ID MUST NOT be null."; Notifications: "MUST NOT '
         'include an ID")',
         _basic, request_id),
    rule('MCP609', 'response-id', ERROR, 'The id of a response is not the id of the request it answers.',
         'Send the id back as it came, of the same JSON type. (2025-11-25, Base Protocol, Responses: "Result responses MUST '
         'include the same ID as the request they correspond to."; an error only where "the ID could not be read" may have '
         'none)',
         _basic, response_id),
    rule('MCP610', 'batch', ERROR, 'A JSON-RPC batch in a revision without batches, an empty or mixed one, or one with initialize.',
         'Send each message on its own. (2025-06-18, Key Changes: "Remove support for JSON-RPC batching"; 2025-03-26, '
         'Lifecycle: "The initialize request MUST NOT be part of a JSON-RPC batch"; Transports: "An array batching one or more '
         'requests and/or notifications", "An array batching one or more responses")', spec('2025-06-18', 'changelog'), batch),
)
