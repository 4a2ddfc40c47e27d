"""The fast path of large captures: which messages are so plain that most checks have nothing to say about them.

Nearly all of a large capture is tool calls, their text results and progress. When a session has shown one plain message of a
kind, method and direction, and no check had a fault, the next one is only given to the checks that remember something
(``STATELESS`` are left out). A test judges mutated captures with and without this path and asks for the same findings.
"""
from __future__ import annotations

from mcp_hooks.transcripts.event import CAPABILITIES_KEY, MODERN, NOTIFICATION, REQUEST, VERSION_KEY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event

# names of rules whose verdict on a plain message depends on its kind, method, direction and revision, on what the sides
# declared and on nothing else: they are asked once
STATELESS = frozenset((
    'jsonrpc-version', 'params-not-object', 'request-id', 'result-not-object', 'error-object', 'response-id',
    'params-fields', 'result-fields', 'near-miss-member', 'meta-key', 'meta-value', 'content-block', 'annotations',
    'unknown-method', 'method-of-other-revision', 'wrong-direction', 'client-capability', 'server-capability',
    'undeclared-notification', 'before-initialize', 'initialize-not-first', 'not-initialized', 'orphan-response',
    'duplicate-response', 'url-elicitation-required', 'unsupported-version', 'meta-missing', 'server-request', 'input-required',
    'result-type', 'subscription', 'task-created', 'error-code', 'wrong-error', 'app-client',
))
# what has nothing to say on a plain legacy message besides
LEGACY_TOO = frozenset(('input-retry', 'log-not-asked'))
LEVELS = frozenset(('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'))
BLOCKS = 16
_PROGRESS = frozenset(('progressToken', 'progress', 'total', 'message'))
_LOG = frozenset(('level', 'data', 'logger'))
METHODS = frozenset(('tools/call', 'notifications/progress', 'notifications/message'))


def is_plain(event: Event) -> bool:
    """Whether a message of one of ``METHODS`` has nothing in it but the members that everybody sends, of the right types."""
    message: dict[str, Any] = event.message
    if message.get('jsonrpc') != '2.0' or event.batch is not None:
        return False
    kind = event.kind
    if kind == REQUEST:
        params = message.get('params')
        event.plain = type(params) is dict and len(message) == 4 and _is_call(event, params, message['id'])
        return event.plain
    if kind == NOTIFICATION:
        params = message.get('params')
        return type(params) is dict and len(message) == 3 and (
            _is_progress(params) if event.method == 'notifications/progress' else _is_log(params))
    if len(message) != 3 or event.request is None or event.mismatch:
        return False
    result = message.get('result')
    return type(result) is dict and _is_result(event, result)


def _is_call(event: Event, params: dict[str, Any], identifier: Any) -> bool:
    if type(params.get('name')) is not str or (type(identifier) is not int and type(identifier) is not str):
        return False
    known = 1
    if 'arguments' in params:
        if type(params['arguments']) is not dict:
            return False
        known = 2
    if '_meta' in params:
        meta = params['_meta']
        return len(params) == known + 1 and type(meta) is dict and _is_plain_meta(event, meta)
    return len(params) == known and event.era != MODERN


def _is_result(event: Event, result: dict[str, Any]) -> bool:
    content = result.get('content')
    if type(content) is not list or len(content) > BLOCKS:
        return False
    known = 1
    if 'isError' in result:
        if type(result['isError']) is not bool:
            return False
        known = 2
    if 'structuredContent' in result:
        if type(result['structuredContent']) is not dict:
            return False
        known += 1
    if event.era == MODERN:
        if result.get('resultType') != 'complete' or not event.request.plain:  # type: ignore[union-attr]  # there is one
            return False
        known += 1
        if '_meta' in result:
            before = event.session.plain_answer
            if type(result['_meta']) is not dict or (before is not None and not _is_same(result['_meta'], before)):
                return False
            known += 1
    if len(result) != known:
        return False
    for block in content:
        if type(block) is not dict or len(block) != 2 or block.get('type') != 'text' or type(block.get('text')) is not str:
            return False
    return True


def _is_plain_meta(event: Event, meta: dict[str, Any]) -> bool:
    """Only a progress token; in the modern era also what the session's last judged request said of itself, word for word."""
    token = meta.get('progressToken')
    if token is not None and type(token) is not int and type(token) is not str:
        return False
    if event.era != MODERN:
        return len(meta) == 1 and token is not None
    if VERSION_KEY not in meta or CAPABILITIES_KEY not in meta:
        return False
    before = event.session.plain_meta
    return before is None or _is_same(meta, before)


def _is_same(meta: dict[str, Any], before: dict[str, Any]) -> bool:
    """Nothing is in it, the progress token apart, that was not in it before."""
    return all(key == 'progressToken' or (key in before and type(before[key]) is type(value) and before[key] == value)
               for key, value in meta.items())


def _is_progress(params: dict[str, Any]) -> bool:
    token, progress = params.get('progressToken'), params.get('progress')
    total, text = params.get('total'), params.get('message')
    return ((type(token) is int or type(token) is str) and (type(progress) is int or type(progress) is float)
            and (total is None or type(total) is int or type(total) is float) and (text is None or type(text) is str)
            and params.keys() <= _PROGRESS and None not in params.values())


def _is_log(params: dict[str, Any]) -> bool:
    level, logger = params.get('level'), params.get('logger')
    return (type(level) is str and level in LEVELS and 'data' in params and (logger is None or type(logger) is str)
            and params.keys() <= _LOG and ('logger' not in params or logger is not None))
