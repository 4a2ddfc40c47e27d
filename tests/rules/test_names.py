"""Names of servers, and the places of files."""
from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import hits_of, marked, names_of, severities_of, spans_of

from mcp_hooks.rules import names


@pytest.mark.parametrize(('path', 'text', 'severity'), [
    ('.mcp.json', '{"mcpServers": {«"Sales DX"»: {"command": "x"}}}', ['warning']),
    ('.mcp.json', '{"mcpServers": {«"a/b"»: {"command": "x"}}}', ['warning']),
    ('.mcp.json', '{"mcpServers": {«""»: {"command": "x"}}}', ['warning']),
    ('.mcp.json', '{"mcpServers": {«"a\\tb"»: {"command": "x"}}}', ['warning']),
    ('.mcp.json', '{"mcpServers": {«"a😀"»: {"command": "x"}}}', ['warning']),
    ('.mcp.json', '{"mcpServers": {"地图": {"command": "x"}, "größe": {"command": "x"}, "a.b_c-1": {"command": "x"}}}', []),
    ('.github/mcp.json', '{"mcpServers": {«"a/b"»: {"type": "http", "url": "https://x.example", "tools": ["*"]}}}', ['error']),
    ('cline_mcp_settings.json', '{"mcpServers": {"github.com/acme/docs": {"command": "x"}, "@acme/docs": {"command": "x"}}}', []),
    ('cline_mcp_settings.json', '{"mcpServers": {«"acme docs"»: {"command": "x"}}}', ['warning']),
    # no rule is known: what is written for these clients works there
    ('.cursor/mcp.json', '{"mcpServers": {«"Acme Docs"»: {"command": "x"}}}', ['note']),
    ('.vscode/mcp.json', '{"servers": {«"Acme Docs"»: {"command": "x"}}}', ['note']),
    ('.cursor/mcp.json', '{"mcpServers": {«"a\\tb"»: {"command": "x"}}}', ['warning']),
    ('.cursor/mcp.json', '{"mcpServers": {«""»: {"command": "x"}}}', ['warning']),
    ('librechat.yaml', 'version: 1.2.1\nmcpServers:\n  «Web search (fast)»:\n    command: x\n', ['warning']),
    ('some-mcp.json', '{"mcpServers": {«"acme/docs"»: {"command": "x"}}}', ['warning']),
    # Cline's marketplace names servers like this, and its files are copied
    ('some-mcp.json', '{"mcpServers": {«"github.com/acme/docs"»: {"command": "x"}}}', ['note']),
    # the place is wrong, which is said; the name is right in the client that is meant
    ('.vscode/settings.json', '{"mcpServers": {«"Acme Docs"»: {"command": "x"}}}', ['note']),
    ('server.json', '{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", '
                    '"name": "io.github.acme/docs", "description": "d", "version": "1.0.0", "packages": '
                    '[{"registryType": "npm", "identifier": "@acme/docs", "version": "1.0.0", '
                    '"transport": {"type": "stdio"}}]}', []),
])
def test_server_names(path: str, text: str, severity: list[str]) -> None:
    assert spans_of(path, text, only='server-name') == marked(text)
    assert severities_of(path, text, only='server-name') == severity


def test_the_character_in_the_way_is_named() -> None:
    messages = {name: hits_of('.mcp.json',
                              f'{{"mcpServers": {{"{name}": {{"command": "x"}}}}}}')[0][1].message for name in ('a b', 'a/b',
                                                                                                                'a\\tb', '')}
    assert 'holds a blank' in messages['a b']
    assert 'holds `/`' in messages['a/b']
    assert 'holds U+0009' in messages['a\\tb']
    assert 'is empty' in messages['']
    assert all('\t' not in message for message in messages.values())


@pytest.mark.parametrize(('name', 'severity'), [('workspace', 'error'), ('computer-use', 'warning'), ('Claude Preview', 'warning')])
def test_reserved_name(name: str, severity: str) -> None:
    text = f'{{"mcpServers": {{«"{name}"»: {{"command": "x"}}}}}}'
    assert spans_of('.mcp.json', text) == marked(text)
    assert names_of('.mcp.json', text) == ['reserved-name']
    assert severities_of('.mcp.json', text) == [severity]
    assert 'reserved-name' not in names_of('.cursor/mcp.json', text)


def test_a_plugin_puts_its_own_name_before_those_of_its_servers() -> None:
    assert severities_of('.claude-plugin/plugin.json', '{"name": "a", "mcpServers": {"workspace": {"command": "x"}}}') == ['warning']


