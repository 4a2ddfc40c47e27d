"""Command lines that start no server: nothing to run, foreign options, scripts in pieces, addresses as programs, the bridge."""

from __future__ import annotations

import json

import pytest
from marks import hits_of, marked, severities_of, spans_of


def entry(command: str, *args: str, **fields: object) -> str:
    text = json.dumps({'mcpServers': {'docs': {'command': command, 'args': list(args), **fields}}}, ensure_ascii=False)
    return text.replace('"«', '«"').replace('»"', '"»')


def line(text: str) -> str:
    return entry(*text.split(' '))


@pytest.mark.parametrize(
    'text',
    [
        entry('«npx»'),
        line('npx «-y»'),
        line('npx -y docs-mcp'),
        line('npx --yes «--quiet»'),
        line('npx -p docs-mcp'),
        line('npx -c docs-mcp'),
        line('npx -y -- docs-mcp'),
        line('npx -y ${PACKAGE}'),
        line('npx --version'),
        entry('npx', '-y docs-mcp'),  # MCP254
        line('cmd /c npx «-y»'),
        line('cmd /c npx -y docs-mcp'),
        line('C:\\nodejs\\npx.cmd «-y»'),
        entry('«uvx»'),
        line('uvx --from «docs-mcp»'),
        line('uvx --from docs-mcp docs'),
        line('uvx --python «3.12»'),
        line('uvx --python 3.12 docs-mcp'),
        line('uv «run»'),
        line('uv run --with «mcp»'),
        line('uv run --with mcp server.py'),
        line('uv run -m docs'),
        line('uv tool «run»'),
        line('uv tool run docs-mcp'),
        line('uv --directory /srv/docs «server.py»'),
        line('uv --directory /srv/docs run server.py'),
        line('uv --quiet «src/server.py»'),
        line('uv sync'),
        line('pipx «run»'),
        line('pipx run docs-mcp'),
        line('npm «run»'),
        line('npm run --silent mcp'),
        line('npm start'),
        line('npm «exec»'),
        line('npm exec -- docs-mcp'),
        line('pnpm «dlx»'),
        line('bun «run»'),
        line('deno run «--allow-net»'),
        line('deno run --allow-net server.ts'),
        line('python «-m»'),
        line('python -u «-m»'),
        line('python -m docs'),
        line('python -m «server.py»'),
        line('python3 -m «src/server.py» --port 1'),
        line('python server.py -m'),
        line('python -c «-c»'),
        line('node «-e»'),
        line('node server.js -e'),
        line('node --import tsx server.ts'),
        line('bash «-c»'),
        line('bash -c docs-mcp'),
        line('java «-jar»'),
        line('java -jar docs.jar'),
        line('docker run -i «--rm»'),
        line('docker run -i --rm -e KEY «-v=/a:/b»'),
        line('docker run -i --rm docs/mcp'),
        line('docker run -i --gpus docs/mcp'),  # an option that is not known may take no value
        line('docker run -i --rm -e'),  # MCP255
        line('docker «docs/mcp:1.0»'),
        line('docker «docs:1.0»'),
        line('docker mcp gateway run'),
        line('docker compose run -T docs'),
        line('podman run «-i»'),
        line('docs-mcp -y'),
    ],
)
def test_nothing_to_run(text: str) -> None:
    assert spans_of('.mcp.json', text, 'nothing-to-run') == marked(text)


