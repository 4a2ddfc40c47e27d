"""Trae: project servers, read where the user has switched them on."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ARGS,
    CHECKED,
    COMMAND,
    EDITOR,
    HARMLESS,
    HTTP,
    INPUT,
    LOCAL_FIELDS,
    REMOTE_FIELDS,
    SSE,
    STDIO,
    STRING,
    TYPE_FIELD,
    Field,
    FileKind,
)

TRAE = FileKind(
    id='trae',
    client='Trae',
    about='servers of a project or a user',
    servers_required=True,
    type_words={'stdio': STDIO, 'http': HTTP, 'streamable-http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={
        **TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS,
        'command': Field(COMMAND, STRING, (STDIO,), note='one program, without blanks'),
    },
    ignored={'environment': 'env', 'cmd': 'command', 'arguments': 'args'},
    tolerated=HARMLESS,
    expands={EDITOR: (ARGS,)},
    literal=frozenset((INPUT,)),
    predefined=frozenset(('workspaceFolder',)),
    unknown_keys='ignored',
    confidence='medium',
    unsure=frozenset(('expands', 'predefined', 'type_words')),
    user_paths=('~/Library/Application Support/Trae/User/mcp.json', '%AppData%\\Trae\\User\\mcp.json',
                '~/.config/Trae/User/mcp.json'),
    sources=('https://www.volcengine.com/docs/86677/2137601', 'https://github.com/pathintegral-institute/mcpm.sh/issues/92'),
    checked=CHECKED,
    mistakes=(('a command with blanks', ()),),
    notes=('The project file is read only where project MCP is switched on.',),
)

KINDS = (TRAE,)
