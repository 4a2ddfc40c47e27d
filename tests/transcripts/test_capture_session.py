"""What a session makes of the frames: events, pairs, directions, eras, state."""

from __future__ import annotations

from typing import Any

import pytest
from captures import Said
from sessions_for_tests import CAPABILITIES, COUNT, TOOL, VERSION, legacy, modern

from mcp_hooks.transcripts import event as kinds
from mcp_hooks.transcripts.event import Event
from mcp_hooks.transcripts.message import C2S, HTTP, MESSAGE, NOISE, S2C, TRUNCATED, Frame, Http
from mcp_hooks.transcripts.session import KEPT, Session


class Talk:
    """A session that is fed frame by frame."""

    def __init__(self, **options: Any) -> None:
        self.session = Session(**options)
        self.events: list[Event] = []

    def frame(self, frame: Frame) -> list[Event]:
        frame.line = len(self.events) + 1
        frame.where = f'$[{len(self.events)}]'
        found = []
        for event in self.session.feed(frame):
            found.append(event)
            self.session.settle(event)
        self.events += found
        return found

    def say(self, direction: str, data: Any, http: Http | None = None) -> Event:
        return self.frame(Frame(MESSAGE, 0, '', data, '', direction, None, http))[0]

    def all(self, said: list[Said], recorded: bool = True) -> Session:
        for one in said:
            self.say(one.direction if recorded else '', one.message)
        return self.session


def ask(identifier: Any, method: str = 'tools/list', **params: Any) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': identifier, 'method': method, **({'params': params} if params else {})}


def answer(identifier: Any, **result: Any) -> dict[str, Any]:
    return {'jsonrpc': '2.0', 'id': identifier, 'result': result}


def test_a_legacy_session() -> None:
    session = Talk().all(legacy())
    assert (session.era, session.revision.date, session.started_mid) == (kinds.LEGACY, '2025-11-25', False)
    assert session.client_capabilities is not None
    assert session.server_capabilities is not None
    assert session.client_capabilities['sampling'] == {}
    assert set(session.server_capabilities) == {'tools', 'resources', 'prompts', 'logging'}
    assert session.initialized_seen
    assert session.tools == {'search': TOOL, 'count': COUNT}
    assert session.tools_complete
    assert not any(session.open.values())
    assert not any(session.progress_tokens.values())


def test_a_modern_session() -> None:
    talk = Talk()
    session = talk.all(modern())
    assert (session.era, session.revision.date, session.started_mid) == (kinds.MODERN, '2026-07-28', False)
    assert session.supported_versions == ['2026-07-28']
    assert session.server_capabilities == {'tools': {}}
    assert {event.era for event in talk.events} == {kinds.MODERN}
    assert talk.events[1].client_capabilities == {'elicitation': {'form': {}}}


@pytest.mark.parametrize('said', [legacy(), modern()], ids=['legacy', 'modern'])
def test_directions_are_concluded(said: list[Said]) -> None:
    talk = Talk()
    talk.all(said, recorded=False)
    # a ping may come from either side, and nothing but its direction says whose it was
    known = ['' if event.method == 'ping' else one.direction for event, one in zip(talk.events, said, strict=True)]
    assert [event.direction for event in talk.events] == known
    assert all(event.frame is not None and event.frame.inferred for event in talk.events)


def test_both_sides_may_use_the_same_id() -> None:
    talk = Talk()
    first = talk.say(C2S, ask(1))
    second = talk.say(S2C, ask(1, 'roots/list'))
    assert talk.say(C2S, answer(1, roots=[])).request is second
    assert talk.say(S2C, answer(1, tools=[])).request is first


@pytest.mark.parametrize(
    ('identifier', 'mismatch'),
    [
        ({'id': '1'}, kinds.OTHER_TYPE),
        ({'id': None}, kinds.NULL_ID),
        ({}, kinds.NO_ID),
        ({'id': 1}, kinds.SAME),
        ({'id': 1.0}, kinds.SAME),
    ],
)
def test_an_answer_with_an_odd_id_is_paired_with_the_only_request_it_can_belong_to(identifier: Any, mismatch: str) -> None:
    talk = Talk()
    request = talk.say(C2S, ask(1))
    event = talk.say(S2C, {'jsonrpc': '2.0', 'result': {'tools': []}, **identifier})
    assert (event.request, event.mismatch) == (request, mismatch)
    assert not talk.session.open[C2S]


def test_another_number_is_another_request() -> None:
    talk = Talk()
    talk.say(C2S, ask(1))
    assert talk.say(S2C, answer(2)).request is None
    assert list(talk.session.open[C2S]) == [1]


