"""A credential's fingerprint that may be stored: salted, and so slow that a short password cannot be searched for."""
from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

COST = 4096  # 4 MiB and about 10 ms: a thousand known findings stay bearable, 10^11 guesses at a password do not
BLOCK = 8
LENGTH = 16  # bytes
PREFIX = 'scrypt'


@cache
def slow_hash(value: str, salt: str, cost: int = COST) -> str:
    """Hexadecimal; the same for the same value and salt. Cached, for one credential stands in many places."""
    from hashlib import scrypt

    raw = value.encode('utf-8', 'surrogatepass')
    return scrypt(raw, salt=salt.encode(), n=cost, r=BLOCK, p=1, dklen=LENGTH, maxmem=128 * cost * BLOCK + (1 << 20)).hex()


def is_hash(text: str) -> bool:
    """Could ``slow_hash`` have given this, or the empty string that stands for no value?"""
    return not text or (len(text) == 2 * LENGTH and all(char in '0123456789abcdef' for char in text))


def prepare(values: set[str], salt: str, cost: int = COST) -> None:
    """Hash many values on all cores, so that ``slow_hash`` has them ready."""
    import os

    todo = sorted(values)
    cores = min(os.cpu_count() or 1, 8)
    if len(todo) < 4 or cores == 1:
        return
    from threading import Thread  # scrypt works without the interpreter's lock

    threads = [Thread(target=lambda part: [slow_hash(value, salt, cost) for value in part], args=(todo[start::cores],))
               for start in range(cores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def new_salt() -> str:
    import os

    return os.urandom(16).hex()


def value_fingerprint(value: str, salt: str = '') -> str:
    """What stands under ``allow`` in the settings: ``scrypt:SALT:HASH``."""
    salt = salt or new_salt()
    return f'{PREFIX}:{salt}:{slow_hash(value, salt)}'


def salt_of(fingerprints: Iterable[str]) -> str:
    """The salt of the first fingerprint of a value among these, '' without one: with one salt for all, each value is hashed once."""
    return next((text.split(':')[1] for text in fingerprints if is_value_fingerprint(text)), '')


def fitting(fingerprints: Iterable[str], values: Iterable[str]) -> dict[str, str]:
    """The values that have one of the fingerprints, each with its own. Takes one slow hash for each salt and value, on all cores."""
    by_salt: dict[str, dict[str, str]] = {}
    for text in filter(is_value_fingerprint, fingerprints):
        _, salt, hashed = text.split(':')
        if salt and hashed and is_hash(hashed.lower()):
            by_salt.setdefault(salt, {}).setdefault(hashed.lower(), text)
    left = set(filter(None, values))
    found: dict[str, str] = {}
    for salt, hashes in by_salt.items():
        prepare(left, salt)
        for value in sorted(left):
            text = hashes.get(slow_hash(value, salt), '')
            if text:
                found[value] = text
        left -= found.keys()
    return found


def is_value_fingerprint(text: str) -> bool:
    return text.startswith(PREFIX + ':') and text.count(':') == 2
