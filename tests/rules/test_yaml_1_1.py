"""Plain words of YAML as PyYAML types them: each line was compared with what yaml.safe_load makes of it."""
from __future__ import annotations

import fake
import pytest
from marks import fix_text

from mcp_hooks.api import check_text
from mcp_hooks.documents.node import BOOLEAN, NULL, NUMBER, OBJECT, STRING
from mcp_hooks.engine import read
from mcp_hooks.rules.yaml_1_1 import DATE, kind_of
from mcp_hooks.sources.source import Source

KINDS = {
    BOOLEAN: 'yes Yes YES no on Off OFF true False',
    NUMBER: '1 -1 +1 0 010 1_000 0x1F 0b11 12:30 190:20:30.15 1. .5 1.5e+3 .inf -.inf .nan',
    DATE: '2026-01-31 2026-01-31T10:00:00Z',
    STRING: 'yEs y n 1e3 1.5e3 0o17 0912 1.2.3 v1 127.0.0.1 . _1 "yes" \'1_000\' 2026-1-31 !!str',
    NULL: '~ null',
    OBJECT: '{yes: 1}',
}


@pytest.mark.parametrize(('word', 'kind'), [
    (word, kind) for kind, words in KINDS.items() for word in ([words] if kind == OBJECT else words.split())])
def test_kind(word: str, kind: str) -> None:
    document = read(Source('a.yaml', f'a: {word}\n'.encode()))
    assert document.root is not None
    node = document.root.get('a')
    assert node is not None
    assert kind_of(document, node) == kind


@pytest.mark.parametrize(('path', 'written', 'told'), [
    ('mcp_agent.config.yaml', '1_000', 'a number'), ('fastagent.config.yaml', 'on', 'true or false'),
    ('fastagent.secrets.yaml', '2026-01-31', 'a date'), ('librechat.yaml', 'on', ''), ('mcp_agent.config.yaml', '1e3', '')])
def test_env(path: str, written: str, told: str) -> None:
    top = 'mcpServers:\n  docs:\n' if path == 'librechat.yaml' else 'mcp:\n  servers:\n    docs:\n'
    space = top.splitlines()[-1].index('d') + 2
    text = f'{top}{" " * space}command: docs-mcp\n{" " * space}args: []\n{" " * space}env: {{LEVEL: {written}}}\n'
    client = 'mcp-agent' if path.startswith('mcp') else 'fast-agent'
    message = f'`LEVEL` in `env` is {told}; {client} takes strings only: put quotes around it'
    assert [(f.name, f.severity, f.message) for f in check_text(text, path)] == ([('env-not-strings', 'error', message)] if told else [])
    if told:
        assert f'LEVEL: "{written}"' in fix_text(path, text)[0]


@pytest.mark.parametrize(('config', 'severities'), [
    ('{transport: websocket}', []),  # the address, with a key in it, stands in the file of secrets
    ('{transport: sse, url: ""}', []),
    ('{description: docs}', ['warning']),
    ('{command: docs-mcp, env: {DOCS_KEY: null}}', ['warning']),
    ('{command: docs-mcp, env: {DOCS_KEY: 1}}', ['error']),
    ('{command: docs-mcp, env: {DOCS_KEY: "${DOCS_KEY}"}}', ['warning']),
    ('{command: docs-mcp, args: ["--key=${DOCS_KEY}"]}', ['error']),
    ('{command: docker, args: [run, -i, --rm, -e, DOCS_KEY, "docs/mcp:1.0"]}', []),
])
def test_what_the_file_of_secrets_may_add(config: str, severities: list[str]) -> None:
    assert [f.severity for f in check_text(f'mcp: {{servers: {{docs: {config}}}}}\n', 'mcp_agent.config.yaml')] == severities


def test_where_a_credential_belongs() -> None:
    text = f'mcp:\n  servers:\n    docs:\n      command: docs-mcp\n      env:\n        GITHUB_TOKEN: {fake.github_pat()}\n'
    helps = {path: [f.help or '' for f in check_text(text, path)] for path in (
        'mcp_agent.config.yaml', 'mcp_agent.secrets.yaml', 'fastagent.config.yaml', 'fastagent.secrets.yaml')}
    assert all(len(found) == 1 for found in helps.values())
    assert helps['mcp_agent.config.yaml'][0].startswith(
        'Move it to the same place in `mcp_agent.secrets.yaml`, a file that git should ignore.')
    assert helps['mcp_agent.secrets.yaml'][0].startswith('Let git ignore this file, and commit a sample of it with placeholders.')
    assert helps['fastagent.config.yaml'][0].startswith('Put `${GITHUB_TOKEN}` in its place')
    assert helps['fastagent.secrets.yaml'][0].startswith('Put `${GITHUB_TOKEN}` in its place')
