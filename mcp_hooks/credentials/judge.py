"""Judges one value in its place: secret, reference, placeholder, harmless or unsure, and says why.

There is no score. What speaks for a credential and what speaks against it is listed in the verdict, in sentences that never hold
the value. A value is looked at whole, then taken apart (``inside``) and each piece is judged in its own place.
"""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

from mcp_hooks.credentials import inside, names, providers
from mcp_hooks.credentials.placeholders import is_default_word, placeholder, unknown_words
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, is_hex, is_uuid, weigh
from mcp_hooks.credentials.references import DEFAULT, default_of, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcp_hooks.credentials.inside import Piece
    from mcp_hooks.credentials.jwt import Token
    from mcp_hooks.credentials.providers import Match, Provider
    from mcp_hooks.credentials.references import Reference

SECRET = 'secret'
REFERENCE = 'reference'
PLACEHOLDER = 'placeholder'
HARMLESS = 'harmless'
UNSURE = 'unsure'
_RANK = {SECRET: 0, UNSURE: 1, PLACEHOLDER: 2, REFERENCE: 3, HARMLESS: 4}
_SEVERITIES = {'error': 0, 'warning': 1, 'note': 2, '': 3}

# what kind of credential it is: decides the rule together with the place
TOKEN = 'token'  # a provider's shape
NAMED = 'named'  # the name or the place carries it
JWT = 'jwt'
EXPIRED = 'expired-jwt'
PUBLISHABLE = 'publishable'
PRIVATE_KEY = 'private-key'
ENCODED = 'encoded'  # inside base64
CAPABILITY = 'capability'  # an address that is a credential
DEFAULT_PASSWORD = 'default-password'  # a default password of a server on this machine


class Place(NamedTuple):
    """Where a value stands. ``name`` is that of the variable, header, flag, parameter or field, '' when there is none.

    ``where`` is one of env, header, argument, url, field, text, comment, permission, input-default, key, store, variable-name
    and, for pieces of a value, query, userinfo, path, fragment, connection, default. ``neighbours`` are names and values
    beside it, for the host a password belongs to; ``host`` is that host where the value itself says so.
    """

    name: str = ''
    where: str = 'field'
    neighbours: tuple[tuple[str, str], ...] = ()
    host: str = ''


class Verdict(NamedTuple):
    """``start`` and ``end`` are the exact part of the value that the verdict is about (code points, end exclusive).

    ``severity`` is error, warning or note for a secret, else ''. ``where`` and ``name`` are those of the exact part.
    ``expires`` is the date of a JWT. ``evidence`` speaks for a credential, ``against`` speaks against one.
    """

    kind: str
    reason: str
    start: int
    end: int
    severity: str = ''
    form: str = ''
    name: str = ''
    where: str = ''
    provider: Provider | None = None
    expires: str = ''
    evidence: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


_DEEPEST = 5
_TEXTUAL = frozenset(('text', 'comment', 'permission', 'description'))
_SHELL = frozenset(('argument', 'permission', 'text', 'comment', 'command', 'description', 'line'))
_LITERALS = frozenset('''true false yes no on off null none nil undefined auto automatic enabled disabled enable disable required optional default all any
always never both read write readonly read-only rw ro info debug warn warning error trace basic bearer oauth oauth2 oidc jwt apikey api_key
api-key token password saml ldap kerberos ntlm pat iam anonymous public private stdio http https sse'''.split())
_LOCAL = frozenset(('localhost', '127.0.0.1', '::1', '0.0.0.0', 'host.docker.internal', 'host.containers.internal', 'docker.for.mac.localhost', 'gateway.docker.internal'))
_SAMPLE_HOSTS = frozenset('host hostname server dbhost db-host db_host yourhost your-host your_host my-host myhost example example.com example.org example.net your-server domain your-domain ip address'.split())
_SENTENCE = frozenset('the of to from for with your you is are it this that in on and or if see run use get set can will must should please which when as be'.split())


def judge(value: str, place: Place = Place()) -> Verdict:  # noqa: B008 — an immutable record
    """The weightiest verdict on ``value``: a secret before all, then unsure, placeholder, reference, harmless."""
    return min(judge_all(value, place), key=_order)


def _order(verdict: Verdict) -> tuple[int, int, int]:
    return _RANK[verdict.kind], _SEVERITIES[verdict.severity], verdict.start


def secrets(value: str, place: Place) -> list[Verdict]:
    """Every credential in ``value``, in order, none inside another."""
    return [verdict for verdict in judge_all(value, place) if verdict.kind == SECRET]


def judge_all(value: str, place: Place) -> list[Verdict]:
    """At least one verdict; several where a value holds several pieces of interest."""
    if _plain(value, place):
        return [Verdict(HARMLESS, 'a plain word or number', 0, len(value), where=place.where, name=place.name)]
    found = _examine(value, place, 0)
    secret = [verdict for verdict in found if verdict.kind == SECRET]
    if secret:
        secret.sort(key=lambda v: (v.start, -v.end))
        rest = [verdict for verdict in found if verdict.kind != SECRET]
        return [*_disjoint(secret), *rest]
    return found or [Verdict(HARMLESS, 'nothing in it looks like a credential', 0, len(value), where=place.where, name=place.name)]


def _plain(value: str, place: Place) -> bool:
    """The quick way out for most values of a file: short, or words without any name or sign of interest."""
    size = len(value)
    if size < 4:
        return True
    if size < 12 and value.isalnum() and names.read(place.name).kind in (names.SILENT, names.HARMLESS):
        return True
    return False


