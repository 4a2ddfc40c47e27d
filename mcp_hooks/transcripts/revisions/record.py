"""The record of one protocol revision."""
from __future__ import annotations

from mcp_hooks.transcripts.event import LEGACY, MODERN
from mcp_hooks.transcripts.message import C2S, S2C
from mcp_hooks.transcripts.revisions.shape import Compiler, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mcp_hooks.transcripts.revisions.shape import Written

BOTH = 'both'
EMBEDDED = 'embedded'  # never sent on its own: stands in an InputRequiredResult

__all__ = ['BOTH', 'C2S', 'EMBEDDED', 'LEGACY', 'MODERN', 'S2C', 'Method', 'Revision']


class Method:
    """A request or notification. ``params`` and ``result`` are types as ``shape`` writes them, None where there are none.

    ``capability`` is what has to be declared, by whom: ``('server', 'resources', 'subscribe')``. ``page`` is the page of the
    specification that defines the method. ``extension`` is the id of the extension it belongs to, '' for the core.
    """

    __slots__ = ('capability', 'direction', 'extension', 'page', 'params', 'params_optional', 'request', 'result')

    def __init__(self, direction: str, page: str, *, request: bool = True, params: Any = None,
                 params_optional: bool = False, result: Any = None, capability: tuple[str, ...] = (),
                 extension: str = '') -> None:
        self.direction = direction
        self.page = page
        self.request = request
        self.params = params
        self.params_optional = params_optional
        self.result = result
        self.capability = capability
        self.extension = extension

    def changed(self, **what: Any) -> Method:
        """The same method with some of it as a later revision has it."""
        known = {name: getattr(self, name) for name in self.__slots__}
        return Method(**(known | what))


class Revision:
    """One revision of the protocol.

    date        its name, ``2025-11-25``
    era         LEGACY or MODERN
    types       name → type as written
    methods     name → Method, notifications included, extensions not
    extensions  id of an extension → {name → Method}
    embedded    methods that are only sent inside an InputRequiredResult
    removed     method of an earlier revision → what replaced it
    features    words for what the revision has (see the modules of the revisions)
    content     content block type → the type as written
    sampling    the same for the blocks of sampling messages
    errors      code that the specification defines → what it means
    forbidden   code that must not be sent → what to send
    reserved    the codes (lowest, highest) that only the specification may define, None where it reserves none
    meta        key of ``_meta`` that the specification defines → its type
    cacheable   methods whose result says how long it may be kept
    retryable   methods whose result may ask for input
    """

    __slots__ = ('_compile', '_compiled', 'cacheable', 'content', 'date', 'embedded', 'era', 'errors', 'extensions', 'features',
                 'forbidden', 'meta', 'methods', 'removed', 'reserved', 'retryable', 'sampling', 'types')

    def __init__(self, date: str, *, era: str, types: Mapping[str, Written], methods: Mapping[str, Method],
                 content: Mapping[str, Written], sampling: Mapping[str, Written], features: frozenset[str],
                 errors: Mapping[int, str], meta: Mapping[str, Written], embedded: Mapping[str, Method] | None = None,
                 extensions: Mapping[str, Mapping[str, Method]] | None = None, removed: Mapping[str, str] | None = None,
                 forbidden: Mapping[int, str] | None = None, reserved: tuple[int, int] | None = None,
                 cacheable: frozenset[str] = frozenset(), retryable: frozenset[str] = frozenset()) -> None:
        self.date = date
        self.era = era
        self.types = types
        self.methods = methods
        self.content = content
        self.sampling = sampling
        self.features = features
        self.errors = errors
        self.meta = meta
        self.embedded = embedded or {}
        self.extensions = extensions or {}
        self.removed = removed or {}
        self.forbidden = forbidden or {}
        self.reserved = reserved
        self.cacheable = cacheable
        self.retryable = retryable
        self._compile: Compiler | None = None
        self._compiled: dict[Any, Type | None] = {}

    def __repr__(self) -> str:
        return f'<Revision {self.date}>'

    @property
    def version(self) -> str:
        """The name that stands in ``protocolVersion``."""
        return self.date

    @property
    def modern(self) -> bool:
        return self.era == MODERN

    def page(self, name: str) -> str:
        """The address of a page of the specification in this revision, ``server/tools``."""
        return f'https://modelcontextprotocol.io/specification/{self.date}/{name}'

    def method(self, name: str) -> Method | None:
        """A method of the core or of an extension; None where this revision has none of that name."""
        found = self.methods.get(name)
        if found is None:
            for methods in self.extensions.values():
                if name in methods:
                    return methods[name]
        return found

    def type(self, written: Written) -> Type:
        """A type by its name, or as it is written."""
        if self._compile is None:
            self._compile = Compiler(self.types)
        return self._compile(written)

    def params(self, name: str) -> Type | None:
        """What the params of a method must be; None where the method is unknown or has nothing to check."""
        return self._member(name, 'params')

    def result(self, name: str) -> Type | None:
        """What a complete result of a method must be."""
        return self._member(name, 'result')

    def block(self, kind: str, sampling: bool = False) -> Type | None:
        """The content block of that type, None where this revision has none (in sampling messages)."""
        key = ('sampling' if sampling else 'content', kind)
        if key not in self._compiled:
            written = (self.sampling if sampling else self.content).get(kind)
            if written is None:
                return None
            self._compiled[key] = self.type(written)
        return self._compiled[key]

    def _member(self, name: str, member: str) -> Type | None:
        key = (name, member)
        try:
            return self._compiled[key]
        except KeyError:
            method = self.method(name) or self.embedded.get(name)
            if method is None:  # not remembered: the name comes from the capture
                return None
            written = getattr(method, member)
            found = self._compiled[key] = None if written is None else self.type(written)
            return found
