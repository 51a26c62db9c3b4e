"""What came back in the place of a count, where it holds the right one: its items, or its text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

MAX_ITEMS = 1000
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


def _items(value: Any) -> Iterator[int]:
    """The whole numbers in a list, a tuple, a set, a dict or an array. ValueError for others."""
    items = value.values() if isinstance(value, dict) else np.ravel(value).tolist()
    if isinstance(value, (str, bytes, int, float)) or len(items) > MAX_ITEMS:
        raise ValueError("no items")
    for item in items:
        number = Fraction(item)
        if number.denominator != 1:
            raise ValueError("not whole")
        yield int(number)


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
    same = all(
        math.isclose(v, ratio * r, rel_tol=1e-12) for v, r in zip(values, right, strict=True)
    )
    if not same or ratio in (0, 1):
        return ""
    return "half the right count" if ratio == Fraction(1, 2) else f"{ratio} of the right count"