def _disjoint(verdicts: list[Verdict]) -> list[Verdict]:
    """Of verdicts that overlap the more precise one stays: a provider's shape before a name, the narrower before the wider."""
    out: list[Verdict] = []
    for verdict in verdicts:
        if out and verdict.start < out[-1].end:
            if _precision(verdict) < _precision(out[-1]):
                out[-1] = verdict
            continue
        out.append(verdict)
    return out


def _precision(verdict: Verdict) -> tuple[int, int]:
    forms = {TOKEN: 0, JWT: 0, EXPIRED: 0, PRIVATE_KEY: 0, PUBLISHABLE: 0}
    return forms.get(verdict.form, 1), verdict.end - verdict.start


# -- a whole value ---------------------------------------------------------------------------------------------------------------

def _examine(value: str, place: Place, depth: int) -> list[Verdict]:
    if not value.strip():
        return [_verdict(PLACEHOLDER, 'it is empty', 0, len(value), place)]
    found = list(_shapes(value, place))
    bare = value.strip()
    if found:
        if sum(v.end - v.start for v in found) >= len(bare):
            return found
        found = [_narrowed(value, verdict) for verdict in found]
    if depth > _DEEPEST:
        return found
    refs = references(value) if _may_refer(value) else []
    for reference in refs:
        where = default_of(value, reference)
        if where is not None and where[1] > where[0]:
            inner = place._replace(where='default')
            found.extend(_shift(_examine(value[where[0]:where[1]], inner, depth + 1), where[0]))
    if refs and _only_references(value, refs):
        secret = [v for v in found if v.kind == SECRET]
        if secret:
            return found
        kinds = ', '.join(sorted({r.dialect for r in refs}))
        return [_verdict(REFERENCE, f'it is wholly a reference ({kinds})', 0, len(value), place, against=('nothing but references',))]
    masked = _masked(value, found, refs)
    pieces = list(_pieces(value, place))
    if pieces:
        for piece in pieces:
            if piece.end <= piece.start or not masked[piece.start:piece.end].strip('\0 '):
                continue
            found.extend(_piece(value, masked, piece, place, depth))
        if found:
            return found
        return [_verdict(HARMLESS, 'none of its parts looks like a credential', 0, len(value), place)]
    if refs:
        found.extend(_beside_references(value, masked, place))
        return found or [_verdict(REFERENCE, 'references with harmless text around them', 0, len(value), place)]
    if not any(v.kind == SECRET for v in found):
        found.append(_atom(masked if found else value, place, depth))
    return found


def _may_refer(value: str) -> bool:
    return '$' in value or '{' in value or '%' in value or ':' in value or '`' in value or '@' in value or '!' in value or 'env' in value[:16].lower()


def _shift(verdicts: Iterable[Verdict], by: int) -> Iterator[Verdict]:
    for verdict in verdicts:
        yield verdict._replace(start=verdict.start + by, end=verdict.end + by)


def _verdict(kind: str, reason: str, start: int, end: int, place: Place, **more: object) -> Verdict:
    return Verdict(kind, reason, start, end, where=place.where, name=place.name, **more)  # type: ignore[arg-type]


def _only_references(value: str, refs: list[Reference]) -> bool:
    rest: list[str] = []
    last = 0
    for reference in refs:
        rest.append(value[last:reference.start])
        last = reference.end
    rest.append(value[last:])
    text = ' '.join(rest)
    words = [word for word in text.replace(':', ' ').replace('=', ' ').replace('"', ' ').replace("'", ' ').split()]
    return all(word.strip('-,;').lower() in inside.SCHEMES or not any(c.isalnum() for c in word) for word in words)


def _masked(value: str, found: list[Verdict], refs: list[Reference]) -> str:
    """The value with what is already judged blanked out, of the same length."""
    spans = [(v.start, v.end) for v in found] + [(r.start, r.end) for r in refs]
    if not spans:
        return value
    out: list[str] = []
    last = 0
    for start, end in sorted(spans):
        if start < last:
            start = last
        if end <= start:
            continue
        out.append(value[last:start])
        out.append('\0' * (end - start))
        last = end
    out.append(value[last:])
    return ''.join(out)


def _narrowed(value: str, verdict: Verdict) -> Verdict:
    """A shape found in a longer value, with the name and the place that stand right before it: ``NAME=``, ``"name":``, ``?name=``."""
    at = verdict.start
    while at > 0 and value[at - 1] in '"\'` \\\t':
        at -= 1
    if at == 0:
        return verdict
    mark = value[at - 1]
    if mark == '/' and '://' in value[:at]:
        return verdict._replace(where='path' if '?' not in value[:at] else verdict.where)
    if value[verdict.end:verdict.end + 1] == '@' and '://' in value[max(0, at - 200):at]:
        return verdict._replace(where='userinfo')
    end = at
    if mark == '-' and value[at - 2:at - 1] in (':', ''):
        end = at - 2
    elif mark in '=:':
        end = at - 1
    elif value[max(0, at - 7):at].strip().lower() in inside.SCHEMES:
        return verdict
    else:
        return verdict
    while end > 0 and value[end - 1] in '"\'` \\:-':
        end -= 1
    start = end
    while start > 0 and end - start < 100 and (value[start - 1].isalnum() or value[start - 1] in '_-.'):
        start -= 1
    name = value[start:end]
    if not name or not (name[0].isalpha() or name[0] in '_-'):
        return verdict
    where = verdict.where
    if value[start - 2:start] == '${' and mark != ':':
        where = 'default'
    elif start and value[start - 1] in '?&' and '://' in value[:start]:
        where = 'query'
    if name.lower() in inside.SCHEMES and names.read(name).kind == names.SILENT:
        return verdict
    return verdict._replace(name=name, where=where)


