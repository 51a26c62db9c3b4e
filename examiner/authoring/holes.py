"""Holes and gaps of a question: mistakes that lose nothing, and mistakes that nothing names.

Right answers (the solution, and those that the bank accepts) are edited by rules
(`examiner.checks.edits.rules`), and the question's own check marks each edit. One that loses
nothing though it computes something else is a hole: a case is missing. One that loses points and is
given no known error is a gap: its rule suggests the words.
"""

from __future__ import annotations

import copy
import functools
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..alarm import TimeIsUp, alarm
from ..bank import Answer
from ..cell_code import quiet, run
from ..cells import Kind, is_given, kind_of, name_of, question_of
from ..checks.array_answers.cases import same
from ..checks.edits.rules import edits_of
from ..checks.verdict import Verdict
from ..checks.worth import MARKED, QUESTION
from ..course import Assignment, Course, CourseError, Question
from ..digests import digest_of
from ..regions import split
from .build import source_of

CACHE = Path(".edits")  # in the course folder: what was found, by the digest of a question
SOLUTION = "the solution"
MAX_CALLS = 20  # of an answer that are asked again at edits
MAX_BEYOND = 300  # that its check doesn't ask
QUICK = 5e-3  # seconds of the processor for one of these, and
SECONDS = 1.0  # for all; an edit may take so many times as long as what it is an edit of:
LONGER = 5
MOMENT = 0.05  # seconds more: nothing may end because Python cleared its memory meanwhile
SAME, DIGITS = 1e-9, 2**30  # to which values are the same, and
NOTHING = 1e-12  # up to which they are 0
CLEARLY = 1e-6  # another value, whatever is rounded on the way
NEAR = 1e-2  # beyond which no check forgives a difference
EXAMPLES = 3  # that are shown
CHECKS = Path(__file__).parent.parent / "checks"

Names = dict[str, Any]
Call = tuple[str, tuple, Mapping[str, Any]]


@dataclass
class Found:
    """A hole or a gap, and all edits that compute the same.

    of: the right answer that is edited. place: what is changed in it, and where. points: what it
    gets. why: of a hole, what shows that it is one; of a gap, what the verdict says.
    others: how many more edits compute the same.
    """

    rule: str
    of: str
    place: str
    points: float
    why: str
    words: str = ""
    others: int = 0


@dataclass(frozen=True)
class Report:
    """What edits of a question's right answers show."""

    question: str
    edits: int
    holes: list[Found] = field(default_factory=list)
    gaps: list[Found] = field(default_factory=list)


def reports(course: Course, assignment: str, only: str | None = None) -> Iterator[Report]:
    """A report for each question whose right answers can be edited; what has not changed since the
    last time is not marked again. CourseError for a question that isn't there."""
    (problem,) = course.problems(assignment)
    if only is not None and only not in problem.questions:
        raise CourseError(f"{assignment} has no question {only}.")
    workbench = Workbench.of(course, problem)
    for question in problem.questions.values():
        if question.written or (only and question.name != only) or not question.functions:
            continue
        file = course.root / CACHE / assignment / f"{question.name}.json"
        digest = workbench.digest(question)
        known = json.loads(file.read_text()) if file.is_file() else {}
        if known.get("digest") == digest:
            found = {key: [Found(**each) for each in known[key]] for key in ("holes", "gaps")}
            yield Report(question.name, known["edits"], **found)
            continue
        report = Trial(workbench, question).report()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"digest": digest, **asdict(report)}, indent=1) + "\n")
        yield report


