"""Workflow commands, Markdown, JUnit, GitLab, reviewdog, JSON: limits, escapes, and that their readers can read them."""
from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import fake
import pytest
from reports_for_tests import every_bad_example, report_of

from mcp_hooks.findings import Finding, Place, Suppressed
from mcp_hooks.report import Report
from mcp_hooks.reports import FORMATS, render
from mcp_hooks.reports.escape import (
    html_text,
    markdown_message,
    markdown_text,
    sentences,
    terminal_line,
    visible,
    workflow_data,
    workflow_property,
)
from mcp_hooks.sources.source import Skipped

HOSTILE = ('a\r\n::error::b\n##[error]c%0Ad\x1b[31m\x00\x85\u202e\u2028\ufffe\uffff\ud800\udcff\U000e0041 <script>&\'"`|*_{}[](x)#~!@$\\'
           ' ]]> --> <![CDATA[ &amp;')


def finding(**more: object) -> Finding:
    plain = Finding('MCP205', 'missing-type', 'shape', 'error', '.mcp.json', Place(2, 3, 2, 7), '$.a', 'The message', 'The help.',
                    fingerprint='f' * 64)
    return plain._replace(**more)  # type: ignore[arg-type]


def report(*findings: Finding) -> Report:
    out = Report()
    out.findings = list(findings)
    out.checked = sorted({one.path for one in findings})
    return out


def hostile() -> Report:
    out = report(finding(path=HOSTILE, message=HOSTILE, help=HOSTILE, json_path=HOSTILE, server=HOSTILE, excerpt=HOSTILE, excerpt_end=4,
                         readers=('A', HOSTILE), related=((Place(1, 1, 1, 2), HOSTILE),)))
    out.skipped = [Skipped(HOSTILE, HOSTILE)]
    out.errors = [(HOSTILE, HOSTILE)]
    out.notes = [HOSTILE]
    out.untracked = [HOSTILE]
    out.suppressed = [Suppressed(finding(path=HOSTILE), 'external', HOSTILE)]
    return out


@pytest.mark.parametrize('format', FORMATS)
@pytest.mark.parametrize('which', ['nothing', 'hostile', 'every rule'])
def test_no_line_is_a_command_that_we_did_not_mean_and_all_ends_with_a_line_end(format: str, which: str) -> None:
    text = render(format, {'nothing': Report, 'hostile': hostile, 'every rule': every_bad_example}[which]())
    assert text == '' or text.endswith('\n')
    assert '##[' not in text
    assert not re.search('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]', text)
    text.encode()
    ours = r'::(error|warning|notice) (file=[^:,\r\n]*,line=\d+,|title=mcp-hooks::)' if format == 'github' else '$^'
    assert not [line for line in text.split('\n') if line.lstrip().startswith('::') and not re.match(ours, line)]
    assert text == render(format, {'nothing': Report, 'hostile': hostile, 'every rule': every_bad_example}[which]())


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """As the runner reads them (actions/runner, ActionCommand.cs)."""
    out = []
    for line in text.splitlines():
        head, _, data = line[2:].partition('::')
        command, _, rest = head.partition(' ')
        properties = dict(part.split('=', 1) for part in rest.split(','))
        out.append((command, properties, data.replace('%0A', '\n').replace('%0D', '\r').replace('%25', '%')))
    return out


def test_annotations() -> None:
    text = render('github', report(finding(path='a,b:c%.json', message='100% `x`, y: z'), finding(severity='warning', help=''),
                                   finding(severity='note', place=Place(1, 5, 4, 2))))
    assert text.startswith('::error file=a%2Cb%3Ac%25.json,line=2,endLine=2,col=3,endColumn=7,title=MCP205 missing-type::100%25 ')
    assert commands(text) == [
        ('error', {'file': 'a%2Cb%3Ac%25.json', 'line': '2', 'endLine': '2', 'col': '3', 'endColumn': '7', 'title': 'MCP205 missing-type'},
         '100% `x`, y: z\nThe help.'),
        ('warning', {'file': '.mcp.json', 'line': '2', 'endLine': '2', 'col': '3', 'endColumn': '7', 'title': 'MCP205 missing-type'},
         'The message'),
        # columns of a place over several lines are dropped by the runner, so they are not sent
        ('notice', {'file': '.mcp.json', 'line': '1', 'endLine': '4', 'title': 'MCP205 missing-type'}, 'The message\nThe help.'),
    ]


