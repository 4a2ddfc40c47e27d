"""What need not be reported again: suppressions first, then the baseline. What they silence is kept and counted."""
from __future__ import annotations

from mcp_hooks.cli import UsageError
from mcp_hooks.findings import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mcp_hooks.commands.common import Prepared
    from mcp_hooks.engine import Examined
    from mcp_hooks.options import Arguments
    from mcp_hooks.policy.baseline import Applied, Baseline, Entry
    from mcp_hooks.report import Report
    from mcp_hooks.rules.rule import Rule


def apply(arguments: Arguments, report: Report, kept: Sequence[Examined], prepared: Prepared, whole: bool = False) -> None:
    """Sort the report's findings into those that are reported and those that are known. ``whole``: the whole tree was seen."""
    path = arguments.write_baseline or arguments.baseline or prepared.settings.baseline
    if arguments.prune and not path:
        raise UsageError('--prune needs --baseline FILE')
    if arguments.write_baseline == '-':
        raise UsageError('--write-baseline takes the name of a file')
    from mcp_hooks.policy import suppress

    secrets = {finding: secret for one in kept for finding, secret in one.secrets.items()}
    applied = suppress.apply(report.findings, {one.path: one.document for one in kept}, prepared.settings, secrets=secrets,
                             rules=report.rules, severities=prepared.options.severities, others=_rules_of_all_commands, whole=whole,
                             trusted_text=text_at(arguments, prepared))
    report.findings = [*applied.kept, *applied.extra]
    report.suppressed.extend(applied.suppressed)
    if path:
        _baseline(arguments, report, secrets, prepared, path, whole)


def _rules_of_all_commands() -> Iterator[Rule]:
    """Also those of sessions, which a scan loads with the first capture."""
    from mcp_hooks.rules import config_rules
    from mcp_hooks.transcripts.rules import session_rules

    yield from config_rules()
    yield from session_rules()


def _baseline(arguments: Arguments, report: Report, secrets: dict[Finding, str], prepared: Prepared, path: str,
              whole: bool) -> None:
    from mcp_hooks.findings import Suppressed
    from mcp_hooks.policy import baseline
    from mcp_hooks.policy.suppress import EXTERNAL

    full = _full(arguments, prepared, path)
    try:
        known = _as_staged(arguments, prepared, full) or baseline.load_if_there(full)
        if arguments.write_baseline:
            baseline.write(full, baseline.of_findings(report.findings, secrets, known))
            report.notes.append(f'{path}: {_many(len(report.findings), "known finding", "known findings")} written')
            known = baseline.load(full)
        elif known is None:
            raise UsageError(f'{path}: no such baseline; --write-baseline {path} makes it')
        applied = baseline.apply(report.findings, secrets, known)
        trusted = _trusted_baseline(arguments, prepared, full)
        if trusted is not None:
            applied = _only_if_trusted(applied, secrets, trusted)
        report.findings = applied.new
        report.suppressed.extend(Suppressed(finding, EXTERNAL, f'known in {path}') for finding in applied.known)
        stale = _stale(applied, arguments, report, whole)
        if stale and arguments.prune:
            baseline.write(full, baseline.pruned(known, stale))
            gone = _many(len(stale), 'entry that no longer matches', 'entries that no longer match')
            report.notes.append(f'{path}: {gone} taken out')
        elif stale:
            gone = _many(len(stale), 'entry no longer matches', 'entries no longer match')
            report.notes.append(f'{path}: {gone} (cleared up with --prune):')
            report.notes.extend(f'  {rule} {where} {json_path}' for rule, where, json_path, _ in stale)
    except baseline.BaselineError as error:
        raise UsageError(str(error)) from None


def _many(number: int, one: str, more: str) -> str:
    return f'{number} {one if number == 1 else more}'


