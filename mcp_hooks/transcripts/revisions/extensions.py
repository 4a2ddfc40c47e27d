"""Extensions of the modern era that have methods, result types or capabilities of their own.

Source: modelcontextprotocol/ext-tasks (specification/2026-07-28/tasks.md) and modelcontextprotocol/ext-apps (2026-01-26),
read 2026-11-30.
"""
from __future__ import annotations

from mcp_hooks.transcripts.revisions.record import C2S, S2C, Method
from mcp_hooks.transcripts.revisions.shape import Tagged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TASKS = 'io.modelcontextprotocol/tasks'
APPS = 'io.modelcontextprotocol/ui'

_task = {
    'taskId': 'string', 'status': 'string', 'createdAt': 'string', 'lastUpdatedAt': 'string', 'ttlMs': 'integer|null',
    'pollIntervalMs?': 'integer', 'statusMessage?': 'string',
}

TYPES: dict[str, Any] = {
    'ExtensionTask': {**_task, 'status': ('working', 'input_required', 'completed', 'failed', 'cancelled')},
    'DetailedTask': Tagged('status', {
        'working': _task, 'cancelled': _task,
        'input_required': {**_task, 'inputRequests': 'object'},
        'completed': {**_task, 'result': 'object'},
        'failed': {**_task, 'error': 'object'},
    }, 'status'),
    'TaskUpdate': {'taskId': 'string', 'inputResponses': 'object'},
    'TaskName': {'taskId': 'string'},
}

METHODS = {
    TASKS: {
        'tasks/get': Method(C2S, 'tasks', params='TaskName', result='DetailedTask', extension=TASKS),
        'tasks/update': Method(C2S, 'tasks', params='TaskUpdate', result={}, extension=TASKS),
        'tasks/cancel': Method(C2S, 'tasks', params='TaskName', result={}, extension=TASKS),
        'notifications/tasks': Method(S2C, 'tasks', request=False, params='DetailedTask', extension=TASKS),
    },
}

RESULT_TYPES = {'task': (TASKS, frozenset({'tools/call'}), 'ExtensionTask')}  # resultType → extension, methods, type
PAGES = {
    TASKS: 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/2026-07-28/tasks.md',
    APPS: 'https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx',
}
