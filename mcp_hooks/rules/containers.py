"""Containers as servers: which variables reach them, whether anybody can talk to them, whose localhost theirs is."""
from __future__ import annotations

from mcp_hooks.clients.record import ARGS, COMMAND, ENV, ENV_FILE, STDIO, TOKEN_VARIABLE, URL
from mcp_hooks.documents.node import STRING
from mcp_hooks.findings import Fix, Hit
from mcp_hooks.rules.entry import filled
from mcp_hooks.rules.rule import TRANSPORT, Rule
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.rules.container_run import Container
    from mcp_hooks.servers import Server

MANY = 500  # variables or arguments of one entry: nobody writes more, and each is looked for in each
_WORD = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')


def _may_be_one(server: Server) -> bool:
    command = server.command
    return bool(command) and (any(name in command for name in _CONTAINER_NAMES)
                              or not _CONTAINER_NAMES.isdisjoint([argument.text for argument in server.args[:8]]))


def _container(server: Server) -> Container | None:
    if not _may_be_one(server):
        return None
    from mcp_hooks.rules.container_run import container
    from mcp_hooks.rules.launch import launch

    return container(launch(server))


_CONTAINER_NAMES = frozenset(('docker', 'podman', 'nerdctl', 'finch'))
# what the container program itself reads: https://docs.docker.com/reference/cli/docker/#environment-variables
_FOR_THE_PROGRAM = ('DOCKER_', 'COMPOSE_', 'BUILDKIT_', 'BUILDX_', 'CONTAINER_', 'CONTAINERS_', 'PODMAN_', 'XDG_')
_OF_THE_SYSTEM = frozenset((
    'PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA',
    'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'SSH_AUTH_SOCK', 'LANG', 'LC_ALL', 'SHELL', 'TERM', 'MSYS_NO_PATHCONV',
))


def check_variable_name(server: Server) -> Iterator[Hit]:
    box = _container(server)
    if box is None:
        return
    for option, node, value_node, value in box.options:
        if option not in ('--env', '-e'):
            continue
        if value_node is None:
            yield Hit(node, f'`{_written(node)}` is the last word: the name of a variable and the image are missing')
        elif value_node is not node and value.startswith('-') and len(value) > 1:
            yield Hit(node, f'`{_written(node)}` has no name of a variable: the next word is taken for it')
        elif not value.partition('=')[0].strip() and value_node.kind == STRING:
            yield Hit(node, f'`{_written(node)}` has no name of a variable')
        elif is_the_image(box, node, value_node, value):
            yield Hit(node, f'`{_written(node)}` has no name of a variable: the image is taken for it')


def is_the_image(box: Container, node: Node, value_node: Node | None, value: str) -> bool:
    """`-e image` at the end: the name of the variable was left out."""
    return box.image is None and value_node is not node and bool(value) and '=' not in value and not value.isupper()


def _written(node: Node) -> str:
    return shown(node.text.partition('=')[0], 20)


def _forwarded(box: Container) -> set[str] | None:
    """The variables that reach the container; None when a file may name more."""
    names: set[str] = set()
    for option, _, _, value in box.options:
        if option == '--env-file':
            return None
        if option in ('--env', '-e'):
            names.add(value.partition('=')[0])
    return names


def _after_the_image(box: Container) -> dict[str, tuple[Node, tuple[Node, ...]]]:
    """The variables after a `-e` that comes too late: the option, and the words that name the variable there."""
    found: dict[str, tuple[Node, tuple[Node, ...]]] = {}
    rest = box.rest[:MANY]
    for number, node in enumerate(rest):
        if node.text in ('-e', '--env') and number + 1 < len(rest):
            value = rest[number + 1]
            found.setdefault(value.text.partition('=')[0], (node, (node, value)))
        elif node.text.startswith('--env='):
            found.setdefault(node.text.split('=')[1], (node, (node,)))
    return found


