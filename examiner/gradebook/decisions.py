"""Answers that a person should look at although a check marked them, and decisions on them.

The check's mark counts from the start; no mark waits for a person. A person who looks at an answer
either keeps its points or gives other points. A decision holds as long as the answer stays the
same. If the student changes the answer, `scores.save_scores` withdraws points that were given
here. The check's mark then counts, and the answer may return to the queue.
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
from .scores import DecisionRow, answer_digests, is_left_open, work_digests


class QueueState(StrEnum):
    """The state of an answer in the queue of answers that a check marked."""

    NO = ""  # nobody needs to look at the answer, or a person marks it by hand anyway
    WAITS = "waits"
    DECIDED = "decided"


class Decision(NamedTuple):
    """A person's decision on an answer; see `scores.DecisionRow` for the fields."""

    answer: str
    asked: str
    auto: float | None
    points: float | None
    comment: str

    @classmethod
    def of(cls, row: DecisionRow | None) -> Decision | None:
        """Return the decision in a row, or None without a row."""
        if row is None:
            return None
        return cls(row.answer, row.asked, row.auto, row.points, row.comment)


class CheckedAnswer(NamedTuple):
    """An answer in a graded notebook that a check marked.

    Attributes:
        record: The verdict of the check.
        look: The reason why a person should look at the answer.
        group: A digest that answers share if they compute the same and have the same mark.
        answer: The digest of the answer; see `DecisionRow`.
        asked: The digest of the answer and its test; see `DecisionRow`.
    """

    record: VerdictRecord
    look: ReviewReason
    group: str
    answer: str
    asked: str

    def state(self, manual: float | None, decided: Decision | None, *, open: bool) -> QueueState:
        """Return the state of the answer in the queue.

        Args:
            manual: The points that a person gave; None if nobody did.
            decided: The last decision on the answer; None if there is none.
            open: True if a person has to mark the answer anyway.
        """
        given = decided.points if decided is not None else None
        if open or (manual is not None and manual != given):
            return QueueState.NO
        if decided is not None and decided.answer == self.answer and manual == given:
            is_same_check = decided.asked == self.asked
            if is_same_check or (given is None and decided.auto == self.record.points):
                return QueueState.DECIDED
            if given is not None:  # the given points still count
                return QueueState.WAITS
        return QueueState.WAITS if self.look else QueueState.NO

    def is_queued(self, manual: float | None, decided: Decision | None, *, open: bool) -> bool:
        """Return whether the answer waits in the main part of the queue (see `state`)."""
        state = self.state(manual, decided, open=open)
        return state is QueueState.WAITS and self.is_unexplained

    def decision(self, points: float | None, comment: str) -> Decision:
        """Return the decision to give the answer these points.

        Args:
            points: The points; None to keep the points of the check.
            comment: The grader's comment.
        """
        return Decision(self.answer, self.asked, self.record.points, points, comment)

    @property
    def is_unexplained(self) -> bool:
        """Whether the answer belongs to the main part of the queue."""
        return self.look not in (ReviewReason.FAILED, ReviewReason.BLANK)


def checked_answers(cells: Iterable[NotebookNode]) -> dict[str, CheckedAnswer]:
    """Find the answers that checks marked in the cells of a graded notebook, by question.

    There are none if no notebook of the student could be read: the checks then marked stubs.
    """
    cells = list(cells)
    if is_unread(cells):
        return {}
    answers, works = answer_digests(cells), work_digests(cells)
    solutions = {grade_id_of(cell): cell for cell in filter(is_solution, cells)}
    found = {}
    for cell in filter(is_test, cells):
        question = question_of(grade_id_of(cell))
        record, solution = VerdictRecord.read(cell), solutions.get(question)
        if record is None or record.points is None or solution is None:
            continue
        look = record.review_reason(float(cell.metadata.nbgrader.points))
        if look and is_left_open(solution, record):
            look = ReviewReason.BLANK
        code = [each.source for each in cells if each is solution or question in answers_in(each)]
        results = [(finding.passed, round(finding.points, 6)) for finding in record.findings]
        computed = record.group or [line.rstrip() for text in code for line in text.split("\n")]
        group = digest_of([question, computed, record.points, results])[:32]
        found[question] = CheckedAnswer(record, look, group, answers[question], works[question])
    return found


def queue_line(assignment: str, answers: int, groups: int) -> str:
    """Say how many answers wait in the queue, and name the command that shows them.

    Args:
        assignment: The name of the assignment, for the command.
        answers: The number of answers in the queue.
        groups: The number of groups that these answers form.

    Returns:
        A line of text; "" if no answer waits.
    """
    if not answers:
        return ""
    return (
        f"{several(answers, 'answer')} in {several(groups, 'group')} lost more than half for no "
        f"named reason: run `examiner mark {assignment} --unexplained`"
    )
