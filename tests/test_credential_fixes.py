"""What becomes of a credential that is taken out, in which client."""

from __future__ import annotations

import json
import tomllib

import fake
from marks import files_of, hits_of

from mcp_hooks.credential_fixes import credential_fix, fix_credentials
from mcp_hooks.engine import Options
from mcp_hooks.fixing import apply
from mcp_hooks.rules import config_rules


def credential(path: str, text: str, secret: str, name: str) -> str | None:
    """The text after the literal was replaced; None when there is no fix."""
    file = files_of(path, text.encode())[0]
    assert file.document.root is not None
    at = file.document.text.index(secret)
    node = next(n for n in file.document.root.walk() if not n.members and not n.items and n.start <= at < n.end)
    fix = credential_fix(file, node, (at, at + len(secret)), name)
    assert fix is None or secret not in repr(fix)
    return apply(text, [fix]) if fix else None


def test_a_credential_becomes_this_clients_reference() -> None:
    secret = fake.github_pat()
    for path, root, form in (('.mcp.json', 'mcpServers', '${DOCS_KEY}'), ('.cursor/mcp.json', 'mcpServers', '${env:DOCS_KEY}')):
        headers = f'{{"Authorization": "Bearer {secret}"}}'
        text = f'{{"{root}": {{"d": {{"type": "http", "url": "https://x.example/mcp", "headers": {headers}}}}}}}'
        assert credential(path, text, secret, 'DOCS_KEY') == text.replace(secret, form)
        text = f'{{"{root}": {{"d": {{"command": "d", "args": ["--key={secret}", "x"]}}}}}}'
        assert credential(path, text, secret, 'DOCS_KEY') == text.replace(secret, form)
    text = f'{{"mcp": {{"d": {{"type": "local", "command": ["d"], "environment": {{"A": "{secret}"}}}}}}}}'
    assert credential('opencode.json', text, secret, 'A') == text.replace(secret, '{env:A}')
    text = f'{{"mcpServers": {{"d": {{"command": "d", "env": {{"A": "{secret}"}}}}}}}}'
    assert credential('claude_desktop_config.json', text, secret, 'A') is None


def test_in_vs_code_it_is_asked_for() -> None:
    secret = fake.github_pat()
    text = f'{{\n  "servers": {{\n    "d": {{"command": "d", "env": {{"A_KEY": "{secret}"}}}}\n  }}\n}}\n'
    new = credential('.vscode/mcp.json', text, secret, 'A_KEY')
    assert new is not None
    assert new == text.replace(secret, '${input:a_key}').replace(
        '{\n  "servers"',
        '{\n  "inputs": [{"type": "promptString", "id": "a_key", "description": "A_KEY", "password": true}],\n  "servers"',
    )
    assert hits_of('.vscode/mcp.json', new.encode()) == []
    again = new.replace('"d": {', f'"e": {{"command": "e", "env": {{"A_KEY": "{secret}"}}}},\n    "d": {{')
    third = credential('.vscode/mcp.json', again, secret, 'A_KEY')
    assert third is not None
    assert third == again.replace(secret, '${input:a_key}')


def test_an_escaped_neighbour_does_not_move_the_place() -> None:
    secret = fake.github_pat()
    text = '{"mcpServers": {"d": {"command": "d", "env": {"A": "\\u00e9\\t' + secret + '\\n"}}}}'
    assert credential('.mcp.json', text, secret, 'A') == text.replace(secret, '${A}')


