"""mcp-hooks inspect: arguments, exit codes, the formats, a log that grows, two captures."""

from __future__ import annotations

import io
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import captures
import fake
import pytest
from captures import FORMATS, Said, compact
from sessions_for_tests import legacy, modern

from mcp_hooks.cli import main
from mcp_hooks.transcripts import compare
from mcp_hooks.transcripts.follow import Following
from mcp_hooks.transcripts.recognise import looks_like_capture

TEE = FORMATS['tee'][0]
WRONG = [one._replace(message={**one.message, 'result': []}) if one.message.get('result') == {} else one for one in legacy(1)]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv('NO_COLOR', '1')


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding='utf-8')
    return name


def run(*arguments: str) -> int:
    return main(['inspect', *arguments])


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = write('good.jsonl', TEE(legacy(1))), write('bad.jsonl', TEE(WRONG))
    assert run(good) == 0
    assert run(bad) == 1
    assert run(good, bad, '--fail-on', 'never') == 0
    assert run(write('package.json', '{"name": "x"}')) == 2
    assert 'package.json: not a capture' in capsys.readouterr().out
    assert run('missing.jsonl') == 2
    assert run() == 2
    assert run(good, '--revision', '2020-01-01') == 2
    assert 'the known ones are 2024-11-05' in capsys.readouterr().err
    assert run(good, '--revision', '2025-11-25', '--era', 'modern') == 2
    assert run(good, '--select', 'no-such-rule') == 2
    assert run(bad, '--select', 'portability') == 0
    assert run(bad, '--ignore', 'protocol') == 0


