"""References to a credential that stands somewhere else, in every dialect people try."""
from __future__ import annotations

WHOLE = (
    '${GITHUB_TOKEN}', '$GITHUB_TOKEN', '${env:GITHUB_TOKEN}', '{env:GITHUB_TOKEN}', '${input:github_token}', '%GITHUB_TOKEN%',
    '${GITHUB_TOKEN:-}', '${GITHUB_TOKEN:-none}', '${GITHUB_TOKEN:?missing}', '${GITHUB_TOKEN-}', '${user_config.api_key}', '$env:GITHUB_TOKEN',
    '${secrets.GITHUB_TOKEN}', '${{ secrets.GITHUB_TOKEN }}', '${{secrets.DEPLOY_PAT}}', '{{ secrets.API_KEY }}', '{{API_KEY}}', '{{ .Env.API_KEY }}',
    '{{env.API_KEY}}', '{{ env "API_KEY" }}', '<%= ENV["API_KEY"] %>', '<%= process.env.API_KEY %>', '!!API_KEY!!', '!env_var API_KEY',
    'op://Private/GitHub/credential', 'op://Engineering/OpenAI API/password', 'bws://6f1d8f0e/api-key', 'doppler://prod/API_KEY',
    'vault:secret/data/mcp#token', 'vault://kv/mcp/github', 'aws-sm://prod/mcp/github', 'arn:aws:secretsmanager:eu-west-1:‹dig:12›:secret:mcp/github-‹b62:6›',
    'projects/‹dig:12›/secrets/github-token/versions/latest', 'gcp-secret://my-project/github', 'keyring://mcp/github', 'keychain:github-mcp',
    'env://GITHUB_TOKEN', 'env:GITHUB_TOKEN', 'file:///run/secrets/github', 'file:./secrets/token', '@/run/secrets/api_key', '{file:~/.secrets/github}',
    '@Microsoft.KeyVault(SecretUri=https://corp.vault.azure.net/secrets/mcp/)', 'https://corp.vault.azure.net/secrets/github-token',
    'ref+awsssm://prod/mcp/token', 'ref+vault://secret/mcp#/token', 'ssm:/prod/mcp/token', 'pass:work/github', 'infisical://prod/GITHUB',
    '$(op read op://Private/GitHub/token)', '$(pass show mcp/github)', '$(cat ~/.config/mcp/token)', '$(gh auth token)', '`gh auth token`',
    '$(security find-generic-password -s mcp -w)', '$(aws secretsmanager get-secret-value --secret-id mcp --query SecretString --output text)',
    '$(gcloud auth print-access-token)', '$(az account get-access-token --query accessToken -o tsv)', '$(printenv API_KEY)', '$API_KEY_PROD',
    'process.env.GITHUB_TOKEN', 'os.environ["GITHUB_TOKEN"]', "os.getenv('API_KEY')", 'ENV[API_KEY]', 'ENV.API_KEY', '#{ENV.API_KEY}', '#{apiKey}',
    '${config:mcp.token}', '${command:acme.getToken}', '${localEnv:GITHUB_TOKEN}', '${containerEnv:API_KEY}', '${VAR}', '${CLAUDE_PLUGIN_OPTION_TOKEN}',
    '${keychain:github}', '${op:GitHub}', '${API_KEY}${API_KEY_SUFFIX}', '${USERNAME}:${PASSWORD}', '${A:-${B}}', '\\${API_KEY}', '$$API_KEY',
    'GITHUB_TOKEN', 'OPENAI_API_KEY', 'MY_COMPANY_API_TOKEN', 'SUPABASE_ACCESS_TOKEN', '{API_KEY}', '[[API_KEY]]', '<API_KEY>', '__API_KEY__',
    '!ref ApiKeySecret', '!vault mcp/github', '!secret github_token', 'ENC[AES256_GCM,data:‹b64:24›,iv:‹b64:32›,tag:‹b64:16›,type:str]',
)
NAMES = ('GITHUB_TOKEN', 'API_KEY', 'SERVICE_PASSWORD', 'CLIENT_SECRET', 'ACCESS_TOKEN', 'AUTH_TOKEN', 'PRIVATE_KEY', 'DB_PASS', 'authToken')
PARTS = (
    ('header', 'Authorization', 'Bearer ${MCP_TOKEN}'),
    ('header', 'Authorization', 'Bearer $MCP_TOKEN'),
    ('header', 'Authorization', 'Bearer ${env:MCP_TOKEN}'),
    ('header', 'Authorization', 'Bearer {env:MCP_TOKEN}'),
    ('header', 'Authorization', 'Bearer ${input:mcp-token}'),
    ('header', 'Authorization', 'Bearer ${MCP_TOKEN:-}'),
    ('header', 'Authorization', 'Basic ${BASIC_AUTH}'),
    ('header', 'Authorization', 'Basic ${BASE64_CREDENTIALS}'),
    ('header', 'Authorization', 'token ${{ secrets.PAT }}'),
    ('header', 'Authorization', 'Bearer {{LIBRECHAT_OPENID_ACCESS_TOKEN}}'),
    ('header', 'X-User-Token', '{{LIBRECHAT_USER_ID}}'),
    ('header', 'Cookie', 'session=${SESSION_COOKIE}; theme=dark'),
    ('header', 'X-API-Key', '%CORP_API_KEY%'),
    ('env', 'DATABASE_URL', 'postgresql://app:${DB_PASSWORD}@db.‹co›.io:5432/app'),
    ('env', 'DATABASE_URL', 'postgresql://${DB_USER}:${DB_PASS}@${DB_HOST}/app'),
    ('env', 'MONGODB_URI', 'mongodb+srv://app:${env:MONGO_PW}@cluster0.‹low:5›.mongodb.net'),
    ('env', 'REDIS_URL', 'rediss://:$REDIS_PASSWORD@redis.‹co›.io:6380'),
    ('env', 'MSSQL', 'Server=sql.‹co›.io;User Id=app;Password=${SQL_PASSWORD};Encrypt=yes'),
    ('env', 'AZURE_STORAGE', 'DefaultEndpointsProtocol=https;AccountName=‹co›;AccountKey=${AZ_KEY}'),
    ('env', 'BASE_URL', '${BASE_URL:-https://api.‹co›.io}'),
    ('env', 'API_TOKEN', '${API_TOKEN:-https://vault.‹co›.io}'),
    ('url', '', 'https://mcp.tavily.com/mcp/?tavilyApiKey=${TAVILY_API_KEY}'),
    ('url', '', 'https://mcp.exa.ai/mcp?exaApiKey=${input:exa}'),
    ('url', '', 'https://mcp.firecrawl.dev/${FIRECRAWL_API_KEY}/v2/mcp'),
    ('url', '', 'https://mcp.‹co›.io/sse?token={env:CORP_TOKEN}'),
    ('url', '', 'https://${MCP_USER}:${MCP_PASS}@tools.‹co›.io/mcp'),
    ('urlarg', '', 'https://mcp.brightdata.com/sse?token=${BRIGHTDATA_TOKEN}'),
    ('args', '', ['--header', 'Authorization: Bearer ${AUTH_TOKEN}']),
    ('args', '', ['--header', 'Authorization:${AUTH_HEADER}']),
    ('args', '', ['-H', 'X-API-Key: ${API_KEY}']),
    ('args', '', ['-e', 'GITHUB_PERSONAL_ACCESS_TOKEN']),
    ('args', '', ['-e', 'SLACK_BOT_TOKEN', '-e', 'SLACK_TEAM_ID']),
    ('args', '', ['--env', 'LINEAR_API_KEY']),
    ('docker', 'NOTION_TOKEN', '${NOTION_TOKEN}'),
    ('docker', 'OPENAPI_MCP_HEADERS', '{"Authorization": "Bearer ${NOTION_TOKEN}", "Notion-Version": "2022-06-28"}'),
    ('flag', '--access-token', '${SUPABASE_ACCESS_TOKEN}'),
    ('flag', '--token-env', 'GITHUB_TOKEN'),
    ('flag', '--api-key-env', 'OPENAI_API_KEY'),
    ('eq', '--api-key', '$FIGMA_API_KEY'),
    ('eq', '--password-command', 'pass show db/prod'),
    ('eq', '--figma-api-key', '${input:figma-key}'),
    ('json', 'apiKey', '${EXA_API_KEY}'),
    ('shell', 'GITHUB_TOKEN', '$(gh auth token)'),
    ('shell', 'PGPASSWORD', '$DB_PASSWORD'),
    ('args', '', ['-c', 'source .env && exec npx -y tracker-mcp --token "$TRACKER_TOKEN"']),
    ('args', '', ['-c', 'OPENAI_API_KEY=$(security find-generic-password -w -s openai) npx -y chat-mcp']),
    ('perm', '', 'Bash(GITHUB_TOKEN=$(gh auth token) npm run release:*)'),
    ('perm', '', 'Bash(curl -H "Authorization: Bearer $TOKEN" https://api.‹co›.io:*)'),
    ('perm', '', 'Bash(export PGPASSWORD=$DB_PASSWORD)'),
    ('key', 'bearer_token_env_var', 'CORP_MCP_TOKEN'),
    ('key', 'oauth.clientSecret', '${OAUTH_CLIENT_SECRET}'),
    ('key', 'auth.tokenEnvVar', 'CORP_TOKEN'),
)


def rows() -> list[tuple[object, ...]]:
    places = ('env', 'env', 'eq', 'env', 'flag', 'env', 'docker')
    out: list[tuple[object, ...]] = []
    for i, text in enumerate(WHOLE):
        place = places[i % len(places)]
        out.append(('reference', place, ('--api-key', '--token')[i % 2] if place in ('flag', 'eq') else NAMES[i % len(NAMES)], text))
    return [*out, *(('reference-part', *row) for row in PARTS)]
