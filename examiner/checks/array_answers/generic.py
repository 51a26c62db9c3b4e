"""The usual variants of a right answer, which need no line in a question: a factor, a transpose,
two arguments or outputs in each other's place.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ...findings.diagnosis import Diagnosis
from ..tolerances import ATOL, close
from .cases import Case
from .entries import NEARLY, ArrayComparison, Entry, part_of
from .mutants import NOT_THERE, Mutant

MAX_AXES = 4  # of arrays whose axes are tried one by one
MAX_EXCHANGES = 12  # that are tried: each is worked out by the definition, in every case
SIMPLE = 300  # the denominator of a fraction


def generic_mutants(question: ArrayComparison, entries: Sequence[Entry]) -> Iterator[Mutant]:
    """Those that are functions of the right arrays and of the arguments; they cost no call."""
    yield from _factors(entries, question)
    yield from _other_outputs(question)
    yield _changed(question, Diagnosis("transposed"), lambda E, _: np.transpose(E))
    # Whole numbers that are rounded differ by 1 here and there: no reason.
    yield _changed(question, Diagnosis("one-more"), lambda E, _: E + 1, everywhere=True)
    yield _changed(question, Diagnosis("one-less"), lambda E, _: E - 1, everywhere=True)
    yield _where("reshaped", _is_reshaped)


def _changed(
    question: ArrayComparison,
    error: Diagnosis,
    change: Callable[[Any, Sequence[Any]], Any],
    **more: Any,
) -> Mutant:
    """The variant by what `change` makes of a right array and of the arguments of its case. What it
    makes of a definition of one array is the function that the error leads to.
    """
    cases = question.cases
    is_one = question.parts[0] is None and not any(case.oracle for case in cases)

    def leads_to(*arguments: Any, **keywords: Any) -> Any:
        right = question.definition(*arguments, **keywords)
        with np.errstate(all="ignore"):
            plain = right if isinstance(right, (int, float)) else np.asarray(right)
            return change(plain, arguments)

    array = lambda entry: change(entry.expected, cases[entry.place[0]].arguments)  # noqa: E731
    return _each(error, array, definition=leads_to if is_one else None, **more)


def _each(error: Diagnosis, change: Callable[[Entry], Any], **more: Any) -> Mutant:
    """A variant by what `change` makes of each entry, where it makes sense."""

    def array(entry: Entry) -> np.ndarray:
        with np.errstate(all="ignore"):
            try:
                return np.asarray(change(entry))
            except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError):
                return NOT_THERE

    return Mutant((error,), array, **more)


def _where(name: str, holds: Callable[[Entry], bool], **facts: Any) -> Mutant:
    """A variant that leads to no certain array: it is what `holds` of the answer."""

    def change(entry: Entry) -> np.ndarray:
        if entry.is_right:
            return entry.expected
        if not entry.is_there or entry.case.atol is not None or not entry.array.any():
            return NOT_THERE
        # Of numbers near 0, what an absolute tolerance forgives, anything holds.
        large = np.max(np.abs(entry.expected), initial=0.0) > 1000 * ATOL
        return entry.array if large and holds(entry) else NOT_THERE

    return _each(Diagnosis(name, facts=facts), change)


def _factors(entries: Sequence[Entry], question: ArrayComparison) -> Iterator[Mutant]:
    """A number, a size or its root, or an argument; each array or row with a factor of its own."""
    names = question.names
    wrong = [e for e in entries if e.has_right_shape and not e.is_right and e.array.size]
    for factor in dict.fromkeys(filter(None, map(_factor, wrong))):
        near = Fraction(factor).limit_denominator(SIMPLE)
        is_simple = near and near.denominator > 2 and abs(near / Fraction(factor) - 1) < 1e-6
        written = str(near) if is_simple else f"{factor:g}"  # as a person would: 2, 5/6, -0.5
        error = Diagnosis("factor", facts={"factor": written})
        yield _changed(question, error, partial(_times, factor))
    sizes = [_sizes(case.arguments, names) for case in question.cases]
    of_numbers = all(entry.expected.ndim == 0 for entry in entries)
    for what, power in itertools.product(sizes[0], (-1.0, -0.5, 1.0, 0.5)):
        if all(what in each for each in sizes):
            root = "" if abs(power) == 1 else "the root of "
            name = "size-divides" if power < 0 else "size-multiplies"
            if of_numbers and not root:  # of a number a size is said to be a factor
                name = "size-missing" if power < 0 else "size-too-many"
            yield _changed(
                question,
                Diagnosis(name, facts={"size": f"{root}{what}"}),
                partial(_times_size, names, what, power),
            )
    # An array is long enough that one factor for all of it is no chance.
    yield _where(
        "factors-of-arrays",
        lambda e: e.has_right_shape and max(e.expected.shape, default=0) > 2 and _factor(e) != 0,
    )
    fewest = min(entry.expected.ndim for entry in entries)
    for axis in range(-1, -1 - min(fewest, MAX_AXES), -1):
        part = {-1: "row", -2: "column"}.get(axis, f"part along axis {axis}")
        yield _where("factors-of-parts", partial(_is_scaled, axis=axis), part=part)


def _times(factor: float, array: Any, arguments: Sequence[Any]) -> Any:
    return factor * array


def _times_size(
    names: Sequence[str], size: str, power: float, array: Any, arguments: Sequence[Any]
) -> Any:
    return array * _sizes(arguments, names)[size] ** power


def _factor(entry: Entry) -> float:
    """The number that the right array is multiplied by; 0 if that is not what is wrong."""
    got, expected = entry.array, entry.expected
    if got.dtype.kind not in "iuf":
        return 0.0
    with np.errstate(all="ignore"):
        at = np.unravel_index(np.argmax(np.abs(expected)), expected.shape)
        factor = float(got[at] / expected[at]) if expected[at] else 0.0
        if not math.isfinite(factor) or abs(factor - 1) < NEARLY:
            return 0.0
        fits = entry.close_to(expected) | close(got, factor * expected, atol=entry.case.atol)
    near = round(factor, 9)
    return (near if abs(factor - near) < 1e-9 else factor) if fits.all() else 0.0


def _sizes(arguments: Sequence[Any], names: Sequence[str]) -> dict[str, float]:
    """The numbers among the arguments of a call, and the lengths of arrays."""
    found = {}
    for name, value in zip(names, arguments, strict=False):
        if isinstance(value, np.ndarray):
            for axis, length in enumerate(value.shape):
                where = "" if value.ndim == 1 else f" along axis {axis}"
                found[f"the length of {name}{where}"] = length
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[name] = value
    return found


def _is_scaled(entry: Entry, axis: int) -> bool:
    """Whether each row (along `axis`) has a factor of its own."""
    got, expected = entry.array, entry.expected
    if got.shape != expected.shape or got.dtype.kind not in "iuf" or expected.ndim < 2:
        return False
    if expected.shape[axis] < (2 if expected.size > 6 else 3):
        return False
    squares = np.sum(expected**2, axis, keepdims=True)
    factors = np.sum(got * expected, axis, keepdims=True) / np.where(squares > 0, squares, 1)
    if (np.abs(factors - 1) < NEARLY).all():
        return False
    return bool(close(got, factors * expected).all())


def _is_reshaped(entry: Entry) -> bool:
    got, expected = entry.array, entry.expected
    if got.size != expected.size or got.shape == expected.shape:
        return False
    return any(bool(close(each.ravel(), expected.ravel()).all()) for each in (got, got.T))


def _other_outputs(question: ArrayComparison) -> Iterator[Mutant]:
    def at(entry: Entry, output: int) -> np.ndarray:
        case, call, _ = entry.place
        return part_of(question.truth[case][call], question.parts[output])

    def exchanged(entry: Entry, other: Mapping[int, int]) -> np.ndarray:
        return at(entry, other.get(entry.place[2], entry.place[2]))

    outputs = list(question.outputs)
    numbers = range(len(outputs))
    for j, k in itertools.combinations(numbers, 2):
        error = Diagnosis("exchanged", facts={"names": f"{outputs[j]} and {outputs[k]}"})
        other = {j: k, k: j}
        yield Mutant((error,), partial(exchanged, other=other), everywhere=True)
    for j in numbers if len(numbers) > 1 else ():
        error = Diagnosis("another-output", facts={"name": outputs[j]})
        yield Mutant((error,), partial(at, output=j), earns=False)  # it answers one of the two


def exchanges(question: ArrayComparison) -> Iterator[Mutant]:
    """What the definition gives with two arguments exchanged, of which no case could tell by their
    shapes that they are.
    """
    names, cases = question.names, question.cases

    def alike(case: Case, i: int, k: int) -> bool:
        if k >= len(case.arguments):
            return False
        one, other = case.arguments[i], case.arguments[k]
        is_number = isinstance(one, (np.ndarray, np.number, int, float))
        return is_number and type(one) is type(other) and np.shape(one) == np.shape(other)

    def exchanged(i: int, k: int, *arguments: Any, **keywords: Any) -> Any:
        taken = list(arguments)
        if k < len(taken):
            taken[i], taken[k] = taken[k], taken[i]
        return question.definition(*taken, **keywords)

    pairs = itertools.combinations(range(len(names)), 2)
    fitting = ((i, k) for i, k in pairs if all(alike(case, i, k) for case in cases))
    for i, k in itertools.islice(fitting, MAX_EXCHANGES):
        error = Diagnosis("exchanged", facts={"names": f"{names[i]} and {names[k]}"})
        yield Mutant.of([error], partial(exchanged, i, k), cases)
