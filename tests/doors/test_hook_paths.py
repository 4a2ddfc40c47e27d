"""Which files a hook is handed: one table, under Python's `re`, under pre-commit, under prek, and by the tags of `identify`.

The tools run the manifest's own `files`, `types` and `types_or`; only the program behind them is one that prints its arguments.
"""
from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from doors.tools import BIN, ROOT, Run
from pace import within
from repository import Repository
from ruamel.yaml import YAML

MANIFEST = {hook['id']: hook for hook in YAML(typ='safe').load((ROOT / '.pre-commit-hooks.yaml').read_text(encoding='utf-8'))}

GOOD = {
    'mcp-hooks': (
        '.mcp.json', 'packages/web/.mcp.json', 'a b/.mcp.json', '配置/.mcp.json', '.mcp.json.example', '.mcp.example.json',
        '.mcp.json.bak', '.mcp.json~', 'mcp.json', 'mcp.json5', 'my-mcp-servers.yaml', 'mcp.prod.yml', 'config/mcp.toml',
        '.vscode/mcp.json', '.vscode/settings.json', 'app.code-workspace', '.devcontainer/devcontainer.json',
        '.devcontainer/python/devcontainer.json', '.cursor/mcp.json', '.cursor/mcp.json.template', '.codex/config.toml',
        '.codex/config.toml.example', '.gemini/settings.json', 'opencode.json', 'opencode.jsonc', '.zed/settings.json',
        '.roo/mcp.json', '.kilocode/mcp.json', 'claude_desktop_config.json', 'docs/claude_desktop_config.example.json',
        '.claude.json', '.claude/settings.json', '.claude/settings.local.json', '.claude/agents/deep/er/reviewer.md',
        '.claude-plugin/plugin.json', '.claude-plugin/marketplace.json', '.github/agents/a.agent.md', '.continue/config.yaml',
        '.continue/mcpServers/a.yaml', '.continue/mcpServers/a.json', 'cline_mcp_settings.json', '.amazonq/default.json',
        '.amazonq/cli-agents/a.json', '.kiro/settings/mcp.json', 'librechat.yaml', 'smithery.yaml', 'server.json',
        'manifest.json', 'gemini-extension.json', 'fastmcp.json', '.config/goose/config.yaml', 'mcp_settings.json',
    ),
    'mcp-credentials': (
        'README.md', 'docs/set-up.mdx', '.env', '.env.local', 'prod.env', 'prod.env.example', 'scripts/install.sh', 'run.ps1',
        'Makefile', 'makefile', 'justfile', '.justfile', 'Dockerfile', 'notebook.ipynb', 'a.json', 'a.yaml', 'a.toml', '.mcp.json',
        '.mcp.json.example', 'a.json5', 'run.cmd', 'setup.fish',
    ),
    'mcp-transcripts': (
        'a.mcp.jsonl', 'captures/first session.mcp.jsonl', 'inspector-protocol-2026-11-30.json', 'x/inspector-network.json',
        'inspector-logs-1.json', 'session.har', 'session.vcr',
    ),
}
BAD = {
    'mcp-hooks': (
        'package.json', 'tsconfig.json', 'README.md', 'src/mcp.py', 'mcp.ts', 'mcp/index.js', 'mcp.json.md', '.mcp.json/inner.txt',
        'mcp.jsonl', 'settings.yaml', 'agents/a.md', 'docs/agents/a.md', '.claude/commands/a.md', 'tests/claude.jsonc', 'image.png',
        'mcp.lock', 'amcp.jsonx', 'codex/AGENTS.md',
    ),
    'mcp-credentials': ('a.py', 'a.png', 'a.lock', 'environment.rb', 'mymakefile', 'a.har', 'LICENSE', 'src/env.ts'),
    'mcp-transcripts': ('a.jsonl', 'mcp.jsonl.txt', 'a.json', 'inspector.json', 'my-inspector-protocol.json', 'har', 'a.har.txt'),
}


def expected(hook: str) -> list[str]:
    paths = {path for table in (GOOD, BAD) for paths in table.values() for path in paths}
    return sorted(path for path in paths if re.search(MANIFEST[hook]['files'], path))


