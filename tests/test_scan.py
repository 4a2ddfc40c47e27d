"""What `mcp-hooks scan` says of a tree: configurations, stores of tokens, scripts and documents, captured sessions."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake
import pytest
from repository import ENVIRONMENT, Repository

from mcp_hooks import cli, engine, parallel
from mcp_hooks.commands import common
from mcp_hooks.report import Report
from mcp_hooks.sources.source import Source

TOKEN = fake.github_pat('scan')
CLEAN = '{"mcpServers": {"docs": {"command": "docs-mcp"}}}\n'
LEAK = json.dumps({'mcpServers': {'github': {'command': 'github-mcp', 'env': {'GITHUB_TOKEN': TOKEN}}}}) + '\n'
ADD = f'claude mcp add github --env GITHUB_TOKEN={TOKEN} -- github-mcp\n'

INITIALIZE = {'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {
    'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'a', 'version': '1'}}}
INITIALIZED = {'jsonrpc': '2.0', 'id': 1, 'result': {'protocolVersion': '2025-11-25', 'capabilities': {},
                                                     'serverInfo': {'name': 'a', 'version': '1'}}}
READY = {'jsonrpc': '2.0', 'method': 'notifications/initialized'}
CALL = {'jsonrpc': '2.0', 'id': 2, 'method': 'tools/call', 'params': {'name': 'x', 'arguments': {'token': TOKEN}}}
UNNAMED = {'jsonrpc': '2.0', 'id': 3, 'method': 'tools/call', 'params': {'arguments': {}}}


def lines(*messages: object) -> str:
    return ''.join(json.dumps(message) + '\n' for message in messages)


Run = Callable[..., dict[str, Any]]


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / 'repo')


@pytest.fixture
def run(repo: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in the repository; gives its JSON report."""
    for name in [name for name in os.environ if name.startswith('GIT_')]:
        monkeypatch.delenv(name)
    for name in ('GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    monkeypatch.chdir(repo.folder)

    def call(*arguments: str) -> dict[str, Any]:
        words = [*arguments, '--format', 'json']
        code = cli.main(words if arguments and arguments[0] in cli.COMMANDS else ['scan', *words])
        out = capsys.readouterr()
        assert out.err == ''
        report: dict[str, Any] = json.loads(out.out)
        assert code == (1 if any(one['severity'] == 'error' for one in report['findings']) else 0)
        assert TOKEN not in out.out
        return report
    return call


def said(report: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(one['path'], one['line'], one['name']) for one in report['findings']]


# --- stores, scripts, documents -----------------------------------------------------------------------------------------

def test_stores_must_never_be_tracked(repo: Repository, run: Run) -> None:
    repo.write('.mcp-auth/mcp-remote-1/x_tokens.json', '{"a": 1}')
    repo.write('home/.mcp-inspector/secrets.json', '')
    repo.write('.gmail-mcp/credentials', b'\0\xff\x01')
    wanted = [('.gmail-mcp/credentials', 1, 'tracked-token-store'), ('.mcp-auth/mcp-remote-1/x_tokens.json', 1, 'tracked-token-store'),
              ('home/.mcp-inspector/secrets.json', 1, 'tracked-token-store')]
    assert said(run()) == wanted
    repo.git('add', '-A')
    assert said(run('--staged')) == wanted
    repo.commit()
    assert said(run()) == said(run('--no-git')) == said(run('--history')) == wanted


def test_where_a_store_belongs(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repo.write('.gitignore', '.mcp-auth/\n')
    repo.write('.mcp-auth/tokens.json', json.dumps({'access_token': TOKEN}))
    repo.write('.mcp.json', CLEAN)
    assert said(run()) == []
    found = said(run('--include-ignored'))
    assert [(path, name) for path, _, name in found if name == 'tracked-token-store'] == []
    home = tmp_path / 'home'
    home.mkdir()
    (home / '.claude.json').write_text('{"oauthAccount": {"emailAddress": "a@b.example"}, "numStartups": 2, "mcpServers": {}}')
    for name in ('HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv('XDG_CONFIG_HOME', str(home / '.config'))
    assert said(run('--user')) == []
    assert said(run('check', str(home / '.claude.json')))[0][2] == 'tracked-token-store'


SCRIPTS = ('setup.sh', 'setup.bash', 'setup.zsh', 'setup.fish', 'setup.ps1', 'setup.bat', 'setup.cmd', 'docs/a.mdx', 'docs/a.rst',
           'docs/a.txt', 'README.md', 'Makefile', 'justfile', 'Dockerfile')


def test_commands_in_scripts_and_documents(repo: Repository, run: Run) -> None:
    for name in SCRIPTS:
        repo.write(name, 'x:\n' + ADD)
        repo.write('other/' + name, f'x:\nexport GITHUB_TOKEN={TOKEN}\n')  # not about us: other scanners are for that
    repo.write('bin/setup', '#!/usr/bin/env bash\n' + ADD)
    repo.write('nb.ipynb', json.dumps({'cells': [{'cell_type': 'code', 'source': ['!' + ADD]}]}))
    repo.write('.github/workflows/ci.yml', f'jobs:\n  a:\n    steps:\n      - run: |\n          {ADD}')
    repo.write('package.json', json.dumps({'scripts': {'setup': ADD}}))
    wanted = {(name, 2) for name in SCRIPTS} | {('bin/setup', 2), ('nb.ipynb', 1), ('.github/workflows/ci.yml', 5), ('package.json', 1)}
    found = run()
    assert {(path, line) for path, line, _ in said(found)} == wanted
    assert {one['category'] for one in found['findings']} == {'credential'}
    repo.git('add', '-A')
    staged = run('--staged')
    assert said(staged) == said(found)
    repo.commit()
    assert said(run()) == said(found)
    assert [(one['path'], one['rule']) for one in run('--history')['findings']] == [('.github/workflows/ci.yml', 'MCP403')]  # one secret


def test_no_other_rule_looks_at_what_no_client_reads(repo: Repository, run: Run) -> None:
    """And no advice is given: a default password in a README is an example."""
    repo.write('README.md', 'claude mcp add docs --env KEY=your-key -- npx docs\n```json\n{"mcpServers": {"a": {"comand": "x"},}\n```\n')
    repo.write('a.sh', 'claude mcp add db -- npx db postgresql://postgres:postgres@localhost:5432/dev\n')
    repo.write('package.json', '{"a": 1, "a": 2, "scripts": {"x": "claude mcp add docs"},}')
    report = run()
    assert said(report) == []
    assert report['skipped'] == []


def test_a_comment_silences_in_a_script(repo: Repository, run: Run) -> None:
    repo.write('a.sh', f'#!/bin/sh\n{ADD.rstrip()}  # gitleaks:allow\n# mcp-hooks: ignore[credential] a token for the tests\n{ADD}')
    report = run()
    assert said(report) == []
    assert len(report['suppressed']) == 2


def test_changed_scripts(repo: Repository, run: Run) -> None:
    repo.write('a.sh', 'echo\n')
    repo.write('b.sh', ADD)
    first = repo.commit()
    repo.write('a.sh', 'echo\n' + ADD)
    repo.write('c/setup', '#!/bin/sh\n' + ADD)
    repo.commit()
    assert said(run('--since', first)) == [('a.sh', 2, 'credential-in-text'), ('c/setup', 2, 'credential-in-text')]


# --- captured sessions --------------------------------------------------------------------------------------------------

def test_captures_are_judged_as_inspect_judges_them(repo: Repository, run: Run) -> None:
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL, UNNAMED))
    repo.write('sessions/one.json', json.dumps([INITIALIZE, INITIALIZED, READY, CALL]))
    repo.write('.mcp.json', CLEAN)
    report = run()
    names = {path: {name for one, _, name in said(report) if one == path} for path in ('a.mcp.jsonl', 'sessions/one.json')}
    assert names['sessions/one.json'] == {'unanswered', 'captured-credential'}
    assert names['a.mcp.jsonl'] > names['sessions/one.json']
    inspected = run('inspect', 'a.mcp.jsonl', 'sessions/one.json')
    assert said(inspected) == said(report)
    assert {one['category'] for one in report['findings']} == {'protocol', 'credential'}
    checked = run('check', 'a.mcp.jsonl', 'sessions/one.json', '.mcp.json')
    assert checked['findings'] == report['findings']
    assert checked['summary']['checked'] == 3
    assert '$[4]' in ' '.join(one['json_path'] for one in checked['findings'])
    repo.git('add', '-A')
    assert said(run('--staged')) == said(report)
    repo.commit()
    assert said(run()) == said(run('--no-git')) == said(report)
    past = run('--history')
    assert [(path, name) for path, _, name in said(past)] == [('a.mcp.jsonl', 'captured-credential')]  # one secret, in two files
    assert [one['name'] for one in run('--credentials')['findings']] == ['captured-credential'] * 2
    assert said(run('--ignore', 'MCP8')) == [one for one in said(report) if one[2] != 'captured-credential']
    assert said(run('--select', 'unanswered')) == [one for one in said(report) if one[2] == 'unanswered']


@pytest.mark.parametrize(('path', 'content', 'line'), [
    ('fixtures.jsonl', lines(INITIALIZE, CALL, UNNAMED), 2), ('schema.json', json.dumps({'examples': [CALL]}), 1)])
def test_messages_that_are_no_session_can_hold_a_credential(repo: Repository, run: Run, path: str, content: str, line: int) -> None:
    repo.write(path, content)
    assert said(run()) == [(path, line, 'credential-elsewhere')]


@pytest.mark.parametrize(('path', 'content'), [
    ('rows.jsonl', lines(*({'id': number, 'token': TOKEN} for number in range(5)))),
    ('language-server.log', lines({'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'processId': 1}},
                                  {'jsonrpc': '2.0', 'id': 2, 'method': 'textDocument/hover', 'params': {}})),
    ('traffic.har', json.dumps({'log': {'entries': [{'request': {'url': 'https://x.example', 'headers': [
        {'name': 'Authorization', 'value': f'Bearer {TOKEN}'}]}, 'response': {'content': {'text': 'jsonrpc initialize'}}}]}})),
    ('x.jsonl', 'jsonrpc initialize ' + '[' * 100_000),
    ('y.json', '{"jsonrpc": "tools/list", ' * 50_000),
])
def test_what_is_not_clearly_a_session_is_let_go(repo: Repository, run: Run, path: str, content: str) -> None:
    repo.write(path, content)
    repo.write('.mcp.json', CLEAN)
    report = run()
    assert said(report) == []
    assert report['skipped'] == report['errors'] == []
    repo.commit()
    assert said(run('--history')) == []


@pytest.mark.parametrize('beside', [(), ('--credentials',), ('--select', 'unanswered'), ('--ignore', 'MCP8')])
def test_check_judges_a_session_as_scan_does(repo: Repository, run: Run, beside: tuple[str, ...]) -> None:
    messages = [INITIALIZE, INITIALIZED, READY, CALL, UNNAMED]
    entry = {'request': {'method': 'POST', 'url': 'https://x.example/mcp', 'headers': [], 'postData': {
        'mimeType': 'application/json', 'text': json.dumps(CALL)}},
        'response': {'status': 200, 'headers': [], 'content': {'mimeType': 'application/json', 'text': json.dumps(
            {'jsonrpc': '2.0', 'id': 2, 'result': {'content': []}})}}}
    repo.write('lines.mcp.jsonl', lines(*messages))
    repo.write('one.json', json.dumps(messages))
    repo.write('pretty/array.json', json.dumps(messages, indent=2))
    repo.write('wide.json', json.dumps(messages).encode('utf-16'))
    repo.write('tagged.log', lines(*({'dir': 'c2s' if 'method' in one else 's2c', 'message': one} for one in messages)))
    repo.write('web.har', json.dumps({'log': {'version': '1.2', 'creator': {'name': 'x', 'version': '1'}, 'entries': [entry]}}))
    repo.write('.mcp.json', CLEAN)
    names = sorted(path.relative_to(repo.folder).as_posix() for path in repo.folder.rglob('*.*') if path.is_file())
    names = [name for name in names if not name.startswith('.git/')]
    scanned, checked = run(*beside), run('check', *names, *beside)
    assert scanned['findings']
    assert checked['findings'] == scanned['findings']
    repo.git('add', '-A')
    assert checked['summary'] == run(*beside)['summary']


def test_check_leaves_a_session_to_what_else_it_was_told(repo: Repository, run: Run, capsys: pytest.CaptureFixture[str],
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    repo.write('inspector-protocol-1.json', json.dumps([INITIALIZE, INITIALIZED, READY, CALL]))
    every = said(run('check', 'a.mcp.jsonl', 'inspector-protocol-1.json'))
    assert {path for path, _, _ in every} == {'a.mcp.jsonl', 'inspector-protocol-1.json'}
    repo.write('.mcp-hooks.toml', 'exclude = ["a.mcp.jsonl"]\n')
    report = run('check', 'a.mcp.jsonl', 'inspector-protocol-1.json')
    assert said(report) == [one for one in every if one[0] != 'a.mcp.jsonl']
    assert report['skipped'] == [{'path': 'a.mcp.jsonl', 'reason': 'excluded by .mcp-hooks.toml'}]
    (repo.folder / '.mcp-hooks.toml').unlink()
    beside = run('check', '--credentials', '--beside', 'a.mcp.jsonl', 'inspector-protocol-1.json')
    assert [(path, name) for path, _, name in said(beside)] == [('a.mcp.jsonl', 'captured-credential')]
    known = str(repo.folder / 'known.json')
    run('check', 'a.mcp.jsonl', '--write-baseline', known)
    assert said(run('check', 'a.mcp.jsonl', '--baseline', known)) == []

    import io
    monkeypatch.setattr(sys, 'stdin', io.TextIOWrapper(io.BytesIO((repo.folder / 'a.mcp.jsonl').read_bytes())))
    assert said(run('check', '-', '--as', 'a.mcp.jsonl')) == [one for one in every if one[0] == 'a.mcp.jsonl']


def test_check_reads_a_large_session_as_it_passes(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import mcp_hooks.sources.source as source
    monkeypatch.setattr(source, 'MAX_BYTES', 3000)
    many = [{'jsonrpc': '2.0', 'method': 'notifications/message', 'params': {'level': 'info', 'data': 'x' * 900}}] * 60
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, *many, CALL))
    repo.write('b/one.json', json.dumps([INITIALIZE, INITIALIZED, READY, *many, CALL]))
    repo.write('rows.jsonl', lines(*({'id': number, 'x': 'y' * 90} for number in range(50))))
    report = run('check', 'a.mcp.jsonl', 'b/one.json', 'rows.jsonl')
    credential = 'captured-credential'
    assert {(path, name) for path, _, name in said(report)} >= {('a.mcp.jsonl', credential), ('b/one.json', credential)}
    assert [one['path'] for one in report['skipped']] == ['rows.jsonl']
    monkeypatch.chdir(repo.folder / 'b')
    assert {path for path, _, _ in said(run('check', '../a.mcp.jsonl', str(repo.folder / 'b' / 'one.json')))} == {
        'a.mcp.jsonl', 'b/one.json'}
    assert [one['path'] for one in run('check', '../a.mcp.jsonl', '--max-bytes', '3000')['skipped']] == ['a.mcp.jsonl']


@pytest.mark.parametrize('words', [('scan',), ('check', '.mcp.json', 'a.mcp.jsonl')])
def test_a_reader_that_falls_over_does_not_end_the_run(repo: Repository, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch,
                                                       capsys: pytest.CaptureFixture[str]) -> None:
    import mcp_hooks.transcripts.readers as readers

    def fall(*_: object) -> None:
        raise KeyError(TOKEN)

    repo.write('.mcp.json', LEAK)
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    monkeypatch.chdir(repo.folder)
    monkeypatch.setattr(readers, 'open_capture', fall)
    monkeypatch.setattr('mcp_hooks.transcripts.checking.Inspection.run', fall)
    assert cli.main([*words, '--format', 'json']) == 2
    out = capsys.readouterr()
    report = json.loads(out.out)
    assert said(report) == [('.mcp.json', 1, 'credential-in-env')]
    assert [(one['path'], one['message'].partition(' in ')[0]) for one in report['errors']] == [
        ('a.mcp.jsonl', 'internal error: KeyError')]
    assert TOKEN not in out.out + out.err


def test_an_archive_of_other_traffic_is_a_text_like_any_other(repo: Repository, run: Run) -> None:
    repo.write('traffic.har', json.dumps({'log': {'entries': [{'request': {'url': 'https://x.example', 'headers': []}, 'response': {
        'content': {'text': 'jsonrpc initialize'}}}]}}))
    report = run('check', 'traffic.har')
    assert (report['summary']['checked'], said(report)) == (1, [])


def test_a_json_file_with_messages_and_servers(repo: Repository, run: Run) -> None:
    """No session after all, so the servers count."""
    repo.write('both.json', json.dumps({'note': 'jsonrpc initialize', **json.loads(LEAK)}))
    assert said(run()) == [('both.json', 1, 'credential-in-env')]


def test_a_capture_that_is_larger_than_other_files_may_be(repo: Repository, run: Run) -> None:
    many = [{'jsonrpc': '2.0', 'method': 'notifications/message', 'params': {'level': 'info', 'data': 'x' * 900}}] * 60
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, *many, CALL))
    repo.write('.mcp.json', CLEAN)
    repo.git('add', '-A')
    import mcp_hooks.sources.source as source
    assert len((repo.folder / 'a.mcp.jsonl').read_bytes()) < source.MAX_BYTES < source.MAX_CAPTURE
    for words in ((), ('--staged',)):
        assert ('a.mcp.jsonl', 64, 'captured-credential') in said(run(*words))
        skipped = run(*words, '--max-bytes', '3000')['skipped']
        assert [one['path'] for one in skipped] == ['a.mcp.jsonl']


