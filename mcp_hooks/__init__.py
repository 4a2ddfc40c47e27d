"""mcp-hooks: a static check of MCP configurations and captured sessions."""

__version__ = '0.1.0'
