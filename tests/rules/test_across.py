"""One name, two servers, in the files of two clients."""

from __future__ import annotations

import json

import pytest
from marks import files_of

from mcp_hooks.rules.across import check_conflict, folder_of


def conflicts(*files: tuple[str, str]) -> list[tuple[str, str]]:
    """(path, server) of each finding."""
    opened = [files_of(path, text)[0] for path, text in files]
    return [(file.path, hit.at.text if hit.at else '') for file, hit in check_conflict(opened)]


def file(root: str = 'mcpServers', **servers: object) -> str:
    return json.dumps({root: servers})


URL, OTHER = {'type': 'http', 'url': 'https://wiki.example/mcp'}, {'url': 'https://wiki-staging.example/mcp'}
LOCAL = {'command': '/opt/wiki/bin/wiki', 'args': ['serve']}


@pytest.mark.parametrize(
    ('one', 'other', 'found'),
    [
        (URL, OTHER, True),
        (LOCAL, OTHER, True),
        (URL, URL, False),
        (LOCAL, LOCAL, False),
        (URL, {'url': 'http://wiki.example/sse/'}, False),
        (URL, {'command': 'npx', 'args': ['-y', 'mcp-remote@0.1.16', 'https://wiki.example/mcp']}, False),
        (OTHER, {'command': 'npx', 'args': ['-y', 'mcp-remote@0.1.16', 'https://wiki.example/mcp']}, True),
        (URL, {'url': 'https://${env:WIKI}/mcp'}, False),
        (URL, {'command': 'npx', 'args': ['-y', '@acme/wiki-mcp']}, False),
        (
            {'command': 'npx', 'args': ['-y', '@acme/wiki-mcp@1.0.0']},
            {'command': 'cmd', 'args': ['/c', 'npx', '@acme/wiki-mcp@latest']},
            False,
        ),
        ({'command': 'npx', 'args': ['-y', '@acme/wiki-mcp']}, {'command': 'npx', 'args': ['-y', '@other/wiki-mcp']}, True),
        (
            {'command': 'docker', 'args': ['run', '-i', 'acme/wiki:1']},
            {'command': 'docker', 'args': ['run', '-i', 'acme/wiki:2']},
            False,
        ),
        ({'command': 'docker', 'args': ['run', '-i', 'acme/wiki:1']}, {'command': 'uvx', 'args': ['wiki-mcp']}, False),
        ({'command': 'node', 'args': ['dist/a.js']}, {'command': 'node', 'args': ['dist/b.js']}, False),
        ({'command': 'wiki-mcp'}, {'command': 'wiki-old-mcp'}, True),
        ({'url': 'http://localhost:1/mcp', 'type': 'http'}, {'url': 'http://localhost:2/mcp'}, False),
        ({'url': 'http://localhost:1/mcp', 'type': 'http'}, LOCAL, False),
        (7, OTHER, False),
        ({}, OTHER, False),
    ],
)
def test_name_conflict(one: object, other: object, found: bool) -> None:
    files = ('.mcp.json', file(wiki=one)), ('.cursor/mcp.json', file(wiki=other, same={'command': 'x'}))
    wanted = [('.cursor/mcp.json', 'wiki')] if found else []
    assert conflicts(*files) == wanted
    assert conflicts(*reversed(files)) == wanted


def test_the_last_of_two_equal_keys_counts() -> None:
    text = '{"mcpServers": {"wiki": {"type": "http", "url": "https://wiki.example/mcp"}, "wiki": {"command": "/opt/wiki"}}}'
    assert conflicts(('.mcp.json', text), ('.cursor/mcp.json', file(wiki=OTHER))) == [('.cursor/mcp.json', 'wiki')]


@pytest.mark.parametrize(
    'path',
    [
        'packages/a/.cursor/mcp.json',
        '.cursor/mcp.json.example',
        '.windsurf/mcp.json',
        'servers.json',
        'sub/.mcp.json',
        '.codeium/windsurf/mcp_config.json',
    ],
)
def test_files_that_do_not_stand_side_by_side(path: str) -> None:
    assert conflicts(('.mcp.json', file(wiki=URL)), (path, file(wiki=OTHER))) == []


@pytest.mark.parametrize(
    ('path', 'folder'),
    [
        ('.mcp.json', ''),
        ('.cursor/mcp.json', ''),
        ('a/b/.kiro/settings/mcp.json', 'a/b'),
        ('a/opencode.json', 'a'),
        ('.ai/mcp/mcp.json', ''),
    ],
)
def test_folder_of(path: str, folder: str) -> None:
    assert folder_of(path) == folder
