"""Tasks: those of 2025-11-25, which both sides may run, and the extension of the modern era."""
from __future__ import annotations

from mcp_hooks.transcripts import of_task
from mcp_hooks.transcripts.event import LEGACY, MODERN, NOTIFICATION, REQUEST, RESPONSE, SUBSCRIPTION_KEY, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.revisions.extensions import PAGES, TASKS
from mcp_hooks.transcripts.revisions.v2025_11_25 import RELATED_TASK
from mcp_hooks.transcripts.rules.common import (
    C2S,
    CLEAN,
    ERROR,
    OTHER,
    S2C,
    SIDE,
    WARNING,
    declared,
    named,
    revision_of,
    rule,
    spec,
)
from mcp_hooks.transcripts.rules.content import is_time
from mcp_hooks.transcripts.rules.fields import AUGMENTED
from mcp_hooks.transcripts.session import MODERN_ERRORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

TERMINAL = ('completed', 'failed', 'cancelled')
ABOUT = ('tasks/get', 'tasks/cancel', 'tasks/result', 'tasks/update')
STATES = ('tasks/get', 'tasks/cancel', 'tasks/list', 'notifications/tasks/status', 'notifications/tasks')
ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'
OVER = 'over'  # a task that gave its result, whatever its status was called
KEPT = 4096


def _known(session: Session) -> dict[Any, str]:
    """(who runs it, taskId) → the last status seen."""
    found: dict[Any, str] = session.memory.setdefault('tasks', {})
    return found


def _remember(session: Session, key: Any, status: str) -> None:
    known = _known(session)
    known[key] = status
    if len(known) > KEPT:
        old = next((each for each, state in known.items() if state in TERMINAL), next(iter(known)))
        del known[old]


def _has_tasks(event: Event) -> bool:
    return event.modern or 'tasks' in revision_of(event).features


# ---- creation ----

@on(RESPONSE, methods=AUGMENTED)
def created(event: Event) -> Faults:
    result = event.message.get('result')
    if type(result) is not dict or event.request is None:
        return CLEAN
    if event.modern:
        return _extension_created(event, result) if result.get('resultType') == 'task' else CLEAN
    if type(result.get('task')) is not dict:
        return CLEAN
    return _created(event, event.request, result['task'])


def _created(event: Event, request: Event, task: dict[str, Any]) -> Iterator[Fault]:
    runner = event.direction
    if 'tasks' not in revision_of(event).features:
        return
    if 'task' not in request.params:
        yield Fault(f'the answer is a task, and {request.method} did not ask for one', at='result.task', key='unasked task')
        return
    capabilities = event.session.server_capabilities if runner == S2C else event.session.client_capabilities
    path = ('tasks', 'requests', *request.method.split('/'))
    if capabilities is not None and not declared(capabilities, path):
        yield Fault(f'{SIDE[runner]} does not declare {".".join(path)}: it must answer {request.method} as if no task was '
                    'asked for',
                    at='result.task', key=f'undeclared task {request.method}')
    identifier, status = task.get('taskId'), task.get('status')
    of_task.remember(event.session, runner, identifier, request)
    running: dict[Any, str] = event.session.memory.setdefault('task requests', {})
    if isinstance(identifier, str):
        running[request.direction, id_key(request.id)] = identifier
        _made(event.session, (runner, identifier), task.get('createdAt'))
        if len(running) > KEPT:
            del running[next(iter(running))]
    if isinstance(status, str) and status != 'working':
        yield Fault(f'a task begins as "working", this one as {named(status)}', at='result.task.status', key='first status')
    yield from _times(task, 'result.task')
    yield from _new(event.session, runner, identifier, status, 'result.task.taskId')


def _extension_created(event: Event, result: dict[str, Any]) -> Iterator[Fault]:
    capabilities = event.client_capabilities
    if capabilities is not None and not declared(capabilities, ('extensions', TASKS)):
        yield Fault(f'the result is a task, and the client does not declare the extension {TASKS} for this request',
                    at='result.resultType', key='undeclared extension')
    if event.request is not None:
        of_task.remember(event.session, event.direction, result.get('taskId'), event.request)
    yield from _times(result, 'result')
    yield from _new(event.session, event.direction, result.get('taskId'), result.get('status'), 'result.taskId')


