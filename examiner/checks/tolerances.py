"""The tolerances of the checks, each with its reason.

Bounds that belong to one property of a question stand with that property.
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
# An answer may compute one step in float32 and the rest in float64. These are the errors from a few
# float32 roundings and from many, relative to the largest entry. Many roundings err to both sides.
FEW_ROUNDINGS, MANY_ROUNDINGS = 3e-7, 1e-5
# A second call with the same arguments may only sum in another order.
RTOL_AGAIN, ATOL_AGAIN = 1e-5, 1e-8
# Outputs this close to each other count as one constant, even if a question tolerates more.
ALIKE = 1e-2
# For questions that exclude numerical differentiation. Relative to the largest entry, exact
# derivatives in float64 agree to about 1e-14. Differences of function values usually agree to 1e-9,
# and at best to 1e-12.
EXACT = 3e-12
# A right Monte-Carlo estimate is off by more standard errors than this once in 1.7 million runs.
SIGMAS = 5.0


def with_defaults(rtol: float | None, atol: Any, *, float32: bool) -> tuple[float, Any]:
    """Return a relative and an absolute tolerance; a default replaces None.

    Args:
        rtol: The relative tolerance, if the question sets one.
        atol: The absolute tolerance, if the question sets one.
        float32: True for the defaults of single precision.
    """
    usual, least = (RTOL_FLOAT32, ATOL_FLOAT32) if float32 else (RTOL, ATOL)
    return usual if rtol is None else rtol, least if atol is None else atol


def close(
    got: np.ndarray,
    expected: np.ndarray,
    *,
    float32: bool = False,
    atol: Any = None,
    rtol: float | None = None,
) -> np.ndarray:
    """Compare two arrays of one shape, entry by entry. NaN agrees with nothing.

    Args:
        got: The array of an answer.
        expected: The right array.
        float32: True for the default tolerances of single precision.
        atol: An absolute tolerance, as a number or for each entry, if the question sets one.
        rtol: A relative tolerance, if the question sets one.

    Returns:
        An array of bools: True for each entry that agrees.
    """
    rtol, atol = with_defaults(rtol, atol, float32=float32)
    # np.isclose is slow for small arrays, and a wrong answer needs thousands of comparisons.
    expected = np.asarray(expected, dtype=np.result_type(expected, 1.0))
    with np.errstate(all="ignore"):
        near = np.abs(got - expected) <= atol + rtol * np.abs(expected)
        return (near & np.isfinite(expected)) | (got == expected)


def is_single(array: np.ndarray) -> bool:
    """Check whether an array has only single precision, even if its dtype is float64.

    The result of a float64 computation has digits that float32 can't hold.
    """
    if array.dtype != np.float64:
        return array.dtype == np.float32
    with np.errstate(all="ignore"):
        return bool(np.array_equal(array, array.astype(np.float32), equal_nan=True))


def has_single_precision(got: np.ndarray, expected: np.ndarray) -> bool:
    """Check whether an array is single, or differs from another as rounding to single would.

    Rounding makes tiny differences, or small differences to both sides. In contrast, a small number
    that is added to a denominator makes all entries too small.

    Args:
        got: The array of an answer.
        expected: The right array, of the same shape.
    """
    if is_single(got):
        return True
    with np.errstate(all="ignore"):
        beyond = (got - expected) * np.sign(expected) / np.max(np.abs(expected), initial=0.0)
        if (np.abs(beyond) <= FEW_ROUNDINGS).all():
            return True
        small = (np.abs(beyond) <= MANY_ROUNDINGS).all()
    return bool(small and (beyond > 0).any() and (beyond < 0).any())
