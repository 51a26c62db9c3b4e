"""The class runner: it distributes the students of a class to workers and saves the results.

`Autograde` uses it to grade submissions, `Feedback` to make pages.
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
from ..grading.newer_syntax import HERE, version_name
from ..quoting import escape_for_terminal, quoted_name
from ..wording import several
from ..workers.executors import NO_CGROUPS, Pool
from ..workers.worker import CannotGrade
from .plan import Plan

if TYPE_CHECKING:  # rich loads slowly, and nbgrader's commands don't need it
    from rich.console import Console
    from rich.progress import Progress as Bar

LATENESS = "taken off for lateness"  # in place of a question's name in a `Move`
CHANGED = "the answer or its test changed after a person had marked it"
GIVEN_BEFORE = "points that a person had given for an earlier answer"


class StudentFailure(Exception):
    """The reason why a student has no new result. An earlier result stays; a later run retries."""


@dataclass(frozen=True)
class Move:
    """A mark that a run changes, or that it would change if it weren't a dry run.

    Attributes:
        question: The question, or `LATENESS`.
        student: The student's id.
        before: The points so far; None if the question needs manual grading.
        after: The new points; None if the question needs manual grading.
        was: The messages of the earlier verdict.
        now: The messages of the new verdict.
        by_hand: The points that a person gave and that stay; None if nobody gave any.
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
    """The result for one student.

    Attributes:
        student: The student's id.
        made: The graded submission (`Graded`), or the HTML of the page; None after a failure.
        remarks: Remarks for the instructor.
        seconds: How long the worker took.
        failure: The reason why there is no result; "" if there is one.
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
        seconds: Student -> seconds that the worker took; only students with a new result.
        failures: Student -> the reason why there is no new result.
        moves: The marks that change, in the order of the questions.
        graded_first: The students without an earlier result.
        submission_status: Lines about who submitted; empty if some students were chosen.
        recounted: A line about further problems that count in another way than before.
        waiting: A line about answers that need manual grading; for pages only.
        hints: A line about pages that show less than they will later.
        remarks: Student -> remarks that the instructor should read, for students in this run.
        newer: Student -> the newer Python that answers need.
        elapsed: Seconds for the whole run.
    """

    plan: Plan
    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    graded_first: list[str] = field(default_factory=list)
    submission_status: list[str] = field(default_factory=list)
    recounted: str = ""
    waiting: str = ""
    hints: str = ""
    remarks: dict[str, list[str]] = field(default_factory=dict)
    newer: dict[str, tuple[int, int]] = field(default_factory=dict)
    elapsed: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether the run has a result for every student."""
        return not self.failures and not self.plan.left_out

    @property
    def newer_python(self) -> str:
        """A line about answers that need a newer Python than this one; "" if there are none."""
        if not self.newer:
            return ""
        here, needed = version_name(HERE), version_name(max(self.newer.values()))
        return (
            f"{several(len(self.newer), 'submission')} with syntax that {here} lacks: these "
            f"questions need manual grading. For automatic marks, set the course up with {needed} "
            "or newer (`make setup PYTHON=/path/to/python`), then grade again with --force."
        )

    @property
    def to_mark_again(self) -> int:
        """The number of marks that need manual grading, for the first time or again."""
        return sum(m.after is None or CHANGED in m.now for m in self.moves)

    @property
    def changed_marks(self) -> int:
        """The number of other marks that changed, without the cost of lateness."""
        return sum(m.question != LATENESS for m in self.moves) - self.to_mark_again


OnPlan = Callable[[Plan], None]  # called before the first student
OnResult = Callable[[StudentResult], None]  # called after each student
OpenPool = Callable[[], AbstractContextManager[Pool]]


def ignore_progress(*_: object) -> None:
    """Do nothing: an `OnPlan` and `OnResult` for a run without progress reports."""


def run_tasks(
    open_pool: OpenPool,
    summary: Summary,
    on_result: OnResult,
    submit: Callable[[Executor, str], Future],
    save: Callable[..., tuple[Remark, ...]],
) -> None:
    """Run the tasks of a plan, save each result, and record the outcome in the summary.

    Args:
        open_pool: Opens the executor. It is called only if there are tasks.
        summary: The summary with the plan; the function completes it.
        on_result: Called after each student.
        submit: Submits a student to the executor. The future's result is a tuple that ends with
            the seconds that the worker took.
        save: Saves a result: it takes the student and the tuple without the seconds, and returns
            remarks for the instructor.

    Raises:
        CourseError: No more tasks can be run or saved. All other errors of `submit` and `save`
            count as failures of that student.
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

        for student, future in pool.run_tasks(summary.plan.tasks, begin):
            try:
                *made, seconds = future.result()
                result = StudentResult(student, made[0], save(student, *made), seconds)
                summary.seconds[student] = seconds
                if serious := [each.text for each in result.remarks if each.serious]:
                    summary.remarks[student] = serious + summary.remarks.get(student, [])
            except (CannotGrade, CourseError) as error:
                raise CourseError(str(error)) from None
            except StudentFailure as why:
                result = StudentResult(student, failure=str(why))
            except Exception as error:  # for example, the worker is lost
                result = StudentResult(student, failure=f"{type(error).__name__}: {error}")
            if result.failure:
                summary.failures[student] = result.failure
            on_result(result)


