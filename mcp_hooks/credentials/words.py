"""Cuts shell, JSON and plain text into words, and says which of them are values, and of what."""

from __future__ import annotations

from mcp_hooks.credentials.flags import USER_FLAGS, flag_kind, password_flag, program_of
from mcp_hooks.credentials.inside import Piece, is_identifier
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Word(NamedTuple):
    """A word of shell, JSON or plain text. ``quote`` is the mark around it ('' for none); the span is without the marks."""

    start: int
    end: int
    quote: str


_BREAKS = frozenset(' \t\r\n\f\v,;(){}[]|&<>')
_QUOTES = frozenset('"\'`')
_PREFIXES = frozenset(('f', 'r', 'b', 'u', 'fr', 'rf', 'br', 'rb'))  # of a text in Python
_BETWEEN = ('+', '\\')  # what joins two texts, or two lines
# `docker login -p password -u user`: the subcommand alone makes -p the password
_REGISTRIES = frozenset(('docker', 'podman', 'nerdctl', 'buildah', 'skopeo', 'oras', 'registry', 'az', 'oc', 'cf'))
_TYPES = frozenset(('str', 'string', 'String', 'bytes', 'Final', 'SecretStr'))


def words(text: str) -> Iterator[Word]:
    """Cut text as a shell or JSON would, roughly: at blanks and brackets, quotes keep together. A line end closes a quote.

    Inside text that was itself quoted the marks carry backslashes: a run of backslashes and a mark is closed by the same run.
    """
    position = 0
    size = len(text)
    start = -1
    while position < size:
        char = text[position]
        if char in _BREAKS:
            if start >= 0:
                yield Word(start, position, '')
                start = -1
            position += 1
        elif char in _QUOTES:
            slashes = 0
            while position - slashes > 0 and text[position - slashes - 1] == '\\':
                slashes += 1
            mark = '\\' * slashes + char
            end = _before_prefix(text, start, position - slashes) if start >= 0 else position
            if char == "'" and start >= 0 and text[position - 1].isalpha() and end == position - slashes:  # an apostrophe
                position += 1
                continue
            close = _closing(text, position + 1, char, slashes)
            if start >= 0 and end > start:
                yield Word(start, end, '')
            start = -1
            if close < 0:
                position += 1
                continue
            yield Word(position + 1, close - slashes, mark)
            position = close + 1
        else:
            if start < 0:
                start = position
            position += 1
    if start >= 0:
        yield Word(start, size, '')


def _before_prefix(text: str, start: int, end: int) -> int:
    """Where the word in front of a quote ends: at ``end``, or ahead of the letters that belong to the quote, as in ``f'…'``."""
    at = end
    while at > start and end - at < 2 and text[at - 1].isalpha():
        at -= 1
    return at if text[at:end].lower() in _PREFIXES and (at == start or text[at - 1] in '=:') else end


_LONGEST_QUOTE = 20_000


def _closing(text: str, at: int, char: str, slashes: int) -> int:
    """Where the quote is closed by the mark with as many backslashes; -1 when its line ends first."""
    line_end = text.find('\n', at, at + _LONGEST_QUOTE)
    stop = line_end if line_end >= 0 else min(len(text), at + _LONGEST_QUOTE)
    while True:
        at = text.find(char, at, stop)
        if at < 0:
            return -1
        before = 0
        while before <= slashes and text[at - before - 1] == '\\':
            before += 1
        if before == slashes:
            return at
        at += 1


_PROSE = frozenset(('text', 'comment', 'permission', 'description'))


def _ends(text: str, start: int, end: int) -> bool:
    """Whether a command ends between two words."""
    between = text[start:end]
    return ('\n' in between and '\\\n' not in between) or any(c in between for c in ';|&')


def texts(value: str, where: str) -> Iterator[Piece]:
    """The named pieces of shell, JSON or plain text: assignments, pairs, flags and their values, ``Bearer``, addresses.

    Quoted words that hold more are pieces too; whoever judges them takes them apart again.
    """
    take = _Reading(value, where).take
    for word in words(value):
        piece = take(word)
        if piece is not None:
            yield piece


