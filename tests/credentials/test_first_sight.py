"""What configurations, pages and permission rules that nobody here had seen showed to be wrong; every value is made at run time."""
from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest

from mcp_hooks.credentials.flags import password_flag
from mcp_hooks.credentials.judge import HARMLESS, PASSWORD_HASH, PLACEHOLDER, SECRET, Place, judge, secrets
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.places import credentials
from mcp_hooks.documents import parse
from tests import fake


def spans(text: str, where: str) -> list[str]:
    return [text[f.start:f.end] for f in secrets(text, Place('', where))]


@pytest.mark.parametrize('line', [
    'mysql -u root -p shop', 'mysql -u root -p shop_db2 < dump.sql', 'mysql -h 127.0.0.1 -P 3307 -u app -p laravel',
    'mysqldump -u root -p wordpress_2024 > x.sql', 'mysqladmin -u root -p status', 'mariadb -u root -p testdb_1', '7z x -p archive_2.7z'])
def test_a_lone_p_asks_for_the_password(line: str) -> None:
    assert spans(line, 'text') == []
    assert spans(f'Bash({line})', 'permission') == []
    args = line.split()
    assert [f.secret for f in credentials(parse(json.dumps({'mcpServers': {'a': {'command': args[0], 'args': args[1:]}}}), 'json'))] == []


@pytest.mark.parametrize(('program', 'flag', 'at'), [
    ('mysql', '-p', 0), ('mysql', '-pSomething', 2), ('mariadb-admin', '-pSomething', 2), ('sshpass', '-p', -1),
    ('sshpass', '-pSomething', 2), ('mongosh', '-p', -1), ('redis-cli', '-a', -1), ('mysql', '--protocol', 0)])
def test_where_a_flag_of_a_password_has_it(program: str, flag: str, at: int) -> None:
    assert password_flag(program, flag) == at


def test_a_flag_behind_a_user_is_the_password_of_other_programs() -> None:
    password = fake.password(14, 'user')
    entry = {'command': 'npx', 'args': ['-y', 'some-mcp', '-u', 'root', '-p', password]}
    assert [f.secret for f in credentials(parse(json.dumps({'mcpServers': {'a': entry}}), 'json'))] == [password]


@pytest.mark.parametrize('line', [
    'git checkout -b feature/token-refresh-2024', 'git checkout -b fix/password-reset-2FA', 'git worktree add ../wt -b token2-fix',
    'gh pr create -t "Rotate the token" -b Secret-rotation-v2', 'gh issue create --title "password reset" --body Token2-expired'])
def test_a_branch_or_a_text_about_tokens(line: str) -> None:
    assert spans(line, 'text') == []
    assert spans(f'Bash({line})', 'permission') == []


@pytest.mark.parametrize('flag', ['-b', '--body'])
def test_a_secret_given_to_github(flag: str) -> None:
    token = fake.base62(36, 'body')
    assert spans(f'gh secret set DEPLOY_KEY {flag} {token}', 'text') == [token]


@pytest.mark.parametrize('value', [
    'geheimes-passwort', 'sehr-sicheres-passwort', 'mot-de-passe-fort', 'mot_de_passe_securise', 'contraseña-segura', 'clave_muy_segura',
    'una-clave-larga-y-aleatoria', 'senha_forte', 'chave_muito_segura', 'password-sicura', 'stringa-casuale', 'silne-haslo',
    'bardzo-tajne-haslo', 'losowy-ciag-znakow', 'sterk-wachtwoord', 'guclu-sifre', 'rastgele-uzun-metin', 'kata-sandi-kuat',
    'mat-khau-manh', 'starkt-losenord', 'hemmeligt-kodeord', 'vahva-salasana', 'надёжный-пароль', 'длинная-случайная-строка'])
def test_words_that_ask_for_a_good_password(value: str) -> None:
    assert judge(value, Place('PASSWORD', 'env')).kind == PLACEHOLDER
    assert judge(value, Place('API_SECRET', 'env')).kind in (PLACEHOLDER, HARMLESS)


