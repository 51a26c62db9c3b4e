"""Asking a wrong answer again: where is it right, and which argument does it ignore?

The answer is called at changed arguments beside the definition, once, and only where nothing else
explains what is wrong. Only what holds in every case that is wrong is said.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .calls import Outcome, ask
from .cases import Case, Definition, is_real, same
from .entries import Layout, part_of
from .tolerances import close

MAX_CHANGES = 40  # of the arguments of a case
SECONDS = 1.0  # for the calls of a case

Arguments = list[Any]


class Question:
    """A function to ask, and the definition that it is compared with.

    cases: those at which it was asked first.
    deep: whether the arguments enter a long computation. Then what is right where one of them is
        special tells a student nothing, and only those that are ignored are sought.
    """

    def __init__(
        self,
        function: Any,
        definition: Definition,
        cases: Sequence[Case],
        layout: Layout,
        deep: bool = False,
    ) -> None:
        self.function, self.definition = function, definition
        self.cases, self.layout, self.deep = cases, layout, deep
        self.names = _names_of(definition, max(len(case.arguments) for case in cases))

    def where_right(self, wrong: Sequence[int], outputs: set[int]) -> str:
        """A remark on an answer that is wrong in some cases: where it is right, or which argument
        it ignores; "" if there is none, or if a case where it is right speaks against it.

        wrong: the numbers of the cases. outputs: the numbers of those that are wrong.
        """
        labels: list[str] | None = None
        for i in wrong:
            labels = self._remarks(self.cases[i], outputs, labels)
            if not labels:
                return ""
        for i, case in enumerate(self.cases):
            if labels and i not in wrong and not case.seconds:
                labels = self._not_contradicted(case, labels)
        return labels[0] if labels else ""

    def _not_contradicted(self, case: Case, labels: Sequence[str]) -> list[str]:
        """The remarks that a case where the answer is right doesn't speak against: right "only
        where" something is special, it is right where that isn't; or it depends on an argument.
        """
        changes = [c for c in self._changes(case) if c[0] in labels]
        contradicted = {label for label, _ in changes if label.startswith(ONLY)}
        ignored = [(label, changed) for label, changed in changes if label.startswith(IGNORED)]
        usual, *outcomes = self._ask(case, *(changed for _, changed in ignored))
        for (label, _), outcome in zip(ignored, outcomes, strict=True):
            if outcome.error is None and not self._is_ignored(usual, outcome):
                contradicted.add(label)
        return [label for label in labels if label not in contradicted]

    def _remarks(self, case: Case, outputs: set[int], among: list[str] | None) -> list[str]:
        """The remarks that hold of the answer to one case; of those `among` which one is sought."""
        changes = [c for c in self._changes(case) if among is None or c[0] in among]
        usual, *outcomes = self._ask(case, *(changed for _, changed in changes))
        here = self._values(case)
        found = []
        for (label, changed), outcome in zip(changes, outcomes, strict=True):
            expected = self._values(changed)
            if expected is None or outcome.error is not None:
                continue
            if label.startswith(IGNORED):
                holds = self._is_ignored(usual, outcome) and not same(expected, here)
                holds = holds and self._stays_ignored(case, label, usual)
            else:
                holds = self._is_right(outcome, expected, outputs, changed.atol)
            found += [label] if holds else []
        return found

    def _ask(self, *cases: Case) -> list[Outcome]:
        """What the answer does in the first call of each case."""
        return ask(
            self.function,
            [case.arguments for case in cases],
            keywords=[case.keywords for case in cases],
            time_limit=SECONDS,
        )

    @staticmethod
    def _is_ignored(usual: Outcome, outcome: Outcome) -> bool:
        return usual.error is None and same(outcome.value, usual.value, nan=False)

    def _stays_ignored(self, case: Case, label: str, usual: Outcome) -> bool:
        """Whether larger changes show as little: what uses the sign only, say, is no function of
        nothing.
        """
        changes = (
            replace(case, arguments=tuple(arguments), keywords=keywords)
            for far in FAR
            for text, arguments, keywords in _ignored(case, self.names, far)
            if text == label
        )
        outcomes = self._ask(*changes)
        return all(self._is_ignored(usual, each) for each in outcomes if each.error is None)

    def _changes(self, case: Case) -> list[tuple[str, Case]]:
        """The case with changed arguments."""
        found = []
        special = () if self.deep else _special(case, self.names)
        for label, arguments, keywords in (*_ignored(case, self.names), *special):
            if keywords is not case.keywords or not same(arguments, case.arguments):
                changed = replace(case, arguments=tuple(arguments), keywords=keywords, then=())
                found.append((label, changed))
        return found[:MAX_CHANGES]

    def _values(self, case: Case) -> Any:
        """What the definition gives; None where it can't be asked."""
        try:
            return next(case.follow(self.definition))
        except Exception:  # a length that doesn't fit, for one
            return None

    def _is_right(self, outcome: Outcome, expected: Any, outputs: set[int], atol: Any) -> bool:
        """Whether an answer is right in these outputs, and not trivially so: the right one is not
        zero.
        """
        answers = self.layout.read(outcome)
        for j in outputs:
            answer, right = answers[j][0], part_of(expected, self.layout.parts[j])
            if isinstance(answer, str) or answer.shape != right.shape or not right.any():
                return False
            if np.shape(atol) not in ((), right.shape) or not close(answer, right, atol=atol).all():
                return False
        return True


