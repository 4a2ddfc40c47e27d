"""What is recorded in one entry and was said at two times: each frame when its turn has come."""
from __future__ import annotations

from mcp_hooks.transcripts.readers.merge import Merge
from mcp_hooks.transcripts.readers.started import Started

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.transcripts.message import Frame


class Turns:
    """``sorts``: the file is read whole, so that its entries may stand in any order; of a log each has its turn where it stands.
    Messages that stand alone between such entries wait for their turn as well."""

    __slots__ = ('_merge', '_order')

    def __init__(self, sorts: bool) -> None:
        self._merge = Merge()
        self._order = Started() if sorts else None

    def add(self, sent: list[Frame], came: list[Frame], size: int, stream: bool = False) -> Iterator[Frame]:
        """The frames that are due. ``size`` is that of the entry in code points; ``stream``: what came answers nothing of it."""
        if not sent and not came:
            return
        if self._order is None:
            yield from self._merge.add(sent, came, stream)
            return
        for due in self._order.add((sent, came, stream), (sent or came)[0].time, size):
            yield from self._merge.add(*due)

    def rest(self) -> Iterator[Frame]:
        for due in self._order.rest() if self._order is not None else ():
            yield from self._merge.add(*due)
        yield from self._merge.rest()
