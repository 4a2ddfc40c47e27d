"""Whether the arguments of a call and its result are what the schemas of the tool ask for, for messages on the short way."""
from __future__ import annotations

from mcp_hooks.transcripts.rules.schemas import examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.routes import Route
    from mcp_hooks.transcripts.session import Session

TOOLS_KNOWN = 128  # tools of a route whose schemas are at hand: a route outlives its session
NOTHING: dict[str, Any] = {}  # the arguments of a call that has none; nobody writes into it


def conforms(session: Session, request: Event, route: Route, result: dict[str, Any]) -> bool:
    """Whether a plain call and its result are what the schemas of the tool ask for, as far as anything is known of them."""
    if 'structuredContent' in result and not result['content']:
        return False
    if not session.tools_complete:
        return True
    name = request.params.get('name')
    if type(name) is not str:
        return True
    tool = session.tools.get(name)
    if tool is None:
        return False
    known = route.tools.get(name)
    if known is None or known[0] is not tool:
        strict = 'default-dialect' in route.revision.features
        taken = examined(session, tool, 'inputSchema', strict)
        if taken is not None and tool['inputSchema'].get('type') != 'object':
            taken = None  # the definition is at fault, which is said where it stands
        given = examined(session, tool, 'outputSchema', strict) if 'structured-content' in route.revision.features else None
        if len(route.tools) >= TOOLS_KNOWN:
            route.tools.clear()
        known = route.tools[name] = tool, taken, given
    _, taken, given = known
    if taken is not None:
        sent = request.params.get('arguments', NOTHING)
        if type(sent) is dict and not taken.allows(sent):
            return False
    if given is None or result.get('isError') is True:
        return True
    return 'structuredContent' in result and given.allows(result['structuredContent'])
