"""Where credentials stand in whole files: each is found once, with exactly its characters."""

from __future__ import annotations

import json

import fake
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_hooks import documents
from mcp_hooks.clients.entries import config_files
from mcp_hooks.credentials import placeholders
from mcp_hooks.credentials.judge import Place, secrets
from mcp_hooks.credentials.places import Found, credentials, secrets_in
from mcp_hooks.credentials.stores import is_store
from mcp_hooks.documents.node import json_path


def found_in(path: str, text: str) -> list[Found]:
    document = documents.parse(text, documents.format_of(path, text))
    found = credentials(document, config_files(path, document), path)
    for one in found:
        start, end = one.span
        assert 0 <= start < end <= len(text)
    return list(found)


def texts_in(path: str, text: str) -> list[str]:
    """The document's own characters at each place."""
    return [text[one.span[0] : one.span[1]] for one in found_in(path, text) if one.verdict.severity != 'note']


def server(**entry: object) -> str:
    return json.dumps({'mcpServers': {'a': entry}}, indent=2)


A, B, C = (fake.base62(36, seed) for seed in 'abc')


@pytest.mark.parametrize(
    'args',
    [
        ['--token', A],
        ['--api-key=' + A],
        ['-k', A],
        ['--header', 'Authorization: Bearer ' + A],
        ['--header=X-Key: ' + A],
        ['-H', 'X-API-Key:' + A],
        ['API_KEY=' + A],
        ['-e', 'A_TOKEN=' + A],
        ['--env=A_SECRET=' + A],
        ['--env.A_TOKEN=' + A],
        ['--config', '{"apiKey":"' + A + '"}'],
        ['-c', 'export A_TOKEN=' + A + ' && run'],
        ['--user', 'bob:' + A],
        ['/token:' + A],
        ['https://x.example/mcp?token=' + A],
        ['--json', '[{"name":"API_KEY","value":"' + A + '"}]'],
        ['-Command', '$env:API_TOKEN="' + A + '"; npx x'],
        ['-Command', '$env:API_TOKEN = ("' + A + '"); npx x'],
        ['--rm', '--env=A_TOKEN=' + A],
        # one value over two arguments
        ['--header', 'Authorization: Bearer', A],
        ['--header', 'Authorization:Bearer', A, '--port', '1'],
        ['--header', 'X-API-Key:', A],
        ['--header=Authorization: Bearer', A],
        ['--token', 'Bearer', A],
        ['--api-key=', A],
        ['-e', 'A_TOKEN=', A],
        ['--env', 'A_TOKEN', A],
    ],
)
def test_arguments(args: list[str]) -> None:
    assert texts_in('.mcp.json', server(command='x', args=args)) == [A]


@pytest.mark.parametrize(
    'args',
    [
        ['-e', 'A_TOKEN'],
        ['-e', 'A_TOKEN', 'ghcr.io/acme/docs-mcp:1.2'],
        ['-e', 'A_TOKEN=', 'mcp/docs'],
        ['-e', 'LOG_LEVEL', 'mcp/docs@sha256:' + fake.hex(64)],
        ['--header', 'Accept:', 'application/json'],
        ['--header', 'Authorization: Bearer', '${A_TOKEN}'],
        ['--header', 'Authorization: Bearer', '--port', A],
        ['--auth', 'basic', 'server.py'],
        ['--api-key=', '--verbose'],
        ['--token', '${A_TOKEN}'],
        ['--token-file', '/run/t'],
        ['--max-tokens', '4096'],
        ['-y', '@scope/secret-scanner@1.2.3'],
        ['img@sha256:' + fake.hex(64)],
        ['--header', 'Authorization:${AUTH}'],
        ['--user', '1000:1000'],
        ['node', '-e', 'console.log("x=1")'],
        ['-Command', '$env:API_KEY = (cmdkey /generic:MCP_DOCS | Select-String "Password: (.*)").Matches.Groups[1].Value; npx x'],
        ['-Command', '$env:API_KEY = (Get-Secret MCP_DOCS_4T -AsPlainText); npx x'],
        ['-c', 'A_TOKEN=$(security find-generic-password -w -s docs-a4) x'],
    ],
)
def test_harmless_arguments(args: list[str]) -> None:
    assert texts_in('.mcp.json', server(command='x', args=args)) == []


@pytest.mark.parametrize(
    'entry',
    [
        {'env': {'A_TOKEN': A}},
        {'env': ['A_TOKEN=' + A]},
        {'env': dict.fromkeys(('API_KEY',), A)},
        {'headers': {'Authorization': 'Bearer ' + A}},
        {'headers': ['X-Key: ' + A]},
        {'requestInit': {'headers': {'X-Api-Key': A}}},
        {'auth': {'type': 'bearer', 'token': A}},
        {'oauth': {'clientSecret': A}},
        {'command': 'npx -y x --api-key ' + A},
        {'url': 'https://x.example/mcp?api_key=' + A},
        {'env': {'COOKIE': 'sid=' + A + '; lang=de'}},
        {'environmentVariables': [{'name': 'API_KEY', 'value': A}]},
    ],
)
def test_fields(entry: dict[str, object]) -> None:
    assert texts_in('.mcp.json', server(**{'command': 'x', **entry})) == [A]


