"""Right values beside a hidden test: what the solution gives, for an instructor who reads it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import islice
from typing import Any

from nbformat import NotebookNode

from ..cell_code import quiet, run
from ..cell_kinds import CellKind, code_by_kind, is_test, question_of
from ..course import Assignment, Issue
from .hidden_tests import answers_of, with_examples
from .marking_modules import file_of, question_object

MOST, LINES, WIDTH = 3, 3, 94  # values, and lines and characters of each


def add(source: NotebookNode, problem: Assignment) -> list[Issue]:
    """Write right values into the hidden tests; what goes wrong with that."""
    code, names, issues = code_by_kind(source), dict[str, Any](__name__="__given__"), []
    for cell in (*code[CellKind.GIVEN].values(), *code[CellKind.ANSWER].values()):
        run(cell, names)  # the trial has said what raises
    for cell in filter(is_test, source.cells):
        question = question_of(cell.id)
        try:
            with quiet():
                lines = list(_lines(question, problem, names))
        except Exception as error:
            why = f"its right values can't be shown: {type(error).__name__} ({error})."
            issues.append(Issue(file_of(question, problem), "", why))
        else:
            cell.source = with_examples(cell.source, lines)
    return issues


def _lines(question: str, problem: Assignment, names: dict[str, Any]) -> Iterator[str]:
    solutions = [names[name] for name in answers_of(question, problem)]
    shown = question_object(question, problem).examples(*solutions)
    for value in islice(shown, MOST):
        first, *more = textwrap.wrap(value, WIDTH, break_long_words=False, break_on_hyphens=False)
        yield first
        yield from (f"    {line}" for line in more[: LINES - 1])
        if more[LINES - 1 :]:
            yield "    …"
