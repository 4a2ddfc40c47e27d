"""Inside a GitHub Action: the inputs come as environment variables, the answers go to the runner's files.

Never fails on findings: a step of its own applies the threshold after the upload. An internal error exits 2 at once.
"""
from __future__ import annotations

import os
import sys

from mcp_hooks.cli import CLEAN, TROUBLE, UsageError
from mcp_hooks.options import Arguments, Option
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

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
    trust_base: bool
    upload: bool


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
            raise UsageError(f'the input {name.lower().replace("_", "-")} takes true or false, not {value!r}')
        return value in TRUE

    paths = tuple(line.strip() for line in text('PATHS', '.').splitlines() if line.strip())
    if any(path.startswith('-') for path in paths):
        raise UsageError('a path must not look like an option; put ./ before it')
    if not text('SARIF_FILE').isprintable():
        raise UsageError('the input sarif-file must be one line of printable characters')
    return Inputs(
        paths=paths, fail_on=one_of('FAIL_ON', 'error', 'warning', 'note', 'never'),
        changed_only=one_of('CHANGED_ONLY', 'none', 'files', 'lines'),
        select=(text('SELECT'),) if text('SELECT') else (), ignore=(text('IGNORE'),) if text('IGNORE') else (),
        clients=(text('CLIENTS'),) if text('CLIENTS') else (), config=text('CONFIG'), baseline=text('BASELINE'),
        annotations=switch('ANNOTATIONS', 'true'), summary=switch('SUMMARY', 'true'), sarif_file=text('SARIF_FILE'),
        trust_base=switch('TRUST_BASE', 'false'), upload=switch('UPLOAD_SARIF', 'false'))


def run(arguments: Arguments) -> int:
    """Scan, annotate, summarise, write SARIF, set outputs. Whatever goes wrong is an annotation too."""
    try:
        return _run(inputs(os.environ), event(os.environ))
    except Exception as error:
        from mcp_hooks.cli import explained
        from mcp_hooks.redact import clean_path
        from mcp_hooks.reports.escape import workflow_data

        message = str(error) if isinstance(error, UsageError) else explained(error)
        print(f'::error title=mcp-hooks::{workflow_data(clean_path(message))}')
        return TROUBLE


def event(environment: Mapping[str, str]) -> dict[str, Any]:
    """What started the workflow, as GitHub wrote it down; empty where nobody did."""
    import json

    try:
        with open(environment.get('GITHUB_EVENT_PATH') or os.devnull, encoding='utf-8') as stream:
            data = json.load(stream)
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def base_of(name: str, data: dict[str, Any], is_merge: Callable[[], bool]) -> str:
    """The commit that a pull request, a merge queue or a push starts from; '' when the event has none.

    On pull_request the checkout is the merge commit, whose first parent is the base: with ``fetch-depth: 2`` it is there,
    while the base that the event names may be older.
    """
    if name.startswith('pull_request'):
        return 'HEAD^1' if is_merge() else _text_at(data, 'pull_request', 'base', 'sha')
    if name == 'merge_group':
        return _text_at(data, 'merge_group', 'base_sha')
    before = _text_at(data, 'before') if name == 'push' else ''
    return before if before.strip('0') else ''  # zeros: the branch is new


def _text_at(data: Any, *way: str) -> str:
    found = _at(data, *way)
    return found if isinstance(found, str) else ''


def _at(data: Any, *way: str) -> object:
    for key in way:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _is_merge() -> bool:
    from mcp_hooks.sources import git

    return git.commit_of(os.path.realpath('.'), 'HEAD^2') is not None


def _run(given: Inputs, data: dict[str, Any]) -> int:
    from mcp_hooks.atomic import write_atomically
    from mcp_hooks.commands import common
    from mcp_hooks.reports import render

    report = _report(given, data)
    sarif = given.sarif_file or os.path.join(os.environ.get('RUNNER_TEMP') or '.', 'mcp-hooks.sarif')
    os.makedirs(os.path.dirname(sarif) or '.', exist_ok=True)
    write_atomically(sarif, render('sarif', report))
    _write_log(render('text', report))
    if given.annotations:
        sys.stdout.write(render('github', report))
    if given.summary and os.environ.get('GITHUB_STEP_SUMMARY'):
        _append(os.environ['GITHUB_STEP_SUMMARY'], render('markdown', report))
    _outputs(report, sarif, common.is_failing(report, given.fail_on))
    return TROUBLE if report.errors else CLEAN


def _report(given: Inputs, data: dict[str, Any]) -> Report:
    from mcp_hooks.commands import scan
    from mcp_hooks.options import quick

    asked = quick(scan.OPTIONS, given.paths)
    if asked is None:  # inputs() refuses what looks like an option
        raise AssertionError
    asked.select, asked.ignore, asked.client = list(given.select), list(given.ignore), list(given.clients)
    asked.settings = given.config or None
    asked.baseline = given.baseline or None
    name = os.environ.get('GITHUB_EVENT_NAME', '')
    notes = []
    if given.changed_only != 'none':
        base = base_of(name, data, _is_merge)
        if base:
            asked.since = base
            asked.changed_lines = given.changed_only == 'lines'
        else:
            notes.append(f'{name or "this event"} changes nothing that is known, so the whole tree was scanned')
    if given.trust_base and name.startswith(('pull_request', 'merge_group')):
        asked.trust_settings_from = base_of(name, data, _is_merge)
    if given.upload and _at(data, 'pull_request', 'head', 'repo', 'fork') is True:
        notes.append('the SARIF file was not uploaded: the token of a pull request from a fork cannot write')
    report, _ = scan.report_of(asked)
    report.notes += notes
    return report


def _write_log(text: str) -> None:
    """The text report, with workflow commands off while it prints: it holds names from the scanned files."""
    token = f'mcp-hooks-{os.urandom(16).hex()}'
    sys.stdout.write(f'::stop-commands::{token}\n{text}::{token}::\n')


def _outputs(report: Report, sarif: str, failed: bool) -> None:
    """Counts and our own path only: text from the repository never goes into the outputs."""
    values = {'findings': len(report.findings), 'errors': report.count('error'), 'warnings': report.count('warning'),
              'sarif-file': sarif, 'failed': 'true' if failed else 'false'}
    path = os.environ.get('GITHUB_OUTPUT')
    if path:
        _append(path, ''.join(f'{name}={value}\n' for name, value in values.items()))


def _append(path: str, text: str) -> None:
    try:
        with open(path, 'a', encoding='utf-8') as stream:
            stream.write(text)
    except OSError as error:  # a full disk does not say which file it was
        raise OSError(error.errno, f'cannot be written: {error.strerror}', path) from None
