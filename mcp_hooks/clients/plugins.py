"""Plugin formats that are shared by several clients or whose client documents no more than the path."""
from __future__ import annotations

from mcp_hooks.clients.generic import GENERIC
from mcp_hooks.clients.record import (
    ARGS,
    BRACES,
    CHECKED,
    COMMAND,
    CWD,
    HTTP,
    INVALID,
    LOCAL_FIELDS,
    REMOTE_FIELDS,
    SLIPS,
    SSE,
    STDIO,
    STRING,
    TYPE,
    Field,
    FileKind,
)

AGENT_PLUGINS = FileKind(
    id='agent-plugins',
    client='Agent Plugins',
    about='server file of the Agent Plugins 1.0.0 format, known by its $schema',
    servers_required=True,
    type_words={'stdio': STDIO, 'streamable-http': HTTP, 'sse': SSE},
    type_required=frozenset((HTTP, SSE)),
    url_without_type=INVALID,
    fields={
        'type': Field(TYPE, STRING), **LOCAL_FIELDS, **REMOTE_FIELDS,
        'command': Field(COMMAND, STRING, (STDIO,), note='one program, or a path with ./'),
        'cwd': Field(CWD, STRING, (STDIO,), note='begins with ./, ${PLUGIN_ROOT} or ${PLUGIN_DATA}'),
    },
    ignored=SLIPS,
    expands={BRACES: (COMMAND, ARGS, CWD)},
    predefined=frozenset(('PLUGIN_ROOT', 'PLUGIN_DATA')),
    unknown_keys='refused',
    confidence='medium',
    schema='https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    sources=('https://github.com/stbenjam/skillsaw/blob/main/docs/rules/agent-plugin-mcp-valid.md',),
    checked=CHECKED,
    mistakes=(('a command with its arguments in one string', ()),),
)

MANIFEST = GENERIC.replace(
    id='plugin-manifest',
    about='manifest of a plugin of another client (Codex, Factory, Copilot); mcpServers is a map or a path',
    servers_at=(('mcpServers',),),
    bare=False,
    single=False,
    manifest_paths=True,
    confidence='low',
    sources=('https://github.com/upstash/context7/blob/master/plugins/codex/context7/.codex-plugin/plugin.json',),
)

PLUGIN_MCP = GENERIC.replace(
    id='plugin-mcp',
    about='server file beside the manifest of a plugin whose client is not known; the map may be bare',
    single=False,
    confidence='low',
    predefined=frozenset(('CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA', 'PLUGIN_ROOT', 'PLUGIN_DATA')),
    sources=('https://github.com/upstash/context7/blob/master/plugins/codex/context7/.codex-plugin/plugin.json',),
)

KINDS = (AGENT_PLUGINS, MANIFEST, PLUGIN_MCP)
