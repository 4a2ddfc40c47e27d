"""Every pattern and every scan is linear: 1 MB of its worst input, against the cost of a tenth of it."""

from __future__ import annotations

import pytest
from pace import grows, within

from mcp_hooks.credentials import jwt, names, providers
from mcp_hooks.credentials.judge import Place, judge_all
from mcp_hooks.credentials.placeholders import placeholder
from mcp_hooks.credentials.randomness import weigh
from mcp_hooks.credentials.words import texts

SIZE = 1_000_000
WORST = [
    'a',
    'A',
    '0',
    'a-',
    'a_',
    'a.',
    'A1',
    'sk-',
    'ghp_',
    'eyJ',
    'a.eyJ',
    '-us1',
    ':AA',
    '9Q~',
    '1/2/',
    'T3BlbkFJ',
    'AZDO',
    '"',
    '\\"',
    '"\\',
    "'a",
    'a="',
    'a:',
    '- ',
    '--a ',
    '--a=',
    '{',
    '${',
    '{{',
    '%a',
    '$(',
    '`',
    '://',
    'a://b@',
    '?a=b&',
    ';a=b',
    'Bearer ',
    '-----BEGIN ',
    ', ',
    '\n',
    ' ',
]


def filled(piece: str, size: int = SIZE) -> str:
    return piece * (size // len(piece))


@pytest.mark.parametrize('piece', WORST, ids=range(len(WORST)))
def test_patterns_within_a_fifth_of_a_second_for_a_megabyte(piece: str) -> None:
    """The only two regular expressions, on their worst input."""
    text = filled(piece)
    within(0.2, lambda: sum(1 for _ in providers._runs().finditer(text)))
    within(0.05, lambda: names.split(text))


RUNS = (
    lambda t: list(providers.scan(t)),
    lambda t: list(jwt.scan(t)),
    lambda t: list(texts(t, 'text')),
    weigh,
    placeholder,
    lambda t: judge_all(t, Place('API_TOKEN', 'env')),
    lambda t: judge_all(t, Place('', 'text')),
)


@pytest.mark.parametrize('piece', WORST, ids=range(len(WORST)))
def test_cost_grows_with_the_length_only(piece: str) -> None:
    texts = {size: filled(piece, size) for size in (5_000, 40_000)}
    for run in RUNS:
        grows(20, lambda size, run=run: run(texts[size]), 5_000, 40_000, floor=0.1)


def test_a_megabyte_of_values() -> None:
    """The house's aim is half a second on one core; the limit here leaves room for shared machines."""
    import fake

    made = [
        ('GITHUB_TOKEN', '${GITHUB_TOKEN}'),
        ('LOG_LEVEL', 'debug'),
        ('DB_URL', 'postgres://u:${P}@db.corp.internal/x'),
        ('KEY', 'your-password'),
        ('ARGS', '-y @scope/server-name@1.2.3'),
        ('MODEL', 'claude-3-5-sonnet-20241022'),
        ('URL', 'https://api.vendor.example/v1/mcp?x=1&y=2'),
    ]
    values = [
        pair for seed in range(300) for pair in (*made, ('API_KEY', fake.base62(40, seed)), ('CLIENT_ID', fake.uuid(seed)))
    ]
    size = sum(len(value) for _, value in values)
    within(2.5 * size / SIZE, lambda: [judge_all(value, Place(name, 'env')) for name, value in values])


@pytest.mark.parametrize('piece', ['{{ a | default("b") }} ', '${A:-b} ', "-u a:'b' ", 'pass show a ', 'conjur:'])
def test_many_references_with_defaults(piece: str) -> None:
    # eight times as much is linear, sixty-four times quadratic
    grows(24, lambda count: judge_all(piece * count, Place('', 'text')), 2_000, 16_000, floor=0.3)


def test_thousands_of_pieces_in_one_value() -> None:
    """Nothing is asked of the whole value for each of its pieces."""
    piece = '"Bearer ""x"'
    grows(20, lambda size: judge_all(filled(piece, size), Place('DB_PASSWORD', 'env')), 100_000, 800_000, floor=0.2)


def test_frames_without_an_end_beside_the_word_for_a_private_key() -> None:
    texts = {size: filled('-----BEGIN CERTIFICATE-----\n', size) + 'PRIVATE KEY' for size in (50_000, 400_000)}
    grows(20, lambda size: judge_all(texts[size], Place('', 'text')), 50_000, 400_000, floor=0.1)
