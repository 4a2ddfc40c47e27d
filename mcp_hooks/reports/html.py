"""One HTML file for people: findings with filters, servers by client, what was passed over. Nothing is loaded from anywhere.

Without scripts everything is there, only the filters are not.
"""
from __future__ import annotations

from mcp_hooks.findings import SEVERITIES, told_of_readers
from mcp_hooks.reports.escape import html_text, visible
from mcp_hooks.reports.html_page import page
from mcp_hooks.reports.sarif import HOME, help_uri
from mcp_hooks.reports.text import grouped, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_hooks.findings import Finding
    from mcp_hooks.report import Listed, Report

MOST = 2000  # findings: a browser shows more, and nobody reads them
LONGEST = 400  # characters of a place in the JSON
UNKNOWN_CLIENT = 'Known by its content'
ADDRESS = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#=&%')
BARS = 48  # of the picture of a history: months, or years where there are more


def render(report: Report, color: bool = False) -> str:
    sections = [_findings(report), _timeline(report.findings), _servers(report), _aside(report)]
    links = [(report.findings, 'findings', 'Findings'), (sections[1], 'timeline', 'When they came in'),
             (sections[2], 'servers', 'Servers by client'), (sections[3], 'aside', 'Besides')]
    to = ''.join(f'<a href="#{anchor}">{title}</a>' for there, anchor, title in links if there)
    body = '\n'.join((
        '<a class="skip" href="#main">Skip to the findings</a>',
        f'<header><h1>MCP configurations</h1><p>{html_text(summary(report))}</p>'
        '<button type="button" id="theme" hidden aria-pressed="false">Dark</button></header>',
        '<main id="main">', _counts(report), f'<nav aria-label="On this page">{to}</nav>' if to.count('<a ') > 1 else '',
        *filter(None, sections), '</main>',
        f'<footer>Made by <a href="{HOME}">mcp-hooks</a>. Credentials are masked: this page holds none.</footer>'))
    return page(f'{_headline(report)} · mcp-hooks', body)


def _headline(report: Report) -> str:
    for severity in SEVERITIES:
        number = report.count(severity)
        if number:
            return f'{number} {severity}{"s" if number != 1 else ""}'
    return 'clean' if report.checked else 'nothing checked'


def _counts(report: Report) -> str:
    rows = [(report.count(severity), severity if report.count(severity) else 'none', _plural(report.count(severity), severity))
            for severity in SEVERITIES]
    rows.append((len(report.checked), '', _plural(len(report.checked), 'file') + ' checked'))
    if report.servers:
        rows.append((len(report.servers), '', _plural(len(report.servers), 'server')))
    items = ''.join(f'<li class="{kind}"><b>{number:,}</b><span>{word}</span></li>' for number, kind, word in rows)
    return f'<ul class="counts" aria-label="Counts">{items}</ul>'


def _plural(number: int, word: str) -> str:
    return word if number == 1 else f'{word}s'


def _findings(report: Report) -> str:
    if not report.findings:
        if not report.checked:
            return '<p class="empty nothing">No MCP configuration was found, so nothing was checked.</p>'
        return '<p class="empty">Nothing to report.</p>'
    shown = grouped(report.findings)
    left_out = len(shown) - MOST
    if left_out > 0:  # the worst; their order stays
        worst = sorted(range(len(shown)), key=lambda at: SEVERITIES.index(shown[at][0].severity))[:MOST]
        shown = [shown[at] for at in sorted(worst)]
    by_path: dict[str, list[str]] = {}
    for finding, others in shown:
        by_path.setdefault(finding.path, []).append(_card(finding, others))
    parts = ['<h2 id="findings">Findings</h2>', _form(report.findings),
             '<p id="none" class="empty nothing" hidden>No finding fits these filters.</p>']
    if left_out > 0:
        parts.append(f'<p class="dim">{left_out:,} more are left out of this page: the worst are here, all in other formats.</p>')
    parts += [f'<section class="file"><h3>{html_text(path)}</h3>{"".join(cards)}</section>' for path, cards in by_path.items()]
    return '\n'.join(parts)


def _form(findings: list[Finding]) -> str:
    """Filters by severity, category, rule, path and words; hidden until the script runs."""
    severities = [severity for severity in SEVERITIES if any(finding.severity == severity for finding in findings)]
    boxes = ''.join(f'<label class="choice"><input type="checkbox" name="severity" value="{severity}" checked> {severity}</label>'
                    for severity in severities)
    return ('<form id="filter" role="search" aria-label="Filter findings" hidden>'
            f'<fieldset><legend class="hint">Severity</legend>{boxes}</fieldset>'
            f'{_select("category", "All categories", {finding.category for finding in findings})}'
            f'{_select("rule", "All rules", {_rule(finding) for finding in findings})}'
            f'{_select("path", "All files", {visible(finding.path) for finding in findings})}'
            '<label class="hint" for="words">Words</label>'
            '<input type="search" id="words" name="words" placeholder="Server, rule, words …" autocomplete="off">'
            '<button type="reset">Reset</button><output aria-live="polite"></output></form>')


