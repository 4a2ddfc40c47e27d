"""What the JSON parser's helpers share: saying what is wrong, once, and stepping over blanks, lines and comments."""
from __future__ import annotations

from functools import cache

from mcp_hooks.documents.jsonc import AFTER, DONE, Reader, Stop
from mcp_hooks.documents.node import OBJECT, Comment, Node, Problem
from mcp_hooks.text import line_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

SOFT = ('comment', 'trailing-comma')  # some readers take them
_STYLE = ('unquoted-key', 'missing-colon', 'unquoted-value', 'single-quotes', 'curly-quotes')
MOST = 100  # mistakes that are reported for one document
TRIES = 5000  # mistakes that are read over, most of them without a report of their own
BLANKS = r'[ \t\r\n]*'
QUOTES = {"'": "'", '`': '`', '\u201c': '\u201d', '\u201d': '\u201d', '\u201e': '\u201c', '\u2018': '\u2019',
          '\u2019': '\u2019', '\u00ab': '\u00bb'}


@cache
def pattern(source: str) -> re.Pattern[str]:
    import re
    return re.compile(source, re.MULTILINE)


def skip(source: str, text: str, at: int) -> int:
    """The end of what a pattern matches at ``at``; ``at`` itself if it matches nothing."""
    found = pattern(source).match(text, at)
    return found.end() if found else at


def report(reader: Reader, code: str, start: int, end: int, message: str,
           once: object = None, about: Node | None = None) -> None:
    """Add a problem; with ``once`` only the first of its kind. ``{about}`` in the message becomes the container in words.

    Raises Stop where there are so many that reading on is pointless.
    """
    reader.mistakes += 1
    if reader.quiet and reader.mistakes <= TRIES:
        return
    if once is not None and once in reader.reported and reader.mistakes <= TRIES:
        return
    problems = reader.document.problems
    if code in _STYLE and problems and problems[-1].code in _STYLE and 0 <= start - problems[-1].end <= 3:
        reader.reported.add(once or code)  # `name: value` and `name = value` are one mistake each
        return
    if reader.mistakes > TRIES or len(reader.reported) >= MOST:
        raise Stop('too-many', start, 'too many mistakes: what follows is not read')
    reader.reported.add(once if once is not None else (code, start))
    if about is not None:
        message = message.replace('{about}', named(reader, about))
    problems.append(Problem(code, start, min(end, reader.size), message))


def named(reader: Reader, node: Node) -> str:
    """The container in words: its name, if that is fit to be shown, and the line it begins on."""
    what = 'object' if node.kind == OBJECT else 'array'
    line = line_at(reader.document.text, node.start)
    holder = node
    while isinstance(holder.step, int) and holder.parent is not None:
        holder = holder.parent
    if isinstance(holder.step, str) and is_plain(holder.step):
        return f'the {what} {"of" if holder is node else "in"} `{holder.step}` (line {line})'
    return f'the {what} that begins on line {line}'


def is_plain(name: str) -> bool:
    """Whether a key may stand in a message: short, printable, and nothing that could be a credential."""
    return 0 < len(name) <= 32 and name.isprintable() and '`' not in name and sum(map(str.isdigit, name)) < 5


def line_end(text: str, at: int, size: int) -> int:
    found = pattern(r'[\r\n]').search(text, at, size)
    return found.start() if found else size


def comment(reader: Reader, at: int) -> int:
    """Note the comment that begins at ``at`` (``//``, ``/*`` or ``#``); returns its end."""
    text, size = reader.text, reader.size
    comments = reader.document.comments
    if len(comments) > TRIES * 4:
        raise Stop('too-many', at, 'too many comments: what follows is not read')
    if text[at] == '#':
        stop = line_end(text, at, size)
        comments.append(Comment(at, stop, text[at + 1:stop]))
        report(reader, 'hash-comment', at, stop, 'JSON has no `#` comments', once='hash-comment')
        return stop
    if text[at + 1] == '/':
        stop = line_end(text, at, size)
        body = text[at + 2:stop]
    else:
        stop = text.find('*/', at + 2, size)
        if stop < 0:
            body, stop = text[at + 2:size], size
            report(reader, 'unclosed-comment', at, at + 2, '`*/` missing: the comment that begins here is not closed')
        else:
            body = text[at + 2:stop]
            stop += 2
    comments.append(Comment(at, stop, body))
    reader.document.problems.append(Problem('comment', at, stop, 'JSON has no comments'))
    return stop


def is_comment(text: str, at: int) -> bool:
    return text[at] == '#' or (text[at] == '/' and text[at + 1] in '/*')


def next_token(reader: Reader, at: int) -> int:
    """The offset of the next thing that is neither blank nor comment; the comments on the way are noted."""
    at = skip(BLANKS, reader.text, at)
    while is_comment(reader.text, at):
        at = skip(BLANKS, reader.text, comment(reader, at))
    return at


def is_name(text: str, at: int, c: str) -> bool:
    """Whether a name and a colon stand here."""
    if c == '"' or c in QUOTES:
        stop = text.find(QUOTES.get(c, c), at + 1, at + 1000) + 1
    else:
        stop = skip(r'[\w$.-]{1,200}', text, at)
        if stop == at:
            return False
    return stop > 0 and text[skip(BLANKS, text, stop)] in ':='


def take(reader: Reader, node: Node) -> int:
    """Attach a scalar and wait for what comes after a value."""
    reader.attach(node)
    reader.comma = -1
    reader.end = node.end
    reader.state = AFTER if reader.stack else DONE
    return node.end
