"""Findings made by hand."""
from __future__ import annotations

from mcp_hooks.findings import Finding, Place


def finding(rule: str = 'MCP401', name: str = 'plaintext-credential', category: str = 'credential', severity: str = 'error', *,
            path: str = '.mcp.json', line: int = 1, end_line: int = 0, json_path: str = '$.mcpServers.docs.env.TOKEN',
            server: str = 'docs',
            fingerprint: str = '0123456789abcdef', message: str = 'a message') -> Finding:
    place = Place(line, 1, end_line or line, 5)
    return Finding(rule=rule, name=name, category=category, severity=severity, path=path, place=place,
                   json_path=json_path, message=message, help='do this', server=server, fingerprint=fingerprint)
