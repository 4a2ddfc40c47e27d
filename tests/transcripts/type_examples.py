"""Example messages of every shape, made from the models of the types package, and mutations of one field at a time."""

from __future__ import annotations

import copy
import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import mcp_types.methods as methods
import talk
from pydantic import BaseModel, TypeAdapter, ValidationError

VERSIONS = ('2025-11-25', '2026-07-28')
VALUES: tuple[Any, ...] = (None, True, 7, 0.5, 'x', [], {})


class Case(NamedTuple):
    """``body`` is the params of a request or notification, or a result."""

    version: str
    what: str  # request, notification, result
    method: str
    sender: str  # c2s, s2c
    body: dict[str, Any]


# ---- examples ----

# what a field must hold beyond its type, so that the example breaks no rule the models do not know
KNOWN: dict[str, Any] = {
    'uri': 'file:///a',
    'uriTemplate': 'file:///{a}',
    'url': 'https://x.example/a',
    'src': 'https://x.example/a.png',
    'data': 'aGk=',
    'blob': 'aGk=',
    'createdAt': '2026-11-30T10:00:00Z',
    'lastUpdatedAt': '2026-11-30T10:00:00Z',
    'lastModified': '2026-11-30',
    'io.modelcontextprotocol/serverInfo': {'name': 'x', 'version': '1'},
    'io.modelcontextprotocol/subscriptionId': 'q',
    'status': 'working',
    'sizes': ['48x48'],
    'format': 'email',
    'websiteUrl': 'https://x.example',
    'mimeType': 'image/png',
}


META = ('io.modelcontextprotocol/serverInfo', 'io.modelcontextprotocol/subscriptionId')


