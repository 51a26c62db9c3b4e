"""Answers in which nothing is computed: a constant, or an argument given back.

Such an answer is right where the truth happens to be that: 0, or what was given. That is no part of
an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...findings.known_error import KnownError
from ..tolerances import ALIKE, RTOL_AGAIN, close
from .cases import Case, same
from .entries import Entry
from .variants import NOT_THERE, Variant


@dataclass(frozen=True)
class Uncomputed:
    """The outputs with something wrong in them in which nothing is computed, by number.

    reasons: what each is instead. An answer that is one number in all arrays of all cases is a
        constant, and one that is an argument in each computes nothing; or else an output is.
    worthless: those of them that earn nothing where they are right; of single outputs those that
        are right in no more than half of the cases.
    """

    reasons: Mapping[int, KnownError]
    worthless: frozenset[int]

    @classmethod
    def of(cls, entries: Sequence[Entry], cases: Sequence[Case]) -> Uncomputed:
        outputs: dict[int, list[Entry]] = {e.place[2]: [] for e in entries if not e.is_right}
        if reason := _one_number(entries) or _is_argument(entries, cases):
            return cls(dict.fromkeys(outputs, reason), frozenset(outputs))
        for entry in entries:
            if entry.place[2] in outputs:
                outputs[entry.place[2]].append(entry)
        reasons = {
            output: reason
            for output, found in outputs.items()
            if (reason := _one_number(found) or _same_always(found) or _is_argument(found, cases))
        }
        right = {n: sum(e.weight for e in found if e.is_right) for n, found in outputs.items()}
        worthless = (n for n in reasons if 2 * right[n] <= sum(e.weight for e in outputs[n]))
        return cls(reasons, frozenset(worthless))

    def variants(self) -> Iterator[Variant]:
        """What explains these outputs: they are what they are, which is no slip in an answer."""
        for reason in dict.fromkeys(self.reasons.values()):
            outputs = {output for output, each in self.reasons.items() if each == reason}

            def array(entry: Entry, outputs: set[int] = outputs) -> np.ndarray:
                if entry.place[2] not in outputs:
                    return entry.expected
                return entry.answer if entry.is_there else NOT_THERE

            yield Variant((reason,), array, earns=False)


def _one_number(entries: Sequence[Entry]) -> KnownError | None:
    """Arrays of several cases that are all one real number. What raises is none."""
    arrays = [entry for entry in entries if entry.is_there]
    if len({entry.place[0] for entry in arrays}) < 2:
        return None
    numbers = np.concatenate([np.ravel(entry.answer) for entry in arrays])
    if numbers.dtype.kind not in "biufc" or not numbers.size or not np.isfinite(numbers).all():
        return None
    if not close(numbers, np.full(numbers.shape, numbers[0]), atol=0.0, rtol=ALIKE).all():
        return None
    return KnownError("constant", facts={"value": f"{numbers[0].real:.6g}"})


def _same_always(entries: Sequence[Entry]) -> KnownError | None:
    arrays = [entry for entry in entries if entry.is_there]
    several = len({entry.place[0] for entry in arrays}) > 1
    alike = all(same(arrays[0].answer, entry.answer, rtol=RTOL_AGAIN) for entry in arrays)
    return KnownError("same-always") if several and alike else None


def _is_argument(entries: Sequence[Entry], cases: Sequence[Case]) -> KnownError | None:
    """Arrays of the first calls of several cases that are all arguments, or parts of one that is a
    tuple."""
    first = [e for e in entries if e.is_there and not e.place[1]]
    back = all(is_given(_parts(cases[entry.place[0]]), entry.answer) for entry in first)
    return KnownError("given-back") if len({e.place[0] for e in first}) > 1 and back else None


def _parts(case: Case) -> Iterator[Any]:
    for value in (*case.arguments, *case.keywords.values()):
        yield from value if isinstance(value, tuple) else (value,)


def is_given(arguments: Iterable[Any], value: Any) -> bool:
    """Whether a value is one of these arguments."""
    return any(
        not callable(each) and same(each, value, nan=False, rtol=RTOL_AGAIN) for each in arguments
    )
