"""Text from a scanned file, made safe for where it is printed."""
from __future__ import annotations

# controls that move the cursor, and the Unicode marks that reorder or hide text (CVE-2021-42574)
_HIDDEN = (*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
_VISIBLE: dict[int, str] = {}


def visible(text: str, keep: str = '') -> str:
    """``text`` with everything that a terminal would act on written as an escape; ``keep`` names characters to leave."""
    if text.isascii() and text.isprintable():
        return text
    if not _VISIBLE:
        for code in (*_HIDDEN, *range(0xD800, 0xE000)):
            _VISIBLE[code] = f'\\x{code:02x}' if code < 0x100 else f'\\u{code:04x}'
        _VISIBLE.update({0x0A: '\\n', 0x0D: '\\r', 0x09: '\\t'})
    out = text.translate(_VISIBLE)
    for character in keep:
        out = out.replace(_VISIBLE[ord(character)], character)
    return out


def terminal_line(text: str) -> str:
    """One line for a terminal or a build log. A line that starts with ``::``, or holds ``##[``, is a command to a GitHub
    runner (actions/runner, ActionCommand.cs), so neither gets through."""
    line = visible(text).replace('##[', '# #[')
    return line.replace('::', ': :') if line.lstrip().startswith('::') else line


def workflow_data(text: str) -> str:
    """The message of a workflow command (actions/toolkit, command.ts)."""
    return visible(text, keep='\n').replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A').replace('##[', '# #[')


def workflow_property(text: str) -> str:
    """A property of a workflow command, such as ``file`` or ``title``."""
    return workflow_data(text).replace(':', '%3A').replace(',', '%2C')


def markdown_text(text: str) -> str:
    """Plain text inside Markdown, in a table cell too."""
    out = visible(text)
    for character in '\\`*_{}[]<>#|~!@':
        out = out.replace(character, f'&#{ord(character)};' if character in '<>|@`' else '\\' + character)
    return out


def html_text(text: str) -> str:
    out = visible(text, keep='\n\t')
    return out.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;').replace("'", '&#39;')
