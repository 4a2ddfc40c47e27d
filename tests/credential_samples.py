"""Credentials and look-alikes of many kinds, each as (where, name, value, the credential's text), made at run time.

``where`` says how the value is put into a configuration: env, header, args (the value is a list) or url.
"""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

import json

import fake
from fake import (
    BASE32,
    BASE62,
    BASE64URL,
    LOWER,
    LOWER_DIGITS,
    UPPER_DIGITS,
    anthropic,
    aws,
    base62,
    base64_bytes,
    base64_of,
    basic,
    figma,
    github_fine_grained,
    github_oauth,
    github_pat,
    gitlab_pat,
    google,
    huggingface,
    jwt,
    letters,
    notion,
    npm,
    openai,
    openai_short,
    openrouter,
    passphrase,
    password,
    private_key,
    sendgrid,
    service_account,
    slack_bot,
    slack_webhook,
    stripe,
    supabase,
    tavily,
    telegram,
    uuid,
)

Sample = tuple[str, str, object, str]
L = letters


def first_secrets() -> list[Sample]:
    n = 0

    def s():
        nonlocal n
        n += 1
        return ('adv', n)

    out = []

    def env(name, v, sec=None):
        out.append(('env', name, v, sec or v))

    def hdr(name, v, sec=None):
        out.append(('header', name, v, sec or v))

    def arg(args, sec):
        out.append(('args', '', args, sec))

    def url(v, sec):
        out.append(('url', '', v, sec))

    # env names of many shapes
    for (
        name
    ) in """OPENAI_API_KEY MY_SERVICE_TOKEN GH_TOKEN GITEA_TOKEN JIRA_API_TOKEN CONFLUENCE_PERSONAL_TOKEN ADO_PAT N8N_API_KEY
HASS_TOKEN OBSIDIAN_API_KEY RAG_API_KEY TODOIST_API_TOKEN AIRTABLE_API_KEY CLOUDFLARE_API_TOKEN DD_API_KEY DD_APP_KEY
SHODAN_API_KEY X_API_SECRET TWITTER_ACCESS_TOKEN_SECRET REDDIT_CLIENT_SECRET SPOTIFY_CLIENT_SECRET ZOOM_CLIENT_SECRET
KEYCLOAK_CLIENT_SECRET OAUTH_CLIENT_SECRET SESSION_SECRET JWT_SECRET COOKIE_SECRET ENCRYPTION_KEY MASTER_KEY
SIGNING_SECRET WEBHOOK_SECRET BOT_TOKEN MATRIX_ACCESS_TOKEN VAULT_TOKEN CONSUL_HTTP_TOKEN NOMAD_TOKEN PLEX_TOKEN
SONARR_API_KEY RADARR_API_KEY QBITTORRENT_PASSWORD PORTAINER_API_KEY PROXMOX_TOKEN_VALUE UNIFI_PASSWORD
TRUENAS_API_KEY ELASTIC_PASSWORD KIBANA_API_KEY OPENSEARCH_PASSWORD MEILI_MASTER_KEY TYPESENSE_API_KEY
ALGOLIA_ADMIN_KEY SUPABASE_SERVICE_KEY SUPABASE_SERVICE_ROLE FIREBASE_TOKEN MAPS_API_KEY WEATHER_KEY ALPHA_VANTAGE_KEY
POLYGON_KEY FINNHUB_TOKEN BINANCE_SECRET_KEY KRAKEN_PRIVATE_KEY ETHERSCAN_KEY accessToken apiKey clientSecret
authToken secretKey privateKey dbPassword""".split():
        env(name, base62(32, (name, 1)))
    for name in 'CUSTOM_TOKEN INTERNAL_API_KEY GATEWAY_SECRET APP_KEY LICENSE_KEY DEVICE_TOKEN'.split():
        env(name, fake.hex(32, (name, 2)))
        env(name, fake.uuid((name, 3)))
        env(name, base64_bytes(24, (name, 4)))
        env(name, L(26, LOWER_DIGITS, (name, 5)))
        env(name, L(40, UPPER_DIGITS, (name, 6)))
    # passwords
    for i, (name) in enumerate(
        """DB_PASSWORD POSTGRES_PASSWORD MYSQL_ROOT_PASSWORD SMTP_PASS IMAP_PASSWORD NEO4J_PASSWORD MONGO_PASSWORD
ADMIN_PASSWORD
CLICKHOUSE_PASSWORD SNOWFLAKE_PASSWORD LDAP_BIND_PASSWORD KEYSTORE_PASSWORD SSH_PASSPHRASE WIFI_PSK SUDO_PASS
PGPASSWORD MQTT_PASSWORD REDIS_PASSWORD""".split()
    ):
        env(name, password(12, i))
        env(name, passphrase(i))
    for v in [
        'Sommer2023!Haus',
        'kaffee&kuchen99',
        'tr1cky-P@ss',
        'wordpress app pass'.replace('wordpress app pass', 'qzmv kdwe ptla oxnc'),
        'Blauer.Elefant_7',
        '9f!Lm2#x',
        'Hunter2isnotmine',
        'Orange-Penguin-Ladder',
        'myDogBarks@Night8',
        'Zx81Spectrum48K',
    ]:
        env('DB_PASSWORD', v)
        env('SERVICE_ACCOUNT_PASSWORD', v)
    # providers under innocent names
    for f in (
        github_pat,
        github_oauth,
        github_fine_grained,
        npm,
        gitlab_pat,
        anthropic,
        openai,
        openai_short,
        openrouter,
        google,
        slack_bot,
        stripe,
        figma,
        supabase,
        sendgrid,
        huggingface,
        tavily,
        notion,
        telegram,
    ):
        env('VALUE_' + f.__name__[:2].upper(), f(s()))
        env('CONFIG', f(s()))
    out.append(('env', 'AWS_SECRET_ACCESS_KEY', aws(7)[1], aws(7)[1]))
    env('X', aws(8)[0])
    for pre, body in [
        ('gsk' + '_', base62(52, 1)),
        ('xai' + '-', base62(80, 2)),
        ('nvapi' + '-', L(64, BASE64URL, 3)),
        ('lin_' + 'api_', base62(40, 4)),
        ('pplx' + '-', base62(48, 5)),
        ('fc' + '-', fake.hex(32, 6)),
        ('dop_' + 'v1_', fake.hex(64, 7)),
        ('sntry' + 'u_', fake.hex(64, 8)),
        ('glsa' + '_', base62(32, 9) + '_' + fake.hex(8, 9)),
        ('hv' + 's.', base62(92, 10)),
        ('shp' + 'at_', fake.hex(32, 11)),
        ('dapi', fake.hex(32, 12)),
        ('pul' + '-', fake.hex(40, 13)),
        ('rnd' + '_', base62(32, 14)),
        ('pcsk' + '_', base62(70, 15)),
        ('apify_' + 'api_', base62(36, 16)),
        ('e2b' + '_', fake.hex(40, 17)),
        ('jina' + '_', base62(60, 18)),
        ('BSA', base62(28, 19)),
        ('ctx7sk' + '-', uuid(20)),
        ('tskey' + '-auth-', base62(17, 21) + '-' + base62(32, 22)),
        ('whsec' + '_', base62(32, 23)),
        ('rk_' + 'live_', base62(24, 24)),
        ('AG' + 'E-SECRET-KEY-1', L(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 25)),
        ('ATATT' + '3xFfGF0', base62(180, 26)),
        ('phx' + '_', base62(43, 27)),
        ('r8' + '_', base62(37, 28)),
        ('lsv2_' + 'pt_', fake.hex(32, 29) + '_' + fake.hex(10, 29)),
        ('sk-' + 'lf-', uuid(30)),
        ('napi' + '_', L(64, LOWER_DIGITS, 31)),
    ]:
        env('THING', pre + body)
    # headers
    for name, v, sec in [
        ('Authorization', 'Bearer ' + base62(40, 91), base62(40, 91)),
        ('Authorization', 'bearer ' + fake.hex(48, 92), fake.hex(48, 92)),
        ('Authorization', 'Token ' + fake.hex(40, 93), fake.hex(40, 93)),
        ('Authorization', 'Basic ' + basic('bob', 94), basic('bob', 94)),
        ('Authorization', base62(40, 95), None),
        ('Authorization', 'ApiKey ' + base64_bytes(30, 96), base64_bytes(30, 96)),
        ('X-API-Key', base62(24, 97), None),
        ('X-Auth-Token', uuid(98), None),
        ('Cookie', 'session=' + base62(40, 99) + '; theme=dark', base62(40, 99)),
        ('PRIVATE-TOKEN', base62(20, 100), None),
        ('x-goog-api-key', google(101), None),
        ('Ocp-Apim-Subscription-Key', fake.hex(32, 102), None),
        ('CF-Access-Client-Secret', fake.hex(64, 103), None),
        ('X-Functions-Key', base64_bytes(40, 104), None),
        ('Proxy-Authorization', 'Basic ' + basic('p', 105), basic('p', 105)),
        ('xi-api-key', fake.hex(32, 106), None),
        ('X-Secret', base62(30, 107), None),
        ('api-key', fake.hex(32, 108), None),
        ('X-Subscription-Token', base62(31, 109), None),
        ('X-RapidAPI-Key', L(50, LOWER_DIGITS, 110), None),
        ('Authorization', 'Bearer ' + jwt(2000000000, 111), jwt(2000000000, 111)),
        ('Authorization', 'Bearer copper-lantern-42-thistle', 'copper-lantern-42-thistle'),
    ]:
        hdr(name, v, sec)
    # args

    def T(i: object) -> str:
        return base62(36, ('arg', i))

    for i, a in enumerate(
        [
            ['--token', '{}'],
            ['--api-key', '{}'],
            ['--apiKey={}'],
            ['--access-token={}'],
            ['--auth', '{}'],
            ['-k', '{}'],
            ['--key', '{}'],
            ['--header', 'Authorization: Bearer {}'],
            ['-H', 'X-API-Key: {}'],
            ['--header=Authorization: Bearer {}'],
            ['API_KEY={}'],
            ['-e', 'SERVICE_TOKEN={}'],
            ['--env', 'SECRET_KEY={}'],
            ['--env=DB_PASS={}'],
            ['--env.MY_TOKEN={}'],
            ['-eTOKEN={}'],
            ['--config', '{{"apiKey":"{}"}}'],
            ['--config', '{{"a":{{"credentials":{{"token":"{}"}}}}}}'],
            ['-c', 'export API_TOKEN={} && run'],
            ['-lc', 'API_TOKEN="{}" npx x'],
            ['bash -c "curl -H \'Authorization: Bearer {}\' https://x.example"'],
            ['--client-secret', '{}'],
            ['--password', '{}'],
            ['--secret={}'],
            ['--bearer', '{}'],
            ['--authorization', 'Bearer {}'],
            ['/token:{}'],
            ['--build-arg', 'NPM_TOKEN={}'],
            ['--set', 'auth.token={}'],
            ['--connection-string', 'Server=db.corp.internal;User Id=sa;Password={};'],
            ['--dsn', 'host=db.corp.internal user=app password={} dbname=x'],
            ['--url', 'https://api.corp.internal/mcp?token={}'],
            ['--headers', '{{"Authorization":"Bearer {}"}}'],
            ['--user', 'bob:{}'],
            ['--api_key', '{}'],
            ['--openai-key', '{}'],
            ['--pat', '{}'],
            ['--jwt-secret', '{}'],
            ['--private-key', '{}'],
            ['-t', 'x', '--githubToken', '{}'],
        ]
    ):
        arg([x.format(T(i)) for x in a], T(i))
    # urls

    def U(i: object) -> str:
        return base62(32, ('url', i))

    for i, u in enumerate(
        [
            'https://mcp.vendor.example/sse?apiKey={}',
            'https://mcp.vendor.example/mcp?x=1&access_token={}&y=2',
            'https://bob:{}@mcp.vendor.example/mcp',
            'https://{}@mcp.vendor.example/',
            'https://mcp.vendor.example/mcp#access_token={}',
            'https://mcp.vendor.example/key/{}/mcp',
            'https://mcp.vendor.example/token/{}',
            'https://mcp.zapier.com/api/mcp/s/{}/mcp',
            'wss://mcp.vendor.example/ws?auth={}',
            'https://mcp.vendor.example/mcp?sig={}&se=2030',
            'https://mcp.vendor.example/mcp?exaApiKey={}',
            'https://mcp.vendor.example/mcp?api-key={}',
            'https://mcp.vendor.example/mcp?profile=a&api_key={}',
            'https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/{}',
        ]
    ):
        url(u.format(U(i)), U(i))
    for i, c in enumerate(
        [
            'postgres://app:{}@db.corp.internal:5432/x',
            'mysql://root:{}@10.0.3.4/x',
            'mongodb+srv://app:{}@cluster0.ab1cd.mongodb.net/?retryWrites=true',
            'redis://:{}@cache.corp.internal:6379/0',
            'amqps://svc:{}@mq.corp.internal/vhost',
            'mssql+pyodbc://sa:{}@sql.corp.internal/x?driver=ODBC',
            'jdbc:postgresql://db.corp.internal/x?user=a&password={}',
            'app:{}@tcp(db.corp.internal:3306)/x',
            'DefaultEndpointsProtocol=https;AccountName=acct;AccountKey={};EndpointSuffix=core.windows.net',
            'Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={}',
            'neo4j+s://neo4j:{}@ab12.databases.neo4j.io',
            'clickhouse://default:{}@ch.corp.internal:9440/x',
            'ldap://cn=admin:{}@ldap.corp.internal',
            'smtps://bob%40x.com:{}@smtp.corp.internal:465',
            'ftp://bob:{}@ftp.corp.internal/',
        ]
    ):
        v = base62(18, ('conn', i))
        out.append(('env', 'STORE_LINK' if i % 2 else 'DATABASE_URL', c.format(v), v))
    # mixed
    g = github_pat('mix')
    env('TOKEN', g + ' ${TOKEN}', g)
    env('TOKEN', '${TOKEN:-' + g + '}', g)
    env('TOKEN', '${TOKEN-' + base62(30, 'd') + '}', base62(30, 'd'))
    env('TOKEN', base62(30, 'e') + '${SUFFIX}', base62(30, 'e'))
    env('PW', 'xYOURq9Kp2mTESTw4z8LmEXAMPLE0qr')
    env('API_KEY', 'yourkey8f3kq9zpt2mw7xv0ch')
    env('API_TOKEN', 'test_' + base62(32, 't'))
    env('API_TOKEN', 'prod-' + fake.hex(40, 't'))
    env('PRIVATE_KEY', private_key('pk'))
    env('CRED', json.dumps(service_account('sa')), service_account('sa')['private_key'].rstrip('\n'))
    env('B64', base64_of('{"token":"' + g + '"}'))
    env('OPTS', '--token=' + base62(30, 'o'), base62(30, 'o'))
    env('OTEL_EXPORTER_OTLP_HEADERS', 'Authorization=Basic ' + basic('x', 'o'), basic('x', 'o'))
    env('OTEL_HEADERS', 'api-key=' + fake.hex(32, 'oo') + ',x=y', fake.hex(32, 'oo'))
    env('CURL_OPTS', '-H "Authorization: Bearer ' + base62(32, 'cu') + '"', base62(32, 'cu'))
    env('NEO4J_AUTH', 'neo4j/' + base62(16, 'n4'), base62(16, 'n4'))
    env('HTTP_PROXY', 'http://bob:' + base62(12, 'px') + '@proxy.corp.internal:3128', base62(12, 'px'))
    env('PIP_INDEX_URL', 'https://__token__:' + base62(40, 'pip') + '@pypi.corp.internal/simple', base62(40, 'pip'))
    env('GIT_REMOTE', 'https://x-access-token:' + github_pat('gr') + '@github.com/a/b.git', github_pat('gr'))
    return out


