"""Generic mutants of a right answer: a factor, a transpose, two swapped arguments or outputs.

The engine tries them in every question, so no question lists them.
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
from .mutants import NO_MATCH, Mutant

MAX_AXES = 4  # axes along which a separate factor for each part is tried
MAX_SWAPS = 12  # pairs of arguments that are tried; each pair calls the definition in every case
MAX_DENOMINATOR = 300  # of a factor that a message writes as a fraction


def generic_mutants(question: ArrayComparison, entries: Sequence[Entry]) -> Iterator[Mutant]:
    """Make the mutants that are functions of the right arrays and of the arguments.

    They need no call of the definition.

    Args:
        question: The definition and the cases.
        entries: All entries of the answer.

    Yields:
        The mutants.
    """
    yield from _factors(entries, question)
    yield from _other_outputs(question)
    yield _changed(question, Diagnosis("transposed"), lambda E, _: np.transpose(E))
    # Rounded whole numbers are off by one in some places: so it must hold everywhere.
    yield _changed(question, Diagnosis("one-more"), lambda E, _: E + 1, everywhere=True)
    yield _changed(question, Diagnosis("one-less"), lambda E, _: E - 1, everywhere=True)
    yield _with_property("reshaped", _is_reshaped)


def _changed(
    question: ArrayComparison,
    error: Diagnosis,
    change: Callable[[Any, Sequence[Any]], Any],
    **more: Any,
) -> Mutant:
    """Make a mutant from a change of right arrays.

    Args:
        question: The definition and the cases.
        error: The misconception.
        change: A function of a right array and of the arguments of its case.
        more: Further attributes of the mutant.
    """
    cases = question.cases
    is_single = question.parts[0] is None and not any(case.oracle for case in cases)

    def mutant_function(*arguments: Any, **keywords: Any) -> Any:
        right = question.definition(*arguments, **keywords)
        with np.errstate(all="ignore"):
            plain = right if isinstance(right, (int, float)) else np.asarray(right)
            return change(plain, arguments)

    array = lambda entry: change(entry.expected, cases[entry.place[0]].arguments)  # noqa: E731
    definition = mutant_function if is_single else None
    return _of_entries(error, array, definition=definition, **more)


def _of_entries(error: Diagnosis, change: Callable[[Entry], Any], **more: Any) -> Mutant:
    """Make a mutant from a function of an entry that returns the mutant's array."""

    def array(entry: Entry) -> np.ndarray:
        with np.errstate(all="ignore"):
            try:
                return np.asarray(change(entry))
            except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError):
                return NO_MATCH

    return Mutant((error,), array, **more)


def _with_property(name: str, holds: Callable[[Entry], bool], **facts: Any) -> Mutant:
    """Make a mutant without definite arrays: it agrees with any array that has a property."""

    def change(entry: Entry) -> np.ndarray:
        if entry.is_right:
            return entry.expected
        if not entry.is_there or entry.case.atol is not None or not entry.array.any():
            return NO_MATCH
        # Numbers below the absolute tolerance agree with anything, so the property says nothing.
        is_large = np.max(np.abs(entry.expected), initial=0.0) > 1000 * ATOL
        return entry.array if is_large and holds(entry) else NO_MATCH

    return _of_entries(Diagnosis(name, facts=facts), change)


def _factors(entries: Sequence[Entry], question: ArrayComparison) -> Iterator[Mutant]:
    """Make the mutants with a wrong factor.

    The factor is a number, a size, the root of a size, or an argument. Or each array or row has its
    own factor.
    """
    names = question.names
    wrong = [e for e in entries if e.has_right_shape and not e.is_right and e.array.size]
    for factor in dict.fromkeys(filter(None, map(_factor, wrong))):
        near = Fraction(factor).limit_denominator(MAX_DENOMINATOR)
        is_fraction = near and near.denominator > 2 and abs(near / Fraction(factor) - 1) < 1e-6
        written = str(near) if is_fraction else f"{factor:g}"  # as people write it: 2, 5/6, -0.5
        error = Diagnosis("factor", facts={"factor": written})
        yield _changed(question, error, partial(_times, factor))
    sizes = [_sizes(case.arguments, names) for case in question.cases]
    are_numbers = all(entry.expected.ndim == 0 for entry in entries)
    for size, power in itertools.product(sizes[0], (-1.0, -0.5, 1.0, 0.5)):
        if all(size in each for each in sizes):
            root = "" if abs(power) == 1 else "the root of "
            name = "size-divides" if power < 0 else "size-multiplies"
            if are_numbers and not root:  # a single number lacks a factor, or has one too many
                name = "size-missing" if power < 0 else "size-too-many"
            yield _changed(
                question,
                Diagnosis(name, facts={"size": f"{root}{size}"}),
                partial(_times_size, names, size, power),
            )
    # In a long array, a common factor is no coincidence.
    yield _with_property(
        "factors-of-arrays",
        lambda e: e.has_right_shape and max(e.expected.shape, default=0) > 2 and _factor(e) != 0,
    )
    min_ndim = min(entry.expected.ndim for entry in entries)
    for axis in range(-1, -1 - min(min_ndim, MAX_AXES), -1):
        part = {-1: "row", -2: "column"}.get(axis, f"part along axis {axis}")
        yield _with_property("factors-of-parts", partial(_is_scaled, axis=axis), part=part)


