"""What need not be reported, by whose word; and which words silence nothing."""
from __future__ import annotations

from mcp_hooks.findings import Finding, Place, Suppressed
from mcp_hooks.policy import select
from mcp_hooks.rules.rule import CREDENTIAL
from mcp_hooks.rules.whole import EXPIRED, UNKNOWN, UNUSED
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mcp_hooks.documents.node import Document
    from mcp_hooks.policy.comments import Directive
    from mcp_hooks.policy.settings import Settings, Suppression
    from mcp_hooks.redact import Redactor
    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.text import Lines

MOST_UNKNOWN = 100  # that are told of one file
IN_SOURCE = 'inSource'  # SARIF's words for where a suppression stands
EXTERNAL = 'external'


class Applied(NamedTuple):
    """``kept`` are reported, ``extra`` are findings about suppressions themselves: unused, unknown, expired."""

    kept: list[Finding]
    suppressed: list[Suppressed]
    extra: list[Finding]


def apply(findings: Iterable[Finding], documents: Mapping[str, Document], settings: Settings, *,
          secrets: Mapping[Finding, str] | None = None, rules: Sequence[Rule] = (), severities: Mapping[str, str] | None = None,
          others: Callable[[], Iterable[Rule]] | None = None, whole: bool = False, today: str = '',
          trusted_text: Callable[[str], str] | None = None) -> Applied:
    """Sort the findings of a run.

    ``documents`` are the files looked at, by path; ``rules`` those that ran (empty: all) and ``severities`` (rule id → severity) what
    is said of them where it is not their own; ``others`` gives the rules that this run did not have to load and that an entry may name
    all the same (default: those of configurations); ``whole`` says that all files of the
    repository were looked at, so that an entry of the settings that matched nothing is unused. ``today`` is an ISO date.

    With ``settings.base`` (see ``settings.trusting``) a credential is silenced by the base's settings only, and by a comment
    only where ``trusted_text`` (path → text of that file at the base, '' where it has none) has the comment and all lines from it
    to the value.
    """
    findings = list(findings)
    if not (findings or any(document.comments for document in documents.values()) or (whole and (settings.suppress or settings.allow))):
        return Applied(findings, [], [])
    judge = _Judge(documents, settings, secrets or {}, today or _today(), trusted_text, others or _every_rule)
    suppressed: list[Suppressed] = []

    def reported(findings: Iterable[Finding]) -> Iterable[Finding]:
        for finding in findings:
            verdict = judge.verdict(finding)
            if verdict is None:
                yield finding
            else:
                how, reason = verdict
                suppressed.append(Suppressed(finding, how, judge.printable(reason)))

    kept = list(reported(findings))
    wanted = {rule.id for rule in rules}
    extra: list[Finding] = []
    for about in (judge.of_comments(rules), judge.of_settings(rules, whole)):
        # what is said of a comment may be silenced by an entry, of which it is then not said that it silences nothing
        told = list(reported([one for one in about if not rules or one.rule in wanted]))
        extra += [one._replace(severity=(severities or {}).get(one.rule, one.severity)) for one in told]
    return Applied(kept, suppressed, extra)


def _one_end(text: str) -> str:
    return text.replace('\r\n', '\n').replace('\r', '\n') if '\r' in text else text


def _today() -> str:
    import time

    return time.strftime('%Y-%m-%d')


