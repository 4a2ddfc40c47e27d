"""Containers as servers: variables, standard input, localhost."""
from __future__ import annotations

import json

import pytest
from marks import applied, hits_of, marked, severities_of, spans_of
from test_breakage import docker, entry, npx


@pytest.mark.parametrize(
    'text',
    [
        docker('run', '-i', '«-e»', '-e', 'x/y:1'),
        docker('run', '-i', '«-e»', '--rm', 'x/y:1'),
        docker('run', '-i', '«--env»', '-p', '80:80', 'x/y:1'),
        docker('run', '-i', '--rm', '«-e»', 'x/y:1'),
        docker('run', '-i', '--rm', '«-e»'),
        docker('run', '-i', '«-e»', '', 'x/y:1'),
        docker('run', '-i', '«-e»', '=1', 'x/y:1'),
        docker('run', '-i', '-e', 'A', '-e', 'B=1', '--env=C', '-eD=1', '--env-file', '.env', 'x/y:1', '-e', '-e'),
        docker('run', '-i', '--rm', '--name', '-e', 'x/y:1'),
        docker('compose', 'run', '-e', '-e'),
        docker('run', '-i', '-e', 'A', 'image'),
    ],
)
def test_container_variable_name(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'container-variable-name') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        docker('run', '-i', 'x/y:1', env={'A': '1', 'DOCKER_HOST': 'x', 'PATH': '/bin'}).replace('"args"', '«"args"»'),
        docker('run', '-i', '-e', 'A', 'x/y:1', env={'A': '1', 'B': '1', 'C': '1'}).replace('"args"', '«"args"»'),
        docker('run', '-i', '-e', 'A=2', 'x/y:1', env={'A': '1'}),
        docker('run', '-i', '--env-file', '.env', 'x/y:1', env={'A': '1'}),
        docker('run', '-i', '-e', 'A', 'x/y:1', '-e', 'B', env={'A': '1', 'B': '2'}).replace('"-e", "B"', '«"-e"», "B"'),
        docker('run', '-i', 'x/y:1', '--env=A', env={'A': '1', 'B': '2'}).replace('"--env=A"', '«"--env=A"»').replace(
            '"args"', '«"args"»'),
        docker('run', '-i', 'x/y:1', 'sh', '-c', 'exec docs --key "$A"', '-e', 'B', env={'A': '1'}),
        docker('run', '-i', 'x/y:1', '-e', 'A', '--key', '$A', env={'A': '1'}),
        docker('run', '-i', '-e', 'X=$A', 'x/y:1', env={'A': '1'}),
        docker('mcp', 'gateway', 'run', env={'A': '1'}),
        entry(command='sh', args=['-c', 'docker run -i x/y:1'], env={'A': '1'}),
        entry(command='cmd', args=['/c', 'docker', 'run', '-i', 'x/y:1'], env={'A': '1'}).replace('"args"', '«"args"»'),
        entry(command='/usr/local/bin/podman', args=['run', '-i', 'x/y:1'], env={'A': '1'}).replace('"args"', '«"args"»'),
        entry(command='docs-mcp', env={'A': '1'}),
    ],
)
def test_variable_not_forwarded(text: str) -> None:
    assert spans_of('.mcp.json', text, 'variable-not-forwarded') == marked(text)


def test_forwarding_is_the_fix() -> None:
    text = docker('run', '-i', '--rm', 'x/y:1', env={'A': '1'})
    [(_, hit)] = hits_of('.mcp.json', text, 'variable-not-forwarded')
    assert hit.fix is not None
    assert json.loads(applied(text, hit.fix))['mcpServers']['docs']['args'] == ['run', '-i', '--rm', '-e', 'A', 'x/y:1']


@pytest.mark.parametrize(
    ('path', 'text', 'severities'),
    [
        ('.mcp.json', docker('run', '-i', '-e', 'A', 'x/y:1', env={'A': ''}), []),
        ('.mcp.json', docker('run', '-i', '-e', 'A', 'x/y:1'), ['note']),
        ('.mcp.json', docker('run', '-i', '-e', 'A', '-e', 'B', 'x/y:1', env={'A': '1'}), ['warning']),
        ('claude_desktop_config.json', docker('run', '-i', '-e', 'A', 'x/y:1'), ['warning']),
        ('.mcp.json', docker('run', '-i', '-e', 'HOME', '-e', 'B=1', 'x/y:1'), []),
    ],
)
def test_variable_not_given(path: str, text: str, severities: list[str]) -> None:
    assert severities_of(path, text, 'variable-not-given') == severities


@pytest.mark.parametrize(
    ('args', 'mended'),
    [
        (['run', '--rm', 'x/y:1'], ['run', '-i', '--rm', 'x/y:1']),
        (['run', '-it', '--rm', 'x/y:1'], ['run', '-i', '--rm', 'x/y:1']),
        (['run', '-i', '--rm', 'x/y:1'], None),
        (['run', '--rm', '--interactive', 'x/y:1'], None),
        (['run', '--rm', '-qi', 'x/y:1'], None),
        (['exec', 'box', 'docs-mcp'], ['exec', '-i', 'box', 'docs-mcp']),
        (['exec', '-i', 'box', 'docs-mcp'], None),
        (['--context', 'far', 'run', '-i', 'x/y:1'], None),
    ],
)
def test_container_stdin(args: list[str], mended: list[str] | None) -> None:
    text = docker(*args)
    found = hits_of('.mcp.json', text, 'container-stdin')
    assert bool(found) is (mended is not None)
    for _, hit in found:
        assert hit.fix is not None
        assert json.loads(applied(text, hit.fix))['mcpServers']['docs']['args'] == mended


@pytest.mark.parametrize(
    'text',
    [
        docker('run', '-i', 'x/y:1', '«http://localhost:80»'),
        docker('run', '-i', '-e', '«A=http://127.0.0.1:80/x»', 'x/y:1'),
        docker('run', '-i', '-e', 'A', 'x/y:1', env={'A': '«http://localhost»'}),
        docker('run', '-i', '--network', 'host', 'x/y:1', 'http://localhost:80'),
        docker('run', '-i', '--network=host', 'x/y:1', 'http://localhost:80'),
        docker('run', '-i', 'x/y:1', 'http://localhost.example:80', 'http://host.docker.internal', '--host', '0.0.0.0'),
        npx('-y', 'docs-mcp', 'http://localhost:80'),
    ],
)
def test_localhost_in_container(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'localhost-in-container') == marked(text)
