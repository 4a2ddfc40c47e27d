"""Every reference of a server entry: where it stands, who reads it first, and what this client makes of it."""
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
    PERCENT,
    POWERSHELL,
    SUBSTITUTION,
    TOKEN_VARIABLE,
    URL,
    USER_CONFIG,
)
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.rules.entry import program_name
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.credentials.references import Reference
    from mcp_hooks.documents.node import Node
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
    """Who reads an argument before the server does, by the id of its node: a shell, an interpreter, an expanding program."""
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
    """Does the client fill in references of this dialect in fields of this role?"""
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
    """Does the client fill in this name itself, such as the folder of the workspace?"""
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


def grouped(found: Iterable[Use]) -> Iterator[tuple[Node, list[Use]]]:
    """One mistake for each string, however often it refers to something."""
    by_node: dict[int, list[Use]] = {}
    for use in found:
        by_node.setdefault(id(use.node), []).append(use)
    for group in by_node.values():
        yield group[0].node, group


def plain_name(name: str) -> str:
    """A name without case, hyphens and underscores, in which people slip most."""
    return name.lower().replace('-', '').replace('_', '')
