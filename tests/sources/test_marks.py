"""By which names and words a file is picked, and that the quick ways leave nothing out."""
from __future__ import annotations

import json
from pathlib import Path

import cases
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within

from mcp_hooks.clients import registry
from mcp_hooks.credentials.stores import STORES, is_store
from mcp_hooks.sources import look, marks, names

CHOOSE = marks.chooser()


@pytest.mark.parametrize(('path', 'kind'), [
    ('.mcp.json', marks.PATH), ('a/.cursor/mcp.json', marks.PATH), ('.mcp.json.example', marks.PATH), ('mcp.example.json', marks.CONTENT),
    ('.mcp-auth/mcp-remote-1/x_code_verifier.txt', marks.PATH), ('home/.mcp-inspector/secrets.json', marks.PATH),
    ('backup/.config/gcloud/credentials.db', marks.PATH), ('.gmail-mcp/token', marks.PATH),
    ('settings.json', marks.CONTENT), ('zed/settings.json', marks.HINT), ('server.json', marks.CONTENT),
    ('a.json', marks.CONTENT), ('a.json~', marks.CONTENT), ('a.json.j2', marks.CONTENT), ('README.md', marks.CONTENT),
    ('.github/workflows/ci.yml', marks.CONTENT), ('package-lock.json', marks.NOTHING),
    ('setup.sh', marks.TEXT), ('setup.ps1', marks.TEXT), ('docs/a.mdx', marks.TEXT), ('docs/a.rst', marks.TEXT), ('a.ipynb', marks.TEXT),
    ('Makefile', marks.TEXT), ('sub/justfile', marks.TEXT), ('Dockerfile', marks.TEXT), ('Dockerfile.dev', marks.TEXT),
    ('dev.Dockerfile', marks.TEXT), ('.bashrc', marks.TEXT),
    ('bin/setup', marks.BARE), ('LICENSE', marks.BARE), ('.husky/post-checkout', marks.BARE),
    ('a.mcp.jsonl', marks.CAPTURE), ('traffic.har', marks.CAPTURE), ('mcp-server-x.log', marks.CAPTURE),
    ('main.py', marks.NOTHING), ('picture.png', marks.NOTHING), ('a.json.d/x.py', marks.NOTHING),
])
def test_by_the_name(path: str, kind: str) -> None:
    assert marks.kind_of(path, CHOOSE) == kind


INITIALIZE = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {}})
COMMAND = 'claude mcp add docs --env KEY=x -- docs-mcp\n'


