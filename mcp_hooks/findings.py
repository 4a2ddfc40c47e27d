"""What a rule says (a hit) and what a user gets (a finding)."""
from __future__ import annotations

from mcp_hooks.documents.node import Node, Span
from mcp_hooks.tuples import NamedTuple

ERROR = 'error'
WARNING = 'warning'
NOTE = 'note'
SEVERITIES = (ERROR, WARNING, NOTE)  # worst first; SARIF's own words
NEVER = 'never'
THRESHOLDS = (*SEVERITIES, NEVER)  # the lowest severity that fails a run


class Edit(NamedTuple):
    """Replace the text from ``start`` to ``end`` (code points, end exclusive) by ``text``."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """The one right way to mend a finding. ``title`` completes the sentence "Fix: …"."""

    title: str
    edits: tuple[Edit, ...]


class Hit(NamedTuple):
    """A rule's verdict on one place.

    ``at`` is the node it is about (its path becomes the finding's JSON path); ``span`` narrows or moves the place.
    ``severity`` overrides the rule's own, ``help`` the rule's way to mend. ``secret`` is the credential's text where the
    hit is about one: it is used for grouping and masking and never leaves the core.
    """

    at: Node | None
    message: str
    span: Span | None = None
    severity: str | None = None
    help: str | None = None
    fix: Fix | None = None
    secret: str | None = None
    related: tuple[tuple[Span, str], ...] = ()

    def where(self) -> Span:
        """Where the hit stands; the first character of the file when it has no place."""
        if self.span is not None:
            return self.span
        return self.at.span if self.at is not None else (0, 0)


class Place(NamedTuple):
    """Lines and columns start at 1, columns count code points, the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Finding(NamedTuple):
    """One mistake at one place. Everything in it may be shown: text from the file has been masked and is to be escaped."""

    rule: str
    name: str
    category: str
    severity: str
    path: str
    place: Place
    json_path: str
    message: str
    help: str
    server: str = ''
    readers: tuple[str, ...] = ()  # the clients that it holds for, the owner of the path first
    fingerprint: str = ''
    group: str = ''  # the same for one credential in many places; made anew for each run, never stored
    excerpt: str = ''  # the first line of the place, credentials masked, at most 200 characters around the place
    excerpt_start: int = 0  # where the place begins and ends in the excerpt
    excerpt_end: int = 0
    fix: Fix | None = None
    fix_places: tuple[Place, ...] = ()  # where each edit of the fix stands
    related: tuple[tuple[Place, str], ...] = ()
    accepted_by: tuple[str, ...] = ()  # clients that read the same file and take what this is about as it is
    commit: str = ''  # history only: the first commit that holds it, and its author date
    date: str = ''


def worse(one: str, other: str) -> str:
    """Of two severities the worse one."""
    return SEVERITIES[min(SEVERITIES.index(one), SEVERITIES.index(other))]


def message_of(finding: Finding) -> str:
    """The message, and in brackets for which other readers it holds and which take the entry as it is."""
    more = told_of_readers(finding)
    return f'{finding.message} ({more})' if more else finding.message


def told_of_readers(finding: Finding) -> str:
    """``also wrong for Copilot CLI; Visual Studio accepts it``, '' when there is no other reader to speak of."""
    parts = [f'also wrong for {_listed(finding.readers[1:])}'] if len(finding.readers) > 1 else []
    if finding.accepted_by:
        parts.append(f'{_listed(finding.accepted_by)} accept{"s" if len(finding.accepted_by) == 1 else ""} it')
    return '; '.join(parts)


def _listed(names: tuple[str, ...]) -> str:
    return f'{", ".join(names[:-1])} and {names[-1]}' if len(names) > 1 else names[0]


class Suppressed(NamedTuple):
    """A finding that is kept and counted, not reported. ``how`` is SARIF's word: ``inSource`` or ``external``."""

    finding: Finding
    how: str
    reason: str
