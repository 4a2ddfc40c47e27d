"""A right configuration for every kind of file, as people write it: what each client's documentation shows, and a little more.

Nothing here may be reported by default. Tests of other kinds (damage, fixes) take these as what was there before. A client that is
new has its own in its case file (see ``cases``).
"""

# ruff: noqa: E501 — configurations are written as people write them
from __future__ import annotations

from cases import kinds_with_a_case, typical

TYPICAL: tuple[tuple[str, str, str], ...] = (
    ('claude-code-project', '.mcp.json', """{
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer ${GITHUB_TOKEN}" }
    },
    "postgres": {
      "command": "npx",
      "args": ["-y", "@bytebase/dbhub@0.11.5", "--dsn", "${DATABASE_URL:-postgres://localhost:5432/dev}"],
      "env": { "LOG_LEVEL": "info" },
      "timeout": 60000
    },
    "local-tools": { "type": "stdio", "command": "./tools/mcp-server", "args": [], "env": {} }
  }
}
"""),
    ('claude-code-settings', '.claude/settings.json', """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": { "allow": ["mcp__github__search_issues", "Bash(npm run test:*)"], "deny": ["Read(.env)"] },
  "enabledMcpjsonServers": ["github", "docs"],
  "disabledMcpjsonServers": ["filesystem"],
  "env": { "MCP_TIMEOUT": "30000" }
}
"""),
    ('claude-code-managed', 'deploy/managed-mcp.json', """{
  "mcpServers": {
    "company": { "type": "http", "url": "https://mcp.corp.example/mcp", "headers": { "X-Team": "platform" } },
    "linter": { "type": "stdio", "command": "/usr/local/bin/company-linter-mcp", "args": ["--strict"] }
  }
}
"""),
    ('claude-code-plugin-manifest', 'plugins/review/.claude-plugin/plugin.json', """{
  "name": "review",
  "version": "1.2.0",
  "description": "Reviews pull requests.",
  "author": { "name": "The Reviewers" },
  "userConfig": { "token": { "type": "string", "title": "Token", "description": "API token", "sensitive": true } },
  "mcpServers": {
    "review": {
      "command": "node",
      "args": ["${CLAUDE_PLUGIN_ROOT}/server/index.js"],
      "env": { "REVIEW_TOKEN": "${user_config.token}", "DATA": "${CLAUDE_PLUGIN_DATA}" }
    }
  }
}
"""),
    ('claude-code-plugin-manifest', '.claude-plugin/plugin.json', """{
  "name": "tools",
  "description": "Tools",
  "version": "0.1.0",
  "mcpServers": "./.mcp.json"
}
"""),
    ('claude-code-plugin-mcp', 'plugins/slack/.mcp.json', """{
  "slack": { "type": "sse", "url": "https://mcp.slack.example/sse" }
}
""".replace('"sse", "url": "https://mcp.slack.example/sse"', '"http", "url": "https://mcp.slack.example/mcp"')),
    ('claude-code-marketplace', '.claude-plugin/marketplace.json', """{
  "name": "team-plugins",
  "owner": { "name": "Team", "email": "team@example.com" },
  "plugins": [
    {
      "name": "deploy",
      "source": "./plugins/deploy",
      "description": "Deployments",
      "mcpServers": { "deploy": { "command": "${CLAUDE_PLUGIN_ROOT}/bin/deploy-mcp", "args": ["serve"] } }
    }
  ]
}
"""),
    ('claude-code-agent', '.claude/agents/browser.md', """---
name: browser
description: Looks at pages
tools: Read, mcp__playwright__browser_navigate
mcpServers:
  - github
  - playwright:
      type: stdio
      command: npx
      args: ["-y", "@playwright/mcp@0.0.41"]
---

Open the page and describe what is on it.
"""),
    ('claude-desktop', 'examples/claude_desktop_config.json', """{
  "globalShortcut": "Alt+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "/srv/projects"]
    },
    "remote": {
      "command": "npx",
      "args": ["-y", "mcp-remote@0.1.29", "https://mcp.example.com/mcp"]
    }
  }
}
"""),
    ('vscode-workspace', '.vscode/mcp.json', """{
  // Servers of this workspace
  "inputs": [
    { "type": "promptString", "id": "perplexity-key", "description": "Perplexity API Key", "password": true },
  ],
  "servers": {
    "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/" },
    "perplexity": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "server-perplexity-ask@0.1.3"],
      "env": { "PERPLEXITY_API_KEY": "${input:perplexity-key}", "ROOT": "${workspaceFolder}/docs", "PORT": 8080 },
      "envFile": "${workspaceFolder}/.env",
      "dev": { "watch": "src/**/*.ts", "debug": { "type": "node" } },
    },
  },
}
"""),
    ('vscode-settings', '.vscode/settings.json', """{
  "editor.formatOnSave": true, // always
  "chat.mcp.access": "all",
  "chat.mcp.autostart": "newAndOutdated",
  "files.exclude": { "**/node_modules": true },
}
"""),
    ('vscode-code-workspace', 'app.code-workspace', """{
  "folders": [{ "path": "." }],
  "settings": {
    "editor.tabSize": 2,
    "mcp": {
      "servers": { "docs": { "type": "http", "url": "https://docs.example.com/mcp" } },
    },
  },
}
"""),
    ('devcontainer', '.devcontainer/devcontainer.json', """{
  "image": "mcr.microsoft.com/devcontainers/typescript-node:latest",
  "customizations": {
    "vscode": {
      "extensions": ["dbaeumer.vscode-eslint"],
      "mcp": {
        "servers": {
          "playwright": { "command": "npx", "args": ["-y", "@microsoft/mcp-server-playwright@0.0.4"] },
          "api": { "type": "http", "url": "https://api.example.com/mcp", "headers": { "X-User": "${localEnv:USER}" } },
        },
      },
    },
  },
}
"""),
    ('cursor', '.cursor/mcp.json', """{
  "mcpServers": {
    "linear": { "url": "https://mcp.linear.app/mcp" },
    "figma": { "url": "https://mcp.figma.example/mcp", "headers": { "X-Figma-Token": "${env:FIGMA_TOKEN}" } },
    "local": {
      "type": "stdio",
      "command": "python",
      "args": ["${workspaceFolder}/tools/mcp-server.py"],
      "env": { "API_KEY": "${env:API_KEY}" },
      "envFile": ".env"
    }
  }
}
"""),
    ('cursor-plugin', 'plugin/.cursor-plugin/plugin.json', """{
  "name": "design",
  "version": "1.0.0",
  "description": "Design tools",
  "mcpServers": "./mcp.json"
}
"""),
    ('visual-studio', '.vs/mcp.json', """{
  "inputs": [
    { "id": "github_pat", "type": "promptString", "description": "GitHub personal access token", "password": true }
  ],
  "servers": {
    "github": { "type": "stdio", "command": "docker", "args": ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server:0.18.0"], "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "${input:github_pat}" } },
    "remote": { "url": "https://api.githubcopilot.com/mcp/" }
  }
}
"""),
    ('copilot-cli', '.github/mcp.json', """{
  "mcpServers": {
    "playwright": { "type": "local", "command": "npx", "args": ["-y", "@playwright/mcp@0.0.41"], "tools": ["*"], "env": { "DEBUG": "$DEBUG" } },
    "docs": { "type": "http", "url": "https://docs.example.com/mcp", "headers": { "Authorization": "Bearer ${DOCS_TOKEN}" }, "tools": ["search"] }
  }
}
"""),
    ('copilot-agent-md', '.github/agents/triage.agent.md', """---
name: triage
description: Sorts issues
tools: ["read", "sentry/*"]
mcp-servers:
  sentry:
    type: local
    command: npx
    args: ['-y', '@sentry/mcp-server@0.20.0']
    tools: ["*"]
    env:
      SENTRY_ACCESS_TOKEN: ${{ secrets.COPILOT_MCP_SENTRY_TOKEN }}
  docs:
    type: http
    url: https://docs.example.com/mcp
    headers:
      Authorization: Bearer $COPILOT_MCP_DOCS_TOKEN
    tools: ["*"]
---

Sort the issues.
"""),
    ('windsurf', '.codeium/windsurf/mcp_config.json', """{
  "mcpServers": {
    "github": { "command": "docker", "args": ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server:0.18.0"], "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "${env:GITHUB_TOKEN}" } },
    "remote": { "serverUrl": "https://mcp.example.com/mcp", "headers": { "API_KEY": "Bearer ${env:AUTH_TOKEN}" }, "disabled": false, "disabledTools": ["delete"] }
  }
}
"""),
    ('cline', 'docs/cline_mcp_settings.json', """{
  "mcpServers": {
    "local": { "command": "python3", "args": ["/opt/mcp/server.py"], "env": { "API_KEY": "${env:API_KEY}" }, "autoApprove": ["read"], "disabled": false, "timeout": 120 },
    "remote": { "type": "streamableHttp", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer ${env:TOKEN}" }, "autoApprove": [], "disabled": true },
    "github.com/modelcontextprotocol/servers/tree/main/src/memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory@2025.9.25"] }
  }
}
"""),
    ('roo-code', '.roo/mcp.json', """{
  "mcpServers": {
    "local": { "command": "node", "args": ["${workspaceFolder}/server.js"], "env": { "API_KEY": "${env:API_KEY}" }, "cwd": "${workspaceFolder}", "alwaysAllow": ["tool1"], "watchPaths": ["dist/index.js"], "disabled": false, "timeout": 300 },
    "remote": { "type": "streamable-http", "url": "https://mcp.example.com/mcp", "headers": { "X-API-Key": "${env:KEY}" }, "disabledTools": ["x"] }
  }
}
"""),
    ('kilo-legacy', '.kilocode/mcp.json', """{
  "mcpServers": {
    "context7": { "type": "streamable-http", "url": "https://mcp.context7.com/mcp", "alwaysAllow": ["get-library-docs"] },
    "local": { "command": "node", "args": ["build/index.js"], "env": { "KEY": "${env:KEY}" }, "timeout": 60, "disabled": false }
  }
}
"""),
    ('kilo', 'kilo.jsonc', """{
  "$schema": "https://app.kilo.ai/config.json",
  // servers
  "mcp": {
    "context7": { "type": "remote", "url": "https://mcp.context7.com/mcp", "headers": { "KEY": "{env:CONTEXT7_API_KEY}" }, "enabled": true },
    "local": { "type": "local", "command": ["npx", "-y", "some-mcp@1.0.0"], "environment": { "A": "{env:A}" }, "timeout": 15000 },
  },
}
"""),
    ('continue-yaml', '.continue/mcpServers/sqlite.yaml', """name: SQLite
version: 0.0.1
schema: v1
mcpServers:
  - name: sqlite
    type: stdio
    command: npx
    args: ["-y", "mcp-sqlite@1.0.7", "db.sqlite"]
    env:
      API_KEY: ${{ secrets.SQLITE_KEY }}
  - name: remote
    type: streamable-http
    url: https://mcp.example.com/mcp
    requestOptions:
      headers:
        Authorization: "Bearer ${{ secrets.REMOTE_TOKEN }}"
"""),
    ('continue-yaml', '.continue/config.yaml', """name: My assistant
version: 1.0.0
schema: v1
models:
  - name: GPT
    provider: openai
    model: gpt-5
    apiKey: ${{ secrets.OPENAI_API_KEY }}
mcpServers:
  - name: Playwright
    command: npx
    args:
      - -y
      - "@playwright/mcp@0.0.41"
"""),
    ('continue-json', '.continue/mcpServers/claude.json', """{
  "mcpServers": {
    "docs": { "type": "http", "url": "https://docs.example.com/mcp" },
    "local": { "type": "stdio", "command": "uvx", "args": ["docs-mcp==1.2.0"], "env": { "DOCS_KEY": "${DOCS_KEY}" } }
  }
}
"""),
    ('continue-config-json', '.continue/config.json', """{
  "models": [],
  "experimental": {
    "modelContextProtocolServers": [
      { "transport": { "type": "stdio", "command": "uvx", "args": ["mcp-server-sqlite==2025.4.25", "--db-path", "app.db"] } }
    ]
  }
}
"""),
    ('codex', '.codex/config.toml', """model = "gpt-5-codex"
approval_policy = "on-request"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp@1.0.20"]
env_vars = ["CONTEXT7_API_KEY"]
startup_timeout_sec = 20
tool_timeout_sec = 60.5

[mcp_servers.context7.env]
LOG_LEVEL = "warn"

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Team" = "FIGMA_TEAM" }
enabled = false
enabled_tools = ["get_screenshot"]
"""),
    ('gemini-settings', '.gemini/settings.json', """{
  // Gemini
  "ui": { "theme": "GitHub" },
  "mcp": { "allowed": ["docs", "python-tools"] },
  "mcpServers": {
    "python-tools": { "command": "python", "args": ["-m", "my_mcp_server", "--port", "8080"], "cwd": "./mcp-servers/python", "env": { "DATABASE_URL": "$DB_CONNECTION_STRING", "API_KEY": "${EXTERNAL_API_KEY}" }, "timeout": 15000, "trust": false },
    "docs": { "httpUrl": "https://docs.example.com/mcp", "headers": { "Authorization": "Bearer $DOCS_TOKEN" }, "includeTools": ["search"] }
  }
}
"""),
    ('gemini-extension', 'gemini-extension.json', """{
  "name": "my-extension",
  "version": "1.0.0",
  "mcpServers": {
    "my-server": { "command": "node", "args": ["${extensionPath}${/}dist${/}server.js"], "cwd": "${extensionPath}" }
  },
  "contextFileName": "GEMINI.md",
  "excludeTools": ["run_shell_command"]
}
"""),
    ('gemini-agent', '.gemini/agents/researcher.md', """---
name: researcher
description: Looks things up
kind: local
mcp_servers:
  search:
    command: npx
    args: ["-y", "search-mcp@2.0.0"]
    include_tools: ["find"]
---

Look it up.
"""),
    ('opencode', 'opencode.json', """{
  "$schema": "https://opencode.ai/config.json",
  "model": "anthropic/claude-sonnet-4-5",
  "mcp": {
    "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "enabled": true, "headers": { "Authorization": "Bearer {env:JIRA_TOKEN}" } },
    "everything": { "type": "local", "command": ["npx", "-y", "@modelcontextprotocol/server-everything@2025.9.25"], "environment": { "KEY": "{file:~/.secrets/key}" }, "timeout": 10000 }
  },
  "tools": { "everything_*": false }
}
"""),
    ('zed', '.zed/settings.json', """// Folder-specific settings
{
  "tab_size": 2,
  "context_servers": {
    "local": { "command": "docs-mcp", "args": ["--stdio"], "env": {} },
    "remote": { "url": "https://mcp.example.com/mcp", "headers": { "X-Team": "docs" } },
    "mcp-server-postgres": { "settings": { "database_url": "postgresql://localhost/dev" } },
  },
}
"""),
    ('inspector', 'inspector.json', """{
  "mcpServers": {
    "default-server": { "type": "stdio", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything@2025.9.25"], "env": { "HELLO": "hi" }, "protocolEra": "auto" },
    "http": { "type": "http", "url": "http://localhost:3000/mcp", "protocolEra": "modern", "requestTimeout": 30000 }
  }
}
"""),
    ('junie', '.junie/mcp/mcp.json', """{
  "mcpServers": {
    "laravel-boost": { "command": "php", "args": ["artisan", "boost:mcp"] }
  }
}
"""),
    ('jetbrains-ai-assistant', '.ai/mcp/mcp.json', """{
  "mcpServers": {
    "docs": { "command": "uvx", "args": ["docs-mcp==1.0.0"], "env": { "LEVEL": "debug" } },
    "remote": { "url": "https://mcp.example.com/mcp" }
  }
}
"""),
    ('antigravity', '.agents/mcp_config.json', """{
  "mcpServers": {
    "angular-cli": { "command": "npx", "args": ["-y", "@angular/cli@20.3.0", "mcp"] },
    "remote": { "serverUrl": "https://mcp.example.com/mcp", "headers": { "X-Team": "docs" }, "disabled": true }
  }
}
"""),
    ('qwen-settings', '.qwen/settings.json', """{
  "mcpServers": {
    "http": { "httpUrl": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer $TOKEN" }, "timeout": 5000 },
    "py": { "command": "python", "args": ["-m", "my_server"], "env": { "API_KEY": "${API_KEY}" }, "trust": true, "includeTools": ["a"] }
  },
  "mcp": { "excluded": ["py"] }
}
"""),
    ('crush', 'crush.json', """{
  "$schema": "https://charm.land/crush.json",
  "mcp": {
    "filesystem": { "type": "stdio", "command": "node", "args": ["server.js"], "timeout": 120, "disabled": false, "env": { "NODE_ENV": "production" } },
    "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/", "headers": { "Authorization": "Bearer $GH_PAT" } }
  }
}
"""),
    ('amp', '.amp/settings.json', """{
  // Amp
  "amp.mcpServers": {
    "playwright": { "command": "npx", "args": ["-y", "@playwright/mcp@0.0.41", "--headless"] },
    "linear": { "url": "https://mcp.linear.app/mcp" },
  },
}
"""),
    ('augment', '.augment/settings.json', """{
  "mcpServers": {
    "context7": { "type": "http", "url": "https://mcp.context7.com/mcp" },
    "local": { "command": "docs-mcp", "args": ["serve"], "env": { "LEVEL": "info" } }
  }
}
"""),
    ('factory-droid', '.factory/mcp.json', """{
  "mcpServers": {
    "linear": { "type": "http", "url": "https://mcp.linear.app/mcp", "disabled": false },
    "playwright": { "type": "stdio", "command": "npx", "args": ["-y", "@playwright/mcp@0.0.41"], "disabled": false }
  }
}
"""),
    ('amazon-q', '.amazonq/mcp.json', """{
  "mcpServers": {
    "fetch": { "command": "uvx", "args": ["mcp-server-fetch==2025.4.7"], "env": { "KEY": "$FETCH_KEY" }, "timeout": 60000, "disabled": false },
    "remote": { "type": "http", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer ${env:TOKEN}" } }
  }
}
"""),
    ('amazon-q-agent', '.amazonq/cli-agents/aws.json', """{
  "name": "aws",
  "description": "AWS",
  "mcpServers": {
    "fetch": { "command": "fetch3.1", "args": [] },
    "git": { "command": "git-mcp", "args": [], "env": { "GIT_CONFIG_GLOBAL": "/dev/null" }, "timeout": 120000 }
  },
  "tools": ["fs_read", "@git", "@fetch/fetch_url"],
  "allowedTools": ["@git/git_status"]
}
"""),
    ('kiro', '.kiro/settings/mcp.json', """{
  "mcpServers": {
    "web-search": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-bravesearch@1.0.0"], "env": { "BRAVE_API_KEY": "${BRAVE_API_KEY}" }, "disabled": false, "autoApprove": ["search"] },
    "api": { "url": "https://api.example.com/mcp", "headers": { "Authorization": "Bearer ${TOKEN}" }, "disabledTools": ["delete"] }
  }
}
"""),
    ('goose', 'dotfiles/.config/goose/config.yaml', """GOOSE_PROVIDER: anthropic
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  github:
    args: ["-y", "@modelcontextprotocol/server-github@2025.4.8"]
    cmd: npx
    enabled: true
    env_keys: [GITHUB_PERSONAL_ACCESS_TOKEN]
    envs: {}
    name: GitHub
    timeout: 300
    type: stdio
  remote:
    enabled: false
    name: remote
    type: streamable_http
    uri: https://mcp.example.com/mcp
    headers: {}
    timeout: 300
"""),
    ('goose-recipe', 'recipes/release-recipe.yaml', """version: "1.0.0"
title: Release notes
description: Writes the notes
instructions: Read the log.
extensions:
  - type: stdio
    name: codesearch
    cmd: uvx
    args: ["mcp_codesearch==1.0.0"]
    timeout: 300
    bundled: false
    description: Search
    enabled: true
"""),
    ('librechat', 'librechat.yaml', """version: 1.2.1
cache: true
endpoints:
  agents:
    recursionLimit: 50
mcpServers:
  everything:
    type: streamable-http
    url: https://mcp.example.com/mcp
    headers:
      Authorization: "Bearer ${MCP_TOKEN}"
      X-User: "{{LIBRECHAT_USER_ID}}"
    timeout: 60000
    initTimeout: 15000
  puppeteer:
    type: stdio
    command: npx
    args:
      - -y
      - "@modelcontextprotocol/server-puppeteer@2025.5.12"
    env:
      KEY: ${PUPPETEER_KEY}
    serverInstructions: true
"""),
    ('lm-studio', 'dotfiles/.lmstudio/mcp.json', """{
  "mcpServers": {
    "hf": { "url": "https://huggingface.co/mcp" },
    "local": { "command": "uvx", "args": ["docs-mcp==1.0.0"] }
  }
}
"""),
    ('anythingllm', 'storage/plugins/anythingllm_mcp_servers.json', """{
  "mcpServers": {
    "face": { "command": "npx", "args": ["-y", "my-face@1.0.0"], "env": { "LEVEL": "1" } },
    "remote": { "type": "streamable", "url": "https://mcp.example.com/mcp", "headers": { "X-Team": "a" }, "anythingllm": { "autoStart": false } }
  }
}
"""),
    ('warp', '.warp/.mcp.json', """{
  "mcpServers": {
    "sentry": { "url": "https://mcp.sentry.dev/mcp" },
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "/srv/data"], "working_directory": "/srv" }
  }
}
"""),
    ('trae', '.trae/mcp.json', """{
  "mcpServers": {
    "github": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-github@2025.4.8"], "env": { "LEVEL": "1" }, "fromGalleryId": "modelcontextprotocol.servers_github" },
    "remote": { "url": "https://mcp.example.com/mcp" }
  }
}
"""),
    ('mcpo', 'mcpo/config.json', """{
  "mcpServers": {
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory@2025.9.25"] },
    "time": { "command": "uvx", "args": ["mcp-server-time==2025.9.25", "--local-timezone=America/New_York"], "disabledTools": ["convert_time"] },
    "remote": { "type": "streamable-http", "url": "https://mcp.example.com/mcp", "headers": { "X-Team": "a" } },
    "old": { "type": "streamable_http", "url": "http://127.0.0.1:8002/mcp" }
  }
}
"""),
    ('mcp-proxy', 'mcp-proxy/servers.json', """{
  "mcpServers": {
    "fetch": { "enabled": true, "command": "uvx", "args": ["mcp-server-fetch==2025.4.7"], "env": { "LEVEL": "1" } },
    "github": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-github@2025.4.8"] }
  }
}
"""),
    ('mcphub', 'mcp_settings.json', """{
  "mcpServers": {
    "amap": { "command": "npx", "args": ["-y", "@amap/amap-maps-mcp-server@0.0.8"], "env": { "AMAP_MAPS_API_KEY": "${AMAP_KEY}" }, "enabled": true },
    "http": { "type": "streamable-http", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer ${TOKEN}" } },
    "petstore": { "type": "openapi", "openapi": { "url": "https://petstore.example/openapi.json" } }
  },
  "users": [],
  "groups": [],
  "systemConfig": { "routing": { "enableGlobalRoute": true } }
}
"""),
    ('docker-catalog', 'catalogs/team-catalog.yaml', """version: 3
name: team
displayName: Team
registry:
  search:
    title: Search
    description: Finds things
    type: server
    image: mcp/search@sha256:0000000000000000000000000000000000000000000000000000000000000000
    tools:
      - name: find
    secrets:
      - name: search.api_key
        env: SEARCH_API_KEY
        example: YOUR_KEY
    env:
      - name: LEVEL
        value: "{{search.level}}"
"""),
    ('toolhive-registry', 'registry.json', """{
  "$schema": "https://raw.githubusercontent.com/stacklok/toolhive-core/main/registry/types/data/toolhive-legacy-registry.schema.json",
  "version": "1.0.0",
  "last_updated": "2026-01-02T03:04:05Z",
  "servers": {
    "fetch": { "description": "Fetches pages from the web", "tier": "Community", "status": "Active", "transport": "stdio", "tools": ["fetch"], "image": "ghcr.io/stackloklabs/gofetch/server:1.0.1", "env_vars": [{ "name": "KEY", "description": "A key", "required": false, "secret": true }], "tags": ["web"] }
  },
  "remote_servers": {
    "hub": { "description": "A remote server for tests", "tier": "Official", "status": "Active", "transport": "streamable-http", "tools": ["a"], "url": "https://mcp.example.com/mcp" }
  }
}
"""),
    ('smithery', 'smithery.yaml', """# Smithery configuration file
startCommand:
  type: stdio
  configSchema:
    type: object
    required:
      - apiKey
    properties:
      apiKey:
        type: string
        description: The API key
  commandFunction: |-
    (config) => ({ command: 'node', args: ['dist/index.js'], env: { API_KEY: config.apiKey } })
  exampleConfig:
    apiKey: your-api-key
"""),
    ('smithery', 'server/smithery.yaml', """runtime: "typescript"
"""),
    ('mcp-registry-server-json', 'server.json', """{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "io.github.octo/weather",
  "description": "Weather for everybody",
  "version": "1.2.3",
  "repository": { "url": "https://github.com/octo/weather", "source": "github" },
  "packages": [
    {
      "registryType": "npm",
      "identifier": "@octo/weather",
      "version": "1.2.3",
      "transport": { "type": "stdio" },
      "environmentVariables": [{ "name": "WEATHER_KEY", "description": "Key", "isRequired": true, "isSecret": true }]
    }
  ],
  "remotes": [
    { "type": "streamable-http", "url": "https://weather.example.com/mcp", "headers": [{ "name": "Authorization", "value": "Bearer {token}", "isSecret": true }] }
  ]
}
"""),
    ('mcpb-manifest', 'manifest.json', """{
  "manifest_version": "0.3",
  "name": "weather",
  "version": "1.0.0",
  "description": "Weather",
  "author": { "name": "Octo" },
  "server": {
    "type": "node",
    "entry_point": "server/index.js",
    "mcp_config": {
      "command": "node",
      "args": ["${__dirname}/server/index.js", "--units=${user_config.units}"],
      "env": { "KEY": "${user_config.api_key}" },
      "platform_overrides": { "win32": { "command": "node.exe" } }
    }
  },
  "user_config": {
    "api_key": { "type": "string", "title": "Key", "description": "API key", "sensitive": true, "required": true },
    "units": { "type": "string", "title": "Units", "description": "Units", "default": "metric" }
  }
}
"""),
    ('fastmcp-project', 'fastmcp.json', """{
  "$schema": "https://gofastmcp.com/public/schemas/fastmcp.json/v1.json",
  "source": { "type": "filesystem", "path": "server.py", "entrypoint": "mcp" },
  "environment": { "type": "uv", "python": ">=3.11", "dependencies": ["pandas"] },
  "deployment": { "transport": "http", "host": "0.0.0.0", "port": 8000, "log_level": "INFO", "env": { "API_KEY": "${API_KEY}" } }
}
"""),
    ('fastmcp-client', 'fastmcp-client.json', """{
  "mcpServers": {
    "weather": { "url": "https://weather.example.com/mcp", "transport": "http" },
    "assistant": { "command": "python", "args": ["./assistant.py"], "env": { "LEVEL": "1" } }
  }
}
"""),
    ('agent-plugins', 'plugin/mcp.json', """{
  "$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
  "mcpServers": {
    "local": { "type": "stdio", "command": "./bin/server", "args": ["--data", "${PLUGIN_DATA}"], "cwd": "${PLUGIN_ROOT}" },
    "remote": { "type": "streamable-http", "url": "https://mcp.example.com/mcp" }
  }
}
"""),
    ('plugin-mcp', '.github/plugin/.mcp.json', """{
  "mcpServers": {
    "docs": { "type": "http", "url": "https://docs.example.com/mcp" },
    "local": { "command": "docs-mcp", "args": ["serve"] }
  }
}
"""),
    ('plugin-manifest', '.codex-plugin/plugin.json', """{
  "name": "docs",
  "version": "1.0.0",
  "description": "Docs",
  "mcpServers": "./.mcp.json"
}
"""),
    ('generic', 'config/servers.json', """{
  "mcpServers": {
    "a": { "command": "uvx", "args": ["a-mcp==1.0.0"], "env": { "TOKEN": "${TOKEN}" } },
    "b": { "type": "http", "url": "https://b.example.com/mcp" }
  }
}
"""),
    ('generic', 'conf/agents-mcp.yaml', """# an agent's own file
mcp_servers:
  files:
    command: npx
    args: ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "."]
  web:
    url: https://web.example.com/mcp
"""),
    ('generic', 'mcp_agent.toml', """[mcp_servers.fetch]
command = "uvx"
args = ["mcp-server-fetch==2025.4.7"]
"""),
    *((kind, path, text) for kind in kinds_with_a_case() for path, text in typical(kind)),
)

# must never be tracked, so it is reported wherever it stands; its servers are right all the same
STATE: tuple[str, str, str] = (
    'claude-code-user', 'dotfiles/.claude.json', """{
  "numStartups": 12,
  "theme": "dark",
  "mcpServers": {
    "context7": { "type": "http", "url": "https://mcp.context7.com/mcp" }
  },
  "projects": {
    "/srv/app": {
      "allowedTools": [],
      "mcpServers": {
        "docs": { "type": "stdio", "command": "docs-mcp", "args": ["--root", "docs"], "env": {} }
      }
    }
  }
}
""")
