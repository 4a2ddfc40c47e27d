"""Judges a value of one piece by its name, its form and its randomness."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials import inside, names, providers
from mcp_hooks.credentials.harmless import harmless_form, is_random_behind_a_slash, looks_like_path
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

    from mcp_hooks.credentials.names import Name

    Answer = Callable[..., Verdict]  # a verdict on the whole value: its kind, the reason, and what ``verdict`` takes by name

_SENTENCE = frozenset(
    """the of to from for with your you is are it this that in on and or if see run use get set can will
must should please which when as be""".split()
)


_LOOSE = frozenset(('comment', 'text', 'field', 'description'))  # places where a name alone proves less
# headers that say for whom a request is, under a random identifier
_OF_WHOM = frozenset(
    (word,)
    for word in """workspace tenant project org organization organisation team account user customer company client app
application profile agent instance environment space site store shop device session request trace correlation group edge
node region zone cluster host route channel queue topic stream build release deployment deploy job run commit revision ref
version schema contract object resource item order invoice ticket thread message conversation""".split()
)


def atom(value: str, place: Place, depth: int) -> Verdict:
    """The verdict on a value that is not taken apart further; ``depth`` says how often a value was on the way here."""
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
    if _is_wallet(text):
        evidence = 'length and alphabet are the documented ones', 'the checksum fits'
        why = 'a private key of a wallet in its import format'
        return answer(SECRET, why, severity='error', form=PRIVATE_KEY, evidence=evidence)
    harmless = harmless_form(text, kind)
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
    if kind == names.PASSWORD and where != 'word':
        if why and not is_default_word(text):
            return answer(PLACEHOLDER, why, against=(why,))
        return _under_the_name_of_a_password(text, place, name.reason, answer)._replace(start=start, end=end)
    if why:
        return answer(PLACEHOLDER, why, against=(why,))
    if kind == names.SECRET:
        if is_default_word(text):
            return answer(PLACEHOLDER, 'a common default', against=('one of the words that tutorials use',))
        return _under_secret_name(text, place, name.reason, answer)
    if kind == names.WEAK and where != 'word':
        return _under_weak_name(text, place, name, answer)
    return _without_a_name(text, place, name, kind, answer)


def _is_wallet(text: str) -> bool:
    """https://en.bitcoin.it/wiki/Wallet_import_format, https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki"""
    if not ((len(text) in (51, 52) and text[0] in '5KLc9') or (len(text) == 111 and text[1:4] == 'prv')) or not text.isalnum():
        return False
    from mcp_hooks.credentials.base58 import is_checked

    return is_checked(text)


def _under_the_name_of_a_password(text: str, place: Place, reason: str, answer: Answer) -> Verdict:
    where = place.where
    if where in _LOOSE and weigh(text).weight > LIKELY and not _has_digit_and_letter(text):
        said = 'words under the name of a password'
        return answer(UNSURE, said if where == 'field' else f'{said}, in running text')
    if _is_sentence(text):
        return answer(HARMLESS, 'a sentence')
    found = password(text, place)
    if found.kind != SECRET or found.severity == 'note':
        return found
    return found._replace(reason=f'{reason}, and it is no placeholder', evidence=(reason, *found.evidence[1:]))


def _under_weak_name(text: str, place: Place, name: Name, answer: Answer) -> Verdict:
    """A name that may be that of a credential: the value has to look like one."""
    weight = weigh(text)
    if is_uuid(text) and name.words[-1] in ('key', 'auth', 'pin', 'keys', 'k'):
        evidence = name.reason, 'a UUID'
        return answer(SECRET, f'{name.reason}, and it is a UUID', severity='error', form=NAMED, evidence=evidence)
    shortest = 12 if place.where not in _LOOSE else 16 if place.name.isupper() and '_' in place.name else 20
    if (
        len(text) >= shortest
        and weight.weight <= CERTAIN
        and ' ' not in text
        and not is_uuid(text)
        and (not looks_like_path(text) or is_random_behind_a_slash(text))
    ):
        evidence = name.reason, weight.reason
        return answer(SECRET, f'{name.reason}, and it looks made by a machine', severity='error', form=NAMED, evidence=evidence)
    against = ('it does not look made by a machine',)
    return answer(HARMLESS, f'{name.reason}, but the value is no credential', evidence=(name.reason,), against=against)


def _without_a_name(text: str, place: Place, name: Name, kind: str, answer: Answer) -> Verdict:
    """A value that only looks made by a machine, under a name that does not speak of a credential."""
    weight = weigh(text)
    against = (name.reason,)
    if kind == names.SILENT and weight.weight <= CERTAIN * 2 and len(text) >= 24 and ' ' not in text:
        if place.where == 'header' and name.words[-1:] not in _OF_WHOM and not is_uuid(text):
            evidence = 'headers authenticate', weight.reason
            why = 'a header of its own with a long random value'
            return answer(SECRET, why, severity='warning', form=NAMED, evidence=evidence, against=against)
        why = 'it looks made by a machine, but nothing says that it is a credential'
        return answer(UNSURE, why, evidence=(weight.reason,), against=against)
    return answer(HARMLESS, name.reason if kind else 'nothing in name or value speaks of a credential', against=against)


# of a pair, the half that says whose secret it is. Of Vault's AppRole it is a ROLE_ID, and what is called SECRET_ID the secret;
# an app key alone may be the secret: https://open.dingtalk.com/document/orgapp/obtain-the-access_token-of-an-internal-app
_NAMES_OF_SECRETS: dict[tuple[str, ...], tuple[str, ...]] = {('secret', 'id'): ('secret', 'key'), ('app', 'key'): ('app', 'secret')}


def _has_secret(words: tuple[str, ...], text: str, place: Place) -> bool:
    """Is the secret of this name beside it?"""
    if words[-2:] == ('secret', 'id') and not is_uuid(text):
        return False
    wanted = words[:-2] + _NAMES_OF_SECRETS[words[-2:]]
    return any(names.split(called) == wanted for called, _ in place.neighbours)


def _under_secret_name(text: str, place: Place, reason: str, answer: Answer) -> Verdict:
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
    if prefix and (size - prefix < 12 or text.endswith(('...', '…'))):
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


def _encoded(text: str, place: Place, depth: int) -> Verdict | None:
    """Base64 that stands for text with a credential in it; in an address its signs are percent-encoded."""
    if '%' in text:
        for code, sign in (('%3D', '='), ('%2B', '+'), ('%2F', '/')):
            text = text.replace(code, sign).replace(code.lower(), sign)
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
