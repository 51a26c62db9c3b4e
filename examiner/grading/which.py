"""Which of the notebooks that a student submitted is graded, and whether it is one of this problem
set at all.

The notebook of the expected name is. Where it has no answers, and one beside it has some, that one
is; where several have, nobody but a person can say which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cells import Kind
from ..quoting import quoted_name
from .master import Master
from .submission import NOT_SUBMITTED, Submission, SubmittedCell, Unreadable, parse

MAX_LISTED = 5
_DEFINES = re.compile(r"^(?:def|class)[ \t]+(\w+)|^(\w+)[ \t]*=(?!=)", re.MULTILINE)
_ASKED = (Kind.ANSWER, Kind.WRITTEN, Kind.TEST)


class Chosen(NamedTuple):
    """The cells to grade. notices: what instructor and student should know of the choice, a line
    each. remarks: what the log says beside it."""

    cells: list[SubmittedCell]
    notices: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class OfAnother(Unreadable):
    """None of the problem set's cells is in the notebook."""


class Undecided(Exception):
    """A person has to say which notebook is meant; the message says of which."""


def choose(submission: Submission, master: Master) -> Chosen:
    """The cells to grade. Unreadable where there are none, Undecided where there is a choice."""
    name, refused, cells = quoted_name(submission.name), None, []
    try:
        cells = submission.cells()
        _check_ours(cells, master)
    except Unreadable as reason:
        refused, cells = reason, []
    beside = dict(_beside(submission, master))
    own = answers(cells, master)
    answered = {other: found for other in beside if (found := answers(beside[other], master))}
    if not own and answered:
        (first, found), *rest = answered.items()
        why = _why_not(refused)
        if any(other != found for _, other in rest):
            which = " and ".join(quoted_name(other) for other in [*answered][:MAX_LISTED])
            raise Undecided(f"{name} {why}, but {which} have: keep the right one, and no other")
        line = f"{quoted_name(first)} was graded in the place of {name}, which {why}"
        return Chosen(beside[first], (line,))
    if refused:
        raise refused
    notices, remarks = [], []
    for other in beside:
        too = f"{quoted_name(other)} was submitted too"
        if answered.get(other, own) == own:
            remarks.append(f"{too}; it has no other answers")
        else:
            notices.append(f"{too}, with other answers; only {name} was graded")
    return Chosen(cells, tuple(notices), tuple(remarks))


def answers(cells: Iterable[SubmittedCell], master: Master) -> dict[str, str]:
    """What a student answered: name of the cell -> its text; of a cell that lost its name, under
    the names that it binds."""
    stubs = {cell.name: cell for cell in master.cells if cell.kind in (Kind.ANSWER, Kind.WRITTEN)}
    known = {cell.name for cell in master.cells}
    figures = {figure.source for figure in master.figures}
    wanted = set().union(*(_bound(c.source) for c in stubs.values() if c.cell_type == "code"))
    found = {}
    for cell in cells:
        text = cell.source.strip()
        if stub := stubs.get(cell.name):
            if (text and text != stub.source.strip()) or cell.attachments:
                found[cell.name] = text
        elif cell.cell_type == "code" and cell.name not in known | master.elsewhere.keys():
            defines = set() if cell.source in figures else _bound(text) & wanted
            if defines:
                found[" ".join(sorted(defines))] = text
    return found


def _why_not(refused: Unreadable | None) -> str:
    """Why the expected notebook isn't the one, after its name."""
    if refused is None:
        return "has no answers"
    if isinstance(refused, OfAnother):
        return "is no notebook of this problem set"
    missing = str(refused).startswith(NOT_SUBMITTED)
    return "was not submitted" if missing else "can't be read"


def _beside(submission: Submission, master: Master) -> Iterable[tuple[str, list[SubmittedCell]]]:
    """The other notebooks that have cells of this problem set."""
    for name in submission.others:
        try:
            cells = parse(submission.files[name])
            _check_ours(cells, master)
            yield name, cells
        except (KeyError, Unreadable):
            continue


def _check_ours(cells: Sequence[SubmittedCell], master: Master) -> None:
    """OfAnother where a notebook has no cell of this problem set, by name or by what it defines."""
    asked = {cell.name for cell in master.cells if cell.kind in _ASKED}
    there = {cell.name for cell in cells}
    if not asked or asked & there or answers(cells, master):
        return
    others = sorted({master.elsewhere[name] for name in there & master.elsewhere.keys()})
    has = f" (it has cells of {' and '.join(others)})" if others else ""
    what = master.assignment or "this problem set"
    raise OfAnother(f"this is no notebook of {what}: none of its cells is in it{has}")


def _bound(source: str) -> set[str]:
    """The names that code defines, by the looks of it: it may be broken, or made to be parsed."""
    return {found[1] or found[2] for found in _DEFINES.finditer(source)}
