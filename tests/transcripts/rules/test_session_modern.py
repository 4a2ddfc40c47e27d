from __future__ import annotations

import pytest
from talk import (
    LOG_LEVEL,
    MODERN,
    SUBSCRIPTION,
    VERSION,
    Said,
    cached,
    client,
    complete,
    discovered,
    found,
    handshake,
    listing,
    modern,
    modern_listing,
    over_http,
    server,
    tool,
)

from mcp_hooks.transcripts.message import Http

TEXT = {'type': 'text', 'text': 'x'}
DONE = server.answer(1, complete(content=[TEXT]))


def call(meta=None, id=1, **more):
    return client.ask(id, 'tools/call', name='x', _meta=modern() if meta is None else meta, **more)


# ---- _meta, results, requests of servers ----


@pytest.mark.parametrize(
    ('meta', 'expected'),
    [
        ({}, True),
        ({VERSION: MODERN}, True),
        ({'io.modelcontextprotocol/clientCapabilities': {}}, True),
        ({'protocolVersion': MODERN, 'clientCapabilities': {}}, True),
        (modern(), False),
    ],
)
def test_meta(meta, expected):
    said = [*discovered(), call(meta), DONE]
    assert found(said) == (['3 error meta-missing params._meta'] if expected else [])


def test_meta_of_methods_that_only_the_modern_era_has():
    said = [client.ask(1, 'server/discover'), server.refuse(1, -32601)]
    assert [each for each in found(said) if 'meta' in each] == ['1 error meta-missing params._meta']


def test_meta_is_missing_where_the_answers_are_modern():
    said = [client.ask(1, 'tools/list'), server.answer(1, cached(tools=[]))]
    assert found(said) == ['1 error meta-missing params._meta']


def test_legacy_sessions_need_no_meta():
    assert found([*discovered(), *handshake(), *listing(tool())]) == []
    assert found(
        [
            *discovered(),
            client.ask(
                1, 'initialize', protocolVersion='2025-11-25', capabilities={}, clientInfo={'name': 'x', 'version': '1'}
            ),
            server.refuse(1, -32022, supported=[MODERN], requested='2025-11-25'),
        ]
    ) == ['3 note era-mismatch']


def test_notifications_need_no_meta():
    assert found([*discovered(), call(), client.tell('notifications/cancelled', requestId=1)]) == []


@pytest.mark.parametrize('method', ['ping', 'roots/list', 'sampling/createMessage'])
def test_servers_send_no_requests(method):
    params = {'messages': [], 'maxTokens': 1} if 'sampling' in method else None
    said = [*discovered(), call(), server.ask(1, method, params), DONE]
    assert found(said) == ['4 error server-request method']


def test_a_concluded_direction_proves_nothing():
    said = [*discovered(), call(), Said('s2c', {'jsonrpc': '2.0', 'id': 1, 'method': 'roots/list'}, inferred=True), DONE]
    assert [each for each in found(said) if 'server-request' in each] == []


@pytest.mark.parametrize(
    ('kind', 'expected'),
    [
        ({}, True),
        ({'resultType': None}, True),
        ({'resultType': 'done'}, True),
        ({'resultType': 'complete'}, False),
    ],
)
def test_result_types(kind, expected):
    said = [*discovered(), call(), server.answer(1, {'content': [TEXT], **kind})]
    assert [each for each in found(said) if 'result-type' in each] == (
        ['4 error result-type result.resultType'] if expected else []
    )


@pytest.mark.parametrize('kind', ['input_required', 'task'])
def test_result_types_that_a_method_cannot_have(kind):
    said = [
        *discovered(),
        client.ask(1, 'tools/list', _meta=modern()),
        server.answer(1, {'resultType': kind, 'requestState': 'x'}),
    ]
    assert '4 error result-type result.resultType' in found(said)


