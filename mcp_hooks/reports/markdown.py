"""The summary of a GitHub job, or a comment: a table, worst first."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, SEVERITIES, WARNING
from mcp_hooks.reports.escape import markdown_text, visible
from mcp_hooks.reports.text import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.report import Report

ROWS = 100  # a job summary holds 1 MiB; nobody reads row 101
MARK = {ERROR: '🔴 error', WARNING: '🟠 warning', 'note': '🔵 note'}


def render(report: Report, color: bool = False) -> str:
    lines = ['## mcp-hooks', '', markdown_text(summary(report)), '']
    ranked = sorted(report.findings, key=lambda finding: SEVERITIES.index(finding.severity))
    if ranked:
        lines += ['| | where | rule | what |', '| --- | --- | --- | --- |']
        for finding in ranked[:ROWS]:
            where = f'{_code(finding.path)}:{finding.place.line}'
            text = markdown_text(finding.message) + (f'<br>{markdown_text(finding.help)}' if finding.help else '')
            lines.append(f'| {MARK[finding.severity]} | {where} | {finding.rule} {finding.name} | {text} |')
        lines.append('')
    if len(ranked) > ROWS:
        lines += [f'… and {len(ranked) - ROWS} more: the SARIF file and the log have them all.', '']
    for path, message in report.errors:
        lines += [f'**{_code(path)}: {markdown_text(message)}**', '']
    if report.skipped:
        lines += ['<details><summary>Skipped files</summary>', '']
        lines += [f'- {_code(skipped.path)}: {markdown_text(skipped.reason)}' for skipped in report.skipped[:ROWS]]
        lines += ['', '</details>', '']
    lines += [markdown_text(note) for note in report.notes]
    return '\n'.join(lines).rstrip('\n') + '\n'


def _code(text: str) -> str:
    """A code span that its own text cannot end, also inside a table."""
    safe = visible(text).replace('|', '\\|')
    fence = '`'
    while fence in safe:
        fence += '`'
    pad = ' ' if safe.startswith('`') or safe.endswith('`') else ''
    return f'{fence}{pad}{safe}{pad}{fence}'
