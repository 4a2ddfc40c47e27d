"""mcp-hooks scan --history: every version that any ref still reaches."""
from __future__ import annotations

import os
import sys

from mcp_hooks.cli import UsageError
from mcp_hooks.commands import common
from mcp_hooks.findings import Finding, Place
from mcp_hooks.rules.rule import CREDENTIAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.engine import Examined
    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report
    from mcp_hooks.sources.history import Past, Verdict


def report_of(arguments: Arguments) -> tuple[Report, common.Prepared]:
    """The findings of all versions, each with the commit that brought it. Raises UsageError, SourceError."""
    from mcp_hooks.commands import known
    from mcp_hooks.findings import Suppressed
    from mcp_hooks.policy.slow_hash import value_fingerprint
    from mcp_hooks.policy.suppress import IN_SOURCE
    from mcp_hooks.report import Report
    from mcp_hooks.sources import history

    root, below = _places(arguments.paths)
    ahead = history.start(root, arguments.history)
    prepared = common.prepare(arguments, root)
    # what did not work once is of no interest; what was readable once still is
    rules = tuple(rule for rule in prepared.options.rules if rule.category == CREDENTIAL)
    options = prepared.options._replace(rules=rules, exists=None, tracked=None, list_named_files=True)
    prepared = prepared._replace(options=options)
    report = Report(options.rules)
    judge = _Judge(arguments, prepared, report)
    settings = prepared.settings
    bar = _progress()
    try:
        found = history.scan_history(
            root, judge, value_fingerprint, revisions=arguments.history, key=_key(arguments, prepared), scope='\0'.join(settings.exclude),
            progress=bar, excluded=settings.is_excluded if settings.exclude else None,
            within=(lambda path: path.startswith(below) or f'{path}/' in below) if below else None,
            max_bytes=common.max_bytes(arguments, settings), use_cache=not arguments.no_cache, ahead=ahead)
    finally:
        if bar is not None:
            bar.close()
    pasts = {_finding(past): past for past in found.findings}
    report.findings = [finding for finding, past in pasts.items() if 'suppressed' not in past.finding]
    report.suppressed += [Suppressed(finding, IN_SOURCE, past.finding['suppressed']) for finding, past in pasts.items()
                          if 'suppressed' in past.finding]
    report.skipped += found.skipped
    report.notes += found.notes
    if not below:
        from mcp_hooks.sources.absent import submodules

        report.skipped += [one for one in submodules(root) if not settings.is_excluded(one.path)]
    report.checked = [''] * found.versions
    known.apply(arguments, report, judge.again(history.top_of(root), pasts), prepared)
    common.note_unlooked(report, 'in the history' + (f' below {", ".join(arguments.paths)}' if below else ''))
    return report, prepared


def is_path(word: str) -> bool:
    """Is it a PATH, and not the range that it stands in the place of? In a bare repository HEAD is a file as well."""
    from mcp_hooks.sources import git

    return os.path.isdir(word) or (os.path.lexists(word) and git.commit_of('.', word) is None)


def _places(paths: list[str]) -> tuple[str, tuple[str, ...]]:
    """The repository, and the folders (``sub/``) or files (``sub/.mcp.json/``) in it that count; none: all. They need not be there
    any more. Without a PATH the whole history counts, wherever we stand."""
    from mcp_hooks.sources import history

    if not paths:
        return history.top_of('.'), ()
    tops = {history.top_of(path) for path in paths}
    if len(tops) > 1:
        raise UsageError('the paths belong to different repositories; scan one after the other')
    top = tops.pop()
    below = [os.path.relpath(os.path.realpath(path), top).replace(os.sep, '/') for path in paths]
    # what is in the git folder, or is a bare repository
    if any(path == '.' or path == '.git' or path.startswith('.git/') for path in below):
        return top, ()
    return top, tuple(f'{path}/' for path in below)


