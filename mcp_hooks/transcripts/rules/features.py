"""Resources, prompts, roots, logging and completion."""
from __future__ import annotations

from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.revisions.v2024_11_05 import LEVELS
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, NOTE, WARNING, named, revision_of, rule, seconds_between, spec
from mcp_hooks.transcripts.screen import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.session import Session

KEPT = 4096
OPERATORS = frozenset('+#./;?&=!@|')
READ = ('resources/read', 'resources/subscribe', 'resources/unsubscribe')
LISTS = ('resources/list', 'resources/templates/list')
BLOCKS = ('tools/call', 'prompts/get')  # whose results hold content blocks
CERTAIN_WORDS = ('resource not found', 'unknown resource')
MISSING_WORDS = ('not found', 'unknown resource', 'no such', 'does not exist', "doesn't exist", 'could not find')


# ---- resources ----

def has_scheme(uri: str) -> bool:
    """RFC 3986, section 3.1: a letter, then letters, digits, plus, minus and dots, then a colon."""
    if uri.startswith(('file://', 'https://', 'http://')):
        return True  # nearly all there are
    scheme, colon, rest = uri[:200].partition(':')
    if not colon or not rest or not scheme.isascii() or not scheme[:1].isalpha():
        return False
    return all(letter.isalnum() or letter in '+-.' for letter in scheme)


@on(REQUEST, RESPONSE, methods=(*READ, *LISTS, *BLOCKS))
def uri(event: Event) -> Faults:
    if event.kind == REQUEST:
        value = event.params.get('uri')
        if event.method not in READ or not isinstance(value, str) or has_scheme(value):
            return CLEAN
        return Fault('params.uri is no URI: it has no scheme', at='params.uri', key='request uri'),
    result = event.result
    if type(result) is not dict or event.method == 'resources/subscribe':
        return CLEAN
    return _uris_of_blocks(event.method, result) if event.method in BLOCKS else _uris(result)


def _uris_of_blocks(method: str, result: dict[str, Any]) -> Iterator[Fault]:
    member = 'content' if method == 'tools/call' else 'messages'
    items = result.get(member)
    for index, block in enumerate(items if type(items) is list else ()):
        at = f'result.{member}[{index}]'
        if member == 'messages':
            block, at = block.get('content') if type(block) is dict else None, f'{at}.content'
        kind = block.get('type') if type(block) is dict else None
        if kind == 'resource':
            block, at = block['resource'] if type(block.get('resource')) is dict else None, f'{at}.resource'
        value = block.get('uri') if type(block) is dict and kind in ('resource', 'resource_link') else None
        if isinstance(value, str) and not has_scheme(value):
            yield Fault(f'{at}.uri is no URI: it has no scheme', at=f'{at}.uri', key=f'{method} {kind} uri')


def _uris(result: dict[str, Any]) -> Iterator[Fault]:
    for member, name in (('resources', 'uri'), ('contents', 'uri'), ('resourceTemplates', 'uriTemplate')):
        items = result.get(member)
        for index, item in enumerate(items if type(items) is list else ()):
            value = item.get(name) if type(item) is dict else None
            if not isinstance(value, str):
                continue
            at = f'result.{member}[{index}].{name}'
            if name == 'uriTemplate':
                if not is_template(value):
                    what = 'what stands in its braces is no list of names' if braces_match(value) else 'its braces do not match'
                    yield Fault(f'{at} is no URI template: {what}', at=at, key=f'template {what}')
            elif not has_scheme(value):
                yield Fault(f'{at} is no URI: it has no scheme', at=at, key=f'{member} uri')


def braces_match(template: str) -> bool:
    inside = False
    for letter in template:
        if letter == '{':
            if inside:
                return False
            inside = True
        elif letter == '}':
            if not inside:
                return False
            inside = False
    return not inside


def is_template(template: str) -> bool:
    """The braces match and hold names (RFC 6570, section 2.2). What may stand in a name is not looked at but for blanks:
    servers write ``{user-id}``, and most clients expand it."""
    if '{' not in template and '}' not in template:
        return True
    if not braces_match(template):
        return False
    for part in template.split('{')[1:]:
        names = part.partition('}')[0]
        if names[:1] in OPERATORS:
            names = names[1:]
        for name in names.split(','):
            if not name.partition(':')[0].rstrip('*') or not name.isprintable() or ' ' in name:
                return False
    return True


