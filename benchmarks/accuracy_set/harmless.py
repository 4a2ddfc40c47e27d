"""All look-alikes: ``(kind, place, name, text)``, the same shape as the credentials."""
from __future__ import annotations

import random

from benchmarks.accuracy_set import harmless_ids, harmless_names, harmless_placeholders, harmless_references
from benchmarks.accuracy_set.secrets import Row

ROWS: tuple[Row, ...] = (*harmless_placeholders.rows(), *harmless_references.rows(), *harmless_ids.ROWS, *harmless_names.ROWS)


def some(count: int, rng: random.Random) -> list[Row]:
    """``count`` rows, each at most once while there are enough of them; the seed says which."""
    rows = list(ROWS)
    rng.shuffle(rows)
    while len(rows) < count:
        rows += rng.sample(ROWS, min(len(ROWS), count - len(rows)))
    return rows[:count]
