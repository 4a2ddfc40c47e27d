"""One value in its place: the kind of verdict, its severity and the exact part."""

from __future__ import annotations

import itertools
import time

import fake
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.credentials.judge import (
    DEFAULT_PASSWORD,
    ENCODED,
    EXPIRED,
    HARMLESS,
    JWT,
    NAMED,
    PASSWORD_HASH,
    PLACEHOLDER,
    PRIVATE_KEY,
    PUBLISHABLE,
    REFERENCE,
    SECRET,
    TOKEN,
    UNSURE,
    Place,
    Verdict,
    explain_value,
    judge,
    judge_all,
    secrets,
)

FUTURE = int(time.time()) + 400 * 86_400


def env(name: str, value: str) -> Verdict:
    return judge(value, Place(name, 'env'))


def part(value: str, found: Verdict) -> str:
    return value[found.start : found.end]


def test_provider_under_an_innocent_name() -> None:
    token = fake.github_pat()
    found = env('CONFIG', token)
    assert (found.kind, found.severity, found.form, found.provider and found.provider.name) == (
        SECRET,
        'error',
        TOKEN,
        'GitHub',
    )
    assert 'the checksum fits' in found.evidence


@pytest.mark.parametrize(
    ('name', 'value'),
    [
        ('API_KEY', fake.base62(40)),
        ('API_KEY', fake.hex(32)),
        ('API_KEY', fake.uuid()),
        ('API_KEY', fake.base64_bytes(24)),
        ('BRAIN_KEY', fake.base62(32)),
        ('DEPLOY_PIN', fake.hex(32)),
        ('DB_PASSWORD', 'blue-kettle-7'),
        ('DB_PASSWORD', 'Tr0ub4dor&3'),
        ('PASSPHRASE', 'copper lantern meadow'),
        ('ACCESS_TOKEN', 'copper-lantern-42'),
        ('SECRET', 'Xk9$mPq2&vLn'),
        ('DB_PWD', '84621975'),
    ],
)
def test_name_and_value_together(name: str, value: str) -> None:
    found = env(name, value)
    assert (found.kind, found.severity, found.form) == (SECRET, 'error', NAMED)
    assert part(value, found) == value
    assert found.evidence


@pytest.mark.parametrize(
    ('name', 'value', 'kind'),
    [
        ('API_KEY', '${API_KEY}', REFERENCE),
        ('API_KEY', 'op://team/item/key', REFERENCE),
        ('API_KEY', 'your-key', PLACEHOLDER),
        ('API_KEY', '', PLACEHOLDER),
        ('API_KEY', 'GITHUB_TOKEN', PLACEHOLDER),
        ('MAX_TOKENS', '4096', HARMLESS),
        ('PASSWORD_FILE', '/run/secrets/db', HARMLESS),
        ('CLIENT_ID', fake.uuid(), HARMLESS),
        ('KEYCLOAK_URL', 'https://sso.example/', HARMLESS),
        ('AUTH_METHOD', 'api_key', HARMLESS),
        ('TOKEN', 'true', HARMLESS),
        ('SECRET_NAME', 'prod/llm/key', HARMLESS),
        ('DB_PASSWORD', 'file:/run/secrets/db', REFERENCE),
        ('GOOGLE_APPLICATION_CREDENTIALS', 'C:\\keys\\prod-4f2a91c07b3d.json', HARMLESS),
        ('CREDENTIALS', 'C:/keys/prod-4f2a91c07b3d.json', HARMLESS),
        ('CREDENTIALS', 'svc:' + fake.password(), SECRET),
        ('BW_SESSION', '/' + fake.base64_bytes(65), SECRET),
        ('BW_SESSION', '/var/lib/agents/sessions/current/of/this/machine/session', HARMLESS),
        ('API_KEY', 'ENC(' + fake.base62(32) + ')', HARMLESS),
        ('API_KEY', 'eyJreplace_me', PLACEHOLDER),
        ('API_KEY', 'BSAyour-key', PLACEHOLDER),
        ('DB_PASSWORD', 'file:../secrets/db', REFERENCE),
        ('PUBLISH_TOKEN', 'bws:' + fake.uuid(), REFERENCE),
        ('SONAR_PROJECT_KEY', 'team_' + fake.base62(20), HARMLESS),
        ('PROJECT_API_KEY', fake.base62(20), SECRET),
        ('TENCENT_MAP_KEY', '-'.join(fake.letters(5, fake.UPPER_DIGITS, n) for n in range(6)), SECRET),
        ('PROJECT_REF', fake.letters(20, fake.LOWER), UNSURE),
        ('GOOGLE_APPLICATION_CREDENTIALS', './key.json', HARMLESS),
    ],
)
def test_the_other_verdicts(name: str, value: str, kind: str) -> None:
    assert env(name, value).kind in ((kind, HARMLESS) if kind == UNSURE else (kind,))