@on(RESPONSE, methods=('resources/read',))
def not_found(event: Event) -> Faults:
    error = event.error
    if not isinstance(error, dict) or event.request is None:
        return CLEAN
    if 'not-found-code' not in revision_of(event).features:
        return _not_found_of_modern(event, error) if event.modern else CLEAN
    code, text = error.get('code'), error.get('message')
    if code in (-32002, -32601, -32042) or not isinstance(code, int) or not isinstance(text, str):
        return CLEAN
    text = text[:400].lower()
    # -32603 is also that of a failure that happens to speak of something missing
    if not any(words in text for words in (MISSING_WORDS if code != -32603 else CERTAIN_WORDS)):
        return CLEAN
    return Fault(f'the resource was not found, and the error is {code}; {revision_of(event).date} has -32002 for it',
                 at='error.code', key='not found code'),


def _not_found_of_modern(event: Event, error: dict[str, Any]) -> Faults:
    code, text = error.get('code'), error.get('message')
    if code == -32602 or type(code) is not int or -32022 <= code <= -32020 or code in revision_of(event).forbidden:
        return CLEAN  # -32020 to -32022: it was not looked for
    if not isinstance(text, str) or not any(words in text[:400].lower() for words in CERTAIN_WORDS):
        return CLEAN
    return Fault(f'the resource was not found, and the error is {code}; {revision_of(event).date} has -32602 for it',
                 at='error.code', severity=ERROR, key='not found code'),


@on(REQUEST, RESPONSE, NOTIFICATION, methods=('resources/subscribe', 'resources/unsubscribe', 'notifications/resources/updated'))
def updated(event: Event) -> Faults:
    """Legacy only: in the modern era the acknowledged filter of a listen stream says what may come."""
    session = event.session
    if event.era == 'modern':
        return CLEAN
    subscribed: dict[str, None] = session.memory.setdefault('subscribed', {})
    asks = event.request if event.kind == RESPONSE else event
    value = asks.params.get('uri') if asks is not None else None
    if not isinstance(value, str):
        return CLEAN
    if event.kind == RESPONSE:
        if 'error' in event.message and event.method == 'resources/unsubscribe':
            session.memory.get('unsubscribed', {}).pop(value, None)  # it goes on
            subscribed[value] = None
        return CLEAN
    if event.kind == REQUEST:
        if event.method == 'resources/subscribe':
            if len(subscribed) > KEPT:
                session.memory['subscribed all'] = True
            else:
                subscribed[value] = None
        else:
            subscribed.pop(value, None)
            ended: dict[str, Event] = session.memory.setdefault('unsubscribed', {})
            ended[value] = event
            if len(ended) > 64:
                del ended[next(iter(ended))]
        return CLEAN
    if event.method == 'resources/unsubscribe' or session.started_mid or session.lossy or not session.ordered:
        return CLEAN
    if 'subscribed all' in session.memory or session.blind[C2S]:
        return CLEAN
    if any(value == each or value.startswith((each.rstrip('/') + '/', f'{each}#', f'{each}?')) for each in subscribed):
        return CLEAN
    last = session.memory.get('unsubscribed', {}).get(value)
    if last is not None:
        return _still_updated(last, event, value)
    return Fault(f'{named(value, 100)} is updated, and neither it nor a resource above it was subscribed to', at='params.uri',
                 key='unsubscribed update'),


def _still_updated(last: Event, event: Event, value: str) -> Faults:
    after = seconds_between(last, event)
    open_ = event.session.open[C2S].get(id_key(last.id)) is last
    if after is None or after < 5 or open_ or event.session.has_http:
        return CLEAN  # it may have been on its way
    return Fault(f'{named(value, 100)} is updated, and the client unsubscribed from it on line {last.line}', at='params.uri',
                 severity=WARNING, key='update after unsubscribe'),


