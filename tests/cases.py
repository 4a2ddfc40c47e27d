"""The case file of a kind of file, ``tests/clients/cases/ID.txt``: all that tests need to know of it.

    config/mcporter.json                  the path
    docs http                             each server to be found, its name and its transport (``-`` for none)
    ----
    …                                     the text of the file
    ---- paths                            a line for each path that is this kind's, and with `not` before it for one that is not
    a/config/mcporter.json
    not mcporter/config.json
    ---- typical dir/path.json            a right configuration, in which nothing may be reported; any number of these
    …
    ---- wrong dir/path.json rule-name    one with mistakes, «» around what is reported, all by this rule; any number of these
    …
"""
from __future__ import annotations

from pathlib import Path

CASES = Path(__file__).resolve().parent / 'clients' / 'cases'


def kinds_with_a_case() -> list[str]:
    return sorted(path.stem for path in CASES.glob('*.txt'))


def case(kind: str) -> tuple[str, list[tuple[str, str]], str]:
    """The path, the servers as (name, transport), and the text."""
    head, _, text = _parts(kind)[0].partition('----\n')
    path, *servers = head.splitlines()
    found = [line.rpartition(' ')[::2] for line in servers]
    return path, [('' if name == '-' else name, '' if word == '-' else word) for name, word in found], text


def paths(kind: str) -> tuple[list[str], list[str]]:
    """The paths that are this kind's, and those that only look like them."""
    lines = [line for words, text in _more(kind) if words[0] == 'paths' for line in text.splitlines()]
    return [line for line in lines if not line.startswith('not ')], [line[4:] for line in lines if line.startswith('not ')]


def typical(kind: str) -> list[tuple[str, str]]:
    """Paths and texts in which nothing may be reported."""
    return [(words[1], text) for words, text in _more(kind) if words[0] == 'typical']


def wrong(kind: str) -> list[tuple[str, str, str]]:
    """Path, rule and marked text of the mistakes."""
    return [(words[1], words[2], text) for words, text in _more(kind) if words[0] == 'wrong']


def _more(kind: str) -> list[tuple[list[str], str]]:
    return [(head.split(), text) for head, _, text in (part.partition('\n') for part in _parts(kind)[1:])]


def _parts(kind: str) -> list[str]:
    return (CASES / f'{kind}.txt').read_text(encoding='utf-8').split('\n---- ')
