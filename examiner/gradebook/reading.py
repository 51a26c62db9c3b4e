"""What grading reads from nbgrader's grade book."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import (
    Assignment,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.utils import compute_checksum
from sqlalchemy.orm import Query

from ..authoring.figures import drawn, is_figure
from ..cell_code import bound_names
from ..cells import kind_with, name_of, question_of
from ..course import Assignment as Questions
from ..course import CourseError
from ..grading.master import Figure, Master, MasterCell
from ..pages.feedback import Mark, Marks
from ..pages.titles import Titles
from ..regions import split
from ..wording import full_name, several
from .own_tables import read_unmet


def load_master(
    gradebook: Gradebook, questions: Questions, source: Path, key: str, elsewhere: Mapping[str, str]
) -> Master:
    """The master of a notebook, as `nbgrader generate_assignment` last put it into the grade book.

    The grade book keeps no order of cells, mark schemes or figures: those come from the notebook
    `source`. key: the course's. elsewhere: see `Master`. CourseError for a cell that is no kind of
    this course's.
    """
    notebook = gradebook.find_notebook(questions.notebook, questions.name)
    points = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    in_source = nbformat.read(source, as_version=4).cells if source.is_file() else []
    written = {name_of(cell): cell.source for cell in in_source if name_of(cell)}
    places, cells = {name: i for i, name in enumerate(written)}, []
    for cell in sorted(notebook.source_cells, key=lambda c: places.get(c.name, len(places))):
        kind = kind_with(cell.name in points, cell.name in solutions, bool(cell.locked))
        if kind is None:
            raise CourseError(
                f"{questions.name}/{questions.notebook}, cell {cell.name}: a kind of cell that "
                "this course doesn't grade. Make it given, an answer, a test or a written answer, "
                "and release it again."
            )
        master_cell = MasterCell(
            name=cell.name,
            kind=kind,
            source=cell.source,
            cell_type="code" if cell.cell_type == "code" else "markdown",
            points=points.get(cell.name, 0.0),
            checksum=cell.checksum,
            mark_scheme=split(written.get(cell.name, ""), "mark scheme")[1].strip(),
        )
        cells.append(_as_released(master_cell))
    kernelspec = json.loads(notebook.kernelspec or "{}")
    drawings = tuple(_figure(cell) for cell in in_source if is_figure(cell))
    level, name = questions.level, questions.name
    return Master(tuple(cells), kernelspec, drawings, key, level, name, elsewhere)


def _figure(cell: NotebookNode) -> Figure:
    outputs = json.loads(json.dumps(drawn(cell)))
    return Figure(cell.source, frozenset(bound_names(cell.source)), tuple(outputs))


def _as_released(cell: MasterCell) -> MasterCell:
    """An answer's stub without the mark scheme, and with the checksum of an untouched answer."""
    if cell.locked:
        return cell
    cell = replace(cell, source=split(cell.source, "mark scheme")[0])
    return replace(cell, checksum=compute_checksum(cell.notebook_cell(cell.source)))


def rows_of(gradebook: Gradebook, assignment: Questions, *columns: Any) -> Query:
    """Columns of the submissions of a class (`SubmittedNotebook`, `SubmittedAssignment`), and of
    what is joined to these."""
    return (
        gradebook.db.query(*columns)
        .select_from(SubmittedNotebook)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .filter(Assignment.name == assignment.name, Notebook.name == assignment.notebook)
    )


def said_of_waiting(
    gradebook: Gradebook, assignment: str, students: Collection[str] | None = None
) -> str:
    """A line on answers that a person has yet to mark; "" where none waits.

    students: whose (default: of all).
    """
    rows = (
        gradebook.db.query(SubmittedAssignment.student_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .filter(Assignment.name == assignment, Grade.needs_manual_grade.is_(True))
    )
    whose = [student for (student,) in rows if students is None or student in students]
    if not whose:
        return ""
    found = f"{several(len(whose), 'answer')} of {several(len(set(whose)), 'student')}"
    return f"waiting for a person: {found}; run `examiner mark {assignment}`"


def read_marks(
    gradebook: Gradebook, assignment: str, notebook: str, student: str, titles: Titles
) -> Marks:
    """What the grade book holds about one student's notebook; with titles for the page."""
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
    unmet = read_unmet(gradebook, {grade.id: grade.manual_score for grade in graded.grades})
    return Marks(
        assignment,
        student,
        cells,
        comments,
        graded.late_submission_penalty or 0.0,
        titles.of_set,
        titles.of_questions,
        {
            grade.name: unmet[grade.id]
            for grade in graded.grades
            if grade.id in unmet and not grade.needs_manual_grade
        },
        name=full_name(graded.student.first_name, graded.student.last_name),
    )
