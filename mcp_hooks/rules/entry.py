"""What several rules ask about one server entry: which keys are odd, whether it is local or remote, what hides in it."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ARGS,
    COMMAND,
    CWD,
    DISABLED,
    ENABLED,
    ENV,
    ENV_FILE,
    HEADERS,
    HTTP,
    IMAGE,
    SSE,
    STDIO,
    TIMEOUT,
    TYPE,
    URL,
    WS,
)
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.memory import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Document, Member, Node
    from mcp_hooks.rules.slips import Slip
    from mcp_hooks.servers import ConfigFile, Server

REMOTE = (HTTP, SSE, WS)

# the words of all clients for a transport (reference: the clients' own documentation, see docs/clients.md)
WORDS = {
    'stdio': STDIO, 'local': STDIO, 'command': STDIO, 'process': STDIO,
    'http': HTTP, 'https': HTTP, 'streamable-http': HTTP, 'streamablehttp': HTTP, 'streamable_http': HTTP, 'streamable': HTTP,
    'http-stream': HTTP, 'httpstream': HTTP, 'http_stream': HTTP, 'http-streamable': HTTP, 'httpstreamable': HTTP,
    'streaminghttp': HTTP, 'streaming-http': HTTP, 'streaming_http': HTTP, 'remote': HTTP,
    'sse': SSE, 'http+sse': SSE, 'http-sse': SSE,
    'ws': WS, 'websocket': WS, 'websockets': WS,
}

# Spellings of other clients and of people, without case, blanks, hyphens and underscores -> the role they mean.
MEANT = {
    'command': COMMAND, 'cmd': COMMAND, 'exec': COMMAND, 'executable': COMMAND, 'program': COMMAND, 'commandline': COMMAND,
    'args': ARGS, 'arg': ARGS, 'arguments': ARGS, 'argument': ARGS, 'argv': ARGS,
    'env': ENV, 'envs': ENV, 'environment': ENV, 'environments': ENV, 'environ': ENV, 'envvars': ENV, 'envvar': ENV,
    'environmentvariables': ENV, 'environmentvars': ENV,
    'url': URL, 'urls': URL, 'uri': URL, 'endpoint': URL, 'httpurl': URL, 'serverurl': URL, 'baseurl': URL, 'sseurl': URL,
    'remoteurl': URL, 'endpointurl': URL,
    'headers': HEADERS, 'header': HEADERS, 'httpheaders': HEADERS, 'requestheaders': HEADERS, 'customheaders': HEADERS,
    'type': TYPE, 'types': TYPE, 'transport': TYPE, 'transporttype': TYPE, 'servertype': TYPE, 'connectiontype': TYPE,
    'cwd': CWD, 'workingdirectory': CWD, 'workingdir': CWD, 'workdir': CWD,
    'envfile': ENV_FILE, 'dotenv': ENV_FILE, 'envfiles': ENV_FILE,
    'disabled': DISABLED, 'disable': DISABLED, 'isdisabled': DISABLED,
    'enabled': ENABLED, 'enable': ENABLED, 'isenabled': ENABLED,
    'timeout': TIMEOUT, 'timeouts': TIMEOUT, 'timout': TIMEOUT,
}

# Root keys of other clients: seeing one of them, a person meant the servers of this file.
ROOTS = frozenset(('mcpservers', 'mcpserver', 'servers', 'mcp', 'contextservers', 'mcp.servers', 'amp.mcpservers',
                   'modelcontextprotocolservers', 'mcp.mcpservers'))

SHELLS = frozenset(('sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'nu', 'busybox', 'rbash'))
POWERSHELLS = frozenset(('powershell', 'pwsh'))


def plain(name: str) -> str:
    """A key without case, blanks, hyphens and underscores."""
    return name.lower().translate(_SEPARATORS).strip()


_SEPARATORS = {ord(sign): None for sign in ' \t-_'}


def program_name(command: str) -> str:
    """``C:\\nodejs\\npx.cmd`` → ``npx``; the empty string stays empty."""
    name = command.replace('\\', '/').rstrip('/').rpartition('/')[2].strip().lower()
    for ending in ('.exe', '.cmd', '.bat', '.ps1'):
        name = name.removesuffix(ending)
    return name


def key_for(kind: FileKind, role: str) -> str:
    """The client's own key for a role, '' when it has none."""
    for key, field in kind.fields.items():
        if field.role == role:
            return key
    return ''


def has(kind: FileKind, role: str) -> bool:
    """Does the client read a key for this role?"""
    return any(field.role == role for field in kind.fields.values())


def other_readers(file: ConfigFile) -> list[FileKind]:
    """Who else reads this path. Asked only when there is something to say: it loads their records."""
    from mcp_hooks.clients import registry

    if file.recognised_by != 'path':
        return []
    ids = [*(kind.id for kind in file.readers), *registry.readers_of(file.path)]
    return [registry.load(id) for id in dict.fromkeys(ids) if id != file.kind.id]


def is_generic(kind: FileKind) -> bool:
    """The reader is not known: only what is wrong in every client counts."""
    return not kind.client


def known(kind: FileKind) -> frozenset[str]:
    """The first keys of everything the client reads in an entry or drops without harm."""
    return _known(kind)


