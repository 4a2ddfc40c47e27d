"""2025-06-18: elicitation, structured tool output, resource links, titles, the version header; batches are gone."""
from __future__ import annotations

from mcp_hooks.transcripts.revisions import v2025_03_26 as earlier
from mcp_hooks.transcripts.revisions.record import LEGACY, S2C, Method, Revision
from mcp_hooks.transcripts.revisions.shape import Tagged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_types = earlier.TYPES
TYPES: dict[str, Any] = {
    **_types,
    **{name: {**_types[name], 'title?': 'string'}
       for name in ('Implementation', 'Resource', 'ResourceTemplate', 'Prompt', 'PromptArgument')},
    'Tool': {**_types['Tool'], 'title?': 'string', 'outputSchema?': 'any'},
    'ClientCapabilities': {**_types['ClientCapabilities'], 'elicitation?': 'object'},
    'Annotations': {**_types['Annotations'], 'lastModified?': 'string'},
    'Reference': Tagged('type', {
        'ref/prompt': {'type': 'string', 'name': 'string', 'title?': 'string'},
        'ref/resource': {'type': 'string', 'uri': 'string'},
    }, 'kind of reference'),
    'Context': {'arguments?': 'map<string>'},
}

CONTENT: dict[str, Any] = {**earlier.CONTENT, 'resource_link': {**TYPES['Resource'], 'type': 'string'}}
SAMPLING_CONTENT = earlier.SAMPLING_CONTENT

_complete = earlier.METHODS['completion/complete']
_call = earlier.METHODS['tools/call']
METHODS = {
    **earlier.METHODS,
    'completion/complete': _complete.changed(params={**_complete.params, 'context?': 'Context'}),
    'tools/call': _call.changed(result={**_call.result, 'structuredContent?': 'object'}),
    'elicitation/create': Method(S2C, 'client/elicitation', params={'message': 'string', 'requestedSchema': 'any'},
                                 result={'action': ('accept', 'decline', 'cancel'), 'content?': 'any'},
                                 capability=('client', 'elicitation')),
}

REVISION = Revision('2025-06-18', era=LEGACY, types=TYPES, methods=METHODS, content=CONTENT, sampling=SAMPLING_CONTENT,
                    errors=earlier.REVISION.errors, meta=earlier.REVISION.meta,
                    features=(earlier.REVISION.features - {'batch'})
                    | {'structured-content', 'object-output', 'version-header', 'meta-keys', 'meta-reserved-any-label'})
