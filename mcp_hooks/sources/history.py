"""Every version of every configuration that any ref still reaches, each blob once.

A history is long and its versions are alike. What makes this as quick as git itself: names and blobs come from one ``git log``
(see ``walk``), contents from one ``git cat-file``, and a version is handed to the rules only when it has a line, or an order of
lines, that no judged version of the same file had (see ``KnownLines``). What was judged is remembered in git's own folder by
blob id.
"""
from __future__ import annotations

import os

from mcp_hooks.sources import cat_file, disk, git, marks, walk
from mcp_hooks.sources.cache import digest
from mcp_hooks.sources.source import MAX_BYTES, Skipped, SourceError
from mcp_hooks.sources.versions import NAMED, Versions
from mcp_hooks.sources.versions import Past as Past
from mcp_hooks.sources.versions import Verdict as Verdict
from mcp_hooks.sources.versions import Version as Version
from mcp_hooks.sources.walk import Ahead
from mcp_hooks.sources.walk import start as start
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mcp_hooks.sources.cache import Cache
    from mcp_hooks.sources.marks import Chooser
    from mcp_hooks.sources.refs import Tips
    from mcp_hooks.sources.versions import CheckBlob, Identify
    from mcp_hooks.sources.walk import Change

    Progress = Callable[[int, int], None]  # commits read, commits in all
    Seen = tuple[int, str, str, str]  # a version on its way: its number from the oldest, blob, path, first commit

SAVE_AFTER = 10.0  # seconds
STEP = 500  # commits between two calls of progress
LONGEST_LINK = 4096  # bytes of what a link holds
MOST_NAMED = 1000  # files that entries name, that are looked at


class History(NamedTuple):
    """``versions`` are all that are known, ``judged`` those that the rules saw in this run; ``notes`` are for the user."""

    findings: list[Past]
    skipped: list[Skipped]
    versions: int
    judged: int
    notes: list[str]


def top_of(root: str) -> str:
    """The repository that ``root`` is in, which may be bare. Raises SourceError."""
    top = git.root_of(root) or git.bare_of(root)
    if top is None:
        raise SourceError(f'{git.printable(root)} is not in a git repository, so it has no history')
    return top


def scan_history(root: str, check_blob: CheckBlob, identify: Identify, *, revisions: str = '', key: str = '', scope: str = '',
                 progress: Progress | None = None, excluded: Callable[[str], bool] | None = None,
                 within: Callable[[str], bool] | None = None, max_bytes: int | None = MAX_BYTES, use_cache: bool = True,
                 ahead: Ahead | None = None) -> History:
    """Look through the history of the repository that ``root`` is in: all refs, or ``revisions`` (a range or a ref).

    ``key`` stands for all that a verdict depends on (version, rules, settings): another key, and the cache is not used.
    ``scope`` stands for what is left out (``excluded``): another one, and all versions are gone through again, by the verdicts
    that are known. With ``within`` only the paths it says yes to count. Raises SourceError.
    """
    from mcp_hooks.sources.cache import Cache

    top = top_of(root)
    if revisions.startswith('-') or '\0' in revisions:
        raise SourceError(f'{git.printable(revisions)!r} is not a range of commits')
    places = git.run(top, ['rev-parse', '--is-shallow-repository', '--git-common-dir', '--git-path', 'shallow'])
    is_shallow, common, shallow = (git.decode(line) for line in places.rstrip(b'\n').split(b'\n'))
    common = os.path.join(top, common)
    key = f'{key} {max_bytes}'
    cache = Cache.load(os.path.join(common, 'mcp-hooks', 'history'), key) if use_cache else Cache('', key)
    work = _Work(top, check_blob, identify, cache, marks.chooser(), excluded, max_bytes, progress)
    work.within = within
    work.ahead = ahead
    notes = []
    if is_shallow == 'true':
        work.cut = disk.read_regular(os.path.join(top, shallow), 'shallow', None)
        notes.append(SHALLOW)
    try:
        order = work.of_range([revisions]) if revisions else work.all_refs(common, scope)
        past = work.content.findings(order)
    except git.GitError as error:
        raise SourceError(f'{error}; {SHALLOW}') if notes and revisions else error from None
    finally:
        if work.ahead is not None:
            git.stop(work.ahead.process)
    if revisions and not work.commits and '..' not in revisions and git.commit_of(top, revisions.lstrip('^')) is None:
        raise SourceError(f'{git.printable(revisions)!r} is not a range of commits')
    missing = work.content.missing
    if missing:
        notes.append(f'{missing} version{"s" if missing > 1 else ""} of files could not be read: the content is not in this clone '
                     '(made with --filter?) or is damaged (git fsck tells)')
    if work.unnamed:
        notes.append(f'{work.unnamed:,} more files that entries name were not looked at, for there are more than {MOST_NAMED:,}')
    if use_cache and not cache.save():
        notes.append('the result could not be remembered in the git folder, so the next run takes as long')
    return History(past, sorted(set(work.content.skipped)), work.versions, work.content.judged, notes)


