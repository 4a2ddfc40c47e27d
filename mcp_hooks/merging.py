"""What the rules say to the readers of one file, made one. Loaded when they say something."""
from __future__ import annotations

from bisect import bisect_right

from mcp_hooks.clients.registry import is_backup
from mcp_hooks.findings import NOTE, WARNING, Hit, worse
from mcp_hooks.rules.rule import CREDENTIAL, Rule
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp_hooks.documents.node import Span
    from mcp_hooks.servers import ConfigFile, Server

    RuleHit = tuple[Rule, Hit, Server | None]


class Judged(NamedTuple):
    """A hit with all it needs to become a finding."""

    rule: Rule
    hit: Hit
    severity: str
    server: Server | None
    readers: tuple[str, ...]
    accepted_by: tuple[str, ...] = ()

    def holds_for(self, file: ConfigFile, severity: str) -> Judged:
        """The same, for one reader more, as bad as the worse of the two takes it."""
        client = file.kind.client
        if not client or client in self.readers:
            return self
        return self._replace(readers=(*self.readers, client), severity=worse(self.severity, severity))


def severity_of(rule: Rule, hit: Hit, file: ConfigFile, server: Server | None, severities: Mapping[str, str]) -> str:
    """What the settings say, else the rule: an entry that nobody reads breaks nothing, and in a copy that was put aside nobody
    wants to mend anything; a credential in it leaks all the same."""
    severity = severities.get(rule.id)
    if severity:
        return severity
    severity = hit.severity or rule.severity
    if severity == NOTE or rule.category == CREDENTIAL:
        return severity
    if is_backup(file.path):
        return NOTE
    unread = file.kind.read_by_nobody or (server is not None and not file.kind.servers_at)
    return WARNING if unread else severity


class Merged:
    """What several readers say of one file: one finding for one place, whoever minds it.

    A finding has the names of all readers it holds for and of those that take the entry as it is.
    """

    def __init__(self, severities: Mapping[str, str]) -> None:
        self.severities = severities
        self.by_place: dict[tuple[str, Span], Judged] = {}
        self.asked: list[tuple[ConfigFile, list[RuleHit]]] = []

    def hear(self, file: ConfigFile, hits: Iterable[RuleHit], noted: bool = False) -> None:
        """All that this reader minds counts; with ``noted`` as a note, where nobody minded it before."""
        hits = list(hits)
        for rule, hit, server in hits:
            key = rule.id, hit.where()
            known = self.by_place.get(key)
            severity = severity_of(rule, hit, file, server, self.severities)
            if known is None:
                client = (file.kind.client,) if file.kind.client else ()
                self.by_place[key] = Judged(rule, hit, NOTE if noted else severity, server, client)
            else:
                self.by_place[key] = known.holds_for(file, known.severity if noted else severity)
        self.asked.append((file, hits))

    def compare(self, file: ConfigFile, hits: Iterable[RuleHit]) -> None:
        """Does what is known hold for this reader too? It adds nothing of its own."""
        hits = list(hits)
        for rule, hit, _ in hits:
            key = rule.id, hit.where()
            known = self.by_place.get(key)
            if known is not None and ((hit.severity or rule.severity) != NOTE or known.severity == NOTE):
                self.by_place[key] = known.holds_for(file, known.severity)
        self.asked.append((file, hits))

    def entries(self) -> frozenset[int]:
        """The entries that somebody minds, by the identity of their node, which all readers of a document share."""
        return frozenset(id(one.server.entry) for one in self.by_place.values() if one.server is not None)

    def result(self) -> list[Judged]:
        judged = _one_each(list(self.by_place.values()))
        if not judged or len(self.asked) < 2:
            return judged
        from mcp_hooks.opinions import Opinion, accepting

        opinions = [Opinion(file, hits) for file, hits in self.asked]
        return [one._replace(accepted_by=accepting(opinions, one)) for one in judged]


def _one_each(judged: list[Judged]) -> list[Judged]:
    """One finding for one mistake: a rule that says more stands for those that it covers, at the same place or inside of it."""
    covering = _covering(judged)
    if not covering or len(judged) < 2:
        return judged
    return [one for one in judged if not any(_covers(rule, severity, one) and _holds(places, one.hit.where())
                                             for (rule, severity), places in covering.items())]


def _covering(judged: list[Judged]) -> dict[tuple[Rule, str], list[Span]]:
    """Where the rules that cover others hit, by rule and severity: sorted, each end the farthest so far, for ``_holds``."""
    found: dict[tuple[Rule, str], list[Span]] = {}
    for one in judged:
        if one.rule.covers:
            found.setdefault((one.rule, one.severity), []).append(one.hit.where())
    for places in found.values():
        places.sort()
        farthest = 0
        for number, (start, end) in enumerate(places):
            farthest = max(farthest, end)
            places[number] = start, farthest
    return found


def _holds(places: list[Span], span: Span) -> bool:
    """Is the span inside of one of the places? A hostile file has a hundred thousand of both."""
    at = bisect_right(places, span[0], key=_start_of)
    return at > 0 and span[1] <= places[at - 1][1]


def _start_of(place: Span) -> int:
    return place[0]


def _covers(rule: Rule, severity: str, one: Judged) -> bool:
    """Does a hit of ``rule`` stand for this one where their places agree? Never for a worse one."""
    if rule is one.rule or worse(one.severity, severity) != severity:
        return False
    return one.rule.name in rule.covers or (one.rule.category in rule.covers and rule.name not in one.rule.covers)
