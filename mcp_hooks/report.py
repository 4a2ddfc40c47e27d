"""What a run brings home: findings, what was passed over and what went wrong."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.findings import Finding, Suppressed
    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.sources.source import Skipped


class Listed(NamedTuple):
    """A server entry as a report lists it, credentials masked. ``off``: the file switches it off."""

    client: str
    path: str
    line: int
    name: str
    transport: str
    target: str
    off: bool


class Report:
    """``errors`` are (path, message) of internal errors: the run exits 2 and the other files are still checked.

    ``suppressed`` findings are counted and never lost, and a format for programs lists them; SARIF does so when
    ``tell_suppressed`` asks, since GitHub opens an alert for each. ``notes`` are sentences about the run itself; ``rules`` are all that
    were asked, so that a report can say what was looked for; ``servers`` are listed when ``Options.list_servers`` asks.
    """

    __slots__ = ('checked', 'errors', 'findings', 'notes', 'rules', 'servers', 'skipped', 'suppressed', 'tell_suppressed',
                 'untracked')

    def __init__(self, rules: tuple[Rule, ...] = ()) -> None:
        self.rules = rules
        self.findings: list[Finding] = []
        self.suppressed: list[Suppressed] = []
        self.skipped: list[Skipped] = []
        self.errors: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.checked: list[str] = []
        self.untracked: list[str] = []
        self.servers: list[Listed] = []
        self.tell_suppressed = False

    def count(self, severity: str) -> int:
        return sum(1 for f in self.findings if f.severity == severity)

    def sort(self) -> None:
        """By path, place, rule and date: the same input gives the same bytes, whatever order the files came in."""
        self.findings.sort(key=order)
        self.suppressed.sort(key=lambda one: order(one.finding))
        self.skipped.sort()
        self.errors = sorted(set(self.errors))  # several rules fail over one value
        self.checked.sort()
        self.untracked.sort()
        self.servers.sort()


def order(finding: Finding) -> tuple[object, ...]:
    return finding.path, finding.place, finding.rule, finding.date, finding.message, finding.commit
