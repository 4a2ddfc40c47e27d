"""Who reads a path: each kind with paths that are its own and paths that only look like them."""
from __future__ import annotations

import re
import subprocess
import sys

import cases
import pytest
from cases import kinds_with_a_case

from mcp_hooks.clients import registry

MCP_JSON = ('claude-code-project', 'vscode-root-mcp-json', 'visual-studio', 'copilot-cli', 'qwen-mcp-json')

# kind id -> paths it owns
GOOD = {
    'claude-code-plugin-mcp': ('plugins/a/.mcp.json', 'claude-plugins/x/y/.mcp.json', 'external_plugins/a/.mcp.json'),
    'claude-code-project': ('.mcp.json', 'packages/web/.mcp.json', '.mcp.json.example', 'docs/.mcp.json', '.mcp.example.json'),
    'claude-code-user': ('.claude.json', 'home/.claude.json', 'dot_claude.json'),
    'claude-code-settings': ('.claude/settings.json', 'a/.claude/settings.local.json', 'managed-settings.json'),
    'claude-code-managed': ('managed-mcp.json', 'etc/claude-code/managed-mcp.json'),
    'claude-code-plugin-manifest': ('.claude-plugin/plugin.json', 'plugins/a/.claude-plugin/plugin.json'),
    'claude-code-marketplace': ('.claude-plugin/marketplace.json',),
    'claude-code-agent': ('.claude/agents/a.md', '.claude/agents/deep/er/a.md', 'x/.claude/agents/a.md'),
    'claude-code-unread': ('.claude/.mcp.json', '.claude/mcp.json', 'a/.claude/mcp.json'),
    'claude-desktop': ('claude_desktop_config.json', 'docs/claude_desktop_config.example.json',
                       'claude_desktop_config_windows.json',
                       'claude-desktop-config-npm.json', 'claude_desktop_config.json.template'),
    'vscode-workspace': ('.vscode/mcp.json', 'a/b/.vscode/mcp.json', 'Library/Application Support/Code/User/mcp.json',
                         '.config/Code - Insiders/User/mcp.json'),
    'vscode-settings': ('.vscode/settings.json', '.config/Code/User/settings.json'),
    'vscode-code-workspace': ('app.code-workspace', 'a/b.code-workspace'),
    'devcontainer': ('.devcontainer.json', '.devcontainer/devcontainer.json', '.devcontainer/python/devcontainer.json',
                     'src/x/devcontainer-feature.json'),
    'vscode-unread': ('.vscode/.mcp.json',),
    'cursor': ('.cursor/mcp.json', 'frontend/.cursor/mcp.json', '.cursor/mcp.json.backup', '.cursor/mcp.example.json',
               'dot_cursor/private_mcp.json.tmpl'),
    'cursor-plugin': ('.cursor-plugin/plugin.json',),
    'cursor-unread': ('.cursor/.mcp.json',),
    'copilot-unread': ('.github/copilot/mcp.json', 'docs/.github/copilot/mcp-config.json'),
    'visual-studio': ('.vs/mcp.json',),
    'copilot-cli': ('.github/mcp.json', '.copilot/mcp-config.json', '.config/.copilot/mcp-config.json'),
    'copilot-agent-md': ('.github/agents/a.agent.md', '.github/agents/x/a.md', 'agents/a.agent.md'),
    'windsurf': ('.codeium/windsurf/mcp_config.json', '.codeium/windsurf-next/mcp_config.json', 'x/.codeium/mcp_config.json'),
    'windsurf-unread': ('.windsurf/mcp.json', '.windsurf/mcp_config.json'),
    'cline': ('cline_mcp_settings.json', 'a/cline_mcp_settings.example.json', '.cline/mcp.json'),
    'roo-code': ('.roo/mcp.json', 'x/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    'kilo': ('kilo.json', '.kilo/kilo.jsonc', '.config/kilo/kilo.json'),
    'kilo-legacy': ('.kilocode/mcp.json',),
    'continue-yaml': ('.continue/mcpServers/a.yaml', '.continue/mcpServers/a.yml', '.continue/config.yaml',
                      '.continue/agents/a.yaml'),
    'continue-json': ('.continue/mcpServers/mcp.json',),
    'continue-config-json': ('.continue/config.json',),
    'codex': ('.codex/config.toml', 'a/.codex/config.toml', '.codex/config.toml.example', '.codex/config.template.toml'),
    'codex-unread': ('.codex/mcp.json',),
    'gemini-settings': ('.gemini/settings.json',),
    'gemini-extension': ('gemini-extension.json', 'ext/gemini-extension.json'),
    'gemini-agent': ('.gemini/agents/a.md',),
    'gemini-unread': ('.gemini/mcp.json',),
    'opencode': ('opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.config/opencode/opencode.jsonc'),
    'zed': ('.zed/settings.json', '.config/zed/settings.json'),
    'inspector': ('.mcp-inspector/mcp.json',),
    'junie': ('.junie/mcp/mcp.json', '.junie/mcp/.mcp.json'),
    'junie-unread': ('.junie/mcp.json',),
    'jetbrains-ai-assistant': ('.ai/mcp/mcp.json',),
    'antigravity': ('.agents/mcp_config.json', '.agent/mcp_config.json', '_agents/mcp_config.json', '_agent/mcp_config.json',
                    '.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'),
    'qwen-settings': ('.qwen/settings.json',),
    'crush': ('crush.json', '.crush.json', '.crush/crush.json', '.config/crush/crush.json'),
    'amp': ('.amp/settings.json', '.amp/settings.jsonc', '.config/amp/settings.json'),
    'augment': ('.augment/settings.json', '.augment/settings.local.json'),
    'factory-droid': ('.factory/mcp.json',),
    'amazon-q': ('.amazonq/mcp.json', '.amazonq/default.json', '.aws/amazonq/mcp.json'),
    'amazon-q-agent': ('.amazonq/cli-agents/a.json', '.kiro/agents/a.json', '.amazonq/agents/default.json',
                       '.aws/amazonq/cli-agents/a.json'),
    'kiro': ('.kiro/settings/mcp.json',),
    'kiro-unread': ('.kiro/mcp.json',),
    'goose': ('.config/goose/config.yaml',),
    'librechat': ('librechat.yaml', 'librechat.example.yaml', 'deploy/librechat.yml'),
    'lm-studio': ('.lmstudio/mcp.json',),
    'anythingllm': ('anythingllm_mcp_servers.json', 'plugins/anythingllm_mcp_servers.json'),
    'warp': ('.warp/.mcp.json',),
    'warp-unread': ('.warp/mcp.json',),
    'trae': ('.trae/mcp.json',),
    'docker-catalog': ('.docker/mcp/catalogs/own.yaml',),
    'smithery': ('smithery.yaml', 'packages/a/smithery.yaml'),
    'fastmcp-project': ('fastmcp.json', 'prod.fastmcp.json'),
    'plugin-mcp': ('.github/plugin/.mcp.json',),
    'plugin-manifest': ('.codex-plugin/plugin.json', '.factory-plugin/plugin.json', '.github/plugin/plugin.json'),
}
# read by no client by their name; the hook still looks at them, because their content may be a configuration
BY_CONTENT = ('mcp.json', 'config/mcp.json', 'server.json', 'servers.json', 'config/servers.json', 'manifest.json',
              'dxt/manifest.json',
              'registry.json', 'catalog.yaml', 'docker-catalog.yaml', 'config.json', 'settings.json', 'mcp_settings.json',
              'mcp_config.json',
              'mcp-servers.json', 'my.mcp.jsonc', 'codex.mcp.json', 'gemini.mcp.json', 'mcp.json.example', 'mcp.example.json',
              'mcp.yaml',
              'config.toml', 'mcp.json.bak2', 'mcp.json~', 'recipe.yaml', 'mcpo/config.json', 'inspector.config.json',
              'plugin.json',
              '.ruler/mcp.json', '.claude/skills/mcp.json')
BAD = ('package.json', 'tsconfig.json', 'README.md', 'docs/agents/a.md', 'agents/a.md', 'claude.json', '.claude/commands/a.md',
       'mcp.py',
       'mcp.json.py', '.mcp.json/readme.txt', 'x.vscode/tasks.json', '.vscode/tasks.json', '.vscode/extensions.json',
       'catalog-info.yaml',
       'composer.json', 'kilo.yaml', 'continue/config.yaml', 'opencode.json5x', 'a.workspace', 'settings.gradle',
       'my-settings.json',
       'Cargo.toml', 'pyproject.toml', 'docker-compose.yaml', '.github/workflows/ci.yml', 'librechat.env',
       '.cursor/rules/a.mdc')


for kind in kinds_with_a_case():  # the newer ones have theirs in the case file
    if kind not in GOOD:
        GOOD[kind] = tuple(cases.paths(kind)[0])


@pytest.mark.parametrize(('kind', 'path'), [(kind, path) for kind in kinds_with_a_case() for path in cases.paths(kind)[1]])
def test_not_the_owner(kind: str, path: str) -> None:
    assert kind not in registry.readers_of(path)


@pytest.mark.parametrize(('kind', 'path'), [(kind, path) for kind, paths in GOOD.items() for path in paths])
def test_owner(kind: str, path: str) -> None:
    assert registry.readers_of(path)[0] == kind
    assert re.search(registry.files_pattern(), path) or 'dot_' in path  # the sources of chezmoi are left to a scan


def test_every_kind_with_a_path_of_its_own_is_in_the_table() -> None:
    of_their_own = {id for id, _, repo, home in registry.KINDS
                    if any(pattern[0] not in '?!=' and ' beside ' not in pattern for pattern in repo + home)}
    assert of_their_own - {kind for kind, paths in GOOD.items() if paths} == {'vscode-root-mcp-json', 'qwen-mcp-json'}


@pytest.mark.parametrize('path', BY_CONTENT)
def test_by_content_only(path: str) -> None:
    assert registry.readers_of(path) == ()
    assert re.search(registry.files_pattern(), path)


@pytest.mark.parametrize('path', BAD)
def test_bad_paths(path: str) -> None:
    assert registry.readers_of(path) == ()
    assert registry.hinted(path) == ()
    assert not re.search(registry.files_pattern(), path)


@pytest.mark.parametrize('line', registry.KINDS, ids=lambda line: line[0])
def test_the_hook_sees_whatever_a_pattern_covers(line: registry.Line) -> None:
    for pattern in (pattern for pattern in line[2] + line[3] if pattern[0] != '='):
        path = pattern.lstrip('?!').partition(' beside ')[0].replace('**/', 'a/b/').replace('*', 'x')
        for there in (path, f'deep/er/{path}', f'{path}.example', f'{path}.bak'):
            assert re.search(registry.files_pattern(), there), there


@pytest.mark.parametrize(('path', 'readers'), [
    ('.mcp.json', MCP_JSON),
    ('a/b/.mcp.json', MCP_JSON),
    ('.vscode/mcp.json', ('vscode-workspace', 'visual-studio')),
    ('.cursor/mcp.json', ('cursor', 'visual-studio')),
    ('.warp/.mcp.json', ('warp',)),
    ('.junie/mcp/.mcp.json', ('junie',)),
    ('plugins/a/.mcp.json', ('claude-code-plugin-mcp', *MCP_JSON)),
])
def test_several_readers(path: str, readers: tuple[str, ...]) -> None:
    assert registry.readers_of(path) == readers


@pytest.mark.parametrize(('path', 'sibling', 'owner'), [
    ('.mcp.json', '.claude-plugin/plugin.json', 'claude-code-plugin-mcp'),
    ('tools/x/.mcp.json', 'tools/x/.claude-plugin/plugin.json', 'claude-code-plugin-mcp'),
    ('tools/x/.mcp.json', '.claude-plugin/plugin.json', 'claude-code-project'),
    ('x/.mcp.json', 'x/.codex-plugin/plugin.json', 'plugin-mcp'),
    ('plugins/x/.mcp.json', 'plugins/x/.codex-plugin/plugin.json', 'plugin-mcp'),
    ('plugins/x/.mcp.json', 'plugins/x/.claude-plugin/plugin.json', 'claude-code-plugin-mcp'),
    ('plugins/x/.mcp.json', '', 'claude-code-plugin-mcp'),
    ('x/mcp.json', 'x/.cursor-plugin/plugin.json', 'cursor-plugin'),
])
def test_a_plugin_owns_the_file_beside_its_manifest(path: str, sibling: str, owner: str) -> None:
    assert registry.matches(path, lambda there: there == sibling)[0].id == owner


@pytest.mark.parametrize(('path', 'home'), [
    ('.copilot/mcp-config.json', True), ('.codeium/windsurf/mcp_config.json', True), ('.github/mcp.json', False),
    ('.claude.json', True),
])
def test_files_that_count_in_the_home_folder(path: str, home: bool) -> None:
    assert registry.matches(path)[0].home is home


@pytest.mark.parametrize(('path', 'plain'), [
    ('.mcp.json', '.mcp.json'), ('.mcp.json.example', '.mcp.json'), ('a/mcp.example.json', 'a/mcp.json'),
    ('mcp-sample.json', 'mcp.json'),
    ('mcp.json.bak2', 'mcp.json'), ('mcp.json~', 'mcp.json'), ('.mcp.json.tmpl.old', '.mcp.json'),
    ('dot_config/x.json', '.config/x.json'),
    ('example.json', 'example.json'), ('.example', '.example'), ('~', '~'), ('', ''), ('a/', 'a/'),
    ('template/.mcp.json', 'template/.mcp.json'),
])
def test_plain_path(path: str, plain: str) -> None:
    assert registry.plain_path(path) == (plain, plain != path and 'dot_' not in path)


def test_ids_are_unique_and_loadable() -> None:
    ids = registry.all_ids()
    assert len(set(ids)) == len(ids)
    assert [registry.load(id).id for id in ids] == list(ids)
    with pytest.raises(KeyError):
        registry.load('nobody')
    assert registry.client_of('roo-code') == 'roo-code'
    assert set(registry.client_words()) == {*ids, *map(registry.client_of, ids)}


@pytest.mark.parametrize(('word', 'ids'), [
    ('qwen', ('qwen-settings', 'qwen-mcp-json')), ('qwen-mcp-json', ('qwen-mcp-json',)), ('Qwen Code', ('qwen-settings', 'qwen-mcp-json')),
    ('Continue', ('continue-yaml', 'continue-json', 'continue-config-json')), ('COPILOT CLI', ('copilot-cli',)), ('nobody', ()), ('', ()),
])
def test_words_for_a_client(word: str, ids: tuple[str, ...]) -> None:
    assert registry.kinds_of_client(word) == ids


def test_patterns_are_short_enough_for_a_manifest() -> None:
    assert len(registry.files_pattern()) < 4000
    assert all(len(line) < 160 for line in registry.files_pattern().splitlines())


def test_segments_with_stars_are_matched_in_linear_time() -> None:
    long = 'mcp' * 100_000
    assert registry.segment_fits('*mcp*x', long) is False
    assert registry.readers_of(f'{long}/{long}.json') == ()


def test_asking_for_one_path_imports_the_owner_only() -> None:
    code = '''
import sys
from mcp_hooks.clients import registry
registry.load(registry.readers_of('.mcp.json')[0])
print(sorted(name for name in sys.modules if name.startswith('mcp_hooks.clients.')))
banned = {'dataclasses', 'inspect', 'pathlib', 'typing', 're', 'logging', 'ruamel', 'tomllib'} & set(sys.modules)
print(sorted(banned))
'''
    lines = subprocess.run([sys.executable, '-S', '-c', code], capture_output=True, encoding='utf-8', check=True,
                           env={'PYTHONPATH': _root()}).stdout.splitlines()
    assert lines == ["['mcp_hooks.clients.claude_code', 'mcp_hooks.clients.record', 'mcp_hooks.clients.registry']", '[]']


def _root() -> str:
    import mcp_hooks

    return str(mcp_hooks.__path__[0]).rpartition('/')[0]