def test_the_baseline_knows_a_captured_credential_by_its_value(repo: Repository, run: Run) -> None:
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    known = str(repo.folder / 'known.json')
    run('--write-baseline', known)
    assert said(run('--baseline', known)) == []
    text = (repo.folder / 'a.mcp.jsonl').read_text()
    repo.write('a.mcp.jsonl', text.replace(TOKEN, fake.github_pat('another')))
    assert [name for _, _, name in said(run('--baseline', known))] == ['captured-credential']


def test_one_credential_in_a_file_and_a_capture_is_one_group(repo: Repository, run: Run) -> None:
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    repo.write('.mcp.json', LEAK)
    groups = {one.get('group') for one in run('--credentials')['findings']}
    assert len(groups) == 1
    assert None not in groups


# --- many files, and files that go ----------------------------------------------------------------------------------------

def many(count: int) -> list[Source]:
    return [Source(f'p{number:04}/.mcp.json', (LEAK if number % 7 == 0 else CLEAN).encode(), 'untracked' if number % 2 else 'file')
            for number in range(count)]


def test_several_processes_find_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.rules import config_rules

    options = engine.Options(config_rules())
    alone, _ = engine.run(many(120), options)
    monkeypatch.setattr(parallel, 'PAYS_FROM', 100)
    monkeypatch.setattr(parallel, 'cores', lambda: 2)
    report = Report(options.rules)
    together, kept = parallel.run(iter(many(120)), options, report)
    assert together is report
    for name in ('findings', 'checked', 'untracked', 'errors', 'skipped'):
        assert getattr(together, name) == getattr(alone, name), name
    assert {one.path for one in kept} >= {one.path for one in alone.findings}


