"""Kinds and places that an unseen set of files showed to be missing; every value is made at run time."""
from __future__ import annotations

import json

import pytest

from mcp_hooks.credentials import names
from mcp_hooks.credentials.judge import HARMLESS, SECRET, Place, judge, secrets
from mcp_hooks.credentials.places import credentials
from mcp_hooks.documents import parse
from tests import fake


@pytest.mark.parametrize('name', [
    'CLAVE_API', 'CHAVE_API', 'chaveSecreta', 'CLE_API', 'CLÉ_API', 'API_SCHLUESSEL',
    'apiSchlüssel', 'KLUCZ_API', 'API_ANAHTARI', 'КЛЮЧ_API',
    'JETON_ACCES', 'JETON', 'ACCESS_JETON'])
def test_a_key_of_a_service_in_another_language(name: str) -> None:
    assert names.read(name).kind == names.SECRET
    assert judge(fake.hex(32, name), Place(name, 'env')).kind == SECRET


@pytest.mark.parametrize('name', [
    'MOT_DE_PASSE', 'MOT_DE_PASSE_BASE', 'DB_MOT_DE_PASSE', 'motDePasse', 'SENHA', 'SENHA_BANCO', 'CONTRASENA_CORREO', 'PAROLA_CHIAVE',
    'LOSENORD', 'lösenord', 'SIFRE', 'ŞİFRE_VT', 'PASSORD', 'heslo', 'jelszó', 'salasana', 'пароль_базы', 'パスワード'])
def test_a_password_in_another_language(name: str) -> None:
    assert names.read(name).kind == names.PASSWORD
    assert judge(fake.passphrase(name), Place(name, 'env')).kind == SECRET


@pytest.mark.parametrize('name', [
    'CLAVE_PRIMARIA', 'CLE_PUBLIQUE', 'CHAVE_PUBLICA', 'JETON_NOM', 'CLAVE_TYPE', 'SENHA_FILE', 'PAROLE', 'PASSE_PARTOUT', 'TOKEN_MINT'])
def test_a_word_of_another_language_that_names_something_else(name: str) -> None:
    assert names.read(name).kind not in (names.SECRET, names.PASSWORD)


@pytest.mark.parametrize(('beside', 'value'), [
    ('BTC_ADDRESS', fake.letters(42, fake.LOWER_DIGITS, 'btc')), ('SNOW_INSTANCE', 'dev48213'), ('API', 'v2'), ('BASE', 'main')])
def test_what_is_no_host_makes_no_password_local(beside: str, value: str) -> None:
    place = Place('SNOW_PASSWORD', 'env', ((beside, value), ('SNOW_PASSWORD', '')))
    assert judge('Winter' + '1987' + '!', place).severity == 'error'


@pytest.mark.parametrize(('beside', 'value'), [('DB_HOST', 'db'), ('PGHOST', 'localhost'), ('API', 'http://localhost:8000')])
def test_a_simple_password_for_this_machine_stays_a_note(beside: str, value: str) -> None:
    place = Place('DB_PASSWORD', 'env', ((beside, value),))
    assert judge('Winter' + '1987' + '!', place).severity == 'note'


def test_a_token_that_is_money() -> None:
    assert judge(fake.letters(44, fake.BASE62, 'mint'), Place('TOKEN_MINT', 'env')).kind != SECRET
    assert judge('8192', Place('MAX_TOKENS', 'env')).kind == HARMLESS


REDIS = 'acme.redis.cache.windows.net:6380,password={},ssl=True,abortConnect=False'
IOT = 'HostName=acme.azure-devices.net;SharedAccessKeyName=owner;SharedAccessKey={}'


@pytest.mark.parametrize('text', [REDIS, IOT])
def test_a_connection_string_with_commas_or_of_a_hub(text: str) -> None:
    key = fake.base64_bytes(32, 'connection')
    found = secrets(text.format(key), Place('CONFIGURATION', 'env'))
    assert [text.format(key)[f.start:f.end] for f in found] == [key]


def test_a_connection_string_does_not_hide_the_rest_of_a_page() -> None:
    key, token = fake.base64_bytes(32, 'page'), fake.hex(40, 'page')
    page = f'"args": [\n  "--hub",\n  "{IOT.format(key)}"\n],\n"env": {{"VIKUNJA_TOKEN": "{token}", "DB_PASSWORD": "tu-clave"}}\n'
    assert [page[f.start:f.end] for f in secrets(page, Place('', 'text'))] == [key, token]


