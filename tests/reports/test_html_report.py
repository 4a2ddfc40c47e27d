"""The HTML report: one file that loads nothing, holds no credential, and escapes whatever a file holds."""
from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import fake
import pytest
from reports_for_tests import every_bad_example, report_of
from test_other_reports import HOSTILE, finding, hostile, report

from mcp_hooks.report import Listed, Report
from mcp_hooks.reports import render
from mcp_hooks.reports.html import message
from mcp_hooks.reports.html_page import SCRIPT, STYLE

VOID = frozenset(('meta', 'input', 'br', 'link', 'img'))


class Page(HTMLParser):
    """Tags with their attributes and the text inside; fails where tags do not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), 'an attribute twice'
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return ''.join(data for tag, data in self.texts if tag not in ('style', 'script'))


FULL = report_of({'.mcp.json': json.dumps({'mcpServers': {
    'github': {'command': 'npx', 'args': ['-y', '@acme/github-mcp', '--token', fake.github_pat()],
               'env': {'GITHUB_TOKEN': fake.github_pat()}},
    'docs': {'type': 'http', 'url': f'https://bob:{fake.base62(20)}@docs.example:8443/mcp?key={fake.base62(32)}#x'},
    '<img src=x onerror=alert(1)>': {'command': '</script><script>alert(1)</script>'},
    'off': {'command': 'C:\\tools\\thing.exe', 'args': ['serve'], 'disabled': True}}}, indent=1),
    '.vscode/mcp.json': '{"servers": {"a": {"type": "http", "url": "https://a.example/mcp"}}}'}, list_servers=True)


@pytest.mark.parametrize('which', [Report(), FULL, hostile(), every_bad_example()], ids=['nothing', 'full', 'hostile', 'every rule'])
def test_it_loads_nothing_and_runs_nothing_but_its_own_script(which: Report) -> None:
    text = render('html', which)
    page = Page(text)
    [policy] = [one['content'] or '' for one in page.all('meta') if one.get('http-equiv') == 'Content-Security-Policy']
    rules = dict(part.strip().split(' ', 1) for part in policy.split(';'))
    assert rules == {'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'",
                     'style-src': digest(STYLE), 'script-src': digest(SCRIPT)}
    assert [tag for tag, _ in page.tags if tag in ('link', 'img', 'iframe', 'object', 'embed', 'base', 'audio', 'video', 'source')] == []
    assert [data for tag, data in page.texts if tag == 'script'] == [SCRIPT]
    assert [data for tag, data in page.texts if tag == 'style'] == [STYLE]
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith('on') or name in ('style', 'src', 'srcset', 'action', 'formaction')], tag
        if 'href' in attributes:
            href = attributes['href'] or ''
            assert href.startswith('https://github.com/mcp-hooks/mcp-hooks') or attributes.get('rel') == 'noreferrer' or href[1:] in {
                one.get('id') for _, one in page.tags}
    assert not re.search(r'url\(|@import|http', STYLE + SCRIPT)
    assert 'eval' not in SCRIPT
    assert 'innerHTML' not in SCRIPT
    assert text == render('html', which)


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_no_credential_and_no_markup_from_a_file() -> None:
    text = render('html', FULL)
    assert fake.github_pat() not in text
    assert fake.base62(20) not in text
    assert fake.base62(32) not in text
    assert '<img' not in text
    assert text.count('<script>') == 1
    assert '&lt;img src=x onerror=alert(1)&gt;' in text


def test_servers_by_client() -> None:
    page = Page(render('html', FULL))
    captions = [data.strip() for tag, data in page.texts if tag == 'caption']
    assert captions == ['Claude Code', 'VS Code']
    assert 'https://docs.example:8443/mcp' in page.text
    assert 'npx -y @acme/github-mcp …' in page.text
    assert 'thing.exe serve' in page.text
    assert '5servers' in page.text


def test_a_list_of_servers() -> None:
    assert [(one.client, one.name, one.transport, one.target) for one in FULL.servers] == [
        ('Claude Code', 'github', 'stdio', 'npx -y @acme/github-mcp …'),
        ('Claude Code', 'docs', 'http', 'https://docs.example:8443/mcp'),
        ('Claude Code', '<img src=x onerror=alert(1)>', 'stdio', 'script>'),
        ('Claude Code', 'off', 'stdio', 'thing.exe serve'),
        ('VS Code', 'a', 'http', 'https://a.example/mcp')]
    assert [one.line for one in FULL.servers] == [3, 15, 19, 22, 1]
    assert report_of({'.mcp.json': '{"mcpServers": {"a": {"command": "x"}}}'}).servers == [], 'only when it is asked for'


def test_filters_offer_what_is_there() -> None:
    page = Page(render('html', FULL))
    severities = {one['value'] for one in page.all('input') if one.get('name') == 'severity'}
    assert severities == {finding.severity for finding in FULL.findings}
    options = {one['value'] for one in page.all('option')}
    assert options == {'', '.mcp.json', *(text for one in FULL.findings for text in (one.category, one.path, f'{one.rule} {one.name}'))}
    cards = page.all('article')
    assert all({'data-severity', 'data-category', 'data-rule', 'data-path'} <= set(card) for card in cards)
    assert len(cards) > 0


def test_a_card_of_several_places_is_found_by_each() -> None:
    same = [finding(group='g', path=path, name=name) for path, name in (('a', 'x'), ('b\n', 'x'), ('a', 'y'))]
    [card] = Page(render('html', report(*same))).all('article')
    assert (card['data-path'], card['data-rule'], card['data-count']) == ('a\nb\\n', 'MCP205 x\nMCP205 y', '3')
    assert {one['value'] for one in Page(render('html', report(*same))).all('option')} == {'', 'a', 'b\\n', 'shape', 'MCP205 x', 'MCP205 y'}
    assert ".split('\\n').indexOf(value)" in SCRIPT


def test_it_can_be_used_without_eyes_or_mouse() -> None:
    page = Page(render('html', FULL))
    assert page.all('html') == [{'lang': 'en'}]
    assert page.all('a')[0]['href'] == '#main'
    ids = {one.get('id') for _, one in page.tags}
    for label in page.all('label'):
        assert 'for' not in label or label['for'] in ids
    labelled = {label['for'] for label in page.all('label') if 'for' in label}
    for tag in ('select', 'input'):
        assert all(one.get('type') == 'checkbox' or one.get('id') in labelled for one in page.all(tag))
    assert all(one.get('scope') in ('col', 'row') for one in page.all('th'))
    assert page.all('output') == [{'aria-live': 'polite'}]
    assert [tag for tag, _ in page.tags if tag in ('h1', 'h2', 'h3', 'h4')][:4] == ['h1', 'h2', 'h3', 'h4']
    assert [one.get('href') for one in page.all('a')][1:3] == ['#findings', '#servers']
    assert len(page.all('h1')) == len(page.all('main')) == 1
    assert 'prefers-color-scheme:dark' in STYLE
    assert '@media print' in STYLE


def test_the_place_is_marked_and_the_line_is_whole() -> None:
    some = report(finding(excerpt='a\t"x": <y> z', excerpt_start=6, excerpt_end=9))
    page = Page(render('html', some))
    assert ''.join(data for tag, data in page.texts if tag == 'mark') == ' <y'
    assert '2 │ a    "x": <y> z' in page.text


def test_a_clean_run_and_one_that_looked_at_nothing() -> None:
    clean = Report()
    assert 'so nothing was checked' in Page(render('html', clean)).text
    assert '<title>nothing checked · mcp-hooks</title>' in render('html', clean)
    clean.checked = ['.mcp.json']
    page = Page(render('html', clean))
    assert 'Nothing to report.' in page.text
    assert page.all('form') == []


def test_the_history_is_a_timeline() -> None:
    some = report(finding(commit='a' * 40, date='2026-01-02T03:04:05+01:00'), finding(commit='b' * 40, date='2026-03-02T03:04:05+01:00'))
    text = Page(render('html', some)).text
    assert text.index('2026-03-02 bbbbbbbbbbbb') < text.index('2026-01-02 aaaaaaaaaaaa')
    assert 'When they came in' in text


@pytest.mark.parametrize(('dates', 'told', 'bars'), [
    (['2025-11-02', '2026-01-02', '2026-01-30'], '3 findings from 2025-11 to 2026-01, most in 2026-01 (2)',
     [('2025-11: 1', '2', '28'), ('2026-01: 2', '42', '56')]),
    (['2019-11-02', '2026-01-02'], '2 findings from 2019 to 2026, most in 2019 (1)', [('2019: 1', '2', '56'), ('2026: 1', '142', '56')]),
    (['2026-01-02', '2026-01-30'], '', []), (['1800-01-01', '2026-01-30'], '', []), (['', '2026-01-30'], '', []),
    (['<b>', '2026-01-30'], '', []), (['١٢٣٤-01-01', '2026-01-30'], '', []),
])
def test_a_picture_of_the_history(dates: list[str], told: str, bars: list[tuple[str, str, str]]) -> None:
    text = render('html', report(*[finding(commit='a' * 40, date=date) for date in dates]))
    page = Page(text)
    assert [one['aria-label'] for one in page.all('svg')] == ([told] if told else [])
    assert ([data for tag, data in page.texts if tag == 'figcaption'] == [told]) is bool(told)
    titles = [data for tag, data in page.texts if tag == 'title'][1:]
    assert [(title, one['x'], one['height']) for title, one in zip(titles, page.all('rect'), strict=True)] == bars


@pytest.mark.parametrize(('help', 'linked'), [
    ('Put `${A}` there. If it was ever committed, revoke it: https://a.example/keys?x=1', ['https://a.example/keys?x=1']),
    ('Put it there. If it was ever committed, revoke it: the history keeps it.', []),
    ('Rename `revoke it: https://evil.example`', []), ('revoke it: https://evil.example/" onclick=x', []), ('revoke it: javascript:x', [])])
def test_the_page_to_revoke_at_is_a_link(help: str, linked: list[str]) -> None:
    page = Page(render('html', report(finding(category='credential', help=help))))
    assert [one['href'] for one in page.all('a') if one.get('rel')] == linked
    assert help.replace('`', '') in page.text
    other = Page(render('html', report(finding(category='shape', help=help))))
    assert [one for one in other.all('a') if one.get('rel')] == []


def test_what_was_passed_over_is_there() -> None:
    text = Page(render('html', hostile())).text
    for title in ('Suppressed (1)', 'Not looked at (1)', 'Not tracked by git (1)'):
        assert title in text


def test_more_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.reports import html

    monkeypatch.setattr(html, 'MOST', 3)
    some = report(*[finding()] * 5)
    some.servers = [Listed('A', 'p', 1, f'{n}', 'stdio', 'x', False) for n in range(5)]
    page = Page(render('html', some))
    assert len(page.all('article')) == 3
    assert '2 more are left out of this page' in page.text
    some.findings = [*[finding(severity='note')] * 3, finding(path='z')]
    assert [one['data-severity'] for one in Page(render('html', some)).all('article')] == ['note', 'note', 'error'], 'the worst'


@pytest.mark.parametrize(('text', 'shown'), [
    ('write `a<b>` & `c`', 'write <code>a&lt;b&gt;</code> &amp; <code>c</code>'),
    ('an odd ` is text', 'an odd ` is text'),
    ('``', '<code></code>'),
])
def test_messages(text: str, shown: str) -> None:
    assert message(text) == shown
    Page(message(HOSTILE))
