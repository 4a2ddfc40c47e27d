"""Judges a value of one piece by its name, its form and its randomness."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials import inside, names, providers
from mcp_hooks.credentials.passwords import password
from mcp_hooks.credentials.placeholders import is_default_word, placeholder, unknown_words
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, is_hex, is_uuid, weigh
from mcp_hooks.credentials.verdict import (
    ENCODED,
    EXPIRED,
    HARMLESS,
    JWT,
    NAMED,
    PLACEHOLDER,
    PRIVATE_KEY,
    SECRET,
    TEXTUAL,
    TOKEN,
    UNSURE,
    Place,
    Verdict,
    order,
    verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LITERALS = frozenset(
    """true false yes no on off null none nil undefined auto automatic enabled disabled enable disable
required optional default all any always never both read write readonly read-only rw ro info debug warn warning error trace
basic bearer oauth oauth2 oidc jwt apikey api_key api-key token password saml ldap kerberos ntlm pat iam anonymous public
private stdio http https sse""".split()
)
_SENTENCE = frozenset(
    """the of to from for with your you is are it this that in on and or if see run use get set can will
must should please which when as be""".split()
)


# headers that say for whom a request is, under a random identifier
_OF_WHOM = frozenset(
    (word,)
    for word in """workspace tenant project org organization organisation team account user customer company client app
