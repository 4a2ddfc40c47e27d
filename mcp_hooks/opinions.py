"""What the other readers of a path make of an entry that one of them minds. Loaded when there is something to say."""
from __future__ import annotations

from mcp_hooks.findings import NOTE
from mcp_hooks.rules.rule import REFERENCE, SHAPE, SYNTAX, TRANSPORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.documents.node import Node
    from mcp_hooks.merging import Judged, RuleHit
    from mcp_hooks.servers import ConfigFile, Server

# what differs from client to client; a credential is one whoever reads the file
BY_CLIENT = frozenset((SYNTAX, SHAPE, TRANSPORT, REFERENCE))


class Opinion:
    """One reader's view of a file, by what the rules said to it.

    ``entries`` are the entries that it surely reads, by the identity of their node, which all readers of a document share;
    ``minded`` those that it objects to; ``minds_file`` says that it objects to more than single entries.
    """

    __slots__ = ('client', 'entries', 'minded', 'minds_file')

    def __init__(self, file: ConfigFile, hits: Iterable[RuleHit]) -> None:
        self.client = file.kind.client
        self.entries: dict[int, Server] = {id(server.entry): server for server in file.servers if _is_surely_read(server)}
        self.minded: set[int] = set()
        self.minds_file = False
        for rule, hit, server in hits:
            if rule.category not in BY_CLIENT or (hit.severity or rule.severity) == NOTE:
                continue
            if server is None or rule.category == SYNTAX or file.kind.one_bad_entry != 'entry':
                self.minds_file = True
            else:
                self.minded.add(id(server.entry))

    def accepts(self, one: Judged) -> bool:
        """Is it known that this reader takes what a finding is about as it is?"""
        if self.minds_file or not self.entries:
            return False
        if one.server is None:
            return not self.minded and one.rule.category != REFERENCE
        server = self.entries.get(id(one.server.entry))
        if server is None or id(server.entry) in self.minded:
            return False
        return _fills_in(server, one.hit.at) if one.rule.category == REFERENCE else _reads(server, one.hit.at)


def _is_surely_read(server: Server) -> bool:
    """Does the record of this reader prove that it looks where the entry stands? Of several places the first is documented."""
    kind = server.kind
    if kind is not server.file.kind or kind.confidence == 'low':
        return False
    way = kind.servers_at[0] if kind.servers_at else ()
    return 'servers_at' not in kind.unsure or server.entry.path()[:len(way)] == way


def _reads(server: Server, node: Node | None) -> bool:
    """Where the finding is about a key: does this client read it? One that it drops as well is not taken as it is."""
    return all(member.name in server.kind.fields for member in server.entry.members if member.key is node)


def _fills_in(server: Server, node: Node | None) -> bool:
    """Does this client expand every reference in the string? That nothing is known against it proves nothing."""
    from mcp_hooks.rules.uses import expands, is_predefined, uses

    kind = server.kind
    here = [use for use in uses(server) if use.node is node]
    return bool(here) and 'expands' not in kind.unsure and all(
        (expands(kind, use.reference.dialect, use.role) and f'expands.{use.reference.dialect}' not in kind.unsure)
        or is_predefined(kind, use.reference.name) for use in here)


def accepting(opinions: Iterable[Opinion], one: Judged) -> tuple[str, ...]:
    """The clients that take what a finding is about as it is, as far as that is known."""
    if one.rule.category not in BY_CLIENT:
        return ()
    return tuple(dict.fromkeys(
        opinion.client for opinion in opinions if opinion.client and opinion.client not in one.readers and opinion.accepts(one)))
