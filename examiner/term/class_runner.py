"""The class runner: hands the students of a class out to workers, and saves what comes back.

`Autograde` has submissions graded by it, `Feedback` pages made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from ..course import CourseError
from ..grading.grade import Remark
from ..workers.executors import Pool
from ..workers.worker import CannotGrade
from .plan import Plan
from .turnout import Turnout

LATENESS = "taken off for lateness"  # where a question's name stands
CHANGED = "the answer or its test changed after a person had marked it"


class NotDone(Exception):
    """Why there is nothing new of a student; it is to be tried again, an earlier result stays."""


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


@dataclass(frozen=True)
class Outcome:
    """What came of a student: a submission that was graded (`Graded`), or a page; None where it
    failed."""

    student: str
    made: Any = None
    remarks: tuple[Remark, ...] = ()
    seconds: float = 0.0


@dataclass
class Summary:
    """The outcome of a run.

    seconds: student -> how long it took. failures: student -> why there is no new result. moves: of
    marks, by question. first: whom a dry run would grade for the first time. turnout: of the class,
    unless some students were chosen. remarks: student -> what a person has to look at, of those
    graded now. waiting: beside pages, a line on answers that wait for a person; hints: one on pages
    that tell less than they will. elapsed: seconds for all.
    """

    plan: Plan
    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    turnout: Turnout = field(default_factory=Turnout)
    waiting: str = ""
    hints: str = ""
    remarks: dict[str, list[str]] = field(default_factory=dict)
    elapsed: float = 0.0

    @property
    def complete(self) -> bool:
        return not self.failures and not self.plan.left_out

    @property
    def again(self) -> int:
        """How many marks wait for a person (again) that had one."""
        return sum(m.after is None or CHANGED in m.now for m in self.moves)

    @property
    def moved(self) -> int:
        """How many marks are others now, but for what lateness costs."""
        return sum(m.question != LATENESS for m in self.moves) - self.again


Began = Callable[[Plan], None]
Tell = Callable[[Outcome, Summary], None]  # called after each student
OpenPool = Callable[[], AbstractContextManager[Pool]]


def unheard(*_: object) -> None:
    """For `Began` and `Tell`: of a run that nobody follows."""


def hand_out(
    open_pool: OpenPool,
    summary: Summary,
    tell: Tell,
    submit: Callable[[Executor, str], Future],
    save: Callable[..., tuple[Remark, ...]],
) -> None:
    """Have the tasks of a plan done, save each, and note in the summary what came of it.

    open_pool: opens the executor, if there is anything to do. submit: gives it a student. save:
    saves what the executor gave, but for the seconds at its end, and says what there is to say of
    it. What these raise is the student's matter; but for CourseError, where nothing can be done or
    saved any more.
    """
    if not summary.plan.tasks:
        return
    with open_pool() as pool:

        def begin(student: str) -> Future:
            try:
                return submit(pool.executor, student)
            except CourseError:
                raise
            except Exception as error:
                failed: Future = Future()
                failed.set_exception(error)
                return failed

        for student, future in pool.hand_out(summary.plan.tasks, begin):
            outcome = Outcome(student)
            try:
                *made, seconds = future.result()
                outcome = Outcome(student, made[0], save(student, *made), seconds)
                summary.seconds[student] = seconds
                if serious := [each.text for each in outcome.remarks if each.serious]:
                    summary.remarks[student] = serious + summary.remarks.get(student, [])
            except (CannotGrade, CourseError) as error:
                raise CourseError(str(error)) from None
            except NotDone as why:
                summary.failures[student] = str(why)
            except Exception as error:  # of a worker that is lost, say
                summary.failures[student] = f"{type(error).__name__}: {error}"
            tell(outcome, summary)