@pytest.mark.parametrize('word', ['delta', 'newton', 'anton', 'theta', 'settle', 'bother'])
def test_a_word_that_falls_apart_into_articles_is_no_placeholder(word: str) -> None:
    value = f'{word}-{fake.letters(4, fake.LOWER, word)}7'
    assert placeholder(value) == ''
    assert judge(value, Place('DB_PASSWORD', 'env')).kind == SECRET
    address = f'postgresql://app:{value}@10.20.0.14:5432/app'
    assert [(address[f.start:f.end], f.severity) for f in secrets(address, Place('DATABASE_URL', 'env'))] == [(value, 'error')]


@pytest.mark.parametrize('value', ['mykey', 'apikey', 'yourkey', 'foobarbaz', 'mypwd', 'tuclave'])
def test_short_words_of_a_placeholder_stay_one(value: str) -> None:
    assert placeholder(value)


@pytest.mark.parametrize('dots', ['...', '…'])
def test_the_beginning_of_a_long_token(dots: str) -> None:
    cut = 'ATATT3x' + 'FfGF0' + fake.letters(17, fake.BASE62, 'cut') + dots
    assert judge(cut, Place('JIRA_API_TOKEN', 'env')).kind == PLACEHOLDER
    whole = fake.github_pat('whole')
    assert spans(whole + dots, 'text') == [whole]


@pytest.mark.parametrize(('host', 'severity'), [
    ('postgres.mcp.svc.cluster.local', 'error'), ('nas.local', 'note'), ('localhost', 'note')])
def test_a_service_of_a_cluster_is_not_this_machine(host: str, severity: str) -> None:
    password = 'Fl1eder' + '-Busch'
    address = f'postgresql://mcp:{password}@{host}:5432/mcp'
    assert [(address[f.start:f.end], f.severity) for f in secrets(address, Place('DATABASE_URL', 'env'))] == [(password, severity)]


@pytest.mark.parametrize('dollar', ['$', '$$'])
def test_a_line_of_htpasswd(dollar: str) -> None:
    line = 'admin:' + '$apr1$'.replace('$', dollar) + fake.base62(8, 'salt') + dollar + fake.base62(22, 'hash')
    found = judge(line, Place('BASIC_AUTH_PASSWORD', 'env'))
    assert (found.kind, found.form, found.severity) == (SECRET, PASSWORD_HASH, 'warning')


@pytest.mark.parametrize('sentence', [
    'The password for the test account is `{}`.', 'Das Passwort für den Zugang lautet `{}`', 'password of our demo user is "{}"'])
def test_a_sentence_that_says_whose_password_it_is(sentence: str) -> None:
    password = 'Kirsch' + 'kern-44'
    assert spans(sentence.format(password), 'text') == [password]


@pytest.mark.parametrize('sentence', [
    'The password for the test account is stored in vault-2.', 'The password is at least `12Characters`-long for users',
    'The password for the database is `${DB_PASSWORD_2}`.', 'The key for the map is `Feature-12`.', 'The password for x is `short`.'])
def test_a_sentence_about_a_password(sentence: str) -> None:
    assert spans(sentence, 'text') == []


def _letters(n: int) -> str:
    return fake.letters(n, fake.BASE62, ('beginning', n))


@pytest.mark.parametrize(('prefix', 'length', 'dots'), [
    ('sk-ant-' + 'api03-', 30, '-...'), ('sk-ant-' + 'api03-', 24, '...'), ('sk-' + 'proj-', 43, '...'), ('github_' + 'pat_', 22, '_...'),
    ('github_' + 'pat_', 22, '_…')])
@pytest.mark.parametrize('where', ['text', 'permission'])
def test_the_beginning_of_a_token_of_many_lengths(prefix: str, length: int, dots: str, where: str) -> None:
    line = f'export API_KEY={prefix}{_letters(length)}{dots}'
    assert spans(line if where == 'text' else f'Bash({line})', where) == []


@pytest.mark.parametrize('length', [32, 48])
def test_a_whole_token_before_dots(length: int) -> None:
    token = 'sk-' + _letters(length)
    assert spans(f'{token}...', 'text') == [token]


