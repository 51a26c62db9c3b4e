"""Surviving and unnamed mutants of a question's correct answers.

The rules of `mutation_rules` change correct answers (the solution, and accepted answers of the
bank), and the question's own check grades each mutant. A surviving mutant computes something else
but loses no points: a case is missing. An unnamed mutant loses points, but no misconception names
the mutation; its rule suggests a message.
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

from ..bank import EARNS, Credit, read_bank_answers
from ..cell_code import quiet, run_code
from ..cell_kinds import CellKind, code_by_kind
from ..checks.array_answers.cases import same
from ..checks.grading import GradingContext
from ..checks.verdict import Verdict
from ..course import Assignment, Course, CourseError, CourseQuestion
from ..digests import digest_of
from ..regions import split
from ..time_limit import TimeIsUp, limit_time
from ..wording import did_you_mean
from .marking_modules import modules_of
from .mutation_rules import mutations_of
from .notebook_source import instructor_notebook

CACHE = Path(".edits")  # in the course folder: the report of each question, with a digest
SOLUTION = "the solution"
MAX_CALLS = 20  # recorded calls per function that mutants must answer
MAX_CHANGED_CALLS = 300  # calls with changed arguments, which the check does not make
QUICK_CALL = 5e-3  # seconds of processor time; slower calls are left out
SECONDS = 1.0  # limit of processor time for all calls of a correct answer
# A mutant may take MAX_SLOWDOWN times as long as the original answer, plus EXTRA_SECONDS, since
# Python may collect garbage meanwhile.
MAX_SLOWDOWN, EXTRA_SECONDS = 5, 0.05
SAME_RTOL = 1e-9  # tolerance within which a correct answer agrees with the solution
ZERO = 1e-12  # smaller numbers count as 0
EQUAL_RTOL = 1e-6  # tolerance of rounding errors; a larger difference is a different result
TOLERATED_RTOL = 1e-2  # the largest tolerance of any check
EXAMPLES = 3  # mutants to list per group
EXAMINER = Path(__file__).parent.parent

Names = dict[str, Any]
Call = tuple[str, tuple, Mapping[str, Any]]


@dataclass
class FoundMutant:
    """A surviving or unnamed mutant; it stands for all mutants with the same results.

    Attributes:
        survives: True for a surviving mutant, False for an unnamed one.
        rule: The id of the mutation rule.
        answer: The correct answer that was changed.
        place: The change, and its line.
        points: The points of the mutant.
        evidence: For a surviving mutant, the calls with a wrong result. For an unnamed one, the
            first finding of the verdict.
        words: The message that the rule suggests.
        equivalents: The number of other mutants with the same results.
    """

    survives: bool
    rule: str
    answer: str
    place: str
    points: float
    evidence: str
    words: str = ""
    equivalents: int = 0

    @property
    def heading(self) -> str:
        """The heading of this mutant's group in a report."""
        if self.survives:
            return f"surviving mutant: wrong {self.evidence}"
        return f"unnamed mutant: {self.rule} ({self.words})"


@dataclass(frozen=True)
class MutantReport:
    """The surviving and unnamed mutants of a question.

    Attributes:
        question: The name of the question.
        mutant_count: The number of all mutants.
        found: The surviving and unnamed mutants.
    """

    question: str
    mutant_count: int
    found: list[FoundMutant] = field(default_factory=list)

    def as_text(self, *, everything: bool = False) -> str:
        """Format the report: first surviving mutants by evidence, then unnamed ones by rule.

        Args:
            everything: List all mutants of a group, instead of the first few.
        """
        lines = [f"{self.question}: {self.mutant_count} mutants"]
        groups: dict[str, list[FoundMutant]] = {}
        for each in sorted(self.found, key=lambda each: not each.survives):
            groups.setdefault(each.heading, []).append(each)
        for heading, group in groups.items():
            lines.append(f"  {heading}")
            for each in group if everything else group[:EXAMPLES]:
                same_results = f" (and {each.equivalents} equivalent)" if each.equivalents else ""
                about = f"{each.points:g} points: {each.rule}, {each.place} of {each.answer}"
                lines.append(f"      {about}{same_results}")
            if not everything and group[EXAMPLES:]:
                lines.append(f"      and {len(group) - EXAMPLES} more (--all)")
        return "\n".join(lines)


