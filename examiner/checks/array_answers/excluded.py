"""Telling a derivative that was taken numerically from one that was derived.

A formula gives about 15 digits, a difference of function values fewer. So does a formula with a
small number in a denominator, or of rounded numbers: where a mistake in the problem's text gives
the same digits, nothing excluded was done.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..tolerances import EXACT, is_single
from .cases import Case
from .differences import AGREES, imprecision
from .entries import Entry
from .slips import Slips

# What is known, and no more: the digits are missing, whatever became of them.
DIFFERENCES = (
    "with the right ones to some digits only, where a formula gives about 15: if you measured"
    " slopes, that is excluded here"
)


def excluded_method(entries: Sequence[Entry], cases: Sequence[Case], mistakes: Slips) -> str:
    """What is said of an answer whose numbers show an excluded method; "" for any other.

    mistakes: those of the problem's text. One that gives an answer's numbers to all their digits
        explains why these aren't exact.
    """
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)
    inexact = [entry for entry in entries if _is_inexact(entry, scales[entry.place[0]])]
    if inexact:
        known = any(
            all(_is_exactly(e, slip.values.at(e), scales[e.place[0]]) for e in inexact)
            for slip in mistakes.slips
        )
        names = " and ".join(filter(None, dict.fromkeys(entry.output for entry in inexact)))
        return "" if known else f"{names or 'your numbers'} agree {DIFFERENCES}"
    wrong = {entry.place[0] for entry in entries if not entry.is_right}
    return cases[wrong.pop()].telltale if len(wrong) == 1 else ""


def _is_inexact(entry: Entry, scale: float) -> bool:
    """Whether an array is right, or nearly, but lacks the digits of a computation by formulas."""
    if entry.atol is not None or not entry.has_right_shape:
        return False
    if entry.answer.dtype.kind != "f" or is_single(entry.answer):
        return False
    if not entry.is_right:
        reason = imprecision(entry.answer, entry.expected, entry.close_to(entry.expected))
        return AGREES.fullmatch(reason) is not None
    return not _is_exactly(entry, entry.expected, scale)


def _is_exactly(entry: Entry, array: np.ndarray | None, scale: float) -> bool:
    """Whether an answer is this array but for the rounding of float64."""
    if array is None or array.shape != entry.answer.shape:
        return False
    return bool(np.max(np.abs(entry.answer - array), initial=0.0) <= EXACT * scale)