def _new(session: Session, runner: str, identifier: Any, status: Any, at: str) -> Iterator[Fault]:
    if not isinstance(identifier, str) or not isinstance(status, str):
        return
    key = runner, identifier
    if key in _known(session) and not session.lossy:
        yield Fault(f'the taskId {named(identifier)} was given to another task before', at=at, key='taskId twice')
    _remember(session, key, status)


def _made(session: Session, key: Any, created_at: Any) -> str:
    """When the task was first said to be made."""
    made: dict[Any, str] = session.memory.setdefault('tasks made', {})
    if isinstance(created_at, str) and (key in made or len(made) < KEPT):
        return made.setdefault(key, created_at)
    return created_at if isinstance(created_at, str) else ''


def _times(task: dict[str, Any], at: str) -> Iterator[Fault]:
    for name in ('createdAt', 'lastUpdatedAt'):
        value = task.get(name)
        if isinstance(value, str) and not is_time(value):
            yield Fault(f'{at}.{name} is no ISO 8601 time', at=f'{at}.{name}', severity=WARNING, key=f'time {name}')


# ---- state ----

@on(RESPONSE, NOTIFICATION, methods=STATES)
def state(event: Event) -> Faults:
    if not _has_tasks(event):
        return CLEAN
    if event.kind == NOTIFICATION:
        return _moved(event, event.params, event.direction, 'params')
    result, request = event.message.get('result'), event.request
    if type(result) is not dict or request is None:
        return CLEAN
    if event.method == 'tasks/list':
        return _listed(event, result.get('tasks'))
    if 'status' not in result:
        return CLEAN
    return _moved(event, result, event.direction, 'result')


def _listed(event: Event, tasks: Any) -> Iterator[Fault]:
    for index, task in enumerate(tasks[:KEPT] if type(tasks) is list else ()):
        if type(task) is dict:
            yield from _moved(event, task, event.direction, f'result.tasks[{index}]')


def _moved(event: Event, task: dict[str, Any], runner: str, at: str) -> Iterator[Fault]:
    session = event.session
    identifier, status = task.get('taskId'), task.get('status')
    if not isinstance(identifier, str) or not isinstance(status, str):
        return
    yield from _times(task, at)
    key = runner, identifier
    created_at = task.get('createdAt')
    if isinstance(created_at, str) and _made(session, key, created_at)[:19] != created_at[:19]:
        yield Fault(f'{at}.createdAt is another than before: it is the time at which the task was made', at=f'{at}.createdAt',
                    severity=WARNING, key='createdAt moves')
    before = _known(session).get(key)
    cancels = event.method == 'tasks/cancel' and not event.modern and event.kind == RESPONSE
    if before in TERMINAL and status != before and not cancels and session.ordered and not session.lossy:
        yield Fault(f'the task {named(identifier)} was {named(before)} and is now {named(status)}: a terminal status stays',
                    at=f'{at}.status', key='terminal status left')
    if before == OVER and status not in TERMINAL and session.ordered and not session.lossy:
        yield Fault(f'the task {named(identifier)} gave its result before and is now {named(status)}: tasks/result waits for the end',
                    at=f'{at}.status', key='result before the end')
    if cancels:
        if before in TERMINAL and session.ordered:
            yield Fault(f'the task {named(identifier)} was {named(before)}: to cancel it must be refused with -32602',
                        at='result',
                        key='terminal cancelled')
        elif status != 'cancelled':
            yield Fault('after tasks/cancel the status must be "cancelled"', at=f'{at}.status', key='not cancelled')
    if status in TERMINAL:
        of_task.end(session, runner, identifier, event.line)
    _remember(session, key, status)


# ---- results and unknown tasks ----