def mutant_reports(
    course: Course, assignment: str, only: str | None = None
) -> Iterator[MutantReport]:
    """Report the mutants of each question that asks for functions.

    The folder CACHE keeps each report. A question is graded again only if it has changed.

    Args:
        course: The course.
        assignment: The name of the problem set.
        only: The name of a question, to report only that question.

    Raises:
        CourseError: There is no such question, or a cell of the problem set raises.
    """
    (problem,) = course.problems(assignment)
    if only is not None and only not in problem.questions:
        near = did_you_mean(only, problem.questions)
        raise CourseError(f"{assignment} has no question {only}.{near}")
    cells = code_by_kind(instructor_notebook(problem))
    given, solutions = [*cells[CellKind.GIVEN].values()], cells[CellKind.ANSWER]
    paths = [*sorted((EXAMINER / "checks").rglob("*.py")), *sorted(Path(__file__).parent.glob("*"))]
    examiner_code = [path.read_text("utf-8") for path in paths if path.suffix == ".py"]
    for question in problem.questions.values():
        if question.written or only not in (None, question.name) or not question.functions:
            continue
        answers = {SOLUTION: solutions[question.name]} | _accepted_answers(problem, question.name)
        test = cells[CellKind.TEST][question.name]
        file = course.root / CACHE / assignment / f"{question.name}.json"
        modules = modules_of(problem)
        marked_by = [test, dict(modules.texts)]
        digest = digest_of([given, solutions, examiner_code, marked_by, question.defines, answers])
        cached = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        if cached.get("digest") == digest:
            found = [FoundMutant(**each) for each in cached["found"]]
            yield MutantReport(question.name, cached["mutant_count"], found)
            continue
        solved: Names = {"__name__": "__given__"}
        for source in (*given, *solutions.values()):
            if error := run_code(source, solved)[1]:
                raise CourseError(f"a cell of the problem set raises {error!r}: correct it first.")
        modules.use()
        with GradingContext(question.name).active():
            report = try_mutants(question, solved, split(test, "hidden tests")[1], answers)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"digest": digest, **asdict(report)}, indent=1) + "\n"
        file.write_text(text, "utf-8")
        yield report


def _accepted_answers(problem: Assignment, question: str) -> dict[str, str]:
    """Read the code of the bank's accepted answers that need no earlier answers, by name."""
    answers, _ = read_bank_answers(problem.bank / question)
    return {
        answer.path.stem: answer.code
        for answer in answers
        if EARNS[answer.directory] is Credit.FULL and not answer.given
    }


class CallResult(NamedTuple):
    """The result of a call, prepared for comparisons.

    Attributes:
        form: The types, the shapes, and all parts that are not numbers.
        numbers: All numbers of the result, one after the other; shape (n,).
    """

    form: Hashable
    numbers: np.ndarray

    @classmethod
    def of(cls, value: Any) -> CallResult:
        """Convert a returned value of any type, or the exception that the call raised."""
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
            # Python refuses to write integers of more than 4,300 decimal digits.
            return hex(value) if isinstance(value, int) else repr(value)

        try:
            form = form_of(value)
        except RecursionError:  # a dict or list that contains itself
            form, arrays = repr(value), arrays[:1]
        return cls(form, np.concatenate(arrays))

    @property
    def key(self) -> Hashable:
        """A key that is equal for results that differ only by rounding."""
        numbers = np.where(np.abs(self.numbers) < ZERO, 0.0, self.numbers)
        return self.form, tuple(f"{number:.9g}" for number in numbers.tolist())


def are_near(results: Sequence[CallResult], others: Sequence[CallResult], rtol: float) -> bool:
    """Check whether two sequences of results have the same forms and nearly equal numbers."""
    return all(
        one.form == other.form
        and np.allclose(one.numbers, other.numbers, rtol, rtol * 1e-6, equal_nan=True)
        for one, other in zip(results, others, strict=True)
    )


def try_mutants(
    question: CourseQuestion, solved: Names, test: str, answers: Mapping[str, str]
) -> MutantReport:
    """Grade the mutants of a question's correct answers.

    Args:
        question: The question.
        solved: A namespace in which the given cells and all solutions have run.
        test: The hidden test.
        answers: The code of the correct answers, by name; the solution is first.
    """

    def names_with(source: str) -> Names:
        names = dict(solved)
        run_code(source, names)
        return names

    solution = names_with(answers[SOLUTION])
    calls = _recorded_calls(question, solution, test)
    expected = _results(solution, calls)[0] or []
    changed_calls = _changed_calls(solution, calls)
    found: dict[Hashable, FoundMutant] = {}
    mutant_count = 0
    for label, source in answers.items():
        results, seconds = _results(names_with(source), calls)
        if results is None or not are_near(results, expected, SAME_RTOL):
            # Skip answers that differ from the solution, such as single precision: checks would
            # tolerate their mutants' errors too.
            continue
        for mutation in mutations_of(source):
            mutant_count += 1
            names = names_with(mutation.text)
            words = mutation.words if label == SOLUTION else ""
            results, _ = _results(names, calls, MAX_SLOWDOWN * seconds + EXTRA_SECONDS)
            if results is None or [each.form for each in results] != [e.form for e in expected]:
                continue  # a check always notices calls that raise or return another type or shape
            evidence = "in a call of the check"
            if are_near(results, expected, EQUAL_RTOL):
                results = _results(names, [each.call for each in changed_calls])[0] or []
                differences = _differences(changed_calls, results)
                if not differences:
                    continue  # it is another way to write the correct answer
                evidence, words = f"if {differences[0]}", ""
            elif are_near(results, expected, TOLERATED_RTOL):
                evidence += ", but within its tolerance"
            elif not words:
                continue  # the difference exceeds every tolerance, so the mutant can't survive
            key = tuple(result.key for result in results)
            if earlier := found.get(key):
                earlier.equivalents += 1
                continue
            verdict, _ = run_code(test, names)
            if not isinstance(verdict, Verdict):
                continue
            about = mutation.rule, label, mutation.place, verdict.points
            if verdict.points == question.points:
                found[key] = FoundMutant(True, *about, evidence, words)
            elif (
                words
                and not verdict.misconception_key
                and not any(f.errors for f in verdict.findings)
            ):
                finding = next((each.message for each in verdict.shown() if each.sign == "✗"), "")
                found[key] = FoundMutant(False, *about, finding, words)
    return MutantReport(question.name, mutant_count, list(found.values()))


