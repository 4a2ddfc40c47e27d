"""What a key was meant to be that a client does not read. Loaded where there is one."""
from __future__ import annotations

from mcp_hooks.clients.record import TYPE
from mcp_hooks.memory import lru_cache
from mcp_hooks.rules.entry import MEANT, is_generic, key_for, plain
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Member

LONG = 7  # letters: in shorter words one wrong letter makes another word
MANY = 500  # keys of one entry that nobody reads: nobody writes more, and each is compared with every word


class Slip(NamedTuple):
    """A key that the client does not read, the role it was meant to play, and the client's own key for that role."""

    member: Member
    role: str
    key: str


def slips_among(odd: list[Member], kind: FileKind) -> list[Slip]:
    """Keys one slip away from one that the client reads, or another client's word for it; ``odd`` are those that it does not."""
    found = []
    for member in odd[:MANY]:
        if member.name in kind.ignored:
            instead = kind.ignored[member.name]
            if instead in kind.fields:
                found.append(Slip(member, kind.fields[instead].role, instead))
            continue
        slip = _guess(member, kind)
        if slip is not None:
            found.append(slip)
    return found


def _guess(member: Member, kind: FileKind) -> Slip | None:
    name = plain(member.name)
    if not name or len(name) > 40:
        return None
    spellings = _spellings(kind)
    if name in spellings:
        key = spellings[name]
        return Slip(member, kind.fields[key].role, key) if key in kind.fields else Slip(member, TYPE, key)
    role = MEANT.get(name)
    if role is not None:
        if is_generic(kind):
            return None  # some client reads it
        key = kind.type_field if role == TYPE else key_for(kind, role)
        return Slip(member, role, key) if key else None
    for spelling, key in spellings.items():
        if one_slip(name, spelling):
            return Slip(member, kind.fields[key].role if key in kind.fields else TYPE, key)
    for word, role in MEANT.items() if len(name) >= LONG and not is_generic(kind) else ():  # `enviroment`, where `env` is read
        if len(word) >= LONG and one_slip(name, word):
            key = kind.type_field if role == TYPE else key_for(kind, role)
            return Slip(member, role, key) if key else None
    return None


@lru_cache(maxsize=128)
def _spellings(kind: FileKind) -> dict[str, str]:
    found = {plain(key): key for key in kind.fields if '.' not in key}
    if kind.type_field and '.' not in kind.type_field:
        found.setdefault(plain(kind.type_field), kind.type_field)
    return found


def one_slip(written: str, wanted: str) -> bool:
    """Is ``written`` ``wanted`` with one letter lost, doubled, added, wrong, or two neighbours swapped?

    Words of three letters only count with two letters swapped or one doubled: too many honest keys are near them.
    """
    if written == wanted or abs(len(written) - len(wanted)) > 1 or len(wanted) < 3:
        return False
    at = 0
    while at < min(len(written), len(wanted)) and written[at] == wanted[at]:
        at += 1
    a, b = written[at:], wanted[at:]
    swapped = len(a) > 1 and a[:2] == b[1::-1] and a[2:] == b[2:]
    doubled = at > 0 and a[1:] == b and a[:1] == written[at - 1]
    if swapped or doubled:
        return True
    return len(wanted) > 4 and len(written) > 3 and at > 0 and (a[1:] == b[1:] or a[1:] == b or a == b[1:])
