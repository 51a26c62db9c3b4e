"""Holes and gaps of a question: mistakes that lose nothing, and mistakes that nothing names.

Right answers (the solution, and those that the bank accepts) are edited by rules (`edit_rules`),
and the question's own check marks each edit. One that loses nothing though it computes something
else is a hole: a case is missing. One that loses points and is given no known error is a gap: its
rule suggests the words.
"""

from __future__ import annotations

import copy
import functools
import json
import math
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..bank import EARNS, FULL, read_answers
from ..cell_code import quiet, run
from ..cell_kinds import CellKind, code_by_kind
from ..checks.array_answers.cases import same
from ..checks.grading import GradingContext
from ..checks.verdict import Verdict
from ..course import Course, CourseError, CourseQuestion
from ..digests import digest_of
from ..regions import split
from ..time_limit import TimeIsUp, alarm
from .marking_modules import modules_of
from .mutation_rules import mutations_of
from .notebook_source import source_of

CACHE = Path(".edits")  # in the course folder: what was found, by the digest of a question
SOLUTION = "the solution"
MAX_CALLS = 20  # of an answer that are asked again at edits
MAX_BEYOND = 300  # that its check doesn't ask
QUICK = 5e-3  # seconds of the processor for one of these, and
SECONDS = 1.0  # for all; an edit may take so many times as long as what it is an edit of:
LONGER = 5
MOMENT = 0.05  # seconds more: nothing may end because Python cleared its memory meanwhile
SAME = 1e-9  # to which values are the same, and
NOTHING = 1e-12  # up to which they are 0
CLEARLY = 1e-6  # another value, whatever is rounded on the way
NEAR = 1e-2  # beyond which no check forgives a difference
EXAMPLES = 3  # that are shown
EXAMINER = Path(__file__).parent.parent

Names = dict[str, Any]
Call = tuple[str, tuple, Mapping[str, Any]]


@dataclass
class FoundMutant:
    """A hole or a gap, and all edits that compute the same.

    of: the right answer that is edited. place: what is changed in it, and where. points: what it
    gets. why: of a hole, what shows that it is one; of a gap, what the verdict says.
    others: how many more edits compute the same.
    """

    is_hole: bool
    rule: str
    of: str
    place: str
    points: float
    why: str
    words: str = ""
    others: int = 0

    @property
    def said(self) -> str:
        return f"hole: {self.why}" if self.is_hole else f"gap: {self.rule} ({self.words})"


@dataclass(frozen=True)
class MutantReport:
    """What edits of a question's right answers show."""

    question: str
    edits: int
    found: list[FoundMutant] = field(default_factory=list)

    def shown(self, *, everything: bool = False) -> str:
        """As text: holes by where they show, gaps by rule, each with its first examples."""
        lines = [f"{self.question}: {self.edits} edits"]
        groups: dict[str, list[FoundMutant]] = {}
        for each in sorted(self.found, key=lambda each: not each.is_hole):
            groups.setdefault(each.said, []).append(each)
        for said, group in groups.items():
            lines.append(f"  {said}")
            for each in group if everything else group[:EXAMPLES]:
                others = f" (and {each.others} that compute the same)" if each.others else ""
                about = f"{each.points:g} points: {each.rule}, {each.place} of {each.of}"
                lines.append(f"      {about}{others}")
            if not everything and group[EXAMPLES:]:
                lines.append(f"      and {len(group) - EXAMPLES} more (--all)")
        return "\n".join(lines)


