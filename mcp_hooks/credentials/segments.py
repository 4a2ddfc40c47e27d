"""A segment of an address that only chance makes: a credential, an identifier, or one of the two."""

from __future__ import annotations

from mcp_hooks.credentials import names, providers
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.randomness import CERTAIN, is_hex, is_uuid, weigh
from mcp_hooks.credentials.verdict import CAPABILITY, NAMED, SECRET, TEXTUAL, UNSURE, Place, Verdict, shift, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.credentials.inside import Piece

_HOOK_NAMES = frozenset(('webhook', 'webhooks', 'hook'))
# secret addresses of calendars and feeds: https://support.google.com/calendar/answer/37648
_SAYS_SECRET = frozenset(('private-', 'secret-', 'token-', 'key-', 'auth-'))


def segment(value: str, text: str, piece: Piece, host: str, place: Place) -> Verdict | None:
    """A credential when the provider's addresses are, when a word before it says so, else unsure; None for a word that is read.

    ``piece`` is the segment in ``value``, ``text`` what it says with what is judged already blanked out, ``place`` that of the
    whole value. Offsets of the verdict are those in ``value``.
    """
    at = value.find('://')
    path_start = value.find('/', at + 3) if at >= 0 else at
    equals = text.find('=')
    if 0 < equals < len(text) - 1 and names.read(text[:equals]).kind in (names.SECRET, names.WEAK):
        from mcp_hooks.credentials.examine import DEEPEST, examine

        inner = Place(text[:equals], 'query', place.neighbours, host)
        return next(shift(examine(text[equals + 1 :], inner, DEEPEST), piece.start + equals + 1), None)
    dash = text.find('-') + 1
    if text[:dash] in _SAYS_SECRET and len(text) - dash >= 16 and text[dash:].isalnum() and weigh(text[dash:]).weight <= CERTAIN:
        why = f'it stands behind {text[:dash]} in an address and looks random'
        evidence = 'the address says that it is not for everybody', weigh(text[dash:]).reason
        return _secret(why, piece._replace(start=piece.start + dash), place, NAMED, evidence)
    known = providers.hook(host, value[path_start:]) if path_start > 0 and host else None
    if (
        known is not None
        and piece.start >= path_start + known[1]
        and len(text) >= 16
        and (weigh(text).weight <= CERTAIN or _is_mixed(text))  # by chance some of them read like words
        and not placeholder(text)
    ):
        provider = known[0]
        evidence = f'addresses of {provider.name} are credentials', weigh(text).reason
        found = _secret(f'an address of {provider.name} that whoever has it can use', piece, place, CAPABILITY, evidence)
        return found._replace(provider=provider)
    if len(text) < 16:
        return None
    weight = weigh(text)
    if weight.weight > CERTAIN or placeholder(text):
        return None
    called = _HOOK_NAMES.intersection(names.read(place.name).words) if piece.where == 'path' and place.where not in TEXTUAL else ()
    if called and not is_uuid(text) and piece.end >= len(value.rstrip('/')):
        evidence = names.read(place.name).reason, weight.reason
        return _secret('the last part of the address of a web hook', piece, place, CAPABILITY, evidence)
    if piece.where == 'path-marked' and not is_uuid(text):
        evidence = f'the segment before is {piece.name}', weight.reason
        return _secret(f'it stands after /{piece.name}/ and looks random', piece, place, NAMED, evidence)
    if piece.where == 'fragment' and not is_hex(text):
        inner, why, form = place._replace(where='fragment'), 'a random fragment of an address', ''
    else:
        inner, why, form = place._replace(where='path'), 'a random segment of an address: an identifier, or a credential', CAPABILITY
    return verdict(UNSURE, why, piece.start, piece.end, inner, form=form, evidence=(weight.reason,))


def _secret(why: str, piece: Piece, place: Place, form: str, evidence: tuple[str, str]) -> Verdict:
    inner = place._replace(where='path')
    return verdict(SECRET, why, piece.start, piece.end, inner, severity='error', form=form, evidence=evidence)


def _is_mixed(text: str) -> bool:
    return (text.isalnum() and len(text) >= 20 and any(map(str.isdigit, text)) and any(map(str.isupper, text))
            and any(map(str.islower, text)))  # fmt: skip
