"""Mends what has one right answer: span edits, applied until nothing is left to mend, every other byte untouched."""
from __future__ import annotations

from mcp_hooks.findings import NOTE, Edit, Finding, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mcp_hooks.credentials.places import Found
    from mcp_hooks.documents.node import Node, Span
    from mcp_hooks.engine import Options
    from mcp_hooks.servers import ConfigFile, Server


CREDENTIALS = 200  # of one file; each is replaced in a round of its own
ROUNDS = 20  # one mended mistake may uncover another; a text that is still not at rest by then is left as it was
# what makes a text worse than it was, whatever the reader
_TOLERABLE = frozenset(('comment', 'trailing-comma', 'duplicate-key', 'lone-surrogate', 'empty'))


def chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes in the given order, without those that overlap an earlier one."""
    from bisect import bisect_left, insort

    taken: list[Fix] = []
    edits: list[Edit] = []  # in text order, none over another
    for fix in fixes:
        free = True
        for edit in fix.edits:
            at = bisect_left(edits, edit)
            if any(_overlap(edit, other) for other in edits[max(at - 1, 0):at + 1]):
                free = False
                break
        if free:
            taken.append(fix)
            for edit in fix.edits:
                insort(edits, edit)
    return taken


def _overlap(a: Edit, b: Edit) -> bool:
    return a.start == b.start or max(a.start, b.start) < min(a.end, b.end)


def apply(text: str, fixes: Iterable[Fix]) -> str:
    """``text`` with the fixes made; of two that overlap, the first."""
    edits = sorted(edit for fix in chosen(fixes) for edit in fix.edits)
    out = []
    at = 0
    for edit in edits:
        if edit.start < at or edit.end > len(text) or edit.end < edit.start:
            raise ValueError('edits overlap or leave the text')
        out.append(text[at:edit.start])
        out.append(edit.text)
        at = edit.end
    out.append(text[at:])
    return ''.join(out)


def fix_data(path: str, data: bytes, find: Callable[[str, bytes], Sequence[Finding]] | None = None) -> tuple[bytes, list[str]]:
    """The bytes of a file with everything mended that has one right answer, and what was done, in order.

    ``find`` gives the findings of (path, bytes); by default those of all rules that are on. Encoding, line ends and all bytes
    outside of the edits stay; a byte-order mark stays unless it is the mistake. A text that cannot be decoded stays as it is.
    """
    from mcp_hooks.text import decode

    find = find or _findings
    titles: list[str] = []
    before, seen = data, {data}
    for _ in range(ROUNDS):
        decoded = decode(data)
        if decoded.problem is not None:
            break
        fixes = [finding.fix for finding in find(path, data) if finding.fix is not None]
        mark = decoded.had_bom and any(not fix.edits for fix in fixes)  # a fix without edits takes the mark away
        made = _made(path, decoded.text, [fix for fix in fixes if fix.edits])
        new = _encoded(apply(decoded.text, made), decoded.encoding, decoded.had_bom and not mark)
        if new in seen:
            break
        seen.add(new)
        data = new
        titles.extend(fix.title for fix in made)
        titles.extend(fix.title for fix in fixes if mark and not fix.edits)
    else:
        return before, []  # it never came to rest: whatever was made of it is no answer
    return data, titles


def fix_text(path: str, text: str, find: Callable[[str, bytes], Sequence[Finding]] | None = None) -> tuple[str, list[str]]:
    """As ``fix_data``, for a text that is or will be UTF-8."""
    data, titles = fix_data(path, text.encode('utf-8', 'surrogatepass'), find)
    return data.decode('utf-8', 'surrogatepass'), titles


def _made(path: str, text: str, fixes: list[Fix]) -> list[Fix]:
    """The fixes that leave the text no worse to read than it was; one by one where all together do not."""
    fixes = chosen(fixes)
    before = _trouble(path, text)
    if not fixes or _trouble(path, apply(text, fixes)) <= before:
        return fixes
    good: list[Fix] = []
    for fix in fixes:
        if _trouble(path, apply(text, [*good, fix])) <= before:
            good.append(fix)
    return good


def _trouble(path: str, text: str) -> int:
    from mcp_hooks import documents

    document = documents.parse(text, documents.format_of(path, text))
    return sum(problem.code not in _TOLERABLE for problem in document.problems)


def _encoded(text: str, encoding: str, bom: bool) -> bytes:
    mark = {'utf-8': b'\xef\xbb\xbf', 'utf-16-le': b'\xff\xfe', 'utf-16-be': b'\xfe\xff'}[encoding] if bom else b''
    return mark + text.encode(encoding, 'surrogatepass')


def _findings(path: str, data: bytes) -> Sequence[Finding]:
    from mcp_hooks.engine import Options, examine
    from mcp_hooks.rules import config_rules
    from mcp_hooks.sources.source import Source

    return examine(Source(path, data), Options(tuple(rule for rule in config_rules() if rule.default))).findings


def diff(path: str, old: str, new: str, clean: Callable[[str], str] = str) -> str:
    """A unified diff, '' when nothing changed. ``clean`` masks credentials and what a terminal would obey, line by line.

    Lines are those that end in LF; other line ends stand inside of them.
    """
    import difflib

    if old == new:
        return ''
    out = []
    for line in difflib.unified_diff(_lines(old), _lines(new), f'a/{path}', f'b/{path}', lineterm=''):
        line, mark, _ = line.partition(NO_END)
        kept = line[:1] + clean(line[1:]) if line[:1] in ' +-' and not line.startswith(('--- ', '+++ ')) else clean(line)
        out.append(kept + mark)
    return '\n'.join(out) + '\n'


NO_END = '\n\\ No newline at end of file'  # as diff and git write it; no line of a text holds a line end


def _lines(text: str) -> list[str]:
    """The lines for a diff: no empty line after the last line's end, and a word where that end is missing."""
    lines = text.split('\n')
    if lines[-1]:
        lines[-1] += NO_END
    else:
        lines.pop()
    return lines