@pytest.mark.parametrize(
    ('members', 'expected'),
    [
        ({'ttlMs': 0, 'cacheScope': 'public'}, []),
        ({'ttlMs': 1.0, 'cacheScope': 'private'}, []),
        ({'cacheScope': 'private'}, ['4 error cache-fields result.ttlMs']),
        ({'ttlMs': 0}, ['4 error cache-fields result.cacheScope']),
        ({}, ['4 error cache-fields result.ttlMs']),
        ({'ttlMs': -1, 'cacheScope': 'public'}, ['4 error cache-fields result.ttlMs']),
        (
            {'ttlMs': '0', 'cacheScope': 'shared'},
            ['4 error cache-fields result.cacheScope', '4 error cache-fields result.ttlMs'],
        ),
    ],
)
def test_caching(members, expected):
    said = [*discovered(), client.ask(1, 'tools/list', _meta=modern()), server.answer(1, complete(tools=[], **members))]
    assert found(said) == expected


def test_calls_are_not_kept():
    assert found([*discovered(), call(), DONE]) == []


@pytest.mark.parametrize(
    ('result', 'expected'),
    [
        ({'supportedVersions': [MODERN], 'capabilities': {}}, []),
        ({'supportedVersions': [], 'capabilities': {}}, ['error discover-result result.supportedVersions']),
        ({'supportedVersions': ['2025-11-25'], 'capabilities': {}}, ['error discover-result result.supportedVersions']),
        ({'supportedVersions': [MODERN], 'capabilities': {}, 'serverInfo': {}}, ['warning discover-result result.serverInfo']),
        ({'supportedVersions': [MODERN]}, ['error result-fields result.capabilities']),
        ({'capabilities': {}}, ['error result-fields result.supportedVersions']),
    ],
)
def test_discover(result, expected):
    said = [client.ask(1, 'server/discover', _meta=modern()), server.answer(1, cached(**result))]
    assert found(said) == [f'2 {each}' for each in expected]


# ---- log messages ----


def log(level='info', **meta):
    params = {'level': level, 'data': 'x'}
    return server.tell('notifications/message', {**params, '_meta': meta} if meta else params)


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([call(modern(**{LOG_LEVEL: 'debug'})), log(), DONE], [], id='asked for'),
        pytest.param([call(), log(), DONE], ['4 error log-not-asked method'], id='not asked for'),
        pytest.param(
            [call(modern(**{LOG_LEVEL: 'debug'})), DONE, log()], ['5 error log-not-asked method'], id='after the answer'
        ),
        pytest.param(
            [call(modern(**{LOG_LEVEL: 'warning'})), log('info'), DONE], ['4 error log-not-asked params.level'], id='below'
        ),
        pytest.param(
            [call(), call(modern(**{LOG_LEVEL: 'debug'}), id=2), log(), DONE, server.answer(2, complete(content=[]))],
            [],
            id='on stdio any running request may have asked',
        ),
    ],
)
def test_logs(said, expected):
    assert found([*discovered(), *said]) == expected


@pytest.mark.parametrize('how', [{'lossy': True}, {'ordered': False}])
def test_logs_in_captures_that_lose_or_mix(how):
    assert found([*discovered(), call(), log(), DONE], **how) == []


def test_over_http_the_request_of_a_log_is_known():
    quiet = over_http(call(), Http('POST', exchange='1'))
    loud = over_http(call(modern(**{LOG_LEVEL: 'debug'}), id=2), Http('POST', exchange='2'))
    said = [*discovered(), quiet, loud, over_http(log(), Http('POST', status=200, exchange='1'))]
    assert [each for each in found(said) if 'log' in each] == ['5 error log-not-asked method']


# ---- streams ----


def listen(id='s', meta=None, **asked):
    return client.ask(id, 'subscriptions/listen', _meta=modern() if meta is None else meta, notifications=asked)


def acknowledged(id='s', **granted):
    return server.tell('notifications/subscriptions/acknowledged', _meta={SUBSCRIPTION: id}, notifications=granted)


def changed(id='s', what='tools', **more):
    return server.tell(f'notifications/{what}/list_changed', _meta={SUBSCRIPTION: id}, **more)


TOOLS = {'toolsListChanged': True}