# ---- prompts ----

@on(RESPONSE, NOTIFICATION, methods=('prompts/list', 'prompts/get', 'notifications/prompts/list_changed'))
def prompt_arguments(event: Event) -> Faults:
    memory = event.session.memory
    if event.kind == NOTIFICATION:
        memory.pop('prompts', None)
        return CLEAN
    result, request = event.result, event.request
    if request is None:
        return CLEAN
    if event.method == 'prompts/list':
        _learn_prompts(memory, request, result)
        return CLEAN
    known = memory.get('prompts')
    name = request.params.get('name')
    if known is None or not isinstance(name, str) or event.session.lossy:
        return CLEAN
    if name not in known[0]:
        if known[1] is not None:
            return CLEAN
        if not isinstance(result, dict):
            return _prompt_code(event, name)
        return Fault(f'{named(name)} is not in the list of prompts, and the server answers all the same; an unknown prompt is '
                     'an error (-32602)', at='result', key='unknown prompt'),
    return _prompt_faults(known[0][name], request, result)


def _prompt_code(event: Event, name: str) -> Faults:
    code = event.error.get('code') if isinstance(event.error, dict) else None
    if code in (-32602, -32601) or type(code) is not int:
        return CLEAN
    return Fault(f'{named(name)} is not in the list of prompts, and the error is {code}; for an unknown prompt there is -32602',
                 at='error.code', key='unknown prompt code'),


def _learn_prompts(memory: dict[str, Any], request: Event, result: Any) -> None:
    """(name → definition, the cursor that goes on or None where the list is complete)."""
    listed = result.get('prompts') if isinstance(result, dict) else None
    if type(listed) is not list:
        return
    page = {each['name']: each for each in listed if type(each) is dict and isinstance(each.get('name'), str)}
    cursor = request.params.get('cursor')
    before = memory.get('prompts')
    if cursor is not None:
        if before is None or before[1] != cursor or len(before[0]) > KEPT:
            memory.pop('prompts', None)
            return
        page = {**before[0], **page}
    memory['prompts'] = page, result.get('nextCursor')


def _prompt_faults(prompt: dict[str, Any], request: Event, result: Any) -> Iterator[Fault]:
    described = [each for each in prompt.get('arguments') or () if type(each) is dict] \
        if isinstance(prompt.get('arguments', []), list) else []
    given = request.params.get('arguments') or {}
    if not isinstance(given, dict):
        return
    lost = [each['name'] for each in described if each.get('required') is True and isinstance(each.get('name'), str)
            and each['name'] not in given]
    name = named(prompt.get('name'))
    if lost:
        served = isinstance(result, dict) and result.get('resultType', 'complete') == 'complete'
        how = 'and the server answers all the same' if served else 'the server did not answer with a result'
        yield Fault(f'params.arguments.{cut(lost[0], 60)} is missing; the prompt {name} requires it; {how}', at='params.arguments',
                    event=request, severity=WARNING if served else NOTE, key=f'{name} {lost[0][:60]} {served}')
    names = [each.get('name') for each in described]
    odd = [each for each in given if each not in names]
    if odd and described:
        yield Fault(f'the prompt {name} has no argument {named(odd[0])}', at='params.arguments', event=request, severity=NOTE,
                    key=f'{name} odd {odd[0][:60]}')


# ---- roots, logging, completion ----

@on(RESPONSE, methods=('roots/list',))
def roots(event: Event) -> Faults:
    result = event.result
    listed = result.get('roots') if isinstance(result, dict) else None
    return root_faults(listed, 'result.roots') if type(listed) is list else CLEAN


def root_faults(listed: list[Any], at: str) -> Iterator[Fault]:
    for index, root in enumerate(listed):
        value = root.get('uri') if type(root) is dict else None
        if isinstance(value, str) and value[:7].lower() != 'file://':
            yield Fault(f'{at}[{index}].uri must begin with file://', at=f'{at}[{index}].uri', key='root')


