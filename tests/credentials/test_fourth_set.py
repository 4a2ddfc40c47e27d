"""Forms that a fourth set of real files and lines made by hand showed to be missing; every value is made at run time."""
from __future__ import annotations

import json

import pytest

from mcp_hooks.credentials.judge import judge
from mcp_hooks.credentials.places import credentials
from mcp_hooks.credentials.verdict import PLACEHOLDER, SECRET, Place
from mcp_hooks.documents import parse
from mcp_hooks.sources.marks import has_entry
from tests import fake

PASSWORD = 'Copper!Lantern77'
TOKEN = fake.base62(40, 'fourth')


def found(text: str, path: str = 'setup.sh', kind: str = 'text') -> list[str]:
    return [one.secret for one in credentials(parse(text, kind), path=path) if one.verdict.severity != 'note']


@pytest.mark.parametrize('line', [
    '#API_TOKEN={}', '##API_TOKEN={}', '#API_TOKEN="{}"', '//API_TOKEN={}', '#export API_TOKEN={}', 'A=1 #API_TOKEN={}', '#API_TOKEN: {}'])
@pytest.mark.parametrize(('path', 'kind'), [('.env', 'env'), ('setup.sh', 'text')])
def test_a_mark_of_a_comment_that_is_glued_to_a_name(line: str, path: str, kind: str) -> None:
    if not (kind == 'env' and line[0] == '/'):
        assert found(f'B=2\n{line.format(TOKEN)}\n', path, kind) == [TOKEN]


@pytest.mark.parametrize('line', ['#API_TOKEN=', '#API_TOKEN=your-token', '#3f9a2b', 'color: #3f9a2bcd', '#fixes: #4711', '#=x', '//x',
                                  f'see https://docs.corp.example/setup#{"token"}=none', '#API_TOKEN=${API_TOKEN}'])
def test_a_comment_without_a_credential(line: str) -> None:
    assert found(f'B=2\n{line}\n') == []


@pytest.mark.parametrize('line', [
    'lftp -u backup,{} sftp://files.corp.example', "lftp -u backup,'{}' sftp://files.corp.example",
    'lftp -u "backup,{}" files.corp.example',
    'http -a ops:{} GET https://api.corp.example/v1', 'xhs -a ops:{} https://api.corp.example/v1',
    'htpasswd -bc .htpasswd reader {}', 'htpasswd -nbB reader {}', 'htpasswd -c -b .htpasswd reader {}',
    'net use \\\\fs1\\share {} /user:CORP\\reader', 'net use Z: \\\\fs1\\Share12 /user:CORP\\reader {}',
    'RUN echo "machine git.corp.example login reader password {}" > ~/.netrc', 'ENV DB_PASSWORD {}',
    'docker login -p {} -u reader registry.corp.example', 'helm registry login -p {} -u reader registry.corp.example',
    'cypher-shell -u neo4j -p {}', 'ipmitool -H 10.4.7.2 -U admin -P {} chassis status', 'ldapadd -x -D cn=reader -w {} -f a.ldif',
    'mongoimport -p {} -u reader --file a.json', 'pdftk a.pdf input_pw {} output b.pdf'])
def test_a_password_in_a_command(line: str) -> None:
    assert found(line.format(PASSWORD)) == [PASSWORD]


@pytest.mark.parametrize('line', ['cloudflared service install {}', 'ENV API_TOKEN {}'])
def test_a_token_in_a_command(line: str) -> None:
    assert found(line.format(TOKEN)) == [TOKEN]