_TAKEN = Piece(0, 0, '', '')  # the word belongs to what stands before it, and is no piece
_SIGNS = frozenset((':', '=', '=>', ':=', '==', '+=', '?=', '::='))  # also of make
_LABELLED = ('value', 'default')  # names whose value is that of the label beside them
_LABELS = ('name', 'key', 'id', 'variable')


class _Reading:
    """What the words so far say about the next one."""

    __slots__ = ('after', 'header', 'joins', 'label', 'name', 'name_where', 'previous', 'program', 'prose', 'user', 'value', 'variable',
                 'where')  # fmt: skip

    def __init__(self, value: str, where: str) -> None:
        self.value = value
        self.where = where
        self.prose = where in _PROSE  # a word alone says nothing there
        self.name = ''  # what the next word is the value of
        self.name_where = where
        self.after = -2  # where the name ended
        self.header = False  # the next word is `Name: value`
        self.variable = False  # the next word is NAME=value or the NAME of a variable that is passed on
        self.previous: Word | None = None
        self.label = ''  # the NAME in {"name": "NAME", "value": …}
        self.program = ''  # the last word that is a program with password flags of its own
        self.user = False  # a user was given: -p is the password
        self.joins = False  # the header that was given is a variable, and may go on behind it

    def take(self, word: Word) -> Piece | None:
        """The piece that a word is, or ends with; each word is at most one."""
        text = self.value[word.start : word.end]
        if (self.program or self.user) and self.previous and _ends(self.value, self.previous.end, word.start):
            self.program, self.user = '', False
        self.program = program_of(text.lstrip('#')) or self.program
        if text == 'login' and self.previous and self.value[self.previous.start : self.previous.end] in _REGISTRIES:
            self.user = True
        if self._is_sign(word, text):
            return None
        piece = self._of_before(word, text)
        self.previous = word
        if piece is None:
            return self._by_itself(word, text)
        return None if piece is _TAKEN else piece

    def _names(self, name: str, where: str, after: int) -> None:
        """The next word is the value of ``name``."""
        self.name, self.name_where, self.after = name, where, after

    def _is_sign(self, word: Word, text: str) -> bool:
        """Nothing at all, what joins two texts, or what stands between a name and its value."""
        if not text:
            if word.quote:
                self.name = ''
                self.previous = word
            return True
        if word.quote:
            return False
        if text in _BETWEEN or not text.strip('/#*'):  # the mark of a comment
            return True
        if text not in _SIGNS:
            return False
        if self.previous is not None and not self.name:
            self.name, self.name_where = self.value[self.previous.start : self.previous.end], self.where
        self.after = word.end
        return True

    def _of_before(self, word: Word, text: str) -> Piece | None:
        """The word as the value of what stands before it, None when it stands by itself."""
        value, previous = self.value, self.previous
        if not word.quote and text[0] in ':=' and previous is not None and len(text) > 1 and previous.quote:
            self.name = ''
            return Piece(word.start + 1, word.end, value[previous.start : previous.end], self.where)
        if self.header:
            self.header = False
            self.joins = text[0] == '$'
            self.name = ''
            return Piece(word.start, word.end, '', 'header-line')
        if self.name and self.after >= 0:
            between = value[self.after : word.start]
            if '{' in between or '[' in between or ('(' in between and not word.quote):  # in round brackets: code that yields it
                self.name = ''
        if self.name and not _is_flag(text):
            if not self._is_next_command(word, text):
                return self._named(word, text)
            self.name = ''
        if word.quote and text[0] not in '$<' and (name := _falls_back(value, word, text)):
            return Piece(word.start, word.end, name, self.where)
        if word.quote and previous is not None and previous.quote and _goes_on(value, previous, word, self.joins):
            return Piece(word.start, word.end, 'Authorization', 'auth')
        return None

    def _is_next_command(self, word: Word, text: str) -> bool:
        """Does the line of the name end before the word? The value of a flag may stand on the next one."""
        between = '' if word.quote else self.value[self.after : word.start]
        return '\n' in between and (
            self.name_where != 'flag' or ('\\\n' not in between and is_identifier(text.partition('=')[0]) and '=' in text)
        )

    def _named(self, word: Word, text: str) -> Piece:
        """The word as the value of the name before it."""
        following = self.value[word.end : word.end + 3]
        if not word.quote and text in _TYPES and following.lstrip(' ')[:1] == '=':  # API_KEY: str = "…"
            self.after = word.end
            return _TAKEN
        if self.name_where == 'user-pass' and text[-1] == ':' and following[:1] in _QUOTES:  # -u name:'password'
            self._names('password', 'userinfo', word.end)
            return _TAKEN
        where = self.where if self.name_where == 'flag' else self.name_where
        piece = Piece(word.start, word.end, self._called(self.name, text), where)
        if word.quote or self.name_where == 'auth':
            self.name = ''
        else:
            self.name, self.name_where = ('Authorization', 'auth') if _is_scheme(text, self.name) else ('', self.where)
        self.after = word.end
        return piece

    def _called(self, name: str, value: str) -> str:
        """The name of a value, or the label that stands beside it, which ``value`` may be."""
        low = name.lower()
        called = self.label if self.label and low in _LABELLED else name
        if low in _LABELS and is_identifier(value):
            self.label = value
        return called

    def _by_itself(self, word: Word, text: str) -> Piece | None:
        """A word that nothing before it names."""
        self.joins = False
        if _is_flag(text) and not (word.quote and ' ' in text):
            return self._flag(word, text)
        if word.quote:
            return Piece(word.start, word.end, '', 'variable-line' if self._was_variable() else self.where)
        if text[0] in '#/':  # `#API_KEY=…`, which was commented out
            word, text = _behind_a_mark(word, text)
        equals = text.find('=')
        address = text.find('://')
        if address >= 0:
            self.variable = False
            if 0 < equals < address and is_identifier(text[:equals]):
                return Piece(word.start + equals + 1, word.end, text[:equals], self.where)
            return Piece(word.start, word.end, '', 'url')
        if equals > 5 and text[:5].lower() == '$env:':  # PowerShell
            self.previous = word = Word(word.start + 5, word.end, '')
            text = text[5:]
            equals -= 5
        if equals > 0 and is_identifier(text[:equals]):
            self.variable = False
            return self._assigned(word, text, equals)
        if text.endswith(':') and len(text) > 1 and is_identifier(text[:-1]):
            self._names(text[:-1], self.where, word.end)
            return None
        colon = text.find(':')
        if 0 < colon < len(text) - 1 and is_identifier(text[:colon]):
            return Piece(word.start + colon + 1, word.end, text[:colon], self.where)
        if text.lower() in ('bearer', 'basic'):
            self._names('Authorization', 'auth', word.end)
            return None
        if self._was_variable():
            return Piece(word.start, word.end, '', 'variable-line')
        return None if self.prose else Piece(word.start, word.end, '', 'word')

    def _was_variable(self) -> bool:
        """Was a variable to come? It has, with this word."""
        variable, self.variable = self.variable, False
        return variable

    def _assigned(self, word: Word, text: str, equals: int) -> Piece | None:
        """``NAME=value``, or the name of what follows."""
        name, value = text[:equals], text[equals + 1 :]
        if _is_scheme(value, name):
            self._names(name, 'auth', word.end)
            return None
        name = name.lstrip('$:')
        if not value:
            self._names(name, self.where, word.end)
            return None
        self.name = ''
        return Piece(word.start + equals + 1, word.end, self._called(name, value), self.where)

    def _flag(self, word: Word, text: str) -> Piece | None:
        """A flag: it holds its value, or says what the next word is."""
        secret_at = password_flag(self.program, text) if self.program else -1 if text == '-p' and self.user else 0
        self.user = self.user or text in USER_FLAGS
        if secret_at > 0:
            self.name = ''
            return Piece(*_inside(word, text, secret_at), '--password', self.where)
        if text[:2] == '-u' and ':' in text[3:] and '=' not in text.partition(':')[0]:  # curl -uname:password
            self.name = ''
            return Piece(*_inside(word, text, 2), '', 'user-pass')
        if secret_at:
            self._names('--password', 'flag', word.end)
            return None
        flag, joined, rest = text.partition('=')
        kind = flag_kind(flag)
        self.after = word.end
        if rest[-1:] == '=' and is_identifier(rest[:-1]):  # --from-literal=password='…'
            self._names(rest[:-1], self.where, word.end)
            return None
        if rest:
            where = {'header': 'header-line', 'variable': 'variable-line'}.get(kind, self.where)
            return Piece(word.start + len(flag) + 1, word.end, '' if kind else flag, where)
        if joined:
            self.header, self.variable = kind == 'header', kind == 'variable'
            self.name, self.name_where = ('' if kind else flag), 'flag'
        elif kind == 'header':
            self.header = True
        elif kind == 'variable':
            self.variable = True
        else:
            self.name, self.name_where = flag, 'user-pass' if kind == 'user' else 'flag'
        return None


