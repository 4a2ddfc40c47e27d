"""``.mcp-hooks.toml``, or ``[tool.mcp-hooks]`` in ``pyproject.toml``, at the top of the repository. Strict: a key that is not
known, or a value of the wrong kind, is an error that names the key."""
from __future__ import annotations

import os

from mcp_hooks.sources.source import MAX_BYTES
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

OWN_FILE = '.mcp-hooks.toml'
PYPROJECT = 'pyproject.toml'
SECTION = 'tool.mcp-hooks'
LARGEST = 1_000_000  # bytes of a settings file

SEVERITIES = ('error', 'warning', 'note')
THRESHOLDS = (*SEVERITIES, 'never')
PLATFORMS = ('windows', 'linux', 'macos')


class SettingsError(ValueError):
    """What is wrong with a settings file, its key, and what is meant probably."""


class Suppression(NamedTuple):
    """One ``[[suppress]]``: all of the given conditions must hold. ``until`` is an ISO date, the last day on which it works."""

    reason: str
    path: str = ''
    server: str = ''
    json_path: str = ''
    rule: str = ''
    fingerprint: str = ''
    until: str = ''
    line: int = 1  # where it begins in the settings file


class Settings(NamedTuple):
    """What is in force. ``source`` is the file it comes from, '' when there is none; ``given`` are the keys in it."""

    source: str = ''
    given: frozenset[str] = frozenset()
    clients: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignore: Mapping[str, tuple[str, ...]] = {}
    severities: Mapping[str, str] = {}
    fail_on: str = ''
    exclude: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    max_bytes: int | None = None
    suppress: tuple[Suppression, ...] = ()
    baseline: str = ''
    shadowed: str = ''  # a second settings file that is not read, because the first one wins
    base: Settings | None = None  # settings of a trusted commit: they alone may silence a credential
    only_credentials_in: tuple[str, ...] = ()  # what the tree's own settings exclude, when they are not trusted

    def is_excluded(self, path: str) -> bool:
        """Is the path left out by ``exclude``?"""
        from mcp_hooks.policy.paths import covered

        return bool(self.exclude) and covered(path, self.exclude)


def empty() -> Settings:
    """No settings: every key has its default."""
    return Settings()


def load(root: str, file: str | None = None) -> Settings:
    """The settings of the repository that ``root`` is in, else of the folder ``root``; with ``file`` of that file and no other.

    Raises SettingsError; OSError when ``file`` cannot be read.
    """
    if file is not None:
        with open(file, 'rb') as stream:
            data = stream.read(LARGEST + 1)
        name = file.replace(os.sep, '/')
        return parse(data, name, in_section=os.path.basename(file) == PYPROJECT) or Settings(name)
    from mcp_hooks.sources.git import root_of

    top = root_of(root) or root
    return read_from(lambda name: _bytes_of(top, name))


def read_from(bytes_of: Callable[[str], bytes | None]) -> Settings:
    """The settings among files that ``bytes_of`` reads by name (None: no such file)."""
    own = bytes_of(OWN_FILE)
    pyproject = bytes_of(PYPROJECT)
    # tomllib takes as long to import as a file takes to be checked, and most pyproject.toml files say nothing about us
    mentioned = pyproject is not None and b'mcp-hooks' in pyproject and any(map(_is_ours, pyproject.splitlines()))
    if own is not None:
        found = parse(own, OWN_FILE, in_section=False) or Settings(OWN_FILE)
        if mentioned and pyproject and _has_section(pyproject):
            return found._replace(shadowed=f'{PYPROJECT} [{SECTION}]')
        return found
    if mentioned and pyproject:
        return parse(pyproject, PYPROJECT, in_section=True) or Settings()
    return Settings()


_BEGINNINGS = (b'[', b'tool', b'mcp-hooks', b'"mcp-hooks"', b"'mcp-hooks'", b'"tool"', b"'tool'")


def _is_ours(line: bytes) -> bool:
    """Can this line of a pyproject.toml begin our section? ``"mcp-hooks>=1"`` in a list of dependencies cannot."""
    return b'mcp-hooks' in line and line.lstrip(b' \t\xef\xbb\xbf').startswith(_BEGINNINGS)


