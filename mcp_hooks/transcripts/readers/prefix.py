"""What a logger writes before a message on its line: time, level, server, direction."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, S2C
from mcp_hooks.transcripts.readers.words import IN, OUT, between, meaning, seconds

LEVELS = frozenset(('info', 'debug', 'trace', 'warn', 'warning', 'error', 'notice', 'critical', 'fatal', 'log', 'verbose'))
ARROWS = ('-->', '<--', '==>', '<==', '>>>', '<<<', '->', '<-', '=>', '>>', '<<', '→', '←', '⇒', '⇐', '⟶', '⟵', '➡', '⬅',
          '>', '<')
SAID = (('sending', OUT), ('sent', OUT), ('send', OUT), ('received', IN), ('receiving', IN), ('recv', IN), ('out', OUT),
        ('in', IN), ('tx', OUT), ('rx', IN))



def read(prefix: str, paste: bool = False) -> tuple[str, float | None, str]:
    """(direction, time, server) of what stands before a message. In a ``paste`` some signs are those of Markdown."""
    text = (prefix if '\x1b' not in prefix else _without_colours(prefix)).strip()
    time = None
    if text[:1] == '[' and text[1:3].isdigit():
        inner, _, text = text[1:].partition(']')
        time = seconds(inner.strip())
        text = text.strip()
    elif text[:2].isdigit():
        clock = _clock(text[:10] + 'T' + text[11:] if text[4:5] == '-' else text)
        time = seconds(clock)
        if time is not None:
            text = text[len(clock):].strip(' \t,;|')
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
            if found in (OUT, IN) or low in ('client', 'server', 'c2s', 's2c'):
                return found, time, server
            server = server or inner[:100]
        text = rest.strip()
    return _phrase(text.lower(), paste), time, server


def _phrase(low: str, paste: bool) -> str:
    low = low.strip(': \t|,;*')
    if not low or (paste and low in ('>', '-', '*', '+')):
        return ''  # in Markdown a quotation or an item
    known = meaning(low[-60:], False)
    if known in (C2S, S2C, OUT, IN):
        return known
    if 'client' in low or 'server' in low or 'editor' in low or 'host' in low:
        found = between(low[-80:])
        if found in (C2S, S2C):
            return found
    for arrow in ARROWS:
        if low.endswith(arrow) or low.startswith(arrow):
            return meaning(arrow)
    words = low.replace('[', ' ').replace(']', ' ').replace(':', ' ').split()[-6:]
    for word, found in SAID:
        if word in words:
            return found
    return ''


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
