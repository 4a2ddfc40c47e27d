"""References to variables, prompts and stores: which stay literal text here, and which name something that does not exist."""
from __future__ import annotations

from typing import NamedTuple

from mcp_hooks.clients.record import (
    ARGS, BRACES, COMMAND, CURLY_ENV, CWD, DEFAULT, DOLLAR, ENV, ENV_COLON, ENV_FILE, GITHUB, HEADERS, INPUT, MUSTACHE, OAUTH, OP, PERCENT,
    SUBSTITUTION, TOKEN_VARIABLE, URL, USER_CONFIG,
)
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.entry import reader, shown
from mcp_hooks.rules.rule import FILE, REFERENCE, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.credentials.references import Reference
    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import ConfigFile, Server

# where a reference can matter; what stands in a description is prose
ROLES = frozenset((COMMAND, ARGS, ENV, ENV_FILE, CWD, URL, HEADERS, OAUTH, TOKEN_VARIABLE))
ENV_DOT, POWERSHELL, CODE = '${env.NAME}', '$env:NAME', 'code'  # no client expands these: programs and other tools do
NAMED = frozenset((BRACES, DOLLAR, ENV_COLON, CURLY_ENV, PERCENT, GITHUB, MUSTACHE, ENV_DOT, POWERSHELL))
TEMPLATES = ('.tmpl', '.tpl', '.template', '.j2', '.jinja', '.jinja2', '.erb', '.hbs', '.mustache', '.ejs', '.gotmpl', '.in', '.liquid')
# programs that fill in ${NAME} or $NAME in their own arguments
# https://github.com/geelen/mcp-remote#custom-headers, https://github.com/griffithsbs/mcpipe
EXPANDING = frozenset(('mcp-remote', 'envmcp', 'mcpipe', 'envsubst', 'cross-env-shell', 'npm-run-all'))
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
        if field is None:
            if node.kind == OBJECT and name.count('.') < 3 and any(key.startswith(name + '.') for key in fields):
                todo.extend((f'{name}.{member.name}', member.value) for member in reversed(node.members))
            continue
        if field.role not in ROLES:
            continue
        for one in node.walk():
            if one.kind == STRING:
                yield one, ARGS if field.role == COMMAND and isinstance(one.step, int) and one.step else field.role


_last: list[tuple[Server, tuple[Use, ...]]] = []


def uses(server: Server) -> tuple[Use, ...]:
    """All references of an entry; several rules ask for those of one entry in turn."""
    if _last and _last[0][0] is server:
        return _last[0][1]
    found = tuple(_uses(server))
    _last[:] = [(server, found)]
    return found


def _uses(server: Server) -> Iterator[Use]:
    others: dict[int, str] | None = None
    for node, role in strings(server):
        value = node.text
        if not ('$' in value or '{' in value or '%' in value or '://' in value or 'process.env' in value or 'os.environ' in value):
            continue
        from mcp_hooks.credentials.references import references

        found = references(value)
        if not found:
            continue
        if others is None:
            others = _others(server)
        for reference in found:
            yield Use(node, role, reference, others.get(id(node), ''))


def _others(server: Server) -> dict[int, str]:
    from mcp_hooks.rules.launch import launch, program_name, read_by_others

    args = server.args
    found = {id(args[number]): who for number, who in read_by_others(server).items()}
    run = launch(server)
    names = {run.program} | {program_name(a.text).partition('@')[0] for a in run.args[:6] if a.text and len(a.text) < 100}
    if names & EXPANDING:
        found.update((id(node), 'program') for node in args if id(node) not in found)
    return found


def _is_template(path: str) -> bool:
    name = path.lower().rpartition('/')[2]
    return name.endswith(TEMPLATES) or '.template.' in name or '.tmpl.' in name


def _expands(kind: FileKind, dialect: str, role: str) -> bool:
    roles = kind.expands.get(dialect, ())
    return '*' in roles or role in roles


