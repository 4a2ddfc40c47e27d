"""Output that a shell sends elsewhere."""
from __future__ import annotations

import pytest
from marks import hits_of
from test_transport import check, mcp


@pytest.mark.parametrize(('line', 'severity'), [
    ('cd docs && docs-mcp > /dev/null', 'error'), ('docs-mcp >/tmp/docs.log 2>&1', 'error'), ('docs-mcp >> docs.log', 'error'),
    ('docs-mcp &> /tmp/x', 'error'), ('docs-mcp 1>&2', 'error'), ('exec docs-mcp > docs.log ;', 'error'),
    ("docs-mcp > '$LOG'", 'error'), ('docs-mcp &', 'warning'), ('nohup docs-mcp > docs.log &', 'warning'),
])
def test_output_that_the_client_never_sees(line: str, severity: str) -> None:
    check('.mcp.json', mcp(f'{{"command": "bash", "args": ["-lc", «"{line}"»]}}'), 'lost-output', [severity])


@pytest.mark.parametrize('line', [
    'docs-mcp 2> /dev/null', 'docs-mcp 2>> docs.log', 'docs-mcp | tee docs.log', 'npm install > /dev/null && docs-mcp',
    'npm install >/dev/null 2>&1; exec docs-mcp', 'docs-mcp > >(tee docs.log)', 'docs-mcp > /dev/stdout', 'docs-mcp >&3',
    "docs-mcp --only 'a > b'", 'docs-mcp $(cat a > b)', 'docs-mcp || echo failed > docs.log', 'docs-mcp; rm x > /dev/null',
    'docs-mcp & wait', 'if true; then docs-mcp > x; fi', 'cat <<E > x', 'docs-mcp \\\\> x', 'docs-mcp >', '>', '&', 'a >> ', "a > 'b",
    'docs-mcp # writes > docs.log', 'docs-mcp #> x\\n',
])
def test_output_that_the_client_sees(line: str) -> None:
    found = [rule.name for rule, _ in hits_of('.mcp.json', mcp(f'{{"command": "bash", "args": ["-c", "{line}"]}}'))]
    assert 'lost-output' not in found or line in ('&', "a > 'b")


def test_what_a_shell_does_not_redirect() -> None:
    check('.mcp.json', mcp('{"command": "nu", "args": ["-c", "docs-mcp (2 > 1) > 0"]}'), '', [])
    check('.mcp.json', mcp('{"command": "bash", "args": ["-c", «"docs-mcp --at=#a > x"»]}'), 'lost-output', ['error'])
