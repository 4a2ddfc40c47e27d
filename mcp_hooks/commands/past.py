"""mcp-hooks scan --history: every version that any ref still reaches."""
from __future__ import annotations

import sys

from mcp_hooks.commands import common
from mcp_hooks.findings import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report
    from mcp_hooks.sources.history import Past


def report_of(arguments: Arguments) -> tuple[Report, common.Prepared]:
    """The findings of all versions, each with the commit that brought it. Raises UsageError, SourceError."""
    from mcp_hooks import engine
    from mcp_hooks.commands import captures, known
    from mcp_hooks.policy.slow_hash import value_fingerprint
    from mcp_hooks.report import Report
    from mcp_hooks.rules.rule import CREDENTIAL
    from mcp_hooks.sources import history, tree
    from mcp_hooks.sources.source import Source

    root = tree.scope_of((arguments.paths or ['.'])[0]).root
    ahead = history.start(root, arguments.history)
    prepared = common.prepare(arguments, root)
    # what did not work once is of no interest; what was readable once still is
    rules = tuple(rule for rule in prepared.options.rules if rule.category == CREDENTIAL)
    options = prepared.options._replace(rules=rules, exists=None, tracked=None)
    prepared = prepared._replace(options=options)
    report = Report(options.rules)

    def check_blob(path: str, data: bytes) -> list[tuple[dict[str, Any], str]]:
        try:
            examined = captures.of_bytes(path, data, arguments, prepared)
            if examined is None:
                examined = engine.examine(Source(path, data, 'commit'), options)
        except Exception as error:
            report.errors.append((path, engine.describe(error)))
            return []
        return [(as_data(finding), examined.secrets.get(finding, '')) for finding in examined.findings]

    settings = prepared.settings
    found = history.scan_history(
        root, check_blob, value_fingerprint, revisions=arguments.history, key=_key(arguments, prepared),
        progress=_progress(), excluded=settings.is_excluded if settings.exclude else None,
        max_bytes=common.max_bytes(arguments, settings), use_cache=not arguments.no_cache, ahead=ahead)
    report.findings = [_finding(past) for past in found.findings]
    report.skipped += found.skipped
    report.notes += found.notes
    report.checked = [''] * found.versions
    known.apply(arguments, report, (), prepared)
    common.note_unlooked(report, 'in the history')
    return report, prepared


def _key(arguments: Arguments, prepared: common.Prepared) -> str:
    """All that a verdict depends on: another one, and the cache is begun anew."""
    from mcp_hooks import __version__
    from mcp_hooks.sources.cache import digest

    options, settings = prepared.options, prepared.settings
    parts = [__version__, *(rule.id for rule in options.rules), *map(str, sorted(options.severities.items())),
             *sorted(options.clients), str(options.every_reader), *options.platforms]
    # captures are judged by rules of their own, which are loaded where there is one
    parts += [str(part) for part in (arguments.select, arguments.ignore, settings.select, settings.ignore,
                                     sorted(settings.severities.items()), settings.base)]
    return digest('\0'.join(parts).encode('utf-8', 'surrogateescape'))


def as_data(finding: Finding) -> dict[str, Any]:
    """A finding without anything that only this run knows; what may be shown may be stored."""
    place = finding.place
    return {'rule': finding.rule, 'name': finding.name, 'category': finding.category, 'severity': finding.severity,
            'line': place.line, 'column': place.column, 'end_line': place.end_line, 'end_column': place.end_column,
            'json_path': finding.json_path, 'message': finding.message, 'help': finding.help, 'server': finding.server,
            'readers': list(finding.readers), 'fingerprint': finding.fingerprint, 'excerpt': finding.excerpt,
            'excerpt_start': finding.excerpt_start, 'excerpt_end': finding.excerpt_end}


def _finding(past: Past) -> Finding:
    data = past.finding
    where = 'still at HEAD' if past.at_head else 'no longer at HEAD, but the history keeps it'
    other = [path for path in past.paths if path != past.path]
    more = f'; also in {", ".join(other[:3])}' + (' …' if len(other) > 3 else '') if other else ''
    message = f'{data["message"]} ({where}{more})'
    return Finding(
        rule=data['rule'], name=data['name'], category=data['category'], severity=data['severity'], path=past.path,
        place=Place(data['line'], data['column'], data['end_line'], data['end_column']), json_path=data['json_path'], message=message,
        help=data['help'], server=data['server'], readers=tuple(data['readers']), fingerprint=data['fingerprint'],
        excerpt=data['excerpt'], excerpt_start=data['excerpt_start'], excerpt_end=data['excerpt_end'], commit=past.commit, date=past.date)


def _progress() -> Callable[[int, int], None] | None:
    """A bar when a terminal waits, silence otherwise."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        width = 30
        filled = width * done // max(1, total)
        sys.stderr.write(f'\r[{"#" * filled}{"." * (width - filled)}] {done:,} of {total:,} commits ')
        if done >= total:
            sys.stderr.write('\r' + ' ' * (width + 40) + '\r')
        sys.stderr.flush()

    return show
