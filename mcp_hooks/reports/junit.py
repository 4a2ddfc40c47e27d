"""JUnit XML, as Jenkins, GitLab and Azure read it: one suite a file, one case a finding, and a passed case for a clean file."""
from __future__ import annotations

from mcp_hooks.findings import NOTE, message_of
from mcp_hooks.reports.escape import html_text, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report


def render(report: Report, color: bool = False) -> str:
    """Errors and warnings are failures, notes go to the output of a passed case, internal errors are errors."""
    by_path: dict[str, list[Finding]] = {path: [] for path in report.checked if path}
    for finding in report.findings:
        by_path.setdefault(finding.path, []).append(finding)
    suites = [_suite(path, by_path[path]) for path in sorted(by_path)]
    suites += [_failed(path, message) for path, message in report.errors]
    cases = sum(max(1, len(findings)) for findings in by_path.values()) + len(report.errors)
    failures = sum(finding.severity != NOTE for finding in report.findings)
    head = f'<testsuites name="mcp-hooks" tests="{cases}" failures="{failures}" errors="{len(report.errors)}">'
    return '\n'.join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, '</testsuites>']) + '\n'


def _suite(path: str, findings: list[Finding]) -> str:
    name = _attribute(path)
    failures = sum(finding.severity != NOTE for finding in findings)
    lines = [f'  <testsuite name={name} tests="{max(1, len(findings))}" failures="{failures}" errors="0">']
    if not findings:
        lines.append(f'    <testcase name="clean" classname={name}/>')
    for finding in findings:
        case = _attribute(f'{finding.rule} {finding.name}:{finding.place.line}')
        lines += [f'    <testcase name={case} classname={name}>', _body(finding), '    </testcase>']
    lines.append('  </testsuite>')
    return '\n'.join(lines)


def _body(finding: Finding) -> str:
    place = f'{visible(finding.path)}:{finding.place.line}:{finding.place.column}'
    text = html_text(f'{place}: {message_of(finding)}' + (f'\n{finding.help}' if finding.help else ''))
    if finding.severity == NOTE:
        return f'      <system-out>{text}</system-out>'
    return f'      <failure type="{finding.severity}" message={_attribute(message_of(finding))}>{text}</failure>'


def _failed(path: str, message: str) -> str:
    name = _attribute(path)
    return (f'  <testsuite name={name} tests="1" failures="0" errors="1">\n    <testcase name="internal error" classname={name}>\n'
            f'      <error message={_attribute(message)}/>\n    </testcase>\n  </testsuite>')


def _attribute(text: str) -> str:
    return f'"{html_text(text).replace(chr(10), "&#10;")}"'