# -- shapes that are found under any name ------------------------------------------------------------------------------------------

def _shapes(value: str, place: Place) -> Iterator[Verdict]:
    if len(value) < 12:
        return
    keys: list[Verdict] = []
    if 'PRIVATE KEY' in value:
        keys = list(_private_keys(value, place))
        yield from keys
    taken = [(v.start, v.end) for v in keys]
    if 'eyJ' in value:
        from mcp_hooks.credentials import jwt

        for token in jwt.scan(value):
            if value[max(0, token.start - 3):token.start] in ('sk.', 'pk.') or value[max(0, token.start - 4):token.start] == 'ops_':
                continue
            verdict = _jwt(value, token, place)
            if verdict is not None:
                taken.append((token.start, token.end))
                yield verdict
    for match in providers.scan(value):
        if any(start < match.end and match.start < end for start, end in taken):
            continue
        verdict = _token(value, match, place)
        if verdict is not None:
            yield verdict


def _token(value: str, match: Match, place: Place) -> Verdict | None:
    """A provider's shape: a placeholder when words or filling follow the prefix, else a secret."""
    provider = match.provider
    text = value[match.start:match.end]
    body = value[match.body:match.end]
    name = names.read(place.name)
    label = provider.name if provider.name.startswith('an ') else f'a {provider.name}'
    cut = value[match.end:match.end + 3]
    if match.checksum is not True:
        why = placeholder(text, name.words) or placeholder(body, name.words)
        if not why and (cut.startswith(('...', '…')) and not match.exact):
            why = 'it is cut short'
        if why:
            return _verdict(PLACEHOLDER, f'it begins like {label} token, but {why}', match.start, match.end, place,
                            evidence=(f'the prefix of {provider.name}',), against=(why,))
        weight = weigh(body).weight
        if weight > (LIKELY if match.exact else CERTAIN) and not (match.exact and is_hex(body)):
            return None
        if provider.name.startswith('an ') and weight > CERTAIN * 1.5:
            return None
    evidence = [f'the prefix of {provider.name}' if match.body > match.start else f'the mark of {provider.name}']
    evidence.append('length and alphabet are the documented ones' if match.exact else 'the length differs from the documented one')
    against: tuple[str, ...] = ()
    if match.checksum is True:
        evidence.append('the checksum fits')
    elif match.checksum is False:
        against = ('the checksum does not fit',)
    if provider.kind == providers.PUBLISHABLE:
        return _verdict(SECRET, f'{label} key that is made to be published', match.start, match.end, place, severity='note', form=PUBLISHABLE,
                        provider=provider, evidence=tuple(evidence), against=(*against, 'this kind of key is public'))
    return _verdict(SECRET, f'it has the shape of {label} token', match.start, match.end, place, severity='error', form=TOKEN, provider=provider,
                    evidence=tuple(evidence), against=against)


def _jwt(value: str, token: Token, place: Place) -> Verdict | None:
    from mcp_hooks.credentials import jwt

    text = value[token.start:token.end]
    claims = token.claims
    if not token.signed and token.header.get('alg') != 'none':
        why = 'it is cut short' if value[token.end:token.end + 1] in ('.', '…') or text.count('.') < 2 else placeholder(text)
        return _verdict(PLACEHOLDER, f'the beginning of a JWT, but {why or "without a signature"}', token.start, token.end, place)
    signature = text.rpartition('.')[2]
    why = placeholder(signature)
    if why or (claims.get('sub') == '1234567890' and claims.get('name') == 'John Doe'):
        return _verdict(PLACEHOLDER, f'a JWT, but {why or "the sample of jwt.io"}', token.start, token.end, place)
    role = claims.get('role')
    if claims.get('iss') == 'supabase-demo':
        return _verdict(SECRET, 'the key that every local Supabase has', token.start, token.end, place, severity='note', form=DEFAULT_PASSWORD,
                        evidence=('a JWT',), against=('issued by supabase-demo',))
    if role == 'anon' or (token.header.get('typ') == 'JWT' and 'anon' in (claims.get('scope'), claims.get('aud'))):
        return _verdict(SECRET, 'a JWT with the role anon, which is made to be published', token.start, token.end, place, severity='note', form=PUBLISHABLE,
                        evidence=('a JWT',), against=('its role is anon',))
    expires = token.expires
    provider = providers.Provider('Supabase', 'https://supabase.com/dashboard/project/_/settings/api-keys', '', 'secret') if role == 'service_role' else None
    if expires is not None:
        import time

        day = jwt.day(expires)
        if expires < time.time():
            return _verdict(SECRET, f'a JWT that expired on {day}', token.start, token.end, place, severity='warning', form=EXPIRED, expires=day,
                            provider=provider, evidence=('a JWT with a readable header',), against=(f'expired on {day}',))
        return _verdict(SECRET, f'a JWT that is valid until {day}', token.start, token.end, place, severity='error', form=JWT, expires=day, provider=provider,
                        evidence=('a JWT with a readable header', f'valid until {day}'))
    return _verdict(SECRET, 'a JWT without an end', token.start, token.end, place, severity='error', form=JWT, provider=provider,
                    evidence=('a JWT with a readable header', 'it never expires'))


