"""The one right way to mend a finding. Loaded with a finding."""
from __future__ import annotations

from mcp_hooks import edits
from mcp_hooks.clients.record import COMMAND, DISABLED, ENABLED, HTTP, STRINGS, TYPE, URL
from mcp_hooks.documents.node import ARRAY, BOOLEAN, NUMBER, OBJECT, STRING
from mcp_hooks.findings import Edit, Fix
from mcp_hooks.rules.entry import MEANT, plain, slips, spoiled, type_member
from mcp_hooks.rules.keys import instead_of
from mcp_hooks.rules.wording import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.clients.record import Field
    from mcp_hooks.documents.node import Document, Member, Node
    from mcp_hooks.rules.slips import Slip
    from mcp_hooks.servers import Server


def rename(document: Document, member: Member, name: str) -> Fix | None:
    """Write another key, in the quotes that stand there."""
    return _one_edit(f'write `{name}`', edits.rename_key(document, member, name))


def rewrite(document: Document, node: Node, value: object, title: str) -> Fix | None:
    """Write another value; a string keeps its quotes."""
    return _one_edit(title, edits.replace_value(document, node, value))


def add_type(server: Server, word: str) -> Fix | None:
    """Put the type word into the entry, before everything else."""
    field = server.kind.type_field
    if not word or not field or '.' in field:
        return None
    return _one_edit(f'add `{field}`: `{word}`', edits.insert_member(server.file.document, server.entry, field, word))


def _one_edit(title: str, edit: Edit | None) -> Fix | None:
    return None if edit is None else Fix(title, (edit,))


def list_fix(server: Server, node: Node) -> Fix | None:
    """One string of plain words has one right answer: a list of them."""
    value = node.text
    if node.kind != STRING or any(c in value for c in '"\'\\`$|&;<>(){}*?\n\t') or not value.strip():
        return None
    return rewrite(server.file.document, node, [word for word in value.split(' ') if word], 'write one element for each word')


def quote_fix(server: Server, node: Node, kind: str = '') -> Fix | None:
    """Quotes around a number or a truth value, where a string is wanted; ``kind`` is what the reader takes a plain word for."""
    if (kind or node.kind) not in (NUMBER, BOOLEAN, 'date'):
        return None
    document = server.file.document
    text = document.text[node.start:node.end]
    before = document.text[max(0, node.start - 200):node.start].rstrip()[-1:]
    if any(c in text for c in '"\'\\') or before not in (':', ',', '[', '-', '='):
        return None  # written in quotes under a tag of YAML
    return Fix(f'write `"{shown(text, 30)}"`', (Edit(node.start, node.end, f'"{text}"'),))


def command_fix(server: Server, field: Field, node: Node) -> Fix | None:
    """The program and its arguments as one list, where the client wants them so."""
    if field.role != COMMAND or field.shape != STRINGS or node.kind != STRING:
        return None
    document, args = server.file.document, server.entry.member('args')
    if args is None:
        return list_fix(server, node)
    if args.value.kind != ARRAY or any(item.kind != STRING for item in args.value.items):
        return None
    if not node.text.strip() or ' ' in node.text:
        return None
    whole = edits.replace_value(document, node, [node.text, *(item.text for item in args.value.items)])
    removed = edits.remove_member(document, server.entry, args)
    return None if whole is None or removed is None else Fix('write one list', (whole, *removed))


def lift(server: Server, member: Member) -> Fix | None:
    """The inner object's text in place of the object; none where keys would meet or a comment could swallow something."""
    document, inner = server.file.document, member.value
    if document.format != 'json' or not inner.members or document.text[inner.start] != '{':
        return None
    if any(server.entry.member(m.name) is not None for m in inner.members):
        return None
    if any(inner.start <= comment.start < inner.end for comment in document.comments):
        return None
    last = inner.members[-1].value.end
    text = document.text[inner.members[0].key.start:last]
    outer, deeper = indentation(document.text, member.key.start), indentation(document.text, inner.members[0].key.start)
    if deeper != outer and deeper.startswith(outer) and not spoiled(document, inner):
        text = text.replace('\n' + deeper, '\n' + outer)
    return Fix(f'move the keys of `{shown(member.name)}` up', (Edit(member.key.start, inner.end, text),))


def indentation(text: str, at: int) -> str:
    """The blanks between the line's begin and ``at``; '' where something else stands there."""
    before = text[max(text.rfind('\n', 0, at), text.rfind('\r', 0, at)) + 1:at]
    return '' if before.strip(' \t') else before


def mend(server: Server, slip: Slip) -> Fix | None:
    """Another key, and the other truth where the two keys are opposites."""
    document, member = server.file.document, slip.member
    if not fits(server, slip):
        return None
    fix = rename(document, member, slip.key)
    if fix is not None and slip.role == URL and type_wanted(server):
        return with_type(server, fix)
    if fix is not None and slip.role in (DISABLED, ENABLED) and MEANT.get(plain(member.name)) != slip.role:
        opposite = Edit(member.value.start, member.value.end, 'false' if member.value.value else 'true')
        return Fix(f'write {instead_of(server, slip)}', (*fix.edits, opposite))
    return fix


def type_wanted(server: Server) -> bool:
    """Would the entry, its address under the right key, still lack a type that this client requires?"""
    kind = server.kind
    return HTTP in kind.type_required and type_member(server) is None and bool(kind.word_for(HTTP)) and not any(
        slip.role == TYPE for slip in slips(server))


def with_type(server: Server, fix: Fix) -> Fix | None:
    added = add_type(server, server.kind.word_for(HTTP))
    if added is None:
        return None
    (insert,), (rename_,) = added.edits, fix.edits
    title = f'{fix.title} and {added.title}'
    if insert.start == rename_.start:  # both before the first key: one edit, so that their order cannot matter
        return Fix(title, (Edit(rename_.start, rename_.end, insert.text + rename_.text),))
    return Fix(title, (insert, rename_))


def fits(server: Server, slip: Slip) -> bool:
    """Renaming is right when the value has the shape that the client's own key takes."""
    field = server.kind.fields.get(slip.key)
    value = slip.member.value
    if slip.role == TYPE:
        return value.kind == STRING and value.text in server.kind.type_words
    if field is None or '.' in slip.key:
        return False
    wanted = {'string': STRING, 'strings': ARRAY, 'string-map': OBJECT, 'scalar-map': OBJECT, 'boolean': BOOLEAN,
              'number': NUMBER, 'object': OBJECT}
    return wanted.get(field.shape) == value.kind
