from __future__ import annotations

import pace
import pytest


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What each of the next measurements takes; the last one stays. A machine of the usual speed, unless a test says otherwise."""
    times: list[float] = []
    monkeypatch.setattr(pace, 'timed', lambda run: (times.pop(0) if len(times) > 1 else times[0], run()))
    monkeypatch.setattr(pace, 'slowness', lambda: 1.0)
    return times


def test_the_quickest_try_counts(clock: list[float]) -> None:
    clock[:] = [3, 3, 1]
    assert pace.within(2, lambda: 'text') == 'text'
    clock[:] = [3]
    with pytest.raises(AssertionError, match=r'^3\.00 s of the processor, where 2 s are to be enough$'):
        pace.within(2, lambda: 'text')


def test_a_slow_machine_may_take_longer(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, 'slowness', lambda: 4.0)
    clock[:] = [7]
    assert pace.within(2, lambda: 1) == 1
    clock[:] = [9]
    with pytest.raises(AssertionError):
        pace.within(2, lambda: 1)


def test_growth(clock: list[float]) -> None:
    clock[:] = [9, 1, 19, 30]  # the smaller one of two, for each size
    pace.grows(20, lambda size: size, 1, 8, floor=0.1)
    clock[:] = [1, 1, 21, 21] * 3
    with pytest.raises(AssertionError, match='more than 20 times as long for 8 times as much'):
        pace.grows(20, lambda size: size, 1, 8, floor=0.1)
    clock[:] = [0.001, 0.001, 0.09]
    pace.grows(20, lambda size: size, 1, 8, floor=0.1)


def test_this_machine_is_measured() -> None:
    used, said = pace.timed(lambda: 'said')
    assert said == 'said'
    assert used >= 0
    assert pace.slowness() >= 1
    assert pace.work() == 50_000
