"""The right count in another form: its items or its text, a fraction, wrapped around, or with a
quotient of sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

import numpy as np

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from .sizes import Sizes

MAX_ITEMS = 1000
LARGEST = 2**64
SIMPLE = 12  # the denominator of a fraction
SHORT_TEXT = 100
BITS = (8, 16, 32)


def in_another_form(values: Sequence[Any], right: Sequence[int]) -> KnownError | None:
    """What all of these values are, if they hold the right counts."""
    for name, read in _READINGS.items():
        if [_tried(read, value) for value in values] == list(right):
            return KnownError(name)
    return _fraction([_tried(_number, value) for value in values], right)


def _tried(read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float, np.number)) else None


def _items(value: Any) -> list[int]:
    """The whole numbers in a list, a tuple, a dict or an array. ValueError for others, for too many
    and for huge ones: their product would take long.
    """
    if not isinstance(value, (list, tuple, dict, np.ndarray)):
        raise ValueError("no items")
    items = list(islice(_leaves(value), MAX_ITEMS + 1))
    if len(items) > MAX_ITEMS or not all(map(_is_whole, items)):
        raise ValueError("too many items, or none that count something")
    return [int(item) for item in items]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, np.ndarray):
        value = value.flat
    for member in value:
        if isinstance(member, (list, tuple)):
            yield from _leaves(member)
        else:
            yield member


def _is_whole(value: Any) -> bool:
    is_number = isinstance(value, (int, float, np.integer, np.floating))
    return is_number and -LARGEST < value < LARGEST and int(value) == value


def _text(value: Any) -> int | None:
    return int(value) if isinstance(value, str) and len(value) < SHORT_TEXT else None


_READINGS: dict[str, Callable[[Any], Any]] = {
    "items-of-count": lambda value: sum(_items(value)),
    "factors-of-count": lambda value: math.prod(_items(value)),
    "count-as-text": _text,
}


def _fraction(values: Sequence[float | None], right: Sequence[int]) -> KnownError | None:
    """A simple fraction of the right count, which isn't whole everywhere."""
    if None in values or not all(map(math.isfinite, values)) or not all(right):
        return None
    ratio = Fraction(values[0] / right[0]).limit_denominator(SIMPLE)
    # Quotients, for a multiple of a float can be too large for one.
    pairs = zip(values, right, strict=True)
    if ratio in (0, 1) or not all(math.isclose(v / r, ratio, rel_tol=1e-12) for v, r in pairs):
        return None
    return KnownError("fraction-of-count", facts={"number": str(ratio)})


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
        others = [name for name in names if name != place and right.depends_on(place)]
        for one, other in permutations(others, 2):
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