@pytest.mark.parametrize(
    ('said', 'expected'),
    [
        pytest.param([listen(**TOOLS), acknowledged(**TOOLS), changed()], [], id='right'),
        pytest.param([listen(**TOOLS), changed()], ['4 error subscription method'], id='no acknowledgement'),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS, promptsListChanged=True)],
            ['4 error subscription params.notifications.promptsListChanged'],
            id='more than asked',
        ),
        pytest.param([listen(**TOOLS, promptsListChanged=True), acknowledged(**TOOLS)], [], id='less than asked'),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), changed(what='prompts')], ['5 error subscription method'], id='not asked'
        ),
        pytest.param(
            [listen(1, **TOOLS), acknowledged('1', **TOOLS)],
            [f'4 error subscription params._meta["{SUBSCRIPTION}"]'],
            id='the id as text',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged('other', **TOOLS)],
            [f'4 error subscription params._meta["{SUBSCRIPTION}"]'],
            id='another id',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), server.tell('notifications/tools/list_changed')],
            ['5 error subscription params._meta'],
            id='without the id',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), server.answer('s', complete(_meta={SUBSCRIPTION: 's'})), changed()],
            [f'6 error subscription params._meta["{SUBSCRIPTION}"]'],
            id='after its end',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), log(**{SUBSCRIPTION: 's'})],
            ['5 error log-not-asked params._meta'],
            id='a log message',
        ),
        pytest.param([call(), listen(**TOOLS), acknowledged(**TOOLS), DONE], [], id='before an earlier answer'),
        pytest.param(
            [
                listen(resourceSubscriptions=['x:a']),
                acknowledged(resourceSubscriptions=['x:a']),
                server.tell('notifications/resources/updated', uri='x:a/b', _meta={SUBSCRIPTION: 's'}),
            ],
            [],
            id='below a resource',
        ),
        pytest.param(
            [
                listen(resourceSubscriptions=['x:a']),
                acknowledged(resourceSubscriptions=['x:a']),
                server.tell('notifications/resources/updated', uri='x:b', _meta={SUBSCRIPTION: 's'}),
            ],
            ['5 error subscription params.uri'],
            id='another resource',
        ),
        pytest.param(
            [listen(resourceSubscriptions=['x:a']), acknowledged(resourceSubscriptions=['x:a', 'x:b'])],
            ['4 error subscription params.notifications.resourceSubscriptions'],
            id='more resources than asked',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), server.answer('s', complete())],
            ['5 error subscription result._meta'],
            id='ended without its id',
        ),
        pytest.param(
            [listen(**TOOLS), acknowledged(**TOOLS), server.refuse('s', -32000)],
            ['5 warning error-code error.code'],
            id='ended with an error',
        ),
    ],
)
def test_streams(said, expected):
    assert found([*discovered(), *said]) == expected


@pytest.mark.parametrize('how', [{'lossy': True}, {'ordered': False}])
def test_streams_in_captures_that_lose_or_mix(how):
    assert found([*discovered(), listen(**TOOLS), changed()], **how) == []


# ---- errors ----


@pytest.mark.parametrize(
    ('code', 'data', 'expected'),
    [
        (-32602, {}, []),
        (-32603, {}, []),
        (-1, {}, []),
        (42, {}, []),
        (-32002, {}, ['4 error error-code error.code']),
        (-32042, {}, ['4 error error-code error.code']),
        (-32050, {}, ['4 error error-code error.code']),
        (-32000, {}, ['4 warning error-code error.code']),
        (-32019, {}, ['4 warning error-code error.code']),
        (-32020, {}, []),
        (-32022, {'supported': [MODERN], 'requested': 'x'}, []),
        (-32022, {}, ['4 error wrong-error error.data']),
        (-32022, {'requested': 'x'}, ['4 error wrong-error error.data.supported']),
        (-32022, {'supported': [MODERN]}, ['4 error wrong-error error.data.requested']),
        (-32021, {}, ['4 error wrong-error error.data.requiredCapabilities']),
        (-32021, {'requiredCapabilities': {'sampling': {}}}, []),
        (-32600, {}, ['4 warning wrong-error error.code']),
    ],
)
def test_error_codes(code, data, expected):
    assert found([*discovered(), call(), server.refuse(1, code, **data)]) == expected


