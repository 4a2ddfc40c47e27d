"""Which rule reports a credential, how bad it is, and what it tells to write instead."""

from __future__ import annotations

import json

import fake
import pytest

from mcp_hooks.engine import Options, examine
from mcp_hooks.findings import Finding
from mcp_hooks.rules import config_rules
from mcp_hooks.rules.credentials import RULES
from mcp_hooks.rules.env_files import paths_in_tree
from mcp_hooks.sources.source import Source

A = fake.base62(36, 'rules')
OPTIONS = Options(tuple(rule for rule in config_rules() if rule.category == 'credential'))


def findings(path: str, text: str) -> list[Finding]:
    return examine(Source(path, text.encode()), OPTIONS).findings


def server(**entry: object) -> str:
    return json.dumps({'mcpServers': {'git': {'command': 'x', **entry}}}, indent=1)


@pytest.mark.parametrize(
    ('rule', 'severity', 'path', 'text'),
    [
        ('credential-in-env', 'error', '.mcp.json', server(env={'A_TOKEN': A})),
        (
            'credential-in-header',
            'error',
            '.mcp.json',
            server(type='http', url='https://a.example/mcp', headers={'X-Api-Key': A}),
        ),
        ('credential-in-argument', 'error', '.mcp.json', server(args=['--token', A])),
        ('credential-in-argument', 'error', '.mcp.json', server(args=['--header', 'Authorization: Bearer ' + A])),
        ('credential-in-url', 'error', '.mcp.json', server(type='http', url='https://a.example/mcp?api_key=' + A)),
        ('credential-in-connection-string', 'error', '.mcp.json', server(args=[fake.connection()])),
        ('private-key', 'error', '.mcp.json', server(env={'K': fake.private_key()})),
        ('encoded-credential', 'error', '.mcp.json', server(env={'K': fake.base64_of(fake.github_pat())})),
        ('credential-as-default', 'error', '.mcp.json', server(env={'K': '${K:-' + fake.github_pat() + '}'})),
        ('credential-in-comment', 'error', '.vscode/mcp.json', '{"servers": {} // A_TOKEN=' + A + '\n}'),
        (
            'credential-in-permission',
            'error',
            '.claude/settings.json',
            json.dumps({'permissions': {'allow': [f'Bash(A_TOKEN={A} x)']}}),
        ),
        ('credential-in-text', 'error', 'README.md', f'mcpServers: `claude mcp add x --env A_TOKEN={A}`'),
        ('credential-elsewhere', 'error', '.mcp.json', server(auth={'token': A})),
        ('expired-jwt', 'warning', '.mcp.json', server(env={'K': fake.jwt(1_735_689_600)})),
        ('credential-in-env', 'warning', '.mcp.json', server(env={'ADMIN_PASSWORD': '$2b' + '$10$' + fake.base62(53)})),
        ('publishable-key', 'note', '.mcp.json', server(env={'K': fake.stripe_publishable()})),
        ('local-default-password', 'note', '.mcp.json', server(args=['postgresql://postgres:postgres@localhost/x'])),
        ('capability-url', 'warning', '.mcp.json', server(type='http', url='https://a.example/s/' + fake.base62(40))),
        ('tracked-token-store', 'error', '.mcp-auth/x/tokens.json', '{"a": 1}'),
        ('credential-in-file-name', 'error', f'old/{fake.github_pat()}/.mcp.json', '{"mcpServers": {}}'),
    ],
)
def test_rule_and_severity(rule: str, severity: str, path: str, text: str) -> None:
    assert [(one.name, one.severity) for one in findings(path, text)] == [(rule, severity)]


def test_every_rule_is_tried_above() -> None:
    assert {rule.name for rule in RULES} - {'tracked-env-file'} == {
        mark.args[1][number][0] for mark in test_rule_and_severity.pytestmark for number in range(len(mark.args[1]))
    }  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ('path', 'text', 'wanted'),
    [
        ('.mcp.json', server(env={'GITHUB_TOKEN': fake.github_pat()}), '`${GITHUB_TOKEN}`'),
        ('.cursor/mcp.json', server(env={'GITHUB_TOKEN': fake.github_pat()}), '`${env:GITHUB_TOKEN}`'),
        (
            '.vscode/mcp.json',
            json.dumps({'servers': {'git': {'command': 'x', 'env': {'GITHUB_TOKEN': fake.github_pat()}}}}),
            '`${input:github_token}`',
        ),
        (
            '.codex/config.toml',
            f'[mcp_servers.git]\nurl = "https://a.example/mcp"\nhttp_headers = {{ Authorization = "Bearer {A}" }}\n',
            '`bearer_token_env_var = "GIT_TOKEN"`',
        ),
        (
            'opencode.json',
            json.dumps({'mcp': {'git': {'type': 'local', 'command': ['x'], 'environment': {'A_TOKEN': A}}}}),
            '`{env:A_TOKEN}`',
        ),
        (
            '.mcp.json',
            server(type='http', url='https://a.example/mcp', headers={'Authorization': 'Bearer ' + A}),
            '`${GIT_TOKEN}`',
        ),
    ],
)
def test_help_speaks_the_clients_own_language(path: str, text: str, wanted: str) -> None:
    found = findings(path, text)
    assert len(found) == 1
    assert wanted in found[0].help
    assert 'revoke' in found[0].help


