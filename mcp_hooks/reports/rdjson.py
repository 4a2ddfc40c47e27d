"""reviewdog's diagnostic format (github.com/reviewdog/reviewdog, proto/rdf). Its columns count UTF-8 bytes, from 1."""
from __future__ import annotations

from mcp_hooks.findings import message_of
from mcp_hooks.reports.escape import json_text, visible
from mcp_hooks.reports.sarif import HOME, help_uri

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

SEVERITY = {'error': 'ERROR', 'warning': 'WARNING', 'note': 'INFO'}


def render(report: Report, color: bool = False) -> str:
    return json_text({'source': {'name': 'mcp-hooks', 'url': HOME}, 'diagnostics': [_diagnostic(one) for one in report.findings]})


def _diagnostic(finding: Finding) -> dict[str, Any]:
    return {
        'message': visible(f'{message_of(finding)}\n{finding.help}' if finding.help else message_of(finding), keep='\n'),
        'location': {'path': finding.path, 'range': _range(finding)},
        'severity': SEVERITY[finding.severity],
        'code': {'value': finding.rule, 'url': help_uri(finding.rule, finding.name)},
    }


def _range(finding: Finding) -> dict[str, dict[str, int]]:
    """Columns only where their bytes are known: a line is better than a wrong column. A position with a column and one without
    mean nothing together, so a place whose end is not known is its beginning alone."""
    place = finding.place
    before = finding.excerpt[:finding.excerpt_start]
    if place.end_line > place.line or len(before) != place.column - 1 or '…' in before:  # the line's beginning is cut off, or masked
        return {'start': {'line': place.line}, 'end': {'line': place.end_line}}
    column = len(before.encode('utf-8', 'surrogatepass')) + 1
    start = {'line': place.line, 'column': column}
    marked = finding.excerpt[finding.excerpt_start:finding.excerpt_end]
    if len(marked) != place.end_column - place.column or '…' in marked:
        return {'start': start}
    return {'start': start, 'end': {'line': place.line, 'column': column + len(marked.encode('utf-8', 'surrogatepass'))}}
