"""Finds every reference in a value, whichever dialect it is written in, and says where it stands.

A dialect is named by its own look: ``${NAME}``, ``{env:NAME}``, ``op://``. Nothing is resolved. Each function is linear in
the length of the value, however its braces are nested or left open.
"""

from __future__ import annotations

from mcp_hooks.credentials.reference_forms import COMMANDS, HEADS
from mcp_hooks.memory import cache
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

BRACES = '${NAME}'
DEFAULT = '${NAME:-default}'  # also ${NAME-default}, ${NAME:=default}
DOLLAR = '$NAME'
ENV_COLON = '${env:NAME}'
ENV_DOT = '${env.NAME}'
INPUT = '${input:NAME}'
USER_CONFIG = '${user_config.NAME}'
FILE_COLON = '${file:PATH}'
EDITOR = '${word:NAME}'  # ${config:…}, ${command:…}, ${localEnv:…}, ${workspaceFolder:…} and any other word with a colon
GITHUB = '${{NAME}}'
MUSTACHE = '{{NAME}}'  # also Jinja's {{ env("NAME") }} and chezmoi's templates
CURLY_ENV = '{env:NAME}'
CURLY_FILE = '{file:PATH}'
CURLY = '{NAME}'  # the variables of server.json and of URI templates
PERCENT = '%NAME%'
POWERSHELL = '$env:NAME'
COMMAND = '$(command)'  # also `command`
TEMPLATE = '<%NAME%>'  # also #{NAME}#, @@NAME@@
OP = 'op://'
STORE = 'store'  # an address in any other secret store
CODE = 'code'  # process.env.NAME, os.environ["NAME"]

DIALECTS = (
    BRACES,
    DEFAULT,
    DOLLAR,
    ENV_COLON,
    ENV_DOT,
    INPUT,
    USER_CONFIG,
    FILE_COLON,
    EDITOR,
    GITHUB,
    MUSTACHE,
    CURLY_ENV,
    CURLY_FILE,
    CURLY,
    PERCENT,
    POWERSHELL,
    COMMAND,
    TEMPLATE,
    OP,
    STORE,
    CODE,
)

LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'
WORD = LETTERS + '0123456789'
_NAME = WORD + '.-'
_HEX = frozenset('0123456789abcdefABCDEF')
LONGEST = 200  # of a name or of what stands in braces without a default
_MARKS = frozenset('/:!.[(;+@')  # each address in a store and each expression of a program has one of these


class Reference(NamedTuple):
    """From ``start`` to ``end`` (code points in the value, end exclusive) stands a reference to ``name``."""

    start: int
    end: int
    dialect: str
    name: str


def references(value: str) -> list[Reference]:
    """All references in ``value`` in order, none inside another; an empty list for the common value without any."""
    if value[:2] == '${' and value[-1] == '}' and len(value) < LONGEST and value.isascii() and value[2:-1].isidentifier():
        return [Reference(0, len(value), BRACES, value[2:-1])]  # the common one
    found: list[Reference] = []
    if '{' in value:
        found.extend(_braced(value))
    if '$' in value:
        found.extend(_dollar(value))
    if value.count('%') > 1:
        found.extend(_percent(value))
    if '`' in value and value.count('`') > 1:
        found.extend(_backticks(value))
    if ' ' in value and value.lstrip().startswith(COMMANDS):
        from mcp_hooks.credentials.store_addresses import printed_by_a_command

        found.extend(printed_by_a_command(value))
    if '<%' in value or '@@' in value:
        found.extend(_between(value))
    if not _MARKS.isdisjoint(value) and _begins_in_a_store(value):
        from mcp_hooks.credentials.store_addresses import kept_in_a_store

        found.extend(kept_in_a_store(value))
    if len(found) < 2:
        return found
    found.sort(key=lambda r: (r.start, -r.end))
    out: list[Reference] = []
    reach = 0
    for one in found:
        if one.start >= reach:
            out.append(one)
            reach = one.end
    return out


def _begins_in_a_store(value: str) -> bool:
    """May there be an address in a store, or an expression of a program? See ``store_addresses``."""
    return 'op://' in value or (value[:4] != 'http' and value.lstrip()[:40].lower().startswith(HEADS))


def _pairs(value: str, opening: str, closing: str) -> dict[int, int]:
    """Position of each opening character that is closed -> position of its closing one, in one pass."""
    if value.count(opening) == 1:  # the common case
        at = value.find(opening)
        close = value.find(closing, at)
        return {at: close} if close >= 0 else {}
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for match in _either(opening + closing).finditer(value):
        at = match.start()
        if value[at] == opening:
            stack.append(at)
        elif stack:
            pairs[stack.pop()] = at
    return pairs


@cache
def _either(two: str) -> re.Pattern[str]:
    import re

    return re.compile('[' + re.escape(two) + ']')


def run(value: str, start: int, alphabet: str) -> int:
    """Where the run of characters of ``alphabet`` that begins at ``start`` ends, at most ``LONGEST`` on."""
    piece = value[start : start + LONGEST]
    return start + len(piece) - len(piece.lstrip(alphabet))


def _braced(value: str) -> Iterator[Reference]:
    pairs = _pairs(value, '{', '}')
    reach = 0
    for at in sorted(pairs):
        if at < reach:
            continue
        close = pairs[at]
        dollar = at > 0 and value[at - 1] == '$'
        found: Reference | None = None
        if value.startswith('{', at + 1) and value.startswith('}}', close - 1) and pairs.get(at + 1) == close - 1:
            name = value[at + 2 : min(close - 1, at + 2 + LONGEST)].strip()
            if name and close - at <= 5 * LONGEST and not name.startswith(('"', '{')):
                found = Reference(at - dollar, close + 1, GITHUB if dollar else MUSTACHE, name)
        elif dollar:
            found = _dollar_braces(value, at - 1, close)
        else:
            found = _plain_braces(value, at, close)
        if found is not None:
            yield found
            reach = close + 1