@pytest.mark.parametrize('value', ['service.name=mcp,deployment.environment=prod', 'a=1,b=2', 'localhost:6379,ssl=False,password=redis'])
def test_pairs_with_commas_are_not_all_connection_strings(value: str) -> None:
    assert not [f for f in secrets(value, Place('OTEL_RESOURCE_ATTRIBUTES', 'env')) if f.severity != 'note']


def spans(text: str, where: str = 'text') -> list[str]:
    return [text[f.start:f.end] for f in secrets(text, Place('', where))]


@pytest.mark.parametrize('line', [
    'Bash(sshpass -p {} ssh deploy@10.1.2.3:*)',
    'Bash(mysql -h 10.1.2.3 -u root -p{} -e "SHOW TABLES")', 'Bash(sshpass -p{} ssh root@10.1.2.3)',
    'Bash(redis-cli -h cache.corp.example -a {} PING)', 'Bash(mosquitto_pub -h mq.corp.example -u bot -P {} -t x -m y)',
    'Bash(sqlcmd -S sql.corp.example -U sa -P {} -Q "select 1")', "Bash(ldapsearch -x -D cn=bot -w '{}' -b dc=corp)"])
def test_a_flag_that_means_a_password_to_its_program(line: str) -> None:
    password = 'K' + fake.passphrase('flag', 1, '_')
    assert spans(line.format(password), 'permission') == [password]


@pytest.mark.parametrize('line', [
    'Bash(mkdir -p build/output_42)', 'Bash(mysql -u root; mkdir -p some_folder_7)', 'Bash(docker run -p 8080:8080 mysql:8)',
    'Bash(az group list -o table)', 'Bash(sshpass -e ssh root@10.1.2.3)', 'Bash(grep -w sshpass notes_12.txt)', 'Bash(mysql -P 3306)'])
def test_the_same_flag_of_another_program(line: str) -> None:
    assert spans(line, 'permission') == []


def of_json(text: str) -> list[str]:
    return [found.secret for found in credentials(parse(text, 'json'))]


def test_arguments_of_sshpass() -> None:
    password = 'B3rlin' + '_157'
    entry = {'command': '/usr/bin/sshpass', 'args': ['-p', password, 'ssh', 'root@10.6.236.41', 'mcp-server', '-p', 'other_12']}
    assert of_json(json.dumps({'mcpServers': {'a': entry}}))[:1] == [password]


@pytest.mark.parametrize(('args', 'found'), [
    (['-a', 'cli_' + fake.hex(16, 'app'), '-s', '{}'], True),
    (['-t', '{}'], True), (['login', 'token', '{}'], True), (['login', 'user', '{}'], False)])
def test_a_random_value_after_a_short_flag_or_a_bare_word(args: list[str], found: bool) -> None:
    value = fake.base62(40, 'short')
    text = json.dumps({'mcpServers': {'a': {'command': 'npx', 'args': [a.format(value) for a in args]}}})
    assert of_json(text) == ([value] if found else [])


@pytest.mark.parametrize('args', [
    ['-s', 'project'], ['-t', 'ghcr.io/acme/mcp:latest'], ['-s', 'local-workspace-2'], ['secret', 'prod/mcp/github'], ['token', 'refresh'],
    ['-t', '30'], ['get', 'secret', 'mcp-github-token'], ['--auth', 'token', 'https://mcp.example/sse']])
def test_words_after_a_short_flag_or_a_bare_word(args: list[str]) -> None:
    assert of_json(json.dumps({'mcpServers': {'a': {'command': 'npx', 'args': args}}})) == []