@on(REQUEST, RESPONSE, methods=('tasks/result', 'elicitation/create', 'sampling/createMessage'), era=LEGACY)
def related(event: Event) -> Faults:
    if event.kind == REQUEST:
        return _asks_for_a_task(event)
    if event.method != 'tasks/result':
        return CLEAN
    result, request = event.message.get('result'), event.request
    if type(result) is not dict or request is None or 'tasks' not in revision_of(event).features:
        return CLEAN
    meta = result.get('_meta')
    link = meta.get(RELATED_TASK) if type(meta) is dict else None
    asked = request.params.get('taskId')
    of_task.end(event.session, event.direction, asked, event.line)
    if isinstance(asked, str) and _known(event.session).get((event.direction, asked), OVER) not in TERMINAL:
        _remember(event.session, (event.direction, asked), OVER)
    if type(link) is dict and (link.get('taskId') == asked or not isinstance(asked, str)):
        return CLEAN  # a request that was cut does not say which task it asked for
    what = f'names another task than {named(asked)}' if type(link) is dict else 'is missing'
    return Fault(f'result._meta["{RELATED_TASK}"] {what}', at='result._meta', key=f'related {what[:9]}'),


def _asks_for_a_task(event: Event) -> Faults:
    """While the other side waits for nothing but the result of a task that needs input, a question is that task's."""
    session, runner = event.session, event.direction
    if event.method == 'tasks/result' or RELATED_TASK in event.meta or 'tasks' not in revision_of(event).features:
        return CLEAN
    waiting = session.open[OTHER[runner]].values()
    if not waiting or len(waiting) > 4 or session.lossy or not session.ordered:
        return CLEAN
    for request in waiting:
        identifier = request.params.get('taskId')
        if request.method != 'tasks/result' or not isinstance(identifier, str):
            return CLEAN
        if _known(session).get((runner, identifier)) != 'input_required':
            return CLEAN
    return Fault(f'{event.method} is asked for a task that needs input, and params._meta["{RELATED_TASK}"] is missing',
                 at='params._meta', key='related question'),


@on(RESPONSE, methods=ABOUT)
def unknown_task(event: Event) -> Faults:
    error, request, session = event.error, event.request, event.session
    if not isinstance(error, dict) or request is None or not _has_tasks(event) or session.started_mid or session.lossy:
        return CLEAN
    code, identifier = error.get('code'), request.params.get('taskId')
    if code in (-32602, -32601, *MODERN_ERRORS) or not isinstance(identifier, str) or not isinstance(code, int):
        return CLEAN
    if (event.direction, identifier) in _known(session) or event.method == 'tasks/result':
        return CLEAN  # a known task's own error may be anything
    mild = event.modern and event.method != 'tasks/get'  # SHOULD for tasks/update and tasks/cancel of the extension
    return Fault(f'there is no task {named(identifier)}, and the error is {code}; it {"should" if mild else "must"} be -32602',
                 at='error.code', severity=WARNING if mild else None, key=f'unknown task code {mild}'),


@on(REQUEST, methods=('tools/call',))
def support(event: Event) -> Faults:
    session, params = event.session, event.params
    if event.modern or 'tasks' not in revision_of(event).features or session.server_capabilities is None:
        return CLEAN
    asks = 'task' in params
    able = declared(session.server_capabilities, ('tasks', 'requests', 'tools', 'call'))
    if asks and not able:
        return Fault('the server does not declare tasks.requests.tools.call, and this call asks for a task', at='params.task',
                     key='undeclared tasks'),
    if not able or not session.tools_complete:
        return CLEAN
    name = params.get('name')
    tool = session.tools.get(name) if isinstance(name, str) else None
    execution = tool.get('execution') if tool is not None else None
    wanted = execution.get('taskSupport', 'forbidden') if isinstance(execution, dict) else 'forbidden'
    if tool is None or (wanted == 'required') == asks or wanted == 'optional':
        return CLEAN
    if asks and wanted == 'forbidden':
        return Fault(f'the tool {named(name)} does not run as a task (execution.taskSupport)',
                     at='params.task', key='forbidden task'),
    if wanted == 'required':
        return Fault(f'the tool {named(name)} runs as a task only (execution.taskSupport), and params.task is missing',
                     at='params.task', key='required task'),
    return CLEAN


