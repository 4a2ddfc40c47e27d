"""The real action.yml, through act on this machine: no container, no network, `codeql-action` replaced by a stub that keeps its file."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import fake
import pytest
from doors.tools import BIN, ROOT, once
from repository import Repository
from ruamel.yaml import YAML

pytestmark = pytest.mark.doors
ACTION = YAML(typ='safe').load((ROOT / 'action.yml').read_text(encoding='utf-8'))
SECRET, OLD_SECRET = fake.github_pat('action'), fake.github_pat('base')
CLEAN = '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}\n'
needs_act = pytest.mark.skipif(sys.platform == 'win32' or not shutil.which('act', path=str(BIN)), reason='act is not installed')


def leaking(secret: str, server: str = 'github') -> str:
    return json.dumps({'mcpServers': {server: {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': secret}}}}, indent=2) + '\n'


@cache
def offline() -> tuple[str, ...]:
    """A command that takes the network away, where this user may."""
    for command in (('unshare', '-n'), ('unshare', '-rn')):
        if shutil.which('unshare') and subprocess.run([*command, 'true'], capture_output=True).returncode == 0:
            return command
    return ()


class Played:
    """What a workflow left behind: the log, outcome and outputs of each step, and the files that were uploaded."""

    def __init__(self, folder: Path) -> None:
        self.log = (folder / 'log.txt').read_text(encoding='utf-8')
        self.steps: dict[str, dict[str, Any]] = json.loads((folder / 'steps.json').read_text(encoding='utf-8'))
        self.uploads = [path.read_text(encoding='utf-8') for path in sorted(folder.glob('*.sarif'))]
        self.folder = folder

    def outcome(self, step: str) -> str:
        return str(self.steps[step]['outcome'])

    def outputs(self, step: str) -> dict[str, str]:
        return {name: value for name, value in self.steps[step]['outputs'].items() if value and name != 'sarif-file'}

    def paths(self, upload: int) -> list[str]:
        return sorted(one['locations'][0]['physicalLocation']['artifactLocation']['uri']
                      for one in json.loads(self.uploads[upload])['runs'][0]['results'])


def play(folder: Path, repo: Repository, event: str, steps: list[dict[str, Any]], environment: dict[str, str], checkout: Repository,
         payload: dict[str, Any]) -> None:
    """Run a workflow of our Action's steps on a repository; each step has an id and inputs."""
    folder.mkdir()
    upload = next(step['uses'] for step in ACTION['runs']['steps'] if 'uses' in step)
    workflow = {'on': [event], 'jobs': {'scan': {
        'runs-on': 'ubuntu-latest',
        # what jobs of Python projects set, and what would bring code of the workspace into an interpreter that heeds it
        'env': {'PYTHONPATH': '${{ github.workspace }}', 'PYTHONSTARTUP': '${{ github.workspace }}/sitecustomize.py',
                'PIP_CONSTRAINT': 'missing.txt', 'PIP_USER': '1'},
        'steps': [{'uses': 'actions/checkout@v4'}]
        + [{'uses': 'mcp-hooks/mcp-hooks@v1', 'continue-on-error': True, **step} for step in steps]
        + [{'if': 'always()', 'run': 'printf %s "$STEPS" > "$KEPT/steps.json"', 'env': {'STEPS': '${{ toJSON(steps) }}'}}],
    }}}
    repo.write('.github/workflows/ci.yml', json.dumps(workflow))
    (folder / 'event.json').write_text(json.dumps(payload))
    home = folder / 'home'
    home.mkdir()
    done = subprocess.run(
        [*offline(), str(BIN / 'act'), event, '-P', 'ubuntu-latest=-self-hosted', '--no-cache-server',
         '--artifact-server-addr', '127.0.0.1', '-e', str(folder / 'event.json'),
         '--local-repository', f'mcp-hooks/mcp-hooks@v1={checkout.path}', '--env', f'KEPT={folder}',
         '--local-repository', f'{upload.replace("/upload-sarif", "")}={ROOT / "tests/doors/stubs/codeql-action"}'],
        cwd=repo.path, env={**environment, 'HOME': str(home), 'XDG_CACHE_HOME': str(home / 'cache')}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=600)
    (folder / 'log.txt').write_bytes(done.stdout)
    shutil.rmtree(home, ignore_errors=True)


HOSTILE = 'import pathlib\npathlib.Path({kept!r}, "pwned").write_text(__file__)\n'


