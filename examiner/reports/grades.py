"""Grades for a spreadsheet, row by row, and totals as Canvas and Moodle take them in.

Their columns are those of what each exports itself: Canvas' gradebook, with a line of the points
possible; Moodle's grader report. A total is given where all of it is graded; else it is empty, for
0 would be a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nbgrader.api import Student

from ..checks.verdict import format_points
from ..quoting import named
from ..term.changes import LATENESS
from ..term.plan import ClassFolder
from ..wording import full_name
from .report import ClassReport, Row
from .tables import csv_text


class Person(NamedTuple):
    """A student as in the roster. lms_id: the number that Canvas knows the student by."""

    student: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""

    @property
    def who(self) -> str:
        """The id and beside it the name, in words."""
        return named(self.student, full_name(self.first_name, self.last_name))


def read_roster(folder: ClassFolder) -> list[Person]:
    """Everybody in the grade book, sorted by name."""
    names = (Student.first_name, Student.last_name)
    columns = (Student.id, *names, Student.email, Student.lms_user_id)
    with folder.reading() as gradebook:
        rows = [Person(*(value or "" for value in row)) for row in gradebook.db.query(*columns)]
    return sorted(rows, key=lambda p: (p.last_name, p.first_name, p.student))


Rows = Iterator[tuple]


def rows(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """A row per student and question, and one for what lateness costs: they add up to the total."""
    person = ("student", "last name", "first name", "email")
    yield "assignment", *person, "question", "points", "out of"
    graded = {row.student: row for row in report.rows}
    for person in roster:
        row = graded.get(person.student)
        who = (person.student, person.last_name, person.first_name, person.email)
        for name, question in report.assignment.questions.items():
            points = row.points[name] if row else None
            yield column, *who, name, _points(points), format_points(question.points)
        if row and row.penalty:
            known = sum(points for points in row.points.values() if points is not None)
            yield column, *who, LATENESS, _points(row.total - known), "0"


def canvas(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Canvas' gradebook: it finds a student by ID, else by login."""
    yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", column
    yield "    Points Possible", "", "", "", "", format_points(report.assignment.points)
    for person, total in _totals(report, roster):
        names = ", ".join(filter(None, (person.last_name, person.first_name)))
        yield names or person.student, person.lms_id, "", person.student, "", total


def moodle(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Moodle's grader report: map "Email address" or "ID number" when it is imported."""
    yield "First name", "Last name", "ID number", "Email address", column
    for person, total in _totals(report, roster):
        yield person.first_name, person.last_name, person.student, person.email, total


FORMATS: dict[str, Callable[[ClassReport, list[Person], str], Rows]] = {
    "rows": rows,
    "canvas": canvas,
    "moodle": moodle,
}


def _totals(report: ClassReport, roster: list[Person]) -> Iterator[tuple[Person, str]]:
    graded: dict[str, Row] = {row.student: row for row in report.rows}
    for person in roster:
        row = graded.get(person.student)
        yield person, _points(row.total) if row and row.complete else ""


def _points(points: float | None) -> str:
    return "" if points is None else format_points(points)


def grades_table(report: ClassReport, roster: list[Person], form: str, column: str = "") -> str:
    """The grades as CSV. form: one of FORMATS. column: how the assignment is called there."""
    return csv_text(FORMATS[form](report, roster, column or report.assignment.name))
