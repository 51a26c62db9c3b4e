"""Further problems in the gradebook, such that nbgrader's own totals follow `FurtherCount`.

nbgrader adds up the maxima of cells and the scores of marks. So the maximum of a further problem is
0 in the gradebook if it adds nothing to the maximum. If its points don't count, negative extra
credit cancels them. The points of the check and of a person stay as they are, so a change of the
setting needs no grading. A person can't give negative extra credit in formgrader.
"""

from __future__ import annotations

from typing import Any

from nbgrader import api
from nbgrader.api import Grade, Gradebook, GradeCell
from sqlalchemy import Connection, String, delete, event, insert, select
from sqlalchemy.orm import Mapped, mapped_column, object_session

from ..course import Assignment
from ..further import FurtherCount
from .own_table import OwnTable


class FurtherCell(OwnTable):
    """A further problem that the gradebook counts in another way than other questions.

    Attributes:
        cell: The id of the row of its graded cell.
        points: The points of the question.
        count: A value of `FurtherCount`.
    """

    __tablename__ = "examiner_further"
    cell: Mapped[str] = mapped_column(String(32), primary_key=True)
    points: Mapped[float]
    count: Mapped[str] = mapped_column(String(8))


class WithheldExtra(OwnTable):
    """Extra credit that a person gave for a mark that doesn't count now.

    Attributes:
        grade: The id of the mark's row.
        extra: The extra credit.
    """

    __tablename__ = "examiner_withheld"
    grade: Mapped[str] = mapped_column(String(32), primary_key=True)
    extra: Mapped[float]


def given_extra(extra_credit: float | None) -> float | None:
    """Return the extra credit that a person gave: a negative one is the examiner's own."""
    return None if extra_credit is None or extra_credit < 0 else extra_credit


def earned_points(
    auto: float | None, manual: float | None, extra_credit: float | None
) -> float | None:
    """Return the points of a mark, even if they don't count; None if there are none yet."""
    points = auto if manual is None else manual
    return None if points is None else points + (given_extra(extra_credit) or 0.0)


def is_counted(gradebook: Gradebook, assignment: Assignment) -> bool:
    """Return whether the gradebook counts further problems as the setting says."""
    cells = _cells(gradebook, assignment)
    wanted = _wanted(assignment, cells)
    return {row.cell: (row.points, row.count) for row in _known(gradebook, cells)} == wanted


def count_further(
    gradebook: Gradebook, assignment: Assignment, notebook: str | None = None
) -> bool:
    """Let the gradebook count further problems as the setting says.

    Args:
        gradebook: The gradebook; the caller commits.
        assignment: The assignment, with the rule for its further problems.
        notebook: The id of the submitted notebook whose marks to change; None for the whole class.

    Returns:
        Whether totals may have changed. The penalties for lateness then have to be computed again.
    """
    cells = _cells(gradebook, assignment)
    questions = {question.test: question for question in assignment.questions.values()}
    known, wanted = _known(gradebook, cells), _wanted(assignment, cells)
    before = {row.cell: row.count for row in known}
    maxima = {
        cell: assignment.maximum_of(question.name)
        for cell in cells
        if (question := questions.get(cell.name)) and (question.further or cell.id in before)
    }
    is_same = {row.cell: (row.points, row.count) for row in known} == wanted
    if is_same and all(cell.max_score == points for cell, points in maxima.items()):
        return False
    db = gradebook.db
    for row in known:
        db.delete(row)
    db.flush()
    for cell_id, (points, count) in wanted.items():
        db.add(FurtherCell(cell=cell_id, points=points, count=count))
    for cell, points in maxima.items():
        cell.max_score = points
    db.flush()  # before the marks change: `_cancel_points` reads these rows
    grades = db.query(Grade).filter(Grade.cell_id.in_([cell.id for cell in maxima]))
    for grade in grades if notebook is None else grades.filter(Grade.notebook_id == notebook):
        was = before.get(grade.cell_id) == FurtherCount.NONE
        now = wanted.get(grade.cell_id, (0.0, ""))[1] == FurtherCount.NONE
        if now and not was and grade.extra_credit is not None:
            db.add(WithheldExtra(grade=grade.id, extra=grade.extra_credit))
        if now:
            grade.extra_credit = _cancelling(grade)
        elif was:
            withheld = db.get(WithheldExtra, grade.id)
            grade.extra_credit = withheld.extra if withheld else None
            if withheld:
                db.delete(withheld)
    db.flush()
    return True


def possible_points(grade: Grade) -> float:
    """Return the most points that a person can give for a mark, even if they don't count."""
    session = object_session(grade)
    if session is None or not _has_table(session.connection()):
        return grade.max_score
    row = session.get(FurtherCell, grade.cell_id)
    return row.points if row else grade.max_score


def _cells(gradebook: Gradebook, assignment: Assignment) -> list[GradeCell]:
    return (
        gradebook.db.query(GradeCell)
        .join(api.Notebook, api.Notebook.id == GradeCell.notebook_id)
        .join(api.Assignment, api.Assignment.id == api.Notebook.assignment_id)
        .filter(api.Assignment.name == assignment.name, api.Notebook.name == assignment.notebook)
        .all()
    )


def _known(gradebook: Gradebook, cells: list[GradeCell]) -> list[FurtherCell]:
    """Return the rows on the cells of an assignment."""
    ids = [cell.id for cell in cells]
    return gradebook.db.query(FurtherCell).filter(FurtherCell.cell.in_(ids)).all()


def _wanted(assignment: Assignment, cells: list[GradeCell]) -> dict[str, tuple[float, str]]:
    """Return the rows that the setting asks for: cell -> points, and how they count."""
    if assignment.further_count is FurtherCount.FULL:
        return {}
    further = {q.test: q.points for q in assignment.questions.values() if q.further}
    count = str(assignment.further_count)
    return {cell.id: (further[cell.name], count) for cell in cells if cell.name in further}


def _cancelling(grade: Grade) -> float | None:
    """Return the extra credit that cancels the points of a mark; None if it has no points."""
    points = earned_points(grade.auto_score, grade.manual_score, None)
    return -points if points else None


def _has_table(connection: Connection) -> bool:
    """Return whether the gradebook has the table; each change of a mark asks this."""
    known, table = connection.info, FurtherCell.__tablename__
    if not known.get(table):  # only "yes" is final: opening a gradebook creates the table
        known[table] = connection.dialect.has_table(connection, table)
    return bool(known[table])


@event.listens_for(Grade, "before_update")
def _cancel_points(_: Any, connection: Connection, grade: Grade) -> None:
    """Cancel the points of a mark that doesn't count, also if formgrader changes them.

    Extra credit that a person gives in the meantime is kept for a setting with which it counts.
    """
    if _has_table(connection):
        count = select(FurtherCell.count).where(FurtherCell.cell == grade.cell_id)
        if connection.scalar(count) == FurtherCount.NONE:
            if given := given_extra(grade.extra_credit):
                connection.execute(delete(WithheldExtra).where(WithheldExtra.grade == grade.id))
                connection.execute(insert(WithheldExtra).values(grade=grade.id, extra=given))
            grade.extra_credit = _cancelling(grade)
