"""The class runner: hands the students of a class out to workers, and saves what comes back.

`Autograde` has submissions graded by it, `Feedback` pages made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

from nbgrader.api import InvalidEntry, MissingEntry

from ..course import CourseError
from ..gradebook.class_gradebook import CannotSave
from ..grading.grade import Remark
from ..workers.executors import Pool
from ..workers.worker import CannotGrade
from .changes import CHANGED, LATENESS, Move
from .plan import Plan
from .turnout import Turnout

OF_ONE = (OSError, MissingEntry, InvalidEntry, ValueError)  # what is a single student's matter


@dataclass(frozen=True)
class Outcome:
    """What came of a student. made: a submission that was graded (`Graded`), or a page.

    failure: why there is nothing new; it is to be tried again, and an earlier result stays.
    """

    student: str
    made: Any = None
    failure: str = ""
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
    receive: Callable[..., Outcome],
    save: Callable[[Outcome], None],
) -> None:
    """Have the tasks of a plan done, save each, and note in the summary what came of it.

    open_pool: opens the executor, if there is anything to do. submit: gives it a student. receive:
    the outcome, from the student and what the executor gave, but for the seconds at its end.
    CourseError where nothing can be done or saved any more.
    """
    if not summary.plan.tasks:
        return
    with open_pool() as pool:

        def begin(student: str) -> Future:
            try:
                return submit(pool.executor, student)
            except OF_ONE as error:
                failed: Future = Future()
                failed.set_exception(error)
                return failed

        for student, future in pool.hand_out(summary.plan.tasks, begin):
            outcome = _received(student, future, receive)
            _note(outcome, summary, save)
            tell(outcome, summary)


def _received(student: str, future: Future, receive: Callable[..., Outcome]) -> Outcome:
    try:
        *made, seconds = future.result()
        return replace(receive(student, *made), seconds=seconds)
    except CannotGrade as error:
        raise CourseError(str(error)) from None
    except Exception as error:  # what an executor may raise: of a worker that is lost, say
        return Outcome(student, failure=f"{type(error).__name__}: {error}")


def _note(outcome: Outcome, summary: Summary, save: Callable[[Outcome], None]) -> None:
    student, failure = outcome.student, outcome.failure
    if not failure:
        try:
            save(outcome)
        except CannotSave:
            raise
        except OF_ONE as error:
            failure = f"{type(error).__name__}: {error}"
    if failure:
        summary.failures[student] = failure
    else:
        summary.seconds[student] = outcome.seconds
        if serious := [remark.text for remark in outcome.remarks if remark.serious]:
            summary.remarks[student] = serious + summary.remarks.get(student, [])
