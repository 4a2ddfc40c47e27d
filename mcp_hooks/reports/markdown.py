"""The summary of a GitHub job, or a comment: a table, worst first."""
from __future__ import annotations

from mcp_hooks.findings import ERROR, SEVERITIES, WARNING, message_of
from mcp_hooks.reports.escape import markdown_code, markdown_message, markdown_text
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
            where = f'{markdown_code(finding.path)}:{finding.place.line}'
            text = markdown_message(message_of(finding)) + (f'<br>{markdown_message(finding.help)}' if finding.help else '')
            lines.append(f'| {MARK[finding.severity]} | {where} | {finding.rule} {finding.name} | {text} |')
        lines.append('')
    if len(ranked) > ROWS:
        lines += [f'… and {len(ranked) - ROWS} more: the SARIF file and the log have them all.', '']
    for path, message in report.errors:
        lines += [f'**{markdown_code(path)}: {markdown_text(message)}**', '']
    if report.skipped:
        lines += ['<details><summary>Skipped files</summary>', '']
        lines += [f'- {markdown_code(skipped.path)}: {markdown_text(skipped.reason)}' for skipped in report.skipped[:ROWS]]
        lines += ['', '</details>', '']
    lines += [markdown_text(note) for note in report.notes]
    return '\n'.join(lines).rstrip('\n') + '\n'
