"""The settings that are in force, and whether there are any.

What reads the files is loaded only where one is there: a hook in a repository without settings pays for a look at two names."""
from __future__ import annotations

import os

from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

OWN_FILE = '.mcp-hooks.toml'
PYPROJECT = 'pyproject.toml'
SECTION = 'tool.mcp-hooks'
LARGEST = 1_000_000  # bytes of a settings file


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
    allow_lines: tuple[int, ...] = ()  # where each of them stands in the settings file
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


def load(root: str, file: str | None = None, staged: bool = False) -> Settings:
    """The settings of the repository that ``root`` is in, else of the folder ``root``; with ``file`` of that file and no other;
    with ``staged`` as git would commit them, where it has them at all.

    Raises SettingsError; OSError when ``file`` cannot be read.
    """
    if file is not None:
        from mcp_hooks.policy.settings import parse

        with open(file, 'rb') as stream:
            data = stream.read(LARGEST + 1)
        name = file.replace(os.sep, '/')
        return parse(data, name, in_section=os.path.basename(file) == PYPROJECT) or Settings(name)
    from mcp_hooks.sources.roots import root_of

    top = root_of(root)
    if staged and top is not None:
        return read_from(_staged(top))
    return read_from(lambda name: _bytes_of(top or root, name))


def _staged(top: str) -> Callable[[str], bytes | None]:
    """git is not asked where the files on disk say nothing: most repositories have no settings."""
    on_disk = {name: _bytes_of(top, name) for name in (OWN_FILE, PYPROJECT)}
    names = [name for name, text in on_disk.items() if text is not None and not os.path.islink(os.path.join(top, name))]
    if on_disk[OWN_FILE] is not None or _mentions(on_disk[PYPROJECT] or b''):
        from mcp_hooks.sources.staged import texts_of

        on_disk.update(texts_of(top, names, LARGEST))
    return on_disk.get


def read_from(bytes_of: Callable[[str], bytes | None]) -> Settings:
    """The settings among files that ``bytes_of`` reads by name (None: no such file)."""
    own = bytes_of(OWN_FILE)
    pyproject = bytes_of(PYPROJECT)
    # tomllib takes as long to import as a file takes to be checked, and most pyproject.toml files say nothing about us
    mentioned = pyproject is not None and has_our_section(pyproject)
    if own is None and not mentioned:
        return Settings()
    from mcp_hooks.policy.settings import has_section, parse

    if own is not None:
        found = parse(own, OWN_FILE, in_section=False) or Settings(OWN_FILE)
        if mentioned and pyproject and has_section(pyproject):
            return found._replace(shadowed=f'{PYPROJECT} [{SECTION}]')
        return found
    return parse(pyproject or b'', PYPROJECT, in_section=True) or Settings()


def has_our_section(pyproject: bytes) -> bool:
    """Does it look so? Whether it is right TOML is not asked."""
    return _mentions(pyproject) and any(map(_is_ours, pyproject.splitlines()))


def _mentions(text: bytes) -> bool:
    return b'mcp-hooks' in text or b'mcp_hooks' in text


_BEGINNINGS = (b'[', b'tool', b'mcp-hooks', b'mcp_hooks', b'"mcp-hooks"', b"'mcp-hooks'", b'"tool"', b"'tool'")


def _is_ours(line: bytes) -> bool:
    """Can this line of a pyproject.toml begin our section? ``"mcp-hooks>=1"`` in a list of dependencies cannot."""
    return _mentions(line) and line.lstrip(b' \t\xef\xbb\xbf').startswith(_BEGINNINGS)


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
