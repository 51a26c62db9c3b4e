"""Marking modules: one module per question, in the folder marking/ beside the notebook source.

A marking module has the question's name and ends with the definition of `question`, which the
hidden test imports. Code that several questions share is in other modules of the folder.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..course import TABLE, Assignment, CourseError, Issue
from ..course_modules import MARKING, PACKAGE, CourseModules, marking_path
from ..wording import did_you_mean

if TYPE_CHECKING:
    from ..checks import Question

HELP = "docs/adding-a-problem.md"
_QUESTION = re.compile(r"^question\b", re.MULTILINE)


def modules_of(problem: Assignment) -> CourseModules:
    """Read the modules of a problem set; there are none if it has no folder marking/."""
    if not (problem.notebook_source.parent / MARKING).is_dir():
        return CourseModules()
    return CourseModules.read(problem.notebook_source, problem.root)


def raise_if_no_module(question: str, problem: Assignment) -> None:
    """Raise a CourseError if a question's marking module is missing or defines no `question`."""
    file = marking_path(problem.name, question)
    if not (problem.root / file).is_file():
        raise CourseError(f"there is no {file}: write it, or correct its name.")
    if not _QUESTION.search((problem.root / file).read_text("utf-8")):
        example = "`question = Count(…)`"
        raise CourseError(f"{file} has no `question`: end it with one, like {example} ({HELP}).")


def question_object(question: str, problem: Assignment) -> Question:
    """Import a question's marking module and return its `question`.

    Raises:
        TypeError: `question` is not a check.
        Exception: The module raises any exception on import.
    """
    from ..checks import Question

    modules_of(problem).use()
    found = importlib.import_module(f"{PACKAGE}.{problem.name}.{MARKING}.{question}").question
    if not isinstance(found, Question):
        raise TypeError(f"its `question` is a {type(found).__name__}, not a check")
    return found


def stray_module_issues(problem: Assignment) -> Iterator[Issue]:
    """Find files in marking/ that no question has and no other file there imports."""
    paths = sorted((problem.notebook_source.parent / MARKING).glob("*.py"))
    asked = [each.name for each in problem.questions.values() if not each.written]
    for path in paths:
        imports = re.compile(rf"^from \.{path.stem} import", re.MULTILINE)
        others = (other.read_text("utf-8") for other in paths if other != path)
        if path.stem not in asked and not any(map(imports.search, others)):
            message = f"{TABLE.as_posix()} has no question {path.stem} with a test, and no file"
            near = did_you_mean(path.stem, asked)
            message = f"{message} beside it imports it: rename it, or delete it.{near}"
            yield Issue(problem.short(path), "", message)