def _is_meant(use: Use) -> bool:
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
        return len(name) > 2 and (name.isupper() or name in ('AppData', 'UserProfile')) and (use.role != URL or value == use.written)
    if dialect == MUSTACHE:
        return WORD.issuperset(name.replace('.', '').replace('-', '').replace(' ', '')) and name[:1] not in '.-0123456789' and (
            use.role != ARGS or ' ' not in name)
    if dialect == SUBSTITUTION:
        return use.written.startswith('$')
    if dialect in (BRACES, DEFAULT):
        return name[0] in WORD and use.written[2:3] != ' '
    return True


def _meets_client(use: Use) -> bool:
    """Does the client hand this text on as it is, or does somebody on the way expand it?"""
    dialect = use.reference.dialect
    if use.reader in ('sh', 'code', 'powershell', 'program'):
        return False
    return not (use.reader == 'cmd' and dialect == PERCENT)


def _literal(kind: FileKind, use: Use) -> str:
    """The fact by which the reference stays literal text: its dialect's name, or the words of ``literal``; '' when none is known."""
    dialect = use.reference.dialect
    if _expands(kind, dialect, use.role) or (dialect in (BRACES, '${word:NAME}') and _predefined(kind, use.reference.name)):
        return ''
    written = use.written
    if written in kind.literal:
        return written
    if dialect in kind.literal:
        return dialect
    if dialect == DEFAULT:
        plain = ENV_COLON if written[2:6] in ('env:', 'ENV:') else BRACES
        if plain in kind.literal and not _expands(kind, plain, use.role):
            return plain
    return ''


def _predefined(kind: FileKind, name: str) -> bool:
    return name in kind.predefined or name.partition(':')[0] in kind.predefined


def _variable(reference: Reference) -> str:
    """The name of the environment variable that a reference means, '' when it means something else."""
    name = reference.name
    if reference.dialect in (GITHUB, MUSTACHE):
        head, dot, tail = name.strip().rpartition('.')
        if dot and head.strip() not in ('secrets', 'env', 'vars', '.Env', 'inputs'):
            return ''
        name = tail.strip()
    elif reference.dialect not in NAMED and reference.dialect != DEFAULT:
        return ''
    return name if name and WORD.issuperset(name) and not name[0].isdigit() and not _is_editors(name) else ''


def _is_editors(name: str) -> bool:
    """``workspaceFolder``, ``userHome``, ``__dirname``: a word that some host fills in, no variable that a shell would export."""
    return name.startswith('__') or (name[:1].islower() and not name.islower())


def form(kind: FileKind, role: str, name: str) -> str:
    """How this client wants the variable ``name`` referenced in a field of this role; '' when it expands none there."""
    own = kind.reference
    if own and 'NAME' in own:
        dialect = _dialect_of(own)
        if dialect and _expands(kind, dialect, role) and role not in kind.literal_in.get(dialect, ()) and dialect not in (INPUT, USER_CONFIG):
            return own.replace('NAME', name)
    for dialect in (ENV_COLON, BRACES, CURLY_ENV, DOLLAR):
        if _expands(kind, dialect, role) and role not in kind.literal_in.get(dialect, ()):
            return dialect.replace('NAME', name)
    if _expands(kind, GITHUB, role):
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
    if dialect == '${word:NAME}':
        return '${' + name + '}'
    return dialect.replace('NAME', name).replace('PATH', name)


def _grouped(found: Iterable[Use]) -> Iterator[tuple[Node, list[Use]]]:
    """One mistake for each string, however often it refers to something."""
    by_node: dict[int, list[Use]] = {}
    for use in found:
        by_node.setdefault(id(use.node), []).append(use)
    for group in by_node.values():
        yield group[0].node, group


def _span(server: Server, group: list[Use]) -> tuple[int, int]:
    from mcp_hooks.edits import place_in

    first, last = group[0].reference, group[-1].reference
    return place_in(server.file.document, group[0].node, first.start, last.end)


