"""2024-11-05, the first revision. Its tables are what the later ones are made of."""
from __future__ import annotations

from mcp_hooks.transcripts.revisions.record import BOTH, C2S, LEGACY, S2C, Method, Revision
from mcp_hooks.transcripts.revisions.shape import Tagged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEVELS = ('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency')  # low to high
ROLES = ('user', 'assistant')

# content and tool schemas have checks of their own: 'any' here keeps one mistake one finding
TYPES: dict[str, Any] = {
    'Implementation': {'name': 'string', 'version': 'string'},
    'ClientCapabilities': {'experimental?': 'map<object>', 'roots?': {'listChanged?': 'boolean'}, 'sampling?': 'object'},
    'ServerCapabilities': {
        'experimental?': 'map<object>', 'logging?': 'object', 'prompts?': {'listChanged?': 'boolean'},
        'resources?': {'subscribe?': 'boolean', 'listChanged?': 'boolean'}, 'tools?': {'listChanged?': 'boolean'},
    },
    'Tool': {'name': 'string', 'description?': 'string', 'inputSchema?': 'any'},
    'Annotations': {'audience?': 'Role[]', 'priority?': 'fraction'},
    'Resource': {'name': 'string', 'uri': 'string', 'description?': 'string', 'mimeType?': 'string', 'size?': 'integer',
                 'annotations?': 'Annotations'},
    'ResourceTemplate': {'name': 'string', 'uriTemplate': 'string', 'description?': 'string', 'mimeType?': 'string',
                         'annotations?': 'Annotations'},
    'Prompt': {'name': 'string', 'description?': 'string', 'arguments?': 'PromptArgument[]'},
    'PromptArgument': {'name': 'string', 'description?': 'string', 'required?': 'boolean'},
    'PromptMessage': {'role': 'Role', 'content': 'any'},
    'ResourceContents': {'uri': 'string', 'mimeType?': 'string', 'text?': 'any', 'blob?': 'any'},
    'SamplingMessage': {'role': 'Role', 'content': 'any'},
    'ModelPreferences': {
        'hints?': 'ModelHint[]', 'costPriority?': 'fraction', 'speedPriority?': 'fraction', 'intelligencePriority?': 'fraction',
    },
    'ModelHint': {'name?': 'string'},
    'Root': {'uri': 'string', 'name?': 'string'},
    'Reference': Tagged('type', {
        'ref/prompt': {'type': 'string', 'name': 'string'}, 'ref/resource': {'type': 'string', 'uri': 'string'},
    }, 'kind of reference'),
    'Argument': {'name': 'string', 'value': 'string'},
    'Completion': {'values': 'string[]', 'total?': 'integer', 'hasMore?': 'boolean'},
    'Level': LEVELS,
    'Role': ROLES,
}

CONTENT: dict[str, Any] = {
    'text': {'type': 'string', 'text': 'string', 'annotations?': 'Annotations'},
    'image': {'type': 'string', 'data': 'string', 'mimeType': 'string', 'annotations?': 'Annotations'},
    'resource': {'type': 'string', 'resource': 'ResourceContents', 'annotations?': 'Annotations'},
}

SAMPLING_CONTENT: dict[str, Any] = {'text': CONTENT['text'], 'image': CONTENT['image']}

PAGED = {'cursor?': 'string'}


def listing(page: str, member: str, items: str, capability: tuple[str, ...]) -> Method:
    return Method(C2S, page, params=PAGED, params_optional=True, result={member: items, 'nextCursor?': 'string'},
                  capability=capability)


def notification(direction: str, page: str, params: object = None, *, optional: bool = True,
                 capability: tuple[str, ...] = ()) -> Method:
    return Method(direction, page, request=False, params=params, params_optional=optional, capability=capability)


