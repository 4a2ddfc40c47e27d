"""Programs of the wrong platform, and cmd where it is not. Loaded where the settings name platforms, or an entry speaks of cmd."""
from __future__ import annotations

from mcp_hooks.findings import Hit
from mcp_hooks.rules.breakage import REPEATING, may_be_for_cmd
from mcp_hooks.rules.entry import SHELLS, holds_reference, program_name
from mcp_hooks.rules.launch import CONTAINERS, INTERPRETERS
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

_SCRIPTS_ON_WINDOWS = frozenset(('npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'corepack', 'ng', 'tsx', 'ts-node'))


def check_windows(server: Server) -> Iterator[Hit]:
    platforms = server.file.platforms
    if not platforms or not server.command:
        return
    program = program_name(server.command)
    node = server.program
    if 'windows' in platforms:
        named = server.command.lower().endswith(('.cmd', '.exe'))
        if program in _SCRIPTS_ON_WINDOWS and not server.kind.wraps_scripts and not named:
            yield Hit(node, f'On Windows `{program}` is a script, which {reader(server.kind)} cannot start by itself')
    elif program == 'cmd' or server.command.lower().endswith(('.cmd', '.bat', '.exe')):
        yield Hit(node, f'`{shown(server.command, 30)}` exists on Windows only, which this project does not name as a platform',
                  help='Start the program itself, without `cmd /c`.')


def check_slash_c(server: Server) -> Iterator[Hit]:
    if not may_be_for_cmd(server):
        return
    args = server.args
    first = args[0].text if args else ''
    program = program_name(server.command)
    if first.lower() in ('/c', '/k') and program not in ('cmd', 'wsl', 'powershell', 'pwsh') and not holds_reference(server.command):
        known = program in _SCRIPTS_ON_WINDOWS | REPEATING | SHELLS | INTERPRETERS | CONTAINERS  # some other may have a /c of its own
        yield Hit(args[0], f'`{first}` is an option of cmd, and `{shown(program, 30)}` is started instead',
                  severity=None if known else 'warning',
                  help=f'Write `cmd` as the command and `{shown(program, 30)}` after `{first}`, or leave `{first}` out.')
    elif program == 'cmd' and args and not any(_starts_a_line(a.text.lower()) for a in args):
        yield Hit(args[0], '`cmd` without `/c` waits for commands: it does not start the program',
                  help='Write `/c` as the first argument.')
    elif program == 'cmd' and (node := _slashed(args)) is not None:
        word = node.text.split(' ')[0]
        yield Hit(node, f'cmd takes `/` for the beginning of an option: it looks for a program `{shown(word.partition("/")[0], 30)}`',
                  severity='warning', help='Write the path with `\\`.')
    elif program in SHELLS and first == '-C' and len(args) > 1:
        yield Hit(args[0], f'`{program} -C` takes what follows for the name of a script, not for a command', severity='warning',
                  help='Write `-c`.')


def _slashed(args: Sequence[Node]) -> Node | None:
    """The program that cmd is told to start, where it is a relative path with slashes."""
    at = next((at for at, node in enumerate(args) if _starts_a_line(node.text.lower())), len(args)) + 1
    word = args[at].text.split(' ')[0] if at < len(args) else ''
    return args[at] if '/' in word[1:] and word[0] not in '/"@' and not set(word) & set('\\:%$<{') else None


def _starts_a_line(switch: str) -> bool:
    """cmd takes its switches together as well: ``/d/s/c``."""
    return switch[:1] == '/' and any(letter in switch[:8] for letter in ('/c', '/k', '/r'))