@pytest.fixture(scope='session')
def push(shared: Path, door_environment: dict[str, str], checkout: Repository) -> Played:
    def make(folder: Path) -> None:
        repo = Repository(shared / 'pushed')
        for name in ('argparse.py', 'json.py', 'os.py', 'sitecustomize.py', 'mcp_hooks/__init__.py', 'mcp_hooks/__main__.py',
                     'mcp_hooks/action.py', 'encodings/__init__.py', 'pip.py', 'venv.py', 'git', 'python3'):
            repo.write(name, HOSTILE.format(kept=str(folder)))
        repo.write('clean/.mcp.json', CLEAN)
        repo.write('leak/.mcp.json', leaking(SECRET, 'x\n::error::from a server\n##[error]y'))
        repo.write('leak/::warning::path/.mcp.json', leaking(fake.github_pat(2)))
        repo.write('empty/README.md', 'Nothing here.\n')
        repo.write('broken.toml', 'ignroe = ["credential"]\n')
        repo.commit()
        steps = [
            {'id': 'clean', 'with': {'paths': 'clean', 'upload-sarif': 'true'}},
            {'id': 'leak', 'with': {'paths': 'leak', 'upload-sarif': 'true'}},
            {'id': 'never', 'with': {'paths': 'leak\nclean\n', 'fail-on': 'never', 'annotations': 'false', 'summary': 'false',
                                     'sarif-file': 'reports/deep/mcp.sarif'}},
            {'id': 'ignored', 'with': {'paths': 'leak', 'ignore': 'credential, server-name'}},
            {'id': 'empty', 'with': {'paths': 'empty'}},
            {'id': 'changed', 'with': {'paths': 'clean', 'changed-only': 'files'}},
            {'id': 'word', 'with': {'fail-on': 'sometimes'}},
            {'id': 'option', 'with': {'paths': '--output=pwned'}},
            {'id': 'shell', 'with': {'paths': 'clean; touch "$KEPT/pwned"; $(touch "$KEPT/pwned")'}},
            {'id': 'settings', 'with': {'paths': 'clean', 'config': 'broken.toml'}},
        ]
        play(folder, repo, 'push', steps, door_environment, checkout, {'before': '0' * 40})

    return Played(once(shared / 'push', make))


@needs_act
def test_a_clean_tree(push: Played) -> None:
    assert push.outcome('clean') == 'success', push.log
    assert push.outputs('clean') == {'findings': '0', 'errors': '0', 'warnings': '0', 'failed': 'false'}


@needs_act
def test_findings_fail_after_the_upload(push: Played) -> None:
    assert push.outcome('leak') == 'failure', push.log
    assert push.outputs('leak') == {'findings': '3', 'errors': '2', 'warnings': '1', 'failed': 'true'}
    assert len(push.uploads) == 2, 'one of the clean run, so that old alerts close, and one of the failing run'
    assert push.paths(0) == []
    assert push.paths(1) == ['leak/%3A%3Awarning%3A%3Apath/.mcp.json', 'leak/.mcp.json', 'leak/.mcp.json']


@needs_act
def test_annotations_summary_and_log(push: Played) -> None:
    assert '::error file=leak/.mcp.json,line=6,endLine=6,col=26,endColumn=66,title=MCP401 credential-in-env::' in push.log
    assert 'Summary - ## mcp-hooks' in push.log
    assert push.log.count('::warning file=leak/.mcp.json,line=3') == 1, 'not where annotations are off'
    assert SECRET not in push.log


@needs_act
def test_nothing_that_a_file_holds_becomes_a_command(push: Played) -> None:
    lines = [line.partition('| ')[2].strip() or line for line in push.log.splitlines()]
    assert not [line for line in lines if line.startswith(('::error::from', '##[error]y', '::warning::path'))]


@needs_act
def test_the_threshold_can_be_turned_off(push: Played) -> None:
    assert push.outcome('never') == 'success', push.log
    assert push.outputs('never') == {'findings': '3', 'errors': '2', 'warnings': '1', 'failed': 'false'}
    assert push.steps['never']['outputs']['sarif-file'] == 'reports/deep/mcp.sarif'


@needs_act
def test_rules_can_be_left_out(push: Played) -> None:
    assert push.outcome('ignored') == 'success', push.log
    assert push.outputs('ignored')['findings'] == '0'


@needs_act
def test_a_run_that_looked_at_nothing_says_so(push: Played) -> None:
    assert push.outcome('empty') == 'success', push.log
    assert 'No MCP configuration was found below empty.' in push.log


@needs_act
def test_a_push_without_a_base_scans_everything_and_says_so(push: Played) -> None:
    assert push.outcome('changed') == 'success', push.log
    assert 'push changes nothing that is known, so the whole tree was scanned' in push.log


