"""What a value is made of: which way of taking it apart fits, if any."""

from __future__ import annotations

from mcp_hooks.credentials import inside, names
from mcp_hooks.credentials.addresses import address
from mcp_hooks.credentials.inside import Piece
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.credentials.verdict import Place

SHELL = frozenset(('argument', 'permission', 'text', 'comment', 'command', 'description', 'line'))
_LOGINS = frozenset(('auth', 'credentials', 'credential', 'creds', 'cred', 'login', 'logon'))
_SAID = frozenset(('permission', 'text', 'comment', 'command', 'description'))
_CREDENTIAL = frozenset((names.SECRET, names.PASSWORD, names.WEAK))


def pieces(value: str, place: Place) -> Iterable[Piece] | None:
    """The pieces of a value, each with its name and place; None when it is of one piece."""
    where = place.where
    if where == 'user-pass' and '://' not in value:
        colon = value.find(':')
        return [Piece(colon + 1, len(value), 'password', 'userinfo', place.host)] if colon >= 0 else []
    stripped = value.strip()
    blank = not _BLANKS.isdisjoint(stripped)
    if blank:
        start = inside.scheme_word(value)
        rest = value[start:].rstrip() if start else ' '
        if _BLANKS.isdisjoint(rest):
            kind = 'basic' if value[:start].strip().lower() == 'basic' else 'scheme'
            return [Piece(start, start + len(rest), place.name or 'Authorization', kind, place.host)]
    elif '://' in stripped and '"' not in stripped:
        equals = stripped.find('=')
        if stripped[:5].lower() == 'jdbc:' and ';' in value:
            from mcp_hooks.credentials.connections import connection

            parts = connection(value)
            if parts:
                return parts
        before = stripped[: stripped.find('://')]
        if not 0 < equals < len(before) and not stripped.startswith('-') and not (where == 'permission' and '(' in before):
            return list(address(value, 0, len(value.rstrip())))
    if '=' in value and (';' in value or (',' in value and not blank and '{' not in value)):
        from mcp_hooks.credentials.connections import connection

        parts = connection(value)
        if parts:
            return parts
    if stripped[:2] == '//' and ':_' in value and '=' in value:  # a line of .npmrc
        return [Piece(value.find('=') + 1, len(value.rstrip()), 'authToken', where, place.host)]
    if ('@tcp(' in value or '@unix(' in value) and not blank and '"' not in value:  # the Go driver's user:password@tcp(host:port)/name
        sign = value.rfind('@', 0, value.find('(') + 1)
        colon = value.find(':', 0, sign)
        if 0 <= colon < sign - 1:
            return [Piece(colon + 1, sign, 'password', 'userinfo', value[value.find('(') + 1 :].partition(':')[0].lower())]
    if stripped[:12].lower() == 'jdbc:oracle:' and '@' in value:
        sign = value.rfind('@')
        slash = value.find('/', 0, sign)  # jdbc:oracle:thin:user/password@//host:1521/name
        host = value[sign + 1 :].lstrip('/').partition(':')[0].partition('/')[0].lower()
        return [Piece(slash + 1, sign, 'password', 'userinfo', host)] if 0 < slash < sign - 1 else []
    if '@' in value and not blank and '://' not in value:
        login = _login(value, place)
        if login is not None:
            return [login]
    if where in ('header-line', 'header-argument') and stripped[:1] not in '{[':
        line = inside.header_line(value)
        return [line] if line is not None else []
    if where == 'variable-line':
        equals = value.find('=')
        if equals > 0:
            return [Piece(equals + 1, len(value), value[:equals].strip(), 'argument', place.host)]
        return [Piece(0, len(value), '', 'variable-name', place.host)]
    named = _by_name(value, stripped, blank, place) if place.name else None
    if named is not None:
        return named
    if _structured(stripped, blank, place):
        from mcp_hooks.credentials.words import texts

        found: Iterable[Piece] = texts(value, where if where in SHELL else 'line')
        if where in _SAID:
            found = [*found, *_said(value, where)]
        if '"kty"' in value:  # a JSON Web Key: RFC 7518 calls the private parts d and k
            return [piece._replace(name='private_key') if piece.name in ('d', 'k') else piece for piece in found]
        return found
    return ((blank or '：' in value) and where in _SAID and _said(value, where)) or None


def _said(value: str, where: str) -> list[Piece]:
    from mcp_hooks.credentials.sayings import sayings

    return list(sayings(value, where))


def _login(value: str, place: Place) -> Piece | None:
    """The password in ``user:password@host:port/name``, an address without its scheme; Oracle writes ``user/password@host``."""
    sign = value.rfind('@')
    host, colon_port, _ = value[sign + 1 :].partition('/')[0].partition(':')
    labels = host.split('.')
    if not all(label.replace('-', 'a').isalnum() for label in labels):
        return None
    if (
        not colon_port
        and not (len(labels) > 1 and labels[-1].isalpha())
        and not (len(labels) == 4 and host.replace('.', '').isdigit())
    ):
        return None
    colon = value.find(':', 0, sign)
    if colon < 0 and not _ORACLE.isdisjoint(names.read(place.name).words):
        colon = value.find('/', 0, sign)
    user, password = value[: max(colon, 0)], value[colon + 1 : sign]
    if (
        not password
        or '/' in password
        or password.isalpha()
        or not user.replace('_', 'a').replace('-', 'a').replace('.', 'a').isalnum()
    ):
        return None
    return Piece(colon + 1, sign, 'password', 'userinfo', host.lower())


