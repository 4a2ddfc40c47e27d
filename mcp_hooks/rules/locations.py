"""Files that nobody reads, parts that moved, files that only count in the home folder."""
from __future__ import annotations

from mcp_hooks.clients.entries import stray_maps
from mcp_hooks.findings import Hit
from mcp_hooks.rules.entry import shown
from mcp_hooks.rules.rule import FILE, PORTABILITY, SHAPE, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Member, Span
    from mcp_hooks.servers import ConfigFile


def first_line(file: ConfigFile) -> Span:
    """The file as a whole: its first line, or the first character of it."""
    text = file.document.text
    end = text.find('\n')
    line = (text if end < 0 else text[:end]).rstrip('\r')
    return 0, max(1, min(len(line), 200)) if text else 0


def check_unread(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    if kind.read_by_nobody and not kind.template:
        who = f'{kind.client} does not read this file' if kind.client else 'No client reads this file'
        yield Hit(file.document.root, f'{who}: it reads `{kind.read_by_nobody}`' if kind.client else f'{who}: did you mean '
                                                                                                    f'`{kind.read_by_nobody}`?',
                  span=first_line(file), help=f'Move the servers to `{kind.read_by_nobody}`.')


def way_to(member: Member) -> str:
    """The keys down to the map, joined by dots."""
    return '.'.join(step for step in member.value.path() if isinstance(step, str))


def check_obsolete(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    for member, where in stray_maps(file):
        if where:
            yield Hit(
                member.key,
                f'{kind.client or "The client"} does not read servers from `{shown(way_to(member))}` here: '
                f'they belong in {where}',
                help=f'Move the servers to {where}.',
            )
    if kind.obsolete and not kind.read_by_nobody:
        seen: set[int] = set()
        for server in file.servers:
            parent = server.key.parent if server.key is not None else None
            if server.kind is not kind or parent is None or parent.start in seen or parent.parent is None:
                continue
            seen.add(parent.start)
            for member in parent.parent.members:
                if member.value is parent:
                    yield Hit(
                        member.key,
                        f'{kind.client} reads servers from `{shown(way_to(member))}` for the sake of old files only: '
                        f'they belong in {kind.obsolete}',
                        help=f'Move the servers to {kind.obsolete}.',
                    )


def check_home(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    if kind.home_only and not kind.template:
        yield Hit(
            file.document.root,
            f'{kind.client} reads this file in the home folder only, as `{kind.home_only}`',
            span=first_line(file),
        )


_CHECKED = '2026-11-30'

RULES = (
    Rule(
        id='MCP150', name='unread-location', category=SHAPE, severity='warning', subject=FILE, check=check_unread,
        summary='A file in a place where no client looks: its servers never start.',
        help='Move the file to the path that the client reads.',
        source='https://code.visualstudio.com/docs/copilot/reference/mcp-configuration', checked=_CHECKED,
        bad=('.vscode/.mcp.json', '{"servers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
        good=('.vscode/mcp.json', '{"servers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP151', name='obsolete-location', category=SHAPE, severity='warning', subject=FILE, check=check_obsolete,
        summary='Servers under a key of this file that the client does not read, or no longer.',
        help='Move the servers to the place that the message names.',
        source='https://github.com/CharlesWiltgen/Axiom/issues/27', checked=_CHECKED,
        bad=('.vscode/settings.json', '{"github.copilot.chat.mcp.servers": {"docs": {"command": "docs-mcp"}}}'),
        good=('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP152', name='home-only', category=PORTABILITY, severity='note', subject=FILE, check=check_home, default=False,
        summary='A file that its client only reads in the home folder. Repositories of dotfiles keep such files on purpose.',
        help='Nothing, if the file is copied to the home folder; else move the servers to a file that is read in a project.',
        source='https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference', checked=_CHECKED,
        bad=('.copilot/mcp-config.json',
             '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "tools": ["*"]}}}'),
        good=('.github/mcp.json',
              '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp", "tools": ["*"]}}}'),
    ),
)
