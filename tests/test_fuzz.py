"""Configurations with their bytes and values damaged: findings, never a traceback, never slow, never a credential in a report.

CI runs a few thousand; the long run, also over a folder of real files:

    python tests/test_fuzz.py --count 20000 --corpus FOLDER
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable

if __name__ == '__main__':
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import fake
import pace
import pytest
from marks import found_by_default
from typical import STATE, TYPICAL

from mcp_hooks import documents
from mcp_hooks.credential_fixes import fix_credentials
from mcp_hooks.diff import diff
from mcp_hooks.engine import Options, run
from mcp_hooks.fixing import fix_data
from mcp_hooks.reports import FORMATS, render
from mcp_hooks.rules import config_rules
from mcp_hooks.sources.source import Source
from mcp_hooks.text import decode

RULES = config_rules()
SLOWEST = 1.0  # seconds of processor time for one input and one step: all rules, one report, one parser
COUNT = int(os.environ.get('MCP_HOOKS_FUZZ', '2000'))
DEEP = 100_000

Seed = tuple[str, bytes, tuple[str, ...]]
TOKENS = tuple(
    make(seed)
    for seed in range(3)
    for make in (
        fake.github_pat,
        fake.anthropic,
        fake.openrouter,
        fake.gitlab_pat,
        fake.slack_bot,
        fake.google,
        fake.npm,
        fake.stripe,
    )
)

MORE = (
    (
        'tools/mcp/README.md',
        'Set it up:\n\n```json\n{"mcpServers": {"a": {"command": "a", "env": {"A_TOKEN": "$SECRET"}}}}\n```\n',
    ),
    ('.env', 'export API_TOKEN="$SECRET"\nB=2 # a note\n'),
    ('.windsurf/mcp.json', '{"mcpServers": {"a": {"command": "a b c", "args": "-y x", "environment": {"A": "$SECRET"}}}}'),
    ('.mcp.json', '{"servers": {"a": {"url": "x.example/mcp", "type": "streamable", "headers": {"A b": "Bearer $SECRET"}}},}'),
    (
        '.vscode/mcp.json',
        '{"mcpServers": {"a": {"command": "a", "env": {"A": "${A}", "B": "$SECRET"}, "args": ["-y a", "~/x"]}}}',
    ),
    (
        '.codex/config.toml',
        '[mcpServers."a b"]\ncommand = \'a\'\nargs = ["""x""", \'\'\'$SECRET\'\'\']\nenv.A = "$A"\n[[x]]\ny = 1979-05-27\n',
    ),
    (
        'librechat.yaml',
        'mcpServers: &all\n  a: &a\n    command: npx\n    args: [ -y, "a b" ]\n    env: { A: $SECRET, B: !!str 1 }\n  b:\n    <<: *a\n',
    ),
    (
        'compose-mcp.yaml',
        '---\nmcp_servers:\n  a:\n    command: |\n      a b\n    args: >-\n      $SECRET\n...\n---\nmcp_servers: []\n',
    ),
    ('.continue/agents/a.yaml', 'name: a\nmcpServers:\n  a:\n    command: a\n    headers: { A: $SECRET }\n'),
    ('server.json', '[{"mcpServers": {}}, {"command": "npx", "args": ["--token", "$SECRET"]}]'),
)


def seeds() -> list[Seed]:
    """Every kind of file, once as it is and once with credentials in the places where people put them."""
    out: list[Seed] = []
    for number, (_, path, text) in enumerate((*TYPICAL, STATE)):
        out.append((path, text.encode(), ()))
        secret = TOKENS[number % len(TOKENS)]
        for word in ('info', 'docs', 'debug', '"a"', 'data', '-y', 'server', 'example'):
            if word in text:
                whole = word.replace('a', secret) if word == '"a"' else secret
                out.append((path, text.replace(word, whole, 1).encode(), (secret,)))
                break
    for number, (path, text) in enumerate(MORE):
        secret = TOKENS[-1 - number]
        out.append((path, text.replace('$SECRET', secret).encode(), (secret,)))
    for rule in RULES:
        out.extend((example[0], example[1].encode('utf-8', 'surrogatepass'), ()) for example in (rule.bad, rule.good) if example)
    return out


def of_folder(folder: str) -> list[Seed]:
    """Every file below a folder, at its path without the folder's own number."""
    out: list[Seed] = []
    for where, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(where, name)
            with open(full, 'rb') as stream:
                data = stream.read()
            path = os.path.relpath(full, folder).replace(os.sep, '/')
            out.append((path.partition('/')[2] if path.partition('/')[0].isdigit() else path, data, ()))
    return out