def reports(course: Course, assignment: str, only: str | None = None) -> Iterator[MutantReport]:
    """A report for each question whose right answers can be edited; what has not changed since the
    last time is not marked again. CourseError for a question that isn't there."""
    (problem,) = course.problems(assignment)
    if only is not None and only not in problem.questions:
        raise CourseError(f"{assignment} has no question {only}.")
    cells = code_by_kind(source_of(problem))
    given, solutions = [*cells[CellKind.GIVEN].values()], cells[CellKind.ANSWER]
    ours = [*sorted((EXAMINER / "checks").rglob("*.py")), *sorted(Path(__file__).parent.glob("*"))]
    code = [path.read_text() for path in ours if path.suffix == ".py"]
    for question in problem.questions.values():
        if question.written or only not in (None, question.name) or not question.functions:
            continue
        right, test = {SOLUTION: solutions[question.name]}, cells[CellKind.TEST][question.name]
        for answer in read_answers(problem.bank / question.name)[0]:
            if EARNS[answer.directory] == FULL and not answer.given:
                right[answer.path.stem] = answer.code
        file = course.root / CACHE / assignment / f"{question.name}.json"
        modules = modules_of(problem)
        marked_by = [test, dict(modules.texts)]
        digest = digest_of([given, solutions, code, marked_by, question.defines, right])
        known = json.loads(file.read_text()) if file.is_file() else {}
        if known.get("digest") == digest:
            found = [FoundMutant(**each) for each in known["found"]]
            yield MutantReport(question.name, known["edits"], found)
            continue
        solved: Names = {"__name__": "__given__"}
        for source in (*given, *solutions.values()):
            if error := run(source, solved)[1]:
                raise CourseError(f"a cell of the problem set raises {error!r}: correct it first.")
        modules.use()
        with GradingContext(question.name).active():
            report = tried(question, solved, split(test, "hidden tests")[1], right)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"digest": digest, **asdict(report)}, indent=1) + "\n")
        yield report


class Value(NamedTuple):
    """What a call gives. form: its types and shapes, and what in it is no number; numbers: all
    that are in it, one after the other."""

    form: Hashable
    numbers: np.ndarray

    @classmethod
    def of(cls, value: Any) -> Value:
        """Of whatever an answer returned, or the exception that it raised."""
        arrays = [np.empty(0)]

        def form_of(value: Any) -> Hashable:
            match value:
                case Exception():
                    return type(value).__name__
                case dict():
                    return tuple((key, form_of(each)) for key, each in value.items())
                case tuple() | list():
                    return tuple(map(form_of, value))
                case np.ndarray() | np.generic() | bool() | int() | float():
                    array = np.asarray(value)
                    if array.dtype.kind in "biuf":
                        arrays.append(array.astype(float).ravel())
                        return array.shape
            # Of an integer beyond 64 bits Python writes no more than 4,300 decimal digits.
            return hex(value) if isinstance(value, int) else repr(value)

        try:
            form = form_of(value)
        except RecursionError:  # a dict or list that holds itself
            form, arrays = repr(value), arrays[:1]
        return cls(form, np.concatenate(arrays))

    @property
    def key(self) -> Hashable:
        """The same for values that are the same, but for rounding."""
        large = np.where(np.abs(self.numbers) < NOTHING, 0.0, self.numbers)
        return self.form, tuple(f"{number:.9g}" for number in large.tolist())


def near(values: Sequence[Value], others: Sequence[Value], rtol: float) -> bool:
    """Whether the values of the same calls are of the same form, and their numbers nearly alike."""
    return all(
        one.form == other.form
        and np.allclose(one.numbers, other.numbers, rtol, rtol * 1e-6, equal_nan=True)
        for one, other in zip(values, others, strict=True)
    )


