"""Command lines where a program should stand, marks of a shell, scripts from the network."""
from __future__ import annotations

import pytest
from marks import applied, hits_of, names_of
from pace import within
from test_transport import Case, case, check, mcp

from mcp_hooks.rules.downloads import pipes_to_shell, runs_substitution
from mcp_hooks.rules.programs import is_line
from mcp_hooks.rules.shell_output import lost_to


def command(value: str, rule: str = '') -> Case:
    mark = f'«"{value}"»' if rule else f'"{value}"'
    return case('.mcp.json', f'{{"command": {mark}}}', rule, 'warning' if rule else '')


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    command('npx -y x-mcp', 'command-line-in-command'),
    command('node server.js', 'command-line-in-command'),
    command('docker run -i --rm x/y', 'command-line-in-command'),
    command('x-mcp serve', 'command-line-in-command'),
    command('/usr/bin/node --inspect', 'command-line-in-command'),
    command('C:\\\\Program Files\\\\nodejs\\\\node.exe server.js', 'command-line-in-command'),
    command('PORT=80 node server.js', 'command-line-in-command'),
    command('x-mcp'),
    command('/Applications/My App.app/Contents/MacOS/server'),
    command('C:\\\\Program Files\\\\nodejs\\\\node.exe'),
    command('C:\\\\Program Files (x86)\\\\x\\\\x.exe'),
    command('${HOME}/my tools/x'),
    command('<path to the program>'),
    command('cd x && x-mcp', 'shell-syntax'),
    command('x-mcp | tee log', 'shell-syntax'),
    command('x-mcp 2>/dev/null', 'shell-syntax'),
    case('some-mcp.json', '{"command": «"$(which x-mcp)"»}', 'shell-syntax', 'warning'),
    command('A=b; x-mcp', 'shell-syntax'),
    case('.mcp.json', '{"command": "npx", "args": ["x-mcp", «"&&"», "echo"]}', 'shell-syntax', 'warning'),
    case('.mcp.json', '{"command": "npx", "args": ["x-mcp", «"2>/dev/null"»]}', 'shell-syntax', 'warning'),
    case('.mcp.json', '{"command": "uvx", "args": [">=1.0", "2>", "a"]}'.replace('"2>"', '«"2>"»'), 'shell-syntax', 'warning'),
    case('.mcp.json', '{"command": "uvx", "args": ["--with", "x>=1.0", "--min", ">=2"]}'),
    case('.mcp.json', '{"command": "bash", "args": ["-c", "x-mcp && echo"]}'),
    case('.mcp.json', '{"command": "ssh", "args": ["host", "a", "&&", "b"]}'),
    case('.mcp.json', '{"command": "x-mcp", "args": ["--filter", "a && b", "--pipe", "a|b"]}'),
    case('opencode.json', '{"type": "local", "command": [«"npx -y x-mcp"»]}', 'command-line-in-command', 'warning', 'mcp'),
])
def test_command_lines(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('entry', 'after'), [
    ('{"command": "npx -y x-mcp"}', '{"command": "npx", "args": ["-y", "x-mcp"]}'),
    ('{"command": "node server.js", "args": ["--port", "80"]}', '{"command": "node", "args": ["server.js", "--port", "80"]}'),
    ('{"command": "node server.js", "args": []}', '{"command": "node", "args": ["server.js"]}'),
    ('{"command": "C:\\\\My Tools\\\\x.exe serve"}', '{"command": "C:\\\\My Tools\\\\x.exe", "args": ["serve"]}'),
])
def test_a_command_line_is_taken_apart(entry: str, after: str) -> None:
    (_, hit), = hits_of('.mcp.json', mcp(entry))
    assert hit.fix is not None
    assert applied(mcp(entry), hit.fix) == mcp(after)
    assert names_of('.mcp.json', mcp(after)) == []


def test_a_variable_in_front_belongs_to_env() -> None:
    (_, hit), = hits_of('.mcp.json', mcp('{"command": "PORT=80 node server.js"}'))
    assert 'value for `PORT`' in hit.message
    assert 'into `env`' in hit.message
    assert hit.fix is None


def test_quotes_are_not_guessed() -> None:
    (_, hit), = hits_of('.mcp.json', mcp('{"command": "x-mcp --name \\"a b\\""}'))
    assert hit.fix is None


def test_long_lines_are_read_in_linear_time() -> None:
    values = ('a ' * 9_000, '| sh ' * 3_900, '$(' * 9_000, 'curl ' * 3_900, '<' * 19_000, '`curl' * 3_900, '> ' * 9_000, '#>' * 9_000,
              ' #' * 9_000, '>"' * 9_000, '&& ' * 6_000)
    within(1, lambda: [ask(value) for value in values for ask in (is_line, pipes_to_shell, runs_substitution, lost_to)])