@pytest.mark.parametrize(('kind', 'path', 'data', 'what'), [
    (marks.PATH, '.mcp.json', '', marks.SOURCE),
    (marks.HINT, 'zed/settings.json', '{"theme": 1}', marks.NOTHING),
    (marks.HINT, 'zed/settings.json', '{"command": 1}', marks.SOURCE),
    (marks.CONTENT, 'a.json', '{"mcpServers": {}}', marks.SOURCE),
    (marks.CONTENT, 'a.json', '{"servers": [{"url": "https://x.example"}]}', marks.NOTHING),
    (marks.CONTENT, 'package.json', '{"scripts": {"setup": "claude mcp add x"}}', marks.SOURCE),
    (marks.CONTENT, 'a.yml', 'run: |\n  ' + COMMAND, marks.SOURCE),
    (marks.CONTENT, 'README.md', COMMAND, marks.SOURCE),
    (marks.CONTENT, 'README.md', 'We speak of mcp and add nothing.', marks.NOTHING),
    (marks.CONTENT, 'a.json', f'[{INITIALIZE}]', marks.SESSION),
    (marks.CONTENT, 'a.yaml', f'[{INITIALIZE}]', marks.NOTHING),
    (marks.CAPTURE, 'a.jsonl', INITIALIZE, marks.SESSION),
    (marks.CAPTURE, 'a.jsonl', '{"mcpServers": {}}', marks.NOTHING),
    (marks.CAPTURE, 'a.jsonl', COMMAND, marks.NOTHING),
    (marks.CAPTURE, 'a.har', 'x' * 100_000 + json.dumps(INITIALIZE), marks.SESSION),
    (marks.CAPTURE, 'a.jsonl', 'x' * 100_000 + INITIALIZE, marks.NOTHING),
    (marks.CAPTURE, 'inspector-protocol-1.json', '[{"method": "initialize"}]', marks.SESSION),
    (marks.HINT, 'inspector-network-1.json', f'[{{"url": "https://x.example/mcp"}}, {INITIALIZE}]', marks.SESSION),
    (marks.TEXT, 'a.sh', COMMAND, marks.SOURCE),
    (marks.TEXT, 'a.sh', 'export TOKEN=1', marks.NOTHING),
    (marks.TEXT, 'a.sh', 'cat > x <<EOF\n{"mcpServers": {}}\nEOF\n', marks.SOURCE),
    (marks.TEXT, 'a.sh', 'echo mcp; "command" "args"', marks.NOTHING),
    (marks.TEXT, 'a.mdx', '```json\n{"mcpServers": {}}\n```\n', marks.SOURCE),
    (marks.TEXT, 'a.ipynb', r'"{\"mcpServers\": {}}"', marks.SOURCE),
    (marks.TEXT, 'a.ipynb', r'"MCP: \"docs\": {\"command\": \"npx\", \"args\": []}"', marks.SOURCE),
    (marks.BARE, 'bin/setup', '#!/bin/sh\ncat > x <<EOF\n{"mcpServers": {}}\nEOF\n', marks.SOURCE),
    (marks.BARE, 'LICENSE', '{"mcpServers": {}}', marks.NOTHING),
    # an entry without its map
    (marks.CONTENT, 'README.md', '# MCP\n"docs": {"command": "npx", "args": ["docs"]}', marks.SOURCE),
    (marks.CONTENT, 'README.md', '# MCP\n{"url": "https://x.example", "headers": {}}', marks.SOURCE),
    (marks.CONTENT, 'README.md', '# mcp\ncommand: npx\nargs: [docs]\n', marks.SOURCE),
    (marks.TEXT, 'a.rst', 'MCP::\n\n  command = "npx"\n  env = {A = "b"}\n', marks.SOURCE),
    (marks.CONTENT, 'README.md', '"docs": {"command": "npx", "args": ["docs"]}', marks.NOTHING),
    (marks.CONTENT, 'README.md', '# MCP\nOne command, no args.', marks.NOTHING),
    (marks.CONTENT, 'tasks.json', '{"mcp": 1, "command": "npx", "args": []}', marks.NOTHING),
    (marks.CONTENT, 'README.md', 'Write it to `.cursor/mcp.json`: DATABASE_URL=x', marks.SOURCE),
    (marks.CONTENT, 'README.md', "curl -H 'Authorization: Bearer x' https://x.example/mcp", marks.SOURCE),
    (marks.CONTENT, 'GITHUB_MCP_SETUP.md', '# How to set up\nGITHUB_TOKEN=x', marks.SOURCE),
    (marks.CONTENT, 'docs/setup.md', '# Der MCP-Server\nTOKEN=x', marks.SOURCE),
    (marks.CONTENT, 'docs/setup.md', '# Setup\n' + 'x' * 300 + '\nMCP TOKEN=x', marks.NOTHING),
    (marks.CONTENT, 'MCP_NEWS.md', '# News\nNothing to log in to', marks.NOTHING),
    (marks.TEXT, 'setup-mcp.sh', 'export GITHUB_TOKEN=x', marks.SOURCE),
    (marks.TEXT, 'setup.ps1', '# Starts the MCP server\n$env:API_KEY = "x"', marks.SOURCE),
    # messages to a server
    (marks.TEXT, 'a.sh', "curl -H 'Authorization: Bearer x' https://x.example/mcp", marks.SOURCE),
    (marks.TEXT, 'a.sh', "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | API_KEY=x node a.js", marks.SOURCE),
    (marks.TEXT, 'a.sh', "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_call\"}' | API_KEY=x node a.js", marks.NOTHING),
    (marks.TEXT, 'a.http', 'POST https://x.example/mcp\nAuthorization: Bearer x\n', marks.SOURCE),
    # containers
    (marks.CONTENT, 'compose.yaml', 'services:\n  notes:\n    image: example/notes-mcp:1\n    environment: [A=b]\n', marks.SOURCE),
    (marks.CONTENT, 'deploy.yml', 'containers:\n- image: mcp-proxy\n', marks.SOURCE),
    (marks.CONTENT, 'compose.yaml', 'services:\n  mcp:\n    image: example/notes:1\n', marks.NOTHING),
    (marks.TEXT, 'Dockerfile', 'FROM node\nENV MCP_API_KEY=x\n', marks.SOURCE),
    (marks.TEXT, 'Dockerfile.dev', 'FROM node\nENV API_KEY=x\nCMD ["notes-mcp"]\n', marks.SOURCE),
    (marks.TEXT, 'Dockerfile', 'FROM node\nENV API_KEY=x\nCMD ["npx", "@modelcontextprotocol/server-x"]\n', marks.SOURCE),
    (marks.TEXT, 'Dockerfile', 'FROM node\nENV API_KEY=x\n', marks.NOTHING),
    # a map without a name, in a file whose name says what it is
    (marks.CONTENT, 'config/mcp.json', '{"docs": {"url": "https://x.example"}}', marks.SOURCE),
    (marks.CONTENT, 'mcp-servers.yml', 'docs:\n  command: docs\n', marks.SOURCE),
    (marks.CONTENT, 'config/other.json', '{"docs": {"url": "https://x.example"}}', marks.NOTHING),
    (marks.CONTENT, 'mcp-tools.json', '{"tools": []}', marks.NOTHING),
    # a map under a key that others use
    (marks.CONTENT, 'a.json', '{"mcp" :\n {"docs": {"command": ["x"]}}}', marks.SOURCE),
    (marks.CONTENT, 'a.json', '{"mcp": ["command"], "url": "x"}', marks.NOTHING),
    (marks.CONTENT, 'a.yaml', 'servers:\n  docs:\n    command: docs-mcp\n', marks.SOURCE),
    (marks.CONTENT, 'a.yaml', 'http_servers:\n  - command: docs-mcp\n', marks.NOTHING),
    (marks.CONTENT, 'openapi.yaml', 'servers:\n  - url: https://mcp.example\n', marks.NOTHING),
    (marks.BARE, 'bin/setup', '#!/usr/bin/env bash\n' + COMMAND, marks.SOURCE),
    (marks.BARE, 'bin/setup', COMMAND, marks.NOTHING),
    (marks.BARE, 'bin/setup', '#!/opt/odd/program\n' + COMMAND, marks.NOTHING),
])
def test_by_the_content(kind: str, path: str, data: str, what: str) -> None:
    assert marks.content_of(kind, path, data.encode()) == what


