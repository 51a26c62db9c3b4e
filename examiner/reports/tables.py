"""CSV tables: a class report, and grades for a spreadsheet, Canvas or Moodle.

The grades have the columns of each platform's own export: Canvas' gradebook, with a line for the
points possible, and Moodle's grader report. A total is empty until all answers are graded: a 0
would count as a mark.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nbgrader.api import Student

from ..checks.verdict import format_points
from ..further import STAR
from ..quoting import escape_csv, named
from ..term.class_runner import LATENESS
from ..term.plan import ClassFolder
from ..wording import full_name
from .report import ClassReport

HEAD = (
    *("what", "question", "line", "text", "students", "mean", "out of", "difficulty"),
    *("discrimination", "full", "none", "waiting", "who", "further"),
)


def _csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV. Text from students can't act as a formula in a spreadsheet."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(map(escape_csv, row) for row in rows)
    return file.getvalue()


# --- a report ------------------------------------------------------------------------------------


def report_table(report: ClassReport) -> str:
    """Write a class report as CSV.

    Args:
        report: The report.

    Returns:
        The CSV. Its rows are the questions, the shared results of students, the attempts, and the
        notes on submissions.
    """
    rows: list[tuple] = [HEAD]
    for item in report.items:
        known = (item.mean, item.max_points, item.difficulty, item.discrimination)
        numbers = ["" if x is None else f"{x:.4f}".rstrip("0").rstrip(".") for x in known]
        head = ("question", item.question, "", "", len(report.marks(item.question)))
        star = STAR if item.further else ""
        rows.append((*head, *numbers, item.full, item.none, item.waiting, "", star))

    def add(kind: str, text: str, *labels: str, question: str = "", line: str = "") -> None:
        rows.append((kind, question, line, text, len(labels), *[""] * 7, "; ".join(labels), ""))

    # Spreadsheets may filter by these kinds, so their names stay as they are.
    kinds = ("finding", "unnamed answer", "left open", "for a person")
    for kind, results in zip(kinds, report.shared.values(), strict=True):
        for each in results:
            labels = [report.labels[student] for student in each.students]
            add(kind, each.text, *labels, question=each.question, line=each.line)
    for row in report.rows:
        for number, points in enumerate(row.attempts, 1):
            add("tries", f"attempt {number}: {format_points(points)} points", row.label)
    for row in report.rows:
        for note in row.notes:
            add("to look at", note, row.label)
    return _csv(rows)


# --- grades --------------------------------------------------------------------------------------


class Person(NamedTuple):
    """A student in the roster.

    Attributes:
        student: The student's id.
        first_name: The first name.
        last_name: The last name.
        email: The email address.
        lms_id: The student's number in Canvas.
    """

    student: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""

    @property
    def label(self) -> str:
        """The id, and beside it the name."""
        return named(self.student, full_name(self.first_name, self.last_name))


def read_roster_table(folder: ClassFolder) -> list[Person]:
    """Read all students in the gradebook, sorted by name."""
    names = (Student.first_name, Student.last_name)
    columns = (Student.id, *names, Student.email, Student.lms_user_id)
    with folder.reading() as gradebook:
        rows = [Person(*(value or "" for value in row)) for row in gradebook.db.query(*columns)]
    return sorted(rows, key=lambda p: (p.last_name, p.first_name, p.student))


Rows = Iterator[tuple]


def _rows(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Yield a row per student and question, and a row for a late penalty.

    The rows of a student add up to the total, so questions that don't count have no row. A question
    that only adds extra points is out of 0.
    """
    person_columns = ("student", "last name", "first name", "email")
    yield "assignment", *person_columns, "question", "points", "out of"
    graded = {row.student: row for row in report.rows}
    for person in roster:
        row = graded.get(person.student)
        cells = (person.student, person.last_name, person.first_name, person.email)
        for name in report.assignment.questions:
            if not report.assignment.adds_points(name):
                continue
            points = row.points[name] if row else None
            known = "" if points is None else format_points(points)
            most = format_points(report.assignment.maximum_of(name))
            yield column, *cells, name, known, most
        if row and row.penalty:
            earned = sum(points for points in row.counted.values() if points is not None)
            yield column, *cells, LATENESS, format_points(row.total - earned), "0"


def _canvas(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Yield the rows of Canvas' gradebook. Canvas finds a student by ID, or else by login."""
    yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", column
    yield "    Points Possible", "", "", "", "", format_points(report.assignment.points)
    totals = _totals(report)
    for person in roster:
        names = ", ".join(filter(None, (person.last_name, person.first_name))) or person.student
        yield names, person.lms_id, "", person.student, "", totals.get(person.student, "")


def _moodle(report: ClassReport, roster: list[Person], column: str) -> Rows:
    """Yield the rows of Moodle's grader report.

    In Moodle's import, map "Email address" or "ID number" to find the students.
    """
    yield "First name", "Last name", "ID number", "Email address", column
    totals = _totals(report)
    for student, first_name, last_name, email, _ in roster:
        yield first_name, last_name, student, email, totals.get(student, "")


def _totals(report: ClassReport) -> dict[str, str]:
    """Return the final totals by student, without totals that need manual grading."""
    return {row.student: format_points(row.total) for row in report.rows if row.complete}


FORMATS: dict[str, Callable[[ClassReport, list[Person], str], Rows]] = {
    "rows": _rows,
    "canvas": _canvas,
    "moodle": _moodle,
}


def grades_table(report: ClassReport, roster: list[Person], form: str, column: str = "") -> str:
    """Write the grades as CSV.

    Args:
        report: The report on the class.
        roster: The students.
        form: One of FORMATS.
        column: The name of the assignment in the table; its own name by default.

    Returns:
        The CSV.
    """
    return _csv(FORMATS[form](report, roster, column or report.assignment.name))
