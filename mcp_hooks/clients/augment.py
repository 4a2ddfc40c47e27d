"""Augment (Auggie): settings."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
    ENV,
    HARMLESS,
    HTTP,
    LOCAL_FIELDS,
    REMOTE_FIELDS,
    SSE,
    STDIO,
    TYPE_FIELD,
    FileKind,
)

AUGMENT = FileKind(
    id='augment',
    client='Augment',
    about='settings, with servers',
    type_words={'stdio': STDIO, 'http': HTTP, 'streamable-http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={**TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS},
    ignored={'environment': 'env', 'cmd': 'command', 'arguments': 'args'},
    tolerated=HARMLESS,
    expands={BRACES: (ENV,)},
    unknown_keys='ignored',
    confidence='medium',
    unsure=frozenset(('expands', 'type_words', 'url_without_type')),
    user_paths=('~/.augment/settings.json',),
    sources=('https://docs.augmentcode.com/cli/config',
             'https://github.com/dyoshikawa/rulesync/blob/main/src/features/mcp/augmentcode-mcp.ts'),
    checked=CHECKED,
)

KINDS = (AUGMENT,)
