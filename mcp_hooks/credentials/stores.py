"""Where clients and tools keep the tokens of one person: nothing of it is meant to be committed, whatever stands in it."""

from __future__ import annotations

# part of a path, in lower case, from the slash before it
STORES = (
    '/.mcp-inspector/secrets.json',
    '/.mcp-inspector/storage',
    '/.mcp-auth/',
    '/.claude/.credentials.json',
    '/.codex/auth.json',
    '/.gemini/oauth_creds.json',
    '/.gemini/mcp-oauth-tokens',
    '/.qwen/oauth_creds.json',
    '/.qwen/mcp-oauth-tokens',
    '/github-copilot/hosts.json',
    '/github-copilot/apps.json',
    '/opencode/auth.json',
    '/opencode/mcp-auth.json',
    '/goose/secrets.yaml',
    '/.gdrive-server-credentials.json',
    '/gcp-oauth.keys.json',
    '/.gmail-mcp/',
    '/.google-calendar-mcp/tokens',
    '/.copilot/mcp-oauth-config/',
    '/.config/gcloud/',
    '/.kilocode/auth',
    '/.factory/auth.json',
    '/.cursor/mcp-oauth',
    '/.mcpjam/',
    '/fastmcp/oauth-mcp-client-cache/',
    '/mcp-oauth-tokens',
)
# one of them is in every part above: most paths are let go after two or three looks
_HINTS = ('mcp', 'auth', 'creden', 'gcloud', '-copilot/', 'goose/')


def is_store(path: str) -> bool:
    """Whether a path is one where a client or a tool keeps its tokens."""
    low = '/' + path.replace('\\', '/').lower().lstrip('/')
    for hint in _HINTS:
        if hint in low:
            break
    else:
        return False
    return any(mark in low for mark in STORES)
