"""Keys that a client does not read, or that do not do what they seem to."""
from __future__ import annotations

import pytest
from marks import applied, hits_of, marked, names_of, spans_of
from test_transport import Case, case, check, mcp

from mcp_hooks.rules.slips import MANY, one_slip

CASES: tuple[Case, ...] = (
    case('.mcp.json', '{"command": "x", «"environment"»: {"A": "b"}}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"command": "x", «"envs"»: {"A": "b"}}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"command": "x", «"Env"»: {"A": "b"}}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"command": "x", «"evn"»: {"A": "b"}}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"comand"»: "x", "args": ["a"]}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"command "»: "x"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"COMMAND"»: "x"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"cmd"»: "x"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"command": "x", «"arg"»: ["a"]}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"command": "x", «"arguments"»: ["a"]}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"httpUrl"»: "https://x.example/mcp"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"type": "http", «"serverUrl"»: "https://x.example/mcp"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"transport"»: "http", "url": "https://x.example/mcp"}', 'misspelt-key', 'error'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", «"header"»: {"A": "b"}}', 'misspelt-key', 'error'),
    case('.mcp.json', '{«"transport"»: "stdio", "command": "x"}', 'misspelt-key', 'warning'),
    case('opencode.json', '{«"transport"»: "local", "command": ["x"]}', 'misspelt-key', 'error', 'mcp'),
    case('.cursor/mcp.json', '{«"transport"»: "http", "url": "https://x.example/mcp"}', 'misspelt-key', 'note'),
    case('cline_mcp_settings.json', '{"command": "x", "alwaysAllow": ["search"]}'),
    case('.mcp.json', '{"command": "x", "env": {"A": "b"}, «"environment"»: {"C": "d"}}', 'misspelt-key', 'warning'),
    case('.vscode/mcp.json', '{«"httpUrl"»: "https://x.example/mcp"}', 'misspelt-key', 'error', 'servers'),
    case('opencode.json', '{"type": "local", "command": ["x"], «"env"»: {"A": "b"}}', 'misspelt-key', 'error', 'mcp'),
    case('opencode.json', '{"type": "local", "command": ["x"], «"args"»: ["a"]}', 'misspelt-key', 'error', 'mcp'),
    case('cline_mcp_settings.json', '{"command": "x", «"enabled"»: false}', 'misspelt-key', 'warning'),
    # nothing is lost
    case('.mcp.json', '{"command": "x", "environment": {}}'),
    case('.mcp.json', '{"command": "x", "env": {"A": "b"}, "environment": {"A": "b"}}'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", "httpUrl": "https://x.example/mcp"}'),
    case('.gemini/settings.json', '{"url": "https://x.example/mcp", "httpUrl": "https://x.example/mcp"}'),
    case('.mcp.json',
         '{"command": "x", "description": "d", "note": "n", "x-team": 1, "_comment": "c", "$schema": "s", "owner": "me"}'),
    case('some-mcp.json', '{"command": "x", "environment": {"A": "b"}, "transport": "stdio"}'),
    case('some-mcp.json', '{"cmd": "x", "envs": {"A": "b"}}'),
    # ignored
    case('.mcp.json', '{"command": "x", «"cwd"»: "services/x"}', 'ignored-key', 'warning'),
    case('.mcp.json', '{"command": "x", «"disabled"»: true}', 'ignored-key', 'warning'),
    case('.mcp.json', '{"command": "x", «"enabled"»: false}', 'ignored-key', 'warning'),
    case('.mcp.json', '{"command": "x", «"envFile"»: ".env"}', 'ignored-key', 'warning'),
    case('.cursor/mcp.json', '{"command": "x", «"disabled"»: true}', 'ignored-key', 'warning'),
    case('.mcp.json', '{"command": "x", "disabled": false, "enabled": true, "cwd": "", "envFile": null}'),
    # the folder in which the server starts anyway: written for another reader of the file, and nothing is lost here
    case('.mcp.json', '{"command": "x", "cwd": "."}'),
    case('.mcp.json', '{"command": "x", "cwd": "./"}'),
    case('.mcp.json', '{"command": "x", "cwd": "${CLAUDE_PROJECT_DIR:-.}"}'),
    case('claude_desktop_config.json', '{"command": "x", "cwd": "./"}'),
    case('.mcp.json', '{"command": "x", «"cwd"»: ".."}', 'ignored-key', 'warning'),
    case('claude_desktop_config.json', '{"command": "x", «"cwd"»: "/srv/docs"}', 'ignored-key', 'warning'),
    case('.mcp.json', '{"command": "x", "tools": ["*"], "autoApprove": ["a"], "alwaysAllow": []}'),
    case('.roo/mcp.json', '{"command": "x", "disabled": true}'),
    # the other transport
    case('.cursor/mcp.json', '{"url": "https://x.example/mcp", «"env"»: {"Authorization": "<TOKEN>"}}',
         'key-of-other-transport', 'warning'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", «"args"»: ["a"]}', 'key-of-other-transport', 'warning'),
    case('.mcp.json', '{"command": "x", «"headers"»: {"A": "b"}}', 'key-of-other-transport', 'warning'),
    case('some-mcp.json', '{"serverUrl": "https://x.example/mcp", «"env"»: {"A": "b"}}', 'key-of-other-transport', 'note'),
    case('.cursor/mcp.json', '{"url": "https://x.example/mcp", "env": {}}'),
    # releases differ
    case('.gemini/settings.json', '{"type": "http", «"url"»: "https://x.example/mcp"}', 'version-dependent-key', 'warning'),
    case('.gemini/settings.json', '{"httpUrl": "https://x.example/mcp"}'),
    case('.agents/mcp_config.json', '{«"url"»: "https://x.example/mcp"}', 'version-dependent-key', 'warning'),
    case('.agents/mcp_config.json', '{"serverUrl": "https://x.example/mcp"}'),
    case('.codeium/windsurf/mcp_config.json', '{"url": "https://x.example/mcp"}'),
    # what is sent, where another client or a library keeps it
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", «"requestInit"»: {"headers": {"X-Team": "a"}}}',
         'misspelt-key', 'error'),
    case('.vscode/mcp.json', '{"type": "http", "url": "https://x.example/mcp", «"requestOptions"»: {"headers": {"X-Team": "a"}}}',
         'misspelt-key', 'error', 'servers'),
    case('opencode.json', '{"type": "remote", "url": "https://x.example/mcp", «"requestInit"»: {"headers": {"X-Team": "a"}}}',
         'misspelt-key', 'error', 'mcp'),
    case('.cursor/mcp.json', '{"url": "https://x.example/mcp", «"bearer_token_env_var"»: "TEAM"}', 'misspelt-key', 'warning'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", "requestInit": {"headers": {}}}'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", "requestInit": {"cache": "no-store"}}'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", "headers": {"A": "b"}, "requestInit": {"headers": {"A": "b"}}}'),
    case('.qwen/settings.json', '{«"serverUrl"»: "https://x.example/mcp"}', 'misspelt-key', 'warning'),
    # tools, OAuth
    case('.github/mcp.json', '{"type": "http", "url": "https://x.example/mcp", "tools": «[]»}', 'empty-tools', 'warning'),
    case('.github/mcp.json', '{"type": "http", "url": "https://x.example/mcp", "tools": ["a"]}'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/mcp", "tools": []}'),
    case('opencode.json',
         '{"type": "remote", "url": "https://x.example/mcp", «"oauth"»: {}, "headers": {"authorization": "Bearer {env:T}"}}',
         'oauth-and-header', 'warning', 'mcp'),
    case('opencode.json',
         '{"type": "remote", "url": "https://x.example/mcp", "oauth": false, "headers": {"Authorization": "Bearer {env:T}"}}',
         root='mcp'),
    case('opencode.json', '{"type": "remote", "url": "https://x.example/mcp", "oauth": {}, "headers": {"X-Team": "a"}}',
         root='mcp'),
    # time
    case('opencode.json', '{"type": "local", "command": ["x"], "timeout": «60»}', 'timeout-unit', 'warning', 'mcp'),
    case('.mcp.json', '{"command": "x", "timeout": «30»}', 'timeout-unit', 'warning'),
    case('crush.json', '{"type": "stdio", "command": "x", "timeout": «30000»}', 'timeout-unit', 'warning', 'mcp'),
    case('cline_mcp_settings.json', '{"command": "x", "timeout": «30000»}', 'timeout-unit', 'error'),
    case('.roo/mcp.json', '{"command": "x", "timeout": «0»}', 'timeout-unit', 'error'),
    case('.mcp.json', '{"command": "x", "timeout": 30000}'),
    case('cline_mcp_settings.json', '{"command": "x", "timeout": 3600}'),
    case('opencode.json', '{"type": "local", "command": ["x"], "timeout": 0}', root='mcp'),
    case('some-mcp.json', '{"command": "x", "timeout": 30}'),
)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), CASES)
def test_keys(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('written', 'told'), [
    ('9' * 400, ['`startup_timeout_sec` is in seconds here: inf s is more than an hour']), ('-' + '9' * 400, []),
    ('inf', ['`startup_timeout_sec` is in seconds here: inf s is more than an hour']), ('nan', []),
    ('60000', ['`startup_timeout_sec` is in seconds here: 60000 s is more than an hour; for 60 s write 60']),
])
def test_times_of_any_length(written: str, told: list[str]) -> None:
    text = f'[mcp_servers.a]\ncommand = "x"\nstartup_timeout_sec = {written}\n'
    assert [hit.message for _, hit in hits_of('.codex/config.toml', text)] == told


