from __future__ import annotations

import pytest
from talk import SUBSCRIPTION, client, complete, discovered, found, handshake, listing, modern, modern_listing, server, tool


def ask(method, params, answer):
    return [*handshake(), client.ask(1, method, params), answer]


# ---- resources ----


@pytest.mark.parametrize(
    ('uri', 'right'),
    [
        ('file:///a', True),
        ('demo://x', True),
        ('urn:x:y', True),
        ('custom+scheme.v1:x', True),
        ('/etc/hosts', False),
        ('notes.txt', False),
        ('1x:y', False),
        (':x', False),
        ('', False),
        ('C', False),
    ],
)
def test_uris(uri, right):
    said = ask('resources/read', {'uri': uri}, server.answer(1, contents=[]))
    assert found(said) == ([] if right else ['4 error resource-uri params.uri'])
    said = ask('resources/list', {}, server.answer(1, resources=[{'uri': uri, 'name': 'a'}]))
    assert found(said) == ([] if right else ['5 error resource-uri result.resources[0].uri'])


@pytest.mark.parametrize(
    ('template', 'right'),
    [
        *((right, True) for right in ('x:/{a}', 'x:/{+a}/{?b,c}', 'x:/', 'x:/{user-id}{.a.b}{/c:3}{d*}')),
        *((wrong, False) for wrong in ('x:/{a', 'x:/a}', 'x:/{{a}}', 'x:/{}', 'x:/{+}', 'x:/{*}', 'x:/{a,}', 'x:/{a b}')),
    ],
)
def test_templates(template, right):
    said = ask('resources/templates/list', {}, server.answer(1, resourceTemplates=[{'uriTemplate': template, 'name': 'a'}]))
    assert found(said) == ([] if right else ['5 error resource-uri result.resourceTemplates[0].uriTemplate'])


@pytest.mark.parametrize(
    ('code', 'text', 'expected'),
    [
        (-32002, 'Resource not found', []),
        (-32602, 'Unknown resource: x', ['5 warning resource-not-found error.code']),
        (0, 'resource not found', ['5 warning resource-not-found error.code']),
        (-32602, 'invalid uri', []),
        (-32603, 'not found in cache', []),
        (-32603, 'Resource not found: x', ['5 warning resource-not-found error.code']),
    ],
)
def test_not_found(code, text, expected):
    assert found(ask('resources/read', {'uri': 'x:y'}, server.refuse(1, code, text))) == expected


def test_an_unknown_prompt_has_a_code():
    listed = [client.ask('l', 'prompts/list'), server.answer('l', prompts=[{'name': 'p'}])]
    for code, expected in ((-32602, []), (-32603, ['7 warning prompt-arguments error.code'])):
        assert found([*handshake(), *listed, client.ask(1, 'prompts/get', name='q'), server.refuse(1, code)]) == expected


def test_not_found_in_the_modern_era():
    def said(code, text='Resource not found'):
        return [*discovered(), client.ask(1, 'resources/read', uri='x:y', _meta=modern()), server.refuse(1, code, text)]

    assert found(said(-32602)) == []
    assert found(said(-32002)) == ['4 error error-code error.code']
    assert found(said(-32603)) == ['4 error resource-not-found error.code']
    assert found(said(-32603, 'not found in cache')) == []


def subscribed(uri, *, then=()):
    return [*handshake(), client.ask(1, 'resources/subscribe', uri=uri), server.answer(1, {}), *then]


def update(uri):
    return server.tell('notifications/resources/updated', uri=uri)


@pytest.mark.parametrize(('uri', 'right'), [('x:a', True), ('x:a/b', True), ('x:a#f', True), ('x:b', False), ('x:ab', False)])
def test_updates(uri, right):
    said = subscribed('x:a', then=[update(uri)])
    assert found(said) == ([] if right else ['6 error resource-updated params.uri'])


def test_an_update_may_cross_the_end_of_a_subscription():
    end = [client.ask(2, 'resources/unsubscribe', uri='x:a'), server.answer(2, {})]
    assert found(subscribed('x:a', then=[*end, update('x:a')])) == []
    assert found(subscribed('x:b', then=[*end, update('x:c')])) == ['8 error resource-updated params.uri']
    timed = [each.at(10.0) for each in subscribed('x:a', then=end)]
    assert found([*timed, update('x:a').at(14.0)]) == []
    assert found([*timed, update('x:a').at(15.0)]) == ['8 warning resource-updated params.uri']


