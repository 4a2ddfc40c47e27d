"""Kinds of values and places that a second unseen set showed to be missing; every value is made at run time."""
# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

import json

import pytest

from mcp_hooks.credentials import names
from mcp_hooks.credentials.judge import HARMLESS, PUBLISHABLE, SECRET, Place, judge, secrets
from mcp_hooks.credentials.places import credentials
from mcp_hooks.documents import parse
from tests import fake


def spans(value: str, name: str = '', where: str = 'env') -> list[str]:
    return [value[one.start:one.end] for one in secrets(value, Place(name, where)) if one.severity != 'note']


# -- a credential where the name of a variable belongs

@pytest.mark.parametrize('form', ['${{{}}}', '${{env:{}}}', '{{env:{}}}', 'Bearer {{env:{}}}', 'Bearer ${{{}}}'])
@pytest.mark.parametrize('token', [fake.gitlab_pat(1), fake.tavily(1), 'a' + fake.hex(40, 'ref'), 'k' + fake.base62(39, 'ref')])
def test_a_token_is_no_name_of_a_variable(form: str, token: str) -> None:
    assert spans(form.format(token), 'Authorization', 'header') == [token]


@pytest.mark.parametrize('value', [
    '${GITHUB_PERSONAL_ACCESS_TOKEN_FOR_CI_2}', '{env:ANTHROPICAPIKEYFORDEVELOPMENT}', '${input:3f9d2a6c-1b7e-4c08-9a51-7d20c4e6b813}',
    'Bearer ${env:MY_COMPANY_INTERNAL_MCP_GATEWAY_TOKEN}', '${AZURE_OPENAI_API_KEY_2024}'])
def test_a_long_name_of_a_variable(value: str) -> None:
    assert spans(value, 'Authorization', 'header') == []


# -- parameters of addresses

@pytest.mark.parametrize('parameter', ['appid', 'ak', 'sk', 'tk', 'wskey', 'ukey'])
def test_a_parameter_that_carries_a_key_under_another_name(parameter: str) -> None:
    key = fake.hex(32, parameter)
    assert spans(f'Bash(curl "https://api.weather.example/2.5?q=Berlin&{parameter}={key}")', where='permission') == [key]


@pytest.mark.parametrize('query', ['appid=wx' + fake.hex(16, 'wechat'), 'appid=1234567', 'ak=list', 'tk=en', 'id=' + fake.hex(32, 1)])
def test_a_parameter_of_that_name_without_a_key(query: str) -> None:
    assert spans(f'https://api.weather.example/2.5?{query}', 'url', 'url') == []


@pytest.mark.parametrize('url', [
    'https://calendar.google.com/calendar/ical/lena%40corp.example/private-{}/basic.ics',
    'https://feeds.corp.example/token-{}/news.xml',
    'https://hc-ping.com/{}', 'https://outlook.office365.com/owa/calendar/abc@corp.example/{}/calendar.ics',
    'https://p12-caldav.icloud.com/published/2/{}'])
def test_a_secret_address(url: str) -> None:
    secret = fake.hex(40, url)
    assert spans(url.format(secret), '--url', 'argument') == [secret]


@pytest.mark.parametrize('url', [
    'https://calendar.google.com/calendar/ical/de.german%23holiday%40group.v.calendar.google.com/public/basic.ics',
    'https://corp.example/private-registry/packages', 'git+https://git.corp.example/a/private-mcp.git@' + fake.hex(40, 'sha'), 'https://corp.example/key-management-service/'])
def test_a_public_address(url: str) -> None:
    assert spans(url, '--url', 'argument') == []


# -- pairs

def test_the_secret_behind_the_name_of_a_key() -> None:
    sid, secret = 'S' + 'K' + fake.hex(32, 'sid'), fake.base62(32, 'sid')
    assert spans(f'${{TWILIO_ACCOUNT_SID}}/{sid}:{secret}', where='argument') == [secret]
    access, key = fake.aws(3)
    assert key in spans(f'{access}:{key}', where='argument')
    assert spans(f'{sid}:<secret>', where='argument') == []


# -- cookies

