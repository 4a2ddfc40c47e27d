"""Credentials planted in every place one can stand; every format, the baseline and the messages are searched for them."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import fake
import pytest

from mcp_hooks.cli import main
from mcp_hooks.redact import clean_path, tokens_in_path

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


# --- a token in the name of a file ---------------------------------------------------------------------------------------

def named() -> tuple[dict[str, str], list[str]]:
    made = [maker('name') for maker in (fake.github_pat, fake.gitlab_pat, fake.anthropic, fake.jwt, fake.npm, fake.slack_bot)]
    hub, lab, key, token, package, bot = made
    bad = json.dumps({'mcpServers': {'a b': {'url': 'https://a.example/mcp'}}})
    lines = '\n'.join(json.dumps(message) for message in (
        {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}, {'jsonrpc': '1.0', 'id': 1, 'result': {'tools': []}})) + '\n'
    return {
        f'{hub}.mcp.json': bad,
        f'backup-{lab}/sub/.mcp.json': bad,
        f'x/{key}.yaml': 'mcpServers:\n  a b:\n    url: https://a.example/mcp\n',
        f'{token}/.vscode/mcp.json': json.dumps({'servers': {'a': 5}}),
        f'notes for {package}.md': '```json\n' + bad + '\n```\n',
        f'old.{bot}.mcp.jsonl': lines,
        f'large-{hub}.mcp.json': bad + ' ' * 3000,
    }, made


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    files, made = named()
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    return list(files), made


@pytest.mark.parametrize('format', FORMATS)
@pytest.mark.parametrize('command', ['check', 'scan', 'inspect'])
def test_no_format_repeats_a_token_in_a_name(command: str, format: str, names: tuple[list[str], list[str]],
                                             capsys: pytest.CaptureFixture[str]) -> None:
    files, made = names
    asked = {'check': files, 'scan': ['--no-git'], 'inspect': [name for name in files if name.endswith('jsonl')]}[command]
    limit = ['--max-bytes', '2000'] if command != 'inspect' else []
    status = main([command, '--format', format, '--no-settings', *limit, *asked])
    shown = capsys.readouterr()
    assert status == 1, shown.err
    check(shown.out + shown.err, made)
    if format == 'json' and command != 'inspect':
        data = json.loads(shown.out)
        told = {one['path'] for one in data['findings'] if one['name'] == 'credential-in-file-name'}
        assert told == {'ghp_…(40+).mcp.json', 'backup-glpa…(16+)/sub/.mcp.json', 'x/sk-a…(40+).yaml', 'eyJ…(40+)/.vscode/mcp.json',
                        'notes for npm_…(40+).md'}
        assert 'large-ghp_…(40+).mcp.json' in {one['path'] for one in data['skipped']}


def test_what_else_is_said_of_such_a_file(names: tuple[list[str], list[str]], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files, made = names
    main(['check', '--no-settings', '--write-baseline', 'known.json', *files])
    assert main(['check', '--no-settings', '--baseline', 'known.json', *files]) == 0
    (tmp_path / files[0]).write_text('{"mcpServers": {}}')
    main(['check', '--no-settings', '--baseline', 'known.json', *files])
    known = (tmp_path / 'known.json').read_text(encoding='utf-8')
    assert main(['fix', '--no-settings', files[0], files[1]]) == 0
    for asked in (['check', f'no-{files[0]}'], ['check', files[1].rpartition('/')[0]], ['inspect', f'no-{files[5]}'],
                  ['check', '--settings', f'{files[0]}.toml', files[0]], ['fix', f'{files[0]}.gone'], ['scan', f'--staged={made[0]}']):
        assert main(asked) == 2
    shown = capsys.readouterr()
    assert shown.err.count('\n') >= 5
    check(shown.out + shown.err + known, made)


def test_a_name_of_the_past(names: tuple[list[str], list[str]], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from repository import Repository

    _, made = names
    repo = Repository(tmp_path)
    repo.commit()
    for format in FORMATS:
        assert main(['scan', '--history', '--format', format]) == 1
    shown = capsys.readouterr()
    check(shown.out + shown.err, made)
    assert 'so the next run takes as long' in shown.out
    assert not (tmp_path / '.git/mcp-hooks').exists(), 'what is remembered would outlive the commits'


@pytest.mark.parametrize('format', FORMATS)
def test_no_format_repeats_a_token_of_the_folder_that_holds_nothing(format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                    capsys: pytest.CaptureFixture[str]) -> None:
    """Only the sentence about the run names it."""
    token = fake.github_pat('folder')
    (tmp_path / token).mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(['scan', '--no-git', '--format', format, token]) == 0
    shown = capsys.readouterr()
    check(shown.out + shown.err, [token])
    if format == 'text':
        assert shown.out == 'No MCP configuration was found below ghp_…(40+).\nnothing was checked\n'


@pytest.mark.parametrize('path', [
    '.mcp.json', 'a/b/c.mcp.json', '', 'github_pat_example/.mcp.json', f'ghp_{"x" * 35}9.json', 'sk-learn-2024.json',
    'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678/x.json', '550e8400-e29b-41d4-a716-446655440000.json', '2026-11-30T10-20-30.mcp.jsonl',
    'node_modules/@scope/some-package-name-2.0.0-beta.10/dist/index.json', 'inspector-protocol-2026-11-30.json', 'pk_test/1.json',
    'ünï-cödé-1234567890123456.json', '/' * 5000 + '1' * 5000,
])
def test_a_name_without_a_token_stays_as_it_is(path: str) -> None:
    assert clean_path(path) == path
    assert tokens_in_path(path) == []


def test_a_name_with_tokens_keeps_its_shape() -> None:
    one, other = fake.github_pat('one'), fake.gitlab_pat('other')
    assert clean_path(f'a/{one}.{other}/b-{other}.example.json') == 'a/ghp_…(40+).glpa…(16+)/b-glpa…(16+).json'
    assert tokens_in_path(f'a/{one}.json') == [one]
