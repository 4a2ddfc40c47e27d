"""Can the client read the text at all: encoding, syntax in the flavour it takes, keys that stand twice."""
from __future__ import annotations

from mcp_hooks.documents.node import OBJECT
from mcp_hooks.findings import Edit, Fix, Hit
from mcp_hooks.rules.rule import FILE, REFERENCE, SHAPE, SYNTAX, TRANSPORT, Rule
from mcp_hooks.rules.wording import reader, shown
from mcp_hooks.text import line_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.documents.node import Document, Member, Node, Problem
    from mcp_hooks.servers import ConfigFile

MOST = 20  # of one kind in one file: a broken text need not be listed to its end

# codes of documents.node.Problem that have a rule of their own, or that depend on the reader
COMMENT, TRAILING_COMMA, DUPLICATE_KEY, LONE_SURROGATE, EMPTY, TEMPLATE = (
    'comment', 'trailing-comma', 'duplicate-key', 'lone-surrogate', 'empty', 'template')
LIMITS = frozenset(('too-deep', 'too-large', 'too-many'))
OWN = frozenset((COMMENT, TRAILING_COMMA, DUPLICATE_KEY, LONE_SURROGATE, EMPTY))


# keys that only stand where a person meant servers
_MEANT = ('mcpservers', 'mcp_servers', 'mcp-servers', 'context_servers', 'modelcontextprotocol', 'mcpjsonservers')


def concerns(file: ConfigFile) -> bool:
    """Is the file about servers? Settings of an editor, agents and manifests are mostly about other things: how well they are
    written is nobody's question here. (Descriptions of Claude Code's agents, for one, are often no YAML, and are read all the same.)"""
    kind, path = file.kind, file.path.rpartition('/')[2].lower()
    if kind.servers_required or not kind.client or kind.shape == 'single' or 'mcp' in path or file.servers:
        return True
    text = file.document.text
    if kind.format == 'front-matter':
        text = text[:max(text.find('\n---', 3), 0)]
    low = text.lower()
    if any(word in low for word in _MEANT):
        return True
    keys = {way[-1] for way in kind.servers_at if way and way[-1] != '*'}
    return any(f'"{key}"' in text or f"'{key}'" in text or f'{key}:' in text or f'[{key}' in text for key in keys)


def check_syntax(file: ConfigFile) -> Iterator[Hit]:
    if file.document.undecodable is not None or not file.document.problems or not concerns(file):
        return  # what cannot be decoded is one cause and one finding
    if is_filled_in_first(file):
        return
    seen: set[int] = set()
    for problem in file.document.problems:
        if problem.code in OWN or problem.start in seen:
            continue
        seen.add(problem.start)
        severity = file.kind.at_most('error', 'format') if file.kind.format == 'front-matter' else None
        limit = problem.code in LIMITS  # our own, which says nothing about the text
        yield Hit(None, sentence(problem.message), span=(problem.start, problem.end), severity='warning' if limit else severity,
                  help='The servers in this file were not checked; credentials were looked for in the whole text.' if limit else None)
        if len(seen) == MOST:
            return


def is_filled_in_first(file: ConfigFile) -> bool:
    """The text of a template, where no client reads it as it stands: a sample, a folder of templates, a path that is nobody's."""
    problems, text = file.document.problems, file.document.text
    if file.document.format == 'json':
        marked = any(problem.code == TEMPLATE for problem in problems)
    else:
        marked = any(mark in line for mark in ('{{', '{%', '<%') for line in lines_around(text, problems))
    if marked and (file.kind.template or not file.kind.client):
        return True
    if marked:
        from mcp_hooks.rules.uses import in_templates

        return in_templates(file.path)
    return file.kind.template and any(is_blank_to_fill(file, problem) for problem in problems)


def lines_around(text: str, problems: list[Problem]) -> Iterator[str]:
    """The lines of the first problems, and the one before each: a mistake often shows on the next."""
    for problem in problems[:MOST]:
        line = text.rfind('\n', 0, problem.start) + 1
        before = text.rfind('\n', 0, max(line - 1, 0)) + 1
        end = text.find('\n', problem.start)
        yield text[before:end if end >= 0 else len(text)][:2000]


def is_blank_to_fill(file: ConfigFile, problem: Problem) -> bool:
    """`__TOKEN__` or `${TOKEN}` without quotes, for a program that replaces it."""
    text = file.document.text[problem.start:problem.start + 2]
    return problem.code == 'unquoted-value' and text.startswith(('$', '__', '<', '@', '%', '{'))


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:1].isascii() else text


def check_empty(file: ConfigFile) -> Iterator[Hit]:
    kind = file.kind
    if file.document.format != 'json' or kind.comments or not kind.client:
        return  # an empty YAML, TOML or JSONC file is a file without settings
    if any(problem.code == EMPTY for problem in file.document.problems) and concerns(file):
        yield Hit(None, f'The file is empty, which is not JSON: {reader(kind)} cannot read it', span=(0, 0))


