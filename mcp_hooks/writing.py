"""How a value is written in a format, and where each character of a string stands in the file."""
from __future__ import annotations

from mcp_hooks.documents.spans import offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_hooks.documents.node import Document, Node, Span

# how a string is written
DOUBLE = 'double'  # JSON; YAML and TOML in double quotes take the same escapes
SINGLE = 'single'
PLAIN = 'plain'  # YAML without quotes, TOML's bare keys
OTHER = 'other'  # block scalars, TOML's strings of several lines

_BARE = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
_BREAKS = frozenset('\r\n')
_YAML_WORDS = frozenset(('', '~', 'null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', '.nan', '.inf', '=', '<<'))
_YAML_FIRST = frozenset('-?:,[]{}#&*!|>\'"%@`=<~')


def style_of(document: Document, node: Node) -> str:
    """How the string node is written in the text."""
    text = document.text
    first = text[node.start:node.start + 1]
    if first in ('"', "'") and node.end - node.start >= 2 and text[node.end - 1] == first:
        if document.format == 'toml' and text.startswith(first * 3, node.start):
            return OTHER
        return DOUBLE if first == '"' else SINGLE
    if document.format == 'yaml' and first in ('|', '>'):
        return OTHER
    return PLAIN if document.text[node.start:node.end] == node.text else OTHER


def place_in(document: Document, node: Node, start: int, end: int) -> Span:
    """Where ``node.text[start:end]`` stands in the file, escapes allowed for; the whole node where that cannot be told."""
    found = exact_place(document, node, start, end)
    return node.span if found is None else found


def value_span(document: Document, node: Node, span: Span) -> Span | None:
    """The other way round: a place in the file as offsets in ``node.text``; None where it does not fall between characters."""
    if span == node.span:
        return 0, len(node.text)
    found = _offsets(document, node)
    if found is None:
        return None
    from bisect import bisect_left

    start, end = bisect_left(found, span[0]), bisect_left(found, span[1])
    if end >= len(found) or start >= end or (found[start], found[end]) != span:
        return None
    return start, end


def exact_place(document: Document, node: Node, start: int, end: int) -> Span | None:
    """As ``place_in``; None where the place cannot be told."""
    found = _offsets(document, node)
    return None if found is None else (found[start], found[end])


def _offsets(document: Document, node: Node) -> Sequence[int] | None:
    """Where in the file each character of the string begins, and where the last one ends."""
    style = style_of(document, node)
    if style == OTHER:
        return None
    quotes = 0 if style == PLAIN else 1
    first, last = node.start + quotes, node.end - quotes
    if last - first == len(node.text):
        return range(first, last + 1)
    if style == PLAIN or (style == SINGLE and document.format != 'yaml') or not _BREAKS.isdisjoint(document.text[first:last]):
        return None  # YAML folds lines: one character of the value is many of the file there
    return offsets(document, node)


def newline(document: Document) -> str:
    """The line end of this file."""
    at = document.text.find('\n')
    if at > 0 and document.text[at - 1] == '\r':
        return '\r\n'
    return '\r' if at < 0 and '\r' in document.text else '\n'


def render(value: object, format: str) -> str:
    """A value on one line. YAML reads JSON as it is; TOML has its own inline tables."""
    if format == 'toml':
        if isinstance(value, dict):
            pairs = ', '.join(f'{key_text(k, format)} = {render(v, format)}' for k, v in value.items())
            return f'{{ {pairs} }}' if pairs else '{}'
        if isinstance(value, list | tuple):
            return '[' + ', '.join(render(v, format) for v in value) + ']'
    if isinstance(value, str):
        return _quoted(value).replace('\x7f', '\\u007f')
    import json

    return json.dumps(value, ensure_ascii=False).replace('\x7f', '\\u007f')


def _quoted(value: str) -> str:
    """As ``json.dumps(value, ensure_ascii=False)``, whose package takes 4 ms to load."""
    try:
        from _json import encode_basestring
    except ImportError:  # a Python without the accelerator
        from json.encoder import encode_basestring
    return encode_basestring(value)


def key_text(key: str, format: str) -> str:
    """A key as this format writes it, in quotes where it needs them."""
    if format == 'toml' and key and _BARE.issuperset(key):
        return key
    plain = _BARE.issuperset(key) and key.lower() not in _YAML_WORDS
    if format == 'yaml' and plain and not key[0].isdigit() and key[0] != '-':
        return key
    return render(key, format)


def string_text(document: Document, node: Node, value: str) -> str | None:
    """``value`` with its quotes, to stand where the string node stands; None where that is no string of one line."""
    style = style_of(document, node)
    format = document.format
    if style == OTHER:
        return None
    if style == PLAIN:
        if plain_is_safe(document, node, value):
            return value
        style = DOUBLE
    inner = body(value, style, format)
    if inner is None:
        style = DOUBLE
        inner = body(value, style, format)
    quote = '"' if style == DOUBLE else "'"
    return f'{quote}{inner}{quote}'


def body(value: str, style: str, format: str) -> str | None:
    """What stands between the quotes; None when these quotes cannot hold it."""
    if style == DOUBLE:
        return render(value, format)[1:-1]
    if style == PLAIN:
        return value
    if any(c < ' ' or c == '\x7f' for c in value):
        return None
    if format == 'yaml':
        return value.replace("'", "''")
    return None if "'" in value or format == 'json' else value


def plain_is_safe(document: Document, node: Node, value: str) -> bool:
    """May ``value`` stand without quotes where the node stands, and still be this string?"""
    if document.format == 'toml':
        return bool(value) and _BARE.issuperset(value)
    if document.format != 'yaml':
        return False
    if value.lower() in _YAML_WORDS or value != value.strip() or not value.isprintable():
        return False
    option = value[0] == '-' and value[1:2].isalpha()
    if value[0] in _YAML_FIRST and not option:
        return False
    if ': ' in value or ' #' in value or value.endswith(':') or value[0].isdigit() or value[0] in '.+':
        return False
    flow = node.parent is not None and document.text[node.parent.start:node.parent.start + 1] in ('{', '[')
    return not flow or not any(c in ',[]{}' for c in value)
