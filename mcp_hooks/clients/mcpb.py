"""MCP bundles (MCPB, once DXT): the manifest in the bundle."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
    COMMAND,
    DEFAULT,
    DOLLAR,
    ENV_COLON,
    EVERYWHERE,
    INPUT,
    LOCAL_FIELDS,
    OBJECT,
    OTHER,
    STDIO,
    STDIO_ONLY,
    STRING,
    USER_CONFIG,
    Field,
    FileKind,
)

SPEC = 'https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md'

SCHEMA = 'https://github.com/modelcontextprotocol/mcpb/blob/main/schemas/mcpb-manifest-v0.4.schema.json'

MANIFEST = FileKind(
    id='mcpb-manifest',
    client='MCPB',
    about='manifest of a bundle; it runs one local server',
    servers_at=(('server', 'mcp_config'),),
    shape='single',
    type_field='',
    transports=STDIO_ONLY,
    fields={
        'command': Field(COMMAND, STRING, (STDIO,), required=True),
        'args': LOCAL_FIELDS['args'],
        'env': LOCAL_FIELDS['env'],
        'platform_overrides': Field(OTHER, OBJECT, note='win32, darwin, linux'),
    },
    expands={USER_CONFIG: EVERYWHERE},
    user_config_at=('user_config',),
    literal=frozenset((BRACES, DEFAULT, DOLLAR, ENV_COLON, INPUT)),
    predefined=frozenset(('__dirname', 'HOME', 'DESKTOP', 'DOCUMENTS', 'DOWNLOADS', 'pathSeparator', '/')),
    reference='${user_config.NAME}',
    foreign_names=frozenset(('CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA', 'workspaceFolder', 'userHome', 'extensionPath')),
    root_required=('name', 'version', 'description', 'author'),
    own_values={('server', 'type'): ('node', 'python', 'binary', 'uv'),
                ('user_config', '*', 'type'): ('string', 'number', 'boolean', 'directory', 'file')},
    own_objects={('author',): ('name',), ('user_config',): (), ('user_config', '*'): ('type', 'title', 'description')},
    one_bad_entry='file',
    unknown_keys='refused',
    unsure=frozenset(('unknown_keys',)),
    schema='https://github.com/modelcontextprotocol/mcpb/tree/main/schemas',
    sources=(SPEC,),
    evidence=dict.fromkeys(('root_required', 'own_values', 'own_objects'), SCHEMA),
    checked=CHECKED,
    mistakes=(('a ${user_config.NAME} that user_config does not declare', ()), ('dxt_version with newer fields', ())),
    notes=('${NAME} means the names of the specification only: variables of the machine are not read.',
           'manifest_version is 0.1 to 0.4; files before that say dxt_version.',
           'uv bundles may leave mcp_config out.', 'Browser extensions and web apps have a manifest.json too.'),
)

KINDS = (MANIFEST,)
