"""References to variables, prompts and stores: which stay literal text here, and which name something that does not exist."""
from __future__ import annotations

from mcp_hooks.clients.record import (
    ARGS,
    BRACES,
    DEFAULT,
    EDITOR,
    ENV,
    ENV_COLON,
    GITHUB,
    HEADERS,
    INPUT,
    MUSTACHE,
    OP,
    PERCENT,
    POWERSHELL,
    SUBSTITUTION,
    TOKEN_VARIABLE,
    URL,
    USER_CONFIG,
)
from mcp_hooks.findings import Fix, Hit
from mcp_hooks.rules.entry import SHELLS, program_name, speaks_remote
from mcp_hooks.rules.rule import FILE, REFERENCE, Rule, later
from mcp_hooks.rules.uses import (
    CODE,
    ENV_DOT,
    WORD,
    Use,
    expands,
    grouped,
    in_templates,
    is_meant,
    is_predefined,
    is_template,
    literal_by,
    meets_client,
    plain_name,
    readers_on_the_way,
    strings,
    uses,
    variable,
)
from mcp_hooks.rules.wording import reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.servers import ConfigFile, Server


def check_literal(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.literal or kind.read_by_nobody:
        return
    template, made = is_template(server.file.path), in_templates(server.file.path)
    unread = () if speaks_remote(kind) else (URL, HEADERS)  # MCP207 says that nothing is called from this file
    found = []
    for use in uses(server):
        if use.role == TOKEN_VARIABLE or use.role in unread or not meets_client(use) or not is_meant(use):
            continue
        if (template or made) and use.reference.dialect in (GITHUB, MUSTACHE):
            continue
        if use.reference.dialect == OP and _resolves_stores(server):
            continue
        if literal_by(kind, use):
            found.append(use)
    if not found:
        return
    from mcp_hooks.rules.reference_help import advice, field_of, rewritten, show, span_of, taken_out

    for node, group in grouped(found):
        severity = 'error'
        for use in group:
            fact = literal_by(kind, use)
            severity = kind.at_most(severity, 'literal', f'literal.{fact}')
            if use.reference.dialect in (PERCENT, USER_CONFIG) and fact != use.reference.dialect:
                severity = 'warning'
            if _may_be_an_editors(use) and use.reference.name.partition(':')[0] not in kind.foreign_names:
                severity = 'warning'
        if kind.overlay and severity == 'error' and group[0].role in (ENV, HEADERS, URL):
            severity = 'warning'  # the other file may hold the value, and this only its place
        if template or made or kind.template:  # a sample is filled in by hand before anybody reads it
            severity = 'note' if template else 'warning'
        verb = 'does not expand'
        if severity == 'warning' and 'literal' in kind.unsure:
            verb = 'is not known to expand'  # nothing was found about it: the less we know of a client, the less we say
            severity = 'warning' if kind.confidence == 'high' else 'note'
        names = ', '.join(dict.fromkeys(f'`{show(use)}`' for use in group))
        yield Hit(node, f'{reader(kind)} {verb} {names} in `{field_of(server, group[0])}`: it stays literal text',
                  span=span_of(server, group), severity=severity, help=advice(server, group[0]),
                  fix=None if severity == 'note' else rewritten(server, group) or taken_out(server, group))


def _may_be_an_editors(use: Use) -> bool:
    """``${workspaceFolder}`` and its like: a fork of an editor may fill in more than its documentation says."""
    name = use.reference.name
    if use.reference.dialect not in (BRACES, EDITOR) or name.partition(':')[0].isupper():
        return False
    return name.replace(':', '_').isidentifier()


def _resolves_stores(server: Server) -> bool:
    """May the program started resolve op:// itself? `op run` does, a script of one's own may."""
    from mcp_hooks.rules.launch import INTERPRETERS, launch

    if not server.command:
        return False
    run = launch(server)
    words = [program_name(server.command), *run.through]
    if 'op' in words or any(program_name(a.text) == 'op' for a in server.args if len(a.text) < 50):
        return True
    if any(f'op {what} ' in a.text for a in server.args for what in ('read', 'run', 'inject')):
        return True
    own = server.command.startswith(('.', '/', '~')) or '/' in server.command or '\\' in server.command
    return own or run.program in INTERPRETERS | SHELLS or run.program in ('uv', 'just', 'make', 'task', 'varlock')


def check_field(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.literal_in:
        return
    found = [use for use in uses(server) if use.role in kind.literal_in.get(use.reference.dialect, ()) and meets_client(use)]
    if not found:
        return
    from mcp_hooks.rules.reference_help import field_of, form, rewritten, show, span_of

    for node, group in grouped(found):
        severity = kind.at_most('error', 'literal_in')
        other = kind.reference.replace('NAME', variable(group[0].reference).lower()) if kind.reference else ''
        instead, fix = 'Move the value to a field in which it is expanded', None
        wanted = form(kind, group[0].role, variable(group[0].reference))
        if other and '${input:' in kind.reference:
            instead = f'Prefer `{other}`, with an entry in `inputs`,'
        elif wanted and variable(group[0].reference):
            instead, fix = f'Write `{wanted}` in this field', rewritten(server, group)
        yield Hit(node, f'{reader(kind)} is reported not to expand `{show(group[0])}` in `{field_of(server, group[0])}`',
                  span=span_of(server, group), severity=severity, fix=fix,
                  help=f'{instead} until this is settled: {kind.source_of("literal_in")}')


# programs that fetch a secret or a variable: what they print is the point, and nothing is changed by running them
_FETCHING = frozenset((
    'op', 'pass', 'gopass', 'security', 'bw', 'bws', 'doppler', 'vault', 'secret-tool', 'keyring', 'rbw', 'lpass',
    'kwallet-query', 'echo', 'printf', 'printenv', 'cat', 'age', 'sops', 'gpg', 'gh', 'glab', 'gcloud', 'aws', 'az',
    'infisical', 'dashlane', 'dcli', 'envchain', 'git', 'pwd', 'whoami', 'hostname', 'which', 'npm', 'head',
))


def check_command(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if SUBSTITUTION not in kind.expands:
        return
    for use in uses(server):
        if use.reference.dialect != SUBSTITUTION or not expands(kind, SUBSTITUTION, use.role) or use.reader:
            continue
        words = use.reference.name.split(None, 1)
        program = words[0].rpartition('/')[2] if words else ''
        from mcp_hooks.rules.reference_help import span_of

        fetching = program in _FETCHING and not any(c in use.reference.name for c in '|;&<>`')
        what = f'`{shown(program, 30)}`' if program.replace('-', 'a').isalnum() else 'a command'
        yield Hit(use.node, f'{reader(kind)} runs {what} from this file each time it loads', span=span_of(server, [use]),
                  severity='note' if fetching else None)


def check_foreign(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.foreign_names:
        return
    found = [use for use in uses(server)
             if use.reference.dialect == BRACES and expands(kind, BRACES, use.role) and meets_client(use)
             and not is_predefined(kind, use.reference.name) and use.reference.name.partition(':')[0] in kind.foreign_names]
    if not found:
        return
    from mcp_hooks.rules.reference_help import own_folder, span_of

    for node, group in grouped(found):
        name = shown(group[0].reference.name)
        folder = own_folder(kind, group[0].reference.name)
        others = _elsewhere(group[0].reference.name.partition(':')[0])
        own = others == [kind.client]
        if own:
            others = [f'{kind.client} in the files of a plugin only']
        severity = kind.at_most('error', 'foreign_names')
        if own or '/' in server.file.path or server.file.recognised_by != 'path' or kind.template:
            # it may be a plugin's file: the manifest by which we know one is optional, or stands elsewhere
            # https://code.claude.com/docs/en/plugins/manifest-reference (2026-12-01)
            severity = 'warning'
        yield Hit(node, f'{reader(kind)} does not fill in `${{{name}}}` in this file: it stays literal text',
                  span=span_of(server, group), severity=severity,
                  help=(f'`{name}` is filled in by {", ".join(others[:3])}. ' if others else '')
                  + (f'Write `${{{folder}}}`.' if folder else f'Write a path that {reader(kind)} can resolve.'))


def _elsewhere(name: str) -> list[str]:
    """The clients that fill in this name."""
    from mcp_hooks.clients.registry import all_ids, load

    found: dict[str, None] = {}
    for kind_id in all_ids():
        kind = load(kind_id)
        if kind.client and name in kind.predefined:
            found[kind.client] = None
    return list(found)


def has_inputs(file: ConfigFile) -> bool:
    """Does this client ask a person for values?"""
    return bool(file.kind.inputs_at)


def check_user_config(file: ConfigFile) -> Iterator[Hit]:
    where = file.kind.user_config_at
    root = file.document.root
    if not where or root is None or not file.kind.expands.get(USER_CONFIG):
        return
    declared = root.get(where[0])
    for step in where[1:]:
        declared = declared.get(step) if declared is not None else None
    names = {member.name for member in declared.members} if declared is not None else set()
    alike = {plain_name(name): name for name in sorted(names)}
    for server in file.servers:
        if not server.kind.user_config_at:
            continue
        found = [use for use in uses(server) if use.reference.dialect == USER_CONFIG and use.reference.name not in names]
        if not found:
            continue
        from mcp_hooks.rules.reference_help import span_of

        for node, group in grouped(found):
            name = shown(group[0].reference.name)
            near = alike.get(plain_name(name), '')
            yield Hit(node, f'`{".".join(where)}` does not declare `{name}`: nobody is asked for it', span=span_of(server, group),
                      severity=server.kind.at_most('error', 'user_config_at'),
                      help=f'Declare `{name}` in `{".".join(where)}`' + (f', or write `${{user_config.{near}}}`.' if near else '.'))


def check_name_wanted(server: Server) -> Iterator[Hit]:
    if not any(field.role == TOKEN_VARIABLE for field in server.kind.fields.values()):
        return
    found = [use for use in uses(server) if use.role == TOKEN_VARIABLE and variable(use.reference)]
    if not found:
        return
    from mcp_hooks.rules.reference_help import field_of, span_of

    for node, group in grouped(found):
        from mcp_hooks.edits import replace_string

        name = variable(group[0].reference)
        whole = group[0].written == node.text.strip()
        edit = replace_string(server.file.document, node, name) if whole else None
        yield Hit(node, f'`{field_of(server, group[0])}` wants the name of a variable, not a reference to it',
                  span=span_of(server, group), severity=server.kind.at_most('error', f'fields.{field_of(server, group[0])}'),
                  help=f'Write `{name}`.', fix=Fix(f'write `{name}`', (edit,)) if edit else None)


def check_prefix(server: Server) -> Iterator[Hit]:
    prefix = server.kind.variable_prefix
    if not prefix:
        return
    found = [use for use in uses(server)
             if is_meant(use) and meets_client(use) and expands(server.kind, use.reference.dialect, use.role)
             and variable(use.reference) and not variable(use.reference).startswith(prefix)]
    if not found:
        return
    from mcp_hooks.rules.reference_help import span_of

    for node, group in grouped(found):
        name = variable(group[0].reference)
        yield Hit(node, f'{reader(server.kind)} passes on names that begin with `{prefix}` only: `{shown(name)}` stays unset',
                  span=span_of(server, group), severity=server.kind.at_most('error', 'variable_prefix'),
                  help=f'Name the secret `{prefix}{shown(name)}` in the repository\'s settings and here.')


def check_malformed(server: Server) -> Iterator[Hit]:
    kind = server.kind
    if not kind.client or not (kind.expands or kind.literal):
        return
    for node, group in grouped(use for use in uses(server) if _is_foreign_form(kind, use)):
        from mcp_hooks.rules.reference_help import form, rewritten, span_of

        use = group[0]
        code = use.reference.dialect == CODE
        name = variable(use.reference._replace(name=use.reference.name.strip())) or (_named_in_code(use) if code else '')
        wanted = form(kind, use.role, name) if name else ''
        asked = use.written.startswith('$input:')  # a value that a person is asked for, and no variable
        if asked:
            wanted = f'${{input:{name}}}' if INPUT in kind.expands else ''
        if use.reference.dialect == EDITOR:
            word, _, rest = use.reference.name.partition(':')
            wanted = f'${{{_WORDS_OF_EDITORS[word]}:{shown(rest, 40)}}}'
            asked = True  # whether that is declared, nobody has looked
        written = _before_default(use.written.partition('(')[0].partition('[')[0])[:20] if code else shown(use.written, 40)
        mark = _shells_mark(use)
        if mark:
            written = f'${{{shown(use.reference.name, 40)}{mark}…}}'  # a default may be a password
            wanted = '' if '+' in mark else wanted if '?' in mark else f'${{{shown(name, 40)}:-<default>}}'
        yield Hit(node, f'`{written}` is no reference that {reader(kind)} knows: it stays literal text',
                  span=span_of(server, group), help=f'Write `{wanted}`.' if wanted else None,
                  fix=rewritten(server, group) if wanted and not code and not asked and not mark else None)
    on_the_way: dict[int, str] | None = None
    for node, role in strings(server):
        value = node.text
        last = value.rfind('${')
        if last < 0 or '}' in value[last:] or (role == ARGS and not _PATH_IN_REFERENCE.issuperset(value[last + 2:])):
            continue
        if on_the_way is None:
            on_the_way = readers_on_the_way(server)
        if id(node) not in on_the_way:
            from mcp_hooks.writing import place_in

            yield Hit(node, 'A reference is opened with `${` and never closed: it stays literal text',
                      span=place_in(server.file.document, node, last, len(value)), help='Close it with `}`.')


# what people write for the words of editors; these leave an unknown word as it stands
_WORDS_OF_EDITORS = {'inputs': 'input', 'Input': 'input', 'envs': 'env', 'Env': 'env', 'environment': 'env'}


def _named_in_code(use: Use) -> str:
    """The variable in ``process.env.X`` or ``os.getenv("X", …)``: a word in capitals; what follows may be a password."""
    words = ''.join(c if c in WORD else ' ' for c in _before_default(use.reference.name)).split()
    return next((word for word in words if word.isupper() and len(word) > 1 and word != 'ENV'), '')


_IN_CODE = WORD.union('.:/[("\'${')


def _before_default(code: str) -> str:
    """``process.env.X`` of ``process.env.X || "…"``."""
    end = next((at for at, c in enumerate(code[:200]) if c not in _IN_CODE), 200)
    return code[:end]


_PATH_IN_REFERENCE = WORD.union(':./-')


def _is_foreign_form(kind: FileKind, use: Use) -> bool:
    """A form that programs and shells know and this client does not: ``process.env.X``, ``$env:X``, ``${env.X}``, ``${ X }``."""
    dialect = use.reference.dialect
    if use.reader or use.role == TOKEN_VARIABLE:
        return False
    if dialect in (POWERSHELL, ENV_DOT) and expands(kind, dialect, use.role):
        return False
    if dialect == CODE:
        return use.role in (ENV, HEADERS, URL)
    if dialect == EDITOR:
        word = _WORDS_OF_EDITORS.get(use.reference.name.partition(':')[0])
        return word is not None and expands(kind, INPUT if word == 'input' else ENV_COLON, use.role)
    if dialect == POWERSHELL:
        return use.role != ARGS
    if dialect == DEFAULT:  # what a shell does with an unset variable beside `:-`
        return bool(_shells_mark(use)) and expands(kind, DEFAULT, use.role) and not expands(kind, SUBSTITUTION, use.role)
    if dialect in (BRACES, ENV_COLON):
        name = use.reference.name.strip()
        if dialect == BRACES and name.startswith('process.env.'):
            return expands(kind, BRACES, use.role)
        return bool(name) and WORD.issuperset(name) and ' ' in use.written
    return dialect == ENV_DOT


def _shells_mark(use: Use) -> str:
    """The mark after the name in ``${NAME:=word}``, ``${NAME-word}`` and their like; '' for ``${NAME:-word}`` and all others."""
    name, rest = use.reference.name, use.written[2 + len(use.reference.name):]
    if use.reference.dialect != DEFAULT or use.written[2:2 + len(name)] != name or rest.startswith(':-'):
        return ''
    mark = rest[:2] if rest[:1] == ':' else rest[:1]
    return mark if mark[-1:] in ('-', '=', '?', '+') else ''


_PROJECT = 'https://code.claude.com/docs/en/mcp'
_VSCODE = 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration'
_CHECKED = '2026-11-30'
_ASKED = '{"type": "promptString", "id": "docs_key", "description": "key", "password": true}'
_AGENT = '---\nmcp-servers:\n  docs:\n    type: local\n    command: docs-mcp\n    env:\n      KEY: ${NAME}\n---\nAsk.\n'
_BUNDLE = ('"manifest_version": "0.3", "name": "docs", "version": "1.0.0", "description": "docs", "author": {"name": "A"}, '
           '"server": {"type": "node", "entry_point": "server.js", "mcp_config": {"command": "node", '
           '"args": ["${__dirname}/server.js"], "env": {"DOCS_KEY": "${user_config.api_key}"}}}')

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
        good=('.vscode/mcp.json', '{"inputs": [' + _ASKED + '], '
                                  '"servers": {"docs": {"type": "http", "url": "https://docs.example/mcp", '
                                  '"headers": {"Authorization": "Bearer ${input:docs_key}"}}}}'),
    ),
    Rule(
        id='MCP303', name='undeclared-input', category=REFERENCE, severity='error', subject=FILE,
        check=later('inputs', 'check_undeclared', has_inputs),
        summary='`${input:id}` without an entry of this id in `inputs`.',
        help='Add an entry with this id to `inputs`.',
        source=_VSCODE, checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:docs_key}"}}}}'),
        good=('.vscode/mcp.json', '{"inputs": [' + _ASKED + '], '
                                  '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:docs_key}"}}}}'),
    ),
    Rule(
        id='MCP304', name='unused-input', category=REFERENCE, severity='note', subject=FILE,
        check=later('inputs', 'check_unused', has_inputs),
        summary='An entry of `inputs` that no server refers to.',
        help='Remove the entry, or refer to it as `${input:id}` where its value is needed.',
        source=_VSCODE, checked=_CHECKED,
        bad=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "region", "description": "region"}], '
                                 '"servers": {"docs": {"command": "docs-mcp"}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "region", "description": "region"}], '
                                  '"servers": {"docs": {"command": "docs-mcp", "args": ["--region", "${input:region}"]}}}'),
    ),
    Rule(
        id='MCP305', name='visible-secret-input', category=REFERENCE, severity='warning', subject=FILE,
        check=later('inputs', 'check_visible', has_inputs),
        summary='A prompt for a secret without `"password": true`: the secret is shown while it is typed.',
        help='Add `"password": true` to the entry.',
        source=_VSCODE, checked=_CHECKED, security=3.0,
        bad=('.vscode/mcp.json', '{"inputs": [{"type": "promptString", "id": "api_key", "description": "key"}], '
                                 '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:api_key}"}}}}'),
        good=('.vscode/mcp.json', '{"inputs": [' + _ASKED + '], '
                                  '"servers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${input:docs_key}"}}}}'),
    ),
    Rule(
        id='MCP306', name='command-in-reference', category=REFERENCE, severity='warning', check=check_command,
        summary='A committed command that the client runs each time it loads the file.',
        help='Whoever can change this file runs commands on every machine that opens it: prefer a variable.',
        source='https://github.com/charmbracelet/crush', checked=_CHECKED, security=5.0,
        bad=('crush.json', '{"mcp": {"docs": {"type": "stdio", "command": "docs-mcp", "env": {"DOCS_KEY": "$(./key.sh)"}}}}'),
        good=('crush.json', '{"mcp": {"docs": {"type": "stdio", "command": "docs-mcp", "env": {"DOCS_KEY": "$DOCS_KEY"}}}}'),
    ),
    Rule(
        id='MCP307', name='foreign-variable', category=REFERENCE, severity='error', check=check_foreign,
        summary='A name that another client fills in (`${workspaceFolder}`, `${CLAUDE_PLUGIN_ROOT}`) and this one does not.',
        help='Write a path that this client can resolve.',
        source='https://code.claude.com/docs/en/plugins-reference', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "node", "args": ["${workspaceFolder}/server.js"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "node", "args": ["${CLAUDE_PROJECT_DIR:-.}/server.js"]}}}'),
    ),
    Rule(
        id='MCP308', name='undeclared-user-config', category=REFERENCE, severity='error', subject=FILE, check=check_user_config,
        summary='`${user_config.KEY}` in a manifest that does not declare the key.',
        help='Declare the key in the manifest.',
        source='https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md', checked=_CHECKED,
        bad=('manifest.json', '{' + _BUNDLE + '}'),
        good=('manifest.json', '{' + _BUNDLE + ', "user_config": {"api_key": {"type": "string", "title": "Key"}}}'),
    ),
    Rule(
        id='MCP309', name='variable-name-wanted', category=REFERENCE, severity='error', check=check_name_wanted,
        summary='A reference in a field that wants the bare name of a variable.',
        help='Write the name alone.',
        source='https://developers.openai.com/codex/mcp', checked=_CHECKED,
        bad=('.codex/config.toml', '[mcp_servers.d]\nurl = "https://docs.example/mcp"\nbearer_token_env_var = "$DOCS_KEY"\n'),
        good=('.codex/config.toml', '[mcp_servers.d]\nurl = "https://docs.example/mcp"\nbearer_token_env_var = "DOCS_KEY"\n'),
    ),
    Rule(
        id='MCP310', name='variable-prefix', category=REFERENCE, severity='error', check=check_prefix,
        summary='A variable whose name lacks the prefix without which this client does not pass it on.',
        help='Give the variable the prefix, here and where it is set.',
        source='https://docs.github.com/en/copilot/how-tos/use-copilot-agents/coding-agent/extend-coding-agent-with-mcp',
        checked=_CHECKED,
        bad=('.github/agents/docs.agent.md', _AGENT.replace('NAME', 'DOCS_KEY')),
        good=('.github/agents/docs.agent.md', _AGENT.replace('NAME', 'COPILOT_MCP_DOCS_KEY')),
    ),
    Rule(
        id='MCP311', name='malformed-reference', category=REFERENCE, severity='warning', check=check_malformed,
        summary='A reference that is not closed, or written as a program would write it: no client expands it.',
        help='Write the reference in this client\'s own form.',
        source=_PROJECT, checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${DOCS_KEY"}}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_KEY": "${DOCS_KEY}"}}}}'),
    ),
    Rule(
        id='MCP312', name='duplicate-input', category=REFERENCE, severity='warning', subject=FILE,
        check=later('inputs', 'check_same_id', has_inputs),
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
    Rule(
        id='MCP313', name='invalid-input', category=REFERENCE, severity='warning', subject=FILE,
        check=later('inputs', 'check_inputs', has_inputs),
        summary='An entry of `inputs` that the client cannot ask for.',
        help='Write an `id`, a `type` of the client, and what that type needs.',
        source='https://code.visualstudio.com/docs/reference/variables-reference#_input-variables', checked='2026-11-30',
        bad=('.vscode/mcp.json', '{"inputs": [{"id": "region", "type": "prompt"}], '
             '"servers": {"docs": {"command": "docs-mcp", "args": ["${input:region}"]}}}'),
        good=('.vscode/mcp.json', '{"inputs": [{"id": "region", "type": "promptString", "description": "Region"}], '
              '"servers": {"docs": {"command": "docs-mcp", "args": ["${input:region}"]}}}'),
    ),
)
