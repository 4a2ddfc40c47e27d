"""The entry points that .pre-commit-hooks.yaml names.

pre-commit hands file names over without a ``--`` before them, so a folder called ``--output=x`` would read as an option
(conventions of pre_commit/commands/run.py); and no hook takes an option that writes a report.
"""
from __future__ import annotations

from mcp_hooks import cli

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def check(argv: Sequence[str]) -> int:
    """mcp-hooks: everything, on the staged MCP files. Silent when there is nothing to say."""
    return cli.main(['check', '--hook', *not_options(argv)])


def credentials(argv: Sequence[str]) -> int:
    """mcp-credentials: credentials only, in any staged text file with a mark of MCP."""
    return cli.main(['check', '--hook', '--credentials', *not_options(argv)])


def scan(argv: Sequence[str]) -> int:
    """mcp-scan: the whole repository."""
    return cli.main(['scan', '--hook', *argv])


def fix(argv: Sequence[str]) -> int:
    """mcp-fix: mend what has one right answer; fails when it changed a file, as fixers under pre-commit do."""
    return cli.main(['fix', '--hook', *not_options(argv)])


def transcripts(argv: Sequence[str]) -> int:
    """mcp-transcripts: judge committed captures."""
    return cli.main(['inspect', '--hook', *not_options(argv)])


def not_options(argv: Sequence[str]) -> list[str]:
    """Put ``./`` before every argument that looks like an option and is a file here."""
    if not any(argument.startswith('-') for argument in argv):
        return list(argv)
    import os

    return [f'./{argument}' if argument.startswith('-') and os.path.lexists(argument) else argument for argument in argv]


def check_console() -> None:
    cli.console(check)


def credentials_console() -> None:
    cli.console(credentials)


def scan_console() -> None:
    cli.console(scan)


def fix_console() -> None:
    cli.console(fix)


def transcripts_console() -> None:
    cli.console(transcripts)
