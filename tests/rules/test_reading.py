"""Syntax, encoding, duplicate keys: where they are reported, for whom, and where nothing is."""
from __future__ import annotations

import pytest
from marks import applied, hits_of, marked, names_of, severities_of, spans_of

GOOD = '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp«"» "args": []}}}', id='comma missing'),
    pytest.param('.mcp.json', '{«# note»\n"mcpServers": {"docs": {"command": "docs-mcp"}}}', id='hash comment'),
    pytest.param('.vscode/mcp.json', '// fine\n{"servers": {"docs": {"command": "docs-mcp"}}}',
                 id='comment where it is allowed'),
    pytest.param('.mcp.json', GOOD, id='good'),
])
def test_syntax(path: str, text: str) -> None:
    assert spans_of(path, text, only='syntax-error') == marked(text)


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{\n«// one»\n"mcpServers": {«/* two */»}}', id='strict'),
    pytest.param('claude_desktop_config.json', '{\n«// é😀»\n"mcpServers": {}}', id='astral'),
    pytest.param('.vscode/mcp.json', '{\n// one\n"servers": {}}', id='VS Code'),
    pytest.param('opencode.jsonc', '{\n// one\n"mcp": {}}', id='OpenCode'),
    pytest.param('.gemini/settings.json', '{\n// one\n"mcpServers": {}}', id='Gemini'),
    pytest.param('some/tool.mcp.json', '{\n// one\n"mcpServers": {"docs": {"command": "docs-mcp"}}}', id='reader not known'),
    pytest.param('.mcp.json.example', '{\n// one\n"mcpServers": {}}', id='nobody reads a sample'),
    pytest.param('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["// no", "/* comment */"]}}}',
                 id='in strings'),
])
def test_comments(path: str, text: str) -> None:
    assert spans_of(path, text, only='comment-in-json') == marked(text)


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["a"«,»]«,»}}}', id='strict'),
    pytest.param('.cursor/mcp.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"«,»\n}}}', id='Cursor'),
    pytest.param('.gemini/settings.json', '{"mcpServers": {"docs": {"command": "docs-mcp"«,»}}}', id='comments only'),
    pytest.param('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp",},},}', id='VS Code'),
    pytest.param('.zed/settings.json', '{"context_servers": {},}', id='Zed'),
])
def test_trailing_commas(path: str, text: str) -> None:
    assert spans_of(path, text, only='trailing-comma') == marked(text)


def test_trailing_comma_is_mended() -> None:
    text = '{"mcpServers": {"docs": {"command": "docs-mcp",\n}}}'
    (_, hit), = hits_of('.mcp.json', text)
    assert hit.fix is not None
    assert applied(text, hit.fix) == '{"mcpServers": {"docs": {"command": "docs-mcp"\n}}}'


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x"}, «"a"»: {"command": "y"}}}', id='server'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x"}}, «"mcpServers"»: {"b": {"command": "y"}}}',
                 id='root key'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {"A": "1", «"A"»: "2", «"A"»: "3"}}}}',
                 id='in env, twice'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x"}, "A": {"command": "y"}}}', id='case differs'),
    pytest.param('.mcp.json', '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}', id='same key in two entries'),
    pytest.param('.mcp.json', '{"mcpServers": {"é": {"command": "x"}, «"\\u00e9"»: {"command": "y"}}}',
                 id='written in two ways'),
    pytest.param('.gemini/settings.json', '{"ui": {"a": 1, "a": 2}, "mcpServers": {"a": {"command": "x"}}}',
                 id='other settings'),
])
def test_duplicates(path: str, text: str) -> None:
    assert spans_of(path, text, only='duplicate-key') == marked(text)


def test_duplicate_names_the_first_line_and_the_cost() -> None:
    text = '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}'
    (rule, hit), = hits_of('.mcp.json', text)
    assert (rule.name, hit.severity) == ('duplicate-key', None)
    assert hit.message == '`a` already stands on line 2: only the last is kept'
    assert hit.related == (((17, 20), 'first here'),)


def test_duplicates_that_agree_are_a_warning() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}, "a": {"command":  "x"}}}'
    assert severities_of('.mcp.json', text, only='duplicate-key') == ['warning']


@pytest.mark.parametrize(('path', 'severity'), [
    ('claude_desktop_config.json', ['error']), ('.mcp.json', ['error']), ('.cursor/mcp.json', ['warning']),
    ('.vscode/mcp.json', []),
    ('some/tool.mcp.json', []),
])
def test_byte_order_mark(path: str, severity: list[str]) -> None:
    text = b'\xef\xbb\xbf' + GOOD.replace('mcpServers', 'servers' if 'vscode' in path else 'mcpServers').encode()
    assert severities_of(path, text) == severity


def test_utf_16_is_read_and_reported() -> None:
    text = ('\ufeff' + GOOD).encode('utf-16-le')
    assert names_of('.mcp.json', text) == ['not-utf-8']  # type: ignore[arg-type]


def test_undecodable_text_is_one_finding_at_its_place() -> None:
    text = '{\n "mcpServers": {"docs": {"command": "é-mcp"}}}'.encode('latin-1')
    assert names_of('.mcp.json', text) == ['undecodable-text']  # type: ignore[arg-type]
    assert spans_of('.mcp.json', text) == [(39, 40)]


def test_undecodable_name_is_not_a_bad_name() -> None:
    text = '{ "mcpServers": { "café": { "command": "x-mcp" } } }'.encode('latin-1')
    assert names_of('.mcp.json', text) == ['undecodable-text']  # type: ignore[arg-type]


