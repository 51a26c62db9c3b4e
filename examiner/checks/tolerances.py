"""Every tolerance of the checks, each with its reason. (What a property of one question asks for, a
bound say, stands with that property.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

# Independent float64 implementations of the course's functions agree to 1e-12 relative; a wrong
# one differs by far more than 1e-7 at the test points.
RTOL = 1e-7
# Entries that cancel to zero carry rounding noise of about 1e-15 times the largest entry.
ATOL = 1e-9
# A right answer computed in float32 carries a relative error of about 1e-7 per operation.
RTOL_FLOAT32 = 1e-4
ATOL_FLOAT32 = 1e-5
# Where a part only was computed in float32, and what follows in float64: of the largest entry, what
# a few roundings can come to, and what many can, some to one side and some to the other.
FEW_ROUNDINGS, MANY_ROUNDINGS = 3e-7, 1e-5
# An answer that is asked again computes the same, but for the order of sums.
RTOL_AGAIN, ATOL_AGAIN = 1e-5, 1e-8
# Numbers that are no farther apart are one constant, whatever a question forgives.
ALIKE = 1e-2
# Where numerical differentiation is excluded: exact derivatives in float64 agree to about 1e-14 of
# the largest entry, differences of function values to 1e-9 or at the very best 1e-12.
EXACT = 3e-12
# A Monte-Carlo estimate that is right is farther off than this once in 1.7 million tries.
SIGMAS = 5.0


def close(
    got: np.ndarray,
    expected: np.ndarray,
    *,
    float32: bool = False,
    atol: Any = None,
    rtol: float | None = None,
) -> np.ndarray:
    """Where `got` agrees with `expected`; both of one shape. NaN agrees with nothing.

    atol, rtol: an absolute tolerance, a number or one for each entry, or a relative one, where a
        question pins another.
    """
    usual, least = (RTOL_FLOAT32, ATOL_FLOAT32) if float32 else (RTOL, ATOL)
    rtol = usual if rtol is None else rtol
    atol = least if atol is None else atol
    # np.isclose, without what makes it slow for small arrays: wrong answers need thousands of these
    expected = np.asarray(expected, dtype=np.result_type(expected, 1.0))
    with np.errstate(all="ignore"):
        near = np.abs(got - expected) <= atol + rtol * np.abs(expected)
        return (near & np.isfinite(expected)) | (got == expected)


def is_single(array: np.ndarray) -> bool:
    """Whether these are numbers of single precision, also where they were stored in double since.

    A float64 result of a float64 computation has digits that float32 can't hold.
    """
    if array.dtype != np.float64:
        return array.dtype == np.float32
    with np.errstate(all="ignore"):
        return bool(np.array_equal(array, array.astype(np.float32), equal_nan=True))


def has_single_precision(got: np.ndarray, expected: np.ndarray) -> bool:
    """Whether numbers are single, or differ from others of their shape as roundings to single do:
    hardly, or by little and some to one side and some to the other. What adds a small number to a
    denominator, say, makes all too small.
    """
    if is_single(got):
        return True
    with np.errstate(all="ignore"):
        beyond = (got - expected) * np.sign(expected) / np.max(np.abs(expected), initial=0.0)
        if (np.abs(beyond) <= FEW_ROUNDINGS).all():
            return True
        small = (np.abs(beyond) <= MANY_ROUNDINGS).all()
    return bool(small and (beyond > 0).any() and (beyond < 0).any())
