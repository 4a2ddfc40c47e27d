"""mcp-hooks scan [PATH]: a work tree, the index, what changed, what was once committed, or this user's own files."""
from __future__ import annotations

from mcp_hooks.cli import UsageError
from mcp_hooks.commands import common
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from mcp_hooks.options import Arguments
    from mcp_hooks.report import Report
    from mcp_hooks.sources.changes import Changes
    from mcp_hooks.sources.scope import Ahead, Scope
    from mcp_hooks.sources.source import Capture, Skipped, Source

OPTIONS = (
    Option('paths', nargs='*', metavar='PATH',
           help='repository, folder or file (default: the current folder; of a change or the history, the whole repository)'),
    Option('--hook', action='store_true', help='run as a hook: silent when there is nothing to say'),
    Option('--credentials', action='store_true', help='look for credentials only'),
    Option('--staged', group='what to scan', action='store_true', help='what the next commit will hold: the index, not the work tree'),
    Option('--since', group='what to scan', metavar='REF', help='only files that differ from the merge base with REF'),
    Option('--diff', group='what to scan', metavar='FILE', help='only files that this unified diff changes; - reads standard input'),
    Option('--changed-lines', group='what to scan', action='store_true',
           help='of changed files only what stands on added lines (credentials and syntax always)'),
    Option('--history', group='what to scan', nargs='?', const='', metavar='RANGE',
           help='every version that was ever committed; those of a range of commits with main..topic'),
    Option('--no-cache', group='what to scan', action='store_true', help='look at the whole history again'),
    Option('--user', group='what to scan', action='store_true', help="the clients' files in this user's home folder"),
    Option('--include-ignored', group='what to scan', action='store_true', help='also what git ignores'),
    Option('--no-git', group='what to scan', action='store_true', help='walk the folder, whatever git says'),
    *common.RULES, *common.REPORT, *common.BASELINE,
)


def run(arguments: Arguments) -> int:
    report, prepared = report_of(arguments)
    return common.finish(arguments, report, prepared, quiet=arguments.hook and not report.skipped)


# where what git ignores or tracks makes no difference
_READS = {'history': 'what was committed', 'staged': 'the index', 'user': 'the home folder'}


def report_of(arguments: Arguments) -> tuple[Report, common.Prepared]:
    """What the scan brings home, after suppressions and baseline. Raises UsageError."""
    from mcp_hooks.sources.source import SourceError

    modes = [name for name in ('staged', 'since', 'diff', 'history', 'user') if getattr(arguments, name) not in (None, False)]
    if len(modes) > 1:
        raise UsageError(f'--{modes[0]} and --{modes[1]} cannot be asked at once')
    if arguments.credentials and not arguments.select:
        arguments.select = ['credential']
    if arguments.user and arguments.paths:
        raise UsageError('--user looks at the home folder, and takes no PATH')
    if arguments.changed_lines and modes and modes[0] in ('history', 'user'):
        raise UsageError(f'--changed-lines does not go with --{modes[0]}')
    if modes and modes[0] in _READS:
        for given, name in ((arguments.no_git, '--no-git'), (arguments.include_ignored, '--include-ignored')):
            if given:
                raise UsageError(f'{name} does not go with --{modes[0]}, which reads {_READS[modes[0]]}')
    try:
        if arguments.history is not None:
            from mcp_hooks.commands import past

            if past.is_path(arguments.history):  # --history takes a range, and PATH stands behind it
                arguments.paths = [arguments.history, *arguments.paths]
                arguments.history = ''

            return past.report_of(arguments)
        return _present(arguments)
    except SourceError as error:
        raise UsageError(str(error)) from None


def _present(arguments: Arguments) -> tuple[Report, common.Prepared]:
    from mcp_hooks.sources import scope as where

    if arguments.user:  # with the settings of the user, and not of the folder that happens to be the current one
        import os

        from mcp_hooks.sources import home

        return _judged(arguments, [], next(iter(home.bases()), os.sep), {})
    of_roots: dict[str, list[str]] = {}
    scopes = []
    for path in arguments.paths or ['.']:
        scopes.append(_scope(path, arguments))
        of_roots.setdefault(scopes[-1].root, []).append(path)
    if len(of_roots) > 1:
        raise UsageError(_one_by_one(of_roots.values()))
    scopes = list(dict.fromkeys(scopes))
    root = scopes[0].root
    # git lists names while the rules load
    ahead = {scope: where.start(scope) for scope in scopes} if not arguments.staged else {}
    try:
        return _judged(arguments, scopes, root, ahead)
    except BaseException:
        for started in filter(None, ahead.values()):
            started.__exit__()
        raise


def _one_by_one(groups: Iterable[list[str]]) -> str:
    """Each repository, and each folder outside of one, has its own settings, baseline and paths."""
    import shlex

    from mcp_hooks.sources import git

    calls = [f'mcp-hooks scan {shlex.join(map(git.printable, paths))}' for paths in groups]
    more = f' … ({len(calls) - 3} more)' if len(calls) > 3 else ''
    return ('the paths belong to different repositories or folders, each with its own settings; scan one after the other: '
            + '; '.join(calls[:3]) + more + ' (scan of a folder above them that is in no repository looks into all)')


