"""How a wrong answer may resemble the right one: guesses that need no line in a problem's text.

They are worked out from the right arrays and the arguments, and cost no call of the answer. This
module has those about where numbers stand; `arithmetic` has those about their values.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..tolerances import close
from .arithmetic import constants, functions, of_sizes, with_inputs
from .cases import Case
from .entries import Entry, Layout, part_of
from .guess import Guess, axes_of, in_words, of_expected, where_it

MAX_REDUCED = 2  # axes that may be summed away
MAX_ITEMS = 10**6  # of an array that is summed


def resemblances(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    truth: Sequence[Sequence[Any]],
    layout: Layout,
    names: Sequence[str],
) -> Iterator[Guess]:
    """truth: for each case what the definition gives, call by call.
    names: of the arguments of the answer.
    """
    yield from _moved(entries)
    yield from constants(entries)
    yield from _other_outputs(truth, layout)
    numbers = all(entry.expected.ndim == 0 for entry in entries)
    yield from of_sizes(cases, names, of_numbers=numbers)
    yield from functions(entries)
    yield from with_inputs(cases, names, entries)
    yield from _of_other_shape()


def _moved(entries: Sequence[Entry]) -> Iterator[Guess]:
    yield of_expected("it is transposed", np.transpose)
    axes = axes_of(entries)
    for a, b in itertools.combinations(axes, 2):
        label = f"{in_words(a)} and {in_words(b)} are exchanged"
        yield of_expected(label, lambda E, a=a, b=b: np.swapaxes(E, a, b))
    for axis in axes:
        along = f" along {in_words(axis)}" if len(axes) > 1 else ""
        label = f"its entries stand in reverse order{along}"
        yield of_expected(label, lambda E, axis=axis: np.flip(E, axis))
        for by, way in ((1, "late"), (-1, "early")):
            label = f"its entries stand one place too {way}{along}"
            yield where_it(label, lambda e, by=by, axis=axis: _is_shifted(e, by, axis))
    yield where_it("these are the right numbers in another order", _is_reordered)


def _is_shifted(entry: Entry, by: int, axis: int) -> bool:
    if entry.answer.shape != entry.expected.shape or entry.expected.shape[axis] < 3:
        return False
    got, expected = (np.moveaxis(x, axis, 0) for x in (entry.answer, entry.expected))
    pair = (got[1:], expected[:-1]) if by > 0 else (got[:-1], expected[1:])
    return bool(close(*pair).all())


def _is_reordered(entry: Entry) -> bool:
    if entry.answer.shape != entry.expected.shape or entry.expected.size < 3:
        return False
    return bool(close(np.sort(entry.answer, axis=None), np.sort(entry.expected, axis=None)).all())


def _other_outputs(truth: Sequence[Sequence[Any]], layout: Layout) -> Iterator[Guess]:
    if len(layout.names) == 1:
        return

    def at(entry: Entry, output: int) -> np.ndarray:
        return part_of(truth[entry.place[0]][entry.place[1]], layout.parts[output])

    for j, k in itertools.combinations(range(len(layout.names)), 2):
        other = {j: k, k: j}
        label = f"{layout.names[j]} and {layout.names[k]} have changed places"
        exchanged = lambda e, other=other: at(e, other.get(e.place[2], e.place[2]))  # noqa: E731
        yield Guess(label, exchanged, everywhere=True)
    for j, name in enumerate(layout.names):
        label = f"this is right for {name}"
        yield Guess(label, lambda e, j=j: at(e, j), earns=False)  # it answers one of the two


def _of_other_shape() -> Iterator[Guess]:
    """The items in place of their sum, the sum in place of the items, another shape."""
    yield where_it("these are the right numbers in another shape", _is_reshaped)
    for name, reduce in REDUCTIONS.items():
        yield where_it(
            f"these are the items; asked for is {name}",
            lambda e, f=reduce: _reduces_to(e.answer, e.expected, f),
        )
        yield where_it(
            f"this is {name} of what is asked for",
            lambda e, f=reduce: _reduces_to(e.expected, e.answer, f),
        )


REDUCTIONS: Mapping[str, Callable[..., Any]] = {
    "the sum": np.sum,
    "the mean": np.mean,
    "the product": np.prod,
    "the largest": np.max,
}


def _reduces_to(many: np.ndarray, few: np.ndarray, reduce: Callable[..., Any]) -> bool:
    if many.ndim <= few.ndim or many.size == few.size or many.dtype == bool:
        return False
    if many.ndim > few.ndim + MAX_REDUCED or many.size > MAX_ITEMS:
        return False
    for axes in itertools.combinations(range(many.ndim), many.ndim - few.ndim):
        reduced = np.asarray(reduce(many, axis=axes))
        if reduced.shape == few.shape and close(reduced, few).all():
            return True
    return False


def _is_reshaped(entry: Entry) -> bool:
    got, expected = entry.answer, entry.expected
    if got.size != expected.size or got.shape == expected.shape:
        return False
    return bool(
        close(got.ravel(), expected.ravel()).all() or close(got.T.ravel(), expected.ravel()).all()
    )
