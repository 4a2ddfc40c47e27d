"""Is an entry built as the client expects: an object, with values of the right types."""
from __future__ import annotations

from mcp_hooks.clients.entries import member_at
from mcp_hooks.clients.record import (
    ANY,
    ARGS,
    BUILTIN,
    COMMAND,
    ENV,
    HEADERS,
    NAMED_VALUES,
    OPENAPI,
    OTHER,
    SCALAR_MAP,
    STDIO,
    STRING_MAP,
    STRINGS,
    TYPE,
    URL,
)
from mcp_hooks.documents.node import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING
from mcp_hooks.findings import ERROR, WARNING, Hit
from mcp_hooks.rules.entry import filled, has, hidden_map, holds_reference, is_generic, is_remote, map_within, nested, slip_for, spoiled
from mcp_hooks.rules.rule import SHAPE, Rule
from mcp_hooks.rules.wording import KINDS, a_kind, called, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import Field, FileKind
    from mcp_hooks.documents.node import Member, Node
    from mcp_hooks.servers import Server

DATE = 'date'  # what rules.yaml_1_1 may call a plain word
MOST = 10  # of one kind in one value
COSTS = {'file': ' and refuses the whole file', 'client': ' and does not start at all'}


def cost(kind: FileKind) -> str:
    """What one bad entry costs beside itself, as the end of a sentence whose subject is the client."""
    return COSTS.get(kind.one_bad_entry, '') if kind.client else ''


def drops(kind: FileKind, what: str) -> str:
    """What the client does with a bad entry: it drops ``what``, or more than that."""
    return cost(kind).removeprefix(' and ') or f'drops {what}'


# --- an entry


def is_note(name: str) -> bool:
    """A name under which people write comments into JSON."""
    return name.startswith(('_', '//', '#', '$')) or name.lower() in (
        'comment', 'comments', 'note', 'notes', 'description', 'readme')


def check_entry(server: Server) -> Iterator[Hit]:
    entry, kind = server.entry, server.kind
    if entry.kind == OBJECT or (kind.shape == 'list' and entry.kind == STRING):
        return
    if entry.kind == STRING and holds_reference(entry.text):
        return
    if is_note(server.name):
        if kind.one_bad_entry == 'entry':
            return
        yield Hit(entry, f'{reader(kind)} takes {called(server)} for a server{cost_of_note(kind)}',
                  severity=kind.at_most(ERROR, 'one_bad_entry'))
        return
    name = f'The entry {called(server)}' if server.name else 'This entry'
    yield Hit(entry, f'{name} is {a_kind(entry)}, not an object: {reader(kind)} {drops(kind, "it")}',
              severity=WARNING if entry.kind == NULL else None)


def cost_of_note(kind: FileKind) -> str:
    return ', finds no object and ' + ('does not start' if kind.one_bad_entry == 'client' else 'drops the whole file')


def check_hidden_map(server: Server) -> Iterator[Hit]:
    if server.entry.kind == OBJECT and hidden_map(server):
        within = map_within(server)
        yield Hit(server.place if within is None else within.key,
                  f'{called(server)} holds servers of its own, but {reader(server.kind)} takes it for one server: '
                  'the root key stands twice', severity=server.kind.at_most(ERROR, 'servers_at'))


# --- the values of an entry


def fields_of(server: Server) -> tuple[tuple[Member, Field, str], ...]:
    """The members of an entry that this client reads, with what it expects there and the key as the client's table has it."""
    if server.read is None:  # a dozen rules ask
        server.read = tuple(_fields_of(server))
    return server.read


def _fields_of(server: Server) -> Iterator[tuple[Member, Field, str]]:
    entry, kind, text = server.entry, server.kind, server.file.document.text
    for member in {member.name: member for member in entry.members}.values():  # of duplicates the last
        field = kind.fields.get(member.name)
        if field is not None and not text.startswith('{{', member.value.start):  # for a template engine to fill in
            yield member, field, member.name
    for key, field in kind.fields.items():
        if '.' in key:
            inner = member_at(entry, key)
            if inner is not None:
                yield inner, field, key


def check_args(server: Server) -> Iterator[Hit]:
    for member, field, key in fields_of(server):
        if field.role == ARGS and field.shape == STRINGS:
            yield from list_of_strings(server, member, key)


