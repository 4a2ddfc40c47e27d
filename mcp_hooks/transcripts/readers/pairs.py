"""Request and answer in one entry: agent-vcr, mcp-recorder, mcp-trace, and what people make by hand."""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, MESSAGE, S2C, Frame, Http
from mcp_hooks.transcripts.readers.exchange import VERBS, headers, parse, sides
from mcp_hooks.transcripts.readers.shape import is_message
from mcp_hooks.transcripts.readers.stream import member_line
from mcp_hooks.transcripts.readers.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.readers.told import Told

    Pair = tuple[list[Frame], list[Frame], bool]


def halves(entry: dict[str, Any], line: int, where: str, text: str, told: Told) -> Pair | None:
    """(what the client sent, what came back, whether that answers nothing of it), None where no message is in it."""
    request, response = entry.get('request'), entry.get('response')
    request = parse(request) if isinstance(request, str) else request
    response_value = parse(response) if isinstance(response, str) else response
    time = told.time(entry)[0]
    duration = next((entry[name] for name in ('latency_ms', 'duration_ms', 'durationMs', 'duration', 'elapsed_ms')
                     if isinstance(entry.get(name), int | float)), None)
    end = later(time, duration)
    session = told.session(entry)
    lines = member_line(text, line, 'request'), member_line(text, line, 'response')
    if isinstance(request, dict) and not is_message(request) and _is_http(request):
        return _http_halves(entry, request, response_value, lines, where, (time, end), session)
    http = None
    status = entry.get('response_status', entry.get('status'))
    if type(status) is int and 100 <= status < 600:
        http = Http('POST', '', status, {}, {}, has_headers=False, exchange=where)
    sent, came = [], []
    if is_message(request):
        sent.append(Frame(MESSAGE, lines[0], f'{where}.request', request, '', C2S, time, http, session))
    for index, one in enumerate(_list(entry.get('notifications'))):
        if is_message(one):
            came.append(Frame(MESSAGE, member_line(text, line, 'notifications'), f'{where}.notifications[{index}]', one,
                              '', S2C, end, http, session))
    for suffix, one in _answers(response_value):
        came.append(Frame(MESSAGE, lines[1], f'{where}.response{suffix}', one, '', S2C, end, http, session))
    if not came and isinstance(response, str) and 'data:' in response:
        came = sides(http or Http(), lines, ('', f'{where}.response'), (None, response), (time, end), session)[1]
    return (sent, came, False) if sent or came else None


def _http_halves(entry: dict[str, Any], request: dict[str, Any], response: Any, lines: tuple[int, int],
                 where: str, times: tuple[float | None, float | None], session: str) -> Pair:
    response = response if isinstance(response, dict) else {}
    status = response.get('status', response.get('statusCode', response.get('status_code')))
    url = request.get('url', entry.get('upstream', request.get('path')))
    http = Http(str(request.get('method', request.get('httpMethod', 'POST'))).upper(), url if isinstance(url, str) else '',
                status if type(status) is int else None, headers(request.get('headers')), headers(response.get('headers')),
                has_headers='headers' in request, exchange=where)
    sent, answer = _body(request), _body(response)
    lost = answer is None and http.status in (200, 201)
    if sent is None and http.method == 'POST':
        return [], [], False  # bodies were not recorded: there is nothing to judge
    before, after = sides(http, lines, (f'{where}.request.body', f'{where}.response.body'), (sent, answer), times, session,
                          lost)
    return before, after, http.method == 'GET'


def _is_http(request: dict[str, Any]) -> bool:
    verb = request.get('method', request.get('httpMethod'))
    return (isinstance(verb, str) and verb.upper() in VERBS) or ('headers' in request and 'body' in request)


def _body(half: dict[str, Any]) -> Any:
    """A recorded body: text, a JSON value, or mcp-trace's ``{"format": …, "value": …}``."""
    body = half.get('body', half.get('text', half.get('content')))
    if isinstance(body, dict) and 'value' in body and 'format' in body:
        body = body['value'] if body['format'] in ('json', 'text') and not body.get('truncated') else None
    return body if isinstance(body, str | dict | list) else None


def _answers(response: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(response, dict) and not is_message(response):
        response = response.get('body', response.get('message'))
        response = parse(response) if isinstance(response, str) else response
    if isinstance(response, list) and not all(isinstance(one, dict) and 'method' not in one for one in response):
        # a stream's messages one by one, not a batch of answers
        for index, one in enumerate(response):
            if is_message(one):
                yield f'[{index}]', one
    elif is_message(response):
        yield '', response


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