def load_at(root: str, ref: str) -> Settings:
    """The settings as they stand in the commit ``ref``: what a pull request cannot change. Raises SettingsError,
    SourceError."""
    from mcp_hooks.sources import git

    top = git.root_of(root)
    commit = git.commit_of(top, ref) if top else None
    if top is None or commit is None:
        raise SettingsError(f'no commit {ref!r} to take settings from; in a workflow, actions/checkout needs fetch-depth: 0')
    with git.BlobReader(top, LARGEST) as reader:
        def bytes_of(name: str) -> bytes | None:
            data = reader.read(f'{commit}:{name}')
            if isinstance(data, int):
                raise SettingsError(f'{name} at {ref} is larger than {LARGEST:,} bytes')
            return data

        return read_from(bytes_of)


def trusting(tree: Settings, base: Settings) -> Settings:
    """The tree's settings, of which nothing counts that keeps a credential from being found where ``base`` would have it
    found."""
    from mcp_hooks.policy.select import stricter

    return tree._replace(base=base, fail_on=stricter(tree.fail_on, base.fail_on), exclude=base.exclude,
                         max_bytes=base.max_bytes, only_credentials_in=tree.exclude)


def _bytes_of(top: str, name: str) -> bytes | None:
    path = os.path.join(top, name)
    if not os.path.lexists(path):
        return None
    from mcp_hooks.sources.disk import read_regular, resolve_link
    from mcp_hooks.sources.source import Skipped

    target, reason = resolve_link(top, name)
    if target is None:
        raise SettingsError(f'{name}: {reason}')
    data = read_regular(os.path.join(os.path.realpath(top), *target.split('/')), name, LARGEST)
    if isinstance(data, Skipped):
        raise SettingsError(f'{name}: {data.reason}')
    return data


def _toml(data: bytes, name: str) -> dict[str, Any]:
    import tomllib

    if len(data) > LARGEST:
        raise SettingsError(f'{name} is larger than {LARGEST:,} bytes')
    try:
        return tomllib.loads(data.decode('utf-8-sig'))
    except UnicodeDecodeError:
        raise SettingsError(f'{name} is not UTF-8') from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f'{name} is not TOML: {error}') from None
    except RecursionError:
        raise SettingsError(f'{name} is nested too deep') from None


def _section(data: dict[str, Any]) -> Any:
    tool = data.get('tool')
    return tool.get('mcp-hooks') if isinstance(tool, dict) else None


def _has_section(pyproject: bytes) -> bool:
    try:
        return _section(_toml(pyproject, PYPROJECT)) is not None
    except SettingsError:
        return False


def parse(data: bytes, name: str, in_section: bool) -> Settings | None:
    """The settings in the bytes of one file; None when a ``pyproject.toml`` has no section of ours. Raises SettingsError."""
    values = _toml(data, name)
    where = name
    if in_section:
        values = _section(values)
        if values is None:
            return None
        where = f'{name} [{SECTION}]'
        if not isinstance(values, dict):
            raise SettingsError(f'{where} must be a table')
    for key in values:
        if key not in KEYS:
            raise SettingsError(f'{where}: ' + _unknown(key, KEYS))
    fields: dict[str, Any] = {}
    for key, value in values.items():
        fields[key.replace('-', '_')] = KEYS[key].read(value, f'{where}: {key}')
    if 'suppress' in fields:
        lines = _lines_of(data, b'[[suppress]]' if not in_section else f'[[{SECTION}.suppress]]'.encode())
        fields['suppress'] = tuple(one._replace(line=line) for one, line in zip(
            fields['suppress'], lines + [1] * len(fields['suppress']), strict=False))
    return Settings(source=name, given=frozenset(values), **fields)


def _unknown(key: str, known: Iterable[str]) -> str:
    from mcp_hooks.policy.select import nearest, shown

    guess = nearest(key, known)
    return f'no key {shown(key)}' + (f', did you mean {guess!r}?' if guess else '; known are ' + ', '.join(sorted(known)))


def _lines_of(data: bytes, header: bytes) -> list[int]:
    """Lines on which the tables of a list begin; tomllib has no places."""
    return [number for number, line in enumerate(data.splitlines(), 1) if line.replace(b' ', b'').startswith(header)]


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


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong(where, 'an array of strings', value)
    return tuple(_text(item, f'{where}[{number}]') for number, item in enumerate(value))


def _one_of(words: tuple[str, ...]) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        word = _text(value, where)
        if word not in words:
            from mcp_hooks.policy.select import nearest, shown

            guess = nearest(word, words)
            hint = f'did you mean {guess!r}?' if guess else f'it can be {", ".join(words)}'
            raise SettingsError(f'{where} is {shown(word)}, {hint}')
        return word
    return read


