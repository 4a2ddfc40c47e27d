"""The user's own files, on each system's paths."""
from __future__ import annotations

import os
from pathlib import Path

import pytest
from repository import MAP

from mcp_hooks.sources import home
from mcp_hooks.sources.source import Skipped, Source

POSIX = os.name == 'posix'


def found(folder: Path, platform: str = 'linux', **environment: str) -> tuple[list[str], dict[str, str]]:
    name = 'USERPROFILE' if platform == 'win32' else 'HOME'
    everything = list(home.discover(environment={name: str(folder), **environment}, platform=platform))
    start = str(folder).replace(os.sep, '/') + '/'
    everything = [one for one in everything if one.path.startswith(start)]
    return ([one.path.removeprefix(start) for one in everything if isinstance(one, Source)],
            {one.path.removeprefix(start): one.reason for one in everything if isinstance(one, Skipped)})


def put(folder: Path, *paths: str) -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(MAP)


def test_linux(tmp_path: Path) -> None:
    wanted = ['.claude.json', '.claude/settings.json', '.codeium/windsurf/mcp_config.json', '.codex/config.toml',
              '.config/Claude/claude_desktop_config.json', '.config/Code - Insiders/User/mcp.json',
              '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
              '.config/Code/User/mcp.json',
              '.config/goose/config.yaml', '.config/opencode/opencode.json', '.config/zed/settings.json',
              '.copilot/mcp-config.json',
              '.cursor/mcp.json', '.gemini/settings.json', '.lmstudio/mcp.json']
    put(tmp_path, *wanted, '.config/unrelated/settings.json', 'work/.mcp.json', '.config/Code/User/workspaceStorage/x/mcp.json')
    assert found(tmp_path) == (sorted(wanted), {})


def test_macos(tmp_path: Path) -> None:
    support = 'Library/Application Support'
    wanted = [f'{support}/Claude/claude_desktop_config.json', f'{support}/Code/User/mcp.json',
              f'{support}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json', '.cursor/mcp.json']
    put(tmp_path, *wanted)
    assert found(tmp_path, 'darwin') == (sorted(wanted), {})
    assert found(tmp_path, 'linux') == (['.cursor/mcp.json'], {})


def test_windows(tmp_path: Path) -> None:
    wanted = ['AppData/Roaming/Claude/claude_desktop_config.json', 'AppData/Roaming/Code/User/mcp.json', '.cursor/mcp.json',
              'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json', '.mcp.json']
    put(tmp_path, *wanted)
    assert found(tmp_path, 'win32') == (sorted(wanted), {})


def test_folders_that_were_moved(tmp_path: Path) -> None:
    put(tmp_path, 'elsewhere/config.toml', 'xdg/zed/settings.json', 'claude/.claude.json', 'claude/settings.json')
    assert found(tmp_path, CODEX_HOME=str(tmp_path / 'elsewhere'), XDG_CONFIG_HOME=str(tmp_path / 'xdg'),
                 CLAUDE_CONFIG_DIR=str(tmp_path / 'claude')) == (
        ['claude/.claude.json', 'claude/settings.json', 'elsewhere/config.toml', 'xdg/zed/settings.json'], {})


@pytest.mark.skipif(not POSIX, reason='links of POSIX')
def test_links(tmp_path: Path) -> None:
    folder = tmp_path / 'me'
    put(folder, 'dotfiles/mcp.json')
    put(tmp_path, 'other.json')
    for name, target in (('.cursor', '../dotfiles/mcp.json'), ('.roo', '../dotfiles/mcp.json'),
                         ('.trae', tmp_path / 'other.json'),
                         ('.factory', '/dev/zero')):
        (folder / name).mkdir()
        (folder / name / 'mcp.json').symlink_to(target)
    assert found(folder) == (['.cursor/mcp.json'], {'.trae/mcp.json': 'a link out of the home folder',
                                                    '.factory/mcp.json': 'a link out of the home folder'})


def test_places_of_the_reference(tmp_path: Path) -> None:
    wanted = ['.claude/agents/a.md', '.claude/agents/team/b.md', '.cline/data/settings/cline_mcp_settings.json',
              '.config/github-copilot/intellij/mcp.json', '.docker/mcp/catalogs/x.yaml', '.docker/mcp/config.yaml',
              '.docker/mcp/registry.yaml', '.gemini/extensions/x/gemini-extension.json',
              '.vscode-server-insiders/data/User/mcp.json',
              '.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
              '.vscode-server/data/User/mcp.json']
    put(tmp_path, *wanted, '.claude/plugins/cache/x/.mcp.json', '.gemini/extensions/x/package.json')
    assert found(tmp_path) == (sorted(wanted), {})