def test_what_is_not_known_is_not_judged() -> None:
    for fields in ({'type': 'http'}, {'url': 'https://docs.example/mcp'}):
        assert spans_of('.cursor/mcp.json', entry('npx', '-y', **fields), 'nothing-to-run') == []
    # the arguments stand under another key, are of a wrong kind, or are required: each has a finding of its own
    for text in ('{"mcpServers": {"d": {"command": "npx", "arg": ["-y", "docs-mcp"]}}}',
                 '{"mcpServers": {"d": {"command": "npx", "args": "-y docs-mcp"}}}',
                 '{"mcpServers": {"d": {"command": "npx -y docs-mcp"}}}'):
        assert spans_of('.mcp.json', text, 'nothing-to-run') == []
    assert spans_of('librechat.yaml', 'mcpServers:\n  d:\n    command: npx\n', 'nothing-to-run') == []
    for text in ('{"mcp": {"d": {"type": "local", "command": "npx", "args": ["-y"]}}}',
                 '{"mcp": {"d": {"type": "local", "command": ["npx"], "args": ["-y", "docs-mcp"]}}}'):
        assert spans_of('opencode.json', text, 'nothing-to-run') == []
    text = '{"mcp": {"d": {"type": "local", "command": ["npx", «"-y"»]}}}'
    assert spans_of('opencode.json', text, 'nothing-to-run') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        line('npx -y mcp-remote https://docs.example/mcp'),
        line('npx -y mcp-remote@0.1.29 «http://docs.example/mcp»'),
        line('npx -y mcp-remote@0.1.29 «http://10.0.0.5:8080/mcp» 3334'),
        line('npx -y mcp-remote «http://0.0.0.0:8080/mcp»'),
        line('npx -y mcp-remote http://10.0.0.5:8080/mcp --allow-http'),
        line('npx -y mcp-remote http://10.0.0.5:8080/mcp ${FLAGS}'),
        line('npx -y mcp-remote http://localhost:8080/mcp'),
        line('npx -y mcp-remote http://127.0.0.1/mcp'),
        line('npx -y mcp-remote «docs.example/mcp»'),
        line('npx -y mcp-remote «localhost:3000/mcp»'),
        line('npx -y mcp-remote «ws://docs.example/mcp»'),
        line('npx -y mcp-remote «http://localhost:99999/mcp»'),
        line('npx -y «mcp-remote»'),
        line('npx -y «mcp-remote» --transport http-only'),
        line('npx -y mcp-remote ${DOCS_URL}'),
        line('npx -y mcp-remote http://${HOST}/mcp'),
        line('npx -y mcp-remote YOUR_SERVER_URL'),
        line('npx -y mcp-remote <url>'),
        entry('npx', 'mcp-remote', '--header', 'X-Team: docs', '«http://docs.example/mcp»'),
        entry('npx', '-p', 'mcp-remote', 'mcp-remote-client', 'http://docs.example/mcp'),
        entry('cmd', '/c', 'npx', 'mcp-remote@latest', '«http://docs.example/mcp»'),
        entry('mcp-remote', '«http://docs.example/mcp»'),
        entry('npx', '-y', 'mcp-remote-bridge', 'http://docs.example/mcp'),
        entry('npx', '-y', 'mcp-remote', 'https://docs.example/mcp', '--header', '«Authorization»', 'Bearer x'),
        entry('npx', '-y', 'mcp-remote', 'https://docs.example/mcp', '--header', '${AUTH}'),
        entry('npx', '-y', 'mcp-remote', 'https://docs.example/mcp', '--header', 'Authorization:${AUTH}'),
    ],
)
def test_the_bridge(text: str) -> None:
    assert spans_of('claude_desktop_config.json', text, 'bridge-address') == marked(text)


def test_what_the_bridge_is_told_to_say() -> None:
    text = line('npx -y mcp-remote http://docs.example/mcp')
    [(_, hit)] = hits_of('.mcp.json', text, 'bridge-address')
    assert hit.message == ('`mcp-remote` refuses http:// for docs.example, as for all but localhost: write https://, '
                           'or add `--allow-http` in a network that you trust')
    assert severities_of('.mcp.json', text, 'bridge-address') == ['error']
    text = entry('npx', '-y', 'mcp-remote', 'https://docs.example/mcp', '--header', 'Authorization')
    assert severities_of('.mcp.json', text, 'bridge-address') == ['warning']


@pytest.mark.parametrize(
    'text',
    [
        line('uvx «-y» docs-mcp'),
        line('uvx «-m» docs-mcp'),
        line('uvx «--yes» docs-mcp'),
        line('uv tool run «-y» docs-mcp'),
        line('python «-y» server.py'),
        line('node «-y» server.js'),
        line('python -m docs'),
        line('npx -y docs-mcp'),
        line('uvx docs-mcp -y'),
        line('bunx -y docs-mcp'),
        line('uvx -y @docs/mcp'),  # MCP268
    ],
)
def test_foreign_option(text: str) -> None:
    assert spans_of('.mcp.json', text, 'foreign-option') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        line('bash -c «npx» -y docs-mcp'),
        line('sh -c «./start.sh» --port 1'),
        line('bash -lc «docs-mcp» --stdio'),
        line('wsl bash -c «npx» -y docs-mcp'),
        entry('bash', '-c', 'npx -y docs-mcp', 'docs'),
        entry('bash', '-c', 'exec "$@"', '_', 'npx'),
        line('bash -c $START a b'),
        line('bash -c docs-mcp'),
        line('bash start.sh -c a b'),
        line('bash --rcfile -c a b'),
        line('bash --norc -c «npx» -y docs-mcp'),
        line('cmd /c npx -y docs-mcp'),
        line('fish -c npx -y docs-mcp'),
    ],
)
def test_script_in_pieces(text: str) -> None:
    assert spans_of('.mcp.json', text, 'script-in-pieces') == marked(text)


