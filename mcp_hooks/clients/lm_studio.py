"""LM Studio: the user's file, in Cursor's notation."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
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

LM_STUDIO = FileKind(
    id='lm-studio',
    client='LM Studio',
    about="the user's servers",
    servers_required=True,
    type_words={'stdio': STDIO, 'http': HTTP, 'streamable-http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={**TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS},
    ignored={'environment': 'env', 'cmd': 'command', 'arguments': 'args'},
    tolerated=HARMLESS,
    literal=frozenset((BRACES, INPUT)),
    unknown_keys='ignored',
    one_bad_entry='file',
    confidence='medium',
    unsure=frozenset(('literal', 'type_words', 'transports')),
    user_paths=('~/.lmstudio/mcp.json',),
    sources=('https://lmstudio.ai/docs/app/mcp',),
    checked=CHECKED,
)

KINDS = (LM_STUDIO,)
