"""Which rules run."""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from findings_for_tests import finding

from mcp_hooks.policy import select
from mcp_hooks.rules.rule import Rule


def rule(id: str, name: str, category: str, default: bool = True) -> Rule:
    def check(_: object) -> Iterator[object]:
        return iter(())

    return Rule(id=id, name=name, category=category, severity='error', summary='', help='', source='', checked='', check=check,
                default=default)


RULES = (rule('MCP101', 'bad-shape', 'shape'), rule('MCP201', 'old-transport', 'transport'),
         rule('MCP401', 'plain-secret', 'credential'),
         rule('MCP402', 'secret-in-url', 'credential'), rule('MCP501', 'unpinned', 'advice', default=False))
OTHERS = (rule('MCP601', 'no-reply', 'protocol'),)


@pytest.mark.parametrize(('chosen', 'ignored', 'ids'), [
    ((), (), '101 201 401 402'),
    (('credential',), (), '401 402'),
    (('MCP4',), (), '401 402'),
    (('mcp401',), (), '401'),
    (('plain-secret', 'MCP101'), (), '101 401'),
    ((' Credential ',), ('secret-in-url',), '401'),
    ((), ('MCP4', 'shape'), '201'),
    (('advice',), (), '501'),
    (('default', 'unpinned'), (), '101 201 401 402 501'),
    (('all',), ('credential',), '101 201 501'),
    (('protocol',), (), ''),
])
def test_choose(chosen: tuple[str, ...], ignored: tuple[str, ...], ids: str) -> None:
    assert ' '.join(one.id[3:] for one in select.choose(RULES, chosen, ignored)) == ids


@pytest.mark.parametrize(('word', 'message'), [
    ('credentials', "no rule or category 'credentials', did you mean 'credential'?"),
    ('plain_secret', "no rule or category 'plain_secret', did you mean 'plain-secret'?"),
    ('MCP41', "no rule or category 'MCP41', did you mean 'MCP401'?"),
    ('MCP999', "no rule or category 'MCP999'; mcp-hooks rules lists them"),
    ('qqqqqqqqqqq', "no rule or category 'qqqqqqqqqqq'; mcp-hooks rules lists them"),
    ('\x1b[31m', "no rule or category '?[31m'; mcp-hooks rules lists them"),
    ('', "no rule or category ''; mcp-hooks rules lists them"),
])
def test_what_names_nothing(word: str, message: str) -> None:
    for chosen, ignored in (((word,), ()), ((), (word,))):
        with pytest.raises(ValueError) as raised:
            select.choose(RULES, chosen, ignored)
        assert str(raised.value) == message


def test_rules_of_other_commands_are_known() -> None:
    assert select.choose(RULES, ('MCP6', 'no-reply', 'MCP101'), ('MCP601',), lambda: OTHERS) == RULES[:1]
    with pytest.raises(select.SelectorError):
        select.choose(RULES, ('MCP7',), (), lambda: OTHERS)


def test_the_closest_severity_wins() -> None:
    assert select.severities(RULES, {'MCP401': 'note', 'credential': 'warning', 'MCP4': 'error'}) == {'MCP401': 'note',
        'MCP402': 'error'}
    assert select.severities(RULES, {'credential': 'warning', 'plain-secret': 'note'}) == {'MCP401': 'note',
        'MCP402': 'warning'}
    assert select.severities(RULES, {}) == {}
    with pytest.raises(select.SelectorError, match="severity of 'shape' is 'off', it can be error, warning, note"):
        select.severities(RULES, {'shape': 'off'})
    with pytest.raises(select.SelectorError, match="did you mean 'shape'"):
        select.severities(RULES, {'shapes': 'note'})
    assert select.severities(RULES, {'MCP401': 'note', 'plain-secret': 'note'}) == {'MCP401': 'note'}
    with pytest.raises(select.SelectorError, match=r"^severities has MCP401 twice: note, and error under 'plain-secret'$"):
        select.severities(RULES, {'MCP401': 'note', 'credential': 'warning', 'plain-secret': 'error'})


def test_findings_are_named_as_rules_are() -> None:
    one = finding()
    assert all(select.names(word, one) for word in ('MCP401', 'mcp4', 'plaintext-credential', 'credential', 'all'))
    assert not any(select.names(word, one) for word in ('MCP402', 'MCP40x', 'mcp', '', 'credentials', 'shape'))


def test_stricter() -> None:
    assert select.stricter('never', '') == 'error'
    assert select.stricter('note', 'error') == 'note'
    assert select.stricter('never', 'warning') == 'warning'


def test_clients_that_are_used() -> None:
    both = {*select.used_clients(['Claude Code']), *select.used_clients(['vscode'])}
    assert {'claude-code-project', 'vscode-workspace'} <= both
    for texts in (['Claude Code, vscode'], ['claude-code vscode'], ['claude-code', 'VS Code'], ['claude-code,,vscode ']):
        assert select.used_clients(texts) == both
    assert select.used_clients([]) == frozenset() == select.used_clients([''])
    with pytest.raises(select.SelectorError, match="no client 'cursr', did you mean 'cursor'"):
        select.used_clients(['cursr'])


def test_selectors_that_say_the_same_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    names = select.names

    def counted(selector: str, rule: Rule) -> bool:
        asked.append(selector)
        return names(selector, rule)

    monkeypatch.setattr(select, 'names', counted)
    many = [' ' * number + word for number in range(1_000) for word in ('MCP4', 'mcp4')]
    assert [one.id for one in select.choose(RULES, many, [*many[:-1], 'MCP402'])] == []
    assert len(asked) < 30
