"""What stands as the command: one program, not a line for a shell."""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, DOLLAR, ENV, STRINGS, SUBSTITUTION
from mcp_hooks.documents.node import ARRAY, STRING
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.entry import POWERSHELLS, SHELLS, program_name
from mcp_hooks.rules.rule import TRANSPORT, Rule, later
from mcp_hooks.rules.wording import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

ALL_SHELLS = SHELLS | POWERSHELLS | {'cmd'}
# programs that hand a line on to a shell, here or elsewhere
TO_A_SHELL = ALL_SHELLS | {
    'ssh', 'wsl', 'su', 'script', 'watch', 'nix', 'nix-shell', 'docker', 'podman', 'kubectl', 'direnv', 'flox', 'distrobox', 'toolbox',
    'vagrant', 'chroot', 'env', 'xargs', 'parallel', 'make', 'just', 'tmux', 'screen', 'mise', 'devbox', 'concurrently'}
OPERATORS = frozenset(('&&', '||', '|', ';', '>', '>>', '<', '<<', '2>', '2>&1', '&>', '1>', '2>>', '|&', '>&2'))
LAUNCHERS = frozenset((
    'npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'bun', 'node', 'deno', 'uvx', 'uv', 'pipx', 'python', 'python3', 'py', 'pip',
    'docker', 'podman', 'java', 'dotnet', 'dnx', 'go', 'cargo', 'ruby', 'php', 'perl', 'tsx', 'ts-node', 'poetry', 'pdm', 'rye', 'hatch',
    'conda', 'mamba', 'mise', 'nix', 'make', 'sudo', 'env', 'nohup', 'exec', 'start', 'ssh', 'wsl', 'corepack', *ALL_SHELLS))


def is_line(value: str) -> bool:
    """Several words that are surely a program with arguments, and not the path of one program with a blank in it."""
    words = value.split()
    if len(words) < 2:
        return False
    first = words[0]
    if any(word.startswith('-') and len(word) > 1 for word in words[1:]) and not first.startswith('-'):
        return True
    if '.exe ' in value.lower() or '.cmd ' in value.lower():
        return True
    if '/' in first or '\\' in first:
        return False  # /Applications/My App.app/Contents/MacOS/server
    if program_name(first) in LAUNCHERS or not ('/' in value or '\\' in value or value.lower().endswith('.exe')):
        return True
    return any(word.startswith(('/', './', '../', '~', '@')) for word in words[1:])


def shell_mark(value: str) -> str:
    """The first mark that only a shell understands; '' when the value is a plain word or line."""
    for mark in ('&&', '||', '$(', '|', ';', '`', '>', '<'):
        if mark in value:
            return mark
    return ''


def check_command_line(server: Server) -> Iterator[Hit]:
    node = server.program
    if node is not None and node.text != node.text.strip(' ') and ' ' not in node.text.strip():
        from mcp_hooks.rules.mending import rewrite

        if node.text.strip():
            yield Hit(node, 'The command begins or ends with a blank, which is taken for a part of its name',
                      help='Remove the blank.',
                      fix=rewrite(server.file.document, node, node.text.strip(), f'write `{shown(node.text.strip())}`'))
        return
    if node is not None and '=' in node.text and ' ' not in node.text and assigned(node.text):
        yield _sets_a_variable(server, node, assigned(node.text))
        return
    if node is None or ' ' not in node.text.strip() or shell_mark(outside_references(node.text)):
        return
    value = node.text.strip()
    if value.startswith(('<', '{{')) or not is_line(value) or (server.kind.splits_command and not server.args):
        return
    whole, field = server.field(COMMAND), server.kind.fields.get(server.fields[COMMAND].name)
    if field is not None and field.shape == STRINGS and whole is node:
        return  # MCP109
    in_list = whole is not None and whole.kind == ARRAY
    variable = assigned(value)
    if variable:
        yield _sets_a_variable(server, node, variable)
        return
    where = 'the elements after it' if in_list else '`args`'
    yield Hit(node,
              'The command is a whole line: most clients look for one program of this name. '
              f'Write `{shown(program_part(value))}` here, the other words go to {where}', fix=split_fix(server, node),
              help='Put the program first and each argument into an element of its own after it.' if in_list else None)


def _sets_a_variable(server: Server, node: Node, variable: str) -> Hit:
    where = next((key for key, other in server.kind.fields.items() if other.role == ENV), 'env')
    return Hit(node, f'The command begins with a value for `{shown(variable, 40)}`, as a line of a shell: most clients look for one '
                     f'program of this name. Write the variable into `{where}` and the program here')


def assigned(line: str) -> str:
    """The variable that a command line sets for its program (``PORT=80 node server.js``), '' when it sets none."""
    name, equals, _ = line.split()[0].partition('=')
    return name if equals and name.isidentifier() and name.isascii() else ''


def program_part(value: str) -> str:
    """The program of a command line: the first word, or a Windows path up to its ending."""
    lower = value.lower()
    for ending in ('.exe ', '.cmd '):
        at = lower.find(ending)
        if at >= 0 and ('\\' in value[:at] or '/' in value[:at]):
            return value[:at + 4]
    return value.split()[0]


