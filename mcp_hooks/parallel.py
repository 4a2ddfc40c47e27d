"""Many files over several processes, with the same findings in the same order as one process gives."""
from __future__ import annotations

from mcp_hooks import engine
from mcp_hooks.report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.engine import Examined, Options
    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.sources.source import Source

PAYS_FROM = 400  # files: below, starting processes takes longer than reading
CHUNK = 50
AT_ONCE = 40  # files that are judged as they come


def run(sources: Iterable[Source], options: Options, report: Report) -> tuple[Report, list[Examined]]:
    """As ``engine.run``. The first sources are judged as they come, for git is often still at work on the rest; then they are
    collected until it is clear whether several processes pay."""
    if cores() < 2:
        return engine.run(sources, options, report)
    held: list[Source] = []
    stream = iter(sources)
    alone = Report(report.rules)
    try:
        _, kept = engine.run(_until_it_pays(stream, held), options, alone)
    except _ItPays:
        held += stream
        alone, kept = _judged(held, options, report.rules)  # the few that were judged already among them
    _add(alone, report)
    report.sort()
    return report, kept


def cores() -> int:
    """That this process may use."""
    import os

    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def _judged(sources: list[Source], options: Options, rules: tuple[Rule, ...]) -> tuple[Report, list[Examined]]:
    from concurrent.futures import BrokenExecutor

    try:
        return _pool(sources, options, Report(rules))
    except (BrokenExecutor, OSError, ImportError, NotImplementedError):
        # no semaphores here, no second process allowed, or one was killed for its memory: one after the other, then
        return engine.run(sources, options, Report(rules))


class _ItPays(Exception):  # noqa: N818 — a turn, not an error
    """There are many sources."""


def _until_it_pays(stream: Iterator[Source], held: list[Source]) -> Iterator[Source]:
    for source in stream:
        held.append(source)
        if len(held) <= AT_ONCE:
            yield source
        elif len(held) >= PAYS_FROM:
            raise _ItPays
    yield from held[AT_ONCE:]


def _add(part: Report, report: Report) -> None:
    report.findings += part.findings
    report.errors += part.errors
    report.checked += part.checked
    report.untracked += part.untracked
    report.servers += part.servers


def _pool(sources: list[Source], options: Options, report: Report) -> tuple[Report, list[Examined]]:
    import os
    from concurrent.futures import ProcessPoolExecutor

    from mcp_hooks.present import group_key

    kept: list[Examined] = []
    plain = options._replace(rules=())
    ids = tuple(rule.id for rule in options.rules)
    before = _leave_this_folder_out()
    try:
        with ProcessPoolExecutor(min(cores(), 8), initializer=_start, initargs=(plain, ids, group_key())) as pool:
            for part, some in pool.map(_work, _chunks(sources)):
                _add(part, report)
                kept += some
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before
    return report, kept


SAFE_PATH = 'PYTHONSAFEPATH'


def _leave_this_folder_out() -> str | None:
    """Where a worker is no fork, it is started with ``-c``, and would import ``multiprocessing`` from the folder that we stand in,
    which may be the scanned one: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONSAFEPATH (2026-12-01). Gives the variable
    as it was. Raises ImportError where Python was told not to heed it."""
    import multiprocessing
    import os
    import sys

    if sys.flags.ignore_environment and not sys.flags.safe_path and multiprocessing.get_start_method() != 'fork':
        raise ImportError
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = '1'
    return before


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
    import threading

    from mcp_hooks.present import group_key
    from mcp_hooks.rules import config_rules

    threading.Thread(target=_end_with_parent, daemon=True).start()
    group_key(key)
    wanted = set(ids)
    _OPTIONS[:] = [options._replace(rules=tuple(rule for rule in config_rules() if rule.id in wanted))]


def _end_with_parent() -> None:
    """A pool waits for work for ever when the process that gives it was killed."""
    import multiprocessing
    import os

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(sources: list[Source]) -> tuple[Report, list[Examined]]:
    from mcp_hooks.report import Report

    report, kept = engine.run(sources, _OPTIONS[0], Report())
    # trees are left behind: what comes after the rules needs the text and its comments only
    for one in kept:
        one.document.root = None
        one.document.extra_roots = []
    return report, [one._replace(files=()) for one in kept if one.findings or one.document.comments or one.named_files]
