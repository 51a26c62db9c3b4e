"""The kinds of cell that a problem set has, and how nbgrader's metadata says them.

A question has an answer cell, called like the question, and behind it a test cell, which carries
the points; a written question has one cell, which is both. A given cell is locked and no test.
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
    """What a cell is for; the value is how a problem text says it."""

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


def kind_of(cell: NotebookNode) -> CellKind | None:
    """The cell's kind; None for one that nbgrader has no part in, or whose flags fit no kind."""
    about = cell.metadata.get("nbgrader")
    if about is None or about.get("task"):
        return None
    flags = (bool(about.get(flag)) for flag in ("grade", "solution", "locked"))
    return kind_with(*flags)


def kind_with(grade: bool, solution: bool, locked: bool) -> CellKind | None:
    """The kind of cell that nbgrader gives these flags; None where it is none of ours."""
    return _KINDS.get((grade, solution, locked))


def name_of(cell: NotebookNode) -> str | None:
    """The cell's grade_id; None for a cell that nbgrader has no part in."""
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def grade_id_of(cell: NotebookNode) -> str:
    """Return the grade_id of a cell that has one; ValueError for any other cell."""
    if (name := name_of(cell)) is None:
        raise ValueError("nbgrader has no part in this cell")
    return name


def is_test(cell: NotebookNode) -> bool:
    """Whether this is an autograded test cell."""
    return cell.cell_type == "code" and kind_of(cell) is CellKind.TEST


def is_given(cell: NotebookNode) -> bool:
    """Whether this is given code."""
    return cell.cell_type == "code" and kind_of(cell) is CellKind.GIVEN


def code_by_kind(notebook: NotebookNode) -> dict[CellKind | None, dict[str, str]]:
    """The code of a notebook, by the kind of its cells: given cells by their ids, as those of no
    kind, answers and tests by their questions."""
    code: dict[CellKind | None, dict[str, str]] = {kind: {} for kind in (None, *CellKind)}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kind = kind_of(cell)
            asked = kind in (CellKind.ANSWER, CellKind.TEST)
            code[kind][question_of(grade_id_of(cell)) if asked else cell.id] = cell.source
    return code


def test_name(question: str) -> str:
    """The grade_id of the test cell of an autograded question."""
    return question + _TEST


def question_of(name: str) -> str:
    """The question that a test cell, an answer or a written answer of this grade_id belongs to."""
    return name.removesuffix(_TEST)


def is_test_name(name: str) -> bool:
    """Whether a cell that carries points has the name of a test cell."""
    return name.endswith(_TEST)


def nbgrader_metadata(kind: CellKind, name: str, points: float | None = None) -> dict[str, Any]:
    """nbgrader's metadata of a cell; `points` only where the cell carries some."""
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
    """The statement of a question: the Markdown that leads to the last of these cells, its answer,
    and what a student sees in that."""
    answer = cells[-1]
    texts = [visible(answer.source)] if answer.cell_type == "markdown" else []
    texts += [cell.source for cell in markdown_before(cells)]
    return "\n\n".join(reversed(texts)).strip()


def has_heading(text: str) -> bool:
    """Whether Markdown has a heading."""
    return re.search(r"^#{1,6} ", text, re.MULTILINE) is not None


def markdown_before(cells: Sequence[NotebookNode]) -> Iterator[NotebookNode]:
    """The Markdown cells that lead to the last of these cells, an answer, the nearest first: up to
    the one with the heading of its question, which may stand above other questions, too; without
    such a heading, none from before the question that precedes it.
    """
    heading = re.compile(rf"^#+ .*\(`{re.escape(str(name_of(cells[-1])))}`", re.M)
    asked_elsewhere = False
    for cell in reversed(cells[:-1]):
        asked_elsewhere |= kind_of(cell) not in (None, CellKind.GIVEN)
        if cell.cell_type != "markdown":
            continue
        if heading.search(cell.source):
            yield cell
            return
        if not asked_elsewhere:
            yield cell
