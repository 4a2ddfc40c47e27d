"""What is known to be dangerous, and advice that is off by default."""

from __future__ import annotations

import json

import pytest
from marks import applied, hits_of, marked, spans_of


def entry(**fields: object) -> str:
    return json.dumps({'mcpServers': {'docs': fields}}, ensure_ascii=False)


def npx(*args: str, **fields: object) -> str:
    return entry(command='npx', args=list(args), **fields)


@pytest.mark.parametrize(
    'text',
    [
        npx('-y', '«mcp-remote@0.1.15»', 'https://x.example/mcp'),
        npx('-y', '«mcp-remote@0.0.5»', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote@0.0.4', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote@0.1.16', 'https://x.example/mcp'),
        npx('-y', '«postmark-mcp@1.0.16»'),
        npx('-y', 'postmark-mcp@1.0.15'),
        npx('-y', '«mcp-remote@0.1.16-1»', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote@^0.1.0', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote@0.1', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote@latest', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote', 'https://x.example/mcp'),
        npx('-y', 'mcp-remote-plus@0.1.0', 'https://x.example/mcp'),
        npx('-y', '@acme/mcp-remote@0.1.0', 'https://x.example/mcp'),
        npx('-y', '«@modelcontextprotocol/inspector@0.14.0»'),
        npx('-y', '@modelcontextprotocol/inspector@0.14.1'),
        npx('-y', '@modelcontextprotocol/inspector@1.2.0'),
        npx('--package=«mcp-remote@0.1.1»', 'mcp-remote'),
        entry(command='sh', args=['-c', 'exec npx -y «mcp-remote@0.1.2» https://x.example/mcp']),
        entry(command='bunx', args=['«mcp-remote@v0.1.2»', 'https://x.example/mcp']),
    ],
)
def test_vulnerable_version(text: str) -> None:
    assert spans_of('.mcp.json', text, 'vulnerable-version') == marked(text)


def test_the_fix_names_the_first_good_release() -> None:
    text = npx('-y', 'mcp-remote@0.1.15', 'https://x.example/mcp')
    [(_, hit)] = hits_of('.mcp.json', text, 'vulnerable-version')
    assert hit.fix is not None
    assert applied(text, hit.fix) == text.replace('0.1.15', '0.1.16')


@pytest.mark.parametrize(
    'text',
    [
        npx('@modelcontextprotocol/inspector', env={'DANGEROUSLY_OMIT_AUTH': 'true'}).replace(
            '"DANGEROUSLY_OMIT_AUTH"', '«"DANGEROUSLY_OMIT_AUTH"»'
        ),
        npx('@modelcontextprotocol/inspector', env={'DANGEROUSLY_OMIT_AUTH': ''}),
        entry(command='sh', args=['«DANGEROUSLY_OMIT_AUTH=1 npx @modelcontextprotocol/inspector»']),
        npx('@modelcontextprotocol/inspector', env={'HOST': '«0.0.0.0»'}),
        npx('docs-mcp', env={'HOST': '0.0.0.0'}),
        npx('@modelcontextprotocol/inspector', '--host', '«0.0.0.0»'),
        npx('my-inspector', '--host', '0.0.0.0'),
        entry(command='docker', args=['run', '-i', '-e', '«HOST=0.0.0.0»', 'ghcr.io/modelcontextprotocol/inspector:0.17.0']),
    ],
)
def test_open_inspector(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'open-inspector') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        npx('-y', '«docs-mcp»'),
        npx('-y', '«@acme/docs-mcp@latest»'),
        npx('-y', '«@acme/docs-mcp@^1.2.3»'),
        npx('-y', '@acme/docs-mcp@1.2.3'),
        npx('-y', './local'),
        npx('-p', '«docs-mcp»', 'docs'),
        npx('-y', 'docs-mcp@1.2.3-beta.1', '--version', 'x'),
        npx('github:acme/docs'),
        entry(command='uvx', args=['«docs-mcp»']),
        entry(command='uvx', args=['docs-mcp==1.2.3']),
        entry(command='uvx', args=['docs-mcp@1.2.3']),
        entry(command='uvx', args=['«docs-mcp[cli]>=1»']),
        entry(command='uvx', args=['--from', 'docs-mcp[a]==1.0', 'docs']),
        entry(command='uvx', args=['--from', 'git+https://x.example/docs', 'docs']),
        entry(command='uvx', args=['«docs-mcp@latest»']),
        entry(command='uv', args=['run', '--with', '«mcp[cli]»', 'server.py']),
        entry(command='uv', args=['run', 'server.py']),
        entry(command='docker', args=['run', '-i', '--rm', '«acme/docs»']),
        entry(command='docker', args=['run', '-i', 'acme/docs:1.2']),
        entry(command='docker', args=['run', '-i', 'host:5000/acme/docs@sha256:' + '0' * 64]),
        entry(command='node', args=['x.js']),
        entry(command='docker', args=['run', '-i', '-p', '1:1', '«acme/docs:latest»']),
        entry(command='cmd', args=['/c', 'npx', '-y', '«docs-mcp»']),
        entry(command='pnpm', args=['dlx', '«docs-mcp»']),
        entry(command='npm', args=['run', 'start']),
        entry(command='pipx', args=['run', '«docs-mcp»']),
        entry(command='op', args=['run', '--', 'npx', '-y', '«docs-mcp»']),
        entry(command='bunx', args=['-y', '«docs-mcp@1»']),
    ],
)
def test_unpinned_package(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'unpinned-package') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        entry(command='node', args=['«/Users/mkessler»/x.js']),
        entry(command='«/home/anna»/bin/x'),
        entry(command='x', args=['--a=«/home/anna»']),
        entry(command='x', env={'A': '«C:\\Users\\anna»\\x'}),
        entry(command='x', args=['/Users/username/x', '/home/user', '/home/<you>', '/home/$USER']),
        entry(command='x', args=['https://x.example/home/anna', '/data/home/anna', '/Users/Shared/x']),
    ],
)
def test_personal_path(text: str) -> None:
    assert spans_of('.mcp.json', text, 'personal-path') == marked(text)


def test_advice_is_off_by_default() -> None:
    assert spans_of('.mcp.json', npx('docs-mcp', '/Users/mkessler/x')) == []
    assert spans_of('.claude/settings.json', '{"enableAllProjectMcpServers": true}') == []


def test_too_many_servers() -> None:
    servers = {f's{n}': {'command': f's{n}-mcp'} for n in range(17)}
    assert len(spans_of('.vscode/mcp.json', json.dumps({'servers': servers}), 'too-many-servers')) == 1
    assert spans_of('.mcp.json', json.dumps({'mcpServers': servers}), 'too-many-servers') == []
    servers.popitem()
    assert spans_of('.vscode/mcp.json', json.dumps({'servers': servers}), 'too-many-servers') == []


@pytest.mark.parametrize(
    ('args', 'found'),
    [
        (['docs-mcp'], True),
        (['-y', 'docs-mcp'], False),
        (['--yes', 'docs-mcp'], False),
        (['-q', 'docs-mcp'], True),
        (['./x'], False),
        ([], False),
    ],
)
def test_npx_without_yes(args: list[str], found: bool) -> None:
    assert bool(spans_of('.mcp.json', npx(*args), 'npx-without-yes')) is found
