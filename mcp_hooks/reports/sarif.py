"""SARIF 2.1.0 as GitHub code scanning shows it well (docs.github.com, "SARIF support for code scanning").

No snippet anywhere: it would carry the line, and the line may carry a credential.
"""
from __future__ import annotations

from mcp_hooks import __version__
from mcp_hooks.findings import NOTE, SEVERITIES, message_of
from mcp_hooks.report import order
from mcp_hooks.reports.escape import json_text, sentences, visible
from mcp_hooks.reports.names import own_fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp_hooks.findings import Finding, Fix, Place
    from mcp_hooks.report import Report
    from mcp_hooks.rules.rule import Rule

HOME = 'https://github.com/mcp-hooks/mcp-hooks'
SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
RESULTS_LIMIT = 25_000  # GitHub refuses a run with more
PRECISION = {'credential': 'high', 'syntax': 'very-high', 'protocol': 'high'}
CWE = {'credential': 'external/cwe/cwe-798'}  # use of hard-coded credentials


def render(report: Report, color: bool = False) -> str:
    """One run. Sorted, without a date or a random id: the same findings give the same bytes."""
    rules = sorted(report.rules, key=lambda rule: rule.id)
    numbers = {rule.id: number for number, rule in enumerate(rules)}
    suppressions = _suppressions(report)
    shown = sorted([*report.findings, *suppressions], key=order) if suppressions else report.findings
    every = len(shown)
    if every > RESULTS_LIMIT:  # the worst; `sorted` keeps their order
        worst = sorted(shown, key=lambda finding: SEVERITIES.index(finding.severity))[:RESULTS_LIMIT]
        shown = sorted(worst, key=order)
    run = {
        'tool': {'driver': {
            'name': 'mcp-hooks',
            'semanticVersion': __version__,
            'informationUri': HOME,
            'rules': [_rule(rule) for rule in rules],
        }},
        'automationDetails': {'id': 'mcp-hooks/'},
        'originalUriBaseIds': {'%SRCROOT%': {'description': {'text': 'The root of the repository.'}}},
        'columnKind': 'unicodeCodePoints',
        'invocations': [{
            'executionSuccessful': not report.errors,
            'toolExecutionNotifications': _notifications(report, every - len(shown)),
        }],
        'results': [_result(finding, fingerprint, numbers, suppressions)
                    for finding, fingerprint in zip(shown, own_fingerprints(shown), strict=True)],
    }
    return json_text({'$schema': SCHEMA, 'version': '2.1.0', 'runs': [run]})


def _suppressions(report: Report) -> dict[Finding, list[dict[str, str]]]:
    """What is kept aside, and why, where the user wants to read of it."""
    if not report.tell_suppressed:
        return {}
    found: dict[Finding, list[dict[str, str]]] = {}
    for finding, how, reason in report.suppressed:
        one = {'kind': how}
        if reason:
            one['justification'] = _plain(visible(reason))
        found.setdefault(finding, []).append(one)
    return found


def uri(path: str) -> str:
    """A relative reference. ``:`` is encoded too: in the first segment it would read as a scheme."""
    from urllib.parse import quote

    try:
        raw = path.encode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:  # no name that a disk gave
        raw = path.encode('utf-8', 'surrogatepass')
    return quote(raw, safe='/')


def help_uri(rule: str, name: str) -> str:
    """Where the rule is explained."""
    return f'{HOME}/blob/main/docs/rules.md#{rule.lower()}-{name}'


def _rule(rule: Rule) -> dict[str, Any]:
    tags = [rule.category, 'mcp'] + (['security'] if rule.security else [])
    tags += [CWE[rule.category]] if rule.category in CWE else []
    properties: dict[str, Any] = {'tags': tags, 'precision': PRECISION.get(rule.category, 'high')}
    if rule.security:
        properties['security-severity'] = f'{rule.security:.1f}'
    else:
        properties['problem.severity'] = 'recommendation' if rule.severity == NOTE else rule.severity
    return {
        'id': rule.id,
        'name': ''.join(part.capitalize() for part in rule.name.split('-')),
        'shortDescription': {'text': _cut(rule.summary, 1024)},
        'fullDescription': {'text': _cut(f'{rule.summary} {rule.help}', 1024)},
        'help': {
            'text': f'{rule.help}\n\nSource: {rule.source} (read {rule.checked})',
            'markdown': f'{rule.help}\n\nSource: <{rule.source}> (read {rule.checked})',
        },
        'helpUri': help_uri(rule.id, rule.name),
        'defaultConfiguration': {'level': rule.severity, 'enabled': rule.default},
        'properties': properties,
    }


