"""The page that a student gets: marks with what to look at, then the notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbformat import NotebookNode
from traitlets.config import Config

from ..cells import is_test, name_of, question_of
from ..regions import split
from .master import new_cell
from .pages import configure
from .rebuild import is_for_graders
from .record import Record


@dataclass(frozen=True)
class Mark:
    """The mark of one cell that carries points. pending: a person has yet to grade it."""

    points: float
    max_points: float
    pending: bool = False


@dataclass(frozen=True)
class Marks:
    """What the grade book holds about one student's notebook. Plain data.

    cells: name of a cell -> its mark. comments: name of an answer cell -> the grader's comment.
    penalty: points taken off for lateness, not yet subtracted from the marks.
    """

    assignment: str
    student: str
    cells: Mapping[str, Mark]
    comments: Mapping[str, str] = field(default_factory=dict)
    penalty: float = 0.0

    @property
    def points(self) -> float:
        """Those there are so far, with what lateness costs taken off."""
        marks = (None if mark.pending else mark.points for mark in self.cells.values())
        return total(marks, self.penalty)

    @property
    def max_points(self) -> float:
        return sum(mark.max_points for mark in self.cells.values())


def total(points: Iterable[float | None], penalty: float) -> float:
    """The points of a notebook; None: not graded yet. Lateness costs no more than there is."""
    return max(sum(mark for mark in points if mark is not None) - penalty, 0.0)


def feedback_page(notebook: bytes, marks: Marks, *, plain: bool = False) -> str:
    """The HTML page for a graded notebook (its file's bytes).

    Hidden tests and mark schemes are not in it, and nothing that the student wrote acts in it.
    plain: what the student wrote is shown as text.
    """
    return _page(nbformat.reads(notebook.decode(), as_version=4), marks, plain)


def formgrader_page(notebook: bytes, about: Mapping[str, Any], *, plain: bool = False) -> str:
    """The page on which formgrader shows a graded notebook, by nbgrader's own template.

    about: what the template shows beside the notebook.
    """
    node = nbformat.reads(notebook.decode(), as_version=4)
    return _exporter("formgrade", plain).from_notebook_node(node, dict(about))[0]


def page_without_notebook(marks: Marks, why: str) -> str:
    """The page where none can be made of the notebook: marks and comments, and the reason."""
    note = new_cell("markdown", f"*Your notebook can't be shown here: {why}.*", "note")
    return _page(nbformat.v4.new_notebook(cells=[note]), marks)


def _page(notebook: NotebookNode, marks: Marks, plain: bool = False) -> str:
    notebook.cells = [cell for cell in notebook.cells if not is_for_graders(cell)]
    rows = list(_rows(notebook, marks))
    for cell in notebook.cells:
        _annotate(cell, marks)
    about = {"marks": marks, "rows": rows}
    return _exporter("feedback", plain).from_notebook_node(notebook, {"feedback": about})[0]


@cache  # reading its templates takes longer than a page
def _exporter(template: str, plain: bool) -> HTMLExporter:
    config = Config()
    configure(config, plain=plain)
    exporter = HTMLExporter(config=config, template_name=template)
    exporter.register_preprocessor(CSSHTMLHeaderPreprocessor, enabled=True)
    return exporter


def _rows(notebook: NotebookNode, marks: Marks) -> Iterator[dict[str, Any]]:
    """The lines of the table at the top, in the notebook's order."""
    wrong = {name_of(cell): Record.read(cell) for cell in notebook.cells}
    order = [name for name in wrong if name in marks.cells]
    for name in [*order, *(name for name in marks.cells if name not in wrong)]:
        record, question = wrong.get(name), question_of(name)
        yield {
            "cell": name,
            "question": question,
            "mark": marks.cells[name],
            "findings": record.wrong if record else [],
            "comment": marks.comments.get(question),
        }


def _annotate(cell: NotebookNode, marks: Marks) -> None:
    """Give the template what it shows at a cell, and take away what a student must not see."""
    name = name_of(cell)
    if name is None:
        return
    if is_test(cell):
        cell.source = split(cell.source, "hidden tests")[0]
    cell.metadata["feedback"] = NotebookNode(
        mark=marks.cells.get(name), comment=marks.comments.get(name)
    )
