"""From rows to servers: a server is a plain dictionary, each value in it marked with ``«number:…»`` where a label is about it."""
from __future__ import annotations

import json
import random
import re
from typing import Any, NamedTuple

from benchmarks.accuracy_set.secrets import Row
from benchmarks.accuracy_set.values import WORDS, b64, fill

Server = dict[str, Any]
SAFE = re.compile(r'[\w./:@%+=,«»-]+')


class Item(NamedTuple):
    """One row with its number; ``verdict`` is ``true`` for a credential, ``false`` for a look-alike."""

    number: int
    verdict: str
    row: Row

    @property
    def place(self) -> str:
        return str(self.row[1])

    @property
    def name(self) -> str:
        return str(self.row[2])

    @property
    def alone(self) -> bool:
        """It makes the whole command or the whole url."""
        text = self.row[3]
        return self.place in ('shell', 'url', 'urlarg') or len(self.row) > 4 or (isinstance(text, list) and text[0] in ('-c', '-lc'))

    @property
    def remote(self) -> bool:
        return self.place in ('url', 'header')


def quote(text: str) -> str:
    """As one writes it in a POSIX shell."""
    bare = re.sub('«[0-9]+:', '', text)
    if bare and SAFE.fullmatch(bare):
        return text
    if "'" not in text and ('$' not in text or '`' in text):
        return f"'{text}'"
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('`', '\\`') + '"'


def text_of(item: Item, rng: random.Random) -> list[str]:
    """The filled text or texts, with marks."""
    given = item.row[3] if isinstance(item.row[3], list) else [item.row[3]]
    parts = [fill(part, rng) for part in given]
    if not any('«' in part for part in parts):
        parts[-1] = f'«{parts[-1]}»'
    return [part.replace('«', f'«{item.number}:') for part in parts]


def remote(rng: random.Random, url: str = '') -> Server:
    name = f'{rng.choice(WORDS)}'
    return {'name': name, 'url': url or f'https://mcp.{name}.io/{rng.choice(("mcp", "sse", "v1/mcp"))}', 'headers': {}, 'extra': {}, 'off': False}


def local(rng: random.Random, docker: bool = False) -> Server:
    name = rng.choice(WORDS)
    command, args = rng.choice((
        ('npx', ['-y', f'{name}-mcp-server']), ('npx', ['-y', f'@{name}/mcp@1.{rng.randrange(20)}.0']), ('uvx', [f'mcp-server-{name}']),
        ('node', [f'./servers/{name}/index.js']), ('python', ['-m', f'{name}_mcp']), (f'{name}-mcp', [])))
    if docker:
        command, args = 'docker', ['run', '-i', '--rm', f'mcp/{name}']
    return {'name': name, 'command': command, 'args': args, 'env': {}, 'extra': {}, 'off': False}


def put(item: Item, server: Server, rng: random.Random) -> None:
    """Write the item into the server, where its place says."""
    parts = text_of(item, rng)
    place, name, value = item.place, item.name, parts[-1]
    if place in ('env', 'header'):
        server['env' if place == 'env' else 'headers'][name] = value
    elif place == 'docker':
        at = len(server['args']) - 1
        server['args'][at:at] = [rng.choice(('-e', '-e', '--env')), f'{name}={value}']
    elif place == 'url':
        server['url'] = value
    elif place == 'urlarg':
        server['command'], server['args'] = 'npx', ['-y', 'mcp-remote', value]
    elif place == 'shell':
        assigned = value if value.split(':', 1)[1].startswith('$') else quote(value)
        server['command'], server['args'] = rng.choice(('bash', 'sh')), ['-c', f'export {name}={assigned} && npx -y {server["name"]}-mcp']
    elif place == 'key':
        at, *steps = server['extra'], *name.split('.')
        for step in steps[:-1]:
            at = at.setdefault(step, {})
        at[steps[-1]] = value
    elif item.alone:
        server['command'], server['args'] = item.row[4] if len(item.row) > 4 else rng.choice(('bash', 'sh')), parts
    else:
        server['args'] += arguments(item, parts)


def arguments(item: Item, parts: list[str]) -> list[str]:
    place, name, value = item.place, item.name, parts[-1]
    if place == 'flag':
        return [name, value]
    if place == 'eq':
        return [f'{name}={value}']
    if place == 'json':
        return ['--config', json.dumps({'region': 'eu', name: value}, ensure_ascii=False)]
    if place == 'b64':
        inner = value.split(':', 1)[1].rstrip('»')
        return ['--config', f'«{item.number}:{b64(json.dumps({"region": "eu", name: inner}))}»']
    return parts


def servers(items: list[Item], rng: random.Random) -> list[Server]:
    """Servers that hold all ``items``; those of one kind share a server where nothing speaks against it."""
    out: list[Server] = []
    for item in items:
        docker = item.place == 'docker'
        fit = [s for s in out if not s.get('full') and ('url' in s) == item.remote and (s.get('command') == 'docker') == docker
               and item.name not in {*s.get('env', ()), *s.get('headers', ()), *(k for k in s['extra'])} and '.' not in item.name]
        if item.alone or item.place == 'input' or not fit or rng.random() < 0.35:
            server = remote(rng) if item.remote else local(rng, docker)
            while any(s['name'] == server['name'] for s in out):
                server['name'] += '-2'
            server['full'] = item.alone
            out.append(server)
        else:
            server = rng.choice(fit)
        if item.place != 'input':
            put(item, server, rng)
    if not out or rng.random() < 0.25:
        extra = rng.choice((remote, local))(rng)
        if all(s['name'] != extra['name'] for s in out):
            out.append(extra)
    rng.shuffle(out)
    return out
