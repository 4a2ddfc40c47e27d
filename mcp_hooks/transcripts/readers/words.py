"""What recorders call a direction and how they write a time."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, S2C, STDERR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# said by one side about itself: which way it is depends on who keeps the log
OUT = 'out'
IN = 'in'

_WORDS = {
    C2S: ('c2s', 'client', 'to_server', 'toserver', 'stdin', 'client_message', 'client_to_server', 'upstream', 'client2server',
          'c', 'c_s', 'cs', 'c->s', 'c→s', 'c>s'),
    S2C: ('s2c', 'server', 'to_client', 'toclient', 'stdout', 'server_message', 'server_to_client', 'downstream',
          'server2client', 's', 's_c', 'sc', 's->c', 's→c', 's>c', 'backend'),
    STDERR: ('stderr', 'server_stderr', 'err', 'stderr_line', 'server_err'),
    OUT: ('out', 'send', 'sent', 'sending', 'outgoing', 'outbound', 'tx', 'write', 'egress', '>', '->', '-->', '>>', '>>>',
          '=>', '==>', '→', '⇒', '➡', '⟶', '⬆', '↑'),
    IN: ('in', 'recv', 'received', 'receive', 'receiving', 'incoming', 'inbound', 'rx', 'read', 'ingress', '<', '<-', '<--',
         '<<', '<<<', '<=', '<==', '←', '⇐', '⬅', '⟵', '⬇', '↓'),
}
_MEANING = {word: meaning for meaning, words in _WORDS.items() for word in words}
_CLIENT = ('client', 'editor', 'host', 'agent', 'ide')
_SERVER = ('server', 'backend', 'upstream')


def meaning(word: Any, phrase: bool = True) -> str:
    """``c2s``, ``s2c``, ``stderr``, ``out``, ``in`` or '' for what stands in a field that may name a direction. Without
    ``phrase`` only for one of the known words."""
    if type(word) is not str or len(word) > 60:
        return ''
    word = word.strip().lower()
    found = _MEANING.get(word)
    if found is not None:
        return found
    found = _MEANING.get(word.replace('-', '_').replace(' ', '_').replace(':', '_'))
    if found is not None:
        return found
    return between(word) if phrase else ''


def between(text: str) -> str:
    """The direction that a lower-case phrase with the names of the parties in it speaks of."""
    if 'stderr' in text:
        return STDERR
    client = _first(text, _CLIENT)
    server = _first(text, _SERVER)
    if client < 0 and server < 0:
        return ''
    if client >= 0 and server >= 0:
        if '<' in text or '←' in text:
            return S2C if client < server else C2S
        return C2S if client < server else S2C
    name = client if client >= 0 else server
    before = text[:name]
    to = before.endswith(('to ', '> ', '>', '→ ', '→', 'to_', 'to-', 'sending to ', '→\u00a0'))
    return (S2C if to else C2S) if client >= 0 else (C2S if to else S2C)


def _first(text: str, names: tuple[str, ...]) -> int:
    found = [at for at in map(text.find, names) if at >= 0]
    return min(found) if found else -1


def turned(direction: str) -> str:
    return S2C if direction == C2S else C2S


_days: dict[str, float] = {}


_FARTHEST = 1e20  # in whatever unit: beyond it, nobody has written down a time, and a whole number may have thousands of digits


def seconds(value: Any, key: str = '') -> float | None:
    """A time in seconds: a number of seconds, milli-, micro- or nanoseconds (by the key's unit, else by its size), or a
    text in ISO 8601, the logs' ``2026-11-02 09:14:05,120``, or a clock's ``09:14:05.120``. None for anything else."""
    if type(value) is int or type(value) is float:
        if not -_FARTHEST < value < _FARTHEST:
            return None
        if key.endswith(('_ms', 'Ms', 'millis')):
            return value / 1000
        if key.endswith(('_us', 'micros')):
            return value / 1e6
        if key.endswith(('_ns', 'nanos')):
            return value / 1e9
        if -1e11 < value < 1e11:
            # a cassette's whole "t" counts milliseconds from its start
            return value / 1000 if key == 't' and type(value) is int and abs(value) < 1e9 else float(value)
        if abs(value) < 1e14:
            return value / 1000
        return value / 1e6 if abs(value) < 1e17 else (value / 1e9 if abs(value) < 1e20 else None)
    if type(value) is not str or not 8 <= len(value) <= 40:
        return None
    return _written(value)


def later(start: float | None, took: Any) -> float | None:
    """So many milliseconds later; ``start`` where that is no sensible number."""
    if start is None or not (type(took) is int or type(took) is float) or not 0 < took < _FARTHEST:
        return start
    return start + took / 1000


def _written(text: str) -> float | None:
    day = 0.0
    clock = text
    if text[4:5] == '-' or text[4:5] == '/':
        known = _days.get(text[:10])
        if known is None:
            known = _day(text[:10])
            if known is None:
                return None
            if len(_days) > 100:
                _days.clear()
            _days[text[:10]] = known
        day = known
        clock = text[11:]
    if clock[2:3] != ':' or clock[5:6] != ':':
        try:
            return float(text) if text.isascii() else None
        except ValueError:
            return None
    end = 8
    if clock[8:9] in ('.', ','):
        end = 9
        while clock[end:end + 1].isdigit():
            end += 1
    try:
        time = day + int(clock[:2]) * 3600 + int(clock[3:5]) * 60 + float(clock[6:end].replace(',', '.'))
        zone = clock[end:end + 6]
        if zone[:1] in ('+', '-') and zone[3:4] == ':':
            offset = int(zone[1:3]) * 3600 + int(zone[4:6]) * 60
            time += -offset if zone[0] == '+' else offset
    except ValueError:
        return None
    return time


def _day(text: str) -> float | None:
    from datetime import date
    try:
        return (date(int(text[:4]), int(text[5:7]), int(text[8:10])).toordinal() - 719163) * 86400.0
    except ValueError:
        return None
