"""From a document to Server records: who reads it, where the map of servers stands, what each entry is to this client.

Nothing here trusts a type: a list where a map belongs yields no server, and a rule says so.
"""
from __future__ import annotations

from mcp_hooks.clients import record, registry
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING, Member, Node
from mcp_hooks.servers import ConfigFile, Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Document

# keys that make an object look like a server entry, whatever the client
ENTRY_KEYS = frozenset(('command', 'cmd', 'url', 'httpUrl', 'http_url', 'serverUrl', 'uri', 'transport', 'endpoint'))
BESIDE_KEYS = frozenset(('args', 'env', 'headers', 'type', 'environment', 'envs', 'cwd', 'disabled', 'enabled', 'timeout',
                         'http_headers',
                         'autoApprove', 'alwaysAllow', 'tools', 'transportType'))

# ways to a map of servers that some client uses at the root of some file, the plainest first
MAP_KEYS: tuple[tuple[str, ...], ...] = (
    ('mcpServers',), ('mcp_servers',), ('context_servers',), ('mcp-servers',), ('servers',), ('mcp', 'servers'),
    ('mcp', 'mcpServers'),
    ('mcp',), ('amp.mcpServers',), ('mcp.servers',), ('mcp.mcpServers',), ('github.copilot.chat.mcp.servers',),
    ('chat.mcp.servers',), ('amp', 'mcpServers'), ('settings', 'mcp', 'servers'), ('settings', 'mcpServers'),
    ('customizations', 'vscode', 'mcp', 'servers'), ('customizations', 'vscode', 'settings', 'mcp', 'servers'),
    ('experimental', 'modelContextProtocolServers'), ('projects', '*', 'mcpServers'), ('mcpServer',), ('mcpservers',),
    ('MCPServers',),
)


def config_files(path: str, document: Document, exists: Callable[[str], bool] | None = None) -> Iterator[ConfigFile]:
    """The file as each of its readers sees it, the owner first; none when the file has nothing to do with MCP.

    ``path`` is relative, with ``/``; ``exists`` answers for one path, relative to the same root. A reader's record is loaded when
    the reader is asked for, and ``ConfigFile.readers`` holds those so far.
    """
    matches = registry.matches(path, exists)
    if not matches:
        from mcp_hooks.clients.recognise import recognise

        kind = recognise(path, document)
        if kind is not None:
            yield _opened(ConfigFile(path, document, kind, recognised_by='content'))
        return
    sample = registry.plain_path(path)[1]
    readers: list[FileKind] = []
    for match in matches:
        kind = _as_read_at(_form_of(registry.load(match.id), document), match, sample)
        readers.append(kind)
        yield _opened(ConfigFile(path, document, kind, (kind, *(k for k in readers if k is not kind))))


def _form_of(kind: FileKind, document: Document) -> FileKind:
    """One program may take two kinds of file under one name, and tell them by a key."""
    key, other = kind.other_form
    return registry.load(other) if key and document.root is not None and document.root.member(key) is not None else kind


def _as_read_at(kind: FileKind, match: registry.Match, sample: bool) -> FileKind:
    """The record with what the path itself says: a sample, or a file that counts in the home folder only."""
    if match.home and not kind.home_only:
        where = [path for path in kind.user_paths if path.endswith(match.pattern)]
        kind = kind.replace(home_only=(where or [*kind.user_paths, f'~/{match.pattern}'])[0])
    if sample:
        # nobody reads a sample, so its comments hurt no one
        kind = kind.replace(template=True, comments=True, trailing_commas=True, servers_required=False)
    return kind


def _opened(file: ConfigFile) -> ConfigFile:
    file.servers = servers_of(file)
    return file


def map_nodes(file: ConfigFile) -> list[Node]:
    """What stands where this reader looks for its servers, of whatever type, in text order."""
    return [node for node, _ in _maps(file)]


def stray_maps(file: ConfigFile) -> list[tuple[Member, str]]:
    """Maps of servers under keys that this reader does not look at, each with the place where it belongs.

    The place is a path or a root key; '' where only the root key is wrong and ``file.kind.servers_at`` says the right one.
    """
    root = file.document.root
    if root is None or root.kind != OBJECT:
        return []
    out: list[tuple[Member, str]] = []
    seen = {id(node) for node in map_nodes(file)}
    ways = list(file.kind.misplaced.items())
    known = len(ways)
    if not file.kind.read_by_nobody and file.kind.servers_at:
        ways += [(way, '') for way in MAP_KEYS]
    for number, (way, where) in enumerate(ways):
        for parent in at_way(root, way[:-1]):
            for member in parent.members:
                if member.name == way[-1] and id(member.value) not in seen and (number < known or looks_like_map(member.value)):
                    seen.add(id(member.value))
                    out.append((member, where))
    return out


