"""The Action's inputs, the base of each event, and what it writes; the real thing is played in tests/doors/test_action.py."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import fake
import pytest
from repository import ENVIRONMENT, Repository

from mcp_hooks import action
from mcp_hooks.action import base_of, event, inputs
from mcp_hooks.cli import UsageError, main


def test_nothing_given() -> None:
    given = inputs({})
    assert given.paths == ('.',)
    assert (given.fail_on, given.changed_only) == ('error', 'none')
    assert (given.select, given.ignore, given.clients) == ((), (), ())
    assert (given.annotations, given.summary, given.trust_base, given.upload) == (True, True, False, False)
    assert inputs({'MCP_HOOKS_PATHS': ' \n', 'MCP_HOOKS_FAIL_ON': '', 'MCP_HOOKS_SUMMARY': ''}) == given._replace(summary=True)


def test_everything_given() -> None:
    given = inputs({'MCP_HOOKS_PATHS': 'a b\n\n  c  \n', 'MCP_HOOKS_FAIL_ON': ' warning ', 'MCP_HOOKS_CHANGED_ONLY': 'lines',
                    'MCP_HOOKS_SELECT': 'a, b', 'MCP_HOOKS_IGNORE': 'c', 'MCP_HOOKS_CLIENTS': 'cursor', 'MCP_HOOKS_ANNOTATIONS': 'False',
                    'MCP_HOOKS_SUMMARY': 'no', 'MCP_HOOKS_TRUST_BASE': 'TRUE', 'MCP_HOOKS_SARIF_FILE': 'x.sarif'})
    assert given.paths == ('a b', 'c')
    assert (given.fail_on, given.changed_only) == ('warning', 'lines')
    assert (given.select, given.ignore, given.clients) == (('a, b',), ('c',), ('cursor',))
    assert (given.annotations, given.summary, given.trust_base) == (False, False, True)
    assert given.sarif_file == 'x.sarif'


@pytest.mark.parametrize(('name', 'value', 'message'), [
    ('FAIL_ON', 'sometimes', "the input fail-on takes error, warning, note, never, not 'sometimes'"),
    ('CHANGED_ONLY', 'yes', "the input changed-only takes none, files, lines, not 'yes'"),
    ('TRUST_BASE', 'maybe', "the input trust-base takes true or false, not 'maybe'"),
    ('PATHS', 'a\n--staged', 'a path must not look like an option; put ./ before it'),
    ('SARIF_FILE', 'a\nfailed=false', 'the input sarif-file must be one line of printable characters'),
])
def test_wrong_inputs(name: str, value: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        inputs({f'MCP_HOOKS_{name}': value})
    assert str(raised.value) == message


PULL = {'pull_request': {'base': {'sha': 'b' * 40}, 'head': {'repo': {'fork': True}}}}


@pytest.mark.parametrize(('name', 'data', 'merge', 'base'), [
    ('pull_request', PULL, True, 'HEAD^1'),
    ('pull_request', PULL, False, 'b' * 40),
    ('pull_request_target', PULL, False, 'b' * 40),
    ('pull_request', {}, False, ''),
    ('pull_request', {'pull_request': None}, False, ''),
    ('pull_request', {'pull_request': {'base': {'sha': 5}}}, False, ''),
    ('merge_group', {'merge_group': {'base_sha': 'c' * 40}}, True, 'c' * 40),
    ('push', {'before': 'a' * 40}, True, 'a' * 40),
    ('push', {'before': '0' * 40}, False, ''),
    ('push', {}, False, ''),
    ('schedule', {'before': 'a' * 40}, False, ''),
    ('', {}, False, ''),
])
def test_base(name: str, data: dict[str, Any], merge: bool, base: str) -> None:
    assert base_of(name, data, lambda: merge) == base


@pytest.mark.parametrize('content', ['', 'x', '[]', 'null', '{"a": 1}'])
def test_event(content: str, tmp_path: Path) -> None:
    (tmp_path / 'event.json').write_text(content)
    assert event({'GITHUB_EVENT_PATH': str(tmp_path / 'event.json')}) == ({'a': 1} if 'a' in content else {})
    assert event({'GITHUB_EVENT_PATH': str(tmp_path / 'nowhere')}) == event({}) == {}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in ('GITHUB_EVENT_NAME', 'GITHUB_EVENT_PATH', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GIT_DIR', 'GIT_INDEX_FILE',
                 'GIT_WORK_TREE'):
        monkeypatch.delenv(name, raising=False)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    monkeypatch.setenv('RUNNER_TEMP', str(tmp_path / 'temp'))
    repo = Repository(tmp_path / 'repo')
    repo.write('.mcp.json', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}\n')
    repo.commit()
    monkeypatch.chdir(repo.folder)
    return repo


def test_what_it_writes(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv('GITHUB_OUTPUT', str(tmp_path / 'output'))
    monkeypatch.setenv('GITHUB_STEP_SUMMARY', str(tmp_path / 'summary'))
    assert main(['action']) == 0, 'the threshold is a step of its own'
    out = capsys.readouterr().out
    start, *middle, last = out.split('::error ')[0].splitlines()
    assert start == f'::stop-commands::{last.strip(":")}'
    assert middle[0].startswith('.mcp.json:1:')
    assert out.count('::error file=.mcp.json,line=1,') == 1
    sarif = tmp_path / 'temp/mcp-hooks.sarif'
    assert (tmp_path / 'output').read_text(encoding='utf-8') == f'findings=1\nerrors=1\nwarnings=0\nsarif-file={sarif}\nfailed=true\n'
    assert (tmp_path / 'summary').read_text(encoding='utf-8').startswith('## mcp-hooks\n')
    assert json.loads(sarif.read_text(encoding='utf-8'))['runs'][0]['results']


def test_without_a_runner_it_still_runs(repo: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv('RUNNER_TEMP')
    assert main(['action']) == 0
    assert (repo.folder / 'mcp-hooks.sarif').exists()


def test_an_internal_error_is_an_annotation_and_fails(repo: Repository, monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise ValueError('text of the file')

    monkeypatch.setattr(action, '_report', fail)
    assert main(['action']) == 2
    shown = capsys.readouterr()
    assert shown.out.startswith('::error title=mcp-hooks::internal error: ValueError in action.py:')
    assert 'text of the file' not in shown.out + shown.err


@pytest.mark.skipif(not os.path.exists('/dev/full'), reason='no device that is always full')
@pytest.mark.parametrize('name', ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])
def test_a_full_disk_is_told_with_the_file(repo: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
                                           name: str) -> None:
    monkeypatch.setenv(name, '/dev/full')
    assert main(['action']) == 2
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == '::error title=mcp-hooks::/dev/full: cannot be written: No space left on device'


def test_a_shallow_checkout_is_told_about_its_depth(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / 'event.json').write_text(json.dumps(PULL))
    monkeypatch.setenv('GITHUB_EVENT_NAME', 'pull_request')
    monkeypatch.setenv('GITHUB_EVENT_PATH', str(tmp_path / 'event.json'))
    monkeypatch.setenv('MCP_HOOKS_CHANGED_ONLY', 'files')
    monkeypatch.setenv('MCP_HOOKS_UPLOAD_SARIF', 'true')
    assert main(['action']) == 0
    out = capsys.readouterr().out
    assert '::notice title=mcp-hooks::' in out
    assert 'fetch-depth: 0' in out
    assert 'the SARIF file was not uploaded' in out
    monkeypatch.setenv('MCP_HOOKS_TRUST_BASE', 'true')
    assert main(['action']) == 2, 'without its base a pull request cannot be kept from silencing itself'
    assert '::error title=mcp-hooks::' in capsys.readouterr().out


@pytest.mark.parametrize('name', ['FAIL_ON', 'TRUST_BASE', 'CONFIG', 'BASELINE', 'SELECT', 'CLIENTS', 'PATHS', 'SARIF_FILE'])
def test_a_credential_in_the_wrong_input_is_not_shown(repo: Repository, monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str], name: str) -> None:
    token = fake.github_pat('input')
    (repo.folder / token).mkdir()
    monkeypatch.setenv(f'MCP_HOOKS_{name}', token)
    assert main(['action']) == (0 if name == 'PATHS' else 2)
    shown = capsys.readouterr()
    assert token not in shown.out + shown.err
    assert '::error title=mcp-hooks::' in shown.out or name == 'PATHS'


@pytest.mark.skipif(sys.platform == 'win32', reason='the Python that is found is a shell script')
def test_no_python_of_the_workspace_is_taken(tmp_path: Path) -> None:
    """Where PATH names the current folder, or nothing between two colons."""
    workspace, tools = tmp_path / 'workspace', tmp_path / 'tools'
    for folder, text in ((workspace, f'touch {tmp_path / "pwned"}'), (tools, '[ "$2" = -c ]')):
        folder.mkdir()
        (folder / 'python3').write_text(f'#!/bin/sh\n{text}\n')
        (folder / 'python3').chmod(0o755)
    script = Path(__file__).resolve().parents[1] / 'action/run.sh'
    done = subprocess.run(['bash', str(script)], cwd=workspace, capture_output=True, encoding='utf-8', timeout=60, env={
        **os.environ, 'PATH': f'.::{tools}:{os.environ["PATH"]}', 'RUNNER_TEMP': str(tmp_path), 'GITHUB_WORKSPACE': str(workspace)})
    assert (done.returncode, done.stdout) == (2, '::error title=mcp-hooks::No virtual environment could be made.\n')
    assert not (tmp_path / 'pwned').exists()