def test_help_names_the_page_to_revoke_at() -> None:
    assert 'https://github.com/settings/tokens' in findings('.mcp.json', server(env={'X': fake.github_pat()}))[0].help


def test_place_covers_exactly_the_credential() -> None:
    text = server(type='http', url='https://a.example/mcp', headers={'Authorization': 'Bearer ' + A})
    found = findings('.mcp.json', text)[0]
    line = text.splitlines()[found.place.line - 1]
    assert line[found.place.column - 1 : found.place.end_column - 1] == A
    assert found.json_path == '$.mcpServers.git.headers.Authorization'


def test_nothing_that_is_shown_holds_a_credential() -> None:
    secrets = [
        fake.github_pat(),
        A,
        fake.jwt(1_735_689_600),
        fake.private_key(),
        fake.basic(),
        fake.base64_of(fake.github_pat(2)),
        fake.github_pat(2),
    ]
    text = server(
        env={
            'GITHUB_TOKEN': secrets[0],
            secrets[0]: 'x',
            'J': secrets[2],
            'PEM': secrets[3],
            'E': secrets[5],
            'F': 'a ' + secrets[6],
        },
        args=['--token', A, '--x=' + A, 'https://b:' + A + '@h.example'],
        headers={'Authorization': 'Basic ' + secrets[4]},
    )
    found = findings('.mcp.json', text)
    assert len(found) >= 8
    shown = json.dumps([one._replace(fix=None) for one in found], default=str)
    for secret in secrets:
        assert secret not in shown
        assert json.dumps(secret)[1:-1] not in shown


def test_a_store_is_one_finding_for_each_credential_or_one_for_the_file() -> None:
    assert [one.name for one in findings('.mcp-inspector/secrets.json', json.dumps({'a': {'b': A}}))] == [
        'credential-elsewhere'
    ]
    assert [one.name for one in findings('.mcp-inspector/secrets.json', '{"a": {}}')] == ['tracked-token-store']
    assert findings('.mcp.json', '{"mcpServers": {}}') == []


@pytest.mark.parametrize(
    ('text', 'config', 'paths'),
    [
        ('${workspaceFolder}/config/mcp.env', '.vscode/mcp.json', ['config/mcp.env']),
        ('.env', '.mcp.json', ['.env']),
        ('./.env', 'app/.vscode/mcp.json', ['app/.env', '.env']),
        ('../.env', 'app/.cursor/mcp.json', ['.env']),
        ('/etc/x.env', '.mcp.json', []),
        ('~/.env', '.mcp.json', []),
        ('${HOME}/.env', '.mcp.json', []),
        ('../../x.env', '.mcp.json', []),
        ('', '.mcp.json', []),
    ],
)
def test_paths_in_tree(text: str, config: str, paths: list[str]) -> None:
    assert paths_in_tree(text, config) == paths


def test_tracked_env_file() -> None:
    from marks import files_of

    from mcp_hooks.rules.env_files import check_env_file

    file = files_of('.vscode/mcp.json', '{"servers": {"a": {"command": "x", "envFile": "${workspaceFolder}/.env"}}}')[0]
    assert list(check_env_file(file)) == []
    file.tracked = {'.env'}.__contains__
    assert [hit.message for hit in check_env_file(file)] == ['git tracks `.env`, from which this entry reads its variables']
    entry = '{"command": "x", "envFile": "${workspaceFolder}/.env"}'
    several = files_of('.vscode/mcp.json', f'{{"servers": {{"a": {entry}, "b": {entry}, "c": {entry}}}}}')[0]
    several.tracked = {'.env'}.__contains__
    assert [(hit.message, len(hit.related)) for hit in check_env_file(several)] == [
        ('git tracks `.env`, from which this entry (and 2 more) reads its variables', 2)]
    file.tracked = {'other.env'}.__contains__
    assert list(check_env_file(file)) == []


def test_owner_of_a_rule_is_silent_on_clean_files() -> None:
    assert findings('.mcp.json', server(env={'A_TOKEN': '${A_TOKEN}'}, args=['-y', 'x@1'])) == []


@pytest.mark.parametrize(('text', 'found'), [
    ('{"access_token": "<your token>", "refresh_token": "${REFRESH_TOKEN}", "token_type": "Bearer", "expires_in": 3600}', False),
    ('{"tokens": [{"access_token": "xxxxxxxx"}], "clientInformation": {"client_secret": "your-client-secret"}}', False),
    ('{"access_token": "", "token_type": "Bearer"}', True), ('{"a": 1}', True), ('{}', True)])
def test_a_sample_of_a_store_is_none(text: str, found: bool) -> None:
    assert ([one.name for one in findings('docs/.mcp-auth/tokens.json', text)] == ['tracked-token-store']) is found


def test_a_password_that_stands_in_two_addresses_is_told_by_each() -> None:
    secret = fake.base62(14, 'twice')
    web, base = f'https://u:{secret}@a.corp.example/x', f'mysql://u:{secret}@b.corp.example/x'
    wanted = ['credential-in-url', 'credential-in-connection-string']
    for line, names in ((f'{web} {base}', wanted), (f'{base} {web}', wanted[::-1])):
        found = findings('.mcp.json', server(env={'LINE': line}))
        assert [(one.name, one.place.column) for one in sorted(found, key=lambda one: one.place.column)] == [
            (name, 14 + at) for name, at in zip(names, (line.find(secret), line.rfind(secret)), strict=True)]
