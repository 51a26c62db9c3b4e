"""`examiner autograde`: a class is checked, planned, graded, and saved or compared."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass

from nbformat import NotebookNode

from ..cells import is_test, name_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.scores import read_notebook
from ..grading.fingerprint import Fingerprint, digest_of_master
from ..grading.grade import Graded
from ..grading.master import Master
from ..grading.rebuild import NOT_GRADED
from ..grading.record import Record
from ..intake.folders import alone, recover
from ..intake.times import said_of_time
from ..workers.executors import grade_one, local
from .changes import LATENESS
from .class_runner import Began, OpenPool, Outcome, Summary, Tell, hand_out, unheard
from .plan import ClassFolder, Saved, SavedScores, make_plan, read_saved, test_cell_of
from .results import Results
from .tries import FOLDER
from .turnout import read_turnout

_OF_A_TEST = ("outputs", "execution_count")


@dataclass(frozen=True)
class Autograde:
    """A class about to be graded: see the options of the command. Raises CourseError for what is
    missing; nothing is touched.

    by_watch: a watch asks, beside which nobody else grades. open_pool: opens the executor that
    grades, if there is anything to grade.
    """

    folder: ClassFolder
    students: Sequence[str] = ()
    force: bool = False
    only: str | None = None
    dry_run: bool = False
    by_watch: bool = False
    open_pool: OpenPool = local

    def run(self, began: Began = unheard, tell: Tell = unheard) -> Summary:
        """Grade and save; or, in a dry run, compare with what was graded before.

        CourseError where nothing could be graded or saved any more.
        """
        start, folder = time.monotonic(), self.folder
        with folder.gradebook() as gradebook, ExitStack() as stack:
            with gradebook.reading():
                master = folder.load_master(gradebook)
                saved = read_saved(gradebook, folder.assignment)
            results = Results(folder, gradebook, dry_run=self.dry_run)
            if not self.dry_run:
                self._enter_alone(stack)
            summary = self._planned(gradebook, master, saved)
            began(summary.plan)
            summary.moves += results.save_penalties(summary.plan.unchanged)
            by, settings = digest_of_master(master), folder.settings

            def submit(executor: Executor, student: str) -> Future:
                return executor.submit(grade_one, folder.collect(student), master, settings)

            def receive(student: str, graded: Graded) -> Outcome:
                return self._received(student, graded, by)

            def save(outcome: Outcome) -> None:
                student, earlier = outcome.student, self._graded(outcome.student)
                points = saved.get(student, {})
                # An extension makes rows without points.
                first = earlier is None and set(points.values()) <= {Saved(None, None)}
                moved = results.save(student, outcome.made, earlier, points)
                summary.moves += [m for m in moved if m.question == LATENESS or not first]
                summary.first += [student] * first
                if self.dry_run and (said := said_of_time(folder.submitted(student).parent, None)):
                    summary.remarks[student] = [said]  # else the report says it

            hand_out(self.open_pool, summary, tell, submit, receive, save)
        summary.first.sort()
        summary.moves.sort(key=lambda m: (m.question == LATENESS, m.question, m.student))
        summary.elapsed = time.monotonic() - start
        return summary

    def _enter_alone(self, stack: ExitStack) -> None:
        """CourseError where another run grades, or a watch, which counts tries."""
        root = self.folder.course.root
        if not self.by_watch and (root / FOLDER).is_dir():
            said = "`examiner watch` is at work here and grades what comes in: end it first."
            stack.enter_context(alone(root / FOLDER, said))
        top = root / self.folder.coursedir.autograded_directory
        stack.enter_context(alone(top, "another `examiner autograde` is grading here."))

    def _planned(self, gradebook: ClassGradebook, master: Master, saved: SavedScores) -> Summary:
        folder, students = self.folder, self.students
        if not self.dry_run:
            recover(folder.autograded(s).parent for s in folder.chosen(students))
        plan = make_plan(folder, master, saved, students, force=self.force, only=self.only)
        if students:
            return Summary(plan)
        with gradebook.reading():
            return Summary(plan, turnout=read_turnout(folder, gradebook))

    def _graded(self, student: str) -> NotebookNode | None:
        return read_notebook(self.folder.autograded(student))

    def _received(self, student: str, graded: Graded, by: str) -> Outcome:
        """The outcome of a submission. by: the digest of the master it is to be graded by."""
        only, failure = self.only, ""
        if graded.notebook.cells[0].id == NOT_GRADED:
            failure = "; ".join(remark.text for remark in graded.remarks)
        elif (found := Fingerprint.read(graded.notebook)) is None or found.master != by:
            failure = "the worker has another version of the examiner: update it"
        elif only is not None:
            test = test_cell_of(self.folder.assignment, only)
            failure = _keep_other_tests(graded.notebook, self._graded(student), test)
            graded = Graded.of(graded.notebook, graded.remarks)
        if failure:
            return Outcome(student, failure=failure)
        return Outcome(student, graded, remarks=graded.remarks)


def _keep_other_tests(notebook: NotebookNode, earlier: NotebookNode | None, only: str) -> str:
    """Take the verdicts of all tests but one from a notebook that was graded earlier, and what it
    was graded from: whatever else has changed is still to be graded. Why that can't be; or ""."""
    if earlier is None or _but_tests(notebook) != _but_tests(earlier):
        return "more than tests changed since it was graded; run it again without --only"
    known = {name_of(cell): cell for cell in earlier.cells}
    for cell in notebook.cells:
        if is_test(cell) and name_of(cell) != only:
            before = known[name_of(cell)]
            cell.update({key: before[key] for key in _OF_A_TEST})
            if record := Record.read(before):
                record.write(cell)
    Fingerprint.read(earlier).write(notebook)
    return ""


def _but_tests(notebook: NotebookNode) -> list:
    """What a notebook has but the text of its tests."""
    return [(name_of(cell), "" if is_test(cell) else cell.source) for cell in notebook.cells]
