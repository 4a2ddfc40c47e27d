"""mcp-hooks check FILE …: the files named, as they are on disk."""
from __future__ import annotations

from mcp_hooks.cli import CLEAN, UsageError
from mcp_hooks.commands import common
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.options import Arguments
    from mcp_hooks.sources.source import Capture, Skipped, Source

    Named = Source | Skipped

OPTIONS = (
    Option('files', nargs='*', metavar='FILE', help='files to check; - reads standard input'),
    Option('--as', dest='as_path', metavar='PATH', help='the path that standard input stands for'),
    Option('--credentials', action='store_true', help='look for credentials only'),
    Option('--beside', action='store_true', help='leave out what the hook mcp-hooks checks, so that one credential is told once'),
    Option('--hook', action='store_true', help='run as a commit hook: silent when there is nothing to say'),
    *common.RULES, *common.REPORT, *common.BASELINE,
)


def run(arguments: Arguments) -> int:
    import os

    from mcp_hooks import engine
    from mcp_hooks.report import Report

    if not arguments.files:
        if arguments.hook:
            return CLEAN
        raise UsageError('name a file to check, or - for standard input; mcp-hooks scan looks through a folder')
    common.usable(arguments)
    if arguments.credentials and not arguments.select:
        arguments.select = ['credential']
    root = os.getcwd()
    prepared = common.prepare(arguments, root)
    report = Report(prepared.options.rules)
    limit = common.max_bytes(arguments, prepared.settings)
    found: Iterable[Named] = _sources(arguments, limit)
    if prepared.settings.exclude:
        found = _without_excluded(found, prepared)
    if arguments.beside:
        found = _beside_the_other_hook(found)
    sessions: list[Capture] = []
    sources = common.split(_without_sessions(found, sessions, limit, common.max_capture(arguments, prepared.settings)), report)
    if arguments.credentials:
        sources = _with_a_mark(sources)
    report, kept = engine.run(sources, prepared.options, report)
    if sessions:
        from mcp_hooks.commands import captures

        kept += captures.judge(sessions, arguments, prepared, report)
        # an archive of other traffic is a text like any other
        kept += engine.run(captures.without_messages(sessions, report), prepared.options, report)[1]
    common.set_known_aside(arguments, report, kept, prepared)
    common.note_other_settings(arguments, report, prepared)
    common.note_other_case(report)
    return common.finish(arguments, report, prepared, quiet=arguments.hook and not report.skipped)


def _sources(arguments: Arguments, limit: int) -> Iterable[Named]:
    from mcp_hooks.sources import files
    from mcp_hooks.sources.source import SourceError

    names = [name for name in arguments.files if name != '-']
    try:
        if len(names) < len(arguments.files):
            if not arguments.as_path:
                raise UsageError('standard input needs --as PATH: the path decides which client reads it')
            yield files.from_stdin(arguments.as_path, limit)
        yield from files.from_arguments(names, max_bytes=limit)
    except SourceError as error:
        raise UsageError(str(error)) from None


def _without_excluded(found: Iterable[Named], prepared: common.Prepared) -> Iterable[Named]:
    """A hook names every staged file; those that the settings leave out are named as skipped."""
    from mcp_hooks.sources.source import Skipped

    for one in found:
        if prepared.settings.is_excluded(one.path):
            yield Skipped(one.path, f'excluded by {prepared.settings.source}')
        else:
            yield one


def _beside_the_other_hook(found: Iterable[Named]) -> Iterable[Named]:
    """The files that the pattern of mcp-hooks does not take."""
    import re

    from mcp_hooks.clients.registry import files_pattern

    taken = re.compile(files_pattern()).search
    return (one for one in found if not taken(one.path))


def _without_sessions(found: Iterable[Named], sessions: list[Capture], limit: int, of_captures: int) -> Iterable[Named]:
    """All but the captured sessions, which go to ``sessions``. Nothing is loaded for a file without a word of the protocol."""
    from mcp_hooks.sources.source import Capture

    for one in found:
        if not _may_be_session(one):
            yield one
            continue
        from mcp_hooks.commands import captures

        judged = captures.named(one, limit, of_captures)
        if isinstance(judged, Capture):
            sessions.append(judged)
        else:
            yield judged


def _may_be_session(one: Named) -> bool:
    data = getattr(one, 'data', None)
    if data is None:  # too large, it may be, for anything but a session
        return True
    return b'jsonrpc' in data or b'"method"' in data or b'j\0s\0o\0n\0r\0p\0c' in data


def _with_a_mark(sources: Iterable[Source]) -> Iterable[Source]:
    """Let go of a file without a mark of MCP after one pass over its bytes."""
    from mcp_hooks.clients.recognise import mentions_mcp

    return (source for source in sources if mentions_mcp(source.data))
