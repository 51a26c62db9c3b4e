"""Which of two polynomials grows faster, and in which direction. Exact.

Let sizes be B^w with w ≥ 0 fixed and B growing. A polynomial with positive coefficients then grows
as B to the power max w·a over the exponents a of its terms. So f = O(g) for sizes of at least 1
exactly where no direction w ≥ 0 has a larger maximum over f's exponents than over g's: where each
exponent of f lies below the convex hull of g's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from math import gcd, lcm

Exponents = tuple[int, ...]
Direction = tuple[int, ...]
LARGEST = 3  # of the directions that are tried first: they are easily said


def faster(terms: Iterable[Exponents], others: Iterable[Exponents]) -> Direction | None:
    """A direction in which a sum of `terms` grows faster than one of `others`; None if none is.

    The simplest that is found: few sizes that grow alike are easier to think of.
    """
    terms, others = list(terms), list(others)
    if not terms or not others:
        return (0,) * len((terms or others or [()])[0]) if terms else None
    for direction in directions(len(terms[0])):
        if _speed(terms, direction) > _speed(others, direction):
            return direction
    return next(filter(None, (_separating(term, others) for term in terms)), None)


def apart(terms: Sequence[Exponents]) -> Iterator[Direction]:
    """For each of the terms that grows faster than all others somewhere, such a direction."""
    for term in terms:
        others = [other for other in terms if other != term]
        if others and (direction := _separating(term, others)) is not None:
            yield direction


def _speed(terms: Sequence[Exponents], direction: Direction) -> int:
    return max(sum(w * a for w, a in zip(direction, term, strict=True)) for term in terms)


@cache
def directions(count: int, largest: int = LARGEST) -> tuple[Direction, ...]:
    """Those with entries up to `largest` and no common factor; what is easily said comes first."""
    found = [d for d in itertools.product(range(largest + 1), repeat=count) if gcd(*d) == 1]
    return tuple(sorted(found, key=lambda d: (len({*d} - {0}), max(d), sum(map(bool, d)), d[::-1])))


def _separating(term: Exponents, others: Sequence[Exponents]) -> Direction | None:
    """w ≥ 0 with w·term > w·other for all others; None if there is none.

    The linear programme: the largest t with t ≤ w·(term − other) for all others and Σw ≤ 1.
    """
    rows = [[*(b - a for a, b in zip(term, o, strict=True)), 1, 0] for o in others]
    rows.append([1] * len(term) + [0, 1])
    *direction, least = _maximum(rows, at=len(term))
    if least <= 0:
        return None
    whole = lcm(*(w.denominator for w in direction))
    entries = [int(w * whole) for w in direction]
    common = reduce(gcd, entries)
    return tuple(entry // common for entry in entries)


def _maximum(rows: Sequence[Sequence[int]], at: int) -> list[Fraction]:
    """The x ≥ 0 with the largest x[at] under coefficients·x ≤ bound for each row, whose last entry
    is its bound, at least 0. The simplex method by Bland's rule, which ends; in fractions.
    """
    variables, count = len(rows[0]) - 1, len(rows)
    table = [
        [*map(Fraction, row[:-1]), *(Fraction(i == j) for j in range(count)), Fraction(row[-1])]
        for i, row in enumerate(rows)
    ]
    gains = [Fraction(j == at) for j in range(variables + count + 1)]
    basis = [variables + i for i in range(count)]
    for column in _columns_that_gain(gains):
        ratios = [
            (row[-1] / row[column], basis[i], i) for i, row in enumerate(table) if row[column] > 0
        ]
        pivot = min(ratios)[2]  # bounded, since the x sum up to 1 at most
        table[pivot] = [entry / table[pivot][column] for entry in table[pivot]]
        for row in (*table[:pivot], *table[pivot + 1 :], gains):
            factor = row[column]
            row[:] = [a - factor * b for a, b in zip(row, table[pivot], strict=True)]
        basis[pivot] = column
    values = dict(zip(basis, (row[-1] for row in table), strict=True))
    return [values.get(j, Fraction(0)) for j in range(variables)]


def _columns_that_gain(gains: Sequence[Fraction]) -> Iterator[int]:
    """The first column with a gain, as long as there is one."""
    while (found := next((j for j, gain in enumerate(gains[:-1]) if gain > 0), None)) is not None:
        yield found
