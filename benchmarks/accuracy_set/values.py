"""Makers of invented values. ``fill(text, rng)`` replaces each ``‹maker:size›`` in ``text`` by a fresh value.

A text may mark the part that a label is about with ``«…»``.
"""
# ruff: noqa: SIM905
from __future__ import annotations

import base64
import json
import random
import re
import uuid
from collections.abc import Callable

LOW = 'abcdefghijklmnopqrstuvwxyz'
DIGITS = '0123456789'
ALPHABETS = {
    'hex': DIGITS + 'abcdef',
    'HEX': DIGITS + 'ABCDEF',
    'b62': DIGITS + LOW.upper() + LOW,
    'b64u': DIGITS + LOW.upper() + LOW + '-_',
    'low': LOW + DIGITS,
    'up': LOW.upper() + DIGITS,
    'abc': LOW,
    'ABC': LOW.upper(),
    'dig': DIGITS,
    'b58': '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    'b32': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    'bech': 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
    'sign': DIGITS + LOW.upper() + LOW + '!#%^*()_+-.,~',
}
NAMES = (
    'anna bruno carla diego elif farid greta hugo ines jonas katya luca mina nils olga petra rafael sofia '
    'tomasz yuki').split()
PETS = (
    'Mimi Rocky Luna Balou Minka Rex Nala Simba Socke Pixel Kiwi Bella').split()
PLACES = (
    'Sommer Winter Herbst Berlin Madrid Lisboa Krakow Montreal Valencia Bremen Dragon Turtle Arsenal Juventus '
    'Galaxy Falcon').split()
WORDS = (
    'copper lantern meadow thistle harbor pepper violet saddle walnut glacier marble ember orbit canyon velvet '
    'cactus puzzle ribbon timber anchor breeze cradle dolphin fabric garlic hammer island jacket kettle ladder '
    'magnet napkin oyster pillow quartz rocket salmon tunnel umbrella window yellow zebra').split()
COMPANIES = (
    'nordwind bluepine kestrel tallgrass ironfield quillon marrow hexaline sunforge driftlab').split()


def of(alphabet: str, size: int, rng: random.Random) -> str:
    """``size`` characters; from 16 on, at least one of each class that the alphabet has, as in nearly every real token."""
    while True:
        text = ''.join(rng.choice(alphabet) for _ in range(size))
        if size < 16 or all(any(test(c) for c in text) for test in (str.isdigit, str.islower, str.isupper)
                            if any(test(c) for c in alphabet)):
            return text


def b64(data: bytes | str) -> str:
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def raw(size: int, rng: random.Random) -> bytes:
    return bytes(rng.randrange(256) for _ in range(size))


def jwt(claims: dict[str, object], rng: random.Random, signature: int = 43) -> str:
    parts = (json.dumps(p, separators=(',', ':')).encode() for p in ({'alg': 'HS256', 'typ': 'JWT'}, claims))
    return '.'.join([*(base64.urlsafe_b64encode(p).decode().rstrip('=') for p in parts), of(ALPHABETS['b64u'], signature, rng)])


def session(size: int, rng: random.Random) -> str:
    return jwt({'sub': str(uuid_of(rng)), 'iat': 1762000000, 'exp': 2240000000}, rng)


def role(name: str) -> Callable[[int, random.Random], str]:
    def make(size: int, rng: random.Random) -> str:
        return jwt({'iss': 'supabase', 'ref': of(LOW, 20, rng), 'role': name, 'iat': 1741000000, 'exp': 2056000000}, rng)
    return make


