"""Which references stay literal text, where, and what to write instead."""

from __future__ import annotations

import json

import pytest
from marks import applied, hits_of, marked, severities_of, spans_of


def entry(path: str, **fields: object) -> str:
    """A file of one server; ``«`` and ``»`` in a value are kept."""
    root = {'.vscode/mcp.json': 'servers', 'opencode.json': 'mcp'}.get(path, 'mcpServers')
    return json.dumps({root: {'docs': fields}}, ensure_ascii=False)


LOCAL = {'command': 'docs-mcp'}
REMOTE = {'type': 'http', 'url': 'https://docs.example/mcp'}


@pytest.mark.parametrize(
    ('path', 'value'),
    [
        pytest.param('.mcp.json', '${DOCS_KEY}', id='Claude Code takes braces'),
        pytest.param('.mcp.json', '${DOCS_KEY:-none}', id='with a default'),
        pytest.param('.mcp.json', '«$DOCS_KEY»', id='and no bare dollar'),
        pytest.param('.mcp.json', '«${env:DOCS_KEY}»', id='nor the form of editors'),
        pytest.param('.mcp.json', '«{env:DOCS_KEY}»', id='nor that of OpenCode'),
        pytest.param('.mcp.json', '«${input:docs-key}»', id='nor prompts'),
        pytest.param('.mcp.json', '«${{ secrets.DOCS_KEY }}»', id='nor workflow expressions'),
        pytest.param('.mcp.json', '«{{ secrets.DOCS_KEY }}»', id='nor templates'),
        pytest.param('.mcp.json', '«%DOCS_KEY%»', id='nor the form of cmd'),
        pytest.param('.mcp.json', 'Bearer «$DOCS_KEY»', id='after a word'),
        pytest.param('.mcp.json', '«$FIRST:$SECOND»', id='two are one mistake'),
        pytest.param('.cursor/mcp.json', '«${DOCS_KEY}»', id='Cursor takes no braces'),
        pytest.param('.cursor/mcp.json', '«${DOCS_KEY:-none}»', id='nor braces with a default'),
        pytest.param('.cursor/mcp.json', '${env:DOCS_KEY}', id='but its own form'),
        pytest.param('.cursor/mcp.json', '${workspaceFolder}/docs', id='and its own names'),
        pytest.param('.vscode/mcp.json', '«${DOCS_KEY}»', id='VS Code takes no braces'),
        pytest.param('.vscode/mcp.json', '${env:DOCS_KEY} ${userHome} ${config:docs.key}', id='but these'),
        pytest.param('opencode.json', '«${DOCS_KEY}»', id='OpenCode'),
        pytest.param('opencode.json', '{env:DOCS_KEY}{file:~/.docs}', id='OpenCode, right'),
        pytest.param('claude_desktop_config.json', '«${DOCS_KEY}»', id='Claude Desktop expands nothing'),
        pytest.param('.gemini/settings.json', '$DOCS_KEY', id='Gemini takes a dollar'),
        pytest.param('.gemini/settings.json', '«${env:DOCS_KEY}»', id='Gemini, wrong'),
        pytest.param('.mcp.json', '«{file:~/.docs}»', id='nor its files'),
        pytest.param('.mcp.json', '«${user_config.docs}»', id='nor what only a plugin declares'),
        pytest.param('.cursor/mcp.json', '«%DOCS_KEY%»', id='cmd is not asked about variables'),
        pytest.param('servers.json', '${DOCS_KEY} $DOCS_KEY {env:DOCS_KEY}', id='nobody knows who reads this'),
    ],
)
def test_literal_reference(path: str, value: str) -> None:
    key = 'environment' if path == 'opencode.json' else 'env'
    local = {'type': 'local', 'command': ['docs-mcp']} if path == 'opencode.json' else LOCAL
    text = entry(path, **local, **{key: {'DOCS_KEY': value}})
    assert spans_of(path, text, 'literal-reference') == marked(text)


