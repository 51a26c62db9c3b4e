"""The trial of a problem set before its release.

The given code must run. The tests must give full points to every solution, and no points to an
unchanged stub. Given code must not answer a question. All of this is the course's own code, so it
runs in this process.
"""

from __future__ import annotations

import ast
import inspect
import io
import math
import textwrap
import traceback
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from nbformat import NotebookNode
from traitlets.config import Config

from ..cell_code import run_code
from ..cell_kinds import CellKind, code_by_kind
from ..checks.array_answers.case_generation import CaseReview
from ..checks.grading import GradingContext
from ..checks.verdict import Verdict
from ..course import TABLE, Assignment, CourseQuestion, Issue
from ..course_modules import MARKING, marking_path
from ..regions import split
from .given_answers import Function, earned_by_given, functions_in
from .indistinguishable import raise_if_indistinguishable
from .marking_modules import modules_of, question_object
from .release import as_released

Names = dict[str, Any]
MisconceptionIds = dict[str, Set[str]]  # question -> the ids of its misconceptions
_STUB_ERRORS = (AssertionError, NameError, NotImplementedError)  # a test may raise on a stub
MAX_QUOTED = 500  # characters of an error or output in a message
# The course keys of the trial. Every key generates other inputs, so solutions run with each.
KEYS = ("", "one", "another")


class EarlierQuestions(dict[str, Any]):
    """The questions above the one on trial. All values are None: nothing is carried forward."""

    def get(self, question: str, default: Any = None) -> Any:
        """Return None; raise ValueError if there is no such question above."""
        if question not in self:
            raise ValueError(f"no question {question!r} with a test is above this one")


def try_out(
    problem: Assignment, source: NotebookNode, config: Config, broken: Set[str]
) -> tuple[list[Issue], MisconceptionIds]:
    """Run the cells and tests of a problem set.

    Args:
        problem: The problem set.
        source: Its instructor's notebook.
        config: The settings of the course.
        broken: The cells and questions with issues, which are left out.

    Returns:
        The first issue of each question, and the misconceptions of the questions without issues.
    """
    modules_of(problem).use()
    file, code = problem.short(problem.notebook_source), code_by_kind(source)
    given: Names = {"__name__": "__given__"}  # the same `__name__` as in grading
    for name, cell in code[CellKind.GIVEN].items():
        if error := run_code(cell, given)[1]:
            message = f"it raises {_error_text(error)}: correct it. Given code runs before answers."
            return [Issue(file, name, message)], {}
    solutions = {name: cell for name, cell in code[CellKind.ANSWER].items() if name not in broken}
    tests, cells = code[CellKind.TEST], {cell.id: cell for cell in source.cells}
    solved = dict(given)
    for cell in solutions.values():
        run_code(cell, solved)
    functions = functions_in([*code[None].values(), *code[CellKind.GIVEN].values()], solved)
    earlier, issues, misconceptions = EarlierQuestions(), [], {}
    for name, question in problem.questions.items():
        if question.written:
            continue
        can_run = name in solutions and name in tests and not math.isnan(question.points)
        if can_run and name not in broken:
            stub = as_released(cells[name], config).source
            grading = GradingContext(name, earlier=earlier)
            found = chain(
                _test_issues(question, grading, given, solutions, stub, tests[name]),
                _given_issues(question, grading, given, solved, functions, tests[name]),
            )
            first = [*islice(found, 1)]
            for cell, message in first:
                place = file if cell else marking_path(problem.name, name)
                issues.append(Issue(place, cell, message))
            if not first:
                misconceptions[name] = _misconception_ids(name, problem)
        earlier[name] = None
    return issues, misconceptions


def _misconception_ids(question: str, problem: Assignment) -> Set[str]:
    return {each.error.id for each in question_object(question, problem).all_misconceptions}


