"""Tables in CSV: a report, and grades for a spreadsheet, Canvas or Moodle.

The columns of grades are those of what each exports itself: Canvas' gradebook, with a line of the
points possible; Moodle's grader report. A total is given where all of it is graded; else it is
empty, for 0 would be a mark.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nbgrader.api import Student

from ..checks.verdict import format_points
from ..quoting import escape_csv, named
from ..term.class_runner import LATENESS
from ..term.plan import ClassFolder
from ..wording import full_name
from .report import ClassReport

HEAD = (
    *("what", "question", "line", "text", "students", "mean", "out of", "difficulty"),
    *("discrimination", "full", "none", "waiting", "who"),
)


def _csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV, whoever wrote what is in them."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(map(escape_csv, row) for row in rows)
    return file.getvalue()


# --- a report ------------------------------------------------------------------------------------


def report_table(report: ClassReport) -> str:
    """A row per question, finding, unnamed formula, question left open and mark that waits."""
    rows: list[tuple] = [HEAD]
    for i in report.items:
        known = (i.mean, i.max_points, i.difficulty, i.discrimination)
        numbers = ["" if x is None else f"{x:.4f}".rstrip("0").rstrip(".") for x in known]
        head = ("question", i.question, "", "", len(report.marks(i.question)))
        rows.append((*head, *numbers, i.full, i.none, i.waiting, ""))

    def add(what: str, words: str, *who: str, question: str = "", line: str = "") -> None:
        rows.append((what, question, line, words, len(who), *[""] * 7, "; ".join(who)))

    kinds = ("finding", "unnamed answer", "left open", "for a person")
    for what, found in zip(kinds, report.shared.values(), strict=True):
        for s in found:
            who = [report.who[student] for student in s.students]
            add(what, s.text, *who, question=s.question, line=s.line)
    for row in report.rows:
        for number, points in enumerate(row.tries, 1):
            add("tries", f"try {number}: {format_points(points)} points", row.who)
    for row in report.rows:
        for each in row.noted:
            add("to look at", each, row.who)
    return _csv(rows)


# --- grades --------------------------------------------------------------------------------------


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


def _rows(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """A row per student and question, and one for what lateness costs: they add up to the total."""
    about_person = ("student", "last name", "first name", "email")
    yield "assignment", *about_person, "question", "points", "out of"
    graded = {row.student: row for row in report.rows}
    for person in roster:
        row = graded.get(person.student)
        who = (person.student, person.last_name, person.first_name, person.email)
        for name, question in report.assignment.questions.items():
            points = row.points[name] if row else None
            known = "" if points is None else format_points(points)
            yield column, *who, name, known, format_points(question.points)
        if row and row.penalty:
            earned = sum(points for points in row.points.values() if points is not None)
            yield column, *who, LATENESS, format_points(row.total - earned), "0"


def _canvas(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Canvas' gradebook: it finds a student by ID, else by login."""
    yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", column
    yield "    Points Possible", "", "", "", "", format_points(report.assignment.points)
    totals = _totals(report)
    for person in roster:
        names = ", ".join(filter(None, (person.last_name, person.first_name))) or person.student
        yield names, person.lms_id, "", person.student, "", totals.get(person.student, "")


def _moodle(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Moodle's grader report: map "Email address" or "ID number" when it is imported."""
    yield "First name", "Last name", "ID number", "Email address", column
    totals = _totals(report)
    for student, first_name, last_name, email, _ in roster:
        yield first_name, last_name, student, email, totals.get(student, "")


def _totals(report: ClassReport) -> dict[str, str]:
    """Student -> the total, where it is final."""
    return {row.student: format_points(row.total) for row in report.rows if row.complete}


FORMATS: dict[str, Callable[[ClassReport, list[Person], str], Rows]] = {
    "rows": _rows,
    "canvas": _canvas,
    "moodle": _moodle,
}


def grades_table(report: ClassReport, roster: list[Person], form: str, column: str = "") -> str:
    """The grades as CSV. form: one of FORMATS. column: how the assignment is called there."""
    return _csv(FORMATS[form](report, roster, column or report.assignment.name))