def test_a_subscription_whose_end_is_refused_goes_on():
    refused = [client.ask(2, 'resources/unsubscribe', uri='x:a'), server.refuse(2, -32603)]
    timed = [each.at(10.0) for each in subscribed('x:a', then=refused)]
    assert found([*timed, update('x:a').at(20.0)]) == []


@pytest.mark.parametrize('how', [{'lossy': True}, {'ordered': False}])
def test_updates_in_captures_that_lose_or_mix(how):
    assert found(subscribed('x:a', then=[update('x:b')]), **how) == []


# ---- prompts ----

PROMPTS = [
    client.ask('p', 'prompts/list'),
    server.answer(
        'p',
        prompts=[{'name': 'review', 'arguments': [{'name': 'code', 'required': True}, {'name': 'style'}]}, {'name': 'free'}],
    ),
]
GOT = server.answer(1, messages=[])


@pytest.mark.parametrize(
    ('name', 'given', 'answer', 'expected'),
    [
        ('review', {'code': 'x'}, GOT, []),
        ('review', {}, GOT, ['6 warning prompt-arguments params.arguments']),
        ('review', {}, server.refuse(1, -32602), ['6 note prompt-arguments params.arguments']),
        ('review', {'code': 'x', 'odd': 'y'}, GOT, ['6 note prompt-arguments params.arguments']),
        ('free', {'odd': 'y'}, GOT, []),
        ('nope', {}, GOT, ['7 warning prompt-arguments result']),
        ('nope', {}, server.refuse(1, -32602), []),
    ],
)
def test_prompt_arguments(name, given, answer, expected):
    assert found([*handshake(), *PROMPTS, client.ask(1, 'prompts/get', name=name, arguments=given), answer]) == expected


def test_prompts_that_may_have_changed():
    changed = server.tell('notifications/prompts/list_changed')
    assert found([*handshake(), *PROMPTS, changed, client.ask(1, 'prompts/get', name='nope'), GOT]) == []


def test_prompts_of_a_page_that_is_missing():
    first = [client.ask('p', 'prompts/list'), server.answer('p', prompts=[{'name': 'a'}], nextCursor='c')]
    assert found([*handshake(), *first, client.ask(1, 'prompts/get', name='nope'), GOT]) == []


# ---- roots, logging, completion ----


@pytest.mark.parametrize(('uri', 'right'), [('file:///srv', True), ('https://x.example', False), ('/srv', False)])
def test_roots(uri, right):
    said = [*handshake(), server.ask(1, 'roots/list'), client.answer(1, roots=[{'uri': uri}])]
    assert found(said) == ([] if right else ['5 error root-uri result.roots[0].uri'])


def log(level):
    return server.tell('notifications/message', level=level, data='x')


LEVEL = [client.ask(1, 'logging/setLevel', level='warning'), server.answer(1, {})]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([log('debug')], [], id='no level was set'),
        pytest.param([*LEVEL, log('warning'), log('error')], [], id='at it and above'),
        pytest.param([*LEVEL, log('info')], ['6 warning log-level params.level'], id='below'),
        pytest.param([LEVEL[0], log('info'), LEVEL[1]], [], id='before the answer'),
        pytest.param(
            [*LEVEL, client.ask(2, 'logging/setLevel', level='debug'), log('info'), server.answer(2, {})],
            [],
            id='while it changes',
        ),
        pytest.param([client.ask(1, 'logging/setLevel', level='warning'), server.refuse(1, -32602), log('info')], [], id='refused'),
    ],
)
def test_log_levels(said, expected):
    assert found([*handshake(), *said]) == expected


@pytest.mark.parametrize(
    ('completion', 'expected'),
    [
        ({'values': ['x'] * 100, 'total': 200, 'hasMore': True}, []),
        ({'values': ['x'] * 101}, ['5 error completion-values result.completion.values']),
        ({'values': ['x', 'y'], 'total': 1}, ['5 note completion-values result.completion.total']),
    ],
)
def test_completion(completion, expected):
    params = {'ref': {'type': 'ref/prompt', 'name': 'x'}, 'argument': {'name': 'a', 'value': ''}}
    assert found(ask('completion/complete', params, server.answer(1, completion=completion))) == expected


