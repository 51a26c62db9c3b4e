"""How numbers differ: where, by how much, and from which digit on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..tolerances import is_single

USUAL_DIGITS, ALL_DIGITS = 6, 17
# From here on two numbers are called nearly equal; what is farther off is no matter of precision.
NEARLY = 1e-3
ROUNDING = 1e-13  # of numbers like 1: beside a larger one, what is smaller than this means 0


def difference(
    got: np.ndarray, expected: np.ndarray, same: np.ndarray, atol: Any = None
) -> Says | None:
    """The first entry in which two arrays of one shape differ; None if they agree.

    same: the entries that count as right, in that shape. atol: as in `tolerances.close`.
    """
    differs = np.argwhere(~same)
    if not len(differs):
        return None
    if got.size > 1 and got.dtype.kind in "fc" and np.isnan(got).all():
        return Says("all-nan")
    index = tuple(int(i) for i in differs[0])
    nothing = ROUNDING if atol is None else min(ROUNDING, np.broadcast_to(atol, got.shape)[index])
    digits = _in_digits(got[index], expected[index], nothing)
    values = dict(zip(("got", "expected"), digits, strict=True))
    if got.size > 1:
        values |= {"index": index, "differing": len(differs), "size": got.size}
    return Says("numbers-differ", values)


def _in_digits(got: np.generic, expected: np.generic, nothing: float) -> tuple[str, str]:
    """Two numbers with as many digits as it takes to tell them apart; "" for an expected NaN.

    nothing: what is smaller is as good as 0."""
    if got.dtype == bool:
        return str(got), str(expected)
    if np.isnan(got):
        return "nan", "" if np.isnan(expected) else f"{expected:.{USUAL_DIGITS}g}"
    if expected.dtype.kind == "f" and 0 < abs(expected) < nothing and abs(got) > NEARLY:
        return f"{got:.{USUAL_DIGITS}g}", "0 (up to rounding)"
    for digits in range(USUAL_DIGITS, ALL_DIGITS + 1):
        values = f"{got:.{digits}g}", f"{expected:.{digits}g}"
        if values[0] != values[1]:
            break
    return values


def imprecision(got: np.ndarray, expected: np.ndarray, same: np.ndarray) -> Says | None:
    """In what way `got` is right but for its digits; None where it is wrong in another way.

    same: the entries that count as right. All three are of one shape.
    """
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or not got.any():
        return None
    whole = got.dtype.kind in "iu"
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if not (np.isfinite(got).all() and np.isfinite(expected).all() and expected.any()):
        return None
    for places in range(9):
        if np.array_equal(got, np.round(expected, places)):
            return Says("rounded", {"places": places})
    if whole:  # a count of one thing too many is near the right one, and lacks no digits
        return None
    largest = float(np.max(np.abs(got - expected)) / np.max(np.abs(expected)))
    if not 0 < largest <= NEARLY:
        return None
    facts = {"digits": math.floor(-math.log10(largest))}
    with np.errstate(all="ignore"):
        relative = ((np.abs(got) - np.abs(expected)) / np.abs(expected))[~same]
    if is_single(got) and np.max(np.abs(relative)) < 1e-5:
        facts["why"] = "float32"
    elif relative.size > 1 and (relative < 0).all():
        facts["why"] = "small"
    return Says("some-digits", facts)
