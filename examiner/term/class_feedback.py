"""`examiner feedback`: the pages of a class, made in parallel, and none that would be the same.

Beside the folder that a page lies in stands what it was made from, in a file that no pattern of
nbgrader's finds: a page is made again where that has changed, or the page is gone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateFeedback

from ..course import CourseError
from ..digests import digest_of, digest_of_bytes
from ..findings.level import Level
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.reading import read_marks, said_of_waiting
from ..grading.fingerprint import digest_of_code
from ..grading.grade import Remark
from ..intake.folders import (
    alone,
    beside,
    files_of_student,
    new_folder,
    put_files,
    put_in_place,
    recover,
    set_permissions,
)
from ..intake.way_back import zip_of_pages
from ..pages.feedback import Marks
from ..pages.titles import read_titles
from ..pages.typeset import FONT
from ..quoting import quoted_name
from ..wording import did_you_mean
from ..wording import names as listed
from ..workers.executors import Pool, local, page_one
from ..workers.worker import CannotGrade
from .agreement import check_marks
from .autograde import Summary, note
from .plan import ClassFolder, Plan
from .telling import Telling

ASKED = "asked for"  # of a page that tells all before its time
# What turns a notebook into a page, beside this package.
LIBRARIES = (
    "nbconvert", "nbformat", "nbgrader", "jinja2", "mistune", "pygments", "nh3", "math-core",
)  # fmt: skip


class Content(NamedTuple):
    """All that the folder of a page is made from. files: beside the page, by relative path. asked:
    that it tells all was asked for."""

    notebook: bytes
    marks: Marks
    files: dict[str, bytes]
    asked: bool

    @property
    def digest(self) -> str:
        """Begins with how much the page tells."""
        told = ASKED if self.asked else self.marks.level.value
        files = {name: digest_of_bytes(data) for name, data in self.files.items()}
        made = [_maker(), digest_of_bytes(self.notebook), asdict(self.marks), files]
        return f"{told} {digest_of(made)}"


@dataclass(frozen=True)
class Page:
    """The page of a student. failure: why there is no new one; an earlier one stays. problem: why
    it is a page in short."""

    student: str
    html: str = ""
    content: Content | None = None
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
    executor that makes them. telling: how much they tell (default: see `Telling.of`).
    """

    def __init__(
        self,
        folder: ClassFolder,
        students: Collection[str] = (),
        *,
        force: bool = False,
        pool: Callable[[], AbstractContextManager[Pool]] = local,
        telling: Telling | None = None,
    ) -> None:
        self.folder, self._students, self._force, self._pool = folder, students, force, pool
        self._telling = telling or Telling.of(folder, datetime.now(UTC))
        self._settings = GenerateFeedback(coursedir=folder.coursedir, config=folder.config)
        self._titles = read_titles(folder.source)

    def run(self, began: Callable[[Plan], None], tell: Callable[[Page, Summary], None]) -> Summary:
        """Make the pages. CourseError where none can be made or written any more."""
        start, folder, name = time.monotonic(), self.folder, self.folder.assignment.name
        top = folder.course.root / folder.coursedir.feedback_directory
        with ClassGradebook(folder.coursedir, name) as gradebook:
            plan, students = Plan(), self._chosen()
            with gradebook.reading():
                plan.left_out, students = self._without_marks(gradebook, students)
                check_marks(folder, gradebook, students)
            with alone(top, "another `examiner feedback` is making pages here."):
                recover(map(self._place, students))
                for student in students:
                    made = not self._force and self._is_there(gradebook, student)
                    (plan.unchanged if made else plan.tasks).append(student)
                summary = Summary(plan)
                began(plan)
                for page in self._pages(gradebook, plan):
                    note(page, summary, self._save)
                    tell(page, summary)
            with gradebook.reading():
                summary.waiting = said_of_waiting(gradebook, name, students)
            summary.hints = self._said_of_hints([*summary.seconds, *plan.unchanged])
        summary.elapsed = time.monotonic() - start
        return summary

    def tell_too_much(self) -> list[str]:
        """Those whose pages tell more than they would now, though nobody asked for that: they were
        made before the first watch."""
        there = self.folder.students(self.folder.coursedir.feedback_directory)
        return [s for s in there if self._telling.is_early(s) and not self._is_early(s)]

    def _is_early(self, student: str) -> bool:
        """Whether a page was made as one for before the due date."""
        return self._made_from(student).startswith((ASKED, Level.HINT.value))

    def _made_from(self, student: str) -> str:
        """The digest of what a page was made from; "" where there is none."""
        with suppress(OSError, ValueError):
            return beside(self._place(student), "made_from").read_text()
        return ""

    def zipped(
        self, done: Summary, platform: str, names: Mapping[str, str]
    ) -> tuple[bytes, dict[str, Path]]:
        """The pages of a run as a zip that a platform takes, and those of whom it doesn't know
        (student -> page). What failed is in neither. names: as from `way_back.names_of`."""
        there = sorted((*done.seconds, *done.plan.unchanged))
        pages = {s: self._place(s) / f"{self.folder.assignment.notebook}.html" for s in there}
        known = {s: page.read_bytes() for s, page in pages.items() if s in names}
        others = {s: page for s, page in pages.items() if s not in names}
        return zip_of_pages(platform, names, known), others

    def _said_of_hints(self, students: Collection[str]) -> str:
        """A line on pages that tell less than they will; "" where there are none."""
        early = [s for s in students if self._telling.level(s) is Level.HINT]
        if not early:
            return ""
        name, who = self.folder.assignment.name, listed([*map(quoted_name, sorted(early))], 10)
        return (
            f"hints only, as `examiner watch` gives them, until the due date: {who}. "
            f"Make pages again after it, or whole ones now: `examiner feedback {name} --whole`"
        )

    def _chosen(self) -> list[str]:
        """Those who submitted, or were graded, and are wanted. CourseError for who is unknown."""
        coursedir = self.folder.coursedir
        steps = (coursedir.submitted_directory, coursedir.autograded_directory)
        known = sorted({student for step in steps for student in self.folder.students(step)})
        if not known:
            again = f"run `examiner autograde {self.folder.assignment.name}` first"
            raise CourseError(f"nothing was graded: {again}.")
        if unknown := sorted(set(self._students) - set(known)):
            near = did_you_mean(unknown[0], known)
            raise CourseError(f"nothing was submitted by {', '.join(unknown)}.{near}")
        return [student for student in known if not self._students or student in self._students]

    def _without_marks(
        self, gradebook: ClassGradebook, students: list[str]
    ) -> tuple[dict[str, str], list[str]]:
        """Who can't get a page, with the reason; and who can."""
        name, found = self.folder.assignment.name, self.folder.find_in(gradebook).submissions
        entered, left_out = {submission.student_id for submission in found}, {}
        for student in students:
            if not os.path.isfile(self.folder.autograded(student)):
                left_out[student] = f"not graded yet: run `examiner autograde {name}` first"
            elif student not in entered:
                left_out[student] = (
                    f"no marks in the grade book. Delete autograded/{student}/{name}, or run "
                    f"`examiner autograde {name} --student {student}`"
                )
        return left_out, [student for student in students if student not in left_out]

    def _is_there(self, gradebook: ClassGradebook, student: str) -> bool:
        """Whether a page is there, of what it would be made from now."""
        page = self._place(student) / f"{self.folder.assignment.notebook}.html"
        with suppress(OSError, ValueError, MissingEntry):
            earlier = self._made_from(student) if page.is_file() else ""
            return earlier != "" and earlier == self._content(gradebook, student).digest
        return False

    def _place(self, student: str) -> Path:
        return self.folder.folder(self.folder.coursedir.feedback_directory, student)

    def _content(self, gradebook: ClassGradebook, student: str) -> Content:
        path, assignment = self.folder.autograded(student), self.folder.assignment
        notebook = path.read_bytes()
        with gradebook.reading():
            key = assignment.name, assignment.notebook, student
            marks = self._telling.told(read_marks(gradebook, *key, self._titles))
        files = files_of_student(path.parent, self.folder.coursedir.ignore)
        asked = self._telling.whole and self._telling.is_early(student)
        return Content(notebook, marks, files, asked)

    def _pages(self, gradebook: ClassGradebook, plan: Plan) -> Iterator[Page]:
        settings, contents = self.folder.settings, {}

        def submit(student: str) -> Future:
            try:
                content = contents[student] = self._content(gradebook, student)
            except (OSError, ValueError, MissingEntry) as error:
                future: Future = Future()
                future.set_exception(error)
                return future
            return pool.executor.submit(page_one, content.notebook, content.marks, settings)

        if plan.tasks:
            with self._pool() as pool:
                for student, future in pool.hand_out(plan.tasks, submit):
                    yield _page(student, future, contents.pop(student, None))

    def _save(self, page: Page) -> None:
        """Write a page, with what goes beside it. An earlier one is lost only to a whole new one.

        CannotSave where there is no room; OSError where it is this page's matter.
        """
        place = self._place(page.student)
        with new_folder(place) as new:
            put_files(page.content.files.items(), new)
            (new / f"{self.folder.assignment.notebook}.html").write_text(page.html, "utf-8")
            set_permissions(new, self.folder.coursedir, self._settings.permissions)
            made_from = beside(place, "made_from")
            made_from.unlink(missing_ok=True)
            put_in_place(new, place)
            if not page.problem:  # else it is worth another try
                made_from.write_text(page.content.digest)


def _page(student: str, future: Future, content: Content | None) -> Page:
    try:
        html, problem, seconds = future.result()
    except CannotGrade as error:
        raise CourseError(str(error)) from None
    except Exception as error:  # of reading what it is made from, or what an executor may raise
        return Page(student, failure=f"{type(error).__name__}: {error}")
    return Page(student, html, content, seconds, problem=problem)


@cache
def _maker() -> str:
    """A digest of what makes pages."""
    code = digest_of_code(["**/*.py", "pages/templates/**/*.*"])
    return digest_of(
        [code, digest_of_bytes(FONT.read_bytes()), {name: version(name) for name in LIBRARIES}]
    )
