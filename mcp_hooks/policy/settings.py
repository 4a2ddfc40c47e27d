"""``.mcp-hooks.toml``, or ``[tool.mcp-hooks]`` in ``pyproject.toml``, at the top of the repository. Strict: a key that is not
known, or a value of the wrong kind, is an error that names the key."""
from __future__ import annotations

from mcp_hooks.findings import SEVERITIES, THRESHOLDS
from mcp_hooks.policy.in_force import (
    LARGEST,
    OWN_FILE,
    PYPROJECT,
    SECTION,
    Settings,
    SettingsError,
    Suppression,
    empty,
    load,
    read_from,
)
from mcp_hooks.sources.source import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from mcp_hooks.sources import cat_file

__all__ = ['DEFAULTS', 'KEYS', 'OWN_FILE', 'SUPPRESS_KEYS', 'Settings', 'SettingsError', 'Suppression', 'empty', 'has_section',
           'load', 'load_at', 'parse', 'read_from', 'schema', 'show', 'trusting']

PLATFORMS = ('windows', 'linux', 'macos')


def load_at(root: str, ref: str) -> Settings:
    """The settings as they stand in the commit ``ref``: what a pull request cannot change. Raises SettingsError,
    SourceError."""
    from mcp_hooks.sources import cat_file, git

    top = git.root_of(root)
    commit = git.commit_of(top, ref) if top else None
    if top is None or commit is None:
        if top is not None and git.commit_of(top, 'HEAD') is None:
            raise SettingsError(f'no commit {ref!r} to take settings from: nothing is committed on this branch yet')
        raise SettingsError(f'no commit {ref!r} to take settings from; in a workflow, actions/checkout needs fetch-depth: 0')
    with cat_file.BlobReader(top, LARGEST) as reader:
        def bytes_of(name: str) -> bytes | None:
            path = _behind_links(top, commit, name, reader)
            data = reader.read(f'{commit}:{path}')
            if isinstance(data, int):
                raise SettingsError(f'{name} is larger than {LARGEST:,} bytes')
            return data

        try:
            return read_from(bytes_of)
        except SettingsError as error:
            raise SettingsError(f'{error} (as it is at {ref}, whose settings are to be trusted)') from None


def _behind_links(top: str, commit: str, path: str, reader: cat_file.BlobReader) -> str:
    """The file that a path leads to within a commit: git keeps a link as a file with the other path in it."""
    import posixpath

    from mcp_hooks.sources import git

    first = path
    for _ in range(MOST_LINKS):
        listed = git.run(top, ['--literal-pathspecs', 'ls-tree', '--full-tree', '-z', commit, '--', path])
        if not listed.startswith(git.LINK):
            return path
        target = reader.read(f'{commit}:{path}')
        text = target.decode('utf-8', 'surrogateescape') if isinstance(target, bytes) else '..'
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), text))
        if path.startswith(('../', '/')) or path == '..' or '\n' in path:
            raise SettingsError(f'{first}: a link out of the tree')
    raise SettingsError(f'{first}: too many links')


MOST_LINKS = 8


def trusting(tree: Settings, base: Settings) -> Settings:
    """The tree's settings, of which nothing counts that keeps a credential from being found where ``base`` would have it
    found."""
    from mcp_hooks.policy.select import stricter

    return tree._replace(base=base, fail_on=stricter(tree.fail_on, base.fail_on), exclude=base.exclude,
                         max_bytes=base.max_bytes, only_credentials_in=tree.exclude)


def _toml(data: bytes, name: str) -> dict[str, Any]:
    import tomllib

    if len(data) > LARGEST:
        raise SettingsError(f'{name} is larger than {LARGEST:,} bytes')
    try:
        text = data.decode('utf-8-sig')
    except UnicodeDecodeError:
        raise SettingsError(f'{name} is not UTF-8') from None
    if _is_too_deep(text):
        raise SettingsError(f'{name} is nested too deep')
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f'{name} is not TOML: {_in_our_words(text) or error}') from None
    except ValueError:
        raise SettingsError(f'{name} has a number in it that is too long') from None
    except RecursionError:
        raise SettingsError(f'{name} is nested too deep') from None