@pytest.mark.parametrize(
    'value',
    [
        'pa$$WORD1',
        'Xk$ECRET9!',
        'price$',
        '^[A-Z]+$',
        'a$B',
        '100%',
        '%d%m',
        '%Y%m%d%H',
        '5$',
        '$',
        '${}',
        '{}',
        '{"a": "$ref"}',
        'C$DATA$X',
        '$lower',
        '#{x}',
        'keychain://docs',
        '<DOCS_KEY>',
        '{DOCS_KEY}',
        'cost is $ABC123xyz',
    ],
)
def test_no_reference_at_all(value: str) -> None:
    text = entry('.mcp.json', **LOCAL, env={'DOCS_TEXT': value})
    assert spans_of('.mcp.json', text, 'literal-reference') == []


@pytest.mark.parametrize(
    ('command', 'args'),
    [
        pytest.param('sh', ['-c', 'docs-mcp --key "$DOCS_KEY"'], id='a shell expands it'),
        pytest.param('bash', ['-lc', 'exec docs-mcp ${env:X} $DOCS_KEY'], id='a login shell'),
        pytest.param('cmd', ['/c', 'docs-mcp', '--dir', '%APPDATA%'], id='cmd expands percent signs'),
        pytest.param('docker', ['run', '-i', 'img', 'sh', '-c', 'docs-mcp $DOCS_KEY'], id='a shell in a container'),
        pytest.param('node', ['-e', 'run(`$DOCS`, "$DOCS_KEY")'], id='code'),
        pytest.param('pwsh', ['-Command', 'docs-mcp $env:DOCS_KEY $DOCS_KEY'], id='PowerShell'),
        pytest.param('ssh', ['host', 'docs-mcp', '$DOCS_KEY'], id='the shell of another machine'),
        pytest.param('npx', ['-y', 'supergateway', '--stdio', 'docs-mcp $DOCS_KEY'], id='a command line for a gateway'),
        pytest.param('npx', ['envmcp', 'docs-mcp', '$DOCS_KEY'], id='a program that fills in its arguments'),
        pytest.param('docs-mcp', ['--format', '{{.Name}}'], id="a template of the program's"),
        pytest.param('docs-mcp', ['--pattern', '^x$'], id='a regular expression'),
    ],
)
def test_somebody_else_expands_it(command: str, args: list[str]) -> None:
    assert spans_of('.mcp.json', entry('.mcp.json', command=command, args=args), 'literal-reference') == []


def test_mcp_remote_fills_in_its_headers_in_a_client_that_expands_nothing() -> None:
    text = entry(
        'claude_desktop_config.json',
        command='npx',
        args=['-y', 'mcp-remote', 'https://x.example/mcp', '--header', 'A:${A}'],
        env={'A': 'Bearer «${A}»'},
    )
    assert spans_of('claude_desktop_config.json', text, 'literal-reference') == marked(text)


@pytest.mark.parametrize(
    ('args', 'found'),
    [
        (['--key', '«$DOCS_KEY»'], True),
        (['--key=«$DOCS_KEY»'], True),
        (['-c', '$DOCS_KEY'], False),
    ],
)
def test_an_argument_without_a_shell(args: list[str], found: bool) -> None:
    text = entry('.mcp.json', command='docs-mcp', args=args)
    assert spans_of('.mcp.json', text, 'literal-reference') == marked(text)
    assert bool(marked(text)) is found


@pytest.mark.parametrize(
    ('fields', 'found'),
    [
        pytest.param({'command': 'npx', 'args': ['-y', 'docs-mcp']}, True, id='a package cannot know'),
        pytest.param({'command': 'op', 'args': ['run', '--', 'docs-mcp']}, False, id='op run resolves it'),
        pytest.param({'command': './start.sh'}, False, id='a script may resolve it'),
        pytest.param({'command': 'bash', 'args': ['start.sh']}, False, id='so may this'),
        pytest.param({'command': 'cmd', 'args': ['/c', "for /f %i in ('op read op://a/b/c') do docs-mcp %i"]}, False, id='op read'),
    ],
)
def test_addresses_of_a_store(fields: dict[str, object], found: bool) -> None:
    text = entry('.mcp.json', **fields, env={'DOCS_KEY': 'op://team/docs/key'})
    assert bool(spans_of('.mcp.json', text, 'literal-reference')) is found


