"""Qwen Code: a branch of Gemini CLI in which url still means SSE."""
from __future__ import annotations

from mcp_hooks.clients.gemini import SETTINGS as GEMINI
from mcp_hooks.clients.record import (
    BRACES,
    CHECKED,
    CURLY_ENV,
    DEFAULT,
    DOLLAR,
    ENV_COLON,
    EVERYWHERE,
    INPUT,
    NUMBER,
    OP,
    OTHER,
    SSE,
    STRING,
    Field,
)

DOCS = 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/mcp.md'

CODE = 'https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/tools/mcp-client.ts'
RESOLVER = 'https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/utils/envVarResolver.ts'

SETTINGS = GEMINI.replace(
    id='qwen-settings',
    client='Qwen Code',
    url_without_type=SSE,
    fields={
        **GEMINI.fields,
        'discoveryTimeoutMs': Field(OTHER, NUMBER),
        'versionNegotiation': Field(OTHER, STRING, values=('auto', 'legacy')),
        'appResourceMaxBytes': Field(OTHER, NUMBER),
        'appResourceTimeoutMs': Field(OTHER, NUMBER),
    },
    ignored={**GEMINI.ignored, 'serverUrl': 'httpUrl', 'uri': 'httpUrl'},
    expands={DOLLAR: EVERYWHERE, BRACES: EVERYWHERE},
    literal=frozenset((ENV_COLON, DEFAULT, INPUT, CURLY_ENV, OP)),
    varies={'url': 'its source opens url with SSE whatever the type; httpUrl is Streamable HTTP'},
    unknown_keys='ignored',
    one_bad_entry='file',
    confidence='medium',
    user_paths=('~/.qwen/settings.json',),
    schema='https://www.schemastore.org/qwen-code-settings.json',
    sources=(DOCS, CODE),
    checked=CHECKED,
    evidence={'literal': RESOLVER, 'url_without_type': CODE, 'servers_at': DOCS},
    mistakes=(('a Streamable HTTP address under url', ()),),
    notes=('The published schema is closed and behind the program: it refuses keys that are read.',),
)

MCP_JSON = SETTINGS.replace(
    id='qwen-mcp-json',
    about="Claude Code's .mcp.json, read as well",
    comments=False,
    expands={},
    literal=frozenset((ENV_COLON, BRACES, DOLLAR)),
    unsure=SETTINGS.unsure - {f'literal.{OP}'},
    reference='',
    user_paths=(),
    schema='',
    evidence={'literal': 'https://github.com/QwenLM/qwen-code/issues/11499'},
    mistakes=(('${NAME}, which works in .qwen/settings.json', ('https://github.com/QwenLM/qwen-code/issues/11499',)),),
    notes=(),
)

KINDS = (SETTINGS, MCP_JSON)
