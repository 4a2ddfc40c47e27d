"""Debug lines of the Python SDK: messages as the repr of its models, evaluated by nobody.

``Sending client message: root=JSONRPCRequest(method='initialize', params={…}, jsonrpc='2.0', id=0)`` and, for servers over SSE,
``chunk: b'event: message\\r\\ndata: {…}\\r\\n\\r\\n'``.
"""
from __future__ import annotations

from mcp_hooks.transcripts.message import C2S, S2C

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from typing import Any

LONGEST = 1 << 20
MODELS = ('JSONRPCRequest(', 'JSONRPCNotification(', 'JSONRPCResponse(', 'JSONRPCError(')


def direction(prefix: str) -> str:
    """Who sent what the line shows: the logger's name says which side keeps the log."""
    low = prefix.lower()
    if 'client message' in low:
        return C2S
    if 'server message' in low or 'sse message' in low or 'chunk:' in low:
        return S2C
    server = 'mcp.server' in low
    if 'sending' in low or 'sent' in low:
        return S2C if server else C2S
    if 'receiv' in low or 'got' in low or 'validated' in low:
        return C2S if server else S2C
    return ''


def message(line: str) -> tuple[int, Any] | None:
    """(where the repr begins, the message) of a line that shows a model; the message is None when it cannot be read back."""
    start = min((at for at in map(line.find, MODELS) if at >= 0), default=-1)
    if start < 0:
        return None
    return start, (_message(line[start:]) if len(line) - start <= LONGEST else None)


def chunk(line: str) -> str | None:
    """The text of an event stream's chunk that sse-starlette logged, None when the line is no such line."""
    at = line.find('chunk: b')
    if at < 0 or len(line) > LONGEST:
        return None
    import ast
    try:
        found = ast.literal_eval(line[at + 7:].strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return found.decode('utf-8', 'replace') if isinstance(found, bytes) else None


def _message(text: str) -> Any:
    import ast
    end = _closing(text)
    if end < 0:
        return None
    try:
        tree = ast.parse(text[:end], mode='eval').body
        value = _value(tree, 0)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if isinstance(value, dict) else None


def _closing(text: str) -> int:
    """Behind the parenthesis that closes the first one; strings are stepped over. -1 when it never closes."""
    depth, at, size = 0, 0, len(text)
    while at < size:
        char = text[at]
        if char in '\'"':
            at += 1
            while at < size and text[at] != char:
                at += 2 if text[at] == '\\' else 1
        elif char in '([{':
            depth += 1
        elif char in ')]}':
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return -1


def _value(node: ast.AST, depth: int) -> Any:
    """Constants, containers, and calls as objects of their keyword arguments: a model's None is a member that is absent."""
    import ast
    if depth > 200:
        raise ValueError('too deep')
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Dict):
        return {str(_value(key, depth + 1)): _value(value, depth + 1)
                for key, value in zip(node.keys, node.values, strict=True) if key is not None}
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(item, depth + 1) for item in node.elts]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, depth + 1)
        if isinstance(value, int | float):
            return -value
    if isinstance(node, ast.Call):
        members = {word.arg: _value(word.value, depth + 1) for word in node.keywords if word.arg is not None}
        return {name: value for name, value in members.items() if value is not None}
    raise ValueError('no plain value')
