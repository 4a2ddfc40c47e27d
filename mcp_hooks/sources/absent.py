"""What git tracks and the folders do not hold: submodules, and files that were deleted or that a sparse checkout left out."""
from __future__ import annotations

import os
from functools import partial

from mcp_hooks.sources import cat_file, disk, git, marks
from mcp_hooks.sources.look import of_bytes, too_large
from mcp_hooks.sources.source import Capture, Skipped, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.sources.tree import Options

SPARSE = 'outside of the sparse checkout and its content is not here'
UNNAMED = '{:,} outside of the sparse checkout, whose names say nothing of MCP; scan --history reads them'
SUBMODULE = 'a submodule, not entered'


def submodules(root: str) -> list[Skipped]:
    """Where ``.gitmodules`` says that submodules are, and the index agrees."""
    if not os.path.isfile(os.path.join(root, '.gitmodules')):  # git would wait for a pipe
        return []
    code, output = git.run_code(root, ['config', '-z', '-f', '.gitmodules', '--get-regexp', r'^submodule\..*\.path$'],
                                fine=(0, 1, 3, 128))
    paths = [git.decode(record.partition(b'\n')[2]) for record in output.split(b'\0') if b'\n' in record] if code == 0 else []
    if not paths:
        return []
    entries = git.ls_files(root, paths=paths)
    return [Skipped(path, SUBMODULE) for path, entry in entries.items() if entry.mode == git.SUBMODULE]


def deleted(paths: Iterable[str], kinds: dict[str, str]) -> Iterator[Skipped]:
    """Names a client knows, and no file under them."""
    for path in paths:
        if kinds[path] in (marks.PATH, marks.HINT):
            yield Skipped(path, disk.DELETED)


def from_index(root: str, paths: list[str], kinds: dict[str, str], options: Options) -> Iterator[Source | Capture | Skipped]:
    """Left out by a sparse checkout, where git will still commit what the index says."""
    entries = git.ls_files(root, paths=paths)
    paths = [path for path in paths if path in entries]
    with cat_file.BlobReader(root, options.max_bytes) as reader:
        for path, data in zip(paths, reader.stream(entries[path].oid.decode() for path in paths), strict=True):
            again = partial(cat_file.blob, root, entries[path].oid.decode())
            one: Source | Capture | Skipped | None
            if data is None:
                one = Skipped(path, SPARSE)
            elif isinstance(data, int):
                one = too_large(path, kinds[path], data, again, options.limits, 'index')
            else:
                one = of_bytes(path, kinds[path], data, 'index', (), again, options.limits)
            if one is not None:
                yield one
