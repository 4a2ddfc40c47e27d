from mcp_hooks.cli import console

console()