@pytest.mark.parametrize(('number', 'shown', 'last'), [(9, 9, ''), (10, 10, ''), (11, 10, '2 more of this level: see the job summary'),
                                                      (500, 10, '491 more of this level: see the job summary')])
@pytest.mark.parametrize('severity', ['error', 'warning', 'note'])
def test_a_runner_keeps_ten_of_a_level(severity: str, number: int, shown: int, last: str) -> None:
    told = commands(render('github', report(*[finding(severity=severity)] * number)))
    assert len(told) == shown
    assert (told[-1][2] == last) is bool(last)


def test_errors_of_the_run_come_first_and_count() -> None:
    many = report(*[finding()] * 3)
    many.errors = [(f'{n}', 'internal error') for n in range(12)]
    told = commands(render('github', many))
    assert [text for _, _, text in told] == [f'{n}: internal error' for n in range(9)] + ['6 more of this level: see the job summary']


def test_notes_of_the_run_are_one_notice() -> None:
    some = report(finding())
    some.notes = ['first', 'second']
    assert commands(render('github', some))[-1] == ('notice', {'title': 'mcp-hooks'}, 'first\nsecond')
    some.skipped = [Skipped('large\n::error::x.json', 'too large')]
    assert commands(render('github', some))[-1] == (
        'notice', {'title': 'mcp-hooks'}, 'first\nsecond\nskipped large\n::error::x.json: too large')
    assert render('github', some).count('\n') == 2


def test_a_long_message_is_cut_before_the_runner_does() -> None:
    [(_, _, text)] = commands(render('github', report(finding(message='x' * 9000))))
    assert len(text) == 4000


def rows(text: str) -> list[str]:
    return [line for line in text.split('\n') if line.startswith('| ') and '---' not in line][1:]


def test_markdown() -> None:
    some = report(finding(severity='note'), finding(message='`a|b` <i> is *not*', path='a|b.json'), finding(severity='warning'))
    text = render('markdown', some)
    assert text.startswith('## mcp-hooks\n\n1 error, 1 warning, 1 note in 2 files, 2 files checked\n\n| | where | rule | what |\n')
    assert [row[:12] for row in rows(text)] == ['| 🔴 error | ', '| 🟠 warning ', '| 🔵 note | <']
    assert rows(text)[0] == ('| 🔴 error | <code>a&#124;b.json</code>:2 | MCP205 missing-type | '
                             '<code>a&#124;b</code> &#60;i&#62; is &#42;not&#42;<br>The help. |')


def test_a_summary_stays_below_what_a_runner_takes() -> None:
    text = render('markdown', report(*[finding(message='m' * 300, help='h' * 300, path='p' * 200)] * 5000))
    assert len(rows(text)) == 100
    assert '… and 4900 more: the SARIF file and the log have them all.' in text
    assert len(text.encode()) < 1_000_000


def test_a_table_row_cannot_be_broken() -> None:
    [row] = rows(render('markdown', hostile()))
    assert row.count('|') == 5
    assert not set('<>') & set(re.sub(r'</?code>|<br>', '', row))


@pytest.mark.parametrize('text', [HOSTILE, '`', '``', 'a `b` c', 'a ` b', '&#96;', '\\`x\\`', '`<b>`', ''])
def test_markdown_text_reads_back(text: str) -> None:
    """Entities only: what a reader sees is what stood there."""
    assert unescape(markdown_text(text)) == visible(text)
    shown = unescape(re.sub('</?code>', '`', markdown_message(text)))
    assert shown == visible(text)
    assert not set('\\*_{}[]|~!@$') & set(markdown_message(text))


