"""Unified diffs, of git and of others: which files are left after them, and which of their lines are new."""
from __future__ import annotations

from mcp_hooks.sources import diff_paths as paths
from mcp_hooks.sources import git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.sources.diff_paths import Exists

Ranges = tuple[tuple[int, int], ...]

WHOLE: Ranges = ((1, 1 << 60),)  # every line
MOST_MOVED = 2_000_000  # ranges of added lines that are carried on through later commits


class Section:
    """What a diff says of one file. ``path`` is None where the file is gone, which was at ``gone``; ``whole`` where its lines are
    not told; ``ids`` are those of the ``index`` line. ``edits`` are runs of (first old line, old lines, first new line, new lines)."""

    __slots__ = ('edits', 'gone', 'ids', 'path', 'source', 'told', 'whole')

    def __init__(self, path: str | None = None, *, told: bool = False, whole: bool = False) -> None:
        self.path = path
        self.told = told  # the header or a rename said the path: what +++ says is no better
        self.whole = whole
        self.gone: str | None = None
        self.source: str | None = None  # renamed or copied from here
        self.ids: tuple[bytes, bytes] | None = None
        self.edits: list[list[int]] = []


def parse(data: bytes, exists: Exists | None = None) -> dict[str, Ranges]:
    """Path → its added lines, from 1, as (first, last). A file that was only renamed, got another mode, or only lost lines is
    there with no lines; a binary one, or one of a combined diff, with all. See ``sections``."""
    return lines_of(sections(data, exists))


def lines_of(found: list[Section]) -> dict[str, Ranges]:
    """The same of sections that were read before. Where several commits change a file, its lines are those after the last."""
    by_path: dict[str, list[Section]] = {}
    for one in found:
        if one.path is not None:
            by_path.setdefault(one.path, []).append(one)
    out = {}
    for path, several in by_path.items():
        # what earlier commits added under the former name is not followed
        renamed = any(one.source in by_path and one.source != path for one in several)
        out[path] = WHOLE if renamed or any(one.whole for one in several) else _after_all(several)
    return out


def sections(data: bytes, exists: Exists | None = None) -> list[Section]:
    """One section for each file that the diff speaks of, in its order; none at all when the text is no diff.

    Lines inside a hunk are counted, never read as headers. ``exists`` tells a path of this tree from one with a prefix that git
    did not write (``b/``, ``new/``). Colors and UTF-16 (what PowerShell makes of ``>``) are taken off.
    """
    reader = _Reader(exists)
    for line in _plain(data).split(b'\n'):
        reader.take(line)
    return reader.found


def _plain(data: bytes) -> bytes:
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        data = data.decode('utf-16', 'replace').encode('utf-8', 'replace')
    data = data.removeprefix(b'\xef\xbb\xbf')
    if b'\x1b[' in data:
        import re

        data = re.sub(rb'\x1b\[[0-9;]*[mK]', b'', data)
    return data


