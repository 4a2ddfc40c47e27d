"""What a logger writes before a message on its line: time, level, server, direction."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, S2C
from mcp_hooks.transcripts.readers.words import IN, OUT, between, meaning, seconds

LEVELS = frozenset(('info', 'debug', 'trace', 'warn', 'warning', 'error', 'notice', 'critical', 'fatal', 'log', 'verbose'))
ARROWS = ('-->', '<--', '==>', '<==', '>>>', '<<<', '->', '<-', '=>', '>>', '<<', '→', '←', '⇒', '⇐', '⟶', '⟵', '➡', '⬅',
          '>', '<')
SAID = (('sending', OUT), ('sent', OUT), ('send', OUT), ('received', IN), ('receiving', IN), ('recv', IN), ('out', OUT),
        ('in', IN), ('tx', OUT), ('rx', IN))
MONTHS = frozenset(('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'))
ENDS_A_NAME = (' -- ', ' - ', ']: ', ': ', ':')  # behind the name of a logger or a program


def read(prefix: str, paste: bool = False) -> tuple[str, float | None, str]:
    """(direction, time, server) of what stands before a message. In a ``paste`` some signs are those of Markdown."""
    text = (prefix if '\x1b' not in prefix else _without_colours(prefix)).strip()
    time = None
    if text[:1] == '[' and text[1:3].isdigit():
        inner, _, text = text[1:].partition(']')
        time = seconds(inner.strip())
        text = text.strip()
    elif text[:2].isdigit():
        clock = _clock(text[:10] + 'T' + text[11:] if text[4:5] in ('-', '/') else text)
        time = seconds(clock)
        if time is not None:
            text = text[len(clock):].strip(' \t,;|')
    elif text[:3] in MONTHS:  # syslog: month, day, clock, host, program; the names of the last two say nothing
        parts = text.split(None, 4)
        if len(parts) == 5 and parts[1].isdigit() and ':' in parts[4]:
            time, text = seconds(parts[2]), parts[4].partition(':')[2].strip()
    server = ''
    while text[:1] == '[':
        inner, closed, rest = text[1:].partition(']')
        if not closed:
            break
        low = inner.lower()
        found = meaning(inner)
        if found and any(mark in inner for mark in ('>', '→', '<', '←')):
            return found, time, server
        if low not in LEVELS:
            if low in ('client', 'server') and _is_received(rest.lower()):
                return '', time, server
            if found in (OUT, IN) or low in ('client', 'server', 'c2s', 's2c'):
                return found, time, server
            server = server or inner[:100]
        text = rest.strip()
    return _phrase(text.lower(), paste), time, server


def is_of_client(prefix: str) -> bool:
    """Whether Claude Desktop or VS Code says that a message follows. What a server writes to standard error they log without."""
    if '[editor -> server]' in prefix or '[server -> editor]' in prefix:
        return True
    return prefix[:4].isdigit() and '[info] ' in prefix and prefix.rstrip().endswith(('] Message from client:', '] Message from server:'))


def _phrase(low: str, paste: bool) -> str:
    low = low.strip(': \t|,;*')
    if not low or (paste and low in ('>', '-', '*', '+')):
        return ''  # in Markdown a quotation or an item
    said = low
    for mark in ENDS_A_NAME:
        said = said.rpartition(mark)[2]
    if said != low and (found := _phrase(said, paste)):
        name = between(low[:-len(said)][-80:])
        if found not in (OUT, IN) or name not in (C2S, S2C):
            return found
        # ``io.modelcontextprotocol.client.transport -- received message``: the name is that of who keeps the log
        return name if found == OUT else ''
    known = meaning(low[-60:], False)
    if known in (C2S, S2C, OUT, IN):
        return known
    if 'client' in low or 'server' in low or 'editor' in low or 'host' in low:
        found = between(low[-80:])
        if found in (C2S, S2C):
            one = ('client' in low or 'editor' in low or 'host' in low) != ('server' in low)
            return '' if one and _is_received(low) else found
    for arrow in ARROWS:
        if low.endswith(arrow) or low.startswith(arrow):
            return meaning(arrow)
    words = low.replace('[', ' ').replace(']', ' ').replace(':', ' ').split()[-6:]
    for word, found in SAID:
        if word in words:
            return found
    return ''


def _is_received(low: str) -> bool:
    """What the client or the server *received* came from the other one, and in the log of a proxy from itself: left open."""
    at = max(low.rfind('receiv'), low.rfind('recv'))
    return at >= 0 and 'client' not in low[at:] and 'server' not in low[at:]


def _clock(text: str) -> str:
    """The characters at the beginning of a text that a time is written with."""
    end = 0
    while end < len(text) and text[end] in '0123456789-:.,TZ+/':
        end += 1
    return text[:end].rstrip(':,.-')


def _without_colours(text: str) -> str:
    """Text without the escape sequences that set a terminal's colours."""
    parts = text.split('\x1b[')
    return parts[0] + ''.join(part.partition('m')[2] for part in parts[1:])


def json_at(text: str) -> int:
    """Where JSON that can be a message begins, -1 where none does."""
    if text[0] == '{' or text.startswith(('[{', '[[', '[]')):
        return 0
    at = text.find('{')
    while at >= 0:
        following = text[at + 1:at + 2]
        if following in ('"', '}', ''):
            return at - 1 if at > 0 and text[at - 1] == '[' else at
        at = text.find('{', at + 1)
    return -1