@on(NOTIFICATION, RESPONSE, methods=('logging/setLevel', 'notifications/message'))
def level(event: Event) -> Faults:
    session = event.session
    if event.kind == RESPONSE:
        if isinstance(event.result, dict) and event.request is not None:
            session.memory['level'] = event.request.params.get('level')
        return CLEAN
    least = session.memory.get('level')
    sent = event.params.get('level')
    if least is None or least == sent or event.era == 'modern' or sent not in LEVELS or least not in LEVELS:
        return CLEAN
    if not session.ordered or LEVELS.index(sent) >= LEVELS.index(least) or _level_is_changing(session):
        return CLEAN
    return Fault(f'the level is {named(sent)}, below the {named(least)} that the client set', at='params.level', key='level'),


def _level_is_changing(session: Session) -> bool:
    return any(request.method == 'logging/setLevel' for request in session.open[C2S].values())


@on(RESPONSE, methods=('completion/complete',))
def completion(event: Event) -> Faults:
    result = event.result
    found = result.get('completion') if isinstance(result, dict) else None
    values = found.get('values') if isinstance(found, dict) else None
    if not isinstance(found, dict) or type(values) is not list:
        return CLEAN
    if len(values) > 100:
        return Fault(f'completion.values has {len(values)} items; 100 are allowed',
                     at='result.completion.values', key='values'),
    total = found.get('total')
    if type(total) is int and total < len(values):
        return Fault(f'completion.total is {total}, and values has {len(values)} items', at='result.completion.total',
                     severity=NOTE, key='total'),
    return CLEAN


_resources = spec('2025-11-25', 'server/resources')
_prompts = spec('2025-11-25', 'server/prompts')
RULES = (
    rule('MCP750', 'resource-uri', ERROR, 'The URI of a resource is none.',
         'Give each resource a URI with a scheme, and each template matching braces. (2025-11-25, Resources, Data Types; '
         'schema: uri "@format uri", uriTemplate "@format uri-template"; RFC 3986, section 3; RFC 6570)', _resources, uri),
    rule('MCP751', 'resource-not-found', WARNING, 'A resource that is not found is reported with another code.',
         'Answer with -32002 and data.uri; from 2026-07-28 on with -32602. (2025-11-25, Resources, Error Handling: "Servers '
         'SHOULD return standard JSON-RPC errors for common failure cases: Resource not found: -32002")',
         _resources, not_found),
    rule('MCP752', 'resource-updated', ERROR, 'An update of a resource that nobody subscribed to.',
         'Send notifications/resources/updated for subscribed resources and what is below them. (2025-11-25, Resources, '
         'Subscriptions: "Clients can subscribe to specific resources and receive notifications when they change"; schema: '
         '"This may be sent only if the client has previously sent a resources/subscribe request")', _resources, updated),
    rule('MCP753', 'prompt-arguments', WARNING, 'A prompt is asked for without what it requires, or is not known.',
         'Send every argument whose definition says required, and refuse a request without it (-32602). (2025-11-25, Prompts, '
         'Error Handling: "Missing required arguments: -32602 (Invalid params)"; Implementation Considerations: "Servers '
         'SHOULD validate prompt arguments before processing")', _prompts, prompt_arguments),
    rule('MCP754', 'root-uri', ERROR, 'A root is no file:// address.',
         'Write the directory as a file:// URI. (2025-11-25, Roots, Data Types: "uri: Unique identifier for the root. This '
         'MUST be a file:// URI in the current specification.")', spec('2025-11-25', 'client/roots'), roots),
    rule('MCP755', 'log-level', WARNING, 'A log message below the level that the client set.',
         'Send messages of the level that logging/setLevel named, and above. (2025-11-25, Logging, Setting Log Level: "clients '
         'MAY send a logging/setLevel request"; schema: "The server should send all logs at this level and higher (i.e., more '
         'severe)")',
         spec('2025-11-25', 'server/utilities/logging'), level),
    rule('MCP756', 'completion-values', ERROR, 'More completions than are allowed.',
         'Send the 100 best, and say in total and hasMore that there are others. (2025-11-25, Completion, Completion Results: '
         '"Maximum 100 items per response"; schema: "Must not exceed 100 items.")',
         spec('2025-11-25', 'server/utilities/completion'), completion),
)
