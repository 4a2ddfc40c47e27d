"""Where the walk over a history begins: all that a repository holds on to, of every work tree."""
from __future__ import annotations

import os

from mcp_hooks.sources import git
from mcp_hooks.tuples import NamedTuple

OF_COMMITS = ('refs/heads/', 'refs/remotes/', 'refs/notes/', 'refs/stash')
STASH = 'refs/stash'


class Tips(NamedTuple):
    """``ids`` are the objects of all refs and HEADs, sorted; ``stashed`` the entries of the stash below its newest, which no ref
    names; ``others`` are the refs (name, id) that may lead to something else than a commit."""

    ids: list[str]
    stashed: list[str]
    others: list[tuple[str, str]]


def tips(root: str, common: str) -> Tips:
    """``common`` is the git folder that all work trees share. Raises GitError."""
    code, output = git.run_code(root, ['show-ref', '--head'], fine=(0, 1))
    ids: set[str] = set()
    others = []
    stashed: list[str] = []
    for line in output.splitlines() if code == 0 else ():
        id, _, name = git.decode(line).partition(' ')
        ids.add(id)
        if name == STASH:
            words = ['log', '-g', '--format=%H', '--no-show-signature', '--encoding=UTF-8', STASH, '--']
            _, entries = git.run_code(root, words, fine=(0, 128))  # one may be gone
            stashed = [entry for entry in entries.decode().split() if entry != id]
        elif name != 'HEAD' and not name.startswith(OF_COMMITS):
            others.append((name, id))
    if os.path.isdir(os.path.join(common, 'worktrees')):  # a HEAD of theirs may be on no branch
        for line in git.run(root, ['worktree', 'list', '--porcelain']).splitlines():
            if line.startswith(b'HEAD ') and line[5:].strip(b'0'):
                ids.add(line[5:].decode())
    return Tips(sorted(ids.union(stashed)), stashed, others)


def files_of(root: str, others: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """(blob, path) of what tags and other refs name that are no commits, by path: all files of a tree, and a blob under its ref's
    name."""
    if not others:
        return []
    stdin = ''.join(f'{id}^{{}}\n' for _, id in others).encode()
    answers = git.run(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], stdin=stdin).decode().splitlines()
    found: list[tuple[str, str]] = []
    for (name, _), answer in zip(others, answers, strict=False):
        id, _, kind = answer.partition(' ')
        if kind == 'blob':
            found.append((id, name))
        elif kind == 'tree':
            for record in git.run(root, ['ls-tree', '-r', '-z', '--full-tree', id]).split(b'\0'):
                head, _, path = record.partition(b'\t')
                if head[:3] == b'100':
                    found.append((head.split(b' ')[2].decode(), git.decode(path)))
    return sorted(set(found), key=lambda one: one[::-1])