def _several_of(words: tuple[str, ...]) -> Callable[[object, str], tuple[str, ...]]:
    one = _one_of(words)

    def read(value: object, where: str) -> tuple[str, ...]:
        return tuple(one(item, f'{where}[{number}]') for number, item in enumerate(_texts(value, where)))
    return read


def _table(read_value: Callable[[object, str], Any]) -> Callable[[object, str], dict[str, Any]]:
    def read(value: object, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wrong(where, 'a table', value)
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
            value = datetime.date.fromisoformat(value)
        except ValueError:
            raise SettingsError(f'{where} must be a date such as 2027-01-31') from None
    if isinstance(value, datetime.datetime):
        value = value.date()
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


def _strings(**more: object) -> dict[str, Any]:
    return {'type': 'array', 'items': {'type': 'string', **more}}


SUPPRESS_KEYS = {
    'reason': Key(_text, 'Why it is right to be silent here.', {'type': 'string', 'minLength': 1}),
    'path': Key(_text, 'Files, as a pattern.', {'type': 'string'}),
    'server': Key(_text, 'The name of a server.', {'type': 'string'}),
    'json-path': Key(_text, 'A place, or the place above it, as reports print it: $.mcpServers.docs.', {'type': 'string'}),
    'rule': Key(_text, 'A rule: id, name, category or beginning of ids.', {'type': 'string'}),
    'fingerprint': Key(_text, 'A finding, by its fingerprint or the beginning of it.', {'type': 'string', 'minLength': 8}),
    'until': Key(_date, 'The last day on which it works.', {'type': 'string', 'format': 'date'}),
}

KEYS = {
    'clients': Key(_texts, 'Clients that are used here: what breaks for them counts in full, whoever owns the path.',
                   _strings()),
    'select': Key(_texts, 'Only these rules: ids, names, categories, beginnings of ids (MCP4), all.', _strings()),
    'ignore': Key(_texts, 'All but these rules.', _strings()),
    'per-path-ignore': Key(_table(_texts), 'Path pattern → rules that are not wanted there.',
                           {'type': 'object', 'additionalProperties': _strings()}),
    'severities': Key(_table(_one_of(SEVERITIES)), 'Rule or category → severity.',
                      {'type': 'object', 'additionalProperties': {'enum': list(SEVERITIES)}}),
    'fail-on': Key(_one_of(THRESHOLDS), 'The lowest severity that makes the exit code 1.', {'enum': list(THRESHOLDS)}),
    'exclude': Key(_texts, 'Path patterns that a scan leaves out.', _strings()),
    'allow': Key(_texts, 'Values or findings that are known and right, by fingerprint.', _strings(minLength=8)),
    'platforms': Key(_several_of(PLATFORMS), 'Systems on which the servers are started.',
                     {'type': 'array', 'items': {'enum': list(PLATFORMS)}}),
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


def show(settings: Settings, given: Mapping[str, object] | None = None) -> str:
    """What is in force, one key on a line, and where it comes from. ``given`` are keys set on the command line."""
    lines = []
    for key in KEYS:
        value = getattr(settings, key.replace('-', '_')) or DEFAULTS.get(key, ())
        source = settings.source if key in settings.given else 'default'
        if given and key in given:
            value, source = given[key], 'command line'
        lines.append((f'{key} = {_toml_of(value)}', source))
    width = min(max(len(text) for text, _ in lines), 60)
    out = [f'{text:{width}}  # {source}' for text, source in lines]
    if settings.shadowed:
        out.append(f'# not read: {settings.shadowed}, because {settings.source} wins')
    return '\n'.join(out) + '\n'


def _toml_of(value: object) -> str:
    if isinstance(value, Suppression):
        given = {key: getattr(value, key.replace('-', '_')) for key in SUPPRESS_KEYS}
        return _toml_of({key: text for key, text in given.items() if text})
    if isinstance(value, str):
        quoted = value.replace('\\', '\\\\').replace('"', '\\"')
        return '"' + ''.join(char if char.isprintable() else f'\\u{ord(char):04x}' for char in quoted) + '"'
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(_toml_of(item) for item in value) + ']'
    if isinstance(value, dict):
        return '{' + ', '.join(f'{_toml_of(key)} = {_toml_of(item)}' for key, item in value.items()) + '}'
    return str(value)
