"""Where the servers stand: in a file that somebody reads, below the key that this client reads, as the map that it expects."""
from __future__ import annotations

from mcp_hooks.clients.entries import map_nodes, stray_maps
from mcp_hooks.documents.node import ARRAY, NULL, OBJECT, STRING
from mcp_hooks.findings import ERROR, WARNING, Hit
from mcp_hooks.rules.entry import holds_entries, holds_reference, is_generic, looks_like_entry, other_readers, plain, spoiled
from mcp_hooks.rules.rule import FILE, PORTABILITY, SHAPE, Rule, later
from mcp_hooks.rules.wording import KINDS, a_kind, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Member, Node, Span
    from mcp_hooks.findings import Fix
    from mcp_hooks.servers import ConfigFile


# --- the key and the map


def written_way(way: tuple[str, ...]) -> str:
    """A way to the servers as a person writes it: `mcp.servers`."""
    return '.'.join(way)


def right_way(kind: FileKind) -> tuple[str, ...]:
    """The way to the servers that a person should write, () when there is no single one."""
    return next((way for way in kind.servers_at if way and '*' not in way), ())


# what a file says of itself: its author and its repository have an address, and are no servers
ABOUT = frozenset(('author', 'authors', 'bugs', 'contact', 'contributors', 'funding', 'homepage', 'info', 'interface', 'license',
                   'maintainer', 'maintainers', 'owner', 'provider', 'publisher', 'repository', 'source', 'support', 'vendor'))


def is_bare_map(root: Node, kind: FileKind) -> bool:
    """The servers stand at the top, without a key around them. A file of settings, or a manifest, has objects with an address or
    a program for much else: there, all that stands at the top must be an entry."""
    if root.kind != OBJECT or not holds_entries(root) or looks_like_entry(root):
        return False
    entries = [member for member in root.members if looks_like_entry(member.value) and member.name.lower() not in ABOUT]
    if kind.servers_required:  # a manifest of another program may have one object with an address among others
        return 2 * len(entries) > sum(member.value.kind == OBJECT and member.name.lower() not in ABOUT for member in root.members)
    rest = len(root.members) - len(entries) - sum(member.name.startswith(('$', '_', '//')) for member in root.members)
    return not rest and any(member.value.get(key) is not None for member in entries for key in ('command', 'type'))


def check_root(file: ConfigFile) -> Iterator[Hit]:
    root = file.document.root
    if root is None or root.kind == OBJECT or is_generic(file.kind) or spoiled(file.document, root):
        return
    if file.document.format != 'json' and root.kind in (NULL, STRING):
        return  # nothing yet, or prose
    if root.kind == ARRAY and not file.kind.servers_required and not holds_entries(root):
        return  # a list of other things under a name that more than one program uses
    yield Hit(root, f'The file holds {a_kind(root)}; {reader(file.kind)} expects an object',
              span=(root.start, min(root.end, root.start + 1)),
              severity=file.kind.at_most(ERROR, 'servers_at'))


def check_root_key(file: ConfigFile) -> Iterator[Hit]:
    kind, root = file.kind, file.document.root
    way = right_way(kind)
    if root is None or is_generic(kind) or kind.read_by_nobody or not way:
        return
    found = map_nodes(file)
    for member, where in stray_maps(file):
        if where:
            continue  # MCP151 says where these belong
        key = written_way(strings_of(member.value))
        if (found or kind.template) and any(other.client and is_map_of(other, member.value, found) for other in other_readers(file)):
            continue  # one file with a map for each reader; a sample may be for either
        yield wrong_key(file, member, way, key, bool(found))
    if not found and (slip := root_slip(file, way)) is not None:
        yield wrong_key(file, slip, way, slip.name, False)


def wrong_key(file: ConfigFile, member: Member, way: tuple[str, ...], key: str, beside: bool) -> Hit:
    """``beside``: the right key is there as well, so that this one only adds servers that never start."""
    kind, right = file.kind, written_way(way)
    verb = 'Rename the key' if len(way) == 1 and not beside else 'Move the servers'
    return Hit(first_wrong(file, member).key, f'{reader(kind)} reads servers from `{right}`, not from `{shown(key)}`: none of these starts',
               severity=WARNING if beside else kind.at_most(ERROR, 'servers_at'), help=f'{verb} to `{right}`.',
               fix=None if beside else root_fix(file, member, way))


def first_wrong(file: ConfigFile, member: Member) -> Member:
    """The first key on the way down to the map that leads to none of the right places."""
    steps, node = strings_of(member.value), file.document.root
    for length in range(1, len(steps)):
        here = node.member(steps[length - 1]) if node is not None else None
        if here is None:
            break
        if not any(way[:length] == steps[:length] for way in file.kind.servers_at):
            return here
        node = here.value
    return member