def _result(finding: Finding, fingerprint: str, numbers: dict[str, int],
            suppressions: dict[Finding, list[dict[str, str]]]) -> dict[str, Any]:
    location: dict[str, Any] = {'physicalLocation': {
        'artifactLocation': _artifact(finding.path),
        'region': _region(finding.place),
    }}
    if finding.json_path:
        location['logicalLocations'] = [{'fullyQualifiedName': finding.json_path}]
    result: dict[str, Any] = {
        'ruleId': finding.rule,
        'level': finding.severity,
        'message': {'text': _plain(sentences(message_of(finding), finding.help))},
        'locations': [location],
    }
    if finding.rule in numbers:
        result['ruleIndex'] = numbers[finding.rule]
    if fingerprint:
        # not primaryLocationLineHash: upload-sarif computes that one itself and warns about any other value
        result['partialFingerprints'] = {'mcpHooksFinding/v1': fingerprint}
    if suppressions:  # on all results of a run, or on none (3.27.23)
        result['suppressions'] = suppressions.get(finding, [])
    if finding.related:
        result['relatedLocations'] = [
            {'id': number, 'message': {'text': _plain(visible(text))}, 'physicalLocation': {
                'artifactLocation': _artifact(finding.path), 'region': _region(place)}}
            for number, (place, text) in enumerate(finding.related, 1)]
    if finding.fix and finding.fix_places:
        result['fixes'] = [_fix(finding, finding.fix)]
    properties = {key: value for key, value in (('server', finding.server), ('readers', list(finding.readers)),
                                                ('acceptedBy', list(finding.accepted_by)),
                                                ('commit', finding.commit), ('date', finding.date)) if value}
    if properties:
        result['properties'] = properties
    return result


def _fix(finding: Finding, fix: Fix) -> dict[str, Any]:
    return {
        'description': {'text': fix.title},
        'artifactChanges': [{
            'artifactLocation': _artifact(finding.path),
            'replacements': [{'deletedRegion': _region(place, whole=True), 'insertedContent': {'text': edit.text}}
                             for place, edit in zip(finding.fix_places, fix.edits, strict=True)],
        }],
    }


def _artifact(path: str) -> dict[str, str]:
    """A path of the tree relative to its root; one from elsewhere, which was asked for by name, in full."""
    absolute = path.startswith('/') or path[1:3] == ':/'
    if absolute:
        return {'uri': f'file:///{uri(path.lstrip("/"))}'}
    return {'uri': uri(path), 'uriBaseId': '%SRCROOT%'}


def _region(place: Place, whole: bool = False) -> dict[str, int]:
    """One line, to its end where the place goes on: GitHub shows an alert on a pull request only when all its lines changed."""
    if place.end_line > place.line and not whole:
        return {'startLine': place.line, 'startColumn': place.column}
    return {'startLine': place.line, 'startColumn': place.column, 'endLine': place.end_line, 'endColumn': place.end_column}


def _notifications(report: Report, left_out: int) -> list[dict[str, Any]]:
    """What went wrong, could not be read, or was passed over. Paths of the tree only."""
    out = [_notification(text, 'error', path) for path, text in report.errors]
    out += [_notification(finding.message, 'warning', finding.path) for finding in report.findings if finding.category == 'syntax']
    out += [_notification(f'skipped: {skipped.reason}', 'note', skipped.path) for skipped in report.skipped]
    out += [_notification(note, 'note') for note in report.notes]
    if left_out:
        out.append(_notification(f'{left_out} findings of lower severity are left out: GitHub takes {RESULTS_LIMIT}', 'warning'))
    return out


def _notification(text: str, level: str, path: str = '') -> dict[str, Any]:
    out: dict[str, Any] = {'level': level, 'message': {'text': _plain(visible(text))}}
    if path:
        out['locations'] = [{'physicalLocation': {'artifactLocation': _artifact(path)}}]
    return out


def _plain(text: str) -> str:
    """``[text](address)`` is a link in a message of SARIF (3.11.6): a name from a file must not make one."""
    return text.replace('](', '] (')


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit - 1] + '…'
