"""Places inside of values, and trees moved to where their text stands in a larger one."""
from __future__ import annotations

from mcp_hooks.documents.node import STRING, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Comment, Node, Problem, Span

# one character of the value: itself, and where it is written
_Units = list[tuple[str, int, int]]

_JSON = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', "'": "'"}
_YAML = {**_JSON, '0': '\0', 'a': '\a', 'v': '\v', 'e': '\x1b', ' ': ' ', '\t': '\t', 'N': '\x85', '_': '\xa0', 'L': '\u2028',
         'P': '\u2029'}
_CLOSING = {'"': '"', "'": "'", '`': '`', '\u201c': '\u201d', '\u201d': '\u201d', '\u201e': '\u201c', '\u2018': '\u2019',
            '\u2019': '\u2019', '\u00ab': '\u00bb'}
_HEX = {'x': 2, 'u': 4, 'U': 8}


def all_nodes(document: Document) -> Iterator[Node]:
    """Every value and every key of all roots, each once, also where YAML aliases share them."""
    seen: set[int] = set()
    todo = [*reversed(document.extra_roots)]
    if document.root is not None:
        todo.append(document.root)
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        for member in node.members:
            if id(member.key) not in seen:
                seen.add(id(member.key))
                yield member.key
        todo.extend(member.value for member in reversed(node.members))
        todo.extend(reversed(node.items))


def shift(document: Document, by: int) -> None:
    """Move all offsets, for a document that was read from the middle of a text."""
    for node in all_nodes(document):
        node.start += by
        node.end += by
    items: list[Problem | Comment] = [*document.problems, *document.comments]
    for item in items:
        item.start += by
        item.end += by


def inner_span(document: Document, node: Node, start: int, end: int) -> Span:
    """Where the characters ``start`` to ``end`` (exclusive) of a string node's value are written in the text.

    Escapes and quotes are looked through. Where the way back is not certain (folded YAML), the whole node's span.
    """
    return through(way_in(document, node), node, start, end)


def way_in(document: Document, node: Node) -> int | _Units | None:
    """How ``through`` comes from the value of a string node to its text: for who has many places in one value."""
    value = node.text
    raw = document.text[node.start:node.end]
    if raw == value:
        return node.start
    if node.kind != STRING and raw[:1] in '&!':
        return None
    for quote in ('"""', "'''", '"', "'", '`'):
        size = len(quote)
        if raw.startswith(quote) and raw.endswith(quote) and len(raw) >= 2 * size:
            if raw[size:-size] == value:
                return node.start + size
            break
    return _units_of(document, node)


def through(way: int | _Units | None, node: Node, start: int, end: int) -> Span:
    """As ``inner_span``, by the ``way_in`` of this node."""
    if way is None:
        return node.span
    length = len(node.text)
    start = min(max(start, 0), length)
    end = min(max(end, start), length)
    if isinstance(way, int):
        return way + start, way + end
    if start == end:
        at = way[start][1] if start < len(way) else way[-1][2] if way else node.start
        return at, at
    return way[start][1], way[end - 1][2]


def offsets(document: Document, node: Node) -> list[int] | None:
    """Where in the text each character of a string node's value begins, and where the last one ends: one offset more than the
    value has characters. None where the way back is not certain, and for an empty value."""
    units = _units_of(document, node)
    return [*(unit[1] for unit in units), units[-1][2]] if units else None


def _units_of(document: Document, node: Node) -> _Units | None:
    """The characters of the value, each as the text writes it; None where that does not make this value."""
    units = _units(document.format, document.text, node, document.text[node.start:node.end])
    return units if units is not None and ''.join(unit[0] for unit in units) == node.text else None


def _units(format: str, text: str, node: Node, raw: str) -> _Units | None:
    if format == 'yaml' and raw[:1] in '|>':
        return _block(text, node)
    quote = raw[:1]
    if format == 'toml' and raw[:3] in ('"""', "'''"):
        return _multi_line(text, node.start, node.end)
    if format == 'yaml':
        if quote in ('"', "'"):
            return _folded(text, node.start + 1, node.end - 1, quote)
        return _folded(text, node.start, node.end, '')
    if quote in _CLOSING:
        is_closed = len(raw) > 1 and raw[-1] == _CLOSING[quote]
        return _escaped(text, node.start + 1, node.end - is_closed, _YAML if format == 'toml' else _JSON)
    return None


def string_value(text: str, start: int, end: int) -> str:
    """What a TOML string (with its quotes, from ``start`` to ``end``) says. Bad escapes stay as they are."""
    quote = text[start]
    size = 3 if text.startswith(quote * 3, start) and end - start >= 6 else 1
    inner = text[start + size:end - size]
    if size == 1 and (quote == "'" or '\\' not in inner):
        return inner
    if size == 3:
        return ''.join(unit[0] for unit in _multi_line(text, start, end))
    return ''.join(unit[0] for unit in _escaped(text, start + 1, end - 1, _YAML))


