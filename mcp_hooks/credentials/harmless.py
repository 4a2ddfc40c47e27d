"""Values that by their form alone are no credential: a path, a number, a digest, a host, the word of a setting."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials import names
from mcp_hooks.credentials.placeholders import is_default_word, placeholder
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, is_base64, is_hex, is_uuid, weigh

_LITERALS = frozenset(
    """true false yes no on off null none nil undefined auto automatic enabled disabled enable disable
required optional default all any always never both read write readonly read-only rw ro info debug warn warning error trace
basic bearer oauth oauth2 oidc jwt apikey api_key api-key token password saml ldap kerberos ntlm pat iam anonymous public
private stdio http https sse""".split()
)


def harmless_form(text: str, kind: str) -> str:
    """Why a value cannot be a credential by its form alone; '' when it may be one."""
    low = text.lower()
    if low in _LITERALS and not (kind == names.PASSWORD and is_default_word(text)):
        return 'a word of a setting'
    if _is_number(text):
        if kind == names.PASSWORD and text.isdigit() and len(text) >= 6 and not placeholder(text):
            return ''
        return 'a number'
    if looks_like_path(text):
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
    if text.startswith('mcpac_sc_') and is_uuid(text[9:]):
        return 'the handle of a secret'  # of mcp-agent's cloud: github.com/lastmile-ai/mcp-agent, src/mcp_agent/cli/core/constants.py
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


def looks_like_path(text: str) -> bool:
    """Does it begin as a path does: at the root, here, in the home folder, on a drive?"""
    return text.startswith(('/', './', '../', '~/', '~\\', '.\\', '..\\', '\\\\')) or (
        len(text) > 2 and text[1] == ':' and text[2] in '\\/' and text[0].isalpha()
    )


def is_random_behind_a_slash(text: str) -> bool:
    """One in 64 of what is written in base64 begins with a slash."""
    long = [part for part in text.split('/') if len(part) > 8]
    return text[0] == '/' and len(text) >= 40 and is_base64(text) and all(weigh(part).weight <= CERTAIN for part in long)


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
