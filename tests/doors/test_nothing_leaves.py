"""No door lets a credential out: beside the reports of `check` (tests/test_nothing_leaks.py) the history and its cache, the diff of a
fix, the list of servers, the outputs of the Action, settings, baselines, errors."""
from __future__ import annotations

import os
from pathlib import Path

import fake
import pytest
from repository import ENVIRONMENT, Repository
from test_nothing_leaks import FORMATS, forms, planted

from mcp_hooks import check_texts
from mcp_hooks.cli import main


@pytest.fixture(scope='module')
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repository, list[str], list[str]]:
    repo = Repository(tmp_path_factory.mktemp('leaves') / 'repo')
    files, made = planted()
    for name, text in files.items():
        repo.write(name, text)
    repo.commit('first')
    repo.write('.mcp.json', files['.mcp.json'].replace(made[0], fake.github_pat('turned')))
    made.append(fake.github_pat('turned'))
    repo.commit('turned')
    return repo, list(files), made


@pytest.fixture(autouse=True)
def _here(project: tuple[Repository, list[str], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project[0].folder)
    for name in ('GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE', 'GITHUB_EVENT_PATH'):
        monkeypatch.delenv(name, raising=False)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])


def leaks(text: str, made: list[str]) -> list[str]:
    """The credentials that stand in a text in one form or another; shown by their number, never by their text."""
    return [f'credential {number}' for number, secret in enumerate(made) if any(form in text for form in forms(secret))]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    shown = capsys.readouterr()
    assert 'internal error' not in shown.err
    return shown.out + shown.err


@pytest.mark.parametrize('format', FORMATS)
def test_the_history(format: str, project: tuple[Repository, list[str], list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    _, _, made = project
    text = said(capsys, 'scan', '--history', '--format', format, '--no-settings')
    assert 'MCP4' in text
    assert leaks(text, made) == []


def test_the_cache_of_the_history(project: tuple[Repository, list[str], list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    repo, _, made = project
    said(capsys, 'scan', '--history', '--no-settings')
    ours = [path for path in (repo.folder / '.git').rglob('*') if path.is_file() and 'mcp-hooks' in str(path)]
    assert ours, 'the cache is kept in the git folder'
    assert leaks('\n'.join(path.read_bytes().decode('latin-1') for path in ours), made) == []


@pytest.mark.parametrize('options', [(), ('--credentials',)])
@pytest.mark.parametrize('format', ['diff', 'written'])
def test_a_fix_shows_no_credential(options: tuple[str, ...], format: str, project: tuple[Repository, list[str], list[str]],
                                   capsys: pytest.CaptureFixture[str]) -> None:
    repo, names, made = project
    text = said(capsys, 'fix', '--no-settings', *options, *(['--dry-run'] if format == 'diff' else []), *names)
    assert leaks(text, made) == []
    repo.git('checkout', '-q', '--', '.')


@pytest.mark.parametrize('format', ['html', 'text', 'sarif', 'json'])
@pytest.mark.parametrize('options', [('--select', 'server-name'), ('--ignore', 'credential', '--all-readers'), ('--fail-on', 'never')])
def test_a_credential_that_no_rule_was_asked_for_is_masked_all_the_same(
        format: str, options: tuple[str, ...], project: tuple[Repository, list[str], list[str]],
        capsys: pytest.CaptureFixture[str]) -> None:
    _, _, made = project
    assert leaks(said(capsys, 'scan', '--no-settings', '--format', format, *options), made) == []


def test_the_action(project: tuple[Repository, list[str], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                    capsys: pytest.CaptureFixture[str]) -> None:
    _, _, made = project
    for name in [name for name in os.environ if name.startswith('MCP_HOOKS_')]:
        monkeypatch.delenv(name)
    for name, file in (('RUNNER_TEMP', ''), ('GITHUB_OUTPUT', 'output'), ('GITHUB_STEP_SUMMARY', 'summary')):
        monkeypatch.setenv(name, str(tmp_path / file))
    text = said(capsys, 'action')
    written = {path.name: path.read_text(encoding='utf-8') for path in tmp_path.iterdir()}
    assert set(written) == {'mcp-hooks.sarif', 'output', 'summary'}
    assert leaks(text + ''.join(written.values()), made) == []


def test_settings_in_force_and_captures(project: tuple[Repository, list[str], list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    _, names, made = project
    assert leaks(said(capsys, 'config', '--show'), made) == []
    assert leaks(said(capsys, 'inspect', *names), made) == []


def test_findings_of_the_python_interface_show_nothing(project: tuple[Repository, list[str], list[str]]) -> None:
    """All but the edits of a fix, which are made and never shown."""
    repo, names, made = project
    findings = check_texts([(name, (repo.folder / name).read_bytes()) for name in names])
    assert findings
    shown = [str(finding._replace(fix=None)) + (finding.fix.title if finding.fix else '') for finding in findings]
    assert leaks('\n'.join(shown), made) == []