def test_standard_input_gives_the_same(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEE(WRONG)
    run(write('a.jsonl', text), '--format', 'json')
    named = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(sys, 'stdin', io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run('-', '--as', 'a.jsonl', '--format', 'json') == 1
    assert json.loads(capsys.readouterr().out) == named


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    run(write('a.jsonl', TEE([one for _ in range(3) for one in WRONG])), '--format', 'json')
    report = json.loads(capsys.readouterr().out)
    assert report['version'] == 1
    (finding,) = report['findings']
    assert (finding['name'], finding['severity'], finding['path'], finding['count']) == (
        'result-not-object',
        'error',
        'a.jsonl',
        3,
    )
    assert finding['line'] == finding['lines'][0]
    assert len(finding['lines']) == 3
    assert set(report['checks'].values()) == {'pass', 'fail', 'not-applicable'}
    assert report['checks']['result-not-object'] == 'fail'
    assert report['metrics']['sessions'] == 3


def test_text_shows_metrics_timeline_and_findings(capsys: pytest.CaptureFixture[str]) -> None:
    run(write('a.jsonl', TEE(WRONG)))
    out = capsys.readouterr().out
    assert 'tool calls     2: count 1, search 1' in out
    line = len(WRONG)
    assert re.search(rf'^E +{line} ← .* 9101  ping result', out, re.MULTILINE)
    assert f'a.jsonl:{line}:1: error MCP605 result-not-object: ' in out
    assert out.index('sessions') < out.index('message\n') < out.index('a.jsonl:')


def test_a_long_capture_shows_a_part_of_the_timeline_and_all_of_it_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    said = legacy(200)
    name = write('a.jsonl', TEE(said))
    run(name)
    out = capsys.readouterr().out
    assert f'… {len(said) - 120} more, --timeline shows all' in out
    run(name, '--timeline')
    assert len(re.findall(r'^[EWN ] +\d+ [→←]', capsys.readouterr().out, re.MULTILINE)) == len(said)


@pytest.mark.parametrize('form', ['sarif', 'github', 'junit', 'markdown', 'text', 'json', 'html', 'gitlab', 'rdjson'])
def test_no_format_shows_a_credential_or_acts_on_a_terminal(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    token = fake.github_pat()
    said = [
        *legacy(1),
        Said(
            'c2s',
            {'jsonrpc': '2.0', 'id': 7, 'method': 'tools/call', 'params': {'name': f'x{token}', 'arguments': {'q': token}}},
        ),
        Said('s2c', {'jsonrpc': '2.0', 'id': token, 'result': {'content': [{'type': 'text', 'text': f'\x1b]0;{token}\x07'}]}}),
        Said('s2c', {'jsonrpc': '2.0', 'method': f'\n::error::{token}', 'params': {}}),
    ]
    run(write('a.jsonl', TEE(said)), '--format', form)
    out = capsys.readouterr().out
    assert token not in out
    assert token[4:] not in out
    assert '\x1b' not in out
    assert '\n::error::' not in out.replace('\n::error file', '')


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ('meta', 'input', 'br'):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_whole_and_loads_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    evil = Said('s2c', {'jsonrpc': '2.0', 'id': 9101, 'result': {'x': '</pre><script src="https://x.example"></script><img src=x>'}}, 9)
    run(write('a.jsonl', TEE([*WRONG, evil])), '--format', 'html')
    out = capsys.readouterr().out
    page = Page()
    page.feed(out)
    assert page.open == []
    assert not [tag for tag, attributes in page.tags if tag in ('img', 'link', 'iframe') or {'src', 'href'} & set(attributes)]
    assert len([tag for tag, _ in page.tags if tag == 'script']) == 1
    assert len([tag for tag, _ in page.tags if tag == 'details']) == len(WRONG) + 1
    assert "default-src 'none'; style-src 'sha256-" in out
    assert 'unsafe-inline' not in out
    assert 'prefers-color-scheme:dark' in out
    marked = [attributes for tag, attributes in page.tags if tag == 'details' and 'error' in (attributes['class'] or '')]
    assert len(marked) >= 1


def test_a_hook_passes_over_what_is_no_capture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run('--hook', write('package.json', '{"name": "x"}'), write('good.jsonl', TEE(legacy(1)))) == 0
    assert capsys.readouterr().out == ''
    assert run('--hook', write('bad.mcp.jsonl', TEE(WRONG))) == 1
    assert 'result-not-object' in capsys.readouterr().out
    assert run('--hook') == 0


@pytest.mark.parametrize('name', FORMATS)
def test_captures_are_recognised(name: str) -> None:
    ending = {'paste': '.md', 'txtar': '.txtar', 'HAR': '.har', 'agent-vcr': '.vcr'}.get(name, '.log')
    expected = name not in ('paste', 'mcptap of WayV')
    assert looks_like_capture(FORMATS[name][0](legacy(1)).encode(), f'x/a{ending}') == expected


@pytest.mark.parametrize(
    ('path', 'text'),
    [
        ('package.json', '{"name": "x", "jsonrpc": "2.0"}'),
        ('schema.json', '{"properties": {"jsonrpc": {"const": "2.0"}, "method": {"type": "string"}}}'),
        ('a.jsonl', '{"prompt": "x"}\n{"prompt": "y"}\n'),
        ('one.json', compact(legacy()[0].message)),
        ('lsp.jsonl', '{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'),
        (
            'lsp.log',
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":1,"capabilities":{}}}\n'
            '{"jsonrpc":"2.0","method":"initialized","params":{}}\n',
        ),
        ('code.py', TEE(legacy(1))),
    ],
)
def test_other_files_are_not(path: str, text: str) -> None:
    assert not looks_like_capture(text.encode(), path)


def test_a_server_that_fell_over_at_its_start() -> None:
    log = (
        '2026-11-30T08:00:00.000Z [docs] [info] Message from client: ' + compact(legacy()[0].message) + ' { metadata: undefined }\n'
        "ModuleNotFoundError: No module named 'httpx'\n"
        '2026-11-30T08:00:00.100Z [docs] [info] Server transport closed { metadata: undefined }\n'
    )
    assert looks_like_capture(log.encode(), 'mcp-server-docs.log')


def test_follow_reads_what_is_added(tmp_path: Path) -> None:
    log = tmp_path / 'growing.jsonl'
    lines = TEE(WRONG).splitlines(keepends=True)
    log.write_text(''.join(lines[:5]), encoding='utf-8')
    waited = 0

    def wait() -> bool:
        nonlocal waited
        waited += 1
        if waited < len(lines) - 4:
            with log.open('a', encoding='utf-8') as more:
                more.write(lines[4 + waited])
            return True
        return False

    from mcp_hooks.transcripts.checking import Inspection, Options
    from mcp_hooks.transcripts.report import SessionReport
    from mcp_hooks.transcripts.rules import session_rules

    report = SessionReport(session_rules())
    inspection = Inspection('growing.jsonl', Options(session_rules()), report)
    announced: list[tuple[str, int]] = []
    inspection.announce = lambda finding: announced.append((finding.name, waited))
    with log.open('rb') as stream:
        inspection.run(Following(stream, wait))
    assert announced == [('result-not-object', len(lines) - 5)]
    assert report.metrics.messages == len(lines)


def test_follow_begins_anew_when_the_file_gets_shorter(tmp_path: Path) -> None:
    log = tmp_path / 'growing.log'
    log.write_text('one\ntwo\n', encoding='utf-8')
    turns = iter([lambda: log.write_text('3\n', encoding='utf-8')])

    def wait() -> bool:
        turn = next(turns, None)
        if turn is not None:
            turn()
        return turn is not None

    with log.open('rb') as stream:
        following = Following(stream, wait)
        assert following.read(100) == b'one\ntwo\n'
        assert following.read(100) == b''
        assert following.read(100) == b'3\n'
        assert following.read(100) == b''


@pytest.mark.skipif(sys.platform == 'win32', reason='SIGINT to oneself')
def test_follow_ends_with_a_report_on_ctrl_c(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    name = write('a.jsonl', TEE(WRONG))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs the tests with & has it ignored
    try:
        with monkeypatch.context() as patch:
            patch.setattr('time.sleep', lambda seconds: signal.raise_signal(signal.SIGINT))  # while it waits for more
            assert run(name, '--follow') == 1
    finally:
        signal.signal(signal.SIGINT, before)
    out = capsys.readouterr().out
    assert 'result-not-object' in out
    assert '1 error in 1 file' in out


def test_a_server_that_the_capture_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(write('a.jsonl', TEE(WRONG)), '--server', 'nobody') == 0
    assert "no message of a server 'nobody' in this capture" in capsys.readouterr().out


# ---- two captures ----


def listing(*tools: dict[str, Any], **capabilities: Any) -> list[Said]:
    said = legacy(0)[:5]
    said[4] = said[4]._replace(message={'jsonrpc': '2.0', 'id': 1, 'result': {'tools': list(tools)}})
    return said


def tool(name: str = 'a', **members: Any) -> dict[str, Any]:
    return {'name': name, 'description': 'Does it.', 'inputSchema': {'type': 'object', 'properties': {}}, **members}


def schema(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {'type': 'object', 'properties': properties, 'required': list(required)}


TEXT = {'type': 'string'}


@pytest.mark.parametrize(
    ('before', 'after', 'changes'),
    [
        ([tool()], [tool()], []),
        ([tool()], [], [('gone', 'a', '', True)]),
        ([], [tool()], [('added', 'a', '', False)]),
        ([tool()], [tool(description='Does it, and more.')], [('changed', 'a', 'description', False)]),
        (
            [tool(inputSchema=schema(x=TEXT))],
            [tool(inputSchema=schema(('x',), x=TEXT))],
            [('changed', 'a', 'inputSchema', True)],
        ),
        (
            [tool(inputSchema=schema(('x',), x=TEXT))],
            [tool(inputSchema=schema(x=TEXT))],
            [('changed', 'a', 'inputSchema', False)],
        ),
        (
            [tool(inputSchema=schema(x=TEXT))],
            [tool(inputSchema=schema(x=TEXT, y=TEXT))],
            [('changed', 'a', 'inputSchema.y', False)],
        ),
        ([tool(inputSchema=schema(x=TEXT))], [tool(inputSchema=schema())], [('changed', 'a', 'inputSchema.x', False)]),
        (
            [tool(inputSchema=schema(x=TEXT))],
            [tool(inputSchema={**schema(), 'additionalProperties': False})],
            [('changed', 'a', 'inputSchema.x', True), ('changed', 'a', 'inputSchema', True)],
        ),
        (
            [tool(inputSchema=schema(x=TEXT))],
            [tool(inputSchema=schema(x={'type': 'integer'}))],
            [('changed', 'a', 'inputSchema.x', True)],
        ),
        (
            [tool(inputSchema=schema(x=TEXT))],
            [tool(inputSchema=schema(x={'type': ['string', 'null']}))],
            [('changed', 'a', 'inputSchema.x', False)],
        ),
        (
            [tool(inputSchema=schema(x={'enum': ['a', 'b']}))],
            [tool(inputSchema=schema(x={'enum': ['a']}))],
            [('changed', 'a', 'inputSchema.x', True)],
        ),
        (
            [tool(inputSchema=schema(x={'enum': ['a']}))],
            [tool(inputSchema=schema(x={'enum': ['a', 'b']}))],
            [('changed', 'a', 'inputSchema.x', False)],
        ),
        (
            [tool(inputSchema=schema(x=schema(y={'type': 'array', 'items': TEXT})))],
            [tool(inputSchema=schema(x=schema(y={'type': 'array', 'items': {'type': 'number'}})))],
            [('changed', 'a', 'inputSchema.x.y[]', True)],
        ),
        (
            [tool(outputSchema=schema(('n',), n=TEXT))],
            [tool(outputSchema=schema(n=TEXT))],
            [('changed', 'a', 'outputSchema', True)],
        ),
        ([tool(outputSchema=schema(n=TEXT))], [tool()], [('changed', 'a', 'outputSchema', True)]),
        (
            [tool(annotations={'readOnlyHint': True})],
            [tool(annotations={'readOnlyHint': False})],
            [('changed', 'a', 'annotations.readOnlyHint', True)],
        ),
        (
            [tool(annotations={'destructiveHint': True})],
            [tool(annotations={'destructiveHint': False})],
            [('changed', 'a', 'annotations.destructiveHint', False)],
        ),
    ],
)
def test_what_changed_between_two_captures(before: Any, after: Any, changes: Any, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = write('old.jsonl', TEE(listing(*before))), write('new.json', captures.array(listing(*after)))
    status = run('--against', old, new, '--format', 'json')
    found = json.loads(capsys.readouterr().out)['changes']
    assert [(one['kind'], one['name'], one['at'], one['breaks']) for one in found] == changes
    assert status == any(change[3] for change in changes)


def test_changes_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    old = write('old.jsonl', TEE(listing(tool('a'), tool('b', annotations={'readOnlyHint': True}))))
    new = write('new.jsonl', TEE(listing(tool('b', description='\x1b[2Jnew'), tool('c'))))
    assert run('--against', old, new) == 1
    assert capsys.readouterr().out.splitlines() == [
        '! tool a: the tool is no longer offered',
        '! tool b annotations.readOnlyHint: readOnlyHint changed: a caller may have relied on the milder one',
        '    before: true',
        '~ tool b description: description changed',
        '    before: "Does it."',
        '    after: "\\u001b[2Jnew"',
        '+ tool c: the tool is new',
        '4 changes, 2 of them take away what a caller may rely on.',
    ]


def test_a_list_that_was_not_read_to_its_end_says_nothing_of_what_is_gone() -> None:
    new = listing(tool('a'))
    new[4].message['result']['nextCursor'] = 'more'
    offers = [compare.offer(io.BytesIO(TEE(said).encode()), 'x') for said in (listing(tool('a'), tool('b')), new)]
    assert list(compare.changes(*offers)) == []


def test_captures_without_a_list_cannot_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    name = write('a.jsonl', TEE(legacy(0)[:3]))
    assert run('--against', name, name) == 0
    assert 'no answer to tools/list' in capsys.readouterr().out
    assert run('--against', name, write('x.json', '{}')) == 2
    assert run('--against', name) == 2


def test_both_eras_compare(capsys: pytest.CaptureFixture[str]) -> None:
    old, new = write('old.jsonl', TEE(legacy(0))), write('new.jsonl', TEE(modern(0)))
    run('--against', old, new, '--format', 'json')
    found = json.loads(capsys.readouterr().out)['changes']
    assert {(one['kind'], one['what']) for one in found} == {('gone', 'capability')}


# ---- known findings ----


def test_a_baseline_sets_known_findings_aside(capsys: pytest.CaptureFixture[str]) -> None:
    token = fake.github_pat()
    leak = Said('s2c', {'jsonrpc': '2.0', 'method': 'notifications/message', 'params': {'level': 'info', 'data': token}})
    name = write('a.jsonl', TEE([*WRONG, leak]))
    assert run(name, '--write-baseline', 'known.json') == 0
    assert token not in Path('known.json').read_text(encoding='utf-8')
    capsys.readouterr()
    assert run(name, '--baseline', 'known.json', '--format', 'json') == 0
    report = json.loads(capsys.readouterr().out)
    assert report['findings'] == []
    assert {one['name'] for one in report['suppressed']} == {'result-not-object', 'captured-credential'}
    assert run(write('b.jsonl', TEE(WRONG)), '--baseline', 'known.json') == 1


def test_settings_may_suppress_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    write('.mcp-hooks.toml', '[[suppress]]\nrule = "result-not-object"\npath = "a.jsonl"\nreason = "a recorded fault"\n')
    assert run(write('a.jsonl', TEE(WRONG))) == 0
    assert '1 suppressed' in capsys.readouterr().out
    assert run(write('b.jsonl', TEE(WRONG))) == 1
