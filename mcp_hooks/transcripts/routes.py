"""Which messages have a short way (``light``): their routes, and what the tables of the revisions know of them."""
from __future__ import annotations

from mcp_hooks.transcripts.event import MODERN
from mcp_hooks.transcripts.message import C2S, S2C
from mcp_hooks.transcripts.revisions.shape import Shape
from mcp_hooks.transcripts.rules.content import is_base64
from mcp_hooks.transcripts.rules.features import has_scheme, is_template
from mcp_hooks.transcripts.rules.meta import DEFINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.schemas import Examined
    from mcp_hooks.transcripts.table import Chosen

    Fits = Callable[[Any], bool]

CALL, PROGRESS, LOG, READ, PROMPT = 'tools/call', 'notifications/progress', 'notifications/message', 'resources/read', 'prompts/get'
COMPLETE = 'completion/complete'
ASKED = frozenset((CALL, READ, PROMPT, 'ping', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list',
                   COMPLETE))
ANSWERED = ASKED - {'tools/list'}
TOLD = frozenset((PROGRESS, LOG, 'notifications/resources/updated', 'notifications/resources/list_changed'))
IN_MODERN = frozenset((CALL, PROGRESS, LOG))  # of the modern era only these have a short way

# names of rules whose verdict on a message that fits its table, has no member that the table has not, and no _meta but what its
# like had, depends on its kind, method, direction and revision, on what the sides declared, and on nothing else
STATELESS = frozenset((
    'jsonrpc-version', 'params-not-object', 'request-id', 'result-not-object', 'error-object', 'response-id',
    'params-fields', 'result-fields', 'empty-result', 'near-miss-member', 'meta-key', 'meta-value', 'annotations', 'icons',
    'unknown-method', 'method-of-other-revision', 'wrong-direction', 'client-capability', 'server-capability',
    'undeclared-notification', 'before-initialize', 'initialize-not-first', 'not-initialized', 'orphan-response',
    'duplicate-response', 'unsupported-version', 'meta-missing', 'server-request', 'input-required',
    'result-type', 'subscription', 'task-created', 'error-code', 'wrong-error', 'app-client',
))
# what has nothing to say on a legacy message of a route besides
LEGACY_TOO = frozenset(('input-retry', 'log-not-asked'))
# what is looked at here: where one of these could have a word the message goes the long way
INLINE = frozenset(('id-reused', 'progress-token-reused', 'answer-after-cancel', 'progress-token', 'progress-value'))
# what these look at is looked at here as well (``params_of``, ``result_of``), or a plain message does not have it
OF_REQUESTS = frozenset((
    'tool-input-schema', 'tool-output-schema', 'schema-invalid', 'schema-reference', 'schema-remote-reference',
    'schema-unchecked', 'schema-required', 'cursor-unknown', 'resource-uri', 'content-block',
))
OF_CALLS = frozenset(('content-block', 'tool-arguments', 'unknown-tool', 'structured-content', 'structured-without-text',
                      'url-elicitation-required', 'resource-uri'))
OF_RESULTS = frozenset(('content-block', 'resource-uri', 'app-resource', 'resource-not-found', 'next-cursor',
                        'url-elicitation-required', 'completion-values'))
OF_ERRORS = frozenset(('content-block', 'resource-uri', 'app-resource', 'cursor-unknown', 'next-cursor', 'duplicate-name',
                       'completion-values', 'structured-content', 'structured-without-text'))
LEVELS = frozenset(('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'))
BLOCKS = 16
CODES = 64  # of errors of one method
_EXACT = frozenset((str, dict))  # of these types only what is of the type is equal
_META = frozenset(('_meta',))
_ODD = frozenset(('_meta', 'annotations', 'icons', 'content', 'resource'))  # each may hold more that checks look at
_PROGRESS = frozenset(('progressToken', 'progress', 'total', 'message'))
_LOG = frozenset(('level', 'data', 'logger'))
_CONTENTS = frozenset(('uri', 'mimeType', 'text', 'blob'))
_PROMPT_MESSAGE = frozenset(('role', 'content'))
_ERROR = frozenset(('code', 'message', 'data'))


