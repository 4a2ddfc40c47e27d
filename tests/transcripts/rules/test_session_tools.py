from __future__ import annotations

import pytest
from pace import within
from talk import client, complete, discovered, faults, found, handshake, listing, modern, modern_listing, server, tool

from mcp_hooks.transcripts.rules.schemas import Examined

ADD = tool(
    'add', {'type': 'object', 'properties': {'a': {'type': 'integer'}, 'b': {'type': 'integer'}}, 'required': ['a', 'b']}
)
TEXT = {'type': 'text', 'text': 'x'}
DRAFT_07 = 'http://json-schema.org/draft-07/schema#'


def listed(*tools, revision='2025-11-25', **how):
    return found([*handshake(revision), *listing(*tools)], **how)


@pytest.mark.parametrize(
    ('definition', 'expected'),
    [
        ({'name': 'a'}, ['5 error tool-input-schema result.tools[0].inputSchema']),
        ({'name': 'a', 'inputschema': {}}, ['5 error tool-input-schema result.tools[0].inputSchema']),
        (tool('a', None), []),
        ({'name': 'a', 'inputSchema': None}, ['5 error tool-input-schema result.tools[0].inputSchema']),
        ({'name': 'a', 'inputSchema': True}, ['5 error tool-input-schema result.tools[0].inputSchema']),
        (tool('a', {}), ['5 error tool-input-schema result.tools[0].inputSchema']),
        (tool('a', {'type': 'string'}), ['5 error tool-input-schema result.tools[0].inputSchema.type']),
        (tool('a', {'type': ['object', 'null']}), ['5 error tool-input-schema result.tools[0].inputSchema.type']),
        (tool('a', {'anyOf': [{'type': 'object'}]}), ['5 error tool-input-schema result.tools[0].inputSchema']),
        (tool('a', {'type': 'object', 'additionalProperties': False}), []),
        (
            tool('a', {'type': 'object', 'properties': {'x': {'type': 'strin'}}}),
            ['5 error schema-invalid result.tools[0].inputSchema.properties.x.type'],
        ),
        (tool('a', {'type': 'object', 'properties': []}), ['5 error schema-invalid result.tools[0].inputSchema.properties']),
        (tool('a', {'type': 'object', 'required': 'x'}), ['5 error schema-invalid result.tools[0].inputSchema.required']),
        (tool('a', {'type': 'object', 'properties': {'x': True}}), []),
        (
            tool('a', {'type': 'object', 'properties': {'x': {'$ref': '#/$defs/Item'}}}),
            ['5 error schema-reference result.tools[0].inputSchema.properties.x["$ref"]'],
        ),
        (
            tool('a', {'type': 'object', 'properties': {'x': {'$ref': '#/$defs/Item'}}, '$defs': {'Item': {'type': 'string'}}}),
            [],
        ),
        (tool('a', {'type': 'object', 'properties': {'x': {'$ref': '#item'}}, '$defs': {'i': {'$anchor': 'item'}}}), []),
        (tool('a', {'type': 'object', 'properties': {'$ref': {'type': 'string'}}}), []),
        (tool('a', {'type': 'object', 'default': {'$ref': '#/nowhere'}}), []),
        (
            tool('a', {'type': 'object', 'properties': {'x': {'$ref': 'https://x.example/a.json'}}}),
            ['5 warning schema-remote-reference result.tools[0].inputSchema.properties.x["$ref"]'],
        ),
        (
            tool('a', {'type': 'object', 'properties': {'x': {'type': 'string'}}, 'required': ['y']}),
            ['5 note schema-required result.tools[0].inputSchema.required'],
        ),
        (
            tool('a', {'type': 'object', 'properties': {}, 'required': ['y'], 'additionalProperties': False}),
            ['5 warning schema-required result.tools[0].inputSchema.required'],
        ),
        (tool('a', outputSchema={'type': 'string'}), ['5 error tool-output-schema result.tools[0].outputSchema.type']),
        (tool('a', outputSchema=None), ['5 error tool-output-schema result.tools[0].outputSchema']),
        (tool('a', outputSchema={'type': 'object'}), []),
        (
            tool('a', annotations={'readOnlyHint': True, 'destructiveHint': True}),
            ['5 note tool-annotations result.tools[0].annotations.destructiveHint'],
        ),
        (tool('a', annotations={'readOnlyHint': True, 'destructiveHint': False, 'idempotentHint': True}), []),
        (
            tool('a', {'type': 'object', '$schema': 'https://x.example/dialect'}),
            ['5 note schema-unchecked result.tools[0].inputSchema'],
        ),
    ],
)
def test_definitions(definition, expected):
    assert listed(definition) == expected