_ORACLE = frozenset(('conn', 'connection', 'oracle', 'ora', 'tns', 'dsn', 'sqlplus', 'connect'))


_BLANKS = frozenset(' \t\n\r')
_BRACKETS = frozenset('([{;|&')


def _by_name(value: str, stripped: str, blank: bool, place: Place) -> list[Piece] | None:
    """Values whose form only the name tells: cookies, user and password in one, a list of keys."""
    words = names.read(place.name).words
    last = words[-1] if words else ''
    if last in ('cookie', 'cookies') and '=' in value:
        from mcp_hooks.credentials.connections import cookies

        return list(cookies(value))
    if not blank and stripped.count(':') == 1 and (last == 'userpass' or words[-2:] == ('basic', 'auth')):
        return [Piece(value.find(':') + 1, len(value.rstrip()), 'password', 'userinfo', place.host)]
    if not blank and last in _LOGINS and stripped.count(':') == 1 and '/' not in stripped:  # --auth=user:password
        user, _, secret = stripped.partition(':')
        known = len(user) > 1 and user.replace('.', 'a').replace('@', 'a').isalnum()  # C: is a drive
        if known and '\\' not in secret and any(map(str.isalpha, secret)) and not secret.isalpha():
            return [Piece(value.find(':') + 1, len(value.rstrip()), 'password', 'userinfo', place.host)]
    if not blank and stripped.count('/') == 1 and last == 'auth':  # NEO4J_AUTH=neo4j/password
        return [Piece(value.find('/') + 1, len(value.rstrip()), 'password', 'userinfo', place.host)]
    at = value.find(' password ')
    if at > 0 and value.lstrip().startswith('machine '):  # a line of .netrc
        start = at + 10
        return [
            Piece(
                start, start + len(value[start:].split(None, 1)[0]) if value[start:].strip() else start, 'password', 'userinfo'
            )
        ]
    if (
        ',' in stripped
        and '=' not in stripped
        and ':' not in stripped
        and names.read(place.name).kind in (names.SECRET, names.WEAK)
    ):
        from mcp_hooks.credentials.connections import listed

        return listed(value, place.name, place.where) or None
    return None


def _structured(text: str, blank: bool, place: Place) -> bool:
    """Whether a value is text with pieces in it: JSON, shell, a list of assignments."""
    if text[:1] in ('{', '[') and ('"' in text or ':' in text):
        return True
    if blank:
        return any(mark in text for mark in ('=', '://', '--', ' -', ':', '"', "'", 'earer ', 'asic ', 'BEARER '))
    loose = place.where in SHELL and names.read(place.name).kind != names.PASSWORD  # a password may have any sign in it
    equals = text.find('=')
    if loose and equals > 0 and text[0] in '\\"' and text.lstrip('\\')[:1] in ('"', "'"):  # an argument in a list in a notebook
        return True
    told = names.read(place.name).kind == names.SECRET  # Django's keys have brackets in them
    if loose and not told and equals > 0 and not _BRACKETS.isdisjoint(text[:equals]):  # Bash(TOKEN=…)
        return True
    if 0 < equals < len(text.rstrip('=')):
        head = text[:equals].lstrip('-$#/' if loose else '-$')  # `#API_KEY=…` in a comment
        if inside.is_identifier(head) and (loose or not place.name or names.read(head).kind in _CREDENTIAL):
            return not (
                len(text) > 20 and is_base64(text) and '-' not in head and '_' not in head and weigh(head).weight < LIKELY
            )
    colon = text.find(':')
    if loose and 0 < colon < len(text) - 1 and inside.is_identifier(text[:colon]):
        return names.read(text[:colon]).kind in _CREDENTIAL
    return False


def is_code(text: str, after: str) -> bool:
    """An unquoted call or attribute in a program: ``password = getpass()``, ``token=self.token``."""
    if after == '(':
        return True
    if '.' not in text or not all(part.isidentifier() for part in text.split('.')) or weigh(text).weight <= CERTAIN:
        return False
    stem = text.rstrip('0123456789')  # pavel.winter2019 is no attribute, hashlib.sha256 is one
    last = stem.rpartition('.')[2].lower()
    return len(text) - len(stem) < 2 or last in _NUMBERED or names.read(last).kind in _CREDENTIAL


_NUMBERED = frozenset(
    ('sha', 'base', 'rs', 'hs', 'es', 'ps', 'utf', 'ed', 'x', 'p', 'int', 'uint', 'float', 'aes', 'rfc', 'oauth', 'b', 'blake', 'pbkdf',
     'crc')
)


def previous_word(text: str, at: int) -> str:
    """The word before ``at``, lower case."""
    return text[max(0, at - 24) : at].strip(' \t"\'').rpartition(' ')[2].lower()
