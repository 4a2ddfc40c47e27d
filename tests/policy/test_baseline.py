"""Known findings: no text, no lines; a changed value is new."""
from __future__ import annotations

import json
import os
from pathlib import Path

import fake
import pytest
from findings_for_tests import finding
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_hooks import cli
from mcp_hooks.findings import Finding
from mcp_hooks.policy import baseline, slow_hash
from mcp_hooks.policy.baseline import Baseline, BaselineError

TOKEN, OTHER = fake.github_pat('one'), fake.github_pat('two')
A = finding(json_path='$.a', line=5)
B = finding(json_path='$.b', path='sub/.mcp.json')
SHAPE = finding('MCP101', 'bad-shape', 'shape', json_path='$.c')


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, 'COST', 2)
    monkeypatch.setattr(baseline, 'LEAST_COST', 2)


def made(secrets: dict[Finding, str], *more: Finding) -> Baseline:
    return baseline.of_findings([*secrets, *more], secrets)


def test_known_new_and_stale() -> None:
    known = made({A: TOKEN, B: TOKEN}, SHAPE)
    assert baseline.apply([A, B, SHAPE], {A: TOKEN, B: TOKEN}, known) == baseline.Applied([], [A, B, SHAPE], [])
    moved = A._replace(place=B.place._replace(line=77), message='worded anew', severity='warning')
    assert baseline.apply([moved], {moved: TOKEN}, known).known == [moved]
    applied = baseline.apply([A, B], {A: OTHER, B: TOKEN}, known)
    assert (applied.new, applied.known) == ([A], [B])
    assert [entry[:3] for entry in applied.stale] == [('MCP101', '.mcp.json', '$.c'), ('MCP401', '.mcp.json', '$.a')]
    elsewhere = A._replace(path='other.json')
    assert baseline.apply([elsewhere], {elsewhere: TOKEN}, known).new == [elsewhere]


def test_two_secrets_at_one_place() -> None:
    twin = A._replace(fingerprint='twin')
    known = made({A: TOKEN})
    applied = baseline.apply([A, twin], {A: TOKEN, twin: OTHER}, known)
    assert (applied.new, applied.known, applied.stale) == ([twin], [A], [])


def test_the_file(tmp_path: Path) -> None:
    file = tmp_path / 'b.json'
    known = made({B: TOKEN, A: OTHER}, SHAPE)
    baseline.write(str(file), known)
    text = file.read_text()
    assert TOKEN not in text
    assert OTHER not in text
    lines = text.splitlines()
    assert lines[0] == f'{{"mcp-hooks-baseline": 1, "salt": "{known.salts[0]}", "cost": 2, "known": ['
    assert lines[1] == '["MCP101", ".mcp.json", "$.c", ""],'
    assert [json.loads(line.rstrip(','))[:3] for line in lines[1:-1]] == [
        ['MCP101', '.mcp.json', '$.c'], ['MCP401', '.mcp.json', '$.a'], ['MCP401', 'sub/.mcp.json', '$.b']]
    assert lines[-1] == '[]]}'
    assert json.loads(text)['known'][-1] == []
    assert baseline.load(str(file)) == known
    assert baseline.load_if_there(str(tmp_path / 'none')) is None


def test_written_again_the_bytes_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / 'b.json'
    known = made({A: TOKEN, B: OTHER})
    baseline.write(str(file), known)
    before = file.read_bytes()
    again = baseline.of_findings([B, A], {A: TOKEN, B: OTHER}, baseline.load(str(file)))
    assert baseline.render(again).encode() == before
    assert baseline.render(baseline.pruned(again, baseline.apply([A], {A: TOKEN}, again).stale)) == baseline.render(
        baseline.of_findings([A], {A: TOKEN}, again))


def test_two_branches_merge() -> None:
    start = made({A: TOKEN})
    ours = baseline.of_findings([A, B], {A: TOKEN, B: TOKEN}, start)
    theirs = baseline.of_findings([A, SHAPE], {A: TOKEN}, start)
    lines = [*baseline.render(ours).splitlines()[:-1],
             *baseline.render(theirs).splitlines()]  # a union merge may leave even this
    merged = baseline.read('\n'.join(lines).encode(), 'b.json')
    assert baseline.apply([A, B, SHAPE], {A: TOKEN, B: TOKEN}, merged).new == []
    other = made({B: OTHER})  # begun apart: another salt
    both = baseline.read((baseline.render(ours) + baseline.render(other)).encode(), 'b.json')
    assert both.salts == (*ours.salts, *other.salts)
    assert baseline.apply([A, B], {A: TOKEN, B: OTHER}, both).new == []
    assert baseline.read(baseline.render(both).encode(), 'b.json') == both