HTTP_WAY = {C2S: 'c2s over HTTP', S2C: 's2c over HTTP', '': 'over HTTP'}  # direction → that of a message with an HTTP side

WAYS = (*HTTP_WAY, *HTTP_WAY.values())


class Route:
    """The short way of the messages of one method, kind and direction. ``checks`` are those that are still to be asked;
    ``fits`` says of params or a result whether there is nothing in it but what the tables know. ``codes`` are those of the
    errors that no check had a word for."""

    __slots__ = ('checks', 'codes', 'direction', 'era', 'fits', 'is_call', 'is_list', 'method', 'needs_params', 'revision',
                 'tools')

    def __init__(self, event: Event, checks: Chosen, fits: Fits, needs_params: bool) -> None:
        self.method = event.method
        self.direction = event.direction
        self.era = event.era
        self.revision = event.revision
        self.checks = checks
        self.fits = fits
        self.needs_params = needs_params
        self.is_call = event.method == CALL
        self.is_list = event.method.endswith('/list')
        self.codes: set[int] = set()
        self.tools: dict[str, tuple[dict[str, Any], Examined | None, Examined | None]] = {}  # name → definition, its schemas


class Routes:
    """The routes of one session, each by the direction as recorded ('' where it is concluded; see ``HTTP_WAY``): ``said`` method →
    route of requests and notifications, ``results`` and ``errors`` method that was asked → route. ``meta`` and ``answer_meta``
    are the last ``_meta`` of a judged request and of a result in which no credential was found."""

    __slots__ = ('answer_meta', 'errors', 'meta', 'results', 'said')

    def __init__(self) -> None:
        self.meta: dict[str, Any] | None = None
        self.answer_meta: dict[str, Any] | None = None
        self.said: dict[str, dict[str, Route]] = {way: {} for way in WAYS}
        self.results: dict[str, dict[str, Route]] = {way: {} for way in WAYS}
        self.errors: dict[str, dict[str, Route]] = {way: {} for way in WAYS}


NONE = Routes()  # of a session that has not learned any; nobody writes into it


# ---- what a table knows ----

def params_of(method: str, revision: Any) -> Fits:
    if method == PROGRESS:
        return _is_progress
    if method == LOG:
        return _is_log
    if method == CALL:
        return _is_call
    expected = revision.params(method)
    if expected is None:
        return _is_empty
    if type(expected) is not Shape:
        return _never
    is_all = expected.is_all
    if method == READ:
        return lambda params: is_all(params, _META) and has_scheme(params['uri'])
    return lambda params: 'cursor' not in params and is_all(params, _META)


def result_of(method: str, era: str | None, revision: Any) -> Fits:
    if method == CALL:
        return _is_modern_result if era == MODERN else _is_result
    expected = revision.result(method)
    if type(expected) is not Shape:
        return _never
    is_all = expected.is_all
    closer = {READ: _are_contents, PROMPT: _are_prompts, COMPLETE: _are_values}.get(method, _are_items)
    return lambda result: is_all(result, _META) and 'nextCursor' not in result and closer(result)


def _never(value: Any) -> bool:
    return False


def _is_empty(params: dict[str, Any]) -> bool:
    return not params or (len(params) == 1 and '_meta' in params)


def _is_call(params: dict[str, Any]) -> bool:
    if type(params.get('name')) is not str:
        return False
    known = 1
    if 'arguments' in params:
        if type(params['arguments']) is not dict:
            return False
        known = 2
    return len(params) == known or ('_meta' in params and len(params) == known + 1)


