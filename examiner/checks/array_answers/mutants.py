"""Mutants: the arrays of a right answer, changed by misconceptions.

Each misconception of a question has a mutant for each effect. Mutations of one reference answer may
occur together (`combined_mutants`). An answer that computes nothing counts as a mutant as well
(`Uncomputed`). Generic mutants, which no question lists, are in `generic`.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...findings.diagnosis import Diagnosis
from ..reference_code import is_mutant
from ..tolerances import ALIKE, RTOL_AGAIN, close
from .cases import Case, Definition, same
from .entries import Entry, Place, part_of

MAX_COMBINATIONS = 1000  # combinations that are tried, the likeliest first
NO_MATCH = np.empty((0,) * 6)  # agrees with no answer: the mutant makes no sense for this array

Effects = Mapping[Diagnosis, Sequence[Any]]  # misconception -> its functions


@dataclass(frozen=True)
class Mutant:
    """A mutant: the right arrays, changed by one misconception or by several together.

    Attributes:
        errors: The misconceptions.
        array: A function of an entry: the mutant's array, of any shape; None if the mutant raises.
        earns: True if an answer with these misconceptions is otherwise right and earns points.
        definition: The mutant's function; None if it is unknown.
        everywhere: True if the misconception shows in all arrays that it can change. Then one
            counterexample refutes the mutant: an array that the mutant changes but that is right in
            the answer. False for a misconception that may be in some arrays only, such as a factor.
        changed: For each of several misconceptions: the places that it changes without the others.
        by_question: True if it is a mutant of the question. Then even a constant may match it.
    """

    errors: tuple[Diagnosis, ...]
    array: Callable[[Entry], np.ndarray | None]
    earns: bool = True
    definition: Definition | None = None
    everywhere: bool = False
    changed: Sequence[Set[Place]] = ()
    by_question: bool = False
    _hidden: dict[Place, bool] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        errors: Iterable[Diagnosis],
        definition: Definition,
        cases: Sequence[Case],
        **more: Any,
    ) -> Mutant:
        """Make a mutant from a function.

        Args:
            errors: The misconceptions.
            definition: The mutant's function.
            cases: The cases of the check.
            more: Further attributes.

        Returns:
            The mutant.
        """
        values = Values(cases, definition).at
        return cls(tuple(errors), values, definition=definition, everywhere=True, **more)

    def shows(self, entry: Entry) -> bool:
        """Check whether the misconceptions show at an entry: the mutant's array isn't right.

        The answer's own array doesn't matter, so a mutant with a function is compared only once.
        """
        if self.definition is None:
            return not entry.hides(self.array(entry))
        if entry.place not in self._hidden:
            self._hidden[entry.place] = entry.hides(self.array(entry))
        return not self._hidden[entry.place]

    def errors_in(self, outputs: Set[int]) -> tuple[Diagnosis, ...]:
        """Return the misconceptions that show in these outputs; all of them if that is unknown."""
        pairs = zip(self.errors, self.changed, strict=False)
        visible = tuple(e for e, places in pairs if outputs & {place[2] for place in places})
        return visible or self.errors


class Values:
    """The values of a definition, computed for each case when they are first needed."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._values: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """Return the array for an entry, of any shape; None if the definition raises."""
        case, call, _ = entry.place
        if case not in self._values:
            self._values[case] = values = []
            with contextlib.suppress(Exception):  # keep the values of the calls before
                for value in self._cases[case].follow(self._definition):
                    values.append(value)
        try:
            return as_numbers(part_of(self._values[case][call], entry.part))
        except (LookupError, TypeError, ValueError):
            return None


def as_numbers(array: np.ndarray) -> np.ndarray:
    """Convert integers beyond 64 bits to floats; return NO_MATCH if there are no numbers."""
    if array.dtype.kind in "biufc":
        return array
    try:
        return array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return NO_MATCH


def question_mutants(effects: Effects, cases: Sequence[Case]) -> list[Mutant]:
    """Make the mutants of a question: one for each function of each misconception."""
    return [
        Mutant.of([error], function, cases, by_question=True)
        for error, functions in effects.items()
        for function in functions
    ]


Combine = Callable[[Sequence[Mutant]], Mutant | None]


# --- combinations --------------------------------------------------------------------------------


def combined_mutants(
    mutants: Sequence[Mutant],
    combine: Combine,
    entries: Sequence[Entry],
    wrong: set[Place],
    *,
    or_three: bool,
) -> Iterator[Mutant]:
    """Combine two or three mutations that together explain all errors.

    Each mutation changes another place of the reference, and shows only in wrong outputs. Cases
    with their own time limit don't count.

    Args:
        mutants: The question's mutants.
        combine: Combines several mutants; None if they don't fit together.
        entries: All entries of the answer.
        wrong: The wrong places.
        or_three: True to try three if no two explain all errors. One of the three is the mutation
            that explains most outputs.

    Yields:
        The combinations that explain all errors.
    """
    unlimited = [entry for entry in entries if not entry.is_limited]
    differing = [entry for entry in unlimited if entry.place in wrong]
    outputs = {entry.place[2] for entry in differing}
    if not outputs or not all(entry.is_there for entry in differing):
        return
    kinds: dict[tuple[Diagnosis, ...], int] = {}
    candidates = []
    for each in mutants:
        if is_mutant(each.definition):
            changed = {e.place for e in unlimited if each.shows(e)}
            if changed and {place[2] for place in changed} <= outputs:
                kind = kinds.setdefault(each.errors, len(kinds))
                candidates.append(_Candidate.of(each, kind, changed, differing))
    bases: list[list[_Candidate]] = [[]]
    if or_three and candidates:
        best = max(candidates, key=lambda c: len(outputs - c.disagreeing))
        bases += [[best]] if outputs - best.disagreeing else []
    all_wrong, all_outputs = _bits(range(len(differing))), _bits(outputs)
    for base in bases:
        likely: list[tuple[float, tuple[_Candidate, ...]]] = []
        for pair in itertools.combinations(candidates, 2):
            several = (*base, *pair)
            number = _unlikely_places(several, all_wrong, all_outputs)
            if 2 * number <= len(differing):
                likely.append((number, several))
        likely.sort(key=lambda pair: pair[0])
        explained = False
        for _, several in likely[:MAX_COMBINATIONS]:
            combined = combine([each.mutant for each in several])
            if combined is None:
                continue
            if all(entry.agrees(combined.array(entry), undefined=True) for entry in differing):
                explained = True
                yield replace(combined, changed=[each.changed for each in several])
        if explained:
            return


@dataclass(frozen=True)
class _Candidate:
    """A mutant that may be part of a combination.

    A set of places or outputs is an integer with a bit for each number, for speed: an answer can
    have ten thousand combinations.

    Attributes:
        mutant: The mutant.
        kind: The number of its misconceptions.
        changed: The places that the mutant alone changes.
        disagreeing: The outputs with a wrong place at which the answer doesn't have the mutant's
            array.
        outputs: The outputs that the mutant changes.
        changed_wrong: The wrong places that the mutant changes, numbered among all wrong places.
        disagrees: The places of `changed_wrong` at which the answer doesn't have the mutant's
            array.
    """

    mutant: Mutant
    kind: int
    changed: Set[Place]
    disagreeing: Set[int]
    outputs: int
    changed_wrong: int
    disagrees: int

    @classmethod
    def of(
        cls, mutant: Mutant, kind: int, changed: Set[Place], differing: Sequence[Entry]
    ) -> _Candidate:
        """Compare a mutant with the wrong entries of an answer."""
        numbered = [*enumerate(differing)]
        disagrees = {n for n, e in numbered if not e.agrees(mutant.array(e), undefined=True)}
        changed_wrong = _bits(n for n, entry in numbered if entry.place in changed)
        return cls(
            mutant,
            kind,
            changed,
            {differing[n].place[2] for n in disagrees},
            _bits({place[2] for place in changed}),
            changed_wrong,
            _bits(disagrees) & changed_wrong,
        )


def _bits(numbers: Iterable[int]) -> int:
    """Return the integer with these bits; the numbers differ."""
    return sum(1 << number for number in numbers)


def _unlikely_places(several: Sequence[_Candidate], all_wrong: int, all_outputs: int) -> float:
    """Count the wrong places that a combination is unlikely to explain.

    At such a place, a single candidate shows, and its numbers differ from those of the answer.

    Args:
        several: The candidates.
        all_wrong: All wrong places.
        all_outputs: Their outputs.

    Returns:
        The number. It is infinite if the combination can't explain all errors: a misconception
        occurs twice, or the combination changes other outputs or leaves a wrong place right.
    """
    changed = shared = disagrees = outputs = 0
    for each in several:
        shared |= changed & each.changed_wrong
        changed |= each.changed_wrong
        disagrees |= each.disagrees
        outputs |= each.outputs
    if changed != all_wrong or outputs != all_outputs:
        return math.inf
    if len({each.kind for each in several}) < len(several):
        return math.inf
    return (disagrees & ~shared).bit_count()


# --- answers that compute nothing ----------------------------------------------------------------


@dataclass(frozen=True)
class Uncomputed:
    """The wrong outputs in which an answer computes nothing.

    Such an output is a constant, or returns an argument. If it is right somewhere, it is right by
    chance: the right value may be 0, for example.

    Attributes:
        reasons: Number of the output -> the reason. If the whole answer is a constant, or returns
            its arguments, all wrong outputs have that reason.
        worthless: The outputs that earn nothing, even if they are right in some cases. If the whole
            answer computes nothing, these are all wrong outputs. Otherwise they are the outputs
            that compute nothing and earn at most half of their weight from right cases.
    """

    reasons: Mapping[int, Diagnosis]
    worthless: Set[int]

    @classmethod
    def of(cls, entries: Sequence[Entry], cases: Sequence[Case]) -> Uncomputed:
        """Find the outputs in which an answer computes nothing."""
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

    def mutants(self) -> Iterator[Mutant]:
        """Make a mutant for each reason: it has the answer's own arrays in these outputs."""
        for reason in dict.fromkeys(self.reasons.values()):
            outputs = {output for output, each in self.reasons.items() if each == reason}

            def array(entry: Entry, outputs: set[int] = outputs) -> np.ndarray:
                if entry.place[2] not in outputs:
                    return entry.expected
                return entry.array if entry.is_there else NO_MATCH

            yield Mutant((reason,), array, earns=False)


def _not_computed(
    entries: Sequence[Entry], cases: Sequence[Case], *, one_output: bool = False
) -> Diagnosis | None:
    """Return the reason why arrays of several cases are not computed; None if they may be.

    There are three possible reasons:

    - All entries are the same number.
    - The array is the same in every case. This counts only if `one_output` is true.
    - The first call of each case returns an argument, or an item of a tuple among the arguments.

    Calls that raise don't count.
    """
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
    first_calls = [entry for entry in arrays if not entry.place[1]]
    for entry in first_calls:
        case = cases[entry.place[0]]
        parts: list[Any] = []
        for value in (*case.arguments, *case.keywords.values()):
            parts += value if isinstance(value, tuple) else (value,)
        if not is_given(parts, entry.answer):
            return None
    return Diagnosis("given-back") if len({e.place[0] for e in first_calls}) > 1 else None


def is_given(arguments: Iterable[Any], value: Any) -> bool:
    """Check whether a value is one of the arguments; functions among them don't count."""
    return any(
        not callable(each) and same(each, value, nan=False, rtol=RTOL_AGAIN) for each in arguments
    )