def _dollar_braces(value: str, start: int, close: int) -> Reference | None:
    inner = start + 2
    if inner == close:
        return Reference(start, close + 1, BRACES, '')
    end = run(value, inner, _NAME)
    if end > close:
        end = close
    word = value[inner:end]
    if end == close:
        if word.startswith('user_config.'):
            return Reference(start, close + 1, USER_CONFIG, word[12:])
        if word.startswith('env.'):
            return Reference(start, close + 1, ENV_DOT, word[4:])
        dash = word.find('-')
        if dash > 0 and word[:dash].isupper() and run(word, 0, WORD) == dash:  # the shell's ${NAME-default}
            return Reference(start, close + 1, DEFAULT, word[:dash])
        if word[0] in LETTERS or word.isdigit():
            return Reference(start, close + 1, BRACES, word)
        return None
    if word in ('env', 'ENV') and value[end] == ':' and value[end + 1] != '-':
        name_end = min(run(value, end + 1, WORD), close)
        if name_end < close and value[name_end] in ':-=?':  # Cursor's and Windsurf's forks take a default here too
            return Reference(start, close + 1, DEFAULT, value[end + 1 : name_end])
        return Reference(start, close + 1, ENV_COLON, value[end + 1 : min(close, end + 1 + LONGEST)])
    if value[end] == ':' and value[end + 1] not in '-=?+' and word:
        rest = value[end + 1 : min(close, end + 1 + LONGEST)]
        kind = {'input': INPUT, 'file': FILE_COLON, 'promptString': INPUT}.get(word, EDITOR)
        return Reference(start, close + 1, kind, rest if kind != EDITOR else f'{word}:{rest}')
    name_end = min(run(value, inner, WORD), close)
    name = value[inner:name_end]
    if name and name_end < close and value[name_end] in ':-=?+':
        return Reference(start, close + 1, DEFAULT, name)
    if close - inner <= LONGEST and (value[inner] in LETTERS or value[inner] in '/!#< '):
        return Reference(start, close + 1, BRACES, value[inner:close].strip())
    return None


def _plain_braces(value: str, at: int, close: int) -> Reference | None:
    if close - at > 2 * LONGEST or close == at + 1:
        return None
    if value.startswith('env:', at + 1):
        return Reference(at, close + 1, CURLY_ENV, value[at + 5 : close])
    if value.startswith('file:', at + 1):
        return Reference(at, close + 1, CURLY_FILE, value[at + 6 : close])
    start = at + 1
    if value[start] == '$':  # Caddy's {$NAME}
        start += 1
    if start < close and value[start] in LETTERS and run(value, start, _NAME) == close:
        end = close + 1
        if at and value[at - 1] == '#':
            end += value.startswith('#', close + 1)
            return Reference(at - 1, end, TEMPLATE, value[start:close])
        return Reference(at, end, CURLY, value[start:close])
    return None


def _dollar(value: str) -> Iterator[Reference]:
    commands: dict[int, int] | None = None
    at = value.find('$')
    size = len(value)
    while 0 <= at < size - 1:
        after = value[at + 1]
        following = at + 1
        if after in LETTERS:
            end = run(value, at + 1, WORD)
            name = value[at + 1 : end]
            if name.lower() in ('env', 'input') and value.startswith(':', end) and end + 1 < size and value[end + 1] in LETTERS:
                start = end + 1
                end = run(value, start, WORD)
                yield Reference(at, end, POWERSHELL, value[start:end])
            else:
                yield Reference(at, end, DOLLAR, name)
            following = end
        elif after == '(':
            if commands is None:
                commands = _pairs(value, '(', ')')
            close = commands.get(at + 1)
            if close is not None:
                yield Reference(at, close + 1, COMMAND, value[at + 2 : min(close, at + 2 + LONGEST)].strip())
                following = close
        at = value.find('$', following)


def _percent(value: str) -> Iterator[Reference]:
    at = value.find('%')
    while at >= 0:
        end = run(value, at + 1, WORD)
        if end + 5 < len(value) and value.startswith('(x86)', end):
            end += 5
        if end < len(value) and value[end] == '%' and end > at + 2 and value[at + 1] in LETTERS:
            # %E2%80 and %ABc%CD are percent-encoded text, not two ends of a name
            after = value[end + 1 : end + 3]
            encoded = _HEX.issuperset(value[at + 1 : at + 3]) and (
                end - at == 3 or (len(after) == 2 and _HEX.issuperset(after))
            )
            if not encoded:
                yield Reference(at, end + 1, PERCENT, value[at + 1 : end])
                at = value.find('%', end + 1)
                continue
        at = value.find('%', at + 1)


def _backticks(value: str) -> Iterator[Reference]:
    """A command in backticks, where it is the whole value: elsewhere they are the marks of Markdown."""
    text = value.strip()
    if len(text) > 2 and text[0] == text[-1] == '`' and text.count('`') == 2 and '\n' not in text:
        start = value.index('`')
        yield Reference(start, start + len(text), COMMAND, text[1:-1][:LONGEST].strip())


def _between(value: str) -> Iterator[Reference]:
    for opening, closing in (('<%', '%>'), ('@@', '@@')):
        at = value.find(opening)
        while at >= 0:
            close = value.find(closing, at + 2)
            if close < 0:
                break
            if at + 2 < close <= at + LONGEST:
                yield Reference(at, close + 2, TEMPLATE, value[at + 2 : close].strip(' =-'))
            at = value.find(opening, close + 2)