def test_escapes_before_the_reference() -> None:
    text = '{"mcpServers": {"d": {"command": "d", "env": {"K": "\\u00e9\\t😀\\ud83d\\ude00 «$KEY_ONE»"}}}}'
    assert spans_of('.mcp.json', text, 'literal-reference') == marked(text)


@pytest.mark.parametrize('path', ['.cursor/mcp.json.example', '.cursor/mcp.example.json'])
def test_a_sample_is_a_warning(path: str) -> None:
    assert severities_of(path, entry('.cursor/mcp.json', **LOCAL, env={'A': '${A}'}), 'literal-reference') == ['warning']


def test_a_template_is_filled_in_by_its_engine() -> None:
    text = entry('.mcp.json', **LOCAL, env={'A': '{{ .docs.key }}', 'B': '{{ secrets.DOCS }}'})
    assert spans_of('.mcp.json.tmpl', text, 'literal-reference') == []


def test_an_editors_name_in_another_editor_is_not_sure() -> None:
    text = entry('.codeium/windsurf/mcp_config.json', command='d', args=['«${workspaceFolder}»/x'])
    path = '.codeium/windsurf/mcp_config.json'
    assert spans_of(path, text, 'literal-reference') == marked(text)
    assert severities_of(path, text, 'literal-reference') == ['warning']


@pytest.mark.parametrize(
    ('path', 'value', 'after'),
    [
        ('.cursor/mcp.json', 'Bearer ${DOCS_KEY}', 'Bearer ${env:DOCS_KEY}'),
        ('.cursor/mcp.json', '$ONE and ${B}', '${env:ONE} and ${env:B}'),
        ('.mcp.json', '${env:DOCS_KEY}', '${DOCS_KEY}'),
        ('.mcp.json', '%DOCS_KEY%', '${DOCS_KEY}'),
        ('.mcp.json', '{{ secrets.DOCS_KEY }}', '${DOCS_KEY}'),
        ('.vscode/mcp.json', '${DOCS_KEY}', '${env:DOCS_KEY}'),
    ],
)
def test_fix(path: str, value: str, after: str) -> None:
    text = entry(path, **LOCAL, env={'DOCS_KEY': value})
    [(_, hit)] = hits_of(path, text, 'literal-reference')
    assert hit.fix is not None
    assert applied(text, hit.fix) == text.replace(json.dumps(value), json.dumps(after))


@pytest.mark.parametrize(
    ('path', 'value'),
    [
        ('.mcp.json', '${input:docs_key}'),
        ('.cursor/mcp.json', '${DOCS_KEY:-none}'),
        ('claude_desktop_config.json', '${DOCS_KEY}'),
    ],
)
def test_no_fix_where_the_answer_is_not_one(path: str, value: str) -> None:
    [(_, hit)] = hits_of(path, entry(path, **LOCAL, env={'DOCS_KEY': value}), 'literal-reference')
    assert hit.fix is None
    assert hit.help


def test_a_default_is_never_shown() -> None:
    [(_, hit)] = hits_of(
        '.cursor/mcp.json', entry('.cursor/mcp.json', **LOCAL, env={'A': '${A:-hunter2hunter2}'}), 'literal-reference'
    )
    assert 'hunter2' not in hit.message + (hit.help or '')


def test_reference_in_this_field() -> None:
    text = entry('.vscode/mcp.json', **REMOTE, headers={'Authorization': 'Bearer «${env:DOCS_KEY}»'})
    assert spans_of('.vscode/mcp.json', text, 'reference-in-this-field') == marked(text)
    assert severities_of('.vscode/mcp.json', text) == ['warning']
    text = entry('.vscode/mcp.json', type='http', url='https://${env:DOCS_HOST}/mcp')
    assert spans_of('.vscode/mcp.json', text) == []


