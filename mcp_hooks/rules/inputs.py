"""Prompted values: the list of ``inputs``, and the references that ask for them. Loaded for the clients that have such a list."""
from __future__ import annotations

from mcp_hooks.clients.record import INPUT
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.entry import spoiled
from mcp_hooks.rules.slips import one_slip
from mcp_hooks.rules.uses import expands, grouped, plain_name, uses
from mcp_hooks.rules.wording import a_kind, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import ConfigFile


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


# https://code.visualstudio.com/docs/reference/variables-reference#_input-variables
_ASKS = {'promptString': '', 'pickString': 'options', 'command': 'command'}


def check_inputs(file: ConfigFile) -> Iterator[Hit]:
    """The list of prompted values itself: one that cannot be asked leaves its `${input:id}` unresolved."""
    where, node = file.kind.inputs_at, file.document.root
    for step in where:
        node = node.get(step) if node is not None else None
    if not where or node is None or spoiled(file.document, node):
        return
    if node.kind != ARRAY:
        yield Hit(node, f'`{where[-1]}` is {a_kind(node)}; {reader(file.kind)} takes a list of objects, each with an `id`',
                  severity=file.kind.at_most('error', 'inputs_at'),
                  help='Write `[{"type": "promptString", "id": …, "description": …}]`.')
        return
    for one in node.items[:50]:
        asked = one.get('type')
        if one.kind != OBJECT:
            yield Hit(one, f'An entry of `{where[-1]}` is {a_kind(one)}, not an object')
        elif one.get('id') is None:
            yield Hit(one, f'An entry of `{where[-1]}` has no `id`: no `${{input:id}}` can ask for it',
                      span=(one.start, one.start + 1), help='Add an `id`.')
        elif asked is None:
            yield Hit(one.get('id'), f'`{shown(_input_id(one))}` has no `type`: {reader(file.kind)} does not know how to ask',
                      help='Add `"type": "promptString"`.')
        elif asked.text not in _ASKS:
            yield Hit(asked, f'`{shown(asked.text)}` is no way to ask: {reader(file.kind)} knows '
                      + ', '.join(f'`{word}`' for word in _ASKS), help='Write one of these words.')
        elif _ASKS[asked.text] and one.get(_ASKS[asked.text]) is None:
            yield Hit(asked, f'`{asked.text}` without `{_ASKS[asked.text]}` has nothing to offer', help=f'Add `{_ASKS[asked.text]}`.')


def check_undeclared(file: ConfigFile) -> Iterator[Hit]:
    declared = inputs_of(file)
    if declared is None:
        return
    ids = {_input_id(node) for node in declared}
    alike = {plain_name(name): name for name in sorted(ids)}
    if any(node.kind == OBJECT and node.get('id') is None for node in declared):
        return  # MCP313: the one without an id may be meant
    root, key = file.document.root, file.kind.inputs_at[-1]
    asked_for = '${input' in file.document.text  # where nobody asks, nothing is missing
    for member in root.members if asked_for and root is not None and not declared and len(file.kind.inputs_at) == 1 else ():
        if member.name != key and member.value.kind == ARRAY and (
                plain_name(member.name) == plain_name(key) or one_slip(plain_name(member.name), plain_name(key))):
            yield Hit(member.key, f'{reader(file.kind)} reads `{key}`, not `{shown(member.name)}`: it asks for none of these values',
                      severity=file.kind.at_most('error', 'inputs_at'), help=f'Rename the key to `{key}`.')
            return
    for server in file.servers:
        kind = server.kind
        if not kind.inputs_at:
            continue  # a map that this client does not look at
        found = [use for use in uses(server)
                 if use.reference.dialect == INPUT and use.reference.name not in ids and expands(kind, INPUT, use.role)]
        for node, group in grouped(found):
            from mcp_hooks.rules.reference_help import span_of

            name = group[0].reference.name
            near = alike.get(plain_name(name), '')
            add = (f'Add `{{"type": "promptString", "id": "{shown(name)}", "description": …, "password": true}}` '
                   f'to `{kind.inputs_at[-1]}`')
            yield Hit(node, f'No entry of `{kind.inputs_at[-1]}` has the id `{shown(name)}`: {reader(kind)} cannot ask for it',
                      span=span_of(server, group), severity=kind.at_most('error', 'inputs_at'),
                      help=f'Did you mean `${{input:{shown(near)}}}`? {add}.' if near else add + '.')


def check_unused(file: ConfigFile) -> Iterator[Hit]:
    inputs = inputs_of(file)
    if not inputs or file.document.root is None:
        return
    used: set[str] = set()
    for node in file.document.root.walk():
        if node.kind == STRING and '${input:' in node.text:
            used.update(_ids_in(node.text))
        elif node.kind == STRING and '${inputs:' in node.text:  # a slip that MCP311 reports
            used.update(part.partition('}')[0] for part in node.text.split('${inputs:')[1:])
        elif node.kind == STRING and '$input:' in node.text:  # without braces it is no reference, and MCP311 says so
            used.update(part.rstrip('}') for part in node.text.split('$input:')[1:])
    slipped = {plain_name(name) for name in used.difference(map(_input_id, inputs))}
    for node in inputs:
        name = _input_id(node)
        if name and name not in used and plain_name(name) not in slipped:  # else that reference is the mistake, and reported
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
    entries = inputs_of(file)
    secret = _under_secret_names(file) if entries else frozenset()
    for node in entries or ():
        kind, hidden = node.get('type'), node.get('password')
        if kind is None or kind.text != 'promptString' or (hidden is not None and hidden.value is True):
            continue
        name = _input_id(node)
        asked = node.get('description')
        said = asked is not None and _is_secret(asked.text[:200])
        if not name or not (said or name in secret or _is_secret(name)):
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


def _under_secret_names(file: ConfigFile) -> frozenset[str]:
    """The ids of inputs whose value a variable or a header with the name of a secret is given."""
    found: set[str] = set()
    for server in file.servers:
        for member in (*server.env, *server.headers):
            if '${input:' in member.value.text and _is_secret(member.name):
                found.update(_ids_in(member.value.text))
    return frozenset(found)


def _ids_in(value: str) -> Iterator[str]:
    """The ids that a string asks for."""
    return (piece.partition('}')[0] for piece in value.split('${input:')[1:])


def _is_secret(name: str) -> bool:
    """Does the name say that its value is secret?"""
    from mcp_hooks.credentials.names import PASSWORD, SECRET, read

    return read(name).kind in (SECRET, PASSWORD)