def root_slip(file: ConfigFile, way: tuple[str, ...]) -> Member | None:
    """The root key in another case, or with one letter wrong."""
    root = file.document.root
    if root is None or len(way) != 1 or any(node.parent is root for node in (m.value for m, _ in stray_maps(file))):
        return None
    from mcp_hooks.rules.slips import one_slip

    wanted = plain(way[0])
    for member in root.members:
        name = plain(member.name)
        if member.name != way[0] and (name == wanted or one_slip(name, wanted)) and holds_entries(member.value):
            return member
    return None


def strings_of(node: Node) -> tuple[str, ...]:
    return tuple(step for step in node.path() if isinstance(step, str))


def is_map_of(kind: FileKind, node: Node, found: Sequence[Node]) -> bool:
    """Is the map there for this reader? Not when it is read by way of exception, and the one it documents stands beside it."""
    way, right = strings_of(node), right_way(kind)
    return way in kind.servers_at and (way == right or all(strings_of(other) != right for other in found))


def root_fix(file: ConfigFile, member: Member, way: tuple[str, ...]) -> Fix | None:
    """Renaming is right when the same map may stand under the other key."""
    value = member.value
    if len(way) != 1 or len(value.path()) != 1 or value.kind != OBJECT or file.kind.shape != 'map' or not holds_entries(value):
        return None
    from mcp_hooks.rules.mending import rename

    return rename(file.document, member, way[0])


def check_root_missing(file: ConfigFile) -> Iterator[Hit]:
    kind, root = file.kind, file.document.root
    way = right_way(kind)
    if root is None or root.kind != OBJECT or not way or is_generic(kind):
        return
    if kind.read_by_nobody or kind.shape == 'single' or kind.bare:
        return
    if map_nodes(file) or stray_maps(file) or root_slip(file, way) is not None or spoiled(file.document, root):
        return
    place = (root.start, root.start + 1)
    if is_bare_map(root, kind):
        yield Hit(root, f'{reader(kind)} reads servers from `{written_way(way)}`, but they stand at the top of the file',
                  span=place,
                  severity=kind.at_most(ERROR, 'bare', 'servers_at'),
                  help=f'Put the servers into an object under `{written_way(way)}`.')
    elif looks_like_entry(root) and kind.servers_required:
        yield Hit(root, f'The fields of one server stand at the top of the file; {reader(kind)} reads servers from '
                        f'`{written_way(way)}`, each under its name', span=place, severity=kind.at_most(ERROR, 'servers_at'),
                  help=f'Write `{{"{way[-1]}": {{"<name>": … }}}}` around them.')
    elif kind.servers_required:
        yield Hit(root, f'{reader(kind)} finds no `{written_way(way)}` in this file, so it starts no server', span=place,
                  severity=WARNING)


def check_root_fields(file: ConfigFile) -> Iterator[Hit]:
    """What must stand at the top of the file beside the servers. A file without servers is not about them."""
    kind, root = file.kind, file.document.root
    if root is None or not kind.root_required or not file.servers or spoiled(file.document, root):
        return
    missing = [f'`{key}`' for key in kind.root_required if root.get(key) is None]
    if missing:
        them = 'it' if len(missing) == 1 else 'them'
        yield Hit(root,
                  f'The file has no {" and no ".join(missing)}: {reader(kind)} requires {them} at the top and refuses the whole file',
                  span=(root.start, root.members[0].key.end if root.members else root.start + 1),
                  severity=kind.at_most(ERROR, 'root_required'), help=f'Add {" and ".join(missing)} at the top of the file.')