def check_not_forwarded(server: Server) -> Iterator[Hit]:
    box = _container(server) if server.env else None
    if box is None or box.verb != 'run' or box.image is None:
        return
    names = _forwarded(box)
    if names is None or any(name.endswith('*') for name in names):
        return
    late = _after_the_image(box)
    skipped = {id(node) for _, nodes in late.values() for node in nodes}
    words = '\n'.join(node.text for node in server.args[:MANY] if id(node) not in skipped)
    lost = [member for member in server.env[:MANY]
            if member.name and member.name not in names and not _is_for_the_program(member.name) and member.name not in words]
    for member in [one for one in lost if one.name in late]:
        lost.remove(member)
        option, _ = late[member.name]
        yield Hit(option, f'`{_written(option)}` stands after the image, so it is an argument of the program in it: '
                          f'`{shown(member.name, 40)}` does not reach the container',
                  help=f'Move `-e {shown(member.name, 40)}` before the image.', related=((member.key.span, 'set here'),))
    place = server.fields.get(ARGS) or server.fields.get(COMMAND)
    if not lost or place is None:
        return
    shown_names = ', '.join(f'`{shown(member.name, 40)}`' for member in lost[:5]) + (' …' if len(lost) > 5 else '')
    reach, them = ('reach', 'them') if len(lost) > 1 else ('reaches', 'it')
    yield Hit(place.value, f'{shown_names} in `{_env_key(server)}` {reach} `{_program(server)}` and not the container: '
                           f'no `-e` hands {them} on',
              span=place.key.span, fix=_forward(server, box, [member.name for member in lost]),
              related=tuple((member.key.span, 'set here') for member in lost[:20]))


def _is_for_the_program(name: str) -> bool:
    return name.upper() in _OF_THE_SYSTEM or name.upper().startswith(_FOR_THE_PROGRAM)


def _program(server: Server) -> str:
    from mcp_hooks.rules.launch import launch

    return launch(server).program


def _forward(server: Server, box: Container, names: list[str]) -> Fix | None:
    from mcp_hooks.edits import replace_item

    if box.image is None or not box.image.text or not all(_WORD.issuperset(name) for name in names):
        return None
    words = [word for name in names for word in ('-e', name)]
    edit = replace_item(server.file.document, box.image, [*words, box.image.text])
    return Fix('add ' + ' and '.join(f'`-e {name}`' for name in names), (edit,)) if edit is not None else None


def check_not_given(server: Server) -> Iterator[Hit]:
    box = _container(server)
    if box is None:
        return
    given = {member.name for member in server.env}
    named = {word for key, field in server.kind.fields.items() if field.role == TOKEN_VARIABLE
             for word in _words(server.entry.get(key))}
    if server.field(ENV_FILE) is not None or server.kind.overlay:
        return  # the variable stands in the other file
    sure = server.kind.clean_environment
    others = bool(given - _OF_THE_SYSTEM)
    for option, node, value_node, value in box.options[:MANY]:
        if option not in ('--env', '-e') or value_node is None or not value or value[0] == '-' or value[0].isdigit():
            continue
        if is_the_image(box, node, value_node, value):
            continue
        if not _WORD.issuperset(value) or value in given or value in named or value.upper() in _OF_THE_SYSTEM:
            continue
        yield Hit(value_node if value_node is not node else node,
                  f'`{shown(value)}` is forwarded into the container and not set in `{_env_key(server)}`' + (
                      f': {reader(server.kind)} does not hand on its own environment' if sure else
                      ': it is only there if the client was started with it'),
                  severity='warning' if sure or others else 'note')


def _env_key(server: Server) -> str:
    member = server.fields.get(ENV)
    if member is not None:
        return shown(member.name)
    return next((key for key, field in server.kind.fields.items() if field.role == ENV), 'env')


def _words(node: Node | None) -> list[str]:
    return [one.text for one in node.walk() if one.kind == STRING] if node is not None else []


