"""What grading reads from nbgrader's grade book."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum

from ..regions import split
from .feedback import Mark, Marks
from .master import Master, MasterCell


def load_master(gradebook: Gradebook, assignment: str, name: str, source: Path) -> Master:
    """The master of a notebook, as `nbgrader generate_assignment` last put it into the grade book.

    The grade book keeps no order of cells and no mark schemes: those come from the notebook
    `source`.
    """
    notebook = gradebook.find_notebook(name, assignment)
    points = {c.name: float(c.max_score) for c in (*notebook.grade_cells, *notebook.task_cells)}
    tasks = {c.name for c in notebook.task_cells}
    solutions = {c.name for c in notebook.solution_cells}
    written = _sources(source)
    cells = [
        MasterCell(
            name=cell.name,
            cell_type=cell.cell_type,
            source=cell.source,
            checksum=cell.checksum,
            locked=bool(cell.locked),
            grade=cell.name in points and cell.name not in tasks,
            solution=cell.name in solutions,
            task=cell.name in tasks,
            points=points.get(cell.name, 0.0),
            mark_scheme=split(written.get(cell.name, ""), "mark scheme")[1].strip(),
        )
        for cell in notebook.source_cells
    ]
    places = {name: i for i, name in enumerate(written)}
    cells.sort(key=lambda cell: places.get(cell.name, len(places)))
    return Master(tuple(map(_as_released, cells)), json.loads(notebook.kernelspec or "{}"))


def _as_released(cell: MasterCell) -> MasterCell:
    """An answer's stub without the mark scheme, and with the checksum of an untouched answer."""
    if cell.locked:
        return cell
    cell = replace(cell, source=split(cell.source, "mark scheme")[0])
    return replace(cell, checksum=compute_checksum(cell.notebook_cell(cell.source)))


def _sources(notebook: Path) -> dict[str, str]:
    """Name -> text of the named cells in a source notebook, in order; {} where there is none."""
    try:
        cells = json.loads(notebook.read_bytes())["cells"]
    except FileNotFoundError:
        return {}
    named = ((cell["metadata"].get("nbgrader", {}).get("grade_id"), cell) for cell in cells)
    return {name: "".join(cell["source"]) for name, cell in named if name}


def read_marks(gradebook: Gradebook, assignment: str, notebook: str, student: str) -> Marks:
    """What the grade book holds about one student's notebook."""
    graded = gradebook.find_submission_notebook(notebook, assignment, student)
    cells = {
        grade.name: Mark(grade.score, grade.max_score, bool(grade.needs_manual_grade))
        for grade in graded.grades
    }
    comments = {comment.name: comment.comment for comment in graded.comments if comment.comment}
    return Marks(assignment, student, cells, comments, graded.late_submission_penalty or 0.0)
