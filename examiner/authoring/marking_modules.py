"""What marks a question: the module of its name in the folder marking/ beside the notebook source.

A marking module ends in a `question`, which the hidden test of the question imports. What several
questions share stands in other modules of the folder.
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


def file_of(question: str, problem: Assignment) -> str:
    """The path of the module that marks a question, from the course folder on."""
    return marking_path(problem.name, question)


def modules_of(problem: Assignment) -> CourseModules:
    """The modules of a problem set; none if nothing marks its questions."""
    if not (problem.text.parent / MARKING).is_dir():
        return CourseModules()
    return CourseModules.read(problem.text, problem.root)


def check_is_module(question: str, problem: Assignment) -> None:
    """CourseError if there is no module that marks a question, or it ends in no `question`."""
    file = file_of(question, problem)
    if not (problem.root / file).is_file():
        raise CourseError(f"there is no {file}: write it, or correct its name.")
    if not _QUESTION.search((problem.root / file).read_text("utf-8")):
        example = "`question = Count(…)`"
        raise CourseError(f"{file} has no `question`: end it with one, as {example} ({HELP}).")


def question_object(question: str, problem: Assignment) -> Question:
    """What a marking module ends in. Whatever importing it raises; TypeError if that is no
    question."""
    from ..checks import Question

    modules_of(problem).use()
    found = importlib.import_module(f"{PACKAGE}.{problem.name}.{MARKING}.{question}").question
    if not isinstance(found, Question):
        raise TypeError(f"its `question` is a {type(found).__name__}, and no check")
    return found


def stray_issues(problem: Assignment) -> Iterator[Issue]:
    """Files beside those that mark questions which nothing needs: misnamed, or left over."""
    paths = sorted((problem.text.parent / MARKING).glob("*.py"))
    asked = [each.name for each in problem.questions.values() if not each.written]
    for path in paths:
        imports = re.compile(rf"^from \.{path.stem} import", re.MULTILINE)
        others = (other.read_text() for other in paths if other != path)
        if path.stem not in asked and not any(map(imports.search, others)):
            message = f"{TABLE.as_posix()} has no question {path.stem} with a test, and no file"
            near = did_you_mean(path.stem, asked)
            message = f"{message} beside it imports it: rename it, or delete it.{near}"
            yield Issue(problem.short(path), "", message)
