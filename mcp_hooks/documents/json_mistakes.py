"""What the JSON parser does where the text is not plain JSON: comments, and every mistake with the way to read on after it."""
from __future__ import annotations

from mcp_hooks.documents.json_brackets import after_root, closer, end_of_text, garbage, no_value
from mcp_hooks.documents.json_guesses import end_list, inner_quote, list_in_object, nameless, without_brace, without_bracket
from mcp_hooks.documents.json_report import (
    QUOTES,
    comment,
    is_comment,
    is_name,
    line_end,
    next_token,
    pattern,
    report,
    skip,
    take,
)
from mcp_hooks.documents.jsonc import AFTER, DONE, KEY, VALUE, Reader
from mcp_hooks.documents.node import BOOLEAN, NULL, NUMBER, OBJECT, OTHER, STRING, Node
from mcp_hooks.documents.spans import loose_number

_LITERALS: dict[str, tuple[str, object, str]] = {
    'true': (BOOLEAN, True, 'true'), 'false': (BOOLEAN, False, 'false'), 'null': (NULL, None, 'null'),
    'none': (NULL, None, 'null'), 'nil': (NULL, None, 'null'), 'undefined': (NULL, None, 'null'),
    'nan': (NUMBER, float('nan'), ''), 'infinity': (NUMBER, float('inf'), ''),
    '+infinity': (NUMBER, float('inf'), ''), '-infinity': (NUMBER, float('-inf'), ''),
}
_TEMPLATES = {'{{': '}}', '{%': '%}', '<%': '%>'}
_CONFLICT = ('<<<<<<< ', '=======', '>>>>>>> ', '||||||| ')
_INVISIBLE = '\ufeff\u200b\u200c\u200d\u2060\u00ad'
_WORD = r'[^\s,\]}\[{:"\0]+'


def odd(reader: Reader, at: int) -> int:
    """Handle what the hot loop does not. Returns the offset to go on from, or -1 at the end."""
    text = reader.text
    if at >= reader.size:
        return end_of_text(reader)
    if is_comment(text, at):
        return comment(reader, at)
    c = text[at]
    if c == '\0':
        report(reader, 'nul', at, at + 1, 'a NUL character: the file is binary, or in an unmarked encoding', once='nul')
        return min(skip('\0+', text, at), reader.size)
    if c in _INVISIBLE or (c.isspace() and c not in ' \t\r\n'):
        report(reader, 'stray', at, at + 1, f'an invisible character (U+{ord(c):04X}): no white space in JSON', once='blank')
        return at + 1
    if c in '<=>|' and text.startswith(_CONFLICT, at) and (at == 0 or text[at - 1] in '\r\n'):
        stop = line_end(text, at, reader.size)
        report(reader, 'merge-conflict', at, stop, 'a merge conflict was not resolved')
        reader.quiet = True
        return stop
    if c == '`' and text.startswith('```', at) and (at == 0 or text[at - 1] in '\r\n'):
        stop = line_end(text, at, reader.size)
        report(reader, 'stray', at, stop, 'a fence of Markdown stands here: the file holds JSON alone', once='fence')
        return stop
    closing = _TEMPLATES.get(text[at:at + 2])
    if closing and text[at + 2] not in '"{':
        stop = text.find(closing, at + 2, line_end(text, at, min(reader.size, at + 500)))
        if stop > 0:
            return _template(reader, at, stop + 2)
    if c in '}]':
        return closer(reader, at, c)
    if reader.state == DONE:
        return after_root(reader, at, c)
    if c == '{' and reader.state == VALUE:
        return reader.open(at, OBJECT)  # doubled, but no template
    return (_value, _key, _after)[reader.state](reader, at, c)


def _template(reader: Reader, at: int, stop: int) -> int:
    report(reader, 'template', at, stop, 'a template language stands here: the file is JSON only after it is filled in',
           once='template')
    if reader.state == VALUE and reader.text.startswith('{{', at):
        stop = _unquoted_end(reader.text, at)
        take(reader, Node(STRING, at, stop, reader.text[at:stop]))
    return stop


