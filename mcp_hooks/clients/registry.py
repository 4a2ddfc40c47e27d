"""Who reads which path. One line for each kind of file; the records behind them are loaded when a path asks for them.

A pattern is compared with the last segments of a path: ``.cursor/mcp.json`` is found at the root and in any folder below
it, since every client here can be started in a folder of a monorepo. ``*`` stands for any text inside one segment, ``**/``
for any number of folders, ``A beside B`` for a path A in whose folder B exists. The pattern with more segments wins
(``.warp/.mcp.json`` is Warp's and not Claude Code's ``.mcp.json``); among equals, the first line is the owner of the path.

A name that unrelated files share proves nothing (``recognise`` decides): with ``?`` in front, the name and a map of servers
where this kind has it are enough; with ``!``, only marks in the text are, and the pattern merely starts the hook.

Such a mark stands behind ``=``: conditions that all hold for the top of a JSON, YAML or TOML file of this kind. ``a/*/b``: there
is a value at this way down; ``a{}``, ``a[]``: and it is an object, a list; ``a~text``: a string with this text in it; ``!a``:
there is none.
"""
from __future__ import annotations

from mcp_hooks.memory import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_hooks.clients.record import FileKind

Line = tuple[str, str, tuple[str, ...], tuple[str, ...]]

