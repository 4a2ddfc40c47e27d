"""Takes credentials out of a file: each is replaced by this client's reference to a variable, or to a value that it asks for."""
from __future__ import annotations

from mcp_hooks.clients.record import INPUT
from mcp_hooks.credentials import judge
from mcp_hooks.credentials.places import credentials
from mcp_hooks.credentials.references import DEFAULT, references
from mcp_hooks.edits import insert_item, insert_member, replace_string, replace_within
from mcp_hooks.engine import owner_of
from mcp_hooks.findings import NOTE, Fix
from mcp_hooks.fixing import apply, encoded, harmless
from mcp_hooks.rules.credential_help import server_of, variable_for
from mcp_hooks.rules.reference_help import form, named
from mcp_hooks.rules.uses import strings
from mcp_hooks.sources.source import Source
from mcp_hooks.text import Lines, decode
from mcp_hooks.writing import value_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp_hooks.credentials.places import Found
    from mcp_hooks.documents.node import Node, Span
    from mcp_hooks.engine import Options
    from mcp_hooks.findings import Finding
    from mcp_hooks.servers import ConfigFile, Server

CREDENTIALS = 200  # of one file; each is replaced in a round of its own


def fix_credentials(path: str, data: bytes, options: Options,
                    silenced: Callable[[str, bytes], Sequence[Finding]] | None = None) -> tuple[bytes, list[str], dict[str, str]]:
    """The bytes with each credential replaced by this client's reference to a variable, what was done, and name → value.
    ``silenced`` gives the findings of (path, bytes) that somebody declared right: their credentials stay.

    The values are for an env file that git ignores, or for nobody. A credential for which this client has no reference, or
    that stands in a comment, in prose or where no reference belongs, stays: it is for a person to take out.
    """
    titles: list[str] = []
    values: dict[str, str] = {}
    for _ in range(CREDENTIALS):
        decoded = decode(data)
        if decoded.problem is not None:
            break
        file = owner_of(Source(path, data), options)
        lines = Lines(decoded.text)
        right = {one.place for one in silenced(path, data)} if silenced is not None else set()
        for one in credentials(file.document, (file,), path):
            if right and lines.place(*one.span) in right:
                continue
            fix, name, value = _replaced(file, one, values)
            if fix is not None and harmless(path, decoded.text, [fix]):
                data = encoded(apply(decoded.text, [fix]), decoded.encoding, decoded.had_bom)
                titles.append(fix.title)
                values.setdefault(name, value)
                break
        else:
            break
    return data, titles, values


def _replaced(file: ConfigFile, found: Found, values: dict[str, str]) -> tuple[Fix | None, str, str]:
    """The fix for one credential, the name of its variable and its value."""
    node, verdict = found.node, found.verdict
    if node is None or verdict.severity == NOTE or verdict.form in (judge.PRIVATE_KEY, judge.ENCODED):
        return None, '', ''
    inside = value_span(file.document, node, found.span)
    if inside is None or found.place.where in ('comment', 'permission', 'text', 'key') or verdict.where == 'input-default':
        return None, '', ''
    value = node.text[inside[0]:inside[1]]
    if verdict.where == 'default':
        return (*_without_default(file, node, inside), value)
    wanted = variable_for(found, server_of(file, found))
    name, number = wanted, 2
    while values.get(name, value) != value:
        name, number = f'{wanted}_{number}', number + 1
    known = name if found.place.where == 'env' else next((other for other, its in values.items() if its == value), name)
    for one in dict.fromkeys((known, name)):  # one credential, one variable, unless the client wants the server's own name
        if found.place.where == 'variable-name':
            fix = _name_alone(file, node, one)
        else:
            fix = credential_fix(file, node, found.span, one)
        if fix is not None:
            return fix, one, value
    return None, '', ''


def _name_alone(file: ConfigFile, node: Node, name: str) -> Fix | None:
    edit = replace_string(file.document, node, name)
    return Fix(f'write `{name}`', (edit,)) if edit is not None else None


def _without_default(file: ConfigFile, node: Node, inside: Span) -> tuple[Fix | None, str]:
    """``${NAME:-secret}`` → ``${NAME}``."""
    for reference in references(node.text):
        if reference.dialect == DEFAULT and reference.start < inside[0] and inside[1] < reference.end and reference.name:
            head = node.text[reference.start:reference.start + 6]
            plain = ('${env:' if head.lower() == '${env:' else '${') + reference.name + '}'
            edit = replace_within(file.document, node, reference.start, reference.end, plain)
            return (Fix(f'write `{plain}`', (edit,)) if edit is not None else None), reference.name
    return None, ''


def credential_fix(file: ConfigFile, node: Node, span: Span, name: str) -> Fix | None:
    """A credential's literal replaced by this client's reference to the variable ``name``; None where it takes none there.

    ``span`` is the literal's place in the file, inside of the string ``node``. Where the client asks for values (``inputs``),
    the entry that asks is added; where it wants the name of a variable in a field of its own, the literal goes and the name is
    added. Nothing of the literal is in the fix: the value is for the caller to keep or to forget.
    """
    found = _holder(file, node)
    inside = value_span(file.document, node, span)
    if found is None or inside is None or not name:
        return None
    server, role = found
    kind = server.kind
    asks = kind.expands.get(INPUT, ()) if kind.inputs_at else ()
    if '*' in asks or role in asks:
        return _ask(file, node, inside, name)
    wanted = form(kind, role, name)
    if wanted:
        edit = replace_within(file.document, node, *inside, wanted)
        return Fix(f'write `{wanted}`', (edit,)) if edit is not None else None
    return named(server, role, node, inside, name)


def _holder(file: ConfigFile, node: Node) -> tuple[Server, str] | None:
    """The server that a string belongs to, and the role of its field."""
    for server in file.servers:
        for one, role in strings(server):
            if one is node:
                return server, role
    return None


def _ask(file: ConfigFile, node: Node, inside: Span, name: str) -> Fix | None:
    where = file.kind.inputs_at
    ident = name.lower()
    edit = replace_within(file.document, node, *inside, '${input:' + ident + '}')
    holder = file.document.root
    for step in where[:-1]:
        holder = holder.get(step) if holder is not None else None
    if edit is None or holder is None:
        return None
    title = f'write `${{input:{ident}}}`'
    inputs = holder.get(where[-1])
    known = [one.text for item in inputs.items if (one := item.get('id')) is not None] if inputs is not None else []
    if ident in known:
        return Fix(title, (edit,))
    asked = {'type': 'promptString', 'id': ident, 'description': name, 'password': True}
    if inputs is None:
        added = insert_member(file.document, holder, where[-1], [asked])
    else:
        added = insert_item(file.document, inputs, asked)
    if added is None:
        return None
    return Fix(f'{title} and ask for it in `{where[-1]}`', tuple(sorted((edit, added))))
