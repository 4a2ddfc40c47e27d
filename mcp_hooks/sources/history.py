"""Every version of every configuration that any ref still reaches, each blob once.

A history is long and its versions are alike. What makes this as quick as git itself: names and blobs come from one ``git log``,
contents from one ``git cat-file``, and a version is handed to the rules only when it has a line, or an order of lines, that
no judged version of the same file had (see ``KnownLines``). What was judged is remembered in git's own folder by blob id.
"""
from __future__ import annotations

import os

from mcp_hooks.sources import disk, git, marks
from mcp_hooks.sources.cache import digest
from mcp_hooks.sources.known_lines import CLEAN, KnownLines
from mcp_hooks.sources.source import MAX_BYTES, Skipped, SourceError
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from mcp_hooks.sources.cache import Cache
    from mcp_hooks.sources.marks import Chooser

    # path, data → findings as plain data (no secret in it; with `line` and `end_line`), each with the secret it is about or ''
    CheckBlob = Callable[[str, bytes], list[tuple[dict[str, Any], str]]]
    Identify = Callable[[str, str], str]  # secret, salt → what may be stored
    Progress = Callable[[int, int], None]  # commits read, commits in all
    Seen = tuple[int, str, str, str]  # a version on its way: its number from the oldest, blob, path, first commit

LOG = ['-c', 'log.showRoot=true', 'log', '--topo-order', '--reverse', '--raw', '-c', '-z', '--no-renames', '--no-abbrev',
       '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--no-show-signature', '--no-notes',
       '--format=%x01%H']
SAVE_AFTER = 10.0  # seconds
STEP = 500  # commits between two calls of progress


class Version(NamedTuple):
    """A blob under a path, and the first commit that has it there."""

    blob: str
    path: str
    commit: str
    date: str = ''


class Past(NamedTuple):
    """A finding over all versions: the same secret is one, wherever it stands.

    ``path``, ``commit`` and ``date`` (author's, ISO 8601) are where it first appeared; ``at_head`` says that HEAD still has it;
    ``paths`` are all paths that ever held it.
    """

    finding: dict[str, Any]
    path: str
    commit: str
    date: str
    at_head: bool
    paths: tuple[str, ...]


class History(NamedTuple):
    """``versions`` are all that are known, ``judged`` those that the rules saw in this run; ``notes`` are for the user."""

    findings: list[Past]
    skipped: list[Skipped]
    versions: int
    judged: int
    notes: list[str]


class Ahead:
    """git at work on a history, so that something else can be done meanwhile. Give it to ``scan_history``."""

    __slots__ = ('arguments', 'process')

    def __init__(self, root: str, arguments: list[str]) -> None:
        self.arguments = arguments
        self.process = git.start(root, arguments)


def start(root: str, revisions: str = '') -> Ahead | None:
    """Let git begin with the walk where it is sure to be needed: for a range, or without a cache. Raises SourceError."""
    top = git.root_of(root)
    if top is None or revisions.startswith('-') or '\0' in revisions:
        return None
    folder = os.path.join(top, '.git')
    if not revisions and (not os.path.isdir(folder) or os.path.lexists(os.path.join(folder, 'mcp-hooks', 'history'))):
        return None
    return Ahead(top, [*LOG, *_revisions([revisions] if revisions else ['--all'])])


