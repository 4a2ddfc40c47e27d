"""Every reference of a server entry: where it stands, who reads it first, what this client makes of it, how it may be shown."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ARGS,
    BRACES,
    COMMAND,
    CURLY_ENV,
    CURLY_FILE,
    CWD,
    DEFAULT,
    DOLLAR,
    EDITOR,
    ENV,
    ENV_COLON,
    ENV_FILE,
    FILE_COLON,
    GITHUB,
    HEADERS,
    INPUT,
    MUSTACHE,
    OAUTH,
    OP,
    PERCENT,
    POWERSHELL,
    SUBSTITUTION,
    TOKEN_VARIABLE,
    URL,
    USER_CONFIG,
)
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import Edit, Fix
from mcp_hooks.rules.entry import program_name, reader, shown
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.credentials.references import Reference
    from mcp_hooks.documents.node import Node, Span
    from mcp_hooks.servers import Server

# where a reference can matter; what stands in a description is prose
ROLES = frozenset((COMMAND, ARGS, ENV, ENV_FILE, CWD, URL, HEADERS, OAUTH, TOKEN_VARIABLE))
ENV_DOT, CODE = '${env.NAME}', 'code'  # no client expands these: programs and other tools do
NAMED = frozenset((BRACES, DOLLAR, ENV_COLON, CURLY_ENV, PERCENT, GITHUB, MUSTACHE, ENV_DOT, POWERSHELL))
TEMPLATES = ('.tmpl', '.tpl', '.template', '.j2', '.jinja', '.jinja2', '.erb', '.hbs', '.mustache', '.ejs', '.gotmpl', '.in',
             '.liquid')
# programs that fill in ${NAME} or $NAME in their own arguments
# https://github.com/geelen/mcp-remote#custom-headers, https://github.com/griffithsbs/mcpipe
EXPANDING = frozenset(('mcp-remote', 'envmcp', 'mcpipe', 'envsubst', 'cross-env-shell', 'npm-run-all'))
LONGEST = 20_000  # of a value that is looked into: longer ones are data, not something a person refers in
# who leaves the second as text leaves the first: without $NAME no $(command)
_NEAR = {
    SUBSTITUTION: DOLLAR, MUSTACHE: GITHUB, CURLY_FILE: CURLY_ENV, FILE_COLON: ENV_COLON, USER_CONFIG: INPUT, PERCENT: DOLLAR,
}
WORD = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')


class Use(NamedTuple):
    """One reference in one string of an entry. ``reader`` is what reads the string before the server does (see launch)."""

    node: Node
    role: str
    reference: Reference
    reader: str

    @property
    def written(self) -> str:
        return self.node.text[self.reference.start:self.reference.end]


def strings(server: Server) -> Iterator[tuple[Node, str]]:
    """Every string of an entry that the client or the server acts on, with the role of its field."""
    fields = server.kind.fields
    todo = [(member.name, member.value) for member in reversed(server.entry.members)]
    while todo:
        name, node = todo.pop()
        field = fields.get(name)
        if field is None or field.role not in ROLES:
            if node.kind == OBJECT and name.count('.') < 3 and any(key.startswith(name + '.') for key in fields):
                todo.extend((f'{name}.{member.name}', member.value) for member in reversed(node.members))
            continue
        for one in node.walk():
            if one.kind == STRING:
                yield one, ARGS if field.role == COMMAND and isinstance(one.step, int) and one.step else field.role


def uses(server: Server) -> tuple[Use, ...]:
    """All references of an entry, found once: nine rules ask for them."""
    if server.uses is None:
        server.uses = tuple(_uses(server))
    return server.uses


def _uses(server: Server) -> Iterator[Use]:
    others: dict[int, str] | None = None
    for node, role in strings(server):
        value = node.text
        if len(value) > LONGEST or not ('$' in value or '{' in value or '%' in value or '://' in value or '.env' in value):
            continue  # .env: process.env.NAME, os.environ
        from mcp_hooks.credentials.references import references

        found = references(value)
        if not found:
            continue
        if others is None:
            others = readers_on_the_way(server)
        for reference in found:
            yield Use(node, role, reference, others.get(id(node), ''))


def readers_on_the_way(server: Server) -> dict[int, str]:
    from mcp_hooks.rules.launch import launch, read_by_others

    args = server.args
    found = {id(args[number]): who for number, who in read_by_others(server).items()}
    run = launch(server)
    names = {run.program} | {program_name(a.text).partition('@')[0] for a in run.args[:6] if a.text and len(a.text) < 100}
    if names & EXPANDING:
        found.update((id(node), 'program') for node in args if id(node) not in found)
    return found


def is_template(path: str) -> bool:
    """Is the file the input of a template engine, by its name?"""
    name = path.lower().rpartition('/')[2]
    return name.endswith(TEMPLATES) or '.template.' in name or '.tmpl.' in name


def in_templates(path: str) -> bool:
    """Does the file stand in a folder of templates, from which projects are made?"""
    folder = path.lower().rpartition('/')[0]
    return any(word in folder for word in ('template', 'cookiecutter', 'scaffold', 'skeleton', 'boilerplate', '{{', 'starter'))


def expands(kind: FileKind, dialect: str, role: str) -> bool:
    roles = kind.expands.get(dialect, ())
    return '*' in roles or role in roles


def is_meant(use: Use) -> bool:
    """Is this a reference at all? A ``$`` in a password, a format string or a percent-encoded address is none."""
    value, reference = use.node.text, use.reference
    dialect, name = reference.dialect, reference.name
    if not name:
        return False
    if dialect == DOLLAR:
        before, after = value[reference.start - 1:reference.start], value[reference.end:reference.end + 1]
        return (len(name) > 1 and name.isupper() and before in ('', ' ', '/', ':', '=', ',', '"', "'", '@', ';', '(')
                and after in ('', ' ', '/', ':', ',', '"', "'", '@', ';', ')', '&', '?', '\\', '.', '-'))
    if dialect == PERCENT:
        return len(name) > 2 and name.isupper() and (use.role != URL or value == use.written)
    if dialect == MUSTACHE:
        return WORD.issuperset(name.replace('.', '').replace('-', '').replace(' ', '')) and name[:1] not in '.-0123456789' and (
            use.role != ARGS or ' ' not in name)
    if dialect == SUBSTITUTION:
        return use.written.startswith('$')
    if dialect in (BRACES, DEFAULT):
        return name[0] in WORD and use.written[2:3] != ' '
    return True


def meets_client(use: Use) -> bool:
    """Does the client hand this text on as it is, or does somebody on the way expand it?"""
    dialect = use.reference.dialect
    if use.reader in ('sh', 'code', 'powershell', 'program'):
        return False
    return not (use.reader == 'cmd' and dialect == PERCENT)


def literal_by(kind: FileKind, use: Use) -> str:
    """The fact by which the reference stays literal text: its dialect, or its very words; '' when none is known."""
    dialect = use.reference.dialect
    if expands(kind, dialect, use.role) or (dialect in (BRACES, EDITOR) and is_predefined(kind, use.reference.name)):
        return ''
    written = use.written
    if written in kind.literal:
        return written
    if dialect in kind.literal:
        return dialect
    near = _NEAR.get(dialect, '')
    if dialect == PERCENT and use.role not in (ENV, HEADERS, URL):
        near = ''  # a command line may go through cmd, which expands it
    if near in kind.literal and not expands(kind, near, use.role) and dialect not in kind.expands:
        return near
    if dialect == DEFAULT:
        plain = ENV_COLON if written[2:6] in ('env:', 'ENV:') else BRACES
        if plain in kind.literal and not expands(kind, plain, use.role):
            return plain
    return ''


def is_predefined(kind: FileKind, name: str) -> bool:
    return name in kind.predefined or name.partition(':')[0] in kind.predefined


def variable(reference: Reference) -> str:
    """The name of the environment variable that a reference means, '' when it means something else."""
    name = reference.name
    if reference.dialect in (GITHUB, MUSTACHE):
        head, dot, tail = name.strip().rpartition('.')
        if dot and head.strip() not in ('secrets', 'env', 'vars', '.Env', 'inputs'):
            return ''
        name = tail.strip()
    elif reference.dialect not in NAMED and reference.dialect != DEFAULT:
        return ''
    return name if name and WORD.issuperset(name) and not name[0].isdigit() and not is_editors(name) else ''


def is_editors(name: str) -> bool:
    """``workspaceFolder``, ``userHome``, ``__dirname``: a word that some host fills in, and no shell exports."""
    return name in ('file', 'cwd') or name.startswith('__') or (name.isidentifier() and name[:1].islower() and not name.islower())


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
    from mcp_hooks.credentials.references import references

    found = references(text)
    return found[0].dialect if len(found) == 1 and found[0].end - found[0].start == len(text) else ''


def show(use: Use) -> str:
    """The reference as it may be shown: never a default, a command or an address."""
    dialect, name = use.reference.dialect, shown(use.reference.name, 40)
    if dialect == DEFAULT:
        return ('${env:' if use.written[2:6] in ('env:', 'ENV:') else '${') + name + ':-…}'
    if dialect == SUBSTITUTION:
        return '$(…)'
    if dialect == OP:
        return 'op://…'
    if dialect == GITHUB:
        return '${{ ' + name + ' }}'
    if dialect == MUSTACHE:
        return '{{ ' + name + ' }}'
    if dialect == EDITOR:
        return '${' + name + '}'
    return dialect.replace('NAME', name).replace('PATH', name)


def grouped(found: Iterable[Use]) -> Iterator[tuple[Node, list[Use]]]:
    """One mistake for each string, however often it refers to something."""
    by_node: dict[int, list[Use]] = {}
    for use in found:
        by_node.setdefault(id(use.node), []).append(use)
    for group in by_node.values():
        yield group[0].node, group


def span_of(server: Server, group: list[Use]) -> tuple[int, int]:
    from mcp_hooks.writing import place_in

    first, last = group[0].reference, group[-1].reference
    return place_in(server.file.document, group[0].node, first.start, last.end)


def rewritten(server: Server, group: list[Use]) -> Fix | None:
    """The references of one string in this client's own form, when each has one."""
    from mcp_hooks.edits import replace_within

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
    kind = server.kind
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
    return f'{reader(kind)} fills in nothing here: let a script set the value, or set it outside of this file.'


def screaming(name: str) -> str:
    """``errors-token`` → ``ERRORS_TOKEN``."""
    out = ''.join(c if c in WORD else '_' for c in name).upper()
    return out if out and len(out) <= 60 and not out[0].isdigit() else ''


def named(server: Server, role: str, node: Node, inside: Span, name: str) -> Fix | None:
    """A value taken out and the name of its variable written where this client wants names: list, map or bearer field.

    ``inside`` is the value's place in the string ``node``. None where the client has no such field, or the text around the
    value leaves no room for it.
    """
    from mcp_hooks.edits import insert_item, insert_member, remove_member

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


def plain_name(name: str) -> str:
    """A name without case, hyphens and underscores, in which people slip most."""
    return name.lower().replace('-', '').replace('_', '')
