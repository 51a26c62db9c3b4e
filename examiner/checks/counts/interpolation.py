"""The polynomial that has given values at small integer points, exactly.

A set of exponents is closed if it holds, with each member, all that are nowhere larger: 1 and n
with n·d. There is one polynomial of such terms for any values at the points FIRST_NODE + exponents,
as many as there are terms. It is found by Newton's divided differences, one variable at a time; all
that they use of a closed set is in it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod

from ..polynomials import Exponents, Polynomial

FIRST_NODE = 2  # sizes of 1 hide mistakes and invite special cases

Places = tuple[int, int]


def box(degrees: Iterable[int]) -> tuple[Exponents, ...]:
    """The closed set of all exponents up to these."""
    return tuple(itertools.product(*(range(degree + 1) for degree in degrees)))


def closed(exponents: Iterable[Exponents]) -> tuple[Exponents, ...]:
    """The smallest closed set that these are in, in order."""
    return tuple(sorted(set(itertools.chain.from_iterable(map(box, exponents)))))


def nodes(exponents: Iterable[Exponents]) -> list[tuple[int, ...]]:
    """The points that determine a polynomial with these terms, a closed set."""
    return [tuple(FIRST_NODE + power for power in each) for each in exponents]


def interpolate(
    variables: Sequence[str], exponents: Sequence[Exponents], values: Sequence[int]
) -> Polynomial:
    """The one polynomial of these terms, a closed set, that has these values at `nodes`."""
    differences, factorials, shifts = _steps(tuple(exponents))
    table: list[Fraction | int] = list(values)
    for place, before in differences:
        table[place] -= table[before]
    for place, divisor in factorials:
        if table[place] % divisor:
            table[place] = Fraction(table[place]) / divisor
        else:
            table[place] //= divisor
    for (place, above), node in shifts:
        if table[above]:
            table[place] -= node * table[above]
    return Polynomial(variables, {e: c for e, c in zip(exponents, table, strict=True) if c})


@lru_cache(maxsize=256)  # a class is asked at the same points, submission by submission
def _steps(
    exponents: tuple[Exponents, ...],
) -> tuple[list[Places], list[tuple[int, int]], list[tuple[Places, int]]]:
    """What is done to a table of values, by their places: differences of two, divisions, and from
    products (x − 2)(x − 3)… to powers of x.
    """
    places = {each: place for place, each in enumerate(exponents)}
    differences, shifts = [], []
    for at in range(len(exponents[0])):
        for first in (each for each in exponents if not each[at]):
            line = []
            while (each := (*first[:at], len(line), *first[at + 1 :])) in places:
                line.append(places[each])
            last = len(line) - 1
            for order in range(1, last + 1):
                differences += [(line[m], line[m - 1]) for m in range(last, order - 1, -1)]
            for order in range(last - 1, -1, -1):
                node = FIRST_NODE + order
                shifts += [((line[m], line[m + 1]), node) for m in range(order, last)]
    divisors = [(place, prod(map(factorial, each))) for place, each in enumerate(exponents)]
    return differences, [each for each in divisors if each[1] > 1], shifts
