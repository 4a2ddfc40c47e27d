"""Servers that are named away from their entry: in lists of approved servers, and with the tools of an agent."""
from __future__ import annotations

from mcp_hooks.documents import BROKEN
from mcp_hooks.documents.node import ARRAY, OBJECT, STRING
from mcp_hooks.findings import ERROR, WARNING, Hit
from mcp_hooks.rules.entry import spoiled
from mcp_hooks.rules.wording import a_kind, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.clients.record import FileKind
    from mcp_hooks.documents.node import Node
    from mcp_hooks.servers import ConfigFile

MOST = 10  # of one kind in one list


def check_choices(file: ConfigFile) -> Iterator[Hit]:
    """Lists whose items must be names, or objects with one key out of a few. Claude Code drops a bad item, and before 2.1.154 the
    whole file with it (https://code.claude.com/docs/en/managed-mcp; https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md).
    """
    kind, root = file.kind, file.document.root
    for key, keys in kind.choices.items() if root is not None else ():
        node = root.get(key) if root is not None else None
        if node is None or spoiled(file.document, node):
            continue
        severity = kind.at_most(ERROR, 'choices', f'choices.{key}')
        if node.kind != ARRAY:
            yield Hit(node, f'`{key}` is {a_kind(node)}; {reader(kind)} takes a list', severity=severity)
            continue
        wrong = ((item, told) for item in node.items[:1000] if (told := _wrong(kind, item, keys)))
        for (item, told), _ in zip(wrong, range(MOST), strict=False):
            # a key that was added since is no mistake
            new = item.kind == OBJECT and any(member.name not in keys for member in item.members)
            yield Hit(item, f'An item of `{key}` {told}', severity=WARNING if new else severity)
    yield from _in_both(file)


def _in_both(file: ConfigFile) -> Iterator[Hit]:
    """A name that is approved and refused: being refused wins, and one of the two was not meant."""
    kind = file.kind
    refused = {item.text: (key, item) for key in kind.refused_at for item in _names(file, key)}
    both = ((key, item) for key in kind.named_at for item in _names(file, key) if item.text in refused)
    for (key, item), _ in zip(both if refused else (), range(MOST), strict=False):
        other, refusal = refused[item.text]
        later, first = (item, refusal) if item.start > refusal.start else (refusal, item)
        yield Hit(later, f'`{shown(item.text)}` stands in `{key}` and in `{other}`: {reader(kind)} refuses the server',
                  severity=WARNING, help='Keep the name in one of the two lists.', related=((first.span, 'and here'),))


def _names(file: ConfigFile, key: str) -> list[Node]:
    root = file.document.root
    node = root.get(key) if root is not None else None
    return [item for item in node.items[:1000] if item.kind == STRING and item.text] if node is not None else []


def _wrong(kind: FileKind, item: Node, keys: tuple[str, ...]) -> str:
    """What is wrong with one item, '' when nothing is."""
    if not keys:
        if item.kind != STRING:
            return f'is {a_kind(item)}, not the name of a server'
        return '' if item.text else 'is empty'
    one = ', '.join(f'`{key}`' for key in keys)
    if item.kind != OBJECT:
        return f'is {a_kind(item)}; {reader(kind)} takes an object with one of {one}'
    odd = next((member.name for member in item.members if member.name not in keys), '')
    if odd:
        return f'has the key `{shown(odd)}`, which {reader(kind)} refuses: it takes one of {one}'
    if len(item.members) != 1:
        return f'has {len(item.members)} keys; {reader(kind)} takes exactly one of {one}'
    return ''


def check_named(files: list[ConfigFile]) -> Iterator[tuple[ConfigFile, Hit]]:
    """Names that the file of the project does not define: a typing mistake, or a server that is gone.

    Below the root of the tree a client may look for that file further up as well.
    """
    for file in files:
        kind, root = file.kind, file.document.root
        if not kind.named_in or root is None or file.path.count('/') != 1:
            continue
        defining = [other for other in files if other.path == kind.named_in]
        if not defining or any(problem.code in BROKEN for problem in defining[0].document.problems):
            continue  # whoever has one file looked at asks about nothing else
        told: set[str] = set()  # a name that stands twice is one mistake
        for key in (*kind.named_at, *kind.refused_at):
            gone: dict[str, Node] = {}
            for item in _names(file, key):
                if item.text not in told and not defining[0].has_server(item.text):
                    gone.setdefault(item.text, item)
            told.update(gone)
            does = 'refuses' if key in kind.refused_at else 'approves'
            for item in list(gone.values())[:MOST]:
                yield file, Hit(item, f'`{shown(item.text)}` is no server of `{kind.named_in}`: the name {does} nothing',
                                severity=WARNING, help='Write the name as it stands there, or take it out.')


def check_tools(file: ConfigFile) -> Iterator[Hit]:
    """Tools of a server that the file neither defines nor gets from another one."""
    kind, root = file.kind, file.document.root
    if root is None or not kind.tools_at or any(problem.code in BROKEN for problem in file.document.problems):
        return
    if not any((said := root.get(key)) is not None and said.value is False for key in kind.tools_alone):
        return
    seen: set[str] = set()
    for key in kind.tools_at:
        node = root.get(key)
        for item in node.items[:1000] if node is not None and node.kind == ARRAY else ():
            name = item.text[1:].partition('/')[0] if item.kind == STRING and item.text[:1] == '@' else ''
            if not name or name == 'builtin' or name in seen or '*' in name or '?' in name or file.has_server(name):
                continue
            seen.add(name)
            yield Hit(item, f'This file has no server `{shown(name)}`, and takes none from other files: '
                            f'{reader(kind)} finds no such tool', help='Write the name of a server in this file.')
