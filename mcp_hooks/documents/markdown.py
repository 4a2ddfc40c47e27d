"""What stands inside of Markdown: front matter and fenced blocks, read with the offsets of the whole text."""
from __future__ import annotations

import re

from mcp_hooks.documents.node import Document, Problem
from mcp_hooks.tuples import NamedTuple

MAX_FENCES = 300  # blocks that are parsed
MAX_YAML = 300_000  # characters of YAML in all of them: its parser is slow

_LANGUAGES = {
    **dict.fromkeys(('json', 'jsonc', 'json5', 'jsonl', 'json-with-comments'), 'json'),
    **dict.fromkeys(('yaml', 'yml'), 'yaml'),
    'toml': 'toml',
    **dict.fromkeys(('env', 'dotenv'), 'env'),
}
_UNMARKED = frozenset(('', 'text', 'txt', 'plain', 'plaintext', 'js', 'javascript', 'ts', 'typescript', 'mcp', 'config',
    'conf'))
_LINE = re.compile(r'[^\r\n]*(?:\r\n|\r|\n|\Z)')
_FENCE = re.compile(r'((?:[ \t>]|[-*+][ \t]|[0-9]{1,9}[.)][ \t])*)(`{3,}(?=[^`]*\Z)|~{3,})[ \t]*([^\r\n]*)')
_QUOTED = re.compile(r'[ \t]*>[ \t>]*')


class Embedded(NamedTuple):
    """A fenced block: the language it is marked with (lower case, '' if none), where its text stands, and the tree.

    ``document.format`` is ``text``, and its root None, for a language that is not read.
    """

    language: str
    start: int
    end: int
    document: Document


def front_matter(text: str) -> Document | None:
    """The YAML between ``---`` lines (or TOML between ``+++`` lines) at the beginning, with the offsets of ``text``."""
    begin = 1 if text.startswith('\ufeff') else 0
    first = _LINE.match(text, begin)
    marker = first.group().rstrip() if first else ''
    if first is None or marker not in ('---', '+++'):
        return None
    closings = ('---', '...') if marker == '---' else ('+++',)
    start = at = first.end()
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None:
            break
        if line.group().rstrip() in closings:
            return _parse(text, text[start:at], start, 'yaml' if marker == '---' else 'toml')
        at = line.end()
    return None


def fences(text: str) -> list[Embedded]:
    """All fenced blocks, also in lists and block quotes."""
    found: list[Embedded] = []
    yaml_left = MAX_YAML
    at = 0
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or line.end() == at:
            break
        at = line.end()
        opening = _FENCE.match(line.group().rstrip('\r\n'))
        if opening is None:
            continue
        start = at
        end, at, quoted = _block(text, start, opening[2], '>' in opening[1])
        language = _language(opening[3])
        body = text[start:end]
        format = _LANGUAGES.get(language, 'text')
        if language in _UNMARKED and body.lstrip(' \t\r\n>')[:1] in ('{', '['):
            format = 'json'
        if format == 'yaml':
            yaml_left -= len(body)
        if format != 'text' and (len(found) >= MAX_FENCES or yaml_left < 0):
            document = Document(text, 'text')
            document.problems.append(Problem('too-large', start, start, 'too many blocks in one file: this one is not read'))
        else:
            document = _parse(text, _without_quotes(body) if quoted else body, start, format)
        found.append(Embedded(language, start, end, document))
    return found


def _block(text: str, start: int, fence: str, quoted: bool) -> tuple[int, int, bool]:
    """Where the body of a block ends and where to read on; whether a block quote's marks stand before its lines."""
    at = start
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or line.end() == at:
            break
        mark = _QUOTED.match(line.group()) if quoted else None
        if quoted and mark is None:
            return at, at, quoted  # the block quote is over, and the block with it
        bare = line.group()[mark.end() if mark else 0:].strip()
        if bare and not bare.strip(fence[0]) and len(bare) >= len(fence):
            return at, line.end(), quoted
        at = line.end()
    return len(text), len(text), quoted


def _language(info: str) -> str:
    words = info.replace('{', ' ').replace('}', ' ').replace(',', ' ').replace(':', ' ').split()
    return words[0].lstrip('.').lower() if words and '=' not in words[0] else ''


def _without_quotes(body: str) -> str:
    """The body with blanks in the place of the block quote's marks, so that offsets stay."""
    lines = []
    for line in body.splitlines(keepends=True):
        mark = _QUOTED.match(line)
        lines.append(mark.group().replace('>', ' ') + line[mark.end():] if mark else line)
    return ''.join(lines)


def _parse(text: str, body: str, start: int, format: str) -> Document:
    """Parse ``body``, which stands at ``start`` in ``text``."""
    from mcp_hooks.documents import parse
    from mcp_hooks.documents.spans import shift
    document = parse(body, format)
    shift(document, start)
    document.text = text
    return document
