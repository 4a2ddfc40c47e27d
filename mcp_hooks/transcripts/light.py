"""The fast path of large captures: messages of which the like was judged before.

Nearly all of a large capture is a few kinds of messages with other texts in them. When a session has shown a right one of a method
and a direction, and no check had a word for it, the next one goes a short way (``Route``): it is held against the tables of the
revision, and only the checks that remember something, or look closer than the tables, are asked. Whatever is not quite as the
one before goes the long way, where every check is asked; so does what breaks a rule that is looked at here, and the check says
it. Routes are forgotten when the state of the session changes what is right (``Session.forget``). A test judges mutated captures
both ways and asks for the same findings.
"""
from __future__ import annotations

from mcp_hooks.transcripts.conforming import conforms
from mcp_hooks.transcripts.event import (
    CAPABILITIES_KEY,
    MODERN,
    NOTIFICATION,
    REQUEST,
    RESPONSE,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
    Event,
)
from mcp_hooks.transcripts.ids import KEPT, Answered
from mcp_hooks.transcripts.message import C2S, OTHER_SIDE, S2C
from mcp_hooks.transcripts.report import TOOLS, Slow
from mcp_hooks.transcripts.routes import (
    ASKED,
    HTTP_WAY,
    PROGRESS,
    READ,
    TOLD,
    Route,
    is_plain_error,
    likeness,
)
from mcp_hooks.transcripts.rules.pairing import PROBES
from mcp_hooks.transcripts.screen import suspicious

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.checking import Inspection
    from mcp_hooks.transcripts.message import Entry, Frame
    from mcp_hooks.transcripts.session import Session

_new = object.__new__
_new_tuple = tuple.__new__
NOTHING: dict[str, Any] = {}  # the params of what has none; nobody writes into it