def _scope(path: str, arguments: Arguments) -> Scope:
    """Where git is asked for a change, that is one of the whole repository unless a path is named, wherever one stands. What is
    staged need not be on disk."""
    import os

    from mcp_hooks.sources import git
    from mcp_hooks.sources import scope as where

    if arguments.staged and not os.path.lexists(path):
        found = where.in_index(path)
        if found is not None:
            return found
    of_change = arguments.staged or arguments.since is not None or arguments.diff is not None
    if of_change and not arguments.paths and not arguments.no_git:
        path = git.root_of(path) or path
    return where.scope_of(path, arguments.no_git)


def _judged(arguments: Arguments, scopes: list[Scope], root: str,
            ahead: Mapping[Scope, Ahead | None]) -> tuple[Report, common.Prepared]:
    from mcp_hooks import parallel
    from mcp_hooks.commands import captures
    from mcp_hooks.report import Report

    prepared = common.prepare(arguments, root)
    if arguments.user:
        prepared = _at_home(prepared)
    report = Report(prepared.options.rules)
    changes = _changes(arguments, root, scopes)
    if changes is not None and changes.note:
        from mcp_hooks.redact import clean_path

        report.notes.append(clean_path(changes.note))  # a ref may be anything, also a token that was pasted
    ignored: set[str] = set()
    names: set[str] = set()
    found = _noted(_found(arguments, scopes, prepared, ahead, names, changes), ignored)
    if changes is not None:
        from mcp_hooks.sources.changes import limit

        found = _with_the_rest(limit(found, changes), changes, scopes, prepared)
    sessions: list[Capture] = []
    options = prepared.options._replace(list_named_files=not arguments.user)
    report, kept = parallel.run(common.split(captures.set_aside(found, sessions), report), options, report)
    if ignored:
        report.findings = [one for one in report.findings if one.name not in _OF_TRACKED or one.path not in ignored]
    kept += captures.judge(sessions, arguments, prepared, report)
    if options.list_named_files:
        changed: Collection[str] | None = names if arguments.staged else changes.lines if changes is not None else None
        if changed is not None and arguments.paths:
            changed = {path for path in changed if any(_within(path, scope) for scope in scopes)}
        if changed or any(one.named_files for one in kept):
            from mcp_hooks.commands import named

            kept += named.examine(arguments, root, report, kept, prepared, changed)
    whole = changes is None and not arguments.staged and not arguments.user and all(not (s.prefix or s.file) for s in scopes)
    common.set_known_aside(arguments, report, kept, prepared, whole=whole)
    if not arguments.user:
        common.note_other_settings(arguments, report, prepared)
        common.note_other_case(report)
    if arguments.changed_lines and changes is not None:
        _only_changed(report, changes)
    if changes is None and not (arguments.hook and arguments.staged):  # most commits change no configuration
        common.note_unlooked(report, _where(arguments))
        if not (report.checked or arguments.user or arguments.staged or arguments.include_ignored):
            report.notes += _ignored(scopes)
            if not (arguments.paths or arguments.no_git) and scopes[0].prefix:
                above = '/'.join('..' for _ in scopes[0].prefix.strip('/').split('/'))
                report.notes.append(f'It is a part of a repository: mcp-hooks scan {above} looks at all of it.')
    if not report.checked and prepared.settings.exclude:
        limited = names if arguments.staged else changes.lines if changes is not None else None
        if limited is None or _leaves_out(prepared, limited):
            report.notes.append(f'`exclude` in {prepared.settings.source} leaves paths out; --no-settings looks at them too.')
    return report, prepared


def _leaves_out(prepared: common.Prepared, paths: Iterable[str]) -> bool:
    """Is one of those left out that a client reads, or that is named like a session? In a folder of others' code few are."""
    from mcp_hooks.sources import marks

    choose = marks.chooser()
    return any(marks.kind_of(path, choose) in (marks.PATH, marks.HINT) or marks.is_named_capture(path)
               for path in paths if prepared.settings.is_excluded(path))


def _ignored(scopes: list[Scope]) -> list[str]:
    """Where nothing was found it helps to know what git hides. A folder that is ignored as a whole is not entered for it."""
    from mcp_hooks.redact import clean_path
    from mcp_hooks.sources import git, marks

    choose, folders = marks.chooser(), marks.folders()
    found = set()
    for scope in scopes:
        if not scope.git or scope.file:
            continue
        output = git.run(scope.root, ['ls-files', '-o', '-i', '-z', '--directory', '--full-name', '--exclude-standard'],
                         folder=scope.prefix)
        for path in map(git.decode, filter(None, output.split(b'\0'))):
            client = path.rstrip('/').rpartition('/')[2] in folders if path[-1] == '/' else marks.kind_of(path, choose) == marks.PATH
            if client:
                found.add(git.printable(path))
    if not found:
        return []
    shown = ', '.join(sorted(found)[:3]) + (f' and {len(found) - 3} more' if len(found) > 3 else '')
    return [clean_path(f'git ignores {shown}, and what it ignores was not looked at; --include-ignored does')]


