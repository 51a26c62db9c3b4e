"""Telling a derivative that was taken numerically from one that was derived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .differences import AGREES, imprecision
from .entries import Entry
from .explain import Candidate
from .guess import Guess
from .tolerances import EXACT, is_single

DIFFERENCES = (
    "numerical differentiation, which the question excludes: your numbers are right to some digits"
    " only, as differences of function values are"
)


def excluded_method(entries: Sequence[Entry], guesses: Iterable[Guess]) -> str:
    """What is said of an answer whose numbers show an excluded method; "" for any other.

    guesses: what such methods lead to.
    """
    arrays = [e for e in entries if not isinstance(e.answer, str)]
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)
    if any(_is_inexact(entry, scales[entry.place[0]]) for entry in arrays):
        return DIFFERENCES
    wrong = {entry.place for entry in entries if not entry.is_right}
    candidates = [Candidate.of(guess, entries) for guess in guesses] if wrong else []
    everything = {entry.place for entry in entries}
    return next((c.label for c in candidates if c.explains(wrong, everything)), "")


def _is_inexact(entry: Entry, scale: float) -> bool:
    """Whether an array is right, or nearly, but lacks the digits of a computation by formulas."""
    if entry.atol is not None or entry.answer.dtype.kind != "f" or is_single(entry.answer):
        return False
    if not entry.is_right:
        reason = imprecision(entry.answer, entry.expected, entry.close_to(entry.expected))
        return AGREES.fullmatch(reason) is not None
    return bool(np.max(np.abs(entry.answer - entry.expected), initial=0.0) > EXACT * scale)
