"""Credentials beside the values of a tree: in comments, in a page, in the cells of a notebook, in text without a tree to trust.

Loaded for a file that has some of it.
"""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials import names
from mcp_hooks.credentials.judge import judge_all
from mcp_hooks.credentials.places import PAGES, Found, Walk
from mcp_hooks.credentials.verdict import SECRET, Place
from mcp_hooks.credentials.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Document


def outside_of_values(document: Document, path: str, unsure: list[str], *, broken: bool) -> Iterator[Found]:
    """What stands beside the values of a document, and where there are none. Values of a block in a page that only look made by
    a machine are added to ``unsure``; ``broken``: what the parser made of the text cannot be trusted alone."""
    has_tree = document.root is not None or bool(document.extra_roots)
    yield from _comments(document)
    if has_tree and path.lower().endswith('.ipynb'):
        yield from _cells(document)
    page = path.lower().endswith(PAGES)
    if page:
        yield from _of_page(document, unsure)
    elif not has_tree and path:
        from mcp_hooks.credentials.key_formats import in_file

        for label in in_file(path, document.text):
            for one in _raw(document, label.start, label.end, 'env', label.name):  # judged as strictly as a variable
                yield one._replace(verdict=one.verdict._replace(where='field'), place=one.place._replace(where='field'))
    if page or document.format in ('text', 'markdown') or not has_tree or broken:  # behind a front matter as well
        yield from _raw(document, 0, len(document.text), 'text')


def _of_page(document: Document, unsure: list[str]) -> Iterator[Found]:
    """Blocks of code with a tree in them, and values that a label, a list or a table names."""
    from mcp_hooks.credentials.labels import labels

    if '```' in document.text or '~~~' in document.text:
        from mcp_hooks.documents.markdown import fences

        for block in fences(document.text):
            if block.document.root is not None:
                yield from Walk(block.document, (), '', unsure).tree(block.document.root)
    for label in labels(document.text):
        yield from _raw(document, label.start, label.end, 'text', label.name)


def _cells(document: Document) -> Iterator[Found]:
    """A cell of a notebook is one text in many strings, a line each: a flag may stand in one, its value in the next."""
    from mcp_hooks.documents.notebook import pieces

    place = Place('', 'text')
    for cell in pieces(document):
        if cell.kind == 'output' or len(cell.nodes) < 2:  # a string of its own has been judged
            continue
        for verdict in judge_all(cell.text, place):
            if verdict.kind == SECRET and cell.node_at(verdict.start) is cell.node_at(verdict.end - 1):
                span = cell.span(verdict.start, verdict.end)
                yield Found(verdict, place, cell.node_at(verdict.start), span, cell.text[verdict.start : verdict.end])


def _raw(document: Document, start: int, end: int, where: str, name: str = '') -> Iterator[Found]:
    text = document.text if start == 0 and end == len(document.text) else document.text[start:end]
    place = Place(name, where)
    for verdict in judge_all(text, place):
        if verdict.kind == SECRET:
            span = start + verdict.start, start + verdict.end
            yield Found(verdict, place, None, span, text[verdict.start : verdict.end])


def _comments(document: Document) -> Iterator[Found]:
    """Comments that follow each other are one text: a flag may stand on one line, its value on the next."""
    comments = document.comments
    position = 0
    while position < len(comments):
        start, end = comments[position].start, comments[position].end
        position += 1
        while position < len(comments) and not document.text[end : comments[position].start].strip():
            end = comments[position].end
            position += 1
        yield from _raw(document, start, end, 'comment')
        yield from _beside(document, start, end)


def _beside(document: Document, start: int, end: int) -> Iterator[Found]:
    """What a comment behind a value says of it: ``TOKEN: ${TOKEN}  # was 3f9a…``. The name stands before both."""
    text = document.text
    head = text[max(text.rfind('\n', 0, start) + 1, start - 300) : start]
    name, _, value = head.replace('=', ':').partition(':')
    if value.lstrip()[:1] in ('{', '['):  # behind a whole entry
        return
    name = name.strip(' \t-"\'')
    if end - start < 24 or not name or names.read(name).kind not in (names.SECRET, names.PASSWORD):
        return
    before = ''
    place = Place(name, 'comment')
    for word in words(text[start:end]):
        said = text[start + word.start : start + word.end]
        if len(said) >= 20 and before not in _OF_HASHES:
            for verdict in judge_all(said, place):
                if verdict.kind == SECRET:
                    at = start + word.start
                    yield Found(verdict, place, None, (at + verdict.start, at + verdict.end), said[verdict.start : verdict.end])
        before = said.lower().strip(':=@#')


_OF_HASHES = frozenset(
    """commit sha sha1 sha256 md5 rev revision hash digest id fingerprint ref see at pinned""".split()
)