# kind id, module in mcp_hooks.clients, patterns that count in a repository, patterns that count in the home folder only
KINDS: tuple[Line, ...] = (
    # plugins come first: a plugin's .mcp.json is the plugin's before it is a project's
    ('claude-code-plugin-mcp', 'claude_code', ('*plugins/**/.mcp.json', '.mcp.json beside .claude-plugin/plugin.json'), ()),
    ('plugin-mcp', 'plugins', ('.github/plugin/.mcp.json', '.mcp.json beside .codex-plugin/plugin.json'), ()),
    ('claude-code-project', 'claude_code', ('.mcp.json',), ()),
    ('claude-code-user', 'claude_code', ('=mcpServers{} projects{} numStartups',
                                         '=mcpServers{} projects{} oauthAccount'), ('.claude.json',)),
    ('claude-code-settings', 'claude_code', ('.claude/settings.json', '.claude/settings.local.json', 'managed-settings.json',
                                             '=$schema~claude-code-settings'),
     ()),
    ('claude-code-managed', 'claude_code', ('managed-mcp.json',), ()),
    ('claude-code-plugin-manifest', 'claude_code', ('.claude-plugin/plugin.json',
                                                    '=$schema~claude-code-plugin-manifest'), ()),
    ('claude-code-marketplace', 'claude_code', ('.claude-plugin/marketplace.json',
                                                '=$schema~claude-code-marketplace'), ()),
    ('claude-code-agent', 'claude_code', ('.claude/agents/**/*.md',), ()),
    ('claude-code-unread', 'claude_code', ('.claude/.mcp.json', '.claude/mcp.json'), ()),
    ('claude-desktop', 'claude_desktop', (), ('claude_desktop_config*.json', 'claude-desktop-config*.json')),
    ('vscode-workspace', 'vscode', ('.vscode/mcp.json', '?vscode/mcp.json'),
     ('Code*/User/mcp.json', 'VSCodium/User/mcp.json', 'User/profiles/*/mcp.json', '.vscode-server*/data/User/mcp.json')),
    ('vscode-settings', 'vscode', ('.vscode/settings.json',), ('Code*/User/settings.json', 'VSCodium/User/settings.json')),
    ('vscode-code-workspace', 'vscode', ('*.code-workspace',), ()),
    ('devcontainer', 'vscode', ('.devcontainer/devcontainer.json', '.devcontainer.json', '.devcontainer/*/devcontainer.json',
                                'devcontainer-feature.json'), ()),
    ('vscode-root-mcp-json', 'vscode', ('.mcp.json',), ()),
    ('vscode-unread', 'vscode', ('.vscode/.mcp.json',), ()),
    ('cursor', 'cursor', ('.cursor/mcp.json',), ()),
    ('cursor-plugin', 'cursor', ('.cursor-plugin/plugin.json', 'mcp.json beside .cursor-plugin/plugin.json'), ()),
    ('cursor-unread', 'cursor', ('.cursor/.mcp.json',), ()),
    ('visual-studio', 'visual_studio', ('.mcp.json', '.vs/mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'), ()),
    ('copilot-cli', 'copilot', ('.mcp.json', '.github/mcp.json'), ('.copilot/mcp-config.json', 'copilot/mcp-config.json')),
    ('copilot-agent-md', 'copilot', ('.github/agents/**/*.md', 'agents/*.agent.md'), ('.copilot/agents/*.md',)),
    ('copilot-cloud-agent', 'copilot', (), ()),
    ('copilot-unread', 'copilot', ('.github/copilot/mcp.json', '.github/copilot/mcp-config.json'), ()),
    ('windsurf', 'windsurf', (), ('.codeium/windsurf*/mcp_config.json', '.codeium/mcp_config.json')),
    ('windsurf-unread', 'windsurf', ('.windsurf/mcp.json', '.windsurf/mcp_config.json'), ()),
    ('cline', 'cline', (), ('cline_mcp_settings*.json', '.cline/mcp.json')),
    ('roo-code', 'roo_code', ('.roo/mcp.json',), ('rooveterinaryinc.roo-cline/settings/mcp_settings.json',)),
    ('kilo', 'kilo', ('kilo.json', 'kilo.jsonc', '=$schema~app.kilo.ai/'), ()),
    ('kilo-legacy', 'kilo', ('.kilocode/mcp.json',),
     ('kilocode.kilo-code/settings/mcp_settings.json', '.kilocode/cli/global/settings/mcp_settings.json')),
    ('continue-yaml', 'continue_dev', ('.continue/mcpServers/*.yaml', '.continue/mcpServers/*.yml', '.continue/config.yaml',
                                       '.continue/agents/*.yaml', '.continue/agents/*.yml', '.continue/assistants/*.yaml'), ()),
    ('continue-json', 'continue_dev', ('.continue/mcpServers/*.json',), ()),
    ('continue-config-json', 'continue_dev', ('.continue/config.json',), ()),
    ('codex', 'codex', ('.codex/config.toml', '?config.toml', '=$schema~codex/config-schema'), ()),
    ('codex-unread', 'codex', ('.codex/mcp.json',), ()),
    ('gemini-settings', 'gemini', ('.gemini/settings.json', '?gemini/settings.json', '=$schema~gemini-cli/'), ()),
    ('gemini-extension', 'gemini', ('gemini-extension.json',), ()),
    ('gemini-agent', 'gemini', ('.gemini/agents/*.md',), ()),
    ('gemini-unread', 'gemini', ('.gemini/mcp.json',), ()),
    ('opencode', 'opencode', ('opencode.json', 'opencode.jsonc', '=$schema~opencode.ai/'), ()),
    ('zed', 'zed', ('.zed/settings.json', '?zed/settings.json'), ('.config/zed/settings.json', 'Zed/settings.json')),
    ('inspector', 'inspector', ('?*inspector*.json', '!mcp.json',
                                '=mcpServers/*/protocolEra'), ('.mcp-inspector/mcp.json',)),
    ('junie', 'jetbrains', ('.junie/mcp/mcp.json', '.junie/mcp/.mcp.json'), ()),
    ('junie-unread', 'jetbrains', ('.junie/mcp.json',), ()),
    ('jetbrains-ai-assistant', 'jetbrains', ('.ai/mcp/mcp.json',), ()),
    ('antigravity', 'antigravity', ('.agents/mcp_config.json', '.agent/mcp_config.json', '_agents/mcp_config.json',
                                    '_agent/mcp_config.json'),
     ('.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json')),
    ('qwen-settings', 'qwen', ('.qwen/settings.json', '=$schema~qwen-code-settings'), ()),
    ('qwen-mcp-json', 'qwen', ('.mcp.json',), ()),
    ('crush', 'crush', ('crush.json', '.crush.json', '=$schema~charm.land/crush'), ()),
    ('amp', 'amp', ('.amp/settings.json', '.amp/settings.jsonc'), ('.config/amp/settings.json', '.config/amp/settings.jsonc')),
    ('augment', 'augment', ('.augment/settings.json', '.augment/settings.local.json'), ()),
    ('factory-droid', 'factory', ('.factory/mcp.json',), ()),
    ('amazon-q', 'amazon_q', ('.amazonq/mcp.json', '.amazonq/default.json'),
     ('.aws/amazonq/mcp.json', '.aws/amazonq/agents/default.json')),
    ('amazon-q-agent', 'amazon_q', ('.amazonq/cli-agents/*.json', '.amazonq/agents/*.json', '.kiro/agents/*.json'),
     ('.aws/amazonq/cli-agents/*.json',)),
    ('kiro', 'kiro', ('.kiro/settings/mcp.json',), ()),
    ('kiro-unread', 'kiro', ('.kiro/mcp.json',), ()),
    ('goose', 'goose', ('?goose/config.yaml',), ('.config/goose/config.yaml', 'goose/config/config.yaml')),
    ('goose-recipe', 'goose', ('!*recipe*.yaml', '!*recipe*.yml', '!*recipe*.json'), ()),
    ('librechat', 'librechat', ('librechat*.yaml', 'librechat*.yml', '=mcpServers{} endpoints{} version'), ()),
    ('lm-studio', 'lm_studio', (), ('.lmstudio/mcp.json',)),
    ('anythingllm', 'anythingllm', ('anythingllm_mcp_servers.json',), ()),
    ('warp', 'warp', ('.warp/.mcp.json',), ()),
    ('warp-unread', 'warp', ('.warp/mcp.json',), ()),
    ('trae', 'trae', ('.trae/mcp.json',), ('Trae/User/mcp.json',)),
    ('mcpo', 'mcpo', ('?mcpo.json', '?mcpo-*.json', '?*-mcpo.json', '?mcpo/config.json'), ()),
    ('mcp-proxy', 'mcp_proxy', ('?mcp-proxy*.json', '?mcp-proxy*/*.json', '?named_servers.json', '?named-servers.json'), ()),
    ('mcphub', 'mcphub', ('!mcp_settings.json', '=mcpServers{} systemConfig{}', '=mcpServers{} users[] groups[]'), ()),
    ('mcphub-nvim', 'mcphub_nvim', ('.mcphub/servers.json', '=mcpServers{} nativeMCPServers{}'), ('mcphub/servers.json',)),
    ('mcporter', 'mcporter', ('config/mcporter.json', '?mcporter.json', '?mcporter.jsonc'),
     ('.mcporter/mcporter.json', '.mcporter/mcporter.jsonc', 'mcporter/mcporter.json')),
    ('mcp-agent-config', 'mcp_agent', ('mcp_agent.config.yaml', 'mcp-agent.config.yaml', '.mcp-agent/mcp_agent.config.yaml',
                                       '.mcp-agent/mcp-agent.config.yaml', '?mcp_agent*.yaml', '?mcp-agent*.yaml'), ()),
    ('mcp-agent-secrets', 'mcp_agent', ('mcp_agent.secrets.yaml', 'mcp-agent.secrets.yaml', 'mcp_agent.*.secrets.yaml',
                                        '.mcp-agent/mcp_agent.secrets.yaml', '.mcp-agent/mcp-agent.secrets.yaml'), ()),
    ('fast-agent-config', 'mcp_agent', ('fastagent.config.yaml', 'fast-agent.config.yaml', '.fast-agent/fast-agent.yaml',
                                        '.fast-agent/fastagent.config.yaml', '?fastagent*.yaml', '?fast-agent*.yaml',
                                        '=mcp/servers/*/target'), ()),
    ('fast-agent-secrets', 'mcp_agent', ('fastagent.secrets.yaml', 'fast-agent.secrets.yaml'), ()),
    ('docker-catalog', 'docker', ('!catalog.yaml', '!*-catalog.yaml', '!*_catalog.yaml', '!registry.yaml'),
     ('.docker/mcp/catalogs/*.yaml',)),
    ('toolhive-registry', 'toolhive', ('!registry.json',
                                       '=$schema~toolhive', '=last_updated servers{}', '=last_updated remote_servers{}'), ()),
    ('smithery', 'smithery', ('smithery.yaml', '=startCommand/configSchema', '=startCommand/commandFunction'), ()),
    ('mcp-registry-server-json-old', 'mcp_registry', ('!server.json', '=$schema~modelcontextprotocol.io/schemas/2025-07-',
                                                      '=version_detail packages[]',
                                                      '=version_detail remotes[]', '=packages/*/registry_type',
                                                      '=packages/*/registry_name'), ()),
    ('mcp-registry-server-json', 'mcp_registry', ('!server.json', '!server.*.json',
                                                  '=$schema~static.modelcontextprotocol.io/'), ()),
    ('mcpb-manifest', 'mcpb', ('!manifest.json', '!dxt_manifest.json',
                               '=$schema~mcpb-manifest', '=$schema~dxt-manifest', '=manifest_version server/mcp_config',
                               '=manifest_version server/entry_point', '=dxt_version server/mcp_config',
                               '=dxt_version server/entry_point'), ()),
    ('fastmcp-project', 'fastmcp', ('fastmcp.json', '*.fastmcp.json',
                                    '=$schema~gofastmcp.com/', '=source/path deployment !mcpServers',
                                    '=source/path environment !mcpServers'), ()),
    ('fastmcp-client', 'fastmcp', ('?*fastmcp*.json',), ()),
    ('agent-plugins', 'plugins', ('!mcp.json', '=$schema~agent-plugins.org/'), ()),
    ('plugin-manifest', 'plugins', ('.codex-plugin/plugin.json', '.factory-plugin/plugin.json', '.github/plugin/plugin.json'),
     ()),
    ('no-repo-file', 'no_file', (), ()),
    # any file with a map of servers: the names below only say for which files a hook is worth starting
    ('generic', 'generic',
     ('!*mcp*.json', '!*mcp*.jsonc', '!*mcp*.json5', '!*mcp*.yaml', '!*mcp*.yml', '!*mcp*.toml', '!servers.json',
      '!config.json', '!settings.json', '!settings.local.json', '!plugin.json',
      '!fastagent.*.yaml', '!fast-agent.*.yaml'), ()),
)

