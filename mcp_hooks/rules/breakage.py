"""Everyday breakage: what looks right and does not start. Paths, programs and platforms, names of variables."""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, CWD, ENV, ENV_FILE
from mcp_hooks.documents.node import OBJECT
from mcp_hooks.findings import Fix, Hit
from mcp_hooks.rules.entry import SHELLS, holds_reference, program_name, reader, shown
from mcp_hooks.rules.rule import FILE, TRANSPORT, Rule, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Member, Node
    from mcp_hooks.servers import ConfigFile, Server


def _starts_locally(server: Server) -> bool:
    return bool(server.command) and server.entry.kind == OBJECT


# paths


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
            from mcp_hooks.rules.launch import read_by_others

            others = read_by_others(server)
        if number in others:
            continue
        yield Hit(node, f'{_who(kind)} hands `~` on as it stands: only a shell makes the home folder of it',
                  span=part_of(server, node, place, len(node.text)))
    for role in (CWD, ENV_FILE):
        one = server.field(role)
        if role not in resolved and one is not None and one.text.startswith(('~/', '~\\')):
            yield Hit(one, f'{_who(kind)} does not expand `~`: there is no such path')


def _who(kind: FileKind) -> str:
    return kind.client or 'A client'


def _tilde(value: str) -> int:
    """Where a path begins with the home folder's sign: the whole argument, after ``--option=`` or in ``-v ~/x:/y``."""
    if value == '~' or value.startswith(('~/', '~\\')):
        return 0
    at = value.find('=~/')
    return at + 1 if at > 0 and value[:1] == '-' and ' ' not in value[:at] else -1


def part_of(server: Server, node: Node, start: int, end: int) -> tuple[int, int]:
    from mcp_hooks.writing import place_in

    return place_in(server.file.document, node, start, end)


