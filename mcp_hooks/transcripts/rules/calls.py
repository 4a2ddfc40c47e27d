"""Calls of tools: what they are called with, what they return."""
from __future__ import annotations

from mcp_hooks.transcripts.event import RESPONSE, Fault, on
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, NOTE, WARNING, named, revision_of, rule, spec
from mcp_hooks.transcripts.rules.schemas import examined
from mcp_hooks.transcripts.rules.tools import is_strict, name_of, under

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

CALL = ('tools/call',)


def _tool(event: Event) -> dict[str, Any] | None:
    """The definition of the tool that was called, None where a page is missing or the list may have changed since."""
    name = event.request.params.get('name') if event.request is not None else None
    if not isinstance(name, str) or not event.session.tools_complete:
        return None
    return event.session.tools.get(name)


@on(RESPONSE, methods=CALL)
def arguments(event: Event) -> Faults:
    tool = _tool(event)
    if tool is None or event.request is None:
        return CLEAN
    found = examined(event.session, tool, 'inputSchema', is_strict(event))
    if found is None:
        return CLEAN
    sent = event.request.params.get('arguments', {})
    if tool['inputSchema'].get('type') != 'object':
        return CLEAN  # the definition is at fault, which is said where it stands
    if type(sent) is not dict or not (faults := found.faults(sent)):
        return CLEAN
    return _argument_faults(event, faults)


def _argument_faults(event: Event, faults: list[tuple[str, str]]) -> Iterator[Fault]:
    request, result = event.request, event.result
    if request is None:
        return
    name = named(request.params.get('name'))
    if not isinstance(result, dict):
        outcome, severity = 'the server answered with an error', NOTE
    elif result.get('isError') is True:
        outcome, severity = 'the server answered isError', NOTE
    elif result.get('resultType', 'complete') != 'complete' or 'content' not in result:
        return
    else:
        outcome, severity = 'and the server ran the tool all the same', ERROR
    for path, text in faults[:3]:
        place = under('params.arguments', path)
        yield Fault(f'{place} {text} (inputSchema of {name}); {outcome} (line {event.line})', at=place, event=request,
                    severity=severity, key=f'{name} {path} {severity} {text[:60]}')


@on(RESPONSE, methods=CALL)
def unknown_tool(event: Event) -> Faults:
    session, request = event.session, event.request
    if request is None or not session.tools_complete or session.lossy:
        return CLEAN
    name = request.params.get('name')
    if not isinstance(name, str) or name in session.tools:
        return CLEAN
    error = event.error
    if isinstance(error, dict):
        if error.get('code') == -32602 or not isinstance(error.get('code'), int):
            return CLEAN
        return Fault(f'the unknown tool {named(name)} is answered with the error {error["code"]}; -32602 says it',
                     at='error.code',
                     key=f'unknown tool code {name[:120]}'),
    result = event.result
    if not isinstance(result, dict):
        return CLEAN
    how = 'isError' if result.get('isError') is True else 'a result'
    return Fault(f'{named(name)} is not in the list of tools, and the server answers with {how}; an unknown tool is a protocol '
                 'error (-32602)', at='result', key=f'unknown tool {name[:120]}'),


@on(RESPONSE, methods=CALL)
def structured(event: Event) -> Faults:
    result = event.result
    tool = _tool(event)
    if tool is None or type(result) is not dict or result.get('isError') is True or 'task' in result:
        return CLEAN
    if result.get('resultType', 'complete') != 'complete' or 'structured-content' not in revision_of(event).features:
        return CLEAN
    found = examined(event.session, tool, 'outputSchema', is_strict(event))
    if found is None:
        return CLEAN
    if 'structuredContent' not in result:
        return Fault(f'{name_of(tool)} has an outputSchema, and structuredContent is missing', at='result.structuredContent',
                     key=f'{name_of(tool)} missing'),
    if not event.modern and type(result['structuredContent']) is not dict:
        return CLEAN  # said by the tables of the revision
    faults = found.faults(result['structuredContent'])
    return _structured_faults(name_of(tool), faults) if faults else CLEAN


def _structured_faults(name: str, faults: list[tuple[str, str]]) -> Iterator[Fault]:
    for path, text in faults[:3]:
        place = under('result.structuredContent', path)
        yield Fault(f'{place} {text} (outputSchema of {name})', at=place, key=f'{name} {path} {text[:60]}')


@on(RESPONSE, methods=CALL)
def text_copy(event: Event) -> Faults:
    result = event.result
    if type(result) is not dict or 'structuredContent' not in result or result.get('isError') is True:
        return CLEAN
    content = result.get('content')
    if type(content) is not list or any(type(block) is dict and block.get('type') == 'text' for block in content):
        return CLEAN
    # before 2025-06-18 the member is one more that nobody has to know: no paragraph asks for the text beside it
    newer = 'structured-content' not in revision_of(event).features
    return Fault('structuredContent without a text block: clients that do not know it show nothing', at='result.content',
                 severity=NOTE if newer else None, key='no text copy'),


_tools = spec('2025-11-25', 'server/tools')
RULES = (
    rule('MCP710', 'tool-arguments', ERROR, 'A tool is called with arguments that its inputSchema does not allow.',
         'Send what the schema asks for; a server refuses the rest. (2025-11-25, Tools, Security Considerations: "Servers '
         'MUST: Validate all tool inputs")', _tools, arguments),
    rule('MCP711', 'unknown-tool', WARNING, 'A call of an unknown tool is not answered with the protocol error.',
         'Answer with {"error": {"code": -32602, "message": "Unknown tool: …"}}. (2025-11-25, Tools, Error Handling: "Protocol '
         'Errors: Standard JSON-RPC errors for issues like: Unknown tools"; the example has -32602)', _tools, unknown_tool),
    rule('MCP712', 'structured-content', ERROR, 'structuredContent is missing or not what outputSchema promises.',
         'Return structuredContent that conforms, or isError with a text. (2025-11-25, Tools, Output Schema: "Servers MUST '
         'provide structured results that conform to this schema.")', _tools, structured),
    rule('MCP713', 'structured-without-text', WARNING, 'structuredContent without a text block beside it.',
         'Put the JSON into a text block as well. (2025-11-25, Tools, Structured Content: "For backwards compatibility, a tool '
         'that returns structured content SHOULD also return the serialized JSON in a TextContent block.")',
         _tools, text_copy),
)
