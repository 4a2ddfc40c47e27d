"""What the other readers of a path make of an entry that one of them minds. Loaded when there is something to say."""
from __future__ import annotations

from mcp_hooks.findings import NOTE
from mcp_hooks.rules.rule import REFERENCE, SHAPE, SYNTAX, TRANSPORT
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.documents.node import Node
    from mcp_hooks.engine import Judged, RuleHit
    from mcp_hooks.servers import ConfigFile

# what differs from client to client; a credential is one whoever reads the file
BY_CLIENT = frozenset((SYNTAX, SHAPE, TRANSPORT, REFERENCE))


class Opinion(NamedTuple):
    """One reader's view of a file: the entries it finds, those that it minds, and whether it minds the file itself.

    Entries are known by the identity of their node, which all readers of a document share.
    """

    client: str
    entries: frozenset[int]
    minded: frozenset[int]
    minds_file: bool

    def accepts(self, entry: Node | None) -> bool:
        """Does this reader take the entry (None: the file as a whole) as it is?"""
        if self.minds_file or not self.entries:
            return False
        if entry is None:
            return not self.minded
        return id(entry) in self.entries and id(entry) not in self.minded


def opinion_of(file: ConfigFile, hits: Iterable[RuleHit]) -> Opinion | None:
    """The opinion of the file's reader, by what the rules say to it; None where too little is known of the reader to quote it."""
    if not file.kind.client or file.kind.confidence == 'low':
        return None
    minded: set[int] = set()
    minds_file = False
    for rule, hit, server in hits:
        if rule.category not in BY_CLIENT or (hit.severity or rule.severity) == NOTE:
            continue
        if server is None or rule.category == SYNTAX or file.kind.one_bad_entry != 'entry':
            minds_file = True
        else:
            minded.add(id(server.entry))
    entries = frozenset(id(server.entry) for server in file.servers if server.kind is file.kind)
    return Opinion(file.kind.client, entries, frozenset(minded), minds_file)


def accepting(opinions: Iterable[Opinion], one: Judged) -> tuple[str, ...]:
    """The clients that take what a finding is about as it is."""
    if one.rule.category not in BY_CLIENT:
        return ()
    entry = one.server.entry if one.server is not None else None
    return tuple(dict.fromkeys(
        opinion.client for opinion in opinions if opinion.client not in one.readers and opinion.accepts(entry)))
