"""mcp-hooks config: the settings in force, and the schema of the settings file."""
from __future__ import annotations

from mcp_hooks.cli import CLEAN, UsageError, say
from mcp_hooks.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.options import Arguments

OPTIONS = (
    Option('--show', action='store_true', help='what is in force here and from which file (this is also the default)'),
    Option('--schema', action='store_true', help='print the JSON Schema of the settings file'),
    Option('--settings', metavar='FILE', help='of this settings file and no other'),
)


def run(arguments: Arguments) -> int:
    from mcp_hooks.policy import settings

    if arguments.schema:
        import json

        say(json.dumps(settings.schema(), indent=2) + '\n')
        return CLEAN
    try:
        text = settings.show(settings.load('.', arguments.settings))
    except ValueError as error:
        raise UsageError(str(error)) from None
    say(text if text.endswith('\n') else f'{text}\n')
    return CLEAN