@pytest.mark.parametrize(
    ('path', 'text', 'severities'),
    [
        ('.cursor/mcp.json', entry('«https://docs.example/mcp»'), ['error']),
        ('.cursor/mcp.json', entry('«ws://localhost:3000»'), ['error']),
        ('config/tools.json', entry('«https://docs.example/mcp»'), ['warning']),
        ('.cursor/mcp.json', entry('«C:\\nodejs\\npx.ps1»', '-y', 'docs-mcp'), ['warning']),
        ('.cursor/mcp.json', entry('powershell', '-File', 'start.ps1'), []),
        ('.cursor/mcp.json', entry('https://docs.example/mcp', url='https://docs.example/mcp'), []),
        ('.cursor/mcp.json', entry('docs-mcp'), []),
    ],
)
def test_no_program(path: str, text: str, severities: list[str]) -> None:
    assert spans_of(path, text, 'no-program') == marked(text)
    assert severities_of(path, text, 'no-program') == severities


def test_where_the_address_belongs() -> None:
    told = {path: hits_of(path, '{"mcpServers": {"d": {"command": "https://docs.example/mcp"}}}', 'no-program')[0][1].message
            for path in ('.mcp.json', 'claude_desktop_config.json', '.qwen/settings.json')}
    assert told == {
        '.mcp.json': 'This is an address and no program: Claude Code can start nothing; write it under `url`',
        'claude_desktop_config.json':
            'This is an address and no program: Claude Desktop can start nothing; start a bridge such as `npx mcp-remote` with it',
        '.qwen/settings.json': 'This is an address and no program: Qwen Code can start nothing; write it under `httpUrl`',
    }


@pytest.mark.parametrize(
    'text',
    [
        line('npm «run» mcp'),
        line('npm «start»'),
        line('npm --prefix /srv/docs «run» mcp'),
        line('pnpm --filter docs run mcp'),
        line('npm run --silent mcp'),
        line('npm -s run mcp'),
        line('npm --quiet «run» mcp'),
        line('npm --loglevel silent run mcp'),
        line('npm exec run'),
        line('yarn run mcp'),
        line('npx -y run'),
        entry('npm', 'run', 'mcp', env={'NPM_CONFIG_LOGLEVEL': 'silent'}),
    ],
)
def test_runner_output(text: str) -> None:
    assert spans_of('.mcp.json', text, 'runner-output') == marked(text)
    assert severities_of('.mcp.json', text, 'runner-output') == ['note'] * len(marked(text))


@pytest.mark.parametrize(
    'text',
    [
        line('docker run -i «-d» docs/mcp'),
        line('docker run «-id» docs/mcp'),
        line('docker run «--detach» docs/mcp'),
        line('podman run -i «-d» docs/mcp'),
        line('docker «start» docs'),
        line('docker start «-a» docs').replace('«', '').replace('»', '').replace('"start"', '«"start"»'),
        line('docker start -ai docs'),
        line('docker start --attach --interactive docs'),
        line('docker compose -f docs.yaml «up»'),
        line('docker compose --ansi never -p up «up» -d docs'),
        line('docker compose run --rm -T docs up'),
        line('docker compose -p up exec -T docs tool up'),
        line('docker compose'),
        line('docker compose -f up'),
        line('docker start --attach=true --interactive=true docs'),
        line('docker start -i=true docs'),
        line('docker compose run -T docs'),
        line('docker-compose up'),
        entry('docker', 'run', '-d', '-p', '80:80', 'docs/mcp', url='http://localhost/mcp'),
    ],
)
def test_containers_nobody_can_talk_to(text: str) -> None:
    assert spans_of('.cursor/mcp.json', text, 'container-stdin') == marked(text)


def test_a_variable_in_the_place_of_the_program() -> None:
    text = entry('«MODE=fast»', 'node', 'server.js')
    assert spans_of('.mcp.json', text, 'command-line-in-command') == marked(text)
    assert spans_of('.mcp.json', entry('/opt/a=b/server'), 'command-line-in-command') == []


@pytest.mark.parametrize(
    ('path', 'fields', 'names'),
    [
        ('config/mcp.json', {'command': 'npx', 'package': 'docs-mcp'}, []),
        ('config/mcp.json', {'command': 'npx', 'args': ['-y'], 'baseArgs': ['docs-mcp']}, []),
        ('config/mcp.json', {'command': 'docker', 'args': ['run', '-i', '--rm'], 'image': 'docs/mcp'}, []),
        ('config/mcp.json', {'command': 'python', 'args': ['-m'], 'module': 'docs.server'}, []),
        ('config/mcp.json', {'command': 'npx', 'package': '', 'order': 1, 'description': 'Docs'}, ['nothing-to-run']),
        ('.mcp.json', {'command': 'npx', 'package': 'docs-mcp'}, ['nothing-to-run']),
    ],
)
def test_a_reader_that_nobody_knows_may_join_what_is_to_be_run(path: str, fields: dict[str, object], names: list[str]) -> None:
    text = json.dumps({'mcpServers': {'docs': fields}})
    assert [rule.name for rule, _ in hits_of(path, text, 'nothing-to-run')] == names
