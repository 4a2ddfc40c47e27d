"""What a session of the legacy era begins with.

A capture may begin in the middle of a session, so that traffic before ``initialize`` is only seen to be wrong once ``initialize``
comes, or when the server says itself why it refuses.
"""
from __future__ import annotations

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import END, FRAME, MODERN, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, WARNING, rule, spec
from mcp_hooks.transcripts.session import FOLLOWED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

# what servers say to a request before the handshake; "the database is not initialized" is not among it
WHO = ('server', 'session', 'client', 'connection', 'transport', 'protocol')
UNREADY = ('not initialized', 'not yet initialized', 'not been initialized', 'not initialised', 'uninitialized')
BEFORE = ('before initializ', 'before the initializ', 'before being initialized', 'must initialize', 'initialize first')


@on(REQUEST, RESPONSE, FRAME, END)
def not_first(event: Event) -> Faults:
    session = event.session
    if not session.started_mid:
        return CLEAN
    kind = event.kind
    if kind in (RESPONSE, FRAME):
        _note_answer(session, event)
        return CLEAN
    if kind == END:
        return _at_the_end(session)
    if event.method != 'initialize' or session.initialize_request is not None or session.lossy or not session.ordered:
        return CLEAN
    first, memory = session.first, session.memory
    if session.has_http:
        first = memory.get('refused')  # others may share the address: what was served is no one's fault
    elif 'served' in memory and not _counts_from(first, event.id):
        return CLEAN
    if first is None or first.direction != C2S:
        return CLEAN
    memory['begun'] = first
    return Fault(f'{first.method} is sent before initialize (line {event.line})', event=first, key='not first'),


def _note_answer(session: Session, event: Event) -> None:
    request, memory = event.request, session.memory
    if request is None or request.kind != REQUEST or request.method in ('ping', 'initialize') or session.initialize_request is not None:
        return
    if event.kind == RESPONSE and 'result' in event.message:
        memory['served'] = True  # a server that serves has been initialized before the capture began
    elif 'refused' not in memory and request.direction == C2S and request.era != MODERN and _is_refusal(event):
        memory['refused'] = request
        error = event.error
        if isinstance(error, dict) and request.method != 'tools/call' and _speaks_of_it(error.get('message')):
            memory['uninitialized'] = request


def _is_refusal(event: Event) -> bool:
    """The server read the request, in no session, and did not take it. A login, a redirect or a wait is no answer to it."""
    http = event.frame.http if event.frame is not None else None
    if http is None:
        return event.kind == RESPONSE
    asked = event.request.frame.http if event.request is not None and event.request.frame is not None else None
    if asked is None or not asked.has_headers or 'mcp-session-id' in asked.request_headers:
        return False  # a session that has ended is refused rightly, and its client begins a new one
    named = revisions.find(asked.request_headers.get('mcp-protocol-version', ''))
    if named is not None and named.modern:
        return False
    return http.status == 400 or (event.kind == RESPONSE and (http.status is None or 200 <= http.status < 300))


def _speaks_of_it(text: Any) -> bool:
    if not isinstance(text, str):
        return False
    low = text[:300].lower()
    if any(words in low for words in BEFORE):
        return True
    return any(words in low for words in UNREADY) and (low.strip(' .!') in UNREADY or any(word in low for word in WHO))


def _counts_from(first: Event | None, opening: Any) -> bool:
    """Whether a client whose initialize has this id had no id left for an initialize before its first request."""
    if first is None or type(first.id) is not int or type(opening) is not int:
        return False
    return first.id == 0 and opening > 0


def _at_the_end(session: Session) -> Faults:
    memory = session.memory
    if 'begun' in memory or 'served' in memory or session.lossy or not session.ordered:
        return CLEAN
    refused: Event | None = memory.get('refused')
    followed = memory.get(FOLLOWED)
    if followed is not None and refused is not None and session.first is refused and not session.has_http:
        line, identifier = followed
        if 'uninitialized' in memory or (type(identifier) is int and refused.id == identifier):
            # a client begins to count where its initialize does: this request came in the place of one
            return Fault(f'{refused.method} is sent before initialize (line {line})', event=refused, key='not first'),
    unready = memory.get('uninitialized')
    if unready is None:
        return CLEAN
    return Fault(f'{unready.method} is refused because nothing was initialized: initialize comes first', event=unready,
                 severity=WARNING, key='not first'),


RULES = (
    rule('MCP622', 'initialize-not-first', ERROR, 'A session begins with another request than initialize.',
         'Send initialize first. (2025-11-25, Lifecycle, Initialization: "The initialization phase MUST be the first '
         'interaction between client and server.")', spec('2025-11-25', 'basic/lifecycle'), not_first),
)
