"""Places inside of values, and trees moved to where their text stands in a larger one."""
from __future__ import annotations

from mcp_hooks.documents.node import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Comment, Node, Problem


def all_nodes(document: Document) -> Iterator[Node]:
    """Every value and every key of all roots; a node that YAML aliases share comes once."""
    roots = ([document.root] if document.root else []) + document.extra_roots
    for root in roots:
        for node in root.walk():
            yield node
            for member in node.members:
                yield member.key


def shift(document: Document, by: int) -> None:
    """Move all offsets, for a document that was read from the middle of a text."""
    for node in all_nodes(document):
        node.start += by
        node.end += by
    items: list[Problem | Comment] = [*document.problems, *document.comments]
    for item in items:
        item.start += by
        item.end += by
