"""A wrong answer as a function of the right one: a factor, a logarithm, an argument added."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..tolerances import ALIKE, close
from .cases import Case, is_real
from .differences import NEARLY
from .entries import Entry
from .guess import Guess, axes_of, each_array, in_words, of_expected, where_it

SIMPLE = 12  # the denominator of a fraction


def constants(entries: Sequence[Entry]) -> Iterator[Guess]:
    yield of_expected("it is zero", np.zeros_like, earns=False)
    wrong = [e for e in entries if e.has_right_shape and not e.is_right and e.answer.size]
    for first in dict.fromkeys(e.answer.flat[0].real for e in wrong if _is_number(e.answer)):
        label = f"it is {first:.6g} everywhere, whatever the arguments"
        constant = of_expected(label, lambda E, c=first: np.full(E.shape, c), earns=False)
        yield replace(constant, everywhere=True)
    if _are_truth_values(entries):
        label = "it is 0 or 1, as for whether something holds: a number is asked for"
        yield each_array(label, lambda entry: entry.answer, earns=False)
    for factor in dict.fromkeys(filter(None, map(_factor, wrong))):
        label = f"{_number(factor)} times the right one"
        yield of_expected(label, lambda E, c=factor: c * E)


def _are_truth_values(entries: Sequence[Entry]) -> bool:
    """Whether single numbers are 0 or 1, both of them, where those asked for are not whole."""
    if not all(e.has_right_shape and not e.is_bool and not e.expected.ndim for e in entries):
        return False
    whole = [close(e.expected, np.round(e.expected)).all() for e in entries if not e.is_right]
    return {complex(e.answer) for e in entries} == {0, 1} and not any(whole[1:] or whole)


def _is_number(array: np.ndarray) -> bool:
    return array.dtype.kind in "iufc" and bool((array == array.flat[0].real).all())


def _factor(entry: Entry) -> float:
    """The number that the right array is multiplied by; 0 if that is not what is wrong."""
    got, expected = entry.answer, entry.expected
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or not expected.size:
        return 0.0
    with np.errstate(all="ignore"):
        at = np.unravel_index(np.argmax(np.abs(expected)), expected.shape)
        factor = float(got[at] / expected[at]) if expected[at] else 0.0
        if not math.isfinite(factor) or abs(factor - 1) < NEARLY:
            return 0.0
        fits = entry.close_to(expected) | close(got, factor * expected, atol=entry.atol)
    near = round(factor, 9)
    return (near if abs(factor - near) < 1e-9 else factor) if fits.all() else 0.0


def _number(value: float) -> str:
    """A factor as a person would write it: 2, 5/6, 1/300, -0.5, 0.707107."""
    inverse = abs(1 / value)
    if 2.5 < inverse < 1000 and abs(inverse - round(inverse)) < 1e-6:
        return f"{'-' if value < 0 else ''}1/{round(inverse)}"
    near = Fraction(value).limit_denominator(SIMPLE)
    if near.denominator > 2 and abs(near / Fraction(value) - 1) < 1e-6:
        return str(near)
    return f"{value:g}"


def of_sizes(
    cases: Sequence[Case], names: Sequence[str], *, of_numbers: bool = False
) -> Iterator[Guess]:
    """Multiplied or divided by a size, or its root: by the length of an argument, say.

    of_numbers: whether the answers are numbers; of these a size is said to be a factor.
    """
    sizes = [_sizes(case, names) for case in cases]
    for what in sizes[0]:
        if not all(what in each for each in sizes):
            continue
        for power, text in ((-1, "divided by {}"), (1, "multiplied by {}")):
            for root in (1, 0.5):
                how = text.format(what if root == 1 else f"the root of {what}")
                if of_numbers and root == 1:
                    how = f"a factor {what} is {'missing' if power < 0 else 'too many'}"
                yield each_array(
                    how,
                    lambda e, p=power * root, w=what: e.expected * sizes[e.place[0]][w] ** float(p),
                )


def _sizes(case: Case, names: Sequence[str]) -> dict[str, int]:
    found = {}
    for name, value in zip(names, case.arguments, strict=False):
        if isinstance(value, np.ndarray):
            for axis, length in enumerate(value.shape):
                where = "" if value.ndim == 1 else f" along axis {axis}"
                found[f"the length of {name}{where}"] = length
        elif isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
    return found


def functions(entries: Sequence[Entry]) -> Iterator[Guess]:
    """got = f(expected)."""
    for name, function in FUNCTIONS.items():
        guess = of_expected(f"this is {name}", function)
        yield replace(guess, everywhere=name in OFFSETS)
    factors: dict[int, set[float]] = {}
    for entry in entries:
        if entry.has_right_shape and not entry.is_right:
            factors.setdefault(entry.place[0], set()).add(round(_factor(entry), 6))
    yield where_it(
        "the right one times a number that differs from case to case: look for a size, or the root"
        " of one, that is forgotten or in another's place",
        lambda e: e.answer.size > 2 and _factor(e) != 0 and len(factors.get(e.place[0], {0})) == 1,
    )
    axes = axes_of(entries)
    for axis in axes:
        along = f" along {in_words(axis)}" if len(axes) > 1 else ""
        sums = lambda E, axis=axis: np.cumsum(E, axis)  # noqa: E731
        yield of_expected(f"these are the running sums of the right one{along}", sums)
        for what, size in NORMS.items():
            divided = lambda E, axis=axis, size=size: E / size(E, axis)  # noqa: E731
            yield of_expected(f"this is the right one divided by {what}{along}", divided)
        part = PARTS.get(axis, f"part along {in_words(axis)}")
        yield where_it(
            f"all entries together add up to 1; each {part} should by itself",
            lambda e, axis=axis: _is_scaled(e, axis) and _adds_up_together(e, axis),
        )
        yield where_it(
            f"each {part} is the right one times a factor of its own",
            lambda e, axis=axis: _is_scaled(e, axis),
        )


FUNCTIONS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "the logarithm of the right one": np.log,
    "the exponential of the right one": np.exp,
    "the square of the right one": np.square,
    "the next power of two": lambda E: 2 ** np.ceil(np.log2(E)),
    "the root of the right one": np.sqrt,
    "1 divided by the right one": lambda E: 1 / E,
    "1 minus the right one": lambda E: 1 - E,
    "the right one plus 1": lambda E: E + 1,
    "the right one minus 1": lambda E: E - 1,
    "the right one without its signs": np.abs,
    "the right one where that is positive, else 0": lambda E: np.maximum(E, 0),
}
# Of whole numbers, those that are rounded differ here and there by one: that is no reason.
OFFSETS = ("the right one plus 1", "the right one minus 1")
PARTS = {-1: "row", -2: "column"}
NORMS: Mapping[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "its sum": lambda E, axis: E.sum(axis, keepdims=True),
    "its norm": lambda E, axis: np.linalg.norm(E, axis=axis, keepdims=True),
    "its largest entry": lambda E, axis: E.max(axis, keepdims=True),
}


def _is_scaled(entry: Entry, axis: int) -> bool:
    """Whether each row (along `axis`) has a factor of its own."""
    got, expected = entry.answer, entry.expected
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or expected.ndim < 2:
        return False
    if expected.shape[axis] < (2 if expected.size > 6 else 3):
        return False
    squares = np.sum(expected**2, axis, keepdims=True)
    factors = np.sum(got * expected, axis, keepdims=True) / np.where(squares > 0, squares, 1)
    if (np.abs(factors - 1) < NEARLY).all():
        return False
    return bool(close(got, factors * expected).all())


def _adds_up_together(entry: Entry, axis: int) -> bool:
    return bool(close(entry.answer.sum(), 1.0)) and bool(close(entry.expected.sum(axis), 1.0).all())


def with_inputs(
    cases: Sequence[Case], names: Sequence[str], entries: Sequence[Entry]
) -> Iterator[Guess]:
    """An argument added to the right one, subtracted or multiplied with it."""
    for i, name in enumerate(names):
        values = [case.arguments[i] if i < len(case.arguments) else None for case in cases]
        if not all(map(is_real, values)):
            continue
        for text, change in WITH_INPUT.items():
            guess = each_array(
                text.format(name),
                lambda e, change=change, values=values: change(e.expected, values[e.place[0]]),
            )
            if not _are_alone(guess, values, entries):
                yield guess
        yield each_array(f"this is {name}", lambda e, v=values: v[e.place[0]], earns=False)


def _are_alone(guess: Guess, values: Sequence[Any], entries: Sequence[Entry]) -> bool:
    """Whether a guess is only the argument, mostly: beside 1e21, nothing is seen of what it is
    added to.
    """
    wrong = [entry for entry in entries if not entry.is_right]
    alone = [entry for entry in wrong if _is_alone(guess.array(entry), values[entry.place[0]])]
    return 2 * len(alone) > len(wrong)


def _is_alone(array: np.ndarray | None, value: Any) -> bool:
    if array is None or array.shape != np.shape(value):
        return False
    return bool(close(np.abs(array), np.abs(value), atol=0.0, rtol=ALIKE).all())


WITH_INPUT: Mapping[str, Callable[[Any, Any], Any]] = {
    "{} is added to the right one": lambda E, a: E + a,
    "{} is subtracted from the right one": lambda E, a: E - a,
    "this is {} minus the right one": lambda E, a: a - E,
    "the right one is multiplied with {}": lambda E, a: E * a,
    "the right one is divided by {}": lambda E, a: E / a,
}
