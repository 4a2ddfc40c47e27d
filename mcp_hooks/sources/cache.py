"""What was judged in earlier runs over the history, in git's own folder. No secret is in it: findings are masked, values are
slow hashes. Whatever is wrong with the file, it counts as empty."""
from __future__ import annotations

import json
import os

from mcp_hooks.sources import disk

try:  # hashlib loads OpenSSL, which takes 5 ms or more
    from _blake2 import blake2b
except ImportError:  # another Python
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 2
WIDTH = 12  # bytes for one (blob, path) that has no finding
SUM = 32  # bytes at the end, from which any change to the others shows


class Cache:
    """One line of JSON, then the digests of what is clean, then one of all that.

    ``tips`` are the commits of all refs when the whole was last walked, and what it left out; ``order`` are the versions with
    findings then, ``skipped`` what was not read and why, ``versions`` and ``others`` how many it saw on its way and beside it.
    ``named`` are the files from which the entries of a version read variables and keys, ``leads`` all of them that it found.
    """

    def __init__(self, file: str, key: str) -> None:
        self.file = file
        self.key = key
        self.salt = os.urandom(16).hex()
        self.tips: list[str] = []
        self.order: list[list[str]] = []
        self.skipped: list[list[str]] = []
        self.versions = 0
        self.others = 0
        self.named: dict[str, list[str]] = {}
        self.leads: list[str] = []
        self.changed = False
        self._results: dict[str, list[list[Any]]] = {}
        self._clean: set[bytes] = set()  # from the file
        self._added: set[tuple[str, str]] = set()
        self._packed = b''  # digests that were read and not yet taken apart: a run without news never needs them

    @classmethod
    def load(cls, file: str, key: str) -> Cache:
        """The cache in the file, empty if there is none, if it is broken or was written under another key."""
        cache = cls(file, key)
        try:
            data = disk.read_regular(file, file, None)
            if isinstance(data, bytes) and _sum(data[:-SUM]) == data[-SUM:]:
                line, _, packed = data[:-SUM].partition(b'\n')
                head = json.loads(line)
                if head['version'] == VERSION and head['key'] == key and len(packed) == head['clean'] * WIDTH:
                    cache._take(head)
                    cache._packed = packed
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            cache = cls(file, key)
        return cache

    def _take(self, head: dict[str, Any]) -> None:
        salt, tips, order, results = head['salt'], head['tips'], head['order'], head['results']
        if not (isinstance(salt, str) and _texts(tips) and all(_texts(one) and len(one) == 4 for one in order)):
            raise TypeError
        for found in results.values():
            if not all(isinstance(finding, dict) and isinstance(identity, str) for finding, identity in found):
                raise TypeError
        if any(f'{one[0]} {one[1]}' not in results for one in order):
            raise KeyError
        versions, others, skipped, named, leads = (head[name] for name in ('versions', 'others', 'skipped', 'named', 'leads'))
        if not (isinstance(versions, int) and isinstance(others, int) and _texts(leads) and all(map(_texts, named.values()))
                and all(_texts(one) and len(one) == 2 for one in skipped)):
            raise TypeError
        self.salt, self.tips, self.order, self._results = salt, tips, order, results
        self.versions, self.others, self.skipped, self.named, self.leads = versions, others, skipped, named, leads

    def is_empty(self) -> bool:
        """Does it know nothing of earlier runs?"""
        return not (self._results or self._packed or self._clean)

    def was_clean(self, blob: str, path: str) -> bool:
        """Did an earlier run find nothing there?"""
        self._unpack()
        return bool(self._clean) and _digest(blob, path) in self._clean

    def is_clean(self, blob: str, path: str) -> bool:
        return (blob, path) in self._added or self.was_clean(blob, path)

    def add_clean(self, blob: str, path: str) -> None:
        self._added.add((blob, path))
        self.changed = True

    def _unpack(self) -> None:
        if self._packed:
            self._clean = {self._packed[at:at + WIDTH] for at in range(0, len(self._packed), WIDTH)}
            self._packed = b''

    def results(self, blob: str, path: str) -> list[list[Any]] | None:
        """[finding, identity] for each finding; None when the version is not known to have one."""
        return self._results.get(f'{blob} {path}')

    def add_results(self, blob: str, path: str, results: list[list[Any]]) -> None:
        self._results[f'{blob} {path}'] = results
        self.changed = True

    def save(self) -> bool:
        """Write, whole or not at all; False when it cannot be written, or when the name of a file holds a token: the token would
        outlive the commits here."""
        if not self.changed or not self.file:
            return True
        from mcp_hooks.atomic import write_atomically
        from mcp_hooks.redact import tokens_in_path

        paths = {version.partition(' ')[2] for version in (*self._results, *self.named)}
        paths = paths.union(self.leads, *self.named.values(), (path for path, _ in self.skipped))
        if any(map(tokens_in_path, paths)):
            return False

        self._unpack()
        clean = self._clean | {_digest(*one) for one in self._added}
        head = {'version': VERSION, 'key': self.key, 'salt': self.salt, 'tips': self.tips, 'order': self.order,
                'results': self._results, 'skipped': self.skipped, 'named': self.named, 'leads': self.leads,
                'versions': self.versions, 'others': self.others, 'clean': len(clean)}
        try:
            text = json.dumps(head, ensure_ascii=True, sort_keys=True)
            os.makedirs(os.path.dirname(self.file), exist_ok=True)
            if os.path.lexists(self.file) and (os.path.islink(self.file) or not os.path.isfile(self.file)):
                os.unlink(self.file)  # a pipe would wait for a reader; a folder stays
            data = text.encode() + b'\n' + b''.join(sorted(clean))
            write_atomically(self.file, data + _sum(data))
        except (OSError, ValueError, TypeError):
            return False
        self.changed = False
        return True


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _digest(blob: str, path: str) -> bytes:
    return blake2b(f'{blob} {path}'.encode('utf-8', 'surrogateescape'), digest_size=WIDTH).digest()


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=SUM).digest()


def digest(data: bytes) -> str:
    """To tell one text from another; no secret is in it."""
    return blake2b(data, digest_size=32).hexdigest()
