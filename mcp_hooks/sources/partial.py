"""A clone that left objects with its remote: what is here is read, and nothing is fetched."""
from __future__ import annotations

import os

from mcp_hooks.sources import cat_file, git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.sources.git import Process

PROMISES = r'^(extensions\.partialclone|remote\..*\.promisor)$'


def is_partial(root: str) -> bool:
    """Was it made with ``git clone --filter=…``? Raises GitError."""
    code, output = git.run_code(root, ['config', '--get-regexp', PROMISES], fine=(0, 1))
    return code == 0 and bool(output)


class Alone:
    """The objects of a partial clone under a git folder of our own, which names no remote. ``close`` removes it.

    Git before 2.44 asks the remote for what is not here, whatever it was told, and ends when it may not (GIT_NO_LAZY_FETCH is
    newer). This way it says that the object is missing, and goes on.
    """

    def __init__(self, root: str) -> None:
        import tempfile

        objects, kind = git.run(root, ['rev-parse', '--git-path', 'objects', '--show-object-format']).splitlines()
        self.root = root
        self.objects = os.path.join(root, git.decode(objects))
        self.folder = tempfile.TemporaryDirectory(prefix='mcp-hooks-')
        of_other = '[extensions]\n\tobjectFormat = sha256\n' if kind == b'sha256' else ''
        config = f'[core]\n\trepositoryformatversion = {1 if of_other else 0}\n\tbare = true\n{of_other}'
        for name in ('objects', 'refs'):
            os.mkdir(os.path.join(self.folder.name, name))
        for name, text in (('HEAD', 'ref: refs/heads/main\n'), ('config', config)):
            with open(os.path.join(self.folder.name, name), 'w', encoding='ascii') as stream:
                stream.write(text)

    def start(self) -> Process:
        more = {'GIT_DIR': self.folder.name, 'GIT_OBJECT_DIRECTORY': self.objects}
        return git.start(self.root, cat_file.CAT_FILE, stdin=True, more=more)

    def close(self) -> None:
        self.folder.cleanup()
