#!/usr/bin/env python3
"""Rewrites the examples in docs/credentials.md: values are made at run time and never stored, verdicts are the judge's own."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import fake  # noqa: E402

from mcp_hooks.credentials.judge import Place, judge  # noqa: E402

PAGE = HERE.parent / 'docs' / 'credentials.md'
BEGIN, END = '<!-- examples: made by tests/credential_docs.py -->', '<!-- end of the examples -->'

FUTURE = 4_102_488_000  # 2100-01-01T12:00:00Z
# what the page says of the value, name, place, the value
EXAMPLES: tuple[tuple[str, str, str, str], ...] = (
    ('a GitHub token', 'GITHUB_TOKEN', 'env', fake.github_pat()),
    ('a GitHub token', 'CONFIG', 'env', fake.github_pat(1)),
    ('40 random letters and digits', 'PAY_API_KEY', 'env', fake.base62(40)),
    ('40 random letters and digits', 'PROJECT', 'env', fake.base62(40)),
    ('a UUID', 'TRENDS_API_KEY', 'env', fake.uuid()),
    ('a UUID', 'CLIENT_ID', 'env', fake.uuid()),
    ('`Bearer` and 64 hexadecimal digits', 'Authorization', 'header', 'Bearer ' + fake.hex(64)),
    ('`Basic` and base64 of user and password', 'Authorization', 'header', 'Basic ' + fake.basic()),
    ('three words and a number', 'DB_PASSWORD', 'env', fake.passphrase()),
    (
        '`Server=…;User ID=…;Password=` and a pass phrase',
        'CONN',
        'env',
        f'Server=db.corp.internal;User ID=app;Password={fake.passphrase()};',
    ),
    ('`postgresql://postgres:postgres@localhost/dev`', 'DATABASE_URL', 'env', 'postgresql://postgres:postgres@localhost/dev'),
    ('an address with `?api_key=` and 40 hexadecimal digits', 'url', 'url', 'https://a.example/mcp?api_key=' + fake.hex(40)),
    ('a GitHub token, a blank, `${GITHUB_TOKEN}`', 'GITHUB_TOKEN', 'env', fake.github_pat(2) + ' ${GITHUB_TOKEN}'),
    ('`${TOKEN:-` and a GitHub token', 'TOKEN', 'env', '${TOKEN:-' + fake.github_pat(3) + '}'),
    ('base64 of JSON with an `apiKey`', 'config', 'query', fake.base64_of('{"apiKey":"' + fake.openai_short() + '"}')),
    ('a JWT whose `exp` is 2100', 'FLOWS_KEY', 'env', fake.jwt(FUTURE)),
    ('a JWT whose `exp` is 2025-01-01', 'FLOWS_KEY', 'env', fake.jwt(1_735_689_600)),
    ('a JWT with the role `anon`', 'SUPABASE_KEY', 'env', fake.supabase_anon()),
    ("a publishable key of Stripe's", 'STRIPE_KEY', 'env', fake.stripe_publishable()),
    ('`${GITHUB_TOKEN}`', 'GITHUB_TOKEN', 'env', '${GITHUB_TOKEN}'),
    ('`op://team/item/field`', 'GITHUB_TOKEN', 'env', 'op://team/item/field'),
    ('`ваш-токен`', 'API_TOKEN', 'env', 'ваш-токен'),
    ('a prefix and 36 times `x`', 'GITHUB_TOKEN', 'env', 'gh' + 'p_' + 'x' * 36),
    ('`QDRANT_API_KEY`', 'QDRANT_API_KEY', 'env', 'QDRANT_API_KEY'),
    ('a random password that holds `Lhook` and `lx`', 'DB_PASSWORD', 'env', fake.base62(10) + 'Lhooklx' + fake.base62(10, 1)),
    ('`4096`', 'MAX_TOKENS', 'env', '4096'),
    ('`/run/secrets/db`', 'PASSWORD_FILE', 'env', '/run/secrets/db'),
)


def table() -> str:
    lines = ['| name | value | verdict | reason |', '|---|---|---|---|']
    for what, name, where, value in EXAMPLES:
        found = judge(value, Place(name, where))
        verdict = f'{found.kind}, {found.severity}' if found.severity else found.kind
        lines.append(f'| `{name}` | {what} | {verdict} | {found.reason} |')
    return '\n'.join(lines)


def rendered(page: str) -> str:
    """The page with fresh examples."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f'{PAGE} has lost the marks of its examples')
    return f'{before}{BEGIN}\n{table()}\n{END}{after}'


if __name__ == '__main__':
    PAGE.write_text(rendered(PAGE.read_text(encoding='utf-8')), encoding='utf-8', newline='\n')