def test_each_tool_is_a_fault_of_its_own():
    keys = {fault.key for _, _, fault in faults([*handshake(), *listing(tool('a', {}), tool('b', {}))])}
    assert len(keys) == 2


def test_any_output_schema_in_the_modern_era():
    assert found([*discovered(), *modern_listing(tool('a', outputSchema={'type': 'array'}))]) == []


def test_dialects_before_a_default_was_stated():
    tuple_items = tool('a', {'type': 'object', 'properties': {'x': {'type': 'array', 'items': [{'type': 'string'}]}}})
    assert listed(tuple_items, revision='2025-06-18') == []
    assert listed(tuple_items) == ['5 error schema-invalid result.tools[0].inputSchema.properties.x.items']


# ---- hostile schemas ----


def doubling(depth):
    definitions = {'x0': {'type': 'string'}}
    for number in range(1, depth):
        definitions[f'x{number}'] = {'allOf': [{'$ref': f'#/$defs/x{number - 1}'}] * 2}
    return {'type': 'object', '$defs': definitions, 'properties': {'a': {'$ref': f'#/$defs/x{depth - 1}'}}}


def nested(depth):
    schema = {'type': 'object'}
    for _ in range(depth):
        schema = {'type': 'object', 'properties': {'a': schema}}
    return schema


@pytest.mark.parametrize(
    ('schema', 'value', 'unchecked'),
    [
        pytest.param(doubling(60), {'a': 'x'}, True, id='references that double'),
        pytest.param(doubling(2000), {'a': 'x'}, True, id='a long chain of references'),
        pytest.param(nested(50), {}, False, id='deep'),
        pytest.param(nested(5000), {}, True, id='too deep'),
        pytest.param({'properties': {f'p{number}': {} for number in range(30000)}}, {}, True, id='too large'),
        pytest.param(
            {'properties': {'a': {'pattern': '^(a+)+$'}}}, {'a': 'a' * 5000 + '!'}, False, id='a pattern that explodes'
        ),
        pytest.param({'properties': {'a': {'pattern': '^(?=(a+)+b)(a|aa)*c'}}}, {'a': 'a' * 5000}, False, id='with look-ahead'),
        pytest.param({'properties': {'a': {'pattern': '(('}}}, {'a': 'x'}, True, id='no pattern'),
        pytest.param({'$ref': '#'}, {}, False, id='itself'),
        pytest.param({'properties': {'a': {'allOf': [{'$ref': '#'}, {'$ref': '#'}]}}}, nested(40), False, id='itself twice'),
        pytest.param({'enum': ['\ud800']}, {'\ud800': 1}, True, id='lone surrogates'),
    ],
)
def test_hostile_schemas(schema, value, unchecked):
    def run() -> Examined:
        examined = Examined(schema, True)
        examined.faults(value)
        return examined

    assert bool(within(2, run).unchecked) == unchecked


def test_a_schema_with_more_faults_than_a_value_has_letters():
    names = [f'p{number}' for number in range(5_000)]

    def run() -> list[int]:
        examined = Examined({'type': 'object', 'required': names}, True)
        return [len(examined.faults({})) for _ in range(1_000)]

    assert within(10, run) == [5] * 100 + [1] * 900


def test_nothing_is_fetched(monkeypatch):
    monkeypatch.setattr('socket.socket.connect', lambda *_: pytest.fail('a connection was opened'))
    schema = {
        '$schema': 'https://x.example/dialect',
        '$ref': 'https://x.example/a.json',
        '$defs': {'a': {'$ref': 'file:///etc/hosts'}},
    }
    examined = Examined(schema, True)
    assert examined.faults({}) == []
    assert sorted(address for _, address in examined.remote) == ['file:///etc/hosts', 'https://x.example/a.json']


# ---- calls ----


def called(*, args, answer, definition=ADD, name='add', before=()):
    return [*handshake(), *listing(definition), *before, client.ask(9, 'tools/call', name=name, arguments=args), answer]


RUN, TOOL_ERROR, REFUSED = (
    server.answer(9, content=[TEXT]),
    server.answer(9, content=[TEXT], isError=True),
    server.refuse(9, -32602),
)


@pytest.mark.parametrize(
    ('args', 'answer', 'expected'),
    [
        ({'a': 1, 'b': 2}, RUN, []),
        ({'a': 'x', 'b': 2}, RUN, ['6 error tool-arguments params.arguments.a']),
        ({'a': 1}, RUN, ['6 error tool-arguments params.arguments.b']),
        ({'a': 1}, TOOL_ERROR, ['6 note tool-arguments params.arguments.b']),
        ({'a': 1}, REFUSED, ['6 note tool-arguments params.arguments.b']),
        ({'a': 1.0, 'b': 2}, RUN, []),
    ],
)
def test_arguments(args, answer, expected):
    assert found(called(args=args, answer=answer)) == expected


