"""The trial of a problem set before it is handed out: its given code runs, its tests give every
solution full points, and nothing to an answer cell as students get it.

All of it is the course's own code and runs in this process.
"""

from __future__ import annotations

import ast
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

from ..cell_code import run
from ..cell_kinds import CellKind, code_by_kind
from ..checks.array_answers.case_generation import CaseReview
from ..checks.grading import GradingContext
from ..checks.verdict import Verdict
from ..course import Assignment, CourseQuestion, Issue
from ..course_modules import MARKING
from ..regions import split
from .given_answers import Function, earned_by_given, functions_in
from .indistinguishable import raise_if_indistinguishable
from .marking_modules import file_of, modules_of, question_object
from .release import as_released

Names = dict[str, Any]
KnownErrors = dict[str, Set[str]]  # question -> the ids of its misconceptions
# What a test may raise about an answer cell that is as it was handed out.
_EMPTY = (AssertionError, NameError, NotImplementedError)
MAX_WORDS = 500  # characters
# Solutions are tried under these: other inputs, the same points. Time and memory aren't drawn.
KEYS = ("", "one", "another")


class Before(dict[str, Any]):
    """The questions before the one that is tried. No verdict on them is followed here."""

    def get(self, question: str, default: Any = None) -> Any:
        """ValueError for a question that isn't there: in a submission it would never be."""
        if question not in self:
            raise ValueError(f"no question {question!r} with a test stands before this one")


def try_out(
    problem: Assignment, source: NotebookNode, config: Config, broken: Set[str]
) -> tuple[list[Issue], KnownErrors]:
    """What goes wrong when the cells of a problem set are run, of each question the first thing;
    and the known errors of the questions with which nothing went wrong.

    broken: the cells, and the questions, that need not be tried.
    """
    modules_of(problem).use()
    text, code = problem.short(problem.text), code_by_kind(source)
    given: Names = {"__name__": "__given__"}  # as where answers are marked
    for name, cell in code[CellKind.GIVEN].items():
        if error := run(cell, given)[1]:
            message = f"it raises {_words(error)}. Given code runs before any answer is there."
            return [Issue(text, name, message)], {}
    solutions = {name: cell for name, cell in code[CellKind.ANSWER].items() if name not in broken}
    tests, cells = code[CellKind.TEST], {cell.id: cell for cell in source.cells}
    solved = dict(given)
    for cell in solutions.values():
        run(cell, solved)
    there = functions_in([*code[None].values(), *code[CellKind.GIVEN].values()], solved)
    before, issues, known = Before(), [], {}
    for name, question in problem.questions.items():
        if question.written:
            continue
        sound = name in solutions and name in tests and not math.isnan(question.points)
        if sound and name not in broken:
            stub = as_released(cells[name], config).source
            grading = GradingContext(name, earlier=before)
            more = _given_issues(question, grading, given, solved, there, tests[name])
            tried = _issues(question, grading, given, solutions, stub, tests[name])
            found = [*islice(chain(tried, more), 1)]
            for cell, message in found:
                issues.append(Issue(text if cell else file_of(name, problem), cell, message))
            if not found:
                known[name] = _ids(name, problem)
        before[name] = None
    return issues, known


def _ids(question: str, problem: Assignment) -> Set[str]:
    """The ids of the misconceptions that a marking module names."""
    return {each.error.id for each in question_object(question, problem).all_misconceptions}


def _issues(
    question: CourseQuestion,
    grading: GradingContext,
    given: Names,
    solutions: Mapping[str, str],
    stub: str,
    test: str,
) -> Iterator[tuple[str, str]]:
    """What goes wrong with a question, with its cell ("": in what marks): where all answers are the
    solutions, then where its own is as it was handed out."""
    names, (visible, hidden) = dict(given), split(test, "hidden tests")
    for name, source in solutions.items():
        _, error = run(source, names)
        if error and name == question.name:
            yield name, f"its solution raises {_words(error)}: correct it."
    complaints = io.StringIO()
    if error := run(visible, names, errors=complaints)[1]:
        yield question.test, f"its visible part raises {_words(error)} on the solution."
    if said := _cut(complaints.getvalue()):
        yield question.test, f"its visible part complains about the solution: {said}"
    hiding: list[str] = []
    review = CaseReview(check_samples=raise_if_indistinguishable, report_difference=hiding.append)
    once = replace(grading, measured={}, case_review=review)
    for key in KEYS:
        with replace(once, key=key).active():
            value, error = run(hidden, dict(names))
        if error:
            yield "", f"it raises {_words(error)}{_where(error)}: correct it."
        if not isinstance(value, Verdict):
            last = _cut(ast.unparse(ast.parse(hidden).body[-1]))
            yield "", f"it must end in a check, and ends in `{last}`, whose value is no verdict."
        if hiding:
            yield "", f"what it draws shows other errors each time: {hiding[0]}. Draw it otherwise."
        if abs(value.points - question.points) > 1e-9:
            earned = f"its solution earns {value.points:g} of {question.points:g} points"
            failed = "; ".join(each.line for each in value.shown() if each.sign != "✓")
            said = f" It says: {_cut(failed)}" if failed else ""
            yield question.name, f"{earned}: correct it, or what marks it.{said}"
    names = dict(given)
    for source in (*{**solutions, question.name: stub}.values(), visible):
        run(source, names)
    with grading.active():
        value, error = run(hidden, names)
    if error and not isinstance(error, _EMPTY):
        yield "", f"it raises {_words(error)}{_where(error)} on an empty answer."
    elif not error and value.points > 0:
        yield "", f"an empty answer earns {value.points:g} points: it must earn none."


def _given_issues(
    question: CourseQuestion,
    grading: GradingContext,
    given: Names,
    solved: Names,
    there: Mapping[str, Function],
    test: str,
) -> Iterator[tuple[str, str]]:
    """The given functions that earn points as answers. solved: the names after all solutions."""
    hidden = split(test, "hidden tests")[1]
    asked = {name: solved[name] for name in question.functions if name in solved}
    with grading.active():
        for name, call, points in earned_by_given(hidden, dict(given), asked, there):
            earned = f"{call} in the place of {name} earns {points:g} points"
            what = f"given code is an answer: {earned}"
            yield "", f"{what}. Name that function in `others=` of the check."


def _where(error: BaseException) -> str:
    """The line of a marking module, or else of a cell, that raised, as the text of a message goes
    on."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [each.line for each in frames if f"/{MARKING}/" in each.filename and each.line]
    return f", in `{_cut(lines[-1])}`" if lines else ""


def _words(error: BaseException) -> str:
    text = _cut(str(error))
    return f"{type(error).__name__} ({text})" if text else type(error).__name__


def _cut(text: str) -> str:
    """A text in a line; a long one ends behind a word."""
    return textwrap.shorten(text, MAX_WORDS, placeholder=" …")
