"""Span edits that keep a file's own quoting, indentation and line ends. What cannot be written safely is None, no guess."""
from __future__ import annotations

from mcp_hooks.documents.node import OBJECT, Document, Member, Node
from mcp_hooks.findings import Edit
from mcp_hooks.writing import OTHER, PLAIN, body, exact_place, key_text, newline, plain_is_safe, render, string_text, style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BLANK = ' \t\r\n'


def replace_string(document: Document, node: Node, value: str) -> Edit | None:
    """The string node, key or value, with another text in the same kind of quotes."""
    text = string_text(document, node, value)
    return None if text is None else Edit(node.start, node.end, text)


def replace_within(document: Document, node: Node, start: int, end: int, new: str) -> Edit | None:
    """``node.text[start:end]`` replaced by ``new``; escapes and quotes around it stay as they are."""
    value = node.text[:start] + new + node.text[end:]
    span = exact_place(document, node, start, end)
    style = style_of(document, node)
    if span is None or (style == PLAIN and not plain_is_safe(document, node, value)):
        return replace_string(document, node, value)
    text = body(new, style, document.format)
    return replace_string(document, node, value) if text is None else Edit(*span, text)


def rename_key(document: Document, member: Member, new: str) -> Edit | None:
    """The member under another key."""
    return replace_string(document, member.key, new)


def replace_value(document: Document, node: Node, value: object) -> Edit | None:
    """The node with another value, written on one line; a string keeps the node's quotes."""
    if isinstance(value, str) and isinstance(node.value, str):
        return replace_string(document, node, value)
    if style_of(document, node) == OTHER and node.value is not None:
        return None
    return Edit(node.start, node.end, render(value, document.format))


def replace_item(document: Document, node: Node, values: Sequence[str]) -> Edit | None:
    """One string of a list as several, laid out as the list is."""
    array = node.parent
    if array is None or not values or style_of(document, node) == OTHER:
        return None
    written = []
    for value in values:
        one = string_text(document, node, value)
        if one is None:
            return None
        written.append(one)
    text = document.text
    if text[array.start:array.start + 1] != '[':  # YAML's block list: each item after its dash
        line = text.rfind('\n', 0, node.start) + 1
        lead = text[line:node.start]
        if lead.strip(' ') != '-':
            return None
        return Edit(node.start, node.end, (newline(document) + lead).join(written))
    line = max(text.rfind('\n', 0, node.start), text.rfind('\r', 0, node.start)) + 1
    lead = text[line:node.start]
    own_line = line > array.start and not lead.strip()
    return Edit(node.start, node.end, (',' + newline(document) + lead if own_line else ', ').join(written))


def insert_member(document: Document, node: Node, key: str, value: object) -> Edit | None:
    """A new first member of an object."""
    if node.kind != OBJECT:
        return None
    text = document.text
    braces = text[node.start:node.start + 1] == '{'
    if document.format == 'json' and not braces:
        return None
    written = f'{key_text(key, document.format)}{" = " if document.format == "toml" else ": "}{render(value, document.format)}'
    if document.format == 'toml' and text[node.start:node.start + 1] == '[':
        return _insert_after_header(document, node, written)
    if not node.members:
        if not braces:
            return None
        pad = ' ' if document.format == 'toml' else ''
        return Edit(node.start + 1, node.start + 1, pad + written)
    first = node.members[0].key
    if braces:
        return Edit(first.start, first.start, written + ',' + _blanks_before(text, node.start + 1, first.start))
    return _insert_line(document, first, written)


def insert_item(document: Document, node: Node, value: object) -> Edit | None:
    """A new first item of a list in brackets."""
    text = document.text
    if text[node.start:node.start + 1] != '[':
        return None
    written = render(value, document.format)
    if not node.items:
        return Edit(node.start + 1, node.start + 1, written)
    first = node.items[0]
    return Edit(first.start, first.start, written + ',' + _blanks_before(text, node.start + 1, first.start))


def _insert_after_header(document: Document, node: Node, written: str) -> Edit:
    """The first line of a TOML table: right below its header, before all sub-tables."""
    end = document.text.find('\n', node.start)
    if end < 0:
        end = len(document.text)
        return Edit(end, end, newline(document) + written)
    return Edit(end + 1, end + 1, written + newline(document))


def _insert_line(document: Document, first: Node, written: str) -> Edit | None:
    """A line of its own before a block's first key, at the same column."""
    text = document.text
    line = max(text.rfind('\n', 0, first.start), text.rfind('\r', 0, first.start)) + 1
    lead = text[line:first.start]
    if document.format == 'toml':
        if lead.strip():  # the first key stands in a header or a dotted key: a line here would belong to another table
            return None
    elif lead.strip(' -') or '\t' in lead:
        return None
    return Edit(first.start, first.start, written + newline(document) + lead.replace('-', ' '))


def remove_member(document: Document, node: Node, member: Member) -> tuple[Edit, ...] | None:
    """An object without one of its members: its comma goes along, and its line when nothing else stands there."""
    number = next((n for n, one in enumerate(node.members) if one is member), -1)
    if number < 0:
        return None
    text = document.text
    start, end = member.span
    edits: list[Edit] = []
    if text[node.start:node.start + 1] == '{' or document.format == 'json':
        last = number == len(node.members) - 1
        after = _next_comma(document, end, node.end if last else node.members[number + 1].key.start)
        if after >= 0 and not text[end:after].strip():
            end = after + 1
        elif after >= 0:
            edits.append(Edit(after, after + 1, ''))
        if last and number and after < 0:
            before = _next_comma(document, node.members[number - 1].value.end, start)
            if before < 0:
                return None
            edits.append(Edit(before, before + 1, ''))
    elif len(node.members) == 1 and document.format == 'yaml':
        return None  # a mapping without members is null
    elif style_of(document, member.value) == OTHER or '\n' in text[start:end]:
        return None
    line = max(text.rfind('\n', 0, start), text.rfind('\r', 0, start)) + 1
    stop = end
    while stop < len(text) and text[stop] in ' \t':
        stop += 1
    ends_line = text[stop:stop + 1] in ('\r', '\n', '')
    if ends_line and not text[line:start].strip() and (line > node.start or document.format == 'toml'):
        if text[stop:stop + 2] == '\r\n':
            stop += 1
        start, end = line, min(stop + 1, len(text))
    elif document.format != 'json' and text[node.start:node.start + 1] != '{' and text[stop:stop + 1] != '#':
        return None
    elif not ends_line:
        end = stop
    edits.append(Edit(start, end, ''))
    return tuple(sorted(edits))


def _next_comma(document: Document, start: int, stop: int) -> int:
    """The first comma from ``start`` on that stands in no comment; -1 when there is none before ``stop``."""
    text = document.text
    comments = [c for c in document.comments if start <= c.start < stop]
    at = text.find(',', start, stop)
    while at >= 0:
        inside = next((c for c in comments if c.start <= at < c.end), None)
        if inside is None:
            return at
        at = text.find(',', inside.end, stop)
    return -1


def _blanks_before(text: str, start: int, end: int) -> str:
    """The blank text before ``end``, at most back to ``start``: how the next member is set off from this one."""
    at = end
    while at > start and text[at - 1] in _BLANK:
        at -= 1
    blanks = text[at:end]
    if blanks.count('\n') > 1:  # one empty line after the brace is no reason for another
        blanks = blanks[blanks.rfind('\n', 0, blanks.rfind('\n')) + 1:]
        blanks = ('\r\n' if text[at:at + 1] == '\r' else '\n') + blanks.lstrip('\r\n')
    return blanks if '\n' in blanks or '\r' in blanks else ' '
