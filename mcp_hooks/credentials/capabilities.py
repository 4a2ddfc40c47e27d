"""Addresses that are credentials: whoever knows them may call them."""

# ruff: noqa: SIM905 — lists of words are read as lists of words
from __future__ import annotations

from mcp_hooks.credentials.addresses import host_of
from mcp_hooks.credentials.passwords import is_local
from mcp_hooks.credentials.randomness import is_hex, is_uuid

# what stands before an identifier in a path
_IDENTIFIED = frozenset(
    """d file files folder folders blob tree commit commits raw doc docs document documents spreadsheets
project projects issue issues page pages workspace workspaces org orgs organization organizations team teams user users
account accounts app apps id instance instances server servers agent agents deployment deployments flow flows db databases
database collection collections dataset datasets tenant tenants site sites item items space spaces board boards channel
channels session sessions thread threads""".split()
)


def opens_by_itself(address: str, start: int, end: int) -> bool:
    """Is the random piece of an address from ``start`` to ``end`` more than an identifier? Nothing else may let the caller in."""
    piece = address[start:end]
    before = address[:start].rstrip('/').rpartition('/')[2].lower()
    if before in _IDENTIFIED or (len(piece) == 40 and is_hex(piece)):
        return False
    return len(piece) >= 32 and not is_uuid(piece) and not is_local(host_of(address)) and '?' not in address
