"""What the JSON parser does where the text is not plain JSON: comments, and every mistake with the way to read on after it."""
from __future__ import annotations

from functools import cache

from mcp_hooks.documents.jsonc import AFTER, DONE, KEY, VALUE, Reader
from mcp_hooks.documents.node import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, OTHER, STRING, Comment, Node, Problem
from mcp_hooks.text import line_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

MOST = 100  # mistakes that are reported for one document
_QUOTES = {"'": "'", '`': '`', '\u201c': '\u201d', '\u201d': '\u201d', '\u201e': '\u201c', '\u2018': '\u2019', '\u2019': '\u2019',
           '\u00ab': '\u00bb'}
_LITERALS: dict[str, tuple[str, object, str]] = {
    'true': (BOOLEAN, True, 'true'), 'false': (BOOLEAN, False, 'false'), 'null': (NULL, None, 'null'), 'none': (NULL, None, 'null'),
    'nil': (NULL, None, 'null'), 'undefined': (NULL, None, 'null'), 'nan': (NUMBER, float('nan'), ''),
    'infinity': (NUMBER, float('inf'), ''), '+infinity': (NUMBER, float('inf'), ''), '-infinity': (NUMBER, float('-inf'), ''),
}
_TEMPLATES = {'{{': '}}', '{%': '%}', '<%': '%>'}
_INVISIBLE = '\ufeff\u200b\u200c\u200d\u2060\u00ad'


@cache
def pattern(source: str) -> re.Pattern[str]:
    import re
    return re.compile(source, re.MULTILINE)


def report(reader: Reader, code: str, start: int, end: int, message: str, once: object = None) -> None:
    """Add a problem, at most ``MOST`` of them; with ``once`` only the first of its kind."""
    problems = reader.document.problems
    if reader.quiet or (once is not None and once in reader.reported) or len(reader.reported) > MOST + 50:
        return
    reader.reported.add(once if once is not None else (code, start))
    if code not in ('comment', 'trailing-comma') and sum(1 for p in problems if p.code not in ('comment', 'trailing-comma')) >= MOST:
        return
    problems.append(Problem(code, start, min(end, reader.size), message))


def named(reader: Reader, node: Node) -> str:
    """The container in words: its name, if that is fit to be shown, and the line it begins on."""
    what = 'object' if node.kind == OBJECT else 'array'
    line = line_at(reader.document.text, node.start)
    name = node.step
    holder = node
    while isinstance(name, int) and holder.parent is not None:
        holder = holder.parent
        name = holder.step
    if isinstance(name, str) and is_plain(name):
        return f'the {what} {"of" if holder is node else "in"} `{name}` (line {line})'
    return f'the {what} that begins on line {line}'


def is_plain(name: str) -> bool:
    """Whether a key may stand in a message: short, printable, and nothing that could be a credential."""
    return 0 < len(name) <= 32 and name.isprintable() and '`' not in name and sum(map(str.isdigit, name)) < 5


def odd(reader: Reader, at: int) -> int:
    """Handle what the hot loop does not. Returns the offset to go on from, or -1 at the end."""
    text = reader.text
    if at >= reader.size:
        return _end_of_text(reader)
    c = text[at]
    if c == '/' and text[at + 1] in '/*':
        return _comment(reader, at)
    if c == '#':
        stop = _line_end(text, at, reader.size)
        reader.document.comments.append(Comment(at, stop, text[at + 1:stop]))
        report(reader, 'hash-comment', at, stop, 'JSON has no `#` comments', once='hash-comment')
        return stop
    if c == '\0':
        report(reader, 'nul', at, at + 1, 'a NUL character stands here: the file is binary, or in an encoding that is not marked', once='nul')
        return min(pattern('\0+').match(text, at).end(), reader.size)  # type: ignore[union-attr]
    if c in _INVISIBLE or (c.isspace() and c not in ' \t\r\n'):
        report(reader, 'stray', at, at + 1, f'an invisible character (U+{ord(c):04X}) that JSON does not allow as white space', once='blank')
        return at + 1
    if c in '<=>|' and text.startswith(('<<<<<<< ', '=======', '>>>>>>> ', '||||||| '), at) and (at == 0 or text[at - 1] in '\r\n'):
        stop = _line_end(text, at, reader.size)
        report(reader, 'merge-conflict', at, stop, 'a merge conflict was not resolved')
        reader.quiet = True
        return stop
    closing = _TEMPLATES.get(text[at:at + 2])
    if closing and (stop := text.find(closing, at + 2, at + 500)) > 0:
        return _template(reader, at, stop + 2)
    if c in '}]':
        return _closer(reader, at, c)
    if reader.state == DONE:
        return _after_root(reader, at, c)
    return (_value, _key, _after)[reader.state](reader, at, c)