@pytest.mark.parametrize('line', [
    'lftp -u backup sftp://files12.corp.example', 'lftp -u "$U,$P" sftp://Files12.corp.example', 'lftp -u anonymous, Ftp12.corp.example',
    'http -a "$U:$P" https://Api12.corp.example', 'http -a ops: https://Api12.corp.example', 'httpie Copper7lantern',
    'htpasswd -c .htpasswd Reader2024', 'htpasswd -n Reader2024', 'htpasswd -bc .htpasswd reader $PW2024Aa',
    'net use \\\\fs1\\Share12Ab /user:CORP\\reader *', 'net use Z: \\\\fs1\\Share12Ab /user:CORP\\reader',
    'echo "machine git.corp.example login reader password $GIT_PASSWORD2" > ~/.netrc', 'ENV PATH /opt/Tools2/bin',
    'docker login -u reader --password-stdin Registry2.corp.example', 'docker run -u 1000 -p 8080:8080 mcp/server',
    'cypher-shell -u neo4j -p $NEO4J_PASSWORD', 'ldapadd -x -W -D cn=Reader2 -f a.ldif', 'cloudflared service uninstall',
    'sqlplus reader/"$ORA_PW"@ora1', 'sqlplus reader/$ORA_PW@ora1'])
def test_a_command_without_a_credential(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize('header', [{'alg': 'HS256'}, {'typ': 'JWT', 'alg': 'RS256'}, {'alg': 'RS256', 'kid': '2025-01', 'typ': 'JWT'}])
def test_the_header_of_a_token_alone(header: dict[str, str]) -> None:
    text = fake.base64_of(json.dumps(header, separators=(',', ':'))).rstrip('=')
    for value in (text, text + fake.letters(5, seed='cut')[:1]):
        assert judge(value, Place('API_TOKEN', 'env')).kind == PLACEHOLDER
        assert judge(f'Bearer {value}', Place('Authorization', 'header')).kind == PLACEHOLDER


def test_a_key_with_an_algorithm_is_no_header() -> None:
    key = fake.base64_of(json.dumps({'alg': 'HS256', 'k': fake.base62(32, 'jwk'), 'kty': 'oct'}))
    assert judge(key, Place('API_TOKEN', 'env')).kind == SECRET


@pytest.mark.parametrize('value', ['minimum-16-characters', 'must-be-32-characters-long', 'mindestens-16-zeichen', 'minimo-16-caracteres',
                                   'au-moins-16-caracteres', 'max-64-chars'])
@pytest.mark.parametrize('name', ['ADMIN_PASSWORD', 'JWT_SECRET'])
def test_what_is_asked_of_a_password(name: str, value: str) -> None:
    assert judge(value, Place(name, 'env')).kind == PLACEHOLDER


@pytest.mark.parametrize(('page', 'looked'), [
    (b'Located in `~/.codeium/windsurf/mcp_config.json`', True), (b'`mcp_settings.json` of Roo', True),
    (b'connect to https://mcp.corp.example/mcp?apikey=x', True), (b'https://mcp.corp.example/sse?token=x', True),
    (b'connect to https://mcp.corp.example/mcp', False), (b'an MCP server', False)])
def test_pages_that_show_an_address_with_its_key(page: bytes, looked: bool) -> None:
    assert has_entry(page) is looked


@pytest.mark.parametrize('line', [
    "api_key = os.getenv('SEARCH_API_KEY', '{}')", 'os.environ.get("SEARCH_API_KEY") or "{}"',
    "os.environ.setdefault('SEARCH_API_KEY', '{}')",
    "token: process.env.TABLES_TOKEN || '{}',", 'const key = process.env["API_KEY"] ?? "{}"', "Deno.env.get('API_KEY') ?? '{}'",
    "key = ENV.fetch('API_KEY', '{}')", "os.getenv(\n    'API_KEY',\n    '{}')"])
def test_what_a_program_takes_where_a_variable_is_missing(line: str) -> None:
    assert found(f'# MCP\n\n{line.format(TOKEN)}\n', 'docs/mcp.md') == [TOKEN]


@pytest.mark.parametrize('line', [
    "os.getenv('SEARCH_API_KEY', 'your-api-key')", "os.getenv('DB_PASSWORD', 'postgres')",
    "os.getenv('JWT_SECRET', 'dev-secret-for-tests')",
    "os.getenv('API_KEY_NAME', '{}')", "os.getenv('COMMIT_SHA', '{}')", "call(os.getenv('API_KEY'), '{}')", "process.env.API_KEY || ''",
    "process.env.API_KEY || '${{API_KEY}}'", "['API_KEY', '{}']", "process.env.HOST || '{}'"])
def test_a_fallback_that_is_no_credential(line: str) -> None:
    assert found(f'# MCP\n\n{line.format(TOKEN)}\n', 'docs/mcp.md') == []


@pytest.mark.parametrize(('line', 'secret'), [
    ('API_TOKEN ?= {}', TOKEN), ('#API_TOKEN ?= {}', TOKEN), ('API_TOKEN ::= {}', TOKEN), ('#mysql -ureader -p{} shop', PASSWORD),
    ("kubectl create secret generic mcp --from-literal=token='{}'", TOKEN), ('tool --env=API_TOKEN="{}"', TOKEN),
    ("kubectl create secret generic mcp --from-literal=db-password='{}'", PASSWORD)])
def test_assignments_of_make_and_in_flags(line: str, secret: str) -> None:
    assert found(line.format(secret)) == [secret]


@pytest.mark.parametrize('line', ["kubectl create secret generic mcp --from-literal=token='$TOKEN'",
                                  'tool --env=API_TOKEN=""', 'API_TOKEN ?= $(TOKEN)'])
def test_references_in_flags(line: str) -> None:
    assert found(line) == []


def test_a_token_of_which_a_part_is_masked() -> None:
    body = fake.hex(24, 'masked')
    uuid = f'{body[:8]}-xxxx-xxxx-xxxx-{body[:12]}'
    for value in (f'fc-{body}' + 8 * 'x', f'ref-{body[:12]}' + 8 * 'X', uuid, f'{body[:6]}******{body[-4:]}'):
        assert judge(value, Place('SEARCH_API_KEY', 'env')).kind == PLACEHOLDER
    assert judge(body[:8] + 'xxxx' + body[8:], Place('SEARCH_API_KEY', 'env')).kind == SECRET


@pytest.mark.parametrize(('line', 'secret'), [
    ("headers = {{'Authorization': f'Bearer {}'}}", TOKEN), ("api_key = r'{}'", TOKEN), ('api_key = b"{}"', TOKEN),
    ('connect(password=b"{}")', PASSWORD), ("connect(password=u'{}')", PASSWORD), ("connect(api_key=r'{}')", TOKEN),
    ("curl -u'admin:{}' https://x.corp.example", PASSWORD), ('curl -uadmin:{} https://x.corp.example', PASSWORD),
    ("mysql -u'reader' -p'{}' shop", PASSWORD), ('pulumi config set --secret mcp:token {}', TOKEN),
    ("printf '%s' '{}' | docker secret create mcp_token -", TOKEN), ('echo {} | gh secret set MCP_TOKEN', TOKEN),
    ('printf {} | gcloud secrets versions add mcp --data-file=-', TOKEN)])
def test_texts_with_a_letter_before_them_and_glued_users(line: str, secret: str) -> None:
    assert found(line.format(secret)) == [secret]


@pytest.mark.parametrize('line', [
    "headers = {'Authorization': f'Bearer {token2}'}", "api_key=f'{prefix}-{secret1}'", 'password = f"{base}2024"',
    "re.match(r'password: \\S+', x)",
    "secret = b'\\x00\\x01'", "it's b'day token: 12345678", "rock 'n' r'oll 12345678",
    'docker run -u1000:1000 mcp/server', 'curl -uadmin:$PASS2 x',
    'echo $TOKEN2024 | gh secret set MCP_TOKEN', 'git config --global user.name Bob20004444'])
def test_texts_with_a_letter_before_them_without_a_credential(line: str) -> None:
    assert found(line) == []
