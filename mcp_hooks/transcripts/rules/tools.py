"""The definitions of tools."""
from __future__ import annotations

from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions.shape import kind_of, near
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, NOTE, WARNING, named, revision_of, rule, spec
from mcp_hooks.transcripts.rules.schemas import examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults
    from mcp_hooks.transcripts.rules.schemas import Examined

LIST = ('tools/list',)
DEFINED = (*LIST, 'sampling/createMessage')  # messages with definitions of tools in them
SCHEMAS = ('inputSchema', 'outputSchema')
MOST = 10_000  # tools of which two lists are compared


def listed(event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tools of a page (or those that a sampling request hands on), with their paths."""
    if event.kind == REQUEST:
        at, tools = 'params', event.params.get('tools')
    else:
        result = event.result
        at, tools = 'result', result.get('tools') if isinstance(result, dict) and event.request is not None else None
    if type(tools) is list:
        for index, tool in enumerate(tools):
            if type(tool) is dict:
                yield f'{at}.tools[{index}]', tool


def name_of(tool: dict[str, Any]) -> str:
    return named(tool['name']) if isinstance(tool.get('name'), str) else 'a tool without a name'


def is_strict(event: Event) -> bool:
    """The revision says which dialect a schema has that names none."""
    return 'default-dialect' in revision_of(event).features


def schemas_of(event: Event) -> Iterator[tuple[str, str, str, Examined]]:
    """(path of the schema, the tool's name, which schema, what is known of it) for the tools of a page."""
    for at, tool in listed(event):
        for member in SCHEMAS:
            found = examined(event.session, tool, member, is_strict(event))
            if found is not None:
                yield f'{at}.{member}', name_of(tool), member, found


def under(at: str, path: str) -> str:
    return f'{at}{path}' if not path or path.startswith('[') else f'{at}.{path}'


@on(RESPONSE, REQUEST, methods=DEFINED)
def input_schema(event: Event) -> Iterator[Fault]:
    for at, tool in listed(event):
        yield from input_schema_faults(tool, at)


def input_schema_faults(tool: dict[str, Any], at: str) -> Iterator[Fault]:
    name, place = name_of(tool), f'{at}.inputSchema'
    schema = tool.get('inputSchema')
    if 'inputSchema' not in tool:
        meant = near('inputSchema', list(tool)) or next((key for key in ('parameters', 'schema') if key in tool), None)
        hint = f': did you mean inputSchema by {named(meant)}?' if meant else ''
        yield Fault(f'the tool {name} has no inputSchema{hint}', at=place, key=f'{name} none')
    elif type(schema) is not dict:
        yield Fault(f'inputSchema of {name} must be an object, not {kind_of(schema)}', at=place, key=f'{name} kind')
    elif 'type' not in schema:
        yield Fault(f'inputSchema of {name} must have "type": "object" at its root; type is missing',
                    at=place, key=f'{name} no type')
    elif schema['type'] != 'object':
        yield Fault(f'inputSchema of {name} must have "type": "object" at its root', at=f'{place}.type', key=f'{name} type')


@on(RESPONSE, REQUEST, methods=DEFINED)
def output_schema(event: Event) -> Iterator[Fault]:
    features = revision_of(event).features
    if 'structured-content' not in features:
        return
    for at, tool in listed(event):
        if 'outputSchema' not in tool:
            continue
        schema, name, place = tool['outputSchema'], name_of(tool), f'{at}.outputSchema'
        if type(schema) is not dict:
            yield Fault(f'outputSchema of {name} must be an object, not {kind_of(schema)}; leave it out where there is none',
                        at=place, key=f'{name} kind')
        elif 'object-output' in features and schema.get('type') != 'object':
            yield Fault(f'outputSchema of {name} must have "type": "object" at its root',
                        at=f'{place}.type', key=f'{name} type')


@on(RESPONSE, REQUEST, methods=DEFINED)
def schema_invalid(event: Event) -> Iterator[Fault]:
    for at, name, member, found in schemas_of(event):
        for path, text in found.invalid[:1]:
            if path == 'type':
                continue  # the root's type is the fault of another rule
            place = under(at, path)
            yield Fault(f'{member} of {name} is not valid in its dialect {found.dialect}: {path or "it"} {text}', at=place,
                        key=f'{name} {member} {path}')


@on(RESPONSE, REQUEST, methods=DEFINED)
def schema_reference(event: Event) -> Iterator[Fault]:
    for at, name, member, found in schemas_of(event):
        for path, reference in found.dangling[:4]:
            yield Fault(f'{member} of {name} refers to {named(reference)}, which does not exist in it', at=under(at, path),
                        key=f'{name} {member} {reference[:80]}')


@on(RESPONSE, REQUEST, methods=DEFINED)
def schema_remote(event: Event) -> Iterator[Fault]:
    for at, name, member, found in schemas_of(event):
        for path, address in found.remote[:1]:
            yield Fault(f'{member} of {name} refers to {named(address)}: clients must not fetch it by themselves, and this '
                        'tool does not; what is sent with it is not checked',
                        at=under(at, path), key=f'{name} {member} remote')


@on(RESPONSE, REQUEST, methods=DEFINED)
def schema_unchecked(event: Event) -> Iterator[Fault]:
    for at, name, member, found in schemas_of(event):
        if not found.remote and not found.invalid and not found.dangling and (found.validator() or True) and found.unchecked:
            yield Fault(f'{member} of {name} was not checked: {found.unchecked}', at=at, key=f'{name} {member} unchecked')


@on(RESPONSE, REQUEST, methods=DEFINED)
def schema_required(event: Event) -> Iterator[Fault]:
    for at, tool in listed(event):
        for member in SCHEMAS:
            schema = tool.get(member)
            if type(schema) is not dict or schema.keys() & {'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if'}:
                continue
            required, properties = schema.get('required'), schema.get('properties')
            if type(required) is not list or type(properties) is not dict:
                continue
            lost = [each for each in required if isinstance(each, str) and each not in properties]
            if lost:
                closed = schema.get('additionalProperties') is False
                names, end = ', '.join(named(each) for each in lost[:5]), ' nor allow it: no value fits' if closed else ''
                yield Fault(f'{member} of {name_of(tool)} requires {names}, which properties does not describe{end}',
                            at=f'{at}.{member}.required', severity=WARNING if closed else None,
                            key=f'{name_of(tool)} {member} required')


@on(RESPONSE, methods=LIST)
def hints(event: Event) -> Iterator[Fault]:
    if 'structured-content' not in revision_of(event).features:
        return
    for at, tool in listed(event):
        said = tool.get('annotations')
        if type(said) is dict and said.get('readOnlyHint') is True and said.get('destructiveHint') is True:
            yield Fault(f'{name_of(tool)} says that it only reads and that it destroys: destructiveHint counts only where '
                        'readOnlyHint is false', at=f'{at}.annotations.destructiveHint', key=f'{name_of(tool)} hints')


@on(RESPONSE, NOTIFICATION, methods=(*LIST, 'notifications/tools/list_changed'))
def changed(event: Event) -> Faults:
    session, result, request = event.session, event.result, event.request
    memory = session.memory
    if event.kind != RESPONSE:
        memory.pop('relisted', None)
        return CLEAN
    if request is None or not isinstance(result, dict) or session.lossy or not session.ordered:
        return CLEAN
    if 'cursor' not in request.params and not session.tools_complete:
        memory['relisted'] = None
        return CLEAN
    now = {tool['name']: tool for _, tool in listed(event) if isinstance(tool.get('name'), str)}
    if 'cursor' not in request.params:
        memory['relisted'] = session.tools, now, result.get('nextCursor')
    elif memory.get('relisted') is not None:  # pages that follow each other, and nothing else
        before, pages, cursor = memory['relisted']
        follows = cursor is not None and request.params['cursor'] == cursor and len(pages) <= MOST
        memory['relisted'] = (before, {**pages, **now}, result.get('nextCursor')) if follows else None
    if result.get('nextCursor') is not None or memory.get('relisted') is None:
        return CLEAN
    before, now, _ = memory.pop('relisted')
    if now == before:
        return CLEAN
    parts = [f'{word} {", ".join(named(name) for name in names[:5])}' for word, names in (
        ('new:', [name for name in now if name not in before]), ('gone:', [name for name in before if name not in now]),
        ('changed:', [name for name in now if name in before and now[name] != before[name]])) if names]
    return Fault('the list of tools is another than before, without notifications/tools/list_changed in between '
                 f'({"; ".join(parts)})',
                 at='result.tools', severity=WARNING if event.modern else NOTE, key='tools changed'),


_tools = spec('2025-11-25', 'server/tools')
RULES = (
    rule('MCP701', 'tool-input-schema', ERROR, 'The inputSchema of a tool is missing, no object, or not of type object.',
         'Give every tool an inputSchema with "type": "object" at its root, {"type": "object"} where it takes nothing. '
         '(2025-11-25, Tools, Data Types: inputSchema "MUST be a valid JSON Schema object (not null)"; schema: type: "object")',
         _tools, input_schema),
    rule('MCP702', 'tool-output-schema', ERROR, 'The outputSchema of a tool is no object, or not of type object.',
         'Wrap the output in an object, or leave outputSchema out. (2025-11-25, schema: outputSchema?: { type: "object"; … }; '
         '2026-07-28, Tools: any valid schema)', _tools, output_schema),
    rule('MCP703', 'schema-invalid', ERROR, 'A schema of a tool is not valid in its dialect.',
         'Correct the keyword the message names, or name the dialect in $schema. (2025-11-25, Base Protocol, JSON Schema '
         'Usage: "Schemas MUST be valid according to their declared or default dialect")',
         spec('2025-11-25', 'basic'), schema_invalid),
    rule('MCP704', 'schema-reference', ERROR, 'A schema of a tool refers to a part of itself that does not exist.',
         'Add the definition, or correct the reference. (2025-11-25, Base Protocol, JSON Schema Usage: "Schemas MUST be valid '
         'according to their declared or default dialect"; JSON Schema 2020-12 Core, section 8.2.3.1: $ref)',
         spec('2025-11-25', 'basic'), schema_reference),
    rule('MCP705', 'schema-remote-reference', WARNING, 'A schema of a tool refers to another document.',
         'Copy the definition into $defs. (2026-07-28, Base Protocol, $ref Resolution: "Implementations MUST NOT automatically '
         'dereference $ref values that resolve to a network URI."; "Schemas that fail to validate due to an unresolved '
         'external $ref SHOULD be rejected")', spec('2026-07-28', 'basic'), schema_remote),
    rule('MCP706', 'schema-unchecked', NOTE, 'A schema of a tool was not checked.',
         'Nothing to mend because of this note: it says what was left out. (2026-07-28, Base Protocol, Composition-Keyword '
         'Resource Use: "Implementations SHOULD apply reasonable bounds, such as a maximum schema depth")',
         spec('2026-07-28', 'basic'),
         schema_unchecked),
    rule('MCP707', 'schema-required', NOTE, 'A schema of a tool requires what it does not describe.',
         'Describe the property, or do not require it. (JSON Schema 2020-12 Validation, section 6.5.3: required)',
         'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3', schema_required),
    rule('MCP708', 'tool-annotations', NOTE, 'The annotations of a tool contradict each other.',
         'Leave destructiveHint out of a tool that only reads. (2025-11-25, schema, ToolAnnotations.destructiveHint: "This '
         'property is meaningful only when readOnlyHint == false")', spec('2025-11-25', 'schema'), hints),
    rule('MCP714', 'tools-changed', NOTE, 'The list of tools changes without a word.',
         'Send notifications/tools/list_changed. (2025-11-25, Tools, List Changed Notification: "servers that declared the '
         'listChanged capability SHOULD send a notification"; 2026-07-28: the list MUST NOT vary per connection)',
         _tools, changed),
)