def _fix(server: Server, group: list[Use]) -> Fix | None:
    """The references of one string in this client's own form, when each has one."""
    from mcp_hooks.edits import replace_within

    edits: list[Edit] = []
    forms: list[str] = []
    for use in group:
        name = _variable(use.reference)
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


def _help(server: Server, use: Use) -> str:
    kind = server.kind
    if _is_editors(use.reference.name):
        return f'Write a path that {reader(kind)} can resolve.'
    name = _variable(use.reference) or _screaming(use.reference.name)
    wanted = form(kind, use.role, name) if name else ''
    if use.reference.dialect == OP:
        return 'Start the server through `op run -- …`, which resolves the address, or read the secret into a variable' + (
            f' and write `{wanted}`.' if wanted and name else '.')
    if use.reference.dialect == DEFAULT and wanted:
        return f'Write `{wanted}`; a default has no place there: set it where the variable is set.'
    if wanted:
        return f'Write `{wanted}` and set {name} in the environment.'
    if kind.reference:
        return f'{reader(kind)} takes a value from outside as `{kind.reference}` only; elsewhere, let a script set it and start the server.'
    return f'{reader(kind)} fills in nothing here. Start the server through a script that sets the value, or set it outside of this file.'


def _screaming(name: str) -> str:
    """``errors-token`` → ``ERRORS_TOKEN``."""
    out = ''.join(c if c in WORD else '_' for c in name).upper()
    return out if out and len(out) <= 60 and not out[0].isdigit() else ''


