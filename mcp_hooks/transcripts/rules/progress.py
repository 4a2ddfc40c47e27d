"""Progress notifications: whose token, and which way the numbers go."""
from __future__ import annotations

from mcp_hooks.transcripts.event import FRAME, NOTIFICATION, REQUEST, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.message import TRUNCATED
from mcp_hooks.transcripts.revisions.shape import is_number
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
    named,
    rule,
    spec,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

PROGRESS = 'notifications/progress'


def request_of(event: Event) -> Event | None:
    """The open request whose token a progress notification names."""
    tokens = event.session.progress_tokens
    key = id_key(event.params.get('progressToken'))
    if key is None:
        return None
    if event.direction:
        return tokens[OTHER[event.direction]].get(key) or tokens[''].get(key)
    return tokens[C2S].get(key) or tokens[S2C].get(key) or tokens[''].get(key)


@on(NOTIFICATION, FRAME, methods=(PROGRESS,))
def token(event: Event) -> Faults:
    session = event.session
    if event.kind == FRAME:
        if event.frame is not None and event.frame.kind == TRUNCATED:
            session.memory.setdefault('cut', set()).add(event.direction)
        return CLEAN
    value = event.params.get('progressToken')
    key = id_key(value)
    if key is None or request_of(event) is not None or not event.direction:
        return CLEAN
    if event.modern and event.direction == C2S:
        return CLEAN  # the direction is the fault
    asker = OTHER[event.direction]
    over = session.memory.get('tasks over', {}).get((asker, key))
    answered = over or session.answered_tokens[asker].get(key)
    if answered is not None:
        if session.lossy or not session.ordered or not _same_stream(event):
            return CLEAN
        how = 'was already answered' if over is None else 'ran as a task, which was over'
        return Fault(f'the request of the progress token {named(value)} ({answered.method}) {how} on line {answered.line}',
                     at='params.progressToken', key='progress after the answer'),
    if key in session.progress_tokens[event.direction] and certain(event):
        return Fault(f'{SIDE[event.direction]} asked for progress with the token {named(value)}; only {SIDE[asker]} may report '
                     'it',
                     at='params.progressToken', key='own progress'),
    cut = session.memory.get('cut', ())
    if session.started_mid or session.lossy or not session.ordered or session.forgotten or asker in cut or '' in cut:
        return CLEAN
    return Fault(f'no open request gave the progress token {named(value)}', at='params.progressToken', key='unknown token'),


def _same_stream(event: Event) -> bool:
    """Over HTTP the notification and the answer may have crossed on two streams; then their order in the file says nothing."""
    http = event.frame.http if event.frame is not None else None
    if http is None:
        return True
    last = event.session.last_from[event.direction]
    before = last.frame.http if last is not None and last.frame is not None else None
    return before is not None and before.exchange == http.exchange and before.stream == http.stream


@on(NOTIFICATION, methods=(PROGRESS,))
def increases(event: Event) -> Faults:
    value: Any = event.params.get('progress')
    request = request_of(event)
    if request is None or not is_number(value):
        return CLEAN
    before = request.progress
    request.progress = value
    if before is None or value > before:
        return _beyond_total(value, event.params.get('total'))
    if not event.session.ordered or event.session.lossy:
        return CLEAN
    if value == before:
        return Fault(f'progress must increase: {value!r} comes after {before!r}', at='params.progress', severity=WARNING,
                     key='progress repeats'),
    return Fault(f'progress must increase: {value!r} comes after {before!r}', at='params.progress', key='progress falls'),


def _beyond_total(value: float, total: Any) -> Faults:
    if not is_number(total) or value <= total:
        return CLEAN
    return Fault(f'progress {value!r} is beyond the total of {total!r}',
                 at='params.progress', severity=NOTE, key='beyond total'),


@on(REQUEST)
def unique(event: Event) -> Faults:
    active = event.session.progress_tokens[event.direction]
    return _not_unique(event, active) if active and '_meta' in event.params else CLEAN


def _not_unique(event: Event, active: dict[Any, Event]) -> Iterator[Fault]:
    session, value = event.session, event.meta.get('progressToken')
    before = active.get(id_key(value)) if value is not None else None
    if before is None or session.lossy or id_key(before.id) in session.cancelled[event.direction]:
        return
    yield Fault(f'the progress token {named(value)} is that of a request that still runs ({before.method}, line {before.line})',
                at='params._meta.progressToken', key='token in use')


_progress = spec('2025-11-25', 'basic/utilities/progress')
RULES = (
    rule('MCP650', 'progress-token', ERROR, 'Progress for a token that no running request gave.',
         'Report progress only between a request with `_meta.progressToken` and its answer, with that token. (2025-11-25, '
         'Progress, Behavior Requirements: "Progress notifications MUST only reference tokens that: Were provided in an active '
         'request; Are associated with an in-progress operation"; "MUST stop after completion", those for tasks "after the task '
         'reaches a terminal status")', _progress, token),
    rule('MCP651', 'progress-value', ERROR, 'Progress that does not increase.',
         'Let each notification carry a larger number than the one before; an equal one is only noise, and a warning. '
         '(2025-11-25, Progress, Progress Flow: "The progress value MUST increase with each notification, even if the total is '
         'unknown.")',
         _progress, increases),
    rule('MCP652', 'progress-token-reused', ERROR, 'Two running requests share a progress token.',
         'Give each request a token of its own. (2025-11-25, Progress, Progress Flow: "Progress tokens […] MUST be unique '
         'across all active requests.")', _progress, unique),
)
