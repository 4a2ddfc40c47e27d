"""What a reference falls back to where its variable is not set: a text that stands in the file all the same."""

from __future__ import annotations

from mcp_hooks.credentials.references import DEFAULT, GITHUB, MUSTACHE, Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def default_of(value: str, reference: Reference) -> tuple[int, int] | None:
    """Where the default of a reference stands in ``value``: the text that is used where the variable is not set.

    Defaults of ``${NAME:?message}`` and ``${NAME:+other}`` count as well: their text stands in the file all the same.
    """
    if reference.dialect != DEFAULT:
        return None
    start = reference.start + 2 + len(reference.name)
    if value.startswith('env:', reference.start + 2) or value.startswith('env.', reference.start + 2):
        start += 4
    start += 2 if value.startswith((':-', ':=', ':?', ':+'), start) else 1
    return start, reference.end - 1


_TEMPLATES = frozenset((GITHUB, MUSTACHE))
# before the default in Jinja and Helm, in GitHub's expressions and in those of JavaScript
_BEFORE_DEFAULT = ('default(', 'default', 'd(', '||', '??', ' or', '?:')
_FIRST_NOT_EMPTY = ('or ', 'coalesce ', '- or ', '- coalesce ')
_WITH_DEFAULT = ('env(', 'getenv(', 'environ.get(', 'env.get(', 'vars.get(', 'get(')


def defaults_of(value: str, reference: Reference) -> Iterator[tuple[int, int, str]]:
    """The texts in a template that are used where its variable is not set, each with the name of that:
    ``{{ lookup('env', 'API_KEY') | default('…') }}``, ``{{ .Values.token | default "…" }}``, ``${{ secrets.TOKEN || '…' }}``."""
    if reference.dialect not in _TEMPLATES:
        return
    inner = value[reference.start : reference.end]
    if '"' not in inner and "'" not in inner:
        return
    first = inner.lstrip('${ ').startswith(_FIRST_NOT_EMPTY)
    at = 0
    while True:
        opening = min((place for place in (inner.find('"', at), inner.find("'", at)) if place >= 0), default=-1)
        close = inner.find(inner[opening], opening + 1) if opening >= 0 else -1
        if close < 0:
            return
        before = inner[at if at else 2 : opening].rstrip()
        said = inner[:opening].rstrip()
        call = said[max(0, said.rfind('(') - 12) : said.rfind('(') + 1] if before[-1:] == ',' else ''
        if before.endswith(_BEFORE_DEFAULT) or first or call.endswith(_WITH_DEFAULT):
            yield reference.start + opening + 1, reference.start + close, _variable_in(said) or _variable_in(inner[close:])
        at = close + 1


def _variable_in(text: str) -> str:
    """The last name in an expression that is none of the words of its language."""
    for word in reversed(text.replace('(', ' ').replace(')', ' ').replace('"', ' ').replace("'", ' ').replace(',', ' ').split()):
        name = word.rpartition('.')[2]
        if name.isidentifier() and name not in ('default', 'd', 'or', 'lookup', 'env', 'coalesce', 'quote', 'get', 'true', 'upper', 'trim'):
            return name
    return ''