def check_map(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    for node in map_nodes(file):
        if not node.path() or kind.shape == 'single' or holds_reference(node.text):
            continue
        if node.kind == NULL and (file.document.format != 'json' or not kind.servers_required):
            continue  # a key with nothing below it yet
        if spoiled(file.document, node) or node.kind not in KINDS:
            continue
        if node.kind == (ARRAY if kind.shape == 'list' else OBJECT):
            continue
        if kind.manifest_paths and (
                node.kind == STRING or (node.kind == ARRAY and all(item.kind in (STRING, OBJECT) for item in node.items))):
            unnamed = next((item for item in node.items if looks_like_entry(item)), None)
            if unnamed is not None and kind.client:
                yield Hit(unnamed, f'The fields of a server stand in the list itself; {reader(kind)} takes paths there, and objects '
                                   'with a name and an entry for each server',
                          span=(unnamed.start, unnamed.start + 1), severity=WARNING, help='Write `{"<name>": { … }}`.')
            continue
        if is_generic(kind) and (file.document.format != 'json' or str(node.step) != 'mcpServers'):
            continue  # some readers take a list under these keys
        want = 'a list of entries' if kind.shape == 'list' else 'an object with a name and an entry for each server'
        yield Hit(node, f'`{shown(str(node.step))}` is {a_kind(node)}; {reader(kind)} expects {want}',
                  severity=WARNING if node.kind == NULL or is_generic(kind) else kind.at_most(ERROR, 'shape'), help=f'Write {want}.')


def has_exact_versions(file: ConfigFile) -> bool:
    return bool(file.kind.exact_versions)


def may_name_files(file: ConfigFile) -> bool:
    return file.kind.manifest_paths


# --- the file


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
        yield Hit(file.document.root,
                  f'{who}: it reads `{kind.read_by_nobody}`' if kind.client else f'{who}: did you mean `{kind.read_by_nobody}`?',
                  span=first_line(file), help=f'Move the servers to `{kind.read_by_nobody}`.')


def check_obsolete(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    for member, where in stray_maps(file):
        if where:
            yield Hit(
                member.key,
                f'{kind.client or "The client"} does not read servers from `{shown(written_way(strings_of(member.value)))}` here: '
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
            way, top = written_way(strings_of(parent)), parent
            while top.parent is not None and top.parent.parent is not None:
                top = top.parent  # what stands beside the map moves with it, such as the inputs
            for member in top.parent.members if top.parent is not None else ():
                if member.value is top:
                    yield Hit(
                        member.key,
                        f'{kind.client} reads servers from `{shown(way)}` for the sake of old files only: '
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


_CLAUDE = 'https://code.claude.com/docs/en/mcp'
_CHECKED = '2026-11-30'


def _server_json(version: str) -> str:
    package = f'{{"registryType": "npm", "identifier": "docs-mcp", "version": "{version}", "transport": {{"type": "stdio"}}}}'
    return f'{{"name": "io.github.docs/docs", "description": "Docs", "version": "1.4.2", "packages": [{package}]}}'


RULES = (
    Rule(
        id='MCP101', name='root-not-object', category=SHAPE, severity='error', subject=FILE, check=check_root,
        summary='The file is valid, but its root is not an object.',
        help='Write an object with the root key of this client, and the servers below it.',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '[{"name": "docs", "command": "docs-mcp"}]'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP102', name='wrong-root-key', category=SHAPE, severity='error', subject=FILE, check=check_root_key,
        summary="The servers stand under another client's root key: this client loads none of them, and mostly says nothing.",
        help='Rename the root key to the one that this client reads.',
        source='https://github.com/microsoft/vscode/issues/243378', checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
        good=('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP103', name='missing-root-key', category=SHAPE, severity='error', subject=FILE, check=check_root_missing,
        summary='The root key is missing: the servers stand at the top of the file, or there are none.',
        help='Put the servers into an object under the root key that this client reads.',
        source='https://github.com/ChromeDevTools/chrome-devtools-mcp/issues/1246', checked=_CHECKED,
        bad=('.cursor/mcp.json', '{"docs": {"command": "docs-mcp"}}'),
        good=('.cursor/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP104', name='servers-wrong-type', category=SHAPE, severity='error', subject=FILE, check=check_map,
        summary='What stands under the root key is not the map (or list) of servers that the client expects.',
        help='Write an object with a name and an entry for each server, or a list of entries where the client takes that.',
        source=_CLAUDE, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": [{"name": "docs", "command": "docs-mcp"}]}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP114', name='missing-root-field', category=SHAPE, severity='error', subject=FILE, check=check_root_fields,
        summary='A field is missing that the client requires at the top of the file.',
        help='Add the field.',
        source='https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/index.ts', checked=_CHECKED,
        bad=('.continue/mcpServers/docs.yaml', 'mcpServers:\n  - name: docs\n    command: docs-mcp\n'),
        good=('.continue/mcpServers/docs.yaml', 'name: docs\nversion: 1.0.0\nmcpServers:\n  - name: docs\n    command: docs-mcp\n'),
    ),
    Rule(
        id='MCP115', name='inexact-version', category=SHAPE, severity='error', subject=FILE,
        check=later('manifests', 'check_versions', has_exact_versions),
        summary='A range of versions, or `latest`, where one version is wanted.',
        help='Write the version that is published, such as `1.4.2`.',
        source='https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md',
        checked=_CHECKED,
        bad=('server.json', _server_json('^1.4.0')),
        good=('server.json', _server_json('1.4.2')),
    ),
    Rule(
        id='MCP116', name='manifest-path', category=SHAPE, severity='error', subject=FILE,
        check=later('manifests', 'check_manifest_path', may_name_files),
        summary='The manifest of a plugin names a file of servers by a path that the client does not take.',
        help='Write a path below the plugin that begins with `./`.',
        source='https://code.claude.com/docs/en/plugins/manifest-reference', checked=_CHECKED,
        bad=('.claude-plugin/plugin.json', '{"name": "docs", "mcpServers": ".mcp.json"}'),
        good=('.claude-plugin/plugin.json', '{"name": "docs", "mcpServers": "./.mcp.json"}'),
    ),
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
