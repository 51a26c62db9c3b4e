"""The class runner: hands submissions out to workers, and takes what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from nbformat import NotebookNode

from ..cells import is_test, name_of
from ..course import CourseError
from ..gradebook.scores import read_notebook
from ..grading.fingerprint import Fingerprint, digest_of_master
from ..grading.grade import Graded, Remark
from ..grading.master import Master
from ..grading.rebuild import NOT_GRADED
from ..grading.record import Record
from ..workers.executors import Pool, grade_one
from ..workers.worker import CannotGrade
from .plan import ClassFolder

_OF_A_TEST = ("outputs", "execution_count")


@dataclass(frozen=True)
class Outcome:
    """The result of a submission. failure: why it is not graded; it is to be tried again."""

    student: str
    graded: Graded | None = None
    seconds: float = 0.0
    failure: str = ""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What there is to say of the submission."""
        return self.graded.remarks if self.graded else ()


class ClassRun:
    """Grades submissions of one assignment.

    only: the one test cell whose verdicts are wanted; the others are those of before.
    """

    def __init__(
        self, folder: ClassFolder, master: Master, pool: Pool, only: str | None = None
    ) -> None:
        self._folder, self._master, self._pool, self._only = folder, master, pool, only
        self._settings, self._by = folder.settings, digest_of_master(master)

    def outcomes(self, students: Iterable[str]) -> Iterator[Outcome]:
        """The outcomes, as they come. CourseError where no submission can be graded.

        No more submissions than keep the workers busy are read at a time.
        """
        for student, future in self._pool.hand_out(students, self._submit):
            yield self._outcome(student, future)

    def _submit(self, student: str) -> Future:
        submission = self._folder.collect(student)
        return self._pool.executor.submit(grade_one, submission, self._master, self._settings)

    def _outcome(self, student: str, future: Future) -> Outcome:
        try:
            graded, seconds = future.result()
        except CannotGrade as error:
            raise CourseError(str(error)) from None
        except Exception as error:  # what an executor may raise: of a worker that is lost, say
            return Outcome(student, failure=f"{type(error).__name__}: {error}")
        if graded.notebook.cells[0].id == NOT_GRADED:
            failure = "; ".join(remark.text for remark in graded.remarks)
        elif (found := Fingerprint.read(graded.notebook)) is None or found.master != self._by:
            failure = "the worker has another version of the examiner: update it"
        elif self._only is not None:
            earlier = read_notebook(self._folder.autograded(student))
            failure = keep_other_tests(graded.notebook, earlier, self._only)
            graded = Graded.of(graded.notebook, graded.remarks)
        else:
            failure = ""
        return Outcome(student, None if failure else graded, seconds, failure)


def keep_other_tests(notebook: NotebookNode, earlier: NotebookNode | None, only: str) -> str:
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
