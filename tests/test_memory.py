"""Answers are kept as functools keeps them, but for which are forgotten."""
from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_hooks.memory import cache, lru_cache


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(1, 5))
def test_each_answer_is_that_of_the_function(arguments: list[int], size: int) -> None:
    asked: list[int] = []

    @lru_cache(maxsize=size)
    def double(number: int) -> int | None:
        asked.append(number)
        return number * 2 or None

    assert [double(number) for number in arguments] == [number * 2 or None for number in arguments]
    assert set(asked) == set(arguments)
    if len(set(arguments)) <= size:
        assert len(asked) == len(set(arguments))


def test_nothing_is_forgotten_without_a_size() -> None:
    asked: list[tuple[str, int]] = []

    @cache
    def join(text: str, number: int) -> str:
        """Joined."""
        asked.append((text, number))
        return f'{text}{number}'

    for _ in range(2):
        assert [join('a', number) for number in range(300)] == [f'a{number}' for number in range(300)]
    assert len(asked) == 300
    join.cache_clear()
    assert (join('a', 0), len(asked), join.__wrapped__('b', 1)) == ('a0', 301, 'b1')
    assert (join.__name__, join.__doc__, join.__module__) == ('join', 'Joined.', __name__)


def test_what_raises_is_asked_again() -> None:
    asked: list[int] = []

    @cache
    def fails(number: int) -> int:
        asked.append(number)
        raise ValueError(number)

    for _ in range(2):
        with pytest.raises(ValueError, match='3'):
            fails(3)
    assert asked == [3, 3]


def test_an_interpreter_without_the_part_in_c() -> None:
    code = ('import sys; sys.modules["_functools"] = None; from mcp_hooks.memory import cache, lru_cache; '
            'print(lru_cache(maxsize=2)(str)(3) + cache(str)(4))')
    assert subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=True).stdout == '34\n'