def example(annotation: Any, name: str = '', depth: int = 0, full: bool = True, pick: int = 0) -> Any:
    """A value of a type. ``full`` fills optional members, ``pick`` chooses among the alternatives of a union."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return example(get_args(annotation)[0], name, depth, full, pick)
    if origin is Literal:
        return get_args(annotation)[0]
    if name in META:
        return copy.deepcopy(KNOWN[name])
    if origin in (Union, types.UnionType):
        arms = [arm for arm in get_args(annotation) if arm is not type(None)]
        return example(arms[pick % len(arms)], name, depth, full, pick)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return model_example(annotation, depth, full, pick)
    if name in KNOWN and origin is not dict:
        return copy.deepcopy(KNOWN[name])
    if origin is list:
        return [example(get_args(annotation)[0], name, depth, full, pick)]
    if origin is dict:
        value = get_args(annotation)[1]
        return {} if value is Any or depth > 3 else {'k': example(value, '', depth + 1, full, pick)}
    if annotation in (int, float):
        return 1
    return {str: 'x', bool: False, Any: 'x'}.get(annotation, 'x')


def model_example(model: type[BaseModel], depth: int, full: bool, pick: int) -> dict[str, Any]:
    hints = typing.get_type_hints(model, include_extras=True)
    out: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        alias = field.alias or name
        if field.is_required() or (full and depth < 4):
            out[alias] = example(hints[name], alias, depth + 1, full, pick)
    if model.__name__ in ('InputSchema', 'OutputSchema', 'RequestedSchema'):
        out = {'type': 'object', 'properties': {'k': {'type': 'string'}}}
    if model.__name__.startswith('RequestMetaObject') or 'io.modelcontextprotocol/protocolVersion' in out:
        out['io.modelcontextprotocol/protocolVersion'] = '2026-07-28'
    return out


def cases() -> Iterator[Case]:
    """Every method of both shapes: minimal, full, and with each alternative of its unions."""
    tables = (
        (methods.CLIENT_REQUESTS, 'request', 'c2s'),
        (methods.SERVER_REQUESTS, 'request', 's2c'),
        (methods.CLIENT_NOTIFICATIONS, 'notification', 'c2s'),
        (methods.SERVER_NOTIFICATIONS, 'notification', 's2c'),
        (methods.SERVER_RESULTS, 'result', 's2c'),
        (methods.CLIENT_RESULTS, 'result', 'c2s'),
    )
    for table, what, sender in tables:
        for (method, version), model in table.items():
            if version not in VERSIONS:
                continue
            seen = []
            for full, pick in ((False, 0), *((True, pick) for pick in range(8))):
                made = example(model, full=full, pick=pick)
                body = made if what == 'result' else made.get('params')
                if isinstance(body, dict) and body not in seen:
                    seen.append(body)
                    yield Case(version, what, method, sender, suited(method, what, body))


def suited(method: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
    """Mend what no model knows: requests that ask for a task, modes, and results that would not belong to their request."""
    body = copy.deepcopy(body)
    if what == 'result' and 'resultType' in body:
        body['resultType'] = 'input_required' if 'inputRequests' in body else 'complete'
    for each in body.get('inputRequests', {}).values():
        messages = each['params'].get('messages') if isinstance(each.get('params'), dict) else None
        if messages and messages[0]['content']['type'] == 'tool_use':
            messages[0]['content'] = {'type': 'text', 'text': 'x'}  # a tool use has to be answered
    if method == 'server/discover' and 'supportedVersions' in body:
        body['supportedVersions'] = ['2026-07-28']
    if method == 'initialize' and 'protocolVersion' in body:
        body['protocolVersion'] = '2025-11-25'
    return body


# ---- mutations ----


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value[:1]):
            yield from paths(each, (*path, index))


def mutations(case: Case, seen: set[Any] | None = None) -> Iterator[tuple[tuple[Any, ...], str, dict[str, Any]]]:
    """(path, what was done, the body) with one field dropped or replaced by a value of each JSON type. What was done to the
    same field of the same kind of object before (``seen``) is not done again."""
    body = case.body
    for path in paths(body):
        if seen is not None:
            key = case.version, case.what, case.method, plain_path(path), kinds_above(body, path)
            if key in seen:
                continue
            seen.add(key)
        for value in ('drop', *VALUES):
            changed = copy.deepcopy(body)
            holder = changed
            for step in path[:-1]:
                holder = holder[step]
            if value == 'drop':
                if isinstance(holder, list):
                    continue
                del holder[path[-1]]
            else:
                if type(holder[path[-1]]) is type(value) and not isinstance(value, (list, dict)):
                    continue
                holder[path[-1]] = value
            yield path, 'drop' if value == 'drop' else type(value).__name__, changed


def kinds_above(value: Any, path: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the objects on the way say they are."""
    kinds = []
    for step in path:
        if isinstance(value, dict):
            kinds.append(str([value.get(name) for name in ('type', 'mode', 'method', 'action', 'resultType')]))
        value = value[step]
    return tuple(kinds)


def plain_path(path: tuple[Any, ...]) -> str:
    return '.'.join('*' if isinstance(step, int) else step for step in path)


# ---- the two verdicts ----

TABLES = {
    ('request', 'c2s'): methods.CLIENT_REQUESTS,
    ('request', 's2c'): methods.SERVER_REQUESTS,
    ('notification', 'c2s'): methods.CLIENT_NOTIFICATIONS,
    ('notification', 's2c'): methods.SERVER_NOTIFICATIONS,
    ('result', 's2c'): methods.SERVER_RESULTS,
    ('result', 'c2s'): methods.CLIENT_RESULTS,
}
ADAPTERS: dict[Any, Any] = {}


def model_accepts(case: Case, body: Any) -> bool:
    key = case.what, case.sender, case.method, case.version
    if key not in ADAPTERS:
        ADAPTERS[key] = TypeAdapter(TABLES[case.what, case.sender][case.method, case.version])
    message = body
    if case.what == 'request':
        message = {'jsonrpc': '2.0', 'id': 0, 'method': case.method, 'params': body}
    elif case.what == 'notification':
        message = {'jsonrpc': '2.0', 'method': case.method, 'params': body}
    try:
        ADAPTERS[key].validate_python(message, by_name=False)
    except ValidationError:
        return False
    return True


