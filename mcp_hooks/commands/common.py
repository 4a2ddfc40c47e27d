"""What every command that reports has in common: options, settings, the way from sources to an exit code."""
from __future__ import annotations

import sys

from mcp_hooks.cli import CLEAN, FOUND, TROUBLE, UsageError, say
from mcp_hooks.findings import NEVER, SEVERITIES, THRESHOLDS
from mcp_hooks.options import Option
from mcp_hooks.reports import FORMATS
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mcp_hooks.engine import Examined, Options
    from mcp_hooks.options import Arguments
    from mcp_hooks.policy.in_force import Settings
    from mcp_hooks.report import Report
    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.sources.source import Skipped, Source


class Prepared(NamedTuple):
    """The settings in force and what the engine needs of them."""

    root: str
    settings: Settings
    options: Options


RULES = (
    Option('--select', group='what to look for', action='append', default=[], metavar='RULES',
           help='only these rules: ids, names, categories, default, all; separated by commas; can be given again'),
    Option('--ignore', group='what to look for', action='append', default=[], metavar='RULES', help='all but these rules'),
    Option('--client', group='what to look for', action='append', default=[], metavar='CLIENT',
           help='a client that is used here: what breaks for it counts in full, whoever owns the path'),
    Option('--all-readers', group='what to look for', action='store_true', help='note what breaks only for other readers of a path'),
    Option('--settings', group='what to look for', metavar='FILE', help='use this settings file and no other'),
    Option('--no-settings', group='what to look for', action='store_true', help='use no settings file'),
)
REPORT = (
    Option('--format', group='report', choices=tuple(FORMATS), default='text', help='default: text'),
    Option('--output', group='report', metavar='FILE', help='write the report there instead of standard output'),
    Option('--sarif-suppressed', group='report', action='store_true',
           help='in SARIF also what is suppressed or in the baseline, marked as such (GitHub opens alerts for it all the same)'),
    Option('--fail-on', group='report', choices=THRESHOLDS,
           help='the lowest severity that fails, with exit code 1 (default: error)'),
    Option('--color', group='report', choices=('auto', 'always', 'never'), default='auto'),
    Option('--max-bytes', group='report', type=int, metavar='N',
           help='skip and name larger files (default: 5,000,000; captured sessions: 200,000,000)'),
)
BASELINE = (
    Option('--baseline', group='known findings', metavar='FILE', help='do not report what this file lists'),
    Option('--write-baseline', group='known findings', metavar='FILE', help='write all findings of this run to this file, and report none'),
    Option('--prune', group='known findings', action='store_true', help='take entries that no longer match out of the --baseline file'),
    Option('--trust-settings-from', group='known findings', metavar='REF',
           help='nothing in the scanned tree may silence a credential that the settings at REF would report'),
)


def words(values: Iterable[str]) -> tuple[str, ...]:
    """``a,b`` and ``a b`` given once or more, as single words."""
    return tuple(word for value in values for word in value.replace(',', ' ').split())


def prepare(arguments: Arguments, root: str) -> Prepared:
    """Settings of the tree at ``root`` with the command line on top. Raises UsageError."""
    from mcp_hooks.engine import Options
    from mcp_hooks.policy import in_force as settings
    from mcp_hooks.rules import config_rules
    from mcp_hooks.sources.source import SourceError

    every = config_rules()
    check_given(arguments)
    try:
        in_force = settings.empty() if arguments.no_settings else settings.load(
            root, arguments.settings, getattr(arguments, 'staged', False))
        if arguments.trust_settings_from:
            from mcp_hooks.policy.settings import load_at, trusting

            in_force = trusting(in_force, load_at(root, arguments.trust_settings_from))
        chosen, severities = choose(every, _session_rules, arguments, in_force)
        clients = used_clients_of(in_force.clients, f'{in_force.source}: clients: ') | used_clients_of(arguments.client)
    except (ValueError, SourceError) as error:
        raise UsageError(str(error)) from None
    options = Options(rules=chosen, severities=severities, clients=clients, every_reader=arguments.all_readers,
                      platforms=tuple(in_force.platforms), exists=_exists_below(root), tracked=_tracked_below(root),
                      list_servers=getattr(arguments, 'format', '') == 'html')
    return Prepared(root, in_force, options)


