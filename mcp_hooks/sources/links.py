"""Where symbolic links of a repository lead: each target is read once, under its own path, and never out of the tree."""
from __future__ import annotations

import os

from mcp_hooks.sources import disk, git, marks
from mcp_hooks.sources.source import Skipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_hooks.sources.marks import Chooser
    from mcp_hooks.sources.tree import Listed, Options


def follow(root: str, links: list[str], folders: list[str], listed: Listed, aliases: dict[str, list[str]], choose: Chooser,
           options: Options) -> Iterator[Skipped]:
    """Add what the links, and the linked folders of clients, lead to: to what is listed, and to ``aliases`` (target -> links)."""
    for link in links:
        kind = listed.kinds.pop(link)
        if kind != marks.PATH or options.leaves_out(link):
            continue
        target, reason = disk.resolve_link(root, link)
        if target is None:
            yield Skipped(link, reason)
        elif not listed.known(target) and not options.include_ignored:
            nested = listed.repository_of(target)
            yield Skipped(link, f'a link into {nested}, which is a repository of its own' if nested
                          else f'a link to {target}, which git ignores')
        else:
            aliases.setdefault(target, []).append(link)
            listed.kinds.setdefault(target, marks.PATH)
    for folder in folders:
        if not options.leaves_out(folder):
            yield from _folder(root, folder, listed, choose, aliases)


def _folder(root: str, link: str, listed: Listed, choose: Chooser, aliases: dict[str, list[str]]) -> Iterator[Skipped]:
    """A linked folder gives the files in it a second name, which may be one that a client reads (``.cursor`` →
    ``shared/agents``)."""
    real = os.path.realpath(os.path.join(root, link))
    if not os.path.isdir(real):
        return
    target = disk.inside(root, real)
    if target is None:
        if real != root:
            yield Skipped(link, disk.ELSEWHERE)
        return
    below = os.fsencode(target + '/')
    for names, start in ((listed.buffer, 2), (listed.others, 0)):
        for record in names.split(b'\0') if below in names else ():
            if not record.startswith(below, start):
                continue
            path = git.decode(record[start:])
            other = link + path[len(target):]
            if marks.is_data(path) and choose.is_client_path(other):
                aliases.setdefault(path, []).append(other)
                listed.kinds.setdefault(path, marks.PATH)
