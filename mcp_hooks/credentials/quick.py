"""The short way for most values of a file: plain words, numbers, references and addresses are let go after a look or two."""

from __future__ import annotations

from mcp_hooks.credentials import names
from mcp_hooks.credentials.randomness import LIKELY, is_uuid, weigh
from mcp_hooks.credentials.verdict import HARMLESS, PLACEHOLDER, REFERENCE, Place, Verdict, verdict

_SIGNS = frozenset('$%{}`<>=(;"\\\n\t')  # without one of these and without a blank a value is of one piece
_ADDRESS = frozenset('$%{}`<>=(;"\\ \n\t?#@')
_QUIET = frozenset((names.SILENT, names.HARMLESS, names.PUBLIC))
_ONE_PIECE = frozenset(
    (
        'env',
        'header',
        'field',
        'argument',
        'line',
        'query',
        'url',
        'connection',
        'command',
        'permission',
        'description',
        'scheme',
        'input-default',
        'variable-line',
    )
)


def quick(value: str, place: Place) -> Verdict | None:
    """A verdict that is certain without taking the value apart; None when it has to be looked at properly."""
    size = len(value)
    if size < 4:
        return verdict(
            HARMLESS if size else PLACEHOLDER, 'too short to be a credential' if size else 'it is empty', 0, size, place
        )
    if value[-1] == '}' and (value[0] in '${' or value[:7] in ('Bearer ', 'bearer ')) and _is_reference(value):
        return verdict(REFERENCE, 'it is wholly a reference', 0, size, place, against=('nothing but a reference',))
    where = place.where
    if where not in _ONE_PIECE:
        return None
    if value[:8] == 'https://' or value[:7] == 'http://':
        if _ADDRESS.isdisjoint(value) and max(map(len, value[8:].partition('/')[2].split('/'))) < 14:
            return verdict(HARMLESS, 'an address without anything that could be a credential', 0, size, place)
        return None
    if size > 200 or where == 'header' or not _SIGNS.isdisjoint(value) or names.read(place.name).kind not in _QUIET:
        return None
    if ':' in value and (size > 30 or '//' in value or not _is_tag(value)):
        return None
    if ' ' in value and (
        'earer ' in value or 'asic ' in value or 'oken ' in value or ' -' in value or '--' in value or "'" in value
    ):
        return None
    if size > 13 and not is_uuid(value):
        from mcp_hooks.credentials.providers import scan

        if weigh(value).weight <= LIKELY or next(scan(value), None) is not None:
            return None
    told = names.read(place.name)
    reason = told.reason if told.kind else 'nothing in name or value speaks of a credential'
    return verdict(HARMLESS, reason, 0, size, place)


def _is_tag(value: str) -> bool:
    """``image:latest``, ``qwen3:30b``: a colon that no name of a credential stands before."""
    return all(names.read(part.strip()).kind in _QUIET for part in value.split(':')[:-1])


def _is_reference(value: str) -> bool:
    """``${NAME}``, ``${env:NAME}``, ``${input:id}``, ``{env:NAME}``, the first three also after ``Bearer``."""
    start = value.find('{') + 1
    if value[:start] not in ('${', '{', 'Bearer ${', 'bearer ${', 'Bearer {'):
        return False
    inner = value[start:-1]
    if inner.isidentifier():
        return value[start - 2 : start - 1] == '$'
    word, colon, name = inner.partition(':')
    return bool(colon) and word in ('env', 'input') and name.replace('-', '_').isidentifier()
