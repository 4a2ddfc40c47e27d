"""What the author of a JSON text meant where an opening bracket, or a quote inside of a line, is missing."""
from __future__ import annotations

from mcp_hooks.documents.json_indent import surplus_closers
from mcp_hooks.documents.json_report import BLANKS, line_end, pattern, report, skip
from mcp_hooks.documents.jsonc import AFTER, VALUE, Reader
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING, Node

_WORD = r'[\w$.-]+'
# the closing quotes are optional, so that no string is looked at twice
_REST_OF_LIST = r'(?:[ \t\r\n]*,[ \t\r\n]*"(?:[^"\\\r\n]|\\.)*+"?)*+,?[ \t\r\n]*\]'


def nameless(reader: Reader, at: int) -> None:
    """A value without a key is kept under an empty key, so that what it holds is still looked at."""
    reader.key = Node(STRING, at, at, '')
    reader.end = at
    reader.state = VALUE


def without_bracket(reader: Reader, at: int, array: Node) -> None:
    """A colon in an array: ``["a": 1]`` should be an object, in ``["a", "name": 1`` the closing bracket is missing."""
    parent = array.parent
    name = array.items[-1] if array.items else None
    reader.state = VALUE
    if reader.text[skip(BLANKS, reader.text, at + 1)] in ',]}':
        report(reader, 'stray', at, at + 1, '`:` is not expected in {about}', once=('colon', array.start), about=array)
        reader.state = AFTER
    elif name is not None and name.kind == STRING and len(array.items) == 1:
        report(reader, 'wrong-bracket', array.start, array.start + 1, 'names and values stand in `{ }`, but {about} is a list',
               once=('colon', array.start), about=array)
        array.items.clear()
        array.kind = OBJECT
        reader.key = name
    elif name is not None and name.kind == STRING and parent is not None and parent.kind == OBJECT and array.items:
        array.items.pop()
        end_list(reader, array, array.items[-1].end)
        reader.key = name
        reader.state = VALUE
    else:
        report(reader, 'stray', at, at + 1, '`:` is not expected in {about}', once=('colon', array.start), about=array)


def end_list(reader: Reader, array: Node, end: int) -> None:
    report(reader, 'unclosed', end - 1, end, '`]` missing: {about} is not closed', about=array)
    reader.forgive = True
    reader.close(array, end)


def without_brace(reader: Reader, at: int, container: Node, last: Node | None) -> None:
    """A second colon: in ``"mcpServers": "docs": {`` the string is the first name of an object whose brace is missing."""
    is_name = last is not None and last.kind == STRING and last.end > last.start and not reader.forgive
    if last is not None and is_name and surplus_closers(reader.text, at) > len(reader.stack):
        member = container.members.pop()
        report(reader, 'missing-braces', member.key.start, member.key.end, '`{` missing after this name')
        node = Node(OBJECT, last.start, last.end)
        reader.key = member.key
        reader.attach(node)
        reader.stack.append(node)
        reader.key = last
        reader.state = VALUE
        reader.forgive = True
    else:
        report(reader, 'stray', at, at + 1, 'a second `:` after one name', once=('colon', container.start))
        nameless(reader, at)
        reader.forgive = True


def list_in_object(reader: Reader, container: Node, string: Node, after: int) -> bool:
    """``"args": "a", "b"]``: the list goes on behind the first string, and only its opening bracket is missing."""
    first = container.members[-1].value if container.members else None
    if first is None or first.kind != STRING or ('key', container.start) in reader.reported:
        return False
    if pattern(_REST_OF_LIST).match(reader.text, after) is None:
        return False
    member = container.members.pop()
    report(reader, 'missing-braces', first.start, first.start + 1, '`[` missing before this list',
        once=('key', container.start))
    array = Node(ARRAY, first.start, first.end)
    reader.key = member.key
    reader.attach(array)
    reader.stack.append(array)
    reader.attach(first)
    reader.attach(string)
    reader.end = string.end
    reader.state = AFTER
    return True


def inner_quote(reader: Reader, at: int, string: Node) -> int:
    """A quote in the middle of a string. Returns where the string ends, 0 if that cannot be told.

    Either the quote was not escaped, and another one on this line ends the string, or it begins the next name, and the closing
    quote before it is missing: ``"command": "npx, "args": […]``.
    """
    text = reader.text
    raw = text[string.start + 1:string.end - 1].rstrip(' \t')
    word_end = skip(_WORD, text, at)
    if raw.endswith(',') and text[word_end] == '"' and text[skip(r'[ \t]*', text, word_end + 1)] == ':':
        from mcp_hooks.documents.json_strings import meant

        kept = meant(reader, raw)
        end = string.start + 1 + len(kept)
        report(reader, 'unclosed-string', string.start, end, 'the closing quote of this string is missing')
        string.value = string.text.rstrip(' \t')[:len(kept) - len(raw)]
        string.end = reader.end = end
        return end
    limit = line_end(text, at, min(reader.size, at + 2000))
    quote = text.find('"', at, limit)
    for _ in range(40):
        if quote < 0:
            break
        after = skip(r'[ \t]*', text, quote + 1)
        if text[after] in ',}]\r\n' or after >= reader.size:
            string.end = reader.end = quote + 1
            string.value = text[string.start + 1:quote]
            report(reader, 'unescaped-quote', at - 1, at, 'a double quote inside of a string is written `\\"`')
            return quote + 1
        quote = text.find('"', quote + 1, limit)
    return 0
