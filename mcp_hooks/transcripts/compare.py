"""What a server offers, in two captures: the change that a reviewer wants to see before the tools are trusted again."""
from __future__ import annotations

from mcp_hooks.transcripts import event as _event
from mcp_hooks.transcripts.readers import open_capture
from mcp_hooks.transcripts.sessions import Sessions, maker
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mcp_hooks.transcripts.event import Event
    from mcp_hooks.transcripts.readers.stream import Stream

LISTS = {'tools/list': ('tools', 'tool', 'name'), 'prompts/list': ('prompts', 'prompt', 'name'),
         'resources/list': ('resources', 'resource', 'uri'),
         'resources/templates/list': ('resourceTemplates', 'resource template', 'uriTemplate')}
MOST = 20000  # definitions of one capture
GONE, CHANGED, ADDED = 'gone', 'changed', 'added'
DEEPEST = 40


class Change(NamedTuple):
    """``breaks`` says that a caller who relied on what was offered is served no longer. ``before`` and ``after`` are texts for
    people, '' where there is none."""

    kind: str
    what: str  # tool, prompt, …
    name: str
    at: str  # which part of the definition, '' for the whole
    breaks: bool
    said: str
    before: str = ''
    after: str = ''


class Offer:
    """What a capture shows of a server: the latest of each list, by kind and name, and the capabilities it declared."""

    __slots__ = ('_pages', 'capabilities', 'complete', 'items', 'messages')

    def __init__(self) -> None:
        self.items: dict[str, dict[str, Any]] = {}
        self.complete: dict[str, bool] = {}
        self.capabilities: dict[str, Any] | None = None
        self.messages = 0
        self._pages: dict[str, Any] = {}

    def take(self, event: Event) -> None:
        """Take a response in."""
        if event.kind != _event.RESPONSE or not isinstance(event.result, dict) or event.request is None:
            return
        if event.method in ('initialize', 'server/discover'):
            declared = event.result.get('capabilities')
            self.capabilities = declared if isinstance(declared, dict) else self.capabilities
        if event.method not in LISTS:
            return
        member, what, key = LISTS[event.method]
        listed = event.result.get(member)
        if not isinstance(listed, list):
            return
        first = event.request.params.get('cursor') is None
        if first:
            self.items[what] = {}
        known = self.items.setdefault(what, {})
        for item in listed:
            if isinstance(item, dict) and isinstance(item.get(key), str) and len(known) < MOST:
                known[item[key]] = item
        follows = first or self._pages.get(what) == event.request.params.get('cursor')
        self._pages[what] = event.result.get('nextCursor')
        self.complete[what] = follows and self._pages[what] is None


def offer(stream: Stream, name: str, server: str = '') -> Offer:
    """Read a capture for what the server offers in it."""
    capture = open_capture(stream, name)
    sessions = Sessions(maker(None, None, capture.ordered, lambda: capture.lossy))
    found = Offer()
    for frame in capture.frames():
        if server and frame.session.partition('#')[0] != server:
            continue
        session = sessions.of(frame)
        sessions.ended.clear()
        for event in session.feed(frame):
            found.take(event)
            session.settle(event)
            found.messages += event.kind in (_event.REQUEST, _event.RESPONSE, _event.NOTIFICATION)
    return found


def changes(old: Offer, new: Offer) -> Iterator[Change]:
    """What is gone, changed or new, in that order of weight within each kind."""
    for _, what, _ in LISTS.values():
        before, after = old.items.get(what), new.items.get(what)
        if before is None or after is None:
            continue
        for name in before:
            if name not in after:
                if new.complete.get(what):
                    yield Change(GONE, what, name, '', True, f'the {what} is no longer offered')
            elif not _same(before[name], after[name]):
                yield from _definition(what, name, before[name], after[name])
        for name in after:
            if name not in before and old.complete.get(what):
                yield Change(ADDED, what, name, '', False, f'the {what} is new')
    if old.capabilities is not None and new.capabilities is not None:
        for name in sorted(old.capabilities.keys() | new.capabilities.keys()):
            if name not in new.capabilities:
                yield Change(GONE, 'capability', name, '', True, 'the capability is no longer declared')
            elif name not in old.capabilities:
                yield Change(ADDED, 'capability', name, '', False, 'the capability is new')