def list_of_strings(server: Server, member: Member, key: str) -> Iterator[Hit]:
    """What is wrong with a value where the client takes a list of strings; at most ``MOST`` items are named."""
    node, kind = member.value, server.kind
    if node.kind == NULL:
        yield from null(server, member)
        return
    if node.kind != ARRAY:
        if node.kind == STRING and is_reference(node.text):
            return
        from mcp_hooks.rules.mending import list_fix

        words = ': one element for each word' if node.kind == STRING and ' ' in node.text else ''
        yield Hit(node, f'`{shown(member.name)}` is {a_kind(node)}; {reader(kind)} takes a list of strings{words}',
                  fix=list_fix(server, node))
        return
    found = 0
    for item in node.items:
        read_as = kind_here(server, item)
        if read_as == STRING:
            continue
        from mcp_hooks.rules.mending import quote_fix

        severity = ERROR if item.kind in (OBJECT, ARRAY) else kind.at_most(ERROR, 'fields', f'fields.{key}')
        if is_generic(kind):
            severity = WARNING
        quoted = ': put quotes around it' if read_as in (NUMBER, BOOLEAN, DATE) else ''
        yield Hit(item, f'`{shown(member.name)}` holds {KINDS.get(read_as, a_kind(item))}; {reader(kind)} takes strings only{quoted}',
                  severity=severity,
                  fix=quote_fix(server, item, read_as))
        found += 1
        if found == MOST:
            return


def is_reference(text: str) -> bool:
    """One reference or placeholder and nothing beside it: what is filled in there may be a list."""
    return holds_reference(text) and ' ' not in text and text[0] in '${<%' and (
        text[-1] in '}>%' or text[1:].replace('_', '').isalnum())


def null(server: Server, member: Member) -> Iterator[Hit]:
    """Some readers take null for absent, strict ones refuse the entry; leaving the key out is right for both."""
    if server.kind.client and server.file.document.format == 'json':
        yield Hit(member.value, f'`{shown(member.name)}` is null, which is no value: leave the key out', severity=WARNING,
                  help='Remove the key: a reader that checks types refuses null.')


def kind_here(server: Server, node: Node) -> str:
    """The kind of a value as this client's reader sees it: not every YAML has the same words."""
    if not server.kind.yaml_1_1:
        return node.kind
    from mcp_hooks.rules.yaml_1_1 import kind_of

    return kind_of(server.file.document, node)


def check_env(server: Server) -> Iterator[Hit]:
    for member, field, key in fields_of(server):
        if field.role == ENV and field.shape in (STRING_MAP, SCALAR_MAP):
            yield from map_of_strings(server, member, field, key)


def check_headers(server: Server) -> Iterator[Hit]:
    for member, field, key in fields_of(server):
        if field.role == HEADERS and field.shape in (STRING_MAP, SCALAR_MAP):
            yield from map_of_strings(server, member, field, key)


def map_of_strings(server: Server, member: Member, field: Field, key: str) -> Iterator[Hit]:
    """What is wrong with a value where the client takes an object of strings; at most ``MOST`` members are named."""
    node, kind = member.value, server.kind
    if node.kind == NULL:
        yield from null(server, member)
        return
    if node.kind != OBJECT:
        if node.kind == STRING and holds_reference(node.text) and not spells_one_out(node.text):
            return
        yield Hit(node,
                  f'`{shown(member.name)}` is {a_kind(node)}; {reader(kind)} takes an object of strings')
        return
    found = 0
    for inner in node.members:
        value = inner.value
        read_as = kind_here(server, value)
        if read_as == STRING or (field.shape == SCALAR_MAP and value.kind in (NUMBER, BOOLEAN, NULL)):
            continue
        if is_generic(kind) and value.kind not in (OBJECT, ARRAY):
            continue
        from mcp_hooks.rules.mending import quote_fix

        severity = ERROR if value.kind in (OBJECT, ARRAY) else kind.at_most(ERROR, 'fields', f'fields.{key}')
        if value.kind == NULL and kind.overlay:
            severity = WARNING  # the other file may have the value
        quoted = ': put quotes around it' if read_as in (NUMBER, BOOLEAN, DATE) else ''
        yield Hit(value,
                  f'`{shown(inner.name)}` in `{shown(member.name)}` is {KINDS.get(read_as, a_kind(value))}; '
                  f'{reader(kind)} takes strings only{quoted}',
                  severity=severity, fix=quote_fix(server, value, read_as))
        found += 1
        if found == MOST:
            return


def spells_one_out(text: str) -> bool:
    """A name and its value in one string, as a shell or curl takes them: no reference stands for the whole map there."""
    name = text.partition('=')[0].partition(':')[0].strip()
    return 0 < len(name) < len(text.strip()) and name.replace('-', '').replace('_', '').isalnum() and name.isascii()


# what a shape accepts, and how a person calls it
ACCEPTS: dict[str, tuple[tuple[str, ...], str]] = {
    'string': ((STRING,), 'a string'),
    'strings': ((ARRAY,), 'a list of strings'),
    'string-map': ((OBJECT,), 'an object of strings'),
    'scalar-map': ((OBJECT,), 'an object'),
    'boolean': ((BOOLEAN,), 'true or false'),
    'number': ((NUMBER,), 'a number'),
    'object': ((OBJECT,), 'an object'),
    'list': ((ARRAY,), 'a list'),
    'named-values': ((ARRAY,), 'a list of objects with a name and a value'),
}


