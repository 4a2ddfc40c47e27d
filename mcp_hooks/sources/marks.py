"""Which files are worth reading: by their path, or by words that stand in them."""
from __future__ import annotations

from functools import cache

from mcp_hooks.credentials.stores import is_store
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

# In any configuration, whatever the name of the file: mcpServers, mcp_servers, context_servers, amp.mcpServers …
MARKS = ('mcpServers', 'mcp_servers', 'context_servers', 'mcp-servers', 'mcp.servers', 'ContextProtocolServers')
MARK_BYTES = tuple(mark.encode() for mark in MARKS)
# under a name that other programs use as well (settings.json, registry.json), one of these has to be there
HINT_MARKS = (b'mcp', b'MCP', b'Mcp', b'ervers', b'command', b'extensions', b'm\0c\0p', b's\0e\0r\0v')
# Commands that add a server, or start one with what it needs to log in: behind the name of a program an address or an option has
# to follow, for the name alone stands in every list of packages. Each begins with a plain text, which is found quickly.
_BLANKS = r'[\s\\`^"\',\[\]]{1,12}'  # also over two lines, or as a list of words
_STARTED = r'(?:@[^\s"\',]{1,40})?["\',\s]{1,4}(?:https?://|-)'
_COMMANDS = (
    r'mcp(?:(?<=\badd-mcp)(?![\w-])|(?<=\binstall-mcp)(?![\w-])|(?<=--mcp)-config\b|(?<=docker\ mcp)\s'
    # services of a compose file
    r'|(?<=image:\ mcp)/|(?<=image:\ ["\']mcp)/|(?<=ghcr\.io/github/github-mcp)-server'
    rf'|(?:-|{_BLANKS})(?:add|install)\b|(?:o|-remote|-proxy|-inspector){_STARTED})',
    rf'contextprotocol/inspector{_STARTED}',
    rf'supergateway{_STARTED}',
)
IN_LARGE = (b'mcp add', b'add-mcp', b'mcp install')  # by which a file that is too large for us is worth a word
# in the first 64 KiB of a captured session, beside the name of a method
SESSION_MARKS = (b'jsonrpc', b'j\0s\0o\0n\0r\0p\0c')
METHODS = (b'initialize', b'tools/', b'tools\\/', b'server/discover', b'server\\/discover', b'resources/', b'resources\\/',
           b'prompts/', b'prompts\\/', b'elicitation/', b'elicitation\\/', b'sampling/', b'sampling\\/', b'completion/',
           b'completion\\/', b'notifications/', b'notifications\\/', b'roots/list', b'roots\\/list', b'l\0i\0z\0e')

# one of them is in everything above
GREP = ('ervers', 'mcp', 'MCP', 'jsonrpc', 'contextprotocol', 'supergateway')
COMMON = tuple(word.encode() for word in GREP)
COMMON_LATER = (b'ervers',)
COMMANDS_WITHIN = 1 << 18  # bytes of JSON: what is larger was not written by hand

# a configuration can be in them, also with something behind: mcp.json.example
ENDINGS = ('json', 'jsonc', 'json5', 'yaml', 'yml', 'toml', 'md', 'code-workspace')
# scripts and documents: the commands are in them
TEXTS = ('sh', 'bash', 'zsh', 'fish', 'ksh', 'nu', 'ps1', 'psm1', 'bat', 'cmd', 'mdx', 'mdc', 'markdown', 'rst', 'adoc', 'txt',
         'ipynb', 'mk', 'just', 'dockerfile', 'bashrc', 'zshrc', 'bash_profile', 'profile', 'http', 'rest',
         'env', 'envrc', 'service')
NAMES = frozenset(('makefile', 'gnumakefile', 'dockerfile', 'containerfile', 'justfile', 'procfile', 'jenkinsfile', 'vagrantfile',
                   'earthfile', 'tiltfile'))