def _definition(what: str, name: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    for member in sorted(before.keys() | after.keys()):
        was, now = before.get(member), after.get(member)
        if _same(was, now):
            continue
        if member == 'inputSchema':
            yield from _schema(what, name, member, was, now, True)
        elif member == 'outputSchema':
            yield from _schema(what, name, member, was, now, False)
        elif member == 'annotations':
            yield from _annotations(what, name, was, now)
        elif member == 'arguments' and what == 'prompt':
            yield from _arguments(name, was, now)
        else:
            gone = member not in after
            said = f'{member} is gone' if gone else (f'{member} is new' if member not in before else f'{member} changed')
            yield Change(CHANGED, what, name, member, False, said, _shown(was), _shown(now))


def _schema(what: str, name: str, member: str, was: Any, now: Any, taken: bool) -> Iterator[Change]:
    """``taken``: values that callers send. Asking for more of them breaks a caller, promising less of a result does."""
    if not isinstance(was, dict) or not isinstance(now, dict):
        gone = now is None
        breaks = gone and not taken
        said = f'{member} is gone' if gone else (f'{member} is new' if was is None else f'{member} changed')
        yield Change(CHANGED, what, name, member, breaks, said, _shown(was), _shown(now))
        return
    found = list(_inside(member, was, now, taken, 0))
    if not found:
        found = [(member, False, f'{member} changed', was, now)]
    for at, breaks, said, one, other in found[:50]:
        yield Change(CHANGED, what, name, at, breaks, said, _shown(one), _shown(other))


def _inside(at: str, was: dict[str, Any], now: dict[str, Any], taken: bool,
            depth: int) -> Iterator[tuple[str, bool, str, Any, Any]]:
    """(place, breaks, what is said, before, after) for every difference of two schemas."""
    if depth > DEEPEST:
        return
    required, requires = _names(was.get('required')), _names(now.get('required'))
    for name in sorted(requires - required):
        yield at, taken, f'{name!r} is required now', None, None
    for name in sorted(required - requires):
        yield at, not taken, f'{name!r} is not required any more', None, None
    had, has = _objects(was.get('properties')), _objects(now.get('properties'))
    for name in sorted(had.keys() | has.keys()):
        where = f'{at}.{name}'
        one, other = had.get(name), has.get(name)
        if name not in has:
            breaks = not taken or now.get('additionalProperties') is False
            yield where, breaks, f'the property {name!r} is gone', one, None
        elif name not in had:
            yield where, False, f'the property {name!r} is new', None, other
        elif isinstance(one, dict) and isinstance(other, dict):
            yield from _inside(where, one, other, taken, depth + 1)
        elif one != other:
            yield where, True, f'the property {name!r} changed', one, other
    yield from _values(at, was, now, taken)
    handled = {'required', 'properties', 'type', 'enum', 'additionalProperties'}
    for name in sorted((was.keys() | now.keys()) - handled):
        one, other = was.get(name), now.get(name)
        if name == 'items' and isinstance(one, dict) and isinstance(other, dict):
            yield from _inside(f'{at}[]', one, other, taken, depth + 1)
        elif not _same(one, other):
            yield at, False, f'{name} changed', one, other


def _values(at: str, was: dict[str, Any], now: dict[str, Any], taken: bool) -> Iterator[tuple[str, bool, str, Any, Any]]:
    types, type_now = _names(was.get('type')), _names(now.get('type'))
    if types != type_now:
        narrower = bool(type_now) and (not types or bool(types - type_now))
        wider = bool(types) and (not type_now or bool(type_now - types))
        yield at, narrower if taken else wider, 'the type changed', was.get('type'), now.get('type')
    values, value_now = was.get('enum'), now.get('enum')
    if not _same(values, value_now):
        gone = isinstance(value_now, list) and (not isinstance(values, list) or any(one not in value_now for one in values))
        more = isinstance(values, list) and (not isinstance(value_now, list) or any(one not in values for one in value_now))
        yield at, gone if taken else more, 'the values that are allowed changed', values, value_now
    if was.get('additionalProperties') is not False and now.get('additionalProperties') is False:
        yield at, taken, 'other properties are refused now', None, None
    elif was.get('additionalProperties') is False and now.get('additionalProperties') is not False:
        yield at, False, 'other properties are let pass now', None, None


def _annotations(what: str, name: str, was: Any, now: Any) -> Iterator[Change]:
    """Hints a host decides by: a tool that was read-only and is not any more is what a rug pull looks like."""
    before, after = was if isinstance(was, dict) else {}, now if isinstance(now, dict) else {}
    for hint in sorted(before.keys() | after.keys()):
        if before.get(hint) == after.get(hint):
            continue
        less = ((hint in ('readOnlyHint', 'idempotentHint') and before.get(hint) is True)
                or (hint in ('destructiveHint', 'openWorldHint') and before.get(hint) is False))
        said = f'{hint} changed' + (': a caller may have relied on the milder one' if less else '')
        yield Change(CHANGED, what, name, f'annotations.{hint}', less, said, _shown(before.get(hint)), _shown(after.get(hint)))


def _arguments(name: str, was: Any, now: Any) -> Iterator[Change]:
    before, after = _by_name(was), _by_name(now)
    for argument in sorted(before.keys() | after.keys()):
        at = f'arguments.{argument}'
        if argument not in after:
            yield Change(CHANGED, 'prompt', name, at, True, f'the argument {argument!r} is gone')
        elif argument not in before:
            needed = after[argument].get('required') is True
            yield Change(CHANGED, 'prompt', name, at, needed,
                         f'the argument {argument!r} is new' + (' and required' if needed else ''))
        elif before[argument] != after[argument]:
            needed = after[argument].get('required') is True and before[argument].get('required') is not True
            yield Change(CHANGED, 'prompt', name, at, needed,
                         f'the argument {argument!r} ' + ('is required now' if needed else 'changed'))


def _by_name(value: Any) -> dict[str, dict[str, Any]]:
    items = value if isinstance(value, list) else []
    return {item['name']: item for item in items if isinstance(item, dict) and isinstance(item.get('name'), str)}


def _names(value: Any) -> set[str]:
    values = value if isinstance(value, list) else [value]
    return {one for one in values if isinstance(one, str)}


def _objects(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _same(one: Any, other: Any) -> bool:
    """Equality of JSON values; what is nested too deep to compare counts as different."""
    try:
        return bool(one == other)
    except RecursionError:
        return False


def _shown(value: Any) -> str:
    """A value as short JSON."""
    if value is None:
        return ''
    import json
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    except (ValueError, RecursionError):
        return '…'
    return text if len(text) <= 300 else text[:299] + '…'