class _Judge:
    """The words that silence, and which of them were used."""

    def __init__(self, documents: Mapping[str, Document], settings: Settings, secrets: Mapping[Finding, str], today: str,
                 trusted_text: Callable[[str], str] | None, others: Callable[[], Iterable[Rule]]) -> None:
        self.documents = documents
        self.settings = settings
        self.secrets = secrets
        self.today = today
        self.trusted_text = trusted_text
        self.others = others
        self.lines: dict[str, tuple[Lines, str]] = {}  # path → the lines of a file, and its text at the base
        self.reasons: dict[str, str] = {}
        # what the settings have for the path that was asked last
        self.for_path: dict[tuple[str, bool], tuple[list[tuple[str, tuple[str, ...]]], list[Suppression]]] = {}
        self.redactor: Redactor | None = None
        self.allowed_marks: dict[tuple[str, ...], dict[int, dict[str, str]]] = {}  # length → beginning of a fingerprint → the word
        self.allowed_values: dict[tuple[str, ...], dict[str, str]] = {}  # what an `allow` of the settings lets pass, and by which word
        self.directives: dict[str, list[Directive]] = {}
        self.by_line: dict[tuple[str, int], list[int]] = {}  # path and line → those of the path that reach it, by their place
        self.used: set[object] = set()
        for path, document in documents.items():
            if document.comments or document.format == 'text':
                from mcp_hooks.policy.comments import directives

                found = directives(document)
                if found:
                    self.directives[path] = found
                    for at, one in enumerate(found):
                        for line in one.lines:
                            self.by_line.setdefault((path, line), []).append(at)

    def verdict(self, finding: Finding) -> tuple[str, str] | None:
        """(how, reason), or None: it is reported."""
        is_credential = finding.category == CREDENTIAL
        trusted = self.settings.base if is_credential and self.settings.base is not None else self.settings
        inline = self._inline(finding, is_credential)
        if inline is not None:
            return IN_SOURCE, inline
        ignored, entries = self._for_path(finding.path, trusted)
        for pattern, selectors in ignored:
            if any(select.names(selector, finding) for selector in selectors):
                return EXTERNAL, f'per-path-ignore "{pattern}" in {trusted.source}'
        for entry in entries:
            if matches(entry, finding):
                if entry.until and entry.until < self.today:
                    continue
                self.used.add(entry)
                return EXTERNAL, entry.reason
        if self.settings.only_credentials_in and not is_credential:
            from mcp_hooks.policy.paths import covered

            if covered(finding.path, self.settings.only_credentials_in):
                return EXTERNAL, f'excluded in {self.settings.source}'
        if trusted.allow and self._allowed(finding, trusted.allow):
            return EXTERNAL, f'allowed in {trusted.source}'
        return None

    def _for_path(self, path: str, trusted: Settings) -> tuple[list[tuple[str, tuple[str, ...]]], list[Suppression]]:
        """What the settings have for a path: findings come file by file, and settings may have many patterns."""
        key = path, trusted is self.settings
        if key not in self.for_path:
            from mcp_hooks.policy.paths import covers

            if any(known != path for known, _ in self.for_path):
                self.for_path.clear()
            self.for_path[key] = ([one for one in trusted.per_path_ignore.items() if covers(one[0], path)],
                                  [entry for entry in trusted.suppress if not entry.path or covers(entry.path, path)])
        return self.for_path[key]

    def _inline(self, finding: Finding, is_credential: bool) -> str | None:
        path, place = finding.path, finding.place
        if path not in self.directives:
            return None
        for at in sorted({*self.by_line.get((path, place.line), ()), *self.by_line.get((path, place.end_line), ())}):
            one = self.directives[path][at]
            if not any(select.names(selector, finding) for selector in one.selectors):
                continue
            self.used.add((finding.path, one))
            if is_credential and self.settings.base is not None and not self._is_trusted(finding, one):
                continue
            return one.reason or 'a comment'
        return None

    def _is_trusted(self, finding: Finding, one: Directive) -> bool:
        """Did the base already have this very value below, or before, this very comment? A comment that was moved to the value is
        the scanned tree's word."""
        if self.trusted_text is None:
            return False
        path = finding.path
        if path not in self.lines:
            from mcp_hooks.text import Lines

            self.lines[path] = Lines(self.documents[path].text), f'\n{_one_end(self.trusted_text(path))}\n'
        lines, base = self.lines[path]
        first, last = min(one.line, finding.place.line), max(one.line, finding.place.end_line)
        block = lines.text[lines.offset(first, 1):lines.line_end(last)]
        return f'\n{_one_end(block)}\n' in base

    def printable(self, reason: str) -> str:
        """A reason, or a word that names no rule, without the credentials of this run, and without any token: somebody may have copied
        one."""
        if reason not in self.reasons:
            from mcp_hooks.redact import Redactor, clean_path

            self.redactor = self.redactor or Redactor(self.secrets.values())
            self.reasons[reason] = clean_path(self.redactor.clean(reason))
        return self.reasons[reason]

    def _allowed(self, finding: Finding, allow: tuple[str, ...]) -> bool:
        if allow not in self.allowed_marks:
            by_size: dict[int, dict[str, str]] = {}
            for mark in allow:
                if len(mark) >= 8:
                    by_size.setdefault(len(mark), {})[mark.lower()] = mark
            self.allowed_marks[allow] = by_size
        for size, marks in self.allowed_marks[allow].items():
            found = marks.get(finding.fingerprint[:size])
            if found is not None:
                self.used.add(found)
                return True
        secret = self.secrets.get(finding)
        if not secret:
            return False
        if allow not in self.allowed_values:
            from mcp_hooks.policy import slow_hash

            self.allowed_values[allow] = slow_hash.fitting(allow, self.secrets.values())
        fitting = self.allowed_values[allow].get(secret)
        self.used.add(fitting)
        return fitting is not None

    # --- what silences nothing ---------------------------------------------------------------------------------------

    def of_comments(self, rules: Sequence[Rule]) -> Iterable[Finding]:
        known: dict[str, bool] = {}
        all_ran: dict[tuple[str, ...], bool] = {}
        for path, found in self.directives.items():
            told = 0
            for one in found:
                if not one.ours:
                    continue  # other scanners have their own reasons
                place = Place(one.line, one.column, one.line, one.end_column)
                if not one.selectors:
                    message = 'This comment is not in the form that silences' if one.misspelt else \
                        'This comment names no rule, so it silences nothing'
                    yield _finding(UNKNOWN, path, place, message,
                                   'Name what is to be ignored: mcp-hooks: ignore[rule, rule] reason')
                    continue
                for selector in one.selectors:
                    if selector not in known:
                        known[selector] = not rules or select.is_known(selector, rules, self.others)
                wrong = [selector for selector in one.selectors if not known[selector]]
                for selector in wrong[:max(MOST_UNKNOWN - told, 0)]:
                    told += 1
                    yield _finding(UNKNOWN, path, place,
                                   f'This comment ignores what does not exist: {select.unknown(self.printable(selector), rules)}')
                right = tuple(selector for selector in one.selectors if known[selector])
                if not right or (path, one) in self.used:
                    continue
                if right not in all_ran:
                    all_ran[right] = _all_ran(right, rules)
                if all_ran[right]:
                    yield _finding(UNUSED, path, place, f'Nothing here is reported by {", ".join(map(select.shown, right))}')

    def of_settings(self, rules: Sequence[Rule], whole: bool) -> Iterable[Finding]:
        from itertools import islice

        return islice(self._all_of_settings(rules, whole), MOST_UNKNOWN)

    def _all_of_settings(self, rules: Sequence[Rule], whole: bool) -> Iterable[Finding]:
        for entry in self.settings.suppress:
            place = Place(entry.line, 1, entry.line, 1)
            if entry.rule and rules and not select.is_known(entry.rule, rules, self.others):
                unknown = select.unknown(self.printable(entry.rule), rules)
                yield _finding(UNKNOWN, self.settings.source, place, f'This entry is for {unknown}')
            elif entry.until and entry.until < self.today:
                yield _finding(EXPIRED, self.settings.source, place, f'This suppression ended on {entry.until}')
            elif whole and entry not in self.used and (not entry.rule or _all_ran((entry.rule,), rules)) \
                    and (self.settings.base is None or entry in self.settings.base.suppress):
                yield _finding(UNUSED, self.settings.source, place, 'This entry matched no finding')
        if not whole or not self.settings.allow or not _all_ran((select.ALL,), rules):
            return
        lines = dict(zip(self.settings.allow, self.settings.allow_lines, strict=False))
        for number, mark in enumerate(dict.fromkeys(self.settings.allow)):
            if mark not in self.used and number < MOST_UNKNOWN and (self.settings.base is None or mark in self.settings.base.allow):
                line = lines.get(mark, 1)
                yield _finding(UNUSED, self.settings.source, Place(line, 1, line, 1), f'Under `allow`, {mark[:16]} matched no finding')


