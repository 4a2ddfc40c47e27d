"""Which files there are, how often, and what each can hold."""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.accuracy_set import files_docs as docs
from benchmarks.accuracy_set import files_json as js
from benchmarks.accuracy_set import files_text as text
from benchmarks.accuracy_set.build import Item, Server, servers, text_of

LOCAL = frozenset({'env', 'docker', 'flag', 'eq', 'arg', 'args', 'json', 'b64', 'shell', 'urlarg'})
MOST = LOCAL | {'url', 'header', 'key'}


class Form(NamedTuple):
    """``count`` says how often in 300 files; ``make`` gives the text of the file at ``path``."""

    path: str
    count: int
    places: frozenset[str]
    make: Callable[[list[Server], random.Random], str]


def dialect(name: str, /, **around: object) -> Callable[[list[Server], random.Random], str]:
    return lambda all_servers, rng: js.plain(all_servers, rng, name, dict(around))


FORMS = (
    Form('.mcp.json', 40, MOST, js.plain),
    Form('.mcp.json', 4, MOST, js.one_line),
    Form('.cursor/mcp.json', 28, MOST, dialect('cursor')),
    Form('claude_desktop_config.json', 14, LOCAL | {'key'}, dialect('desktop', globalShortcut='Ctrl+Space')),
    Form('.gemini/settings.json', 8, MOST, dialect('gemini', theme='Default')),
    Form('gemini-extension.json', 3, MOST, dialect('gemini', name='tools', version='1.0.0')),
    Form('.qwen/settings.json', 3, MOST, dialect('gemini')),
    Form('.roo/mcp.json', 5, MOST, dialect('roo')),
    Form('.kiro/settings/mcp.json', 5, MOST, dialect('kiro')),
    Form('cline_mcp_settings.json', 4, MOST, dialect('cline')),
    Form('mcp_config.json', 5, MOST, dialect('windsurf')),
    Form('.junie/mcp/mcp.json', 3, LOCAL, dialect('junie')),
    Form('.amazonq/mcp.json', 3, MOST, dialect('amazonq')),
    Form('mcp.json', 6, MOST, dialect('claude')),
    Form('.copilot/mcp-config.json', 2, MOST, dialect('copilot')),
    Form('.factory/mcp.json', 2, MOST, dialect('claude')),
    Form('.vscode/settings.json', 4, MOST, js.user_settings),
    Form('app.code-workspace', 2, MOST, js.workspace),
    Form('.devcontainer/devcontainer.json', 3, MOST, js.devcontainer),
    Form('opencode.json', 10, MOST, js.opencode),
    Form('opencode.jsonc', 4, MOST, js.opencode),
    Form('crush.json', 3, MOST, js.crush),
    Form('.zed/settings.json', 8, MOST, js.zed),
    Form('.amp/settings.json', 2, MOST, js.amp),
    Form('.claude.json', 2, MOST, js.nested),
    Form('.codex/config.toml', 18, MOST, text.codex),
    Form('.continue/config.yaml', 6, MOST, text.continued),
    Form('.continue/mcpServers/team.yaml', 3, MOST, text.continued),
    Form('librechat.yaml', 8, MOST, text.librechat),
    Form('.config/goose/config.yaml', 3, MOST, text.goose),
    Form('docker-compose.yml', 4, frozenset({'env', 'flag', 'eq', 'arg'}), text.compose),
    Form('.claude/agents/tracker.md', 2, MOST, text.agent),
    Form('README.md', 20, MOST, docs.readme),
    Form('docs/mcp.md', 6, MOST, docs.readme),
    Form('scripts/setup-mcp.sh', 9, MOST - {'key'}, docs.script),
    Form('setup.ipynb', 3, MOST - {'key'}, docs.notebook),
    Form('.mcp.json', 8, MOST, docs.broken),
    Form('.cursor/mcp.json', 4, MOST, docs.broken),
)
VSCODE = Form('.vscode/mcp.json', 34, MOST | {'input'}, lambda s, r: js.vscode(s, r, []))
SETTINGS = Form('.claude/settings.local.json', 9, frozenset({'perm', 'env'}), js.plain)
ENV = Form('config/mcp.env', 4, frozenset({'env'}), js.plain)
ALL = (*FORMS, VSCODE, SETTINGS, ENV)


def forms(count: int, rng: random.Random) -> list[Form]:
    """``count`` forms in the proportions of the table."""
    bag = [form for form in ALL for _ in range(form.count)]
    while len(bag) < count:
        bag += rng.sample(bag, min(len(bag), count - len(bag)))
    rng.shuffle(bag)
    return bag[:count]


def accepts(form: Form, item: Item) -> bool:
    if item.name == 'bearer_token_env_var':
        return form.path.endswith('config.toml')
    return item.place in form.places


def make(form: Form, items: list[Item], rng: random.Random) -> dict[str, str]:
    """Path → text, with marks."""
    if form is SETTINGS:
        return {rng.choice((form.path, '.claude/settings.json')): js.settings(items, rng)}
    if form is ENV:
        config = '{\n  "servers": {\n    "tools": {\n      "type": "stdio",\n      "command": "tools-mcp",\n      "envFile": "${workspaceFolder}/config/mcp.env"\n    }\n  }\n}\n'
        return {form.path: text.env_file({i.name: text_of(i, rng)[-1] for i in items}, rng), '.vscode/mcp.json': config}
    built = servers(items, rng)
    if form is VSCODE:
        return {form.path: js.vscode(built, rng, items)}
    return {form.path: form.make(built, rng)}
