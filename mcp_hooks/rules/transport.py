"""How a server is reached: one of a program and an address, the type word, what the client has no transport for."""
from __future__ import annotations

from mcp_hooks.clients.record import COMMAND, DISABLED, ENABLED, HTTP, IMAGE, INVALID, SSE, STDIO, TYPE, URL, WS
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import ERROR, WARNING, Fix, Hit
from mcp_hooks.rules.entry import (
    MEANT,
    REMOTE,
    WORDS,
    deserves_detail,
    filled,
    has,
    holds_reference,
    is_generic,
    is_local,
    is_remote,
    nested,
    plain,
    quoted_table,
    slip_for,
    speaks_remote,
    spoiled,
    type_member,
)
from mcp_hooks.rules.rule import TRANSPORT, Rule, later
from mcp_hooks.rules.shape import cost, drops
from mcp_hooks.rules.wording import called, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Member, Node
    from mcp_hooks.servers import Server

SPOKEN = {STDIO: 'a local program', HTTP: 'Streamable HTTP', SSE: 'HTTP+SSE', WS: 'a WebSocket'}
PLAIN = (STDIO, *REMOTE)


def stray_url(server: Server) -> Member | None:
    """An address in any client's spelling, for clients that read none."""
    for name in ('url', 'serverUrl', 'httpUrl', 'uri', 'endpoint'):
        member = server.entry.member(name)
        if member is not None and member.value.kind == STRING and member.value.text:
            return member
    return None


def check_nothing(server: Server) -> Iterator[Hit]:
    """Neither a program nor an address."""
    kind, entry = server.kind, server.entry
    if kind.partial or not deserves_detail(server) or not (has(kind, COMMAND) or has(kind, URL)):
        return
    if any(filled(server, role) or wrong_kind(server, role) for role in (COMMAND, URL, IMAGE)):
        return
    if any(entry.member(key) is not None for key in kind.starters) or slip_for(server, COMMAND, URL) is not None:
        return
    if server.transport not in ('', INVALID, *PLAIN) or spoiled(server.file.document, entry) or quoted_table(server):
        return  # the client brings the server along, or another rule speaks
    if stray_url(server) is not None and not speaks_remote(kind):
        return  # MCP207
    if only_switched(server):
        if not kind.switch_alone:
            yield Hit(server.place,
                      f'{called(server)} is only switched on or off: {reader(kind)} finds nothing to start in this file',
                      severity=WARNING)
        return
    word = type_member(server)
    wants = kind.type_words.get(word.value.text, '') if word is not None else ''
    missing = 'no `url`' if wants in REMOTE else 'no `command`' if wants == STDIO else (
        'neither `command` nor `url`' if speaks_remote(kind) else 'no `command`')
    blank = next((server.fields[role] for role in (COMMAND, URL) if role in server.fields), None)
    if kind.overlay and (wants in REMOTE or blank is not None):
        return  # an address with a key in it stands in the other file
    if blank is not None and not is_generic(kind):
        yield Hit(blank.value, f'`{shown(blank.name)}` is empty, so {reader(kind)} has nothing to start or call{cost(kind)}',
                  severity=kind.at_most(ERROR, 'starters'))
        return
    if blank is not None:
        return  # a form to fill in
    nobody = f'{kind.client} cannot start it' if kind.client else 'no client can start it'
    told = f'{called(server)} has {missing}: {nobody}{cost(kind)}'
    if kind.overlay:  # the other file may complete the entry
        told = f'{called(server)} has {missing}: {nobody} unless `{kind.overlay}` has it'
    yield Hit(server.place, told, severity=WARNING if kind.overlay else kind.at_most(ERROR, 'starters'))


def only_switched(server: Server) -> bool:
    """Nothing but `enabled` or `disabled`: a word about a server that another file may define."""
    roles = {MEANT.get(plain(member.name)) for member in server.entry.members}
    return bool(roles) and roles <= {DISABLED, ENABLED}


def wrong_kind(server: Server, role: str) -> bool:
    """A value is there, of a type that MCP109 names."""
    node = server.field(role)
    return node is not None and node.kind not in (STRING, 'null') and not (node.kind == 'array' and not node.items)


