"""Strings that the fast scanner refuses: bad escapes, control characters, no closing quote, other quotes than JSON's."""
from __future__ import annotations

from mcp_hooks.documents.json_brackets import lone_surrogate
from mcp_hooks.documents.json_report import BLANKS, pattern, report, skip
from mcp_hooks.documents.jsonc import Reader
from mcp_hooks.documents.node import OBJECT, STRING, Node

ESCAPES = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
_CLOSERS = 40  # brackets at the end of a line that may be meant
_FAR = 20_000  # how far a string with raw line ends may reach: a pasted key or certificate, not the rest of the file


def read_string(reader: Reader, at: int, quote: str) -> Node:
    """The string that begins at ``at`` and ends with ``quote``, with its mistakes reported, one of each kind."""
    text, size = reader.text, reader.size
    special = pattern('[\\\\\\x00-\\x1f' + quote + ']')
    parts: list[str] = []
    i = at + 1
    bad = control = line_end = -1
    while True:
        found = special.search(text, i)
        k = found.start() if found else size
        c = text[k]
        parts.append(text[i:k])
        if k >= size or (c in '\r\n' and line_end < 0 and not _goes_on(text, k, quote, size)):
            end = _cut(reader, at, k)
            value = ''.join(parts)[:-(k - end) or None]
            report(reader, 'unclosed-string', at, end, 'the closing quote of this string is missing')
            if not text[end:size].strip(' \t\r\n,'):
                reader.reported.add('cut string')
            break
        if c == quote:
            end = k + 1
            value = ''.join(parts)
            break
        if c == '\\':
            if text.startswith('\\\\', k):
                pairs = (skip(r'\\+', text, k) - k) // 2
                parts.append('\\' * pairs)
                i = k + 2 * pairs
                continue
            piece, i = _escape(text, k, quote)
            if not piece:
                bad = k if bad < 0 else bad
                piece, i = '\\', k + 1
            parts.append(piece)
            continue
        if c in '\r\n':
            line_end = k if line_end < 0 else line_end
        elif control < 0:
            control = k
        parts.append(c)
        i = k + 1
    node = Node(STRING, at, end, value)
    if bad >= 0:
        report(reader, 'bad-escape', bad, bad + 2, _advice(text[bad + 1]))
    if line_end >= 0:
        report(reader, 'control-character', at, end, 'a string may not go over the end of a line: write `\\n`')
    elif control >= 0:
        right = '\\t' if text[control] == '\t' else f'\\u{ord(text[control]):04x}'
        report(reader, 'control-character', control, control + 1,
               f'a control character may not stand in a string: write `{right}`', once=('control', text[control]))
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            lone_surrogate(reader, node)
    return node


def _cut(reader: Reader, at: int, k: int) -> int:
    """Where the value of a string without closing quote ends, which goes to the end of its line at ``k``."""
    return at + 1 + len(meant(reader, reader.text[at + 1:k]))


def meant(reader: Reader, body: str) -> str:
    """A string without its closing quote, without the comma behind it, and without the brackets before that comma that nothing in
    the string opens, as far as they close what is open."""
    kept = body.rstrip(' \t\r\n')
    surplus = {closing: body.count(closing) - body.count(opening) for closing, opening in (('}', '{'), (']', '['))}
    closers = [n for n in range(max(len(kept) - _CLOSERS, len(kept.rstrip(' \t,]}'))), len(kept)) if kept[n] in ']}']
    for first, start in enumerate(closers):
        run = [kept[n] for n in closers[first:]]
        open_here = ['}' if node.kind == OBJECT else ']' for node in reversed(reader.stack[-len(run):])]
        if run == open_here and all(run.count(closing) <= surplus[closing] for closing in surplus):
            kept = kept[:start].rstrip(' \t')
            break
    return kept.removesuffix(',')


def _escape(text: str, k: int, quote: str) -> tuple[str, int]:
    """The character of the escape at ``k`` and where it ends; '' if there is no such escape."""
    c = text[k + 1]
    if c == 'u':
        code = _hex(text, k + 2)
        if code < 0:
            return '', k
        if 0xD800 <= code < 0xDC00 and text.startswith('\\u', k + 6):
            low = _hex(text, k + 8)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00), k + 12
        return chr(code), k + 6
    if c == quote and quote != '"':
        return c, k + 2
    return ESCAPES.get(c, ''), k + 2


def _hex(text: str, at: int) -> int:
    digits = text[at:at + 4]
    if len(digits) == 4 and digits.isascii() and digits.isalnum():
        try:
            return int(digits, 16)
        except ValueError:
            pass
    return -1


def _advice(c: str) -> str:
    if c == 'u':
        return '`\\u` wants four hexadecimal digits'
    if c in '\r\n':
        return 'a string may not go over the end of a line: write `\\n`'
    return 'a backslash in a string is written twice: `\\\\`'


def _goes_on(text: str, k: int, quote: str, size: int) -> bool:
    """Whether a string goes on after the line end at ``k``, or only lacks its closing quote on this line."""
    nxt = skip(BLANKS, text, k)
    if nxt >= size or text[nxt] in '"}]{[,' or text.startswith('//', nxt):
        return False
    closing = text.find(quote, nxt, nxt + _FAR)
    if closing < 0:
        return False
    after = skip(r'[ \t]*', text, closing + 1)
    return after >= size or text[after] in ',}]:\r\n'
