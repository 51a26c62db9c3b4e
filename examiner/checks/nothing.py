"""Answers in which nothing is computed: a constant, or an argument given back.

Such an answer is right where the truth happens to be that: 0, or what was given. That is no part of
an answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .calls import Outcome
from .cases import Case, same
from .entries import Entry


def nothing_computed(
    entries: Sequence[Entry], cases: Sequence[Case], outcomes: Sequence[Sequence[Outcome]]
) -> str:
    """What is said of an answer that is one number in all arrays of all cases, or in each case the
    same argument; "" for any other, and where there is one case only.
    """
    if len(cases) < 2:
        return ""
    if (number := _constant(entries)) is not None:
        return f"it is {number:g} everywhere, whatever the arguments"
    count = min(len(case.arguments) for case in cases)
    for i in range(count):
        if all(_gives_back(case, row, i) for case, row in zip(cases, outcomes, strict=True)):
            return "it gives back one of its arguments as it is, and computes nothing"
    return ""


def _constant(entries: Sequence[Entry]) -> float | None:
    """The real number that all entries of all arrays are; None if there is none."""
    numbers = set()
    for entry in entries:
        if isinstance(entry.answer, str) or entry.answer.dtype.kind not in "iuf":
            return None
        if entry.answer.size:
            low, high = entry.answer.min(), entry.answer.max()
            numbers |= {float(low), float(high)}
        if len(numbers) > 1 or not np.isfinite(list(numbers)).all():
            return None
    return numbers.pop() if numbers else None


def _gives_back(case: Case, row: Sequence[Outcome], i: int) -> bool:
    if not row or row[0].error is not None:  # none where a call with a time limit is spared
        return False
    given = case.arguments[i]
    return not callable(given) and same(given, row[0].value, nan=False)
