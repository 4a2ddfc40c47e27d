"""Root keys, maps, entries and the types of their values."""
from __future__ import annotations

import pytest
from marks import applied, hits_of, marked, names_of, severities_of, spans_of, unmarked

from mcp_hooks.findings import Hit


def one(path: str, text: str, name: str) -> Hit:
    """The only hit of a text, which must be of this rule."""
    (rule, hit), = hits_of(path, text)
    assert rule.name == name
    return hit


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '«[»]', id='list'),
    pytest.param('.mcp.json', '«"»x"', id='string'),
    pytest.param('.mcp.json', '«n»ull', id='null'),
    pytest.param('.mcp.json', '{"mcpServers": {}}', id='object'),
    pytest.param('crush.json', '«[»{"name": "docs", "command": "x"}]', id='list of servers'),
    pytest.param('crush.json', '[{"name": "Ann", "age": 31}]', id='list of other things under a name that others use'),
])
def test_root_not_object(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)
    assert names_of(path, text) == ['root-not-object'] * len(marked(text))


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{«"servers"»: {"a": {"command": "x"}}}', id='VS Code key for Claude Code'),
    pytest.param('.vscode/mcp.json', '{"inputs": [], «"mcpServers"»: {"é😀": {"command": "x"}}}', id='Claude key for VS Code'),
    pytest.param('.vscode/mcp.json', '{«"mcp"»: {"servers": {"a": {"command": "x"}}}}', id='settings form'),
    pytest.param('opencode.json', '{«"mcpServers"»: {"a": {"type": "local", "command": ["x"]}}}', id='OpenCode'),
    pytest.param('crush.json', '{«"mcpServers"»: {"a": {"type": "stdio", "command": "x"}}}', id='Crush'),
    pytest.param('.zed/settings.json', '{"theme": "a", «"mcpServers"»: {"a": {"command": "x"}}}', id='Zed'),
    pytest.param('.gemini/settings.json', '{«"servers"»: {"a": {"command": "x"}}}', id='Gemini'),
    pytest.param('.cursor/mcp.json', '{«"mcpservers"»: {"a": {"command": "x"}}}', id='lower case'),
    pytest.param('.cursor/mcp.json', '{«"McpServers"»: {"a": {"command": "x"}}}', id='upper case'),
    pytest.param('.cursor/mcp.json', '{«"mcpSevers"»: {"a": {"command": "x"}}}', id='letter lost'),
    pytest.param('.cursor/mcp.json', '{«"mcp_servers"»: {"a": {"command": "x"}}}', id='underscore'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x"}}, "servers": {"a": {"command": "x"}}}',
                 id='one map for each reader'),
    pytest.param('.vscode/mcp.json', '{«"mcpServers"»: {"a": {"command": "x"}}, "servers": {"b": {"command": "y"}}}',
                 id='a map that one reader may take beside the one that all readers document'),
    pytest.param('.gemini/settings.json', '{"mcp": {"allowed": ["a"]}}', id='settings about servers'),
    pytest.param('.zed/settings.json', '{"mcp": {"a": 1}, "servers": ["b"]}', id='other settings of the same name'),
    pytest.param('.mcp.json.example', '{"version": "1.0", "servers": {"a": {"command": "x"}}}', id='sample of some other tool'),
])
def test_wrong_root_key(path: str, text: str) -> None:
    assert spans_of(path, text, only='wrong-root-key') == marked(text)


def test_wrong_root_key_names_the_right_one_and_mends_it() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}}}'
    hit = one('.vscode/mcp.json', text, 'wrong-root-key')
    assert hit.message.startswith('VS Code reads servers from `servers`, not from `mcpServers`')
    assert hit.severity == 'error'
    assert hit.fix is not None
    assert applied(text, hit.fix) == '{"servers": {"a": {"command": "x"}}}'


def test_a_map_for_nobody_beside_the_right_one_is_a_warning() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}}, «"context_servers"»: {"b": {"command": "y"}}}'
    assert spans_of('.cursor/mcp.json', text) == marked(text)
    assert severities_of('.cursor/mcp.json', text) == ['warning']
    assert one('.cursor/mcp.json', unmarked(text), 'wrong-root-key').help == 'Move the servers to `mcpServers`.'


