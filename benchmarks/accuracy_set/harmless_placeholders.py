"""What people write where their credential is to go: the same row shape as the credentials."""
from __future__ import annotations

NAMES = (
    'OPENAI_API_KEY', 'GITHUB_TOKEN', 'DB_PASSWORD', 'JIRA_API_TOKEN', 'SLACK_BOT_TOKEN', 'CLIENT_SECRET', 'NOTION_TOKEN', 'apiKey',
    'ANTHROPIC_API_KEY', 'SMTP_PASSWORD', 'SUPABASE_SERVICE_ROLE_KEY', 'GITLAB_PERSONAL_ACCESS_TOKEN', 'BRAVE_API_KEY', 'accessToken',
    'AWS_SECRET_ACCESS_KEY', 'LINEAR_API_KEY', 'SENTRY_AUTH_TOKEN', 'STRIPE_SECRET_KEY', 'TAVILY_API_KEY', 'REDIS_PASSWORD',
)
ENGLISH = (
    'your-api-key', 'your_token_here', 'YOUR_API_KEY', 'YOUR-TOKEN-HERE', 'your key here', 'YourApiKey', 'yourToken', 'YOUR_SECRET_HERE',
    'your-super-secret-key', 'your_actual_api_key', 'your-real-token', 'my-api-key', 'my_secret_token', 'MY_KEY', 'insert-key-here',
    'INSERT_YOUR_TOKEN', 'enter your api key', 'paste-token-here', 'PASTE_YOUR_KEY_HERE', 'put-your-key-here', 'add-your-key',
    'replace-me', 'REPLACE_WITH_YOUR_KEY', 'replace-this-with-a-real-key', 'change-me', 'changeme', 'CHANGE_ME_PLEASE', 'changeit',
    'todo', 'TODO: set me', 'FIXME', 'tbd', 'n/a', 'none', 'null', 'undefined', 'unset', 'not-set', 'not-needed', 'dummy', 'dummy-key',
    'dummy_token_for_tests', 'fake', 'fake-token', 'fake_api_key', 'placeholder', 'PLACEHOLDER_TOKEN', 'example', 'example-key',
    'sample-token', 'test', 'test-key', 'test_token', 'testing', 'secret', 'mysecret', 'token', 'password', 'api_key', 'key', 'xxx',
    'xxxxxxxx', 'XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX', 'xxxx-xxxx-xxxx', '***', '********', '••••••••', '...', '…', '????????',
    '--------', '________', '0000000000', '00000000-0000-0000-0000-000000000000', '1234567890', '12345', 'abc123', 'abcdef123456',
    'abcdefghijklmnopqrstuvwxyz', '0123456789abcdef', 'foo', 'foobar', 'redacted', '[REDACTED]', '<redacted>', '(hidden)', 'removed',
    '<token>', '<your-token>', '<YOUR_API_KEY>', '<API_KEY>', '<insert token>', '<<TOKEN>>', '[your api key]', '[TOKEN]', '{token}',
    '{your_api_key}', '{{YOUR_TOKEN}}', '__TOKEN__', '__REPLACE_ME__', '@@API_KEY@@', '#TOKEN#', '%TOKEN%', 'YOUR_KEY_FROM_DASHBOARD',
    'get-one-at-https://app.example.com/keys', 'see 1Password', 'stored in keychain', 'ask-your-admin', 'from .env', 'set-in-shell',
    'generate with: openssl rand -hex 32', 'same as in .env', 'will be injected', 'provided-at-runtime', 'use-env-var', 'loaded-from-vault',
    'optional', 'required', 'ignored', 'empty', 'local-dev-only', 'not-a-real-key', 'this-is-not-a-secret', 'unused', 'no-auth', 'anonymous',
)
CUT = (
    'sk-...', 'sk-ant-...', 'sk-ant-api03-…', 'sk-proj-your-key', 'sk-your-openai-key', 'sk-xxxxxxxxxxxxxxxxxxxxxxxx', 'ghp_your_token',
    'ghp_' 'xxxxxxxxxxxxxxxxxxxx', 'ghp_...', 'github_pat_...', 'github_pat_xxx', 'glpat-your-token', 'glpat-' 'xxxxxxxxxxxxxxxxxxxx', 'xoxb-...',
    'xoxb-' 'your-bot-token', 'xoxp-' 'xxxx-xxxx-xxxx', 'AKIA...', 'AKIA' 'XXXXXXXXXXXXXXXX', 'AIza...', 'AIzaSy...', 'lin_api_...', 'ntn_****',
    'secret_xxx', 'pplx-...', 'tvly-YOUR_API_KEY', 'fc-YOUR_API_KEY', 'hf_xxx', 'hf_your_token_here', 'r8_...', 'sbp_...', 'figd_***',
    'eyJ...', 'eyJhbGciOi...', 'Bearer <token>', 'SG.xxxxx.yyyyy', 'whsec_...', 'sk_live_...', 'sk_test_xxx', 'rk_live_***', 'pat-na1-xxxx',
    'dop_v1_...', 'ATATT3x...', 'ATATT-your-token', 'key-xxxxxxxx', 'npm_...', 'AGE-SECRET-KEY-1...', 'ops_eyJ...', 'BSA...', 'nvapi-...',
)
OTHERS = (
    'ваш-токен', 'ваш_api_ключ', 'ВАШ_ТОКЕН', 'вставьте ключ сюда', 'замените-меня', 'пароль', 'tu-clave', 'tu_api_key', 'TU_TOKEN_AQUI',
    'tu-token-aqui', 'introduce-tu-clave', 'pon_tu_clave_aqui', 'contraseña', 'tu_contraseña', 'clave-secreta', '<votre clé>',
    'votre_cle_api', 'VOTRE_TOKEN_ICI', 'votre-jeton', 'remplacez-moi', 'mettre la clé ici', 'mot-de-passe', 'mon-token', 'dein-token',
    'DEIN_API_KEY', 'dein_schluessel_hier', 'ihr-api-schluessel', 'HIER_TOKEN_EINTRAGEN', 'bitte-ersetzen', 'geheim', 'mein-passwort',
    'sua-chave', 'SUA_CHAVE_AQUI', 'seu_token_aqui', 'coloque_sua_chave_aqui', 'substitua-me', 'la-tua-chiave', 'LA_TUA_API_KEY',
    'il-tuo-token', 'inserisci-qui', 'jouw-sleutel', 'je_api_key_hier', 'vul-hier-in', 'twoj-token', 'TWOJ_KLUCZ_API', 'wpisz_token_tutaj',
    'senin-anahtarin', 'BURAYA_TOKEN_GIRIN', 'api-anahtariniz', '你的密钥', '您的API密钥', '在此填写token', '请替换', '你的token', '替换为你的key', 'あなたのAPIキー',
    'ここにトークンを入力', 'トークン', '여기에_토큰_입력', '발급받은_키', '본인의-api-key', 'din-nyckel-här', 'dit-token-her', 'syötä-avain-tähän', 'your-clé-ici',
    'váš-token', 'vložte-klíč', 'το-κλειδί-σας', 'המפתח-שלך', 'مفتاحك-هنا', 'token-cua-ban', 'token-anda-di-sini', 'masukkan-api-key',
)
SHAPED = (
    ('env', 'DATABASE_URL', 'postgresql://user:password@host:5432/dbname'),
    ('env', 'DATABASE_URL', 'postgres://USER:PASS@HOST/DB'),
    ('env', 'MONGODB_URI', 'mongodb+srv://<username>:<password>@<cluster>.mongodb.net/'),
    ('env', 'MONGO_URL', 'mongodb+srv://user:<db_password>@cluster0.example.mongodb.net/test'),
    ('arg', '', 'postgresql://username:your_password@db.example.com/mydb'),
    ('arg', '', 'mysql://user:pass@example.com:3306/db'),
    ('env', 'REDIS_URL', 'redis://:yourpassword@redis.example.com:6379'),
    ('env', 'AMQP_URL', 'amqp://{user}:{password}@{host}:5672/'),
    ('env', 'SLACK_WEBHOOK_URL', 'https://hooks.slack.com/services/XXX/YYY/ZZZ'),
    ('env', 'SLACK_WEBHOOK_URL', 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'),
    ('env', 'DISCORD_WEBHOOK', 'https://discord.com/api/webhooks/ID/TOKEN'),
    ('env', 'RPC_URL', 'https://mainnet.infura.io/v3/YOUR_PROJECT_ID'),
    ('env', 'RPC_URL', 'https://eth-mainnet.g.alchemy.com/v2/<key>'),
    ('url', '', 'https://mcp.tavily.com/mcp/?tavilyApiKey=<your-api-key>'),
    ('url', '', 'https://mcp.exa.ai/mcp?exaApiKey=YOUR_EXA_KEY'),
    ('url', '', 'https://mcp.example.com/{YOUR_TOKEN}/sse'),
    ('url', '', 'https://mcp.firecrawl.dev/YOUR-API-KEY/v2/mcp'),
    ('url', '', 'https://mcp.zapier.com/api/mcp/s/********/mcp'),
    ('url', '', 'https://server.smithery.ai/exa/mcp?api_key=xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'),
    ('urlarg', '', 'https://mcp.brightdata.com/sse?token=YOUR_API_TOKEN'),
    ('header', 'Authorization', 'Bearer YOUR_TOKEN'),
    ('header', 'Authorization', 'Bearer <your-token-here>'),
    ('header', 'Authorization', 'Basic <base64 of user:password>'),
    ('header', 'Authorization', 'Token xxxxxxxxxxxxxxxx'),
    ('header', 'X-API-Key', 'your-api-key-here'),
    ('header', 'Cookie', 'session=YOUR_SESSION_COOKIE'),
    ('header', 'Authorization', 'Bearer ваш-токен'),
    ('header', 'Authorization', 'Bearer sk-…'),
    ('args', '', ['--header', 'Authorization: Bearer YOUR_PAT_HERE']),
    ('args', '', ['--header', 'Authorization: Bearer <token>']),
    ('args', '', ['-H', 'X-Api-Key: replace-me']),
    ('arg', '', 'API_KEY=your_key'),
    ('arg', '', '--env.GITHUB_TOKEN=<token>'),
    ('json', 'apiKey', 'your-key'),
    ('json', 'token', '<TOKEN>'),
    ('b64', 'apiKey', 'YOUR_API_KEY'),
    ('shell', 'GITHUB_TOKEN', 'your_token_here'),
    ('perm', '', 'Bash(API_KEY=your-key npm test:*)'),
    ('perm', '', 'Bash(curl -H "Authorization: Bearer <token>" https://api.example.com:*)'),
    ('input', 'api-key', '<paste your key>'),
    ('env', 'PRIVATE_KEY', '-----BEGIN PRIVATE ' + 'KEY-----\n...\n-----END PRIVATE ' + 'KEY-----\n'),
    ('env', 'WALLET_PRIVATE_KEY', '0x...'),
    ('env', 'WALLET_PRIVATE_KEY', '0x' + '0' * 64),
    ('env', 'MNEMONIC', 'word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12'),
    ('env', 'GOOGLE_SERVICE_ACCOUNT_JSON', '{"type":"service_account","project_id":"your-project","private_key":"YOUR_PRIVATE_KEY"}'),
    ('env', 'AZURE_STORAGE_CONNECTION_STRING', 'DefaultEndpointsProtocol=https;AccountName=<name>;AccountKey=<key>;EndpointSuffix=core.windows.net'),
    ('env', 'TELEGRAM_BOT_TOKEN', '123456789:YOUR_BOT_TOKEN'),
    ('env', 'GMAIL_APP_PASSWORD', 'xxxx xxxx xxxx xxxx'),
    ('env', 'GMAIL_APP_PASSWORD', 'abcd efgh ijkl mnop'),
    ('key', 'oauth.clientSecret', 'your-client-secret'),
    ('key', 'token', '<secret>'),
)


def rows() -> list[tuple[object, ...]]:
    places = ('env', 'env', 'env', 'flag', 'env', 'eq', 'env', 'docker', 'env', 'env')
    out: list[tuple[object, ...]] = []
    for kind, texts in (('placeholder', ENGLISH), ('placeholder-cut', CUT), ('placeholder-language', OTHERS)):
        for i, text in enumerate(texts):
            place = places[i % len(places)]
            name = NAMES[(i * 7) % len(NAMES)]
            if place in ('flag', 'eq'):
                name = '--' + ('api-key', 'token', 'password', 'access-token', 'client-secret')[i % 5]
            out.append((kind, place, name, text))
    return [*out, *(('placeholder-shaped', *row) for row in SHAPED)]
