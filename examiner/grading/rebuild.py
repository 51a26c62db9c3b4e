"""From the cells of a submission to a notebook that can be examined.

Nothing in a submission is trusted but the source text of its cells. The notebook that is examined
is built anew: the cells of the reference notebook in their order, with the student's answers in
them and the student's own cells where they stood. A test cell that was deleted, doubled, renamed,
retyped or edited is replaced by the one of the reference notebook.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import nbformat
from nbformat import NotebookNode

from ..cell_kinds import CellKind, question_of
from ..quoting import in_markdown, quoted_name
from ..wording import several
from .matching import Matching, WrittenAnswer, defined_names, fenced
from .reference_notebook import ReferenceCell, ReferenceNotebook, new_cell
from .submission import Remark, SubmittedCell

_LOST = {"examiner": {"lost": True}}  # metadata of an answer whose cell was not there
_FIGURE = {"examiner": {"figure": True}}  # and of a figure that is not run
# In the metadata of cells: questions that a cell answers; that it is not run; text far from it.
_ANSWERS, _UNUSED, _ELSEWHERE = "answers", "unused", "elsewhere"
MAX_ELSEWHERE = 50_000  # characters
MAX_NAMED = 5  # names in a remark
NO_ANSWER = "# No answer cell for this question was found in the submission."
_NOT_DRAWN = {
    "output_type": "stream",
    "name": "stdout",
    "text": "This shows your answers, and was left out when they were graded.\n",
}
_WORD = re.compile(r"\w+")
_FOR_GRADERS = {"examiner": {"for_graders": True}}  # metadata of a cell that no student sees
# Ids of the cells at the top that say why a notebook was not graded as usual.
UNREADABLE, NOT_GRADED, NOTICE = "unreadable", "not_graded", "notice"


def rebuild(
    submitted: Iterable[SubmittedCell],
    reference: ReferenceNotebook,
    files: str = "",
    others: Mapping[str, Sequence[SubmittedCell]] | None = None,
) -> tuple[NotebookNode, list[Remark]]:
    """Build the notebook to examine.

    Args:
        submitted: The cells of the submission.
        reference: The reference notebook.
        files: Markdown that points to what was submitted outside the cells.
        others: The cells of other notebooks of the submission, by their names.

    Returns:
        The notebook, and a remark on each thing that was put right.
    """
    matching = Matching.of(submitted, reference, files, others)
    chosen, written = {}, {}
    for cell in reference.cells:
        if cell.kind is CellKind.WRITTEN:
            written[cell.name] = found = matching.written(cell.name)
            chosen[cell.name] = SubmittedCell(
                found.source, cell.cell_type, cell.name, found.attachments
            )
        else:
            chosen[cell.name] = _choose(cell, matching)
    remarks = [*_remarks(matching, written)]
    own = _own_cells(matching, chosen)
    _show_figures([cell for cells in own.values() for cell in cells], chosen, reference)
    cells, has_pictures = list(own[None]), False
    for cell in reference.cells:
        answer = chosen[cell.name]
        cells.append(cell.notebook_cell(answer.source))
        is_found = answer.source not in (cell.source, NO_ANSWER)
        if not (cell.locked or matching.copies[cell.name] or is_found):
            cells[-1].metadata.update(_LOST)
        if answer.attachments and cell.cell_type == "markdown":
            cells[-1].attachments = answer.attachments
        if cell.rubric:  # formgrader shows it below the answer, feedback does not
            text = f"**Mark scheme** (graders only)\n\n{cell.rubric}"
            cells.append(new_cell("markdown", text, metadata=_FOR_GRADERS))
        if cell.name in written and any(written[cell.name].elsewhere):
            text, attachments = written[cell.name].elsewhere
            text = f"**Other text in the student's notebook** (graders only)\n\n{text}"
            about = {"examiner": {_ELSEWHERE: cell.name}}
            cells.append(new_cell("markdown", text[:MAX_ELSEWHERE], metadata=about))
            if attachments and not has_pictures:  # once: a notebook of photos is large
                cells[-1].attachments = attachments
                has_pictures = True
        cells += own[cell.name]
    for i, made in enumerate(cells):
        if "nbgrader" not in made.metadata:
            made.id = f"own-{i}"  # depends on the place alone: two gradings write the same bytes
    return notebook_of(cells, reference), remarks


def _own_cells(
    matching: Matching, chosen: dict[str, SubmittedCell]
) -> dict[str | None, list[NotebookNode]]:
    """The student's own cells, by the named cell that they follow.

    A second answer ran in the student's notebook, so it runs here too, in its place. An untouched
    stub must not undo the answer that counts. What was typed into a cell of the course is shown,
    and not run.
    """
    reference = matching.reference
    own: dict[str | None, list[NotebookNode]] = defaultdict(list)
    after: str | None = None
    for order, each in enumerate(matching.placed):
        cell = each.cell
        name = None if each.place is None else reference.layout[each.place].name
        known = reference[name] if name in chosen else None
        if known is None:
            if not (cell.cell_type != "code" and order in matching.moved):
                own[after].append(_own_cell(cell))
        elif known.kind is CellKind.WRITTEN or cell is chosen[known.name]:
            after = known.name
        elif known.locked:
            after = known.name
            if matching.changed_text(cell, known.released_source):
                own[after].append(_unused_cell(cell, known, matching))
        elif known.name in matching.found_code:  # a stub, in whose place the code stands
            after = known.name
        elif cell.source != known.source:
            own[after].append(_own_cell(cell))
            if questions := matching.questions_in(cell.source):
                own[after][-1].metadata["examiner"] = {_ANSWERS: questions}
    return own


def _remarks(matching: Matching, written: dict[str, WrittenAnswer]) -> Iterator[Remark]:
    """What was put right, for the log; what somebody has to look at is serious."""
    reference = matching.reference
    if lost := matching.nameless:
        count = len({question_of(name) for name in lost})
        yield Remark(
            f"the cells of {several(count, 'question')} had lost their names; the answers were "
            "found by their text or by what they define",
            serious=True,
        )
    for cell in reference.cells:
        copies = matching.copies[cell.name]
        if cell.locked:
            yield from _remarks_on_locked(cell, copies, matching)
            continue
        if cell.name in written:
            count = written[cell.name].cells
            if count > 1:
                yield Remark(f"{cell.name}: the answer is put together from {count} cells")
            elif count and not copies:
                yield Remark(f"{cell.name}: the answer was found in another cell")
            if count:
                continue
        if cell.name in matching.found_code:
            yield Remark(f"{cell.name}: graded with code from another cell; its own has no answer")
        elif not copies:
            yield Remark(f"{cell.name}: no cell with this name was submitted")
        elif len(copies) > 1:
            which = "the last that was filled in counts"
            yield Remark(f"{cell.name}: there are {len(copies)} answer cells; {which}")
        for copy in copies:
            if copy.cell_type != cell.cell_type:
                yield Remark(f"{cell.name}: a {copy.cell_type} cell; read as {cell.cell_type}")


def _remarks_on_locked(
    cell: ReferenceCell, copies: Sequence[SubmittedCell], matching: Matching
) -> Iterator[Remark]:
    if not copies:
        yield Remark(f"{cell.name}: the cell was missing; it was put back")
    elif len(copies) > 1:
        yield Remark(f"{cell.name}: the cell was there {len(copies)} times; one was kept")
    released = cell.released_source
    if any(copy.source != released for copy in copies):
        yield Remark(f"{cell.name}: the cell was changed; the original was put back")
    added = set().union(*(defined_names(copy.source) for copy in copies)) - defined_names(released)
    if added and cell.cell_type == "code":
        names = ", ".join(map(quoted_name, sorted(added)[:MAX_NAMED]))
        yield Remark(
            f"{cell.name}: {names} was typed into this cell of the course, which is not run",
            serious=True,
        )


def notebook_of(cells: list[NotebookNode], reference: ReferenceNotebook) -> NotebookNode:
    """The cells as a notebook of the reference notebook's kernel."""
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = dict(reference.kernelspec)
    return notebook