@pytest.mark.parametrize(('path', 'text', 'severity'), [
    pytest.param('.cursor/mcp.json', '«{»"a": {"command": "x", "args": []}}', ['error'], id='bare map'),
    pytest.param('.mcp.json', ' \n«{»"a": {"command": "x"}}', ['error'], id='bare map in a project'),
    pytest.param('.mcp.json', '«{»}', ['warning'], id='empty object'),
    pytest.param('.vscode/mcp.json', '«{»"inputs": []}', ['warning'], id='no servers'),
    pytest.param('.vscode/mcp.json', '«{»"mcpServers": {}}', ['warning'], id="another client's empty map"),
    pytest.param('cline_mcp_settings.json', '«{»"theme": "dark"}', ['warning'], id='other settings'),
    pytest.param('plugins/docs/.mcp.json', '{"a": {"command": "x", "args": []}}', [], id='bare map in a plugin'),
    pytest.param('.github/mcp.json', '{"a": {"type": "local", "command": "x", "tools": ["*"]}}', [], id='bare map for Copilot CLI'),
    pytest.param('.gemini/settings.json', '{"ui": {}}', [], id='settings without servers'),
    pytest.param('opencode.json', '{"$schema": "https://opencode.ai/config.json"}', [], id='OpenCode without servers'),
    pytest.param('.mcp.json', '{"mcpServers": {}}', [], id='empty map'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "docs", "author": {"name": "Ann", "url": "https://ann.example"}}', [],
                 id='an author with an address'),
    pytest.param('gemini-extension.json', '{"name": "docs", "repository": {"type": "git", "url": "https://ann.example/docs"}}', [],
                 id='a repository with a type and an address'),
    pytest.param('.mcp.json', '«{»"name": "docs", "author": {"name": "Ann", "url": "https://ann.example"}}', ['warning'],
                 id='a manifest under the name of a server file'),
    pytest.param('.mcp.json', '«{»"name": "docs", "tools": {"base_url": "/api"}, "security": {"jwt": true}, "runtime": {"node": "18"}}',
                 ['warning'], id='a manifest of something else, one part of which has an address'),
    pytest.param('.mcp.json', '«{»"a": {"command": "x"}, "b": {"url": "https://b.example"}, "meta": {"by": "Ann"}}', ['error'],
                 id='most of it is servers'),
    pytest.param('opencode.json', '{"enterprise": {"url": "https://ai.ann.example"}, "share": "auto"}', [],
                 id='a setting with an address'),
    pytest.param('.vscode/settings.json', '{"lint.server": {"command": "lint", "args": []}, "editor.tabSize": 2}', [],
                 id='a setting with a program'),
    pytest.param('opencode.json', '«{»"$schema": "https://opencode.ai/config.json", "docs": {"type": "local", "command": ["x"]}}',
                 ['error'], id='nothing but servers among settings'),
])
def test_missing_root_key(path: str, text: str, severity: list[str]) -> None:
    assert spans_of(path, text) == marked(text)
    assert names_of(path, text) == ['missing-root-key'] * len(severity)
    assert severities_of(path, text) == severity


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": «[]»}', id='empty list'),
    pytest.param('.mcp.json', '{"mcpServers": «[{"name": "a", "command": "x"}]»}', id='list'),
    pytest.param('.mcp.json', '{"mcpServers": «"./servers.json"»}', id='path'),
    pytest.param('opencode.json', '{"mcp": «[]»}', id='OpenCode'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "a", "mcpServers": "./.mcp.json"}', id='path in a manifest'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "a", "mcpServers": ["./a.json", {"b": {"command": "x"}}]}',
                 id='list in a manifest'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "a", "mcpServers": «5»}', id='number in a manifest'),
    pytest.param('.mcp.json', '{"mcpServers": «null»}', id='null'),
    pytest.param('.gemini/settings.json', '{"mcpServers": null}', id='null where nobody needs servers'),
    pytest.param('librechat.yaml', 'version: 1\nmcpServers:\n', id='nothing yet'),
])
def test_servers_wrong_type(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json',
                 '{"mcpServers": {"a": «"x"», "b": «["x"]», "c": «5», "d": «true», "e": «null», "f": {"command": "x"}}}',
                 id='all kinds'),
    pytest.param('.mcp.json', '{"mcpServers": {"_comment": "x", "//": "y", "note": "z", "a": {"command": "x"}}}',
                 id='comments for people'),
    pytest.param('cline_mcp_settings.json', '{"mcpServers": {"_comment": «"x"», "a": {"command": "x"}}}',
                 id='a comment that costs the file'),
])
def test_entry_not_object(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)
    assert set(names_of(path, text)) <= {'entry-not-object'}


