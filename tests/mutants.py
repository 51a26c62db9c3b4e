"""Wrong answers with two misconceptions: two of the question's own, or an own and a generic one.

The hidden test of a question runs once on the solutions. Each of its checks records its function
and its misconceptions, and the answers are made of these.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest import mock

import numpy as np

from examiner.cell_code import quiet
from examiner.checks import (
    Arrays,
    Check,
    Choices,
    Count,
    Derivation,
    Formula,
    GradingContext,
    Growth,
    Ledger,
    Properties,
    Resources,
    Verdict,
)
from examiner.checks.counts.candidates import generic_candidates
from examiner.checks.counts.cost_terms import Sizes
from examiner.checks.formulas import formula_of
from examiner.checks.polynomials import Polynomial
from examiner.checks.reference_code import combined_mutant
from examiner.findings.diagnosis import Message
from tests.bank_runner import Notebook, hidden_test
from tests.test_odd_values import QUESTIONS, answered

Answer = Any  # a function, or a value


@dataclass(frozen=True)
class Mutant:
    """A wrong answer under one name of a question.

    name: the function, or the value, that it stands for. ids: its misconceptions.
    join: the answer with this misconception and another one's; None if the two can't be joined.
    """

    name: str
    ids: tuple[str, ...]
    answer: Answer
    effect: Any
    join: Callable[[Any, Any], Answer | None]

    def __and__(self, other: Mutant) -> dict[str, Answer] | None:
        """The answers with both."""
        if self.name != other.name:
            return {self.name: self.answer, other.name: other.answer}
        joined = self.join(self.effect, other.effect) if self.join == other.join else None
        return None if joined is None else {self.name: joined}


@dataclass(frozen=True)
class Mutants:
    """The mutants of one question: its own, and by name the generic ones."""

    own: list[Mutant]
    generic: dict[str, list[Mutant]]

    def pairs(self) -> Iterator[tuple[Mutant, Mutant]]:
        """Yield the pairs of own misconceptions, then each own one with the generic ones."""
        yield from itertools.combinations(self.own, 2)
        for one in self.own:
            for other in self.generic.get(one.name, ()):
                yield one, other


def together(pairs: Iterable[tuple[Mutant, Mutant]]) -> Iterator[tuple[str, dict[str, Answer]]]:
    """Yield the name and the answers of each pair of misconceptions that can be joined."""
    for one, other in pairs:
        if (answers := one & other) is not None:
            about = " and ".join(f"{each.name}: {'+'.join(each.ids)}" for each in (one, other))
            yield about, answers


def verdict_of(assignment: str, question: str, names: Mapping[str, Any], key: str = "") -> Any:
    """Return the verdict of a question's hidden test in a namespace."""
    definitions, check = hidden_test(assignment, question)
    names = dict(names)
    with quiet(), np.errstate(all="ignore"), GradingContext(question, key=key).active():
        exec(definitions, names)
        return eval(check, names)


@contextlib.contextmanager
def unmeasured() -> Iterator[None]:
    """Time and memory aren't measured inside: every answer keeps to the limits."""

    def measured(_: Resources, answer: Any, points: float, *__: Any) -> Verdict:
        return Verdict.all_right("limits", Message("limit-kept"), points)

    with mock.patch.object(Resources, "_measured", measured):
        yield


def mutants_of(assignment: str, question: str) -> Mutants:
    """The mutants of a question."""
    solved, asked = Notebook.of(assignment).solved(), list[tuple[Check, Any]]()
    mark = GradingContext.mark

    def recorded(grading: GradingContext, check: Check, answer: Any) -> Verdict:
        asked.append((check, answer))
        return mark(grading, check, answer)

    with unmeasured(), mock.patch.object(GradingContext, "mark", recorded):
        verdict_of(assignment, question, solved)
    own, generic = dict[tuple, Mutant](), dict[str, list[Mutant]]()
    for check, answer in asked:
        name = next((name for name, value in solved.items() if value is answer), None)
        if name is None or isinstance(check, Resources):
            continue
        made, more = MAKERS[type(check)](name, answer, check)
        for each in made:
            own.setdefault((each.name, each.ids, len(made)), each)
        generic.setdefault(name, more)
    (about,) = [q for where, q in QUESTIONS if (where, q.name) == (assignment, question)]
    for name in answered(Notebook.of(assignment), about):
        if name not in generic and callable(solved[name]):  # a check of the question's own
            generic[name] = of_properties(name, solved[name])[0]
            own |= {(each.name, each.ids, 0): each for each in generic[name]}
    return Mutants(list(own.values()), generic)


