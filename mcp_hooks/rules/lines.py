"""Command lines that start no server, whatever the server is called: a runner with nothing to run, an option that this runner does
not know, an address where a program belongs, a script in pieces, a bridge that refuses its address. Loaded where a line may be one."""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, STDIO, STRINGS, URL
from mcp_hooks.documents.node import ARRAY, STRING
from mcp_hooks.findings import ERROR, WARNING, Hit
from mcp_hooks.rules.breakage import BRIDGE, NO_YES
from mcp_hooks.rules.endpoints import fault_of, host_of, is_filled_in_later, is_placeholder, split_address
from mcp_hooks.rules.entry import (
    MEANT,
    SHELLS,
    deserves_detail,
    empty,
    filled,
    holds_reference,
    is_generic,
    odd_members,
    plain,
    program_name,
    slips,
    spoiled,
)
from mcp_hooks.rules.launch import CONTAINERS, launch
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.rules.launch import Launch
    from mcp_hooks.servers import Server

_PYTHONS = frozenset(('python', 'python2', 'python3', 'py'))
# options that end a line without a server: what follows them is the work
_WANT_MORE = {
    **dict.fromkeys(_PYTHONS, ('-m', '-c')),
    'node': ('-e', '--eval', '-r', '--require', '--import'),
    'java': ('-jar', '-cp', '-classpath'),
    **dict.fromkeys(SHELLS, ('-c', '-lc', '-ic', '-lic')),
}
# runners and the words of theirs after which a package, a script or a module has to stand
_RUN = {
    'npx': ((),), 'bunx': ((),), 'pnpx': ((),), 'uvx': ((),),
    'npm': (('exec',), ('x',), ('run',), ('run-script',)), 'pnpm': (('dlx',), ('exec',), ('run',)), 'yarn': (('dlx',),),
    'bun': (('x',), ('run',)), 'uv': (('run',), ('tool', 'run')), 'pipx': (('run',),), 'deno': (('run',),), 'go': (('run',),),
}
# options of containers that surely take the next word
_TAKE_A_VALUE = frozenset((
    '--env', '--volume', '--publish', '--workdir', '--user', '--name', '--network', '--net', '--env-file', '--mount', '--entrypoint',
    '--platform', '--add-host', '--hostname', '--label', '--memory', '--cpus', '--pull', '--restart', '-e', '-v', '-p', '-w', '-u',
))
# with one of these the work is named by an option
_NAMES_IT = frozenset(('-c', '--call', '-m', '--module', '-s', '--script', '--package', '-p', '--help', '-h', '--version', '-v', '-V'))


def _is_plain(server: Server) -> bool:
    """Is the whole command line known: no part of it misspelt, of a wrong kind, or left to another file?"""
    kind, args = server.kind, server.fields.get(ARGS)
    if server.transport != STDIO or not server.command or kind.partial or kind.overlay or kind.splits_command:
        return False
    if filled(server, URL) or not deserves_detail(server) or spoiled(server.file.document, server.entry):
        return False
    if (args is not None and args.value.kind != ARRAY) or any(MEANT.get(plain(slip.member.name)) == ARGS for slip in slips(server)):
        return False
    command = server.fields.get(COMMAND)
    field = kind.fields.get(command.name) if command is not None else None
    if command is None or (field is not None and field.shape == STRINGS and command.value.kind != ARRAY):
        return False  # MCP109
    if args is None and any(field.role == ARGS and field.required for field in kind.fields.values()):
        return False  # MCP110
    if server.entry.get('platform_overrides') is not None or holds_reference(server.command) or ' ' in server.command:
        return False
    return all(node.kind == STRING for node in server.args)


# --- MCP270


def check_nothing_to_run(server: Server) -> Iterator[Hit]:
    if not _is_plain(server) or _may_be_joined(server):
        return
    run = launch(server)
    found = _unfinished(run) or _module_file(run) or _no_verb(run) or _no_image(run)
    if found is not None and server.program is not None:
        node, told, help = found
        yield Hit(node if node is not None else server.program, told, help=help)


def _may_be_joined(server: Server) -> bool:
    """A reader that nobody knows may add what stands under a key of its own: `package`, `image`, `module`, `baseArgs`."""
    return is_generic(server.kind) and any(
        one.value.kind in (STRING, ARRAY) and not empty(one.value) for one in odd_members(server))


def _unfinished(run: Launch) -> tuple[Node | None, str, str] | None:
    args, program = run.args, run.program
    last = args[-1] if args else None
    for words in _RUN.get(program, ()):
        if tuple(node.text for node in args[:len(words)]) == words and _is_bare(program, args[len(words):]):
            line = ' '.join((program, *words))
            return last, f'`{line}` is told nothing to run: no server is started', f'Write after `{line}` what it is to run.'
    if last is not None and last.text in _WANT_MORE.get(program, ()) and all(node.text[:1] == '-' for node in args):
        return last, f'`{program} {last.text}` wants another word after it: no server is started', \
            f'Write after `{last.text}` what is to be run.'
    return None


