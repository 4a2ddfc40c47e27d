"""Options as data: the short way and argparse agree, and only what needs argparse loads it."""
from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_hooks
from mcp_hooks import cli
from mcp_hooks.commands import check, fix, scan
from mcp_hooks.options import Option, add_to, quick

OPTIONS = (
    Option('files', nargs='*'),
    Option('--one', action='store_true', group='a group'),
    Option('--two', '-t', dest='other', action='store_true'),
    Option('--value', default='x'),
    Option('--list', action='append', default=[]),
    Option('--number', type=int),
)


def slow(argv: list[str]) -> dict[str, object]:
    parser = ArgumentParser(allow_abbrev=False)
    add_to(parser, OPTIONS)
    return vars(parser.parse_intermixed_args(argv))


@given(st.lists(st.sampled_from(('a', 'b c', '', '-', './-x', '--one', '--two', '-t', 'é')), max_size=6))
def test_names_and_flags_mean_the_same_to_both(argv: list[str]) -> None:
    short = quick(OPTIONS, argv)
    assert short is not None
    assert vars(short) == slow(argv)


@pytest.mark.parametrize('argv', [['--value', 'x'], ['--value=x'], ['--on'], ['--help'], ['-h'], ['--'], ['-x'], ['a', '--list', 'b'],
                                  ['--number', '1']])
def test_everything_else_is_left_to_argparse(argv: list[str]) -> None:
    assert quick(OPTIONS, argv) is None


def test_defaults_are_not_shared() -> None:
    first, second = quick(OPTIONS, []), quick(OPTIONS, [])
    assert first is not None
    assert second is not None
    first.list.append('x')
    assert second.list == []
    assert OPTIONS[4].default == []


def test_a_command_with_other_positional_arguments_is_left_to_argparse() -> None:
    assert quick((Option('names', nargs='+'),), ['a']) is None
    assert quick((Option('--only', action='store_true'),), ['a']) is None


@pytest.mark.parametrize('command', cli.COMMANDS)
def test_every_command_can_be_asked_for_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command, '--help'])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f'usage: mcp-hooks {command}')


@pytest.mark.parametrize('module', [check, scan, fix])
def test_options_are_written_once_and_explained(module: object) -> None:
    flags = [flag for option in module.OPTIONS for flag in option.flags]  # type: ignore[attr-defined]
    assert len(flags) == len(set(flags))
    assert all(option.about.get('help') or option.flags == ('--color',) for option in module.OPTIONS)  # type: ignore[attr-defined]


def test_what_a_hook_passes_loads_next_to_nothing(tmp_path: Path) -> None:
    entry = {'command': 'npx', 'args': ['-y', '@scope/api-docs-server@1.20.3', '--log-level', 'info', '/home/me/development/notes'],
             'env': {'API_KEY': '${API_KEY}', 'CACHE_DIR': '${HOME}/.cache/docs-server'}, 'timeout': 60000}
    remote = {'type': 'http', 'url': 'https://docs.example/mcp', 'headers': {'Authorization': 'Bearer ${DOCS_TOKEN}'}}
    (tmp_path / '.mcp.json').write_text(json.dumps({'mcpServers': {'docs': remote, 'files': entry}}, indent=2))
    code = (f'import sys; sys.path.insert(0, {str(Path(mcp_hooks.__file__).parent.parent)!r})\nfrom mcp_hooks import hooks\n'
            'print(hooks.check([".mcp.json"]), sorted({"argparse", "gettext", "locale", "shutil", "subprocess", "typing", "dataclasses", '
            '"inspect", "pathlib", "logging", "ruamel", "tomllib", "urllib.request", '
            '"json", "re", "enum", "hashlib", "functools", "collections"} & set(sys.modules)))')
    done = subprocess.run([sys.executable, '-I', '-S', '-c', code], cwd=tmp_path, capture_output=True, encoding='utf-8', check=True)
    assert done.stdout == '0 []\n'
