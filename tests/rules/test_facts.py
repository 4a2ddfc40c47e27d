"""Facts of a record that change what a rule says: the same entry, read by a client for which they hold."""
from __future__ import annotations

import json

import pytest
from marks import files_of, names_of

from mcp_hooks.clients.record import ARGS, COMMAND, CWD, ENV, POWERSHELL
from mcp_hooks.rules import paths, programs, references
from mcp_hooks.servers import Server


def server(entry: dict[str, object], **facts: object) -> Server:
    one, = files_of('.roo/mcp.json', json.dumps({'mcpServers': {'docs': entry}}))[0].servers
    one.kind = one.kind.replace(**facts)
    return one


def test_a_client_that_takes_a_command_line_apart() -> None:
    line = {'command': 'npx -y docs-mcp'}
    assert len(list(programs.check_command_line(server(line)))) == 1
    assert list(programs.check_command_line(server(line, splits_command=True))) == []
    with_args = {**line, 'args': ['--verbose']}
    assert len(list(programs.check_command_line(server(with_args, splits_command=True)))) == 1


@pytest.mark.parametrize(('roles', 'found'), [((), 3), ((CWD,), 2), ((COMMAND, ARGS), 1), (('*',), 0)])
def test_a_tilde_is_resolved_in_some_fields(roles: tuple[str, ...], found: int) -> None:
    one = server({'command': '~/bin/docs', 'args': ['~/docs'], 'cwd': '~/docs'}, resolves_tilde=roles)
    assert len(list(paths.check_tilde(one))) == found


def test_a_dialect_of_a_shell_that_a_client_takes_over() -> None:
    entry = {'command': 'docs-mcp', 'env': {'KEY': '$env:DOCS_KEY'}}
    assert len(list(references.check_malformed(server(entry)))) == 1
    assert list(references.check_malformed(server(entry, expands={POWERSHELL: (ENV,)}))) == []


@pytest.mark.parametrize(('word', 'names'), [('oauth', ['oauth-and-header']), ('none', [])])
def test_oauth_as_a_word(word: str, names: list[str]) -> None:
    entry = {'transport': 'http', 'url': 'https://docs.example/mcp', 'auth': word, 'headers': {'Authorization': 'Bearer x'}}
    assert names_of('fastmcp-client.json', json.dumps({'mcpServers': {'docs': entry}})) == names


@pytest.mark.parametrize(('value', 'names'), [
    ({'deployment': {'transport': 'http', 'port': 8000}}, ['missing-root-field']),
    ({'source': {'path': 'server.py'}, 'deployment': {'transport': 'http', 'port': '8000'}}, []),
    ({'mcpServers': {'docs': {'command': 'docs-mcp'}}}, []),
])
def test_the_two_files_of_fastmcp(value: object, names: list[str]) -> None:
    """A number in quotes is taken by its models; a file with mcpServers is passed on to its client."""
    assert names_of('fastmcp.json', json.dumps(value)) == names
