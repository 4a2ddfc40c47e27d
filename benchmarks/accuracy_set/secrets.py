"""All credentials: ``(kind, place, name, text[, command])``. Places: see `files.put`."""
from __future__ import annotations

import random
from typing import Any

from benchmarks.accuracy_set import secrets_bare, secrets_places, secrets_providers

Row = tuple[Any, ...]
ROWS: tuple[Row, ...] = (*secrets_providers.ROWS, *secrets_bare.ROWS, *secrets_places.ROWS)


def some(count: int, rng: random.Random) -> list[Row]:
    """``count`` rows, each at most once while there are enough of them; the seed says which."""
    rows = list(ROWS)
    rng.shuffle(rows)
    while len(rows) < count:
        rows += rng.sample(ROWS, min(len(ROWS), count - len(rows)))
    return rows[:count]
