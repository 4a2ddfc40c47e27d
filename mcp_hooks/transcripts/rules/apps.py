"""MCP Apps: tools with a user interface."""
from __future__ import annotations

from mcp_hooks.transcripts.event import REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions.extensions import APPS, PAGES
from mcp_hooks.transcripts.revisions.shape import kind_of
from mcp_hooks.transcripts.rules.common import C2S, CLEAN, ERROR, NOTE, WARNING, declared, named, rule
from mcp_hooks.transcripts.rules.tools import LIST, listed, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.rules.common import Faults

MIME = 'text/html;profile=mcp-app'
VISIBLE = ('model', 'app')
FLAT = 'ui/resourceUri'


def _severity(event: Event) -> str | None:
    """An error only where one side declares the extension; else nobody may ever read it."""
    path = ('extensions', APPS)
    if declared(event.client_capabilities, path) or declared(event.session.server_capabilities, path):
        return None
    return NOTE


@on(RESPONSE, methods=LIST)
def tool_ui(event: Event) -> Iterator[Fault]:
    for at, tool in listed(event):
        meta = tool.get('_meta')
        if type(meta) is not dict:
            continue
        if FLAT in meta and 'ui' not in meta:
            yield Fault(f'{name_of(tool)} names its interface in _meta["{FLAT}"]; the place for it is _meta.ui.resourceUri',
                        at=f'{at}._meta["{FLAT}"]', severity=NOTE, key='flat')
        if 'ui' in meta:
            yield from _ui(meta['ui'], f'{at}._meta.ui', name_of(tool), _severity(event))


def _ui(ui: Any, at: str, name: str, severity: str | None) -> Iterator[Fault]:
    if type(ui) is not dict:
        yield Fault(f'_meta.ui of {name} must be an object, not {kind_of(ui)}', at=at, severity=severity, key=f'{name} ui')
        return
    address = ui.get('resourceUri')
    if 'resourceUri' in ui and not (isinstance(address, str) and address.startswith('ui://')):
        yield Fault(f'_meta.ui.resourceUri of {name} must begin with ui://', at=f'{at}.resourceUri', severity=severity,
                    key=f'{name} resourceUri')
    visibility = ui.get('visibility', [])
    if type(visibility) is not list or any(each not in VISIBLE for each in visibility):
        yield Fault(f'_meta.ui.visibility of {name} must be an array of "model" and "app"', at=f'{at}.visibility',
                    severity=severity, key=f'{name} visibility')


@on(RESPONSE, methods=('resources/read', 'resources/list'))
def ui_resource(event: Event) -> Faults:
    result = event.result
    if not isinstance(result, dict):
        return CLEAN
    member = 'contents' if event.method == 'resources/read' else 'resources'
    items = result.get(member)
    if type(items) is not list:
        return CLEAN
    return _resources(event, items, f'result.{member}')


def _resources(event: Event, items: list[Any], at: str) -> Iterator[Fault]:
    for index, item in enumerate(items):
        address = item.get('uri') if type(item) is dict else None
        if not isinstance(address, str) or not address.startswith('ui://'):
            continue
        kind, read = item.get('mimeType'), event.method == 'resources/read'
        if (kind is None and not read) or (isinstance(kind, str) and kind.replace(' ', '').lower() == MIME):
            continue
        severity = _severity(event)
        if read:
            yield Fault(f'the mimeType of {named(address, 80)} must be {named(MIME)}', at=f'{at}[{index}].mimeType',
                        severity=severity, key=f'mimeType {at}')
        else:
            yield Fault(f'the mimeType of {named(address, 80)} should be {named(MIME)}', at=f'{at}[{index}].mimeType',
                        severity=severity or WARNING, key=f'mimeType {at}')


@on(REQUEST)
def client_extension(event: Event) -> Faults:
    if event.direction != C2S:
        return CLEAN
    if event.method == 'initialize':
        capabilities: Any = event.params.get('capabilities')
        at = 'params.capabilities'
    elif event.modern:
        capabilities = event.client_capabilities
        at = 'params._meta["io.modelcontextprotocol/clientCapabilities"]'
    else:
        return CLEAN
    extensions = capabilities.get('extensions') if type(capabilities) is dict else None
    if type(extensions) is not dict or APPS not in extensions:
        return CLEAN
    settings = extensions[APPS]
    kinds = settings.get('mimeTypes') if type(settings) is dict else None
    if type(kinds) is list and kinds:
        return CLEAN
    return Fault(f'the client declares {APPS} without mimeTypes', at=f'{at}.extensions["{APPS}"]', key='no mimeTypes'),


RULES = (
    rule('MCP770', 'app-tool', ERROR, 'The user interface of a tool is described wrongly.',
         'Write "_meta": {"ui": {"resourceUri": "ui://…", "visibility": ["model", "app"]}}. (MCP Apps 2026-01-26, Content '
         'Requirements: "URI MUST start with ui:// scheme"; Resource Discovery: visibility?: Array<"model" | "app">)',
         PAGES[APPS], tool_ui),
    rule('MCP771', 'app-resource', ERROR, 'A user interface of another MIME type.',
         f'Give resources under ui:// the mimeType {MIME}. (MCP Apps 2026-01-26, Content Requirements: "mimeType MUST be '
         'text/html;profile=mcp-app (other types reserved for future extensions)"; in a list: "SHOULD be")',
         PAGES[APPS], ui_resource),
    rule('MCP772', 'app-client', ERROR, 'A client that declares MCP Apps without saying what it can show.',
         f'Declare {{"{APPS}": {{"mimeTypes": ["{MIME}"]}}}}. (MCP Apps 2026-01-26, Capability Negotiation: '
         '"mimeTypes: Array of supported content types (REQUIRED […])")',
         PAGES[APPS], client_extension),
)
