"""JSON's brackets and what is wrong with them: missing, too many, the wrong one; and what stands around the document."""
from __future__ import annotations

from mcp_hooks.documents.json_report import is_name, is_plain, line_end, next_token, pattern, report, skip, take
from mcp_hooks.documents.jsonc import AFTER, DONE, KEY, VALUE, Reader
from mcp_hooks.documents.node import ARRAY, OBJECT, OTHER, STRING, Node, Problem
from mcp_hooks.text import line_at

_BRACKET_LINE = r'^[ \t]*[\[{]'
# names that stand for comments in strict JSON and may come again
_COMMENT_NAMES = frozenset(('', '//', '#', '_', '_comment', 'comment', '//comment', '$comment', '__comment'))


def closer(reader: Reader, at: int, c: str) -> int:
    """A closing bracket that the hot loop does not take: after a comma, without a value, or of the wrong kind."""
    stack = reader.stack
    if not stack:
        if not reader.forgive:
            report(reader, 'extra-bracket', at, at + 1, f'one `{c}` too many', once='closer')
        return at + 1
    if reader.key is not None:
        no_value(reader, at)
    wanted = OBJECT if c == '}' else ARRAY
    inner = stack[-1]
    if inner.kind == wanted:
        if reader.comma >= 0:
            message = 'remove the comma after the last ' + ('property' if c == '}' else 'value')
            reader.document.problems.append(Problem('trailing-comma', reader.comma, reader.comma + 1, message))
        reader.close(inner, at + 1)
        return at + 1
    right = ']' if c == '}' else '}'
    outer = next((node for node in reversed(stack) if node.kind == wanted), None)
    meant = _meant(reader, at, inner, outer)
    if ('colon', inner.start) in reader.reported:  # a list that should be an object, or the other way round: said before
        reader.close(inner, at + 1)
    elif meant == 'inner':
        report(reader, 'wrong-bracket', at, at + 1, f'write `{right}` here: it closes {{about}}', about=inner)
        reader.close(inner, at + 1)
        reader.forgive = True
    elif meant == 'none' or outer is None:
        if ('key', inner.start) not in reader.reported:  # a list without its opening bracket was reported
            report(reader, 'extra-bracket', at, at + 1, f'one `{c}` too many', once=('bracket', inner.start))
    else:
        report(reader, 'unclosed', reader.end - 1, reader.end, f'`{right}` missing: {{about}} is not closed', about=inner)
        reader.forgive = True
        end = reader.end
        while stack[-1] is not outer:
            reader.close(stack[-1], end)
        reader.close(outer, at + 1)
    return at + 1


def no_value(reader: Reader, at: int) -> int:
    """After the colon comes no value."""
    key = reader.key
    if key is not None:
        name = f'`{key.text}`' if is_plain(key.text) else 'the property'
        report(reader, 'missing-value', key.start, max(reader.end, key.end), f'{name} has no value')
        take(reader, Node(OTHER, reader.end, reader.end))
    return at


def _meant(reader: Reader, at: int, inner: Node, outer: Node | None) -> str:
    """What a bracket of the wrong kind was meant for: ``inner``, ``outer`` (then the bracket of inner is missing), or ``none``.

    First by what the rest of the text still closes, then by the indentation where it begins its line, else by the line.
    """
    from mcp_hooks.documents.json_indent import surplus_closers
    text = reader.text
    depth = len(reader.stack)
    if not reader.forgive and reader.mistakes < 20:  # the count reads the whole rest
        rest = surplus_closers(text, at + 1)
        if rest == depth - 1:
            return 'inner'
        if outer is None and rest == depth:
            return 'none'
        if outer is not None and rest == depth - 2 and outer is inner.parent:
            return 'outer'
    if outer is None:
        return 'none'
    start = _line_start(text, at)
    before = text[start:at] if at - start < 1000 else 'x'
    if not before.strip(' \t'):
        inner_indent, outer_indent = _indent(text, inner.start), _indent(text, outer.start)
        return 'inner' if inner_indent != outer_indent and before == inner_indent else 'outer'
    return 'inner' if inner.start >= start > outer.start else 'outer'


def _line_start(text: str, at: int) -> int:
    return max(text.rfind('\n', 0, at), text.rfind('\r', max(at - 10_000, 0), at)) + 1


def _indent(text: str, at: int) -> str:
    start = _line_start(text, at)
    return text[start:skip(r'[ \t]*', text, start)]


def garbage(reader: Reader, at: int) -> int:
    """At the beginning stands no JSON value: go on at a bracket on this line or at the beginning of a line, if there is one."""
    text = reader.text
    end = line_end(text, at, reader.size)
    bracket = pattern(r'[\[{]').search(text, at, end) or pattern(_BRACKET_LINE).search(text, end)
    stop = bracket.end() - 1 if bracket else reader.size
    message = 'what stands here before the JSON is not JSON' if bracket else 'this is not JSON'
    report(reader, 'stray', at, min(stop, end), message)
    reader.reported.add('extra-data')
    return stop if bracket else -1