def unreadable_notebook(
    reason: str, reference: ReferenceNotebook, *, submitted: str = ""
) -> NotebookNode:
    """Build the notebook that is graded if no notebook can be read.

    Args:
        reason: Why the submission can't be read.
        reference: The reference notebook.
        submitted: Digest of what the student submitted; "" for nothing. If there is something, a
            person looks at it for the written answers.

    Returns:
        The reference notebook without answers, and the reason at the top.
    """
    why = in_markdown(reason)
    note = f"*No notebook could be read: {why}. Look at what the student submitted ({submitted}).*"
    notebook, _ = rebuild([], reference, note if submitted else "")
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


def _choose(cell: ReferenceCell, matching: Matching) -> SubmittedCell:
    """The copy of a cell that counts: the course's text of a locked one, else the last answer."""
    copies = matching.copies[cell.name]
    if cell.locked:
        return SubmittedCell(cell.source, cell.cell_type, cell.name)
    if cell.name in matching.found_code:
        return SubmittedCell(matching.found_code[cell.name], cell.cell_type, cell.name)
    if not copies:
        return SubmittedCell(NO_ANSWER, cell.cell_type, cell.name)
    return ([copy for copy in copies if copy.source != cell.source] or copies)[-1]


def _own_cell(cell: SubmittedCell) -> NotebookNode:
    """A student's own cell."""
    if cell.cell_type == "raw":  # a raw cell goes into a page as it is, so it becomes a listing
        new = new_cell("markdown", "\n".join("    " + line for line in cell.source.split("\n")))
    else:
        new = new_cell(cell.cell_type, cell.source)
    if cell.attachments and new.cell_type == "markdown":
        new.attachments = cell.attachments
    return new


