"""mcpo of Open WebUI: a proxy from MCP to OpenAPI, with a file in Claude's shape."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
    CWD,
    HARMLESS,
    HTTP,
    INPUT,
    INVALID,
    LOCAL_FIELDS,
    OAUTH,
    OBJECT,
    OTHER,
    REMOTE,
    REMOTE_FIELDS,
    SLIPS,
    SSE,
    STDIO,
    STRING,
    STRINGS,
    TYPE_FIELD,
    Field,
    FileKind,
)

MCPO = FileKind(
    id='mcpo',
    client='mcpo',
    about='the file given with --config',
    servers_required=True,
    type_words={'stdio': STDIO, 'streamable-http': HTTP, 'streamablehttp': HTTP, 'streamable_http': HTTP, 'sse': SSE},
    type_required=frozenset((HTTP, SSE)),
    url_without_type=INVALID,
    fields={
        **TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS,
        'cwd': Field(CWD, STRING, (STDIO,)),
        'disabledTools': Field(OTHER, STRINGS),
        'oauth': Field(OAUTH, OBJECT, REMOTE),
    },
    ignored=SLIPS,
    tolerated=HARMLESS,
    literal=frozenset((BRACES, INPUT)),
    unknown_keys='ignored',
    one_bad_entry='client',
    confidence='medium',
    unsure=frozenset(('literal',)),
    sources=('https://github.com/open-webui/mcpo/blob/main/README.md',),
    checked=CHECKED,
    mistakes=(('comments copied from the README: the reader is strict', ()),),
    notes=('The name of a server becomes a part of a URL.',),
)

KINDS = (MCPO,)