# --- counts ---------------------------------------------------------------------------------------


def count_as(sizes: Sizes, count: Polynomial) -> Callable[..., int | Fraction]:
    """A function of a question's arguments that gives a count."""

    def answer(*arguments: int, **named: int) -> int | Fraction:
        values = dict(zip(sizes.arguments, arguments, strict=False)) | named
        for name in set(sizes.names) - values.keys():  # a size that only a condition has
            values[name] = _solved(sizes, name, values)
        return count(*(values[name] for name in sizes.names))

    return answer


def _solved(sizes: Sizes, name: str, values: Mapping[str, int]) -> int:
    """The size with which the conditions hold."""
    for size in range(1, max(values.values()) + 1):
        point = [size if each == name else values[each] for each in sizes.names]
        if sizes.arguments_at(point) == tuple(values[each] for each in sizes.arguments):
            return size
    raise ValueError(f"no {name} fits {values}")


def of_count(name: str, _: Answer, check: Count) -> tuple[list[Mutant], list[Mutant]]:
    key = check._key

    def joined(one: Polynomial, other: Polynomial) -> Answer:
        return count_as(key.sizes, key.expected + one + other)

    def mutant(error: Any, effect: Polynomial) -> Mutant:
        return Mutant(name, (error.key,), joined(effect, effect * 0), effect, joined)

    groups = key.table.by_question.values()
    own = [mutant(each.error, each.effect) for group in groups for each in group]
    known = {name: key.sizes.polynomial(formula) for name, formula in key.others}
    return own, [
        mutant(each.error, each.effect) for each in generic_candidates(key.cost_terms, known)
    ]


def of_ledger(name: str, _: Answer, check: Ledger) -> tuple[list[Mutant], list[Mutant]]:
    lines = check._lines
    sizes, parts, nothing = lines.sizes, lines.cost_terms, Polynomial(lines.sizes.names, {})
    costs = {line: part.cost() for line, part in parts.items()}

    def joined(one: Mapping[str, Polynomial], other: Mapping[str, Polynomial]) -> Answer:
        counts = {
            line: count_as(sizes, cost + one.get(line, nothing) + other.get(line, nothing))
            for line, cost in costs.items()
        }

        def answer(*arguments: int, **named: int) -> dict[str, Any]:
            return {line: count(*arguments, **named) for line, count in counts.items()}

        return answer

    def mutant(key: str, effect: Mapping[str, Polynomial]) -> Mutant:
        return Mutant(name, (key,), joined(effect, {}), effect, joined)

    by_error: dict[str, dict[str, Polynomial]] = {}
    for line, key in lines.keys.items():
        for each in (each for group in key.table.by_question.values() for each in group):
            by_error.setdefault(each.error.key, {}).setdefault(line, each.effect)
    for error, formulas in lines.together:
        effects = {line: sizes.polynomial(f) - costs[line] for line, f in formulas.items()}
        by_error.setdefault(error.key, {}).update(effects)
    own = []
    for error_key, effects in by_error.items():
        own.append(mutant(error_key, effects))
        alone = effects if len(effects) > 1 else {}
        own += [mutant(f"{error_key} in {line}", {line: effects[line]}) for line in alone]
    generic = [
        mutant(f"{each.error.key} in {line}", {line: each.effect})
        for line, part in parts.items()
        for each in generic_candidates((part,), {})
    ]
    return own, generic


def of_growth(name: str, _: Answer, check: Growth) -> tuple[list[Mutant], list[Mutant]]:
    arguments = [str(size) for size in check.sizes]
    calls = {"log": math.log, "max": max, "min": min}

    def joined(one: Formula, other: Formula) -> Answer:
        def answer(*values: int, **named: int) -> float:
            sizes = dict(zip(arguments, values, strict=False)) | named
            return (one + other).evaluate(sizes, lambda number: number, calls)

        return answer

    def mutant(key: str, effect: Formula) -> Mutant:
        return Mutant(name, (key,), joined(effect, formula_of(0)), effect, joined)

    own = [mutant(each.key, formula_of(each.effects[0])) for each in check.misconceptions]
    return own, [mutant("a constant", formula_of(1)), mutant("twice", 2 * check.expected)]


# --- arrays ---------------------------------------------------------------------------------------


def _raises(*_: Any) -> None:
    raise ValueError("no")