def _stale(applied: Applied, arguments: Arguments, report: Report, whole: bool) -> list[Entry]:
    """The entries that matched nothing though this run looked for them: the rule was asked and the file was read, or is gone."""
    if not applied.stale:
        return []
    from mcp_hooks.redact import clean_path

    ran = {rule.id for rule in report.rules} if arguments.select or arguments.ignore else None
    read = {clean_path(path) for path in report.checked}
    unread = {clean_path(path) for path in (*(one.path for one in report.skipped), *(path for path, _ in report.errors))}
    return [entry for entry in applied.stale
            if (ran is None or entry[0] in ran) and (entry[1] in read or (whole and entry[1] not in unread))]


def _full(arguments: Arguments, prepared: Prepared, path: str) -> str:
    """Where the baseline is: the settings name it from the top of the repository, wherever the command runs."""
    if arguments.baseline or arguments.write_baseline:
        return path
    import os

    from mcp_hooks.sources.roots import root_of

    return os.path.join(root_of(prepared.root) or prepared.root, path)


def _as_staged(arguments: Arguments, prepared: Prepared, full: str) -> Baseline | None:
    """The baseline as git would commit it: what only the work tree knows is not known to whoever takes the commit. None when the run
    is not about the index, rewrites the file, or the index does not have it."""
    if not getattr(arguments, 'staged', False) or arguments.write_baseline or arguments.prune:
        return None
    import os

    from mcp_hooks.policy import baseline
    from mcp_hooks.sources import git, staged

    top, path = git.root_of(prepared.root), _from_the_top(prepared, full)
    if top is None or path is None or '\n' in path or os.path.islink(full):  # of a link git keeps where it leads
        return None
    data = staged.texts_of(top, [path], baseline.LARGEST).get(path)
    return None if data is None else baseline.read(data, path)


def _from_the_top(prepared: Prepared, full: str) -> str | None:
    """A file's path from the top of the repository, with slashes; None when it is outside."""
    import os

    from mcp_hooks.sources.roots import root_of, way

    folder, name = os.path.split(os.path.abspath(full))
    top = os.path.realpath(root_of(prepared.root) or prepared.root)
    path = way(os.path.join(os.path.realpath(folder), name), top)
    return None if path == '..' or path.startswith('../') or os.path.isabs(path) else path


def _trusted_baseline(arguments: Arguments, prepared: Prepared, full: str) -> Baseline | None:
    """The baseline as the trusted commit has it: empty when it has none. None when no commit is to be trusted, or the command line
    names a file that is not of the scanned tree."""
    if not arguments.trust_settings_from:
        return None
    from mcp_hooks.policy import baseline

    path = _from_the_top(prepared, full)
    if path is None:
        return None if arguments.baseline else baseline.Baseline((), frozenset())
    data = _at(prepared.root, arguments.trust_settings_from, path)
    return baseline.read(data, path) if data is not None else baseline.Baseline((), frozenset())


def _only_if_trusted(applied: Applied, secrets: dict[Finding, str], trusted: Baseline) -> Applied:
    """A credential that only the scanned tree's own baseline knows is new all the same."""
    from mcp_hooks.policy import baseline
    from mcp_hooks.rules.rule import CREDENTIAL

    credentials = [finding for finding in applied.known if finding.category == CREDENTIAL]
    doubted = baseline.apply(credentials, secrets, trusted).new if trusted.salts else credentials
    return applied._replace(new=[*applied.new, *doubted], known=[finding for finding in applied.known if finding not in doubted])


def text_at(arguments: Arguments, prepared: Prepared) -> Callable[[str], str] | None:
    """The text of a file as the trusted commit has it, empty when it has none."""
    if not arguments.trust_settings_from:
        return None

    def text(path: str) -> str:
        from mcp_hooks.text import decode

        data = _at(prepared.root, arguments.trust_settings_from, path)
        return decode(data).text if data is not None else ''

    return text


def _at(root: str, ref: str, path: str) -> bytes | None:
    """A file as a commit has it, None when it has none. ``path`` is relative to the top of the repository."""
    from mcp_hooks.sources import cat_file, git

    top = git.root_of(root) or root
    commit = git.commit_of(top, ref)
    if commit is None or '\n' in path:
        return None
    with cat_file.BlobReader(top) as reader:
        data = reader.read(f'{commit}:{path}')
    return data if isinstance(data, bytes) else None
