"""The kinds of cell in a problem set, and nbgrader's metadata for each kind.

A question has an answer cell, which has the question's name, and a test cell below it, which
carries the points. A written question has a single cell for both. A given cell is locked and is not
a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .regions import visible

if TYPE_CHECKING:  # nbformat takes a while to load, and `examiner --help` needs none
    from nbformat import NotebookNode

_TEST = "_test"
SCHEMA_VERSION = 3  # of nbgrader's metadata


class CellKind(StrEnum):
    """The purpose of a cell; the value is the keyword in a notebook source."""

    GIVEN = "given"
    ANSWER = "answer"
    TEST = "test"
    WRITTEN = "written"


# nbgrader's flags: (grade, solution, locked).
_FLAGS = {
    CellKind.GIVEN: (False, False, True),
    CellKind.ANSWER: (False, True, False),
    CellKind.TEST: (True, False, True),
    CellKind.WRITTEN: (True, True, False),
}
_KINDS = {flags: kind for kind, flags in _FLAGS.items()}


def cell_kind(cell: NotebookNode) -> CellKind | None:
    """Return the cell's kind; None if it has no nbgrader metadata or its flags match no kind."""
    metadata = cell.metadata.get("nbgrader")
    if metadata is None or metadata.get("task"):
        return None
    flags = (bool(metadata.get(flag)) for flag in ("grade", "solution", "locked"))
    return kind_from_flags(*flags)


def kind_from_flags(grade: bool, solution: bool, locked: bool) -> CellKind | None:
    """Return the kind of cell with these nbgrader flags; None if no kind has them."""
    return _KINDS.get((grade, solution, locked))


def name_of(cell: NotebookNode) -> str | None:
    """Return the cell's grade_id; None for a cell without nbgrader metadata."""
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def grade_id_of(cell: NotebookNode) -> str:
    """Return the grade_id of a cell; raise ValueError if the cell has none."""
    if (name := name_of(cell)) is None:
        raise ValueError("this cell has no grade_id")
    return name


def is_test(cell: NotebookNode) -> bool:
    """Check whether this is an autograded test cell."""
    return cell.cell_type == "code" and cell_kind(cell) is CellKind.TEST


def is_given(cell: NotebookNode) -> bool:
    """Check whether this is a cell of given code."""
    return cell.cell_type == "code" and cell_kind(cell) is CellKind.GIVEN


def is_locked(cell: NotebookNode) -> bool:
    """Check whether the course's text of this cell counts, never the student's.

    This is `is_locked` of nbgrader, without importing nbgrader: that takes longer than a page.
    """
    metadata = cell.metadata.get("nbgrader", {})
    return not metadata.get("solution") and bool(metadata.get("grade") or metadata.get("locked"))


def code_by_kind(notebook: NotebookNode) -> dict[CellKind | None, dict[str, str]]:
    """Group the code cells of a notebook by kind.

    Returns:
        Kind -> key -> code. The key of an answer or test is its question; the key of any other
        cell is the cell's id.
    """
    code: dict[CellKind | None, dict[str, str]] = {kind: {} for kind in (None, *CellKind)}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kind = cell_kind(cell)
            has_question = kind in (CellKind.ANSWER, CellKind.TEST)
            key = question_of(grade_id_of(cell)) if has_question else cell.id
            code[kind][key] = cell.source
    return code


def test_name(question: str) -> str:
    """Return the grade_id of an autograded question's test cell."""
    return question + _TEST


def question_of(name: str) -> str:
    """Return the question of an answer cell, a written answer or a test cell, by its grade_id."""
    return name.removesuffix(_TEST)


def is_test_name(name: str) -> bool:
    """Check whether a cell with points has the grade_id of a test cell."""
    return name.endswith(_TEST)


def nbgrader_metadata(kind: CellKind, name: str, points: float | None = None) -> dict[str, Any]:
    """Return nbgrader's metadata for a cell.

    Args:
        kind: The kind of cell.
        name: Its grade_id.
        points: Its maximum points, if it carries points.
    """
    grade, solution, locked = _FLAGS[kind]
    metadata: dict[str, Any] = {
        "grade": grade,
        "grade_id": name,
        "locked": locked,
        "schema_version": SCHEMA_VERSION,
        "solution": solution,
        "task": False,
    }
    if points is not None:
        metadata["points"] = points
    return metadata


def statement_of(cells: Sequence[NotebookNode]) -> str:
    """Return the statement of a question.

    Args:
        cells: The cells of the notebook up to and including the question's answer cell.

    Returns:
        The Markdown above the answer cell (see `markdown_before`), and the visible text of the
        answer cell if it is Markdown.
    """
    answer = cells[-1]
    texts = [visible(answer.source)] if answer.cell_type == "markdown" else []
    texts += [cell.source for cell in markdown_before(cells)]
    return "\n\n".join(reversed(texts)).strip()


def has_heading(text: str) -> bool:
    """Check whether Markdown has a heading."""
    return re.search(r"^#{1,6} ", text, re.MULTILINE) is not None


def markdown_before(cells: Sequence[NotebookNode]) -> Iterator[NotebookNode]:
    """Find the Markdown cells that state a question, starting with the one nearest to its answer.

    Markdown between the previous question and the answer belongs to the statement. So does the cell
    with the question's heading, even if it stands above other questions. The search ends there.

    Args:
        cells: The cells of the notebook up to and including the question's answer cell.
    """
    heading = re.compile(rf"^#+ .*\(`{re.escape(str(name_of(cells[-1])))}`", re.M)
    passed_other_question = False
    for cell in reversed(cells[:-1]):
        passed_other_question |= cell_kind(cell) not in (None, CellKind.GIVEN)
        if cell.cell_type != "markdown":
            continue
        if heading.search(cell.source):
            yield cell
            return
        if not passed_other_question:
            yield cell
