"""Which bracket is missing, told by the indentation: the end of the file only says that one is."""
from __future__ import annotations

from mcp_hooks.documents.json_report import SOFT, named, pattern
from mcp_hooks.documents.jsonc import Reader, run
from mcp_hooks.documents.node import Comment, Document, Problem
from mcp_hooks.documents.spans import all_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# the closing quote is optional: a string without one must not make the search start again inside of it
_TOKENS = r'"(?:[^"\\\r\n]|\\.)*+"?|//[^\r\n]*|/\*|[{}\[\]]|[\r\n]+[ \t]*|[^\s"{}\[\]/]+|/'


def surplus_closers(text: str, at: int) -> int:
    """How many brackets are closed from ``at`` on that were not opened there."""
    depth = least = 0
    for token in _tokens(text, at):
        c = token.group()
        if c in ('{', '['):
            depth += 1
        elif c in ('}', ']'):
            depth -= 1
            least = min(least, depth)
    return -least


def close_by_indent(document: Document) -> Document:
    """Read the text again with the missing brackets put in where the indentation asks for them.

    Returns the new document (offsets are those of the text as it is) if that explains the mistake, else the old one.
    """
    text = document.text
    at_end = [p for p in document.problems if p.code == 'unclosed']
    insertions = _insertions(text)
    if len(at_end) != 1 or not insertions or len(insertions) > 3:
        return document
    pieces, last = [], 0
    for at, what, _ in insertions:
        pieces += [text[last:at], what]
        last = at
    repaired = Document(''.join([*pieces, text[last:]]), 'json')
    run(Reader(repaired))
    found = [p for p in repaired.problems if p.code not in SOFT]
    if repaired.root is None or len(found) >= len([p for p in document.problems if p.code not in SOFT]):
        return document
    _map_back(repaired, text, insertions)
    opened = [opener for _, _, opener in insertions]
    repaired.problems = [p for p in repaired.problems
                         if p.code != 'trailing-comma' or not _is_before(text, p.start, insertions)]
    problem = at_end[0]
    message = _message(repaired, opened) or problem.message
    repaired.problems.append(Problem('unclosed', problem.start, problem.end, message))
    return repaired


def drop_by_indent(document: Document) -> Document:
    """Read the text again without the closing bracket that does not fit the indentation, if one is too many at the end."""
    text = document.text
    extra = [p for p in document.problems if p.code == 'extra-bracket']
    at = _misfit(text)
    if len(extra) != 1 or at < 0 or at >= extra[0].start:
        return document
    repaired = Document(text[:at] + ' ' + text[at + 1:], 'json')
    run(Reader(repaired))
    hard = [p for p in document.problems if p.code not in SOFT]
    if len([p for p in repaired.problems if p.code not in SOFT]) >= len(hard):
        return document
    repaired.text = text
    repaired.problems.append(Problem('extra-bracket', at, at + 1, extra[0].message))
    return repaired


def _misfit(text: str) -> int:
    """The first closing bracket that goes with a bracket of a line that is indented less than its own; -1 if there is none."""
    stack: list[tuple[str, int, int]] = []  # bracket, indent of its line, number of its line
    indent = line = 0
    for token in _tokens(text, 0):
        c = token.group()
        if c[0] in '\r\n':
            indent, line = len(c.lstrip('\r\n').expandtabs(4)), line + 1
        elif c in ('{', '['):
            stack.append((c, indent, line))
        elif c in ('}', ']'):
            if not stack or (stack[-1][0] == '{') != (c == '}'):
                return -1
            _, opened, begun = stack.pop()
            if begun != line and opened < indent:
                return token.start()
    return -1


def _tokens(text: str, at: int) -> Iterator[re.Match[str]]:
    scanner = pattern(_TOKENS)
    while found := scanner.search(text, at):
        at = found.end()
        if found.group() == '/*':
            stop = text.find('*/', at)
            if stop < 0:
                return
            at = stop + 2
            continue
        yield found


def _insertions(text: str) -> list[tuple[int, str, int]]:
    """(where, what, offset of the opening bracket) for each bracket that the indentation closes and the text does not.

    A line that is indented no deeper than the line of an open bracket cannot stand in that bracket, unless it closes it.
    """
    stack: list[tuple[int, str, int]] = []  # offset, bracket, indent of its line
    found: list[tuple[int, str, int]] = []
    indent, first, end = 0, True, 0
    for token in _tokens(text, 0):
        c = token.group()
        if c[0] in '\r\n':
            indent, first = len(c.lstrip('\r\n').expandtabs(4)), True
            continue
        if c.startswith('//'):
            continue
        if first:
            indent = indent if end or token.start() == 0 else token.start()
            while len(stack) > 1 and (stack[-1][2] > indent or (stack[-1][2] == indent and c not in ('}', ']'))):
                offset, bracket, _ = stack.pop()
                found.append((end, '}' if bracket == '{' else ']', offset))
                if len(found) > 3:
                    return found
            if found and found[-1][0] == end and c not in ('}', ']') and not _comma_follows(text, end):
                found[-1] = (end, found[-1][1] + ',', found[-1][2])
            first = False
        if c in ('{', '['):
            stack.append((token.start(), c, indent))
        elif c in ('}', ']'):
            if not stack or (stack[-1][1] == '{') != (c == '}'):
                return []
            stack.pop()
        if c.strip(','):
            end = token.start() + len(c.rstrip(','))
    return found


def _comma_follows(text: str, at: int) -> bool:
    return text[at:at + 1] == ',' or text[at:at + 100].lstrip().startswith(',')


def _is_before(text: str, comma: int, insertions: list[tuple[int, str, int]]) -> bool:
    return any(comma <= at and not text[comma + 1:at].strip() for at, _, _ in insertions)


def _message(document: Document, opened: list[int]) -> str:
    words = []
    reader = Reader(Document(document.text, 'json'))
    for node in document.root.walk() if document.root else ():
        if node.start in opened and node.kind in ('object', 'array'):
            words.append(f'`{"}" if node.kind == "object" else "]"}` missing: {named(reader, node)} is not closed')
    return '; '.join(words)


def _map_back(document: Document, text: str, insertions: list[tuple[int, str, int]]) -> None:
    """Offsets of the repaired text to those of the text as it is."""
    borders = []
    added = 0
    for at, what, _ in insertions:
        borders.append((at + added, at, len(what)))
        added += len(what)

    def back(offset: int) -> int:
        moved = offset
        for at, before, size in borders:
            if offset > at:
                moved = max(moved - size, before) if offset < at + size else moved - size
        return moved

    for node in all_nodes(document):
        node.start, node.end = back(node.start), back(node.end)
    items: list[Problem | Comment] = [*document.problems, *document.comments]
    for item in items:
        item.start, item.end = back(item.start), back(item.end)
    document.text = text