application profile agent instance environment space site store shop device session request trace correlation group edge
node region zone cluster host route channel queue topic stream build release deployment deploy job run commit revision ref
version schema contract object resource item order invoice ticket thread message conversation""".split()
)


def atom(value: str, place: Place, depth: int) -> Verdict:
    text = value.strip().strip('\0').strip()
    if not text:
        return verdict(PLACEHOLDER, 'it is empty', 0, len(value), place)
    start = value.find(text)
    end = start + len(text)
    if len(text) > 1 and text[0] == text[-1] and text[0] in '"\'`':
        text, start, end = text[1:-1], start + 1, end - 1
        if not text.strip():
            return verdict(PLACEHOLDER, 'it is empty', 0, len(value), place)
    name = names.read(place.name)
    kind = name.kind
    where = place.where

    def answer(what: str, reason: str, **more: Any) -> Verdict:
        return verdict(what, reason, start, end, place, **more)

    if where == 'variable-name':
        if (text.replace('_', 'a').isalnum() and weigh(text).weight > CERTAIN) or ' ' in text or '(' in text or len(text) > 500:
            return answer(HARMLESS, 'the name of a variable')
        kind = names.SECRET
    if kind == names.SECRET and name.words[-2:] in _NAMES_OF_SECRETS and _has_secret(name.words, text, place):
        return answer(HARMLESS, f'it names the {" ".join(_NAMES_OF_SECRETS[name.words[-2:]])} beside it')
    if where in ('store', 'header-value'):
        if name.words[-2:] != ('client', 'id'):  # what a client is called where it has registered itself
            kind = kind if kind in (names.PASSWORD, names.SECRET) else names.WEAK if kind == names.HARMLESS else names.SECRET
    if ((len(text) in (51, 52) and text[0] in '5KLc9') or (len(text) == 111 and text[1:4] == 'prv')) and text.isalnum():
        from mcp_hooks.credentials.base58 import is_checked

        # https://en.bitcoin.it/wiki/Wallet_import_format, https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
        if is_checked(text):
            return answer(
                SECRET,
                'a private key of a wallet in its import format',
                severity='error',
                form=PRIVATE_KEY,
                evidence=('length and alphabet are the documented ones', 'the checksum fits'),
            )
    harmless = _harmless(text, kind)
    if harmless:
        return answer(HARMLESS, harmless, against=(harmless,))
    encoded = _encoded(text, place, depth)
    if encoded is not None:
        return encoded._replace(start=start, end=end)
    weight = weigh(text)
    if kind in (names.SILENT, names.HARMLESS) and weight.weight > LIKELY:
        return answer(
            HARMLESS, name.reason if kind else 'nothing in name or value speaks of a credential', against=(name.reason,)
        )
    why = placeholder(text, name.words)
    if kind == names.PASSWORD and where not in ('word',):
        if why and not is_default_word(text):
            return answer(PLACEHOLDER, why, against=(why,))
        if (
            where in ('comment', 'text', 'field', 'description')
            and weigh(text).weight > LIKELY
            and not _has_digit_and_letter(text)
        ):
            return answer(
                UNSURE,
                'words under the name of a password, in running text'
                if where != 'field'
                else 'words under the name of a password',
            )
        if _is_sentence(text):
            return answer(HARMLESS, 'a sentence')
        found = password(text, place)
        found = found._replace(start=start, end=end)
        if found.kind != SECRET or found.severity == 'note':
            return found
        return found._replace(reason=f'{name.reason}, and it is no placeholder', evidence=(name.reason, *found.evidence[1:]))
    if why:
        return answer(PLACEHOLDER, why, against=(why,))
    if kind == names.SECRET and is_default_word(text):
        return answer(PLACEHOLDER, 'a common default', against=('one of the words that tutorials use',))
    if kind == names.SECRET:
        return _under_secret_name(text, place, name.reason, answer)
    if kind == names.WEAK and where != 'word':
        strict = where in ('field', 'text', 'comment', 'description')
        if is_uuid(text) and name.words[-1] in ('key', 'auth', 'pin', 'keys', 'k'):
            return answer(
                SECRET, f'{name.reason}, and it is a UUID', severity='error', form=NAMED, evidence=(name.reason, 'a UUID')
            )
        if (
            len(text) >= (12 if not strict else 16 if place.name.isupper() and '_' in place.name else 20)
            and weight.weight <= CERTAIN
            and ' ' not in text
            and not is_uuid(text)
            and (not _looks_like_path(text) or _is_random_behind_a_slash(text))
        ):
            return answer(
                SECRET,
                f'{name.reason}, and it looks made by a machine',
                severity='error',
                form=NAMED,
                evidence=(name.reason, weight.reason),
            )
        return answer(
            HARMLESS,
            f'{name.reason}, but the value is no credential',
            evidence=(name.reason,),
            against=('it does not look made by a machine',),
        )
    if (
        where == 'header'
        and kind == names.SILENT
        and name.words[-1:] not in _OF_WHOM
        and weight.weight <= CERTAIN * 2
        and len(text) >= 24
        and not is_uuid(text)
        and ' ' not in text
    ):
        return answer(
            SECRET,
            'a header of its own with a long random value',
            severity='warning',
            form=NAMED,
            evidence=('headers authenticate', weight.reason),
            against=(name.reason,),
        )
    if weight.weight <= CERTAIN * 2 and len(text) >= 24 and ' ' not in text and kind == names.SILENT:
        return answer(
            UNSURE,
            'it looks made by a machine, but nothing says that it is a credential',
            evidence=(weight.reason,),
            against=(name.reason,),
        )
    return answer(HARMLESS, name.reason if kind else 'nothing in name or value speaks of a credential', against=(name.reason,))


# of a pair, the half that says whose secret it is. Of Vault's AppRole it is a ROLE_ID, and what is called SECRET_ID the secret;
# an app key alone may be the secret: https://open.dingtalk.com/document/orgapp/obtain-the-access_token-of-an-internal-app
_NAMES_OF_SECRETS: dict[tuple[str, ...], tuple[str, ...]] = {('secret', 'id'): ('secret', 'key'), ('app', 'key'): ('app', 'secret')}


def _has_secret(words: tuple[str, ...], text: str, place: Place) -> bool:
    """Is the secret of this name beside it?"""
    if words[-2:] == ('secret', 'id') and not is_uuid(text):
        return False
    wanted = words[:-2] + _NAMES_OF_SECRETS[words[-2:]]
    return any(names.split(called) == wanted for called, _ in place.neighbours)


def _under_secret_name(text: str, place: Place, reason: str, answer: Callable[..., Verdict]) -> Verdict:
    weight = weigh(text)
    where = place.where
    size = len(text)
    if is_uuid(text):
        return answer(SECRET, f'{reason}, and it is a UUID', severity='error', form=NAMED, evidence=(reason, 'a UUID'))
    if size < 6:
        return answer(UNSURE, 'too short to tell', evidence=(reason,))
    if not text.isascii() and not any(map(str.isdigit, text)):  # no service gives out keys with such letters in them
        return answer(HARMLESS, 'words of another language', evidence=(reason,), against=('it reads like words',))
    prefix = providers.prefix_of(text)
    if prefix and size - prefix < 12:
        return answer(
            PLACEHOLDER,
            'the beginning of a token without the rest',
            evidence=(reason,),
            against=('too short for a token of this provider',),
        )
    textual = where in TEXTUAL
    limit = CERTAIN if textual else LIKELY
    if size >= 16 and not textual and _has_digit_and_letter(text):
        limit = -1.5
    elif size >= 10 and not textual and text.isalnum() and _has_digit_and_letter(text) and not (text.islower() or text.isupper()):
        limit = -2.5
    if weight.weight <= limit and not _is_sentence(text) and not (' ' in text and textual):
        return answer(
            SECRET, f'{reason}, and it looks made by a machine', severity='error', form=NAMED, evidence=(reason, weight.reason)
        )
    if textual or where == 'field':
        return answer(HARMLESS, 'words', evidence=(reason,), against=('it reads like words',))
    unknown = unknown_words(text)
    digits = sum(c.isdigit() for c in text)
    if (
        not _is_sentence(text)
        and size >= 12
        and len(unknown) >= 2
        and (digits >= 2 or len(unknown) >= 3)
        and len(unknown) > known_words(text)
    ):
        return answer(
            SECRET,
            f'{reason}, and it is a pass phrase',
            severity='error',
            form=NAMED,
            evidence=(reason, 'words that name nothing of the trade'),
        )
    if size >= 8 and digits and any(not (c.isalnum() or c in '-_. ') for c in text) and unknown and not _is_sentence(text):
        return answer(
            SECRET,
            f'{reason}, and it mixes letters, digits and signs',
            severity='error',
            form=NAMED,
            evidence=(reason, 'letters, digits and signs'),
        )
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
    return text.startswith(('/', './', '../', '~/', '~\\', '.\\', '..\\', '\\\\')) or (
        len(text) > 2 and text[1] == ':' and text[2] in '\\/' and text[0].isalpha()
    )


def _is_random_behind_a_slash(text: str) -> bool:
    """One in 64 of what is written in base64 begins with a slash."""
    long = [part for part in text.split('/') if len(part) > 8]
    return text[0] == '/' and len(text) >= 40 and is_base64(text) and all(weigh(part).weight <= CERTAIN for part in long)


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
    if kind == names.PASSWORD and any(map(str.isupper, text)) and any(map(str.islower, text)) and any(map(str.isdigit, text)):
        return ''  # Thor6716.db
    if _file_ending(text) and ' ' not in text and weigh(text.rpartition('.')[0]).weight > CERTAIN * 2:
        return 'the name of a file'
    if (
        kind != names.PASSWORD
        and '@' in text
        and text.count('@') == 1
        and '.' in text.rpartition('@')[2]
        and ':' not in text
        and ' ' not in text
    ):
        return 'an e-mail address'
    if len(text) < 24 and low.replace('_', '-').partition('-')[0] in _ALGORITHMS:
        return 'the name of an algorithm'
    if text.startswith(_DIGESTS) and is_base64(text.partition('-')[2] or text.partition(':')[2]):
        return 'a digest'
    if text.startswith(_PUBLIC_KEYS):
        return 'a public key of OpenSSH'
    if len(text) == 62 and text[:4] == 'age1' and text.isalnum():
        return 'a public key of age'
    if len(text) == 26 and text[0] in '01234567' and text.isupper() and _ULID.issuperset(text):
        return 'an identifier that begins with its time'
    if len(text) == 55 and text[2] == text[35] == text[52] == '-' and is_hex(text.replace('-', '')):
        return 'the identifier of a trace'  # https://www.w3.org/TR/trace-context/#traceparent-header
    if text[0] == '#' and len(text) in (4, 5, 7, 9) and is_hex('0000' + text[1:].lower()):
        return 'a colour'
    if '.' in text and ' ' not in text and '_' not in text:
        host = text.partition(':')[0]
        labels = host.split('.')
        if (
            len(labels) >= 2
            and labels[-1].isalpha()
            and 2 <= len(labels[-1]) <= 24
            and all(label and label.replace('-', 'a').isalnum() for label in labels)
            and all(weigh(label).weight > CERTAIN for label in labels)
            and kind != names.PASSWORD
        ):
            return 'a host name'
        if all(label.isdigit() for label in labels):
            return 'a version or an address'
    return ''


# Subresource Integrity, OCI, OpenSSH and go.sum name the algorithm before the digest
_DIGESTS = ('sha1-', 'sha256-', 'sha384-', 'sha512-', 'sha1:', 'sha256:', 'sha384:', 'sha512:', 'SHA256:', 'h1:', 'md5:', 'blake3:')
# the length and the name of the algorithm in base64: https://www.rfc-editor.org/rfc/rfc4253#section-6.6
_PUBLIC_KEYS = ('AAAAC3NzaC1', 'AAAAB3NzaC1', 'AAAAE2VjZHNh', 'AAAAGnNrLXNz', 'ssh-ed25519 AAAA', 'ssh-rsa AAAA')
_ALGORITHMS = frozenset(
    """sha sha1 sha224 sha256 sha384 sha512 sha3 md5 hmac hs256 hs384 hs512 rs256 rs512 es256 ps256 aes aes128 aes256 rsa ecdsa ed25519
