"""The arguments of a case, changed: how a wrong answer is asked again (see `asking`)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .cases import Case, is_real

Arguments = list[Any]

IGNORED = "it doesn't depend on"
SCALED = "it doesn't change when"
WITHOUT = "it is right without "
ONLY = "it is right only"
WHERE = f"{ONLY} where"
SCALE = 7.0
FAR = ((8.0, 8.0), (-1.0, 0.0))  # larger changes of an argument that seems to be ignored


Changed = Iterator[tuple[str, Arguments, Mapping[str, Any]]]


def ignored(
    case: Case, names: Sequence[str], change: tuple[float, float] = (1.25, 0.125)
) -> Changed:
    """Each argument changed alone: by a factor, and a number added."""
    factor, more = change
    for i, value in enumerate(case.arguments):
        if is_real(value):
            moved = np.asarray(value) * factor + more
            yield (
                f"{IGNORED} {names[i]}",
                _with(case, {i: moved if moved.ndim else float(moved)}),
                case.keywords,
            )
    for key in case.keywords:
        yield f"{IGNORED} {key}", list(case.arguments), _without(case, key)


def scaled(case: Case, names: Sequence[str]) -> Changed:
    """Each array of real numbers in another scale: what divides by its largest entry, say, or by
    its norm, doesn't see it.
    """
    for i, value in enumerate(case.arguments):
        if is_real(value) and isinstance(value, np.ndarray) and value.size > 1:
            label = (
                f"{SCALED} {names[i]} is multiplied by {SCALE:g}: is it divided by its own size?"
            )
            yield label, _with(case, {i: SCALE * value}), case.keywords


def special(case: Case, names: Sequence[str]) -> Changed:
    """Special arguments, the least special first."""
    arguments, keywords = list(case.arguments), case.keywords
    real = [i for i, value in enumerate(arguments) if is_real(value)]
    arrays = [i for i in real if isinstance(arguments[i], np.ndarray)]
    for key in keywords:
        yield f"{WITHOUT}{key}", arguments, _without(case, key)
    for i, value in enumerate(arguments):
        if isinstance(value, int) and not isinstance(value, bool) and value > 1:
            yield f"{ONLY} with {names[i]} = 1", _with(case, {i: 1}), keywords
    yield from _sizes(case, names)
    for i, j in itertools.combinations(arrays, 2):
        if arguments[i].shape == arguments[j].shape:
            label = f"{WHERE} {names[i]} = {names[j]}"
            yield label, _with(case, {j: arguments[i]}), keywords
    for what, change, fits in SPECIAL:
        for i, value in enumerate(arguments):
            if isinstance(value, np.ndarray) and fits(value):
                yield (
                    f"{WHERE} {names[i]} is {what}",
                    _with(case, {i: change(value)}),
                    keywords,
                )
    for i in real:
        zero = np.zeros_like(arguments[i]) if i in arrays else 0.0
        yield f"{WHERE} {names[i]} is 0", _with(case, {i: zero}), keywords
    yield from _trivial(case, names)


def _sizes(case: Case, names: Sequence[str]) -> Changed:
    """One length made equal to another: all the axes of this length are cut."""
    where: dict[int, str] = {}
    for text, length in _axes(case, names).items():
        where.setdefault(length, text)
    for long, short in itertools.permutations(where, 2):
        if long > short > 1:
            label = f"{WHERE} {where[long]} is {where[short]}"
            yield label, *_cut(case, long, short)


def _trivial(case: Case, names: Sequence[str]) -> Changed:
    """The most special ones, which say least: one of what there are several, equal entries."""
    axes = _axes(case, names)
    for long in dict.fromkeys(axes.values()):
        if long > 1:
            where = next(text for text, length in axes.items() if length == long)
            yield f"{WHERE} {where} is 1", *_cut(case, long, 1)
    for i, value in enumerate(case.arguments):
        if is_real(value) and isinstance(value, np.ndarray) and value.size > 1:
            equal = _with(case, {i: np.full_like(value, value.flat[0])})
            yield f"{WHERE} all entries of {names[i]} are equal", equal, case.keywords


def _axes(case: Case, names: Sequence[str]) -> dict[str, int]:
    """The lengths of the arrays among the arguments, by what they are called."""
    return {
        _length(names[i], axis, value.ndim): length
        for i, value in enumerate(case.arguments)
        if isinstance(value, np.ndarray)
        for axis, length in enumerate(value.shape)
    }


def _length(name: str, axis: int, axes: int) -> str:
    if axes == 1:
        return f"the length of {name}"
    if axes == 2:
        return f"the number of {name}'s {('rows', 'columns')[axis]}"
    return f"the length of {name} along axis {axis}"


def _cut(case: Case, long: int, short: int) -> tuple[Arguments, Mapping[str, Any]]:
    def cut(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        return value[tuple(slice(short if n == long else None) for n in value.shape)]

    return [cut(a) for a in case.arguments], {key: cut(a) for key, a in case.keywords.items()}


def _with(case: Case, changed: Mapping[int, Any]) -> Arguments:
    return [changed.get(i, value) for i, value in enumerate(case.arguments)]


def _without(case: Case, key: str) -> dict[str, Any]:
    return {other: value for other, value in case.keywords.items() if other != key}


def _is_square(value: np.ndarray) -> bool:
    return value.dtype.kind == "f" and value.ndim == 2 and len(set(value.shape)) == 1


def _is_order(value: np.ndarray) -> bool:
    return value.dtype.kind == "i" and np.array_equal(np.sort(value), np.arange(value.size))


SPECIAL: Sequence[tuple[str, Callable[[np.ndarray], np.ndarray], Callable[[np.ndarray], bool]]] = (
    ("symmetric", lambda value: (value + value.T) / 2, _is_square),
    ("the identity", lambda value: np.eye(len(value)), _is_square),
    ("positive", np.abs, lambda value: value.dtype.kind == "f"),
    (
        "small",
        lambda value: value / 1000,
        lambda value: is_real(value) and np.abs(value).max(initial=0) > 100,
    ),
    ("the identity permutation", np.sort, _is_order),
    ("its own inverse", lambda value: np.arange(value.size)[::-1], _is_order),
)