def _value(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    if c == ',':
        if reader.key is not None:
            return no_value(reader, at)
        return _commas(reader, at) if reader.stack else garbage(reader, at)
    if c in QUOTES:
        return take(reader, _quoted(reader, at, c))
    if c in ':=':
        report(reader, 'stray', at, at + 1, f'`{c}` is not expected here', once='colon')
        return at + 1
    if text.startswith('...', at) or c == '\u2026':
        return _dots(reader, at, at + (1 if c == '\u2026' else 3))
    word = text[at:skip(_WORD, text, at)] or c
    word = word.rstrip(';') or word
    for marker in ('/*', '//'):
        word = word.partition(marker)[0] or word
    stop = at + len(word)
    alone = bool(reader.stack) or (len(word) < 1000 and next_token(reader, stop) >= reader.size)
    literal = _LITERALS.get(word.lower()) if alone and len(word) < 12 else None
    if literal:
        kind, value, right = literal
        if word != right:
            advice = f'write `{right}`' if right else 'write a number, a string or null'
            report(reader, 'bad-literal', at, stop, f'`{word}` is not JSON: {advice}', once=('literal', word))
        return take(reader, Node(kind, at, stop, value))
    if alone and c in '+-.0123456789':
        number = loose_number(word)
        if number is not None:
            if not word.isascii() or not pattern(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z').match(word):
                report(reader, 'bad-number', at, stop, 'JSON does not write numbers like this: ' + _number_advice(word))
            return take(reader, Node(NUMBER, at, stop, number))
    if not reader.stack:
        return garbage(reader, at)
    stop = _unquoted_end(text, at)
    if stop == at:
        report(reader, 'stray', at, at + 1, 'this is not expected here', once='stray value')
        return at + 1
    if text[stop] == '"' and text[skip(r'[ \t]*', text, stop + 1)] in ',}]\r\n\0':
        report(reader, 'unquoted-value', at, stop + 1, 'the opening quote of this string is missing')
        node = Node(STRING, at, stop + 1, text[at:stop])
    else:
        report(reader, 'unquoted-value', at, stop, 'a string stands in double quotes', once='unquoted-value')
        node = Node(STRING, at, stop, text[at:stop])
    return take(reader, node)


def _dots(reader: Reader, at: int, stop: int) -> int:
    report(reader, 'stray', at, stop, 'dots that stand for something left out are not JSON', once='dots')
    if reader.key is not None:
        return take(reader, Node(OTHER, at, stop))
    reader.comma = -1
    return stop


def _commas(reader: Reader, at: int) -> int:
    report(reader, 'stray', at, at + 1, 'one comma too many')
    reader.comma = -1
    return skip(r'[, \t\r\n]*', reader.text, at)


def _quoted(reader: Reader, at: int, quote: str) -> Node:
    from mcp_hooks.documents.json_strings import read_string
    node = read_string(reader, at, QUOTES[quote])
    code = 'single-quotes' if quote in "'`" else 'curly-quotes'
    words = 'single quotes' if quote == "'" else 'backticks' if quote == '`' else 'typographic quotes'
    report(reader, code, at, node.end, f'JSON strings stand in straight double quotes, not in {words}', once=code)
    return node


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
    return 'a digit stands after the point' if digits.isascii() else 'only the digits 0 to 9'


def _unquoted_end(text: str, at: int) -> int:
    """Where a string without quotes ends: at a comma, a bracket, a quote, a comment or the end of the line."""
    i = at
    stops = pattern(r'[,\]}\n\r"\0]|[ \t](?://|/\*|#)|\$\{|\{\{')
    while found := stops.search(text, i):
        if found.group() not in ('${', '{{'):
            return at + len(text[at:found.start()].rstrip())
        closing = '}' if found.group() == '${' else '}}'
        stop = text.find(closing, found.end(), found.end() + 200)
        i = found.end() if stop < 0 else stop + len(closing)
    return len(text) - 1


def _key(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    container = reader.stack[-1]
    if c == ',':
        return _commas(reader, at)
    if c in '{[:=':
        message = 'a value without a name in {about}' if c in '{[' else 'the name before the colon is missing in {about}'
        report(reader, 'missing-key', at, at + 1, message, once=('key', container.start), about=container)
        nameless(reader, at)
        reader.end = at + (c in ':=')
        return reader.end
    if c in QUOTES:
        return _key_read(reader, _quoted(reader, at, c))
    stop = max(skip(r'[^\s,\]}\[{:"=\0]+', text, at), at + 1)
    if text[stop] == '"' and text[skip(r'[ \t]*', text, stop + 1)] == ':':
        report(reader, 'unquoted-key', at, stop + 1, 'the opening quote of this name is missing')
        return _key_read(reader, Node(STRING, at, stop + 1, text[at:stop]))
    if text[skip(r'[ \t]*', text, stop)] not in ':=':
        report(reader, 'stray', at, stop, 'this does not belong into {about}',
               once=('stray', container.start), about=container)
        reader.comma = -1
        return stop
    report(reader, 'unquoted-key', at, stop, 'a name stands in double quotes', once='unquoted-key')
    return _key_read(reader, Node(STRING, at, stop, text[at:stop]))


def _key_read(reader: Reader, key: Node) -> int:
    reader.key = key
    reader.comma = -1
    at = reader.end = colon(reader, key.end)
    reader.state = VALUE if reader.key is not None else AFTER
    return at


def colon(reader: Reader, at: int) -> int:
    """Read the colon after ``reader.key``, behind comments too, or report that there is none."""
    key = reader.key
    after = next_token(reader, at)
    c = reader.text[after]
    if c == ':' or key is None:
        return after + 1
    if c == '=':
        report(reader, 'missing-colon', after, after + 1, 'write `:` between name and value', once='equals')
        return after + 2 if reader.text[after + 1] in '>=' else after + 1
    if c in ',}]' or after >= reader.size:
        container = reader.stack[-1]
        if c in ',]' and list_in_object(reader, container, key, after):
            return after
        if after < reader.size:
            report(reader, 'missing-colon', key.start, key.end,
                   'a value without a name in {about}: write `"name": value`, or `[ ]` around a list',
                   once=('key', container.start), about=container)
        reader.key = Node(STRING, key.start, key.start, '')
        reader.attach(key)
        return at
    name = key.text.rstrip()
    if name.endswith(':') and after == at and reader.text[at - 1] == '"':  # "command: "npx"
        report(reader, 'unclosed-string', key.start, key.start + len(name), 'the closing quote of this name is missing')
        colon_at = key.start + 1 + key.text.index(name) + len(name) - 1
        reader.key = Node(STRING, key.start, colon_at, name[:-1])
        return at - 1
    head, mark, tail = reader.text[key.start + 1:key.end - 1].partition(':')
    tail = tail.strip()
    if (mark and head.strip() and tail[-1:] in ('{', '[', ',') and tail[0] in '{[-0123456789tfn' and after == at
            and reader.text[at - 1] == '"'):  # "env: {"A": "b"}, "disabled: false, "env": {}
        colon_at = key.start + 1 + len(head)
        report(reader, 'unclosed-string', key.start, colon_at, 'the closing quote of this name is missing')
        reader.key = Node(STRING, key.start, colon_at, head.rstrip())
        return colon_at + 1
    report(reader, 'missing-colon', key.start, key.end, '`:` missing between name and value')
    return after


def _after(reader: Reader, at: int, c: str) -> int:
    text = reader.text
    container = reader.stack[-1]
    is_object = container.kind == OBJECT
    last = container.members[-1].value if container.members else container.items[-1] if container.items else None
    touches = last is not None and last.kind == STRING and last.end == at and text[at - 1] == '"'
    if last is not None and touches and c not in ':=' and (c != '"' or not last.text):
        stop = inner_quote(reader, at, last)
        if stop:
            return stop
    if c == ';':
        report(reader, 'missing-comma', at, at + 1, 'write `,` instead of `;`', once='semicolon')
        reader.state = KEY if is_object else VALUE
        return at + 1
    if c in ':=':
        if is_object:
            without_brace(reader, at, container, last)
        else:
            without_bracket(reader, at, container)
        reader.end = at + 1
        return at + 1
    named_value = is_name(text, at, c)
    if not named_value and c not in '"{[-' and c not in QUOTES and not c.isalnum():
        stop = max(skip(_WORD, text, at), at + 1)
        report(reader, 'stray', at, stop, 'this is not expected here', once=('stray', container.start))
        return stop
    if not is_object and named_value and container.items and container.parent is not None and container.parent.kind == OBJECT:
        end_list(reader, container, reader.end)
        reader.state = KEY
    elif is_object and not named_value:
        report(reader, 'missing-comma', at, at + 1, 'two values stand here after one name', once=('two', container.start))
        nameless(reader, at)
    else:
        report(reader, 'missing-comma', reader.end - 1, reader.end, '`,` missing after this')
        reader.state = KEY if is_object else VALUE
    return at