@pytest.mark.parametrize('name', [
    'INSTAGRAM_SESSION_ID', 'TIKTOK_SESSIONID', 'ct0', 'li_at',
    'SESSDATA', 'bili_jct', '__Secure-1PSID', 'connect.sid', 'ASP.NET_SessionId'])
def test_the_cookie_of_who_has_logged_in(name: str) -> None:
    value = fake.base62(48, name)
    assert spans(value, name) == [value]
    assert value in spans(json.dumps([{'name': name, 'domain': '.x.example', 'value': value}]), '--cookies', 'argument')


@pytest.mark.parametrize(('name', 'value'), [
    ('SESSION_ID', fake.base62(40, 1)), ('MCP_SESSION_ID', fake.hex(32, 2)), ('BROWSERBASE_SESSION_ID', fake.uuid(3)),
    ('INSTAGRAM_SESSION_ID', 'your-session-id'), ('INSTAGRAM_SESSION_ID', fake.uuid(4))])
def test_the_name_of_a_session(name: str, value: str) -> None:
    assert spans(value, name) == []


# -- a password may hold any sign

def test_a_password_with_an_equals_sign_in_json_in_base64() -> None:
    word = 'zv' + '.=8o' + fake.letters(8, fake.BASE62, 'eq') + '%8Wp'
    config = fake.base64_of(json.dumps({'host': 'ch.corp.example', 'user': 'analytics', 'password': word}))
    assert spans(f'https://server.corp.example/mcp?config={config}', 'url', 'url') == [config]


def test_a_long_password_of_all_kinds_of_signs_for_a_machine_in_the_building() -> None:
    word = 'Sext7' + 'Dune_69?'
    assert spans(f'Driver={{ODBC Driver 18}};Server=sql1;Uid=mcp;Pwd={word};', 'ODBC_DSN') == [word]
    assert spans(f'Driver={{ODBC Driver 18}};Server=localhost;Uid=mcp;Pwd={word};', 'ODBC_DSN') == []
    assert spans('Server=sql1;Uid=mcp;Pwd=Passw0rd!;', 'ODBC_DSN') == []


def test_the_hash_that_telegram_gives_out_with_an_id() -> None:
    assert names.read('TELEGRAM_API_HASH').kind == names.SECRET
    assert names.read('CONTENT_HASH').kind == names.HARMLESS


# -- meant to be published, encrypted, or nothing of the kind

@pytest.mark.parametrize(('name', 'value'), [
    ('STATSIG_CLIENT_KEY', 'client' + '-' + fake.base62(43, 1)), ('LD_MOBILE_KEY', 'mob' + '-' + fake.uuid(2)),
    ('SQUARE_APP_KEY', 'sq0' + 'idp-' + fake.base62(22, 3))])
def test_a_key_for_clients(name: str, value: str) -> None:
    assert judge(value, Place(name, 'env'))[:1] == (SECRET,)
    assert judge(value, Place(name, 'env')).form == PUBLISHABLE


@pytest.mark.parametrize('value', [
    'encrypted:' + fake.base64_bytes(140, 1), f'ENC[AES256_GCM,data:{fake.base64_bytes(30, 2)},iv:{fake.base64_bytes(32, 3)},type:str]',
    'ENC(' + fake.base64_bytes(48, 4) + ')', '{cipher}' + fake.hex(96, 5), 'vault:v1:' + fake.base64_bytes(60, 6),
    '$ANSIBLE_VAULT;1.1;AES256\n' + fake.hex(80, 7), 'AgB' + fake.base64_bytes(300, 8), 'kms:' + fake.base64_bytes(90, 9),
    'AQICAH' + fake.base64_bytes(90, 10), '-----BEGIN AGE ENCRYPTED FILE-----\n' + fake.base64_bytes(90, 11)])
def test_what_is_encrypted(value: str) -> None:
    assert judge(value, Place('OPENAI_API_KEY', 'env')).kind in (HARMLESS, 'reference')


@pytest.mark.parametrize('value', ['encrypted', 'encrypted:' + fake.github_pat(1), 'enc' + fake.base62(37, 2), 'kms:' + fake.base62(20, 3)])
def test_what_only_begins_like_it(value: str) -> None:
    assert (judge(value, Place('OPENAI_API_KEY', 'env')).kind == SECRET) is (len(value) > 20)


