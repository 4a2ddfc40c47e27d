"""Names in reports: a token in the name of a file or folder is not repeated, and a fingerprint names one finding."""
from __future__ import annotations

from mcp_hooks.redact import Redactor, tokens_in_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Report


def without_tokens(report: Report) -> Report:
    """The same report where no name holds a token, else a copy with a mask in the place of each."""
    paths = {*report.checked, *report.untracked, *(path for path, _ in report.errors), *(one.path for one in report.skipped),
             *(one.path for one in report.findings), *(one.finding.path for one in report.suppressed),
             *(one.path for one in report.servers)}
    texts = {*report.notes, *(message for _, message in report.errors), *(one.reason for one in report.skipped)}
    tokens = {token for text in paths | texts for token in tokens_in_path(text)}
    if not tokens:
        return report
    from copy import copy

    clean = Redactor(sorted(tokens)).clean

    def shown(finding: Finding) -> Finding:
        return finding._replace(path=clean(finding.path), message=clean(finding.message), help=clean(finding.help),
                                related=tuple((place, clean(text)) for place, text in finding.related))

    out = copy(report)
    out.findings = [shown(one) for one in report.findings]
    out.suppressed = [one._replace(finding=shown(one.finding), reason=clean(one.reason)) for one in report.suppressed]
    out.skipped = [one._replace(path=clean(one.path), reason=clean(one.reason)) for one in report.skipped]
    out.errors = [(clean(path), clean(message)) for path, message in report.errors]
    out.notes = [clean(note) for note in report.notes]
    out.checked = [clean(path) for path in report.checked]
    out.untracked = [clean(path) for path in report.untracked]
    out.servers = [one._replace(path=clean(one.path)) for one in report.servers]
    return out


def own_fingerprints(findings: Iterable[Finding]) -> list[str]:
    """A fingerprint for each, no two alike, the same in the next run: programs keep one finding of each. In a history one place
    held several credentials, each since its own commit."""
    from mcp_hooks.digests import sha256

    out: list[str] = []
    seen: dict[str, int] = {}
    for finding in findings:
        key = f'{finding.fingerprint}\0{finding.commit}' if finding.commit else finding.fingerprint
        seen[key] = seen.get(key, 0) + 1
        if finding.fingerprint and seen[key] > 1:
            key += f'\0{seen[key]}'
        out.append(key if key == finding.fingerprint else sha256(key.encode('utf-8', 'surrogatepass')))
    return out
