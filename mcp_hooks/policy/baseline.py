"""Known findings: rule, path, JSON path, and a salted slow hash of the value. No lines, no dates, no versions, no text.

One finding on a line, sorted, each line ending in a comma: two branches merge (``merge=union`` never conflicts), and the whole
is still JSON. The first line holds the salt.
"""
from __future__ import annotations

import json
import os

from mcp_hooks.policy.slow_hash import COST, is_hash, new_salt, prepare, slow_hash
from mcp_hooks.redact import clean_path
from mcp_hooks.sources import disk
from mcp_hooks.tuples import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp_hooks.findings import Finding

MARK = 'mcp-hooks-baseline'
VERSION = 1
LAST = '[]]}'
LARGEST = 50_000_000
LEAST_COST, MOST_COST = COST, 1 << 14  # of a hash: less could be searched, more takes memory and time from whoever reads the file
SALT = 32  # characters of a salt of ours, hexadecimal
MOST_SALTS, MOST_OF_SALT = 16, 128  # files merged, and characters
BROKEN = 'not a line of a baseline; remove the file and write a new one with --write-baseline'

Entry = tuple[str, str, str, str]  # rule id, path, JSON path, hash of the value ('' where the finding has none)


class BaselineError(ValueError):
    """A file that is no baseline, or a broken one."""


class Baseline(NamedTuple):
    """``salts`` are several after a merge of two files that were begun apart; the first one is used for new entries."""

    salts: tuple[str, ...]
    entries: frozenset[Entry] = frozenset()
    cost: int = COST


class Applied(NamedTuple):
    """``new`` findings are reported, ``known`` ones counted, ``stale`` entries matched nothing."""

    new: list[Finding]
    known: list[Finding]
    stale: list[Entry]


def load(path: str) -> Baseline:
    """Raises BaselineError, OSError. Only of a regular file: the path may be what somebody else's settings say."""
    with disk.stream(os.path.realpath(path)) as stream:
        return read(stream.read(LARGEST), path)


def read(data: bytes, name: str) -> Baseline:
    """The baseline in the bytes of a file, also of one that a formatter of JSON has gone over. Raises BaselineError."""
    try:
        return _by_line(data, name)
    except BaselineError:
        formatted = _formatted(data)
        if formatted is None:
            raise
        return formatted


def _formatted(data: bytes) -> Baseline | None:
    """Of a text that is the same JSON in another layout, and nothing else."""
    try:
        top = json.loads(data.decode('utf-8-sig', 'replace'), object_pairs_hook=_each_once)
        if not isinstance(top, dict) or set(top) != {MARK, 'salt', 'cost', 'known'} or top[MARK] != VERSION:
            return None
        if not isinstance(top['known'], list):
            return None
        entries = set()
        for entry in top['known']:
            if entry == []:  # ours has one at the end, so that every line may end in a comma
                continue
            if not isinstance(entry, list):
                return None
            rule, path, json_path, hashed = map(_text, entry)
            entries.add((rule, path, json_path, hashed))
        return Baseline((_salt(top['salt']),), frozenset(entries), _cost(top['cost']))
    except (ValueError, TypeError, RecursionError):
        return None


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _by_line(data: bytes, name: str) -> Baseline:
    """What a union merge left behind is understood as well."""
    salts: list[str] = []
    entries: set[Entry] = set()
    cost = COST
    for number, raw in enumerate(data.decode('utf-8-sig', 'replace').splitlines(), 1):
        line = raw.strip()
        if line in ('', LAST):
            continue
        if line.startswith(('<<<<<<<', '=======', '>>>>>>>', '|||||||')):
            raise BaselineError(f'{name}:{number}: a merge conflict; keep the lines of both sides')
        try:
            if line.startswith('{'):
                head = json.loads(line + LAST)
                if head[MARK] != VERSION:
                    raise BaselineError(f'{name} is a baseline of a newer version of mcp-hooks')
                salts.append(_salt(head['salt']))
                cost = _cost(head.get('cost', COST))
            else:
                rule, path, json_path, hashed = map(_text, json.loads(line.rstrip(',')))
                entries.add((rule, path, json_path, hashed))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            if isinstance(error, BaselineError):
                raise
            raise BaselineError(f'{name}:{number}: {BROKEN}') from None
    if not salts:
        raise BaselineError(f'{name} is not a baseline; name another file, or remove this one and write it with --write-baseline')
    if len(set(salts)) > MOST_SALTS:
        raise BaselineError(f'{name} was merged of more than {MOST_SALTS} files; remove it and write a new one with --write-baseline')
    return Baseline(tuple(dict.fromkeys(salts)), frozenset(entries), cost)


