"""What a class got: a row per student, and the findings that come up most."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, SubmittedAssignment

from ..cells import name_of, question_of
from ..course import Assignment
from .rebuild import NOT_GRADED, UNREADABLE
from .record import Record


@dataclass(frozen=True)
class Row:
    """One student's marks.

    points: question -> points; None where a person has yet to grade.
    remark: what an instructor should know, in a few words.
    """

    student: str
    points: dict[str, float | None]
    remark: str = ""

    @property
    def total(self) -> float:
        """The points there are so far."""
        return sum(points for points in self.points.values() if points is not None)


@dataclass(frozen=True)
class ClassReport:
    """The marks of a class on one assignment."""

    assignment: Assignment
    rows: list[Row]
    findings: Counter[tuple[str, str]]  # (question, finding) -> how many students have it

    def mean(self, question: str) -> float | None:
        """The class mean of a question, None as long as somebody has no mark."""
        marks = [row.points[question] for row in self.rows]
        if not marks or None in marks:
            return None
        return sum(marks) / len(marks)

    @property
    def mean_total(self) -> float:
        return sum(row.total for row in self.rows) / len(self.rows) if self.rows else 0.0


def collect(db_url: str, autograded: Path, assignment: Assignment) -> ClassReport:
    """Read the marks from the grade book and the findings from the autograded notebooks."""
    rows, findings = [], Counter()
    with Gradebook(db_url) as gradebook:
        submissions = gradebook.find_assignment(assignment.name).submissions
        for submission in sorted(submissions, key=lambda s: s.student.id):
            student = submission.student.id
            path = autograded / student / assignment.name / f"{assignment.notebook}.ipynb"
            cells = json.loads(path.read_text("utf-8"))["cells"] if path.exists() else []
            findings.update(set(_findings(cells)))
            rows.append(Row(student, _points(submission, assignment), _remark(submission, cells)))
    return ClassReport(assignment, rows, findings)


def _points(submission: SubmittedAssignment, assignment: Assignment) -> dict[str, float | None]:
    grades = {g.name: g for notebook in submission.notebooks for g in notebook.grades}
    points = {}
    for name, question in assignment.questions.items():
        grade = grades.get(question.test)
        known = grade is not None and not grade.needs_manual_grade
        points[name] = grade.score if known else None
    return points


def _remark(submission: SubmittedAssignment, cells: list[dict]) -> str:
    remarks = {UNREADABLE: "not read", NOT_GRADED: "ungraded"}
    if cells and (remark := remarks.get(cells[0].get("id"))):
        return remark
    return "late" if submission.total_seconds_late > 0 else ""


def _findings(cells: list[dict]) -> Iterator[tuple[str, str]]:
    """(question, what is wrong) of each finding of one student."""
    for cell in cells:
        if record := Record.read(cell):
            question = question_of(name_of(nbformat.from_dict(cell)))
            yield from ((question, finding) for finding in record.wrong)
