"""Warp: project servers, in a file with a dot."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    CHECKED,
    CWD,
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

WARP = FileKind(
    id='warp',
    client='Warp',
    about='servers of a project',
    type_words={'stdio': STDIO, 'http': HTTP, 'streamable-http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={**TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS, 'working_directory': Field(CWD, STRING, (STDIO,))},
    tolerated=HARMLESS,
    literal=frozenset((INPUT,)),
    confidence='low',
    unsure=frozenset(('fields.working_directory', 'one_bad_entry')),
    user_paths=('~/.warp/.mcp.json',),
    sources=('https://github.com/dyoshikawa/rulesync/blob/main/src/features/mcp/warp-mcp.ts',),
    checked=CHECKED,
    mistakes=(('.warp/mcp.json, without the second dot', ()),),
)

UNREAD = WARP.replace(
    id='warp-unread',
    about='a file that Warp does not look for',
    servers_at=(('mcpServers',), ('servers',)),
    bare=True,
    read_by_nobody='.warp/.mcp.json',
    user_paths=(),
    mistakes=(),
)

KINDS = (WARP, UNREAD)
