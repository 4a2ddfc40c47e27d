"""Our ``NamedTuple`` behaves as the one of ``typing``: the same questions to both."""
from __future__ import annotations

import copy
import pickle
import typing
from typing import Any

import pytest

from mcp_hooks import tuples
from mcp_hooks.findings import Place


class Ours(tuples.NamedTuple):
    """A docstring."""

    a: int
    b: str = 'x'
    c: tuple[int, ...] = ()

    def total(self) -> int:
        return self.a + len(self.c)

    @property
    def double(self) -> int:
        return 2 * self.a


class Theirs(typing.NamedTuple):
    """A docstring."""

    a: int
    b: str = 'x'
    c: tuple[int, ...] = ()

    def total(self) -> int:
        return self.a + len(self.c)

    @property
    def double(self) -> int:
        return 2 * self.a


BOTH = pytest.mark.parametrize('kind', [Ours, Theirs])


@BOTH
def test_making(kind: Any) -> None:
    assert tuple(kind(1)) == (1, 'x', ())
    assert tuple(kind(1, 'y')) == (1, 'y', ())
    assert tuple(kind(1, c=(2,))) == (1, 'x', (2,))
    assert tuple(kind(c=(2,), b='z', a=3)) == (3, 'z', (2,))
    assert tuple(kind._make([1, 'y', (2,)])) == (1, 'y', (2,))


@BOTH
@pytest.mark.parametrize(('values', 'named'), [
    ((), {}), ((), {'b': 'y'}), ((1, 2, 3, 4), {}), ((1,), {'a': 2}), ((1,), {'d': 2}), ((1, 2, 3), {'c': 4}), ((1, 2, 3), {'d': 4})])
def test_wrong_making(kind: Any, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        kind(*values, **named)


@BOTH
def test_reading(kind: Any) -> None:
    one = kind(1, c=(2, 3))
    assert (one.a, one.b, one.c) == (1, 'x', (2, 3))
    assert (one[0], one[-1], one[:2], len(one)) == (1, (2, 3), (1, 'x'), 3)
    assert one.total() == 3
    assert one.double == 2
    a, b, _ = one
    assert (a, b) == (1, 'x')
    assert one._asdict() == {'a': 1, 'b': 'x', 'c': (2, 3)}
    assert list(one._asdict()) == ['a', 'b', 'c']
    assert kind._fields == ('a', 'b', 'c')
    assert kind._field_defaults == {'b': 'x', 'c': ()}
    assert kind.__doc__ == 'A docstring.'


@BOTH
def test_replacing(kind: Any) -> None:
    one = kind(1)
    other = one._replace(b='y')
    assert type(other) is kind
    assert (tuple(one), tuple(other)) == ((1, 'x', ()), (1, 'y', ()))
    with pytest.raises((TypeError, ValueError)):  # which one depends on the release of Python
        one._replace(d=1)


@BOTH
def test_it_cannot_be_changed(kind: Any) -> None:
    one = kind(1)
    with pytest.raises(AttributeError):
        one.a = 2
    with pytest.raises(TypeError):
        one[0] = 2
    with pytest.raises(AttributeError):
        del one.a
    with pytest.raises(AttributeError):
        one.other = 2
    assert not hasattr(one, '__dict__')


@BOTH
def test_comparing(kind: Any) -> None:
    assert kind(1) == kind(1) == (1, 'x', ())
    assert kind(1) != kind(2)
    assert hash(kind(1)) == hash((1, 'x', ()))
    assert sorted([kind(2), kind(1, 'z'), kind(1, 'a')]) == [(1, 'a', ()), (1, 'z', ()), (2, 'x', ())]
    assert {kind(1): 'found'}[1, 'x', ()] == 'found'


@BOTH
def test_showing(kind: Any) -> None:
    assert repr(kind(1, "it's", ())) == f'{kind.__name__}(a=1, b="it\'s", c=())'


@BOTH
def test_copying(kind: Any) -> None:
    one = kind(1, c=(2,))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        there = pickle.loads(pickle.dumps(one, protocol))
        assert there == one
        assert type(there) is kind
    assert copy.copy(one) == copy.deepcopy(one) == one
    assert type(copy.deepcopy(one)) is kind


@BOTH
def test_matching(kind: Any) -> None:
    match kind(1, 'y'):
        case Ours(a, b) | Theirs(a, b):
            assert (a, b) == (1, 'y')
        case _:
            raise AssertionError
    assert kind.__match_args__ == ('a', 'b', 'c')


def test_fields_are_as_quick_as_those_of_the_library() -> None:
    assert type(Ours.__dict__['a']) is type(Theirs.__dict__['a'])


def test_a_type_without_defaults() -> None:
    assert Place(1, 2, 3, 4)._replace(line=5) == (5, 2, 3, 4)
    with pytest.raises(TypeError, match="Place needs 'end_column'"):
        Place(1, 2, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no field 'nope'"):
        Place(1, 2, 3, end_column=4, nope=5)  # type: ignore[call-arg]
