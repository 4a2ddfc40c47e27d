"""What is said of a reference: how it may be shown, what this client wants in its place, and the edit that writes it.

Loaded with a finding.
"""
from __future__ import annotations

from mcp_hooks.clients.record import (
    BRACES,
    CURLY_ENV,
    DEFAULT,
    DOLLAR,
    EDITOR,
    ENV,
    ENV_COLON,
    GITHUB,
    HEADERS,
    INPUT,
    MUSTACHE,
    OP,
    SUBSTITUTION,
    USER_CONFIG,
)
from mcp_hooks.credentials.references import references
from mcp_hooks.edits import insert_item, insert_member, remove_member, replace_within
from mcp_hooks.findings import Edit, Fix
from mcp_hooks.rules.uses import NAMED, WORD, Use, expands, is_editors, variable
from mcp_hooks.rules.wording import reader, shown
from mcp_hooks.writing import place_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Node, Span
    from mcp_hooks.servers import Server


def show(use: Use) -> str:
    """The reference as it may be shown: never a default, a command or an address."""
    dialect, name = use.reference.dialect, shown(use.reference.name, 40)
    if dialect == DEFAULT:
        return ('${env:' if use.written[2:6] in ('env:', 'ENV:') else '${') + name + ':-…}'
    if dialect == SUBSTITUTION:
        return '$(…)'
    if dialect == OP:
        return 'op://…'
    blank = '' if use.written.lstrip('${')[:1].strip() else ' '  # as it is written, so that it can be searched for
    if dialect == GITHUB:
        return '${{' + blank + name + blank + '}}'
    if dialect == MUSTACHE:
        return '{{' + blank + name + blank + '}}'
    if dialect == EDITOR:
        return '${' + name + '}'
    return dialect.replace('NAME', name).replace('PATH', name)


def span_of(server: Server, group: list[Use]) -> tuple[int, int]:
    """Where the references of one string stand in the file, first to last; the whole string where that is not known."""
    first, last = group[0].reference, group[-1].reference
    return place_in(server.file.document, group[0].node, first.start, last.end)


def field_of(server: Server, use: Use) -> str:
    """The key of the entry's field that holds the string."""
    node: Node | None = use.node
    while node is not None and node.parent is not None and node.parent is not server.entry:
        node = node.parent
    return shown(str(node.step)) if node is not None else use.role


def form(kind: FileKind, role: str, name: str) -> str:
    """How this client wants the variable ``name`` referenced in a field of this role; '' when it expands none there."""
    own = kind.reference
    if own and 'NAME' in own:
        dialect = _dialect_of(own)
        works = expands(kind, dialect, role) and role not in kind.literal_in.get(dialect, ())
        if dialect not in ('', INPUT, USER_CONFIG) and works:
            return own.replace('NAME', name)
    for dialect in (ENV_COLON, BRACES, CURLY_ENV, DOLLAR):
        if expands(kind, dialect, role) and role not in kind.literal_in.get(dialect, ()):
            return dialect.replace('NAME', name)
    if expands(kind, GITHUB, role):
        return '${{ secrets.' + name + ' }}'
    return ''


def _dialect_of(text: str) -> str:
    found = references(text)
    return found[0].dialect if len(found) == 1 and found[0].end - found[0].start == len(text) else ''


def rewritten(server: Server, group: list[Use]) -> Fix | None:
    """The references of one string in this client's own form, when each has one."""
    edits: list[Edit] = []
    forms: list[str] = []
    for use in group:
        name = variable(use.reference)
        wanted = form(server.kind, use.role, name) if name and use.reference.dialect != DEFAULT else ''
        if not wanted:
            return None
        edit = replace_within(server.file.document, use.node, use.reference.start, use.reference.end, wanted)
        if edit is None or (edits and edit.start < edits[-1].end):
            return None
        edits.append(edit)
        if wanted not in forms:
            forms.append(wanted)
    return Fix('write ' + ' and '.join(f'`{one}`' for one in forms), tuple(edits))


