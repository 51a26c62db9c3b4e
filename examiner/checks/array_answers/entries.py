"""Entries: each array of an answer, with the array of the definition."""

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
from ..tolerances import close, has_single_precision, is_single, with_defaults
from .cases import Case, Definition

Part = int | str | None  # an index or a key of the value; None for the whole value
Place = tuple[int, int, int]  # the numbers of the case, of the call in it, and of the output
MIN_DIGITS, MAX_DIGITS = 6, 17  # digits of a number in a message
ONE_DIGIT = 1e-2  # a larger relative difference shows at most one common digit, or two
NEARLY = 1e-3  # a larger relative difference is no matter of precision
REAL = "biuf"  # kinds of dtypes
MARGIN = 10.0  # a difference of so many tolerances is no matter of rounding
ROUNDING = 1e-13  # a smaller number means 0, if the other number is larger than NEARLY


@dataclass(frozen=True)
class Entry:
    """An array of an answer: one output of one call.

    Attributes:
        where: The name of the case, with the number of the call if the case has several.
        output: The name of the output; "" if there is only one.
        answer: The array, of any shape, or the message that says why there is none.
        value: The value from which the array was made.
        expected: The array of the definition.
        place: The place of the entry. Values are looked up by it.
        part: The part of the call's value that is this output.
        case: The case.
        weight: The weight of the entry.
        float32: True if single precision is enough.
    """

    where: str
    output: str
    answer: np.ndarray | Message
    value: Any
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
        """The answer's array.

        Raises:
            TypeError: There is no array (see `is_there`).
        """
        if isinstance(self.answer, Message):
            raise TypeError(f"there is no array: {self.answer}")
        return self.answer

    @property
    def is_limited(self) -> bool:
        """True if the case has a time limit of its own. Then mutants may be slow there, too."""
        return self.case.seconds is not None

    @property
    def has_right_shape(self) -> bool:
        return self.is_there and self.array.shape == self.expected.shape

    @cached_property
    def is_right(self) -> bool:
        return self.has_right_shape and self._agrees_everywhere(self.expected)

    @cached_property
    def _most_wrong(self) -> tuple[int, float, float, float] | None:
        """The answer's number that differs most from the right one, if its numbers are real.

        A tuple: the number's index in the flat array, the number, and its relative and absolute
        tolerance. In an array of another shape, it is the last number.
        """
        if not self.is_there or not self.array.size or self.array.dtype.kind not in REAL:
            return None
        index, own = self.array.size - 1, None
        if self.has_right_shape and self.expected.dtype.kind in REAL:
            with np.errstate(all="ignore"):
                index = int(np.argmax(np.abs(self.array - self.expected.astype(float))))
        if self.has_right_shape and self.case.atol is not None:
            own = np.broadcast_to(self.case.atol, self.array.shape).item(index)
        rtol, atol = with_defaults(self.case.rtol, own, float32=self.float32)
        return index, float(self.array.item(index)), rtol, float(atol)

    def _misses(self, expected: np.ndarray) -> bool:
        """Check whether the most wrong number differs by far more than the tolerances.

        A wrong answer is compared with thousands of mutants, and nearly all differ from it there.

        Args:
            expected: An array of the answer's shape.
        """
        if self._most_wrong is None or expected.dtype.kind not in REAL:
            return False
        index, number, rtol, atol = self._most_wrong
        other = float(expected.item(index))
        allowed = MARGIN * (atol + rtol * abs(other))
        return math.isfinite(other) and not abs(number - other) <= allowed  # also if it is NaN

    def agrees(self, expected: np.ndarray | None, *, undefined: bool = False) -> bool:
        """Check whether the answer's array is `expected`.

        Args:
            expected: An array, of any shape; None for an answer that raises.
            undefined: True if NaN in `expected` agrees with NaN and with 0. A misconception may
                lead to 0/0, and code may guard against that.
        """
        if expected is None or not self.is_there:
            return expected is None and not self.is_there
        if self.array.shape != expected.shape:
            return False
        return not self._misses(expected) and self._agrees_everywhere(expected, undefined=undefined)

    def _agrees_everywhere(self, expected: np.ndarray, *, undefined: bool = False) -> bool:
        """As `agrees`, but compare all numbers."""
        if (self.array.dtype == bool) != (expected.dtype == bool):
            return False
        guarded = None
        if undefined and (nan := np.isnan(expected)).any():
            guarded = nan & (np.isnan(self.array) | (self.array == 0))
        return self._everywhere_close(self.array, expected, guarded)

    def hides(self, candidate: np.ndarray | None) -> bool:
        """Check whether a mutant doesn't show here: its array `candidate` is the right one."""
        if candidate is None or candidate.shape != self.expected.shape:
            return False
        return self._everywhere_close(candidate, self.expected)

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        """Compare the answer's array with another one, number by number."""
        single = self.float32 and has_single_precision(self.array, expected)
        return self._close(self.array, expected, single)

    def _close(self, array: np.ndarray, expected: np.ndarray, float32: bool) -> np.ndarray:
        # A tolerance for each number fits only arrays of the right shape.
        atol = self.case.atol if array.shape == self.expected.shape else None
        return close(array, expected, float32=float32, atol=atol, rtol=self.case.rtol)

    def _everywhere_close(
        self, array: np.ndarray, expected: np.ndarray, exempt: np.ndarray | None = None
    ) -> bool:
        if self.case.atol is None and self.case.rtol is None and _end_differently(array, expected):
            return False

        def agree(float32: bool) -> bool:
            near = self._close(array, expected, float32)
            return bool((near if exempt is None else near | exempt).all())

        if agree(False):
            return True
        # `has_single_precision` is slow: call it last.
        return self.float32 and agree(True) and has_single_precision(array, expected)

    def differences(self, *, named: bool) -> list[Message]:
        """Describe how the answer differs from the definition.

        Args:
            named: True if a misconception explains the difference. Then no message guesses at the
                precision.

        Returns:
            The messages.
        """
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
    def type_issue(self) -> Message | None:
        """The message on a right answer that isn't an array, but a list, for example."""
        if not self.is_there or not self.expected.ndim or isinstance(self.value, np.ndarray):
            return None
        return Message("array-type", {"kind": type(self.value).__name__})


