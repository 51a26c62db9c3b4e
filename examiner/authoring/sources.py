"""problems/sources.toml: which questions ask the sub-problems of the course's problem sheets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..course import TABLE, Assignment, Course, CourseError
from ..wording import did_you_mean

SOURCES = Path("problems", "sources.toml")
OWN = "Added by the course"  # the sheet of questions that come from no other


@dataclass(frozen=True)
class SubProblem:
    """One sub-problem of a sheet, and the questions that ask it."""

    sheet: str
    number: str
    asks: str
    questions: list[str]


def read_sources(course: Course) -> list[SubProblem]:
    """The sub-problems, sheet by sheet. CourseError for a file that can't be understood."""
    try:
        sheets = tomllib.loads((course.root / SOURCES).read_text("utf-8"))
        found = [
            SubProblem(sheet, number, row["asks"], row["questions"])
            for sheet, rows in sheets.items()
            for number, row in rows.items()
        ]
        if wrong := [each.number for each in found if not isinstance(each.questions, list)]:
            raise TypeError(f"the questions of {wrong[0]} are no list")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CourseError(
            f"{SOURCES.as_posix()}: each sub-problem needs `asks` and `questions` "
            f"({type(error).__name__}: {error})."
        ) from None
    return found


def source_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Questions without a source, and sources without a question, in a course with such a file."""
    if not (course.root / SOURCES).is_file():
        return
    try:
        found = read_sources(course)
    except CourseError as error:
        yield str(error)
        return
    known = [name for table in course.assignments.values() for name in table.questions]
    for row in found:
        for name in (name for name in row.questions if name not in known):
            where = f"{SOURCES.as_posix()}, {row.sheet}, {row.number}"
            near = did_you_mean(name, known)
            yield f"{where}: {TABLE.as_posix()} has no question {name}; correct it.{near}"
    named = {name for row in found for name in row.questions}
    for problem in problems:
        if missing := [name for name in problem.questions if name not in named]:
            listed = ", ".join(f'"{name}"' for name in missing)
            yield (
                f"{SOURCES.as_posix()}: no source of {', '.join(missing)}; add each to the "
                "`questions` of the sub-problem that it asks. What asks none stands at the end, "
                f'below ["{OWN}"]: "{problem.title}" = {{ asks = "…", questions = [{listed}]'
                " }"
            )