INPUT = {'type': 'promptString', 'id': 'docs_key', 'description': 'key', 'password': True}


def vscode(inputs: object, **env: str) -> str:
    return json.dumps({'inputs': inputs, 'servers': {'docs': {**LOCAL, 'env': env}}}, ensure_ascii=False)


@pytest.mark.parametrize(
    'text',
    [
        pytest.param(vscode([INPUT], A='${input:docs_key}'), id='declared'),
        pytest.param(vscode([INPUT], A='${input:docs_key}', B='«${input:other}»'), id='not declared'),
        pytest.param(vscode([], A='«${input:docs_key}»'), id='an empty list'),
        pytest.param(vscode([INPUT, 7, None, {'id': 3}], A='${input:docs_key}', B='x «${input:y}» z'), id='odd entries'),
        pytest.param(entry('.vscode/mcp.json', command='d', args=['--key', '«${input:k}»']), id='no list at all'),
    ],
)
def test_undeclared_input(text: str) -> None:
    assert spans_of('.vscode/mcp.json', text, 'undeclared-input') == marked(text)


@pytest.mark.parametrize(
    ('path', 'text', 'help'),
    [
        ('.vscode/mcp.json', '{"servers": {"d": {"type": "http", "url": "https://d.example", "headers": {"A": "Bearer ${DOCS_TOKEN}"}}}}',
         'Write `${input:docs_token}` and ask for it in `inputs`, a secret with `"password": true`.'),
        ('.vscode/mcp.json', '{"servers": {"d": {"command": "d", "env": {"A": "${DOCS_TOKEN}"}}}}',
         'Write `${env:DOCS_TOKEN}` and set DOCS_TOKEN in the environment.'),
        ('.continue/mcpServers/d.json',
         '{"mcpServers": {"d": {"url": "https://d.example", "headers": {"A": "${env:DOCS_TOKEN}"}}}}',
         'Continue fills in no variable here. Where it does, it is written `${NAME}`; or let a script set the value.'),
    ],
)
def test_what_to_write_instead(path: str, text: str, help: str) -> None:
    [(_, hit)] = hits_of(path, text, 'literal-reference')
    assert hit.help == help


def test_an_entry_without_an_id_is_the_mistake() -> None:
    text = vscode([{'type': 'promptString', 'name': 'docs_key'}], A='${input:docs_key}')
    assert [rule.name for rule, _ in hits_of('.vscode/mcp.json', text)] == ['invalid-input']


def test_a_slip_in_the_key_of_the_inputs_is_the_mistake() -> None:
    text = ('{«"input"»: [{"type": "promptString", "id": "k", "description": "k"}], '
            '"servers": {"d": {"command": "d", "args": ["${input:k}"]}}}')
    assert spans_of('.vscode/mcp.json', text) == marked(text)
    assert severities_of('.vscode/mcp.json', text, 'undeclared-input') == ['error']
    assert spans_of('.vscode/mcp.json', text.replace('«', '').replace('»', '').replace('${input:k}', 'x')) == []
    text = text.replace('"input"»', '"prompts"»').replace('«', '').replace('»', '').replace('"${input:k}"', '"«${input:k}»"')
    assert spans_of('.vscode/mcp.json', text) == marked(text)


def test_a_slip_in_the_word_before_the_colon() -> None:
    text = vscode([INPUT], A='«${inputs:docs_key}»')
    assert spans_of('.vscode/mcp.json', text) == marked(text)
    [(rule, hit)] = hits_of('.vscode/mcp.json', text)
    assert (rule.name, hit.help) == ('malformed-reference', 'Write `${input:docs_key}`.')
    [(rule, hit)] = hits_of('.cursor/mcp.json', entry('.cursor/mcp.json', command='d', env={'A': '${Env:DOCS_KEY}'}))
    assert (rule.name, hit.help) == ('malformed-reference', 'Write `${env:DOCS_KEY}`.')
    assert spans_of('.vscode/mcp.json', vscode([], A='${config:docs.key}')) == []


