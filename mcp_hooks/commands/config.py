"""mcp-hooks config: the settings in force, and the schema of the settings file."""
from __future__ import annotations

from mcp_hooks.cli import CLEAN, UsageError, say
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.options import Arguments
    from mcp_hooks.policy.in_force import Settings

OPTIONS = (
    Option('--show', action='store_true', help='what is in force here and from which file (this is also the default)'),
    Option('--schema', action='store_true', help='print the JSON Schema of the settings file'),
    Option('--settings', metavar='FILE', help='show this settings file and no other'),
)


def run(arguments: Arguments) -> int:
    from mcp_hooks.policy import settings

    if arguments.schema:
        import json

        say(json.dumps(settings.schema(), indent=2) + '\n')
        return CLEAN
    try:
        in_force = settings.load('.', arguments.settings)
        _check_words(in_force)
    except ValueError as error:
        raise UsageError(str(error)) from None
    text = settings.show(in_force, folder='' if arguments.settings else _folder())
    said = '' if arguments.settings else _unread()
    say(text + (f'# {said}\n' if said else ''))
    return CLEAN


def _check_words(in_force: Settings) -> None:
    """Raises ValueError for rules and clients that no run would take."""
    from mcp_hooks.commands.common import used_clients_of
    from mcp_hooks.policy import select
    from mcp_hooks.rules import config_rules
    from mcp_hooks.transcripts.rules import session_rules

    select.check_settings(config_rules(), in_force, session_rules)
    select.severities(config_rules(), in_force.severities, session_rules)
    used_clients_of(in_force.clients, f'{in_force.source}: clients: ')


def _unread() -> str:
    import os

    from mcp_hooks.policy import unread
    from mcp_hooks.policy.in_force import empty
    from mcp_hooks.sources.disk import inside
    from mcp_hooks.sources.roots import root_of

    here = os.path.realpath('.')
    top = root_of(here) or here
    return unread.note(top, [inside(top, here) or ''], empty())


def _folder() -> str:
    """The way from here to the top of the repository, empty at the top."""
    import os

    from mcp_hooks.sources.roots import root_of

    way = os.path.relpath(root_of('.') or '.').replace(os.sep, '/')
    return '' if way == '.' else f'{way}/'