@pytest.mark.parametrize(('text', 'message'), [
    ('', 'b.json is not a baseline; name another file, or remove this one and write it with --write-baseline'),
    ('[]]}\n', 'b.json is not a baseline; name another file, or remove this one and write it with --write-baseline'),
    ('{"version": "1.5"}\n', 'b.json:1: not a line of a baseline; remove the file and write a new one with --write-baseline'),
    ('{"mcp-hooks-baseline": 2, "salt": "x", "known": [\n', 'b.json is a baseline of a newer version of mcp-hooks'),
    ('{"mcp-hooks-baseline": 1, "salt": "x", "known": [\n["a", "b", "c"],\n',
     'b.json:2: not a line of a baseline; remove the file and write a new one with --write-baseline'),
    ('{"mcp-hooks-baseline": 1, "salt": "x", "cost": 1073741824, "known": [\n',
     'b.json:1: not a line of a baseline; remove the file and write a new one with --write-baseline'),
    ('{"mcp-hooks-baseline": 1, "salt": "x", "known": [\n<<<<<<< HEAD\n', 'b.json:2: a merge conflict; keep the lines of both sides'),
    ('[' * 100_000, 'b.json:1: not a line of a baseline; remove the file and write a new one with --write-baseline'),
])
def test_broken_files(text: str, message: str) -> None:
    with pytest.raises(BaselineError) as raised:
        baseline.read(text.encode(), 'b.json')
    assert str(raised.value) == message


@pytest.mark.parametrize(('text', 'message'), [
    *((f'{{"mcp-hooks-baseline": 1, "salt": "x", "cost": {cost}, "known": [\n',
       'b.json:1: not a line of a baseline; remove the file and write a new one with --write-baseline')
      for cost in (1, 2, 2048, 4097, 32768, -4096, '"4096"', '4096.0', 'true', '9' * 5_000)),
    *((f'{{"mcp-hooks-baseline": 1, "salt": {salt}, "known": [\n',
       'b.json:1: not a line of a baseline; remove the file and write a new one with --write-baseline')
      for salt in ('""', '5', 'null', '"' + 'a' * 129 + '"')),
    (''.join(f'{{"mcp-hooks-baseline": 1, "salt": "{number}", "known": [\n' for number in range(17)),
     'b.json was merged of more than 16 files; remove it and write a new one with --write-baseline'),
])
def test_what_would_make_hashes_weak_or_reading_slow(monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    monkeypatch.setattr(baseline, 'COST', slow_hash.COST)
    monkeypatch.setattr(baseline, 'LEAST_COST', slow_hash.COST)
    with pytest.raises(BaselineError) as raised:
        baseline.read(text.encode(), 'b.json')
    assert str(raised.value) == message


names = st.text(max_size=8)


@given(st.lists(st.tuples(names, names, names), max_size=5), st.text(min_size=1, max_size=10))
@settings(max_examples=100, deadline=None)
def test_any_names_come_back(places: list[tuple[str, str, str]], secret: str) -> None:
    found = {finding(rule, path=path, json_path=json_path): secret for rule, path, json_path in places}
    known = baseline.of_findings(found, {}, Baseline(('salt',)))
    hashed = slow_hash.slow_hash(secret, 'salt', 2)
    known = known._replace(entries=frozenset((*entry[:3], hashed) for entry in known.entries))
    text = baseline.render(known)
    assert text.isascii()
    assert baseline.read(text.encode(), 'b.json') == known
    json.loads(text)


def test_the_hash_is_slow_salted_and_cached() -> None:
    assert slow_hash.COST >= 1 << 12
    one = slow_hash.slow_hash('value', 'salt', 2)
    assert one == slow_hash.slow_hash('value', 'salt', 2)
    assert one != slow_hash.slow_hash('value', 'salt2', 2)
    assert len(one) == 32
    slow_hash.prepare({f'v{number}' for number in range(9)}, 'salt', 2)
    before = slow_hash.slow_hash.cache_info().misses
    slow_hash.slow_hash('v3', 'salt', 2)
    assert slow_hash.slow_hash.cache_info().misses == before


def test_the_fingerprint_of_a_value() -> None:
    text = slow_hash.value_fingerprint(TOKEN)
    assert TOKEN not in text
    assert slow_hash.is_value_fingerprint(text)
    assert slow_hash.fitting([text, 'scrypt:', 'scrypt:a:b', '0123456789abcdef'], [TOKEN, OTHER, '']) == {TOKEN: text}
    assert slow_hash.fitting([slow_hash.value_fingerprint(OTHER).upper().replace('SCRYPT', 'scrypt'), text], [TOKEN]) == {TOKEN: text}
    assert slow_hash.salt_of(['0123456789abcdef', 'scrypt:5a:00', text]) == '5a'
    assert text != slow_hash.value_fingerprint(TOKEN)
    assert not slow_hash.is_value_fingerprint('0123456789abcdef')


def test_the_mark_of_a_baseline_hides_no_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                       capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'known.json').write_text(baseline.render(made({A: TOKEN}, SHAPE)))
    (tmp_path / '.mcp.json').write_text('{"mcp-hooks-baseline": 1, "mcpServers": {"a": {"command": 1}}}')
    assert cli.main(['scan', '--format', 'json']) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(one['path'], one['name']) for one in report['findings']] == [('.mcp.json', 'wrong-value-type')]
    assert report['summary']['checked'] == 1


