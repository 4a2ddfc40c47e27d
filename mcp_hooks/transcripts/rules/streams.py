"""Notifications of the modern era: log messages that a request asked for, and listen streams."""
from __future__ import annotations

from mcp_hooks.transcripts.event import MODERN, NOTIFICATION, RESPONSE, SUBSCRIPTION_KEY, Fault, on
from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.revisions.v2024_11_05 import LEVELS
from mcp_hooks.transcripts.revisions.v2026_07_28 import LOG_LEVEL_KEY
from mcp_hooks.transcripts.rules.cancellation import RACE
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, S2C, WARNING, named, rule, seconds_between, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

LISTEN = 'subscriptions/listen'
ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'
# notification → the member of the filter that asks for it
FILTER = {
    'notifications/tools/list_changed': 'toolsListChanged',
    'notifications/prompts/list_changed': 'promptsListChanged',
    'notifications/resources/list_changed': 'resourcesListChanged',
    'notifications/resources/updated': 'resourceSubscriptions',
    'notifications/tasks': 'taskIds',
}


@on(NOTIFICATION, methods=('notifications/message',), era=MODERN)
def unasked_log(event: Event) -> Faults:
    if not event.modern:
        return CLEAN
    session = event.session
    if SUBSCRIPTION_KEY in event.meta:
        return Fault('log messages do not come on a subscriptions/listen stream', at='params._meta', key='log on listen'),
    if session.started_mid or session.lossy or session.blind[C2S] or not session.ordered:
        return CLEAN
    asked = [request for request in session.open[C2S].values() if request.method != LISTEN]
    own = _exchange(event)
    if own:
        asked = [request for request in asked if _exchange(request) == own] or asked
    levels = [request.meta[LOG_LEVEL_KEY] for request in asked if LOG_LEVEL_KEY in request.meta]
    if not levels:
        return Fault(f'no request that is running set {LOG_LEVEL_KEY} in its _meta: the server must not send log messages',
                     at='method',
                     key='log not asked'),
    sent = event.params.get('level')
    ranks = [LEVELS.index(each) for each in levels if isinstance(each, str) and each in LEVELS]
    if isinstance(sent, str) and sent in LEVELS and ranks and len(ranks) == len(levels) and LEVELS.index(sent) < min(ranks):
        return Fault(f'the level {named(sent)} is below {named(LEVELS[min(ranks)])}, the lowest that a running request asked '
                     'for',
                     at='params.level', key='log below'),
    return CLEAN


def _exchange(event: Event) -> str:
    http = event.frame.http if event.frame is not None else None
    return http.exchange if http is not None else ''


@on(NOTIFICATION, RESPONSE, era=MODERN)
def listen(event: Event) -> Faults:
    if not event.modern or event.direction == C2S:
        return CLEAN
    method = event.method
    if event.kind == RESPONSE:
        return _ended(event) if method == LISTEN else CLEAN
    if method not in FILTER and method != ACKNOWLEDGED:
        return CLEAN
    meta = event.meta
    if SUBSCRIPTION_KEY not in meta:
        return Fault(f'{method} must carry {SUBSCRIPTION_KEY} in its _meta, the id of the {LISTEN} request', at='params._meta',
                     key=f'no subscriptionId {method}'),
    session, value = event.session, meta[SUBSCRIPTION_KEY]
    key = id_key(value)
    request = session.open[C2S].get(key)
    if request is None or request.method != LISTEN:
        return _no_stream(event, value, key)
    return _on_stream(event, request, key)


def _ended(event: Event) -> Faults:
    result, request = event.message.get('result'), event.request
    if type(result) is not dict or request is None:
        return CLEAN
    meta = result.get('_meta')
    if type(meta) is dict and SUBSCRIPTION_KEY in meta and id_key(meta[SUBSCRIPTION_KEY]) == id_key(request.id):
        return CLEAN
    return Fault(f'the result that ends a stream must carry {SUBSCRIPTION_KEY} in its _meta, the id of the request',
                 at='result._meta', key='end without subscriptionId'),


