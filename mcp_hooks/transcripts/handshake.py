"""How the two sides open a session, and what each step changes in what is known of it. Nothing here judges."""
from __future__ import annotations

from mcp_hooks.transcripts.eras import MODERN_ERRORS, known
from mcp_hooks.transcripts.event import LEGACY, MODERN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.state import State


def asked(state: State, event: Event) -> None:
    """The client sends initialize."""
    if state.initialize_request is None:
        state.initialize_request = event
        declared = event.params.get('capabilities')
        state.client_capabilities = declared if isinstance(declared, dict) else None
    if state.forced_era is None and state.initialize_response is None:
        state.era = LEGACY
        state.revision = event.revision


def answered(state: State, event: Event, result: dict[str, Any]) -> None:
    """The server answers initialize with a result."""
    if state.initialize_response is not None:
        return
    state.initialize_response = event
    declared = result.get('capabilities')
    state.server_capabilities = declared if isinstance(declared, dict) else None
    if state.forced_era is None:
        state.era = LEGACY
        state.revision = event.revision
    http = event.frame.http if event.frame is not None else None
    if http is not None:
        state.http_session = http.response_headers.get('mcp-session-id', '')


def discovered(state: State, result: dict[str, Any]) -> None:
    """The server answers server/discover."""
    declared = result.get('capabilities')
    if isinstance(declared, dict) and state.initialize_response is None:
        state.server_capabilities = declared
    _supports(state, result.get('supportedVersions'))


def _supports(state: State, versions: Any) -> None:
    if isinstance(versions, list):
        state.supported_versions = [version for version in versions[:100] if isinstance(version, str)]


def refused(state: State, event: Event, method: str) -> None:
    """An error answers what opens a session, or says that the version is none that the server speaks."""
    error = event.error
    if not isinstance(error, dict):
        return
    if method == 'initialize':
        state.initialize_error = event
    code = error.get('code')
    if code not in MODERN_ERRORS:
        return
    state.forget()
    data = error.get('data')
    if code == -32022 and isinstance(data, dict):
        _supports(state, data.get('supported'))
    if method == 'initialize' and state.forced_era is None and state.initialize_response is None:
        state.era = MODERN  # the server speaks nothing else, so what follows is judged by that
        state.revision = known(state.supported_versions[0] if state.supported_versions else None, True)