def _private_keys(value: str, place: Place) -> Iterator[Verdict]:
    at = value.find('-----BEGIN')
    while at >= 0:
        head_end = value.find('-----', at + 10, at + 80)
        head = value[at + 10:head_end] if head_end > 0 else ''
        end = value.find('-----END', at)
        if 'PRIVATE KEY' not in head or 'PUBLIC' in head:
            at = value.find('-----BEGIN', at + 10)
            continue
        if end < 0:
            stop = len(value)
        else:
            close = value.find('-----', end + 8, end + 80)
            stop = close + 5 if close > 0 else len(value)
        body = ''.join(c for c in value[head_end + 5:end if end > 0 else min(stop, head_end + 4000)].replace('\\n', '').replace('\\r', '') if c.isalnum() or c in '+/=')
        if len(body) < 40 or placeholder(body[:400]) or weigh(body).weight > CERTAIN:
            yield _verdict(PLACEHOLDER, 'the frame of a private key without the key', at, stop, place)
        else:
            yield _verdict(SECRET, 'a private key', at, stop, place, severity='error', form=PRIVATE_KEY, evidence=('the frame of a private key', 'a body of base64'))
        at = value.find('-----BEGIN', stop)


# -- pieces ------------------------------------------------------------------------------------------------------------------------

def _pieces(value: str, place: Place) -> Iterator[Piece]:
    """What a value is made of, an empty sequence when it is of one piece."""
    stripped = value.strip()
    where = place.where
    if where == 'user-pass':
        colon = value.find(':')
        if colon >= 0:
            yield inside.Piece(colon + 1, len(value), 'password', 'userinfo', place.host)
        return
    blank = any(c in stripped for c in ' \t\n')
    start = inside.scheme_word(value) if blank else 0
    if start:
        rest = value[start:].rstrip()
        if ' ' not in rest and '\n' not in rest:
            word = value[:start].strip().lower()
            yield inside.Piece(start, start + len(rest), place.name or 'Authorization', 'basic' if word == 'basic' else 'scheme', place.host)
            return
    if '://' in stripped and not blank and '"' not in stripped:
        equals = stripped.find('=')
        if not 0 < equals < stripped.find('://') and not stripped.startswith('-'):
            yield from inside.address(value, 0, len(value.rstrip()))
            return
    if ';' in value and '=' in value:
        parts = inside.connection(value)
        if parts:
            yield from parts
            return
    if '@tcp(' in value or '@unix(' in value:
        sign = value.rfind('@', 0, value.find('(') + 1)
        colon = value.find(':', 0, sign)
        if 0 <= colon < sign - 1:
            host = value[value.find('(') + 1:].partition(':')[0].lower()
            yield inside.Piece(colon + 1, sign, 'password', 'userinfo', host)
            return
    if where in ('header-line', 'header-argument') and stripped[:1] not in '{[':
        line = inside.header_line(value)
        if line is not None:
            yield line
        return
    if where == 'variable-line':
        equals = value.find('=')
        if equals > 0:
            yield inside.Piece(equals + 1, len(value), value[:equals].strip(), 'argument', place.host)
        else:
            yield inside.Piece(0, len(value), '', 'variable-name', place.host)
        return
    last = names.split(place.name)[-1:] if place.name else ()
    if last in (('cookie',), ('cookies',)) and '=' in value:
        yield from inside.cookies(value)
        return
    if stripped.count(':') == 1 and not blank and (last == ('userpass',) or names.split(place.name)[-2:] == ('basic', 'auth')):
        yield inside.Piece(value.find(':') + 1, len(value.rstrip()), 'password', 'userinfo', place.host)
        return
    if ',' in stripped and '=' not in stripped and ':' not in stripped and names.read(place.name).kind in (names.SECRET, names.WEAK):
        parts = inside.listed(value, place.name, where)
        if parts:
            yield from parts
            return
    if stripped.count('/') == 1 and place.name.lower().endswith('_auth') and not blank:  # NEO4J_AUTH=neo4j/password
        yield inside.Piece(value.find('/') + 1, len(value.rstrip()), 'password', 'userinfo', place.host)
        return
    if _structured(stripped, blank, place):
        yield from inside.texts(value, where if where in _SHELL else 'line')


def _structured(text: str, blank: bool, place: Place) -> bool:
    """Whether a value is text with pieces in it: JSON, shell, a list of assignments."""
    if text[:1] in '{[' and ('"' in text or ':' in text):
        return True
    if blank:
        return any(mark in text for mark in ('=', '://', '--', ' -', ':', '"', "'", 'earer ', 'asic ', 'BEARER '))
    equals = text.find('=')
    if equals > 0 and text[0] not in '=' and equals < len(text.rstrip('=')):
        head = text[:equals].lstrip('-$')
        if inside._identifier(head) and (place.where in _SHELL or place.where == 'line' or place.name == '' or names.read(head).kind not in (names.SILENT, names.HARMLESS)):
            return not (is_base64(text) and len(text) > 20 and '-' not in head and '_' not in head and weigh(head).weight < LIKELY)
    colon = text.find(':')
    if 0 < colon < len(text) - 1 and inside._identifier(text[:colon]) and place.where in _SHELL | {'line'}:
        return names.read(text[:colon]).kind in (names.SECRET, names.PASSWORD, names.WEAK) and ' ' not in text[:colon]
    return False