@pytest.mark.parametrize(('variable', 'file'), [
    ('CODEX_HOME', 'config.toml'), ('CLAUDE_CONFIG_DIR', 'agents/a.md'), ('CLAUDE_CONFIG_DIR', '.claude.json'),
    ('COPILOT_HOME', 'mcp-config.json'), ('COPILOT_HOME', 'agents/a.agent.md'), ('GEMINI_CLI_HOME', '.gemini/settings.json'),
    ('GEMINI_CLI_HOME', 'settings.json'), ('GEMINI_CLI_HOME', '.gemini/extensions/x/gemini-extension.json'),
    ('CONTINUE_GLOBAL_DIR', 'config.yaml'), ('CONTINUE_GLOBAL_DIR', 'mcpServers/a.yaml'), ('OPENCODE_CONFIG_DIR', 'opencode.jsonc'),
    ('CRUSH_GLOBAL_CONFIG', 'crush.json'), ('GOOSE_PATH_ROOT', 'config/config.yaml')])
def test_a_variable_for_a_folder(tmp_path: Path, variable: str, file: str) -> None:
    put(tmp_path, f'elsewhere/{file}', 'elsewhere/other/mcp.json')
    assert found(tmp_path) == ([], {})
    assert found(tmp_path, **{variable: str(tmp_path / 'elsewhere')}) == ([f'elsewhere/{file}'], {})
    assert found(tmp_path, **{variable: 'elsewhere'}) == found(tmp_path, **{variable: ''}) == ([], {})


@pytest.mark.parametrize('variable', home.FILES)
def test_a_variable_for_a_file(tmp_path: Path, variable: str) -> None:
    put(tmp_path, 'x/any.name')
    assert found(tmp_path, **{variable: str(tmp_path / 'x/any.name')}) == (['x/any.name'], {})
    assert found(tmp_path, **{variable: str(tmp_path / 'x')}) == ([], {})


def test_what_a_machine_sets_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, 'etc/settings.json')
    monkeypatch.setitem(home.SYSTEM, 'linux', (str(tmp_path / 'etc/settings.json'), str(tmp_path / 'etc/none.json')))
    (tmp_path / 'me').mkdir()
    assert found(tmp_path / 'me') == ([], {})
    assert [one.path for one in home.discover(environment={'HOME': str(tmp_path / 'me')}, platform='linux')] == [
        str(tmp_path / 'etc/settings.json').replace(os.sep, '/')]
    for platform, folders in (('linux', ('/etc/gemini-cli/', '/etc/qwen-code/')),
                              ('darwin', ('/Library/Application Support/GeminiCli/', '/Library/Application Support/QwenCode/'))):
        for folder in folders:
            assert platform == 'linux' or {folder + 'settings.json', folder + 'system-defaults.json'} <= set(home.SYSTEM[platform])


@pytest.mark.skipif(not POSIX, reason='links of POSIX')
def test_links_of_folders_and_links_to_nothing(tmp_path: Path) -> None:
    folder = tmp_path / 'me'
    put(folder, 'dotfiles/gemini/settings.json')
    put(tmp_path, 'other/settings.json', 'settings/Claude/claude_desktop_config.json')
    (folder / '.gemini').symlink_to('dotfiles/gemini')
    (folder / '.qwen').symlink_to(tmp_path / 'other')
    (folder / '.config').symlink_to(tmp_path / 'settings')  # all of them lie elsewhere
    for name, target in (('.cursor', 'nothing'), ('.roo', 'mcp.json')):
        (folder / name).mkdir()
        (folder / name / 'mcp.json').symlink_to(target)
    assert found(folder) == (['.config/Claude/claude_desktop_config.json', '.gemini/settings.json'], {
        '.qwen/settings.json': 'a link out of the home folder', '.cursor/mcp.json': 'a link to nothing',
        '.roo/mcp.json': 'a link that leads back to itself'})


def test_an_empty_home(tmp_path: Path) -> None:
    assert found(tmp_path) == ([], {})


def test_a_home_that_is_no_absolute_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, '.cursor/mcp.json')
    monkeypatch.chdir(tmp_path)
    assert list(home.discover(environment={'HOME': '.'}, platform='no system')) == []
