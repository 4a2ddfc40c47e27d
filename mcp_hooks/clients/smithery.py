"""Smithery: the publisher's file of a server, not a client's."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    CHECKED,
    HTTP,
    OBJECT,
    OTHER,
    STDIO,
    STRING,
    TYPE,
    Field,
    FileKind,
)

SMITHERY = FileKind(
    id='smithery',
    client='Smithery',
    about='how a server is built and started for hosting',
    format='yaml',
    comments=True,
    servers_at=(('startCommand',),),
    shape='single',
    type_words={'http': HTTP, 'stdio': STDIO},
    transports=frozenset((STDIO, HTTP)),
    starters={'commandFunction': STDIO},
    fields={
        'type': Field(TYPE, STRING, required=True, values=('http', 'stdio')),
        'configSchema': Field(OTHER, OBJECT),
        'commandFunction': Field(OTHER, STRING, (STDIO,), note='JavaScript that returns command, args and env'),
        'exampleConfig': Field(OTHER, OBJECT),
    },
    one_bad_entry='file',
    confidence='medium',
    sources=('https://github.com/smithery-ai/docs/blob/main/build/project-config/smithery-yaml.mdx',),
    checked=CHECKED,
    mistakes=(('configSchema and commandFunction that speak of other names', ()),),
    notes=('Local servers are no longer hosted.', 'The page was taken out of the documentation later on.',
           'runtime is typescript or container; startCommand is needed for a container.'),
)

KINDS = (SMITHERY,)
