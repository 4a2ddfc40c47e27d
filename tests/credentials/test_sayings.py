"""Command lines and sentences that call a value a credential without a sign between."""
from __future__ import annotations

import fake
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within

from mcp_hooks.credentials.judge import Place, secrets
from mcp_hooks.credentials.sayings import sayings

KEY, TOKEN, WORD = fake.hex(40, 'say'), fake.base62(40, 'say'), 'Harbor' + '!Lamp_83'


def spans(text: str, where: str) -> list[str]:
    return [text[one.start:one.end] for one in secrets(text, Place('', where)) if one.severity != 'note']


@pytest.mark.parametrize('command', [
    'setx API_KEY {key}', 'setx API_KEY "{key}" /M', 'set -gx API_KEY {key}', 'setenv API_KEY {key}', 'export API_KEY "{key}"',
    'launchctl setenv API_KEY {key}', 'aws configure set aws_secret_access_key {token}',
    'npm config set //npm.corp.example/:_authToken {token}',
    'npm config set //npm.corp.example/:_authToken={token}', 'poetry config pypi-token.pypi {token}', 'vault login {token}',
    'cargo login {token}',
    'ngrok config add-authtoken {token}', 'wandb login {key}', 'dotnet user-secrets set "Api:Key" "{key}"',
    'gh secret set API_KEY -b {key}',
    'gh secret set API_KEY --body "{key}"', 'eas secret:create --name API_KEY --value {key}',
    'aws ssm put-parameter --name /x/api-key --value {key} --type SecureString', 'wrangler secret put API_KEY <<< {token}',
    'git config http.extraheader "AUTHORIZATION: bearer {key}"', '[Environment]::SetEnvironmentVariable("API_KEY", "{key}", "User")'])
def test_commands_with_a_token(command: str) -> None:
    value = KEY if '{key}' in command else TOKEN
    assert spans(f'Bash({command.format(key=KEY, token=TOKEN)})', 'permission') == [value]


@pytest.mark.parametrize('command', [
    'echo "{}" | sudo -S apt install x', 'echo {} | docker login -u bob --password-stdin', 'smbclient //srv/share -U bob%{}',
    'bw unlock {}',
    'bw login a@b.example {}', 'xfreerdp /u:bob /p:{} /v:srv', 'sqlplus bob/{}@//db.corp.example:1521/x', 'psexec corp/bob:{}@10.0.0.5',
    'aws secretsmanager create-secret --name x --secret-string {}', 'pass insert -e x <<< {}',
    'security add-generic-password -a me -s x -w {}',
    'cmdkey /add:x /user:bob /pass:{}', 'poetry config http-basic.x bob {}', 'bundle config set --global x.corp.example bob:{}',
    'ssh-keygen -N {} -f x', 'unrar x -p{} a.rar', 'pdftk a input_pw {} output b', 'openssl rsa -in k.pem -passin pass:{}'])
def test_commands_with_a_password(command: str) -> None:
    assert spans(f'Bash({command.format(WORD)})', 'permission') == [WORD]


@pytest.mark.parametrize('sentence', [
    'The password is {word} for the staging box.', 'Use the API key {key} for now.', 'use token `{key}`', 'Token → {key}',
    'login: bob / {word}', 'creds: bob:{word}', 'mot de passe : {word}', 'Passwort lautet {word}.', '密码：{word}', 'db: pwd={word};'])
def test_sentences(sentence: str) -> None:
    assert spans(sentence.format(word=WORD, key=KEY), 'text') == [WORD if '{word}' in sentence else KEY]


@pytest.mark.parametrize('text', [
    'set the token to a value of your own', 'The password is stored in 1Password', 'use token authentication2 instead',
    'export API_KEY=$(cat key.txt)', 'git config user.name bob2', 'docker login registry2.corp.example', 'Password: SHA-256 hashed',
    'pkg:cargo/pyo3-macros@0.27.2', 'npx @scope/server@1.2.3', 'arn:aws:ses:us-east-1:111111111111:identity/jane@corp.example',
    'use L<mailto:perl5-porters@corp.example>', 'the token is valid for 3600 seconds', 'api key: see 2024-11-05 of the docs',
    'vault login -method=oidc',
    'cargo login --registry my-registry2', 'echo "Version 1.2.3" | tee login', 'the key 2024-roadmap-in-words is taken',
    'set -x PATH /opt/tool-1.2.3/bin',
    'The password is at least 12Characters'])
def test_harmless_words(text: str) -> None:
    assert spans(text, 'text') == []
    assert spans(f'Bash({text})', 'permission') == []


def test_an_address_behind_the_flag_of_a_user() -> None:
    secret = fake.hex(40, 'redis')
    assert spans(f'Bash(redis-cli -u redis://default:{secret}@r.corp.example:6379 ping)', 'permission') == [secret]
    assert spans(f'WebFetch(https://api.corp.example/v1?api_key={KEY})', 'permission') == [KEY]


@given(st.lists(st.sampled_from(['set', 'API_KEY', KEY, 'password', 'is', '<<<', '|', 'echo', 'sudo -S', '/p:', 'a:b1@c.de', '：', '"',
    "'", '\n',
                                 'bw', 'login', '-U', 'smbclient', 'sqlplus', 'config', 'http-basic', '--value', '_pw', 'ß', 'İ'])))
def test_spans_are_inside_the_text(words: list[str]) -> None:
    text = ' '.join(words)
    for piece in sayings(text, 'text'):
        assert 0 <= piece.start <= piece.end <= len(text)
        assert '\n' not in text[piece.start:piece.end]


@pytest.mark.parametrize('unit', ['unrar -p x1234567 ', 'a:b1@c.de', 'set API_KEY a1234567 ', 'password is ', 'login: bob / x1234567 ',
    'pwd=Ab1!aaaa '])
def test_linear(unit: str) -> None:
    line = (unit * 400)[:3900] + '\n'
    within(2, lambda: list(sayings(line * 60, 'text')))
    # one line of that length was not written by hand
    within(1, lambda: [list(sayings(text, 'text')) for text in (unit * (1_000_000 // len(unit)), line)])
