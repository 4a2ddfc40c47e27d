"""``_meta``: which keys it may have, and what stands in those that the specification defines."""
from __future__ import annotations

from functools import lru_cache

from mcp_hooks.transcripts.event import NOTIFICATION, REQUEST, RESPONSE, Fault, on
from mcp_hooks.transcripts.revisions import ALL
from mcp_hooks.transcripts.revisions.shape import below, kind_of
from mcp_hooks.transcripts.rules.common import CLEAN, ERROR, named, revision_of, rule, spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.revisions.record import Revision
    from mcp_hooks.transcripts.revisions.shape import Type
    from mcp_hooks.transcripts.rules.common import Faults

DEFINED = frozenset(key for revision in ALL for key in revision.meta)
RESERVED = ('modelcontextprotocol', 'mcp')
# members of a result or of params whose items may have a _meta of their own
LISTS = ('tools', 'resources', 'resourceTemplates', 'prompts', 'content', 'contents', 'messages', 'roots')
HEX = frozenset('0123456789abcdef')


def _carriers(event: Event) -> Iterator[tuple[str, Any]]:
    """Every ``_meta`` of a message with its path."""
    at = 'result' if event.kind == RESPONSE else 'params'
    body = event.message.get(at)
    if type(body) is not dict:
        return
    if '_meta' in body:
        yield f'{at}._meta', body['_meta']
    for name in LISTS:
        items = body.get(name)
        if type(items) is list:
            for index, item in enumerate(items):
                if type(item) is dict:
                    yield from _nested(item, f'{at}.{name}[{index}]')
    content = body.get('content')
    if type(content) is dict:  # of a sampling result
        yield from _nested(content, f'{at}.content')


def _nested(item: dict[str, Any], at: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Of an item, its content and its resource. Messages of sampling hold results of tools, which hold resources: no deeper."""
    if '_meta' in item:
        yield f'{at}._meta', item['_meta']
    for name in ('content', 'resource') if depth < 4 else ():
        inner = item.get(name)
        if type(inner) is dict:
            yield from _nested(inner, f'{at}.{name}', depth + 1)
        elif type(inner) is list:
            for index, each in enumerate(inner):
                if type(each) is dict:
                    yield from _nested(each, f'{at}.{name}[{index}]', depth + 1)


@on(REQUEST, NOTIFICATION, RESPONSE)
def keys(event: Event) -> Iterator[Fault]:
    revision = revision_of(event)
    grammar = 'meta-keys' in revision.features
    for at, meta in _carriers(event):
        if type(meta) is not dict:
            yield Fault(f'{at} must be an object, not {kind_of(meta)}', at=at, key=f'no object {kind_of(meta)}')
        elif grammar and not meta.keys() <= DEFINED:
            any_label = 'meta-reserved-any-label' in revision.features
            for key in list(meta)[:100]:
                wrong = CLEAN_KEY if key in DEFINED else key_fault(key[:300], any_label)
                if wrong:
                    yield Fault(f'the key {named(key)} in _meta {wrong}', at=below(at, key), key=f'key {key[:80]}')


CLEAN_KEY = ''


@lru_cache(maxsize=512)
def key_fault(key: str, any_label: bool) -> str:
    """What is wrong with a key of ``_meta``, '' where nothing is. ``any_label``: reserved as 2025-06-18 words it."""
    prefix, slash, name = key.rpartition('/') if key.count('/') < 2 else key.partition('/')
    if slash:
        labels = prefix.split('.')
        for label in labels:
            if not label or not label[0].isalpha() or not label[-1].isalnum() or not label.replace('-', '').isalnum():
                return f'has a prefix that is no series of labels of letters, digits and hyphens: {named(prefix)}'
        reserved = any(label in RESERVED for label in labels[:-1]) if any_label else len(labels) > 1 and labels[1] in RESERVED
        # extensions of the specification define keys of their own under its prefix
        if reserved and labels[:2] != ['io', 'modelcontextprotocol']:
            return f'uses the prefix {named(prefix)}, which is reserved for MCP'
    if name and not (_plain(name[0]) and _plain(name[-1])):
        return 'must begin and end with a letter or digit'
    if not all(_plain(letter) or letter in '-_.' for letter in name):
        return 'may hold letters, digits, hyphens, underscores and dots only'
    return ''


def _plain(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


@on(REQUEST, NOTIFICATION, RESPONSE)
def values(event: Event) -> Faults:
    at = 'result' if event.kind == RESPONSE else 'params'
    body = event.message.get(at)
    meta = body.get('_meta') if type(body) is dict else None
    if type(meta) is not dict or not meta:
        return CLEAN
    revision = revision_of(event)
    expected = _values(revision)
    if expected.fits(meta) and 'traceparent' not in meta:
        return CLEAN
    return _value_faults(expected, meta, f'{at}._meta', 'trace-context' in revision.features)


@lru_cache(maxsize=16)
def _values(revision: Revision) -> Type:
    return revision.type({f'{key}?': written for key, written in revision.meta.items()})


def _value_faults(expected: Type, meta: dict[str, Any], at: str, trace: bool) -> Iterator[Fault]:
    for path, text in expected.faults(meta):
        place = f'{at}{path}' if path.startswith('[') else f'{at}.{path}'
        yield Fault(f'{place} {text}', at=place, key=f'{path} {text[:60]}')
    parent = meta.get('traceparent')
    if trace and isinstance(parent, str) and not is_traceparent(parent):
        yield Fault(f'{at}.traceparent is no W3C trace parent (version-trace id-parent id-flags, lower-case hexadecimal)',
                    at=f'{at}.traceparent', key='traceparent')


def is_traceparent(text: str) -> bool:
    parts = text.split('-')
    if (
        len(parts) < 4
        or [len(part) for part in parts[:4]] != [2, 32, 16, 2]
        or not all(HEX.issuperset(part) for part in parts[:4])
    ):
        return False
    if parts[0] == 'ff' or (parts[0] == '00' and len(parts) != 4):
        return False
    return parts[1].strip('0') != '' and parts[2].strip('0') != ''


RULES = (
    rule('MCP643', 'meta-key', ERROR, 'A key of `_meta` that the grammar or the reservation of prefixes forbids.',
         'Name the key "vendor.example/name" or "name": letters and digits at both ends. (2025-11-25, Base Protocol, _meta: '
         '"Unless empty, MUST begin and end with an alphanumeric character"; "Any prefix where the second label is '
         'modelcontextprotocol or mcp is reserved for MCP use.")', spec('2025-11-25', 'basic'), keys),
    rule('MCP644', 'meta-value', ERROR, 'A key of `_meta` that the specification defines holds something else.',
         'Give the key the type of the specification. (2025-11-25, Progress: "Progress tokens MUST be a string or integer '
         'value"; 2026-07-28, Base Protocol, _meta: the table of keys; "their values MUST follow W3C Trace Context and W3C '
         'Baggage formats")',
         spec('2026-07-28', 'basic'), values),
)
