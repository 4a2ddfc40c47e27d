"""What a check is given: one message in its session, or the end of the session."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.message import Frame
    from mcp_hooks.transcripts.session import Session

REQUEST = 'request'
RESPONSE = 'response'  # a result or an error; ``request`` is the event it answers, None for an orphan
NOTIFICATION = 'notification'
MALFORMED = 'malformed'  # a JSON value that is none of the three (no object, both result and error, …)
FRAME = 'frame'  # noise, truncated frames, HTTP exchanges without a message
END = 'end'


class Event:
    """``message`` is the JSON-RPC object, ``where`` its JSON path (inside a batch: the element's own).

    ``revision`` is the one that rules this exchange (None while nothing says which), ``modern`` its era. Checks keep what they
    must remember in ``session.memory``, a dict keyed by the check's own name; it must stay bounded by what is open, never by
    what has passed.
    """

    __slots__ = ('frame', 'kind', 'message', 'request', 'revision', 'session', 'where')

    def __init__(self, kind: str, session: Session, frame: Frame | None, message: Any = None, where: str = '',
                 request: Event | None = None, revision: Any = None) -> None:
        self.kind = kind
        self.session = session
        self.frame = frame
        self.message = message
        self.where = where
        self.request = request
        self.revision = revision

    @property
    def direction(self) -> str:
        return self.frame.direction if self.frame else ''

    @property
    def method(self) -> str:
        """The method of a request or notification; of a response the method that was asked."""
        source = self.request.message if self.kind == RESPONSE and self.request else self.message
        method = source.get('method') if isinstance(source, dict) else None
        return method if isinstance(method, str) else ''


class Fault:
    """A check's verdict. ``at`` is the JSON path below the message (``params.arguments``), '' for the message itself;
    ``event`` moves the verdict to another message than the one that showed it; ``key`` groups repeats of one fault."""

    __slots__ = ('at', 'event', 'help', 'key', 'message', 'severity')

    def __init__(self, message: str, at: str = '', severity: str | None = None, event: Event | None = None, key: str = '',
                 help: str | None = None) -> None:
        self.message = message
        self.at = at
        self.severity = severity
        self.event = event
        self.key = key
        self.help = help
