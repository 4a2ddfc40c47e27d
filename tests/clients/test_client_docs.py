"""The page that is generated from the records."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mcp_hooks.cli import main
from mcp_hooks.clients import describe, facts, registry

PAGE = Path(__file__).resolve().parents[2] / 'docs' / 'clients.md'


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding='utf-8') == describe.markdown(), 'run python tests/regenerate.py'


def test_the_page_names_every_kind() -> None:
    text = describe.markdown()
    for kind_id in registry.all_ids():
        assert f'[{kind_id}](#{kind_id})' in text or f'| {kind_id} |' in text, kind_id
        for address in registry.load(kind_id).sources:
            assert address in text


def test_table() -> None:
    lines, hint = describe.table().split('\n\n')
    assert [line.split()[0] for line in lines.splitlines()] == list(registry.all_ids())
    line = next(line for line in lines.splitlines() if line.startswith('vscode-workspace '))
    assert line.split()[:4] == ['vscode-workspace', 'VS', 'Code', '.vscode/mcp.json,']
    assert '--explain' in hint


@pytest.mark.parametrize('kind_id', registry.all_ids())
def test_explain(kind_id: str) -> None:
    text = describe.explain(kind_id)
    assert text.startswith(f'{kind_id}: ')
    assert f'Checked: {registry.load(kind_id).checked}' in text
    assert '\n\n\n' not in text


def test_explain_says_what_is_asked() -> None:
    text = describe.explain('opencode')
    assert 'Written by mistake: args for command, arguments for command, cmd for command, env for environment' in text
    assert 'A credential is written: {env:NAME}\n' in text
    with pytest.raises(KeyError):
        describe.explain('nobody')


def _rows(title: str) -> dict[str, list[str]]:
    """Cells by kind, of one table of the page."""
    section = describe.markdown().split(f'\n## {title}\n')[1].split('\n## ')[0]
    rows = [line.strip('| ').split(' | ') for line in section.splitlines() if line.startswith('| ')][2:]
    return {re.sub(r'\[(.*)\]\(.*\)', r'\1', next(cell for cell in row if cell.strip('[').split(']')[0] in registry.all_ids())): row
            for row in rows}


def test_clients_are_compared() -> None:
    files, entries = _rows('Files'), _rows('Entries')
    assert list(files) == sorted(files, key=lambda id: (files[id][0] == 'any', files[id][0].lower(), id))  # a client is found by its name
    assert {id for id in files if registry.load(id).servers_at} == set(entries)
    assert entries['vscode-workspace'][1:4] == ['`type` `http`', 'Streamable HTTP', '`${input:NAME}`']
    assert (entries['codex'][1], entries['cline'][1]) == ('`url`', '`type` `streamableHttp`')


def test_what_is_not_proven_is_marked() -> None:
    assert 'url_without_type' in registry.load('copilot-cli').unsure
    assert _rows('Entries')['copilot-cli'][2] == 'stdio ?'
    assert 'A url without a type is: stdio (not proven)' in describe.explain('copilot-cli')


@pytest.mark.parametrize('kind_id', registry.all_ids())
def test_no_proof_and_no_doubt_is_left_out(kind_id: str) -> None:
    kind = registry.load(kind_id)
    told = {attribute for fact in facts.facts(kind, str) for attribute in fact.about}
    assert {fact.partition('.')[0] for fact in kind.evidence} <= told
    blank = {'command_and_url'} if not kind.command_and_url else set()  # nothing is known, and nothing said
    assert {fact.partition('.')[0] for fact in kind.unsure} <= told | blank
    if not kind.read_by_nobody:
        assert all(address in describe.markdown() for address in kind.evidence.values())


def test_a_client_is_explained_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(['clients', '--explain', 'claude code']) == 0
    out = capsys.readouterr().out
    for kind_id in registry.kinds_of_client('Claude Code'):
        assert f'{kind_id}: Claude Code, ' in out


def test_a_client_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(['clients', '--explain', 'cursr']) == 2
    assert "no client 'cursr', did you mean 'cursor'?" in capsys.readouterr().err


def test_the_table_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(['clients', '--format', 'json']) == 0
    records = json.loads(capsys.readouterr().out)
    assert [record['id'] for record in records] == list(registry.all_ids())
    codex = next(record for record in records if record['id'] == 'codex')
    assert (codex['client'], codex['servers_at']) == ('Codex', ['mcp_servers'])
    assert '.codex/config.toml' in codex['files']