def _test_issues(
    question: CourseQuestion,
    grading: GradingContext,
    given: Names,
    solutions: Mapping[str, str],
    stub: str,
    test: str,
) -> Iterator[tuple[str, str]]:
    """Run a question's test on the solution, then on the stub.

    Yields:
        The cell of each issue, or "" for the marking module; and the message.
    """
    names, (visible, hidden) = dict(given), split(test, "hidden tests")
    for name, source in solutions.items():
        _, error = run_code(source, names)
        if error and name == question.name:
            yield name, f"its solution raises {_error_text(error)}: correct it."
    complaints = io.StringIO()
    if error := run_code(visible, names, errors=complaints)[1]:
        message = f"its visible part raises {_error_text(error)} on the solution"
        yield question.test, f"{message}: correct one of them."
    if complaint := _shortened(complaints.getvalue()):
        message = f"its visible part complains about the solution ({complaint})"
        yield question.test, f"{message}: correct one of them."
    differing: list[str] = []
    review = CaseReview(
        check_samples=raise_if_indistinguishable, report_difference=differing.append
    )
    with_review = replace(grading, measured={}, case_review=review)
    for key in KEYS:
        marking = dict(names)
        with replace(with_review, key=key).active():
            value, error = run_code(hidden, marking)
        if error:
            yield "", f"it raises {_error_text(error)}{_raising_line(error)}: correct it."
        if not isinstance(value, Verdict):
            last = _shortened(ast.unparse(ast.parse(hidden).body[-1]))
            yield "", f"its hidden test ends with `{last}`, no verdict: end it with a check."
        if differing:
            message = (
                f"its cases show different misconceptions under different keys: {differing[0]}"
            )
            yield "", f"{message}. Generate cases that show the same misconceptions."
        yield from _size_issues(question, marking)
        if abs(value.points - question.points) > 1e-9:
            earned = f"its solution earns {value.points:g} of {question.points:g} points"
            failed = "; ".join(each.line for each in value.shown() if each.sign != "✓")
            findings = f" Findings: {_shortened(failed)}" if failed else ""
            yield question.name, f"{earned}: correct it, or its marking module.{findings}"
    names = dict(given)
    for source in (*{**solutions, question.name: stub}.values(), visible):
        run_code(source, names)
    with grading.active():
        value, error = run_code(hidden, names)
    if error and not isinstance(error, _STUB_ERRORS):
        message = f"it raises {_error_text(error)}{_raising_line(error)} on the stub"
        yield "", f"{message}: correct it."
    elif not error and value.points > 0:
        yield "", f"the stub earns {value.points:g} points: it must earn none."


def _size_issues(question: CourseQuestion, names: Names) -> Iterator[tuple[str, str]]:
    """Find sizes that are not the arguments of a function: findings would name wrong terms.

    Args:
        question: The question.
        names: The namespace after its solution and its hidden test.

    Yields:
        "", since the marking module has the issue; and the message.
    """
    arguments = [[*inspect.signature(names[each]).parameters] for each in question.functions]
    for check in names["question"].checks:
        sizes = [str(size) for size in getattr(check, "sizes", ())]
        if sizes and arguments and sizes not in arguments:
            message = f'its sizes are "{" ".join(sizes)}", but {TABLE.as_posix()} lists'
            yield "", f"{message} {', '.join(question.defines)}: use the same names and order."


def _given_issues(
    question: CourseQuestion,
    grading: GradingContext,
    given: Names,
    solved: Names,
    functions: Mapping[str, Function],
    test: str,
) -> Iterator[tuple[str, str]]:
    """Find given functions that earn points as answers.

    Args:
        question: The question.
        grading: Its grading context.
        given: The namespace of the given code.
        solved: The namespace after all solutions.
        functions: The given functions.
        test: The test cell.

    Yields:
        "", since the marking module has the issue; and the message.
    """
    hidden = split(test, "hidden tests")[1]
    asked = {name: solved[name] for name in question.functions if name in solved}
    with grading.active():
        for name, call, points in earned_by_given(hidden, dict(given), asked, functions):
            message = f"given code answers the question: {call}, instead of {name}, earns"
            repair = "List that function in `others=` of the check, or don't give it."
            yield "", f"{message} {points:g} points. {repair}"


def _raising_line(error: BaseException) -> str:
    """Return ", in `…`" with the line of a marking module that raised; "" if no such line did."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [each.line for each in frames if f"/{MARKING}/" in each.filename and each.line]
    return f", in `{_shortened(lines[-1])}`" if lines else ""


def _error_text(error: BaseException) -> str:
    text = _shortened(str(error))
    return f"{type(error).__name__} ({text})" if text else type(error).__name__


def _shortened(text: str) -> str:
    """Return a text as one line, and shorten it after a word if it is long."""
    return textwrap.shorten(text, MAX_QUOTED, placeholder=" …")
