"""YAML's plain words: what a scalar without quotes means, and what we say for the library's words about a mistake."""
from __future__ import annotations

import re

from mcp_hooks.documents.node import BOOLEAN, NULL, NUMBER, OTHER, STRING

MAX_DEPTH = 200
TOO_DEEP = f'nested deeper than {MAX_DEPTH} levels: what follows is not read'

_NUMBER = re.compile(r'[-+]?(?:\.[0-9]{1,400}|[0-9]{1,400}(?:\.[0-9]{0,400})?)(?:[eE][-+]?[0-9]{1,10})?\Z')
_WORDS: dict[str, tuple[str, object]] = {
    **dict.fromkeys(('', '~', 'null', 'Null', 'NULL'), (NULL, None)),
    **dict.fromkeys(('true', 'True', 'TRUE'), (BOOLEAN, True)),
    **dict.fromkeys(('false', 'False', 'FALSE'), (BOOLEAN, False)),
    **dict.fromkeys(('.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'), (NUMBER, float('inf'))),
    **dict.fromkeys(('-.inf', '-.Inf', '-.INF'), (NUMBER, float('-inf'))),
    **dict.fromkeys(('.nan', '.NaN', '.NAN'), (NUMBER, float('nan'))),
}
_KNOWN_TAGS = frozenset(f'tag:yaml.org,2002:{name}' for name in ('str', 'int', 'float', 'bool', 'null', 'map', 'seq'))
_MESSAGES = (
    ('too deep', 'too-deep', TOO_DEEP),
    ("'\\t'", 'tab', 'a tab stands where YAML takes only spaces: indent with spaces'),
    ('mapping values are not allowed', 'yaml', 'a `:` is not expected here: check the indentation, or use quotes'),
    ("could not find expected ':'", 'yaml', '`:` missing after a name, or a line is not indented as it should be'),
    ('did not find expected <block end>', 'yaml', 'this line is not indented like the ones before it'),
    ('expected <block end>', 'yaml', 'this line does not go on with what is before it: check the indentation and the quotes'),
    ("did not find expected ',' or ']'", 'yaml', '`,` or `]` missing'),
    ("expected ',' or ']'", 'yaml', '`,` or `]` missing'),
    ("expected ',' or '}'", 'yaml', '`,` or `}` missing'),
    ('found unexpected end of stream', 'unclosed-string', 'the closing quote of this string is missing'),
    ('found unexpected document separator', 'unclosed-string', 'the closing quote of this string is missing'),
    ('found unknown escape', 'bad-escape', 'no such escape in double quotes: write the backslash twice, or use single quotes'),
    ('expected escape sequence', 'bad-escape', 'an escape like this wants hexadecimal digits'),
    ('cannot start any token', 'yaml', 'a value may not begin with this character: put it in quotes'),
    ('sequence entries are not allowed', 'yaml', 'a `-` is not expected here: check the indentation'),
    ('block sequence entries', 'yaml', 'a `-` is not expected here: check the indentation'),
    ('undefined tag handle', 'yaml', 'a value that begins with `!` stands in quotes'),
    ('expected <document start>', 'yaml', 'what stands here does not belong to the document before it'),
    ('expected the node content', 'yaml', 'a value is missing here'),
    ('expected alphabetic or numeric', 'yaml', 'a value that begins with `*` or `&` stands in quotes'),
)


def explained(words: str) -> tuple[str, str]:
    """The code and the message for what ruamel.yaml says; its own words can quote the text, and that may be a credential."""
    for part, code, message in _MESSAGES:
        if part in words:
            return code, message
    return 'yaml', 'this is not YAML'


def typed(value: str, tag: object, plain: bool) -> tuple[str, object]:
    """A scalar by the core schema."""
    tag = str(tag) if tag else ''
    if tag and tag != '!' and tag not in _KNOWN_TAGS:
        return OTHER, value
    if not plain and tag not in _KNOWN_TAGS:
        return STRING, value
    if tag == 'tag:yaml.org,2002:str' or tag == '!':
        return STRING, value
    if value in _WORDS:
        return _WORDS[value]
    if value[0] in '+-.0123456789':
        if _NUMBER.match(value):
            digits = value.lstrip('+-')
            return NUMBER, int(value) if digits.isdigit() else float(value)
        if value.startswith(('0x', '0o')) and len(value) < 400:
            try:
                return NUMBER, int(value, 0) if '_' not in value else value
            except ValueError:
                pass
    return STRING, value
