"""Words that are meant to silence a finding and do not. ``policy.suppress`` finds them after all other rules ran."""
from __future__ import annotations

from mcp_hooks.rules.rule import ADVICE, FILE, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.findings import Hit
    from mcp_hooks.servers import ConfigFile


def nothing(file: ConfigFile) -> Iterator[Hit]:
    """What they say depends on all findings of a run, so no single file can tell."""
    return iter(())


# the practice is flake8-noqa's, ruff's RUF100 and zizmor's
SOURCE = 'https://docs.astral.sh/ruff/rules/unused-noqa/'

UNUSED = Rule(
    id='MCP091', name='unused-suppression', category=ADVICE, severity='note', subject=FILE, check=nothing,
    summary='A comment or an entry of the settings silences nothing any more.',
    help='Take it out: left in, it would hide the next mistake at this place.',
    source=SOURCE, checked='2026-11-30')

UNKNOWN = Rule(
    id='MCP092', name='unknown-suppression', category=ADVICE, severity='warning', subject=FILE, check=nothing,
    summary='A comment or an entry of the settings is meant to silence a rule that does not exist.',
    help='Write the id or the name of a rule, as reports print them; mcp-hooks rules lists all.',
    source=SOURCE, checked='2026-11-30')

EXPIRED = Rule(
    id='MCP093', name='expired-suppression', category=ADVICE, severity='warning', subject=FILE, check=nothing,
    summary='An entry of the settings has passed the date until which it silences.',
    help='Mend what it was for and take the entry out, or decide anew and give it another date.',
    source=SOURCE, checked='2026-11-30')

RULES = (UNUSED, UNKNOWN, EXPIRED)
