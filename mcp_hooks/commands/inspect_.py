"""mcp-hooks inspect FILE …: captured sessions against the protocol."""
from __future__ import annotations

import gc
import sys

from mcp_hooks.cli import CLEAN, FOUND, TROUBLE, UsageError
from mcp_hooks.commands import common
from mcp_hooks.options import Option, add_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

    from mcp_hooks.commands.common import Prepared
    from mcp_hooks.engine import Examined
    from mcp_hooks.options import Arguments
    from mcp_hooks.transcripts.checking import Inspection, Options
    from mcp_hooks.transcripts.compare import Change
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.report import SessionReport
    from mcp_hooks.transcripts.timeline import Row, Timeline

# what of the common options has a meaning for captures
_COMMON = frozenset(('--select', '--ignore', '--settings', '--no-settings', '--format', '--output', '--sarif-suppressed', '--fail-on',
                     '--color', '--baseline', '--write-baseline', '--prune', '--trust-settings-from'))

OPTIONS = (
    Option('files', nargs='*', metavar='FILE',
           help='captures: arrays, JSON Lines, editor logs, Inspector exports, HAR, …; - reads standard input'),
    Option('--as', dest='as_path', metavar='PATH', help='the path that standard input stands for in the report'),
    Option('--against', metavar='OLD',
           help='show what the server of this older capture offered differently; exit 1 where something relied on is gone'),
    Option('--timeline', action='store_true', help='print every message as it passes'),
    Option('--follow', action='store_true',
           help='keep reading as the file grows, and print findings as they come; Ctrl-C ends it'),
    Option('--revision', metavar='DATE', help='judge all exchanges by this revision (2025-11-25, …)'),
    Option('--era', choices=('legacy', 'modern'), help='judge all exchanges by the rules of this era'),
    Option('--server', metavar='NAME', help='only the sessions with this server, where a capture holds several'),
    Option('--hook', action='store_true', help='run as a commit hook: files that are no captures are passed over'),
    Option('--beside', action='store_true',
           help='leave out what the hook mcp-hooks checks (inspector-protocol-*.json), so that one fault is told once'),
    *(option for option in (*common.RULES, *common.REPORT, *common.BASELINE) if option.flags[0] in _COMMON),
)


def add_arguments(parser: ArgumentParser) -> None:
    """The options on an argparse parser."""
    add_to(parser, OPTIONS)


def run(arguments: Arguments) -> int:
    """Exit code: 0 clean, 1 findings at or above the threshold (or something gone), 2 a file that is no capture."""
    if not arguments.files:
        if arguments.hook:
            return CLEAN
        raise UsageError('name a capture to inspect, or - for standard input')
    common.usable(arguments)
    _no_folders(arguments)
    if arguments.against is not None:
        return _compare(arguments)
    if arguments.beside:
        arguments.files = _not_checked(arguments.files)
    from mcp_hooks.transcripts.report import SessionReport
    options, prepared = _prepare(arguments)
    report = SessionReport(options.rules)
    if arguments.hook and prepared.settings.exclude:
        arguments.files = _not_excluded(arguments.files, prepared, report)
    # what a message is parsed into dies with it; to look for cycles in it every 700 objects costs a twentieth of the time
    gc.set_threshold(100_000, 20, 50)
    if arguments.follow:
        return _follow(arguments, options, prepared, report)
    view = _View(arguments, report)
    kept = [one for one in (_one(path, arguments, options, report, view) for path in arguments.files) if one is not None]
    common.set_known_aside(arguments, report, kept, prepared)
    report.sort()
    report.tell_suppressed = arguments.sarif_suppressed
    if not (arguments.hook and not (report.findings or report.errors or report.skipped)):
        common.write(view.rendered(), arguments.output)
    return _status(arguments, prepared, report)


def _no_folders(arguments: Arguments) -> None:
    import os
    for path in (*arguments.files, *filter(None, [arguments.against])):
        if os.path.isdir(path):
            raise UsageError(f'{path} is a folder; mcp-hooks scan {path} finds the captures in it')


