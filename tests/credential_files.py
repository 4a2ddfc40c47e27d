"""Whole files of many kinds with the credentials in them, made at run time: (path, text, credentials)."""

# ruff: noqa: E501, E741, UP031 — a file is one line here
from __future__ import annotations

import json

import fake
from fake import (
    LOWER,
    LOWER_DIGITS,
    base62,
    base64_bytes,
    base64_of,
    github_pat,
    google,
    letters,
    openai_short,
    private_key,
    uuid,
)

Sample = tuple[str, str, list[str]]


def _b2(seed: object, size: int = 36) -> str:
    return base62(size, ('s2', seed))


def _h2(seed: object, size: int = 40) -> str:
    return fake.hex(size, ('s2', seed))


def _b4(seed: object, size: int = 36) -> str:
    return base62(size, ('s4', seed))


def _h4(seed: object, size: int = 40) -> str:
    return fake.hex(size, ('s4', seed))


def _server(name: str = 'a', **entry: object) -> str:
    return json.dumps({'mcpServers': {name: {'command': 'x', **entry}}}, indent=1)


def _env(**env: str) -> str:
    return _server(env=env)


def first() -> list[Sample]:
    out = []

    def f(path, text, *want):
        out.append((path, text, list(want)))

    # TOML codex
    f(
        '.codex/config.toml',
        f'[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "x", "--api-key", "{_b2(1)}"]\n\n[mcp_servers.a.env]\nX_TOKEN = "{_b2(2)}"\nMODE = "fast"\n',
        _b2(1),
        _b2(2),
    )
    f(
        '.codex/config.toml',
        f'[mcp_servers.a]\nurl = "https://a.example/mcp"\nhttp_headers = {{ Authorization = "Bearer {_b2(3)}", X = "y" }}\n',
        _b2(3),
    )
    f(
        '.codex/config.toml',
        f'[mcp_servers.a]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "{github_pat(1)}"\n',
        github_pat(1),
    )
    f(
        '.codex/config.toml',
        f'[mcp_servers.a]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "A_TOKEN"\nenv_http_headers = {{ "X-Key" = "A_KEY" }}\n# old = "{github_pat(2)}"\n',
        github_pat(2),
    )
    f('.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\nenv_vars = ["HOME", "A_TOKEN"]\n')
    f(
        '.codex/config.toml',
        "[mcp_servers.a]\ncommand = 'x'\n[mcp_servers.a.env]\nDB_PASSWORD = 'kettle\\blue-99'\n",
        'kettle\\blue-99',
    )
    # YAML
    f(
        '.continue/mcpServers/a.yaml',
        f'name: a\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: a\n    command: npx\n    args:\n      - "-y"\n      - x\n      - --token\n      - {_b2(4)}\n    env:\n      API_KEY: {_h2(5)}\n      OTHER: ${{{{ secrets.X }}}}\n',
        _b2(4),
        _h2(5),
    )
    f(
        'librechat.yaml',
        f'mcpServers:\n  a:\n    type: streamable-http\n    url: https://a.example/mcp\n    headers:\n      Authorization: "Bearer {_b2(6)}"\n      X-User: "{{{{LIBRECHAT_USER_ID}}}}"\n',
        _b2(6),
    )
    f(
        'config.yaml',
        'mcpServers:\n  a:\n    command: x\n    env:\n      PRIVATE_KEY: |\n'
        + ''.join('        ' + l + '\n' for l in private_key('y').strip().split('\n'))
        + '      B: c\n',
        private_key('y').strip(),
    )
    f(
        'goose/config.yaml',
        f'extensions:\n  gh:\n    type: stdio\n    cmd: npx\n    args: [-y, x]\n    envs:\n      GITHUB_PERSONAL_ACCESS_TOKEN: {github_pat(3)}\n    env_keys: [A_TOKEN]\n',
        github_pat(3),
    )
    f(
        '.continue/config.yaml',
        f'models:\n  - name: gpt\n    provider: openai\n    apiKey: {openai_short(1)}\nmcpServers:\n  - name: a\n    command: x\n',
        openai_short(1),
    )
    # opencode
    f(
        'opencode.json',
        json.dumps(
            {
                'provider': {'openai': {'options': {'apiKey': openai_short(2)}}},
                'mcp': {
                    'a': {
                        'type': 'local',
                        'command': ['npx', '-y', 'x', '--api-key', _b2(7)],
                        'environment': {'K_TOKEN': _b2(8)},
                    }
                },
            }
        ),
        openai_short(2),
        _b2(7),
        _b2(8),
    )
    f(
        '.zed/settings.json',
        '{ // zed\n "context_servers": {"a": {"source":"custom","command":"x","args":[],"env":{"A_TOKEN":"%s"}, "settings": {"api_key": "%s"}}}}'
        % (_b2(9), _b2(10)),
        _b2(9),
        _b2(10),
    )
    # env
    f(
        'config/mcp.env',
        f'# MCP\nAPI_KEY={_b2(11)}\nexport TOKEN="{_h2(12)}"\nMODE=x\nDB_URL=postgres://a:{_b2(13, 16)}@db.corp.internal/x\nEMPTY=\nREF=${{X}}\nPASSWORD=\'blue-kettle-9\'\n',
        _b2(11),
        _h2(12),
        _b2(13, 16),
        'blue-kettle-9',
    )
    # markdown
    f(
        'README.md',
        f'# MCP server\n\n```json\n{{\n  "mcpServers": {{\n    "a": {{\n      "command": "npx",\n      "args": ["-y", "x", "--api-key", "{_b2(14)}"],\n      "env": {{ "A_TOKEN": "{_b2(15)}", "B": "your-token" }}\n    }}\n  }}\n}}\n```\n\nRun `claude mcp add a --env API_KEY={_b2(16)} -- npx -y x` or\n\n    claude mcp add --transport http a https://a.example/mcp --header "Authorization: Bearer {_b2(17)}"\n\nSet `OPENAI_API_KEY=sk-...` and GITHUB_TOKEN=<token>. The password: must be long. Token: optional.\n',
        _b2(14),
        _b2(15),
        _b2(16),
        _b2(17),
    )
    f(
        'docs/setup.md',
        f'codex mcp add a --env TOKEN={_h2(18)} -- npx x\n\ncode --add-mcp \'{{"name":"a","command":"x","env":{{"API_KEY":"{_b2(19)}"}}}}\'\n\n| var | example |\n|---|---|\n| `A_KEY` | `{github_pat(4)}` |\n',
        _h2(18),
        _b2(19),
        github_pat(4),
    )
    f(
        'scripts/setup.sh',
        f'#!/bin/sh\n# mcpServers\nexport MCP_TOKEN="{_b2(20)}"\nAPI_SECRET={_b2(21)}\nclaude mcp add x -e "KEY_TOKEN={_b2(22)}" -- npx x\ncurl -H "X-Api-Key: {_b2(23)}" https://a.example/mcp\ncurl -u bob:{_b2(24, 14)} https://a.example\nFOO=$(cat /run/secrets/x)\nTOKEN="$1"\nTOKEN=${{TOKEN:-}}\n',
        _b2(20),
        _b2(21),
        _b2(22),
        _b2(23),
        _b2(24, 14),
    )
    f('setup.ps1', f'$env:API_TOKEN = "{_b2(25)}"\nclaude mcp add x\n', _b2(25))
    f(
        'notes.ipynb',
        json.dumps(
            {
                'cells': [
                    {
                        'cell_type': 'code',
                        'source': [
                            f'!claude mcp add a --env API_TOKEN={_b2(26)} -- npx x\n',
                            'import os\n',
                            f'os.environ["OPENAI_API_KEY"] = "{openai_short(3)}"\n',
                        ],
                        'outputs': [],
                    }
                ],
                'nbformat': 4,
            }
        ),
        _b2(26),
        openai_short(3),
    )
    f(
        'setup.py',
        f'# mcpServers\nAPI_KEY = "{_b2(27)}"\nclient = Client(api_key="{_b2(28)}", token=os.environ["T"])\npassword = getpass()\nheaders = {{"Authorization": f"Bearer {{token}}"}}\n',
        _b2(27),
        _b2(28),
    )
    # broken JSON
    f(
        '.mcp.json',
        '{\n "mcpServers": {\n  "a": {\n   "command": "x"\n   "env": { "A_TOKEN": "%s" \n  "args": ["--api-key", "%s"]\n }'
        % (_b2(29), _b2(30)),
        _b2(29),
        _b2(30),
    )
    f('.mcp.json', '{"mcpServers": {"a": {"command": "x", "env": {A_TOKEN: \'%s\'}}}' % _b2(31), _b2(31))
    # comments
    f(
        '.vscode/mcp.json',
        '{\n "servers": {\n  // "a": {\n  //   "args": ["--api-key",\n  //     "%s"],\n  //   "headers": {"Authorization": "Bearer %s"}\n  // },\n  /*\n   "b": {"env": {"DB_PASSWORD": "%s"}}\n  */\n  "c": {"command": "x"} // token: see wiki\n }\n}'
        % (_b2(32), _b2(33), _b2(34, 16)),
        _b2(32),
        _b2(33),
        _b2(34, 16),
    )
    f(
        '.vscode/mcp.json',
        json.dumps(
            {
                'inputs': [
                    {'type': 'promptString', 'id': 'api_key', 'description': 'API key', 'password': True, 'default': _b2(35)}
                ],
                'servers': {'a': {'command': 'x', 'env': {'K': '${input:api_key}'}}},
            }
        ),
        _b2(35),
    )
    f(
        '.vscode/mcp.json',
        json.dumps(
            {
                'inputs': [
                    {
                        'type': 'promptString',
                        'id': 'api_key',
                        'description': 'API key for x',
                        'password': True,
                        'default': 'your-key',
                    }
                ],
                'servers': {'a': {'command': 'x', 'env': {'K': '${input:api_key}'}}},
            }
        ),
    )
    f(
        '.vscode/settings.json',
        json.dumps(
            {
                'mcp': {'servers': {'a': {'command': 'x'}}},
                'some.ext.apiKey': _b2(36),
                'other.tokenColor': '#ff0000',
                'editor.tokenColorCustomizations': {'x': 'y'},
                'http.proxy': 'http://bob:%s@proxy.corp.internal' % _b2(37, 14),
            }
        ),
        _b2(36),
        _b2(37, 14),
    )
    f(
        '.claude/settings.local.json',
        json.dumps(
            {
                'permissions': {
                    'allow': [
                        'Bash(export API_TOKEN=%s)' % _b2(38),
                        'Bash(curl -H "X-API-Key: %s" https://a.example)' % _b2(39),
                        'Bash(psql postgres://a:%s@db.corp.internal/x -c "select 1")' % _b2(40, 16),
                        'WebFetch(domain:a.example)',
                        'Bash(git commit -m "token: fix")',
                        'Bash(PGPASSWORD=%s psql -h db)' % _b2(41, 16),
                        'Read(//home/u/x/**)',
                        'Bash(GITHUB_TOKEN=$(gh auth token) npm run x)',
                        'mcp__github__create_issue',
                    ],
                    'deny': ['Read(.env)'],
                }
            }
        ),
        _b2(38),
        _b2(39),
        _b2(40, 16),
        _b2(41, 16),
    )
    f(
        '.claude/settings.json',
        json.dumps(
            {
                'env': {'ANTHROPIC_AUTH_TOKEN': _b2(42), 'MAX_THINKING_TOKENS': '8000'},
                'hooks': {
                    'PreToolUse': [
                        {
                            'hooks': [
                                {'type': 'command', 'command': 'curl -H "Authorization: Bearer %s" https://a.example' % _b2(43)}
                            ]
                        }
                    ]
                },
                'apiKeyHelper': '/bin/get-key.sh',
            }
        ),
        _b2(42),
        _b2(43),
    )
    f(
        'server.json',
        json.dumps(
            {
                '$schema': 'x',
                'name': 'io.a/b',
                'packages': [
                    {
                        'registryType': 'npm',
                        'identifier': 'x',
                        'environmentVariables': [
                            {'name': 'API_KEY', 'value': _b2(44), 'isSecret': True},
                            {'name': 'MODE', 'default': 'x'},
                            {'name': 'TOKEN', 'default': '{token}', 'isSecret': True},
                        ],
                    }
                ],
                'remotes': [
                    {
                        'type': 'streamable-http',
                        'url': 'https://a.example/mcp',
                        'headers': [{'name': 'Authorization', 'value': 'Bearer ' + _b2(45)}],
                    }
                ],
            }
        ),
        _b2(44),
        _b2(45),
    )
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {github_pat(5): 'GITHUB_TOKEN'}}}}), github_pat(5))
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': ['A_TOKEN=' + _b2(46), 'B=c']}}}), _b2(46))
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'type': 'http', 'url': 'https://a.example/mcp', 'headers': ['Authorization: Bearer ' + _b2(47)]}
                }
            }
        ),
        _b2(47),
    )
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'npx -y x --api-key ' + _b2(48)}}}), _b2(48))
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'sh', 'args': ['-c', 'A_TOKEN=%s npx x' % _b2(49)]}}}), _b2(49))
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'docker',
                        'args': ['run', '-i', '--rm', '-e', 'A_TOKEN', '-e', 'B_SECRET=' + _b2(50), 'img'],
                    }
                }
            }
        ),
        _b2(50),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'type': 'http',
                        'url': 'https://a.example/mcp',
                        'oauth': {'clientId': uuid(5), 'clientSecret': _b2(51)},
                    }
                }
            }
        ),
        _b2(51),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'type': 'http', 'url': 'https://a.example/mcp', 'auth': {'type': 'bearer', 'token': _b2(52)}}
                }
            }
        ),
        _b2(52),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'type': 'http', 'url': 'https://a.example/mcp', 'requestInit': {'headers': {'X-Api-Key': _b2(53)}}}
                }
            }
        ),
        _b2(53),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'x', '_comment': 'old token %s' % github_pat(6), 'description': 'uses token: your-token'}
                }
            }
        ),
        github_pat(6),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {'A': base64_of(json.dumps({'auths': {'ghcr.io': {'auth': base64_of('bob:' + _b2(54))}}}))},
                    }
                }
            }
        ),
        base64_of(json.dumps({'auths': {'ghcr.io': {'auth': base64_of('bob:' + _b2(54))}}})),
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'NPM_CONFIG__AUTH': base64_of('bob:' + _b2(55))}}}}),
        base64_of('bob:' + _b2(55)),
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'npm_config_//registry.npmjs.org/:_authToken': _b2(56)}}}}),
        _b2(56),
    )
    f(
        '.mcp.json',
        json.dumps(
            {'mcpServers': {'a': {'command': 'x', 'env': {'TWO': 'user=bob password=%s host=db.corp.internal' % _b2(57, 14)}}}}
        ),
        _b2(57, 14),
    )
    f(
        '.mcp.json',
        '{"mcpServers":{"a":{"command":"x","env":{"A_TOKEN":"%s","B":"\\u0067hp_%s"}}}}' % (_b2(58), github_pat(7)[4:]),
        _b2(58),
        github_pat(7),
    )
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'COOKIE': 'sid=%s; lang=de' % _b2(59)}}}}), _b2(59))
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {
                            'AZURE_OPENAI_KEY': _h2(60, 32),
                            'AZURE_OPENAI_ENDPOINT': 'https://x.openai.azure.com',
                            'AZURE_OPENAI_DEPLOYMENT': 'gpt-4o',
                        },
                    }
                }
            }
        ),
        _h2(60, 32),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'x', 'env': {'TWILIO_ACCOUNT_SID': 'AC' + _h2(61, 32), 'TWILIO_AUTH_TOKEN': _h2(62, 32)}}
                }
            }
        ),
        _h2(62, 32),
    )
    f(
        '.mcp.json',
        json.dumps(
            {'mcpServers': {'a': {'command': 'x', 'env': {'TRELLO_KEY': _h2(63, 32), 'TRELLO_TOKEN': 'ATTA' + _h2(64, 64)}}}}
        ),
        _h2(63, 32),
        'ATTA' + _h2(64, 64),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {
                            'JIRA_URL': 'https://a.atlassian.net',
                            'JIRA_USERNAME': 'bob@a.com',
                            'JIRA_API_TOKEN': 'ATATT3x' + 'FfGF0' + _b2(65, 170),
                        },
                    }
                }
            }
        ),
        'ATATT3x' + 'FfGF0' + _b2(65, 170),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {'MONGODB_URI': 'mongodb+srv://bob:%s@c0.abcde.mongodb.net/?appName=C' % _b2(66, 16)},
                    }
                }
            }
        ),
        _b2(66, 16),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'x', 'args': ['--connection', 'mysql://root:%s@10.1.2.3:3306/x' % 'Gr33nTea!cup']}
                }
            }
        ),
        'Gr33nTea!cup',
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'args': ['--db-password', 'Gr33nTea!cup', '--db-host', '10.1.2.3']}}}),
        'Gr33nTea!cup',
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'args': ['db', '--username', 'sa', '--password', 'P@ssw0rd!2024x']}}}),
        'P@ssw0rd!2024x',
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'x', 'env': {'PAYLOAD': json.dumps({'outer': json.dumps({'client_secret': _b2(67)})})}}
                }
            }
        ),
        _b2(67),
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'type': 'sse', 'url': 'https://mcp.example.com/sse/' + _b2(68, 40)}}}),
        _b2(68, 40),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {
                            'ALCHEMY': 'https://eth-mainnet.g.alchemy.com/v2/' + _b2(69, 32),
                            'INFURA': 'https://mainnet.infura.io/v3/' + _h2(70, 32),
                        },
                    }
                }
            }
        ),
        _b2(69, 32),
        _h2(70, 32),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {'SENTRY_DSN': 'https://%s:%s@o1.ingest.sentry.io/2' % (_h2(71, 32), _h2(72, 32))},
                    }
                }
            }
        ),
        _h2(72, 32),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {
                            'AZURE_STORAGE': 'https://a.blob.core.windows.net/c?sv=2022&se=2030-01-01&sr=c&sp=rl&sig=%s%%3D'
                            % _b2(73, 43)
                        },
                    }
                }
            }
        ),
        _b2(73, 43) + '%3D',
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'WG': 'PrivateKey = ' + base64_bytes(32, 74)}}}}),
        base64_bytes(32, 74),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {
                            'ETH_PRIVATE_KEY': '0x' + _h2(75, 64),
                            'MNEMONIC': 'violet copper lantern meadow thistle harbor pepper saddle walnut glacier marble ember',
                        },
                    }
                }
            }
        ),
        '0x' + _h2(75, 64),
        'violet copper lantern meadow thistle harbor pepper saddle walnut glacier marble ember',
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'x', 'env': {'USERPASS': 'bob:' + _b2(76, 14), 'BASIC_AUTH': 'bob:' + _b2(77, 14)}}
                }
            }
        ),
        _b2(76, 14),
        _b2(77, 14),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'x',
                        'env': {'PAT': _b2(78, 52).lower(), 'LINKEDIN_COOKIE': 'li_at=' + 'AQED' + _b2(79, 100)},
                    }
                }
            }
        ),
        _b2(78, 52).lower(),
        'AQED' + _b2(79, 100),
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'API_KEYS': _b2(80) + ',' + _b2(81)}}}}),
        _b2(80),
        _b2(81),
    )
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'TOKEN': ' ' + _b2(82) + ' '}}}}), _b2(82))
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'TOKEN': '"' + _b2(83) + '"'}}}}), _b2(83))
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'PASSWORD': 'пароль-Ёж-2024!'}}}}),
        'пароль-Ёж-2024!',
    )
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'env': {'пароль_токен': github_pat(8)}}}}), github_pat(8))
    f('.mcp.json', json.dumps({'mcpServers': {'a': {'command': 'x', 'args': [github_pat(9)]}}}), github_pat(9))
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {'command': 'npx', 'args': ['mcp-remote', 'https://a.example/mcp', '--header', 'X-Token:' + _b2(84)]}
                }
            }
        ),
        _b2(84),
    )
    f(
        '.mcp.json',
        json.dumps({'mcpServers': {'a': {'command': 'npx', 'args': ['mcp-remote', 'https://a.example/mcp?token=' + _b2(85)]}}}),
        _b2(85),
    )
    f(
        '.mcp.json',
        json.dumps(
            {
                'mcpServers': {
                    'a': {
                        'command': 'uvx',
                        'args': ['x', '--redis-url', 'redis://default:%s@r.corp.internal:6379' % _b2(86, 20)],
                    }
                }
            }
        ),
        _b2(86, 20),
    )
    return out