def uuid_of(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def human(size: int, rng: random.Random) -> str:
    """A password as people choose them for a company's database or mail account."""
    year = str(rng.randrange(1961, 2026))
    return rng.choice((
        lambda: rng.choice(PLACES) + year + rng.choice('!?.#'),
        lambda: rng.choice(PETS) + rng.choice(PETS).lower() + of(DIGITS, 3, rng),
        lambda: rng.choice(PLACES).replace('e', '3').replace('a', '@') + '_' + of(DIGITS, 3, rng),
        lambda: rng.choice(NAMES).capitalize() + rng.choice(('*', '-', '+')) + year + of(LOW, 2, rng),
        lambda: 'K' + rng.choice(WORDS)[:4] + of(DIGITS, 2, rng) + rng.choice('!$%') + of(LOW.upper(), 2, rng),
    ))()


def words(size: int, rng: random.Random, sign: str = ' ') -> str:
    return sign.join(rng.choice(WORDS) for _ in range(size))


def lines(label: str, size: int, rng: random.Random) -> str:
    """A PEM block; ``label`` is what stands between the dashes."""
    text = b64(raw(size, rng))
    body = [text[i:i + 64] for i in range(0, len(text), 64)]
    return '\n'.join([f'{"-" * 5}BEGIN {label}{"-" * 5}', *body, f'{"-" * 5}END {label}{"-" * 5}', ''])


def service_account(size: int, rng: random.Random) -> str:
    project = f'{rng.choice(COMPANIES)}-prod-{of(DIGITS, 6, rng)}'
    return json.dumps({
        'type': 'service_account', 'project_id': project, 'private_key_id': of(ALPHABETS['hex'], 40, rng),
        'private_key': lines('PRIVATE ' + 'KEY', 620, rng), 'client_email': f'mcp@{project}.iam.gserviceaccount.com',
        'client_id': of(DIGITS, 21, rng)})


MAKERS: dict[str, Callable[[int, random.Random], str]] = {
    'uuid': lambda n, r: uuid_of(r),
    'UUID': lambda n, r: uuid_of(r).upper(),
    'b64': lambda n, r: b64(raw(n, r)),
    'b64url': lambda n, r: base64.urlsafe_b64encode(raw(n, r)).decode().rstrip('='),
    'basic': lambda n, r: b64(f'{r.choice(NAMES)}:{of(ALPHABETS["b62"], 18, r)}'),
    'basichuman': lambda n, r: b64(f'{r.choice(NAMES)}@{r.choice(COMPANIES)}.io:{human(0, r)}'),
    'jwt': session,
    'anon': role('anon'),
    'service': role('service_' + 'role'),
    'human': human,
    'words': words,
    'kebab': lambda n, r: words(n, r, '-') + '-' + of(DIGITS, 2, r),
    'camel': lambda n, r: ''.join(r.choice(WORDS).capitalize() for _ in range(n)) + of(DIGITS, 2, r),
    'user': lambda n, r: r.choice(NAMES),
    'co': lambda n, r: r.choice(COMPANIES),
    'mail': lambda n, r: f'{r.choice(NAMES)}@{r.choice(COMPANIES)}.io',
    'rsa': lambda n, r: lines('RSA PRIVATE ' + 'KEY', 600, r),
    'pkcs8': lambda n, r: lines('PRIVATE ' + 'KEY', 620, r),
    'ec': lambda n, r: lines('EC PRIVATE ' + 'KEY', 118, r),
    'openssh': lambda n, r: lines('OPENSSH PRIVATE ' + 'KEY', 300, r),
    'pub': lambda n, r: lines('PUBLIC KEY', 294, r),
    'cert': lambda n, r: lines('CERTIFICATE', 700, r),
    'rsa1': lambda n, r: lines('RSA PRIVATE ' + 'KEY', 600, r).replace('\n', '\\n'),
    'pemb64': lambda n, r: b64(lines('RSA PRIVATE ' + 'KEY', 600, r)),
    'sa': service_account,
    'sab64': lambda n, r: b64(service_account(0, r)),
    'ip': lambda n, r: '.'.join(['10', *(str(r.randrange(1, 250)) for _ in range(3))]),
    'snow': lambda n, r: str(r.randrange(10 ** 17, 10 ** 18 * 9 // 8)),
}
SLOT = re.compile('‹([a-zA-Z0-9]+):?([0-9]*)›')


def fill(text: str, rng: random.Random) -> str:
    """``text`` with every slot filled."""
    def one(match: re.Match[str]) -> str:
        size = int(match[2] or 0)
        return of(ALPHABETS[match[1]], size, rng) if match[1] in ALPHABETS else MAKERS[match[1]](size, rng)
    return SLOT.sub(one, text)