def tried(
    question: CourseQuestion, solved: Names, test: str, answers: Mapping[str, str]
) -> MutantReport:
    """The edits of one question, marked; of those that compute the same, the first stands for the
    others.

    solved: a namespace in which given cells and solutions have run. test: the hidden one. answers:
    the right ones, the solution first.
    """

    def names_with(source: str) -> Names:
        names = dict(solved)
        run(source, names)
        return names

    right = names_with(answers[SOLUTION])
    # With which calls the check marks the solution, of those that take little time: each edit is
    # asked them. The first may load something.
    recorded: dict[str, list[Call]] = {name: [] for name in question.functions}

    def recorder(name: str) -> Callable[..., Any]:
        @functools.wraps(right[name])
        def answer(*arguments: Any, **keywords: Any) -> Any:
            recorded[name].append((name, *copy.deepcopy((arguments, keywords))))
            return right[name](*arguments, **keywords)

        return answer

    run(test, right | {name: recorder(name) for name in recorded})
    calls: list[Call] = []
    for each in recorded.values():
        quick = [call for call in each if min(_values(right, [call])[1] for _ in "12") < QUICK]
        calls += spread(quick, MAX_CALLS)
    usual = _values(right, calls)[0] or []
    # And some of these with other arguments, at which the solution gives finite values.
    beyond: list[tuple[str, Call, Value]] = []
    for how, changed in (each for call in calls for each in _other_arguments(call)):
        values, _ = _values(right, [changed])
        if values and values[0].numbers.size and np.isfinite(values[0].numbers).all():
            beyond.append((how, changed, values[0]))
    beyond = spread(beyond, MAX_BEYOND)
    found: dict[Hashable, FoundMutant] = {}
    number = 0
    for label, source in answers.items():
        values, seconds = _values(names_with(source), calls)
        if values is None or not near(values, usual, SAME):
            continue  # in single precision, say: all that is done to it is forgiven as well
        for edit in mutations_of(source):
            number += 1
            names, words = names_with(edit.text), edit.words if label == SOLUTION else ""
            values, _ = _values(names, calls, LONGER * seconds + MOMENT)
            if values is None or [v.form for v in values] != [v.form for v in usual]:
                continue  # a verdict says at which call it raises, or what it returns instead
            why, forgiven = "in a call of the check", near(values, usual, NEAR)
            if near(values, usual, CLEARLY):
                values = _values(names, [call for _, call, _ in beyond])[0] or []
                pairs = zip(beyond, values, strict=False)
                where = [how for (how, _, r), v in pairs if not near([v], [r], CLEARLY)]
                if not where:
                    continue  # as another way to write what is right
                why, words = f"where {where[0]}", ""
            elif forgiven:
                why += ", by what it forgives"
            elif not words:
                continue  # nothing forgives so much
            key = tuple(value.key for value in values)
            if known := found.get(key):
                known.others += 1
                continue
            verdict, _ = run(test, names)
            if not isinstance(verdict, Verdict):
                continue
            about = edit.rule, label, edit.place, verdict.points
            if verdict.points == question.points:
                found[key] = FoundMutant(True, *about, why, words)
            elif (
                words
                and not verdict.misconception_key
                and not any(f.errors for f in verdict.findings)
            ):
                said = next((each.message for each in verdict.shown() if each.sign == "✗"), "")
                found[key] = FoundMutant(False, *about, said, words)
    return MutantReport(question.name, number, list(found.values()))


def _values(
    names: Names, calls: Sequence[Call], limit: float = SECONDS
) -> tuple[list[Value] | None, float]:
    """What each call gives, and with it whether it changes its arguments; None where they take too
    long; and how many seconds of the processor they take."""
    values: list[Value] = []
    began = time.process_time()
    try:
        with quiet(), alarm(limit, processor=True):
            for call in calls:
                name, arguments, keywords = copy.deepcopy(call)
                try:
                    value = names[name](*arguments, **keywords)
                except Exception as error:
                    value = error
                changed = not same((arguments, keywords), call[1:])
                values.append(Value.of((value, "changes its arguments") if changed else value))
    except TimeIsUp:
        return None, time.process_time() - began
    return values, time.process_time() - began


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
    for i, value in enumerate(arguments):
        for how, changed in _other_values(f"argument {i + 1}", value):
            yield how, (name, (*arguments[:i], changed, *arguments[i + 1 :]), keywords)
    for key, value in keywords.items():
        for how, changed in _other_values(key, value):
            yield how, (name, arguments, {**keywords, key: changed})


def _other_values(where: str, value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case tuple():
            for i, part in enumerate(value):
                for how, changed in _other_values(f"{where}[{i}]", part):
                    yield how, (*value[:i], changed, *value[i + 1 :])
        case dict():
            for key, part in value.items():
                for how, changed in _other_values(f"{where}[{key!r}]", part):
                    yield how, {**value, key: changed}
        case float() | bool() | np.bool_() | np.ndarray():
            for how, change in CHANGES.get(np.asarray(value).dtype.kind, {}).items():
                if change is not np.flip or np.ndim(value):
                    yield f"{where} {how}", change(value)
