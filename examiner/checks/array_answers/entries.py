"""The arrays of an answer, one by one, each beside the array of the definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome, as_array, error_said, not_expected
from ..tolerances import close, has_single_precision
from .cases import Case
from .differences import difference, imprecision

Part = int | str | None
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Layout:
    """How an answer's value holds its arrays.

    parts: for each output its place in the tuple, or its key in the dict; None for a single array.
    shares: of each output, in the same order.
    """

    names: tuple[str, ...]
    parts: tuple[Part, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, value: Any, outputs: Mapping[str, float] | None) -> Layout:
        """The layout of what the oracle returns. ValueError if it has not the outputs named."""
        if isinstance(value, dict):
            shares = outputs or dict.fromkeys(value, 1.0)
            if missing := set(shares) - set(value):
                raise ValueError(f"the oracle gives no {', '.join(sorted(missing))}")
            return cls(tuple(shares), tuple(shares), tuple(shares.values()))
        if not outputs:
            return cls(("",), (None,), (1.0,))
        if len(value) != len(outputs):
            raise ValueError(f"the oracle gives {len(value)} arrays, and {len(outputs)} have names")
        return cls(tuple(outputs), tuple(range(len(outputs))), tuple(outputs.values()))

    def read(self, outcome: Outcome) -> list[tuple[np.ndarray | Says, Any]]:
        """For each array of one answer: it, or the reason why it is not there; and what was given
        for it.
        """
        value, count = outcome.value, len(self.names)
        if outcome.error is not None:
            return [(error_said(outcome.error), None)] * count
        if self.parts == (None,):
            return [(_array(value, "numbers"), value)]
        if isinstance(self.parts[0], str):
            if not isinstance(value, dict):
                keys = f"a dict with the keys {', '.join(self.names)}"
                return [(not_expected(keys, value), None)] * count
            return [
                (_array(value[name], "an array"), value[name])
                if name in value
                else (Says("no-such-key", {"key": repr(name)}), None)
                for name in self.names
            ]
        several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim)
        if several and len(value) == count:
            found = [(_array(part, "an array"), part) for part in value]
            if any(isinstance(array, np.ndarray) for array, _ in found):
                return found
        return [(not_expected(f"({', '.join(self.names)})", value), None)] * count


def _array(value: Any, wanted: str) -> np.ndarray | Says:
    array = as_array(value)
    return not_expected(wanted, value) if array is None else array


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
    answer: np.ndarray | Says
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

    def agrees(self, expected: np.ndarray | None, *, undefined: bool = False) -> bool:
        """Whether the answer is `expected`; None is an answer that raises.

        undefined: NaN, the 0/0 of a mistake, agrees with NaN and with the 0 of code that guards it.
        """
        if expected is None or not self.is_there:
            return expected is None and not self.is_there
        if self.answer.shape != expected.shape or self.is_bool != (expected.dtype == bool):
            return False
        guarded = None
        if undefined:
            guarded = np.isnan(expected) & (np.isnan(self.answer) | (self.answer == 0))
        return self._everywhere_close(self.answer, expected, guarded)

    @cached_property
    def is_right(self) -> bool:
        return self.agrees(self.expected)

    @property
    def is_there(self) -> bool:
        """Whether there is an array, right or wrong."""
        return isinstance(self.answer, np.ndarray)

    @property
    def is_limited(self) -> bool:
        """Whether the case has a time limit of its own: definitions may be slow there, too."""
        return self.case.seconds is not None

    @property
    def has_right_shape(self) -> bool:
        return self.is_there and self.answer.shape == self.expected.shape

    @property
    def is_bool(self) -> bool:
        return self.answer.dtype == bool

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        single = self.float32 and has_single_precision(self.answer, expected)
        return close(
            self.answer, expected, float32=single, atol=self.case.atol, rtol=self.case.rtol
        )

    def hides(self, candidate: np.ndarray | None) -> bool:
        """Whether a mistake that leads to `candidate` can't be seen here."""
        if candidate is None or candidate.shape != self.expected.shape:
            return False
        return self._everywhere_close(candidate, self.expected)

    def _everywhere_close(
        self, array: np.ndarray, expected: np.ndarray, or_where: np.ndarray | None = None
    ) -> bool:
        """Whether all numbers agree. Which precision they have takes long to tell, and is only
        asked where it matters."""
        how = {"atol": self.case.atol, "rtol": self.case.rtol}

        def agree(float32: bool) -> bool:
            near = close(array, expected, float32=float32, **how)
            return bool((near if or_where is None else near | or_where).all())

        if not agree(self.float32):
            return False
        return not self.float32 or has_single_precision(array, expected) or agree(False)

    def what_differs(self, *, named: bool) -> list[Says]:
        """named: whether a known error explains it. Then there is no guessing about the digits."""
        if not self.is_there:
            return [self.answer]
        if self.answer.shape != self.expected.shape:
            shapes = {"got": self.answer.shape, "expected": self.expected.shape}
            return [Says("array-shape", shapes)]
        if self.expected.dtype == bool and not self.is_bool:
            return [Says("number-for-bool")]
        if self.is_bool and self.expected.dtype != bool:
            return [Says("bools" if self.expected.ndim else "bool-for-number")]
        same = self.close_to(self.expected)
        digits = None if named else imprecision(self.answer, self.expected, same)
        differs = difference(self.answer, self.expected, same, self.case.atol)
        return [*filter(None, (digits, differs))]

    @property
    def issue_of_type(self) -> Says | None:
        """What is wrong with the type of a right answer: it is no array."""
        if not self.is_there or not self.expected.ndim or isinstance(self.given, np.ndarray):
            return None
        return Says("array-type", {"kind": type(self.given).__name__})


def entries_of(
    cases: Mapping[str, Case],
    outcomes: Sequence[Sequence[Outcome]],
    truth: Sequence[Sequence[Any]],
    layout: Layout,
    float32: bool,
) -> list[Entry]:
    """The arrays of all calls that there are outcomes of."""
    entries = []
    for i, (name, case) in enumerate(cases.items()):
        for k, outcome in enumerate(outcomes[i]):
            where = name if case.calls == 1 else f"{name}, call {k + 1}"
            for j, (answer, given) in enumerate(layout.read(outcome)):
                part, weight = layout.parts[j], case.weight * layout.shares[j] / case.calls
                expected, place = part_of(truth[i][k], part), (i, k, j)
                if expected.dtype == bool and is_of_zeros_and_ones(answer):
                    answer = answer.astype(bool)
                of_output = (layout.names[j], answer, given, expected, place, part)
                entries.append(Entry(where, *of_output, case, weight, float32))
    return entries


def is_of_zeros_and_ones(answer: np.ndarray | Says) -> bool:
    """Whether it is an array of these: as good as false and true."""
    return isinstance(answer, np.ndarray) and bool(np.isin(answer, (0, 1)).all())


def part_of(value: Any, part: Part) -> np.ndarray:
    return np.asarray(value if part is None else value[part])