@pytest.mark.parametrize('kind', cases.kinds_with_a_case())
def test_every_kind_of_file_is_found_under_every_path_of_its(kind: str, tmp_path: Path) -> None:
    path, _, text = cases.case(kind)
    wrong = [(where, marked.replace('«', '').replace('»', '')) for where, _, marked in cases.wrong(kind)]
    for where, one in ((path, text), *cases.typical(kind), *wrong):
        by_name = marks.kind_of(where, CHOOSE)
        assert marks.content_of(by_name, where, one.encode()) == marks.SOURCE
        (tmp_path / 'x').write_text(one, encoding='utf-8')
        assert by_name != marks.CONTENT or not look.is_nothing(str(tmp_path / 'x'), where)


@pytest.mark.parametrize('text', [
    'claude mcp add docs -- docs', 'claude mcp add-json docs "{}"', 'codex mcp add x', 'gemini mcp add x', 'qwen mcp add x',
    "code --add-mcp '{}'", 'cursor --add-mcp x', 'fastmcp install claude-code server.py', 'uv run mcp install server.py -v KEY=x',
    'npx add-mcp https://x.example', 'npx install-mcp x', 'claude mcp \\\n  add docs', '["claude", "mcp", "add", "docs"]',
    'claude mcp `\n add docs', 'npx mcp-remote https://x.example --header A:b', 'npx @modelcontextprotocol/inspector -e K=x node a.js',
    'claude --mcp-config x.json', 'npx supergateway --sse https://x.example', 'docker mcp secret set A=b',
    'npx -y mcp-remote@0.1.29 https://x.example', 'command: ["mcp-proxy", "--headers", "a"]', 'uvx mcpo --api-key x',
    'mcp-inspector -e A=b', 'image: mcp/github', 'image: "mcp/slack:1"', "image: 'mcp/x'", 'image: ghcr.io/github/github-mcp-server',
])
def test_commands(text: str) -> None:
    assert marks.has_commands(text.encode())
    assert marks.has_commands(b'\xff\xfe' + text.encode('utf-16-le'))
    assert any(word in text.encode() for word in marks.COMMON)