def test_a_capability_the_client_has_is_not_missing():
    needs = {'requiredCapabilities': {'elicitation': {'form': {}}}}
    said = [*discovered(), call(modern({'elicitation': {'form': {}, 'url': {}}})), server.refuse(1, -32021, **needs)]
    assert found(said) == ['4 warning wrong-error error.data.requiredCapabilities']
    said = [*discovered(), call(modern({'elicitation': {'url': {}}})), server.refuse(1, -32021, **needs)]
    assert found(said) == []


@pytest.mark.parametrize('last', [{'a': 1}, {'b': 1}])
def test_capabilities_may_lie_as_deep_as_anything(last):
    def deep(inner):
        for _ in range(2000):
            inner = {'a': inner}
        return {'experimental': inner}

    needs = {'requiredCapabilities': deep(last)}
    said = [client.ask(2, 'tools/list', _meta=modern(deep({'a': 1}))), server.refuse(2, -32021, **needs)]
    told = ['4 warning wrong-error error.data.requiredCapabilities'] if 'a' in last else []
    assert found([*discovered(), *said]) == told


def test_what_a_legacy_server_answers_to_a_probe_is_not_judged():
    for code in (-32601, -32602, -32600, -32000, -32001, -32603):
        assert found([client.ask('p', 'server/discover', _meta=modern()), server.refuse('p', code), *handshake()]) == []


@pytest.mark.parametrize('versions', [[], ['2027-01-01']])
def test_a_list_of_versions_that_is_wrong_itself_proves_nothing_else(versions):
    said = found([*discovered(versions=versions), *modern_listing()])
    assert said == ['2 error discover-result result.supportedVersions']


@pytest.mark.parametrize(
    ('code', 'expected'),
    [(-32602, []), (-32600, ['4 warning wrong-error error.code']), (-32022, ['4 warning wrong-error error.code'])],
)
def test_missing_meta_is_refused_with_its_code(code, expected):
    said = [*discovered(), call({}), server.refuse(1, code)]
    assert [each for each in found(said) if 'meta' not in each] == expected


def test_declared_and_not_served():
    said = [*discovered(), client.ask(1, 'tools/list', _meta=modern()), server.refuse(1, -32601)]
    assert found(said) == ['4 error wrong-error error.code']
    assert found([*handshake(), client.ask(1, 'tools/list'), server.refuse(1, -32601)]) == ['5 warning wrong-error error.code']


def test_removed_methods_are_unknown():
    said = [*discovered(), client.ask(1, 'ping', _meta=modern()), server.refuse(1, -32602)]
    assert found(said) == ['3 error method-of-other-revision method', '4 warning wrong-error error.code']


OLD = modern(version='1900-01-01')


@pytest.mark.parametrize(
    ('begin', 'meta', 'answer', 'expected'),
    [
        (discovered(), OLD, DONE, ['4 error unsupported-version result']),
        ([], OLD, DONE, ['2 error unsupported-version result']),
        ([], modern(version='2030-01-01'), DONE, []),
        (discovered(), modern(version='2030-01-01'), DONE, ['4 error unsupported-version result']),
        (discovered(), OLD, server.refuse(1, -32022, supported=[MODERN], requested='1900-01-01'), []),
        (discovered(), OLD, server.refuse(1, -32602), ['4 warning unsupported-version error.code']),
    ],
)
def test_unsupported_versions(begin, meta, answer, expected):
    assert found([*begin, call(meta), answer]) == expected


def test_a_client_takes_a_version_that_is_supported():
    refused = [call(OLD), server.refuse(1, -32022, supported=[MODERN], requested='1900-01-01')]
    again = call(modern(version='1900-01-02'), id=2)
    last = server.refuse(2, -32022, supported=[MODERN], requested='1900-01-02')
    assert found([*refused, again, last]) == [f'3 warning unsupported-version params._meta["{VERSION}"]']
    assert found([*refused, call(id=2), server.answer(2, complete(content=[]))]) == []