METHODS = {
    'initialize': Method(
        C2S, 'basic/lifecycle',
        params={'protocolVersion': 'string', 'capabilities': 'ClientCapabilities', 'clientInfo': 'Implementation'},
        result={'protocolVersion': 'string', 'capabilities': 'ServerCapabilities', 'serverInfo': 'Implementation',
                'instructions?': 'string'}),
    'ping': Method(BOTH, 'basic/utilities/ping', params_optional=True, result={}),
    'logging/setLevel': Method(C2S, 'server/utilities/logging', params={'level': 'Level'}, result={},
                               capability=('server', 'logging')),
    'completion/complete': Method(C2S, 'server/utilities/completion', params={'ref': 'Reference', 'argument': 'Argument'},
                                  result={'completion': 'Completion'}),
    'prompts/list': listing('server/prompts', 'prompts', 'Prompt[]', ('server', 'prompts')),
    'prompts/get': Method(C2S, 'server/prompts', params={'name': 'string', 'arguments?': 'map<string>'},
                          result={'messages': 'PromptMessage[]', 'description?': 'string'}, capability=('server', 'prompts')),
    'resources/list': listing('server/resources', 'resources', 'Resource[]', ('server', 'resources')),
    'resources/templates/list': listing('server/resources', 'resourceTemplates', 'ResourceTemplate[]', ('server', 'resources')),
    'resources/read': Method(C2S, 'server/resources', params={'uri': 'string'}, result={'contents': 'ResourceContents[]'},
                             capability=('server', 'resources')),
    'resources/subscribe': Method(C2S, 'server/resources', params={'uri': 'string'}, result={},
                                  capability=('server', 'resources', 'subscribe')),
    'resources/unsubscribe': Method(C2S, 'server/resources', params={'uri': 'string'}, result={},
                                    capability=('server', 'resources', 'subscribe')),
    'tools/list': listing('server/tools', 'tools', 'Tool[]', ('server', 'tools')),
    'tools/call': Method(C2S, 'server/tools', params={'name': 'string', 'arguments?': 'object'},
                         result={'content': 'array', 'isError?': 'boolean'}, capability=('server', 'tools')),
    'roots/list': Method(S2C, 'client/roots', params_optional=True, result={'roots': 'Root[]'}, capability=('client', 'roots')),
    'sampling/createMessage': Method(
        S2C, 'client/sampling',
        params={'messages': 'SamplingMessage[]', 'maxTokens': 'integer', 'systemPrompt?': 'string',
                'includeContext?': ('none', 'thisServer', 'allServers'), 'modelPreferences?': 'ModelPreferences',
                'stopSequences?': 'string[]', 'temperature?': 'number', 'metadata?': 'object'},
        result={'role': 'Role', 'content': 'any', 'model': 'string', 'stopReason?': 'string'},
        capability=('client', 'sampling')),
    'notifications/initialized': notification(C2S, 'basic/lifecycle'),
    'notifications/roots/list_changed': notification(C2S, 'client/roots', capability=('client', 'roots', 'listChanged')),
    'notifications/message': notification(S2C, 'server/utilities/logging',
                                          {'level': 'Level', 'data': 'any', 'logger?': 'string'}, optional=False,
                                          capability=('server', 'logging')),
    'notifications/prompts/list_changed': notification(S2C, 'server/prompts', capability=('server', 'prompts', 'listChanged')),
    'notifications/resources/list_changed': notification(S2C, 'server/resources',
                                                         capability=('server', 'resources', 'listChanged')),
    'notifications/resources/updated': notification(S2C, 'server/resources', {'uri': 'string'}, optional=False,
                                                    capability=('server', 'resources', 'subscribe')),
    'notifications/tools/list_changed': notification(S2C, 'server/tools', capability=('server', 'tools', 'listChanged')),
    'notifications/cancelled': notification(BOTH, 'basic/utilities/cancellation', {'requestId': 'id', 'reason?': 'string'},
                                            optional=False),
    'notifications/progress': notification(BOTH, 'basic/utilities/progress',
                                           {'progressToken': 'id', 'progress': 'number', 'total?': 'number'}, optional=False),
}

ERRORS = {
    -32700: 'parse error', -32600: 'invalid request', -32601: 'method not found', -32602: 'invalid params',
    -32603: 'internal error', -32002: 'resource not found',
}

REVISION = Revision('2024-11-05', era=LEGACY, types=TYPES, methods=METHODS, content=CONTENT, sampling=SAMPLING_CONTENT,
                    errors=ERRORS, meta={'progressToken': 'id'}, features=frozenset({'unique-ids', 'not-found-code'}))
