"""One shape for a server entry, whichever client's file it stands in."""
from __future__ import annotations

from bisect import bisect_right

from mcp_hooks.documents.node import ARRAY, STRING, Document, Member, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.clients.record import FileKind


DEEPEST = 16  # entries inside of entries: hostile files have more, and are not searched for them


class ConfigFile:
    """A file as one reader sees it.

    ``kind`` is what this reader knows of such a file, by its path or by its content; ``readers`` are the kinds that are known to
    read the file so far, this one first: a record is loaded when it is asked.
    ``servers`` are the entries found for ``kind``. ``platforms`` come from the settings. ``tracked`` answers whether git
    tracks a path (relative to the root of the scan, with ``/``); None where nobody can say.
    """

    __slots__ = ('_by_node', '_names', '_starts', 'document', 'kind', 'path', 'platforms', 'readers', 'recognised_by', 'servers',
                 'tracked')

    def __init__(self, path: str, document: Document, kind: FileKind, readers: tuple[FileKind, ...] = (),
                 recognised_by: str = 'path', platforms: tuple[str, ...] = ()) -> None:
        self.path = path
        self.document = document
        self.kind = kind
        self.readers = readers or (kind,)
        self.recognised_by = recognised_by  # path or content
        self.platforms = platforms
        self.servers: list[Server] = []
        self.tracked: Callable[[str], bool] | None = None
        self._starts: list[tuple[int, int]] = []
        self._names: frozenset[str] | None = None
        self._by_node: dict[int, Server] = {}

    def has_server(self, name: str) -> bool:
        """Is there an entry of this name? Asked once ``servers`` is complete."""
        if self._names is None:
            self._names = frozenset(server.name for server in self.servers)
        return name in self._names

    def server_at(self, offset: int, node: Node | None = None) -> Server | None:
        """The entry, name included, that a node belongs to, else the one that an offset of the text stands in: the innermost one.

        In TOML the tables of one entry may stand anywhere in the file, so only the tree knows whose they are.
        """
        if node is not None and not self._by_node:
            for server in self.servers:
                self._by_node[id(server.entry)] = server
                if server.key is not None:
                    self._by_node[id(server.key)] = server
        while node is not None:
            if id(node) in self._by_node:
                return self._by_node[id(node)]
            node = node.parent
        if len(self._starts) != len(self.servers):
            self._starts = sorted(((server.key or server.entry).start, number) for number, server in enumerate(self.servers))
        at = bisect_right(self._starts, (offset, len(self.servers)))
        for _, number in reversed(self._starts[max(0, at - DEEPEST):at]):
            if offset < self.servers[number].entry.end:
                return self.servers[number]
        return None


class Server:
    """One entry: its name, the node, and its fields by role.

    ``key`` is the node of the name (None in a list without one). ``entry`` may be any node: rules must not assume an
    object. ``fields`` maps a role of ``clients.record`` to the member that plays it, by this client's spelling; several
    spellings of one role keep the one that the client prefers. ``transport`` is what the client makes of the entry, one of the
    transports or ``invalid`` or '' when nothing says; ``written_type`` is the member of the type word, if any.
    """

    __slots__ = ('entry', 'fields', 'file', 'key', 'kind', 'name', 'read', 'transport', 'uses')

    def __init__(self, name: str, key: Node | None, entry: Node, file: ConfigFile, kind: FileKind) -> None:
        self.name = name
        self.key = key
        self.entry = entry
        self.file = file
        self.kind = kind
        self.fields: dict[str, Member] = {}
        self.transport = ''
        self.read: tuple[Any, ...] | None = None  # see rules.shape.fields_of, which keeps its answer here
        self.uses: tuple[Any, ...] | None = None  # see rules.uses.uses, which keeps its answer here

    def field(self, role: str) -> Node | None:
        member = self.fields.get(role)
        return member.value if member else None

    @property
    def place(self) -> Node:
        """Where to point for a mistake of the whole entry: its name, else the entry."""
        return self.key or self.entry

    @property
    def command(self) -> str:
        """The program, also where the client writes command and arguments as one list; '' where there is none."""
        node = self.program
        return node.text if node is not None else ''

    @property
    def program(self) -> Node | None:
        """The string that names the program, also as the first of a list."""
        node = self.field('command')
        if node is not None and node.kind == ARRAY:
            node = node.items[0] if node.items else None
        return node if node is not None and node.kind == STRING else None

    @property
    def args(self) -> list[Node]:
        """The argument nodes, also where the client writes command and arguments as one list."""
        command, args = self.field('command'), self.field('args')
        first = command.items[1:] if command is not None else []
        return first + (args.items if args is not None else [])

    @property
    def env(self) -> list[Member]:
        return _pairs(self.field('env'))

    @property
    def headers(self) -> list[Member]:
        return _pairs(self.field('headers'))

    @property
    def url(self) -> Node | None:
        return self.field('url')

    @property
    def is_off(self) -> bool:
        """Does the file switch the entry off, in a word that this client reads?"""
        off, on = self.field('disabled'), self.field('enabled')
        return (off is not None and off.value is True) or (on is not None and on.value is False)


def _pairs(node: Node | None) -> list[Member]:
    """Names and values, also where they are written as a list of objects: ``[{"name": "A", "value": "b"}]``."""
    if node is None:
        return []
    pairs = list(node.members)
    for item in node.items:
        name, value = item.get('name'), item.get('value') or item.get('default')
        if name is not None and value is not None:
            pairs.append(Member(name, value))
    return pairs
