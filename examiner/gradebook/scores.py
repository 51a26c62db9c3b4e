"""Scores: saving a graded notebook to the rows of nbgrader's gradebook, and reading them back.

The examiner's own tables stand beside nbgrader's. The rows are the rows that nbgrader's
SaveAutoGrades writes, with one difference. SaveAutoGrades asks a person again about each mark by
hand whenever a submission is graded. Here a mark by hand stays settled as long as the answer and
its test stay the same. If either changes, the mark is kept and the question is flagged.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
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
from sqlalchemy.orm import Mapped, Query, mapped_column

from ..cell_kinds import CellKind, cell_kind, grade_id_of, is_test, question_of
from ..course import Assignment
from ..digests import digest_of
from ..grading.attachments import beside_cell
from ..grading.fingerprint import read_marking_digest
from ..grading.rebuild import UNREADABLE, answers_in, is_lost, is_unread
from ..grading.record import NO_RESPONSE, VerdictRecord
from ..pages.feedback import Mark, Marks
from ..pages.titles import Titles
from ..wording import full_name, several
from .further_cells import earned_points, given_extra
from .own_table import OwnTable

# --- the examiner's own tables -------------------------------------------------------------------


class MarkedDigests(OwnTable):
    """The version of each answer that the marks of a submission belong to.

    An older gradebook that is restored therefore knows which answers its marks were given for,
    even if autograded/ has newer ones.

    Attributes:
        student: The student's id.
        assignment: The name of the assignment.
        notebook: The name of the notebook.
        asked: The digests of `work_digests`, by question, as JSON.
    """

    __tablename__ = "examiner_marked"
    student: Mapped[str] = mapped_column(String(255), primary_key=True)
    assignment: Mapped[str] = mapped_column(String(255), primary_key=True)
    notebook: Mapped[str] = mapped_column(String(255), primary_key=True)
    asked: Mapped[str] = mapped_column(Text)


class UnmetItems(OwnTable):
    """The rubric items that a grader left unticked, for the feedback page.

    nbgrader's comments hold the items that the answer meets.

    Attributes:
        grade: The id of the mark's row.
        points: The points that the grader gave. If the mark has other points now, the items no
            longer apply.
        lines: The items as a Markdown list.
    """

    __tablename__ = "examiner_unmet"
    grade: Mapped[str] = mapped_column(String(32), primary_key=True)
    points: Mapped[float]
    lines: Mapped[str] = mapped_column(Text)


class DecisionRow(OwnTable):
    """A person's decision on an answer that lost points for no named reason (see `decisions`).

    Attributes:
        grade: The id of the mark's row.
        answer: The digest of the answer (see `answer_digests`).
        asked: The digest of the answer and its test (see `work_digests`).
        auto: The points of the check at the time of the decision.
        points: The points that the person gave; None if the person kept the points of the check.
        comment: The person's comment.
    """

    __tablename__ = "examiner_decided"
    grade: Mapped[str] = mapped_column(String(32), primary_key=True)
    answer: Mapped[str] = mapped_column(String(64))
    asked: Mapped[str] = mapped_column(String(64))
    auto: Mapped[float | None]
    points: Mapped[float | None]
    comment: Mapped[str] = mapped_column(Text)


class OpenAnswer(OwnTable):
    """The answer that is open in a browser of `examiner mark`.

    Attributes:
        browser: The id of the browser.
        answer: The id of the answer.
        until: When the row expires, in seconds since 1970.
    """

    __tablename__ = "examiner_looking"
    browser: Mapped[str] = mapped_column(String(32), primary_key=True)
    answer: Mapped[str] = mapped_column(String(32))
    until: Mapped[float]


def replace_unmet(
    gradebook: Gradebook, given: Mapping[str, tuple[float | None, str | None]]
) -> None:
    """Replace the unmet rubric items of some marks.

    Args:
        gradebook: The gradebook; the caller commits.
        given: The id of a mark's row -> its points and the unmet items as a Markdown list. Either
            is None if it is not known; the mark then has no unmet items.
    """
    gradebook.db.query(UnmetItems).filter(UnmetItems.grade.in_([*given])).delete()
    for grade, (points, lines) in given.items():
        if points is not None and lines is not None:
            gradebook.db.add(UnmetItems(grade=grade, points=points, lines=lines))
    gradebook.db.flush()


# --- saving scores -------------------------------------------------------------------------------

_log = logging.getLogger(__name__)


class ReopenedCells(NamedTuple):
    """Cells that a person had settled and that a new grading opens again.

    Attributes:
        asked_again: Cells to mark again by hand, because the answer or its test changed.
        withdrawn: Cells that lost points given in the queue, because the answer changed.
    """

    asked_again: set[str]
    withdrawn: set[str]


def save_scores(
    gradebook: Gradebook, notebook: SubmittedNotebook, cells: Iterable[NotebookNode]
) -> ReopenedCells:
    """Save the points of a graded notebook to its rows in the gradebook.

    Args:
        gradebook: The gradebook; the caller commits.
        notebook: The row of the submitted notebook.
        cells: The cells of the graded notebook.

    Returns:
        The cells that a person had settled and that are open again.

    Raises:
        MissingEntry: The gradebook has no row for a cell.
    """
    cells = list(cells)
    now, key = work_digests(cells), (notebook.student.id, notebook.assignment.name, notebook.name)
    digests = gradebook.db.get(MarkedDigests, key) or MarkedDigests(
        student=key[0], assignment=key[1], notebook=key[2], asked="{}"
    )
    earlier, digests.asked = json.loads(digests.asked), json.dumps(now)
    gradebook.db.add(digests)
    grades = _rows(gradebook, Grade, notebook)
    comments = _rows(gradebook, Comment, notebook)
    decided, answers = decisions(gradebook, grades.values()), answer_digests(cells)
    records = records_by_question(cells)
    reopened = ReopenedCells(set(), set())
    for cell in filter(is_marked, cells):
        name = grade_id_of(cell)
        question = question_of(name)
        if (is_grade(cell) and name not in grades) or (is_solution(cell) and name not in comments):
            raise MissingEntry(
                f"the gradebook has no row for {name}: the student's rows are older than this cell"
            )
        if is_grade(cell):
            grade = grades[name]
            grade.auto_score = auto_score(cell)
            decision, comment = decided.get(grade.id), comments.get(question)
            if decision is not None and _is_given(grade, decision):
                if decision.answer == answers[question]:
                    continue
                grade.manual_score = None
                if comment is not None and comment.manual_comment == decision.comment:
                    comment.manual_comment = None
                reopened.withdrawn.add(name)
            extra = given_extra(grade.extra_credit)
            has_points = grade.manual_score is not None or extra is not None
            if not (has_points or (comment is not None and comment.manual_comment)):
                grade.needs_manual_grade = grade.auto_score is None
            elif earlier.get(question) != now[question]:
                if not grade.needs_manual_grade:
                    reopened.asked_again.add(name)
                grade.needs_manual_grade = True
            elif grade.manual_score is None and grade.auto_score is None:
                grade.needs_manual_grade = True
        if is_solution(cell):
            is_open = is_left_open(cell, records.get(question))
            comments[name].auto_comment = NO_RESPONSE if is_open else None
    return reopened


def decisions(gradebook: Gradebook, grades: Iterable[Grade]) -> dict[str, DecisionRow]:
    """Return the decisions on some grades, by the id of the grade."""
    ids = [grade.id for grade in grades]
    return {
        row.grade: row for row in gradebook.db.query(DecisionRow).filter(DecisionRow.grade.in_(ids))
    }


def _is_given(grade: Grade, decision: DecisionRow) -> bool:
    """Return whether the points of a grade come from a decision in the queue."""
    is_given = decision.points is not None and grade.manual_score == decision.points
    return is_given and not grade.needs_manual_grade


def is_marked(cell: NotebookNode) -> bool:
    """Return whether a cell is the answer or the test of a question."""
    return is_grade(cell) or is_solution(cell)


def auto_score(cell: NotebookNode) -> float | None:
    """Return the automatic points of a graded cell, or None if it needs manual grading.

    A test cell without a record needs manual grading: nbgrader counts a test as passed if it
    raises no error, even if it never ran.
    """
    record = VerdictRecord.read(cell)
    is_manual = record.points is None if record else not is_solution(cell)
    return None if is_manual else determine_grade(cell, _log)[0]


def is_untouched(cell: NotebookNode) -> bool:
    """Return whether an answer is unchanged since its release."""
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def is_left_open(cell: NotebookNode, record: VerdictRecord | None = None) -> bool:
    """Return whether the student left out an answer.

    Its cell is then missing or unchanged, and nothing else answers the question.

    Args:
        cell: The cell of the answer.
        record: The verdict on the question, if a check marked it. The check also finds an answer
            that another cell imports from a file.
    """
    has_answer = record is not None and record.has_answer
    return (is_lost(cell) or is_untouched(cell)) and not has_answer


def records_by_question(cells: Iterable[NotebookNode]) -> dict[str, VerdictRecord]:
    """Return the verdicts in the cells of a graded notebook, by question."""
    found = ((grade_id_of(cell), VerdictRecord.read(cell)) for cell in filter(is_test, cells))
    return {question_of(name): record for name, record in found if record}


def work_digests(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Return a digest of each answer together with its question's test and points, by question.

    A mark by hand stays settled as long as this digest stays the same.
    """
    cells, texts = list(cells), defaultdict(list)
    unread = [UNREADABLE] if is_unread(cells) else []  # differs from an empty answer
    beside = beside_cell(cells)  # a written answer may be in a file beside the notebook
    files = [] if beside is None else [beside.source, beside.get("attachments")]
    for cell in filter(is_marked, cells):
        name = grade_id_of(cell)
        text = [name, cell.source, cell.metadata.nbgrader.get("points")]
        text.append(cell.get("attachments"))  # a picture is an answer too
        text += filter(None, [read_marking_digest(cell)])
        text += files if cell_kind(cell) is CellKind.WRITTEN else []
        texts[question_of(name)].append(text)
    for cell in cells:  # part of an answer may be in other cells than its own
        for question in answers_in(cell):
            texts[question].append(cell.source)
    return {q: digest_of([*text, *unread]) for q, text in texts.items()}


