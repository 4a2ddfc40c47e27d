"""Comments that silence: ours, and those of other scanners for credentials."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.documents.node import Comment, Document
    from mcp_hooks.text import Lines

OURS = ('mcp-hooks', 'mcp_hooks')
# what somebody writes who means `ignore`: other tools call it so
MEANT = ('ignored', 'ignores', 'ignoring', 'disable', 'disabled', 'allow', 'allowlist', 'skip', 'suppress', 'noqa', 'nolint', 'nosec',
         'off')
# gitleaks.io, betterleaks, Yelp/detect-secrets (filters/allowlist.py: a comment, `whitelist` in its older versions)
SAME_LINE = ('gitleaks:allow', 'betterleaks:allow', 'pragma: allowlist secret', 'pragma: whitelist secret',
             'pragma:allowlist secret',
             'pragma: allowlist-secret')
NEXT_LINE = ('pragma: allowlist nextline secret', 'pragma: whitelist nextline secret', 'pragma:allowlist nextline secret',
             'pragma: allowlist-nextline-secret')
WORDS = (*OURS, ':allow', 'pragma')  # in each of them
# of a comment in some language of scripts and documents
OPENERS = ('#', '//', '<!--', '/*', '::', 'rem ', 'REM ', '--', ';', '.. ', '<#', '{/*')
CREDENTIAL = 'credential'
MOST_SELECTORS = 200  # of one comment; there are fewer rules
MOST_MENTIONS = 20  # of this program in one line of a comment
MOST_LINES = 2_000  # of one value that a comment above it reaches
MOST_REACHED = 200_000  # lines, by all comments of a file


class Directive(NamedTuple):
    """One comment that silences: ``selectors`` on ``lines`` (from 1). Of ``ours`` it is told when it silences nothing: neither of
    other scanners' nor of one that a page quotes in a code span, where it may be meant for the reader.

    ``line`` and ``column`` are where it stands. Without selectors it silences nothing: it names no rule, or is ``misspelt``.
    """

    selectors: tuple[str, ...]
    lines: tuple[int, ...]
    reason: str
    ours: bool
    line: int
    column: int
    end_column: int
    misspelt: bool = False


def directives(document: Document) -> list[Directive]:
    """All that silence in a document. Free for a document without comments."""
    found: list[Directive] = []
    comments = document.comments or (_in_text(document.text) if document.format == 'text' else [])
    texts = [comment for comment in comments if any(word in comment.text.lower() for word in WORDS)]
    if not texts:
        return found
    from mcp_hooks.text import Lines

    lines = Lines(document.text)
    alone = _lines_below(_lines_of_comments_only(comments, lines))
    longer = _lines_of_statements(document, lines) | _lines_of_blocks(lines, set(alone.values()))
    budget = MOST_REACHED
    for comment in texts:
        whole = document.text[comment.start:comment.end]
        offset = 0
        for part in whole.split('\n'):
            one = _directive(part, comment.start + offset, lines, alone)
            if one is not None:
                if one.ours and longer and budget > 0:
                    one = one._replace(lines=_extended(one.lines, longer))
                    budget -= len(one.lines)
                quoted = document.format == 'text' and lines.line_text(one.line)[:one.column - 1].count('`') % 2 == 1
                found.append(one._replace(ours=False) if quoted else one)
            offset += len(part) + 1
    return found


def _directive(text: str, start: int, lines: Lines, alone: dict[int, int]) -> Directive | None:
    low = _lower(text)
    for mark in OURS:
        at = -1
        for _ in range(MOST_MENTIONS):
            at = low.find(mark, at + 1)
            if at < 0:
                break
            selectors, reason, length = _ours(text[at + len(mark):])
            if selectors is None:
                continue
            misspelt = mark != OURS[0]
            place = lines.place(start + at, start + at + len(mark) + max(length, 0))
            return Directive(() if misspelt or length < 0 else selectors, _reach(place.line, alone), reason, True, place.line,
                             place.column, place.end_column, misspelt or length < 0)
    for marks, following in ((NEXT_LINE, True), (SAME_LINE, False)):
        for mark in marks:
            at = low.find(mark)
            if at >= 0:
                place = lines.place(start + at, start + at + len(mark))
                reach = (place.line + 1,) if following else (place.line,)
                return Directive((CREDENTIAL,), reach, mark, False, place.line, place.column, place.end_column)
    return None


def _lower(text: str) -> str:
    """With every character in its place: the capital I with a dot becomes two in small letters."""
    low = text.lower()
    return low if len(low) == len(text) else ''.join(char.lower() if char.isascii() else char for char in text)


def _ours(text: str) -> tuple[tuple[str, ...] | None, str, int]:
    """What follows ``mcp-hooks``: selectors (None when it is no directive), the reason, and how many characters it takes, less than
    0 when it is meant for one and is none."""
    colon = text.lstrip(' \t').startswith(':')
    rest = text.lstrip(' \t:')
    skipped = len(text) - len(rest)
    size = next((at for at, char in enumerate(rest[:20]) if not (char.isalpha() or char in '-_')), len(rest[:20]))
    word, rest = rest[:size].lower(), rest[size:]
    opened = rest.lstrip(' \t')
    if word != 'ignore' or not colon:
        # without the colon it may be a sentence about this program
        meant = word in MEANT or word.startswith(('ignore', 'disable-', 'allow-', 'allowlist-'))
        return ((), '', -1) if meant and (opened.startswith(('[', '(')) or (colon and not rest[:1].isalnum())) else (None, '', 0)
    skipped += size
    if not opened.startswith('['):
        return (), _reason(rest), skipped
    inner, closed, reason = opened[1:].partition(']')
    named = dict.fromkeys(word.strip() for word in inner.split(',') if word.strip()) if closed else ()
    selectors = tuple(named)[:MOST_SELECTORS]
    return selectors, _reason(reason), skipped + len(rest) - len(opened) + 1 + len(inner) + len(closed)


def _reason(text: str) -> str:
    return text.strip(' \t:-–—*/').removesuffix('-->').removesuffix('#>').removesuffix('*/}').strip()


def _reach(line: int, alone: dict[int, int]) -> tuple[int, ...]:
    """The line itself; below a comment that has its line for itself, the next line that holds more than a comment."""
    return (line, alone[line]) if line in alone else (line,)


def _extended(reach: tuple[int, ...], longer: dict[int, int]) -> tuple[int, ...]:
    """With all lines of what begins on them."""
    out = dict.fromkeys(reach)
    for line in reach:
        out.update(dict.fromkeys(range(line, min(longer.get(line, line), line + MOST_LINES) + 1)))
    return tuple(out)


def _lines_of_statements(document: Document, lines: Lines) -> dict[int, int]:
    """First line → last line of what takes several: a text of YAML or TOML with its key, a value below its key, a command of a script
    that goes on. No comment can stand inside of these."""
    longer: dict[int, int] = {}
    text = document.text
    if document.format == 'text':
        begin = 0
        for line in range(1, len(lines.starts)):
            ending = lines.line_text(line)[-2:]
            if ending[-1:] == '\\' or ending in (' `', ' ^'):
                begin = begin or line
                longer[begin] = line + 1
            else:
                begin = 0
        return longer
    for root in filter(None, (document.root, *document.extra_roots)):
        for node in root.walk():
            begins = [(member.key.start, member.value) for member in node.members] + [(item.start, item) for item in node.items]
            for start, value in begins:
                if value.kind == 'string' and '\n' in text[start:value.end]:
                    place = lines.place(start, value.end)
                    longer[place.line] = max(longer.get(place.line, 0), place.end_line)
    return longer


def _lines_of_blocks(lines: Lines, begins: set[int]) -> dict[int, int]:
    """Blocks of code in a page, of those that begin on these lines: no comment of the page can stand inside, and JSON has none."""
    longer: dict[int, int] = {}
    left = MOST_REACHED
    for begin in sorted(begins):
        line = lines.line_text(begin).lstrip(' ')
        size = len(line) - len(line.lstrip(line[:1])) if line[:1] in ('`', '~') else 0
        if size < 3 or (line[:1] == '`' and '`' in line[size:]):
            continue
        for end in range(begin + 1, min(begin + min(MOST_LINES, left), len(lines.starts)) + 1):
            left -= 1
            text = lines.line_text(end).strip(' ')
            if len(text) >= size and not text.strip(line[0]):
                longer[begin] = end
                break
    return longer


def _lines_below(alone: set[int]) -> dict[int, int]:
    """Each line that holds nothing but a comment, and the next one that holds more."""
    below: dict[int, int] = {}
    for line in sorted(alone, reverse=True):
        below[line] = below.get(line + 1, line + 1)
    return below


def _in_text(text: str) -> list[Comment]:
    """The comments of a script or a document, whatever its language, as far as a word that silences stands in them."""
    import re

    from mcp_hooks.documents.node import Comment

    found: list[Comment] = []
    end = 0
    for match in re.compile('|'.join(map(re.escape, WORDS)), re.IGNORECASE).finditer(text):
        if match.start() < end:
            continue
        start = max(text.rfind('\n', 0, match.start()) + 1, end)
        end = text.find('\n', match.end())
        end = len(text) if end < 0 else end
        opened = [place for place in (text.find(opener, start, match.start()) for opener in OPENERS) if place >= 0]
        if opened:
            found.append(Comment(min(opened), end, text[min(opened):end]))
    return found


def _lines_of_comments_only(comments: list[Comment], lines: Lines) -> set[int]:
    alone: set[int] = set()
    for comment in comments:
        place = lines.place(comment.start, comment.end)
        for line in range(place.line, min(place.end_line, place.line + 10_000) + 1):
            text = lines.line_text(line)
            before = text[:place.column - 1] if line == place.line else ''
            after = text[place.end_column - 1:] if line == place.end_line else ''
            if not before.strip() and not after.strip():
                alone.add(line)
    return alone