def _names_of(definition: Definition, count: int) -> list[str]:
    """The names of a definition's arguments; "argument 1", … where it doesn't say."""
    parameters = list(inspect.signature(definition).parameters.values())
    named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return [named[i] if i < len(named) else f"{i + 1}" for i in range(count)]


IGNORED = "it doesn't depend on"
ONLY = "it is right only where"
FAR = ((8.0, 8.0), (-1.0, 0.0))  # larger changes of an argument that seems to be ignored


Changed = Iterator[tuple[str, Arguments, Mapping[str, Any]]]


def _ignored(
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


def _special(case: Case, names: Sequence[str]) -> Changed:
    """Special arguments, the least special first."""
    arguments, keywords = list(case.arguments), case.keywords
    real = [i for i, value in enumerate(arguments) if is_real(value)]
    arrays = [i for i in real if isinstance(arguments[i], np.ndarray)]
    for key in keywords:
        yield f"it is right without {key}", arguments, _without(case, key)
    yield from _sizes(case, names)
    for i, j in itertools.combinations(arrays, 2):
        if arguments[i].shape == arguments[j].shape:
            label = f"{ONLY} {names[i]} = {names[j]}"
            yield label, _with(case, {j: arguments[i]}), keywords
    for what, change, fits in SPECIAL:
        for i, value in enumerate(arguments):
            if isinstance(value, np.ndarray) and fits(value):
                yield (
                    f"{ONLY} {names[i]} is {what}",
                    _with(case, {i: change(value)}),
                    keywords,
                )
    for i in real:
        zero = np.zeros_like(arguments[i]) if i in arrays else 0.0
        yield f"{ONLY} {names[i]} is 0", _with(case, {i: zero}), keywords
    yield from _trivial(case, names)


def _sizes(case: Case, names: Sequence[str]) -> Changed:
    """One length made equal to another: all the axes of this length are cut."""
    where: dict[int, str] = {}
    for text, length in _axes(case, names).items():
        where.setdefault(length, text)
    for long, short in itertools.permutations(where, 2):
        if long > short > 1:
            label = f"{ONLY} {where[long]} is as long as {where[short]}"
            yield label, *_cut(case, long, short)


def _trivial(case: Case, names: Sequence[str]) -> Changed:
    """The most special ones, which say least: a length of 1, equal entries."""
    axes = _axes(case, names)
    for long in dict.fromkeys(axes.values()):
        if long > 1:
            where = next(text for text, length in axes.items() if length == long)
            yield f"{ONLY} {where} has length 1", *_cut(case, long, 1)
    for i, value in enumerate(case.arguments):
        if is_real(value) and isinstance(value, np.ndarray) and value.size > 1:
            equal = _with(case, {i: np.full_like(value, value.flat[0])})
            yield f"{ONLY} {names[i]} is all equal", equal, case.keywords


def _axes(case: Case, names: Sequence[str]) -> dict[str, int]:
    """The lengths of the arrays among the arguments, by what they are called."""
    return {
        f"{names[i]} along axis {axis}": length
        for i, value in enumerate(case.arguments)
        if isinstance(value, np.ndarray)
        for axis, length in enumerate(value.shape)
    }


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
