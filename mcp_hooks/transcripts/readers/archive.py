"""The exchanges of an archive to frames: which of them are MCP, on which connection, and in what order."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, NUMBER, OTHER, S2C, Frame
from mcp_hooks.transcripts.readers import sse
from mcp_hooks.transcripts.readers.exchange import parse, sides
from mcp_hooks.transcripts.readers.har import MOST_FIELDS, ONCE, of_archive, of_network
from mcp_hooks.transcripts.readers.merge import Merge
from mcp_hooks.transcripts.readers.started import Started

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from mcp_hooks.transcripts.readers.har import Exchange

BESIDE = 1 << 18  # code points of a body that is no message
MOST = 1000  # addresses of one kind
HEAD = 4096  # code points of a stream in which its first event is looked for


class Archive:
    """Turns entries into frames. Entries that are no MCP traffic (pages, scripts, sign-in) give what may hold a credential."""

    __slots__ = ('_aliases', '_count', '_endpoints', '_merge', '_named', '_order', '_streams')

    def __init__(self) -> None:
        self._merge = Merge()
        self._order = Started()
        self._endpoints: set[str] = set()  # addresses that MCP was spoken with
        self._aliases: dict[str, str] = {}  # HTTP+SSE: the address to post to → the name of the connection
        self._named: dict[str, list[Exchange]] = {}  # the same → streams that name it and have not had their turn
        self._streams: set[str] = set()  # addresses of streams that the Inspector's export does not keep
        self._count = 0

    def entry(self, entry: Any, line: int, where: str, source: str) -> Iterable[Frame]:
        """Frames of one HAR entry, or of those before it."""
        exchange = of_archive(entry, line, where, source)
        return () if exchange is None else self._add(exchange, len(source))

    def network(self, entry: dict[str, Any], line: int, where: str, source: str) -> Iterable[Frame]:
        """Frames of one entry of the Inspector's network export, or of those before it."""
        return self._add(of_network(entry, line, where, source), len(source))

    def rest(self) -> Iterator[Frame]:
        yield from self._turns(self._order.rest())
        yield from self._merge.rest()

    def _add(self, exchange: Exchange, size: int) -> Iterable[Frame]:
        http, answer = exchange.http, exchange.bodies[1]
        if not self._speaks(exchange) and 'event-stream' not in http.request_headers.get('accept', ''):
            return _beside(exchange)
        target = _endpoint(answer, exchange.address) if http.method == 'GET' and isinstance(answer, str) else ''
        if target and len(self._named) < MOST:
            for address in {target, target.partition('?')[0]}:
                self._named.setdefault(address, []).append(exchange)
        due = self._order.add(exchange, exchange.start, size)
        return self._turns(due) if due else ()

    def _turns(self, due: Sequence[Exchange]) -> Iterator[Frame]:
        for exchange in due:
            yield from self._turn(exchange)

    def _turn(self, exchange: Exchange) -> Iterator[Frame]:
        """The frames of an exchange whose turn it is, behind the stream that named the address it was sent to."""
        if exchange.done:
            return
        exchange.done = True
        http, address = exchange.http, exchange.address
        if self._named and http.method == 'POST' and not (http.url in self._aliases or address in self._aliases):
            for stream in (*self._named.get(http.url, ()), *self._named.get(address, ())):
                if not stream.done:
                    yield from self._turn(stream)
                    break
        if exchange.streams_lost and http.method == 'GET' and len(self._streams) < MOST \
                and 'event-stream' in http.response_headers.get('content-type', ''):
            self._streams.add(address)
        if not self._speaks(exchange):
            yield from _beside(exchange)
            return
        sent = exchange.bodies[0]
        lost, answer = self._kept(exchange)
        session = self._aliases.get(http.url) or self._aliases.get(address, address)
        self._count += 1
        http.exchange = f'{NUMBER}{self._count}'
        if http.method == 'GET' and isinstance(answer, str):
            session = self._connect(exchange, answer) or session
        before, after = sides(http, exchange.lines, exchange.where, (sent, answer), (exchange.start, exchange.end), session, lost,
                              exchange.parsed)
        yield from self._merge.add(before, after, http.method == 'GET')

    def _speaks(self, exchange: Exchange) -> bool:
        """Whether it is MCP, by itself or by the company it keeps."""
        if exchange.speaks:
            return True
        http, address, answer = exchange.http, exchange.address, exchange.bodies[1]
        if http.method == 'OPTIONS':
            return False
        asked = http.request_headers
        if http.method == 'POST':
            if exchange.parsed is None:
                sent = exchange.bodies[0]
                exchange.parsed = parse(sent) if isinstance(sent, str) else sent
            speaks = _is_message(exchange.parsed) or 'mcp-protocol-version' in asked
        else:
            speaks = 'mcp-session-id' in asked or 'mcp-protocol-version' in asked or (isinstance(answer, str) and (
                ('event-stream' in asked.get('accept', '') and '"jsonrpc"' in answer) or _endpoint(answer, address) != ''))
        exchange.speaks = speaks
        if speaks and len(self._endpoints) < MOST:
            self._endpoints.add(address)
        return speaks or address in self._endpoints or address in self._aliases

    def _kept(self, exchange: Exchange) -> tuple[bool, Any]:
        """(lost, answer): of HTTP+SSE everything comes on the stream of a GET, which has another address than what is posted to,
        and may not be in the capture."""
        http, address = exchange.http, exchange.address
        sent, answer = exchange.bodies
        if http.status != 202 or http.method != 'POST' or http.url in self._aliases or address in self._aliases or not _asks(sent):
            return exchange.lost, answer
        elsewhere = self._streams and address not in self._streams if exchange.streams_lost else _is_old(http.url, address)
        if elsewhere and isinstance(answer, str) and not answer.startswith('{'):
            answer = None  # "Accepted"
        return exchange.lost or (bool(elsewhere) and not answer), answer

    def _connect(self, exchange: Exchange, text: str) -> str:
        """HTTP+SSE of 2024-11-05: the first event names the address to post to, most often with the session in its query. Gives
        the name of the connection, '' where the stream is none of that transport."""
        address = exchange.address
        target = _endpoint(text, address)
        if not target:
            return ''
        bare = target.partition('?')[0]
        for each in {target, bare}:
            waiting = self._named.get(each, [])
            if exchange in waiting:
                waiting.remove(exchange)
                if not waiting:
                    del self._named[each]
        # a second connection has the same stream and another session
        known = self._aliases.get(target) if target != bare else None  # with an address of its own it is the same one, opened again
        name = known or (f'{address} {self._count}' if bare in self._aliases else address)
        if bare and (len(self._aliases) < MOST or target in self._aliases):
            self._aliases[target] = name
            self._aliases.setdefault(bare, name)
        return name


