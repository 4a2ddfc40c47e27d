"""Markdown, shell scripts, notebooks and JSON that does not parse."""
from __future__ import annotations

import json
import random

from benchmarks.accuracy_set.build import Server, quote
from benchmarks.accuracy_set.files_json import dump, mapped, plain
from benchmarks.accuracy_set.files_text import codex


def command(server: Server, rng: random.Random) -> str:
    """The command line that adds this server to a client."""
    name = server['name']
    if 'url' in server:
        heads = ''.join(f' {rng.choice(("--header", "-H"))} {quote(f"{k}: {v}")}' for k, v in server['headers'].items())
        if not server['extra'] and rng.random() < 0.8:
            return f'claude mcp add --transport http {name} {quote(server["url"])}{heads}'
    elif not server['extra'] and rng.random() < 0.75:
        line = ' '.join(quote(a) for a in (server['command'], *server['args']))
        env = [f'{k}={v}' for k, v in server['env'].items()]
        tool = rng.choice(('claude mcp add', 'claude mcp add -s project', 'codex mcp add', 'gemini mcp add'))
        flag = '-e' if tool.startswith(('claude', 'gemini')) else '--env'
        ends = ' \\\n  ' if len(env) > 1 else ' '
        return f'{tool} {name}' + ''.join(f'{ends}{flag} {quote(e)}' for e in env) + f'{ends if env else " "}-- {line}'
    body = mapped([server], 'vscode')[name]
    if rng.random() < 0.5:
        return f'claude mcp add-json {name} {single(json.dumps(body, ensure_ascii=False))}'
    return f'code --add-mcp {single(json.dumps({"name": name, **body}, ensure_ascii=False))}'


def single(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def script(servers: list[Server], rng: random.Random) -> str:
    out = ['#!/usr/bin/env bash', 'set -euo pipefail', '', '# register our MCP servers']
    for server in servers:
        text = command(server, rng)
        if rng.random() < 0.12:
            text = '\n'.join(f'# {line}' for line in text.split('\n'))
        out.append(text)
    return '\n'.join([*out, '', 'claude mcp list', ''])


def readme(servers: list[Server], rng: random.Random) -> str:
    """A README or a page of docs: some servers as JSON blocks, some as commands, some as TOML."""
    out = ['# Team tools', '', 'MCP servers that we use. Ask in the channel if a key has expired.', '']
    for server in servers:
        out += [f'## {server["name"]}', '', rng.choice(('Add this to your client:', 'Configuration:', '1. Install it\n2. Add it to `.mcp.json`:')), '']
        way = rng.random()
        if way < 0.3 and not any('\n' in str(v) for v in server.values()):
            body = ['```bash', command(server, rng), '```']
        elif way < 0.4:
            body = ['```toml', '\n'.join(codex([server], rng).split('\n')[3:]).strip(), '```']
        elif way < 0.5:
            body = ['<details><summary>Cursor</summary>', '', '```jsonc', '// .cursor/mcp.json', plain([server], rng).rstrip(), '```', '', '</details>']
        elif way < 0.6:
            body = ['   ```json', *(f'   {line}' for line in plain([server], rng).rstrip().split('\n')), '   ```']
        elif way < 0.68:
            body = ['```json', dump(mapped([server], 'claude'), '  ')[2:-2], '```']
        else:
            body = [rng.choice(('```json', '```json', '```', '~~~json')), plain([server], rng).rstrip()]
            body.append(body[0][:3])
        out += [*body, '']
    return '\n'.join(out)


def notebook(servers: list[Server], rng: random.Random) -> str:
    cells = [{'cell_type': 'markdown', 'metadata': {}, 'source': ['# Setup\n', 'Adds the MCP servers.']}]
    for server in servers:
        lines = ('!' + command(server, rng)).split('\n')
        cells.append({'cell_type': 'code', 'execution_count': None, 'metadata': {}, 'outputs': [],
                      'source': [line + '\n' for line in lines[:-1]] + lines[-1:]})
    return dump({'cells': cells, 'metadata': {'language_info': {'name': 'python'}}, 'nbformat': 4, 'nbformat_minor': 5}, ' ') + '\n'


def broken(servers: list[Server], rng: random.Random) -> str:
    """A configuration that does not parse, in one of the ways seen in repositories."""
    text = plain(servers, rng)
    lines = text.split('\n')
    way = rng.randrange(7)
    if way == 0:  # the last brace is missing
        return text.rstrip().removesuffix('}')
    if way == 1:  # a comma is missing after the first server or value
        at = next((i for i, line in enumerate(lines) if line.rstrip().endswith(',')), 0)
        lines[at] = lines[at].rstrip().removesuffix(',')
    elif way == 2:  # a merge that nobody finished
        lines[2:2] = ['<<<<<<< HEAD']
        lines[-3:-3] = ['=======', '>>>>>>> feature/mcp']
    elif way == 3:  # comments in a style that no JSON knows
        lines[1:1] = ['# our servers']
    elif way == 4:  # a template
        lines[1:1] = ['  {{- if .work }}']
        lines[-2:-2] = ['  {{- end }}']
    elif way == 5:  # only the inside was pasted
        lines = lines[1:]
    else:  # a quote too few
        lines[1] = lines[1].replace('"', '', 1)
    return '\n'.join(lines)