class Light:
    """Takes entries that have a route; what it does not take has changed nothing."""

    __slots__ = ('_ask', '_inspection', '_judge', '_metrics')

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._ask = inspection.asking.ask
        self._judge = inspection.judge
        self._metrics = inspection.report.metrics

    def takes(self, session: Session, entry: Entry, frame: Frame | None = None) -> bool:
        """Judge one entry and take it into the session; ``frame`` is the same with its HTTP side. False: it is not plain, and
        nothing was done."""
        data = entry[0]
        way = entry[5] if frame is None else HTTP_WAY[entry[5]]
        if data.get('jsonrpc') != '2.0':
            return False
        if 'method' not in data:
            return self._answer(session, entry, data, way, frame)
        method = data['method']
        if type(method) is not str:
            return False
        route = session.routes.said[way].get(method)
        if route is None:
            return False
        if 'id' in data:
            return self._request(session, entry, data, route, frame)
        return self._notification(session, entry, data, route, frame)

    def _request(self, session: Session, entry: Entry, data: dict[str, Any], route: Route, frame: Frame | None) -> bool:
        if route.revision is not session.revision or route.era is not session.era or route.method not in ASKED:
            return False
        identifier = data['id']
        if type(identifier) is not int and (type(identifier) is not str or (not entry[8] and suspicious(identifier))):
            return False
        direction = route.direction
        modern = route.era == MODERN
        token, told = None, False  # told: _meta says something new
        if 'params' in data:
            params = data['params']
            if type(params) is not dict or len(data) != 4:
                return False
            if '_meta' in params:
                meta = params['_meta']
                if type(meta) is not dict:
                    return False
                token = meta.get('progressToken')
                if token is not None and (
                        (type(token) is not int and (type(token) is not str or (not entry[8] and suspicious(token))))
                        or token in session.progress_tokens[direction]):
                    return False
                if len(meta) != 1 or token is None:
                    like = likeness(meta, session.routes.meta)
                    if not like or ('progressToken' in meta and token is None):
                        return False
                    told = like == 1
                if modern:
                    if VERSION_KEY not in meta or CAPABILITIES_KEY not in meta:
                        return False
                elif VERSION_KEY in meta or SUBSCRIPTION_KEY in meta:
                    return False  # it says itself that it is of the other era
            elif modern:
                return False
            if not route.fits(params) or (route.is_call and not entry[8] and suspicious(params['name'])):
                return False
        elif len(data) != 3 or route.needs_params or modern:
            return False
        else:
            params = NOTHING
        opened = session.open[direction]
        if modern:
            if identifier in opened or (session.initialize_request is None
                                        and len(session.memory.get('probes', ())) < PROBES):
                return False
            session.used_ids[direction].add(identifier)
        elif not session.used_ids[direction].add(identifier):
            return False

        event = _event(REQUEST, session, entry, data, route, params, None)
        event.token = token
        event.plain = True
        if frame is not None:
            self._over_http(session, event, frame)
        inspection, metrics = self._inspection, self._metrics
        metrics.requests += 1
        if route.is_call:
            if told:
                self._judge.call(event, entry[8])
            elif params.get('arguments'):
                self._judge.arguments(event, entry[8])
            tool, tools = params['name'], metrics.tools
            if tool in tools:
                tools[tool] += 1
            elif len(tools) < TOOLS:
                tools[tool] = 1
        elif not entry[8]:
            self._judge.texts(event)
        worst = self._ask(route.checks, event) if route.checks else ''
        if inspection.watch is not None:
            inspection.watch(event, worst)

        opened[identifier] = event
        if len(opened) > KEPT:
            del opened[next(iter(opened))]
            session.forgotten += 1
        if token is not None:
            tokens = session.progress_tokens[direction]
            tokens[token] = event
            if len(tokens) > KEPT:
                del tokens[next(iter(tokens))]
        if type(identifier) is int and direction == C2S and (session.max_id is None or identifier > session.max_id):
            session.max_id = identifier
        session.last = session.last_from[direction] = event
        session.count += 1
        return True

    def _notification(self, session: Session, entry: Entry, data: dict[str, Any], route: Route, frame: Frame | None) -> bool:
        if route.method not in TOLD:
            return False
        if 'params' in data:
            params = data['params']
            if type(params) is not dict or len(data) != 3 or '_meta' in params or not route.fits(params):
                return False
        elif len(data) != 2 or route.needs_params:
            return False
        else:
            params = NOTHING
        direction = route.direction
        progress = route.method == PROGRESS
        if progress:
            token = params['progressToken']
            if not entry[8] and type(token) is str and suspicious(token):
                return False
            other = OTHER_SIDE[direction]
            request = session.progress_tokens[other].get(token)
            if request is None or request.era is not route.era or request.revision is not route.revision:
                return False
            if not entry[5] and (not direction or token in session.progress_tokens[direction]):
                return False  # whose it is is to be concluded
            value, before = params['progress'], request.progress
            if before is not None and not value > before:
                return False
            total = params.get('total')
            if total is not None and not value <= total:
                return False
            request.progress = value
        elif route.revision is not session.revision or route.era is not session.era:
            return False

        event = _event(NOTIFICATION, session, entry, data, route, params, None)
        if frame is not None:
            self._over_http(session, event, frame)
        self._metrics.notifications += 1
        if not entry[8] and (not progress or 'message' in params):
            self._judge.texts(event)
        inspection = self._inspection
        worst = self._ask(route.checks, event) if route.checks else ''
        if inspection.watch is not None:
            inspection.watch(event, worst)
        session.last = session.last_from[direction] = event
        session.count += 1
        return True

    def _answer(self, session: Session, entry: Entry, data: dict[str, Any], way: str, frame: Frame | None) -> bool:
        identifier = data.get('id')
        if len(data) != 3 or (type(identifier) is not int and (
                type(identifier) is not str or (not entry[8] and suspicious(identifier)))):
            return False
        status = frame.http.status if frame is not None and frame.http is not None else None
        if status is not None and not 200 <= status < 300:
            return False  # whether the request was taken at all is remembered by a check
        recorded = entry[5]
        waiting = session.open
        if recorded:
            request = waiting[OTHER_SIDE[recorded]].get(identifier)
        else:
            request = waiting[C2S].get(identifier)
            if waiting[S2C] and identifier in waiting[S2C]:
                return False
            if request is None:
                request = waiting[''].get(identifier)
        if request is None or request.kind != REQUEST:
            return False
        asker = request.direction
        if identifier in session.cancelled[asker]:
            return False
        if 'result' in data:
            result = data['result']
            route = session.routes.results[way].get(request.method)
            if route is None or not route.fits(result):
                return False
            if route.is_list and route.method not in session.memory.get('cursors', NOTHING):
                return False  # the check of cursors wants to see the first
            if route.era == MODERN:
                if not request.plain or route.era is not session.era:
                    return False
            if '_meta' in result and not likeness(result['_meta'], session.routes.answer_meta):
                return False
            if route.is_call and not conforms(session, request, route, result):
                return False
        else:
            result = None
            route = session.routes.errors[way].get(request.method)
            if route is None or not is_plain_error(data.get('error')) or data['error']['code'] not in route.codes:
                return False
        if route.revision is not request.revision or route.era is not request.era:
            return False
        direction = OTHER_SIDE[asker]
        if direction != route.direction:
            return False

        event = _event(RESPONSE, session, entry, data, route, NOTHING, request)
        if frame is not None:
            self._over_http(session, event, frame)
        metrics = self._metrics
        metrics.responses += 1
        if result is None:
            metrics.errors += 1
            if not entry[8]:
                self._judge.texts(event)
        elif route.is_call:
            if result.get('isError') is True:
                metrics.tool_errors += 1
            if not entry[8]:
                if '_meta' in result:
                    self._judge.texts(event)
                else:
                    self._judge.result(event)
        elif not entry[8]:
            if route.method == READ and '_meta' not in result:
                self._judge.contents(event)
            else:
                self._judge.texts(event)
        time, method, asked = entry[6], route.method, request.time
        if time is not None and asked is not None and time - asked > metrics.fastest_kept:
            tool = request.params.get('name') if route.is_call else ''
            metrics.took(Slow(time - asked, method, tool if type(tool) is str else '', self._inspection.name, request.line))
        inspection = self._inspection
        worst = self._ask(route.checks, event) if route.checks else ''
        if inspection.watch is not None:
            inspection.watch(event, worst)

        del waiting[asker][identifier]
        token = request.token
        if token is not None:
            session.progress_tokens[asker].pop(token, None)
        answered = session.answered[asker]
        if token is None and len(answered) < KEPT:
            answered[identifier] = _new_tuple(Answered, (method, entry[2], time, False, None))
        else:
            session.remember(asker, identifier, _new_tuple(Answered, (method, entry[2], time, False, token)))
        session.last = session.last_from[direction] = event
        session.count += 1
        return True

    def _over_http(self, session: Session, event: Event, frame: Frame) -> None:
        session.exchanged(event, frame)
        if frame.http is not None:
            self._judge.sides(frame, frame.http, event.entry[8])  # type: ignore[index]  # an event of this path has its entry


def _event(kind: str, session: Session, entry: Entry, message: dict[str, Any], route: Route, params: dict[str, Any],
           request: Event | None) -> Event:
    """An event without ``__init__``: what is not given here it makes when it is asked for it."""
    event = _new(Event)
    event.kind = kind
    event.session = session
    event.entry = entry
    event.message = message
    event.line = entry[2]
    event.time = entry[6]
    event.direction = route.direction
    event.method = route.method
    event.params = params
    event.revision = route.revision
    event.era = route.era
    event.request = request
    return event
