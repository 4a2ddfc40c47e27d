"""Programs of the wrong platform, and cmd where it is not."""
from __future__ import annotations

import pytest
from marks import files_of, marked, severities_of, spans_of
from test_breakage import entry

from mcp_hooks.rules.platforms import check_windows


@pytest.mark.parametrize(
    ('platforms', 'command', 'found'),
    [
        (('windows', 'linux'), 'npx', True),
        (('linux',), 'npx', False),
        ((), 'npx', False),
        (('windows',), 'npx.cmd', False),
        (('windows',), 'cmd', False),
        (('linux', 'macos'), 'cmd', True),
        (('windows',), 'uvx', False),
        (('linux',), 'C:\\x\\docs.exe', True),
    ],
)
def test_platforms(platforms: tuple[str, ...], command: str, found: bool) -> None:
    file = files_of('.mcp.json', entry(command=command, args=['/c', 'npx'] if command == 'cmd' else ['-y', 'docs-mcp']))[0]
    file.platforms = platforms
    assert bool(list(check_windows(file.servers[0]))) is found


@pytest.mark.parametrize(
    'text',
    [
        entry(command='npx', args=['«/c»', 'docs-mcp']),
        entry(command='cmd', args=['/c', 'npx']),
        entry(command='cmd', args=['«npx»', '-y']),
        entry(command='cmd.exe', args=['/d', '/C', 'npx']),
        entry(command='sh', args=['«/c»', 'x']),
        entry(command='cmd', args=['/d/s/c', 'npx']),
        entry(command='%COMSPEC%', args=['/c', 'npx']),
        entry(command='bash', args=['«-C»', 'npx docs-mcp']),
        entry(command='bash', args=['-C']),
        entry(command='docs-mcp', args=['/config']),
    ],
)
def test_slash_c(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'misplaced-slash-c') == marked(text)


@pytest.mark.parametrize(('command', 'severity'), [('npx', 'error'), ('python3', 'error'), ('docs-mcp', 'warning')])
def test_slash_c_may_be_a_programs_own(command: str, severity: str) -> None:
    text = entry(command=command, args=['/c', 'x'])
    assert severities_of('.mcp.json', text, 'misplaced-slash-c') == [severity]


@pytest.mark.parametrize(
    'text',
    [
        entry(command='cmd', args=['/c', '«tools/start.bat»']),
        entry(command='cmd.exe', args=['/d', '/c', '«./start.cmd --port 1»']),
        entry(command='cmd', args=['/c', '«node_modules/.bin/docs-mcp»', '--a/b']),
        entry(command='cmd', args=['/c', 'tools\\start.bat']),
        entry(command='cmd', args=['/c', 'C:/tools/start.bat']),
        entry(command='cmd', args=['/c', '%USERPROFILE%/start.bat']),
        entry(command='cmd', args=['/c', 'npx', '-y', '@docs/mcp']),
        entry(command='cmd', args=['/c', '"tools/start.bat"']),
        entry(command='cmd', args=['/c', '@echo/off']),
        entry(command='cmd', args=['/c', '/c']),
        entry(command='cmd', args=['/c', '']),
        entry(command='bash', args=['-c', 'tools/start.sh']),
    ],
)
def test_a_path_with_slashes_is_no_program_for_cmd(text: str) -> None:
    text = text.replace('"«', '«"').replace('»"', '"»')
    assert spans_of('.mcp.json', text, 'misplaced-slash-c') == marked(text)
