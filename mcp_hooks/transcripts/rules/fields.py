"""The members of params and results, by the method and the revision of the exchange."""
from __future__ import annotations

from functools import lru_cache

from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions import extensions
from mcp_hooks.transcripts.revisions.shape import GENERAL, Shape, Type, near
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, NOTE, named, revision_of, rule, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

AUGMENTED = ('tools/call', 'sampling/createMessage', 'elicitation/create')  # what may run as a task
MOST = 8  # faults of one message that are told apart


def faults_of(expected: Type, value: Any, at: str, what: str) -> Iterator[Fault]:
    """Where a value is not what the revision's table says, as faults. ``what`` names the message: "tools/call"."""
    for number, (path, text) in enumerate(expected.faults(value)):
        if number == MOST:
            return
        place = f'{at}{path}' if path.startswith('[') or not path else f'{at}.{path}'
        joint = ':' if text.startswith('did') else ''
        yield Fault(f'{what}: {place}{joint} {text}', at=place, key=f'{what} {without_index(place)} {text[:60]}')


def without_index(path: str) -> str:
    """``tools[3].name`` and ``tools[7].name`` are the same mistake twice."""
    out = []
    for part in path.split('['):
        number, bracket, rest = part.partition(']')
        out.append(f'{bracket}{rest}' if number.isdigit() else part)
    return '['.join(out)


@on(REQUEST, NOTIFICATION)
def params(event: Event) -> Faults:
    revision = revision_of(event)
    expected = revision.params(event.method)
    value = event.message.get('params')
    if expected is None:
        return CLEAN
    if value is None:
        method = revision.method(event.method)
        if 'params' in event.message or method is None or method.params_optional or _meta_is_missing(event):
            return CLEAN
        return Fault(f'{event.method}: params is missing', at='params', key=f'{event.method} params missing'),
    if expected.fits(value) or type(value) is not dict:
        return CLEAN
    return faults_of(expected, value, 'params', event.method)


def _meta_is_missing(event: Event) -> bool:
    return event.modern and event.kind == REQUEST


@on(RESPONSE)
def result(event: Event) -> Faults:
    value = event.message.get('result')
    if type(value) is not dict or event.request is None:
        return CLEAN
    expected = expected_result(event, value)
    if expected is None or expected.fits(value):
        return CLEAN
    if value.get('resultType') == 'task' and type(value.get('task')) is dict and 'taskId' not in value:
        return Fault(f'{event.method}: the members of the task stand in result.task; they belong into the result itself',
                     at='result.task', key=f'{event.method} nested task'),
    return faults_of(expected, value, 'result', event.method)


def expected_result(event: Event, value: dict[str, Any]) -> Type | None:
    """What the result of the method must be, by what was asked and what kind of result it says it is."""
    revision = revision_of(event)
    if event.modern:
        kind = value.get('resultType', 'complete')
        if kind != 'complete':
            known = extensions.RESULT_TYPES.get(kind) if type(kind) is str else None
            return revision.type(known[2]) if known is not None else None
    elif 'task' in value and event.request is not None and 'tasks' in revision.features:
        # one that nobody asked for is a fault of its own
        if 'task' in event.request.params or (event.method in AUGMENTED and type(value['task']) is dict and 'content' not in value):
            return revision.type('CreateTaskResult')
    return revision.result(event.method)


@on(REQUEST, NOTIFICATION, RESPONSE)
def near_member(event: Event) -> Faults:
    if event.kind == RESPONSE:
        value = event.message.get('result')
        if event.request is None or type(value) is not dict:
            return CLEAN
        expected = expected_result(event, value)
        at = 'result'
    else:
        value, at = event.message.get('params'), 'params'
        if type(value) is not dict:
            return CLEAN
        expected = revision_of(event).params(event.method)
    if type(expected) is not Shape or value.keys() <= _members(expected):
        return CLEAN
    return _near_members(event.method, expected, value, at)


@lru_cache(maxsize=512)
def _members(shape: Shape) -> frozenset[str]:
    return shape.members | GENERAL


def _near_members(method: str, expected: Shape, value: dict[str, Any], at: str) -> Iterator[Fault]:
    unknown = tuple(key for key in value if key not in expected.members and key not in GENERAL)
    absent = tuple(name for name, (_, needed) in expected.types.items() if not needed and name not in value)
    of = _meant if sum(map(len, unknown)) < 400 else _meant.__wrapped__
    for name, meant in of(absent, unknown):
        yield Fault(
            f'{method}: {at} has a member {named(meant)}: did you mean {name}? Receivers ignore what they do not know',
            at=f'{at}.{meant}' if meant.isidentifier() else at,
            key=f'near {method} {name}',
        )


@lru_cache(maxsize=256)
def _meant(absent: tuple[str, ...], unknown: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Which of the unknown members may be meant as which of the absent ones."""
    return tuple((name, meant) for name in absent if (meant := near(name, list(unknown))) is not None)


RULES = (
    rule('MCP640', 'params-fields', ERROR, 'The params of a message are not what its method asks for.',
         'Send the members that the schema of the revision requires, with its types; the message names the member. '
         '(2025-11-25, Schema Reference, the Params of each request; "This is the source of truth for all protocol messages '
         'and structures.")',
         spec('2025-11-25', 'schema'), params),
    rule('MCP641', 'result-fields', ERROR, 'The result of a request is not what its method promises.',
         'Answer with the members that the schema of the revision requires for the method that was asked; the message names '
         'the member. (2025-11-25, Schema Reference, the Result of each request)', spec('2025-11-25', 'schema'), result),
    rule('MCP642', 'near-miss-member', NOTE, 'A member that no schema knows is written almost like one that it knows.',
         'Spell the member as the schema does: unknown members are allowed, and ignored. (2025-11-25, Schema Reference: no '
         'type forbids additional members)', spec('2025-11-25', 'schema'), near_member),
)
