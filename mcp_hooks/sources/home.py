"""The files of this machine's user: every place where a client keeps its own configuration."""
from __future__ import annotations

import os
import sys

from mcp_hooks.sources import disk
from mcp_hooks.sources.source import MAX_BYTES, Skipped, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

TOO_MUCH = ('workspaceStorage', 'History', 'logs', 'CachedData', 'Backups')  # of an editor, without configurations
DEPTH = 6  # folders below a base: User/globalStorage/EXTENSION/settings/FILE
MOST = 20_000  # entries that are looked at below one base


def bases(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> list[str]:
    """The folders under which programs keep a user's settings on this system, the home folder first; each once."""
    of = os.environ if environment is None else environment
    home = of.get('USERPROFILE' if platform == 'win32' else 'HOME') or os.path.expanduser('~')
    out = [home]
    if platform == 'win32':
        out.append(of.get('APPDATA') or os.path.join(home, 'AppData', 'Roaming'))
        out.append(of.get('LOCALAPPDATA') or os.path.join(home, 'AppData', 'Local'))
    elif platform == 'darwin':
        out.append(os.path.join(home, 'Library', 'Application Support'))
    out.append(of.get('XDG_CONFIG_HOME') or os.path.join(home, '.config'))
    return list(dict.fromkeys(path for path in out if os.path.isabs(path)))


# where files lie that have their name in common with others, or that a client finds below
MORE = (
    'Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',  # from Microsoft's store
    '.gemini/extensions/*/gemini-extension.json',
    '.cline/data/settings/cline_mcp_settings.json',
    '.docker/mcp/registry.yaml', '.docker/mcp/config.yaml',
    '.config/github-copilot/intellij/mcp.json', '.config/github-copilot/xcode/mcp.json', 'github-copilot/intellij/mcp.json',
)
# an editor's other half, on a machine that it works on from afar
SERVERS = ('.vscode-server', '.vscode-server-insiders', '.cursor-server', '.windsurf-server')
# where a client was told to look instead of one of its folders in the home folder
VARIABLES = (('CODEX_HOME', '.codex'), ('CLAUDE_CONFIG_DIR', '.claude'), ('COPILOT_HOME', '.copilot'),
             ('GEMINI_CLI_HOME', '.gemini'), ('CONTINUE_GLOBAL_DIR', '.continue'))
# or for these files
BELOW = (('CLAUDE_CONFIG_DIR', '.claude.json'),
         # instead of the home folder: google-gemini/gemini-cli, packages/core/src/utils/paths.ts
         ('GEMINI_CLI_HOME', '.gemini/settings.json'), ('GEMINI_CLI_HOME', '.gemini/extensions/*/gemini-extension.json'),
         ('OPENCODE_CONFIG_DIR', 'opencode.json'), ('OPENCODE_CONFIG_DIR', 'opencode.jsonc'),
         ('CRUSH_GLOBAL_CONFIG', 'crush.json'), ('GOOSE_PATH_ROOT', 'config/config.yaml'))
# a file that a client was told to read
FILES = ('OPENCODE_CONFIG', 'MCP_CATALOG_PATH', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
         'QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH')
# for each system: where a machine's owner sets what all its users get
# https://geminicli.com/docs/reference/configuration, https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings (2026-12-01)
SYSTEM = {
    'linux': ('/etc/claude-code/managed-mcp.json', '/etc/claude-code/managed-settings.json', '/etc/codex/config.toml',
              '/etc/gemini-cli/settings.json', '/etc/gemini-cli/system-defaults.json',
              '/etc/qwen-code/settings.json', '/etc/qwen-code/system-defaults.json'),
    'darwin': ('/Library/Application Support/ClaudeCode/managed-mcp.json',
               '/Library/Application Support/ClaudeCode/managed-settings.json', '/etc/codex/config.toml',
               '/Library/Application Support/GeminiCli/settings.json', '/Library/Application Support/GeminiCli/system-defaults.json',
               '/Library/Application Support/QwenCode/settings.json', '/Library/Application Support/QwenCode/system-defaults.json'),
    'win32': ('C:\\Program Files\\ClaudeCode\\managed-mcp.json', 'C:\\Program Files\\ClaudeCode\\managed-settings.json',
              'C:\\ProgramData\\gemini-cli\\settings.json', 'C:\\ProgramData\\gemini-cli\\system-defaults.json',
              'C:\\ProgramData\\qwen-code\\settings.json', 'C:\\ProgramData\\qwen-code\\system-defaults.json'),
}


def patterns() -> tuple[str, ...]:
    """Patterns of the client table that can lie below a base. A bare name without a dot in front is looked for one folder below
    (``~/.config/opencode/opencode.json``)."""
    from mcp_hooks.clients.registry import KINDS

    found = dict.fromkeys(MORE, True)
    for _, _, repo, home in KINDS:
        for pattern in (*home, *repo):
            plain = pattern.partition(' beside ')[0]
            if plain[0] == '.' and plain.count('/**/') == 1:  # any number of folders: none, or one
                found[plain.replace('/**/', '/')] = found[plain.replace('**', '*')] = True
            if plain[0] in '?*=' or '**' in plain:
                continue
            if plain[0] == '.' or (pattern in home and '/' in plain):
                found[plain] = True
            elif '/' not in plain:
                found['*/' + plain] = True
    return tuple(found)


def discover(max_bytes: int | None = MAX_BYTES, environment: Mapping[str, str] | None = None, platform: str = sys.platform,
             wanted: Iterable[str] | None = None) -> Iterator[Source | Skipped]:
    """Every client's user-level file that is here, at its absolute path with ``/``, each file once.

    Links are followed within the home folder and the folders of settings (many people keep their settings in a repository of
    their own), not out of them.
    """
    of = os.environ if environment is None else environment
    known = tuple(patterns() if wanted is None else wanted)
    roots = bases(of, platform)
    if not roots:
        return
    moved = list(_moved(of, known))
    given = [where for variable in (*(name for name, _ in VARIABLES), *FILES) if os.path.isabs(where := of.get(variable, ''))]
    inside = tuple(os.path.normcase(os.path.join(os.path.realpath(top), '')) for top in (*roots, *given))
    managed = SYSTEM.get(platform, ())
    seen: set[str] = set()
    for path in sorted({*_below(roots, known), *moved, *managed}):
        if not os.path.lexists(path):
            continue
        name = path.replace(os.sep, '/')
        real = os.path.realpath(path)
        if real in seen:
            continue
        seen.add(real)
        if path not in managed and not os.path.normcase(os.path.join(real, '')).startswith(inside):
            yield Skipped(name, 'a link out of the home folder')
            continue
        if os.path.isdir(real):
            continue
        if not os.path.exists(path):
            yield Skipped(name, disk.resolve_link(os.path.dirname(path), os.path.basename(path))[1])
            continue
        data = disk.read_regular(real, name, max_bytes)
        yield data if isinstance(data, Skipped) else Source(name, data)


def _moved(environment: Mapping[str, str], known: tuple[str, ...]) -> Iterator[str]:
    places = [(variable, pattern[len(folder) + 1:]) for variable, folder in VARIABLES for pattern in known
              if pattern.startswith(folder + '/')]
    for variable, pattern in (*places, *BELOW):
        where = environment.get(variable)
        if where and os.path.isabs(where):
            yield from _expand(where, pattern.split('/'))
    for variable in FILES:
        where = environment.get(variable)
        if where and os.path.isabs(where):
            yield where


def _below(roots: list[str], known: tuple[str, ...]) -> Iterator[str]:
    """Patterns with fixed folders are looked up; what lies deeper (an editor's storage) is found by a bounded walk below the
    folders of settings, never through the whole home folder."""
    for number, base in enumerate(roots):
        for pattern in known:
            if number or not pattern.startswith('*/'):
                yield from _expand(base, pattern.split('/'))
            if number and pattern.startswith('.config/'):
                yield from _expand(base, pattern.split('/')[1:])
        if number:
            yield from _walk(base, known)
    for server in SERVERS:
        yield from _walk(os.path.join(roots[0], server), known)


def _expand(base: str, segments: list[str]) -> Iterator[str]:
    from mcp_hooks.clients.registry import segment_fits

    here = [base]
    for number, segment in enumerate(segments):
        if '*' not in segment:
            here = [os.path.join(folder, segment) for folder in here]
            continue
        below = []
        for folder in here:
            below += [os.path.join(folder, name) for name in _names(folder) if segment_fits(segment, name)]
        here = below
        if not here:
            return
        if number < len(segments) - 1:
            here = [folder for folder in here if os.path.isdir(folder)]
    yield from (path for path in here if os.path.lexists(path))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _walk(base: str, known: tuple[str, ...]) -> Iterator[str]:
    """Files below an editor's ``User`` folder that end as a pattern says:
    ``…/globalStorage/EXTENSION/settings/mcp_settings.json``."""
    from mcp_hooks.clients.registry import fits

    ends = [tuple(pattern.removeprefix('*/').split('/')) for pattern in known]
    left = MOST
    users = [os.path.join(base, name, 'User') for name in _names(base)]
    todo = [(folder, 0) for folder in users if os.path.isdir(folder) and not os.path.islink(folder)]
    while todo and left > 0:
        folder, depth = todo.pop()
        for name in _names(folder):
            left -= 1
            path = os.path.join(folder, name)
            if os.path.isdir(path):
                if depth < DEPTH and name not in TOO_MUCH and not os.path.islink(path):
                    todo.append((path, depth + 1))
            elif name.endswith(('.json', '.yaml', '.toml')):
                segments = path.replace(os.sep, '/').split('/')
                if any(fits(end, segments) for end in ends):
                    yield path
