"""Env files to a tree: one object whose members are the assignments, values always strings."""
from __future__ import annotations

import re

from mcp_hooks.documents.node import OBJECT, STRING, Comment, Document, Member, Node, Problem
from mcp_hooks.documents.spans import env_value

MAX_LINES = 100_000
MOST = 100  # mistakes that are reported for one file
_FAR = 20_000  # how far a quoted value may reach over lines
_NAME = re.compile(r'[ \t]*(?:export[ \t]+|set[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*(?:=|:[ \t])[ \t]*')
_AFTER = re.compile(r'[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)')
_BLANK = re.compile(r'[ \t]*')
_LINE = re.compile(r'[^\r\n]*')
_INLINE_COMMENT = re.compile(r'[ \t]#')


def parse_env(text: str, start: int = 0, end: int | None = None) -> Document:
    """The assignments of ``text[start:end]`` (``A=b``, ``export A="b"``, ``A: b``); offsets are those of the whole ``text``."""
    part = text[start:end]
    document = Document(part, 'env')
    root = document.root = Node(OBJECT, 0, len(part))
    first: dict[str, Node] = {}
    at = 1 if part.startswith('\ufeff') else 0
    lines = 0
    while at < len(part):
        lines += 1
        if lines > MAX_LINES:
            document.problems.append(Problem('too-large', at, at, f'more than {MAX_LINES} lines: what follows is not read'))
            break
        stop = _end(_LINE, part, at)
        begin = _end(_BLANK, part, at)
        found = _NAME.match(part, at, stop)
        if part.startswith('#', begin):
            document.comments.append(Comment(begin, stop, part[begin + 1:stop]))
        elif found:
            value = _value(document, found.end(), stop)
            stop = _rest(document, value.end, stop)
            key = Node(STRING, found.start(1), found.end(1), found[1])
            _add(document, root, first, key, value)
        elif begin < stop and not any(p.code == 'stray' for p in document.problems):
            document.problems.append(Problem('stray', begin, stop, 'no `NAME=value` stands here'))
        at = stop + (2 if part.startswith('\r\n', stop) else 1)
    document.problems.sort(key=lambda problem: problem.start)
    document.text = text
    if start:
        from mcp_hooks.documents.spans import shift
        shift(document, start)
    return document


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _add(document: Document, root: Node, first: dict[str, Node], key: Node, value: Node) -> None:
    key.parent = value.parent = root
    key.step = value.step = key.text
    root.members.append(Member(key, value))
    if first.setdefault(key.text, key) is not key and len(document.problems) < MOST:
        document.problems.append(Problem('duplicate-key', key.start, key.end, 'this variable stands here for the second time'))


def _value(document: Document, at: int, stop: int) -> Node:
    text = document.text
    quote = text[at:at + 1]
    if quote and quote in '"\'`' and at < stop:
        end = _closing(text, at, stop, quote)
        if end:
            return Node(STRING, at, end, env_value(text, at, end))
        if len(document.problems) < MOST:
            document.problems.append(Problem('unclosed-string', at, stop, 'the closing quote of this value is missing'))
    found = _INLINE_COMMENT.search(text, max(at - 1, 0), stop)
    end = at + len(text[at:max(found.start(), at) if found else stop].rstrip())
    return Node(STRING, at, end, text[at:end])


def _closing(text: str, at: int, stop: int, quote: str) -> int:
    """The end of a quoted value: a quote with nothing but a comment after it, on this line or the first one further down."""
    i = at + 1
    while True:
        on_this_line = i <= stop
        i = text.find(quote, i, stop if on_this_line else at + _FAR)
        if i < 0 and on_this_line:
            i = text.find(quote, stop, at + _FAR)
        if i < 0:
            return 0
        slashes = i
        while quote == '"' and text[slashes - 1] == '\\':  # each run is seen once: a value may hold thousands of quotes
            slashes -= 1
        escaped = (i - slashes) % 2 == 1
        if not escaped and _AFTER.match(text, i + 1):
            return i + 1
        if i > stop and not escaped:
            return 0
        i += 1


def _rest(document: Document, at: int, stop: int) -> int:
    """Note the comment after a value; returns the end of the line that the value ends on."""
    text = document.text
    stop = max(stop, _end(_LINE, text, at))
    begin = _end(_BLANK, text, at)
    if text.startswith('#', begin) and begin < stop:
        document.comments.append(Comment(begin, stop, text[begin + 1:stop]))
    return stop
