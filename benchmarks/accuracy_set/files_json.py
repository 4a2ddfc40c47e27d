"""JSON and JSONC configurations of many clients, as text."""
from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.accuracy_set.build import Item, Server, text_of


def dump(value: Any, indent: str, level: int = 0, inline: bool = False) -> str:
    """JSON as people and tools write it; with ``inline``, lists and small objects of plain values stand on one line."""
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    flat = value.values() if isinstance(value, dict) else value
    if inline and not any(isinstance(v, (dict, list)) for v in flat) and (isinstance(value, list) or len(value) < 3):
        return json.dumps(value, ensure_ascii=False)
    pad = '\n' + indent * (level + 1)
    if isinstance(value, dict):
        body = [f'{json.dumps(k, ensure_ascii=False)}: {dump(v, indent, level + 1, inline)}' for k, v in value.items()]
        return '{' + pad + (',' + pad).join(body) + '\n' + indent * level + '}'
    return '[' + pad + (',' + pad).join(dump(v, indent, level + 1, inline) for v in value) + '\n' + indent * level + ']'


def style(rng: random.Random) -> tuple[str, bool]:
    return rng.choice(('  ', '  ', '    ', '\t')), rng.random() < 0.5


def entry(server: Server, dialect: str) -> dict[str, Any]:
    """A server in the words of a client."""
    out: dict[str, Any] = {}
    if 'url' in server:
        if dialect in ('opencode', 'amp'):
            out['type'] = 'remote'
        elif dialect in ('vscode', 'claude', 'crush', 'copilot'):
            out['type'] = 'sse' if server['url'].endswith('/sse') else 'http'
        out[{'gemini': 'httpUrl', 'windsurf': 'serverUrl'}.get(dialect, 'url')] = server['url']
        if server['headers']:
            out['headers'] = server['headers']
    elif dialect == 'opencode':
        out = {'type': 'local', 'command': [server['command'], *server['args']]}
        if server['env']:
            out['environment'] = server['env']
    else:
        if dialect in ('vscode', 'crush', 'copilot'):
            out['type'] = 'stdio'
        out |= {'command': server['command'], 'args': server['args']}
        if server['env']:
            out['env'] = server['env']
    return out | server['extra']


def mapped(servers: list[Server], dialect: str) -> dict[str, Any]:
    return {s['name']: entry(s, dialect) for s in servers}


def plain(servers: list[Server], rng: random.Random, dialect: str = 'claude', around: dict[str, Any] | None = None) -> str:
    """``{"mcpServers": {…}}`` and whatever else is in that file."""
    indent, inline = style(rng)
    return dump((around or {}) | {'mcpServers': mapped(servers, dialect)}, indent, 0, inline) + '\n'


def one_line(servers: list[Server], rng: random.Random) -> str:
    return json.dumps({'mcpServers': mapped(servers, 'claude')}, ensure_ascii=False) + '\n'


def nested(servers: list[Server], rng: random.Random) -> str:
    """A user's `.claude.json` with servers under projects."""
    half = len(servers) // 2
    state = {'numStartups': rng.randrange(400), 'autoUpdates': True, 'mcpServers': mapped(servers[:half], 'claude'),
             'projects': {'/home/dev/app': {'allowedTools': [], 'mcpServers': mapped(servers[half:], 'claude'), 'hasTrustDialogAccepted': True}}}
    return dump(state, '  ') + '\n'


def settings(items: list[Item], rng: random.Random) -> str:
    """Claude Code's settings: permission rules and the environment."""
    rules = ['Bash(npm run test:*)', *(text_of(i, rng)[-1] for i in items if i.place == 'perm'), 'mcp__github__list_issues']
    out: dict[str, Any] = {'permissions': {'allow': rules, 'deny': []}}
    env = {i.name: text_of(i, rng)[-1] for i in items if i.place == 'env'}
    if env:
        out['env'] = env
    out['enabledMcpjsonServers'] = ['github', 'memory']
    return dump(out, '  ') + '\n'


def jsonc_map(servers: list[Server], dialect: str, indent: str, level: int, inline: bool, rng: random.Random, out_with: bool) -> str:
    """The body of a server map, some servers commented out, with comments and trailing commas."""
    if out_with:
        for server in servers[:-1]:
            server['off'] = rng.random() < 0.4
    live = [s for s in servers if not s['off']]
    pad = indent * level
    lines = []
    for server in servers:
        text = f'{pad}{json.dumps(server["name"])}: {dump(entry(server, dialect), indent, level, inline)}'
        if server['off'] or server is not live[-1] or rng.random() < 0.3:
            text += ','
        if server['off']:
            text = '\n'.join(f'{pad}// {line[len(pad):]}' for line in text.split('\n'))
        elif rng.random() < 0.3:
            text = f'{pad}// {rng.choice(("see docs/mcp.md", "needs VPN", "TODO: pin the version", "key is in the team vault"))}\n{text}'
        lines.append(text)
    return '\n'.join(lines)


def jsonc(servers: list[Server], rng: random.Random, head: str, tail: str, dialect: str, level: int) -> str:
    indent, inline = style(rng)
    head, tail = (part.replace('  ', indent) for part in (head, tail))
    return head + jsonc_map(servers, dialect, indent, level, inline, rng, rng.random() < 0.5) + '\n' + tail


def vscode(servers: list[Server], rng: random.Random, items: list[Item]) -> str:
    """`.vscode/mcp.json`, with inputs where an item wants one."""
    wanted = [i for i in items if i.place == 'input']
    inputs = [{'type': 'promptString', 'id': i.name, 'description': f'Value for {i.name}', 'password': True, 'default': text_of(i, rng)[-1]}
              for i in wanted]
    head = '{\n  // servers of this workspace\n'
    if inputs:
        head += '  "inputs": ' + dump(inputs, '  ', 1) + ',\n'
    return jsonc(servers, rng, head + '  "servers": {\n', '  }\n}\n', 'vscode', 2)


def opencode(servers: list[Server], rng: random.Random) -> str:
    return jsonc(servers, rng, '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n', '  },\n  "share": "manual"\n}\n', 'opencode', 2)


def zed(servers: list[Server], rng: random.Random) -> str:
    return jsonc(servers, rng, '// Zed settings\n{\n  "tab_size": 2,\n  "context_servers": {\n', '  }\n}\n', 'zed', 2)


def workspace(servers: list[Server], rng: random.Random) -> str:
    return jsonc(servers, rng, '{\n  "folders": [{ "path": "." }],\n  "settings": {\n    "mcp": {\n      "servers": {\n', '      }\n    }\n  }\n}\n',
                 'vscode', 4)


def user_settings(servers: list[Server], rng: random.Random) -> str:
    return jsonc(servers, rng, '{\n  "editor.formatOnSave": true,\n  "mcp": {\n    "servers": {\n', '    }\n  }\n}\n', 'vscode', 3)


def devcontainer(servers: list[Server], rng: random.Random) -> str:
    return jsonc(servers, rng, '{\n  "image": "mcr.microsoft.com/devcontainers/base:ubuntu",\n  "customizations": {\n    "vscode": {\n      "mcp": {\n'
                 '        "servers": {\n', '        }\n      }\n    }\n  }\n}\n', 'vscode', 5)


def crush(servers: list[Server], rng: random.Random) -> str:
    return dump({'$schema': 'https://charm.land/crush.json', 'mcp': mapped(servers, 'crush')}, '  ') + '\n'


def amp(servers: list[Server], rng: random.Random) -> str:
    return dump({'amp.notifications.enabled': False, 'amp.mcpServers': mapped(servers, 'zed')}, '  ') + '\n'
