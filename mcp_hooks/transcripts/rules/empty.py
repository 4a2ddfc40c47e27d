"""Answers that say nothing but that it is done."""
from __future__ import annotations

from mcp_hooks.transcripts.event import LEGACY, RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, WARNING, named, rule, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

PING = 'ping'
BESIDE = ('_meta', 'resultType')  # a server of both eras may say everywhere that a result is complete
EMPTY = (PING, 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe')


@on(RESPONSE, methods=EMPTY, era=LEGACY)
def empty_result(event: Event) -> Faults:
    result, method = event.message.get('result'), event.method
    more = [name for name in result if name not in BESIDE] if type(result) is dict else []
    if not more:
        return CLEAN
    return Fault(f'the result of {method} must be empty; this one has {", ".join(map(named, more[:3]))}', at='result',
                 severity=None if method == PING else WARNING, key=f'not empty {method}'),


RULES = (
    rule('MCP645', 'empty-result', ERROR, 'A result that must be empty is not.',
         'Answer {"jsonrpc": "2.0", "id": …, "result": {}}: a client that checks it (EmptyResultSchema of the TypeScript SDK is '
         'strict) fails otherwise. (2025-11-25, Ping, Behavior Requirements: "The receiver MUST respond promptly with an empty '
         'response"; schema, EmptyResult: "A response that indicates success but carries no data.")',
         spec('2025-11-25', 'basic/utilities/ping'), empty_result),
)
