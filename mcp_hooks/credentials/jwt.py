"""Reads the claims of a JSON Web Token. The signature is never needed: the text says itself when it ends."""

from __future__ import annotations

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'  # noqa: S105 — a word, no value
_WORD = frozenset(_TOKEN)


class Token(NamedTuple):
    """A token from ``start`` to ``end``; ``claims`` is empty where the body cannot be read (an encrypted token).

    ``signed`` is False for a token with no signature, such as a truncated sample.
    """

    start: int
    end: int
    header: dict[str, object]
    claims: dict[str, object]
    signed: bool

    @property
    def expires(self) -> int | None:
        """``exp``, seconds since the epoch; None without one."""
        value = self.claims.get('exp')
        return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e14 else None


def scan(text: str) -> Iterator[Token]:
    """All tokens in ``text`` whose header is readable JSON with an ``alg`` or ``enc``."""
    at = text.find('eyJ')
    while at >= 0:
        end = at
        if (at == 0 or text[at - 1] not in _WORD) and not text[at : at + 16].strip(_TOKEN):
            token = _read(text, at)
            if token is not None:
                yield token
                end = token.end
        at = text.find('eyJ', max(end, at + 3))


def _read(text: str, at: int) -> Token | None:
    parts: list[str] = []
    position = at
    while len(parts) < 5:
        piece = text[position : position + 8192]
        length = len(piece) - len(piece.lstrip(_TOKEN))
        parts.append(piece[:length])
        position += length
        if text[position : position + 1] != '.':
            break
        position += 1
    if len(parts) < 2 or not parts[1]:
        return None
    header = _object(parts[0])
    if not header or not ('alg' in header or 'enc' in header or 'typ' in header):
        return None
    if text[position - 1 : position] == '.' and not parts[-1]:
        position -= 1
    claims = _object(parts[1]) if len(parts) <= 3 else {}
    return Token(at, position, header, claims or {}, len(parts) >= 3 and len(parts[2]) >= 20)


def _object(part: str) -> dict[str, object]:
    import binascii
    import json

    try:
        raw = binascii.a2b_base64(part.replace('-', '+').replace('_', '/') + '=' * (-len(part) % 4))
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def day(seconds: int) -> str:
    """The date in UTC, ISO 8601: ``2028-01-01``."""
    import time

    try:
        return time.strftime('%Y-%m-%d', time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return 'an unknown date'
