"""Test texts carry their own expectation: what stands in «» is exactly what a rule reports, no marks means silence."""
from __future__ import annotations

from collections.abc import Callable, Sequence

from mcp_hooks import rules
from mcp_hooks.clients.entries import config_files
from mcp_hooks.documents.node import Span
from mcp_hooks.engine import Options, examine, read
from mcp_hooks.findings import Finding, Fix, Hit
from mcp_hooks.fixing import fix_data
from mcp_hooks.rules.rule import FILE, SERVER, Rule
from mcp_hooks.servers import ConfigFile
from mcp_hooks.sources.source import Source

OPEN, CLOSE = '«', '»'


def marked(text: str) -> list[Span]:
    """The places in «», as offsets in the text without the marks."""
    spans: list[Span] = []
    open_at: list[int] = []
    at = 0
    for char in text:
        if char == OPEN:
            open_at.append(at)
        elif char == CLOSE:
            spans.append((open_at.pop(), at))
        else:
            at += 1
    assert not open_at, 'a « without »'
    return sorted(spans)


def unmarked(text: str) -> str:
    return text.replace(OPEN, '').replace(CLOSE, '')


def files_of(path: str, text: str | bytes) -> list[ConfigFile]:
    """The file as its readers see it, the owner first."""
    data = text if isinstance(text, bytes) else unmarked(text).encode('utf-8', 'surrogatepass')
    return list(config_files(path, read(Source(path, data))))


def hits_of(path: str, text: str | bytes, only: str | None = None, client: str | None = None) -> list[tuple[Rule, Hit]]:
    """What the rules say to the owner (or to ``client``, an id of a kind) of a text, in text order; ``only``: a name or id."""
    files = files_of(path, text)
    file = next((f for f in files if f.kind.id == client), None) if client else (files[0] if files else None)
    if file is None:
        return []
    found: list[tuple[Rule, Hit]] = []
    for rule in rules.config_rules():
        if only not in (None, rule.name, rule.id):
            continue
        if only is None and not rule.default:
            continue
        if rule.subject == FILE:
            found.extend((rule, hit) for hit in rule.check(file))
        elif rule.subject == SERVER:
            found.extend((rule, hit) for server in file.servers for hit in rule.check(server))
    return sorted(found, key=lambda pair: pair[1].where())


def spans_of(path: str, text: str | bytes, only: str | None = None, client: str | None = None) -> list[Span]:
    """Where the rule ``only`` (a name or id; None: every rule that is on) reports something."""
    return sorted({hit.where() for _, hit in hits_of(path, text, only, client)})


def severities_of(path: str, text: str | bytes, only: str | None = None, client: str | None = None) -> list[str]:
    return [hit.severity or rule.severity for rule, hit in hits_of(path, text, only, client)]


def names_of(path: str, text: str | bytes) -> list[str]:
    """The names of the rules that report something, in text order."""
    return [rule.name for rule, _ in hits_of(path, text)]


def applied(text: str, fix: Fix) -> str:
    """The text after a fix."""
    text = unmarked(text)
    for edit in sorted(fix.edits, reverse=True):
        text = text[:edit.start] + edit.text + text[edit.end:]
    return text


def found_by_default(path: str, data: bytes) -> Sequence[Finding]:
    """The findings of all rules that are on without settings."""
    return examine(Source(path, data), Options(tuple(rule for rule in rules.config_rules() if rule.default))).findings


def fix_text(path: str, text: str,
             find: Callable[[str, bytes], Sequence[Finding]] = found_by_default) -> tuple[str, list[str]]:
    """As ``fix_data``, for a text in UTF-8."""
    data, titles = fix_data(path, text.encode('utf-8', 'surrogatepass'), find)
    return data.decode('utf-8', 'surrogatepass'), titles