@pytest.mark.parametrize(('name', 'pieces'), [
    ('CREDS_IV', ('e2341419ec3dd3d1', '9b13a1a87fafcbfb')), ('SESSION_SECRET', ('2818143646516f6f', 'ffd707b36f334bbb')),
    ('ENCRYPTION_KEY', ('6c1fe4e407b8911c', '104518103505b218')), ('AUTH_SECRET', ('5lrMXKKWCVocS/uerPsl7V', '+TX/aaUaI7iDkgl3tSmLE=')),
    ('WEAVIATE_API_KEY', ('WVF5YThaHlkYwhGUSm', 'CRgsX3tD5ngdN8pkih')),
    ('SECRET_KEY', ('sk' + '-9f73s3ljTXVcMT3Blb', '3ljTqtsKiGHXVcMT3BlbkFJLK7U')),
    ('POSTGRES_PASSWORD', ('this_password_is_insecure', '_and_should_be_updated')), ('WEBUI_SECRET_KEY', ('t0p-', 's3cr3t'))])
def test_what_a_published_example_comes_with(name: str, pieces: tuple[str, str]) -> None:
    assert judge(''.join(pieces), Place(name, 'env')).kind == PLACEHOLDER
    assert judge(''.join(pieces)[::-1], Place(name, 'env')).kind == SECRET


_ENTRY = '{{"name":"acme{0}","command":"npx","args":["-y","acme"],"env":{{"ACME_TOKEN":"{1}","LABEL":"naïve"}}}}'
_LINKS = (
    lambda entry: 'cursor://anysphere.cursor-deeplink/mcp/install?name=acme&config=' + quote(fake.base64_of(entry), safe=''),
    lambda entry: 'https://cursor.com/en/install-mcp?name=acme&config=' + fake.base64_of(entry),
    lambda entry: 'vscode:mcp/install?' + quote(entry),
    lambda entry: 'https://insiders.vscode.dev/redirect/mcp/install?name=acme&config=' + quote(entry, safe=''),
    lambda entry: 'https://insiders.vscode.dev/redirect?url=' + quote('vscode-insiders:mcp/install?' + quote(entry, safe=''), safe=''))


@pytest.mark.parametrize('link', _LINKS)
@pytest.mark.parametrize('padding', ['', '1', '22'])
@pytest.mark.parametrize('page', ['{}\n', 'Install it:\n\n[![Add](https://img.shields.io/badge/a-b)]({})\n', '<a href="{}">Add</a> now\n'])
def test_a_link_that_installs_a_server(link: Callable[[str], str], padding: str, page: str) -> None:
    token = fake.base62(40, 'link')
    text = page.format(link(_ENTRY.format(padding, token)))
    found = spans(text, 'text')
    assert found in ([token], [text[text.find('config=') + 7:text.find('config=') + 7 + len(found[0])]])
    for reference in ('${ACME_TOKEN}', '${input:acme_token}', '<your token>', 'YOUR_ACME_TOKEN'):
        assert spans(page.format(link(_ENTRY.format(padding, reference))), 'text') == []


@pytest.mark.parametrize('where', ['text', 'url', 'argument', 'permission'])
def test_an_address_in_an_address(where: str) -> None:
    token = fake.base62(40, 'inner')
    inner = f'https://mcp.acme.dev/sse?v=1&api_key={token}&x=y'
    for encoded in (quote(inner, safe=''), quote(quote(inner, safe=''), safe='')):
        assert spans(f'https://proxy.acme.dev/connect?url={encoded}&name=a', where) == [token]
    assert spans(f'https://proxy.acme.dev/connect?url={quote(inner.replace(token, "YOUR_API_KEY"), safe="")}', where) == []


def test_many_links_take_no_long_time() -> None:
    text = '%7B%22' * 20_000 + ' ' + 'https%3A%2F%2Fa.dev ' * 20_000
    assert spans(text, 'text') == []


def test_an_identifier_before_a_secret_is_not_what_it_is_called() -> None:
    from mcp_hooks.rules.credential_help import variable_for

    secret = fake.base62(32, 'secret')
    argument = f'AC{fake.hex(32, "account")}/SK{fake.hex(32, "key")}:{secret}'
    entry = {'command': 'npx', 'args': ['-y', '@twilio-alpha/mcp', argument], 'env': {'ACME_TOKEN_EASTUS2': fake.base62(40, 'named')}}
    found = credentials(parse(json.dumps({'mcpServers': {'a': entry}}), 'json'))
    assert [(one.secret == secret, variable_for(one)) for one in found] == [(True, 'TWILIO_TOKEN'), (False, 'ACME_TOKEN_EASTUS2')]