def split_fix(server: Server, node: Node) -> Fix | None:
    """Program and words apart. Only plain words: how quotes were meant is not known."""
    document, value = server.file.document, node.text.strip()
    if document.format != 'json' or any(c in value for c in '"\'`$*?(){}[]~\n\t') or server.field(COMMAND) is not node:
        return None
    from mcp_hooks.edits import replace_string
    from mcp_hooks.writing import render

    first = program_part(value)
    words = value[len(first):].split()
    written = replace_string(document, node, first)
    rest = ', '.join(render(word, 'json') for word in words)
    args = server.fields.get(ARGS)
    if written is None or not words:
        return None
    title = 'write the program and its arguments apart'
    if args is None:
        key = next((key for key, field in server.kind.fields.items() if field.role == ARGS and '.' not in key), '')
        return Fix(title, (written._replace(text=f'{written.text}, "{key}": [{rest}]'),)) if key else None
    if args.value.kind != ARRAY:
        return None
    at = args.value.items[0].start if args.value.items else args.value.start + 1
    return Fix(title, (written, Edit(at, at, rest + (', ' if args.value.items else ''))))


def outside_references(value: str) -> str:
    """The value without `${…}`, `{…}` and `<…>`, in which other marks have another meaning. Linear."""
    if not any(c in value for c in '{<'):
        return value
    out, depth = [], 0
    for c in value:
        if c == '{':
            depth += 1
        elif c == '}' and depth:
            depth -= 1
        elif not depth:
            out.append(c)
    text = ''.join(out)
    start = text.find('<')
    while start >= 0:
        end = text.find('>', start)
        if end < 0 or not text[start + 1:end].replace('-', '').replace('_', '').replace(' ', '').replace('/', '').isalnum():
            break
        text = text[:start] + text[end + 1:]
        start = text.find('<')
    return text


def check_shell_syntax(server: Server) -> Iterator[Hit]:
    node = server.program
    if node is None:
        return
    value = outside_references(node.text)
    mark = shell_mark(value)
    kind = server.kind
    if mark == '$(' and (SUBSTITUTION in kind.expands or SUBSTITUTION in kind.literal or DOLLAR in kind.literal):
        return  # MCP301 says that it stays as it is
    if mark and not node.text.startswith('<'):
        yield Hit(node, f'The command holds `{mark}`, but it is started without a shell, so this is part of a file name. '
                        'Start a shell on purpose (`"command": "sh", "args": ["-c", "…"]`) or write the program alone')
        return
    if program_name(node.text) in TO_A_SHELL:
        return
    for item in server.args[:200]:
        if item.kind == STRING and (item.text in OPERATORS or redirects(item.text)):
            yield Hit(item, f'`{item.text}` is handed to the program as an argument: no shell reads it')
            return


def redirects(word: str) -> bool:
    """``2>/dev/null`` in one word. What begins with a bare ``>`` may be a version."""
    return word.startswith(('1>', '2>', '&>')) and len(word) > 3 and ' ' not in word


def may_download(server: Server) -> bool:
    """Is there a pipe or a substitution in the command line? Nothing else runs what was downloaded, see ``rules.downloads``."""
    program = server.program
    nodes = ([program] if program is not None else []) + server.args[:200]
    return any('|' in node.text or '(' in node.text or '`' in node.text for node in nodes)


def starts_a_shell(server: Server) -> bool:
    """Does a shell stand between the client and the server? See ``rules.shell_output``."""
    return program_name(server.command) in SHELLS


_CHECKED = '2026-11-30'
_SPAWN = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports'

RULES = (
    Rule(
        id='MCP215', name='command-line-in-command', category=TRANSPORT, severity='warning', check=check_command_line,
        summary='A program and its arguments in one string, where clients look for the file of a program.',
        help='Put the program into `command` and each argument into `args`.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "npx -y docs-mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"]}}}'),
    ),
    Rule(
        id='MCP216', name='shell-syntax', category=TRANSPORT, severity='warning', check=check_shell_syntax,
        summary='Marks of a shell in a command that is started without one.',
        help='Write the program alone, or start a shell on purpose.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "cd docs && docs-mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "sh", "args": ["-c", "cd docs && exec docs-mcp"]}}}'),
    ),
    Rule(
        id='MCP217', name='pipe-to-shell', category=TRANSPORT, severity='warning',
        check=later('downloads', 'check_pipe_to_shell', may_download), security=7.0,
        summary='The server is a script that is downloaded and run at every start.',
        help='Install the program once, in a release, and start it by name; or commit the script.',
        source='https://modelcontextprotocol.io/specification/2025-11-25/basic/security_best_practices', checked=_CHECKED,
        bad=('.mcp.json',
             '{"mcpServers": {"docs": {"command": "sh", "args": ["-c", "curl -s https://docs.example/get | sh"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "sh", "args": ["./scripts/docs-mcp.sh"]}}}'),
    ),
    Rule(
        id='MCP218', name='lost-output', category=TRANSPORT, severity='error',
        check=later('shell_output', 'check_lost_output', starts_a_shell),
        summary='A shell sends what the server says somewhere else than to the client.',
        help='Leave standard output alone; write logs to standard error (`2> file`).',
        source=f'{_SPAWN}#stdio', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "bash", "args": ["-c", "cd docs && docs-mcp > /dev/null"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "bash", "args": ["-c", "cd docs && docs-mcp 2> /dev/null"]}}}'),
    ),
)