def test_two_in_a_list() -> None:
    assert texts_in('.mcp.json', server(command='x', env={'API_KEYS': f'{A},{B}'})) == [A, B]


def test_a_token_where_a_name_belongs() -> None:
    token = fake.github_pat()
    assert texts_in('.mcp.json', server(command='x', env={token: 'GITHUB_TOKEN'})) == [token]
    text = f'[mcp_servers.a]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "{token}"\n'
    assert texts_in('.codex/config.toml', text) == [token]
    assert texts_in('.codex/config.toml', text.replace(token, 'GITHUB_TOKEN')) == []


def test_toml_yaml_env() -> None:
    assert texts_in(
        '.codex/config.toml',
        f"[mcp_servers.a]\ncommand = 'x'\n[mcp_servers.a.env]\nA_TOKEN = '{A}' # old: {fake.github_pat()}\n",
    ) == [A, fake.github_pat()]
    yaml = f'mcpServers:\n  - name: a\n    command: x\n    args: [--token, {A}]\n    env:\n'
    yaml += f'      B_KEY: "{B}"\n      C: ${{{{ secrets.C }}}}\n'
    assert texts_in('.continue/mcpServers/a.yaml', yaml) == [A, B]
    assert texts_in('config/mcp.env', f'# MCP\nAPI_KEY={A}\nexport B_TOKEN="{B}"\nMODE=x\nREF=${{X}}\n') == [A, B]


def test_inputs() -> None:
    text = json.dumps({'inputs': [{'type': 'promptString', 'id': 'api_key', 'default': A}], 'servers': {'a': {'command': 'x'}}})
    found = found_in('.vscode/mcp.json', text)
    assert [(one.secret, one.place.where, json_path(one.node.path())) for one in found if one.node] == [
        (A, 'input-default', '$.inputs[0].default')
    ]


def test_permissions() -> None:
    rules = [
        f'Bash(curl -H "Authorization: Bearer {A}" https://x.example)',
        f'Bash(DEPLOY_PIN={fake.hex(32)} ./x.sh)',
        'Bash(npm run test:*)',
        'Bash(git commit -m "token: fix")',
        'Bash(T=$(gh auth token) npx x)',
        'mcp__docs__search',
        'Read(.env)',
    ]
    assert texts_in(
        '.claude/settings.local.json', json.dumps({'permissions': {'allow': rules, 'deny': [f'Bash(X_TOKEN={B})']}})
    ) == [A, fake.hex(32), B]


def test_comments() -> None:
    text = (
        '{\n "servers": {\n  // "a": {\n  //   "args": ["--api-key",\n  //     "'
        + A
        + '"],\n  // },\n  /* {"PASSWORD": "'
        + B
        + '"} */\n'
        '  "c": {"command": "x"} // token: see wiki\n }\n}'
    )
    assert texts_in('.vscode/mcp.json', text) == [A, B]


def test_text_that_does_not_parse() -> None:
    text = '{"mcpServers": {"a": {"command": "x"\n "env": {"A_TOKEN": "' + A + '"\n "args": ["--api-key", "' + B + '"]'
    assert texts_in('.mcp.json', text) == [A, B]


def test_markdown_and_scripts() -> None:
    text = (
        f'# MCP\n\n```json\n{{"mcpServers": {{"a": {{"args": ["--api-key", "{A}"], "env": {{"T": "your-token"}}}}}}}}\n```\n\n'
        f'`claude mcp add a --env API_KEY={B} -- npx x`\n\n'
        f'    claude mcp add b https://x.example --header "Authorization: Bearer {C}"\n\n'
        'Set `OPENAI_API_KEY=sk-...` and GITHUB_TOKEN=<token>. The password: must be long. Token: optional.\n'
    )
    assert texts_in('README.md', text) == [A, B, C]
    script = f'export MCP_TOKEN="{A}"\ncode --add-mcp \'{{"name":"a","env":{{"API_KEY":"{B}"}}}}\'\n'
    script += f'curl -u bob:{C} https://x\nTOKEN="$1"\nPW=$(cat /x)\n'
    assert [script[one.start : one.end] for one in secrets(script, Place('', 'text'))] == [A, B, C]


def test_escapes_are_looked_through() -> None:
    token = fake.github_pat(4)
    text = '{"mcpServers": {"a": {"command": "x", "env": {"A": "\\u0067' + token[1:] + '"}}}}'
    found = found_in('.mcp.json', text)
    assert [one.secret for one in found] == [token]
    assert text[slice(*found[0].span)] == '\\u0067' + token[1:]