def first_harmless() -> list[Sample]:
    out = []

    def env(name, v):
        out.append(('env', name, v, ''))

    def hdr(name, v):
        out.append(('header', name, v, ''))

    def arg(*a):
        out.append(('args', '', list(a), ''))

    def url(v):
        out.append(('url', '', v, ''))

    ph = """your-api-key YOUR_API_KEY <your-token> ${TOKEN} $TOKEN %TOKEN% {{token}} {env:TOKEN} ${env:TOKEN} ${input:token}
op://vault/item/field REPLACE_ME changeme xxxxxxxxxxxxxxxx ******** TODO sk-... ghp_xxxxxxxxxxxx sk-ant-api03-xxxx
sk-ant-your-key-here your_token_here insert-token-here <API_KEY> [token] {token} __TOKEN__ MY_API_KEY API_KEY_HERE
example-key dummy-token test-token fake-token-123 placeholder none null ваш-ключ-api tu-clave-aqui votre-cle-api
dein-api-schluessel 你的密钥 あなたのトークン sua-chave-aqui la-tua-chiave jouw-sleutel twoj-klucz seu_token_aqui 여기에_토큰
replace-with-your-token enter_your_key_here <paste key> YOUR-KEY-GOES-HERE abc123 1234567890
0123456789abcdef0123456789abcdef 00000000-0000-0000-0000-000000000000 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa redacted
[REDACTED] <redacted> hidden sk_test_xxx github_pat_YOUR_TOKEN xoxb-your-bot-token eyJ... eyJhbGciOi... AIza...
AIzaSyYOUR_KEY hf_xxxxxxxxxxxx tvly-YOUR_API_KEY fc-YOUR_API_KEY pplx-xxxx ntn_**** lin_api_... sbp_... figd_...
same-as-above see-1password set-in-env required optional keychain://x vault:secret/x#y process.env.TOKEN
os.environ["TOKEN"] $(pass show token) `op read x` ${{ secrets.TOKEN }} <%= ENV["TOKEN"] %> #{TOKEN}# @@TOKEN@@
ENC[AES256_GCM,data:abc] !secret token arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/x-AbCdEf
projects/p/secrets/s/versions/latest akv://v/s env:TOKEN"""
    toks = []
    for p in [
        'ENC[AES256_GCM,data:abc]',
        '$(pass show token)',
        '`op read x`',
        '${{ secrets.TOKEN }}',
        '<%= ENV["TOKEN"] %>',
        '!secret token',
        '<paste key>',
    ]:
        toks.append(p)
        ph = ph.replace(p, '')
    toks += ph.split()
    toks += [
        'sk-' + '1234567890' + LOWER,
        'sk-' + 'proj-' + LOWER + '123456',
        'AK' + 'IAIOSFODNN7' + 'EXAMPLE',
        'glp' + 'at-' + 'x' * 20,
        'AI' + 'zaSy' + 'X' * 33,
    ]
    for p in toks:
        for name in ('API_TOKEN', 'DB_PASSWORD', 'OPENAI_API_KEY'):
            env(name, p)
    for p in [
        'your api key',
        'Your API Key Here',
        'paste your token here',
        'insert key',
        'the token you got from the settings page',
        'Get it from https://x.example/settings',
        'see README',
        'xxxx xxxx xxxx xxxx',
        'my secret password',
        'clé API ici',
        'ваш токен здесь',
        'tu contraseña',
    ]:
        env('API_KEY', p)
        env('SECRET_TOKEN', p)
    for n, v in [
        ('MAX_TOKENS', '4096'),
        ('TOKEN_LIMIT', '100000'),
        ('MAX_OUTPUT_TOKENS', '64000'),
        ('TOKENIZER', 'cl100k_base'),
        ('TOKENIZERS_PARALLELISM', 'false'),
        ('TOKEN_FILE', '/run/secrets/token'),
        ('CREDENTIALS_PATH', '~/.config/x/credentials.json'),
        ('GOOGLE_APPLICATION_CREDENTIALS', '/home/u/key.json'),
        ('GOOGLE_APPLICATION_CREDENTIALS', './service-account.json'),
        ('KEY_FILE', 'C:\\keys\\server.pem'),
        ('SSH_KEY_PATH', '~/.ssh/id_ed25519'),
        ('PRIVATE_KEY', '~/.ssh/id_rsa'),
        ('SECRET_NAME', 'prod/db/password'),
        ('AWS_SECRET_NAME', 'my-app-secret'),
        ('TOKEN_URL', 'https://auth.example.com/oauth/token'),
        ('OAUTH_TOKEN_ENDPOINT', 'https://auth.example.com/token'),
        ('AUTH_URL', 'https://login.example.com'),
        ('AUTH_TYPE', 'bearer'),
        ('AUTH_METHOD', 'api_key'),
        ('AUTH_MODE', 'none'),
        ('AUTH', 'none'),
        ('AUTH', 'true'),
        ('AUTH_PROVIDER', 'keycloak'),
        ('API_KEY_HEADER', 'X-API-Key'),
        ('API_KEY_NAME', 'default'),
        ('PASSWORD_MIN_LENGTH', '12'),
        ('PASSWORD_POLICY', 'strict'),
        ('SORT_KEY', 'created_at'),
        ('PARTITION_KEY', 'tenant_id'),
        ('CACHE_KEY', 'user:42:profile'),
        ('KEY_PREFIX', 'mcp:'),
        ('REDIS_KEY_PREFIX', 'app-cache'),
        ('KEYBOARD_LAYOUT', 'us'),
        ('PUBLIC_KEY_URL', 'https://x.example/jwks.json'),
        ('CLIENT_ID', '3f1c6a54-7b1f-4d6e-9c1e-0f2b7a9d8e11'),
        ('GOOGLE_CLIENT_ID', '123456789012-abc9def8ghi7jkl6mno5pqr4stu3vwx2.apps.googleusercontent.com'),
        ('AZURE_TENANT_ID', uuid(1)),
        ('AZURE_CLIENT_ID', uuid(2)),
        ('AZURE_SUBSCRIPTION_ID', uuid(3)),
        ('PROJECT_REF', letters(20, LOWER, 4)),
        ('NOTION_DATABASE_ID', fake.hex(32, 5)),
        ('AIRTABLE_BASE_ID', 'app' + base62(14, 6)),
        ('SLACK_TEAM_ID', 'T01ABCDEF23'),
        ('SLACK_CHANNEL_IDS', 'C01ABCDEF23,C02ABCDEF34'),
        ('DEFAULT_USER_ID', uuid(7)),
        ('SESSION_ID', uuid(8)),
        ('COMMIT_SHA', fake.hex(40, 9)),
        ('IMAGE_DIGEST', 'sha256:' + fake.hex(64, 10)),
        ('GIT_REF', fake.hex(40, 11)),
        ('CHECKSUM', fake.hex(64, 12)),
        ('FILE_ID', '1' + base62(32, 13)),
        ('SPREADSHEET_ID', base62(44, 14)),
        ('FIGMA_FILE_KEY', base62(22, 15)),
        ('JIRA_PROJECT_KEY', 'PLATFORM'),
        ('BOARD_KEY', 'ENG'),
        ('MODEL', 'claude-3-5-sonnet-20241022'),
        ('MODEL', 'gpt-4o-mini-2024-07-18'),
        ('EMBEDDING_MODEL', 'text-embedding-3-large'),
        ('AWS_REGION', 'us-east-1'),
        ('AWS_PROFILE', 'prod-admin'),
        ('LOG_LEVEL', 'debug'),
        ('NODE_ENV', 'production'),
        ('PATH', '/usr/local/bin:/usr/bin:/bin'),
        ('PYTHONPATH', '/app/src'),
        ('DATABASE_URL', 'postgres://localhost/dev'),
        ('DATABASE_URL', 'sqlite:///data/app.db'),
        ('DATABASE_URL', 'postgresql://hidden'),
        ('MONGODB_URI', 'mongodb://localhost:27017/test'),
        ('REDIS_URL', 'redis://localhost:6379/0'),
        ('DATABASE_URL', 'postgresql://user:password@host:5432/db'),
        ('DATABASE_URL', 'postgres://USER:PASS@HOST/DB'),
        ('DATABASE_URL', 'postgres://app:${DB_PASSWORD}@db.example.com/x'),
        ('DATABASE_URL', 'postgres://<user>:<password>@<host>/db'),
        ('CONNECTION', 'Server=localhost;Database=x;Trusted_Connection=True;'),
        ('CONN', 'Server=db;User Id=sa;Password=<password>;'),
        ('BASE_URL', 'https://api.example.com/v1'),
        ('HOST', '0.0.0.0'),
        ('PORT', '8080'),
        ('EMAIL', 'someone@example.com'),
        ('USER_AGENT', 'Mozilla/5.0 (X11; Linux x86_64)'),
        ('TZ', 'Europe/Berlin'),
        ('LANG', 'en_US.UTF-8'),
        ('FEATURES', 'docs,account,database'),
        ('ALLOWED_PATHS', '/home/u/a:/home/u/b'),
        ('TOKEN_ENDPOINT_AUTH_METHOD', 'client_secret_post'),
        ('SECRET_MANAGER', 'vault'),
        ('SECRETS_BACKEND', 'aws-secretsmanager'),
        ('PASSWORD_STORE_DIR', '~/.password-store'),
        ('PASS_THROUGH', 'true'),
        ('COMPASS_HOME', '/opt/compass'),
        ('BYPASS_AUTH', '1'),
        ('SKIP_AUTH', 'yes'),
        ('AUTHOR', 'Jane Doe'),
        ('AUTHORITY', 'https://login.microsoftonline.com/common'),
        ('MONKEY', 'banana'),
        ('HOTKEY', 'ctrl+shift+k'),
        ('KEYMAP', 'vim'),
        ('CSRF_TOKEN_NAME', '_csrf'),
        ('PAGE_TOKEN', ''),
        ('STRIPE_ACCOUNT', 'acct_1Abc2DefGhIjKlMn'),
        ('PRICE_ID', 'price_1Abc2DefGhIjKlMn3OpQrStU'),
        ('OPENAI_ASSISTANT_ID', 'asst_' + base62(24, 16)),
        ('OPENAI_ORG_ID', 'org-' + base62(24, 17)),
        ('LINEAR_TEAM_ID', uuid(18)),
        ('TELEGRAM_CHAT_ID', '-1001234567890'),
        ('DISCORD_GUILD_ID', '987654321098765432'),
        ('PHONE', '+491701234567'),
        ('VERSION', '1.2.3-beta.4+build.5'),
        ('API_VERSION', '2024-02-15-preview'),
        ('SCOPES', 'read:org repo user:email'),
        ('OAUTH_SCOPES', 'https://www.googleapis.com/auth/drive.readonly'),
        ('TOKEN_TYPE', 'Bearer'),
        ('GRANT_TYPE', 'client_credentials'),
        ('ENCRYPTION_ALGORITHM', 'AES-256-GCM'),
        ('JWT_ALGORITHM', 'RS256'),
        ('JWT_ISSUER', 'https://issuer.example.com'),
        ('JWT_AUDIENCE', 'api://default'),
        ('SIGNATURE_VERSION', 's3v4'),
        ('KEY_ID', 'abc-key-1'),
        ('KMS_KEY_ARN', 'arn:aws:kms:us-east-1:123456789012:key/' + uuid(19)),
        ('KMS_KEY_ID', 'alias/app'),
        ('AZURE_KEY_VAULT_NAME', 'kv-prod'),
        ('AZURE_KEY_VAULT_URL', 'https://kv-prod.vault.azure.net'),
        ('ACCESS_TOKEN_EXPIRES_IN', '3600'),
        ('REFRESH_TOKEN_TTL', '30d'),
        ('WEBHOOK_URL', 'https://x.example/hook'),
        ('WEBHOOK_SECURITY_MODE', 'hmac'),
        ('LICENSE', 'MIT'),
        ('LICENSE_TYPE', 'enterprise'),
        ('PIN_VERSIONS', 'true'),
        ('SALT_ROUNDS', '10'),
        ('SSL_CERT', '/etc/ssl/cert.pem'),
        ('NODE_EXTRA_CA_CERTS', '/etc/ssl/corp-ca.pem'),
        ('REQUESTS_CA_BUNDLE', '/etc/ssl/ca.crt'),
        ('KUBECONFIG', '/home/u/.kube/config'),
        ('CREDENTIAL_HELPER', 'osxkeychain'),
        ('GIT_ASKPASS', '/usr/bin/echo'),
        ('DOCKER_CONFIG', '/home/me/.docker'),
        ('ADO_ORG', 'https://dev.azure.com/acme'),
        ('CODE', 'main'),
        ('STATUS_CODES', '200,201'),
        ('PROMPT', 'You are a helpful assistant. Use the token: wisely.'),
        ('GREETING', 'Say "hello: world" and x=1'),
        ('QUERY', 'SELECT key, token FROM secrets WHERE id=1'),
        ('CRON', '0 0 * * *'),
        ('REGEX', '^[A-Za-z0-9_-]{20,40}$'),
        ('TEMPLATE', 'Hello {{name}}, your code is {code}'),
        ('DATA', '{"a":1,"b":[true,null]}'),
        ('SETTINGS', '{"theme":"dark","maxTokens":4096,"apiKey":"${API_KEY}"}'),
        ('SETTINGS', '{"apiKey":"","token":"<token>"}'),
        ('JAVA_OPTS', '-Xmx2g -Dfile.encoding=UTF-8'),
        ('NODE_OPTIONS', '--max-old-space-size=4096'),
        ('B64', 'SGVsbG8gd29ybGQsIHRoaXMgaXMgYSB0ZXN0'),
        (
            'ICON',
            'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        ),
        ('INTEGRITY', 'sha512-' + base64_bytes(64, 20)),
        ('PUBLIC_KEY', 'ssh-ed25519 ' + base64_bytes(51, 21) + ' me@host'),
        ('VAPID_PUBLIC_KEY', letters(87, BASE64URL, 22)),
        ('SENTRY_RELEASE', 'app@1.2.3+' + fake.hex(12, 23)),
        ('BUILD_ID', fake.hex(16, 24)),
        ('TRACE_ID', fake.hex(32, 25)),
        ('INSTANCE', 'i-0' + fake.hex(16, 26)),
        ('VPC', 'vpc-' + fake.hex(17, 27)),
        ('SUPABASE_URL', 'https://' + letters(20, LOWER, 28) + '.supabase.co'),
        ('PINECONE_HOST', 'https://idx-abc123.svc.us-east1-gcp.pinecone.io'),
        ('QDRANT_URL', 'https://' + uuid(29) + '.eu-central.aws.cloud.qdrant.io:6333'),
        ('COLLECTION', 'my-collection'),
        ('MY_TOKEN_NAME', 'github'),
        ('IS_TOKEN_REQUIRED', 'true'),
        ('HAS_PASSWORD', 'false'),
        ('PASSWORD', 'false'),
        ('USE_API_KEY', '1'),
        ('TOKEN_HEADER', 'Authorization'),
        ('AUTH_HEADER_NAME', 'Authorization'),
        ('KEYCLOAK_REALM', 'master'),
        ('KEYCLOAK_CLIENT', 'account-console'),
        ('ACCESS', 'read-only'),
        ('OPENAI_API_BASE', 'https://api.openai.com/v1'),
        ('OPENAI_API_TYPE', 'azure'),
        ('APIKEY_HEADER', 'x-api-key'),
        ('NPM_TOKEN_VAR', 'NPM_TOKEN'),
        ('GITHUB_TOKEN', 'GITHUB_TOKEN'),
        ('GITHUB_TOKEN', 'github_token'),
        ('SLACK_BOT_TOKEN', 'SLACK_BOT_TOKEN'),
        ('TOKEN', 'TOKEN'),
        ('API_KEY', 'apikey'),
        ('API_KEY', 'local'),
        ('API_KEY', 'not-needed'),
        ('OPENAI_API_KEY', 'sk-no-key-required'),
        ('OPENAI_API_KEY', 'ollama'),
        ('OPENAI_API_KEY', 'lm-studio'),
        ('API_KEY', 'EMPTY'),
        ('API_KEY', 'n/a'),
        ('API_KEY', '-'),
        ('TOKEN', '123456'),
        ('PASSWORD', '*****'),
        ('PASSWORD', 'password'),
        ('PASSWORD', 'postgres'),
        ('POSTGRES_PASSWORD', 'postgres'),
        ('AUTH_TOKEN', 'dev-token'),
        ('AUTH_TOKEN', 'local-dev-token'),
        ('MCP_AUTH_TOKEN', 'my-local-token'),
    ]:
        env(n, v)
    for n, v in [
        ('Authorization', 'Bearer ${TOKEN}'),
        ('Authorization', 'Bearer <token>'),
        ('Authorization', 'Bearer YOUR_TOKEN'),
        ('Authorization', 'Basic <base64>'),
        ('Authorization', 'Basic ${CREDS}'),
        ('Authorization', 'Bearer'),
        ('Content-Type', 'application/json'),
        ('Accept', 'application/json, text/event-stream'),
        ('User-Agent', 'my-client/1.0'),
        ('X-MCP-Toolsets', 'repos,issues'),
        ('X-MCP-Readonly', 'true'),
        ('X-Request-Id', uuid(30)),
        ('MCP-Protocol-Version', '2025-11-25'),
        ('Mcp-Session-Id', uuid(31)),
        ('X-Org-Id', uuid(32)),
        ('X-Project', base62(20, 33)),
        ('X-Client-Version', '2.1.0'),
        ('Origin', 'https://app.example.com'),
        ('Cookie', 'theme=dark'),
        ('Authorization', '{env:TOKEN}'),
        ('x-api-key', '{{API_KEY}}'),
        ('Authorization', 'Bearer local-dev'),
        ('X-Api-Key', 'my-api-key'),
        ('traceparent', '00-' + fake.hex(32, 34) + '-' + fake.hex(16, 35) + '-01'),
        ('If-None-Match', '"' + fake.hex(32, 36) + '"'),
    ]:
        hdr(n, v)
    for a in [
        ['-y', '@modelcontextprotocol/server-github'],
        ['--token', '${TOKEN}'],
        ['--token', '$TOKEN'],
        ['--api-key', 'YOUR_KEY'],
        ['--max-tokens', '4096'],
        ['--token-limit=8000'],
        ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'],
        ['-e', 'API_KEY'],
        ['--env', 'LOG_LEVEL=debug'],
        ['--key-file', '/etc/x.key'],
        ['--credentials', './creds.json'],
        ['--project-ref', letters(20, LOWER, 40)],
        ['--project-ref=' + letters(20, LOWER, 41)],
        ['--sheet', base62(44, 42)],
        ['--file-key', base62(22, 43)],
        ['ghcr.io/x/y@sha256:' + fake.hex(64, 44)],
        ['git+https://github.com/a/b@' + fake.hex(40, 45)],
        ['--rev', fake.hex(40, 46)],
        ['--header', 'Authorization: Bearer ${TOKEN}'],
        ['--header', 'Authorization:${AUTH_HEADER}'],
        ['-H', 'Accept: application/json'],
        ['--config', '{"apiKey":"${K}"}'],
        ['--config', '{"apiKey":"your-key"}'],
        ['--url', 'https://x.example/mcp'],
        ['--auth', 'none'],
        ['--auth', 'oauth'],
        ['-k'],
        ['--no-token'],
        ['--key', 'value'],
        ['--key', 'id'],
        ['--secret-name', 'prod/x'],
        ['--password-stdin'],
        ['mcp-remote', 'https://x.example/sse', '--transport', 'sse-only'],
        ['-c', 'npx -y foo --token $TOKEN'],
        ['-c', 'source .env && exec node server.js'],
        ['-c', 'export API_KEY=$(security find-generic-password -w -s x) && npx foo'],
        ['--user', '1000:1000'],
        ['-u', 'root:root'],
        ['--user', 'node'],
        ['postgresql://localhost/mydb'],
        ['postgresql://user:pass@localhost/db'],
        ['/Users/me/projects/secret-santa/server.js'],
        ['--database', uuid(47)],
        ['--tenant', uuid(48)],
        ['--access-mode=restricted'],
        ['--session', uuid(49)],
        ['--hash', fake.hex(64, 50)],
        ['--package', '@acme/secret-scanner@1.2.3'],
        ['-p', '3000:3000'],
        ['-p', '8080'],
        ['--port', '8080'],
        ['--name', 'key-vault-mcp'],
        ['-t', 'stdio'],
    ]:
        arg(*a)
    for u in [
        'https://mcp.example.com/mcp',
        'https://mcp.example.com/mcp?api_key=${KEY}',
        'https://mcp.example.com/mcp?api_key=YOUR_KEY',
        'https://mcp.example.com/mcp?token=<token>',
        'https://mcp.example.com/mcp?project_ref=' + letters(20, LOWER, 51),
        'https://mcp.example.com/' + uuid(52) + '/mcp',
        'https://server.smithery.ai/@org/pkg/mcp',
        'https://docs.google.com/d/1' + base62(43, 53) + '/edit',
        'https://github.com/a/b/blob/' + fake.hex(40, 54) + '/x.md',
        'https://raw.githubusercontent.com/a/b/' + fake.hex(40, 55) + '/schema.json',
        'http://localhost:3000/sse?sessionId=' + uuid(56),
        'https://x.atlassian.net/browse/KEY-1234',
        'https://mcp.example.com/teams/' + letters(12, LOWER_DIGITS, 57) + '/mcp',
        'https://' + letters(20, LOWER, 58) + '.supabase.co/functions/v1/mcp',
        'https://abc123.execute-api.us-east-1.amazonaws.com/prod/mcp',
        'https://mcp.example.com/mcp?features=docs,debug&read_only=true',
        'https://user@mcp.example.com/mcp',
        'https://git@github.com/a/b',
        'http://host.docker.internal:8080/mcp',
        'https://mcp.example.com/v1/models/claude-3-5-sonnet-20241022',
        'https://mcp.example.com/mcp?key=value&sort_key=name',
        'https://mcp.example.com/mcp?token_type=bearer',
        'https://mcp.example.com/mcp#section-about-tokens',
        'https://%7B%7Bhost%7D%7D/mcp?token=%7B%7BTOKEN%7D%7D',
    ]:
        url(u)
    return out


def second_secrets() -> list[Sample]:
    out = []

    def env(name, v, sec=None):
        out.append(('env', name, v, sec or v))

    def hdr(name, v, sec=None):
        out.append(('header', name, v, sec or v))

    def arg(args, sec):
        out.append(('args', '', args, sec))

    def url(v, sec):
        out.append(('url', '', v, sec))

    def b(i: object, n: int = 32) -> str:
        return base62(n, ('s3', i))

    def h(i: object, n: int = 32) -> str:
        return fake.hex(n, ('s3', i))

    env('TOTP_SECRET', L(32, BASE32, 1))
    env('OTP_URI', 'otpauth://totp/x:bob?secret=' + L(32, BASE32, 2) + '&issuer=x', L(32, BASE32, 2))
    env('DB', 'bob:' + b(3, 16) + '@db.corp.internal:5432/app', b(3, 16))
    env(
        'ODBC',
        'Driver={ODBC Driver 18 for SQL Server};Server=tcp:sql.corp.internal,1433;UID=app;PWD=' + b(4, 16) + ';Encrypt=yes',
        b(4, 16),
    )
    env('JDBC', 'jdbc:sqlserver://sql.corp.internal:1433;databaseName=x;user=sa;password=' + b(5, 16), b(5, 16))
    env('NETRC', 'machine api.corp.internal login bob password ' + b(6, 20), b(6, 20))
    env('NPMRC', '//registry.npmjs.org/:_authToken=' + npm(7), npm(7))
    env(
        'SSH_KEY',
        '-----BEGIN OPENSSH ' + 'PRIVATE KEY-----\n' + base64_bytes(300, 8) + '\n-----END OPENSSH ' + 'PRIVATE KEY-----',
    )
    env('GITHUB_APP_PRIVATE_KEY_B64', base64_of(private_key('gh')))
    env('GCP_SA_JSON', base64_of(json.dumps(service_account('b64'))))
    env(
        'JWK',
        json.dumps({'kty': 'RSA', 'n': base64_bytes(64, 9), 'e': 'AQAB', 'd': base64_bytes(64, 10)}),
        base64_bytes(64, 10),
    )
    env('DISCORD_TOKEN', 'MTA' + b(11, 21) + '.G' + b(12, 5) + '.' + b(13, 38))
    env(
        'DISCORD_WEBHOOK',
        'https://discord.com/api/webhooks/' + L(19, '123456789', 14) + '/' + L(68, BASE64URL, 15),
        L(68, BASE64URL, 15),
    )
    env('TG', 'https://api.telegram.org/bot' + telegram(16) + '/sendMessage', telegram(16))
    env('SLACK_WEBHOOK', slack_webhook(17), slack_webhook(17).rpartition('/')[2])
    env('FCM_SERVER_KEY', 'AAAA' + b(18, 7) + ':APA91b' + L(134, BASE64URL, 19))
    env('PAYPAL_SECRET', 'E' + L(79, BASE64URL, 20))
    env('FB_APP_SECRET', h(21))
    env('GITHUB_CLIENT_SECRET', h(22, 40))
    env('HEROKU_API_KEY', uuid(23))
    env('VERCEL_TOKEN', b(24, 24))
    env('CF_GLOBAL_KEY', h(25, 37))
    env('CLOUDFLARE_API_KEY', h(25, 37))
    env('NEW_RELIC_LICENSE_KEY', h(26, 36) + 'NRAL')
    env('OKTA_API_TOKEN', '00' + L(40, BASE64URL, 27))
    env('AUTH0_CLIENT_SECRET', L(64, BASE64URL, 28))
    env('ALGOLIA_API_KEY', h(29))
    hdr('Authorization', 'ApiKey ' + base64_of(b(30, 20) + ':' + b(31, 22)), base64_of(b(30, 20) + ':' + b(31, 22)))
    env('bearerToken', b(32))
    env('personalAccessToken', b(33))
    env(
        'connectionString',
        'AccountEndpoint=https://x.documents.azure.com:443/;AccountKey=' + base64_bytes(64, 34) + ';',
        base64_bytes(64, 34),
    )
    env('SIGNING_KEY_BASE64', base64_bytes(32, 35))
    env('HMAC_SECRET', h(36, 64))
    env('WG_PRIVATE_KEY', base64_bytes(32, 37))
    env('TAILSCALE_AUTHKEY', 'tskey-' + 'auth-' + b(38, 12) + 'CNTRL-' + b(39, 32))
    env('DEEPSEEK_API_KEY', 'sk-' + h(40, 32))
    env('MOONSHOT_API_KEY', 'sk-' + b(41, 48))
    env('DASHSCOPE_API_KEY', 'sk-' + h(42, 32))
    env('ZHIPU_API_KEY', h(43, 32) + '.' + b(44, 16))
    env('MINIMAX_API_KEY', jwt(2100000000, 45))
    env('SERPER_API_KEY', h(46, 40))
    env('SERPAPI_KEY', h(47, 64))
    env('EXA_API_KEY', uuid(48))
    env('KAGI_API_KEY', b(49, 22) + '.' + b(50, 43))
    env('YOU_API_KEY', uuid(51) + '<__>' + b(52, 20))
    env('MISTRAL_API_KEY', b(53, 32))
    env('COHERE_API_KEY', b(54, 40))
    env('AI21_KEY', b(55, 32))
    env('TOGETHER_API_KEY', h(56, 64))
    env('DEEPGRAM_API_KEY', h(57, 40))
    env('ASSEMBLYAI_API_KEY', h(58, 32))
    env('CLICKUP_API_KEY', 'pk_' + L(8, '123456789', 59) + '_' + L(32, UPPER_DIGITS, 60))
    env('ASANA_ACCESS_TOKEN', '2/' + L(16, '123456789', 61) + '/' + L(16, '123456789', 62) + ':' + h(63, 32))
    env('TODOIST_API_KEY', h(64, 40))
    env('MONDAY_TOKEN', jwt(None, 65))
    env('COUCHBASE_PASSWORD', 'Tr4vel!Sample9')
    env('SNOWFLAKE_PASSWORD', 'Winter#2024Snow')
    env('ORACLE_CONN', 'system/Manag3r!x@orcl.corp.internal:1521/XE', 'Manag3r!x')
    env('MYSQL_DSN', 'root:s3cr3tRoot!@tcp(10.0.0.5:3306)/app', 's3cr3tRoot!')
    env('WP_APP_PASSWORD', 'aB3d eF6h iJ9k lM2n oP5q rS8t')
    env('GMAIL_APP_PASSWORD', 'vqkz mwxd hjtr bnfc')
    env('ICLOUD_PASSWORD', 'kxjq-wvzm-hbtr-ndfc')
    env('ADMIN_PASS', 'Ilove2codeAtNight')
    env('PASSWORD', 'Zebra77crossing')
    env('PASSWORD', '!Q2w#E4r%T6y')
    env('PASSWORD', 'kl3ine-Wolke')
    env('DB_PASS', 'b0ntempi')
    env('DB_PWD', '84621975')
    env('PASSPHRASE', 'the quick violet fox naps'.replace('the ', ''))
    env('SECRET', 'Xk9$mPq2&vLn')
    env('APP_SECRET', 'f3a9c1d7e5b8')
    env('API_SECRET', h(66, 24))
    env('SESSION_KEY', h(67, 16))
    env('RAILS_MASTER_KEY', h(68, 32))
    env('SECRET_KEY_BASE', h(69, 128))
    env('DJANGO_SECRET_KEY', 'django-insecure-' + L(50, BASE62.lower() + '!@#%^&*(-_=+)', 70))
    env('APP_KEY', 'base64:' + base64_bytes(32, 71), base64_bytes(32, 71))
    env('FERNET_KEY', base64_bytes(32, 72).replace('+', '-').replace('/', '_'))
    env('PROXY_URL', 'socks5://bob:' + b(73, 12) + '@10.2.3.4:1080', b(73, 12))
    env('SMTP_URL', 'smtp://bob:' + b(74, 14) + '@smtp.corp.internal:587', b(74, 14))
    env(
        'KAFKA',
        'sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="bob" password="'
        + b(75, 20)
        + '";',
        b(75, 20),
    )
    env('ES_URL', 'https://elastic:' + b(76, 24) + '@es.corp.internal:9243', b(76, 24))
    env('CELERY_BROKER', 'amqp://guest2:' + b(77, 14) + '@mq.corp.internal//', b(77, 14))
    env('INFLUX', 'https://i.corp.internal/write?u=bob&p=' + b(78, 16), b(78, 16))
    env('SAS', 'https://a.blob.core.windows.net/x?sp=r&sig=' + b(79, 43) + '%3D', b(79, 43) + '%3D')
    env('PRESIGNED', 'https://b.s3.amazonaws.com/x?X-Amz-Algorithm=AWS4&X-Amz-Signature=' + h(80, 64), h(80, 64))
    arg(['--header=X-Api-Key:' + b(81)], b(81))
    arg(['--api-key=' + '"' + b(82) + '"'], b(82))
    arg(['--token', "'" + b(83) + "'"], b(83))
    arg(['-p', b(84, 20)], b(84, 20))
    arg(['-a', b(85, 20), '--pass', b(86, 20)], b(86, 20))
    arg(['--auth-token=' + b(87)], b(87))
    arg(['--oauth-client-secret', b(88)], b(88))
    arg(['login', '-u', 'bob', '-p', b(89, 24)], b(89, 24))
    arg(['--arg', 'api_key=' + b(90)], b(90))
    arg(['x', 'token:' + b(91)], b(91))
    arg(['--vault-token', b(92)], b(92))
    arg(['--json', '[{"name":"API_KEY","value":"' + b(93) + '"}]'], b(93))
    arg(['cmd', '/c', 'set API_TOKEN=' + b(94) + '&& npx x'], b(94))
    arg(['-Command', '$env:API_TOKEN="' + b(95) + '"; npx x'], b(95))
    arg(['--', '--key=' + b(96)], b(96))
    arg(['env', 'GITHUB_TOKEN=' + b(97), 'npx', 'x'], b(97))
    arg(['run', '--secret', 'id=token,value=' + b(98)], b(98))
    arg(['-D', 'api.token=' + b(99)], b(99))
    arg(['--spring.datasource.password=' + b(100, 16)], b(100, 16))
    arg(['--config', 'token: ' + b(101)], b(101))
    arg(['--basic-auth', 'bob:' + b(102, 14)], b(102, 14))
    arg(['--credentials', b(103, 40)], b(103, 40))
    arg(['--service-account-key', b(104, 40)], b(104, 40))
    arg(['--session-cookie', b(105, 40)], b(105, 40))
    arg(['--smtp-pass', b(106, 14)], b(106, 14))
    arg(['https://a.example/mcp', '--api-token', b(107)], b(107))
    arg(['mongodb://bob:' + b(108, 16) + '@m1.corp.internal:27017,m2.corp.internal:27017/x?replicaSet=r'], b(108, 16))
    for i, n in enumerate(
        """X-Vault-Token X-Figma-Token X-Shopify-Access-Token X-Auth-Key X-Api-Secret Api-Token X-N8N-API-KEY X-Plex-Token
X-Gitlab-Token Circle-Token X-Honeycomb-Team X-Postmark-Server-Token X-Contentful-Management-Token x-apisports-key
X-Mashape-Key hibp-api-key X-CMC_PRO_API_KEY X-Typesense-Api-Key X-Algolia-API-Key X-Parse-REST-API-Key xc-token
X-Metabase-Session Grpc-Metadata-Authorization X-MBX-APIKEY X-Meili-API-Key Notion-Token""".split()
    ):
        hdr(n, b(('h', i), 32))
    url('https://mcp.example.com/mcp?apikey=' + b(110), b(110))
    url('https://mcp.example.com/mcp?auth_token=' + uuid(111), uuid(111))
    url('https://mcp.example.com/mcp?secret=' + b(112), b(112))
    url('https://mcp.example.com/mcp?key=' + b(113), b(113))
    url('https://mcp.example.com/mcp?x-api-key=' + h(114), h(114))
    url('https://mcp.example.com/mcp?jwt=' + jwt(2000000000, 115), jwt(2000000000, 115))
    url('https://mcp.example.com/bot/' + b(116) + '/mcp', b(116))
    url('https://mcp.example.com/api_key=' + b(117) + '/mcp', b(117))
    url('https://mcp.example.com/' + gitlab_pat(118) + '/mcp', gitlab_pat(118))
    url('https://mcp.example.com/mcp?tavilyApiKey=' + tavily(119), tavily(119))
    url('https://mcp.example.com/mcp?password=Gr%C3%BCn-Haus-77', 'Gr%C3%BCn-Haus-77')
    url(
        'https://mcp.example.com/mcp?config=' + base64_of(json.dumps({'debug': False, 'notionToken': b(120)})),
        base64_of(json.dumps({'debug': False, 'notionToken': b(120)})),
    )
    return out


def second_harmless() -> list[Sample]:
    out = []

    def env(name, v):
        out.append(('env', name, v, ''))

    def hdr(name, v):
        out.append(('header', name, v, ''))

    def arg(*a):
        out.append(('args', '', list(a), ''))

    def url(v):
        out.append(('url', '', v, ''))

    for n, v in [
        ('REQUEST_ID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
        ('POD', 'mcp-7d9f8b6c5d-x2x4z'),
        ('ECR', '123456789012.dkr.ecr.us-east-1.amazonaws.com/mcp:1.2'),
        ('BUCKET', 'my-bucket-3f9a8c7d'),
        ('CF', 'd111111abcdef8.cloudfront.net'),
        ('RESOURCE', '/subscriptions/' + uuid(1) + '/resourceGroups/rg/providers/x'),
        ('HF_MODEL', 'meta-llama/Llama-3.1-8B-Instruct'),
        ('MODEL', 'ft:gpt-4o-mini-2024-07-18:acme::AbC123xY'),
        ('OLLAMA_MODEL', 'qwen2.5-coder:32b-instruct-q4_K_M'),
        ('GA_ID', 'G-ABCDEF1234'),
        ('EXT', 'ms-python.python'),
        ('UUID7', '018f3f5e-7c1a-7b3c-9d2e-1a2b3c4d5e6f'),
        ('SVG', 'M10 10 H 90 V 90 H 10 L 10 10'),
        ('DSN', 'file:memdb1?mode=memory'),
        ('COLORS', '#ff0000,#00ff00'),
        ('EXPIRES', '2030-01-01T00:00:00Z'),
        ('SECRET_SANTA_URL', 'https://santa.example.com'),
        ('KEYS_DIR', '/etc/keys'),
        ('TOKENS_PER_MINUTE', '90000'),
        ('PASSWORDLESS', 'true'),
        ('AUTH_CALLBACK', 'http://localhost:3000/callback'),
        ('AUTHENTICATION', 'oauth'),
        ('AUTHORIZATION_SERVER', 'https://as.example.com'),
        ('TOKEN_COUNTER', 'tiktoken'),
        ('SECRET_ROTATION_DAYS', '90'),
        ('SECRETS_PROVIDER', 'doppler'),
        ('COOKIE_NAME', 'session'),
        ('COOKIE_DOMAIN', '.example.com'),
        ('SESSION_TIMEOUT', '3600'),
        ('SESSION_STORE', 'redis'),
        ('ACCESS_KEY_ID_HEADER', 'x-id'),
        ('API_KEY_LOCATION', 'query'),
        ('ENCRYPTION', 'tls'),
        ('ENCRYPTION_KEY_ID', 'alias/mcp'),
        ('PRIVATE_NETWORK', '10.0.0.0/8'),
        ('PRIVATE_KEY_FORMAT', 'pkcs8'),
        ('KEYCHAIN', 'login'),
        ('KEYRING_BACKEND', 'keyrings.alt.file.PlaintextKeyring'),
        ('PIN', 'disabled'),
        ('PINNED', 'yes'),
        ('OTP_ENABLED', 'false'),
        ('CODE_PATH', '/src'),
        ('LICENSE_FILE', 'LICENSE'),
        ('SIGNATURE_HEADER', 'X-Hub-Signature-256'),
        ('WEBHOOK_EVENTS', 'push,pull_request'),
        ('CREDENTIALS', 'omit'),
        ('CREDENTIALS', 'same-origin'),
        ('CREDENTIALS', 'include'),
        ('PASSWORD_HASHER', 'argon2'),
        ('PASS', '1'),
        ('TOKEN', 'none'),
        ('TOKEN', 'optional'),
        ('API_KEY', 'unused'),
        ('API_KEY', 'anything'),
        ('API_KEY', 'fake'),
        ('API_KEY', 'sk-fake'),
        ('API_KEY', 'sk-test'),
        ('API_KEY', 'sk-local'),
        ('API_KEY', 'sk-dummy-key'),
        ('API_KEY', 'sk-placeholder'),
        ('API_KEY', 'dummy-api-key-for-local'),
        ('OPENAI_API_KEY', 'not-a-real-key'),
        ('OPENAI_API_KEY', 'sk-not-needed'),
        ('API_KEY', '<get from vault>'),
        ('API_KEY', '[your key]'),
        ('API_KEY', '{your key}'),
        ('API_KEY', '(your key)'),
        ('API_KEY', '***'),
        ('API_KEY', '•••••'),
        ('API_KEY', '?'),
        ('API_KEY', '...'),
        ('API_KEY', 'YOUR-API-KEY'),
        ('API_KEY', 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'),
        ('API_KEY', 'XXXX-XXXX-XXXX'),
        ('API_KEY', 'ABCDEF123456'),
        ('API_KEY', 'abcdefghijklmnopqrstuvwxyz'),
        ('API_KEY', 'abcd1234efgh5678'),
        ('API_KEY', '1a2b3c4d5e6f7g8h9i0j'),
        ('API_KEY', 'sk-abc123'),
        ('API_KEY', 'sk-abc...xyz'),
        ('API_KEY', 'sk-ant-api03-ABC...'),
        ('API_KEY', 'ghp_abc123'),
        ('API_KEY', 'gh' + 'p_1234567890' + LOWER),
        ('API_KEY', 'gh' + 'p_' + LOWER + '1234567890'),
        ('API_KEY', 'AI' + 'zaSy' + LOWER.upper() + '0123456'),
        ('API_KEY', 'AIzaSy...'),
        ('API_KEY', 'xoxb-1234-5678-abcd'),
        ('API_KEY', 'xo' + 'xb-123456789012-1234567890123-' + 'x' * 12),
        ('API_KEY', 'pk_test_your_key'),
        ('API_KEY', 'sk_live_your_key'),
        ('AWS_SECRET_ACCESS_KEY', 'wJalrXUtn' + 'FEMI/K7MDENG/bPxRfiCY' + 'EXAMPLEKEY'),
        ('AWS_ACCESS_KEY_ID', 'YOUR_AWS_ACCESS_KEY_ID'),
        ('AWS_ACCESS_KEY_ID', 'AK' + 'IA' + 'X' * 16),
        ('TOKEN', jwt().partition('.')[0] + '...'),
        ('TOKEN', jwt(None, 0, sub='1234567890', name='John Doe')),
        ('PRIVATE_KEY', '-----BEGIN PRIVATE' + ' KEY-----\n...\n-----END PRIVATE' + ' KEY-----'),
        ('PRIVATE_KEY', '-----BEGIN RSA PRIVATE' + ' KEY-----\nYOUR KEY HERE\n-----END RSA PRIVATE' + ' KEY-----'),
        ('PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\n' + base64_bytes(200, 5) + '\n-----END PUBLIC KEY-----'),
        ('CERT', '-----BEGIN CERTIFICATE-----\n' + base64_bytes(300, 6) + '\n-----END CERTIFICATE-----'),
        ('DATABASE_URL', 'postgres://postgres:postgres@localhost:5432/postgres'),
        ('DATABASE_URL', 'postgresql://user:pass@localhost/db'),
        ('DATABASE_URL', 'mysql://root:root@127.0.0.1/test'),
        ('DATABASE_URL', 'mongodb://admin:admin@mongo:27017'),
        ('DATABASE_URL', 'postgresql://username:password@hostname:5432/database'),
        ('DATABASE_URL', 'postgresql://[user]:[password]@[host]/[db]'),
        ('DATABASE_URL', 'postgresql://$USER:$PASS@$HOST/db'),
        ('DATABASE_URL', 'postgresql://${USER}:${PASS}@${HOST}:5432/${DB}'),
        ('DATABASE_URL', 'postgresql://user:******@db.example.com/x'),
        ('DATABASE_URL', 'postgresql://user:xxxx@db.example.com/x'),
        ('DATABASE_URL', 'postgresql://user:YOUR_PASSWORD@db.example.com/x'),
        ('DATABASE_URL', 'postgresql://user:<password>@db.example.com/x'),
        ('NEO4J_AUTH', 'none'),
        ('NEO4J_AUTH', 'neo4j/password'),
        ('PASSWORD', 'ihr-passwort'),
        ('PASSWORD', 'mot_de_passe'),
        ('PASSWORD', 'contraseña'),
        ('PASSWORD', 'пароль'),
        ('PASSWORD', 'パスワード'),
        ('PASSWORD', '密码'),
        ('TOKEN', 'ваш_токен_здесь'),
        ('TOKEN', 'ваш-api-ключ'),
        ('TOKEN', '<ваш токен>'),
        ('TOKEN', 'tu_token_aqui'),
        ('TOKEN', 'votre_jeton'),
        ('TOKEN', 'dein_token_hier'),
        ('TOKEN', 'il-tuo-token'),
        ('TOKEN', 'uw-token-hier'),
        ('TOKEN', 'twój_token'),
        ('TOKEN', 'belirtecinizi-buraya-girin'.replace('belirtecinizi', 'token')),
        ('TOKEN', '在这里填写你的令牌'),
        ('TOKEN', '请替换为您的密钥'),
        ('TOKEN', 'トークンをここに入力'),
        ('TOKEN', '여기에 토큰을 입력하세요'),
        ('TOKEN', 'أدخل رمزك هنا'),
        ('TOKEN', 'введите токен'),
        ('TOKEN', 'váš-token'),
        ('TOKEN', 'din-token-här'),
        ('TOKEN', 'masukkan-token-anda'),
        ('TOKEN', 'nhập token của bạn'),
        ('GITHUB_TOKEN', 'your github token'),
        ('GITHUB_TOKEN', 'GH_PAT'),
        ('GITHUB_TOKEN', 'ghp_YourTokenHere'),
        ('GITHUB_TOKEN', 'gh' + 'p_REPLACE_WITH_YOUR_TOKEN'),
        ('GITHUB_TOKEN', '<github-pat-with-repo-scope>'),
        ('GITHUB_TOKEN', '${{ secrets.GITHUB_TOKEN }}'),
        ('SLACK_TOKEN', 'xoxp-your-token'),
        ('NOTION_TOKEN', 'ntn_your_token'),
        ('NOTION_TOKEN', 'secret_your_token'),
        ('OPENAPI_MCP_HEADERS', '{"Authorization": "Bearer ntn_****", "Notion-Version": "2022-06-28"}'),
        ('OPENAPI_MCP_HEADERS', '{"Authorization": "Bearer ${NOTION_TOKEN}"}'),
        ('HEADERS', '{"Authorization":"Bearer YOUR_TOKEN"}'),
        ('ARGS', '--token YOUR_TOKEN --url https://x.example'),
        ('CMD', 'export TOKEN=$(vault read -field=t x) && run'),
        ('NOTE', 'password: see 1Password'),
        ('NOTE', 'Set API_KEY=... before use'),
        ('INSTRUCTIONS', 'Use the token wisely; the api key is stored in the keychain.'),
    ]:
        env(n, v)
    for n, v in [
        ('X-Trace-Id', fake.hex(32, 50)),
        ('X-Correlation-ID', uuid(51)),
        ('X-Tenant', uuid(52)),
        ('X-Api-Version', '2024-01-01'),
        ('Notion-Version', '2022-06-28'),
        ('X-Goog-User-Project', 'my-project-123'),
        ('X-Amz-Date', '20240101T000000Z'),
        ('Cookie', 'lang=de; theme=dark'),
        ('X-Auth-Type', 'bearer'),
        ('X-Token-Type', 'jwt'),
        ('Authorization', 'Bearer $TOKEN'),
        ('Authorization', 'Bearer %TOKEN%'),
        ('Authorization', 'Bearer {{token}}'),
        ('Authorization', 'token ${T}'),
        ('Authorization', 'Basic {{base64}}'),
        ('Authorization', 'Basic dXNlcjpwYXNzd29yZA=='),
        ('Authorization', 'Basic YWRtaW46YWRtaW4='),
        ('Authorization', 'Bearer test'),
        ('Authorization', 'Bearer dev-secret'),
        ('X-API-Key', 'demo'),
        ('X-API-Key', 'test-key'),
        ('X-API-Key', 'public'),
        ('Accept-Language', 'de-DE,de;q=0.9'),
        ('X-Forwarded-For', '10.0.0.1'),
        ('Cache-Control', 'no-cache'),
        ('Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='),
    ]:
        hdr(n, v)
    for a in [
        ['--profile', 'prod'],
        ['--key-vault', 'kv-x'],
        ['--token-program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
        ['--contract', '0x' + fake.hex(40, 60)],
        ['--wallet', '0x' + fake.hex(40, 61)],
        ['--commit', fake.hex(40, 62)],
        ['--digest', 'sha256:' + fake.hex(64, 63)],
        ['--device', fake.hex(16, 64)],
        ['--uuid', uuid(65)],
        ['--account-id', uuid(66)],
        ['--workspace', uuid(67)],
        ['--notion-page', fake.hex(32, 68)],
        ['--page-id', fake.hex(32, 69)],
        ['--table', 'tbl' + base62(14, 70)],
        ['--base', 'app' + base62(14, 71)],
        ['--channel', 'C0123ABCDEF'],
        ['--auth-type', 'token'],
        ['--auth-mode=bearer'],
        ['--use-token'],
        ['--token-env', 'GITHUB_TOKEN'],
        ['--token-file=/run/secrets/t'],
        ['--api-key-env', 'OPENAI_API_KEY'],
        ['--password-file', '/run/p'],
        ['--secret', 'my-k8s-secret'],
        ['--secrets-dir', '/run/secrets'],
        ['--key', 'Enter'],
        ['--key', 'ctrl+c'],
        ['-k', '10'],
        ['--keys', 'a,b,c'],
        ['--tokens', '1000'],
        ['--pass-env'],
        ['-e', 'FOO=bar', '-e', 'TOKEN'],
        ['-e', 'TOKEN=${TOKEN}'],
        ['--env', 'API_KEY=your-key'],
        ['--header', 'X-API-Key: ${KEY}'],
        ['--header', 'X-API-Key: <key>'],
        ['python', '-c', 'import os; print(os.environ["API_KEY"])'],
        ['-c', 'TOKEN=$(gh auth token) exec npx x'],
        ['-c', 'cd /x && API_KEY="$API_KEY" npx x'],
        ['--url', 'http://localhost:8080?token=${T}'],
        ['--jq', '.token'],
        ['--filter', 'password=*'],
        ['--columns', 'id,token,secret'],
        ['--exclude', 'secrets/**'],
        ['--schema', 'auth'],
        ['--realm', 'master'],
        ['--user', 'bob'],
        ['-u', 'bob'],
        ['--header', 'Content-Type: application/json'],
        ['https://registry.npmjs.org/@x/y/-/y-1.0.0.tgz'],
    ]:
        arg(*a)
    for u in [
        'https://mcp.notion.com/mcp',
        'https://mcp.sentry.dev/mcp/acme/web-app',
        'https://api.githubcopilot.com/mcp/x/repos/readonly',
        'https://mcp.supabase.com/mcp?project_ref=abcdefghijklmnopqrst',
        'https://mcp.atlassian.com/v1/sse',
        'https://mcp.example.com/sse?session_id=' + uuid(80),
        'https://gitmcp.io/modelcontextprotocol/typescript-sdk',
        'https://huggingface.co/mcp?login',
        'https://' + fake.hex(8, 81) + '.ngrok-free.app/mcp',
        'https://' + fake.hex(12, 82) + '.trycloudflare.com/sse',
        'https://mcp-' + letters(10, LOWER_DIGITS, 83) + '-uc.a.run.app/mcp',
        'https://' + letters(10, LOWER_DIGITS, 84) + '.lambda-url.us-east-1.on.aws/',
        'https://mcp.linear.app/mcp?team=ENG',
        'https://api.example.com/v1/accounts/' + uuid(85) + '/mcp',
        'https://api.example.com/v1/projects/' + fake.hex(24, 86) + '/mcp',
        'https://app.example.com/w/' + base62(12, 87) + '/mcp',
        'http://127.0.0.1:3845/mcp?id=' + fake.hex(16, 88),
        'https://mcp.example.com/mcp?client_id=' + uuid(89),
        'https://mcp.example.com/mcp?code_challenge_method=S256',
        'https://mcp.example.com/mcp?utm_source=docs&utm_campaign=spring-sale-2024-landing',
        'https://mcp.example.com/mcp?workspace=' + uuid(90),
    ]:
        url(u)
    return out
