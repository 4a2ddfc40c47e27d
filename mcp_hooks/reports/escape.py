"""Text from a scanned file, made safe for where it is printed."""
from __future__ import annotations

# controls that move the cursor, the Unicode marks that reorder or hide text (CVE-2021-42574), tags that only machines read,
# and what XML forbids (U+FFFE, U+FFFF)
_HIDDEN = (*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F),
           *range(0x2060, 0x2070), 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFE, 0xFFFF, *range(0xE0000, 0xE0080))
DEFUSED = '##[', '# #['  # begins a command to a GitHub runner anywhere in a line (actions/runner, ActionCommand.cs)
_VISIBLE: dict[int, str] = {}
_MARKDOWN: dict[int, str] = {}


def visible(text: str, keep: str = '') -> str:
    """``text`` with everything that a terminal would act on written as an escape; ``keep`` names characters to leave."""
    if text.isascii() and text.isprintable():
        return text
    if not _VISIBLE:
        for code in (*_HIDDEN, *range(0xD800, 0xE000)):
            _VISIBLE[code] = f'\\x{code:02x}' if code < 0x100 else f'\\u{code:04x}'
        _VISIBLE.update({0x0A: '\\n', 0x0D: '\\r', 0x09: '\\t'})
    if keep:
        return text.translate({code: shown for code, shown in _VISIBLE.items() if chr(code) not in keep})
    return text.translate(_VISIBLE)


def sentences(message: str, more: str) -> str:
    """A message and its help in one line of text; the message becomes a sentence."""
    message = visible(message)
    if more and not message.endswith(('.', '!', '?')):
        message += '.'
    return f'{message} {visible(more)}' if more else message


def terminal_line(text: str) -> str:
    """One line for a terminal or a build log. A line that starts with ``::`` is a command to a GitHub runner, as is one with
    ``##[`` in it, so neither gets through."""
    line = visible(text).replace(*DEFUSED)
    return line.replace('::', ': :') if line.lstrip().startswith('::') else line


def workflow_data(text: str) -> str:
    """The message of a workflow command (actions/toolkit, command.ts)."""
    return visible(text, keep='\n').replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A').replace(*DEFUSED)


def workflow_property(text: str) -> str:
    """A property of a workflow command, such as ``file`` or ``title``."""
    return workflow_data(text).replace(':', '%3A').replace(',', '%2C')


def markdown_text(text: str) -> str:
    """Plain text inside Markdown, in a table cell too. Entities: a backslash before ``|`` or ``<`` is not safe everywhere."""
    if not _MARKDOWN:
        _MARKDOWN.update({ord(character): f'&#{ord(character)};' for character in '&\\`*_{}[]<>#|~!@$'})
    return visible(text).translate(_MARKDOWN)


def markdown_code(text: str) -> str:
    """``text`` as code, in a table cell too."""
    return f'<code>{markdown_text(text)}</code>'


def markdown_message(text: str) -> str:
    """A message or help: what stands in backticks becomes code. Whatever a file put into it, nothing of it is markup."""
    parts = text.split('`')
    if len(parts) % 2 == 0:  # a name with a backtick in it
        return markdown_text(text)
    return ''.join(markdown_code(part) if number % 2 else markdown_text(part) for number, part in enumerate(parts))


def json_text(data: object) -> str:
    """JSON in ASCII, safe in a build log as well. Half a surrogate pair, from a name that is no UTF-8, is written as text: serde
    (Rust) and protojson (Go) refuse a whole report for one (RFC 8259, section 8.2: what it means is anybody's guess)."""
    import json

    text = json.dumps(data, indent=2)
    if '\\ud' in text:
        import re

        text = re.sub(r'\\(ud[89ab]..\\ud[c-f]..|ud[89a-f]..|.)', lambda escape: _escaped(escape[0]), text)
    return text.replace('##[', '#\\u0023[') + '\n'


def _escaped(escape: str) -> str:
    return f'\\{escape}' if len(escape) == 6 and escape.startswith('\\ud') else escape


def html_text(text: str) -> str:
    """Text or the value of an attribute, in HTML and XML. The page may be printed to a build log: no line of it is a command."""
    out = visible(text, keep='\n\t')
    out = out.replace('&', '&amp;').replace('##[', '##&#91;').replace('\n::', '\n&#58;:')
    return out.replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;').replace("'", '&#39;')
