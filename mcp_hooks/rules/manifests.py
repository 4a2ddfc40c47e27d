"""What only manifests have: exact versions, and the names of other files in the place of servers. Loaded for their kinds."""
from __future__ import annotations

from mcp_hooks.clients.entries import at_way, map_nodes
from mcp_hooks.documents.node import OBJECT, STRING
from mcp_hooks.findings import ERROR, Hit
from mcp_hooks.rules.entry import holds_reference, is_generic, spoiled
from mcp_hooks.rules.mending import rewrite
from mcp_hooks.rules.wording import KINDS, a_kind, reader, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.servers import ConfigFile


def check_versions(file: ConfigFile) -> Iterator[Hit]:
    root = file.document.root
    if root is None or not file.kind.exact_versions:
        return
    for way in file.kind.exact_versions:
        for node in at_way(root, way):
            version = node.text.strip()
            if version and is_open(version) and not holds_reference(version.replace('<', '')):
                yield Hit(node, f'`{shown(str(node.step))}` is `{shown(version)}`; {reader(file.kind)} takes one exact version',
                          severity=file.kind.at_most(ERROR, 'exact_versions'))


def is_open(version: str) -> bool:
    """A range, or a word for whatever is newest."""
    return version.lower() == 'latest' or version[0] in '^~<>=*' or ' ' in version or '||' in version or any(
        part in ('x', 'X', '*') for part in version.split('.'))


def check_manifest_path(file: ConfigFile) -> Iterator[Hit]:
    """The name of a file where a map may stand: the manifest of a plugin names files below itself only."""
    kind = file.kind
    if not kind.manifest_paths or is_generic(kind):
        return
    for node in map_nodes(file):
        for one in (node, *node.items):
            path = one.text
            if one.kind != STRING or not path or '://' in path or holds_reference(path):
                continue
            if '..' in path.replace('\\', '/').split('/'):
                yield Hit(one, f'`{shown(path)}` leads out of the plugin, where {reader(kind)} reads nothing',
                          severity=kind.at_most(ERROR, 'manifest_paths'), help='Move the file into the folder of the plugin.')
            elif not path.startswith('./'):
                right = './' + path.lstrip('/')
                yield Hit(one, f'`{shown(path)}` does not begin with `./`: {reader(kind)} takes no other path here',
                          severity=kind.at_most(ERROR, 'manifest_paths'), help=f'Write `{shown(right)}`.',
                          fix=None if path.startswith('/') else rewrite(file.document, one, right, f'write `{shown(right)}`'))


MOST = 10  # of one kind in one file


def check_own_parts(file: ConfigFile) -> Iterator[Hit]:
    """What a manifest says beside the servers: objects with the keys that they need, texts that are one of a few words."""
    kind, root = file.kind, file.document.root
    if root is None or kind.template or not map_nodes(file) or spoiled(file.document, root):
        return
    found = 0
    for way, keys in kind.own_objects.items():
        for node in at_way(root, way):
            name = f'`{shown(str(node.step))}`'
            missing = [f'`{key}`' for key in keys if node.get(key) is None]
            if node.kind != OBJECT and node.kind in KINDS:
                yield Hit(node, f'{name} is {a_kind(node)}; {reader(kind)} takes an object'
                                + (f' with {", ".join(f"`{key}`" for key in keys)}' if keys else ''),
                          severity=kind.at_most(ERROR, 'own_objects'), help='Write an object.')
            elif missing:
                yield Hit(node, f'{name} has no {" and no ".join(missing)}, which {reader(kind)} requires',
                          span=(node.start, node.start + 1), severity=kind.at_most(ERROR, 'own_objects'),
                          help=f'Add {" and ".join(missing)}.')
            else:
                continue
            found += 1
            if found == MOST:
                return
    for way, words in kind.own_values.items():
        for node in at_way(root, way):
            if node.kind not in KINDS or (node.kind == STRING and (node.text in words or holds_reference(node.text))):
                continue
            what = f'`{shown(node.text)}`' if node.kind == STRING else a_kind(node)
            yield Hit(node, f'`{shown(str(node.step))}` is {what}; {reader(kind)} knows ' + ', '.join(f'`{word}`' for word in words),
                      severity=kind.at_most(ERROR, 'own_values'), help='Write one of these words.')
            found += 1
            if found == MOST:
                return