def _maps(file: ConfigFile) -> list[tuple[Node, bool]]:
    """Places of maps; the flag says that the root itself is the map (or, for ``single``, the entry)."""
    root = file.document.root
    if root is None:
        return []
    kind = file.kind
    found: list[Node] = []
    for way in kind.servers_at:
        found.extend(at_way(root, way))
    if len(kind.servers_at) > 1:
        found = _without_overlap(found)
    if found:
        found.sort(key=lambda node: node.start)
        return [(node, False) for node in found]
    if (kind.single and looks_like_entry(root)) or (kind.bare and _is_bare_map(file, root)):
        return [(root, True)]
    return []


def _is_bare_map(file: ConfigFile, root: Node) -> bool:
    """Where the path says what the file is, one thing like an entry is enough: `{"docs": {"url": "…"}}`."""
    return looks_like_map(root, bare=True) or (file.recognised_by == 'path' and not looks_like_entry(root) and looks_like_map(root))


def at_way(root: Node, way: tuple[str, ...]) -> list[Node]:
    """The nodes at the end of a way down; ``*`` is any member or item. Duplicate keys give each of their values."""
    nodes = [root]
    for step in way:
        below: list[Node] = []
        for node in nodes:
            if step == '*':
                below.extend(member.value for member in node.members)
                below.extend(node.items)
            else:
                below.extend(member.value for member in node.members if member.name == step)
        nodes = below
    return nodes


def _without_overlap(found: list[Node]) -> list[Node]:
    """Where one way leads through another (``mcp`` and ``mcp.servers``), the deeper place counts if it is a map of servers."""
    places = {id(node) for node in found}
    replaced = {id(node.parent) for node in found if id(node.parent) in places and not looks_like_entry(node)}
    return [node for node in found
            if id(node) not in replaced and not (id(node.parent) in places and looks_like_entry(node))]


def looks_like_entry(node: Node) -> bool:
    """Is this an object with a key that only a server entry has? A hint, never a verdict."""
    return node.kind == OBJECT and any(
        member.name in ENTRY_KEYS and member.value.kind in (STRING, ARRAY, OBJECT) for member in node.members)


def looks_like_map(node: Node, bare: bool = False) -> bool:
    """Does this map (or list) hold server entries? ``bare``: it has no key that says so, hence all of it must look that way."""
    if node.kind == ARRAY:
        return not bare and any(looks_like_entry(item) for item in node.items)
    if node.kind != OBJECT or not node.members:
        return False
    values = [member.value for member in node.members if not member.name.startswith(('$', '_', '//'))]
    if not bare:
        return any(looks_like_entry(value) for value in values)
    return bool(values) and all(_surely_entry(value) for value in values)


def _surely_entry(node: Node) -> bool:
    """A server entry even where no key around it says so: a program with its arguments, or an address with its kind."""
    if not looks_like_entry(node):
        return False
    names = {member.name for member in node.members}
    return not names.isdisjoint(BESIDE_KEYS) or not names.isdisjoint(('httpUrl', 'serverUrl'))


def servers_of(file: ConfigFile) -> list[Server]:
    """All entries in text order. Entries that this reader does not look at, for the map or the whole file stands where it does
    not look, come with the generic kind: what is wrong in any client and every credential is found in them, what only this
    client would mind is not."""
    out: list[Server] = []
    kind = file.kind
    if kind.read_by_nobody and not kind.template and kind.shape == 'map':
        kind = registry.load(registry.GENERIC).replace(reference=kind.reference, expands=kind.expands, inputs_at=kind.inputs_at,
                                                       variable_fields=kind.variable_fields)
    for node, is_root in _maps(file):
        out.extend(_entries(node, file, kind, is_root))
    strays = stray_maps(file)
    if strays:
        generic = registry.load(registry.GENERIC)
        for member, _ in strays:
            out.extend(_entries(member.value, file, generic, False))
        out.sort(key=lambda server: server.entry.start)
    return out


