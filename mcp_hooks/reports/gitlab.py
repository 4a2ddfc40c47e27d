"""GitLab's code quality report (docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).

GitLab keeps one finding of each fingerprint (lib/gitlab/ci/reports/codequality_reports.rb).
"""
from __future__ import annotations

from mcp_hooks.findings import message_of
from mcp_hooks.reports.escape import json_text, sentences
from mcp_hooks.reports.names import own_fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.report import Report

SEVERITY = {'error': 'critical', 'warning': 'major', 'note': 'info'}


def render(report: Report, color: bool = False) -> str:
    return json_text([{
        'description': sentences(message_of(finding), finding.help),
        'check_name': f'{finding.rule} {finding.name}',
        'fingerprint': fingerprint,
        'severity': SEVERITY[finding.severity],
        'categories': ['Security'] if finding.category == 'credential' else ['Bug Risk'],
        'location': {'path': finding.path, 'lines': {'begin': finding.place.line, 'end': finding.place.end_line}},
    } for finding, fingerprint in zip(report.findings, own_fingerprints(report.findings), strict=True)])