# whose empty text is a variable of a script that is not set, and would be taken for no option at all
_FILLED = ('settings', 'baseline', 'write_baseline', 'trust_settings_from', 'output')


def check_given(arguments: Arguments) -> None:
    """Raises UsageError for options that say nothing, or the opposite of each other."""
    for name in _FILLED:
        if getattr(arguments, name, None) == '':
            raise UsageError(f'--{name.replace("_", "-")} is given an empty text')
    if arguments.settings and arguments.no_settings:
        raise UsageError('--settings and --no-settings cannot be asked at once')


def choose(every: tuple[Rule, ...], others: Callable[[], Iterable[Rule]], arguments: Arguments,
           in_force: Settings) -> tuple[tuple[Rule, ...], dict[str, str]]:
    """The rules that run, and the severities of those that have another one. ``others`` gives the rules that selectors may name
    as well. Raises ValueError."""
    wanted, unwanted = words(arguments.select) or in_force.select, (*in_force.ignore, *words(arguments.ignore))
    if not (wanted or unwanted or in_force.severities or in_force.per_path_ignore or in_force.base):
        return tuple(rule for rule in every if rule.default), {}
    from mcp_hooks.policy import select

    select.check_settings(every, in_force, others)
    chosen = select.choose(every, wanted, unwanted, others)
    severities = select.severities(every, in_force.severities, others)
    if in_force.base is not None:
        select.check_settings(every, in_force.base, others)
        # the command line is not of the scanned tree
        trusted = in_force.base._replace(select=words(arguments.select) or in_force.base.select,
                                         ignore=(*in_force.base.ignore, *words(arguments.ignore)))
        chosen, severities = _trusted(every, others, chosen, severities, trusted)
    if not chosen and not select.choose(tuple(others()), wanted, unwanted, lambda: every):
        raise ValueError('what is selected and what is ignored leave no rule to check')
    return chosen, severities


def used_clients_of(words: Sequence[str], where: str = '') -> frozenset[str]:
    """The clients that the words name. Raises SelectorError, which says ``where`` the unknown one stands."""
    if not words:
        return frozenset()
    from mcp_hooks.policy.select import SelectorError, used_clients

    try:
        return used_clients(words)
    except SelectorError as error:
        raise SelectorError(f'{where}{error}') from None


def _session_rules() -> Iterable[Rule]:
    from mcp_hooks.transcripts.rules import session_rules

    return session_rules()


def _trusted(every: tuple[Rule, ...], others: Callable[[], Iterable[Rule]], chosen: tuple[Rule, ...], severities: dict[str, str],
             base: Settings) -> tuple[tuple[Rule, ...], dict[str, str]]:
    """What the base has credentials looked for with, and how much they weigh there, holds whatever the tree says."""
    from mcp_hooks.policy import select
    from mcp_hooks.rules.rule import CREDENTIAL

    wanted = {rule.id for rule in chosen}
    wanted |= {rule.id for rule in select.choose(every, base.select, base.ignore, others) if rule.category == CREDENTIAL}
    of_base = select.severities(every, base.severities, others)
    for rule in every:
        if rule.category == CREDENTIAL:
            severities.pop(rule.id, None)
            if rule.id in of_base:
                severities[rule.id] = of_base[rule.id]
    return tuple(rule for rule in every if rule.id in wanted), severities