def env_value(text: str, start: int, end: int) -> str:
    """What a quoted value of an env file says; only double quotes know escapes."""
    inner = text[start + 1:end - 1]
    if text[start] != '"' or '\\' not in inner:
        return inner
    return ''.join(unit[0] for unit in _escaped(text, start + 1, end - 1, _JSON))


def _escape(text: str, at: int, end: int, escapes: dict[str, str]) -> tuple[str, int] | None:
    """The character of the escape at ``at`` and the offset after it."""
    c = text[at + 1:at + 2]
    size = _HEX.get(c, 0)
    if not size:
        return (escapes[c], at + 2) if c in escapes else None
    code = _code(text, at + 2, size)
    if code < 0 or at + 2 + size > end:
        return None
    at += 2 + size
    if 0xD800 <= code < 0xDC00 and text.startswith('\\u', at) and 0xDC00 <= _code(text, at + 2, 4) < 0xE000:
        return chr(0x10000 + ((code - 0xD800) << 10) + _code(text, at + 2, 4) - 0xDC00), at + 6
    return chr(code), at


def _code(text: str, at: int, size: int) -> int:
    try:
        code = int(text[at:at + size], 16)
    except ValueError:
        return -1
    return code if 0 <= code < 0x110000 else -1


def _escaped(text: str, at: int, end: int, escapes: dict[str, str]) -> _Units:
    units: _Units = []
    while at < end:
        c = text[at]
        found = _escape(text, at, end, escapes) if c == '\\' else None
        stop = at + 1
        if found:
            c, stop = found
        units.append((c, at, stop))
        at = stop
    return units


def _multi_line(text: str, start: int, end: int) -> _Units:
    """TOML triple quotes: the first line end is not in the value, a backslash at the end of a line eats the blanks after it."""
    is_basic = text[start] == '"'
    at, end = start + 3, end - 3
    units: _Units = []
    if text.startswith('\r\n', at):
        at += 2
    elif text.startswith('\n', at):
        at += 1
    while at < end:
        c, stop = text[at], at + 1
        if c == '\\' and is_basic:
            rest = stop
            while rest < end and text[rest] in ' \t\r\n':
                rest += 1
            if '\n' in text[stop:rest]:
                at = rest
                continue
            found = _escape(text, at, end, _YAML)
            if found:
                c, stop = found
        elif c == '\r' and text.startswith('\n', stop):
            c, stop = '\n', at + 2
        units.append((c, at, stop))
        at = stop
    return units


def _folded(text: str, at: int, end: int, quote: str) -> _Units:
    """YAML's plain and quoted scalars: a line end and the blanks around it are one blank, or the line ends after the first."""
    units: _Units = []
    while at < end:
        c, stop = text[at], at + 1
        if c in ' \t\r\n':
            while stop < end and text[stop] in ' \t\r\n':
                stop += 1
            run = text[at:stop]
            if '\n' in run or '\r' in run:
                breaks = run.replace('\r\n', '\n').replace('\r', '\n').count('\n')
                units += [(' ' if breaks == 1 else '\n', at, stop)] * max(breaks - 1, 1)
                at = stop
                continue
            stop = at + 1
        elif c == "'" and quote == "'" and text.startswith("'", stop):
            stop += 1
        elif c == '\\' and quote == '"':
            if text[stop:stop + 1] in '\r\n':
                while stop < end and text[stop] in ' \t\r\n':
                    stop += 1
                at = stop
                continue
            found = _escape(text, at, end, _YAML)
            if found:
                c, stop = found
        units.append((c, at, stop))
        at = stop
    return units


def _block(text: str, node: Node) -> _Units | None:
    """YAML's literal block: each line of the value is the end of a line of the text."""
    at = text.find('\n', node.start) + 1
    units: _Units = []
    for line in node.text.split('\n'):
        stop = text.find('\n', at)
        stop = len(text) if stop < 0 else stop
        bare = stop - 1 if text[stop - 1:stop] == '\r' else stop
        begin = bare - len(line)
        if begin < at or text[begin:bare] != line or text[at:begin].strip(' '):
            return units if len(units) == len(node.text) else None
        units += [(c, begin + n, begin + n + 1) for n, c in enumerate(line)]
        units.append(('\n', bare, min(stop + 1, len(text))))
        at = stop + 1
    return units[:len(node.text)]


def loose_number(word: str) -> int | float | None:
    """A number as Python writes them: also hexadecimal, with underscores, infinite. None for any other word, and for a long one."""
    if len(word) > 1000:
        return None
    try:
        return int(word, 0)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return None
