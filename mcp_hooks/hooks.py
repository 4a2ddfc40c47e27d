"""The entry points that .pre-commit-hooks.yaml names.

pre-commit hands file names over without a ``--`` before them, so a folder called ``--output=x`` reads as an option: names that
exist are put behind one here, and no hook has an option that writes a report.
"""
from __future__ import annotations

import sys

from mcp_hooks import cli

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def check(argv: Sequence[str]) -> int:
    """mcp-hooks: everything, on the staged MCP files. Silent when there is nothing to say."""
    return cli.main(['check', '--hook', *names_last(argv)])


def credentials(argv: Sequence[str]) -> int:
    """mcp-credentials: credentials only, in any staged text file with a mark of MCP."""
    return cli.main(['check', '--hook', '--credentials', *names_last(argv)])


def scan(argv: Sequence[str]) -> int:
    """mcp-scan: the whole repository."""
    return cli.main(['scan', '--hook', *argv])


def fix(argv: Sequence[str]) -> int:
    """mcp-fix: mend what has one right answer; fails when it changed a file, as fixers under pre-commit do."""
    return cli.main(['fix', '--hook', *names_last(argv)])


def transcripts(argv: Sequence[str]) -> int:
    """mcp-transcripts: judge committed captures."""
    return cli.main(['inspect', '--hook', *names_last(argv)])


def names_last(argv: Sequence[str]) -> list[str]:
    """Options first, then ``--``, then every argument that is a file here, even one that looks like an option."""
    import os

    options: list[str] = []
    names: list[str] = []
    only_names = False
    for argument in argv:
        if argument == '--' and not only_names:
            only_names = True
        elif only_names or os.path.lexists(argument):
            names.append(argument)
        else:
            options.append(argument)
    return [*options, '--', *names]


def _console(hook: Callable[[Sequence[str]], int]) -> None:
    cli.prepare_streams()
    sys.exit(hook(sys.argv[1:]))


def check_console() -> None:
    _console(check)


def credentials_console() -> None:
    _console(credentials)


def scan_console() -> None:
    _console(scan)


def fix_console() -> None:
    _console(fix)


def transcripts_console() -> None:
    _console(transcripts)
