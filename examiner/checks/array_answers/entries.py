"""The arrays of an answer, one by one, each beside the array of the definition."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...findings.diagnosis import Message
from ..calls import Outcome, as_array, error_message, not_expected
from ..tolerances import close, has_single_precision, is_single
from .cases import Case, Definition

Part = int | str | None
Place = tuple[int, int, int]
USUAL_DIGITS, ALL_DIGITS = 6, 17
# From here on two numbers are called nearly equal; what is farther off is no matter of precision.
NEARLY = 1e-3
ROUNDING = 1e-13  # of numbers like 1: beside a larger one, what is smaller than this means 0


@dataclass(frozen=True)
class Entry:
    """One array of the answer to one call.

    where: which call it was, in words.
    answer: the array, of any shape, or the reason why there is none.
    expected: the array of the definition, of the right shape.
    place: the numbers of the case, of the call in it and of the output; values are looked up there.
    given: what the answer gave for the array.
    """

    where: str
    output: str
    answer: np.ndarray | Message
    given: Any
    expected: np.ndarray
    place: Place
    part: Part
    case: Case
    weight: float
    float32: bool

    @property
    def name(self) -> str:
        return f"{self.where}: {self.output}" if self.output else self.where

    @property
    def is_there(self) -> bool:
        return isinstance(self.answer, np.ndarray)

    @property
    def array(self) -> np.ndarray:
        """The answer's array. Raises TypeError if there is none (see `is_there`)."""
        if isinstance(self.answer, Message):
            raise TypeError(f"there is no array: {self.answer}")
        return self.answer

    @property
    def is_limited(self) -> bool:
        """Whether the case has a time limit of its own: definitions may be slow there, too."""
        return self.case.seconds is not None

    @property
    def has_right_shape(self) -> bool:
        return self.is_there and self.array.shape == self.expected.shape

    @cached_property
    def is_right(self) -> bool:
        return self.agrees(self.expected)

    def agrees(self, expected: np.ndarray | None, *, undefined: bool = False) -> bool:
        """Whether the answer is `expected`; None is an answer that raises.

        undefined: NaN, the 0/0 of a mistake, agrees with NaN and with the 0 of code that guards it.
        """
        if expected is None or not self.is_there:
            return expected is None and not self.is_there
        if self.array.shape != expected.shape:
            return False
        if (self.array.dtype == bool) != (expected.dtype == bool):
            return False
        guarded = None
        if undefined:
            guarded = np.isnan(expected) & (np.isnan(self.array) | (self.array == 0))
        return self._everywhere_close(self.array, expected, guarded)

    def hides(self, candidate: np.ndarray | None) -> bool:
        """Whether a mistake that leads to `candidate` can't be seen here."""
        if candidate is None or candidate.shape != self.expected.shape:
            return False
        return self._everywhere_close(candidate, self.expected)

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        single = self.float32 and has_single_precision(self.array, expected)
        return self._close(self.array, expected, single)

    def _close(self, array: np.ndarray, expected: np.ndarray, float32: bool) -> np.ndarray:
        # Tolerances for each entry are for arrays of the right shape.
        atol = self.case.atol if array.shape == self.expected.shape else None
        return close(array, expected, float32=float32, atol=atol, rtol=self.case.rtol)

    def _everywhere_close(
        self, array: np.ndarray, expected: np.ndarray, or_where: np.ndarray | None = None
    ) -> bool:
        """Which precision numbers have takes long to tell, and is only asked where it matters."""

        def agree(float32: bool) -> bool:
            near = self._close(array, expected, float32)
            return bool((near if or_where is None else near | or_where).all())

        if agree(False):
            return True
        return self.float32 and agree(True) and has_single_precision(array, expected)

    def what_differs(self, *, named: bool) -> list[Message]:
        """named: whether a known error explains it. Then there is no guessing about the digits."""
        if isinstance(self.answer, Message):
            return [self.answer]
        if self.answer.shape != self.expected.shape:
            shapes = {"got": self.answer.shape, "expected": self.expected.shape}
            return [Message("array-shape", shapes)]
        is_bool, expects_bool = self.answer.dtype == bool, self.expected.dtype == bool
        if expects_bool and not is_bool:
            return [Message("number-for-bool")]
        if is_bool and not expects_bool:
            return [Message("bools" if self.expected.ndim else "bool-for-number")]
        same = self.close_to(self.expected)
        digits = None if named else imprecision(self.answer, self.expected, same)
        differs = difference(self.answer, self.expected, same, self.case.atol)
        return [*filter(None, (digits, differs))]

    @property
    def issue_of_type(self) -> Message | None:
        """What is wrong with the type of a right answer: it is no array."""
        if not self.is_there or not self.expected.ndim or isinstance(self.given, np.ndarray):
            return None
        return Message("array-type", {"kind": type(self.given).__name__})


