"""Names of servers: what a client refuses, what it keeps for itself, what makes tools hard to call."""
from __future__ import annotations

from mcp_hooks.clients.entries import map_nodes
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import ERROR, NOTE, WARNING, Hit
from mcp_hooks.memory import cache
from mcp_hooks.rules.entry import hidden_map, is_generic, quoted_table
from mcp_hooks.rules.rule import FILE, SHAPE, TREE, Rule
from mcp_hooks.rules.wording import called, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_hooks.servers import ConfigFile, Server


def portable(name: str) -> bool:
    """Letters and digits of any script, dot, underscore, hyphen."""
    return bool(name) and name.replace('.', 'a').replace('_', 'a').replace('-', 'a').isalnum()


_COMMON_RULE = '^[a-zA-Z0-9_-]+$'
_COMMON = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')


def _is_common(name: str) -> bool:
    bare = name.removesuffix('\n')  # before which $ matches
    return bool(bare) and _COMMON.issuperset(bare)


@cache
def _rule(pattern: str) -> Callable[[str], object]:
    if pattern == _COMMON_RULE:  # without ``re``, which takes 3 ms to load
        return _is_common
    import re

    return re.compile(pattern).search


def check_name(server: Server) -> Iterator[Hit]:
    kind, name = server.kind, server.name
    if server.key is None or server.key.step != name or not isinstance(server.entry.step, str):
        return  # a file of one entry, or a list, where the name is a text for people
    if '{{' in name or '${' in name or '<%' in name:
        return  # filled in before anybody reads it
    if '\ufffd' in name and server.file.document.undecodable is not None:
        return
    if server.entry.kind != OBJECT or hidden_map(server) or name in kind.reserved or any(
            member.name in kind.gallery_keys for member in server.entry.members):
        return
    if kind.name_rule and kind.name_rule_breaks:
        whole = quoted_table(server)
        if whole:
            yield Hit(server.place, f'Quoted like this it is a server of its own and no part of `{shown(whole)}`: '
                                    'write the name without quotes',
                      severity=kind.at_most(ERROR, 'name_rule', 'name_rule_breaks'))
        elif not _rule(kind.name_rule)(name):
            yield Hit(server.place, f'{reader(kind)} refuses the server name `{shown(name)}`: {allowed(kind.name_rule)}',
                      severity=kind.at_most(ERROR, 'name_rule', 'name_rule_breaks'))
        return
    for odd, why in kind.odd_in_names.items():
        if odd in name and portable(name):
            yield Hit(server.place, f'The server name `{shown(name)}` holds `{odd}`: in {reader(kind)} {why}',
                      severity=kind.at_most(WARNING, 'odd_in_names'), help=f'Write `{shown(name).replace(odd, "-")}`.')
            return
    if portable(name) or (kind.name_rule and not is_generic(kind) and _rule(kind.name_rule)(name)):
        return
    what = 'is empty' if not name else f'`{shown(name)}` holds ' + first_odd(name)
    # people write such names for clients that say nothing about them, and they work there; Cline's marketplace calls a server
    # by the address of its repository
    certain = kind.name_rule or (is_generic(server.file.kind) and not name.startswith('github.com/'))
    yield Hit(server.place, f'The server name {what}: clients build tool names from it and rewrite or refuse such names',
              severity=WARNING if certain or not name or not name.isprintable() else NOTE)


def first_odd(name: str) -> str:
    """The character that is in the way, named so that it can be seen."""
    odd = next(c for c in name if not portable(c))
    if odd == ' ':
        return 'a blank'
    return f'`{odd}`' if odd.isprintable() else f'U+{ord(odd):04X}'


ALPHABETS = {'[a-zA-Z0-9_-]+': 'A-Z a-z 0-9 _ -', '[A-Za-z0-9_-]+': 'A-Z a-z 0-9 _ -', r'[\w-]+': 'A-Z a-z 0-9 _ -',
             '[a-zA-Z0-9-]+': 'A-Z a-z 0-9 -', '[a-z0-9_-]+': 'a-z 0-9 _ -',
             '[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+': 'a domain you own, written backwards, a slash and a name: `io.github.you/docs`'}


def allowed(pattern: str) -> str:
    """The rule for people."""
    body = pattern.removeprefix('^').removesuffix('$')
    if body in ALPHABETS:
        return f'it takes {ALPHABETS[body]}'
    return f'it takes names like {body}'


def check_reserved(server: Server) -> Iterator[Hit]:
    if server.name in server.kind.reserved:
        yield Hit(server.place, f'{reader(server.kind)} keeps the name {called(server)} for itself and skips the entry',
                  severity=server.kind.at_most(ERROR, 'reserved', f'reserved.{server.name}'))


def check_own_texts(file: ConfigFile) -> Iterator[Hit]:
    """What a manifest says of itself, where its reader refuses it as a whole for that."""
    kind, root = file.kind, file.document.root
    if root is None or not kind.own_texts or kind.template or not map_nodes(file):
        return
    for key, (pattern, most) in kind.own_texts.items():
        node = root.get(key)
        text = node.text if node is not None else ''
        if node is None or node.kind != STRING or '{{' in text or '${' in text or '<%' in text:
            continue
        severity = kind.at_most(ERROR, 'own_texts', f'own_texts.{key}')
        if pattern and not _rule(pattern)(text):
            yield Hit(node, f'{reader(kind)} refuses `{shown(text)}` as the `{key}` of this file: {allowed(pattern)}', severity=severity,
                      help=f'Change the `{key}`.')
        elif most and len(text) > most:
            yield Hit(node, f'`{key}` has {len(text)} characters; {reader(kind)} takes at most {most}', severity=severity,
                      help=f'Shorten the `{key}`.')