def _not_checked(paths: list[str]) -> list[str]:
    """The files that the pattern of the hook mcp-hooks does not take."""
    import re

    from mcp_hooks.clients.registry import files_pattern
    taken = re.compile(files_pattern()).search
    return [path for path in paths if not taken(path.replace('\\', '/') if sys.platform == 'win32' else path)]


def _not_excluded(paths: list[str], prepared: Prepared, report: SessionReport) -> list[str]:
    """A hook names every staged file; those that the settings leave out are named as skipped."""
    import os

    from mcp_hooks.sources.disk import inside
    from mcp_hooks.sources.roots import root_of
    from mcp_hooks.sources.source import Skipped
    here = os.path.realpath(prepared.root)
    top = root_of(here) or here
    left = []
    for path in paths:
        name = inside(top, os.path.realpath(path))
        if name is not None and prepared.settings.is_excluded(name):
            report.skipped.append(Skipped(name, f'excluded by {prepared.settings.source}'))
        else:
            left.append(path)
    return left


def _status(arguments: Arguments, prepared: Prepared, report: SessionReport) -> int:
    if report.errors:
        return TROUBLE
    return FOUND if common.is_failing(report, common.fail_on(arguments, prepared.settings)) else CLEAN


def _prepare(arguments: Arguments) -> tuple[Options, Prepared]:
    import os

    from mcp_hooks import engine
    from mcp_hooks.policy import in_force as settings
    from mcp_hooks.policy.select import shown
    from mcp_hooks.rules import config_rules
    from mcp_hooks.transcripts import revisions
    from mcp_hooks.transcripts.checking import Options
    from mcp_hooks.transcripts.rules import session_rules
    root = os.getcwd()
    common.check_given(arguments)
    try:
        in_force = settings.empty() if arguments.no_settings else settings.load(root, arguments.settings)
        if arguments.trust_settings_from:
            from mcp_hooks.policy.settings import load_at, trusting
            in_force = trusting(in_force, load_at(root, arguments.trust_settings_from))
        chosen, severities = common.choose(session_rules(), config_rules, arguments, in_force)
    except ValueError as error:
        raise UsageError(str(error)) from None
    revision = None
    if arguments.revision is not None:
        revision = revisions.find(arguments.revision)
        if revision is None:
            known = ', '.join(one.date for one in revisions.ALL)
            raise UsageError(f'no revision {shown(arguments.revision)}; the known ones are {known}')
        if arguments.era not in (None, revision.era):
            raise UsageError(f'{revision.date} is of the {revision.era} era')
    prepared = common.Prepared(root, in_force, engine.Options(rules=()))
    return Options(chosen, severities, revision, arguments.era, arguments.server or ''), prepared


def _one(path: str, arguments: Arguments, options: Options, report: SessionReport, view: _View) -> Examined | None:
    """Look at one capture. What comes back is what suppressions and a baseline are asked with, None where nothing was looked at."""
    from mcp_hooks.sources.files import standard_input
    from mcp_hooks.transcripts.checking import Inspection
    name = _name(path, arguments)
    inspection = Inspection(name, options, report)
    before = len(report.findings)
    try:
        if path == '-':
            inspection.watch = view.watch(name, inspection)
            inspection.run(standard_input())
        else:
            with open(path, 'rb') as stream:
                if _is_pointer(stream):
                    from mcp_hooks.sources import disk
                    from mcp_hooks.sources.source import Skipped
                    if arguments.hook:
                        report.skipped.append(Skipped(name, disk.lfs()))
                    else:
                        report.errors.append((name, disk.lfs()))
                    return None
                if arguments.hook and not _is_capture(stream, name):
                    return None
                inspection.watch = view.watch(name, inspection)
                inspection.run(stream)
    except OSError as error:
        report.errors.append((name, error.strerror or 'cannot be read'))
        return None
    from mcp_hooks.documents.node import Document
    from mcp_hooks.engine import Examined
    return Examined(name, Document('', 'text'), (), report.findings[before:], inspection.secrets)


