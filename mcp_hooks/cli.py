"""Arguments and exit codes. The only module that exits."""
from __future__ import annotations

import sys

from mcp_hooks.options import add_to, quick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from typing import Any

    from mcp_hooks.options import Arguments

CLEAN, FOUND, TROUBLE = 0, 1, 2

# command -> (module, one line of help); a module offers OPTIONS (or add_arguments(parser)) and run(arguments) -> exit code.
# Only the module of the command that was asked for is imported.
COMMANDS = {
    'check': ('mcp_hooks.commands.check', 'check the files named'),
    'scan': ('mcp_hooks.commands.scan', 'check a repository or a folder: work tree, index, changes or history'),
    'inspect': ('mcp_hooks.transcripts.command', 'judge captured sessions against the protocol'),
    'fix': ('mcp_hooks.commands.fix', 'mend what has one right answer'),
    'rules': ('mcp_hooks.commands.catalogue', 'list the rules'),
    'explain': ('mcp_hooks.commands.catalogue', 'explain one rule'),
    'clients': ('mcp_hooks.commands.catalogue', 'list the clients whose files are known'),
    'explain-value': ('mcp_hooks.commands.catalogue', 'say why a value is taken for a credential, or not'),
    'config': ('mcp_hooks.commands.config', 'show the settings in force and where they come from'),
    'install': ('mcp_hooks.commands.install', 'write the hook or the workflow into this repository'),
    'action': ('mcp_hooks.action', 'run inside a GitHub Action (used by action.yml)'),
}


class UsageError(Exception):
    """What the user asked for cannot be done as asked; the message says what to do instead. Exit 2."""


def main(argv: list[str]) -> int:
    """Run one command. Never raises: an internal error is one line on standard error, exit 2."""
    try:
        return _run(argv)
    except UsageError as error:
        print(f'mcp-hooks: {error}', file=sys.stderr)
        return TROUBLE
    except KeyboardInterrupt:
        print('mcp-hooks: interrupted', file=sys.stderr)
        return 130
    except BrokenPipeError:
        _close_stdout()
        return TROUBLE
    except Exception as error:
        from mcp_hooks.engine import describe

        if isinstance(error, OSError) and error.strerror:
            print(f'mcp-hooks: {error.filename or "input"}: {error.strerror}', file=sys.stderr)
        else:
            print(f'mcp-hooks: {describe(error)}', file=sys.stderr)
        return TROUBLE


def _run(argv: list[str]) -> int:
    command = argv[0] if argv else ''
    if command in COMMANDS:
        module = __import__(COMMANDS[command][0], fromlist=['run'])
        status: int = module.run(_arguments(command, module, argv[1:]))
        sys.stdout.flush()
        return status
    if command in ('--version', '-V'):
        from mcp_hooks import __version__

        print(f'mcp-hooks {__version__}')
        return CLEAN
    parser = _parser('mcp-hooks', 'A static check of MCP configurations and captured sessions: credentials, transports, protocol.')
    commands = '\n'.join(f'  {name:14}{text}' for name, (_, text) in COMMANDS.items() if name != 'action')
    parser.usage = 'mcp-hooks COMMAND [OPTION …] [ARGUMENT …]'
    parser.epilog = f'commands:\n{commands}\n\nmcp-hooks COMMAND --help says what one takes.'
    parser.add_argument('--version', '-V', action='store_true', help='print the version')
    if command in ('', '-h', '--help', 'help'):
        parser.print_help(sys.stdout if command else sys.stderr)
        return CLEAN if command else TROUBLE
    from mcp_hooks.policy.select import nearest

    guess = nearest(command, COMMANDS)
    raise UsageError(f'no command {command!r}' + (f', did you mean {guess!r}?' if guess else '; see mcp-hooks --help'))


def _arguments(command: str, module: Any, argv: list[str]) -> Arguments:
    """argparse exits by itself on --help (0) and on a usage error (2), which is what we want."""
    options = getattr(module, 'OPTIONS', None)
    if callable(options):
        options = options(command)
    if options is not None:
        arguments = quick(options, argv)
        if arguments is not None:
            arguments.command = command
            return arguments
    parser = _parser(f'mcp-hooks {command}', COMMANDS[command][1])
    if options is not None:
        add_to(parser, options)
    else:
        module.add_arguments(parser)
    arguments = parser.parse_args(argv)
    arguments.command = command
    return arguments


def _parser(prog: str, description: str) -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    return ArgumentParser(prog=prog, description=description, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False)


def _close_stdout() -> None:
    """The reader went away; keep the interpreter from complaining when it flushes at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def prepare_streams() -> None:
    """UTF-8 out, whatever the console's code page: a name from a file must never end a run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, 'reconfigure', None)
        if reconfigure is not None:
            reconfigure(encoding='utf-8', errors='backslashreplace')


def console() -> None:
    """The console script."""
    prepare_streams()
    sys.exit(main(sys.argv[1:]))
