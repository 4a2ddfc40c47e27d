"""What people read about rules."""
from __future__ import annotations

from mcp_hooks import rules
from mcp_hooks.rules.describe import anchor, explain, markdown, section, table, visible
from mcp_hooks.rules.rule import Rule


def rule(name: str) -> Rule:
    found = rules.find(name)
    assert found is not None
    return found


def test_table_has_a_line_for_each_rule() -> None:
    lines = table().splitlines()
    assert len(lines) == len(rules.config_rules()) + 2
    assert lines[0].split()[:4] == ['MCP001', 'syntax-error', 'error', 'syntax']
    assert '(note)' in next(line for line in lines if ' home-only ' in line)
    assert max(len(line) for line in lines) < 220


def test_table_of_no_rules() -> None:
    assert 'explain RULE' in table(())


def test_explain_says_all() -> None:
    text = explain(rule('missing-type'))
    assert text.startswith('MCP205 missing-type\nerror, transport\n')
    for part in (rule('missing-type').summary, 'To mend it: ', 'Reported, in .mcp.json:', 'Not reported, in .mcp.json:',
                 'Source: https://', 'Checked: 20'):
        assert part in text
    assert 'off until selected: --select default,home-only\n' in explain(rule('home-only'))


def test_invisible_characters_are_shown() -> None:
    assert visible('\ufeffa\tb\n\x07') == '\\ufeffa\tb\n\\u0007'
    assert '\ufeff' not in explain(rule('byte-order-mark'))


def test_markdown_links_every_rule_to_its_section() -> None:
    text = markdown()
    headings = {line[4:].lower().replace(' ', '-') for line in text.splitlines() if line.startswith('### ')}
    for one in rules.config_rules():
        assert anchor(one) in headings
        assert f'(#{anchor(one)})' in text
    assert text.count('```') % 2 == 0


def test_markdown_begins_with_the_categories() -> None:
    text = markdown()
    for category in ('syntax', 'credential'):
        count = sum(rule.category == category for rule in rules.config_rules())
        assert f'\n- [{category}](#{category}), {count}: ' in text.split('\n## ')[0]
    assert 'protocol' not in markdown(rules.config_rules()).split('\n## ')[0]  # no rule, no line


def test_section_shows_both_examples_in_their_language() -> None:
    lines = section(rule('no-transport'))
    assert '```toml' in lines
    assert 'Reported, in `.codex/config.toml`:' in lines
    assert 'Not reported, in `.codex/config.toml`:' in lines
    assert lines[-2].startswith('Source: <https://')
