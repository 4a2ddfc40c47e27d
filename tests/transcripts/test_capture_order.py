"""In what order things were said, where the file has another: archives in any order, and what a session begins with."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from transcripts import captures
from transcripts.test_capture_formats import INITIALIZE, INITIALIZED, LIST, READY, answer, ask, recorded, verdicts

from mcp_hooks.transcripts.checking import Options, inspect
from mcp_hooks.transcripts.rules import session_rules


def refused(id: Any, code: int, message: str) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': id, 'error': {'code': code, 'message': message}}


def initialize(id: Any) -> list[tuple[str, Any]]:
    return [('client', {**INITIALIZE, 'id': id}), ('server', {**INITIALIZED, 'id': id}), ('client', READY)]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        ([('client', ask(1, 'tools/list')), ('server', refused(1, -32602, 'Invalid request parameters')), *initialize(1)], [1]),
        ([('client', ask(2, 'tools/list')), ('server', refused(2, -32600, 'Server not initialized')), *initialize(1)], [1]),
        # the end of one session, and another run that counts anew
        ([('client', ask(7, 'tools/list')), ('server', refused(7, -32603, 'no database')), *initialize(1)], []),
        ([('client', ask(1, 'tools/list')), ('server', answer(1, tools=[])), *initialize(1)], []),
    ],
)
def test_a_request_was_refused_and_initialize_counts_anew(said: list[tuple[str, Any]], expected: list[int]) -> None:
    assert verdicts(recorded(*said)) == [f'{line} error initialize-not-first' for line in expected]


def exchange(
    start: float | None, message: Any, status: int, said: Any = None, *, url: str = 'https://x.example/mcp', took: float = 0.04, **sent: str
) -> dict[str, Any]:
    """An entry of a HAR. ``said`` is a message, a list of those on an event stream, or a text."""
    streamed = isinstance(said, list)
    text = ''.join(f'data: {json.dumps(one)}\n\n' for one in said) if streamed else said if isinstance(said, str) else json.dumps(said)
    mime = 'text/event-stream' if streamed else 'text/plain' if isinstance(said, str) else 'application/json'
    headers = {'accept': 'application/json, text/event-stream', **{name.replace('_', '-'): value for name, value in sent.items()}}
    return {
        **({} if start is None else {'startedDateTime': captures.iso(start), 'time': took * 1000}),
        'request': {
            'method': 'POST',
            'url': url,
            'headers': [{'name': name, 'value': value} for name, value in headers.items()],
            'postData': {'mimeType': 'application/json', 'text': json.dumps(message)},
        },
        'response': {
            'status': status,
            'headers': [{'name': 'content-type', 'value': mime}] if said is not None else [],
            'content': {'mimeType': mime, 'text': text} if said is not None else {'size': 0},
        },
    }


def archive(entries: list[dict[str, Any]]) -> str:
    return json.dumps({'log': {'version': '1.2', 'entries': entries}})


def findings(entries: list[dict[str, Any]]) -> list[str]:
    return verdicts(archive(entries), 'x.har')


def metrics(entries: list[dict[str, Any]]) -> tuple[int, int]:
    """Sessions, and requests without an answer."""
    report = inspect(io.BytesIO(archive(entries).encode()), 'x.har', Options(session_rules()))
    return report.metrics.sessions, report.metrics.unanswered


@pytest.mark.parametrize(
    ('status', 'said', 'sent', 'expected'),
    [
        (400, refused(None, -32000, 'Bad Request: Server not initialized'), {}, True),
        (400, 'Missing session id', {}, True),
        (200, refused(1, -32602, 'Invalid request parameters'), {}, True),
        (404, 'nothing here', {}, False),
        (401, 'who are you?', {}, False),
        # the session has ended, and the client begins a new one: rightly
        (404, refused(1, -32001, 'Session not found'), {'mcp_session_id': 'old', 'mcp_protocol_version': '2025-11-25'}, False),
        # of the modern era, but for its _meta, which is said elsewhere
        (400, refused(1, -32602, 'no _meta'), {'mcp_protocol_version': '2026-07-28'}, False),
    ],
)
def test_refused_over_http_before_initialize(status: int, said: Any, sent: dict[str, str], expected: bool) -> None:
    found = findings(
        [
            exchange(0, LIST, status, said, **sent),
            exchange(1, {**INITIALIZE, 'id': 2}, 200, {**INITIALIZED, 'id': 2}),
            exchange(2, READY, 202),
        ]
    )
    assert [one for one in found if 'initialize-not-first' in one] == (['1 error initialize-not-first'] if expected else [])
