"""Answers that a person should look at although a check marked them, and what was decided.

The check's mark counts from the start, and nothing waits for a person. Whoever looks at an answer
leaves its points, or gives others. A decision holds as long as the answer stays the same. If the
student changes it, points that were given here are withdrawn (`scores.save_scores`): the check's
mark counts, and the answer may return to the queue.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from ..cell_kinds import grade_id_of, is_test, question_of
from ..checks.verdict import ReviewReason
from ..digests import digest_of
from ..grading.rebuild import answers_in, is_unread
from ..grading.record import VerdictRecord
from ..wording import several
from .scores import Decided, answered, asked, is_left_open


class State(StrEnum):
    """The place of an answer that a check marked."""

    NO = ""  # nobody needs to look, or somebody marks it by hand anyway
    WAITS = "waits"
    DECIDED = "decided"


class Decision(NamedTuple):
    """What was decided on an answer (see `scores.Decided`)."""

    answer: str
    asked: str
    auto: float | None
    points: float | None
    comment: str

    @classmethod
    def of(cls, row: Decided | None) -> Decision | None:
        """The decision in a row; None without a row."""
        if row is None:
            return None
        return cls(row.answer, row.asked, row.auto, row.points, row.comment)


class Checked(NamedTuple):
    """An answer in a graded notebook that a check marked.

    record: The verdict. look: Why a person should look. group: The same for all answers that
    compute the same and have the same mark. answer, asked: Digests, as in `Decided`.
    """

    record: VerdictRecord
    look: ReviewReason
    group: str
    answer: str
    asked: str

    def state(self, manual: float | None, decided: Decision | None, *, open: bool) -> State:
        """Whether the answer waits in the queue.

        Args:
            manual: The points that a person gave.
            decided: What was decided last.
            open: True if a person has to mark the answer anyway.
        """
        given = decided.points if decided is not None else None
        if open or (manual is not None and manual != given):
            return State.NO
        if decided is not None and decided.answer == self.answer and manual == given:
            same_check = decided.asked == self.asked
            if same_check or (given is None and decided.auto == self.record.points):
                return State.DECIDED
            if given is not None:  # which still counts
                return State.WAITS
        return State.WAITS if self.look else State.NO

    def decision(self, points: float | None, comment: str) -> Decision:
        """Decide on the answer. points: None to leave those of the check."""
        return Decision(self.answer, self.asked, self.record.points, points, comment)

    @property
    def is_unexplained(self) -> bool:
        """Whether the answer belongs to the main part of the queue."""
        return self.look not in (ReviewReason.FAILED, ReviewReason.BLANK)


def checked_in(cells: Iterable[NotebookNode]) -> dict[str, Checked]:
    """Find the answers in a graded notebook that checks marked, by question."""
    cells = list(cells)
    answers, questions = answered(cells), asked(cells)
    solutions = {grade_id_of(cell): cell for cell in filter(is_solution, cells)}
    found = {}
    for cell in filter(is_test, cells):
        question = question_of(grade_id_of(cell))
        record, solution = VerdictRecord.read(cell), solutions.get(question)
        if record is None or record.points is None or solution is None:
            continue
        look = record.review_reason(float(cell.metadata.nbgrader.points))
        if look and is_unread(cells):
            look = ReviewReason.FAILED
        elif look and is_left_open(solution):
            look = ReviewReason.BLANK
        code = [each.source for each in cells if each is solution or question in answers_in(each)]
        parts = [(finding.passed, round(finding.points, 6)) for finding in record.findings]
        computed = record.group or [line.rstrip() for text in code for line in text.split("\n")]
        group = digest_of([question, computed, record.points, parts])[:32]
        found[question] = Checked(record, look, group, answers[question], questions[question])
    return found


def queue_line(assignment: str, answers: int, groups: int) -> str:
    """Say how many answers wait in the queue; "" if none does."""
    if not answers:
        return ""
    return (
        f"{several(answers, 'answer')} in {several(groups, 'group')} lost more than half for no "
        f"named reason: examiner mark {assignment} --unexplained"
    )