@on(RESPONSE, NOTIFICATION, methods=(*ABOUT, ACKNOWLEDGED), era=MODERN)
def undeclared_extension(event: Event) -> Faults:
    if event.kind == NOTIFICATION:
        return _listens(event)
    if not event.modern or event.direction == C2S or event.method == 'tasks/result':
        return CLEAN
    capabilities = event.client_capabilities
    if capabilities is None or declared(capabilities, ('extensions', TASKS)):
        return CLEAN
    code = event.error.get('code') if isinstance(event.error, dict) else None
    if code in (-32021, -32601, -32602):
        return CLEAN
    how = 'is served' if code is None else f'is answered with {code}'
    return Fault(f'{event.method} {how}, and the client did not declare the extension {TASKS} for it; the answer is -32021',
                 at='result' if code is None else 'error.code', key=f'undeclared {event.method}'),


def _listens(event: Event) -> Faults:
    request = event.session.open[C2S].get(id_key(event.meta.get(SUBSCRIPTION_KEY)))
    if request is None or event.direction == C2S:
        return CLEAN
    asked, capabilities = request.params.get('notifications'), request.client_capabilities
    if type(asked) is not dict or not asked.get('taskIds') or capabilities is None or declared(capabilities, ('extensions', TASKS)):
        return CLEAN
    return Fault(f'{request.method} asks for tasks and is served, and the client did not declare the extension {TASKS} for it; the '
                 'answer is -32021', at='method', key=f'undeclared {request.method}'),


_tasks = spec('2025-11-25', 'basic/utilities/tasks')
RULES = (
    rule('MCP760', 'task-created', ERROR, 'A task that was not asked for, begins wrongly, or has the id of another.',
         'Answer a request that has params.task with {"task": {"status": "working", …}} and a new taskId, others with their '
         'result. (2025-11-25, Tasks, Task Status Lifecycle: "Tasks MUST begin in the working status when created."; Task ID '
         'Requirements: "Task IDs MUST be unique among all tasks controlled by the receiver."; Task Support and Handling: '
         '"Receivers that do not declare the task capability for a request type MUST process requests of that type normally")',
         _tasks, created),
    rule('MCP761', 'task-status', ERROR, 'A task leaves its last status, or is cancelled when it is over.',
         'Keep completed, failed and cancelled; refuse to cancel a finished task with -32602. (2025-11-25, Tasks, Task Status '
         'Lifecycle: "Tasks with a completed, failed, or cancelled status are in a terminal state and MUST NOT transition to '
         'any other status"; Task Cancellation: "Receivers MUST reject cancellation requests for tasks already in a terminal '
         'status […] with error code -32602"; "MUST transition the task to cancelled status before sending the response")',
         _tasks, state),
    rule('MCP762', 'related-task', ERROR, 'The result of a task, or what it asks, does not say which task it belongs to.',
         f'Add "_meta": {{"{RELATED_TASK}": {{"taskId": …}}}} to the result of tasks/result, and to what a task '
         'asks. (2025-11-25, Tasks, Associating '
         'Task-Related Messages: "All requests, notifications, and responses related to a task MUST include the '
         'io.modelcontextprotocol/related-task key in their _meta field")', _tasks, related),
    rule('MCP763', 'unknown-task', ERROR, 'An unknown task is not answered with -32602.',
         'Answer with -32602 (Invalid params). (2025-11-25, Tasks, Error Handling: "Invalid or nonexistent taskId in a '
         'tasks/get, tasks/result, or tasks/cancel request: -32602 (Invalid params)")', _tasks, unknown_task),
    rule('MCP764', 'task-support', ERROR, 'A tool is called as a task, or not as one, against what it says.',
         'Ask for a task where execution.taskSupport is "optional" or "required", and only there. (2025-11-25, Tasks, '
         'Tool-Level Negotiation: "If execution.taskSupport is not present or "forbidden", clients MUST NOT attempt to invoke '
         'the tool as a task."; "If execution.taskSupport is "required", clients MUST invoke the tool as a task.")',
         _tasks, support),
    rule('MCP765', 'task-extension', ERROR, 'A request of the tasks extension is served to a client that does not declare it.',
         f'Declare "extensions": {{"{TASKS}": {{}}}} in the clientCapabilities of the request; refuse it with -32021 where '
         'that is missing. (Tasks extension 2026-07-28, Protocol Errors: -32021: "Servers MUST return this error for '
         'non-declaring clients issuing tasks/get, tasks/update, and tasks/cancel requests.")',
         PAGES[TASKS], undeclared_extension),
)