def session(case: Case, body: Any) -> tuple[list[Any], int]:
    """A right session around a message, and the line the message is on."""
    modern = case.version == '2026-07-28'
    side = talk.client if case.sender == 'c2s' else talk.server
    other = talk.server if case.sender == 'c2s' else talk.client
    before = (
        talk.discovered()
        if modern
        else talk.handshake(
            case.version, caps={**talk.ALL_CLIENT, 'tasks': TASKS}, offers={**talk.ALL_SERVER, 'tasks': SERVER_TASKS}
        )
    )
    if case.what == 'notification':
        return [*before, *context(case, body), side.tell(case.method, body)], 0
    if case.method == 'initialize':
        before = []
    if case.what == 'request':
        return [*before, side.ask('q', case.method, body)], 0
    asked = request_for(case, modern)
    return [*before, other.ask('q', case.method, asked), side.answer('q', body)], 0


TASKS = {'requests': {'sampling': {'createMessage': {}}, 'elicitation': {'create': {}}}}
SERVER_TASKS = {'requests': {'tools': {'call': {}}}}


def request_for(case: Case, modern: bool) -> dict[str, Any]:
    """The params of a right request of the method."""
    table = methods.SERVER_REQUESTS if case.sender == 'c2s' else methods.CLIENT_REQUESTS
    made = example(table[case.method, case.version], full=False).get('params') or {}
    made = suited(case.method, 'request', made)
    if case.method == 'elicitation/create':
        made = {'message': 'x', 'requestedSchema': {'type': 'object', 'properties': {'k': {}}}}
    if modern:
        made['_meta'] = talk.modern(talk.ALL_CLIENT)
    return made


def context(case: Case, body: Any) -> list[Any]:
    """What has to have been said for a notification to be right."""
    if case.method == 'notifications/elicitation/complete':
        asked = {'mode': 'url', 'message': 'x', 'url': 'https://x.example', 'elicitationId': 'x'}
        return [talk.server.ask('e', 'elicitation/create', asked), talk.client.answer('e', action='accept')]
    if case.version != '2026-07-28':
        return []
    wanted = {
        'toolsListChanged': True,
        'promptsListChanged': True,
        'resourcesListChanged': True,
        'resourceSubscriptions': ['file:///a', 'x'],
    }
    said = [talk.client.ask('q', 'subscriptions/listen', _meta=talk.modern(), notifications=wanted)]
    if case.method != 'notifications/subscriptions/acknowledged':
        said.append(
            talk.server.tell('notifications/subscriptions/acknowledged', _meta={talk.SUBSCRIPTION: 'q'}, notifications=wanted)
        )
    return said


def our_faults(case: Case, body: Any) -> list[str]:
    """Errors about the shape of the message."""
    said, _ = session(case, body)
    line = len(said)
    return [
        f'{fault.severity or rule.severity} {rule.name} {fault.at}'
        for at, rule, fault in talk.faults(said, only=SHAPE)
        if at == line and (fault.severity or rule.severity) == 'error' and fault.key != 'no question'
    ]


# rules about one message; the others are about what was said before
SHAPE = frozenset(
    {
        'params-fields',
        'result-fields',
        'content-block',
        'tool-input-schema',
        'tool-output-schema',
        'schema-invalid',
        'requested-schema',
        'meta-key',
        'meta-value',
        'icons',
        'annotations',
        'result-type',
        'cache-fields',
        'input-required',
        'meta-missing',
        'discover-result',
        'params-not-object',
        'result-not-object',
        'resource-uri',
        'elicitation-answer',
        'url-elicitation',
        'root-uri',
        'subscription',
        'input-retry',
    }
)