def test_arguments_that_are_left_out():
    said = [*handshake(), *listing(ADD), client.ask(9, 'tools/call', name='add'), RUN]
    assert found(said) == ['6 error tool-arguments params.arguments.a', '6 error tool-arguments params.arguments.b']


@pytest.mark.parametrize(
    'before',
    [
        pytest.param([server.tell('notifications/tools/list_changed')], id='the list changed'),
        pytest.param([client.ask(8, 'tools/list', cursor='c'), server.answer(8, tools=[])], id='a page is missing'),
    ],
)
def test_old_definitions_prove_nothing(before):
    said = [each for each in found(called(args={}, answer=RUN, before=before)) if 'cursor' not in each]
    assert said == []


def test_arguments_without_a_list():
    assert found([*handshake(), client.ask(9, 'tools/call', name='add', arguments={}), RUN]) == []


def test_values_are_not_repeated():
    assert all('hunter' not in fault.message for _, _, fault in faults(called(args={'a': 'hunter', 'b': 'hunter'}, answer=RUN)))


@pytest.mark.parametrize(
    ('answer', 'expected'),
    [
        (TOOL_ERROR, ['7 warning unknown-tool result']),
        (RUN, ['7 warning unknown-tool result']),
        (server.refuse(9, -32601), ['7 warning unknown-tool error.code']),
        (REFUSED, []),
    ],
)
def test_unknown_tools(answer, expected):
    said = [each for each in found(called(args={}, answer=answer, name='nope')) if 'wrong-error' not in each]
    assert said == expected


def test_calls_of_two_unknown_tools_are_two_findings():
    said = [*handshake(), *listing(ADD)]
    for number, name in enumerate(('nope', 'nada', 'nope'), 20):
        said += [client.ask(number, 'tools/call', name=name, arguments={}), server.answer(number, content=[])]
    keys = [fault.key for _, rule, fault in faults(said) if rule.name == 'unknown-tool']
    assert keys == ['unknown tool nope', 'unknown tool nada', 'unknown tool nope']


def test_unknown_tools_when_the_list_is_not_complete():
    said = [
        *handshake(),
        client.ask(1, 'tools/list'),
        server.answer(1, tools=[ADD], nextCursor='c'),
        client.ask(9, 'tools/call', name='nope'),
        TOOL_ERROR,
    ]
    assert found(said) == []


OUT = tool('out', outputSchema={'type': 'object', 'properties': {'n': {'type': 'integer'}}, 'required': ['n']})


@pytest.mark.parametrize(
    ('result', 'expected'),
    [
        ({'content': [TEXT], 'structuredContent': {'n': 1}}, []),
        ({'content': [TEXT]}, ['7 error structured-content result.structuredContent']),
        ({'content': [TEXT], 'structuredContent': {'n': 'x'}}, ['7 error structured-content result.structuredContent.n']),
        ({'content': [TEXT], 'structuredContent': [1]}, ['7 error result-fields result.structuredContent']),
        ({'content': [TEXT], 'structuredContent': None}, ['7 error result-fields result.structuredContent']),
        ({'content': [TEXT], 'structuredContent': {}}, ['7 error structured-content result.structuredContent.n']),
        ({'content': [TEXT], 'isError': True}, []),
        ({'content': [], 'structuredContent': {'n': 1}}, ['7 warning structured-without-text result.content']),
    ],
)
def test_structured_content(result, expected):
    assert found(called(args={}, answer=server.answer(9, result), definition=OUT, name='out')) == expected


def test_structured_content_came_with_2025_06_18():
    said = [*handshake('2025-03-26'), *listing(OUT), client.ask(9, 'tools/call', name='out'), server.answer(9, content=[TEXT])]
    assert found(said) == []
    bare = server.answer(9, content=[], structuredContent={})
    assert found([*said[:-1], bare]) == ['7 note structured-without-text result.content']


def test_structured_content_in_the_modern_era():
    definition = tool('out', outputSchema={'type': 'array', 'items': {'type': 'integer'}})
    call = client.ask(9, 'tools/call', name='out', _meta=modern())
    good = server.answer(9, complete(content=[TEXT], structuredContent=[1, 2]))
    bad = server.answer(9, complete(content=[TEXT], structuredContent=['x']))
    assert found([*discovered(), *modern_listing(definition), call, good]) == []
    assert found([*discovered(), *modern_listing(definition), call, bad]) == [
        '6 error structured-content result.structuredContent[0]'
    ]


