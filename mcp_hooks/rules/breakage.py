"""Everyday breakage: what looks right and does not start. Paths, quotes, words, containers, Windows."""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, CWD, ENV, ENV_FILE
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.entry import SHELLS, holds_reference, program_name, reader, shown
from mcp_hooks.rules.rule import FILE, TRANSPORT, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Member, Node
    from mcp_hooks.servers import ConfigFile, Server

_LETTERS = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
_WORD = _LETTERS | frozenset('0123456789_-')


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
                  span=_part(server, node, place, len(node.text)))
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


def _part(server: Server, node: Node, start: int, end: int) -> tuple[int, int]:
    from mcp_hooks.edits import place_in

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


_CONTROLS = {'\t': 't', '\n': 'n', '\r': 'r', '\b': 'b', '\f': 'f', '\a': 'a', '\v': 'v', '\x1b': 'e', '\0': '0'}


def check_escapes(server: Server) -> Iterator[Hit]:
    document = server.file.document
    text = document.text
    if '\\' not in text[server.entry.start:server.entry.end]:
        return
    unknown = [problem.start for problem in document.problems if problem.code == 'bad-escape']  # \U, \d: no escapes of JSON
    for node in server.entry.walk():
        if node.kind != STRING or text[node.start:node.start + 1] != '"':
            continue
        shorter = node.end - node.start - 2 != len(node.text)
        refused = bool(unknown) and any(node.start < at < node.end for at in unknown)
        if not (refused or (shorter and any(c in _CONTROLS for c in node.text))):
            continue
        raw = text[node.start + 1:node.end - 1]
        if not _is_windows_path(raw):
            continue
        names = {'\t': 'a tab', '\n': 'a line end', '\r': 'a carriage return', '\b': 'a backspace', '\f': 'a form feed'}
        inside = ', '.join(dict.fromkeys(names.get(c, 'a control character') for c in node.text if c in _CONTROLS))
        sure = not raw.startswith('\\\\') or raw.startswith('\\\\\\\\')  # \\host may mean two backslashes or one
        told = f'This path holds {inside}: its backslashes are not doubled' if inside else 'The backslashes of this path are not doubled'
        yield Hit(node, told,
                  fix=Fix('double the backslashes', (Edit(node.start + 1, node.end - 1, _doubled(raw)),)) if sure else None)


def _is_windows_path(raw: str) -> bool:
    """Does the text between the quotes read as a path when its backslashes are taken as they stand?"""
    at = raw.find(':\\')
    while at > 0:
        before = raw[at - 2:at - 1] if at > 1 else ''
        if raw[at - 1] in _LETTERS and before not in _LETTERS and before != '\\':
            return True
        at = raw.find(':\\', at + 1)
    if raw.startswith(('.\\', '..\\')):
        return ' ' not in raw
    if raw.startswith('%') and '%\\' in raw:
        return True
    host = raw.lstrip('\\')
    return raw.startswith('\\\\') and host[:1] in _LETTERS and '\\' in host


def _doubled(raw: str) -> str:
    out = []
    at = 0
    while at < len(raw):
        if raw[at] == '\\':
            out.append('\\\\')
            at += 2 if raw[at + 1:at + 2] == '\\' else 1
            continue
        out.append(raw[at])
        at += 1
    return ''.join(out)


def check_null(server: Server) -> Iterator[Hit]:
    if not _starts_locally(server):
        return
    nodes = [n for n in (server.program, server.field(CWD), *server.args) if n is not None]
    for node in (*nodes, *(member.value for member in server.env)):
        if '\0' in node.text:
            yield Hit(node, 'A NUL character: no system starts a program with it')


_LOOKALIKES = {
    '\u2013': ('an en dash', '-'), '\u2014': ('an em dash', '-'), '\u2212': ('a minus sign', '-'),
    '\u2010': ('a typographic hyphen', '-'),
    '\u2011': ('a typographic hyphen', '-'), '\u00a0': ('a no-break space', ' '), '\u200b': ('a zero-width space', ''),
    '\u200c': ('a zero-width character', ''), '\u2060': ('a zero-width character', ''), '\ufeff': ('a byte-order mark', ''),
    '\u201c': ('a curly quote', '"'), '\u201d': ('a curly quote', '"'),
    '\u2018': ('a curly quote', "'"), '\u2019': ('a curly quote', "'"),
    '\u202a': ('an invisible direction mark', ''), '\u202c': ('an invisible direction mark', ''),
    '\u200e': ('an invisible direction mark', ''),
}
_DASHES = frozenset('\u2013\u2014\u2212\u2010\u2011')
_QUOTES = frozenset('\u201c\u201d\u2018\u2019')