@pytest.mark.parametrize('text', [
    '', 'mcp', 'mcp server', 'add an mcp server', 'mcpadd', 'cmp add', 'the mcp specification adds', '"mcp-remote": "^0.1.0"',
    'mcp-proxy==1.0',
    'image: ghcr.io/x/mcp-proxy:1.2', 'mcp-address: 10.0.0.1', 'pip install fastmcp installed', 'mcp-installer', 'add-mcp-server.md',
    '@modelcontextprotocol/inspector": "1"', 'supergateway is a proxy', 'mcpo: 1', 'docker mcps',
])
def test_no_commands(text: str) -> None:
    assert not marks.has_commands(text.encode())


@pytest.mark.parametrize(('line', 'yes'), [
    ('#!/bin/sh', True), ('#!/usr/bin/env bash', True), ('#! /usr/bin/env -S python3.12 -u', True), ('#!/usr/bin/env node', True),
    ('#!/usr/bin/env fish', True), ('#!/usr/bin/env -S uv run --script', True), ('#!/usr/local/bin/zsh -e', True),
    ('#!/opt/odd/program', False), ('#!', False), ('#!\xff', False), ('\x7fELF', False), ('# not one', False), ('', False),
])
def test_scripts(line: str, yes: bool) -> None:
    assert marks.is_script(line.encode('latin-1') + b'\necho\n') is yes


def example_of(pattern: str) -> str:
    return pattern.lstrip('?!').partition(' beside ')[0].replace('**', 'x/y').replace('*', 'x')


PATHS = sorted({example_of(pattern) for _, _, repo, home in registry.KINDS for pattern in (*repo, *home) if pattern[0] != '='}
               | {store.lstrip('/') + ('' if store.endswith(('json', 'yaml')) else 'x.json') for store in STORES})


@pytest.mark.parametrize('change', ['{}', 'deep/er/{}', '{}.example', '{}~', '{}.bak2', '{}.local'])
def test_the_quick_ways_leave_nothing_out(change: str) -> None:
    for path in map(change.format, PATHS):
        nothing_left_out(path)


def nothing_left_out(path: str) -> None:
    if registry.matches(path) or registry.matches(path, hints=True):
        assert registry.could_match(path)
    if marks.kind_of(path, CHOOSE):
        buffer = b'H main.py\0H ' + path.encode() + b'\0H x.png\0'
        assert b'H ' + path.encode() in names.candidates(buffer)
        assert path.encode() in names.candidates(path.encode() + b'\0')


def test_every_store_has_a_hint() -> None:
    for store in STORES:
        assert is_store(f'a{store}x')
    assert not is_store('authors/readme.md')


SEGMENT = st.text(st.sampled_from('ab.~-_é '), min_size=1, max_size=4) | st.sampled_from(
    ['.mcp.json', '.cursor', 'x.jsonl', 'a.md', 'b.sh', '.mcp-auth', 'Makefile', 'config.toml', 'x.json.example', 'LICENSE', 'y.jsonc~'])


@given(st.lists(st.lists(SEGMENT, min_size=1, max_size=4).map('/'.join), max_size=12))
def test_candidates_are_what_the_names_say(paths: list[str]) -> None:
    buffer = b''.join(b'H ' + path.encode() + b'\0' for path in paths)
    found = {record[2:].decode() for record in names.candidates(buffer)}
    assert found <= set(paths)
    assert {path for path in paths if marks.kind_of(path, CHOOSE) or path.rpartition('/')[2] in marks.folders()} <= found


def test_what_all_marks_have_in_common() -> None:
    for mark in (*marks.MARK_BYTES, b'"servers"'):
        assert b'ervers' in mark
    for word in (*marks.MARK_BYTES, *marks.IN_LARGE, marks.SESSION_MARKS[0]):
        assert any(common in word for common in marks.COMMON)
    assert [word.encode() for word in marks.GREP] == list(marks.COMMON)


def test_readers_of_captures_agree_on_the_endings() -> None:
    from mcp_hooks.transcripts import recognise

    assert {f'.{ending}' for ending in marks.CAPTURES} | {'.json'} == set(recognise.ENDINGS)
    for name in ('a.mcp.jsonl', 'inspector-protocol-2026.json', 'x/inspector-network-1.json', 'a.vcr'):
        assert marks.is_named_capture(name)


