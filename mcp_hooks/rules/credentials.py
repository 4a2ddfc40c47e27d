"""Credentials in plain text: one rule for each kind of place, all fed by one pass over the file."""

from __future__ import annotations

from mcp_hooks.credentials import judge
from mcp_hooks.credentials.places import credentials
from mcp_hooks.credentials.stores import is_store, names_env_file
from mcp_hooks.documents.node import STRING
from mcp_hooks.findings import ERROR, NOTE, WARNING, Hit
from mcp_hooks.rules.rule import CREDENTIAL, FILE, Rule, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_hooks.credentials.places import Found
    from mcp_hooks.servers import ConfigFile

_OWASP = 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html'
_CHECKED = '2026-11-30'

ENV = 'credential-in-env'
HEADER = 'credential-in-header'
ARGUMENT = 'credential-in-argument'
ADDRESS = 'credential-in-url'
CONNECTION = 'credential-in-connection-string'
KEY = 'private-key'
ENCODED = 'encoded-credential'
DEFAULT = 'credential-as-default'
COMMENT = 'credential-in-comment'
PERMISSION = 'credential-in-permission'
TEXT = 'credential-in-text'
ELSEWHERE = 'credential-elsewhere'
EXPIRED = 'expired-jwt'
PUBLISHABLE = 'publishable-key'
LOCAL = 'local-default-password'
CAPABILITY = 'capability-url'
STORE = 'tracked-token-store'
ENV_FILE = 'tracked-env-file'
NAME = 'credential-in-file-name'

_BY_FORM = {
    judge.EXPIRED: EXPIRED,
    judge.PUBLISHABLE: PUBLISHABLE,
    judge.DEFAULT_PASSWORD: LOCAL,
    judge.PRIVATE_KEY: KEY,
    judge.ENCODED: ENCODED,
}
_BY_PLACE = {
    'comment': COMMENT,
    'permission': PERMISSION,
    'text': TEXT,
    'env': ENV,
    'header': HEADER,
    'argument': ARGUMENT,
    'variable-line': ARGUMENT,
    'header-argument': ARGUMENT,
    'header-line': HEADER,
    'user-pass': ARGUMENT,
    'command': ARGUMENT,
    'url': ADDRESS,
    'description': TEXT,
}


def kind_of(found: Found) -> str:
    """The name of the rule that a credential belongs to."""
    verdict = found.verdict
    by_form = _BY_FORM.get(verdict.form)
    if by_form:
        return by_form
    if verdict.form == judge.CAPABILITY and verdict.severity == WARNING:
        return CAPABILITY
    place = found.place.where
    if place in ('comment', 'permission', 'text'):
        return _BY_PLACE[place]
    if verdict.where in ('default', 'input-default'):
        return DEFAULT
    if verdict.where == 'connection' or (verdict.where == 'userinfo' and not _is_web(found)):
        return CONNECTION
    if verdict.where in ('userinfo', 'query', 'fragment', 'path'):
        return ADDRESS
    return _BY_PLACE.get(place, ELSEWHERE)


def _is_web(found: Found) -> bool:
    """Whether the address around the credential is one of the web rather than of a database."""
    if found.node is None:
        return True
    at = found.at if found.at >= 0 else found.node.text.find(found.secret)
    scheme = found.node.text[: max(at, 0)].rpartition('://')[0].rpartition(' ')[2].lower()
    return scheme.endswith(('http', 'https', 'ws', 'wss', 'git+https', 'ssh'))


def _check(name: str) -> Callable[[ConfigFile], Iterator[Hit]]:
    def check(file: ConfigFile) -> Iterator[Hit]:
        for found in credentials(file.document, (file,)):
            if kind_of(found) == name:
                yield _hit(file, found)

    return check


def _hit(file: ConfigFile, found: Found) -> Hit:
    from mcp_hooks.rules.credential_help import message, reference_help, revoke_help

    help = reference_help(file, found)
    if found.verdict.severity != NOTE:
        help = f'{help} {revoke_help(found)}'
    return Hit(found.node, message(found), span=found.span, severity=found.verdict.severity, help=help, secret=found.secret)


def check_store(file: ConfigFile) -> Iterator[Hit]:
    """A file in which a client keeps tokens. Where its credentials are found one by one, they are the findings."""
    root = file.document.root
    what = _store(file)
    if not what or any(found.verdict.severity != NOTE for found in credentials(file.document, (file,))) or _is_sample(file):
        return
    first = file.document.text.find('\n')
    end = first if first > 0 else len(file.document.text)
    yield Hit(root, f'{what} is kept for one person and must never be tracked by git', span=(0, min(end, 200)))


