"""What a hostile file repeats ten thousand times: the time grows with the text, not with its square."""
from __future__ import annotations

import pytest
from pace import within

from mcp_hooks.documents.node import STRING, Document, Node, Problem
from mcp_hooks.engine import Options, run
from mcp_hooks.rules import config_rules
from mcp_hooks.rules.entry import spoiled
from mcp_hooks.sources.source import Source

MANY = 3000
SECONDS = 4.0  # of the processor; each of these took more than 10 when it was quadratic


def many(pattern: str, between: str = ',') -> str:
    return between.join(pattern.replace('#', str(number)) for number in range(MANY))


ARGS = '{"mcpServers": {' + many('"s#": {"command": "a", "args": [1]}') + '}}'
INPUTS = ('{"inputs": [' + many('{"type": "promptString", "id": "key#", "description": "key"}') + '], "servers": {'
          + many('"s#": {"command": "a", "env": {"A": "${input:key#}", "B": "${input:other#}"}}') + '}}')
USER_CONFIG = ('{"name": "a", "mcpServers": {' + many('"s#": {"command": "a", "env": {"A": "${user_config.k#}"}}')
               + '}, "userConfig": {' + many('"q#": 1') + '}}')
TABLES = many('[mcp_servers."a#.env"]\nA = "1"\n[mcp_servers."a#"]\ncommand = "x"\n', '')
CONTAINER = ('{"mcpServers": {"a": {"command": "docker", "args": ["run", ' + many('"-e", "N#"') + ', "image"], "env": {'
             + many('"M#": "1"') + '}}}}')

ONE_VALUE = ('{"mcpServers": {"a": {"command": "a", "env": {"A": "\\t' + 'postgres://app:Tr0ub4dor@db.example/ ' * 300 + 'word ' * 60_000
             + '"}}}}')


@pytest.mark.parametrize(('path', 'text'), [
    pytest.param('.mcp.json', ARGS, id='rules that cover others'),
    pytest.param('.vscode/mcp.json', INPUTS, id='inputs'),
    pytest.param('.claude-plugin/plugin.json', USER_CONFIG, id='user config'),
    pytest.param('.codex/config.toml', TABLES, id='quoted tables'),
    pytest.param('.mcp.json', CONTAINER, id='variables of a container'),
    pytest.param('.mcp.json', ONE_VALUE, id='credentials in one value with an escape'),
])
def test_time_grows_with_the_text(path: str, text: str) -> None:
    options = Options(tuple(config_rules()))
    report, _ = within(SECONDS, lambda: run([Source(path, text.encode())], options))
    assert report.errors == []


def test_a_spoiled_entry_is_found_among_many_mistakes() -> None:
    """It is asked of every server, and a mistake, or a comment where none may be, can stand beside each."""
    document = Document('', 'json')
    document.problems = [Problem('comment' if at % 20 else 'missing-comma', at, at + 1, '') for at in range(0, 200_000, 10)]
    nodes = [Node(STRING, at, at + 9) for at in range(1, 200_000, 10)]
    nodes += [Node(STRING, at, at) for at in (0, 10, 20, 199_980, 199_990, 300_000)]
    found = within(SECONDS, lambda: [spoiled(document, node) for node in nodes])
    assert found[:4] == [False, True, False, True], 'at 10 is a comment, at 20 a mistake'
    assert found[:-6].count(True) == 9_999
    assert found[-6:] == [True, False, True, True, False, False]