@pytest.mark.parametrize(('path', 'names'), [
    ('.mcp.json', ['empty-file']), ('.vscode/mcp.json', []), ('.gemini/settings.json', []),
])
@pytest.mark.parametrize('text', ['', ' \n'])
def test_empty_files(path: str, names: list[str], text: str) -> None:
    assert names_of(path, text) == names


def test_a_broken_text_is_not_reported_to_its_end() -> None:
    text = '{"mcpServers": {' + '"a" 1 ' * 3000
    assert 1 <= len(spans_of('.mcp.json', text, only='syntax-error')) <= 20


def test_deep_nesting_is_one_finding() -> None:
    text = '{"mcpServers": ' + '[' * 100_000
    assert names_of('.mcp.json', text).count('syntax-error') == 1


def test_lone_surrogate() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "args": [«"\\ud83d"», "\\ud83d\\ude00"]}}}'
    assert spans_of('.mcp.json', text, only='lone-surrogate') == marked(text)


@pytest.mark.parametrize('text', [
    '{"mcpServers": {"a": {"command": undefined}}}', '{"mcpServers": {"a": {"command": }}}',
    '{"mcpServers": {"a": {"url": "https://x.example/mcp}}}',
    '{"mcpServers": }', '{{ template }}', '{"mcpServers": {"a": {"type": http, "url": "https://x.example/mcp"}}}',
])
def test_what_a_mistake_of_syntax_hides_is_not_missed_too(text: str) -> None:
    assert set(names_of('.mcp.json', text)) == {'syntax-error'}


@pytest.mark.parametrize(('path', 'text', 'about'), [
    ('.claude/agents/a.md', '---\nname: a\ndescription: Use when: x. user: "y"\n---\n%s\n', 'mcpServers: []'),
    ('.vscode/settings.json', '{"editor.tabSize": 2 "files.exclude": {%s}}', '"mcp": {"servers": {}}'),
    ('.gemini/settings.json', '{"theme": "x",%s}', '"mcpServers": {},'),
    ('.claude-plugin/plugin.json', '{"name": "x",%s}', '"mcpServers": {},'),
    ('.codex/config.toml', 'model = \n%s', '[mcp_servers.a]\ncommand = "a"\n'),
    ('opencode.json', '{"model": "x" "theme": "y"%s}', ', "mcp": {}'),
    ('librechat.yaml', 'version: 1: 2\n%s', 'mcpServers:\n'),
])
def test_the_rest_of_a_shared_file_is_not_our_business(path: str, text: str, about: str) -> None:
    assert names_of(path, text % '') == []
    if path.endswith('.md'):
        assert names_of(path, text % about) == []  # that is prose
        text = text.replace('\n---\n%s', '\n%s\n---')
    assert set(names_of(path, text % about)) & {'syntax-error', 'trailing-comma'}


@pytest.mark.parametrize(('path', 'text'), [
    ('.mcp.json', '{"mcpServers": {"a": {"command": "a", "x": ' + '[' * 600 + ']' * 600 + '}}}'),
    ('librechat.yaml', 'mcpServers:\n' + ''.join(f'  s{n}: {{command: npx, args: []}}\n' for n in range(6000))),
    ('.codex/config.toml', '[mcp_servers.a]\ncommand = "a"\nx = ' + '[' * 200 + ']' * 200 + '\n'),
])
def test_our_own_limits_are_nobodys_mistake(path: str, text: str) -> None:
    from mcp_hooks.api import check_text

    assert [(finding.name, finding.severity, finding.help[:30]) for finding in check_text(text, path)] == [
        ('syntax-error', 'warning', 'The servers in this file were ')]


@pytest.mark.parametrize(('path', 'text'), [
    ('.mcp.json.j2', '{% if x %}{"mcpServers": {"a": {"command": "x"}}}{% endif %}'),
    ('.mcp.json.tmpl', '{"mcpServers": {"a": {"command": "{{ .cmd }}", "args": [{{ .args }}]}}}'),
    ('.mcp.json.template', '{"mcpServers": {"a": {"command": __CMD__, "args": [${ARGS}]}}}'),
])
def test_what_a_template_becomes_is_not_known(path: str, text: str) -> None:
    assert names_of(path, text) == []


@pytest.mark.parametrize(('path', 'text'), [
    ('charts/x/templates/librechat.yaml', 'mcpServers:\n  {{- toYaml .Values.mcp | nindent 2 }}\n'),
    ('charts/x/templates/cm.yaml', '{{- if .Values.mcp }}\nmcpServers:\n  {{ $k }}:\n    command: {{ $v.command }}\n{{- end }}\n'),
    ('roles/x/templates/mcp.json.j2',
     '{"mcpServers": {\n{% for s in servers %}\n"{{ s.name }}": {"command": "{{ s.cmd }}"}\n{% endfor %}\n}}'),
    ('src/mcp.json', '{"mcpServers": {<%- include("x") %>}}'),
    ('templates/app/.cursor/mcp.json', '{"mcpServers": {{#each servers}}"{{name}}": {"command": "x"}{{/each}}}'),
    ('conf/mcp.yaml', 'mcpServers:\n  a:\n    command: {{ cmd }}\n    args: {{ args }}\n    env: {{ env }}\n  b: {{ other }}\n'),
])
def test_templates_are_filled_in_before_anybody_reads_them(path: str, text: str) -> None:
    from mcp_hooks.api import check_text

    assert check_text(text, path) == []


def test_a_template_where_a_client_reads_it_is_a_mistake() -> None:
    assert names_of('.mcp.json', '{"mcpServers": {{% if x %}}}') == ['syntax-error']
    assert 'syntax-error' in names_of('librechat.yaml', 'mcpServers:\n  {{- toYaml .Values.mcp }}\n')
