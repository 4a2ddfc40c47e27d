"""Claims are read, the end is told, the signature is never needed."""

from __future__ import annotations

import fake
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.credentials import jwt


def test_reads_claims_and_place() -> None:
    token = fake.jwt(exp=1_735_689_600, seed=3)
    found = list(jwt.scan(f'Bearer {token}, and more'))
    assert [(one.start, one.end, one.expires, one.signed) for one in found] == [(7, 7 + len(token), 1_735_689_600, True)]
    assert found[0].claims['iss'] == 'issuer.invalid'
    assert found[0].header['alg'] == 'HS256'


def test_day() -> None:
    assert jwt.day(1_735_689_600) == '2025-01-01'
    assert jwt.day(10**30) == 'an unknown date'


def test_without_end_and_odd_ends() -> None:
    assert next(jwt.scan(fake.jwt())).expires is None
    assert next(jwt.scan(fake.jwt(claims=1, exp=True))).expires is None


def test_only_the_beginning() -> None:
    token = fake.jwt()
    assert [one.signed for one in jwt.scan(token.rpartition('.')[0])] == [False]
    assert list(jwt.scan(token.partition('.')[0] + '...')) == []


def test_not_a_token() -> None:
    assert list(jwt.scan('eyJ' + fake.base62(60))) == []
    assert list(jwt.scan('x' + fake.jwt())) == []


@given(st.text(alphabet='eyJabcABC012_-. ', max_size=200))
def test_never_raises(text: str) -> None:
    list(jwt.scan(text))
