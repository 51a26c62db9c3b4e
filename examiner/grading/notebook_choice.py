"""Choice of the notebook that is graded, of several that a student submitted."""

from __future__ import annotations

from contextlib import suppress

from ..cell_kinds import CellKind
from ..quoting import quoted_name
from .matching import Matching
from .reference_notebook import ReferenceNotebook
from .submission import (
    NOT_SUBMITTED,
    Remark,
    Submission,
    SubmittedCell,
    Unreadable,
    parse_notebook,
    quoted_list,
    substitution_remark,
)


class ForeignNotebook(Unreadable):
    """None of the problem set's cells is in the notebook."""


class AmbiguousNotebook(Exception):
    """A person has to say which notebook is meant; the message says of which."""


def choose_notebook(
    submission: Submission, reference: ReferenceNotebook
) -> tuple[list[SubmittedCell], list[Remark]]:
    """The cells to grade, and what is to be said of the choice: what is serious, to the student as
    well. Unreadable where there are none, Undecided where there is a choice.

    The notebook of the expected name is graded. Where it has no answers, and one beside it has
    some, that one is; where several have, nobody but a person can say which.
    """
    name, refused, cells = quoted_name(submission.name), None, []
    try:
        cells = _require_our_cells(submission.cells(), reference)
    except Unreadable as reason:
        refused = reason
    beside: dict[str, list[SubmittedCell]] = {}
    for other in submission.others:
        with suppress(KeyError, Unreadable):
            beside[other] = _require_our_cells(parse_notebook(submission.files[other]), reference)
    own = Matching.of(cells, reference).answers
    matched = {other: Matching.of(found, reference).answers for other, found in beside.items()}
    answered = {other: found for other, found in matched.items() if found}
    if not own and answered:
        (first, found), *rest = answered.items()
        why = "can't be read"
        if refused is None:
            why = "has no answers"
        elif isinstance(refused, ForeignNotebook):
            why = "is no notebook of this problem set"
        elif str(refused).startswith(NOT_SUBMITTED):
            why = "was not submitted"
        if any(other != found for _, other in rest):
            which = quoted_list(answered).replace(", ", " and ")
            raise AmbiguousNotebook(
                f"{name} {why}, but {which} have: keep the right one, and no other"
            )
        return beside[first], [substitution_remark(first, submission.name, why)]
    if refused:
        raise refused
    remarks = []
    for other in beside:
        too = f"{quoted_name(other)} was submitted too"
        if answered.get(other, own) == own:
            remarks.append(Remark(f"{too}; it has no other answers"))
        else:
            line = f"{too}, with other answers; only {name} was graded"
            remarks.append(Remark(line, serious=True))
    return cells, remarks


def other_notebooks(submission: Submission) -> dict[str, list[SubmittedCell]]:
    """Read all notebooks of a submission, whichever of them is graded.

    Returns:
        The cells by the name of the file; files that can't be read are left out.
    """
    found: dict[str, list[SubmittedCell]] = {}
    if not submission.others:
        return found
    with suppress(Unreadable):
        found[submission.name] = submission.cells()
    for name in submission.others:
        with suppress(KeyError, Unreadable):
            found[name] = parse_notebook(submission.files[name])
    return found


def _require_our_cells(
    cells: list[SubmittedCell], reference: ReferenceNotebook
) -> list[SubmittedCell]:
    """Return the cells of a notebook.

    Raises:
        ForeignNotebook: No cell is of this problem set, by its name, its text, or what it defines.
    """
    asked = {
        c.name
        for c in reference.cells
        if c.kind in (CellKind.ANSWER, CellKind.WRITTEN, CellKind.TEST)
    }
    matching = Matching.of(cells, reference)
    if not asked or matching.answers or any(matching.copies[name] for name in asked):
        return cells
    there = {cell.name for cell in cells}
    others = sorted({other for name, other in reference.elsewhere.items() if name in there})
    has = f" (it has cells of {' and '.join(others)})" if others else ""
    what = reference.assignment or "this problem set"
    raise ForeignNotebook(f"this is no notebook of {what}: none of its cells is in it{has}")
