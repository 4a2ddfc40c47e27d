"""What is in the versions of a history: each is judged once, if at all, and the same secret is one finding over all of them."""
from __future__ import annotations

import os

from mcp_hooks.sources import cat_file, disk, git, marks
from mcp_hooks.sources.known_lines import CLEAN, KnownLines
from mcp_hooks.sources.source import Skipped
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from mcp_hooks.sources.cache import Cache

    CheckBlob = Callable[[str, bytes], 'Verdict']  # of a path and its content
    Identify = Callable[[str, str], str]  # secret, salt → what may be stored

MOST_MISSING = 20  # versions that are not here, that are named one by one


class Verdict(NamedTuple):
    """What the rules say of one version.

    ``findings`` are plain data without a secret (with ``line`` and ``end_line``; with ``suppressed``, a reason, where a comment
    in the version silences it), each with the secret it is about or ''. ``named`` are paths from which its entries read
    variables or keys. A version that ``failed`` is not remembered.
    """

    findings: list[tuple[dict[str, Any], str]]
    named: tuple[str, ...] = ()
    failed: bool = False


class Version(NamedTuple):
    """A blob under a path, and the first commit that has it there; '' for what a ref names without a commit."""

    blob: str
    path: str
    commit: str
    date: str = ''


class Past(NamedTuple):
    """A finding over all versions: the same secret is one, wherever it stands.

    ``path``, ``commit`` and ``date`` (author's, ISO 8601) are where it first appeared, ``blob`` is that version; ``at_head`` says
    that HEAD still has it; ``paths`` are all paths that ever held it. The finding is ``suppressed`` if each of them is.
    """

    finding: dict[str, Any]
    path: str
    commit: str
    date: str
    at_head: bool
    paths: tuple[str, ...]
    blob: str = ''