def test_an_entry_that_is_null_is_a_warning() -> None:
    assert severities_of('.mcp.json', '{"mcpServers": {"a": null, "b": 1}}') == ['warning', 'error']


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.vscode/mcp.json', '{"servers": {«"mcpServers"»: {"a": {"command": "x"}}}}', id='pasted whole'),
    pytest.param('.mcp.json', '{"mcpServers": {«"servers"»: {"a": {"command": "x"}, "b": {"url": "https://x.example"}}}}',
                 id='other key'),
    pytest.param('.mcp.json', '{"mcpServers": {"servers": {"command": "x"}}}', id='a server of this name'),
])
def test_servers_in_server(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "args": «"--port 80"»}}}', id='string'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "args": «{}»}}}', id='object'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "args": ["a", «1», «null», «true», «["b"]», «{}»]}}}',
                 id='elements'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "args": []}}}', id='empty'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "args": "${ARGS}"}}}', id='reference'),
    pytest.param('conf/my-mcp.json', '{"mcpServers": {"a": {"command": "x", "args": «"a b"»}}}', id='reader not known'),
    pytest.param('opencode.json', '{"mcp": {"a": {"type": "local", "command": ["x", "y"]}}}', id='one list'),
])
def test_args(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)
    assert set(names_of(path, text)) <= {'args-not-strings'}


def test_args_in_one_string_become_a_list() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "args": "--port 80"}}}'
    hit = one('.mcp.json', text, 'args-not-strings')
    assert hit.fix is not None
    assert applied(text, hit.fix) == '{"mcpServers": {"a": {"command": "x", "args": ["--port", "80"]}}}'


def test_a_number_gets_quotes() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "args": ["--port", 80]}}}'
    hit = one('.mcp.json', text, 'args-not-strings')
    assert hit.fix is not None
    assert applied(text, hit.fix) == '{"mcpServers": {"a": {"command": "x", "args": ["--port", "80"]}}}'


def test_many_bad_elements_are_not_all_listed() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "args": [' + ', '.join('1' * 5000) + ']}}}'
    assert len(spans_of('.mcp.json', text)) == 10


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": «["A=1"]»}}}', id='list'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {"A": «1», "B": «null», "C": «{}», "D": "d"}}}}',
                 id='values'),
    pytest.param('.vscode/mcp.json', '{"servers": {"a": {"command": "x", "env": {"A": 1, "B": null, "C": «[]»}}}}',
                 id='VS Code takes numbers and null'),
    pytest.param('conf/my-mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {"A": 1, "B": «[]»}}}}',
                 id='reader not known'),
    pytest.param('opencode.json', '{"mcp": {"a": {"type": "local", "command": ["x"], "environment": {"A": «1»}}}}',
                 id='other key'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": "${ENV}"}}}', id='reference'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": «"TOKEN=${TOKEN}"»}}}', id='one variable as text'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": "{{ env | tojson }}"}}}', id='template'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {}}}}', id='empty'),
])
def test_env(path: str, text: str) -> None:
    assert spans_of(path, text, only='env-not-strings') == marked(text)


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example", "headers": «["A: b"]»}}}',
                 id='list'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example", "headers": {"A": «1»}}}}',
                 id='number'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example", "headers": {"A": "1"}}}}',
                 id='good'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example", "headers": «"X-Key: ${KEY}"»}}}',
                 id='one header as text'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://x.example", "headers": "${HEADERS}"}}}',
                 id='reference'),
])
def test_headers(path: str, text: str) -> None:
    assert spans_of(path, text) == marked(text)


@pytest.mark.parametrize(('path', 'text', 'severity'), [
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": «["npx", "x"]»}}}', ['error'], id='list'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": «5»}}}', ['error'], id='number'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": «{}»}}}', ['error'], id='url'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "timeout": «"30"»}}}', ['warning'], id='timeout'),
    pytest.param('cline_mcp_settings.json', '{"mcpServers": {"a": {"command": "x", "disabled": «"true"»}}}', ['error'],
                 id='costs the file'),
    pytest.param('opencode.json', '{"mcp": {"a": {"type": "local", "command": «"npx -y x"»}}}', ['error'],
                 id='string for a list'),
    pytest.param('opencode.json', '{"mcp": {"a": {"type": "local", "command": ["npx", «1»]}}}', ['error'],
                 id='number in a list'),
    pytest.param('cline_mcp_settings.json', '{"mcpServers": {"a": {"command": "x", "disabled": «null»}}}', ['warning'],
                 id='null'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "timeout": «null»}}}', ['warning'],
                 id='null where only the entry is at stake'),
    pytest.param('librechat.yaml', 'version: 1\nmcpServers:\n  a:\n    command: x\n    args: []\n    timeout:\n', [],
                 id='a key without a value in YAML'),
])
def test_other_types(path: str, text: str, severity: list[str]) -> None:
    assert spans_of(path, text) == marked(text)
    assert set(names_of(path, text)) <= {'wrong-value-type'}
    assert severities_of(path, text) == severity