def test_remote_references_leave_calls_unchecked():
    definition = tool('out', {'type': 'object', 'properties': {'x': {'$ref': 'https://x.example/a.json'}}, 'required': ['y']})
    said = found(called(args={}, answer=RUN, definition=definition, name='out'))
    assert [each for each in said if 'tool-arguments' in each] == []


@pytest.mark.parametrize(
    ('between', 'then', 'expected'),
    [
        ([], tool('b'), ['7 note tools-changed result.tools']),
        ([], ADD, []),
        ([server.tell('notifications/tools/list_changed')], tool('b'), []),
    ],
)
def test_lists_that_change(between, then, expected):
    assert found([*handshake(), *listing(ADD, id=1), *between, *listing(then, id=2)]) == expected


def test_lists_that_change_in_the_modern_era():
    said = [*discovered(), *modern_listing(ADD, id=1), *modern_listing(tool('b'), id=2)]
    assert found(said) == ['6 warning tools-changed result.tools']


# ---- names and portability ----


@pytest.mark.parametrize(
    ('name', 'expected'),
    [
        ('plain_name-1', []),
        ('Create Share', ['5 warning tool-name result.tools[0].name']),
        ('assets/list', ['5 warning tool-name result.tools[0].name']),
        ('', ['5 warning tool-name result.tools[0].name']),
        ('x' * 129, ['5 warning tool-name result.tools[0].name']),
        ('x' * 128, ['5 note tool-name-client result.tools[0].name']),
        ('x' * 65, ['5 note tool-name-client result.tools[0].name']),
        ('x' * 64, []),
        ('catalog.get', ['5 warning tool-name-client result.tools[0].name']),
    ],
)
def test_names(name, expected):
    assert listed(tool(name)) == expected


def test_names_before_there_was_a_rule():
    assert listed(tool('a b'), revision='2025-06-18') == ['5 warning tool-name-client result.tools[0].name']


def test_duplicates():
    assert listed(tool('a'), tool('b'), tool('a')) == ['5 warning duplicate-name result.tools[2].name']


def test_duplicates_over_pages():
    first = [client.ask(1, 'tools/list'), server.answer(1, tools=[tool('a')], nextCursor='c')]
    second = [client.ask(2, 'tools/list', cursor='c'), server.answer(2, tools=[tool('a')])]
    assert found([*handshake(), *first, *second]) == ['7 warning duplicate-name result.tools[0].name']
    assert found([*handshake(), *listing(tool('a'), id=1), *listing(tool('a'), id=2)]) == []


def test_duplicate_resources():
    one = {'uri': 'x:y', 'name': 'a'}
    said = [*handshake(), client.ask(1, 'resources/list'), server.answer(1, resources=[one, one])]
    assert found(said) == ['5 warning duplicate-name result.resources[1].uri']


@pytest.mark.parametrize(
    ('schema', 'expected'),
    [
        ({'type': 'object', '$schema': DRAFT_07}, ['5 warning schema-dialect result.tools[0].inputSchema["$schema"]']),
        ({'type': 'object', '$schema': 'https://json-schema.org/draft/2020-12/schema'}, []),
        ({'$schema': DRAFT_07}, ['5 error tool-input-schema result.tools[0].inputSchema']),
        (
            {'type': 'object', 'anyOf': [{'properties': {'a': {}}}, {'properties': {'b': {}}}]},
            ['5 warning top-level-combinator result.tools[0].inputSchema.anyOf'],
        ),
        ({'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'string'}, {'type': 'null'}]}}}, []),
        ({'type': 'object', 'anyOf': [{'required': ['a']}, {'required': ['b']}], 'properties': {'a': {}, 'b': {}}}, []),
    ],
)
def test_portability(schema, expected):
    assert listed(tool('a', schema)) == expected


def test_alternatives_of_required_properties_are_reported_when_asked_for():
    schema = {'type': 'object', 'anyOf': [{'required': ['a']}], 'properties': {'a': {}}}
    assert listed(tool('a', schema), rule='top-level-required') == [
        '5 warning top-level-required result.tools[0].inputSchema.anyOf'
    ]


def test_one_dialect_is_one_finding_for_a_page():
    old = {'type': 'object', '$schema': DRAFT_07}
    assert listed(tool('a', old, outputSchema=old), tool('b', old)) == [
        '5 warning schema-dialect result.tools[0].outputSchema["$schema"]'
    ]
