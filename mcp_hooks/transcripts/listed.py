"""The tools that a server has listed, page by page."""
from __future__ import annotations

from mcp_hooks.transcripts.event import REQUEST
from mcp_hooks.transcripts.ids import KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.state import State


def take(state: State, request: Event, result: dict[str, Any]) -> None:
    """Take in what answers a tools/list. A list is complete when its pages follow each other from the first to the last."""
    listed = result.get('tools')
    if not isinstance(listed, list):
        return
    page = {tool['name']: tool for tool in listed if isinstance(tool, dict) and isinstance(tool.get('name'), str)}
    cursor = request.params.get('cursor') if request.kind == REQUEST else ''
    following = result.get('nextCursor')
    if cursor is None:
        pages: dict[str, dict[str, Any]] | None = {}
    elif state.pages is not None and state.pages[1] == cursor:
        pages = state.pages[0]
    else:
        pages = None
    state.pages = None
    if pages is None or len(pages) + len(page) > KEPT:
        state.tools_complete = False
        _learn(state, page)
        return
    pages.update(page)
    if following is None:
        state.tools = pages
        state.tools_complete = True
    else:
        state.pages = pages, following
        state.tools_complete = False
        _learn(state, page)


def _learn(state: State, page: dict[str, dict[str, Any]]) -> None:
    if len(state.tools) + len(page) > KEPT:
        state.tools = {}
    state.tools = {**state.tools, **page}
