"""What a task gives in the end is what its request would have returned: it is judged as the answer to that request."""
from __future__ import annotations

from mcp_hooks.transcripts.event import RESPONSE, Event
from mcp_hooks.transcripts.ids import Answered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.session import Session

GIVE = frozenset(('tasks/result', 'tasks/get', 'notifications/tasks'))
# rules that look at nothing but what is returned, and at what was asked for it
RULES = frozenset(('result-fields', 'content-block', 'structured-content', 'structured-without-text', 'sampling-answer',
                   'elicitation-answer', 'resource-uri'))
KEPT = 1024


def remember(session: Session, runner: str, identifier: Any, request: Event) -> None:
    """``runner`` answers the request with the task of this id."""
    requests: dict[Any, Event] = session.memory.setdefault('requests of tasks', {})
    if isinstance(identifier, str):
        requests[runner, identifier] = request
        if len(requests) > KEPT:
            del requests[next(iter(requests))]


def answer(event: Event) -> Event | None:
    """The result in this message as if the request of its task were answered with it; None where there is none, or the request is
    not known."""
    requests = event.session.memory.get('requests of tasks')
    if not requests:
        return None
    given, request, where, message = event.message.get('result'), event.request, event.where, event.message
    if event.kind == RESPONSE:
        identifier = request.params.get('taskId') if request is not None else None
    else:
        given = event.params
        identifier = given.get('taskId')
    if event.modern:  # the result stands in the task
        given = given.get('result') if type(given) is dict and given.get('status') == 'completed' else None
        where = f'{where}.{"result" if event.kind == RESPONSE else "params"}'
        message = {'result': given}
    asked = requests.get((event.direction, identifier)) if isinstance(identifier, str) else None
    if asked is None or type(given) is not dict or (event.modern == (event.method == 'tasks/result')):
        return None
    return Event(RESPONSE, event.session, event.frame, message, where, asked, asked.revision, asked.era, asked.method)


def end(session: Session, runner: str, identifier: Any, line: int) -> None:
    """The task is over: nothing more is reported of how far its request is."""
    requests: dict[Any, Event] = session.memory.get('requests of tasks', {})
    request = requests.get((runner, identifier)) if isinstance(identifier, str) else None
    token = request.token if request is not None else None
    if request is None or token is None or session.progress_tokens[request.direction].get(token) is not request:
        return
    del session.progress_tokens[request.direction][token]
    over: dict[Any, Answered] = session.memory.setdefault('tasks over', {})
    over[request.direction, token] = Answered(request.method, line, None, False, token)
    if len(over) > KEPT:
        del over[next(iter(over))]
