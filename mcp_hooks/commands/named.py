"""The env files and key files that entries read, where they are part of what is scanned: a name alone would not have told."""
from __future__ import annotations

import os

from mcp_hooks.commands import common
from mcp_hooks.sources import cat_file, disk, files, git
from mcp_hooks.sources.source import Skipped, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mcp_hooks.engine import Examined
    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report

MOST = 100  # names that one search looks for
NAMING = ('*.json', '*.jsonc', '*.json5', '*.yaml', '*.yml', '*.toml', '*.code-workspace')  # what entries stand in


def examine(arguments: Arguments, root: str, report: Report, kept: list[Examined], prepared: common.Prepared,
            changed: Collection[str] | None) -> list[Examined]:
    """Adds what is found in them to ``report``. ``changed`` are the paths that count, None for all."""
    from mcp_hooks import engine

    paths = {path for one in kept for path in one.named_files} - set(report.checked)
    if changed is not None:
        paths = {path for path in paths if path in changed} | _named_elsewhere(arguments, root, report, prepared, changed)
    sources: list[Source] = []
    for one in _tracked(root, sorted(paths), arguments, common.max_bytes(arguments, prepared.settings)) if paths else ():
        if isinstance(one, Skipped):
            report.skipped.append(one)
        else:
            sources.append(one)
    return engine.run(sources, prepared.options, report)[1] if sources else []


def _named_elsewhere(arguments: Arguments, root: str, report: Report, prepared: common.Prepared,
                     changed: Collection[str]) -> set[str]:
    """What changed and is named by an entry that did not."""
    checked = set(report.checked)
    beside = [path for path in changed if _may_be_named(path) and path not in checked]
    top = git.root_of(root) if beside and not arguments.no_git else None
    if top is None:
        return set()
    from mcp_hooks import engine
    from mcp_hooks.report import Report

    names = sorted({path.rpartition('/')[2] for path in beside})
    try:
        naming = {path for at in range(0, len(names), MOST)
                  for path in git.grep_files(top, names[at:at + MOST], NAMING, cached=arguments.staged)}
    except git.GitError:  # what a partial clone does not have cannot be searched
        return set()
    others = [path for path in sorted(naming) if path not in checked and not prepared.settings.is_excluded(path)]
    found = _tracked(root, others, arguments, common.max_bytes(arguments, prepared.settings)) if others else ()
    sources = [one for one in found if isinstance(one, Source)]
    kept = engine.run(sources, prepared.options._replace(list_named_files=True), Report(prepared.options.rules))[1]
    return {path for one in kept for path in one.named_files} & set(beside)


def _may_be_named(path: str) -> bool:
    from mcp_hooks.rules.key_files import may_hold_a_key, speaks_of_a_key

    name = path.rpartition('/')[2]
    return '.env' in name.lower() or may_hold_a_key(name) or speaks_of_a_key(name)


def _tracked(root: str, paths: list[str], arguments: Arguments, limit: int) -> Iterator[Source | Skipped]:
    """Files as git would commit them, without those that git does not have: an ignored .env is where credentials belong."""
    top = git.root_of(root) if not arguments.no_git else None
    if not (arguments.staged and top):
        paths = [path for path in paths if os.path.isfile(os.path.join(top or root, path))]
    if top is not None and paths:
        entries = git.ls_files(top, paths=paths)
        paths = [path for path in paths if path in entries and entries[path].mode not in (git.LINK, git.SUBMODULE)]
        if arguments.staged:
            from mcp_hooks.sources import staged

            with cat_file.BlobReader(top, limit) as reader:
                for path in paths:
                    data = reader.read(entries[path].oid.decode())
                    if isinstance(data, bytes):
                        yield Source(path, data, 'index')
                    elif isinstance(data, int):
                        yield Skipped(path, disk.too_large(data, limit))
                    else:
                        yield Skipped(path, staged.NOT_HERE)
            return
    for path in paths:
        yield files.one_file(os.path.join(top or root, path), top or root, limit)