@lru_cache(maxsize=128)  # a record may be made for one file: a scan of many must not keep them all
def _known(kind: FileKind) -> frozenset[str]:
    keys = {key.partition('.')[0] for key in kind.fields} | set(kind.tolerated) | set(kind.starters)
    if kind.type_field:
        keys.add(kind.type_field.partition('.')[0])
    return frozenset(keys)


def odd_members(server: Server) -> list[Member]:
    """The members whose key the client does not read, comments and annotations aside."""
    keys = known(server.kind)
    odd = [m for m in server.entry.members if m.name not in keys and not m.name.startswith(('$', '_', '//', '#', 'x-'))]
    if len(odd) > 1:
        odd = list({m.name: m for m in odd}.values())  # of duplicates the last, which is the one that readers see
    return odd


def slips(server: Server) -> list[Slip]:
    """Keys one slip away from a known one, or another client's word for it."""
    odd = odd_members(server)
    if not odd:
        return []
    from mcp_hooks.rules.slips import slips_among

    return slips_among(odd, server.kind)


def slip_for(server: Server, *roles: str) -> Slip | None:
    """The key that was meant to be one of the roles, where no key plays it."""
    if not server.entry.members:
        return None
    for slip in slips(server):
        if slip.role in roles and slip.role not in server.fields:
            return slip
    return None


def quoted_table(server: Server) -> str:
    """The server whose part this was meant to be: `[mcp_servers."docs.env"]` is no part of `docs`. '' for all others."""
    name, dot, part = server.name.rpartition('.')
    if not dot or (part not in server.kind.fields and part not in server.kind.ignored):
        return ''
    return name if server.file.has_server(name) else ''


def nested(server: Server) -> Member | None:
    """The object in which an entry hides its transport, where the client wants it flat."""
    entry = server.entry
    if COMMAND in server.fields or URL in server.fields:
        return None
    keys = known(server.kind)
    for member in entry.members:
        if member.name in keys or member.value.kind != OBJECT:
            continue
        if plain(member.name) in ('transport', 'config', 'connection', 'server', 'remote', 'http', 'sse', 'stdio', 'local',
                                  'launch'):
            if looks_like_entry(member.value):
                return member
    return None


def looks_like_entry(node: Node) -> bool:
    """An object that says how a server is started or reached."""
    if node.kind != OBJECT:
        return False
    for member in node.members:
        role = MEANT.get(plain(member.name))
        if (role == COMMAND and member.value.kind in (STRING, ARRAY)) or (role == URL and member.value.kind == STRING):
            return True
    return False


def holds_entries(node: Node) -> bool:
    """An object (or list) with at least one thing in it that looks like a server entry."""
    children = [m.value for m in node.members] if node.kind == OBJECT else node.items
    return any(looks_like_entry(child) for child in children[:200])


def hidden_map(server: Server) -> bool:
    """An entry that is itself a map of servers: the root key was written twice."""
    return map_within(server) is not None or (
        plain(server.name) in ROOTS and not looks_like_entry(server.entry) and holds_entries(server.entry))


def map_within(server: Server) -> Member | None:
    """A root key with a map below it, inside of an entry that is nothing else."""
    if looks_like_entry(server.entry):
        return None
    return next((member for member in server.entry.members if plain(member.name) in ROOTS and member.value.kind == OBJECT
                 and holds_entries(member.value)), None)


def deserves_detail(server: Server) -> bool:
    """An object without a greater mistake that has a finding of its own (MCP209, MCP113)."""
    return server.entry.kind == OBJECT and nested(server) is None and not hidden_map(server)


def empty(node: Node) -> bool:
    """A value that says nothing: null, false, blanks, [] or {}."""
    if node.kind in (OBJECT, ARRAY):
        return not node.members and not node.items
    return node.value in (None, False) or (node.kind == STRING and not node.text.strip())


def filled(server: Server, role: str) -> bool:
    """Does the entry give the role a value that is not empty."""
    node = server.field(role)
    return node is not None and not empty(node)


def is_remote(server: Server) -> bool:
    """An address and no program."""
    return filled(server, URL) and not filled(server, COMMAND)


def is_local(server: Server) -> bool:
    """A program (or image) and no address."""
    return (filled(server, COMMAND) or filled(server, IMAGE)) and not filled(server, URL)


def speaks_remote(kind: FileKind) -> bool:
    """Does the client call servers by an address?"""
    return any(transport in kind.transports for transport in REMOTE)


HARMLESS_PROBLEMS = frozenset(('comment', 'trailing-comma', 'duplicate-key', 'lone-surrogate'))


def spoiled(document: Document, node: Node) -> bool:
    """A mistake of syntax inside of the node: what is missing there may be the parser's loss, not the author's."""
    if not document.problems:
        return False
    from bisect import bisect_left

    if document.spoils is None:  # asked for every server: there may be as many comments as servers
        document.spoils = sorted(problem.start for problem in document.problems if problem.code not in HARMLESS_PROBLEMS)
    at = bisect_left(document.spoils, node.start)
    return at < len(document.spoils) and document.spoils[at] <= node.end


def type_member(server: Server) -> Member | None:
    """The member with the type word, where this client reads one."""
    return server.fields.get(TYPE)


def holds_reference(value: str) -> bool:
    """Something in the value is filled in from outside: no rule can know what it will be."""
    return '{' in value or '$' in value or '%' in value or '<' in value
