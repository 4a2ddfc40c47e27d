"""Which kind of capture a stream is, and its frames in the order of the wire.

    capture = open_capture(stream, name)
    for frame in capture.frames():
        ...
    capture.recognised       False: nothing in it is a message, and nothing says that it was meant to hold any
"""
from __future__ import annotations

from mcp_hooks.transcripts.readers.stream import Blocks, Broken, Cursor, document, elements, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.message import Entry, Frame
    from mcp_hooks.transcripts.readers.stream import Stream

ARRAY = 'array'
DOCUMENT = 'document'
LINES = 'lines'
TXTAR = 'txtar'
EMPTY = 'empty'
BINARY = 'binary'

# members that only a document of messages has at its beginning, or a message never
_DOCUMENTS = ('"log"', '"entries"', '"interactions"', '"messages"', '"frames"', '"transcript"', '"exchanges"', '"records"',
              '"history"', '"format_version"', '"session"', '"events"', '"traffic"', '"capture"', '"recording"')
_MESSAGES = ('"jsonrpc"', '"method"', '"id"', '"result"', '"params"', '"error"')


class Capture:
    """``form`` is one of the names above. ``ordered`` is False where the file does not say how the directions interleave,
    ``lossy`` turns True when a recorder shows itself that folds or drops messages. ``trouble`` are sentences about what could
    not be read, at most a dozen."""

    __slots__ = ('_blocks', '_recorder', 'form', 'name', 'ordered', 'recognised', 'trouble')

    def __init__(self, blocks: Blocks, form: str, name: str) -> None:
        self._blocks = blocks
        self._recorder: Any = None
        self.form = form
        self.name = name
        self.ordered = form != TXTAR
        self.recognised = form == TXTAR
        self.trouble: list[str] = []

    @property
    def lossy(self) -> bool:
        return self._recorder is not None and self._recorder.lossy

    def frames(self) -> Iterator[Frame]:
        """Every frame, once. Never raises for what the file holds."""
        from mcp_hooks.transcripts.message import frame_of
        for batch in self.batches():
            for one in batch:
                yield frame_of(one) if type(one) is tuple else one  # type: ignore[misc]  # not narrowed by ``type``

    def batches(self) -> Iterator[Iterable[Frame | Entry]]:
        """``frames``, some at a time: what one read of the stream gave, or what there is. Messages that stand on lines of their
        own are entries, which ``frame_of`` makes frames of."""
        if self.form in (EMPTY, BINARY):
            return
        if self.form == TXTAR:
            from mcp_hooks.transcripts.readers import txtar
            yield txtar.read(self._blocks)
        elif self.form == LINES:
            from mcp_hooks.transcripts.readers import traits
            from mcp_hooks.transcripts.readers.lines import Lines
            reader = Lines(*traits.of(self._blocks.head, self.name))
            self._recorder = reader.recorder
            from mcp_hooks.transcripts.readers.started import oldest_batch_first
            yield from oldest_batch_first(reader.batches(self._blocks))
            self.recognised = reader.recognised
        else:
            from mcp_hooks.transcripts.readers.started import oldest_first
            yield oldest_first(self._values())

    def _values(self) -> Iterator[Frame]:
        from mcp_hooks.transcripts.message import TRUNCATED, Frame
        from mcp_hooks.transcripts.readers.entry import Recorder
        recorder = self._recorder = Recorder(sorts=True)
        cursor = Cursor(self._blocks)
        values: Iterator[tuple[str, int, str, Any]]
        if cursor.peek() == '[':
            values = ((f'$[{index}]', line, text, value) for index, line, text, value in elements(cursor))
        else:
            values = document(cursor)
        for where, line, text, value in values:
            if not isinstance(value, Broken):
                yield from recorder.frames(value, line, where, text)
                continue
            ends = 'the file ends inside of a value' if value.cut else 'no JSON from here on, or not yet'
            if len(self.trouble) < 12:
                self.trouble.append(f'line {line}: {ends}')
            if value.cut and recorder.recognised:
                yield Frame(TRUNCATED, line, where, None, text[:2000])
        yield from recorder.rest()
        self.recognised = recorder.recognised


def open_capture(stream: Stream, name: str) -> Capture:
    """Look at the beginning of a binary stream; nothing else is read before ``frames`` asks for it."""
    blocks = Blocks(stream)
    return Capture(blocks, form_of(blocks.head), name)


def form_of(head: str) -> str:
    """The form of a file by its first 64 KiB."""
    text = head.lstrip('\ufeff \t\r\n')
    if not text:
        return EMPTY
    if '\0' in head[:4096]:
        return BINARY
    if text[0] == '[':
        return _array_or_lines(text)
    if text[0] == '{':
        return _document_or_lines(text)
    if '-- client --' in text or '-- server --' in text:
        from mcp_hooks.transcripts.readers import txtar
        if txtar.looks_like(text):
            return TXTAR
    return LINES


def _array_or_lines(text: str) -> str:
    following = text[1:].lstrip()[:1]
    if following not in ('{', '[', ']', ''):
        return LINES  # a log: [2026-11-02 …]
    end = _value_end(text)
    return LINES if end and text[end:].lstrip()[:1] in ('{', '[') else ARRAY  # one batch to a line


def _document_or_lines(text: str) -> str:
    end = _value_end(text)
    if end and text[end:].strip():
        return LINES
    first = text[1:200].lstrip()
    if first.startswith(_MESSAGES):
        return LINES
    if end:
        value = scan(text, 0)[0]
        return DOCUMENT if any(f'"{name}"' in _DOCUMENTS and isinstance(value[name], dict | list) for name in value) else LINES
    line = text.partition('\n')[0]
    if '"jsonrpc"' in line[:2000] and not any(name in line[:300] for name in _DOCUMENTS):
        return LINES
    if first[:1] != '"':
        return LINES
    return DOCUMENT if any(name in text[:4000] for name in _DOCUMENTS) else LINES


def _value_end(text: str) -> int:
    """Where the first value ends, 0 when it does not end in this text."""
    try:
        end: int = scan(text, 0)[1]
        return end
    except (ValueError, StopIteration, RecursionError):
        return 0
