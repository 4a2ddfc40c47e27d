"""The change of a text as a unified diff, with what may be shown of each line."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NO_END = '\n\\ No newline at end of file'  # as diff and git write it; no line of a text holds a line end


def diff(path: str, old: str, new: str, clean: Callable[[str], str] = str) -> str:
    """A unified diff, '' when nothing changed. ``clean`` masks credentials and what a terminal would obey, line by line.

    Lines are those that end in LF; other line ends stand inside of them.
    """
    import difflib

    if old == new:
        return ''
    out = []
    for line in difflib.unified_diff(_lines(old), _lines(new), f'a/{path}', f'b/{path}', lineterm=''):
        line, mark, _ = line.partition(NO_END)
        kept = line[:1] + clean(line[1:]) if line[:1] in ' +-' and not line.startswith(('--- ', '+++ ')) else clean(line)
        out.append(kept + mark)
    return '\n'.join(out) + '\n'


def _lines(text: str) -> list[str]:
    """The lines for a diff: no empty line after the last line's end, and a word where that end is missing."""
    lines = text.split('\n')
    if lines[-1]:
        lines[-1] += NO_END
    else:
        lines.pop()
    return lines
