"""What is no polynomial, but the right count otherwise: wrapped around, or with a quotient of
sizes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from .sizes import Sizes

BITS = (8, 16, 32)


def wrapped(counts: Sequence[int], right: Sequence[int]) -> list[KnownError]:
    """What is said of counts that lack the bits that an integer has no room for."""
    for bits in BITS:
        signed, unsigned = range(-(2 ** (bits - 1)), 2 ** (bits - 1)), range(2**bits)
        fits = any(all(count in room for count in counts) for room in (signed, unsigned))
        if fits and all((c - r) % 2**bits == 0 for c, r in zip(counts, right, strict=True)):
            return [KnownError("wraps-around", facts={"bits": bits})]
    return []


def by_quotient(
    right: Polynomial, sizes: Sizes, points: Iterable[Sequence[int]], counts: Sequence[int]
) -> list[KnownError]:
    """What is said of counts that are right but for a size, in whose place the quotient of two
    others stands, rounded down at once or at the end."""
    asked = [
        (point, sizes.arguments_at(point), count)
        for point, count in zip(points, counts, strict=True)
    ]
    names = sizes.arguments
    for at, place in enumerate(right.variables):
        if not right.depends_on(place):
            continue
        for one, other in permutations([name for name in names if name != place], 2):
            i, j = names.index(one), names.index(other)
            for rounded in (math.floor, Fraction):
                if all(
                    right(*point[:at], rounded(Fraction(its[i], its[j])), *point[at + 1 :]) // 1
                    == count
                    for point, its, count in asked
                ):
                    facts = {"size": f"{one} // {other}", "place": place}
                    return [KnownError("size-in-place-of", facts=facts)]
    return []