def _select(name: str, every: str, words: Iterable[str]) -> str:
    options = ''.join(f'<option value="{html_text(word)}">{html_text(word)}</option>' for word in sorted(words))
    return (f'<label class="hint" for="{name}">{name.capitalize()}</label>'
            f'<select id="{name}" name="{name}"><option value="">{every}</option>{options}</select>')


def _card(finding: Finding, others: list[Finding]) -> str:
    parts = [f'<h4 class="head"><span class="badge {finding.severity}">{finding.severity}</span>'
             f'<a href="{html_text(help_uri(finding.rule, finding.name))}">{finding.rule} {html_text(finding.name)}</a>'
             f'<span class="place">line {finding.place.line}, column {finding.place.column}</span></h4>',
             f'<p class="what">{message(finding.message)}</p>']
    if finding.excerpt.strip():
        start, end = finding.excerpt_start, finding.excerpt_end
        parts.append(f'<pre><span class="line">{finding.place.line} │ </span>{_line(finding.excerpt[:start])}'
                     f'<mark>{_line(finding.excerpt[start:end])}</mark>{_line(finding.excerpt[end:])}</pre>')
    if finding.help:
        parts.append(f'<p>{_help(finding)}</p>')
    if finding.fix:
        parts.append(f'<p class="dim"><code>mcp-hooks fix</code> does it: {message(finding.fix.title)}</p>')
    parts += [f'<p class="dim">See line {place.line}: {message(text)}</p>' for place, text in finding.related]
    facts = [f'server {html_text(_cut(finding.server))}'] if finding.server else []
    facts += [f'<code>{html_text(_cut(finding.json_path))}</code>'] if finding.json_path not in ('', '$') else []
    facts += [html_text(readers)] if (readers := told_of_readers(finding)) else []
    if facts:
        parts.append(f'<p class="dim">{" · ".join(facts)}</p>')
    if others:
        places = ''.join(f'<li class="place">{html_text(one.path)}:{one.place.line}:{one.place.column}</li>' for one in others)
        parts.append(f'<details><summary>The same credential stands in {len(others)} more {_plural(len(others), "place")}</summary>'
                     f'<ul>{places}</ul></details>')
    every = [finding, *others]
    told = {'severity': [finding.severity], 'category': [one.category for one in every], 'rule': [_rule(one) for one in every],
            'path': [visible(one.path) for one in every], 'count': [str(len(every))]}
    data = ' '.join(f'data-{name}="{html_text(chr(10).join(dict.fromkeys(words)))}"' for name, words in told.items())
    return f'<article class="{finding.severity}" {data}>{"".join(parts)}</article>'


def _rule(finding: Finding) -> str:
    return f'{finding.rule} {finding.name}'


def _help(finding: Finding) -> str:
    """The page to revoke at is a link. It is ours: it ends the help, and a name from the file stands before it, in backticks."""
    text, revoke, page = finding.help.rpartition('revoke it: ')
    if finding.category != 'credential' or not page.startswith('https://') or not set(page) <= ADDRESS:
        return message(finding.help)
    return f'{message(text + revoke)}<a rel="noreferrer" href="{html_text(page)}">{html_text(page)}</a>'


def message(text: str) -> str:
    """What stands in backticks becomes code. Nothing that a file put into it is markup."""
    parts = text.split('`')
    if len(parts) % 2 == 0:  # a name with a backtick in it
        return html_text(text)
    return ''.join(f'<code>{html_text(part)}</code>' if number % 2 else html_text(part) for number, part in enumerate(parts))


def _line(text: str) -> str:
    return html_text(text.replace('\t', '    '))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f'{text[:LONGEST - 1]}…'


def _timeline(findings: list[Finding]) -> str:
    """When each finding came into the history, newest first, below a picture of how many came when."""
    dated = sorted((finding for finding in findings if finding.date), key=lambda finding: finding.date, reverse=True)
    if not dated:
        return ''
    items = ''.join(
        f'<li class="{one.severity}"><time datetime="{html_text(one.date)}">{html_text(one.date[:10])}</time> '
        f'<code>{html_text(one.commit[:12])}</code> <span class="place">{html_text(one.path)}:{one.place.line}</span> '
        f'<span class="badge {one.severity}">{one.rule} {html_text(one.name)}</span></li>' for one in dated[:MOST])
    return f'<h2 id="timeline">When they came in</h2>{_picture([one.date for one in dated])}<ol class="time">{items}</ol>'