@pytest.mark.parametrize(('name', 'value'), [
    ('X-Plugin-Integrity', 'sha512-' + fake.base64_bytes(64, 1)),
    ('X-Log-Ulid', '01J' + fake.letters(23, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')),
    ('X-Image', 'sha256:' + fake.hex(64, 2)), ('X-Ngrok-Edge', 'edghts_2' + fake.base62(26, 3)), ('X-Ipfs-Cid', 'Qm' + fake.base62(44, 4))])
def test_headers_that_name_a_thing(name: str, value: str) -> None:
    assert spans(value, name, 'header') == []


@pytest.mark.parametrize(('name', 'value'), [
    ('ALGOLIA_SEARCH_API_KEY', fake.hex(32, 1)),
    ('VITE_ALGOLIA_SEARCH_ONLY_API_KEY', fake.hex(32, 2)), ('FIREBASE_API_KEY', fake.google(1)),
    ('NEXT_PUBLIC_FIREBASE_API_KEY', fake.google(2)), ('SPREADSHEET_KEY', '1' + fake.base62(43, 3)), ('X_ETAG', f'"{fake.hex(32, 4)}"'),
    ('X_AGE_PUBLIC', 'age1' + fake.letters(58, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', 5))])
def test_what_everybody_may_know(name: str, value: str) -> None:
    assert spans(value, name) == []
    assert spans(value, name, 'header') == []


def test_an_administrators_key_for_a_search_is_one() -> None:
    assert spans(fake.hex(32, 1), 'ALGOLIA_ADMIN_API_KEY') != []
    assert spans(fake.hex(32, 1), 'BRAVE_SEARCH_API_KEY') != []
    assert spans(fake.google(1), 'GEMINI_API_KEY') != []


@pytest.mark.parametrize('name', ['LOGIN', 'SERVICE_CREDENTIALS', '--auth', 'CREDS'])
def test_user_and_password_in_one(name: str) -> None:
    word = 'Harbor' + '!Lamp_83'
    assert spans(f'bob@corp.example:{word}', name) == [word]
    assert spans('service-account:reader', name) == []


def test_a_line_of_npmrc() -> None:
    token = fake.base62(36, 'npmrc')
    assert spans(f'//registry.corp.example/:_authToken={token}', 'NPM_RC') == [token]
    assert spans('//registry.corp.example/:_authToken=${NPM_TOKEN}', 'NPM_RC') == []


def test_what_reads_a_little_like_words() -> None:
    hook = 'RUeSPtE6waOdb62' + 'ftossPAfL'
    assert spans(f'curl -s -d done https://hooks.slack.com/services/T0BSFOYW3UA/B059NXM1IC2/{hook}', where='command') == [hook]
    assert spans('AMjo5' + 'TRywP', '--client-secret', 'argument') != []
    assert spans('Project42X', '--client-secret', 'argument') == []
    assert spans('the-token-you-copied', 'SERVICE_PASSWORD') == []
    word = 'Quartz' + 'Anvil24!'
    assert spans(f'Driver={{ODBC Driver 18}};Server=sql1;Uid=mcp;Pwd={word};', 'ODBC_DSN') == [word]


def test_an_entry_of_pass_and_a_password_behind_the_same_word() -> None:
    assert judge('pass:work/git-hub', Place('SERVICE_PASSWORD', 'env')).kind == 'reference'
    assert spans('-passin pass:' + 'Harbor' + '!Lamp_83', where='permission') == ['Harbor' + '!Lamp_83']


def test_the_name_of_a_client_in_a_store_of_tokens() -> None:
    assert spans(fake.base62(16, 'client'), 'client_id', 'store') == []
    assert spans(fake.base62(40, 'client'), 'client_secret', 'store') != []


@pytest.mark.parametrize('value', """
az-ön-kulcsa ide_írja_be_a_kulcsot IRD_IDE_A_KULCSOT titkos-kulcs twój-klucz-api wklej_tutaj_token zmień-mnie tajny_klucz twoje-haslo
váš-klíč VLOZTE_TOKEN vaše-heslo tajny-klic sem_vlozte_kluc anahtarınızı-girin buraya-token-yazın kendi-anahtarınız khóa-api-của-bạn
dien_khoa_vao_day DÁN_TOKEN_VÀO_ĐÂY ใส่คีย์ของคุณ مفتاح-api-الخاص-بك आपकी-api-कुंजी το-κλειδί-σας to-kleidi-sas fyll_i_nyckel
ange-lösenord ert-lösenord din-nøgle udfyld-her erstat-mig sett-inn-token-her fyll_inn_her sinun-avaimesi oma-avain korvaa-tämä
jouw-api-sleutel plak-hier-je-token introdu-cheia-aici cheia-dvs schimba-ma ваш-api-ключ введіть-токен vaš-api-ključ unesite_lozinku
vas_kljuc_ovdje zamijeni вашият-ключ kunci-api-anda המפתח-שלך jūsų-raktas pakeiskite ievadiet-paroli sisesta-parool کلید-شما
à-compléter renseignez-la-cle BITTE_AUSFÜLLEN rellenar poner-clave PREENCHER la-teva-clau zure-gakoa ang-iyong-susi weka-token-hapa
請填入金鑰 粘贴到这里 자신의_키 ここに貼り付け""".split())
@pytest.mark.parametrize('name', ['WIDGET_API_KEY', 'DB_PASSWORD'])
def test_what_stands_for_a_key_in_another_language(value: str, name: str) -> None:
    assert not [one for one in secrets(value, Place(name, 'env')) if one.severity != 'note']


@pytest.mark.parametrize('value', [
    'mein-kater-felix-42', 'vase-lantern-cole-77', 'Orange-Penguin-Ladder', 'Meg&Dune_2019', 'taube-wolke-berg-31'])
def test_a_pass_phrase_with_such_words_in_it(value: str) -> None:
    assert spans(value, 'DB_PASSWORD') == [value]


@pytest.mark.parametrize('credentials', ['Aladdin' + ':open ' + 'sesame', 's6BhdRkqt3' + ':gX1f' + 'Bat3bV', 'test:' + '123£', 'user:pass'])
def test_the_samples_of_the_standards(credentials: str) -> None:
    value = 'Basic ' + fake.base64_of(credentials.encode('latin-1' if credentials.isascii() else 'utf-8'))
    assert spans(value, 'Authorization', 'header') == []


# -- defaults, choices and comments

def of(text: str, format: str) -> list[str]:
    return [found.secret for found in credentials(parse(text, format)) if found.verdict.severity != 'note']


def test_what_an_input_may_be_picked_from() -> None:
    key, other = fake.hex(40, 'pick'), fake.hex(40, 'pick2')
    entry = {'type': 'pickString', 'id': 'api_key', 'options': ['prod-key', key, {'label': 'ours', 'value': other}], 'description': 'Key'}
    assert of(json.dumps({'inputs': [entry]}), 'json') == [key, other]
    entry = {'type': 'pickString', 'id': 'model', 'options': [key, 'prod'], 'description': 'Model'}
    assert of(json.dumps({'inputs': [entry]}), 'json') == []


@pytest.mark.parametrize('member', ['default', 'example', 'const', 'fallback'])
def test_the_default_of_a_setting_in_a_schema(member: str) -> None:
    key = fake.hex(40, member)
    setting = f'      type: string\n      {member}: {key}\n'
    text = f'configSchema:\n  properties:\n    apiKey:\n{setting}    pageId:\n{setting}'
    assert of(text, 'yaml') == [key]


def test_a_value_in_an_object_of_its_own() -> None:
    key = fake.hex(40, 'app')
    assert of(json.dumps({'env': {'API_KEY': {'value': key}, 'PAGE': {'value': key}}}), 'json') == [key]


def test_the_examples_of_a_setting_in_a_schema() -> None:
    key = fake.hex(40, 'examples')
    schema = {'properties': {'clientSecret': {'type': 'string', 'examples': [key, '<secret>']}, 'name': {'type': 'string', 'default': key}}}
    assert of(json.dumps(schema), 'json') == [key]


@pytest.mark.parametrize('comment', ['was {} before', 'old: {}', '{}', 'rotate! ({})'])
def test_a_comment_behind_a_reference(comment: str) -> None:
    key = fake.base62(40, comment)
    assert of(f'env:\n  API_TOKEN: "${{API_TOKEN}}"  # {comment.format(key)}\n', 'yaml') == [key]
    assert of(f'env:\n  PROJECT: "${{PROJECT}}"  # {comment.format(key)}\n', 'yaml') == []


@pytest.mark.parametrize('comment', ['see commit {}', 'sha256:{}', 'the token of the staging system, ask Lena', 'digest {}'])
def test_a_comment_that_names_something_else(comment: str) -> None:
    assert of(f'env:\n  API_TOKEN: "${{API_TOKEN}}"  # {comment.format(fake.hex(40, 1))}\n', 'yaml') == []


def test_a_comment_behind_an_entry() -> None:
    assert of('{"servers": {"pw": {"command": "npx"}, // is ' + fake.hex(40, 'entry') + '\n}}', 'json') == []
    key = fake.hex(40, 'jinja')
    assert of(f'env:\n  API_TOKEN: "${{{{ inputs.API_TOKEN }}}}"  # was {key}\n', 'yaml') == [key]


def test_a_password_in_json_that_names_nothing_with_marks() -> None:
    token, key = fake.telegram(1), fake.hex(32, 'hash')
    env = f"TOKEN: '{token}', API_HASH: \"{key}\", CHAT: -100"
    text = f"{{\n  mcpServers: {{\n    'telegram': {{ command: 'npx', env: {{ {env} }}, }},\n  }},\n}}"
    assert of(text, 'json') == [token, key]


# -- what names a thing, beside what is secret

def test_the_key_that_names_the_secret_beside_it() -> None:
    app, key = 'ding' + fake.base62(16, 'app').lower(), fake.base62(64, 'secret')
    env = {'DINGTALK_APP_KEY': app, 'DINGTALK_APP_SECRET': key, 'DINGTALK_ROBOT_CODE': app}
    assert of(json.dumps({'mcpServers': {'a': {'command': 'npx', 'env': env}}}), 'json') == [key]
    alone = fake.hex(40, 'alone')  # as of Datadog: https://docs.datadoghq.com/account_management/api-app-keys/
    env = {'DD_APP_KEY': alone, 'OTHER_APP_SECRET': '${OTHER_APP_SECRET}'}
    assert of(json.dumps({'mcpServers': {'a': {'command': 'npx', 'env': env}}}), 'json') == [alone]


def test_codes_of_things_and_codes_to_get_in() -> None:
    for name in ('ROBOT_CODE', 'robotCode', 'COUNTRY_CODE', 'X_PROJECT_CODE'):
        assert names.read(name).kind == names.HARMLESS
    for name in ('ACCESS_CODE', 'SECURITY_CODE', 'AUTH_CODE', 'RECOVERY_CODE'):
        assert names.read(name).kind == names.SECRET
    assert names.read('CODE').kind == names.read('INVITE_CODE').kind == names.WEAK


@pytest.mark.parametrize(('args', 'severity'), [
    (['--uri', 'bolt://localhost:7687', '--password', '{}'], 'note'),
    (['--password={}', '--db-host=127.0.0.1'], 'note'),
    (['-e', 'DB_PASSWORD={}', '-e', 'DB_HOST=localhost'], 'note'),
    (['--uri', 'bolt://graph.corp.dev:7687', '--password', '{}'], 'error'),
    (['-e', 'DB_PASSWORD={}', '-e', 'DB_HOST=db.corp.dev'], 'error'),
    (['--password', '{}'], 'error'),
])
def test_a_simple_password_among_arguments_that_name_the_host(args: list[str], severity: str) -> None:
    word = 'orchestra' + '123'
    text = json.dumps({'mcpServers': {'a': {'command': 'x', 'args': [arg.format(word) for arg in args]}}})
    [found] = credentials(parse(text, 'json'))
    assert (found.secret, found.verdict.severity) == (word, severity)
