"""Wrong answers made of a question's own misconceptions: two together, and each with one of the
generic ones.

The hidden test of a question is run once on the solutions; each of its checks tells which function
it is about, and what misconceptions it knows. The answers are made of these.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest import mock

import numpy as np

from examiner import checks
from examiner.cell_code import quiet
from examiner.checks import Verdict
from examiner.checks.counts.candidates import usual
from examiner.checks.counts.key import key_of
from examiner.checks.counts.parts import Sizes, items_of, parts_of, sizes_of, terms_of
from examiner.checks.edits import edited_together, listed
from examiner.checks.polynomials import Polynomial
from examiner.checks.worth import MARKED, QUESTION
from examiner.findings.known_error import Says
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

    def together(self) -> Iterator[tuple[str, dict[str, Answer]]]:
        """What each pair is called, and its answers: first all pairs of own misconceptions, then
        each with the generic ones."""
        pairs = itertools.combinations(self.own, 2)
        more = ((one, other) for one in self.own for other in self.generic.get(one.name, ()))
        for one, other in itertools.chain(pairs, more):
            if (answers := one & other) is not None:
                about = " and ".join(f"{each.name}: {'+'.join(each.ids)}" for each in (one, other))
                yield about, answers


def verdict_of(assignment: str, question: str, names: Mapping[str, Any]) -> Any:
    """What the hidden test of a question gives in a namespace."""
    definitions, check = hidden_test(assignment, question)
    names = {**names, QUESTION: question, MARKED: {}}
    with quiet(), np.errstate(all="ignore"):
        exec(definitions, names)
        return eval(check, names)


@contextlib.contextmanager
def unmeasured() -> Iterator[None]:
    """Time and memory aren't measured inside: every answer keeps to the limits."""

    @functools.wraps(checks.resources)
    def resources(*_: Any, points: float, **__: Any) -> Verdict:
        return Verdict.all_right("limits", Says("limit-kept"), points)

    with mock.patch.object(checks, "resources", resources):
        yield


def mutants_of(assignment: str, question: str) -> Mutants:
    """The mutants of a question."""
    solved, calls = Notebook.of(assignment).solved(), list[tuple[str, Any, dict[str, Any]]]()

    def recorded(name: str) -> Callable[..., Verdict]:
        check = getattr(checks, name)

        @functools.wraps(check)
        def asked(answer: Any, **settings: Any) -> Verdict:
            calls.append((name, answer, settings))
            return check(answer, **settings)

        return asked

    with contextlib.ExitStack() as stack:
        stack.enter_context(unmeasured())
        for name in MAKERS:
            stack.enter_context(mock.patch.object(checks, name, recorded(name)))
        verdict_of(assignment, question, solved)
    own, generic = dict[tuple, Mutant](), dict[str, list[Mutant]]()
    for check, answer, settings in calls:
        name = next((name for name, value in solved.items() if value is answer), None)
        if name is None:
            continue
        made, more = MAKERS[check](name, answer, settings)
        for each in made:
            own.setdefault((each.name, each.ids, len(made)), each)
        generic.setdefault(name, more)
    (asked,) = [q for where, q in QUESTIONS if (where, q.name) == (assignment, question)]
    for name in answered(Notebook.of(assignment), asked):
        if name not in generic and callable(solved[name]):  # a check of the question's own
            generic[name] = of_arrays(name, solved[name], {})[0]
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


def of_polynomial(
    name: str, _: Answer, settings: dict[str, Any]
) -> tuple[list[Mutant], list[Mutant]]:
    sizes = sizes_of(settings["variables"], items_of(settings.get("where")))
    expected = settings.get("expected", "")
    if isinstance(expected, str) and expected:
        parts = terms_of(sizes, expected)
    else:
        others = expected or settings.get("other")
        parts = parts_of(sizes, items_of(settings.get("products")), items_of(others))
    named = [settings.get(each) for each in ("mistakes", "conventions", "accept", "shares")]
    key = key_of(sizes, parts, *map(items_of, [*named, settings.get("others")]))

    def joined(one: Polynomial, other: Polynomial) -> Answer:
        return count_as(sizes, key.expected + one + other)

    def mutant(error: Any, effect: Polynomial) -> Mutant:
        return Mutant(name, (error.key,), count_as(sizes, key.expected + effect), effect, joined)

    own = [
        mutant(each.error, each.effect)
        for group in key.table.by_question.values()
        for each in group
    ]
    known = {name: sizes.formula(text) for name, text in key.others}
    return own, [mutant(each.error, each.effect) for each in usual(parts, known)]


