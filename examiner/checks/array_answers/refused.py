"""Answers that earn nothing at all: they raise, are what is there already, or were got by a method
that the question excludes: a derivative that was taken numerically.

A formula gives about 15 digits, a difference of function values fewer. So does a formula with a
small number in a denominator, or of rounded numbers, or in single precision: where a mistake in the
problem's text gives the same digits, nothing excluded was done. Else single precision is no excuse,
since a difference can be rounded to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...findings.known_error import Says
from ..tolerances import EXACT
from ..verdict import Finding
from .cases import Case
from .differences import imprecision
from .entries import Entry, Question
from .variants import Values, Variant


def refusal(
    entries: Sequence[Entry],
    question: Question,
    there: Mapping[str, Values],
    by_formulas: Sequence[Variant] | None,
    points: float,
) -> Finding | None:
    """Why an answer earns nothing at all.

    by_formulas: where the question excludes numerical differentiation, the variants that it names.
    """
    about, why = Says("whole"), None
    reasons = {None if entry.is_there else entry.answer for entry in entries}
    if len(reasons) == 1:
        (why,) = reasons
    why = why or _already_there(entries, there)
    if not why and by_formulas is not None:
        about, why = Says("the-method"), _excluded_method(entries, question.cases, by_formulas)
    return Finding.of(about, why, max_points=points) if why else None


def _already_there(entries: Sequence[Entry], there: Mapping[str, Values]) -> Says | None:
    """What an answer is that differs nowhere from what is given, or was asked before; None if it
    does or is right.
    """
    if not all(entry.is_right for entry in entries):
        for words, values in there.items():
            if all(entry.agrees(values.at(entry)) for entry in entries):
                return Says("there-already", {"words": words})
    return None


def _excluded_method(
    entries: Sequence[Entry], cases: Sequence[Case], named: Sequence[Variant]
) -> Says | None:
    """What is said of an answer whose numbers show an excluded method; None for any other.

    named: the variants that the question names. One that gives an answer's numbers to all their
        digits explains why these aren't exact; one that gives all of them, what is wrong.
    """
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)
    inexact = [entry for entry in entries if _is_inexact(entry, scales[entry.place[0]])]
    if inexact:
        known = any(
            all(_is_exactly(e, variant.array(e), scales[e.place[0]]) for e in inexact)
            for variant in named
        )
        names = [*filter(None, dict.fromkeys(entry.output for entry in inexact))]
        return None if known else Says("some-digits-only", {"whose": names or "your numbers"})
    for entry in entries:
        shows = entry.case.shows
        if shows and entry.has_right_shape and shows(entry.answer, entry.expected):
            return Says("method-excluded", {"words": entry.case.telltale})
    wrong = [entry for entry in entries if not entry.is_right]
    places = {entry.place[0] for entry in wrong}
    case = cases[places.pop()] if len(places) == 1 else None
    words = case.telltale if case and not case.shows else ""
    there = [*wrong, *(entry for entry in entries if entry.is_there)]
    if not words or any(all(e.agrees(each.array(e)) for e in there) for each in named):
        return None
    return Says("method-excluded", {"words": words})


def _is_inexact(entry: Entry, scale: float) -> bool:
    """Whether an array is right, or nearly, but lacks the digits of a computation by formulas."""
    if entry.case.atol is not None or not entry.has_right_shape:
        return False
    if entry.answer.dtype.kind != "f":
        return False
    if not entry.is_right:
        reason = imprecision(entry.answer, entry.expected, entry.close_to(entry.expected))
        why = reason.facts.get("why") if reason and reason.id == "some-digits" else "other"
        return why in (None, "float32")
    return not _is_exactly(entry, entry.expected, scale)


def _is_exactly(entry: Entry, array: np.ndarray | None, scale: float) -> bool:
    """Whether an answer is this array but for the rounding of float64."""
    if array is None or array.shape != entry.answer.shape:
        return False
    return bool(np.max(np.abs(entry.answer - array), initial=0.0) <= EXACT * scale)