# what may stand where a value stood
VALUES = (
    *(
        b'0 -1 1.5 1e999 -1e-999 NaN Infinity null true false [] {} [[]] [{}] {"a":{}} "" " " "a" ~ .nan 0x1F 1_000 1979-05-27'.split(b' ')[
            :-1
        ]
    ),
    b'9' * 5000,
    b'-' + b'1' * 400,
    b'"' + b'a' * 20_000 + b'"',
    b'["a", 1, null, ["b"], {"c": 1}]',
    b'{"": "", "a": null}',
    b'1979-05-27T07:32:00Z',
    b'"\\ud800"',
    b'"\\u0000"',
    b'"\\u202e\\u2066\\u200b"',
    b'"\x1b[31m"',
    b'"::error::x"',
    b'"a\\nb"',
    b'"${A}"',
    b'"${input:"',
    b'"{env:"',
    b'"${${A:-${B}}}"',
    b'"$(a)"',
    b'"http://[::1"',
    b'"https://a:b@c:99999/?x=%zz#"',
    b'"//"',
    b'"C:\\\\temp\\\\new"',
    b"'a'",
    b'!!binary abc',
    b'&a *a',
    b'*a',
    b'|',
    b'"',
    b"'''",
    '"\U0001f600é\u0301"'.encode(),
    b'"' + b'\\"' * 2000 + b'"',
    b'"' + b'${' * 3000 + b'"',
    b'"' + b'a ' * 5000 + b'"',
    b'"' + b'-e A=' * 2000 + b'"',
)
PIECES = (
    b'{',
    b'}',
    b'[',
    b']',
    b',',
    b':',
    b'"',
    b"'",
    b'\\',
    b'/',
    b'//',
    b'/*',
    b'*/',
    b'#',
    b'\n',
    b'\r',
    b'\r\n',
    b'\t',
    b' ',
    b'\0',
    b'\x1b',
    b'\x7f',
    b'\xff',
    b'\xfe',
    b'\xef\xbb\xbf',
    b'\xed\xa0\x80',
    b'\xe2\x80\xae',
    b'\xe2\x81\xa6',
    b'\xe2\x80\xa8',
    b'\xf0\x9f\x98\x80',
    b'---\n',
    b'...\n',
    b'&a',
    b'*a',
    b'<<: ',
    b'!!x ',
    b'? ',
    b'- ',
    b'| ',
    b'> ',
    b'"""',
    b"'''",
    b'[[',
    b']]',
    b'=',
    b'.',
    b'<<<<<<< ours\n',
    b'=======\n',
    b'>>>>>>> theirs\n',
    b'%TAG ! x:\n',
    b'```json\n',
    b'```\n',
    b'@',
    b'`',
    b'%0A',
    b'::error::x\n',
)
KEYS = (
    b'mcpServers',
    b'servers',
    b'mcp',
    b'mcp_servers',
    b'context_servers',
    b'command',
    b'args',
    b'env',
    b'environment',
    b'url',
    b'headers',
    b'type',
    b'inputs',
    b'__proto__',
    b'',
    b'a\\nb',
    b'$ref',
    b'transport',
    b'timeout',
    b'tools',
    b'oauth',
    b'envFile',
    b'projects',
    b'extensions',
    b'name',
    b'\xe2\x80\xaea',
    b'cwd',
)


def is_value(data: bytes, at: int) -> tuple[int, int] | None:
    """The scalar or the bracket pair that begins after ``: `` or ``= `` at or behind ``at``, by sight only."""
    for mark in (b': ', b'= ', b':', b', ', b'['):
        found = data.find(mark, at)
        if found >= 0:
            start = found + len(mark)
            end = start
            if data[start : start + 1] == b'"':
                end = data.find(b'"', start + 1) + 1
            elif data[start : start + 1] in (b'{', b'['):
                closing = b'}' if data[start : start + 1] == b'{' else b']'
                end = data.find(closing, start) + 1
            else:
                while end < len(data) and data[end : end + 1] not in (b',', b'\n', b'}', b']', b'\r'):
                    end += 1
            return (start, end) if end > start else (start, start)
    return None


