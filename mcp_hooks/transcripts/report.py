"""What the look at one or more captures brings home."""
from __future__ import annotations

from mcp_hooks.report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp_hooks.rules.rule import Rule

PASS, FAIL, NOT_APPLICABLE = 'pass', 'fail', 'not-applicable'
SLOWEST = 5
TOOLS = 1000  # names that are counted one by one


class Slow:
    """A call and how long its answer took, in seconds."""

    __slots__ = ('line', 'method', 'path', 'seconds', 'tool')

    def __init__(self, seconds: float, method: str, tool: str, path: str, line: int) -> None:
        self.seconds = seconds
        self.method = method
        self.tool = tool
        self.path = path
        self.line = line


class Metrics:
    """Counts over all captures of a run. ``unanswered`` are requests without a response, ``orphans`` responses without a
    request, ``errors`` error responses, ``tool_errors`` results with ``isError``; ``tools`` name → calls."""

    __slots__ = ('batches', 'errors', 'fastest_kept', 'http', 'malformed', 'noise', 'notifications', 'orphans', 'requests',
                 'responses', 'revisions', 'sessions', 'slowest', 'stderr', 'tool_errors', 'tools', 'truncated', 'unanswered')

    def __init__(self) -> None:
        self.sessions = 0
        self.malformed = 0
        self.requests = 0
        self.responses = 0
        self.notifications = 0
        self.batches = 0
        self.noise = 0
        self.truncated = 0
        self.stderr = 0
        self.http = 0
        self.errors = 0
        self.tool_errors = 0
        self.orphans = 0
        self.unanswered = 0
        self.tools: dict[str, int] = {}
        self.revisions: dict[str, int] = {}
        self.slowest: list[Slow] = []
        self.fastest_kept = -1e18  # seconds: what is faster than this is not among the slowest

    @property
    def messages(self) -> int:
        """Requests, responses, notifications, and what is none of them."""
        return self.requests + self.responses + self.notifications + self.malformed

    def took(self, slow: Slow) -> None:
        """Keep it if it is among the slowest."""
        self.slowest.append(slow)
        self.slowest.sort(key=lambda one: -one.seconds)
        del self.slowest[SLOWEST:]
        if len(self.slowest) == SLOWEST:
            self.fastest_kept = self.slowest[-1].seconds

    def clean(self, of: Callable[[str], str]) -> None:
        """Take credentials out of names that came from a capture."""
        tools: dict[str, int] = {}
        for name, count in self.tools.items():
            shown = of(name)
            tools[shown] = tools.get(shown, 0) + count
        self.tools = tools
        for slow in self.slowest:
            slow.tool, slow.method = of(slow.tool), of(slow.method)

    def as_data(self) -> dict[str, Any]:
        """For the JSON report."""
        return {
            'sessions': self.sessions, 'revisions': dict(sorted(self.revisions.items())), 'messages': self.messages,
            'requests': self.requests, 'responses': self.responses, 'notifications': self.notifications,
            'batches': self.batches, 'errors': self.errors, 'tool_errors': self.tool_errors,
            'unanswered': self.unanswered, 'orphans': self.orphans, 'noise': self.noise, 'truncated': self.truncated,
            'stderr': self.stderr, 'http': self.http, 'tools': dict(sorted(self.tools.items())),
            'slowest': [{'method': one.method, 'tool': one.tool, 'ms': round(one.seconds * 1000, 3), 'path': one.path,
                         'line': one.line} for one in self.slowest],
        }


class SessionReport(Report):
    """``checks`` name → pass, fail or not-applicable; ``repeats`` finding → (how often, its first lines)."""

    __slots__ = ('checks', 'metrics', 'repeats', 'timeline')

    def __init__(self, rules: tuple[Rule, ...] = ()) -> None:
        super().__init__(rules)
        self.metrics = Metrics()
        self.checks: dict[str, str] = {rule.name: NOT_APPLICABLE for rule in rules}
        self.repeats: dict[Any, tuple[int, tuple[int, ...]]] = {}
        self.timeline: Any = None
