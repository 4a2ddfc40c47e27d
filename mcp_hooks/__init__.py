"""mcp-hooks: a static check of MCP configurations and captured sessions.

    >>> from mcp_hooks import check_text
    >>> [finding.name for finding in check_text('{"mcpServers": {"a": {}}}', '.mcp.json')]
    ['no-transport']
"""
from __future__ import annotations

__version__ = '0.1.0'
__all__ = ['Finding', '__version__', 'check_text', 'check_texts']

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.api import check_text, check_texts
    from mcp_hooks.findings import Finding


def __getattr__(name: str) -> object:
    """The public names load when they are asked for: the console script needs none of them."""
    if name in ('Finding', 'check_text', 'check_texts'):
        from mcp_hooks import api

        return getattr(api, name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