@pytest.mark.parametrize(('path', 'length', 'found'), [
    ('.cursor/mcp.json', 48, False), ('.cursor/mcp.json', 49, True), ('.mcp.json', 200, False), ('.roo/mcp.json', 60, False),
])
def test_long_names(path: str, length: int, found: bool) -> None:
    text = f'{{"mcpServers": {{"{"n" * length}": {{"command": "x"}}}}}}'
    assert names_of(path, text) == ['long-name'] * found


@pytest.mark.parametrize(('path', 'text', 'rule'), [
    ('.vscode/.mcp.json', '«{»\n"servers": {"a": {"type": "http", "url": "https://x.example/mcp"}}}', 'unread-location'),
    ('.windsurf/mcp.json', '«{"mcpServers": {"a": {"command": "x"}}}»', 'unread-location'),
    ('.claude/mcp.json', '«{"mcpServers": {"a": {"command": "x"}}}»', 'unread-location'),
    ('.cursor/.mcp.json', '«{"mcpServers": {"a": {"command": "x"}}}»', 'unread-location'),
    ('.github/copilot/mcp.json', '«{"servers": {"a": {"command": "x"}}}»', 'unread-location'),
    ('.vscode/settings.json', '{"editor.tabSize": 2, «"github.copilot.chat.mcp.servers"»: {"a": {"command": "x"}}}',
     'obsolete-location'),
    ('.vscode/settings.json', '{«"mcpServers"»: {"a": {"command": "x"}}}', 'obsolete-location'),
    ('.vscode/settings.json', '{"editor.tabSize": 2, «"mcp"»: {"inputs": [], "servers": {"a": {"command": "x"}}}}', 'obsolete-location'),
    ('.claude/settings.json', '{"hooks": {}, «"mcpServers"»: {"a": {"command": "x"}}}', 'obsolete-location'),
    ('.claude/settings.json', '{«"mcpServers"»: {}, "hooks": {}}', 'obsolete-location'),
    ('.claude/settings.json', '{"permissions": {"allow": ["mcp__docs"]}}', ''),
    ('.vscode/settings.json', '{"editor.tabSize": 2}', ''),
    ('.vscode/mcp.json', '{"servers": {"a": {"command": "x"}}}', ''),
    ('.copilot/mcp-config.json', '{"mcpServers": {"a": {"type": "local", "command": "x", "args": [], "tools": ["*"]}}}', ''),
    ('.codeium/windsurf/mcp_config.json', '{"mcpServers": {"a": {"command": "x"}}}', ''),
])
def test_locations(path: str, text: str, rule: str) -> None:
    assert spans_of(path, text) == marked(text)
    assert names_of(path, text) == ([rule] if rule else [])
    assert severities_of(path, text) == (['warning'] if rule else [])


def test_home_files_are_a_note_that_is_off() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}}}'
    (rule, hit), = hits_of('.codeium/windsurf/mcp_config.json', text, only='home-only')
    assert (rule.severity, rule.default, hit.severity) == ('note', False, None)
    assert '~/.codeium/windsurf/mcp_config.json' in hit.message
    assert hits_of('.cursor/mcp.json', text, only='home-only') == []


SCHEMA = '"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"'


def published(name: str = '"io.github.acme/docs"', description: str = '"Reads docs"') -> str:
    return (f'{{{SCHEMA}, "name": {name}, "description": {description}, "version": "1.0.0", '
            '"remotes": [{"type": "streamable-http", "url": "https://docs.example/mcp"}]}')


@pytest.mark.parametrize(('path', 'text'), [
    ('server.json', published()),
    ('server.json', published(name='«"docs"»')),
    ('server.json', published(name='«"io.github.acme/docs/more"»')),
    ('server.json', published(description=f'«"{"é" * 101}"»')),
    ('server.json', published(description=f'"{"é" * 100}"')),
    ('gemini-extension.json', '{"name": «"acme docs"», "version": "1.0.0", "mcpServers": {"docs": {"command": "x"}}}'),
    # without servers it is no concern of ours
    ('gemini-extension.json', '{"name": "acme docs", "version": "1.0.0"}'),
    ('gemini-extension.json.tmpl', '{"name": "{{ name }}", "version": "1.0.0", "mcpServers": {"docs": {"command": "x"}}}'),
    ('.gemini/agents/docs.md', '---\nname: «Docs Reader»\ndescription: d\nmcp_servers:\n  docs:\n    command: x\n---\n'),
])
def test_texts_of_a_manifest(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)
    assert names_of(path, text) == ['manifest-text'] * len(marked(text))
    assert severities_of(path, text) == ['error'] * len(marked(text))


@given(st.text(max_size=12) | st.text('aZ09_-\n é', max_size=6))
def test_the_common_rule_is_what_its_pattern_says(name: str) -> None:
    assert bool(names._rule(names._COMMON_RULE)(name)) == bool(re.search(names._COMMON_RULE, name))