def _is_pointer(stream: BinaryIO) -> bool:
    """Did Git LFS leave a few lines in the place of the capture?"""
    import os
    import stat

    from mcp_hooks.sources.disk import is_lfs_pointer
    found = os.fstat(stream.fileno())
    if not stat.S_ISREG(found.st_mode) or found.st_size > 1024:  # a pipe cannot be read twice
        return False
    head = stream.read(1024)
    stream.seek(0)
    return is_lfs_pointer(head)


def _is_capture(stream: BinaryIO, name: str) -> bool:
    from mcp_hooks.transcripts.recognise import head_of, looks_like_capture
    head = stream.read(head_of(name))
    stream.seek(0)
    return looks_like_capture(head, name)


def _name(path: str, arguments: Arguments) -> str:
    from mcp_hooks.redact import clean_path
    if path == '-':
        return clean_path(arguments.as_path or '-')
    return clean_path((path.replace('\\', '/') if sys.platform == 'win32' else path).removeprefix('./'))


class _View:
    """What a format wants of the messages while they pass, and the report at the end."""

    def __init__(self, arguments: Arguments, report: SessionReport) -> None:
        self.arguments = arguments
        self.report = report
        self.color = common.wants_color(arguments.color, arguments.output)
        self.kept: dict[str, Timeline] = {}
        self.pages: list[Any] = []

    def watch(self, name: str, inspection: Inspection) -> Callable[[Event, str], None] | None:
        """The watcher of one capture."""
        if self.arguments.format == 'html':
            from mcp_hooks.transcripts.page import Pages
            page = Pages(name, inspection.clean)
            self.pages.append(page)
            return page.watch
        if self.arguments.format != 'text':
            return None
        if self.arguments.timeline:
            return _printer(inspection, self.color, sys.stdout.write)
        from mcp_hooks.transcripts.timeline import Timeline
        kept = Timeline(lambda row: cleaned(inspection, row))
        self.kept[name] = kept
        return kept.watch

    def rendered(self) -> str:
        """The report."""
        form = self.arguments.format
        if form == 'html':
            from mcp_hooks.transcripts.page import render
            return render(self.report, self.pages)
        from mcp_hooks.transcripts import printing
        if form == 'json':
            return printing.as_json(self.report)
        if form == 'text':
            return printing.as_text(self.report, self.kept, self.color)
        from mcp_hooks import reports
        return reports.render(form, self.report, color=self.color)


def cleaned(inspection: Inspection, row: Row) -> Row:
    """A row without credentials."""
    clean = inspection.clean
    return row._replace(id=clean(row.id), label=clean(row.label), tool=clean(row.tool), session=clean(row.session))


def _printer(inspection: Inspection, color: bool, write: Callable[[str], Any]) -> Callable[[Event, str], None]:
    from mcp_hooks.transcripts import printing, timeline
    number = 0
    start: float | None = None
    sessions: set[str] = set()

    def watch(event: Event, mark: str) -> None:
        nonlocal number, start
        number += 1
        row = timeline.row(event, number, mark)
        if row is None:
            return
        if number == 1:
            write(timeline.header() + '\n')
        start = row.time if start is None else start
        if len(sessions) < 2:
            sessions.add(row.session)
        write(printing.line(cleaned(inspection, row), start, len(sessions) > 1, color) + '\n')
    return watch


# ---- a log that grows ----