class Versions:
    """The versions that one run came across: what was given to judge them, and what was found out so far.

    ``kinds`` has to know the kind of each path (see ``marks``; NAMED for a file that an entry names). ``leads`` are the files that
    entries of the versions name; ``missing`` are versions that could not be read.
    """

    def __init__(self, root: str, check_blob: CheckBlob, identify: Identify, cache: Cache, max_bytes: int | None) -> None:
        self.root = root
        self.check_blob = check_blob
        self.identify = identify
        self.cache = cache
        self.max_bytes = max_bytes
        self.kinds: dict[str, str] = {}
        self.lines: dict[str, KnownLines] = {}
        self.skipped: list[Skipped] = []
        self.judged = 0
        self.leads: set[str] = set()
        self.leads_of: dict[str, set[str]] = {}  # by the path of the entries
        self.missing = 0
        self.failed = False

    def is_known(self, blob: str, path: str) -> bool | None:
        """Has an earlier run judged it: True with findings, False without, None if not."""
        if self.cache.was_clean(blob, _as_read(path, self.kinds[path])):
            known = False
        elif self.cache.results(blob, path) is not None:
            known = True
        else:
            return None
        if self.cache.named:
            self.lead(path, self.cache.named.get(f'{blob} {path}', ()))
        return known

    def judge(self, blob: str, path: str, commit: str, data: bytes | int | None) -> bool:
        """Does the version hold a finding that no earlier version of the file held?"""
        kind = self.kinds[path]
        if not isinstance(data, bytes):
            self.missing += data is None
            if _counts_by_name(kind, path) and (data is not None or self.missing <= MOST_MISSING):
                self._skip(path, commit, 'its content is not in this clone' if data is None else disk.too_large(data, self.max_bytes or 0))
            return False
        if disk.is_lfs_pointer(data):
            if _counts_by_name(kind, path):
                self._skip(path, commit, disk.lfs())
            return False
        if kind != NAMED and not marks.content_of(kind, path, data):
            self.cache.add_clean(blob, path)
            return False
        lines = self.lines.get(path)
        if lines is None:
            lines = self.lines[path] = KnownLines()
        known = lines.known(data)
        if known:
            leads = [lead for lead in self.leads_of.get(path, ()) if os.fsencode(lead[lead.rfind('/') + 1:]) in data]
            if known == CLEAN:
                self.cache.add_clean(blob, _as_read(path, kind))
                if leads:
                    self.cache.named[f'{blob} {path}'] = sorted(leads)
            self.lead(path, leads)
            return False
        return bool(self._check(blob, path, data, lines))

    def lead(self, path: str, named: Iterable[str]) -> None:
        if named:
            self.leads.update(named)
            self.leads_of.setdefault(path, set()).update(named)

    def _skip(self, path: str, commit: str, reason: str) -> None:
        self.skipped.append(Skipped(f'{commit[:12]}:{path}' if commit else path, reason))

    def _check(self, blob: str, path: str, data: bytes, lines: KnownLines | None) -> list[list[Any]]:
        self.judged += 1
        verdict = self.check_blob(path, data)
        results = [[finding, self.identify(secret, self.cache.salt) if secret else _plain_identity(path, finding)]
                   for finding, secret in verdict.findings]
        if verdict.failed:
            self.failed = True
            return []
        if verdict.named:
            self.cache.named[f'{blob} {path}'] = sorted(verdict.named)
            self.lead(path, verdict.named)
        if lines is not None:
            lines.learn(data, [finding for finding, _ in verdict.findings])
        if results:
            self.cache.add_results(blob, path, results)
        else:
            self.cache.add_clean(blob, _as_read(path, self.kinds.get(path, '')))
        return results

    def findings(self, order: list[Version]) -> list[Past]:
        """One finding for each secret, where it first appeared."""
        first: dict[str, tuple[dict[str, Any], Version]] = {}
        paths: dict[str, set[str]] = {}
        reported: set[str] = set()
        for version in order:
            for finding, identity in self.cache.results(version.blob, version.path) or ():
                first.setdefault(identity, (finding, version))
                paths.setdefault(identity, set()).add(version.path)
                if 'suppressed' not in finding:
                    reported.add(identity)
        if not first:
            return []
        now = self._at_head({path for found in paths.values() for path in found})
        return [Past(_reported(finding) if identity in reported else finding, version.path, version.commit, version.date,
                     identity in now, tuple(sorted(paths[identity])), version.blob)
                for identity, (finding, version) in first.items()]

    def _at_head(self, paths: Iterable[str]) -> set[str]:
        """What the files at HEAD still hold."""
        if git.commit_of(self.root, 'HEAD') is None:
            return set()
        wanted = set(paths)
        arguments = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', 'HEAD']
        if len(wanted) <= 200:
            arguments += ['--', *sorted(wanted)]
        blobs = {}
        for record in git.run(self.root, arguments).split(b'\0'):
            head, _, name = record.partition(b'\t')
            path = git.decode(name)
            if path in wanted and head[:3] == b'100':
                blobs[path] = head.split(b' ')[2].decode()
        found: set[str] = set()
        unread = []
        for path, blob in blobs.items():
            results = self.cache.results(blob, path)
            if results is not None:
                found |= {identity for _, identity in results}
            elif not self.cache.is_clean(blob, _as_read(path, self.kinds.get(path, ''))):
                unread.append((path, blob))
        if unread:
            with cat_file.BlobReader(self.root, self.max_bytes) as reader:
                for (path, blob), data in zip(unread, reader.stream(blob for _, blob in unread), strict=True):
                    if isinstance(data, bytes):
                        found |= {identity for _, identity in self._check(blob, path, data, None)}
        return found


NAMED = 'named'  # the kind of a file that an entry names, which counts whatever is in it


def _counts_by_name(kind: str, path: str) -> bool:
    return kind in (marks.PATH, NAMED) or marks.is_named_capture(path)


def _as_read(path: str, kind: str) -> str:
    """Under which name the cache keeps that there is nothing in a file: what was of no interest by itself may be named later."""
    return f'{NAMED} {path}' if kind == NAMED else path


def _reported(finding: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in finding.items() if name != 'suppressed'}


def _plain_identity(path: str, finding: dict[str, Any]) -> str:
    return '\0'.join(str(part) for part in (finding.get('rule', ''), path, finding.get('json_path', '')))