def advice(server: Server, use: Use) -> str:
    """What to write instead, as this client takes it."""
    kind = server.kind
    folder = own_folder(kind, use.reference.name)
    if folder:
        return f'Write `${{{folder}}}`, the folder of the file here.'
    if is_editors(use.reference.name):
        return f'Write a path that {reader(kind)} can resolve.'
    if use.reference.dialect == SUBSTITUTION:
        wanted = form(kind, use.role, 'NAME')
        return 'No command is run here. Set a variable to what it prints' + (f' and write `{wanted}`.' if wanted else '.')
    name = variable(use.reference) or screaming(use.reference.name.rstrip('/').rpartition('/')[2])
    if use.reference.dialect == OP and use.role == ENV and isinstance(use.node.step, str):
        name = use.node.step if WORD.issuperset(use.node.step) else name
    wanted = form(kind, use.role, name) if name else ''
    if use.reference.dialect == OP:
        return 'Start the server through `op run -- …`, which resolves the address, or read the secret into a variable' + (
            f' and write `{wanted}`.' if wanted and name else '.')
    if use.reference.dialect == DEFAULT and wanted:
        return f'Write `{wanted}`; a default has no place there: set it where the variable is set.'
    if wanted.startswith('${{'):
        return f'Write `{wanted}` and keep the value as a secret of this name.'
    if wanted:
        return f'Write `{wanted}` and set {name} in the environment.'
    if kind.variable_fields.get(use.role):
        bearer = kind.variable_fields.get('bearer')
        also = f', in `{bearer}` for a bearer token' if bearer and use.role == HEADERS else ''
        return f'Take the value out and name the variable in `{kind.variable_fields[use.role]}`{also}.'
    asks = kind.expands.get(INPUT, ()) if kind.inputs_at else ()
    if name and ('*' in asks or use.role in asks):
        return f'Write `${{input:{name.lower()}}}` and ask for it in `{kind.inputs_at[-1]}`, a secret with `"password": true`.'
    if kind.reference:
        return f'{reader(kind)} fills in no variable here. Where it does, it is written `{kind.reference}`; or let a script set the value.'
    if kind.overlay:
        return f'{reader(kind)} fills in nothing here: put the value in the same place in `{kind.overlay}`, which git should ignore.'
    return f'{reader(kind)} fills in nothing here: let a script set the value, or set it outside of this file.'


# the folder of a plugin, an extension or a bundle, in the words of each host
_FOLDERS = ('CLAUDE_PLUGIN_ROOT', 'PLUGIN_ROOT', 'extensionPath', '__dirname')


def own_folder(kind: FileKind, name: str) -> str:
    """This client's word for the folder that the name means elsewhere, '' when it has none."""
    return next((word for word in _FOLDERS if word in kind.predefined), '') if name in _FOLDERS else ''


def screaming(name: str) -> str:
    """``errors-token`` → ``ERRORS_TOKEN``."""
    out = ''.join(c if c in WORD else '_' for c in name).upper()
    return out if out and len(out) <= 60 and not out[0].isdigit() else ''


def named(server: Server, role: str, node: Node, inside: Span, name: str) -> Fix | None:
    """A value taken out and the name of its variable written where this client wants names: list, map or bearer field.

    ``inside`` is the value's place in the string ``node``. None where the client has no such field, or the text around the
    value leaves no room for it.
    """
    document, kind = server.file.document, server.kind
    member = server.fields.get(role)
    holder = member.value if member is not None else None
    header = next((m for m in holder.members if m.value is node), None) if holder is not None else None
    key = kind.variable_fields.get(role, '')
    if holder is None or header is None:
        return None
    before, after = node.text[:inside[0]].strip().lower(), node.text[inside[1]:].strip()
    bearer = kind.variable_fields.get('bearer', '')
    value: object = name
    is_bearer = before == 'bearer' and not after and header.name.lower() == 'authorization'
    if bearer and is_bearer and server.entry.get(bearer) is None:
        key = bearer
    elif not key or before or after:
        return None
    elif role == 'env':
        if header.name != name:
            return None  # the server would look for another name
        value = [name]
    else:
        value = {header.name: name}
    gone = remove_member(document, holder, header)
    there = server.entry.get(key)
    if there is None:
        added = insert_member(document, server.entry, key, value)
    elif isinstance(value, list):
        added = insert_item(document, there, name)
    elif isinstance(value, dict):
        added = insert_member(document, there, header.name, name)
    else:
        return None
    if gone is None or added is None or any(edit.start <= added.start < edit.end for edit in gone):
        return None
    return Fix(f'name the variable in `{key}`', tuple(sorted((*gone, added))))


def taken_out(server: Server, group: list[Use]) -> Fix | None:
    """The reference gone and the name of its variable in a field of its own, where this client wants names."""
    use = group[0]
    name = variable(use.reference)
    if len(group) != 1 or not name or use.reference.dialect not in NAMED:
        return None
    return named(server, use.role, use.node, (use.reference.start, use.reference.end), name)