def check_comments(file: ConfigFile) -> Iterator[Hit]:
    if file.document.format != 'json' or file.kind.comments or not file.document.problems or not concerns(file):
        return
    severity = file.kind.at_most('error', 'comments')
    found = 0
    for problem in file.document.problems:
        if problem.code == COMMENT:
            yield Hit(None, f'{reader(file.kind)} reads strict JSON here and refuses a file with a comment',
                      span=(problem.start, problem.end), severity=severity)
            found += 1
            if found == MOST:
                return


def check_trailing_commas(file: ConfigFile) -> Iterator[Hit]:
    if file.document.format != 'json' or file.kind.trailing_commas or not file.document.problems or not concerns(file):
        return
    severity = file.kind.at_most('error', 'trailing_commas')
    found = 0
    for problem in file.document.problems:
        if problem.code == TRAILING_COMMA:
            yield Hit(None, f'{reader(file.kind)} refuses a file with a comma after the last element',
                      span=(problem.start, problem.end), severity=severity,
                      fix=Fix('remove the comma', (Edit(problem.start, problem.end, ''),)))
            found += 1
            if found == MOST:
                return


def check_duplicates(file: ConfigFile) -> Iterator[Hit]:
    root, document = file.document.root, file.document
    places = {problem.start for problem in document.problems if problem.code == DUPLICATE_KEY}
    if root is None or not places:
        return
    if document.format != 'json':  # readers of YAML and TOML refuse the whole text
        for problem in [p for p in document.problems if p.code == DUPLICATE_KEY][:MOST if concerns(file) else 0]:
            yield Hit(None, sentence(problem.message), span=(problem.start, problem.end))
        return
    found = 0
    for node in root.walk():
        if len(node.members) < 2 or node.kind != OBJECT or not concerns_servers(node, file):
            continue
        first: dict[str, Member] = {}
        for member in node.members:
            before = first.setdefault(member.name, member)
            if before is member or member.key.start not in places:
                continue
            line = line_at(document.text, before.key.start)
            same = same_value(before.value, member.value)
            lost = 'both say the same' if same else 'only the last is kept'
            yield Hit(member.key, f'`{shown(member.name)}` already stands on line {line}: {lost}',
                      severity='warning' if same else None, related=((before.key.span, 'first here'),))
            found += 1
            if found == MOST:
                return


def concerns_servers(node: Node, file: ConfigFile) -> bool:
    """The object is on the way to the servers, or inside of them. The rest of a settings file is not our business."""
    path = node.path()
    for way in file.kind.servers_at:
        if all(a in (b, '*') or b == '*' for a, b in zip(path, way, strict=False)):
            return True
    return bool(file.kind.inputs_at) and path[:len(file.kind.inputs_at)] == file.kind.inputs_at


def same_value(one: Node, other: Node) -> bool:
    """The same value, written in any way. Objects with keys in another order count as different, which does no harm."""
    todo = [(one, other)]
    while todo:
        a, b = todo.pop()
        if a.kind != b.kind or a.value != b.value or len(a.members) != len(b.members) or len(a.items) != len(b.items):
            return False
        for left, right in zip(a.members, b.members, strict=True):
            if left.name != right.name:
                return False
            todo.append((left.value, right.value))
        todo.extend(zip(a.items, b.items, strict=True))
    return True


def check_byte_order_mark(file: ConfigFile) -> Iterator[Hit]:
    document = file.document
    if not (document.bom and document.encoding == 'utf-8' and document.format == 'json'):
        return
    if file.kind.bom_breaks and file.kind.client and concerns(file):
        yield Hit(document.root, f'The file begins with a byte-order mark (U+FEFF); {reader(file.kind)} cannot parse it',
                  span=(0, min(1, len(document.text))), severity=file.kind.at_most('error', 'bom_breaks'),
                  fix=Fix('remove the byte-order mark', ()))


def check_encoding(file: ConfigFile) -> Iterator[Hit]:
    document = file.document
    if document.undecodable is not None and not unmarked(document) and concerns(file):
        at = document.undecodable
        yield Hit(None, f'The text is not {document.encoding.upper()} from here on; save the file as UTF-8',
                  span=(at, min(at + 1, len(document.text))))


def unmarked(document: Document) -> bool:
    """UTF-16 without the mark that says so: we can read it, no client does."""
    return document.encoding != 'utf-8' and not document.bom and document.undecodable == 0


def check_utf16(file: ConfigFile) -> Iterator[Hit]:
    document = file.document
    if document.encoding != 'utf-8' and (document.undecodable is None or unmarked(document)) and concerns(file):
        yield Hit(document.root, f'The file is {document.encoding.upper()[:6]}; clients read UTF-8 only. Save it as UTF-8',
                  span=(0, min(1, len(document.text))))


