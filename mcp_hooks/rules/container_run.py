"""The command line of a container program taken apart: ``docker run -i --rm -e NAME image …``."""
from __future__ import annotations

from mcp_hooks.rules.launch import CONTAINERS
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_hooks.documents.node import Node
    from mcp_hooks.rules.launch import Launch


class Container(NamedTuple):
    """``docker run …`` taken apart: the options with their values, and the image (None when the line has none)."""

    verb: str
    flags: frozenset[str]
    options: tuple[tuple[str, Node, Node | None, str], ...]  # option, its node, the node of its value, the value
    image: Node | None
    rest: Sequence[Node]


# options without a value; every other one takes one. https://docs.docker.com/reference/cli/docker/container/run/
_NO_VALUE = frozenset((
    '--detach', '--init', '--interactive', '--no-healthcheck', '--oom-kill-disable', '--privileged', '--publish-all',
    '--quiet', '--read-only', '--rm', '--sig-proxy', '--tty', '--use-api-socket', '--disable-content-trust', '--help',
    '--replace', '--rmi', '--tls-verify',
))
_SHORT_NO_VALUE = frozenset('ditPq')
_LONG = {
    'i': '--interactive', 't': '--tty', 'd': '--detach', 'P': '--publish-all', 'q': '--quiet', 'e': '--env', 'v': '--volume',
    'p': '--publish', 'w': '--workdir', 'u': '--user', 'h': '--hostname', 'l': '--label', 'm': '--memory', 'c': '--cpu-shares',
    'a': '--attach',
}
_GLOBAL_WITH_VALUE = frozenset((
    '--config', '-c', '--context', '-H', '--host', '-l', '--log-level', '--tlscacert', '--tlscert', '--tlskey',
))


def container(run: Launch) -> Container | None:
    """The ``run`` or ``exec`` of a container program, None for everything else."""
    if run.program not in CONTAINERS:
        return None
    args = run.args
    at = 0
    while at < len(args) and args[at].text.startswith('-'):
        at += 2 if args[at].text in _GLOBAL_WITH_VALUE else 1
    if at < len(args) and args[at].text == 'container':
        at += 1
    verb = args[at].text if at < len(args) else ''
    if verb not in ('run', 'exec'):
        return None
    flags: set[str] = set()
    options: list[tuple[str, Node, Node | None, str]] = []
    at += 1
    while at < len(args):
        node, word = args[at], args[at].text
        if not word.startswith('-') or word == '-' or not isinstance(node.value, str):
            break
        at += 1
        if word == '--':
            break
        if word.startswith('--'):
            name, beside, value = word.partition('=')
            if name in _NO_VALUE:
                if value.lower() not in ('false', '0', 'f'):
                    flags.add(name)
                continue
        else:
            letters, name, beside = _cluster(word)
            value = beside.removeprefix('=')
            flags.update(letters)
            if not name:
                continue
        if beside:
            options.append((name, node, node, value))
            continue
        following = args[at] if at < len(args) else None
        options.append((name, node, following, following.text if following is not None else ''))
        at += 1
    image = args[at] if at < len(args) else None
    return Container(verb, frozenset(flags), tuple(options), image, args[at + 1:])


def _cluster(word: str) -> tuple[list[str], str, str]:
    """``-ite=A`` taken apart, all by their long names: those without a value, the one that takes a value and so ends the word (''
    when there is none), and what is written right behind that one."""
    flags: list[str] = []
    for number, letter in enumerate(word[1:], 1):
        name = _LONG.get(letter, '-' + letter)
        if letter not in _SHORT_NO_VALUE:
            return flags, name, word[number + 1:]
        flags.append(name)
    return flags, '', ''