def scan_history(root: str, check_blob: CheckBlob, identify: Identify, *, revisions: str = '', key: str = '',
                 progress: Progress | None = None, excluded: Callable[[str], bool] | None = None,
                 max_bytes: int | None = MAX_BYTES, use_cache: bool = True, ahead: Ahead | None = None) -> History:
    """Look through the history of the repository that ``root`` is in: all refs, or ``revisions`` (a range or a ref).

    ``key`` stands for all that a verdict depends on (version, rules, settings): another key, and the cache is not used.
    Raises SourceError.
    """
    from mcp_hooks.sources.cache import Cache

    top = git.root_of(root) or _bare(root)
    if top is None:
        raise SourceError(f'{git.printable(root)} is not in a git repository, so it has no history')
    if revisions.startswith('-') or '\0' in revisions:
        raise SourceError(f'{git.printable(revisions)!r} is not a range of commits')
    places = git.run(top, ['rev-parse', '--is-shallow-repository', '--git-path', 'mcp-hooks', '--git-path', 'shallow'])
    is_shallow, folder, shallow = (git.decode(line) for line in places.rstrip(b'\n').split(b'\n'))
    cache = Cache.load(os.path.join(top, folder, 'history'), key) if use_cache else Cache('', key)
    work = _Work(top, check_blob, identify, cache, marks.chooser(), excluded, max_bytes, progress)
    work.ahead = ahead
    notes = []
    if is_shallow == 'true':
        work.cut = disk.read_regular(os.path.join(top, shallow), 'shallow', None)
        notes.append('this clone is shallow: older commits are not here (git fetch --unshallow, '
                     'or fetch-depth: 0 in a workflow)')
    order = work.all_refs() if not revisions else work.walk([revisions])
    past = work.findings(order)
    if work.ahead is not None:
        git.stop(work.ahead.process)
    if use_cache and not cache.save():
        notes.append('the result could not be remembered in the git folder, so the next run takes as long')
    return History(past, sorted(set(work.skipped)), work.versions, work.judged, notes)


def _bare(root: str) -> str | None:
    path = os.path.realpath(root)
    return path if all(os.path.lexists(os.path.join(path, name)) for name in ('HEAD', 'objects', 'refs')) else None


