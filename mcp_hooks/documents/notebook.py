"""The text in a Jupyter notebook's cells, with the way back to where it stands in the JSON."""
from __future__ import annotations

from bisect import bisect_right

from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.documents.spans import inner_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.documents.node import Document, Node, Span


class Piece:
    """Text that a notebook holds in one or several JSON strings. ``kind`` is ``code``, ``markdown``, ``raw`` or ``output``."""

    __slots__ = ('_document', '_starts', 'kind', 'nodes', 'text')

    def __init__(self, document: Document, kind: str, nodes: list[Node]) -> None:
        self._document = document
        self.kind = kind
        self.nodes = nodes
        self.text = ''.join(node.text for node in nodes)
        self._starts = [0]
        for node in nodes:
            self._starts.append(self._starts[-1] + len(node.text))

    def node_at(self, offset: int) -> Node:
        """The JSON string that holds the character at an offset of ``text``."""
        return self.nodes[self._index(offset)]

    def span(self, start: int, end: int) -> Span:
        """Where the characters ``start`` to ``end`` (exclusive) of ``text`` stand in the notebook's own text."""
        first = self._index(start)
        last = self._index(max(end - 1, start))
        begin = inner_span(self._document, self.nodes[first], start - self._starts[first], max(end,
            start) - self._starts[first])
        if first == last:
            return begin
        return begin[0], inner_span(self._document, self.nodes[last], 0, end - self._starts[last])[1]

    def _index(self, offset: int) -> int:
        return min(max(bisect_right(self._starts, offset) - 1, 0), len(self.nodes) - 1)


def pieces(document: Document) -> list[Piece]:
    """The sources and text outputs of a parsed notebook, in text order; empty if it is none."""
    found: list[Piece] = []
    cells = document.root.get('cells') if document.root is not None else None
    for cell in cells.items if cells is not None else []:
        kind = cell.get('cell_type')
        _add(found, document, kind.text if kind is not None else 'raw', cell.get('source'))
        outputs = cell.get('outputs')
        for output in outputs.items if outputs is not None else []:
            _add(found, document, 'output', output.get('text'))
            data = output.get('data')
            for member in data.members if data is not None and data.kind == OBJECT else []:
                if member.name.startswith(('text/', 'application/json')):
                    _add(found, document, 'output', member.value)
    return found


def _add(found: list[Piece], document: Document, kind: str, source: Node | None) -> None:
    if source is None:
        return
    nodes = [source] if source.kind == STRING else source.items if source.kind == ARRAY else []
    nodes = [node for node in nodes if node.kind == STRING]
    if nodes:
        found.append(Piece(document, kind, nodes))
