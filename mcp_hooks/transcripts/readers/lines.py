"""Everything that is read line by line: JSON Lines of recorders and of a plain tee, logs of editors and desktops, pastes.

A line says for itself what it is: JSON from its beginning, or a prefix (time, level, server, direction) and JSON behind it.
Pretty-printed JSON is gathered until its closing brace, which stands where its line began.
"""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, NOISE, OTHER, S2C, STDERR, TRUNCATED, Frame
from mcp_hooks.transcripts.readers import partial
from mcp_hooks.transcripts.readers.entry import Recorder
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.stream import LONGEST, NoNumber, Overlong, scan, scan_strictly, screened
from mcp_hooks.transcripts.readers.words import IN, OUT, between, meaning, seconds
from mcp_hooks.transcripts.screen import suspicious

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.message import Entry

GATHERED = 20000  # lines of one pretty-printed message
REMARKS = 2000  # lines of a log that are no messages and may hold a credential
LONGEST_REMARK = 8000  # code points of one
LEVELS = frozenset(('info', 'debug', 'trace', 'warn', 'warning', 'error', 'notice', 'critical', 'fatal', 'log', 'verbose'))
ARROWS = ('-->', '<--', '==>', '<==', '>>>', '<<<', '->', '<-', '=>', '>>', '<<', '→', '←', '⇒', '⇐', '⟶', '⟵', '➡', '⬅',
          '>', '<')
SAID = (('sending', OUT), ('sent', OUT), ('send', OUT), ('received', IN), ('receiving', IN), ('recv', IN), ('out', OUT),
        ('in', IN), ('tx', OUT), ('rx', IN))


