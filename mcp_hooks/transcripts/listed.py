"""The tools that a server has listed, page by page."""
from __future__ import annotations

from mcp_hooks.transcripts.event import REQUEST
from mcp_hooks.transcripts.ids import KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.state import State


class Listed:
    """Takes the pages in, and keeps ``tools`` and ``tools_complete`` of a state. A list is complete when its pages follow each
    other from the first to the last."""

    __slots__ = ('_pages',)

    def __init__(self) -> None:
        self._pages: tuple[dict[str, dict[str, Any]], Any] | None = None  # tools so far, the cursor that goes on

    def take(self, state: State, request: Event, result: dict[str, Any]) -> None:
        """Take in what answers a tools/list."""
        listed = result.get('tools')
        if not isinstance(listed, list):
            return
        page = {tool['name']: tool for tool in listed if isinstance(tool, dict) and isinstance(tool.get('name'), str)}
        cursor = request.params.get('cursor') if request.kind == REQUEST else ''
        following = result.get('nextCursor')
        if cursor is None:
            pages: dict[str, dict[str, Any]] | None = {}
        elif self._pages is not None and self._pages[1] == cursor:
            pages = self._pages[0]
        else:
            pages = None
        self._pages = None
        if pages is None or len(pages) + len(page) > KEPT:
            state.tools_complete = False
            _learn(state, page)
            return
        pages.update(page)
        if following is None:
            state.tools = pages
            state.tools_complete = True
        else:
            self._pages = pages, following
            state.tools_complete = False
            _learn(state, page)


def _learn(state: State, page: dict[str, dict[str, Any]]) -> None:
    if len(state.tools) + len(page) > KEPT:
        state.tools = {}
    state.tools = {**state.tools, **page}
