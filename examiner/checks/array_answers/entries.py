"""The arrays of an answer, one by one, each beside the array of the definition."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome, as_array, error_said, not_expected
from ..tolerances import close, has_single_precision
from .cases import Case, Definition
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

        if agree(False):
            return True
        return self.float32 and agree(True) and has_single_precision(array, expected)

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


@dataclass(frozen=True)
class Question:
    """What an answer is compared with.

    definition: a right answer, of which variants are made.
    cases: by name. truth: for each what its definition gives, call by call.
    """

    definition: Definition
    cases: Sequence[Case]
    case_names: Sequence[str]
    truth: Sequence[Sequence[Any]]
    layout: Layout
    float32: bool

    @classmethod
    def of(
        cls,
        oracle: Definition,
        cases: Mapping[str, Case],
        outputs: Mapping[str, float] | None,
        float32: bool,
        definition: Definition | None = None,
    ) -> Question:
        """definition: what variants are made of, where it isn't the oracle."""
        truth = [list(case.follow(case.oracle or oracle)) for case in cases.values()]
        listed, names = list(cases.values()), list(cases)
        layout = Layout.of(truth[0][0], outputs)
        return cls(definition or oracle, listed, names, truth, layout, float32)

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
                where = f"{self.case_names[i]}{calls}"
                for j, (answer, given) in enumerate(self.layout.read(outcome)):
                    part, share = self.layout.parts[j], self.layout.shares[j]
                    expected = part_of(self.truth[i][k], part)
                    if expected.dtype == bool and is_of_zeros_and_ones(answer):
                        answer = answer.astype(bool)
                    of_output = (self.layout.names[j], answer, given, expected, (i, k, j), part)
                    weight = case.weight * share / case.calls
                    entries.append(Entry(where, *of_output, case, weight, self.float32))
        return entries


def is_of_zeros_and_ones(answer: np.ndarray | Says) -> bool:
    """Whether it is an array of these: as good as false and true."""
    return isinstance(answer, np.ndarray) and bool(np.isin(answer, (0, 1)).all())


def part_of(value: Any, part: Part) -> np.ndarray:
    return np.asarray(value if part is None else value[part])
