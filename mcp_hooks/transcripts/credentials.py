"""Credentials in what was captured."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.transcripts.message import Frame


class Judge:
    """Looks at every frame, in passing."""

    def __init__(self, rules: tuple[Rule, ...], found: Callable[..., Any]) -> None:
        self.found = found

    def frame(self, frame: Frame) -> None:
        """Report the credentials of a frame."""

    def clean(self, frame: Frame | None, text: str) -> str:
        """A text without the credentials of the frame it speaks of."""
        return text


RULE: Rule
