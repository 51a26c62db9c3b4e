"""From a graded notebook to nbgrader's rows.

The rows are those that nbgrader's SaveAutoGrades writes, but for one thing. It asks a person again
about each mark that was given by hand, however often a submission is graded. Here what a person
decided stays settled as long as the answer and its test are what that person saw; where they
changed, it is kept, and the question is flagged.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import BaseCell, Comment, Grade, Gradebook, MissingEntry, SubmittedNotebook
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution

from ..cells import name_of, question_of
from ..digests import digest_of
from ..grading.record import NO_RESPONSE, Record
from .own_tables import Asked, replace_marked

_log = logging.getLogger(__name__)


def save_scores(
    gradebook: Gradebook, notebook: SubmittedNotebook, cells: Iterable[NotebookNode], earlier: Asked
) -> frozenset[str]:
    """Put the points of a graded notebook into its rows; the caller commits. Gives the cells that
    were settled by a person, who has to look at them again.

    cells: of the graded notebook. earlier: what was answered and asked when the notebook was last
    graded (`asked`); where the grade book's marks are of something else, as in one that was put
    back, that counts. nbgrader's MissingEntry for a cell without a row.
    """
    cells = list(cells)
    now = asked(cells)
    marked = replace_marked(gradebook, notebook, now)
    earlier = {q: digest for q, digest in earlier.items() if marked.get(q, digest) == digest}
    grades = _rows(gradebook, Grade, notebook)
    comments = _rows(gradebook, Comment, notebook)
    commented = {question_of(name) for name, row in comments.items() if row.manual_comment}
    asked_again = set()
    for cell in cells:
        name = name_of(cell)
        if is_grade(cell):
            question, grade = question_of(name), _row(grades, name)
            same = question in earlier and earlier[question] == now[question]
            if _save_score(grade, cell, same=same, commented=question in commented):
                asked_again.add(name)
        if is_solution(cell):
            _row(comments, name).auto_comment = NO_RESPONSE if is_untouched(cell) else None
    return frozenset(asked_again)


def _save_score(grade: Grade, cell: NotebookNode, *, same: bool, commented: bool) -> bool:
    """Whether a person who settled it has to look again."""
    grade.auto_score = auto_score(cell)
    by_hand = commented or grade.manual_score is not None or grade.extra_credit is not None
    asked_again = by_hand and not same and not grade.needs_manual_grade
    if by_hand and not same:
        grade.needs_manual_grade = True
    elif not by_hand or (grade.manual_score is None and grade.auto_score is None):
        grade.needs_manual_grade = grade.auto_score is None
    return asked_again


def auto_score(cell: NotebookNode) -> float | None:
    """The automatic points of a graded cell; None where a person has to grade, and where a test has
    left no record: nbgrader takes a test without an error for one that was passed."""
    record = Record.read(cell)
    left = record.points is None if record else not is_solution(cell)
    return None if left else determine_grade(cell, _log)[0]


def auto_scores(notebook: NotebookNode) -> dict[str, float | None]:
    """`auto_score` of each graded cell of a notebook, by its name."""
    return {name_of(cell): auto_score(cell) for cell in notebook.cells if is_grade(cell)}


def is_untouched(cell: NotebookNode) -> bool:
    """Whether an answer is as it was handed out."""
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def asked(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """What was answered and asked, question by question, in digests."""
    texts: dict[str, list[Any]] = {}
    for cell in cells:
        if is_grade(cell) or is_solution(cell):
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


def _row(rows: Mapping[str, Any], name: str) -> Any:
    try:
        return rows[name]
    except KeyError:
        raise MissingEntry(
            f"the grade book has no row for {name} in this submission, which is older than the cell"
        ) from None