def _in_our_words(text: str) -> str:
    """Where the mistake is, and what it is: our own parser knows the usual ones."""
    from mcp_hooks.documents.toml_ import parse_toml
    from mcp_hooks.text import line_at

    problem = next(iter(parse_toml(text).problems), None)
    return f'line {line_at(text, problem.start)}: {problem.message}' if problem is not None else ''


def _is_too_deep(text: str) -> bool:
    """tomllib takes time by the square of the parts of a dotted key: a key of 200,000 characters is minutes."""
    if '.' not in text or all(line.count('.') < MANY_DOTS for line in text.splitlines()):
        return False
    from mcp_hooks.documents.toml_ import parse_toml

    return any(problem.code == 'too-deep' for problem in parse_toml(text).problems)


MANY_DOTS = 80


def _section(data: dict[str, Any]) -> Any:
    tool = data.get('tool')
    return tool.get('mcp-hooks') if isinstance(tool, dict) else None


def _check_misspelt(values: dict[str, Any], name: str) -> None:
    """A section that is meant for us and would be passed over in silence."""
    tool = values.get('tool')
    wrong = [str(key) for key in ('mcp-hooks', 'mcp_hooks') if key in values]
    wrong += ['tool.mcp_hooks'] if isinstance(tool, dict) and 'mcp_hooks' in tool else []
    if wrong:
        raise SettingsError(f'{name} [{wrong[0]}]: the section is called [{SECTION}]')


def has_section(pyproject: bytes) -> bool:
    """Is there a section of ours in this pyproject.toml? One that cannot be read has none."""
    try:
        return _section(_toml(pyproject, PYPROJECT)) is not None
    except SettingsError:
        return False


def parse(data: bytes, name: str, in_section: bool) -> Settings | None:
    """The settings in the bytes of one file; None when a ``pyproject.toml`` has no section of ours. Raises SettingsError."""
    values = _toml(data, name)
    where = name
    if in_section:
        everything, values = values, _section(values)
        if values is None:
            _check_misspelt(everything, name)
            return None
        where = f'{name} [{SECTION}]'
        if not isinstance(values, dict):
            raise SettingsError(f'{where} must be a table')
    for key in values:
        if key not in KEYS:
            raise SettingsError(f'{where}: ' + _unknown(key, KEYS, _of_pyproject(key) if not in_section else ''))
    fields: dict[str, Any] = {}
    for key, value in values.items():
        fields[key.replace('-', '_')] = KEYS[key].read(value, f'{where}: {key}')
    if 'suppress' in fields:
        lines = _lines_of(data, b'[[suppress]]' if not in_section else f'[[{SECTION}.suppress]]'.encode())
        fields['suppress'] = tuple(one._replace(line=line) for one, line in zip(
            fields['suppress'], lines + [1] * len(fields['suppress']), strict=False))
    if fields.get('allow'):
        texts = data.splitlines()
        fields['allow_lines'] = tuple(_line_with(one.encode(), texts) for one in fields['allow'][:MOST_PLACED])
    return Settings(source=name, given=frozenset(values), **fields)


def _of_pyproject(key: str) -> str:
    """What to say of a table that stands in front of the keys in another file."""
    if key.replace('_', '-') not in ('tool', 'mcp-hooks'):
        return ''
    return f'; the keys stand at the top of this file, [{SECTION}] is for {PYPROJECT}'


def _unknown(key: str, known: Iterable[str], hint: str = '') -> str:
    from mcp_hooks.policy.select import nearest, shown

    if hint:
        return f'no key {shown(key)}{hint}'
    guess = nearest(key, known)
    return f'no key {shown(key)}' + (f', did you mean {guess!r}?' if guess else '; known are ' + ', '.join(sorted(known)))


MOST_PLACED = 200  # values whose lines are looked for


def _line_with(word: bytes, lines: list[bytes]) -> int:
    return next((number for number, line in enumerate(lines, 1) if word in line), 1)


def _lines_of(data: bytes, header: bytes) -> list[int]:
    """Lines on which the tables of a list begin; tomllib has no places."""
    return [number for number, line in enumerate(data.splitlines(), 1) if line.translate(None, b' \t"\'').startswith(header)]


