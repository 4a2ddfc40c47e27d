"""A git repository for a test: real git, its own configuration, nothing of the user's."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

ENVIRONMENT = {
    'GIT_AUTHOR_NAME': 'dev', 'GIT_AUTHOR_EMAIL': 'dev@example.org', 'GIT_COMMITTER_NAME': 'dev',
    'GIT_COMMITTER_EMAIL': 'dev@example.org',
    'GIT_CONFIG_GLOBAL': os.devnull, 'GIT_CONFIG_NOSYSTEM': '1', 'GIT_AUTHOR_DATE': '2026-01-02T03:04:05+01:00',
    'GIT_COMMITTER_DATE': '2026-01-02T03:04:05+01:00',
}
MAP = '{"mcpServers": {"docs": {"command": "docs-mcp"}}}\n'


class Repository:
    """``git`` runs a command and gives its output; ``write`` writes a file; ``commit`` adds all and commits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git('init', '-q', '-b', 'main', '.')

    @property
    def path(self) -> str:
        return str(self.folder)

    @classmethod
    def at(cls, folder: Path) -> Repository:
        """A repository that is there already."""
        repo = cls.__new__(cls)
        repo.folder = folder
        return repo

    def git(self, *arguments: str, stdin: bytes | None = None, **environment: str) -> str:
        plain = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
        done = subprocess.run(['git', *arguments], cwd=self.folder, env={**plain, **ENVIRONMENT, **environment}, input=stdin,
                              capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode('utf-8', 'surrogateescape')

    def write(self, path: str, content: str | bytes = MAP) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, message: str = 'change', **environment: str) -> str:
        self.git('add', '-A')
        self.git('commit', '-q', '--no-verify', '--allow-empty', '-m', message, **environment)
        return self.git('rev-parse', 'HEAD').strip()