@pytest.mark.parametrize(('hook', 'path'), [(hook, path) for hook, paths in GOOD.items() for path in paths])
def test_good_paths(hook: str, path: str) -> None:
    assert re.search(MANIFEST[hook]['files'], path)
    assert re.search(MANIFEST[hook]['files'], f'deep/er/{path}')


@pytest.mark.parametrize(('hook', 'path'), [(hook, path) for hook, paths in BAD.items() for path in paths])
def test_bad_paths(hook: str, path: str) -> None:
    assert not re.search(MANIFEST[hook]['files'], path)


def test_the_fixer_is_handed_what_is_checked() -> None:
    assert MANIFEST['mcp-fix']['files'] == MANIFEST['mcp-hooks']['files']


@pytest.mark.parametrize('hook', MANIFEST)
def test_a_pattern_is_quick_on_the_longest_paths_that_a_disk_holds(hook: str) -> None:
    pattern = re.compile(MANIFEST[hook].get('files', ''))
    paths = (f'{"mcp" * 85}/' * 15 + 'mcp' * 85, 'a/' * 2_000 + 'x', '.claude/agents/' + 'a/' * 2_000 + 'x', '.example' * 31,
             f'mcp.json{".example" * 30}x', '.env.' * 50 + '/x')
    within(1, lambda: [pattern.search(path) for path in paths])


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """Every path of the table, and links."""
    repo = Repository(tmp_path / 'repo')
    for table in (GOOD, BAD):
        for paths in table.values():
            for path in paths:
                if path != '.mcp.json/inner.txt':
                    repo.write(path, '{}\n')
    try:
        (repo.folder / 'links').mkdir()
        (repo.folder / 'links/.mcp.json').symlink_to('../.mcp.json')
    except OSError:
        pytest.skip('no symbolic links here')
    return repo


@pytest.mark.doors
@pytest.mark.parametrize('tool', ['pre-commit', 'prek'])
def test_what_the_tools_hand_over(tool: str, repo: Repository, run: Run) -> None:
    if not shutil.which(tool, path=str(BIN)):
        pytest.skip(f'{tool} is not installed')
    script = repo.folder.parent / 'show.py'
    script.write_text('import json, sys\nprint("HANDED", json.dumps(sys.argv[1:]))\n')
    hooks = [{**{key: hook[key] for key in ('id', 'name', 'types', 'types_or', 'require_serial') if key in hook}, 'files': hook['files'],
              'entry': f'"{sys.executable}" "{script}" {hook["id"]}', 'language': 'system', 'verbose': True}
             for hook in MANIFEST.values() if 'files' in hook]
    repo.write('.pre-commit-config.yaml', json.dumps({'repos': [{'repo': 'local', 'hooks': hooks}]}))
    repo.git('add', '-A')
    done = run(tool, 'run', '--all-files', cwd=repo.path)
    assert done.returncode == 0, done.stdout
    handed = {}
    for line in done.stdout.splitlines():
        _, found, names = line.partition('HANDED ')
        if found:
            hook, *paths = json.loads(names)
            handed[hook] = sorted(paths)
    more = {'mcp-hooks': ['links/.mcp.json'], 'mcp-credentials': ['.pre-commit-config.yaml', 'links/.mcp.json']}
    here = {path for path in repo.git('ls-files', '-z').split('\0') if path}
    assert handed == {hook: sorted([path for path in expected(hook) if path in here] + more.get(hook, []))
                      for hook in MANIFEST if 'files' in MANIFEST[hook]}


@pytest.mark.parametrize('hook', ['mcp-hooks', 'mcp-credentials'])
def test_identify_knows_the_files_well_enough_to_let_them_through(hook: str, repo: Repository) -> None:
    """Its finer tags would not do: a `.jsonc`, a `.code-workspace` or a `.example` is no `json` to it."""
    identify = pytest.importorskip('identify.identify')
    wanted = set(MANIFEST[hook]['types_or'])
    assert MANIFEST[hook]['types'] == []
    for path in GOOD[hook]:
        assert identify.tags_from_path(str(repo.folder / path)) & wanted, path
    assert 'json' not in identify.tags_from_path(str(repo.folder / 'opencode.jsonc'))
    assert identify.tags_from_path(str(repo.folder / 'links/.mcp.json')) == {'symlink'}