@pytest.mark.parametrize(('path', 'entry', 'after', 'root'), [
    ('.mcp.json', '{"command": "x", "environment": {"A": "b"}}', '{"command": "x", "env": {"A": "b"}}', 'mcpServers'),
    ('.mcp.json', '{"transport": "http", "url": "https://x.example/mcp"}', '{"type": "http", "url": "https://x.example/mcp"}',
     'mcpServers'),
    ('.mcp.json', '{"httpUrl": "https://x.example/mcp"}', '{"type": "http", "url": "https://x.example/mcp"}', 'mcpServers'),
    ('.mcp.json', '{"timeout": 9000, "httpUrl": "https://x.example/mcp"}',
     '{"type": "http", "timeout": 9000, "url": "https://x.example/mcp"}', 'mcpServers'),
    ('opencode.json', '{"type": "local", "command": ["x"], "env": {"A": "b"}}',
     '{"type": "local", "command": ["x"], "environment": {"A": "b"}}', 'mcp'),
    ('cline_mcp_settings.json', '{"command": "x", "enabled": false}', '{"command": "x", "disabled": true}', 'mcpServers'),
])
def test_key_fixes(path: str, entry: str, after: str, root: str) -> None:
    text = mcp(entry, root)
    (_, hit), = hits_of(path, text)
    assert hit.fix is not None
    assert applied(text, hit.fix) == mcp(after, root)
    assert names_of(path, mcp(after, root)) == []


