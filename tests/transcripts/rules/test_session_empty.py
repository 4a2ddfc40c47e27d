"""Answers that must be empty."""

from __future__ import annotations

from typing import Any

import pytest
from transcripts.talk import Said, client, discovered, found, handshake, modern, server

RESULT = {'pong': True}


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        ([client.ask(1, 'ping'), server.answer(1, RESULT)], ['5 error empty-result result']),
        ([server.ask(1, 'ping'), client.answer(1, RESULT)], ['5 error empty-result result']),
        ([client.ask(1, 'ping'), server.answer(1, {})], []),
        ([client.ask(1, 'ping'), server.answer(1, {'_meta': {'example.com/took': 3}})], []),
        ([client.ask(1, 'ping'), server.answer(1, {'resultType': 'complete'})], []),
        ([client.ask(1, 'ping'), server.refuse(1, -32601, 'Method not found')], ['5 error wrong-error error.code']),
        # the session is over, or the server is busy: that is no answer to ping
        ([client.ask(1, 'ping'), server.refuse(1, -32001, 'Session not found')], []),
        ([client.ask(1, 'logging/setLevel', level='info'), server.answer(1, {'level': 'info'})], ['5 warning empty-result result']),
        (
            [client.ask(1, 'resources/subscribe', uri='file:///a'), server.answer(1, {'subscribed': True})],
            ['5 warning empty-result result'],
        ),
    ],
)
def test_an_answer_that_must_be_empty(said: list[Said], expected: list[str]) -> None:
    assert found(handshake() + said) == expected


def test_the_modern_era_has_no_ping() -> None:
    said = [*discovered(), client.ask(1, 'ping', _meta=modern()), server.refuse(1, -32601)]
    assert [one for one in found(said) if 'empty-result' in one] == []


@pytest.mark.parametrize('method', ['', '  '])
def test_a_method_without_a_name(method: Any) -> None:
    assert found([*handshake(), client.ask(1, method), server.refuse(1, -32601)]) == ['4 error unknown-method method']


@pytest.mark.parametrize(
    ('version', 'expected'),
    [
        ('1.0.0', ['1 note version-mismatch params.protocolVersion']),
        ('latest', ['1 note version-mismatch params.protocolVersion']),
        ('2024-11-5', ['1 note version-mismatch params.protocolVersion']),
        ('2025-11-25', []),
        ('DRAFT-2026-v1', []),
        ('2031-01-01', []),
    ],
)
def test_a_revision_is_named_by_its_date(version: str, expected: list[str]) -> None:
    opening = handshake()
    opening[0].message['params']['protocolVersion'] = version
    assert found(opening) == expected


def test_a_version_that_both_sides_made_up_is_told_once() -> None:
    opening = handshake()
    opening[0].message['params']['protocolVersion'] = opening[1].message['result']['protocolVersion'] = '1.0.0'
    assert found(opening) == ['1 note version-mismatch params.protocolVersion']