class Lines:
    """Reads one file. ``raw`` says that text between bare messages stood on the channel, and is no remark of a logger."""

    __slots__ = ('_arrows', '_attempts', '_bare', '_doubled', '_gathered', '_index', '_opener', '_paste', '_recent', '_refeed',
                 '_remarks', '_seen', '_sessions', '_size', 'raw', 'recognised', 'recorder')

    def __init__(self, raw: bool = False, paste: bool = False, arrows: bool = False) -> None:
        self.recorder = Recorder()
        self.recognised = False
        self.raw = raw
        self._paste = paste
        self._remarks: list[Frame] = []
        self._arrows = arrows  # every line of the file is an arrow and what went that way
        self._index = 0
        self._size = self._attempts = 0
        self._refeed = False
        self._seen: set[str] = set()  # servers with messages since their last start
        self._bare = False  # messages stand at the beginning of their lines
        self._gathered: list[str] = []
        self._opener: tuple[int, str, str] = 0, '', ''  # line, indentation, prefix of what is being gathered
        self._sessions: dict[str, int] = {}  # server → how often it was started
        self._doubled = False
        self._recent: list[tuple[str, str]] = []

    def batches(self, blocks: Iterable[str]) -> Iterator[list[Frame | Entry]]:
        """All frames of the file, a list for each block of it. Messages that stand on lines of their own are entries."""
        number = 0
        for block, clear in screened(iter(blocks)):
            yield self._block(block, number, clear)
            number += len(block)
        yield [*self._give_up(), *self.recorder.rest()]
        self.recognised = self.recognised or self.recorder.recognised
        if self.recognised:  # what a logger says beside the messages: with which variables it started the server …
            yield self._remarks  # type: ignore[misc]  # frames only

    def _block(self, lines: list[str], number: int, clear: bool) -> list[Frame | Entry]:
        """The frames of some lines; ``number`` is that of the line before them. Nearly all of a large capture is read here."""
        out: list[Frame | Entry] = []
        append, recorder = out.append, self.recorder
        shape, unwrapped = recorder.shape, recorder.unwrapped
        index = self._index
        quiet = False  # the first line may have begun in another block
        for line in lines:
            number += 1
            if line[:1] == '{' and not self._gathered:
                try:
                    value, end = scan_strictly(line, 0)
                except NoNumber:
                    self._index = index
                    out.extend(self._lax(line, number))
                    index, quiet = self._index, clear
                    continue
                except (ValueError, StopIteration, RecursionError):
                    pass
                else:
                    if shape is None and 'jsonrpc' in value and len(value) < 5:
                        recorder.recognised = self._bare = True
                        append((value, line, number, index, '', '', None, '', quiet))
                    elif shape is not None and (found := unwrapped(shape, value)) is not None:
                        append((found[0], line, number, index, shape.suffix, found[1], found[2], found[3], quiet))
                    else:
                        out.extend(recorder.frames(value, number, f'$[{index}]', line))
                        shape = recorder.shape
                        self._bare = True
                    index += 1
                    quiet = clear
                    if end != len(line) and not line[end:].isspace():
                        self._index = index
                        out.extend(self._behind(line[end:], number))
                        index = self._index
                    continue
            self._index = index
            out.extend(self._other(line, number))
            index, shape, quiet = self._index, recorder.shape, clear
        self._index = index
        return out

    def _lax(self, line: str, number: int) -> Iterator[Frame]:
        """A message with NaN or Infinity in it: other languages cannot read it, so it is noise."""
        try:
            value, _ = scan(line, 0)
        except (ValueError, StopIteration, RecursionError):
            yield from self._other(line, number)
            return
        for frame in self._value(value, number, line):
            if frame.kind == MESSAGE:
                message = frame.data if isinstance(frame.data, dict) else {}
                frame.kind, frame.data, frame.raw, frame.channel = NOISE, None, line, 'stdio'
                if not frame.direction:
                    frame.direction, frame.inferred = C2S if 'method' in message else S2C, True
            yield frame

    def _behind(self, rest: str, number: int) -> Iterator[Frame]:
        """More on the line of a message: another message, or a logger's remark."""
        while True:
            rest = rest.lstrip(' \t\r,\x1e')
            if rest[:1] not in ('{', '['):
                return
            try:
                value, end = scan(rest, 0)
            except (ValueError, StopIteration, RecursionError):
                return
            yield from self._value(value, number, rest[:end])
            rest = rest[end:]

    def _value(self, value: Any, number: int, text: str) -> Iterable[Frame]:
        where = f'$[{self._index}]'
        self._index += 1
        return self.recorder.frames(value, number, where, text)

    # ---- lines that are not one JSON object ----

    def _other(self, line: str, number: int) -> Iterator[Frame]:
        if self._gathered:
            if not self._ends_gathering(line):
                self._gathered.append(line)
                self._size += len(line)
                if self._closes(line):
                    self._attempts += 1
                    yield from self._gathered_value()
                if len(self._gathered) > GATHERED or self._size > LONGEST or self._attempts > 64:
                    yield from self._give_up()
                return
            yield from self._give_up()
            if line[:1] == '{':
                try:
                    value, end = scan(line, 0)
                    yield from self._value(value, number, line[:end])
                    return
                except (ValueError, StopIteration, RecursionError):
                    pass
        text = line.strip(' \t\r\n\x1e\ufeff')
        if not text:
            return
        if type(line) is Overlong:
            if '"jsonrpc"' in line:
                yield Frame(TRUNCATED, number, f'$[{self._index}]', partial.envelope(text), text[:2000])
            return
        at = _json_at(text)
        if at == 0:
            yield from self._json(text, line, number, '')
            return
        silent = True
        for frame in self._prefixed(text, at, line, number) if at > 0 else self._plain(text, number):
            silent = False
            yield frame
        if silent and not self._gathered and len(self._remarks) < REMARKS and suspicious(text):
            self._remarks.append(Frame(OTHER, number, '$', None, text[:LONGEST_REMARK]))

    def _json(self, text: str, line: str, number: int, prefix: str) -> Iterator[Frame]:
        """JSON from the beginning of the text; what is not complete may be the first line of something pretty-printed."""
        try:
            value, end = scan(text, 0)
        except (ValueError, StopIteration, RecursionError) as error:
            if isinstance(error, RecursionError) or (partial.is_cut(text) and '"jsonrpc"' in text):
                yield self._unreadable(text, number, prefix)
            elif not self._refeed:
                self._opener = number, line[:len(line) - len(line.lstrip())], prefix
                self._gathered.append(text)
                self._size, self._attempts = len(text), 0
            elif '"jsonrpc"' in text or (self.raw and not prefix):
                yield self._unreadable(text, number, prefix)
            return
        if prefix:
            yield from self._logged(value, text[:end], prefix, number)
        elif isinstance(value, dict | list):
            yield from self._value(value, number, text)
            yield from self._behind(text[end:], number)
        else:
            yield from self._plain(text, number)

    def _ends_gathering(self, line: str) -> bool:
        """Whether a line cannot belong to what is being gathered: a complete message, or a line of a log."""
        if line.startswith('{"') and len(self._opener[1]) == 0 and line.rstrip().endswith('}') and not self._opener[2]:
            return True
        return bool(self._opener[2]) and line[:2].isdigit() and seconds(line[:10] + line[10:23].split('Z')[0]) is not None

    def _closes(self, line: str) -> bool:
        text = line.lstrip()
        return text[:1] in ('}', ']') and len(line) - len(text) <= len(self._opener[1])

    def _gathered_value(self) -> Iterator[Frame]:
        number, _, prefix = self._opener
        text = '\n'.join(self._gathered)
        try:
            value, end = scan(text, 0)
        except (ValueError, StopIteration, RecursionError):
            return  # a brace that closes something inner; the size is bounded
        self._gathered.clear()
        if prefix:
            yield from self._logged(value, text[:end], prefix, number)
        else:
            yield from self._value(value, number, text[:end])
            yield from self._behind(text[end:], number)

    def _give_up(self) -> Iterator[Frame]:
        """What was gathered is no JSON: cut, broken, or text that began with a brace."""
        if not self._gathered:
            return
        number, _, prefix = self._opener
        lines, self._gathered = self._gathered, []
        if '"jsonrpc"' in lines[0] or '"method"' in lines[0] or (self.raw and not prefix):
            yield self._unreadable(lines[0], number, prefix)
        self._refeed = True  # what could not be gathered once is not gathered again
        for offset, line in enumerate(lines[1:], 1):
            yield from self._other(line, number + offset)
        self._refeed = False

    def _unreadable(self, text: str, number: int, prefix: str) -> Frame:
        where = f'$[{self._index}]'
        self._index += 1
        direction, time, session, _ = self._prefix(prefix) if prefix else ('', None, '', '')
        if direction in (OUT, IN):
            direction = self.recorder.told.resolve(direction, None)
        data = partial.envelope(text)
        if not prefix and self.raw and self.recorder.plain and not partial.is_cut(text) and not text.startswith('{' * 9):
            return Frame(NOISE, number, where, None, text, direction, time, None, session, 'stdio')
        return Frame(TRUNCATED, number, where, data, text, direction, time, None, session)

    def _plain(self, text: str, number: int) -> Iterator[Frame]:
        """A line without JSON in it."""
        if text.startswith(('#', '//', '```', '~~~', '|', '* ')):
            return
        if 'JSONRPC' in text or 'chunk: b' in text:
            yield from self._python(text, number)
            return
        found = self._remark(text, number)
        if found is not None:
            yield from found
            return
        if self._arrows:
            direction, time, session, _ = self._prefix(text[:40])
            if direction:
                where = f'$[{self._index}]'
                self._index += 1
                way = self.recorder.told.resolve(direction, None)
                yield Frame(NOISE, number, where, None, text, way, time, None, session, 'stdio')
            return
        if self.raw and self.recorder.plain:
            self.recognised = True
            where = f'$[{self._index}]'
            self._index += 1
            yield Frame(NOISE, number, where, None, text, S2C, None, None, '', 'stdio', True)

    def _remark(self, text: str, number: int) -> Iterable[Frame] | None:
        """What the loggers of clients say about a session. None when the line is none of theirs."""
        where = f'$[{self._index}]'
        if 'Failed to parse message: ' in text:
            # VS Code, of a line on stdout that is no message
            _, _, said = text.partition('Failed to parse message: ')
            self._index += 1
            self.recognised = True
            return (Frame(NOISE, number, where, None, _unquoted(said), S2C, self._prefix(text)[1], None,
                          self._session_of(''), 'stdio'),)
        if text.endswith('is not valid JSON') or 'is not valid JSON {' in text:
            if text.startswith(('stack:', 'at ', 'SyntaxError', '`')):
                return ()
            # Claude Desktop, of the same; it shows the first ten characters
            prefix, _, said = text.partition('Unexpected ')
            _, time, session, _ = self._prefix(prefix)
            sample = said.partition('is not valid JSON')[0].partition(', ')[2].strip(' .')
            self._index += 1
            self.recognised = True
            return (Frame(NOISE, number, where, None, sample, S2C, time, None, session, 'stdio'),)
        if '[server stderr]' in text:
            return (Frame(STDERR, number, where, None, text.partition('[server stderr]')[2].strip(), ''),)
        if text.endswith(('Initializing server...', 'Connection state: Starting')) or 'Initializing server...' in text:
            self.recognised = True
            self._start(self._prefix(text)[3])
            return ()
        if text[:4].isdigit() and not self._bare and not self._arrows and seconds(text[:23].rstrip('Z ')) is not None:
            return ()
        return None

    # ---- a prefix and JSON ----

    def _prefixed(self, text: str, at: int, line: str, number: int) -> Iterator[Frame]:
        prefix = text[:at]
        if 'JSONRPC' in prefix or 'chunk: b' in prefix:
            yield from self._python(text, number)
        elif prefix.strip() in ('data:', 'data'):
            yield from self._json(text[at:], line, number, 'server: ')
        elif prefix.rstrip().endswith(('metadata:', 'Failed to parse message:')) or 'is not valid JSON' in prefix:
            yield from self._plain(text, number)
        elif self._says_direction(prefix) or '"jsonrpc"' in text or self.recognised:
            yield from self._json(text[at:], line, number, prefix)
        else:
            yield from self._plain(text, number)

    def _says_direction(self, prefix: str) -> bool:
        return bool(self._prefix(prefix)[0])

    def _logged(self, value: Any, text: str, prefix: str, number: int) -> Iterator[Frame]:
        if not is_message(value):
            if isinstance(value, dict) and not self._says_direction(prefix):
                yield from self._value(value, number, text)
            return
        self.recognised = True
        direction, time, session, server = self._prefix(prefix)
        if server not in self._seen and len(self._seen) < 1000:
            self._seen.add(server)
        direction = self.recorder.told.resolve(direction, value)
        if direction not in (C2S, S2C):
            direction = ''
        if 'Message from' in prefix and self._is_double(direction, session, text, value):
            return
        where = f'$[{self._index}]'
        self._index += 1
        yield Frame(MESSAGE, number, where, value, text, direction, time, None, session)

    def _is_double(self, direction: str, session: str, text: str, value: Any) -> bool:
        """Claude Desktop may start a server twice at once and write both into one file: every message then stands there twice.
        It is that, and no double answer, when initialize itself was written twice."""
        seen = (session + direction, text)
        again = seen in self._recent
        if again and isinstance(value, dict) and value.get('method') == 'initialize':
            self._doubled = True
            self.recorder.lossy = True
        if again and self._doubled:
            self._recent.remove(seen)
            return True
        self._recent.append(seen)
        if len(self._recent) > 16:
            del self._recent[0]
        return False

    def _python(self, text: str, number: int) -> Iterator[Frame]:
        from mcp_hooks.transcripts.readers import pysdk, sse
        shown = pysdk.chunk(text)
        if shown is not None:
            for _, data, _ in sse.events(shown):
                yield from self._json(data, data, number, 'server: ')
            return
        found = pysdk.message(text)
        if found is None:
            return
        start, message = found
        self.recognised = True
        prefix = text[:start]
        where = f'$[{self._index}]'
        self._index += 1
        time = seconds(prefix[:23]) if prefix[:4].isdigit() else None
        kind = MESSAGE if message is not None else TRUNCATED
        yield Frame(kind, number, where, message, text, pysdk.direction(prefix), time)

    def _prefix(self, prefix: str) -> tuple[str, float | None, str, str]:
        """(direction, time, session, server) of what stands before a message."""
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
                return found, time, self._session_of(server), server
            if low not in LEVELS:
                if found in (OUT, IN) or low in ('client', 'server', 'c2s', 's2c'):
                    return found, time, self._session_of(server), server
                server = server or inner[:100]
            text = rest.strip()
        return self._phrase(text.lower()), time, self._session_of(server), server

    def _phrase(self, low: str) -> str:
        low = low.strip(': \t|,;*')
        if not low or (self._paste and low in ('>', '-', '*', '+')):
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

    def _start(self, server: str) -> None:
        if server in self._seen:
            self._seen.discard(server)
            self._sessions[server] = self._sessions.get(server, 1) + 1
        self._recent.clear()
        self._doubled = False
        if len(self._sessions) > 1000:
            del self._sessions[next(iter(self._sessions))]

    def _session_of(self, server: str) -> str:
        count = self._sessions.get(server, 0)
        return f'{server}#{count}' if count > 1 else server


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


def _json_at(text: str) -> int:
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


def _unquoted(said: str) -> str:
    from json import loads
    try:
        value = loads(said)
    except (ValueError, RecursionError):
        return said.strip('"')
    return value if isinstance(value, str) else said


def is_paste(head: str, name: str) -> bool:
    """Whether the text is prose with messages in it: a bug report, a chat, documentation."""
    return name.lower().endswith(('.md', '.mdx', '.markdown', '.txt', '.rst')) or '\n```' in head or head.startswith('```')


__all__ = ['LONGEST', 'Lines', 'is_paste']
