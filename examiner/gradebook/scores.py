"""From a graded notebook to nbgrader's rows, with two tables of our own beside them; and back.

The rows are those that nbgrader's SaveAutoGrades writes, but for one thing. It asks a person again
about each mark that was given by hand, however often a submission is graded. Here what a person
decided stays settled as long as the answer and its test are what that person saw; where they
changed, it is kept, and the question is flagged.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution
from sqlalchemy import String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, Query, mapped_column

from ..cell_kinds import CellKind, grade_id_of, kind_of, question_of
from ..course import Assignment
from ..digests import digest_of
from ..grading.attachments import beside_cell
from ..grading.fingerprint import read_marking_digest
from ..grading.rebuild import UNREADABLE, answers_in, is_lost, is_unread
from ..grading.record import NO_RESPONSE, VerdictRecord
from ..pages.feedback import Mark, Marks
from ..pages.titles import Titles
from ..wording import full_name, several

# --- tables of our own, made where they are missing when the grade book is opened ----------------


class OwnTable(DeclarativeBase):
    """A table of our own beside nbgrader's."""


class Marked(OwnTable):
    """Digests of the answers that marks are of, and of what was asked, by question, as JSON.

    So an older grade book that is put back says itself which answers its marks were given for,
    whatever autograded/ has by then.
    """

    __tablename__ = "examiner_marked"
    student: Mapped[str] = mapped_column(String(255), primary_key=True)
    assignment: Mapped[str] = mapped_column(String(255), primary_key=True)
    notebook: Mapped[str] = mapped_column(String(255), primary_key=True)
    asked: Mapped[str] = mapped_column(Text)


class Unmet(OwnTable):
    """The lines of a mark scheme that were not met, as a Markdown list: a person left them unticked
    who marked by them; nbgrader's comments say what was met.

    grade: the id of the mark's row. points: that were given; with others, lines say nothing.
    """

    __tablename__ = "examiner_unmet"
    grade: Mapped[str] = mapped_column(String(32), primary_key=True)
    points: Mapped[float]
    lines: Mapped[str] = mapped_column(Text)


class Decided(OwnTable):
    """What a person decided on an answer whose loss of points has no name (see `decisions`).

    grade: the id of the mark's row. answer: the digest of the answer alone. asked: of the answer
    and of what was asked. auto: the check's points then. points: that were given; None if the
    check's were left.
    """

    __tablename__ = "examiner_decided"
    grade: Mapped[str] = mapped_column(String(32), primary_key=True)
    answer: Mapped[str] = mapped_column(String(64))
    asked: Mapped[str] = mapped_column(String(64))
    auto: Mapped[float | None]
    points: Mapped[float | None]
    comment: Mapped[str] = mapped_column(Text)


class Looking(OwnTable):
    """The answer that is open in a browser. until: in seconds since 1970."""

    __tablename__ = "examiner_looking"
    browser: Mapped[str] = mapped_column(String(32), primary_key=True)
    answer: Mapped[str] = mapped_column(String(32))
    until: Mapped[float]


def replace_unmet(
    gradebook: Gradebook, given: Mapping[str, tuple[float | None, str | None]]
) -> None:
    """Note which lines were unmet where these marks were given; None where nobody knows."""
    gradebook.db.query(Unmet).filter(Unmet.grade.in_([*given])).delete()
    for grade, (points, lines) in given.items():
        if points is not None and lines is not None:
            gradebook.db.add(Unmet(grade=grade, points=points, lines=lines))
    gradebook.db.flush()


# --- what is saved -------------------------------------------------------------------------------

_log = logging.getLogger(__name__)


class Reopened(NamedTuple):
    """Cells that a person had settled.

    asked_again: A person has to mark them again: the answer or its test is another one.
    withdrawn: Points that were given in the queue went with the earlier answer.
    """

    asked_again: set[str]
    withdrawn: set[str]