# ---- input that is asked for ----

CAPS = {'elicitation': {'form': {}}, 'roots': {}, 'sampling': {}}
FORM = {'message': 'x', 'requestedSchema': {'type': 'object', 'properties': {'n': {'type': 'string'}}, 'required': ['n']}}
ASK = {'q': {'method': 'elicitation/create', 'params': FORM}}


def needs(id=1, **members):
    return server.answer(id, {'resultType': 'input_required', **members})


@pytest.mark.parametrize(
    ('members', 'expected'),
    [
        ({'inputRequests': ASK}, ''),
        ({'requestState': 's'}, ''),
        ({'inputRequests': ASK, 'requestState': 's'}, ''),
        ({}, 'error input-required result'),
        ({'requestState': 5}, 'error input-required result.requestState'),
        ({'inputRequests': []}, 'error input-required result.inputRequests'),
        ({'inputRequests': {'q': {'method': 'ping'}}}, 'error input-required result.inputRequests.q.method'),
        ({'inputRequests': {'q': {'method': 'elicitation/create'}}}, 'error input-required result.inputRequests.q.params'),
        (
            {'inputRequests': {'q': {'method': 'elicitation/create', 'params': {'message': 'x'}}}},
            'error input-required result.inputRequests.q.params.requestedSchema',
        ),
        (
            {
                'inputRequests': {
                    'q': {'method': 'elicitation/create', 'params': {'mode': 'url', 'message': 'x', 'url': 'https://x.example'}}
                }
            },
            'error input-required result.inputRequests.q.params.mode',
        ),
        (
            {
                'inputRequests': {
                    'q': {'method': 'sampling/createMessage', 'params': {'messages': [], 'maxTokens': 1, 'tools': []}}
                }
            },
            'error input-required result.inputRequests.q.params.tools',
        ),
        ({'inputRequests': {'q': {'method': 'roots/list'}}}, ''),
        (
            {'inputRequests': {'q': {'jsonrpc': '2.0', 'id': 1, 'method': 'roots/list'}}},
            'note input-required result.inputRequests.q',
        ),
        ({'inputRequests': ASK, 'ttlMs': 0}, 'note input-required result.ttlMs'),
    ],
)
def test_input_required(members, expected):
    assert found([*discovered(), call(modern(CAPS)), needs(**members)]) == ([f'4 {expected}'] if expected else [])


def test_input_that_the_client_did_not_declare():
    assert found([*discovered(), call(), needs(inputRequests=ASK)]) == ['4 error input-required result.inputRequests.q.method']


def retry(id=2, **members):
    return [call(modern(CAPS), id=id, **members), server.answer(id, complete(content=[TEXT]))]


ANSWER = {'q': {'action': 'accept', 'content': {'n': 'x'}}}


