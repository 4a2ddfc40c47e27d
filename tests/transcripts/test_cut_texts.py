"""Texts are cut for messages: never within a credential, whose first half nobody would know to mask."""

from __future__ import annotations

import io
import json
from typing import Any

import fake
import pytest
from test_short_way import various

from mcp_hooks.engine import Options as ConfigOptions
from mcp_hooks.engine import run
from mcp_hooks.rules import config_rules
from mcp_hooks.rules.wording import shown
from mcp_hooks.sources.source import Source
from mcp_hooks.transcripts import timeline
from mcp_hooks.transcripts.checking import Inspection, Options
from mcp_hooks.transcripts.report import SessionReport
from mcp_hooks.transcripts.rules import session_rules
from mcp_hooks.transcripts.screen import cut

TOKEN = fake.github_pat('cut')


def leaks(text: str) -> bool:
    """More of the token than its public prefix."""
    return any(TOKEN[at : at + 8] in text for at in range(len(TOKEN) - 7))


@pytest.mark.parametrize('before', range(0, 60, 5))
def test_messages_about_a_session(before: int) -> None:
    name = 'a' * before + ' ' + TOKEN
    said: list[Any] = [one.message for one in various(2, 1)]
    said += [
        {'jsonrpc': '2.0', 'id': 900, 'method': 'tools/call', 'params': {'name': name, 'arguments': {}}},
        {'jsonrpc': '2.0', 'id': 900, 'result': {'content': [{'type': 'text', 'text': 'x'}]}},
        {'jsonrpc': '2.0', 'id': name, 'result': {}},
        {'jsonrpc': '2.0', 'method': 'notifications/message', 'params': {'level': 'info', 'data': 1, '_meta': {f'{name} -': 1}}},
        {'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': {'progressToken': name, 'progress': 1}},
    ]
    rows: list[Any] = []
    inspection = Inspection('a.jsonl', Options(session_rules()), SessionReport(session_rules()),
                            lambda event, mark: rows.append(timeline.row(event, len(rows), mark)))  # fmt: skip
    inspection.run(io.BytesIO('\n'.join(map(json.dumps, said)).encode()))
    findings = inspection.report.findings
    assert {'unknown-tool', 'meta-key', 'orphan-response'} <= {one.name for one in findings}
    assert not [one.name for one in findings if leaks(f'{one.message} {one.help} {one.json_path} {one.server}')]
    assert not [row for row in rows if row is not None and leaks(f'{row.id} {row.tool}') and TOKEN not in f'{row.id} {row.tool}']


@pytest.mark.parametrize('before', range(0, 60, 5))
def test_messages_about_a_configuration(before: int) -> None:
    name = 'a' * before + ' ' + TOKEN
    for servers in ({name: {'command': 'x'}}, {'a': {'comand': 'x', name: 1}}, {'a': {'type': name, 'url': 'https://x.example'}}):
        report, _ = run([Source('.mcp.json', json.dumps({'mcpServers': servers}).encode())], ConfigOptions(config_rules()))
        assert report.findings
        assert not [one.name for one in report.findings if leaks(f'{one.message} {one.help} {one.json_path} {one.server} {one.excerpt}')]


@pytest.mark.parametrize(('text', 'limit', 'expected'), [
    ('short', 60, 'short'), ('x' * 70, 60, 'x' * 59 + '…'), ('word ' * 20, 12, 'word word w…'),
    (f'of {TOKEN} and more', 20, 'of …'), (f'of {TOKEN} and more', 45, f'of {TOKEN} …'),
    (f'{TOKEN} {"y" * 70}', 60, f'{TOKEN} {"y" * 18}…'),
    ('at https://me:hunter2secret@x.example/long', 25, 'at …'), ('', 5, ''),
])  # fmt: skip
def test_where_a_text_is_cut(text: str, limit: int, expected: str) -> None:
    assert cut(text, limit) == expected


@pytest.mark.parametrize(('text', 'expected'), [
    ('documents-of-the-whole-engineering-department-in-building-2-here', 'documents-of-the-whole-engineering-department-in-building-2…'),
    (f'{"a" * 40} {TOKEN}', f'{"a" * 40} …'), ('b' * 80, 'b' * 59 + '…'), (f'of {TOKEN}', f'of {TOKEN}'),
])  # fmt: skip
def test_where_a_word_of_a_file_is_cut(text: str, expected: str) -> None:
    assert shown(text) == expected
