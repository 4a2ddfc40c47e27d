"""reviewdog's diagnostic format (github.com/reviewdog/reviewdog, proto/rdf). Its columns count UTF-8 bytes, from 1."""
from __future__ import annotations

import json

from mcp_hooks.reports.sarif import HOME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

SEVERITY = {'error': 'ERROR', 'warning': 'WARNING', 'note': 'INFO'}


def render(report: Report, color: bool = False) -> str:
    return json.dumps({'source': {'name': 'mcp-hooks', 'url': HOME}, 'diagnostics': [_diagnostic(one) for one in report.findings]},
                      indent=2) + '\n'


def _diagnostic(finding: Finding) -> dict[str, Any]:
    place = finding.place
    start, end = {'line': place.line}, {'line': place.end_line}
    if finding.excerpt.isascii():  # else the column in bytes is not known here, and a line is better than a wrong column
        start['column'] = place.column
        end['column'] = place.end_column
    return {
        'message': f'{finding.message}\n{finding.help}' if finding.help else finding.message,
        'location': {'path': finding.path, 'range': {'start': start, 'end': end}},
        'severity': SEVERITY[finding.severity],
        'code': {'value': finding.rule, 'url': f'{HOME}/blob/main/docs/rules.md#{finding.rule.lower()}-{finding.name}'},
    }