def save_scores(
    gradebook: Gradebook, notebook: SubmittedNotebook, cells: Iterable[NotebookNode]
) -> Reopened:
    """Put the points of a graded notebook into its rows; the caller commits. nbgrader's
    MissingEntry for a cell without a row.
    """
    cells = list(cells)
    now, key = asked(cells), (notebook.student.id, notebook.assignment.name, notebook.name)
    marked = gradebook.db.get(Marked, key) or Marked(
        student=key[0], assignment=key[1], notebook=key[2], asked="{}"
    )
    earlier, marked.asked = json.loads(marked.asked), json.dumps(now)
    gradebook.db.add(marked)
    grades = _rows(gradebook, Grade, notebook)
    comments = _rows(gradebook, Comment, notebook)
    decided, answers = decisions(gradebook, grades.values()), answered(cells)
    reopened = Reopened(set(), set())
    for cell in filter(is_marked, cells):
        name = grade_id_of(cell)
        question = question_of(name)
        if (is_grade(cell) and name not in grades) or (is_solution(cell) and name not in comments):
            raise MissingEntry(
                f"the grade book has no row for {name} in this submission, which is older than it"
            )
        if is_grade(cell):
            grade = grades[name]
            grade.auto_score = auto_score(cell)
            by_queue, comment = decided.get(grade.id), comments.get(question)
            if by_queue is not None and _is_given(grade, by_queue):
                if by_queue.answer == answers[question]:
                    continue
                grade.manual_score = None
                if comment is not None and comment.manual_comment == by_queue.comment:
                    comment.manual_comment = None
                reopened.withdrawn.add(name)
            has_points = grade.manual_score is not None or grade.extra_credit is not None
            if not (has_points or (comment is not None and comment.manual_comment)):
                grade.needs_manual_grade = grade.auto_score is None
            elif earlier.get(question) != now[question]:
                if not grade.needs_manual_grade:
                    reopened.asked_again.add(name)
                grade.needs_manual_grade = True
            elif grade.manual_score is None and grade.auto_score is None:
                grade.needs_manual_grade = True
        if is_solution(cell):
            comments[name].auto_comment = NO_RESPONSE if is_left_open(cell) else None
    return reopened


def decisions(gradebook: Gradebook, grades: Iterable[Grade]) -> dict[str, Decided]:
    """Get what was decided in the queue, by the ids of grades."""
    ids = [grade.id for grade in grades]
    return {row.grade: row for row in gradebook.db.query(Decided).filter(Decided.grade.in_(ids))}


def _is_given(grade: Grade, decided: Decided) -> bool:
    """Whether the points of a grade are those that were given in the queue."""
    given = decided.points is not None and grade.manual_score == decided.points
    return given and not grade.needs_manual_grade


def is_marked(cell: NotebookNode) -> bool:
    """True for a cell that is part of a question: its answer, or its test."""
    return is_grade(cell) or is_solution(cell)


def auto_score(cell: NotebookNode) -> float | None:
    """The automatic points of a graded cell; None where a person has to grade, and where a test has
    left no record: nbgrader takes a test without an error for one that was passed."""
    record = VerdictRecord.read(cell)
    left = record.points is None if record else not is_solution(cell)
    return None if left else determine_grade(cell, _log)[0]


def is_untouched(cell: NotebookNode) -> bool:
    """True for an answer that is as it was handed out."""
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def is_left_open(cell: NotebookNode) -> bool:
    """True for an answer that the student left out: its cell is as released, or missing, and no
    other cell answers the question."""
    return is_lost(cell) or is_untouched(cell)


