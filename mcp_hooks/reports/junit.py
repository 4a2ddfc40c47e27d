"""JUnit XML, as Jenkins, GitLab and Azure read it: one suite a file, one case a finding, and a passed case for a clean file.

It fits the schema of Jenkins' xUnit plugin (junit-10.xsd). GitLab keeps one case of each name (lib/gitlab/ci/reports/test_suite.rb)
and compares two reports by these names, so each is its own and stays when lines move.
"""
from __future__ import annotations

from mcp_hooks.findings import NOTE, message_of
from mcp_hooks.reports.escape import html_text, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

LONGEST = 200  # characters of a place in the JSON, in a name
RUN = 'mcp-hooks'


def render(report: Report, color: bool = False) -> str:
    """Errors and warnings are failures, notes go to the output of a passed case, internal errors are errors, files that were not
    looked at are skipped cases, as are findings that are suppressed or in the baseline. A run that looked at nothing
    is one, too: Jenkins fails a build without any case."""
    suites: dict[str, list[tuple[str, str]]] = {path: [] for path in report.checked if path}  # path → name and content of each case
    for finding in report.findings:
        suites.setdefault(finding.path, []).append((_name(finding), _body(finding)))
    for one, _, reason in report.suppressed:
        suites.setdefault(one.path, []).append((_name(one), f'<skipped message={_attribute(f"suppressed: {reason}")}/>'))
    suites = {path: cases or [('clean', '')] for path, cases in suites.items()}
    for skipped in report.skipped:
        suites.setdefault(skipped.path, []).append(('not looked at', f'<skipped message={_attribute(skipped.reason)}/>'))
    for path, message in report.errors:
        suites.setdefault(path, []).append(('internal error', f'<error message={_attribute(message)}/>'))
    told = [f'<system-out>{html_text(visible(chr(10).join(report.notes), keep=chr(10)))}</system-out>'] if report.notes else []
    if not suites:
        told.insert(0, '<skipped message="nothing was checked"/>')
    out = [_suite(path, suites[path]) for path in sorted(suites)] + ([_suite(RUN, [('the run', ''.join(told))])] if told else [])
    counts = ' '.join(f'{word}="{sum(numbers[word] for _, numbers in out)}"' for word in ('tests', 'failures', 'errors'))
    return '\n'.join(['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="{RUN}" {counts}>', *(text for text, _ in out),
                      '</testsuites>']) + '\n'


def _suite(path: str, cases: list[tuple[str, str]]) -> tuple[str, dict[str, int]]:
    """The lines of a suite, and what there is how often in it."""
    name = _attribute(path)
    numbers = {word: sum(body.startswith(f'<{tag} ') for _, body in cases)
               for word, tag in (('failures', 'failure'), ('errors', 'error'), ('skipped', 'skipped'))}
    numbers['tests'] = len(cases)
    counts = ' '.join(f'{word}="{numbers[word]}"' for word in ('tests', 'failures', 'errors', 'skipped'))
    lines = [f'  <testsuite name={name} {counts}>']
    seen: dict[str, int] = {}
    for case, body in cases:
        seen[case] = seen.get(case, 0) + 1
        head = f'    <testcase name={_attribute(case if seen[case] == 1 else f"{case} ({seen[case]})")} classname={name}'
        lines += [f'{head}>', f'      {body}', '    </testcase>'] if body else [f'{head}/>']
    lines.append('  </testsuite>')
    return '\n'.join(lines), numbers


def _name(finding: Finding) -> str:
    """By what it is about, or by its line where nothing else tells it from others."""
    path = finding.json_path if len(finding.json_path) <= LONGEST else f'{finding.json_path[:LONGEST - 1]}…'
    where = f':{finding.place.line}' if path in ('', '$') else f' {path}'
    return f'{finding.rule} {finding.name}{where}' + (f' in {finding.commit[:12]}' if finding.commit else '')


def _body(finding: Finding) -> str:
    place = f'{visible(finding.path)}:{finding.place.line}:{finding.place.column}'
    text = html_text(f'{place}: {message_of(finding)}' + (f'\n{finding.help}' if finding.help else ''))
    if finding.severity == NOTE:
        return f'<system-out>{text}</system-out>'
    return f'<failure type="{finding.severity}" message={_attribute(message_of(finding))}>{text}</failure>'


def _attribute(text: str) -> str:
    return f'"{html_text(text).replace(chr(10), "&#10;")}"'