def test_no_search_takes_longer_than_the_text() -> None:
    for text in (b'mcp ' * 250_000, b'mcp' + b' ' * 1_000_000, b'add-mcp-' * 120_000, b'mcp-remote@' + b'x' * 1_000_000,
                 b'mcp-remote@' * 90_000, b'supergateway' * 80_000, b'\n' * 1_000_000 + b'mcp',
                 b'"mcp"' + b' ' * 1_000_000, b'"mcp"   :' * 100_000):
        within(0.5, lambda text=text: (marks.has_commands(text), marks.has_marks(text + b' ervers'), marks.has_marks(b'"command"' + text)))


@pytest.mark.parametrize(('path', 'text', 'found'), [
    ('flows/triage.yaml', 'extensions:\n  - type: stdio\n    cmd: npx\n    args: [linear-mcp]\n', True),
    ('flows/triage.json', '{"extensions": [{"type": "stdio", "cmd": "x-mcp"}]}', True),
    ('flows/triage.yaml', 'extensions:\n  - type: streamable-http\n    uri: https://x.example\n', True),
    ('recipe.yaml', 'title: r\nextensions:\n  - type: streamable-http\n    url: https://x.example\n', True),
    ('flows/triage.yaml', 'extensions:\n  - type: php\n    cmd: mcp\n', False),
    ('.docker/mcp/config.yaml', 'github:\n  token: x\n', True), ('docker-mcp/secrets.yml', 'API_KEY: x\n', True),
    ('docker-mcp/config.yaml', 'github:\n  user: x\n', False), ('mcp/tsconfig.json', '{"token": 1}', False),
    ('mcp/src/config.yaml', 'token: x\n', False), ('app/fastagent.secrets.yaml', 'google:\n  api_key: x\n', True),
    ('fastagent.local.yaml', 'default_model: sonnet\n', False), ('fastagent.config.yaml', 'x: y\n', True),
        ('breakfast.yaml', 'api_key: x\n', False)])
def test_settings_whose_names_say_little(path: str, text: str, found: bool) -> None:
    kind = marks.kind_of(path, CHOOSE)
    assert (marks.content_of(kind, path, text.encode()) == marks.SOURCE) is found


def test_settings_in_a_folder_that_says_mcp_are_read_whole(tmp_path: Path) -> None:
    file = tmp_path / 'config.yaml'
    file.write_text('github:\n  token: x\n')
    assert not look.is_nothing(str(file), '.docker/mcp/config.yaml')
    assert look.is_nothing(str(file), '.docker/other/config.yaml')
    assert not look.is_nothing(str(file), 'app/fastagent.secrets.yaml')


@pytest.mark.parametrize(('path', 'text', 'found'), [
    ('.env', 'MCP_PORT=1\nAPI_TOKEN=x\n', True), ('.env', 'PORT=1\nAPI_TOKEN=x\n', False), ('mcp.env', 'API_TOKEN=x\n', True),
    ('.env.mcp', 'API_TOKEN=x\n', True), ('mcp/prod.env', 'API_TOKEN=x\n', True), ('.env.example.mcp', 'PORT=1\n', False),
    ('.envrc', 'export MCP_TOKEN=x\n', True), ('fly.toml', 'app = "acme-mcp"\n[env]\nAPI_KEY = "x"\n', True),
    ('fly.toml', 'app = "acme"\n[env]\nAPI_KEY = "x"\n', False), ('wrangler.jsonc', '{"name": "acme-mcp", "vars": {"API_KEY": "x"}}', True),
    ('k8s/secret.yaml', 'kind: Secret\nmetadata:\n  name: mcp\nstringData:\n  token: x\n', True),
    ('flow.json', '{"nodes": [{"type": "n8n-nodes-langchain.mcpClientTool"}]}', True), ('flow.json', '{"nodes": []}', False),
    ('mcp.service', '[Service]\nEnvironment=API_KEY=x\n', True),
    ('large.json', '{"name": "mcp", "token": "' + 'x' * 300_000 + '"}', False)])
def test_what_belongs_to_a_server_and_is_no_configuration_of_a_client(path: str, text: str, found: bool) -> None:
    kind = marks.kind_of(path, CHOOSE)
    assert kind in (marks.TEXT, marks.CONTENT)
    assert (marks.content_of(kind, path, text.encode()) == marks.SOURCE) is found
