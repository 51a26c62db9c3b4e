"""Rebuilding: from the cells of a submission to a notebook that can be examined.

Of a submission's cells, the examiner keeps only the text and the attached pictures. It rebuilds the
notebook: the cells of the reference notebook in their order, with the student's answers in them,
and the student's own cells in between. A test cell always comes from the reference notebook, even
if the student deleted, copied, renamed, retyped or edited it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import nbformat
from nbformat import NotebookNode

from ..cell_code import guessed_definitions
from ..cell_kinds import CellKind, question_of
from ..quoting import escape_markdown, quoted_name
from ..wording import several
from .cell_texts import fenced
from .matching import Matching, WrittenAnswer
from .reference_notebook import ReferenceCell, ReferenceNotebook, new_cell
from .submission import Remark, SubmittedCell

_LOST = {"examiner": {"lost": True}}  # metadata of an answer cell that the submission lacks
_FIGURE = {"examiner": {"figure": True}}  # metadata of a figure that is not run
# Keys in the metadata of a cell. "answers": the questions that the cell answers. "unused": True if
# the cell shows text from a locked cell and does not run. "elsewhere": the written question whose
# graders see text from other places in this cell.
_ANSWERS, _UNUSED, _ELSEWHERE = "answers", "unused", "elsewhere"
MAX_ELSEWHERE = 50_000  # characters
MAX_NAMED = 5  # names in a remark
NO_ANSWER = "# No answer cell for this question was found in the submission."
_NOT_DRAWN = {
    "output_type": "stream",
    "name": "stdout",
    "text": "This figure shows your answers. It was not drawn when they were graded.\n",
}
_WORD = re.compile(r"\w+")
_FOR_GRADERS = {"examiner": {"for_graders": True}}  # metadata of a cell that no student sees
# Ids of the cells at the top that explain why a notebook was not graded as usual.
UNREADABLE, NOT_GRADED, NOTICE = "unreadable", "not_graded", "notice"


def rebuild(
    submitted: Iterable[SubmittedCell],
    reference: ReferenceNotebook,
    note_on_files: str = "",
    others: Mapping[str, Sequence[SubmittedCell]] | None = None,
) -> tuple[NotebookNode, list[Remark]]:
    """Build the notebook to examine.

    Args:
        submitted: The cells of the submission.
        reference: The reference notebook.
        note_on_files: Markdown that points to submitted files beside the notebook.
        others: Name of another notebook of the submission -> its cells.

    Returns:
        The notebook, and a remark on each repair.
    """
    matching = Matching.of(submitted, reference, note_on_files, others)
    chosen, written = {}, {}
    for cell in reference.cells:
        if cell.kind is CellKind.WRITTEN:
            written[cell.name] = found = matching.written_answer(cell.name)
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
        if cell.rubric:  # formgrader shows it below the answer; the feedback page does not
            text = f"**Rubric** (graders only)\n\n{cell.rubric}"
            cells.append(new_cell("markdown", text, metadata=_FOR_GRADERS))
        if cell.name in written and any(written[cell.name].elsewhere):
            text, attachments = written[cell.name].elsewhere
            text = f"**Other text in the student's notebook** (graders only)\n\n{text}"
            about = {"examiner": {_ELSEWHERE: cell.name}}
            cells.append(new_cell("markdown", text[:MAX_ELSEWHERE], metadata=about))
            if attachments and not has_pictures:  # only once, because photos are large
                cells[-1].attachments = attachments
                has_pictures = True
        cells += own[cell.name]
    for i, made in enumerate(cells):
        if "nbgrader" not in made.metadata:
            made.id = f"own-{i}"  # not random, so that two gradings write the same bytes
    return notebook_of(cells, reference), remarks


def _own_cells(
    matching: Matching, chosen: dict[str, SubmittedCell]
) -> dict[str | None, list[NotebookNode]]:
    """Return the student's own cells, by the named cell of the course that they follow.

    A second answer to a question ran in the student's notebook, so it runs here too. An unchanged
    copy of the stub does not run, because it would undo the answer. Text that the student typed
    into a cell of the course is shown but does not run.
    """
    reference = matching.reference
    own: dict[str | None, list[NotebookNode]] = defaultdict(list)
    after: str | None = None
    for order, each in enumerate(matching.matched_cells):
        cell = each.cell
        name = None if each.place is None else reference.layout[each.place].name
        known = reference[name] if name in chosen else None
        if known is None:
            if not (cell.cell_type != "code" and order in matching.moved_indices):
                own[after].append(_own_cell(cell))
        elif known.kind is CellKind.WRITTEN or cell is chosen[known.name]:
            after = known.name
        elif known.locked:
            after = known.name
            if matching.changed_text(cell, known.released_source):
                own[after].append(_unused_cell(cell, known, matching))
        elif known.name in matching.found_code:  # a stub, which code from another cell replaces
            after = known.name
        elif matching.differs(cell.source, known.name):
            own[after].append(_own_cell(cell))
            if questions := matching.questions_in(cell.source):
                own[after][-1].metadata["examiner"] = {_ANSWERS: questions}
    return own


def _remarks(matching: Matching, written: dict[str, WrittenAnswer]) -> Iterator[Remark]:
    """Yield a remark on each repair; a remark is serious if a person has to look at it."""
    reference = matching.reference
    if lost := matching.recovered_names:
        count = len({question_of(name) for name in lost})
        yield Remark(
            f"the cells of {several(count, 'question')} had lost their names; the examiner found "
            "the answers by their text or by the names that they define",
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
                yield Remark(f"{cell.name}: the answer was combined from {count} cells")
            elif count and not copies:
                yield Remark(f"{cell.name}: the answer was found in another cell")
            if count:
                continue
        if cell.name in matching.found_code:
            yield Remark(
                f"{cell.name}: graded with code from another cell, because its own has no answer"
            )
        elif not copies:
            yield Remark(f"{cell.name}: no cell with this name was submitted")
        elif len(copies) > 1:
            which = "the last one with an answer counts"
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
    added = set().union(*(guessed_definitions(copy.source) for copy in copies))
    added -= guessed_definitions(released)
    if added and cell.cell_type == "code":
        names = ", ".join(map(quoted_name, sorted(added)[:MAX_NAMED]))
        yield Remark(
            f"{cell.name}: {names} was typed into this cell of the course and was not run; move it "
            "to the answer cell and submit again",
            serious=True,
        )


def notebook_of(cells: list[NotebookNode], reference: ReferenceNotebook) -> NotebookNode:
    """Make a notebook of cells, with the kernel of the reference notebook."""
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = dict(reference.kernelspec)
    return notebook


def unreadable_notebook(
    reason: str, reference: ReferenceNotebook, *, submitted: str = ""
) -> NotebookNode:
    """Build the notebook that is graded if the examiner can't read any submitted notebook.

    Args:
        reason: The reason why the submission can't be read.
        reference: The reference notebook.
        submitted: Digest of the submission; "" if the student submitted nothing. If there is a
            submission, a person marks its written answers.

    Returns:
        The reference notebook without answers, with the reason at the top.
    """
    why = escape_markdown(reason)
    note = f"*No notebook could be read: {why}. Look at what the student submitted ({submitted}).*"
    notebook, _ = rebuild([], reference, note if submitted else "")
    banner = (
        f"**No notebook could be read from this submission: {why}.** So nothing was graded. Please "
        "open your notebook of this problem set in Jupyter, save it, and submit that `.ipynb` "
        "file. If you can't submit any more, ask your instructor."
    )
    notebook.cells.insert(0, new_cell("markdown", banner, UNREADABLE))
    return notebook


def notices(texts: Sequence[str]) -> list[NotebookNode]:
    """Make the cell at the top of a notebook with notices on the submission as a whole.

    Args:
        texts: The notices; each one is a sentence without its full stop.

    Returns:
        A list with the cell; an empty list if there are no notices.
    """
    source = "\n\n".join(f"**{escape_markdown(text)}.**" for text in texts)
    return [new_cell("markdown", source, NOTICE)] if source else []


def _choose(cell: ReferenceCell, matching: Matching) -> SubmittedCell:
    """Choose the copy of a cell that counts.

    For a locked cell, this is the course's own text; for an answer, the last copy that is not the
    stub.
    """
    copies = matching.copies[cell.name]
    if cell.locked:
        return SubmittedCell(cell.source, cell.cell_type, cell.name)
    if cell.name in matching.found_code:
        return SubmittedCell(matching.found_code[cell.name], cell.cell_type, cell.name)
    if not copies:
        return SubmittedCell(NO_ANSWER, cell.cell_type, cell.name)
    own = [copy for copy in copies if matching.differs(copy.source, cell.name)]
    return (own or copies)[-1]


def _own_cell(cell: SubmittedCell) -> NotebookNode:
    if cell.cell_type == "raw":  # a page would contain a raw cell as HTML, so show it as a listing
        new = new_cell("markdown", "\n".join("    " + line for line in cell.source.split("\n")))
    else:
        new = new_cell(cell.cell_type, cell.source)
    if cell.attachments and new.cell_type == "markdown":
        new.attachments = cell.attachments
    return new


def _unused_cell(cell: SubmittedCell, known: ReferenceCell, matching: Matching) -> NotebookNode:
    """Make a cell that shows text which the student typed into a locked cell; it does not run."""
    text = matching.changed_text(cell, known.released_source)
    listing = text if cell.cell_type != "code" else fenced(text)
    # The note is part of the answer's digest (`scores.asked`): any change of its text asks graders
    # to mark the answer again.
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
    """Give unchanged figures their outputs from the build, so that they need not run.

    A figure that the student changed runs like any other cell. So does a second copy of a figure,
    and a figure that defines a name that the student uses elsewhere.

    Args:
        own: The student's own cells. The figures among them change.
        chosen: Name of a cell of the course -> the submitted cell that counts.
        reference: The reference notebook.
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
    """Check whether `unreadable_notebook` made these cells, so that none is the student's."""
    return any(cell.get("id") == UNREADABLE for cell in cells)


def is_lost(cell: NotebookNode) -> bool:
    """Check whether the submission had no cell for this answer."""
    return cell.metadata.get("examiner") == _LOST["examiner"]


def is_shown_figure(cell: NotebookNode) -> bool:
    """Check whether this cell is a figure that has its outputs from the build and does not run."""
    return cell.metadata.get("examiner") == _FIGURE["examiner"]


def answers_in(cell: NotebookNode) -> dict[str, list[str]]:
    """Return the questions that a student's own cell answers, each with the names it defines."""
    return cell.metadata.get("examiner", {}).get(_ANSWERS, {})


def is_unused(cell: NotebookNode) -> bool:
    """Check whether this cell shows text that the student typed into a locked cell."""
    return bool(cell.metadata.get("examiner", {}).get(_UNUSED))


def is_elsewhere(cell: NotebookNode, question: str) -> bool:
    """Check whether this cell shows text from elsewhere in the notebook to a question's graders."""
    return cell.metadata.get("examiner", {}).get(_ELSEWHERE) == question


def is_for_graders(cell: NotebookNode) -> bool:
    """Check whether only graders see this cell."""
    about = cell.metadata.get("examiner", {})
    return about == _FOR_GRADERS["examiner"] or _ELSEWHERE in about
