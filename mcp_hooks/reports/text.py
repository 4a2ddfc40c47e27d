"""For people: path, line, column, what is wrong, the line itself, and the way to mend it."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, NOTE, SEVERITIES, WARNING, message_of
from mcp_hooks.reports.escape import DEFUSED, terminal_line, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

COLOURS = {ERROR: '31;1', WARNING: '33;1', NOTE: '36;1', 'path': '1', 'dim': '2', 'help': '32', 'clean': '32;1'}


def render(report: Report, color: bool = False) -> str:
    """All findings, what was passed over, and a summary line."""
    paint = _paint if color else _plain
    lines: list[str] = []
    for finding, others in grouped(report.findings):
        lines += _finding(finding, others, paint)
        lines.append('')
    for skipped in report.skipped:
        lines.append(paint(f'skipped {terminal_line(skipped.path)}: {terminal_line(skipped.reason)}', 'dim'))
    for path, message in report.errors:
        lines.append(paint(f'{terminal_line(path)}: {terminal_line(message)}', ERROR))
    lines += [terminal_line(note) for note in report.notes]
    lines.append(summary(report, paint))
    return '\n'.join(lines) + '\n'


def grouped(findings: Iterable[Finding]) -> list[tuple[Finding, list[Finding]]]:
    """The same credential in five files is one finding with five places."""
    out: list[tuple[Finding, list[Finding]]] = []
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        key = finding.group, finding.severity
        if finding.group and key in groups:
            groups[key].append(finding)
        else:
            others: list[Finding] = []
            out.append((finding, others))
            if finding.group:
                groups[key] = others
    return out


def _finding(finding: Finding, others: list[Finding], paint: Paint) -> list[str]:
    place = f'{terminal_line(finding.path)}:{finding.place.line}:{finding.place.column}:'
    head = f'{paint(place, "path")} {paint(finding.severity, finding.severity)} {finding.rule} {finding.name}: '
    lines = [head + terminal_line(message_of(finding))]
    if finding.excerpt.strip():
        number = str(finding.place.line)
        cuts = finding.excerpt_start, finding.excerpt_end
        before, marked, after = (visible(part).replace(*DEFUSED) for part in (
            _indented(finding.excerpt[:cuts[0]]), finding.excerpt[cuts[0]:cuts[1]], finding.excerpt[cuts[1]:]))
        text = f'{before}{marked}{after}'.replace(*DEFUSED)
        lines.append(paint(f'{number:>5} | ', 'dim') + text)
        lines.append(' ' * 5 + paint(' | ', 'dim') + ' ' * _width(before) + paint('^' * max(1, _width(marked)), finding.severity))
    for place_, message in finding.related:
        lines.append(f'   see {terminal_line(finding.path)}:{place_.line}:{place_.column}: {terminal_line(message)}')
    if finding.help:
        lines.append(paint('   help: ', 'help') + terminal_line(finding.help))
    if finding.fix:
        lines.append(paint('   fix:  ', 'help') + terminal_line(f'{finding.fix.title} (mcp-hooks fix does it)'))
    if others:
        lines.append(f'   the same credential stands in {len(others)} more place{"s" if len(others) > 1 else ""}:')
        lines += [f'     {terminal_line(f.path)}:{f.place.line}:{f.place.column} {f.name}' for f in others]
    return lines


def _indented(text: str) -> str:
    """Tabs that indent a line, as blanks: elsewhere a tab is shown, for it may be the mistake."""
    rest = text.lstrip('\t ')
    return text[:len(text) - len(rest)].replace('\t', '  ') + rest


def summary(report: Report, paint: Paint | None = None) -> str:
    """One line: what was found in how many files, and what was not looked at."""
    paint = paint or _plain
    files = len(report.checked)
    counts = [(report.count(severity), severity) for severity in SEVERITIES]
    found = ', '.join(f'{n} {severity}{"s" if n != 1 else ""}' for n, severity in counts if n)
    aside = [f'{len(report.suppressed)} suppressed'] if report.suppressed else []
    aside += [f'{len(report.skipped)} skipped'] if report.skipped else []
    aside += [f'{len(report.untracked)} not tracked by git'] if report.untracked else []
    aside += [f'{len({path for path, _ in report.errors})} failed'] if report.errors else []
    tail = f' ({", ".join(aside)})' if aside else ''
    checked = f'{files} file{"s" if files != 1 else ""} checked'
    if not files:
        return paint(f'nothing was checked{tail}', WARNING)
    if not found:
        return paint('clean', 'clean') + f': {checked}{tail}'
    worst = next(severity for n, severity in counts if n)
    bad = len({f.path for f in report.findings})
    return paint(found, worst) + f' in {bad} file{"s" if bad != 1 else ""}, {checked}{tail}'


def _width(text: str) -> int:
    """Terminal columns: East Asian wide characters and most emoji take two, marks and joiners none."""
    if text.replace('…', '.').isascii():  # … stands in every mask
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(c) in ('Mn', 'Me', 'Cf') else 2 if east_asian_width(c) in 'WF' else 1 for c in text)


def _paint(text: str, kind: str) -> str:
    return f'\x1b[{COLOURS[kind]}m{text}\x1b[0m'


def _plain(text: str, kind: str) -> str:
    return text


if TYPE_CHECKING:
    from collections.abc import Callable

    Paint = Callable[[str, str], str]
