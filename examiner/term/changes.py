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
from .class_runner import Outcome
from .plan import Saved
from .results import Penalty

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
    outcome: Outcome,
    earlier: NotebookNode | None,
    saved: Mapping[str, Saved],
    asked_again: Collection[str] = (),
) -> Iterator[Move]:
    """The marks of a submission that saving `outcome` would change, if it was graded before.

    earlier: its notebook as it was graded last. saved: its points in the grade book.
    asked_again: the cells that a person had settled, and has to look at again.
    """
    before = {name_of(cell): cell for cell in earlier.cells if is_grade(cell)} if earlier else {}
    for cell in outcome.graded.notebook.cells:
        if not is_grade(cell) or (old := saved.get(name_of(cell))) is None:
            continue
        name, after = name_of(cell), auto_score(cell)
        question, student = question_of(name), outcome.student
        was, now = _wrong(before.get(name)), _wrong(cell)
        again = (CHANGED,) if name in asked_again else ()
        if after != old.auto:
            yield Move(question, student, old.auto, after, was, again + now, old.manual)
        elif again:
            given = old.auto if old.manual is None else old.manual
            yield Move(question, student, given, None, was, again, old.manual)


LATENESS = "taken off for lateness"  # where a question's name stands


def of_penalty(penalty: Penalty) -> Move:
    """The mark that a changed penalty for lateness moves."""
    hours = f"{span(penalty.seconds / 3600)} late" if penalty.seconds else "in time"
    was, now = (
        f"{format_points(points)} taken off" if points else "nothing taken off"
        for points in (penalty.before, penalty.after)
    )
    before, after = 0.0 - penalty.before, 0.0 - penalty.after
    return Move(LATENESS, penalty.student, before, after, (was,), (f"{hours}: {now}",))


def _wrong(cell: NotebookNode | None) -> tuple[str, ...]:
    record = Record.read(cell) if cell else None
    return tuple(record.wrong) if record else ()
