"""What may have gone wrong with an answer, as the arrays that it would lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..tolerances import ATOL
from .entries import Entry

NOT_THERE = np.empty((0,) * 6)  # agrees with no answer: the guess makes no sense for this array
AND = "; and "
MAX_AXES = 4  # of arrays whose axes are tried one by one


@dataclass(frozen=True)
class Guess:
    """What went wrong, perhaps, and for an entry the array that it would lead to.

    earns: whether it is a mistake in an answer that is otherwise right.
    definition: the function that the mistake leads to, where the guess comes from one.
    everywhere: whether a right array speaks against it, if it would be changed. A factor, say, may
        be in some arrays alone.
    slips: where it is several, what each is called and the numbers of the outputs that it changes.
    """

    label: str
    array: Callable[[Entry], np.ndarray | None]
    earns: bool = True
    definition: Callable[..., Any] | None = None
    everywhere: bool = False
    slips: Sequence[tuple[str, set[int]]] = ()

    def label_for(self, outputs: set[int]) -> str:
        """What went wrong in these outputs."""
        labels = [label for label, changed in self.slips if changed & outputs]
        return AND.join(labels) or self.label


def each_array(label: str, change: Callable[[Entry], Any], earns: bool = True) -> Guess:
    def array(entry: Entry) -> np.ndarray:
        with np.errstate(all="ignore"):
            try:
                return np.asarray(change(entry))
            except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError):
                return NOT_THERE

    return Guess(label, array, earns)


def where_it(label: str, holds: Callable[[Entry], Any]) -> Guess:
    """A guess that leads to no certain array: it is what `holds` of the answer."""

    def change(entry: Entry) -> np.ndarray:
        if entry.is_right:
            return entry.expected
        if isinstance(entry.answer, str) or entry.atol is not None or not entry.answer.any():
            return NOT_THERE
        # Of numbers near 0, what an absolute tolerance forgives, anything holds.
        large = np.max(np.abs(entry.expected), initial=0.0) > 1000 * ATOL
        return entry.answer if large and holds(entry) else NOT_THERE

    return each_array(label, change)


def of_expected(label: str, change: Callable, **more: Any) -> Guess:
    return each_array(label, lambda entry: change(entry.expected), **more)


def axes_of(entries: Sequence[Entry]) -> list[int]:
    """From the last axis on, -1, -2 …, those that every array has."""
    fewest = min(entry.expected.ndim for entry in entries)
    return [-1 - axis for axis in range(min(fewest, MAX_AXES))]


def in_words(axis: int) -> str:
    return "the last axis" if axis == -1 else f"axis {axis}"
