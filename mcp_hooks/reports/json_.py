"""For programs. The shape is documented in docs/reports.md; ``version`` changes when it does."""
from __future__ import annotations

from mcp_hooks.reports.escape import json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

VERSION = 1


def render(report: Report, color: bool = False) -> str:
    return json_text(as_data(report))


def as_data(report: Report) -> dict[str, Any]:
    groups: dict[str, int] = {}
    return {
        'version': VERSION,
        'findings': [_finding(finding, groups) for finding in report.findings],
        'suppressed': [{**_finding(one.finding, groups), 'suppressed': one.how, 'reason': one.reason} for one in report.suppressed],
        'skipped': [{'path': skipped.path, 'reason': skipped.reason} for skipped in report.skipped],
        'errors': [{'path': path, 'message': message} for path, message in report.errors],
        'notes': report.notes,
        'summary': {
            'checked': len(report.checked),
            'untracked': report.untracked,
            'error': report.count('error'),
            'warning': report.count('warning'),
            'note': report.count('note'),
            'suppressed': len(report.suppressed),
        },
    }


def _finding(finding: Finding, groups: dict[str, int]) -> dict[str, Any]:
    """``group`` numbers the credentials of this report: equal numbers are one credential."""
    data: dict[str, Any] = {
        'rule': finding.rule,
        'name': finding.name,
        'category': finding.category,
        'severity': finding.severity,
        'path': finding.path,
        'line': finding.place.line,
        'column': finding.place.column,
        'end_line': finding.place.end_line,
        'end_column': finding.place.end_column,
        'json_path': finding.json_path,
        'message': finding.message,
        'help': finding.help,
        'server': finding.server,
        'readers': list(finding.readers),
        'accepted_by': list(finding.accepted_by),
        'fingerprint': finding.fingerprint,
    }
    if finding.group:
        data['group'] = groups.setdefault(finding.group, len(groups) + 1)
    if finding.related:
        data['related'] = [{'line': place.line, 'column': place.column, 'message': text} for place, text in finding.related]
    if finding.fix:
        data['fix'] = finding.fix.title
    if finding.commit:
        data['commit'] = finding.commit
        data['date'] = finding.date
    return data