def test_where_no_second_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.rules import config_rules

    def refuse(*_: object) -> None:
        raise OSError(38, 'no semaphores here')

    options = engine.Options(config_rules())
    monkeypatch.setattr(parallel, 'PAYS_FROM', 10)
    monkeypatch.setattr(parallel, 'cores', lambda: 2)
    monkeypatch.setattr(parallel, '_pool', refuse)
    report, _ = parallel.run(iter(many(20)), options, Report(options.rules))
    assert report.checked == [one.path for one in many(20)]


def test_the_first_files_are_judged_while_others_are_still_looked_for() -> None:
    from mcp_hooks.rules import config_rules

    judged: list[str] = []
    rule = next(rule for rule in config_rules() if rule.name == 'credential-in-env')

    def coming() -> Any:
        yield from many(parallel.AT_ONCE)
        assert len(set(judged)) == parallel.AT_ONCE

    class Watching:
        def __getattr__(self, name: str) -> Any:
            return getattr(rule, name)

        def check(self, file: Any) -> Any:
            judged.append(file.path)
            return rule.check(file)

    options = engine.Options((Watching(),))  # type: ignore[arg-type]
    if parallel.cores() > 1:
        parallel.run(coming(), options, Report())
        assert len(set(judged)) == parallel.AT_ONCE