def is_nothing_else(data: bytes) -> bool:
    """Are these the bytes of a baseline as ``render`` writes it, in any order after a merge, and only hashes where values were?"""
    try:
        known = read(data, '')
    except BaselineError:
        return False
    ours = {'', *render(known).splitlines()}
    lines = data.decode('utf-8-sig', 'replace').splitlines()
    if any(clean_path(part) != part for *place, _ in known.entries for part in place):
        return False  # we write no token
    if not all(_is_ours(salt) for salt in known.salts):
        return False  # a salt may be any text, and so a credential
    return all(is_hash(hashed) for *_, hashed in known.entries) and (
        all(line.strip() in ours for line in lines) or _formatted(data) is not None)


def _is_ours(salt: str) -> bool:
    """As ``new_salt`` makes them."""
    return len(salt) == SALT and not salt.strip('0123456789abcdef')


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _salt(value: object) -> str:
    text = _text(value)
    if not 0 < len(text) <= MOST_OF_SALT:
        raise TypeError
    return text


def _cost(value: object) -> int:
    """A file may come from anywhere: no cost that would take the memory, and none that makes weak what is written next."""
    if not isinstance(value, int) or not LEAST_COST <= value <= MOST_COST or value & (value - 1):
        raise TypeError
    return value


def entry_of(finding: Finding, secret: str, salt: str, cost: int = COST) -> Entry:
    """A finding's line. ``secret`` is the text that the finding is about, '' when it is not about a credential."""
    return *_place(finding), slow_hash(secret, salt, cost) if secret else ''


def _place(finding: Finding) -> tuple[str, str, str]:
    """A token in the name of the file, or of a server, must not live on here when it has got another name."""
    return finding.rule, clean_path(finding.path), clean_path(finding.json_path)


def fingerprint(finding: Finding, secret: str, salt: str) -> str:
    """The line of a finding as one text."""
    return json.dumps(entry_of(finding, secret, salt), ensure_ascii=False)


def apply(findings: Iterable[Finding], secrets: Mapping[Finding, str], baseline: Baseline) -> Applied:
    """Sort findings into new and known. A changed value is a new finding."""
    findings = list(findings)
    places = {entry[:3] for entry in baseline.entries if entry[3]}
    likely = {secrets[f] for f in findings if secrets.get(f) and _place(f) in places}
    for salt in baseline.salts:
        prepare(likely, salt, baseline.cost)
    new: list[Finding] = []
    known: list[Finding] = []
    matched: set[Entry] = set()
    for finding in findings:
        secret = secrets.get(finding, '')
        if secret and _place(finding) not in places:
            new.append(finding)
            continue
        hits = {entry_of(finding, secret, salt, baseline.cost) for salt in baseline.salts} & baseline.entries
        matched |= hits
        (known if hits else new).append(finding)
    return Applied(new, known, sorted(baseline.entries - matched))


def of_findings(findings: Iterable[Finding], secrets: Mapping[Finding, str], old: Baseline | None = None) -> Baseline:
    """The baseline of these findings; with the old one's salt, so that what is unchanged stays unchanged."""
    findings = list(findings)
    salt, cost = (old.salts[0], old.cost) if old else (new_salt(), COST)
    prepare({secrets[f] for f in findings if secrets.get(f)}, salt, cost)
    return Baseline((salt,), frozenset(entry_of(f, secrets.get(f, ''), salt, cost) for f in findings), cost)


def pruned(baseline: Baseline, stale: Iterable[Entry]) -> Baseline:
    return baseline._replace(entries=baseline.entries - set(stale))


def render(baseline: Baseline) -> str:
    """The file's text: the same entries give the same bytes."""
    lines = []
    for salt in baseline.salts:
        head = json.dumps({MARK: VERSION, 'salt': salt, 'cost': baseline.cost})
        lines.append(head[:-1] + ', "known": [')
    lines += [json.dumps(entry, ensure_ascii=True) + ',' for entry in sorted(baseline.entries)]
    return '\n'.join([*lines, LAST]) + '\n'


def write(path: str, baseline: Baseline) -> None:
    """Whole or not at all. Raises OSError."""
    from mcp_hooks.atomic import write_atomically

    write_atomically(path, render(baseline))


def load_if_there(path: str) -> Baseline | None:
    """The baseline at ``path``, None when there is no file. Raises BaselineError, OSError."""
    return load(path) if os.path.lexists(path) else None
