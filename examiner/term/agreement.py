"""Whether marks are what the class was last graded by: the same questions, out of the same points.

Otherwise a total out of 44 would stand in a table, or on a page, that says 46. What else changes in
a text, such as its wording, stops nothing here.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from nbgrader.api import Gradebook
from nbgrader.utils import is_grade

from ..cells import name_of, question_of
from ..course import TABLE, Course, CourseError
from ..gradebook.current import mend
from ..gradebook.scores import read_notebook
from ..wording import names
from .plan import ClassFolder, is_saved, read_saved

MAX_NAMES = 8  # of questions, or of students


def class_that_agrees(course: Course, assignment: str) -> ClassFolder:
    """The folder of a class, once `check_marks` found nothing."""
    folder = ClassFolder.of(course, assignment)
    with folder.reading() as book:
        check_marks(folder, book)
    return folder


def check_marks(
    folder: ClassFolder, gradebook: Gradebook, students: Collection[str] | None = None
) -> None:
    """CourseError where the problem set's table, the grade book and graded notebooks disagree.

    students: whose notebooks are looked at (default: of all who have marks).
    """
    assignment, name = folder.assignment, folder.assignment.name
    again = f"`examiner autograde {name}`"
    notebooks = folder.find_in(gradebook).notebooks
    entered = [cell for n in notebooks if n.name == assignment.notebook for cell in n.grade_cells]
    possible = {cell.name: float(cell.max_score) for cell in entered}
    asked = {question.test: question.points for question in assignment.questions.values()}
    if differing := sorted({question_of(cell) for cell, _ in asked.items() ^ possible.items()}):
        raise CourseError(
            f"{TABLE} has other points or questions than the grade book "
            f"({names(differing, MAX_NAMES)}): {mend(name)}, then {again}."
        )
    saved, other = read_saved(gradebook, assignment), []
    for student in sorted(saved if students is None else saved.keys() & set(students)):
        notebook = read_notebook(folder.autograded(student))
        cells = filter(is_grade, notebook.cells) if notebook else ()
        out_of = {name_of(cell): float(cell.metadata.nbgrader["points"]) for cell in cells}
        if notebook and (out_of != possible or not is_saved(notebook, saved[student])):
            other.append(student)
    if other:
        gone = [student for student in other if not os.path.isdir(folder.submitted(student).parent)]
        first = f"put back what {names(gone, MAX_NAMES)} submitted, and " if gone else ""
        raise CourseError(
            "the grade book has other points, or marks of other answers, than these were graded "
            f"with: {names(other, MAX_NAMES)}: {first}run {again}."
        )
