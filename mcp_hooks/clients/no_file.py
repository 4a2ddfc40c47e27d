"""Clients that are configured in a dialog: listed so that nobody looks for their file."""
from __future__ import annotations

from mcp_hooks.clients.record import CHECKED, FileKind

NO_FILE = FileKind(
    id='no-repo-file',
    client='Home Assistant and others',
    about='also n8n, Dify, Copilot Studio, ChatGPT and Claude.ai: configured in a dialog, no file in a repository',
    format='',
    servers_at=(),
    transports=frozenset(),
    confidence='low',
    user_paths=('Home Assistant: the mcp and mcp_server integrations',
                'n8n: parameters of the MCP Client Tool node in a workflow',
                'Dify: Tools, MCP', 'Copilot Studio: a wizard, or a custom connector with x-ms-agentic-protocol'),
    sources=('https://learn.microsoft.com/en-us/microsoft-copilot-studio/agent-extend-action-mcp',),
    checked=CHECKED,
)

KINDS = (NO_FILE,)