# ---- tasks of 2025-11-25 ----

OFFERS = {'tools': {}, 'tasks': {'list': {}, 'cancel': {}, 'requests': {'tools': {'call': {}}}}}
LONG = tool('long', execution={'taskSupport': 'optional'})
LINK = 'io.modelcontextprotocol/related-task'


def task(status='working', id='t', **more):
    return {
        'taskId': id,
        'status': status,
        'createdAt': '2026-11-30T10:00:00Z',
        'lastUpdatedAt': '2026-11-30T10:00:01Z',
        'ttl': None,
        **more,
    }


CREATE = [client.ask(1, 'tools/call', name='long', task={}), server.answer(1, task=task())]


def tasks(*said, offers=OFFERS, definition=LONG):
    return found([*handshake(offers=offers), *listing(definition), *said])


def get(id, status, of='t', method='tasks/get'):
    return [client.ask(id, method, taskId=of), server.answer(id, task(status, of))]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([*CREATE, *get(2, 'working'), *get(3, 'completed')], [], id='right'),
        pytest.param([*CREATE, *get(2, 'input_required'), *get(3, 'working'), *get(4, 'failed')], [], id='to and fro'),
        pytest.param([CREATE[0], server.answer(1, task=task('completed'))], ['7 error task-created result.task.status'], id='begins done'),
        pytest.param([*CREATE, *get(2, 'completed'), *get(3, 'working')], ['11 error task-status result.status'], id='comes back'),
        pytest.param(
            [*CREATE, *get(2, 'completed'), server.tell('notifications/tasks/status', task('failed'))],
            ['10 error task-status params.status'],
            id='is told to have failed',
        ),
        pytest.param(
            [*CREATE, client.ask(2, 'tools/call', name='long', task={}), server.answer(2, task=task())],
            ['9 error task-created result.task.taskId'],
            id='an id twice',
        ),
        pytest.param(
            [client.ask(1, 'tools/call', name='long'), server.answer(1, task=task())],
            ['7 error task-created result.task'],
            id='nobody asked',
        ),
        pytest.param([*CREATE, *get(2, 'cancelled', method='tasks/cancel')], [], id='cancelled'),
        pytest.param([*CREATE, *get(2, 'working', method='tasks/cancel')], ['9 error task-status result.status'], id='not cancelled'),
        pytest.param(
            [*CREATE, *get(2, 'completed'), *get(3, 'completed', method='tasks/cancel')],
            ['11 error task-status result'],
            id='cancelled when over',
        ),
        pytest.param([*CREATE, client.ask(2, 'tasks/cancel', taskId='t'), server.refuse(2, -32602)], [], id='cancel is refused'),
        pytest.param(
            [*CREATE, client.ask(2, 'tasks/result', taskId='t'), server.answer(2, content=[], _meta={LINK: {'taskId': 't'}})],
            [],
            id='the result',
        ),
        pytest.param(
            [*CREATE, client.ask(2, 'tasks/result', taskId='t'), server.answer(2, content=[])],
            ['9 error related-task result._meta'],
            id='the result without its task',
        ),
        pytest.param(
            [*CREATE, client.ask(2, 'tasks/result', taskId='t'), server.answer(2, content=[], _meta={LINK: {'taskId': 'u'}})],
            ['9 error related-task result._meta'],
            id='the result of another',
        ),
        pytest.param(
            [*CREATE, client.ask(2, 'tasks/get', taskId='t'), server.answer(2, task(createdAt='2026-12-01T10:00:00Z'))],
            ['9 warning task-status result.createdAt'],
            id='made twice',
        ),
        pytest.param(
            [*CREATE, client.ask(2, 'tasks/get', taskId='t'), server.answer(2, task(createdAt='2026-11-30T10:00:00.000Z'))],
            [],
            id='made at the same time',
        ),
        pytest.param([client.ask(2, 'tasks/get', taskId='u'), server.refuse(2, -32602)], [], id='unknown'),
        pytest.param(
            [client.ask(2, 'tasks/get', taskId='u'), server.refuse(2, -32603)],
            ['7 error unknown-task error.code'],
            id='unknown, with another code',
        ),
        pytest.param([CREATE[0], server.answer(1, task={**task(), 'ttl': 'long'})], ['7 error result-fields result.task.ttl'], id='ttl'),
        pytest.param(
            [CREATE[0], server.answer(1, task=task(createdAt='now'))],
            ['7 warning task-created result.task.createdAt'],
            id='no time',
        ),
    ],
)
def test_tasks(said, expected):
    assert tasks(*said) == expected


