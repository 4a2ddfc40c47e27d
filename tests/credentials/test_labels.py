"""Values that Markdown sets off from their names."""

from __future__ import annotations

import fake
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import within

from mcp_hooks import documents
from mcp_hooks.credentials.labels import labels
from mcp_hooks.credentials.places import credentials

KEY, UUID, HEX = fake.base62(32, 'label'), fake.uuid(1), fake.hex(32)


def found_in(text: str) -> list[str]:
    document = documents.parse(text, 'markdown')
    return [text[one.span[0] : one.span[1]] for one in credentials(document, (), 'README.md')]


@pytest.mark.parametrize('value', [KEY, UUID, HEX])
@pytest.mark.parametrize(
    'line',
    [
        '- **API key**: {}',
        '- **API key:** {} (active)',
        '**Access token**: `{}`',
        '1. **Client Secret** : {}. For the tests',
        '| API key | `{}` |',
        '| `API_KEY` | {} |',
        '| API_TOKEN | yes | `{}` | from the dashboard |',
        'トークン：{}',
        '- **API 토큰**：`{}`',
        'API key: {}',
        '- Clé API : {}',
        'Clave de API: `{}`',
        '* APIキー: "{}"',
        '签名密钥：{}',
        '- Ключ API: {}',
        'アクセストークン: {}',
        '- 访问令牌: {}',
        'Chave secreta: {}',
        'For these tests the API key is {}.',
        'API key -> {}',
        'docs_api_key: str = "{}"',
        "const apiKey: string = '{}';",
        '**Note** – the token is `{}`',
    ],
)
def test_labels(line: str, value: str) -> None:
    assert found_in(f'# MCP\n\n{line.format(value)}\n\nMore.\n') == [value]


@pytest.mark.parametrize(
    'line',
    [
        '- **API key**: <your key>',
        '- **API key**: `your-api-key`',
        '- **API key**: sk-...',
        f'- **Commit**: {fake.hex(40)}',
        f'- **Project reference**: `{fake.letters(20, fake.LOWER)}`',
        f'- **Key features**: {UUID}',
        '- **Token**: HS256-signed-JWT-2b7Q',
        '- **Password**: PBKDF2-SHA256',
        '- **Password**: PBKDF2WithHmacSHA256',
        '- **Password**: at least 12 characters',
        '- **Secret**: AES-256-GCM',
        '- **API key**: X-API-Key',
        '| Variable | Default |',
        '| API_KEY | the key of your account |',
        f'| API_KEY | {KEY[:6]}… |',
        '| Token | `--token`, `-t` |',
        f'**{KEY}**: the API key',
        '密码：您的密码',
        f'- ID de clé API : {UUID}',
        f'- Clé publique API : {UUID}',
        f'公開キー API: {UUID}',
        'Clé API : votre_cle_api',
        '- 密码：至少8位字符',
        'The token is required.',
        'def search(token: str = None, api_key: str = DOCS_API_KEY): pass',
        'The token is base64-encoded',
        'The password is stored-hashed!',
        'API key -> https://example.com/settings/keys',
        'The token is process.env.DOCS_TOKEN',
        f'Apart from that the commit is {fake.hex(40)}',
    ],
)
def test_no_values(line: str) -> None:
    assert found_in(f'# MCP\n\n{line}\n') == []


def test_a_password_that_a_person_made_up() -> None:
    password = 'gT7!' + 'vq2#' + 'Lm'
    assert found_in(f'# MCP\n\n- **Password**: `{password}`\n') == [password]
    assert found_in(f'# MCP\n\n- 密码：{password}\n') == [password]
    assert found_in(f'# MCP\n\n- Mot de passe : {password}\n') == [password]


@given(st.text(st.sampled_from('*|`:：\n aK7-is>')))
def test_labels_are_words_of_the_text(text: str) -> None:
    end = 0
    for label in labels(text):
        assert end <= label.end
        assert not set(text[label.start : label.end]) & set(' \n')
        end = label.start


@pytest.mark.parametrize(
    'text',
    [
        '**' * 200_000,
        '**a**:' * 80_000,
        '|' * 400_000,
        '|token' * 80_000,
        '：' * 300_000,
        '`' * 400_000,
        '**a**:`' * 60_000,
        ' is ' * 100_000,
        'a: b\n' * 50_000,
    ],
)
def test_linear(text: str) -> None:
    within(2, lambda: sum(1 for _ in labels(text)))