@dataclass(frozen=True)
class ArrayComparison:
    """The definition and the cases with which the check compares an answer.

    Attributes:
        definition: A right answer, from which generic mutants are made.
        cases: The cases.
        case_names: The names of the cases.
        truth: The right values: for each case, the value of each call.
        outputs: Name of each output -> its weight.
        parts: The part of a call's value that is each output; None for a single array.
        float32: True if single precision is enough.
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
        """Call the oracle in all cases.

        Args:
            oracle: The definition.
            cases: Name -> case.
            outputs: Name of each output -> its weight; None for equal weights.
            float32: True if single precision is enough.
            definition: The right answer from which generic mutants are made; the oracle by default.

        Returns:
            The comparison.

        Raises:
            ValueError: The oracle returns other outputs than the named ones.
        """
        truth = [list(case.follow(case.oracle or oracle)) for case in cases.values()]
        value = truth[0][0]
        parts: list[Part] = [None]
        if isinstance(value, dict):
            outputs = outputs or dict.fromkeys(value, 1.0)
            parts = list(outputs)
            if missing := set(outputs) - set(value):
                missing_names = ", ".join(sorted(missing))
                raise ValueError(f"the oracle returns no {missing_names}: correct outputs=")
        elif outputs:
            parts = list(range(len(outputs)))
            if len(value) != len(outputs):
                raise ValueError(
                    f"the oracle returns {len(value)} arrays, but outputs= names {len(outputs)}"
                )
        listed, names = list(cases.values()), list(cases)
        return cls(definition or oracle, listed, names, truth, outputs or {"": 1.0}, parts, float32)

    @cached_property
    def names(self) -> list[str]:
        """The names of the arguments, or "argument 1", … if the definition has no names."""
        parameters = list(inspect.signature(self.definition).parameters.values())
        named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        count = max(len(case.arguments) for case in self.cases)
        return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]

    def entries(self, outcomes: Sequence[Sequence[Outcome]]) -> list[Entry]:
        """Make the entries of an answer.

        Args:
            outcomes: For each case, the outcomes of its calls; empty if it wasn't called.

        Returns:
            An entry for each output of each call.
        """
        entries = []
        for i, case in enumerate(self.cases):
            for k, outcome in enumerate(outcomes[i]):
                call = f", call {k + 1}" if case.calls > 1 else ""
                where, read = f"{self.case_names[i]}{call}", self.read(outcome)
                for j, (output, share) in enumerate(self.outputs.items()):
                    (answer, value), part = read[j], self.parts[j]
                    expected = part_of(self.truth[i][k], part)
                    if expected.dtype == bool:
                        answer = as_bools(answer)
                    weight = case.weight * share / case.calls
                    rest = ((i, k, j), part, case, weight, self.float32)
                    entries.append(Entry(where, output, answer, value, expected, *rest))
        return entries

    def read(self, outcome: Outcome) -> list[tuple[np.ndarray | Message, Any]]:
        """Read the arrays from the outcome of a call.

        Args:
            outcome: The outcome.

        Returns:
            For each output, a pair. The first item is the array, or a message with the reason why
            there is none. The second is the value that the answer returned for this output.
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