def test_task_support():
    assert tasks(*CREATE, definition=tool('long')) == ['6 error task-support params.task']
    required = tool('long', execution={'taskSupport': 'required'})
    plain = [client.ask(1, 'tools/call', name='long'), server.refuse(1, -32601)]
    assert [each for each in tasks(*plain, definition=required) if 'wrong-error' not in each] == ['6 error task-support params.task']
    assert tasks(*CREATE, definition=required) == []


def test_tasks_that_were_not_declared():
    said = tasks(*CREATE, offers={'tools': {}})
    assert said == ['6 error task-support params.task', '7 error task-created result.task']


def test_a_client_runs_tasks_too():
    caps = {'sampling': {}, 'tasks': {'requests': {'sampling': {'createMessage': {}}}}}
    sample = server.ask(1, 'sampling/createMessage', messages=[], maxTokens=1, task={})
    assert found([*handshake(caps=caps), sample, client.answer(1, task=task())]) == []
    assert found([*handshake(caps={'sampling': {}}), sample, client.answer(1, task=task())]) == ['5 error task-created result.task']


def test_a_list_of_tasks_says_what_tasks_get_said():
    listed = [client.ask(5, 'tasks/list'), server.answer(5, tasks=[task('working', 'u'), task('working')])]
    assert tasks(*CREATE, *get(2, 'completed'), *listed) == ['11 error task-status result.tasks[1].status']
    assert tasks(*CREATE, *get(2, 'working'), *listed) == []


def test_a_request_that_became_a_task_is_not_cancelled_by_its_id():
    cancel = client.tell('notifications/cancelled', requestId=1)
    assert tasks(*CREATE, cancel) == ['8 error cancelled params.requestId']
    assert tasks(*CREATE, *get(2, 'completed'), cancel) == ['10 note cancelled params.requestId']


def test_a_call_that_should_have_been_a_task_is_refused_with_method_not_found():
    required = tool('long', execution={'taskSupport': 'required'})
    refused = [client.ask(1, 'tools/call', name='long'), server.refuse(1, -32601)]
    assert tasks(*refused, definition=required) == ['6 error task-support params.task']
    assert tasks(CREATE[0], server.refuse(1, -32601), definition=tool('long')) == ['6 error task-support params.task']
    assert tasks(*refused) == ['7 warning wrong-error error.code']


def test_the_result_of_a_task_is_its_end():
    result = [client.ask(2, 'tasks/result', taskId='t'), server.answer(2, content=[], _meta={LINK: {'taskId': 't'}})]
    assert tasks(*CREATE, *result, *get(3, 'completed')) == []
    assert tasks(*CREATE, *result, *get(3, 'working')) == ['11 error task-status result.status']


@pytest.mark.parametrize('odd', [['t'], {'t': 1}, 1.5, None, True])
def test_the_id_of_a_task_may_be_anything(odd):
    """A check that cannot look it up has nothing to say; that it is no string is one fault of each message."""
    result = [client.ask(2, 'tasks/result', taskId=odd), server.answer(2, content=[], _meta={LINK: {'taskId': 't'}})]
    assert tasks(*CREATE, *result) == ['8 error params-fields params.taskId']
    assert tasks(CREATE[0], server.answer(1, task=task(id=odd))) == ['7 error result-fields result.task.taskId']


def test_what_a_task_asks_says_whose_it_is():
    ask = {'messages': [], 'maxTokens': 1}
    result = client.ask(9, 'tasks/result', taskId='t')
    linked = server.ask(1, 'sampling/createMessage', ask | {'_meta': {LINK: {'taskId': 't'}}})
    bare = server.ask(1, 'sampling/createMessage', ask)
    end = [client.answer(1, role='assistant', model='m', content={'type': 'text', 'text': 'x'})]
    end += [server.answer(9, content=[], _meta={LINK: {'taskId': 't'}})]
    needs = [*CREATE, *get(2, 'input_required')]
    assert tasks(*needs, result, linked, *end) == []
    assert tasks(*needs, result, bare, *end) == ['11 error related-task params._meta']
    assert tasks(*CREATE, *get(2, 'working'), result, bare, *end) == []
    other = [client.ask(10, 'tools/call', name='long'), server.answer(10, content=[])]
    assert tasks(*needs, result, other[0], bare, other[1], *end) == []


