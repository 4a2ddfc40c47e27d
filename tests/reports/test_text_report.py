"""What people read: the underline stands under the place, whatever characters are before it; masks, groups, summary, colour."""
from __future__ import annotations

import json
import re
from unicodedata import category, east_asian_width

import fake
import pytest
from reports_for_tests import every_bad_example, report_of

from mcp_hooks import rules
from mcp_hooks.findings import Finding, Fix, Place, Suppressed
from mcp_hooks.report import Report
from mcp_hooks.reports import render
from mcp_hooks.reports.text import grouped, summary
from mcp_hooks.sources.source import Skipped


def columns(text: str) -> int:
    """Columns of a terminal, as wcwidth counts them for what stands in these tests."""
    return sum(0 if category(c) in ('Mn', 'Me', 'Cf') else 2 if east_asian_width(c) in 'WF' else 1 for c in text)


def underlined(text: str) -> str:
    """The part of the shown line that stands over the underline."""
    lines = text.split('\n')
    [at] = [number for number, line in enumerate(lines) if re.fullmatch(r'      \| *\^+', line)]
    line, mark = lines[at - 1], lines[at]
    begin, end = mark.index('^'), len(mark)
    return ''.join(c for number, c in enumerate(line) if begin <= columns(line[:number]) < end)


TYPE = [rule for rule in rules.config_rules() if rule.name == 'unknown-type']


@pytest.mark.parametrize(('name', 'text', 'shown'), [
    ('plain', '{"mcpServers": {"a": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('tabs', '{"mcpServers": {\t"a":\t\t{\t"type":\t"stdoi", "command": "x"}}}', '"stdoi"'),
    ('wide', '{"mcpServers": {"配置サーバ": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('astral', '{"mcpServers": {"😀🎉": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('combining', '{"mcpServers": {"e\u0301a\u0308": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('joiner', '{"mcpServers": {"a\u200db": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('controls', '{"mcpServers": {"\x7f\u202e": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('commands', '{"mcpServers": {"##[error]": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('wide place', '{"mcpServers": {"a": {"type": "配置", "command": "x"}}}', '"配置"'),
    ('long before', '{"mcpServers": {"' + 'n' * 500 + '": {"type": "stdoi", "command": "x"}}}', '"stdoi"'),
    ('long after', '{"mcpServers": {"a": {"type": "stdoi", "command": "' + 'x' * 5000 + '"}}}', '"stdoi"'),
    ('CRLF', '{\r\n"mcpServers": {\r\n"a": {"type": "stdoi",\r\n"command": "x"}}}', '"stdoi"'),
    ('CR', '{\r"mcpServers": {"a":\r{"type": "stdoi", "command": "x"}}}', '"stdoi"'),
])
def test_the_underline_stands_under_the_place(name: str, text: str, shown: str) -> None:
    out = render('text', report_of({'.mcp.json': text}, TYPE))
    assert underlined(out) == shown
    assert all(c.isprintable() or c in '\n' or category(c) == 'Cf' for c in out)
    assert '\x7f' not in out
    assert '\u202e' not in out
    if name.startswith('long'):
        assert max(columns(line) for line in out.split('\n') if line.startswith(('    1 |', '      |'))) < 260


def test_a_credential_is_shown_as_its_mask_and_the_mask_is_underlined() -> None:
    secret = fake.github_pat()
    text = json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'A_TOKEN': secret, 'B': secret}}}})
    out = render('text', report_of({'.mcp.json': text}, [rule for rule in rules.config_rules() if rule.name == 'credential-in-env']))
    assert secret not in out
    assert '"A_TOKEN": "ghp_…(40+)", "B": "ghp_…(40+)"' in out
    assert out.count('ghp_…(40+)') == 2


def test_one_credential_in_many_places_is_one_finding() -> None:
    def text(seed: str) -> str:
        return json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'A_TOKEN': fake.github_pat(seed)}}}})

    report = report_of({f'{n}/.mcp.json': text('same') for n in range(3)} | {'z/.mcp.json': text('other')})
    out = render('text', report)
    assert out.count('error MCP401') == 2
    assert ('   the same credential stands in 2 more places:\n     1/.mcp.json:1:59 credential-in-env\n'
            '     2/.mcp.json:1:59 credential-in-env\n') in out
    assert out.endswith('4 errors in 4 files, 4 files checked\n')


