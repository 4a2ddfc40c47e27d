"""One JSON value of a recorder to frames: the message itself, a wrapper around it, or a whole exchange.

There are some twenty recorders and no standard. Nearly all of them are read by the same three questions: under which name is
the message, under which the direction, under which the time. What the first entry answered is tried first on the next.
"""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, S2C, Frame
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.told import Told
from mcp_hooks.transcripts.readers.words import seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from mcp_hooks.transcripts.readers.archive import Archive
    from mcp_hooks.transcripts.readers.claude_code import ControlProtocol
    from mcp_hooks.transcripts.readers.shape import Shape
    from mcp_hooks.transcripts.readers.turns import Turns


class Recorder:
    """Turns values into frames. ``lossy`` is set when what the recorder writes cannot be trusted to be complete. A family of recorders
    is loaded with its first entry."""

    __slots__ = ('_archive', '_control', '_meanings', '_sides', '_sorts', 'lossy', 'recognised', 'shape', 'told', 'turns')

    def __init__(self, sorts: bool = False) -> None:
        """``sorts``: the file is read whole, and its entries may stand in any order."""
        self.lossy = False
        self.recognised = False
        self.told = Told()
        self.shape: Shape | None = None  # of the entry before this one, where it was a wrapper
        self.turns: Turns | None = None  # once an entry held more than one message
        self._sorts = sorts
        self._archive: Archive | None = None
        self._control: ControlProtocol | None = None
        self._sides: Callable[..., tuple[list[Frame], list[Frame]]] | None = None
        self._meanings = self.told.meanings

    def frames(self, value: Any, line: int, where: str, text: str) -> Iterable[Frame]:
        """The frames of one value. ``text`` is what it was parsed from."""
        if type(value) is not dict:
            if type(value) is list and (is_message(value) or (not value and self.recognised)):
                self.recognised = True
                return self._alone((Frame(MESSAGE, line, where, value, text),), text)
            return ()
        shape = self.shape
        if shape is None:
            if 'jsonrpc' in value and len(value) < 5 and self.turns is None:
                self.recognised = True
                return (Frame(MESSAGE, line, where, value, text),)
        elif (alike := self.unwrapped(shape, value)) is not None:
            data, direction, time, session = alike
            if '\n' in text:
                line = member_line(text, line, shape.message)
            return (Frame(MESSAGE, line, where + shape.suffix, data, text, direction, time, None, session),)
        return self._understand(value, line, where, text)

    def unwrapped(self, shape: Shape, value: dict[str, Any]) -> tuple[dict[str, Any], str, float | None, str] | None:
        """(message, direction, time, session) of an entry like those before it; None when it is another."""
        if len(value) != shape.size:
            return None
        data, word = value.get(shape.message), value.get(shape.direction or '')
        direction = self._meanings.get(word) if type(word) is str else None
        if direction is None or type(data) is not dict or 'jsonrpc' not in data:
            return None
        time = value.get(shape.time or '')
        if type(time) is not float or not shape.in_seconds or not -1e11 < time < 1e11:
            time = seconds(time, shape.time or '')
        return data, direction, time, self.told.session(value) if shape.named or self.told.restarts else ''

    @property
    def plain(self) -> bool:
        """No wrapper was seen: the file holds messages as they are."""
        return self.shape is None and self.turns is None

    def rest(self) -> Iterator[Frame]:
        """Frames that were held back to come in their time."""
        if self._archive is not None:
            yield from self._archive.rest()
        if self.turns is not None:
            yield from self.turns.rest()

    def _understand(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterable[Frame]:
        if 'requestHeaders' in entry or 'responseStatus' in entry or ('requestBody' in entry and 'url' in entry):
            return self._of_archive().network(entry, line, where, text)
        if entry.get('type') in ('control_request', 'control_response'):
            return self._controlled(entry, line, where)
        if is_message(entry):
            self.recognised = True
            direction = self.told.direction(entry)[0]
            return self._alone((Frame(MESSAGE, line, where, entry, text, direction if direction in (C2S, S2C) else '',
                                      self.told.time(entry)[0]),), text)
        if isinstance(entry.get('message'), dict) and entry.get('direction') in ('request', 'response', 'notification'):
            if self._sides is None:  # an import is a tenth of the time that an entry takes
                from mcp_hooks.transcripts.readers.inspector import sides
                self._sides = sides
            self.lossy = self.recognised = True
            return self._pair_up().add(*self._sides(entry, line, where, text, self.told), len(text))
        request, response = entry.get('request'), entry.get('response')
        if isinstance(request, dict | str) or isinstance(response, dict | str):
            if _is_of_archive(request, response, entry):
                return self._of_archive().entry(entry, line, where, text)
            return self._pair(entry, line, where, text)
        from mcp_hooks.transcripts.readers.wrapped import frames
        return self._alone(frames(self, entry, line, where, text), text)

    def _alone(self, frames: Iterable[Frame], text: str) -> Iterable[Frame]:
        """What stands alone has its turn as well, where other entries hold what came later."""
        return frames if self.turns is None else self.turns.add(list(frames), [], len(text))

    def _of_archive(self) -> Archive:
        self.recognised = True
        if self._archive is None:
            from mcp_hooks.transcripts.readers.archive import Archive
            self._archive = Archive()
        return self._archive

    def _controlled(self, entry: dict[str, Any], line: int, where: str) -> Iterable[Frame]:
        if self._control is None:
            from mcp_hooks.transcripts.readers.claude_code import ControlProtocol
            self._control = ControlProtocol(self.told)
        frame = self._control.frame(entry, line, where)
        self.recognised = self.recognised or frame is not None
        return () if frame is None else (frame,)

    def _pair(self, entry: dict[str, Any], line: int, where: str, text: str) -> Iterable[Frame]:
        from mcp_hooks.transcripts.readers.pairs import halves
        found = halves(entry, line, where, text, self.told)
        turns = self._pair_up()
        if found is None:
            return ()
        self.recognised = True
        sent, came, stream = found
        return turns.add(sent, came, len(text), stream)

    def _pair_up(self) -> Turns:
        if self.turns is None:
            from mcp_hooks.transcripts.readers.turns import Turns
            self.turns = Turns(self._sorts)
            self.shape = None  # what stands alone goes the same way from here on
        return self.turns


def _is_of_archive(request: Any, response: Any, entry: dict[str, Any]) -> bool:
    return isinstance(request, dict) and (
        'postData' in request or 'startedDateTime' in entry or 'httpVersion' in request
        or (isinstance(response, dict) and isinstance(response.get('content'), dict) and 'url' in request))
