"""What a task gives in the end is judged as the answer to the request that it was made for."""

from __future__ import annotations

from typing import Any

import pytest
from captures import FORMATS, Said
from sessions_for_tests import COUNT
from talk import client, complete, discovered, handshake, modern, modern_listing, server
from test_capture_checking import look

from mcp_hooks.transcripts.rules import session_rules

TEE = FORMATS['tee'][0]
LINK = {'_meta': {'io.modelcontextprotocol/related-task': {'taskId': 't'}}}
TASKS = 'io.modelcontextprotocol/tasks'
OFFERS = {'tools': {}, 'tasks': {'requests': {'tools': {'call': {}}}}}
TEXT = {'type': 'text', 'text': '{"n": 1}'}
SAMPLE = {'maxTokens': 9, 'messages': [{'role': 'user', 'content': TEXT}]}


def task(status: str = 'working', life: str = 'ttl', **more: Any) -> dict[str, Any]:
    time = '2026-11-30T10:00:00Z'
    return {'taskId': 't', 'status': status, 'createdAt': time, 'lastUpdatedAt': time, life: None, **more}


def found(*said: Any) -> list[str]:
    text = TEE([Said(each.direction, each.message, number) for number, each in enumerate(said)])
    report = look(text, tuple(each for each in session_rules() if each.default))
    assert report.errors == []
    return [f'{each.place.line} {each.severity} {each.name} {each.json_path}' for each in report.findings]


def legacy(*result: Any, definition: Any = COUNT) -> list[str]:
    long = {**definition, 'execution': {'taskSupport': 'optional'}}
    return found(
        *handshake(offers=OFFERS), client.ask(1, 'tools/list'), server.answer(1, tools=[long]),
        client.ask(2, 'tools/call', name='count', task={}), server.answer(2, task=task()),
        client.ask(3, 'tasks/get', taskId='t'), server.answer(3, task('completed')),
        client.ask(4, 'tasks/result', taskId='t'), *result,
    )


@pytest.mark.parametrize(
    ('result', 'expected'),
    [
        ({'content': [TEXT], 'structuredContent': {'n': 1}}, []),
        ({'content': [TEXT], 'isError': True}, []),
        ({'content': [TEXT], 'structuredContent': {'n': 'x'}}, ['11 error structured-content $[10].message.result.structuredContent.n']),
        ({'content': [TEXT]}, ['11 error structured-content $[10].message.result.structuredContent']),
        ({'structuredContent': {'n': 1}}, ['11 error result-fields $[10].message.result.content']),
        ({'content': [{'type': 'json'}], 'isError': True}, ['11 error content-block $[10].message.result.content[0].type']),
    ],
)
def test_a_call(result: dict[str, Any], expected: list[str]) -> None:
    assert legacy(server.answer(4, {**result, **LINK})) == expected


def test_an_error_is_the_tasks_own() -> None:
    assert legacy(server.refuse(4, -32603)) == []


def test_a_task_that_nobody_saw_begin() -> None:
    assert found(*handshake(offers=OFFERS), client.ask(4, 'tasks/result', taskId='t'), server.answer(4, {'contents': [], **LINK})) == []


def test_the_client_s_task() -> None:
    caps = {'sampling': {}, 'tasks': {'requests': {'sampling': {'createMessage': {}}}}}

    def asked(**result: Any) -> list[str]:
        return found(
            *handshake(caps=caps), server.ask(1, 'sampling/createMessage', {**SAMPLE, 'task': {}}), client.answer(1, task=task()),
            server.ask(2, 'tasks/result', taskId='t'), client.answer(2, {**result, **LINK}),
        )

    assert asked(role='assistant', content=TEXT, model='m') == []
    assert asked(role='assistant', content=TEXT) == ['7 error result-fields $[6].message.result.model']


@pytest.mark.parametrize(
    ('ended', 'expected'),
    [
        (task('completed', 'ttlMs', result={'content': [TEXT], 'structuredContent': {'n': 1}}), []),
        (task('failed', 'ttlMs', error={'code': -32603, 'message': 'no'}), []),
        (
            task('completed', 'ttlMs', result={'content': [TEXT], 'structuredContent': {'n': 'x'}}),
            ['{line} error structured-content $[{entry}].message.{at}.result.structuredContent.n'],
        ),
        (
            task('completed', 'ttlMs', result={'isError': False, 'structuredContent': {'n': 1}}),
            ['{line} error result-fields $[{entry}].message.{at}.result.content'],
        ),
    ],
)
def test_the_extension(ended: dict[str, Any], expected: list[str]) -> None:
    caps = {'extensions': {TASKS: {}}}
    begun = [
        *discovered({'tools': {}, **caps}), *modern_listing(COUNT), client.ask(2, 'tools/call', name='count', _meta=modern(caps)),
        server.answer(2, {'resultType': 'task', **task(life='ttlMs')}),
    ]
    got = [client.ask(3, 'tasks/get', taskId='t', _meta=modern(caps)), server.answer(3, complete(**ended))]
    assert found(*begun, *got) == [each.format(line=8, entry=7, at='result') for each in expected]
    key = 'io.modelcontextprotocol/subscriptionId'
    heard = [
        client.ask(4, 'subscriptions/listen', notifications={'taskIds': ['t']}, _meta=modern(caps)),
        server.tell('notifications/subscriptions/acknowledged', notifications={'taskIds': ['t']}, _meta={key: 4}),
        server.tell('notifications/tasks', **ended, _meta={key: 4}),
    ]
    assert found(*begun, *heard) == [each.format(line=9, entry=8, at='params') for each in expected]
