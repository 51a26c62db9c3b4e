"""Numbers by their value, for values of any type.

Notebooks include this file, so that the visible test below an answer accepts the same whole numbers
as the marking.
"""

# %%
# Numbers by their value, of any type.
import math
import numbers
from decimal import Decimal
from fractions import Fraction

import numpy as np

# Each operation on floats loses about 1e-16 of a value. A wrong formula differs by far more at the
# sizes of the checks.
WHOLE_WITHIN = Fraction(1, 10**9)  # relative
MAX_EXPONENT = 10_000  # decimal digits of a Decimal that is converted exactly


def real_number(value: object) -> int | float | Fraction | None:
    """Return the real number that a value holds; None for a bool and for anything else.

    >>> real_number(np.float32(0.5)), real_number(np.array(3)), real_number(Decimal("0.5"))
    (0.5, 3, Fraction(1, 2))
    """
    if isinstance(value, np.ndarray) and value.ndim == 0 and not np.ma.is_masked(value):
        value = value[()]
    if isinstance(value, np.ndarray) and value.ndim == 0:  # of dtype object, or masked
        value = None if np.ma.is_masked(value) else value.item()
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        exact = value.is_finite() and abs(value.adjusted()) < MAX_EXPONENT
        return Fraction(value) if exact else float(value)
    if isinstance(value, numbers.Complex) and value.imag == 0:
        return float(value.real)
    return None


def whole_number(value: object) -> int | None:
    """Return the whole number that a value equals, up to rounding; None if it equals none.

    >>> whole_number(119.99999999999999), whole_number(Fraction(8, 2)), whole_number(119.9)
    (120, 4, None)
    """
    number = real_number(value)
    if number is None or isinstance(number, int):
        return number
    if isinstance(number, float) and not math.isfinite(number):
        return None
    nearest = round(number)
    return nearest if is_near(number, nearest) else None


def is_near(number: int | float | Fraction, other: int | Fraction) -> bool:
    """Return whether a finite number equals another one, up to the rounding of floats."""
    return abs(Fraction(number) - other) <= WHOLE_WITHIN * max(Fraction(1), abs(Fraction(other)))
