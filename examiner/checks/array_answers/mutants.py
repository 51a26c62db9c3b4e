"""Variants: what the arrays of a right answer become by known errors.

A question names its own; several that are edits of one text may come together (`in_pairs`). An
answer in which nothing is computed is one as well (`Uncomputed`). The usual ones, which need no
line in a question, are in `usual`.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...findings.diagnosis import Diagnosis
from ..reference_code import combined_mutant, is_mutant, listed
from ..tolerances import ALIKE, RTOL_AGAIN, close
from .cases import Case, Definition, same
from .entries import Entry, Place, part_of

MAX_PAIRS = 1000  # of known errors that are tried together, the likeliest
NOT_THERE = np.empty((0,) * 6)  # agrees with no answer: the variant makes no sense for this array

Mistakes = Mapping[Diagnosis, Any]  # error -> the function that it leads to, or several


@dataclass(frozen=True)
class Mutant:
    """The right arrays changed by one known error, or by several together.

    array: for an entry the array that stands in its place then, of any shape; None if it raises.
    earns: whether it is an error in an answer that is otherwise right.
    definition: the function that the error leads to; None where that is unknown.
    everywhere: whether a right array speaks against it, if it would be changed. A factor, say, may
        be in some arrays alone.
    changed: of several errors, the places of the entries that each changes alone.
    by_question: whether the question names it, so that even a constant may be an answer with it.
    """

    errors: tuple[Diagnosis, ...]
    array: Callable[[Entry], np.ndarray | None]
    earns: bool = True
    definition: Definition | None = None
    everywhere: bool = False
    changed: Sequence[Set[Place]] = ()
    by_question: bool = False

    @classmethod
    def of(
        cls,
        errors: Iterable[Diagnosis],
        definition: Definition,
        cases: Sequence[Case],
        **more: Any,
    ) -> Mutant:
        """The variant that a definition gives in place of the right one."""
        values = Values(cases, definition).at
        return cls(tuple(errors), values, definition=definition, everywhere=True, **more)

    def errors_in(self, outputs: Set[int]) -> tuple[Diagnosis, ...]:
        """Those that show in these outputs; all, where that is unknown."""
        pairs = zip(self.errors, self.changed, strict=False)
        shown = tuple(e for e, places in pairs if outputs & {place[2] for place in places})
        return shown or self.errors


class Values:
    """What another definition gives, worked out for a case when it is first asked about."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._known: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """The array in the place of an entry, of any shape; None where the definition raises."""
        case, call, _ = entry.place
        if case not in self._known:
            self._known[case] = values = []
            with contextlib.suppress(Exception):  # call by call, up to where it raises
                for value in self._cases[case].follow(self._definition):
                    values.append(value)
        try:
            return numbers_of(part_of(self._known[case][call], entry.part))
        except (LookupError, TypeError, ValueError):
            return None


def numbers_of(array: np.ndarray) -> np.ndarray:
    """An array of numbers: integers beyond 64 bits as floats. What no float can be agrees with
    nothing.
    """
    if array.dtype.kind in "biufc":
        return array
    try:
        return array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return NOT_THERE


def of_question(mistakes: Mistakes, cases: Sequence[Case]) -> list[Mutant]:
    """The variants that a question names: one for each way to make an error."""
    return [
        Mutant.of([error], way, cases, by_question=True)
        for error, ways in mistakes.items()
        for way in listed(ways)
    ]


# --- several together ----------------------------------------------------------------------------


def in_pairs(
    variants: Sequence[Mutant],
    cases: Sequence[Case],
    entries: Sequence[Entry],
    wrong: set[Place],
    *,
    or_three: bool,
) -> Iterator[Mutant]:
    """Two errors in different places that together explain all that is wrong in usual cases, each
    of them in outputs that are wrong; or_three: else two beside the one that explains most outputs.
    """
    usual = [entry for entry in entries if not entry.is_limited]
    differing = [entry for entry in usual if entry.place in wrong]
    outputs = {entry.place[2] for entry in differing}
    if not outputs or not all(entry.is_there for entry in differing):
        return
    parts = []
    for each in variants:
        if is_mutant(each.definition):
            changed = {e.place for e in usual if not e.hides(each.array(e))}
            if changed and {place[2] for place in changed} <= outputs:
                disagrees = {
                    e.place for e in differing if not e.agrees(each.array(e), undefined=True)
                }
                parts.append(_Part(each, changed, disagrees))
    bases: list[list[_Part]] = [[]]
    if or_three and parts:
        best = max(parts, key=lambda part: len(outputs - {place[2] for place in part.disagrees}))
        bases += [[best]] if outputs - {place[2] for place in best.disagrees} else []
    for base in bases:
        together = [[*base, *pair] for pair in itertools.combinations(parts, 2)]
        together = [each for each in together if _show_in(each) == outputs]
        together.sort(key=lambda several: _unlikely(several, differing))
        explained = False
        for several in together[:MAX_PAIRS]:
            definition = combined_mutant([part.variant.definition for part in several])
            if definition is None:
                continue
            errors = [error for part in several for error in part.variant.errors]
            of_each = [part.changed for part in several]
            found = Mutant.of(errors, definition, cases, changed=of_each, by_question=True)
            if all(entry.agrees(found.array(entry), undefined=True) for entry in differing):
                explained = True
                yield found
        if explained:
            return


@dataclass(frozen=True)
class _Part:
    """An error that may be one of several.

    changed: the usual entries that it changes alone. disagrees: the wrong ones that are not as it
    makes them.
    """

    variant: Mutant
    changed: set[Place]
    disagrees: set[Place]


def _show_in(several: Sequence[_Part]) -> set[int]:
    """The outputs in which errors show together; none where one of them is there twice."""
    if len({part.variant.errors for part in several}) < len(several):
        return set()
    return {place[2] for part in several for place in part.changed}


def _unlikely(several: Sequence[_Part], differing: Sequence[Entry]) -> int:
    """In how many places errors explain nothing that each would explain alone."""
    found = 0
    for entry in differing:
        there = [part for part in several if entry.place in part.changed]
        found += not there or (len(there) == 1 and entry.place in there[0].disagrees)
    return found


# --- answers in which nothing is computed --------------------------------------------------------


@dataclass(frozen=True)
class Uncomputed:
    """The outputs with something wrong in them in which nothing is computed, by number. What is
    right there is right by chance, where the truth is 0, say, or what was given: no part of an
    answer.

    reasons: what each is instead. An answer that is one number in all arrays of all cases is a
        constant, and one that is an argument in each computes nothing; or else an output is.
    worthless: those of them that earn nothing where they are right; of single outputs those that
        are right in no more than half of the cases.
    """

    reasons: Mapping[int, Diagnosis]
    worthless: Set[int]

    @classmethod
    def of(cls, entries: Sequence[Entry], cases: Sequence[Case]) -> Uncomputed:
        outputs = dict.fromkeys(e.place[2] for e in entries if not e.is_right)
        if reason := _not_computed(entries, cases):
            return cls(dict.fromkeys(outputs, reason), outputs.keys())
        reasons, worthless = {}, set()
        for output in outputs:
            found = [e for e in entries if e.place[2] == output]
            if reason := _not_computed(found, cases, one_output=True):
                reasons[output] = reason
                right = sum(e.weight for e in found if e.is_right)
                if 2 * right <= sum(e.weight for e in found):
                    worthless.add(output)
        return cls(reasons, worthless)

    def variants(self) -> Iterator[Mutant]:
        """What explains these outputs: they are what they are, which is no slip in an answer."""
        for reason in dict.fromkeys(self.reasons.values()):
            outputs = {output for output, each in self.reasons.items() if each == reason}

            def array(entry: Entry, outputs: set[int] = outputs) -> np.ndarray:
                if entry.place[2] not in outputs:
                    return entry.expected
                return entry.array if entry.is_there else NOT_THERE

            yield Mutant((reason,), array, earns=False)


def _not_computed(
    entries: Sequence[Entry], cases: Sequence[Case], *, one_output: bool = False
) -> Diagnosis | None:
    """What arrays of several cases are instead of computed: all one real number, of one output
    always the same, or in the first calls an argument, or a part of one that is a tuple. What
    raises is none of these."""
    arrays = [entry for entry in entries if entry.is_there]
    if len({entry.place[0] for entry in arrays}) < 2:
        return None
    numbers = np.concatenate([np.ravel(entry.array) for entry in arrays])
    is_number = numbers.dtype.kind in "biufc" and numbers.size and np.isfinite(numbers).all()
    first = np.full(numbers.shape, numbers[0]) if is_number else numbers
    if is_number and close(numbers, first, atol=0.0, rtol=ALIKE).all():
        return Diagnosis("constant", facts={"value": f"{numbers[0].real:.6g}"})
    if one_output and all(same(arrays[0].answer, e.answer, rtol=RTOL_AGAIN) for e in arrays):
        return Diagnosis("same-always")
    called = [entry for entry in arrays if not entry.place[1]]
    for entry in called:
        case = cases[entry.place[0]]
        parts: list[Any] = []
        for value in (*case.arguments, *case.keywords.values()):
            parts += value if isinstance(value, tuple) else (value,)
        if not is_given(parts, entry.answer):
            return None
    return Diagnosis("given-back") if len({e.place[0] for e in called}) > 1 else None


def is_given(arguments: Iterable[Any], value: Any) -> bool:
    return any(
        not callable(each) and same(each, value, nan=False, rtol=RTOL_AGAIN) for each in arguments
    )