def asked(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Digests of what was answered and asked, question by question."""
    cells, texts = list(cells), defaultdict(list)
    unread = [UNREADABLE] if is_unread(cells) else []  # which is no empty answer
    beside = beside_cell(cells)  # a written answer may be in a file beside the notebook
    files = [] if beside is None else [beside.source, beside.get("attachments")]
    for cell in filter(is_marked, cells):
        name = grade_id_of(cell)
        text = [name, cell.source, cell.metadata.nbgrader.get("points")]
        text.append(cell.get("attachments"))  # a picture is an answer too
        text += filter(None, [read_marking_digest(cell)])
        text += files if kind_of(cell) is CellKind.WRITTEN else []
        texts[question_of(name)].append(text)
    for cell in cells:  # an answer may stand in other cells than its own
        for question in answers_in(cell):
            texts[question].append(cell.source)
    return {q: digest_of([*text, *unread]) for q, text in texts.items()}


def answered(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Digests of the answers and of the points for them, question by question: the same whatever
    marks the answers."""
    texts = defaultdict(list)
    for cell in cells:
        if is_solution(cell):
            texts[question_of(grade_id_of(cell))].append(cell.source)
        if is_grade(cell):
            texts[question_of(grade_id_of(cell))].append(float(cell.metadata.nbgrader.points))
        for question in answers_in(cell):
            texts[question].append(cell.source)
    return {question: digest_of(text) for question, text in texts.items()}


def read_notebook(path: Path) -> NotebookNode | None:
    """A notebook that was graded earlier; None if there is none, or it is broken."""
    try:
        notebook = nbformat.v4.reads(path.read_text("utf-8"))  # without validating it
        return notebook if notebook.cells and notebook.metadata is not None else None
    except (OSError, ValueError, AttributeError, KeyError):
        return None


def _rows(
    gradebook: Gradebook, table: type[Grade] | type[Comment], notebook: SubmittedNotebook
) -> dict[str, Any]:
    rows = gradebook.db.query(BaseCell.name, table).join(table, table.cell_id == BaseCell.id)
    return dict(rows.filter(table.notebook_id == notebook.id).all())


class Saved(NamedTuple):
    """The points of a graded cell in the grade book: the examiner's, and a person's.

    asked: the digest of what they are of (see `asked`); None where nothing was graded.
    """

    auto: float | None
    manual: float | None
    asked: str | None = None


SavedScores = Mapping[str, Mapping[str, Saved]]  # student -> graded cell -> its points


def read_saved(gradebook: Gradebook, assignment: Assignment) -> SavedScores:
    """The scores that the grade book has of a class."""
    columns = (SubmittedAssignment.student_id, BaseCell.name, Grade.auto_score, Grade.manual_score)
    rows = grades_of(gradebook, assignment, *columns)
    graded = {"assignment": assignment.name, "notebook": assignment.notebook}
    marked = gradebook.db.query(Marked).filter_by(**graded)
    digests = {row.student: json.loads(row.asked) for row in marked}
    saved: dict[str, dict[str, Saved]] = defaultdict(dict)
    for student, cell, auto, manual in rows:
        digest = digests.get(student, {}).get(question_of(cell))
        saved[student][cell] = Saved(auto, manual, digest)
    return saved


def is_saved(notebook: NotebookNode, saved: Mapping[str, Saved]) -> bool:
    """True where the grade book has the points of a graded notebook, for the answers in it."""
    answered = asked(notebook.cells)
    scores = {grade_id_of(c): auto_score(c) for c in filter(is_grade, notebook.cells)}
    here = {name: (score, answered[question_of(name)]) for name, score in scores.items()}
    return here == {name: (points.auto, points.asked) for name, points in saved.items()}


# --- what is read --------------------------------------------------------------------------------


def rows_of(gradebook: Gradebook, assignment: Assignment, *columns: Any) -> Query:
    """Columns of the submissions of a class (`SubmittedNotebook`, `SubmittedAssignment`), and of
    what is joined to these."""
    return (
        gradebook.db.query(*columns)
        .select_from(SubmittedNotebook)
        .join(api.Notebook, api.Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(api.Assignment, api.Assignment.id == SubmittedAssignment.assignment_id)
        .filter(api.Assignment.name == assignment.name, api.Notebook.name == assignment.notebook)
    )


def grades_of(gradebook: Gradebook, assignment: Assignment, *columns: Any) -> Query:
    """Columns of the marks of a class (`Grade`, and `BaseCell` for the cell's name)."""
    rows = rows_of(gradebook, assignment, *columns)
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    return rows.join(BaseCell, BaseCell.id == Grade.cell_id)


def waiting_line(
    gradebook: Gradebook, assignment: Assignment, students: Collection[str] | None = None
) -> str:
    """A line on answers that a person has yet to mark; "" where none waits.

    students: whose (default: of all).
    """
    rows = grades_of(gradebook, assignment, SubmittedAssignment.student_id)
    rows = rows.filter(Grade.needs_manual_grade.is_(True))
    whose = [student for (student,) in rows if students is None or student in students]
    if not whose:
        return ""
    found = f"{several(len(whose), 'answer')} of {several(len(set(whose)), 'student')}"
    return f"waiting for a person: {found}; run `examiner mark {assignment.name}`"


def read_marks(
    gradebook: Gradebook, assignment: str, notebook: str, student: str, titles: Titles
) -> Marks:
    """The marks of one student's notebook and all that was said of it; with titles for the page."""
    graded = gradebook.find_submission_notebook(notebook, assignment, student)
    cells = {
        grade.name: Mark(grade.score, grade.max_score, bool(grade.needs_manual_grade))
        for grade in graded.grades
    }
    waiting = {question_of(name) for name, mark in cells.items() if mark.pending}
    comments = {  # what was said of an answer that has changed since is said of no other
        comment.name: comment.comment
        for comment in graded.comments
        if comment.comment and comment.name not in waiting
    }
    settled = {grade.id: grade for grade in graded.grades if not grade.needs_manual_grade}
    unmet = {  # none of a mark that was given, or changed, without ticking lines
        settled[row.grade].name: row.lines
        for row in gradebook.db.query(Unmet).filter(Unmet.grade.in_([*settled]))
        if row.points == settled[row.grade].manual_score
    }
    return Marks(
        assignment,
        student,
        cells,
        comments,
        graded.late_submission_penalty or 0.0,
        titles.problem_set,
        titles.questions,
        unmet,
        name=full_name(graded.student.first_name, graded.student.last_name),
    )
