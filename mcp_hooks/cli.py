"""Arguments and exit codes. The only module that exits."""
from __future__ import annotations

import sys

from mcp_hooks.options import add_to, quick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable
    from typing import Any, NoReturn

    from mcp_hooks.options import Arguments

CLEAN, FOUND, TROUBLE = 0, 1, 2

# command -> (module, one line of help); a module offers OPTIONS (or add_arguments(parser)) and run(arguments) -> exit code.
# Only the module of the command that was asked for is imported.
COMMANDS = {
    'check': ('mcp_hooks.commands.check', 'check the files named'),
    'scan': ('mcp_hooks.commands.scan', 'check a repository or a folder: work tree, index, changes or history'),
    'inspect': ('mcp_hooks.commands.inspect_', 'judge captured sessions against the protocol'),
    'fix': ('mcp_hooks.commands.fix', 'mend what has one right answer'),
    'rules': ('mcp_hooks.commands.catalogue', 'list the rules'),
    'explain': ('mcp_hooks.commands.catalogue', 'explain a rule: why, with examples and the source'),
    'clients': ('mcp_hooks.commands.catalogue', 'list the clients whose files are known'),
    'explain-value': ('mcp_hooks.commands.catalogue', 'say why a value on standard input is taken for a credential, or not'),
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
        return _trouble(str(error))
    except KeyboardInterrupt:
        print('mcp-hooks: interrupted', file=sys.stderr)
        return 130
    except BrokenPipeError:
        _turn_off_output()
        return TROUBLE
    except Exception as error:
        return _trouble(explained(error))


def _trouble(message: str) -> int:
    from mcp_hooks.redact import clean_path
    from mcp_hooks.reports.escape import terminal_line

    try:
        print(f'mcp-hooks: {terminal_line(clean_path(message))}', file=sys.stderr, flush=True)
    except OSError:  # nobody can be told; the exit code still says it
        pass
    return TROUBLE


def explained(error: Exception) -> str:
    """An error that ends the run, in one line that never holds text of a scanned file."""
    if isinstance(error, OSError) and error.strerror:
        from mcp_hooks.reports.escape import terminal_line

        if isinstance(error, FileNotFoundError) and not error.filename:  # only getcwd() fails without a name
            return 'the current folder does not exist any more; change to another one'
        return terminal_line(f'{error.filename or "input or output"}: {error.strerror}')
    from mcp_hooks.sources.source import SourceError

    if isinstance(error, SourceError):
        return str(error)
    from mcp_hooks.engine import describe

    return describe(error)


def _run(argv: list[str]) -> int:
    command = argv[0] if argv else ''
    if command in COMMANDS:
        module = __import__(COMMANDS[command][0], fromlist=['run'])
        status: int = module.run(_arguments(command, module, argv[1:]))
        say('')
        return status
    if command in ('--version', '-V'):
        from mcp_hooks import __version__

        print(f'mcp-hooks {__version__}')
        return CLEAN
    parser = _parser('mcp-hooks', 'A static check of MCP configurations and captured sessions.')
    commands = '\n'.join(f'  {name:14}{text}' for name, (_, text) in COMMANDS.items() if name != 'action')
    parser.usage = 'mcp-hooks COMMAND [OPTION …] [ARGUMENT …]'
    parser.epilog = (f'commands:\n{commands}\n\nmcp-hooks COMMAND --help says what one takes.\n\n'
                     'exit codes: 0 clean, 1 findings at or above --fail-on (default: error), 2 a usage or internal error')
    parser.add_argument('--version', '-V', action='store_true', help='print the version')
    if command in ('', '-h', '--help', 'help'):
        parser.print_help(sys.stdout if command else sys.stderr)
        return CLEAN if command else TROUBLE
    raise UsageError(_no_command(command))


def _no_command(word: str) -> str:
    """What to say of a first word that is no command: most who leave it out write the name of a file or an option of ``scan``."""
    import os
    import shlex

    from mcp_hooks.policy.select import nearest

    guess = nearest(word, COMMANDS)
    if guess:
        return f'no command {word!r}, did you mean {guess!r}?'
    if os.path.exists(word):
        takes = 'scan' if os.path.isdir(word) else 'check'
        return f'no command {word!r}; mcp-hooks {takes} {shlex.quote(word)} looks at that {"folder" if takes == "scan" else "file"}'
    flag = word.partition('=')[0]
    takers = [command for command in COMMANDS if command != 'action' and flag in _flags(command)] if flag.startswith('--') else []
    if takers:
        return f'{flag} stands behind a command that takes it: {", ".join(takers)}'
    return f'no command {word!r}; see mcp-hooks --help'


def _flags(command: str) -> set[str]:
    module = __import__(COMMANDS[command][0], fromlist=['OPTIONS'])
    options = module.OPTIONS(command) if callable(module.OPTIONS) else module.OPTIONS
    return {flag for option in options for flag in option.flags}


def _arguments(command: str, module: Any, argv: list[str]) -> Arguments:
    """argparse exits by itself on --help, with 0. Raises UsageError."""
    if '--' in argv:
        # parse_intermixed_args of Python 3.11 forgets the `--` and takes the names behind it for options
        at = argv.index('--')
        argv = [*argv[:at], *(f'./{name}' if name.startswith('-') and name != '-' else name for name in argv[at + 1:])]
    options = getattr(module, 'OPTIONS', None)
    if callable(options):
        options = options(command)
    if options is not None:
        arguments = quick(options, argv)
        if arguments is not None:
            arguments.command = command
            return arguments
    parser = _parser(f'mcp-hooks {command}', COMMANDS[command][1], getattr(module, 'UNEXPECTED', {}).get(command, ''))
    if options is not None:
        add_to(parser, options)
    else:
        module.add_arguments(parser)
    arguments = parser.parse_intermixed_args(argv)  # a hook's names may stand between the options
    arguments.command = command
    return arguments


def _parser(prog: str, description: str, unexpected: str = '') -> ArgumentParser:
    """``unexpected`` is said of a word that is no option, if anything; with ``{}``, of one that does not look like an option either."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            from mcp_hooks.policy.select import nearest

            word = message.removeprefix('unrecognized arguments: ').partition(' ')[0].partition('=')[0]
            options = {option.lstrip('-'): option for option in self._option_string_actions}  # two dashes alone make words near
            guess = options.get(nearest(word.lstrip('-'), options)) if word.startswith('-') else None
            if unexpected and message.startswith('unrecognized arguments: ') and ('{}' not in unexpected or not word.startswith('-')):
                message = unexpected.replace('{}', word)
            raise UsageError(f'{message}' + (f', did you mean {guess}?' if guess else '') + f'; see {prog} --help')

    return Parser(prog=prog, description=description, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False)


def say(text: str) -> None:
    """Write to standard output. That the reader went away (``| head``) does not change what was found; raises OSError when
    it cannot be written for another reason."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _turn_off_output()
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, 'standard output') from None


