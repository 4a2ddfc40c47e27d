"""From a hit to a finding that may be shown: line and column, fingerprint, masked text."""
from __future__ import annotations

from mcp_hooks.documents.node import json_path
from mcp_hooks.findings import Finding, Fix, Place
try:
    from mcp_hooks.redact import Redactor
except ImportError:  # until the credentials land
    class Redactor:  # type: ignore[no-redef]
        def __init__(self, secrets):
            pass

        def clean(self, text):
            return text

        def find(self, text):
            return []
from mcp_hooks.text import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.documents.node import Document, Span
    from mcp_hooks.engine import Judged
    from mcp_hooks.servers import ConfigFile
    from mcp_hooks.sources.source import Source

EXCERPT_WIDTH = 160  # characters of a line that are shown around a place


class Presenter:
    """Turns the hits of one file into findings. Every credential of the file is masked in all of them, selected or not."""

    def __init__(self, source: Source, document: Document, files: tuple[ConfigFile, ...]) -> None:
        try:
            from mcp_hooks.credentials.places import secrets_in
        except ImportError:
            def secrets_in(document, files):
                return []

        self.source = source
        self.document = document
        self.lines = Lines(document.text)
        self.redactor = Redactor(secrets_in(document, files))
        self.masks = self.redactor.find(document.text)
        self.seen: dict[tuple[str, ...], int] = {}

    def finding(self, judged: Judged) -> Finding:
        from mcp_hooks.engine import span_of

        rule, hit = judged.rule, judged.hit
        place = self.lines.place(*span_of(hit))
        path = self.redactor.clean(json_path(hit.at.path())) if hit.at is not None else '$'
        excerpt, start, end = self._excerpt(span_of(hit), place)
        clean = self.redactor.clean
        return Finding(
            rule=rule.id, name=rule.name, category=rule.category, severity=judged.severity, path=self.source.path, place=place,
            json_path=path, message=clean(hit.message), help=clean(hit.help or rule.help), server=clean(judged.server),
            readers=judged.readers, fingerprint=self._fingerprint(rule.id, path, judged.server), group=group_of(hit.secret),
            excerpt=excerpt, excerpt_start=start, excerpt_end=end, fix=hit.fix,
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
        import hashlib

        key = rule, self.source.path, server, path
        number = self.seen[key] = self.seen.get(key, -1) + 1
        return hashlib.sha256('\0'.join((*key, str(number))).encode('utf-8', 'surrogatepass')).hexdigest()

    def _excerpt(self, span: Span, place: Place) -> tuple[str, int, int]:
        """The place's first line, cut around the place, credentials masked; and where the place is in it."""
        line_start = span[0] - (place.column - 1)
        line = self.lines.line_text(place.line)
        first = max(0, min(place.column - 1 - EXCERPT_WIDTH // 3, len(line) - EXCERPT_WIDTH))
        last = min(len(line), first + EXCERPT_WIDTH)
        start = line_start + first
        end = line_start + last
        out: list[str] = ['…'] if first else []
        marks = [span[0], min(span[1], line_start + len(line))]
        places: list[int] = [0, 0]
        at = start
        length = sum(map(len, out))

        def copy(until: int) -> None:
            nonlocal at, length
            piece = self.document.text[at:until]
            for number, mark in enumerate(marks):
                if at <= mark <= until:
                    places[number] = length + mark - at
            out.append(piece)
            length += len(piece)
            at = until

        for mask_start, mask_end, mask in self.masks:
            if mask_end <= at or mask_start >= end:
                continue
            copy(max(at, mask_start))
            for number, mark in enumerate(marks):
                if mask_start < mark <= mask_end:
                    places[number] = length + len(mask)
                elif mark == mask_start:
                    places[number] = length
            out.append(mask)
            length += len(mask)
            at = min(mask_end, end)
        copy(end)
        if last < len(line):
            out.append('…')
        return ''.join(out), places[0], max(places)


_KEY: list[bytes] = []


def group_of(secret: str | None) -> str:
    """The same credential in many places has the same group. The key is made anew for each run and never stored."""
    if not secret:
        return ''
    import hashlib

    return hashlib.blake2b(secret.encode('utf-8', 'surrogatepass'), key=group_key(), digest_size=8).hexdigest()


def group_key(key: bytes = b'') -> bytes:
    """The key of this run; a worker process is given the one of the process that started it."""
    if not _KEY:
        import os

        _KEY.append(key or os.urandom(16))
    return _KEY[0]
