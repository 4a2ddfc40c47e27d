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


def way(path: str, folder: str) -> str:
    """From the folder to the path, with ``/``; the absolute path where none leads there (another drive of Windows)."""
    try:
        found = os.path.relpath(path, folder)
    except ValueError:
        found = os.path.abspath(path)
    return found.replace(os.sep, '/')


def is_repository(folder: str) -> bool:
    """Does the folder itself hold a ``.git``? One cheap look, no validation of what a ``.git`` file points to."""
    dot_git = os.path.join(folder, '.git')
    return os.path.lexists(os.path.join(dot_git, 'HEAD')) or os.path.isfile(dot_git)


def bare_of(path: str) -> str | None:
    """The folder itself, resolved, when it is a bare repository or a git folder."""
    folder = os.path.realpath(path)
    return folder if all(os.path.lexists(os.path.join(folder, name)) for name in ('HEAD', 'objects', 'refs')) else None


def _root_of_environment(path: str) -> str | None:
    """A work tree whose git folder lies elsewhere and is named in the environment only. Without ``GIT_WORK_TREE`` git takes the
    folder that it stands in for the top: https://git-scm.com/docs/git#Documentation/git.txt-GITDIR (2026-12-01)."""
    git_dir = os.environ.get('GIT_DIR')
    if not git_dir or bare_of(git_dir) is None:
        return None
    root = os.path.realpath(os.environ.get('GIT_WORK_TREE') or os.curdir)
    if bare_of(root) is not None:
        return None
    here = os.path.realpath(path)
    return root if here == root or here.startswith(os.path.join(root, '')) else None