def _turn_off_output() -> None:
    """Else the interpreter would try to write the rest at exit, and complain."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def prepare_streams() -> None:
    """UTF-8 out, whatever the console's code page: a name from a file must never end a run. Lines end the same way on every system."""
    if sys.stdout is None:  # closed by the caller (>&-)
        import os

        sys.stdout = open(os.devnull, 'w')  # noqa: SIM115 — it lives as long as the process
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, 'reconfigure', None)
        if reconfigure is not None:
            reconfigure(encoding='utf-8', errors='backslashreplace', newline='\n')


def console(run: Callable[[list[str]], int] = main) -> None:
    """The console script. A hook gives its own ``run``."""
    import gc

    # at the default of 700 a fifth of the start goes into looking for garbage among what was just imported
    gc.set_threshold(20_000, 20, 20)
    prepare_streams()
    leave(run(sys.argv[1:]))


def leave(status: int) -> NoReturn:
    """End the process. Taking the interpreter apart piece by piece costs a hook 7 ms and serves nobody, unless something waits
    for it: exit handlers (coverage, process pools), a debugger, a profiler."""
    import atexit

    waiting = getattr(atexit, '_ncallbacks', lambda: 1)()
    if waiting or sys.gettrace() is not None or sys.getprofile() is not None:
        sys.exit(status)
    import os

    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        status = TROUBLE
    except (OSError, ValueError) as error:
        status = _trouble(f'standard output: {getattr(error, "strerror", None) or "closed"}')
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except (OSError, ValueError):  # nobody can be told
        pass
    os._exit(status)