# what is wrong with a file only because git has it, or soon will
_OF_TRACKED = ('tracked-token-store', 'tracked-env-file')


def _at_home(prepared: common.Prepared) -> common.Prepared:
    """In the home folder a client's store of tokens is where it belongs, and the clients' files are not those of one project."""
    options = prepared.options
    rules = tuple(rule for rule in options.rules if rule.name not in (*_OF_TRACKED, 'name-conflict'))
    return prepared._replace(options=options._replace(rules=rules, tracked=None))


def _noted(found: Iterable[Source | Capture | Skipped], ignored: set[str]) -> Iterator[Source | Capture | Skipped]:
    for one in found:
        if getattr(one, 'origin', '') == 'ignored':
            ignored.add(one.path)
        yield one


def _with_the_rest(found: Iterable[Source | Capture | Skipped], changes: Changes, scopes: list[Scope],
                   prepared: common.Prepared) -> Iterator[Source | Capture | Skipped]:
    """A file of a client's that a diff names is here, and git does not list it: it is named."""
    told: set[str] = set()
    for one in found:
        told.update((one.path.rstrip('/'), *getattr(one, 'links', ())))
        yield one
    if not changes.closed or not changes.lines:
        return
    import os

    from mcp_hooks.sources import marks
    from mcp_hooks.sources.source import Skipped

    choose = marks.chooser()
    for path in sorted(changes.lines):
        if path in told or marks.kind_of(path, choose) != marks.PATH or prepared.settings.is_excluded(path):
            continue
        above = [path[:at] for at, char in enumerate(path) if char == '/']
        if told.isdisjoint(above) and any(_within(path, scope) and os.path.isfile(os.path.join(scope.root, path)) for scope in scopes):
            yield Skipped(path, 'the diff names it, and git does not list it here; name it, or add --include-ignored')


def _found(arguments: Arguments, scopes: list[Scope], prepared: common.Prepared, ahead: Mapping[Scope, Ahead | None],
           names: set[str], changes: Changes | None) -> Iterable[Source | Capture | Skipped]:
    """Sources of all scopes, each path once. ``names`` takes all that is staged."""
    limit = common.max_bytes(arguments, prepared.settings)
    of_captures = common.max_capture(arguments, prepared.settings)
    excluded = prepared.settings.is_excluded if prepared.settings.exclude else None
    if arguments.user:
        from mcp_hooks.sources import home

        yield from home.discover(limit)
        return
    seen: set[str] = set()
    for scope in scopes:
        if arguments.staged:
            from mcp_hooks.sources import staged

            for one in staged.staged(scope.root, limit, excluded, of_captures, names):
                if one.path not in seen and _within(one.path, scope):
                    seen.add(one.path)
                    yield one
            continue
        from mcp_hooks.sources import tree

        if scope.file and excluded is not None and excluded(scope.file):
            from mcp_hooks.sources.source import Skipped

            yield Skipped(scope.file, f'excluded by {prepared.settings.source}')
            continue
        changed = changes.lines if changes is not None and changes.lines is not None else ()
        options = tree.Options(arguments.include_ignored, limit, excluded, of_captures, changed)
        for one in tree.discover(scope, options, ahead.get(scope)):
            if one.path not in seen:
                seen.add(one.path)
                yield one


def _within(path: str, scope: Scope) -> bool:
    return path == scope.file if scope.file else path.startswith(scope.prefix) or path == scope.prefix[:-1]


def _changes(arguments: Arguments, root: str, scopes: list[Scope]) -> Changes | None:
    """The changes that limit this scan, None when everything counts."""
    if arguments.since is None and arguments.diff is None and not arguments.changed_lines:
        return None
    from mcp_hooks.sources import changes

    if arguments.since is not None:
        return changes.since(root, arguments.since)
    if arguments.diff is not None:
        if arguments.diff == '-':
            from mcp_hooks.sources.files import standard_input

            data = standard_input().read()
        else:
            with open(arguments.diff, 'rb') as stream:
                data = stream.read()
        return changes.from_diff(data, root, [_here(root), *(scope.prefix for scope in scopes)])
    if not arguments.staged:
        raise UsageError('--changed-lines needs --since, --diff or --staged')
    return changes.of_index(root)


def _here(root: str) -> str:
    """The current folder below the root, with a slash behind it; '' at the root or elsewhere."""
    import os

    from mcp_hooks.sources import disk

    below = disk.inside(root, os.path.realpath(os.curdir))
    return f'{below}/' if below else ''


def _only_changed(report: Report, changes: Changes) -> None:
    from mcp_hooks.sources.changes import concerns

    every = len(report.findings)
    report.findings = [one for one in report.findings
                       if concerns(changes, one.path, one.category, one.place.line, one.place.end_line)]
    if every > len(report.findings):
        report.notes.append(f'{every - len(report.findings)} more on lines that did not change')


def _where(arguments: Arguments) -> str:
    if arguments.user:
        return 'in the home folder'
    if arguments.staged:
        return 'among what is staged'
    if arguments.paths in ([], ['.']):
        return 'in this folder'
    return 'below ' + ', '.join(arguments.paths)
