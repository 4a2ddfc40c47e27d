"""What makes routes (``routes``) of the messages that no check had a word for, and shares them among sessions that are alike."""
from __future__ import annotations

from mcp_hooks.transcripts.event import LEGACY, MODERN, REQUEST, RESPONSE
from mcp_hooks.transcripts.lists import signature
from mcp_hooks.transcripts.routes import (
    ANSWERED,
    ASKED,
    CALL,
    CODES,
    HTTP_WAY,
    IN_MODERN,
    INLINE,
    LEGACY_TOO,
    NONE,
    OF_CALLS,
    OF_ERRORS,
    OF_REQUESTS,
    OF_RESULTS,
    STATELESS,
    TOLD,
    Route,
    Routes,
    is_plain_error,
    params_of,
    result_of,
)
from mcp_hooks.transcripts.rules.common import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.session import Session
    from mcp_hooks.transcripts.table import Table

OF_WHAT_WAS_ASKED = (-32601,)  # codes whose verdict depends on more of the request than its method
POOL = 64  # sets of routes that sessions share


class Learning:
    """Makes the routes of the sessions of one capture."""

    __slots__ = ('_pool', '_table')

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pool: dict[tuple[str, str, bool], Routes] = {}  # by what the verdicts depend on, for sessions that are alike

    def learn(self, event: Event, spoiled: bool) -> None:
        """No check had a word for this message, which came the long way: the next one like it may go the short way. ``spoiled``:
        a credential was found in it, so that a ``_meta`` like this one is to be looked at each time."""
        kind, method, message, revision, session = event.kind, event.method, event.message, event.revision, event.session
        frame = event.frame
        if revision is None or frame is None or event.batch is not None or event.mismatch:
            return
        if method not in revision.methods or message.get('jsonrpc') != '2.0':
            return
        if method not in (ANSWERED if kind == RESPONSE else ASKED if kind == REQUEST else TOLD) \
                or (event.era == MODERN and method not in IN_MODERN):
            return
        recorded = '' if frame.inferred else event.direction
        way = recorded if frame.http is None else HTTP_WAY[recorded]
        routes = session.routes
        if routes is NONE:
            routes = session.routes = Routes()
        known = (routes.errors if 'error' in message else routes.results if kind == RESPONSE else routes.said)[way].get(method)
        if known is not None and (known.revision is not revision or known.era is not event.era):
            known = None
        if kind == RESPONSE:
            if event.request is None:
                return
            if 'error' in message:
                if event.era == MODERN or session.started_mid or not is_plain_error(message['error']):
                    return
                if message['error']['code'] in OF_WHAT_WAS_ASKED:
                    return
                if known is None:
                    known = routes.errors[way][method] = self._route(event, revision, 'error')
                if len(known.codes) < CODES:
                    known.codes.add(message['error']['code'])
                return
            result = message['result']
            if type(result) is not dict:
                return
            if type(result.get('_meta')) is dict and not spoiled:
                routes.answer_meta = result['_meta']
            if known is None:
                route = self._route(event, revision, 'result')
                if route.fits(result):
                    routes.results[way][method] = route
        else:
            if kind == REQUEST and '_meta' in event.params and not spoiled:
                routes.meta = event.meta
            if known is not None:
                return
            route = self._route(event, revision, 'params')
            if (route.fits(event.params) if 'params' in message else not route.needs_params):
                routes.said[way][method] = route

    def _route(self, event: Event, revision: Any, member: str) -> Route:
        kind, method, era = event.kind, event.method, event.era
        needless = STATELESS | INLINE
        if era == LEGACY:
            needless |= LEGACY_TOO
        if member == 'result':
            needless |= {'cursor-unknown'}
        if kind == REQUEST:
            needless |= OF_REQUESTS
            sides = event.session.server_capabilities
            if sides is None or not declared(sides, ('tasks', 'requests', 'tools', 'call')):
                needless |= {'task-support'}
        elif kind == RESPONSE:
            needless |= OF_ERRORS if member == 'error' else OF_CALLS if method == CALL else OF_RESULTS
        http = event.frame is not None and event.frame.http is not None
        checks = tuple(one for one in self._table.of(era, kind, method, http) if one[0].name not in needless)
        if member == 'result':
            fits = result_of(method, era, revision)
        elif member == 'error':
            fits = is_plain_error
        else:
            fits = params_of(method, revision)
        return Route(event, checks, fits, not revision.methods[method].params_optional)

    def share(self, session: Session) -> None:
        """Give a session the routes of one that stands where it stands: behind its handshake, with the same declarations."""
        if session.era != LEGACY or session.initialize_response is None or session.started_mid or session.lossy \
                or not session.ordered or session.initialize_error is not None or session.has_http \
                or session.supported_versions is not None or session.revision is None:
            session.routes = Routes()
            return
        sides = signature(session)
        if sides is None:
            session.routes = Routes()
            return
        key = session.revision.date, sides, session.memory.get('jsonrpc') is True
        found = self._pool.get(key)
        if found is None:
            if len(self._pool) >= POOL:
                self._pool.clear()
            found = self._pool[key] = Routes()
        session.routes = found
