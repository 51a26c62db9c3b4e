"""Trying a problem set before it is handed out: its given code runs, its tests give every solution
full points, and nothing to an answer cell as students get it.

All of it is the course's own code and runs in this process.
"""

from __future__ import annotations

import ast
import io
import textwrap
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode

from ..cell_code import reads, run
from ..cells import Kind, is_given, kind_of
from ..checks.verdict import Verdict
from ..checks.worth import MARKED, MARKING, QUESTION
from ..course import Assignment, Issue, Problem, Question
from ..regions import split
from . import other_counts

Names = dict[str, Any]
# What a test may raise about an answer cell that is as it was handed out.
_EMPTY = (AssertionError, NameError, NotImplementedError)
MAX_WORDS = 500  # characters


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
            test = tests[question.test]
            found = list(_solution_issues(question, given, solutions, problem.table, test))
            if not found:  # else one mistake would be told twice
                answers = solutions | {question.name: stubs[question.name]}
                found = [
                    (question.test, each) for each in _stub_issues(question, given, answers, test)
                ]
            for cell, message in found:
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


def _solution_issues(
    question: Question, given: Names, solutions: dict[str, str], table: Assignment, test: str
) -> Iterator[tuple[str, str]]:
    """What goes wrong where all answers are the solutions, with the cell."""
    visible, hidden = split(test, "hidden tests")
    names = given | {QUESTION: question.name}
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
        said = _cut(complaints.getvalue())
        yield question.test, f"its visible part complains about the solution: {said}"
    with other_counts.noted() as settings:
        value, error = run(hidden, names)
    if error:
        yield question.test, f"its hidden part raises {_words(error)}: correct it."
        return
    for message in other_counts.issues(table, settings, names):
        yield question.test, message
    if message := _no_verdict(value, hidden):
        yield question.test, message
        return
    earned = _points(value, question)
    if abs(earned - question.points) > 1e-9:
        yield (
            question.name,
            f"its solution earns {earned:g} of {question.points:g} points: correct it, or its "
            f"test.{_failed(value)}",
        )


def _stub_issues(
    question: Question, given: Names, answers: dict[str, str], test: str
) -> Iterator[str]:
    """What goes wrong where the answer is as it was handed out; the others are solutions."""
    visible, hidden = split(test, "hidden tests")
    names = given | {QUESTION: question.name}
    for source in answers.values():
        run(source, names)
    run(visible, names)
    value, error = run(hidden, names)
    if isinstance(error, _EMPTY):
        return
    if error:
        yield f"its hidden part raises {_words(error)} on an empty answer."
        return
    if not _no_verdict(value, hidden) and (earned := _points(value, question)) > 0:
        yield f"an empty answer earns {earned:g} points: it must not pass the hidden part."


def checks_in(code: str) -> list[str]:
    """The checks that code asks, each once, in the order of the text."""
    nodes = [
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "checks"
        and node.attr in MARKING
    ]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    return list(dict.fromkeys(node.attr for node in nodes))


def _no_verdict(value: Any, hidden: str) -> str:
    """What is said of a hidden part that ends in what decides nothing; "" of any other."""
    if isinstance(value, Verdict):
        return ""
    last = _cut(ast.unparse(ast.parse(hidden).body[-1]))
    if reads(hidden, "checks"):
        asked = "".join(f".{name}" for name in checks_in(hidden)[-1:])
        return (
            f"its hidden part asks checks{asked}, but ends in `{last}`, whose value is no verdict: "
            "let the check be its last expression."
        )
    if value is None or type(value) in (int, float):
        return ""
    return (
        f"its hidden part ends in `{last}`, a value of type {type(value).__name__}: let it end in "
        "a check."
    )


def _points(value: Any, question: Question) -> float:
    """The points that the value of a test cell stands for: a verdict, a number, or all of them."""
    if value is None:
        return question.points
    return float(getattr(value, "points", value))


def _failed(verdict: Any) -> str:
    """The findings that cost points, in a line."""
    findings = getattr(verdict, "findings", ())
    found = "; ".join(finding.text for finding in findings if not finding.passed)
    return f" It says: {_cut(found)}" if found else ""


def _words(error: BaseException) -> str:
    text = _cut(str(error))
    return f"{type(error).__name__} ({text})" if text else type(error).__name__


def _cut(text: str) -> str:
    """A text in a line; a long one ends behind a word."""
    return textwrap.shorten(text, MAX_WORDS, placeholder=" …")
