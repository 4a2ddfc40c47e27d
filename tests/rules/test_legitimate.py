"""Entries as people rightly write them: not one rule may say a word."""

from __future__ import annotations

import json
import random

import pytest
from marks import hits_of
from pace import within


def local(command: str, *args: str, **env: str) -> dict[str, object]:
    return {'command': command, 'args': list(args), **({'env': env} if env else {})}


DIGEST = '@sha256:' + '0' * 64
RIGHT = {
    'a program': local('docs-mcp', '--stdio'),
    'packages': local('npx', '-y', '@acme/docs-mcp@1.0.0', '--browser', 'chrome'),
    'uv in a folder': local('uv', '--directory', '/opt/docs', 'run', 'server.py'),
    'a database here': local('npx', '-y', 'docs-mcp@1.0.0', 'postgresql://localhost/docs'),
    'a shell': local('bash', '-c', 'source .env && exec npx -y docs-mcp --key "$KEY" ~/docs ${OTHER} $(id -u)'),
    'a bridge': local('npx', '-y', 'mcp-remote@0.1.16', 'https://docs.example/sse', '--header', 'X-Team: a b c'),
    'another system': local('wsl.exe', 'bash', '-c', 'cd ~/docs && node index.js $A'),
    'code': local('python', '-c', 'import sys; sys.exit("$A")'),
    'an artisan': local('php', 'artisan', 'boost:mcp'),
    'a gateway': local('npx', '-y', 'supergateway@3.0.0', '--stdio', 'npx -y @acme/docs --port 80'),
    'an env file': local('node', '--env-file=.env', 'dist/index.js'),
    'JSON': local('npx', '-y', 'docs-cli@1.0.0', '--config', '{"a": "b c", "d": ["-x"]}'),
    'a query': local('docs-mcp', '--filter', 'status="open"', "SELECT * FROM a WHERE b = 'c d'"),
    'Java': local('java', '-Da.b=c d', '-jar', 'docs.jar'),
    'exec': local('docker', 'exec', '-i', 'box', 'node', '/app/docs.js'),
    'a gateway of containers': local('docker', 'mcp', 'gateway', 'run'),
    'podman': local('podman', 'run', '--rm', '-it', 'acme/docs:1'),
    'far away': local('ssh', '-T', 'host', 'cd ~/docs && exec docs-mcp "$KEY"'),
    'cmd': local('cmd', '/c', 'npx', '-y', 'docs-mcp@1.0.0', '--dir', '%APPDATA%\\docs'),
    'patterns': local('docs-mcp', '--p', '^\\d+$', '--q', '(a|b)$', '--t', '{{.Name}}', '--f', '%Y-%m-%d', '%20a%20', '$1'),
    'a full container': local(
        'docker', 'run', '-i', '--rm', '-p', '127.0.0.1:80:80', '--name', 'docs', '-v', '/a:/b:ro', '--user', '1000:1000',
        '--memory=512m', '--mount', 'type=bind,src=/a,dst=/b', '--network=host', '-e', 'A=1', '--env=B=2', f'acme/docs{DIGEST}',
    ),
    'nix': local('nix', 'run', 'github:acme/docs', '--', '--stdio'),
    'mise': local('mise', 'x', '--', 'npx', '-y', 'docs-mcp@1.0.0'),
    '1Password': local('op', 'run', '--env-file=.env', '--', 'docs-mcp', DOCS_KEY='op://team/docs/key'),
    'a script': local('sh', './start.sh', '--flag'),
    'odd values': local(
        'docs-mcp', '--title', 'It’s “fine” – really',
        TEXT='Hello {name}', JSON='{"a": "$ref"}', RE='^[a-z]+$', PRICE='$5', NODE_OPTIONS='--a --b', EMPTY='', PATHS='a:b;c',
    ),
}  # fmt: skip


@pytest.mark.parametrize('path', ['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'])
def test_no_word_about_what_is_right(path: str) -> None:
    root = 'servers' if path.startswith('.vscode') else 'mcpServers'
    found = hits_of(path, json.dumps({root: {name.replace(' ', '-'): entry for name, entry in RIGHT.items()}}))
    assert [(rule.name, hit.message) for rule, hit in found if rule.category != 'credential'] == []


def test_hostile_entries_do_no_harm() -> None:
    chance = random.Random(7)
    words = [
        'docker', 'run', '-e', '-e', '--env', '', '-', '--', '-it', 'npx', '-y', '/c', 'sh', '-c', '~/', '${', '}', '${A', '$(',
        ')', '{{', '"', "'", '\\', '\t', 'C:\\', '=', '@', 'mcp-remote@0.1.1', 'op://', '%A%', '\u2013', '\u200b', '$A',
        '${env:A}', '${input:x}', 'localhost', 'http://localhost', '0.0.0.0', None, 1, True, [], {}, ['-e'], {'a': '$A'},
    ]  # fmt: skip
    for _ in range(80):
        entry: dict[str, object] = {}
        for key in ('command', 'args', 'env', 'headers', 'url', 'type', 'cwd', 'envFile', 'environment', 'tools', 'oauth'):
            if chance.random() < 0.6:
                some = [chance.choice(words) for _ in range(chance.randint(0, 6))]
                flat = ''.join(str(word) for word in some)
                entry[key] = chance.choice([some, flat, {str(word): chance.choice(words) for word in some}, None, 3])
        value = chance.choice([entry, [entry], {'x': entry}])
        inputs = chance.choice([[entry], entry, 1, [{'id': 'x'}]])
        text = json.dumps({'mcpServers': value, 'servers': value, 'mcp': value, 'inputs': inputs})
        for path in ('.mcp.json', '.vscode/mcp.json', 'opencode.json', 'crush.json', 'claude_desktop_config.json'):
            hits_of(path, text)


PIECES = ['$', '${', '${A', '$A ', '{{', '~/', '"', "'", 'C:\\t', '@', '-e ', ' -', '%A%', '/home/', '\u2013', '\\', 'a=', '://']


@pytest.mark.parametrize('piece', PIECES)
def test_a_long_value_takes_no_long_time(piece: str) -> None:
    long = (piece * (100_000 // len(piece)))[:100_000]
    entry = {'command': 'docker', 'args': ['run', '-i', '-e', 'A', long, long], 'env': {'A': long, 'B': long}}
    within(3, lambda: hits_of('.mcp.json', json.dumps({'mcpServers': {'a': entry}})))
