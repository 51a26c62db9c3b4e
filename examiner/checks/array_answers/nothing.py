"""Answers in which nothing is computed: a constant, an argument given back, or what is there
already.

Such an answer is right where the truth happens to be that: 0, or what was given. That is no part of
an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..tolerances import ALIKE, RTOL_AGAIN, close
from .cases import Case, same
from .entries import Entry
from .variants import Values

GIVEN_BACK = Says("given-back")


def nothing_computed(entries: Sequence[Entry], cases: Sequence[Case]) -> dict[int, Says]:
    """What is said of the outputs with something wrong in them in which nothing is computed, by
    number.

    An answer that is one number in all arrays of all cases is a constant, and one that is an
    argument in each computes nothing. So is an output that is the same in each case, or that is
    given back, if it is right in no more than half of them.
    """
    outputs: dict[int, list[Entry]] = {e.place[2]: [] for e in entries if not e.is_right}
    if reason := _one_number(entries) or _is_argument(entries, cases):
        return dict.fromkeys(outputs, reason)
    for entry in entries:
        if entry.place[2] in outputs:
            outputs[entry.place[2]].append(entry)
    return {
        output: reason
        for output, found in outputs.items()
        if 2 * sum(e.weight for e in found if e.is_right) <= sum(e.weight for e in found)
        and (reason := _one_number(found) or _same_always(found) or _is_argument(found, cases))
    }


def _one_number(entries: Sequence[Entry]) -> Says | None:
    """Arrays of several cases that are all one real number. What raises is none."""
    arrays = [entry for entry in entries if entry.is_there]
    if len({entry.place[0] for entry in arrays}) < 2:
        return None
    numbers = np.concatenate([np.ravel(entry.answer) for entry in arrays])
    if numbers.dtype.kind not in "biufc" or not numbers.size or not np.isfinite(numbers).all():
        return None
    if not close(numbers, np.full(numbers.shape, numbers[0]), atol=0.0, rtol=ALIKE).all():
        return None
    return Says("constant", {"value": f"{numbers[0].real:.6g}"})


def _same_always(entries: Sequence[Entry]) -> Says | None:
    arrays = [entry for entry in entries if entry.is_there]
    several = len({entry.place[0] for entry in arrays}) > 1
    alike = all(same(arrays[0].answer, entry.answer, rtol=RTOL_AGAIN) for entry in arrays)
    return Says("same-always") if several and alike else None


def _is_argument(entries: Sequence[Entry], cases: Sequence[Case]) -> Says | None:
    """Arrays of the first calls of several cases that are all arguments, or parts of one that is a
    tuple."""
    first = [e for e in entries if e.is_there and not e.place[1]]
    back = all(is_given(_parts(cases[entry.place[0]]), entry.answer) for entry in first)
    return GIVEN_BACK if len({e.place[0] for e in first}) > 1 and back else None


def _parts(case: Case) -> Iterator[Any]:
    for value in (*case.arguments, *case.keywords.values()):
        yield from value if isinstance(value, tuple) else (value,)


def is_given(arguments: Iterable[Any], value: Any) -> bool:
    """Whether a value is one of these arguments."""
    return any(
        not callable(each) and same(each, value, nan=False, rtol=RTOL_AGAIN) for each in arguments
    )


def already_there(entries: Sequence[Entry], there: Mapping[str, Values]) -> Says | None:
    """What an answer is that differs nowhere from what is given, or was asked before; None if it
    does or is right.
    """
    if not all(entry.is_right for entry in entries):
        for words, values in there.items():
            if all(entry.agrees(values.at(entry)) for entry in entries):
                return Says("there-already", {"words": words})
    return None
