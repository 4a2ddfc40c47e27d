"""2025-11-25, the last revision with a handshake: tasks, URL elicitation, tools in sampling, icons, rules for tool names."""
from __future__ import annotations

from mcp_hooks.transcripts.revisions import v2025_06_18 as earlier
from mcp_hooks.transcripts.revisions.record import BOTH, LEGACY, S2C, Method, Revision
from mcp_hooks.transcripts.revisions.shape import Tagged
from mcp_hooks.transcripts.revisions.v2024_11_05 import PAGED, notification

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RELATED_TASK = 'io.modelcontextprotocol/related-task'
TASK_STATUS = ('working', 'input_required', 'completed', 'failed', 'cancelled')

_types = earlier.TYPES
TYPES: dict[str, Any] = {
    **_types,
    'Icon': {'src': 'string', 'mimeType?': 'string', 'sizes?': 'string[]', 'theme?': ('light', 'dark')},
    **{name: {**_types[name], 'icons?': 'Icon[]'} for name in ('Resource', 'ResourceTemplate', 'Prompt')},
    'Implementation': {**_types['Implementation'], 'description?': 'string', 'websiteUrl?': 'string', 'icons?': 'Icon[]'},
    'Tool': {**_types['Tool'], 'icons?': 'Icon[]', 'execution?': {'taskSupport?': ('forbidden', 'optional', 'required')}},
    'ClientCapabilities': {
        **_types['ClientCapabilities'],
        'sampling?': {'context?': 'object', 'tools?': 'object'},
        'elicitation?': {'form?': 'object', 'url?': 'object'},
        'tasks?': {
            'list?': 'object', 'cancel?': 'object',
            'requests?': {'sampling?': {'createMessage?': 'object'}, 'elicitation?': {'create?': 'object'}},
        },
    },
    'ServerCapabilities': {
        **_types['ServerCapabilities'],
        'tasks?': {'list?': 'object', 'cancel?': 'object', 'requests?': {'tools?': {'call?': 'object'}}},
    },
    'ToolChoice': {'mode?': ('auto', 'none', 'required')},
    'TaskMetadata': {'ttl?': 'integer'},
    'Task': {
        'taskId': 'string', 'status': TASK_STATUS, 'createdAt': 'string', 'lastUpdatedAt': 'string', 'ttl': 'integer|null',
        'pollInterval?': 'integer', 'statusMessage?': 'string',
    },
    'CreateTaskResult': {'task': 'Task'},
    'TaskId': {'taskId': 'string'},
    'UrlElicitation': {'mode': ('url',), 'message': 'string', 'url': 'string', 'elicitationId': 'string'},
}

CONTENT: dict[str, Any] = {**earlier.CONTENT, 'resource_link': {**TYPES['Resource'], 'type': 'string'}}

# blocks that stand in sampling messages only
SAMPLING_CONTENT: dict[str, Any] = {
    'text': CONTENT['text'], 'image': CONTENT['image'], 'audio': CONTENT['audio'],
    'tool_use': {'type': 'string', 'id': 'string', 'name': 'string', 'input': 'object'},
    'tool_result': {'type': 'string', 'toolUseId': 'string', 'content': 'array', 'structuredContent?': 'object',
                    'isError?': 'boolean'},
}

_call = earlier.METHODS['tools/call']
_sampling = earlier.METHODS['sampling/createMessage']
_elicit = earlier.METHODS['elicitation/create']
_cancelled = earlier.METHODS['notifications/cancelled']
METHODS = {
    **earlier.METHODS,
    'tools/call': _call.changed(params={**_call.params, 'task?': 'TaskMetadata'}),
    'sampling/createMessage': _sampling.changed(
        params={**_sampling.params, 'tools?': 'Tool[]', 'toolChoice?': 'ToolChoice', 'task?': 'TaskMetadata'}),
    'elicitation/create': _elicit.changed(params=Tagged('mode', {
        'form': {'mode?': 'string', 'message': 'string', 'requestedSchema': 'any', 'task?': 'TaskMetadata'},
        'url': {**TYPES['UrlElicitation'], 'task?': 'TaskMetadata'},
    }, 'mode', absent='form')),
    'notifications/elicitation/complete': notification(S2C, 'client/elicitation', {'elicitationId': 'string'}, optional=False,
                                                       capability=('client', 'elicitation', 'url')),
    # the schema lets requestId be absent, the text only for tasks, which are cancelled by tasks/cancel: see MCP664
    'notifications/cancelled': _cancelled.changed(params={'requestId?': 'id', 'reason?': 'string'}),
    'tasks/get': Method(BOTH, 'basic/utilities/tasks', params='TaskId', result='Task', capability=('receiver', 'tasks')),
    'tasks/list': Method(BOTH, 'basic/utilities/tasks', params=PAGED, params_optional=True,
                         result={'tasks': 'Task[]', 'nextCursor?': 'string'}, capability=('receiver', 'tasks', 'list')),
    'tasks/cancel': Method(BOTH, 'basic/utilities/tasks', params='TaskId', result='Task',
                           capability=('receiver', 'tasks', 'cancel')),
    'tasks/result': Method(BOTH, 'basic/utilities/tasks', params='TaskId', result={}, capability=('receiver', 'tasks')),
    'notifications/tasks/status': notification(BOTH, 'basic/utilities/tasks', 'Task', optional=False,
                                               capability=('sender', 'tasks')),
}

REVISION = Revision(
    '2025-11-25', era=LEGACY, types=TYPES, methods=METHODS, content=CONTENT, sampling=SAMPLING_CONTENT,
    errors={**earlier.REVISION.errors, -32042: 'URL elicitation required'},
    meta={**earlier.REVISION.meta, RELATED_TASK: 'TaskId', 'io.modelcontextprotocol/model-immediate-response': 'string'},
    features=(earlier.REVISION.features - {'meta-reserved-any-label'})
    | {'meta-reserved-second-label', 'tasks', 'url-elicitation', 'elicitation-id', 'enum-variants', 'sampling-tools', 'icons',
       'tool-names', 'default-dialect', 'error-id-optional'})
