"""Inside a GitHub Action: the inputs come as environment variables, the answers go to the runner's files.

Never fails on findings: a step of its own applies the threshold after the upload. An internal error exits 2 at once.
"""
from __future__ import annotations

import os
import sys
from mcp_hooks.tuples import NamedTuple

from mcp_hooks.cli import CLEAN, TROUBLE, UsageError
from mcp_hooks.options import Arguments, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_hooks.report import Report

OPTIONS: tuple[Option, ...] = ()
TRUE = frozenset(('true', 'yes', 'on', '1'))
FALSE = frozenset(('false', 'no', 'off', '0', ''))


class Inputs(NamedTuple):
    """What action.yml hands over, checked."""

    paths: tuple[str, ...]
    fail_on: str
    changed_only: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    clients: tuple[str, ...]
    config: str
    baseline: str
    annotations: bool
    summary: bool
    sarif_file: str


def inputs(environment: Mapping[str, str]) -> Inputs:
    """Raises UsageError for a value that an input does not take: composite actions check nothing by themselves."""
    def text(name: str, default: str = '') -> str:
        return environment.get(f'MCP_HOOKS_{name}', '').strip() or default

    def one_of(name: str, *choices: str) -> str:
        value = text(name, choices[0])
        if value not in choices:
            raise UsageError(f'the input {name.lower().replace("_", "-")} takes {", ".join(choices)}, not {value!r}')
        return value

    def switch(name: str, default: str) -> bool:
        value = text(name, default).lower()
        if value not in TRUE | FALSE:
            raise UsageError(f'the input {name.lower()} takes true or false, not {value!r}')
        return value in TRUE

    paths = tuple(line.strip() for line in text('PATHS', '.').splitlines() if line.strip())
    return Inputs(
        paths=paths, fail_on=one_of('FAIL_ON', 'error', 'warning', 'note', 'never'),
        changed_only=one_of('CHANGED_ONLY', 'none', 'files', 'lines'),
        select=(text('SELECT'),) if text('SELECT') else (), ignore=(text('IGNORE'),) if text('IGNORE') else (),
        clients=(text('CLIENTS'),) if text('CLIENTS') else (), config=text('CONFIG'), baseline=text('BASELINE'),
        annotations=switch('ANNOTATIONS', 'true'), summary=switch('SUMMARY', 'true'), sarif_file=text('SARIF_FILE'))


def run(arguments: Arguments) -> int:
    """Scan, annotate, summarise, write SARIF, set outputs."""
    try:
        return _run(inputs(os.environ))
    except UsageError as error:
        from mcp_hooks.reports.escape import workflow_data

        print(f'::error title=mcp-hooks::{workflow_data(str(error))}')
        return TROUBLE


def _run(given: Inputs) -> int:
    from mcp_hooks.atomic import write_atomically
    from mcp_hooks.commands import common, scan
    from mcp_hooks.options import quick
    from mcp_hooks.reports import render

    asked = quick(scan.OPTIONS, given.paths)
    if asked is None:
        raise UsageError('a path must not look like an option; put ./ before it')
    asked.select, asked.ignore, asked.client = list(given.select), list(given.ignore), list(given.clients)
    asked.settings = given.config or None
    asked.baseline = given.baseline or None
    if given.changed_only != 'none':
        asked.since = 'HEAD^1'  # on pull_request the checkout is the merge commit, whose first parent is the base branch
        asked.changed_lines = given.changed_only == 'lines'
    report, prepared = scan.report_of(asked)
    sarif = given.sarif_file or os.path.join(os.environ.get('RUNNER_TEMP') or '.', 'mcp-hooks.sarif')
    write_atomically(sarif, render('sarif', report))
    _write_log(render('text', report))
    if given.annotations:
        sys.stdout.write(render('github', report))
    if given.summary and os.environ.get('GITHUB_STEP_SUMMARY'):
        _append(os.environ['GITHUB_STEP_SUMMARY'], render('markdown', report))
    failed = common.is_failing(report, given.fail_on)
    _outputs(report, sarif, failed)
    return TROUBLE if report.errors else CLEAN


def _write_log(text: str) -> None:
    """The text report, with workflow commands off while it prints: it holds names from the scanned files."""
    token = f'mcp-hooks-{os.urandom(16).hex()}'
    sys.stdout.write(f'::stop-commands::{token}\n{text}::{token}::\n')


def _outputs(report: Report, sarif: str, failed: bool) -> None:
    """Counts and our own path only: text from the repository never goes into the outputs."""
    if '\n' in sarif or '\r' in sarif:
        raise UsageError('the input sarif-file must be one line')
    values = {'findings': len(report.findings), 'errors': report.count('error'), 'warnings': report.count('warning'),
              'sarif-file': sarif, 'failed': 'true' if failed else 'false'}
    path = os.environ.get('GITHUB_OUTPUT')
    if path:
        _append(path, ''.join(f'{name}={value}\n' for name, value in values.items()))


def _append(path: str, text: str) -> None:
    with open(path, 'a', encoding='utf-8') as stream:
        stream.write(text)