@dataclass(frozen=True)
class Workbench:
    """The code of a problem set: given cells, solutions and hidden tests by question, and the
    accepted answers of the bank."""

    given: tuple[str, ...]
    solutions: dict[str, str]
    tests: dict[str, str]
    accepted: dict[str, dict[str, str]]

    @classmethod
    def of(cls, course: Course, problem: Assignment) -> Workbench:
        given, solutions, tests = [], {}, {}
        for cell in source_of(problem).cells:
            if is_given(cell):
                given.append(cell.source)
            elif kind_of(cell) is Kind.ANSWER:
                solutions[name_of(cell)] = cell.source
            elif kind_of(cell) is Kind.TEST:
                tests[question_of(name_of(cell))] = split(cell.source, "hidden tests")[1]
        accepted: dict[str, dict[str, str]] = defaultdict(dict)
        bank = course.root / "tests" / "bank" / problem.name
        for answer in map(Answer.read, sorted(bank.glob("*/accepted/*.py"))):
            if not answer.given:
                accepted[answer.question][answer.path.stem] = answer.code
        return cls(tuple(given), solutions, tests, accepted)

    def right_answers(self, question: Question) -> dict[str, str]:
        return {SOLUTION: self.solutions[question.name]} | self.accepted.get(question.name, {})

    def digest(self, question: Question) -> str:
        """A digest of all that a report is made of."""
        ours = [path.read_text() for path in (Path(__file__), *sorted(CHECKS.rglob("*.py")))]
        asked = self.tests[question.name], question.defines, self.accepted.get(question.name)
        return digest_of([self.given, self.solutions, ours, asked])

    @cached_property
    def solved(self) -> Names:
        """A namespace in which the given cells and the solutions have run."""
        names: Names = {"__name__": "__given__", MARKED: {}}
        for source in (*self.given, *self.solutions.values()):
            _, error = run(source, names)
            if error:
                raise CourseError(f"a cell of the problem set raises {error!r}: correct it first.")
        return names


class Value(NamedTuple):
    """What a call gives. form: its types and shapes, and what in it is no number; numbers: all
    that are in it, one after the other."""

    form: Hashable
    numbers: np.ndarray

    @classmethod
    def of(cls, value: Any) -> Value:
        """Of whatever an answer returned, or the exception that it raised."""
        arrays = [np.empty(0)]
        try:
            form = _form(value, arrays)
        except RecursionError:  # a dict or list that holds itself
            form, arrays = repr(value), arrays[:1]
        return cls(form, np.concatenate(arrays))

    def near(self, other: Value, rtol: float) -> bool:
        """Whether it is of the same form, and its numbers are nearly the same."""
        numbers = self.numbers, other.numbers
        return self.form == other.form and np.allclose(*numbers, rtol, rtol * 1e-6, equal_nan=True)

    @property
    def key(self) -> Hashable:
        """The same for values that are the same, but for rounding."""
        with np.errstate(all="ignore"):
            large = np.where(np.abs(self.numbers) < NOTHING, 0.0, self.numbers)
            mantissas, exponents = np.frexp(large)
            digits = np.round(mantissas * DIGITS)
        return self.form, digits.tobytes(), exponents.tobytes()


def _form(value: Any, arrays: list[np.ndarray]) -> Hashable:
    """The form of a value, whose numbers are put to the arrays."""
    match value:
        case Exception():
            return type(value).__name__
        case dict():
            return tuple((key, _form(each, arrays)) for key, each in value.items())
        case tuple() | list():
            return tuple(_form(each, arrays) for each in value)
        case np.ndarray() | np.generic() | bool() | int() | float():
            array = np.asarray(value)
            if array.dtype.kind in "biuf":
                arrays.append(array.astype(float).ravel())
                return array.shape
    # Of an integer beyond 64 bits Python writes no more than 4,300 decimal digits.
    return hex(value) if isinstance(value, int) else repr(value)


def near(values: Sequence[Value], others: Sequence[Value], rtol: float) -> bool:
    """Whether the values of the same calls are nearly the same."""
    return all(one.near(other, rtol) for one, other in zip(values, others, strict=True))


