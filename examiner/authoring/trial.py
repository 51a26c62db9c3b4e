"""Trying a problem set before it is handed out: its given code runs, its tests give every solution
full points, and nothing to an answer cell as students get it.

All of it is the course's own code and runs in this process.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode

from ..cell_code import run
from ..cells import Kind, is_given, kind_of
from ..checks.worth import MARKED, QUESTION
from ..course import Issue, Problem, Question
from ..regions import split

Names = dict[str, Any]
# What a test may raise about an answer cell that is as it was handed out.
_EMPTY = (AssertionError, NameError, NotImplementedError)
MAX_WORDS = 300  # characters


def trial_issues(problem: Problem, source: NotebookNode, released: NotebookNode) -> Iterator[Issue]:
    """What goes wrong when the cells of a problem set are run."""
    file = problem.short(problem.text)
    given: Names = {"__name__": "__given__"}  # as where answers are marked
    for cell in filter(is_given, source.cells):
        _, error = run(cell.source, given)
        if error:
            message = f"it raises {_words(error)}. Given code runs before any answer is there."
            yield Issue(file, cell.id, message)
            return
    solutions = _answers(source)
    stubs = _answers(released)
    tests = {cell.id: cell.source for cell in source.cells}
    given[MARKED] = marked = Marked()
    for question in problem.table.questions.values():
        if not question.written:
            for cell, message in _question_issues(question, given, solutions, stubs, tests):
                yield Issue(file, cell, message)
            marked[question.name] = None


class Marked(dict[str, None]):
    """The questions before the one that is tried. No verdict on them is followed here."""

    def get(self, question: str, default: None = None) -> None:
        """ValueError for a question that isn't there: in a submission it would never be."""
        if question not in self:
            raise ValueError(f"no question {question!r} with a test stands before this one")


def _answers(notebook: NotebookNode) -> dict[str, str]:
    return {cell.id: cell.source for cell in notebook.cells if kind_of(cell) is Kind.ANSWER}


def _question_issues(
    question: Question,
    given: Names,
    solutions: dict[str, str],
    stubs: dict[str, str],
    tests: dict[str, str],
) -> Iterator[tuple[str, str]]:
    visible, hidden = split(tests[question.test], "hidden tests")
    given = given | {QUESTION: question.name}
    names = dict(given)
    for name, source in solutions.items():
        _, error = run(source, names)
        if error and name == question.name:
            yield name, f"its solution raises {_words(error)}: correct it."
            return
    complaints = io.StringIO()
    _, error = run(visible, names, errors=complaints)
    if error:
        yield question.test, f"its visible part raises {_words(error)} on the solution."
    elif complaints.getvalue():
        said = " ".join(complaints.getvalue().split())[:MAX_WORDS]
        yield question.test, f"its visible part complains about the solution: {said}"
    value, error = run(hidden, names)
    if error:
        yield question.test, f"its hidden part raises {_words(error)} on the solution: correct it."
        return
    earned = _points(value, question)
    if abs(earned - question.points) > 1e-9:
        yield (
            question.name,
            f"its solution earns {earned:g} of {question.points:g} points: correct it, or its "
            f"test.{_failed(value)}",
        )
    names = dict(given)
    for source in (solutions | {question.name: stubs[question.name]}).values():
        run(source, names)
    run(visible, names)
    value, error = run(hidden, names)
    if isinstance(error, _EMPTY):
        return
    if error:
        yield question.test, f"its hidden part raises {_words(error)} on an empty answer."
        return
    earned = _points(value, question)
    if earned > 0:
        message = f"an empty answer earns {earned:g} points: it must not pass the hidden part."
        yield question.test, message


def _points(value: Any, question: Question) -> float:
    """The points that the value of a test cell stands for: a verdict, a number, or all of them."""
    if value is None:
        return question.points
    return float(getattr(value, "points", value))


def _failed(verdict: Any) -> str:
    """The findings that cost points, in a line."""
    findings = getattr(verdict, "findings", ())
    found = "; ".join(finding.text for finding in findings if not finding.passed)
    return f" It says: {found[:MAX_WORDS]}" if found else ""


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__} ({text[:MAX_WORDS]})" if text else type(error).__name__