@pytest.mark.parametrize('text', ['{"mcpServers": {"a": {"command": «null»}}}', '{"mcpServers": {"a": {"type": "http", "url": «null»}}}'])
def test_null_for_what_is_started_is_one_mistake(text: str) -> None:
    assert spans_of('.mcp.json', text) == marked(text)
    assert names_of('.mcp.json', text) == ['no-transport']
    assert names_of('.mcp.json', '{"mcpServers": {"a": {"command": "x", "url": null}}}') == ['wrong-value-type']


@pytest.mark.parametrize(('args', 'severities'), [
    ('"${DOCS_ARGS}"', []), ('"$DOCS_ARGS"', []), ('"{{args}}"', []), ('"<args>"', []),
    ('"${HOME}/server.js"', ['error']), ('"--port=$PORT"', ['error']),
])
def test_a_string_with_a_reference_in_it_is_no_list(args: str, severities: list[str]) -> None:
    assert severities_of('.mcp.json', f'{{"mcpServers": {{"a": {{"command": "x", "args": {args}}}}}}}', 'args-not-strings') == severities


def test_program_and_arguments_become_one_list() -> None:
    text = '{"mcp": {"a": {"type": "local", "command": "npx", "args": ["-y", "x"], "enabled": true}}}'
    hit = one('opencode.json', text, 'wrong-value-type')
    assert hit.fix is not None
    assert applied(text, hit.fix) == '{"mcp": {"a": {"type": "local", "command": ["npx", "-y", "x"], "enabled": true}}}'


def test_unknown_value() -> None:
    text = '{"mcpServers": {"a": {"type": "stdio", "command": "x", "protocolEra": «"new"»}}}'
    assert spans_of('.mcp-inspector/mcp.json', text) == marked(text)
    assert names_of('.mcp-inspector/mcp.json', text) == ['unknown-value']


def test_obsolete_shape() -> None:
    text = '{"context_servers": {"a": {"source": "custom", «"command"»: {"path": "x", "args": [], "env": null}}}}'
    assert spans_of('.zed/settings.json', text) == marked(text)
    hit = one('.zed/settings.json', text, 'obsolete-shape')
    assert hit.message.endswith('write `"command": "x"`')


@pytest.mark.parametrize('value', ['[]', '{}', '1', 'null', '"x"', 'true', '[[[]]]', '{"a": {"b": {"c": []}}}'])
@pytest.mark.parametrize('where', [
    '{"mcpServers": %s}', '{"mcpServers": {"a": %s}}', '{"mcpServers": {"a": {"command": %s}}}',
    '{"mcpServers": {"a": {"command": "x", "args": %s}}}',
    '{"mcpServers": {"a": {"command": "x", "env": %s}}}', '{"mcpServers": {"a": {"url": %s, "type": %s, "headers": %s}}}',
    '{"mcpServers": {"a": {"command": "x", "oauth": %s, "timeout": %s, "tools": %s, "cwd": %s, "transport": %s}}}', '%s',
])
@pytest.mark.parametrize('path',
                         ['.mcp.json', '.vscode/mcp.json', 'cline_mcp_settings.json', 'opencode.json', 'some-mcp.json',
                          'server.json',
                                  '.claude-plugin/plugin.json', '.continue/mcpServers/a.json'])
def test_no_value_in_no_place_ends_a_rule(path: str, where: str, value: str) -> None:
    text = where.replace('%s', value)
    for key in ('mcpServers', 'servers', 'mcp'):
        hits_of(path, text.replace('mcpServers', key))


def test_a_tagged_value_of_yaml_gets_no_quotes() -> None:
    text = 'mcpServers:\n  x:\n    command: npx\n    args: [!!int "1", !!int 2, 3]\n'
    assert [hit.fix is not None for _, hit in hits_of('librechat.yaml', text, 'args-not-strings')] == [False, False, True]


def test_an_entry_without_a_name_is_called_an_entry() -> None:
    text = 'name: a\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - command: x\n'
    assert [hit.message for _, hit in hits_of('.continue/mcpServers/a.yaml', text)] == [
        'this entry has no `name`, which Continue requires']


