"""Kinds and places that an unseen set of files showed to be missing; every value is made at run time."""
from __future__ import annotations

import pytest

from mcp_hooks.credentials import names
from mcp_hooks.credentials.judge import HARMLESS, SECRET, Place, judge, secrets
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
