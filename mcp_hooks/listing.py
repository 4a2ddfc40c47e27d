"""The servers of a file in a few words each, for a report that lists them. Loaded when one is asked for."""
from __future__ import annotations

from mcp_hooks.redact import Redactor
from mcp_hooks.report import Listed
from mcp_hooks.text import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.documents.node import Document
    from mcp_hooks.servers import ConfigFile, Server

WORDS = 3  # arguments that are shown
LONGEST = 120  # characters of a name or a target


def listed(document: Document, files: Iterable[ConfigFile]) -> Iterator[Listed]:
    """Each entry of ``files``: everything in it may be shown."""
    files = tuple(file for file in files if file.servers)
    if not files:
        return
    from mcp_hooks.credentials.places import secrets_in

    lines = Lines(document.text)
    clean = Redactor(secrets_in(document, files)).clean
    for file in files:
        for server in file.servers:
            place = lines.place(server.place.start, server.place.end)
            yield Listed(client=file.kind.client, path=file.path, line=place.line, name=_short(clean(server.name)),
                         transport=server.transport, target=_short(clean(_target(server))), off=server.is_off)


def _target(server: Server) -> str:
    """The address without what may hold a credential, or the program and its first plain arguments."""
    if server.url is not None:
        scheme, found, rest = server.url.text.partition('://')
        if not found:
            return ''
        host, slash, path = rest.partition('?')[0].partition('#')[0].partition('/')
        return f'{scheme}://{host.rpartition("@")[2]}{slash}{path}'
    words = [_program(server.command)]
    for node in server.args[:WORDS]:
        if node.text.startswith('--') or not node.text.translate(_PLAIN).isalnum() or len(node.text) > 80:
            return ' '.join([*words, '…'])
        words.append(node.text)
    return ' '.join(words)


def _program(command: str) -> str:
    """The last part of a path; of a whole command line the first word."""
    first, blank, _ = command.strip().partition(' ')
    if blank and '/' not in first and '\\' not in first:
        return f'{first} …'
    return command.rpartition('/')[2].rpartition('\\')[2]


_PLAIN = {ord(sign): 'a' for sign in '-_@/.'}


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f'{text[:LONGEST - 1]}…'