def _follow(arguments: Arguments, options: Options, prepared: Prepared, report: SessionReport) -> int:
    if len(arguments.files) != 1 or arguments.files[0] == '-' or arguments.format != 'text':
        raise UsageError('--follow takes one file and prints text; for a pipe: tail -f LOG | mcp-hooks inspect -')
    from mcp_hooks.reports import text
    from mcp_hooks.transcripts.checking import Inspection
    from mcp_hooks.transcripts.follow import Following
    name = _name(arguments.files[0], arguments)
    color = common.wants_color(arguments.color)

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    inspection = Inspection(name, options, report)
    if arguments.timeline:
        inspection.watch = _printer(inspection, color, write)
    shown = 0

    def announce(finding: Any) -> None:
        nonlocal shown
        shown += 1
        from mcp_hooks.report import Report
        one = Report()
        one.findings.append(finding)
        write(text.render(one, color=color).rpartition('\n\n')[0] + '\n\n')
    inspection.announce = announce
    try:
        with open(arguments.files[0], 'rb') as stream:
            following = Following(stream)
            try:
                inspection.run(following)
            except KeyboardInterrupt:
                inspection.stop()
    except OSError as error:
        report.errors.append((name, error.strerror or 'cannot be read'))
    report.sort()
    from mcp_hooks.transcripts import printing
    write('\n' + printing.metrics(report.metrics) + '\n' + text.summary(report) + '\n')
    return _status(arguments, prepared, report)


# ---- two captures ----

def _compare(arguments: Arguments) -> int:
    if len(arguments.files) != 1:
        raise UsageError('--against takes the older capture and one newer: mcp-hooks inspect --against OLD NEW')
    if arguments.format not in ('text', 'json', 'markdown'):
        raise UsageError('--against reports as text, json or markdown')
    from mcp_hooks.transcripts import compare
    old, new = _offer(arguments.against, arguments), _offer(arguments.files[0], arguments)
    found = list(compare.changes(old, new))
    unseen = [what for _, what, _ in compare.LISTS.values() if what == 'tool' and not (what in old.items and what in new.items)]
    if arguments.format == 'json':
        written = _changes_json(found, unseen)
    else:
        written = ''.join(_changes_text(found, unseen, arguments.format == 'markdown'))
    common.write(written, arguments.output)
    return FOUND if any(change.breaks for change in found) else CLEAN


def _offer(path: str, arguments: Arguments) -> Any:
    from mcp_hooks.sources.files import standard_input
    from mcp_hooks.transcripts import compare
    try:
        if path == '-':
            found = compare.offer(standard_input(), '-', arguments.server or '')
        else:
            with open(path, 'rb') as stream:
                found = compare.offer(stream, path, arguments.server or '')
    except OSError as error:
        raise UsageError(f'{path}: {error.strerror}') from None
    if not found.messages:
        raise UsageError(f'{path}: not a capture, it holds no message')
    return found


def _changes_json(found: list[Change], unseen: list[str]) -> str:
    import json
    return json.dumps({
        'version': 1,
        'changes': [dict(zip(('kind', 'what', 'name', 'at', 'breaks', 'message', 'before', 'after'), change, strict=True))
                    for change in found],
        'unseen': unseen,
    }, ensure_ascii=True, indent=2) + '\n'


def _changes_text(found: list[Change], unseen: list[str], markdown: bool) -> Iterator[str]:
    from mcp_hooks.reports.escape import terminal_line
    for what in unseen:
        yield f'The {what}s cannot be compared: one of the captures has no answer to {what}s/list.\n'
    for change in found:
        sign = '!' if change.breaks else {'gone': '-', 'added': '+'}.get(change.kind, '~')
        at = f' {change.at}' if change.at else ''
        line = terminal_line(f'{change.what} {change.name}{at}: {change.said}')
        yield f'- `{sign}` {line}\n' if markdown else f'{sign} {line}\n'
        for label, value in (('before', change.before), ('after', change.after)):
            if value and not markdown:
                yield f'    {label}: {terminal_line(value)}\n'
    if not found:
        yield 'Nothing that both captures show has changed.\n'
        return
    breaking = sum(change.breaks for change in found)
    said = 'change' if len(found) == 1 else 'changes'
    yield f'{len(found)} {said}, {breaking} of them {"takes" if breaking == 1 else "take"} away what a caller may rely on.\n'
