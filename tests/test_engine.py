"""What the engine does with the words of the rules: which readers are asked, and what is said of them."""
from __future__ import annotations

import pytest

from mcp_hooks.engine import Options, examine, run
from mcp_hooks.findings import told_of_readers
from mcp_hooks.reports.text import summary
from mcp_hooks.rules import config_rules
from mcp_hooks.rules.rule import Rule
from mcp_hooks.sources.source import Source

RULES = tuple(rule for rule in config_rules() if rule.default)
SECRET = '"env": {"DB_PASSWORD": "violet-lantern-42"}'


def told(path: str, text: str, **options: object) -> list[tuple[str, str, str]]:
    """Rule, severity and what is said of the readers, for each finding."""
    report, _ = run([Source(path, text.encode())], Options(RULES)._replace(**options))
    assert report.errors == []
    return [(one.name, one.severity, told_of_readers(one)) for one in report.findings]


def mcp(*entries: str) -> str:
    inner = ', '.join(f'"s{number}": {entry}' for number, entry in enumerate(entries))
    return f'{{"mcpServers": {{{inner}}}}}'


NO_TYPE = '{"url": "https://x.example/mcp"}'


def test_a_finding_names_the_readers_it_is_about_and_those_that_take_the_entry() -> None:
    dropped = '{"command": "x", "cwd": "docs"}'
    assert told('.mcp.json', mcp(NO_TYPE)) == [('missing-type', 'error', 'also wrong for Copilot CLI')]
    assert told('.mcp.json', mcp(dropped)) == [('ignored-key', 'warning', 'Copilot CLI and Qwen Code accept it')]
    assert told('.mcp.json', '{"servers": {"a": {"command": "x"}}}') == [
        ('wrong-root-key', 'error', 'also wrong for Copilot CLI and Qwen Code; Visual Studio accepts it')]
    assert told('.mcp.json', mcp('{"command": "x", "args": "a b"}'))[0][2].endswith('Copilot CLI and Qwen Code')
    assert told('.roo/mcp.json', mcp('{"type": "http", "url": "https://x.example/mcp"}')) == [('unknown-type', 'error', '')]


def test_nothing_is_said_of_a_reader_that_is_not_sure() -> None:
    # whether Visual Studio reads mcpServers at all is not documented, nor what it makes of ${NAME}
    assert told('.vscode/mcp.json', mcp('{"command": "x"}')) == [('wrong-root-key', 'error', '')]
    assert told('.cursor/mcp.json', mcp('{"command": "x", "env": {"A": "${A}"}}')) == [('literal-reference', 'error', '')]
    assert told('.vscode/mcp.json', '{"servers": {"a": {"command": "x", "env": {"A": "${A}"}}}}') == [('literal-reference', 'error', '')]


def test_a_reader_that_refuses_the_entry_for_another_reason_does_not_accept_it() -> None:
    both = '{"command": "x", "cwd": "docs", "args": [1]}'
    assert ('ignored-key', 'warning', '') in told('.mcp.json', mcp(both))


def test_a_table_of_toml_belongs_to_its_server_wherever_it_stands() -> None:
    text = ('[mcp_servers.docs]\ncommand = "x"\n'
            '[mcp_servers.wiki]\nurl = "https://x.example/mcp"\n'
            '[mcp_servers.docs.env]\nDB_PASSWORD = "violet-lantern-42"\n'
            '[mcp_servers.wiki.http_headers]\nX-Api-Key = "violet-lantern-44"\n')
    findings = examine(Source('.codex/config.toml', text.encode()), Options(RULES)).findings
    leaks = [(one.place.line, one.server, one.help.partition('. ')[0]) for one in findings if one.category == 'credential']
    assert sorted(leaks) == [(6, 'docs', 'Take it out and name the variable in `env_vars`: `"DB_PASSWORD"`'),
                             (8, 'wiki', 'Take it out and name the variable in `env_http_headers`: `"WIKI_API_KEY"`')]


def test_env_files_are_named_in_any_encoding() -> None:
    text = '{"servers": {"a": {"command": "a", "envFile": "${workspaceFolder}/.env"}}}'
    assert examine(Source('.vscode/mcp.json', text.encode()), Options(RULES)).named_files == ()
    for encoding in ('utf-8', 'utf-16'):
        assert examine(Source('.vscode/mcp.json', text.encode(encoding)), Options(RULES, list_named_files=True)).named_files == ('.env',)


def test_a_credential_is_one_whoever_reads_the_file() -> None:
    assert told('.mcp.json', mcp(f'{{"command": "x", {SECRET}}}')) == [('credential-in-env', 'error', '')]


def test_what_breaks_only_for_another_reader() -> None:
    variable = mcp('{"command": "x", "env": {"A": "${A}"}}')
    assert told('.mcp.json', variable) == []
    assert told('.mcp.json', variable, every_reader=True) == [
        ('literal-reference', 'note', 'Claude Code accepts it')]
    assert told('.mcp.json', variable, clients=frozenset(('qwen-mcp-json',))) == [
        ('literal-reference', 'error', 'Claude Code accepts it')]


def test_an_entry_that_nobody_reads_breaks_nothing_and_leaks_all_the_same() -> None:
    text = mcp(f'{{"command": "x", "args": "a b", {SECRET}}}')
    for path, told_first in (('.vscode/.mcp.json', 'unread-location'), ('.claude/settings.json', 'obsolete-location')):
        assert [(name, severity) for name, severity, _ in told(path, text)] == [
            (told_first, 'warning'), ('args-not-strings', 'warning'), ('credential-in-env', 'error')]
        assert ('args-not-strings', 'error', '') in told(path, text, severities={'MCP106': 'error'})
    assert ('syntax-error', 'error', '') in told('.claude/settings.json', '{"enabledMcpjsonServers": ["a" "b"]}')  # the rest of it is read