def _every_rule() -> Iterable[Rule]:
    from mcp_hooks.rules import config_rules

    return config_rules()


def _all_ran(selectors: Iterable[str], rules: Sequence[Rule]) -> bool:
    """Could the selectors have matched in this run? A rule that was not asked says nothing about its suppressions."""
    if not rules:
        return True
    ran = {rule.id for rule in rules}
    selectors = tuple(selectors)
    named = [rule for rule in (*rules, *_every_rule()) if any(select.names(one, rule) for one in selectors)]
    return any(rule.id in ran for rule in named) and all(rule.id in ran for rule in named if rule.default)


def matches(entry: Suppression, finding: Finding) -> bool:
    """Do all conditions of the entry hold for the finding?"""
    if entry.rule and not select.names(entry.rule, finding):
        return False
    if entry.server and entry.server != finding.server:
        return False
    if entry.json_path and not _is_at(finding.json_path, entry.json_path):
        return False
    if entry.fingerprint and not (len(entry.fingerprint) >= 8 and finding.fingerprint.startswith(entry.fingerprint.lower())):
        return False
    if entry.path:
        from mcp_hooks.policy.paths import covers

        return covers(entry.path, finding.path)
    return True


def _is_at(json_path: str, wanted: str) -> bool:
    return json_path == wanted or (json_path.startswith(wanted) and json_path[len(wanted)] in '.[')


def _finding(rule: Rule, path: str, place: Place, message: str, help: str = '') -> Finding:
    from mcp_hooks.digests import sha256

    key = '\0'.join((rule.id, path, message)).encode('utf-8', 'surrogatepass')
    return Finding(rule=rule.id, name=rule.name, category=rule.category, severity=rule.severity, path=path, place=place,
                   json_path='$',
                   message=message, help=help or rule.help, fingerprint=sha256(key))
