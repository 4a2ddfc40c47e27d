"""What the loggers of clients say of a session beside its messages."""
from __future__ import annotations

from mcp_hooks.transcripts.readers.words import seconds

# what a remark is
START = 'start'  # a server is started
NOISE = 'noise'  # what follows stood on the channel, and was no message
STDERR = 'stderr'
NOTHING = 'nothing'  # of a known logger, and of no interest here


def read(text: str, logged: bool) -> tuple[str, str, str] | None:
    """(kind, what stands before the remark, the text that it shows) of a line without JSON. None when the line is none of theirs.
    ``logged``: a line with a time is a logger's, for no message stands at the beginning of a line here."""
    if 'Failed to parse message: ' in text:
        # VS Code, of a line on stdout that is no message
        return NOISE, text, _unquoted(text.partition('Failed to parse message: ')[2])
    if text.endswith('is not valid JSON') or 'is not valid JSON {' in text:
        if text.startswith(('stack:', 'at ', 'SyntaxError', '`')):
            return NOTHING, '', ''
        # Claude Desktop, of the same; it shows the first ten characters
        prefix, _, said = text.partition('Unexpected ')
        return NOISE, prefix, said.partition('is not valid JSON')[0].partition(', ')[2].strip(' .')
    if '[server stderr]' in text:
        return STDERR, '', text.partition('[server stderr]')[2].strip()
    if text.endswith('Connection state: Starting') or 'Initializing server...' in text:
        return START, text, ''
    if logged and text[:4].isdigit() and seconds(text[:23].rstrip('Z ')) is not None:
        return NOTHING, '', ''
    return None


def _unquoted(said: str) -> str:
    from json import loads
    try:
        value = loads(said)
    except (ValueError, RecursionError):
        return said.strip('"')
    return value if isinstance(value, str) else said
