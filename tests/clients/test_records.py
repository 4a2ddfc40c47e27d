"""Each record is complete, says where it comes from, and uses the words of the contract."""
from __future__ import annotations

from datetime import date

import pytest

from mcp_hooks.clients import record, registry
from mcp_hooks.clients.record import FileKind
from mcp_hooks.credentials import references

KINDS = [registry.load(kind_id) for kind_id in registry.all_ids()]
TRANSPORTS = {record.STDIO, record.HTTP, record.SSE, record.WS, record.OPENAPI, record.BUILTIN}
ROLES = {record.COMMAND, record.ARGS, record.ENV, record.ENV_FILE, record.CWD, record.URL, record.HEADERS, record.TYPE,
         record.TIMEOUT,
         record.DISABLED, record.ENABLED, record.TOOLS, record.OAUTH, record.NAME, record.TOKEN_VARIABLE, record.IMAGE,
         record.OTHER}
SHAPES = {record.STRING, record.STRINGS, record.STRING_MAP, record.SCALAR_MAP, record.BOOLEAN, record.NUMBER, record.LIST, record.OBJECT,
          record.NAMED_VALUES, record.ANY}
FACTS = {name for name in vars(FileKind) if not name.startswith('_') and not callable(getattr(FileKind, name))}


@pytest.mark.parametrize('kind', KINDS, ids=lambda kind: kind.id)
class TestRecord:
    def test_each_fact_has_a_source_and_a_date(self, kind: FileKind) -> None:
        assert kind.sources
        assert date.fromisoformat(kind.checked)
        for address in (*kind.sources, *kind.evidence.values(), *(link for _, links in kind.mistakes for link in links)):
            assert address.startswith('https://'), address
            assert ' ' not in address
        for fact in set(vars(kind)) & FACTS:
            assert kind.source_of(fact).startswith('https://'), fact

    def test_words(self, kind: FileKind) -> None:
        assert kind.about
        assert kind.client or kind.id in ('generic', 'plugin-mcp', 'plugin-manifest')
        assert kind.confidence in ('high', 'medium', 'low')
        assert kind.format in ('json', 'yaml', 'toml', 'front-matter', '')
        assert kind.shape in ('map', 'list', 'single')
        assert kind.transports <= TRANSPORTS
        assert set(kind.type_words.values()) <= TRANSPORTS
        assert kind.type_required <= TRANSPORTS
        assert kind.url_without_type in TRANSPORTS | {record.INVALID}
        assert kind.unknown_type in TRANSPORTS | {record.INVALID, ''}
        assert set(kind.url_hints.values()) <= TRANSPORTS
        assert set(kind.starters.values()) <= TRANSPORTS
        assert kind.command_and_url in ('', 'refused', 'command', 'url')
        assert kind.one_bad_entry in ('entry', 'file', 'client')
        assert kind.timeout_unit in ('', 's', 'ms')
        assert kind.unknown_keys in ('', 'ignored', 'warned', 'refused')

    def test_fields(self, kind: FileKind) -> None:
        for key, field in kind.fields.items():
            assert field.role in ROLES, key
            assert field.shape in SHAPES, key
            assert field.older in SHAPES | {''}, key
            assert set(field.transports) <= TRANSPORTS, key
        for key, word in kind.ignored.items():
            assert key not in kind.fields, f'{key} is read and ignored'
            assert key not in kind.tolerated, f'{key} is harmless and ignored'
            assert not word or word in kind.fields, f'{key} is to be written {word}, which nobody reads'

    def test_a_type_that_is_needed_can_be_written(self, kind: FileKind) -> None:
        for transport in kind.type_required:
            if transport in kind.transports:
                assert kind.word_for(transport), transport

    def test_dialects_are_those_of_the_scanner(self, kind: FileKind) -> None:
        assert set(kind.expands) | kind.literal | set(kind.literal_in) <= set(references.DIALECTS)
        assert all(kind.expands[dialect] != record.EVERYWHERE for dialect in kind.literal.intersection(kind.expands))
        for roles in (*kind.expands.values(), *kind.literal_in.values()):
            assert set(roles) <= ROLES | {'*'}

    def test_what_is_unsure_exists(self, kind: FileKind) -> None:
        for fact in (*kind.unsure, *kind.evidence):
            name, _, part = fact.partition('.')
            assert name in FACTS, fact
            if part and name == 'fields':
                assert part in kind.fields, fact
            elif part and name in ('expands', 'literal'):
                assert part in references.DIALECTS, fact

    def test_a_file_is_found_somehow(self, kind: FileKind) -> None:
        repo, home = registry.patterns_of(kind.id)
        assert repo or home or kind.id in ('copilot-cloud-agent', 'no-repo-file')
        if home:
            assert kind.user_paths, 'KINDS has it in a home folder; user_paths say where: ~/.acme/mcp.json'
        if not kind.servers_at:
            assert kind.misplaced or kind.id == 'no-repo-file'
        if kind.read_by_nobody:
            assert kind.confidence in ('high', 'medium', 'low')
            assert not kind.servers_required


def test_dialects_of_the_contract() -> None:
    for name in ('BRACES', 'DEFAULT', 'DOLLAR', 'ENV_COLON', 'INPUT', 'USER_CONFIG', 'FILE_COLON', 'EDITOR', 'GITHUB',
                 'MUSTACHE', 'CURLY_ENV',
                 'CURLY_FILE', 'CURLY', 'PERCENT', 'POWERSHELL', 'OP'):
        assert getattr(record, name) == getattr(references, name)
    assert record.SUBSTITUTION == references.COMMAND


def test_no_other_word_is_a_fact() -> None:
    with pytest.raises(TypeError, match='url_wihtout_type is not a fact'):
        FileKind(url_wihtout_type='x')


@pytest.mark.parametrize(('confidence', 'unsure', 'evidence', 'facts', 'severity'), [
    ('high', (), {}, ('literal',), 'error'),
    ('high', ('literal',), {}, ('literal',), 'warning'),
    ('high', ('fields.env',), {}, ('fields', 'fields.env'), 'warning'),
    ('high', ('fields.env',), {}, ('fields', 'fields.args'), 'error'),
    ('medium', (), {}, ('literal',), 'warning'),
    ('medium', (), {}, (), 'warning'),
    ('medium', (), {'literal': 'https://x'}, ('literal',), 'error'),
    ('medium', (), {'literal': 'https://x'}, ('literal', 'literal.$NAME'), 'error'),
    ('medium', (), {'literal.$NAME': 'https://x'}, ('literal', 'literal.$NAME'), 'error'),
    ('medium', (), {'literal.$NAME': 'https://x'}, ('literal', 'literal.${NAME}'), 'warning'),
    ('medium', ('literal',), {'literal': 'https://x'}, ('literal',), 'warning'),
    ('medium', (), {'literal': 'https://x'}, ('literal', 'expands'), 'warning'),
])
def test_what_is_not_proven_is_no_error(confidence: str, unsure: tuple[str, ...], evidence: dict[str, str],
                                        facts: tuple[str, ...],
                                        severity: str) -> None:
    kind = FileKind(confidence=confidence, unsure=frozenset(unsure), evidence=evidence)
    assert kind.at_most('error', *facts) == severity
    assert kind.at_most('note', *facts) == 'note'


def test_replace_keeps_the_rest() -> None:
    kind = FileKind(id='a', client='A')
    assert (kind.replace(id='b').id, kind.replace(id='b').client, kind.id) == ('b', 'A', 'a')
    assert FileKind(type_words={'x': 'http', 'y': 'http'}).word_for('http') == 'x'
    assert FileKind().word_for('http') == ''