@dataclass(frozen=True)
class ArrayComparison:
    """What an answer is compared with.

    definition: a right answer, of which variants are made.
    cases: with their names. truth: for each what its definition gives, call by call.
    outputs: the name of each array -> its share. parts: its place in the tuple, or its key in the
        dict; None for a single array.
    """

    definition: Definition
    cases: Sequence[Case]
    case_names: Sequence[str]
    truth: Sequence[Sequence[Any]]
    outputs: Mapping[str, float]
    parts: Sequence[Part]
    float32: bool

    @classmethod
    def of(
        cls,
        oracle: Definition,
        cases: Mapping[str, Case],
        outputs: Mapping[str, float] | None,
        float32: bool,
        definition: Definition | None = None,
    ) -> ArrayComparison:
        """definition: what variants are made of, where it isn't the oracle. ValueError if the
        oracle has not the outputs named."""
        truth = [list(case.follow(case.oracle or oracle)) for case in cases.values()]
        value = truth[0][0]
        parts: list[Part] = [None]
        if isinstance(value, dict):
            outputs = outputs or dict.fromkeys(value, 1.0)
            parts = list(outputs)
            if missing := set(outputs) - set(value):
                raise ValueError(f"the oracle gives no {', '.join(sorted(missing))}")
        elif outputs:
            parts, has = list(range(len(outputs))), f"{len(outputs)} have names"
            if len(value) != len(outputs):
                raise ValueError(f"the oracle gives {len(value)} arrays, and {has}")
        listed, names = list(cases.values()), list(cases)
        return cls(definition or oracle, listed, names, truth, outputs or {"": 1.0}, parts, float32)

    @cached_property
    def names(self) -> list[str]:
        """The names of the arguments; "argument 1", … where the definition doesn't say."""
        parameters = list(inspect.signature(self.definition).parameters.values())
        named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        count = max(len(case.arguments) for case in self.cases)
        return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]

    def entries(self, outcomes: Sequence[Sequence[Outcome]]) -> list[Entry]:
        """The arrays of all calls that there are outcomes of."""
        entries = []
        for i, case in enumerate(self.cases):
            for k, outcome in enumerate(outcomes[i]):
                calls = f", call {k + 1}" if case.calls > 1 else ""
                where, read = f"{self.case_names[i]}{calls}", self.read(outcome)
                for j, (output, share) in enumerate(self.outputs.items()):
                    (answer, given), part = read[j], self.parts[j]
                    expected = part_of(self.truth[i][k], part)
                    if expected.dtype == bool:
                        answer = as_bools(answer)
                    weight = case.weight * share / case.calls
                    of_place = ((i, k, j), part, case, weight, self.float32)
                    entries.append(Entry(where, output, answer, given, expected, *of_place))
        return entries

    def read(self, outcome: Outcome) -> list[tuple[np.ndarray | Message, Any]]:
        """For each array of one answer: it, or the reason why it is not there; and what was given
        for it.
        """
        value, names = outcome.value, list(self.outputs)

        def array(part: Any, wanted: str = "an array") -> tuple[np.ndarray | Message, Any]:
            found = as_array(part)
            return not_expected(wanted, part) if found is None else found, part

        if outcome.error is not None:
            return [(error_message(outcome.error), None)] * len(names)
        if self.parts[0] is None:
            return [array(value, "numbers")]
        if isinstance(self.parts[0], str):
            if isinstance(value, dict):
                return [
                    array(value[name])
                    if name in value
                    else (Message("no-such-key", {"key": repr(name)}), None)
                    for name in names
                ]
            keys = f"a dict with the keys {', '.join(names)}"
            return [(not_expected(keys, value), None)] * len(names)
        of_several = isinstance(value, np.ndarray) and value.ndim
        if (of_several or isinstance(value, (tuple, list))) and len(value) == len(names):
            found = list(map(array, value))
            if any(isinstance(each, np.ndarray) for each, _ in found):
                return found
        return [(not_expected(f"({', '.join(names)})", value), None)] * len(names)


