"""Addresses and headers."""
from __future__ import annotations

import pytest
from marks import marked, names_of, severities_of, spans_of
from test_transport import Case, case, check, mcp

from mcp_hooks.rules.endpoints import fault_of, is_local_host, split_address


def url(address: str, rule: str = '', severity: str = '') -> Case:
    mark = f'«"{address}"»' if rule else f'"{address}"'
    return case('.mcp.json', f'{{"type": "http", "url": {mark}}}', rule, severity)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    url('x.example/mcp', 'invalid-url', 'error'),
    url('localhost:8008/mcp', 'invalid-url', 'error'),
    url('/mcp', 'invalid-url', 'error'),
    url('https:/x.example', 'invalid-url', 'error'),
    url('https//x.example', 'invalid-url', 'error'),
    url('https://', 'invalid-url', 'error'),
    url('https:///mcp', 'invalid-url', 'error'),
    url('ftp://x.example', 'invalid-url', 'error'),
    url('file:///srv/mcp', 'invalid-url', 'error'),
    url('http://exa mple.com/', 'invalid-url', 'error'),
    url('http://localhost:99999/mcp', 'invalid-url', 'error'),
    url('http://localhost:8o80/mcp', 'invalid-url', 'error'),
    url('ws://localhost:80/mcp', 'invalid-url', 'error'),  # Claude Code speaks WebSocket, and the type says HTTP
    url(' https://x.example/mcp '),
    url('HTTPS://x.example/mcp'),
    url('https://x.example'),
    url('https://user@x.example:8443/mcp?project=a#b'),
    url('${BASE}/mcp'),
    url('${BASE:-https://x.example}/mcp'),
    url('https://${HOST}:${PORT}/mcp'),
    url('http://localhost:PORT/mcp'),
    url('<your-url>'),
    url('YOUR_SERVER_URL'),
    url('https://<host>/mcp'),
    url('https://x.example/{tenant}/mcp'),
    url('https://bücher.example/mcp'),
    # without encryption
    url('http://x.example/mcp', 'plain-http', 'warning'),
    url('http://203.0.113.5/mcp', 'plain-http', 'warning'),
    url('http://x.example:80/mcp', 'plain-http', 'warning'),
    url('HTTP://X.Example/mcp', 'plain-http', 'warning'),
    url('http://[2001:db8::1]/mcp', 'plain-http', 'warning'),
    url('http://localhost.example.com/mcp', 'plain-http', 'warning'),
    url('http://10.example.com/mcp', 'plain-http', 'warning'),
    url('http://localhost:3000/mcp'),
    url('http://127.1.2.3/mcp'),
    url('http://[::1]:3000/mcp'),
    url('http://0.0.0.0:3000/mcp'),
    url('http://nas.local/mcp'),
    url('http://host.docker.internal:3000/mcp'),
    url('http://192.168.1.5/mcp'),
    url('http://10.0.0.5:80/mcp'),
    url('http://172.16.0.1/mcp'),
    url('http://clickhouse-mcp:8000/mcp'),
    url('http://mcp.tools.svc.cluster.local/mcp'),
    url('http://wiki.lan/mcp'),
    url('http://${HOST}/mcp'),
    case('some-mcp.json', '{"url": «"http://x.example/mcp"»}', 'plain-http', 'warning'),
    case('.vscode/mcp.json', '{"url": "unix:///tmp/x.sock"}', root='servers'),
    case('.cursor/mcp.json', '{"url": «"unix:///tmp/x.sock"»}', 'invalid-url', 'warning'),
    case('librechat-mcp.json', '{"url": "wss://x.example/mcp"}'),
])
def test_addresses(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


def header(pair: str, rule: str = '', severity: str = '') -> Case:
    return case('.mcp.json', f'{{"type": "http", "url": "https://x.example/mcp", "headers": {{{pair}}}}}', rule, severity)


@pytest.mark.parametrize(('path', 'text', 'rule', 'severity'), [
    header('«"A B"»: "c"', 'header-name', 'error'),
    header('«"X-Team:"»: "c"', 'header-name', 'error'),
    header('«"Größe"»: "c"', 'header-name', 'error'),
    header('«""»: "c"', 'header-name', 'error'),
    header('«"A\\nB"»: "c"', 'header-name', 'error'),
    header('"x-team": "a", «"X-Team"»: "b"', 'header-name', 'warning'),
    header('"X-Team": «"a\\nb"»', 'header-value', 'error'),
    header('"X-Team": «"a\\r\\nX-Other: b"»', 'header-value', 'error'),
    header('"X-Team": «"a\\u0000"»', 'header-value', 'error'),
    header('"X-Team": «"a\\n"»', 'header-value', 'warning'),
    header('«"Authorization: Bearer ${TOKEN}"»: ""', 'header-name', 'error'),
    header('"X-Team": «"a \u2013 b"»', 'header-value', 'warning'),
    header('"X-Team": «"\u201ca\u201d"»', 'header-value', 'warning'),
    header('"X-Team": "<your team \u2013 see README>", "X-Key": "{key \u2013 a}[b \u2013 c]"'),
    header('"X-Team": «"<a> \u2013 <b"»', 'header-value', 'warning'),
    header('"X-Team": «"> < \u2013"»', 'header-value', 'warning'),
    header('"X-Team": «"a\u200b"»', 'header-value', 'warning'),
    header('"X-Team": "Z\u00fcrich", "X-Key": "\u4f60\u7684\u5bc6\u94a5", "X-Mask": "\u2022\u2022\u2022", "X-More": "\u2026"'),
    header('"Authorization": «"Authorization: Bearer ${TOKEN}"»', 'header-value', 'warning'),
    header('"authorization": «"Bearer: ${TOKEN}"»', 'header-value', 'warning'),
    header('"Authorization": «"Bearer bearer ${TOKEN}"»', 'header-value', 'warning'),
    header('"Authorization": "Bearer ${TOKEN}", "X-Note": "Bearer: none", "Proxy-Authorization": "Basic basic"'),
    header('"Authorization": "Bearer bearer"'),
    header('"${TEAM}": "a", "X-${TEAM}": "b", "{{A: b}}": "c", "<Name: value>": "d"'),
    header('"X-Team": "a\\tb"'),
    header('"X-Team": ""'),
    header('"X_Team.1!": "a b, c=d; e"'),
    header('"X-Team": "${TEAM}", "Authorization": "Bearer ${TOKEN}"'),
])
def test_headers(path: str, text: str, rule: str, severity: list[str]) -> None:
    check(path, text, rule, severity)


@pytest.mark.parametrize(('address', 'parts'), [
    ('https://a.example:1/b?c#d', ('https', 'a.example:1', '/b?c#d')),
    ('https://a.example?b', ('https', 'a.example', '?b')),
    ('a.example', ('', '', 'a.example')),
    ('1http://a', ('', '', '1http://a')),
    ('://a', ('', '', '://a')),
    ('http+unix://a', ('http+unix', 'a', '')),
])
def test_split_address(address: str, parts: tuple[str, str, str]) -> None:
    assert split_address(address) == parts


@pytest.mark.parametrize('authority', ['x', 'x:1', 'x:', 'u:p@x', '[::1]:3', '1.2.3.4'])
def test_authority_without_fault(authority: str) -> None:
    assert fault_of(authority) == ''


@pytest.mark.parametrize(('host', 'local'), [
    ('localhost', True), ('a.localhost', True), ('127.0.0.1', True), ('::1', True), ('fd00::1', True), ('fe80::1', True),
    ('100.64.0.1', True),
    ('169.254.1.1', True), ('172.31.0.1', True), ('172.32.0.1', False), ('11.0.0.1', False), ('192.169.0.1', False),
    ('x.example', False),
    ('internal.example', False), ('db.internal', True), ('2606:4700::1', False), ('999', True), ('1.2.3', False),
])
def test_local_hosts(host: str, local: bool) -> None:
    assert is_local_host(host) is local


def test_long_values_are_read_in_linear_time() -> None:
    for value in ('a ' * 200_000, '<' * 200_000, '{' * 200_000, '$(' * 100_000, 'http://' * 50_000, '<a>' * 60_000):
        names_of('.mcp.json', mcp(f'{{"command": "{value}"}}'))
        names_of('.mcp.json', mcp(f'{{"type": "http", "url": "{value}", "headers": {{"{value}": "{value}"}}}}'))


def test_a_socket_where_the_type_says_so() -> None:
    text = 'mcpServers:\n  a:\n    type: websocket\n    url: «https://x.example/mcp»\n'
    assert spans_of('librechat.yaml', text, 'invalid-url') == marked(text)
    assert severities_of('librechat.yaml', text, 'invalid-url') == ['error']
    assert spans_of('librechat.yaml', text.replace('https', 'wss').replace('«', '').replace('»', '')) == []
    assert spans_of('.mcp.json', '{"mcpServers": {"a": {"type": "ws", "url": "wss://x.example/mcp"}}}') == []