def _end_differently(array: np.ndarray, expected: np.ndarray) -> bool:
    """Check whether the last numbers differ by far more than the tolerances, which is quick."""
    if not array.size or "c" in (array.dtype.kind, expected.dtype.kind):
        return False
    got, right = array.item(-1), expected.item(-1)
    return bool(abs(got - right) > NEARLY * (1 + abs(right)))


def as_bools(answer: np.ndarray | Message) -> np.ndarray | Message:
    """Convert zeros and ones to booleans; return any other answer unchanged."""
    if isinstance(answer, Message) or not np.isin(answer, (0, 1)).all():
        return answer
    return answer.astype(bool)


def part_of(value: Any, part: Part) -> np.ndarray:
    """Return a part of a call's value as an array; the whole value if `part` is None."""
    return np.asarray(value if part is None else value[part])


# --- differences between numbers -----------------------------------------------------------------


def difference(
    got: np.ndarray, expected: np.ndarray, same: np.ndarray, atol: Any = None
) -> Message | None:
    """Describe the first number in which two arrays differ.

    Args:
        got: The answer's array.
        expected: The right array, of the same shape.
        same: True for each number that counts as right, in the same shape.
        atol: As in `tolerances.close`.

    Returns:
        The message, with enough digits to distinguish the two numbers; None if all are right.
    """
    differs = np.argwhere(~same)
    if not len(differs):
        return None
    if got.size > 1 and got.dtype.kind in "fc" and np.isnan(got).all():
        return Message("all-nan")
    index = tuple(int(i) for i in differs[0])
    zero = ROUNDING if atol is None else min(ROUNDING, np.broadcast_to(atol, got.shape)[index])
    number, right = got[index], expected[index]
    if got.dtype == bool:
        values = str(number), str(right)
    elif np.isnan(number):
        values = "nan", "" if np.isnan(right) else f"{right:.{MIN_DIGITS}g}"
    elif right.dtype.kind == "f" and 0 < abs(right) < zero and abs(number) > NEARLY:
        values = f"{number:.{MIN_DIGITS}g}", "0 (up to rounding)"
    else:
        for digits in range(MIN_DIGITS, MAX_DIGITS + 1):
            values = f"{number:.{digits}g}", f"{right:.{digits}g}"
            if values[0] != values[1]:
                break
    facts: dict[str, Any] = {"got": values[0], "expected": values[1]}
    if got.size > 1:
        facts |= {"index": index, "differing": len(differs), "size": got.size}
    return Message("numbers-differ", facts)


def imprecision(got: np.ndarray, expected: np.ndarray, same: np.ndarray) -> Message | None:
    """Describe an array that would be right with more digits.

    Args:
        got: The answer's array.
        expected: The right array, of the same shape.
        same: True for each number that counts as right, in the same shape.

    Returns:
        The message; None if the array is wrong in another way.
    """
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or not got.any():
        return None
    whole = got.dtype.kind in "iu"
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if not (np.isfinite(got).all() and np.isfinite(expected).all() and expected.any()):
        return None
    largest = float(np.max(np.abs(got - expected)) / np.max(np.abs(expected)))
    for places in range(9):
        # A single number with one digit agrees by chance.
        if places and got.size == 1 and largest > ONE_DIGIT:
            break
        if np.array_equal(got, np.round(expected, places)):
            return Message("rounded", {"places": places})
    if whole:  # an integer that is off by one is near the right one, but not for lack of digits
        return None
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
