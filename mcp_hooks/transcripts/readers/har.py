"""One entry of an HTTP Archive 1.2 (browsers, proxies, mitmproxy), or of the Inspector's network export, which is much the same."""
from __future__ import annotations

from mcp_hooks.transcripts.message import Http
from mcp_hooks.transcripts.readers.exchange import headers
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.words import later, seconds
from mcp_hooks.transcripts.screen import is_clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Exchange:
    """One exchange as it was recorded. ``lines`` and ``where`` are those of its two halves, ``bodies`` texts or values already
    parsed, ``start`` and ``end`` seconds. ``lost``: there was an answer, and the recorder did not keep it. ``streams_lost``: it
    never keeps what comes on the stream of a GET. ``parsed`` is what was sent as a value, None until somebody asked for it; ``speaks``
    says that it is MCP by itself, ``done`` that it had its turn."""

    __slots__ = ('address', 'bodies', 'done', 'end', 'http', 'lines', 'lost', 'parsed', 'speaks', 'start', 'streams_lost', 'where')

    def __init__(self, http: Http, lines: tuple[int, int], where: tuple[str, str], bodies: tuple[Any, Any], start: float | None,
                 end: float | None, lost: bool, streams_lost: bool) -> None:
        self.http = http
        self.address = http.url.partition('?')[0].partition('#')[0]
        self.lines = lines
        self.where = where
        self.bodies = bodies
        self.start = start
        self.end = end
        self.lost = lost
        self.streams_lost = streams_lost
        self.parsed: Any = None
        self.speaks = self.done = False


def of_archive(entry: dict[str, Any], line: int, where: str, source: str) -> Exchange | None:
    """One HAR entry; ``source`` is its text. None where it has no request."""
    request, response = entry.get('request'), entry.get('response')
    if not isinstance(request, dict):
        return None
    response = response if isinstance(response, dict) else {}
    posted = request.get('postData')
    body = (posted.get('text') or _fields(posted.get('params'))) if isinstance(posted, dict) else None
    content = response.get('content')
    content = content if isinstance(content, dict) else {}
    text = _text(content)
    http = Http(_word(request.get('method')), _word(request.get('url')), _status(response.get('status')),
                headers(request.get('headers')), headers(response.get('headers')),
                has_headers=isinstance(request.get('headers'), list))
    http.quiet = content.get('encoding') != 'base64' and is_clear(source)
    mime = content.get('mimeType')
    if isinstance(mime, str) and mime and 'content-type' not in http.response_headers and response.get('headers'):
        http.response_headers['content-type'] = mime
    streamed = http.method != 'GET' and isinstance(mime, str) and 'event-stream' in mime
    lost = not text and (http.status or 0) in (200, 201) and (streamed or _positive(content.get('size')))
    start = seconds(entry.get('startedDateTime'))
    end = later(start, entry.get('time'))
    lines = member_line(source, line, 'request'), member_line(source, line, 'response')
    sent = f'{where}.request.postData.text' if body else f'{where}.request'
    came = f'{where}.response.content.text' if text else f'{where}.response'
    return Exchange(http, lines, (sent, came), (body, text), start, end, lost, False)


def of_network(entry: dict[str, Any], line: int, where: str, source: str) -> Exchange:
    """One entry of the Inspector's network export."""
    http = Http(_word(entry.get('method')), _word(entry.get('url')), _status(entry.get('responseStatus')),
                headers(entry.get('requestHeaders')), headers(entry.get('responseHeaders')),
                has_headers='requestHeaders' in entry)
    start = seconds(entry.get('timestamp'), 'timestamp')
    end = later(start, entry.get('duration'))
    text = entry.get('responseBody')
    lost = not text and http.method == 'POST' and 'event-stream' in http.response_headers.get('content-type', '')
    lines = member_line(source, line, 'requestBody'), member_line(source, line, 'responseBody')
    return Exchange(http, lines, (f'{where}.requestBody', f'{where}.responseBody'), (entry.get('requestBody'), text), start, end,
                    lost, True)


# of a sign-in, good for one exchange that is over: RFC 6749, RFC 7636, RFC 9126
ONCE = frozenset(('code', 'code_verifier', 'code_challenge', 'state', 'nonce', 'request_uri'))
MOST_FIELDS = 200


def _fields(params: Any) -> dict[str, str] | None:
    """A form as an archive lists it where it has no text."""
    if not isinstance(params, list):
        return None
    named = ((_word(one.get('name')), _word(one.get('value'))) for one in params[:MOST_FIELDS] if isinstance(one, dict))
    return {name: value for name, value in named if name not in ONCE} or None


def _text(content: dict[str, Any]) -> str:
    text = content.get('text')
    if not isinstance(text, str):
        return ''
    if content.get('encoding') == 'base64':
        import base64
        import binascii
        try:
            return base64.b64decode(text, validate=False).decode('utf-8', 'replace')
        except (binascii.Error, ValueError):
            return ''
    return text


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ''


def _status(value: Any) -> int | None:
    return value if type(value) is int else None


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and value > 0