# an ending or a word before the ending that makes a sample of a file: mcp.json.example, mcp.example.json, mcp.json.tmpl
SAMPLES = ('example', 'examples', 'sample', 'template', 'tmpl', 'tpl', 'dist', 'default', 'bak', 'backup', 'old', 'orig',
           'save', 'disabled', 'j2', 'jinja', 'jinja2', 'erb', 'hbs', 'in')
INSIDE = 4  # how many of them also stand before the ending
BACKUPS = frozenset(('bak', 'backup', 'old', 'orig', 'save', 'disabled'))  # those of a copy that was put aside, for nobody to use

GENERIC = 'generic'


class Match:
    """A kind that reads a path, and whether it does so in the home folder only."""

    __slots__ = ('home', 'id', 'pattern')

    def __init__(self, id: str, pattern: str, home: bool) -> None:
        self.id = id
        self.pattern = pattern
        self.home = home


Entry = tuple[tuple[str, ...], str, int, str, bool, str]  # segments, sibling, line number, kind id, home, pattern


@cache
def _index(hints: bool) -> tuple[dict[str, list[Entry]], dict[str, list[Entry]]]:
    """Patterns by exact file name, and those with ``*`` in the file name by their ending."""
    exact: dict[str, list[Entry]] = {}
    loose: dict[str, list[Entry]] = {}
    for number, (id, _, repo, home) in enumerate(KINDS):
        for patterns, at_home in ((repo, False), (home, True)):
            for pattern in patterns:
                if pattern[0] in '!=' or (pattern[0] == '?') is not hints:
                    continue
                path, _, sibling = pattern.lstrip('?!').partition(' beside ')
                segments = tuple(path.split('/'))
                name = segments[-1]
                entry = (segments, sibling, number, id, at_home, pattern)
                if '*' in name:
                    loose.setdefault(name[name.rfind('.'):], []).append(entry)
                else:
                    exact.setdefault(name, []).append(entry)
    return exact, loose


