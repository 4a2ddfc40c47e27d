"""Strings that are not spelt as a program needs them: backslashes, look-alike characters, quotes, several words in one.

Loaded for an entry with a character in it that could be one of these.
"""
from __future__ import annotations

from mcp_hooks.documents.node import STRING
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.wording import shown
from mcp_hooks.writing import place_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

_LETTERS = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
WORD = _LETTERS | frozenset('0123456789_-')


# backslashes

_CONTROLS = {'\t': 't', '\n': 'n', '\r': 'r', '\b': 'b', '\f': 'f', '\a': 'a', '\v': 'v', '\x1b': 'e', '\0': '0'}


def check_escapes(server: Server) -> Iterator[Hit]:
    document = server.file.document
    text = document.text
    unknown = [problem.start for problem in document.problems if problem.code == 'bad-escape']  # \U, \d: no escapes of JSON
    for node in server.entry.walk():
        if node.kind != STRING or text[node.start:node.start + 1] != '"' or text.startswith('"""', node.start):
            continue  # in three quotes, of TOML, a line end is meant
        shorter = node.end - node.start - 2 != len(node.text)
        refused = bool(unknown) and any(node.start < at < node.end for at in unknown)
        if not (refused or (shorter and any(c in _CONTROLS for c in node.text))):
            continue
        raw = text[node.start + 1:node.end - 1]
        if not _is_windows_path(raw):
            continue
        names = {'\t': 'a tab', '\n': 'a line end', '\r': 'a carriage return', '\b': 'a backspace', '\f': 'a form feed'}
        inside = ', '.join(dict.fromkeys(names.get(c, 'a control character') for c in node.text if c in _CONTROLS))
        sure = not raw.startswith('\\\\') or raw.startswith('\\\\\\\\')  # \\host may mean two backslashes or one
        told = f'This path holds {inside}: its backslashes are not doubled' if inside else 'The backslashes of this path are not doubled'
        yield Hit(node, told,
                  fix=Fix('double the backslashes', (Edit(node.start + 1, node.end - 1, _doubled(raw)),)) if sure else None)


def _is_windows_path(raw: str) -> bool:
    """Does the text between the quotes read as a path when its backslashes are taken as they stand?"""
    at = raw.find(':\\')
    while at > 0:
        before = raw[at - 2:at - 1] if at > 1 else ''
        if raw[at - 1] in _LETTERS and before not in _LETTERS and before != '\\':
            return True
        at = raw.find(':\\', at + 1)
    if raw.startswith(('.\\', '..\\')):
        return ' ' not in raw
    if raw.startswith('%') and '%\\' in raw:
        return True
    host = raw.lstrip('\\')
    return raw.startswith('\\\\') and host[:1] in _LETTERS and '\\' in host


def _doubled(raw: str) -> str:
    out = []
    at = 0
    while at < len(raw):
        if raw[at] == '\\':
            out.append('\\\\')
            at += 2 if raw[at + 1:at + 2] == '\\' else 1
            continue
        out.append(raw[at])
        at += 1
    return ''.join(out)


# characters

_LOOKALIKES = {
    '\u2013': ('an en dash', '-'), '\u2014': ('an em dash', '-'), '\u2212': ('a minus sign', '-'),
    '\u2010': ('a typographic hyphen', '-'),
    '\u2011': ('a typographic hyphen', '-'), '\u00a0': ('a no-break space', ' '), '\u200b': ('a zero-width space', ''),
    '\u200c': ('a zero-width character', ''), '\u2060': ('a zero-width character', ''), '\ufeff': ('a byte-order mark', ''),
    '\u201c': ('a curly quote', '"'), '\u201d': ('a curly quote', '"'),
    '\u2018': ('a curly quote', "'"), '\u2019': ('a curly quote', "'"),
    '\u202a': ('an invisible direction mark', ''), '\u202c': ('an invisible direction mark', ''),
    '\u200e': ('an invisible direction mark', ''),
}
_DASHES = frozenset('\u2013\u2014\u2212\u2010\u2011')
_QUOTES = frozenset('\u201c\u201d\u2018\u2019')


def check_lookalikes(server: Server) -> Iterator[Hit]:
    """Only where no person reads the text: programs, arguments, addresses and names of variables."""
    command = server.program
    keys = (member.key for member in (*server.env, *server.headers))
    nodes = [n for n in (command, server.url, *server.args, *keys) if n is not None and not n.text.isascii()]
    for node in nodes:
        value = node.text
        prose = node is not command and ' ' in value.strip()
        for at, char in enumerate(value):
            if char not in _LOOKALIKES:
                continue
            if char in _DASHES and (at > 1 or value[:at].strip('-\u2013\u2014') or not value[at + 1:at + 2].strip()):
                continue  # a dash counts where an option begins
            if char in _QUOTES and at not in (0, len(value) - 1) and value[at - 1:at] != '=':
                continue
            if prose and char in '\u2019\u00a0':
                continue
            name, plain = _LOOKALIKES[char]
            instead = f': write `{plain}`' if plain.strip() else ''
            yield Hit(node, f'{name} (U+{ord(char):04X}) that a program does not take for what it looks like{instead}',
                      span=place_in(server.file.document, node, at, at + 1))
            break


