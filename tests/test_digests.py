"""The digests are those of hashlib, from whichever module they come."""
from __future__ import annotations

import builtins
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks import digests

OWN = ('_sha2', '_sha256', '_blake2')


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    digests._function.cache_clear()
    yield
    digests._function.cache_clear()


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> list[str]:
    """As on a Python that was built without some modules; the modules that were asked for in vain."""
    real = builtins.__import__
    asked: list[str] = []

    def fake(name: str, *rest: Any, **named: Any) -> Any:
        if name in missing:
            asked.append(name)
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, '__import__', fake)
    return asked


@given(st.binary(max_size=300), st.binary(min_size=1, max_size=64))
def test_the_bytes_are_those_of_hashlib(data: bytes, key: bytes) -> None:
    assert digests.sha256(data) == hashlib.sha256(data).hexdigest()
    assert digests.keyed(data, key) == hashlib.blake2b(data, key=key, digest_size=8).hexdigest()


@pytest.mark.parametrize('missing', [OWN, OWN[:1], OWN[1:2], OWN[:2], OWN[2:]], ids=' '.join)
def test_a_python_without_some_of_the_modules_has_the_same_digests(monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]) -> None:
    wanted = hashlib.sha256(b'text').hexdigest(), hashlib.blake2b(b'text', key=b'key', digest_size=8).hexdigest()
    asked = without(monkeypatch, *missing)
    assert (digests.sha256(b'text'), digests.keyed(b'text', b'key')) == wanted
    if missing == OWN:
        assert asked == list(OWN)


def test_without_any_module_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, *OWN, 'hashlib')
    with pytest.raises(ImportError, match='this Python has no sha256'):
        digests.sha256(b'')


def test_hashlib_is_not_loaded_where_python_has_its_own() -> None:
    code = ("import sys; from mcp_hooks import digests; digests.sha256(b''); digests.keyed(b'', b'k'); "
            "print('hashlib' in sys.modules, any(name in sys.modules for name in ('_sha2', '_sha256')))")
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=True)
    assert done.stdout.split() in (['False', 'True'], ['True', 'False'])
    if sys.implementation.name == 'cpython' and sys.version_info < (3, 15):
        assert done.stdout.split() == ['False', 'True']
