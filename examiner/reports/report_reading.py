"""Reading what a report says: marks from the grade book, findings from autograded/."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nbgrader.api import BaseCell, Grade, SubmittedAssignment
from nbgrader.utils import is_solution
from sqlalchemy.orm import joinedload, selectinload

from ..cell_kinds import is_test, name_of, question_of
from ..course import Assignment
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import CheckedAnswer, Decision, QueueState, checked_answers
from ..gradebook.scores import DecisionRow, grades_of, is_left_open, read_notebook
from ..grading.grade import noted_in
from ..grading.rebuild import NOT_GRADED, UNREADABLE
from ..grading.record import ReportedMisconception, VerdictRecord
from ..intake.times import time_remark
from ..term.attempts import Attempt, Attempts
from ..term.class_runner import CHANGED
from ..term.plan import ClassFolder
from ..wording import full_name
from .report import ClassReport, StudentRow

WRITTEN = "a written answer"
UNDECIDED = "the check could not decide"
BROKEN = "its graded notebook is missing or broken: grade it again"
_REMARKS = {
    UNREADABLE: "no notebook could be read: no points",
    NOT_GRADED: "it could not be graded automatically",
}


class KnownMark(NamedTuple):
    """A mark in the grade book. points: None where a person has to mark. manual: that a person
    gave. decided: what was decided in the queue."""

    points: float | None = None
    manual: float | None = None
    decided: Decision | None = None

    @property
    def by_hand(self) -> bool:
        return self.manual is not None

    def waits(self, checked: CheckedAnswer) -> bool:
        """Whether the answer is one that lost more than half for no named reason, and waits."""
        state = checked.state(self.manual, self.decided, open=self.points is None)
        return state is QueueState.WAITS and checked.is_unexplained


Known = dict[str, KnownMark]  # by cell


def collect(folder: ClassFolder) -> ClassReport:
    """Read the marks of a class. CourseError where the assignment is not in the grade book."""
    with folder.reading() as gradebook:
        submissions = (
            gradebook.db.query(SubmittedAssignment)
            .filter(SubmittedAssignment.assignment_id == folder.find_assignment(gradebook).id)
            .options(
                joinedload(SubmittedAssignment.student), selectinload(SubmittedAssignment.notebooks)
            )
            .order_by(SubmittedAssignment.student_id)
        )
        marks = _marks(gradebook, folder.assignment)
        there = folder.students(folder.coursedir.submitted_directory)
        tries = Attempts(folder.course.root, folder.assignment.name).by_student
        rows = [
            _row(folder, each, marks.get(each.student_id, {}), tries.get(each.student_id, []))
            for each in submissions
            if each.student_id in marks or os.path.exists(folder.autograded(each.student_id))
        ]
    graded = {row.student for row in rows}
    return ClassReport(folder.assignment, rows, tuple(s for s in there if s not in graded))


def _marks(gradebook: ClassGradebook, assignment: Assignment) -> dict[str, Known]:
    """Those of each student who has any, all in one query: an extension makes rows without."""
    marks = (Grade.score, Grade.needs_manual_grade, Grade.auto_score, Grade.manual_score)
    columns = SubmittedAssignment.student_id, BaseCell.name, *marks, DecisionRow
    rows = grades_of(gradebook, assignment, *columns)
    rows = rows.outerjoin(DecisionRow, DecisionRow.grade == Grade.id)
    found: dict[str, Known] = defaultdict(dict)
    graded = set()
    for student, cell, score, pending, auto, by_hand, decided in rows:
        found[student][cell] = KnownMark(None if pending else score, by_hand, Decision.of(decided))
        graded |= {student} if (auto, by_hand) != (None, None) else set()
    return {student: found[student] for student in graded}


def _row(
    folder: ClassFolder, submission: SubmittedAssignment, marks: Known, tries: Sequence[Attempt]
) -> StudentRow:
    student, questions = submission.student, folder.assignment.questions
    remark, noted, said = _said_in(folder.autograded(student.id), questions)
    checked: dict[str, CheckedAnswer] = said.pop("checked", {})
    of_time = time_remark(folder.submitted(student.id).parent, submission.duedate)
    points, waiting, unread = {}, {}, set()
    for name, question in questions.items():
        mark = marks.get(question.test, KnownMark())
        points[name], by_hand = mark.points, mark.by_hand
        if remark == _REMARKS[UNREADABLE] and not by_hand:
            unread.add(name)
        if points[name] is None and not remark:
            waiting[name] = CHANGED if by_hand else WRITTEN if question.written else UNDECIDED
    return StudentRow(
        student=student.id,
        points=points,
        penalty=sum(each.late_submission_penalty or 0.0 for each in submission.notebooks),
        hours_late=submission.total_seconds_late / 3600,
        name=full_name(student.first_name, student.last_name),
        unread=frozenset(unread),
        waiting=waiting,
        remark=remark,
        noted=tuple(filter(None, (*noted, of_time))),
        queued={
            name: each.group
            for name, each in checked.items()
            if name in questions and marks.get(questions[name].test, KnownMark()).waits(each)
        },
        tries=tuple(each.total for each in tries),
        **said,
    )


def _said_in(path: Path, questions: Collection[str]) -> tuple[str, Sequence[str], dict[str, Any]]:
    """What a graded notebook says: a remark where it says nothing of questions, what there is to
    know of the submission, and what a `StudentRow` has of questions."""
    if (notebook := read_notebook(path)) is None:
        return BROKEN, (), {}
    found: dict[str, list[ReportedMisconception]] = defaultdict(list)
    unnamed: dict[tuple[str, str], str] = {}
    left_open = set()
    try:
        noted = noted_in(notebook)
        if remark := _REMARKS.get(notebook.cells[0].get("id")):
            return remark, noted, {}
        checked = checked_answers(notebook.cells)
        for cell in notebook.cells:
            question = question_of(name_of(cell) or "")
            if question not in questions:
                continue
            if is_test(cell) and (record := VerdictRecord.read(cell)):
                found[question] += record.misconceptions
                unnamed |= {(question, line): text for line, text in record.counted.items()}
            elif is_solution(cell) and is_left_open(cell):
                left_open.add(question)
    except (TypeError, AttributeError, KeyError, IndexError):  # whoever has written to it
        return BROKEN, (), {}
    more = {"left_open": frozenset(left_open), "checked": checked}
    return "", noted, {"found": found, "unnamed": unnamed} | more
