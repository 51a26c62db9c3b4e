"""The arrays of an answer, one by one, each beside the array of the definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...detail import solution
from ..calls import Outcome, as_array, describe_error, describe_value
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

    def read(self, outcome: Outcome) -> list[tuple[np.ndarray | str, Any]]:
        """For each array of one answer: it, or the reason why it is not there; and what was given
        for it.
        """
        if outcome.error is not None:
            return [(describe_error(outcome.error), None)] * len(self.names)
        value = outcome.value
        if self.parts == (None,):
            return [(_array(value, "numbers"), value)]
        if isinstance(self.parts[0], str):
            return self._read_dict(value)
        several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim)
        if several and len(value) == len(self.names):
            found = [(as_array(part), part) for part in value]
            if all(array is not None for array, _ in found):
                return found
        wanted = f"expected ({', '.join(self.names)}), not {describe_value(value)}"
        return [(wanted, None)] * len(self.names)

    def _read_dict(self, value: Any) -> list[tuple[np.ndarray | str, Any]]:
        if not isinstance(value, dict):
            wanted = f"expected a dict with the keys {', '.join(self.names)}"
            return [(f"{wanted}, not {describe_value(value)}", None)] * len(self.names)
        return [
            (_array(value[name], "an array"), value[name])
            if name in value
            else (f"the dict has no {name!r}", None)
            for name in self.names
        ]


def _array(value: Any, wanted: str) -> np.ndarray | str:
    array = as_array(value)
    return f"expected {wanted}, not {describe_value(value)}" if array is None else array


@dataclass(frozen=True)
class Entry:
    """One array of the answer to one call.

    answer: the array, or the reason why there is none. expected: the array of the definition.
    place: the numbers of the case, of the call in it and of the output; values are looked up there.
    given: what the answer gave for the array.
    is_limited: whether the case has a time limit of its own: definitions may be slow there, too.
    """

    criterion: str
    output: str
    where: str
    answer: np.ndarray | str
    expected: np.ndarray
    place: Place
    part: Part
    weight: float
    atol: Any
    float32: bool
    given: Any = None
    rtol: float | None = None
    is_limited: bool = False

    def agrees(self, expected: np.ndarray | None, *, undefined: bool = False) -> bool:
        """Whether the answer is `expected`; None is an answer that raises.

        undefined: NaN, the 0/0 of a mistake, agrees with NaN and with the 0 of code that guards it.
        """
        if expected is None or isinstance(self.answer, str):
            return expected is None and isinstance(self.answer, str)
        if self.answer.shape != expected.shape or self.is_bool != (expected.dtype == bool):
            return False
        same = self.close_to(expected)
        if undefined:
            same |= np.isnan(expected) & (np.isnan(self.answer) | (self.answer == 0))
        return bool(same.all())

    def follows_from(self, other: np.ndarray | None) -> bool:
        """Whether the answer is what another definition leads to, NaN being NaN."""
        if other is None or isinstance(self.answer, str) or self.answer.shape != other.shape:
            return False
        if self.is_bool != (other.dtype == bool) or not np.isfinite(other).any():
            return False
        undefined = np.isnan(other) & np.isnan(self.answer)
        return bool((self.close_to(other) | undefined).all())

    @cached_property
    def is_right(self) -> bool:
        return self.agrees(self.expected)

    @property
    def has_right_shape(self) -> bool:
        return not isinstance(self.answer, str) and self.answer.shape == self.expected.shape

    @property
    def is_bool(self) -> bool:
        return self.answer.dtype == bool

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        single = self.float32 and has_single_precision(self.answer, expected)
        return close(self.answer, expected, float32=single, atol=self.atol, rtol=self.rtol)

    def hides(self, candidate: np.ndarray | None) -> bool:
        """Whether a mistake that leads to `candidate` can't be seen here."""
        if candidate is None or candidate.shape != self.expected.shape:
            return False
        return bool(close(candidate, self.expected, atol=self.atol, rtol=self.rtol).all())

    def what_differs(self, *, named: bool) -> str:
        """named: whether a mistake explains it. Then there is no guessing about the digits."""
        if isinstance(self.answer, str):
            return self.answer
        if self.answer.shape != self.expected.shape:
            wanted = solution(f", expected {self.expected.shape}")
            return f"its shape is {self.answer.shape}{wanted}"
        if self.is_bool != (self.expected.dtype == bool):
            return "true or false, where numbers are expected" + (
                "" if self.expected.ndim else ": how much, not whether"
            )
        same = self.close_to(self.expected)
        digits = "" if named else imprecision(self.answer, self.expected, same)
        return ": ".join(filter(None, (digits, difference(self.answer, self.expected, same))))

    @property
    def issue_of_type(self) -> str:
        """What is wrong with the type of a right answer: no array, or none of real numbers."""
        if isinstance(self.answer, str) or not self.expected.ndim:
            return ""
        if not isinstance(self.given, np.ndarray):
            return f"a {type(self.given).__name__}, where an array is asked for"
        if self.answer.dtype.kind == "c" and self.expected.dtype.kind != "c":
            return "complex numbers, where real ones are asked for"
        return ""


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
                output, part = layout.names[j], layout.parts[j]
                entries.append(
                    Entry(
                        criterion=f"{where}: {output}" if output else where,
                        output=output,
                        where=where,
                        answer=answer,
                        expected=part_of(truth[i][k], part),
                        place=(i, k, j),
                        part=part,
                        weight=case.weight * layout.shares[j] / case.calls,
                        atol=case.atol,
                        float32=float32,
                        given=given,
                        rtol=case.rtol,
                        is_limited=case.seconds is not None,
                    )
                )
    return entries


def part_of(value: Any, part: Part) -> np.ndarray:
    return np.asarray(value if part is None else value[part])
