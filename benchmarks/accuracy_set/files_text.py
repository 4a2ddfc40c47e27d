"""TOML, YAML and env files, written as people write them (no library: comments and quoting styles are the point)."""
from __future__ import annotations

import json
import random
import re
from typing import Any

from benchmarks.accuracy_set.build import Server
from benchmarks.accuracy_set.files_json import entry

PLAIN = re.compile(r'[A-Za-z](?:[\w./+=@-]| (?=[\w./+=@-]))*')
WORD = {'true', 'false', 'yes', 'no', 'on', 'off', 'null', 'none', 'n', 'y'}


def toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return '{ ' + ', '.join(f'{toml_key(k)} = {toml_value(v)}' for k, v in value.items()) + ' }'
    if isinstance(value, list):
        return '[' + ', '.join(toml_value(v) for v in value) + ']'
    if isinstance(value, str) and '\n' in value and '«' in value:
        return '"""\n' + value.replace('\\', '\\\\') + '"""'
    if isinstance(value, str) and '"' in value and "'" not in value and '\n' not in value:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)


def toml_key(key: str) -> str:
    return key if re.fullmatch(r'[A-Za-z0-9_-]+', key) else json.dumps(key, ensure_ascii=False)


def codex(servers: list[Server], rng: random.Random) -> str:
    """`.codex/config.toml`."""
    out = ['model = "gpt-5.1-codex"', 'approval_policy = "on-request"', '']
    for server in servers:
        at = f'mcp_servers.{toml_key(server["name"])}'
        lines = [f'[{at}]']
        if 'url' in server:
            lines.append(f'url = {toml_value(server["url"])}')
            if server['headers']:
                lines.append(f'http_headers = {toml_value(server["headers"])}')
        else:
            lines += [f'command = {toml_value(server["command"])}', f'args = {toml_value(server["args"])}']
        lines += [f'{toml_key(k)} = {toml_value(v)}' for k, v in server['extra'].items()]
        env = server.get('env')
        if env and rng.random() < 0.5 and not any('\n' in v for v in env.values()):
            lines.append(f'env = {toml_value(env)}')
        elif env:
            lines += ['', f'[{at}.env]', *(f'{toml_key(k)} = {toml_value(v)}' for k, v in env.items())]
        if rng.random() < 0.12 and len(servers) > 1:
            lines = [f'# {line}' for part in lines for line in part.split('\n')]
        out += [*lines, '']
    return '\n'.join(out)


def yaml_text(value: str, rng: random.Random, pad: str) -> str:
    bare = re.sub('«[0-9]+:|»', '', value)
    if '\n' in bare and rng.random() < 0.6:
        return '|\n' + '\n'.join(f'{pad}  {line}' if line else '' for line in value.rstrip('»').split('\n')).rstrip() + ('»' if value.endswith('»') else '')
    if PLAIN.fullmatch(bare) and bare.lower() not in WORD and rng.random() < 0.6:
        return value
    if "'" not in bare and '\n' not in bare and rng.random() < 0.4:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)


def yaml(value: Any, rng: random.Random, level: int = 0) -> list[str]:
    """Block style; lists of plain values sometimes in flow style."""
    pad = '  ' * level
    out: list[str] = []
    if isinstance(value, dict):
        for key, child in value.items():
            name = key if re.fullmatch(r'[\w-]+', key) and not key.isdigit() else json.dumps(key, ensure_ascii=False)
            if isinstance(child, (dict, list)) and child:
                if isinstance(child, list) and all(isinstance(c, str) and '\n' not in c for c in child) and rng.random() < 0.4:
                    out.append(f'{pad}{name}: [' + ', '.join(json.dumps(c, ensure_ascii=False) for c in child) + ']')
                else:
                    out += [f'{pad}{name}:', *yaml(child, rng, level + 1)]
            elif isinstance(child, str):
                out.append(f'{pad}{name}: {yaml_text(child, rng, pad)}')
            else:
                out.append(f'{pad}{name}: {json.dumps(child)}')
        return out
    for child in value:
        if isinstance(child, dict):
            first, *rest = yaml(child, rng, level + 1)
            out += [f'{pad}- {first[len(pad) + 2:]}', *rest]
        else:
            text = json.dumps(child, ensure_ascii=False) if isinstance(child, str) and child.startswith('-') else yaml_text(child, rng, pad)
            out.append(f'{pad}- {text}')
    return out