def test_a_rule_that_fails_takes_nothing_of_the_others_with_it() -> None:
    def fall(server: object) -> object:
        raise ValueError('violet-lantern-42')
        yield

    broken = Rule(id='MCP199', name='falls-over', category='shape', severity='error', summary='', help='', source='', checked='',
                  check=fall)
    report, _ = run([Source('.mcp.json', mcp(f'{{"command": "x", {SECRET}}}').encode()), Source('b/.mcp.json', mcp(NO_TYPE).encode())],
                    Options((broken, *RULES)))
    assert {(one.path, one.name) for one in report.findings} == {('.mcp.json', 'credential-in-env'), ('b/.mcp.json', 'missing-type')}
    assert [path for path, _ in report.errors] == ['.mcp.json', 'b/.mcp.json']
    assert all('ValueError' in message and 'violet' not in message for _, message in report.errors)
    report.errors *= 2  # of several rules over one value
    report.sort()
    assert [path for path, _ in report.errors] == ['.mcp.json', 'b/.mcp.json']
    assert '(2 failed)' in summary(report)


def test_what_is_said_of_a_block_of_yaml_stands_on_the_line_of_its_key() -> None:
    """The value begins on the next line, where nobody looks for what is wrong with the key."""
    text = ('mcpServers:\n  docs:\n    command: docs-mcp\n    args:\n      port: 80\n    env:\n      - A=b\n      - C=d\n'
            '  web:\n    command: web-mcp\n    args: []\n    env: [A=b]\n')
    lines = text.splitlines()
    found = examine(Source('librechat.yaml', text.encode()), Options(RULES)).findings
    assert [(one.name, lines[one.place.line - 1].strip(), one.place.column, one.json_path) for one in found] == [
        ('args-not-strings', 'args:', 5, "$.mcpServers.docs.args"),
        ('env-not-strings', 'env:', 5, "$.mcpServers.docs.env"),
        ('env-not-strings', 'env: [A=b]', 10, "$.mcpServers.web.env")]
    block = 'name: a\nversion: 0.0.1\nschema: v1\nmcpServers:\n  # of the team\n  docs:\n    command: docs-mcp\n'
    wrong, = examine(Source('.continue/mcpServers/a.yaml', block.encode()), Options(RULES)).findings
    assert (wrong.name, wrong.place.line, wrong.place.column, wrong.place.end_line) == ('servers-wrong-type', 4, 1, 7)


def linked(path: str, text: str, *links: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Rule, severity and readers of each finding."""
    report, _ = run([Source(path, text.encode(), links=links)], Options(RULES))
    assert report.errors == []
    return [(one.name, one.severity, one.readers) for one in report.findings]


@pytest.mark.parametrize('name', ['mcp.json.bak', 'mcp.json.OLD', 'mcp.json.backup2', 'mcp.json~', 'mcp.json.disabled'])
def test_in_a_copy_that_was_put_aside_only_a_credential_counts(name: str) -> None:
    def found(path: str, text: str, **severities: str) -> list[tuple[str, str]]:
        report, _ = run([Source(path, text.encode())], Options(RULES, severities=severities))
        return [(one.name, one.severity) for one in report.findings]

    path = f'.cursor/{name}'
    assert found(path, mcp(f'{{"command": 1, {SECRET}}}')) == [('wrong-value-type', 'note'), ('credential-in-env', 'error')]
    assert found(path, '{"mcpServers": {"a": {"command": "x"},,}}') == [('syntax-error', 'note')]
    assert found(path, mcp('{"command": 1}'), MCP109='error') == [('wrong-value-type', 'error')]
    assert found('.cursor/mcp.json.example', mcp('{"command": 1}')) == [('wrong-value-type', 'error')]


def test_whoever_links_a_file_to_the_place_of_a_client_wants_it_to_be_read_there() -> None:
    literal = mcp('{"command": "x", "env": {"A": "${A}"}}')
    assert linked('.mcp.json', literal) == []
    assert linked('.mcp.json', literal, '.cursor/mcp.json') == [('literal-reference', 'error', ('Cursor', 'Qwen Code'))]
    assert linked('.mcp.json', literal, '.gemini/settings.json', '.other/mcp.json.bak') == []
    assert linked('.mcp.json', literal, 'sub/.mcp.json') == []
    # what is nothing to a client by itself, with two links to it
    assert linked('shared/any.name', literal, '.mcp.json') == []
    for links in (('.cursor/mcp.json', '.mcp.json'), ('.mcp.json', '.cursor/mcp.json')):
        assert linked('shared/any.name', literal, *links) == [('literal-reference', 'error', ('Cursor',))]
    assert linked('shared/any.name', mcp(NO_TYPE)) == []
    assert linked('shared/any.name', mcp(NO_TYPE), '.mcp.json') == [('missing-type', 'error', ('Claude Code',))]
    # one mistake for both is one finding
    assert [one[:2] for one in linked('.mcp.json', mcp('{"command": 1}'), '.cursor/mcp.json')] == [('wrong-value-type', 'error')]
    assert [(name, severity) for name, severity, _ in linked('.mcp.json', mcp('{"command": "x"}'), '.vscode/mcp.json')] == [
        ('wrong-root-key', 'error')]
    assert linked('.mcp.json', mcp(f'{{"command": "x", {SECRET}}}'), '.cursor/mcp.json', '.roo/mcp.json') == [
        ('credential-in-env', 'error', ('Claude Code',))]