@pytest.mark.parametrize(('value', 'severities'), [
    ('«"mcp.json"»', ['error']), ('«"../shared/mcp.json"»', ['error']), ('["./a.json", «"b.json"»]', ['error']),
    ('«"/abs.json"»', ['error']),
    ('"./mcp.json"', []), ('"https://a.example/b.mcpb"', []), ('"${A}"', []), ('{}', []), ('"./a/./b.json"', []),
])
def test_paths_in_a_manifest(value: str, severities: list[str]) -> None:
    text = f'{{"name": "a", "mcpServers": {value}}}'
    assert spans_of('.claude-plugin/plugin.json', text) == marked(text)
    assert severities_of('.claude-plugin/plugin.json', text) == severities


def test_a_path_in_a_manifest_is_mended() -> None:
    (_, hit), = hits_of('.claude-plugin/plugin.json', '{"name": "a", "mcpServers": ".mcp.json"}')
    assert hit.fix is not None
    assert applied('{"name": "a", "mcpServers": ".mcp.json"}', hit.fix) == '{"name": "a", "mcpServers": "./.mcp.json"}'


@pytest.mark.parametrize(('path', 'text', 'severity'), [
    pytest.param('.mcp.json', '{"mcpServers": «[{"name": "a", "command": "x"}]»}', ['error'], id='list for a known client'),
    pytest.param('some-mcp.json', '{"mcpServers": «[{"name": "a", "command": "x"}]»}', ['warning'], id='list for nobody known'),
    pytest.param('mcp-servers.json', '{"mcp-servers": [{"name": "a", "url": "https://a.example/mcp"}]}', [], id='a format of its own'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "p", "mcpServers": ["./a.json", {"a": {"command": "x"}}]}', [],
                 id='paths and maps'),
    pytest.param('.claude-plugin/plugin.json', '{"name": "p", "mcpServers": [«{»"name": "a", "command": "x"}]}', ['warning'],
                 id='servers with their names inside'),
])
def test_lists_of_servers(path: str, text: str, severity: list[str]) -> None:
    assert spans_of(path, text, only='servers-wrong-type') == marked(text)
    assert severities_of(path, text, only='servers-wrong-type') == severity


@pytest.mark.parametrize(('value', 'names'), [
    ('"DOCS_KEY"', ['wrong-value-type']),
    ('["DOCS_KEY", { name = "OTHER", source = "local" }]', []),
])
def test_a_list_of_whatever(value: str, names: list[str]) -> None:
    assert [rule.name for rule, _ in hits_of('.codex/config.toml',
                                             f'[mcp_servers.docs]\ncommand = "docs-mcp"\nenv_vars = {value}\n')] == names


def test_a_digest_that_was_made_unreadable() -> None:
    text = ('{"name": "io.github.docs/docs", "description": "d", "version": "1.0.0", "packages": [{"registryType": "mcpb", '
            '"identifier": "https://docs.example/docs.mcpb", "transport": {"type": "stdio"}, "fileSha256": "%s"}]}')
    assert hits_of('server.json', text % ('0' * 31 + '…' + '0' * 31), 'unknown-value') == []
    [(_, hit)] = hits_of('server.json', text % ('0' * 63), 'unknown-value')
    assert hit.help == 'Write 64 hexadecimal digits in lower case.'


@pytest.mark.parametrize(('digest', 'severities'), [
    (', "fileSha256": "TBD"', []), (', "fileSha256": "PLACEHOLDER"', []), (', "fileSha256": "__SHA256__"', []),
    (', "fileSha256": "REPLACE_WITH_SHA256_OF_THE_MCPB_FILE"', []), (', "fileSha256": "your-sha256"', []),
    (', "fileSha256": "<sha256>"', []), (', "fileSha256": "${SHA256}"', []),
    (', "fileSha256": "abc"', ['warning']), (', "fileSha256": "' + 'A0' * 32 + '"', ['warning']), (', "fileSha256": ""', ['warning']),
    ('', ['warning']),
])
def test_a_digest_that_the_release_fills_in(digest: str, severities: list[str]) -> None:
    text = ('{"name": "io.github.docs/docs", "description": "d", "version": "1.0.0", "packages": [{"registryType": "mcpb", '
            '"identifier": "https://docs.example/docs.mcpb", "transport": {"type": "stdio"}' + digest + '}]}')
    assert severities_of('server.json', text) == severities