def _unused_cell(cell: SubmittedCell, known: ReferenceCell, matching: Matching) -> NotebookNode:
    """A listing of what a student typed into a locked cell, which is not run."""
    text = matching.changed_text(cell, known.released_source)
    listing = text if cell.cell_type != "code" else fenced(text)
    note = (
        f"*This stood in the cell `{known.name}` of your notebook. The course's own text of that "
        "cell was used, so this was not run.*"
    )
    new = new_cell("markdown", f"{note}\n\n{listing}")
    about = {_UNUSED: True, _ANSWERS: matching.questions_in(text)}
    new.metadata["examiner"] = {key: value for key, value in about.items() if value}
    return new


def _show_figures(
    own: Iterable[NotebookNode], chosen: dict[str, SubmittedCell], reference: ReferenceNotebook
) -> None:
    """Give the figures among a student's own cells their outputs: they need not run.

    A figure that was changed is the student's. One that defines a name which the student writes
    anywhere else is run like any cell, and so is a second copy.
    """
    figures = {figure.source: figure for figure in reference.figures}
    shown: dict[str, NotebookNode] = {}
    texts = [chosen[cell.name].source for cell in reference.cells if cell.kind is CellKind.ANSWER]
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
    """Whether these are the cells of `unreadable_notebook`: of them nothing is the student's."""
    return any(cell.get("id") == UNREADABLE for cell in cells)


def is_lost(cell: NotebookNode) -> bool:
    """Whether the submission had no cell for this answer."""
    return cell.metadata.get("examiner") == _LOST["examiner"]


def is_shown_figure(cell: NotebookNode) -> bool:
    """Whether this cell has the outputs of a figure, and is not run."""
    return cell.metadata.get("examiner") == _FIGURE["examiner"]


def answers_in(cell: NotebookNode) -> dict[str, list[str]]:
    """The questions that a student's own cell answers, each with the names that it defines."""
    return cell.metadata.get("examiner", {}).get(_ANSWERS, {})


def is_unused(cell: NotebookNode) -> bool:
    """Whether this shows what was typed into a locked cell, and is not run."""
    return bool(cell.metadata.get("examiner", {}).get(_UNUSED))


def is_elsewhere(cell: NotebookNode, question: str) -> bool:
    """Whether this shows graders a student's text that is far from a written answer."""
    return cell.metadata.get("examiner", {}).get(_ELSEWHERE) == question


def is_for_graders(cell: NotebookNode) -> bool:
    """Whether this cell is for graders only."""
    about = cell.metadata.get("examiner", {})
    return about == _FOR_GRADERS["examiner"] or _ELSEWHERE in about