def _piece(value: str, masked: str, piece: Piece, place: Place, depth: int) -> list[Verdict]:
    """The verdicts on one piece, with offsets in the whole value."""
    text = masked[piece.start:piece.end]
    if place.where in _TEXTUAL and value[piece.start - 1:piece.start] not in ('"', "'", '`') and _is_code(text, value[piece.end:piece.end + 1]):
        return []
    host = piece.host or place.host
    where = piece.where
    neighbours = place.neighbours
    if where == 'word':
        if place.where in _TEXTUAL or len(text) < 24 or not is_base64(text):
            return []
        inner = Place('', 'word', neighbours, host)
        return list(_shift([v for v in [_atom(text, inner, depth)] if v.form == ENCODED], piece.start))
    if where == 'basic':
        return list(_shift([_basic(text, place)], piece.start))
    if where == 'scheme':
        inner = Place(place.name or 'Authorization', 'header' if place.where == 'header' else 'scheme', neighbours, host)
        if names.read(inner.name).kind in (names.SILENT, names.WEAK):
            inner = inner._replace(name='Authorization')
        return list(_shift(_with_place(_examine(text, inner, depth + 1), place), piece.start))
    if where == 'url':
        return list(_shift(_examine(text, Place('', 'url', neighbours, host), depth + 1), piece.start))
    if where in ('path', 'path-marked') or (where == 'fragment' and not piece.name):
        verdict = _segment(value, text, piece, host, place)
        return [verdict] if verdict is not None else []
    if where == 'userinfo':
        return list(_shift([_password(text, place._replace(where='userinfo', host=host, name='password'))], piece.start))
    if where == 'userinfo-name':
        inner = Place('token', 'userinfo', neighbours, host)
        verdict = _atom(text, inner, depth)
        ok = verdict.kind == SECRET and weigh(text).weight <= CERTAIN
        return list(_shift([verdict], piece.start)) if ok else []
    if where == 'connection':
        kind = names.read(piece.name).kind
        bare = ''.join(c for c in piece.name.lower() if c.isalnum())
        if bare in ('password', 'pwd') or kind == names.PASSWORD:
            return list(_shift([_password(text, place._replace(where='connection', host=host, name='password'))], piece.start))
        return list(_shift(_examine(text, Place(piece.name, 'connection', neighbours, host), depth + 1), piece.start))
    if where in ('header-line', 'variable-line', 'user-pass', 'variable-name'):
        inner = Place(piece.name, where, neighbours, host)
        return list(_shift(_examine(text, inner, depth + 1), piece.start))
    if where == 'query' and '%' in text:
        text = _decoded(text)
    if where == 'auth':
        if previous_word(masked, piece.start) == 'basic':
            return list(_shift([_basic(text, place)], piece.start))
        inner = Place('Authorization', place.where if place.where in _TEXTUAL else 'scheme', neighbours, host)
        return list(_shift(_examine(text, inner, depth + 1), piece.start))
    if where == 'line':
        where = place.where if place.where in _SHELL else 'line'
    name = piece.name or (place.name if where == 'line' and '=' not in masked and ':' not in masked else '')
    return list(_shift(_examine(text, Place(name, where, neighbours, host), depth + 1), piece.start))


def _is_code(text: str, after: str) -> bool:
    """An unquoted call or attribute in a program: ``password = getpass()``, ``token=self.token``."""
    if after == '(':
        return True
    return '.' in text and all(part.isidentifier() for part in text.split('.')) and weigh(text).weight > CERTAIN


def previous_word(text: str, at: int) -> str:
    """The word before ``at``, lower case."""
    return text[max(0, at - 24):at].strip(' \t"\'').rpartition(' ')[2].lower()


def _with_place(verdicts: Iterable[Verdict], place: Place) -> Iterator[Verdict]:
    for verdict in verdicts:
        yield verdict._replace(where=place.where if verdict.where == 'scheme' else verdict.where, name=place.name or verdict.name)


def _decoded(text: str) -> str:
    """Percent-decoded to the same length where that changes whether it is a placeholder or a reference; only used for judging."""
    from urllib.parse import unquote

    plain = unquote(text)
    if any(c in plain for c in '<>{}[]$ ') and weigh(plain).weight > CERTAIN:
        return plain.ljust(len(text), '\0')[:len(text)] if len(plain) <= len(text) else text
    return text


def _segment(value: str, text: str, piece: Piece, host: str, place: Place) -> Verdict | None:
    """A segment of a path: a credential when the provider's addresses are, when a word before it says so, or unsure."""
    at = value.find('://')
    path_start = at
    if at >= 0:
        path_start = value.find('/', at + 3)
    known = providers.hook(host, value[path_start:]) if path_start > 0 and host else None
    if known is not None and piece.start >= path_start + known[1] and len(text) >= 16 and weigh(text).weight <= CERTAIN and not placeholder(text):
        return _verdict(SECRET, f'an address of {known[0].name} that whoever has it can use', piece.start, piece.end, place._replace(where='path'), severity='error',
                        form=CAPABILITY, provider=known[0], evidence=(f'addresses of {known[0].name} are credentials', weigh(text).reason))
    if len(text) < 16:
        return None
    weight = weigh(text)
    if weight.weight > CERTAIN or placeholder(text):
        return None
    if piece.where == 'path-marked' and not is_uuid(text):
        return _verdict(SECRET, f'it stands after /{piece.name}/ and looks random', piece.start, piece.end, place._replace(where='path'), severity='error', form=NAMED,
                        evidence=(f'the segment before is {piece.name}', weight.reason))
    if piece.where == 'fragment' and not is_hex(text):
        return _verdict(UNSURE, 'a random fragment of an address', piece.start, piece.end, place._replace(where='fragment'), evidence=(weight.reason,))
    return _verdict(UNSURE, 'a random segment of an address: an identifier, or a credential', piece.start, piece.end, place._replace(where='path'),
                    form=CAPABILITY, evidence=(weight.reason,))


