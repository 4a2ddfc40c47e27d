"""What is recorded in one entry and was said at two times: each frame when its turn has come."""
from __future__ import annotations

from mcp_hooks.transcripts.readers.merge import Merge
from mcp_hooks.transcripts.readers.started import Started

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mcp_hooks.transcripts.message import Frame

NEAR = 128  # entries among which order is made: such recorders write one after the other, or the newest first


class Turns:
    """``sorts``: the file is read whole, so that its entries may stand in any order; of a log each has its turn where it stands.
    Messages that stand alone between such entries wait for their turn as well."""

    __slots__ = ('_merge', '_order')

    def __init__(self, sorts: bool) -> None:
        self._merge = Merge()
        self._order = Started(NEAR) if sorts else None

    def add(self, sent: list[Frame], came: list[Frame], size: int, stream: bool = False) -> Iterable[Frame]:
        """The frames that are due. ``size`` is that of the entry in code points; ``stream``: what came answers nothing of it."""
        if not sent and not came:
            return ()
        if self._order is None:
            return self._merge.add(sent, came, stream)
        due = self._order.add((sent, came, stream), (sent or came)[0].time, size)
        return self._merged(due) if due else ()

    def rest(self) -> Iterator[Frame]:
        if self._order is not None:
            yield from self._merged(self._order.rest())
        yield from self._merge.rest()

    def _merged(self, due: Sequence[tuple[list[Frame], list[Frame], bool]]) -> Iterator[Frame]:
        for sent, came, stream in due:
            yield from self._merge.add(sent, came, stream)
