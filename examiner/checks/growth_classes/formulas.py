"""Formulas of growth: "log(T) + log(J)", "n_t*d**2 + n_t*n_s*d"."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Magnitude:
    """A positive number by its logarithm, a float of moderate size where the number itself (2^4096,
    say) is beyond all floats.
    """

    log2: float

    def __add__(self, other: Magnitude | float) -> Magnitude:
        low, high = sorted((self, _magnitude(other)))
        return Magnitude(high.log2 + math.log2(1 + 2 ** max(low.log2 - high.log2, -1000)))

    def __mul__(self, other: Magnitude | float) -> Magnitude:
        return Magnitude(self.log2 + _magnitude(other).log2)

    def __truediv__(self, other: Magnitude | float) -> Magnitude:
        return Magnitude(self.log2 - _magnitude(other).log2)

    def __pow__(self, power: float) -> Magnitude:
        return Magnitude(self.log2 * power)

    __radd__, __rmul__ = __add__, __mul__


def _magnitude(value: Magnitude | float) -> Magnitude:
    return value if isinstance(value, Magnitude) else Magnitude(math.log2(value))


def magnitude_of(formula: str, values: Mapping[str, int]) -> float:
    """The logarithm of a formula's value. values: of its names, larger than 1.

    ValueError for what is no sum, product, quotient or power of these, of positive numbers, and of
    log(…), max(…) and min(…) of such.
    """
    names = {name: _magnitude(value) for name, value in values.items()}
    functions = {"log": lambda x: _magnitude(x.log2), "max": max, "min": min}
    try:
        return _magnitude(eval(formula, {"__builtins__": functions}, names)).log2
    except (SyntaxError, NameError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(
            f"{formula!r} is no formula of growth in {set(values)}: {error}"
        ) from error
