"""Which files are worth reading: by their path, or by words that every map of servers carries."""
from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# In any configuration, whatever the name of the file: mcpServers, mcp_servers, context_servers, amp.mcpServers …
MARKS = ('mcpServers', 'mcp_servers', 'context_servers', 'mcp-servers', 'mcp.servers', 'ContextProtocolServers')
MARK_BYTES = tuple(mark.encode() for mark in MARKS)
WIDE_MARKS = tuple(mark.encode(code) for mark in MARKS[:1] for code in ('utf-16-le', 'utf-16-be'))
# git grep takes a pass for each text and for each path pattern that is more than an ending, so it gets what the marks have in
# common and the plain endings; whoever reads its answers looks at the marks again
GREP = ('ervers',)
# under a name that other programs use as well (settings.json, registry.json), one of these has to be there
HINT_MARKS = (b'mcp', b'MCP', b'Mcp', b'ervers', b'command', b'extensions', b'm\0c\0p', b's\0e\0r\0v')
ENDINGS = ('json', 'jsonc', 'json5', 'yaml', 'yml', 'toml', 'md', 'code-workspace')
PATHSPECS = tuple(f'*.{ending}' for ending in ENDINGS)
# written by package managers, large, many versions, never a configuration
NEVER = ('package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'composer.lock', 'deno.lock')

_TAILS = tuple(f'.{ending}' for ending in ENDINGS) + tuple(f'.{ending}~' for ending in ENDINGS[:6])
_INNER = tuple(f'.{ending}.' for ending in ENDINGS[:6])

MANY = 300  # paths from which the regular expression pays

PATH = 'path'  # a client reads this path
HINT = 'hint'  # a client may, the content decides
CONTENT = 'content'  # only marks in the content can tell
NOTHING = ''


def is_data(path: str) -> bool:
    """Can a file of this name hold a configuration: by its ending, or by the one before it (``mcp.json.example``)."""
    if path.endswith(_TAILS):
        return True
    name = path[path.rfind('/') + 1:]
    return name.count('.') > 1 and any(inner in name for inner in _INNER)


class Chooser(NamedTuple):
    """The client table's answers. ``maybe`` is a quick test that is True for every path either of them knows."""

    is_client_path: Callable[[str], bool]
    is_hint: Callable[[str], bool]
    maybe: Callable[[str], object] | None = None


def chooser(paths: int = 0) -> Chooser:
    """From the client table. For many paths one regular expression sorts out those that no client could read."""
    from mcp_hooks.clients.registry import files_pattern, matches

    maybe = None
    if paths > MANY:
        import re

        maybe = re.compile(files_pattern()).search
    return Chooser(lambda path: bool(matches(path)), lambda path: bool(matches(path, hints=True)), maybe)


def kind_of(path: str, choose: Chooser) -> str:
    """Why a path may be worth reading."""
    data = is_data(path)
    if choose.maybe is None or choose.maybe(path):
        if choose.is_client_path(path):
            return PATH
        if data and choose.is_hint(path):
            return HINT
    return CONTENT if data and not path.endswith(NEVER) else NOTHING


def samples() -> tuple[str, ...]:
    """Endings of samples and copies that still tell which client is meant: ``.mcp.json.example``."""
    from mcp_hooks.clients.registry import SAMPLES

    return tuple(f'.{ending}' for ending in SAMPLES)


def folders() -> frozenset[str]:
    """Names of folders in which clients look: ``.cursor``, ``.vscode`` …"""
    from mcp_hooks.clients.registry import KINDS

    names = (name for _, _, repo, _ in KINDS for pattern in repo if '/' in pattern
             for name in pattern.lstrip('?').split('/')[:-1])
    return frozenset(name for name in names if name[:1] == '.' and '*' not in name)


def has_marks(data: bytes) -> bool:
    """Does the content name a map of servers, or have one under the bare key that VS Code uses?"""
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        return any(mark in data for mark in WIDE_MARKS)
    if any(mark in data for mark in MARK_BYTES):
        return True
    # "servers" alone is OpenAPI's word as well
    return b'"servers"' in data and (b'"command"' in data or b'mcp' in data or b'Mcp' in data)


def worth_reading(kind: str, data: bytes) -> bool:
    """Does the content agree with what the path made us think?"""
    if kind == PATH:
        return True
    if kind == HINT:
        return any(mark in data for mark in HINT_MARKS)
    return kind == CONTENT and has_marks(data)