def _times(factor: float, array: Any, arguments: Sequence[Any]) -> Any:
    return factor * array


def _times_size(
    names: Sequence[str], size: str, power: float, array: Any, arguments: Sequence[Any]
) -> Any:
    number = _sizes(arguments, names)[size]
    scaled = array * number**power
    # Numbers below the absolute tolerance would agree with an answer of 0, which lacks no factor.
    vanishes = number and np.any(array) and not np.any(np.abs(scaled) > ATOL)
    return NO_MATCH if vanishes else scaled


def _factor(entry: Entry) -> float:
    """Return the factor between the answer and the right array; 0 if there is no such factor."""
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
    """Collect the sizes in the arguments of a call: numbers, and lengths of arrays."""
    found = {}
    for name, value in zip(names, arguments, strict=False):
        if isinstance(value, np.ndarray):
            for axis, length in enumerate(value.shape):
                along = "" if value.ndim == 1 else f" along axis {axis}"
                found[f"the length of {name}{along}"] = length
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[name] = value
    return found


def _is_scaled(entry: Entry, axis: int) -> bool:
    """Check whether each part along `axis`, such as each row, has its own factor."""
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
    """Make the mutants with two outputs swapped, or with one output in place of another."""

    def right_output(entry: Entry, output: int) -> np.ndarray:
        case, call, _ = entry.place
        return part_of(question.truth[case][call], question.parts[output])

    def swapped(entry: Entry, partner: Mapping[int, int]) -> np.ndarray:
        return right_output(entry, partner.get(entry.place[2], entry.place[2]))

    outputs = list(question.outputs)
    numbers = range(len(outputs))
    has_own_oracles = any(case.oracle for case in question.cases)
    for j, k in itertools.combinations(numbers, 2):
        error = Diagnosis("exchanged", facts={"names": f"{outputs[j]} and {outputs[k]}"})
        partner = {j: k, k: j}
        array = partial(swapped, partner=partner)
        definition = None if has_own_oracles else partial(_with_outputs_swapped, question, j, k)
        yield Mutant((error,), array, definition=definition, everywhere=True)
    for j in numbers if len(numbers) > 1 else ():
        error = Diagnosis("another-output", facts={"name": outputs[j]})
        # It earns nothing: the answer solves one part of the question twice.
        yield Mutant((error,), partial(right_output, output=j), earns=False)


def _with_outputs_swapped(
    question: ArrayComparison, j: int, k: int, *arguments: Any, **keywords: Any
) -> Any:
    """Call the definition, and swap two of its outputs."""
    right = question.definition(*arguments, **keywords)
    one, other = question.parts[j], question.parts[k]
    partner = {one: other, other: one}
    if isinstance(right, dict):
        return {key: right[partner.get(key, key)] for key in right}
    return tuple(right[partner.get(at, at)] for at in range(len(right)))


def swapped_argument_mutants(question: ArrayComparison) -> Iterator[Mutant]:
    """Make the mutants with two arguments swapped, if these have one type and shape in all cases.

    Each mutant calls the definition.

    Args:
        question: The definition and the cases.

    Yields:
        At most `MAX_SWAPS` mutants.
    """
    names, cases = question.names, question.cases

    def is_swappable(case: Case, i: int, k: int) -> bool:
        if k >= len(case.arguments):
            return False
        one, other = case.arguments[i], case.arguments[k]
        is_number = isinstance(one, (np.ndarray, np.number, int, float))
        return is_number and type(one) is type(other) and np.shape(one) == np.shape(other)

    def with_swap(i: int, k: int, *arguments: Any, **keywords: Any) -> Any:
        swapped = list(arguments)
        if k < len(swapped):
            swapped[i], swapped[k] = swapped[k], swapped[i]
        return question.definition(*swapped, **keywords)

    pairs = itertools.combinations(range(len(names)), 2)
    swappable = ((i, k) for i, k in pairs if all(is_swappable(case, i, k) for case in cases))
    for i, k in itertools.islice(swappable, MAX_SWAPS):
        error = Diagnosis("exchanged", facts={"names": f"{names[i]} and {names[k]}"})
        yield Mutant.of([error], partial(with_swap, i, k), cases)