class _tracked_below:  # noqa: N801 — a function with a value in it, and picklable for the process pool
    """Does git track this path? Asked for the few paths that an entry names, so each question is one call. Whoever has many is
    told from the whole list: a file may name as many paths as it has room for."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._asked = 0
        self._all: frozenset[str] | None = None

    def __call__(self, path: str) -> bool:
        from mcp_hooks.sources import git

        self._asked += 1
        top = git.root_of(self.root)
        try:
            if top is not None and self._asked > SINGLY and self._all is None:
                self._all = frozenset()  # what fails once is not asked a thousand times
                self._all = frozenset(path for path, entry in git.ls_files(top).items() if entry.mode != git.LINK)
            if top is None or (self._all is not None and path in self._all):
                return top is not None
            entry = git.ls_files(top, paths=[path]).get(path) if self._all is None else None
            return (entry is not None and entry.mode != git.LINK) or _by_link(top, path)
        except git.GitError:
            return False


def _by_link(top: str, path: str) -> bool:
    """A link in the index holds no variables: what counts is whether git has the file that it leads to."""
    from mcp_hooks.sources import tracked

    if tracked.is_plain(top, path):
        return False
    found = tracked.find(top, [path], cached=False).get(path)
    return found is not None and not found.reason


SINGLY = 16  # questions that are each a call of git


class _exists_below:  # noqa: N801 — as above
    def __init__(self, root: str) -> None:
        self.root = root

    def __call__(self, path: str) -> bool:
        import os

        return os.path.exists(os.path.join(self.root, path))


def set_known_aside(arguments: Arguments, report: Report, kept: Sequence[Examined], prepared: Prepared, whole: bool = False) -> None:
    """Suppressions and the baseline, where there is anything that they could say something about."""
    if report.findings or arguments.baseline or prepared.settings.baseline or arguments.write_baseline or arguments.prune or (
            whole and (prepared.settings.suppress or prepared.settings.allow)) or any(one.document.comments for one in kept):
        from mcp_hooks.commands import known

        known.apply(arguments, report, kept, prepared, whole)


def note_other_case(report: Report) -> None:
    """Files that a client reads on some systems only, for the capitals in their names."""
    written = [path for path in report.checked if path != path.lower()]
    if not written:
        return
    from mcp_hooks.clients.registry import matches
    from mcp_hooks.redact import clean_path
    from mcp_hooks.sources.marks import in_other_case

    found = [path for path in written if in_other_case(path, lambda name: bool(matches(name)))]
    if found:
        shown = ', '.join(''.join(char if char.isprintable() else '?' for char in path) for path in found[:3])
        more = f' and {len(found) - 3} more' if len(found) > 3 else ''
        report.notes.append(clean_path(
            f'{shown}{more}: clients look for small letters in these names, and find the file on Windows and macOS only; what a client '
            'makes of an entry was not checked'))


def note_other_settings(arguments: Arguments, report: Report, prepared: Prepared) -> None:
    """Who wrote settings below the top of the repository learns that nobody reads them: where something was found that they may have
    been meant for, or from the folder they stand in."""
    if arguments.settings or arguments.no_settings:
        return
    import os

    from mcp_hooks.sources.disk import inside
    from mcp_hooks.sources.roots import root_of

    root = os.path.realpath(prepared.root)
    top = root_of(root) or root
    here = inside(top, os.path.realpath(os.curdir)) or ''
    if not (report.findings or here):
        return
    from mcp_hooks.policy import unread
    from mcp_hooks.redact import clean_path

    folders = {here, *(one.path.rpartition('/')[0] for one in report.findings if not one.path.startswith('/'))}
    said = unread.note(top, folders, prepared.settings)
    if said:
        report.notes.append(clean_path(said))


def split(found: Iterable[Source | Skipped], report: Report) -> Iterable[Source]:
    """The sources one after the other, but for our own baseline; what was skipped goes into the report."""
    from mcp_hooks.sources.source import Skipped

    for one in found:
        if isinstance(one, Skipped):
            report.skipped.append(one)
        elif not is_our_baseline(one):
            yield one


OUR_BASELINE = b'"mcp-hooks-baseline"'


def is_our_baseline(source: Source) -> bool:
    """Hashes and paths that our own file keeps are nobody's credentials. The mark alone proves nothing: a configuration may
    begin with it to be passed over."""
    if OUR_BASELINE not in source.data:
        return False
    from mcp_hooks.policy import baseline

    return baseline.is_nothing_else(source.data)


def usable(arguments: Arguments) -> None:
    """Raises UsageError for what `check` and `inspect` refuse of a hook, and for --as where no `-` stands among the names: a file on
    disk keeps its own."""
    if arguments.hook and (arguments.output or arguments.write_baseline or arguments.prune):
        raise UsageError('a hook is given names from the repository, so it takes no option that writes a file')
    if arguments.as_path is not None and '-' not in arguments.files:
        raise UsageError('--as names what standard input holds, so it goes with -: mcp-hooks '
                         f'{arguments.command} - --as {arguments.as_path}')


def max_bytes(arguments: Arguments, settings: Settings) -> int:
    from mcp_hooks.sources.source import MAX_BYTES

    if arguments.max_bytes is not None and arguments.max_bytes < 1:
        raise UsageError('--max-bytes takes a number of bytes above 0')
    return arguments.max_bytes or settings.max_bytes or MAX_BYTES


def max_capture(arguments: Arguments, settings: Settings) -> int:
    """Of a captured session, which is never held as a whole: what the user says, else much more than of other files."""
    from mcp_hooks.sources.source import MAX_CAPTURE

    return arguments.max_bytes or settings.max_bytes or MAX_CAPTURE


def fail_on(arguments: Arguments, settings: Settings) -> str:
    return arguments.fail_on or settings.fail_on or 'error'


def is_failing(report: Report, threshold: str) -> bool:
    """Is there a finding at or above the threshold?"""
    if threshold == NEVER:
        return False
    return any(report.count(severity) for severity in SEVERITIES[:SEVERITIES.index(threshold) + 1])


def finish(arguments: Arguments, report: Report, prepared: Prepared, quiet: bool = False) -> int:
    """Write the report and say how the run ended. ``quiet`` prints nothing when there is nothing to say: hooks."""
    report.sort()
    report.tell_suppressed = arguments.sarif_suppressed
    silent = quiet and not (report.findings or report.errors or report.notes)
    if not silent and arguments.format == 'text' and not arguments.output and is_clean(report):
        say(f'clean: {len(report.checked)} file{"s" if len(report.checked) != 1 else ""} checked\n')
    elif not silent:
        from mcp_hooks.reports import render

        color = wants_color(arguments.color, arguments.output)
        write(render(arguments.format, report, color=color), arguments.output)
    if report.errors:
        return TROUBLE
    return FOUND if is_failing(report, fail_on(arguments, prepared.settings)) else CLEAN


def is_clean(report: Report) -> bool:
    """Is there nothing to tell but how many files were looked at? Then no report has to be loaded."""
    return bool(report.checked) and not (report.findings or report.errors or report.notes or report.skipped or report.suppressed
                                         or report.untracked)


def write(text: str, output: str | None) -> None:
    """To the file, whole or not at all, or to standard output."""
    if output and output != '-':
        from mcp_hooks.atomic import write_atomically

        write_atomically(output, text.encode('utf-8', 'backslashreplace'))
    else:
        say(text)


def wants_color(choice: str, output: str | None = None) -> bool:
    """The user's word, else NO_COLOR and FORCE_COLOR (no-color.org, force-color.org), else whether a terminal reads along: none does
    where the report goes to a file."""
    import os

    if choice != 'auto':
        return choice == 'always'
    if output or os.environ.get('NO_COLOR'):
        return False
    if os.environ.get('FORCE_COLOR'):
        return True
    return sys.stdout.isatty() and os.environ.get('TERM') != 'dumb'


def note_unlooked(report: Report, settled: str) -> None:
    """A run that looked at nothing says so."""
    if not report.checked and not report.errors:
        report.notes.append(f'No MCP configuration was found {settled}.')
