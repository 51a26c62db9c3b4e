"""Grading a class: submissions are handed out to workers, and what comes back is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from nbformat import NotebookNode

from ..cells import is_test, name_of
from ..course import CourseError
from ..gradebook.scores import read_notebook
from ..grading.fingerprint import Fingerprint, digests_of_tests
from ..grading.grade import Graded, Remark
from ..grading.master import Master
from ..grading.rebuild import NOT_GRADED
from ..grading.record import Record
from ..workers.executors import Pool, grade_one
from ..workers.worker import CannotGrade
from .plan import ClassFolder, Task

_OF_A_TEST = ("outputs", "execution_count")


@dataclass(frozen=True)
class Outcome:
    """What became of a submission. failure: why it is not graded; it is to be tried again."""

    task: Task
    graded: Graded | None = None
    seconds: float = 0.0
    failure: str = ""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What there is to say of the submission."""
        return self.graded.remarks if self.graded else ()


class ClassRun:
    """Grades submissions of one assignment. It writes nothing."""

    def __init__(self, folder: ClassFolder, master: Master, pool: Pool) -> None:
        self._folder, self._master, self._pool = folder, master, pool
        self._settings, self._digests = folder.settings, digests_of_tests(master)

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """The outcomes, as they come. CourseError where no submission can be graded.

        No more submissions than keep the workers busy are read at a time.
        """
        for task, future in self._pool.hand_out(tasks, self._submit):
            yield self._outcome(task, future)

    def _submit(self, task: Task) -> Future:
        submission, tests = self._folder.collect(task.student), task.tests
        if tests is not None:  # and those whose verdicts they ask for
            tests = tests.union(*(self._master.rests_on[name] for name in tests))
        return self._pool.executor.submit(
            grade_one, submission, self._master, self._settings, tests
        )

    def _outcome(self, task: Task, future: Future) -> Outcome:
        try:
            graded, seconds = future.result()
        except CannotGrade as error:
            raise CourseError(str(error)) from None
        except (
            Exception
        ) as error:  # what an executor may raise: a worker that is lost for good, say
            return Outcome(task, failure=f"{type(error).__name__}: {error}")
        if graded.notebook.cells[0].id == NOT_GRADED:
            reasons = "; ".join(remark.text for remark in graded.remarks)
            return Outcome(task, seconds=seconds, failure=reasons)
        found = Fingerprint.read(graded.notebook)
        if found is None or found.tests != self._digests:
            failure = "the worker has another version of the examiner: update it"
            return Outcome(task, seconds=seconds, failure=failure)
        if task.tests is not None:
            earlier = read_notebook(self._folder.autograded(task.student))
            if earlier is None:
                return Outcome(task, failure="what was graded earlier is gone; run it again")
            keep_other_tests(graded.notebook, earlier, task.tests)
            graded = Graded.of(graded.notebook, graded.remarks)
        return Outcome(task, graded, seconds)


def keep_other_tests(notebook: NotebookNode, earlier: NotebookNode, tests: frozenset[str]) -> None:
    """Take the verdicts of all tests but `tests` from a notebook that was graded earlier."""
    known = {name_of(cell): cell for cell in earlier.cells if is_test(cell)}
    for cell in notebook.cells:
        if is_test(cell) and name_of(cell) not in tests:
            before = known[name_of(cell)]
            for key in _OF_A_TEST:
                cell[key] = before[key]
            if record := Record.read(before):
                record.write(cell)
    now, then = Fingerprint.read(notebook), Fingerprint.read(earlier)
    kept = {name: digest for name, digest in then.tests.items() if name not in tests}
    Fingerprint(now.submission, now.frame, {**now.tests, **kept}).write(notebook)