def _is_sample(file: ConfigFile) -> bool:
    """Does a placeholder stand wherever a credential would?"""
    from mcp_hooks.credentials import names
    from mcp_hooks.credentials.placeholders import placeholder
    from mcp_hooks.credentials.references import references

    told = False
    todo = [file.document.root]
    for _ in range(_LOOKED_AT):
        node = todo.pop() if todo else None
        if node is None:
            return told and not todo
        for member in node.members:
            value = member.value
            if value.kind == STRING and names.read(member.name).kind in (names.SECRET, names.PASSWORD):
                if value.text and not placeholder(value.text) and not references(value.text):
                    return False
                told = told or bool(value.text)
            elif value.kind != STRING:
                todo.append(value)
        todo += node.items
    return False


_LOOKED_AT = 2000  # nodes of a store


def _store(file: ConfigFile) -> str:
    if is_store(file.path):
        return 'this store of tokens'
    root = file.document.root
    if root is None or not root.members:
        return ''
    keys = {member.name for member in root.members}
    if file.path.rpartition('/')[2] == '.claude.json' and not keys.isdisjoint(
        ('oauthAccount', 'userID', 'numStartups', 'customApiKeyResponses')
    ):
        return "Claude Code's own state file"
    if (
        {'access_token', 'refresh_token'} <= keys
        or {'access_token', 'token_type'} <= keys
        or {'accessToken', 'refreshToken'} <= keys
    ):
        return 'an OAuth token cache'
    if 'claudeAiOauth' in keys or 'mcpOAuth' in keys:
        return "Claude Code's store of tokens"
    return ''


def check_name(file: ConfigFile) -> Iterator[Hit]:
    """A token in the path: a name is published with the tree, and shown wherever files are listed."""
    from mcp_hooks.redact import tokens_in_path

    for token in tokens_in_path(file.path):
        yield Hit(None, 'the name of this file, or of a folder above it, holds a token in plain text', secret=token)


def may_name_an_env_file(file: ConfigFile) -> bool:
    """Is anything known of what git tracks, and does a word of the file speak of a file of variables?"""
    if file.tracked is None:
        return False
    return names_env_file(file.document.text)


def _rule(
    number: int,
    name: str,
    summary: str,
    *,
    severity: str = ERROR,
    help: str = '',
    check: Callable[[ConfigFile], Iterator[Hit]] | None = None,
    bad: tuple[str, str] | None = None,
    good: tuple[str, str] | None = None,
    source: str = _OWASP,
    security: float = 8.0,
) -> Rule:
    return Rule(
        id=f'MCP{number}',
        name=name,
        category=CREDENTIAL,
        severity=severity,
        summary=summary,
        help=help or 'Write a reference in the syntax of the client, keep the value elsewhere, and revoke what was committed.',
        source=source,
        checked=_CHECKED,
        check=check or _check(name),
        bad=bad,
        good=good,
        subject=FILE,
        security=security,
    )


def _server(rest: str) -> str:
    return '{"mcpServers": {"a": {"command": "a-mcp", ' + rest + '}}}'


def _remote(rest: str) -> str:
    return '{"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp", ' + rest + '}}}'


