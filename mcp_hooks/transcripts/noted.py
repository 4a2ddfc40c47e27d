"""What was found in one capture: one finding for each fault, however often it repeats, with a count and its first lines."""
from __future__ import annotations

from mcp_hooks.findings import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_hooks.rules.rule import Rule
    from mcp_hooks.transcripts.message import Frame
    from mcp_hooks.transcripts.report import SessionReport

FIRST_LINES = 5  # of a fault that repeats
MOST = 2000  # different faults of one capture; a capture with more of them has said enough


class _Group:
    __slots__ = ('count', 'finding', 'lines', 'secret')

    def __init__(self, finding: Finding, line: int) -> None:
        self.finding = finding
        self.secret = ''
        self.count = 1
        self.lines = [line]


class Noted:
    """``secrets`` is the credential that a finding is about, once they are told; it never leaves the process. ``announce`` is given
    each finding when it is first made. ``clean`` is what makes a text of the capture fit to be shown."""

    __slots__ = ('_groups', '_name', '_severities', 'announce', 'clean', 'dropped', 'secrets')

    def __init__(self, name: str, severities: Mapping[str, str]) -> None:
        self._name = name
        self._severities = severities
        self._groups: dict[tuple[str, str], _Group] = {}
        self.dropped = 0
        self.secrets: dict[Finding, str] = {}
        self.announce: Callable[[Finding], None] | None = None
        self.clean: Callable[[str], str] = _nothing

    def found(self, rule: Rule, severity: str, frame: Frame | None, path: str, message: str, help: str, key: str,
              server: str = '', basis: str = '') -> None:
        """Add one finding, or one more occurrence of one that is there. ``basis`` is what the fingerprint is made of where the
        key must not be."""
        line = frame.line if frame is not None else 1
        group = self._groups.get((rule.id, key))
        if group is not None:
            group.count += 1
            if len(group.lines) < FIRST_LINES and line not in group.lines:
                group.lines.append(line)
            return
        if len(self._groups) >= MOST:
            self.dropped += 1
            return
        clean = self.clean
        place = Place(line, 1, line, 2)
        finding = Finding(
            rule=rule.id, name=rule.name, category=rule.category, severity=severity, path=self._name, place=place,
            json_path=clean(path) or '$', message=clean(message), help=clean(help),
            server=clean(server.partition('#')[0].partition('\0')[0]),
            fingerprint=_fingerprint(rule.id, self._name, basis or key))
        self._groups[rule.id, key] = _Group(finding, line)
        if self.announce is not None:
            self.announce(finding)

    def credential(self, rule: Rule, severity: str, frame: Frame, path: str, message: str, help: str, key: str, basis: str,
                   secret: str) -> None:
        severity = self._severities.get(rule.id, severity)
        self.found(rule, severity, frame, path, message, help, key, frame.session, basis)
        group = self._groups.get((rule.id, key))
        if group is not None:
            group.secret = secret

    def tell(self, report: SessionReport) -> set[str]:
        """Put all of it into the report. Gives the rules that found something."""
        for group in self._groups.values():
            finding = group.finding
            if group.count > 1:
                finding = finding._replace(message=f'{finding.message} ({group.count} times{_lines(group)})')
                report.repeats[finding] = group.count, tuple(group.lines)
            report.findings.append(finding)
            if group.secret:
                self.secrets[finding] = group.secret
        return {rule for rule, _ in self._groups}


def _nothing(text: str) -> str:
    return ''


def _lines(group: _Group) -> str:
    if len(group.lines) < 2:
        return ''
    more = ', …' if group.count > len(group.lines) else ''
    return f', lines {", ".join(map(str, group.lines))}{more}'


def _fingerprint(rule: str, path: str, key: str) -> str:
    """The same for one fault of one capture, however often it repeats."""
    from mcp_hooks.digests import sha256
    return sha256('\0'.join((rule, path, key)).encode('utf-8', 'surrogatepass'))
