"""Who sent it, where the capture does not say: concluded from methods, ids and the shape of results, or left open."""
from __future__ import annotations

from mcp_hooks.transcripts.ids import id_key
from mcp_hooks.transcripts.message import C2S, S2C

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.session import Session

# methods that one side only may send, over all revisions and extensions (the tables of the revisions say which has what)
CLIENT = frozenset((
    'initialize', 'server/discover', 'completion/complete', 'logging/setLevel', 'prompts/get', 'prompts/list', 'resources/list',
    'resources/read', 'resources/subscribe', 'resources/unsubscribe', 'resources/templates/list', 'resources/directory/read',
    'tools/call', 'tools/list', 'subscriptions/listen', 'tasks/update', 'skills/list', 'skills/get',
    'notifications/initialized', 'notifications/roots/list_changed', 'initialized',
))
SERVER = frozenset((
    'sampling/createMessage', 'elicitation/create', 'roots/list',
    'notifications/message', 'notifications/prompts/list_changed', 'notifications/resources/list_changed',
    'notifications/resources/updated', 'notifications/tools/list_changed', 'notifications/elicitation/complete',
    'notifications/subscriptions/acknowledged', 'notifications/tasks',
))
CLIENT_RESULTS = ('roots', 'role', 'action')  # members that only a client's result has


def infer(session: Session, message: Any) -> str:
    """``c2s``, ``s2c`` or '' for a message without a recorded direction, by the state before it."""
    if not isinstance(message, dict):
        return ''
    method = message.get('method')
    if isinstance(method, str):
        if method in CLIENT:
            return C2S
        if method in SERVER:
            return S2C
        params = message.get('params')
        if not isinstance(params, dict):
            return ''
        if method == 'notifications/progress':
            key = id_key(params.get('progressToken'))
            return _one(key in session.progress_tokens[S2C], key in session.progress_tokens[C2S])
        if method == 'notifications/cancelled':
            key = id_key(params.get('requestId'))
            return _one(key in session.open[C2S], key in session.open[S2C])
        meta = params.get('_meta')
        if isinstance(meta, dict) and 'io.modelcontextprotocol/protocolVersion' in meta:
            return C2S  # in the modern era only the client sends requests
        return ''
    if 'result' not in message and 'error' not in message:
        return ''
    key = id_key(message.get('id'))
    asked_by_client, asked_by_server = key in session.open[C2S], key in session.open[S2C]
    if asked_by_client and asked_by_server:
        result = message.get('result')
        if isinstance(result, dict) and any(name in result for name in CLIENT_RESULTS):
            return C2S
        if isinstance(result, dict) and result:
            return S2C
        older = session.open[C2S][key].line <= session.open[S2C][key].line
        return S2C if older else C2S
    if asked_by_client or asked_by_server:
        return S2C if asked_by_client else C2S
    if key in session.open['']:
        return ''
    # nobody waits for it: with no request of the server open, it can only pretend to answer the client
    return '' if session.open[S2C] else S2C


def _one(client: bool, server: bool) -> str:
    """The sender, when exactly one of the two can be it."""
    if client == server:
        return ''
    return C2S if client else S2C