def check_relative(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if kind.relative_base != 'undefined':
        return
    from mcp_hooks.rules.launch import read_by_others

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


def check_null(server: Server) -> Iterator[Hit]:
    if not _starts_locally(server):
        return
    nodes = [n for n in (server.program, server.field(CWD), *server.args) if n is not None]
    for node in (*nodes, *(member.value for member in server.env)):
        if '\0' in node.text:
            yield Hit(node, 'A NUL character: no system starts a program with it')


# strings, which rules.spelling reads


def has_backslash(server: Server) -> bool:
    return '\\' in server.file.document.text[server.entry.start:server.entry.end]


def has_odd_letter(server: Server) -> bool:
    keys = (member.key for member in (*server.env, *server.headers))
    return not all(node is None or node.text.isascii() for node in (server.program, server.url, *server.args, *keys))


def has_quote(server: Server) -> bool:
    values = (member.value for member in (*server.env, *server.headers))
    return any(node is not None and ('"' in node.text or "'" in node.text) for node in (server.program, *server.args, *values))


def has_blank(server: Server) -> bool:
    return any(' ' in node.text for node in server.args)


# programs and platforms

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
    args = server.args
    first = args[0].text if args else ''
    if not server.command or (first.lower() not in ('/c', '/k', '-c') and 'cmd' not in server.command.lower()):
        return
    from mcp_hooks.rules.launch import CONTAINERS, INTERPRETERS

    program = program_name(server.command)
    if first.lower() in ('/c', '/k') and program not in ('cmd', 'wsl', 'powershell', 'pwsh') and not holds_reference(server.command):
        known = program in _SCRIPTS_ON_WINDOWS | _REPEATING | SHELLS | INTERPRETERS | CONTAINERS  # some other may have a /c of its own
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


_REPEATING = frozenset(('node', 'python', 'python3', 'uvx', 'uv', 'docker', 'podman', 'bunx', 'bun', 'deno', 'java', 'dotnet'))


def check_repeated(server: Server) -> Iterator[Hit]:
    args = server.args
    if args and args[0].text and args[0].text == server.command and args[0].text in _REPEATING:
        yield Hit(args[0], f'`{args[0].text}` stands in `{COMMAND}` already: here it is taken for an argument',
                  help='Remove it from the arguments.')


# what puts a package on the disk and ends: the program, and the words that make it do so
_INSTALLERS = {
    'npm': ('install', 'i', 'ci', 'add', 'update'),
    'pnpm': ('install', 'i', 'add', 'update'),
    'yarn': ('install', 'add'),
    'bun': ('install', 'i', 'add'),
    'pip': ('install', 'download'),
    'pip3': ('install', 'download'),
    'pipx': ('install',),
    'uv': ('add', 'sync', 'tool install', 'pip install'),
    'python': ('-m pip install',),
    'python3': ('-m pip install',),
    'cargo': ('install', 'add', 'build'),
    'go': ('install', 'get', 'build'),
    'gem': ('install',),
    'dotnet': ('build', 'tool install'),
    'brew': ('install',),
    'docker': ('pull', 'build'),
    'git': ('clone', 'pull'),
}
_RUNNERS = {'npm': 'npx -y', 'pnpm': 'pnpm dlx', 'yarn': 'yarn dlx', 'bun': 'bunx', 'pip': 'uvx', 'pip3': 'uvx', 'uv': 'uvx'}


def check_installs(server: Server) -> Iterator[Hit]:
    program = program_name(server.command)
    verbs = _INSTALLERS.get(program)
    words = [node.text or '' for node in server.args]
    if verbs is None or not words or not {'&&', ';', '||'}.isdisjoint(words):
        return
    for verb in verbs:
        parts = verb.split()
        if words[:len(parts)] == parts:
            runner = _RUNNERS.get(program)
            yield Hit(server.args[len(parts) - 1], f'`{program} {verb}` does its work and ends: no server is started',
                      help=f'Do this once by hand, and write here what runs the server{f" (`{runner} <package>`)" if runner else ""}.')
            return


# reference servers that are published on PyPI only; each name was asked for on npm on 2026-11-30, and is not there
ONLY_PYTHON = {f'@modelcontextprotocol/server-{name}': f'mcp-server-{name}' for name in ('fetch', 'git', 'sqlite', 'time')}
_OF_PYTHON = frozenset(('uvx', 'uv', 'pipx'))


HTTP_SERVERS = frozenset(('uvicorn', 'gunicorn', 'hypercorn', 'granian', 'daphne', 'waitress-serve', 'flask', 'fastapi', 'http.server'))


def may_serve_http(server: Server) -> bool:
    return program_name(server.command) in HTTP_SERVERS or any(node.text in HTTP_SERVERS for node in server.args)


def may_be_absent(server: Server) -> bool:
    for node in server.args:
        text = node.text
        if text.startswith('@') and '/' in text and (
                text in ONLY_PYTHON or text.rpartition('@')[0] in ONLY_PYTHON
                or program_name(server.command) in _OF_PYTHON or any(program_name(other.text) in _OF_PYTHON for other in server.args)):
            return True
    return False


def check_env_name(server: Server) -> Iterator[Hit]:
    whole = server.field(ENV)
    if whole is None or server.file.document.text.startswith('{{', whole.start):
        return
    for member in server.env:
        name = member.name
        if not name.strip():
            yield Hit(member.key, 'A variable without a name')
        elif '=' in name or '\0' in name:
            what = '`=`' if '=' in name else 'NUL'
            yield Hit(member.key, f'`{shown(name.partition("=")[0])}…` cannot be the name of a variable: it holds {what}')
        elif name != name.strip() or name[0] == '$':
            what = 'sign' if name[0] == '$' else 'blanks'
            yield Hit(member.key, f'`{shown(name)}` is the whole name, with the {what}: the server looks for another',
                      severity='warning', fix=_named(server, member, name.strip().lstrip('$')))


def _named(server: Server, member: Member, name: str) -> Fix | None:
    from mcp_hooks.edits import rename_key
    from mcp_hooks.rules.spelling import WORD

    if not name or not WORD.issuperset(name) or any(m.name == name for m in server.env):
        return None
    edit = rename_key(server.file.document, member, name)
    return Fix(f'write `{name}`', (edit,)) if edit is not None else None


def check_second_document(file: ConfigFile) -> Iterator[Hit]:
    if file.document.format == 'yaml' and file.document.extra_roots and file.kind.client:
        second = file.document.extra_roots[0]
        yield Hit(None, f'{reader(file.kind)} reads one document: what begins here is lost',
                  span=(second.start, min(second.end, second.start + 1)))


_ARGS = '`args` are handed to the program one by one, without a shell'
_STDIO = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio'
_DOCKER = 'https://docs.docker.com/reference/cli/docker/container/run/'
_SPAWN = 'https://nodejs.org/api/child_process.html#child_processspawncommand-args-options'
_CHECKED = '2026-11-30'
_BLOCK = 'name: docs\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: docs\n    command: docs-mcp\n'


def _example(args: str, command: str = 'npx', env: str = '') -> str:
    return f'{{"mcpServers": {{"docs": {{"command": "{command}", "args": [{args}]{env}}}}}}}'


RULES: tuple[Rule, ...] = (
    Rule(
        id='MCP250', name='tilde-path', category=TRANSPORT, severity='warning', check=check_tilde,
        summary='`~` where no shell expands it.',
        help='Write the whole path, or a reference to the home folder in the form that this client expands.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "docs-mcp", "~/notes"')),
        good=('.mcp.json', _example('"-y", "docs-mcp", "${HOME}/notes"')),
    ),
    Rule(
        id='MCP251', name='relative-path', category=TRANSPORT, severity='warning', check=check_relative,
        summary='A relative path in the file of a client that starts servers in no particular folder.',
        help='Write the whole path.',
        source='https://modelcontextprotocol.io/docs/tools/debugging', checked=_CHECKED,
        bad=('claude_desktop_config.json', _example('"./server.js"', 'node')),
        good=('.mcp.json', _example('"./server.js"', 'node')),
    ),
    Rule(
        id='MCP252', name='windows-escape', category=TRANSPORT, severity='error',
        check=later('spelling', 'check_escapes', has_backslash),
        summary='A Windows path with single backslashes: `\\t` and `\\n` in it are a tab and a line end.',
        help='Double each backslash, or write `/`.',
        source='https://www.rfc-editor.org/rfc/rfc8259#section-7', checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json', _example('"C:\\tools\\new.js"', 'node')),
        good=('.mcp.json', _example('"C:\\\\tools\\\\new.js"', 'node')),
    ),
    Rule(
        id='MCP253', name='quotes-in-argument', category=TRANSPORT, severity='warning',
        check=later('spelling', 'check_quotes', has_quote),
        summary='Quotes that a shell would take away, where there is no shell.',
        help=f'Leave the inner quotes out: {_ARGS}.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "docs-mcp", "--name=\\"my docs\\""')),
        good=('.mcp.json', _example('"-y", "docs-mcp", "--name=my docs"')),
    ),
    Rule(
        id='MCP254', name='unsplit-arguments', category=TRANSPORT, severity='warning',
        check=later('spelling', 'check_words', has_blank),
        summary='Several words in one argument.',
        help=f'Write one element for each word: {_ARGS}.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', _example('"-y docs-mcp"')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP260', name='script-on-windows', category=TRANSPORT, severity='warning', check=check_windows,
        summary='A program of the wrong platform, where the settings name the platforms of a project.',
        help='On Windows, write `cmd` as the command and `/c` and the script as its first arguments.',
        source='https://code.claude.com/docs/en/mcp', checked=_CHECKED,
    ),
    Rule(
        id='MCP261', name='misplaced-slash-c', category=TRANSPORT, severity='error', check=check_slash_c,
        summary='`/c` given to a program other than cmd, or cmd without it.',
        help='`cmd` takes `/c` and then the program; no other program knows it.',
        source='https://learn.microsoft.com/en-us/windows-server/administration/windows-commands/cmd', checked=_CHECKED,
        bad=('.mcp.json', _example('"/c", "npx", "-y", "docs-mcp"')),
        good=('.mcp.json', _example('"/c", "npx", "-y", "docs-mcp"', 'cmd')),
    ),
    Rule(
        id='MCP262', name='variable-name', category=TRANSPORT, severity='error', check=check_env_name,
        summary='A name in `env` that is no name of a variable.',
        help='Write the name of the variable as the server reads it.',
        source='https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html', checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "docs-mcp"', env=', "env": {"": "1"}')),
        good=('.mcp.json', _example('"-y", "docs-mcp"', env=', "env": {"DOCS_PORT": "1"}')),
    ),
    Rule(
        id='MCP263', name='second-document', category=TRANSPORT, severity='warning', subject=FILE, check=check_second_document,
        summary='A second document in a YAML file of which the client reads one.',
        help='Merge the two documents, or move the second into a file of its own.',
        source='https://yaml.org/spec/1.2.2/#document-stream-productions', checked=_CHECKED,
        bad=('.continue/mcpServers/docs.yaml', _BLOCK + '---\nmcpServers:\n  - name: other\n    command: other-mcp\n'),
        good=('.continue/mcpServers/docs.yaml', _BLOCK),
    ),
    Rule(
        id='MCP264', name='lookalike-character', category=TRANSPORT, severity='warning',
        check=later('spelling', 'check_lookalikes', has_odd_letter),
        summary='A character that came along from a web page: a long dash, a curly quote, an invisible space.',
        help='Type the plain character.',
        source='https://www.unicode.org/reports/tr39/', checked=_CHECKED,
        bad=('.mcp.json', _example('"\u2013y", "docs-mcp"')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP265', name='null-character', category=TRANSPORT, severity='error', check=check_null,
        summary='A NUL character in what a program is started with.',
        help='Remove the character.',
        source='https://nodejs.org/api/errors.html#err_invalid_arg_value', checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json', _example('"-y", "docs-mcp\\u0000"')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP266', name='repeated-command', category=TRANSPORT, severity='warning', check=check_repeated,
        summary='The command stands again as its own first argument.',
        help='Remove it from the arguments.',
        source=_STDIO, checked=_CHECKED,
        bad=('.mcp.json', _example('"node", "server.js"', 'node')),
        good=('.mcp.json', _example('"server.js"', 'node')),
    ),
    Rule(
        id='MCP267', name='only-installs', category=TRANSPORT, severity='warning', check=check_installs,
        summary='The command installs, builds or fetches something and ends: no server is started.',
        help='Do this once by hand, and write here what runs the server.',
        source=_STDIO, checked=_CHECKED,
        bad=('.mcp.json', _example('"install", "docs-mcp"', 'npm')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP268', name='no-such-package', category=TRANSPORT, severity='warning',
        check=later('absent', 'check_absent', may_be_absent),
        summary='The package is not in the registry that this runner asks: a Python server under `npx`, a name of npm under `uvx`.',
        help='Start the server with the runner of its own language.',
        source='https://github.com/modelcontextprotocol/servers/issues/3800', checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "@modelcontextprotocol/server-fetch"')),
        good=('.mcp.json', _example('"mcp-server-fetch"', 'uvx')),
    ),
    Rule(
        id='MCP269', name='serves-http', category=TRANSPORT, severity='warning',
        check=later('serving', 'check_serves_http', may_serve_http),
        summary='A web server as the command: it answers over HTTP, and the client listens to its standard output.',
        help='Start what speaks over standard input and output, or let the server run by itself and write its `url`.',
        source=_STDIO, checked=_CHECKED,
        bad=('.mcp.json', _example('"docs.app:app", "--port", "8000"', 'uvicorn')),
        good=('.mcp.json', _example('"-m", "docs.server"', 'python')),
    ),
)
