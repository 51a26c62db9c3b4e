"""From the cells of a submission to a notebook that can be examined.

Nothing in a submission is trusted but the source text of its cells. The notebook that is examined
is built anew: the master's cells in the master's order, with the student's answers in them and the
student's own cells where they stood. A test cell that was deleted, doubled, renamed, retyped or
edited is simply the master's again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import nbformat
from nbformat import NotebookNode

from ..cells import Kind
from ..quoting import in_markdown
from ..regions import split
from .master import Master, MasterCell, new_cell
from .submission import SubmittedCell

NO_ANSWER = "# No answer cell for this question was found in the submission."
_FIGURE = {"examiner": {"figure": True}}  # metadata of a figure that is not run
_NOT_DRAWN = {
    "output_type": "stream",
    "name": "stdout",
    "text": "This shows your answers, and was left out when they were graded.\n",
}
_WORD = re.compile(r"\w+")
_FOR_GRADERS = {"examiner": {"for_graders": True}}  # metadata of a cell that no student sees
# Ids of the cells at the top that say why a notebook was not graded as usual.
UNREADABLE, NOT_GRADED, NOTICE = "unreadable", "not_graded", "notice"


def rebuild(submitted: Iterable[SubmittedCell], master: Master) -> tuple[NotebookNode, list[str]]:
    """The notebook to examine, and a line for the log on each thing that was put right."""
    submitted, remarks = list(submitted), []
    known = {cell.name for cell in master.cells}
    copies: dict[str, list[SubmittedCell]] = defaultdict(list)
    for cell in submitted:
        if cell.name in known:
            copies[cell.name].append(cell)
    chosen = {}
    for cell in master.cells:
        chosen[cell.name], lines = _choose(cell, copies[cell.name])
        remarks += lines
    own = _own_cells(submitted, known, chosen, master)
    _show_figures([cell for cells in own.values() for cell in cells], chosen, master)
    cells = list(own.pop(None, []))
    for cell in master.cells:
        answer = chosen[cell.name]
        cells.append(cell.notebook_cell(answer.source))
        if answer.attachments and cell.cell_type == "markdown":
            cells[-1].attachments = answer.attachments
        if cell.mark_scheme:
            cells.append(_for_graders(cell))
        cells += own.get(cell.name, [])
    _number(cells)
    return notebook_of(cells, master), remarks


def notebook_of(cells: list[NotebookNode], master: Master) -> NotebookNode:
    """The cells as a notebook of the master's kernel."""
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = dict(master.kernelspec)
    return notebook


def unreadable(reason: str, master: Master) -> NotebookNode:
    """What is graded where there is nothing to read: no answers, and the reason at the top."""
    notebook, _ = rebuild([], master)
    why = in_markdown(reason)
    banner = f"**No notebook could be read from this submission: {why}.** Nothing could be graded."
    notebook.cells.insert(0, new_cell("markdown", banner, UNREADABLE))
    return notebook


def notices(texts: Sequence[str]) -> list[NotebookNode]:
    """A cell for the top, about what was submitted as a whole; none where nothing is said."""
    said = "\n\n".join(f"**{in_markdown(text)}.**" for text in texts)
    return [new_cell("markdown", said, NOTICE)] if said else []


def _choose(cell: MasterCell, copies: list[SubmittedCell]) -> tuple[SubmittedCell, list[str]]:
    """The copy of a master's cell that counts, and what the log should say."""
    if cell.locked:
        remarks = []
        if not copies:
            remarks.append(f"{cell.name}: the cell was missing; it was put back")
        elif len(copies) > 1:
            remarks.append(f"{cell.name}: the cell was there {len(copies)} times; one was kept")
        released, _ = split(cell.source, "hidden tests")
        if any(copy.source != released for copy in copies):
            remarks.append(f"{cell.name}: the cell was changed; the original was put back")
        return SubmittedCell(cell.source, cell.cell_type, cell.name), remarks
    if not copies:
        source = NO_ANSWER if cell.cell_type == "code" else cell.source
        remark = f"{cell.name}: no cell with this name was submitted"
        return SubmittedCell(source, cell.cell_type, cell.name), [remark]
    answered = [copy for copy in copies if copy.source != cell.source]
    answer = (answered or copies)[-1]
    remarks = []
    if len(copies) > 1:
        remarks.append(f"{cell.name}: there are {len(copies)} answer cells; the last counts")
    if answer.cell_type != cell.cell_type:
        remarks.append(f"{cell.name}: a {answer.cell_type} cell; read as {cell.cell_type}")
    return answer, remarks


def _own_cells(
    submitted: list[SubmittedCell],
    known: set[str],
    chosen: dict[str, SubmittedCell],
    master: Master,
) -> dict[str | None, list[NotebookNode]]:
    """The student's own cells, by the master's cell that they follow."""
    own: dict[str | None, list[NotebookNode]] = defaultdict(list)
    after: str | None = None
    for cell in submitted:
        if cell.name not in known:
            own[after].append(_own_cell(cell))
        elif cell is chosen[cell.name] or master[cell.name].locked:
            after = cell.name
        elif cell.source != master[cell.name].source:
            # A second answer ran in the student's notebook, so it runs here, in its place; an
            # untouched stub must not undo the answer that counts.
            own[after].append(_own_cell(cell))
    return own


def _show_figures(
    own: Iterable[NotebookNode], chosen: dict[str, SubmittedCell], master: Master
) -> None:
    """Give the figures among a student's own cells their outputs: they need not run.

    A figure that was changed is the student's. One that defines a name which the student writes
    anywhere else is run like any cell, and so is a second copy.
    """
    figures = {figure.source: figure for figure in master.figures}
    shown: dict[str, NotebookNode] = {}
    answers = (cell.name for cell in master.cells if cell.kind is Kind.ANSWER)
    texts = [chosen[name].source for name in answers]
    for cell in own:
        if cell.cell_type != "code":
            continue
        if cell.source in figures and cell.source not in shown:
            shown[cell.source] = cell
        else:
            texts.append(cell.source)
    words = {word for text in texts for word in _WORD.findall(text)}
    for source, cell in shown.items():
        if words.isdisjoint(figures[source].names):
            outputs = figures[source].outputs or (_NOT_DRAWN,)
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
            cell.metadata.update(_FIGURE)


def is_shown_figure(cell: NotebookNode) -> bool:
    """Whether this cell has the outputs of a figure, and is not run."""
    return cell.metadata.get("examiner") == _FIGURE["examiner"]


def _own_cell(cell: SubmittedCell) -> NotebookNode:
    if cell.cell_type == "raw":  # a raw cell goes into a page as it is, so it becomes a listing
        return new_cell("markdown", "\n".join("    " + line for line in cell.source.split("\n")))
    new = new_cell(cell.cell_type, cell.source)
    if cell.attachments and cell.cell_type == "markdown":
        new.attachments = cell.attachments
    return new


def _for_graders(cell: MasterCell) -> NotebookNode:
    """The mark scheme of a written answer, below it: formgrader shows it, feedback does not."""
    text = f"**Mark scheme** (graders only)\n\n{cell.mark_scheme}"
    return new_cell("markdown", text, metadata=_FOR_GRADERS)


def is_for_graders(cell: NotebookNode) -> bool:
    """Whether this cell is for graders only."""
    return cell.metadata.get("examiner") == _FOR_GRADERS["examiner"]


def _number(cells: list[NotebookNode]) -> None:
    """Ids that depend on nothing but the place: two gradings write the same bytes."""
    for i, cell in enumerate(cells):
        if "nbgrader" not in cell.metadata:
            cell.id = f"own-{i}"
