from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.revisions.record import BOTH, EMBEDDED
from mcp_hooks.transcripts.revisions.shape import Compiler, Tagged, below, distance, near

TYPES = Compiler(
    {
        'Pair': {'left': 'string', 'right?': 'integer'},
        'Kind': Tagged('type', {'a': {'type': 'string', 'x': 'string'}, 'b': {'type': 'string'}}, 'kind'),
        'Many': {
            'pairs': 'Pair[]',
            'names?': 'map<string>',
            'kind?': 'Kind',
            'role?': ('user', 'assistant'),
            'ttl?': 'integer|null',
        },
    }
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(['left', 'right', 'pairs', 'names', 'kind', 'type', 'x', 'role', 'ttl', 'other']), inner
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_fits_and_faults_agree(value):
    many = TYPES('Many')
    assert many.fits(value) == (not list(many.faults(value)))


@pytest.mark.parametrize(
    ('value', 'expected'),
    [
        ({'pairs': []}, []),
        ({'pairs': [{'left': 'x', 'right': 1.0, 'more': None}], 'ttl': None}, []),
        ([], [('', 'must be an object, not an array')]),
        ({}, [('pairs', 'is missing')]),
        ({'pair': []}, [('pair', 'did you mean pairs? pairs is missing')]),
        ({'pairs': {}}, [('pairs', 'must be an array, not an object')]),
        (
            {'pairs': [{'left': ''}, {'right': True}]},
            [('pairs[1].left', 'is missing'), ('pairs[1].right', 'must be an integer, not a boolean')],
        ),
        ({'pairs': [], 'names': {'a b': 1}}, [('names["a b"]', 'must be a string, not an integer')]),
        ({'pairs': [], 'kind': {'type': 'c'}}, [('kind.type', 'must be one of a, b')]),
        ({'pairs': [], 'kind': {}}, [('kind.type', 'is missing: it says which kind this is (a, b)')]),
        ({'pairs': [], 'kind': {'type': 'a'}}, [('kind.x', 'is missing')]),
        ({'pairs': [], 'role': 'system'}, [('role', 'must be one of user, assistant')]),
        ({'pairs': [], 'role': 5}, [('role', 'must be one of user, assistant, not an integer')]),
        ({'pairs': [], 'ttl': 'x'}, [('ttl', 'must be an integer or null, not a string')]),
    ],
)
def test_what_is_wrong(value, expected):
    assert list(TYPES('Many').faults(value)) == expected


@pytest.mark.parametrize(
    ('name', 'others', 'expected'),
    [
        ('protocolVersion', ['protocol_version'], 'protocol_version'),
        ('protocolVersion', ['ProtocolVersion', 'version'], 'ProtocolVersion'),
        ('capabilities', ['clientCapabilities'], 'clientCapabilities'),
        ('notifications/initialized', ['initialized'], 'initialized'),
        ('uri', ['url'], 'url'),
        ('nextCursor', ['nextcursor'], 'nextcursor'),
        ('isError', ['isErr'], 'isErr'),
        ('content', ['structuredContent'], 'structuredContent'),
        ('name', ['description'], None),
        ('id', ['x'], None),
    ],
)
def test_near(name, others, expected):
    assert near(name, others) == expected


@given(st.text(max_size=8), st.text(max_size=8))
def test_distance_is_a_metric_of_edits(a, b):
    assert distance(a, a) == 0
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) <= max(len(a), len(b))


@pytest.mark.parametrize(
    ('key', 'expected'), [('a', 'x.a'), ('a-b', 'x["a-b"]'), ('a"b', 'x["a\\"b"]'), ('ä', 'x["ä"]'), ('', 'x[""]')]
)
def test_paths(key, expected):
    assert below('x', key) == expected


# ---- the tables ----


def test_every_type_of_every_method_compiles():
    for revision in revisions.ALL:
        for methods in (revision.methods, revision.embedded, *revision.extensions.values()):
            for name in methods:
                revision.params(name)
                revision.result(name)
        for kind in (*revision.content, *revision.sampling):
            assert revision.block(kind) is not None or revision.block(kind, True) is not None


def test_looking_revisions_up():
    assert [each.date for each in revisions.ALL] == ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
    assert revisions.by_date('2025-06-18') is revisions.ALL[2]
    assert revisions.by_date('1.0') is None
    assert revisions.by_date(None) is None
    assert revisions.nearest('2030-01-01', True).date == '2026-07-28'
    assert revisions.nearest('2025-07-01', False).date == '2025-11-25'
    assert revisions.nearest('2026-07-28', False).date == '2025-11-25'
    assert revisions.nearest('', False).date == '2025-11-25'
    assert revisions.nearest('2024-10-07', False).date == '2024-11-05'
    assert revisions.introduced('elicitation/create') is revisions.ALL[2]
    assert revisions.introduced('vendor/x') is None


def test_eras():
    assert [each.era for each in revisions.ALL] == ['legacy'] * 4 + ['modern']
    assert revisions.last_of('legacy').version == '2025-11-25'


def test_what_changed_between_revisions():
    first, second, third, fourth, modern = revisions.ALL
    assert second.methods.keys() == first.methods.keys()
    assert set(third.methods) - set(second.methods) == {'elicitation/create'}
    assert set(fourth.methods) - set(third.methods) == {
        'notifications/elicitation/complete',
        'notifications/tasks/status',
        'tasks/cancel',
        'tasks/get',
        'tasks/list',
        'tasks/result',
    }
    gone = set(fourth.methods) - set(modern.methods)
    assert gone == {*modern.removed, *modern.embedded, 'tasks/get', 'tasks/cancel'}
    assert set(modern.methods) - set(fourth.methods) == {
        'server/discover',
        'subscriptions/listen',
        'notifications/subscriptions/acknowledged',
    }
    assert [sorted(each.content) for each in revisions.ALL] == [
        ['image', 'resource', 'text'],
        ['audio', 'image', 'resource', 'text'],
        *[['audio', 'image', 'resource', 'resource_link', 'text']] * 3,
    ]
    assert ['batch' in each.features for each in revisions.ALL] == [False, True, False, False, False]


def test_the_methods_are_those_of_the_types_package():
    """The oracle leaves tasks/* out on purpose (its own comment says so), and gives modern clients and servers the same
    notifications/cancelled as we do."""
    methods = pytest.importorskip('mcp_types.methods')
    theirs: dict[tuple[str, str], set[str]] = {}
    for table, side in (
        (methods.CLIENT_REQUESTS, 'c2s'),
        (methods.CLIENT_NOTIFICATIONS, 'c2s'),
        (methods.SERVER_REQUESTS, 's2c'),
        (methods.SERVER_NOTIFICATIONS, 's2c'),
    ):
        for key in table:
            theirs.setdefault(key, set()).add(side)
    ours: dict[tuple[str, str], set[str]] = {}
    for revision in revisions.ALL:
        for name, method in revision.methods.items():
            if 'tasks' not in name:
                ours[name, revision.date] = {'c2s', 's2c'} if method.direction == BOTH else {method.direction}
    assert ours == theirs


def test_requests_and_notifications():
    for revision in revisions.ALL:
        for name, method in revision.methods.items():
            assert method.request != name.startswith('notifications/')
            assert (method.result is not None) == method.request
        assert all(each.direction == EMBEDDED for each in revision.embedded.values())


def test_pages():
    assert revisions.ALL[3].page('server/tools') == 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools'
