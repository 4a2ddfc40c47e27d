"""Workflow commands: annotations on the pull request's lines.

A runner keeps 10 of each level in a step and drops the rest without a word (actions/runner, ``_maxCountPerIssueType``), so the
worst come first and a last line says how many more there are.
"""
from __future__ import annotations

from mcp_hooks.findings import ERROR, NOTE, SEVERITIES, WARNING, message_of
from mcp_hooks.reports.escape import workflow_data, workflow_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report

COMMAND = {ERROR: 'error', WARNING: 'warning', NOTE: 'notice'}
PER_LEVEL = 10
LONGEST = 4000  # the runner cuts at 4,096 characters


def render(report: Report, color: bool = False) -> str:
    """One command a finding, worst first. Internal errors are errors too; what is to be said of the run, and which files were not looked
    at, is one notice."""
    lines: list[str] = []
    told = [*report.notes, *(f'skipped {skipped.path}: {skipped.reason}' for skipped in report.skipped)]
    for severity in SEVERITIES:
        commands = [_annotation(finding) for finding in report.findings if finding.severity == severity]
        if severity == ERROR:
            commands[:0] = [f'::error title=mcp-hooks::{workflow_data(f"{path}: {message}")}' for path, message in report.errors]
        elif severity == NOTE and told:
            commands.insert(0, '::notice title=mcp-hooks::' + workflow_data('\n'.join(told)[:LONGEST]))
        if len(commands) > PER_LEVEL:
            more = len(commands) - PER_LEVEL + 1
            commands[PER_LEVEL - 1:] = [f'::{COMMAND[severity]} title=mcp-hooks::{more} more of this level: see the job summary']
        lines += commands
    return ''.join(f'{line}\n' for line in lines)


def _annotation(finding: Finding) -> str:
    place = finding.place
    properties = [f'file={workflow_property(finding.path)}', f'line={place.line}', f'endLine={place.end_line}']
    if place.line == place.end_line:  # the runner drops columns of a place over several lines
        properties += [f'col={place.column}', f'endColumn={place.end_column}']
    properties.append(f'title={workflow_property(f"{finding.rule} {finding.name}")}')
    text = f'{message_of(finding)}\n{finding.help}' if finding.help else message_of(finding)
    return f'::{COMMAND[finding.severity]} {",".join(properties)}::{workflow_data(text[:LONGEST])}'
