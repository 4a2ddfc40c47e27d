"""Looks at a value whole, takes it apart, and judges each piece in its own place. ``judge`` calls it for what is not plain."""

from __future__ import annotations

from mcp_hooks.credentials import inside, names, providers
from mcp_hooks.credentials.atoms import atom
from mcp_hooks.credentials.passwords import basic, password
from mcp_hooks.credentials.pieces import SHELL, is_code, pieces, previous_word
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.quick import quick
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, is_hex, is_uuid, weigh
from mcp_hooks.credentials.references import BRACES, CURLY, CURLY_ENV, DOLLAR, ENV_COLON, ENV_DOT, default_of, defaults_of, references
from mcp_hooks.credentials.shapes import narrowed, shapes
from mcp_hooks.credentials.verdict import (
    CAPABILITY,
    ENCODED,
    HARMLESS,
    NAMED,
    PASSWORD_HASH,
    PLACEHOLDER,
    PUBLISHABLE,
    REFERENCE,
    SECRET,
    TEXTUAL,
    UNSURE,
    Place,
    Verdict,
    shift,
    verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.credentials.inside import Piece
    from mcp_hooks.credentials.references import Reference

_DEEPEST = 5
_OF_VARIABLES = frozenset((BRACES, DOLLAR, CURLY, CURLY_ENV, ENV_COLON, ENV_DOT))
_TAGS = frozenset(('v=', 'k='))
# DKIM's public key and its neighbours: https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1
_RECORDS = frozenset(('v=DKIM1', 'v=spf1', 'v=DMARC1', 'v=STSv1', 'v=TLSRPTv1', 'v=BIMI1', 'k=rsa', 'k=ed25519'))
# how the beginnings of what tools encrypt begin, see ``sealed``
_SEALED = frozenset(
    ('enc', '{ci', 'vau', '$an', '---', 'age', 'kms', 'aws', 'gcp', 'sec', 'sea', 'cip', 'aqi', 'aga', 'agb', 'agc', 'agd')
)
NAMELESS = 12  # characters of a word in running text that nothing names: no provider's shape and no sign of chance is shorter
SHORTEST = 4  # characters of a piece: less is nobody's credential, and hostile text has many


# how the hashes of crypt(5), PHC strings, Werkzeug, Django and LDAP begin
HASHES = ('$2a$', '$2b$', '$2y$', '$1$', '$5$', '$6$', '$y$', '$apr1$', '$argon2', '$scrypt$', '$pbkdf2', 'pbkdf2:', 'pbkdf2_',
          'scrypt:', '{SSHA', '{SHA', '{PBKDF2', '{BCRYPT}', '{ARGON2', '{CRYPT}')


def examine(value: str, place: Place, depth: int) -> list[Verdict]:
    """The verdicts on a value and on all that it holds; ``depth`` says how often it was taken apart on the way here."""
    plain = quick(value, place)
    return [plain] if plain is not None else taken_apart(value, place, depth)


def is_password_hash(text: str) -> bool:
    """One word that begins as hashes do and goes on with parts that only chance makes."""
    body = text.replace(':', '$').replace('}', '$').rpartition('$')[2]
    return len(body) >= 20 and not any(map(str.isspace, text)) and weigh(body).weight < 0


def _hash(bare: str, value: str, place: Place) -> Verdict:
    why = placeholder(bare)
    if why:
        return verdict(PLACEHOLDER, why, 0, len(value), place, against=(why,))
    return verdict(
        SECRET,
        'the hash of a password',
        0,
        len(value),
        place,
        severity='warning',
        form=PASSWORD_HASH,
        evidence=('it begins as the hashes of passwords do',),
        against=('whoever has it must still guess the password',),
    )


def taken_apart(value: str, place: Place, depth: int) -> list[Verdict]:
    """As ``examine``, of a value that was looked at already and is not plain."""
    bare = value.strip()
    if not bare:
        return [verdict(PLACEHOLDER, 'it is empty', 0, len(value), place)]
    if bare[0] in '"\'`' and _is_quoted(bare) and place.where not in TEXTUAL and depth < _DEEPEST:
        return list(shift(examine(bare[1:-1], place, depth + 1), value.find(bare) + 1))
    if bare.startswith(HASHES) and is_password_hash(bare):
        return [_hash(bare, value, place)]
    found = [one for one in shapes(value, place) if not _names_a_key(value, one)]
    if found:
        if sum(one.end - one.start for one in found) >= len(bare):
            return found
        found = [narrowed(value, one) for one in found]
    if depth > _DEEPEST:
        return found
    if not found and bare[:2] in _TAGS and bare.partition(' ')[0].partition(';')[0] in _RECORDS:
        return [verdict(HARMLESS, 'a record of the DNS, which everybody may read', 0, len(value), place)]
    if not found and bare[:3].lower() in _SEALED:
        from mcp_hooks.credentials.sealed import sealed

        tool = sealed(bare)
        if tool:
            why = 'of use only to who has the key'
            return [verdict(HARMLESS, f'{tool} has encrypted it', 0, len(value), place, against=(why,))]
    if not found and value.isalnum():
        return [atom(value, place, depth)]
    refs = [reference for reference in references(value) if _is_meant(value, reference)]
    found = _with_defaults(value, refs, found, place, depth) if refs else found
    if refs and _only_references(value, refs):
        if any(one.kind == SECRET for one in found):
            return found
        judged = [_misplaced(value, reference, place) for reference in refs]
        misplaced = [one for one in judged if one is not None]
        if misplaced:
            return misplaced
        kinds = ', '.join(sorted({r.dialect for r in refs}))
        return [
            verdict(REFERENCE, f'it is wholly a reference ({kinds})', 0, len(value), place, against=('nothing but references',))
        ]
    masked = _masked(value, found, refs)
    parts = pieces(value, place)
    if parts is not None:
        alone = '=' not in masked and ':' not in masked  # asked once: there may be thousands of pieces
        for part in parts:
            if part.end - part.start >= SHORTEST and masked[part.start : part.end].strip('\0 '):
                found.extend(_piece(value, masked, part, place, depth, alone))
        found = _one_hook(found)
        return found or [verdict(HARMLESS, 'none of its parts looks like a credential', 0, len(value), place)]
    if refs:
        found.extend(_beside_references(masked, _told_by(refs, place)))
        return found or [verdict(REFERENCE, 'references with harmless text around them', 0, len(value), place)]
    if not any(one.kind == SECRET for one in found):
        found.append(atom(masked if found else value, place, depth))
    return found


def _is_quoted(text: str) -> bool:
    """Is it one text in quotes, which a shell or a template was to take away?"""
    return len(text) > 2 and text[0] == text[-1] and text.find(text[0], 1) == len(text) - 1


def _names_a_key(value: str, one: Verdict) -> bool:
    """``SK…:secret``: what Twilio calls an API key is its name, and the secret comes behind it.

    https://www.twilio.com/docs/iam/api-keys
    """
    return value[one.end : one.end + 1] == ':' and one.provider is not None and one.provider.name == 'Twilio'


def _misplaced(value: str, reference: Reference, place: Place) -> Verdict | None:
    """A credential where the name of a variable belongs: ``${env:3f9a…}``. No name of a variable looks made by a machine."""
    name = reference.name
    size = len(name)
    bare = name.replace('_', '')
    if size < 24 or reference.dialect not in _OF_VARIABLES or (bare != name and (size < 40 or name.isupper())):
        return None
    if not bare.isalnum() or name.isalpha() or weigh(name).weight > CERTAIN:
        return None
    if place.where not in ('env', 'header', 'argument', 'scheme') or names.read(place.name).kind not in (names.SECRET, names.WEAK):
        return None
    start = value.find(name, reference.start)
    return verdict(
        SECRET,
        'it stands where the name of a variable belongs, and it looks made by a machine',
        start,
        start + size,
        place,
        severity='error',
        form=NAMED,
        evidence=(names.read(place.name).reason, weigh(name).reason),
    )


def _with_defaults(value: str, refs: list[Reference], found: list[Verdict], place: Place, depth: int) -> list[Verdict]:
    """What was found outside of the defaults of references, and what is found in them, each under the name of its variable."""
    spans: list[tuple[int, int]] = []
    inside_them: list[Verdict] = []
    for reference in refs:
        where = default_of(value, reference)
        if where is not None and where[1] > where[0]:
            spans.append(where)
            inside_them.extend(_default(value, where, reference.name, place, depth))
        for start, end, name in defaults_of(value, reference):
            spans.append((start, end))
            inside_them.extend(_default(value, (start, end), name, place, depth))
    if found and spans:
        from bisect import bisect_right

        starts = [start for start, _ in spans]
        found = [one for one in found if not ((at := bisect_right(starts, one.start)) and one.start < spans[at - 1][1])]
    return [*found, *inside_them]


def _default(value: str, where: tuple[int, int], variable: str, place: Place, depth: int) -> Iterator[Verdict]:
    """The verdicts on the default of a reference: the variable says what it is where the place does not."""
    said = value[where[0] - 1] == '?' and weigh(value[where[0] : where[1]]).weight > LIKELY
    if said:  # what a shell prints where the variable is not set: ${NAME:?missing}
        return
    told = names.read(place.name).kind in (names.SECRET, names.PASSWORD)
    inner = place._replace(where='default', name=place.name if told else variable)
    for one in shift(examine(value[where[0] : where[1]], inner, depth + 1), where[0]):
        yield one._replace(name=variable, where='default')


def _is_meant(value: str, reference: Reference) -> bool:
    """A ``$`` in the middle of a word begins no reference, unless three capitals follow: ``Xk9$mPq2`` is a password."""
    at = reference.start
    if reference.dialect != DOLLAR or at == 0 or value[at - 1] in _BEFORE_DOLLAR:
        return True
    return reference.name.isupper() and len(reference.name) > 2


_BEFORE_DOLLAR = frozenset(' \t\n"\'`=:/@,;()[]{}<>|&')


def _only_references(value: str, refs: list[Reference]) -> bool:
    rest: list[str] = []
    last = 0
    for reference in refs:
        rest.append(value[last : reference.start])
        last = reference.end
    rest.append(value[last:])
    text = ' '.join(rest)
    words = text.replace(':', ' ').replace('=', ' ').replace('"', ' ').replace("'", ' ').split()
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


def _one_hook(found: list[Verdict]) -> list[Verdict]:
    """Several random segments of one address that opens something by itself are one credential, from the first to the last."""
    parts = [one for one in found if one.kind == SECRET and one.form == CAPABILITY]
    if len(parts) < 2:
        return found
    first = min(parts, key=lambda one: one.start)
    whole = first._replace(end=max(one.end for one in parts))
    return [whole, *[one for one in found if one not in parts]]


# -- pieces ----------------------------------------------------------------------------------------------------


def _piece(value: str, masked: str, piece: Piece, place: Place, depth: int, alone: bool) -> list[Verdict]:
    """The verdicts on one piece, with offsets in the whole value. ``alone``: nothing in the value is named in it."""
    text = masked[piece.start : piece.end]
    if (
        place.where in TEXTUAL
        and value[piece.start - 1 : piece.start] not in ('"', "'", '`')
        and is_code(text, value[piece.end : piece.end + 1])
    ):
        return []
    where = piece.where
    if len(text) < NAMELESS and not piece.name and where == place.where and where in TEXTUAL:
        return []
    host = piece.host or place.host
    neighbours = place.neighbours
    if where == 'word':
        if place.where in TEXTUAL or len(text) < 24 or not is_base64(text):
            return []
        inner = Place('', 'word', neighbours, host)
        return list(shift([v for v in [atom(text, inner, depth)] if v.form == ENCODED], piece.start))
    if where == 'basic':
        return list(shift([basic(text, place)], piece.start))
    if where == 'scheme':
        inner = Place(place.name or 'Authorization', 'header' if place.where == 'header' else 'scheme', neighbours, host)
        if names.read(inner.name).kind not in (names.SECRET, names.PASSWORD):
            inner = inner._replace(name='Authorization')
        return list(shift(_with_place(examine(text, inner, depth + 1), place), piece.start))
    if where == 'url':
        inside_url = examine(text, Place('', 'url', neighbours, host), depth + 1)
        if place.where in TEXTUAL:  # badges and links carry short tokens that open nothing but a picture
            inside_url = [o for o in inside_url if o.form != NAMED or o.where == 'userinfo' or o.end - o.start >= 16]
        return list(shift(inside_url, piece.start))
    if where in ('path', 'path-marked') or (where == 'fragment' and not piece.name):
        one = _segment(value, text, piece, host, place)
        return [one] if one is not None else []
    if where == 'userinfo':
        return list(shift([password(text, place._replace(where='userinfo', host=host, name='password'))], piece.start))
    if where == 'userinfo-name':
        inner = Place('token', 'userinfo', neighbours, host)
        one = atom(text, inner, depth)
        if one.kind != SECRET or weigh(text).weight > CERTAIN:
            return []
        if (
            'sentry' in host or '.ingest.' in host
        ):  # the public key of a DSN: https://docs.sentry.io/concepts/key-terms/dsn-explainer/
            one = one._replace(
                reason='the public key of a DSN', severity='note', form=PUBLISHABLE, against=('a DSN is made to be published',)
            )
        return list(shift([one], piece.start))
    if where == 'connection':
        kind = names.read(piece.name).kind
        bare = ''.join(c for c in piece.name.lower() if c.isalnum())
        if bare in ('password', 'pwd') or kind == names.PASSWORD:
            return list(shift([password(text, place._replace(where='connection', host=host, name='password'))], piece.start))
        return list(shift(examine(text, Place(piece.name, 'connection', neighbours, host), depth + 1), piece.start))
    if where in ('header-line', 'variable-line', 'user-pass', 'variable-name'):
        inner = Place(piece.name, where, neighbours, host)
        return list(shift(examine(text, inner, depth + 1), piece.start))
    if where == 'query':
        if '%' in text:
            text = _decoded(text)
        if piece.name.lower() in _KEY_PARAMETERS and not text.startswith('wx'):  # WeChat's appid is no secret
            found = examine(text, Place('key', where, neighbours, host), depth + 1)
            return list(shift([one._replace(name=piece.name) for one in found], piece.start))
    if where == 'auth':
        if previous_word(masked, piece.start) == 'basic':
            return list(shift([basic(text, place)], piece.start))
        inner = Place('Authorization', place.where if place.where in TEXTUAL else 'scheme', neighbours, host)
        return list(shift(examine(text, inner, depth + 1), piece.start))
    if where == 'line':
        where = place.where if place.where in SHELL else 'line'
    name = piece.name or (place.name if where == 'line' and alone else '')
    return list(shift(examine(text, Place(name, where, neighbours, host), depth + 1), piece.start))


# parameters that carry the key of a service under another name than key: OpenWeather and Wolfram (appid), Baidu (ak), Tianditu
# (tk), Europeana (wskey) …
_KEY_PARAMETERS = frozenset(
    ('appid', 'ak', 'sk', 'tk', 'wskey', 'ukey', 'skey', 'ckey', 'xkey', 'mkey', 'apik', 'authid', 'cred', 'usertoken')
)


def _with_place(found: Iterable[Verdict], place: Place) -> Iterator[Verdict]:
    for one in found:
        yield one._replace(where=place.where if one.where == 'scheme' else one.where, name=place.name or one.name)


def _decoded(text: str) -> str:
    """Percent-decoded, of the same length, where that shows a placeholder or a reference; only used for judging."""
    from urllib.parse import unquote

    plain = unquote(text)
    if any(c in plain for c in '<>{}[]$ ') and weigh(plain).weight > CERTAIN:
        return plain.ljust(len(text), '\0')[: len(text)] if len(plain) <= len(text) else text
    return text


def _segment(value: str, text: str, piece: Piece, host: str, place: Place) -> Verdict | None:
    """A segment of a path: a credential when the provider's addresses are, when a word before it says so, or unsure."""
    at = value.find('://')
    path_start = at
    if at >= 0:
        path_start = value.find('/', at + 3)
    equals = text.find('=')
    if 0 < equals < len(text) - 1 and names.read(text[:equals]).kind in (names.SECRET, names.WEAK):
        inner = Place(text[:equals], 'query', place.neighbours, host)
        start = piece.start + equals + 1
        return next(shift(examine(text[equals + 1 :], inner, _DEEPEST), start), None)
    dash = text.find('-') + 1
    if text[:dash] in _SAYS_SECRET and len(text) - dash >= 16 and text[dash:].isalnum() and weigh(text[dash:]).weight <= CERTAIN:
        return verdict(
            SECRET,
            f'it stands behind {text[:dash]} in an address and looks random',
            piece.start + dash,
            piece.end,
            place._replace(where='path'),
            severity='error',
            form=NAMED,
            evidence=('the address says that it is not for everybody', weigh(text[dash:]).reason),
        )
    known = providers.hook(host, value[path_start:]) if path_start > 0 and host else None
    if (
        known is not None
        and piece.start >= path_start + known[1]
        and len(text) >= 16
        and (weigh(text).weight <= CERTAIN or _is_mixed(text))  # by chance some of them read like words
        and not placeholder(text)
    ):
        return verdict(
            SECRET,
            f'an address of {known[0].name} that whoever has it can use',
            piece.start,
            piece.end,
            place._replace(where='path'),
            severity='error',
            form=CAPABILITY,
            provider=known[0],
            evidence=(f'addresses of {known[0].name} are credentials', weigh(text).reason),
        )
    if len(text) < 16:
        return None
    weight = weigh(text)
    if weight.weight > CERTAIN or placeholder(text):
        return None
    called = _HOOK_NAMES.intersection(names.read(place.name).words) if piece.where == 'path' and place.where not in TEXTUAL else ()
    if called and not is_uuid(text) and piece.end >= len(value.rstrip('/')):
        return verdict(
            SECRET,
            'the last part of the address of a web hook',
            piece.start,
            piece.end,
            place._replace(where='path'),
            severity='error',
            form=CAPABILITY,
            evidence=(names.read(place.name).reason, weight.reason),
        )
    if piece.where == 'path-marked' and not is_uuid(text):
        return verdict(
            SECRET,
            f'it stands after /{piece.name}/ and looks random',
            piece.start,
            piece.end,
            place._replace(where='path'),
            severity='error',
            form=NAMED,
            evidence=(f'the segment before is {piece.name}', weight.reason),
        )
    if piece.where == 'fragment' and not is_hex(text):
        return verdict(
            UNSURE,
            'a random fragment of an address',
            piece.start,
            piece.end,
            place._replace(where='fragment'),
            evidence=(weight.reason,),
        )
    return verdict(
        UNSURE,
        'a random segment of an address: an identifier, or a credential',
        piece.start,
        piece.end,
        place._replace(where='path'),
        form=CAPABILITY,
        evidence=(weight.reason,),
    )


def _is_mixed(text: str) -> bool:
    return (text.isalnum() and len(text) >= 20 and any(map(str.isdigit, text)) and any(map(str.isupper, text))
            and any(map(str.islower, text)))  # fmt: skip


_HOOK_NAMES = frozenset(('webhook', 'webhooks', 'hook'))
# secret addresses of calendars and feeds: https://support.google.com/calendar/answer/37648
_SAYS_SECRET = frozenset(('private-', 'secret-', 'token-', 'key-', 'auth-'))


def _told_by(refs: list[Reference], place: Place) -> Place:
    """The place with the name of a reference beside it, where the place's own says nothing: ``realkey ${API_KEY}``."""
    kinds = (names.SECRET, names.PASSWORD, names.WEAK)
    if names.read(place.name).kind not in kinds:
        for reference in refs:
            if names.read(reference.name).kind in kinds:
                return place._replace(name=reference.name)
    return place


def _beside_references(masked: str, place: Place) -> Iterator[Verdict]:
    """Text beside a reference: a credential that someone forgot to take out."""
    at = 0
    for part in masked.split('\0'):
        length = len(part)
        text = part.strip(' \t:;,@/"\'')
        if len(text) >= 8:
            start = at + part.find(text)
            user = part.rstrip()[-1:] == ':' and at + length < len(masked)  # ACab12…:${TOKEN}: the name says what comes behind
            one = atom(text, place._replace(name='') if user else place, _DEEPEST)
            if one.kind == SECRET and weigh(text).weight <= LIKELY:
                yield one._replace(
                    start=start + one.start, end=start + one.end, evidence=(*one.evidence, 'it stands beside a reference')
                )
        at += length + 1
