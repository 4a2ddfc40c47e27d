"""How a client, an entry, a value and a name from the file are called in a message."""
from __future__ import annotations

from mcp_hooks.documents.node import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import Server

KINDS = {OBJECT: 'an object', ARRAY: 'a list', STRING: 'a string', NUMBER: 'a number', BOOLEAN: 'true or false', NULL: 'null',
         'date': 'a date'}


def reader(kind: FileKind) -> str:
    """The client's name for a sentence."""
    return kind.client or 'every client'


def shown(text: str, limit: int = 60) -> str:
    """A name or word from the file, short and on one line; quoted by the caller."""
    clean = ''.join(c if c.isprintable() else '\ufffd' for c in text[:limit + 1])
    return clean if len(clean) <= limit else clean[:_end_before_a_token(text, limit - 1)] + '…'


def _end_before_a_token(text: str, end: int) -> int:
    """``end``, or where a token begins that it is in the middle of: whoever masks tokens does not know one by a part of it."""
    from mcp_hooks.credentials.providers import scan
    from mcp_hooks.credentials.randomness import CERTAIN, weigh

    for match in scan(text[:end + 1000]):
        if match.start < end < match.end:
            return match.start
    start = stop = end
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in '-_+/='):
        start -= 1
    while stop < min(len(text), end + 1000) and (text[stop].isalnum() or text[stop] in '-_+/='):
        stop += 1
    word = text[start:stop]
    random = start < end < stop and len(word) >= 16 and any(map(str.isdigit, word)) and weigh(word).weight <= CERTAIN
    return start if random else end


def called(server: Server) -> str:
    """The entry's name for a sentence."""
    return f'`{shown(server.name)}`' if server.name else 'this entry'


def a_kind(node: Node) -> str:
    """The type of a value for a sentence."""
    return KINDS.get(node.kind, 'a value of another kind')
