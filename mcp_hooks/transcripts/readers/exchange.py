"""One HTTP exchange to frames: what was posted, and the one answer or the many of an event stream."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, HTTP, MESSAGE, NOISE, S2C, TRUNCATED, Frame
from mcp_hooks.transcripts.readers import sse
from mcp_hooks.transcripts.readers.stream import NoNumber, scan_strictly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.message import Http

_TEXTS = frozenset((str,))
VERBS = frozenset(('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'))


def headers(recorded: Any) -> dict[str, str]:
    """Lower-case names to values, of any of the shapes that recorders use; repeated headers are joined by a comma."""
    try:
        usual = {item['name'].lower(): item['value'] for item in recorded}
        if len(usual) == len(recorded) and _TEXTS.issuperset(map(type, usual.values())):
            return usual
    except (TypeError, KeyError, AttributeError):
        pass
    pairs: list[tuple[Any, Any]] = []
    if isinstance(recorded, dict):
        pairs = list(recorded.items())
    elif isinstance(recorded, list):
        for item in recorded[:1000]:
            if isinstance(item, dict):
                pairs.append((item.get('name'), item.get('value')))
            elif isinstance(item, list) and len(item) == 2:
                pairs.append((item[0], item[1]))
    found: dict[str, str] = {}
    for name, value in pairs:
        if not isinstance(name, str):
            continue
        if type(value) is str:
            text = value
        else:
            values = value if isinstance(value, list) else [value]
            text = ', '.join(str(one) for one in values if isinstance(one, str | int | float))
        name = name.lower()
        found[name] = f'{found[name]}, {text}' if name in found else text
    return found


def parse(text: str) -> Any:
    """The JSON value a text is, or None when it is none (or the null value: neither is a message)."""
    text = text.strip()
    if text[:1] not in ('{', '['):
        return None
    try:
        value, end = scan_strictly(text, 0)
    except (ValueError, StopIteration, RecursionError):
        return None
    return value if end == len(text) else None


def is_lax(text: str) -> bool:
    """It would be a JSON value if JSON had NaN or Infinity."""
    if 'NaN' not in text and 'Infinity' not in text:
        return False
    try:
        scan_strictly(text.strip(), 0)
    except NoNumber:
        return True
    except (ValueError, StopIteration, RecursionError):
        return False
    return False


def is_refusal(http: Http, body: Any) -> bool:
    """What an HTTP error says in JSON of its own (``{"error": "invalid_token", …}`` of OAuth) is no message."""
    if http.status is None or http.status < 400 or not isinstance(body, dict) or 'jsonrpc' in body:
        return False
    error = body.get('error')
    return not (isinstance(error, dict) and 'code' in error and 'id' in body)


def sides(http: Http, line: tuple[int, int], where: tuple[str, str], bodies: tuple[Any, Any],
          times: tuple[float | None, float | None], session: str = '', lost: bool = False,
          parsed: Any = None) -> tuple[list[Frame], list[Frame]]:
    """What the client sent and what came back. ``line`` are the lines of the two halves, ``where`` their JSON paths, ``bodies``
    texts or values already parsed; ``lost`` says that there was an answer and the recorder did not keep it. ``parsed`` is what was
    sent as a value, where that is known."""
    sent, answer = bodies
    return ([_sent(http, line[0], where[0], sent, times[0], session, parsed)],
            came(http, line[1], where[1], answer, times[1], session, lost))


def _sent(http: Http, line: int, where: str, body: Any, time: float | None, session: str, value: Any) -> Frame:
    text = body if isinstance(body, str) else ''
    if value is None or not isinstance(value, dict | list):
        value = parse(text) if text else (body if isinstance(body, dict | list) else None)
    if value is not None:
        return Frame(MESSAGE, line, where, value, text, C2S, time, http, session, 'http')
    kind = NOISE if text.strip() and http.method == 'POST' else HTTP
    return Frame(kind, line, where, None, text, C2S, time, http, session, 'http')


def came(http: Http, line: int, where: str, body: Any, time: float | None, session: str, lost: bool) -> list[Frame]:
    """What an answer holds: one message, those of an event stream, or none."""
    if isinstance(body, dict | list):
        kind = HTTP if is_refusal(http, body) else MESSAGE
        return [Frame(kind, line, where, body if kind == MESSAGE else None, '', S2C, time, http, session, 'http')]
    text = body if isinstance(body, str) else ''
    if lost and not text:
        return [Frame(TRUNCATED, line, where, None, '', S2C, time, http, session, 'http')]
    value = parse(text)
    if value is not None:
        kind = HTTP if is_refusal(http, value) else MESSAGE
        return [Frame(kind, line, where, value if kind == MESSAGE else None, text, S2C, time, http, session, 'http')]
    if is_lax(text):
        return [Frame(NOISE, line, where, None, text, S2C, time, http, session, 'http')]
    frames = []
    if 'event-stream' in http.response_headers.get('content-type', '') or sse.looks_like(text):
        http.stream = http.exchange or http.url or 'stream'
        http.event_ids = sse.ids(text)
        for name, data, _ in sse.events(text):
            if name not in ('', 'message') and '"jsonrpc"' not in data:
                continue  # a beat of the server's own
            value = parse(data)
            if value is not None:
                frames.append(Frame(MESSAGE, line, where, value, data, S2C, time, http, session, 'http'))
            elif is_lax(data):
                frames.append(Frame(NOISE, line, where, None, data, S2C, time, http, session, 'http'))
            elif data.lstrip()[:1] in ('{', '['):
                frames.append(Frame(TRUNCATED, line, where, None, data, S2C, time, http, session, 'http'))
    if not frames and http.status is not None:
        frames.append(Frame(HTTP, line, where, None, text, S2C, time, http, session, 'http'))
    return frames