def commented(servers: list[Server], rng: random.Random, wrap: Any, level: int, as_list: bool) -> str:
    """The servers one after the other, some of them commented out."""
    out: list[str] = []
    for n, server in enumerate(servers):
        value = wrap(server)
        lines = '\n'.join(yaml([value] if as_list else {server['name']: value}, rng, level)).split('\n')
        if n and rng.random() < 0.15:
            lines = [f'# {line}' for line in lines]
        out += lines
    return '\n'.join(out)


def continued(servers: list[Server], rng: random.Random) -> str:
    """`.continue/config.yaml`."""
    def wrap(server: Server) -> dict[str, Any]:
        if 'url' in server:
            more = {'requestOptions': {'headers': server['headers']}} if server['headers'] else {}
            return {'name': server['name'], 'type': 'streamable-http', 'url': server['url'], **more, **server['extra']}
        return {'name': server['name'], **entry(server, 'continue')}
    return 'name: Team assistant\nversion: 1.0.0\nschema: v1\nmcpServers:\n' + commented(servers, rng, wrap, 1, True) + '\n'


def librechat(servers: list[Server], rng: random.Random) -> str:
    def wrap(server: Server) -> dict[str, Any]:
        return {'type': 'streamable-http' if 'url' in server else 'stdio', **entry(server, 'librechat')}
    return 'version: 1.2.8\ncache: true\nmcpServers:\n' + commented(servers, rng, wrap, 1, False) + '\nendpoints:\n  agents:\n    disableBuilder: false\n'


def goose(servers: list[Server], rng: random.Random) -> str:
    def wrap(server: Server) -> dict[str, Any]:
        if 'url' in server:
            return {'enabled': True, 'type': 'streamable_http', 'name': server['name'], 'uri': server['url'], 'headers': server['headers'], **server['extra']}
        return {'enabled': True, 'type': 'stdio', 'name': server['name'], 'cmd': server['command'], 'args': server['args'],
                'envs': server['env'], 'timeout': 300, **server['extra']}
    return 'GOOSE_PROVIDER: anthropic\nGOOSE_MODEL: claude-sonnet-4-5\nextensions:\n' + commented(servers, rng, wrap, 1, False) + '\n'


def compose(servers: list[Server], rng: random.Random) -> str:
    """A compose file of MCP servers; the environment as a map or as a list."""
    out = ['services:']
    for server in servers:
        body: dict[str, Any] = {'image': f'mcp/{server["name"].removesuffix("-2")}:latest'}
        if server.get('args'):
            body['command'] = server['args']
        env = server.get('env') or {}
        if env:
            body['environment'] = [f'{k}={v}' for k, v in env.items()] if rng.random() < 0.5 and not any('\n' in v for v in env.values()) else env
        out += yaml({server['name']: body}, rng, 1)
    return '\n'.join(out) + '\n'


def agent(servers: list[Server], rng: random.Random) -> str:
    """A subagent: Markdown with servers in its front matter."""
    front = yaml({'name': 'tracker', 'description': 'Looks after the issue tracker', 'mcpServers': {s['name']: entry(s, 'claude') for s in servers}}, rng)
    return '---\n' + '\n'.join(front) + '\n---\n\nYou look after the tracker. Ask before you close an issue.\n'


def env_file(env: dict[str, str], rng: random.Random) -> str:
    """`KEY=value` lines as docker and dotenv read them."""
    out = ['# used by .vscode/mcp.json', 'LOG_LEVEL=info']
    for name, value in env.items():
        lead = rng.choice(('', '', '', 'export '))
        bare = re.sub('«[0-9]+:|»', '', value)
        quoted = json.dumps(value, ensure_ascii=False) if '\n' in bare or (not PLAIN.fullmatch(bare) and rng.random() < 0.7) else value
        out.append(f'{lead}{name}={quoted}')
    return '\n'.join(out) + '\n'
