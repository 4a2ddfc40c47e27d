"""Several processes bring home what one does, in the same order, with the same bytes."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import fake
import pytest

from mcp_hooks import engine, parallel, rules
from mcp_hooks.engine import Options
from mcp_hooks.report import Report
from mcp_hooks.reports import render
from mcp_hooks.sources.source import Source

RULES = tuple(rule for rule in rules.config_rules() if rule.default)
OPTIONS = Options(RULES, severities={'MCP120': 'error'}, list_servers=True)


def sources(number: int) -> list[Source]:
    """Projects with several files each: some clean, some with findings of their own, across files, with one credential in common."""
    out = []
    for n in range(number):
        servers: dict[str, object] = {'docs': {'type': 'http', 'url': f'https://docs{n % 3 if n % 4 else ""}.example/mcp'}}
        if n % 4:
            servers['a b'] = {'command': 'x', 'env': {'A_TOKEN': fake.github_pat('common' if n % 2 else n)}}
        folder = f'p{n // 2:04}/'
        out.append(Source(folder + ('.mcp.json' if n % 2 else '.cursor/mcp.json'), json.dumps({'mcpServers': servers}).encode(),
                          'untracked' if n % 7 == 0 else 'file'))
    out.append(Source('broken/.mcp.json', b'{"mcpServers": {'))
    out.append(Source('deep/.mcp.json', b'[' * 50_000))
    return out


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes from the first files on."""
    monkeypatch.setattr(parallel, 'PAYS_FROM', 30)
    monkeypatch.setattr(parallel, 'AT_ONCE', 4)
    monkeypatch.setattr(parallel, 'CHUNK', 7)
    monkeypatch.setattr(parallel, 'cores', lambda: 2)


def alone(given: list[Source], options: Options = OPTIONS) -> tuple[Report, list[engine.Examined]]:
    return engine.run(given, options, Report(RULES))


@pytest.mark.usefixtures('few')
def test_the_same_findings_as_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []
    pool = parallel._pool
    monkeypatch.setattr(parallel, '_pool', lambda *given: used.append(1) or pool(*given))  # type: ignore[func-returns-value]
    given = sources(80)
    one, kept = alone(given)
    many, rest = parallel.run(iter(given), OPTIONS, Report(RULES))
    assert used
    assert many.findings == one.findings, 'masks, fingerprints and groups included'
    assert len(one.findings) > 60
    for name in ('checked', 'errors', 'untracked', 'servers'):
        assert getattr(many, name) == getattr(one, name)
    for format in ('text', 'json', 'sarif', 'html'):
        assert render(format, many) == render(format, one)
    secrets = {finding: secret for each in kept for finding, secret in each.secrets.items()}
    assert {finding: secret for each in rest for finding, secret in each.secrets.items()} == secrets
    texts = {each.path: each.document.text for each in kept if each.findings}
    assert {each.path: each.document.text for each in rest if each.findings} == texts


@pytest.mark.usefixtures('few')
def test_the_order_of_the_files_does_not_show() -> None:
    given = sources(60)
    forward, _ = parallel.run(iter(given), OPTIONS, Report(RULES))
    backward, _ = parallel.run(reversed(given), OPTIONS, Report(RULES))
    assert render('json', forward) == render('json', backward)
    again, _ = parallel.run(iter(given), OPTIONS, Report(RULES))
    assert render('sarif', again) == render('sarif', forward)


@pytest.mark.usefixtures('few')
@pytest.mark.parametrize('number', [0, 1, 4, 5, 26, 27, 28, 40])
def test_no_file_is_lost_or_judged_twice(number: int) -> None:
    given = sources(number)
    report, _ = parallel.run(iter(given), OPTIONS, Report(RULES))
    assert report.checked == sorted(source.path for source in given)
    assert report.findings == alone(given)[0].findings


@pytest.mark.usefixtures('few')
def test_what_was_in_the_report_before_stays() -> None:
    report = Report(RULES)
    report.notes.append('before')
    report.checked.append('aa')
    out, _ = parallel.run(iter(sources(40)), OPTIONS, report)
    assert out is report
    assert out.notes == ['before']
    assert out.checked[0] == 'aa'


def boom(*_: object) -> None:
    raise OSError('no second process here')


@pytest.mark.usefixtures('few')
def test_where_no_process_may_be_started_one_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, '_pool', boom)
    given = sources(50)
    report, _ = parallel.run(iter(given), OPTIONS, Report(RULES))
    assert report.findings == alone(given)[0].findings


def test_one_core_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, 'cores', lambda: 1)
    monkeypatch.setattr(parallel, 'PAYS_FROM', 5)
    monkeypatch.setattr(parallel, '_pool', boom)
    monkeypatch.setattr(parallel, '_judged', boom)
    assert len(parallel.run(iter(sources(30)), OPTIONS, Report(RULES))[0].checked) == 32


@pytest.mark.usefixtures('few')
def test_an_error_of_the_sources_is_passed_on() -> None:
    def failing() -> Iterator[Source]:
        yield from sources(10)
        raise ValueError('while reading')

    with pytest.raises(ValueError, match='while reading'):
        parallel.run(failing(), OPTIONS, Report(RULES))


@pytest.mark.skipif(not os.path.isdir('/proc/self'), reason='needs a list of processes')
def test_no_worker_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    for number in range(2 * parallel.PAYS_FROM):
        (tmp_path / f'{number}.json').write_text('{"mcpServers": {"a": {"command": 1}}}')
    code = (f'import sys, time; from mcp_hooks import cli, parallel; parallel.cores = lambda: 2; parallel._add = lambda *_: ('
            f'print("working", flush=True), time.sleep(60)); cli.main(["scan", {str(tmp_path)!r}])')
    with subprocess.Popen([sys.executable, '-c', code], stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b'working\n'
        started.kill()
        # the workers hold the other end as well
        reader = threading.Thread(target=started.stdout.read, daemon=True)
        reader.start()
        reader.join(600)
        assert not reader.is_alive()