class _Reader:
    """Line by line. ``found`` has a section as soon as anything but its first line speaks of a change."""

    def __init__(self, exists: Exists | None) -> None:
        self.exists = exists
        self.found: list[Section] = []
        self.now: Section | None = None
        self.before = ''
        self.is_open = False  # between the first line of a section of git and its first hunk
        self.old = self.new = self.old_at = self.new_at = 0

    def take(self, line: bytes) -> None:
        if self.old > 0 or self.new > 0:
            self._in_hunk(line)
            return
        first = line[:1]
        if first == b'@':
            self._hunk(line)
        elif first in b'+-' and first:
            self._name(line)
        elif line.startswith(b'diff --'):
            self._first(line.rstrip(b'\r'))
        elif first in b'BGO*' and first:
            self._without_lines(line.rstrip(b'\r'))
        elif self.is_open:
            self._more(line.rstrip(b'\r'))

    def _in_hunk(self, line: bytes) -> None:
        sign = line[:1]
        if sign == b'+':
            self._edit(0, 1)
            self.new, self.new_at = self.new - 1, self.new_at + 1
        elif sign == b'-':
            self._edit(1, 0)
            self.old, self.old_at = self.old - 1, self.old_at + 1
        elif line in (b'', b'\r') or sign == b' ':  # context; some mailers take the blank off an empty line
            self.old, self.new, self.old_at, self.new_at = self.old - 1, self.new - 1, self.old_at + 1, self.new_at + 1
        elif sign != b'\\':  # cut short, or a diff of words
            self.old = self.new = 0
            if self.now is not None:
                self.now.whole = True
            self.take(line)

    def _edit(self, gone: int, added: int) -> None:
        if self.now is None:
            return
        edits = self.now.edits
        if edits and edits[-1][0] + edits[-1][1] == self.old_at and edits[-1][2] + edits[-1][3] == self.new_at:
            edits[-1][1] += gone
            edits[-1][3] += added
        else:
            edits.append([self.old_at, gone, self.new_at, added])

    def _begin(self, section: Section, *, count: bool = True) -> Section:
        self.now = section
        self.is_open = False
        if count:
            self.found.append(section)
        return section

    def _counted(self) -> Section | None:
        if self.now is not None and (not self.found or self.found[-1] is not self.now):
            self.found.append(self.now)
        return self.now

    def _hunk(self, line: bytes) -> None:
        self.is_open = False
        if line.startswith(b'@@@'):
            if self.now is not None:
                self.now.whole = True
        elif line.startswith(b'@@ '):
            self.old_at, self.old, self.new_at, self.new = hunk(line)

    def _first(self, line: bytes) -> None:
        """``diff --git A B``, ``diff --cc A``, ``diff --combined A``."""
        if line.startswith(b'diff --git '):
            path = paths.of_header(line[11:], self.exists)
            self._begin(Section(path, told=path is not None), count=False)
            self.is_open = True
        elif line.startswith((b'diff --cc ', b'diff --combined ')):
            self._begin(Section(paths.unquoted(line.split(b' ', 2)[-1]), told=True, whole=True))
            self.is_open = True

    def _more(self, line: bytes) -> None:
        """What stands between the first line of a section and its names."""
        head, _, rest = line.partition(b' ')
        if head in (b'old', b'new', b'deleted', b'similarity', b'dissimilarity', b'rename', b'copy', b'index', b'mode'):
            now = self._counted()
            if now is None:
                return
            if head == b'deleted':
                now.gone, now.path, now.told = now.path, None, True
            elif head in (b'rename', b'copy') and rest.startswith(b'to '):
                now.path, now.told = paths.unquoted(rest[3:]), True
            elif head in (b'rename', b'copy') and rest.startswith(b'from '):
                now.source = paths.unquoted(rest[5:])
            elif head == b'index':
                old, dots, new = rest.partition(b' ')[0].partition(b'..')
                now.ids = (old, new) if dots else None

    def _name(self, line: bytes) -> None:
        """``--- NAME`` and ``+++ NAME``."""
        if line.startswith(b'--- '):
            self.before = paths.of_line(line[4:])
            if not self.is_open:
                self.now = None
        elif line.startswith(b'+++ '):
            after = paths.of_line(line[4:])
            if self.now is None or not self.is_open:
                self._begin(Section())
            now = self._counted()
            self.is_open = False
            if now is not None and after == paths.NOWHERE:
                now.path = None
            elif now is not None and not now.told:
                now.path = paths.of_pair(self.before, after, self.exists)
            self.before = ''

    def _without_lines(self, line: bytes) -> None:
        """Files of which no lines are told."""
        if line.startswith(b'Binary files ') or line == b'GIT binary patch':
            now = self._counted() if self.is_open else None
            if now is None and line[:1] == b'B':
                now = self._begin(Section(paths.of_binary(line, self.exists)))
            elif now is not None and not now.told:
                now.path = paths.of_binary(line, self.exists)
            if now is not None:
                now.whole = True
        elif line.startswith(b'* Unmerged path '):
            self._begin(Section(paths.unquoted(line[16:]), whole=True))
        elif line.startswith(b'Only in '):  # diff -r without -N
            folder, colon, name = line[8:].partition(b': ')
            path = paths.of_one_side(git.decode(folder) + '/' + git.decode(name), self.exists) if colon and name else None
            if path is not None:
                self._begin(Section(path, whole=True))


def hunk(line: bytes) -> tuple[int, int, int, int]:
    """``@@ -1,2 +3,4 @@`` → 1, 2, 3, 4: first line and lines of the old side, then of the new side; zeros for nonsense."""
    words = line[:200].split(b' ', 3)
    try:
        first, _, old = words[1].removeprefix(b'-').partition(b',')
        begin, _, new = words[2].removeprefix(b'+').partition(b',')
        found = int(first), int(old or 1), int(begin), int(new or 1)
    except (IndexError, ValueError):
        return 0, 0, 0, 0
    if max(found) > WHOLE[0][1]:
        return 0, 0, 0, 0
    # a side without lines is told by the line before it
    return found[0] + (found[1] == 0), found[1], found[2] + (found[3] == 0), found[3]


# ---- lines

def _after_all(several: list[Section]) -> Ranges:
    """The lines that are new after all commits, of sections for one path: of one, or of a chain of them."""
    if len(several) == 1:
        return _added(several[0])
    ids = [one.ids for one in several if one.ids]
    pairs = list(zip(ids, ids[1:], strict=False)) if len(ids) == len(several) else []  # noqa: RUF007 — a module less to load
    newest_first = bool(pairs) and all(one[0] == other[1] for one, other in pairs)
    oldest_first = bool(pairs) and all(one[1] == other[0] for one, other in pairs)
    if not (newest_first or oldest_first) or len(several) * sum(len(one.edits) for one in several) > MOST_MOVED:
        return WHOLE
    lines: Ranges = ()
    for one in several if oldest_first else reversed(several):
        lines = _joined([*_moved(lines, one.edits), *_added(one)])
    return lines


def _added(one: Section) -> Ranges:
    return _joined([(first, first + count - 1) for _, _, first, count in one.edits if count])


def _joined(ranges: list[tuple[int, int]]) -> Ranges:
    out: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if out and first <= out[-1][1] + 1:
            out[-1] = out[-1][0], max(out[-1][1], last)
        else:
            out.append((first, last))
    return tuple(out)


def _moved(ranges: Ranges, edits: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Where lines of the old side stand on the new side; those that are gone fall out."""
    at, shift = 0, 0
    for first, last in ranges:
        begin = first
        while at < len(edits) and edits[at][0] <= last:
            old, gone, _, added = edits[at]
            if begin < old:
                yield begin + shift, old - 1 + shift
            begin = max(begin, old)
            if old + gone > last + 1:  # the next range may begin in what is gone here
                begin = last + 1
                break
            begin = max(begin, old + gone)
            shift += added - gone
            at += 1
        if begin <= last:
            yield begin + shift, last + shift
