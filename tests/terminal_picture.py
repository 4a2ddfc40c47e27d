"""A picture of a terminal, drawn from the coloured output of a command. Deterministic, and loads no font from anywhere."""
from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mcp_hooks.reports.escape import html_text

COLUMNS = 104
CELL, LINE, SIZE, MARGIN, TOP = 8.2, 19, 13.6, 18, 46
FONT = 'ui-monospace,SFMono-Regular,Menlo,Consolas,Liberation Mono,monospace'
# what our reports switch on (mcp_hooks.reports.text.COLOURS) → how it is drawn
STYLES = {'31;1': 'e', '33;1': 'w', '36;1': 'n', '1': 'b', '2': 'd', '32': 'h', '32;1': 'g'}
CSS = ('text{fill:#d5d8da;white-space:pre}.e{fill:#ff7b72;font-weight:700}.w{fill:#e3b341;font-weight:700}.n{fill:#79c0ff;font-weight:700}'
       '.b{font-weight:700;fill:#f0f3f6}.d{fill:#8b949e}.h{fill:#7ee787}.g{fill:#7ee787;font-weight:700}')


def leaking_example(root: Path) -> str:
    """What `mcp-hooks scan` prints in a copy of the bundled example."""
    from mcp_hooks.cli import main

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        shutil.copytree(root / 'examples/leaking', folder, dirs_exist_ok=True)
        os.chdir(folder)
        try:
            main(['scan', '--color', 'always', '--no-git', '--no-settings'])
        finally:
            os.chdir(before)
    return picture('mcp-hooks scan', out.getvalue())


def picture(command: str, output: str) -> str:
    """An SVG image of ``command`` and its output with ANSI colours."""
    lines = [[('d', '$ '), ('b', command)]]
    for line in output.rstrip('\n').split('\n'):
        lines += wrapped(list(parts_of(line)))
    rows = []
    for number, line in enumerate(lines):
        column, spans = 0, []
        for kind, text in line:
            if text.strip():
                lead = len(text) - len(text.lstrip())
                shown = text.strip()
                x = MARGIN + (column + lead) * CELL
                style = f' class="{kind}"' if kind else ''
                spans.append(f'<tspan x="{x:.1f}" textLength="{len(shown) * CELL:.1f}"{style}>{html_text(shown)}</tspan>')
            column += len(text)
        if spans:
            rows.append(f'<text y="{TOP + (number + 1) * LINE - 5}">{"".join(spans)}</text>')
    width, height = MARGIN * 2 + COLUMNS * CELL, TOP + len(lines) * LINE + MARGIN
    plain = html_text(f'$ {command}\n' + re.sub('\x1b\\[[0-9;]*m', '', output).rstrip('\n'))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" aria-labelledby="title text" '
            f'font-family="{FONT}" font-size="{SIZE}">\n<title id="title">A terminal: {html_text(command)}</title>\n'
            f'<desc id="text">{plain}</desc>\n'
            f'<style>{CSS}</style>\n<rect width="{width:.0f}" height="{height}" rx="9" fill="#161b22"/>\n'
            '<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/>'
            '<circle cx="62" cy="20" r="6" fill="#28c840"/>\n'
            + '\n'.join(rows) + '\n</svg>\n')


def parts_of(line: str) -> Iterator[tuple[str, str]]:
    """(class, text) of each part of a line with colours."""
    kind = ''
    for part in re.split('(\x1b\\[[0-9;]*m)', line):
        if part.startswith('\x1b['):
            code = part[2:-1]
            kind = '' if code == '0' else STYLES[code]
        elif part:
            yield kind, part


def wrapped(parts: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Long lines go on below, a little to the right; blanks of excerpts stay."""
    text = ''.join(part for _, part in parts)
    if len(text) <= COLUMNS:
        return [parts]
    kinds = [kind for kind, part in parts for _ in part]
    indent = '         ' if text.startswith('   ') else '    '
    lines: list[list[tuple[str, str]]] = []
    start, room = 0, COLUMNS
    while len(text) - start > room:
        cut = text.rfind(' ', start, start + room)
        lines.append(joined(text, kinds, start, cut, indent if start else ''))
        start, room = cut + 1, COLUMNS - len(indent)
    return [*lines, joined(text, kinds, start, len(text), indent)]


def joined(text: str, kinds: list[str], start: int, end: int, indent: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = [('', indent)] if indent else []
    for kind, character in zip(kinds[start:end], text[start:end], strict=True):
        if out and out[-1][0] == kind and not (len(out) == 1 and indent):
            out[-1] = kind, out[-1][1] + character
        else:
            out.append((kind, character))
    return out
