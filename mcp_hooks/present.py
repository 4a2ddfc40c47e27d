"""From a hit to a finding that may be shown: line and column, fingerprint, masked text."""
from __future__ import annotations

from bisect import bisect_right

from mcp_hooks.documents.node import json_path
from mcp_hooks.findings import Finding, Fix, Place
from mcp_hooks.redact import Redactor
from mcp_hooks.text import Lines
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Document, Span
    from mcp_hooks.merging import Judged
    from mcp_hooks.servers import ConfigFile
    from mcp_hooks.sources.source import Source

EXCERPT_WIDTH = 160  # characters of a line that are shown around a place


class Presenter:
    """Turns the hits of one file into findings. Every credential of the file is masked in all of them, selected or not."""

    def __init__(self, source: Source, document: Document, files: tuple[ConfigFile, ...]) -> None:
        from mcp_hooks.credentials.places import secrets_in

        self.source = source
        self.document = document
        self.lines = Lines(document.text)
        self.redactor = Redactor(secrets_in(document, files))
        self.masks = self.redactor.find(document.text)
        self.seen: dict[tuple[str, ...], int] = {}

    def finding(self, judged: Judged) -> Finding:
        rule, hit = judged.rule, judged.hit
        place = self.lines.place(*hit.where())
        path = self.redactor.clean(json_path(hit.at.path())) if hit.at is not None else '$'
        excerpt, start, end = self._excerpt(hit.where(), place)
        clean = self.redactor.clean
        server = clean(judged.server.name) if judged.server is not None else ''
        return Finding(
            rule=rule.id, name=rule.name, category=rule.category, severity=judged.severity, path=self.source.path, place=place,
            json_path=path, message=_sentence(clean(hit.message)), help=clean(hit.help or rule.help), server=server, readers=judged.readers,
            accepted_by=judged.accepted_by, fingerprint=self._fingerprint(rule.id, path, server), group=group_of(hit.secret),
            excerpt=excerpt, excerpt_start=start, excerpt_end=end,
            fix=hit.fix._replace(title=clean(hit.fix.title)) if hit.fix else None,
            fix_places=self._fix_places(hit.fix),
            related=tuple((self.lines.place(*span), clean(message)) for span, message in hit.related),
            commit=self.source.commit, date=self.source.date)

    def _fix_places(self, fix: Fix | None) -> tuple[Place, ...]:
        """None for a fix that would write a credential again: such an edit is made, and never shown."""
        if fix is None or any(self.redactor.clean(edit.text) != edit.text for edit in fix.edits):
            return ()
        return tuple(self.lines.place(edit.start, edit.end) for edit in fix.edits)

    def _fingerprint(self, rule: str, path: str, server: str) -> str:
        """Stable over edits elsewhere: no line, no value (the hash of a short password can be searched for)."""
        from mcp_hooks.digests import sha256

        key = rule, self.source.path, server, path
        number = self.seen[key] = self.seen.get(key, -1) + 1
        return sha256('\0'.join((*key, str(number))).encode('utf-8', 'surrogatepass'))

    def _excerpt(self, span: Span, place: Place) -> tuple[str, int, int]:
        """The place's first line, cut around the place, credentials masked; and where the place is in it."""
        line_start = span[0] - (place.column - 1)
        line_end = self.lines.line_end(place.line)
        start = max(line_start, min(span[0] - EXCERPT_WIDTH // 3, line_end - EXCERPT_WIDTH))
        end = min(line_end, self._after(start, EXCERPT_WIDTH))
        pieces = [Piece(start, start, '…', False)] if start > line_start else []
        pieces += self._pieces(start, end)
        pieces += [Piece(end, end, '…', False)] if end < line_end else []
        first = _shown_at(pieces, span[0], ahead=True)
        return ''.join(piece.shown for piece in pieces), first, max(first, _shown_at(pieces, min(span[1], line_end)))

    def _after(self, start: int, shown: int) -> int:
        """Where the text ends that takes ``shown`` characters from ``start`` on, each credential as long as its mask."""
        end = start + shown
        for at in range(bisect_right(self.masks, start, key=_end_of), len(self.masks)):
            mask_start, mask_end, mask = self.masks[at]
            if mask_start >= end:
                break
            end += max(0, mask_end - max(mask_start, start) - len(mask))
        return end

    def _pieces(self, start: int, end: int) -> Iterator[Piece]:
        """The text from ``start`` to ``end``, a mask in the place of each credential."""
        for at in range(bisect_right(self.masks, start, key=_end_of), len(self.masks)):
            mask_start, mask_end, mask = self.masks[at]
            if mask_start >= end:
                break
            if mask_start > start:
                yield Piece(start, mask_start, self.document.text[start:mask_start], False)
            start = min(mask_end, end)
            yield Piece(mask_start, start, mask, True)
        if start < end:
            yield Piece(start, end, self.document.text[start:end], False)


class Piece(NamedTuple):
    """What an excerpt shows for a part of the text."""

    start: int
    end: int
    shown: str
    masked: bool


def _shown_at(pieces: list[Piece], offset: int, ahead: bool = False) -> int:
    """Where an offset of the text comes to stand. Inside of a mask: at its end, with ``ahead`` at its beginning."""
    length = 0
    for piece in pieces:
        size = len(piece.shown)
        if not piece.masked and piece.start <= offset < piece.end:
            return length + offset - piece.start
        if piece.masked and piece.start <= offset < piece.end and ahead:
            return length
        if not ahead and piece.start < offset <= piece.end:
            return length + (size if piece.masked else offset - piece.start)
        length += size
    return length


def _end_of(mask: tuple[int, int, str]) -> int:
    return mask[1]


def _sentence(text: str) -> str:
    """With a capital letter, unless it begins with a name: `mcpo` and `npx` are written small."""
    return text[:1].upper() + text[1:] if text.startswith(('a ', 'an ', 'the ', 'this ', 'every ', 'no ')) else text


_KEY: list[bytes] = []


def group_of(secret: str | None) -> str:
    """The same credential in many places has the same group. The key is made anew for each run and never stored."""
    if not secret:
        return ''
    from mcp_hooks.digests import keyed

    return keyed(secret.encode('utf-8', 'surrogatepass'), group_key())


def group_key(key: bytes = b'') -> bytes:
    """The key of this run; a worker process is given the one of the process that started it."""
    if not _KEY:
        import os

        _KEY.append(key or os.urandom(16))
    return _KEY[0]