def _is_bare(program: str, rest: Sequence[Node]) -> bool:
    """Nothing but options, none of which names the work."""
    values: frozenset[str] = frozenset()
    if program in ('uv', 'uvx', 'pipx'):
        from mcp_hooks.rules.packages import UV_WITH_VALUE

        values = UV_WITH_VALUE | {'--from', '--spec'}
    at = 0
    while at < len(rest):
        word = rest[at].text
        if word[:1] != '-' or ' ' in word or word in ('-', '--') or (word not in values and word.partition('=')[0] in _NAMES_IT):
            return False
        at += 2 if word in values else 1
    return True


def _module_file(run: Launch) -> tuple[Node | None, str, str] | None:
    """``python -m server.py``: the name of a module has no ending."""
    words = run.args
    if run.program in _PYTHONS and len(words) > 1 and words[0].text == '-m' and words[1].text.endswith('.py'):
        path = words[1].text
        return words[1], f'`-m` takes the name of a module, and `{shown(path)}` is a file: Python finds no such module', \
            f'Leave `-m` out, or write `{shown(path.removeprefix("./").removesuffix(".py").replace("/", "."))}`.'
    return None


def _no_verb(run: Launch) -> tuple[Node | None, str, str] | None:
    """``uv --directory X server.py``: uv has no command of this name."""
    if run.program != 'uv':
        return None
    from mcp_hooks.rules.packages import UV_WITH_VALUE

    at = 0
    while at < len(run.args) and run.args[at].text[:1] == '-':
        at += 2 if run.args[at].text in UV_WITH_VALUE else 1
    if at < len(run.args) and run.args[at].text.endswith('.py') and ' ' not in run.args[at].text:
        return run.args[at], f'`uv` has no command `{shown(run.args[at].text)}`: `run` is missing before it', 'Write `run` before it.'
    return None


def _no_image(run: Launch) -> tuple[Node | None, str, str] | None:
    if run.program not in CONTAINERS:
        return None
    from mcp_hooks.rules.container_run import container
    from mcp_hooks.rules.containers import is_the_image

    first = run.args[0].text if run.args else ''
    if first[:1].isalnum() and (':' in first or '/' in first) and '\\' not in first and not holds_reference(first):
        return run.args[0], f'`{run.program}` has no command `{shown(first)}`: `run -i --rm` is missing before the image', \
            'Write `"run", "-i", "--rm"` before the image.'
    box = container(run)
    if box is None or box.verb != 'run' or box.image is not None or (box.options and box.options[-1][0] not in _TAKE_A_VALUE):
        return None  # of an option that is not known, the image may be the value
    if any(option in ('--env', '-e') and (value is None or value is node or is_the_image(box, node, value, text) or text[:1] == '-')
           for option, node, value, text in box.options):
        return None  # MCP255
    return run.args[-1], f'`{run.program} run` names no image: no server is started', 'Write the image after the options.'


# --- MCP272


def check_foreign_option(server: Server) -> Iterator[Hit]:
    """`-y` of npx, `-m` of python, given to a program that does not know them and ends."""
    if not _is_plain(server):
        return
    run = launch(server)
    program, args = run.program, run.args
    if program == 'uv' and [node.text for node in args[:2]] == ['tool', 'run']:
        program, args = 'uvx', args[2:]
    odd = ('-y', '--yes', '-m') if program == 'uvx' else ('-y', '--yes') if program in NO_YES else ()
    if odd and args and args[0].text in odd and not (len(args) > 1 and args[1].text[:1] == '@'):  # MCP268: a name of npm
        word = args[0].text
        instead = 'write `--from PACKAGE` and the command' if word == '-m' else 'leave it out'
        yield Hit(args[0], f'`{program}` knows no `{word}` and ends with an error: {instead}',
                  help=f'{instead[:1].upper()}{instead[1:]}.')


# --- MCP273


def check_script_in_pieces(server: Server) -> Iterator[Hit]:
    """`sh -c` runs the one word after it; what comes then are parameters of that script, and not of what it starts."""
    if not _is_plain(server):
        return
    run = launch(server)
    if run.program not in SHELLS or run.program in ('fish', 'nu'):
        return
    for at, node in enumerate(run.args[:-2]):
        word = node.text
        if word[:1] != '-' or (word[:2] == '--' and word not in ('--norc', '--noprofile', '--login', '--posix')):
            return
        if word[:2] != '--' and word.endswith('c') and len(word) < 5:
            script = run.args[at + 1].text
            if script and script.isprintable() and not any(c.isspace() or c in '$;&|()<>`"\'*{}' for c in script):
                yield Hit(run.args[at + 1], f'`{run.program} {word}` runs this word alone: `{shown(run.args[at + 2].text, 40)}` '
                                            'and what follows do not reach it',
                          help='Write the whole line as one argument, or start the program without a shell.')
            return


# --- MCP274


