"""Output of a server that a shell sends elsewhere, so that the client never sees it. Loaded where a shell starts the server."""
from __future__ import annotations

from mcp_hooks.findings import WARNING, Hit
from mcp_hooks.rules.entry import SHELLS, program_name
from mcp_hooks.rules.wording import called, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

_COMPOUND = frozenset(('if', 'for', 'while', 'until', 'case', 'function', 'select', 'trap', '{', '}'))
_AFTERWARDS = frozenset(('echo', 'printf', 'rm', 'true', 'exit', 'kill', 'logger', 'date', 'touch', 'sleep', 'read'))
_STILL_OUTPUT = ('/dev/stdout', '/dev/fd/1', '/proc/self/fd/1', '/dev/tty')


def check_lost_output(server: Server) -> Iterator[Hit]:
    node = shell_line(server)
    if node is None or len(node.text) > 20_000 or ('>' not in node.text and not node.text.rstrip().endswith('&')):
        return
    target = lost_to(node.text)
    if target == '&':
        yield Hit(node, f'{called(server)} is left in the background by `&`: it gets no input, and the shell ends at once',
                  severity=WARNING)
    elif target:
        yield Hit(node, f'The output of {called(server)} goes to `{shown(target)}`: the client waits for an answer that never comes')


def shell_line(server: Server) -> Node | None:
    """The line in `sh -c LINE`."""
    if program_name(server.command) not in SHELLS - {'nu'}:  # in which > compares
        return None
    args = server.args
    for at, node in enumerate(args[:-1]):
        if not node.text.startswith('-'):
            return None
        if not node.text.startswith('--') and node.text.endswith('c'):
            return args[at + 1]
    return None


def lost_to(line: str) -> str:
    """Where the last command of a line writes, when that is not where the shell writes; `&` for the background."""
    target, quote, depth, ended, at, size = '', '', 0, False, 0, len(line)
    start = 0
    if '<<' in line or not _COMPOUND.isdisjoint(line.replace(';', ' ').split()):
        return ''
    while at < size:
        char = line[at]
        if quote:
            quote = '' if char == quote else quote
            at += 2 if char == '\\' and quote == '"' else 1
            continue
        if ended and not char.isspace():
            target, ended, start = '', False, at
        if char in '"\'`':
            quote = char
        elif char == '\\':
            at += 1
        elif char == '#' and (not at or line[at - 1] in ' \t\n;&|('):  # a comment
            at = line.find('\n', at)
            if at < 0:
                break
            continue
        elif char in '()':
            depth += 1 if char == '(' else -1
        elif depth > 0:
            pass
        elif char == '&' and line[at + 1:at + 2] == '&':
            ended, at = True, at + 1
        elif char == '&' and line[at + 1:at + 2] != '>':
            target, ended = '&', True
        elif char == '|' and line[at + 1:at + 2] == '|':
            return ''  # what follows is for when the server has failed
        elif char in ';|\n':
            ended = True
        elif char == '>':
            at, found = _redirected(line, at)
            target = found or target
            continue
        at += 1
    return '' if line[start:].split(None, 1)[:1] and line[start:].split(None, 1)[0] in _AFTERWARDS else target


def _redirected(line: str, at: int) -> tuple[int, str]:
    """The end of a redirection, and the word that standard output is sent to, '' when it is another stream or stays one."""
    stream = line[at - 1:at] if at > 1 and line[at - 1].isdigit() and line[at - 2].isspace() else ''
    at += 1
    at += line[at:at + 1] in ('>', '|')
    copied = line[at:at + 1] == '&'
    at += copied
    while line[at:at + 1] == ' ':
        at += 1
    start = at
    if line[at:at + 1] in ('"', "'"):
        close = line.find(line[at], at + 1)
        at = close + 1 if close > 0 else len(line)
    while at < len(line) and line[at] not in ' \t\n;|&()<>':
        at += 1
    word = line[start:at]
    if stream not in ('', '1') or not word or word.strip('"\'').startswith(_STILL_OUTPUT) or line[at:at + 2] == '>(':
        return at, ''
    if copied and (word.isdigit() or word == '-'):
        return at, 'standard error' if word == '2' else ''
    return at, word.strip('"\'')
