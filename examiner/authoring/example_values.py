"""Correct values in hidden tests: results of the solution, for instructors who read the test."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import islice
from typing import Any

from nbformat import NotebookNode

from ..cell_code import quiet, run_code
from ..cell_kinds import CellKind, code_by_kind, is_test, question_of
from ..course import Assignment, Issue
from ..course_modules import marking_path
from .hidden_tests import answer_names, with_examples
from .marking_modules import question_object

MOST, LINES, WIDTH = 3, 3, 94  # values per test, lines per value, characters per line


def add_example_values(source: NotebookNode, problem: Assignment) -> list[Issue]:
    """Write correct values into the hidden tests.

    Args:
        source: The instructor's notebook. It is changed.
        problem: The problem set.

    Returns:
        The issues of values that can't be computed.
    """
    code, names, issues = code_by_kind(source), dict[str, Any](__name__="__given__"), []
    for cell in (*code[CellKind.GIVEN].values(), *code[CellKind.ANSWER].values()):
        run_code(cell, names)  # the trial reports cells that raise
    for cell in filter(is_test, source.cells):
        question = question_of(cell.id)
        try:
            with quiet():
                lines = list(_lines(question, problem, names))
        except Exception as error:
            message = f"its correct values can't be shown: {type(error).__name__} ({error})."
            issues.append(Issue(marking_path(problem.name, question), "", message))
        else:
            cell.source = with_examples(cell.source, lines)
    return issues


def _lines(question: str, problem: Assignment, names: dict[str, Any]) -> Iterator[str]:
    solutions = [names[name] for name in answer_names(question, problem)]
    values = question_object(question, problem).examples(*solutions)
    for value in islice(values, MOST):
        first, *more = textwrap.wrap(value, WIDTH, break_long_words=False, break_on_hyphens=False)
        yield first
        yield from (f"    {line}" for line in more[: LINES - 1])
        if more[LINES - 1 :]:
            yield "    …"