def test_a_file_that_goes_while_the_scan_runs(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.sources import disk

    for name in ('a', 'b', 'c'):
        repo.write(f'{name}/.mcp.json', LEAK)
    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    repo.commit()
    real = disk.read_regular

    def read(path: str, name: str, limit: int | None) -> Any:
        for gone in ('b/.mcp.json', 'a.mcp.jsonl'):
            if (repo.folder / gone).exists() and name == 'a/.mcp.json':
                (repo.folder / gone).unlink()
        return real(path, name, limit)

    monkeypatch.setattr('mcp_hooks.sources.look.disk.read_regular', read)
    report = run()
    assert [path for path, _, _ in said(report)] == ['a/.mcp.json', 'c/.mcp.json']
    assert report['skipped'] == [{'path': 'b/.mcp.json', 'reason': 'deleted in the work tree'}]


def test_a_capture_that_goes_before_it_is_read(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp_hooks.commands import captures

    repo.write('a.mcp.jsonl', lines(INITIALIZE, INITIALIZED, READY, CALL))
    repo.write('.mcp.json', CLEAN)
    real = captures.judge

    def judge(*arguments: Any) -> Any:
        (repo.folder / 'a.mcp.jsonl').unlink()
        return real(*arguments)

    monkeypatch.setattr(captures, 'judge', judge)
    assert run()['skipped'] == [{'path': 'a.mcp.jsonl', 'reason': 'gone before it could be read'}]


# --- the end of the process, and its start ------------------------------------------------------------------------------

def test_what_waits_for_the_end_of_the_process_gets_it(tmp_path: Path) -> None:
    """The console scripts leave at once, unless somebody has asked to be told."""
    (tmp_path / '.mcp.json').write_text(CLEAN)
    for before, told in (('', ''), ('import atexit; atexit.register(print, "told")', 'told\n')):
        code = f'import sys; {before}\nfrom mcp_hooks.cli import console\nsys.argv[1:] = ["check", ".mcp.json"]\nconsole()'
        done = subprocess.run([sys.executable, '-c', code], cwd=tmp_path, capture_output=True, encoding='utf-8')
        assert (done.returncode, done.stdout, done.stderr) == (0, 'clean: 1 file checked\n' + told, '')


def test_a_clean_file_loads_neither_settings_nor_selectors_nor_git(tmp_path: Path) -> None:
    (tmp_path / '.mcp.json').write_text(CLEAN)
    (tmp_path / 'pyproject.toml').write_text('[project]\nname = "x"\n')
    code = ('import sys; from mcp_hooks import cli\nassert cli.main(["check", ".mcp.json"]) == 0\n'
            'print([name for name in sys.modules if name in ("importlib.util", "mcp_hooks.policy.settings", "mcp_hooks.policy.select",'
            ' "mcp_hooks.sources.git", "mcp_hooks.sources.process", "mcp_hooks.transcripts", "identify", "subprocess", "tomllib",'
            ' "ruamel", "typing", "dataclasses", "argparse", "hashlib", "pathlib", "logging", "threading")])')
    done = subprocess.run([sys.executable, '-I', '-S', '-c', f'import sys; sys.path[:0] = {sys.path!r}\n' + code], cwd=tmp_path,
                          capture_output=True, encoding='utf-8')
    assert (done.stdout, done.stderr) == ('clean: 1 file checked\n[]\n', '')


def test_max_bytes_of_captures_follows_the_user() -> None:
    from types import SimpleNamespace

    from mcp_hooks.policy.in_force import Settings
    from mcp_hooks.sources.source import MAX_BYTES, MAX_CAPTURE

    nothing, something = SimpleNamespace(max_bytes=None), SimpleNamespace(max_bytes=7)
    assert (common.max_bytes(nothing, Settings()), common.max_capture(nothing, Settings())) == (MAX_BYTES, MAX_CAPTURE)
    assert common.max_bytes(something, Settings()) == common.max_capture(something, Settings()) == 7
    assert common.max_capture(nothing, Settings(max_bytes=9)) == 9
