"""One HTML file for people: findings with filters, servers by client, what was passed over. Nothing is loaded from anywhere.

Without scripts everything is there, only the filters are not.
"""
from __future__ import annotations

from mcp_hooks.findings import SEVERITIES, told_of_readers
from mcp_hooks.reports.escape import html_text
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


def render(report: Report, color: bool = False) -> str:
    sections = [_findings(report), _timeline(report.findings), _servers(report), _aside(report)]
    body = '\n'.join((
        '<a class="skip" href="#main">Skip to the findings</a>',
        f'<header><h1>MCP configurations</h1><p>{html_text(summary(report))}</p>'
        '<button type="button" id="theme" hidden aria-pressed="false">Dark</button></header>',
        '<main id="main">', _counts(report), *filter(None, sections), '</main>',
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
    by_path: dict[str, list[str]] = {}
    for finding, others in shown[:MOST]:
        by_path.setdefault(finding.path, []).append(_card(finding, others))
    parts = ['<h2 id="findings">Findings</h2>', _form(report.findings),
             '<p id="none" class="empty nothing" hidden>No finding fits these filters.</p>']
    parts += [f'<section class="file"><h3>{html_text(path)}</h3>{"".join(cards)}</section>' for path, cards in by_path.items()]
    if len(shown) > MOST:
        parts.append(f'<p class="dim">{len(shown) - MOST:,} more are left out of this page; the other formats have them all.</p>')
    return '\n'.join(parts)


def _form(findings: list[Finding]) -> str:
    """Filters by severity, category, path and words; hidden until the script runs."""
    severities = [severity for severity in SEVERITIES if any(finding.severity == severity for finding in findings)]
    boxes = ''.join(f'<label class="choice"><input type="checkbox" name="severity" value="{severity}" checked> {severity}</label>'
                    for severity in severities)
    return ('<form id="filter" role="search" aria-label="Filter findings" hidden>'
            f'<fieldset><legend class="hint">Severity</legend>{boxes}</fieldset>'
            f'{_select("category", "All categories", {finding.category for finding in findings})}'
            f'{_select("path", "All files", {finding.path for finding in findings})}'
            '<label class="hint" for="words">Words</label>'
            '<input type="search" id="words" name="words" placeholder="Server, rule, words …" autocomplete="off">'
            '<button type="reset">Reset</button><output aria-live="polite"></output></form>')


def _select(name: str, every: str, words: Iterable[str]) -> str:
    options = ''.join(f'<option value="{html_text(word)}">{html_text(word)}</option>' for word in sorted(words))
    return (f'<label class="hint" for="{name}">{name.capitalize()}</label>'
            f'<select id="{name}" name="{name}"><option value="">{every}</option>{options}</select>')


def _card(finding: Finding, others: list[Finding]) -> str:
    where = f'{finding.place.line}:{finding.place.column}'
    parts = [f'<p class="head"><span class="badge {finding.severity}">{finding.severity}</span>'
             f'<a href="{html_text(help_uri(finding.rule, finding.name))}">{finding.rule} {html_text(finding.name)}</a>'
             f'<span class="place">{html_text(finding.path)}:{where}</span></p>',
             f'<p class="what">{message(finding.message)}</p>']
    if finding.excerpt.strip():
        start, end = finding.excerpt_start, finding.excerpt_end
        parts.append(f'<pre><span class="line">{finding.place.line} │ </span>{_line(finding.excerpt[:start])}'
                     f'<mark>{_line(finding.excerpt[start:end])}</mark>{_line(finding.excerpt[end:])}</pre>')
    if finding.help:
        parts.append(f'<p>{message(finding.help)}</p>')
    if finding.fix:
        parts.append(f'<p class="dim"><code>mcp-hooks fix</code> does it: {message(finding.fix.title)}</p>')
    parts += [f'<p class="dim">See line {place.line}: {message(text)}</p>' for place, text in finding.related]
    facts = [f'server {html_text(_cut(finding.server))}'] if finding.server else []
    facts += [f'<code>{html_text(_cut(finding.json_path))}</code>'] if finding.json_path not in ('', '$') else []
    facts += [html_text(readers)] if (readers := told_of_readers(finding)) else []
    facts += [f'since {html_text(finding.commit[:12])} of {html_text(finding.date[:10])}'] if finding.commit else []
    if facts:
        parts.append(f'<p class="dim">{" · ".join(facts)}</p>')
    if others:
        places = ''.join(f'<li class="place">{html_text(one.path)}:{one.place.line}:{one.place.column}</li>' for one in others)
        parts.append(f'<details><summary>The same credential stands in {len(others)} more {_plural(len(others), "place")}</summary>'
                     f'<ul>{places}</ul></details>')
    return (f'<article class="{finding.severity}" data-severity="{finding.severity}" data-category="{html_text(finding.category)}" '
            f'data-path="{html_text(finding.path)}">{"".join(parts)}</article>')


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
    """When each finding came into the history, newest first."""
    dated = sorted((finding for finding in findings if finding.date), key=lambda finding: finding.date, reverse=True)
    if not dated:
        return ''
    items = ''.join(
        f'<li class="{one.severity}"><time datetime="{html_text(one.date)}">{html_text(one.date[:10])}</time> '
        f'<code>{html_text(one.commit[:12])}</code> {html_text(one.path)}:{one.place.line} '
        f'<span class="badge {one.severity}">{one.rule} {html_text(one.name)}</span></li>' for one in dated[:MOST])
    return f'<h2 id="timeline">When they came in</h2><ol class="time">{items}</ol>'


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
    return (f'<div class="table"><table><caption>{html_text(client)} <span class="dim">{len(servers)}</span></caption><thead><tr>'
            '<th scope="col">Server</th><th scope="col">Transport</th><th scope="col">Starts or calls</th><th scope="col">Where</th>'
            f'<th scope="col">State</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


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
