"""A tilde that nobody expands, a relative path that leads nowhere."""
from __future__ import annotations

import pytest
from marks import marked, spans_of
from test_breakage import entry, npx


@pytest.mark.parametrize(
    'text',
    [
        npx('-y', 'docs-mcp', '«~/notes»').replace('"«', '«"').replace('»"', '»"'),
        npx('-y', 'docs-mcp', '--dir=«~/notes»'),
        npx('-y', 'docs-mcp', 'a~/b', '~tilde', 'x=~/y', 'about ~5'),
        entry(command='sh', args=['-c', 'exec ~/bin/docs']),
        entry(command='zsh', args=['-lc', '~/bin/docs']),
        entry(command='wsl.exe', args=['-d', 'Ubuntu', '--cd', '~', 'npx', 'docs-mcp']),
        entry(command='wsl', args=['~/docs/run.sh', '--dir=~/docs']),
        entry(command='wsl', args=['--cd', '~', '-e', 'node', '~/x']).replace('"~/x"', '"«~/x»"'),
    ],
)
def test_tilde(text: str) -> None:
    text = text.replace('«"', '"«')
    assert spans_of('.mcp.json', text, 'tilde-path') == marked(text)


def test_tilde_in_command_and_in_an_editor_that_resolves_it() -> None:
    text = '{"mcpServers": {"d": {"command": «"~/bin/docs"»}}}'
    assert spans_of('.mcp.json', text, 'tilde-path') == marked(text)
    assert spans_of('.vscode/mcp.json', '{"servers": {"d": {"command": "~/bin/docs", "args": ["~/x"]}}}', 'tilde-path') == []


@pytest.mark.parametrize(
    'text',
    [
        '{"mcpServers": {"d": {"command": «"./docs"», "args": [«"../x.js"», "x/y.js", "./a b", "."]}}}',
        '{"mcpServers": {"d": {"command": "sh", "args": ["-c", "./docs"]}}}',
        '{"mcpServers": {"d": {"command": "node", "args": ["/opt/docs/x.js"]}}}',
    ],
)
def test_relative(text: str) -> None:
    assert spans_of('claude_desktop_config.json', text, 'relative-path') == marked(text)
    assert spans_of('.mcp.json', text, 'relative-path') == []
