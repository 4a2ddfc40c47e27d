"""A message that goes the long way, and one almost like it behind it: what a rule has to say of the second is said on the short
way as well, once for each time."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from typing import Any

import fake
import mutations
import pytest
from captures import FORMATS, Said
from sessions_for_tests import legacy, modern
from test_short_way import look, various, verdicts

Change = Callable[[dict[str, Any]], None]
FORMS = ('tee', 'JSON Lines', 'Inspector', 'HAR')


def last_answer(said: list[Said], method: str) -> int:
    """The last result of a method."""
    return max(at + 1 for at, one in enumerate(said) if one.message.get('method') == method and 'result' in said[at + 1].message)


def changed(said: list[Said], at: int, change: Change) -> list[Said]:
    message = copy.deepcopy(said[at].message)
    change(message)
    return [*said[:at], said[at]._replace(message=message), *said[at + 1 :]]


def names(found: tuple[Any, ...]) -> list[str]:
    return sorted({rule for rule, *_ in found[0]})


def put(*path: str, value: Any) -> Change:
    def change(message: dict[str, Any]) -> None:
        holder: Any = message
        for step in path[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        holder[path[-1]] = value

    return change


ITEMS = [
    ('prompts/list', put('result', 'prompts', '0', 'uri', value=5)),
    ('prompts/list', put('result', 'prompts', '0', 'uri', value=None)),
    ('prompts/list', put('result', 'prompts', '0', 'content', value={'_meta': {'-a': 1}})),
    ('resources/list', put('result', 'resources', '0', 'uri', value=['x'])),
    ('resources/list', put('result', 'resources', '0', 'resource', value={'annotations': {'lastModified': 'yesterday'}})),
    ('resources/list', put('result', 'resources', '0', 'resource', value={'_meta': {'-a': 1}})),
    ('resources/templates/list', put('result', 'resourceTemplates', '0', 'uriTemplate', value='file:///{a')),
    ('resources/templates/list', put('result', 'resourceTemplates', '0', 'uri', value=7)),
    ('completion/complete', put('result', 'completion', 'total', value=-4)),
    ('resources/read', put('result', 'contents', '0', 'uri', value=8)),
    ('prompts/get', put('result', 'messages', '0', 'content', value=None)),
    ('completion/complete', put('result', 'completion', 'values', value=['x'] * 101)),
    ('completion/complete', put('result', 'completion', 'total', value=0)),
    ('completion/complete', put('result', 'completion', 'total', value=1.0)),
    ('resources/list', put('result', 'resources', value=[{'uri': 'x:a', 'name': 'a'}, {'uri': 'x:a', 'name': 'b'}])),
    ('tools/call', put('result', 'content', value=[{'type': 'resource_link', 'uri': 'a', 'name': 'b'}])),
    ('prompts/get', put('result', 'messages', '0', 'content', value={'type': 'resource_link', 'uri': 'a', 'name': 'b'})),
]


def with_templates(rounds: int) -> list[Said]:
    said = various(rounds, 1)
    for number in range(900, 900 + rounds):
        said.append(Said('c2s', {'jsonrpc': '2.0', 'id': number, 'method': 'resources/templates/list'}, len(said) * 0.1))
        template = {'name': 'a', 'uriTemplate': 'file:///{a}'}
        said.append(Said('s2c', {'jsonrpc': '2.0', 'id': number, 'result': {'resourceTemplates': [template]}}, len(said) * 0.1))
    return said


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('number', range(len(ITEMS)))
def test_an_odd_item_of_a_list(number: int, form: str) -> None:
    method, change = ITEMS[number]
    said = with_templates(4)
    text = FORMATS[form][0](changed(said, last_answer(said, method), change))
    assert verdicts(text, True) == verdicts(text, False)


@pytest.mark.parametrize('between', [0, 1, 2])
def test_pages_of_tools_around_a_whole_list(between: int) -> None:
    page = {'tools': [{'name': 'find', 'inputSchema': {'type': 'object'}}]}
    said = various(1, 2)
    number = 900
    for result in ({**page, 'nextCursor': 'p'}, *[page] * between, page):
        params = {'cursor': 'p'} if number == 901 + between else {}
        said.append(Said('c2s', {'jsonrpc': '2.0', 'id': number, 'method': 'tools/list', 'params': params}, len(said) * 0.1))
        said.append(Said('s2c', {'jsonrpc': '2.0', 'id': number, 'result': result}, len(said) * 0.1))
        number += 1
    text = FORMATS['tee'][0](said)
    found = verdicts(text, True)
    assert found == verdicts(text, False)
    assert ('MCP721' in names(found)) == (between == 0)


def test_a_template_whose_braces_do_not_match_is_reported_behind_a_right_one() -> None:
    said = with_templates(4)
    method, change = ITEMS[6]
    text = FORMATS['tee'][0](changed(said, last_answer(said, method), change))
    assert 'MCP750' in names(verdicts(text, True))


def test_members_without_a_version_in_front_of_sessions_alike() -> None:
    """The first session has jsonrpc everywhere. The second has none in its handshake, and only then shows that it keeps it."""
    said = various(2, 2)
    second = max(at for at, one in enumerate(said) if one.message.get('method') == 'initialize')
    for at in range(second, second + 3):
        said = changed(said, at, lambda message: message.__delitem__('jsonrpc'))
    said = [one for one in said if one.message.get('method') != 'tools/list' and 'tools' not in one.message.get('result', {})]
    text = FORMATS['JSON Lines'][0](said)
    assert verdicts(text, True) == verdicts(text, False)
    assert 'MCP604' in names(verdicts(text, True))


REQUIRED = {
    'elicitations': [{'mode': 'url', 'elicitationId': 'e1', 'url': 'https://example.com/a', 'message': 'Sign in'}],
}


@pytest.mark.parametrize('data', [None, {}, {'elicitations': []}, {'elicitations': [{'mode': 'url', 'url': 5}]}])
def test_an_error_whose_data_is_looked_at(data: Any) -> None:
    said = various(4, 1)
    calls = [at for at, one in enumerate(said) if one.message.get('params', {}).get('name') == 'a.b']
    for at in calls:
        given = REQUIRED if at != calls[-1] else data
        error = {'code': -32042, 'message': 'needs a visit', **({} if given is None else {'data': given})}
        said = changed(said, at + 1, put('error', value=error))
        said = changed(said, at, put('params', 'arguments', value={'q': 'x'}))
    text = FORMATS['JSON Lines'][0](said)
    assert verdicts(text, True) == verdicts(text, False)
    assert 'MCP746' in names(verdicts(text, True))


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('place', ['name', 'id', 'progressToken', 'meta', 'meta name', 'every meta', 'member', 'inner member'])
def test_a_credential_beside_the_arguments(place: str, form: str) -> None:
    secret = 'ghp_' + fake.base62(36, 7)
    said = various(6, 1)
    calls = [at for at, one in enumerate(said) if one.message.get('params', {}).get('name') == 'find']
    for at in calls:
        meta = {'example.com/a': 'b', 'progressToken': f't{at}'}
        said = changed(said, at, put('params', '_meta', value=meta))
    at = calls[-1]
    if place == 'name':
        said = changed(said, at, put('params', 'name', value=secret))
    elif place == 'id':
        said = changed(changed(said, at, put('id', value=secret)), at + 1, put('id', value=secret))
    elif place == 'progressToken':
        said = changed(said, at, put('params', '_meta', 'progressToken', value=secret))
    elif place == 'meta':
        said = changed(said, at, put('params', '_meta', 'example.com/a', value=secret))
    elif place == 'member':
        said = changed(said, at, put('params', 'arguments', secret, value='x'))
    elif place == 'inner member':
        said = changed(said, at, put('params', 'arguments', 'deep', value=[{secret: 1}]))
    elif place == 'meta name':
        for each in calls:
            said = changed(said, each, put('params', '_meta', value={'password': fake.base62(14, 8), 'progressToken': each}))
    else:
        for each in calls:
            said = changed(said, each, put('params', '_meta', value={'example.com/a': secret, 'progressToken': each}))
    text = FORMATS[form][0](said)
    assert verdicts(text, True) == verdicts(text, False)
    assert 'MCP890' in names(verdicts(text, True))


@pytest.mark.parametrize('status', [0, 401, 429, 503, 302])
def test_a_request_that_was_turned_away_with_an_error_is_sent_again(status: int) -> None:
    said = various(5, 1)
    archive = json.loads(FORMATS['HAR'][0](said))
    entries = archive['log']['entries']
    refused = []
    for number, entry in enumerate(entries):
        sent = json.loads(entry['request']['postData']['text']) if 'postData' in entry['request'] else {}
        if sent.get('params', {}).get('name') == 'a.b':
            again = copy.deepcopy(entry)
            body = {'jsonrpc': '2.0', 'id': sent['id'], 'error': {'code': -32603, 'message': 'later'}}
            entry['response']['status'] = status
            entry['response']['content']['text'] = json.dumps(body)
            refused.append((number, again))
    for number, again in reversed(refused):
        entries.insert(number + 1, again)
    text = json.dumps(archive)
    assert verdicts(text, True) == verdicts(text, False)


def test_what_was_said_of_a_list_is_kept_for_some_sessions_only() -> None:

    from mcp_hooks.transcripts.lists import CIRCUMSTANCES

    said = various(1, 1)
    many: list[Said] = []
    for number in range(CIRCUMSTANCES + 40):
        many += changed(said, 0, put('params', 'capabilities', value={'experimental': {f'x{number}': {}}}))
    inspection = look(FORMATS['tee'][0](many), True)
    assert all(len(known.said) <= CIRCUMSTANCES for known in inspection.lists._known.values())


RUNS = int(os.environ.get('MCP_HOOKS_FUZZ', '60'))
# names and values that some check looks at
NAMES = [
    '_meta', 'uri', 'uriTemplate', 'content', 'resource', 'annotations', 'icons', 'task', 'nextCursor', 'cursor', 'data', 'code', 'message',
    'isError', 'structuredContent', 'resultType', 'password', 'name', 'arguments', 'progressToken', 'total', 'progress', 'level', 'text',
    'blob', 'mimeType', 'role', 'type', 'id', 'jsonrpc', 'method', 'requestState', 'io.modelcontextprotocol/protocolVersion', 'traceparent',
]  # fmt: skip
VALUES = [
    None, 5, 1.0, '', True, [], {}, 'ui://x', 'x', 'file:///a', 'a{b', '2026-07-28', 1e20, 'https://user:pw12345678@h.example',
    -32042, -32601, -32002, 'Resource not found', 'Unknown method', 'complete', 'task', {'taskId': 'a'}, {'_meta': {'-a': 1}},
    {'annotations': {'lastModified': 'x'}}, [{'_meta': {'-': 1}}], fake.github_pat(5),
]  # fmt: skip


def with_odd_members(rng: random.Random, said: list[Said], most: int) -> list[Said]:
    """Members that a check may have a word for, in messages behind those from which routes are learned."""
    said = list(said)
    for _ in range(rng.randrange(most)):
        at = rng.randrange(len(said) // 3, len(said))
        message = copy.deepcopy(said[at].message)
        for _ in range(rng.randrange(1, 3)):
            holders = [holder[key] for holder, key in mutations.holders(message) if isinstance(holder[key], dict)]
            holder = rng.choice([message, *holders])
            name = rng.choice(NAMES) if not holder or rng.random() < 0.6 else rng.choice(list(holder))
            if name in holder and rng.random() < 0.15:
                del holder[name]
            else:
                holder[name] = copy.deepcopy(rng.choice(VALUES))
        said[at] = said[at]._replace(message=message)
    return said


@pytest.mark.parametrize('seed', range(RUNS))
def test_odd_members_are_judged_alike(seed: int) -> None:
    rng = random.Random(seed)
    said = with_odd_members(rng, (legacy(8), modern(8), various(4, 1), various(2, 2))[seed % 4], 6)
    try:
        text = FORMATS[(*FORMS, 'from and msg', 'array', 'txtar', 'Claude Desktop')[seed // 4 % 8]][0](said)
    except (TypeError, AttributeError, KeyError):  # no recorder writes this
        text = FORMATS['tee'][0](said)
    assert verdicts(text, True) == verdicts(text, False)


def with_odd_exchange(rng: random.Random, entries: list[Any]) -> None:
    """Another status, header, address or method, or an exchange twice."""
    entry = rng.choice(entries[len(entries) // 3 :])
    sent, answer = entry['request'], entry['response']
    match rng.randrange(6):
        case 0:
            answer['status'] = rng.choice([0, 200, 202, 204, 302, 400, 401, 404, 429, 500, 503])
        case 1:
            name = rng.choice(['MCP-Protocol-Version', 'Mcp-Session-Id', 'Accept', 'Mcp-Method', 'Authorization', 'Last-Event-ID', 'Host'])
            value = rng.choice(['2026-07-28', 'abc', 'tools/call', f'Bearer {fake.github_pat(6)}', 'text/html'])
            sent.setdefault('headers', []).append({'name': name, 'value': value})
        case 2:
            name, value = rng.choice([('Mcp-Session-Id', 'abc'), ('Content-Type', 'text/event-stream'), ('WWW-Authenticate', 'x')])
            answer.setdefault('headers', []).append({'name': name, 'value': value})
        case 3:
            entries.insert(rng.randrange(len(entries)), copy.deepcopy(entry))
        case 4:
            sent['method'] = rng.choice(['GET', 'POST', 'DELETE', 'PUT'])
        case _:
            sent['url'] += rng.choice([f'?api_key={fake.base62(32, 2)}', '/x', '#y'])


@pytest.mark.parametrize('seed', range(RUNS))
def test_odd_exchanges_are_judged_alike(seed: int) -> None:
    rng = random.Random(seed)
    said = with_odd_members(rng, (legacy(8), modern(8), various(4, 1), various(2, 2))[seed % 4], 3)
    try:
        archive = json.loads(FORMATS['HAR'][0](said))
    except (TypeError, AttributeError, KeyError):
        return
    for _ in range(rng.randrange(1, 6)):
        with_odd_exchange(rng, archive['log']['entries'])
    text = json.dumps(archive)
    assert verdicts(text, True) == verdicts(text, False)


def with_many_faults(runs: int, rounds: int) -> list[Said]:
    """Calls that lack all of thirty members which the schema asks for."""
    schema = {'type': 'object', 'required': [f'member{number}' for number in range(30)]}
    said = various(rounds, runs)
    for at, one in enumerate(said):
        if 'tools' in one.message.get('result', {}):
            said = changed(said, at, put('result', 'tools', value=[{'name': name, 'inputSchema': schema} for name in ('find', 'a.b')]))
    return said


@pytest.mark.parametrize(('runs', 'rounds'), [(1, 45), (1, 70)])
def test_calls_with_many_faults_are_judged_alike(runs: int, rounds: int) -> None:
    text = FORMATS['JSON Lines'][0](with_many_faults(runs, rounds))
    assert verdicts(text, True) == verdicts(text, False)


def test_each_call_counts_for_each_of_its_faults() -> None:
    """However many calls came before, and however many sessions share the schema."""
    said = various(40, 5)
    for at, one in enumerate(said):
        if one.message.get('params', {}).get('name') == 'a.b':
            said = changed(said, at, put('params', 'arguments', value={'n': 'x'}))
    found = verdicts(FORMATS['JSON Lines'][0](said), True)
    counted = [message for rule, _, _, _, message, _ in found[0] if rule == 'MCP710' and '(200 times' in message]
    assert len(counted) == 2
    assert found == verdicts(FORMATS['JSON Lines'][0](said), False)


def test_no_schema_outlives_its_capture() -> None:
    from mcp_hooks.transcripts.rules import schemas

    look(FORMATS['tee'][0](various(2, 2)), True)
    assert schemas._all == {}
