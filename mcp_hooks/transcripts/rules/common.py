"""What the checks share: how a rule is built, which revision judges an exchange, how a thing is named in a message."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, NOTE, WARNING
from mcp_hooks.rules.rule import PORTABILITY, PROTOCOL, SESSION, Rule
from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import MODERN
from mcp_hooks.transcripts.message import C2S, NUMBER, S2C
from mcp_hooks.transcripts.screen import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from mcp_hooks.transcripts.event import Event, Fault
    from mcp_hooks.transcripts.revisions.record import Revision
    from mcp_hooks.transcripts.session import Session

    Faults = Iterable[Fault]
    Check = Callable[[Event], Faults]

CHECKED = '2026-11-30'
CLEAN: tuple[Fault, ...] = ()
OLDEST = revisions.ALL[0]
NEWEST_MODERN = revisions.last_of(MODERN)
SIDE = {C2S: 'the client', S2C: 'the server', '': 'one side'}
OTHER = {C2S: S2C, S2C: C2S, '': ''}

__all__ = ['C2S', 'CLEAN', 'ERROR', 'NOTE', 'OTHER', 'S2C', 'SIDE', 'WARNING', 'certain', 'declared', 'is_before', 'named', 'note',
           'revision_of', 'rule', 'seconds_between', 'spec']


def spec(date: str, page: str) -> str:
    """The address of a page of the specification."""
    return f'https://modelcontextprotocol.io/specification/{date}/{page}'


def rule(id: str, name: str, severity: str, summary: str, help: str, source: str, check: Check, *, portable: bool = False,
         default: bool = True) -> Rule:
    """A session rule. ``help`` says how to mend it and ends with the paragraph, its page and revision."""
    return Rule(id=id, name=name, category=PORTABILITY if portable else PROTOCOL, severity=severity, summary=summary, help=help,
                source=source, checked=CHECKED, check=check,  # type: ignore[arg-type]  # a tuple is as good as an iterator
                subject=SESSION, default=default)


def revision_of(event: Event) -> Revision:
    """The revision that judges an exchange. Where the capture names none, the oldest: what it asks for, all ask for."""
    found: Revision | None = event.revision
    if found is None:
        return NEWEST_MODERN if event.era == MODERN else OLDEST
    return found


def certain(event: Event) -> bool:
    """The direction was recorded, not concluded: a verdict that rests on it may be given."""
    frame = event.frame
    return frame is not None and frame.direction != '' and not frame.inferred


def declared(capabilities: Any, path: tuple[str, ...]) -> bool:
    """A capability or part of one is there and not false. A value of a wrong type counts as declared: that is its own fault."""
    value = capabilities
    for name in path:
        if not isinstance(value, dict):
            return bool(value)
        value = value.get(name)
        if value is None or value is False:
            return False
    return True


def note(session: Session, what: str, key: object, most: int = 4096) -> None:
    """Remember a key under ``session.memory[what]``: the last ``most`` of them."""
    noted: dict[object, None] = session.memory.setdefault(what, {})
    noted[key] = None
    if len(noted) > most * 2:
        session.memory[what] = dict.fromkeys(list(noted)[-most:])


def is_before(one: Event, other: Event) -> bool:
    """Whether one event came before the other. An archive may have its exchanges in any order: their numbers tell, not the
    lines."""
    first, second = _number(one), _number(other)
    if first is None or second is None:
        return one.line < other.line
    return first < second


def _number(event: Event) -> int | None:
    http = event.frame.http if event.frame is not None else None
    if http is None or not http.exchange.startswith(NUMBER):
        return None
    number = http.exchange[len(NUMBER):]
    return int(number) if number.isdecimal() and len(number) < 16 else None


def seconds_between(earlier: Any, later: Any) -> float | None:
    """How long after ``earlier`` (an Event or Answered) ``later`` came; None where the capture has no times."""
    if earlier is None or later is None or earlier.time is None or later.time is None:
        return None
    return float(later.time - earlier.time)


def named(value: Any, limit: int = 60) -> str:
    """A short text from the capture (a method, a tool's name, an id) as it may stand in a message."""
    if isinstance(value, str):
        return f'"{cut(value, limit)}"'
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, (int, float)):
        return repr(value)[:limit]
    return 'an array' if isinstance(value, list) else 'an object'