def test_where_a_variable_is_named_the_literal_goes() -> None:
    secret = fake.github_pat()
    headers = f'{{ Authorization = "Bearer {secret}", "X-Team" = "a" }}'
    text = f'[mcp_servers.d]\nurl = "https://x.example/mcp"\nhttp_headers = {headers}\n'
    new = credential('.codex/config.toml', text, secret, 'DOCS_KEY')
    assert new is not None
    assert tomllib.loads(new)['mcp_servers']['d'] == {
        'url': 'https://x.example/mcp',
        'http_headers': {'X-Team': 'a'},
        'bearer_token_env_var': 'DOCS_KEY',
    }
    text = f'[mcp_servers.d]\nurl = "https://x.example/mcp"\n\n[mcp_servers.d.http_headers]\nX-Key = "{secret}"\n'
    new = credential('.codex/config.toml', text, secret, 'DOCS_KEY')
    assert new is not None
    assert tomllib.loads(new)['mcp_servers']['d'] == {
        'url': 'https://x.example/mcp',
        'http_headers': {},
        'env_http_headers': {'X-Key': 'DOCS_KEY'},
    }
    for text in (
        f'[mcp_servers.d]\ncommand = "d"\nenv = {{ DOCS_KEY = "{secret}" }}\n',
        f'[mcp_servers.d]\ncommand = "d"\nenv_vars = ["OTHER"]\n[mcp_servers.d.env]\nDOCS_KEY = "{secret}"\n',
    ):
        new = credential('.codex/config.toml', text, secret, 'DOCS_KEY')
        assert new is not None
        entry = tomllib.loads(new)['mcp_servers']['d']
        assert entry['env'] == {}
        assert entry['env_vars'] == (['DOCS_KEY', 'OTHER'] if 'OTHER' in text else ['DOCS_KEY'])
    assert (
        credential('.codex/config.toml', f'[mcp_servers.d]\ncommand = "d"\nargs = ["{secret}"]\n', secret, 'DOCS_KEY') is None
    )


def all_credentials(path: str, text: str) -> tuple[str, dict[str, str]]:
    data, titles, values = fix_credentials(path, text.encode(), Options(config_rules()))
    assert len(titles) == len(values) or len(set(values.values())) <= len(titles)
    assert all(value not in title for value in values.values() for title in titles)
    again = fix_credentials(path, data, Options(config_rules()))
    assert again == (data, [], {})
    return data.decode(), values


def test_all_credentials_of_a_file() -> None:
    one, two, three = fake.github_pat(1), fake.github_pat(2), fake.gitlab_pat(3)
    text = json.dumps(
        {
            'inputs': [],
            'servers': {
                'a': {'command': 'a', 'env': {'GITHUB_TOKEN': one}},
                'b': {'command': 'b', 'env': {'GITHUB_TOKEN': two}, 'args': ['--token', one]},
                'c': {'type': 'http', 'url': 'https://c.example/mcp', 'headers': {'PRIVATE-TOKEN': three}},
            },
        },
        indent=2,
    )
    new, values = all_credentials('.vscode/mcp.json', text)
    assert not any(secret in new for secret in (one, two, three))
    assert sorted(values.values()) == sorted((one, two, three))
    assert values['GITHUB_TOKEN'] == one
    assert values['GITHUB_TOKEN_2'] == two
    document = json.loads(new)
    assert document['servers']['a']['env'] == {'GITHUB_TOKEN': '${input:github_token}'}
    assert document['servers']['b']['env'] == {'GITHUB_TOKEN': '${input:github_token_2}'}
    assert sorted(one['id'] for one in document['inputs']) == sorted(name.lower() for name in values)
    assert hits_of('.vscode/mcp.json', new.encode()) == []


def test_a_default_loses_its_credential() -> None:
    secret = fake.github_pat()
    text = f'{{"mcpServers": {{"a": {{"command": "a", "env": {{"A": "x ${{GH_TOKEN:-{secret}}}"}}}}}}}}'
    new, values = all_credentials('.mcp.json', text)
    assert new == text.replace(f':-{secret}', '')
    assert values == {'GH_TOKEN': secret}


def test_what_has_no_reference_stays() -> None:
    secret = fake.github_pat()
    text = f'{{"mcpServers": {{"a": {{"command": "a", "env": {{"A_TOKEN": "{secret}"}}}}}}}}'
    assert all_credentials('claude_desktop_config.json', text) == (text, {})
    text = f'// {secret}\n' + '{"servers": {"a": {"command": "a"}}}'
    assert all_credentials('.vscode/mcp.json', text) == (text, {})