def second() -> list[Sample]:
    out = []

    def f(path, text, *want):
        out.append((path, text, list(want)))

    # real-world env of common servers, harmless
    f(
        '.mcp.json',
        _env(
            ATLASSIAN_EMAIL='a@b.com',
            CONFLUENCE_URL='https://x.atlassian.net/wiki',
            JIRA_USERNAME='bob',
            FIGMA_FILE_KEY=_b4(1, 22),
            NOTION_PAGE_ID=_h4(2, 32),
            CLOUDFLARE_ACCOUNT_ID=_h4(3, 32),
            CLOUDFLARE_ZONE_ID=_h4(4, 32),
            SPOTIFY_CLIENT_ID=_h4(5, 32),
            REDDIT_CLIENT_ID=_b4(6, 14),
            GITHUB_APP_ID='123456',
            DATABRICKS_HOST='https://dbc-a1b2c3d4-5678.cloud.databricks.com',
            SNOWFLAKE_ACCOUNT='xy12345.eu-central-1',
            AIRTABLE_BASE_ID='app' + _b4(7, 14),
            TWILIO_ACCOUNT_SID='AC' + _h4(8, 32),
            DISCORD_CLIENT_ID='123456789012345678',
            DD_SITE='datadoghq.eu',
            MEMORY_FILE_PATH='/data/memory.json',
            PUPPETEER_LAUNCH_OPTIONS='{ "headless": false, "executablePath": "C:/Program Files/Google/Chrome/chrome.exe", "args": [] }',
            AWS_PROFILE='default',
            FASTMCP_LOG_LEVEL='ERROR',
            BRAVE_API_KEY='YOUR_API_KEY_HERE',
            GOOGLE_MAPS_API_KEY='<YOUR_API_KEY>',
            KUBECONFIG='~/.kube/config',
            ALLOWED_DIRECTORIES='/a,/b',
            MCP_TRANSPORT='stdio',
            UV_INDEX_URL='https://pypi.org/simple',
            SUPABASE_PROJECT_REF=letters(20, LOWER, 9),
            LANGFUSE_HOST='https://cloud.langfuse.com',
            LANGFUSE_PUBLIC_KEY='pk-lf-' + '1234',
            POSTHOG_HOST='https://eu.i.posthog.com',
        ),
    )
    f(
        '.mcp.json',
        _server(
            args=[
                '-y',
                'supabase',
                '--db-url',
                'postgresql://postgres.[PROJECT-REF]:[YOUR-PASSWORD]@aws-0-eu-central-1.pooler.supabase.com:6543/postgres',
            ]
        ),
    )
    f(
        '.mcp.json',
        _server(
            args=[
                'run',
                '--mount',
                'type=bind,src=/x,dst=/y',
                '-v',
                '/Users/x:/data',
                '-p',
                '5432:5432',
                '--name',
                'mcp-' + letters(8, LOWER_DIGITS, 1),
                'img:1',
            ]
        ),
    )
    f(
        '.mcp.json',
        _server(args=['run', '--allow-env=API_KEY,TOKEN', '--allow-net=api.example.com', 'https://jsr.io/@x/y/1.0.0/main.ts']),
    )
    f('.mcp.json', _server(args=['--from', 'git+https://github.com/x/y@' + _h4(10, 40), 'x', '--verbose']))
    f(
        '.claude/settings.json',
        json.dumps(
            {
                'permissions': {
                    'allow': [
                        'Bash(curl -H "Authorization: Bearer $TOKEN" https://x.example)',
                        'Bash(export PATH="$PATH:/x")',
                        'Bash(node -e "console.log(process.env.API_KEY)")',
                        'WebFetch(domain:docs.example.com)',
                        'Bash(gh api repos/x/y --jq .token)',
                        'Bash(git log --format=%H)',
                        'Bash(git checkout ' + _h4(11, 40) + ')',
                        'Bash(PGPASSWORD=postgres psql -h localhost -U postgres)',
                        'Bash(docker pull x@sha256:' + _h4(12, 64) + ')',
                        'Bash(openssl rand -hex 32)',
                        'Bash(kubectl get secret x -o jsonpath={.data.token})',
                        'Bash(aws secretsmanager get-secret-value --secret-id prod/x)',
                        'Bash(ssh -i ~/.ssh/id_ed25519 u@h)',
                        'Bash(grep -rn "password" src)',
                        'Bash(API_KEY=test npm test)',
                        'Bash(npx playwright test --grep "login with token")',
                        'Bash(find . -name "*.key")',
                        'Skill(x)',
                        'mcp__x__get_token',
                        'Bash(TOKEN=dummy ./run)',
                        'Bash(SECRET_KEY=test-secret pytest)',
                    ]
                },
                'statusLine': {'type': 'command', 'command': '~/.claude/s.sh'},
            }
        ),
    )
    f(
        'README.md',
        """# X MCP server

Configure `mcpServers`:

| Variable | Default | Meaning |
|---|---|---|
| `API_KEY` | - | your API key |
| `TOKEN` | `none` | token: see below |
| `PASSWORD` | `changeme` | password=changeme |
| `SESSION_SECRET` | random | secret: 32 random bytes |

Get a key from https://console.example.com/keys?project=demo-1234 and set API_KEY: "your key".
- Password: at least 12 characters
- token = await getToken()
- const apiKey = process.env.API_KEY;
- headers: { Authorization: `Bearer ${token}` }
- curl -u "$USER:$PASS" https://x.example
- `--token <token>` `--api-key KEY` `--password PASSWORD`
- commit """
        + _h4(13, 40)
        + """ fixes #12
- sha256: """
        + _h4(14, 64)
        + """
- key: value, secret: keep it, pass: yes
- docker run -e API_KEY=$API_KEY -e TOKEN img
- Authorization: Basic <base64>
- "OPENAI_API_KEY": "sk-...", "ANTHROPIC_API_KEY": "sk-ant-..."
- export GITHUB_TOKEN=ghp_"""
        + 'x' * 36
        + """
- postgres://user:password@localhost:5432/db or postgresql://user:pass@host/db
- Bearer token, Basic auth, token-based authentication
- ![badge](https://img.shields.io/badge/x-y.svg?token=ABC)
- [![codecov](https://codecov.io/gh/x/y/branch/main/graph/badge.svg?token=FP0IUVBHBR)](https://codecov.io)
""",
    )
    f(
        '.vscode/settings.json',
        json.dumps(
            {
                'mcp': {'servers': {}},
                'workbench.colorTheme': 'Default Dark+',
                'editor.tokenColorCustomizations': {
                    'textMateRules': [{'scope': 'keyword', 'settings': {'foreground': '#C586C0'}}]
                },
                'github.copilot.chat.codeGeneration.instructions': [{'text': 'Never log the token: use the logger.'}],
                'cSpell.words': ['apikey', 'mcpserver', 'passwort'],
                'yaml.schemas': {'https://json.schemastore.org/x.json': '*.yaml'},
                'settingsSync.keybindingsPerPlatform': False,
                'terminal.integrated.env.linux': {'TOKEN': '${env:TOKEN}'},
                'some.license': 'MIT',
                'x.clientId': uuid(15),
                'y.telemetryId': _h4(16, 64),
            }
        ),
    )
    f(
        'package.json',
        json.dumps(
            {
                'name': 'x',
                'mcpServers': {},
                'scripts': {'start': 'API_KEY=$API_KEY node x', 'test': 'TOKEN=test jest'},
                'dependencies': {'secret-scanner': '^1.0.0'},
                'dist': {'integrity': 'sha512-' + base64_bytes(64, 17), 'shasum': _h4(18, 40)},
                'packageManager': 'pnpm@9.1.0+sha512.' + _h4(19, 128),
            }
        ),
    )
    f(
        'opencode.json',
        json.dumps(
            {
                '$schema': 'https://opencode.ai/config.json',
                'provider': {
                    'x': {
                        'options': {'baseURL': 'http://localhost:1234/v1', 'apiKey': 'lm-studio'},
                        'models': {'qwen2.5-coder-32b-instruct-q4_k_m': {'name': 'Qwen'}},
                    }
                },
                'mcp': {},
                'keybinds': {'leader': 'ctrl+x', 'session_share': 'none'},
                'share': 'manual',
                'agent': {'x': {'prompt': '{file:./p.md}', 'model': 'anthropic/claude-sonnet-4-20250514'}},
            }
        ),
    )
    # secrets
    f(
        '.mcp.json',
        _env(SENTRY_AUTH_TOKEN='sntrys_' + 'eyJ' + _b4(20, 80) + '_' + _b4(21, 43), LINEAR=('lin_' + 'api_' + _b4(22, 40))),
        'sntrys_' + 'eyJ' + _b4(20, 80) + '_' + _b4(21, 43),
        'lin_' + 'api_' + _b4(22, 40),
    )
    f(
        '.mcp.json',
        _env(
            ATLASSIAN_API_KEY=_b4(23, 24),
            ZENDESK_API_TOKEN=_b4(24, 40),
            CONFLUENCE_PASSWORD='Kaffee!Tasse33',
            JENKINS_TOKEN='11' + _h4(25, 32),
            SONAR_TOKEN='squ_' + _h4(26, 40),
            BITBUCKET_APP_PASSWORD='ATBB' + _b4(27, 32),
        ),
        _b4(23, 24),
        _b4(24, 40),
        'Kaffee!Tasse33',
        '11' + _h4(25, 32),
        'squ_' + _h4(26, 40),
        'ATBB' + _b4(27, 32),
    )
    f(
        '.mcp.json',
        _env(
            MONGODB_URI='mongodb://svc:' + _b4(28, 20) + '@10.0.0.4:27017/admin?authSource=admin',
            REDIS_URL='rediss://default:' + _b4(29, 32) + '@eu1-x.upstash.io:6379',
        ),
        _b4(28, 20),
        _b4(29, 32),
    )
    f('.mcp.json', _server(args=['--header', 'Cookie: session=' + _b4(30, 40)]), _b4(30, 40))
    f('.mcp.json', _server(args=['--token-value', _b4(32), '--region', 'eu']), _b4(32))
    f('.mcp.json', _server(headers={'Authorization': 'Bearer ' + _b4(33, 12)}), _b4(33, 12))
    f('.mcp.json', _server(headers={'X-Custom-Auth': _h4(34, 16)}), _h4(34, 16))
    f('.mcp.json', _server(env={'AUTH_HEADER': 'Authorization: Bearer ' + _b4(35)}), _b4(35))
    f('.mcp.json', _server(env={'HEADERS': json.dumps({'Authorization': 'Bearer ' + _b4(36)})}), _b4(36))
    f('.mcp.json', _server(env={'EXTRA_ARGS': '--header "X-Api-Key: ' + _b4(37) + '" --verbose'}), _b4(37))
    f(
        '.mcp.json',
        _server(env={'API_TOKEN': _b4(38, 8) + '-' + _b4(39, 4) + '-' + _b4(40, 4) + '-' + _b4(41, 12)}),
        _b4(38, 8) + '-' + _b4(39, 4) + '-' + _b4(40, 4) + '-' + _b4(41, 12),
    )
    f('.mcp.json', _server(env={'SECRET_1': _b4(42, 20), 'SECRET_2': _b4(43, 20)}), _b4(42, 20), _b4(43, 20))
    f('.mcp.json', _server(env={'DB_PASS': 'p@$$w0rd-Xy7!'}), 'p@$$w0rd-Xy7!')
    f('.mcp.json', _server(env={'PASSWORD': 'Spring2025'}), 'Spring2025')
    f('.mcp.json', _server(env={'PASSWORD': 'MyC0mpany#Admin'}), 'MyC0mpany#Admin')
    f('.mcp.json', _server(env={'PASSWORD': 'liverpoolfc'}), 'liverpoolfc')
    f('.mcp.json', _server(env={'SMB_PASSWORD': 'Tischlampe'}), 'Tischlampe')
    f('.mcp.json', _server(env={'KEY': 'sk_live_' + _b4(44, 24)}), 'sk_live_' + _b4(44, 24))
    f(
        '.mcp.json',
        _server(args=['sh', '-c', 'curl -s -u admin:' + _b4(45, 12) + ' https://x.corp.internal | jq .']),
        _b4(45, 12),
    )
    f('.mcp.json', _server(args=['sh', '-c', 'psql "host=db.corp.internal password=' + _b4(46, 14) + ' user=x"']), _b4(46, 14))
    f('.mcp.json', _server(args=['sh', '-c', 'mysql -h db -u root -p' + _b4(47, 14)]), _b4(47, 14))
    f('.mcp.json', _server(args=['sh', '-c', 'sshpass -p ' + _b4(48, 14) + ' ssh u@h']), _b4(48, 14))
    f('.mcp.json', _server(args=['ssh', '-o', 'ProxyCommand=x', 'u@h', 'API_KEY=' + _b4(49) + ' npx x']), _b4(49))
    f('.mcp.json', _server(args=['wsl', 'bash', '-ic', 'export X_API_KEY=' + _b4(50) + '; x']), _b4(50))
    f(
        'gemini-extension.json',
        json.dumps(
            {
                'name': 'x',
                'mcpServers': {'a': {'command': 'x', 'env': {'GEMINI_API_KEY': google(1)}}},
                'settings': [{'name': 'API Key', 'envVar': 'API_KEY', 'sensitive': True}],
            }
        ),
        google(1),
    )
    f(
        '.codex/config.toml',
        '[mcp_servers.a]\ncommand = "x"\nargs = [\n  "--api-key",\n  "%s", # mine\n]\nstartup_timeout_sec = 20\n[model_providers.x]\nenv_key = "OPENAI_API_KEY"\nhttp_headers = { "X-Key" = "%s" }\nexperimental_bearer_token = "%s"\n'
        % (_b4(51), _b4(52), _b4(53)),
        _b4(51),
        _b4(52),
        _b4(53),
    )
    f(
        'docker-compose.yml',
        'services:\n  mcp:\n    image: x/mcp-server\n    environment:\n      - API_KEY=%s\n      - MODE=x\n  db:\n    environment:\n      POSTGRES_PASSWORD: %s\n      mcpServers: x\n'
        % (_b4(54), _b4(55, 16)),
        _b4(54),
        _b4(55, 16),
    )
    f(
        'k8s.yaml',
        'kind: ConfigMap\ndata:\n  mcp.json: |\n    {"mcpServers": {"a": {"env": {"API_KEY": "%s"}}}}\n' % _b4(56),
        _b4(56),
    )
    return out
