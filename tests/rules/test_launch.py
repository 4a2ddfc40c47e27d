"""What a command line starts: through wrappers, in a container, from a registry."""
from __future__ import annotations

import json

import pytest
from marks import files_of

from mcp_hooks.rules.container_run import container
from mcp_hooks.rules.launch import Launch, launch, read_by_others
from mcp_hooks.rules.packages import image_version, is_exact, npm_version, numbers, packages, python_target
from mcp_hooks.servers import Server


def started(command: str, *args: str) -> Server:
    server, = files_of('.mcp.json', json.dumps({'mcpServers': {'a': {'command': command, 'args': args}}}))[0].servers
    return server


def run(line: str) -> Launch:
    return launch(started(*line.split()))


@pytest.mark.parametrize(('line', 'program', 'args', 'through'), [
    ('npx -y docs-mcp', 'npx', ['-y', 'docs-mcp'], ()),
    ('cmd /d /c npx.cmd -y docs-mcp', 'npx', ['-y', 'docs-mcp'], ('cmd',)),
    ('cmd docs-mcp', 'cmd', ['docs-mcp'], ()),
    ('env A=1 op run -- /usr/bin/uvx docs', 'uvx', ['docs'], ('env', 'op')),
    ('wsl -d Ubuntu node x.js', 'node', ['x.js'], ('wsl',)),
    ('wsl.exe --cd ~ -u me -e npx docs', 'npx', ['docs'], ('wsl',)),
    ('wsl -d', 'wsl', ['-d'], ()),
    ('timeout 5 sudo -n docs-mcp', 'docs-mcp', [], ('timeout', 'sudo')),
    ('timeout -k 5 30s nice -n 10 sudo -u me env -u A -C /srv uvx docs', 'uvx', ['docs'], ('timeout', 'nice', 'sudo', 'env')),
])
def test_the_program_behind_its_wrappers(line: str, program: str, args: list[str], through: tuple[str, ...]) -> None:
    found = run(line)
    assert (found.program, [node.text for node in found.args], found.through) == (program, args, through)


@pytest.mark.parametrize(('line', 'others'), [
    ('npx -y docs-mcp $A', {}),
    ('sh -ec $A $B', {1: 'sh', 2: 'sh'}),
    ('cmd /c echo %A%', {1: 'cmd', 2: 'cmd'}),
    ('pwsh -NoProfile -Command $A', {2: 'powershell'}),
    ('ssh host run $A', {1: 'sh', 2: 'sh'}),
    ('node -e $A $B', {1: 'code'}),
    ('docker run image sh -c $A', {4: 'sh'}),
    ('docker run -e A image', {}),
])
def test_who_reads_an_argument_first(line: str, others: dict[int, str]) -> None:
    assert read_by_others(started(*line.split())) == others


@pytest.mark.parametrize(('line', 'flags', 'options', 'image', 'rest'), [
    ('docker run -i --rm image:1 x', {'--interactive', '--rm'}, [], 'image:1', ['x']),
    ('docker run -ite=A=b -eC -p 1:2 image', {'--interactive', '--tty'},
     [('--env', 'A=b'), ('--env', 'C'), ('--publish', '1:2')], 'image', []),
    ('podman --log-level debug container run --init=false --env A --network=host image', set(),
     [('--env', 'A'), ('--network', 'host')], 'image', []),
    ('docker exec -i -- name x', {'--interactive'}, [], 'name', ['x']),
    ('docker run -e', set(), [('--env', '')], None, []),
    ('docker run -z 1 - x', set(), [('-z', '1')], '-', ['x']),
])
def test_a_container(line: str, flags: set[str], options: list[tuple[str, str]], image: str | None, rest: list[str]) -> None:
    box = container(run(line))
    assert box is not None
    assert box.flags == flags
    assert [(name, value) for name, _, _, value in box.options] == options
    assert (box.image.text if box.image else None) == image
    assert [node.text for node in box.rest] == rest


@pytest.mark.parametrize('line', ['docker pull image', 'docker', 'node run image'])
def test_no_container(line: str) -> None:
    assert container(run(line)) is None


@pytest.mark.parametrize(('line', 'fetched'), [
    ('npx -y @a/b@1.2.3 x', [('npm', '@a/b', '1.2.3')]),
    ('npx --package=a -p b@2 -- c', [('npm', 'a', ''), ('npm', 'b', '2')]),
    ('npx ./local', []),
    ('pnpm dlx a@latest', [('npm', 'a', 'latest')]),
    ('npm install a', []),
    ('uvx --from A_b[x]==1.0 c', [('pypi', 'a-b', '==1.0')]),
    ('uvx --with x a', [('pypi', 'a', ''), ('pypi', 'x', '')]),
    ('uv tool run --python 3.12 a', [('pypi', 'a', '')]),
    ('uv run --with a>=1 x.py', [('pypi', 'a', '>=1')]),
    ('pipx run --spec a==1 b', [('pypi', 'a', '==1')]),
    ('uvx git+https://x.example/a', []),
    ('docker run -i host:5000/a/b:tag x', [('docker', 'host:5000/a/b', 'tag')]),
    ('docker exec a b', []),
])
def test_what_is_fetched(line: str, fetched: list[tuple[str, str, str]]) -> None:
    assert [package[:3] for package in packages(run(line))] == fetched


def test_what_a_runner_of_python_is_told() -> None:
    told = [python_target(run(line)) for line in ('uvx --python 3.12 @a/b', 'uv tool run a', 'pipx run --spec b c', 'uv run a', 'uvx')]
    assert [node.text if node else None for node in told] == ['@a/b', 'a', 'b', None, None]


def test_versions() -> None:
    assert npm_version('@a/b@1') == ('@a/b', '1')
    assert npm_version('a') == ('a', '')
    assert image_version('a@sha256:0') == ('a', 'sha256:0')
    assert image_version('-x') == ('', '')
    assert numbers('v1.2.3') == (1, 2, 3, 0)
    assert numbers('==1.2.3-rc.1+x') == (1, 2, 3, -1)
    assert numbers('^1.2.3') is None
    exact = ['npx a@1.2.3', 'npx a@^1.2.3', 'npx a', 'uvx a==1.0', 'uvx a>=1', 'uvx a@1.0', 'docker run a:latest', 'docker run a:1']
    assert [is_exact(package) for line in exact for package in packages(run(line))] == [
        True, False, False, True, False, True, False, True]
