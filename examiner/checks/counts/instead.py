"""What came back in the place of a count, where it holds the right one: its items, or its text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

MAX_ITEMS = 1000
LARGEST = 2**64
SIMPLE = 12  # the denominator of a fraction
SHORT_TEXT = 100


def instead_of_a_count(values: Sequence[Any], right: Sequence[int]) -> str:
    """What all of these values are, if they hold the right counts; "" otherwise."""
    for read, message in _READINGS.items():
        found = [_tried(read, value) for value in values]
        if found == list(right):
            return message
    return _multiple([_tried(_number, value) for value in values], right)


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


_READINGS: dict[Callable[[Any], Any], str] = {
    lambda value: sum(_items(value)): "these are the items; the count is their sum",
    lambda value: math.prod(_items(value)): "these are the factors; the count is their product",
    _text: "the number is right, but it is written as text",
}


def _multiple(values: Sequence[float | None], right: Sequence[int]) -> str:
    """A simple fraction of the right count, which isn't whole everywhere."""
    if None in values or not all(map(math.isfinite, values)) or not all(right):
        return ""
    ratio = Fraction(values[0] / right[0]).limit_denominator(SIMPLE)
    # Quotients, for a multiple of a float can be too large for one.
    same = all(
        math.isclose(v / r, ratio, rel_tol=1e-12) for v, r in zip(values, right, strict=True)
    )
    if not same or ratio in (0, 1):
        return ""
    return "half the right count" if ratio == Fraction(1, 2) else f"{ratio} of the right count"