def finding(**more: object) -> Finding:
    plain = Finding('MCP205', 'missing-type', 'shape', 'error', '.mcp.json', Place(1, 1, 1, 4), '$', 'The message', 'The help.')
    return plain._replace(**more)  # type: ignore[arg-type]


def test_groups_are_of_one_severity() -> None:
    a, b, c, d = (finding(group='x'), finding(group='x', severity='warning'), finding(group='x', path='b'), finding())
    assert grouped([a, b, c, d, d]) == [(a, [c]), (b, []), (d, []), (d, [])]


def test_all_parts_of_a_finding() -> None:
    report = Report()
    report.checked = ['.mcp.json']
    report.findings = [finding(excerpt='a\tbc', excerpt_start=0, excerpt_end=1, fix=Fix('write `x`', ()),
                               related=((Place(3, 4, 3, 5), 'the first one'),), readers=('A', 'B', 'C'))]
    assert render('text', report) == '''\
.mcp.json:1:1: error MCP205 missing-type: The message (also wrong for B and C)
    1 | a\\tbc
      | ^
   see .mcp.json:3:4: the first one
   help: The help.
   fix:  write `x` (mcp-hooks fix does it)

1 error in 1 file, 1 file checked
'''


def test_a_history_is_told_from_its_beginning() -> None:
    report = Report()
    report.findings = [finding(commit='a', date='2026-02-01', message='a'), finding(commit='b', date='2026-01-01', message='b')]
    report.sort()
    assert [one.commit for one in report.findings] == ['b', 'a']


def test_text_from_a_file_is_never_a_command_to_a_terminal_or_a_runner() -> None:
    report = Report()
    report.checked = ['x']
    bad = '\x1b[31m\r\n::error::x ##[error]y \u202e\u2066\ufeff\U000e0041\x9b'
    report.findings = [finding(path='::warning::' + bad, message=bad, help=bad, excerpt=bad, excerpt_end=3, server=bad,
                               related=((Place(1, 1, 1, 1), bad),))]
    report.skipped = [Skipped(bad, bad)]
    report.errors = [(bad, bad)]
    report.notes = [bad]
    out = render('text', report)
    assert not any(line.lstrip().startswith('::') for line in out.split('\n'))
    assert '##[' not in out
    assert all(ord(c) >= 0x20 or c == '\n' for c in out)
    assert not set(out) & set('\u202e\u2066\ufeff\U000e0041\x9b\x7f\r')


def test_summary() -> None:
    report = Report()
    assert summary(report) == 'nothing was checked'
    report.skipped = [Skipped('a', 'b')]
    assert summary(report) == 'nothing was checked (1 skipped)'
    report.checked = ['a']
    assert summary(report) == 'clean: 1 file checked (1 skipped)'
    report.checked = ['a', 'b']
    report.findings = [finding(), finding(severity='warning'), finding(severity='warning', path='b'), finding(severity='note')]
    report.suppressed = [Suppressed(finding(), 'inSource', '')]
    report.untracked = ['a']
    report.errors = [('a', 'b')]
    assert summary(report) == ('1 error, 2 warnings, 1 note in 2 files, 2 files checked '
                               '(1 suppressed, 1 skipped, 1 not tracked by git, 1 failed)')


def test_colour_adds_nothing_but_colour() -> None:
    report = every_bad_example()
    colored = render('text', report, color=True)
    assert colored != render('text', report)
    assert re.sub('\x1b\\[[0-9;]*m', '', colored) == render('text', report)
    assert colored.count('\x1b[') == 2 * colored.count('\x1b[0m'), 'what is switched on is switched off'


def test_tabs_that_indent_are_blanks_and_others_are_shown() -> None:
    from mcp_hooks.engine import Options, run
    from mcp_hooks.reports import render
    from mcp_hooks.rules import config_rules
    from mcp_hooks.sources.source import Source

    data = b'{"mcpServers": {\n\t\t"a": {"command": "a\tb"}}}'
    report, _ = run([Source('.mcp.json', data)], Options(config_rules()))
    lines = render('text', report).splitlines()
    assert lines[1:3] == ['    2 |     "a": {"command": "a\\tb"}}}', '      |                        ^^']