@needs_act
@pytest.mark.parametrize(('step', 'message'), [
    ('word', "the input fail-on takes error, warning, note, never, not 'sometimes'"),
    ('option', 'a path must not look like an option; put ./ before it'),
    ('shell', 'no such'),
    ('settings', "did you mean 'ignore'"),
])
def test_a_wrong_input_fails_at_once_and_is_explained(push: Played, step: str, message: str) -> None:
    assert push.outcome(step) == 'failure', push.log
    assert push.outputs(step) == {}
    assert message in push.log


@needs_act
def test_nothing_of_the_workspace_was_run(push: Played) -> None:
    assert not (push.folder / 'pwned').exists()
    assert not list((push.folder.parent / 'pushed').rglob('__pycache__'))


@pytest.fixture(scope='session')
def fork(shared: Path, door_environment: dict[str, str], checkout: Repository) -> Played:
    """A pull request from a fork, checked out as GitHub does: the merge commit."""
    def make(folder: Path) -> None:
        repo = Repository(shared / 'forked')
        repo.write('.gitignore', '.github/\n')
        repo.write('old/.mcp.json', leaking(OLD_SECRET))
        repo.commit('base')
        repo.git('checkout', '-q', '-b', 'change')
        repo.write('new/.mcp.json', leaking(SECRET))
        repo.write('.mcp-hooks.toml', 'ignore = ["credential"]\n')
        repo.commit('change')
        repo.git('checkout', '-q', 'main')
        repo.write('README.md', 'The base goes on.\n')
        repo.commit('more')
        repo.git('merge', '-q', '--no-ff', '--no-edit', 'change')
        steps = [
            {'id': 'files', 'with': {'changed-only': 'files', 'no-such-input': 'x', 'upload-sarif': 'true', 'trust-base': 'true'}},
            {'id': 'trusting', 'with': {'changed-only': 'files'}},
        ]
        play(folder, repo, 'pull_request', steps, door_environment, checkout, {'pull_request': {
            'head': {'repo': {'fork': True}}, 'base': {'sha': repo.git('rev-parse', 'main^1').strip()}}})

    return Played(once(shared / 'fork', make))


@needs_act
def test_a_pull_request_from_a_fork_is_annotated_and_not_uploaded(fork: Played) -> None:
    assert fork.outcome('files') == 'failure', fork.log
    assert fork.uploads == []
    assert 'the SARIF file was not uploaded: the token of a pull request from a fork cannot write' in fork.log


@needs_act
def test_only_what_the_pull_request_changes_is_reported(fork: Played) -> None:
    assert fork.outputs('files')['findings'] == '1', fork.log
    assert 'new/.mcp.json:6:26: error MCP401' in fork.log
    assert 'old/.mcp.json:' not in fork.log


@needs_act
def test_a_pull_request_silences_itself_unless_the_base_is_trusted(fork: Played) -> None:
    assert fork.outputs('files')['failed'] == 'true'
    assert fork.outputs('trusting')['findings'] == '0', fork.log


def test_every_input_is_handed_over() -> None:
    text = (ROOT / 'action.yml').read_text(encoding='utf-8')
    scan = ACTION['runs']['steps'][0]
    assert sorted(scan['env']) == sorted(f'MCP_HOOKS_{name.upper().replace("-", "_")}' for name in ACTION['inputs'])
    assert all(value == f'${{{{ inputs.{name[10:].lower().replace("_", "-")} }}}}' for name, value in scan['env'].items())
    for step in ACTION['runs']['steps']:
        assert '${{' not in step.get('run', ''), 'an expression in a script is an injection'
    assert '@' in text


@pytest.mark.parametrize(('schema', 'paths'), [
    ('vendor.github-actions', ['action.yml']),
    ('vendor.github-workflows', ['.github/workflows/ci.yml', '.github/workflows/release.yml']),
])
def test_shape_of_action_and_workflows(schema: str, paths: list[str]) -> None:
    if not (BIN / 'check-jsonschema').exists():
        pytest.skip('check-jsonschema is not installed')
    done = subprocess.run([BIN / 'check-jsonschema', '--builtin-schema', schema, *paths], cwd=ROOT, capture_output=True, encoding='utf-8')
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(('persona', 'paths'), [('auditor', ['action.yml']), ('regular', ['.github'])])
def test_zizmor_finds_nothing(persona: str, paths: list[str]) -> None:
    if not (BIN / 'zizmor').exists():
        pytest.skip('zizmor is not installed')
    done = subprocess.run([BIN / 'zizmor', '--offline', '--persona', persona, '--no-progress', *paths], cwd=ROOT,
                          capture_output=True, encoding='utf-8')
    assert done.returncode == 0, done.stdout