def _basic(text: str, place: Place) -> Verdict:
    """What follows ``Basic``: user and password in base64."""
    inner = place._replace(name='Authorization', where=place.where)
    why = placeholder(text)
    if why:
        return _verdict(PLACEHOLDER, why, 0, len(text), inner)
    decoded = inside.unbase64(text) if is_base64(text) else ''
    if ':' in decoded:
        user, _, password = decoded.partition(':')
        if references(password) or references(user):
            return _verdict(REFERENCE, 'user and password are references', 0, len(text), inner)
        if not password and len(user) >= 12:
            password = user
        verdict = _password(password, place._replace(name='password'))
        if verdict.kind == SECRET:
            return _verdict(SECRET, 'a Basic header with user and password', 0, len(text), inner, severity=verdict.severity, form=verdict.form or NAMED,
                            evidence=('base64 of user and password', *verdict.evidence))
        return _verdict(verdict.kind, f'a Basic header, {verdict.reason}', 0, len(text), inner, against=verdict.against)
    if len(text) >= 8 and weigh(text).weight <= LIKELY:
        return _verdict(SECRET, 'what follows Basic in a header', 0, len(text), inner, severity='error', form=NAMED, evidence=('it follows Basic', weigh(text).reason))
    return _verdict(HARMLESS, 'no base64 of user and password', 0, len(text), inner)


def is_local(host: str) -> bool:
    """Whether a host is this machine or a container beside it: localhost, a loopback address, a name without dots."""
    host = host.strip('[]').lower()
    return host in _LOCAL or host.startswith('127.') or host.endswith(('.localhost', '.local')) or (bool(host) and '.' not in host and ':' not in host and host.isascii())


def _host_beside(place: Place) -> str:
    for name, value in place.neighbours:
        words = names.split(name)
        if words and words[-1] in ('host', 'hostname', 'server', 'url', 'uri', 'address', 'addr', 'endpoint', 'instance', 'api', 'base'):
            found = inside.host_of(value) or (value.partition(':')[0].lower() if ' ' not in value and '/' not in value else '')
            if found:
                return found
    return ''


def _password(text: str, place: Place) -> Verdict:
    """A value that can only be a password: in user info, in a connection string, or under a name that says so."""
    size = len(text)
    bare = text.strip().strip('\0')
    if not bare:
        return _verdict(REFERENCE, 'the password is a reference', 0, size, place)
    refs = references(bare)
    if refs and refs[0].start == 0 and refs[-1].end == len(bare) and len(refs) == 1:
        return _verdict(REFERENCE, 'the password is a reference', 0, size, place)
    host = place.host or _host_beside(place)
    weight = weigh(bare)
    plain = bare
    if '%' in bare:
        from urllib.parse import unquote

        plain = unquote(bare)
    default = is_default_word(plain)
    why = '' if default else placeholder(plain)
    if why and 'name what belongs there' not in why:
        return _verdict(PLACEHOLDER, why, 0, size, place, against=(why,))
    if host in _SAMPLE_HOSTS and (default or why):
        return _verdict(PLACEHOLDER, 'a sample address', 0, size, place, against=('host and password are samples',))
    if host and is_local(host) and (default or why or (weight.weight > CERTAIN and len(plain) < 16)):
        if why and not default and place.where not in ('userinfo', 'connection'):
            return _verdict(PLACEHOLDER, why, 0, size, place, against=(why,))
        return _verdict(SECRET, 'a simple password for a server on this machine', 0, size, place, severity='note', form=DEFAULT_PASSWORD,
                        evidence=('it stands where a password stands',), against=('the host is this machine or a container beside it',))
    if default or why:
        return _verdict(PLACEHOLDER, 'a common default', 0, size, place, against=(why or 'one of the passwords that tutorials use',))
    if len(plain) < 4 or (plain.isdigit() and len(plain) < 6):
        return _verdict(UNSURE, 'too short to tell', 0, size, place)
    return _verdict(SECRET, 'it stands where a password stands', 0, size, place, severity='error', form=NAMED,
                    evidence=('the place or the name says password', weight.reason if weight.weight <= LIKELY else 'no placeholder, no common default'))


# -- a value of one piece ----------------------------------------------------------------------------------------------------------