def check_stdin(server: Server) -> Iterator[Hit]:
    if not _may_be_one(server) or server.transport not in (STDIO, '') or filled(server, URL):
        return
    box = _container(server)
    if box is None:
        yield from _without_input(server)
        return
    if box.image is None:
        return
    if '--detach' in box.flags:
        place = next((n for n in server.args if n.text == '--detach' or _has_flag(n.text, 'd')), box.image)
        yield Hit(place, f'`{_program(server)} {box.verb}` with `-d` runs in the background and ends here: nobody answers the client',
                  help='Write `-i` without `-d`.')
        return
    if '--interactive' not in box.flags and not any(o == '--attach' and v.lower() == 'stdin' for o, _, _, v in box.options):
        place = next((n for n in server.args if n.text == box.verb), box.image)
        yield Hit(place, f'`{_program(server)} {box.verb}` without `-i`: the server has no standard input to be talked to',
                  fix=_add_after(server, place, '-i'))
    elif '--tty' in box.flags and _program(server) == 'docker':  # podman only warns
        place = next((n for n in server.args if n.text == '--tty' or _is_tty(n.text)), box.image)
        yield Hit(place, f'`{_program(server)} {box.verb}` with `-t`: the client is no terminal, so nothing is started',
                  help='Write `-i` without `-t`.', fix=_without_tty(server, place))


def _without_input(server: Server) -> Iterator[Hit]:
    """`docker start` and `docker compose up` start a container and hand nothing on to it."""
    from mcp_hooks.rules.launch import CONTAINERS, launch

    run = launch(server)
    if run.program not in CONTAINERS or not run.args:
        return
    words = [node.text for node in run.args[:20]]
    if words[0] == 'start' and len(words) > 1 and not any(
            word.partition('=')[0] == '--interactive' or _has_flag(word.partition('=')[0], 'i') for word in words[1:]):
        yield Hit(run.args[0], f'`{run.program} start` without `-i`: the server has no standard input to be talked to',
                  help='Write `start`, `-a`, `-i`; or `run -i --rm` with the image.')
    elif words[0] == 'compose' and (at := _verb_of_compose(words)) and words[at] == 'up':
        yield Hit(run.args[at], f'`{run.program} compose up` shows what services write and hands nothing on to them: '
                                               'nobody answers the client',
                  help='Write `compose run --rm -T` and the name of the service.')


# options of compose before its verb that take the next word: https://docs.docker.com/reference/cli/docker/compose/
_BEFORE_THE_VERB = frozenset(('-f', '--file', '-p', '--project-name', '--profile', '--env-file', '--project-directory', '--ansi',
                              '--parallel', '--progress', '--podman-args', '--in-pod'))


def _verb_of_compose(words: Sequence[str]) -> int:
    """Where the verb stands behind `compose`, 0 where there is none."""
    at = 1
    while at < len(words) and words[at][:1] == '-':
        at += 2 if words[at] in _BEFORE_THE_VERB else 1
    return at if at < len(words) else 0


def _is_tty(word: str) -> bool:
    return _has_flag(word, 't')


def _has_flag(word: str, letter: str) -> bool:
    """A word of short options without values, with this one among them."""
    return word[:1] == '-' and letter in word[1:] and set(word[1:]) <= set('itda')


def _add_after(server: Server, node: Node, word: str) -> Fix | None:
    from mcp_hooks.edits import replace_item

    edit = replace_item(server.file.document, node, [node.text, word]) if node.text in ('run', 'exec') else None
    return Fix(f'add `{word}`', (edit,)) if edit is not None else None


def _without_tty(server: Server, node: Node) -> Fix | None:
    from mcp_hooks.edits import replace_string

    if node.text[:2] == '--' or len(node.text) < 3:
        return None
    word = node.text.replace('t', '')
    edit = replace_string(server.file.document, node, word)
    return Fix(f'write `{word}`', (edit,)) if edit is not None else None


_LOCAL = ('localhost', '127.0.0.1', '[::1]')


def check_localhost(server: Server) -> Iterator[Hit]:
    url = server.url
    if server.kind.in_container and url is not None and not server.command:
        host = _local_host(url.text)
        if host:
            yield Hit(url, f'{reader(server.kind)} usually runs in a container, where `{host}` is the container itself',
                      help='Use the name of the service or `host.docker.internal`.')
    box = _container(server)
    if box is None or box.verb != 'run' or any(o in ('--network', '--net') and v.startswith(('host', 'container:'))
                                               for o, _, _, v in box.options):
        return
    forwarded = _forwarded(box)
    nodes = [(node, node.text) for node in box.rest]
    nodes += [(node or option_node, value.partition('=')[2]) for option, option_node, node, value in box.options
              if option in ('--env', '-e') and '=' in value]
    nodes += [(member.value, member.value.text) for member in server.env if forwarded is None or member.name in forwarded]
    for one, value in nodes:
        host = _local_host(value)
        if host:
            yield Hit(one, f'`{host}` is the container itself',
                      help='Use `host.docker.internal`, or run the container with `--network host`.')


