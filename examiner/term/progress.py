"""How a class run is followed: a bar on a terminal, a line for each submission in a log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from traitlets.log import get_logger

from ..quoting import on_terminal, quoted_name
from ..wording import several
from ..workers.executors import NO_CGROUPS
from .class_runner import Outcome, Summary
from .plan import Plan

if TYPE_CHECKING:  # rich takes a while to load, and nbgrader's commands need none of it
    from rich.console import Console
    from rich.progress import Progress


class Words(NamedTuple):
    """How a run is told of."""

    what: str
    to_do: str
    done: str
    failed: str


GRADES = Words("submission", "to grade", "graded", "NOT GRADED")
DRY_RUN = GRADES._replace(done="compared")
PAGES = Words("page", "to make", "page made", "NO NEW PAGE")


class Follow:
    """Says what happens: `began` and `tell` are for `Autograde` and `Feedback`.

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

    def tell(self, outcome: Outcome, summary: Summary) -> None:
        who = quoted_name(outcome.student)
        self._count += 1
        for remark in outcome.remarks:
            if remark.serious or self._bar is None:  # the rest is too much for a terminal
                level = logging.ERROR if remark.serious else logging.WARNING
                self._say(f"{who}: {remark.text}", level)
        failure = summary.failures.get(outcome.student)
        self._saved += not failure
        if failure:
            self._say(f"{who}: {self._words.failed}: {failure}", logging.ERROR)
        if self._bar is None:
            state = "failed" if failure else self._words.done
            count = f"{self._count}/{self._total}"
            self._say(f"{count} {who} {state} in {outcome.seconds:.1f} s", logging.INFO)
        else:
            failed = f"{len(summary.failures)} failed" if summary.failures else ""
            self._bar.update(self._bar.task_ids[0], advance=1, description=failed)

    def stopped(self, anew: bool) -> None:
        """Say what an interrupted run has done. anew: whether the same command does it again."""
        then = "begins anew" if anew else "goes on"
        said = f"{self._saved} of {self._total} saved; the same command {then}"
        self._say("nothing was written" if self._words == DRY_RUN else said, logging.INFO)


class _Warnings(logging.Handler):
    def __init__(self, tell: Callable[[str, int], object]) -> None:
        super().__init__(logging.WARNING)
        self._tell, self._said = tell, set()

    def emit(self, record: logging.LogRecord) -> None:
        if (line := record.getMessage()) not in self._said:
            self._said.add(line)
            self._tell(line, record.levelno)


@contextmanager
def warnings_told(tell: Callable[[str, int], object]) -> Iterator[None]:
    """Inside, each warning of nbgrader's log is told once, however often it is true."""
    log, warnings = get_logger(), _Warnings(tell)
    log.addHandler(warnings)
    try:
        yield
    finally:
        log.removeHandler(warnings)


@contextmanager
def follow(
    console: Console | None = None, words: Words = GRADES, *, anew: bool = False
) -> Iterator[Follow]:
    """What follows a run, on this terminal or in this log, and says so where it is interrupted.

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
        shown.enter_context(warnings_told(say))
        following = Follow(say, words, bar)
        try:
            yield following
        except KeyboardInterrupt:
            shown.close()
            following.stopped(anew)
            raise