class Trial:
    """The edits of one question, marked.

    calls: those with which its check marks the solution. beyond: some of these with other
    arguments, at which the solution gives finite values.
    """

    def __init__(self, workbench: Workbench, question: Question) -> None:
        self.workbench, self.question = workbench, question
        self.right = self._names(workbench.solutions[question.name])
        self.calls = self._recorded()
        self.usual = self._values(self.right, self.calls) or []
        finite = []
        for how, changed in (each for call in self.calls for each in _other_arguments(call)):
            values = self._values(self.right, [changed])
            if values and values[0].numbers.size and np.isfinite(values[0].numbers).all():
                finite.append((how, changed))
        self.beyond = spread(finite, MAX_BEYOND)
        self.usual_beyond = self._values(self.right, [call for _, call in self.beyond]) or []

    def report(self) -> Report:
        """What the edits show; of those that compute the same, the first stands for the others."""
        found: dict[Hashable, Found] = {}
        number, most = 0, self.question.points
        for label, source in self.workbench.right_answers(self.question).items():
            values, seconds = self._timed(self._names(source), self.calls)
            seconds = LONGER * seconds + MOMENT
            if values is None or not near(values, self.usual, SAME):
                continue  # in single precision, say: all that is done to it is forgiven as well
            for edit in edits_of(source):
                number += 1
                names = self._names(edit.text)
                values = self._values(names, self.calls, seconds)
                if values is None or [v.form for v in values] != [v.form for v in self.usual]:
                    continue  # a verdict says at which call it raises, or what it returns instead
                about = edit.rule.id, label, edit.place
                if near(values, self.usual, CLEARLY):
                    key, why = self._where_it_differs(names)
                    each = Found(*about, most, why) if why else None
                else:
                    key = tuple(value.key for value in values)
                    words = edit.rule.words if label == SOLUTION else ""
                    each = found.get(key) or self._marked(about, names, values, words)
                if each and key in found:
                    found[key].others += 1
                elif each:
                    found[key] = each
        holes = [each for each in found.values() if each.points == most]
        gaps = [each for each in found.values() if each.points < most]
        return Report(self.question.name, number, holes, gaps)

    def _marked(
        self, about: tuple[str, str, str], names: Names, values: list[Value], words: str
    ) -> Found | None:
        """The hole or gap that an edit with other values is, if it is one. What differs by more
        than anything forgives is only marked to see whether it is a gap."""
        forgiven = near(values, self.usual, NEAR)
        verdict = self._verdict(names) if forgiven or words else None
        if verdict is None:
            return None
        if verdict.points == self.question.points:
            why = "in a call of the check" + (", by what it forgives" if forgiven else "")
            return Found(*about, verdict.points, why, words)
        if not words or verdict.mistake or any(finding.errors for finding in verdict.findings):
            return None
        said = next((each.message for each in verdict.shown() if each.sign == "✗"), "")
        return Found(*about, verdict.points, said, words)

    def _where_it_differs(self, names: Names) -> tuple[Hashable, str]:
        """Of an edit that agrees in all calls of the check: by what it is known, and where it
        computes something else; "" where it does nowhere, as another way to write what is right."""
        values = self._values(names, [call for _, call in self.beyond]) or []
        for (how, _), value, right in zip(self.beyond, values, self.usual_beyond, strict=False):
            if not value.near(right, CLEARLY):
                return ("beyond", *(each.key for each in values)), f"where {how}"
        return "", ""

    def _names(self, source: str) -> Names:
        names = dict(self.workbench.solved) | {QUESTION: self.question.name}
        run(source, names)
        return names

    def _verdict(self, names: Names) -> Verdict | None:
        value, _ = run(self.workbench.tests[self.question.name], names)
        return value if isinstance(value, Verdict) else None

    def _recorded(self) -> list[Call]:
        """The calls of its functions with which the check marks the solution."""
        calls: dict[str, list[Call]] = {name: [] for name in self.question.functions}

        def recorder(name: str) -> Callable[..., Any]:
            function = self.right[name]

            @functools.wraps(function)
            def recorded(*arguments: Any, **keywords: Any) -> Any:
                calls[name].append((name, *copy.deepcopy((arguments, keywords))))
                return function(*arguments, **keywords)

            return recorded

        self._verdict(self.right | {name: recorder(name) for name in calls})
        quick = (list(filter(self._is_quick, each)) for each in calls.values())
        return [call for each in quick for call in spread(each, MAX_CALLS)]

    def _is_quick(self, call: Call) -> bool:
        """Whether a call of the solution takes little time: it is asked of each edit."""
        # The first may have to load something.
        return any(self._timed(self.right, [call])[1] < QUICK for _ in range(2))

    def _timed(self, names: Names, calls: Sequence[Call]) -> tuple[list[Value] | None, float]:
        """What `_values` gives, and how many seconds of the processor it takes."""
        began = time.process_time()
        return self._values(names, calls), time.process_time() - began

    def _values(
        self, names: Names, calls: Sequence[Call], seconds: float = SECONDS
    ) -> list[Value] | None:
        """What each call gives, and with it whether it changes its arguments; None where they take
        too long."""
        values = []
        try:
            with quiet(), alarm(seconds, processor=True):
                for call in calls:
                    name, arguments, keywords = copy.deepcopy(call)
                    try:
                        value = names[name](*arguments, **keywords)
                    except Exception as error:
                        value = error
                    changed = not same((arguments, keywords), call[1:])
                    values.append(Value.of((value, "changes its arguments") if changed else value))
        except TimeIsUp:
            return None
        return values


