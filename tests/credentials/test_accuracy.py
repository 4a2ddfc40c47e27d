"""Recall and precision on credentials and look-alikes of many kinds, each in a configuration of its own."""

from __future__ import annotations

import json

import credential_files
import credential_samples as samples

from mcp_hooks import documents
from mcp_hooks.clients.entries import config_files
from mcp_hooks.credentials.places import Found, credentials
from mcp_hooks.engine import Options, examine
from mcp_hooks.rules import config_rules
from mcp_hooks.sources.source import Source

SECRETS = [*samples.first_secrets(), *samples.second_secrets()]
HARMLESS = [*samples.first_harmless(), *samples.second_harmless()]


def found_in(where: str, name: str, value: object) -> list[Found]:
    """What counts (a note does not) in a configuration that holds the value."""
    entry: dict[str, object] = {'command': 'x-mcp'}
    if where == 'env':
        entry['env'] = {name: value, 'LOG_LEVEL': 'info'}
    elif where == 'header':
        entry = {'type': 'http', 'url': 'https://mcp.vendor.example/mcp', 'headers': {name: value}}
    elif where == 'args':
        entry['args'] = value
    else:
        entry = {'type': 'http', 'url': value}
    document = documents.parse(json.dumps({'mcpServers': {'a': entry}}, indent=1, ensure_ascii=False), 'json')
    return [one for one in credentials(document, config_files('.mcp.json', document)) if one.verdict.severity != 'note']


def test_each_credential_is_found_once_and_at_its_place() -> None:
    wrong = []
    for number, (where, name, value, secret) in enumerate(SECRETS):
        found = found_in(where, name, value)
        if len(found) != 1:
            wrong.append(f'{number} {where} {name}: {len(found)} findings')
        elif found[0].verdict.form != 'encoded':
            text = found[0].secret.replace('\\n', '\n')
            if text not in secret and secret not in text:
                wrong.append(f'{number} {where} {name}: another part')
    assert wrong == []
    assert len(SECRETS) > 450


def test_each_harmless_value_is_left_alone() -> None:
    wrong = []
    for number, (where, name, value, _) in enumerate(HARMLESS):
        wrong += [f'{number} {where} {name}: {one.verdict.reason}' for one in found_in(where, name, value)]
    assert wrong == []
    assert len(HARMLESS) > 850


def test_files_of_many_kinds() -> None:
    """Configurations of several clients, README, scripts, notebooks, env files, broken text: all are found, nothing else is."""
    options = Options(tuple(rule for rule in config_rules() if rule.category == 'credential'))
    wrong = []
    for number, (path, text, wanted) in enumerate([*credential_files.first(), *credential_files.second()]):
        examined = examine(Source(path, text.encode()), options)
        found = [examined.secrets[one] for one in examined.findings if one.severity != 'note' and one in examined.secrets]
        left = [secret.strip() for secret in wanted]
        for one in found:
            match = next((secret for secret in left if one.strip() in secret or secret in one), None)
            if match is None:
                wrong.append(f'{number} {path}: one too many')
            else:
                left.remove(match)
        wrong += [f'{number} {path}: one is missed'] * len(left)
    assert wrong == []
