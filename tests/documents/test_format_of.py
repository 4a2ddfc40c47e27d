from __future__ import annotations

import subprocess
import sys

import pytest

from mcp_hooks.documents import format_of


@pytest.mark.parametrize(('path', 'format'), [
    ('.mcp.json', 'json'), ('a/b/.vscode/mcp.json', 'json'), ('opencode.jsonc', 'json'), ('x.code-workspace', 'json'),
    ('A\\B\\MCP.JSON', 'json'), ('notes.ipynb', 'json'),
    ('mcp.json.example', 'json'), ('.mcp.json.tmpl', 'json'), ('mcp.json.sample.bak', 'json'), ('mcp.json.bak2', 'json'),
        ('mcp.json~', 'json'),
    ('mcp.json-template', 'json'), ('mcp.example.json', 'json'),
    ('librechat.yaml', 'yaml'), ('a.yml.dist', 'yaml'), ('.codex/config.toml', 'toml'), ('config.toml.default', 'toml'),
    ('.env', 'env'), ('.env.local', 'env'), ('.env.example', 'env'), ('prod.env', 'env'), ('env', 'env'), ('.envrc', 'env'),
        ('example.env', 'env'),
    ('.env.json', 'json'), ('env.yaml', 'yaml'),
    ('agent.md', 'markdown'), ('rules.mdc', 'markdown'), ('README.txt', 'text'), ('Makefile', 'text'), ('x.unknown', 'text'),
        ('', 'text'),
])
def test_by_name(path, format):
    assert format_of(path, '') == format


@pytest.mark.parametrize(('text', 'format'), [
    (' \n{"a": 1}', 'json'), ('[1]', 'json'), ('["a"]', 'json'), ('[true]', 'json'), ('[]', 'json'),
    ('[mcp_servers.docs]\ncommand = 1', 'toml'), ('[[a]]\n', 'toml'), ('a: 1', 'text'), ('', 'text'),
])
def test_by_content_where_the_name_tells_nothing(text, format):
    assert format_of('servers', text) == format


def test_a_json_file_stays_json_whatever_is_in_it():
    assert format_of('mcp.json', '[a]\nb = 1') == 'json'
    assert format_of('mcp.json', 'a: 1') == 'json'


def test_clean_json_imports_nothing_but_what_it_needs():
    code = '''
import json, re, sys
before = set(sys.modules)
from mcp_hooks.documents import parse, format_of
from mcp_hooks.text import Lines, decode
text = decode(b'{"mcpServers": {"a": {"command": "npx", "args": ["-y"], "n": 1.5e3, "b": null}}}').text
document = parse(text, format_of('.mcp.json', text))
assert not document.problems
Lines(text).place(*document.root.span)
print(*sorted(set(sys.modules) - before))
'''
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=True)
    new = set(done.stdout.split())
    assert {name for name in new if name.startswith('mcp_hooks.documents.')} == {
        'mcp_hooks.documents.node', 'mcp_hooks.documents.jsonc'}
    assert new.isdisjoint({'dataclasses', 'inspect', 'pathlib', 'logging', 'subprocess', 'tomllib', 'ruamel', 'ruamel.yaml'})
