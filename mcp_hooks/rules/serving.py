"""Programs that serve HTTP, where a client waits for an answer on standard output."""
from __future__ import annotations

from mcp_hooks.clients.record import URL
from mcp_hooks.findings import Hit
from mcp_hooks.rules.breakage import HTTP_SERVERS
from mcp_hooks.rules.entry import filled, program_name
from mcp_hooks.rules.launch import launch
from mcp_hooks.rules.wording import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

_OF_SUBCOMMANDS = {'flask': ('run',), 'fastapi': ('run', 'dev')}


def check_serves_http(server: Server) -> Iterator[Hit]:
    if server.program is None or filled(server, URL):
        return  # the address beside the command says where it is called
    if any('http' in member.value.text or 'sse' in member.value.text for member in server.entry.members
           if member.name in ('type', 'transport', 'transportType')):
        return  # so does the transport, where the client starts what it calls
    run = launch(server)
    name, node, rest = run.program, None, list(run.args)
    if name in ('uv', 'poetry', 'pdm', 'pipenv', 'rye', 'hatch') and rest and rest[0].text == 'run':
        rest = rest[1:]
        while rest and rest[0].text.startswith('-') and rest[0].text != '-m':
            rest = rest[2:] if rest[0].text in ('--directory', '--project', '--with', '--python', '-p', '--env-file') else rest[1:]
        if rest and rest[0].text != '-m':
            name, node, rest = program_name(rest[0].text), rest[0], rest[1:]
    if (name.startswith('python') or name in ('py', 'uv')) and (place := _module(rest)) is not None:
        name, node, rest = rest[place].text, rest[place], rest[place + 1:]
    wanted = _OF_SUBCOMMANDS.get(name)
    if name not in HTTP_SERVERS or (wanted is not None and not any(argument.text in wanted for argument in rest[:3])):
        return
    yield Hit(node if node is not None else server.program,
              f'`{shown(name)}` serves HTTP and answers nothing on standard output: the client that starts it waits in vain')


def _module(args: list[Node]) -> int | None:
    """Where the name after ``-m`` stands, among the options before it."""
    for at, node in enumerate(args):
        if node.text == '-m':
            return at + 1 if at + 1 < len(args) else None
        if not node.text.startswith('-'):
            return None
    return None