pbkdf2 argon2 argon2id bcrypt scrypt blake2b blake3 base64 base64url utf8 utf16 chacha20 x25519 p256 secp256k1 tls1 oauth2""".split()
)
_ULID = frozenset('0123456789ABCDEFGHJKMNPQRSTVWXYZ')  # https://github.com/ulid/spec


def _file_ending(text: str) -> bool:
    dot = text.rfind('.')
    return 0 < dot < len(text) - 1 and text[dot + 1 :].lower() in _ENDINGS


_ENDINGS = frozenset(
    """json jsonc yaml yml toml ini env txt pem key crt cer p8 p12 pfx jks cfg conf config js mjs cjs ts py
sh bash exe bat ps1 cmd db sqlite sqlite3 csv xml html md log sock pub gpg asc kdbx lock zip tar gz jar war""".split()
)


def _is_number(text: str) -> bool:
    if not text[0].isdigit() and text[0] not in '+-.':
        return False
    body = text.lstrip('+-').rstrip('%')
    if body.isdigit():
        return True
    stripped = body.replace('_', '').replace(',', '').replace('.', '', 1)
    if stripped.isdigit():
        return True
    for unit in ('ms', 'sec', 'min', 'kb', 'mb', 'gb', 's', 'm', 'h', 'd', 'k', 'w', 'px'):
        if stripped.lower().endswith(unit) and stripped[: -len(unit)].isdigit():
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
    from mcp_hooks.credentials.examine import examine

    found = [
        v
        for v in examine(decoded, inner, depth + 1)
        if v.kind == SECRET and (v.form in (TOKEN, JWT, EXPIRED, PRIVATE_KEY) or v.name or v.where != 'encoded')
    ]
    if not found:
        return None
    worst = min(found, key=order)
    if worst.severity == 'note':
        return None
    what = worst.reason if worst.form != NAMED else f'it holds {worst.name!r}' if worst.name else worst.reason
    return verdict(
        SECRET,
        f'base64 of text with a credential: {what}',
        0,
        len(text),
        place,
        severity=worst.severity,
        form=ENCODED,
        provider=worst.provider,
        expires=worst.expires,
        evidence=('base64 of readable text', *worst.evidence),
        against=worst.against,
    )