def answer_digests(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Return a digest of each answer and the points for it, by question.

    Unlike `work_digests`, the digest doesn't depend on the test that marks the answer.
    """
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
    """Read a graded notebook; return None if the file is missing or damaged."""
    try:
        notebook = nbformat.v4.reads(path.read_text("utf-8"))  # skips validation
        return notebook if notebook.cells and notebook.metadata is not None else None
    except (OSError, ValueError, AttributeError, KeyError):
        return None


def _rows(
    gradebook: Gradebook, table: type[Grade] | type[Comment], notebook: SubmittedNotebook
) -> dict[str, Any]:
    rows = gradebook.db.query(BaseCell.name, table).join(table, table.cell_id == BaseCell.id)
    return dict(rows.filter(table.notebook_id == notebook.id).all())


class SavedScore(NamedTuple):
    """The points of a graded cell in the gradebook.

    Attributes:
        auto: The examiner's points; None if the cell needs manual grading.
        manual: The points that a person gave; None if nobody did.
        asked: The digest of the work that was graded (see `work_digests`); None if nothing was.
    """

    auto: float | None
    manual: float | None
    asked: str | None = None


SavedScores = Mapping[str, Mapping[str, SavedScore]]  # student -> graded cell -> its points


def read_saved(
    gradebook: Gradebook, assignment: Assignment, students: Collection[str] | None = None
) -> SavedScores:
    """Read the scores of students, by default of a class, from the gradebook."""
    columns = (SubmittedAssignment.student_id, BaseCell.name, Grade.auto_score, Grade.manual_score)
    rows = grades_of(gradebook, assignment, *columns)
    graded = {"assignment": assignment.name, "notebook": assignment.notebook}
    digest_rows = gradebook.db.query(MarkedDigests).filter_by(**graded)
    if students is not None:
        rows = rows.filter(SubmittedAssignment.student_id.in_(students))
        digest_rows = digest_rows.filter(MarkedDigests.student.in_(students))
    digests = {row.student: json.loads(row.asked) for row in digest_rows}
    saved: dict[str, dict[str, SavedScore]] = defaultdict(dict)
    for student, cell, auto, manual in rows:
        digest = digests.get(student, {}).get(question_of(cell))
        saved[student][cell] = SavedScore(auto, manual, digest)
    return saved


def is_saved(notebook: NotebookNode, saved: Mapping[str, SavedScore]) -> bool:
    """Return whether the gradebook has the points of a graded notebook, for the answers in it."""
    digests = work_digests(notebook.cells)
    scores = {grade_id_of(c): auto_score(c) for c in filter(is_grade, notebook.cells)}
    here = {name: (score, digests[question_of(name)]) for name, score in scores.items()}
    return here == {name: (points.auto, points.asked) for name, points in saved.items()}


# --- reading scores ------------------------------------------------------------------------------


def rows_of(gradebook: Gradebook, assignment: Assignment, *columns: Any) -> Query:
    """Select columns of the submissions of a class.

    Args:
        gradebook: The gradebook.
        assignment: The assignment of the class.
        *columns: Columns of `SubmittedNotebook`, `SubmittedAssignment`, or of a table that the
            caller joins to these.
    """
    return (
        gradebook.db.query(*columns)
        .select_from(SubmittedNotebook)
        .join(api.Notebook, api.Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(api.Assignment, api.Assignment.id == SubmittedAssignment.assignment_id)
        .filter(api.Assignment.name == assignment.name, api.Notebook.name == assignment.notebook)
    )


def grades_of(gradebook: Gradebook, assignment: Assignment, *columns: Any) -> Query:
    """Select columns of the marks of a class.

    Args:
        gradebook: The gradebook.
        assignment: The assignment of the class.
        *columns: Columns as for `rows_of`, or of `Grade` or `BaseCell` (for the cell's name).
    """
    rows = rows_of(gradebook, assignment, *columns)
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    return rows.join(BaseCell, BaseCell.id == Grade.cell_id)


def waiting_line(
    gradebook: Gradebook, assignment: Assignment, students: Collection[str] | None = None
) -> str:
    """Say how many answers need manual grading, and name the command for it.

    Args:
        gradebook: The gradebook.
        assignment: The assignment of the class.
        students: The students to count; None for all.

    Returns:
        A line of text; "" if no answer needs manual grading.
    """
    rows = grades_of(gradebook, assignment, SubmittedAssignment.student_id)
    rows = rows.filter(Grade.needs_manual_grade.is_(True))
    waiting = [student for (student,) in rows if students is None or student in students]
    if not waiting:
        return ""
    found = f"{several(len(waiting), 'answer')} of {several(len(set(waiting)), 'student')}"
    return f"needs manual grading: {found}; run `examiner mark {assignment.name}`"


def read_marks(
    gradebook: Gradebook,
    assignment: str,
    notebook: str,
    student: str,
    titles: Titles,
    table: Assignment | None = None,
) -> Marks:
    """Read the marks and comments of one student's notebook, for the feedback page.

    Args:
        gradebook: The gradebook.
        assignment: The name of the assignment.
        notebook: The name of the notebook.
        student: The student's id.
        titles: The titles of the problem set and its questions.
        table: The assignment, which says which questions are further problems; None if none is.
    """
    further = {q.test: q for q in table.questions.values() if q.further} if table else {}
    graded = gradebook.find_submission_notebook(notebook, assignment, student)
    cells = {}
    for grade in graded.grades:
        mark = Mark(grade.score, grade.max_score, bool(grade.needs_manual_grade))
        if table and (question := further.get(grade.name)):
            points = earned_points(grade.auto_score, grade.manual_score, grade.extra_credit)
            mark = replace(
                mark,
                points=points or 0.0,
                max_points=question.points,
                further=True,
                adds_points=table.adds_points(question.name),
                adds_to_maximum=table.adds_to_maximum(question.name),
            )
        cells[grade.name] = mark
    waiting = {question_of(name) for name, mark in cells.items() if mark.pending}
    comments = {  # a comment on an answer that changed since doesn't apply to the new one
        comment.name: comment.comment
        for comment in graded.comments
        if comment.comment and comment.name not in waiting
    }
    settled = {grade.id: grade for grade in graded.grades if not grade.needs_manual_grade}
    unmet = {  # a mark that was changed without the rubric has no unmet items
        settled[row.grade].name: row.lines
        for row in gradebook.db.query(UnmetItems).filter(UnmetItems.grade.in_([*settled]))
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
        further_note=table.further_note if table else "",
    )
