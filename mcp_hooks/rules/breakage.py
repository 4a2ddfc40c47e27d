"""Everyday breakage: what looks right and does not start. Paths, programs and platforms, names of variables."""
from __future__ import annotations

from mcp_hooks.clients.record import COMMAND, CWD, ENV, ENV_FILE
from mcp_hooks.documents.node import OBJECT
from mcp_hooks.findings import Fix, Hit
from mcp_hooks.rules.entry import program_name
from mcp_hooks.rules.rule import FILE, TRANSPORT, Rule, later
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Member
    from mcp_hooks.servers import ConfigFile, Server


def _starts_locally(server: Server) -> bool:
    return bool(server.command) and server.entry.kind == OBJECT


def check_null(server: Server) -> Iterator[Hit]:
    if not _starts_locally(server):
        return
    nodes = [n for n in (server.program, server.field(CWD), *server.args) if n is not None]
    for node in (*nodes, *(member.value for member in server.env)):
        if '\0' in node.text:
            yield Hit(node, 'A NUL character: no system starts a program with it')


# looks before a module is loaded: rules.paths, rules.spelling, rules.platforms


def has_tilde(server: Server) -> bool:
    nodes = (server.program, server.field(CWD), server.field(ENV_FILE), *server.args)
    return any(node is not None and '~' in node.text for node in nodes)


def starts_nowhere(server: Server) -> bool:
    return server.kind.relative_base == 'undefined' and any(node is not None and node.text[:1] == '.'
                                                            for node in (server.program, *server.args))


def has_backslash(server: Server) -> bool:
    document, entry = server.file.document, server.entry
    return '\\' in (document.text[entry.start:entry.end] if document.format == 'json' else document.text)  # TOML's tables may lie apart


def has_odd_letter(server: Server) -> bool:
    keys = (member.key for member in (*server.env, *server.headers))
    return not all(node is None or node.text.isascii() for node in (server.program, server.url, *server.args, *keys))


def has_quote(server: Server) -> bool:
    values = (member.value for member in (*server.env, *server.headers))
    return any(node is not None and ('"' in node.text or "'" in node.text) for node in (server.program, *server.args, *values))


def has_blank(server: Server) -> bool:
    return any(' ' in node.text for node in server.args)


def has_platforms(server: Server) -> bool:
    return bool(server.file.platforms)


def may_be_for_cmd(server: Server) -> bool:
    first = server.args[0].text if server.args else ''
    return bool(server.command) and (first.lower() in ('/c', '/k', '-c') or 'cmd' in server.command.lower())


REPEATING = frozenset(('node', 'python', 'python3', 'uvx', 'uv', 'docker', 'podman', 'bunx', 'bun', 'deno', 'java', 'dotnet'))


def check_repeated(server: Server) -> Iterator[Hit]:
    args = server.args
    if args and args[0].text and args[0].text == server.command and args[0].text in REPEATING:
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
    """Is there a web server in the command line? See ``rules.serving``."""
    return program_name(server.command) in HTTP_SERVERS or any(node.text in HTTP_SERVERS for node in server.args)


def may_be_absent(server: Server) -> bool:
    """Is there a package of one registry only, or a name of npm with a runner of Python? See ``rules.absent``."""
    for node in server.args:
        text = node.text
        if text.startswith('@') and '/' in text and (
                text in ONLY_PYTHON or text.rpartition('@')[0] in ONLY_PYTHON
                or program_name(server.command) in _OF_PYTHON or any(program_name(other.text) in _OF_PYTHON for other in server.args)):
            return True
    return False


# looks before rules.lines is loaded

BRIDGE = 'mcp-remote'
NO_YES = frozenset(('python', 'python3', 'py', 'node'))
_ENDS = frozenset(('exec', 'x', 'run', 'run-script', 'dlx'))
_VALUED = frozenset(('--from', '--spec', '--with', '--python', '--env', '-e', '--volume', '-v', '--name', '--network', '--env-file',
                     '--mount', '--entrypoint', '--publish', '-p', '--workdir', '-w', '--user', '-u', '--platform'))
_TELLING = frozenset(('npx', 'bunx', 'pnpx', 'uvx'))
_RUNNERS_OF_ALL = _TELLING | {'npm', 'pnpm', 'yarn', 'bun', 'uv', 'pipx', 'deno', 'go', 'python', 'python2', 'python3', 'py', 'node',
                              'java', 'sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'nu', 'busybox', 'rbash',
                              'docker', 'podman', 'nerdctl', 'finch', 'container'}


def _words(server: Server) -> list[str]:
    return [node.text for node in server.args[:8]]


def may_run_nothing(server: Server) -> bool:
    """Does the line end where the work should begin, or name a file where a module, or an image where a word of docker belongs?"""
    args = server.args
    if not args:
        return program_name(server.command) in _TELLING
    last, before = args[-1].text, args[-2].text if len(args) > 1 else ''
    words = _words(server)
    if last[:1] == '-' or last in _ENDS or before in _VALUED:
        return any(program_name(word) in _RUNNERS_OF_ALL for word in (server.command, *words))
    if any(word.endswith('.py') for word in words):
        return '-m' in words or ('run' not in words and 'uv' in (program_name(word) for word in (server.command, *words)))
    return (':' in words[0] or '/' in words[0]) and program_name(server.command) in _RUNNERS_OF_ALL


