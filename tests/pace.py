"""Bounds of time that hold on a slow machine and on a busy one.

What is bounded is the processor's time for this thread, not the clock on the wall. A processor that is shared still does less in a
second of it, so a bound that is passed is asked of this machine first: how long does it take now for work of a known size?
"""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar('T')
TRIES = 3
USUAL = 0.02  # seconds for `work()` on the machine that the bounds of the tests were found on


def within(seconds: float, run: Callable[[], T]) -> T:
    """What `run` gives. It may take `seconds` of the processor, more where the machine is slower; the quickest try counts."""
    took = []
    for _ in range(TRIES):
        used, out = timed(run)
        took.append(used)
        if used < seconds or used < seconds * slowness():
            return out
    raise AssertionError(f'{min(took):.2f} s of the processor, where {seconds} s are to be enough')


def grows(factor: float, run: Callable[[int], object], small: int, large: int, floor: float) -> None:
    """`run(large)` may take `factor` times as long as `run(small)`; what takes less than `floor` seconds is always right."""
    took: list[tuple[float, float]] = []
    for _ in range(TRIES):
        one, other = (min(timed(lambda size=size: run(size))[0] for _ in range(2)) for size in (small, large))
        if other < floor or other < factor * one:
            return
        took.append((one, other))
    raise AssertionError(f'{took}: more than {factor} times as long for {large // small} times as much')


def timed(run: Callable[[], T]) -> tuple[float, T]:
    begin = time.thread_time()
    out = run()
    return time.thread_time() - begin, out


def slowness() -> float:
    """How many times as long as usual this machine takes at the moment; never less than 1."""
    return max(1.0, sorted(timed(work)[0] for _ in range(3))[1] / USUAL)


def work() -> int:
    """What our parsers do: take a text apart, and keep the parts."""
    parts: dict[str, list[int]] = {}
    text = '{"name": "value", ' * 25_000
    at = text.find('"')
    while at >= 0:
        end = text.find('"', at + 1)
        parts.setdefault(text[at:end + 1], []).append(at)
        at = text.find('"', end + 1)
    return sum(map(len, parts.values()))
