"""The protocol's revisions as data. A rule asks the revision; it does not compare version strings.

    by_date('2025-11-25')          the Revision, None where this tool knows none of that date
    ALL                            oldest first
    nearest('2027-01-01', True)    the revision whose rules are asked where a date of that era is unknown
    introduced('ping')             the first revision that has a method, None for a method of no revision
"""
from __future__ import annotations

from mcp_hooks.transcripts.revisions import v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28
from mcp_hooks.transcripts.revisions.record import Method, Revision

__all__ = ['ALL', 'Method', 'Revision', 'by_date', 'find', 'introduced', 'last_of', 'nearest']

ALL: tuple[Revision, ...] = (
    v2024_11_05.REVISION,
    v2025_03_26.REVISION,
    v2025_06_18.REVISION,
    v2025_11_25.REVISION,
    v2026_07_28.REVISION,
)
_BY_DATE = {revision.date: revision for revision in ALL}


def by_date(text: object) -> Revision | None:
    """The revision of that name; None for an unknown one and for what is no string."""
    return _BY_DATE.get(text) if isinstance(text, str) else None


find = by_date


def nearest(version: str, modern: bool) -> Revision:
    """The revision whose rules are asked for a version that nobody knows: the oldest of the era that is newer, since a draft
    is on its way to the next revision and has what that brings; else the newest. Versions are compared as the dates they
    are; for '' it is the newest."""
    era = [revision for revision in ALL if revision.modern == modern]
    return next((revision for revision in era if revision.date >= version), era[-1]) if version else era[-1]


def introduced(method: str) -> Revision | None:
    """The first revision that has the method, in the core, embedded or in an extension."""
    for revision in ALL:
        if revision.method(method) is not None or method in revision.embedded:
            return revision
    return None


def last_of(era: str) -> Revision:
    """The newest revision of an era."""
    return [revision for revision in ALL if revision.era == era][-1]
