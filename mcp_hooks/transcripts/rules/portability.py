"""Tool definitions that the protocol allows and some clients refuse."""
from __future__ import annotations

from mcp_hooks.transcripts.event import RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import NOTE, WARNING, named, revision_of, rule
from mcp_hooks.transcripts.rules.names import wrong_in
from mcp_hooks.transcripts.rules.schemas import examined
from mcp_hooks.transcripts.rules.tools import LIST, SCHEMAS, is_strict, listed, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event

COMBINATORS = ('anyOf', 'oneOf', 'allOf')
LONGEST = 64
# what a branch may hold that only narrows which of the properties beside it have to be there
NARROWING = frozenset({'required', 'not', 'title', 'description', '$comment'})


@on(RESPONSE, methods=LIST)
def dialect(event: Event) -> Iterator[Fault]:
    """One fault for a page: a server writes all its schemas with one library."""
    first, older, names = '', '', []
    for at, tool in listed(event):
        for member in reversed(SCHEMAS):
            schema = tool.get(member)
            if type(schema) is not dict or '$schema' not in schema or schema.get('type') != 'object':
                continue
            found = examined(event.session, tool, member, is_strict(event))
            if found is None or found.dialect in ('', '2020-12') or found.invalid or found.dangling:
                continue
            first, older = first or f'{at}.{member}["$schema"]', older or found.dialect
            names.append(name_of(tool))
    if names:
        names = list(dict.fromkeys(names))
        others = f' and {len(names) - 3} more' if len(names) > 3 else ''
        yield Fault(f'the schemas of {", ".join(names[:3])}{others} are written for {older}: clients that know 2020-12 only '
                    'refuse the tool', at=first, key=f'dialect {older}')


@on(RESPONSE, methods=LIST)
def top_level(event: Event) -> Iterator[Fault]:
    for at, tool, keyword, branches in _combined(event):
        if not all(type(branch) is dict and branch.keys() <= NARROWING for branch in branches):
            yield Fault(f'inputSchema of {name_of(tool)} has {keyword} at its root: some clients drop the tool, some the '
                        'keyword, some fail with every tool',
                        at=f'{at}.inputSchema.{keyword}', key=f'{name_of(tool)} {keyword}')


@on(RESPONSE, methods=LIST)
def top_level_required(event: Event) -> Iterator[Fault]:
    for at, tool, keyword, branches in _combined(event):
        if all(type(branch) is dict and branch.keys() <= NARROWING for branch in branches):
            yield Fault(f'inputSchema of {name_of(tool)} has {keyword} at its root to say which properties go together: some '
                        'clients refuse the keyword there', at=f'{at}.inputSchema.{keyword}', key=f'{name_of(tool)} {keyword}')


def _combined(event: Event) -> Iterator[tuple[str, dict[str, Any], str, list[Any]]]:
    for at, tool in listed(event):
        schema = tool.get('inputSchema')
        if type(schema) is dict and schema.get('type') == 'object':
            keyword = next((each for each in COMBINATORS if type(schema.get(each)) is list and schema[each]), '')
            if keyword:
                yield at, tool, keyword, schema[keyword]


@on(RESPONSE, methods=LIST)
def tool_name(event: Event) -> Iterator[Fault]:
    rules_exist = 'tool-names' in revision_of(event).features
    for at, tool in listed(event):
        name = tool.get('name')
        if not isinstance(name, str) or not name:
            continue
        if not wrong_in(name):
            wrong = 'has a dot' if '.' in name else ''
        else:
            wrong = '' if rules_exist else wrong_in(name)  # where the specification has a rule, that is the finding
        if wrong:
            yield Fault(f'the name of the tool {named(name)} {wrong}: clients that hand it on to a model refuse it',
                        at=f'{at}.name',
                        key=f'{named(name)} {wrong}')
        elif LONGEST < len(name) <= 128:
            yield Fault(f'the name of the tool {named(name)} has {len(name)} characters: over the limit of {LONGEST} of some '
                        'clients',
                        at=f'{at}.name', severity=NOTE, key=f'{named(name)} long')


RULES = (
    rule('MCP880', 'schema-dialect', WARNING, 'Tool schemas in a dialect that some clients do not know.',
         'Write the schema for 2020-12 and leave $schema out, or name 2020-12 in it. (2025-11-25, Base Protocol, JSON Schema '
         'Usage: "Implementations MUST support at least 2020-12"; clients on the TypeScript SDK 2.x refuse draft-07 output '
         'schemas)',
         'https://github.com/anthropics/claude-code/issues/90549', dialect, portable=True),
    rule('MCP881', 'top-level-combinator', WARNING, 'A tool schema with anyOf, oneOf or allOf at its root.',
         'Describe all properties at the root and say in their descriptions which go together, or make several tools. '
         '(Anthropic API: "input_schema does not support oneOf, allOf, or anyOf at the top level"; Claude Code drops the tool)',
         'https://github.com/anthropics/claude-code/issues/95504', top_level, portable=True),
    rule('MCP882', 'top-level-required', WARNING, 'A tool schema with alternatives of required properties at its root.',
         'Say in the descriptions which properties go together, and let the server refuse the rest. (Anthropic API: '
         '"input_schema does not support oneOf, allOf, or anyOf at the top level")',
         'https://github.com/redhat-et/ripwire/issues/48',
         top_level_required, portable=True, default=False),
    rule('MCP883', 'tool-name-client', WARNING, 'A tool name that some clients refuse although the specification allows it.',
         'Use letters, digits, "_" and "-" only, 64 at most. (Claude Desktop, Copilot CLI, Codex: "String should match pattern '
         '^[a-zA-Z0-9_-]{1,64}$")', 'https://github.com/github/copilot-cli/issues/2581', tool_name, portable=True),
)
