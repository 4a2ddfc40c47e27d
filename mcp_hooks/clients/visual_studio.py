"""Visual Studio: it reads the files of four other clients as well as its own."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    CHECKED,
    EVERYWHERE,
    HARMLESS,
    HTTP,
    INPUT,
    LOCAL_FIELDS,
    REMOTE_FIELDS,
    SSE,
    STDIO,
    TYPE_FIELD,
    FileKind,
)

VISUAL_STUDIO = FileKind(
    id='visual-studio',
    client='Visual Studio',
    about='servers of a solution',
    # the documented example has servers in .mcp.json; .cursor/mcp.json is read too, so mcpServers should do as well
    servers_at=(('servers',), ('mcpServers',)),
    type_words={'stdio': STDIO, 'http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={**TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS},
    tolerated=HARMLESS,
    expands={INPUT: EVERYWHERE},
    reference='${input:NAME}',
    inputs_at=('inputs',),
    unknown_keys='ignored',
    one_bad_entry='file',
    confidence='medium',
    unsure=frozenset(('servers_at',)),
    user_paths=('%USERPROFILE%\\.mcp.json',),
    sources=('https://github.com/MicrosoftDocs/visualstudio-docs/blob/main/docs/ide/mcp-servers.md',),
    checked=CHECKED,
    mistakes=(('servers in .mcp.json is what this client documents and what breaks Claude Code', ()),),
    notes=('A repository for both can hold both keys in .mcp.json.',),
)

KINDS = (VISUAL_STUDIO,)