# The examples hold pass phrases: a stored text of a token's shape would set off every push protection.
RULES = (
    _rule(
        401,
        ENV,
        'A variable of a server holds a credential in plain text.',
        bad=('.mcp.json', _server('"env": {"DB_PASSWORD": "violet-lantern-42"}')),
        good=('.mcp.json', _server('"env": {"DB_PASSWORD": "${DB_PASSWORD}"}')),
    ),
    _rule(
        402,
        HEADER,
        'A header that is sent to a server holds a credential in plain text.',
        bad=(
            '.mcp.json',
            _remote('"headers": {"X-Password": "violet-lantern-42"}'),
        ),
        good=(
            '.mcp.json',
            _remote('"headers": {"Authorization": "Bearer ${A_TOKEN}"}'),
        ),
    ),
    _rule(
        403,
        ARGUMENT,
        'An argument of a server holds a credential: it shows in the list of processes as well.',
        bad=('.mcp.json', _server('"args": ["--password", "violet-lantern-42"]')),
        good=('.mcp.json', _server('"args": ["--password", "${A_PASSWORD}"]')),
    ),
    _rule(
        404,
        ADDRESS,
        'An address holds a credential: addresses end up in logs and histories.',
        bad=('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://bob:violet-lantern-42@a.example/mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp?api_key=${A_KEY}"}}}'),
    ),
    _rule(
        405,
        CONNECTION,
        'The connection string of a database or a broker holds a password.',
        bad=('.mcp.json', _server('"args": ["postgresql://reporting:violet-lantern-42@db.corp.example/sales"]')),
        good=('.mcp.json', _server('"args": ["postgresql://reporting:${DB_PASSWORD}@db.corp.example/sales"]')),
    ),
    _rule(
        406,
        KEY,
        'A private key stands in the file.',
        security=9.0,
        good=('.mcp.json', _server('"env": {"PRIVATE_KEY_PATH": "/run/secrets/key.pem"}')),
    ),
    _rule(
        407,
        ENCODED,
        'Base64 hides a credential from the eye, not from whoever reads the file.',
        good=('.mcp.json', _server('"args": ["--config", "eyJkZWJ1ZyI6dHJ1ZX0="]')),
    ),
    _rule(
        408,
        DEFAULT,
        'A credential is the default that is used where nothing else is set.',
        bad=('.mcp.json', _server('"env": {"DB_PASSWORD": "${DB_PASSWORD:-violet-lantern-42}"}')),
        good=('.mcp.json', _server('"env": {"DB_PASSWORD": "${DB_PASSWORD:-}"}')),
    ),
    _rule(
        409,
        COMMENT,
        'A comment holds a credential, such as a server that was commented out.',
        bad=('.vscode/mcp.json', '{"servers": {\n// "env": {"DB_PASSWORD": "violet-lantern-42"}\n}}'),
        good=('.vscode/mcp.json', '{"servers": {\n// "env": {"DB_PASSWORD": "${input:db_password}"}\n}}'),
    ),
    _rule(
        410,
        PERMISSION,
        'A remembered permission of an agent holds a credential inside the command.',
        bad=('.claude/settings.json', '{"permissions": {"allow": ["Bash(DB_PASSWORD=violet-lantern-42 ./run.sh)"]}}'),
        good=('.claude/settings.json', '{"permissions": {"allow": ["Bash(./run.sh)"]}}'),
    ),
    _rule(411, TEXT, 'Running text, a script or an instruction holds a credential.'),
    _rule(
        412,
        ELSEWHERE,
        'Some other value of the file, or a name, holds a credential.',
        bad=('.mcp.json', _server('"x": {"password": "violet-lantern-42"}')),
        good=('.mcp.json', _server('"x": {"password": true}')),
    ),
    _rule(
        420,
        EXPIRED,
        'A JSON Web Token that has expired stands in the file.',
        severity=WARNING,
        security=3.0,
        source='https://datatracker.ietf.org/doc/html/rfc7519#section-4.1.4',
        help='Remove it; its successor belongs into a variable, not into the file.',
    ),
    _rule(
        421,
        PUBLISHABLE,
        'A key that is made to be published stands in the file.',
        severity=NOTE,
        security=0.0,
        source='https://docs.stripe.com/keys',
        help='Nothing has to be revoked. A reference lets everybody use a key of their own.',
    ),
    _rule(
        422,
        LOCAL,
        'A default password of a server on this machine stands in the file.',
        severity=NOTE,
        security=1.0,
        bad=('.mcp.json', _server('"args": ["postgresql://postgres:postgres@localhost:5432/dev"]')),
        good=('.mcp.json', _server('"args": ["postgresql://localhost:5432/dev"]')),
        help='Harmless while the server listens on this machine only; write a reference where it does not.',
    ),
    _rule(
        423,
        CAPABILITY,
        "A server's address holds a long random piece and nothing else authenticates.",
        severity=WARNING,
        security=5.0,
        source='https://www.w3.org/2001/tag/doc/capability-urls/',
        good=(
            '.mcp.json',
            '{"mcpServers": {"a": {"type": "http", "url": "https://a.example/teams/research-and-development/mcp"}}}',
        ),
    ),
    _rule(
        430,
        STORE,
        'A file in which a client keeps tokens for one person is under version control.',
        check=check_store,
        source='https://modelcontextprotocol.io/docs/tools/inspector',
        bad=('.claude.json', '{"oauthAccount": {"emailAddress": "a@b.example"}, "mcpServers": {}}'),
        good=('.mcp.json', '{"mcpServers": {}}'),
        help='Remove it from the index (git rm --cached), add it to .gitignore, and revoke the tokens it held.',
    ),
    _rule(
        431,
        ENV_FILE,
        'git tracks the env file that a server entry names.',
        severity=WARNING,
        check=later('env_files', 'check_env_file', may_name_an_env_file),
        security=6.0,
        source='https://12factor.net/config',
        good=('.vscode/mcp.json', '{"servers": {"a": {"command": "a", "envFile": "${workspaceFolder}/.env"}}}'),
        help='Remove it from the index (git rm --cached), add it to .gitignore, and revoke what it held; a sample may stay.',
    ),
    _rule(
        432,
        NAME,
        'The path of the file holds a token of a provider.',
        check=check_name,
        security=8.0,
        good=('.mcp.json', '{"mcpServers": {}}'),
        help='Give it another name (git mv), and revoke the token: the old name stays in the history of everybody.',
    ),
)
