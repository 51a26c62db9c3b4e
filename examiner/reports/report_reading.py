"""Collection of a class report: marks from the gradebook, findings from autograded/."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.api import BaseCell, Grade, SubmittedAssignment
from nbgrader.utils import is_solution
from sqlalchemy.orm import joinedload, selectinload

from ..cell_kinds import is_test, name_of, question_of
from ..course import Assignment
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import CheckedAnswer, Decision, checked_answers
from ..gradebook.further_cells import earned_points
from ..gradebook.scores import (
    DecisionRow,
    grades_of,
    is_left_open,
    read_notebook,
    records_by_question,
)
from ..grading.grade import serious_remarks_in
from ..grading.rebuild import NOT_GRADED, UNREADABLE
from ..grading.record import ReportedMisconception, VerdictRecord
from ..intake.times import time_remark
from ..term.attempts import Attempt, Attempts
from ..term.class_runner import CHANGED, StudentResult
from ..term.plan import ClassFolder
from ..wording import full_name
from .report import ClassReport, StudentRow

# The reasons why a question needs manual grading.
WRITTEN = "a written answer"
UNDECIDED = "the check could not decide"
# The reasons why nothing could be graded.
BROKEN = "its graded notebook is missing or broken: grade it again"
_REMARKS = {
    UNREADABLE: "no notebook could be read: no points",
    NOT_GRADED: "it could not be graded automatically",
}


class BookedMark(NamedTuple):
    """A mark in the gradebook.

    Attributes:
        points: The points; None if the answer needs manual grading.
        manual: The points that a person gave; None if nobody did.
        decided: The last decision in the review queue; None if there is none.
    """

    points: float | None = None
    manual: float | None = None
    decided: Decision | None = None


BookedMarks = dict[str, BookedMark]  # name of a test cell -> its mark


def read_report(folder: ClassFolder) -> ClassReport:
    """Collect the report on a class (see `ReportReader.read`)."""
    return ReportReader(folder).read()


class ReportReader:
    """Collects the report on a class.

    During a run, `on_result` reads each notebook as soon as it is graded. The workers then grade
    the next submissions, while after the run they would wait for the report.

    Args:
        folder: The folder of the class, for one assignment.
    """

    def __init__(self, folder: ClassFolder) -> None:
        self._folder = folder
        self._graded: dict[str, _GradedNotebook] = {}

    def on_result(self, result: StudentResult) -> None:
        """Read the notebook that a run has just saved; see `run_tasks`."""
        if result.made is not None:
            questions = self._folder.assignment.questions
            self._graded[result.student] = _GradedNotebook.of(result.made.notebook, questions)

    def read(self) -> ClassReport:
        """Collect the report.

        Raises:
            CourseError: The assignment isn't in the gradebook.
        """
        folder = self._folder
        with folder.reading() as gradebook:
            submissions = (
                gradebook.db.query(SubmittedAssignment)
                .filter(SubmittedAssignment.assignment_id == folder.find_assignment(gradebook).id)
                .options(
                    joinedload(SubmittedAssignment.student),
                    selectinload(SubmittedAssignment.notebooks),
                )
                .order_by(SubmittedAssignment.student_id)
            )
            marks = _marks(gradebook, folder.assignment)
            submitted = folder.students(folder.coursedir.submitted_directory)
            attempts = Attempts(folder.course.root, folder.assignment.name).by_student
            rows = []
            for each in submissions:
                student, path = each.student_id, folder.autograded(each.student_id)
                if student in marks or os.path.exists(path):
                    graded = self._graded.get(student) or _GradedNotebook.read(
                        path, folder.assignment.questions
                    )
                    tries = attempts.get(student, [])
                    rows.append(_row(folder, each, graded, marks.get(student, {}), tries))
        with_rows = {row.student for row in rows}
        ungraded = tuple(student for student in submitted if student not in with_rows)
        return ClassReport(folder.assignment, rows, ungraded)


def _marks(gradebook: ClassGradebook, assignment: Assignment) -> dict[str, BookedMarks]:
    """Read the marks of all graded students in one query.

    A student with an extension may have rows in the gradebook, but no marks.
    """
    marks = (Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade)
    columns = SubmittedAssignment.student_id, BaseCell.name, *marks, DecisionRow
    rows = grades_of(gradebook, assignment, *columns)
    rows = rows.outerjoin(DecisionRow, DecisionRow.grade == Grade.id)
    found: dict[str, BookedMarks] = defaultdict(dict)
    graded = set()
    for student, cell, auto, manual, extra, pending, decided in rows:
        points = None if pending else earned_points(auto, manual, extra) or 0.0
        found[student][cell] = BookedMark(points, manual, Decision.of(decided))
        graded |= {student} if (auto, manual) != (None, None) else set()
    return {student: found[student] for student in graded}


def _row(
    folder: ClassFolder,
    submission: SubmittedAssignment,
    graded: _GradedNotebook,
    marks: BookedMarks,
    attempts: Sequence[Attempt],
) -> StudentRow:
    student, questions = submission.student, folder.assignment.questions
    remark = graded.remark
    time_note = time_remark(folder.submitted(student.id).parent, submission.duedate)
    points, waiting, unread, queued = {}, {}, set(), {}
    for name, question in questions.items():
        mark = marks.get(question.test, BookedMark())
        points[name], by_hand = mark.points, mark.manual is not None
        if remark == _REMARKS[UNREADABLE] and not by_hand:
            unread.add(name)
        if points[name] is None and not remark:
            waiting[name] = CHANGED if by_hand else WRITTEN if question.written else UNDECIDED
        checked, is_open = graded.checked.get(name), mark.points is None
        if checked and checked.is_queued(mark.manual, mark.decided, open=is_open):
            queued[name] = checked.group
    return StudentRow(
        student=student.id,
        points=points,
        penalty=sum(each.late_submission_penalty or 0.0 for each in submission.notebooks),
        hours_late=submission.total_seconds_late / 3600,
        name=full_name(student.first_name, student.last_name),
        findings=graded.findings,
        unnamed=graded.unnamed,
        left_open=frozenset(graded.left_open),
        unread=frozenset(unread),
        waiting=waiting,
        remark=remark,
        notes=tuple(filter(None, (*graded.notes, time_note))),
        queued=queued,
        attempts=tuple(each.total(folder.assignment.uncounted) for each in attempts),
        uncounted=folder.assignment.uncounted,
    )


@dataclass
class _GradedNotebook:
    """The contents of a graded notebook that a report needs.

    Attributes:
        remark: The reason why nothing could be graded; "" if something was.
        notes: Further remarks on the submission.
        checked: Question -> the answer as a check marked it, without the findings.
        findings, unnamed, left_open: As in `StudentRow`.
    """

    remark: str = ""
    notes: Sequence[str] = ()
    checked: dict[str, CheckedAnswer] = field(default_factory=dict)
    findings: dict[str, list[ReportedMisconception]] = field(
        default_factory=lambda: defaultdict(list)
    )
    unnamed: dict[tuple[str, str], str] = field(default_factory=dict)
    left_open: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, path: Path, questions: Collection[str]) -> _GradedNotebook:
        """Read a graded notebook from its file, which may be missing or broken."""
        return cls.of(read_notebook(path), questions)

    @classmethod
    def of(cls, notebook: NotebookNode | None, questions: Collection[str]) -> _GradedNotebook:
        """Read a graded notebook. If it is missing or broken, the remark says so."""
        if notebook is None:
            return cls(BROKEN)
        try:
            notes = serious_remarks_in(notebook)
            if remark := _REMARKS.get(notebook.cells[0].get("id")):
                return cls(remark, notes)
            found = cls("", notes, _without_findings(checked_answers(notebook.cells)))
            records = records_by_question(notebook.cells)
            for cell in notebook.cells:
                question = question_of(name_of(cell) or "")
                if question not in questions:
                    continue
                record = records.get(question)
                if is_test(cell) and record:
                    found.findings[question] += record.misconceptions
                    found.unnamed |= {(question, row): text for row, text in record.counted.items()}
                elif is_solution(cell) and is_left_open(cell, record):
                    found.left_open.add(question)
        except Exception:  # somebody edited the file, and an unexpected structure raises anything
            return cls(BROKEN)
        return found


def _without_findings(checked: Mapping[str, CheckedAnswer]) -> dict[str, CheckedAnswer]:
    """Remove the findings: a report needs none, and those of a class would take much memory."""
    return {
        question: each._replace(record=VerdictRecord(each.record.points))
        for question, each in checked.items()
    }
