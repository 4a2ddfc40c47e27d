"""scan --history by the real command: what is said, what silences, what is compared, and where it looks."""
from __future__ import annotations

import json
import os
import sys
from io import StringIO
from pathlib import Path

import fake
import pytest
from doors.test_commands import PROGRAM, Here
from repository import ENVIRONMENT
from terminal import on_a_terminal

from mcp_hooks.commands import past
from mcp_hooks.policy.slow_hash import value_fingerprint

ONE, TWO = fake.github_pat('one'), fake.github_pat('two')


def entry(secret: str, more: str = '') -> str:
    return json.dumps({'mcpServers': {'github': {'command': f'github-mcp{more}', 'env': {'GITHUB_TOKEN': secret}}}}, indent=2) + '\n'


CLEAN = entry('${GITHUB_TOKEN}')


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path / 'repo')


def yaml(comment: str = '') -> str:
    return f'mcpServers:\n  github:\n    command: github-mcp\n    env:\n      GITHUB_TOKEN: {ONE}{comment}\n'


def found(here: Here, *words: str, cwd: str = '') -> list[tuple[str, str]]:
    """(path, commit) of each finding; the same from the cache and without."""
    done = here('scan', '--history', *words, '--format', 'json', cwd=cwd)
    afresh = here('scan', '--history', *words, '--no-cache', '--format', 'json', cwd=cwd)
    assert done.out == afresh.out
    assert (ONE in done.out, TWO in done.out, done.err) == (False, False, '')
    assert done.code == (1 if done.data['findings'] else 0)
    return [(one['path'], one['commit']) for one in done.data['findings']]


def test_what_is_said(here: Here) -> None:
    here.write('.mcp.json', entry(ONE))
    first = here.commit()
    here.write('.mcp.json', CLEAN)
    here.commit()
    for format in ('text', 'json', 'sarif', 'github', 'markdown', 'junit', 'gitlab', 'rdjson', 'html'):
        out = here('scan', '--history', '--format', format).out
        assert f'first in {first[:12]} of 2026-01-02; no longer at HEAD, but the history keeps it' in out
    here.write('other/.mcp.json', entry(ONE))
    here.commit()
    assert f'(first in {first[:12]} of 2026-01-02; still at HEAD; also in other/.mcp.json)' in here('scan', '--history').out


def test_a_changed_secret_is_not_the_known_one(here: Here) -> None:
    here.write('.mcp.json', entry(ONE))
    here.commit()
    assert here('scan', '--history', '--write-baseline', 'known.json').code == 0
    assert found(here, '--baseline', 'known.json') == []
    here.write('.mcp.json', entry(TWO))
    second = here.commit()  # with our own baseline, whose hashes are nobody's credentials
    assert found(here, '--baseline', 'known.json') == [('.mcp.json', second)]
    here.write('.mcp.json', CLEAN)
    here.commit()
    assert found(here, '--baseline', 'known.json') == [('.mcp.json', second)]
    here('scan', '--history', '--write-baseline', 'both.json')
    assert found(here, '--baseline', 'both.json') == []


def test_an_allowed_value(here: Here) -> None:
    here.write('.mcp.json', entry(ONE))
    here.commit()
    here.write('.mcp.json', entry(TWO))
    second = here.commit()
    here.write('.mcp-hooks.toml', f'allow = ["{value_fingerprint(ONE, "00" * 16)}"]\n')
    assert found(here) == [('.mcp.json', second)]


def test_a_comment_silences_its_own_version(here: Here) -> None:
    here.write('mcp.yaml', yaml('  # mcp-hooks: ignore[MCP401] made up'))
    first = here.commit()
    assert found(here) == []
    done = here('scan', '--history', '--format', 'json')
    assert [(one['suppressed'], one['reason'], one['commit']) for one in done.data['suppressed']] == [('inSource', 'made up', first)]
    here.write('mcp.yaml', yaml('  # gitleaks:allow'))
    here.commit()
    assert found(here) == []
    here.write('mcp.yaml', yaml())
    here.commit()
    here.write('mcp.yaml', 'x: 1\n')
    here.commit()
    assert found(here) == [('mcp.yaml', first)]
    assert here('scan', '--history', '--format', 'json').data['suppressed'] == []


