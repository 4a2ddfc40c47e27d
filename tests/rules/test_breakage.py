"""What looks right and does not start."""

from __future__ import annotations

import json

import pytest
from marks import hits_of, marked, severities_of, spans_of


def entry(**fields: object) -> str:
    return json.dumps({'mcpServers': {'docs': fields}}, ensure_ascii=False)


def npx(*args: str, **fields: object) -> str:
    return entry(command='npx', args=list(args), **fields)


def docker(*args: str, **fields: object) -> str:
    return entry(command='docker', args=list(args), **fields)


@pytest.mark.parametrize(
    ('name', 'severities'),
    [
        ('', ['error']),
        ('A=B', ['error']),
        (' A', ['warning']),
        ('$A', ['warning']),
        ('A', []),
        ('a.b-c', []),
        ('ProgramFiles(x86)', []),
    ],
)
def test_variable_name(name: str, severities: list[str]) -> None:
    assert severities_of('.mcp.json', entry(command='d', env={name: '1'}), 'variable-name') == severities


@pytest.mark.parametrize(
    'text',
    [
        entry(command='npm', args=['«install»', '@docs/mcp']),
        entry(command='C:\\\\nodejs\\\\npm.cmd', args=['«i»', '-g', 'docs-mcp']),
        entry(command='uv', args=['tool', '«install»', 'docs-mcp']),
        entry(command='python3', args=['-m', 'pip', '«install»', 'docs-mcp']),
        entry(command='docker', args=['«pull»', 'docs/mcp']),
        entry(command='npm', args=['run', 'install']),
        entry(command='npm', args=['install', '&&', 'node', 'server.js']),
        entry(command='uv', args=['tool', 'run', 'docs-mcp']),
        entry(command='npx', args=['-y', 'install']),
        entry(command='docker', args=['run', '-i', 'build']),
        entry(command='npm', args=[]),
    ],
)
def test_only_installs(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'only-installs') == marked(text)


@pytest.mark.parametrize(
    ('text', 'severity'),
    [
        (entry(command='npx', args=['-y', '«@modelcontextprotocol/server-fetch»']), 'warning'),
        (entry(command='npx', args=['«@modelcontextprotocol/server-time@latest»', '--local-timezone=UTC']), 'warning'),
        (entry(command='cmd', args=['/c', 'npx', '-y', '«@modelcontextprotocol/server-git»', '--repository', '.']), 'warning'),
        (entry(command='pnpm', args=['dlx', '«@modelcontextprotocol/server-sqlite»', 'docs.db']), 'warning'),
        (entry(command='npx', args=['-y', '@modelcontextprotocol/server-github']), ''),
        (entry(command='npx', args=['-y', '@docs/cli', 'install', '@modelcontextprotocol/server-fetch']), ''),
        (entry(command='npx', args=['--registry', 'https://npm.docs.example', '-y', '@modelcontextprotocol/server-git']), ''),
        (entry(command='npx', args=['-y', '@modelcontextprotocol/server-git'], env={'NPM_CONFIG_REGISTRY': 'https://d.example'}), ''),
        (entry(command='uvx', args=['«@docs/docs-mcp»']), 'error'),
        (entry(command='uvx', args=['--python', '3.12', '«@docs/docs-mcp@1.4.2»']), 'error'),
        (entry(command='uv', args=['tool', 'run', '--from', '«@docs/docs-mcp»', 'docs-mcp']), 'error'),
        (entry(command='cmd', args=['/c', 'uvx', '«@docs/docs-mcp»']), 'error'),
        (entry(command='pipx', args=['run', '«@docs/docs-mcp»']), 'warning'),
        (entry(command='uvx', args=['docs-mcp', '--only', '@docs/team']), ''),
        (entry(command='uvx', args=['--from', 'git+https://git.docs.example/@docs/docs-mcp', 'docs-mcp']), ''),
        (entry(command='uv', args=['run', 'docs.py', '@docs/team']), ''),
    ],
)
def test_no_such_package(text: str, severity: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'no-such-package') == marked(text)
    assert set(severities_of('.mcp.json', text, 'no-such-package')) == ({severity} if severity else set())


@pytest.mark.parametrize(
    'text',
    [
        entry(command='«uvicorn»', args=['docs.app:app', '--port', '8000']),
        entry(command='«/opt/docs/bin/gunicorn»', args=['docs:app']),
        entry(command='python', args=['-u', '-m', '«uvicorn»', 'docs.app:app']),
        entry(command='python3', args=['-m', '«http.server»', '8000']),
        entry(command='uv', args=['run', '--directory', '/srv/docs', '«uvicorn»', 'docs:app']),
        entry(command='poetry', args=['run', 'python', '-m', 'docs']),
        entry(command='uvx', args=['docs-mcp', '--server', 'uvicorn']),
        entry(command='flask', args=['--version']),
        entry(command='«flask»', args=['--app', 'docs', 'run']),
        entry(command='«fastapi»', args=['dev', 'docs.py']),
        entry(command='mcp-proxy', args=['--', 'uvicorn', 'docs:app']),
        entry(command='python', args=['serve.py', '-m', 'uvicorn']),
        entry(url='http://127.0.0.1:8000/mcp', command='uvicorn', args=['docs:app']),
        entry(type='http', command='uvicorn', args=['docs:app']),
        entry(transport='streamable-http', command='uv', args=['run', 'uvicorn', 'docs:app']),
    ],
)
def test_serves_http(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.cursor/mcp.json', text, 'serves-http') == marked(text)


def test_null_and_repeated() -> None:
    text = '{"mcpServers": {"d": {"command": "d", "args": [«"a\\u0000b"»], "env": {"A": «"\\u0000"»}}}}'
    assert spans_of('.mcp.json', text, 'null-character') == marked(text)
    text = '{"mcpServers": {"d": {"command": "uvx", "args": [«"uvx"», "docs-mcp"]}, "e": {"command": "npx", "args": ["npx"]}}}'
    assert spans_of('.mcp.json', text, 'repeated-command') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        '{"mcpServers": {"d": {"command": "docker", "args": [1, null, "run", {"a": "-e"}, ["-e"]], "env": {"A": 1, "B": 0}}}}',
        '{"mcpServers": {"d": {"command": "docker", "args": "run -e", "env": ["A=1"]}}}',
        '{"mcpServers": {"d": {"command": ["docker", "run"], "args": null, "env": 3}}}',
        '{"mcpServers": {"d": {"command": "docker", "args": ["run", "-", "-e=", "--", "-"]}}}',
    ],
)
def test_odd_shapes_do_no_harm(text: str) -> None:
    hits_of('.mcp.json', text)
