"""The env files and key files that entries read, where they are part of what is scanned: a name alone would not have told."""
from __future__ import annotations

import os

from mcp_hooks.commands import common
from mcp_hooks.sources import files, git
from mcp_hooks.sources.source import Skipped, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mcp_hooks.engine import Examined
    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report

MOST = 100  # names that one search looks for, and changes that are looked into one by one
NAMING = ('*.json', '*.jsonc', '*.json5', '*.yaml', '*.yml', '*.toml', '*.code-workspace')  # what entries stand in
LARGEST = 1 << 20  # bytes of a file of settings that is looked into before anybody is asked whether an entry names it
JUDGED = 1 << 16  # and of one that takes less time to judge than a repository to search


def examine(arguments: Arguments, root: str, report: Report, kept: list[Examined], prepared: common.Prepared,
            changed: Collection[str] | None) -> list[Examined]:
    """Adds what is found in them to ``report``. ``changed`` are the paths that count, None for all."""
    from mcp_hooks import engine

    paths = {path for one in kept for path in one.named_files} - set(report.checked)
    top = git.root_of(root) if not arguments.no_git else None
    if changed is not None:
        paths = _changed(paths, top, arguments, changed) | _named_elsewhere(arguments, top, report, prepared, changed)
    limit = common.max_bytes(arguments, prepared.settings)
    seen = {*report.checked, *(one.path for one in report.skipped)}
    sources: list[Source] = []
    for one in _files(root, top, sorted(paths), arguments, limit) if paths else ():
        if one.path in seen or prepared.settings.is_excluded(one.path):
            continue
        if isinstance(one, Skipped):
            report.skipped.append(one)
        else:
            sources.append(one)
    return engine.run(sources, prepared.options, report)[1] if sources else []


def _changed(paths: set[str], top: str | None, arguments: Arguments, changed: Collection[str]) -> set[str]:
    """What changed under its own name, or under that of a file which a link leads to."""
    out = {path for path in paths if path in changed}
    if top is None:
        return out
    from mcp_hooks.sources import tracked

    by_link = [path for path in paths - out if not tracked.is_plain(top, path)]
    found = tracked.find(top, by_link, cached=arguments.staged) if by_link else {}
    return out | {path for path, one in found.items() if one.path in changed}


def _named_elsewhere(arguments: Arguments, top: str | None, report: Report, prepared: common.Prepared,
                     changed: Collection[str]) -> set[str]:
    """What changed and is named by an entry that did not."""
    checked = set(report.checked)
    unchecked = [path for path in changed if path not in checked]
    beside = {path for path in unchecked if _may_be_named(path)} if top is not None else set()
    if top is None or not unchecked:
        return set()
    from mcp_hooks import engine
    from mcp_hooks.report import Report
    from mcp_hooks.sources import tracked

    settings = [path for path in unchecked if path not in beside and _may_be_settings(path)]
    many = len(settings) + len(beside) > MOST
    beside |= set(settings) if many else _with_a_credential(top, settings, arguments.staged) if settings else set()
    if not beside:
        return set()
    try:
        if many:
            naming = _configurations(top, arguments.staged).difference(changed)
        else:
            names = sorted({path.rpartition('/')[2] for path in beside | tracked.links_to(top, beside)})
            naming = {path for at in range(0, len(names), MOST)
                      for path in git.grep_files(top, names[at:at + MOST], NAMING, cached=arguments.staged)}
    except git.GitError:  # what a partial clone does not have cannot be searched, and nothing is fetched
        shown = ', '.join(map(git.printable, sorted(beside)[:3])) + (f' and {len(beside) - 3} more' if len(beside) > 3 else '')
        report.notes.append(f'whether an entry that did not change names {shown} is not known: git cannot search the '
                            'configurations (this is a partial clone, or git fsck finds some missing)')
        return set()
    others = [path for path in sorted(naming) if path not in checked and not prepared.settings.is_excluded(path)]
    limit = common.max_bytes(arguments, prepared.settings)
    sources = [one for one in tracked.read(top, others, limit, cached=arguments.staged) if isinstance(one, Source) and _may_name(one)]
    kept = engine.run(sources, prepared.options._replace(rules=(), list_named_files=True), Report(()))[1]
    named = {path for one in kept for path in one.named_files}
    return {path for path, one in tracked.find(top, named, cached=arguments.staged).items() if {path, one.path} & beside}


def _configurations(top: str, cached: bool) -> set[str]:
    """All that git has: where very much changed, they are fewer than what they could name. Raises GitError."""
    from mcp_hooks.sources import marks

    choose = marks.chooser()
    known = {path for path in git.ls_files(top) if marks.kind_of(path, choose) in (marks.PATH, marks.HINT)}
    return known.union(git.grep_files(top, marks.GREP, NAMING, cached=cached))


def _may_name(source: Source) -> bool:
    """Would a scan look at it? A file that only speaks of ``package.json`` has no entries, and there may be thousands of them."""
    from mcp_hooks.sources import marks

    kind = marks.kind_of(source.path, marks.chooser())
    return bool(kind) and marks.content_of(kind, source.path, source.data) == marks.SOURCE


def _may_be_named(path: str) -> bool:
    from mcp_hooks.rules.key_files import may_hold_a_key, speaks_of_a_key

    name = path.rpartition('/')[2]
    return '.env' in name.lower() or may_hold_a_key(name) or speaks_of_a_key(name)


def _may_be_settings(path: str) -> bool:
    """May only the variable or the flag that leads to a file say what it is: ``--config server.conf``, ``TOKEN_FILE=run/token``?"""
    from mcp_hooks.credentials.stores import SETTINGS_ENDINGS
    from mcp_hooks.sources import marks

    name = path.rpartition('/')[2].lower()
    return ('.' not in name or name.endswith((*SETTINGS_ENDINGS, '.txt', '.token', '.secret'))) and not name.endswith(marks.NEVER)


def _with_a_credential(top: str, paths: list[str], cached: bool) -> set[str]:
    """Those that hold one, read as plain text whatever they are, and large ones with a word for something to log in with: to search
    the repository at each change of a ``package.json``, or of a workflow with ``secrets.TOKEN`` in it, would cost everybody."""
    from mcp_hooks.sources import marks, tracked

    sources = [one for one in tracked.read(top, paths, LARGEST, cached=cached) if isinstance(one, Source)
               and (marks.speaks_of_login(one.data) or any(word in one.path.lower() for word in ('token', 'secret', 'passw')))]
    found = {one.path for one in sources if len(one.data) > JUDGED}
    if len(found) < len(sources):
        from mcp_hooks import engine
        from mcp_hooks.rules import config_rules

        texts = [Source(f'{one.path}.txt', one.data) for one in sources if one.path not in found]
        report = engine.run(texts, engine.Options(config_rules()))[0]
        found |= {path.removesuffix('.txt') for path in [one.path for one in report.findings] + [path for path, _ in report.errors]}
    return found


def _files(root: str, top: str | None, paths: list[str], arguments: Arguments, limit: int) -> Iterator[Source | Skipped]:
    """Files as git would commit them, without those that git does not have."""
    if top is not None:
        from mcp_hooks.sources import tracked

        yield from tracked.read(top, paths, limit, cached=arguments.staged)
        return
    for path in paths:
        if os.path.lexists(os.path.join(root, path)) and not os.path.isdir(os.path.join(root, path)):
            yield files.one_file(os.path.join(root, path), root, limit)