def check_lookalikes(server: Server) -> Iterator[Hit]:
    """Only where no person reads the text: programs, arguments, addresses and names of variables."""
    command = server.program
    keys = (member.key for member in (*server.env, *server.headers))
    nodes = [n for n in (command, server.url, *server.args, *keys) if n is not None and not n.text.isascii()]
    for node in nodes:
        value = node.text
        prose = node is not command and ' ' in value.strip()
        for at, char in enumerate(value):
            if char not in _LOOKALIKES:
                continue
            if char in _DASHES and (at > 1 or value[:at].strip('-\u2013\u2014') or not value[at + 1:at + 2].strip()):
                continue  # a dash counts where an option begins
            if char in _QUOTES and at not in (0, len(value) - 1) and value[at - 1:at] != '=':
                continue
            if prose and char in '\u2019\u00a0':
                continue
            name, plain = _LOOKALIKES[char]
            instead = f': write `{plain}`' if plain.strip() else ''
            yield Hit(node, f'{name} (U+{ord(char):04X}) that a program does not take for what it looks like{instead}',
                      span=_part(server, node, at, at + 1))
            break


# quotes and words


def check_quotes(server: Server) -> Iterator[Hit]:
    kind = server.kind
    others: dict[int, str] | None = None
    for number, node in enumerate(server.args):
        value = node.text
        if not ('"' in value or "'" in value):
            continue
        inner = _quoted(value)
        before = server.args[number - 1].text if number else ''
        if inner is None or (inner[0] and before[:1] == '-' and value[:1] != '-'):
            continue  # the value of an option may be a query, in which quotes have a meaning
        if others is None:
            from mcp_hooks.rules.launch import read_by_others

            others = read_by_others(server)
        if number in others or kind.format == 'smithery':
            continue
        yield Hit(node, 'The quotes stay inside of the argument: no shell takes them away', fix=_unquote(server, node, inner))
    command = server.program
    if command is not None and _quoted(command.text) is not None:
        inner = _quoted(command.text)
        yield Hit(command, 'The quotes are taken for a part of the program\'s name', fix=_unquote(server, command, inner))
    for member in (*server.env, *server.headers):
        inner = _quoted(member.value.text) if member.value.text[:1] in ('"', "'") else None
        if inner is not None and member.name.lower() not in ('if-match', 'if-none-match', 'etag'):
            yield Hit(member.value, f'The quotes stay inside of the value of `{shown(member.name)}`',
                      fix=_unquote(server, member.value, inner))


def _quoted(value: str) -> tuple[int, int] | None:
    """The text between quotes around a whole argument or around the value of ``name=``; None where quotes have a meaning."""
    start = 0
    first = value[:1]
    if first not in ('"', "'"):
        start = value.find('=') + 1
        if not start or start > 80 or not _WORD.issuperset(value[:start - 1].replace('.', '')):
            return None
        first = value[start:start + 1]
        if first not in ('"', "'"):
            return None
    end = len(value) - 1
    if end <= start or value[end] != first or first in value[start + 1:end]:
        return None
    return start, end


def _unquote(server: Server, node: Node, place: tuple[int, int] | None) -> Fix | None:
    if place is None:
        return None
    from mcp_hooks.edits import replace_string

    start, end = place
    edit = replace_string(server.file.document, node, node.text[:start] + node.text[start + 1:end] + node.text[end + 1:])
    return Fix('remove the quotes', (edit,)) if edit is not None else None


def check_words(server: Server) -> Iterator[Hit]:
    others: dict[int, str] | None = None
    args = server.args
    for number, node in enumerate(args):
        value = node.text
        if ' ' not in value.strip() or len(value) > 2000:
            continue
        before = args[number - 1].text if number else ''
        if not _is_several(value, before, number == 0, len(args) == 1):
            continue
        if others is None:
            from mcp_hooks.rules.launch import launch, read_by_others

            others = read_by_others(server)
            run = launch(server)
            first = len(args) - len(run.args)
        if number in others or number < first:
            continue
        words = _split(value)
        yield Hit(node, f'{len(words) if words else "several"} words in one argument: the program is given them as one',
                  fix=_spread(server, node, words))


