"""Which marks a grading would move, before it does: a dry run compares old verdicts with new."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader.utils import is_grade

from ..cells import name_of, question_of
from ..checks.verdict import format_points
from ..gradebook.scores import auto_score
from ..grading.record import Record
from ..wording import span
from .plan import Saved

LATENESS = "taken off for lateness"  # where a question's name stands
CHANGED = "the answer or its test changed after a person had marked it"


@dataclass(frozen=True)
class Move:
    """A mark that would change.

    before, after: points, None where a person has to grade. was, now: what was and would be found
    wrong. by_hand: the points that a person gave, which stay; None where nobody did.
    """

    question: str
    student: str
    before: float | None
    after: float | None
    was: tuple[str, ...]
    now: tuple[str, ...]
    by_hand: float | None = None


def moves(
    student: str,
    graded: NotebookNode,
    earlier: NotebookNode | None,
    saved: Mapping[str, Saved],
    asked_again: Collection[str],
) -> Iterator[Move]:
    """The marks of a student that a graded notebook changes, of those that there were.

    earlier: as it was graded last. saved: its points in the grade book. asked_again: the cells that
    a person had settled, and has to look at again.
    """
    before = {name_of(cell): cell for cell in earlier.cells if is_grade(cell)} if earlier else {}
    for cell in filter(is_grade, graded.cells):
        name, after = name_of(cell), auto_score(cell)
        if (old := saved.get(name)) is None:
            continue
        question, was, now = question_of(name), _wrong(before.get(name)), _wrong(cell)
        again = (CHANGED,) if name in asked_again else ()
        if after != old.auto:
            yield Move(question, student, old.auto, after, was, again + now, old.manual)
        elif again:
            given = old.auto if old.manual is None else old.manual
            yield Move(question, student, given, None, was, again, old.manual)


def move_of_penalty(student: str, before: float, after: float, seconds: float) -> Move:
    """The move of what lateness costs, in points. seconds: how late it is now."""
    late = f"{span(seconds / 3600)} late" if seconds else "in time"
    was, now = (
        f"{format_points(points)} taken off" if points else "nothing taken off"
        for points in (before, after)
    )
    return Move(LATENESS, student, 0.0 - before, 0.0 - after, (was,), (f"{late}: {now}",))


def _wrong(cell: NotebookNode | None) -> tuple[str, ...]:
    record = Record.read(cell) if cell else None
    return tuple(record.wrong) if record else ()
