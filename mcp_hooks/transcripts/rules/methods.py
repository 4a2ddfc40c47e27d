"""Which methods there are, who may send them, and whose capability they need."""
from __future__ import annotations

from functools import lru_cache

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import MODERN, NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions.record import BOTH, EMBEDDED
from mcp_hooks.transcripts.revisions.shape import near
from mcp_hooks.transcripts.rules.common import (
    C2S,
    CLEAN,
    ERROR,
    OTHER,
    S2C,
    SIDE,
    WARNING,
    certain,
    declared,
    named,
    revision_of,
    rule,
    spec,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.revisions.record import Method, Revision
    from mcp_hooks.transcripts.rules.common import Faults

LONGEST = 80  # characters of a method that may be meant as another
# methods of other protocols that people send out of habit
HABITS = {
    'shutdown': 'MCP has no shutdown message: close the input stream (stdio), or send DELETE (HTTP)',
    'exit': 'MCP has no exit message: close the input stream (stdio), or send DELETE (HTTP)',
    '$/cancelRequest': 'did you mean notifications/cancelled?',
    '$/progress': 'did you mean notifications/progress?',
    'cancelled': 'did you mean notifications/cancelled?',
    'initialized': 'did you mean notifications/initialized?',
}


@on(REQUEST, NOTIFICATION)
def unknown(event: Event) -> Faults:
    method = event.method
    revision = revision_of(event)
    if method in revision.methods or revisions.introduced(method) is not None:
        return CLEAN
    if not method.strip():
        return Fault('method is empty; it is the name of what is asked or told', at='method', key='empty method'),
    hint = _meant(method, revision.date, event.kind == REQUEST) if len(method) <= LONGEST else None
    if hint is None:
        return CLEAN  # extensions may have methods of their own
    return Fault(f'{named(method)} is no method of {revision.date}: {hint}', at='method', key=f'unknown {method[:60]}'),


@lru_cache(maxsize=256)
def _meant(method: str, date: str, request: bool) -> str | None:
    if method in HABITS:
        return HABITS[method]
    revision = revisions.by_date(date)
    known = [name for name, each in revision.methods.items() if each.request == request] if revision is not None else []
    found = next((name for name in known if near(name, [method]) is not None), None)
    if found is None:
        found = next((name for name in known if name.rpartition('/')[2] == method.rpartition('/')[2].strip()
                      and _family(name) == _family(method)), None)
    return None if found is None else f'did you mean {found}?'


def _family(method: str) -> str:
    """tool/call and tools/call are one family."""
    return method.rpartition('/')[0].rstrip('s').lower()


@on(REQUEST, NOTIFICATION)
def other_revision(event: Event) -> Faults:
    method = event.method
    revision = revision_of(event)
    if method in revision.methods or event.revision is None:
        return CLEAN
    if revision.modern and event.kind == REQUEST and event.direction == S2C:
        return CLEAN  # no request of a server is right in this era: that is one fault, not two
    replaced = revision.removed.get(method)
    if replaced is not None:
        return Fault(f'{method} was removed in {revision.date}; its place takes {replaced}',
                     at='method', key=f'removed {method}'),
    if revision.method(method) is not None or method in revision.embedded:
        return CLEAN
    first = revisions.introduced(method)
    if first is None:
        return CLEAN
    if first.date < revision.date:
        return Fault(f'{method} is no method of {revision.date}', at='method', key=f'gone {method}'),
    return Fault(f'{method} came with {first.date}; this session speaks {revision.date}', at='method', key=f'too new {method}'),


@on(REQUEST, NOTIFICATION)
def wrong_direction(event: Event) -> Faults:
    method = revision_of(event).methods.get(event.method)
    if method is None or method.direction in (event.direction, BOTH):
        return CLEAN
    if method.direction == EMBEDDED or not certain(event) or (event.era == MODERN and event.direction == S2C
                                                             and event.kind == REQUEST):
        return CLEAN
    if method.request != (event.kind == REQUEST):
        return CLEAN  # its id is the fault
    return Fault(f'{SIDE[event.direction]} sends {event.method}, which only {SIDE[OTHER[event.direction]]} may send',
                 at='method',
                 key=f'direction {event.method}'),


def _requirement(method: Method, sender: str) -> tuple[str, tuple[str, ...]]:
    """Whose capability a message needs (C2S the client's, S2C the server's, '' nobody's) and which."""
    if not method.capability:
        return '', ()
    whose, *path = method.capability
    if whose == 'receiver':
        whose = 'server' if sender == C2S else 'client'
    elif whose == 'sender':
        whose = 'client' if sender == C2S else 'server'
    return (S2C if whose == 'server' else C2S), tuple(path)


@on(RESPONSE)
def server_capability(event: Event) -> Faults:
    """A client's request for what the server did not declare. The answer says whose mistake it is."""
    session, request = event.session, event.request
    if request is None or request.direction != C2S or session.server_capabilities is None:
        return CLEAN
    known: tuple[object, set[str]] | None = session.memory.get('allowed')
    if known is None or known[0] is not session.server_capabilities:
        known = session.memory['allowed'] = (session.server_capabilities, set())
    allowed = known[1]
    if event.method in allowed:
        return CLEAN
    revision = revision_of(event)
    method = revision.methods.get(event.method)
    if method is None:
        return CLEAN
    whose, path = _requirement(method, C2S)
    if whose != S2C or declared(session.server_capabilities, path):
        allowed.add(event.method)
        return CLEAN
    name = '.'.join(path)
    if 'result' in event.message:
        return Fault(f'{event.method} is asked for and answered, and the server does not declare the capability {name}', at='method',
                     event=request, key=f'undeclared {name}'),
    return Fault(f'the client sends {event.method} although the server does not declare the capability {name}', at='method',
                 event=request, severity=WARNING, key=f'unasked {name}'),


@on(REQUEST)
def client_capability(event: Event) -> Faults:
    if event.direction != S2C or event.era == MODERN or not certain(event):
        return CLEAN
    capabilities = event.session.client_capabilities
    method = revision_of(event).methods.get(event.method)
    if capabilities is None or method is None:
        return CLEAN
    whose, path = _requirement(method, S2C)
    if whose != C2S:
        return CLEAN
    if not declared(capabilities, path):
        name = '.'.join(path)
        return Fault(f'the server sends {event.method} although the client does not declare the capability {name}', at='method',
                     key=f'undeclared {name}'),
    return missing_parts(event.method, event.params, capabilities, revision_of(event))


def missing_parts(method: str, params: dict[str, object], capabilities: dict[str, object], revision: Revision,
                  at: str = 'params') -> Faults:
    """What a request asks of a client beyond the capability itself: an elicitation mode, tools in sampling, context."""
    if method == 'elicitation/create' and 'url-elicitation' in revision.features:
        mode = params.get('mode', 'form')
        elicitation = capabilities.get('elicitation')
        # {} means form only
        if mode == 'url' and not declared(elicitation, ('url',)):
            return Fault('the client does not declare elicitation.url, and this elicitation has mode "url"', at=f'{at}.mode',
                         key='undeclared elicitation.url'),
        if mode == 'form' and isinstance(elicitation, dict) and 'url' in elicitation and 'form' not in elicitation:
            return Fault('the client declares elicitation.url only, and this elicitation is a form', at=f'{at}.mode',
                         key='undeclared elicitation.form'),
    if method == 'sampling/createMessage' and 'sampling-tools' in revision.features:
        sampling = capabilities.get('sampling')
        for name in ('tools', 'toolChoice'):
            if name in params and not declared(sampling, ('tools',)):
                return Fault(f'the client does not declare sampling.tools, and this request has {name}', at=f'{at}.{name}',
                             key='undeclared sampling.tools'),
        if params.get('includeContext', 'none') != 'none' and not declared(sampling, ('context',)):
            return Fault('the client does not declare sampling.context, and this request asks for context',
                         at=f'{at}.includeContext',
                         severity=WARNING, key='undeclared sampling.context'),
    return CLEAN


@on(NOTIFICATION)
def undeclared_notification(event: Event) -> Faults:
    session = event.session
    method = revision_of(event).methods.get(event.method)
    if method is None or not method.capability or not certain(event):
        return CLEAN
    whose, path = _requirement(method, event.direction)
    capabilities = session.server_capabilities if whose == S2C else session.client_capabilities
    if capabilities is None or declared(capabilities, path):
        return CLEAN
    name = '.'.join(path)
    return Fault(f'{SIDE[event.direction]} sends {event.method}, and {SIDE[whose]} does not declare the capability {name}',
                 at='method', key=f'undeclared {name} {event.method}'),


_lifecycle = spec('2025-11-25', 'basic/lifecycle')
_only = '2025-11-25, Lifecycle, Operation: "Both parties MUST: […] Only use capabilities that were successfully negotiated"'
RULES = (
    rule('MCP630', 'unknown-method', ERROR, 'A method that no revision has, written almost like one.',
         'Write the method as the specification does; receivers answer unknown methods with -32601 and drop unknown '
         'notifications. (2025-11-25, Schema Reference: the methods of ClientRequest, ClientNotification, ServerRequest, '
         'ServerNotification)',
         spec('2025-11-25', 'schema'), unknown),
    rule('MCP631', 'method-of-other-revision', ERROR, 'A method that the revision of this exchange does not have.',
         'Use the methods of the negotiated revision, or negotiate another. (2025-11-25, Lifecycle, Operation: "Both parties '
         'MUST: Respect the negotiated protocol version"; 2026-07-28, Key Changes, lists what was removed)',
         spec('2026-07-28', 'changelog'), other_revision),
    rule('MCP632', 'wrong-direction', ERROR, 'A message from the side that must not send it.',
         'Requests for tools, prompts and resources come from the client; logs and list changes from the server. (2025-11-25, '
         'Schema Reference: ClientRequest, ClientNotification, ServerRequest, ServerNotification)',
         spec('2025-11-25', 'schema'), wrong_direction),
    rule('MCP633', 'server-capability', ERROR, 'A feature of the server is used that the server does not declare.',
         f'Declare the capability in the result of initialize (or server/discover), or do not ask. ({_only}; Tools: "Servers '
         'that support tools MUST declare the tools capability", likewise for prompts, resources, logging and completions)',
         _lifecycle, server_capability),
    rule('MCP634', 'client-capability', ERROR, 'The server asks the client for what the client does not declare.',
         f'Ask only for what the client declares at initialize. ({_only}; Sampling, Elicitation, Roots: "Clients that support '
         '… MUST declare the … capability")', _lifecycle, client_capability),
    rule('MCP635', 'undeclared-notification', ERROR, 'A notification of a capability that was not declared.',
         f'Declare the capability, or do not send the notification. ({_only}; Logging: "Servers that emit log message '
         'notifications MUST declare the logging capability")',
         spec('2025-11-25', 'server/utilities/logging'), undeclared_notification),
)