def spread(calls: Sequence[Any], most: int) -> list[Any]:
    """At most so many of these, from the first to the last."""
    return list(calls[:: math.ceil(len(calls) / most) or 1])


# --- other arguments -----------------------------------------------------------------------------

# What an argument becomes, or a part of it, by the kind of its numbers. Not an integer: it is a
# size, often one of which others are multiples.
CHANGES: dict[str, dict[str, Callable[[Any], Any]]] = {
    "f": {
        "is 7 times as large": lambda value: 7.0 * value,
        "is 1000 times as large": lambda value: 1000.0 * value,
        "has 5 added": lambda value: value + 5.0,
        "has the other sign": lambda value: -value,
        "has 5 subtracted": lambda value: value - 5.0,
        "is reversed": np.flip,
    },
    "b": {"is reversed": np.flip, "is negated": np.logical_not},
}


def _other_arguments(call: Call) -> Iterator[tuple[str, Call]]:
    """A call with one of its arguments, or a part of one, changed, and how it is."""
    name, arguments, keywords = call
    numbered = {f"argument {i}": value for i, value in enumerate(arguments, 1)}
    for where, value in (numbered | keywords).items():
        for how, changed in _other_values(where, value):
            new = numbered | keywords | {where: changed}
            yield how, (name, tuple(new[i] for i in numbered), {key: new[key] for key in keywords})


def _other_values(where: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            for how, changed in _other_values(f"{where}[{i}]", part):
                yield how, (*value[:i], changed, *value[i + 1 :])
    elif isinstance(value, dict):
        for key, part in value.items():
            for how, changed in _other_values(f"{where}[{key!r}]", part):
                yield how, {**value, key: changed}
    elif isinstance(value, (float, bool, np.bool_, np.ndarray)):
        for how, change in CHANGES.get(np.asarray(value).dtype.kind, {}).items():
            if change is not np.flip or np.ndim(value):
                yield f"{where} {how}", change(value)


# --- what is shown -------------------------------------------------------------------------------


def shown(report: Report, *, everything: bool = False) -> str:
    """A report as text: holes by where they show, gaps by rule, each with its first examples."""
    lines = [f"{report.question}: {report.edits} edits"]
    lines += _listed("hole", report.holes, lambda each: each.why, everything)
    lines += _listed("gap", report.gaps, lambda each: f"{each.rule} ({each.words})", everything)
    return "\n".join(lines)


def _listed(
    what: str, found: Sequence[Found], common: Callable[[Found], str], everything: bool
) -> Iterator[str]:
    groups: dict[str, list[Found]] = {}
    for each in found:
        groups.setdefault(common(each), []).append(each)
    for said, group in groups.items():
        yield f"  {what}: {said}"
        for each in group if everything else group[:EXAMPLES]:
            others = f" (and {each.others} that compute the same)" if each.others else ""
            yield f"      {each.points:g} points: {each.rule}, {each.place} of {each.of}{others}"
        if not everything and group[EXAMPLES:]:
            yield f"      and {len(group) - EXAMPLES} more (--all)"