def flip(rng: random.Random, data: bytes, other: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 40))):
        if out:
            out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def cut(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return rng.choice((data[:start], data[end:], data[:start] + data[end:], data[start:end]))


def repeat(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((1, 2, 5, 30, 300)))
    piece = data[start:end]
    return data[:start] + piece * min(rng.choice((2, 3, 20, 1000)), 40_000 // max(1, len(piece))) + data[end:]


def splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def insert(rng: random.Random, data: bytes, other: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice(PIECES) * rng.choice((1, 1, 1, 2, 50)) + data[at:]
    return data


def value(rng: random.Random, data: bytes, other: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 6))):
        place = is_value(data, rng.randrange(len(data) + 1))
        if place:
            data = data[: place[0]] + rng.choice(VALUES) + data[place[1] :]
    return data


def every_value(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Every scalar of a kind replaced by one value."""
    new = rng.choice(VALUES[:30])
    out, at = [], 0
    while True:
        place = is_value(data, at)
        if place is None or len(out) > 400:
            break
        out.append(data[at : place[0]])
        if data[place[0] : place[0] + 1] in (b'{', b'['):
            at = place[0]
            out.append(data[at : at + 1])
            at += 1
        else:
            out.append(new)
            at = max(place[1], place[0])
    return b''.join(out) + data[at:]


def key(rng: random.Random, data: bytes, other: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 3))):
        start = data.find(b'"', rng.randrange(len(data) + 1))
        end = data.find(b'"', start + 1) if start >= 0 else -1
        if end > start:
            data = data[: start + 1] + rng.choice(KEYS) + data[end:]
    return data


def line(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Lines lost, doubled, swapped, indented; the line ends of another system."""
    lines = data.split(b'\n')
    at = rng.randrange(len(lines))
    how = rng.randrange(6)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, rng.choice(lines))
    elif how == 2:
        rng.shuffle(lines)
    elif how == 3:
        lines[at] = rng.choice((b' ', b'\t', b'  - ', b'# ', b'// ')) + lines[at]
    elif how == 4:
        lines = [part.lstrip() for part in lines]
    return rng.choice((b'\n', b'\n', b'\r', b'\r\n', b'', b'\n\n')).join(lines)


def recode(rng: random.Random, data: bytes, other: bytes) -> bytes:
    text = data.decode('utf-8', 'replace')
    how = rng.randrange(9)
    if how < 4:
        name, mark = (
            ('utf-16-le', b'\xff\xfe'),
            ('utf-16-be', b'\xfe\xff'),
            ('utf-16-le', b''),
            ('utf-32-le', b'\xff\xfe\0\0'),
        )[how]
        return mark + text.encode(name, 'replace')
    if how == 4:
        return b'\xef\xbb\xbf' * rng.choice((1, 2)) + data
    if how == 5:
        return text.replace('e', 'é').encode('latin-1', 'replace')
    if how == 6:
        return data.replace(b'a', rng.choice((b'\xed\xa0\x80', b'\xf0\x9f\x98\x80', b'\xe2\x80\xae', b'\0', b'\x1b[2J')))
    if how == 7:
        return b'\xff\xfe' + data
    return data.replace(b' ', rng.choice((b'\xc2\xa0', b'\xe2\x80\xa8', b'\x0b', b'\x0c', b'\t')))


def deep(rng: random.Random, data: bytes, other: bytes) -> bytes:
    opening, closing = rng.choice(
        (
            (b'[', b']'),
            (b'{"a":', b'}'),
            (b'{a = ', b'}'),
            (b'[{"mcpServers":', b'}]'),
            (b'{"mcpServers":', b'}'),
            (b'- ', b''),
            (b'? ', b''),
            (b'{"a":{"command":', b'}}'),
            (b'/*', b''),
            (b'(', b')'),
            (b'"\\', b''),
            (b'a.', b''),
            (b'> ', b''),
            (b'{{', b'}}'),
        )
    )
    depth = rng.choice((50, 1200, 5000 if rng.random() < 0.75 else DEEP if len(opening) < 8 else DEEP // 5))
    nested = opening * depth + rng.choice((b'1', b'"a"', b'')) + rng.choice((closing, closing, b'')) * depth
    if rng.random() < 0.3:
        return nested
    place = is_value(data, rng.randrange(len(data) + 1)) or (0, 0)
    return data[: place[0]] + nested + data[place[1] :]


def many(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """One entry, member or item very often."""
    count = rng.choice((100, 400, 1000))
    one = rng.choice(
        (
            '"s%d": {"command": "npx", "args": ["-y", "a b"], "env": {"A": "$A"}},',
            '"a": {"url": "x"},',
            '"k%d": "v",',
            '{"name": "n%d", "command": 1},',
        )
    )
    body = ''.join(one.replace('%d', str(number)) for number in range(count)).encode()
    root = rng.choice((b'{"mcpServers": {', b'{"servers": {', b'{"mcpServers": {"a": {"env": {', b'{"mcpServers": [', b'{"mcp": {', b'{'))
    return (
        root + body.rstrip(b',') + (b']' if root.endswith(b'[') else b'}') + b'}' * (root.count(b'{') - (0 if root.endswith(b'[') else 1))
    )


MUTATIONS: tuple[Callable[[random.Random, bytes, bytes], bytes], ...] = (
    flip,
    flip,
    cut,
    repeat,
    splice,
    insert,
    insert,
    value,
    value,
    value,
    every_value,
    key,
    key,
    line,
    recode,
    deep,
    many,
)


def mutated(rng: random.Random, pool: list[Seed]) -> Seed:
    path, data, secrets = rng.choice(pool)
    other_path, other, more = rng.choice(pool)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(MUTATIONS)(rng, data, other)[:2_000_000]
    if rng.random() < 0.05:
        path = other_path
    return path, data, secrets + more


def check(path: str, data: bytes, secrets: tuple[str, ...], turn: int | None = None) -> float:
    """Everything that can be done with one file, or (``turn``) some of it, in turns. Gives the processor time of the slowest step.

    Raises AssertionError.
    """
    slowest = 0.0

    def timed(what: str, act: Callable[[], object]) -> object:
        nonlocal slowest
        spent, out = pace.timed(act)
        slowest = max(slowest, spent)
        if spent >= SLOWEST:
            try:
                return pace.within(SLOWEST, act)
            except AssertionError as error:
                raise AssertionError(f'{what}: {error}') from None
        return out

    source = Source(path, data)
    report, _ = timed('check', lambda: run([source], Options(RULES)))  # type: ignore[misc]
    assert report.errors == []
    if turn is None or turn % 4 == 0:
        report, _ = run([source], Options(RULES, every_reader=True))
        assert report.errors == []
    whole = decode(data).text
    hidden = [secret for secret in secrets if stands_alone(whole, secret)]
    for format in in_turn(tuple(FORMATS), turn):
        out = str(timed(f'report {format}', lambda format=format: render(format, report)))  # type: ignore[misc]
        assert_hidden(out, hidden, format)
        safe(format, out)
    for finding in report.findings:
        assert_hidden(repr(finding._replace(fix=None)), hidden, finding.name)
        place = finding.place
        assert (1, 1) <= (place.line, place.column) <= (place.end_line, place.end_column), finding
    for format in in_turn(documents.FORMATS, turn) if len(whole) < 200_000 else ():
        timed(f'parse {format}', lambda format=format: documents.parse(whole, format))  # type: ignore[misc]
    if len(data) < 100_000 and (turn is None or turn % 2 == 0):
        mend(path, data, hidden, timed)
    return slowest


def in_turn(words: tuple[str, ...], turn: int | None) -> tuple[str, ...]:
    return words if turn is None else (words[turn % len(words)],)


def mend(path: str, data: bytes, hidden: list[str], timed: Callable[[str, Callable[[], object]], object]) -> None:
    mended, titles = pace.within(10 * SLOWEST, lambda: fix_data(path, data, found_by_default))  # up to twenty rounds, each a check
    again = fix_data(path, mended, found_by_default)
    assert again == (mended, []), f'a second fix changes more: {again[1]}'
    assert (mended == data) is (not titles), titles
    if mended != data:
        diff(path, decode(data).text, decode(mended).text)
        for title in titles:
            assert_hidden(title, hidden, 'title of a fix')
        before, after = trouble(path, data), trouble(path, mended)
        assert after <= before, f'mended into worse: {before} → {after}'
    if hidden and len(data) < 20_000:
        _, titles, _ = fix_credentials(path, data, Options(RULES))
        for title in titles:
            assert_hidden(title, hidden, 'title of a fix')


def trouble(path: str, data: bytes) -> int:
    document = documents.parse(decode(data).text, documents.format_of(path, decode(data).text))
    return sum(problem.code in documents.BROKEN for problem in document.problems)


def stands_alone(text: str, secret: str) -> bool:
    """Whether the credential is there as a whole, and not grown into another word by the damage."""
    at = text.find(secret)
    if at < 0 or text.count(secret[6:]) != text.count(secret):  # a part of it, repeated, is just text
        return False
    before, after = text[at - 1 : at], text[at + len(secret) : at + len(secret) + 1]
    return not (
        before.isalnum()
        or after.isalnum()
        or before in ('\\', '_', '-', '%', '.', '/', '+', '=')
        or after in ('_', '-', '\\', '.', '/', '+', '=')
    )


def as_name(text: str) -> str:
    """However a help spells it: an input has small letters, some clients take no underscore."""
    return text.lower().replace('_', '-')


def assert_hidden(out: str, secrets: list[str], where: str) -> None:
    for secret in secrets:
        # a test's own message must not show it either
        assert as_name(secret[6:]) not in as_name(out), f'a credential of {len(secret)} characters in {where}'


def safe(format: str, out: str) -> None:
    """A report is what its format says, and nothing in it is obeyed by a terminal or a runner."""
    if format in ('json', 'sarif', 'gitlab', 'rdjson'):
        json.loads(out)
        out.encode('utf-8')
        return
    assert not any(ord(char) < 32 and char not in '\n\t' for char in out), f'control characters in {format}'
    assert not any(char in out for char in '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\x7f\x9b'), (
        f'marks that reorder text in {format}'
    )
    if format == 'github':
        assert all(one.startswith(('::error ', '::warning ', '::notice ')) for one in out.splitlines())
    elif format == 'text':
        assert not any(one.lstrip().startswith('::') or '##[' in one for one in out.split('\n'))
    elif format == 'junit':
        from xml.etree import ElementTree

        ElementTree.fromstring(out)


def one(seed: int, pool: list[Seed], quick: bool = False) -> float:
    path, data, secrets = mutated(random.Random(seed), pool)
    if quick and len(data) > 20_000 and seed % 10:
        return 0.0
    try:
        return check(path, data, secrets, seed if quick else None)
    except AssertionError as error:
        raise AssertionError(f'seed {seed}, {path}: {error}') from error
    except Exception as error:
        raise AssertionError(f'seed {seed}, {path}: {type(error).__name__}') from error


@pytest.mark.parametrize('start', range(0, COUNT, 100))
def test_damaged_configurations(start: int) -> None:
    pool = seeds()
    for seed in range(start, min(start + 100, COUNT)):
        one(seed, pool, quick=True)


def test_the_seeds_themselves() -> None:
    for number, (path, data, secrets) in enumerate(seeds()):
        check(path, data, secrets, number)


@pytest.mark.parametrize(
    ('path', 'text'),
    [
        ('.mcp.json', '[' * DEEP + ']' * DEEP),
        ('.mcp.json', '{"mcpServers":' + '{"a":' * DEEP + '1' + '}' * DEEP + '}'),
        ('.mcp.json', '{"mcpServers": {"a": {"command": "a", "env": ' + '[{"a":' * DEEP),
        ('.vscode/mcp.json', '{"servers": ' + '/*' * DEEP),
        ('librechat.yaml', 'mcpServers: ' + '[' * DEEP + ']' * DEEP),
        ('librechat.yaml', 'mcpServers: ' + '{a: ' * DEEP + '}' * DEEP),
        ('librechat.yaml', 'mcpServers:\n' + '- ' * DEEP),
        ('.codex/config.toml', 'mcp_servers = ' + '{a=' * DEEP + '1' + '}' * DEEP),
        ('.codex/config.toml', 'mcp_servers = ' + '[' * DEEP + ']' * DEEP),
        ('.codex/config.toml', '[mcp_servers.' + 'a.' * DEEP + 'b]\n'),
        ('.github/agents/a.md', '---\nmcp-servers: ' + '[' * DEEP + '\n---\n'),
    ],
    ids=range(11),
)
def test_deep(path: str, text: str) -> None:
    check(path, text.encode(), (), 0)


def main(argv: list[str]) -> int:
    import argparse
    import traceback

    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=20_000)
    parser.add_argument('--start', type=int, default=0)
    parser.add_argument('--corpus', default='')
    parser.add_argument('--stop', type=int, default=20, help='after so many failures')
    options = parser.parse_args(argv)
    pool = seeds() + (of_folder(options.corpus) if options.corpus else [])
    failed, slowest, total = 0, (0.0, -1), time.thread_time()
    for seed in range(options.start, options.start + options.count):
        try:
            slowest = max(slowest, (one(seed, pool), seed))
        except AssertionError as error:
            failed += 1
            print(error)
            if error.__cause__ is not None and not isinstance(error.__cause__, AssertionError):
                traceback.print_tb(error.__cause__.__traceback__, limit=-2)
            if failed >= options.stop:
                break
    spent = time.thread_time() - total
    print(
        f'{seed + 1 - options.start} inputs of {len(pool)} seeds, {failed} failed, '
        f'slowest {slowest[0]:.2f} s (seed {slowest[1]}), {spent:.0f} s in all'
    )
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
