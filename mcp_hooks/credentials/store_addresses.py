"""References that are no variables: addresses in stores of secrets, commands that print a secret, expressions of programs.

Loaded for a value that begins like one.
"""

from __future__ import annotations

from mcp_hooks.credentials.randomness import CERTAIN, weigh
from mcp_hooks.credentials.reference_forms import COLONED, COMMANDS, EXPRESSIONS, PREFIXED, SCHEMES
from mcp_hooks.credentials.references import CODE, COMMAND, LETTERS, LONGEST, OP, STORE, WORD, Reference, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FILES = ('file:/', 'file:./', 'file:../', 'file:~/')


def kept_in_a_store(value: str) -> Iterator[Reference]:
    """Addresses in a store of secrets, and an expression that a program reads a variable by."""
    stripped = value.lstrip()
    lead = len(value) - len(stripped)
    if not stripped:
        return
    head = stripped[:40].lower()
    if head.startswith(SCHEMES):
        kind = OP if head.startswith('op://') else STORE
        yield Reference(lead, _end_of_address(value, lead), kind, stripped[:LONGEST].strip())
        return
    if head.startswith(EXPRESSIONS):
        yield Reference(lead, _end_of_address(value, lead), CODE, stripped[:LONGEST].strip())
        return
    if head.startswith(PREFIXED):
        colon = value.index(':', lead)
        end = run(value, colon + 1, WORD)
        if end > colon + 1 and end == len(value.rstrip()) and value[colon + 1] in LETTERS and (
            value[colon + 1 : end].isupper() or (head[:4] == 'env:' and _reads_like_a_path(value[colon + 1 : end]))
        ):
            yield Reference(lead, end, STORE, value[colon + 1 : end])
            return
    mark = next((mark for mark in COLONED if head.startswith(mark)), '')
    if mark and _reads_like_a_path(stripped[len(mark) :].replace(':', '/')):
        yield Reference(lead, len(value.rstrip()), STORE, stripped[:LONGEST].strip())
        return
    if head.startswith(_FILES) and not any(sign.isspace() for sign in stripped.rstrip()):
        yield Reference(lead, len(value.rstrip()), STORE, stripped[:LONGEST].strip())
        return
    if head.startswith('pass:') and '/' in stripped and stripped[5:].strip().replace('/', '').replace('-', '').isalpha():
        yield Reference(lead, len(value.rstrip()), STORE, stripped[5:LONGEST].strip())  # an entry of pass; OpenSSL's has no slash
        return
    if stripped.startswith('projects/') and '/secrets/' in stripped[:LONGEST]:  # Google Secret Manager's resource name
        yield Reference(lead, _end_of_address(value, lead), STORE, stripped[:LONGEST].strip())
        return
    at = value.find('op://', 1)
    while at > 0:
        if value[at - 1] not in WORD:
            end = _end_of_address(value, at)
            yield Reference(at, end, OP, value[at : min(end, at + LONGEST)])
            at = value.find('op://', end)
        else:
            at = value.find('op://', at + 5)


def _reads_like_a_path(text: str) -> bool:
    """``mcp/DB_PASS``: words with slashes or signs of names between them, and nothing that a machine made."""
    text = text.strip()
    return len(text) <= LONGEST and all(sign.isalnum() or sign in '/_-.' for sign in text) and all(
        weigh(part).weight > CERTAIN for part in text.split('/')
    )


def printed_by_a_command(value: str) -> Iterator[Reference]:
    """A command of a store that stands for what it prints: ``op read …``."""
    text = value.strip()
    if len(text) <= LONGEST and text.startswith(COMMANDS) and '\n' not in text:
        if all(weigh(word).weight > CERTAIN or '://' in word for word in text.split()):
            start = value.index(text)
            yield Reference(start, start + len(text), COMMAND, text)


def _end_of_address(value: str, start: int) -> int:
    """An address runs to a quote or the end; blanks belong to it only where nothing but the address stands in the value."""
    if start == 0 or not value[:start].strip():
        for mark in '"\'\n':
            cut = value.find(mark, start)
            if cut > start and '[' not in value[start:cut] and '(' not in value[start:cut]:
                return cut
        # `op://vault/item name/field` may hold blanks, a second word with a secret in it may follow: the first word decides
        first = value[start:].split(None, 1)
        if len(first) == 2 and '/' not in first[1] and not first[0].startswith(('!', '$', '@', 'enc[', 'ENC[')):
            return start + value[start:].index(first[0]) + len(first[0])
        return len(value.rstrip())
    end = start
    while end < len(value) and value[end] not in ' \t\r\n"\'`<>|;&':
        end += 1
    return end
