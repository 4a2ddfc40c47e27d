"""Keys of an entry that the client does not read, and keys that do not do what they seem to."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ARGS,
    COMMAND,
    CWD,
    DISABLED,
    ENABLED,
    ENV,
    ENV_FILE,
    HEADERS,
    HTTP,
    OAUTH,
    OTHER,
    STDIO,
    TIMEOUT,
    TOOLS,
    TYPE,
    URL,
)
from mcp_hooks.documents.node import ARRAY, BOOLEAN, OBJECT, STRING
from mcp_hooks.findings import ERROR, NOTE, WARNING, Hit
from mcp_hooks.rules.entry import (
    MEANT,
    deserves_detail,
    empty,
    filled,
    is_local,
    is_remote,
    key_for,
    odd_members,
    other_readers,
    plain,
    slips,
    speaks_remote,
    type_member,
)
from mcp_hooks.rules.rule import SHAPE, TRANSPORT, Rule, later
from mcp_hooks.rules.shape import cost, fields_of
from mcp_hooks.rules.wording import called, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import Field
    from mcp_hooks.documents.node import Member, Node
    from mcp_hooks.rules.slips import Slip
    from mcp_hooks.servers import Server

# without these a server does not start, or starts without what it was given
VITAL = frozenset((COMMAND, ARGS, ENV, URL, HEADERS))
# what dropping them changes for the server, whoever else reads the file
FELT = VITAL | {CWD, ENV_FILE}


def check_slips(server: Server) -> Iterator[Hit]:
    if not deserves_detail(server):
        return
    yield from check_sent(server)
    kind = server.kind
    taken: set[str] = set()
    for slip in slips(server):
        member, role, key = slip
        if role == COMMAND and MEANT.get(plain(member.name)) == ARGS:
            yield from beside_list(server, slip)
            continue
        played = server.entry.member(key) is not None or key in taken if role == OTHER else role in server.fields or role in taken
        if played:
            if not (role in VITAL and says_more(server, slip)):
                continue
            yield Hit(member.key, f'{reader(kind)} reads `{key}`; `{shown(member.name)}` beside it is dropped',
                      severity=WARNING)
            continue
        if says_nothing(member) and role not in (COMMAND, URL):
            continue
        if role == URL and (filled(server, COMMAND) or not speaks_remote(kind)):
            continue  # the command is started and the address never seen; or MCP207 says that there are none
        taken.add(key if role == OTHER else role)
        severity, why = weight(server, slip)
        if severity:
            from mcp_hooks.rules.mending import mend

            yield Hit(member.key, f'{reader(kind)} does not read `{shown(member.name)}`{why}: write {instead_of(server, slip)}',
                      severity=severity,
                      help=f'Write {instead_of(server, slip)}.', fix=mend(server, slip))


# where libraries (the SDK of the protocol, Mastra) and Continue keep what is sent with a request
_SENT_IN = frozenset(('requestInit', 'requestOptions', 'eventSourceInit'))


def check_sent(server: Server) -> Iterator[Hit]:
    """Headers in an object, or a variable for the token, of which this client knows nothing."""
    kind = server.kind
    if not kind.client or not is_remote(server) or not deserves_detail(server):
        return
    key = key_for(kind, HEADERS)
    for member in odd_members(server) if key and HEADERS not in server.fields else ():
        node = member.value
        inner = node.get('headers') if member.name in _SENT_IN and node.kind == OBJECT else None
        severity = kind.at_most(ERROR, 'fields', f'fields.{key}', 'ignored')
        if inner is not None and not empty(inner):
            yield Hit(member.key, f'{reader(kind)} does not look into `{member.name}`, so requests go without these headers: '
                                  f'write `{key}` in the entry itself', severity=severity,
                      help=f'Move what stands under `headers` to `{key}` of the entry.')
        elif member.name == 'bearer_token_env_var' and node.kind == STRING and node.text:
            from mcp_hooks.rules.reference_help import form

            name = shown(node.text, 60) if node.text.isidentifier() else ''
            reference, declared = form(kind, HEADERS, name) if name else '', ''
            if name and not reference and kind.inputs_at and '${input:NAME}' in kind.reference:
                reference, declared = f'${{input:{name}}}', f', and declare the input under `{".".join(kind.inputs_at)}`'
            what = f' with `"Authorization": "Bearer {reference}"`{declared}' if reference else ''
            yield Hit(member.key, f'{reader(kind)} does not read `{member.name}`, so requests go without the token: write `{key}`{what}',
                      severity=severity, help=f'Write `{key}`{what}.')


def beside_list(server: Server, slip: Slip) -> Iterator[Hit]:
    """Arguments of their own, where the client wants them in the list with the program."""
    command = server.field(COMMAND)
    if empty(slip.member.value) or command is None or command.kind != ARRAY:
        return  # MCP109 has said that the command is to be a list
    kind = server.kind
    yield Hit(slip.member.key,
              f'{reader(kind)} does not read `{shown(slip.member.name)}`: '
              f'the arguments stand in `{slip.key}`, after the program',
              severity=kind.at_most(ERROR, 'ignored', 'fields', f'fields.{slip.key}'),
              help=f'Move the arguments into `{slip.key}`.')


def says_more(server: Server, slip: Slip) -> bool:
    """Does the dropped key hold something that the key beside it does not?"""
    beside = server.field(slip.role)
    if beside is None or slip.role == URL:
        return False  # two addresses are written for two clients
    if beside.kind == OBJECT and slip.member.value.kind == OBJECT:
        names = {m.name for m in beside.members}
        return any(m.name not in names for m in slip.member.value.members)
    return not empty(slip.member.value) and slip.member.value.value != beside.value


def weight(server: Server, slip: Slip) -> tuple[str, str]:
    """How bad it is that the key is dropped, '' when nothing is lost, and what happens instead."""
    kind, role = server.kind, slip.role
    facts = 'fields', f'fields.{slip.key}', 'ignored', f'ignored.{slip.member.name}'
    if role == TYPE:
        word = slip.member.value.text
        if filled(server, COMMAND):
            if STDIO in kind.type_required:
                return kind.at_most(ERROR, 'type_required', *facts), ', so the entry has no type'
            return WARNING, '; a `command` already says that the server is local'
        meaning = kind.type_words.get(word, '')
        required = bool(kind.type_required) or kind.url_without_type not in ('http', meaning)
        if required:
            return kind.at_most(ERROR, 'type_required', 'url_without_type', *facts), ', so the entry has no type'
        return NOTE, ', and finds the transport by the address'
    if role in VITAL:
        lost = {COMMAND: ', so the entry has no program to start', URL: ', so the entry has no address to call',
                ARGS: ', so the program starts without arguments',
                ENV: ', so the server starts without these variables', HEADERS: ', so requests go without these headers'}
        # whatever becomes of the key: without a program or an address the entry is what MCP201 reports
        dead = role in (COMMAND, URL) and kind.at_most(ERROR, 'starters') == ERROR
        return ERROR if dead else kind.at_most(ERROR, *facts), lost[role]
    if role in (DISABLED, ENABLED):
        return (WARNING, ', so the server still runs') if switches_off(slip.member) else ('', '')
    return WARNING, ''


def switches_off(member: Member) -> bool:
    """`disabled: true` or `enabled: false`, by the key that is written."""
    return member.value.kind == BOOLEAN and member.value.value is (MEANT.get(plain(member.name)) == DISABLED)


def instead_of(server: Server, slip: Slip) -> str:
    """The key to write, with its value where that changes too, as this format writes it."""
    if slip.role in (DISABLED, ENABLED):
        value = 'true' if slip.role == DISABLED else 'false'
        form = {'json': '`"%s": %s`', 'toml': '`%s = %s`'}.get(server.file.document.format, '`%s: %s`')
        return form % (slip.key, value)
    return f'`{slip.key}`'


def says_nothing(member: Member) -> bool:
    return empty(member.value) and member.value.kind != BOOLEAN


def check_ignored(server: Server) -> Iterator[Hit]:
    if not deserves_detail(server):
        return
    kind = server.kind
    for member in odd_members(server):
        if member.name not in kind.ignored or kind.ignored[member.name] in kind.fields:
            continue
        role = MEANT.get(plain(member.name), '')
        if says_nothing(member) or not matters(server, member, role):
            continue
        instead = kind.ignored[member.name]
        what = f'; write {quoted(instead)}' if instead else ''
        if role in (DISABLED, ENABLED):
            what = ', so the server still runs' + what
        elif role == CWD:
            what = ', so the server starts in another folder' + what
        lost = role in VITAL and role not in server.fields and not is_remote(server)
        yield Hit(member.key, f'{reader(kind)} ignores `{shown(member.name)}`{what}',
                  severity=kind.at_most(ERROR, 'ignored', f'ignored.{member.name}') if lost else None,
                  help=f'Remove the key, or {spoken(instead)}.' if instead else
                  'Take the entry out to switch the server off.' if role in (DISABLED, ENABLED) else
                  'Write whole paths, or let the program change the folder (`uv --directory`, `npm --prefix`, `pnpm --dir`).'
                  if role == CWD else None)


def quoted(instead: str) -> str:
    return instead if ' ' in instead else f'`{instead}`'


def spoken(instead: str) -> str:
    return instead.rstrip('.') if ' ' in instead else f'write `{instead}`'


def matters(server: Server, member: Member, role: str) -> bool:
    """Does anything happen otherwise than written, because the key is dropped?"""
    if role in (DISABLED, ENABLED):
        return switches_off(member) and (filled(server, COMMAND) or filled(server, URL))
    if member.name == 'tools':
        return not (member.value.kind == ARRAY and [i.text for i in member.value.items] == ['*'])
    if role == CWD and starts_there_anyway(server, member.value.text):
        return False
    if role in FELT:
        return True
    if role in (TYPE, URL) and role not in server.fields:
        return True
    if empty(member.value):
        return False
    # another reader of the same file may be meant
    return not any(member.name in other.fields for other in other_readers(server.file))


_HERE = frozenset(('.', './', '.\\'))
_PROJECT = frozenset(('${workspaceFolder}', '${CLAUDE_PROJECT_DIR}', '${CLAUDE_PROJECT_DIR:-.}', '${PWD}', '$PWD'))


def starts_there_anyway(server: Server, folder: str) -> bool:
    """Does the folder that is dropped name the one in which the client starts its servers?"""
    return folder in _HERE or (server.kind.relative_base == 'workspace' and folder.removesuffix('/') in _PROJECT)


def check_unknown(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not deserves_detail(server):
        return
    for member in server.entry.members if kind.refused else ():
        if member.name in kind.refused:
            instead = kind.refused[member.name]
            yield Hit(member.key, f'{reader(kind)} takes no `{member.name}`{cost(kind)}: {instead}',
                      severity=kind.at_most(ERROR, 'refused'), help=f'{instead[:1].upper()}{instead[1:]}.')
    if kind.unknown_keys != 'refused':
        return
    told = {slip.member.name for slip in slips(server)}
    for member in odd_members(server)[:10]:
        if member.name not in told and member.name not in kind.ignored:
            yield Hit(member.key, f'{reader(kind)} refuses an entry with a key it does not know: `{shown(member.name)}`',
                      severity=kind.at_most(ERROR, 'unknown_keys', 'fields'))


def check_variables(server: Server) -> Iterator[Hit]:
    """Variables that decide which programs and libraries a server loads: some clients let no file set them."""
    refused = server.kind.refused_variables
    for member in server.env if refused else ():
        if member.name.upper() in refused:
            yield Hit(member.key, f'{reader(server.kind)} lets no file set `{shown(member.name)}`: '
                                  f'it drops the variable, or refuses {called(server)}',
                      help='Take the variable out; set it where the client itself is started.')


def check_varying(server: Server) -> Iterator[Hit]:
    """Keys that releases read differently. Only an address that is said to speak Streamable HTTP can be misread."""
    kind = server.kind
    if not kind.varies or not kind.type_field or not deserves_detail(server) or not is_remote(server):
        return
    word = type_member(server)
    proven = 'varies' in kind.evidence  # reports of what goes wrong, with any address
    if not proven and (word is None or kind.type_words.get(word.value.text) != HTTP):
        return
    for member in server.entry.members:
        if member.name in kind.varies and member.value.kind == STRING:
            yield Hit(member.key,
                      f'Not every release of {reader(kind)} reads `{shown(member.name)}` like this: {kind.varies[member.name]}')


def check_empty_tools(server: Server) -> Iterator[Hit]:
    for member, field, _ in fields_of(server):
        if field.role == TOOLS and member.value.kind == ARRAY and not member.value.items and server.kind.client:
            yield Hit(member.value,
                      f'`{shown(member.name)}` is empty, so {reader(server.kind)} offers no tool of {called(server)}: '
                      'write `["*"]` for all')


def check_oauth(server: Server) -> Iterator[Hit]:
    if not is_remote(server):
        return
    member = server.fields.get(OAUTH)
    if member is None or not asks_for_oauth(member.value):
        return
    for header in server.headers:
        if header.name.lower().strip() == 'authorization' and header.value.text:
            yield Hit(member.key,
                      f'`{shown(member.name)}` and an `Authorization` header stand side by side; '
                      'with OAuth the header may be dropped: keep one', related=((header.key.span, 'the header'),))
            return


def asks_for_oauth(node: Node) -> bool:
    """An object of settings, true, or the word itself where a client takes one."""
    return node.kind == OBJECT or node.value is True or node.text.lower() == 'oauth'


def has_a_time(server: Server) -> bool:
    return any(field.role == TIMEOUT for _, field, _ in fields_of(server))


def check_other_transport(server: Server) -> Iterator[Hit]:
    """`env` for a server that runs elsewhere, `headers` for one that is started here."""
    if not deserves_detail(server):
        return
    kind, remote = server.kind, is_remote(server)
    if (not remote and not is_local(server)) or any(server.entry.member(key) is not None for key in kind.starters):
        return  # a package is started, and may be reached by an address all the same
    refuses = kind.wrong_transport == 'refused'
    where = 'a server that is reached by `url`' if remote else 'a server that is started by `command`'
    for member, field, _ in fields_of(server):
        if empty(member.value) or not belongs_elsewhere(field, remote) or not (
                refuses or field.role in (ENV, ENV_FILE, ARGS, CWD, HEADERS)):
            continue
        if refuses:
            yield Hit(member.key, f'{reader(kind)} refuses `{shown(member.name)}` for {where}',
                      severity=kind.at_most(ERROR, 'wrong_transport'))
        else:
            nothing = ': nothing is started here' if remote else ': no request is sent'
            # a reader that nobody knows may fill its headers from `env`
            yield Hit(member.key, f'`{shown(member.name)}` has no effect on {where}{nothing}', severity=WARNING if kind.client else NOTE)


def belongs_elsewhere(field: Field, remote: bool) -> bool:
    """Does the field count for the other transport only? Where the record does not say, what all clients share holds."""
    if field.transports:
        return all((transport == STDIO) is remote for transport in field.transports)
    return field.role in (ENV, ARGS) if remote else field.role == HEADERS


_CHECKED = '2026-11-30'

RULES = (
    Rule(
        id='MCP130', name='misspelt-key', category=SHAPE, severity='error', check=check_slips,
        summary='A key that this client does not read: one slip away from one that it does, or the word of another client.',
        help='Rename the key as the message says.',
        source='https://github.com/anomalyco/opencode/issues/36434', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "environment": {"LANG": "en"}}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"LANG": "en"}}}}'),
    ),
    Rule(
        id='MCP131', name='ignored-key', category=SHAPE, severity='warning', check=check_ignored,
        summary='A key that other clients read and this one drops without a word.',
        help='Remove the key: nothing reads it here.',
        source='https://code.claude.com/docs/en/mcp', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "cwd": "services/docs"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["--dir", "services/docs"]}}}'),
    ),
    Rule(
        id='MCP132', name='unknown-key', category=SHAPE, severity='warning', check=check_unknown,
        summary='A key that the client refuses, or does not know where it refuses what it does not know.',
        help='Remove the key.',
        source='https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/agents/agentLoader.ts',
        checked=_CHECKED,
        bad=('.gemini/agents/docs.md', '---\nname: docs\nmcp_servers:\n  docs:\n    command: docs-mcp\n    colour: red\n---\n'),
        good=('.gemini/agents/docs.md', '---\nname: docs\nmcp_servers:\n  docs:\n    command: docs-mcp\n---\n'),
    ),
    Rule(
        id='MCP133', name='version-dependent-key', category=TRANSPORT, severity='warning', check=check_varying,
        summary='A key that older releases of the client read differently.',
        help='Write the form that all releases read alike, or say in the README which release is needed.',
        source='https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts', checked=_CHECKED,
        bad=('.gemini/settings.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
        good=('.gemini/settings.json', '{"mcpServers": {"docs": {"httpUrl": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP134', name='empty-tools', category=SHAPE, severity='warning', check=check_empty_tools,
        summary='An empty list of tools: the server starts and offers nothing.',
        help='Write `"tools": ["*"]`, or name the tools.',
        source='https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference', checked=_CHECKED,
        bad=('.github/mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "tools": []}}}'),
        good=('.github/mcp.json',
              '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "tools": ["*"]}}}'),
    ),
    Rule(
        id='MCP135', name='oauth-and-header', category=TRANSPORT, severity='warning', check=check_oauth,
        summary='OAuth and an `Authorization` header for one server: which of them is sent depends on the client.',
        help='Keep one of the two.',
        source='https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization', checked=_CHECKED,
        bad=('opencode.json', '{"mcp": {"docs": {"type": "remote", "url": "https://docs.example/mcp", "oauth": {}, '
                              '"headers": {"Authorization": "Bearer {env:DOCS_TOKEN}"}}}}'),
        good=('opencode.json', '{"mcp": {"docs": {"type": "remote", "url": "https://docs.example/mcp", '
                               '"headers": {"Authorization": "Bearer {env:DOCS_TOKEN}"}}}}'),
    ),
    Rule(
        id='MCP136', name='timeout-unit', category=TRANSPORT, severity='warning',
        check=later('timeouts', 'check_timeout', has_a_time),
        summary='A timeout that only makes sense in another unit: clients differ in milliseconds and seconds.',
        help='Write the time in the unit of this client.',
        source='https://github.com/cline/cline', checked=_CHECKED,
        bad=('opencode.json', '{"mcp": {"docs": {"type": "local", "command": ["docs-mcp"], "timeout": 60}}}'),
        good=('opencode.json', '{"mcp": {"docs": {"type": "local", "command": ["docs-mcp"], "timeout": 60000}}}'),
    ),
    Rule(
        id='MCP138', name='refused-variable', category=TRANSPORT, severity='warning', check=check_variables,
        summary='A variable that the client does not let a file set, for it decides what a program loads.',
        help='Take the variable out.',
        source='https://github.com/block/goose/blob/main/crates/goose/src/agents/extension.rs', checked=_CHECKED,
        bad=('.config/goose/config.yaml', 'extensions:\n  docs:\n    type: stdio\n    name: docs\n    enabled: true\n'
                                          '    cmd: docs-mcp\n    args: []\n    envs:\n      NODE_OPTIONS: --inspect\n'),
        good=('.config/goose/config.yaml', 'extensions:\n  docs:\n    type: stdio\n    name: docs\n    enabled: true\n'
                                           '    cmd: docs-mcp\n    args: []\n    envs:\n      LANG: en\n'),
    ),
    Rule(
        id='MCP137', name='key-of-other-transport', category=TRANSPORT, severity='warning', check=check_other_transport,
        summary='A key that only counts for the other transport: `env` of a remote server, `headers` of a local one.',
        help='Send what a remote server needs in `headers`; give a local one its settings in `env`.',
        source='https://github.com/chrismcdermut/proletariat/issues/1253', checked=_CHECKED,
        bad=('.cursor/mcp.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp", "env": {"LANG": "en"}}}}'),
        good=('.cursor/mcp.json',
              '{"mcpServers": {"docs": {"url": "https://docs.example/mcp", "headers": {"Accept-Language": "en"}}}}'),
    ),
)