# --- progress: a bar on a terminal, or a line for each submission in a log ------------------------


class ProgressWords(NamedTuple):
    """The words for the progress of a run."""

    unit: str
    to_do: str
    done: str
    failed: str


GRADES = ProgressWords("submission", "to grade", "graded", "NOT GRADED")
DRY_RUN = GRADES._replace(done="compared")
PAGES = ProgressWords("page", "to make", "page made", "NO NEW PAGE")


class Progress:
    """The progress of a run, shown line by line.

    Its methods `on_plan` and `on_result` are the callbacks of `Autograde.run` and `Feedback.run`.
    """

    def __init__(
        self, log: Callable[[str, int], object], words: ProgressWords, bar: Bar | None = None
    ) -> None:
        """Start without a plan.

        Args:
            log: Called with each line and its level in `logging`.
            words: The words for this kind of run.
            bar: A progress bar. With a bar, `log` gets only failures and serious remarks.
        """
        self._log, self._words, self._bar = log, words, bar
        self._total = self._count = self._saved = 0

    def on_plan(self, plan: Plan) -> None:
        """Show how much there is to do, and each student who is left out."""
        self._total = len(plan.tasks)
        unchanged = f", {len(plan.unchanged)} unchanged" if plan.unchanged else ""
        to_do = f"{several(self._total, self._words.unit)} {self._words.to_do}{unchanged}"
        self._log(to_do, logging.INFO)
        for student, why in plan.left_out.items():
            self._log(f"{quoted_name(student)}: left out: {why}", logging.ERROR)
        if self._bar is not None:
            self._bar.add_task("", total=self._total)

    def on_result(self, result: StudentResult) -> None:
        """Show a student's remarks and failure, and the count of students."""
        student = quoted_name(result.student)
        self._count += 1
        for remark in result.remarks:
            if remark.serious or self._bar is None:  # all remarks are too much for a terminal
                level = logging.ERROR if remark.serious else logging.WARNING
                self._log(f"{student}: {remark.text}", level)
        self._saved += not result.failure
        if result.failure:
            self._log(f"{student}: {self._words.failed}: {result.failure}", logging.ERROR)
        if self._bar is None:
            state = "failed" if result.failure else self._words.done
            count = f"{self._count}/{self._total}"
            self._log(f"{count} {student} {state} in {result.seconds:.1f} s", logging.INFO)
        else:
            failed = self._count - self._saved
            description = f"{failed} failed" if failed else ""
            self._bar.update(self._bar.task_ids[0], advance=1, description=description)

    def on_interrupt(self, anew: bool) -> None:
        """Show how much an interrupted run has done.

        Args:
            anew: Whether the same command repeats the finished students.
        """
        next_run = "starts over" if anew else "does the rest"
        saved = f"{self._saved} of {self._total} saved; the same command {next_run}"
        self._log("nothing was written" if self._words == DRY_RUN else saved, logging.INFO)


class _OnceEach(logging.Handler):
    """A log handler that passes each warning on once, however often it is logged."""

    def __init__(self, log: Callable[[str, int], object]) -> None:
        super().__init__(logging.WARNING)
        self._log, self._logged = log, set[str]()

    def emit(self, record: logging.LogRecord) -> None:
        if (line := record.getMessage()) not in self._logged:
            self._logged.add(line)
            self._log(line, record.levelno)


@contextmanager
def show_warnings_once(log: Callable[[str, int], object]) -> Iterator[None]:
    """Show each warning in nbgrader's log once during the `with` block.

    Args:
        log: Called with each line and its level in `logging`.
    """
    logger, handler = get_logger(), _OnceEach(log)
    if isinstance(logger, logging.LoggerAdapter):
        logger = logger.logger
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


@contextmanager
def follow(
    console: Console | None = None, words: ProgressWords = GRADES, *, anew: bool = False
) -> Iterator[Progress]:
    """Show the progress of a run, also of an interrupted one, on a terminal or in a log.

    Args:
        console: The console to write to; None for standard output.
        words: The words for this kind of run.
        anew: Whether the same command would repeat the finished students.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn
    from rich.progress import Progress as Bar

    console = console or Console()

    def log(line: str, level: int) -> None:
        if line != NO_CGROUPS or words != DRY_RUN:  # the real run repeats this warning
            console.print(escape_for_terminal(line), soft_wrap=True, highlight=False)

    with ExitStack() as shown:
        bar = None
        if console.is_terminal:
            columns = *Bar.get_default_columns(), MofNCompleteColumn()
            bar = shown.enter_context(Bar(*columns, console=console))
        shown.enter_context(show_warnings_once(log))
        progress = Progress(log, words, bar)
        try:
            yield progress
        except KeyboardInterrupt:
            shown.close()
            progress.on_interrupt(anew)
            raise