@pytest.mark.parametrize(('value', 'help'), [
    ('process.env.DOCS_KEY', 'Write `${DOCS_KEY}`.'), ('os.environ["DOCS_KEY"]', 'Write `${DOCS_KEY}`.'),
    ('process.env.docsKey || "HUNTER"', None), ('process.env.docsKey||"HUNTER"', None),  # what follows may be a password
])
def test_the_variable_that_code_names(value: str, help: str | None) -> None:
    [(_, hit)] = hits_of('.mcp.json', entry('.mcp.json', command='d', env={'A': value}), 'malformed-reference')
    assert hit.help == help
    assert 'HUNTER' not in hit.message


def test_the_folder_of_the_file_in_the_words_of_this_host() -> None:
    bundle = ('{"manifest_version": "0.3", "name": "d", "version": "1.0.0", "description": "d", "author": {"name": "d"}, '
              '"server": {"type": "node", "entry_point": "a.js", '
              '"mcp_config": {"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/a.js"]}}}')
    [(rule, hit)] = hits_of('manifest.json', bundle)
    assert (rule.name, hit.help) == ('literal-reference', 'Write `${__dirname}`, the folder of the file here.')
    text = '{"name": "d", "version": "1.0.0", "mcpServers": {"d": {"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/a.js"]}}}'
    [(rule, hit)] = hits_of('gemini-extension.json', text)
    assert (rule.name, hit.help) == ('foreign-variable', '`CLAUDE_PLUGIN_ROOT` is filled in by Claude Code. Write `${extensionPath}`.')


def test_a_slip_in_an_id_is_named() -> None:
    [(_, hit)] = hits_of('.vscode/mcp.json', vscode([INPUT], A='${input:docs-key}'), 'undeclared-input')
    assert hit.help is not None
    assert '${input:docs_key}' in hit.help


@pytest.mark.parametrize(
    'text',
    [
        '{"inputs": [{"type": "promptString", "id": «"region"»}], "servers": {"d": {"command": "d"}}}',
        '{"inputs": [{"type": "promptString", "id": "it"}], "servers": {"d": {"command": "d", "args": ["x-${input:it}"]}}}',
        '{"inputs": [{"type": "promptString", "id": "it"}], "servers": {"d": {"command": "d", "dev": {"x": "${input:it}"}}}}',
        '{"inputs": [{"type": "promptString", "id": "a-b"}], "servers": {"d": {"command": "d", "args": ["${input:A_b}"]}}}',
    ],
)
def test_unused_input(text: str) -> None:
    assert spans_of('.vscode/mcp.json', text, 'unused-input') == marked(text)
    assert set(severities_of('.vscode/mcp.json', text, 'unused-input')) <= {'note'}  # nobody is asked for it, and nothing fails


@pytest.mark.parametrize(
    'text',
    [
        '{"inputs": [{"type": "promptString", "id": «"docs_api_key"»}], "servers": {"d": {"command": "d"}}}',
        '{"inputs": [{"type": "promptString", "id": «"docs_api_key"», "password": false}], "servers": {"d": {"command": "d"}}}',
        '{"inputs": [{"type": "promptString", "id": "docs_api_key", "password": true}], "servers": {"d": {"command": "d"}}}',
        '{"inputs": [{"type": "pickString", "id": "docs_api_key", "options": ["a"]}], "servers": {"d": {"command": "d"}}}',
        '{"inputs": [{"type": "promptString", "id": "it"}], "servers": {"d": {"command": "d", "args": ["${input:it}"]}}}',
        '{"inputs": [{"type": "promptString", "id": «"i"»}], "servers": {"d": {"command": "d", "env": {"PW": "${input:i}"}}}}',
    ],
)
def test_visible_secret_input(text: str) -> None:
    assert spans_of('.vscode/mcp.json', text, 'visible-secret-input') == marked(text)


