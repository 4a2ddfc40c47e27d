"""Which file of this tree a line of a diff speaks of: quotes, prefixes, and folders that were compared."""
from __future__ import annotations

from mcp_hooks.sources import git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Exists = Callable[[str], bool]

PREFIXES = ('a/', 'b/', 'c/', 'i/', 'o/', 'w/')  # git's own, diff.mnemonicPrefix among them
NOWHERE = '/dev/null'
DEEPEST = 200  # folders that a path may lie in
FOLDERS = 20  # of the name of a compared folder: each costs a look at the disk
LONGEST = 10_000  # bytes of a header line: two paths as long as systems have them


def of_line(name: bytes) -> str:
    """What stands behind ``---`` or ``+++``."""
    name = name.rstrip(b'\r\t')  # git ends a name with blanks by a tab
    if not name.startswith(b'"'):
        name = name.partition(b'\t')[0]  # diff -u puts a time behind
    return unquoted(name)


def of_header(both: bytes, exists: Exists | None) -> str | None:
    """The path of ``A B``, where A and B are the same but for their prefixes; None for a rename, which is told elsewhere."""
    if len(both) > LONGEST:
        return None
    for old, new in _halves(both):
        if old == new:  # --no-prefix; or one prefix for both sides
            if exists is not None and not exists(new) and '/' in new and exists(new.partition('/')[2]):
                return new.partition('/')[2]
            return new
        short = new.partition('/')[2]
        if short and short == old.partition('/')[2]:
            return short
    return None


def _halves(both: bytes) -> Iterator[tuple[str, str]]:
    if both.startswith(b'"'):
        end = _end_of_quote(both)
        if both[end:end + 1] == b' ':
            yield unquoted(both[:end]), unquoted(both[end + 1:])
        return
    if both.endswith(b'"') and b' "' in both:
        at = both.index(b' "')
        yield git.decode(both[:at]), unquoted(both[at + 1:])
        return
    middle = len(both) // 2
    if both[middle:middle + 1] == b' ':
        yield git.decode(both[:middle]), git.decode(both[middle + 1:])
    # prefixes of different lengths; both sides end alike
    slash = both.find(b'/')
    at = both.find(b' ')
    while slash >= 0 and at >= 0:
        other = both.find(b'/', at)
        if other < 0:
            return
        if slash < at <= other and at - slash == len(both) - other:
            yield git.decode(both[:at]), git.decode(both[at + 1:])
        at = both.find(b' ', at + 1)


def _end_of_quote(text: bytes) -> int:
    at = 1
    while at < len(text) and text[at:at + 1] != b'"':
        at += 2 if text[at:at + 1] == b'\\' else 1
    return at + 1


def of_pair(before: str, after: str, exists: Exists | None) -> str:
    """The path of ``--- before`` and ``+++ after`` where no line of git told it."""
    if after[:2] in PREFIXES and (before[:2] in PREFIXES or before in ('', NOWHERE)):
        return after if exists is not None and exists(after) and not exists(after[2:]) else after[2:]
    after = after.removeprefix('./')
    if exists is None or exists(after):
        return after
    # diff -r OLD NEW: both sides end with the path
    old, new = before.replace('\\', '/').split('/'), after.replace('\\', '/').split('/')
    if before == NOWHERE:
        old = ['', *new[1:]]
    same = 0
    while same < min(len(old), len(new), DEEPEST) and old[-1 - same] == new[-1 - same]:
        same += 1
    path = '/'.join(new[len(new) - same:])
    return path if path and exists(path) else after


def of_one_side(name: str, exists: Exists | None) -> str | None:
    """A path that one side only has: what is behind the name of the folder that was compared."""
    parts = name.removeprefix('./').split('/')
    for at in range(min(len(parts), FOLDERS)):  # the folder that was compared may lie anywhere
        path = '/'.join(parts[at:])
        if exists is not None and exists(path):
            return path
    return None


def of_binary(line: bytes, exists: Exists | None) -> str | None:
    """``Binary files OLD and NEW differ``."""
    both = line.removeprefix(b'Binary files ').removesuffix(b' differ')
    old, _, new = both.rpartition(b' and ')
    path = unquoted(new)
    return None if path == NOWHERE else of_pair(unquoted(old), path, exists)


ESCAPES = {b'n': b'\n', b't': b'\t', b'r': b'\r', b'a': b'\a', b'b': b'\b', b'f': b'\f', b'v': b'\v', b'\\': b'\\', b'"': b'"'}


def unquoted(name: bytes) -> str:
    """Undo git's C-style quotes."""
    if len(name) < 2 or name[:1] != b'"' or name[-1:] != b'"':
        return git.decode(name)
    out = bytearray()
    at, end = 1, len(name) - 1
    while at < end:
        char = name[at:at + 1]
        at += 1
        if char != b'\\':
            out += char
            continue
        digits = name[at:at + 3]
        if len(digits) == 3 and all(48 <= digit <= 55 for digit in digits):
            out.append(int(digits, 8) & 255)
            at += 3
        else:
            out += ESCAPES.get(name[at:at + 1], name[at:at + 1])
            at += 1
    return git.decode(bytes(out))
