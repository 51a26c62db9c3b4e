"""Numbers that count: each + - * / done with them is noted, on the line of the computation it
belongs to.

Written to check the course's formulas independently: every dot product is a loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np


class Tally:
    """Operations done so far, by line."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._line = ""

    @contextmanager
    def line(self, name: str) -> Iterator[None]:
        """Count the operations inside the block for this line."""
        before, self._line = self._line, name
        self.counts[name] += 0  # a line that costs nothing is a line
        yield
        self._line = before

    def note(self) -> None:
        self.counts[self._line] += 1

    def array(self, values: np.ndarray) -> np.ndarray:
        """An object array of counting numbers."""
        return np.vectorize(lambda value: Number(value, self), otypes=[object])(values)


class Number:
    """A real number that counts its operations in a tally (rule P1)."""

    def __init__(self, value: float, tally: Tally) -> None:
        self.value = float(value)
        self.tally = tally

    def _done(self, value: float) -> Number:
        self.tally.note()
        return Number(value, self.tally)

    def __add__(self, other: Number) -> Number:
        return self._done(self.value + other.value)

    def __sub__(self, other: Number) -> Number:
        return self._done(self.value - other.value)

    def __mul__(self, other: Number) -> Number:
        return self._done(self.value * other.value)

    def __truediv__(self, other: Number) -> Number:
        return self._done(self.value / other.value)

    def __gt__(self, other: float) -> bool:
        return self.value > other  # free (P5)


def dot(left: Sequence[Number], right: Sequence[Number]) -> Number:
    """Σ left·right, the accumulator starting at 0 (rule P2): 2n operations."""
    total = Number(0.0, left[0].tally)
    for a, b in zip(left, right, strict=True):
        total = total + a * b
    return total


def product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """left @ right, dot product by dot product. A vector on the right gives a vector."""
    if right.ndim == 1:
        return np.array([dot(row, right) for row in left], dtype=object)
    return np.array([[dot(row, column) for column in right.T] for row in left], dtype=object)


def plain(array: np.ndarray) -> np.ndarray:
    """The values of an array of counting numbers."""
    return np.vectorize(lambda number: number.value, otypes=[float])(array)