def check_types(server: Server) -> Iterator[Hit]:
    """All fields but args, env and headers, which have rules of their own."""
    kind = server.kind
    for member, field, key in fields_of(server):
        node = member.value
        plain_role = field.role in (ARGS, ENV, HEADERS) and field.shape != NAMED_VALUES
        if field.shape == ANY or field.shape not in ACCEPTS or plain_role or (field.older and node.kind == field.older):
            continue
        if node.kind not in KINDS or spoiled(server.file.document, node):
            continue
        kinds, want = ACCEPTS[field.shape]
        if node.kind in kinds:
            if field.role == COMMAND and field.shape == STRINGS:
                yield from list_of_strings(server, member, key)
            continue
        if node.kind == NULL:
            alone = field.role in (COMMAND, URL) and not filled(server, COMMAND) and not filled(server, URL)
            if not alone or kind.partial or kind.overlay:  # else MCP201 says that there is nothing to start
                yield from null(server, member)
            continue
        if node.kind == STRING and holds_reference(node.text) and field.role not in (COMMAND, URL):
            continue
        if is_generic(kind) and field.role not in (COMMAND, URL):
            continue
        if is_generic(kind) and field.role == COMMAND and node.kind in (ARRAY, OBJECT, STRING):
            continue
        severity = WARNING
        if field.role in (COMMAND, URL) or kind.one_bad_entry in ('file', 'client'):
            severity = kind.at_most(ERROR, 'fields', f'fields.{key}')
        from mcp_hooks.rules.mending import command_fix

        yield Hit(node,
                  f'`{shown(member.name)}` is {a_kind(node)}; {reader(kind)} takes {want}' + split_hint(server, field, node),
                  severity=severity, help=f'Write {want}{split_hint(server, field, node)}.', fix=command_fix(server, field, node))


def split_hint(server: Server, field: Field, node: Node) -> str:
    if field.role != COMMAND:
        return ''
    if field.shape == STRINGS and node.kind == STRING:
        return ', the program first and each argument after it'
    if node.kind == ARRAY and has(server.kind, ARGS):
        return ': the program here, the rest in `args`'
    return ''


def check_required(server: Server) -> Iterator[Hit]:
    """A field that the client demands, other than how the server is reached (MCP201) and of what type it is (MCP205)."""
    kind, entry = server.kind, server.entry
    if entry.kind != OBJECT or not kind.client or server.transport in ('', 'invalid', OPENAPI) or nested(server) is not None:
        return
    if any(transport == BUILTIN and entry.member(key) is not None for key, transport in kind.starters.items()):
        return  # what is defined elsewhere needs nothing here
    for key, field in kind.fields.items():
        beside, word = field.required_with
        if not (field.required or (beside and (entry.get(beside) or entry).text == word)) or '.' in key or field.role in (
                COMMAND, URL, TYPE):
            continue
        if field.transports and (server.transport not in field.transports or (server.transport == STDIO and is_remote(server))):
            continue  # what contradicts itself, a program with an address, is reported as that
        played = field.role != OTHER and (field.role in server.fields or slip_for(server, field.role) is not None)
        if entry.member(key) is None and not played:
            # what depends on another key may be known only when a release is made, as the digest of a package
            yield Hit(server.place, f'{called(server)} has no `{key}`, which {reader(kind)} requires',
                      severity=kind.at_most(ERROR, 'fields', f'fields.{key}') if field.required else WARNING)


def check_values(server: Server) -> Iterator[Hit]:
    kind = server.kind
    for member, field, _key in fields_of(server):
        node = member.value
        if field.role == TYPE or node.kind != STRING:
            continue
        # what is not ASCII was made unreadable on purpose
        if field.pattern and node.text.isascii() and not holds_reference(node.text):
            from re import search

            if not search(field.pattern, node.text) and not _is_to_be_replaced(node.text):
                what = field.note or f'texts like `{field.pattern.strip("^$")}`'
                yield Hit(node, f'`{shown(member.name)}` is `{shown(node.text)}`; {reader(kind)} takes {what}', severity=WARNING,
                          help=f'Write {what}.')
        if not field.values:
            continue
        if node.text in field.values or holds_reference(node.text):
            continue
        yield Hit(node,
                  f'`{shown(member.name)}` is `{shown(node.text)}`; {reader(kind)} knows '
                  + ', '.join(f'`{word}`' for word in field.values),
                  severity=WARNING)


def _is_to_be_replaced(text: str) -> bool:
    """What a release is to put something in the place of: `TBD`, `REPLACE_WITH_SHA256`, `__SHA256__`."""
    from mcp_hooks.rules.endpoints import is_placeholder

    return is_placeholder(text) or ('_' in text and text.isupper())