def _line_end(text: str, at: int, size: int) -> int:
    found = pattern(r'[\r\n]').search(text, at)
    return found.start() if found else size


def _comment(reader: Reader, at: int) -> int:
    text = reader.text
    if text[at + 1] == '/':
        stop = _line_end(text, at, reader.size)
        body = text[at + 2:stop]
    else:
        stop = text.find('*/', at + 2)
        if stop < 0:
            stop = reader.size
            body = text[at + 2:stop]
            report(reader, 'unclosed-comment', at, at + 2, '`*/` missing: the comment that begins here is not closed')
        else:
            body = text[at + 2:stop]
            stop += 2
    reader.document.comments.append(Comment(at, stop, body))
    reader.document.problems.append(Problem('comment', at, stop, 'JSON has no comments'))
    return stop


def _template(reader: Reader, at: int, stop: int) -> int:
    report(reader, 'template', at, stop, 'a placeholder of a template language stands here: the file is JSON only after it is filled in',
           once='template')
    if reader.state == VALUE and reader.text.startswith('{{', at):
        stop = _unquoted_end(reader.text, at)
        _take(reader, Node(STRING, at, stop, reader.text[at:stop]))
    return stop


def _take(reader: Reader, node: Node) -> int:
    """Attach a scalar."""
    reader.attach(node)
    reader.comma = -1
    reader.end = node.end
    reader.state = AFTER if reader.stack else DONE
    return node.end


def _next_token(reader: Reader, at: int) -> int:
    """The offset of the next thing that is neither blank nor comment; the comments are noted."""
    while True:
        at = pattern(r'[ \t\r\n]*').match(reader.text, at).end()  # type: ignore[union-attr]
        if reader.text[at] == '/' and reader.text[at + 1] in '/*':
            at = _comment(reader, at)
        else:
            return at


def _nameless(reader: Reader, at: int) -> None:
    """A value without a key is kept under an empty key, so that what it holds is still looked at."""
    reader.key = Node(STRING, at, at, '')
    reader.state = VALUE


