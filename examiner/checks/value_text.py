"""Values as text, without rounding errors: answers with equal values have equal texts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from .calls import Outcome, as_array

DIGITS = 6  # significant digits
NOISE = 1e-12  # relative to the largest number of an array; a smaller number is a rounding error
LARGE = 2**53  # floats can't represent all whole numbers beyond it
MAX_TEXT, MAX_NUMBERS = 1000, 5000  # characters of a text, and numbers of an array
MAX_ITEMS, MAX_DEPTH = 200, 4  # of lists and dicts


def value_text(value: Any, depth: int = 0) -> str:
    """Describe a value, with its numbers to six significant digits."""
    kind = type(value).__name__
    if depth > MAX_DEPTH:
        return kind
    if isinstance(value, Mapping):
        items = islice(value.items(), MAX_ITEMS)
        return ", ".join(
            sorted(f"{key!s:.100}: {value_text(each, depth + 1)}" for key, each in items)
        )
    if type(value) is int and abs(value) >= LARGE:
        return hex(value)[:MAX_TEXT]
    array = as_array(value)
    if array is None and isinstance(value, (list, tuple)):
        return f"[{', '.join(value_text(each, depth + 1) for each in value[:MAX_ITEMS])}]"
    if array is None:
        return repr(value[:MAX_TEXT]) if isinstance(value, str) else kind
    if array.dtype.kind == "c":
        return f"{value_text(array.real)} + i {value_text(array.imag)}"
    numbers = array.astype(float).ravel()
    size = np.abs(numbers[np.isfinite(numbers)]).max(initial=0.0)
    numbers = np.where(np.abs(numbers) <= NOISE * size, 0.0, numbers)[:MAX_NUMBERS].tolist()
    return f"{array.shape} {' '.join(f'{number:.{DIGITS - 1}e}' for number in numbers)}"


def outcome_text(outcome: Outcome) -> str:
    """Describe the value of a call, or the type of the error that ended it."""
    return value_text(outcome.value) if outcome.error is None else type(outcome.error).__name__
