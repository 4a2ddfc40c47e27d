"""Many files over several processes, with the same findings in the same order as one process gives."""
from __future__ import annotations

from mcp_hooks import engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.engine import Examined, Options
    from mcp_hooks.report import Report
    from mcp_hooks.sources.source import Source

PAYS_FROM = 400  # files: below, starting processes takes longer than reading
CHUNK = 50


def run(sources: Iterable[Source], options: Options, report: Report) -> tuple[Report, list[Examined]]:
    """As ``engine.run``; sources are collected until it is clear whether several processes pay."""
    import os

    held: list[Source] = []
    stream = iter(sources)
    for source in stream:
        held.append(source)
        if len(held) >= PAYS_FROM:
            break
    if len(held) < PAYS_FROM or (os.cpu_count() or 1) < 2:
        return engine.run(_both(held, stream), options, report)
    return _pool([*held, *stream], options, report)


def _both(held: list[Source], stream: Iterator[Source]) -> Iterator[Source]:
    yield from held
    yield from stream


def _pool(sources: list[Source], options: Options, report: Report) -> tuple[Report, list[Examined]]:
    import os
    from concurrent.futures import ProcessPoolExecutor

    from mcp_hooks.present import group_key

    kept: list[Examined] = []
    plain = options._replace(rules=())
    ids = tuple(rule.id for rule in options.rules)
    with ProcessPoolExecutor(min(os.cpu_count() or 1, 8), initializer=_start, initargs=(plain, ids, group_key())) as pool:
        for part, some in pool.map(_work, _chunks(sources)):
            report.findings += part.findings
            report.errors += part.errors
            report.checked += part.checked
            report.untracked += part.untracked
            report.servers += part.servers
            kept += some
    report.sort()
    return report, kept


def _chunks(sources: list[Source]) -> Iterator[list[Source]]:
    """Files of one project stay together: some rules look across them."""
    from mcp_hooks.rules.across import folder_of

    projects: dict[str, list[Source]] = {}
    for source in sources:
        projects.setdefault(folder_of(source.path), []).append(source)
    chunk: list[Source] = []
    for project in projects.values():
        chunk += project
        if len(chunk) >= CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


_OPTIONS: list[Options] = []


def _start(options: Options, ids: tuple[str, ...], key: bytes) -> None:
    from mcp_hooks.present import group_key
    from mcp_hooks.rules import config_rules

    group_key(key)
    wanted = set(ids)
    _OPTIONS[:] = [options._replace(rules=tuple(rule for rule in config_rules() if rule.id in wanted))]


def _work(sources: list[Source]) -> tuple[Report, list[Examined]]:
    from mcp_hooks.report import Report

    report, kept = engine.run(sources, _OPTIONS[0], Report())
    # trees are left behind: what comes after the rules needs the text and its comments only
    for one in kept:
        one.document.root = None
        one.document.extra_roots = []
    return report, [one._replace(files=()) for one in kept if one.findings or one.document.comments or one.env_files]
