"""`examiner feedback`: the pages of a class, made in parallel, and none that would be the same.

A page is what `nbgrader generate_feedback` writes. Beside the folder that it lies in stands what it
was made from, in a file that no pattern of nbgrader's finds: a page is made again where that has
changed, or the folder has.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateFeedback

from ..course import Course, CourseError
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.reading import read_marks, said_of_waiting
from ..grading.fingerprint import digest_of_code
from ..grading.grade import Remark
from ..pages.feedback import Marks
from ..pages.titles import read_titles
from ..pages.typeset import FONT
from ..wording import did_you_mean
from ..workers.executors import Pool, local, page_one
from ..workers.worker import CannotGrade
from .agreement import check_marks
from .autograde import Summary, note
from .folders import alone, beside, new_folder, put_in_place, recover
from .nbgrader_patches import files_to_copy
from .nbgrader_runs import without_marks
from .plan import ClassFolder, Plan, Task
from .results import FilesBeside

# What turns a notebook into a page, beside this package.
LIBRARIES = (
    "nbconvert", "nbformat", "nbgrader", "jinja2", "mistune", "pygments", "nh3", "math-core",
)  # fmt: skip


@dataclass(frozen=True)
class Page:
    """What became of a page.

    made_from: a digest. failure: why there is no new page; an earlier one stays. problem: why it is
    a page in short.
    """

    task: Task
    html: str = ""
    made_from: str = ""
    seconds: float = 0.0
    failure: str = ""
    problem: str = ""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What there is to say of the page."""
        said = f"a page in short: {self.problem}"
        return (Remark(said, serious=True),) if self.problem else ()