def check_obsolete_shape(server: Server) -> Iterator[Hit]:
    for member, field, _ in fields_of(server):
        node = member.value
        if field.older and node.kind == field.older:
            want = ACCEPTS.get(field.shape, ((), 'another shape'))[1]
            program = node.get('path')
            instead = f': write `"command": "{shown(program.text)}"`' if program is not None and program.text else ''
            yield Hit(member.key,
                      f'`{shown(member.name)}` as {a_kind(node)} is the form of older releases; '
                      f'{reader(server.kind)} takes {want} today{instead}')


_CLIENTS = 'https://modelcontextprotocol.io/docs/develop/connect-local-servers'
_CLAUDE = 'https://code.claude.com/docs/en/mcp'
_CHECKED = '2026-11-30'


RULES = (
    Rule(
        id='MCP105', name='entry-not-object', category=SHAPE, severity='error', check=check_entry,
        summary='A server entry is not an object.',
        help='Write an object with `command` (a program on this machine) or `url` (a server that runs elsewhere).',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": "docs-mcp --stdio"}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["--stdio"]}}}'),
    ),
    Rule(
        id='MCP106', name='args-not-strings', category=SHAPE, severity='error', check=check_args,
        summary='`args` is not a list of strings.',
        help='Write a list with one string for each argument; numbers need quotes.',
        source=_CLIENTS, checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": "--port 80"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["--port", "80"]}}}'),
    ),
    Rule(
        id='MCP107', name='env-not-strings', category=SHAPE, severity='error', check=check_env,
        summary='`env` is not an object of strings.',
        help='Write an object: the name of each variable, and its value as a string.',
        source=_CLIENTS, checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": ["PORT=80"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"PORT": "80"}}}}'),
    ),
    Rule(
        id='MCP108', name='headers-not-strings', category=SHAPE, severity='error', check=check_headers,
        summary='`headers` is not an object of strings.',
        help='Write an object: the name of each header, and its value as a string.',
        source=_CLAUDE, checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json',
             '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": ["X-Team: a"]}}}'),
        good=('.mcp.json',
              '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"X-Team": "a"}}}}'),
    ),
    Rule(
        id='MCP109', name='wrong-value-type', category=SHAPE, severity='error', check=check_types,
        summary='A value has a type that the client does not take.',
        help='Write the type that the message names.',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": ["npx", "docs-mcp"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "npx", "args": ["docs-mcp"]}}}'),
    ),
    Rule(
        id='MCP110', name='missing-field', category=SHAPE, severity='error', check=check_required,
        summary='A field is missing that this client requires.',
        help='Add the field.',
        source='https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/mcp.ts', checked=_CHECKED,
        bad=('librechat.yaml', 'mcpServers:\n  docs:\n    type: stdio\n    command: docs-mcp\n'),
        good=('librechat.yaml', 'mcpServers:\n  docs:\n    type: stdio\n    command: docs-mcp\n    args: []\n'),
    ),
    Rule(
        id='MCP111', name='unknown-value', category=SHAPE, severity='warning', check=check_values,
        summary='A word that the client does not know where it takes one of a few.',
        help='Write one of the words that the message names.',
        source='https://github.com/modelcontextprotocol/inspector/blob/main/docs/mcp-server-configuration.md', checked=_CHECKED,
        bad=('.mcp-inspector/mcp.json',
             '{"mcpServers": {"docs": {"type": "stdio", "command": "docs-mcp", "protocolEra": "new"}}}'),
        good=('.mcp-inspector/mcp.json',
              '{"mcpServers": {"docs": {"type": "stdio", "command": "docs-mcp", "protocolEra": "modern"}}}'),
    ),
    Rule(
        id='MCP112', name='obsolete-shape', category=SHAPE, severity='warning', check=check_obsolete_shape,
        summary='A field in the form of older releases of the client.',
        help='Write the form that the client documents today.',
        source='https://zed.dev/docs/ai/mcp', checked=_CHECKED,
        bad=('.zed/settings.json', '{"context_servers": {"docs": {"command": {"path": "docs-mcp", "args": []}}}}'),
        good=('.zed/settings.json', '{"context_servers": {"docs": {"command": "docs-mcp", "args": []}}}'),
    ),
    Rule(
        id='MCP113', name='servers-in-server', category=SHAPE, severity='error', check=check_hidden_map,
        summary='A map of servers stands where one server should: the root key was pasted along.',
        help='Move the inner servers up one level.',
        source='https://github.com/microsoft/vscode/issues/244604', checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"servers": {"mcpServers": {"docs": {"command": "docs-mcp"}}}}'),
        good=('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp"}}}'),
    ),
)
