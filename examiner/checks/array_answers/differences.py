"""How numbers differ, in words: where, by how much, and from which digit on."""

from __future__ import annotations

import math
import re

import numpy as np

from ...detail import solution
from ..tolerances import close, is_single

USUAL_DIGITS, ALL_DIGITS = 6, 17
# From here on two numbers are called nearly equal; what is farther off is no matter of precision.
NEARLY = 1e-3
ROUNDING = 1e-13  # of numbers like 1: beside a larger one, what is smaller than this means 0
AGREES = re.compile(r"agrees to about \d+ digits only")
NAN = " (no number: 0/0, ∞ − ∞ or 0 · ∞)"


def difference(got: np.ndarray, expected: np.ndarray, same: np.ndarray | None = None) -> str:
    """The first entry in which two arrays of one shape differ; "" if they agree."""
    differs = np.argwhere(~(close(got, expected) if same is None else same))
    if not len(differs):
        return ""
    index = tuple(int(i) for i in differs[0])
    values = _in_words(got[index], expected[index])
    if got.size == 1:
        return values
    where = f"[{', '.join(map(str, index))}]"
    if got.size > 1 and got.dtype.kind in "fc" and np.isnan(got).all():
        return f"you have nan everywhere{NAN}"
    return f"{len(differs)} of {got.size} entries differ; first {where}: {values}"


def _in_words(got: np.generic, expected: np.generic) -> str:
    if got.dtype == bool:
        return f"you have {got}{solution(f', expected {expected}')}"
    if np.isnan(got):
        wanted = "" if np.isnan(expected) else f", expected {_digits(expected, USUAL_DIGITS)}"
        return f"you have nan{NAN}{solution(wanted)}"
    if expected.dtype.kind == "f" and 0 < abs(expected) < ROUNDING and abs(got) > NEARLY:
        return f"you have {_digits(got, USUAL_DIGITS)}{solution(', expected 0 (up to rounding)')}"
    for digits in range(USUAL_DIGITS, ALL_DIGITS + 1):
        values = _digits(got, digits), _digits(expected, digits)
        if values[0] != values[1]:
            break
    return f"you have {values[0]}{solution(f', expected {values[1]}')}"


def _digits(value: np.generic, digits: int) -> str:
    return f"{value:.{digits}g}"


def imprecision(got: np.ndarray, expected: np.ndarray, same: np.ndarray) -> str:
    """In what way `got` is right but for its digits; "" where it is wrong in another way.

    same: the entries that count as right.
    """
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or not got.any():
        return ""
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if not (np.isfinite(got).all() and np.isfinite(expected).all() and expected.any()):
        return ""
    off = ~same
    if reason := _rounded(got, expected) or _lost(got, expected, off):
        return reason
    largest = float(np.max(np.abs(got - expected)) / np.max(np.abs(expected)))
    if not 0 < largest <= NEARLY:
        return ""
    agree = f"agrees to about {math.floor(-math.log10(largest))} digits only"
    with np.errstate(all="ignore"):
        relative = (np.abs(got) - np.abs(expected))[off] / np.abs(expected[off])
    if is_single(got) and np.max(np.abs(relative)) < 1e-5:
        return f"{agree}: it was computed in float32"
    if relative.size > 1 and (relative < 0).all():
        return f"{agree}, and all of it is too small: is a small number added to a denominator?"
    return agree


def _rounded(got: np.ndarray, expected: np.ndarray) -> str:
    if np.array_equal(got, np.trunc(expected)):
        return "cut to whole numbers"
    for places in range(9):
        if np.array_equal(got, np.round(expected, places)):
            return f"rounded to {places} decimal places" if places else "rounded to whole numbers"
    return ""


def _lost(got: np.ndarray, expected: np.ndarray, off: np.ndarray) -> str:
    """Whether the entries that are off are tiny ones that became 0."""
    sizes = np.abs(expected)
    if not off.any() or off.all() or got[off].any():
        return ""
    largest, others = float(sizes[off].max()), sizes[~off & (sizes > 0)]
    if largest > 1e-6 * float(sizes.max()) or (others.size and largest > others.min()):
        return ""
    tiny = solution(f"entries of {largest:.0e} and less", "tiny entries")
    return f"{tiny} are lost: yours are 0"