def test_an_error_without_an_id_answers_what_could_not_be_read() -> None:
    talk = Talk()
    talk.say(C2S, ask(1))
    talk.frame(Frame(NOISE, 0, '', None, '{"jsonrpc":', C2S))
    error = {'jsonrpc': '2.0', 'error': {'code': -32700, 'message': 'Parse error'}}
    assert talk.say(S2C, error).request is None
    assert talk.session.unreadable[C2S] == 0
    assert list(talk.session.open[C2S]) == [1]


def test_true_one_and_one_in_quotes_are_three_ids() -> None:
    talk = Talk()
    requests = [talk.say(C2S, ask(identifier)) for identifier in (1, '1', True)]
    assert [talk.say(S2C, answer(identifier)).request for identifier in (True, '1', 1)] == requests[::-1]


def test_kinds() -> None:
    talk = Talk()
    found = [
        talk.say(C2S, data).kind
        for data in (
            ask(1),
            {'jsonrpc': '2.0', 'method': 'x'},
            {'jsonrpc': '2.0', 'id': None, 'method': 'x'},
            answer(9),
            {'jsonrpc': '2.0'},
            'text',
            4,
            {'result': {}, 'error': {}},
            {'method': 1},
            {'method': 'x', 'result': {}},
        )
    ]
    assert found == [kinds.REQUEST, kinds.NOTIFICATION, kinds.REQUEST, kinds.RESPONSE, *[kinds.MALFORMED] * 6]


def test_a_batch_is_one_event_and_one_for_each_element() -> None:
    talk = Talk()
    found = talk.frame(Frame(MESSAGE, 0, '', [ask(1), 3, ask(2, 'ping')], '', C2S))
    assert [(event.kind, event.where) for event in found] == [
        (kinds.BATCH, '$[0]'),
        (kinds.REQUEST, '$[0][0]'),
        (kinds.MALFORMED, '$[0][1]'),
        (kinds.REQUEST, '$[0][2]'),
    ]
    answers = talk.frame(Frame(MESSAGE, 0, '', [answer(2), answer(1)], '', S2C))
    assert [event.request and event.request.id for event in answers] == [None, 2, 1]


def test_a_dual_era_client_falls_back() -> None:
    talk = Talk()
    meta = {VERSION: '2026-07-28', CAPABILITIES: {}}
    probe = talk.say(C2S, ask(0, 'server/discover', _meta=meta))
    talk.say(S2C, {'jsonrpc': '2.0', 'id': 0, 'error': {'code': -32601, 'message': 'Method not found'}})
    session = talk.all(legacy())
    assert (probe.era, session.era, session.started_mid) == (kinds.MODERN, kinds.LEGACY, False)


def test_a_server_that_refuses_initialize_in_the_words_of_the_modern_era() -> None:
    talk = Talk()
    talk.say(C2S, ask(0, 'initialize', protocolVersion='2025-11-25'))
    talk.say(S2C, {'jsonrpc': '2.0', 'id': 0, 'error': {'code': -32022, 'message': 'x', 'data': {'supported': ['2026-07-28']}}})
    assert talk.say(C2S, ask(1)).era == kinds.MODERN
    assert talk.session.supported_versions == ['2026-07-28']


def test_an_unknown_version_is_judged_by_the_nearest_revision() -> None:
    talk = Talk()
    assert talk.say(C2S, ask(0, 'initialize', protocolVersion='2025-07-01')).revision.date == '2025-11-25'
    assert talk.say(C2S, ask(1, 'ping', _meta={VERSION: '2031-01-01'})).revision.date == '2026-07-28'
    assert talk.say(C2S, ask(2, 'initialize', protocolVersion='2026-07-28')).revision.date == '2025-11-25'


def test_the_forced_revision_rules_everything() -> None:
    from mcp_hooks.transcripts import revisions

    revision = revisions.find('2025-03-26')
    talk = Talk(revision=revision)
    talk.all(legacy() + modern())
    assert {event.revision for event in talk.events if event.kind != kinds.RESPONSE} == {revision}


def test_pages_make_the_list_of_tools_complete() -> None:
    talk = Talk()
    talk.say(C2S, ask(1))
    talk.say(S2C, answer(1, tools=[TOOL], nextCursor='b'))
    assert (set(talk.session.tools), talk.session.tools_complete) == ({'search'}, False)
    talk.say(C2S, ask(2, cursor='b'))
    talk.say(S2C, answer(2, tools=[COUNT]))
    assert (set(talk.session.tools), talk.session.tools_complete) == ({'search', 'count'}, True)
    talk.say(S2C, {'jsonrpc': '2.0', 'method': 'notifications/tools/list_changed'})
    assert not talk.session.tools_complete
    talk.say(C2S, ask(3, cursor='unseen'))
    talk.say(S2C, answer(3, tools=[COUNT]))
    assert not talk.session.tools_complete


