"""Choice of the notebook to grade, if a student submitted several."""

from __future__ import annotations

from contextlib import suppress

from ..cell_kinds import CellKind
from ..quoting import quoted_name
from .matching import Matching
from .reference_notebook import ReferenceNotebook
from .submission import (
    Remark,
    Submission,
    SubmittedCell,
    Unreadable,
    parse_notebook,
    quoted_list,
    substitution_remark,
)


class ForeignNotebook(Unreadable):
    """The notebook has no cell of this problem set."""


class AmbiguousNotebook(Exception):
    """Several notebooks have different answers, and a person has to choose one of them."""


def choose_notebook(
    submission: Submission, reference: ReferenceNotebook
) -> tuple[list[SubmittedCell], list[Remark]]:
    """Choose the notebook to grade.

    The notebook with the expected name is graded. If it has no answers and another notebook beside
    it has some, that other notebook is graded.

    Args:
        submission: The submission.
        reference: The reference notebook.

    Returns:
        The cells to grade, and remarks on the choice. The student reads the serious ones.

    Raises:
        Unreadable: No notebook of this problem set can be read.
        AmbiguousNotebook: The expected notebook has no answers, and several others have different
            answers.
        TooManyCells: One of the notebooks has more cells than MAX_CELLS.
    """
    name, refused, cells = quoted_name(submission.name), None, []
    try:
        cells = _require_our_cells(submission.cells(), reference)
    except Unreadable as reason:
        refused = reason
    beside: dict[str, list[SubmittedCell]] = {}
    for other in submission.others:
        with suppress(KeyError, Unreadable):
            beside[other] = _require_our_cells(
                parse_notebook(submission.files[other], other), reference
            )
    # Usually there is no other notebook, and nothing to compare.
    own = Matching.of(cells, reference).answers if beside else {}
    matched = {other: Matching.of(found, reference).answers for other, found in beside.items()}
    answered = {other: found for other, found in matched.items() if found}
    if not own and answered:
        (first, found), *rest = answered.items()
        why = "can't be read"
        if refused is None:
            why = "has no answers"
        elif isinstance(refused, ForeignNotebook):
            why = "has no cells of this problem set"
        elif submission.is_missing:
            why = "was not submitted"
        if any(other != found for _, other in rest):
            which = quoted_list(answered).replace(", ", " and ")
            raise AmbiguousNotebook(
                f"{name} {why}, but {which} have different answers: keep only the right notebook"
            )
        return beside[first], [substitution_remark(first, submission.name, why)]
    if refused:
        raise refused
    remarks = []
    for other in beside:
        line = f"{quoted_name(other)} was submitted too"
        if answered.get(other, own) == own:
            remarks.append(Remark(f"{line}; it has no other answers"))
        else:
            line = f"{line}, with other answers; only {name} was graded"
            remarks.append(Remark(line, serious=True))
    return cells, remarks


def other_notebooks(submission: Submission) -> dict[str, list[SubmittedCell]]:
    """Read all notebooks of a submission, if there are several.

    Returns:
        Name of a file -> its cells, without files that can't be read. Empty if there is only one
        notebook.
    """
    found: dict[str, list[SubmittedCell]] = {}
    if not submission.others:
        return found
    with suppress(Unreadable):
        found[submission.name] = submission.cells()
    for name in submission.others:
        with suppress(KeyError, Unreadable):
            found[name] = parse_notebook(submission.files[name], name)
    return found


def _require_our_cells(
    cells: list[SubmittedCell], reference: ReferenceNotebook
) -> list[SubmittedCell]:
    """Return the cells of a notebook unchanged, after a check that it belongs to this problem set.

    Raises:
        ForeignNotebook: No cell matches this problem set, by its name, its text, or the names that
            it defines.
    """
    required = {
        c.name
        for c in reference.cells
        if c.kind in (CellKind.ANSWER, CellKind.WRITTEN, CellKind.TEST)
    }
    matching = Matching.of(cells, reference)
    if not required or any(matching.copies[name] for name in required) or matching.answers:
        return cells
    names = {cell.name for cell in cells}
    others = sorted({other for name, other in reference.elsewhere.items() if name in names})
    hint = f", but cells of {' and '.join(others)}" if others else ""
    assignment = reference.assignment or "this problem set"
    raise ForeignNotebook(f"the notebook has no cells of {assignment}{hint}")