def as_bools(answer: np.ndarray | Message) -> np.ndarray | Message:
    """Return zeros and ones as false and true; any other answer as it is."""
    if isinstance(answer, Message) or not np.isin(answer, (0, 1)).all():
        return answer
    return answer.astype(bool)


def part_of(value: Any, part: Part) -> np.ndarray:
    return np.asarray(value if part is None else value[part])


# --- how numbers differ: where, by how much, and from which digit on -----------------------------


def difference(
    got: np.ndarray, expected: np.ndarray, same: np.ndarray, atol: Any = None
) -> Message | None:
    """The first entry in which two arrays of one shape differ, with as many digits as it takes to
    tell the numbers apart; None if they agree.

    same: the entries that count as right, in that shape. atol: as in `tolerances.close`.
    """
    differs = np.argwhere(~same)
    if not len(differs):
        return None
    if got.size > 1 and got.dtype.kind in "fc" and np.isnan(got).all():
        return Message("all-nan")
    index = tuple(int(i) for i in differs[0])
    nothing = ROUNDING if atol is None else min(ROUNDING, np.broadcast_to(atol, got.shape)[index])
    one, other = got[index], expected[index]
    if got.dtype == bool:
        values = str(one), str(other)
    elif np.isnan(one):
        values = "nan", "" if np.isnan(other) else f"{other:.{USUAL_DIGITS}g}"
    elif other.dtype.kind == "f" and 0 < abs(other) < nothing and abs(one) > NEARLY:
        values = f"{one:.{USUAL_DIGITS}g}", "0 (up to rounding)"
    else:
        for digits in range(USUAL_DIGITS, ALL_DIGITS + 1):
            values = f"{one:.{digits}g}", f"{other:.{digits}g}"
            if values[0] != values[1]:
                break
    facts: dict[str, Any] = {"got": values[0], "expected": values[1]}
    if got.size > 1:
        facts |= {"index": index, "differing": len(differs), "size": got.size}
    return Message("numbers-differ", facts)


def imprecision(got: np.ndarray, expected: np.ndarray, same: np.ndarray) -> Message | None:
    """In what way `got` is right but for its digits; None where it is wrong in another way.

    same: the entries that count as right. All three are of one shape.
    """
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or not got.any():
        return None
    whole = got.dtype.kind in "iu"
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if not (np.isfinite(got).all() and np.isfinite(expected).all() and expected.any()):
        return None
    for places in range(9):
        if np.array_equal(got, np.round(expected, places)):
            return Message("rounded", {"places": places})
    if whole:  # a count of one thing too many is near the right one, and lacks no digits
        return None
    largest = float(np.max(np.abs(got - expected)) / np.max(np.abs(expected)))
    if not 0 < largest <= NEARLY:
        return None
    facts: dict[str, Any] = {"digits": math.floor(-math.log10(largest))}
    with np.errstate(all="ignore"):
        relative = ((np.abs(got) - np.abs(expected)) / np.abs(expected))[~same]
    if is_single(got) and np.max(np.abs(relative)) < 1e-5:
        facts["why"] = "float32"
    elif relative.size > 1 and (relative < 0).all():
        facts["why"] = "small"
    return Message("some-digits", facts)