@pytest.mark.parametrize(
    ('asked', 'again', 'expected'),
    [
        pytest.param(
            {'inputRequests': ASK, 'requestState': 's'}, {'inputResponses': ANSWER, 'requestState': 's'}, '', id='right'
        ),
        pytest.param({'inputRequests': ASK}, {'inputResponses': ANSWER}, '', id='without a state'),
        pytest.param({'requestState': 's'}, {'requestState': 's'}, '', id='a state alone'),
        pytest.param(
            {'inputRequests': ASK, 'requestState': 's'},
            {'inputResponses': ANSWER, 'requestState': 't'},
            'error input-retry params.requestState',
            id='another state',
        ),
        pytest.param(
            {'inputRequests': ASK, 'requestState': 's'},
            {'inputResponses': ANSWER},
            'error input-retry params.requestState',
            id='no state',
        ),
        pytest.param(
            {'inputRequests': ASK},
            {'inputResponses': ANSWER, 'requestState': 't'},
            'error input-retry params.requestState',
            id='an invented state',
        ),
        pytest.param(
            {'inputRequests': ASK}, {'inputResponses': {}}, 'warning input-retry params.inputResponses', id='no answer'
        ),
        pytest.param(
            {'inputRequests': ASK},
            {'inputResponses': {**ANSWER, 'r': {'action': 'cancel'}}},
            'warning input-retry params.inputResponses.r',
            id='a surplus answer',
        ),
        pytest.param(
            {'inputRequests': ASK},
            {'inputResponses': {'q': {'method': 'elicitation/create', 'result': ANSWER['q']}}},
            'error input-retry params.inputResponses.q',
            id='wrapped',
        ),
        pytest.param(
            {'inputRequests': ASK},
            {'inputResponses': {'q': {'action': 'maybe'}}},
            'error input-retry params.inputResponses.q.action',
            id='a wrong answer',
        ),
        pytest.param(
            {'inputRequests': ASK},
            {'inputResponses': {'q': {'action': 'accept', 'content': {}}}},
            'error elicitation',
            id='an answer that does not fit',
        ),
    ],
)
def test_retries(asked, again, expected):
    said = found([*discovered(), call(modern(CAPS)), needs(**asked), *retry(**again)])
    if expected == 'error elicitation':
        expected = 'error input-retry params.inputResponses.q.content.n'
    assert said == ([f'5 {expected}'] if expected else [])


def test_a_retry_has_another_id():
    said = [*discovered(), call(modern(CAPS)), needs(requestState='s'), *retry(1, requestState='s')]
    assert found(said) == ['5 error input-retry id']


def test_a_state_belongs_to_its_request():
    other = [
        client.ask(2, 'tools/call', name='y', requestState='s', _meta=modern(CAPS)),
        server.answer(2, complete(content=[TEXT])),
    ]
    assert found([*discovered(), call(modern(CAPS)), needs(requestState='s'), *other]) == [
        '5 error input-retry params.requestState'
    ]


def test_input_nobody_asked_for():
    assert found([*discovered(), *retry(requestState='s')]) == ['3 error input-retry params.requestState']
    assert found([*discovered(), *retry(requestState='s')], lossy=True) == []


def test_a_client_may_never_come_back():
    said = [*discovered(), call(modern(CAPS)), needs(inputRequests=ASK), call(id=2), server.answer(2, complete(content=[TEXT]))]
    assert found(said) == []


def test_calls_in_parallel_are_told_apart_by_their_state():
    said = [
        *discovered(),
        call(modern(CAPS)),
        call(modern(CAPS), id=2),
        needs(1, requestState='a'),
        needs(2, requestState='b'),
        *retry(3, requestState='b'),
        *retry(4, requestState='a'),
    ]
    assert found(said) == []


def test_a_method_that_is_gone_is_one_mistake():
    ping = [client.ask(1, 'ping'), server.answer(1, {})]
    assert found([*discovered(), *ping]) == ['3 error method-of-other-revision method']


def test_a_stream_that_was_cancelled():
    begun = [each.at(10.0) for each in [*discovered(), listen(**TOOLS), acknowledged(**TOOLS)]]
    cancel = client.tell('notifications/cancelled', requestId='s').at(20.0)
    assert found([*begun, cancel, changed().at(22.0)]) == []
    assert found([*begun, cancel, changed().at(22.5)]) == ['6 warning subscription method']


def test_a_form_among_inputs_that_asks_for_a_secret_is_a_warning_as_elsewhere():
    schema = {'type': 'object', 'properties': {'password': {'type': 'string'}}}
    caps = {'elicitation': {'form': {}}}
    asked = {'q': {'method': 'elicitation/create', 'params': {'message': 'm', 'requestedSchema': schema}}}
    said = [
        *discovered(),
        client.ask(1, 'tools/call', name='a', _meta=modern(caps)),
        server.answer(1, resultType='input_required', inputRequests=asked),
    ]
    (fault,) = found(said)
    assert fault.split()[:3] == ['4', 'warning', 'input-required']