@pytest.mark.parametrize('number', ['1069264839828581954', '99926483982858195', '200000000000000001', '387654321098765432'])
def test_token_of_a_discord_bot_under_any_name(number: str) -> None:
    token = f'{fake.base64_of(number).rstrip("=")}.{fake.letters(6, fake.BASE64URL)}.{fake.letters(38, fake.BASE64URL)}'
    for name in ('--config', 'NOTE', ''):
        (found,) = judge_all(token, Place(name, 'argument'))
        assert (found.kind, found.provider and found.provider.name) == (SECRET, 'Discord')
    assert judge('MTAvery-long-word.that-is-none.of-the-sort-that-is-meant-by-it', Place('NOTE', 'env')).kind != SECRET


def test_beside_a_reference() -> None:
    token = fake.anthropic()
    value = f'{token} ${{ANTHROPIC_API_KEY}}'
    assert [part(value, one) for one in secrets(value, Place('ANTHROPIC_API_KEY', 'env'))] == [token]
    plain = fake.base62(30)
    assert [part(plain + '${X}', one) for one in secrets(plain + '${X}', Place('TOKEN', 'env'))] == [plain]


def test_who_is_named_before_a_reference_is_no_credential() -> None:
    for user in ('AC' + fake.hex(32) + '/SK' + fake.hex(32, 1), fake.base62(20), fake.uuid()):
        (found,) = judge_all(user + ':${input:twilio_key}', Place('', 'argument'))
        assert found.kind == REFERENCE
    assert judge('${USER}:' + fake.base62(20), Place('API_TOKEN', 'env')).kind == SECRET


@pytest.mark.parametrize('shape', ['${{TOKEN:-{}}}', '${{TOKEN-{}}}', 'Bearer ${{TOKEN:-{}}}', '${{env:TOKEN:-{}}}'])
def test_as_a_default(shape: str) -> None:
    token = fake.github_pat(2)
    value = shape.format(token)
    found = secrets(value, Place('Authorization', 'header'))
    assert [(part(value, one), one.where, one.name) for one in found] == [(token, 'default', 'TOKEN')]


def test_harmless_default() -> None:
    assert secrets('${URL:-https://a.example}/mcp', Place('url', 'url')) == []
    assert secrets('${TOKEN:-}', Place('TOKEN', 'env')) == []
    assert secrets('${TOKEN:?set TOKEN first}', Place('TOKEN', 'env')) == []


def test_jwt_says_itself_when_it_ends() -> None:
    old = env('X', fake.jwt(1_735_689_600))
    assert (old.kind, old.severity, old.form, old.expires) == (SECRET, 'warning', EXPIRED, '2025-01-01')
    new = env('X', fake.jwt(FUTURE))
    assert (new.severity, new.form) == ('error', JWT)
    assert env('X', fake.jwt()).severity == 'error'


def test_what_is_public() -> None:
    dsn = f'https://{fake.hex(32)}@o1.ingest.sentry.io/2'
    for value in (fake.stripe_publishable(), fake.supabase_anon(), dsn):
        found = env('KEY', value)
        assert (found.kind, found.severity, found.form) == (SECRET, 'note', PUBLISHABLE)


@pytest.mark.parametrize(
    ('value', 'severity', 'secret'),
    [
        ('postgresql://reporting:blue-kettle-7@db.acme.example:5432/x', 'error', 'blue-kettle-7'),
        ('postgresql://postgres:postgres@localhost:5432/dev', 'note', 'postgres'),
        ('mysql://root:root@127.0.0.1/test', 'note', 'root'),
        ('redis://:Gr33nTea!cup@cache.corp.internal/0', 'error', 'Gr33nTea!cup'),
        ('Server=tcp:sql.acme.example,1433;User ID=app;Password=blue-kettle-7;Encrypt=true', 'error', 'blue-kettle-7'),
        ('app:blue-kettle-7@tcp(db.corp.internal:3306)/x', 'error', 'blue-kettle-7'),
        ('host=db.corp.internal user=app password=blue-kettle-7', 'error', 'blue-kettle-7'),
    ],
)
def test_connection_strings(value: str, severity: str, secret: str) -> None:
    found = secrets(value, Place('CONN', 'env'))
    assert [(one.severity, part(value, one)) for one in found] == [(severity, secret)]
    assert (found[0].form == DEFAULT_PASSWORD) == (severity == 'note')