def check_no_program(server: Server) -> Iterator[Hit]:
    node = server.program
    if node is None or not deserves_detail(server) or filled(server, URL):
        return
    value = node.text.strip()
    scheme, authority, _ = split_address(value)
    if scheme in ('http', 'https', 'ws', 'wss', 'sse') and authority and ' ' not in value:
        kind = server.kind
        key = next((key for key, field in kind.fields.items() if field.role == URL), '')
        told = f'write it under `{key}`' if key and not is_generic(kind) else 'it belongs under `url`'
        if kind.transports == frozenset((STDIO,)):
            told = 'start a bridge such as `npx mcp-remote` with it'
        yield Hit(node, f'This is an address and no program: {reader(kind)} can start nothing; {told}',
                  severity=WARNING if is_generic(kind) else ERROR, help=f'{told[:1].upper()}{told[1:]}.')
    elif value.lower().endswith('.ps1') and ' ' not in value:
        yield Hit(node, 'Windows starts no `.ps1` as a program: PowerShell has to be given it', severity=WARNING,
                  help='Write `"command": "powershell"` with `-NoProfile`, `-File` and this path in `args`, or name the `.cmd` beside it.')


# --- MCP271

MOST = 200  # words of one line that are looked at one by one

_BRIDGE_WITH_VALUE = frozenset((
    '--header', '--transport', '--host', '--static-oauth-client-metadata', '--static-oauth-client-info', '--resource',
    '--ignore-tool', '--auth-timeout',
))


def check_bridge(server: Server) -> Iterator[Hit]:
    """What mcp-remote does with its words before it connects: it ends where the address is missing, broken or not encrypted."""
    if not _is_plain(server):
        return
    words, place = _for_the_bridge(server)
    if place is None:
        return
    address = _positional(words)
    if address is None:
        if not any(holds_reference(node.text) for node in words):
            yield Hit(place, '`mcp-remote` is given no address and ends')
        return
    yield from _address(address, words)
    for at, node in enumerate(words[:MOST]):
        value = words[at + 1].text if at + 1 < len(words) else ''
        if node.text == '--header' and value and ':' not in value and not is_filled_in_later(value):
            yield Hit(words[at + 1], '`mcp-remote` drops a header without a colon: name and value stand in one argument',
                      severity=WARNING, help='Write `Name: value` as one argument.')


def _for_the_bridge(server: Server) -> tuple[Sequence[Node], Node | None]:
    """What the bridge is given, and where it is named; None where it is not started."""
    if program_name(server.command) == BRIDGE:
        return server.args, server.program
    run = launch(server)
    for at, node in enumerate(run.args[:8]):
        if node.text == BRIDGE or node.text.startswith(BRIDGE + '@'):
            named = at > 0 and run.args[at - 1].text in ('-p', '--package')
            return ((), None) if named else (run.args[at + 1:], node)
    return (), None


def _positional(words: Sequence[Node]) -> Node | None:
    at = 0
    while at < len(words):
        if words[at].text[:1] != '-':
            return words[at]
        at += 2 if words[at].text in _BRIDGE_WITH_VALUE else 1
    return None


def _address(node: Node, words: Sequence[Node]) -> Iterator[Hit]:
    value = node.text.strip()
    scheme, authority, _ = split_address(value)
    if not value or is_filled_in_later(authority if scheme else value) or is_placeholder(value):
        return
    if scheme not in ('http', 'https'):
        yield Hit(node, '`mcp-remote` takes an http:// or https:// address and ends with an error')
    elif fault := fault_of(authority):
        yield Hit(node, f'`mcp-remote` cannot call this address: {fault}')
    elif scheme == 'http' and host_of(authority) not in ('localhost', '127.0.0.1', '::1') and not any(
            one.text == '--allow-http' or (holds_reference(one.text) and ' ' not in one.text and ':' not in one.text) for one in words):
        yield Hit(node, f'`mcp-remote` refuses http:// for {shown(host_of(authority), 80)}, as for all but localhost: write https://, '
                        'or add `--allow-http` in a network that you trust',
                  help='Write https://, or add `--allow-http` to the arguments.')


# --- MCP275

_OWN_VERBS = {'npm': ('run', 'run-script', 'start')}  # seen with npm 11; releases of pnpm and yarn differ
_QUIET = frozenset(('-s', '--silent', '--loglevel=silent'))  # `--quiet` leaves the name of the script


def check_banner(server: Server) -> Iterator[Hit]:
    """npm names the script that it runs on standard output, before the server says anything."""
    if not _is_plain(server):
        return
    run = launch(server)
    verbs, words = _OWN_VERBS.get(run.program), [node.text for node in run.args[:8]]
    if verbs is None or not _QUIET.isdisjoint(words) or '--loglevel' in words:
        return
    if any(member.name.lower() == 'npm_config_loglevel' for member in server.env):
        return
    at = 0
    while at < len(words) and words[at][:1] == '-':
        at += 2 if words[at] in ('--prefix', '-C', '-w', '--workspace') else 1
    if at < len(words) and words[at] in verbs:
        yield Hit(run.args[at], f'`{run.program} {words[at]}` writes the name of the script to standard output, where only messages may '
                                'stand: strict clients give up',
                  help=f'Add `--silent` before `{words[at]}`, or start the program itself.')