def _no_stream(event: Event, value: Any, key: Any) -> Faults:
    session = event.session
    at = f'params._meta["{SUBSCRIPTION_KEY}"]'
    other = str(key) if type(key) is int else int(key) if isinstance(key, str) and key.isdecimal() and len(key) < 16 else None
    twin = session.open[C2S].get(other) if other is not None else None
    if twin is not None and twin.method == LISTEN:
        return Fault(f'the subscriptionId {named(value)} is of another type than the id of the {LISTEN} request '
                     f'({named(twin.id)})',
                     at=at, key='subscriptionId type'),
    if session.started_mid or session.lossy or not session.ordered or session.blind[C2S] or session.forgotten:
        return CLEAN
    if key in session.answered[C2S]:
        return Fault(f'the stream {named(value)} has ended on line {session.answered[C2S][key].line}',
                     at=at, key='ended stream'),
    return Fault(f'no {LISTEN} request with the id {named(value)} is open', at=at, key='unknown stream'),


def _on_stream(event: Event, request: Event, key: Any) -> Iterator[Fault]:
    session, method = event.session, event.method
    streams: dict[Any, tuple[Event, dict[str, Any]]] = session.memory.setdefault('streams', {})
    asked: Any = request.params.get('notifications')
    asked = asked if isinstance(asked, dict) else {}
    if method == ACKNOWLEDGED:
        granted: Any = event.params.get('notifications')
        granted = granted if isinstance(granted, dict) else {}
        streams[key] = request, granted
        for old in [old for old, (opened, _) in streams.items() if session.open[C2S].get(old) is not opened]:
            del streams[old]
        for name, each in granted.items():
            if not _covers(asked.get(name), each):
                yield Fault(f'the acknowledgement names {named(name)}, which the client did not ask for',
                            at=f'params.notifications.{name}' if name.isidentifier() else 'params.notifications',
                            key=f'unasked {name[:60]}')
        return
    opened = streams.get(key)
    if opened is None or opened[0] is not request:
        if session.ordered and not session.lossy and not session.blind[S2C]:
            yield Fault(f'{method} comes before {ACKNOWLEDGED}, the first message of a stream', at='method', key='not first')
        return
    cancelled = session.cancelled[C2S].get(key)
    if cancelled is not None and (seconds_between(cancelled, event) or 0.0) > RACE and session.ordered and not session.lossy:
        yield Fault(f'{method} comes on a stream that the client cancelled on line {cancelled.line}', at='method', severity=WARNING,
                    key='after the cancellation')
        return
    member = FILTER[method]
    wanted: Any = opened[1].get(member)
    if method == 'notifications/resources/updated':
        uri = event.params.get('uri')
        if isinstance(uri, str) and not _subscribed(uri, wanted):
            yield Fault(f'{named(uri, 100)} is updated, and the acknowledged resourceSubscriptions have neither it nor a '
                        'resource above it', at='params.uri', key='unasked update')
    elif not wanted:
        yield Fault(f'{method} was not acknowledged for this stream ({member})', at='method', key=f'unasked {method}')


def _covers(asked: Any, granted: Any) -> bool:
    if granted is None or granted is False or granted == []:
        return True
    if isinstance(granted, list) and isinstance(asked, list):
        return all(each in asked for each in granted)
    return bool(asked)


def _subscribed(uri: str, wanted: Any) -> bool:
    for each in wanted if isinstance(wanted, list) else ():
        if isinstance(each, str) and (uri == each or uri.startswith((each.rstrip('/') + '/', f'{each}#', f'{each}?'))):
            return True
    return False


RULES = (
    rule('MCP806', 'log-not-asked', ERROR, 'A log message that no running request asked for.',
         f'Send notifications/message only for a request with {LOG_LEVEL_KEY}, of that level and above. (2026-07-28, Logging, '
         'Per-request log level: "The server MUST NOT emit notifications/message for a request that does not include this '
         'field."; "MUST NOT deliver it on a subscriptions/listen stream")',
         spec('2026-07-28', 'server/utilities/logging'), unasked_log),
    rule('MCP807', 'subscription', ERROR, 'A notification that its stream does not allow.',
         'Acknowledge first, then send what was acknowledged, each with the id of the request. (2026-07-28, Subscriptions: '
         '"The server MUST send notifications/subscriptions/acknowledged as the first message on the stream."; "The server '
         'MUST NOT send notification types the client has not explicitly requested."; Base Protocol: "the server MUST include '
         'io.modelcontextprotocol/subscriptionId in _meta")', spec('2026-07-28', 'basic/patterns/subscriptions'), listen),
)
