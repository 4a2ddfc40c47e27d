"""Names in lists: what they may hold, and that none comes twice."""
from __future__ import annotations

from mcp_hooks.transcripts.event import RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import CLEAN, WARNING, named, revision_of, rule, spec
from mcp_hooks.transcripts.rules.tools import LIST, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

# method → member of the result, and what tells its items apart
UNIQUE = {'tools/list': ('tools', 'name'), 'prompts/list': ('prompts', 'name'), 'resources/list': ('resources', 'uri'),
          'resources/templates/list': ('resourceTemplates', 'uriTemplate')}
KEPT = 20_000
LONGEST = 128


def wrong_in(name: str) -> str:
    """What a tool's name has that the specification would not have it have; '' for nothing."""
    if not name:
        return 'is empty'
    if len(name) > LONGEST:
        return f'has {len(name)} characters, more than {LONGEST}'
    odd = list(dict.fromkeys(letter for letter in name if not (letter.isascii() and (letter.isalnum() or letter in '_-.'))))
    if not odd:
        return ''
    return f'has {", ".join(dict.fromkeys(_letter(each) for each in odd[:5]))}'


def _letter(letter: str) -> str:
    return 'a blank' if letter == ' ' else f'"{letter}"' if letter.isprintable() else 'a control character'


@on(RESPONSE, methods=LIST)
def tool_name(event: Event) -> Iterator[Fault]:
    if 'tool-names' not in revision_of(event).features:
        return
    for at, tool in listed(event):
        name = tool.get('name')
        wrong = wrong_in(name) if isinstance(name, str) else ''
        if wrong:
            yield Fault(f'the name of the tool {named(name)} {wrong}; letters, digits, "_", "-" and "." are for names',
                        at=f'{at}.name', key=f'{named(name)} {wrong}')


@on(RESPONSE, methods=tuple(UNIQUE))
def duplicates(event: Event) -> Faults:
    result, request = event.result, event.request
    member, key = UNIQUE[event.method]
    items = result.get(member) if isinstance(result, dict) else None
    if type(items) is not list or request is None:
        return CLEAN
    memory: dict[str, tuple[Any, set[str]]] = event.session.memory.setdefault('names', {})
    cursor = request.params.get('cursor')
    expected, seen = memory.get(event.method, (None, set()))
    if cursor is None or cursor != expected:
        seen = set()  # another list, or a page whose neighbours are not known
    following = result.get('nextCursor') if isinstance(result, dict) else None
    if following is None and not seen:
        memory.pop(event.method, None)  # a list of one page
        values = [value for item in items if type(item) is dict and type(value := item.get(key)) is str]
        if len(values) <= KEPT and len(set(values)) == len(values):
            return CLEAN
    else:
        memory[event.method] = following, seen
    return _twice(items, member, key, seen, event.method)


def _twice(items: list[Any], member: str, key: str, seen: set[str], method: str) -> Iterator[Fault]:
    for index, item in enumerate(items):
        value = item.get(key) if type(item) is dict else None
        if not isinstance(value, str):
            continue
        if value in seen:
            yield Fault(f'{member} has {named(value)} twice: a client keeps one of them', at=f'result.{member}[{index}].{key}',
                        key=f'{method} {value[:80]}')
        elif len(seen) < KEPT:
            seen.add(value)


_tools = spec('2025-11-25', 'server/tools')
RULES = (
    rule('MCP720', 'tool-name', WARNING, 'The name of a tool is empty, too long, or has characters names should not have.',
         'Name the tool with 1 to 128 of A-Z a-z 0-9 _ - and dot. (2025-11-25, Tools, Tool Names: "Tool names SHOULD be '
         'between 1 and 128 characters in length (inclusive). […] The following SHOULD be the only allowed characters: '
         'uppercase and lowercase ASCII letters (A-Z, a-z), digits (0-9), underscore (_), hyphen (-), and dot (.)")',
         _tools, tool_name),
    rule('MCP721', 'duplicate-name', WARNING, 'A list has two items of one name or URI.',
         'Give each tool and prompt a name, and each resource a URI, of its own. (2025-11-25, Tools, Tool Names: "Tool names '
         'SHOULD be unique within a server."; Prompts: name is the "Unique identifier for the prompt"; Resources: uri is the '
         '"Unique identifier for the resource")', _tools, duplicates),
)