def test_no_fix_where_the_value_has_another_shape() -> None:
    hit = next(hit for rule,
               hit in hits_of('.mcp.json', mcp('{"command": "x", "environment": ["A=b"]}')) if rule.name == 'misspelt-key')
    assert hit.fix is None


@pytest.mark.parametrize(('written', 'wanted', 'slip'), [
    ('comand', 'command', True), ('commmand', 'command', True), ('commnad', 'command', True), ('commend', 'command', True),
    ('evn', 'env', True), ('ulr', 'url', True), ('envv', 'env', True), ('tpye', 'type', True),
    ('command', 'command', False), ('cmd', 'cwd', False), ('uri', 'url', False), ('end', 'env', False), ('auth', 'args', False),
    ('timer', 'timeout', False), ('', 'env', False), ('e', 'env', False), ('comment', 'command', False),
    ('name', 'type', False),
])
def test_one_slip(written: str, wanted: str, slip: bool) -> None:
    assert one_slip(written, wanted) is slip


def test_where_what_is_sent_belongs() -> None:
    [(_, hit)] = hits_of('.mcp.json', mcp('{"type": "http", "url": "https://x.example/mcp", "bearer_token_env_var": "TEAM"}'))
    assert hit.message == ('Claude Code does not read `bearer_token_env_var`, so requests go without the token: '
                           'write `headers` with `"Authorization": "Bearer ${TEAM}"`')
    [(_, hit)] = hits_of('.mcp.json', mcp('{"type": "http", "url": "https://x.example/mcp", "requestInit": {"headers": {"A": "b"}}}'))
    assert hit.message == ('Claude Code does not look into `requestInit`, so requests go without these headers: '
                           'write `headers` in the entry itself')
    entry = '{"type": "http", "url": "https://x.example/mcp", "bearer_token_env_var": "TEAM"}'
    [(_, hit)] = hits_of('.vscode/mcp.json', f'{{"servers": {{"a": {entry}}}}}')
    assert hit.help == 'Write `headers` with `"Authorization": "Bearer ${input:TEAM}"`, and declare the input under `inputs`.'
    [(_, hit)] = hits_of('.qwen/settings.json', mcp('{"serverUrl": "https://x.example/mcp"}'))
    assert hit.help == 'Write `httpUrl`.'


def test_keys_without_end_are_handled() -> None:
    entry = '{"command": "x", ' + ', '.join(f'"{"k" * 50}{n}": {n}' for n in range(20_000)) + '}'
    assert names_of('.mcp.json', mcp(entry)) == []


def test_a_slip_is_seen_beside_other_keys_of_the_client() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "description": "y", "trust": true, «"includeTool"»: ["z"]}}}'
    assert spans_of('.gemini/settings.json', text) == marked(text)
    assert names_of('.gemini/settings.json', text.replace('«', '').replace('»', '')) == ['misspelt-key']


def test_a_required_field_is_missed_beside_others() -> None:
    package = '{"registryType": "npm", "identifier": «"x"», "version": "1.0.0"}'
    text = f'{{"name": "io.a/b", "description": "c", "version": "1.0.0", "packages": [{package}]}}'
    assert spans_of('server.json', text, 'missing-field') == marked(text)


def test_a_folder_that_is_dropped_has_a_way_out() -> None:
    [(rule, hit)] = hits_of('.mcp.json', '{"mcpServers": {"a": {"command": "uv", "args": ["run", "a"], "cwd": "services/a"}}}')
    assert rule.name == 'ignored-key'
    assert hit.message == 'Claude Code ignores `cwd`, so the server starts in another folder'
    assert hit.help == 'Write whole paths, or let the program change the folder (`uv --directory`, `npm --prefix`, `pnpm --dir`).'


def test_of_the_keys_that_nobody_reads_the_first_hundreds_are_compared() -> None:
    def with_keys(count: int) -> str:
        return '{"mcpServers": {"a": {"command": "x", ' + ''.join(f'"odd{number}": 1, ' for number in range(count)) + '"evn": {"A": "b"}}}}'

    assert len(hits_of('.mcp.json', with_keys(MANY - 1), 'misspelt-key')) == 1
    assert hits_of('.mcp.json', with_keys(MANY), 'misspelt-key') == []
