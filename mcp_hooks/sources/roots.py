"""Where a repository begins. Starts no process, and is all of git that the check of named files needs."""
from __future__ import annotations

import os


def root_of(path: str) -> str | None:
    """The top folder of the work tree that holds ``path`` (a folder or a file), resolved; None outside of a repository.

    Starts no process. A ``.git`` folder without a HEAD is none, as for git itself.
    """
    folder = os.path.realpath(path)
    while True:
        if is_repository(folder):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return _root_of_environment(path)
        folder = above


def is_repository(folder: str) -> bool:
    """Does the folder itself hold a ``.git``? One cheap look, no validation of what a ``.git`` file points to."""
    dot_git = os.path.join(folder, '.git')
    return os.path.lexists(os.path.join(dot_git, 'HEAD')) or os.path.isfile(dot_git)


def _root_of_environment(path: str) -> str | None:
    """A work tree whose git folder lies elsewhere and is named in the environment only."""
    root = os.environ.get('GIT_WORK_TREE')
    if not root or not os.environ.get('GIT_DIR'):
        return None
    root = os.path.realpath(root)
    here = os.path.realpath(path)
    return root if here == root or here.startswith(os.path.join(root, '')) else None
