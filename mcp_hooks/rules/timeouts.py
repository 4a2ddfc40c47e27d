"""Times in the unit of another client. Loaded for an entry with a number in such a field."""
from __future__ import annotations

from mcp_hooks.clients.record import TIMEOUT
from mcp_hooks.findings import ERROR, Hit
from mcp_hooks.rules.shape import fields_of
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import Server

# where a unit stands in the key, it counts
UNITS = (('ms', 'ms'), ('millis', 'ms'), ('milliseconds', 'ms'), ('sec', 's'), ('secs', 's'), ('seconds', 's'))


def unit_of(key: str, otherwise: str) -> str:
    lower = key.lower().replace('-', '_')
    for ending, unit in UNITS:
        if lower.endswith('_' + ending) or (lower.endswith(ending) and key[-len(ending):][:1].isupper()):
            return unit
    return otherwise


def check_timeout(server: Server) -> Iterator[Hit]:
    kind = server.kind
    for member, field, key in fields_of(server):
        value = member.value.value
        if field.role != TIMEOUT or not isinstance(value, (int, float)) or isinstance(value, bool):
            continue
        value = as_float(value)
        unit = unit_of(key, kind.timeout_unit)
        words = {'ms': 'milliseconds', 's': 'seconds'}.get(unit, '')
        low, high = field.low, field.high
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = f'{number(low)} to {number(high)}' if low is not None and high is not None else (
                f'{number(low)} or more' if high is None else f'at most {number(high)}')
            ms = value >= 1000 and unit == 's' and value % 1000 == 0
            yield Hit(member.value, f'`{shown(member.name)}` is {number(value)}; {reader(kind)} takes {bounds} {words}'.rstrip()
                      + (f': for {number(value / 1000)} s write {number(value / 1000)}' if ms else ''),
                      severity=kind.at_most(ERROR, 'timeout_unit', 'fields', f'fields.{key}'))
        elif unit == 'ms' and 0 < value < 1000:
            yield Hit(member.value,
                      f'`{shown(member.name)}` is in milliseconds here: {number(value)} ms is too short to start a server'
                      + (f'; for {number(value)} s write {number(value * 1000)}' if value >= 1 else ''))
        elif unit == 's' and value >= 5000:
            yield Hit(member.value, f'`{shown(member.name)}` is in seconds here: {number(value)} s is more than an hour'
                      + (f'; for {number(value / 1000)} s write {number(value / 1000)}' if value % 1000 == 0 else ''))


def as_float(value: float) -> float:
    """A whole number of any length, which TOML may hold, as one to reckon with."""
    try:
        return float(value)
    except OverflowError:
        return float('inf') if value > 0 else float('-inf')


def number(value: float | None) -> str:
    return '' if value is None else f'{value:.15g}'