# quotes and words


def check_quotes(server: Server) -> Iterator[Hit]:
    kind = server.kind
    others: dict[int, str] | None = None
    for number, node in enumerate(server.args):
        value = node.text
        if not ('"' in value or "'" in value):
            continue
        inner = _quoted(value)
        before = server.args[number - 1].text if number else ''
        if inner is None or (inner[0] and before[:1] == '-' and value[:1] != '-'):
            continue  # the value of an option may be a query, in which quotes have a meaning
        if others is None:
            from mcp_hooks.rules.launch import read_by_others

            others = read_by_others(server)
        if number in others or kind.format == 'smithery':
            continue
        yield Hit(node, 'The quotes stay inside of the argument: no shell takes them away', fix=_unquote(server, node, inner))
    command = server.program
    if command is not None and _quoted(command.text) is not None:
        inner = _quoted(command.text)
        yield Hit(command, 'The quotes are taken for a part of the program\'s name', help='Leave the quotes out.',
                  fix=_unquote(server, command, inner))
    for member in (*server.env, *server.headers):
        inner = _quoted(member.value.text) if member.value.text[:1] in ('"', "'") else None
        if inner is not None and member.name.lower() not in ('if-match', 'if-none-match', 'etag'):
            yield Hit(member.value, f'The quotes stay inside of the value of `{shown(member.name)}`',
                      help='Leave the inner quotes out: no shell takes them away.', fix=_unquote(server, member.value, inner))


def _quoted(value: str) -> tuple[int, int] | None:
    """The text between quotes around a whole argument or around the value of ``name=``; None where quotes have a meaning."""
    start = 0
    first = value[:1]
    if first not in ('"', "'"):
        start = value.find('=') + 1
        if not start or start > 80 or not WORD.issuperset(value[:start - 1].replace('.', '')):
            return None
        first = value[start:start + 1]
        if first not in ('"', "'"):
            return None
    end = len(value) - 1
    if end <= start or value[end] != first or first in value[start + 1:end]:
        return None
    return start, end


def _unquote(server: Server, node: Node, place: tuple[int, int] | None) -> Fix | None:
    if place is None:
        return None
    from mcp_hooks.edits import replace_string

    start, end = place
    edit = replace_string(server.file.document, node, node.text[:start] + node.text[start + 1:end] + node.text[end + 1:])
    return Fix('remove the quotes', (edit,)) if edit is not None else None


def check_words(server: Server) -> Iterator[Hit]:
    others: dict[int, str] | None = None
    args = server.args
    for number, node in enumerate(args):
        value = node.text
        if ' ' not in value.strip() or len(value) > 2000:
            continue
        before = args[number - 1].text if number else ''
        if not _is_several(value, before, number == 0, len(args) == 1):
            continue
        if others is None:
            from mcp_hooks.rules.launch import launch, read_by_others

            others = read_by_others(server)
            run = launch(server)
            first = len(args) - len(run.args)
        if number in others or number < first:
            continue
        words = _split(value)
        yield Hit(node, f'{len(words) if words else "several"} words in one argument: the program is given them as one',
                  fix=_spread(server, node, words))


# words that stand first and take another: no program nor script of this name has a blank after it
_SUBCOMMANDS = frozenset(('run', 'exec', 'dlx', 'x', 'start', 'tool', 'mcp', 'serve'))


def _is_several(value: str, before: str, first: bool, alone: bool) -> bool:
    text = value.strip()
    if text[0] in '{[<"\'(' or '\n' in text or ';' in text or '|' in text or '&&' in text or '<' in text:
        return False
    head, _, tail = text.partition(' ')
    tail = tail.strip()
    if head.startswith('-'):
        name = head.lstrip('-')
        if not name or not name[0].isalpha() or not WORD.issuperset(name) or '=' in head:
            return False
        # `--header X: y z` and other values with blanks are still an option and its value in one argument
        return len(head) <= 40
    if before.startswith('-') and '=' not in before and not first:
        return False  # the value of an option: a command line, a header, a title
    if not first:
        return False
    # the first argument is a sub-command, a package or a script: `run --with x`, `mcp-remote https://…`, `-m pkg`
    if any(word.startswith('-') and word.lstrip('-')[:1].isalpha() for word in tail.split()) and head[0].isalnum():
        return True
    if not alone or '=' in head:
        return False
    return head in _SUBCOMMANDS or head.startswith('@') or ('://' in tail and head[0].isalnum())


def _split(value: str) -> list[str]:
    if '"' not in value and "'" not in value and '\\' not in value:
        return value.split()
    import shlex

    try:
        return shlex.split(value) if '\\' not in value else []
    except ValueError:
        return []


def _spread(server: Server, node: Node, words: list[str]) -> Fix | None:
    from mcp_hooks.edits import replace_item

    edit = replace_item(server.file.document, node, words) if len(words) > 1 else None
    return Fix('write one argument for each word', (edit,)) if edit is not None else None