def fix_credentials(path: str, data: bytes, options: Options) -> tuple[bytes, list[str], dict[str, str]]:
    """The bytes with each credential replaced by this client's reference to a variable, what was done, and name → value.

    The values are for an env file that git ignores, or for nobody. A credential for which this client has no reference, or
    that stands in a comment, in prose or where no reference belongs, stays: it is for a person to take out.
    """
    from mcp_hooks.credentials.places import credentials
    from mcp_hooks.engine import owner_of
    from mcp_hooks.sources.source import Source
    from mcp_hooks.text import decode

    titles: list[str] = []
    values: dict[str, str] = {}
    for _ in range(CREDENTIALS):
        decoded = decode(data)
        if decoded.problem is not None:
            break
        file = owner_of(Source(path, data), options)
        for one in credentials(file.document, (file,), path):
            fix, name, value = _replaced(file, one, values)
            if fix is not None and _made(path, decoded.text, [fix]):
                data = _encoded(apply(decoded.text, [fix]), decoded.encoding, decoded.had_bom)
                titles.append(fix.title)
                values.setdefault(name, value)
                break
        else:
            break
    return data, titles, values


def _replaced(file: ConfigFile, found: Found, values: dict[str, str]) -> tuple[Fix | None, str, str]:
    """The fix for one credential, the name of its variable and its value."""
    from mcp_hooks.credentials import judge
    from mcp_hooks.edits import value_span
    from mcp_hooks.rules.credential_help import server_of, variable_for

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
    from mcp_hooks.edits import replace_string

    edit = replace_string(file.document, node, name)
    return Fix(f'write `{name}`', (edit,)) if edit is not None else None


def _without_default(file: ConfigFile, node: Node, inside: Span) -> tuple[Fix | None, str]:
    """``${NAME:-secret}`` → ``${NAME}``."""
    from mcp_hooks.credentials.references import DEFAULT, references
    from mcp_hooks.edits import replace_within

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
    from mcp_hooks.clients.record import INPUT
    from mcp_hooks.edits import replace_within, value_span
    from mcp_hooks.rules.uses import form, named

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
    from mcp_hooks.rules.uses import strings

    for server in file.servers:
        for one, role in strings(server):
            if one is node:
                return server, role
    return None


def _ask(file: ConfigFile, node: Node, inside: Span, name: str) -> Fix | None:
    from mcp_hooks.edits import insert_item, insert_member, replace_within

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