class _Work:
    """One run over the history: what it was given, what it found out so far."""

    def __init__(self, root: str, check_blob: CheckBlob, identify: Identify, cache: Cache, choose: Chooser,
                 excluded: Callable[[str], bool] | None, max_bytes: int | None, progress: Progress | None) -> None:
        self.root = root
        self.check_blob = check_blob
        self.identify = identify
        self.cache = cache
        self.choose = choose
        self.excluded = excluded
        self.max_bytes = max_bytes
        self.progress = progress
        self.kinds: dict[str, str] = {}
        self.lines: dict[str, KnownLines] = {}
        self.skipped: list[Skipped] = []
        self.ahead: Ahead | None = None
        self.cut: object = b''  # git's list of commits whose parents are not here
        self.versions = 0
        self.judged = 0

    # --- which versions ------------------------------------------------------------------------------------------------

    def all_refs(self) -> list[Version]:
        """The versions with findings on all refs. Only what is new since the cache was written is read."""
        tips = self._tips()
        if not tips:
            return []
        known = self.cache.tips
        if known == tips:
            self.versions = self.cache.versions
            return [Version(*one) for one in self.cache.order]
        older: list[str] = []
        if known and known[-1] == tips[-1] and self._reaches(tips, known[:-1]):
            older = known[:-1]
        order = [Version(*one) for one in self.cache.order] if older else []
        order += self.walk(['--all', *(f'^{tip}' for tip in older)])
        self.versions += self.cache.versions if older else 0
        self.cache.versions = self.versions
        self.cache.tips = tips
        self.cache.order = [[*one] for one in order]
        self.cache.changed = True
        return order

    def _tips(self) -> list[str]:
        """The commits of all refs and HEAD, and last what a shallow clone cuts off."""
        code, output = git.run_code(self.root, ['show-ref', '--head', '-s'], fine=(0, 1))
        if code:
            return []
        return [*sorted(set(output.decode().split())), digest(str(self.cut).encode())]

    def _reaches(self, tips: list[str], older: list[str]) -> bool:
        """Is every commit of the earlier run still reached? After a forced push it is not, and the whole is walked again."""
        stdin = '\n'.join([*older, *(f'^{tip}' for tip in tips[:-1])]).encode() + b'\n'
        code, output = git.run_code(self.root, ['rev-list', '--max-count=1', '--stdin'], stdin=stdin, fine=(0, 128))
        return code == 0 and not output

    def walk(self, revisions: list[str]) -> list[Version]:
        """Read the versions of a range; those with findings come back, the oldest first."""
        queue: list[Seen] = []
        order: list[Seen] = []
        saved = _now()
        with git.BlobReader(self.root, self.max_bytes) as reader:
            for number, data in enumerate(reader.stream(self._unread(revisions, queue, order))):
                seen = queue[number]
                if self._judge(seen, data):
                    order.append(seen)
                if number % 256 == 0 and _now() - saved > SAVE_AFTER:
                    self.cache.changed = True
                    self.cache.save()
                    saved = _now()
        order.sort()
        return self._dated([Version(blob, path, commit) for _, blob, path, commit in order])

    def _dated(self, order: list[Version]) -> list[Version]:
        """Authors' dates, asked for the few commits that need one: formatting all of them would take a tenth of the walk."""
        if not order:
            return order
        stdin = '\n'.join({version.commit for version in order}).encode() + b'\n'
        output = git.run(self.root, ['log', '--no-walk=unsorted', '--stdin', '--no-show-signature', '--format=%H %aI'],
                         stdin=stdin)
        dates = dict(line.split(' ', 1) for line in output.decode().splitlines() if line)
        return [version._replace(date=dates.get(version.commit, '')) for version in order]

    def _unread(self, revisions: list[str], queue: list[Seen], order: list[Seen]) -> Iterator[str]:
        """The blobs to read; what the cache knows goes into ``order`` at once."""
        cache, nothing_known = self.cache, self.cache.is_empty()
        for seen in self._versions(revisions):
            self.versions += 1
            _, blob, path, _ = seen
            if not nothing_known:
                if cache.was_clean(blob, path):
                    continue
                if cache.results(blob, path) is not None:
                    order.append(seen)
                    continue
            queue.append(seen)
            yield blob

    def _versions(self, revisions: list[str]) -> Iterator[Seen]:
        """Every (blob, path) that may be a configuration, once, the oldest commit first."""
        known: set[tuple[bytes, bytes]] = set()
        names: dict[bytes, str] = {}  # '' for what is of no interest
        ranges, excluded = [r for r in revisions if not r.startswith('^')], [r for r in revisions if r.startswith('^')]
        arguments = [*LOG, *(['--stdin'] if excluded else []), *_revisions(ranges)]
        commits, total, commit, number = 0, self._count(ranges), '', 0
        process = None
        if self.ahead is not None and self.ahead.arguments == arguments:
            process, self.ahead = self.ahead.process, None
        head = b''
        for fields in _log(self.root, arguments, '\n'.join(excluded).encode() + b'\n' if excluded else None, process):
            for field in fields:
                if not head:  # what follows a commit, or a path
                    if field[:1] == b'\n':
                        field = field.lstrip(b'\n')
                    if field[:1] == b':':
                        head = field
                    elif field:
                        commit = field[1:].decode()
                        commits += 1
                        if self.progress is not None and commits % STEP == 0:
                            self.progress(commits, total)
                    continue
                raw, head = head, b''
                name = names.get(field)
                if name is None:
                    name = names[field] = self._name(field)
                if not name:
                    continue
                if raw[1:2] != b':':  # ":MODE MODE BLOB BLOB LETTER"
                    mode, blob = raw[8:14], raw.rsplit(b' ', 2)[1]
                else:  # a merge: as many colons, modes and blobs as parents, then those of the result
                    words = raw.split(b' ')
                    parents = words[0].count(b':')
                    mode, blob = words[parents], words[2 * parents + 1]
                if mode[:3] == b'100' and (blob, field) not in known:
                    known.add((blob, field))
                    yield number, blob.decode(), name, commit
                    number += 1
        if self.progress is not None:
            self.progress(commits, total)

    def _name(self, path: bytes) -> str:
        """The path as text, empty when it is of no interest; its kind is remembered."""
        name = git.decode(path)
        left_out = self.excluded is not None and self.excluded(name)
        kind = self.kinds[name] = '' if left_out else marks.kind_of(name, self.choose)
        return name if kind else ''

    def _count(self, ranges: list[str]) -> int:
        if self.progress is None:
            return 0
        _, output = git.run_code(self.root, ['rev-list', '--count', *_revisions(ranges)], fine=(0, 128))
        return int(output) if output.strip().isdigit() else 0

    # --- what is in them -----------------------------------------------------------------------------------------------

    def _judge(self, seen: Seen, data: bytes | int | None) -> bool:
        """Does the version hold a finding that no earlier version of the file held?"""
        _, blob, path, commit = seen
        kind = self.kinds[path]
        if not isinstance(data, bytes):
            if kind == marks.PATH or marks.is_named_capture(path):
                reason = 'its content is not in this clone' if data is None else disk.too_large(data, self.max_bytes or 0)
                self.skipped.append(Skipped(f'{commit[:12]}:{path}', reason))
            return False
        if not marks.content_of(kind, path, data) or disk.is_lfs_pointer(data):
            self.cache.add_clean(blob, path)
            return False
        lines = self.lines.get(path)
        if lines is None:
            lines = self.lines[path] = KnownLines()
        known = lines.known(data)
        if known == CLEAN:
            self.cache.add_clean(blob, path)
        if known:
            return False
        return bool(self._check(blob, path, data, lines))

    def _check(self, blob: str, path: str, data: bytes, lines: KnownLines | None) -> list[list[Any]]:
        self.judged += 1
        found = self.check_blob(path, data)
        results = [[finding, self.identify(secret, self.cache.salt) if secret else _plain_identity(path, finding)]
                   for finding, secret in found]
        if lines is not None:
            lines.learn(data, [finding for finding, _ in found])
        if results:
            self.cache.add_results(blob, path, results)
        else:
            self.cache.add_clean(blob, path)
        return results

    def findings(self, order: list[Version]) -> list[Past]:
        """One finding for each secret, where it first appeared."""
        first: dict[str, tuple[dict[str, Any], Version]] = {}
        paths: dict[str, set[str]] = {}
        for version in order:
            for finding, identity in self.cache.results(version.blob, version.path) or ():
                first.setdefault(identity, (finding, version))
                paths.setdefault(identity, set()).add(version.path)
        if not first:
            return []
        now = self._at_head({path for found in paths.values() for path in found})
        return [Past(finding, version.path, version.commit, version.date, identity in now, tuple(sorted(paths[identity])))
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
            elif not self.cache.is_clean(blob, path):
                unread.append((path, blob))
        if unread:
            with git.BlobReader(self.root, self.max_bytes) as reader:
                for (path, blob), data in zip(unread, reader.stream(blob for _, blob in unread), strict=True):
                    if isinstance(data, bytes):
                        found |= {identity for _, identity in self._check(blob, path, data, None)}
        return found


def _revisions(ranges: list[str]) -> list[str]:
    return ranges if ranges == ['--all'] else ['--end-of-options', *ranges, '--']


def _plain_identity(path: str, finding: dict[str, Any]) -> str:
    return '\0'.join(str(part) for part in (finding.get('rule', ''), path, finding.get('json_path', '')))


def _now() -> float:
    import time

    return time.monotonic()


def _log(root: str, arguments: list[str], stdin: bytes | None, process: git.Process | None = None) -> Iterator[list[bytes]]:
    """The fields of git log's output, in parts."""
    process = process or git.start(root, arguments, stdin=stdin is not None)
    with process:
        if process.stdin is not None:
            process.stdin.write(stdin or b'')
            process.stdin.close()
        stream = process.stdout
        assert stream is not None
        rest = b''
        while True:
            part = stream.read1(1 << 18) if hasattr(stream, 'read1') else stream.read(1 << 18)
            fields = (rest + part).split(b'\0')
            rest = fields.pop() if part else b''
            yield fields
            if not part:
                break
    if process.returncode:
        git.run(root, [argument for argument in arguments if argument != '--stdin'] + ['--max-count=1'])  # says why