# ---- the tasks extension ----

TASKS = 'io.modelcontextprotocol/tasks'
WITH = modern({'extensions': {TASKS: {}}})


def extension_task(status='working', **more):
    return {
        'taskId': 't',
        'status': status,
        'createdAt': '2026-11-30T10:00:00Z',
        'lastUpdatedAt': '2026-11-30T10:00:01Z',
        'ttlMs': None,
        **more,
    }


def extension(*said):
    return found([*discovered(), *modern_listing(tool('long')), *said])


def run(meta, **more):
    return [
        client.ask(1, 'tools/call', name='long', _meta=meta),
        server.answer(1, {'resultType': 'task', **extension_task(), **more}),
    ]


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([*run(WITH)], [], id='right'),
        pytest.param([*run(modern())], ['6 error task-created result.resultType'], id='not declared'),
        pytest.param([*run(WITH, ttlMs='x')], ['6 error result-fields result.ttlMs'], id='a field'),
        pytest.param(
            [
                *run(WITH),
                client.ask(2, 'tasks/get', taskId='t', _meta=WITH),
                server.answer(2, complete(**extension_task('completed', result={'content': []}))),
            ],
            [],
            id='completed',
        ),
        pytest.param(
            [
                *run(WITH),
                client.ask(2, 'tasks/get', taskId='t', _meta=WITH),
                server.answer(2, complete(**extension_task('completed'))),
            ],
            ['8 error result-fields result.result'],
            id='completed without a result',
        ),
        pytest.param(
            [
                *run(WITH),
                client.ask(2, 'tasks/get', taskId='t', _meta=WITH),
                server.answer(2, complete(**extension_task('failed'))),
            ],
            ['8 error result-fields result.error'],
            id='failed without an error',
        ),
        pytest.param(
            [
                *run(WITH),
                client.ask(2, 'tasks/get', taskId='t', _meta=WITH),
                server.answer(2, {'resultType': 'task', **extension_task()}),
            ],
            ['8 error result-type result.resultType'],
            id='a task for tasks/get',
        ),
        pytest.param(
            [client.ask(2, 'tasks/get', taskId='u', _meta=WITH), server.refuse(2, -32603)],
            ['6 error unknown-task error.code'],
            id='unknown',
        ),
        pytest.param([client.ask(2, 'tasks/get', taskId='u', _meta=WITH), server.refuse(2, -32020)], [], id='refused for its headers'),
        pytest.param(
            [client.ask(2, 'tasks/cancel', taskId='u', _meta=WITH), server.refuse(2, -32603)],
            ['6 warning unknown-task error.code'],
            id='unknown, where the code is only recommended',
        ),
        pytest.param([*run(WITH), client.ask(2, 'tasks/cancel', taskId='t', _meta=WITH), server.answer(2, complete())], [], id='cancel'),
        pytest.param(
            [*run(WITH), client.ask(2, 'tasks/cancel', taskId='t', _meta=modern()), server.answer(2, complete())],
            ['8 error task-extension result'],
            id='served without the extension',
        ),
        pytest.param(
            [
                client.ask(2, 'tasks/cancel', taskId='t', _meta=modern()),
                server.refuse(2, -32021, requiredCapabilities={'extensions': {TASKS: {}}}),
            ],
            [],
            id='refused without the extension',
        ),
        pytest.param(
            [client.ask(2, 'tasks/list', _meta=WITH), server.refuse(2, -32601)],
            ['5 error method-of-other-revision method'],
            id='tasks/list is gone',
        ),
    ],
)
def test_tasks_extension(said, expected):
    assert extension(*said) == expected


def test_who_listens_to_tasks_declares_the_extension():
    def listening(meta):
        return [
            client.ask('L', 'subscriptions/listen', notifications={'taskIds': ['t']}, _meta=meta),
            server.tell(
                'notifications/subscriptions/acknowledged', _meta={SUBSCRIPTION: 'L'}, notifications={'taskIds': ['t']}
            ),
        ]

    assert extension(*listening(WITH)) == []
    assert extension(*listening(modern())) == ['6 error task-extension method']