# --- the kinds of values -------------------------------------------------------------------------------------------------

def _kind(value: object) -> str:
    names = {str: 'a string', bool: 'a boolean', int: 'a number', float: 'a number', list: 'an array', dict: 'a table'}
    return names.get(type(value), 'a date')


def _wrong(where: str, wanted: str, value: object) -> SettingsError:
    return SettingsError(f'{where} must be {wanted}, not {_kind(value)}')


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(where, 'a string', value)
    return value


def _filled(value: object, where: str) -> str:
    text = _text(value, where)
    if not text.strip():
        raise SettingsError(f'{where} is empty')
    return text


def _each(read: Callable[[object, str], str]) -> Callable[[object, str], tuple[str, ...]]:
    def read_all(value: object, where: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise _wrong(where, 'an array of strings', value)
        return tuple(read(item, f'{where}[{number}]') for number, item in enumerate(value))
    return read_all


def _pattern(value: object, where: str) -> str:
    """A pattern of paths. What could never match is a mistake, not a pattern."""
    text = _filled(value, where)
    if text.startswith('!'):
        raise SettingsError(f'{where} begins with `!`, which patterns do not have here')
    if '\\' in text:
        raise SettingsError(f'{where} has a backslash in it: write `/` between folders')
    if '..' in text.split('/'):
        raise SettingsError(f'{where} has `..` in it: patterns begin at the top of the repository')
    if not text.strip('./'):
        raise SettingsError(f'{where} matches no path; `**` is for all of them')
    opened = text.find('{')
    if opened >= 0 and ',' in text[opened:].partition('}')[0] and '}' in text[opened:]:
        raise SettingsError(f'{where} has a choice in braces: write one pattern for each')
    return text


# the same as a regular expression of JSON Schema
PATTERN = r'^(?!!)(?!(.*/)?\.\.(/|$))(?![./]*$)(?!\s*$)(?![^{]*\{[^}]*,[^}]*\})[^\\]*$'


def _finding_mark(value: object, where: str) -> str:
    text = _text(value, where)
    if not _is_hexadecimal(text, 8, 64):
        raise SettingsError(f'{where} must be a fingerprint, or its first 8 characters or more, as --format json prints it')
    return text


def _allowed(value: object, where: str) -> str:
    """A finding by its fingerprint, or a value by its salted slow hash."""
    text = _text(value, where)
    kind, _, rest = text.partition(':')
    salt, _, hashed = rest.partition(':')
    if kind == 'scrypt' and salt and _is_hexadecimal(hashed, 32, 32):
        return text
    return _finding_mark(text, where)


def _is_hexadecimal(text: str, least: int, most: int) -> bool:
    return least <= len(text) <= most and all(char in '0123456789abcdefABCDEF' for char in text)


def _place(value: object, where: str) -> str:
    """A JSON path as reports print it, also when it came with another way to quote."""
    text = _filled(value, where)
    steps = _steps(text)
    if steps is None:
        raise SettingsError(f'{where} must be a path such as $.mcpServers.docs, as --format json prints it')
    from mcp_hooks.documents.node import json_path

    return json_path(steps)


def _steps(text: str) -> tuple[str | int, ...] | None:
    """The names and numbers of a JSON path; None when it is none. Wildcards are none."""
    import re

    steps: list[str | int] = []
    at = 1
    part = re.compile(r'\.([^.\[\]"\'*\s]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]|\[\'([^\'\\]*)\'\]', re.DOTALL)
    while text[:1] == '$' and at < len(text):
        found = part.match(text, at)
        if found is None:
            return None
        name, number, quoted, other = found.groups()
        if quoted is not None:
            import json

            try:
                name = json.loads(f'"{quoted}"', strict=False)
            except ValueError:
                return None
        steps.append(int(number) if number is not None else name if name is not None else other)
        at = found.end()
    return tuple(steps) if text[:1] == '$' else None


def _one_of(words: tuple[str, ...]) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        word = _text(value, where)
        if word not in words:
            from mcp_hooks.policy.select import nearest, shown

            guess = nearest(word, words)
            hint = f'did you mean {guess!r}? It' if guess else 'it'
            raise SettingsError(f'{where} is {shown(word)}, {hint} can be {", ".join(words)}')
        return word
    return read


def _table(read_value: Callable[[object, str], Any],
           read_key: Callable[[object, str], str] | None = None) -> Callable[[object, str], dict[str, Any]]:
    def read(value: object, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wrong(where, 'a table', value)
        if read_key is not None:
            for key in value:
                read_key(key, f'{where}."{_plain(key)}"')
        return {key: read_value(item, f'{where}."{_plain(key)}"') for key, item in value.items()}
    return read


def _plain(text: str) -> str:
    return ''.join(char if char.isprintable() else '?' for char in text)[:80]


def _size(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(where, 'a whole number of bytes', value)
    if value < 1:
        raise SettingsError(f'{where} must be 1 or more')
    return value


def _date(value: object, where: str) -> str:
    import datetime

    if isinstance(value, str):
        try:
            if len(value) != 10 or value[4] != '-' or value[7] != '-':  # weeks, and dates without hyphens
                raise ValueError
            value = datetime.date.fromisoformat(value)
        except ValueError:
            raise SettingsError(f'{where} must be a date such as 2027-01-31') from None
    if isinstance(value, datetime.datetime):
        raise SettingsError(f'{where} must be a date such as 2027-01-31, without a time')
    if not isinstance(value, datetime.date):
        raise _wrong(where, 'a date such as 2027-01-31', value)
    return value.isoformat()


def _suppressions(value: object, where: str) -> tuple[Suppression, ...]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise SettingsError(f'{where} must be an array of tables: [[suppress]]')
    return tuple(_suppression(item, f'{where}[{number}]') for number, item in enumerate(value))


def _suppression(table: dict[str, object], where: str) -> Suppression:
    for key in table:
        if key not in SUPPRESS_KEYS:
            raise SettingsError(f'{where}: ' + _unknown(key, SUPPRESS_KEYS))
    fields = {key.replace('-', '_'): SUPPRESS_KEYS[key].read(value, f'{where}.{key}') for key, value in table.items()}
    if not fields.get('reason', '').strip():
        raise SettingsError(f'{where} has no reason: say why it is right to be silent here')
    if not any(fields.get(key) for key in ('path', 'server', 'json_path', 'rule', 'fingerprint')):
        raise SettingsError(f'{where} says nothing of what it is for: give a path, server, json-path, rule or fingerprint')
    return Suppression(**fields)


# --- the keys ------------------------------------------------------------------------------------------------------------

class Key:
    """How a key is read, what it is for, and its part of the JSON Schema."""

    __slots__ = ('about', 'read', 'schema')

    def __init__(self, read: Callable[[object, str], Any], about: str, schema: dict[str, Any]) -> None:
        self.read = read
        self.about = about
        self.schema = schema


FILLED = {'type': 'string', 'pattern': r'\S'}
PATHS = {'type': 'string', 'pattern': PATTERN}
HEXADECIMAL = '[0-9a-fA-F]'


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {'type': 'array', 'items': items}


SUPPRESS_KEYS = {
    'reason': Key(_text, 'Why it is right to be silent here.', FILLED),
    'path': Key(_pattern, 'Files, as a pattern.', PATHS),
    'server': Key(_filled, 'The name of a server.', FILLED),
    'json-path': Key(_place, 'A place, or the place above it, as reports print it: $.mcpServers.docs.',
                     {'type': 'string', 'pattern': r'^\$'}),
    'rule': Key(_filled, 'A rule: id, name, category or beginning of ids.', FILLED),
    'fingerprint': Key(_finding_mark, 'A finding, by its fingerprint or the beginning of it.',
                       {'type': 'string', 'pattern': f'^{HEXADECIMAL}{{8,64}}$'}),
    'until': Key(_date, 'The last day on which it works.', {'type': 'string', 'format': 'date'}),
}

KEYS = {
    'clients': Key(_each(_filled), 'Clients that are used here: what breaks for them counts in full, whoever owns the path.',
                   _array(FILLED)),
    'select': Key(_each(_filled), 'Only these rules: ids, names, categories, beginnings of ids (MCP4), default, all.', _array(FILLED)),
    'ignore': Key(_each(_filled), 'All but these rules.', _array(FILLED)),
    'per-path-ignore': Key(_table(_each(_filled), _pattern), 'Path pattern → rules that are not wanted there.',
                           {'type': 'object', 'propertyNames': PATHS, 'additionalProperties': _array(FILLED)}),
    'severities': Key(_table(_one_of(SEVERITIES)), 'Rule or category → severity.',
                      {'type': 'object', 'additionalProperties': {'enum': list(SEVERITIES)}}),
    'fail-on': Key(_one_of(THRESHOLDS), 'The lowest severity that makes the exit code 1.', {'enum': list(THRESHOLDS)}),
    'exclude': Key(_each(_pattern), 'Path patterns that a scan leaves out.', _array(PATHS)),
    'allow': Key(_each(_allowed), 'Values or findings that are known and right, by fingerprint.',
                 _array({'type': 'string', 'pattern': f'^({HEXADECIMAL}{{8,64}}|scrypt:[^:]+:{HEXADECIMAL}{{32}})$'})),
    'platforms': Key(_each(_one_of(PLATFORMS)), 'Systems on which the servers are started.', _array({'enum': list(PLATFORMS)})),
    'max-bytes': Key(_size, 'Larger files are named and not read.', {'type': 'integer', 'minimum': 1}),
    'suppress': Key(_suppressions, 'Findings that are known and right, each with a reason.', {}),
    'baseline': Key(_text, 'The file that lists known findings.', {'type': 'string'}),
}


DEFAULTS = {'fail-on': 'error', 'max-bytes': MAX_BYTES, 'baseline': ''}


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of ``.mcp-hooks.toml`` and of the section in ``pyproject.toml``."""
    properties = {key: {'description': record.about, **record.schema} for key, record in KEYS.items()}
    properties['suppress'] |= {'type': 'array', 'items': {
        'type': 'object', 'additionalProperties': False, 'required': ['reason'],
        'anyOf': [{'required': [key]} for key in ('path', 'server', 'json-path', 'rule', 'fingerprint')],
        'properties': {key: {'description': record.about, **record.schema} for key, record in SUPPRESS_KEYS.items()}}}
    return {'$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': 'mcp-hooks settings', 'type': 'object',
            'additionalProperties': False, 'properties': properties}


def show(settings: Settings, given: Mapping[str, object] | None = None, folder: str = '') -> str:
    """What is in force, one key on a line, and where it comes from. ``given`` are keys set on the command line, ``folder`` (ending in
    ``/``) is where the settings file is."""
    lines = []
    from mcp_hooks.redact import clean_path

    file = ''.join(char if char.isprintable() else '?' for char in clean_path(folder + settings.source))
    for key in KEYS:
        value = getattr(settings, key.replace('-', '_')) or DEFAULTS.get(key, {} if KEYS[key].schema.get('type') == 'object' else ())
        source = file if key in settings.given else 'default'
        if given and key in given:
            value, source = given[key], 'command line'
        lines.append((f'{key} = {_toml_of(value)}', source))
    width = min(max(len(text) for text, _ in lines), 60)
    out = [f'{text:{width}}  # {source}' for text, source in lines]
    if settings.shadowed:
        out.append(f'# not read: {settings.shadowed}, because {file} wins')
    return '\n'.join(out) + '\n'


def _toml_of(value: object) -> str:
    if isinstance(value, Suppression):
        given = {key: getattr(value, key.replace('-', '_')) for key in SUPPRESS_KEYS}
        return _toml_of({key: text for key, text in given.items() if text})
    if isinstance(value, str):
        from mcp_hooks.redact import clean_path

        quoted = clean_path(value).replace('\\', '\\\\').replace('"', '\\"')
        return '"' + ''.join(char if char.isprintable() else f'\\u{ord(char):04x}' for char in quoted) + '"'
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(_toml_of(item) for item in value) + ']'
    if isinstance(value, dict):
        return '{' + ', '.join(f'{_toml_of(key)} = {_toml_of(item)}' for key, item in value.items()) + '}'
    return str(value)