def check_literal(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.literal or kind.read_by_nobody:
        return
    template = _is_template(server.file.path)
    found = []
    for use in uses(server):
        if use.role == TOKEN_VARIABLE or not _meets_client(use) or not _is_meant(use):
            continue
        if template and use.reference.dialect in (MUSTACHE, GITHUB):
            continue
        if use.reference.dialect == OP and _resolves_stores(server):
            continue
        if _literal(kind, use):
            found.append(use)
    for node, group in _grouped(found):
        severity = 'error'
        for use in group:
            fact = _literal(kind, use)
            severity = kind.at_most(severity, 'literal', f'literal.{fact}')
            if _may_be_an_editors(use) and use.reference.name.partition(':')[0] not in kind.foreign_names:
                severity = 'warning'
        if template or kind.template:
            severity = 'warning'  # a sample is filled in by hand before anybody reads it
        names = ', '.join(dict.fromkeys(f'`{show(use)}`' for use in group))
        yield Hit(node, f'{reader(kind)} does not expand {names} in `{_field(server, group[0])}`: it stays literal text',
                  span=_span(server, group), severity=severity, help=_help(server, group[0]), fix=_fix(server, group))


def _may_be_an_editors(use: Use) -> bool:
    """``${workspaceFolder}`` and its like: a fork of an editor may fill in more than its documentation says."""
    name = use.reference.name
    return use.reference.dialect in (BRACES, '${word:NAME}') and not name.partition(':')[0].isupper() and name.replace(':', '_').isidentifier()


def _field(server: Server, use: Use) -> str:
    """The key of the entry's field that holds the string."""
    node: Node | None = use.node
    while node is not None and node.parent is not None and node.parent is not server.entry:
        node = node.parent
    return shown(str(node.step)) if node is not None else use.role


def _resolves_stores(server: Server) -> bool:
    """May the program started resolve op:// itself? `op run` does, a script of one's own may."""
    from mcp_hooks.rules.launch import INTERPRETERS, SHELLS, launch, program_name

    if not server.command:
        return False
    run = launch(server)
    words = [program_name(server.command), *run.through]
    if 'op' in words or any(program_name(a.text) == 'op' for a in server.args if len(a.text) < 50):
        return True
    own = server.command.startswith(('.', '/', '~')) or '/' in server.command or '\\' in server.command
    return own or run.program in INTERPRETERS or run.program in SHELLS or run.program in ('uv', 'just', 'make', 'task', 'varlock')


def check_field(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.literal_in:
        return
    found = [use for use in uses(server) if use.role in kind.literal_in.get(use.reference.dialect, ()) and _meets_client(use)]
    for node, group in _grouped(found):
        severity = kind.at_most('error', 'literal_in')
        other = kind.reference.replace('NAME', _variable(group[0].reference).lower()) if kind.reference else ''
        instead = f'Prefer `{other}`' if other and INPUT in kind.expands else 'Move the value to a field in which it is expanded'
        yield Hit(node, f'{reader(kind)} is reported not to expand `{show(group[0])}` in `{_field(server, group[0])}`',
                  span=_span(server, group), severity=severity,
                  help=f'{instead}{", with an entry in `inputs`," if other and INPUT in kind.expands else ""} until this is settled: '
                       f'{kind.source_of("literal_in")}')


def inputs_of(file: ConfigFile) -> list[Node] | None:
    """The entries of ``inputs``; None where this client has no such list or what stands there is not one."""
    where = file.kind.inputs_at
    node = file.document.root
    if not where or node is None:
        return None
    for step in where:
        below = node.get(step)
        if below is None:
            return []
        node = below
    return node.items if node.kind == ARRAY else None


def _input_id(node: Node) -> str:
    found = node.get('id')
    return found.text if found is not None else ''


def check_undeclared(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.inputs_at or not any(use.reference.dialect == INPUT for use in uses(server)):
        return
    declared = inputs_of(server.file)
    if declared is None:
        return
    ids = [_input_id(node) for node in declared]
    known = set(ids)
    found = [use for use in uses(server)
             if use.reference.dialect == INPUT and use.reference.name not in known and _expands(kind, INPUT, use.role)]
    for node, group in _grouped(found):
        name = group[0].reference.name
        near = _nearest(name, ids)
        add = f'Add `{{"type": "promptString", "id": "{shown(name)}", "description": …, "password": true}}` to `{kind.inputs_at[-1]}`'
        yield Hit(node, f'No entry of `{kind.inputs_at[-1]}` has the id `{shown(name)}`: {reader(kind)} cannot ask for it',
                  span=_span(server, group), severity=kind.at_most('error', 'inputs_at'),
                  help=f'Did you mean `${{input:{shown(near)}}}`? {add}.' if near else add + '.')


def _nearest(name: str, ids: list[str]) -> str:
    plain = name.lower().replace('-', '').replace('_', '')
    for one in ids:
        if one.lower().replace('-', '').replace('_', '') == plain:
            return one
    return ''


def check_unused(file: ConfigFile) -> Iterator[Hit]:
    inputs = inputs_of(file)
    if not inputs or file.document.root is None:
        return
    used: set[str] = set()
    for node in file.document.root.walk():
        if node.kind == STRING and '${input:' in node.text:
            used.update(piece.partition('}')[0] for piece in node.text.split('${input:')[1:])
    for node in inputs:
        name = _input_id(node)
        if name and name not in used:
            yield Hit(node.get('id'), f'No server uses `${{input:{shown(name)}}}`')


def check_same_id(file: ConfigFile) -> Iterator[Hit]:
    first: dict[str, Node] = {}
    for node in inputs_of(file) or ():
        name = node.get('id')
        if name is None or not name.text:
            continue
        before = first.setdefault(name.text, name)
        if before is not name:
            yield Hit(name, f'Two entries of `{file.kind.inputs_at[-1]}` have the id `{shown(name.text)}`: only one is asked',
                      related=((before.span, 'first here'),))


def check_visible(file: ConfigFile) -> Iterator[Hit]:
    for node in inputs_of(file) or ():
        kind, hidden = node.get('type'), node.get('password')
        if kind is None or kind.text != 'promptString' or (hidden is not None and hidden.value is True):
            continue
        name = _input_id(node)
        if not name or not (_is_secret(name) or _is_secret_use(file, name)):
            continue
        yield Hit(node.get('id'), f'`{shown(name)}` asks for a secret in plain sight: it is shown while it is typed',
                  fix=_hide(file, node, hidden))


def _hide(file: ConfigFile, node: Node, hidden: Node | None) -> Fix | None:
    from mcp_hooks.edits import replace_value

    if hidden is not None:
        edit = replace_value(file.document, hidden, True)
        return Fix('set `"password": true`', (edit,)) if edit else None
    text = file.document.text
    last = node.members[-1]
    if text[node.start:node.start + 1] != '{':
        return None
    line = text.rfind('\n', 0, last.key.start) + 1
    lead = text[line:last.key.start]
    gap = ('\r\n' if text[line - 2:line - 1] == '\r' else '\n') + lead if line > node.start and not lead.strip() else ' '
    return Fix('add `"password": true`', (Edit(last.value.end, last.value.end, f',{gap}"password": true'),))


def _is_secret_use(file: ConfigFile, name: str) -> bool:
    written = '${input:' + name + '}'
    for server in file.servers:
        for member in (*server.env, *server.headers):
            if written in member.value.text and _is_secret(member.name):
                return True
    return False


def _is_secret(name: str) -> bool:
    """Does the name say that its value is secret?"""
    from mcp_hooks.credentials.names import PASSWORD, SECRET, read

    return read(name).kind in (SECRET, PASSWORD)


# programs that fetch a secret or a variable: what they print is the point, and nothing is changed by running them
_FETCHING = frozenset(('op', 'pass', 'gopass', 'security', 'bw', 'bws', 'doppler', 'vault', 'secret-tool', 'keyring', 'rbw', 'lpass', 'kwallet-query',
                       'echo', 'printf', 'printenv', 'cat', 'age', 'sops', 'gpg', 'gh', 'glab', 'gcloud', 'aws', 'az', 'infisical', 'dashlane',
                       'dcli', 'envchain', 'git', 'pwd', 'whoami', 'hostname', 'which', 'npm', 'head'))


def check_command(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if SUBSTITUTION not in kind.expands:
        return
    for use in uses(server):
        if use.reference.dialect != SUBSTITUTION or not _expands(kind, SUBSTITUTION, use.role) or use.reader in ('sh', 'code', 'powershell'):
            continue
        words = use.reference.name.split(None, 1)
        program = words[0].rpartition('/')[2] if words else ''
        fetching = program in _FETCHING and not any(c in use.reference.name for c in '|;&<>`')
        what = f'`{shown(program, 30)}`' if program.replace('-', 'a').isalnum() else 'a command'
        yield Hit(use.node, f'{reader(kind)} runs {what} from this file each time it loads', span=_span(server, [use]),
                  severity='note' if fetching else None)


def check_foreign(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.foreign_names:
        return
    found = [use for use in uses(server)
             if use.reference.dialect == BRACES and _expands(kind, BRACES, use.role) and not _predefined(kind, use.reference.name) and _meets_client(use)
             and use.reference.name.partition(':')[0] in kind.foreign_names]
    for node, group in _grouped(found):
        name = shown(group[0].reference.name)
        others = _elsewhere(group[0].reference.name.partition(':')[0])
        severity = kind.at_most('error', 'foreign_names')
        if '/' in server.file.path or server.file.recognised_by != 'path' or kind.template:
            severity = 'warning'  # below the root it may be a plugin's file whose manifest stands elsewhere
        yield Hit(node, f'{reader(kind)} does not fill in `${{{name}}}` in this file: it stays literal text', span=_span(server, group),
                  severity=severity,
                  help=(f'`{name}` is filled in by {", ".join(others[:3])}. ' if others else '')
                  + f'Write a path that {reader(kind)} can resolve.')


def _elsewhere(name: str) -> list[str]:
    """The clients that fill in this name."""
    from mcp_hooks.clients.registry import all_ids, load

    found: dict[str, None] = {}
    for kind_id in all_ids():
        kind = load(kind_id)
        if kind.client and name in kind.predefined:
            found[f'{kind.client} ({kind.about})' if kind.about else kind.client] = None
    return list(found)


def check_user_config(server: Server) -> Iterator[Hit]:
    kind = server.kind
    where = kind.user_config_at
    root = server.file.document.root
    if not where or root is None or not _expands_any(kind, USER_CONFIG):
        return
    declared = root.get(where[0])
    for step in where[1:]:
        declared = declared.get(step) if declared is not None else None
    names = {member.name for member in declared.members} if declared is not None else set()
    found = [use for use in uses(server) if use.reference.dialect == USER_CONFIG and use.reference.name not in names]
    for node, group in _grouped(found):
        name = shown(group[0].reference.name)
        near = _nearest(name, sorted(names))
        yield Hit(node, f'`{".".join(where)}` does not declare `{name}`: nobody is asked for it', span=_span(server, group),
                  severity=kind.at_most('error', 'user_config_at'),
                  help=f'Declare `{name}` in `{".".join(where)}`' + (f', or write `${{user_config.{near}}}`.' if near else '.'))


def _expands_any(kind: FileKind, dialect: str) -> bool:
    return bool(kind.expands.get(dialect))


def check_name_wanted(server: Server) -> Iterator[Hit]:
    if not any(field.role == TOKEN_VARIABLE for field in server.kind.fields.values()):
        return
    found = [use for use in uses(server) if use.role == TOKEN_VARIABLE and _variable(use.reference)]
    for node, group in _grouped(found):
        from mcp_hooks.edits import replace_string

        name = _variable(group[0].reference)
        whole = group[0].written == node.text.strip()
        edit = replace_string(server.file.document, node, name) if whole else None
        yield Hit(node, f'`{_field(server, group[0])}` wants the name of a variable, not a reference to it',
                  span=_span(server, group), severity=server.kind.at_most('error', f'fields.{_field(server, group[0])}'),
                  help=f'Write `{name}`.', fix=Fix(f'write `{name}`', (edit,)) if edit else None)


def check_prefix(server: Server) -> Iterator[Hit]:
    prefix = server.kind.variable_prefix
    if not prefix:
        return
    found = [use for use in uses(server)
             if _is_meant(use) and _meets_client(use) and _expands(server.kind, use.reference.dialect, use.role)
             and _variable(use.reference) and not _variable(use.reference).startswith(prefix)]
    for node, group in _grouped(found):
        name = _variable(group[0].reference)
        yield Hit(node, f'{reader(server.kind)} passes on variables whose names begin with `{prefix}` only: `{shown(name)}` stays unset',
                  span=_span(server, group), severity=server.kind.at_most('error', 'variable_prefix'),
                  help=f'Name the secret `{prefix}{shown(name)}` in the repository\'s settings and here.')


def check_malformed(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.client or not (kind.expands or kind.literal):
        return
    found = []
    for use in uses(server):
        dialect = use.reference.dialect
        if use.reader or use.role == TOKEN_VARIABLE:
            continue
        blanks = dialect in (BRACES, ENV_COLON) and use.reference.name and use.reference.name != use.written[2:-1].rpartition(':')[2] and (
            _variable(use.reference._replace(name=use.reference.name.strip())) and use.written.count(' ') > 0)
        if blanks and not WORD.issuperset(use.reference.name.strip()):
            blanks = False
        spoken = (dialect in (ENV_DOT, POWERSHELL) and use.role != ARGS) or dialect == ENV_DOT or (dialect == CODE and use.role in (ENV, HEADERS, URL))
        if blanks or spoken:
            found.append(use)
    for node, group in _grouped(found):
        use = group[0]
        name = _variable(use.reference._replace(name=use.reference.name.strip()))
        wanted = form(kind, use.role, name) if name else ''
        written = shown(use.written, 40) if use.reference.dialect != CODE else use.written.partition('(')[0].partition('[')[0][:20]
        yield Hit(node, f'`{written}` is no reference that {reader(kind)} knows: it stays literal text', span=_span(server, group),
                  help=f'Write `{wanted}`.' if wanted else None, fix=_fix(server, group) if wanted and use.reference.dialect != CODE else None)
    for node, role in strings(server):
        value = node.text
        if '${' not in value or (role == ARGS and len(value) > 200):
            continue
        last = value.rfind('${')
        if '}' not in value[last:] and (role != ARGS or value[last + 2:].replace('_', 'A').isupper()):
            from mcp_hooks.edits import place_in

            if role == ARGS and _others(server).get(id(node)):
                continue
            yield Hit(node, 'A reference is opened with `${` and never closed: it stays literal text',
                      span=place_in(server.file.document, node, last, len(value)), help='Close it with `}`.')


_PROJECT = 'https://code.claude.com/docs/en/mcp'
_VSCODE = 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration'
_CHECKED = '2026-11-30'

RULES: tuple[Rule, ...] = (
    Rule(
        id='MCP301', name='literal-reference', category=REFERENCE, severity='error', check=check_literal,
        summary='A reference in a dialect that this client does not expand: the server is given the characters as they stand.',
        help='Write the reference in this client\'s own form; `mcp-hooks clients` lists them.',
        source=_PROJECT, checked=_CHECKED,
        bad=('.cursor/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${DOCS_KEY}"}}}}'),
        good=('.cursor/mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${env:DOCS_KEY}"}}}}'),
    ),
    Rule(
        id='MCP302', name='reference-in-this-field', category=REFERENCE, severity='warning', check=check_field,
        summary='A reference that this client expands in other fields, and is reported not to expand in this one.',
        help='Use a form of reference that works in this field.',
        source='https://github.com/microsoft/vscode/issues/336232', checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"servers": {"docs": {"type": "http", "url": "https://docs.example/mcp", '
                                 '"headers": {"Authorization": "Bearer ${env:DOCS_KEY}"}}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "docs_key", "description": "key", "password": true}], '
                                  '"servers": {"docs": {"type": "http", "url": "https://docs.example/mcp", '
                                  '"headers": {"Authorization": "Bearer ${input:docs_key}"}}}}'),
    ),
    Rule(
        id='MCP303', name='undeclared-input', category=REFERENCE, severity='error', check=check_undeclared,
        summary='`${input:id}` without an entry of this id in `inputs`.',
        help='Add an entry with this id to `inputs`.',
        source=_VSCODE, checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:docs_key}"}}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "docs_key", "description": "key", "password": true}], '
                                  '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:docs_key}"}}}}'),
    ),
    Rule(
        id='MCP304', name='unused-input', category=REFERENCE, severity='warning', subject=FILE, check=check_unused,
        summary='An entry of `inputs` that no server refers to.',
        help='Remove the entry, or refer to it as `${input:id}` where its value is needed.',
        source=_VSCODE, checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "region", "description": "region"}], '
                                 '"servers": {"docs": {"command": "docs-mcp"}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "region", "description": "region"}], '
                                  '"servers": {"docs": {"command": "docs-mcp", "args": ["--region", "${input:region}"]}}}'),
    ),
    Rule(
        id='MCP305', name='visible-secret-input', category=REFERENCE, severity='warning', subject=FILE, check=check_visible,
        summary='A prompt for a secret without `"password": true`: the secret is shown while it is typed.',
        help='Add `"password": true` to the entry.',
        source=_VSCODE, checked=_CHECKED, security=3.0,
        bad=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "api_key", "description": "key"}], '
                                 '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:api_key}"}}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "api_key", "description": "key", "password": true}], '
                                  '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:api_key}"}}}}'),
    ),
    Rule(
        id='MCP306', name='command-in-reference', category=REFERENCE, severity='warning', check=check_command,
        summary='A committed command that the client runs each time it loads the file.',
        help='Whoever can change this file runs commands on every machine that opens it. Prefer a variable; review changes to this line.',
        source='https://github.com/charmbracelet/crush', checked=_CHECKED, security=5.0,
        bad=('crush.json', '{"mcp": {"docs": {"type": "stdio", "command": "docs-mcp", "env": {"DOCS_KEY": "$(./scripts/key.sh)"}}}}'),
        good=('crush.json', '{"mcp": {"docs": {"type": "stdio", "command": "docs-mcp", "env": {"DOCS_KEY": "$DOCS_KEY"}}}}'),
    ),
    Rule(
        id='MCP307', name='foreign-variable', category=REFERENCE, severity='error', check=check_foreign,
        summary='A variable that another client fills in, such as `${workspaceFolder}` or `${CLAUDE_PLUGIN_ROOT}`, and this one does not.',
        help='Write a path that this client can resolve.',
        source='https://code.claude.com/docs/en/plugins-reference', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/server.js"]}}}'),
        good=('.claude-plugin/plugin.json',
              '{"name": "docs", "mcpServers": {"docs": {"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/server.js"]}}}'),
    ),
    Rule(
        id='MCP308', name='undeclared-user-config', category=REFERENCE, severity='error', check=check_user_config,
        summary='`${user_config.KEY}` in a manifest that does not declare the key.',
        help='Declare the key in the manifest.',
        source='https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md', checked=_CHECKED,
        bad=('manifest.json', '{"manifest_version": "0.3", "name": "docs", "version": "1.0.0", "description": "docs", "author": {"name": "A"}, '
                              '"server": {"type": "node", "entry_point": "server.js", "mcp_config": {"command": "node", '
                              '"args": ["${__dirname}/server.js"], "env": {"DOCS_KEY": "${user_config.api_key}"}}}}'),
        good=('manifest.json', '{"manifest_version": "0.3", "name": "docs", "version": "1.0.0", "description": "docs", "author": {"name": "A"}, '
                               '"server": {"type": "node", "entry_point": "server.js", "mcp_config": {"command": "node", '
                               '"args": ["${__dirname}/server.js"], "env": {"DOCS_KEY": "${user_config.api_key}"}}}, '
                               '"user_config": {"api_key": {"type": "string", "title": "Key", "sensitive": true}}}'),
    ),
    Rule(
        id='MCP309', name='variable-name-wanted', category=REFERENCE, severity='error', check=check_name_wanted,
        summary='A reference in a field that wants the bare name of a variable.',
        help='Write the name alone.',
        source='https://developers.openai.com/codex/mcp', checked=_CHECKED,
        bad=('.codex/config.toml', '[mcp_servers.docs]\nurl = "https://docs.example/mcp"\nbearer_token_env_var = "$DOCS_KEY"\n'),
        good=('.codex/config.toml', '[mcp_servers.docs]\nurl = "https://docs.example/mcp"\nbearer_token_env_var = "DOCS_KEY"\n'),
    ),
    Rule(
        id='MCP310', name='variable-prefix', category=REFERENCE, severity='error', check=check_prefix,
        summary='A variable whose name lacks the prefix without which this client does not pass it on.',
        help='Give the variable the prefix, here and where it is set.',
        source='https://docs.github.com/en/copilot/how-tos/use-copilot-agents/coding-agent/extend-coding-agent-with-mcp', checked=_CHECKED,
    ),
    Rule(
        id='MCP311', name='malformed-reference', category=REFERENCE, severity='warning', check=check_malformed,
        summary='A reference that is not closed, holds blanks, or is written as a program would write it: no client expands it.',
        help='Write the reference in this client\'s own form.',
        source=_PROJECT, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${DOCS_KEY"}}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${DOCS_KEY}"}}}}'),
    ),
    Rule(
        id='MCP312', name='duplicate-input', category=REFERENCE, severity='warning', subject=FILE, check=check_same_id,
        summary='Two entries of `inputs` with one id.',
        help='Rename or remove one of the two.',
        source=_VSCODE, checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "a", "description": "x"}, '
                                 '{"type": "promptString", "id": "a", "description": "y"}], '
                                 '"servers": {"docs": {"command": "docs-mcp", "args": ["${input:a}"]}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "a", "description": "x"}, '
                                  '{"type": "promptString", "id": "b", "description": "y"}], '
                                  '"servers": {"docs": {"command": "docs-mcp", "args": ["${input:a}", "${input:b}"]}}}'),
    ),
)