@pytest.mark.parametrize(
    'value',
    [
        'postgresql://reporting:${DBPWD}@db.acme.example/x',
        'postgres://USER:PASSWORD@HOST:5432/DB',
        'postgresql://hidden',
        'postgresql://user:<password>@db.acme.example/x',
        'postgresql://localhost/dev',
        'Server=db;Trusted_Connection=True;Encrypt=no',
    ],
)
def test_connection_strings_without(value: str) -> None:
    assert secrets(value, Place('DATABASE_URL', 'env')) == []


def test_default_password_needs_a_local_host() -> None:
    beside = (('DB_HOST', 'localhost'), ('DB_PASSWORD', 'postgres'))
    assert judge('postgres', Place('DB_PASSWORD', 'env', beside)).severity == 'note'
    assert judge('postgres', Place('DB_PASSWORD', 'env')).kind == PLACEHOLDER


def test_encoded() -> None:
    token = fake.github_pat(5)
    for value in (fake.base64_of(token), fake.base64_of(f'{{"apiKey":"{fake.openai_short()}"}}').rstrip('=')):
        found = env('CONFIG', value)
        assert (found.kind, found.form, part(value, found)) == (SECRET, ENCODED, value)
    assert env('CONFIG', fake.base64_of('{"debug": true, "level": "info"}')).kind in (HARMLESS, UNSURE)


def test_basic_header() -> None:
    value = 'Basic ' + fake.basic()
    found = judge(value, Place('Authorization', 'header'))
    assert (found.kind, part(value, found)) == (SECRET, value[6:])
    assert judge('Basic ' + fake.base64_of('user:password'), Place('Authorization', 'header')).kind == PLACEHOLDER


def test_private_key() -> None:
    for value in (fake.private_key(), fake.private_key(1, 'OPENSSH ').replace('\n', '\\n')):
        found = env('X', value)
        assert (found.kind, found.form) == (SECRET, PRIVATE_KEY)
    assert env('X', '-----BEGIN ' + 'PRIVATE KEY-----\n...\n-----END ' + 'PRIVATE KEY-----').kind == PLACEHOLDER


@pytest.mark.parametrize('begin', ['$2b$10$', '$2y$12$', '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$', '$6$rounds=5000$salt$', '{SSHA}'])
def test_the_hash_of_a_password_is_less_than_the_password(begin: str) -> None:
    one, *more = judge_all(begin + fake.base62(43, 'hash'), Place('ADMIN_PASSWORD', 'field'))
    assert (one.kind, one.severity, one.form, more) == (SECRET, 'warning', PASSWORD_HASH, [])
    assert judge_all(begin + 'your-hash-here', Place('ADMIN_PASSWORD', 'field'))[0].form != PASSWORD_HASH


def test_several_in_one_value() -> None:
    one, two = fake.github_pat(1), fake.base62(30, 2)
    value = f'curl -H "Authorization: Bearer {one}" "https://a.example/x?api_key={two}"'
    assert [part(value, found) for found in secrets(value, Place('', 'permission'))] == [one, two]


def test_json_inside_json_inside_json() -> None:
    import json

    secret = fake.base62(32, 9)
    value = json.dumps({'a': json.dumps({'b': json.dumps({'client_secret': secret})})})
    assert [part(value, found) for found in secrets(value, Place('PAYLOAD', 'env'))] == [secret]


def test_reason_never_holds_the_value() -> None:
    for name, value in (
        ('API_KEY', fake.base62(40)),
        ('DB_PASSWORD', 'blue-kettle-7'),
        ('X', fake.github_pat()),
        ('PW', 'your-own-words'),
    ):
        for found in judge_all(value, Place(name, 'env')):
            assert value not in ' '.join((found.reason, *found.evidence, *found.against))


def test_explain_value() -> None:
    token = fake.github_pat(7)
    text = explain_value('GITHUB_TOKEN', token)
    assert text.splitlines()[0] == 'secret, error: it has the shape of a GitHub token'
    assert '  for: the checksum fits' in text
    assert 'revoke at: https://github.com/settings/tokens' in text
    assert token not in text
    assert explain_value('MAX_TOKENS', '4096').startswith('harmless')
    assert explain_value('API_KEY', 'your-key').startswith('placeholder')
    value = f'x ${{A}} {token}'
    assert f'(characters 8 to {len(value)} of {len(value)})' in explain_value('A', value)


def test_explain_value_says_each_thing_once() -> None:
    assert explain_value('API_KEY', 'your-key-here').splitlines() == [
        'placeholder: it holds the words of a placeholder',
        "name 'API_KEY': secret (the name ends in api key)",
    ]
    assert explain_value('DOCS_KEY', 'a key').splitlines()[-1] == "name 'DOCS_KEY': sometimes a credential (the name ends in key)"
    assert explain_value('TOKEN_LIMIT', 'abcdefgh').splitlines() == ['harmless: the name ends in limit', "name 'TOKEN_LIMIT': harmless"]
    assert explain_value('X', '${A}').splitlines() == [
        'reference: it is wholly a reference',
        '  against: nothing but a reference',
        "name 'X': says nothing of a credential",
    ]
    assert explain_value('DB_PASSWORD', fake.password(14)).splitlines() == [
        'secret, error: the name ends in password, and it is no placeholder',
        '  for: 14 characters (letters, digits, signs) in no readable order',
        "name 'DB_PASSWORD': password",
    ]


