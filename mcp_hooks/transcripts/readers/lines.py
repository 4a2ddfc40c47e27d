"""Everything that is read line by line: JSON Lines of recorders and of a plain tee, logs of editors and desktops, pastes.

A line says for itself what it is: JSON from its beginning, or a prefix (time, level, server, direction) and JSON behind it.
Pretty-printed JSON is gathered until its closing brace, which stands where its line began.
"""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, NOISE, OTHER, S2C, STDERR, TRUNCATED, Frame
from mcp_hooks.transcripts.readers import partial, remarks
from mcp_hooks.transcripts.readers import prefix as _prefix
from mcp_hooks.transcripts.readers.entry import Recorder
from mcp_hooks.transcripts.readers.gathering import Gathering
from mcp_hooks.transcripts.readers.runs import Runs
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.stream import NoNumber, Overlong, scan, scan_strictly, screened
from mcp_hooks.transcripts.readers.words import IN, OUT, seconds
from mcp_hooks.transcripts.screen import suspicious

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.message import Entry

REMARKS = 2000  # lines of a log that are no messages and may hold a credential
LONGEST_REMARK = 8000  # code points of one


class Lines:
    """Reads one file. ``raw`` says that text between bare messages stood on the channel, and is no remark of a logger."""

    __slots__ = ('_arrows', '_bare', '_gathering', '_index', '_marked', '_paste', '_refeed', '_remarks', '_runs', 'raw', 'recognised',
                 'recorder')

    def __init__(self, raw: bool = False, paste: bool = False, arrows: bool = False) -> None:
        self.recorder = Recorder()
        self.recognised = False
        self.raw = raw
        self._paste = paste
        self._arrows = arrows  # every line of the file is an arrow and what went that way
        self._bare = False  # messages stand at the beginning of their lines
        self._index = 0
        self._marked = False  # a client's log, which says so of each message: other JSON is what a server wrote to standard error
        self._gathering = Gathering()
        self._refeed = False
        self._runs = Runs()
        self._remarks: list[Frame] = []

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
        gathering = self._gathering
        quiet = False  # the first line may have begun in another block
        bare = not self._marked
        for line in lines:
            number += 1
            if line[:1] == '{' and bare and not gathering.lines:
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
            index, shape, quiet, bare = self._index, recorder.shape, clear, not self._marked
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
        gathering = self._gathering
        if gathering.lines:
            if not gathering.ends_before(line):
                if gathering.add(line):
                    yield from self._gathered_value()
                if gathering.is_too_much:
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
        at = _prefix.json_at(text)
        if at == 0:
            yield from self._json(text, line, number, '')
            return
        silent = True
        for frame in self._prefixed(text, at, line, number) if at > 0 else self._plain(text, number):
            silent = False
            yield frame
        if silent and not gathering.lines and len(self._remarks) < REMARKS and suspicious(text):
            self._remarks.append(Frame(OTHER, number, '$', None, text[:LONGEST_REMARK]))

    def _json(self, text: str, line: str, number: int, prefix: str) -> Iterator[Frame]:
        """JSON from the beginning of the text; what is not complete may be the first line of something pretty-printed."""
        try:
            value, end = scan(text, 0)
        except (ValueError, StopIteration, RecursionError) as error:
            if self._marked and not prefix and (self._refeed or partial.is_cut(text)):
                return
            if isinstance(error, RecursionError) or (partial.is_cut(text) and '"jsonrpc"' in text):
                yield self._unreadable(text, number, prefix)
            elif not self._refeed:
                self._gathering.begin(text, line, number, prefix)
            elif '"jsonrpc"' in text or (self.raw and not prefix):
                yield self._unreadable(text, number, prefix)
            return
        if prefix:
            yield from self._logged(value, text[:end], prefix, number)
        elif isinstance(value, dict | list) and not self._marked:
            yield from self._value(value, number, text)
            yield from self._behind(text[end:], number)
        else:
            yield from self._plain(text, number)

    def _gathered_value(self) -> Iterator[Frame]:
        gathering = self._gathering
        found = gathering.value()
        if found is None:
            return
        value, text, rest = found
        if gathering.prefix:
            yield from self._logged(value, text, gathering.prefix, gathering.number)
        elif self._marked:
            yield Frame(STDERR, gathering.number, f'$[{self._index}]', None, text)
        else:
            yield from self._value(value, gathering.number, text)
            yield from self._behind(rest, gathering.number)

    def _give_up(self) -> Iterator[Frame]:
        """What was gathered is no JSON: cut, broken, or text that began with a brace."""
        lines = self._gathering.give_up()
        if not lines:
            return
        number, prefix = self._gathering.number, self._gathering.prefix
        if (not self._marked or prefix) and ('"jsonrpc"' in lines[0] or '"method"' in lines[0] or (self.raw and not prefix)):
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
        if self._marked:
            yield from self._remark(text, number) or ()
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
        found = remarks.read(text, not self._bare and not self._arrows)
        if found is None:
            return None
        kind, before, said = found
        where = f'$[{self._index}]'
        if kind == remarks.STDERR:
            return (Frame(STDERR, number, where, None, said, ''),)
        if kind == remarks.NOTHING:
            return ()
        self.recognised = True
        _, time, session, server = self._prefix(before)
        if kind == remarks.START:
            self._runs.start(server)
            self._marked = self._marked or ('Initializing server...' in before and not self._paste)
            return ()
        self._index += 1
        return (Frame(NOISE, number, where, None, said, S2C, time, None, session, 'stdio'),)

    # ---- a prefix and JSON ----

    def _prefixed(self, text: str, at: int, line: str, number: int) -> Iterator[Frame]:
        prefix = text[:at]
        if not self._paste and _prefix.is_of_client(prefix):
            self._marked = True
        elif self._marked:
            yield from self._plain(text, number)
            return
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
        self._runs.met(server)
        direction = self.recorder.told.resolve(direction, value)
        if direction not in (C2S, S2C):
            direction = ''
        if 'Message from' in prefix and self._runs.is_double(direction, session, text, value):
            self.recorder.lossy = True
            return
        where = f'$[{self._index}]'
        self._index += 1
        yield Frame(MESSAGE, number, where, value, text, direction, time, None, session)

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

    def _prefix(self, text: str) -> tuple[str, float | None, str, str]:
        """(direction, time, session, server) of what stands before a message."""
        direction, time, server = _prefix.read(text, self._paste)
        return direction, time, self._runs.session(server), server
