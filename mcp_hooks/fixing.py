"""Mends what has one right answer: span edits, applied until nothing is left to mend, every other byte untouched."""
from __future__ import annotations

from mcp_hooks.findings import Edit, Finding, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

ROUNDS = 20  # one mended mistake may uncover another; a text that is still not at rest by then is left as it was
# what makes a text worse than it was, whatever the reader
_TOLERABLE = frozenset(('comment', 'trailing-comma', 'duplicate-key', 'lone-surrogate', 'empty'))


def chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes in the given order, without those that overlap an earlier one."""
    from bisect import bisect_left, insort

    taken: list[Fix] = []
    edits: list[Edit] = []  # in text order, none over another
    for fix in fixes:
        free = True
        for edit in fix.edits:
            at = bisect_left(edits, edit)
            if any(_overlap(edit, other) for other in edits[max(at - 1, 0):at + 1]):
                free = False
                break
        if free:
            taken.append(fix)
            for edit in fix.edits:
                insort(edits, edit)
    return taken


def _overlap(a: Edit, b: Edit) -> bool:
    return a.start == b.start or max(a.start, b.start) < min(a.end, b.end)


def apply(text: str, fixes: Iterable[Fix]) -> str:
    """``text`` with the fixes made; of two that overlap, the first.

    ValueError: an edit leaves the text, or the edits of one fix overlap.
    """
    edits = sorted(edit for fix in chosen(fixes) for edit in fix.edits)
    out = []
    at = 0
    for edit in edits:
        if edit.start < at or edit.end > len(text) or edit.end < edit.start:
            raise ValueError('edits overlap or leave the text')
        out.append(text[at:edit.start])
        out.append(edit.text)
        at = edit.end
    out.append(text[at:])
    return ''.join(out)


def fix_data(path: str, data: bytes, find: Callable[[str, bytes], Sequence[Finding]]) -> tuple[bytes, list[str]]:
    """The bytes of a file with everything mended that has one right answer, and what was done, in order.

    ``find`` gives the findings of (path, bytes). Encoding, line ends and all bytes outside of the edits stay; a byte-order mark
    stays unless it is the mistake. A text that cannot be decoded stays as it is.
    """
    from mcp_hooks.text import decode

    titles: list[str] = []
    before, seen = data, {data}
    for _ in range(ROUNDS):
        decoded = decode(data)
        if decoded.problem is not None:
            break
        fixes = [finding.fix for finding in find(path, data) if finding.fix is not None]
        mark = decoded.had_bom and any(not fix.edits for fix in fixes)  # a fix without edits takes the mark away
        made = harmless(path, decoded.text, [fix for fix in fixes if fix.edits])
        new = encoded(apply(decoded.text, made), decoded.encoding, decoded.had_bom and not mark)
        if new in seen:
            break
        seen.add(new)
        data = new
        titles.extend(fix.title for fix in made)
        titles.extend(fix.title for fix in fixes if mark and not fix.edits)
    else:
        return before, []  # it never came to rest: whatever was made of it is no answer
    return data, titles


def harmless(path: str, text: str, fixes: list[Fix]) -> list[Fix]:
    """The fixes that leave the text no worse to read than it was; one by one where all together do not."""
    fixes = chosen(fixes)
    before = _trouble(path, text)
    if not fixes or _trouble(path, apply(text, fixes)) <= before:
        return fixes
    good: list[Fix] = []
    for fix in fixes:
        if _trouble(path, apply(text, [*good, fix])) <= before:
            good.append(fix)
    return good


def _trouble(path: str, text: str) -> int:
    from mcp_hooks import documents

    document = documents.parse(text, documents.format_of(path, text))
    return sum(problem.code not in _TOLERABLE for problem in document.problems)


def encoded(text: str, encoding: str, bom: bool) -> bytes:
    """The bytes that ``text.decode`` read as this text: ``encoding`` and ``bom`` are what it said of them."""
    mark = {'utf-8': b'\xef\xbb\xbf', 'utf-16-le': b'\xff\xfe', 'utf-16-be': b'\xfe\xff'}[encoding] if bom else b''
    return mark + text.encode(encoding, 'surrogatepass')