def _inside(word: Word, text: str, at: int) -> tuple[int, int]:
    """From ``at`` to the end of a word, without the quotes around that: a quote behind a letter does not end a word."""
    quoted = text[at] in _QUOTES and len(text) > at + 2
    return word.start + at + quoted, word.end - (quoted and text[-1] == text[at])


def _behind_a_mark(word: Word, text: str) -> tuple[Word, str]:
    """A name without the mark of a comment that is glued to it; any other word as it is."""
    bare = text.lstrip('#') if text[0] == '#' else text.removeprefix('//')
    sign = min((at for at in (bare.find('='), bare.find(':')) if at > 0), default=0)
    if bare == text or not sign or not is_identifier(bare[:sign]):
        return word, text
    return Word(word.end - len(bare), word.end, ''), bare


# what reads a variable, in lower case
_READS = ('env', 'environ', 'environ.get', 'environ.setdefault', 'env.get', 'env.fetch', 'env.setdefault', 'getenv', 'lookupenv',
          'getenvironmentvariable')  # fmt: skip
_SHORTEST = 12
_HEAD = 120


def _falls_back(value: str, word: Word, text: str) -> str:
    """``os.getenv('API_KEY', '…')``, ``process.env.API_KEY || '…'``: the variable that a text in a program stands in for, else ''. Only
    for a text that a machine made: the others are for a machine of one's own."""
    quote = word.start - len(word.quote)
    if len(text) < _SHORTEST:
        return ''
    head = value[max(0, quote - _HEAD) : quote].rstrip()
    if head[-1:] == ',':  # of the same call
        head = head[:-1].rstrip()
        if head[-1:] == ')':
            return ''
    elif head.endswith(('||', '??', ' or')):
        head = head[:-2].rstrip(' \t\r\n)')
    else:
        return ''
    head = head.rstrip('"\'\\]')
    start = len(head)
    while start and (head[start - 1].isalnum() or head[start - 1] == '_'):
        start -= 1
    name = head[start:]
    if not head[:start].rstrip('"\'\\[( \t\r\n').rstrip('.?').lower().endswith(_READS):
        return ''
    from mcp_hooks.credentials import names
    from mcp_hooks.credentials.randomness import CERTAIN, weigh

    return name if names.read(name).kind in (names.SECRET, names.PASSWORD) and weigh(text).weight <= CERTAIN else ''



def _goes_on(value: str, first: Word, second: Word, header: bool) -> bool:
    """``"Bearer " + "…"``, ``'Authorization: Bearer '"…"``, ``-H "$HEADER"'…'``: the second text continues the first."""
    if second.start - first.end > 8:
        return False
    between = value[first.end : second.start].replace('\\', '')
    glue = between[1:-1].strip() if len(between) > 1 else ' '
    if glue not in ('', '+', '.', '..', '&') or (not glue and len(between) != 2):
        return False
    return header or value[max(first.start, first.end - 10) : first.end].rstrip(' :').lower().endswith(('bearer', 'basic', 'token'))


def _is_scheme(text: str, name: str) -> bool:
    low = text.lower()
    return low in ('bearer', 'basic') or (low == 'token' and 'auth' in name.lower())


def _is_flag(text: str) -> bool:
    return text[0] == '-' and len(text) > 1 and (text[1].isalpha() or text[1] == '-') and text.strip('-') != ''
