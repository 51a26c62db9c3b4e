"""`examiner autograde`: a class is checked, planned, graded, and saved or compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.api import InvalidEntry, MissingEntry

from ..course import Course
from ..gradebook.class_gradebook import CannotSave, ClassGradebook
from ..gradebook.scores import read_notebook
from ..grading.master import Master
from ..workers.executors import Pool, local
from .changes import CHANGED, Move, moves, of_penalty
from .class_runner import ClassRun, Outcome
from .folders import alone, recover
from .nbgrader_patches import UNDATED, undated
from .plan import ClassFolder, Plan, Saved, SavedScores, make_plan, read_saved
from .results import Results
from .settings import check_settings
from .turnout import Turnout, read_turnout


@dataclass(frozen=True)
class Wanted:
    """What is to be graded: see the options of the command."""

    students: Sequence[str] = ()
    force: bool = False
    only: str | None = None


@dataclass
class Summary:
    """What a run came to.

    seconds: student -> how long grading took. failures: student -> why there is no new result.
    moves: what a dry run found; after any other, whom lateness costs something else than before.
    first: whom a dry run would grade for the first time. moved, again: of who was graded before,
    how many marks are others now, and how many wait for a person again. turnout: of the class,
    unless some students were chosen. remarks: student -> what a person has to look at, of those
    graded now. waiting: beside pages, a line on answers that wait for a person. elapsed: seconds
    for all.
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
        course: Course,
        assignment: str,
        wanted: Wanted | None = None,
        pool: Callable[[], AbstractContextManager[Pool]] = local,
    ) -> None:
        self.folder = ClassFolder.of(course, assignment)
        check_settings(self.folder.config)
        self.wanted, self._pool = wanted or Wanted(), pool

    @contextmanager
    def _opened(self) -> Iterator[tuple[ClassGradebook, Master, SavedScores]]:
        with ClassGradebook(self.folder.coursedir, self.folder.assignment.name) as gradebook:
            with gradebook.reading():
                master = self.folder.load_master(gradebook)
                saved = read_saved(gradebook, self.folder.assignment)
            yield gradebook, master, saved

    def _planned(self, gradebook: ClassGradebook, master: Master, saved: SavedScores) -> Summary:
        wanted, folder = self.wanted, self.folder
        plan = make_plan(
            folder, master, saved, wanted.students, force=wanted.force, only=wanted.only
        )
        if wanted.students:
            return Summary(plan)
        with gradebook.reading():
            return Summary(plan, turnout=read_turnout(folder, gradebook))

    def run(self, began: Callable[[Plan], None], tell: Tell) -> Summary:
        """Grade and save. CourseError where nothing could be graded or saved any more."""
        start = time.monotonic()
        with self._opened() as (gradebook, master, saved):
            folder, results = self.folder, Results(self.folder, gradebook)
            top = folder.course.root / folder.coursedir.autograded_directory
            with alone(top, "another `examiner autograde` is grading here."):
                chosen = folder.chosen(self.wanted.students)
                recover(folder.autograded(student).parent for student in chosen)
                summary = self._planned(gradebook, master, saved)
                began(summary.plan)
                penalties = results.save_penalties(summary.plan.unchanged)

                def save(outcome: Outcome) -> None:
                    student = outcome.task.student
                    earlier = read_notebook(folder.autograded(student))
                    changed = results.save(student, outcome.graded, earlier)
                    penalties.extend([changed.penalty] if changed.penalty else [])
                    if not _first(earlier, points := saved.get(student, {})):
                        found = moves(outcome, earlier, points, changed.asked_again)
                        waits = [m.after is None or CHANGED in m.now for m in found]
                        summary.again += sum(waits)
                        summary.moved += len(waits) - sum(waits)

                for outcome in self._outcomes(master, summary.plan):
                    note(outcome, summary, save)
                    tell(outcome, summary)
        summary.moves.extend(map(of_penalty, sorted(penalties)))
        summary.elapsed = time.monotonic() - start
        return summary

    def dry_run(self, began: Callable[[Plan], None], tell: Tell) -> Summary:
        """Grade and compare with what was graded before; nothing is written."""
        start = time.monotonic()
        with self._opened() as (gradebook, master, saved):
            results = Results(self.folder, gradebook)
            summary = self._planned(gradebook, master, saved)
            began(summary.plan)
            penalties = results.would_save_penalties(summary.plan.unchanged)

            def compare(outcome: Outcome) -> None:
                student = outcome.task.student
                earlier = read_notebook(self.folder.autograded(student))
                changed = results.would_save(student, outcome.graded, earlier)
                if undated(self.folder.submitted(student).parent):
                    summary.remarks[student] = [UNDATED]
                penalties.extend([changed.penalty] if changed.penalty else [])
                points = saved.get(student, {})
                if _first(earlier, points):
                    summary.first.append(student)
                    return
                summary.moves.extend(moves(outcome, earlier, points, changed.asked_again))

            for outcome in self._outcomes(master, summary.plan):
                note(outcome, summary, compare)
                tell(outcome, summary)
        summary.first.sort()
        summary.moves.sort(key=lambda move: (move.question, move.student))
        summary.moves.extend(map(of_penalty, sorted(penalties)))
        summary.elapsed = time.monotonic() - start
        return summary

    def _outcomes(self, master: Master, plan: Plan) -> Iterator[Outcome]:
        if plan.tasks:
            with self._pool() as pool:
                yield from ClassRun(self.folder, master, pool).outcomes(plan.tasks)


def _first(earlier: NotebookNode | None, points: Mapping[str, Saved]) -> bool:
    """Whether a student was never graded; an extension makes rows without points."""
    return earlier is None and set(points.values()) <= {Saved(None, None)}


def note(outcome: Outcome, summary: Summary, use: Callable[[Outcome], None]) -> None:
    """Use an outcome, and note what came of it. CannotSave ends the run."""
    student, failure = outcome.task.student, outcome.failure
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