def test_junit() -> None:
    some = report(finding(), finding(severity='warning', path='b'), finding(severity='note', path='b'))
    some.checked.append('clean.json')
    some.errors = [('broken', 'internal error')]
    root = ElementTree.fromstring(render('junit', some))
    assert root.tag == 'testsuites'
    assert root.attrib == {'name': 'mcp-hooks', 'tests': '5', 'failures': '2', 'errors': '1'}
    suites = {suite.attrib['name']: suite for suite in root}
    assert {name: [len(one), *map(one.attrib.get, ('tests', 'failures', 'errors'))] for name, one in suites.items()} == {
        '.mcp.json': [1, '1', '1', '0'], 'b': [2, '2', '1', '0'], 'clean.json': [1, '1', '0', '0'], 'broken': [1, '1', '0', '1']}
    failure = suites['.mcp.json'][0][0]
    assert failure.attrib == {'type': 'error', 'message': 'The message'}
    assert failure.text == '.mcp.json:2:3: The message\nThe help.'
    assert [case[0].tag for case in suites['b']] == ['failure', 'system-out']
    assert len(suites['clean.json'][0]) == 0


# junit-10.xsd of Jenkins' xUnit plugin, which refuses what it does not know: children and attributes of each element, needed ones first
SUITE = ('name', 'tests', 'failures', 'errors', 'skipped')
JUNIT: dict[str, tuple[set[str], tuple[str, ...], int]] = {
    'testsuites': ({'testsuite'}, ('name', 'tests', 'failures', 'errors'), 0), 'testsuite': ({'testcase'}, SUITE, 4),
    'testcase': ({'skipped', 'error', 'failure', 'system-out'}, ('name', 'classname'), 1), 'failure': (set(), ('type', 'message'), 0),
    'error': (set(), ('type', 'message'), 0), 'skipped': (set(), ('type', 'message'), 0), 'system-out': (set(), (), 0)}


@pytest.mark.parametrize('which', [hostile, every_bad_example, Report])
def test_junit_fits_its_schema(which: Any) -> None:
    root = ElementTree.fromstring(render('junit', which()))
    for element in root.iter():
        children, attributes, needed = JUNIT[element.tag]
        assert {child.tag for child in element} <= children
        assert set(attributes[:needed]) <= set(element.attrib) <= set(attributes)
    for suite in root:
        assert [suite.attrib[word] for word in SUITE[1:]] == [
            str(len(suite.findall(path))) for path in ('testcase', 'testcase/failure', 'testcase/error', 'testcase/skipped')]
    names = [(case.attrib['classname'], case.attrib['name']) for case in root.iter('testcase')]
    assert len(set(names)) == len(names) > 0, 'GitLab keeps one of each name, Jenkins fails without any'


def names(*findings: Finding) -> list[str]:
    return [case.attrib['name'] for case in ElementTree.fromstring(render('junit', report(*findings))).iter('testcase')]


def test_a_case_keeps_its_name_when_lines_move() -> None:
    one = finding(json_path='$.mcpServers.a.url')
    assert names(one) == names(one._replace(place=Place(9, 1, 9, 3))) == ['MCP205 missing-type $.mcpServers.a.url']
    assert names(one, one, finding(json_path='$'), finding(json_path='')) == [
        'MCP205 missing-type $.mcpServers.a.url', 'MCP205 missing-type $.mcpServers.a.url (2)', 'MCP205 missing-type:2',
        'MCP205 missing-type:2 (2)']
    assert names(one._replace(commit='0123456789abcdef'), one._replace(commit='f' * 40)) == [
        'MCP205 missing-type $.mcpServers.a.url in 0123456789ab', 'MCP205 missing-type $.mcpServers.a.url in ffffffffffff']
    [long] = names(finding(json_path='$' + 'x' * 9000))
    assert long == 'MCP205 missing-type $' + 'x' * 198 + '…'