def _is_old(url: str, address: str) -> bool:
    """Whether an address is one that HTTP+SSE posts to, by the names that the SDKs give it."""
    return '/messages' in address or 'sessionId=' in url or 'session_id=' in url


def _endpoint(text: str, address: str) -> str:
    """The address that a stream of HTTP+SSE says to post to, '' where it says none."""
    if 'endpoint' not in text[:HEAD]:
        return ''
    for name, data, _ in sse.events(text[:HEAD]):
        if name == 'endpoint':
            return _joined(address, data.strip())
        if '"jsonrpc"' in data:
            break
    return ''


def _joined(address: str, target: str) -> str:
    scheme, slashes, after = address.partition('://')
    if '://' in target[:12] or not slashes:
        return target
    if target.startswith('//'):
        return f'{scheme}:{target}'
    if target.startswith('/'):
        return scheme + slashes + after.partition('/')[0] + target
    from urllib.parse import urljoin
    try:
        return urljoin(address, target)
    except ValueError:
        return ''


def _beside(exchange: Exchange) -> Iterator[Frame]:
    """What is no MCP traffic can still hold a credential: the sign-in, above all."""
    http, times = exchange.http, (exchange.start, exchange.end)
    for direction, number, path, body, time in zip((C2S, S2C), exchange.lines, exchange.where, exchange.bodies, times, strict=True):
        mime = (http.request_headers if direction == C2S else http.response_headers).get('content-type', '')
        textual = any(word in mime for word in ('json', 'form', 'text/plain')) or not mime
        text = body if isinstance(body, str) and textual and len(body) < BESIDE else ''
        data = parse(text) if not isinstance(body, dict) else body
        if data is None and 'form' in mime and '=' in text:
            data, text = _form(text), ''
        yield Frame(OTHER, number, path, data, text, direction, time, http)


def _form(text: str) -> dict[str, str]:
    from urllib.parse import parse_qsl
    try:
        pairs = parse_qsl(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    return {name: value for name, value in pairs if name not in ONCE}


def _asks(body: Any) -> bool:
    value = parse(body) if isinstance(body, str) else body
    return isinstance(value, dict) and 'method' in value and 'id' in value


def _is_message(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict) and 'jsonrpc' in one for one in value[:50])
    return isinstance(value, dict) and ('jsonrpc' in value or ('method' in value and ('id' in value or 'params' in value)))
