"""What a stdio entry starts, seen through its wrappers, and which of its arguments a program on the way reads for itself."""
from __future__ import annotations

from mcp_hooks.rules.entry import POWERSHELLS, SHELLS, program_name
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

INTERPRETERS = frozenset((
    'node', 'nodejs', 'python', 'python2', 'python3', 'pythonw', 'py', 'ruby', 'perl', 'php', 'deno', 'bun', 'lua',
    'osascript', 'awk', 'sed', 'jq', 'java', 'dotnet', 'tsx', 'ts-node', 'rscript',
))
CONTAINERS = frozenset(('docker', 'podman', 'nerdctl', 'finch', 'container'))
# the argument after these is a command line or a piece of code for some shell or interpreter
_CODE_FLAGS = frozenset((
    '-c', '-e', '-p', '--eval', '--print', '--command', '--cmd', '--run', '--exec', '--call', '--stdio', '--shell',
    '-Command', '-command', '-EncodedCommand', '--expression', '--init', '--entrypoint',
))
# programs that start the rest of the line, after options of their own
_WRAPPERS = frozenset((
    'env', 'sudo', 'doas', 'nohup', 'nice', 'time', 'stdbuf', 'caffeinate', 'command', 'exec', 'setsid', 'timeout',
))
# options of theirs that take the next word, by their manuals
_WITH_VALUE = {
    'env': ('-u', '--unset', '-C', '--chdir'), 'sudo': ('-u', '-g', '-h', '-p', '-C', '-T', '-D', '-R', '-r', '-t', '-U'),
    'doas': ('-u', '-C'), 'nice': ('-n', '--adjustment'), 'timeout': ('-s', '--signal', '-k', '--kill-after'),
    'stdbuf': ('-i', '-o', '-e'), 'exec': ('-a',), 'wsl': ('-d', '--distribution', '-u', '--user', '--cd'),
}
_DASHED = frozenset((
    'op', 'doppler', 'infisical', 'dotenvx', 'dotenv', 'mise', 'asdf', 'direnv', 'aws-vault', 'chamber', 'teller',
    'varlock', 'nix', 'nix-shell', 'devbox', 'conda', 'micromamba', 'poetry', 'pipenv', 'rtx', 'fnm', 'nvm', 'volta',
    'envchain', 'wsl', 'flatpak', 'toolbox', 'distrobox', 'systemd-run', 'bwrap', 'firejail', 'sandbox-exec', 'with-env',
))


class Launch(NamedTuple):
    """``program`` without folder and ending, in lower case; ``args`` after it; ``through`` are the wrappers' names."""

    program: str
    args: Sequence[Node]
    through: tuple[str, ...] = ()


def launch(server: Server) -> Launch:
    """The program that does the work: ``cmd /c npx -y x`` is npx, ``env A=1 op run -- uvx y`` is uvx."""
    program, args, through = program_name(server.command), server.args, []
    for _ in range(5):
        skip = _skip(program, args)
        if skip < 0 or skip >= len(args) or not args[skip].text:
            break
        through.append(program)
        program, args = program_name(args[skip].text), args[skip + 1:]
    return Launch(program, args, tuple(through))


def _skip(program: str, args: Sequence[Node]) -> int:
    """How many arguments a wrapper takes before the program it starts; -1 when ``program`` is no wrapper."""
    if program == 'cmd':
        at = 0
        while at < len(args) and args[at].text.startswith('/'):
            if args[at].text.lower() in ('/c', '/k'):
                return at + 1
            at += 1
        return -1
    if program in _DASHED:
        for at, node in enumerate(args):
            if node.text == '--':
                return at + 1
        if program != 'wsl':
            return -1
    elif program not in _WRAPPERS:
        return -1
    valued = _WITH_VALUE.get(program, ())
    at = 0
    while at < len(args):
        word = args[at].text
        if not (word.startswith('-') or (program != 'wsl' and '=' in word) or (program == 'timeout' and word[:1].isdigit())):
            return at
        at += 2 if word in valued else 1
    return -1


def read_by_others(server: Server) -> dict[int, str]:
    """Arguments (by index in ``server.args``) that a shell, an interpreter or a remote program expands or runs itself.

    The value says which: ``sh``, ``cmd``, ``powershell`` or ``code``. What stands in them is no business of the client.
    """
    found: dict[int, str] = {}
    args = server.args
    reader = _reader(program_name(server.command))
    for number, node in enumerate(args):
        word = node.text
        if reader == 'cmd' and word.lower() in ('/c', '/k', '/r'):
            found.update(dict.fromkeys(range(number + 1, len(args)), 'cmd'))
            return found
        if reader == 'powershell' and word.lower() in ('-c', '-command', '/c', '-e', '-ec', '-encodedcommand', '-file', '-f'):
            found.update(dict.fromkeys(range(number + 1, len(args)), 'powershell'))
            return found
        if reader == 'ssh' and not word.startswith('-') and number:
            found.update(dict.fromkeys(range(number, len(args)), 'sh'))
            return found
        if reader == 'sh' and word[:1] == '-' and word[:2] != '--' and word.endswith('c') and len(word) < 8:
            found.update(dict.fromkeys(range(number + 1, len(args)), 'sh'))
            return found
        if word in _CODE_FLAGS and number + 1 < len(args) and reader != 'docker':
            found[number + 1] = 'sh' if word == '--stdio' else 'code'
        name = program_name(word) if len(word) < 200 else ''
        if _reader(name) and (word == name or '/' in word or '\\' in word or word.endswith('.exe')):
            reader = _reader(name)
    return found


def _reader(name: str) -> str:
    if name in SHELLS:
        return 'sh'
    if name in POWERSHELLS:
        return 'powershell'
    if name in CONTAINERS:
        return 'docker'
    if name in ('cmd', 'ssh'):
        return name
    return 'code' if name in INTERPRETERS else ''