def check_surrogates(file: ConfigFile) -> Iterator[Hit]:
    found = 0
    for problem in file.document.problems:
        if problem.code == LONE_SURROGATE:
            yield Hit(None, sentence(problem.message), span=(problem.start, problem.end))
            found += 1
            if found == MOST:
                return


_RFC8259 = 'https://www.rfc-editor.org/rfc/rfc8259'
_CHECKED = '2026-11-30'

RULES = (
    Rule(
        id='MCP001', name='syntax-error', category=SYNTAX, severity='error', subject=FILE, check=check_syntax,
        summary='The text is not JSON, YAML or TOML.',
        help='Mend the syntax at this place: a client that cannot parse the file starts none of its servers.',
        source=_RFC8259, checked=_CHECKED, covers=(SHAPE, TRANSPORT, REFERENCE),  # of a value that is none, nothing else is said
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp" "args": []}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": []}}}'),
    ),
    Rule(
        id='MCP002', name='comment-in-json', category=SYNTAX, severity='error', subject=FILE, check=check_comments,
        summary='A comment in a file whose client reads strict JSON.',
        help='Remove the comment. What must be said about a server can stand in the README or in the commit.',
        source=_RFC8259 + '#section-2', checked=_CHECKED,
        bad=('.mcp.json', '{\n  // documentation\n  "mcpServers": {"docs": {"command": "docs-mcp"}}\n}'),
        good=('.vscode/mcp.json', '{\n  // documentation\n  "servers": {"docs": {"command": "docs-mcp"}}\n}'),
    ),
    Rule(
        id='MCP003', name='trailing-comma', category=SYNTAX, severity='error', subject=FILE, check=check_trailing_commas,
        summary='A comma after the last element, in a file whose client does not take one.',
        help='Remove the comma.',
        source=_RFC8259 + '#section-4', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp",}}}'),
        good=('opencode.json', '{"mcp": {"docs": {"type": "local", "command": ["docs-mcp"],}}}'),
    ),
    Rule(
        id='MCP004', name='duplicate-key', category=SYNTAX, severity='error', subject=FILE, check=check_duplicates,
        summary='A key stands twice in one object: readers of JSON keep the last, readers of YAML and TOML refuse the text.',
        help='Rename or remove one of the two.',
        source=_RFC8259 + '#section-4', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}, "docs": {"command": "other-mcp"}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}, "other": {"command": "other-mcp"}}}'),
    ),
    Rule(
        id='MCP005', name='byte-order-mark', category=SYNTAX, severity='error', subject=FILE, check=check_byte_order_mark,
        summary='A byte-order mark before the JSON: readers that follow the standard refuse the file.',
        help='Save the file as UTF-8 without a byte-order mark.',
        source=_RFC8259 + '#section-8.1', checked=_CHECKED,
        bad=('claude_desktop_config.json', '\ufeff{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
        good=('claude_desktop_config.json', '{"mcpServers": {"docs": {"command": "docs-mcp"}}}'),
    ),
    Rule(
        id='MCP006', name='undecodable-text', category=SYNTAX, severity='error', subject=FILE, check=check_encoding,
        summary='The bytes are not text in UTF-8 (nor in the encoding that a byte-order mark names).',
        help='Save the file as UTF-8.',
        source=_RFC8259 + '#section-8.1', checked=_CHECKED,
    ),
    Rule(
        id='MCP007', name='not-utf-8', category=SYNTAX, severity='error', subject=FILE, check=check_utf16,
        summary='The file is UTF-16, as some editors and PowerShell write it. Clients read UTF-8.',
        help='Save the file as UTF-8.',
        source=_RFC8259 + '#section-8.1', checked=_CHECKED,
    ),
    Rule(
        id='MCP008', name='lone-surrogate', category=SYNTAX, severity='warning', subject=FILE, check=check_surrogates,
        summary='Half of a surrogate pair in a string: no program can be given such text.',
        help='Write the character itself, or both halves of the pair.',
        source=_RFC8259 + '#section-8.2', checked=_CHECKED,
        bad=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["\\ud83d"]}}}'),
        good=('.mcp.json', '{"mcpServers": {"docs": {"command": "docs-mcp", "args": ["\\ud83d\\ude00"]}}}'),
    ),
    Rule(
        id='MCP009', name='empty-file', category=SYNTAX, severity='warning', subject=FILE, check=check_empty,
        summary='The file is empty, in a place where the client reads strict JSON.',
        help='Remove the file, or write `{"mcpServers": {}}` (with the root key of this client).',
        source=_RFC8259 + '#section-2', checked=_CHECKED,
        bad=('.mcp.json', ''),
        good=('.mcp.json', '{"mcpServers": {}}'),
    ),
)