def plain_path(path: str) -> tuple[str, bool]:
    """The path that a sample stands for, and whether it is a sample: ``.mcp.json.example`` → ``.mcp.json``, True.

    chezmoi's spelling of dotfiles (``dot_cursor/mcp.json.tmpl``) is undone as well.
    """
    folder, slash, name = path.rpartition('/')
    sample = len(name) > 1 and name.endswith('~')
    name = name[:-1] if sample else name
    for _ in range(2):
        stem, dot, end = name.rpartition('.')
        if not dot or not stem.strip('.') or not _is_sample(end):
            break
        name, sample = stem, True
    stem, dot, end = name.rpartition('.')
    for mark in ('.', '-', '_'):
        first, found, word = stem.rpartition(mark)
        if found and first.strip('.') and word in SAMPLES[:INSIDE]:
            name, sample = f'{first}.{end}', True
            break
    if 'dot_' in path:
        folder = '/'.join(_undotted(segment) for segment in folder.split('/'))
        name = _undotted(name)
    return folder + slash + name, sample


def is_backup(path: str) -> bool:
    """A copy that was put aside: ``mcp.json.bak``, ``mcp.json.old2``, ``mcp.json~``."""
    end = path.rpartition('.')[2].lower()
    return end.endswith('~') or end.rstrip('0123456789') in BACKUPS


