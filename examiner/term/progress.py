"""How a class run is followed: a bar on a terminal, a line for each submission in a log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text
from traitlets.log import get_logger

from ..quoting import on_terminal, quoted_name
from ..wording import several
from ..workers.executors import NO_CGROUPS
from .autograde import Summary
from .class_feedback import Page
from .class_runner import Outcome
from .plan import Plan


class _Rate(ProgressColumn):
    """Submissions per minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * (task.speed or 0.0):.0f}/min", style="progress.data.speed")


class Words(NamedTuple):
    """How a run is told of."""

    what: str
    to_do: str
    done: str
    failed: str


GRADES = Words("submission", "to grade", "graded", "NOT GRADED")
DRY_RUN = GRADES._replace(done="compared")
PAGES = Words("page", "to make", "page made", "NO NEW PAGE")


class Follow(logging.Handler):
    """Says what happens. `began` and `tell` are for `Autograde` and `Feedback`; as a handler of
    nbgrader's log it repeats the warnings there."""

    def __init__(self, console: Console, bar: Progress | None, words: Words) -> None:
        super().__init__(logging.WARNING)
        self._console, self._bar, self._words = console, bar, words
        self._total = self._count = self._saved = 0

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg != NO_CGROUPS or self._words != DRY_RUN:  # which the run itself will say
            self._say(record.getMessage())

    def began(self, plan: Plan) -> None:
        self._total = len(plan.tasks)
        unchanged = f", {len(plan.unchanged)} unchanged" if plan.unchanged else ""
        self._say(f"{several(self._total, self._words.what)} {self._words.to_do}{unchanged}")
        for student, why in plan.left_out.items():
            self._say(f"{quoted_name(student)}: left out: {why}")
        if self._bar is not None:
            self._bar.add_task("", total=self._total, failed="")

    def tell(self, outcome: Outcome | Page, summary: Summary) -> None:
        who = quoted_name(outcome.student)
        self._count += 1
        for remark in outcome.remarks:
            if remark.serious or self._bar is None:  # the rest is too much for a terminal
                self._say(f"{who}: {remark.text}")
        failure = summary.failures.get(outcome.student)
        self._saved += not failure
        if failure:
            self._say(f"{who}: {self._words.failed}: {failure}")
        if self._bar is None:
            state = "failed" if failure else self._words.done
            self._say(f"{self._count}/{self._total} {who} {state} in {outcome.seconds:.1f} s")
        else:
            failed = f"{len(summary.failures)} failed" if summary.failures else ""
            self._bar.update(self._bar.task_ids[0], advance=1, failed=failed)

    def stopped(self, anew: bool) -> None:
        """Say what an interrupted run has done. anew: whether the same command does it again."""
        if self._words == DRY_RUN:
            self._say("nothing was written")
            return
        then = "begins anew" if anew else "goes on"
        self._say(f"{self._saved} of {self._total} saved; the same command {then}")

    def _say(self, line: str) -> None:
        self._console.print(on_terminal(line), soft_wrap=True, highlight=False)


@contextmanager
def follow(
    console: Console | None = None, words: Words = GRADES, *, anew: bool = False
) -> Iterator[Follow]:
    """What follows a run, on this terminal or in this log, and says so where it is interrupted.

    anew: whether the same command would then do again what is done.
    """
    console, log = console or Console(), get_logger()
    with ExitStack() as shown:
        bar = shown.enter_context(_bar(console)) if console.is_terminal else None
        following = Follow(console, bar, words)
        log.addHandler(following)
        shown.callback(log.removeHandler, following)
        try:
            yield following
        except KeyboardInterrupt:
            shown.close()
            following.stopped(anew)
            raise


def _bar(console: Console) -> Progress:
    left = TextColumn("left"), TimeRemainingColumn(), TextColumn("[red]{task.fields[failed]}")
    done = BarColumn(), MofNCompleteColumn(), _Rate(), TimeElapsedColumn()
    return Progress(*done, *left, console=console)
