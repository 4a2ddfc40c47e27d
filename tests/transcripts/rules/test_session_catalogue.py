"""What every check must have: a name of its own, a source, a quoted paragraph, and a test that knows it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from mcp_hooks.rules.rule import CREDENTIAL, SESSION
from mcp_hooks.transcripts import revisions
from mcp_hooks.transcripts.event import BATCH, END, FRAME, MALFORMED, NOTIFICATION, REQUEST, RESPONSE
from mcp_hooks.transcripts.rules import session_rules

# a credential is none of the protocol's: its rule has its tests with the reading of captures
RULES = tuple(rule for rule in session_rules() if rule.category != CREDENTIAL)
HERE = Path(__file__).parent
SOURCES = (
    'https://modelcontextprotocol.io/',
    'https://www.jsonrpc.org/',
    'https://github.com/',
    'https://json-schema.org/',
    'https://docs.',
    'https://platform.',
    'https://developers.',
)
TESTS = ''.join(each.read_text('utf-8') for each in sorted(HERE.glob('test_session_*.py')) if each != Path(__file__))
each_rule = pytest.mark.parametrize('rule', [pytest.param(rule, id=rule.name) for rule in RULES])


def test_ids_and_names_are_unique() -> None:
    assert [
        name for name, count in Counter([*(rule.id for rule in RULES), *(rule.name for rule in RULES)]).items() if count > 1
    ] == []


@each_rule
def test_a_rule_says_where_it_comes_from(rule) -> None:
    assert re.fullmatch(r'MCP[678]\d\d', rule.id)
    assert rule.subject == SESSION
    assert rule.category == ('portability' if rule.id >= 'MCP880' else 'protocol')
    assert rule.severity in ('error', 'warning', 'note')
    assert rule.source.startswith(SOURCES), rule.source
    assert date(2026, 1, 1) < date.fromisoformat(rule.checked) < date(2027, 1, 1)


@each_rule
def test_a_rule_quotes_its_paragraph_and_says_what_to_do(rule) -> None:
    assert rule.summary.endswith('.')
    quoted = rule.help.partition('(')[2]
    assert re.match(r'[A-Z{]', rule.help), rule.help
    assert quoted.endswith((')', ').')), rule.help
    named = [each.date for each in revisions.ALL if each.date in quoted]
    assert (
        named
        or 'JSON' in quoted
        or rule.category == 'portability'
        or 'MCP Apps 2026-01-26' in quoted
        or 'no rule of the specification' in quoted
    ), quoted


@each_rule
def test_a_rule_says_what_it_wants_to_see(rule) -> None:
    kinds = rule.check.kinds
    assert kinds
    assert set(kinds) <= {REQUEST, RESPONSE, NOTIFICATION, FRAME, END, MALFORMED, BATCH}
    for method in rule.check.methods or ():
        assert revisions.introduced(method) is not None, method


@each_rule
def test_a_rule_has_a_test(rule) -> None:
    assert re.search(rf'\b{rule.name}\b', TESTS), rule.name


def test_the_rules_are_made_without_the_schema_library_and_the_network() -> None:
    code = (
        'import sys; from mcp_hooks.transcripts.rules import session_rules; session_rules(); '
        'print([name for name in ("jsonschema_rs", "socket", "urllib.request", "asyncio", "mcp") if name in sys.modules])'
    )
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=True, cwd=HERE.parents[2])
    assert done.stdout.strip() == '[]'