def asking(id, method='tasks/get', **requests):
    status = extension_task('input_required', inputRequests=requests) if requests else extension_task()
    return [client.ask(id, method, taskId='t', _meta=WITH), server.answer(id, complete(**status))]


def answering(id, refused=False, **responses):
    ask = client.ask(id, 'tasks/update', taskId='t', inputResponses=responses, _meta=WITH)
    return [ask, server.refuse(id, -32603) if refused else server.answer(id, complete())]


def question(message='m'):
    schema = {'type': 'object', 'properties': {'n': {'type': 'string'}}}
    return {'method': 'elicitation/create', 'params': {'message': message, 'requestedSchema': schema}}


NO = {'action': 'decline'}


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([*asking(2, k=question()), *asking(3, k=question()), *answering(4, k=NO), *asking(5)], [], id='asked twice'),
        pytest.param([*asking(2, k=question()), *answering(3, k=NO), *asking(4, k=question())], [], id='not yet taken in'),
        pytest.param([*asking(2, k=question()), *answering(3, k=NO), *asking(4, l=question())], [], id='another key'),
        pytest.param(
            [*asking(2, k=question()), *answering(3, k=NO), *asking(4, k=question('another'))],
            ['12 error task-inputs result.inputRequests.k'],
            id='another request',
        ),
        pytest.param(
            [*asking(2, k=question()), *answering(3, k=NO), *asking(4), *asking(5, k=question())],
            ['14 error task-inputs result.inputRequests.k'],
            id='again',
        ),
        pytest.param([*asking(2, k=question()), *asking(3), *asking(4, k=question())], [], id='never answered'),
        pytest.param(
            [*asking(2, k=question()), *answering(3, True, k=NO), *asking(4), *asking(5, k=question())], [], id='the answer was refused'
        ),
        pytest.param(
            [*asking(2, k=question()), *answering(3, k=NO), *answering(4, k=NO)],
            ['11 warning task-inputs params.inputResponses.k'],
            id='answered twice',
        ),
        pytest.param(
            [*asking(2, k=question()), *answering(3, j=NO)],
            ['9 error task-inputs params.inputResponses.j'],
            id='a key that was not asked',
        ),
        pytest.param([*answering(3, j=NO)], [], id='what was asked was not seen'),
        pytest.param(
            [*asking(2, k=question()), *answering(3, k={'action': 'yes'})],
            ['9 error task-inputs params.inputResponses.k.action'],
            id='an answer of another shape',
        ),
        pytest.param(
            [*asking(2, k={'method': 'ping'})], ['8 error task-inputs result.inputRequests.k.method'], id='a request of another kind'
        ),
    ],
)
def test_what_a_task_asks(said, expected):
    assert extension(*run(WITH), *said) == expected


# ---- MCP Apps ----

UI = 'io.modelcontextprotocol/ui'
APPS = {'extensions': {UI: {'mimeTypes': ['text/html;profile=mcp-app']}}}


def shown(ui, caps=None):
    return found([*handshake(caps=APPS if caps is None else caps), *listing(tool('a', _meta={'ui': ui}))])


@pytest.mark.parametrize(
    ('ui', 'at'),
    [
        ({'resourceUri': 'ui://x/a', 'visibility': ['model', 'app']}, ''),
        ({'resourceUri': 'https://x.example'}, '.resourceUri'),
        ({'resourceUri': 5}, '.resourceUri'),
        ({'visibility': ['user']}, '.visibility'),
        ({'visibility': 'app'}, '.visibility'),
        ('x', ''),
    ],
)
def test_app_tools(ui, at):
    bad = at or ui == 'x'
    assert shown(ui) == ([f'5 error app-tool result.tools[0]._meta.ui{at}'] if bad else [])
    assert shown(ui, {}) == ([f'5 note app-tool result.tools[0]._meta.ui{at}'] if bad else [])


def test_the_old_place_of_an_interface():
    said = [*handshake(), *listing(tool('a', _meta={'ui/resourceUri': 'ui://x'}))]
    assert found(said) == ['5 note app-tool result.tools[0]._meta["ui/resourceUri"]']