def _picture(dates: list[str]) -> str:
    """Bars of a month or a year each, from the first to the last of ``dates``, drawn without a style: the policy allows none."""
    months = _span({date[:7] for date in dates})
    size = 7 if 1 < len(months) <= BARS else 4
    spans = months if size == 7 else _span({date[:4] for date in dates})
    if not 1 < len(spans) <= BARS:
        return ''
    number = {span: sum(date[:size] == span for date in dates) for span in spans}
    most = max(number.values())
    bars = ''.join(
        f'<g><title>{span}: {number[span]}</title><rect x="{at * 20 + 2}" y="{64 - height}" width="16" height="{height}" rx="2"/></g>'
        for at, span in enumerate(spans) if (height := -(-56 * number[span] // most)))
    peak = max(spans, key=lambda span: number[span])
    told = f'{len(dates):,} {_plural(len(dates), "finding")} from {spans[0]} to {spans[-1]}, most in {peak} ({number[peak]:,})'
    return (f'<figure><svg role="img" aria-label="{told}" viewBox="0 0 {len(spans) * 20} 66" height="66" preserveAspectRatio="none">{bars}'
            f'<path d="M0 65.5H{len(spans) * 20}"/></svg><figcaption class="dim">{told}</figcaption></figure>')


def _span(seen: set[str]) -> list[str]:
    """All years, or months (``2026-01``), from the first to the last of ``seen``; none where they are no dates or too many."""
    if not all(one.isascii() and one.replace('-', '', 1).isdigit() and len(one) in (4, 7) for one in seen):
        return []
    first, last = min(seen), max(seen)
    if len(first) == 4:
        return [f'{year:04}' for year in range(int(first), min(int(last), int(first) + BARS) + 1)]
    (year, month), (end, final) = (divmod(int(one[:4]) * 12 + int(one[5:]) - 1, 12) for one in (first, last))
    count = min((end - year) * 12 + final - month, BARS) + 1
    return [f'{(year * 12 + month + at) // 12:04}-{(month + at) % 12 + 1:02}' for at in range(count)]


def _servers(report: Report) -> str:
    if not report.servers:
        return ''
    worst: dict[tuple[str, str], str] = {}
    for finding in sorted(report.findings, key=lambda finding: SEVERITIES.index(finding.severity), reverse=True):
        worst[finding.path, finding.server] = finding.severity
    by_client: dict[str, list[Listed]] = {}
    for server in report.servers:
        by_client.setdefault(server.client or UNKNOWN_CLIENT, []).append(server)
    tables = ''.join(_table(client, servers, worst) for client, servers in sorted(by_client.items()))
    return f'<h2 id="servers">Servers by client</h2>{tables}'


def _table(client: str, servers: list[Listed], worst: dict[tuple[str, str], str]) -> str:
    rows = []
    for server in servers[:MOST]:
        found = worst.get((server.path, server.name))
        state = f'<span class="badge {found}">{found}</span>' if found else '<span class="badge good">fine</span>'
        state += ' <span class="badge off">switched off</span>' if server.off else ''
        rows.append(f'<tr><th scope="row">{html_text(server.name) or "(no name)"}</th><td>{html_text(server.transport) or "–"}</td>'
                    f'<td><code>{html_text(server.target) or "–"}</code></td>'
                    f'<td class="place">{html_text(server.path)}:{server.line}</td><td>{state}</td></tr>')
    caption = f'{html_text(client)} <span class="dim">{len(servers)}</span>'
    return (f'<div class="table" tabindex="0" role="region" aria-label="Servers of {html_text(client)}"><table><caption>{caption}</caption>'
            '<thead><tr><th scope="col">Server</th><th scope="col">Transport</th><th scope="col">Starts or calls</th>'
            f'<th scope="col">Where</th><th scope="col">State</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def _aside(report: Report) -> str:
    """What went wrong, what is known already, and what was not looked at."""
    parts = [f'<p class="empty nothing">{html_text(path)}: {html_text(text)}</p>' for path, text in report.errors]
    parts += [f'<p class="dim">{html_text(note)}</p>' for note in report.notes]
    lists = (
        ('Suppressed', [_suppressed(one.finding, one.reason) for one in report.suppressed]),
        ('Not looked at', [f'{skipped.path}: {skipped.reason}' for skipped in report.skipped]),
        ('Not tracked by git', report.untracked),
    )
    for title, lines in lists:
        if lines:
            items = ''.join(f'<li class="place">{html_text(line)}</li>' for line in lines[:MOST])
            parts.append(f'<details><summary>{title} ({len(lines)})</summary><ul>{items}</ul></details>')
    return f'<h2 id="aside">Besides</h2>{"".join(parts)}' if parts else ''


def _suppressed(finding: Finding, reason: str) -> str:
    return f'{finding.path}:{finding.place.line} {finding.rule} {finding.name}: {reason or "no reason given"}'
