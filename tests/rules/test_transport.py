"""How entries are reached, client by client: the rules know no client, so each case here is a fact of a record."""
from __future__ import annotations

import pytest
from marks import applied, hits_of, marked, names_of, severities_of, spans_of, unmarked

HTTP = '"url": "https://x.example/mcp"'


def mcp(entry: str, root: str = 'mcpServers') -> str:
    return f'{{"{root}": {{"a": {entry}}}}}'


Case = tuple[str, str, str, list[str]]


def case(path: str, entry: str, rule: str = '', severity: str = '', root: str = 'mcpServers') -> Case:
    """One entry: what is marked in it is reported by this rule alone, with this severity."""
    return path, mcp(entry, root), rule, [severity] if severity else []


def check(path: str, text: str, rule: str, severity: list[str]) -> None:
    assert names_of(path, text) == ([rule] if rule else [])
    assert severities_of(path, text) == severity
    if '«' in text:
        assert spans_of(path, text) == marked(text)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    # nothing to start or call: the name is at fault, or the empty value
    case('.mcp.json', '{}', 'no-transport', 'error'),
    case('.mcp.json', '{"args": ["x"]}', 'no-transport', 'error'),
    case('.mcp.json', '{"type": "http"}', 'no-transport', 'error'),
    case('.mcp.json', '{"type": "stdio"}', 'no-transport', 'error'),
    case('.mcp.json', '{"url": «""»}', 'no-transport', 'error'),
    case('.mcp.json', '{"command": «""», "args": []}', 'no-transport', 'error'),
    case('.cursor/mcp.json', '{"env": {"A": "b"}}', 'no-transport', 'error'),
    case('opencode.json', '{"type": "local", "enabled": true}', 'no-transport', 'error', 'mcp'),
    case('cline_mcp_settings.json', '{"disabled": true}', 'no-transport', 'warning'),
    case('opencode.json', '{"enabled": false}', root='mcp'),
    case('.zed/settings.json', '{"settings": {}}', root='context_servers'),
    case('.amazonq/mcp.json', '{"command": "x", "url": ""}'),
    case('some-mcp.json', '{"command": "", "args": []}'),
    # both
    case('.mcp.json', '{"command": "x", «"url"»: "https://x.example/mcp"}', 'command-and-url', 'error'),
    case('.mcp.json', '{"url": "https://x.example/mcp", «"command"»: "x"}', 'command-and-url', 'error'),
    case('.roo/mcp.json', '{"command": "x", «"url"»: "https://x.example/mcp"}', 'command-and-url', 'error'),
    case('.mcp.json', '{"type": "http", "command": "x", «"url"»: "https://x.example/mcp"}', 'command-and-url', 'warning'),
    case('some-mcp.json', '{"command": "x", «"url"»: "https://x.example/mcp"}', 'command-and-url', 'warning'),
    case('.warp/.mcp.json', '{"command": "x", «"url"»: "https://x.example/mcp"}', 'command-and-url', 'warning'),
])
def test_one_of_command_and_url(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


def test_nothing_to_start_points_at_the_name() -> None:
    text = '{"mcpServers": {«"é😀"»: {}}}'
    assert spans_of('.mcp.json', text, only='no-transport') == marked(text)


def test_the_cost_of_one_bad_entry_is_said() -> None:
    def message(path: str, root: str = 'mcpServers') -> str:
        (_, hit), = hits_of(path, mcp('{}', root))
        return hit.message

    assert message('.mcp.json') == '`a` has neither `command` nor `url`: Claude Code cannot start it'
    assert message('cline_mcp_settings.json').endswith(' and refuses the whole file')


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    # url without type
    case('.mcp.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'error'),
    case('.claude-plugin/plugin.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'error'),
    case('.mcp-inspector/mcp.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'error'),
    case('opencode.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'error', 'mcp'),
    case('opencode.json', '{«"command"»: ["x"]}', 'missing-type', 'error', 'mcp'),
    case('crush.json', '{«"command"»: "x"}', 'missing-type', 'error', 'mcp'),
    case('.factory/mcp.json', '{«"command"»: "x"}', 'missing-type', 'warning'),
    case('.github/mcp.json', '{«"url"»: "https://x.example/mcp", "tools": ["*"]}', 'missing-type', 'warning'),
    case('.roo/mcp.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'warning'),
    case('.roo/mcp.json', '{"url": «"https://x.example/sse"»}', 'sse-transport', 'warning'),
    case('.kilocode/mcp.json', '{«"url"»: "https://x.example/mcp"}', 'missing-type', 'warning'),
    case('cline_mcp_settings.json', '{«"url"»: "https://x.example/mcp"}', 'implicit-sse', 'warning'),
    case('.qwen/settings.json', '{«"url"»: "https://x.example/mcp"}', 'implicit-sse', 'warning'),
    case('.cursor/mcp.json', '{"url": "https://x.example/mcp"}'),
    case('.vscode/mcp.json', '{"url": "https://x.example/mcp"}', root='servers'),
    case('.gemini/settings.json', '{"url": "https://x.example/mcp"}'),
    case('.gemini/settings.json', '{"httpUrl": "https://x.example/mcp"}'),
    case('.qwen/settings.json', '{"httpUrl": "https://x.example/mcp"}'),
    case('.codeium/windsurf/mcp_config.json', '{"serverUrl": "https://x.example/mcp"}'),
    case('some-mcp.json', '{"url": "https://x.example/mcp"}'),
    case('.mcp.json', '{"command": "x"}'),
    case('.mcp.json', '{"type": "stdio", "command": "x"}'),
    case('.mcp-inspector/mcp.json', '{"command": "x"}'),
    # words
    case('.mcp.json', '{"type": «"streamableHttp"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('.mcp.json', '{"type": «"HTTP"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('.mcp.json', '{"type": «""», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('.mcp.json', '{"type": "streamable-http", "url": "https://x.example/mcp"}'),
    case('.mcp.json', '{"type": "ws", "url": "wss://x.example/mcp"}'),
    case('cline_mcp_settings.json', '{"type": «"http"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('cline_mcp_settings.json', '{"type": «"streamable-http"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('cline_mcp_settings.json', '{"transport": {"type": "streamableHttp", "url": "https://x.example/mcp"}}'),
    case('cline_mcp_settings.json', '{"transportType": "http", "url": "https://x.example/mcp"}'),
    case('cline_mcp_settings.json', '{"transportType": "stdio", "command": "x"}'),
    case('cline_mcp_settings.json', '{"type": "streamableHttp", "transportType": "http", "url": "https://x.example/mcp"}'),
    case('cline_mcp_settings.json', '{"transportType": «"sse"», "url": "https://x.example/mcp"}', 'sse-transport', 'warning'),
    case('cline_mcp_settings.json', '{"transportType": «"streamable"», "url": "https://x.example/mcp"}', 'unknown-type', 'warning'),
    case('cline_mcp_settings.json', '{"type": «"http"», "transportType": "http", "url": "https://x.example/mcp"}', 'unknown-type',
         'error'),
    case('.roo/mcp.json', '{"type": «"streamableHttp"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('opencode.json', '{"type": «"stdio"», "command": ["x"]}', 'unknown-type', 'error', 'mcp'),
    case('opencode.json', '{"type": «"http"», "url": "https://x.example/mcp"}', 'unknown-type', 'error', 'mcp'),
    case('.mcp-inspector/mcp.json', '{"type": «"streamableHttp"», "url": "https://x.example/mcp"}', 'unknown-type', 'error'),
    case('.vscode/mcp.json', '{"type": «"streamable-http"», "url": "https://x.example/mcp"}', 'unknown-type', 'warning',
         'servers'),
    case('some-mcp.json', '{"type": «"foo"», "url": "https://x.example/mcp"}', 'unknown-type', 'warning'),
    case('some-mcp.json', '{"type": "streamable", "url": "https://x.example/mcp"}'),
    # a word against the rest
    case('.mcp.json', '{"type": «"stdio"», "url": "https://x.example/mcp"}', 'type-contradicts-entry', 'error'),
    case('.mcp.json', '{"type": «"http"», "command": "x"}', 'type-contradicts-entry', 'error'),
    case('.mcp.json', '{"type": "http", "command": «"https://x.example/mcp"»}', 'no-program', 'error'),
    case('opencode.json', '{"type": «"local"», "url": "https://x.example/mcp"}', 'type-contradicts-entry', 'error', 'mcp'),
    case('some-mcp.json', '{"type": «"stdio"», "url": "https://x.example/mcp"}', 'type-contradicts-entry', 'warning'),
    # what a client does not speak
    case('claude_desktop_config.json', '{«"url"»: "https://x.example/mcp"}', 'no-remote-transport', 'error'),
    case('claude_desktop_config.json', '{"type": "http", «"url"»: "https://x.example/mcp"}', 'no-remote-transport', 'error'),
    case('claude_desktop_config.json', '{«"serverUrl"»: "https://x.example/mcp"}', 'no-remote-transport', 'error'),
    case('crush.json', '{"type": «"websocket"», "url": "https://x.example/mcp"}', 'unsupported-transport', 'error', 'mcp'),
    case('.factory/mcp.json', '{"type": «"sse"», "url": "https://x.example/sse"}', 'unsupported-transport', 'warning'),
])
def test_type(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    case('.mcp.json', '{«"transport"»: {"type": "http", "url": "http://x.example:80/mcp", "headers": {"A": "b"}}}',
         'nested-transport', 'error'),
    case('.mcp.json', '{«"config"»: {"command": "x"}}', 'nested-transport', 'error'),
    case('.mcp.json', '{"type": "http", «"http"»: {"url": "https://x.example/mcp"}}', 'nested-transport', 'error'),
    case('claude_desktop_config.json', '{«"transport"»: {"url": "https://x.example/mcp"}}', 'nested-transport', 'error'),
    case('some-mcp.json', '{"transport": {"type": "http", "url": "https://x.example/mcp"}}'),
    case('.mcp.json', '{"command": "x", «"transport"»: {"type": "stdio"}}', 'misspelt-key', 'warning'),
])
def test_nested_transport_is_one_finding(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    case('.mcp.json', '{"type": «"sse"», "url": "https://x.example/sse"}', 'sse-transport', 'warning'),
    case('.mcp.json', '{"type": «"sse"», "url": "https://x.example/mcp"}', 'sse-transport', 'warning'),
    case('.mcp.json', '{"type": "http", "url": "https://x.example/sse"}'),
    case('.cursor/mcp.json', '{"url": "https://x.example/mcp/sse"}'),
    case('.codeium/windsurf/mcp_config.json', '{"url": "http://localhost:3000/__mcp/sse"}'),
    case('cline_mcp_settings.json', '{"url": «"https://x.example/sse"»}', 'sse-transport', 'warning'),
    case('.kilocode/mcp.json', '{"url": «"http://127.0.0.1:8000/sse?x=1"»}', 'sse-transport', 'warning'),
    case('.cursor/mcp.json', '{"url": «"https://mcp.atlassian.com/v1/sse"»}', 'sse-transport', 'warning'),
    case('opencode.json', '{"type": "remote", "url": «"https://mcp.linear.app/sse"»}', 'sse-transport', 'warning', 'mcp'),
    case('claude_desktop_config.json',
         '{"command": "npx", "args": ["mcp-remote@0.1.38", «"https://mcp.atlassian.com/v1/sse"»]}',
         'sse-transport', 'warning'),
    case('.cursor/mcp.json', '{"url": «"http://127.0.0.1:3845/sse"»}', 'sse-transport', 'warning'),
    case('.zed/settings.json', '{"url": «"https://x.example/sse"»}', 'sse-transport', 'warning', 'context_servers'),
    case('some-mcp.json', '{"type": «"sse"», "url": "https://x.example/sse"}', 'sse-transport', 'warning'),
])
def test_retired_transport(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('path', 'text', 'after'), [
    ('.mcp.json', mcp('{«"url"»: "https://x.example/mcp"}'), mcp('{"type": "http", "url": "https://x.example/mcp"}')),
    ('.mcp.json', mcp('{\n  "env": {},\n  "url": "https://x.example/mcp"}'),
     mcp('{\n  "type": "http",\n  "env": {},\n  "url": "https://x.example/mcp"}')),
    ('.mcp.json', mcp('{"type": "streamableHttp", "url": "https://x.example/mcp"}'),
     mcp('{"type": "http", "url": "https://x.example/mcp"}')),
    ('.mcp.json', mcp('{"type": "stdio", "url": "https://x.example/mcp"}'),
     mcp('{"type": "http", "url": "https://x.example/mcp"}')),
    ('.mcp.json', mcp('{"transport": {"type": "http", "url": "https://x.example/mcp"}, "timeout": 5000}'),
     mcp('{"type": "http", "url": "https://x.example/mcp", "timeout": 5000}')),
    ('cline_mcp_settings.json', mcp('{"url": "https://x.example/mcp"}'),
     mcp('{"type": "streamableHttp", "url": "https://x.example/mcp"}')),
])
def test_fixes(path: str, text: str, after: str) -> None:
    (_, hit), = hits_of(path, text)
    assert hit.fix is not None
    assert applied(text, hit.fix) == after
    assert names_of(path, after) == []


def test_no_fix_where_there_are_two_answers() -> None:
    (_, hit), = hits_of('.mcp.json', mcp('{"url": "https://x.example/sse"}'))
    assert hit.fix is None


def test_other_readers_judge_for_themselves() -> None:
    text = mcp('{"url": "https://x.example/mcp"}')
    assert [rule.name for rule, _ in hits_of('.mcp.json', text, client='copilot-cli')] == ['missing-type']
    assert hits_of('.mcp.json', text, client='vscode-root-mcp-json') == []
    assert unmarked(text) == text


def test_plain_project_file_is_clean() -> None:
    text = """{
      "mcpServers": {
        "docs": {"type": "http", "url": "${DOCS_URL:-https://docs.example}/mcp", "headers": {"Authorization": "Bearer ${T}"}},
        "files": {"command": "${HOME}/bin/files-mcp", "args": ["--root", "."], "env": {"TOKEN": "${FILES_TOKEN}"}}
      }
    }"""
    assert names_of('.mcp.json', text) == []


@pytest.mark.parametrize(('inner', 'lifted'), [
    ('\n    "transport": {\n      "type": "http",\n      "url": "https://a.example/mcp",\n'
     '      "headers": {\n        "A": "b"\n      }\n    },\n    "timeout": 60000\n  ',
     '\n    "type": "http",\n    "url": "https://a.example/mcp",\n    "headers": {\n      "A": "b"\n    },\n    "timeout": 60000\n  '),
    ('"transport": {"type": "http", "url": "https://a.example/mcp"}', '"type": "http", "url": "https://a.example/mcp"'),
    ('\r\n\t"transport": {\r\n\t\t"type": "http",\r\n\t\t"url": "https://a.example/mcp"\r\n\t}\r\n', '\r\n\t"type": "http",\r\n\t"url": "https://a.example/mcp"\r\n'),
])
def test_what_is_moved_up_is_indented_like_its_neighbours(inner: str, lifted: str) -> None:
    (_, hit), = hits_of('.mcp.json', mcp('{' + inner + '}'), 'nested-transport')
    assert hit.fix is not None
    assert applied(mcp('{' + inner + '}'), hit.fix) == mcp('{' + lifted + '}')


@pytest.mark.parametrize('word', ['stdio', 'sse', 'streamable-http'])
def test_an_image_may_be_served_over_any_transport(word: str) -> None:
    entry = ('{"image": "ghcr.io/acme/fetch:1.0.0", "description": "d", "status": "Active", "tier": "Community", "tools": ["fetch"], '
             f'"transport": "{word}", "target_port": 8080}}')
    text = ('{"$schema": "https://raw.githubusercontent.com/stacklok/toolhive-core/main/registry/types/data/toolhive-legacy-registry.'
            f'schema.json", "version": "1.0.0", "last_updated": "2026-01-01T00:00:00Z", "servers": {{"fetch": {entry}}}}}')
    assert 'type-contradicts-entry' not in names_of('registry.json', text)


@pytest.mark.parametrize('name', ['localWorkspaceFolder', 'localWorkspaceFolderBasename', 'containerWorkspaceFolder',
                                  'containerWorkspaceFolderBasename', 'devcontainerId', 'workspaceFolder'])
def test_what_a_dev_container_fills_in(name: str) -> None:
    text = '{"customizations": {"vscode": {"mcp": {"servers": {"docs": {"command": "docs-mcp", "args": ["${NAME}/docs"]}}}}}}'
    assert names_of('.devcontainer/devcontainer.json', text.replace('NAME', name)) == []


@pytest.mark.parametrize(('path', 'text', 'help'), [
    ('cline_mcp_settings.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example/mcp"}}}', 'Write `streamableHttp`.'),
    ('.continue/mcpServers/a.yaml', 'name: a\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: a\n    type: http\n'
                                    '    url: https://x.example/mcp\n', 'Write `streamable-http`.'),
    # the address that took the place of a retired one, and the type where that has to change too
    ('opencode.json', '{"mcp": {"a": {"type": "remote", "url": "https://mcp.linear.app/sse"}}}', 'Write `https://mcp.linear.app/mcp`.'),
    ('.mcp.json', '{"mcpServers": {"a": {"type": "sse", "url": "https://mcp.linear.app/sse"}}}',
     'Write `https://mcp.linear.app/mcp`, and the type `http`.'),
    ('.roo/mcp.json', '{"mcpServers": {"a": {"url": "https://mcp.linear.app/sse"}}}',
     'Write `https://mcp.linear.app/mcp`, and the type `streamable-http`.'),
    ('.mcp.json', '{"mcpServers": {"a": {"command": "npx", "args": ["mcp-remote@0.1.38", "https://mcp.linear.app/sse"]}}}',
     'Write `https://mcp.linear.app/mcp`.'),
    ('.mcp.json', '{"mcpServers": {"a": {"type": "sse", "url": "https://x.example/sse"}}}',
     'Ask the server for its Streamable HTTP address, and write the type `http`.'),
    ('.roo/mcp.json', '{"mcpServers": {"a": {"url": "https://x.example/sse"}}}', None),
])
def test_the_help_says_what_to_write_and_no_more(path: str, text: str, help: str | None) -> None:
    [(rule, hit)] = hits_of(path, text)
    assert rule.name in ('unknown-type', 'sse-transport')
    assert hit.help == help