def test_what_was_passed_over_is_a_skipped_case() -> None:
    some = report(finding())
    some.skipped = [Skipped('large.json', 'too large <b>')]
    some.notes = ['first', 'second ]]>']
    assert render('junit', some).splitlines()[1:] == [
        '<testsuites name="mcp-hooks" tests="3" failures="1" errors="0">',
        '  <testsuite name=".mcp.json" tests="1" failures="1" errors="0" skipped="0">',
        '    <testcase name="MCP205 missing-type $.a" classname=".mcp.json">',
        '      <failure type="error" message="The message">.mcp.json:2:3: The message',
        'The help.</failure>',
        '    </testcase>',
        '  </testsuite>',
        '  <testsuite name="large.json" tests="1" failures="0" errors="0" skipped="1">',
        '    <testcase name="not looked at" classname="large.json">',
        '      <skipped message="too large &lt;b&gt;"/>',
        '    </testcase>',
        '  </testsuite>',
        '  <testsuite name="mcp-hooks" tests="1" failures="0" errors="0" skipped="0">',
        '    <testcase name="the run" classname="mcp-hooks">',
        '      <system-out>first',
        'second ]]&gt;</system-out>',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>']
    some = report(finding())
    some.suppressed = [Suppressed(finding(json_path='$.b'), 'external', 'known in <b>'), Suppressed(finding(path='b'), 'inSource', 'why')]
    assert render('junit', some).splitlines()[1:3] + render('junit', some).splitlines()[7:15] == [
        '<testsuites name="mcp-hooks" tests="3" failures="1" errors="0">',
        '  <testsuite name=".mcp.json" tests="2" failures="1" errors="0" skipped="1">',
        '    <testcase name="MCP205 missing-type $.b" classname=".mcp.json">',
        '      <skipped message="suppressed: known in &lt;b&gt;"/>',
        '    </testcase>',
        '  </testsuite>',
        '  <testsuite name="b" tests="1" failures="0" errors="0" skipped="1">',
        '    <testcase name="MCP205 missing-type $.a" classname="b">',
        '      <skipped message="suppressed: why"/>',
        '    </testcase>']
    [suite] = ElementTree.fromstring(render('junit', Report()))
    assert (suite.attrib['skipped'], suite[0][0].attrib) == ('1', {'message': 'nothing was checked'})


@pytest.mark.parametrize('which', [hostile, every_bad_example, Report])
def test_junit_is_xml_whatever_a_file_holds(which: Any) -> None:
    root = ElementTree.fromstring(render('junit', which()))
    assert len(root.findall('.//failure')) == int(root.attrib['failures'])
    assert len(root.findall('.//testcase')) == int(root.attrib['tests'])


def test_gitlab() -> None:
    some = report(finding(message='Write `x`.'), finding(severity='warning', category='credential', help=''), finding(severity='note'))
    data = json.loads(render('gitlab', some))
    assert data[0] == {
        'description': 'Write `x`. The help.', 'check_name': 'MCP205 missing-type', 'fingerprint': 'f' * 64, 'severity': 'critical',
        'categories': ['Bug Risk'], 'location': {'path': '.mcp.json', 'lines': {'begin': 2, 'end': 2}}}
    assert [(one['severity'], one['categories'], one['description']) for one in data[1:]] == [
        ('major', ['Security'], 'The message'), ('info', ['Bug Risk'], 'The message. The help.')]
    known = {'info', 'minor', 'major', 'critical', 'blocker'}
    assert {one['severity'] for one in json.loads(render('gitlab', every_bad_example()))} <= known


def test_gitlab_gets_a_fingerprint_for_each() -> None:
    """It keeps one finding of each: a place of the history held another credential in every version."""
    old, new = finding(commit='a' * 40, date='2026-01-01'), finding(commit='b' * 40, date='2026-02-01')
    of = [one['fingerprint'] for one in json.loads(render('gitlab', report(finding(), finding(), old, new)))]
    assert of[0] == 'f' * 64
    assert len(set(of)) == 4
    assert all(re.fullmatch('[0-9a-f]{64}', one) for one in of)
    assert [one['fingerprint'] for one in json.loads(render('gitlab', report(new)))] == of[3:], 'it does not hang on the others'


@pytest.mark.parametrize('format', ['json', 'gitlab', 'rdjson', 'sarif'])
@pytest.mark.parametrize(('path', 'written'), [
    ('caf\udce9/😀.json', r'caf\\udce9/\ud83d\ude00.json'), ('\ud83dx', r'\\ud83dx'), ('\ude00\ud83d', r'\\ude00\\ud83d'),
    (r'\udce9', r'\\udce9'),
    ('\\\udce9', r'\\\\udce9'), ('\ud7ff', r'\ud7ff')])
def test_no_half_of_a_pair_in_json(format: str, path: str, written: str) -> None:
    """Programs in Rust and Go refuse the whole report for one."""
    text = render(format, report(finding(path=path)))
    if format != 'sarif':
        assert f'"path": "{written}"' in text
    json.loads(text)
    assert not re.search('[\ud800-\udfff]', json.dumps(json.loads(text), ensure_ascii=False))


@pytest.mark.parametrize(('text', 'start', 'end'), [
    ('{"mcpServers": {"a": {"type": "stdoi", "command": "x"}}}', {'line': 1, 'column': 31}, {'line': 1, 'column': 38}),
    ('{"mcpServers": {"é": {"type": "stdoi", "command": "x"}}}', {'line': 1, 'column': 32}, {'line': 1, 'column': 39}),
    ('{"mcpServers": {"😀": {"type": "stdöi", "command": "x"}}}', {'line': 1, 'column': 34}, {'line': 1, 'column': 42}),
    ('{"mcpServers": {"' + 'n' * 400 + '": {"type": "stdoi", "command": "x"}}}', {'line': 1}, {'line': 1}),
])
def test_columns_of_reviewdog_count_bytes_or_are_left_out(text: str, start: dict[str, int], end: dict[str, int]) -> None:
    from mcp_hooks import rules

    some = report_of({'.mcp.json': text}, [rule for rule in rules.config_rules() if rule.name == 'unknown-type'])
    [one] = json.loads(render('rdjson', some))['diagnostics']
    assert one['location'] == {'path': '.mcp.json', 'range': {'start': start, 'end': end}}
    if 'column' in start:
        assert text.encode()[start['column'] - 1:end['column'] - 1].decode().strip('"').startswith('std')
    assert one['severity'] == 'ERROR'
    assert one['code']['url'].endswith(f'#{one["code"]["value"].lower()}-unknown-type')


def test_reviewdog_is_told_no_column_of_a_masked_place() -> None:
    secrets = {'A_TOKEN': fake.github_pat(1), 'B_TOKEN': fake.github_pat(2)}
    some = report_of({'.mcp.json': json.dumps({'mcpServers': {'a': {'command': 'x', 'env': secrets}}})})
    first, second = [one['location']['range'] for one in json.loads(render('rdjson', some))['diagnostics']]
    assert first == {'start': {'line': 1, 'column': 59}}, 'a column and none would be no range (reviewdog.proto)'
    assert second == {'start': {'line': 1}, 'end': {'line': 1}}


def test_json() -> None:
    some = report(finding(group='x'), finding(group='y'), finding(group='x', commit='c' * 40, date='2026-01-02'))
    some.suppressed = [Suppressed(finding(), 'inSource', 'known')]
    data = json.loads(render('json', some))
    assert data['version'] == 1
    assert [one.get('group') for one in data['findings']] == [1, 2, 1], 'numbers of this report: nothing that could be searched for'
    assert data['findings'][0]['line'] == 2
    assert data['findings'][2]['commit'] == 'c' * 40
    assert data['suppressed'][0]['reason'] == 'known'
    assert data['summary']['suppressed'] == 1
    assert set(data) == {'version', 'findings', 'suppressed', 'skipped', 'errors', 'notes', 'summary'}


@pytest.mark.parametrize(('function', 'text', 'shown'), [
    (visible, 'plain ß 配置 😀', 'plain ß 配置 😀'),
    (visible, 'a\tb\r\n\x1b\x85\u202e\U000e0041', 'a\\tb\\r\\n\\x1b\\x85\\u202e\\ue0041'),
    (terminal_line, '::error::x', ': :error: :x'),
    (terminal_line, '  ::x', '  : :x'),
    (terminal_line, 'a::b ##[x]', 'a::b # #[x]'),
    (workflow_data, '100%\r\n##[x]', '100%25\\r%0A# #[x]'),
    (workflow_property, 'a:b,c', 'a%3Ab%2Cc'),
    (html_text, '<a href="x">\'&', '&lt;a href=&quot;x&quot;&gt;&#39;&amp;'),
    (html_text, 'a\n::b ##[x]', 'a\n&#58;:b ##&#91;x]'),
])
def test_escapes(function: Any, text: str, shown: str) -> None:
    assert function(text) == shown


@pytest.mark.parametrize(('message', 'more', 'text'), [
    ('a', 'B.', 'a. B.'), ('a.', 'B.', 'a. B.'), ('a', '', 'a'), ('what?', 'B.', 'what? B.'), ('a\n', 'b', 'a\\n. b')])
def test_sentences(message: str, more: str, text: str) -> None:
    assert sentences(message, more) == text