def test_progress_tokens_live_as_long_as_their_request() -> None:
    talk = Talk()
    request = talk.say(C2S, ask(1, 'tools/call', name='x', _meta={'progressToken': 'p'}))
    assert talk.session.progress_tokens[C2S] == {'p': request}
    talk.say(S2C, answer(1, content=[]))
    assert talk.session.progress_tokens[C2S] == {}
    task = talk.say(C2S, ask(2, 'tools/call', name='x', task={}, _meta={'progressToken': 'q'}))
    talk.say(S2C, answer(2, task={'taskId': 't'}))
    assert talk.session.progress_tokens[C2S] == {'q': task}


def test_cancelled_requests() -> None:
    talk = Talk()
    talk.say(C2S, ask(1))
    cancel = talk.say(C2S, {'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 1}})
    assert talk.session.cancelled[C2S] == {1: cancel}
    talk.say(S2C, answer(1))
    assert talk.session.cancelled[C2S] == {}
    assert talk.session.answered[C2S][1].cancelled


def test_http_without_a_message_answers_its_request() -> None:
    talk = Talk()
    request = talk.say(C2S, ask(1), Http('POST', exchange='a'))
    other = talk.say(C2S, ask(2), Http('POST', exchange='b'))
    event = talk.frame(Frame(HTTP, 0, '', None, 'Bad Request', S2C, None, Http('POST', status=400, exchange='a')))[0]
    assert event.request is request
    assert list(talk.session.open[C2S].values()) == [other]
    accepted = talk.frame(Frame(HTTP, 0, '', None, '', S2C, None, Http('POST', status=202, exchange='b')))[0]
    assert accepted.request is other
    assert list(talk.session.open[C2S].values()) == [other]


def test_an_error_without_an_id_answers_the_request_of_its_http_exchange() -> None:
    talk = Talk()
    request = talk.say(C2S, ask(1), Http('POST', exchange='a'))
    talk.say(C2S, ask(2), Http('POST', exchange='b'))
    error = {'jsonrpc': '2.0', 'id': None, 'error': {'code': -32000, 'message': 'x'}}
    assert talk.say(S2C, error, Http('POST', status=400, exchange='a')).request is request


def test_what_the_logger_cut_is_not_missed() -> None:
    talk = Talk()
    talk.say(C2S, ask(1))
    talk.frame(Frame(TRUNCATED, 0, '', {'jsonrpc': '2.0', 'id': 1}, '', S2C))
    assert not talk.session.open[C2S]
    talk.say(C2S, ask(2))
    talk.frame(Frame(TRUNCATED, 0, '', None, '', S2C))
    assert talk.session.blind[S2C] == 1
    cut = talk.frame(Frame(TRUNCATED, 0, '', {'jsonrpc': '2.0', 'id': 3, 'method': 'tools/call'}, '', C2S))[0]
    assert talk.say(S2C, answer(3)).request is cut
    assert talk.session.end().kind == kinds.END


def test_nothing_grows_with_what_has_passed() -> None:
    talk = Talk()
    session = talk.session
    for number in range(KEPT * 3):
        for data, direction in ((ask(number), C2S), (answer(number), S2C), (ask(f's{number}', 'ping'), S2C)):
            event = session.message(Frame(MESSAGE, 1, '$', data, '', direction), data, '$')
            session.settle(event)
    assert not session.open[C2S]
    assert len(session.open[S2C]) == KEPT
    assert session.forgotten == KEPT * 2
    assert len(session.answered[C2S]) <= KEPT * 2
    assert 0 in session.used_ids[C2S]
    assert KEPT * 3 not in session.used_ids[C2S]


@pytest.mark.parametrize(
    ('first', 'again', 'restarts'),
    [
        (0, 0, True),
        (5, 0, True),
        (0, 99, False),
        ('a', 'a', True),
        ('a', 'b', False),
    ],
)
def test_a_second_initialize_with_an_id_that_starts_over_is_another_run(first: Any, again: Any, restarts: bool) -> None:
    talk = Talk()
    talk.say(C2S, ask(first, 'initialize', protocolVersion='2025-11-25'))
    talk.say(S2C, answer(first, protocolVersion='2025-11-25', capabilities={}))
    assert talk.session.restarts(Frame(MESSAGE, 1, '$', ask(again, 'initialize'), '', C2S)) == restarts
