"""Messages that a logger cut: what can still be read of them."""
from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

_MARKS = ('truncated', '…', '...', 'more bytes', 'more characters', 'omitted')


def is_cut(text: str) -> bool:
    """Whether a text ends, or near its end says, that it was cut: ``...[11759 chars truncated]...``, ``…[truncated 9 chars]…``.

    A message that merely speaks of it does not end there: it ends with its closing brace.
    """
    tail = text[-80:].rstrip()
    if tail.endswith('}') and not tail.endswith(']…}') and '[truncated' not in tail and 'truncated]' not in tail:
        return False
    return any(mark in tail for mark in _MARKS)


@cache
def _envelope() -> tuple[re.Pattern[str], re.Pattern[str]]:
    import re
    return (re.compile(r'"id"\s{0,9}:\s{0,9}(-?\d{1,18}|"[^"\\]{0,200}")'),
            re.compile(r'"method"\s{0,9}:\s{0,9}"([A-Za-z0-9_./$-]{1,100})"'))


def envelope(text: str) -> dict[str, Any] | None:
    """id and method of a cut message, where they stand before anything nested could name another; None where they do not."""
    identifier, method = _envelope()
    before = len(text)
    for name in ('"params"', '"result"', '"error"'):
        at = text.find(name)
        if at >= 0:
            before = min(before, at)
    head = text[:min(before, 2000)]
    found: dict[str, Any] = {'jsonrpc': '2.0'}
    number = identifier.search(head)
    if number is not None:
        word = number[1]
        found['id'] = word[1:-1] if word.startswith('"') else int(word)
    name_of = method.search(head)
    if name_of is not None:
        found['method'] = name_of[1]
    return found if len(found) > 1 else None
