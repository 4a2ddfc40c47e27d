"""Sessions in a few words: what was said, and what the checks say to it.

    found(handshake() + [client.ask(1, 'ping'), server.answer(1)]) == []

Lines count from 1, one for each message. A fault is ``'line severity name at'``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mcp_hooks.transcripts.event import END
from mcp_hooks.transcripts.message import HTTP, MESSAGE, NOISE, TRUNCATED, Frame, Http
from mcp_hooks.transcripts.rules import session_rules
from mcp_hooks.transcripts.session import Session

VERSION = 'io.modelcontextprotocol/protocolVersion'
CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
MODERN = '2026-07-28'
NEVER = '2025-11-25'
ALL_SERVER = {
    'tools': {'listChanged': True},
    'prompts': {'listChanged': True},
    'resources': {'listChanged': True, 'subscribe': True},
    'logging': {},
    'completions': {},
}
ALL_CLIENT = {'sampling': {'tools': {}, 'context': {}}, 'elicitation': {'form': {}, 'url': {}}, 'roots': {'listChanged': True}}


class Said:
    def __init__(
        self,
        direction: str,
        message: Any = None,
        *,
        kind: str = MESSAGE,
        raw: str = '',
        http: Http | None = None,
        time: float | None = None,
        inferred: bool = False,
    ) -> None:
        self.direction = direction
        self.message = message
        self.kind = kind
        self.raw = raw
        self.http = http
        self.time = time
        self.inferred = inferred

    def at(self, time: float) -> Said:
        return Said(
            self.direction, self.message, kind=self.kind, raw=self.raw, http=self.http, time=time, inferred=self.inferred
        )


class Side:
    def __init__(self, direction: str) -> None:
        self.direction = direction

    def says(self, message: Any) -> Said:
        return Said(self.direction, message)

    def ask(self, id: Any, method: str, params: Any = None, **named: Any) -> Said:
        message = {'jsonrpc': '2.0', 'id': id, 'method': method}
        if params is not None or named:
            message['params'] = named if params is None else params
        return self.says(message)

    def tell(self, method: str, params: Any = None, **named: Any) -> Said:
        message: dict[str, Any] = {'jsonrpc': '2.0', 'method': method}
        if params is not None or named:
            message['params'] = named if params is None else params
        return self.says(message)

    def answer(self, id: Any, result: Any = None, **named: Any) -> Said:
        return self.says({'jsonrpc': '2.0', 'id': id, 'result': named if result is None else result})

    def refuse(self, id: Any, code: Any, message: Any = 'no', **data: Any) -> Said:
        error = {'code': code, 'message': message}
        if data:
            error['data'] = data
        return self.says({'jsonrpc': '2.0', 'id': id, 'error': error})

    def noise(self, raw: str) -> Said:
        return Said(self.direction, kind=NOISE, raw=raw)

    def cut(self, data: Any = None) -> Said:
        return Said(self.direction, data, kind=TRUNCATED, raw='{"jsonrpc')

    def http(self, http: Http, raw: str = '') -> Said:
        return Said(self.direction, kind=HTTP, raw=raw, http=http)


client, server = Side('c2s'), Side('s2c')


def modern(caps: Any = None, version: Any = MODERN, **more: Any) -> dict[str, Any]:
    """The ``_meta`` of a modern request."""
    return {VERSION: version, CAPABILITIES: {} if caps is None else caps, **more}


def handshake(revision: str = NEVER, caps: Any = None, offers: Any = None) -> list[Said]:
    """Lines 1 to 3. The id is 0."""
    info = {'name': 'x', 'version': '1'}
    return [
        client.ask(
            0, 'initialize', protocolVersion=revision, capabilities=ALL_CLIENT if caps is None else caps, clientInfo=info
        ),
        server.answer(0, protocolVersion=revision, capabilities=ALL_SERVER if offers is None else offers, serverInfo=info),
        client.tell('notifications/initialized'),
    ]


def discovered(offers: Any = None, versions: Any = (MODERN,)) -> list[Said]:
    """Lines 1 and 2. The id is "d"."""
    return [
        client.ask('d', 'server/discover', _meta=modern()),
        server.answer(
            'd',
            resultType='complete',
            supportedVersions=list(versions),
            ttlMs=0,
            cacheScope='private',
            capabilities=ALL_SERVER if offers is None else offers,
        ),
    ]


def complete(**members: Any) -> dict[str, Any]:
    return {'resultType': 'complete', **members}


def cached(**members: Any) -> dict[str, Any]:
    return complete(ttlMs=0, cacheScope='private', **members)


def tool(name: str = 'add', schema: Any = None, **more: Any) -> dict[str, Any]:
    return {'name': name, 'inputSchema': {'type': 'object'} if schema is None else schema, **more}


def listing(*tools: Any, id: Any = 'l') -> list[Said]:
    """A complete list of tools in the legacy era."""
    return [client.ask(id, 'tools/list'), server.answer(id, tools=list(tools))]


def modern_listing(*tools: Any, id: Any = 'l') -> list[Said]:
    return [client.ask(id, 'tools/list', _meta=modern()), server.answer(id, cached(tools=list(tools)))]


@cache
def rules() -> tuple[Any, ...]:
    return session_rules()


def faults(
    said: list[Said], *, ordered: bool = True, lossy: bool = False, rule: str = '', only: frozenset[str] | None = None
) -> list[tuple[int, Any, Any]]:
    """(line, rule, fault) of a whole session. ``rule`` adds one that is off by default, ``only`` limits to some."""
    session = Session(ordered=ordered, lossy=lossy)
    chosen = [each for each in rules() if (each.default or each.name == rule) and (only is None or each.name in only)]
    out: list[tuple[int, Any, Any]] = []

    def judge(event: Any) -> None:
        for each in chosen:
            check = each.check
            kinds, methods = getattr(check, 'kinds', None), getattr(check, 'methods', None)
            if kinds is not None and event.kind not in kinds:
                continue
            if methods is not None and event.kind in ('request', 'response', 'notification') and event.method not in methods:
                continue
            if event.kind != END and getattr(check, 'http', False) and (event.frame is None or event.frame.http is None):
                continue
            if event.kind != END and event.era is not None and getattr(check, 'era', None) not in (None, event.era):
                continue
            out.extend(((fault.event or event).line, each, fault) for fault in check(event))

    for number, each in enumerate(said, 1):
        frame = Frame(
            each.kind,
            number,
            f'$[{number - 1}]',
            each.message,
            each.raw,
            each.direction,
            each.time,
            each.http,
            inferred=each.inferred,
        )
        for event in session.feed(frame):
            judge(event)
            session.settle(event)
    judge(session.end())
    return out


def found(said: list[Said], **how: Any) -> list[str]:
    """What all checks say, as ``line severity name at``, sorted."""
    return sorted(
        f'{line} {fault.severity or rule.severity} {rule.name} {fault.at}'.rstrip() for line, rule, fault in faults(said, **how)
    )


def post(**headers: str) -> Http:
    return Http(
        'POST', 'https://x.example/mcp', request_headers={name.replace('_', '-'): value for name, value in headers.items()}
    )


def over_http(said: Said, http: Http) -> Said:
    return Said(said.direction, said.message, kind=said.kind, raw=said.raw, http=http, time=said.time, inferred=said.inferred)