def _atom(value: str, place: Place, depth: int) -> Verdict:
    text = value.strip().strip('\0').strip()
    if not text:
        return _verdict(PLACEHOLDER, 'it is empty', 0, len(value), place)
    start = value.find(text)
    end = start + len(text)
    if len(text) > 1 and text[0] == text[-1] and text[0] in '"\'`':
        text, start, end = text[1:-1], start + 1, end - 1
    name = names.read(place.name)
    kind = name.kind
    where = place.where

    def answer(what: str, reason: str, **more: object) -> Verdict:
        return _verdict(what, reason, start, end, place, **more)

    if where == 'variable-name':
        if (text.replace('_', 'a').isalnum() and weigh(text).weight > CERTAIN) or ' ' in text or '(' in text or len(text) > 500:
            return answer(HARMLESS, 'the name of a variable')
        kind = names.SECRET
    if where in ('store', 'header-value'):
        kind = kind if kind in (names.PASSWORD, names.SECRET) else names.WEAK if kind == names.HARMLESS else names.SECRET
    harmless = _harmless(text, kind)
    if harmless:
        return answer(HARMLESS, harmless, against=(harmless,))
    encoded = _encoded(text, place, depth)
    if encoded is not None:
        return encoded._replace(start=start, end=end)
    why = placeholder(text, name.words)
    if kind == names.PASSWORD and where not in ('word',):
        if why and not is_default_word(text):
            return answer(PLACEHOLDER, why, against=(why,))
        if where in ('comment', 'text', 'field', 'description') and weigh(text).weight > LIKELY and not _has_digit_and_letter(text):
            return answer(UNSURE, 'words under the name of a password, in running text' if where != 'field' else 'words under the name of a password')
        if _is_sentence(text):
            return answer(HARMLESS, 'a sentence')
        verdict = _password(text, place)
        return verdict._replace(start=start, end=end, evidence=(name.reason, *verdict.evidence[1:]) if verdict.kind == SECRET else verdict.evidence)
    if why:
        return answer(PLACEHOLDER, why, against=(why,))
    weight = weigh(text)
    if kind == names.SECRET:
        return _under_secret_name(text, place, name.reason, answer)
    if kind == names.WEAK and where != 'word':
        strict = where in ('field', 'text', 'comment', 'description')
        if is_uuid(text) and name.words[-1] in ('key', 'auth', 'pin', 'keys', 'k'):
            return answer(SECRET, f'{name.reason}, and it is a UUID', severity='error', form=NAMED, evidence=(name.reason, 'a UUID'))
        if len(text) >= (20 if strict else 12) and weight.weight <= CERTAIN and ' ' not in text and not is_uuid(text) and not _looks_like_path(text):
            return answer(SECRET, f'{name.reason}, and it looks made by a machine', severity='error', form=NAMED, evidence=(name.reason, weight.reason))
        return answer(HARMLESS, f'{name.reason}, but the value is no credential', evidence=(name.reason,), against=('it does not look made by a machine',))
    if weight.weight <= CERTAIN * 2 and len(text) >= 24 and ' ' not in text and kind == names.SILENT:
        return answer(UNSURE, 'it looks made by a machine, but nothing says that it is a credential', evidence=(weight.reason,), against=(name.reason,))
    return answer(HARMLESS, name.reason if kind else 'nothing in name or value speaks of a credential', against=(name.reason,))


def _under_secret_name(text: str, place: Place, reason: str, answer: Callable[..., Verdict]) -> Verdict:
    weight = weigh(text)
    where = place.where
    size = len(text)
    if is_uuid(text):
        return answer(SECRET, f'{reason}, and it is a UUID', severity='error', form=NAMED, evidence=(reason, 'a UUID'))
    if size < 6:
        return answer(UNSURE, 'too short to tell', evidence=(reason,))
    textual = where in _TEXTUAL
    limit = CERTAIN if textual else LIKELY
    if size >= 16 and not textual and _has_digit_and_letter(text):
        limit = -1.5
    if weight.weight <= limit and not _is_sentence(text) and not (' ' in text and textual):
        return answer(SECRET, f'{reason}, and it looks made by a machine', severity='error', form=NAMED, evidence=(reason, weight.reason))
    if textual or where == 'field':
        return answer(HARMLESS, 'words', evidence=(reason,), against=('it reads like words',))
    unknown = unknown_words(text)
    digits = sum(c.isdigit() for c in text)
    if not _is_sentence(text) and size >= 12 and len(unknown) >= 2 and (digits >= 2 or len(unknown) >= 3) and len(unknown) > known_words(text):
        return answer(SECRET, f'{reason}, and it is a pass phrase', severity='error', form=NAMED, evidence=(reason, 'words that name nothing of the trade'))
    if size >= 8 and digits and any(not (c.isalnum() or c in '-_. ') for c in text) and unknown and not _is_sentence(text):
        return answer(SECRET, f'{reason}, and it mixes letters, digits and signs', severity='error', form=NAMED, evidence=(reason, 'letters, digits and signs'))
    return answer(HARMLESS, 'it reads like words, not like a credential', evidence=(reason,), against=('it reads like words',))


def known_words(text: str) -> int:
    """How many words of the value belong to the trade (token, local, server)."""
    return sum(not word.isdigit() for word in names.split(text)) - len(unknown_words(text))


def _has_digit_and_letter(text: str) -> bool:
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


def _is_sentence(text: str) -> bool:
    words = text.lower().split()
    return len(words) >= 3 and not _SENTENCE.isdisjoint(words)


def _looks_like_path(text: str) -> bool:
    return text.startswith(('/', './', '../', '~/', '~\\', '.\\', '..\\', '\\\\')) or (len(text) > 2 and text[1] == ':' and text[2] in '\\/' and text[0].isalpha())