def _is_progress(params: dict[str, Any]) -> bool:
    token, progress = params.get('progressToken'), params.get('progress')
    if (type(token) is not int and type(token) is not str) or (type(progress) is not int and type(progress) is not float):
        return False
    if 'total' in params:
        total = params['total']
        if type(total) is not int and type(total) is not float:
            return False
    return params.keys() <= _PROGRESS and ('message' not in params or type(params['message']) is str)


def _is_log(params: dict[str, Any]) -> bool:
    level = params.get('level')
    return (type(level) is str and level in LEVELS and 'data' in params and params.keys() <= _LOG
            and ('logger' not in params or type(params['logger']) is str))


def _is_result(result: Any) -> bool:
    return type(result) is dict and _is_of_texts(result, 1 if '_meta' in result else 0)


def _is_modern_result(result: Any) -> bool:
    return type(result) is dict and result.get('resultType') == 'complete' and _is_of_texts(result, 2 if '_meta' in result else 1)


def _is_of_texts(result: dict[str, Any], known: int) -> bool:
    """A result of text blocks with nothing beside them but what everybody sends; ``known`` members were looked at."""
    content = result.get('content')
    if type(content) is not list or len(content) > BLOCKS:
        return False
    known += 1
    if 'isError' in result:
        if type(result['isError']) is not bool:
            return False
        known += 1
    if 'structuredContent' in result:
        if type(result['structuredContent']) is not dict:
            return False
        known += 1
    if len(result) != known:
        return False
    for block in content:
        if type(block) is not dict or len(block) != 2 or block.get('type') != 'text' or type(block.get('text')) is not str:
            return False
    return True


def is_plain_error(error: Any) -> bool:
    return (type(error) is dict and type(error.get('code')) is int and type(error.get('message')) is str
            and error.keys() <= _ERROR)


def _are_items(result: dict[str, Any]) -> bool:
    """Nothing in the lists of a result that has checks of its own."""
    for items in result.values():
        if type(items) is list:
            for item in items:
                if type(item) is dict:
                    if not _ODD.isdisjoint(item):
                        return False
                    if 'uri' in item and not _is_plain_uri(item['uri']):
                        return False
                    if 'uriTemplate' in item and not _is_template(item['uriTemplate']):
                        return False
    return True


def _is_plain_uri(uri: Any) -> bool:
    return type(uri) is str and has_scheme(uri) and not uri.startswith('ui:')


def _is_template(template: Any) -> bool:
    return type(template) is str and is_template(template)


def _are_contents(result: dict[str, Any]) -> bool:
    for item in result['contents']:
        if not item.keys() <= _CONTENTS or not _is_plain_uri(item['uri']):
            return False
        if 'text' in item:
            if 'blob' in item or type(item['text']) is not str:
                return False
        elif 'blob' not in item or type(item['blob']) is not str or not is_base64(item['blob']):
            return False
    return True


def _are_values(result: dict[str, Any]) -> bool:
    found = result['completion']
    count, total = len(found['values']), found.get('total')
    return count <= 100 and (type(total) is not int or total >= count)


def _are_prompts(result: dict[str, Any]) -> bool:
    for message in result['messages']:
        content = message['content']
        if (type(content) is not dict or len(content) != 2 or type(content.get('text')) is not str
                or content.get('type') != 'text' or not message.keys() <= _PROMPT_MESSAGE):
            return False
    return True


def likeness(meta: Any, before: dict[str, Any] | None) -> int:
    """0 where a key is in it, the progress token apart, that was not in it before, or what the specification defines is another;
    1 where only other values are others, 2 where none is."""
    if before is None or type(meta) is not dict:
        return 0
    if meta == before and 'progressToken' not in meta and _EXACT.issuperset(map(type, before.values())):
        return 2
    found = 2
    for key, value in meta.items():
        if key == 'progressToken':
            if type(value) is not str and type(value) is not int:
                return 0
            continue
        if key not in before:
            return 0
        if type(before[key]) is not type(value) or before[key] != value:
            if key in DEFINED:
                return 0
            found = 1
    return found
