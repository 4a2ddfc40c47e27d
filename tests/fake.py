"""Invented credentials, made at run time from a seed, so that no stored file holds a token-shaped string.

Each function takes ``seed`` (any text or number): the same seed gives the same token, on every machine and Python.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib

BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
BASE64URL = BASE62 + '-_'
LOWER = 'abcdefghijklmnopqrstuvwxyz'
LOWER_DIGITS = LOWER + '0123456789'
UPPER_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
HEX = '0123456789abcdef'
BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'


def letters(length: int, alphabet: str = BASE62, seed: object = 0) -> str:
    """``length`` characters of ``alphabet``, evenly spread; with 12 or more of base 62 no class of character is missing."""
    for attempt in range(1000):
        out: list[str] = []
        counter = 0
        while len(out) < length:
            block = hashlib.sha256(f'{seed}/{attempt}/{counter}/{length}/{alphabet}'.encode()).digest()
            out.extend(alphabet[b % len(alphabet)] for b in block)
            counter += 1
        text = ''.join(out[:length])
        mixed = (
            length < 12
            or len(alphabet) < 30
            or (
                any(c.isdigit() for c in text) >= any(c.isdigit() for c in alphabet)
                and any(c.islower() for c in text) >= any(c.islower() for c in alphabet)
                and any(c.isupper() for c in text) >= any(c.isupper() for c in alphabet)
            )
        )
        # no sign at the ends and no three like characters in a row: real tokens may have them, tests should not depend on it
        smooth = all(len(set(text[i : i + 3])) > 1 for i in range(length - 2))
        if mixed and smooth and text[:1] not in '-_' and text[-1:] not in '-_':
            return text
    raise ValueError(f'no text of {length} characters from {alphabet!r}')


def hex(n: int = 32, seed: object = 0) -> str:
    return letters(n, HEX, ('hex', seed))


def base62(n: int = 40, seed: object = 0) -> str:
    return letters(n, BASE62, ('base62', seed))


def base64_of(text: str | bytes) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


def base64_bytes(n: int = 32, seed: object = 0) -> str:
    """Standard base64 of ``n`` bytes, as ``openssl rand -base64`` writes it."""
    return base64.b64encode(bytes.fromhex(hex(2 * n, ('b64', seed)))).decode()


def uuid(seed: object = 0) -> str:
    h = hex(32, ('uuid', seed))
    return f'{h[:8]}-{h[8:12]}-4{h[13:16]}-{"89ab"[int(h[16], 16) % 4]}{h[17:20]}-{h[20:]}'


def password(n: int = 14, seed: object = 0) -> str:
    """A password with signs in it, none that JSON, TOML, YAML or a URL would have to escape."""
    body = letters(n, BASE62 + '!*.^~', ('password', seed))
    return body[: n // 2] + '!' + body[n // 2 + 1 :]


def passphrase(seed: object = 0, words: int = 3, sign: str = '-') -> str:
    """Words and a number: ``copper-lantern-42``."""
    some = (
        'copper',
        'lantern',
        'meadow',
        'thistle',
        'harbor',
        'pepper',
        'violet',
        'saddle',
        'walnut',
        'glacier',
        'marble',
        'ember',
    )
    picks = hashlib.sha256(f'phrase/{seed}'.encode()).digest()
    return sign.join([some[b % len(some)] for b in picks[:words]] + [str(10 + picks[-1] % 90)])


def _base62_number(number: int, width: int) -> str:
    out = ''
    while number:
        number, rest = divmod(number, 62)
        out = BASE62[rest] + out
    return out.rjust(width, '0')


def _github(prefix: str, seed: object) -> str:
    for attempt in range(100):
        body = letters(30, BASE62, (prefix, seed, attempt))
        check = _base62_number(zlib.crc32(body.encode()), 6)
        if all(len(set((body + check)[i : i + 3])) > 1 for i in range(34)):
            break
    return prefix + body + check


def github_pat(seed: object = 0) -> str:
    return _github('gh' + 'p_', seed)


def github_oauth(seed: object = 0) -> str:
    return _github('gh' + 'o_', seed)


def github_fine_grained(seed: object = 0) -> str:
    return 'github_' + 'pat_' + letters(22, BASE62, ('fine', seed)) + '_' + letters(59, BASE62, ('fine2', seed))


def npm(seed: object = 0) -> str:
    return _github('np' + 'm_', seed)


def gitlab_pat(seed: object = 0) -> str:
    return 'glp' + 'at-' + letters(20, BASE62, ('gitlab', seed))


def anthropic(seed: object = 0) -> str:
    return 'sk-' + 'ant-api03-' + letters(93, BASE64URL, ('anthropic', seed)) + 'AA'


def openai(seed: object = 0) -> str:
    first, second = letters(74, BASE64URL, ('openai', seed)), letters(74, BASE64URL, ('openai2', seed))
    return 'sk-' + 'proj-' + first + 'T3Blbk' + 'FJ' + second


def openai_short(seed: object = 0) -> str:
    return 'sk-' + 'proj-' + letters(48, BASE62, ('openai-short', seed))


def openrouter(seed: object = 0) -> str:
    return 'sk-' + 'or-v1-' + hex(64, ('openrouter', seed))


def google(seed: object = 0) -> str:
    return 'AI' + 'za' + letters(35, BASE64URL, ('google', seed))


def aws(seed: object = 0) -> tuple[str, str]:
    """Access key id and secret access key."""
    return 'AK' + 'IA' + letters(16, BASE32, ('aws', seed)), letters(40, BASE62 + '+/', ('aws-secret', seed))


def slack_bot(seed: object = 0) -> str:
    numbers = letters(12, '123456789', ('slack', seed)), letters(13, '123456789', ('slack2', seed))
    return 'xo' + f'xb-{numbers[0]}-{numbers[1]}-{letters(24, BASE62, ("slack3", seed))}'


def slack_webhook(seed: object = 0) -> str:
    team, bot = letters(9, UPPER_DIGITS, ('team', seed)), letters(9, UPPER_DIGITS, ('hook-bot', seed))
    return 'https://hooks.slack.' + f'com/services/T{team}/B{bot}/{letters(24, BASE62, ("hook", seed))}'


def stripe(seed: object = 0, kind: str = 'sk_live') -> str:
    return kind + '_' + letters(24, BASE62, ('stripe', seed))


def stripe_publishable(seed: object = 0) -> str:
    return stripe(seed, 'pk_' + 'live')


def figma(seed: object = 0) -> str:
    return 'fig' + 'd_' + letters(40, BASE64URL, ('figma', seed))


def supabase(seed: object = 0) -> str:
    return 'sb' + 'p_' + hex(40, ('supabase', seed))


def sendgrid(seed: object = 0) -> str:
    return 'S' + 'G.' + letters(22, BASE64URL, ('sg', seed)) + '.' + letters(43, BASE64URL, ('sg2', seed))


def huggingface(seed: object = 0) -> str:
    return 'h' + 'f_' + letters(34, BASE62[10:], ('hf', seed))


def tavily(seed: object = 0) -> str:
    return 'tvly' + '-' + letters(32, BASE62, ('tavily', seed))


def notion(seed: object = 0) -> str:
    return 'nt' + 'n_' + letters(46, BASE62, ('notion', seed))


def telegram(seed: object = 0) -> str:
    return letters(10, '123456789', ('tg', seed)) + ':AA' + letters(33, BASE64URL, ('tg2', seed))


def jwt(exp: int | None = None, seed: object = 0, **claims: object) -> str:
    """A signed-looking JWT. ``exp`` in seconds since the epoch; without it the token has no expiry."""

    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value, separators=(',', ':')).encode()).decode().rstrip('=')

    body: dict[str, object] = {'sub': f'user-{seed}', 'iss': 'issuer.invalid', **claims}
    if exp is not None:
        body['exp'] = exp
    return f'{part({"alg": "HS256", "typ": "JWT"})}.{part(body)}.{letters(43, BASE64URL, ("jwt", seed))}'


def supabase_anon(seed: object = 0, exp: int = 4_000_000_000) -> str:
    return jwt(exp, seed, iss='supabase', ref=letters(20, LOWER, seed), role='anon')


def private_key(seed: object = 0, kind: str = 'RSA ') -> str:
    """Lines of a PEM private key; nothing that any library would load."""
    body = base64_bytes(300, ('pem', seed))
    lines = [body[i : i + 64] for i in range(0, len(body), 64)]
    marker = f'{kind}PRIVATE' + ' KEY-----'
    return '\n'.join([f'-----BEGIN {marker}', *lines, f'-----END {marker}', ''])


def service_account(seed: object = 0) -> dict[str, str]:
    """What Google's console writes for a service account."""
    return {
        'type': 'service_account',
        'project_id': 'demo-project',
        'private_key_id': hex(40, ('kid', seed)),
        'private_key': private_key(seed, ''),
        'client_email': 'robot@demo-project.iam.gserviceaccount.com',
        'client_id': letters(21, '123456789', ('cid', seed)),
        'token_uri': 'https://oauth2.googleapis.com/token',
    }


def basic(user: str = 'svc-reader', seed: object = 0) -> str:
    """What stands after ``Basic`` in a header."""
    return base64_of(f'{user}:{base62(20, ("basic", seed))}')


def connection(seed: object = 0, scheme: str = 'postgresql', host: str = 'db.corp.internal:5432/sales') -> str:
    return f'{scheme}://reporting:{base62(16, ("db", seed))}@{host}'