def _local_host(value: str) -> str:
    at = value.find('://')
    if at < 0:
        return ''
    authority = value[at + 3:].partition('/')[0].partition('?')[0].rpartition('@')[2].lower()
    for host in _LOCAL:
        if authority == host or authority.startswith(host + ':'):
            return host
    return ''


_DOCKER = 'https://docs.docker.com/reference/cli/docker/container/run/'
_CHECKED = '2026-11-30'


def _example(args: str, env: str = '') -> str:
    return f'{{"mcpServers": {{"docs": {{"command": "docker", "args": [{args}]{env}}}}}}}'


_KEY = ', "env": {"DOCS_KEY": "${DOCS_KEY}"}'

RULES: tuple[Rule, ...] = (
    Rule(
        id='MCP255', name='container-variable-name', category=TRANSPORT, severity='error', check=check_variable_name,
        summary='`-e` of a container without the name of a variable.',
        help='Write the name after `-e`, or remove `-e`.',
        source=_DOCKER + '#env', checked=_CHECKED,
        bad=('.mcp.json', _example('"run", "-i", "-e", "--rm", "docs/mcp:1.0"')),
        good=('.mcp.json', _example('"run", "-i", "-e", "DOCS_KEY", "--rm", "docs/mcp:1.0"', _KEY)),
    ),
    Rule(
        id='MCP256', name='variable-not-forwarded', category=TRANSPORT, severity='warning', check=check_not_forwarded,
        summary='A variable in `env` of a container that no `-e` hands on into it.',
        help='Add `-e NAME` before the image.',
        source=_DOCKER + '#env', checked=_CHECKED,
        bad=('.mcp.json', _example('"run", "-i", "--rm", "docs/mcp:1.0"', _KEY)),
        good=('.mcp.json', _example('"run", "-i", "--rm", "-e", "DOCS_KEY", "docs/mcp:1.0"', _KEY)),
    ),
    Rule(
        id='MCP257', name='variable-not-given', category=TRANSPORT, severity='warning', check=check_not_given,
        summary='`-e NAME` hands on a variable that the entry does not set.',
        help='Set the variable in `env`, by a reference if it is a secret.',
        source=_DOCKER + '#env', checked=_CHECKED,
        bad=('.mcp.json', _example('"run", "-i", "-e", "DOCS_KEY", "-e", "DOCS_URL", "docs/mcp:1.0"', _KEY)),
        good=('.mcp.json', _example('"run", "-i", "-e", "DOCS_KEY", "docs/mcp:1.0"', _KEY)),
    ),
    Rule(
        id='MCP258', name='container-stdin', category=TRANSPORT, severity='warning', check=check_stdin,
        summary='A container that is started without standard input, or with a terminal that is not there.',
        help='Add `-i` after `run`.',
        source=_DOCKER + '#interactive', checked=_CHECKED,
        bad=('.mcp.json', _example('"run", "--rm", "docs/mcp:1.0"')),
        good=('.mcp.json', _example('"run", "-i", "--rm", "docs/mcp:1.0"')),
    ),
    Rule(
        id='MCP259', name='localhost-in-container', category=TRANSPORT, severity='note', check=check_localhost,
        summary='`localhost` inside of a container is the container itself.',
        help='Use `host.docker.internal` or the name of the service.',
        source='https://docs.docker.com/desktop/features/networking/', checked=_CHECKED,
        bad=('.mcp.json', _example('"run", "-i", "docs/mcp:1.0", "--api", "http://localhost:8080"')),
        good=('.mcp.json', _example('"run", "-i", "docs/mcp:1.0", "--api", "http://host.docker.internal:8080"')),
    ),
)
