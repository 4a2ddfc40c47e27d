"""What a name promises."""

from __future__ import annotations

import pytest

from mcp_hooks.credentials import names
from mcp_hooks.credentials.names import read, split, variable_name

SECRET = """OPENAI_API_KEY SUPABASE_SERVICE_ROLE_KEY SERVICE_ROLE payApiKey --pay-api-key vaultKey apiKey exaApiKey
CODE_TOKEN x-api-key Authorization X-Auth-Token GITHUB_PAT AWS_SECRET_ACCESS_KEY githubToken authtoken
accesstoken API_KEY_PROD OPENAIAPIKEY privateKey --token API_TOKEN_1 MY_SECRET NEXTAUTH_SECRET userAPIKey
notionToken LICENSE_KEY clientSecret xi-api-key PRIVATE-TOKEN SESSION_COOKIE"""
PASSWORD = """DB_PASSWORD PGPASSWORD SMTP_PASS passphrase USERPASS IMAP_PASSWORD2 MONGO_INITDB_ROOT_PASSWORD --password
dbPassword MYSQL_PWD"""
WEAK = (
    'BRAIN_KEY FLOWS_KEY_LIVE DEPLOY_PIN -k key OPENAI_KEY SENTRY_DSN CONN NEO4J_AUTH OPENAI_API_KEYS GOOGLE_OAUTH_CREDENTIALS'
)
HARMLESS = """MAX_NEW_TOKENS DEFAULT_MINIMUM_TOKENS GDRIVE_CREDENTIALS_PATH GOOGLE_MCP_CREDENTIALS_DIR
GOOGLE_CLIENT_SECRET_PATH DATABASE_URI MAX_MCP_OUTPUT_TOKENS WORDPRESS_AUTH_METHOD WEBHOOK_SECURITY_MODE
tokenBridge authProviderType oauthScopes clientId CLIENT_ID GMAIL_TOKEN_PATH OAUTH2_TOKEN_URL
TOKENIZERS_PARALLELISM KEYCLOAK_URL SECRET_NAME PASSWORD_FILE SORT_KEY KEY_ID TOKEN_LIMIT nextPageToken
progressToken bearer_token_env_var AUTH_ENABLED PASSWORD_MIN_LENGTH PASSWORD_HASHER PARTITION_KEY ISSUE_KEY
Sec-WebSocket-Key Mcp-Session-Id PASS_THROUGH"""
SILENT = 'monkey TOKENIZER SECRETARY keyboard KEYBINDINGS AUTHOR BYPASS X-MCP-Toolsets'
PUBLIC = 'PUBLIC_KEY STRIPE_PUBLISHABLE_KEY SUPABASE_ANON_KEY'


@pytest.mark.parametrize(
    ('kind', 'listed'),
    [
        (names.SECRET, SECRET),
        (names.PASSWORD, PASSWORD),
        (names.WEAK, WEAK),
        (names.HARMLESS, HARMLESS),
        (names.SILENT, SILENT),
        (names.PUBLIC, PUBLIC),
    ],
)
def test_kind(kind: str, listed: str) -> None:
    assert {name: read(name).kind for name in listed.split() if read(name).kind != kind} == {}


def test_reason_is_a_sentence_about_the_name() -> None:
    assert read('SUPABASE_SERVICE_ROLE_KEY').reason == 'the name ends in role key'
    assert read('LOG_LEVEL').reason == 'the name ends in level'
    assert read('').reason == 'there is no name'


@pytest.mark.parametrize(
    ('name', 'words'),
    [
        ('--payApiKey', ('pay', 'api', 'key')),
        ('PAY_API_KEY', ('pay', 'api', 'key')),
        ('APIKeys', ('api', 'keys')),
        ('userAPIKey', ('user', 'api', 'key')),
        ('OAUTH2_TOKEN', ('oauth2', 'token')),
        ('k8sToken', ('k8s', 'token')),
        ('x.y-z', ('x', 'y', 'z')),
        ('Ключ_доступа', ('ключ', 'доступа')),
        ('', ()),
        ('___', ()),
    ],
)
def test_words(name: str, words: tuple[str, ...]) -> None:
    assert split(name) == words


def test_variable_name() -> None:
    assert variable_name('--payApiKey') == 'PAY_API_KEY'
    assert variable_name('x-api-key') == 'X_API_KEY'
    assert variable_name('2captcha key') == '_2CAPTCHA_KEY'
    assert variable_name('ключ') == ''
