"""2025-03-26: Streamable HTTP, batches, audio, tool annotations, completions as a capability."""
from __future__ import annotations

from mcp_hooks.transcripts.revisions import v2024_11_05 as earlier
from mcp_hooks.transcripts.revisions.record import LEGACY, Revision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TYPES: dict[str, Any] = {
    **earlier.TYPES,
    'ServerCapabilities': {**earlier.TYPES['ServerCapabilities'], 'completions?': 'object'},
    'Tool': {**earlier.TYPES['Tool'], 'annotations?': 'ToolAnnotations'},
    'ToolAnnotations': {
        'title?': 'string', 'readOnlyHint?': 'boolean', 'destructiveHint?': 'boolean', 'idempotentHint?': 'boolean',
        'openWorldHint?': 'boolean',
    },
}

CONTENT: dict[str, Any] = {**earlier.CONTENT, 'audio': earlier.CONTENT['image']}
SAMPLING_CONTENT: dict[str, Any] = {**earlier.SAMPLING_CONTENT, 'audio': CONTENT['audio']}

_progress = earlier.METHODS['notifications/progress']
METHODS = {
    **earlier.METHODS,
    'completion/complete': earlier.METHODS['completion/complete'].changed(capability=('server', 'completions')),
    'notifications/progress': _progress.changed(params={**_progress.params, 'message?': 'string'}),
}

REVISION = Revision('2025-03-26', era=LEGACY, types=TYPES, methods=METHODS, content=CONTENT, sampling=SAMPLING_CONTENT,
                    errors=earlier.ERRORS, meta=earlier.REVISION.meta,
                    features=earlier.REVISION.features | {'batch', 'streamable-http', 'session-id', 'resume'})