def test_only_our_own_file_is_passed_over() -> None:
    """A configuration that begins with the mark, or hides a key or a value in what looks like a baseline, is looked at."""
    text = baseline.render(made({A: TOKEN}, SHAPE))
    head, first, second, last = text.splitlines()
    servers = '"mcpServers": {}, "known": ['
    assert baseline.is_nothing_else(text.encode())
    assert baseline.is_nothing_else('\n'.join((head, second, first, second, last)).encode())
    for other in ('{"mcp-hooks-baseline": 1, "mcpServers": {}}', text.replace('"known": [', servers, 1), text + '{"a": 1}',
                  text.replace(first, first.replace('",', f'", "{OTHER}",', 1)), text.replace(first, f'["a", "b", "c", "{OTHER}"],'),
                  '\n'.join((head, '  ' + head.replace('"known": [', servers), first, last))):
        assert not baseline.is_nothing_else(other.encode())


def test_a_formatter_of_json_may_go_over_it() -> None:
    known = made({A: TOKEN, B: OTHER}, SHAPE)
    text = baseline.render(known)
    for data in (json.dumps(json.loads(text), indent=2, sort_keys=True).encode(), json.dumps(json.loads(text)).encode(),
                 text.replace('\n', '\r\n\r\n').encode(), b'\xef\xbb\xbf' + text.replace('[', '  [').encode()):
        assert baseline.read(data, 'b.json') == known
        assert baseline.is_nothing_else(data)
    for wrong in ({'more': 1}, {'known': {}}, {'known': [['a', 'b', 'c']]}, {'known': [[1, 'b', 'c', '']]}, {'salt': ''}, {'cost': 3},
                  {'mcp-hooks-baseline': 2}, {'known': [['a', 'b', 'c', 'no hash']]}, {'known': 5}):
        assert not baseline.is_nothing_else(json.dumps({**json.loads(text), **wrong}, indent=1).encode()), wrong
    for salt in (TOKEN, 'correct horse battery', known.salts[0].upper() + 'A', known.salts[0][1:]):
        assert not baseline.is_nothing_else(baseline.render(known._replace(salts=(salt,))).encode()), 'a salt may be a credential'
    for place in ((TOKEN, 'a', '$'), ('MCP401', f'a/{TOKEN}.json', '$'), ('MCP401', 'a', f'$.{TOKEN}')):
        assert not baseline.is_nothing_else(baseline.render(known._replace(entries=frozenset({(*place, '')}))).encode())
    assert not baseline.is_nothing_else(b'{"known": [["x"]], ' + json.dumps(json.loads(text), indent=1).encode()[1:])


@pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='no pipes with names')
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / 'pipe')
    (tmp_path / 'link').symlink_to('/dev/zero')
    for name in ('pipe', 'link'):
        with pytest.raises(OSError, match='not a regular file'):
            baseline.load(str(tmp_path / name))
