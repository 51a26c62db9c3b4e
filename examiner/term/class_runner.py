"""The class runner: hands the students of a class out to workers, and saves what comes back.

`Autograde` has submissions graded by it, `Feedback` pages made.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from traitlets.log import get_logger

from ..course import CourseError
from ..grading.grade import Remark
from ..grading.newer_syntax import HERE, in_words
from ..quoting import on_terminal, quoted_name
from ..wording import several
from ..workers.executors import NO_CGROUPS, Pool
from ..workers.worker import CannotGrade
from .plan import Plan

if TYPE_CHECKING:  # rich takes a while to load, and nbgrader's commands need none of it
    from rich.console import Console
    from rich.progress import Progress

LATENESS = "taken off for lateness"  # where a question's name stands
CHANGED = "the answer or its test changed after a person had marked it"

GIVEN_BEFORE = "points that a person had given for an earlier answer"


class StudentFailure(Exception):
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
class StudentResult:
    """The outcome for one student: a submission that was graded (`Graded`), or a page.

    failure: why there is none.
    """

    student: str
    made: Any = None
    remarks: tuple[Remark, ...] = ()
    seconds: float = 0.0
    failure: str = ""


@dataclass
class Summary:
    """The outcome of a run.

    Attributes:
        plan: The plan of the run.
        seconds: Student -> seconds that grading took.
        failures: Student -> reason for having no new result.
        moves: The marks that would change, by question.
        first: Students whom a dry run would grade for the first time.
        submission_status: Lines about who submitted; empty if some students were chosen.
        waiting: A line about answers that need manual grading; for pages only.
        hints: A line about pages that show less than they will later.
        remarks: Student -> remarks for a person, for students graded in this run.
        newer: Student -> the newer Python that answers need.
        elapsed: Seconds for the whole run.
    """

    plan: Plan
    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    graded_first: list[str] = field(default_factory=list)
    submission_status: list[str] = field(default_factory=list)
    waiting: str = ""
    hints: str = ""
    remarks: dict[str, list[str]] = field(default_factory=dict)
    newer: dict[str, tuple[int, int]] = field(default_factory=dict)
    elapsed: float = 0.0

    @property
    def complete(self) -> bool:
        return not self.failures and not self.plan.left_out

    @property
    def newer_python(self) -> str:
        """A line on answers that need a newer Python than this one; "" if none do."""
        if not self.newer:
            return ""
        here, needed = in_words(HERE), in_words(max(self.newer.values()))
        return (
            f"{several(len(self.newer), 'submission')} with syntax that {here} lacks: these "
            f"questions need manual grading. For automatic marks, set the course up with {needed} "
            "or newer (`make setup PYTHON=/path/to/python`), then grade again with --force."
        )

    @property
    def to_mark_again(self) -> int:
        """The number of marks that wait for a person (again)."""
        return sum(m.after is None or CHANGED in m.now for m in self.moves)

    @property
    def changed_marks(self) -> int:
        """The number of marks that are others now, but for what lateness costs."""
        return sum(m.question != LATENESS for m in self.moves) - self.to_mark_again


OnPlan = Callable[[Plan], None]
OnResult = Callable[[StudentResult], None]  # called after each student
OpenPool = Callable[[], AbstractContextManager[Pool]]


def ignore_progress(*_: object) -> None:
    """For `OnPlan` and `OnResult`: of a run that nobody follows."""


def run_tasks(
    open_pool: OpenPool,
    summary: Summary,
    tell: OnResult,
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
            try:
                *made, seconds = future.result()
                outcome = StudentResult(student, made[0], save(student, *made), seconds)
                summary.seconds[student] = seconds
                if serious := [each.text for each in outcome.remarks if each.serious]:
                    summary.remarks[student] = serious + summary.remarks.get(student, [])
            except (CannotGrade, CourseError) as error:
                raise CourseError(str(error)) from None
            except StudentFailure as why:
                outcome = StudentResult(student, failure=str(why))
            except Exception as error:  # of a worker that is lost, say
                outcome = StudentResult(student, failure=f"{type(error).__name__}: {error}")
            if outcome.failure:
                summary.failures[student] = outcome.failure
            tell(outcome)


# --- how it is followed: a bar on a terminal, a line for each submission in a log ----------------


class Words(NamedTuple):
    """The words for a run, in a log."""

    what: str
    to_do: str
    done: str
    failed: str


GRADES = Words("submission", "to grade", "graded", "NOT GRADED")
DRY_RUN = GRADES._replace(done="compared")
PAGES = Words("page", "to make", "page made", "NO NEW PAGE")


class Follow:
    """Message what happens: `began` and `tell` are for `Autograde` and `Feedback`.

    say: called with each line, and how much it matters (as `logging` has it).
    """

    def __init__(
        self, say: Callable[[str, int], object], words: Words, bar: Progress | None = None
    ) -> None:
        self._say, self._words, self._bar = say, words, bar
        self._total = self._count = self._saved = 0

    def began(self, plan: Plan) -> None:
        self._total = len(plan.tasks)
        unchanged = f", {len(plan.unchanged)} unchanged" if plan.unchanged else ""
        to_do = f"{several(self._total, self._words.what)} {self._words.to_do}{unchanged}"
        self._say(to_do, logging.INFO)
        for student, why in plan.left_out.items():
            self._say(f"{quoted_name(student)}: left out: {why}", logging.ERROR)
        if self._bar is not None:
            self._bar.add_task("", total=self._total)

    def tell(self, outcome: StudentResult) -> None:
        who = quoted_name(outcome.student)
        self._count += 1
        for remark in outcome.remarks:
            if remark.serious or self._bar is None:  # the rest is too much for a terminal
                level = logging.ERROR if remark.serious else logging.WARNING
                self._say(f"{who}: {remark.text}", level)
        self._saved += not outcome.failure
        if outcome.failure:
            self._say(f"{who}: {self._words.failed}: {outcome.failure}", logging.ERROR)
        if self._bar is None:
            state = "failed" if outcome.failure else self._words.done
            count = f"{self._count}/{self._total}"
            self._say(f"{count} {who} {state} in {outcome.seconds:.1f} s", logging.INFO)
        else:
            failed = self._count - self._saved
            said = f"{failed} failed" if failed else ""
            self._bar.update(self._bar.task_ids[0], advance=1, description=said)

    def stopped(self, anew: bool) -> None:
        """Say what an interrupted run has done. anew: whether the same command does it again."""
        then = "begins anew" if anew else "goes on"
        said = f"{self._saved} of {self._total} saved; the same command {then}"
        self._say("nothing was written" if self._words == DRY_RUN else said, logging.INFO)


class _OnceEach(logging.Handler):
    """Tells each warning of a log once, however often it is logged."""

    def __init__(self, tell: Callable[[str, int], object]) -> None:
        super().__init__(logging.WARNING)
        self._tell, self._told = tell, set[str]()

    def emit(self, record: logging.LogRecord) -> None:
        if (line := record.getMessage()) not in self._told:
            self._told.add(line)
            self._tell(line, record.levelno)


@contextmanager
def show_warnings_once(tell: Callable[[str, int], object]) -> Iterator[None]:
    """Inside, each warning of nbgrader's log is told once, however often it is true."""
    log, handler = get_logger(), _OnceEach(tell)
    if isinstance(log, logging.LoggerAdapter):
        log = log.logger
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


@contextmanager
def follow(
    console: Console | None = None, words: Words = GRADES, *, anew: bool = False
) -> Iterator[Follow]:
    """Follow a run, on this terminal or in this log, and say so where it is interrupted.

    anew: whether the same command would then do again what is done.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    console = console or Console()

    def say(line: str, level: int) -> None:
        if line != NO_CGROUPS or words != DRY_RUN:  # which the run itself will say
            console.print(on_terminal(line), soft_wrap=True, highlight=False)

    with ExitStack() as shown:
        bar = None
        if console.is_terminal:
            columns = *Progress.get_default_columns(), MofNCompleteColumn()
            bar = shown.enter_context(Progress(*columns, console=console))
        shown.enter_context(show_warnings_once(say))
        following = Follow(say, words, bar)
        try:
            yield following
        except KeyboardInterrupt:
            shown.close()
            following.stopped(anew)
            raise