def _value(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    if reader.key is not None and c == ',':
        return _no_value(reader, at)
    if c == ',':
        if not reader.stack:
            return _garbage(reader, at)
        return _commas(reader, at)
    if c in _QUOTES:
        return _take(reader, _quoted(reader, at, c))
    if c in ':=':
        report(reader, 'stray', at, at + 1, f'`{c}` is not expected here')
        return at + 1
    if text.startswith('...', at) or c == '\u2026':
        stop = at + (1 if c == '\u2026' else 3)
        report(reader, 'stray', at, stop, 'dots that stand for something left out are not JSON', once='dots')
        if reader.key is not None:
            return _take(reader, Node(OTHER, at, stop))
        reader.comma = -1
        return stop
    token = pattern(r'[^\s,\]}\[{:"\0]+').match(text, at)
    word = token.group() if token else c
    word = word.rstrip(';') or word
    for marker in ('/*', '//'):
        if marker in word and not word.startswith(marker):
            word = word[:word.index(marker)]
    stop = at + len(word)
    literal = _LITERALS.get(word.lower()) if len(word) < 12 else None
    if literal and (reader.stack or _next_token(reader, stop) >= reader.size):
        kind, value, right = literal
        if word != right:
            advice = f'write `{right}`' if right else 'JSON has no word for it: write a number, a string or null'
            report(reader, 'bad-literal', at, stop, f'`{word}` is not JSON: {advice}', once=('literal', word))
        return _take(reader, Node(kind, at, stop, value))
    if c in '+-.0123456789' and (reader.stack or _next_token(reader, stop) >= reader.size):
        number = _loose_number(word)
        if number is not None:
            if not _is_json_number(word):
                report(reader, 'bad-number', at, stop, 'JSON does not write numbers like this: ' + _number_advice(word))
            return _take(reader, Node(NUMBER, at, stop, number))
    if not reader.stack:
        return _garbage(reader, at)
    stop = _unquoted_end(text, at)
    if stop == at:
        report(reader, 'stray', at, at + 1, 'this is not expected here', once='stray value')
        return at + 1
    report(reader, 'unquoted-value', at, stop, 'a string stands in double quotes', once='unquoted-value')
    return _take(reader, Node(STRING, at, stop, text[at:stop]))


def _no_value(reader: Reader, at: int) -> int:
    """After the colon comes no value."""
    key = reader.key
    if key is not None:
        name = f'`{key.text}`' if is_plain(key.text) else 'the property'
        report(reader, 'missing-value', key.start, max(reader.end, key.end), f'{name} has no value')
        _take(reader, Node(OTHER, reader.end, reader.end))
    return at


def _commas(reader: Reader, at: int) -> int:
    stop = pattern(r'(?:,[ \t\r\n]*)+').match(reader.text, at).end()  # type: ignore[union-attr]
    report(reader, 'stray', at, at + 1, 'one comma too many')
    reader.comma = -1
    return stop


def _quoted(reader: Reader, at: int, quote: str) -> Node:
    from mcp_hooks.documents.json_strings import read_string
    node = read_string(reader, at, _QUOTES[quote])
    code = 'single-quotes' if quote in "'`" else 'curly-quotes'
    words = 'single quotes' if quote == "'" else 'backticks' if quote == '`' else 'typographic quotes'
    report(reader, code, at, node.end, f'JSON strings stand in straight double quotes, not in {words}', once=code)
    return node


def _is_json_number(word: str) -> bool:
    return word.isascii() and pattern(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z').match(word) is not None


def _loose_number(word: str) -> int | float | None:
    try:
        if len(word) < 1000:
            return int(word, 0)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return None


def _number_advice(word: str) -> str:
    digits = word.lstrip('+-')
    if word.startswith('+'):
        return 'leave out the `+`'
    if digits.startswith('.'):
        return 'a digit stands before the point'
    if digits[:2].lower() in ('0x', '0o', '0b'):
        return 'only decimal digits'
    if '_' in digits:
        return 'no `_` between digits'
    if digits[:1] == '0':
        return 'no zero in front, or a string in double quotes'
    return 'a digit stands after the point'


def _unquoted_end(text: str, at: int) -> int:
    """Where a string without quotes ends: at a comma, a bracket, a quote, a comment or the end of the line."""
    i = at
    stops = pattern(r'[,\]}\n\r"\0]|[ \t](?://|/\*|#)|\$\{|\{\{')
    while found := stops.search(text, i):
        if found.group() in ('${', '{{'):
            closing = '}' if found.group() == '${' else '}}'
            stop = text.find(closing, found.end(), found.end() + 200)
            i = found.end() if stop < 0 else stop + len(closing)
            continue
        return at + len(text[at:found.start()].rstrip())
    return len(text) - 1


def _key(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    container = reader.stack[-1]
    if c == ',':
        return _commas(reader, at)
    if c in '{[':
        report(reader, 'missing-key', at, at + 1, f'a value without a name in {named(reader, container)}', once=('key', container.start))
        _nameless(reader, at)
        return at
    if c in ':=':
        report(reader, 'missing-key', at, at + 1, 'the name before the colon is missing', once=('key', container.start))
        _nameless(reader, at)
        return at + 1
    if c in _QUOTES:
        reader.key = _quoted(reader, at, c)
    else:
        found = pattern(r'[^\s,\]}\[{:"=\0]+').match(text, at)
        stop = found.end() if found else at + 1
        after = pattern(r'[ \t]*').match(text, stop).end()  # type: ignore[union-attr]
        if text[after] not in ':=':
            report(reader, 'stray', at, stop, f'this does not belong into {named(reader, container)}', once=('stray', container.start))
            reader.comma = -1
            return stop
        report(reader, 'unquoted-key', at, stop, 'a name stands in double quotes', once='unquoted-key')
        reader.key = Node(STRING, at, stop, text[at:stop])
    reader.comma = -1
    at = colon(reader, reader.key.end)
    reader.end = at
    reader.state = VALUE if reader.key is not None else AFTER
    return at


def colon(reader: Reader, at: int) -> int:
    """Read the colon after ``reader.key``, behind comments too, or report that there is none."""
    key = reader.key
    after = _next_token(reader, at)
    c = reader.text[after]
    if c == ':' or key is None:
        return after + 1
    container = reader.stack[-1]
    if c == '=':
        report(reader, 'missing-colon', after, after + 1, 'write `:` between name and value', once='equals')
        return after + 2 if reader.text[after + 1] in '>=' else after + 1
    if c in ',}]' or after >= reader.size:
        if after < reader.size:
            report(reader, 'missing-colon', key.start, key.end,
                   f'a value without a name in {named(reader, container)}: write `"name": value`, or `[ ]` around a list',
                   once=('key', container.start))
        reader.key = Node(STRING, key.start, key.start, '')
        reader.attach(key)
        return at
    report(reader, 'missing-colon', key.start, key.end, '`:` missing between name and value')
    return after


def _after(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    container = reader.stack[-1]
    is_object = container.kind == OBJECT
    last = _last_value(container)
    if last is not None and last.kind == STRING and last.end == at and (c != '"' or not last.text) and text[at - 1] == '"':
        stop = _inner_quote(reader, at, last)
        if stop:
            return stop
    if c == ';':
        report(reader, 'missing-comma', at, at + 1, 'write `,` instead of `;`', once='semicolon')
        reader.state = KEY if is_object else VALUE
        return at + 1
    if c in ':=':
        report(reader, 'stray', at, at + 1,
               f'`{c}` is not expected here' if is_object else f'names and values stand in `{{ }}`, but {named(reader, container)} is a list',
               once=('colon', container.start))
        if is_object:
            _nameless(reader, at)
        reader.state = VALUE
        return at + 1
    is_name = _is_name(text, at, c)
    if not is_name and c not in '"{[-0123456789' and c not in _QUOTES and not c.isalpha():
        stop = pattern(r'[^\s,\]}\[{:"\0]+').match(text, at).end()  # type: ignore[union-attr]
        report(reader, 'stray', at, stop, 'this is not expected here', once=('stray', container.start))
        return max(stop, at + 1)
    if is_object and not is_name:
        report(reader, 'missing-comma', at, at + 1, 'two values stand here after one name', once=('two', container.start))
        _nameless(reader, at)
    else:
        report(reader, 'missing-comma', reader.end - 1, reader.end, '`,` missing after this')
        reader.state = KEY if is_object else VALUE
    return at


def _is_name(text: str, at: int, c: str) -> bool:
    """Whether a name and a colon stand here."""
    if c == '"' or c in _QUOTES:
        stop = text.find(c if c == '"' else _QUOTES[c], at + 1, at + 1000) + 1
    else:
        found = pattern(r'[\w$.-]{1,200}').match(text, at)
        stop = found.end() if found else 0
    return stop > 0 and text[pattern(r'[ \t\r\n]*').match(text, stop).end()] in ':='  # type: ignore[union-attr]


def _last_value(container: Node) -> Node | None:
    if container.members:
        return container.members[-1].value
    return container.items[-1] if container.items else None


def _inner_quote(reader: Reader, at: int, string: Node) -> int:
    """A quote inside of a string was not escaped: find the quote that does end it, on this line and not far. 0 if there is none."""
    text = reader.text
    limit = min(_line_end(text, at, reader.size), at + 2000)
    quote = text.find('"', at, limit)
    while quote >= 0:
        after = pattern(r'[ \t]*').match(text, quote + 1).end()  # type: ignore[union-attr]
        if text[after] in ',}]\r\n' or after >= reader.size:
            string.end = reader.end = quote + 1
            string.value = text[string.start + 1:quote]
            report(reader, 'unescaped-quote', at - 1, at, 'a double quote inside of a string is written `\\"`')
            return quote + 1
        quote = text.find('"', quote + 1, limit)
    return 0


def _closer(reader: Reader, at: int, c: str) -> int:
    stack = reader.stack
    if not stack:
        if not reader.forgive:
            report(reader, 'stray', at, at + 1, f'one `{c}` too many', once='closer')
        return at + 1
    if reader.key is not None:
        _no_value(reader, at)
    wanted = OBJECT if c == '}' else ARRAY
    if stack[-1].kind == wanted:
        if reader.comma >= 0:
            reader.document.problems.append(Problem('trailing-comma', reader.comma, reader.comma + 1, 'remove the comma after the last '
                                                    + ('property' if c == '}' else 'value')))
        reader.close(stack[-1], at + 1)
        return at + 1
    right = ']' if c == '}' else '}'
    outer = next((node for node in reversed(stack) if node.kind == wanted), None)
    if outer is None:
        if not reader.text[at + 1:reader.size].strip() and len(stack) == 1:
            report(reader, 'wrong-bracket', at, at + 1, f'write `{right}` here: it closes {named(reader, stack[-1])}')
            reader.close(stack[-1], at + 1)
        else:
            report(reader, 'stray', at, at + 1, f'one `{c}` too many')
        return at + 1
    if _closes_inner(reader, at, stack[-1], outer):
        report(reader, 'wrong-bracket', at, at + 1, f'write `{right}` here: it closes {named(reader, stack[-1])}')
        reader.close(stack[-1], at + 1)
        reader.forgive = True
        return at + 1
    report(reader, 'unclosed', reader.end - 1, reader.end, f'`{right}` missing: {named(reader, stack[-1])} is not closed')
    reader.forgive = True
    end = reader.end
    while stack[-1] is not outer:
        reader.close(stack[-1], end)
    reader.close(outer, at + 1)
    return at + 1


def _closes_inner(reader: Reader, at: int, inner: Node, outer: Node) -> bool:
    """Whether a wrong bracket was meant for ``inner``: by indentation where it is the first on its line, else by the line."""
    text = reader.text
    margin = _margin(text, at)
    if margin is not None:
        inner_indent, outer_indent = _indent(text, inner.start), _indent(text, outer.start)
        return inner_indent != outer_indent and margin == inner_indent
    line = _line_start(text, at)
    return inner.start >= line > outer.start


def _line_start(text: str, at: int) -> int:
    return max(text.rfind('\n', 0, at), text.rfind('\r', max(at - 10_000, 0), at)) + 1


def _margin(text: str, at: int) -> str | None:
    """The blanks before ``at``, None if something else stands before it on its line."""
    before = text[max(_line_start(text, at), at - 10_000):at]
    return before if not before.strip(' \t') else None


def _indent(text: str, at: int) -> str:
    return pattern(r'[ \t]*').match(text, _line_start(text, at)).group()  # type: ignore[union-attr]


def _garbage(reader: Reader, at: int) -> int:
    """At the beginning stands no JSON value: go on at a bracket of this line or at the beginning of a line, if there is one."""
    text = reader.text
    line_end = _line_end(text, at, reader.size)
    bracket = pattern(r'[\[{]').search(text, at, line_end) or pattern(r'^[ \t]*[\[{]').search(text, line_end)
    stop = bracket.end() - 1 if bracket else reader.size
    report(reader, 'stray', at, min(stop, line_end), 'this is not JSON' if not bracket else 'what stands here before the JSON is not JSON')
    reader.reported.add('extra-data')
    return stop if bracket else -1


def _after_root(reader: Reader, at: int, c: str) -> int:
    root = reader.document.root
    text = reader.text
    if root is None:
        return -1
    alone = not reader.document.extra_roots
    if c == ':' and root.kind == STRING and alone and root.end <= at:
        return _without_braces(reader, at, root)
    if root.kind == OBJECT and alone and (c == ',' or (c == '"' and _is_name(text, at, c))):
        after = _next_token(reader, at + 1) if c == ',' else at
        if text[after] == '"' and _is_name(text, after, '"'):
            return _reopen(reader, at, root)
    if c == ',' and _next_token(reader, at + 1) >= reader.size:
        report(reader, 'stray', at, at + 1, 'nothing may follow after the last bracket: remove the comma')
        return reader.size
    if c in '"{[' or (c == ',' and text[_next_token(reader, at + 1)] in '{["'):
        report(reader, 'extra-data', at, at + 1, 'a second value: a JSON file holds one', once='extra-data')
        reader.state = VALUE
        reader.end = at
        return at + 1 if c == ',' else at
    report(reader, 'stray', at, _line_end(text, at, reader.size), 'what follows after the JSON value is not JSON', once='extra-data')
    reader.quiet = True
    found = pattern(r'^[ \t]*[\[{]').search(text, at)
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
    """A bracket too many closed the document in the middle: go on in the container that the rest of the brackets belongs to."""
    last = root.end
    if not reader.forgive:
        report(reader, 'stray', last - 1, last, 'this `}` closes the document, but more follows: one `}` too many')
    surplus = 1
    if not reader.forgive:  # once: the count reads the whole rest
        from mcp_hooks.documents.json_indent import surplus_closers
        surplus = surplus_closers(reader.text, at)
        reader.forgive = True
    node = root
    reader.stack.append(node)
    while surplus > len(reader.stack) and node.members and node.members[-1].value.kind == OBJECT:
        node = node.members[-1].value
        reader.stack.append(node)
    reader.state = AFTER
    return _without_comma(reader, at)


def _without_comma(reader: Reader, at: int) -> int:
    if reader.text[at] != ',':
        reader.state = KEY
    return at


def _end_of_text(reader: Reader) -> int:
    stack = reader.stack
    if reader.state == DONE:
        return -1
    if not stack:
        if reader.document.root is None and not reader.reported:
            report(reader, 'empty', 0, 0, 'the file is empty' if not reader.text[:-1].strip() else 'there is no JSON value in the file')
        return -1
    inner = stack[-1]
    if reader.key is not None:
        reader.attach(Node(OTHER, reader.end, reader.end))
    if not reader.forgive and 'cut string' not in reader.reported:
        missing = [f'`{"}" if node.kind == OBJECT else "]"}`' for node in reversed(stack)]
        if len(missing) == 1:
            message = f'{missing[0]} missing: {named(reader, inner)} is not closed'
        else:
            few = ', '.join(missing[:4]) + (', …' if len(missing) > 4 else '')
            message = f'the text ends too early: {few} missing; the innermost is {named(reader, inner)}'
        report(reader, 'unclosed', max(reader.end - 1, 0), reader.end, message)
    while stack:
        reader.close(stack[-1], reader.end)
    return -1


def too_deep(reader: Reader, at: int) -> None:
    report(reader, 'too-deep', at, at + 1, 'nested deeper than 500 levels: what follows is not read')
    while reader.stack:
        reader.close(reader.stack[-1], at)


def duplicates(reader: Reader, node: Node) -> None:
    """Report each key that stands in its object already. ``//`` and ``_comment`` are how strict JSON holds comments."""
    first: dict[str, Node] = {}
    for member in node.members:
        name = member.name
        earlier = first.setdefault(name, member.key)
        if earlier is member.key or name in ('', '//', '#', '_comment', 'comment', '//comment') or not member.key.end:
            continue
        if len(reader.reported) > MOST + 50:
            return
        what = f'`{name}`' if is_plain(name) else 'this name'
        report(reader, 'duplicate-key', member.key.start, member.key.end,
               f'{what} stands twice in one object (first on line {line_at(reader.document.text, earlier.start)}): '
               'readers take the last and drop the other', once=('duplicate', member.key.start))


def lone_surrogate(reader: Reader, node: Node) -> None:
    report(reader, 'lone-surrogate', node.start, node.end, 'half of a surrogate pair: this is not a character', once='surrogate')