@pytest.mark.parametrize('token', [
    'nsec' + '1' + fake.letters(58, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', 'nostr'), 't1' + '.' + fake.letters(160, fake.BASE64URL, 1) + '.'
    + fake.letters(86, fake.BASE64URL, 2), 's%' + '3A' + fake.letters(32, fake.BASE64URL, 3) + '.' + fake.base62(43, 4)])
def test_shapes_that_no_name_has_to_announce(token: str) -> None:
    assert [token[f.start:f.end] for f in secrets(token, Place('COSENSE_SID', 'env'))] == [token]
    assert [f.secret for f in credentials(parse(json.dumps({'x': f'see {token} there'}), 'json'))] == [token]


@pytest.mark.parametrize('url', [
    'https://chat.corp.example/hooks/{}', 'https://chat.corp.example/hooks/65f0c1d2/{}', 'https://home.corp.example/api/webhook/{}/',
    'https://api.day.app/{}/', 'https://sctapi.ftqq.com/{}.send'])
def test_whoever_has_the_address_of_a_hook_can_use_it(url: str) -> None:
    token = fake.letters(26, fake.LOWER_DIGITS, 'hook')
    text = url.format(token)
    found = secrets(text, Place('PUSH_URL', 'env'))
    assert len(found) == 1
    assert token in text[found[0].start:found[0].end]


@pytest.mark.parametrize('url', [
    'https://mcp.corp.example/runtime/webhooks/mcp/sse', 'https://corp.example/docs/webhooks/getting-started-with-signatures',
    f'https://corp.example/hooks/{fake.uuid(1)}/settings-and-more-options', 'https://corp.example/webhooks/incoming-payment-events'])
def test_pages_about_hooks(url: str) -> None:
    assert secrets(url, Place('HOOK_URL', 'env')) == []


def test_the_password_in_an_address_of_oracle() -> None:
    password = 'Galaxy' + '1998' + '!'
    text = f'jdbc:oracle:thin:hr/{password}@//ora.corp.example:1521/ORCL'
    assert [text[f.start:f.end] for f in secrets(text, Place('ORACLE_URL', 'env'))] == [password]
    assert secrets('jdbc:oracle:thin:@//ora.corp.example:1521/ORCL', Place('ORACLE_URL', 'env')) == []
    assert secrets('jdbc:oracle:thin:${USER}/${PASSWORD}@ora.corp.example:1521:X', Place('ORACLE_URL', 'env')) == []


@pytest.mark.parametrize('name', ['X-Workspace', 'X-Tenant', 'X-Acme-Project'])
def test_a_header_that_says_for_whom(name: str) -> None:
    value = 'wks_' + fake.base62(20, name)
    assert secrets(value, Place(name, 'header')) == []
    assert len(secrets(fake.base62(40, name), Place('X-Acme', 'header'))) == 1


@pytest.mark.parametrize('value', ['word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12', 'key1,key2,key3'])
def test_numbered_words_are_a_placeholder(value: str) -> None:
    assert secrets(value, Place('MNEMONIC', 'env')) == []


def test_a_dollar_and_two_capitals_end_a_password() -> None:
    value = 'Kribb' + '99$QU'
    assert [value[f.start:f.end] for f in secrets(value, Place('DB_PASSWORD', 'env'))] == [value]
    assert secrets('prefix$DB_PASSWORD', Place('DB_PASSWORD', 'env')) == []


FRONT = '---\ntitle: Tools\n---\n\n'


@pytest.mark.parametrize('front', ['', FRONT])
def test_blocks_of_a_page_are_read_as_what_they_are(front: str) -> None:
    """A short key in ``headers``, a password after ``-p`` of sshpass, in a list item; the page may have a front matter."""
    key, password = 'A' + fake.letters(14, fake.BASE64URL, 'gotify'), 'Juv3' + 'ntus_901'
    entry = {'mcpServers': {'a': {'headers': {'X-Gotify-Key': key}}, 'b': {'command': 'sshpass', 'args': ['-p', password]}}}
    page = f'{front}# Tools\n\n1. Add this\n\n   ```json\n   {json.dumps(entry)}\n   ```\n'
    found = credentials(parse(page, 'markdown'), (), 'docs/tools.md')
    assert [page[f.span[0]:f.span[1]] for f in found] == [key, password]


def test_a_page_is_read_behind_its_front_matter() -> None:
    token = fake.base62(40, 'front')
    page = f'{FRONT}```bash\nclaude mcp add x -e TRACKER_TOKEN={token} -- npx -y tracker-mcp\n```\n'
    assert [f.secret for f in credentials(parse(page, 'markdown'), (), 'docs/tools.md')] == [token]


def test_the_signature_of_a_package_is_no_credential() -> None:
    text = json.dumps({'packages': [{'sig': fake.base64_bytes(48, 'sig'), 'keyid': 'SHA256:' + fake.base62(43, 'id')}]})
    assert of_json(text) == []


def test_an_address_of_a_hook_is_one_credential() -> None:
    url = f'https://acme.webhook.office.com/webhookb2/{fake.uuid(1)}@{fake.uuid(2)}/IncomingWebhook/{fake.hex(32, 3)}/{fake.uuid(4)}'
    assert [url[f.start:f.end] for f in secrets(url, Place('TEAMS', 'env'))] == [url.partition('/webhookb2/')[2]]


def test_a_signed_address_is_one_credential() -> None:
    signature = fake.hex(64, 'signature')
    user = 'ASIA' + fake.letters(16, fake.UPPER_DIGITS, 'id')
    url = (f'https://a.s3.amazonaws.com/x?X-Amz-Credential={user}%2F2026%2Faws4_request'
           f'&X-Amz-Expires=600&X-Amz-Signature={signature}')
    assert [url[f.start:f.end] for f in secrets(url, Place('X', 'env'))] == [signature]


@pytest.mark.parametrize(('args', 'found'), [
    (['-h', 'db.corp.example', '-u', 'report', '-p', '{}'], True), (['--auth=hugo:{}'], True),
    (['-u', '1000:1000', '-p', '8080:8080'], False),
    (['--auth=bearer:token'], False), (['--auth=localhost:8080'], False), (['-p', '@acme/mcp-server-2'], False)])
def test_user_and_password_in_arguments(args: list[str], found: bool) -> None:
    password = 'Kanc' + 'h21!ED'
    text = json.dumps({'mcpServers': {'a': {'command': 'db-mcp', 'args': [a.format(password) for a in args]}}})
    assert of_json(text) == ([password] if found else [])


@pytest.mark.parametrize(('name', 'value'), [
    ('AUTHENTICATION', 'ActiveDirectoryInteractive'), ('DB_PASSWORD', 'hf_' + 'xxx'), ('DB_PASSWORD', 'key-' + '***'),
    ('PUBLIC_ACCESS', 'read-only')])
def test_what_only_sounds_like_a_credential(name: str, value: str) -> None:
    assert secrets(value, Place(name, 'env')) == []


@pytest.mark.parametrize(('name', 'value'), [
    ('RAVEN_ACCESS', fake.base64_bytes(48, 'raven')),
    ('BILIBILI_SESSDATA', fake.hex(8, 1) + '%2C1790000000%2C' + fake.letters(60, fake.BASE64URL, 2))])
def test_random_text_under_weak_names(name: str, value: str) -> None:
    assert [value[f.start:f.end] for f in secrets(value, Place(name, 'env'))] == [value]


def test_a_short_key_in_running_text_under_the_name_of_a_variable() -> None:
    key = fake.letters(16, fake.UPPER_DIGITS, 'alpha')
    assert spans(f'set ALPHA_VANTAGE_KEY={key} first') == [key]
    assert spans(f'the sort key={key} first') == []


def test_user_and_password_of_a_login() -> None:
    password = 'G@l@' + 'xy_741'
    assert spans(f'Bash(docker login -u hugo -p {password} registry.corp.example)', 'permission') == [password]
    assert spans('docker run -u hugo app; mkdir -p some_folder_7', 'permission') == []
    assert spans('docker run -u 1000:1000 -p 8080:8080 app', 'permission') == []


@pytest.mark.parametrize(('name', 'value'), [
    ('--pwd', 'Petra' + '+1987kd'), ('TWITCH_CHAT', 'oauth:' + fake.letters(30, fake.LOWER_DIGITS, 't'))])
def test_other_spellings(name: str, value: str) -> None:
    assert [value[f.start:f.end] for f in secrets(value, Place(name, 'argument'))] == [value]


@pytest.mark.parametrize(('name', 'value'), [('SECRET', 's3cr' + '3t'), ('If-Match', f'"{fake.hex(32, 1)}"'), ('PWD', '/home/dev/app')])
def test_other_look_alikes(name: str, value: str) -> None:
    assert secrets(value, Place(name, 'header' if '-' in name else 'env')) == []
