"""What only shows when the files of a project are seen side by side. Loaded for two of them."""
from __future__ import annotations

from mcp_hooks.clients.record import COMMAND
from mcp_hooks.documents.node import OBJECT
from mcp_hooks.findings import Hit
from mcp_hooks.rules.entry import SHELLS
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import ConfigFile, Server

REMOTE, PACKAGE, IMAGE, PROGRAM, SCRIPT = 'remote', 'package', 'image', 'program', 'script'
_BRIDGES = frozenset(('mcp-remote', 'supergateway', 'mcp-proxy', 'mcp-remote-client'))
_ENDINGS = ('/mcp', '/sse', '/v1')
_STARTERS = frozenset(('npx', 'bunx', 'uvx', 'npm', 'pnpm', 'yarn', 'docker', 'podman', 'make', 'just', 'task'))
_LOCAL = ('.local', '.internal', '.localhost', '.test')


def folder_of(path: str) -> str:
    """The folder of the project that a file belongs to: ``a/.cursor/mcp.json`` and ``a/.mcp.json`` are both of ``a``."""
    folders = path.split('/')[:-1]
    for number, name in enumerate(folders):
        if name.startswith(('.', '_agent')):
            return '/'.join(folders[:number])
    return '/'.join(folders)


def target(server: Server) -> tuple[str, str]:
    """What a server is, the same for the same thing: its kind and its address or name. ('', '') when unsure."""
    url = server.url
    if url is not None and url.text and not server.command:
        address = _address(url.text)
        return (REMOTE, address) if address else ('', '')
    if not server.command or server.field(COMMAND) is None:
        return '', ''
    from mcp_hooks.rules.launch import INTERPRETERS, launch
    from mcp_hooks.rules.packages import packages

    run = launch(server)
    fetched = packages(run)
    if fetched:
        package = fetched[0]
        if package.name in _BRIDGES:
            address = next((_address(node.text) for node in run.args if '://' in node.text), '')
            return (REMOTE, address) if address else ('', '')
        return IMAGE if package.ecosystem == 'docker' else PACKAGE, package.name
    if run.program in SHELLS or run.program in _STARTERS:
        return '', ''
    if run.program in INTERPRETERS or run.program in ('uv', 'poetry', 'pipenv', 'cargo', 'go', 'dotnet'):
        return SCRIPT, ''
    return PROGRAM, run.program


def _address(url: str) -> str:
    """Host and path without what differs between clients: scheme, query, the transport's ending, the last slash."""
    if '$' in url or '{' in url or '%' in url or '<' in url:
        return ''
    rest = url.partition('://')[2] or url
    rest = rest.partition('?')[0].partition('#')[0].rstrip('/').lower()
    host, slash, path = rest.rpartition('@')[2].partition('/')
    path = slash + path
    for ending in _ENDINGS:
        path = path.removesuffix(ending)
    return host.removesuffix(':443').removesuffix(':80') + path.rstrip('/')


def _is_local(address: str) -> bool:
    host = address.partition('/')[0].partition(':')[0]
    return host in ('localhost', '127.0.0.1', '[') or host.endswith(_LOCAL) or '.' not in host


def differ(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Do two servers of one name surely lead to different things?

    A package, an image and an address may all be forms of one product; clients differ in what they can start. Scripts of the
    project are a server under development as well as its published form.
    """
    if not one[0] or not other[0]:
        return False
    if one[0] == other[0]:
        return one[0] != SCRIPT and one[1] != other[1] and not (one[0] == REMOTE and _is_local(one[1]) and _is_local(other[1]))
    kinds = {one[0], other[0]}
    remote = one if one[0] == REMOTE else other
    return kinds == {REMOTE, PROGRAM} and not _is_local(remote[1])


def _counts(file: ConfigFile) -> bool:
    kind = file.kind
    return bool(file.servers and kind.client and file.recognised_by == 'path' and not kind.read_by_nobody and not kind.home_only
                and not kind.template and not kind.obsolete)


def check_conflict(files: list[ConfigFile]) -> Iterator[tuple[ConfigFile, Hit]]:
    known: dict[tuple[str, str], tuple[ConfigFile, Server]] = {}
    for file in sorted((f for f in files if _counts(f)), key=lambda f: (f.path.count('/'), f.path)):
        last = {server.name: server for server in file.servers if server.name and server.entry.kind == OBJECT}
        for name, server in last.items():
            key = folder_of(file.path), name
            first = known.setdefault(key, (file, server))
            if first[0].kind.client == file.kind.client:
                continue
            if differ(target(first[1]), target(server)):
                yield file, Hit(server.place, f'`{shown(name)}` is another server in `{shown(first[0].path, 80)}`, which '
                                              f'{reader(first[0].kind)} reads',
                                help='Give the two different names, or let both point to the same server.')
