"""Paths that lead nowhere: a ``~`` that no shell expands, a relative one where servers start in no particular folder.

Loaded for an entry that may have one.
"""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, CWD, ENV_FILE
from mcp_hooks.findings import Hit
from mcp_hooks.rules.launch import read_by_others
from mcp_hooks.rules.wording import reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.servers import Server


def check_tilde(server: Server) -> Iterator[Hit]:
    kind = server.kind
    resolved = set(kind.resolves_tilde)
    command = server.program
    if '*' in resolved or command is None:
        return
    if COMMAND not in resolved and command.text.startswith(('~/', '~\\')):
        yield Hit(command, f'{_who(kind)} does not expand `~`: there is no program at this path')
    others: dict[int, str] | None = None
    for number, node in enumerate(server.args if ARGS not in resolved else ()):
        place = _tilde(node.text) if '~' in node.text else -1
        if place < 0:
            continue
        if others is None:
            from mcp_hooks.writing import place_in

            others = read_by_others(server)
        if number in others or _is_home_of_wsl(server, number):
            continue
        yield Hit(node, f'{_who(kind)} hands `~` on as it stands: only a shell makes the home folder of it',
                  span=place_in(server.file.document, node, place, len(node.text)))
    for role in (CWD, ENV_FILE):
        one = server.field(role)
        if role not in resolved and one is not None and one.text.startswith(('~/', '~\\')):
            yield Hit(one, f'{_who(kind)} does not expand `~`: there is no such path')


def _is_home_of_wsl(server: Server, number: int) -> bool:
    """`wsl --cd ~`, and what wsl hands to the shell of the user, as it does without `--exec`
    (https://learn.microsoft.com/windows/wsl/basic-commands, 2026-12-01)."""
    from mcp_hooks.rules.entry import program_name

    before = [node.text for node in server.args[:number]]
    return program_name(server.command) == 'wsl' and (before[-1:] == ['--cd'] or not {'-e', '--exec'} & set(before))


def _who(kind: FileKind) -> str:
    return kind.client or 'A client'


def _tilde(value: str) -> int:
    """Where a path begins with the home folder's sign: the whole argument, after ``--option=`` or in ``-v ~/x:/y``."""
    if value == '~' or value.startswith(('~/', '~\\')):
        return 0
    at = value.find('=~/')
    return at + 1 if at > 0 and value[:1] == '-' and ' ' not in value[:at] else -1


def check_relative(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if kind.relative_base != 'undefined':
        return
    cwd = server.field(CWD)
    if cwd is not None and cwd.text and kind.fields and not _is_relative(cwd.text):
        return
    command = server.program
    if command is not None and _is_relative(command.text):
        yield Hit(command, f'{reader(kind)} starts servers in no particular folder: a relative path leads nowhere')
    others = read_by_others(server) if any(_is_relative(node.text) for node in server.args) else {}
    for number, node in enumerate(server.args):
        if _is_relative(node.text) and number not in others:
            yield Hit(node, f'{reader(kind)} starts servers in no particular folder: a relative path leads nowhere')


def _is_relative(value: str) -> bool:
    return value.startswith(('./', '../', '.\\', '..\\')) and ' ' not in value.strip()
