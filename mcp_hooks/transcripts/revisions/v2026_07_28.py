"""2026-07-28, the first modern revision: no handshake, no session, every request says what it needs in ``_meta``."""
from __future__ import annotations

from mcp_hooks.transcripts.event import CAPABILITIES_KEY, SUBSCRIPTION_KEY, VERSION_KEY
from mcp_hooks.transcripts.revisions import extensions
from mcp_hooks.transcripts.revisions import v2025_11_25 as earlier
from mcp_hooks.transcripts.revisions.record import BOTH, C2S, EMBEDDED, MODERN, S2C, Method, Revision
from mcp_hooks.transcripts.revisions.shape import Tagged
from mcp_hooks.transcripts.revisions.v2024_11_05 import notification

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'
SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'
LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel'

_types = earlier.TYPES
_tool = dict(_types['Tool'])
del _tool['execution?']
_client = {name: each for name, each in _types['ClientCapabilities'].items() if name != 'tasks?'}
_server = {name: each for name, each in _types['ServerCapabilities'].items() if name != 'tasks?'}
TYPES: dict[str, Any] = {
    **{name: each for name, each in _types.items() if name not in {'Task', 'CreateTaskResult', 'TaskMetadata', 'TaskId'}},
    **extensions.TYPES,
    'Tool': _tool,
    'ClientCapabilities': {**_client, 'roots?': 'object', 'extensions?': 'map<object>'},
    'ServerCapabilities': {**_server, 'extensions?': 'map<object>'},
    'UrlElicitation': {'mode': ('url',), 'message': 'string', 'url': 'string'},
    'SubscriptionFilter': {
        'toolsListChanged?': 'boolean', 'promptsListChanged?': 'boolean', 'resourcesListChanged?': 'boolean',
        'resourceSubscriptions?': 'string[]', 'taskIds?': 'string[]',
    },
}

SAMPLING_CONTENT: dict[str, Any] = {
    **earlier.SAMPLING_CONTENT,
    'tool_result': {**earlier.SAMPLING_CONTENT['tool_result'], 'structuredContent?': 'any'},
}

_retry = {'inputResponses?': 'map<object>', 'requestState?': 'string'}
_methods = earlier.METHODS


def _with_retry(name: str) -> Method:
    return _methods[name].changed(params={**_methods[name].params, **_retry})


_call = _with_retry('tools/call')
_call_params = {name: each for name, each in _call.params.items() if name != 'task?'}
_elicit = _methods['elicitation/create']
_sampling = _methods['sampling/createMessage']
METHODS = {
    **{name: _methods[name] for name in ('completion/complete', 'prompts/list', 'resources/list', 'resources/templates/list',
                                         'tools/list')},
    'prompts/get': _with_retry('prompts/get'),
    'resources/read': _with_retry('resources/read'),
    'tools/call': _call.changed(params=_call_params, result={**_call.result, 'structuredContent?': 'any'}),
    'server/discover': Method(C2S, 'server/discover', params_optional=True,
                              result={'supportedVersions': 'string[]', 'capabilities': 'ServerCapabilities',
                                      'instructions?': 'string'}),
    'subscriptions/listen': Method(C2S, 'basic/patterns/subscriptions', params={'notifications': 'SubscriptionFilter'},
                                   result={}),
    'notifications/cancelled': _methods['notifications/cancelled'].changed(
        page='basic/patterns/cancellation', direction=BOTH, params={'requestId': 'id', 'reason?': 'string'}),
    'notifications/progress': _methods['notifications/progress'].changed(page='basic/patterns/progress', direction=S2C),
    **{name: _methods[name] for name in (
        'notifications/message', 'notifications/prompts/list_changed', 'notifications/resources/list_changed',
        'notifications/resources/updated', 'notifications/tools/list_changed')},
    'notifications/subscriptions/acknowledged': notification(S2C, 'basic/patterns/subscriptions',
                                                             {'notifications': 'SubscriptionFilter'}, optional=False),
}

EMBEDDED_METHODS = {
    'roots/list': _methods['roots/list'].changed(direction=EMBEDDED),
    'sampling/createMessage': _sampling.changed(
        direction=EMBEDDED, params={name: each for name, each in _sampling.params.items() if name != 'task?'}),
    'elicitation/create': _elicit.changed(direction=EMBEDDED, params=Tagged('mode', {
        'form': {'mode?': 'string', 'message': 'string', 'requestedSchema': 'any'},
        'url': TYPES['UrlElicitation'],
    }, 'mode', absent='form')),
}

_subscribe = 'subscriptions/listen with resourceSubscriptions'
REMOVED = {
    'initialize': 'the version and capabilities in the _meta of each request; server/discover asks for them beforehand',
    'notifications/initialized': 'nothing: there is no handshake',
    'ping': 'nothing: any request shows that the other side lives',
    'logging/setLevel': 'io.modelcontextprotocol/logLevel in the _meta of each request',
    'resources/subscribe': _subscribe,
    'resources/unsubscribe': f'the end of {_subscribe}',
    'notifications/roots/list_changed': 'nothing: roots are asked for when they are needed',
    'notifications/elicitation/complete': 'a retry of the request',
    'tasks/list': 'nothing: the tasks extension has tasks/get, tasks/update and tasks/cancel',
    'tasks/result': 'tasks/get, which carries the result of a completed task',
    'notifications/tasks/status': 'notifications/tasks on a subscriptions/listen stream',
}

REVISION = Revision(
    '2026-07-28', era=MODERN, types=TYPES, methods=METHODS, content=earlier.CONTENT, sampling=SAMPLING_CONTENT,
    embedded=EMBEDDED_METHODS,
    extensions=extensions.METHODS, removed=REMOVED,
    errors={
        -32700: 'parse error', -32600: 'invalid request', -32601: 'method not found', -32602: 'invalid params',
        -32603: 'internal error', -32020: 'header mismatch', -32021: 'missing required client capability',
        -32022: 'unsupported protocol version',
    },
    forbidden={
        -32002: '-32602 says that a resource was not found',
        -32042: 'a result with resultType "input_required" asks for a URL elicitation',
    },
    reserved=(-32099, -32020),
    meta={
        'progressToken': 'id', VERSION_KEY: 'string', CAPABILITIES_KEY: 'ClientCapabilities', CLIENT_INFO_KEY: 'Implementation',
        SERVER_INFO_KEY: 'Implementation', LOG_LEVEL_KEY: 'Level', SUBSCRIPTION_KEY: 'id', 'traceparent': 'string',
        'tracestate': 'string', 'baggage': 'string',
    },
    cacheable=frozenset({'server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list',
                         'resources/read'}),
    retryable=frozenset({'tools/call', 'prompts/get', 'resources/read'}),
    features=(earlier.REVISION.features
              - {'unique-ids', 'not-found-code', 'object-output', 'tasks', 'session-id', 'resume', 'elicitation-id'})
    | {'mirrored-headers', 'param-headers', 'input-required', 'trace-context'})
