"""Looks at a value whole, takes it apart, and judges each piece in its own place. ``judge`` calls it for what is not plain."""

from __future__ import annotations

from mcp_hooks.credentials.atoms import atom
from mcp_hooks.credentials.beside_references import beside_references, is_meant, misplaced, only_references, told_by, with_defaults
from mcp_hooks.credentials.percent import blocks, may_hold
from mcp_hooks.credentials.pieces import pieces
from mcp_hooks.credentials.piecewise import piece_verdicts
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.quick import quick
from mcp_hooks.credentials.randomness import weigh
from mcp_hooks.credentials.references import references
from mcp_hooks.credentials.shapes import narrowed, shapes
from mcp_hooks.credentials.verdict import (
    CAPABILITY,
    HARMLESS,
    JWT,
    PASSWORD_HASH,
    PLACEHOLDER,
    PRIVATE_KEY,
    REFERENCE,
    SECRET,
    TEXTUAL,
    TOKEN,
    Place,
    Verdict,
    shift,
    verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.credentials.references import Reference

DEEPEST = 5  # times that a value is taken apart
_TAGS = frozenset(('v=', 'k='))
# DKIM's public key and its neighbours: https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1
_RECORDS = frozenset(('v=DKIM1', 'v=spf1', 'v=DMARC1', 'v=STSv1', 'v=TLSRPTv1', 'v=BIMI1', 'k=rsa', 'k=ed25519'))
# how the beginnings of what tools encrypt begin, see ``sealed``
_SEALED = frozenset(
    ('enc', '{ci', 'vau', '$an', '---', 'age', 'kms', 'aws', 'gcp', 'sec', 'sea', 'cip', 'aqi', 'aga', 'agb', 'agc', 'agd')
)
SHORTEST = 4  # characters of a piece: less is nobody's credential, and hostile text has many


# how the hashes of crypt(5), PHC strings, Werkzeug, Django and LDAP begin
HASHES = ('$2a$', '$2b$', '$2y$', '$1$', '$5$', '$6$', '$y$', '$apr1$', '$argon2', '$scrypt$', '$pbkdf2', 'pbkdf2:', 'pbkdf2_',
          'scrypt:', '{SSHA', '{SHA', '{PBKDF2', '{BCRYPT}', '{ARGON2', '{CRYPT}')


_LONGEST_USER = 64


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
    if bare[0] in '"\'`' and _is_quoted(bare) and place.where not in TEXTUAL and depth < DEEPEST:
        return list(shift(examine(bare[1:-1], place, depth + 1), value.find(bare) + 1))
    if bare.startswith(HASHES) and is_password_hash(bare):
        return [_hash(bare, value, place)]
    user = bare.find(':$', 1, _LONGEST_USER)  # a line of htpasswd; in a compose file each $ stands twice
    if user > 0 and bare[user + 1 :].replace('$$', '$').startswith(HASHES) and is_password_hash(bare[user + 1 :]):
        return [_hash(bare[user + 1 :], value, place)]
    found = [one for one in shapes(value, place) if not _names_a_key(value, one)]
    if found:
        if sum(one.end - one.start for one in found) >= len(bare):
            return found
        found = [narrowed(value, one) for one in found]
    if depth > DEEPEST:
        return found
    if may_hold(value):
        found = [*found, *_of_links(value, place, found, depth)]
    if not found:
        public, against = _for_everybody(bare)
        if public:
            return [verdict(HARMLESS, public, 0, len(value), place, against=against)]
        if value.isalnum():
            return [atom(value, place, depth)]
    refs = [reference for reference in references(value) if is_meant(value, reference)]
    found = with_defaults(value, refs, found, place, depth) if refs else found
    if refs and only_references(value, refs):
        if any(one.kind == SECRET for one in found):
            return found
        judged = [misplaced(value, reference, place) for reference in refs]
        names = [one for one in judged if one is not None]
        if names:
            return names
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
                found.extend(piece_verdicts(value, masked, part, place, depth, alone))
        found = _one_hook(found)
        return found or [verdict(HARMLESS, 'none of its parts looks like a credential', 0, len(value), place)]
    if refs:
        found.extend(beside_references(masked, told_by(refs, place)))
        return found or [verdict(REFERENCE, 'references with harmless text around them', 0, len(value), place)]
    if not any(one.kind == SECRET for one in found):
        found.append(atom(masked if found else value, place, depth))
    return found


def _of_links(value: str, place: Place, found: list[Verdict], depth: int) -> Iterator[Verdict]:
    """Credentials in what is percent-encoded, each where it stands."""
    for text, offsets in blocks(value):
        if not any(one.start < offsets[-1] and offsets[0] < one.end for one in found):
            for one in examine(text, Place('', 'encoded', (), place.host), depth + 1):
                if one.kind == SECRET and (one.form in (TOKEN, JWT, PRIVATE_KEY) or one.name or one.where != 'encoded'):
                    yield one._replace(start=offsets[one.start], end=offsets[one.end])


def _for_everybody(bare: str) -> tuple[str, tuple[str, ...]]:
    """Why whoever reads the value gains nothing by it, with what speaks against a credential; '' where that is not so."""
    if bare[:2] in _TAGS and bare.partition(' ')[0].partition(';')[0] in _RECORDS:
        return 'a record of the DNS, which everybody may read', ()
    if bare[:3].lower() in _SEALED:
        from mcp_hooks.credentials.sealed import sealed

        tool = sealed(bare)
        if tool:
            return f'{tool} has encrypted it', ('of use only to who has the key',)
    return '', ()


def _is_quoted(text: str) -> bool:
    """Is it one text in quotes, which a shell or a template was to take away?"""
    return len(text) > 2 and text[0] == text[-1] and text.find(text[0], 1) == len(text) - 1


def _names_a_key(value: str, one: Verdict) -> bool:
    """``SK…:secret``: what Twilio calls an API key is its name, and the secret comes behind it.

    https://www.twilio.com/docs/iam/api-keys
    """
    return value[one.end : one.end + 1] == ':' and one.provider is not None and one.provider.name == 'Twilio'


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