def _undotted(segment: str) -> str:
    for prefix in ('private_', 'exact_', 'readonly_', 'encrypted_', 'create_', 'modify_', 'executable_'):
        segment = segment.removeprefix(prefix)
    return '.' + segment[4:] if segment.startswith('dot_') else segment


def matches(path: str, exists: Callable[[str], bool] | None = None, hints: bool = False) -> list[Match]:
    """The kinds that read ``path``, owner first; with ``hints`` those that it may be if the content agrees.

    ``exists`` answers for one path, relative to the same root: some files are known by another one beside them.
    """
    plain, _ = plain_path(path)
    segments = plain.split('/')
    exact, loose = _index(hints)
    name = segments[-1]
    candidates = exact.get(name, []) + loose.get(name[name.rfind('.'):] if '.' in name else '', [])
    found: list[tuple[int, Entry]] = []
    for entry in candidates:
        pattern, sibling = entry[0], entry[1]
        if not fits(pattern, segments):
            continue
        if sibling:
            folder = '/'.join(segments[:-len(pattern)])
            beside = f'{folder}/{sibling}' if folder else sibling
            if exists is None or not exists(beside):
                continue
        # what stands before ** says where a file is, not that it is another file
        found.append((len(pattern) - pattern.index('**') - 1 if '**' in pattern else len(pattern), entry))
    if not found:
        return []
    if any(entry[1] for _, entry in found):  # a manifest beside the file says whose it is, a folder called plugins only guesses
        found = [one for one in found if one[1][1] or '**' not in one[1][0]]
    best = max(weight for weight, _ in found)
    out: dict[str, Match] = {}
    for _, entry in sorted((f for f in found if f[0] == best), key=lambda f: f[1][2]):
        out.setdefault(entry[3], Match(entry[3], entry[5], entry[4]))
    return list(out.values())


def could_match(path: str) -> bool:
    """A first look that takes a microsecond: True for every path that ``matches`` has an answer for, with hints or without."""
    name = path[path.rfind('/') + 1:]
    names, pieces = _first_look()
    if name in names:
        return True
    ending = name[name.rfind('.'):]
    for piece in pieces.get(ending, ()):
        if piece in path:
            return True
    # a sample, which stands for another path
    return ('ample' in name or 'templ' in name or 'dot_' in path or ending[-1:] == '~'
            or _is_sample(ending[1:]))


_SAMPLES = frozenset(SAMPLES)


def _is_sample(ending: str) -> bool:
    """`example`, `bak2`, and `j2`, whose digit is its own."""
    return ending in _SAMPLES or ending.rstrip('0123456789') in _SAMPLES


@cache
def _first_look() -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """Exact names; and for each ending of a pattern with ``*`` in its name a text that stands in every path it covers."""
    names: set[str] = set()
    pieces: dict[str, set[str]] = {}
    for hints in (False, True):
        exact, loose = _index(hints)
        names.update(exact)
        for ending, entries in loose.items():
            pieces.setdefault(ending, set()).update(_longest_piece(segments, ending) for segments, *_ in entries)
    return frozenset(names), {ending: tuple(sorted(found)) for ending, found in pieces.items()}


def _longest_piece(segments: tuple[str, ...], ending: str) -> str:
    found = [piece for segment in segments for piece in segment.removesuffix(ending).split('*')]
    return 'mcp' if any('mcp' in piece for piece in found) else max(found, key=len) or ending


def fits(pattern: tuple[str, ...], segments: list[str]) -> bool:
    """Does the pattern cover the last segments of a path? Compared from the end; ``**`` may cover any number."""
    at = len(segments) - 1
    for number in range(len(pattern) - 1, -1, -1):
        wanted = pattern[number]
        if wanted == '**':
            if number == 0:
                return True
            before = pattern[:number]
            return any(fits(before, segments[:end + 1]) for end in range(at, -1, -1))
        if at < 0 or not segment_fits(wanted, segments[at]):
            return False
        at -= 1
    return True


def segment_fits(wanted: str, segment: str) -> bool:
    if '*' not in wanted:
        return wanted == segment
    first, *middle, last = wanted.split('*')
    if len(segment) < len(first) + len(last) or not segment.startswith(first) or not segment.endswith(last):
        return False
    at = len(first)
    end = len(segment) - len(last)
    for part in middle:
        at = segment.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def readers_of(path: str) -> tuple[str, ...]:
    """Ids of the kinds that read ``path`` (relative, with ``/``), the owner first; empty when only the content can tell."""
    return tuple(match.id for match in matches(path))


