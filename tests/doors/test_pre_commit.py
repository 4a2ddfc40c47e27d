"""The hooks under the real pre-commit and the real prek, in real repositories."""
from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import fake
import pytest
from doors.tools import BIN, ROOT, Run, once
from repository import Repository

pytestmark = pytest.mark.doors
TOOLS = [pytest.param(tool, marks=pytest.mark.skipif(not shutil.which(tool, path=str(BIN)), reason=f'{tool} is not installed'))
         for tool in ('pre-commit', 'prek')]
CLEAN = json.dumps({'mcpServers': {'docs': {'type': 'http', 'url': 'https://docs.example/mcp'}}}, indent=2) + '\n'
SECRET = fake.github_pat('door')
HOOKS = ('mcp-hooks', 'mcp-credentials', 'mcp-fix', 'mcp-transcripts', 'mcp-scan')


def leaking(secret: str = SECRET) -> str:
    """The credential stands on line 6."""
    return json.dumps({'mcpServers': {'github': {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': secret}}}}, indent=2) + '\n'


@pytest.mark.parametrize('tool', TOOLS)
def test_the_manifest_is_valid(tool: str, run: Run) -> None:
    done = run(tool, 'validate-manifest', ROOT / '.pre-commit-hooks.yaml')
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize('tool', TOOLS)
def test_try_repo_in_a_fresh_repository(tool: str, run: Run, tmp_path: Path, checkout: Repository) -> None:
    repo = Repository(tmp_path / 'fresh')
    repo.write('.mcp.json', leaking())
    repo.write('docs/.mcp.json', CLEAN)
    repo.git('add', '-A')
    done = run(tool, 'try-repo', checkout.path, 'mcp-hooks', '--all-files', cwd=repo.path)
    assert done.returncode == 1, done.stdout
    assert '.mcp.json:6:26: error MCP401 credential-in-env' in done.stdout
    assert SECRET not in done.stdout
    assert 'docs/.mcp.json' not in done.stdout


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def repo(tool: str, run: Run, tmp_path: Path, shared: Path, checkout: Repository) -> Repository:
    """A repository with our hooks installed. The environment behind them is built once for each tool."""
    repo = Repository(tmp_path / 'repo')
    repo.write('.pre-commit-config.yaml', json.dumps({'repos': [
        {'repo': checkout.path, 'rev': checkout.git('rev-parse', 'HEAD').strip(), 'hooks': [
            {'id': name, **({'stages': ['manual']} if name in HOOKS[2:] else {})} for name in HOOKS]}]}))

    def build(folder: Path) -> None:
        done = run(tool, 'install-hooks', cwd=repo.path)
        assert done.returncode == 0, done.stdout

    once(shared / f'{tool}-environment', build)
    installed = run(tool, 'install', cwd=repo.path)
    assert installed.returncode == 0, installed.stdout
    repo.git('add', '.pre-commit-config.yaml')
    repo.git('commit', '-q', '--no-verify', '-m', 'hooks')
    return repo


def commit(run: Run, repo: Repository, **more: str) -> tuple[int, str]:
    """Try to commit what is staged; the exit code and all that git and the hooks say."""
    done = run('git', 'commit', '-q', '-m', 'change', cwd=repo.path, **more)
    return done.returncode, done.stdout


def test_a_commit_with_a_credential_is_stopped_and_a_clean_one_passes(repo: Repository, run: Run) -> None:
    before = repo.git('rev-parse', 'HEAD')
    repo.write('.mcp.json', leaking())
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 1, output
    assert '.mcp.json:6:26: error MCP401 credential-in-env' in output
    assert SECRET not in output
    assert repo.git('rev-parse', 'HEAD') == before

    repo.write('.mcp.json', CLEAN)
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 0, output
    assert 'nothing was checked' not in output
    assert 'clean:' not in output
    assert repo.git('rev-parse', 'HEAD') != before


def test_the_index_decides_and_not_the_work_tree(repo: Repository, run: Run) -> None:
    repo.write('.mcp.json', CLEAN)
    repo.git('add', '-A')
    repo.write('.mcp.json', leaking())  # not staged: no business of this commit
    code, output = commit(run, repo)
    assert code == 0, output

    repo.git('add', '-A')
    repo.write('.mcp.json', CLEAN)  # mended in the work tree only
    code, output = commit(run, repo)
    assert code == 1, output
    assert '.mcp.json:6:26' in output
    assert (repo.folder / '.mcp.json').read_text() == CLEAN


ODD_NAMES = ('--output=evil/.mcp.json', '-/.mcp.json', '--help.mcp.json', 'a b/.mcp.json', "it's/.mcp.json", 'naïve/.mcp.json',
             '配置/.mcp.json', 'zz/😀.mcp.json', '$(touch pwned)/.mcp.json')
NOT_ON_WINDOWS = ('"quoted"/.mcp.json', 'back\\slash/.mcp.json', 'line\nbreak/.mcp.json', '::error::x/.mcp.json')


def test_odd_names_are_checked_and_the_report_is_sorted(repo: Repository, run: Run) -> None:
    names = ODD_NAMES if os.name == 'nt' else ODD_NAMES + NOT_ON_WINDOWS
    for number, name in enumerate(names):
        repo.write(name, leaking(fake.github_pat(number)))
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 1, output
    report = output.partition('find credentials beside MCP')[0]
    found = [line.strip().partition(':6:26: error MCP401')[0] for line in report.splitlines() if ':6:26: error MCP401' in line]
    shown = {'line\nbreak/.mcp.json': 'line\\nbreak/.mcp.json', '::error::x/.mcp.json': ': :error: :x/.mcp.json'}
    assert found == [shown.get(name, name) for name in sorted(names)]
    assert not any((repo.folder / name).exists() for name in ('evil', 'pwned'))


def test_symbolic_links_are_read_at_their_target_and_never_out_of_the_repository(repo: Repository, run: Run, tmp_path: Path) -> None:
    outside = tmp_path / 'outside.json'
    outside.write_text(leaking())
    (repo.folder / 'links').mkdir()
    for name, target in (('.mcp.json', outside), ('up.mcp.json', Path('../../outside.json')), ('loop.mcp.json', Path('loop.mcp.json')),
                         ('gone.mcp.json', Path('nowhere.json'))):
        try:
            (repo.folder / 'links' / name).symlink_to(target)
        except OSError:
            pytest.skip('no symbolic links here')
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 0, output

    repo.write('shared/servers.txt', leaking(fake.github_pat('inside')))
    (repo.folder / 'inside.mcp.json').symlink_to('shared/servers.txt')
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 1, output
    assert 'shared/servers.txt:6:26: error MCP401 credential-in-env' in output
    assert 'outside' not in output


def test_what_is_passed_over_is_named(repo: Repository, run: Run, tool: str) -> None:
    repo.write('.mcp.json', CLEAN.ljust(6_000_000) + '\n')
    repo.git('add', '-A')
    done = run(tool, 'run', '--verbose', 'mcp-hooks', cwd=repo.path)
    assert done.returncode == 0, done.stdout
    assert 'skipped .mcp.json: ' in done.stdout


def test_credentials_are_found_beside_configurations(repo: Repository, run: Run) -> None:
    repo.write('README.md', f'# Set-up\n\n    claude mcp add github -e GITHUB_TOKEN={SECRET} -- npx -y github-mcp\n')
    repo.write('notes.txt', 'no mark of the protocol here\n')
    repo.git('add', '-A')
    code, output = commit(run, repo)
    assert code == 1, output
    assert 'README.md:3:' in output
    assert SECRET not in output


def test_the_whole_repository_can_be_scanned(repo: Repository, run: Run, tool: str) -> None:
    repo.write('config/servers.backup', leaking())
    repo.write('unknown/name.json', leaking(fake.github_pat('content')))
    repo.commit()
    done = run(tool, 'run', 'mcp-scan', '--hook-stage', 'manual', cwd=repo.path)
    assert done.returncode == 1, done.stdout
    assert 'unknown/name.json:6:26: error MCP401' in done.stdout


def test_the_fixer_mends_and_fails_once(repo: Repository, run: Run, tool: str) -> None:
    path = repo.write('.mcp.json', CLEAN.replace('"type": "http",', '').replace('\n      \n', '\n'))
    repo.git('add', '-A')
    first = run(tool, 'run', 'mcp-fix', '--hook-stage', 'manual', cwd=repo.path)
    assert first.returncode == 1, first.stdout
    assert json.loads(path.read_text()) == json.loads(CLEAN)
    repo.git('add', '-A')
    second = run(tool, 'run', 'mcp-fix', '--hook-stage', 'manual', cwd=repo.path)
    assert second.returncode == 0, second.stdout


def test_a_committed_capture_is_judged(repo: Repository, run: Run, tool: str) -> None:
    repo.write('captures/first.mcp.jsonl', '\n'.join(json.dumps(message) for message in (
        {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}, {'jsonrpc': '1.0', 'id': 1, 'result': {'tools': []}})) + '\n')
    repo.git('add', '-A')
    done = run(tool, 'run', 'mcp-transcripts', '--hook-stage', 'manual', cwd=repo.path)
    assert done.returncode == 1, done.stdout
    assert 'captures/first.mcp.jsonl' in done.stdout