# Possible changes of an answer's return value.
TO_ARRAYS: dict[str, Callable[[Any], Any]] = {
    "negative": lambda value: -value,
    "twice": lambda value: 2 * value,
    "one more": lambda value: value + 1,
    "transposed": lambda value: np.transpose(value),
    "of single precision": lambda value: np.asarray(value).astype(np.float32),
    "not a number": lambda value: value * np.nan,
    "complex": lambda value: value + 0j,
    "a list": lambda value: np.asarray(value).tolist(),
    "with one more axis": lambda value: np.asarray(value)[None],
    "empty": lambda value: np.zeros(0),
    "of objects": lambda value: np.asarray(value).astype(object),
    "masked": lambda value: np.ma.masked_all(np.shape(value)),
    "a text": str,
    "None": lambda value: None,
    "raises": _raises,
}


def _each(change: Callable[[Any], Any], value: Any) -> Any:
    """A change of a value, or of each in a tuple or dict."""
    if isinstance(value, tuple):
        return tuple(_each(change, each) for each in value)
    if isinstance(value, dict):
        return {key: _each(change, each) for key, each in value.items()}
    return change(value)


def of_arrays(name: str, answer: Answer, check: Arrays) -> tuple[list[Mutant], list[Mutant]]:
    return _of_functions(name, answer, check._functions)


def of_properties(
    name: str, answer: Answer, check: Properties | None = None
) -> tuple[list[Mutant], list[Mutant]]:
    return _of_functions(name, answer, {})


def _of_functions(
    name: str, answer: Answer, table: Mapping[Any, Sequence[Any]]
) -> tuple[list[Mutant], list[Mutant]]:
    """table: misconception -> the functions that it leads to."""

    def joined(one: Any, other: Any) -> Answer | None:
        if isinstance(one, str) or isinstance(other, str):
            definition, change = (other, one) if isinstance(one, str) else (one, other)
            if isinstance(definition, str):
                definition = joined(definition, answer)
            return lambda *arguments, **named: _each(
                TO_ARRAYS[change], definition(*arguments, **named)
            )
        return combined_mutant([one, other])

    own = [Mutant(name, (error.key,), ways[0], ways[0], joined) for error, ways in table.items()]
    changed = [Mutant(name, (each,), joined(each, answer), each, joined) for each in TO_ARRAYS]
    return own or changed, changed


# --- values ---------------------------------------------------------------------------------------


def of_choices(name: str, answer: Answer, check: Choices) -> tuple[list[Mutant], list[Mutant]]:
    options = [*check.options]

    def joined(one: Mapping, other: Mapping) -> Answer:
        changed = copy.deepcopy(answer)
        for path, option in {**one, **other}.items():
            *above, last = path
            place = functools.reduce(lambda tree, key: tree[key], above, changed)
            place[last] = option
        return changed

    def leaves(tree: Mapping, above: tuple = ()) -> Iterator[tuple]:
        for key, value in tree.items():
            yield from leaves(value, (*above, key)) if isinstance(value, dict) else [(*above, key)]

    def mutant(path: tuple, option: Any) -> Mutant:
        effect = {path: option}
        return Mutant(name, (f"{path}={option!r}",), joined(effect, {}), effect, joined)

    own = [mutant(path, option) for path in leaves(answer) for option in options[:3]]
    return own, [mutant(path, odd) for path in leaves(answer) for odd in (None, 3, "nothing")]


def of_derivation(
    name: str, answer: Answer, check: Derivation
) -> tuple[list[Mutant], list[Mutant]]:
    def joined(one: Mapping[int, Any], other: Mapping[int, Any]) -> Answer:
        lines = dict(enumerate(answer)) | {**one, **other}
        return [line for line in lines.values() if line is not None]

    def mutant(id: str, effect: Mapping[int, Any]) -> Mutant:
        return Mutant(name, (id,), joined(effect, {}), effect, joined)

    own = []
    for at, (relation, line, reason) in enumerate(answer):
        own.append(mutant(f"{at} left out", {at: None}))
        own.append(mutant(f"{at} without a reason", {at: (relation, line, "")}))
        own.append(mutant(f"{at} twice as much", {at: (relation, f"2 * ({line})", reason)}))
    return own, [mutant(f"{at} is no line", {at: ("=", "((", 3)}) for at in range(len(answer))]


MAKERS: dict[type[Check], Callable[..., tuple[list[Mutant], list[Mutant]]]] = {
    Count: of_count,
    Ledger: of_ledger,
    Growth: of_growth,
    Arrays: of_arrays,
    Properties: of_properties,
    Choices: of_choices,
    Derivation: of_derivation,
}