def after_root(reader: Reader, at: int, c: str) -> int:
    """Something stands after the end of the document."""
    root = reader.document.root
    text = reader.text
    if root is None:
        return -1
    alone = not reader.document.extra_roots
    if c == ':' and root.kind == STRING and alone:
        return _without_braces(reader, at, root)
    after = next_token(reader, at + 1) if c == ',' else at
    if root.kind == OBJECT and alone and text[after] == '"' and is_name(text, after, '"'):
        return _reopen(reader, at, root)
    if c == ',' and after >= reader.size:
        report(reader, 'stray', at, at + 1, 'nothing may follow after the last bracket: remove the comma', once='extra-data')
        return reader.size
    if text[after] in '"{[':
        if 'extra-data' not in reader.reported:  # JSON lines have thousands
            report(reader, 'extra-data', after, after + 1, 'a second value: a JSON file holds one', once='extra-data')
        reader.state = VALUE
        reader.end = after
        return after
    report(reader, 'stray', at, line_end(text, at, reader.size), 'what follows after the JSON value is not JSON',
           once='extra-data')
    reader.quiet = True
    found = pattern(_BRACKET_LINE).search(text, at)
    if found is None:
        return -1
    reader.state = VALUE
    return found.end() - 1


def _without_braces(reader: Reader, at: int, key: Node) -> int:
    """``"mcpServers": {…}`` without the braces around it."""
    report(reader, 'missing-braces', key.start, key.end, '`{` and `}` missing around the whole document')
    root = Node(OBJECT, key.start, key.end)
    reader.document.root = root
    reader.stack.append(root)
    reader.key = key
    reader.state = VALUE
    reader.forgive = True
    return at + 1


def _reopen(reader: Reader, at: int, root: Node) -> int:
    """A bracket too many closed the document in the middle: go on in the container that the brackets of the rest belong to."""
    surplus = 1
    if not reader.forgive:  # once: the count reads the whole rest
        from mcp_hooks.documents.json_indent import surplus_closers
        surplus = surplus_closers(reader.text, at)
        reader.forgive = True
        end = root.end
        report(reader, 'extra-bracket', end - 1, end, 'this `}` closes the document, but more follows: one `}` too many')
    node = root
    reader.stack.append(node)
    while surplus > len(reader.stack) and node.members and node.members[-1].value.kind == OBJECT:
        node = node.members[-1].value
        reader.stack.append(node)
    reader.state = AFTER if reader.text[at] == ',' else KEY
    return at


def end_of_text(reader: Reader) -> int:
    """The text is over: whatever is still open ends here, and one report says so. Returns -1."""
    stack = reader.stack
    if reader.state == DONE:
        return -1
    if not stack:
        if reader.document.root is None and not reader.reported:
            is_blank = not reader.document.text.strip()
            report(reader, 'empty', 0, 0, 'the file is empty' if is_blank else 'there is no JSON value in the file')
        return -1
    if reader.key is not None:
        reader.attach(Node(OTHER, reader.end, reader.end))
    if not reader.forgive and 'cut string' not in reader.reported:
        missing = [f'`{"}" if node.kind == OBJECT else "]"}`' for node in reversed(stack)]
        if len(missing) == 1:
            message = f'{missing[0]} missing: {{about}} is not closed'
        else:
            few = ', '.join(missing[:4]) + (', …' if len(missing) > 4 else '')
            message = f'the text ends too early: {few} missing; the innermost is {{about}}'
        report(reader, 'unclosed', max(reader.end - 1, 0), reader.end, message, about=stack[-1])
    while stack:
        reader.close(stack[-1], reader.end)
    return -1


def duplicates(reader: Reader, node: Node) -> None:
    """Report each key that stands in its object already."""
    first: dict[str, Node] = {}
    for member in node.members:
        key = member.key
        earlier = first.setdefault(member.name, key)
        if earlier is key or member.name in _COMMENT_NAMES:
            continue
        what = f'`{member.name}`' if is_plain(member.name) else 'this name'
        line = line_at(reader.document.text, earlier.start)
        report(reader, 'duplicate-key', key.start, key.end,
               f'{what} stands twice in one object (first on line {line}): readers take the last and drop the other',
               once=('duplicate', key.start))


def lone_surrogate(reader: Reader, node: Node) -> None:
    report(reader, 'lone-surrogate', node.start, node.end, 'half of a surrogate pair: this is not a character',
           once='surrogate')


def stop(reader: Reader, code: str, at: int, message: str) -> None:
    """Give up reading at ``at``: close what is open, say why."""
    reader.document.problems.append(Problem(code, at, min(at + 1, reader.size), message))
    for node in reader.stack:
        node.end = max(at, reader.end, node.start + 1)