def _entries(node: Node, file: ConfigFile, kind: FileKind, is_root: bool) -> Iterator[Server]:
    if kind.shape == 'single' or (is_root and looks_like_entry(node)):
        if node.kind == OBJECT:
            yield _server('', None, node, file, kind)
    elif node.kind == ARRAY:
        if kind.shape == 'list' or kind is not file.kind:
            for item in node.items:
                yield from _listed(item, file, kind)
    elif node.kind == OBJECT and (kind.shape == 'map' or kind is not file.kind):
        for member in node.members:
            if file.document.text.startswith('{{', member.value.start):
                continue  # YAML takes what a template engine will fill in for a mapping
            if not is_root or looks_like_entry(member.value) or _is_meant_as_entry(member.value):
                yield _server(member.name, member.key, member.value, file, kind)


def _is_meant_as_entry(node: Node) -> bool:
    return node.kind == OBJECT and not BESIDE_KEYS.isdisjoint(member.name for member in node.members)


def _listed(item: Node, file: ConfigFile, kind: FileKind) -> Iterator[Server]:
    """An entry of a list: with its name inside, or as an object of one key, the name."""
    if item.kind == STRING:  # the name of a server that is defined elsewhere
        return
    if item.kind == OBJECT and len(item.members) == 1 and item.members[0].value.kind == OBJECT and not looks_like_entry(item):
        only = item.members[0]
        yield _server(only.name, only.key, only.value, file, kind)
        return
    name = next((found for key, field in kind.fields.items() if field.role == record.NAME and (found := item.get(key))), None)
    name = name or item.get('name')
    yield _server(name.text if name else '', name, item, file, kind)


def _server(name: str, key: Node | None, entry: Node, file: ConfigFile, kind: FileKind) -> Server:
    server = Server(name, key, entry, file, kind)
    if entry.kind == OBJECT:
        server.fields = _fields(entry, kind)
        server.transport = transport_of(server)
    return server


def _fields(entry: Node, kind: FileKind) -> dict[str, Member]:
    """Role → member. Of several spellings the first of the record that holds something; an empty value only if no other."""
    out: dict[str, Member] = {}
    for key, field in kind.fields.items():
        member = entry.member(key)
        if member is None and '.' in key:
            member = member_at(entry, key)
        if member is None:
            continue
        known = out.get(field.role)
        if known is None or (_is_empty(known.value) and not _is_empty(member.value)):
            out[field.role] = member
    return out


def member_at(entry: Node, key: str) -> Member | None:
    """The member at the end of a key with dots (``transport.url``): of duplicates the last, as every reader has it."""
    *ways, last = key.split('.')
    node: Node | None = entry
    for step in ways:
        node = node.get(step) if node is not None else None
    return node.member(last) if node is not None else None


def _is_empty(node: Node) -> bool:
    return node.kind == 'null' or (node.kind == STRING and not node.text.strip()) or (node.kind == ARRAY and not node.items)


def type_word(server: Server) -> str:
    """What the entry says its transport is, '' when it says nothing (or says it in something that is no string)."""
    node = server.field(record.TYPE)
    return node.text if node is not None else ''


def transport_of(server: Server) -> str:
    """What this client makes of the entry: a transport of ``record``, ``invalid``, or '' when nothing in it says."""
    kind = server.kind
    word = type_word(server)
    if word:
        older = kind.older_words.get(server.fields[record.TYPE].name)
        if older is not None:
            return older.get(word) or _inferred(server)
        known = kind.type_words.get(word)
        if known is not None:
            return known
        if kind.unknown_type:
            return kind.unknown_type
    return _inferred(server)


def _inferred(server: Server) -> str:
    kind = server.kind
    command, url = server.fields.get(record.COMMAND), server.fields.get(record.URL)
    command = command if command and not _is_empty(command.value) else None
    url = url if url and not _is_empty(url.value) else None
    if command is not None and url is not None and kind.command_and_url == 'refused':
        return record.INVALID
    if command is not None and not (url is not None and kind.command_and_url == 'url'):
        return record.INVALID if record.STDIO in kind.type_required else record.STDIO
    if url is not None:
        return _remote(server, url)
    for key, transport in kind.starters.items():
        if server.entry.get(key) is not None:
            return transport
    return ''


def _remote(server: Server, url: Member) -> str:
    kind = server.kind
    key = url.name if url.name in kind.fields else next((k for k in kind.fields if k.endswith('.' + url.name)), '')
    only = kind.fields[key].transports if key else ()
    if len(only) == 1:
        return only[0]
    address = url.value.text
    for hint, transport in kind.url_hints.items():
        if hint.endswith('://') and address.lower().startswith(hint):
            return transport
        if hint.startswith('/') and address.partition('?')[0].partition('#')[0].rstrip('/').endswith(hint):
            return transport
    return kind.url_without_type
