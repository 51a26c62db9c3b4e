"""`examiner autograde`: a class is checked, planned, graded, and saved or compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.api import InvalidEntry, MissingEntry

from ..gradebook.class_gradebook import CannotSave, ClassGradebook
from ..gradebook.scores import read_notebook
from ..grading.master import Master
from ..intake.folders import alone, recover
from ..intake.times import said_of_time
from ..workers.executors import Pool, local
from .changes import CHANGED, Move, moves, of_penalty
from .class_runner import ClassRun, Outcome
from .plan import ClassFolder, Plan, Saved, SavedScores, make_plan, read_saved, test_cell_of
from .results import Results
from .tries import FOLDER
from .turnout import Turnout, read_turnout


@dataclass(frozen=True)
class Wanted:
    """What is to be graded: see the options of the command. by_watch: a watch asks, beside which
    nobody else grades."""

    students: Sequence[str] = ()
    force: bool = False
    only: str | None = None
    dry_run: bool = False
    by_watch: bool = False


@dataclass
class Summary:
    """The outcome of a run.

    seconds: student -> how long grading took. failures: student -> why there is no new result.
    moves: what a dry run found; after any other, whom lateness costs something else than before.
    first: whom a dry run would grade for the first time. moved, again: of who was graded before,
    how many marks are others now, and how many wait for a person again. turnout: of the class,
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
    moved: int = 0
    again: int = 0
    waiting: str = ""
    hints: str = ""
    remarks: dict[str, list[str]] = field(default_factory=dict)
    elapsed: float = 0.0

    @property
    def complete(self) -> bool:
        return not self.failures and not self.plan.left_out


Tell = Callable[[Outcome, Summary], None]  # called after each submission


class Autograde:
    """A class about to be graded. Raises CourseError for what is missing; nothing is touched.

    pool: opens the executor that grades, if there is anything to grade.
    """

    def __init__(
        self,
        folder: ClassFolder,
        wanted: Wanted | None = None,
        pool: Callable[[], AbstractContextManager[Pool]] = local,
    ) -> None:
        self.folder, self.wanted, self._pool = folder, wanted or Wanted(), pool

    def run(self, began: Callable[[Plan], None], tell: Tell) -> Summary:
        """Grade and save; or, in a dry run, compare with what was graded before.

        CourseError where nothing could be graded or saved any more.
        """
        start, folder, dry_run = time.monotonic(), self.folder, self.wanted.dry_run
        with ClassGradebook(folder.coursedir, folder.assignment.name) as gradebook:
            with gradebook.reading():
                master = folder.load_master(gradebook)
                saved = read_saved(gradebook, folder.assignment)
            results = Results(folder, gradebook, dry_run=dry_run)
            with ExitStack() as stack:
                if not dry_run:
                    self._enter_alone(stack)
                summary = self._planned(gradebook, master, saved)
                began(summary.plan)
                penalties = results.save_penalties(summary.plan.unchanged)

                def use(outcome: Outcome) -> None:
                    student = outcome.student
                    earlier = read_notebook(folder.autograded(student))
                    changed = results.save(student, outcome.graded, earlier)
                    penalties.extend([changed.penalty] if changed.penalty else [])
                    submitted = folder.submitted(student).parent
                    if dry_run and (said := said_of_time(submitted, due=None)):
                        summary.remarks[student] = [said]  # else the report says it
                    points = saved.get(student, {})
                    if _first(earlier, points):
                        summary.first.append(student)
                    else:
                        found = moves(outcome, earlier, points, changed.asked_again)
                        summary.moves.extend(found)

                if summary.plan.tasks:
                    only = self.wanted.only and test_cell_of(folder.assignment, self.wanted.only)
                    with self._pool() as pool:
                        for outcome in ClassRun(folder, master, pool, only).outcomes(
                            summary.plan.tasks
                        ):
                            note(outcome, summary, use)
                            tell(outcome, summary)
        self._count(summary)
        summary.moves.extend(map(of_penalty, sorted(penalties)))
        summary.elapsed = time.monotonic() - start
        return summary

    def _enter_alone(self, stack: ExitStack) -> None:
        """CourseError where another run grades, or a watch, which counts tries."""
        root = self.folder.course.root
        if not self.wanted.by_watch and (root / FOLDER).is_dir():
            said = "`examiner watch` is at work here and grades what comes in: end it first."
            stack.enter_context(alone(root / FOLDER, said))
        top = root / self.folder.coursedir.autograded_directory
        stack.enter_context(alone(top, "another `examiner autograde` is grading here."))

    def _planned(self, gradebook: ClassGradebook, master: Master, saved: SavedScores) -> Summary:
        wanted, folder = self.wanted, self.folder
        if not wanted.dry_run:
            recover(folder.autograded(s).parent for s in folder.chosen(wanted.students))
        plan = make_plan(
            folder, master, saved, wanted.students, force=wanted.force, only=wanted.only
        )
        if wanted.students:
            return Summary(plan)
        with gradebook.reading():
            return Summary(plan, turnout=read_turnout(folder, gradebook))

    def _count(self, summary: Summary) -> None:
        """Put the moves in order; of marks that have moved already, how many is enough."""
        if self.wanted.dry_run:
            summary.first.sort()
            summary.moves.sort(key=lambda move: (move.question, move.student))
            return
        summary.again = sum(m.after is None or CHANGED in m.now for m in summary.moves)
        summary.moved = len(summary.moves) - summary.again
        summary.moves.clear()
        summary.first.clear()


def _first(earlier: NotebookNode | None, points: dict[str, Saved]) -> bool:
    """Whether a student was never graded; an extension makes rows without points."""
    return earlier is None and set(points.values()) <= {Saved(None, None)}


def note(outcome: Outcome, summary: Summary, use: Callable[[Outcome], None]) -> None:
    """Use an outcome, and note what came of it. CannotSave ends the run."""
    student, failure = outcome.student, outcome.failure
    if not failure:
        try:
            use(outcome)
        except CannotSave:
            raise
        except (OSError, MissingEntry, InvalidEntry, ValueError) as error:
            failure = f"{type(error).__name__}: {error}"
    if failure:
        summary.failures[student] = failure
    else:
        summary.seconds[student] = outcome.seconds
        if serious := [remark.text for remark in outcome.remarks if remark.serious]:
            summary.remarks[student] = serious + summary.remarks.get(student, [])