def test_a_comment_that_the_base_has_not(here: Here) -> None:
    here.write('a.txt', 'x')
    base = here.commit()
    here.write('mcp.yaml', yaml('  # gitleaks:allow'))
    first = here.commit()
    assert found(here) == []
    assert found(here, '--trust-settings-from', base) == [('mcp.yaml', first)]
    assert found(here, '--trust-settings-from', 'HEAD') == []


def test_an_env_file_that_an_entry_names(here: Here) -> None:
    here.write('conf/dev.env', f'GITHUB_TOKEN={ONE}\n')
    first = here.commit()
    assert found(here) == []
    here.write('.vscode/mcp.json', '{"servers": {"a": {"command": "a", "envFile": "${workspaceFolder}/conf/dev.env"}}}\n')
    here.commit()
    here.git('rm', '-q', 'conf/dev.env')
    here.commit()
    assert found(here) == [('conf/dev.env', first)]


def test_what_the_settings_leave_out_comes_back(here: Here) -> None:
    here.write('a/.mcp.json', entry(ONE))
    here.write('b/.mcp.json', entry(TWO))
    commit = here.commit()
    for exclude, paths in (('"a/**"', ['b/.mcp.json']), ('', ['a/.mcp.json', 'b/.mcp.json']), ('"b/**"', ['a/.mcp.json'])):
        here.write('.mcp-hooks.toml', f'exclude = [{exclude}]\n')
        assert found(here) == [(path, commit) for path in paths]


def test_where_it_looks(here: Here, tmp_path: Path) -> None:
    here.write('sub/.mcp.json', entry(ONE))
    first = here.commit()
    here.write('sub2/.mcp.json', entry(TWO))
    here.git('rm', '-q', 'sub/.mcp.json')
    second = here.commit()
    one, two = ('sub/.mcp.json', first), ('sub2/.mcp.json', second)
    assert found(here, 'main', 'sub') == found(here, 'main', 'sub/.mcp.json') == [one]  # gone from the work tree
    assert found(here, 'sub2') == found(here, 'sub2/.mcp.json') == [two]
    assert found(here, '.', cwd='sub2') == [two]
    assert found(here) == found(here, '.') == found(here, 'sub2/', 'sub') == found(here, cwd='sub2') == [one, two]
    assert found(here, 'HEAD~1..HEAD', 'sub2') == [two]
    done = here('scan', '--history', 'nothing')
    assert (done.code, done.err) == (2, "mcp-hooks: git log: bad revision 'nothing'\n")
    done = here('scan', 'nothing', '--history')
    assert (done.code, done.out) == (0, 'No MCP configuration was found in the history below nothing.\nnothing was checked\n')
    other = Here(tmp_path / 'other')
    done = here('scan', '--history', here.path, other.path)
    assert (done.code, done.err) == (2, 'mcp-hooks: the paths belong to different repositories; scan one after the other\n')


@pytest.mark.parametrize('option', ['--no-git', '--include-ignored'])
def test_what_does_not_go_with_it(here: Here, option: str) -> None:
    done = here('scan', '--history', option)
    assert (done.code, done.err) == (2, f'mcp-hooks: {option} does not go with --history, which reads what was committed\n')


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (None, StringIO()):
        monkeypatch.setattr(sys, 'stderr', stream)
        assert past._progress() is None
    terminal = Terminal()
    monkeypatch.setattr(sys, 'stderr', terminal)
    bar = past._progress()
    assert bar is not None
    bar(500, 1500)
    bar(1500, 1500)
    assert terminal.getvalue() == f'\r[{"#" * 10}{"." * 20}] 500 of 1,500 commits \r[{"#" * 30}] 1,500 of 1,500 commits '
    terminal.truncate(0)
    terminal.seek(0)
    bar.close()
    bar.close()
    assert terminal.getvalue() == '\r' + ' ' * len(f'[{"#" * 30}] 1,500 of 1,500 commits ') + '\r'


@pytest.mark.skipif(os.name != 'posix', reason='a terminal of POSIX')
def test_the_bar_is_cleared_from_the_terminal_at_the_end(here: Here) -> None:
    here.write('.mcp.json', CLEAN)
    here.commit()
    code, said, out = on_a_terminal([*PROGRAM, 'scan', '--history', 'HEAD'], 'stderr', folder=here.folder,
                                    environment={**os.environ, **ENVIRONMENT})
    assert (code, out) == (0, b'clean: 1 file checked\n')
    assert said.decode() == f'\r[{"#" * 30}] 1 of 1 commits \r{" " * 48}\r'
