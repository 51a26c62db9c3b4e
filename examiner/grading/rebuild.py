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

_LOST = {"examiner": {"lost": True}}  # metadata of an answer whose cell was not there
_FIGURE = {"examiner": {"figure": True}}  # and of a figure that is not run
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
    submitted, remarks = list(submitted), list[str]()
    copies: dict[str, list[SubmittedCell]] = {cell.name: [] for cell in master.cells}
    for cell in submitted:
        if cell.name in copies:
            copies[cell.name].append(cell)
    chosen = {}
    for cell in master.cells:
        chosen[cell.name], lines = _choose(cell, copies[cell.name])
        remarks += lines
    own: dict[str | None, list[NotebookNode]] = defaultdict(list)  # by the cell that they follow
    after: str | None = None
    for cell in submitted:
        if cell.name in copies and (cell is chosen[cell.name] or master[cell.name].locked):
            after = cell.name
        # A second answer ran in the student's notebook, so it runs here, in its place; an untouched
        # stub must not undo the answer that counts.
        elif cell.name not in copies or cell.source != master[cell.name].source:
            own[after].append(_own_cell(cell))
    _show_figures([cell for cells in own.values() for cell in cells], chosen, master)
    cells = list(own[None])
    for cell in master.cells:
        answer = chosen[cell.name]
        cells.append(cell.notebook_cell(answer.source))
        if not (cell.locked or copies[cell.name]):
            cells[-1].metadata.update(_LOST)
        if answer.attachments and cell.cell_type == "markdown":
            cells[-1].attachments = answer.attachments
        if cell.mark_scheme:  # formgrader shows it below the answer, feedback does not
            text = f"**Mark scheme** (graders only)\n\n{cell.mark_scheme}"
            cells.append(new_cell("markdown", text, metadata=_FOR_GRADERS))
        cells += own[cell.name]
    for i, cell in enumerate(cells):
        if "nbgrader" not in cell.metadata:
            cell.id = f"own-{i}"  # depends on the place alone: two gradings write the same bytes
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
    banner = (
        f"**No notebook could be read from this submission: {why}.** So nothing was graded. Next: "
        "open your notebook of this problem set in Jupyter, save it, and hand in that `.ipynb` "
        "file. If you can't hand in any more, ask your instructor."
    )
    notebook.cells.insert(0, new_cell("markdown", banner, UNREADABLE))
    return notebook


def notices(texts: Sequence[str]) -> list[NotebookNode]:
    """A cell for the top, about what was submitted as a whole; none where nothing is said."""
    said = "\n\n".join(f"**{in_markdown(text)}.**" for text in texts)
    return [new_cell("markdown", said, NOTICE)] if said else []


def _choose(cell: MasterCell, copies: list[SubmittedCell]) -> tuple[SubmittedCell, list[str]]:
    """The copy of a master's cell that counts, and what the log should say."""
    name, remarks = cell.name, []
    if cell.locked:
        if not copies:
            remarks.append(f"{name}: the cell was missing; it was put back")
        elif len(copies) > 1:
            remarks.append(f"{name}: the cell was there {len(copies)} times; one was kept")
        released, _ = split(cell.source, "hidden tests")
        if any(copy.source != released for copy in copies):
            remarks.append(f"{name}: the cell was changed; the original was put back")
        return SubmittedCell(cell.source, cell.cell_type, name), remarks
    if not copies:
        code = "# No answer cell for this question was found in the submission."
        source = code if cell.cell_type == "code" else cell.source
        remark = f"{name}: no cell with this name was submitted"
        return SubmittedCell(source, cell.cell_type, name), [remark]
    answer = ([copy for copy in copies if copy.source != cell.source] or copies)[-1]
    if len(copies) > 1:
        remarks.append(f"{name}: there are {len(copies)} answer cells; the last counts")
    if answer.cell_type != cell.cell_type:
        remarks.append(f"{name}: a {answer.cell_type} cell; read as {cell.cell_type}")
    return answer, remarks


def _own_cell(cell: SubmittedCell) -> NotebookNode:
    if cell.cell_type == "raw":  # a raw cell goes into a page as it is, so it becomes a listing
        new = new_cell("markdown", "\n".join("    " + line for line in cell.source.split("\n")))
    else:
        new = new_cell(cell.cell_type, cell.source)
    if cell.attachments and new.cell_type == "markdown":
        new.attachments = cell.attachments
    return new


def _show_figures(
    own: Iterable[NotebookNode], chosen: dict[str, SubmittedCell], master: Master
) -> None:
    """Give the figures among a student's own cells their outputs: they need not run.

    A figure that was changed is the student's. One that defines a name which the student writes
    anywhere else is run like any cell, and so is a second copy.
    """
    figures = {figure.source: figure for figure in master.figures}
    shown: dict[str, NotebookNode] = {}
    texts = [chosen[cell.name].source for cell in master.cells if cell.kind is Kind.ANSWER]
    for cell in own:
        if cell.cell_type == "code" and cell.source in figures and cell.source not in shown:
            shown[cell.source] = cell
        elif cell.cell_type == "code":
            texts.append(cell.source)
    words = {word for text in texts for word in _WORD.findall(text)}
    for source, cell in shown.items():
        if words.isdisjoint(figures[source].names):
            outputs = figures[source].outputs or (_NOT_DRAWN,)
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
            cell.metadata.update(_FIGURE)


def is_unread(cells: Iterable[NotebookNode]) -> bool:
    """Whether these are the cells of `unreadable`: of them nothing is the student's."""
    return any(cell.get("id") == UNREADABLE for cell in cells)


def is_lost(cell: NotebookNode) -> bool:
    """Whether the submission had no cell for this answer."""
    return cell.metadata.get("examiner") == _LOST["examiner"]


def is_shown_figure(cell: NotebookNode) -> bool:
    """Whether this cell has the outputs of a figure, and is not run."""
    return cell.metadata.get("examiner") == _FIGURE["examiner"]


def is_for_graders(cell: NotebookNode) -> bool:
    """Whether this cell is for graders only."""
    return cell.metadata.get("examiner") == _FOR_GRADERS["examiner"]
