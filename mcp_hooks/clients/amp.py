"""Amp: one root key with a dot in it."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
    EVERYWHERE,
    HARMLESS,
    HTTP,
    LOCAL_FIELDS,
    OTHER,
    REMOTE_FIELDS,
    SSE,
    STDIO,
    STRINGS,
    TYPE_FIELD,
    Field,
    FileKind,
)

HERE = '"amp.mcpServers", one key with a dot'

AMP = FileKind(
    id='amp',
    client='Amp',
    about='settings, with servers',
    comments=True,
    trailing_commas=True,
    bom_breaks=False,
    servers_at=(('amp.mcpServers',),),
    misplaced={('amp', 'mcpServers'): HERE, ('mcpServers',): HERE},
    type_words={'stdio': STDIO, 'http': HTTP, 'streamable-http': HTTP, 'sse': SSE},
    unknown_type='',
    fields={**TYPE_FIELD, **LOCAL_FIELDS, **REMOTE_FIELDS, 'includeTools': Field(OTHER, STRINGS)},
    ignored={'environment': 'env', 'cmd': 'command', 'arguments': 'args'},
    tolerated=HARMLESS,
    expands={BRACES: EVERYWHERE},
    unknown_keys='ignored',
    one_bad_entry='entry',
    confidence='medium',
    unsure=frozenset(('expands', 'fields.includeTools', 'type_words')),
    user_paths=('~/.config/amp/settings.json',),
    sources=('https://github.com/dyoshikawa/rulesync/blob/main/src/features/mcp/amp-mcp.ts', 'https://ampcode.com/manual'),
    checked=CHECKED,
    mistakes=(('an object amp with mcpServers in it', ()),),
)

KINDS = (AMP,)
