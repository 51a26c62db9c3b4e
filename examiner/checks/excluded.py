"""Telling a derivative that was taken numerically from one that was derived."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .cases import Case
from .differences import AGREES, imprecision
from .entries import Entry
from .tolerances import EXACT, is_single

DIFFERENCES = (
    "numerical differentiation, which the question excludes: your numbers are right to some digits"
    " only, as differences of function values are"
)


def excluded_method(entries: Sequence[Entry], cases: Sequence[Case]) -> str:
    """What is said of an answer whose numbers show an excluded method; "" for any other."""
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)
    if any(_is_inexact(entry, scales[entry.place[0]]) for entry in entries):
        return DIFFERENCES
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
    return bool(np.max(np.abs(entry.answer - entry.expected), initial=0.0) > EXACT * scale)
