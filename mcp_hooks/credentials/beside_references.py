"""What is no reference in a value with references: their defaults, a credential for a name, text that was left beside them."""

from __future__ import annotations

from mcp_hooks.credentials import inside, names
from mcp_hooks.credentials.atoms import atom
from mcp_hooks.credentials.randomness import CERTAIN, LIKELY, weigh
from mcp_hooks.credentials.reference_defaults import default_of, defaults_of
from mcp_hooks.credentials.references import BRACES, CURLY, CURLY_ENV, DOLLAR, ENV_COLON, ENV_DOT
from mcp_hooks.credentials.verdict import NAMED, SECRET, Place, Verdict, shift, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.credentials.references import Reference

_OF_VARIABLES = frozenset((BRACES, DOLLAR, CURLY, CURLY_ENV, ENV_COLON, ENV_DOT))


def misplaced(value: str, reference: Reference, place: Place) -> Verdict | None:
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


def with_defaults(value: str, refs: list[Reference], found: list[Verdict], place: Place, depth: int) -> list[Verdict]:
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
    from mcp_hooks.credentials.examine import examine

    told = names.read(place.name).kind in (names.SECRET, names.PASSWORD)
    inner = place._replace(where='default', name=place.name if told else variable)
    for one in shift(examine(value[where[0] : where[1]], inner, depth + 1), where[0]):
        yield one._replace(name=variable, where='default')


def is_meant(value: str, reference: Reference) -> bool:
    """A ``$`` in the middle of a word begins no reference, unless three capitals follow: ``Xk9$mPq2`` is a password."""
    at = reference.start
    if reference.dialect != DOLLAR or at == 0 or value[at - 1] in _BEFORE_DOLLAR:
        return True
    return reference.name.isupper() and len(reference.name) > 2


_BEFORE_DOLLAR = frozenset(' \t\n"\'`=:/@,;()[]{}<>|&')


def only_references(value: str, refs: list[Reference]) -> bool:
    """Is there nothing beside the references but signs and the word of a scheme?"""
    rest: list[str] = []
    last = 0
    for reference in refs:
        rest.append(value[last : reference.start])
        last = reference.end
    rest.append(value[last:])
    text = ' '.join(rest)
    words = text.replace(':', ' ').replace('=', ' ').replace('"', ' ').replace("'", ' ').split()
    return all(word.strip('-,;').lower() in inside.SCHEMES or not any(c.isalnum() for c in word) for word in words)


def told_by(refs: list[Reference], place: Place) -> Place:
    """The place with the name of a reference beside it, where the place's own says nothing: ``realkey ${API_KEY}``."""
    kinds = (names.SECRET, names.PASSWORD, names.WEAK)
    if names.read(place.name).kind not in kinds:
        for reference in refs:
            if names.read(reference.name).kind in kinds:
                return place._replace(name=reference.name)
    return place


def beside_references(masked: str, place: Place) -> Iterator[Verdict]:
    """Text beside a reference: a credential that someone forgot to take out."""
    from mcp_hooks.credentials.examine import DEEPEST

    at = 0
    for part in masked.split('\0'):
        length = len(part)
        text = part.strip(' \t:;,@/"\'')
        if len(text) >= 8:
            start = at + part.find(text)
            user = part.rstrip()[-1:] == ':' and at + length < len(masked)  # ACab12…:${TOKEN}: the name says what comes behind
            one = atom(text, place._replace(name='') if user else place, DEEPEST)
            if one.kind == SECRET and weigh(text).weight <= LIKELY:
                yield one._replace(
                    start=start + one.start, end=start + one.end, evidence=(*one.evidence, 'it stands beside a reference')
                )
        at += length + 1
