"""Settings files that nobody reads: below the top of the repository, under a name that is not quite theirs, or beside another."""
from __future__ import annotations

import os

from mcp_hooks.policy.in_force import LARGEST, OWN_FILE, PYPROJECT, has_our_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.policy.in_force import Settings

ALIKE = 'mcp-hooks.toml'
MOST = 200  # folders that are looked into


def note(top: str, folders: Iterable[str], settings: Settings) -> str:
    """What to say of those in the folders (relative to ``top``, with ``/``; '' is the top) and above them; '' when there are none.
    Starts no process."""
    found = []
    for folder in sorted({above for path in folders for above in _with_those_above(path)})[:MOST]:
        names = (OWN_FILE, ALIKE, PYPROJECT) if folder else (ALIKE,)
        found += [f'{folder}/{name}'.lstrip('/') for name in names if _holds_settings(os.path.join(top, folder, name), name)]
    if settings.shadowed and not found:
        return f'{settings.shadowed} is not read, because {settings.source} is there'
    if not found:
        return ''
    shown = ', '.join(''.join(char if char.isprintable() else '?' for char in one) for one in found[:3])
    shown += f' and {len(found) - 3} more' if len(found) > 3 else ''
    return (f'{shown} {"is" if len(found) == 1 else "are"} not read: settings are those of {OWN_FILE}, else of {PYPROJECT}, at the top '
            'of the repository; --settings FILE takes another')


def _with_those_above(folder: str) -> Iterable[str]:
    while folder:
        yield folder
        folder = folder.rpartition('/')[0]
    yield ''


def _holds_settings(path: str, name: str) -> bool:
    from mcp_hooks.sources.disk import read_regular

    if not os.path.lexists(path):
        return False
    if name != PYPROJECT:
        return True
    data = read_regular(path, name, LARGEST)
    return isinstance(data, bytes) and has_our_section(data)