# words that stand first and take another: no program nor script of this name has a blank after it
_SUBCOMMANDS = frozenset(('run', 'exec', 'dlx', 'x', 'start', 'tool', 'mcp', 'serve'))


def _is_several(value: str, before: str, first: bool, alone: bool) -> bool:
    text = value.strip()
    if text[0] in '{[<"\'(' or '\n' in text or ';' in text or '|' in text or '&&' in text or '<' in text:
        return False
    head, _, tail = text.partition(' ')
    tail = tail.strip()
    if head.startswith('-'):
        name = head.lstrip('-')
        if not name or not name[0].isalpha() or not _WORD.issuperset(name) or '=' in head:
            return False
        # `--header X: y z` and other values with blanks are still an option and its value in one argument
        return len(head) <= 40
    if before.startswith('-') and '=' not in before and not first:
        return False  # the value of an option: a command line, a header, a title
    if not first:
        return False
    # the first argument is a sub-command, a package or a script: `run --with x`, `mcp-remote https://…`, `-m pkg`
    if any(word.startswith('-') and word.lstrip('-')[:1].isalpha() for word in tail.split()) and head[0].isalnum():
        return True
    if not alone or '=' in head:
        return False
    return head in _SUBCOMMANDS or head.startswith('@') or ('://' in tail and head[0].isalnum())


def _split(value: str) -> list[str]:
    if '"' not in value and "'" not in value and '\\' not in value:
        return value.split()
    import shlex

    try:
        return shlex.split(value) if '\\' not in value else []
    except ValueError:
        return []


def _spread(server: Server, node: Node, words: list[str]) -> Fix | None:
    from mcp_hooks.edits import replace_item

    edit = replace_item(server.file.document, node, words) if len(words) > 1 else None
    return Fix('write one argument for each word', (edit,)) if edit is not None else None


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
    elif program in SHELLS and first == '-C' and len(args) > 1:
        yield Hit(args[0], f'`{program} -C` takes what follows for the name of a script, not for a command', severity='warning',
                  help='Write `-c`.')


def _starts_a_line(switch: str) -> bool:
    """cmd takes its switches together as well: ``/d/s/c``."""
    return switch[:1] == '/' and any(letter in switch[:8] for letter in ('/c', '/k', '/r'))


_REPEATING = frozenset(('node', 'python', 'python3', 'uvx', 'uv', 'docker', 'podman', 'bunx', 'bun', 'deno', 'java', 'dotnet'))


def check_repeated(server: Server) -> Iterator[Hit]:
    args = server.args
    if args and args[0].text and args[0].text == server.command and args[0].text in _REPEATING:
        yield Hit(args[0], f'`{args[0].text}` stands in `{COMMAND}` already: here it is taken for an argument',
                  help='Remove it from the arguments.')


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

    if not name or not _WORD.issuperset(name) or any(m.name == name for m in server.env):
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
        id='MCP252', name='windows-escape', category=TRANSPORT, severity='error', check=check_escapes,
        summary='A Windows path with single backslashes: `\\t` and `\\n` in it are a tab and a line end.',
        help='Double each backslash, or write `/`.',
        source='https://www.rfc-editor.org/rfc/rfc8259#section-7', checked=_CHECKED, covers=('syntax-error',),
        bad=('.mcp.json', _example('"C:\\tools\\new.js"', 'node')),
        good=('.mcp.json', _example('"C:\\\\tools\\\\new.js"', 'node')),
    ),
    Rule(
        id='MCP253', name='quotes-in-argument', category=TRANSPORT, severity='warning', check=check_quotes,
        summary='Quotes that a shell would take away, where there is no shell.',
        help=f'Leave the inner quotes out: {_ARGS}.',
        source=_SPAWN, checked=_CHECKED,
        bad=('.mcp.json', _example('"-y", "docs-mcp", "--name=\\"my docs\\""')),
        good=('.mcp.json', _example('"-y", "docs-mcp", "--name=my docs"')),
    ),
    Rule(
        id='MCP254', name='unsplit-arguments', category=TRANSPORT, severity='warning', check=check_words,
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
        id='MCP264', name='lookalike-character', category=TRANSPORT, severity='warning', check=check_lookalikes,
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
)
