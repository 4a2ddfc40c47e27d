"""One frame of a capture, in the order of the file."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # a message on a line of its own, before it is made a frame: (message, text of the line, line, number among the values of
    # the file, what follows that in the path, direction as recorded, time, session, whether ``screen`` found the line clear)
    Entry = tuple[dict[str, Any], str, int, int, str, str, float | None, str, bool]

C2S = 'c2s'
S2C = 's2c'
OTHER_SIDE = {C2S: S2C, S2C: C2S, '': ''}

# what a frame is
MESSAGE = 'message'  # ``data`` is what was parsed: an object, or for a batch a list
NOISE = 'noise'  # text on the protocol channel that is no JSON-RPC message
TRUNCATED = 'truncated'  # cut by the logger: the message was fine, the record of it is not
STDERR = 'stderr'
OTHER = 'other'  # what else the capture holds (sign-in, pages): looked at for credentials only
HTTP = 'http'  # an HTTP request or answer that carries no message (GET, DELETE, 202, an error in plain text)


NUMBER = 'no. '  # before the number of an exchange, where exchanges are numbered in the order in which they began


class Http:
    """The HTTP side of a frame, where the capture has it. Header names are lower case.

    Where the capture ties the two halves together (HAR, network exports) both are filled on both frames and ``exchange`` is
    the same; elsewhere the request half is on the c2s frame only, the answer half on the s2c frame only. ``event_ids`` are those
    of the SSE events of the answer, in order, ids of events without data among them.
    """

    __slots__ = ('event_ids', 'exchange', 'has_headers', 'method', 'quiet', 'request_headers', 'response_headers', 'status', 'stream',
                 'url')

    def __init__(self, method: str = '', url: str = '', status: int | None = None,
                 request_headers: dict[str, str] | None = None, response_headers: dict[str, str] | None = None,
                 stream: str = '', has_headers: bool = True, exchange: str = '') -> None:
        self.method = method
        self.url = url
        self.status = status
        self.request_headers = request_headers or {}
        self.response_headers = response_headers or {}
        self.stream = stream  # names the SSE stream a message came on, '' for a plain body
        self.has_headers = has_headers
        self.exchange = exchange
        self.quiet = False
        self.event_ids: tuple[str, ...] = ()


class Frame:
    """``line`` is where the frame starts in the file (from 1); ``where`` its JSON path in the capture (``$[4]`` or
    ``$[4].response``); ``time`` seconds (any zero), None where unknown. ``direction`` is ``c2s``, ``s2c`` or '' and
    ``inferred`` says that it was concluded, not recorded. ``session`` tells sessions in one file apart. ``quiet``: ``screen``
    found that no text in it is suspicious."""

    __slots__ = ('channel', 'data', 'direction', 'http', 'inferred', 'kind', 'line', 'quiet', 'raw', 'session', 'time', 'where')

    def __init__(self, kind: str, line: int, where: str, data: Any = None, raw: str = '', direction: str = '',
                 time: float | None = None, http: Http | None = None, session: str = '', channel: str = '',
                 inferred: bool = False) -> None:
        self.kind = kind
        self.line = line
        self.where = where
        self.data = data
        self.raw = raw
        self.direction = direction
        self.time = time
        self.http = http
        self.session = session
        self.channel = channel  # stdio, http or ''
        self.inferred = inferred
        self.quiet = False


def where_of(entry: Entry) -> str:
    """The JSON path of an entry."""
    if entry[3] < 0:
        return entry[4]
    return f'$[{entry[3]}]{entry[4]}'


def frame_of(entry: Entry, direction: str = '') -> Frame:
    """An entry as a frame. ``direction`` is what was concluded where none is recorded."""
    data, raw, line, _, _, recorded, time, session, quiet = entry
    frame = Frame(MESSAGE, line, where_of(entry), data, raw, recorded, time, None, session)
    frame.quiet = quiet
    if direction and not recorded:
        frame.direction, frame.inferred = direction, True
    return frame


def entry_of(frame: Frame) -> Entry:
    """A message as an entry that knows its path."""
    http = frame.http
    return (frame.data, frame.raw, frame.line, -1, frame.where, frame.direction, frame.time, frame.session,
            frame.quiet or (http is not None and http.quiet))