def hinted(path: str) -> tuple[str, ...]:
    """Ids of the kinds that ``path`` may be, if it holds a map of servers where they want it."""
    return tuple(match.id for match in matches(path, hints=True))


@cache
def _modules() -> dict[str, str]:
    return {line[0]: line[1] for line in KINDS}


@cache
def load(kind_id: str) -> FileKind:
    """The record of a kind. Raises KeyError for an id that the table does not have."""
    module = __import__(f'mcp_hooks.clients.{_modules()[kind_id]}', fromlist=('KINDS',))
    for kind in module.KINDS:
        if kind.id == kind_id:
            return kind  # type: ignore[no-any-return]
    raise KeyError(kind_id)


def content_marks() -> tuple[tuple[str, str], ...]:
    """Kind id and conditions (see above), what a file says of itself in ``$schema`` before what it looks like."""
    found = [(id, pattern[1:]) for id, _, repo, _ in KINDS for pattern in repo if pattern[0] == '=']
    return tuple(sorted(found, key=lambda mark: not mark[1].startswith('$schema')))


def all_ids() -> tuple[str, ...]:
    return tuple(line[0] for line in KINDS)


def client_of(kind_id: str) -> str:
    """The word for the client on the command line and in settings: ``claude-code``, ``vscode``."""
    return _modules()[kind_id].replace('_', '-')


def kinds_of_client(word: str) -> tuple[str, ...]:
    """The ids of the kinds that belong to a client, by a word for it: an id, ``claude-code``, or ``Claude Code`` as its makers
    spell it; empty for a word that names none. Records are loaded only where the table alone does not tell."""
    wanted = word.strip().lower().replace(' ', '-')
    found = tuple(id for id in all_ids() if wanted in (id, client_of(id)))
    return found or tuple(id for id in all_ids() if wanted and wanted == load(id).client.lower().replace(' ', '-'))


def client_words() -> tuple[str, ...]:
    """Every word that ``kinds_of_client`` knows without a record, sorted."""
    return tuple(sorted({*all_ids(), *map(client_of, all_ids())}))


def patterns_of(kind_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The patterns of a kind for paths: in a repository, in the home folder."""
    for id, _, repo, home in KINDS:
        if id == kind_id:
            return tuple(pattern for pattern in repo if pattern[0] != '='), home
    raise KeyError(kind_id)


def files_pattern() -> str:
    """The ``files`` of .pre-commit-hooks.yaml: a Python regular expression in verbose mode, searched in the path."""
    paths = {pattern.lstrip('?!').partition(' beside ')[0] for _, _, repo, home in KINDS for pattern in repo + home
             if pattern[0] != '='}
    names = [path for path in paths if '/' not in path]
    loose = [name for name in names if '*' in name]
    by_ending: dict[str, list[str]] = {}
    for path in sorted(paths):
        folder, _, name = path.rpartition('/')
        if any(segment_fits(other, name) for other in (names if folder else loose) if other != path):
            continue
        stem, _, ending = path.rpartition('.')
        by_ending.setdefault(ending, []).append(stem)
    samples = '|'.join(SAMPLES[:INSIDE])
    lines = []
    for ending in sorted(by_ending, key=lambda e: (-len(by_ending[e]), e)):
        stems = _wrapped([_regex_of(stem) for stem in by_ending[ending]])
        lines.append(f'(?:{stems})\n      (?:[._-](?:{samples}))?\\.{_segment(ending)}')
    body = '\n    | '.join(lines)
    return f'(?x)(?:^|/)(?:\n      {body}\n    )\n    (?:\\.(?:{"|".join(SAMPLES)})[0-9]*){{0,2}}~?$'


def _wrapped(parts: list[str]) -> str:
    lines = ['']
    for part in parts:
        if len(lines[-1]) + len(part) > 100:
            lines.append('')
        lines[-1] += part + '|'
    return '\n         '.join(lines)[:-1]


def _regex_of(path: str) -> str:
    return '/'.join(_segment(segment) for segment in path.split('/')).replace('**/', '(?:[^/]+/)*')


def _segment(text: str) -> str:
    if text == '**':
        return text
    out = []
    for char in text:
        if char == '*':
            out.append('[^/]*')
        elif char.isalnum() or char in '_-':
            out.append(char)
        else:
            out.append('\\' + char)
    return ''.join(out)