class Feedback:
    """Pages about to be made for a class that is graded.

    students: for whom (default: all). force: also those that would be the same. pool: opens the
    executor that makes them.
    """

    def __init__(
        self,
        course: Course,
        assignment: str,
        students: Collection[str] = (),
        *,
        force: bool = False,
        pool: Callable[[], AbstractContextManager[Pool]] = local,
    ) -> None:
        self.folder = ClassFolder.of(course, assignment)
        self._students, self._force, self._pool = students, force, pool
        self._files = _FilesToGiveBack(coursedir=self.folder.coursedir, config=self.folder.config)
        folder = course.root / self.folder.coursedir.source_directory / assignment
        self._titles = read_titles(folder / f"{self.folder.assignment.notebook}.ipynb")

    def run(self, began: Callable[[Plan], None], tell: Callable[[Page, Summary], None]) -> Summary:
        """Make the pages. CourseError where none can be made or written any more."""
        start, folder = time.monotonic(), self.folder
        coursedir = folder.coursedir
        top = folder.course.root / coursedir.feedback_directory
        with ClassGradebook(coursedir, folder.assignment.name) as gradebook:
            left_out, students = self._chosen(self._entered(gradebook))
            with gradebook.reading():
                check_marks(folder, gradebook, students)
            with alone(top, "another `examiner feedback` is making pages here."):
                recover(map(self._place, students))
                summary = Summary(self._plan(gradebook, students))
                summary.plan.left_out.update(left_out)
                began(summary.plan)
                for page in self._pages(gradebook, summary.plan):
                    note(page, summary, self._save)
                    tell(page, summary)
            with gradebook.reading():
                name = folder.assignment.name
                summary.waiting = said_of_waiting(gradebook, name, students)
        summary.elapsed = time.monotonic() - start
        return summary

    def _entered(self, gradebook: ClassGradebook) -> set[str]:
        """Who has marks. CourseError where the grade book doesn't have the assignment."""
        try:
            with gradebook.reading():
                found = gradebook.find_assignment(self.folder.assignment.name).submissions
                return {submission.student_id for submission in found}
        except MissingEntry:
            raise self.folder.not_entered from None

    def _chosen(self, entered: Collection[str]) -> tuple[dict[str, str], list[str]]:
        """Who can't get a page, with the reason, and who can. entered: who has marks."""
        coursedir, name = self.folder.coursedir, self.folder.assignment.name
        steps = (coursedir.submitted_directory, coursedir.autograded_directory)
        known = sorted({student for step in steps for student in self.folder.students(step)})
        first = f"run `examiner autograde {name}` first"
        if not known:
            raise CourseError(f"nothing was graded: {first}.")
        if unknown := sorted(set(self._students) - set(known)):
            near = did_you_mean(unknown[0], known)
            raise CourseError(f"nothing was submitted by {', '.join(unknown)}.{near}")
        wanted = [student for student in known if not self._students or student in self._students]
        graded = {student: self.folder.autograded(student).is_file() for student in wanted}
        left_out = {s: f"not graded yet: {first}" for s in wanted if not graded[s]}
        left_out |= {s: without_marks(name, s) for s in wanted if graded[s] and s not in entered}
        return left_out, [student for student in wanted if student not in left_out]

    def _plan(self, gradebook: ClassGradebook, students: list[str]) -> Plan:
        plan = Plan()
        for student in students:
            if not self._force and self._is_there(gradebook, student):
                plan.unchanged.append(student)
            else:
                plan.tasks.append(Task(student))
        return plan

    def _is_there(self, gradebook: ClassGradebook, student: str) -> bool:
        """Whether a page is there, of what it would be made from now."""
        place = self._place(student)
        with suppress(OSError, ValueError, MissingEntry):
            earlier = json.loads(beside(place, "made_from").read_text())
            return earlier == _record(self._content(gradebook, student)[2], place)
        return False

    def _place(self, student: str) -> Path:
        return self.folder.folder(self.folder.coursedir.feedback_directory, student)

    def _content(self, gradebook: ClassGradebook, student: str) -> tuple[bytes, Marks, str]:
        """What a page is made from: the notebook, the marks; and a digest of all that its folder
        will have in it."""
        path, assignment = self.folder.autograded(student), self.folder.assignment
        notebook = path.read_bytes()
        with gradebook.reading():
            marks = read_marks(
                gradebook, assignment.name, assignment.notebook, student, self._titles
            )
        files = {
            str(Path(file).relative_to(path.parent)): _digest(Path(file))
            for file in files_to_copy(str(path.parent), self.folder.coursedir.ignore)
        }
        digest = hashlib.sha256(notebook).hexdigest()
        return notebook, marks, digest_of([_maker(), digest, asdict(marks), files])

    def _pages(self, gradebook: ClassGradebook, plan: Plan) -> Iterator[Page]:
        settings, made_from = self.folder.settings, {}

        def submit(task: Task) -> Future:
            try:
                notebook, marks, digest = self._content(gradebook, task.student)
            except (OSError, ValueError, MissingEntry) as error:
                future: Future = Future()
                future.set_exception(error)
                return future
            made_from[task.student] = digest
            return pool.executor.submit(page_one, notebook, marks, settings)

        if plan.tasks:
            with self._pool() as pool:
                for task, future in pool.hand_out(plan.tasks, submit):
                    yield _page(task, future, made_from.pop(task.student, ""))

    def _save(self, page: Page) -> None:
        """Write a page, with what goes beside it. An earlier one is lost only to a whole new one.

        CannotSave where there is no room; OSError where it is this page's matter.
        """
        student, assignment = page.task.student, self.folder.assignment
        place = self._place(student)
        with new_folder(place) as new:
            self._files.put(assignment.name, student, new)
            (new / f"{assignment.notebook}.html").write_text(page.html, "utf-8")
            self._files.set_permissions(assignment.name, student)
            put_in_place(new, place)
            record = beside(place, "made_from")
            if page.problem:
                record.unlink(missing_ok=True)  # it is worth another try
            else:
                record.write_text(json.dumps(_record(page.made_from, place)))


class _FilesToGiveBack(FilesBeside, GenerateFeedback):
    """What lies beside the graded notebook."""


def _page(task: Task, future: Future, made_from: str) -> Page:
    try:
        html, problem, seconds = future.result()
    except CannotGrade as error:
        raise CourseError(str(error)) from None
    except Exception as error:  # of reading what it is made from, or what an executor may raise
        return Page(task, failure=f"{type(error).__name__}: {error}")
    return Page(task, html, made_from, seconds, problem=problem)


def _record(made_from: str, place: Path) -> dict[str, str]:
    """What is kept of a folder with a page: a digest of what it was made from, and one of it."""
    files = sorted(path for path in place.rglob("*") if path.is_file())
    found = {str(path.relative_to(place)): _digest(path) for path in files}
    return {"made_from": made_from, "folder": digest_of(found)}


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@cache
def _maker() -> str:
    """A digest of what makes pages."""
    code = digest_of_code(["**/*.py", "pages/templates/**/*.*"])
    return digest_of([code, _digest(FONT), {name: version(name) for name in LIBRARIES}])
