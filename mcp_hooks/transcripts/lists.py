"""A list of tools that was judged before is not judged again: many captures are one short session after the other.

What the checks of definitions say depends on the definitions, on the revision and on what the sides declare, and on nothing else.
Equal is what is written in the same letters.
"""
from __future__ import annotations

from mcp_hooks.transcripts.event import LEGACY, RESPONSE
from mcp_hooks.transcripts.screen import is_clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.transcripts.event import Event, Fault
    from mcp_hooks.transcripts.message import Frame
    from mcp_hooks.transcripts.session import Session
    from mcp_hooks.transcripts.table import Chosen

LIST = 'tools/list'
PURE = frozenset((
    'result-fields', 'near-miss-member', 'meta-key', 'meta-value', 'tool-input-schema', 'tool-output-schema', 'schema-invalid',
    'schema-reference', 'schema-remote-reference', 'schema-unchecked', 'schema-required', 'tool-annotations', 'tool-name', 'icons',
    'app-tool', 'param-header-definition', 'schema-dialect', 'top-level-combinator', 'top-level-required', 'tool-name-client',
    'duplicate-name',
))
KEPT = 64  # lists
LONGEST = 1 << 20  # code points of all that are kept
SPOKEN = 200  # faults of one list that are kept
CIRCUMSTANCES = 64  # in which one list was judged
_MARK = '"tools"'


class Known:
    """One list: its definitions as they were parsed first, whether no text of it is suspicious, and what was said of it by
    (revision, what the sides declare)."""

    __slots__ = ('clear', 'said', 'tools')

    def __init__(self, tools: Any, clear: bool) -> None:
        self.tools = tools
        self.clear = clear
        self.said: dict[tuple[str, str], list[tuple[Rule, Fault]]] = {}


class Lists:
    """The lists of one capture."""

    __slots__ = ('_known', '_parted', '_size')

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._size = 0
        self._parted: tuple[Chosen, Chosen, Chosen] = (), (), ()

    def find(self, frame: Frame) -> Known | None:
        """What is known of the list in a message, which then has the definitions that were parsed first for its own. None where
        there is none, or where it may not be compared."""
        data, raw = frame.data, frame.raw
        result = data.get('result')
        if type(result) is not dict or len(result) != 1 or type(result.get('tools')) is not list:
            return None
        start, end = raw.find(_MARK), raw.rfind(']') + 1
        if start < 0 or end <= start or raw[start + len(_MARK):start + len(_MARK) + 9].lstrip(' :')[:1] != '[' \
                or '\\u00' in raw[:start]:
            return None
        text = raw[start:end]
        known = self._known.get(text)
        if known is None:
            self._size += len(text)
            if len(self._known) >= KEPT or self._size > LONGEST:
                self._known.clear()
                self._size = len(text)
            if len(text) > LONGEST:
                return None
            known = self._known[text] = Known(result['tools'], frame.quiet or is_clear(text))
        result['tools'] = known.tools
        frame.quiet = frame.quiet or (known.clear and is_clear(f'{raw[:start]} {raw[end:]}'))
        return known

    def keep(self, known: Known, where: tuple[str, str], said: list[tuple[Rule, Fault]]) -> None:
        """Remember what was said of a list, as far as that is not too much."""
        if len(said) > SPOKEN:
            return
        if len(known.said) >= CIRCUMSTANCES:
            known.said.clear()
        known.said[where] = said

    def parted(self, checks: Chosen) -> tuple[Chosen, Chosen]:
        """The checks that look at definitions only, and the others."""
        if checks is not self._parted[0]:
            self._parted = (checks, tuple(one for one in checks if one[0].name in PURE),
                            tuple(one for one in checks if one[0].name not in PURE))
        return self._parted[1:]


def circumstances(event: Event) -> tuple[str, str] | None:
    """What else a verdict on definitions depends on. None where definitions are not what the message is about."""
    session, request, revision = event.session, event.request, event.revision
    if event.method != LIST or event.kind != RESPONSE or revision is None or event.era != LEGACY or session.has_http \
            or request is None or 'cursor' in request.params:
        return None
    sides = signature(session)
    return None if sides is None else (revision.date, sides)


def signature(session: Session) -> str | None:
    """Equal for sessions whose sides declare the same; None where that is too large to compare."""
    client, server = session.client_capabilities, session.server_capabilities
    known = session.signed
    if known is None or known[0] is not client or known[1] is not server:
        try:
            text: str | None = repr((client, server))
        except RecursionError:
            text = None
        known = session.signed = client, server, text if text is not None and len(text) < 4096 else None
    return known[2]