def test_the_prompt_is_hidden_by_the_fix() -> None:
    text = '{"inputs": [\n    {\n      "type": "promptString", // once\n      "id": "api_key"\n    }\n  ],\n  "servers": {}}\n'
    [(_, hit)] = hits_of('.vscode/mcp.json', text, 'visible-secret-input')
    assert hit.fix is not None
    assert applied(text, hit.fix) == text.replace('"api_key"\n', '"api_key",\n      "password": true\n')


def test_a_name_of_another_host() -> None:
    text = entry('.mcp.json', command='node', args=['«${CLAUDE_PLUGIN_ROOT}»/server.js', '${HOME}/x'])
    assert spans_of('.mcp.json', text, 'foreign-variable') == marked(text)
    assert severities_of('.mcp.json', text, 'foreign-variable') == ['warning']  # a plugin needs no manifest
    assert severities_of('skills/docs/.mcp.json', text, 'foreign-variable') == ['warning']
    assert spans_of('plugins/docs/.mcp.json', text, 'foreign-variable') == []
    text = entry('.mcp.json', command='node', args=['«${workspaceFolder}»/server.js'])
    assert spans_of('.mcp.json', text) == marked(text)
    assert severities_of('.mcp.json', text, 'foreign-variable') == ['error']


def test_undeclared_user_config() -> None:
    text = (
        '{"name": "docs", "userConfig": {"api_key": {"type": "string"}}, "mcpServers": {"d": {"command": "d", '
        '"env": {"A": "${user_config.api_key}", "B": "«${user_config.apiKey}»"}}}}'
    )
    assert spans_of('.claude-plugin/plugin.json', text, 'undeclared-user-config') == marked(text)
    [(_, hit)] = hits_of('.claude-plugin/plugin.json', text, 'undeclared-user-config')
    assert hit.help is not None
    assert 'user_config.api_key' in hit.help


@pytest.mark.parametrize(
    'text',
    [
        entry('.mcp.json', **LOCAL, env={'A': '«${DOCS_KEY»'}),
        entry('.mcp.json', command='node', args=['«${workspaceFolder/server.js»']),
        entry('.mcp.json', **LOCAL, env={'A': 'Bearer «${env.DOCS_KEY}»'}),
        entry('.mcp.json', **LOCAL, env={'A': '«$env:DOCS_KEY»'}),
        entry('.mcp.json', **LOCAL, env={'A': '«process.env.DOCS_KEY»'}),
        entry('.mcp.json', **LOCAL, env={'A': '«${ DOCS_KEY }»'}),
        entry('.mcp.json', **LOCAL, env={'A': '«${DOCS_KEY:?not set}»', 'B': '«${MODE:=prod}»', 'C': '«${MODE-prod}»', 'D': '«${X:+1}»'}),
        entry('.mcp.json', **LOCAL, env={'A': '«${process.env.DOCS_KEY}»', 'B': '${MODE:-prod}', 'C': '${MODE:-}', 'D': '${A:--1}'}),
        entry('.mcp.json', **LOCAL, env={'A': '${DOCS_KEY}', 'B': 'a { b', 'C': '${'[:1]}),
        entry('.mcp.json', command='sh', args=['-c', 'echo ${DOCS']),
    ],
)
def test_malformed_reference(text: str) -> None:
    assert spans_of('.mcp.json', text, 'malformed-reference') == marked(text)


def test_an_input_without_its_braces_is_one_mistake() -> None:
    text = ('{"servers": {"a": {"command": "x", "env": {"DOCS_KEY": "«$input:docs_key»"}}}, '
            '"inputs": [{"id": "docs_key", "type": "promptString", "password": true}]}')
    (rule, hit), = hits_of('.vscode/mcp.json', text)
    assert (rule.name, hit.help, hit.fix) == ('malformed-reference', 'Write `${input:docs_key}`.', None)
    assert spans_of('.vscode/mcp.json', text) == marked(text)
    assert hits_of('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {"K": "$input:k"}}}}')[0][1].help is None


