"""Cancelling a request: which, by whom, and what comes after."""
from __future__ import annotations

from mcp_hooks.transcripts.event import NOTIFICATION, RESPONSE, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.rules.common import (
    C2S,
    CLEAN,
    ERROR,
    NOTE,
    OTHER,
    S2C,
    SIDE,
    WARNING,
    certain,
    is_before,
    named,
    revision_of,
    rule,
    seconds_between,
    spec,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

RACE = 2.0  # seconds in which a cancellation and an answer may have crossed
LISTEN = 'subscriptions/listen'
TERMINAL = ('completed', 'failed', 'cancelled')


@on(NOTIFICATION, methods=('notifications/cancelled',))
def cancelled(event: Event) -> Faults:
    params = event.params
    if 'requestId' not in params:
        if not params or 'tasks' not in revision_of(event).features:
            return CLEAN  # the table of the revision asks for it
        return Fault('params.requestId is missing; only tasks have none, and those are cancelled by tasks/cancel',
                     at='params.requestId', key='no requestId'),
    value = params['requestId']
    key = id_key(value)
    if key is None or not certain(event):
        return CLEAN
    session, sender = event.session, event.direction
    request = session.open[sender].get(key)
    if event.modern:
        return _modern(event, value, session.open[C2S].get(key))
    if request is None:
        return _not_open(event, value, key)
    if request.method == 'initialize':
        return Fault('initialize must not be cancelled by the client', at='params.requestId', key='initialize'),
    if 'task' in request.params and 'tasks' in revision_of(request).features:
        return Fault('a request that runs as a task is cancelled by tasks/cancel', at='params.requestId', key='task'),
    return CLEAN


def _modern(event: Event, value: Any, request: Event | None) -> Faults:
    if event.direction == S2C:
        if request is not None and request.method != LISTEN:
            return Fault(f'the server cancels {request.method}; it may only end a {LISTEN}', at='params.requestId',
                         key='server cancels'),
        return CLEAN if request is not None else _not_open(event, value, id_key(value))
    http = event.frame.http if event.frame is not None else None
    if http is not None:
        return Fault('over HTTP closing the stream cancels the request; no notification is expected', severity=NOTE,
                     key='cancelled over HTTP'),
    return CLEAN if request is not None else _not_open(event, value, id_key(value))


def _not_open(event: Event, value: Any, key: Any) -> Faults:
    session = event.session
    owner = C2S if event.modern else event.direction
    answered = session.answered[owner].get(key)
    if answered is not None:
        task = session.memory.get('task requests', {}).get((owner, key))
        if task is not None and session.memory.get('tasks', {}).get((OTHER[owner], task)) not in TERMINAL:
            return Fault(f'the request {named(value)} runs as the task {named(task)}, which is cancelled by tasks/cancel',
                         at='params.requestId', key='task'),
        elapsed = seconds_between(answered, event)
        crossed = elapsed is None or elapsed <= RACE or session.lossy or not session.ordered
        return Fault(f'the request {named(value)} ({answered.method}) was already answered on line {answered.line}',
                     at='params.requestId', severity=NOTE if crossed else None, key=f'cancels what is answered {crossed}'),
    if session.started_mid or session.lossy or not session.ordered or session.forgotten or session.blind[owner]:
        return CLEAN
    theirs = session.open[OTHER[event.direction]].get(key)
    if theirs is not None:
        return Fault(f'{SIDE[event.direction]} cancels {theirs.method}, a request of {SIDE[theirs.direction]}',
                     at='params.requestId', key="cancels the other side's"),
    return Fault(f'no request with the id {named(value)} was sent', at='params.requestId', key='cancels nothing'),


@on(RESPONSE)
def answered_after(event: Event) -> Faults:
    request = event.request
    if request is None:
        return CLEAN
    pending = event.session.cancelled[request.direction]
    if not pending or event.method in (LISTEN, 'initialize'):
        return CLEAN
    cancellation = pending.get(id_key(request.id))
    if cancellation is None or event.session.lossy or not event.session.ordered or is_before(cancellation, request):
        return CLEAN  # the last: another request has its id now
    elapsed = seconds_between(cancellation, event)
    late = event.modern and elapsed is not None and elapsed > RACE
    return Fault(f'{event.method} is answered after it was cancelled (line {cancellation.line})',
                 severity=WARNING if late else NOTE, key=f'answered after {late}'),


_cancellation = spec('2025-11-25', 'basic/utilities/cancellation')
RULES = (
    rule('MCP653', 'cancelled', ERROR, 'A cancellation that names no running request of its sender.',
         'Cancel only your own requests while they run, never initialize, and tasks by tasks/cancel. (2025-11-25, '
         'Cancellation, Behavior Requirements: "Cancellation notifications MUST only reference requests that: Were previously '
         'issued in the same direction; Are believed to still be in-progress. The initialize request MUST NOT be cancelled by '
         'clients.")',
         _cancellation, cancelled),
    rule('MCP654', 'answer-after-cancel', NOTE, 'A response to a request that was cancelled before.',
         'Stop when the cancellation comes; an answer that crossed it does no harm. (2025-11-25, Cancellation, Behavior '
         'Requirements: "Receivers of cancellation notifications SHOULD: […] Not send a response for the cancelled request"; '
         '2026-07-28: the server MUST NOT send further messages for it once it has processed the notification)',
         _cancellation, answered_after),
)
