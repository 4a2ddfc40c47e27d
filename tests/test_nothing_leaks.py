"""Credentials planted in every place one can stand; every format, the baseline and the messages are searched for them."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import fake
import pytest

from mcp_hooks.cli import main

FORMATS = ('text', 'json', 'sarif', 'github', 'markdown', 'junit', 'gitlab', 'rdjson', 'html')


def a_basic(seed: object) -> str:
    return fake.basic('u', seed)


def planted() -> tuple[dict[str, str], list[str]]:
    """Files and all credentials in them."""
    made: list[str] = []

    def secret(maker: object = None) -> str:
        number = len(made)
        made.append(maker(number) if maker is not None else fake.base62(36, ('leak', number)))  # type: ignore[operator]
        return made[-1]

    phrase = fake.passphrase('leak')
    made.append(phrase)
    servers: dict[str, object] = {
        'env': {
            'command': 'x',
            'env': {
                'GITHUB_TOKEN': secret(fake.github_pat),
                'PLAIN': 'text ' + secret(fake.anthropic),
                'DB_PASSWORD': phrase,
                'KEY': secret(fake.private_key),
                'J': secret(fake.jwt),
                secret(fake.gitlab_pat): 'where a name belongs',
                'DEFAULT': '${X:-' + secret(fake.npm) + '}',
                'BESIDE': secret() + ' ${TOKEN}',
                'NESTED': json.dumps({'a': json.dumps({'api_key': secret()})}),
            },
        },
        'args': {
            'command': 'sh',
            'args': ['--token', secret(), '-c', f'A_TOKEN={secret()} x', '--header', f'X-Key: {secret()}'],
        },
        'url': {'type': 'http', 'url': f'https://bob:{secret()}@a.example/mcp?api_key={secret()}#access_token={secret()}'},
        'headers': {'type': 'http', 'url': 'https://a.example/mcp', 'headers': {'Authorization': f'Bearer {secret()}'}},
        'basic': {
            'type': 'http',
            'url': 'https://a.example/mcp',
            'headers': {'Authorization': f'Basic {secret(lambda n: fake.basic("u", n))}'},
        },
        secret(fake.figma): {'command': 'a credential as the name of a server', 'type': secret(fake.supabase)},
        'odd': {'command': [secret(fake.tavily)], 'url': 5, 'args': {'token': secret()}, 'env': [f'TOKEN={secret()}']},
    }
    encoded = fake.github_pat('inner')
    made.append(encoded)
    servers['b64'] = {'command': 'x', 'args': ['--config', base64.b64encode(encoded.encode()).decode()]}
    made.append(base64.b64encode(encoded.encode()).decode())
    files = {
        '.mcp.json': json.dumps({'mcpServers': servers}, indent=1),
        '.cursor/mcp.json': json.dumps({'mcpServers': servers}),
        'broken/.mcp.json': '{"mcpServers": {"a": {"command": "x" "env": {"A_TOKEN": "'
        + secret()
        + '" "args": ['
        + secret(fake.github_pat),
        '.vscode/mcp.json': '{"servers": {} /* "env": {"A_TOKEN": "' + secret() + '"} */ // ' + secret(fake.github_pat) + '\n}',
        '.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n'
        + f'env = {{ A_TOKEN = "{secret()}" }}\nb = {secret(fake.github_pat)}\n',
        '.continue/mcpServers/a.yaml': 'mcpServers:\n  - name: a\n    command: x\n    env:\n'
        + f'      A_TOKEN: {secret()}\n   bad: [{secret(fake.github_pat)}\n',
        '.claude/settings.local.json': json.dumps({'permissions': {'allow': [f'Bash(A_TOKEN={secret()} x)']}}),
        'README.md': f'mcpServers: `claude mcp add x --env A_TOKEN={secret()}`\n',
    }
    return files, made


def forms(secret: str) -> set[str]:
    raw = secret.encode()
    lines = {line for line in secret.splitlines() if len(line) > 20 and '-----' not in line}
    return {
        secret,
        json.dumps(secret)[1:-1],
        quote(secret, safe=''),
        quote(secret),
        base64.b64encode(raw).decode().rstrip('=')[:-1],
        *lines,
    }


@pytest.fixture(scope='module')
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[str]]:
    root = tmp_path_factory.mktemp('leaks')
    files, made = planted()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')
    return root, list(files), made


def check(text: str, made: list[str]) -> None:
    leaks = [number for number, secret in enumerate(made) for form in forms(secret) if form in text]
    assert leaks == []


@pytest.mark.parametrize('format', FORMATS)
def test_no_format_holds_a_credential(
    format: str, project: tuple[Path, list[str], list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, names, made = project
    monkeypatch.chdir(root)
    status = main(['check', '--format', format, '--no-settings', '--select', 'all', *names])
    shown = capsys.readouterr()
    assert status == 1, shown.err
    check(shown.out + shown.err, made)
    if format == 'json':
        found = [one for one in json.loads(shown.out)['findings'] if one['category'] == 'credential']
        assert len(found) >= len(made)


def test_baseline_and_what_is_said_of_it(
    project: tuple[Path, list[str], list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, names, made = project
    monkeypatch.chdir(root)
    main(['check', '--no-settings', '--write-baseline', 'known.json', *names])
    main(['check', '--no-settings', '--baseline', 'known.json', *names])
    shown = capsys.readouterr()
    check(shown.out + shown.err + (root / 'known.json').read_text(encoding='utf-8'), made)


def test_explain_value(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io

    for secret in planted()[1]:
        monkeypatch.setattr('sys.stdin', io.StringIO(f'API_TOKEN\n{secret}'))
        main(['explain-value'])
        shown = capsys.readouterr()
        assert shown.out
        check(shown.out + shown.err, [secret])


@pytest.mark.parametrize('given', ['{}', '{}\n', '{}\nAPI_TOKEN'], ids=['no name', 'no name, a line end', 'the wrong way round'])
def test_explain_value_given_by_mistake_where_the_name_belongs(given: str, monkeypatch: pytest.MonkeyPatch,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    import io

    for seed in range(5):
        for secret in (fake.github_pat(seed), fake.base62(40, seed), fake.anthropic(seed)):
            monkeypatch.setattr('sys.stdin', io.StringIO(given.format(secret)))
            assert main(['explain-value']) == (0 if 'API' in given else 2)
            shown = capsys.readouterr()
            assert shown.out + shown.err
            check(shown.out + shown.err, [secret])
