"""mcp-agent and its descendant fast-agent: settings of an agent program, and the secrets that are put over them."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ANY,
    BRACES,
    BUILTIN,
    CHECKED,
    COMMAND,
    CWD,
    DEFAULT,
    EDITOR,
    EVERYWHERE,
    HARMLESS,
    HEADERS,
    HTTP,
    LIST,
    LOCAL_FIELDS,
    OBJECT,
    OTHER,
    PROVEN_LITERAL,
    REMOTE,
    SLIPS,
    SSE,
    STDIO,
    STRING,
    STRING_MAP,
    STRINGS,
    TIMEOUT,
    TYPE,
    URL,
    WS,
    Field,
    FileKind,
)

AGENT = 'https://github.com/lastmile-ai/mcp-agent/blob/main/'
SETTINGS = AGENT + 'src/mcp_agent/config.py'
REGISTRY = AGENT + 'src/mcp_agent/mcp/mcp_server_registry.py'
FAST = 'https://github.com/evalstate/fast-agent/blob/main/'
FAST_SETTINGS = FAST + 'src/fast_agent/config.py'
FAST_HOME = FAST + 'src/fast_agent/home.py'
FAST_GATEWAY = FAST + 'src/fast_agent/mcp/client_gateway.py'
# other clients' words, and what neither program has: a server runs when an agent of the program names it
FOREIGN = {**{key: word for key, word in SLIPS.items() if not key.startswith('transport')}, 'type': 'transport',
           'transportType': 'transport', 'disabled': '', 'enabled': ''}
SECONDS = Field(TIMEOUT, ANY, note='whole seconds; the number may stand in quotes')
SHARED = {
    'transport': Field(TYPE, STRING),
    **LOCAL_FIELDS,
    'cwd': Field(CWD, STRING, (STDIO,)),
    'url': Field(URL, STRING, REMOTE),
    'headers': Field(HEADERS, STRING_MAP, (HTTP, SSE)),
    'read_timeout_seconds': SECONDS,
    'http_timeout_seconds': Field(OTHER, ANY, (HTTP, SSE), note='whole seconds; the number may stand in quotes'),
    'auth': Field(OTHER, OBJECT),
    'roots': Field(OTHER, LIST, note='objects with a uri that begins with file://, and a name'),
    'description': Field(OTHER, STRING),
}

MCP_AGENT = FileKind(
    id='mcp-agent-config',
    client='mcp-agent',
    about='settings of an agent program, with its servers',
    format='yaml',
    comments=True,
    yaml_1_1=True,
    servers_at=(('mcp', 'servers'),),
    type_field='transport',
    type_words={'stdio': STDIO, 'streamable_http': HTTP, 'sse': SSE, 'websocket': WS},
    url_without_type=STDIO,
    transports=frozenset((STDIO, HTTP, SSE, WS)),
    command_and_url=COMMAND,
    fields={
        **SHARED,
        'name': Field(OTHER, STRING),
        'terminate_on_close': Field(OTHER, ANY, (HTTP,), note='true or false'),
        'allowed_tools': Field(OTHER, STRINGS, note='an empty list leaves none'),
    },
    ignored=FOREIGN,
    tolerated=HARMLESS - {'name', 'description'},
    literal=PROVEN_LITERAL,
    clean_environment=True,
    unknown_keys='ignored',
    one_bad_entry='client',
    overlay='mcp_agent.secrets.yaml',
    user_paths=('~/.mcp-agent/mcp-agent.config.yaml', '~/.mcp-agent/mcp_agent.config.yaml'),
    sources=(SETTINGS, REGISTRY),
    checked=CHECKED,
    evidence={
        'url_without_type': REGISTRY,
        'command_and_url': REGISTRY,
        'clean_environment': REGISTRY,
    },
    mistakes=(('a url without transport: the entry is taken for a program', ()),
              ('streamable-http or http for streamable_http', ()),
              ('a number or true in env, which takes strings only', ()),
              ('${NAME}, which is not filled in', ())),
    notes=('The first of mcp-agent.config.yaml and mcp_agent.config.yaml is read, in the folder where the program starts, its '
           '.mcp-agent, and the folders above.',
           'The file of secrets beside it (mcp-agent.secrets.yaml, mcp_agent.secrets.yaml) is put over it, entry by entry and key by '
           'key; that is the place for credentials, and not to be committed.',
           'Nothing is filled in; a key that no server field has is kept and not used.',
           'A program may be given another file: MCPApp(settings=…).'),
)

MCP_AGENT_SECRETS = MCP_AGENT.replace(
    id='mcp-agent-secrets',
    about='secrets that are put over the settings',
    partial=True,
    overlay='',
    user_paths=('~/.mcp-agent/mcp-agent.secrets.yaml', '~/.mcp-agent/mcp_agent.secrets.yaml'),
    mistakes=(('committed with the keys in it', ()),),
    notes=('Commit a mcp_agent.secrets.yaml.example with placeholders, and let git ignore this file.',
           'A deployment writes mcp_agent.deployed.secrets.yaml, with handles (mcpac_sc_…) in the place of the secrets.'),
)

FAST_AGENT = FileKind(
    id='fast-agent-config',
    client='fast-agent',
    about='settings of an agent program, with its servers',
    format='yaml',
    comments=True,
    yaml_1_1=True,
    servers_at=(('mcp', 'servers'),),
    type_field='transport',
    type_words={'stdio': STDIO, 'http': HTTP, 'sse': SSE},
    command_and_url=URL,
    starters={'target': STDIO, 'connector_id': BUILTIN},
    fields={
        **SHARED,
        'target': Field(OTHER, STRING, note='a command line or an address, in the place of command, args, url and transport'),
        'management': Field(OTHER, STRING, values=('client', 'provider')),
        'protocol_mode': Field(OTHER, STRING, values=('auto', 'modern', 'legacy')),
        'connector_id': Field(OTHER, STRING),
        'access_token': Field(OTHER, STRING, note='sent as a bearer token; not beside an Authorization header'),
        'http_read_timeout_seconds': Field(OTHER, ANY, (HTTP,)),
        'read_transport_sse_timeout_seconds': Field(OTHER, ANY, (SSE,)),
        'ping_interval_seconds': Field(OTHER, ANY),
        'max_missed_pings': Field(OTHER, ANY),
        'sampling': Field(OTHER, OBJECT),
        'elicitation': Field(OTHER, OBJECT),
        'implementation': Field(OTHER, OBJECT),
        'load_on_start': Field(OTHER, ANY, note='true or false'),
        'include_instructions': Field(OTHER, ANY, note='true or false'),
        'reconnect_on_disconnect': Field(OTHER, ANY, note='true or false'),
        'defer_loading': Field(OTHER, ANY, note='true or false'),
    },
    ignored=FOREIGN,
    tolerated=HARMLESS - {'description'},
    expands={BRACES: EVERYWHERE, EDITOR: EVERYWHERE},
    literal=PROVEN_LITERAL - {BRACES, DEFAULT},
    reference='${NAME}',
    clean_environment=True,
    unknown_keys='ignored',
    one_bad_entry='client',
    overlay='fast-agent.secrets.yaml',
    unsure=frozenset(('fields.protocol_mode', 'fields.management')),
    sources=(FAST_SETTINGS, FAST_HOME, 'https://fast-agent.ai/mcp/'),
    checked=CHECKED,
    evidence={'clean_environment': FAST_GATEWAY},
    mistakes=(('streamable-http or streamable_http for http', ('https://github.com/evalstate/fast-agent/issues/399',)),
              ('a number or true in env, which takes strings only', ()),
              ('${NAME:-default}, whose default then begins with a hyphen', ())),
    notes=('Read as fast-agent.yaml, fast-agent.config.yaml or fastagent.config.yaml, in .fast-agent or the folder where the program '
           'starts, and by older releases in the folders above; two of them side by side are refused.',
           'The file of secrets beside it (fast-agent.secrets.yaml, fastagent.secrets.yaml) is put over it, key by key.',
           '${NAME} and ${NAME:default} are filled in everywhere, ${NAME} of a variable that is not set stays as it is; '
           '${env:NAME} and ${input:NAME} become the text NAME.',
           'A url without transport is Streamable HTTP, even one that ends with /sse; 0.2.36 takes it for a program.',
           'mcp.targets, a list, was read for some releases and is refused today.'),
)

FAST_AGENT_SECRETS = FAST_AGENT.replace(
    id='fast-agent-secrets',
    about='secrets that are put over the settings',
    partial=True,
    overlay='',
    mistakes=(('committed with the keys in it', ()),),
    notes=('Commit a fast-agent.secrets.yaml.example with placeholders, and let git ignore this file.',),
)

KINDS = (MCP_AGENT, MCP_AGENT_SECRETS, FAST_AGENT, FAST_AGENT_SECRETS)
