"""problems/sources.toml: which questions ask the sub-problems of the course's problem sheets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..course import TABLE, Course, CourseError, Problem
from ..wording import did_you_mean

SOURCES = Path("problems", "sources.toml")
OWN = "Added by the course"  # the sheet of questions that come from no other


@dataclass(frozen=True)
class SubProblem:
    """One sub-problem of a sheet, and the questions that ask it."""

    number: str
    asks: str
    questions: tuple[str, ...]


def read_sources(course: Course) -> dict[str, list[SubProblem]]:
    """Sheet -> its sub-problems. CourseError for a file that can't be understood."""
    try:
        sheets = tomllib.loads((course.root / SOURCES).read_text("utf-8"))
        return {
            sheet: [_sub_problem(number, row) for number, row in rows.items()]
            for sheet, rows in sheets.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CourseError(
            f"{SOURCES.as_posix()}: each sub-problem needs `asks` and `questions` "
            f"({type(error).__name__}: {error})."
        ) from None


def _sub_problem(number: str, row: dict) -> SubProblem:
    if not isinstance(row["questions"], list):
        raise TypeError(f"the questions of {number} are {row['questions']!r}, and no list")
    return SubProblem(number, row["asks"], tuple(row["questions"]))


def source_issues(course: Course, problems: list[Problem]) -> Iterator[str]:
    """Questions without a source, and sources without a question, in a course with such a file."""
    if not (course.root / SOURCES).is_file():
        return
    try:
        sheets = read_sources(course)
    except CourseError as error:
        yield str(error)
        return
    known = [name for table in course.assignments.values() for name in table.questions]
    rows = [(sheet, row) for sheet, found in sheets.items() for row in found]
    for sheet, row in rows:
        for name in (name for name in row.questions if name not in known):
            where = f"{SOURCES.as_posix()}, {sheet}, {row.number}"
            near = did_you_mean(name, known)
            yield f"{where}: {TABLE.as_posix()} has no question {name}; correct it.{near}"
    named = {name for _, row in rows for name in row.questions}
    for problem in problems:
        for name in (name for name in problem.table.questions if name not in named):
            own = f'"{problem.table.title}" = {{ asks = "…", questions = ["{name}"] }}'
            yield (
                f"{SOURCES.as_posix()}: {name} of {problem.assignment} is missing; add it to the "
                f'`questions` of the sub-problem that it asks. If it asks none, write below ["{OWN}'
                f'"] what it asks: {own}'
            )