def check_both(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not deserves_detail(server) or not filled(server, COMMAND) or not filled(server, URL):
        return
    command, url = server.fields[COMMAND], server.fields[URL]
    second = url if url.key.start > command.key.start else command
    word = type_member(server)
    meaning = kind.type_words.get(word.value.text, '') if word is not None else ''
    severity = ERROR
    told = f'{reader(kind)} can only use one of the two'
    if kind.command_and_url == 'refused':
        told = f'{reader(kind)} {cost(kind).removeprefix(" and ") or "refuses the entry"}'
    elif meaning == STDIO or meaning in REMOTE:
        told = f'the type says {SPOKEN[meaning]}, so the other is dropped'
        severity = WARNING
    elif kind.command_and_url in (COMMAND, URL):
        told = f'{reader(kind)} takes `{(command if kind.command_and_url == COMMAND else url).name}` and drops the other'
    elif is_generic(kind):
        told = 'which of the two counts depends on the client'
        severity = WARNING
    yield Hit(second.key, f'{called(server)} has `{shown(command.name)}` and `{shown(url.name)}`: {told}',
              severity=kind.at_most(severity, 'command_and_url'),
              help='Keep `command` for a program on this machine or `url` for a server elsewhere; make two entries for both.')


def check_type_word(server: Server) -> Iterator[Hit]:
    """A type that is not a word of this client."""
    kind, member = server.kind, type_member(server)
    if member is None or not kind.type_words or not kind.type_field or not deserves_detail(server):
        return
    node = member.value
    if node.kind != STRING or node.text in kind.type_words or holds_reference(node.text):
        return
    older = kind.older_words.get(member.name)
    if older is not None and node.text in older:
        return
    meaning = WORDS.get(plain_word(node.text), '')
    if is_generic(kind) and (meaning or not node.text or plain(member.name) != 'type'):
        return
    if meaning and meaning not in kind.transports and meaning != HTTP:
        return  # MCP208
    own = implied(server)
    right = kind.word_for(meaning or own)
    if right and own and meaning and (own == STDIO) != (meaning == STDIO):
        right = kind.word_for(own)
    words = ' or '.join(f'`{word}`' for word in first_words(kind))
    severity = kind.at_most(ERROR, 'type_words', 'unknown_type')
    told = f'{kind.client} does not know' if kind.client else 'No client knows'
    told += f' the type `{shown(node.text)}`'
    if not node.text:
        told = f'The type is empty; {reader(kind)} does not know it'
    if older is not None:  # the older key takes any text, and passes over what it does not know
        yield Hit(node, f'{told} under `{shown(member.name)}`', severity=WARNING,
                  help=f'Write `{kind.type_field}` with {words}.')
        return
    if kind.unknown_type == INVALID:
        told += f' and {drops(kind, "the entry")}'
    elif kind.unknown_type and own and kind.unknown_type != own and not (kind.unknown_type in REMOTE and own in REMOTE):
        told += f' and takes the entry for {SPOKEN.get(kind.unknown_type, kind.unknown_type)}'
    else:
        severity = WARNING
    yield Hit(node, f'{told}: ' + (f'write `{right}`' if right else f'it knows {words}'), severity=severity,
              help=f'Write `{right}`.' if right else f'Write {words}.', fix=word_fix(server, node, right))


def plain_word(word: str) -> str:
    """A type word in any spelling: `Streamable HTTP` is `streamable-http`."""
    lower = word.strip().lower()
    return lower if lower in WORDS else lower.replace(' ', '-').replace('_', '-')


def first_words(kind: FileKind) -> list[str]:
    found: dict[str, str] = {}
    for word, transport in kind.type_words.items():
        found.setdefault(transport, word)
    return list(dict.fromkeys(found.values()))


def implied(server: Server) -> str:
    """The transport that the rest of the entry speaks of."""
    return STDIO if is_local(server) else HTTP if is_remote(server) else ''


def check_contradiction(server: Server) -> Iterator[Hit]:
    """The type says one thing, the entry has only the other."""
    kind, member = server.kind, type_member(server)
    if member is None or member.value.kind != STRING or not deserves_detail(server):
        return
    meaning = kind.type_words.get(member.value.text, '')
    own = implied(server)
    if not own or meaning not in PLAIN or (meaning == STDIO) == (own == STDIO):
        return
    if own == STDIO and COMMAND not in server.fields:
        return  # what else starts a server, an image, may serve it over any transport
    if own == STDIO and '://' in server.command:
        return  # the type may be right: MCP274
    if kind.type_field == '' or plain(member.name) not in (plain(kind.type_field.rpartition('.')[2]), 'type'):
        return
    right = kind.word_for(own)
    what = 'a `command`' if own == STDIO else 'a `url`'
    yield Hit(member.value,
              f'The type `{shown(member.value.text)}` means {SPOKEN[meaning]}, but {called(server)} has only {what}'
              + (f': write `{right}`' if right else ''),
              severity=kind.at_most(ERROR, 'type_words'),
              fix=word_fix(server, member.value, right))


def check_type_missing(server: Server) -> Iterator[Hit]:
    """An entry that the client drops, or takes for a program, because it does not say its type."""
    kind = server.kind
    if kind.partial or type_member(server) is not None or not kind.type_field or is_generic(kind) or not deserves_detail(server):
        return
    if spoiled(server.file.document, server.entry):
        return
    if slip_for(server, TYPE) is not None:
        return
    if is_remote(server):
        if not speaks_remote(kind) or server.transport == WS or not is_plain_url(server):
            return
        if server.transport == SSE and (kind.url_without_type != SSE or ends_like_sse(server)):
            return  # MCP210
        required = HTTP in kind.type_required or kind.url_without_type in (INVALID, STDIO)
        if not required:
            return
        word = kind.word_for(HTTP)
        told = 'takes it for a program to start' if kind.url_without_type == STDIO else drops(kind, 'it')
        if kind.url_without_type == SSE:
            told = 'opens it as HTTP+SSE, or refuses it'
        elif kind.url_without_type not in (STDIO, INVALID):
            told = f'requires one{cost(kind)}'
        url = server.fields[URL]
        yield Hit(url.key,
                  f'{called(server)} has a `{shown(url.name)}` but no `{kind.type_field}`: {reader(kind)} {told}',
                  severity=kind.at_most(ERROR, 'type_required', 'url_without_type'),
                  help=f'Add `"{kind.type_field}": "{word}"` to the entry.', fix=type_fix(server, word))
    elif is_local(server) and STDIO in kind.type_required and COMMAND in server.fields:
        command = server.fields[COMMAND]
        word = kind.word_for(STDIO)
        yield Hit(command.key,
                  f'{called(server)} has no `{kind.type_field}`: {reader(kind)} requires '
                  f'`"{kind.type_field}": "{word}"`{cost(kind)}',
                  severity=kind.at_most(ERROR, 'type_required'), help=f'Add `"{kind.type_field}": "{word}"` to the entry.',
                  fix=type_fix(server, word))


def is_plain_url(server: Server) -> bool:
    """The key that carries the address does not name the transport itself, as `httpUrl` does."""
    field = server.kind.fields.get(server.fields[URL].name)
    return field is None or len(field.transports) != 1


def word_fix(server: Server, node: Node, right: str) -> Fix | None:
    """The word of this client in the place of another; none where it has none."""
    if not right:
        return None
    from mcp_hooks.rules.mending import rewrite

    return rewrite(server.file.document, node, right, f'write `{right}`')


def type_fix(server: Server, word: str) -> Fix | None:
    """The type to add; none where the address looks like one for HTTP+SSE, since then there are two answers."""
    from mcp_hooks.rules.mending import add_type

    return None if ends_like_sse(server) else add_type(server, word)


def ends_like_sse(server: Server) -> bool:
    node = server.url
    path = node.text.partition('?')[0].partition('#')[0].rstrip('/') if node is not None else ''
    return path.endswith('/sse')


def may_be_sse(server: Server) -> bool:
    word = type_member(server)
    return server.transport == SSE or (word is not None and 'sse' in word.value.text.lower()) or any(
        node is not None and '/sse' in node.text for node in (server.url, *server.args[:200]))


def check_implicit_sse(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if type_member(server) is not None or is_generic(kind) or not deserves_detail(server) or not is_remote(server):
        return
    if slip_for(server, TYPE) is not None:
        return
    url = server.fields[URL]
    if kind.url_without_type != SSE or server.transport != SSE or ends_like_sse(server) or HTTP in kind.type_required:
        return
    word = kind.word_for(HTTP)
    other = next((key for key, field in kind.fields.items() if field.role == 'url' and field.transports == (HTTP,)), '')
    instead = f'the address under `{other}`' if other and not (kind.type_field and word) else f'`"{kind.type_field}": "{word}"`'
    yield Hit(url.key,
              f'{called(server)} has a `{shown(url.name)}` and no `{kind.type_field or "type"}`: '
              f'{reader(kind)} opens it as HTTP+SSE, which most servers no longer speak',
              help=f'Write {instead} for Streamable HTTP.', fix=type_fix(server, word) if instead.startswith('`"') else None)


def check_no_remote(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if speaks_remote(kind) or not deserves_detail(server) or filled(server, COMMAND):
        return
    url = server.fields.get(URL) or stray_url(server)
    if url is None:
        return
    yield Hit(url.key, f'{reader(kind)} only starts programs from this file, so {called(server)} never connects',
              severity=kind.at_most(ERROR, 'transports'),
              help='Add the server where this client keeps remote ones, or start a bridge: '
                   '`"command": "npx", "args": ["mcp-remote", "<address>"]`.')


def written_transport(server: Server) -> str:
    """What a type word that this client does not know means in others, '' where it is none of theirs either."""
    member = type_member(server)
    if member is None or member.value.kind != STRING or member.value.text in server.kind.type_words:
        return ''
    return WORDS.get(plain_word(member.value.text), '')


def is_unspoken(server: Server) -> bool:
    """Does the type word name a transport that this client does not speak?"""
    meaning = written_transport(server)
    kind = server.kind
    return bool(meaning and meaning != HTTP and kind.type_words) and meaning not in kind.transports and not is_generic(kind)


def calls_websocket(server: Server) -> bool:
    return server.url is not None and server.url.text.strip().lower().startswith(('ws://', 'wss://'))


def check_no_such_transport(server: Server) -> Iterator[Hit]:
    """A transport that this client does not speak, by the type word or because it starts no programs."""
    kind = server.kind
    if not deserves_detail(server) or is_generic(kind):
        return
    member, meaning = type_member(server), written_transport(server)
    if member is not None and not speaks_remote(kind) and meaning in REMOTE and not filled(server, COMMAND) and URL in server.fields:
        return  # MCP207 says that nothing is called from this file
    if member is not None and is_unspoken(server):
        right = kind.word_for(HTTP) if meaning in REMOTE else ''
        dead = kind.unknown_type == INVALID or (meaning == WS and calls_websocket(server))
        yield Hit(member.value,
                  f'{reader(kind)} {unspoken(meaning)}' + (f': write `{right}` and the Streamable HTTP address' if right else ''),
                  severity=kind.at_most(ERROR if dead else WARNING, 'transports', 'type_words'))
        return
    if is_local(server) and STDIO not in kind.transports and COMMAND in server.fields:
        yield Hit(server.fields[COMMAND].key,
                  f'{reader(kind)} starts no programs from this file, so {called(server)} never runs',
                  severity=kind.at_most(ERROR, 'transports'))


def unspoken(transport: str) -> str:
    return 'starts no programs' if transport == STDIO else f'does not speak {SPOKEN[transport].removeprefix("a ")}'


def check_nested(server: Server) -> Iterator[Hit]:
    if server.entry.kind != OBJECT or is_generic(server.kind):
        return
    member = nested(server)
    if member is None:
        return
    from mcp_hooks.rules.mending import lift

    keys = ', '.join(f'`{shown(m.name, 20)}`' for m in member.value.members[:6])
    yield Hit(member.key,
              f'{reader(server.kind)} does not look into `{shown(member.name)}`: move {keys} up into {called(server)}',
              severity=server.kind.at_most(ERROR, 'fields'), fix=lift(server, member))


_CHECKED = '2026-11-30'
_CLAUDE = 'https://code.claude.com/docs/en/mcp'

RULES = (
    Rule(
        id='MCP201', name='no-transport', category=TRANSPORT, severity='error', check=check_nothing,
        summary='An entry with neither a program to start nor an address to call.',
        help='Add `command` for a program on this machine, or `url` for a server that runs elsewhere.',
        source='https://github.com/openai/codex/issues/29396', checked=_CHECKED,
        bad=('.codex/config.toml', '[mcp_servers.docs]\nstartup_timeout_sec = 60\n'),
        good=('.codex/config.toml', '[mcp_servers.docs]\ncommand = "docs-mcp"\nstartup_timeout_sec = 60\n'),
    ),
    Rule(
        id='MCP202', name='command-and-url', category=TRANSPORT, severity='error', check=check_both,
        summary='An entry with both a program and an address: clients refuse it, or drop one of the two.',
        help='Keep one; make two entries if both are meant.',
        source='https://github.com/RooCodeInc/Roo-Code/blob/main/src/services/mcp/McpHub.ts', checked=_CHECKED,
        bad=('.roo/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "url": "https://docs.example/mcp"}}}'),
        good=('.roo/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP203', name='unknown-type', category=TRANSPORT, severity='error', check=check_type_word,
        summary='A type word that this client does not know. Streamable HTTP alone has seven spellings.',
        help='Write the word that this client uses.',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"type": "streamableHttp", "url": "https://docs.example/mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP204', name='type-contradicts-entry', category=TRANSPORT, severity='error', check=check_contradiction,
        summary='The type says local and the entry has an address, or the other way round.',
        help='Write the type that fits what the entry has.',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"type": "stdio", "url": "https://docs.example/mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP205', name='missing-type', category=TRANSPORT, severity='error', check=check_type_missing,
        summary='The client needs the type word; without it the entry is dropped, or taken for a program.',
        help='Add the type.',
        source='https://github.com/excalidraw/excalidraw-mcp/issues/64', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP206', name='implicit-sse', category=TRANSPORT, severity='warning', check=check_implicit_sse,
        summary='Without a type this client opens the address as HTTP+SSE, the retired transport.',
        help='Say that the address is for Streamable HTTP.',
        source='https://github.com/cline/cline', checked=_CHECKED,
        bad=('cline_mcp_settings.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}'),
        good=('cline_mcp_settings.json',
              '{"mcpServers": {"docs": {"type": "streamableHttp", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP207', name='no-remote-transport', category=TRANSPORT, severity='error', check=check_no_remote,
        summary='An address in a file from which the client only starts programs.',
        help='Use what the client has for remote servers, or a bridge such as `mcp-remote`.',
        source='https://github.com/ava-labs/builders-hub/issues/4272', checked=_CHECKED,
        bad=('claude_desktop_config.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}'),
        good=('claude_desktop_config.json',
              '{"mcpServers": {"docs": {"command": "npx", "args": ["mcp-remote@0.1.38", "https://docs.example/mcp"]}}}'),
    ),
    Rule(
        id='MCP208', name='unsupported-transport', category=TRANSPORT, severity='error', check=check_no_such_transport,
        summary='A transport that this client does not speak.',
        help='Use a transport that the client has.',
        source='https://github.com/charmbracelet/crush/blob/main/schema.json', checked=_CHECKED,
        bad=('crush.json', '{"mcp": {"docs": {"type": "websocket", "url": "https://docs.example/mcp"}}}'),
        good=('crush.json', '{"mcp": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP209', name='nested-transport', category=TRANSPORT, severity='error', check=check_nested,
        summary='Type, address or command stand in an object inside the entry, where the client does not look.',
        help='Move the keys of the inner object up into the entry.',
        source='https://github.com/anthropics/claude-code/issues/6204', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"transport": {"type": "http", "url": "https://docs.example/mcp"}}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP210', name='sse-transport', category=TRANSPORT, severity='warning', check=later('sse', 'check_sse', may_be_sse),
        summary='The server is reached over HTTP+SSE, which the protocol retired in 2025-03-26 in favour of Streamable HTTP.',
        help='Ask the server for its Streamable HTTP address.',
        source='https://modelcontextprotocol.io/specification/2025-03-26/changelog', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"type": "sse", "url": "https://docs.example/sse"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
)
