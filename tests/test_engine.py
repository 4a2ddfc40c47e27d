"""What the engine does with the words of the rules: who is asked, what is passed over."""
from __future__ import annotations

from mcp_hooks.engine import Options, run
from mcp_hooks.policy import baseline
from mcp_hooks.rules import config_rules
from mcp_hooks.sources.source import Source

RULES = tuple(rule for rule in config_rules() if rule.default)
SECRET = '"env": {"DB_PASSWORD": "violet-lantern-42"}'


def test_the_mark_of_a_baseline_hides_no_configuration() -> None:
    text = '{"mcp-hooks-baseline": 1, "mcpServers": {"a": {"command": "a-mcp", %s}}}' % SECRET
    ours = baseline.render(baseline.Baseline(('ab',), frozenset({('MCP401', '.mcp.json', '$.a', '')})))
    report, _ = run([Source('.mcp.json', text.encode()), Source('known.json', ours.encode())], Options(RULES))
    assert [(finding.path, finding.name) for finding in report.findings] == [('.mcp.json', 'credential-in-env')]
    assert report.checked == ['.mcp.json']