@pytest.mark.parametrize(
    ('kind', 'right'), [('text/html;profile=mcp-app', True), ('text/html; profile=mcp-app', True), ('text/html', False)]
)
def test_app_resources(kind, right):
    item = {'uri': 'ui://x/a', 'mimeType': kind, 'text': ''}
    said = [*handshake(caps=APPS), client.ask(1, 'resources/read', uri='ui://x/a'), server.answer(1, contents=[item])]
    assert found(said) == ([] if right else ['5 error app-resource result.contents[0].mimeType'])


def test_an_interface_without_a_type():
    said = [*handshake(caps=APPS), client.ask(1, 'resources/read', uri='ui://x/a')]
    read = server.answer(1, contents=[{'uri': 'ui://x/a', 'text': ''}, {'uri': 'x://a', 'text': ''}])
    assert found([*said, read]) == ['5 error app-resource result.contents[0].mimeType']


@pytest.mark.parametrize(
    ('kind', 'caps', 'severity'), [({}, APPS, ''), ({'mimeType': 'text/html'}, APPS, 'warning'), ({'mimeType': 'text/html'}, {}, 'note')]
)
def test_listed_interfaces(kind, caps, severity):
    item = {'uri': 'ui://x/a', 'name': 'a', **kind}
    said = [*handshake(caps=caps), client.ask(1, 'resources/list'), server.answer(1, resources=[item])]
    assert found(said) == ([f'5 {severity} app-resource result.resources[0].mimeType'] if severity else [])


def test_app_clients():
    assert found(handshake(caps=APPS)) == []
    assert found(handshake(caps={'extensions': {UI: {}}})) == [f'1 error app-client params.capabilities.extensions["{UI}"]']


def test_the_scheme_of_a_root_has_no_case():
    said = [*handshake(), server.ask(1, 'roots/list'), client.answer(1, roots=[{'uri': 'FILE:///a'}, {'uri': 'file:/a'}])]
    assert found(said) == ['5 error root-uri result.roots[1].uri']


def test_progress_of_a_task_ends_with_it():
    call = client.ask(1, 'tools/call', name='long', task={}, _meta={'progressToken': 'p'})
    told = server.tell('notifications/progress', progressToken='p', progress=1)
    again = server.tell('notifications/progress', progressToken='p', progress=2)
    assert tasks(call, CREATE[1], told, *get(2, 'working'), again, *get(3, 'completed')) == []
    assert tasks(call, CREATE[1], told, *get(2, 'completed'), again) == ['11 error progress-token params.progressToken']
    result = [client.ask(2, 'tasks/result', taskId='t'), server.answer(2, content=[], _meta={LINK: {'taskId': 't'}})]
    assert tasks(call, CREATE[1], told, *result, again) == ['11 error progress-token params.progressToken']


def test_a_task_in_the_form_of_the_revision_before_is_one_mistake():
    extension = 'io.modelcontextprotocol/tasks'
    caps = {'extensions': {extension: {}}}
    said = [
        *discovered({'tools': {}, 'extensions': {extension: {}}}),
        client.ask(1, 'tools/call', name='long', _meta=modern(caps)),
        server.answer(1, resultType='task', task=task()),
    ]
    assert found(said) == ['4 error result-fields result.task']


@pytest.mark.parametrize('method', ['tools/call', 'prompts/get'])
def test_uris_in_content_blocks(method):
    def said(block):
        result = {'content': [block]} if method == 'tools/call' else {'messages': [{'role': 'user', 'content': block}]}
        return found(ask(method, {'name': 'a'}, server.answer(1, result)))

    at = 'result.content[0]' if method == 'tools/call' else 'result.messages[0].content'
    assert said({'type': 'resource_link', 'uri': 'file:///a', 'name': 'a'}) == []
    assert said({'type': 'resource_link', 'uri': 'a/b.txt', 'name': 'a'}) == [f'5 error resource-uri {at}.uri']
    assert said({'type': 'resource', 'resource': {'uri': 'x:y', 'text': ''}}) == []
    assert said({'type': 'resource', 'resource': {'uri': '/etc/hosts', 'text': ''}}) == [f'5 error resource-uri {at}.resource.uri']
    assert said({'type': 'text', 'text': 'a', 'uri': 'a'}) == []