def _harmless(text: str, kind: str) -> str:
    """Why a value cannot be a credential by its form alone; '' when it may be one."""
    low = text.lower()
    if low in _LITERALS and not (kind == names.PASSWORD and is_default_word(text)):
        return 'a word of a setting'
    if _is_number(text):
        if kind == names.PASSWORD and text.isdigit() and len(text) >= 6 and not placeholder(text):
            return ''
        return 'a number'
    if _looks_like_path(text):
        parts = [part for part in text.replace('\\', '/').split('/') if part]
        if len(parts) > 1 or '.' in text or weigh(text).weight > CERTAIN:
            if all(weigh(part).weight > CERTAIN * 2 for part in parts) or _file_ending(text):
                return 'a path'
    if '/' in text and '://' not in text and ' ' not in text and '=' not in text and '+' not in text:
        parts = [part for part in text.split('/') if part]
        if len(parts) > 1 and all(weigh(part).weight > LIKELY for part in parts) and kind != names.PASSWORD:
            return 'words with slashes'
    if _file_ending(text) and ' ' not in text and weigh(text.rpartition('.')[0]).weight > CERTAIN * 2:
        return 'the name of a file'
    if kind != names.PASSWORD and '@' in text and text.count('@') == 1 and '.' in text.rpartition('@')[2] and ':' not in text and ' ' not in text:
        return 'an e-mail address'
    if text[0] == '#' and len(text) in (4, 5, 7, 9) and is_hex('0000' + text[1:].lower()):
        return 'a colour'
    if '.' in text and ' ' not in text and '_' not in text:
        host = text.partition(':')[0]
        labels = host.split('.')
        if len(labels) >= 2 and labels[-1].isalpha() and 2 <= len(labels[-1]) <= 24 and all(label and label.replace('-', 'a').isalnum() for label in labels) \
                and all(weigh(label).weight > CERTAIN for label in labels) and kind != names.PASSWORD:
            return 'a host name'
        if all(label.isdigit() for label in labels):
            return 'a version or an address'
    return ''


def _file_ending(text: str) -> bool:
    dot = text.rfind('.')
    return 0 < dot < len(text) - 1 and text[dot + 1:].lower() in _ENDINGS


_ENDINGS = frozenset('''json jsonc yaml yml toml ini env txt pem key crt cer p8 p12 pfx jks cfg conf config js mjs cjs ts py sh bash exe bat ps1 cmd db sqlite
sqlite3 csv xml html md log sock pub gpg asc kdbx lock zip tar gz jar war'''.split())


def _is_number(text: str) -> bool:
    body = text.lstrip('+-').rstrip('%')
    if body.isdigit():
        return True
    stripped = body.replace('_', '').replace(',', '').replace('.', '', 1)
    if stripped.isdigit():
        return True
    for unit in ('ms', 'sec', 'min', 'kb', 'mb', 'gb', 's', 'm', 'h', 'd', 'k', 'w', 'px'):
        if stripped.lower().endswith(unit) and stripped[:-len(unit)].isdigit():
            return True
    return False


def _encoded(text: str, place: Place, depth: int) -> Verdict | None:
    """Base64 that stands for text with a credential in it."""
    if len(text) < 20 or depth > 3 or not is_base64(text) or is_hex(text):
        return None
    decoded = inside.unbase64(text)
    if not decoded or (len(decoded) < 16 and ':' not in decoded):
        return None
    inner = Place(place.name if '"' not in decoded else '', 'encoded', (), place.host)
    found = [v for v in _examine(decoded, inner, depth + 1) if v.kind == SECRET and (v.form in (TOKEN, JWT, EXPIRED, PRIVATE_KEY) or v.name or v.where != 'encoded')]
    if not found:
        return None
    worst = min(found, key=_order)
    if worst.severity == 'note':
        return None
    what = worst.reason if worst.form != NAMED else f'it holds {worst.name!r}' if worst.name else worst.reason
    return _verdict(SECRET, f'base64 of text with a credential: {what}', 0, len(text), place, severity=worst.severity, form=ENCODED, provider=worst.provider,
                    expires=worst.expires, evidence=('base64 of readable text', *worst.evidence), against=worst.against)


def _beside_references(value: str, masked: str, place: Place) -> Iterator[Verdict]:
    """Text beside a reference: a credential that someone forgot to take out."""
    at = 0
    for part in masked.split('\0'):
        length = len(part)
        text = part.strip(' \t:;,@/"\'')
        if len(text) >= 8:
            start = at + part.find(text)
            verdict = _atom(text, place, _DEEPEST)
            if verdict.kind == SECRET and weigh(text).weight <= LIKELY:
                yield verdict._replace(start=start + verdict.start, end=start + verdict.end,
                                       evidence=(*verdict.evidence, 'it stands beside a reference'))
        at += length + 1


__all__ = ['DEFAULT', 'Place', 'Verdict', 'judge', 'judge_all', 'secrets']


def explain_value(name: str, value: str) -> str:
    """Why a value is taken for a credential, or not, for ``mcp-hooks explain-value``. The value itself is never in the answer."""
    place = Place(name, 'env')
    verdicts = judge_all(value, place)
    lines: list[str] = []
    shown = sorted(verdicts, key=_order)
    if shown and shown[0].kind == SECRET:
        shown = [verdict for verdict in shown if verdict.kind == SECRET]
    for verdict in shown[:10]:
        whole = verdict.start == 0 and verdict.end == len(value)
        part = '' if whole or not value else f' (characters {verdict.start + 1} to {verdict.end} of {len(value)})'
        severity = f', {verdict.severity}' if verdict.severity else ''
        lines.append(f'{verdict.kind}{severity}: {verdict.reason}{part}')
        lines.extend(f'  for: {sentence}' for sentence in verdict.evidence)
        lines.extend(f'  against: {sentence}' for sentence in verdict.against)
        if verdict.provider is not None and verdict.provider.revoke:
            lines.append(f'  revoke at: {verdict.provider.revoke}')
    if name:
        told = names.read(name)
        lines.append(f'name {name[:60]!r}: {told.kind or "says nothing"} ({told.reason})')
    from mcp_hooks.redact import Redactor

    return Redactor([value[v.start:v.end] for v in verdicts if v.kind in (SECRET, UNSURE)]).clean('\n'.join(lines)) + '\n'
