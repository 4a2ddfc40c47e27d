"""The tree that every parser builds: JSON, JSONC, YAML, TOML and env files look the same from here on.

Offsets are code points in the decoded text of the whole file, end exclusive.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]
Step = str | int

OBJECT = 'object'
ARRAY = 'array'
STRING = 'string'
NUMBER = 'number'
BOOLEAN = 'boolean'
NULL = 'null'
OTHER = 'other'  # TOML dates, YAML tags that JSON has no word for


class Node:
    """One value, where it stands, and the way down to it.

    ``value`` is the Python value of a scalar (``str``, ``int``, ``float``, ``bool``, ``None``); for an object or an
    array it is ``None`` and the children are in ``members`` or ``items``. A string's span includes its quotes.
    """

    __slots__ = ('end', 'items', 'kind', 'members', 'parent', 'start', 'step', 'value')

    def __init__(self, kind: str, start: int, end: int, value: object = None) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value
        self.members: list[Member] = []
        self.items: list[Node] = []
        self.parent: Node | None = None
        self.step: Step | None = None

    @property
    def span(self) -> Span:
        return self.start, self.end

    @property
    def text(self) -> str:
        """The value of a string node, else the empty string."""
        value = self.value
        return value if value.__class__ is str or isinstance(value, str) else ''  # asked for more than anything else

    def get(self, key: str) -> Node | None:
        """The value under ``key``; of duplicate keys the last, as every JSON reader does."""
        for member in reversed(self.members):
            if member.name == key:
                return member.value
        return None

    def member(self, key: str) -> Member | None:
        for member in reversed(self.members):
            if member.name == key:
                return member
        return None

    def path(self) -> tuple[Step, ...]:
        """Keys and indices from the document's root down to this node."""
        steps: list[Step] = []
        node: Node | None = self
        while node is not None and node.step is not None:
            steps.append(node.step)
            node = node.parent
        return tuple(reversed(steps))

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in text order, without recursion (nesting is hostile)."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            if node.members:
                todo.extend(m.value for m in reversed(node.members))
            elif node.items:
                todo.extend(reversed(node.items))


class Member:
    """A key and its value. The key is a string node of its own, with a span."""

    __slots__ = ('key', 'name', 'value')

    def __init__(self, key: Node, value: Node) -> None:
        self.key = key
        self.name = key.text
        self.value = value

    @property
    def span(self) -> Span:
        return self.key.start, self.value.end


class Problem:
    """What is wrong with the text itself, found while reading it. ``code`` names the kind, e.g. ``trailing-comma``."""

    __slots__ = ('code', 'end', 'message', 'start')

    def __init__(self, code: str, start: int, end: int, message: str) -> None:
        self.code = code
        self.start = start
        self.end = end
        self.message = message


class Comment:
    """A comment with its markers (``//``, ``/* */``, ``#``) inside the span; ``text`` is without them."""

    __slots__ = ('end', 'start', 'text')

    def __init__(self, start: int, end: int, text: str) -> None:
        self.start = start
        self.end = end
        self.text = text


class Document:
    """A parsed text. ``root`` is None where nothing could be read; ``problems`` are in text order.

    ``extra_roots`` holds further documents after the first (a second JSON value, YAML ``---``).
    ``format`` is one of ``json``, ``yaml``, ``toml``, ``env``, ``text``; comments and trailing commas of JSON are kept in
    ``comments`` and in problems with the codes ``comment`` and ``trailing-comma``: the client decides if they matter.
    """

    __slots__ = ('bom', 'comments', 'encoding', 'extra_roots', 'format', 'problems', 'root', 'spoils', 'text', 'undecodable')

    def __init__(self, text: str, format: str, root: Node | None = None) -> None:
        self.text = text
        self.format = format
        self.root = root
        self.extra_roots: list[Node] = []
        self.problems: list[Problem] = []
        self.comments: list[Comment] = []
        self.bom = False
        self.encoding = 'utf-8'
        self.undecodable: int | None = None  # offset of the first byte that could not be decoded
        self.spoils: list[int] | None = None  # where mistakes begin that may cost the reader something; kept by who asks first


def json_path(steps: tuple[Step, ...]) -> str:
    """A normalised path in the style of RFC 9535: ``$.mcpServers.docs.args[1]``, ``$["a b"]`` where a name needs quotes."""
    out = ['$']
    for step in steps:
        if isinstance(step, int):
            out.append(f'[{step}]')
        elif step and not step[0].isdigit() and step.replace('_', 'a').replace('-', 'a').isalnum() and step.isascii():
            out.append(f'.{step}')
        else:
            quoted = step.replace('\\', '\\\\').replace('"', '\\"')
            out.append('["' + ''.join(c if c.isprintable() else f'\\u{ord(c):04x}' for c in quoted) + '"]')
    return ''.join(out)