def check_manifest(file: ConfigFile) -> Iterator[Hit]:
    yield from check_own_texts(file)
    if file.kind.own_values or file.kind.own_objects:
        from mcp_hooks.rules import manifests

        yield from manifests.check_own_parts(file)


# few files have lists of names; for those that have none, no module is loaded


def check_choices(file: ConfigFile) -> Iterator[Hit]:
    if file.kind.choices:
        from mcp_hooks.rules import mentions

        yield from mentions.check_choices(file)


def check_tools(file: ConfigFile) -> Iterator[Hit]:
    if file.kind.tools_at:
        from mcp_hooks.rules import mentions

        yield from mentions.check_tools(file)


def check_named(files: list[ConfigFile]) -> Iterator[tuple[ConfigFile, Hit]]:
    if any(file.kind.named_in for file in files):
        from mcp_hooks.rules import mentions

        yield from mentions.check_named(files)


NAMES_OF_TOOLS = 12  # characters: few tools make do with less


def check_length(server: Server) -> Iterator[Hit]:
    kind = server.kind
    limit = kind.name_limit
    left = limit - len(server.name)
    if not limit or left >= NAMES_OF_TOOLS or server.entry.kind != OBJECT or 'name_limit' in kind.unsure:
        return
    room = f'leaves {left}' if left > 0 else 'leaves none'
    yield Hit(server.place, f'{reader(kind)} has {limit} characters for the names of server and tool together; '
                            f'this {room} for tools, and those that do not fit are cut or left out')


RULES = (
    Rule(
        id='MCP120', name='server-name', category=SHAPE, severity='warning', check=check_name,
        summary='A server name beyond letters, digits, dot, underscore and hyphen, or beyond what its client allows.',
        help='Use letters, digits, underscore and hyphen.',
        source='https://github.com/openai/codex/blob/main/codex-rs/core/src/mcp_connection_manager.rs', checked='2026-11-30',
        bad=('.mcp.json', '{"mcpServers": {"Sales DX": {"command": "sales-mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"sales-dx": {"command": "sales-mcp"}}}'),
    ),
    Rule(
        id='MCP121', name='reserved-name', category=SHAPE, severity='error', check=check_reserved,
        summary='A name that the client keeps for a server of its own.',
        help='Give the server another name.',
        source='https://code.claude.com/docs/en/mcp', checked='2026-11-30',
        bad=('.mcp.json', '{"mcpServers": {"workspace": {"command": "docs-mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP123', name='manifest-text', category=SHAPE, severity='error', subject=FILE, check=check_manifest,
        summary='The name of a manifest, or another text in it, that its reader refuses.',
        help='Change the text as the message says.',
        source='https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md',
        checked='2026-11-30',
        bad=('gemini-extension.json', '{"name": "acme_docs", "version": "1.0.0", "mcpServers": {"docs": {"command": "docs-mcp"}}}'),
        good=('gemini-extension.json', '{"name": "acme-docs", "version": "1.0.0", "mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP122', name='long-name', category=SHAPE, severity='warning', check=check_length,
        summary='A server name so long that the client has no room left for the names of its tools.',
        help='Give the server a shorter name.',
        source='https://github.com/awslabs/mcp/issues/1283', checked='2026-11-30',
        bad=('.cursor/mcp.json', '{"mcpServers": {"documents-of-the-whole-engineering-department-here": {"command": "x"}}}'),
        good=('.cursor/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP124', name='server-list', category=SHAPE, severity='error', subject=FILE, check=check_choices,
        summary='A list of approved or refused servers with an item that the client does not take, or that both lists name.',
        help='Write one of the forms that the message names.',
        source='https://code.claude.com/docs/en/managed-mcp', checked='2026-11-30',
        bad=('.claude/settings.json', '{"allowedMcpServers": [{"serverName": "docs", "serverUrl": "https://docs.example/mcp"}]}'),
        good=('.claude/settings.json', '{"allowedMcpServers": [{"serverName": "docs"}, {"serverUrl": "https://docs.example/mcp"}]}'),
    ),
    Rule(
        id='MCP125', name='tools-of-no-server', category=SHAPE, severity='warning', subject=FILE, check=check_tools,
        summary='An agent that may use tools of a server which its file does not have.',
        help='Write the name of a server in this file.',
        source='https://github.com/aws/amazon-q-developer-cli/blob/main/docs/agent-format.md', checked='2026-11-30',
        bad=('.amazonq/cli-agents/dev.json',
             '{"mcpServers": {"docs": {"command": "docs-mcp"}}, "tools": ["@wiki"], "useLegacyMcpJson": false}'),
        good=('.amazonq/cli-agents/dev.json',
              '{"mcpServers": {"docs": {"command": "docs-mcp"}}, "tools": ["@docs"], "useLegacyMcpJson": false}'),
    ),
    Rule(
        id='MCP281', name='approves-nothing', category=SHAPE, severity='warning', subject=TREE, check=check_named,
        summary='An approved or refused server that the file of the project does not define.',
        help='Write the name as it stands in that file, or take it out.',
        source='https://github.com/SchemaStore/schemastore/blob/master/src/schemas/json/claude-code-settings.json', checked='2026-11-30',
    ),
)