class _Judge:
    """What the rules say of one version."""

    def __init__(self, arguments: Arguments, prepared: common.Prepared, report: Report) -> None:
        from mcp_hooks.policy.in_force import Settings

        self.arguments = arguments
        self.prepared = prepared
        self.report = report
        # only what a comment says; with a base, only what it said there
        self.comments = Settings(base=Settings() if prepared.settings.base is not None else None)
        self.trusted: dict[str, str] = {}  # path → its text at the base

    def __call__(self, path: str, data: bytes) -> Verdict:
        from mcp_hooks import engine
        from mcp_hooks.sources.history import Verdict

        try:
            examined = self._examined(path, data)
            silenced = self._silenced(path, examined)
        except Exception as error:
            self.report.errors.append((path, engine.describe(error)))
            return Verdict([], failed=True)
        findings = [({**as_data(finding), **silenced.get(finding, {})}, examined.secrets.get(finding, '')) for finding in examined.findings]
        return Verdict(findings, examined.named_files)

    def _examined(self, path: str, data: bytes) -> Examined:
        from mcp_hooks import engine
        from mcp_hooks.commands import captures
        from mcp_hooks.documents.node import Document
        from mcp_hooks.sources.source import Source

        source = Source(path, data, 'commit')
        if common.is_our_baseline(source):
            return engine.Examined(path, Document('', 'text'), (), [], {})
        examined = captures.of_bytes(path, data, self.arguments, self.prepared)
        return examined if examined is not None else engine.examine(source, self.prepared.options)

    def _silenced(self, path: str, examined: Examined) -> dict[Finding, dict[str, str]]:
        """The findings that a comment in the file silences, with what it says."""
        document = examined.document
        if not examined.findings or not (document.comments or document.format == 'text'):
            return {}
        from mcp_hooks.policy import suppress

        applied = suppress.apply(examined.findings, {path: document}, self.comments, secrets=examined.secrets,
                                 trusted_text=self._trusted_text)
        return {one.finding: {'suppressed': one.reason} for one in applied.suppressed}

    def _trusted_text(self, path: str) -> str:
        from mcp_hooks.commands import known

        if path not in self.trusted:
            text_at = known.text_at(self.arguments, self.prepared)
            self.trusted[path] = text_at(path) if text_at is not None else ''
        return self.trusted[path]

    def again(self, top: str, pasts: dict[Finding, Past]) -> list[Examined]:
        """The findings with their secrets, which nothing keeps: the versions are read once more, where somebody has to compare."""
        arguments, settings = self.arguments, self.prepared.settings
        if not (arguments.baseline or arguments.write_baseline or settings.baseline or settings.allow
                or (settings.base is not None and settings.base.allow)):
            return []
        from mcp_hooks import engine
        from mcp_hooks.documents.node import Document
        from mcp_hooks.sources import cat_file

        out = []
        versions: dict[tuple[str, str], dict[tuple[object, ...], Finding]] = {}
        for finding, past in pasts.items():
            versions.setdefault((past.blob, past.path), {})[_mark(past.finding)] = finding
        with cat_file.BlobReader(top) as reader:
            answers = reader.stream([blob for blob, _ in versions])
            for ((_, path), wanted), data in zip(versions.items(), answers, strict=True):
                if isinstance(data, bytes):
                    examined = self._examined(path, data)
                    secrets = {wanted[mark]: examined.secrets.get(finding, '') for finding in examined.findings
                               if (mark := _mark(as_data(finding))) in wanted}
                    out.append(engine.Examined(path, Document('', 'text'), (), [], secrets))
        return out


def _mark(data: dict[str, Any]) -> tuple[object, ...]:
    """By which a finding is found again in its version."""
    return data['rule'], data['line'], data['column'], data['end_line'], data['end_column'], data['json_path'], data['message']


def _key(arguments: Arguments, prepared: common.Prepared) -> str:
    """All that a verdict depends on: another one, and the cache is begun anew."""
    from mcp_hooks import __version__
    from mcp_hooks.sources import git
    from mcp_hooks.sources.cache import digest

    options, settings = prepared.options, prepared.settings
    parts = [__version__, *(rule.id for rule in options.rules), *map(str, sorted(options.severities.items())),
             *sorted(options.clients), str(options.every_reader), *options.platforms]
    # captures are judged by rules of their own, which are loaded where there is one
    parts += [str(part) for part in (arguments.select, arguments.ignore, settings.select, settings.ignore,
                                     sorted(settings.severities.items()), settings.base)]
    if arguments.trust_settings_from:  # whose comments count
        parts.append(str(git.commit_of(prepared.root, arguments.trust_settings_from)))
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
    first = f'first in {past.commit[:12]}' + (f' of {past.date[:10]}' if past.date else '') + '; ' if past.commit else ''
    where = first + ('still at HEAD' if past.at_head else 'no longer at HEAD, but the history keeps it')
    other = [path for path in past.paths if path != past.path]
    more = f'; also in {", ".join(other[:3])}' + (' …' if len(other) > 3 else '') if other else ''
    message = f'{data["message"]} ({where}{more})'
    return Finding(
        rule=data['rule'], name=data['name'], category=data['category'], severity=data['severity'], path=past.path,
        place=Place(data['line'], data['column'], data['end_line'], data['end_column']), json_path=data['json_path'], message=message,
        help=data['help'], server=data['server'], readers=tuple(data['readers']), fingerprint=data['fingerprint'],
        excerpt=data['excerpt'], excerpt_start=data['excerpt_start'], excerpt_end=data['excerpt_end'], commit=past.commit, date=past.date)


class _Bar:
    """How far the walk is, on a terminal."""

    def __init__(self) -> None:
        self.shown = 0  # columns

    def __call__(self, done: int, total: int) -> None:
        width = 30
        filled = width * done // max(1, total)
        text = f'[{"#" * filled}{"." * (width - filled)}] {done:,} of {total:,} commits '
        self._write(text)
        self.shown = len(text)

    def close(self) -> None:
        """Nothing of it stays: what is said next begins a line."""
        if self.shown:
            self._write(' ' * self.shown + '\r')
            self.shown = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write('\r' + text)
            sys.stderr.flush()
        except OSError:  # the terminal went away
            pass


def _progress() -> _Bar | None:
    """A bar when a terminal waits, silence otherwise."""
    return _Bar() if sys.stderr is not None and sys.stderr.isatty() else None
