"""A check in a module that is loaded for the first text with something to look at: what the look before it lets go, the check
would let go as well."""
from __future__ import annotations

import inspect
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from marks import files_of
from typical import TYPICAL

from mcp_hooks import rules
from mcp_hooks.rules.rule import FILE, TREE, Rule
from mcp_hooks.servers import ConfigFile

EVERY = {rule.name: inspect.getclosurevars(rule.check).nonlocals for rule in rules.config_rules()
         if rule.check.__qualname__.startswith('later.') and rule.subject != TREE}
ODD = (
    '"args": ["--name=\\"a b\\"", "--x y", "\u2013y", "C:\\tools\\new", "~/x"]', '"args": ["run --rm x"], "env": {"A": "\'b\'"}',
    '"args": ["--env-file", ".env", "--DOTENV=.env"]', '"envFile": "${workspaceFolder}/.env", "cwd": "~/x"',
    '"env": {"\u00a0A": "${input:a}"}', '"args": ["-c", "npx -y x"], "type": "sse"', '"url": "https://mcp.linear.app/sse"',
    '"args": ["mcp-remote", "https://mcp.linear.app/sse"]', '"type": "SSE", "url": "https://a.example/sse/"', '"transport": {"url": "x"}',
    '"args": ["mcp-remote", "http://a.example/sse"]', '"args": ["-y"]', '"args": ["npm", "start"], "type": "stdio"',
    '"timeout": 9999999, "disabled": "yes", "Args": 7, "envs": {}', '"env": ["A=b"], "headers": null',
)


@cache
def texts() -> tuple[tuple[str, str], ...]:
    found = [example for rule in rules.config_rules() for example in (rule.bad, rule.good) if example]
    found += [(path, text) for _, path, text in TYPICAL]
    for odd in ODD:
        for path, begin in (('.mcp.json', '{"mcpServers": '), ('.vscode/mcp.json', '{"inputs": [{"id": "b"}, 5], "servers": ')):
            found.append((path, f'{begin}{{"a": {{"command": "x", {odd}}}}}}}'))
            found.append((path, f'{begin}{{"a": {{{odd}}}}}}}'))
    return tuple(found)


def every_reader() -> list[ConfigFile]:
    files = [file for path, text in texts() for file in files_of(path, text)]
    for file in files:
        file.tracked = lambda path: True
        file.platforms = ('windows', 'linux')
    return files


def test_there_are_some() -> None:
    assert {found['module'] for found in EVERY.values()} >= {'inputs', 'env_files', 'spelling'}


@pytest.mark.parametrize('name', EVERY)
def test_the_look_before_lets_go_what_the_check_lets_go(name: str) -> None:
    rule: Rule = rules.find(name)  # type: ignore[assignment]
    behind: dict[str, Any] = EVERY[name]
    check = getattr(__import__(f'mcp_hooks.rules.{behind["module"]}', fromlist=[behind['name']]), behind['name'])
    fired = 0
    for file in every_reader():
        for subject in [file] if rule.subject == FILE else file.servers:
            found = list(check(subject))
            fired += bool(found)
            assert list(rule.check(subject)) == found, file.document.text
    assert fired, 'no text above has anything for it'


def test_a_clean_file_loads_none_of_them() -> None:
    clean = '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}, "a": {"command": "a", "args": ["-y"]}}}'
    code = ('import sys; from mcp_hooks.api import check_text; '
            f'assert check_text({clean!r}, ".mcp.json") == []; print(*sys.modules)')
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=True)
    loaded = {name.rpartition('.')[2] for name in done.stdout.split() if name.startswith('mcp_hooks.rules.')}
    assert not loaded & {found['module'] for found in EVERY.values()}
    assert 'shape' in loaded