SHALLOW = 'this clone is shallow: older commits are not here (git fetch --unshallow, or fetch-depth: 0 in a workflow)'


class _Work:
    """One run over the history: which versions there are."""

    def __init__(self, root: str, check_blob: CheckBlob, identify: Identify, cache: Cache, choose: Chooser,
                 excluded: Callable[[str], bool] | None, max_bytes: int | None, progress: Progress | None) -> None:
        self.root = root
        self.cache = cache
        self.content = Versions(root, check_blob, identify, cache, max_bytes)
        self.choose = choose
        self.excluded = excluded
        self.within: Callable[[str], bool] | None = None
        self.max_bytes = max_bytes
        self.progress = progress
        self.ahead: Ahead | None = None
        self.cut: object = b''  # git's list of commits whose parents are not here
        self.commits = 0
        self.versions = 0
        self.unnamed = 0  # files that entries name and that are too many

    def all_refs(self, common: str, scope: str) -> list[Version]:
        """The versions with findings on all refs. Only what is new since the cache was written is read."""
        from mcp_hooks.sources import refs

        tips = refs.tips(self.root, common)
        if self.within is not None:
            return self.of_range(['--all', *tips.stashed], tips)
        if not tips.ids:
            return []
        cache = self.cache
        state = [*tips.ids, digest(f'{self.cut!r} {scope}'.encode('utf-8', 'surrogateescape'))]
        if cache.tips == state:
            self.versions = cache.versions + cache.others
            self.content.skipped = [Skipped(*one) for one in cache.skipped]
            return [Version(*one) for one in cache.order]
        older: list[str] = []
        if cache.tips and cache.tips[-1] == state[-1] and self._reaches(tips.ids, cache.tips[:-1]):
            older = cache.tips[:-1]
        # what no commit holds is read anew: nothing tells whether it is still there
        order = [Version(*one) for one in cache.order if one[2]] if older else []
        self.content.skipped = [Skipped(*one) for one in cache.skipped] if older else []
        every = ['--all', *tips.stashed]
        self.content.leads.update(cache.leads if older else ())
        order = self._together(order, self.walk(every, [f'^{tip}' for tip in older]), every)
        cache.leads = sorted(self.content.leads)
        cache.versions = self.versions + (cache.versions if older else 0)
        self.versions = 0
        order = self._together(order, self._beside(every, tips), every)
        cache.others = self.versions
        self.versions += cache.versions
        cache.tips = state if not (self.content.missing or self.content.failed or self.unnamed) else []
        cache.order = [[*one] for one in order]
        cache.skipped = [[*one] for one in sorted(set(self.content.skipped))]
        cache.changed = True
        return order

    def of_range(self, revisions: list[str], tips: Tips | None = None) -> list[Version]:
        """The versions with findings of some revisions; with what ``tips`` name beside commits."""
        order = self.walk(revisions)
        return self._together(order, self._beside(revisions, tips), revisions)

    def _together(self, order: list[Version], others: list[Version], revisions: list[str]) -> list[Version]:
        """The versions of several walks, the oldest first: what came with a later fetch may be older."""
        both = list(dict.fromkeys(order + others))
        if not (order and others):
            return both
        places = walk.places(self.root, revisions, {version.commit for version in both})
        return sorted(both, key=lambda one: (places.get(one.commit, len(places)), os.fsencode(one.path), one.blob))

    def _beside(self, revisions: list[str], tips: Tips | None) -> list[Version]:
        """The versions that no name among the commits leads to: what tags name beside commits, and what entries name."""
        from mcp_hooks.sources import refs

        order: list[Version] = []
        if tips is not None and tips.others:
            order += self._dated(self._read((blob, name, '') for blob, path in refs.files_of(self.root, tips.others)
                                            if (name := self._name(os.fsencode(path)))))
        wanted = sorted(path for path in self.content.leads if self._is_wanted(path))
        named = wanted[:MOST_NAMED]
        self.unnamed = len(wanted) - len(named)
        done: set[str] = set()
        while named:
            self.content.kinds.update(dict.fromkeys(named, NAMED))
            links: set[tuple[str, str]] = set()
            order += self.walk(revisions, paths=named, links=links)
            done.update(named)
            behind = {path for path in self._targets(links) if path not in done and self._is_wanted(path)}
            named = sorted(behind)[:MOST_NAMED - len(done)]
        return order

    def _targets(self, links: set[tuple[str, str]]) -> Iterator[str]:
        """Where links (blob, path) led, within the tree."""
        if not links:
            return
        ordered = sorted(links)
        with cat_file.BlobReader(self.root, LONGEST_LINK) as reader:
            for (_, path), text in zip(ordered, reader.stream(blob for blob, _ in ordered), strict=True):
                target = git.target_of(path, text)
                if target is not None:
                    yield target

    def _is_wanted(self, path: str) -> bool:
        """Is it a file that an entry names, and that was not looked at for its own sake?"""
        return not ('\n' in path or '\0' in path or self._is_left_out(path)) and self._kind(path) != marks.PATH

    def _reaches(self, tips: list[str], older: list[str]) -> bool:
        """Is every commit of the earlier run still reached? After a forced push it is not, and the whole is walked again."""
        stdin = '\n'.join([*older, *(f'^{tip}' for tip in tips)]).encode() + b'\n'
        code, output = git.run_code(self.root, ['rev-list', '--max-count=1', '--stdin'], stdin=stdin, fine=(0, 128))
        return code == 0 and not output

    def walk(self, revisions: list[str], without: Sequence[str] = (), paths: Sequence[str] = (),
             links: set[tuple[str, str]] | None = None) -> list[Version]:
        """Read the versions of a range, of all files or of the ``paths``; those with findings come back, the oldest first.
        ``links`` takes blob and path of what was a link."""
        wanted = {os.fsencode(path): path for path in paths}  # one may have been a folder once
        lines = [*map(str.encode, without), *([b'--', *wanted] if paths else [])]
        stdin = b'\n'.join([*lines, b'']) if lines else None
        arguments = walk.arguments_of(revisions, stdin is not None, bool(paths))
        tell = self._teller(revisions, not paths)
        ahead = None
        if self.ahead is not None and self.ahead.arguments == arguments:
            ahead, self.ahead = self.ahead, None
        name_of = (lambda path: wanted.get(path, '')) if paths else self._name
        return self._dated(self._read(walk.changes(self.root, arguments, stdin, name_of, tell, ahead, STEP, links)))

    def _teller(self, revisions: list[str], shown: bool) -> Callable[[int], object]:
        progress, total = self.progress if shown else None, 0
        if progress is not None:
            _, output = git.run_code(self.root, ['rev-list', '--count', *walk.words_of(revisions)], fine=(0, 128))
            total = int(output) if output.strip().isdigit() else 0

        def tell(commits: int) -> None:
            self.commits = max(self.commits, commits)
            if progress is not None:
                progress(commits, total)

        return tell

    def _read(self, changes: Iterable[Change]) -> list[Version]:
        """Those of the versions that have findings, the oldest first."""
        queue: list[Seen] = []
        order: list[Seen] = []
        saved = _now()
        with cat_file.BlobReader(self.root, self.max_bytes) as reader:
            for number, data in enumerate(reader.stream(self._unread(changes, queue, order))):
                seen = queue[number]
                if self.content.judge(*seen[1:], data):
                    order.append(seen)
                if number % 256 == 0 and _now() - saved > SAVE_AFTER:
                    self.cache.changed = True
                    self.cache.save()
                    saved = _now()
        order.sort()
        return [Version(blob, path, commit) for _, blob, path, commit in order]

    def _dated(self, order: list[Version]) -> list[Version]:
        dates = walk.dates(self.root, (version.commit for version in order)) if order else {}
        return [version._replace(date=dates.get(version.commit, '')) for version in order]

    def _unread(self, changes: Iterable[Change], queue: list[Seen], order: list[Seen]) -> Iterator[str]:
        """The blobs to read; what the cache knows goes into ``order`` at once."""
        versions, nothing_known = self.content, self.cache.is_empty()
        number = 0
        for number, (blob, path, commit) in enumerate(changes, 1):
            known = None if nothing_known else versions.is_known(blob, path)
            if known:
                order.append((number, blob, path, commit))
            if known is not None:
                continue
            queue.append((number, blob, path, commit))
            yield blob
        self.versions += number

    def _name(self, path: bytes) -> str:
        """The path as text, empty when it is of no interest; its kind is remembered."""
        name = git.decode(path)
        kind = self.content.kinds[name] = '' if self._is_left_out(name) else self._kind(name)
        return name if kind else ''

    def _kind(self, path: str) -> str:
        return marks.kind_of(path, self.choose)

    def _is_left_out(self, path: str) -> bool:
        return (self.excluded is not None and self.excluded(path)) or (self.within is not None and not self.within(path))


def _now() -> float:
    import time

    return time.monotonic()