def test_two_inputs_of_one_id() -> None:
    text = (
        '{"inputs": [{"type": "promptString", "id": "a"}, {"type": "promptString", "id": «"a"»}], '
        '"servers": {"d": {"command": "d", "args": ["${input:a}"]}}}'
    )
    assert spans_of('.vscode/mcp.json', text, 'duplicate-input') == marked(text)


@pytest.mark.parametrize(
    'text',
    [
        '{"mcpServers": {"a": 1, "b": [], "c": null, "d": {"command": ["$A"], "args": {"x": "$A"}, "env": ["$A"]}}}',
        '{"inputs": {"id": "x"}, "servers": {"d": {"command": 7, "env": {"a": ["${input:x}"]}}}}',
    ],
)
@pytest.mark.parametrize('path', ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', 'opencode.json'])
def test_odd_shapes_do_no_harm(path: str, text: str) -> None:
    hits_of(path, text)


def test_no_command_is_run_where_no_variable_is_expanded() -> None:
    text = entry('.mcp.json', command='docker', args=['run', '-i', '-v', '«$(pwd)»:/app', 'acme/docs:1'])
    assert spans_of('.mcp.json', text, 'literal-reference') == marked(text)
    text = entry('.gemini/settings.json', **LOCAL, env={'A': '$(pwd)'})
    assert spans_of('.gemini/settings.json', text, 'literal-reference') == []


COMMANDS = [('$(./key.sh)', ['warning']), ('$(op read op://a/b/c)', ['note']), ('$(cat a | sh)', ['warning'])]


@pytest.mark.parametrize(('text', 'severities'), COMMANDS)
def test_a_committed_command_is_named(text: str, severities: list[str]) -> None:
    entry = json.dumps({'mcp': {'d': {'type': 'stdio', 'command': 'd', 'env': {'A': text}}}})
    assert severities_of('crush.json', entry, 'command-in-reference') == severities


def test_templates_are_for_their_engine() -> None:
    text = entry('.cursor/mcp.json', **LOCAL, env={'A': '{{ project_key }}', 'B': '«$ABC»'})
    path = 'templates/web/.cursor/mcp.json'
    assert spans_of(path, text, 'literal-reference') == marked(text)
    assert severities_of(path, text, 'literal-reference') == ['warning']


def test_a_prompt_for_a_secret_by_its_description() -> None:
    text = '{"inputs": [{"type": "promptString", "id": «"it"», "description": "A token"}], "servers": {"d": {"url": "x"}}}'
    assert spans_of('.vscode/mcp.json', text, 'visible-secret-input') == marked(text)


def test_the_prefix_without_which_nothing_is_passed_on() -> None:
    text = '---\nmcp-servers:\n  d:\n    command: d\n    env:\n      A: ${DOCS_KEY}\n      B: $COPILOT_MCP_KEY\n---\n'
    found = hits_of('.github/agents/d.agent.md', text, 'variable-prefix')
    assert [hit.at.text for _, hit in found if hit.at] == ['${DOCS_KEY}']


@pytest.mark.parametrize(('inputs', 'severities'), [
    pytest.param('«{"t": {"type": "promptString"}}»', ['error'], id='a map'),
    pytest.param('[«"t"»]', ['warning'], id='names only'),
    pytest.param('[«{»"type": "promptString"}]', ['warning'], id='no id'),
    pytest.param('[{"id": «"t"»}]', ['warning'], id='no type'),
    pytest.param('[{"id": "t", "type": «"promptstring"»}]', ['warning'], id='no such type'),
    pytest.param('[{"id": "t", "type": «"pickString"»}]', ['warning'], id='nothing to pick from'),
    pytest.param('[{"id": "t", "type": "pickString", "options": ["a"]}]', [], id='pick'),
    pytest.param('[{"id": "t", "type": "command", "command": "x.y"}]', [], id='command'),
])
def test_inputs_that_cannot_be_asked(inputs: str, severities: list[str]) -> None:
    text = f'{{"inputs": {inputs}, "servers": {{"a": {{"command": "x", "args": ["${{input:t}}"]}}}}}}'
    assert spans_of('.vscode/mcp.json', text, 'invalid-input') == marked(text)
    assert severities_of('.vscode/mcp.json', text, 'invalid-input') == severities


def test_names_that_the_editors_resolver_knows() -> None:
    words = ', '.join(f'"${{{name}}}"' for name in ('workspaceRoot', 'file', 'cwd', 'fileDirname', 'config:a.b', 'command:c'))
    assert spans_of('.vscode/mcp.json', f'{{"servers": {{"a": {{"command": "x", "args": [{words}]}}}}}}') == []


def test_the_variable_of_an_address_of_a_store_is_the_one_it_is_for() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "op://vault/item/field"}, "args": ["op://vault/item/field"]}}}'
    assert sorted((hit.help or '').rpartition('write ')[2] for _, hit in hits_of('.mcp.json', text)) == ['`${API_KEY}`.', '`${FIELD}`.']


