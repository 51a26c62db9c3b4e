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
from ..calls import Outcome
from ..tolerances import ALIKE, RTOL_AGAIN, close
from .cases import Case, same
from .entries import Entry
from .variants import Values

GIVEN_BACK = Says("given-back")


def nothing_computed(
    entries: Sequence[Entry], cases: Sequence[Case], outcomes: Sequence[Sequence[Outcome]]
) -> dict[int, Says]:
    """What is said of the outputs with something wrong in them in which nothing is computed, by
    number.

    An answer that is one number in all arrays of all cases is a constant. So is an output that is
    the same in each case, if it is right in no more than half of them; or it is given back.
    """
    outputs: dict[int, list[Entry]] = {e.place[2]: [] for e in entries if not e.is_right}
    if reason := _one_number(entries) or _given_back(cases, outcomes):
        return dict.fromkeys(outputs, reason)
    for entry in entries:
        if entry.place[2] in outputs:
            outputs[entry.place[2]].append(entry)
    return {
        output: reason
        for output, found in outputs.items()
        if not _mostly_right(found) and (reason := _constant(found) or _is_argument(found, cases))
    }


def _given_back(cases: Sequence[Case], outcomes: Sequence[Sequence[Outcome]]) -> Says | None:
    """What is said of an answer that is one of the arguments in each case, several at least, in
    which it is anything.
    """
    rows = zip(cases, outcomes, strict=True)
    given = [(case, row[0].value) for case, row in rows if row and row[0].value is not None]
    if len(given) < 2:
        return None
    back = all(is_given((*c.arguments, *c.keywords.values()), value) for c, value in given)
    return GIVEN_BACK if back else None


def _is_argument(entries: Sequence[Entry], cases: Sequence[Case]) -> Says | None:
    """What is said of an output that is one of the arguments, or a part of one that is a tuple, in
    the first call of each case.
    """
    first = [e for e in entries if e.is_there and not e.place[1]]
    back = all(is_given(_parts(cases[entry.place[0]]), entry.answer) for entry in first)
    return GIVEN_BACK if len(first) > 1 and back else None


def _parts(case: Case) -> Iterator[Any]:
    for value in (*case.arguments, *case.keywords.values()):
        yield from value if isinstance(value, tuple) else (value,)


def is_given(arguments: Iterable[Any], value: Any) -> bool:
    """Whether a value is one of these arguments."""
    return any(
        not callable(each) and same(each, value, nan=False, rtol=RTOL_AGAIN) for each in arguments
    )


def _one_number(entries: Sequence[Entry]) -> Says | None:
    """What is said of arrays of several cases that are all one real number. What raises is none."""
    arrays = [entry for entry in entries if entry.is_there]
    if len({entry.place[0] for entry in arrays}) < 2:
        return None
    numbers = np.concatenate([np.ravel(entry.answer) for entry in arrays])
    if numbers.dtype.kind not in "biufc" or not numbers.size or not np.isfinite(numbers).all():
        return None
    if not close(numbers, np.full(numbers.shape, numbers[0]), atol=0.0, rtol=ALIKE).all():
        return None
    return Says("constant", {"value": numbers[0].real.item()})


def _mostly_right(entries: Sequence[Entry]) -> bool:
    right = sum(entry.weight for entry in entries if entry.is_right)
    return 2 * right > sum(entry.weight for entry in entries)


def _constant(entries: Sequence[Entry]) -> Says | None:
    arrays = [entry for entry in entries if entry.is_there]
    if reason := _one_number(entries):
        return reason
    same_everywhere = all(same(arrays[0].answer, entry.answer, rtol=RTOL_AGAIN) for entry in arrays)
    several = len({entry.place[0] for entry in arrays}) > 1
    return Says("same-always") if several and same_everywhere else None


def already_there(entries: Sequence[Entry], there: Mapping[str, Values]) -> Says | None:
    """What an answer is that differs nowhere from what is given, or was asked before; None if it
    does or is right.
    """
    if all(entry.is_right for entry in entries):
        return None
    for label, values in there.items():
        if all(entry.agrees(values.at(entry)) for entry in entries):
            return Says("there-already", {"words": label})
    return None