@given(st.sampled_from(['API_KEY', 'DB_PASSWORD', 'TOKEN_LIMIT', 'X', '']), st.integers(0, 60))
def test_no_line_of_an_explanation_is_in_another(name: str, seed: int) -> None:
    made = (fake.github_pat(seed), fake.uuid(seed), fake.base62(32, seed), fake.password(16, seed), 'your-key-here',
            f'ghp_{"x" * 36}', '/a/path')
    head, *rest = explain_value(name, made[seed % len(made)]).splitlines()
    sentences = [line.partition(': ')[2] for line in rest if line.startswith('  ')]
    assert len(set(sentences)) == len(sentences)
    assert not any(sentence in head for sentence in sentences)


@given(
    st.text(max_size=200),
    st.sampled_from(['API_KEY', 'PASSWORD', 'url', 'Authorization', '', 'X']),
    st.sampled_from(
        [
            'env',
            'header',
            'argument',
            'url',
            'text',
            'comment',
            'permission',
            'variable-line',
            'header-argument',
            'user-pass',
            'variable-name',
            'store',
            'key',
            'field',
            'command',
            'description',
        ]
    ),
)
def test_never_raises_and_stays_inside(value: str, name: str, where: str) -> None:
    found = judge_all(value, Place(name, where))
    assert found
    for one in found:
        assert 0 <= one.start <= one.end <= len(value)
    spans = [(one.start, one.end) for one in found if one.kind == SECRET]
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


MARKS = st.sampled_from(
    [
        '"',
        "'",
        '\\',
        '{',
        '}',
        '${',
        ':',
        '=',
        '://',
        '@',
        '/',
        '?',
        '&',
        ';',
        ',',
        ' ',
        '--token',
        '-e',
        '-H',
        'Bearer ',
        'Basic ',
        'password',
        'eyJ',
        '-----BEGIN PRIVATE KEY-----',
        '-----END',
        '`',
        '%',
        '\n',
        'A_KEY',
        'x9Kq2Zp8',
        '$(',
        ')',
        '[',
        '<',
    ]
)


@given(st.lists(MARKS, max_size=30).map(''.join), st.sampled_from(['env', 'argument', 'text', 'permission']))
def test_never_raises_on_marks(value: str, where: str) -> None:
    for one in judge_all(value, Place('API_TOKEN', where)):
        assert 0 <= one.start <= one.end <= len(value)


LONE = '"\'`\\{}$:=@/?&;,-<>[]()%\n\0 .+#~*|!a1A_é'


@pytest.mark.parametrize('where', ['env', 'header', 'argument', 'url', 'text', 'comment', 'permission', 'store'])
def test_never_raises_on_next_to_nothing(where: str) -> None:
    for name in ('API_TOKEN', 'PORT', ''):
        for size in (1, 2):
            for value in map(''.join, itertools.product(LONE, repeat=size)):
                for text in (value, f'"{value}"'):
                    assert all(0 <= one.start <= one.end <= len(text) for one in judge_all(text, Place(name, where))), repr(text)


@pytest.mark.parametrize('quote', ['"', "'", '`'])
def test_quotes_around_a_whole_value_hide_nothing(quote: str) -> None:
    """Written for a shell: a string begins neither a scheme nor a word with a quote."""
    secret = fake.password(16, quote)
    address = f'mongodb+srv://reader:{secret}@cluster0.kezk.mongodb.net/'
    for value in (f'{quote}{address}{quote}', f' {quote}{address}{quote}'):
        [found] = secrets(value, Place('MDB_MCP_CONNECTION_STRING', 'env'))
        assert (part(value, found), found.severity, found.form) == (secret, 'error', NAMED)
    token = fake.base62(40, quote)
    value = f'{quote}Bearer {token}{quote}'
    [found] = secrets(value, Place('Authorization', 'header'))
    assert part(value, found) == token


@pytest.mark.parametrize(
    ('value', 'kind'),
    [('"your-key"', PLACEHOLDER), ("'${API_KEY}'", REFERENCE), ('""', HARMLESS), ('"' * 40, PLACEHOLDER)],
)
def test_quotes_around_what_is_no_credential(value: str, kind: str) -> None:
    assert env('API_KEY', value).kind == kind