def of_ledger(name: str, _: Answer, settings: dict[str, Any]) -> tuple[list[Mutant], list[Mutant]]:
    sizes = sizes_of(settings["variables"], items_of(settings.get("where")))
    groups = (items_of(settings.get(each)) for each in ("products", "other"))
    parts = {part.name: part for part in parts_of(sizes, *groups)}
    nothing = Polynomial(sizes.names, {})

    def joined(one: Mapping[str, Polynomial], other: Mapping[str, Polynomial]) -> Answer:
        counts = {
            line: count_as(sizes, part.cost() + one.get(line, nothing) + other.get(line, nothing))
            for line, part in parts.items()
        }

        def answer(*arguments: int, **named: int) -> dict[str, Any]:
            return {line: count(*arguments, **named) for line, count in counts.items()}

        return answer

    def mutant(key: str, effect: Mapping[str, Polynomial]) -> Mutant:
        return Mutant(name, (key,), joined(effect, {}), effect, joined)

    own = []
    for setting in ("mistakes", "conventions"):
        by_error: dict[str, dict[str, Polynomial]] = {}
        for line, errors in (settings.get(setting) or {}).items():
            for error, ways in errors.items():
                effect = sizes.formula(ways.split("; ")[0]) - parts[line].cost()
                by_error.setdefault(error.key, {})[line] = effect
        for key, lines in by_error.items():
            own.append(mutant(key, lines))
            alone = lines if len(lines) > 1 else {}
            own += [mutant(f"{key} in {line}", {line: lines[line]}) for line in alone]
    generic = [
        mutant(f"{each.error.key} in {line}", {line: each.effect})
        for line, part in parts.items()
        for each in usual((part,), {})
    ]
    return own, generic


def of_growth(name: str, _: Answer, settings: dict[str, Any]) -> tuple[list[Mutant], list[Mutant]]:
    sizes = settings["variables"].split()
    own = {error.key: formula for error, formula in (settings.get("mistakes") or {}).items()}
    generic = {"a constant": "1", "twice": f"2*({settings['expected']})"}

    def joined(one: str, other: str) -> Answer:
        code = compile(f"({one}) + ({other})", "<growth>", "eval")
        names = {"log": math.log, "max": max, "min": min}
        return lambda *arguments, **named: eval(
            code, names, dict(zip(sizes, arguments, strict=False)) | named
        )

    return tuple(
        [Mutant(name, (key,), joined(each, "0"), each, joined) for key, each in some.items()]
        for some in (own, generic)
    )


# --- arrays ---------------------------------------------------------------------------------------


def _raises(*_: Any) -> None:
    raise ValueError("no")


# What may be done to what an answer returns.
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


def of_arrays(
    name: str, answer: Answer, settings: dict[str, Any]
) -> tuple[list[Mutant], list[Mutant]]:
    reference, mistakes = settings.get("reference"), settings.get("mistakes") or {}
    table = reference.definitions(mistakes) if reference else mistakes

    def joined(one: Any, other: Any) -> Answer | None:
        if isinstance(one, str) or isinstance(other, str):
            definition, change = (other, one) if isinstance(one, str) else (one, other)
            if isinstance(definition, str):
                definition = joined(definition, answer)
            return lambda *arguments, **named: _each(
                TO_ARRAYS[change], definition(*arguments, **named)
            )
        return edited_together([one, other])

    own = [
        Mutant(name, (error.key,), way, way, joined)
        for error, ways in table.items()
        for way in listed(ways)[:1]
    ]
    changed = [Mutant(name, (each,), joined(each, answer), each, joined) for each in TO_ARRAYS]
    return own or changed, changed


# --- values ---------------------------------------------------------------------------------------


def of_choices(
    name: str, answer: Answer, settings: dict[str, Any]
) -> tuple[list[Mutant], list[Mutant]]:
    options = [*settings["options"]]

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
    name: str, answer: Answer, settings: dict[str, Any]
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


MAKERS: dict[str, Callable[..., tuple[list[Mutant], list[Mutant]]]] = {
    "polynomial": of_polynomial,
    "ledger": of_ledger,
    "growth": of_growth,
    "arrays": of_arrays,
    "properties": of_arrays,
    "choices": of_choices,
    "derivation": of_derivation,
}