def test_aliases_are_judged_once() -> None:
    text = f'mcpServers:\n  a: &a\n    command: x\n    env: {{A_TOKEN: {A}}}\n  b: *a\n'
    assert texts_in('config/mcpServers.yaml', text) == [A]


def test_capability_addresses() -> None:
    alone = server(type='http', url='https://x.example/s/' + fake.base62(40))
    assert [one.verdict.severity for one in found_in('.mcp.json', alone)] == ['warning']
    with_header = server(type='http', url='https://x.example/s/' + fake.base62(40), headers={'Authorization': 'Bearer ${T}'})
    assert found_in('.mcp.json', with_header) == []
    assert found_in('.mcp.json', server(type='http', url=f'https://x.example/{fake.uuid()}/mcp')) == []
    assert found_in('.mcp.json', server(type='http', url=f'https://github.com/a/b/blob/{fake.hex(40)}/x')) == []


def test_secrets_for_masking() -> None:
    text = server(
        command='x', args=['postgresql://postgres:postgres@localhost/x'], env={'A_TOKEN': A, 'K': fake.stripe_publishable()}
    )
    assert sorted(secrets_in(documents.parse(text, 'json'))) == sorted([A, fake.stripe_publishable()])


def test_stores() -> None:
    assert is_store('.mcp-auth/mcp-remote-0.1.29/x_tokens.json')
    assert is_store('home/.mcp-inspector/secrets.json')
    assert not is_store('.mcp.json')
    text = json.dumps({'srv/env': {'anything': A}})
    assert texts_in('.mcp-inspector/secrets.json', text) == [A]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from([A, '${X}', 'your-key', fake.github_pat()]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    'mcpServers',
                    'env',
                    'headers',
                    'args',
                    'API_KEY',
                    'url',
                    'name',
                    'value',
                    'permissions',
                    'inputs',
                    'password',
                    'x',
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150)
@given(JSON)
def test_any_json_is_survived_and_every_provider_token_is_found(value: object) -> None:
    text = json.dumps(value)
    token = fake.github_pat()
    found = found_in('.mcp.json', text)
    assert sum(one.secret == token for one in found) == text.count(token)


def test_an_answer_belongs_to_its_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another document may be judged while one is being masked, as threads do."""
    unsure, local = fake.base62(40, 'unsure'), 'postgresql://postgres:postgres@localhost/db'
    one, other = (documents.parse(json.dumps({'mcpServers': {'a': {'x': value, 'env': {'API_KEY': A, 'DB': local}}}}), 'json')
                  for value in (unsure, 'plain'))
    expected = secrets_in(one)
    assert unsure in expected

    def judged_meanwhile(value: str) -> bool:
        credentials(other)
        return True

    credentials(other)
    monkeypatch.setattr(placeholders, 'is_default_word', judged_meanwhile)
    assert secrets_in(one) == expected


@pytest.mark.parametrize('quote', ['', '"', "'"])
def test_variables_in_a_list_as_compose_writes_them(quote: str) -> None:
    lines = [f'NOTES_API_KEY={A}', 'PORT=3000', 'OTHER_KEY=${OTHER_KEY}', 'PASSED_ON', f'URL=https://bob:{B}@x.example/']
    text = 'services:\n  notes:\n    image: example/notes-mcp\n    environment:\n'
    text += ''.join(f'      - {quote}{line}{quote}\n' for line in lines)
    found = found_in('compose.yaml', text)
    assert [text[one.span[0] : one.span[1]] for one in found] == [A, B]
    assert (found[0].place.name, found[0].place.where) == ('NOTES_API_KEY', 'env')


def notebook(*lines: str) -> str:
    cell = {'cell_type': 'code', 'source': [f'{line}\n' for line in lines], 'outputs': [{'text': ['--password\n', f'{C}\n']}]}
    return json.dumps({'cells': [cell], 'nbformat': 4}, indent=1)


def test_a_cell_of_a_notebook_is_one_text() -> None:
    password = fake.base62(43, 'cell')
    text = notebook('config = """{"mcpServers": {"db": {"args": [', '  "--password",', f'  "{password}",', f'  "A_KEY": "{A}"', ']}}}"""')
    found = found_in('a.ipynb', text)
    assert [text[one.span[0]:one.span[1]] for one in found] == [password, A]
    assert [json_path(one.node.path()) for one in found if one.node] == ['$.cells[0].source[2]', '$.cells[0].source[3]']


def test_cells_of_no_notebook() -> None:
    for root in ([], {'cells': 1}, {'cells': [1, {}, {'source': 2}, {'source': [3, 'a', None]}]}, {'cells': {'source': ['a', 'b']}}):
        assert found_in('a.ipynb', json.dumps(root)) == []
