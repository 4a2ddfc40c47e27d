"""What holds for every configuration rule: its record is complete and its examples do what they say."""
from __future__ import annotations

from collections import Counter

import pytest
from marks import applied, hits_of

from mcp_hooks import rules
from mcp_hooks.findings import SEVERITIES
from mcp_hooks.rules.rule import CATEGORIES, FILE, SERVER, TREE, Rule

ALL = rules.config_rules()
# what no text can show: bytes that are no text, more than one file, settings
WITHOUT_EXAMPLE = {'undecodable-text', 'not-utf-8', 'script-on-windows'}


def name_of(rule: Rule) -> str:
    return rule.name


def test_ids_and_names_are_unique_and_sorted() -> None:
    assert [rule.id for rule in ALL] == sorted(rule.id for rule in ALL)
    assert [key for key, number in Counter([rule.id for rule in ALL] + [rule.name for rule in ALL]).items() if number > 1] == []


@pytest.mark.parametrize('rule', ALL, ids=name_of)
def test_record_is_complete(rule: Rule) -> None:
    assert rule.id[:3] == 'MCP'
    assert rule.id[3:].isdigit()
    assert len(rule.id) == 6
    assert rule.name == rule.name.lower()
    assert ' ' not in rule.name
    assert '_' not in rule.name
    assert rule.category in CATEGORIES
    assert rule.severity in SEVERITIES
    assert rule.subject in (FILE, SERVER, TREE)
    assert rule.summary.endswith('.')
    assert len(rule.summary) > 20
    assert rule.help
    assert rule.source.startswith('https://')
    assert len(rule.checked) == 10
    assert rule.checked[:2] == '20'
    assert rule.check.__doc__ is None or rule.check.__doc__.strip()


@pytest.mark.parametrize('rule', [rule for rule in ALL if rule.subject != TREE], ids=name_of)
def test_bad_example_fires(rule: Rule) -> None:
    if rule.bad is None:
        assert rule.name in WITHOUT_EXAMPLE or not rule.id.startswith(('MCP00', 'MCP1', 'MCP2'))
        return
    found = hits_of(*rule.bad, only=rule.name)
    assert found, f'{rule.name} says nothing about its bad example'
    assert rule.severity in {hit.severity or rule.severity for _, hit in found}


@pytest.mark.parametrize('rule', [rule for rule in ALL if rule.subject != TREE and rule.good], ids=name_of)
def test_good_example_is_silent(rule: Rule) -> None:
    assert rule.good is not None
    path, text = rule.good
    others = [found.name for found, _ in hits_of(path, text) if found.category == rule.category or found is rule]
    assert others == []


@pytest.mark.parametrize('rule', [rule for rule in ALL if rule.subject != TREE and rule.bad and rule.id < 'MCP3'], ids=name_of)
def test_one_mistake_is_one_finding(rule: Rule) -> None:
    assert rule.bad is not None
    path, text = rule.bad
    on = {found.name for found, _ in hits_of(path, text)} if rule.default else {rule.name}
    assert on == {rule.name}


@pytest.mark.parametrize('rule', ALL, ids=name_of)
def test_messages_are_sentences_with_no_line_end(rule: Rule) -> None:
    if rule.bad is None or rule.subject == TREE:
        return
    for _, hit in hits_of(*rule.bad, only=rule.name):
        assert hit.message
        assert '\n' not in hit.message
        assert len(hit.message) < 400
        assert not hit.message.endswith('.')


@pytest.mark.parametrize('rule', [rule for rule in ALL if rule.subject != TREE and rule.bad], ids=name_of)
def test_a_fix_mends_what_was_found(rule: Rule) -> None:
    assert rule.bad is not None
    path, text = rule.bad
    for _, hit in hits_of(path, text, only=rule.name):
        if hit.fix is not None and hit.fix.edits:
            after = applied(text, hit.fix)
            assert after != text
            assert len(hits_of(path, after, only=rule.name)) < len(hits_of(path, text, only=rule.name))
            assert [found.name for found, _ in hits_of(path, after) if found.id < 'MCP09'] == []


def test_find_takes_ids_and_names() -> None:
    rule = rules.find('mcp205')
    assert rule is not None
    assert rule.name == 'missing-type'
    assert rules.find('missing-type') is rule
    assert rules.find('no such rule') is None