def _recorded_calls(question: CourseQuestion, solution: Names, test: str) -> list[Call]:
    """Record the calls with which the test grades the solution, and keep the quick ones."""
    recorded: dict[str, list[Call]] = {name: [] for name in question.functions}

    def recorder(name: str) -> Callable[..., Any]:
        @functools.wraps(solution[name])
        def answer(*arguments: Any, **keywords: Any) -> Any:
            recorded[name].append((name, *copy.deepcopy((arguments, keywords))))
            return solution[name](*arguments, **keywords)

        return answer

    run_code(test, solution | {name: recorder(name) for name in recorded})

    def is_quick(call: Call) -> bool:
        # The faster of two calls counts, since the first one may load something.
        return min(_results(solution, [call])[1] for _ in range(2)) < QUICK_CALL

    calls: list[Call] = []
    for each in recorded.values():
        calls += spread([call for call in each if is_quick(call)], MAX_CALLS)
    return calls


class ChangedCall(NamedTuple):
    """A call with one changed argument.

    Attributes:
        description: The change, such as "argument 1 is reversed".
        call: The call.
        expected: The result of the solution.
    """

    description: str
    call: Call
    expected: CallResult


def _changed_calls(solution: Names, calls: Sequence[Call]) -> list[ChangedCall]:
    """Change the arguments of calls, and keep the calls with finite results of the solution."""
    found: list[ChangedCall] = []
    for description, changed in (each for call in calls for each in _changed_arguments(call)):
        results, _ = _results(solution, [changed])
        if results and results[0].numbers.size and np.isfinite(results[0].numbers).all():
            found.append(ChangedCall(description, changed, results[0]))
    return spread(found, MAX_CHANGED_CALLS)


def _differences(changed_calls: Sequence[ChangedCall], results: Sequence[CallResult]) -> list[str]:
    """Describe the changed calls whose results differ from those of the solution."""
    return [
        each.description
        for each, result in zip(changed_calls, results, strict=False)
        if not are_near([result], [each.expected], EQUAL_RTOL)
    ]


def _results(
    names: Names, calls: Sequence[Call], limit: float = SECONDS
) -> tuple[list[CallResult] | None, float]:
    """Make calls, and note in a result if the call changes its arguments.

    Args:
        names: The namespace with the functions.
        calls: The calls.
        limit: Seconds of processor time for all calls.

    Returns:
        The results, or None if they exceed the limit; and the seconds of processor time.
    """
    results: list[CallResult] = []
    start = time.process_time()
    try:
        with quiet(), limit_time(limit, processor=True):
            for call in calls:
                name, arguments, keywords = copy.deepcopy(call)
                try:
                    value = names[name](*arguments, **keywords)
                except Exception as error:
                    value = error
                is_changed = not same((arguments, keywords), call[1:])
                noted = (value, "changes its arguments") if is_changed else value
                results.append(CallResult.of(noted))
    except TimeIsUp:
        return None, time.process_time() - start
    return results, time.process_time() - start


def spread(items: Sequence[Any], most: int) -> list[Any]:
    """Select at most a number of items, evenly from the first to the last."""
    return list(items[:: math.ceil(len(items) / most) or 1])


# --- changed arguments ---------------------------------------------------------------------------

# The changes of an argument or of a part of it, by the dtype's kind. Integers are not changed: an
# integer is a size, and other sizes are often multiples of it.
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


def _changed_arguments(call: Call) -> Iterator[tuple[str, Call]]:
    """Change one argument of a call, or a part of one, in all ways; yield (description, call)."""
    name, arguments, keywords = call
    for i, value in enumerate(arguments):
        for description, changed in _changed_values(f"argument {i + 1}", value):
            yield description, (name, (*arguments[:i], changed, *arguments[i + 1 :]), keywords)
    for key, value in keywords.items():
        for description, changed in _changed_values(key, value):
            yield description, (name, arguments, {**keywords, key: changed})


def _changed_values(label: str, value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case tuple():
            for i, part in enumerate(value):
                for description, changed in _changed_values(f"{label}[{i}]", part):
                    yield description, (*value[:i], changed, *value[i + 1 :])
        case dict():
            for key, part in value.items():
                for description, changed in _changed_values(f"{label}[{key!r}]", part):
                    yield description, {**value, key: changed}
        case float() | bool() | np.bool_() | np.ndarray():
            for phrase, change in CHANGES.get(np.asarray(value).dtype.kind, {}).items():
                if change is not np.flip or np.ndim(value):
                    yield f"{label} {phrase}", change(value)