def may_be_bridged(server: Server) -> bool:
    """Is mcp-remote given anything but a plain https:// address and whole headers?"""
    if program_name(server.command) == BRIDGE:
        return True
    words = [node.text for node in server.args]
    at = next((at for at, word in enumerate(words[:10]) if word == BRIDGE or word.startswith(BRIDGE + '@')), -1)
    if at < 0:
        return False
    address = words[at + 1] if at + 1 < len(words) else ''
    if not address.startswith('https://') or not address[8:9].isalnum() or ':' in address[8:]:
        return True
    return any(word == '--header' and ':' not in words[number + 1] for number, word in enumerate(words[:-1]))


def has_foreign_option(server: Server) -> bool:
    words = _words(server)
    if '-y' not in words and '--yes' not in words and '-m' not in words:
        return False
    names = {program_name(word) for word in (server.command, *words)}
    return 'uvx' in names or 'uv' in names or ('-m' not in words and not names.isdisjoint(NO_YES))


def has_script(server: Server) -> bool:
    return any(node.text[:1] == '-' and node.text[-1:] == 'c' for node in server.args[:-2])


def may_be_no_program(server: Server) -> bool:
    command = server.command
    return '://' in command or command.lower().rstrip().endswith('.ps1')


def may_announce(server: Server) -> bool:
    words = _words(server)
    return any(word in ('run', 'run-script', 'start') for word in words) and any(
        program_name(word) == 'npm' for word in (server.command, *words))


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
        id='MCP250', name='tilde-path', category=TRANSPORT, severity='warning',
        check=later('paths', 'check_tilde', has_tilde),
        summary='`~` where no shell expands it.',
        help='Write the whole path, or a reference to the home folder in the form that this client expands.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "docs-mcp", "~/notes"')),
        good=('.mcp.json', _example('"-y", "docs-mcp", "${HOME}/notes"')),
    ),
    Rule(
        id='MCP251', name='relative-path', category=TRANSPORT, severity='warning',
        check=later('paths', 'check_relative', starts_nowhere),
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
        id='MCP260', name='script-on-windows', category=TRANSPORT, severity='warning',
        check=later('platforms', 'check_windows', has_platforms),
        summary='A program of the wrong platform, where the settings name the platforms of a project.',
        help='On Windows, write `cmd` as the command and `/c` and the script as its first arguments.',
        source='https://code.claude.com/docs/en/mcp', checked=_CHECKED,
    ),
    Rule(
        id='MCP261', name='misplaced-slash-c', category=TRANSPORT, severity='error',
        check=later('platforms', 'check_slash_c', may_be_for_cmd),
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
    Rule(
        id='MCP270', name='nothing-to-run', category=TRANSPORT, severity='warning',
        check=later('lines', 'check_nothing_to_run', may_run_nothing),
        summary='A runner that is told nothing to run: the package, the script, the module or the image is missing.',
        help='Write after the options what is to be run.',
        source='https://github.com/asheshgoplani/agent-deck/pull/1561', checked='2026-12-01',
        bad=('.mcp.json', _example('"-y"')),
        good=('.mcp.json', _example('"-y", "docs-mcp"')),
    ),
    Rule(
        id='MCP271', name='bridge-address', category=TRANSPORT, severity='error',
        check=later('lines', 'check_bridge', may_be_bridged),
        summary='An address that the bridge mcp-remote refuses: none at all, without http:// or https://, or http:// beyond localhost.',
        help='Give `mcp-remote` the whole https:// address.',
        source='https://github.com/geelen/mcp-remote/blob/main/src/lib/utils.ts', checked='2026-12-01',
        bad=('.mcp.json', _example('"-y", "mcp-remote@0.1.29", "http://docs.example/mcp"')),
        good=('.mcp.json', _example('"-y", "mcp-remote@0.1.29", "https://docs.example/mcp"')),
    ),
    Rule(
        id='MCP272', name='foreign-option', category=TRANSPORT, severity='error',
        check=later('lines', 'check_foreign_option', has_foreign_option),
        summary='An option of another runner, such as the `-y` of npx behind `uvx`: the program ends with an error.',
        help='Leave the option out.',
        source='https://github.com/awslabs/mcp/issues/1090', checked='2026-12-01',
        bad=('.mcp.json', _example('"-y", "docs-mcp"', 'uvx')),
        good=('.mcp.json', _example('"docs-mcp"', 'uvx')),
    ),
    Rule(
        id='MCP273', name='script-in-pieces', category=TRANSPORT, severity='warning',
        check=later('lines', 'check_script_in_pieces', has_script),
        summary='A command line for `sh -c` in several arguments: the shell runs the first word alone.',
        help='Write the whole line as one argument, or start the program without a shell.',
        source='https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html', checked='2026-12-01',
        bad=('.mcp.json', _example('"-c", "npx", "-y", "docs-mcp"', 'bash')),
        good=('.mcp.json', _example('"-c", "npx -y docs-mcp"', 'bash')),
    ),
    Rule(
        id='MCP274', name='no-program', category=TRANSPORT, severity='error',
        check=later('lines', 'check_no_program', may_be_no_program),
        summary='What stands as the command is no program: an address, a script of PowerShell.',
        help='Write an address under the key for addresses.',
        source=_STDIO, checked='2026-12-01',
        bad=('.mcp.json', _example('', 'https://docs.example/mcp')),
        good=('.mcp.json', '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}'),
    ),
    Rule(
        id='MCP275', name='runner-output', category=TRANSPORT, severity='note',
        check=later('lines', 'check_banner', may_announce),
        summary='`npm run` names the script on standard output, which belongs to the messages of the server.',
        help='Add `--silent`, or start the program itself.',
        source=_STDIO, checked='2026-12-01',
        bad=('.mcp.json', _example('"run", "mcp"', 'npm')),
        good=('.mcp.json', _example('"--silent", "run", "mcp"', 'npm')),
    ),
)
