"""Values as PyYAML types them, by YAML 1.1: `yes`, `1_000` and `12:30` are no strings, `1e3`, `0o17` and `0912` are.

Loaded for the files of programs that read with it.
"""
from __future__ import annotations

from mcp_hooks.documents.node import BOOLEAN, NUMBER, STRING
from mcp_hooks.memory import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

    from mcp_hooks.documents.node import Document, Node

DATE = 'date'
LONGEST = 100
_WORDS = frozenset(('yes', 'no', 'on', 'off', 'true', 'false'))


def kind_of(document: Document, node: Node) -> str:
    """The kind that PyYAML gives to a scalar: one of documents.node, or ``DATE``; the node's own for all but plain scalars."""
    text = document.text[node.start:node.end]
    if node.kind not in (STRING, NUMBER, BOOLEAN) or not text or len(text) > LONGEST:
        return node.kind
    if text[0] in '"\'|>!&*' or (node.kind == STRING and node.value != text):
        return node.kind
    if text in (text.lower(), text.upper(), text.capitalize()) and text.lower() in _WORDS:
        return BOOLEAN
    if text[0] not in '+-.0123456789':
        return node.kind
    number, date = _patterns()
    if number.match(text):
        return NUMBER
    return DATE if date.match(text) else STRING


@cache
def _patterns() -> tuple[Pattern[str], Pattern[str]]:
    """Numbers and dates, from the resolvers of https://github.com/yaml/pyyaml/blob/main/lib/yaml/resolver.py (2026-12-01)."""
    import re

    number = (r'[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*(?::[0-5]?[0-9])*'
              r'|[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|\.(?:inf|Inf|INF))\Z'
              r'|\.(?:nan|NaN|NAN)\Z|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?\Z')
    date = (r'[0-9]{4}-[0-9]{2}-[0-9]{2}\Z|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}'
            r'(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?\Z')
    return re.compile(number), re.compile(date)