# documents that explain: an entry may stand in them without the map around it
PAGES = ('.md', '.mdx', '.mdc', '.markdown', '.rst', '.adoc', '.txt', '.ipynb')
CAPTURES = ('jsonl', 'ndjson', 'har', 'log', 'vcr', 'txtar', 'trace', 'cassette', 'tape')
# written by package managers, large, many versions, never a configuration
NEVER = ('package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'composer.lock', 'deno.lock')

_TAILS = tuple(f'.{ending}' for ending in ENDINGS) + tuple(f'.{ending}~' for ending in ENDINGS)
_INNER = tuple(f'.{ending}{mark}' for ending in ENDINGS for mark in '.-_')  # mcp.json.example, mcp.json-example, mcp.json_old
_ENVS = ('.env.', '.env-', '.env_')
_TEXT_TAILS = tuple(f'.{ending}' for ending in TEXTS)
_CAPTURE_TAILS = tuple(f'.{ending}' for ending in CAPTURES)

PATH = 'path'  # a client reads this path, or keeps its tokens there
HINT = 'hint'  # a client may, the content decides
CONTENT = 'content'  # only marks in the content can tell
TEXT = 'text'  # a script or a document, of interest for the commands in it
BARE = 'bare'  # no ending: a script when it begins with #!
CAPTURE = 'capture'  # a captured session, if its first messages say so
NOTHING = ''

HEAD = 1 << 16  # bytes of a capture that are looked at before it is read
# what the content makes of it
SOURCE = 'source'
SESSION = 'session'


def is_data(path: str) -> bool:
    """Can a file of this name hold a configuration: by its ending, or by the one before it (``mcp.json.example``)."""
    low = path.lower()
    if low.endswith(_TAILS):
        return True
    name = low[low.rfind('/') + 1:]
    return (name.count('.') > 1 or '-' in name or '_' in name) and any(inner in name for inner in _INNER)


def is_capture(path: str) -> bool:
    """Does the ending promise lines that a program wrote, such as captured messages, and no configuration?"""
    return path.lower().endswith(_CAPTURE_TAILS)


class Chooser(NamedTuple):
    """The client table's answers. ``maybe`` is a quick test that is True for every path either of them knows."""

    is_client_path: Callable[[str], bool]
    is_hint: Callable[[str], bool]
    maybe: Callable[[str], object] | None = None


def chooser() -> Chooser:
    """From the client table."""
    from mcp_hooks.clients.registry import could_match, matches

    return Chooser(lambda path: bool(matches(path)), lambda path: bool(matches(path, hints=True)), could_match)


def kind_of(path: str, choose: Chooser) -> str:
    """Why a path may be worth reading."""
    data = is_data(path)
    if choose.maybe is None or choose.maybe(path):
        if choose.is_client_path(path):
            return PATH
        if data and choose.is_hint(path):
            return HINT
    if is_store(path):
        return PATH
    low = path.lower()
    if data:
        if low != path and in_other_case(path, choose.is_client_path):
            return PATH
        return CONTENT if not low.endswith(NEVER) else NOTHING
    path = low
    if path.endswith(_TEXT_TAILS):
        return TEXT
    if path.endswith(_CAPTURE_TAILS):
        return CAPTURE
    name = path[path.rfind('/') + 1:]
    if '.' not in name:
        return TEXT if name in NAMES else BARE
    return TEXT if name.startswith(('dockerfile.', 'containerfile.', 'makefile.')) or any(part in name for part in _ENVS) else NOTHING


def in_other_case(path: str, is_client_path: Callable[[str], bool]) -> bool:
    """Is it the path of a client but for capitals (``.VSCODE/mcp.json``)? Clients read it where the file system of Windows or macOS
    does not tell these apart. Only names that begin with a dot, or stand in such a folder, are nobody else's."""
    low = path.lower()
    return low != path and (low[:1] == '.' or '/.' in low) and not is_client_path(path) and is_client_path(low)


def folders() -> frozenset[str]:
    """Names of folders in which clients look: ``.cursor``, ``.vscode`` …"""
    from mcp_hooks.clients.registry import KINDS

    names = (name for _, _, repo, _ in KINDS for pattern in repo if '/' in pattern and pattern[0] != '='
             for name in pattern.lstrip('?').split('/')[:-1])
    return frozenset(name for name in names if name[:1] == '.' and '*' not in name)


def has_marks(data: bytes) -> bool:
    """Does the content name a map of servers, or have one under the bare key that VS Code uses?"""
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        data = data.replace(b'\0', b'')
    if b'ervers' not in data:  # what the names have in common
        return b'"mcp"' in data and (b'"command"' in data or b'"url"' in data) and _own_map()(data) is not None
    if any(mark in data for mark in MARK_BYTES):
        return True
    # "servers" alone is OpenAPI's word as well
    if b'"servers"' in data and (b'"command"' in data or b'mcp' in data or b'Mcp' in data):
        return True
    return b'servers:' in data and b'command:' in data and (b'mcp' in data or b'modelcontextprotocol' in data) and (
        data[:8] == b'servers:' or b'\nservers:' in data)


@cache
def _own_map() -> Callable[[bytes], object]:
    """OpenCode's and Crush's key for the map, which is the name of a folder or of a topic elsewhere."""
    import re

    return re.compile(rb'"mcp"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}\{').search


def has_entry(data: bytes) -> bool:
    """Does a page that speaks of MCP show an entry without the map around it (`"docs": {"command": …, "env": …}`), or say in
    which file to write it?"""
    if b'mcp' not in data and b'MCP' not in data:
        return False
    if b'command' in data and (b'args' in data or b'env' in data) and any(key in data for key in _COMMAND_KEYS):
        return True
    if b'headers' in data and any(key in data for key in _URL_KEYS):
        return True
    return any(name in data for name in _FILES) or b'/mcp?' in data or b'/sse?' in data


def is_about_mcp(path: str, data: bytes) -> bool:
    """Is MCP what a page or a script is about, by its name or its beginning, and does it speak of something to log in with?"""
    return (says_mcp(path) or b'mcp' in data[:300].lower() or is_settings_of_mcp(path)) and speaks_of_login(data)


def speaks_of_login(data: bytes) -> bool:
    """Is there a word for something to log in with?"""
    return any(word in data for word in _LOGIN)


_LOGIN = (b'oken', b'TOKEN', b'assword', b'PASSWORD', b'_KEY', b'Key', b'-key', b'ecret', b'SECRET', b'API', b'uthorization')


def talks_to_server(data: bytes) -> bool:
    """Does a script, a page or a collection of requests send messages to a server, which needs a login at times?"""
    if b'jsonrpc' in data and any(word in data for word in (b'tools/', b'protocolVersion', b'mcp', b'MCP')):
        return True
    return b'/mcp' in data and b'uthorization' in data


def runs_server(path: str, data: bytes) -> bool:
    """Does a container run a server: an image whose name says MCP, or a file that builds one and sets variables in it?"""
    if b'mcp' not in data and b'MCP' not in data and b'contextprotocol' not in data:
        return False
    if path.endswith(('.yaml', '.yml')):
        return b'image:' in data and _image()(data) is not None
    name = path[path.rfind('/') + 1:].lower()
    return ('dockerfile' in name or 'containerfile' in name) and (b'ENV ' in data or b'ARG ' in data)


@cache
def _image() -> Callable[[bytes], object]:
    import re

    return re.compile(rb'image:[ \t]*[^\s#][^\n#]{0,120}mcp|image:[ \t]*["\']?mcp').search


def says_mcp(path: str) -> bool:
    return 'mcp' in path[path.rfind('/') + 1:].lower()


def is_recipe(path: str, data: bytes) -> bool:
    """Is it a recipe of goose's, whose servers are called extensions, and which may have any name?"""
    return b'xtensions' in data and any(word in data for word in _TRANSPORTS) and (
        b'cmd:' in data or b'uri:' in data or b'"cmd"' in data or b'"uri"' in data) and path.endswith(('.yaml', '.yml', '.json'))


_TRANSPORTS = (b'type: stdio', b'type: "stdio"', b'type: streamable', b'type: sse', b'"stdio"', b'"streamable')


def is_flow(data: bytes) -> bool:
    """Is it a flow of n8n's in which a node asks a server?"""
    return b'mcpClient' in data and b'"nodes"' in data


def is_settings_of_mcp(path: str) -> bool:
    """Does the name of the folder say MCP, and that of the file that settings are in it (``.docker/mcp/config.yaml``)?"""
    folder, _, name = path.rpartition('/')
    return (name.startswith(_SETTINGS) or name.endswith('.env')) and 'mcp' in folder[folder.rfind('/') + 1:].lower()


_SETTINGS = ('config.', 'settings.', 'secrets.', 'credentials.')


def is_named_map(path: str, data: bytes) -> bool:
    """Does the name say MCP, and the content look like entries whose map has no name; or is the name one that publishers' files
    share with others, and a word of theirs in it?"""
    if is_recipe(path, data) or is_flow(data) or (is_settings_of_mcp(path) and speaks_of_login(data)):
        return True
    if says_mcp(path) and not path.endswith('.md') and any(key in data for key in _ENTRY_KEYS):
        return True
    words = _shared(path)
    return any(word in data for word in words)


def _shared(path: str) -> tuple[bytes, ...]:
    """Words of the kind of file that other programs have a name in common with; none for any other name."""
    name = path[path.rfind('/') + 1:]
    return next((words for part, words in _SHARED if part in name), ())


def tells_little(path: str) -> bool:
    """Has a file of this name to be read as a whole, for no word is common to all that it may hold?"""
    path = path.lower()
    return ('mcp' in path and (says_mcp(path) or is_settings_of_mcp(path))) or bool(_shared(path))


_SHARED = (
    ('manifest.json', (b'mcp_config', b'dxt_version', b'"user_config"')),
    ('server.', (b'registryType', b'registry_type', b'registry_name', b'"remotes"', b'static.modelcontextprotocol.io/')),
    ('registry.json', (b'remote_servers', b'env_vars', b'"transport"')),
    ('registry.yaml', (b'registry:',)),
    ('catalog.yaml', (b'registry:',)),
    ('recipe', (b'stdio', b'streamable', b'type: builtin')),
    # of fast-agent, which keeps the keys of models and servers in fastagent.secrets.yaml
    ('fastagent.', (b'servers:', b'api_key:', b'uthorization:')),
    ('fast-agent.', (b'servers:', b'api_key:', b'uthorization:')),
)
_FILES = (b'mcp.json', b'claude_desktop_config', b'mcp_config.json', b'mcp_settings.json', b'mcp-settings.json')
# in JSON, in a notebook's JSON inside of JSON, in YAML, in TOML
_COMMAND_KEYS = (b'"command"', b'\\"command\\"', b'command: ', b'command = ')
_ENTRY_KEYS = (b'"command"', b'"url"', b'command:', b'url:', b'command =', b'url =')
_URL_KEYS = (b'"url"', b'\\"url\\"', b'"serverUrl"', b'"httpUrl"', b'url: ', b'url = ')


def has_commands(data: bytes) -> bool:
    """Is there a command that adds or starts a server?"""
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        data = data.replace(b'\0', b'')
    if b'mcp' not in data and b'supergateway' not in data and b'contextprotocol/' not in data:
        return False
    return any(command.search(data) for command in _commands())


@cache
def _commands() -> tuple[re.Pattern[bytes], ...]:
    import re

    return tuple(re.compile(command.encode()) for command in _COMMANDS)


def is_named_capture(path: str) -> bool:
    """Does the name itself promise a captured session?"""
    low = f'/{path.lower()}'
    return low.endswith(('.mcp.jsonl', '.vcr')) or '/inspector-protocol-' in low or '/inspector-network-' in low


def may_be_session(path: str, head: bytes) -> bool:
    """Do the name and the first bytes speak for a captured session? The readers of captures have the last word."""
    if not any(mark in head for mark in SESSION_MARKS) and not (b'"method"' in head and is_named_capture(path)):
        return False
    return any(method in head for method in METHODS)


def is_login(data: bytes) -> bool:
    """Is it a browser's archive in which somebody logs in for MCP? No message may be in it."""
    return (b'"entries"' in data[:4096] and b'"request"' in data[:HEAD] and (b'mcp' in data or b'MCP' in data)
            and (b'access_token' in data or b'uthorization' in data or b'client_secret' in data))


# programs that read scripts, and that identify does not list
_PROGRAMS = ('bun', 'deno', 'fish', 'just', 'make', 'pwsh', 'uv')


def is_script(data: bytes) -> bool:
    """Does a file without an ending begin with #! and the name of a program that reads text?"""
    if data[:2] != b'#!':
        return False
    import io

    from identify.identify import parse_shebang, tags_from_interpreter

    words = parse_shebang(io.BytesIO(data[:1024]))
    return bool(words) and (bool(tags_from_interpreter(words[0])) or words[0].rpartition('/')[2] in _PROGRAMS)


def content_of(kind: str, path: str, data: bytes) -> str:
    """What the content makes of a file: SOURCE, SESSION (if its readers agree), or NOTHING."""
    if kind == PATH:
        return SOURCE
    path = path.lower()
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):  # UTF-16: the words are all of ASCII
        data = data.replace(b'\0', b'')
    if kind == HINT and any(mark in data for mark in HINT_MARKS) and not is_named_capture(path):
        return SOURCE  # an address of MCP stands in the Inspector's exports, too
    if kind in (CONTENT, HINT, CAPTURE):
        head = data if path.endswith('.har') else data[:HEAD]  # a browser's archive may begin with anything
        if (kind == CAPTURE or path.endswith('.json')) and may_be_session(path, head):
            return SESSION
        if path.endswith(('.har', '.json')) and is_login(data):
            return SOURCE
        if kind != CAPTURE and (has_marks(data) or is_named_map(path, data) or runs_server(path, data)):
            return SOURCE
    if kind == CAPTURE or (kind == BARE and data[:2] != b'#!'):
        return NOTHING
    text = kind in (TEXT, BARE)
    page = path.endswith(PAGES)
    if not ((text and (has_marks(data) or runs_server(path, data))) or (page and has_entry(data))
            or ((text or page or len(data) <= COMMANDS_WITHIN) and is_about_mcp(path, data))
            or ((text or page) and talks_to_server(data))
            or has_commands(data[:COMMANDS_WITHIN] if path.endswith('.json') else data)):
        return NOTHING
    return SOURCE if kind != BARE or is_script(data) else NOTHING
