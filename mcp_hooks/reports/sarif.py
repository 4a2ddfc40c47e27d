"""SARIF 2.1.0 as GitHub code scanning shows it well (docs.github.com, "SARIF support for code scanning").

No snippet anywhere: it would carry the line, and the line may carry a credential.
"""
from __future__ import annotations

import json

from mcp_hooks import __version__
from mcp_hooks.findings import NOTE

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
            'toolExecutionNotifications': [_notification(path, text, 'error') for path, text in report.errors]
            + [_notification(skipped.path, f'skipped: {skipped.reason}', 'note') for skipped in report.skipped],
        }],
        'results': [_result(finding, numbers) for finding in report.findings[:RESULTS_LIMIT]],
    }
    return json.dumps({'$schema': SCHEMA, 'version': '2.1.0', 'runs': [run]}, indent=2) + '\n'


def uri(path: str) -> str:
    """A relative reference. ``:`` is encoded too: in the first segment it would read as a scheme."""
    from urllib.parse import quote

    return quote(path.encode('utf-8', 'surrogateescape'), safe='/')


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
        'helpUri': f'{HOME}/blob/main/docs/rules.md#{rule.id.lower()}-{rule.name}',
        'defaultConfiguration': {'level': rule.severity, 'enabled': rule.default},
        'properties': properties,
    }


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    location: dict[str, Any] = {'physicalLocation': {
        'artifactLocation': {'uri': uri(finding.path), 'uriBaseId': '%SRCROOT%'},
        'region': _region(finding.place),
    }}
    if finding.json_path:
        location['logicalLocations'] = [{'fullyQualifiedName': finding.json_path}]
    help_text = f' {finding.help}' if finding.help else ''
    result: dict[str, Any] = {
        'ruleId': finding.rule,
        'level': finding.severity,
        'message': {'text': f'{finding.message}.{help_text}' if not finding.message.endswith('.') else f'{finding.message}{help_text}'},
        'locations': [location],
    }
    if finding.rule in numbers:
        result['ruleIndex'] = numbers[finding.rule]
    if finding.fingerprint:
        # not primaryLocationLineHash: upload-sarif computes that one itself and warns about any other value
        result['partialFingerprints'] = {'mcpHooksFinding/v1': finding.fingerprint}
    if finding.related:
        result['relatedLocations'] = [
            {'id': number, 'message': {'text': text}, 'physicalLocation': {
                'artifactLocation': {'uri': uri(finding.path), 'uriBaseId': '%SRCROOT%'}, 'region': _region(place)}}
            for number, (place, text) in enumerate(finding.related, 1)]
    if finding.fix and finding.fix_places:
        result['fixes'] = [_fix(finding, finding.fix)]
    properties = {key: value for key, value in (('server', finding.server), ('readers', list(finding.readers)),
                                                ('commit', finding.commit), ('date', finding.date)) if value}
    if properties:
        result['properties'] = properties
    return result


def _fix(finding: Finding, fix: Fix) -> dict[str, Any]:
    return {
        'description': {'text': fix.title},
        'artifactChanges': [{
            'artifactLocation': {'uri': uri(finding.path), 'uriBaseId': '%SRCROOT%'},
            'replacements': [{'deletedRegion': _region(place), 'insertedContent': {'text': edit.text}}
                             for place, edit in zip(finding.fix_places, fix.edits, strict=True)],
        }],
    }


def _region(place: Place) -> dict[str, int]:
    return {'startLine': place.line, 'startColumn': place.column, 'endLine': place.end_line, 'endColumn': place.end_column}


def _notification(path: str, text: str, level: str) -> dict[str, Any]:
    return {'level': level, 'message': {'text': text},
            'locations': [{'physicalLocation': {'artifactLocation': {'uri': uri(path), 'uriBaseId': '%SRCROOT%'}}}]}


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit - 1] + '…'
