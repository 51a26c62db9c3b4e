"""From a graded notebook to nbgrader's rows.

The rows are those that nbgrader's SaveAutoGrades writes, but for one thing. It asks a person again
about each mark that was given by hand, however often a submission is graded. Here what a person
decided stays settled as long as the answer and its test are what that person saw; where they
changed, it is kept, and the question is flagged.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode
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

from ..cells import name_of, question_of
from ..course import Assignment
from ..digests import digest_of
from ..grading.record import NO_RESPONSE, Record
from .own_tables import read_marked, replace_marked
from .reading import rows_of

_log = logging.getLogger(__name__)


def save_scores(
    gradebook: Gradebook, notebook: SubmittedNotebook, cells: Iterable[NotebookNode]
) -> set[str]:
    """Put the points of a graded notebook into its rows; the caller commits. Gives the cells that
    were settled by a person, who has to look at them again: the grade book's marks are of another
    answer, or of another test. nbgrader's MissingEntry for a cell without a row.
    """
    cells = list(cells)
    now = asked(cells)
    earlier = replace_marked(gradebook, notebook, now)
    grades = _rows(gradebook, Grade, notebook)
    comments = _rows(gradebook, Comment, notebook)
    commented = {question_of(name) for name, row in comments.items() if row.manual_comment}
    asked_again = set()
    for cell in filter(is_marked, cells):
        name, question = name_of(cell), question_of(name_of(cell))
        if (is_grade(cell) and name not in grades) or (is_solution(cell) and name not in comments):
            raise MissingEntry(
                f"the grade book has no row for {name} in this submission, which is older than it"
            )
        if is_grade(cell):
            grade = grades[name]
            grade.auto_score = auto_score(cell)
            has_points = grade.manual_score is not None or grade.extra_credit is not None
            if not (has_points or question in commented):
                grade.needs_manual_grade = grade.auto_score is None
            elif earlier.get(question) != now[question]:
                if not grade.needs_manual_grade:
                    asked_again.add(name)
                grade.needs_manual_grade = True
            elif grade.manual_score is None and grade.auto_score is None:
                grade.needs_manual_grade = True
        if is_solution(cell):
            comments[name].auto_comment = NO_RESPONSE if is_untouched(cell) else None
    return asked_again


def is_marked(cell: NotebookNode) -> bool:
    """Whether a cell is part of a question: its answer, or its test."""
    return is_grade(cell) or is_solution(cell)


def auto_score(cell: NotebookNode) -> float | None:
    """The automatic points of a graded cell; None where a person has to grade, and where a test has
    left no record: nbgrader takes a test without an error for one that was passed."""
    record = Record.read(cell)
    left = record.points is None if record else not is_solution(cell)
    return None if left else determine_grade(cell, _log)[0]


def is_untouched(cell: NotebookNode) -> bool:
    """Whether an answer is as it was handed out."""
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def asked(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """What was answered and asked, question by question, in digests."""
    texts: dict[str, list[Any]] = {}
    for cell in filter(is_marked, cells):
        text = [name_of(cell), cell.source, cell.metadata.nbgrader.get("points")]
        text.append(cell.get("attachments"))  # a picture is an answer too
        texts.setdefault(question_of(name_of(cell)), []).append(text)
    return {q: digest_of(text) for q, text in texts.items()}


def read_notebook(path: Path) -> NotebookNode | None:
    """A notebook that was graded earlier; None if there is none, or it is broken."""
    try:
        notebook = nbformat.v4.reads(path.read_text("utf-8"))  # without validating it
        return notebook if notebook.cells and notebook.metadata is not None else None
    except (OSError, ValueError, AttributeError, KeyError):
        return None


def _rows(gradebook: Gradebook, table: type, notebook: SubmittedNotebook) -> dict[str, Any]:
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
    rows = rows_of(gradebook, assignment, *columns)
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    rows = rows.join(BaseCell, BaseCell.id == Grade.cell_id)
    marked = read_marked(gradebook, assignment.name, assignment.notebook)
    saved: dict[str, dict[str, Saved]] = defaultdict(dict)
    for student, cell, auto, manual in rows:
        digest = marked.get(student, {}).get(question_of(cell))
        saved[student][cell] = Saved(auto, manual, digest)
    return saved


def is_saved(notebook: NotebookNode, saved: Mapping[str, Saved]) -> bool:
    """Whether the grade book has the points of a graded notebook, for the answers in it."""
    answered, cells = asked(notebook.cells), filter(is_grade, notebook.cells)
    here = {name_of(c): (auto_score(c), answered[question_of(name_of(c))]) for c in cells}
    return here == {name: (points.auto, points.asked) for name, points in saved.items()}