@pytest.mark.parametrize(('path', 'value', 'severity'), [
    ('claude_desktop_config.json', '{env:DOCS_KEY}', ['error']),
    ('claude_desktop_config.json', '{{DOCS_KEY}}', []),
    ('anythingllm_mcp_servers.json', '{env:DOCS_KEY}', ['error']),
    ('anythingllm_mcp_servers.json', 'op://team/docs/key', ['error']),
    ('.gemini/settings.json', 'op://team/docs/key', ['warning']),
    ('.gemini/settings.json', '${workspaceFolder}/docs', ['warning']),
    ('.qwen/settings.json', '${workspaceFolder}/docs', ['warning']),
    ('.kiro/settings/mcp.json', '{env:DOCS_KEY}', ['warning']),
    ('.junie/mcp/mcp.json', 'op://team/docs/key', ['warning']),
    ('.github/mcp.json', '${workspaceFolder}/docs', ['warning']),
    ('.github/mcp.json', '${DOCS_HOME}/docs', []),
    ('gemini-extension.json', '${extensionPath}/docs', []),
])
def test_forms_of_other_clients_where_nobody_fills_them_in(path: str, value: str, severity: list[str]) -> None:
    entry = {'command': 'docs-mcp', 'env': {'DOCS': value}}
    if path == '.github/mcp.json':
        entry['tools'] = ['*']
    assert severities_of(path, json.dumps({'name': 'docs', 'version': '1.0.0', 'mcpServers': {'docs': entry}})) == severity


@pytest.mark.parametrize('written', ['{{DOCS_KEY}}', '{{ DOCS_KEY }}', '${{secrets.DOCS_KEY}}', '${{ secrets.DOCS_KEY }}'])
def test_a_reference_is_shown_as_it_is_written(written: str) -> None:
    [(_, hit)] = hits_of('.cursor/mcp.json', entry('.cursor/mcp.json', command='d', env={'A': written}), 'literal-reference')
    assert hit.message == f'Cursor does not expand `{written}` in `env`: it stays literal text'


def test_secrets_of_a_docker_catalogue() -> None:
    text = ('registry:\n  a:\n    type: server\n    image: a/b\n    secrets:\n      - {name: a.key, env: KEY}\n'
            '    command: ["--key", "$KEY"]\n    env:\n      - name: TOKEN\n        value: Bearer ${KEY}\n'
            '  b:\n    type: remote\n    remote:\n      url: https://x.example/«${KEY}»\n      headers:\n'
            '        Authorization: Bearer ${KEY}\n')
    assert spans_of('docker-catalog.yaml', text, 'literal-reference') == marked(text)
