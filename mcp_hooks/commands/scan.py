"""mcp-hooks scan [PATH]: a repository or a folder."""
from __future__ import annotations

from mcp_hooks.cli import UsageError
from mcp_hooks.commands import common
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report


OPTIONS = (
    Option('paths', nargs='*', metavar='PATH', help='repository or folder (default: here)'),
    Option('--hook', action='store_true', help='run as a hook: silent when there is nothing to say'),
    Option('--include-ignored', action='store_true', help='also what git ignores'),
    Option('--no-git', action='store_true', help='walk the folder, whatever git says'),
    *common.RULES, *common.REPORT, *common.BASELINE,
)


def run(arguments: Arguments) -> int:
    report, prepared = report_of(arguments)
    return common.finish(arguments, report, prepared, quiet=arguments.hook)


def report_of(arguments: Arguments) -> tuple[Report, common.Prepared]:
    """What the scan brings home, after suppressions and baseline."""
    from mcp_hooks import engine
    from mcp_hooks.report import Report
    from mcp_hooks.sources import tree
    from mcp_hooks.sources.source import MAX_BYTES, SourceError

    try:
        scope = tree.scope_of((arguments.paths or ['.'])[0], arguments.no_git)
        prepared = common.prepare(arguments, scope.root)
        report = Report(prepared.options.rules)
        limit = MAX_BYTES if arguments.max_bytes is None else arguments.max_bytes
        found = tree.discover(scope, tree.Options(include_ignored=arguments.include_ignored, max_bytes=limit))
        report, kept = engine.run(common.split(found, report), prepared.options, report)
    except SourceError as error:
        raise UsageError(str(error)) from None
    common.apply_policy(arguments, report, kept, prepared)
    return report, prepared
